// The renderer's memory, with a WebGL that draws nothing [WB-017, WB-050]
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createRenderer } from 'libvrm/render';
import { sample } from './data.mjs';

const file = sample('character-1.0.vrm');

/** Answers as WebGL 2 does where all goes well. */
const gl = new Proxy({ VERSION: 0x1f02, RENDERER: 0x1f01, NONE: 0, drawingBufferWidth: 64, drawingBufferHeight: 64 }, {
    get(own, name) {
        if (name in own) return own[name];
        if (typeof name !== 'string' || name === 'then') return undefined;
        if (/^[A-Z_0-9]+$/.test(name)) return 0x1000;
        if (name.startsWith('create') || name === 'getUniformLocation') return () => ({});
        if (name === 'getParameter') return () => 16384;
        if (name === 'getShaderParameter' || name === 'getProgramParameter') return () => 1;
        if (name === 'isContextLost') return () => false;
        if (name === 'getError' || name === 'getUniformBlockIndex') return () => 0;
        if (name.endsWith('InfoLog')) return () => '';
        return () => null;
    },
});
const make = () => createRenderer({ getContext: () => gl });

/** Images are decoded at once; a test may do something meanwhile. */
const decodeImages = (meanwhile = () => {}) => {
    globalThis.createImageBitmap = async () => {
        meanwhile();
        return { width: 4, height: 4, close() {} };
    };
};
afterEach(() => { delete globalThis.createImageBitmap; });

const view = { eye: [0, 1, 3], target: [0, 1, 0] };

test('meshes and their renderer are disposed of in any order', async () => {
    decodeImages();
    for (const order of [[0, 1], [1, 0]]) {
        const renderer = await make(), { runtime } = renderer;
        const used = () => runtime.exports.vrm_web_memory_used();
        const model = runtime.loadModel(file);
        const meshes = await renderer.add(model);
        assert.ok(meshes.images.length > 0 && meshes.images.every((state) => state === 'good'), meshes.images.join(' '));
        const both = [renderer, meshes];
        for (const i of order) both[i].dispose();
        const after = used();
        for (const one of both) one.dispose();
        assert.equal(used(), after);
        // A block that is freed twice would be given out twice.
        const blocks = Array.from({ length: 64 }, (_, i) => runtime.alloc(16 << (i % 12)));
        assert.equal(new Set(blocks).size, blocks.length);
        runtime.loadModel(file).createAvatar().update(0);
    }
});

test('a renderer that is disposed of while images are decoded', async () => {
    const renderer = await make(), { runtime } = renderer;
    const filled = [];
    let count = 0;
    decodeImages(() => {
        if (++count !== 2) return;
        renderer.dispose();
        for (let i = 0; i < 400; ++i) {
            const at = runtime.alloc(2000);
            runtime.u8.fill(0x53, at, at + 2000);
            filled.push(at);
        }
    });
    const meshes = await renderer.add(runtime.loadModel(file));
    assert.equal(meshes.images[0], 'good');
    assert.ok(meshes.images.slice(1).every((state) => state === 'missing'), meshes.images.join(' '));
    meshes.dispose();
    for (const at of filled) assert.ok(runtime.u8.subarray(at, at + 2000).every((byte) => byte === 0x53));
    assert.equal(runtime.isDead, false);
});

test('objects of another instance are refused', async () => {
    decodeImages();
    const [renderer, other] = [await make(), await make()];
    const [own, foreign] = await Promise.all([renderer, other].map(async (one) => {
        const model = one.runtime.loadModel(file);
        return { model, avatar: model.createAvatar(), meshes: await one.add(model) };
    }));
    const refused = { code: 'invalid-argument', message: /another instance/ };
    await assert.rejects(renderer.add(foreign.model), refused);
    assert.throws(() => renderer.draw(view, [[foreign.meshes, own.avatar]]), refused);
    assert.throws(() => renderer.draw(view, [[own.meshes, foreign.avatar]]), refused);
    renderer.draw(view, [[own.meshes, own.avatar]]);
    assert.equal(renderer.runtime.isDead || other.runtime.isDead, false);
});

test('a renderer that was disposed of draws nothing, and keeps nothing', async () => {
    decodeImages();
    const renderer = await make(), { runtime } = renderer;
    const model = runtime.loadModel(file), avatar = model.createAvatar();
    const meshes = await renderer.add(model);
    renderer.draw(view, [[meshes, avatar]]);
    renderer.dispose();
    const used = runtime.exports.vrm_web_memory_used();
    renderer.draw(view, [[meshes, avatar]]);
    assert.equal(runtime.exports.vrm_web_memory_used(), used);
    await assert.rejects(renderer.add(model), { code: 'disposed' });
});
