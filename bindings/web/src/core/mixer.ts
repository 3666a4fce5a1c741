import { C, vrm_mixer, vrm_mixer_event, vrm_mixer_slot, vrm_trs } from '../generated/layout.js';
import { mixerEventKinds, slotFlags } from '../generated/tables.js';
import type { BoneGroup, MixerEventKind, SlotFlags } from '../generated/tables.js';
import type { Clip } from './clip.js';
import { Handle } from './handle.js';
import { maskOf, Pose } from './pose.js';
import { bits } from './read.js';
import type { Runtime } from './runtime.js';

const EVENTS = 32;
const EVENT_AT = vrm_mixer.SIZE;
const ROOT_AT = EVENT_AT + EVENTS * vrm_mixer_event.SIZE;

/** How a slot plays a clip. */
export interface PlayOptions extends SlotFlags {
    /** Within how many seconds the slot is faded in, and the others of its layer out. Default: 0, at once. */
    fade?: number;
    /** -64 to 64; less than 0 is backwards. Default: as it was, 1 at first. */
    speed?: number;
    /** Greater layers lie over lesser ones. Default: as it was, 0 at first. */
    layer?: number;
    /** The groups of bones that the slot moves. Default: as it was, all at first. */
    bones?: readonly BoneGroup[];
    /** Of a loop whose last pose is not its first: within how many seconds the difference is made up for. */
    seam?: number;
}

/** What has happened in an update of a mixer. */
export interface MixerEvent {
    kind: MixerEventKind;
    slot: number;
    /** How often in this update. */
    count: number;
    /** How long ago, the last time, in seconds. */
    ago: number;
}
const NONE: readonly MixerEvent[] = [];

/** The pose of a slot. The mixer reads it until it is disposed of itself. */
class Input extends Pose {
    override dispose(): void {}
    end(): void {
        super.dispose();
    }
}

/** Several clips and poses become one pose. It has 16 slots. */
export class Mixer extends Handle {
    /** Of each slot: the reference to its clip, which the mixer holds, or 0. */
    readonly #clips: number[];
    readonly #inputs: (Input | undefined)[] = [];

    /** Use `runtime.createMixer`. */
    constructor(runtime: Runtime) {
        const pointer = runtime.alloc(ROOT_AT + vrm_trs.SIZE);
        const clips: number[] = new Array(C.VRM_MIXER_SLOTS).fill(0);
        super(runtime, pointer, 'Mixer', (runtime) => {
            for (const clip of clips) runtime.exports.vrm_clip_release(clip);
            runtime.free(pointer);
        });
        this.#clips = clips;
        runtime.exports.vrm_mixer_init(pointer);
    }

