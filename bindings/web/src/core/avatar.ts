import { C, vrm_apply_desc, vrm_frame, vrm_look_at_state, vrm_pose, vrm_spring_collider } from '../generated/layout.js';
import { applyFlags, colliderShapes, expressionLayers, springModes } from '../generated/tables.js';
import type { ApplyFlags, BoneName, ColliderShape, ExpressionLayer, SpringMode } from '../generated/tables.js';
import type { Crowd } from './crowd.js';
import { Frame, TRS_FLOATS } from './frame.js';
import { Handle } from './handle.js';
import type { Model } from './model.js';
import type { Pose } from './pose.js';
import { bits } from './read.js';
import type { Runtime } from './runtime.js';

/** What can be changed of a spring's joint while it runs. */
export interface SpringJointSettings {
    hitRadius: number;
    stiffness: number;
    gravityPower: number;
    dragForce: number;
    gravityDir: ArrayLike<number>;
}

/** A collider of the application's own. */
export interface Collider {
    /** The node that it is fixed to; -1, the default: the world. */
    node?: number;
    shape: ColliderShape;
    offset: ArrayLike<number>;
    /** Of a capsule: its other end; of a plane: its unit normal. */
    tail?: ArrayLike<number>;
    radius?: number;
}

/** Settings of `applyPose`. */
export interface ApplyOptions extends ApplyFlags {
    /** The layer of the expressions. Default: 'motion'. */
    layer?: ExpressionLayer;
}

/**
 * One running instance of a model: pose in, frame out.
 *
 * `locals` and the arrays of `frame` are views of the memory of the instance, without a copy. They are
 * emptied when the memory grows, which loading and creating can do and updating never does: read the
 * property in each frame rather than keep the array. An update makes no garbage.
 */
export class Avatar extends Handle {
    readonly model: Model;
    /** The crowd that it is in. */
    crowd: Crowd | undefined;
    /** How many nodes the file has. */
    readonly nodeCount: number;
    /** What the last update computed. */
    readonly frame: Frame;
    #locals: Float32Array;
    readonly #at: number;

    /** Use `model.createAvatar` or `crowd.add`. */
    constructor(model: Model, pointer: number) {
        super(model.runtime, pointer, 'Avatar', (runtime) => runtime.exports.vrm_avatar_destroy(pointer));
        const { runtime } = model;
        this.model = model;
        const frame = runtime.exports.vrm_avatar_frame(pointer);
        this.frame = new Frame(runtime, frame);
        this.nodeCount = runtime.u32[(frame + vrm_frame.node_count) >> 2]!;
        this.#at = runtime.exports.vrm_avatar_locals(pointer);
        this.#locals = this.#view();
    }

    #view(): Float32Array {
        return new Float32Array(this.runtime.exports.memory.buffer, this.#at, this.nodeCount * TRS_FLOATS);
    }

