import type { Diagnostic } from '../generated/tables.js';

/** What libvrm needs, for errors of what is older. */
export const BROWSERS = 'libvrm needs WebAssembly with SIMD and DecompressionStream: Chrome 91, Firefox 113, Safari 16.4 or Node 20, and newer';

/** An error as plain data, for `postMessage` and JSON: what `toJSON` returns and `VrmError.from` takes. */
export interface VrmErrorData {
    name: string;
    code: string;
    message: string;
    remedy: string;
    pointer: string;
    report: Diagnostic[];
}

/** What a call could not do, and why. */
export class VrmError extends Error {
    override readonly name = 'VrmError';
    /**
     * Stable and unique: the code of the diagnostic that made a file fail, such as `json-syntax`; the name of
     * a result, such as `out-of-memory`; or one of the package's own, which begin with `wasm-`.
     */
    readonly code: string;
    /** JSON pointer (RFC 6901) to the element in the file; '' is the whole file. */
    readonly pointer: string;
    /** What to do about it; may be empty. */
    remedy: string;
    /** Everything that was found in the file up to there. */
    readonly report: Diagnostic[];

    constructor(code: string, message: string, remedy = '', pointer = '', report: Diagnostic[] = [], cause?: unknown) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = code;
        this.pointer = pointer;
        this.remedy = remedy;
        this.report = report;
    }

    /** The error as plain data, with what its class adds. `postMessage` of the error itself keeps the message alone. */
    toJSON(): VrmErrorData {
        return { ...this, message: this.message, cause: undefined } as VrmErrorData;
    }

    /** Makes an error of what `toJSON` gave, in a worker or on a server. It is a VrmError of the same code, for errors of every class. */
    static from(data: VrmErrorData): VrmError {
        const { code, message, remedy, pointer, report, ...more } = data;
        return Object.assign(new VrmError(code, message, remedy, pointer, report), more);
    }

    /** Takes message and remedy from the diagnostic that made the file fail, if they are loaded by now. */
    tell(): this {
        const first = this.report.find(({ code, severity }) => code === this.code && severity === 'error');
        if (first?.message) Object.assign(this, { message: first.message, remedy: first.remedy });
        return this;
    }
}

/** Thrown if the memory of an instance is full. */
export function noRoom(what: string): VrmError {
    return new VrmError('out-of-memory', `The memory of the instance has no room for ${what}`,
        'Dispose of what is not needed, or give createRuntime a greater maxMemory');
}
