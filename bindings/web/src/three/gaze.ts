/** The stage of lookAt: settings of three-vrm go in, and results go back. */
import { VRMLookAt, VRMLookAtBoneApplier, VRMLookAtExpressionApplier } from '@pixiv/three-vrm';
import { Vector3 } from 'three';
import { C, vrm_look_at, vrm_tables } from '../generated/layout.js';
import type { Bare, Driver } from './driver.js';
import { onTouch } from './touch.js';

/** Fields of three-vrm that its types do not show. */
type OpenLookAt = Pick<VRMLookAt, keyof VRMLookAt> & { _yaw: number; _pitch: number; _needsUpdate: boolean };

const place = new Vector3();

/** The settings of lookAt that the file gives, as text. */
function settingsOf({ faceFront, offsetFromHeadBone, applier }: VRMLookAt): string {
    const { rangeMapHorizontalInner, rangeMapHorizontalOuter, rangeMapVerticalDown, rangeMapVerticalUp } = applier as VRMLookAtBoneApplier;
    return JSON.stringify([faceFront, offsetFromHeadBone, rangeMapHorizontalInner, rangeMapHorizontalOuter, rangeMapVerticalDown, rangeMapVerticalUp]);
}

export class Gaze {
    readonly #driver: Driver;
    readonly #eyes: (Bare | undefined)[];
    readonly #settings: string = '';
    readonly #applier: unknown;
    readonly #isPresent: boolean;
    readonly #movesExpressions: boolean;
    /** False: three-vrm moves the eyes. */
    isOurs = true;
    #isTouched = false;
    #isOn = false;
    #isOff = true;

    constructor(driver: Driver) {
        this.#driver = driver;
        const { humanoid, lookAt } = driver.vrm;
        const { exports, pointer, runtime: { i32 } } = driver;
        const at = (exports.vrm_model_tables(exports.vrm_avatar_model(pointer)) + vrm_tables.look_at) >> 2;
        this.#isPresent = i32[at + vrm_look_at.is_present / 4] !== 0;
        this.#movesExpressions = i32[at + vrm_look_at.type / 4] === C.VRM_LOOK_AT_TYPE_EXPRESSION;
        this.#eyes = (['leftEye', 'rightEye'] as const).map((name) =>
            humanoid.getNormalizedBoneNode(name)?.quaternion as Bare | undefined);
        this.#applier = lookAt?.applier;
        if (!lookAt) return;
        this.#settings = settingsOf(lookAt);
        const touched = (): void => { this.#isTouched = true; };
        onTouch(lookAt, ['faceFront', 'offsetFromHeadBone'], touched);
        onTouch(lookAt.applier, ['rangeMapHorizontalInner', 'rangeMapHorizontalOuter', 'rangeMapVerticalDown', 'rangeMapVerticalUp'], touched);
    }

    /** Whether this is what the file describes, and nothing of the application's own. */
    #isPlain(lookAt: VRMLookAt): boolean {
        const { applier } = lookAt;
        if (applier !== this.#applier || lookAt.update !== VRMLookAt.prototype.update || lookAt.lookAt !== VRMLookAt.prototype.lookAt) return false;
        if (applier.applyYawPitch !== VRMLookAtBoneApplier.prototype.applyYawPitch
            && applier.applyYawPitch !== VRMLookAtExpressionApplier.prototype.applyYawPitch) return false;
        return !this.#isTouched || settingsOf(lookAt) === this.#settings;
    }

    /** Whether expressions show lookAt in this update, and libvrm writes their weights. */
    get isByExpression(): boolean {
        return this.#isOn && this.#movesExpressions;
    }

    begin(dt: number): void {
        const { exports, pointer, runtime, vrm } = this.#driver;
        const lookAt = vrm.lookAt as unknown as OpenLookAt | undefined;
        this.#isOn = false;
        this.isOurs = lookAt !== undefined && this.#isPresent && this.#isPlain(vrm.lookAt!);
        if (lookAt && this.isOurs) {
            if (lookAt.target && lookAt.autoUpdate) {
                lookAt.target.getWorldPosition(place);
                exports.vrm_avatar_set_look_at_target(pointer, runtime.put3(place.x, place.y, place.z));
                this.#isOn = true;
            } else if (lookAt._needsUpdate) {
                exports.vrm_avatar_set_look_at_degrees(pointer, lookAt._yaw, lookAt._pitch);
                this.#isOn = true;
            }
            lookAt._needsUpdate = false;
        } else if (lookAt) {
            this.#driver.warn('eyes');
            // Before the pose is read: it turns normalized bones, and sets weights.
            lookAt.update(dt);
        }
        if (!this.#isOn && !this.#isOff) exports.vrm_avatar_set_look_at_off(pointer);
        this.#isOff = !this.#isOn;
    }

    end(f: Float32Array): void {
        if (!this.#isOn) return;
        const driver = this.#driver, eyes = this.#eyes;
        const lookAt = driver.vrm.lookAt as unknown as OpenLookAt;
        const { scratch } = driver.runtime, at = scratch >> 2;
        driver.exports.vrm_web_read_gaze(driver.pointer, scratch);
        lookAt._yaw = f[at]!;
        lookAt._pitch = f[at + 1]!;
        if (this.isByExpression) return;
        for (let i = 0, q = at + 2; i < 2; ++i, q += 4) {
            eyes[i]?.set(driver.sign * f[q]!, f[q + 1]!, driver.sign * f[q + 2]!, f[q + 3]!);
        }
    }
}
