/** Springs: what the application changes is taken over; what tables have no place for gives the stage back to three-vrm. */
import { VRMSpringBoneManager } from '@pixiv/three-vrm';
import type { VRMSpringBoneCollider, VRMSpringBoneJoint } from '@pixiv/three-vrm';
import type { Object3D } from 'three';
import { C, vrm_spring_collider, vrm_spring_joint, vrm_tables } from '../generated/layout.js';
import type { Driver } from './driver.js';
import { collidersOf, readCollider, Unknown } from './tables.js';
import { onTouch } from './touch.js';

/** Fields of three-vrm that its types do not show. */
type OpenManager = Pick<VRMSpringBoneManager, keyof VRMSpringBoneManager> & { _joints: Set<VRMSpringBoneJoint> };

/** The numbers of a joint, in the order of vrm_spring_joint_settings. */
function numbersOf({ settings: s }: VRMSpringBoneJoint): number[] {
    return [s.hitRadius, s.stiffness, s.gravityPower, s.dragForce, s.gravityDir.x, s.gravityDir.y, s.gravityDir.z];
}

/** All that makes a collider: objects, and numbers. */
function shapeOf({ parent, shape, position: p, quaternion: q, scale: s }: VRMSpringBoneCollider): unknown[] {
    const { offset, tail, normal, radius, inside } = shape as unknown as Record<'offset' | 'tail' | 'normal', Object3D['position'] | undefined> & { radius?: number; inside?: boolean };
    return [parent, shape, radius, inside, offset?.x, offset?.y, offset?.z, tail?.x, tail?.y, tail?.z, normal?.x, normal?.y, normal?.z,
        p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z];
}

/** The child of a joint, and its colliders behind each of their groups. */
function partsOf({ bone, child, colliderGroups }: VRMSpringBoneJoint): unknown[] {
    return [bone, child, ...colliderGroups.flatMap((group) => [group, ...group.colliders])];
}

/** Whether these are its parts; in every frame, so that nothing is made. */
function hasParts({ bone, child, colliderGroups }: VRMSpringBoneJoint, parts: readonly unknown[]): boolean {
    let k = 2;
    if (parts[0] !== bone || parts[1] !== child) return false;
    for (const group of colliderGroups) {
        if (parts[k++] !== group) return false;
        for (const collider of group.colliders) if (parts[k++] !== collider) return false;
    }
    return k === parts.length;
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);

/** A joint of three-vrm, its index in the tables, and what it was when it was last looked at. */
interface Seen {
    joint: VRMSpringBoneJoint;
    index: number;
    spring: number;
    /** Its numbers: when the application first asked, and when they were last handed on. */
    first: number[];
    numbers: number[];
    center: unknown;
    parts: unknown[];
}

export class Springs {
    readonly #driver: Driver;
    isOurs = true;
    nodes: number[] = [];
    readonly #manager: OpenManager | undefined;
    #count = 0;
    /** Set once the application has asked for the joints: only then it can have changed them. */
    #seen: Seen[] | undefined;
    /** In the order of the tables, if these are of three-vrm. */
    readonly #colliders = new Map<VRMSpringBoneCollider, unknown[]>();

