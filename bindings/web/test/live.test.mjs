// Companions, mouths, faces and VMC [WB-007]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Companion, createRuntime, faceShapes, FaceMap, load, loadClip, loadModel, Speech, visemesToMouth, VmcReceiver, VmcSender, Voice, VrmError } from 'libvrm/live';
import { changed, reuseMemory, sample } from './data.mjs';
import { makeSpeech } from './speech.mjs';

const near = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const phonemes = [['m', 0, 0.1], ['ˈa', 0.1, 0.4], ['p', 0.4, 0.5], ['oʊ', 0.5, 0.9]].map(([symbol, start, end]) => ({ symbol, start, end }));

test('a companion shows what a conversation produces', async () => {
    const runtime = await load();
    using model = await loadModel(sample('character-1.0.vrm'));
    using avatar = model.createAvatar();
    using dance = await loadClip(sample('dance.vrma'));
    using companion = new Companion(model, {
        seed: 3, actions: [{ name: 'dance', clip: dance }, { name: 'blush', expression: 'blush', hold: 1 }], params: { sway: 0.5 },
    });
    using speech = new Speech(runtime, phonemes);
    near(speech.end, 0.9);
    assert.equal(companion.params.sway, 0.5);
    const said = ['[hap', 'py 0.8 2s]Hello [1], [da', 'nce]you… [giggle]', ''].map((piece) => companion.read(piece));
    assert.equal(said.map(({ text }) => text).join(''), 'Hello [1], you… ');
    const tags = said.flatMap(({ tags }) => tags);
    assert.deepEqual(tags.map(({ kind }) => kind), ['emotion', 'action', 'unknown']);
    near(tags[0].strength, 0.8);
    assert.equal(tags[0].hold, 2);
    assert.deepEqual(tags.map((tag) => companion.cue(tag, 3)), [true, true, false]);
    assert.ok(companion.say(speech, 1));
    companion.setUser([0, 1.4, 1.5]);
    companion.setActivity('listening');
    let widest = 0;
    for (let frame = 0; frame < 300; ++frame) {
        const now = frame / 60;
        companion.update(avatar, now);
        avatar.update(1 / 60);
        const { mouth, action, emotions } = companion.status;
        const wanted = speech.sample(now - 1);
        near(mouth.aa, wanted.aa);
        widest = Math.max(widest, mouth.aa);
        if (frame === 240) assert.equal(action, 'dance');
        if (frame === 285) assert.ok(emotions.happy > 0.6);
    }
    assert.ok(widest > 0.7);
    companion.setMouth({ aa: 0.5 });
    companion.update(avatar, 5.1);
    avatar.update(1 / 60);
    near(companion.status.mouth.aa, 0.5);
    // A saved companion continues with the same bits.
    using other = new Companion(model, { seed: 9, actions: [{ name: 'dance', clip: dance }, { name: 'blush', expression: 'blush', hold: 1 }], params: { sway: 0.5 } });
    using twin = model.createAvatar();
    other.restore(companion.save());
    twin.restore(avatar.save());
    twin.update(0);
    for (let frame = 1; frame < 100; ++frame) {
        companion.update(avatar, 5.1 + frame / 60);
        other.update(twin, 5.1 + frame / 60);
        avatar.update(1 / 60);
        twin.update(1 / 60);
    }
    assert.ok(Buffer.compare(twin.save(), avatar.save()) === 0);
    assert.throws(() => other.restore(new Uint8Array(10)), VrmError);
    companion.attend([1, 1, 1], 1);
    companion.beSilent();
    companion.setUser(null);
    assert.ok(companion.show('[sad 1] [blush]'));
    assert.throws(() => new Companion(model, { actions: [{ name: 'no name' }] }), VrmError);
});

test('speech is read from lists and text', async () => {
    const runtime = await load();
    using list = new Speech(runtime, phonemes);
    using text = new Speech(runtime, 'alphabet ipa\n0 0.1 m\n0.1 0.4 ˈa\n0.4 0.5 p\n0.5 0.9 oʊ\n');
    for (let i = 0; i < 60; ++i) assert.deepEqual(list.sample(i / 60), text.sample(i / 60));
    using pose = runtime.createPose();
    list.writePose(0.25, pose);
    assert.ok(pose.expression('aa') > 0.7);
    assert.throws(() => new Speech(runtime, 'nonsense'), /Line 1/);
    assert.throws(() => new Speech(runtime, phonemes, 'runes'), VrmError);
});