    /** The local transforms of the pose, to be read and written: 10 floats for each node, translation, rotation and scale. */
    get locals(): Float32Array {
        this.runtime.exports.vrm_avatar_locals(this.pointer);
        // Every avatar has nodes: an empty array means that the memory has grown.
        if (!this.#locals.length && this.pointer) this.#locals = this.#view();
        return this.#locals;
    }

    /** Updates the frame. `dt` is the time since the last update, in seconds. */
    update(dt: number): void {
        this.runtime.exports.vrm_avatar_update(this.pointer, dt);
    }
    /** First stage of an update: the pose. The five stages, one after the other, are an update. */
    updatePose(): void {
        this.runtime.exports.vrm_avatar_update_pose(this.pointer);
    }
    /** Second stage. */
    updateLookAt(): void {
        this.runtime.exports.vrm_avatar_update_look_at(this.pointer);
    }
    /** Third stage, with the animation of textures. */
    updateExpressions(dt: number): void {
        this.runtime.exports.vrm_avatar_update_expressions(this.pointer, dt);
    }
    /** Fourth stage. */
    updateConstraints(): void {
        this.runtime.exports.vrm_avatar_update_constraints(this.pointer);
    }
    /** Fifth stage. */
    updateSprings(dt: number): void {
        this.runtime.exports.vrm_avatar_update_springs(this.pointer, dt);
    }

    /** Moves the avatar: 10 floats, translation, rotation and scale. Its springs react to the motion. */
    setRoot(trs: ArrayLike<number>): void {
        this.runtime.exports.vrm_avatar_set_root(this.pointer, this.runtime.put(trs, TRS_FLOATS));
    }
    /** Moves the avatar without disturbing its springs; they keep their shape, or restart from rest. */
    teleport(trs: ArrayLike<number>, keepShape = true): void {
        this.runtime.exports.vrm_avatar_teleport(this.pointer, this.runtime.put(trs, TRS_FLOATS), +keepShape);
    }
    /** Shifts the world's origin. */
    shiftOrigin(x: number, y: number, z: number): void {
        this.runtime.exports.vrm_avatar_shift_origin(this.pointer, this.runtime.put3(x, y, z));
    }

    /** Sets the pose of all nodes back to rest. */
    resetPose(): void {
        this.runtime.exports.vrm_avatar_reset_pose(this.pointer);
    }
    /** Writes a relaxed standing pose. */
    relax(): void {
        const { runtime } = this;
        const pose = runtime.alloc(vrm_pose.SIZE);
        runtime.exports.vrm_pose_relaxed(runtime.exports.vrm_avatar_model(this.pointer), pose);
        runtime.exports.vrm_avatar_apply_pose(this.pointer, pose, 0);
        runtime.free(pose);
    }
    /** Sets the normalized rotation of a bone: the identity in the T-pose, and the same for every avatar. */
    setBoneRotation(bone: BoneName | number, x: number, y: number, z: number, w: number): void {
        const { runtime } = this;
        const at = runtime.put3(x, y, z);
        runtime.f32[(at >> 2) + 3] = w;
        runtime.exports.vrm_avatar_set_bone_rotation(this.pointer, runtime.boneIndex(bone), at);
    }
    /** Returns the normalized rotation of a bone in the pose: x, y, z, w. */
    boneRotation(bone: BoneName | number): [number, number, number, number] {
        const { runtime } = this;
        runtime.exports.vrm_avatar_get_bone_rotation(this.pointer, runtime.boneIndex(bone), runtime.scratch);
        return take(runtime, 4) as [number, number, number, number];
    }
    /** Sets the position of the hips, relative to the root, in meters. */
    setHipsPosition(x: number, y: number, z: number): void {
        this.runtime.exports.vrm_avatar_set_hips_position(this.pointer, this.runtime.put3(x, y, z));
    }
    /** Returns the position of the hips, relative to the root. */
    hipsPosition(): [number, number, number] {
        this.runtime.exports.vrm_avatar_get_hips_position(this.pointer, this.runtime.scratch);
        return take(this.runtime, 3) as [number, number, number];
    }
    /** Returns the position of a bone in the world after the last update. */
    bonePosition(bone: BoneName | number): [number, number, number] {
        const { runtime } = this;
        runtime.exports.vrm_avatar_get_bone_position(this.pointer, runtime.boneIndex(bone), runtime.scratch);
        return take(runtime, 3) as [number, number, number];
    }
    /** Writes a pose into the inputs of the avatar: bones, hips, expressions and lookAt. The next update shows it. */
    applyPose(pose: Pose, options?: ApplyOptions): void {
        const { runtime } = this;
        let desc = 0;
        if (options) {
            desc = runtime.scratch;
            runtime.exports.vrm_apply_desc_init_sized(desc, vrm_apply_desc.SIZE);
            runtime.u32[(desc + vrm_apply_desc.flags) >> 2] = bits(applyFlags, options);
            if (options.layer) runtime.u32[(desc + vrm_apply_desc.layer) >> 2] = expressionLayers.indexOf(options.layer);
        }
        runtime.exports.vrm_avatar_apply_pose(this.pointer, pose.pointerFor(runtime), desc);
    }
    /** Writes the inputs of the avatar into a pose. */
    readPose(out: Pose): Pose {
        this.runtime.exports.vrm_avatar_read_pose(this.pointer, out.pointerFor(this.runtime));
        return out.ownNames();
    }

    /** Sets an expression, 0 to 1. It stays until it is set again. A name that the avatar lacks does nothing. */
    setExpression(expression: string | number, weight: number, layer: ExpressionLayer = 'application'): void {
        this.runtime.exports.vrm_avatar_set_layer_expression(this.pointer, expressionLayers.indexOf(layer), this.#indexOf(expression), weight);
    }
    /** Returns the weight of an expression after the last update: after isBinary and overrides. */
    expressionWeight(expression: string | number): number {
        return this.runtime.exports.vrm_avatar_expression_weight(this.pointer, this.#indexOf(expression));
    }
    /** Sets the weight of a layer, 0 to 1. */
    setExpressionLayerWeight(layer: ExpressionLayer, weight: number): void {
        this.runtime.exports.vrm_avatar_set_expression_layer_weight(this.pointer, expressionLayers.indexOf(layer), weight);
    }
    /** Sets all expressions of a layer to 0. */
    clearExpressionLayer(layer: ExpressionLayer): void {
        this.runtime.exports.vrm_avatar_clear_expression_layer(this.pointer, expressionLayers.indexOf(layer));
    }

    /** Looks at a point of the world from now on. */
    lookAt(x: number, y: number, z: number): void {
        this.runtime.exports.vrm_avatar_set_look_at_target(this.pointer, this.runtime.put3(x, y, z));
    }
    /** Looks in a direction from now on, relative to the head: degrees to its left, and downwards. */
    setLookAtDegrees(yawDegrees: number, pitchDegrees: number): void {
        this.runtime.exports.vrm_avatar_set_look_at_degrees(this.pointer, yawDegrees, pitchDegrees);
    }
    /** Switches lookAt off: the eyes follow the pose. */
    setLookAtOff(): void {
        this.runtime.exports.vrm_avatar_set_look_at_off(this.pointer);
    }
    /** Returns the direction of the eyes that the last update computed, before range maps. */
    lookAtState(): { yawDegrees: number; pitchDegrees: number } {
        const { runtime } = this;
        runtime.u32[runtime.scratch >> 2] = vrm_look_at_state.SIZE;
        runtime.exports.vrm_avatar_get_look_at(this.pointer, runtime.scratch);
        const at = runtime.scratch >> 2;
        return {
            yawDegrees: runtime.f32[at + vrm_look_at_state.yaw_degrees / 4]!,
            pitchDegrees: runtime.f32[at + vrm_look_at_state.pitch_degrees / 4]!,
        };
    }
    /** Returns the point between the eyes in the world: the position of a first-person camera. */
    eyePosition(): [number, number, number] {
        this.runtime.exports.vrm_avatar_get_eye_position(this.pointer, this.runtime.scratch);
        return take(this.runtime, 3) as [number, number, number];
    }

    /** Restarts springs from their rest pose at the next update: one, or all. */
    resetSprings(spring: number = C.VRM_ALL): void {
        this.runtime.exports.vrm_avatar_reset_springs(this.pointer, spring);
    }
    /** Simulates the springs for at most 10 seconds. The first frame then shows hair at rest. */
    warmUp(seconds: number): void {
        this.runtime.exports.vrm_avatar_warm_up(this.pointer, seconds);
    }
    /** Sets a force that acts on all springs beside gravity, or on one beside that. */
    setWind(x: number, y: number, z: number, spring?: number): void {
        const { exports } = this.runtime;
        const at = this.runtime.put3(x, y, z);
        if (spring === undefined) exports.vrm_avatar_set_wind(this.pointer, at);
        else exports.vrm_avatar_set_spring_wind(this.pointer, spring, at);
    }
    /** Sets what a spring does, or all of them (-2). */
    setSpringMode(spring: number, mode: SpringMode): void {
        this.runtime.exports.vrm_avatar_set_spring_mode(this.pointer, spring, springModes.indexOf(mode));
    }
    /** Sets how much of the sway of a spring, or of all (-2), is shown. */
    setSpringWeight(spring: number, weight: number): void {
        this.runtime.exports.vrm_avatar_set_spring_weight(this.pointer, spring, weight);
    }
    /** Sets the node whose space a spring moves in; -1 is the world. */
    setSpringCenter(spring: number, node: number): void {
        this.runtime.exports.vrm_avatar_set_spring_center(this.pointer, spring, node);
    }
    /** Changes the settings of a joint; null means those of the file. */
    setSpringJoint(joint: number, settings: SpringJointSettings | null): void {
        const { runtime } = this;
        let at = 0;
        if (settings) {
            const { hitRadius, stiffness, gravityPower, dragForce, gravityDir } = settings;
            at = runtime.put([hitRadius, stiffness, gravityPower, dragForce, gravityDir[0]!, gravityDir[1]!, gravityDir[2]!], 7);
        }
        runtime.exports.vrm_avatar_set_spring_joint(this.pointer, joint, at);
    }
    /** Sets a collider of the application's own, below `colliderCapacity`; null removes it. */
    setCollider(index: number, collider: Collider | null): void {
        this.runtime.exports.vrm_avatar_set_collider(this.pointer, index, collider ? putCollider(this.runtime, collider) : 0);
    }

    /** Returns a box in the world around the avatar: least and greatest x, y, z. */
    bounds(): { least: number[]; most: number[] } {
        const { runtime } = this;
        runtime.exports.vrm_avatar_get_bounds(this.pointer, runtime.scratch, runtime.scratch + 12);
        const all = take(runtime, 6);
        return { least: all.slice(0, 3), most: all.slice(3) };
    }

    /** Saves all that the next frames depend on. The bytes are the same on every machine. */
    save(): Uint8Array<ArrayBuffer> {
        const { runtime } = this;
        const size = runtime.exports.vrm_avatar_save_size(this.alive);
        const out = runtime.alloc(size);
        try {
            runtime.check(runtime.exports.vrm_avatar_save(this.pointer, out, size));
            return runtime.u8.slice(out, out + size);
        } finally {
            runtime.free(out);
        }
    }
    /** Restores what `save` gave, also that of a server. The next update shows it. */
    restore(bytes: Uint8Array): void {
        const { runtime } = this;
        runtime.withBytes(bytes, (at, size) => runtime.check(runtime.exports.vrm_avatar_restore(this.alive, at, size)));
    }

    /** Gives its memory back; an avatar of a crowd leaves the crowd. Its arrays are empty afterwards. */
    override dispose(): void {
        super.dispose();
        this.crowd?.forget(this);
        this.frame.end();
        this.#locals = new Float32Array(0);
    }

    #indexOf(expression: string | number): number {
        return typeof expression === 'number' ? expression : this.model.findExpressionIn(this.runtime.exports.vrm_avatar_model(this.pointer), expression);
    }
}

/** Writes a collider to the scratch memory, and returns its address. */
export function putCollider(runtime: Runtime, { node = C.VRM_NONE, shape, offset, tail = offset, radius = 0 }: Collider): number {
    const at = runtime.scratch;
    runtime.putPoint(offset, at + vrm_spring_collider.offset);
    runtime.putPoint(tail, at + vrm_spring_collider.tail);
    runtime.f32[(at + vrm_spring_collider.radius) >> 2] = radius;
    runtime.i32[(at + vrm_spring_collider.node) >> 2] = node;
    runtime.i32[(at + vrm_spring_collider.shape) >> 2] = colliderShapes.indexOf(shape);
    return at;
}

/** Reads floats from the scratch memory. */
function take(runtime: Runtime, count: number): number[] {
    const at = runtime.scratch >> 2;
    return Array.from(runtime.f32.subarray(at, at + count));
}
