// What the imports full and edit have.
export * from '../core/public.js';
export { check, ConsentError, fix, migrate, normalize, writeVrma } from './files.js';
export type { CheckOptions, Fixed, MigrateOptions, NormalizeOptions, WriteOptions, Written } from './files.js';
export { Ground, Idle, Recorder } from './motion.js';
export type { IdleSettings } from './motion.js';
export type * from '../generated/full.js';
