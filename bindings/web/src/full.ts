/**
 * libvrm with the full module inside: the core, and what checks, fixes, migrates and writes files; idle
 * animation, feet on the ground, recording, and further formats of motion.
 */
import { makeEntry } from './core/entry.js';
import type { Entry } from './core/entry.js';
import { unpack } from './core/inlined.js';
import { texts } from './generated/texts.js';
import full from 'inlined:full';

export * from './full/public.js';

const entry = /* @__PURE__ */ makeEntry(() => unpack(full), undefined, texts);
/** See `Entry.load`: the instance that the functions below share. */
export const load: Entry['load'] = entry.load;
/** See `Entry.createRuntime`: a separate instance. */
export const createRuntime: Entry['createRuntime'] = entry.createRuntime;
/** See `Entry.loadModel`: a whole file. */
export const loadModel: Entry['loadModel'] = entry.loadModel;
/** See `Entry.peekModel`: all but meshes and images. */
export const peekModel: Entry['peekModel'] = entry.peekModel;
/** See `Entry.loadClip`: a motion. */
export const loadClip: Entry['loadClip'] = entry.loadClip;
