// An avatar in three-vrm and the same in three-vrm moved by libvrm, side by side.
import assert from 'node:assert/strict';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import * as plain from '@pixiv/three-vrm';
import * as adapter from 'libvrm/three';
import { sample } from './data.mjs';

globalThis.self ??= globalThis; // GLTFLoader asks for them
globalThis.ProgressEvent ??= class extends Event {};

// three-vrm measures a bone against where its child was a step ago (SB-028), which is not to be compared here.
const head = new THREE.Vector3(), tail = new THREE.Vector3();
plain.VRMSpringBoneJoint.prototype._calcWorldSpaceBoneLength = function () {
    head.setFromMatrixPosition(this.bone.matrixWorld);
    tail.copy(this._initialLocalChildPosition).applyMatrix4(this.bone.matrixWorld);
    this._worldSpaceBoneLength = head.distanceTo(tail);
};

/** Calls a function, and returns what it wrote to the console as warnings of libvrm. */
export async function warningsOf(call) {
    const { warn } = console, found = [];
    console.warn = (text) => { if (String(text).startsWith('libvrm')) found.push(String(text)); };
    try {
        await call();
    } finally {
        console.warn = warn;
    }
    return found;
}

/** Loads a file without decoding its images. `make` makes the plugin of a parser. */
export async function parse(bytes, make) {
    const loader = new GLTFLoader();
    loader.register((parser) => ({
        name: 'WHITE',
        async loadTexture(index) {
            const texture = new THREE.DataTexture(new Uint8Array(4).fill(255), 1, 1);
            parser.associations.set(texture, { textures: index });
            return texture;
        },
    }));
    loader.register(make);
    const gltf = await loader.parseAsync(bytes.slice().buffer, '');
    return { gltf, vrm: gltf.userData.vrm, nodes: await gltf.parser.getDependencies('node') };
}

/** An avatar in a scene, with a target that its eyes may follow. */
export class Shown {
    constructor({ gltf, vrm, nodes }, isOurs) {
        Object.assign(this, { gltf, vrm, nodes, isOurs, target: new THREE.Object3D(), scene: new THREE.Scene() });
        this.scene.add(vrm.scene, this.target);
        this.scene.updateMatrixWorld(true);
        vrm.springBoneManager?.reset();
    }

    skeletons() {
        const found = new Set();
        this.vrm.scene.traverse((object) => { if (object.isSkinnedMesh) found.add(object.skeleton); });
        return [...found];
    }

    /** What three's renderer does with it before it draws. */
    draw() {
        this.scene.updateMatrixWorld();
        for (const skeleton of this.skeletons()) skeleton.update();
    }

    step(dt = 1 / 60) {
        const { vrm } = this;
        if (!this.isOurs) { // the head's matrix of this frame, as libvrm has it (LA-026)
            vrm.humanoid.update();
            this.scene.updateMatrixWorld(true);
        }
        vrm.update(dt);
        this.draw();
    }

    state() {
        const morphs = [], palettes = this.skeletons().flatMap(({ boneMatrices, bones }) => [...boneMatrices.slice(0, bones.length * 16)]);
        const binds = [];
        this.vrm.scene.traverse((object) => {
            if (object.morphTargetInfluences) morphs.push(...object.morphTargetInfluences);
            if (object.isSkinnedMesh) binds.push(...object.bindMatrixInverse.elements);
        });
        return { world: this.nodes.flatMap(({ matrixWorld }) => [...matrixWorld.elements]), palettes, binds, morphs };
    }
}

export const near = (ours, theirs, within, what) => {
    assert.equal(ours.length, theirs.length, what);
    ours.forEach((value, i) => assert.ok(Math.abs(value - theirs[i]) <= within, `${what} ${i}: ${value}, not ${theirs[i]}`));
};

/** Both avatars of a sample. */
export class Pair {
    static async load(name = 'character-1.0.vrm', options = {}, ourOptions = {}) {
        const bytes = typeof name === 'string' ? sample(name) : name;
        const self = new Pair();
        self.theirs = new Shown(await parse(bytes, (parser) => new plain.VRMLoaderPlugin(parser, optionsOf(options))), false);
        self.ours = new Shown(await parse(bytes, (parser) => new adapter.VRMLoaderPlugin(parser, { ...optionsOf(options), ...ourOptions })), true);
        assert.ok(self.ours.vrm.isAccelerated, 'libvrm moves the avatar');
        // Springs begin at rest in three-vrm, and with the first pose that is shown in libvrm (SB-027).
        return self.run(undefined, 1);
    }

    /** Does the same to both, and lets them step, some times. */
    run(act, frames = 20, dt = 1 / 60) {
        for (let k = 0; k < frames; ++k) {
            for (const one of [this.theirs, this.ours]) {
                act?.(one.vrm, k, one);
                one.step(dt);
            }
        }
        return this;
    }

    /** Demands that both look alike: matrices in metres, weights of morph targets. */
    compare(within = 1e-3) {
        const ours = this.ours.state(), theirs = this.theirs.state();
        for (const part in ours) near(ours[part], theirs[part], within, part);
        return this;
    }
}

const optionsOf = (options) => (typeof options === 'function' ? options() : options);

/** A motion of the whole body. */
export function dance(vrm, k) {
    const angles = new THREE.Euler();
    Object.keys(vrm.humanoid.humanBones).filter((name) => !/Eye/.test(name)).forEach((name, i) => {
        const bone = vrm.humanoid.getNormalizedBoneNode(name);
        bone.quaternion.setFromEuler(angles.set(0.1 * Math.sin(k * 0.07 + i), 0.1 * Math.sin(k * 0.1 + i), 0));
    });
    vrm.scene.position.x = 0.3 * Math.sin(k * 0.05);
}

export { THREE, adapter, plain };