test('a companion speaks with samples', async () => {
    const runtime = await load();
    using model = await loadModel(sample('character-1.0.vrm'));
    using avatar = model.createAvatar();
    using companion = new Companion(model);
    using voice = new Voice(runtime, 48000);
    const { samples, isSpoken } = makeSpeech(48000);
    const sum = ({ aa, ih, ou, ee, oh }) => aa + ih + ou + ee + oh;
    let open = 0, spoken = 0;
    for (let frame = 0; frame < samples.length / 800; ++frame) {
        companion.saySamples(voice, samples.subarray(frame * 800, (frame + 1) * 800));
        companion.update(avatar, frame / 60);
        avatar.update(1 / 60);
        const mouth = sum(companion.status.mouth), times = [0.02, 0.1, 0.25].map((before) => frame / 60 - before);
        if (times.every(isSpoken)) {
            ++spoken;
            open += mouth > 0.3 ? 1 : 0;
        }
        if (!times.some(isSpoken) && frame > 15) assert.equal(mouth, 0);
    }
    assert.ok(spoken > 100 && open > 0.9 * spoken, `${open} of ${spoken} frames`);
    // What was learned makes another voice hear the same; its blocks are those of the samples.
    using other = new Voice(runtime, 48000);
    other.calibration = voice.calibration;
    voice.reset();
    voice.add(samples.subarray(0, 20000));
    for (let at = 0; at < 20000; at += 100) other.add(samples.subarray(at, at + 100));
    assert.deepEqual(other.mouth, voice.mouth);
    assert.ok(sum(voice.mouth) > 0.3);
    voice.setVowel('aa');
    voice.setVowel(null);
    assert.throws(() => { other.calibration = new Uint8Array(5); }, VrmError);
    assert.throws(() => { other.calibration = new Uint8Array(voice.calibration.length).fill(255); }, VrmError);
    assert.throws(() => new Voice(runtime, 5), VrmError);
});

test('faces, visemes and VMC become poses', async () => {
    const runtime = await load();
    using model = await loadModel(sample('character-1.0.vrm'));
    using pose = runtime.createPose();
    assert.equal(faceShapes(runtime).indexOf('jawOpen'), 17);
    using face = new FaceMap(model);
    assert.ok(face.set('eyeBlink_L', 1) && face.set('jawOpen', 0.8) && !face.set('nonsense', 1));
    assert.ok(face.read(new TextEncoder().encode('eyeBlink_L-100|jawOpen-80|=head#0,20,0,0,0,0|')));
    assert.ok(!face.read(new Uint8Array(3)));
    face.apply(pose, 1 / 60);
    assert.equal(pose.expression('blinkLeft'), 1);
    assert.ok(pose.expression('aa') > 0.3);
    visemesToMouth([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.8], pose);
    near(pose.expression('oh'), 0.8);
    using sender = new VmcSender(runtime);
    using receiver = new VmcReceiver(runtime);
    using back = runtime.createPose();
    pose.setBone('head', 0, Math.SQRT1_2, 0, Math.SQRT1_2);
    for (const datagram of sender.write(pose, 1)) receiver.add(datagram, 1);
    receiver.readPose(back);
    near(back.rotations[4 * 5 + 1], pose.rotations[4 * 5 + 1]);
});

test('a speech is heard to its end, also if it was disposed of', async () => {
    const runtime = await load();
    using model = await loadModel(sample('character-1.0.vrm'));
    using other = await loadModel(sample('character-0.x.vrm'));
    using avatar = model.createAvatar();
    using stranger = other.createAvatar();
    const long = [{ symbol: 'a', start: 0, end: 3 }];
    const play = (dispose) => {
        using companion = new Companion(model);
        const speech = new Speech(runtime, long);
        assert.ok(companion.say(speech, 5));
        assert.ok(companion.say(speech, 1)); // the same sentence once more, and before
        if (dispose) {
            speech.dispose();
            companion.update(stranger, 1e6); // does nothing
            companion.update(stranger, 0);
        }
        const mouths = [];
        const later = [];
        for (let frame = 0; frame < 600; ++frame) {
            companion.update(avatar, frame / 60);
            if (dispose) later.push(new Speech(runtime, [{ symbol: 'i', start: 0, end: 9 }])); // in memory that was freed
            mouths.push(companion.status.mouth.aa);
        }
        for (const one of later) one.dispose();
        speech.dispose();
        return mouths;
    };
    const wanted = play(false), mouths = play(true);
    assert.ok(wanted[120] > 0.3 && wanted[400] > 0.3);
    assert.deepEqual(mouths, wanted);
    // Its memory is freed when nobody reads it any more.
    using companion = new Companion(model);
    const fill = () => {
        for (let i = 0; i < 8; ++i) {
            const speech = new Speech(runtime, Array.from({ length: 2000 }, (_, k) => ({ symbol: 'a', start: k, end: k + 1 })));
            assert.ok(companion.say(speech, i));
            speech.dispose();
        }
        companion.beSilent();
    };
    fill();
    const { memorySize } = runtime;
    for (let round = 0; round < 20; ++round) fill();
    assert.equal(runtime.memorySize, memorySize);
});

