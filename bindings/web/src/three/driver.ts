/**
 * Moves one avatar of three-vrm with libvrm: reads what the application wrote into three's objects,
 * updates the avatar in WebAssembly, and writes the result into the same objects.
 */
import { VRM } from '@pixiv/three-vrm';
import type { VRMHumanBoneName } from '@pixiv/three-vrm';
import { Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import type { Instance } from '../core/instance.js';
import type { Exports } from '../generated/exports.js';
import { C, vrm_apply_desc, vrm_frame, vrm_humanoid, vrm_pose, vrm_tables } from '../generated/layout.js';
import { Constraints } from './constraints.js';
import { Face } from './face.js';
import { Gaze } from './gaze.js';
import { LazyEuler } from './lazy.js';
import type { Clock } from './lazy.js';
import { Materials } from './materials.js';
import type { Parts, Rig } from './rig.js';
import { Springs } from './springs.js';
import { Tree } from './tree.js';

/** How an avatar is moved. */
export interface DriverOptions {
    /** Springs take one step of the frame's own time, as three-vrm does; their motion then depends on the frame rate. */
    literalTime?: boolean;
    /** Springs do not scale radii and forces with the avatar, as three-vrm does. */
    literalScale?: boolean;
    /** An avatar that has come to rest costs next to nothing until something moves it. */
    sleep?: boolean;
}

/** Who computes a stage of an update; 'none': the avatar does not have it. */
export type StageOwner = 'libvrm' | 'three-vrm' | 'none';

/** The stages of an update. */
export interface Stages {
    readonly pose: StageOwner;
    readonly lookAt: StageOwner;
    readonly expressions: StageOwner;
    readonly constraints: StageOwner;
    readonly springs: StageOwner;
}

const TRS = 10;
const APPLY = C.VRM_APPLY_KEEP | C.VRM_APPLY_NO_EXPRESSIONS | C.VRM_APPLY_NO_LOOK_AT;

/** A quaternion as three has it: its setters tell the object's angles, which costs more than all else here. */
export type Bare = Quaternion & { _x: number; _y: number; _z: number; _w: number };

const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();
const matrix = new Matrix4();
const IDENTITY = new Matrix4();

let forgotten: FinalizationRegistry<() => void> | undefined;

/** Frees what is left behind: applications of three-vrm know nothing of memory, and that is no mistake of theirs. */
export function whenForgotten(owner: object, free: () => void): void {
    forgotten ??= new FinalizationRegistry((call) => call());
    forgotten.unregister(owner);
    forgotten.register(owner, free, owner);
}

export class Driver implements Clock {
    readonly runtime: Instance;
    readonly exports: Exports;
    readonly nodes: readonly Object3D[];
    readonly indices: ReadonlyMap<Object3D, number>;
    /** Which stages write the rotation of a node: bits of VRM_WRITER_. */
    writers = new Uint8Array();
    /** -1 for 0.x, whose normalized bones have the axes of an avatar that faces -Z. */
    readonly sign: number;
    /** The address of the avatar, and of its frame. */
    pointer = 0;
    frameAt = 0;
    stamp = 0;
    writes = 0;
    /** Counts frames of world matrices. */
    frame = 0;
    isLive = false;
    /** Something was disposed of, or cannot be moved by libvrm any more. */
    isReleased = false;

    readonly #blocks = new Set<number>();
    readonly #pose: number;
    readonly #desc: number;
    #local = 0;
    #world = 0;
    /** The root of the last update, and where the frame is now. */
    readonly #givenRoot = new Matrix4().set(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    readonly #shownRoot = new Matrix4();

    readonly #positions: Vector3[];
    readonly #scales: Vector3[];
    readonly #quaternions: Bare[];
    /** Nodes whose rotation was set past libvrm since the last update. */
    readonly #isDirty: Uint8Array;
    readonly #dirty: number[] = [];
    /** Normalized bones: their rotations, and where they go in the pose. */
    readonly #bones: Bare[] = [];
    readonly #boneAt: number[] = [];
    readonly #hips: Object3D | null;
    readonly #rawHips: Vector3 | undefined;
    readonly #hipsNode: number;
    /** By node: whether it is a bone, and whether its angles are lazy. */
    readonly #isBone: Uint8Array;
    readonly #isLazy: Uint8Array;
    /** Nodes that an update turns: all of them, and those that stages turn. */
    moving: number[] = [];
    #staged: number[] = [];
    #sleep: boolean;
    #wasAuto = true;

    readonly tree: Tree;
    readonly gaze: Gaze;
    readonly #face: Face;
    readonly #constraints: Constraints;
    readonly springs: Springs;
    readonly #materials: Materials;
    readonly #warned = new Set<string>();

    constructor(readonly vrm: VRM, readonly rig: Rig, readonly options: DriverOptions = {}) {
        const { runtime, rest: { nodes, indices } } = rig;
        const count = nodes.length;
        this.runtime = runtime;
        this.exports = runtime.exports;
        this.nodes = nodes;
        this.indices = indices;
        this.#sleep = options.sleep ?? false;
        this.pointer = this.#open({ springs: true, constraints: true });
        if (runtime.u32[(this.frameAt + vrm_frame.node_count) >> 2] !== count || nodes.some((node) => !node)) throw new Error('its nodes are others');
        this.sign = vrm.meta.metaVersion === '0' ? -1 : 1;
        this.#positions = nodes.map((node) => node.position);
        this.#scales = nodes.map((node) => node.scale);
        this.#quaternions = nodes.map((node) => node.quaternion as Bare);
        this.#isDirty = new Uint8Array(count);
        this.#pose = this.allocate(vrm_pose.SIZE + vrm_apply_desc.SIZE);
        this.#desc = this.#pose + vrm_pose.SIZE;

        const { humanoid } = vrm;
        const boneNodes = this.#readBoneNodes();
        this.#isBone = new Uint8Array(count);
        this.#isLazy = new Uint8Array(count);
        boneNodes.forEach((node) => { if (node >= 0) this.#isBone[node] = 1; });
        this.#hipsNode = boneNodes[C.VRM_BONE_HIPS]!;
        this.#hips = humanoid.getNormalizedBoneNode('hips');
        this.#rawHips = this.#positions[this.#hipsNode];
        this.exports.vrm_pose_init(this.#pose);
        this.exports.vrm_apply_desc_init_sized(this.#desc, vrm_apply_desc.SIZE);
        runtime.u32[(this.#desc + vrm_apply_desc.flags) >> 2] = APPLY;
        runtime.bones.forEach((name, bone) => {
            const object = humanoid.getNormalizedBoneNode(name as VRMHumanBoneName);
            if (!object || boneNodes[bone]! < 0) return;
            this.#bones.push(object.quaternion as Bare);
            this.#boneAt.push((this.#pose + vrm_pose.rotations) / 4 + bone * 4);
            runtime.u32[(this.#pose >> 2) + (bone >> 5)]! |= 1 << (bone & 31);
        });
        this.#findMoving();
        for (let i = 0; i < count; ++i) this.#listen(i);

        this.gaze = new Gaze(this);
        this.#face = new Face(this);
        this.#constraints = new Constraints(this);
        this.springs = new Springs(this);
        this.#materials = new Materials(vrm);
        this.tree = new Tree(this);
        this.#watch();
    }

    // --- Memory ---

    /** Returns what gives all memory back. It does not hold on to the driver. */
    #freeing(): () => void {
        const { runtime, pointer } = this, blocks = this.#blocks;
        return () => {
            if (!runtime.isDead) {
                runtime.exports.vrm_avatar_destroy(pointer);
                blocks.forEach((block) => runtime.free(block));
            }
            blocks.clear();
        };
    }

    #watch(): void {
        whenForgotten(this, this.#freeing());
    }

    allocate(bytes: number): number {
        const block = this.runtime.alloc(bytes);
        this.#blocks.add(block);
        return block;
    }

    free(block: number): void {
        if (this.#blocks.delete(block)) this.runtime.free(block);
    }

    #open(parts: Parts): number {
        const { rig, exports, options: { literalTime = false, literalScale = false } } = this;
        const pointer = rig.create({ literalTime, literalScale, sleep: this.#sleep }, parts), { u32 } = this.runtime;
        this.frameAt = exports.vrm_avatar_frame(pointer);
        this.#local = u32[(this.frameAt + vrm_frame.local) >> 2]! >> 2;
        this.#world = u32[(this.frameAt + vrm_frame.world) >> 2]! >> 2;
        return pointer;
    }

    /** Whether the avatar sleeps when it is at rest. Its settings are kept. */
    setSleep(sleep: boolean): void {
        if (!this.#prepare()) return; // what tables have no place for is three-vrm's by then
        this.#sleep = sleep;
        this.renew();
    }

    /** Puts another avatar into the place of this one, of what three-vrm has now if the rig is open. */
    renew(): void {
        const { exports, pointer } = this;
        this.pointer = this.#open({ springs: this.springs.isOurs, constraints: this.#constraints.isOurs });
        this.rig.carry(this.pointer, pointer);
        exports.vrm_avatar_destroy(pointer);
        this.#watch();
        this.#findMoving();
        this.springs.refresh();
        this.#face.refresh();
        this.#givenRoot.elements.fill(0);
    }

    /** The nodes that stages write. A node that no stage writes any more keeps the rotation that it shows. */
    #findMoving(): void {
        const { exports, pointer, writers } = this, model = exports.vrm_avatar_model(pointer);
        this.writers = Uint8Array.from(this.nodes, (_, i) => exports.vrm_model_node_writers(model, i));
        this.#staged = [];
        this.moving = [];
        this.writers.forEach((stages, i) => {
            if (stages) this.#staged.push(i);
            if (stages || this.#isBone[i]) this.moving.push(i);
            if (writers[i] && !stages) this.#touch(i);
            if (stages && writers.length && !this.#isLazy[i]) this.#listen(i);
        });
    }

    /** By bone: its node, or -1. */
    #readBoneNodes(): number[] {
        const { exports, pointer, runtime: { i32, bones } } = this;
        const at = (exports.vrm_model_tables(exports.vrm_avatar_model(pointer)) + vrm_tables.humanoid + vrm_humanoid.nodes) >> 2;
        return [...i32.subarray(at, at + bones.length)];
    }

    // --- Changes that the application makes ---

    /** three tells when a rotation is set. What libvrm writes past three is not told, so that angles of such nodes are lazy. */
    #listen(node: number): void {
        const object = this.nodes[node]!, quaternion = this.#quaternions[node]!;
        let angles = object.rotation;
        const isLazy = this.writers[node]! > 0 || this.#isBone[node]! > 0;
        this.#isLazy[node] = +isLazy;
        if (isLazy) Object.defineProperty(object, 'rotation', { configurable: true, enumerable: true, value: angles = new LazyEuler(this, quaternion) });
        quaternion._onChange(() => {
            angles.setFromQuaternion(quaternion, undefined, false);
            this.#touch(node);
        });
        angles._onChange(() => {
            quaternion.setFromEuler(angles, false);
            this.#touch(node);
        });
    }

    #touch(node: number): void {
        if (this.#isDirty[node]) return;
        this.#isDirty[node] = 1;
        this.#dirty.push(node);
    }

    /** Who computes each stage at present. */
    get stages(): Stages {
        const who = (isThere: boolean, isOurs: boolean): StageOwner => (!isThere ? 'none' : isOurs && !this.isReleased ? 'libvrm' : 'three-vrm');
        const { vrm } = this;
        return {
            pose: who(true, true), lookAt: who(!!vrm.lookAt, this.gaze.isOurs), expressions: who(!!vrm.expressionManager, this.#face.isOurs),
            constraints: who(this.#constraints.isThere, this.#constraints.isOurs), springs: who(this.springs.isThere, this.springs.isOurs),
        };
    }

    /** Says once that a stage is three-vrm's own from now on. */
    warn(stage: string, reason = 'the application changed them'): void {
        if (this.isReleased || this.#warned.has(stage)) return;
        this.#warned.add(stage);
        console.warn(`libvrm: ${stage} are three-vrm's from now on: ${reason}`);
    }

    // --- An update ---

    update(dt: number): void {
        const { vrm, exports } = this;
        if (!this.#prepare()) return VRM.prototype.update.call(vrm, dt);
        const { pointer } = this; // which may be another one now
        const isAuto = vrm.humanoid.autoUpdateHumanBones;
        this.gaze.begin(dt);
        const f = this.runtime.f32;
        if (isAuto !== this.#wasAuto) this.#touchAll();
        this.#wasAuto = isAuto;
        this.#readNodes(f, C.VRM_WRITER_SPRING | C.VRM_WRITER_CONSTRAINT);
        if (isAuto) this.#readBones(f);
        this.#face.begin();
        if (this.springs.isOurs && this.#constraints.isOurs) exports.vrm_avatar_update(pointer, dt);
        else this.#updateByStages(dt);
        this.#show(f, isAuto ? this.moving : this.#staged);
        if (isAuto && this.#rawHips) {
            const at = this.#local + this.#hipsNode * TRS;
            this.#rawHips.set(f[at]!, f[at + 1]!, f[at + 2]!);
        }
        this.gaze.end(f);
        this.#face.end(f);
        this.#materials.update(dt);
    }

    /** Springs alone, from the rotations that three's objects have: for applications that call the stages themselves. */
    updateSprings(dt: number): boolean {
        if (!this.#prepare()) return false;
        const { exports, pointer } = this;
        const f = this.runtime.f32;
        this.#touchAll();
        this.#readNodes(f, C.VRM_WRITER_SPRING);
        exports.vrm_avatar_update_pose(pointer);
        exports.vrm_avatar_update_springs(pointer, dt);
        this.#show(f, this.#staged.filter((node) => this.writers[node]! & C.VRM_WRITER_SPRING));
        return true;
    }

    /** Sees what the application changed, and reads the root. False: nothing can be done here any more. */
    #prepare(): boolean {
        if (this.runtime.isDead) this.release('WebAssembly stopped');
        if (this.isReleased) return false;
        this.tree.check();
        this.#constraints.check();
        this.springs.check();
        if (!this.isReleased) this.#readRoot();
        return !this.isReleased;
    }

    #readRoot(): void {
        const { scene } = this.vrm;
        scene.updateWorldMatrix(true, false);
        if (this.#givenRoot.equals(scene.matrixWorld)) return;
        if (!this.#putRoot()) return this.release('its parent shears it');
        this.#givenRoot.copy(scene.matrixWorld);
        this.exports.vrm_avatar_set_root(this.pointer, this.runtime.scratch);
    }

    /** Writes the world transform of the scene to where arguments of calls are. False: it is none that a root can have. */
    #putRoot(): boolean {
        const { scene } = this.vrm, { f32 } = this.runtime, at = this.runtime.scratch >> 2;
        let p = scene.position, q = scene.quaternion as Bare, s = scene.scale;
        if (!scene.matrixAutoUpdate || (scene.parent && !scene.parent.matrixWorld.equals(IDENTITY))) {
            scene.matrixWorld.decompose(p = position, q = rotation as Bare, s = scale);
            const whole = matrix.compose(p, q, s).elements;
            if (scene.matrixWorld.elements.some((value, i) => Math.abs(value - whole[i]!) > s.length() * 1e-5)) return false;
        }
        f32[at] = p.x;
        f32[at + 1] = p.y;
        f32[at + 2] = p.z;
        f32[at + 3] = q._x;
        f32[at + 4] = q._y;
        f32[at + 5] = q._z;
        f32[at + 6] = q._w;
        f32[at + 7] = s.x;
        f32[at + 8] = s.y;
        f32[at + 9] = s.z;
        return s.x > 0 && s.y > 0 && s.z > 0;
    }

    /** Places and scales of all nodes, which three does not tell of, and rotations that it told. */
    #readNodes(f: Float32Array, stages: number): void {
        const positions = this.#positions, scales = this.#scales, dirty = this.#dirty;
        const pose = this.exports.vrm_avatar_locals(this.pointer) >>> 2;
        for (let i = 0, at = pose; i < positions.length; ++i, at += TRS) {
            const p = positions[i]!, s = scales[i]!;
            f[at] = p.x;
            f[at + 1] = p.y;
            f[at + 2] = p.z;
            f[at + 7] = s.x;
            f[at + 8] = s.y;
            f[at + 9] = s.z;
        }
        for (let k = 0; k < dirty.length; ++k) {
            const node = dirty[k]!;
            this.#isDirty[node] = 0;
            // What a stage writes is its own; where it is three-vrm's, it is read after that has run.
            if (this.writers[node]! & stages) continue;
            const at = pose + node * TRS + 3;
            rotation.copy(this.#quaternions[node]!).normalize().toArray(f, at);
        }
        dirty.length = 0;
    }

    #readBones(f: Float32Array): void {
        const { sign, exports, pointer } = this, bones = this.#bones, boneAt = this.#boneAt, hips = this.#hips;
        for (let i = 0; i < bones.length; ++i) {
            const q = bones[i]!, at = boneAt[i]!;
            f[at] = sign * q._x;
            f[at + 1] = q._y;
            f[at + 2] = sign * q._z;
            f[at + 3] = q._w;
        }
        exports.vrm_avatar_apply_pose(pointer, this.#pose, this.#desc);
        if (!hips) return;
        const { x, y, z } = hips.position;
        exports.vrm_avatar_set_hips_position(pointer, this.runtime.put3(sign * x, y, sign * z));
    }

    /** Where three-vrm has to compute constraints or springs: it works on three's objects, in its own order. */
    #updateByStages(dt: number): void {
        const { exports, pointer, springs } = this, constraints = this.#constraints;
        const pose = (): void => {
            exports.vrm_avatar_update_pose(pointer);
            exports.vrm_avatar_update_look_at(pointer);
        };
        const read = (nodes: readonly number[]): void => {
            const { f32 } = this.runtime;
            const at = exports.vrm_avatar_locals(pointer) >>> 2;
            for (const node of nodes) this.#quaternions[node]!.toArray(f32, at + node * TRS + 3);
        };
        // Rotations of a stage that is three-vrm's are nowhere but in three's objects.
        const theirs = (springs.isOurs ? 0 : C.VRM_WRITER_SPRING) | (constraints.isOurs ? 0 : C.VRM_WRITER_CONSTRAINT);
        const ours = this.moving.filter((node) => !(this.writers[node]! & theirs));
        const written = (stage: number): number[] => this.#staged.filter((node) => this.writers[node]! & stage);
        pose();
        exports.vrm_avatar_update_expressions(pointer, 0);
        if (!constraints.isOurs) {
            this.#show(this.runtime.f32, ours);
            constraints.update();
            read([...written(C.VRM_WRITER_CONSTRAINT), ...constraints.nodes]);
            pose();
        } else {
            exports.vrm_avatar_update_constraints(pointer);
        }
        if (!springs.isOurs) {
            this.#show(this.runtime.f32, ours);
            this.isLive = false; // joints place themselves
            springs.update(dt);
            read([...written(C.VRM_WRITER_SPRING), ...springs.nodes]);
            pose();
            if (constraints.isOurs) exports.vrm_avatar_update_constraints(pointer);
        }
        exports.vrm_avatar_update_springs(pointer, springs.isOurs ? dt : 0);
    }

    /** Writes rotations of the frame into three's objects, past their setters. */
    #show(f: Float32Array, nodes: readonly number[]): void {
        const quaternions = this.#quaternions, local = this.#local;
        for (let k = 0; k < nodes.length; ++k) {
            const node = nodes[k]!, at = local + node * TRS + 3, q = quaternions[node]!;
            q._x = f[at]!;
            q._y = f[at + 1]!;
            q._z = f[at + 2]!;
            q._w = f[at + 3]!;
        }
        this.#shownRoot.copy(this.#givenRoot);
        this.isLive = true;
        this.stamp++;
        this.writes++;
        this.frame++;
    }

    #touchAll(): void {
        for (let i = 0; i < this.nodes.length; ++i) this.#touch(i);
    }

    /** The nodes of objects that are in the file. */
    nodesOf(objects: Object3D[]): number[] {
        return objects.flatMap((object) => this.indices.get(object) ?? []);
    }

    // --- The frame ---

    readWorld(node: number, out: number[]): void {
        const f = this.runtime.f32, at = this.#world + node * 16;
        for (let i = 0; i < 16; ++i) out[i] = f[at + i]!;
    }

    /** Whether three's objects are as the last update left them. */
    get isAsUpdated(): boolean {
        return this.isLive && this.#dirty.length === 0;
    }

    /** Whether a node was moved or scaled since the last update. */
    hasMoved(): boolean {
        const positions = this.#positions, scales = this.#scales;
        const f = this.runtime.f32;
        for (let i = 0, at = this.#local; i < positions.length; ++i, at += TRS) {
            const p = positions[i]!, s = scales[i]!;
            if (Math.fround(p.x) !== f[at] || Math.fround(p.y) !== f[at + 1] || Math.fround(p.z) !== f[at + 2]
                || Math.fround(s.x) !== f[at + 7] || Math.fround(s.y) !== f[at + 8] || Math.fround(s.z) !== f[at + 9]) return true;
        }
        return false;
    }

    /** Brings the frame to where the scene is now, which may have been moved after the update. */
    follow(): void {
        const { matrixWorld } = this.vrm.scene;
        if (this.#shownRoot.equals(matrixWorld)) return;
        matrix.copy(this.#shownRoot).invert().premultiply(matrixWorld);
        this.runtime.f32.set(matrix.elements, this.runtime.scratch >> 2);
        this.exports.vrm_web_move_frame(this.pointer, this.runtime.scratch);
        this.#shownRoot.copy(matrixWorld);
        this.frame++;
    }

    // --- Verbs ---

    teleport(keepShape: boolean): void {
        this.vrm.scene.updateWorldMatrix(true, false);
        if (!this.#putRoot()) return;
        this.#givenRoot.copy(this.vrm.scene.matrixWorld);
        this.exports.vrm_avatar_teleport(this.pointer, this.runtime.scratch, keepShape ? 1 : 0);
    }

    /** Lets three-vrm have the avatar back, as it was before. */
    release(reason?: string): void {
        if (this.isReleased) return;
        if (reason) this.warn('all motions', reason);
        this.isReleased = true;
        this.tree.release();
        this.springs.release();
        forgotten?.unregister(this);
        this.#freeing()();
    }
}
