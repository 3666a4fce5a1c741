import { C } from '../generated/layout.js';
import type { Exports } from '../generated/exports.js';
import type { BoneName } from '../generated/tables.js';
import { noRoom, VrmError } from './error.js';

/** Bytes for small arguments and results of single calls. */
export const SCRATCH = 1024;
const MOST_MEMORY = 2 ** 31 - 2 ** 16;

let decoder: TextDecoder | undefined;

/** One instance of a WebAssembly module: its memory, and its functions under their names in C. */
export class Instance {
    /**
     * Every function that the module exports; of those that its type names, it has what the package calls. A
     * function that traps throws a VrmError with the code
     * `wasm-trap`; the instance is dead then, and so is everything that was loaded into it.
     */
    readonly exports: Exports;
    /** What the instance was made of. It can be posted to a worker, and costs nothing to use again. */
    readonly module: WebAssembly.Module;
    /** The names of all humanoid bones, in the order of the constants of C. */
    readonly bones: readonly BoneName[];
    /** Small arguments of calls are put here: the address, and as floats. */
    readonly scratch: number;
    #dead: VrmError | undefined;
    #bytes!: Uint8Array;
    #words!: Uint32Array;
    #integers!: Int32Array;
    #floats!: Float32Array;

    constructor(instance: WebAssembly.Instance, module: WebAssembly.Module, maxMemory = 0) {
        const exports: Record<string, unknown> = {};
        for (const [name, value] of Object.entries(instance.exports)) {
            exports[name] = typeof value === 'function' ? this.#guard(value) : value;
        }
        this.exports = exports as unknown as Exports;
        this.module = module;
        // 0 would mean no limit, and NaN is 0 for the module.
        this.exports.vrm_web_set_memory_cap(Math.min(Math.max(maxMemory || 2 ** 30, 1), MOST_MEMORY));
        this.scratch = this.alloc(SCRATCH);
        const bones: BoneName[] = [];
        for (let i = 0; i < C.VRM_BONE_COUNT; ++i) bones.push(this.text(this.exports.vrm_bone_name(i)) as BoneName);
        this.bones = bones;
    }

    /** True once a function has trapped. Nothing of this instance can be used any more. */
    get isDead(): boolean {
        return this.#dead !== undefined;
    }

    // Growth of the memory empties all views, so each is made anew when it is found empty.

    /** All memory as bytes. Take it anew after each call that may allocate. */
    get u8(): Uint8Array {
        return this.#bytes?.length ? this.#bytes : (this.#bytes = new Uint8Array(this.exports.memory.buffer));
    }
    /** All memory as unsigned integers. */
    get u32(): Uint32Array {
        return this.#words?.length ? this.#words : (this.#words = new Uint32Array(this.exports.memory.buffer));
    }
    /** All memory as signed integers. */
    get i32(): Int32Array {
        return this.#integers?.length ? this.#integers : (this.#integers = new Int32Array(this.exports.memory.buffer));
    }
    /** All memory as floats. */
    get f32(): Float32Array {
        return this.#floats?.length ? this.#floats : (this.#floats = new Float32Array(this.exports.memory.buffer));
    }

    /** Returns memory of the instance, aligned to 16 bytes and filled with zeros. */
    alloc(size: number): number {
        const pointer = this.take(size);
        this.u8.fill(0, pointer, pointer + size);
        return pointer;
    }

    /** Memory with whatever is in it. */
    protected take(size: number): number {
        const pointer = size < MOST_MEMORY ? this.exports.malloc(size) >>> 0 : 0;
        if (!pointer) throw noRoom(`${size} bytes`);
        return pointer;
    }

    /** Gives back what `alloc` returned. */
    free(pointer: number): void {
        if (!this.#dead) this.exports.free(pointer);
    }

    /** Copies three numbers to the scratch memory, and returns its address. */
    put3(x: number, y: number, z: number): number {
        const { f32 } = this;
        const at = this.scratch >> 2;
        f32[at] = x;
        f32[at + 1] = y;
        f32[at + 2] = z;
        return this.scratch;
    }

    /** Reads text of the library: of a length, or up to the first NUL byte. */
    text(pointer: number, length?: number): string {
        if (!pointer) return '';
        decoder ??= new TextDecoder('utf-8', { ignoreBOM: true }); // which keeps it
        const { u8 } = this;
        return decoder.decode(u8.subarray(pointer, length === undefined ? u8.indexOf(0, pointer) : pointer + length));
    }

    /** A function that reports when it traps. No function of the library has more parameters. */
    #guard(call: Function): Function {
        return (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown, f: unknown, g: unknown, h: unknown) => {
            try {
                return call(a, b, c, d, e, f, g, h);
            } catch (cause) {
                throw this.#die(cause);
            }
        };
    }

    #die(cause: unknown): VrmError {
        if (cause instanceof VrmError) return cause;
        const dead = new VrmError('wasm-trap',
            `WebAssembly stopped: ${(cause as Error)?.message}. All models and avatars of this instance are gone`,
            'Load the file again, which makes a new instance. This is an error of libvrm: please report it',
            '', [], cause);
        this.#dead = dead;
        const refuse = () => { throw dead; };
        for (const name in this.exports) {
            if (name !== 'memory') (this.exports as unknown as Record<string, unknown>)[name] = refuse;
        }
        return dead;
    }
}
