// Runs an avatar in three-vrm, in plain Node: no browser, no picture. See tools/compare/compare-three-vrm.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TAU = 2 * Math.PI;

// Every texture is one white pixel: nothing is decoded.
class WhiteTextures {
    constructor(parser, THREE) {
        this.parser = parser;
        this.THREE = THREE;
        this.name = 'WHITE_TEXTURES';
    }

    async loadTexture(index) {
        const texture = new this.THREE.DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
        this.parser.associations.set(texture, { textures: index });
        return texture;
    }
}

// What stops three-vrm from loading a file, and the library not.
function mend(json) {
    for (const collider of json.extensions?.VRMC_springBone?.colliders ?? []) {
        const extended = collider.extensions?.VRMC_springBone_extended_collider;
        if (extended) extended.specVersion ??= '1.0';
        collider.shape ??= { sphere: { offset: [0, -10000, 0], radius: 0 } };
    }
}

export class ThreeVrm {
    // `folder` has node_modules in it. `adapter`: the built package of bindings/web, whose plugin is then used.
    static async open(folder, adapter) {
        const self = new ThreeVrm(), modules = path.resolve(folder, 'node_modules');
        const load = file => import(pathToFileURL(path.join(modules, file)));
        globalThis.self ??= globalThis;
        globalThis.ProgressEvent ??= class extends Event {};
        console.warn = console.error = () => {};
        self.THREE = await load('three/build/three.module.js');
        self.VRM = await load('@pixiv/three-vrm/lib/three-vrm.module.js');
        self.GLTFLoader = (await load('three/examples/jsm/loaders/GLTFLoader.js')).GLTFLoader;
        self.MeshoptDecoder = (await load('three/examples/jsm/libs/meshopt_decoder.module.js')).MeshoptDecoder;
        self.Plugin = self.VRM.VRMLoaderPlugin;
        self.isAdapter = Boolean(adapter);
        if (adapter) self.Plugin = (await import(pathToFileURL(path.resolve(adapter, 'dist/three.js')))).VRMLoaderPlugin;
        self.mendBoneLength();
        return self;
    }

    // three-vrm measures a bone against where its child was a step ago: up to 48 degrees off.
    mendBoneLength() {
        const head = new this.THREE.Vector3(), tail = new this.THREE.Vector3();
        this.VRM.VRMSpringBoneJoint.prototype._calcWorldSpaceBoneLength = function () {
            head.setFromMatrixPosition(this.bone.matrixWorld);
            tail.copy(this._initialLocalChildPosition).applyMatrix4(this.bone.matrixWorld);
            this._worldSpaceBoneLength = head.distanceTo(tail);
        };
    }

