/** The objects below an avatar's scene: their world matrices, and what the application hangs there or takes away. */
import { Matrix4, Object3D } from 'three';
import type { SkinnedMesh } from 'three';
import type { Driver } from './driver.js';
import { WorldMatrix } from './lazy.js';
import { Skeletons } from './skeletons.js';

export class Tree {
    readonly #driver: Driver;
    /** Every object that was there when the avatar was loaded, and its parent. */
    readonly #known = new Map<Object3D, Object3D>();
    /** Objects of the application that hang on objects of the avatar. */
    #hung: Object3D[] = [];
    readonly #skeletons: Skeletons;
    #isChanged = true;
    #isPlaced = false;

    constructor(driver: Driver) {
        this.#driver = driver;
        const { scene } = driver.vrm;
        this.#skeletons = new Skeletons(driver);
        const changed = (): void => { this.#isChanged = true; };
        scene.traverse((object) => {
            object.addEventListener('childadded', changed);
            object.addEventListener('childremoved', changed);
            if (object === scene) return;
            const mesh = object as SkinnedMesh;
            this.#known.set(object, object.parent!);
            object.matrixWorld = new WorldMatrix(driver, object, driver.indices.get(object) ?? -1);
            // three inverts it while it walks.
            if (mesh.bindMode === 'attached') mesh.bindMatrixInverse = new WorldMatrix(driver, object, -2);
        });
        scene.updateMatrixWorld = () => this.#place();
    }

    /** Whether an object came with the file. */
    has(object: Object3D): boolean {
        return this.#known.has(object);
    }

    /** Before an update: sees what changed since the last. */
    check(): void {
        this.#isPlaced = false;
        if (this.#isChanged) this.#scan();
        this.#skeletons.check();
    }

    /** Finds what is new below the avatar, and what is gone. */
    #scan(): void {
        const driver = this.#driver, known = this.#known;
        const { scene } = driver.vrm;
        this.#isChanged = false;
        for (const [object, parent] of known) {
            if (object.parent === parent) continue;
            if (this.#carries(object)) return driver.release('a bone was taken out');
            known.delete(object);
            this.#giveBack(object);
        }
        this.#hung = [];
        const seek = (object: Object3D): void => {
            for (const child of object.children) {
                // A camera has more to do than its matrix.
                if (known.has(child) && !('isCamera' in child)) seek(child);
                else this.#hung.push(child);
            }
        };
        seek(scene);
        this.#skeletons.scan(scene);
    }

    /** Whether something of the avatar depends on where an object is. */
    #carries(object: Object3D): boolean {
        const { indices, moving } = this.#driver;
        let found = false;
        object.traverse((one) => { found ||= moving.includes(indices.get(one)!); });
        return found;
    }

    /** Plain matrices again. */
    #giveBack(object: Object3D): void {
        for (const name of ['matrixWorld', 'bindMatrixInverse'] as const) {
            const matrix = (object as SkinnedMesh)[name];
            if (matrix) (object as SkinnedMesh)[name] = new Matrix4().copy(matrix);
        }
        object.matrixWorldNeedsUpdate = true;
    }

    /** What three calls before it draws. */
    #place(): void {
        const driver = this.#driver;
        const { scene } = driver.vrm;
        const wasPlaced = this.#isPlaced;
        if (this.#isChanged) this.check();
        scene.updateWorldMatrix(false, false);
        if (driver.isReleased || !driver.isAsUpdated || (wasPlaced && driver.hasMoved())) return this.#walk();
        driver.follow();
        driver.stamp++;
        this.#isPlaced = true;
        for (let i = 0; i < this.#hung.length; ++i) this.#hung[i]!.updateMatrixWorld(true);
    }

    /** three's own way, where something was moved past libvrm. */
    #walk(): void {
        const driver = this.#driver;
        driver.isLive = false;
        Object3D.prototype.updateMatrixWorld.call(driver.vrm.scene, true);
    }

    release(): void {
        const { scene } = this.#driver.vrm;
        delete (scene as Partial<Object3D>).updateMatrixWorld;
        for (const object of this.#known.keys()) this.#giveBack(object);
        this.#known.clear();
        this.#skeletons.release();
    }
}
