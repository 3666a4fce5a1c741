// The program of the worker, as a text of its own: see worker.ts. It compiles a module, and lets an avatar live
// in it for some frames, because V8 compiles each function when it is called first, and keeps that with the
// module.
import type { Exports } from '../generated/exports.js';
import { unpack } from '../core/inlined.js';
import type { Task } from '../worker.js';

const FRAMES = 5;

function warmUp(exports: Exports, file: Uint8Array): void {
    const bytes = exports.malloc(file.length);
    const out = exports.malloc(4);
    if (!bytes || !out) return;
    new Uint8Array(exports.memory.buffer).set(file, bytes);
    exports.vrm_model_peek(bytes, file.length, 0, 0, out, 0);
    const model = new Uint32Array(exports.memory.buffer)[out >> 2]!;
    const avatar = model ? exports.vrm_avatar_create(model, 0) : 0;
    for (let i = 0; avatar && i < FRAMES; ++i) exports.vrm_avatar_update(avatar, 1 / 60);
}

onmessage = async ({ data }: MessageEvent<Task>) => {
    try {
        const module = await WebAssembly.compile(typeof data.wasm === 'string' ? await unpack(data.wasm) : data.wasm);
        if (data.file) warmUp((await WebAssembly.instantiate(module, {})).exports as unknown as Exports, data.file);
        postMessage({ module });
    } catch (error) {
        postMessage({ problem: String(error) });
    }
};
