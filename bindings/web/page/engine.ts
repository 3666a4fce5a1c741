// The instances of WebAssembly: one draws and moves the avatar, and each check, fixing or migration has one of its
// own in a worker, whose memory goes when it is done. A trap ends the instance in which it happens, and no other.
import { VrmError } from '../src/core/error.js';
import type { VrmErrorData } from '../src/core/error.js';
import { unpack } from '../src/core/inlined.js';
import { Runtime } from '../src/core/runtime.js';
import { check, ConsentError, fix, migrate } from '../src/full/files.js';
import type { Fixed, MigrateOptions, Written } from '../src/full/files.js';
import type { Change } from '../src/generated/full.js';
import type { Diagnostic } from '../src/generated/tables.js';
import viewer from 'inlined:render';
import { program } from './program.js';
import { tell } from './words.js';

/** What is to be done with a file. */
export interface Task {
    kind: 'check' | 'fix' | 'migrate';
    bytes: Uint8Array;
    options?: MigrateOptions;
}

export interface Answer {
    result?: unknown;
    problem?: VrmErrorData & { changes?: Change[] };
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, which is compiled once. */
export function module(): Promise<WebAssembly.Module> {
    compiled ??= unpack(viewer).then((bytes) => WebAssembly.compile(bytes));
    return compiled;
}

/** An instance that cannot draw. */
export async function createTool(made: WebAssembly.Module): Promise<Runtime> {
    const gl = Object.fromEntries(WebAssembly.Module.imports(made).map(({ name }) => [name, () => 0]));
    return new Runtime(await WebAssembly.instantiate(made, { gl }), made);
}

/** Does a task in an instance of its own. */
export async function work(made: WebAssembly.Module, { kind, bytes, options }: Task): Promise<unknown> {
    const tool = await createTool(made);
    return kind === 'check' ? check(tool, bytes) : kind === 'fix' ? fix(tool, bytes) : migrate(tool, bytes, options);
}

/** An error in the words of its diagnostics. */
export function explained(error: unknown): VrmError {
    if (!(error instanceof VrmError)) return new VrmError('page', String((error as Error)?.message ?? error));
    tell(error.report);
    return error.tell();
}

/** Whether the last task was done in a worker; the page does it itself where there can be none. */
export const state = { hasWorker: false };

/** Has a worker do a task. Undefined: there can be no worker here. */
async function ask(task: Task): Promise<Answer | undefined> {
    const made = await module();
    const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
    let worker: Worker | undefined;
    try {
        worker = new Worker(address);
        return await new Promise<Answer | undefined>((resolve) => {
            worker!.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
            worker!.onerror = worker!.onmessageerror = () => resolve(undefined);
            worker!.postMessage({ module: made, task });
        });
    } catch {
        return undefined;
    } finally {
        worker?.terminate();
        URL.revokeObjectURL(address);
    }
}

async function run<T>(task: Task): Promise<T> {
    try {
        const answer = await ask(task);
        state.hasWorker = answer !== undefined;
        if (!answer) return await work(await module(), task) as T;
        if (!answer.problem) return answer.result as T;
        const { changes, report } = answer.problem;
        throw changes ? new ConsentError(changes, report) : VrmError.from(answer.problem);
    } catch (error) {
        throw explained(error);
    }
}

export const checkFile = async (bytes: Uint8Array): Promise<Diagnostic[]> => tell(await run<Diagnostic[]>({ kind: 'check', bytes }));

export async function fixFile(bytes: Uint8Array): Promise<Fixed> {
    const fixed = await run<Fixed>({ kind: 'fix', bytes });
    tell(fixed.fixes);
    tell(fixed.report);
    return fixed;
}

export const migrateFile = (bytes: Uint8Array, options: MigrateOptions): Promise<Written> => run<Written>({ kind: 'migrate', bytes, options });

export { ConsentError };