    constructor(driver: Driver) {
        this.#driver = driver;
        const manager = driver.vrm.springBoneManager as unknown as OpenManager | undefined;
        this.#manager = manager ?? undefined;
        this.#count = manager?._joints.size ?? 0;
        if (!manager) return;
        if (manager.update !== VRMSpringBoneManager.prototype.update) this.#giveBack();
        onTouch(manager, ['joints', 'springBones', 'colliderGroups', 'colliders'], () => { if (!this.#seen) this.#look(); });
        for (const joint of manager._joints) joint.bone.matrixAutoUpdate = true; // three-vrm composes them by itself
        if (!this.isOurs) return;
        manager.update = (dt) => {
            if (this.isOurs && driver.updateSprings(dt)) return;
            VRMSpringBoneManager.prototype.update.call(manager as unknown as VRMSpringBoneManager, dt);
        };
        for (const name of ['reset', 'setInitState'] as const) {
            manager[name] = () => {
                this.#reset();
                VRMSpringBoneManager.prototype[name].call(manager as unknown as VRMSpringBoneManager);
            };
        }
    }

    /** Whether there are springs at all. */
    get isThere(): boolean {
        return this.#count > 0;
    }

    #reset(): void {
        const { exports, pointer, isReleased } = this.#driver;
        if (!isReleased) exports.vrm_avatar_reset_springs(pointer, C.VRM_ALL);
    }

    /** The joint and the spring of each node, as the tables have them. */
    #readJoints(): Map<number, [index: number, spring: number]> {
        const { exports, pointer, runtime: { i32 } } = this.#driver;
        const tables = exports.vrm_model_tables(exports.vrm_avatar_model(pointer)) >> 2;
        const found = new Map<number, [number, number]>();
        for (let i = 0, at = i32[tables + vrm_tables.spring_joints / 4]! >> 2; i < i32[tables + vrm_tables.spring_joint_count / 4]!; ++i) {
            found.set(i32[at + vrm_spring_joint.node / 4]!, [i, i32[at + vrm_spring_joint.spring / 4]!]);
            at += vrm_spring_joint.SIZE / 4;
        }
        return found;
    }

    /** The application asks for the joints: what they are now is what changes are measured against. */
    #look(): void {
        const manager = this.#manager, driver = this.#driver;
        if (!manager || driver.isReleased) return;
        const at = this.#readJoints();
        this.#seen = [...manager._joints].map((joint) => {
            const [index, spring] = at.get(driver.indices.get(joint.bone) ?? -1) ?? [-1, -1], numbers = numbersOf(joint);
            return { joint, index, spring, first: numbers, numbers, center: joint.center, parts: partsOf(joint) };
        });
        this.#colliders.clear();
        for (const collider of collidersOf(manager._joints)) this.#colliders.set(collider, shapeOf(collider));
    }

    check(): void {
        const manager = this.#manager, seen = this.#seen;
        if (!manager || !this.isOurs) return;
        if (manager._joints.size !== this.#count) return this.#change();
        if (!seen) return;
        let i = 0;
        for (const joint of manager._joints) {
            const one = seen[i++]!;
            if (one.joint !== joint || !hasParts(joint, one.parts)) return this.#change();
            this.#compareNumbers(one);
            if (joint.center !== one.center && !this.#setCenter(one)) return this.#change();
        }
        i = 0;
        for (const [collider, was] of this.#colliders) {
            const shape = shapeOf(collider);
            if (!isSame(shape, was)) {
                if (!this.#reshape(collider, i)) return this.#change();
                this.#colliders.set(collider, shape);
            }
            ++i;
        }
    }

    /** Joints or colliders are others now: other tables are made of them. */
    #change(): void {
        const driver = this.#driver;
        if (!driver.rig.isOpen) return this.#giveBack();
        for (const { bone } of this.#manager!._joints) bone.matrixAutoUpdate = true;
        try {
            driver.renew();
        } catch (error) {
            this.#giveBack(error instanceof Unknown ? error.message : String(error));
        }
    }

    /** Another place or size of a collider, where tables can be changed. */
    #reshape(collider: VRMSpringBoneCollider, index: number): boolean {
        const { rig, runtime: { i32, f32, scratch }, exports, pointer } = this.#driver;
        if (!rig.isOpen) return false;
        try {
            const { node, shape, offset, tail, radius } = readCollider(rig.rest, collider), at = scratch >> 2;
            i32[at + vrm_spring_collider.node / 4] = node;
            i32[at + vrm_spring_collider.shape / 4] = shape;
            offset.toArray(f32, at + vrm_spring_collider.offset / 4);
            tail.toArray(f32, at + vrm_spring_collider.tail / 4);
            f32[at + vrm_spring_collider.radius / 4] = radius;
        } catch {
            return false; // the reason is found again
        }
        return exports.vrm_web_rig_set_collider(pointer, index, scratch) !== 0;
    }

    #compareNumbers(one: Seen): void {
        const now = numbersOf(one.joint);
        if (isSame(now, one.numbers)) return;
        const { exports, pointer, runtime } = this.#driver;
        const at = runtime.scratch;
        exports.vrm_avatar_get_spring_joint(pointer, one.index, at);
        // What was not changed stays as libvrm read it in the file.
        now.forEach((value, i) => { if (value !== one.numbers[i]) runtime.f32[(at >> 2) + i] = value; });
        exports.vrm_avatar_set_spring_joint(pointer, one.index, at);
        one.numbers = now;
    }

    /** False: no node of the file. */
    #setCenter(one: Seen): boolean {
        const { center } = one.joint;
        const node = center ? this.#driver.indices.get(center) : C.VRM_NONE;
        if (node === undefined) return false;
        this.#driver.exports.vrm_avatar_set_spring_center(this.#driver.pointer, one.spring, node);
        one.center = center;
        return true;
    }

    /** Another avatar needs all changes. */
    refresh(): void {
        const seen = this.#seen;
        if (!this.isOurs) this.#switchOff();
        if (!this.#driver.rig.isOpen) {
            for (const one of seen ?? []) one.numbers = one.first;
            return;
        }
        this.#count = this.#manager?._joints.size ?? 0;
        if (seen) this.#look();
    }

    #switchOff(): void {
        this.#driver.exports.vrm_avatar_set_spring_mode(this.#driver.pointer, C.VRM_ALL, C.VRM_SPRING_MODE_OFF);
    }

    #giveBack(reason?: string): void {
        this.isOurs = false;
        this.#driver.warn('springs', reason);
        this.#switchOff();
        this.#mend();
        this.#manager!.reset();
    }

    /** three-vrm keeps inverses of the matrices that centers had before. */
    #mend(): void {
        for (const joint of this.#manager?._joints ?? []) {
            if (joint.center) joint.center = joint.center;
        }
    }

    /** three-vrm's own springs. */
    update(dt: number): void {
        const manager = this.#manager!;
        VRMSpringBoneManager.prototype.update.call(manager as unknown as VRMSpringBoneManager, dt);
        this.nodes = this.#driver.nodesOf([...manager._joints].map(({ bone }) => bone));
    }

    release(): void {
        const manager = this.#manager;
        if (!manager) return;
        for (const name of ['update', 'reset', 'setInitState']) Reflect.deleteProperty(manager, name);
        for (const joint of manager._joints) joint.bone.matrixAutoUpdate = false;
        this.#mend();
        manager.reset();
    }
}