    /** Lets a slot play a clip from its beginning; null empties it. Take two slots in turn to go from clip to clip. */
    play(slot: number, clip: Clip | null, options: PlayOptions = {}): void {
        const { exports } = this.runtime;
        if (!this.pointer || this.#clips[slot] === undefined) return;
        const old = this.#clips[slot];
        this.#clips[slot] = exports.vrm_clip_retain(clip?.pointerFor(this.runtime) ?? 0);
        this.change(slot, options);
        exports.vrm_mixer_play(this.pointer, slot, this.#clips[slot], bits(slotFlags, options), nanoseconds(options.fade));
        exports.vrm_clip_release(old);
    }

    /** Changes how a slot plays: its speed, layer, bones and seam. */
    change(slot: number, { speed, layer, bones, seam }: PlayOptions): void {
        const { runtime } = this;
        const at = this.#slot(slot);
        if (!at) return;
        if (speed !== undefined) runtime.f32[(at + vrm_mixer_slot.speed) >> 2] = speed;
        if (layer !== undefined) runtime.i32[(at + vrm_mixer_slot.layer) >> 2] = layer;
        if (bones) this.#write64(at + vrm_mixer_slot.bones, maskOf(runtime, bones));
        if (seam !== undefined) this.#write64(at + vrm_mixer_slot.seam, nanoseconds(seam));
    }

    /** Fades a slot to a weight within some seconds. */
    fade(slot: number, weight: number, seconds = 0): void {
        this.runtime.exports.vrm_mixer_fade(this.pointer, slot, weight, nanoseconds(seconds));
    }

    /** Fades a slot to 1 and the others of its layer to 0 within some seconds. */
    crossfade(slot: number, seconds = 0): void {
        this.runtime.exports.vrm_mixer_crossfade(this.pointer, slot, nanoseconds(seconds));
    }

    /** The weight of a slot, 0 to 1. */
    weight(slot: number): number {
        const at = this.#slot(slot);
        return at ? this.runtime.f32[(at + vrm_mixer_slot.weight) >> 2]! : 0;
    }

    /** The time in the clip of a slot, in seconds. */
    time(slot: number): number {
        const at = (this.#slot(slot) + vrm_mixer_slot.time) >> 2;
        return this.#slot(slot) ? (this.runtime.u32[at]! + this.runtime.i32[at + 1]! * 2 ** 32) / 1e9 : 0;
    }

    /** The pose of a slot for live input, such as that of a tracker. Write into it in each frame; the mixer owns it. */
    input(slot: number): Pose {
        const { runtime } = this;
        this.play(slot, null);
        if (!this.#inputs[slot]) void this.alive; // throws once disposed of: nothing would free a new pose
        const pose = (this.#inputs[slot] ??= new Input(runtime));
        const at = this.#slot(slot);
        if (at) runtime.u32[(at + vrm_mixer_slot.pose) >> 2] = pose.pointer;
        return pose;
    }

    /** Lets time pass, in seconds, and writes the pose of this frame. Returns what has happened. */
    update(dt: number, out: Pose): readonly MixerEvent[] {
        const { runtime, pointer } = this;
        if (!pointer) return NONE;
        const count = runtime.exports.vrm_web_mixer_update(pointer, dt, out.pointerFor(runtime), pointer + ROOT_AT, pointer + EVENT_AT, EVENTS);
        out.ownNames();
        return count ? this.#events(Math.min(count, EVENTS)) : NONE;
    }

    /** How the root moved in the last update, in hips heights: x, y, z. Of slots with `rootMotion`. A view. */
    get rootMotion(): Float32Array {
        const at = (this.pointer + ROOT_AT) >> 2;
        return this.runtime.f32.subarray(at, this.pointer ? at + 3 : at);
    }

    override dispose(): void {
        super.dispose();
        for (const pose of this.#inputs) pose?.end();
    }

    #events(count: number): MixerEvent[] {
        const { i32, u32 } = this.runtime;
        return Array.from({ length: count }, (_, i) => {
            const at = (this.pointer + EVENT_AT + i * vrm_mixer_event.SIZE) >> 2;
            return {
                kind: mixerEventKinds[i32[at]!]!,
                slot: i32[at + vrm_mixer_event.slot / 4]!,
                count: u32[at + vrm_mixer_event.count / 4]!,
                ago: (u32[at + vrm_mixer_event.ago / 4]! + i32[at + vrm_mixer_event.ago / 4 + 1]! * 2 ** 32) / 1e9,
            };
        });
    }

    #slot(index: number): number {
        if (!this.pointer || this.#clips[index] === undefined) return 0;
        return this.pointer + vrm_mixer.slots + index * vrm_mixer_slot.SIZE;
    }

    #write64(at: number, value: bigint): void {
        this.runtime.u32[at >> 2] = Number(value & 0xffffffffn);
        this.runtime.u32[(at >> 2) + 1] = Number((value >> 32n) & 0xffffffffn);
    }
}

function nanoseconds(seconds = 0): bigint {
    return BigInt(Math.round(Math.min(Math.max(seconds, 0) || 0, 9e6) * 1e9));
}
