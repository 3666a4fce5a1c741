/**
 * What three-vrm has loaded, as the words of vrm_web_rig_create (wasm/rig/rig.c says in which order): the
 * tables of a model that the module would else read from the file.
 */
import {
    VRMAimConstraint, VRMLookAtBoneApplier, VRMLookAtExpressionApplier, VRMRollConstraint, VRMRotationConstraint,
    VRMSpringBoneColliderShapeCapsule, VRMSpringBoneColliderShapePlane, VRMSpringBoneColliderShapeSphere,
} from '@pixiv/three-vrm';
import type { VRM, VRMExpression, VRMLookAt, VRMNodeConstraint, VRMSpringBoneCollider, VRMSpringBoneColliderGroup, VRMSpringBoneJoint } from '@pixiv/three-vrm';
import { Matrix4, Vector3 } from 'three';
import type { Object3D } from 'three';
import { C } from '../generated/layout.js';
import { presets } from '../generated/tables.js';

const NONE = C.VRM_NONE;
const OVERRIDES = ['none', 'block', 'blend'];
const AXES = ['PositiveX', 'NegativeX', 'PositiveY', 'NegativeY', 'PositiveZ', 'NegativeZ'];
const TRS = 10;

/** Thrown where tables have no place for something: a class of the application's own, an object beside the avatar. */
export class Unknown extends Error {}

/** The nodes of a file as they were when it was loaded. */
export interface Rest {
    readonly nodes: readonly Object3D[];
    readonly indices: ReadonlyMap<Object3D, number>;
    readonly children: readonly (readonly number[])[];
    /** Ten numbers for each: translation, rotation, scale. */
    readonly transforms: Float32Array;
    /** By node: weights of the morph targets of its meshes. */
    readonly morphs: readonly (readonly number[])[];
}

/** Reads the nodes of an avatar that nobody has posed yet. */
export function readRest(nodes: readonly Object3D[]): Rest {
    const indices = new Map(nodes.map((node, i) => [node, i]));
    const transforms = new Float32Array(nodes.length * TRS);
    nodes.forEach(({ position, quaternion, scale }, i) => {
        position.toArray(transforms, i * TRS);
        quaternion.toArray(transforms, i * TRS + 3);
        scale.toArray(transforms, i * TRS + 7);
    });
    return {
        nodes, indices, transforms,
        children: nodes.map(({ children }) => children.flatMap((child) => indices.get(child) ?? [])),
        morphs: nodes.map((node) => ([node, ...node.children] as { morphTargetInfluences?: number[] }[])
            .find(({ morphTargetInfluences }) => morphTargetInfluences)?.morphTargetInfluences?.slice() ?? []),
    };
}

/** Expressions in the order of the tables: presets first. */
export function sortExpressions(expressions: readonly VRMExpression[]): VRMExpression[] {
    const rank = ({ expressionName }: VRMExpression): number => presets.indexOf(expressionName as never) >>> 0;
    return [...expressions].sort((a, b) => rank(a) - rank(b));
}

/** A list of words that grows. */
class Words {
    readonly list: number[] = [];
    readonly #float = new Float32Array(1);
    readonly #bits = new Uint32Array(this.#float.buffer);

