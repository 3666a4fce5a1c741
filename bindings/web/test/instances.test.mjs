// Arguments that would write or read the wrong memory [WB-050]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ground, Idle, Recorder, createRuntime } from 'libvrm/full';
import { sample } from './data.mjs';

const [runtime, other] = [await createRuntime(), await createRuntime()];
const file = sample('character-1.0.vrm');
const model = runtime.loadModel(file), avatar = model.createAvatar({ colliderCapacity: 1 });
const [pose, mixer, crowd] = [runtime.createPose(), runtime.createMixer(), runtime.createCrowd({ colliderCapacity: 1 })];
const foreign = { model: other.loadModel(file), pose: other.createPose(), clip: other.loadClip(sample('dance.vrma')) };
foreign.avatar = foreign.model.createAvatar();

const calls = {
    'avatar.applyPose': () => avatar.applyPose(foreign.pose),
    'avatar.readPose': () => avatar.readPose(foreign.pose),
    'crowd.add': () => crowd.add(foreign.model),
    'crowd.setDetail': () => crowd.setDetail(foreign.avatar, 'far'),
    'crowd.setCollider': () => crowd.setCollider(0, { position: [0, 0, 0], radius: 1, owner: foreign.avatar }),
    'mixer.play': () => mixer.play(0, foreign.clip),
    'mixer.update': () => mixer.update(0.1, foreign.pose),
    'clip.sample': () => foreign.clip.sample(0, pose),
    'pose.fill': () => pose.fill(foreign.pose),
    'pose.blend, first': () => pose.blend(foreign.pose, pose, 0.5),
    'pose.blend, second': () => pose.blend(pose, foreign.pose, 0.5),
    'pose.add, first': () => pose.add(foreign.pose, pose, 0.5),
    'pose.add, second': () => pose.add(pose, foreign.pose, 0.5),
    'pose.subtract, first': () => pose.subtract(foreign.pose, pose),
    'pose.subtract, second': () => pose.subtract(pose, foreign.pose),
    'pose.reach': () => pose.reach(foreign.model, 'leftArm', 0, 0, 0),
    'idle.update': () => new Idle(runtime).update(foreign.avatar, 0.1),
    'ground.setSource': () => new Ground(runtime).setSource(foreign.clip),
    'ground.update, model': () => new Ground(runtime).update(foreign.model, pose, 0.1),
    'ground.update, pose': () => new Ground(runtime).update(model, foreign.pose, 0.1),
    'recorder.add': () => new Recorder(runtime, 10).add(0, foreign.pose),
};
for (const [name, call] of Object.entries(calls)) {
    test(`${name} refuses an object of another instance`, () => {
        assert.throws(call, { code: 'invalid-argument', message: /another instance/ });
        assert.equal(runtime.isDead || other.isDead, false);
    });
}

test('a point is three numbers, however long its list is', async () => {
    const fresh = await createRuntime();
    const shown = fresh.loadModel(file), one = shown.createAvatar({ colliderCapacity: 1 }), group = fresh.createCrowd({ colliderCapacity: 1 });
    for (const count of [4, 300, 5000]) {
        const offset = new Float32Array(count).fill(7);
        one.setCollider(0, { shape: 'capsule', offset, tail: offset, radius: 1 });
        group.setCollider(0, { position: offset, tail: offset, radius: 1 });
    }
    one.setCollider(0, null);
    group.setCollider(0, null);
    for (const object of [one, group, shown]) object.dispose();
    assert.equal(fresh.isDead, false);
});

test('the pose of a slot lives as long as its mixer', () => {
    const [own, out] = [runtime.createMixer(), runtime.createPose()];
    for (let i = 0; i < 3; ++i) { // as `using` in a loop of frames does
        const input = own.input(0).setBone('head', 0, 0.6, 0, 0.8);
        own.fade(0, 1);
        input.dispose();
        own.update(0.1, out);
        assert.ok(Math.abs(out.rotations[4 * runtime.boneIndex('head') + 1] - 0.6) < 1e-6);
    }
    const input = own.input(0);
    own.dispose();
    assert.ok(input.isDisposed);
});

test('a time that is no number is 0', () => {
    mixer.play(0, null, { fade: NaN, seam: NaN });
    mixer.fade(0, 1, NaN);
    mixer.crossfade(0, NaN);
    mixer.update(NaN, pose);
});
