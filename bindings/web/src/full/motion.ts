import { vrm_ground, vrm_idle, vrm_recorder_desc } from '../generated/layout.js';
import type { Avatar } from '../core/avatar.js';
import { TRS_FLOATS } from '../core/frame.js';
import { Clip } from '../core/clip.js';
import { Handle } from '../core/handle.js';
import type { Model } from '../core/model.js';
import type { Pose } from '../core/pose.js';
import type { Runtime } from '../core/runtime.js';

/** How much of each part of idle animation there is: amounts are 0 to 1. */
export interface IdleSettings {
    blink?: number;
    breath?: number;
    sway?: number;
    lookAt?: number;
    blinksPerMinute?: number;
    breathsPerMinute?: number;
}

/** Idle animation of one avatar: blinking, breath, small shifts of weight and wandering eyes. */
export class Idle extends Handle {
    /** Equal seeds give equal motion. */
    constructor(runtime: Runtime, seed = 1) {
        runtime.need('vrm_idle_init');
        const pointer = runtime.alloc(vrm_idle.SIZE);
        super(runtime, pointer, 'Idle', (runtime) => runtime.free(pointer));
        runtime.exports.vrm_idle_init(pointer, seed);
    }

    /** Changes the settings that are given. */
    set(settings: IdleSettings): void {
        const names = ['blink', 'breath', 'sway', 'lookAt', 'blinksPerMinute', 'breathsPerMinute'] as const;
        if (!this.pointer) return;
        names.forEach((name, i) => {
            const value = settings[name];
            if (value !== undefined) this.runtime.f32[(this.pointer >> 2) + i] = value;
        });
    }

    /** Advances the time and writes the inputs of the avatar's next update; always the same avatar. */
    update(avatar: Avatar, dt: number): void {
        this.runtime.exports.vrm_idle_update(this.pointer, avatar.pointerFor(this.runtime), dt);
    }
}

/** Keeps the feet of one avatar on the ground. */
export class Ground extends Handle {
    constructor(runtime: Runtime) {
        runtime.need('vrm_ground_init');
        const pointer = runtime.alloc(vrm_ground.SIZE);
        super(runtime, pointer, 'Ground', (runtime) => runtime.free(pointer));
        runtime.exports.vrm_ground_init(pointer);
    }

    /** Sets the height of the ground in the world, in meters. */
    setHeight(height: number): void {
        if (this.pointer) this.runtime.f32[(this.pointer + vrm_ground.height) >> 2] = height;
    }

    /** Sets the body that the motion was made for: that of a clip. Returns false if the clip does not have it. */
    setSource(clip: Clip | null): boolean {
        const { runtime, pointer } = this;
        if (!pointer) return false;
        const has = clip ? runtime.exports.vrm_clip_get_legs(clip.pointerFor(runtime), pointer + vrm_ground.source) : 0;
        runtime.u32[(pointer + vrm_ground.has_source) >> 2] = has;
        return has === 1;
    }

    /** Moves the soles of a pose to their positions in the motion. `root` is that of the avatar, 10 floats; `dt` in seconds. */
    update(model: Model, pose: Pose, dt: number, root?: ArrayLike<number>): void {
        const { runtime, pointer } = this;
        const at = root ? runtime.put(root, TRS_FLOATS) : 0;
        runtime.exports.vrm_web_ground_update(pointer, model.pointerFor(runtime), pose.pointerFor(runtime), at, dt);
    }
}

/** Records poses and makes a clip from them. */
export class Recorder extends Handle {
    /** A capacity in poses, and the hips height of the body in meters. */
    constructor(runtime: Runtime, poseCapacity = 3600, hipsHeight = 1) {
        runtime.need('vrm_recorder_create');
        const desc = runtime.scratch;
        runtime.exports.vrm_recorder_desc_init_sized(desc, vrm_recorder_desc.SIZE);
        runtime.u32[(desc + vrm_recorder_desc.pose_capacity) >> 2] = poseCapacity;
        runtime.f32[(desc + vrm_recorder_desc.hips_height) >> 2] = hipsHeight;
        const pointer = runtime.create(`${poseCapacity} poses`, (out) => runtime.exports.vrm_recorder_create(desc, out, out + 4));
        super(runtime, pointer, 'Recorder', (runtime) => runtime.exports.vrm_recorder_destroy(pointer));
    }

    /** How many poses it has. */
    get count(): number {
        return this.runtime.exports.vrm_recorder_count(this.pointer);
    }

    /** Adds a pose at a time, in seconds from any origin. */
    add(seconds: number, pose: Pose): void {
        this.runtime.check(this.runtime.exports.vrm_web_recorder_add(this.pointer, seconds, pose.pointerFor(this.runtime)));
    }

    /** Forgets all poses. */
    clear(): void {
        this.runtime.exports.vrm_recorder_clear(this.pointer);
    }

    /** Makes a clip of the poses so far. */
    makeClip(): Clip {
        const { runtime } = this;
        const recorder = this.alive;
        return new Clip(runtime, runtime.create('the clip', (out) => runtime.exports.vrm_recorder_make_clip(recorder, out, out + 4)), []);
    }
}
