/** Unpacks a module that stands in a file of JavaScript: base64 of what deflate made of it. */
export async function unpack(text: string): Promise<ArrayBuffer> {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).arrayBuffer();
}
