// The small good file from which broken.mjs makes broken ones, and the container of a GLB file.
import zlib from 'node:zlib';

export const FLOAT = 5126, UBYTE = 5121, USHORT = 5123, UINT = 5125, SHORT = 5122;
const SIZES = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
export const VERTICES = 34962, INDICES = 34963;

function write(bin, offset, componentType, value) {
    if (componentType === FLOAT) bin.writeFloatLE(value, offset);
    else if (componentType === UINT) bin.writeUInt32LE(value, offset);
    else if (componentType === USHORT) bin.writeUInt16LE(value, offset);
    else if (componentType === SHORT) bin.writeInt16LE(value, offset);
    else bin.writeUInt8(value & 255, offset);
}

export function png(width, height) {
    const chunk = (type, data) => {
        const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
        const out = Buffer.alloc(body.length + 8);
        out.writeUInt32BE(data.length, 0);
        body.copy(out, 4);
        out.writeUInt32BE(crc32(body), body.length + 4);
        return out;
    };
    const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
    const rows = Buffer.alloc(height * (1 + width * 3), 0x80);
    for (let y = 0; y < height; ++y) rows[y * (1 + width * 3)] = 0;
    return Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header),
        chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0)),
    ]);
}

function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let i = 0; i < 8; ++i) crc = crc >>> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc >>> 0;
}

export const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

