// Poses, clips, the mixer and live input [WB-007]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, loadClip, loadModel, VrmError } from 'libvrm';
import { sample } from './data.mjs';

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
