/**
 * libvrm below three-vrm: change `from '@pixiv/three-vrm'` to `from 'libvrm/three'`, and avatars are moved
 * by libvrm. Everything else of three-vrm is handed on as it is.
 */
export * from '@pixiv/three-vrm';
export { VRMLoaderPlugin } from './three/plugin.js';
export type { LibVRMOptions } from './three/plugin.js';
export { LibVRM } from './three/vrm.js';
export type { InstanceOptions } from './three/instance.js';
