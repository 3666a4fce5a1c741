// Loading, tables and errors [WB-003, WB-004, WB-048]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { createRuntime, explain, load, loadModel, peekModel, VrmError } from 'libvrm';
import * as full from 'libvrm/full';
import { firstPerson, readGltf, readInverseBinds, readMaterials, readTriangles, readVertices } from 'libvrm/gltf';
import { changed, dialects, glbOf, jsonOf, sample } from './data.mjs';

for (const [name, dialect] of Object.entries(dialects)) {
    test(`a file of ${name} has the tables of 1.0`, async () => {
        using model = await loadModel(sample(`character-${name}.vrm`));
        const { tables } = model;
        assert.equal(tables.dialect, dialect);
        assert.equal(model.name, tables.meta.name);
        assert.equal(tables.humanoid.isComplete, true);
        assert.equal(tables.humanoid.nodes.length, 55);
        assert.ok(tables.humanoid.nodes[0] >= 0);
        assert.equal(model.boneNode('hips'), tables.humanoid.nodes[0]);
        assert.equal(model.boneNode('noSuchBone'), -1);
        assert.ok(tables.expressions.length > 0);
        for (const [i, { name: expression }] of tables.expressions.entries()) assert.equal(model.findExpression(expression), i);
        assert.equal(model.findExpression('no such expression'), -1);
        assert.equal(tables.springJointOrder.length, tables.springJoints.length);
        assert.deepEqual([...tables.springJointOrder].sort((a, b) => a - b), tables.springJoints.map((_, i) => i));
    });
}

test('the tables say what the JSON says', async () => {
    const bytes = sample('character-1.0.vrm');
    const json = jsonOf(bytes);
    using model = await loadModel(bytes);
    const gltf = readGltf(model);
    const vrm = json.extensions.VRMC_vrm;
    assert.equal(model.tables.meta.name, vrm.meta.name);
    assert.deepEqual(model.tables.meta.authors, vrm.meta.authors);
    assert.equal(model.tables.meta.permissions.avatarPermission, vrm.meta.avatarPermission ?? 'onlyAuthor');
    assert.equal(model.tables.specVersion, vrm.specVersion);
    assert.deepEqual(gltf.nodes.map((node) => node.name), json.nodes.map((node) => node.name ?? ''));
    for (const [i, node] of json.nodes.entries()) {
        (node.translation ?? [0, 0, 0]).forEach((x, k) => assert.equal(gltf.nodes[i].rest.translation[k], Math.fround(x)));
        assert.deepEqual(gltf.nodes[i].children, node.children ?? []);
    }
    assert.equal(gltf.accessors.length, json.accessors.length);
    json.accessors.forEach((accessor, i) => {
        assert.equal(gltf.accessors[i].count, accessor.count);
        assert.equal(gltf.accessors[i].component, accessor.componentType);
        assert.equal(gltf.accessors[i].element, accessor.type.toLowerCase());
    });
    const springs = json.extensions.VRMC_springBone.springs;
    assert.deepEqual(model.tables.springs.map((spring) => spring.name), springs.map((spring) => spring.name ?? ''));
    assert.deepEqual(readMaterials(model).map(({ material }) => material.name), json.materials.map(({ name }) => name ?? ''));
    assert.deepEqual(model.tables.firstPerson.types.length, json.nodes.length);
});

test('a model without its payload has the same tables', async () => {
    for (const name of Object.keys(dialects)) {
        const bytes = sample(`character-${name}.vrm`);
        using whole = await loadModel(bytes);
        using peeked = await peekModel(bytes);
        assert.deepEqual(peeked.tables, whole.tables);
        const length = new DataView(bytes.buffer).getUint32(12, true);
        using head = await peekModel(bytes.subarray(0, 20 + length));
        assert.deepEqual(head.tables, whole.tables);
        assert.throws(() => peeked.image(0), (error) => error instanceof VrmError && /payload|bytes|argument/.test(error.code));
    }
});

test('the payload is read as a renderer needs it', async () => {
    using model = await loadModel(sample('character-1.0.vrm'));
    const gltf = readGltf(model);
    const node = gltf.nodes.findIndex((one) => one.skin >= 0);
    const { mesh, skin } = gltf.nodes[node];
    const { vertexCount, triangleCount } = gltf.meshes[mesh].primitives[0];
    const positions = readVertices(model, mesh, 0, 'position', 3);
    assert.equal(positions.length, vertexCount * 3);
    const indices = readTriangles(model, mesh, 0);
    assert.equal(indices.length, triangleCount * 3);
    assert.ok(indices.every((index) => index < vertexCount));
    assert.equal(readInverseBinds(model, skin).length, gltf.skins[skin].joints.length * 16);
    assert.match(firstPerson(model, node), /^(both|split|thirdPersonOnly|firstPersonOnly)$/);
    model.dropPayload();
    assert.throws(() => readVertices(model, mesh, 0, 'position', 3), { code: 'no-payload' });
});

