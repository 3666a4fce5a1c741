/** Springs: settings that the application changes are handed on; other changes give the stage back to three-vrm. */
import { VRMSpringBoneManager } from '@pixiv/three-vrm';
import type { VRMSpringBoneCollider, VRMSpringBoneJoint } from '@pixiv/three-vrm';
import { C } from '../generated/layout.js';
import type { Driver } from './driver.js';
import { onTouch } from './touch.js';

/** Fields of three-vrm that its types do not show. */
type OpenManager = Pick<VRMSpringBoneManager, keyof VRMSpringBoneManager> & { _joints: Set<VRMSpringBoneJoint> };

/** The numbers of a joint, in the order of vrm_spring_joint_settings. */
function numbersOf({ settings: s }: VRMSpringBoneJoint): number[] {
    return [s.hitRadius, s.stiffness, s.gravityPower, s.dragForce, s.gravityDir.x, s.gravityDir.y, s.gravityDir.z];
}

/** All that makes a collider, as text. */
function shapeOf(collider: VRMSpringBoneCollider): string {
    const { shape, position, scale, quaternion } = collider;
    return JSON.stringify([shape, position, scale, quaternion]);
}

/** A joint of three-vrm, its index in the tables, and what it was when it was last looked at. */
interface Seen {
    joint: VRMSpringBoneJoint;
    index: number;
    spring: number;
    /** Its numbers: when the application first asked, and when they were last handed on. */
    first: number[];
    numbers: number[];
    center: unknown;
    groups: string;
}

export class Springs {
    readonly #driver: Driver;
    isOurs = true;
    nodes: number[] = [];
    readonly #manager: OpenManager | undefined;
    readonly #count: number;
    /** Set once the application has asked for the joints: only then it can have changed them. */
    #seen: Seen[] | undefined;
    #colliders = new Map<VRMSpringBoneCollider, string>();

    constructor(driver: Driver) {
        this.#driver = driver;
        const manager = driver.vrm.springBoneManager as unknown as OpenManager | undefined;
        this.#manager = manager ?? undefined;
        this.#count = manager?._joints.size ?? 0;
        if (!manager) return;
        if (manager.update !== VRMSpringBoneManager.prototype.update) this.#giveBack();
        onTouch(manager, ['joints', 'springBones', 'colliderGroups', 'colliders'], () => this.#look());
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

    #reset(): void {
        const { exports, pointer, isReleased } = this.#driver;
        if (!isReleased) exports.vrm_avatar_reset_springs(pointer, C.VRM_ALL);
    }

    /** The application asks for the joints: what they are now is what changes are measured against. */
    #look(): void {
        const manager = this.#manager, driver = this.#driver;
        if (this.#seen || !manager) return;
        const { springJoints } = driver.model.tables;
        const at = new Map(springJoints.map(({ node }, i) => [node, i]));
        this.#seen = [];
        for (const joint of manager._joints) {
            const index = at.get(driver.indices.get(joint.bone) ?? -1) ?? -1;
            const first = numbersOf(joint), { center } = joint;
            this.#seen.push({ joint, index, spring: springJoints[index]?.spring ?? -1, first, numbers: first, center, groups: this.#groupsOf(joint) });
        }
    }

    /** The colliders of a joint, as text; their shapes are remembered. */
    #groupsOf(joint: VRMSpringBoneJoint): string {
        const all = joint.colliderGroups.flatMap(({ colliders }) => colliders);
        for (const collider of all) {
            if (!this.#colliders.has(collider)) this.#colliders.set(collider, shapeOf(collider));
        }
        return all.map(({ id }) => id).join();
    }

    check(): void {
        const manager = this.#manager, seen = this.#seen;
        if (!manager || !this.isOurs) return;
        if (manager._joints.size !== this.#count) return this.#giveBack();
        if (!seen) return;
        for (const one of seen) {
            if (this.#groupsOf(one.joint) !== one.groups) return this.#giveBack();
            this.#compareNumbers(one);
            if (one.joint.center !== one.center) this.#setCenter(one);
        }
        for (const [collider, shape] of this.#colliders) {
            if (shapeOf(collider) !== shape) return this.#giveBack();
        }
    }

    #compareNumbers(one: Seen): void {
        const now = numbersOf(one.joint);
        if (now.every((value, i) => value === one.numbers[i])) return;
        const { exports, pointer, runtime } = this.#driver;
        const at = runtime.scratch;
        exports.vrm_avatar_get_spring_joint(pointer, one.index, at);
        // What was not changed stays as libvrm read it in the file.
        now.forEach((value, i) => { if (value !== one.numbers[i]) runtime.f32[(at >> 2) + i] = value; });
        exports.vrm_avatar_set_spring_joint(pointer, one.index, at);
        one.numbers = now;
    }

    #setCenter(one: Seen): void {
        const { center } = one.joint;
        const node = center ? this.#driver.indices.get(center) : C.VRM_NONE;
        if (node === undefined) return this.#giveBack();
        this.#driver.exports.vrm_avatar_set_spring_center(this.#driver.pointer, one.spring, node);
        one.center = center;
    }

    /** Another avatar needs all changes. */
    refresh(): void {
        const seen = this.#seen;
        if (!this.isOurs) this.#switchOff();
        for (const one of seen ?? []) one.numbers = one.first;
    }

    #switchOff(): void {
        this.#driver.exports.vrm_avatar_set_spring_mode(this.#driver.pointer, C.VRM_ALL, C.VRM_SPRING_MODE_OFF);
    }

    #giveBack(): void {
        this.isOurs = false;
        this.#driver.warn('springs');
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
