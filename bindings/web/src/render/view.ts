import { C, vrm_light, vrm_view } from '../generated/layout.js';
import type { Runtime } from '../core/runtime.js';

/** Camera and light. */
export interface View {
    /** The position of the camera in the world. */
    eye: ArrayLike<number>;
    /** What it looks at. */
    target: ArrayLike<number>;
    /** Default: up is +Y. */
    up?: ArrayLike<number>;
    /** The height of the picture, in radians. Default: 0.5. */
    fov?: number;
    near?: number;
    far?: number;
    /** In pixels. Default: those of the canvas. */
    width?: number;
    height?: number;
    /** What the first-person camera sees. */
    firstPerson?: boolean;
    /** Default: true. */
    outline?: boolean;
    /** Metals reflect surroundings that are made from the light. Default: true. */
    environment?: boolean;
    light?: Light;
}

/** One distant light, and light from all around. Colors are linear. */
export interface Light {
    /**
     * From the surface to the light, in the world; any length. [0, 1, 1] is a light above and in front of an avatar.
     * It is the opposite of the direction in which the light travels. Default: [0, 0, 1].
     */
    direction?: ArrayLike<number>;
    /** Default: white. */
    color?: ArrayLike<number>;
    /** Light from above. Default: none. */
    sky?: ArrayLike<number>;
    /** Light from below; the same as `sky` for ambient light. Default: none. */
    ground?: ArrayLike<number>;
}

/** Writes a view at an address, where there is room for a vrm_view. */
export function writeView(runtime: Runtime, at: number, view: View, width: number, height: number): void {
    const { exports } = runtime;
    exports.vrm_view_init_sized(at, vrm_view.SIZE);
    const { eye, target, up = [0, 1, 0], fov = 0.5, near = 0.05, far = 50, light = {} } = view;
    const places = runtime.put([eye[0]!, eye[1]!, eye[2]!, target[0]!, target[1]!, target[2]!, up[0]!, up[1]!, up[2]!], 9);
    exports.vrm_view_look_at(at, places, places + 12, places + 24, fov, width / height, near, far);
    runtime.u32[(at + vrm_view.width) >> 2] = width;
    runtime.u32[(at + vrm_view.height) >> 2] = height;
    runtime.u32[(at + vrm_view.flags) >> 2] = (view.firstPerson ? C.VRM_RENDER_FIRST_PERSON : 0)
        | (view.outline === false ? C.VRM_RENDER_NO_OUTLINE : 0) | (view.environment === false ? 0 : C.VRM_RENDER_ENVIRONMENT);
    const set = (field: vrm_light, value: ArrayLike<number> | undefined): void => {
        if (value) runtime.f32.set([value[0]!, value[1]!, value[2]!], (at + vrm_view.light + field) >> 2);
    };
    set(vrm_light.direction, light.direction);
    set(vrm_light.color, light.color);
    set(vrm_light.sky, light.sky);
    set(vrm_light.ground, light.ground);
}
