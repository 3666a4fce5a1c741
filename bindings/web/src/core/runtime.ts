import { C } from '../generated/layout.js';
import type { Exports } from '../generated/exports.js';
import { CoreStruct, results } from '../generated/tables.js';
import type { BoneName, Diagnostic } from '../generated/tables.js';
import { loadClip } from './clip.js';
import type { Clip, ClipOptions } from './clip.js';
import { Crowd } from './crowd.js';
import type { CrowdOptions } from './crowd.js';
import { noRoom, VrmError } from './error.js';
import { fillIn } from './explain.js';
import type { Texts } from './explain.js';
import { Mixer } from './mixer.js';
import { Instance, SCRATCH } from './instance.js';
import { loadModel } from './model.js';
import type { LoadOptions, Model } from './model.js';
import { Pose } from './pose.js';
import { reader } from './read.js';

/** Objects of the library that nobody disposed of: freed when JavaScript collects their owners. */
interface Forgotten {
    runtime: Runtime;
    free(runtime: Runtime): void;
    what: string;
}

let encoder: TextEncoder | undefined;

/** One instance of a WebAssembly module, and what makes objects in it. */
export class Runtime extends Instance {
    #registry: FinalizationRegistry<Forgotten> | undefined;
    readonly #boneIndices: ReadonlyMap<string, number>;
    #hasWarned = false;
    readonly #texts: Texts | undefined;
    /** See `RuntimeOptions.onMisuse`. */
    onMisuse: ((message: string) => void) | undefined;

    /** Use `load` or `createRuntime`, which find the module. */
    constructor(instance: WebAssembly.Instance, module: WebAssembly.Module, maxMemory = 0, texts?: Texts) {
        super(instance, module, maxMemory);
        this.#texts = texts;
        this.#boneIndices = new Map(this.bones.map((name, i) => [name, i]));
    }

    /** The version of the library, such as "1.0.0". */
    get version(): string {
        return this.text(this.exports.vrm_version());
    }

    /** How many bytes the memory of the instance has. It never becomes smaller. */
    get memorySize(): number {
        return this.exports.memory.buffer.byteLength;
    }

    /** Loads a whole file (.vrm, .glb, .gltf): a copy of it stays in the memory of the instance, for its images. */
    loadModel(bytes: Uint8Array | ArrayBuffer, options: LoadOptions = {}): Model {
        return loadModel(this, asBytes(bytes), options, true);
    }
    /** Loads all but meshes and images: of a GLB file, only the JSON is read, and may be all that is given. */
    peekModel(bytes: Uint8Array | ArrayBuffer, options: LoadOptions = {}): Model {
        return loadModel(this, asBytes(bytes), options, false);
    }
    /** Loads a motion: .vrma, or glTF; with the full module BVH and VMD too. */
    loadClip(bytes: Uint8Array | ArrayBuffer, options: ClipOptions = {}): Clip {
        return loadClip(this, asBytes(bytes), options);
    }
    /** Creates an empty crowd. */
    createCrowd(options?: CrowdOptions): Crowd {
        return new Crowd(this, options);
    }
    /** Creates a mixer without clips. */
    createMixer(): Mixer {
        return new Mixer(this);
    }
    /** Creates an empty pose. */
    createPose(): Pose {
        return new Pose(this);
    }

    /** Copies bytes into the memory of the instance. */
    copyIn(bytes: Uint8Array): number {
        const pointer = this.take(bytes.length || 1);
        this.u8.set(bytes, pointer);
        return pointer;
    }

    /** Copies numbers to the scratch memory, and returns its address. */
    put(numbers: ArrayLike<number>, count: number): number {
        const at = this.scratch >> 2;
        if (numbers.length !== count) throw new VrmError('invalid-argument', `${count} numbers are needed, and not ${numbers.length}`);
        this.f32.set(numbers, at);
        return this.scratch;
    }

    /** Copies the first three numbers of a list to an address. */
    putPoint(numbers: ArrayLike<number>, address: number): void {
        for (let i = 0; i < 3; ++i) this.f32[(address >> 2) + i] = numbers[i]!;
    }

    /** Calls a function with the address of a text that ends in a NUL byte. */
    withText<T>(text: string, call: (pointer: number) => T): T {
        encoder ??= new TextEncoder();
        const bytes = encoder.encode(text + '\0');
        return this.withBytes(bytes, call);
    }

