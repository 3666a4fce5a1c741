import { coreStructs, coreWords } from '../generated/tables.js';
import type { Runtime } from './runtime.js';

/** The length of an array that has one element for each node. */
const BY_NODE = -2;

/** One field of a struct: how it is read, and where. */
interface Field {
    name: string;
    code: string;
    /** Digits behind the code: a place in a list, or how many numbers. */
    argument: number;
    /** Of a pointer: which field has the length of its array, or BY_NODE; else -1. */
    count: number;
    offset: number;
}

/** A struct of C, as read from its line in generated/tables.ts. */
export interface Layout {
    fields: Field[];
    size: number;
    alignment: number;
}

/** The structs and words of one generated file. */
export class Reader {
    readonly #layouts: Layout[];
    readonly #words: string[][];

    /** The places in the lists count on from those of `base`. */
    constructor(structs: readonly string[], words: readonly string[], base?: Reader) {
        this.#layouts = base ? [...base.#layouts] : [];
        this.#words = [...(base ? base.#words : []), ...words.map((line) => line.split(' '))];
        for (const line of structs) this.#layouts.push(this.parse(line));
    }

    /** The rules of C on 32-bit WebAssembly: a field is at a multiple of its own alignment. */
    parse(line: string): Layout {
        let at = 0;
        let most = 4;
        const fields = line.split(' ').map((text) => {
            const [, name, count, code, digits] = /^(\w*):(?:\*(\d+|n))?(.)(\d*)$/.exec(text)!;
            const argument = digits ? +digits : -1;
            let size = 4;
            let alignment = 4;
            if (count === undefined) {
                if (code === '@') ({ size, alignment } = this.#layouts[argument]!);
                else if (code === 's') size = 8;
                else if (/[qdm]/.test(code!)) size = alignment = 8;
                else if (/[fiu]/.test(code!) && argument >= 0) size = 4 * argument;
            }
            at = Math.ceil(at / alignment) * alignment;
            const field = { name: name!, code: code!, argument, count: count === undefined ? -1 : count === 'n' ? BY_NODE : +count, offset: at };
            at += size;
            most = Math.max(most, alignment);
            return field;
        });
        return { fields, size: Math.ceil(at / most) * most, alignment: most };
    }

    sizeOf(index: number): number {
        return this.#layouts[index]!.size;
    }

    /** Reads a struct as an object of JavaScript, with all that it points to. */
    struct(runtime: Runtime, index: number, pointer: number, nodeCount = 0): unknown {
        const { fields } = this.#layouts[index]!;
        const out: Record<string, unknown> = {};
        for (const field of fields) {
            const at = pointer + field.offset;
            if (!field.name) continue;
            if (field.count === -1) {
                out[field.name] = this.#value(runtime, field, at, nodeCount);
            } else {
                const length = field.count === BY_NODE ? nodeCount : runtime.u32[(pointer + fields[field.count]!.offset) >> 2]!;
                out[field.name] = this.#array(runtime, field, at, length);
            }
        }
        return out;
    }

    #array(runtime: Runtime, field: Field, at: number, length: number): unknown[] {
        let size = 4;
        if (field.code === '@') size = this.#layouts[field.argument]!.size;
        else if (field.code === 's') size = 8;
        const begin = runtime.u32[at >> 2]!;
        return Array.from({ length }, (_, i) => this.#value(runtime, field, begin + i * size));
    }

    #value(runtime: Runtime, field: Field, at: number, nodeCount = 0): unknown {
        const { u32, i32, f32 } = runtime;
        const { argument } = field;
        const i = at >> 2;
        switch (field.code) {
            case 'b': return u32[i] === 1;
            case 's': return runtime.text(u32[i]!, u32[i + 1]);
            case 'z': return runtime.text(u32[i]!);
            case 'q': return u32[i]! + i32[i + 1]! * 2 ** 32;
            case 'd': return new DataView(u32.buffer).getFloat64(at, true);
            case 'm': return runtime.bonesOf(u32[i]!, u32[i + 1]!);
            case 'e': return this.#words[argument]![i32[i]!] ?? null;
            case '@': return this.struct(runtime, argument, at, nodeCount);
        }
        const numbers = field.code === 'f' ? f32 : field.code === 'i' ? i32 : u32;
        return argument < 0 ? numbers[i] : Array.from(numbers.subarray(i, i + argument));
    }
}

/** Of the structs that every module has. */
export const reader = /* @__PURE__ */ new Reader(coreStructs, coreWords);

/** Writes the members that are given into a struct that was prepared by its init function. */
export function write(runtime: Runtime, { fields }: Layout, pointer: number, values: object): void {
    for (const { name, code, offset } of fields) {
        const value = (values as Record<string, number | undefined>)[name];
        if (!name || value === undefined) continue;
        const i = (pointer + offset) >> 2;
        if (code === 'f') runtime.f32[i] = value;
        else runtime.u32[i] = value;
        if (code === 'q') runtime.u32[i + 1] = value / 2 ** 32;
    }
}

/** The bits of the flags that are true in some settings. */
export function bits(flags: Record<string, number>, settings: object = {}): number {
    let all = 0;
    for (const name in flags) if ((settings as Record<string, unknown>)[name]) all |= flags[name]!;
    return all;
}