    async load(file, options = {}) {
        const bytes = fs.readFileSync(file), loader = new this.GLTFLoader();
        loader.setMeshoptDecoder(this.MeshoptDecoder);
        loader.register(parser => {
            mend(parser.json);
            return new WhiteTextures(parser, this.THREE);
        });
        loader.register(parser => {
            const license = parser.json.extensions?.VRMC_vrm?.meta?.licenseUrl;
            return new this.Plugin(parser, {
                ...options,
                metaPlugin: new this.VRM.VRMMetaLoaderPlugin(parser, { acceptLicenseUrls: [license] }),
            });
        });
        const gltf = await loader.parseAsync(
            bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
        const { vrm } = gltf.userData, nodes = await gltf.parser.getDependencies('node');
        if (this.isAdapter) {
            if (!vrm?.isAccelerated) throw new Error('the adapter does not move it');
        } else if (vrm?.meta.metaVersion === '0') {
            this.mendSprings0(vrm, new Set(nodes));
            this.mendColours0(vrm);
        } else if (vrm) {
            this.mendSharedMaterials1(vrm);
        }
        return { vrm, nodes, json: gltf.parser.json };
    }

    // Of 0.x, three-vrm takes its own objects of colliders for bones, places the tails of leaves in the space of the
    // parent (V0-041), and does not turn gravityDir into the axes of glTF (V0-010).
    mendSprings0(vrm, nodes) {
        const { Quaternion, Vector3 } = this.THREE, turned = new Set();
        for (const joint of [...(vrm.springBoneManager?.joints ?? [])]) {
            if (!nodes.has(joint.bone)) {
                vrm.springBoneManager.deleteJoint(joint);
                continue;
            }
            if (!turned.has(joint.settings.gravityDir)) joint.settings.gravityDir.z *= -1;
            turned.add(joint.settings.gravityDir);
            if (joint.child && !nodes.has(joint.child)) joint.child = null;
            if (joint.child || !joint.bone.parent) continue;
            const at = bone => bone.getWorldPosition(new Vector3());
            const way = at(joint.bone).sub(at(joint.bone.parent)).normalize().multiplyScalar(0.07);
            if (way.length() === 0) way.set(0, -0.07, 0);
            way.applyQuaternion(joint.bone.getWorldQuaternion(new Quaternion()).invert());
            joint._initialLocalChildPosition.copy(way);
            joint._boneAxis.copy(way).normalize();
        }
    }

    // Of 0.x, three-vrm takes the colours that expressions aim at for linear, but for those at rest (V0-023).
    mendColours0(vrm) {
        for (const bind of (vrm.expressionManager?.expressions ?? []).flatMap(expression => expression._binds)) {
            if (!(bind instanceof this.VRM.VRMExpressionMaterialColorBind) || bind.type === 'emissionColor') continue;
            bind.targetValue.convertSRGBToLinear();
            bind._state.color = bind._initColorBindState();
        }
    }

    // Of 1.0, three-vrm changes a material once for each mesh that has it: two meshes, twice as far.
    mendSharedMaterials1(vrm) {
        for (const expression of vrm.expressionManager?.expressions ?? []) {
            const seen = new Set();
            for (const bind of [...expression._binds].filter(({ material }) => material)) {
                const { material, type, targetValue, targetAlpha, scale, offset } = bind;
                const key = JSON.stringify([material.uuid, type, targetValue, targetAlpha, scale, offset]);
                if (seen.has(key)) expression.deleteBind(bind);
                seen.add(key);
            }
        }
    }

    /*
     * Inputs and results of every frame, in the shape of `vrm sim --json`. The motion begins in the
     * rest pose, so that springs start from the same place whether they are set up when the file is
     * loaded or with the first frame (SB-027).
     */
    async run(file, { frames, dt, motion, options }) {
        const { vrm, nodes } = await this.load(file, options);
        const scene = new this.THREE.Scene(), target = new this.THREE.Object3D();
        const index = new Map(nodes.map((node, i) => [node, i]));
        const joints = [...(vrm.springBoneManager?.joints ?? [])];
        const constraints = [...(vrm.nodeConstraintManager?.constraints ?? [])];
        const bones = Object.values(vrm.humanoid.rawHumanBones).map(bone => bone.node);
        const meshes = [], out = [];
        scene.add(vrm.scene, target);
        scene.updateMatrixWorld(true);
        vrm.springBoneManager?.reset();
        if (vrm.lookAt && motion.look !== null) vrm.lookAt.target = target;
        vrm.scene.traverse(object => {
            if (object.isMesh && object.morphTargetInfluences?.length) meshes.push(object);
        });
        const rest = vrm.humanoid.getNormalizedBoneNode('hips').position.clone();
        for (let f = 1; f <= frames; ++f) {
            const inputs = this.move(vrm, target, rest, f, (f - 1) * dt, motion);
            if (!this.isAdapter) {
                // The head's matrix is that of this frame, not of the last one.
                vrm.humanoid.update();
                scene.updateMatrixWorld(true);
            }
            vrm.update(dt);
            scene.updateMatrixWorld();
            const frame = { f, ...inputs, in: {}, spring: {}, constraint: {}, eye: {}, morph: {} };
            for (const node of bones) {
                frame.in[index.get(node)] = { r: node.quaternion.toArray(), t: node.position.toArray() };
            }
            for (const joint of joints) {
                if (index.has(joint.bone)) frame.spring[index.get(joint.bone)] = joint.bone.quaternion.toArray();
            }
            for (const { destination } of constraints) {
                frame.constraint[index.get(destination)] = destination.quaternion.toArray();
            }
            for (const name of ['leftEye', 'rightEye']) {
                const eye = vrm.humanoid.getRawBoneNode(name);
                if (eye) frame.eye[index.get(eye)] = eye.quaternion.toArray();
            }
            if (vrm.lookAt?.target) frame.lookAt = { yaw: vrm.lookAt.yaw, pitch: vrm.lookAt.pitch };
            meshes.forEach((mesh, i) => { frame.morph[i] = [...mesh.morphTargetInfluences]; });
            out.push(frame);
        }
        return { dt, frames: out };
    }

    // The inputs of a frame: root, bones, gaze, expressions. Sines of t alone. `root`: metres; `turn`, `look`: factors
    // of the bones' angles and of the place of the target; `look` null: no gaze.
    move(vrm, target, rest, f, t, { root = 0.5, turn = 1, look = 1 }) {
        const { Euler } = this.THREE;
        const wave = (size, speed) => size * Math.sin(TAU * speed * t);
        const bone = (name, x, y, z) => vrm.humanoid.getNormalizedBoneNode(name)?.quaternion
            .setFromEuler(new Euler(x * turn, y * turn, z * turn, 'YXZ'));
        const expression = {
            aa: 0.5 + wave(0.5, 1.3), happy: Math.max(0, wave(1, 0.4)),
            blink: f % 40 < 6 ? 1 : 0, bin: f % 30 > 15 ? 0.6 : 0.4,
        };
        vrm.scene.position.set(wave(root, 0.5), 0, 0);
        vrm.humanoid.getNormalizedBoneNode('hips').position.set(rest.x, rest.y + wave(0.05 * turn, 1), rest.z);
        bone('hips', 0, wave(0.4, 0.5), 0);
        bone('head', wave(0.3, 0.7), wave(0.5, 1), 0);
        bone('leftUpperArm', 0, 0, wave(-0.8, 0.8));
        bone('leftLowerArm', wave(0.6, 1.1), wave(0.5, 0.9), 0);
        target.position.set(wave(2, 0.3), 1.5 + wave(1, 0.45), 2).multiplyScalar(look ?? 0);
        for (const name in expression) vrm.expressionManager?.setValue(name, expression[name]);
        return { root: vrm.scene.position.toArray(), expression, ...(look !== null && { look: target.position.toArray() }) };
    }
}
