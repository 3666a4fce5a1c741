/** Whether constraints are those of the file; if not, three-vrm computes them. */
import { VRMNodeConstraintManager } from '@pixiv/three-vrm';
import type { VRMNodeConstraint } from '@pixiv/three-vrm';
import type { Driver } from './driver.js';
import { onTouch } from './touch.js';

export class Constraints {
    readonly #driver: Driver;
    isOurs = true;
    /** The nodes that they turn. */
    nodes: number[] = [];
    readonly #constraints: VRMNodeConstraint[];
    readonly #weights: number[];

    #isTouched = false;

    constructor(driver: Driver) {
        this.#driver = driver;
        const manager = driver.vrm.nodeConstraintManager;
        this.#constraints = [...(manager?.constraints ?? [])];
        this.#weights = this.#constraints.map(({ weight }) => weight);
        if (manager) onTouch(manager, ['constraints', 'addConstraint', 'deleteConstraint', 'update'], () => { this.#isTouched = true; });
    }

    check(): void {
        const manager = this.#driver.vrm.nodeConstraintManager, constraints = this.#constraints;
        if (!this.isOurs || !manager || !this.#isTouched) return;
        if (manager.constraints.size === constraints.length && manager.update === VRMNodeConstraintManager.prototype.update
            && constraints.every(({ weight }, i) => weight === this.#weights[i])) return;
        this.isOurs = false;
        this.#driver.warn('constraints');
    }

    update(): void {
        const manager = this.#driver.vrm.nodeConstraintManager!;
        manager.update();
        this.nodes = this.#driver.nodesOf([...manager.constraints].map(({ destination }) => destination));
    }
}
