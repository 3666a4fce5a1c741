// What the springs of an avatar cost in a page, in microseconds of an update: three-vrm's, those of libvrm/three called
// in the same way, and the stage alone in the small module.
//
// usage: node bindings/web/bench/three-springs.mjs [--maker FILE] [--runs N] [--node]
//   --maker  vrm-maker, which makes the avatar (build/release/vrm-maker)
//   --runs   pages for each side, which take turns (5)
//   --node   in Node.js, and not in Chromium
//
// The avatar is as large as those of VRoid Studio. Eight of it move in each page: the head turns, the scene goes to and
// fro. Pose and matrices are outside of the clock. A figure is the lower tenth of the frames of a page, and the table
// has the medians of the pages. Exits 1 where libvrm's springs are not ten times as fast.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, openPage } from '../test/page.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const LEAST = 10, AVATARS = 8, WARM_UP = 300, FRAMES = 600;
const modules = join(root, 'build/node/node_modules'), dist = join(root, 'build/web/package/dist');

/** Runs in a page and in Node alike: it has no names from outside. */
async function measure({ side, AVATARS, WARM_UP, FRAMES }, { THREE, GLTFLoader, plain, importAdapter }, bytes) {
    const pointers = [], { instantiate } = WebAssembly;
    let small;
    WebAssembly.instantiate = async (...list) => { // to call the stage alone
        const made = await instantiate(...list);
        if (!made.exports?.vrm_web_rig_create) return made;
        small = made.exports;
        return { exports: { ...small, vrm_web_rig_create: (...words) => { pointers.push(small.vrm_web_rig_create(...words)); return pointers.at(-1); } } };
    };
    const { VRMLoaderPlugin } = side === 'three-vrm' ? plain : await importAdapter();
    const vrms = [], scene = new THREE.Scene();
    for (let i = 0; i < AVATARS; ++i) {
        const loader = new GLTFLoader();
        loader.register((parser) => ({
            name: 'WHITE',
            async loadTexture(index) {
                const texture = new THREE.DataTexture(new Uint8Array(4).fill(255), 1, 1);
                parser.associations.set(texture, { textures: index });
                return texture;
            },
        }));
        loader.register((parser) => new VRMLoaderPlugin(parser));
        vrms.push((await loader.parseAsync(bytes.slice(0), '')).userData.vrm);
        scene.add(vrms[i].scene);
    }
    const pose = (k) => {
        for (const vrm of vrms) {
            vrm.humanoid.getNormalizedBoneNode('head').rotation.set(0.15 * Math.sin(k * 0.07), 0.25 * Math.sin(k * 0.1), 0);
            vrm.scene.position.x = 0.3 * Math.sin(k * 0.05);
            vrm.humanoid.update();
        }
        scene.updateMatrixWorld();
        if (side === 'stage') for (const one of pointers) small.vrm_avatar_update_pose(one);
    };
    const step = side === 'stage' ? () => { for (const one of pointers) small.vrm_avatar_update_springs(one, 1 / 60); }
        : () => { for (const { springBoneManager } of vrms) springBoneManager.update(1 / 60); };
    const times = [];
    for (let k = 0; k < WARM_UP + FRAMES; ++k) {
        pose(k);
        const start = performance.now();
        step();
        if (k >= WARM_UP) times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    return { microseconds: times[times.length / 10] * 1000 / AVATARS, joints: vrms[0].springBoneManager.joints.size, isAccelerated: vrms.every((vrm) => vrm.isAccelerated === true) };
}

const imports = {
    three: '/modules/three/build/three.module.js', 'three/': '/modules/three/', '@pixiv/three-vrm': '/modules/@pixiv/three-vrm/lib/three-vrm.module.js', 'libvrm/three': '/dist/three.js',
};
const program = (settings) => `
    import * as THREE from 'three'; import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'; import * as plain from '@pixiv/three-vrm';
    const answer = (value) => fetch('/result', { method: 'POST', body: JSON.stringify(value) });
    const bytes = await (await fetch('/avatar.vrm')).arrayBuffer();
    ${measure}
    measure(${JSON.stringify(settings)}, { THREE, GLTFLoader, plain, importAdapter: () => import('libvrm/three') }, bytes)
        .then(answer, (error) => answer({ problem: error.stack }));`;

// Isolated pages have a clock that tells 5 µs.
const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

function inChromium(settings, file) {
    const find = (path) => {
        if (path === '/') return { type: 'text/html', text: `<!doctype html><script type=importmap>${JSON.stringify({ imports })}</script><script type=module src=/page.js></script>` };
        if (path === '/page.js') return { type: 'text/javascript', text: program(settings) };
        if (path === '/avatar.vrm') return file;
        if (path.startsWith('/modules/')) return join(modules, path.slice('/modules/'.length));
        return path.startsWith('/dist/') ? join(dist, path.slice('/dist/'.length)) : undefined;
    };
    return openPage(find, '/', headers);
}

async function inNode(settings, file) {
    globalThis.self ??= globalThis;
    globalThis.ProgressEvent ??= class extends Event {};
    const load = (path) => import(pathToFileURL(path));
    const libraries = {
        THREE: await load(join(modules, 'three/build/three.module.js')), GLTFLoader: (await load(join(modules, 'three/examples/jsm/loaders/GLTFLoader.js'))).GLTFLoader,
        plain: await load(join(modules, '@pixiv/three-vrm/lib/three-vrm.module.js')), importAdapter: () => load(join(dist, 'three.js')),
    };
    return measure(settings, libraries, Uint8Array.from(readFileSync(file)).buffer);
}

const words = process.argv.slice(2), option = (name, value) => (words.includes(name) ? words[words.indexOf(name) + 1] : value);
const settingsOf = (side) => ({ side, AVATARS, WARM_UP, FRAMES });
if (words[0] === '--one') {
    console.log(JSON.stringify(await inNode(settingsOf(words[1]), words[2])));
    process.exit(0);
}
const isNode = words.includes('--node');
if (!isNode && !chromium) throw new Error('there is no Chromium; --node measures in Node.js');
if (!existsSync(join(dist, 'three.js'))) throw new Error('build/web/package is missing. Make it: bindings/web/build && node bindings/web/make.mjs');
const folder = mkdtempSync(join(tmpdir(), 'libvrm-springs-')), file = join(folder, 'vroid.vrm');
execFileSync(option('--maker', join(root, 'build/release/vrm-maker')), ['vroid', '-o', file]);
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const found = { 'three-vrm': [], adapter: [], stage: [] };
for (let run = 0; run < Number(option('--runs', 5)); ++run) {
    for (const side in found) {
        const one = isNode ? JSON.parse(spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--one', side, file], { encoding: 'utf8' }).stdout.trim().split('\n').at(-1))
            : await inChromium(settingsOf(side), file);
        if (one.problem) throw new Error(one.problem);
        if ((side === 'three-vrm') === one.isAccelerated) throw new Error(`${side}: another library moves the avatars`);
        found[side].push(one.microseconds);
    }
}
rmSync(folder, { recursive: true });
const [theirs, ours, stage] = Object.values(found).map(median);
console.log(`| VRoid-sized, ${isNode ? 'Node.js' : 'Chromium'} | µs | to three-vrm |\n|---|---|---|`);
for (const [name, value] of [['springBoneManager.update of three-vrm', theirs], ['of libvrm/three, which reads all nodes and shows the joints', ours], ['the stage of springs in its module', stage]]) {
    console.log(`| ${name} | ${value.toFixed(1)} | ${(theirs / value).toFixed(1)} × |`);
}
if (theirs / stage < LEAST) {
    console.error(`three-springs.mjs: springs are not ${LEAST} × as fast`);
    process.exitCode = 1;
}