test('a companion that was disposed of leaves the memory alone', async () => {
    await load();
    using model = await loadModel(sample('character-1.0.vrm'));
    const companion = new Companion(model);
    companion.dispose();
    using next = new Companion(model, { params: { sway: 0.25 } });
    const before = next.params;
    companion.setParams({ sway: 0.75, mouth: 0.5 });
    assert.deepEqual(companion.params, {});
    assert.deepEqual(next.params, before);
});

test('visemes have their number', async () => {
    const runtime = await load();
    using pose = runtime.createPose();
    for (const wrong of [new Float32Array(16), new Float32Array(100000), {}, 'x'.repeat(99)]) {
        assert.throws(() => visemesToMouth(wrong, pose), VrmError);
    }
});

test('a pose keeps its custom expressions when the face or the receiver is gone', async () => {
    const runtime = await createRuntime();
    const file = changed(sample('character-1.0.vrm'), ({ extensions: { VRMC_vrm: { expressions } } }) => {
        expressions.custom.tongueOut = expressions.custom.blush;
    });
    const model = runtime.peekModel(file), shown = model.createAvatar();
    const tongueOf = (pose) => {
        shown.clearExpressionLayer('motion');
        shown.applyPose(pose);
        shown.update(0);
        return shown.expressionWeight('tongueOut');
    };
    const other = runtime.peekModel(file), face = new FaceMap(other), [pose, received] = [runtime.createPose(), runtime.createPose()];
    assert.ok(face.set('tongueOut', 1));
    for (let i = 0; i < 30; ++i) face.apply(pose, 1 / 60);
    assert.ok(tongueOf(pose) > 0.9);
    const sender = new VmcSender(runtime), receiver = new VmcReceiver(runtime);
    for (const datagram of sender.write(pose, 1)) receiver.add(datagram, 1);
    receiver.readPose(received);
    const before = [pose, received].map(tongueOf);
    for (const one of [face, other, sender, receiver]) one.dispose();
    reuseMemory(runtime);
    assert.deepEqual([pose, received].map(tongueOf), before);
    assert.ok(before.every((weight) => weight > 0.9), before.join(' '));
});

test('a text is whole, in whatever pieces it comes', async () => {
    await load();
    using model = await loadModel(sample('character-1.0.vrm'));
    using companion = new Companion(model);
    const readAll = (pieces) => [...pieces, ''].map((piece) => companion.read(piece));
    for (const text of ['hi 😀!', '[happy]😀😀[sad 0.5]', '\ufeffa', 'a\ufeffb', 'かな [x', '𝄞']) {
        const whole = readAll([text]), units = readAll(text.split(''));
        const kinds = (parts) => parts.flatMap(({ tags }) => tags).map(({ kind, index }) => [kind, index]);
        assert.equal(units.map((part) => part.text).join(''), text.replace(/\[[a-z]+( [0-9.]+)?\]/g, ''), text);
        assert.equal(units.map((part) => part.text).join(''), whole.map((part) => part.text).join(''));
        assert.deepEqual(kinds(units), kinds(whole));
    }
    // Half a character is none: at the end of a text, and before another one.
    assert.equal(readAll(['a\ud83d']).map((part) => part.text).join(''), 'a\ufffd');
    assert.equal(readAll(['\ud83d', 'b']).map((part) => part.text).join(''), '\ufffdb');
    assert.equal(readAll(['\ud83d', '\ud83d', '\ude00']).map((part) => part.text).join(''), '\ufffd😀');
    assert.equal(readAll(['c']).map((part) => part.text).join(''), 'c');
    // What waits is not a part of a restored conversation.
    companion.read('\ud83d');
    companion.restore(companion.save());
    assert.equal(companion.read('\ude00').text, '\ufffd');
});

test('a companion that was disposed of does nothing that has a name', async () => {
    using model = await loadModel(sample('character-1.0.vrm'));
    using companion = new Companion(model, { actions: [{ name: 'blush', expression: 'blush' }] });
    assert.equal(companion.status.action, null);
    companion.dispose();
    assert.equal(companion.status.action, null);
    assert.deepEqual(companion.read('a'), { text: '', tags: [] });
});
