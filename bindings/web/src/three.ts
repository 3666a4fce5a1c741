/**
 * libvrm below three-vrm: change `from '@pixiv/three-vrm'` to `from 'libvrm/three'`, and avatars are moved
 * by libvrm. Everything else of three-vrm is handed on as it is.
 */
export * from '@pixiv/three-vrm';
export { VRMLoaderPlugin } from './three/plugin.js';
export type { LibVRMOptions } from './three/plugin.js';
// Avatars of the plugin have what LibVRM adds, under the name that applications use for their type.
export { LibVRM, LibVRM as VRM } from './three/vrm.js';
export type { StageOwner, Stages } from './three/driver.js';
export type { InstanceOptions } from './three/instance.js';
