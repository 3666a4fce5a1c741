/// <reference lib="esnext.disposable" preserve="true" />
import { VrmError } from './error.js';
import type { Runtime } from './runtime.js';

// Browsers that do not have `using` yet lack the symbol; what compiles `using` for them looks here too.
const symbol: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose);

/** An object in the memory of an instance, until it is disposed of. */
export abstract class Handle {
    /** The instance that has its memory. */
    readonly runtime: Runtime;
    /** Its address, for the functions of `runtime.exports`; 0 once it has been disposed of. */
    pointer: number;
    readonly #release: (runtime: Runtime) => void;

    /** `release` must not hold on to the object: it is called when the object is gone. */
    constructor(runtime: Runtime, pointer: number, what: string, release: (runtime: Runtime) => void) {
        this.runtime = runtime;
        this.#release = release;
        this.pointer = pointer;
        runtime.watch(this, what, release);
    }

    /** True once it has been disposed of. */
    get isDisposed(): boolean {
        return this.pointer === 0;
    }

    /** Frees its memory. All later calls do nothing, a second dispose too. */
    dispose(): void {
        if (!this.pointer) return;
        this.runtime.unwatch(this);
        this.pointer = 0;
        if (!this.runtime.isDead) this.#release(this.runtime);
    }

    /** Its address for a call of another object. In the memory of another instance, that address is of something else. */
    pointerFor(runtime: Runtime): number {
        if (this.runtime !== runtime) {
            throw new VrmError('invalid-argument', 'This object belongs to another instance', 'Load or create both with the same runtime');
        }
        return this.pointer;
    }

    [symbol](): void {
        this.dispose();
    }

    /** Its address, to make another object of it. */
    protected get alive(): number {
        if (!this.pointer) throw new VrmError('disposed', 'This object has been disposed of', 'Load or create it anew');
        return this.pointer;
    }
}
