// Avatars, crowds and what they save [WB-005, WB-006]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime, loadModel } from 'libvrm';
import { dialects, sample } from './data.mjs';

const near = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

test('an update gives world matrices, weights and values', async () => {
    using model = await loadModel(sample('character-1.0.vrm'));
    using avatar = model.createAvatar();
    avatar.update(1 / 60);
    const nodes = avatar.nodeCount;
    assert.equal(avatar.frame.world.length, nodes * 16);
    assert.equal(avatar.frame.local.length, nodes * 10);
    assert.equal(avatar.locals.length, nodes * 10);
    assert.equal(avatar.frame.morphOffsets.length, nodes + 1);
    assert.equal(avatar.frame.morphOffsets.at(-1), avatar.frame.morphWeights.length);
    assert.equal(avatar.frame.expressionWeights.length, model.tables.expressions.length);
    assert.equal(avatar.frame.materials.length % 62, 0);
    const hips = model.boneNode('hips');
    const [x, y, z] = avatar.bonePosition('hips');
    assert.deepEqual([x, y, z], [...avatar.frame.world.slice(hips * 16 + 12, hips * 16 + 15)]);
});

test('root, pose, gaze and expressions are inputs of the next update', async () => {
    using model = await loadModel(sample('character-1.0.vrm'));
    using avatar = model.createAvatar();
    avatar.update(0);
    const before = avatar.bonePosition('head');
    avatar.setRoot([1, 2, 3, 0, 0, 0, 1, 1, 1, 1]);
    avatar.update(0);
    avatar.bonePosition('head').forEach((value, i) => near(value, before[i] + [1, 2, 3][i], 1e-4));
    avatar.teleport([0, 0, 0, 0, 1, 0, 0, 1, 1, 1], false);
    avatar.update(0);
    near(avatar.bonePosition('leftHand')[0], -avatar.bonePosition('rightHand')[0], 1e-4);
    avatar.setBoneRotation('head', 0, Math.SQRT1_2, 0, Math.SQRT1_2);
    avatar.boneRotation('head').forEach((value, i) => near(value, [0, Math.SQRT1_2, 0, Math.SQRT1_2][i]));
    avatar.setHipsPosition(0, 2, 0);
    assert.deepEqual(avatar.hipsPosition().map((value) => Math.round(value * 1e4) / 1e4), [0, 2, 0]);
    avatar.resetPose();
    avatar.boneRotation('head').forEach((value, i) => near(value, [0, 0, 0, 1][i]));
    avatar.setExpression('happy', 0.75);
    avatar.setLookAtDegrees(20, 10);
    avatar.update(0);
    assert.equal(avatar.expressionWeight('happy'), 0.75);
    near(avatar.lookAtState().yawDegrees, 20);
    avatar.setExpression('happy', 1, 'emotion');
    avatar.setExpressionLayerWeight('emotion', 0.5);
    avatar.clearExpressionLayer('application');
    avatar.update(0);
    assert.equal(avatar.expressionWeight('happy'), 0.5);
    avatar.setExpression('no such expression', 1);
    avatar.lookAt(0, 1, 5);
    avatar.update(0);
    avatar.setLookAtOff();
    avatar.update(0);
});

test('the stages one by one are an update, bit for bit', async () => {
    for (const name of Object.keys(dialects)) {
        using model = await loadModel(sample(`character-${name}.vrm`));
        using whole = model.createAvatar();
        using staged = model.createAvatar();
        for (let i = 0; i < 30; ++i) {
            for (const avatar of [whole, staged]) {
                avatar.setRoot([Math.sin(i / 5), 0, 0, 0, 0, 0, 1, 1, 1, 1]);
                avatar.lookAt(i / 10, 1, 2);
            }
            whole.update(1 / 60);
            staged.updatePose();
            staged.updateLookAt();
            staged.updateExpressions(1 / 60);
            staged.updateConstraints();
            staged.updateSprings(1 / 60);
        }
        assert.deepEqual(staged.frame.world, whole.frame.world);
        assert.deepEqual(staged.save(), whole.save());
    }
});

