/**
 * The program of the worker that compiles the module. `libvrm/worker` has it inside as a text; a worker of the page's
 * own imports it, and is given to `compileInWorker` as `worker`.
 *
 * It runs an avatar in the module for some frames, because V8 compiles each function when it is called first, and
 * keeps that with the module.
 */
import type { Exports } from './generated/exports.js';
import { vrm_avatar_desc, vrm_load_desc, vrm_peek } from './generated/layout.js';
import { unpack } from './core/inlined.js';
import type { Task } from './worker.js';

// V8 compiles what is called often once more, for speed; the page gets that too.
const LOADS = 8;
const AVATARS = 4; // of each
const FRAMES = 12; // of each

/** Calls what a page calls for its first avatar, in the same order. */
function warmUp(exports: Exports, file: Uint8Array): void {
    exports.vrm_web_set_memory_cap(2 ** 30);
    const bytes = exports.malloc(file.length);
    const desc = exports.malloc(vrm_load_desc.SIZE + vrm_peek.SIZE + vrm_avatar_desc.SIZE + 16);
    if (!bytes || !desc) return;
    new Uint8Array(exports.memory.buffer).set(file, bytes);
    for (let i = 0; i < LOADS; ++i) live(exports, bytes, file.length, desc);
}

function live(exports: Exports, bytes: number, size: number, desc: number): void {
    const peek = desc + vrm_load_desc.SIZE;
    const avatarDesc = peek + vrm_peek.SIZE;
    const out = avatarDesc + vrm_avatar_desc.SIZE;
    exports.vrm_load_desc_init_sized(desc, vrm_load_desc.SIZE);
    exports.vrm_peek_init_sized(peek, vrm_peek.SIZE);
    exports.vrm_avatar_desc_init_sized(avatarDesc, vrm_avatar_desc.SIZE);
    exports.vrm_model_peek(bytes, size, desc, peek, out, out + 4);
    const [model, report] = new Uint32Array(exports.memory.buffer, out, 2);
    if (exports.vrm_report_count(report!)) exports.vrm_report_get(report!, 0);
    exports.vrm_report_destroy(report!);
    for (let i = 0; model && i < AVATARS; ++i) {
        if (exports.vrm_avatar_create(model, avatarDesc, out, 0)) break;
        const avatar = new Uint32Array(exports.memory.buffer)[out >> 2]!;
        exports.vrm_avatar_frame(avatar);
        exports.vrm_avatar_locals(avatar);
        for (let frame = 0; frame < FRAMES; ++frame) exports.vrm_avatar_update(avatar, 1 / 60);
        exports.vrm_avatar_destroy(avatar);
    }
    if (model) exports.vrm_model_release(model);
}

self.onmessage = async ({ data }: MessageEvent<Task>) => {
    try {
        const module = await WebAssembly.compile(typeof data.wasm === 'string' ? await unpack(data.wasm) : data.wasm);
        if (data.file) warmUp((await WebAssembly.instantiate(module, {})).exports as unknown as Exports, data.file);
        postMessage({ module });
    } catch (error) {
        postMessage({ problem: String(error) });
    }
};
