import { C, vrm_pose, vrm_companion_action, vrm_companion_desc, vrm_companion_params, vrm_companion_status, vrm_companion_tag } from '../generated/layout.js';
import type { Avatar } from '../core/avatar.js';
import type { Clip } from '../core/clip.js';
import { VrmError } from '../core/error.js';
import { Handle } from '../core/handle.js';
import type { Model } from '../core/model.js';
import type { Pose } from '../core/pose.js';
import type { Runtime } from '../core/runtime.js';
import type { Voice } from './sound.js';
import { putMouth, readMouth } from './voice.js';
import type { Mouth, Speech } from './voice.js';

export type { Mouth } from './voice.js';

/** What a companion does while it does not speak. */
export type Activity = 'waiting' | 'listening' | 'thinking';
const activities: readonly Activity[] = ['waiting', 'listening', 'thinking'];
const kinds = ['unknown', 'emotion', 'action'] as const;
const emotionNames = ['happy', 'angry', 'sad', 'relaxed', 'surprised', 'neutral'] as const;

/** Something that a companion can do: a clip, an expression, or both. */
export interface CompanionAction {
    /** In tags: "[wave]". */
    name: string;
    clip?: Clip;
    /** Without a clip: how long it lasts, in seconds. Default: 2. */
    hold?: number;
    /** The name of an expression. */
    expression?: string;
    /** Of the expression, 0 to 1. Default: 1. */
    weight?: number;
    /** True: the clip moves all bones. Default: the upper body. */
    wholeBody?: boolean;
}

/** How a companion behaves: fields of vrm_companion_params, such as `{ blinks_per_minute: 20 }`. Others have their defaults. */
export type CompanionParams = Record<string, number>;

/** Settings of a companion. */
export interface CompanionOptions {
    actions?: readonly CompanionAction[];
    /** Any number. Default: 1. */
    seed?: number;
    params?: CompanionParams;
}

/** A tag of a text. */
export interface CompanionTag {
    kind: (typeof kinds)[number];
    /** The emotion or action; -1 for an unknown one. */
    index: number;
    /** 0 to 1; less than 0: that of the params. */
    strength: number;
    /** How long an emotion stays, in seconds; 0: hold_seconds. */
    hold: number;
    /** How many bytes of the returned text come before it, in UTF-8. */
    position: number;
}

/** What a companion is doing. */
export interface CompanionStatus {
    emotions: Record<(typeof emotionNames)[number], number>;
    mouth: Mouth;
    speaking: number;
    /** The name of the action, or null. */
    action: string | null;
    looksAway: boolean;
    blinks: number;
}

/** A sentence that the companion reads until it was heard. */
interface Said {
    end: number;
    release(): void;
}

/** Near the last time that C has. Speeches that end later are kept until the companion is disposed of. */
const LAST_SECONDS = 9e9;

/** Releases what was heard at a time. */
function forget(said: Said[], now = Infinity): void {
    const waiting = said.filter(({ end }) => !(now > end + 0.5));
    if (waiting.length === said.length) return;
    for (const one of said.splice(0, said.length, ...waiting)) {
        if (!waiting.includes(one)) one.release();
    }
}

/** The direction of the eyes in a pose, in degrees to the left and downwards: for another engine that shows the avatar. */
export function eyesOf(pose: Pose): [number, number] {
    const at = (pose.pointer + vrm_pose.yaw_degrees) >> 2;
    return pose.pointer ? [pose.runtime.f32[at]!, pose.runtime.f32[at + 1]!] : [0, 0];
}

/** Runs an avatar that talks with somebody. All times are seconds of one clock, best `AudioContext.currentTime`. */
export class Companion extends Handle {
    readonly #actions: readonly string[];
    readonly #clips: readonly (Clip | undefined)[];
    readonly #model: number;
    readonly #said: Said[];
    readonly #params: number;
    #now = 0;
    /** The first half of a surrogate pair at the end of the last piece of text, or ''. */
    #half = '';

    constructor(model: Model, options: CompanionOptions = {}) {
        const { runtime } = model;
        runtime.need('vrm_companion_create');
        const actions = options.actions ?? [];
        const pointer = create(model, options, actions);
        const params = runtime.alloc(vrm_companion_params.SIZE);
        const said: Said[] = [];
        super(runtime, pointer, 'Companion', (runtime) => {
            runtime.exports.vrm_companion_destroy(pointer);
            runtime.free(params);
            forget(said);
        });
        this.#params = params;
        this.#said = said;
        this.#model = model.pointer;
        this.#actions = actions.map(({ name }) => name);
        this.#clips = actions.map(({ clip }) => clip);
        runtime.exports.vrm_companion_params_init_sized(params, vrm_companion_params.SIZE);
        if (options.params) this.setParams(options.params);
    }

