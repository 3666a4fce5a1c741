/** A second avatar of the same file: three's objects are copied, and libvrm makes an avatar of the model that it has. */
import {
    VRM, VRMAimConstraint, VRMExpression, VRMExpressionManager, VRMExpressionMaterialColorBind, VRMExpressionMorphTargetBind,
    VRMExpressionTextureTransformBind, VRMFirstPerson, VRMHumanoid, VRMLookAt, VRMLookAtBoneApplier, VRMLookAtExpressionApplier,
    VRMNodeConstraintManager, VRMRollConstraint, VRMRotationConstraint, VRMSpringBoneCollider, VRMSpringBoneJoint,
    VRMSpringBoneManager,
} from '@pixiv/three-vrm';
import type { VRMHumanBones, VRMNodeConstraint } from '@pixiv/three-vrm';
import { Skeleton } from 'three';
import type { Material, Mesh, Object3D, SkinnedMesh } from 'three';
import { Driver } from './driver.js';
import type { DriverOptions } from './driver.js';
import { LibVRM } from './vrm.js';

/** How a second avatar is made. */
export interface InstanceOptions extends DriverOptions {
    /** Copies the materials: the application can change them. Default: false. */
    ownMaterials?: boolean;
}

type Animated = Material & {
    uvAnimationScrollXSpeedFactor?: number; uvAnimationScrollYSpeedFactor?: number; uvAnimationRotationSpeedFactor?: number;
};

const TRS = 10;

class Copier {
    readonly #driver: Driver;
    readonly #ownMaterials: boolean;
    readonly #objects = new Map<Object3D, Object3D>();
    readonly #materials = new Map<Material, Material>();
    readonly #skeletons = new Map<Skeleton, Skeleton>();
    readonly #source: VRM;
    readonly #changed = new Set<Material>();

    constructor(driver: Driver, ownMaterials: boolean) {
        this.#driver = driver;
        this.#ownMaterials = ownMaterials;
        this.#source = driver.vrm;
        for (const expression of this.#source.expressionManager?.expressions ?? []) {
            expression.clearAppliedWeight(); // materials as they are without it; the next update shows it again
            for (const bind of expression.binds) {
                const { material } = bind as { material?: Material };
                if (material) this.#changed.add(material);
            }
        }
    }

