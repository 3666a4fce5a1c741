// The package in a browser: plain modules, a strict policy, the worker, and the same bits as in Node [WB-015, WB-016, WB-017]
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadModel } from 'libvrm';
import { dialects, files, root, sample } from './data.mjs';
import { chromium, openPage, webgl } from './page.mjs';

const dist = fileURLToPath(new URL('.', import.meta.resolve('libvrm')));
// Real avatars, where VRM_CORPUS names a folder of them; the largest would take minutes here.
const corpus = files(process.env.VRM_CORPUS).filter((path) => /\.(vrm|glb)$/i.test(path) && statSync(path).size < 40e6);
const skip = !chromium && 'there is no Chromium';

/** What the page and Node both do: a second of an avatar that moves, looks and smiles. */
const live = `function live(model) {
    const avatar = model.createAvatar();
    avatar.setExpression('happy', 0.5);
    for (let i = 0; i < 60; ++i) {
        avatar.setRoot([Math.fround(i / 64), 0, 0, 0, 0, 0, 1, 1, 1, 1]);
        avatar.lookAt(i / 8, 1, 2);
        avatar.update(1 / 60);
    }
    const bytes = [avatar.frame.world, avatar.frame.local, avatar.frame.morphWeights, avatar.frame.materials].map((view) => new Uint8Array(view.slice().buffer));
    bytes.push(avatar.save());
    avatar.dispose();
    return bytes;
}`;

const program = (body) => ({ type: 'text/javascript', text: `${live}
    const post = (value) => fetch('/result', { method: 'POST', body: JSON.stringify(value) });
    const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const hash = async (parts) => hex(await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer()));
    const refused = [];
    addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective));
    try { await (async () => { ${body} })(); } catch (error) { await post({ problem: String(error), code: error.code, remedy: error.remedy, stack: error.stack }); }` });

/** Opens a page whose script is a program, which finds the package beside it as any server would give it. */
function run(body, policy) {
    const page = { type: 'text/html', text: '<!doctype html><meta charset=utf-8><script type=module src=/page.js></script>' };
    const find = (path) => {
        if (path === '/') return page;
        if (path === '/page.js') return program(body);
        if (path.startsWith('/samples/')) return join(root, path);
        if (path.startsWith('/corpus/')) return corpus[+path.slice('/corpus/'.length)];
        return path.startsWith('/dist/') ? join(dist, path.slice('/dist/'.length)) : undefined;
    };
    return openPage(find, '/', policy ? { 'content-security-policy': policy } : {}, undefined, webgl);
}

const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

async function hashOfNode(bytes) {
    const run = new Function(`${live} return live;`)();
    using model = await loadModel(bytes);
    const all = createHash('sha256');
    for (const part of run(model)) all.update(part);
    return all.digest('hex');
}

async function hashesOfNode() {
    const out = {};
    for (const name of Object.keys(dialects)) out[name] = await hashOfNode(sample(`character-${name}.vrm`));
    return out;
}

for (const file of ['index.js', 'wasm.js']) {
    test(`${file}: plain modules under a strict policy, the same bits as in Node`, { skip }, async () => {
        const result = await run(`
            const { loadModel } = await import('/dist/${file}');
            const hashes = {};
            for (const name of ${JSON.stringify(Object.keys(dialects))}) {
                const model = await loadModel('/samples/character-' + name + '.vrm');
                hashes[name] = await hash(live(model));
                model.dispose();
            }
            await post({ hashes, refused });`, strict);
        assert.equal(result.problem, undefined, JSON.stringify(result));
        assert.deepEqual(result.hashes, await hashesOfNode());
        assert.deepEqual(result.refused, []);
    });
}

test('a policy that forbids WebAssembly is said in words', { skip }, async () => {
    const result = await run("const { load } = await import('/dist/index.js'); await load();", "default-src 'none'; script-src 'self'; connect-src 'self'");
    assert.equal(result.code, 'wasm-blocked');
    assert.match(result.remedy, /wasm-unsafe-eval/);
});

const withWorker = `
    const { load } = await import('/dist/index.js');
    const { compileInWorker } = await import('/dist/worker.js');
    const file = new Uint8Array(await (await fetch('/samples/character-1.0.vrm')).arrayBuffer());
    const { module, problem } = await compileInWorker({ file });
    const runtime = await load({ wasm: module });
    const start = performance.now();
    const model = runtime.peekModel(file);
    const avatar = model.createAvatar();
    avatar.update(1 / 60);
    const blocked = performance.now() - start;
    const again = performance.now();
    const second = model.createAvatar();
    second.update(1 / 60);
    await post({ why: problem, blocked, second: performance.now() - again, hash: await hash(live(model)) });`;