    /** Advances the time, and writes pose, expressions and lookAt of the avatar: always the same one. Then call its `update`. */
    update(avatar: Avatar, now: number, body?: Pose): void {
        const { runtime } = this;
        const pointer = avatar.pointerFor(runtime);
        this.#now = now;
        runtime.exports.vrm_web_companion_update(this.pointer, pointer, body?.pointerFor(runtime) ?? 0, now);
        // With an avatar of another model, or none, the update does nothing, and the speeches wait on.
        if (runtime.exports.vrm_avatar_model(pointer) === this.#model) forget(this.#said, Math.min(now, LAST_SECONDS));
    }

    /** Reads a piece of a text, and returns it without its tags. `read('')` ends a text. */
    read(text: string): { text: string; tags: CompanionTag[] } {
        if (!text) {
            const half = this.#half && this.#read(this.#half).text; // becomes U+FFFD, which ends no tag
            this.#half = '';
            return { text: half + this.#read('').text, tags: [] };
        }
        const whole = this.#half + text;
        this.#half = /[\ud800-\udbff]$/.test(whole) ? whole.slice(-1) : '';
        const given = this.#half ? whole.slice(0, -1) : whole;
        return given ? this.#read(given) : { text: '', tags: [] }; // to C, an empty piece is the end
    }

    #read(text: string): { text: string; tags: CompanionTag[] } {
        const { runtime } = this;
        const bytes = new TextEncoder().encode(text);
        const room = bytes.length + C.VRM_COMPANION_TAG_BYTES;
        const most = Math.floor(room / 3) + 1;
        const memory = runtime.alloc(most * vrm_companion_tag.SIZE + 8 + bytes.length + room);
        try {
            const count = memory + most * vrm_companion_tag.SIZE;
            const from = count + 8;
            runtime.u8.set(bytes, from);
            const out = from + bytes.length;
            const size = runtime.exports.vrm_companion_read_text(this.pointer, from, bytes.length, out, room, memory, most, count);
            const tags = Array.from({ length: runtime.u32[count >> 2]! }, (_, i) => readTag(runtime, memory + i * vrm_companion_tag.SIZE));
            return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(runtime.u8.slice(out, out + size)), tags };
        } finally {
            runtime.free(memory);
        }
    }

    /** Shows the emotion of a tag, or does its action, at a time (default: now). Returns false if it is unknown, or too many wait. */
    cue(tag: CompanionTag, time = this.#now): boolean {
        const kind = kinds.indexOf(tag.kind);
        return this.runtime.exports.vrm_web_companion_cue(this.pointer, kind, tag.index, tag.strength, tag.hold, time) === 1;
    }

    /** Does what tags ask for: `show('[happy 0.7]')`. Not while a text is being read. */
    show(tags: string, time = this.#now): boolean {
        return this.read(tags).tags.every((tag) => this.cue(tag, time));
    }

    /** Speaks a sentence at a time. Returns false if too many wait. */
    say(speech: Speech, start: number): boolean {
        const said = this.runtime.exports.vrm_web_companion_say(this.pointer, speech.pointerFor(this.runtime), start) === 1;
        if (said) this.#said.push({ end: start + speech.end, release: speech.lend() });
        return said;
    }

    /** Speaks with samples that were heard since the last update. The mouth is 60 ms late, and closes 0.2 seconds after the last samples. */
    saySamples(voice: Voice, samples: Float32Array): void {
        const { runtime } = this;
        const at = voice.pointerFor(runtime);
        voice.pass(samples, (block, count) => runtime.exports.vrm_companion_say_samples(this.pointer, at, block, count));
    }

    /** Sets the mouth, for visemes or a tracker; call it in each frame. null closes it. */
    setMouth(mouth: Partial<Mouth> | null): void {
        const at = mouth ? putMouth(this.runtime, mouth) : 0;
        this.runtime.exports.vrm_companion_set_mouth(this.pointer, at);
    }

