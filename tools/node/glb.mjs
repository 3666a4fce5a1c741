// The JSON of files, read and changed.

// Of a GLB or of a .gltf file, of a Buffer or an ArrayBuffer.
export function jsonOf(bytes) {
    const buffer = Buffer.from(bytes);
    const isGlb = buffer.subarray(0, 4).toString() === 'glTF';
    const text = isGlb ? buffer.subarray(20, 20 + buffer.readUInt32LE(12)) : buffer;
    return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: false }).decode(text).replace(/\0+$/, ''));
}

// The bytes of a GLB (a Buffer) whose JSON `change` has changed.
export function withChangedJson(bytes, change) {
    const json = jsonOf(bytes);
    change(json);
    const text = Buffer.from(JSON.stringify(json));
    const padded = Buffer.concat([text, Buffer.alloc((4 - text.length % 4) % 4, ' ')]);
    const out = Buffer.concat([bytes.subarray(0, 20), padded, bytes.subarray(20 + bytes.readUInt32LE(12))]);
    out.writeUInt32LE(out.length, 8);
    out.writeUInt32LE(padded.length, 12);
    return out;
}
