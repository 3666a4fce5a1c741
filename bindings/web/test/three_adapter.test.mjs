// What the adapter for three.js does beyond three-vrm, and when it gives an avatar back [WB-021, WB-022]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pair, Shown, THREE, adapter, dance, near, parse, warningsOf } from './three_pair.mjs';
import { createRuntime } from 'libvrm';
import { sample } from './data.mjs';

const load = async (name = 'character-1.0.vrm', options = {}) =>
    new Shown(await parse(sample(name), (parser) => new adapter.VRMLoaderPlugin(parser, options)), true);

test('objects on bones follow them, added before or after an update', async () => {
    const pair = await Pair.load();
    const hang = (one, name, object) => {
        const bone = name.startsWith('normalised') ? one.vrm.humanoid.getNormalizedBoneNode(name.slice(11)) : one.vrm.humanoid.getRawBoneNode(name);
        object.position.set(0.1, 0.2, 0);
        bone.add(object);
        return object;
    };
    const hung = [pair.theirs, pair.ours].map((one) => ['leftHand', 'normalised rightHand'].map((name) => hang(one, name, new THREE.Object3D())));
    pair.run(dance, 5);
    const places = () => hung.map((list) => list.flatMap(({ matrixWorld }) => [...matrixWorld.elements]));
    near(places()[1], places()[0], 1e-4, 'hung');
    [pair.theirs, pair.ours].forEach((one, i) => hung[i].push(hang(one, 'head', new THREE.Mesh())));
    pair.run(dance, 5);
    near(places()[1], places()[0], 1e-4, 'hung later');
    assert.ok(pair.ours.vrm.isAccelerated);
});

test('a mesh may be taken out; a bone in another place gives the avatar back, and says so once', async () => {
    const pair = await Pair.load();
    for (const { nodes } of [pair.theirs, pair.ours]) {
        const mesh = nodes.find((node) => node.isMesh);
        mesh.removeFromParent();
    }
    pair.run(dance, 5);
    assert.ok(pair.ours.vrm.isAccelerated);
    const warnings = await warningsOf(() => {
        for (const { vrm } of [pair.theirs, pair.ours]) {
            const group = new THREE.Group(), spine = vrm.humanoid.getRawBoneNode('spine');
            group.rotation.y = 0.2;
            spine.parent.add(group);
            group.add(spine);
        }
        pair.run(dance, 5);
    });
    assert.equal(pair.ours.vrm.isAccelerated, false);
    assert.equal(warnings.length, 1);
    const body = ({ vrm }) => Object.values(vrm.humanoid.humanBones).flatMap(({ node }) => [...node.matrixWorld.elements]);
    near(body(pair.ours), body(pair.theirs), 1e-4, 'given back');
    pair.run(dance, 30).compare(1e-2);
});

test('a parent that shears the avatar gives it back', async () => {
    const pair = await Pair.load();
    const warnings = await warningsOf(() => {
        for (const one of [pair.theirs, pair.ours]) {
            const group = new THREE.Group();
            group.scale.set(1, 2, 1);
            one.scene.add(group);
            group.add(one.vrm.scene);
            one.vrm.scene.rotation.z = 0.5;
        }
        pair.run(undefined, 2);
    });
    assert.equal(pair.ours.vrm.isAccelerated, false);
    assert.match(warnings.join(), /shears/);
});

test('joints and colliders that the application changes: with the whole module springs are three-vrm\'s own', async () => {
    for (const change of [
        (vrm) => vrm.springBoneManager.deleteJoint([...vrm.springBoneManager.joints].at(-1)),
        (vrm) => { vrm.springBoneManager.colliders[0].shape.radius *= 2; },
        (vrm) => { for (const joint of vrm.springBoneManager.joints) joint.colliderGroups = []; },
    ]) {
        const pair = (await Pair.load('character-1.0.vrm', {}, { runtime: createRuntime() })).run(dance, 2);
        const warnings = await warningsOf(() => {
            for (const { vrm } of [pair.theirs, pair.ours]) {
                void vrm.springBoneManager.joints;
                change(vrm);
                vrm.springBoneManager.reset();
            }
            pair.run((vrm, k) => dance(vrm, k + 1), 30).compare(5e-3);
        });
        assert.equal(warnings.length, 1);
        assert.match(warnings[0], /springs.*three-vrm/);
    }
});

test('another center of a joint is handed on', async () => {
    const pair = (await Pair.load()).run(dance, 2);
    const warnings = await warningsOf(() => {
        for (const { vrm } of [pair.theirs, pair.ours]) {
            for (const joint of vrm.springBoneManager.joints) joint.center = vrm.humanoid.getRawBoneNode('hips');
            vrm.springBoneManager.reset();
        }
        pair.run((vrm, k) => dance(vrm, k + 1), 30).compare(2e-3);
    });
    assert.deepEqual(warnings, []);
});

