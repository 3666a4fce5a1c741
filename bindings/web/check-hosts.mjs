// Runs the package in what people run it in, other than bundlers (check-bundlers.mjs) and a plain page (the tests).
//
// usage: node bindings/web/check-hosts.mjs [NAME…]
//   NAME   node, vitest, vite, next, firefox, fiber or babylon; all unless some are named
//
//   node      Node 20, 22, 24 and 26, by import and by require: the same bits in each
//   vitest    a test that loads an avatar
//   vite      Vite 5, 6 and 7, build and development: check-bundlers.mjs has Vite 8
//   next      `next build`: a page that is rendered when it is built, and runs in Chromium then
//   firefox   one run: bits, worker, renderer, three
//   fiber     the recipe for react-three-fiber, in Chromium
//   babylon   the sketch for Babylon.js, in Chromium
//
// What is needed of npm is installed into build/web/hosts, which has 1.4 GB then. A host that is not there, such as
// Firefox, is left out, and that is said.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, firefox, openPage, startFirefox, webgl } from './test/page.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const place = join(root, 'build/web/hosts');
const require = createRequire(join(root, 'build/node/package.json'));

const NODES = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };
const VITES = { 5: '5.4.21', 6: '6.4.6', 7: '7.3.8' };
const PACKAGES = {
    '@babylonjs/core': '9.31.0', '@babylonjs/loaders': '9.28.0', '@pixiv/three-vrm': '3.5.5', '@react-three/fiber': '9.8.2',
    next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1', three: '0.180.0', vitest: '5.1.0',
    ...Object.fromEntries(Object.entries(NODES).map(([major, version]) => [`node${major}`, version])),
    ...Object.fromEntries(Object.entries(VITES).map(([major, version]) => [`vite${major}`, version])),
};

/** Installs what is missing, and a copy of the package, as npm makes it. */
function install() {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }\n');
    const has = ([name, version]) => {
        const file = join(place, 'node_modules', name, 'package.json');
        return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
    };
    const nameOf = ([name, version]) => {
        if (/^node\d/.test(name)) return `${name}@npm:node-${platform()}-${arch()}@${version}`;
        return /^vite\d/.test(name) ? `${name}@npm:vite@${version}` : `${name}@${version}`;
    };
    if (!Object.entries(PACKAGES).every(has)) {
        // With all of them, because npm takes away what is named nowhere.
        const run = spawnSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...Object.entries(PACKAGES).map(nameOf)],
            { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
        if (run.status !== 0) throw new Error('npm could not install what is needed');
    }
    rmSync(join(place, 'node_modules/libvrm'), { recursive: true, force: true });
    cpSync(join(root, 'build/web/package'), join(place, 'node_modules/libvrm'), { recursive: true });
}

/** Writes the files of a host, and returns its folder. */
function write(name, files) {
    const folder = join(place, name);
    rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
    }
    return folder;
}

