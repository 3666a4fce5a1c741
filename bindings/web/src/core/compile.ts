import { BROWSERS, VrmError } from './error.js';

/** The source of a module: its bytes, a compiled module, or its address. */
export type WasmSource = WebAssembly.Module | BufferSource | Response | URL | string;

/** Fetches bytes, or throws an error of this code. */
export async function fetched(source: Response | URL | string, code: string, remedy: string, integrity?: string): Promise<ArrayBuffer> {
    const where = source instanceof Response ? source.url : String(source);
    try {
        const response = source instanceof Response ? source : await fetch(source, integrity ? { integrity } : {});
        if (response.ok) return await response.arrayBuffer();
        throw new Error(`${response.status} ${response.statusText}`);
    } catch (cause) {
        throw new VrmError(code, `${where} could not be fetched: ${(cause as Error).message}`, remedy, '', [], cause);
    }
}

/** Compiles a module, or throws the reason why that is not possible here. */
export async function compile(source: WasmSource, integrity: string | undefined): Promise<WebAssembly.Module> {
    if (typeof WebAssembly !== 'object') throw new VrmError('wasm-unsupported', 'There is no WebAssembly here', BROWSERS);
    if (source instanceof WebAssembly.Module) return source;
    let bytes = source as BufferSource;
    if (typeof source === 'string' || source instanceof URL || source instanceof Response) {
        bytes = await fetched(source, 'wasm-not-found', "Import from 'libvrm', which has the module inside, or give `wasm` the address "
            + 'at which you serve the file of this very version', integrity);
    }
    try {
        return await WebAssembly.compile(bytes);
    } catch (cause) {
        const message = (cause as Error).message;
        if (/content security|unsafe-eval|embedder|CSP/i.test(message)) {
            throw new VrmError('wasm-blocked', `The page forbids WebAssembly: ${message}`,
                "Add 'wasm-unsafe-eval' to script-src of its content security policy", '', [], cause);
        }
        throw new VrmError('wasm-unsupported', `The module cannot be compiled: ${message}`,
            `${BROWSERS}. If it was fetched, the server may have answered with something else`, '', [], cause);
    }
}
