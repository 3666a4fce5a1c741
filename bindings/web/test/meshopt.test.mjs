// Compressed meshes, with the decoder that a page has [GL-048]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadModel } from 'libvrm';
import { readVertices } from 'libvrm/gltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { glbOf } from './data.mjs';

await MeshoptDecoder.ready;
await MeshoptEncoder.ready;

const COUNT = 100;
const positions = Float32Array.from({ length: COUNT * 3 }, (_, i) => Math.sin(i * 0.37));
const data = bytes => `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;

/** One mesh of points, compressed. */
function fileOf(name, elements, filter, version, damage = false) {
    const bytes = MeshoptEncoder.encodeGltfBuffer(elements, COUNT, 12, 'ATTRIBUTES', version);
    if (damage) bytes[0] = 0;
    return glbOf({
        asset: { version: '2.0' }, extensionsUsed: [name], extensionsRequired: [name],
        buffers: [{ uri: data(bytes), byteLength: bytes.length }, { byteLength: COUNT * 12 }],
        bufferViews: [{ buffer: 1, byteLength: COUNT * 12, extensions: { [name]: {
            buffer: 0, byteLength: bytes.length, byteStride: 12, count: COUNT, mode: 'ATTRIBUTES', filter } } }],
        accessors: [{ bufferView: 0, componentType: 5126, count: COUNT, type: 'VEC3', min: [-1, -1, -1], max: [1, 1, 1] }],
        meshes: [{ primitives: [{ mode: 0, attributes: { POSITION: 0 } }] }], nodes: [{ mesh: 0 }],
    });
}

const bytesOf = floats => new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
const codes = model => model.report.map(({ code }) => code);

for (const [name, version] of [['EXT_meshopt_compression', 0], ['KHR_meshopt_compression', 1]]) {
    test(`${name} is decoded by the decoder of the page`, async () => {
        using model = await loadModel(fileOf(name, bytesOf(positions), 'NONE', version), { anyGltf: true, meshopt: MeshoptDecoder });
        assert.deepEqual(codes(model), []);
        assert.deepEqual(readVertices(model, 0, 0, 'position', 3), positions);
    });
}

test('filters follow', async () => {
    const encoded = MeshoptEncoder.encodeFilterExp(positions, COUNT, 12, 15);
    using model = await loadModel(fileOf('EXT_meshopt_compression', encoded, 'EXPONENTIAL', 0), { anyGltf: true, meshopt: MeshoptDecoder });
    readVertices(model, 0, 0, 'position', 3).forEach((value, i) => assert.ok(Math.abs(value - positions[i]) < 1e-3));
});

test('without a decoder, and with damaged bytes, a diagnostic gives the reason', async () => {
    using without = await loadModel(fileOf('EXT_meshopt_compression', bytesOf(positions), 'NONE', 0), { anyGltf: true });
    assert.deepEqual(codes(without), ['buffer-compressed']);
    using damaged = await loadModel(fileOf('EXT_meshopt_compression', bytesOf(positions), 'NONE', 0, true), { anyGltf: true, meshopt: MeshoptDecoder });
    assert.deepEqual(codes(damaged), ['view-compression']);
});
