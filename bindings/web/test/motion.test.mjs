// Poses, clips, the mixer and live input [WB-007]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime, load, loadClip, loadModel, VrmError } from 'libvrm';
import { changed, reuseMemory, sample } from './data.mjs';

const near = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

test('a clip moves every avatar', async () => {
    const runtime = await load();
    using clip = await loadClip(sample('dance.vrma'));
    assert.equal(clip.info.format, 'vrma');
    assert.ok(clip.duration > 1);
    assert.ok(clip.info.bones.includes('hips'));
    using pose = runtime.createPose();
    clip.sample(clip.duration / 3, pose);
    assert.deepEqual(pose.bones, clip.info.bones);
    const bits = pose.rotations.slice();
    for (const name of ['0.x', '1.0']) {
        using model = await loadModel(sample(`character-${name}.vrm`));
        using avatar = model.createAvatar();
        avatar.applyPose(pose);
        using back = runtime.createPose();
        avatar.readPose(back);
        near(back.rotations[4 * 5 + 3], bits[4 * 5 + 3], 1e-4);
        avatar.applyPose(pose, { inPlace: true, layer: 'emotion' });
    }
    await assert.rejects(loadClip(sample('character-1.0.vrm').subarray(0, 1000)), (error) => error instanceof VrmError && error.report.length > 0);
});

test('a pose says what was set, and no more', async () => {
    const runtime = await load();
    using pose = runtime.createPose();
    assert.deepEqual(pose.bones, []);
    pose.setBone('head', 0, Math.SQRT1_2, 0, Math.SQRT1_2).setBone('rightLittleDistal', 0, 0, 0, 1).setHips(0, 0.1, 0)
        .setExpression('aa', 0.5).setLookAtDegrees(5, -5);
    assert.deepEqual(pose.bones, ['head', 'rightLittleDistal']);
    pose.hips.forEach((value, i) => near(value, [0, 0.1, 0][i]));
    assert.equal(pose.expression('aa'), 0.5);
    using other = runtime.createPose();
    other.fill(pose);
    assert.deepEqual(other.bones, ['head', 'rightLittleDistal']);
    other.mask(['head'], { hips: false, expressions: false });
    assert.deepEqual(other.bones, ['head']);
    assert.equal(other.expression('aa'), 0);
    other.clear().setBone('head', 0, 0, 0, 1);
    other.blend(other, pose, 0.5);
    near(other.rotations[4 * 5 + 1], Math.sin(Math.PI / 8), 1e-3);
    other.subtract(pose, pose).add(pose, other, 1).mirror();
    near(other.rotations[4 * 5 + 1], -Math.SQRT1_2);
    other.lookAt(0, 1, 1);
    using model = await loadModel(sample('character-1.0.vrm'));
    const [x, y, z] = [0.3, 1.1, 0.3];
    assert.ok(other.reach(model, 'leftArm', x, y, z) < 1);
    assert.ok(other.bones.includes('leftUpperArm'));
});

test('a mixer fades from clip to clip, and takes live input', async () => {
    const runtime = await load();
    using walk = await loadClip(sample('walk.vrma'));
    const dance = await loadClip(sample('dance.vrma'));
    using mixer = runtime.createMixer();
    using pose = runtime.createPose();
    mixer.play(0, walk, { loop: true, rootMotion: true });
    assert.deepEqual(mixer.update(1 / 60, pose), []);
    assert.equal(mixer.weight(0), 1);
    near(mixer.time(0), 1 / 60, 1e-8);
    mixer.play(1, dance, { loop: true, fade: 0.5, speed: 2, seam: 0.1 });
    dance.dispose(); // the mixer keeps it
    const events = [];
    for (let i = 0; i < 60; ++i) events.push(...mixer.update(1 / 60, pose));
    assert.equal(mixer.weight(0), 0);
    assert.equal(mixer.weight(1), 1);
    assert.equal(events.filter(({ kind, slot }) => kind === 'fade' && slot === 1).length, 1);
    for (let i = 0; i < 1200; ++i) events.push(...mixer.update(1 / 60, pose));
    assert.ok(events.some(({ kind }) => kind === 'loop'));
    assert.equal(mixer.rootMotion.length, 3);
    const head = mixer.input(2);
    mixer.change(2, { layer: 1, bones: ['head'] });
    mixer.fade(2, 1);
    head.setBone('head', 0, 1, 0, 0);
    mixer.update(1 / 60, pose);
    near(Math.abs(pose.rotations[4 * 5 + 1]), 1);
    mixer.crossfade(0, 0.1);
    mixer.play(0, null);
    mixer.play(99, walk);
    assert.equal(mixer.weight(99), 0);
    mixer.dispose();
    assert.equal(head.isDisposed, true);
    assert.deepEqual(mixer.update(1, pose), []);
});