test('createInstance: another avatar of the file, at rest, which moves by itself', async () => {
    for (const name of ['character-1.0.vrm', 'character-0.x.vrm']) {
        const first = await load(name);
        for (let k = 0; k < 10; ++k) {
            dance(first.vrm, k);
            first.vrm.expressionManager.setValue('happy', 1);
            first.step();
        }
        const vrm = await first.vrm.createInstance();
        assert.ok(vrm instanceof adapter.LibVRM && vrm.isAccelerated && vrm !== first.vrm);
        const pair = await Pair.load(name), find = (scene) => Object.fromEntries(Object.entries(scene.humanoid.humanBones).map(([bone, { node }]) => [bone, node]));
        assert.deepEqual(vrm.scene.position.toArray(), first.vrm.scene.position.toArray());
        vrm.scene.position.set(0, 0, 0);
        const copy = new Shown({ vrm, nodes: [] }, true);
        copy.step();
        for (let k = 0; k < 30; ++k) {
            for (const one of [pair.theirs, copy]) {
                dance(one.vrm, k);
                one.vrm.expressionManager.setValue('aa', 0.5);
                one.step();
            }
        }
        const bones = find(pair.theirs.vrm), copied = find(vrm);
        for (const bone in bones) near([...copied[bone].matrixWorld.elements], [...bones[bone].matrixWorld.elements], 1e-3, bone);
        const theirs = pair.theirs.state(), ours = copy.state();
        near(ours.palettes, theirs.palettes, 2e-3, 'palettes');
        near(ours.morphs, theirs.morphs, 1e-5, 'morphs');
        const geometries = ({ scene }) => { const found = []; scene.traverse((object) => { if (object.isMesh) found.push(object.geometry); }); return found; };
        assert.deepEqual(geometries(vrm), geometries(first.vrm));
        assert.equal(copy.skeletons().some((skeleton) => first.skeletons().includes(skeleton)), false);
        vrm.dispose();
        assert.ok(first.vrm.isAccelerated);
        assert.equal(vrm.isAccelerated, false);
    }
});

const sway = ({ springBoneManager }) => Math.max(...[...springBoneManager.joints].map(({ bone, _initialLocalRotation: rest }) => bone.quaternion.angleTo(rest)));

test('teleport: springs do not feel the way', async () => {
    const moved = await load(), put = await load(), still = await load();
    for (const one of [moved, put, still]) for (let k = 0; k < 30; ++k) one.step();
    for (const one of [moved, put]) one.vrm.scene.position.set(10, 0, 0);
    put.vrm.teleport();
    for (const one of [moved, put, still]) one.step();
    near([sway(put.vrm)], [sway(still.vrm)], 1e-4, 'sway');
    assert.ok(Math.abs(sway(moved.vrm) - sway(still.vrm)) > 0.05);
});

test('setWind, setSpringWeight and warmUp', async () => {
    const calm = await load(), windy = await load(), warm = await load();
    windy.vrm.setWind(3, 0, 0);
    warm.vrm.setWind(3, 0, 0);
    warm.vrm.warmUp(5);
    for (let k = 0; k < 200; ++k) for (const one of [calm, windy]) one.step();
    assert.ok(sway(windy.vrm) > sway(calm.vrm) + 0.05);
    near([sway(warm.vrm)], [sway(windy.vrm)], 0.02, 'warmed up');
    windy.vrm.setSpringWeight(0);
    windy.step();
    near([sway(windy.vrm)], [0], 1e-5, 'weight');
});

test('sleep: an avatar at rest stays as it is, and wakes', async () => {
    const one = await load('character-1.0.vrm', { sleep: true });
    one.vrm.setSleep(false);
    one.vrm.setSleep(true);
    for (let k = 0; k < 600; ++k) one.step();
    const before = one.state().world;
    one.step();
    assert.deepEqual(one.state().world, before);
    one.vrm.humanoid.getNormalizedBoneNode('head').rotation.y = 0.5;
    one.step();
    assert.notDeepEqual(one.state().world, before);
});

test('without a runtime, three-vrm moves the avatar, and the console says why', async () => {
    let one;
    const warnings = await warningsOf(async () => {
        one = await load('character-1.0.vrm', { runtime: Promise.reject(new Error('no WebAssembly')) });
    });
    assert.match(warnings.join(), /left to three-vrm: no WebAssembly/);
    assert.ok(one.vrm instanceof adapter.VRM);
    assert.equal(one.vrm.isAccelerated, false);
    one.vrm.teleport();
    one.vrm.setWind(0, 0, 1);
    await assert.rejects(() => one.vrm.createInstance(), /does not move this avatar/);
    one.vrm.dispose();
    one.step();
});

test('a trap: the call says so, and three-vrm moves the avatar from then on', async () => {
    const runtime = await createRuntime();
    const one = await load('character-1.0.vrm', { runtime });
    one.step();
    assert.throws(() => runtime.exports.vrm_web_trap(), { code: 'wasm-trap' });
    const warnings = await warningsOf(() => one.step());
    assert.match(warnings.join(), /WebAssembly stopped/);
    assert.equal(one.vrm.isAccelerated, false);
    one.vrm.humanoid.getNormalizedBoneNode('head').rotation.y = 0.5;
    one.step();
    assert.ok(one.vrm.humanoid.getRawBoneNode('head').quaternion.y > 0.2);
});
