import { vrm_meshopt_decoder } from '../generated/layout.js';
import type { Runtime } from './runtime.js';

/** The decoder of the npm package `meshoptimizer`, when its `ready` has been awaited. */
export interface MeshoptDecoder {
    decodeVertexBuffer(target: Uint8Array, count: number, size: number, source: Uint8Array, filter?: string): void;
    decodeIndexBuffer(target: Uint8Array, count: number, size: number, source: Uint8Array): void;
    decodeIndexSequence(target: Uint8Array, count: number, size: number, source: Uint8Array): void;
}

const FILTERS = ['OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];
const DAMAGED = -2;

/** What one instance calls: functions in its table, and the decoder that they use. */
class Bridge {
    decoder!: MeshoptDecoder;
    readonly first: number;
    readonly #runtime: Runtime;
    /** The latest vertices: a filter decodes them once more, because the package has no filters alone. */
    #source: [pointer: number, size: number] = [0, 0];

    constructor(runtime: Runtime) {
        this.#runtime = runtime;
        const functions = [
            (out: number, count: number, stride: number, bytes: number, size: number) => {
                this.#source = [bytes, size];
                return this.#decode(() => this.decoder.decodeVertexBuffer(this.#target(out, count, stride), count, stride, this.#copy(bytes, size)));
            },
            (out: number, count: number, stride: number, bytes: number, size: number) =>
                this.#decode(() => this.decoder.decodeIndexBuffer(this.#target(out, count, stride), count, stride, this.#copy(bytes, size))),
            (out: number, count: number, stride: number, bytes: number, size: number) =>
                this.#decode(() => this.decoder.decodeIndexSequence(this.#target(out, count, stride), count, stride, this.#copy(bytes, size))),
            ...FILTERS.map(filter => (elements: number, count: number, stride: number) => {
                this.#decode(() => this.decoder.decodeVertexBuffer(this.#target(elements, count, stride), count, stride, this.#copy(...this.#source), filter));
            }),
        ];
        const table = (runtime.exports as unknown as Record<string, WebAssembly.Table>).__indirect_function_table!;
        this.first = table.grow(functions.length);
        wasmFunctions(functions).forEach((each, i) => table.set(this.first + i, each));
    }

    #decode(work: () => void): number {
        try {
            work();
            return 0;
        } catch {
            return DAMAGED;
        }
    }

    #target(pointer: number, count: number, stride: number): Uint8Array {
        return this.#runtime.u8.subarray(pointer >>> 0, (pointer >>> 0) + count * stride);
    }

    #copy(pointer: number, size: number): Uint8Array {
        return this.#runtime.u8.slice(pointer >>> 0, (pointer >>> 0) + size);
    }
}

/**
 * Functions of JavaScript as functions of WebAssembly, which alone can be put into a table: a module that
 * imports and exports them. The first three take five integers and return one; the others take three.
 */
function wasmFunctions(functions: ((...numbers: number[]) => number | void)[]): unknown[] {
    const section = (id: number, bytes: number[]): number[] => [id, bytes.length, ...bytes];
    const name = (i: number): number[] => [1, 97 + i];
    const i32 = 0x7f, type = 0x60;
    const bytes = [
        0, 97, 115, 109, 1, 0, 0, 0,
        ...section(1, [2, type, 5, i32, i32, i32, i32, i32, 1, i32, type, 3, i32, i32, i32, 0]),
        ...section(2, [functions.length, ...functions.flatMap((_, i) => [1, 109, ...name(i), 0, i < 3 ? 0 : 1])]),
        ...section(7, [functions.length, ...functions.flatMap((_, i) => [...name(i), 0, i])]),
    ];
    const imports = Object.fromEntries(functions.map((each, i) => [String.fromCharCode(97 + i), each]));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { m: imports });
    return functions.map((_, i) => exports[String.fromCharCode(97 + i)]);
}

const bridges = new WeakMap<Runtime, Bridge>();

/** Fills in the decoder of C at an address. */
export function writeDecoder(runtime: Runtime, pointer: number, decoder: MeshoptDecoder): void {
    let bridge = bridges.get(runtime);
    if (!bridge) bridges.set(runtime, bridge = new Bridge(runtime));
    bridge.decoder = decoder;
    runtime.exports.vrm_meshopt_decoder_init_sized(pointer, vrm_meshopt_decoder.SIZE);
    const first = (pointer + vrm_meshopt_decoder.decode_vertices) >> 2;
    for (let i = 0; i < 3 + FILTERS.length; ++i) runtime.u32[first + i] = bridge.first + i;
}
