/** The small module, which has no reader of files: the whole page shares one instance of it. */
import text from 'inlined:rig';
import { compile } from '../core/compile.js';
import { unpack } from '../core/inlined.js';
import { Instance } from '../core/instance.js';

let shared: Promise<Instance> | undefined;
let made: Instance | undefined;

async function make(): Promise<Instance> {
    const module = await compile(await unpack(text), undefined);
    return (made = new Instance(await WebAssembly.instantiate(module, {}), module));
}

/** The instance that all avatars share. After a trap or a failure the next call makes a new one. */
export function loadSmall(): Promise<Instance> {
    if (made?.isDead) shared = made = undefined;
    return (shared ??= make().catch((error) => {
        shared = undefined;
        throw error;
    }));
}
