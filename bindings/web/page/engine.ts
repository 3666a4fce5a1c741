// The instances of WebAssembly: one draws and moves the avatar, and each check, mending or migration has one of its
// own, whose memory goes when it is done. A trap ends the instance in which it happens, and no other.
import { VrmError } from '../src/core/error.js';
import { unpack } from '../src/core/inlined.js';
import { Runtime } from '../src/core/runtime.js';
import { check, ConsentError, fix, migrate } from '../src/full/files.js';
import type { Fixed, MigrateOptions, Written } from '../src/full/files.js';
import type { Diagnostic } from '../src/generated/tables.js';
import viewer from 'inlined:render';
import { tell } from './words.js';

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, which is compiled once. */
export function module(): Promise<WebAssembly.Module> {
    compiled ??= unpack(viewer).then((bytes) => WebAssembly.compile(bytes));
    return compiled;
}

/** An instance that cannot draw. */
export async function createTool(): Promise<Runtime> {
    const made = await module();
    const gl = Object.fromEntries(WebAssembly.Module.imports(made).map(({ name }) => [name, () => 0]));
    return new Runtime(await WebAssembly.instantiate(made, { gl }), made);
}

/** An error in the words of its diagnostics. */
export function explained(error: unknown): VrmError {
    if (!(error instanceof VrmError)) return new VrmError('page', String((error as Error)?.message ?? error));
    tell(error.report);
    return error.tell();
}

async function withTool<T>(work: (tool: Runtime) => T): Promise<T> {
    const tool = await createTool();
    try {
        return work(tool);
    } catch (error) {
        throw explained(error);
    }
}

export const checkFile = (bytes: Uint8Array): Promise<Diagnostic[]> => withTool((tool) => tell(check(tool, bytes)));

export const fixFile = (bytes: Uint8Array): Promise<Fixed> => withTool((tool) => {
    const fixed = fix(tool, bytes);
    tell(fixed.mended);
    tell(fixed.report);
    return fixed;
});

export const migrateFile = (bytes: Uint8Array, options: MigrateOptions): Promise<Written> => withTool((tool) => migrate(tool, bytes, options));

export { ConsentError };
