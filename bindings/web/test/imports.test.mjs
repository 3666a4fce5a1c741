// How the package is imported: the separate module, server-side rendering, names of functions [WB-001, WB-002]
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as inlined from 'libvrm';
import * as separate from 'libvrm/wasm';
import { root, sample } from './data.mjs';

const file = (name) => fileURLToPath(import.meta.resolve(`libvrm/${name}`));

test('the module inside is the module beside', async () => {
    using a = await inlined.loadModel(sample('character-1.0.vrm'));
    using b = await separate.loadModel(sample('character-1.0.vrm'));
    assert.deepEqual(a.tables, b.tables);
    const exports = (module) => WebAssembly.Module.exports(module).map(({ name }) => name);
    assert.deepEqual(exports(a.runtime.module), exports(await WebAssembly.compile(readFileSync(file('core.wasm')))));
    assert.deepEqual(Object.keys(separate).sort(), Object.keys(inlined).sort());
});

test('a module that is fetched has the right hash, or is refused', async () => {
    const bytes = readFileSync(file('core.wasm'));
    const server = createServer((request, response) => {
        const body = request.url === '/core.wasm' ? bytes : Buffer.concat([bytes, Buffer.from([0, 1, 0])]);
        response.writeHead(200, { 'content-type': 'application/wasm' }).end(body);
    }).listen(0);
    const address = `http://127.0.0.1:${server.address().port}`;
    try {
        const runtime = await separate.createRuntime({ wasm: `${address}/core.wasm` });
        assert.equal(runtime.version, (await inlined.load()).version);
        await assert.rejects(separate.createRuntime({ wasm: new URL(`${address}/other.wasm`) }), { code: 'wasm-not-found' });
        const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
        await separate.createRuntime({ wasm: `${address}/core.wasm`, integrity });
    } finally {
        server.close();
    }
});

test('an import touches nothing that a server lacks', () => {
    const program = `
        for (const name of ['fetch', 'WebAssembly', 'Response', 'Blob', 'DecompressionStream', 'FinalizationRegistry', 'TextDecoder', 'atob', 'navigator'])
            Object.defineProperty(globalThis, name, { get() { throw new Error(name + ' was touched'); }, configurable: true });
        for (const name of ['libvrm', 'libvrm/full', 'libvrm/edit', 'libvrm/gltf', 'libvrm/wasm', 'libvrm/worker', 'libvrm/render']) await import(name);`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' });
    assert.equal(run.stderr, '');
    assert.equal(run.status, 0);
});

test('require gives the same, where Node can', { skip: !process.features.require_module && 'this Node cannot require modules' }, () => {
    assert.equal(createRequire(import.meta.url)('libvrm').VrmError, inlined.VrmError);
});

test('every function that the sources call is exported by a module', () => {
    const exports = (name) => new Set(WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(file(name)))).map((one) => one.name));
    const called = (folder) => readdirSync(join(root, 'bindings/web/src', folder)).filter((name) => name.endsWith('.ts'))
        .flatMap((name) => [...readFileSync(join(root, 'bindings/web/src', folder, name), 'utf8').matchAll(/exports\.(\w+)/g)])
        .map(([, name]) => name).filter((name) => /^vrm_/.test(name));
    const core = exports('core.wasm');
    const full = exports('full.wasm');
    assert.ok(called('core').length > 80);
    assert.deepEqual(called('core').filter((name) => !core.has(name)), []);
    assert.deepEqual(called('full').filter((name) => !full.has(name)), []);
    assert.deepEqual([...core].filter((name) => !full.has(name)), []);
    const edit = exports('edit.wasm');
    assert.deepEqual(called('edit').filter((name) => !edit.has(name)), []);
    assert.deepEqual([...full].filter((name) => !edit.has(name)), []);
    assert.ok(![...full].some((name) => /^vrm_(edit|make|optimize)/.test(name)), 'only those who edit load what edits');
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file('core.wasm')))), []);
    const lengths = [...edit].filter((name) => typeof instance.exports[name] === 'function').map((name) => inlinedLength(name));
    assert.ok(Math.max(...lengths) <= 8, 'guarded functions pass eight arguments on');
});

const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file('edit.wasm'))), {});
function inlinedLength(name) {
    return instance.exports[name].length ?? 0;
}

test('without the npm packages, the programs that make the package say what to install', () => {
    const clone = mkdtempSync(join(tmpdir(), 'libvrm-clone-'));
    try {
        for (const name of ['bindings/web/make.mjs', 'bindings/web/make-page.mjs', 'bindings/web/packages.mjs', 'bindings/web/package.json', '.ci/setup']) cpSync(join(root, name), join(clone, name));
        const lines = { 'make.mjs': /npm install --prefix build\/node esbuild@[\d.]+ typescript@[\d.]+ three@[\d.]+ @types\/three@[\d.]+ @pixiv\/three-vrm@[\d.]+\n/, 'make-page.mjs': /npm install --prefix build\/node esbuild@[\d.]+\n/ };
        for (const [name, expected] of Object.entries(lines)) {
            const { status, stderr } = spawnSync(process.execPath, [join(clone, 'bindings/web', name)], { encoding: 'utf8' });
            assert.equal(status, 1);
            assert.match(stderr, expected);
            assert.doesNotMatch(stderr, /\n +at /);
        }
    } finally {
        rmSync(clone, { recursive: true });
    }
});