    /** Stops speaking, and forgets what waits. */
    beSilent(): void {
        this.runtime.exports.vrm_companion_be_silent(this.pointer);
        forget(this.#said);
    }

    /** What it does while it does not speak. */
    setActivity(activity: Activity): void {
        this.runtime.exports.vrm_companion_set_activity(this.pointer, activities.indexOf(activity));
    }

    /** Where the user is, in the world; null: straight ahead. */
    setUser(position: readonly [number, number, number] | null): void {
        this.runtime.exports.vrm_companion_set_user(this.pointer, position ? this.runtime.put(position, 3) : 0);
    }

    /** Looks at a point for some seconds, and then at the user again. */
    attend(target: readonly [number, number, number] | null, seconds = 2): void {
        this.runtime.exports.vrm_web_companion_attend(this.pointer, target ? this.runtime.put(target, 3) : 0, this.#now + seconds);
    }

    /** Lays a pose over the upper body; set it in each frame in which it changes. null removes it. */
    setGesture(pose: Pose | null): void {
        this.runtime.exports.vrm_companion_set_gesture(this.pointer, pose?.pointerFor(this.runtime) ?? 0);
    }

    /** Changes params; others stay. */
    setParams(params: CompanionParams): void {
        const { runtime } = this;
        if (!this.pointer) return;
        const result = runtime.withBytes(new TextEncoder().encode(JSON.stringify(params)), (json, size) =>
            runtime.exports.vrm_companion_params_read(json, size, this.#params));
        if (result !== C.VRM_OK) throw new VrmError('invalid-argument', 'Params are numbers by name', 'See vrm_companion_params');
        runtime.exports.vrm_companion_set_params(this.pointer, this.#params);
    }

    /** All params. */
    get params(): CompanionParams {
        const { runtime } = this;
        if (!this.pointer) return {};
        const size = runtime.exports.vrm_companion_params_write(this.#params, 0, 0);
        const memory = runtime.alloc(size + 1);
        runtime.exports.vrm_companion_params_write(this.#params, memory, size + 1);
        const json = runtime.text(memory);
        runtime.free(memory);
        return JSON.parse(json) as CompanionParams;
    }

    /** What it is doing. */
    get status(): CompanionStatus {
        const { runtime } = this;
        const at = runtime.scratch;
        runtime.exports.vrm_companion_get_status(this.pointer, at);
        const number = (offset: number): number => runtime.f32[(at + offset) >> 2]!;
        const index = runtime.i32[(at + vrm_companion_status.action) >> 2]!;
        const emotions = emotionNames.map((name, i) => [name, number(vrm_companion_status.emotions + 4 * i)]);
        return {
            emotions: Object.fromEntries(emotions) as CompanionStatus['emotions'],
            mouth: readMouth(runtime, at + vrm_companion_status.mouth),
            speaking: number(vrm_companion_status.speaking),
            action: this.pointer && index >= 0 ? this.#actions[index]! : null,
            looksAway: runtime.i32[(at + vrm_companion_status.looks_away) >> 2] === 1,
            blinks: runtime.u32[(at + vrm_companion_status.blinks) >> 2]!,
        };
    }

    /** Saves its state, without sentences. Save the avatar with it. */
    save(): Uint8Array {
        const { runtime } = this;
        const size = runtime.exports.vrm_companion_save_size(this.pointer);
        const memory = runtime.alloc(size || 1);
        runtime.exports.vrm_companion_save(this.pointer, memory, size);
        const bytes = runtime.u8.slice(memory, memory + size);
        runtime.free(memory);
        return bytes;
    }

    /** Restores a saved state. Sentences are forgotten. */
    restore(bytes: Uint8Array): void {
        const { runtime } = this;
        runtime.check(runtime.withBytes(bytes, (at, size) => runtime.exports.vrm_companion_restore(this.pointer, at, size)));
        this.#half = '';
        forget(this.#said);
    }

    /** The clip of an action. */
    clipOf(name: string): Clip | undefined {
        return this.#clips[this.#actions.indexOf(name)];
    }
}

function readTag(runtime: Runtime, at: number): CompanionTag {
    const low = runtime.u32[(at + vrm_companion_tag.hold) >> 2]!;
    const high = runtime.i32[(at + vrm_companion_tag.hold + 4) >> 2]!;
    return {
        kind: kinds[runtime.i32[(at + vrm_companion_tag.kind) >> 2]!]!,
        index: runtime.i32[(at + vrm_companion_tag.index) >> 2]!,
        strength: runtime.f32[(at + vrm_companion_tag.strength) >> 2]!,
        hold: (high * 2 ** 32 + low) / 1e9,
        position: runtime.u32[(at + vrm_companion_tag.position) >> 2]!,
    };
}

function create(model: Model, options: CompanionOptions, actions: readonly CompanionAction[]): number {
    const { runtime } = model;
    const names = actions.map(({ name }) => new TextEncoder().encode(name));
    const size = actions.length * vrm_companion_action.SIZE;
    const memory = runtime.alloc(size + names.reduce((sum, { length }) => sum + length, 8));
    try {
        let text = memory + size;
        actions.forEach(({ clip, hold, expression, weight, wholeBody }, i) => {
            const name = names[i]!;
            const index = expression === undefined ? C.VRM_NONE
                : runtime.withText(expression, (at) => runtime.exports.vrm_model_find_expression(model.pointerFor(runtime), at));
            runtime.u8.set(name, text);
            runtime.exports.vrm_web_companion_set_action(memory + i * vrm_companion_action.SIZE, text, name.length,
                clip?.pointerFor(runtime) ?? 0, hold ?? 0, index, weight ?? 1, wholeBody ? 1 : 0);
            text += name.length;
        });
        const desc = runtime.scratch;
        runtime.exports.vrm_companion_desc_init_sized(desc, vrm_companion_desc.SIZE);
        runtime.u32[(desc + vrm_companion_desc.actions) >> 2] = memory;
        runtime.u32[(desc + vrm_companion_desc.action_count) >> 2] = actions.length;
        runtime.u32[(desc + vrm_companion_desc.seed) >> 2] = options.seed ?? 1;
        return runtime.create('the companion', (out) => runtime.exports.vrm_companion_create(model.pointerFor(runtime), desc, out, out + 4));
    } finally {
        runtime.free(memory);
    }
}