    /** Calls a function with the address and the number of bytes that are there for the call. */
    withBytes<T>(bytes: Uint8Array | ArrayBuffer, call: (pointer: number, size: number) => T): T {
        const given = asBytes(bytes);
        const pointer = this.copyIn(given);
        try {
            return call(pointer, given.length);
        } finally {
            this.free(pointer);
        }
    }

    /** The index of a bone that is given by its name, or by its index. */
    boneIndex(bone: BoneName | number): number {
        return typeof bone === 'number' ? bone : (this.#boneIndices.get(bone) ?? C.VRM_NONE);
    }

    /** The names of the bones of a mask, which has two words of 32 bits. */
    bonesOf(low: number, high: number): BoneName[] {
        return this.bones.filter((_, i) => ((i < 32 ? low >>> i : high >>> (i - 32)) & 1) === 1);
    }

    /** Reads the diagnostics of a report, and destroys it. */
    takeReport(report: number): Diagnostic[] {
        const { exports } = this;
        const found = this.readDiagnostics(exports.vrm_report_count(report), (i) => exports.vrm_report_get(report, i));
        exports.vrm_report_destroy(report);
        return found;
    }

    /** Reads a list of diagnostics; `get` returns the address of each. */
    readDiagnostics(length: number, get: (index: number) => number): Diagnostic[] {
        const found = Array.from({ length }, (_, i) => reader.struct(this, CoreStruct.Diagnostic, get(i)) as Diagnostic);
        if (this.#texts) fillIn(found, this.#texts);
        return found;
    }

    /** Throws the error of a result, with the text of the first error of the report. */
    check(result: number, report: Diagnostic[] = []): void {
        if (result === C.VRM_OK) return;
        const { code, pointer } = report.find(({ severity }) => severity === 'error')
            ?? { code: results.split(' ')[result]!, pointer: '' };
        throw new VrmError(code, `libvrm: ${code} ${pointer}`, '', pointer, report).tell();
    }

    /** Calls a function that creates: `call` passes it two words, for the object and for the report. Returns the object. */
    create(what: string, call: (out: number) => number): number {
        const out = this.scratch + SCRATCH - 8;
        const result = call(out);
        const [pointer, report] = this.u32.subarray(out >> 2, (out >> 2) + 2);
        const found = this.takeReport(report!);
        if (result === C.VRM_ERROR_OUT_OF_MEMORY) throw noRoom(what);
        this.check(result, found);
        return pointer!;
    }

    /** Throws if the module lacks a function. */
    need(name: keyof Exports): void {
        if (!this.exports[name]) {
            throw new VrmError('wasm-module', `This module has no ${name}`, "Import from 'libvrm/full' or 'libvrm/edit'");
        }
    }

    /** Has something freed when JavaScript collects its owner without dispose having been called. */
    watch(owner: object, what: string, free: (runtime: Runtime) => void): void {
        this.#registry ??= new FinalizationRegistry((forgotten) => forgotten.runtime.#freeForgotten(forgotten));
        this.#registry.register(owner, { runtime: this, free, what }, owner);
    }

    /** The owner was disposed of. */
    unwatch(owner: object): void {
        this.#registry?.unregister(owner);
    }

    #freeForgotten({ what, free }: Forgotten): void {
        if (this.isDead) return;
        if (!this.#hasWarned) console.warn(`libvrm: an object (${what}) was collected without dispose(). This warning is shown once.`);
        this.#hasWarned = true;
        free(this);
    }

}

/** Bytes of any kind of buffer, without a copy, also of one that comes from another window. */
export function asBytes(bytes: Uint8Array | ArrayBuffer): Uint8Array {
    const given: unknown = bytes;
    try {
        if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
        if (/ArrayBuffer\]$/.test(Object.prototype.toString.call(bytes))) return new Uint8Array(bytes);
    } catch (cause) {
        throw new VrmError('invalid-argument', `The buffer cannot be read: ${(cause as Error).message}`,
            'Copy the bytes before you transfer their buffer', '', [], cause);
    }
    throw new VrmError('invalid-argument', `A file is needed, and not ${typeof bytes}`, 'Give its bytes as a Uint8Array or an ArrayBuffer');
}
