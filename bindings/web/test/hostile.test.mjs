// Files with faults: no trap, no memory beyond the limit, and what is said is what the native program says [WB-011, WB-019]
//
// The maker and the program are those of build/release, or of the folder that VRM_NATIVE names. VRM_HOSTILE names a
// folder of further files that were made to hurt; those of 64 MB and more are left out. Making
// the files takes the time: unless VRM_THOROUGH is 1, every eighth fault is tried, and the avatars of files do not live.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createRuntime, VrmError } from 'libvrm';
import * as full from 'libvrm/full';
import { files, root } from './data.mjs';

const native = process.env.VRM_NATIVE ?? join(root, 'build/release');
const skip = !['vrm', 'vrm-maker'].every((name) => existsSync(join(native, name))) && 'there are no native programs';
const folder = mkdtempSync(join(tmpdir(), 'libvrm-hostile-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const isThorough = process.env.VRM_THOROUGH === '1';
const MEMORY = 256 * 2 ** 20;
const OF_EACH = 1000; // of what a file of the kinds "hostile" has too much of
const MOST_DIAGNOSTICS = 4096; // as apps/check has it

/** What the program looks at, here as natively; it holds so many diagnostics of a file. */
const words = isThorough ? [] : ['--no-behaviour'];
const options = { noBehavior: !isThorough, load: { limits: { maxDiagnostics: MOST_DIAGNOSTICS } } };

const lines = (words) => execFileSync(join(native, 'vrm-maker'), words, { encoding: 'utf8' }).trimEnd().split('\n').map((line) => line.split('\t'));

/** Makes a file by the words of the maker, and returns its path. */
function make(name, words) {
    const path = join(folder, `${name}.vrm`);
    execFileSync(join(native, 'vrm-maker'), [...words, '-o', path]);
    return path;
}

/** What `vrm check` says of files, by their paths. It exits with 1 where one has an error. */
function checkNatively(paths) {
    const list = join(folder, 'list.txt');
    writeFileSync(list, paths.join('\n'));
    const { stdout } = spawnSync(join(native, 'vrm'), ['check', '--json', ...words, '--list', list], { encoding: 'utf8', maxBuffer: 2 ** 30 });
    return new Map(stdout.trimEnd().split('\n').map((line) => JSON.parse(line)).map((one) => [one.file, one]));
}

const told = (diagnostics) => diagnostics.map(({ severity, code, pointer, message, remedy }) => `${severity} ${code} ${pointer} ${message} ${remedy}`);

/** What a check of the module says, whether it fails or not. */
function checkHere(runtime, bytes) {
    try {
        return { isGood: true, report: full.check(runtime, bytes, options) };
    } catch (error) {
        if (!(error instanceof VrmError) || error.code.startsWith('wasm-')) throw error;
        return { isGood: false, report: error.report };
    }
}

/** The code with which the core refuses a file; '' where it can be loaded, and its avatar lives. */
function refusal(runtime, bytes) {
    try {
        const model = runtime.loadModel(bytes);
        const avatar = model.createAvatar();
        for (let i = 0; i < 3; ++i) avatar.update(1 / 60);
        avatar.dispose();
        model.dispose();
        return '';
    } catch (error) {
        if (!(error instanceof VrmError) || error.code.startsWith('wasm-')) throw error;
        return error.code;
    }
}

/** Compares what modules say of files with what the native program says. */
async function compare(paths) {
    const said = checkNatively(paths);
    const [core, all] = [await createRuntime({ maxMemory: MEMORY }), await full.createRuntime({ maxMemory: MEMORY })];
    const used = [core, all].map((runtime) => runtime.exports.vrm_web_memory_used());
    let refused = 0;
    for (const path of paths) {
        const bytes = new Uint8Array(readFileSync(path)), expected = said.get(path);
        const { isGood, report } = checkHere(all, bytes);
        assert.ok(expected, `${path}: the native program says nothing`);
        assert.equal(isGood, expected.result === 'ok', path);
        assert.deepEqual(told(report), told(expected.diagnostics), path);
        const code = refusal(core, bytes);
        if (!isGood) assert.equal(code, expected.diagnostics.find(({ severity }) => severity === 'error').code, path);
        if (code) ++refused;
        [core, all].forEach((runtime, i) => assert.equal(runtime.exports.vrm_web_memory_used(), used[i], `${path}: memory that is not given back`));
    }
    for (const runtime of [core, all]) {
        assert.equal(runtime.isDead, false);
        assert.ok(runtime.memorySize <= MEMORY);
    }
    return refused;
}

test('faults of the maker: the same diagnostics as natively', { skip }, async () => {
    const names = new Map(lines(['fault', '--list']).map(([name, , dialect]) => [name, dialect]));
    const paths = [...names].filter((_, i) => isThorough || i % 8 === 0).map(([name, dialect]) => make(`fault-${name}`, ['fault', name, '--dialect', dialect]));
    const refused = await compare(paths);
    assert.ok(paths.length > 40 && refused > 0, `${paths.length} files, ${refused} of them refused`);
});

test('too much of something: the same diagnostics as natively', { skip }, async () => {
    await compare(lines(['hostile', '--list']).map(([kind]) => make(`hostile-${kind}`, ['hostile', kind, String(OF_EACH)])));
});

test('motions with faults do not trap', { skip }, async () => {
    const runtime = await full.createRuntime({ maxMemory: MEMORY });
    const used = runtime.exports.vrm_web_memory_used();
    let refused = 0;
    for (const [name] of lines(['motion-fault', '--list'])) {
        try {
            runtime.loadClip(readFileSync(make(`motion-${name}`, ['motion-fault', name]))).dispose();
        } catch (error) {
            assert.ok(error instanceof VrmError && !error.code.startsWith('wasm-'), `${name}: ${error}`);
            ++refused;
        }
        assert.equal(runtime.exports.vrm_web_memory_used(), used, `${name}: memory that is not given back`);
    }
    assert.ok(refused > 10, `${refused} refused`);
});

const others = files(process.env.VRM_HOSTILE).filter((path) => /\.(vrm|glb|gltf)$/.test(path) && statSync(path).size < 64 * 2 ** 20);
test('files that were made to hurt: the same diagnostics as natively', { skip: skip || (others.length === 0 && 'VRM_HOSTILE names no folder') }, async () => {
    await compare(others);
});
