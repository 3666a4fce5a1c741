/**
 * libvrm with the largest module inside: all of libvrm/full, and what edits files, makes avatars out of rigged
 * meshes, and makes files smaller.
 */
import { makeEntry } from './core/entry.js';
import type { Entry } from './core/entry.js';
import { unpack } from './core/inlined.js';
import { texts } from './generated/texts.js';
import edit from 'inlined:edit';

export * from './full/public.js';
export { Edit } from './edit/edit.js';
export { make, MakeError, optimize } from './edit/make.js';
export type { Made, MakeOptions, OptimizeOptions } from './edit/make.js';

const entry = /* @__PURE__ */ makeEntry(() => unpack(edit), undefined, texts);
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
