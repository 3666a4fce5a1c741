// Editing files, avatars out of rigged meshes, and smaller files [WB-025]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as core from 'libvrm';
import { check, Edit, load, loadModel, make, MakeError, optimize } from 'libvrm/edit';
import { glbOf, jsonOf, sample } from './data.mjs';

/** The nodes of a body with the names of bones, in metres; the arms go sideways. */
function body(names) {
    const nodes = [{ name: 'Armature', children: [1] }];
    const add = (name, translation, parent) => {
        const index = nodes.push({ name: names(name), translation }) - 1;
        if (parent) (nodes[parent].children ??= []).push(index);
        return index;
    };
    const hips = add('Hips', [0, 0.9, 0]), spine = add('Spine', [0, 0.15, 0], hips), neck = add('Neck', [0, 0.35, 0], spine);
    add('Head', [0, 0.1, 0], neck);
    for (const [side, x] of [['Left', 1], ['Right', -1]]) {
        const arm = add(`${side}Arm`, [0.15 * x, 0.3, 0], spine), fore = add(`${side}ForeArm`, [0.25 * x, 0, 0], arm);
        add(`${side}Hand`, [0.25 * x, 0, 0], fore);
        const thigh = add(`${side}UpLeg`, [0.1 * x, -0.05, 0], hips), shin = add(`${side}Leg`, [0, -0.4, 0], thigh);
        add(`${side}Foot`, [0, -0.4, 0], shin);
    }
    return nodes;
}

const rig = (names) => glbOf({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: body(names) });

test('an edit changes one thing, and leaves every other byte', async () => {
    const runtime = await load();
    const bytes = sample('character-1.0.vrm');
    using edit = new Edit(runtime, bytes);
    assert.deepEqual(edit.write().bytes, bytes);
    const name = '/extensions/VRMC_vrm/meta/name';
    assert.equal(edit.get(name), jsonOf(bytes).extensions.VRMC_vrm.meta.name);
    assert.equal(edit.get('/nothing'), undefined);
    assert.equal(edit.set(name, 'Yuki "雪"').get(name), 'Yuki "雪"');
    const { bytes: made, changes } = edit.write();
    assert.ok(changes.length > 0);
    const [before, after] = [jsonOf(bytes), jsonOf(made)];
    before.extensions.VRMC_vrm.meta.name = 'Yuki "雪"';
    assert.deepEqual(after, before);
    edit.remove('/extensions/VRMC_vrm/meta/version');
    assert.equal(jsonOf(edit.write().bytes).extensions.VRMC_vrm.meta.version, undefined);
});

test('an operation that is refused says why, and changes nothing', async () => {
    const runtime = await load();
    using edit = new Edit(runtime, sample('character-1.0.vrm'));
    const refused = (call) => assert.throws(call, (error) => error instanceof core.VrmError && error.code === 'invalid-argument' && error.message.length > 10);
    refused(() => edit.set('', {}));
    refused(() => edit.set('/nodes/99999/name', 'x'));
    refused(() => edit.renameExpression('no such expression', 'happy'));
    refused(() => edit.removeNodes([edit.get('/extensions/VRMC_vrm/humanoid/humanBones/hips/node')]));
    refused(() => edit.setSpring(99, 'stiffness', 1));
    refused(() => edit.setThumbnail(new Uint8Array([1, 2, 3])));
    assert.deepEqual(edit.write().bytes, sample('character-1.0.vrm'));
    assert.throws(() => new Edit(runtime, new Uint8Array(10)), (error) => error.report.length > 0);
    edit.dispose();
    assert.throws(() => edit.write(), { code: 'disposed' });
});

