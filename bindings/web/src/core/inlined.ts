import { BROWSERS, VrmError } from './error.js';

/** Unpacks a module that stands in a file of JavaScript: base64 of what deflate made of it, in the format that the oldest engines unpack. */
export async function unpack(text: string): Promise<ArrayBuffer> {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    let unpacker: DecompressionStream;
    try {
        unpacker = new DecompressionStream('deflate');
    } catch (cause) {
        throw new VrmError('wasm-unsupported', `The module inside cannot be unpacked: ${(cause as Error).message}`,
            `${BROWSERS}. 'libvrm/wasm' needs no DecompressionStream`, '', [], cause);
    }
    return new Response(new Blob([packed]).stream().pipeThrough(unpacker)).arrayBuffer();
}