test('a worker compiles the module', { skip }, async () => {
    const result = await run(withWorker, `${strict}; worker-src blob:`);
    assert.equal(result.problem, undefined, JSON.stringify(result));
    assert.equal(result.why, '');
    assert.equal(result.hash, (await hashesOfNode())['1.0']);
    console.log(`first avatar ${result.blocked.toFixed(1)} ms of the page, second ${result.second.toFixed(1)} ms`);
});

test('a worker of the page\'s own compiles the module under a policy without blob:', { skip }, async () => {
    const own = withWorker.replace('{ file }', "{ file, worker: new Worker('/dist/worker-thread.js', { type: 'module' }) }");
    const result = await run(own, `${strict}; worker-src 'self'`);
    assert.equal(result.problem, undefined, JSON.stringify(result));
    assert.equal(result.why, '');
    assert.equal(result.hash, (await hashesOfNode())['1.0']);
});

test('where a page allows no worker, it compiles the module itself', { skip }, async () => {
    const result = await run(withWorker, strict);
    assert.equal(result.problem, undefined, JSON.stringify(result));
    assert.notEqual(result.why, '');
    assert.equal(result.hash, (await hashesOfNode())['1.0']);
});

test('a trap ends one instance of a page, and the next load makes another', { skip }, async () => {
    const result = await run(`
        const { load, loadModel } = await import('/dist/index.js');
        const first = await loadModel('/samples/character-1.0.vrm');
        let code;
        try { first.runtime.exports.vrm_web_trap(); } catch (error) { code = error.code; }
        const second = await loadModel('/samples/character-1.0.vrm');
        await post({ code, isDead: first.runtime.isDead, hash: await hash(live(second)) });`);
    assert.deepEqual(result, { code: 'wasm-trap', isDead: true, hash: (await hashesOfNode())['1.0'] });
});

test('the renderer draws an avatar on a canvas', { skip }, async () => {
    const result = await run(`
        const { createRenderer } = await import('/dist/render.js');
        const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 300 });
        const renderer = await createRenderer(canvas, { context: { preserveDrawingBuffer: true } });
        const { runtime, gl } = renderer;
        const model = runtime.loadModel(new Uint8Array(await (await fetch('/samples/character-1.0.vrm')).arrayBuffer()));
        const meshes = await renderer.add(model);
        const avatar = model.createAvatar();
        avatar.relax();
        const view = { eye: [0, 0.9, 4], target: [0, 0.8, 0], light: { sky: [0.3, 0.3, 0.3], ground: [0.2, 0.2, 0.2] } };
        const look = () => {
            avatar.update(1 / 60);
            renderer.clear(0, 0, 0, 0);
            renderer.draw(view, [[meshes, avatar]]);
            const pixels = new Uint8Array(200 * 300 * 4);
            gl.readPixels(0, 0, 200, 300, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            let covered = 0;
            const colors = new Set();
            for (let i = 0; i < pixels.length; i += 4) {
                if (pixels[i + 3] > 0) { ++covered; colors.add((pixels[i] >> 4) * 256 + (pixels[i + 1] >> 4) * 16 + (pixels[i + 2] >> 4)); }
            }
            return { covered, colors: colors.size };
        };
        const one = look();
        avatar.setRoot([100, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
        const none = look();
        const { images } = meshes;
        const error = gl.getError();
        const { problem } = renderer;
        renderer.dispose();
        await post({ one, none, images, error, said: problem, isDisposed: renderer.isDisposed });`);
    assert.equal(result.problem, undefined, JSON.stringify(result));
    assert.equal(result.said, '');
    assert.equal(result.error, 0);
    assert.ok(result.images.length > 0 && result.images.every((state) => state === 'good'), result.images.join(' '));
    // A figure of 1.5 m, 4 m away, in a picture of 60,000 pixels; skin, hair, clothes and shades.
    assert.ok(result.one.covered > 3000 && result.one.covered < 30000, JSON.stringify(result.one));
    assert.ok(result.one.colors > 12, JSON.stringify(result.one));
    assert.equal(result.none.covered, 0);
    assert.equal(result.isDisposed, true);
});

test('real avatars have the same bits in Chromium and in Node', { skip: skip || (corpus.length === 0 && 'VRM_CORPUS names no folder') }, async () => {
    const { hashes, problem } = await run(`
        const { loadModel } = await import('/dist/index.js');
        const hashes = [];
        for (let i = 0; i < ${corpus.length}; ++i) {
            try {
                const model = await loadModel('/corpus/' + i);
                hashes.push(await hash(live(model)));
                model.dispose();
            } catch (error) {
                hashes.push(error.code);
            }
        }
        await post({ hashes });`);
    assert.equal(problem, undefined);
    for (const [i, path] of corpus.entries()) {
        assert.equal(hashes[i], await hashOfNode(readFileSync(path)).catch((error) => error.code), path);
    }
    console.log(`${hashes.filter((one) => /^[0-9a-f]{64}$/.test(one)).length} of ${corpus.length} files loaded, all alike`);
});
