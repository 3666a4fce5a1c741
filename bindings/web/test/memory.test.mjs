// Garbage, growth, limits of memory, traps and files that wish ill [WB-008, WB-009, WB-010, WB-011]
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRuntime, load, loadModel, VrmError } from 'libvrm';
import { dialects, files, glbOf, root, sample } from './data.mjs';

/** Runs a program of modules, and returns what it printed between the lines `begin` and `end`. */
function trace(program, ...flags) {
    const run = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', program], { cwd: import.meta.dirname ?? process.cwd(), encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    const lines = run.stdout.split('\n');
    return lines.slice(lines.indexOf('begin') + 1, lines.indexOf('end'));
}

const prepare = `
import { readFileSync } from 'node:fs';
import { load, loadClip, loadModel } from 'libvrm';
const read = (name) => readFileSync(${JSON.stringify(join(root, 'samples'))} + '/' + name);
const runtime = await load();
`;

/** Runs frames after a warm-up, and returns what V8 says of its collections. The young generation has one
 * megabyte for each half, so that a few bytes for each frame would be seen; and V8 compiles when it wants to,
 * not when a busy machine has time, because code that is not compiled yet makes garbage of every float. */
function collections(setUp, frame, count) {
    return trace(`${prepare}${setUp}
        const run = (count) => { for (let i = 0; i < count; ++i) { ${frame} } };
        run(20000);
        gc();
        console.log('begin');
        run(${count});
        console.log('end');`, '--trace-gc', '--expose-gc', '--no-concurrent-recompilation', '--min-semi-space-size=1', '--max-semi-space-size=1');
}

test('a million updates make no garbage', () => {
    const smallest = Buffer.from(glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'one' }] })).toString('base64');
    const printed = collections(`
        const model = await loadModel(Buffer.from('${smallest}', 'base64'), { anyGltf: true }), avatar = model.createAvatar();
        const steps = [1 / 60, 1 / 90, 1 / 30], root = Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1);
        let sum = 0;`, `
        root[0] = (i & 63) / 64;
        avatar.setRoot(root);
        avatar.update(steps[i % 3]);
        if (avatar.frame.world[12] > 1e6) sum = 1;`, 1e6);
    assert.deepEqual(printed, []);
});

test('updates of a character, with gaze and face, make no garbage', () => {
    const printed = collections(`
        const model = await loadModel(read('character-1.0.vrm')), avatar = model.createAvatar();
        const happy = model.findExpression('happy');`, `
        avatar.setExpression(happy, 0.5);
        avatar.setExpression('aa', 1, 'viseme');
        avatar.lookAt(0, 1, 2);
        avatar.setBoneRotation('head', 0, 0, 0, 1);
        avatar.update(1 / 60);`, 5e4);
    assert.deepEqual(printed, []);
});

test('frames of a mixer make no garbage', () => {
    const printed = collections(`
        const model = await loadModel(read('character-1.0.vrm')), avatar = model.createAvatar();
        const clip = await loadClip(read('dance.vrma')), mixer = runtime.createMixer(), pose = runtime.createPose();
        mixer.play(0, clip, { speed: 0 });`, `
        mixer.update(1 / 60, pose);
        avatar.applyPose(pose);`, 5e4);
    assert.deepEqual(printed, []);
});

test('a thousand rounds of load and dispose take no more memory than ten', async () => {
    const runtime = await createRuntime();
    const bytes = [...Object.keys(dialects).map((name) => sample(`character-${name}.vrm`))];
    const clip = sample('dance.vrma');
    let tenth = 0;
    for (let i = 0; i < 1000; ++i) {
        const model = i % 2 ? runtime.loadModel(bytes[i % 4]) : runtime.peekModel(bytes[i % 4]);
        const avatar = model.createAvatar();
        const crowd = runtime.createCrowd();
        crowd.add(model).update(0);
        avatar.update(1 / 60);
        const mixer = runtime.createMixer();
        const motion = runtime.loadClip(clip);
        mixer.play(0, motion);
        mixer.input(1);
        void model.tables;
        avatar.save();
        for (const one of [motion, mixer, crowd, model, avatar]) one.dispose();
        assert.throws(() => runtime.loadModel(clip.subarray(0, 100 + i)), VrmError);
        if (i === 9) tenth = runtime.memorySize;
    }
    assert.equal(runtime.memorySize, tenth);
});

test('what was forgotten is freed, and said once', () => {
    const printed = trace(`${prepare}
        const said = [];
        console.warn = (text) => said.push(text);
        const model = await loadModel(read('character-1.0.vrm'));
        for (let i = 0; i < 200; ++i) {
            runtime.loadModel(read('character-1.0.vrm')).createAvatar().update(0);
            runtime.createCrowd().add(model);
            if (i % 20 === 19) { gc(); await new Promise((done) => setTimeout(done, 1)); }
        }
        console.log('begin');
        console.log(said.length, runtime.memorySize < 64 * 2 ** 20);
        console.log('end');`, '--expose-gc');
    assert.deepEqual(printed, ['1 true']);
});

