import { C, vrm_face, vrm_face_filter, vrm_face_map } from '../generated/layout.js';
import { VrmError } from '../core/error.js';
import { Handle } from '../core/handle.js';
import type { Model } from '../core/model.js';
import type { Pose } from '../core/pose.js';
import type { Runtime } from '../core/runtime.js';

/** The 52 shapes of ARKit, in the order of the library. */
export function faceShapes(runtime: Runtime): string[] {
    runtime.need('vrm_face_shape_name');
    return Array.from({ length: C.VRM_FACE_SHAPE_COUNT }, (_, i) => runtime.text(runtime.exports.vrm_face_shape_name(i)));
}

/** Writes the weights of OVR's 15 visemes into the mouth of a pose. */
export function visemesToMouth(weights: ArrayLike<number>, pose: Pose): void {
    const { runtime } = pose;
    runtime.need('vrm_viseme_apply');
    if (!(weights.length <= C.VRM_VISEME_COUNT)) {
        throw new VrmError('invalid-argument', `There are ${C.VRM_VISEME_COUNT} visemes, not ${weights.length}`, 'Give a weight for each');
    }
    runtime.exports.vrm_viseme_apply(runtime.put(weights, weights.length), weights.length, pose.pointerFor(runtime));
}

/** Shows faces of a tracker on an avatar: ARKit's shapes, MediaPipe, iFacialMocap and VTube Studio. */
export class FaceMap extends Handle {
    readonly #face: number;
    readonly #filter: number;
    readonly #size: number;

    constructor(readonly model: Model) {
        const { runtime } = model;
        runtime.need('vrm_face_map_init');
        const pointer = runtime.alloc(vrm_face_map.SIZE + vrm_face.SIZE + vrm_face_filter.SIZE + 16);
        const held = runtime.exports.vrm_model_retain(model.pointerFor(runtime)); // which has the names in the map
        super(runtime, pointer, 'FaceMap', (runtime) => {
            runtime.free(pointer);
            runtime.exports.vrm_model_release(held);
        });
        this.#face = (pointer + vrm_face_map.SIZE + 7) & -8;
        this.#filter = (this.#face + vrm_face.SIZE + 7) & -8;
        this.#size = 16 * 4;
        runtime.exports.vrm_face_map_init(pointer, held);
        runtime.exports.vrm_face_init(this.#face);
        runtime.exports.vrm_face_filter_init(this.#filter);
    }

    /** Sets a shape by its name in any spelling. Returns false if it is none. */
    set(name: string, weight: number): boolean {
        const { runtime } = this;
        return this.pointer !== 0 && runtime.withBytes(new TextEncoder().encode(name), (at, length) =>
            runtime.exports.vrm_face_set(this.#face, at, length, weight)) === 1;
    }

    /** Sets the head by a matrix of 16 numbers in columns, such as that of MediaPipe, in centimeters. */
    setHead(matrix: ArrayLike<number>): boolean {
        return this.pointer !== 0 && this.runtime.exports.vrm_face_set_head(this.#face, this.runtime.put(matrix, this.#size / 4)) === 1;
    }

    /** Reads a packet of iFacialMocap or VTube Studio. Returns false if it is neither. */
    read(packet: Uint8Array): boolean {
        const { runtime } = this;
        return this.pointer !== 0 && runtime.withBytes(packet, (at, size) =>
            runtime.exports.vrm_face_read_ifacialmocap(at, size, this.#face)
            || runtime.exports.vrm_face_read_vtube_studio(at, size, this.#face)) === 1;
    }

    /** Smooths the face, and writes it into a pose. */
    apply(pose: Pose, dt: number): void {
        const { runtime } = this;
        if (!this.pointer) return;
        runtime.exports.vrm_face_filter_update(this.#filter, this.#face, dt, this.#face);
        runtime.exports.vrm_face_map_apply(this.pointer, this.#face, pose.pointerFor(runtime));
        pose.ownNames();
    }
}
