/**
 * libvrm with the module of live avatars inside: the core, idle animation, and what connects avatars to
 * conversations, voices, face trackers and VMC. Experimental: it may change in any minor release.
 */
import { makeEntry } from './core/entry.js';
import type { Entry } from './core/entry.js';
import { unpack } from './core/inlined.js';
import live from 'inlined:live';

export * from './live/public.js';

const entry = /* @__PURE__ */ makeEntry(() => unpack(live));
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
