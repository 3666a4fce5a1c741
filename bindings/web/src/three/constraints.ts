/** Constraints: what the application changes is taken over; what tables have no place for, three-vrm computes. */
import { VRMNodeConstraintManager } from '@pixiv/three-vrm';
import type { VRMNodeConstraint } from '@pixiv/three-vrm';
import type { Driver } from './driver.js';
import { Unknown, constraintsOf } from './tables.js';
import { onTouch } from './touch.js';

/** All that makes a constraint. */
function partsOf(one: VRMNodeConstraint): unknown[] {
    const { rollAxis, aimAxis } = one as { rollAxis?: string; aimAxis?: string };
    return [one, one.source, one.destination, one.weight, rollAxis, aimAxis];
}

export class Constraints {
    readonly #driver: Driver;
    isOurs = true;
    /** The nodes that they turn. */
    nodes: number[] = [];
    #parts: unknown[] = [];
    #isTouched = false;

    constructor(driver: Driver) {
        this.#driver = driver;
        const manager = driver.vrm.nodeConstraintManager;
        if (!manager) return;
        this.#parts = this.#read();
        onTouch(manager, ['constraints', 'addConstraint', 'deleteConstraint', 'update'], () => { this.#isTouched = true; });
    }

    /** Whether there are constraints at all. */
    get isThere(): boolean {
        return this.#parts.length > 0;
    }

    #read(): unknown[] {
        return constraintsOf(this.#driver.vrm.nodeConstraintManager!).flatMap(partsOf);
    }

    check(): void {
        const driver = this.#driver, manager = driver.vrm.nodeConstraintManager;
        if (!this.isOurs || !manager || !this.#isTouched) return;
        const parts = this.#read(), isPlain = manager.update === VRMNodeConstraintManager.prototype.update;
        if (isPlain && parts.length === this.#parts.length && parts.every((one, i) => one === this.#parts[i])) return;
        this.#parts = parts;
        try {
            if (driver.rig.isOpen && isPlain) return driver.renew();
            this.#giveBack();
        } catch (error) {
            this.#giveBack(error instanceof Unknown ? error.message : String(error));
        }
    }

    #giveBack(reason?: string): void {
        this.isOurs = false;
        this.#driver.warn('constraints', reason);
    }

    update(): void {
        const manager = this.#driver.vrm.nodeConstraintManager!;
        manager.update();
        this.nodes = this.#driver.nodesOf([...manager.constraints].map(({ destination }) => destination));
    }
}
