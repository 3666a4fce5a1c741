import { C, vrm_voice_calibration, vrm_voice_desc } from '../generated/layout.js';
import { VrmError } from '../core/error.js';
import { Handle } from '../core/handle.js';
import type { Runtime } from '../core/runtime.js';
import { readMouth } from './voice.js';
import type { Mouth } from './voice.js';

const BLOCK = 4096;
const vowels: Record<keyof Mouth, number> = {
    aa: C.VRM_PRESET_AA, ih: C.VRM_PRESET_IH, ou: C.VRM_PRESET_OU, ee: C.VRM_PRESET_EE, oh: C.VRM_PRESET_OH,
};

/** Listens to the samples of a voice. The mouth is that of 60 ms ago. */
export class Voice extends Handle {
    /** Samples per second. */
    readonly rate: number;
    readonly #block: number;

    /** `rate` is from 8,000 to 192,000 samples per second: `AudioContext.sampleRate`. */
    constructor(runtime: Runtime, rate: number) {
        runtime.need('vrm_voice_create');
        const desc = runtime.scratch;
        runtime.exports.vrm_voice_desc_init_sized(desc, vrm_voice_desc.SIZE);
        runtime.u32[(desc + vrm_voice_desc.rate) >> 2] = rate;
        const pointer = runtime.create('the voice', (out) => runtime.exports.vrm_voice_create(desc, out, out + 4));
        const block = runtime.alloc(BLOCK * 4);
        super(runtime, pointer, 'Voice', (runtime) => {
            runtime.exports.vrm_voice_destroy(pointer);
            runtime.free(block);
        });
        this.rate = rate;
        this.#block = block;
    }

    /** Adds samples of one channel, from -1 to 1. */
    add(samples: Float32Array): void {
        this.pass(samples, (block, count) => this.runtime.exports.vrm_voice_add(this.pointer, block, count));
    }

    /** Passes samples in blocks in the module's memory; nothing is allocated there. */
    pass(samples: Float32Array, take: (block: number, count: number) => void): void {
        if (!this.pointer) return;
        for (let at = 0; at < samples.length; at += BLOCK) {
            const part = samples.subarray(at, at + BLOCK);
            this.runtime.f32.set(part, this.#block >> 2);
            take(this.#block, part.length);
        }
    }

    /** The mouth of the sound that was added 60 ms ago. */
    get mouth(): Mouth {
        const out = this.runtime.scratch;
        this.runtime.exports.vrm_voice_get_mouth(this.pointer, out);
        return readMouth(this.runtime, out);
    }

    /** Forgets the sound, but not what was learned about the speaker. */
    reset(): void {
        this.runtime.exports.vrm_voice_reset(this.pointer);
    }

    /** The vowel that the samples from now on have, to learn the speaker's; null: any speech. */
    setVowel(vowel: keyof Mouth | null): void {
        this.runtime.exports.vrm_voice_set_vowel(this.pointer, vowel ? vowels[vowel] : C.VRM_NONE);
    }

    /** What was learned about the speaker, as bytes to store. Setting bytes of another version throws an error. */
    get calibration(): Uint8Array {
        const { runtime } = this;
        return this.#withCalibration((at) => {
            runtime.exports.vrm_voice_get_calibration(this.pointer, at);
            return runtime.u8.slice(at, at + vrm_voice_calibration.SIZE);
        });
    }

    set calibration(bytes: Uint8Array) {
        const { runtime } = this;
        const isGood = bytes.length === vrm_voice_calibration.SIZE && this.#withCalibration((at) => {
            runtime.u8.set(bytes, at);
            return runtime.exports.vrm_voice_set_calibration(this.pointer, at) === 1;
        });
        if (!isGood) throw new VrmError('invalid-argument', 'These bytes are not a calibration of this version', 'Calibrate the voice again');
    }

    #withCalibration<T>(call: (address: number) => T): T {
        const at = this.runtime.alloc(vrm_voice_calibration.SIZE);
        try {
            return call(at);
        } finally {
            this.runtime.free(at);
        }
    }
}
