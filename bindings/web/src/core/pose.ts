import { C, vrm_custom_weight, vrm_pose } from '../generated/layout.js';
import { boneGroups, limbs, presets } from '../generated/tables.js';
import type { BoneGroup, BoneName, Limb, PresetName } from '../generated/tables.js';
import { Handle } from './handle.js';
import type { Model } from './model.js';
import type { Runtime } from './runtime.js';

const CUSTOMS = 64;
/** The size of own_names in wasm/pose.c. */
const NAMES = 4 + 2 * 4096;

/** The bones of groups, as the mask of C. */
export function maskOf(runtime: Runtime, groups: readonly BoneGroup[]): bigint {
    return groups.reduce((mask, group) => mask | runtime.exports.vrm_bone_group_bones(boneGroups.indexOf(group)), 0n);
}

/**
 * A pose that fits every avatar: normalized rotations of bones, the position of the hips in units of their
 * height, weights of expressions, and lookAt. Blends ignore entries that were not set. It has room for 64 custom
 * expressions, with 4096 bytes of names.
 */
export class Pose extends Handle {
    /** Use `runtime.createPose`, or `createPose`. */
    constructor(runtime: Runtime) {
        const pointer = runtime.alloc(vrm_pose.SIZE + CUSTOMS * vrm_custom_weight.SIZE + NAMES);
        super(runtime, pointer, 'Pose', (runtime) => runtime.free(pointer));
        this.clear();
    }

    /** Makes it an empty pose. */
    clear(): this {
        const { runtime, pointer } = this;
        runtime.exports.vrm_pose_init(pointer);
        if (pointer) {
            runtime.u32[(pointer + vrm_pose.customs) >> 2] = pointer + vrm_pose.SIZE;
            runtime.u32[(pointer + vrm_pose.custom_capacity) >> 2] = CUSTOMS;
        }
        return this;
    }

