/** The objects below an avatar's scene: their world matrices, and what the application hangs there or takes away. */
import { Matrix4, Object3D } from 'three';
import type { Driver } from './driver.js';
import { WorldMatrix } from './lazy.js';
import { Skeletons } from './skeletons.js';

const EVENTS = ['childadded', 'childremoved'] as const;

export class Tree {
    readonly #driver: Driver;
    /** Every object that was there when the avatar was loaded, and its parent. */
    readonly #known = new Map<Object3D, Object3D>();
    /** Objects of the application that hang on objects of the avatar. */
    #hung: Object3D[] = [];
    readonly #skeletons: Skeletons;
    #isChanged = true;
    #isPlaced = false;
    readonly #listener = (): void => { this.#isChanged = true; };

    constructor(driver: Driver) {
        this.#driver = driver;
        const { scene } = driver.vrm;
        this.#skeletons = new Skeletons(driver);
        this.#watch(scene);
        scene.traverse((object) => {
            if (object === scene) return;
            this.#known.set(object, object.parent!);
            this.#watch(object);
            object.matrixWorld = new WorldMatrix(driver, object, driver.indices.get(object) ?? -1);
        });
        scene.updateMatrixWorld = () => this.#place();
    }

    /** Whether an object came with the file. */
    has(object: Object3D): boolean {
        return this.#known.has(object);
    }

    #watch(object: Object3D): void {
        for (const event of EVENTS) object.addEventListener(event, this.#listener);
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
            if (this.#carries(object)) return driver.release('a bone was taken out of its place');
            known.delete(object);
            this.#giveBack(object);
        }
        this.#hung = [];
        const seek = (object: Object3D): void => {
            for (const child of object.children) {
                if (known.has(child)) seek(child);
                else this.#hung.push(child);
            }
        };
        seek(scene);
        this.#skeletons.scan(scene);
    }

    /** Whether something of the avatar depends on where an object is. */
    #carries(object: Object3D): boolean {
        const { indices, writers, vrm } = this.#driver;
        const bones = new Set(Object.values(vrm.humanoid.rawHumanBones).map((bone) => bone?.node));
        let found = false;
        object.traverse((one) => {
            const node = indices.get(one);
            if (bones.has(one) || (node !== undefined && writers[node])) found = true;
        });
        return found;
    }

    /** Plain matrices again. */
    #giveBack(object: Object3D): void {
        for (const event of EVENTS) object.removeEventListener(event, this.#listener);
        object.matrixWorld = new Matrix4().copy(object.matrixWorld);
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
        for (const event of EVENTS) scene.removeEventListener(event, this.#listener);
        for (const object of this.#known.keys()) this.#giveBack(object);
        this.#known.clear();
        this.#skeletons.release();
    }
}
