import { VRM } from '@pixiv/three-vrm';
import { C } from '../generated/layout.js';
import type { Driver, StageOwner, Stages } from './driver.js';
import type { InstanceOptions } from './instance.js';

const drivers = new WeakMap<VRM, Driver>();

/** What moves an avatar; undefined once libvrm has let go of it. */
function driverOf(vrm: VRM): Driver | undefined {
    const driver = drivers.get(vrm);
    return driver?.isReleased ? undefined : driver;
}

/** An avatar of three-vrm that libvrm moves: a `VRM` as it was, and some verbs more. */
export class LibVRM extends VRM {
    /** Makes one of an avatar that three-vrm has loaded. Without a driver, three-vrm moves it. */
    static adopt(vrm: VRM, driver?: Driver): LibVRM {
        if (driver) drivers.set(vrm, driver);
        return Object.setPrototypeOf(vrm, LibVRM.prototype) as LibVRM;
    }

    /** False once libvrm has let go of the avatar, which three-vrm moves then. */
    get isAccelerated(): boolean {
        return driverOf(this) !== undefined;
    }

    /** Who computes each stage of an update at present: libvrm or three-vrm; 'none': the avatar has no such thing. */
    get stages(): Stages {
        const driver = drivers.get(this);
        if (driver) return driver.stages;
        const who = (part: unknown): StageOwner => (part ? 'three-vrm' : 'none');
        return {
            pose: 'three-vrm', lookAt: who(this.lookAt), expressions: who(this.expressionManager),
            constraints: who(this.nodeConstraintManager), springs: who(this.springBoneManager),
        };
    }

    override update(delta: number): void {
        const driver = drivers.get(this);
        if (driver) driver.update(delta);
        else super.update(delta);
    }

    /**
     * Another avatar of the same file, at rest, without a second load: geometries and textures are shared,
     * and materials too unless expressions or time change them.
     */
    async createInstance(options?: InstanceOptions): Promise<LibVRM> {
        const { createInstance } = await import('./instance.js'); // few pages need it
        const driver = driverOf(this);
        if (!driver) throw new Error('libvrm does not move this avatar');
        return createInstance(driver, options);
    }

    /**
     * Teleports the scene without shaking springs: call it after setting the position.
     *
     * @param keepShape  true: springs keep their shape and motion; false: they start from rest.
     */
    teleport(keepShape = true): void {
        driverOf(this)?.teleport(keepShape);
    }

    /** A force on all springs, in the world, in the unit of gravityPower. It stays until it is set again. */
    setWind(x: number, y: number, z: number): void {
        const driver = driverOf(this);
        driver?.exports.vrm_avatar_set_wind(driver.pointer, driver.runtime.put3(x, y, z));
    }

    /** How much of the springs' sway is shown, 0 to 1; the rest is the pose. */
    setSpringWeight(weight: number): void {
        const driver = driverOf(this);
        driver?.exports.vrm_avatar_set_spring_weight(driver.pointer, C.VRM_ALL, weight);
    }

    /** Simulates springs for at most 10 seconds. The first picture then shows them at rest. */
    warmUp(seconds = 2): void {
        this.update(0);
        const driver = driverOf(this);
        driver?.exports.vrm_avatar_warm_up(driver.pointer, seconds);
        this.update(0);
    }

    /** Whether the avatar sleeps once it is at rest, and then costs next to nothing until something moves it. */
    setSleep(sleep: boolean): void {
        driverOf(this)?.setSleep(sleep);
    }

    /** Gives the memory of libvrm back. `VRMUtils.deepDispose(vrm.scene)` does it too, for avatars with skins. */
    dispose(): void {
        driverOf(this)?.release();
    }
}