    /** The rotations of all bones, to be read: x, y, z, w for each. A view; do not keep it. */
    get rotations(): Float32Array {
        return this.#floats(vrm_pose.rotations, C.VRM_BONE_COUNT * 4);
    }
    /** The names of the bones that it sets. */
    get bones(): BoneName[] {
        const at = this.pointer >> 2;
        return this.pointer ? this.runtime.bonesOf(this.runtime.u32[at]!, this.runtime.u32[at + 1]!) : [];
    }
    /** The position of the hips, from their rest position, in units of hips height. */
    get hips(): [number, number, number] {
        return Array.from(this.#floats(vrm_pose.hips, 3)) as [number, number, number];
    }

    /** Sets the normalized rotation of a bone. */
    setBone(bone: BoneName | number, x: number, y: number, z: number, w: number): this {
        const index = this.runtime.boneIndex(bone);
        if (index < 0 || index >= C.VRM_BONE_COUNT || !this.pointer) return this;
        this.runtime.u32[(this.pointer >> 2) + (index >> 5)]! |= 1 << (index & 31);
        const { f32 } = this.runtime;
        const at = ((this.pointer + vrm_pose.rotations) >> 2) + index * 4;
        f32[at] = x;
        f32[at + 1] = y;
        f32[at + 2] = z;
        f32[at + 3] = w;
        return this;
    }
    /** Sets the position of the hips, from their rest position, in units of hips height. */
    setHips(x: number, y: number, z: number): this {
        return this.#say(C.VRM_POSE_HIPS, vrm_pose.hips, [x, y, z]);
    }
    /** Sets the weight of a preset expression. */
    setExpression(preset: PresetName, weight: number): this {
        const index = presets.indexOf(preset);
        if (index < 0 || !this.pointer) return this;
        this.runtime.u32[(this.pointer + vrm_pose.presets) >> 2]! |= 1 << index;
        this.#floats(vrm_pose.weights, C.VRM_PRESET_COUNT)[index] = weight;
        return this;
    }
    /** The weight of a preset expression; 0 if the pose does not set it. */
    expression(preset: PresetName): number {
        return this.#floats(vrm_pose.weights, C.VRM_PRESET_COUNT)[presets.indexOf(preset)] ?? 0;
    }
    /** Sets the direction of the eyes: degrees to the left, and downwards. */
    setLookAtDegrees(yawDegrees: number, pitchDegrees: number): this {
        return this.#say(C.VRM_POSE_LOOK_AT_DEGREES, vrm_pose.yaw_degrees, [yawDegrees, pitchDegrees], C.VRM_POSE_LOOK_AT_POINT);
    }
    /** Sets a point that the eyes look at, under the root, in units of hips height. */
    lookAt(x: number, y: number, z: number): this {
        return this.#say(C.VRM_POSE_LOOK_AT_POINT, vrm_pose.look_at, [x, y, z], C.VRM_POSE_LOOK_AT_DEGREES);
    }

    /** Copies the names of custom expressions that C has written: their clip, model or receiver may be disposed of before the pose. */
    ownNames(): this {
        this.runtime.exports.vrm_web_pose_own_names(this.pointer);
        return this;
    }

    /** Fills unset entries from another pose, or from the T-pose. */
    fill(base?: Pose): this {
        this.runtime.exports.vrm_pose_fill(this.pointer, base?.pointerFor(this.runtime) ?? 0);
        return this.ownNames();
    }
    /** Keeps the bones of some groups alone, and by choice the hips, the expressions and the eyes. */
    mask(groups: readonly BoneGroup[], { hips = true, expressions = true, lookAt = true } = {}): this {
        const parts = (hips ? C.VRM_POSE_HIPS : 0) | (lookAt ? C.VRM_POSE_LOOK_AT_DEGREES | C.VRM_POSE_LOOK_AT_POINT : 0);
        this.runtime.exports.vrm_pose_mask(this.pointer, maskOf(this.runtime, groups), expressions ? -1 : 0, parts);
        return this;
    }
    /** Becomes the blend of two poses, which may be itself: at weight 0 the first, at 1 the second. */
    blend(a: Pose, b: Pose, weight: number): this {
        this.runtime.exports.vrm_pose_blend(a.pointerFor(this.runtime), b.pointerFor(this.runtime), weight, this.pointer);
        return this.ownNames();
    }
    /** Becomes a pose to which a difference is added. */
    add(base: Pose, difference: Pose, weight: number): this {
        this.runtime.exports.vrm_pose_add(base.pointerFor(this.runtime), difference.pointerFor(this.runtime), weight, this.pointer);
        return this.ownNames();
    }
    /** Becomes what has to be added to the reference to have the pose. */
    subtract(pose: Pose, reference: Pose): this {
        this.runtime.exports.vrm_pose_subtract(pose.pointerFor(this.runtime), reference.pointerFor(this.runtime), this.pointer);
        return this.ownNames();
    }
    /** Swaps left and right. */
    mirror(): this {
        this.runtime.exports.vrm_pose_mirror(this.pointer);
        return this;
    }
    /** Bends an arm or a leg to move its hand or foot to a point, in meters relative to the root of an avatar of the
     * model. Returns how far the point is out of reach, in meters; -1 if the avatar lacks the limb. */
    reach(model: Model, limb: Limb, x: number, y: number, z: number, weight = 1): number {
        const { runtime } = this;
        return runtime.exports.vrm_pose_reach(this.pointer, model.pointerFor(runtime), limbs.indexOf(limb), runtime.put3(x, y, z), 0, 0, weight);
    }

    #floats(offset: number, count: number): Float32Array {
        const at = (this.pointer + offset) >> 2;
        return this.runtime.f32.subarray(at, this.pointer ? at + count : at);
    }

    #say(part: number, offset: number, numbers: number[], instead = 0): this {
        if (!this.pointer) return this;
        const at = (this.pointer + vrm_pose.parts) >> 2;
        this.runtime.u32[at] = (this.runtime.u32[at]! & ~instead) | part;
        this.#floats(offset, numbers.length).set(numbers);
        return this;
    }
}