    put(...integers: readonly number[]): void {
        for (const one of integers) this.list.push(one);
    }
    floats(...values: readonly number[]): void {
        for (const one of values) {
            this.#float[0] = one;
            this.list.push(this.#bits[0]!);
        }
    }
    point({ x, y, z }: Vector3): void {
        this.floats(x, y, z);
    }
    indices(list: readonly number[]): void {
        this.put(list.length, ...list);
    }
}

function putLookAt(to: Words, lookAt: VRMLookAt | undefined): void {
    const applier = lookAt?.applier;
    const isByExpression = applier instanceof VRMLookAtExpressionApplier, isPresent = isByExpression || applier instanceof VRMLookAtBoneApplier;
    to.put(+isPresent, isByExpression ? C.VRM_LOOK_AT_TYPE_EXPRESSION : C.VRM_LOOK_AT_TYPE_BONE);
    to.point(lookAt?.offsetFromHeadBone ?? new Vector3());
    if (!isPresent) return to.put(0, 0, 0, 0, 0, 0, 0, 0);
    const { rangeMapHorizontalInner, rangeMapHorizontalOuter, rangeMapVerticalDown, rangeMapVerticalUp } = applier;
    for (const map of [rangeMapHorizontalInner, rangeMapHorizontalOuter, rangeMapVerticalDown, rangeMapVerticalUp]) {
        to.floats(map.inputMaxValue, map.outputScale);
    }
}

function putExpression(to: Words, { expressionName, isBinary, overrideBlink, overrideLookAt, overrideMouth }: VRMExpression): void {
    to.put(presets.indexOf(expressionName as never), +isBinary);
    to.put(...[overrideBlink, overrideLookAt, overrideMouth].map((one) => OVERRIDES.indexOf(one)));
}

/** The kind and the axis of a constraint. */
function kindOf(one: VRMNodeConstraint): [number, number] {
    const { constructor: made } = one;
    if (made === VRMRollConstraint) return [C.VRM_CONSTRAINT_ROLL, AXES.indexOf(`Positive${(one as VRMRollConstraint).rollAxis}`)];
    if (made === VRMAimConstraint) return [C.VRM_CONSTRAINT_AIM, AXES.indexOf((one as VRMAimConstraint).aimAxis)];
    if (made === VRMRotationConstraint) return [C.VRM_CONSTRAINT_ROTATION, 0];
    throw new Unknown('a constraint of another class');
}

const point = new Vector3();
const tip = new Vector3();

/** The node, shape, offset, tail and radius of a collider; the tail of a plane is its normal. */
export function readCollider(rest: Rest, collider: VRMSpringBoneCollider): { node: number; shape: number; offset: Vector3; tail: Vector3; radius: number } {
    const shape = collider.shape as unknown, node = rest.indices.get(collider.parent!);
    if (node === undefined) throw new Unknown('a collider is not on a node of the file');
    const { matrix, matrixAutoUpdate } = collider;
    if (matrixAutoUpdate) collider.updateMatrix();
    const isMoved = !matrix.equals(IDENTITY);
    const made = (shape as object).constructor;
    if (made === VRMSpringBoneColliderShapePlane) {
        const { offset, normal } = shape as VRMSpringBoneColliderShapePlane;
        point.copy(offset), tip.copy(normal);
        if (isMoved) tip.transformDirection(matrix), point.applyMatrix4(matrix);
        return { node, shape: C.VRM_COLLIDER_PLANE, offset: point, tail: tip, radius: 0 };
    }
    const isCapsule = made === VRMSpringBoneColliderShapeCapsule;
    if (!isCapsule && made !== VRMSpringBoneColliderShapeSphere) throw new Unknown('a collider of another class');
    const { offset, tail = offset, radius, inside } = shape as VRMSpringBoneColliderShapeCapsule;
    point.copy(offset), tip.copy(isCapsule ? tail : ZERO);
    if (isMoved) point.applyMatrix4(matrix), isCapsule && tip.applyMatrix4(matrix);
    const kind = (isCapsule ? C.VRM_COLLIDER_CAPSULE : C.VRM_COLLIDER_SPHERE) + (inside ? C.VRM_COLLIDER_INSIDE_SPHERE - C.VRM_COLLIDER_SPHERE : 0);
    return { node, shape: kind, offset: point, tail: tip, radius };
}
const IDENTITY = new Matrix4();
const ZERO = new Vector3();

/** The joints of three-vrm, in chains: each head is the child of the joint before it, and all have the same colliders and center. */
function chainsOf(joints: Iterable<VRMSpringBoneJoint>): VRMSpringBoneJoint[][] {
    const chains: VRMSpringBoneJoint[][] = [];
    let last: VRMSpringBoneJoint | undefined;
    for (const joint of joints) {
        const goesOn = last && last.child === joint.bone && last.center === joint.center
            && (last.colliderGroups === joint.colliderGroups || same(last.colliderGroups, joint.colliderGroups));
        if (goesOn) chains.at(-1)!.push(joint);
        else chains.push([joint]);
        last = joint;
    }
    return chains;
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);

/** The colliders of joints, in the order of the tables. */
export function collidersOf(joints: Iterable<VRMSpringBoneJoint>): VRMSpringBoneCollider[] {
    const found = new Set<VRMSpringBoneCollider>();
    for (const { colliderGroups } of joints) for (const { colliders } of colliderGroups) for (const one of colliders) found.add(one);
    return [...found];
}

function putSprings(to: Words, rest: Rest, joints: readonly VRMSpringBoneJoint[]): void {
    const indexOf = (object: Object3D | null): number => {
        const index = object ? rest.indices.get(object) : NONE;
        if (index === undefined) throw new Unknown('a joint is not on a node of the file');
        return index;
    };
    const colliders = collidersOf(joints), places = new Map(colliders.map((one, i) => [one, i]));
    to.put(colliders.length);
    for (const collider of colliders) {
        const { node, shape, offset, tail, radius } = readCollider(rest, collider);
        to.put(node, shape);
        to.point(offset);
        to.point(tail);
        to.floats(radius);
    }
    const groups = new Map<VRMSpringBoneColliderGroup, number>();
    for (const { colliderGroups } of joints) for (const group of colliderGroups) if (!groups.has(group)) groups.set(group, groups.size);
    to.put(groups.size);
    for (const [group] of groups) to.indices(group.colliders.map((one) => places.get(one)!));
    const chains = chainsOf(joints);
    to.put(chains.length);
    for (const chain of chains) {
        to.put(indexOf(chain[0]!.center));
        to.indices(chain[0]!.colliderGroups.map((group) => groups.get(group)!));
        to.put(chain.length);
        for (const { bone, child, settings: { hitRadius, stiffness, gravityPower, dragForce, gravityDir } } of chain) {
            to.put(indexOf(bone), indexOf(child));
            to.floats(hitRadius, stiffness, gravityPower, dragForce);
            to.point(gravityDir);
        }
    }
}

/** All tables of an avatar, with expressions in the order of sortExpressions; without the springs or the constraints that three-vrm computes. */
export function makeTables(vrm: VRM, rest: Rest, expressions: readonly VRMExpression[], bones: readonly string[], hasSprings: boolean, hasConstraints: boolean): Uint32Array {
    const to = new Words(), { nodes, indices, children, transforms } = rest;
    to.put(+(vrm.meta.metaVersion === '0'), nodes.length);
    nodes.forEach((_, i) => {
        to.indices(children[i]!);
        to.floats(...transforms.subarray(i * TRS, i * TRS + TRS));
    });
    for (const name of bones) to.put(indices.get(vrm.humanoid.getRawBoneNode(name as never)!) ?? NONE);
    putLookAt(to, vrm.lookAt);
    to.put(expressions.length);
    for (const one of expressions) putExpression(to, one);
    const constraints = hasConstraints && vrm.nodeConstraintManager ? constraintsOf(vrm.nodeConstraintManager) : [];
    to.put(constraints.length);
    for (const one of constraints) {
        const source = indices.get(one.source), node = indices.get(one.destination);
        if (source === undefined || node === undefined) throw new Unknown('a constraint is not on nodes of the file');
        to.put(node, source, ...kindOf(one));
        to.floats(one.weight);
    }
    putSprings(to, rest, hasSprings && vrm.springBoneManager ? jointsOf(vrm.springBoneManager) : []);
    return Uint32Array.from(to.list);
}

// Past the getters, which tell that the application has looked (touch.ts).
export const jointsOf = (manager: object): VRMSpringBoneJoint[] => [...(manager as { _joints: Set<VRMSpringBoneJoint> })._joints];
export const constraintsOf = (manager: object): VRMNodeConstraint[] => [...(manager as { _constraints: Set<VRMNodeConstraint> })._constraints];
export const expressionsOf = (manager: object): VRMExpression[] => (manager as { _expressions: VRMExpression[] })._expressions;