function run(program, words, folder, variables = {}) {
    const result = spawnSync(program, words, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...variables } });
    if (result.status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${result.status}:\n${result.stdout}\n${result.stderr}`.slice(0, 4000));
    return result.stdout;
}

/** What a host does with an avatar: a second of motion, as bytes. */
const live = `function live(model) {
    const avatar = model.createAvatar();
    avatar.setExpression('happy', 0.5);
    for (let i = 0; i < 60; ++i) {
        avatar.setRoot([Math.fround(i / 64), 0, 0, 0, 0, 0, 1, 1, 1, 1]);
        avatar.lookAt(i / 8, 1, 2);
        avatar.update(1 / 60);
    }
    return avatar.save();
}`;
const sample = join(root, 'samples/character-1.0.vrm');
const inNode = `import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const file = new Uint8Array(readFileSync(${JSON.stringify(sample)}));
${live}`;

function mustBe(value, expected, what) {
    if (JSON.stringify(value) !== JSON.stringify(expected)) throw new Error(`${what}: ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`);
}

/** Serves a folder and the samples, and opens a page of it. */
function open(folder, address, { flags = webgl, start, headers } = {}) {
    const find = (path) => {
        if (path.startsWith('/samples/')) return join(root, path);
        if (path.startsWith('/modules/')) return join(place, 'node_modules', path.slice('/modules/'.length));
        return join(folder, extname(path) || path === '/result' ? path : join(path, 'index.html'));
    };
    return openPage(find, address, headers, undefined, flags, start);
}

const post = `const post = (value) => fetch('/result', { method: 'POST', body: JSON.stringify(value) });
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const hash = async (bytes) => hex(await crypto.subtle.digest('SHA-256', bytes));
/** How much of a canvas is not one colour: asked right after it was drawn. */
function covered(canvas) {
    const paper = Object.assign(document.createElement('canvas'), { width: 64, height: 64 }).getContext('2d');
    paper.drawImage(canvas, 0, 0, 64, 64);
    const { data } = paper.getImageData(0, 0, 64, 64);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if ([0, 1, 2, 3].some((c) => Math.abs(data[i + c] - data[c]) > 8)) ++count;
    return count / 4096;
}`;

/** A figure that stands in the middle of a picture, and not all of it. */
function mustShow(part, what) {
    if (!(part > 0.02 && part < 0.8)) throw new Error(`${what}: ${part} of the picture is covered`);
}

let expected; // the bits of this Node, which all others must have

async function bitsOfNode() {
    const folder = write('bits', { 'bits.mjs': `${inNode}\nimport { loadModel } from 'libvrm';\nconsole.log(hash(live(await loadModel(file))));` });
    return run(process.execPath, ['bits.mjs'], folder).trim();
}

const HOSTS = {
    async node() {
        const folder = write('node', {
            'import.mjs': `${inNode}
                const bits = [];
                for (const name of ['libvrm', 'libvrm/wasm', 'libvrm/full']) bits.push(hash(live(await (await import(name)).loadModel(file))));
                const { check, load } = await import('libvrm/full');
                console.log(JSON.stringify({ bits, found: check(await load(), file).length, three: typeof (await import('libvrm/three')).VRMLoaderPlugin }));`,
            'require.cjs': `const { loadModel } = require('libvrm');
                loadModel(require('node:fs').readFileSync(${JSON.stringify(sample)})).then((model) => console.log(model.name));`,
        });
        const done = [];
        for (const major of Object.keys(NODES)) {
            const program = join(place, `node_modules/node${major}/bin/node`);
            const result = JSON.parse(run(program, ['import.mjs'], folder));
            mustBe(result.bits, [expected, expected, expected], `bits of Node ${major}`);
            mustBe(result.three, 'function', 'libvrm/three');
            run(program, ['--no-warnings', 'require.cjs'], folder);
            done.push(run(program, ['--version'], folder).trim());
        }
        return `${done.join(', ')}: the same bits`;
    },

    async vitest() {
        const folder = write('vitest', {
            'avatar.test.js': `${inNode}
                import { expect, test } from 'vitest';
                import { loadModel } from 'libvrm';
                import * as separate from 'libvrm/wasm';
                import { VRMLoaderPlugin } from 'libvrm/three';
                test('an avatar lives', async () => {
                    expect(hash(live(await loadModel(file)))).toBe('${expected}');
                    expect(hash(live(await separate.loadModel(file)))).toBe('${expected}');
                    expect(typeof VRMLoaderPlugin).toBe('function');
                });`,
        });
        run(process.execPath, [join(place, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder], folder);
        return `${PACKAGES.vitest}: the same bits`;
    },

    async vite() {
        const done = [];
        for (const [major, version] of Object.entries(VITES)) {
            run(process.execPath, [join(here, 'check-bundlers.mjs'), 'vite', 'vite-dev'], root, { VRM_VITE: join(place, `node_modules/vite${major}`) });
            done.push(version);
        }
        return `${done.join(', ')}: build and development`;
    },

    async next() {
        const files = {
            'package.json': '{ "private": true }\n',
            'next.config.mjs': "export default { output: 'export', turbopack: { root: import.meta.dirname + '/../..' } };\n",
            'app/layout.jsx': 'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }\n',
            'app/page.jsx': `import { readFile } from 'node:fs/promises';
                import { peekModel } from 'libvrm';
                import Shown from './shown.jsx';
                export default async function Page() {
                    const model = await peekModel(await readFile(${JSON.stringify(sample)}));
                    return <main><h1>{model.name}, {model.tables.springs.length} springs</h1><Shown /></main>;
                }\n`,
            'app/shown.jsx': `'use client';
                import { useEffect } from 'react';
                import { loadModel } from 'libvrm';
                import { loadModel as loadBeside } from 'libvrm/wasm';
                import { compileInWorker } from 'libvrm/worker';
                import { VRMLoaderPlugin } from 'libvrm/three';
                ${post}
                ${live}
                async function run() {
                    const file = new Uint8Array(await (await fetch('/samples/character-1.0.vrm')).arrayBuffer());
                    const { problem: worker } = await compileInWorker({ file });
                    const bits = [await hash(live(await loadModel(file))), await hash(live(await loadBeside(file)))];
                    return { bits, worker, three: typeof VRMLoaderPlugin, title: document.querySelector('h1').textContent };
                }
                export default function Shown() {
                    useEffect(() => { run().then(post, (error) => post({ problem: String(error), code: error.code })); }, []);
                    return <canvas />;
                }\n`,
        };
        for (const bundler of ['turbopack', 'webpack']) {
            const folder = write(`next-${bundler}`, files);
            run(process.execPath, [join(place, 'node_modules/next/dist/bin/next'), 'build', `--${bundler}`], folder, { NEXT_TELEMETRY_DISABLED: '1', CI: '1' });
            const html = readFileSync(join(folder, 'out/index.html'), 'utf8');
            if (!/ springs<\/h1>|springs/.test(html)) throw new Error('the page was not rendered when it was built');
            const result = await open(join(folder, 'out'), '/');
            mustBe([result.problem, result.bits, result.worker, result.three], [undefined, [expected, expected], '', 'function'], bundler);
            if (!/\d+ springs/.test(result.title)) throw new Error(result.title);
        }
        return `${PACKAGES.next}, Turbopack and webpack: rendered when it is built, and runs in Chromium`;
    },

    async firefox() {
        if (!firefox) return 'skip: there is no Firefox';
        const modules = {
            three: '/modules/three/build/three.module.js', 'three/': '/modules/three/', '@pixiv/three-vrm': '/modules/@pixiv/three-vrm/lib/three-vrm.module.js',
            libvrm: '/modules/libvrm/dist/index.js', 'libvrm/': '/modules/libvrm/dist/',
        };
        const folder = write('firefox', {
            'index.html': `<!doctype html><meta charset=utf-8><script type=importmap>${JSON.stringify({ imports: modules })}</script><script type=module src=/page.js></script>`,
            'page.js': `import { loadModel } from 'libvrm';
import { loadModel as loadBeside } from 'libvrm/wasm.js';
import { compileInWorker } from 'libvrm/worker.js';
import { createRenderer } from 'libvrm/render.js';
import { VRMLoaderPlugin } from 'libvrm/three.js';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
${post}
${live}
const canvas = () => Object.assign(document.createElement('canvas'), { width: 256, height: 256 });
async function draw(file) {
    const on = canvas(), renderer = await createRenderer(on, { context: { preserveDrawingBuffer: true } });
    const model = renderer.runtime.loadModel(file), meshes = await renderer.add(model), avatar = model.createAvatar();
    avatar.relax();
    avatar.update(0);
    renderer.clear(1, 1, 1, 1);
    renderer.draw({ eye: [0, 0.8, 5], target: [0, 0.8, 0] }, [[meshes, avatar]]);
    return { part: covered(on), error: renderer.gl.getError(), problem: renderer.problem };
}
async function drawThree() {
    const on = canvas(), loader = new GLTFLoader(), scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(25, 1, 0.1, 20);
    const renderer = new THREE.WebGLRenderer({ canvas: on, preserveDrawingBuffer: true });
    loader.register((parser) => new VRMLoaderPlugin(parser));
    const { vrm } = (await loader.loadAsync('/samples/character-1.0.vrm')).userData;
    scene.add(vrm.scene, new THREE.AmbientLight(0xffffff, 3));
    camera.position.set(0, 0.8, 5);
    for (let i = 0; i < 5; ++i) vrm.update(1 / 60);
    renderer.render(scene, camera);
    return { part: covered(on), isMoved: vrm.isAccelerated };
}
async function run() {
    const file = new Uint8Array(await (await fetch('/samples/character-1.0.vrm')).arrayBuffer());
    const { problem: worker } = await compileInWorker({ file, timeout: 60000 });
    const bits = [await hash(live(await loadModel(file))), await hash(live(await loadBeside(file)))];
    return { agent: navigator.userAgent, worker, bits, drawn: await draw(file), three: await drawThree() };
}
run().catch((error) => ({ problem: String(error), stack: error.stack })).then(post);`,
        });
        const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-HASH'; connect-src 'self' blob:; worker-src blob:; img-src blob:";
        const map = /<script type=importmap>(.*?)<\/script>/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))[1];
        const headers = { 'content-security-policy': policy.replace('HASH', createHash('sha256').update(map).digest('base64')) };
        const result = await open(folder, '/', { start: startFirefox, headers });
        mustBe([result.problem, result.bits, result.worker], [undefined, [expected, expected], ''], 'Firefox');
        mustBe([result.drawn.error, result.drawn.problem, result.three.isMoved], [0, '', true], 'Firefox');
        mustShow(result.drawn.part, 'libvrm/render');
        mustShow(result.three.part, 'libvrm/three');
        return `${/Firefox\/[\d.]+/.exec(result.agent)}: the same bits, a worker, the renderer and three, under a strict policy`;
    },

    async fiber() {
        const folder = write('fiber', {
            'index.html': '<!doctype html><meta charset=utf-8><style>#root { width: 256px; height: 256px }</style><div id=root></div><script type=module src=/page.js></script>',
            'avatar.jsx': readFileSync(join(here, 'recipes/fiber.jsx')),
            'main.jsx': `import { Canvas, useFrame, useThree } from '@react-three/fiber';
import { StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Avatar } from './avatar.jsx';
${post}
const shown = new Set();
const faces = { happy: 1 };
const ready = (avatar) => shown.add(avatar);
let frames = 0, before;
function Watch({ onOne }) {
    const { gl, camera } = useThree();
    useFrame(() => {
        if (shown.size < 2 || ++frames % 10 !== 0) return;
        const part = covered(gl.domElement);
        if (frames === 20) before = part;
        if (frames === 30) onOne();
        if (frames !== 60) return;
        const all = [...shown];
        post({ before, after: part, moved: all.map((one) => one.isAccelerated), happy: all.map((one) => one.expressionManager.getValue('happy')), same: all[0].scene === all[1].scene });
    });
    return null;
}
function Page() {
    const [count, setCount] = useState(2);
    return <Canvas gl={{ preserveDrawingBuffer: true }} camera={{ position: [0, 0.8, 4], fov: 30 }} onCreated={({ camera }) => camera.lookAt(0, 0.8, 0)}>
        <ambientLight intensity={3} />
        <Suspense fallback={null}>
            <Avatar url="/samples/character-1.0.vrm" position={[-0.5, 0, 0]} expressions={faces} onReady={ready} />
            {count > 1 && <Avatar url="/samples/character-1.0.vrm" position={[0.5, 0, 0]} onReady={ready} />}
        </Suspense>
        <Watch onOne={() => setCount(1)} />
    </Canvas>;
}
addEventListener('error', (event) => post({ problem: event.message }));
createRoot(document.getElementById('root')).render(<StrictMode><Page /></StrictMode>);`,
        });
        await require('esbuild').build({ absWorkingDir: folder, entryPoints: ['main.jsx'], bundle: true, format: 'esm', outfile: 'page.js', jsx: 'automatic', logLevel: 'error', define: { 'process.env.NODE_ENV': '"production"' } });
        const { problem, before, after, moved, happy, same } = await open(folder, '/');
        mustBe([problem, moved[0], happy, same], [undefined, true, [1, 0], false], 'react-three-fiber');
        mustShow(before, 'two avatars');
        mustShow(after, 'one avatar');
        if (!(after < 0.75 * before)) throw new Error(`one avatar covers ${after}, two ${before}`);
        return `${PACKAGES['@react-three/fiber']}: two avatars of one file, one taken away`;
    },

    async babylon() {
        const folder = write('babylon', {
            'index.html': '<!doctype html><meta charset=utf-8><canvas width=256 height=256></canvas><script type=module src=/page.js></script>',
            'avatar.mjs': readFileSync(join(here, 'recipes/babylon.mjs')),
            'main.mjs': `import { Engine } from '@babylonjs/core/Engines/engine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { loadAvatar } from './avatar.mjs';
${post}
async function run() {
    const canvas = document.querySelector('canvas'), engine = new Engine(canvas, true, { preserveDrawingBuffer: true });
    const scene = new Scene(engine);
    const { avatar, model, byNode, dispose } = await loadAvatar(scene, '/samples/character-1.0.vrm');
    const camera = new FreeCamera('camera', new Vector3(0, 0.8, 4), scene);
    camera.setTarget(new Vector3(0, 0.8, 0));
    camera.fov = 0.5;
    camera.minZ = 0.1;
    new HemisphericLight('light', new Vector3(0, 1, 1), scene);
    await scene.whenReadyAsync();
    const hand = byNode.get(model.boneNode('leftHand'))[0];
    const look = (frames) => {
        for (let i = 0; i < frames; ++i) scene.render();
        const { x, y, z } = hand.getAbsolutePosition();
        return { part: covered(canvas), hand: [x, y, z], ours: avatar.bonePosition('leftHand') };
    };
    const straight = look(3);
    avatar.relax();
    avatar.setExpression('happy', 1);
    const relaxed = look(3);
    const smile = Math.max(0, ...avatar.frame.morphWeights);
    const shown = Math.max(0, ...scene.meshes.flatMap(({ morphTargetManager: all }) => (all ? Array.from({ length: all.numTargets }, (_, k) => all.getTarget(k).influence) : [])));
    dispose();
    scene.render();
    return { straight, relaxed, smile, shown, after: covered(canvas) };
}
run().catch((error) => ({ problem: String(error), stack: error.stack })).then(post);`,
        });
        await require('esbuild').build({ absWorkingDir: folder, entryPoints: ['main.mjs'], bundle: true, splitting: true, format: 'esm', outdir: 'made', entryNames: 'page', logLevel: 'error' });
        cpSync(join(folder, 'made'), folder, { recursive: true });
        const { problem, straight, relaxed, smile, shown, after } = await open(folder, '/');
        mustBe(problem, undefined, 'Babylon.js');
        for (const { part, hand, ours } of [straight, relaxed]) {
            mustShow(part, 'Babylon.js');
            if (hand.some((value, i) => Math.abs(value - ours[i]) > 1e-4)) throw new Error(`the hand is at ${hand}, not ${ours}`);
        }
        if (!(straight.hand[1] - relaxed.hand[1] > 0.2)) throw new Error('the arm was not lowered');
        mustBe([smile > 0.5, Math.abs(smile - shown) < 1e-6, after], [true, true, 0], `a smile of ${smile}, shown ${shown}`);
        return `${PACKAGES['@babylonjs/core']}: an avatar of 1.0 moves, smiles and goes`;
    },
};

const wanted = process.argv.slice(2);
for (const name of wanted.filter((one) => !(one in HOSTS))) {
    console.error(`check-hosts.mjs: there is no host ${name}; there are ${Object.keys(HOSTS).join(', ')}`);
    process.exit(2);
}
if (!chromium || !existsSync(join(root, 'build/web/package'))) {
    console.error(`check-hosts.mjs: there is no ${chromium ? 'package. bindings/web/build and bindings/web/make.mjs make it.' : 'Chromium'}`);
    process.exit(2);
}
install();
expected = await bitsOfNode();
let bad = 0;
for (const [name, check] of Object.entries(HOSTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    try {
        console.log(`${name}: ${await check()}`);
    } catch (error) {
        ++bad;
        console.log(`${name}: FAILED\n${error.message}`);
    }
}
process.exit(bad > 0 ? 1 : 0);
