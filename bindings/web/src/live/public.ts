// What the import live has beside the core.
export * from '../core/public.js';
export { Companion, eyesOf } from './companion.js';
export type { Activity, CompanionAction, CompanionOptions, CompanionParams, CompanionStatus, CompanionTag, Mouth } from './companion.js';
export { FaceMap, faceShapes, visemesToMouth } from './face.js';
export { Voice } from './sound.js';
export { Speech } from './voice.js';
export type { Alphabet, Phoneme } from './voice.js';
export { VmcReceiver, VmcSender } from './vmc.js';
