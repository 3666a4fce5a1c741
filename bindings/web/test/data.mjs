// What the tests read: the samples of the repository, and files made of them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository; bindings/web/check sets it. */
export const root = process.env.VRM_ROOT;

export const read = (path) => new Uint8Array(readFileSync(join(root, path)));
export const sample = (name) => read(`samples/${name}`);
export const dialects = { '0.x': '0.x', '1.0-draft': '1.0-draft', '1.0-beta': '1.0-beta', '1.0': '1.0' };

/** All files below a folder. */
export function files(folder) {
    if (!folder || !existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

/** The JSON of a GLB file. */
export function jsonOf(bytes) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
}

/** A GLB file of some JSON and no payload. */
export function glbOf(json) {
    let text = JSON.stringify(json);
    text += ' '.repeat((4 - (new TextEncoder().encode(text).length % 4)) % 4);
    const body = new TextEncoder().encode(text);
    const bytes = new Uint8Array(20 + body.length);
    const view = new DataView(bytes.buffer);
    [0x46546c67, 2, bytes.length, body.length, 0x4e4f534a].forEach((word, i) => view.setUint32(i * 4, word, true));
    bytes.set(body, 20);
    return bytes;
}

/** A GLB file of the JSON of another, changed; without its payload. */
export function changed(bytes, change) {
    const json = jsonOf(bytes);
    change(json);
    return glbOf(json);
}

/** Fills memory that was freed with other bytes, as later loads do. */
export function reuseMemory(runtime) {
    for (let size = 16; size < 2 ** 18; size *= 2) {
        for (let i = 0; i < 40; ++i) {
            const at = runtime.alloc(size);
            runtime.u8.fill(0x53, at, at + size);
        }
    }
}
