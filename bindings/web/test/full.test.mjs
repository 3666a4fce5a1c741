// Checking, fixing, migrating and writing files; idle life, ground and recording [WB-012]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as core from 'libvrm';
import { check, ConsentError, fix, Ground, Idle, load, loadClip, loadModel, migrate, normalize, Recorder, writeVrma } from 'libvrm/full';
import { sample } from './data.mjs';

test('a check says what is wrong, where, and what to do', async () => {
    const runtime = await load();
    assert.deepEqual(check(runtime, sample('character-1.0.vrm')).filter(({ severity }) => severity === 'error'), []);
    const bytes = sample('character-1.0.vrm');
    const text = new TextDecoder('latin1').decode(bytes);
    const at = text.indexOf('"specVersion":"1.0"') + '"specVersion":"'.length;
    bytes[at] = 0x37; // "7.0"
    const found = check(runtime, bytes, { noPayload: true, noBehavior: true });
    const one = found.find(({ pointer }) => pointer.endsWith('/specVersion'));
    assert.ok(one && one.message !== '' && one.code !== '' && ['note', 'warning', 'error'].includes(one.severity));
    assert.throws(() => check(runtime, new Uint8Array(10)), (error) => error.report.length > 0);
    assert.throws(() => check(runtime, bytes, { load: { limits: { maxNodes: 1 } } }), core.VrmError);
});

test('a fix fixes what can be fixed', async () => {
    const runtime = await load();
    const bytes = sample('character-0.x.vrm');
    const { bytes: fixed, fixes, report } = fix(runtime, bytes);
    assert.ok(fixed.length > 0);
    assert.ok(Array.isArray(fixes) && Array.isArray(report));
    assert.deepEqual(fix(runtime, fixed).bytes, fixed);
});

test('a migration asks for consent, and gives a file of 1.0', async () => {
    const runtime = await load();
    const bytes = sample('character-0.x.vrm');
    assert.throws(() => migrate(runtime, bytes), (error) => error instanceof ConsentError && error.code === 'consent-needed' && error.changes.length > 0);
    const { bytes: made, changes } = migrate(runtime, bytes, { acceptLicenseMapping: true, author: 'somebody' });
    assert.ok(changes.some(({ kind }) => kind === 'converted'));
    const model = await loadModel(made);
    assert.equal(model.tables.dialect, '1.0');
    model.dispose();
    const back = migrate(runtime, made, { to: '0.x', acceptLicenseMapping: true });
    const old = await loadModel(back.bytes);
    assert.equal(old.tables.dialect, '0.x');
    old.dispose();
});

test('a normalised avatar has nodes without rotations', async () => {
    const runtime = await load();
    const { bytes } = normalize(runtime, sample('character-1.0.vrm'), { loseConstraints: true });
    const model = await loadModel(bytes);
    const avatar = model.createAvatar();
    for (let node = 0; node < avatar.nodeCount; ++node) {
        assert.deepEqual([...avatar.locals.slice(node * 10 + 3, node * 10 + 7)].map(Math.abs), [0, 0, 0, 1]);
    }
    avatar.dispose();
    model.dispose();
});

test('a clip is written, read and the same', async () => {
    const runtime = await load();
    const clip = await loadClip(sample('dance.vrma'));
    const { bytes, info } = writeVrma(clip);
    assert.ok(info.channelCount > 10);
    const again = await loadClip(bytes);
    const [a, b] = [runtime.createPose(), runtime.createPose()];
    clip.sample(0.7, a);
    again.sample(0.7, b);
    assert.deepEqual(b.rotations, a.rotations);
    const small = writeVrma(clip, { maxDegrees: 0.5, maxMeters: 0.01, maxWeight: 0.05, shortRotations: true });
    assert.ok(small.bytes.length < bytes.length);
    for (const one of [clip, again, a, b]) one.dispose();
});

test('the full module reads BVH too', async () => {
    const clip = await loadClip(sample('walk.bvh'));
    assert.equal(clip.info.format, 'bvh');
    assert.equal(clip.info.bones.includes('leftUpperLeg'), true);
    clip.dispose();
});

test('idle life, ground and recording', async () => {
    const runtime = await load();
    const model = await loadModel(sample('character-1.0.vrm'));
    const [avatar, twin] = [model.createAvatar(), model.createAvatar()];
    const [idle, same] = [new Idle(runtime, 7), new Idle(runtime, 7)];
    const recorder = new Recorder(runtime, 100, 0.9);
    const pose = runtime.createPose();
    idle.set({ sway: 0.5 });
    same.set({ sway: 0.5 });
    for (let i = 0; i < 50; ++i) {
        idle.update(avatar, 1 / 30);
        same.update(twin, 1 / 30);
        avatar.update(1 / 30);
        twin.update(1 / 30);
        recorder.add(i / 30, avatar.readPose(pose));
    }
    assert.deepEqual(avatar.frame.world, twin.frame.world);
    assert.equal(recorder.count, 50);
    const clip = recorder.makeClip();
    assert.equal(clip.info.format, 'poses');
    assert.ok(Math.abs(clip.duration - 49 / 30) < 1e-6);
    assert.throws(() => recorder.add(0, pose), { code: 'invalid-argument' });
    const ground = new Ground(runtime);
    const walk = await loadClip(sample('walk.vrma'));
    assert.equal(ground.setSource(walk), true);
    ground.setHeight(0.1);
    for (let i = 0; i < 10; ++i) {
        walk.sample(i / 30, pose);
        ground.update(model, pose, 1 / 30, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    }
    avatar.applyPose(pose);
    recorder.clear();
    for (const one of [ground, walk, clip, recorder, idle, same, pose, avatar, twin, model]) one.dispose();
});

test('the core says where the rest is', async () => {
    const runtime = await core.load();
    assert.throws(() => check(runtime, sample('character-1.0.vrm')), (error) => error.code === 'wasm-module' && error.remedy.includes('libvrm/full'));
    assert.throws(() => new Idle(runtime), { code: 'wasm-module' });
});