test('a pose keeps its custom expressions when what wrote them is gone', async () => {
    const runtime = await createRuntime();
    const shown = runtime.loadModel(sample('character-1.0.vrm')).createAvatar();
    const blushOf = (pose) => {
        shown.clearExpressionLayer('motion');
        shown.applyPose(pose);
        shown.update(0);
        return shown.expressionWeight('blush');
    };
    const [pose, empty] = [runtime.createPose(), runtime.createPose()];
    const clip = runtime.loadClip(sample('dance.vrma'));
    let time = 0;
    for (; time < clip.duration && blushOf(pose) < 0.2; time += 0.05) clip.sample(time, pose);
    assert.ok(blushOf(pose) >= 0.2, 'the dance blushes');

    const poses = { sampled: pose };
    const mixer = runtime.createMixer();
    mixer.play(0, clip, { speed: 0 });
    mixer.update(time, poses.mixed = runtime.createPose());
    mixer.dispose();
    // Those of a pose that is gone too.
    const first = runtime.createPose();
    clip.sample(time - 0.05, first);
    poses.mixed.blend(first, poses.mixed, 0);
    poses.filled = runtime.createPose().fill(first);
    poses.blended = runtime.createPose().blend(first, empty, 0);
    poses.same = runtime.createPose().fill(first);
    poses.same.blend(poses.same, first, 0.5);
    poses.added = runtime.createPose().add(first, empty, 1);
    shown.clearExpressionLayer('motion');
    poses.subtracted = runtime.createPose().subtract(first, shown.readPose(empty));
    first.dispose();
    const again = runtime.loadModel(sample('character-1.0.vrm')), other = again.createAvatar();
    other.setExpression('blush', 0.5);
    other.readPose(poses.read = runtime.createPose());
    other.dispose();
    again.dispose();
    clip.dispose();

    const before = Object.values(poses).map(blushOf);
    assert.ok(before.every((weight) => weight > 0.1), before.join(' '));
    reuseMemory(runtime);
    assert.deepEqual(Object.values(poses).map(blushOf), before);
});

test('names of custom expressions that have no room are left out', async () => {
    const runtime = await createRuntime();
    const names = ['short', 'long'.repeat(1500), 'last'];
    const bytes = changed(sample('character-1.0.vrm'), ({ extensions: { VRMC_vrm: { expressions } } }) => {
        expressions.custom = Object.fromEntries(names.map((name) => [name, expressions.custom.blush]));
    });
    const model = runtime.peekModel(bytes), avatar = model.createAvatar(), shown = model.createAvatar();
    for (const name of names) avatar.setExpression(name, 1);
    const pose = runtime.createPose();
    for (let i = 0; i < 3; ++i) avatar.readPose(pose);
    shown.applyPose(pose);
    shown.update(0);
    assert.deepEqual(names.map((name) => shown.expressionWeight(name)), [1, 0, 1]);
});

test('a mixer that was disposed of makes no pose', async () => {
    const runtime = await createRuntime();
    const mixer = runtime.createMixer(), old = mixer.input(0);
    mixer.dispose();
    const used = runtime.exports.vrm_web_memory_used();
    assert.throws(() => mixer.input(1), { code: 'disposed' });
    assert.equal(mixer.input(0), old);
    assert.equal(runtime.exports.vrm_web_memory_used(), used);
});

test('time in seconds is whole nanoseconds inside', async () => {
    const runtime = await load();
    using clip = await loadClip(sample('walk.vrma'));
    using a = runtime.createPose();
    using b = runtime.createPose();
    for (const seconds of [0, 0.1, 1 / 3, 0.5, -1, 1e12, NaN]) {
        clip.sample(seconds, a);
        const nanoseconds = Number.isNaN(seconds) ? 0n : BigInt(Math.round(Math.min(seconds, 9e9) * 1e9));
        runtime.exports.vrm_clip_sample(clip.pointer, nanoseconds, b.pointer);
        assert.deepEqual(a.rotations, b.rotations);
    }
});