test('a limit of memory that is no number, or 0, is the default', async () => {
    for (const maxMemory of [NaN, 0]) {
        const runtime = await createRuntime({ maxMemory });
        assert.throws(() => runtime.alloc(1.1 * 2 ** 30), { code: 'out-of-memory' });
    }
});

test('memory has the limit that the page sets', async () => {
    const small = await createRuntime({ maxMemory: 4 * 2 ** 20 });
    assert.throws(() => small.alloc(8 * 2 ** 20), { code: 'out-of-memory' });
    const model = small.loadModel(sample('character-1.0.vrm'));
    const avatars = [];
    assert.throws(() => { for (;;) avatars.push(model.createAvatar()); }, (error) => error.code === 'out-of-memory' && error.remedy !== '');
    assert.ok(small.memorySize <= 4 * 2 ** 20);
    for (const avatar of avatars) avatar.dispose();
    model.createAvatar().update(1 / 60);
    assert.throws(() => small.alloc(2 ** 40), { code: 'out-of-memory' });
});

test('a trap ends one instance, and says so', async () => {
    const [one, other] = await Promise.all([createRuntime(), createRuntime()]);
    const bytes = sample('character-1.0.vrm');
    const model = one.loadModel(bytes);
    const avatar = model.createAvatar();
    const lives = other.loadModel(bytes).createAvatar();
    assert.throws(() => one.exports.vrm_web_trap(), (error) => error instanceof VrmError && error.code === 'wasm-trap'
        && error.remedy !== '' && error.cause instanceof WebAssembly.RuntimeError);
    assert.equal(one.isDead, true);
    assert.throws(() => avatar.update(1 / 60), { code: 'wasm-trap' });
    assert.throws(() => one.loadModel(bytes), { code: 'wasm-trap' });
    avatar.dispose();
    model.dispose();
    assert.equal(other.isDead, false);
    lives.update(1 / 60);
    const shared = await load();
    assert.throws(() => shared.exports.vrm_web_trap(), { code: 'wasm-trap' });
    assert.notEqual(await load(), shared);
    (await loadModel(bytes)).createAvatar().update(1 / 60);
});

/** Loads a file, lets it live, and returns whether it could be loaded; anything but a VrmError is an error. */
function survive(runtime, bytes) {
    let model;
    try {
        model = runtime.loadModel(bytes, { anyGltf: true, limits: { maxMemoryBytes: 64 * 2 ** 20 } });
    } catch (error) {
        if (!(error instanceof VrmError) || error.code.startsWith('wasm-')) throw error;
        return false;
    }
    try {
        void model.tables;
        const avatar = model.createAvatar();
        for (let i = 0; i < 3; ++i) avatar.update(1 / 60);
        avatar.dispose();
    } catch (error) {
        if (error.code !== 'out-of-memory') throw error;
    }
    model.dispose();
    return true;
}

/** A JSON text with some bytes changed, the same in each run: digits alone, so that it stays JSON, or any. */
function damage(bytes, seed) {
    const out = bytes.slice();
    let state = Math.imul(seed, 2654435761) >>> 0;
    for (let i = 0; i < 12; ++i) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        let at = state % out.length;
        if (seed % 4) {
            while (at < out.length - 1 && !(out[at] >= 0x31 && out[at] <= 0x39)) ++at;
            if (at < out.length - 1) out[at] = 0x31 + (state >>> 8) % 9;
        } else if (i === 0) {
            out[at] = state >>> 24;
        }
    }
    return out;
}

test('files that wish ill do not trap', async () => {
    const runtime = await createRuntime({ maxMemory: 512 * 2 ** 20 });
    let loaded = 0;
    const seeds = files(join(root, 'fuzz/seeds'));
    assert.ok(seeds.length > 50);
    for (const path of seeds) loaded += survive(runtime, readFileSync(path));
    for (const name of Object.keys(dialects)) {
        const bytes = sample(`character-${name}.vrm`);
        const head = new DataView(bytes.buffer).getUint32(12, true) + 20;
        for (let i = 0; i < 40; ++i) survive(runtime, bytes.subarray(0, (bytes.length * i) / 40));
        for (let i = 0; i < 150; ++i) {
            const bad = bytes.slice();
            bad.set(damage(bytes.subarray(20, head), i + 1), 20);
            loaded += survive(runtime, bad);
        }
    }
    assert.ok(loaded > 20, `${loaded} could be loaded`);
    // Real files that were made to hurt, where this machine has them.
    for (const path of files(process.env.VRM_HOSTILE)) {
        if (/\.(vrm|glb|gltf)$/.test(path) && statSync(path).size < 64 * 2 ** 20) survive(runtime, readFileSync(path));
    }
    assert.equal(runtime.isDead, false);
});
