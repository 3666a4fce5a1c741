import { C, vrm_phoneme, vrm_phonemes_info, vrm_speech_desc } from '../generated/layout.js';
import { VrmError } from '../core/error.js';
import { Handle } from '../core/handle.js';
import type { Pose } from '../core/pose.js';
import type { Runtime } from '../core/runtime.js';

/** How the symbols of phonemes are written. */
export type Alphabet = 'ipa' | 'arpabet' | 'kana' | 'azure' | 'voicevox' | 'espeak' | 'rhubarb';
const alphabets: readonly Alphabet[] = ['ipa', 'arpabet', 'kana', 'azure', 'voicevox', 'espeak', 'rhubarb'];

/** A phoneme and its time, in seconds. Without a symbol, it is silence. */
export interface Phoneme {
    start: number;
    end: number;
    symbol?: string;
    stress?: number;
    loudness?: number;
}

/** Weights of the mouth's presets. */
export interface Mouth {
    aa: number;
    ih: number;
    ou: number;
    ee: number;
    oh: number;
}

/** Five floats at an address. */
export function readMouth(runtime: Runtime, address: number): Mouth {
    const [aa, ih, ou, ee, oh] = runtime.f32.subarray(address >> 2, (address >> 2) + 5) as unknown as number[];
    return { aa: aa!, ih: ih!, ou: ou!, ee: ee!, oh: oh! };
}

/** Writes a mouth to the scratch memory, and returns its address. */
export function putMouth(runtime: Runtime, mouth: Partial<Mouth>): number {
    return runtime.put([mouth.aa ?? 0, mouth.ih ?? 0, mouth.ou ?? 0, mouth.ee ?? 0, mouth.oh ?? 0], 5);
}

/** The mouth that belongs to timed phonemes. */
export class Speech extends Handle {
    /** When its last phoneme ends, in seconds. */
    readonly end: number;
    readonly #use: { companions: number; isOver: boolean };

    /** Phonemes in the order of time; or text, with a start, an end and a symbol in each line. */
    constructor(runtime: Runtime, phonemes: readonly Phoneme[] | string, alphabet?: Alphabet) {
        runtime.need('vrm_speech_create');
        const pointer = typeof phonemes === 'string' ? fromText(runtime, phonemes, alphabet) : fromList(runtime, phonemes, alphabet);
        const use = { companions: 0, isOver: false };
        super(runtime, pointer, 'Speech', (runtime) => {
            use.isOver = true;
            if (use.companions === 0) runtime.exports.vrm_speech_destroy(pointer);
        });
        this.#use = use;
        this.end = runtime.exports.vrm_web_speech_end(pointer);
    }

    /** Called by a companion, which reads it until it calls what this returns; also after `dispose`. */
    lend(): () => void {
        const { runtime, pointer } = this, use = this.#use;
        ++use.companions;
        return () => {
            --use.companions;
            if (use.companions === 0 && use.isOver && !runtime.isDead) runtime.exports.vrm_speech_destroy(pointer);
        };
    }

    /** The mouth at a time, in seconds. */
    sample(seconds: number): Mouth {
        const out = this.runtime.scratch;
        this.runtime.exports.vrm_web_speech_sample(this.pointer, seconds, out);
        return readMouth(this.runtime, out);
    }

    /** Writes the mouth at a time into a pose. */
    writePose(seconds: number, pose: Pose): void {
        const out = this.runtime.scratch;
        this.runtime.exports.vrm_web_speech_sample(this.pointer, seconds, out);
        this.runtime.exports.vrm_mouth_write_pose(out, pose.pointerFor(this.runtime));
    }
}

function create(runtime: Runtime, phonemes: number, count: number, alphabet: number): number {
    const desc = runtime.scratch;
    runtime.exports.vrm_speech_desc_init_sized(desc, vrm_speech_desc.SIZE);
    runtime.u32[(desc + vrm_speech_desc.phonemes) >> 2] = phonemes;
    runtime.u32[(desc + vrm_speech_desc.phoneme_count) >> 2] = count;
    runtime.i32[(desc + vrm_speech_desc.alphabet) >> 2] = alphabet;
    return runtime.create('the speech', (out) => runtime.exports.vrm_speech_create(desc, out, out + 4));
}

function alphabetIndex(alphabet: Alphabet): number {
    const index = alphabets.indexOf(alphabet);
    if (index < 0) throw new VrmError('invalid-argument', `There is no alphabet '${alphabet}'`, `One of ${alphabets.join(', ')}`);
    return index;
}

function fromList(runtime: Runtime, phonemes: readonly Phoneme[], alphabet: Alphabet = 'ipa'): number {
    const index = alphabetIndex(alphabet);
    const symbols = phonemes.map(({ symbol }) => new TextEncoder().encode(symbol ?? ''));
    const size = phonemes.length * vrm_phoneme.SIZE;
    const memory = runtime.alloc(size + symbols.reduce((sum, { length }) => sum + length, 1));
    try {
        let text = memory + size;
        phonemes.forEach(({ start, end, stress, loudness }, i) => {
            const symbol = symbols[i]!;
            runtime.u8.set(symbol, text);
            runtime.exports.vrm_web_phoneme_set(memory + i * vrm_phoneme.SIZE, start, end, text, symbol.length, stress ?? 0, loudness ?? 0);
            text += symbol.length;
        });
        return create(runtime, memory, phonemes.length, index);
    } finally {
        runtime.free(memory);
    }
}

function fromText(runtime: Runtime, text: string, alphabet?: Alphabet): number {
    return runtime.withBytes(new TextEncoder().encode(text), (bytes, size) => {
        const info = runtime.scratch;
        runtime.exports.vrm_phonemes_read(bytes, size, 0, 0, info);
        const count = runtime.u32[(info + vrm_phonemes_info.count) >> 2]!;
        const memory = runtime.alloc(count * vrm_phoneme.SIZE + 8);
        try {
            const result = runtime.exports.vrm_phonemes_read(bytes, size, memory, count, info);
            const line = runtime.u32[(info + vrm_phonemes_info.line) >> 2]!;
            if (result !== C.VRM_OK) throw new VrmError('payload', `Line ${line} of the phonemes is wrong`, 'Each line has a start, an end and a symbol');
            const named = runtime.i32[(info + vrm_phonemes_info.alphabet) >> 2]!;
            return create(runtime, memory, count, alphabet ? alphabetIndex(alphabet) : named === C.VRM_NONE ? 0 : named);
        } finally {
            runtime.free(memory);
        }
    });
}
