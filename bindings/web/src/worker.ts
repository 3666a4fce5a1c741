/**
 * Compiles the module in a worker, and does not block the page.
 *
 * WebAssembly is compiled function by function when each is called first: the first avatar of a page would
 * take many times as long as the second. The worker loads the file and runs its avatar for some
 * frames; what was compiled comes back with the module.
 */
import { headOf } from './core/model.js';
import { unpack } from './core/inlined.js';
import core from 'inlined:core';
import program from 'inlined:worker';

/** What a worker is given. */
export interface Task {
    /** The bytes of a module, or what is inside the files of JavaScript. */
    wasm: string | BufferSource;
    file: Uint8Array | undefined;
}

/** Settings of `compileInWorker`. */
export interface CompileOptions {
    /** The file that the page is about to load. Of a GLB file only the JSON is copied. */
    file?: Uint8Array | ArrayBuffer;
    /** The bytes of another module than that of `libvrm`. */
    wasm?: BufferSource;
    /** A worker of the page's own, whose program imports `libvrm/worker-thread`: for a policy that allows no `blob:`. It is ended. */
    worker?: Worker;
    /** After how many milliseconds the page compiles the module itself. Default: 5,000. */
    timeout?: number;
}

/** A module, and who compiled it. */
export interface Compiled {
    /** For `load({ wasm: module })`. */
    module: WebAssembly.Module;
    /** Why the page had to compile it itself; '' if the worker did. */
    problem: string;
}

/** Compiles the module in a worker; if there can be none, in the page. */
export async function compileInWorker(options: CompileOptions = {}): Promise<Compiled> {
    const { file, wasm = core, timeout = 5000 } = options;
    try {
        const task = { wasm, file: file && headOf(file instanceof Uint8Array ? file : new Uint8Array(file)).slice() };
        return { module: await (options.worker ? ask(options.worker, task, timeout) : askOwn(task, timeout)), problem: '' };
    } catch (error) {
        options.worker?.terminate();
        const module = await WebAssembly.compile(typeof wasm === 'string' ? await unpack(wasm) : wasm);
        return { module, problem: (error as Error).message };
    }
}

const LONGEST = 2 ** 31 - 1; // milliseconds of a timer

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A worker of the text that is inside the package. Each step asks other processes of the browser: the page may do
 *  something else in between. */
async function askOwn(task: Task, timeout: number): Promise<WebAssembly.Module> {
    const text = new Blob([program], { type: 'text/javascript' });
    await pause();
    const address = URL.createObjectURL(text);
    await pause();
    try {
        return await ask(new Worker(address), task, timeout);
    } finally {
        URL.revokeObjectURL(address);
    }
}

async function ask(worker: Worker, task: Task, timeout: number): Promise<WebAssembly.Module> {
    try {
        const answer = listen(worker, timeout);
        answer.catch(() => undefined); // it may fail before anybody waits for it
        await pause();
        worker.postMessage(task);
        return await answer;
    } finally {
        worker.terminate();
    }
}

function listen(worker: Worker, timeout: number): Promise<WebAssembly.Module> {
    return new Promise((resolve, reject) => {
        // A longer time would be over at once.
        const timer = setTimeout(() => reject(new Error(`the worker did not answer within ${timeout} ms`)), Math.min(timeout, LONGEST));
        worker.onmessage = ({ data }: MessageEvent<{ module?: WebAssembly.Module; problem?: string } | undefined>) => {
            if (!(data?.module instanceof WebAssembly.Module) && !data?.problem) return; // a worker of the page may post more
            clearTimeout(timer);
            if (data.problem) reject(new Error(data.problem));
            else resolve(data.module!);
        };
        worker.onerror = (event) => {
            clearTimeout(timer);
            reject(new Error(event.message || 'the page allows no such worker (worker-src blob:)'));
        };
    });
}
