// The pinned scenes have the hashes of the native library, in every module, in Node and in a browser [WB-018]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load, Runtime } from 'libvrm';
import * as full from 'libvrm/full';
import { root, sample } from './data.mjs';
import { chromium, openPage } from './page.mjs';
import { play, sceneNames, sceneSamples } from './scenes.mjs';

const dist = fileURLToPath(new URL('.', import.meta.resolve('libvrm')));
const here = fileURLToPath(new URL('.', import.meta.url));
const samples = Object.fromEntries(sceneSamples.map((name) => [name, sample(name)]));

/** The hashes that test/same_bits holds the native library to, by the names of scenes. */
function expectedHashes() {
    const text = readFileSync(join(root, 'test/same_bits/same_bits_hashes.h'), 'utf8');
    const found = [...text.matchAll(/SCENE\((\w+),([^S]*)\)/g)].map(([, name, hashes]) =>
        [name, [...hashes.matchAll(/0x([0-9A-F]{16})/g)].map(([, hash]) => hash.toLowerCase())]);
    return Object.fromEntries(found);
}

const expected = expectedHashes();
const namesFor = (hasIdle) => sceneNames.filter((name) => hasIdle || name !== 'idle');

test('there are as many scenes here as there', () => {
    assert.deepEqual([...sceneNames].sort(), Object.keys(expected).sort());
    for (const hashes of Object.values(expected)) assert.equal(hashes.length, 6);
});

/** The module with the renderer, of which nothing is drawn here. */
async function loadRender() {
    const module = await WebAssembly.compile(readFileSync(join(dist, 'render.wasm')));
    const gl = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]));
    return new Runtime(await WebAssembly.instantiate(module, { gl }), module);
}

for (const [module, make, hasIdle] of [['core', load, false], ['render', loadRender, false], ['full', full.load, true]]) {
    test(`${module}: the scenes have the hashes of the native library`, async () => {
        const runtime = await make();
        for (const name of namesFor(hasIdle)) assert.deepEqual(play(runtime, name, samples, full.Idle), expected[name], name);
    });
}

test('the scenes have these hashes in Chromium too', { skip: !chromium && 'there is no Chromium' }, async () => {
    const program = `
        import { load } from '/dist/index.js';
        import * as full from '/dist/full.js';
        import { play } from '/test/scenes.mjs';
        const out = { core: {}, full: {} };
        try {
            const samples = {};
            for (const name of ${JSON.stringify(sceneSamples)}) samples[name] = new Uint8Array(await (await fetch('/samples/' + name)).arrayBuffer());
            const [core, all] = [await load(), await full.load()];
            for (const name of ${JSON.stringify(namesFor(false))}) out.core[name] = play(core, name, samples);
            for (const name of ${JSON.stringify(sceneNames)}) out.full[name] = play(all, name, samples, full.Idle);
        } catch (error) {
            out.problem = String(error.stack);
        }
        await fetch('/result', { method: 'POST', body: JSON.stringify(out) });`;
    const find = (path) => {
        if (path === '/') return { type: 'text/html', text: '<!doctype html><meta charset=utf-8><script type=module src=/page.js></script>' };
        if (path === '/page.js') return { type: 'text/javascript', text: program };
        if (path.startsWith('/samples/')) return join(root, path);
        const folder = { dist, test: here }[path.split('/')[1]];
        return folder && join(folder, path.split('/').slice(2).join('/'));
    };
    const result = await openPage(find, '/');
    assert.equal(result.problem, undefined);
    assert.deepEqual(result.full, expected);
    for (const name of namesFor(false)) assert.deepEqual(result.core[name], expected[name], name);
});
