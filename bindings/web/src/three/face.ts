/** The stage of expressions: libvrm weighs them, and three-vrm's own binds, which an application may have changed, show them. */
import { VRMExpressionManager } from '@pixiv/three-vrm';
import type { VRMExpression } from '@pixiv/three-vrm';
import { vrm_frame } from '../generated/layout.js';
import type { Driver } from './driver.js';
import { onTouch } from './touch.js';

/** Fields of three-vrm that its types do not show. */
type OpenManager = Pick<VRMExpressionManager, keyof VRMExpressionManager> & { _expressions: VRMExpression[] };

/** In the order of vrm_web_gaze. */
const LOOKS = ['lookUp', 'lookDown', 'lookLeft', 'lookRight'];
const LOOKS_AT = 10;

/** An expression of three-vrm and its place in the tables. */
interface Feature {
    readonly expression: VRMExpression;
    readonly index: number;
    /** Its index among the four of lookAt, or -1. */
    readonly look: number;
    /** The weight that libvrm has, and the weight that the binds show now. */
    told: number;
    shown: number;
    /** Its fields when it was loaded. */
    readonly was: Pick<VRMExpression, 'isBinary' | 'overrideBlink' | 'overrideLookAt' | 'overrideMouth'>;
}

/** How many names there are in the classes that overrides act on. */
function listed({ blinkExpressionNames, lookAtExpressionNames, mouthExpressionNames }: OpenManager): number {
    return blinkExpressionNames.length + lookAtExpressionNames.length + mouthExpressionNames.length;
}

export class Face {
    readonly #driver: Driver;
    readonly #features: Feature[] = [];
    #changed = (): void => {};
    #listed = 0;
    isOurs = true;
    #at = 0;

    constructor(driver: Driver) {
        this.#driver = driver;
        const manager = driver.vrm.expressionManager as unknown as OpenManager | undefined;
        if (!manager) return;
        const changed = (): void => {
            this.isOurs = false;
            driver.warn('expressions');
        };
        for (const expression of manager._expressions) {
            const { expressionName, isBinary, overrideBlink, overrideLookAt, overrideMouth } = expression, index = driver.rig.expression(expressionName);
            if (index < 0) this.isOurs = false;
            this.#features.push({ expression, index, look: LOOKS.indexOf(expressionName), told: 0, shown: 0, was: { isBinary, overrideBlink, overrideLookAt, overrideMouth } });
        }
        onTouch(manager, ['registerExpression', 'unregisterExpression', 'copy'], changed);
        this.#changed = changed;
        this.#listed = listed(manager);
        this.refresh();
    }

    /** Another avatar needs all weights. */
    refresh(): void {
        const { runtime: { u32 }, frameAt } = this.#driver;
        this.#at = u32[(frameAt + vrm_frame.expression_weights) >> 2]! >> 2;
        for (const feature of this.#features) feature.told = 0;
    }

    begin(): void {
        const driver = this.#driver, features = this.#features;
        const manager = driver.vrm.expressionManager as unknown as OpenManager | undefined;
        if (manager && listed(manager) !== this.#listed) this.#changed();
        if (!this.isOurs) return;
        const gazes = driver.gaze.isByExpression;
        for (let i = 0; i < features.length; ++i) {
            const feature = features[i]!, { expression, was } = feature;
            if (expression.isBinary !== was.isBinary || expression.overrideBlink !== was.overrideBlink
                || expression.overrideLookAt !== was.overrideLookAt || expression.overrideMouth !== was.overrideMouth) return this.#changed();
            // While libvrm moves the eyes by expressions, these weights are its own.
            const weight = gazes && feature.look >= 0 ? 0 : expression.weight;
            if (weight === feature.told) continue;
            feature.told = weight;
            driver.exports.vrm_avatar_set_expression(driver.pointer, feature.index, weight);
        }
    }

    end(f: Float32Array): void {
        const driver = this.#driver, features = this.#features, at = this.#at;
        const manager = driver.vrm.expressionManager;
        if (!manager) return;
        if (driver.gaze.isByExpression) this.#takeLooks(f);
        if (!this.isOurs || manager.update !== VRMExpressionManager.prototype.update) return manager.update();
        for (let i = 0; i < features.length; ++i) {
            const feature = features[i]!;
            if (feature.shown !== 0) feature.expression.clearAppliedWeight();
        }
        for (let i = 0; i < features.length; ++i) {
            const feature = features[i]!;
            const weight = f[at + feature.index]!;
            feature.shown = weight;
            if (weight === 0) continue;
            const { binds } = feature.expression;
            for (let k = 0; k < binds.length; ++k) binds[k]!.applyWeight(weight);
        }
    }

    /** The weights by which the eyes look, which the lookAt stage has just read: three-vrm has them in its expressions. */
    #takeLooks(f: Float32Array): void {
        const features = this.#features, at = (this.#driver.runtime.scratch >> 2) + LOOKS_AT;
        for (let i = 0; i < features.length; ++i) {
            const { look, index, expression } = features[i]!;
            if (look >= 0 && index >= 0) expression.weight = f[at + look]!;
        }
    }
}