// The good file: a skinned quad with two morph targets, an interleaved triangle with a sparse
// accessor, a texture, two materials, four tracks. Neither reader finds anything in it.
export function good() {
    const json = { asset: { version: '2.0' }, scene: 0, bufferViews: [], accessors: [] };
    const f = { json, bin: Buffer.alloc(0), a: {}, v: {} };

    const view = (name, bytes, more) => {
        const start = f.bin.length;
        f.bin = Buffer.concat([f.bin, bytes, Buffer.alloc((4 - bytes.length % 4) % 4)]);
        f.v[name] = json.bufferViews.length;
        json.bufferViews.push({ buffer: 0, byteOffset: start, byteLength: bytes.length, ...more });
        return f.v[name];
    };
    const pack = (componentType, values) => {
        const bytes = Buffer.alloc(values.length * SIZES[componentType]);
        values.forEach((value, i) => write(bytes, i * SIZES[componentType], componentType, value));
        return bytes;
    };
    const bounds = (values, width) => ({
        min: Array.from({ length: width }, (_, k) => Math.min(...values.filter((_, i) => i % width === k))),
        max: Array.from({ length: width }, (_, k) => Math.max(...values.filter((_, i) => i % width === k))),
    });
    const accessor = (name, type, componentType, values, target, more = {}) => {
        const rounded = componentType === FLOAT ? values.map(Math.fround) : values;
        const bufferView = view(name, pack(componentType, values), target ? { target } : {});
        f.a[name] = json.accessors.length;
        json.accessors.push({
            bufferView, componentType, count: values.length / WIDTHS[type], type,
            ...(more.bounds ? bounds(rounded, WIDTHS[type]) : {}),
        });
        return f.a[name];
    };

    const quad = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
    const up = [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1];
    const small = quad.map(x => x * 0.5);
    accessor('position', 'VEC3', FLOAT, quad, VERTICES, { bounds: true });
    accessor('normal', 'VEC3', FLOAT, up, VERTICES);
    accessor('uv', 'VEC2', FLOAT, [0, 0, 1, 0, 1, 1, 0, 1], VERTICES);
    accessor('joints', 'VEC4', UBYTE, [0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], VERTICES);
    accessor('weights', 'VEC4', FLOAT, [.5, .5, 0, 0, .5, .5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], VERTICES);
    accessor('indices', 'SCALAR', USHORT, [0, 1, 2, 0, 2, 3], INDICES);
    accessor('morphPosition', 'VEC3', FLOAT, small, VERTICES, { bounds: true });
    accessor('morphNormal', 'VEC3', FLOAT, small.map(() => 0), VERTICES);
    accessor('binds', 'MAT4', FLOAT, [...identity, ...identity]);
    accessor('times', 'SCALAR', FLOAT, [0, 0.5, 1], 0, { bounds: true });
    accessor('rotations', 'VEC4', FLOAT, [0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1]);
    accessor('translations', 'VEC3', FLOAT, [0, 1, 0, 0, 2, 0, 0, 1, 0]);
    accessor('morphs', 'SCALAR', FLOAT, [0, 0, 1, .5, 0, 0]);
    accessor('splines', 'VEC3', FLOAT, Array.from({ length: 27 }, () => 1));

    // Interleaved: position, normal, tangent, colour.
    const strip = [
        [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1], [1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1],
        [0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1],
    ];
    const both = view('strip', pack(FLOAT, strip.flat()), { target: VERTICES, byteStride: 56 });
    for (const [name, type, byteOffset, more] of [
        ['stripPosition', 'VEC3', 0, { min: [0, 0, 0], max: [1, 1, 0.25] }], ['stripNormal', 'VEC3', 12],
        ['stripTangent', 'VEC4', 24], ['stripColor', 'VEC4', 40],
    ]) {
        f.a[name] = json.accessors.length;
        json.accessors.push({ bufferView: both, byteOffset, componentType: FLOAT, count: 3, type, ...more });
    }
    json.accessors[f.a.stripPosition].sparse = {
        count: 1,
        indices: { bufferView: view('sparseIndices', pack(USHORT, [2])), componentType: USHORT },
        values: { bufferView: view('sparseValues', pack(FLOAT, [0, 1, 0.25])) },
    };
    accessor('stripIndices', 'SCALAR', UBYTE, [0, 1, 2], INDICES);

    json.images = [{ bufferView: view('image', png(2, 2)), mimeType: 'image/png', name: 'picture' }];
    json.samplers = [{ magFilter: 9729, minFilter: 9987, wrapS: 33071, wrapT: 10497 }];
    json.textures = [{ sampler: 0, source: 0 }];
    json.materials = [
        {
            name: 'skin', pbrMetallicRoughness: {
                baseColorFactor: [1, 1, 1, 1], metallicFactor: 0, roughnessFactor: 0.5,
                baseColorTexture: {
                    index: 0, texCoord: 0, extensions: { KHR_texture_transform: { offset: [0.5, 0] } },
                },
            },
            occlusionTexture: { index: 0, strength: 0.5 }, emissiveTexture: { index: 0 },
            emissiveFactor: [0.5, 0, 0], alphaMode: 'MASK', alphaCutoff: 0.25, doubleSided: true,
            extensions: { KHR_materials_emissive_strength: { emissiveStrength: 2 } },
        },
        { name: 'flat', extensions: { KHR_materials_unlit: {} } },
    ];
    const target = { POSITION: f.a.morphPosition, NORMAL: f.a.morphNormal };
    json.meshes = [
        {
            name: 'body', weights: [0, 0.5], extras: { targetNames: ['a', 'b'] }, primitives: [{
                attributes: {
                    POSITION: f.a.position, NORMAL: f.a.normal, TEXCOORD_0: f.a.uv, JOINTS_0: f.a.joints,
                    WEIGHTS_0: f.a.weights,
                },
                indices: f.a.indices, material: 0, targets: [{ ...target }, { ...target }],
            }],
        },
        {
            name: 'flag', primitives: [{
                attributes: {
                    POSITION: f.a.stripPosition, NORMAL: f.a.stripNormal, TANGENT: f.a.stripTangent,
                    COLOR_0: f.a.stripColor,
                },
                indices: f.a.stripIndices, material: 1,
            }],
        },
    ];
    json.skins = [{ joints: [1, 2], inverseBindMatrices: f.a.binds, skeleton: 1 }];
    json.nodes = [
        { name: 'root', children: [1, 4] },
        { name: 'hips', children: [2], translation: [0, 1, 0] },
        { name: 'spine', rotation: [0, 0, 0.6, 0.8], scale: [1, 1, 1] },
        { name: 'body', mesh: 0, skin: 0, weights: [0, 0] },
        { name: 'flag', mesh: 1, children: [5] },
        { name: 'tip', matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1] },
    ];
    json.scenes = [{ name: 'main', nodes: [0, 3] }];
    const track = (output, interpolation) => ({ input: f.a.times, output, interpolation });
    json.animations = [{
        channels: [
            { sampler: 0, target: { node: 2, path: 'rotation' } },
            { sampler: 1, target: { node: 1, path: 'translation' } },
            { sampler: 2, target: { node: 3, path: 'weights' } },
            { sampler: 3, target: { node: 2, path: 'scale' } },
        ],
        samplers: [
            track(f.a.rotations, 'LINEAR'), track(f.a.translations, 'STEP'), track(f.a.morphs, 'LINEAR'),
            track(f.a.splines, 'CUBICSPLINE'),
        ],
    }];
    json.extensionsUsed = ['KHR_materials_emissive_strength', 'KHR_materials_unlit', 'KHR_texture_transform'];
    json.buffers = [{ byteLength: f.bin.length }];

    f.poke = (name, index, ...values) => {
        const { bufferView, byteOffset = 0, componentType, type } = json.accessors[f.a[name]];
        const { byteOffset: start, byteStride } = json.bufferViews[bufferView];
        const stride = byteStride ?? WIDTHS[type] * SIZES[componentType];
        values.forEach((value, i) => {
            write(f.bin, start + byteOffset + index * stride + i * SIZES[componentType], componentType, value);
        });
    };
    f.accessor = name => json.accessors[f.a[name]];
    f.view = name => json.bufferViews[f.v[name]];
    f.body = json.meshes[0].primitives[0];
    f.flag = json.meshes[1].primitives[0];
    // More data, for cases that need it.
    f.add = (name, type, componentType, values, target, more) => {
        accessor(name, type, componentType, values, target, more);
        json.buffers[0].byteLength = f.bin.length;
        return f.a[name];
    };
    f.addView = (name, bytes, more) => {
        view(name, bytes, more);
        json.buffers[0].byteLength = f.bin.length;
        return f.v[name];
    };
    return f;
}

export const JSON_CHUNK = 0x4E4F534A, BIN_CHUNK = 0x004E4942;

export function chunk(type, bytes, padding = 0x20) {
    const out = Buffer.alloc(8 + Math.ceil(bytes.length / 4) * 4, padding);
    out.writeUInt32LE(out.length - 8, 0);
    out.writeUInt32LE(type, 4);
    bytes.copy(out, 8);
    return out;
}

export function container(...chunks) {
    const header = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1');
    const out = Buffer.concat([header, ...chunks]);
    out.writeUInt32LE(out.length, 8);
    return out;
}

export function chunksOf({ json, bin }) {
    const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
    return bin ? [chunk(JSON_CHUNK, text), chunk(BIN_CHUNK, bin, 0)] : [chunk(JSON_CHUNK, text)];
}

export function toGlb(f) {
    return container(...chunksOf(f));
}