test('expressions, springs, colliders and thumbnails are edited', async () => {
    const runtime = await load();
    using edit = new Edit(runtime, sample('character-1.0.vrm'));
    const image = edit.get('/extensions/VRMC_vrm/meta/thumbnailImage');
    const thumbnail = await loadModel(sample('character-1.0.vrm')).then((model) => model.image(image));
    const node = edit.get('/nodes').findIndex(({ mesh }) => edit.get(`/meshes/${mesh}/primitives/0/targets`) !== undefined);
    const { index } = edit.get('/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0');
    const colliders = edit.get('/extensions/VRMC_springBone/colliders').length;
    edit.renameExpression('happy', 'cheerful').bindMorph('cheerful', node, index, 0.25);
    edit.bindColor('cheerful', 0, 'color', [1, 0.5, 0, 1]).bindUv('cheerful', 0, [1, 1], [0.5, 0]);
    edit.setSpring(0, 'stiffness', 2.5).setSpring(0, 'hitRadius', 0.03125, 0).setGravityDir(0, 0, -1, 0);
    assert.equal(edit.addCollider({ node: 0, shape: 'sphere', offset: [0, 0.5, 0], radius: 0.25 }, 0), colliders);
    edit.setThumbnail(thumbnail);
    const { expressions } = edit.get('/extensions/VRMC_vrm');
    assert.equal(expressions.preset.happy, undefined);
    assert.ok(expressions.custom.cheerful.morphTargetBinds.some((bind) => bind.node === node && bind.index === index && bind.weight === 0.25));
    assert.equal(expressions.custom.cheerful.materialColorBinds.length > 0 && expressions.custom.cheerful.textureTransformBinds.length > 0, true);
    using model = await loadModel(edit.write().bytes);
    const { springs, springJoints, springColliders } = model.tables;
    const first = springJoints[springs[0].firstJoint];
    assert.equal(first.stiffness, 2.5);
    assert.equal(first.hitRadius, 0.03125);
    assert.equal(springColliders.at(-1).radius, 0.25);
    edit.unbind('cheerful', 'color').removeCollider(colliders).setThumbnail(null);
    assert.equal(edit.get('/extensions/VRMC_vrm/expressions/custom/cheerful/materialColorBinds')?.length ?? 0, 0);
    assert.equal(edit.get('/extensions/VRMC_springBone/colliders').length, colliders);
    assert.equal(edit.get('/extensions/VRMC_vrm/meta/thumbnailImage'), undefined);
});

test('an avatar is made of a rigged body, and of guesses that a person has corrected', async () => {
    const runtime = await load();
    const { bytes, changes, guesses } = make(runtime, rig((name) => `mixamorig:${name}`), { name: 'Ken', author: 'somebody' });
    using model = await loadModel(bytes);
    const { dialect, meta } = model.tables;
    assert.deepEqual([dialect, model.name, meta.authors], ['1.0', 'Ken', ['somebody']]);
    assert.ok(model.boneNode('leftLowerArm') > 0 && changes.length > 0);
    const again = make(runtime, rig((name) => `mixamorig:${name}`), { name: 'Ken', author: 'somebody', guesses });
    assert.deepEqual(again.bytes, bytes);
    assert.throws(() => make(runtime, sample('character-1.0.vrm')), core.VrmError); // it is an avatar already
    const few = glbOf({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'Hips', children: [1] }, { name: 'x' }] });
    assert.throws(() => make(runtime, few), (error) => error instanceof MakeError && typeof error.guesses === 'object' && error.message !== '');
});

test('an optimised avatar is smaller, and moves as before', async () => {
    const runtime = await load();
    const bytes = sample('character-0.x.vrm');
    using edit = new Edit(runtime, bytes);
    edit.set('/materials/-', { name: 'nobody uses this' });
    const larger = edit.write().bytes;
    const { bytes: small, changes } = optimize(runtime, larger);
    assert.ok(small.length < larger.length && changes.length > 0);
    assert.ok(!new TextDecoder('latin1').decode(small).includes('nobody uses this'));
    const heads = [];
    for (const file of [larger, small]) {
        using model = await loadModel(file);
        using avatar = model.createAvatar();
        avatar.setRoot([1, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
        for (let i = 0; i < 30; ++i) avatar.update(1 / 60);
        heads.push(avatar.bonePosition('head'));
    }
    assert.deepEqual(heads[1], heads[0]);
    const kept = optimize(runtime, larger, { keepUnused: true });
    assert.ok(new TextDecoder('latin1').decode(kept.bytes).includes('nobody uses this'));
    assert.deepEqual(check(runtime, small, { noBehavior: true }).filter(({ severity }) => severity === 'error'), []);
});

test('all memory comes back', async () => {
    const runtime = await load();
    const bytes = sample('character-1.0.vrm');
    const used = () => runtime.exports.vrm_web_memory_used();
    const before = used();
    const edit = new Edit(runtime, bytes);
    edit.set('/extensions/VRMC_vrm/meta/name', 'x').write();
    assert.throws(() => edit.set('', 1));
    edit.dispose();
    assert.throws(() => new Edit(runtime, bytes.subarray(0, 100)));
    optimize(runtime, bytes);
    make(runtime, rig((name) => name));
    assert.throws(() => make(runtime, bytes));
    assert.equal(used(), before);
});

test('the core says where edits are', async () => {
    const runtime = await core.load();
    for (const call of [() => new Edit(runtime, sample('character-1.0.vrm')), () => make(runtime, rig((name) => name)), () => optimize(runtime, rig((name) => name))]) {
        assert.throws(call, { code: 'wasm-module' });
    }
});