    copy(options: DriverOptions): LibVRM {
        const driver = this.#driver, source = this.#source;
        const scene = this.#copyTree(source.scene) as VRM['scene'];
        const nodes = driver.nodes.map((node) => this.#objects.get(node) ?? node.clone(false));
        this.#rest(nodes);
        scene.traverse((object) => this.#bind(object));
        // three-vrm takes places in the world for those in the avatar, as they are when a file is loaded.
        scene.position.set(0, 0, 0);
        scene.quaternion.identity();
        scene.scale.set(1, 1, 1);
        scene.updateMatrixWorld(true);
        const humanoid = this.#copyHumanoid(scene);
        const expressionManager = this.#copyExpressions(scene);
        const vrm = new VRM({
            scene,
            meta: source.meta,
            humanoid,
            ...(expressionManager && { expressionManager }),
            ...(source.lookAt && { lookAt: this.#copyLookAt(source.lookAt, humanoid, expressionManager) }),
            ...(source.firstPerson && { firstPerson: this.#copyFirstPerson(source.firstPerson, humanoid) }),
            ...(source.springBoneManager && { springBoneManager: this.#copySprings(source.springBoneManager) }),
            ...(source.nodeConstraintManager && { nodeConstraintManager: this.#copyConstraints(source.nodeConstraintManager) }),
            // Materials that are shared are updated with the avatar that they come from.
            materials: (source.materials ?? []).flatMap((material) => this.#materials.get(material) ?? []),
        });
        scene.position.copy(source.scene.position);
        scene.rotation.copy(source.scene.rotation); // as it was set: rotateVRM0 leaves a half turn about y
        scene.scale.copy(source.scene.scale);
        return LibVRM.adopt(vrm, new Driver(vrm, driver.rig.copy(vrm, nodes), { ...driver.options, ...options }));
    }

    /** Nodes of the file and their meshes; not what three-vrm and the application hung on them. */
    #copyTree(from: Object3D): Object3D {
        const to = from.clone(false);
        this.#objects.set(from, to);
        delete to.userData.inverseCacheProxy; // of three-vrm, and of the other's matrix
        for (const child of from.children) {
            const isPart = this.#driver.indices.has(child) || this.#driver.tree.has(child) && (child as Mesh).isMesh;
            if (isPart) to.add(this.#copyTree(child));
        }
        return to;
    }

    /** The transforms of the file: those of an avatar that was never posed. */
    #rest(nodes: readonly Object3D[]): void {
        const { transforms, morphs } = this.#driver.rig.rest;
        nodes.forEach((node, i) => {
            node.position.fromArray(transforms, i * TRS);
            node.quaternion.fromArray(transforms, i * TRS + 3);
            node.scale.fromArray(transforms, i * TRS + 7);
            for (const mesh of [node, ...node.children] as Mesh[]) {
                if (mesh.isMesh && mesh.morphTargetInfluences) mesh.morphTargetInfluences = mesh.morphTargetInfluences.map((_, k) => morphs[i]![k] ?? 0);
            }
        });
    }

    #copyMaterial(material: Material): Material {
        const { uvAnimationScrollXSpeedFactor: x, uvAnimationScrollYSpeedFactor: y, uvAnimationRotationSpeedFactor: r } = material as Animated;
        if (!this.#ownMaterials && !this.#changed.has(material) && !x && !y && !r) return material;
        const copy = this.#materials.get(material) ?? material.clone();
        this.#materials.set(material, copy);
        return copy;
    }

    #bind(object: Object3D): void {
        const mesh = object as SkinnedMesh;
        if (!mesh.isMesh) return;
        mesh.material = Array.isArray(mesh.material) ? mesh.material.map((one) => this.#copyMaterial(one)) : this.#copyMaterial(mesh.material);
        if (!mesh.isSkinnedMesh) return;
        const from = mesh.skeleton;
        let skeleton = this.#skeletons.get(from);
        if (!skeleton) {
            skeleton = new Skeleton(from.bones.map((bone) => (this.#objects.get(bone) ?? bone) as typeof bone), from.boneInverses);
            this.#skeletons.set(from, skeleton);
        }
        mesh.bind(skeleton, mesh.bindMatrix);
    }

    #copyHumanoid(scene: Object3D): VRMHumanoid {
        const { humanoid } = this.#source;
        const bones = Object.entries(humanoid.rawHumanBones).map(([name, bone]) => [name, { node: this.#objects.get(bone.node) }]);
        const copy = new VRMHumanoid(Object.fromEntries(bones) as VRMHumanBones, { autoUpdateHumanBones: humanoid.autoUpdateHumanBones });
        scene.add(copy.normalizedHumanBonesRoot);
        return copy;
    }

    #copyExpressions(scene: Object3D): VRMExpressionManager | undefined {
        const manager = this.#source.expressionManager;
        if (!manager) return undefined;
        const copy = new VRMExpressionManager();
        for (const from of manager.expressions) {
            const to = new VRMExpression(from.expressionName);
            to.isBinary = from.isBinary;
            to.overrideBlink = from.overrideBlink;
            to.overrideLookAt = from.overrideLookAt;
            to.overrideMouth = from.overrideMouth;
            for (const bind of from.binds) {
                const made = this.#copyBind(bind);
                if (made) to.addBind(made);
            }
            scene.add(to);
            copy.registerExpression(to);
        }
        copy.blinkExpressionNames = [...manager.blinkExpressionNames];
        copy.lookAtExpressionNames = [...manager.lookAtExpressionNames];
        copy.mouthExpressionNames = [...manager.mouthExpressionNames];
        return copy;
    }

    #copyBind(bind: unknown): VRMExpression['binds'][number] | undefined {
        if (bind instanceof VRMExpressionMorphTargetBind) {
            const primitives = bind.primitives.map((mesh) => this.#objects.get(mesh) as Mesh).filter(Boolean);
            return new VRMExpressionMorphTargetBind({ primitives, index: bind.index, weight: bind.weight });
        }
        if (bind instanceof VRMExpressionMaterialColorBind) {
            const { type, targetValue, targetAlpha } = bind;
            return new VRMExpressionMaterialColorBind({ material: this.#copyMaterial(bind.material), type, targetValue, targetAlpha });
        }
        if (bind instanceof VRMExpressionTextureTransformBind) {
            const { scale, offset } = bind;
            return new VRMExpressionTextureTransformBind({ material: this.#copyMaterial(bind.material), scale, offset });
        }
        return undefined; // a class of the application, which knows the other's objects
    }

    #copyLookAt(from: VRMLookAt, humanoid: VRMHumanoid, expressions: VRMExpressionManager | undefined): VRMLookAt {
        const { rangeMapHorizontalInner: a, rangeMapHorizontalOuter: b, rangeMapVerticalDown: c, rangeMapVerticalUp: d }
            = from.applier as VRMLookAtBoneApplier;
        const isByExpression = from.applier instanceof VRMLookAtExpressionApplier && expressions;
        const applier = isByExpression ? new VRMLookAtExpressionApplier(expressions, a, b, c, d) : new VRMLookAtBoneApplier(humanoid, a, b, c, d);
        if (applier instanceof VRMLookAtBoneApplier) applier.faceFront.copy((from.applier as VRMLookAtBoneApplier).faceFront);
        const to = new VRMLookAt(humanoid, applier);
        to.offsetFromHeadBone.copy(from.offsetFromHeadBone);
        to.faceFront.copy(from.faceFront);
        to.autoUpdate = from.autoUpdate;
        return to;
    }

    #copyFirstPerson(from: VRMFirstPerson, humanoid: VRMHumanoid): VRMFirstPerson {
        return new VRMFirstPerson(humanoid, from.meshAnnotations.map(({ meshes, type }) => ({
            meshes: meshes.flatMap((mesh) => (this.#objects.get(mesh) as Mesh | undefined) ?? []), type,
        })));
    }

    #copySprings(from: VRMSpringBoneManager): VRMSpringBoneManager {
        const to = new VRMSpringBoneManager();
        const groups = new Map<object, VRMSpringBoneJoint['colliderGroups'][number]>();
        const copyCollider = (collider: VRMSpringBoneCollider): VRMSpringBoneCollider => {
            const known = this.#objects.get(collider) as VRMSpringBoneCollider | undefined;
            if (known) return known;
            const copy = new VRMSpringBoneCollider(collider.shape);
            this.#objects.set(collider, copy);
            this.#objects.get(collider.parent!)?.add(copy);
            return copy;
        };
        // Past the getters, which tell that the application has looked at joints.
        for (const joint of (from as unknown as { _joints: Set<VRMSpringBoneJoint> })._joints) {
            for (const group of joint.colliderGroups) {
                if (!groups.has(group)) groups.set(group, { ...group, colliders: group.colliders.map(copyCollider) });
            }
            const bone = this.#objects.get(joint.bone);
            if (!bone) continue;
            const child = joint.child && this.#objects.get(joint.child);
            const copy = new VRMSpringBoneJoint(bone, child ?? null, joint.settings, joint.colliderGroups.map((group) => groups.get(group)!));
            const center = joint.center && this.#objects.get(joint.center);
            if (center) copy.center = center;
            to.addJoint(copy);
        }
        to.setInitState();
        return to;
    }

    #copyConstraints(from: VRMNodeConstraintManager): VRMNodeConstraintManager {
        const to = new VRMNodeConstraintManager();
        for (const one of (from as unknown as { _constraints: Set<VRMNodeConstraint> })._constraints) {
            const destination = this.#objects.get(one.destination), source = this.#objects.get(one.source);
            if (!destination || !source) continue;
            const Kind = one.constructor as typeof VRMRotationConstraint;
            const copy = new Kind(destination, source);
            copy.weight = one.weight;
            if (one instanceof VRMRollConstraint) (copy as unknown as VRMRollConstraint).rollAxis = one.rollAxis;
            if (one instanceof VRMAimConstraint) (copy as unknown as VRMAimConstraint).aimAxis = one.aimAxis;
            to.addConstraint(copy);
        }
        to.setInitState();
        return to;
    }
}

export function createInstance(driver: Driver, options: InstanceOptions = {}): LibVRM {
    const { ownMaterials = false, ...rest } = options;
    return new Copier(driver, ownMaterials).copy(rest);
}
