import type { Clip, ClipOptions } from './clip.js';
import { compile, fetched } from './compile.js';
import type { WasmSource } from './compile.js';
import { VrmError } from './error.js';
import { explainError } from './explain.js';
import type { Texts } from './explain.js';
import type { LoadOptions, Model } from './model.js';
import { asBytes, Runtime } from './runtime.js';

/** Settings of an instance. */
export interface RuntimeOptions {
    /** The module. Default: the one that the import stands for. */
    wasm?: WasmSource | PromiseLike<WasmSource>;
    /** The hash that a module which is fetched must have, such as "sha384-…"; '' requires none. */
    integrity?: string;
    /** How many bytes of memory the instance may take at most. Default: 1 GiB. */
    maxMemory?: number;
    /**
     * Called with a sentence when a call is wrong: a bone or an expression that does not exist, a missing
     * number, an unknown option. For development, such as `console.warn`: it makes every call slower.
     */
    onMisuse?: (message: string) => void;
}

/** A file: its bytes, an object that has them, or its address. */
export type Source = Uint8Array | ArrayBuffer | Blob | Response | URL | string;

/** Lets a page do something else, if its browser can continue at once afterwards. */
export const breathe = (): Promise<void> | undefined => (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.();

/** Gets the bytes of a file. */
async function bytesOf(source: Source): Promise<Uint8Array> {
    if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
    if (!(source instanceof Response) && !(source instanceof URL) && typeof source !== 'string') return asBytes(source);
    if (typeof source === 'string' && typeof location === 'undefined' && !/^[a-z][a-z+.-]+:/i.test(source)) {
        throw new VrmError('file-not-found', `${source} is not an address that can be fetched`, 'Outside of a page, give the bytes of a file: await readFile(path)');
    }
    return new Uint8Array(await fetched(source, 'file-not-found', 'Check the address, and that its server allows this page to read it (CORS)'));
}

/** What an import of the package offers beside its classes. */
export interface Entry {
    /**
     * Returns the instance that the functions below share. It is made once; the options of the first call
     * count. After a trap the next call makes a new one.
     */
    load(options?: RuntimeOptions): Promise<Runtime>;
    /** Makes a separate instance, with its own memory. */
    createRuntime(options?: RuntimeOptions): Promise<Runtime>;
    /** Loads a whole file (.vrm, .glb, .gltf) into the shared instance. */
    loadModel(source: Source, options?: LoadOptions): Promise<Model>;
    /** Loads all but meshes and images, which is faster and takes less memory. Avatars need no more. */
    peekModel(source: Source, options?: LoadOptions): Promise<Model>;
    /** Loads a motion into the shared instance. */
    loadClip(source: Source, options?: ClipOptions): Promise<Clip>;
}

/** Makes the functions of an import, whose module is found by `find`. */
export function makeEntry(find: () => WasmSource | PromiseLike<WasmSource>, integrity?: string, texts?: Texts): Entry {
    let shared: Promise<Runtime> | undefined;
    let runtime: Runtime | undefined;
    const createRuntime = async (options: RuntimeOptions = {}): Promise<Runtime> => {
        const module = await compile(await (options.wasm ?? find()), options.integrity ?? integrity);
        const made = new Runtime(await WebAssembly.instantiate(module, {}), module, options.maxMemory, texts);
        if (options.onMisuse) (await import('./misuse.js')).reportMisuse(made, options);
        await breathe(); // what a page does with it comes next
        return made;
    };
    const load = (options?: RuntimeOptions): Promise<Runtime> => {
        if (runtime?.isDead) shared = runtime = undefined;
        shared ??= createRuntime(options).then((made) => (runtime = made), (error) => {
            shared = undefined;
            throw error;
        });
        return shared;
    };
    const withBytes = async <T>(source: Source, call: (runtime: Runtime, bytes: Uint8Array) => T): Promise<T> => {
        try {
            return call(...(await Promise.all([load(), bytesOf(source)])));
        } catch (error) {
            throw await explainError(error);
        }
    };
    return {
        load,
        createRuntime,
        loadModel: (source, options) => withBytes(source, (made, bytes) => made.loadModel(bytes, options)),
        peekModel: (source, options) => withBytes(source, (made, bytes) => made.peekModel(bytes, options)),
        loadClip: (source, options) => withBytes(source, (made, bytes) => made.loadClip(bytes, options)),
    };
}
