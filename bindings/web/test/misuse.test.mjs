// Mistakes that plain JavaScript does not notice are reported if a program asks for it [WB-047]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime, load } from 'libvrm';
import { sample } from './data.mjs';

const said = [];
const runtime = await createRuntime({ onMisuse: (text) => said.push(text), maxMemry: 1 });
const model = runtime.loadModel(sample('character-1.0.vrm'));
const avatar = model.createAvatar();
const [pose, mixer, crowd] = [runtime.createPose(), runtime.createMixer(), runtime.createCrowd()];
const clip = runtime.loadClip(sample('dance.vrma'));

test('unknown options of the instance', () => {
    assert.match(said.splice(0).join(), /createRuntime: argument 1 has the unknown option maxMemry/);
});

const mistakes = {
    'an expression': [() => avatar.setExpression('hapy', 1), /avatar\.setExpression: argument 1 is "hapy".*it has .*happy/],
    'a bone': [() => avatar.setBoneRotation('hed', 0, 0, 0, 1), /argument 1 is "hed", which is not a humanoid bone/],
    'a bone that is asked for': [() => model.boneNode('hed'), /model\.boneNode/],
    'where a bone is': [() => avatar.bonePosition('hed'), /avatar\.bonePosition/],
    'an array for three numbers': [() => avatar.lookAt([0, 1.5, 2]), /avatar\.lookAt: argument 1 must be a number, not an array/],
    'no time': [() => avatar.update(), /avatar\.update: argument 1 must be a number, not undefined/],
    'no time of a crowd': [() => crowd.update(), /crowd\.update/],
    'an option': [() => model.createAvatar({ slep: true }).dispose(), /unknown option slep; there is .*sleep/],
    'an option of a member': [() => crowd.add(model, { slep: true }), /crowd\.add: argument 2/],
    'an option of a load': [() => runtime.peekModel(sample('character-1.0.vrm'), { limit: {} }).dispose(), /runtime\.peekModel: argument 2/],
    'a layer': [() => avatar.setExpression('happy', 1, 'emotions'), /argument 3 is "emotions", which is none of application, emotion/],
    'a mode': [() => avatar.setSpringMode(-2, 'of'), /none of run, hold, track, off/],
    'a preset of a pose': [() => pose.setExpression('hapy', 1), /pose\.setExpression/],
    'a bone of a pose': [() => pose.setBone('hed', 0, 0, 0, 1), /pose\.setBone/],
    'an option of a slot': [() => mixer.play(0, clip, { lop: true }), /mixer\.play: argument 3 has the unknown option lop/],
    'numbers that are none': [() => avatar.setWind('1', 0, NaN), /argument 1 must be a number, not "1"/],
};
for (const [what, [call, expected]] of Object.entries(mistakes)) {
    test(`${what}: reported once, and nothing is thrown`, () => {
        said.length = 0;
        call();
        assert.match(said[0] ?? '', expected);
        assert.equal(new Set(said.map((text) => text.split(' argument')[0])).size, 1, said.join('\n'));
    });
}

test('ten numbers are needed: reported, and thrown as before', () => {
    said.length = 0;
    assert.throws(() => avatar.setRoot([0, 0, 0]), { code: 'invalid-argument' });
    assert.match(said.join(), /avatar\.setRoot: argument 1 must be 10 numbers/);
});

test('what is right is not reported, and other instances say nothing', async () => {
    said.length = 0;
    avatar.setExpression('happy', 1, 'emotion');
    avatar.setExpression(0, 1);
    avatar.setBoneRotation('head', 0, 0, 0, 1);
    avatar.lookAt(0, 1.5, 2);
    avatar.setWind(0, 0, 1);
    avatar.setRoot(Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1));
    mixer.play(0, clip, { loop: true, fade: 0.3, bones: ['head'] });
    mixer.update(1 / 60, pose);
    avatar.applyPose(pose, { layer: 'motion', inPlace: true });
    avatar.update(1 / 60);
    model.createAvatar({ sleep: true }).dispose();
    const other = (await load()).loadModel(sample('character-1.0.vrm'));
    other.createAvatar({ slep: true }).update();
    other.boneNode('hed');
    assert.deepEqual(said, []);
});

test('expressions of an avatar whose model was disposed of', () => {
    const gone = runtime.loadModel(sample('character-1.0.vrm')), one = gone.createAvatar();
    gone.dispose();
    said.length = 0;
    one.setExpression('happy', 1);
    one.setExpression(0, 1);
    assert.deepEqual(said, []);
    one.setExpression('hapy', 1);
    one.setExpression(99, 1);
    assert.equal(said.length, 2);
    assert.match(said[0], /argument 1 is "hapy".*it has .*happy/);
    one.dispose();
    one.setExpression('happy', 1); // does nothing
    assert.equal(said.length, 2);
});
