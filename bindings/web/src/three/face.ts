/** The stage of expressions: libvrm weighs them, and three-vrm's own binds, which an application may have changed, show them. */
import { VRMExpressionManager } from '@pixiv/three-vrm';
import type { VRMExpression } from '@pixiv/three-vrm';
import { C } from '../generated/layout.js';
import type { Driver } from './driver.js';
import { onTouch } from './touch.js';

/** Fields of three-vrm that its types do not show. */
type OpenManager = Pick<VRMExpressionManager, keyof VRMExpressionManager> & { _expressions: VRMExpression[] };

const LOOKS = ['lookUp', 'lookDown', 'lookLeft', 'lookRight'];

/** An expression of three-vrm and its place in the tables. */
interface Feature {
    readonly expression: VRMExpression;
    readonly index: number;
    readonly isLook: boolean;
    /** What libvrm was told last, and what the binds show now. */
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
    #isOurs = true;
    #at = 0;

    constructor(driver: Driver) {
        this.#driver = driver;
        const manager = driver.vrm.expressionManager as unknown as OpenManager | undefined;
        if (!manager) return;
        const changed = (): void => {
            this.#isOurs = false;
            driver.warn('expressions');
        };
        for (const expression of manager._expressions) {
            const { expressionName, isBinary, overrideBlink, overrideLookAt, overrideMouth } = expression, index = driver.model.findExpression(expressionName);
            if (index < 0) this.#isOurs = false;
            this.#features.push({ expression, index, isLook: index >= 0 && LOOKS.includes(expressionName), told: 0, shown: 0, was: { isBinary, overrideBlink, overrideLookAt, overrideMouth } });
        }
        onTouch(manager, ['registerExpression', 'unregisterExpression', 'copy'], changed);
        this.#changed = changed;
        this.#listed = listed(manager);
        this.refresh();
    }

    /** Another avatar has to be told all weights. */
    refresh(): void {
        this.#at = this.#driver.avatar.expressionWeights.byteOffset >> 2;
        for (const feature of this.#features) feature.told = 0;
    }

    begin(): void {
        const driver = this.#driver, features = this.#features;
        const manager = driver.vrm.expressionManager as unknown as OpenManager | undefined;
        if (manager && listed(manager) !== this.#listed) this.#changed();
        if (!this.#isOurs) return;
        const gazes = driver.gaze.isByExpression;
        for (let i = 0; i < features.length; ++i) {
            const feature = features[i]!, { expression, was } = feature;
            if (expression.isBinary !== was.isBinary || expression.overrideBlink !== was.overrideBlink
                || expression.overrideLookAt !== was.overrideLookAt || expression.overrideMouth !== was.overrideMouth) return this.#changed();
            // While libvrm moves the eyes by expressions, these weights are its own.
            const weight = gazes && feature.isLook ? 0 : expression.weight;
            if (weight === feature.told) continue;
            feature.told = weight;
            driver.exports.vrm_avatar_set_expression(driver.pointer, feature.index, weight);
        }
    }

    end(f: Float32Array): void {
        const driver = this.#driver, features = this.#features, at = this.#at;
        const manager = driver.vrm.expressionManager;
        if (!manager) return;
        if (driver.gaze.isByExpression) this.#takeLooks();
        if (!this.#isOurs || manager.update !== VRMExpressionManager.prototype.update) return manager.update();
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

    /** The weights by which the eyes look are read back: three-vrm has them in its expressions. */
    #takeLooks(): void {
        const { exports, pointer } = this.#driver, features = this.#features;
        for (let i = 0; i < features.length; ++i) {
            const { isLook, index, expression } = features[i]!;
            if (isLook) expression.weight = exports.vrm_avatar_layer_expression(pointer, C.VRM_LAYER_LOOK_AT, index);
        }
    }
}
