import { vrm_make_desc, vrm_optimize_desc } from '../generated/layout.js';
import { makeFlags, optimizeFlags } from '../generated/full.js';
import type { MakeFlags, OptimizeFlags } from '../generated/full.js';
import { VrmError } from '../core/error.js';
import type { LoadOptions } from '../core/model.js';
import { bits } from '../core/read.js';
import type { Runtime } from '../core/runtime.js';
import { copyOut, takeWritten, withDesc } from '../full/files.js';
import type { Written } from '../full/files.js';

/** Settings of `make`. */
export interface MakeOptions extends MakeFlags {
    /** Of the avatar. Default: a guess. */
    name?: string;
    /** Of the avatar. Default: that of the guesses, or "(unknown)". */
    author?: string;
    /** The name if nothing else gives one, such as that of the file. */
    defaultName?: string;
    /** What `make` gave before, corrected by a person. */
    guesses?: unknown;
    load?: LoadOptions;
}

/** An avatar that was made of a rigged file, with all that was guessed about it. */
export interface Made extends Written {
    /** What `MakeOptions.guesses` takes once a person has corrected it. */
    guesses: unknown;
}

/** No avatar could be made of a file: its bones were not found. */
export class MakeError extends VrmError {
    /** All guesses up to there; `MakeOptions.guesses` takes them once a person has corrected them. */
    readonly guesses: unknown;

    constructor(error: VrmError, guesses: unknown) {
        super(error.code, error.message, error.remedy, error.pointer, error.report);
        this.guesses = guesses;
    }
}

/** Settings of `optimize`. Without some, nothing that can be seen changes. */
export interface OptimizeOptions extends OptimizeFlags {
    load?: LoadOptions;
}

/**
 * Makes an avatar of VRM 1.0 from a rigged glTF file. Bones are detected by names and positions; its permissions
 * are the most restrictive. If required bones are not found, it throws a MakeError, which has the guesses.
 */
export function make(runtime: Runtime, bytes: Uint8Array, options: MakeOptions = {}): Made {
    return withDesc(runtime, 'vrm_make', vrm_make_desc.SIZE, options.load, (desc, load, keep) => {
        const { exports, u32 } = runtime;
        exports.vrm_make_desc_init_sized(desc, vrm_make_desc.SIZE);
        u32[(desc + vrm_make_desc.flags) >> 2] = bits(makeFlags, options);
        u32[(desc + vrm_make_desc.load) >> 2] = load;
        if (options.name !== undefined) keep(options.name, vrm_make_desc.name);
        if (options.author !== undefined) keep(options.author, vrm_make_desc.author);
        if (options.defaultName !== undefined) keep(options.defaultName, vrm_make_desc.default_name);
        if (options.guesses !== undefined) {
            const size = keep(JSON.stringify(options.guesses), vrm_make_desc.guesses);
            runtime.u32[(desc + vrm_make_desc.guesses_size) >> 2] = size;
        }
        let guesses: unknown;
        try {
            return Object.assign(takeWritten(runtime, bytes, (file, size, out) => {
                const result = exports.vrm_make(file, size, desc, out, out + 8, out + 4);
                guesses = takeGuesses(runtime, runtime.u32[(out + 8) >> 2]!, out + 12);
                return result;
            }), { guesses });
        } catch (error) {
            throw guesses && error instanceof VrmError ? new MakeError(error, guesses) : error;
        }
    });
}

function takeGuesses(runtime: Runtime, written: number, sizeAt: number): unknown {
    if (!written) return undefined;
    const text = copyOut(runtime, runtime.exports.vrm_written_bytes(written, sizeAt), sizeAt);
    runtime.exports.vrm_written_destroy(written);
    return JSON.parse(new TextDecoder().decode(text));
}

/**
 * Makes the file of an avatar smaller. Appearance and motion stay the same: unused elements are removed, and
 * duplicates are merged. Images and triangles do not change, because the library has no encoder and no simplifier.
 */
export function optimize(runtime: Runtime, bytes: Uint8Array, options: OptimizeOptions = {}): Written {
    return withDesc(runtime, 'vrm_optimize', vrm_optimize_desc.SIZE, options.load, (desc, load) => {
        const { exports, u32 } = runtime;
        exports.vrm_optimize_desc_init_sized(desc, vrm_optimize_desc.SIZE);
        u32[(desc + vrm_optimize_desc.flags) >> 2] = bits(optimizeFlags, options);
        u32[(desc + vrm_optimize_desc.load) >> 2] = load;
        return takeWritten(runtime, bytes, (file, size, out) => exports.vrm_optimize(file, size, desc, out, out + 4));
    });
}
