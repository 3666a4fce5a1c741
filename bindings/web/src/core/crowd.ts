import { C, vrm_crowd_collider, vrm_crowd_desc } from '../generated/layout.js';
import { crowdDetails } from '../generated/tables.js';
import type { CrowdDetail } from '../generated/tables.js';
import type { Avatar } from './avatar.js';
import { Handle } from './handle.js';
import type { AvatarOptions, Model } from './model.js';
import type { Runtime } from './runtime.js';

/** Settings of a crowd. */
export interface CrowdOptions {
    /** Colliders that all avatars share. Default: 0. */
    colliderCapacity?: number;
    /** How many of these one avatar can meet in an update. Default: 16. */
    nearCapacity?: number;
}

/** A collider of a crowd, in world space: a hand, a prop. */
export interface CrowdCollider {
    position: ArrayLike<number>;
    /** The other end of a capsule; without it, the collider is a sphere. */
    tail?: ArrayLike<number>;
    radius: number;
    /** An avatar of the crowd that does not meet it. */
    owner?: Avatar;
}

/** Many avatars that are updated in one call. It owns them. */
export class Crowd extends Handle {
    readonly #members = new Set<Avatar>();

    /** Use `runtime.createCrowd`. */
    constructor(runtime: Runtime, options: CrowdOptions = {}) {
        const desc = runtime.scratch;
        runtime.exports.vrm_crowd_desc_init_sized(desc, vrm_crowd_desc.SIZE);
        runtime.u32[(desc + vrm_crowd_desc.collider_capacity) >> 2] = options.colliderCapacity ?? 0;
        runtime.u32[(desc + vrm_crowd_desc.near_capacity) >> 2] = options.nearCapacity ?? 0;
        const pointer = runtime.create('a crowd', (out) => runtime.exports.vrm_crowd_create(desc, out, out + 4));
        super(runtime, pointer, 'Crowd', (runtime) => runtime.exports.vrm_crowd_destroy(pointer));
    }

    /** The avatars of the crowd. */
    get avatars(): ReadonlySet<Avatar> {
        return this.#members;
    }

    /** Creates an avatar in the crowd. */
    add(model: Model, options: AvatarOptions = {}): Avatar {
        const crowd = this.alive;
        model.pointerFor(this.runtime);
        const avatar = model.addAvatar(options, (pointer, desc, out) => this.runtime.exports.vrm_crowd_add(crowd, pointer, desc, out, out + 4));
        // The crowd frees its avatars, also if both are collected without dispose.
        this.runtime.unwatch(avatar);
        avatar.crowd = this;
        this.#members.add(avatar);
        return avatar;
    }

    /** Called by an avatar that was disposed of, which removes it from the crowd. */
    forget(avatar: Avatar): void {
        this.#members.delete(avatar);
    }

    /** Updates all avatars, each with its detail. */
    update(dt: number): void {
        this.runtime.exports.vrm_crowd_update(this.pointer, dt);
    }

    /** Sets how much of an avatar is updated. */
    setDetail(avatar: Avatar, detail: CrowdDetail): void {
        this.runtime.exports.vrm_crowd_set_detail(this.pointer, avatar.pointerFor(this.runtime), crowdDetails.indexOf(detail));
    }

    /** Sets the detail of all avatars by how far they are from an eye. */
    setDetailByDistance(x: number, y: number, z: number): void {
        this.runtime.exports.vrm_crowd_set_detail_by_distance(this.pointer, 0, this.runtime.put3(x, y, z));
    }

    /** Sets a collider that all avatars share, below `colliderCapacity`; null removes it. */
    setCollider(index: number, collider: CrowdCollider | null): void {
        const { runtime } = this;
        const at = runtime.scratch;
        if (collider) {
            const { position, tail, radius, owner } = collider;
            runtime.i32[(at + vrm_crowd_collider.shape) >> 2] = tail ? C.VRM_COLLIDER_CAPSULE : C.VRM_COLLIDER_SPHERE;
            runtime.putPoint(position, at + vrm_crowd_collider.position);
            runtime.putPoint(tail ?? position, at + vrm_crowd_collider.tail);
            runtime.f32[(at + vrm_crowd_collider.radius) >> 2] = radius;
            runtime.u32[(at + vrm_crowd_collider.owner) >> 2] = owner?.pointerFor(runtime) ?? 0;
        }
        runtime.exports.vrm_crowd_set_collider(this.pointer, index, collider ? at : 0);
    }

    /** Shifts the world's origin. */
    shiftOrigin(x: number, y: number, z: number): void {
        this.runtime.exports.vrm_crowd_shift_origin(this.pointer, this.runtime.put3(x, y, z));
    }

    /** Gives its memory back, and that of all its avatars. */
    override dispose(): void {
        for (const avatar of this.#members) avatar.dispose();
        super.dispose();
    }
}
