/** libvrm with the core module in a separate file: core.wasm is fetched from the folder of this file. */
import { makeEntry } from './core/entry.js';
import type { Entry } from './core/entry.js';
import { coreIntegrity } from 'inlined:integrity';

export * from './core/public.js';

const entry = /* @__PURE__ */ makeEntry(() => new URL('./core.wasm', import.meta.url), coreIntegrity);
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