test('springs sway, hold, rest and meet colliders', async () => {
    using model = await loadModel(sample('character-1.0.vrm'));
    const joint = model.tables.springJoints[0];
    const place = (avatar) => [...avatar.frame.world.slice(joint.tailNode * 16 + 12, joint.tailNode * 16 + 15)];
    const run = (prepare) => {
        using avatar = model.createAvatar({ colliderCapacity: 1 });
        prepare(avatar);
        for (let i = 0; i < 60; ++i) avatar.update(1 / 60);
        return place(avatar);
    };
    const still = run(() => {});
    const blown = run((avatar) => avatar.setWind(3, 0, 0));
    assert.ok(blown[0] > still[0] + 1e-3);
    assert.deepEqual(run((avatar) => avatar.setWind(3, 0, 0, 0)), blown);
    const off = run((avatar) => { avatar.setWind(3, 0, 0); avatar.setSpringMode(-2, 'off'); });
    assert.deepEqual(off, run((avatar) => avatar.setSpringMode(-2, 'off')));
    assert.deepEqual(run((avatar) => { avatar.setWind(3, 0, 0); avatar.setSpringWeight(-2, 0); }), off);
    const heavy = run((avatar) => avatar.setSpringJoint(0, { hitRadius: 0, stiffness: 0, gravityPower: 5, dragForce: 0.4, gravityDir: [1, 0, 0] }));
    assert.notDeepEqual(heavy, still);
    assert.deepEqual(run((avatar) => {
        avatar.setSpringJoint(0, { hitRadius: 0, stiffness: 0, gravityPower: 5, dragForce: 0.4, gravityDir: [1, 0, 0] });
        avatar.setSpringJoint(0, null);
    }), still);
    const pushed = run((avatar) => avatar.setCollider(0, { shape: 'sphere', offset: still, radius: 0.2 }));
    assert.ok(Math.hypot(pushed[0] - still[0], pushed[1] - still[1], pushed[2] - still[2]) > 0.01);
    assert.deepEqual(run((avatar) => {
        avatar.setCollider(0, { shape: 'sphere', offset: still, radius: 0.2 });
        avatar.setCollider(0, null);
    }), still);
    run((avatar) => { avatar.update(0); avatar.warmUp(1); avatar.resetSprings(); avatar.resetSprings(0); avatar.shiftOrigin(5, 0, 0); avatar.relax(); });
});

test('an avatar goes on from what was saved', async () => {
    using model = await loadModel(sample('character-1.0.vrm'));
    using first = model.createAvatar();
    for (let i = 0; i < 20; ++i) { first.setRoot([i / 10, 0, 0, 0, 0, 0, 1, 1, 1, 1]); first.update(1 / 60); }
    const bytes = first.save();
    using second = model.createAvatar();
    second.restore(bytes);
    first.update(1 / 60);
    second.update(1 / 60);
    assert.deepEqual(second.frame.world, first.frame.world);
    assert.throws(() => second.restore(bytes.subarray(0, 10)), { code: 'payload' });
    using other = model.createAvatar({ literalTime: true });
    assert.throws(() => other.restore(bytes), { code: 'mismatch' });
});

test('views are of the memory as it is, also after it has grown', async () => {
    const runtime = await createRuntime();
    using model = runtime.loadModel(sample('character-1.0.vrm'));
    using avatar = model.createAvatar();
    avatar.update(1 / 60);
    const { world } = avatar.frame;
    const copy = world.slice();
    assert.equal(avatar.frame.world, world);
    const more = runtime.alloc(64 * 2 ** 20);
    assert.equal(world.length, 0);
    assert.deepEqual(avatar.frame.world, copy);
    runtime.free(more);
});

test('a crowd gives the same bits as avatars alone', async () => {
    const runtime = await createRuntime();
    using model = runtime.loadModel(sample('character-1.0.vrm'));
    using alone = model.createAvatar();
    const crowd = runtime.createCrowd({ colliderCapacity: 2 });
    const members = Array.from({ length: 10 }, () => crowd.add(model));
    for (let i = 0; i < 30; ++i) {
        for (const avatar of [alone, ...members]) avatar.setRoot([Math.sin(i / 3), 0, 0, 0, 0, 0, 1, 1, 1, 1]);
        alone.update(1 / 60);
        crowd.update(1 / 60);
    }
    for (const avatar of members) assert.deepEqual(avatar.frame.world, alone.frame.world);
    members[0].dispose();
    assert.equal(crowd.avatars.size, 9);
    assert.equal(runtime.exports.vrm_crowd_count(crowd.pointer), 9);
    crowd.setDetail(members[1], 'frozen');
    const frozen = members[1].frame.world.slice();
    for (const avatar of crowd.avatars) avatar.setRoot([5, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    crowd.update(1 / 60);
    assert.deepEqual(members[1].frame.world, frozen);
    assert.notDeepEqual(members[2].frame.world, frozen);
    crowd.setDetailByDistance(0, 1, 200);
    crowd.setCollider(0, { position: [5, 1, 0], radius: 0.3, owner: members[2] });
    crowd.setCollider(1, { position: [5, 1, 0], tail: [5, 2, 0], radius: 0.3 });
    crowd.setCollider(0, null);
    crowd.shiftOrigin(1, 0, 0);
    crowd.update(1 / 60);
    crowd.dispose();
    assert.equal(members[3].isDisposed, true);
    members[3].update(1);
    assert.throws(() => crowd.add(model), { code: 'disposed' });
});

test('bounds and eyes are where the avatar is', async () => {
    using model = await loadModel(sample('character-1.0.vrm'));
    using avatar = model.createAvatar();
    avatar.update(0);
    const { least, most } = avatar.bounds();
    avatar.eyePosition().forEach((value, i) => assert.ok(value >= least[i] && value <= most[i]));
});
