// What every import of the package has.
export { Avatar } from './avatar.js';
export type { ApplyOptions, Collider, SpringJointSettings } from './avatar.js';
export { Clip } from './clip.js';
export type { ClipOptions } from './clip.js';
export { Crowd } from './crowd.js';
export type { CrowdCollider, CrowdOptions } from './crowd.js';
export type { Entry, RuntimeOptions, Source, WasmSource } from './entry.js';
export { VrmError } from './error.js';
export type { VrmErrorData } from './error.js';
export { explain } from './explain.js';
export { Mixer } from './mixer.js';
export type { MixerEvent, PlayOptions } from './mixer.js';
export { Model } from './model.js';
export type { AvatarOptions, LoadOptions } from './model.js';
export { Pose } from './pose.js';
export { Runtime } from './runtime.js';
export type { Exports } from '../generated/exports.js';
export type * from '../generated/tables.js';