test('an error has a code, a place and a remedy', async () => {
    await assert.rejects(loadModel(new Uint8Array(0)), (error) => error instanceof VrmError && error.code !== '' && error.report.length > 0);
    await assert.rejects(loadModel(new TextEncoder().encode('no avatar')), (error) => error instanceof VrmError && error.remedy !== '');
    const bad = sample('character-1.0.vrm');
    bad[20] = 0x7d; // the JSON begins with a brace that closes
    await assert.rejects(loadModel(bad), (error) => error instanceof VrmError && error.name === 'VrmError' && /json/.test(error.code));
    const json = jsonOf(sample('character-1.0.vrm'));
    json.extensions.VRMC_vrm.humanoid.humanBones.hips.node = 100000;
    await assert.rejects(loadModel(glbOf(json), { strict: true }), (error) => {
        assert.equal(error.pointer, '/extensions/VRMC_vrm/humanoid/humanBones/hips/node');
        assert.match(error.message, /100000/);
        assert.equal(error.report.some((one) => one.severity === 'error' && one.code === error.code), true);
        return true;
    });
});

test('a report is in words where a page asks for them', async () => {
    const runtime = await load();
    const json = jsonOf(sample('character-1.0.vrm'));
    json.extensions.VRMC_vrm.expressions.preset.happy.isBinary = 'yes';
    using model = runtime.peekModel(glbOf(json));
    const found = model.report.find(({ pointer }) => pointer.endsWith('/happy/isBinary'));
    assert.notEqual(found.code, '');
    assert.equal(await explain(model.report), model.report);
    assert.ok(found.message !== '' && !found.message.includes('{}'));
    assert.match(found.requirement, /^[A-Z]{2}-\d{3}$/);
    assert.throws(() => runtime.peekModel(new TextEncoder().encode('no avatar')), (error) => error.code !== '' && error.message !== '');
});

test('limits are those that are given', async () => {
    const bytes = sample('character-1.0.vrm');
    await assert.rejects(loadModel(bytes, { limits: { maxNodes: 3 } }), (error) => error instanceof VrmError && /limit|node/.test(error.code));
    await assert.rejects(loadModel(bytes, { limits: { maxFileBytes: 1000 } }), VrmError);
    using model = await loadModel(bytes, { limits: { maxNodes: 1000, maxMemoryBytes: 2 ** 33 } });
    assert.ok(model.memorySize > 0);
});

test('a file that is no avatar is loaded where that is asked for', async () => {
    const bytes = glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'one' }] });
    await assert.rejects(loadModel(bytes), VrmError);
    using model = await loadModel(bytes, { anyGltf: true });
    assert.equal(model.tables.dialect, 'none');
});

test('sources are bytes, buffers, blobs, responses and addresses', async () => {
    const bytes = sample('character-1.0.vrm');
    const sources = [bytes, bytes.buffer, new Blob([bytes]), new Response(bytes), `data:model/gltf-binary;base64,${Buffer.from(bytes).toString('base64')}`];
    for (const source of sources) {
        using model = await loadModel(source);
        assert.equal(model.tables.dialect, '1.0');
    }
    await assert.rejects(loadModel('http://127.0.0.1:9/none.vrm'), { code: 'file-not-found' });
    await assert.rejects(loadModel(new Response('', { status: 404 })), { code: 'file-not-found' });
});

test('the instance is shared, and others are apart', async () => {
    const shared = await load();
    assert.equal(await load(), shared);
    const other = await createRuntime();
    assert.notEqual(other, shared);
    assert.equal(other.version, shared.version);
    assert.equal(shared.bones.length, 55);
    assert.equal(shared.bones[0], 'hips');
    const third = await createRuntime({ wasm: shared.module });
    assert.equal(third.module, shared.module);
});

test('a module that cannot be had is an error in words', async () => {
    await assert.rejects(createRuntime({ wasm: 'http://127.0.0.1:9/core.wasm' }), { code: 'wasm-not-found' });
    await assert.rejects(createRuntime({ wasm: new TextEncoder().encode('<!doctype html>') }), { code: 'wasm-unsupported' });
    await assert.rejects(createRuntime({ wasm: new Uint8Array([0, 0x61, 0x73, 0x6d, 9, 9, 9, 9]) }), { code: 'wasm-unsupported' });
    await assert.rejects(createRuntime({ wasm: new Response('', { status: 404 }) }), { code: 'wasm-not-found' });
});

test('what was disposed of does nothing, and makes nothing', async () => {
    const model = await loadModel(sample('character-1.0.vrm'));
    const avatar = model.createAvatar();
    model.dispose();
    model.dispose();
    assert.equal(model.isDisposed, true);
    assert.throws(() => model.createAvatar(), { code: 'disposed' });
    avatar.update(1 / 60); // it keeps what it needs
    assert.ok(avatar.frame.world.length > 0);
    avatar.dispose();
    avatar.update(1 / 60);
    assert.equal(avatar.frame.world.length, 0);
    assert.equal(avatar.locals.length, 0);
});

