/** Bone matrices of three's skeletons, computed from the frame when three is about to draw. */
import { Skeleton } from 'three';
import type { Object3D, SkinnedMesh } from 'three';
import type { Driver } from './driver.js';

/** Lets `update` of a skeleton ask libvrm. Returns what gives it back to three. */
function adopt(driver: Driver, skeleton: Skeleton, nodes: number[]): () => void {
    const { runtime } = driver, count = nodes.length;
    const binds = driver.allocate(count * 132), out = binds + count * 64, list = out + count * 64;
    let view: Float32Array = new Float32Array(), seen = -1;
    skeleton.boneInverses.forEach((matrix, i) => runtime.f32.set(matrix.elements, (binds >> 2) + i * 16));
    runtime.i32.set(nodes, list >> 2);
    skeleton.update = () => {
        if (!driver.isLive) return Skeleton.prototype.update.call(skeleton);
        if (seen === driver.frame) return; // the card has these matrices already
        seen = driver.frame;
        driver.exports.vrm_web_bone_matrices(driver.pointer, list, binds, out, count);
        if (!view.length) view = runtime.f32.subarray(out >> 2, list >> 2); // also after the memory has grown
        skeleton.boneMatrices!.set(view);
        if (skeleton.boneTexture) skeleton.boneTexture.needsUpdate = true;
    };
    skeleton.dispose = () => {
        Skeleton.prototype.dispose.call(skeleton);
        driver.release();
    };
    return () => {
        Reflect.deleteProperty(skeleton, 'update');
        Reflect.deleteProperty(skeleton, 'dispose');
        driver.free(binds);
    };
}

/** All skeletons below an avatar. Applications join and replace them, so that they are looked at in each frame. */
export class Skeletons {
    readonly #driver: Driver;
    #meshes: SkinnedMesh[] = [];
    #known: Skeleton[] = [];
    readonly #fast = new Map<Skeleton, () => void>();

    constructor(driver: Driver) {
        this.#driver = driver;
    }

    /** Finds the skinned meshes anew. */
    scan(root: Object3D): void {
        this.#meshes = [];
        root.traverse((object) => {
            if ((object as SkinnedMesh).isSkinnedMesh) this.#meshes.push(object as SkinnedMesh);
        });
        this.#adopt();
    }

    /** Takes over skeletons that are new. */
    check(): void {
        const meshes = this.#meshes, known = this.#known;
        for (let i = 0; i < meshes.length; ++i) {
            if (meshes[i]!.skeleton !== known[i]) return this.#adopt();
        }
    }

    #adopt(): void {
        const driver = this.#driver;
        this.#known = this.#meshes.map((mesh) => mesh.skeleton);
        const used = new Set(this.#known);
        for (const [skeleton, release] of this.#fast) {
            if (used.has(skeleton)) continue;
            release();
            this.#fast.delete(skeleton);
        }
        for (const skeleton of used) {
            if (!skeleton || this.#fast.has(skeleton)) continue;
            const nodes = skeleton.bones.map((bone) => driver.indices.get(bone) ?? -1);
            if (nodes.length === 0 || nodes.includes(-1)) continue; // bones of another avatar: three does it
            this.#fast.set(skeleton, adopt(driver, skeleton, nodes));
        }
    }

    release(): void {
        for (const release of this.#fast.values()) release();
        this.#fast.clear();
        this.#meshes = [];
    }
}