test('an avatar has its expressions by name after its model was disposed of', async () => {
    const model = await loadModel(sample('character-1.0.vrm'));
    const avatar = model.createAvatar();
    model.dispose();
    for (let i = 0; i < 2; ++i) {
        avatar.setExpression('happy', 1);
        avatar.update(0);
        assert.equal(avatar.expressionWeight('happy'), 1);
        assert.equal(avatar.expressionWeight('none'), 0);
    }
    avatar.dispose();
    avatar.setExpression('angry', 1);
    assert.equal(avatar.expressionWeight('angry'), 0);
    assert.equal(model.findExpression('sad'), -1);
});

test('texts begin with the byte order mark that they have', async () => {
    const name = '\ufeffAme';
    const bytes = changed(sample('character-1.0.vrm'), ({ extensions: { VRMC_vrm: { meta } } }) => { meta.name = name; });
    using model = (await load()).peekModel(bytes);
    assert.equal(model.name, name);
});

test('an error is whole after postMessage and JSON', async () => {
    const error = await loadModel(new TextEncoder().encode('This is a text.')).catch((one) => one);
    for (const copy of [structuredClone(error.toJSON()), JSON.parse(JSON.stringify(error))]) {
        const again = VrmError.from(copy);
        assert.ok(again instanceof VrmError);
        for (const name of ['name', 'code', 'message', 'remedy', 'pointer', 'report']) assert.deepEqual(again[name], error[name], name);
        assert.ok(again.message && again.remedy && again.report.length > 0);
    }
    // What a class adds is kept too, and the cause, which may hold anything, is not.
    const consent = (() => { try { full.migrate(runtimeOfFull, sample('character-0.x.vrm')); } catch (one) { return one; } })();
    assert.ok(consent instanceof full.ConsentError && consent.changes.length > 0);
    assert.deepEqual(VrmError.from(structuredClone(consent.toJSON())).changes, consent.changes);
    const caused = new VrmError('file-not-found', 'no', '', '', [], new Error('why', { cause: () => {} }));
    assert.equal(VrmError.from(structuredClone(caused.toJSON())).code, 'file-not-found');
});
const runtimeOfFull = await full.load();

test('what is no file is refused in words', async () => {
    const runtime = await load();
    await assert.rejects(() => loadModel('avatar.vrm'), (error) => error.code === 'file-not-found' && /readFile/.test(error.remedy));
    for (const wrong of [undefined, null, 7e9, {}, [1, 2]]) {
        await assert.rejects(() => loadModel(wrong), { code: 'invalid-argument' });
        if (wrong !== undefined) assert.throws(() => runtime.loadModel(wrong), { code: 'invalid-argument' });
        assert.throws(() => full.check(runtimeOfFull, wrong), { code: 'invalid-argument' });
    }
    // Any kind of buffer has bytes, also one of another window.
    const bytes = sample('character-1.0.vrm');
    const copy = bytes.slice().buffer;
    for (const one of [copy, new DataView(copy), new Uint16Array(copy), runInNewContext('new Uint8Array(bytes)', { bytes: copy })]) {
        using model = runtime.loadModel(one);
        assert.equal(model.name, 'Ame');
        assert.deepEqual(full.check(runtimeOfFull, one), []);
    }
    // One that was transferred has none.
    structuredClone(copy, { transfer: [copy] });
    for (const one of [copy, new Proxy({}, {})]) assert.throws(() => runtime.loadModel(one), { code: 'invalid-argument' });
    const view = bytes.slice();
    structuredClone(view.buffer, { transfer: [view.buffer] });
    assert.throws(() => runtime.loadModel(view), { code: 'invalid-argument', remedy: /Copy the bytes/ });
});

test('check returns a list of a file that cannot be loaded, if told', () => {
    const text = new TextEncoder().encode('This is a text.');
    assert.throws(() => full.check(runtimeOfFull, text), VrmError);
    const [first] = full.check(runtimeOfFull, text, { noThrow: true });
    assert.equal(first.severity, 'error');
    assert.ok(first.message && first.remedy);
});

test('without DecompressionStream, the error says what is needed', async () => {
    const { DecompressionStream } = globalThis;
    globalThis.DecompressionStream = class { constructor() { throw new TypeError('no such format'); } };
    try {
        await assert.rejects(() => createRuntime(), (error) => error.code === 'wasm-unsupported' && /no such format/.test(error.message) && /Node 20/.test(error.remedy));
    } finally {
        globalThis.DecompressionStream = DecompressionStream;
    }
});

test('hosts get the bytes and the format of a KTX2 image [GL-033]', async () => {
    const bytes = Uint8Array.of(0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
    const uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
    using model = await loadModel(glbOf({
        asset: { version: '2.0' }, extensionsUsed: ['KHR_texture_basisu'], extensionsRequired: ['KHR_texture_basisu'],
        buffers: [{ uri, byteLength: bytes.length }], bufferViews: [{ buffer: 0, byteLength: bytes.length }],
        images: [{ mimeType: 'image/ktx2', bufferView: 0 }],
        textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    }), { anyGltf: true });
    const { images, textures } = readGltf(model);
    assert.equal(textures[0].image, 0);
    assert.equal(images[0].mimeType, 'image/ktx2');
    assert.deepEqual(model.image(0), bytes);
    const found = model.report.find(({ code }) => code === 'texture-compressed');
    assert.equal(found?.pointer, '/textures/0');
});
