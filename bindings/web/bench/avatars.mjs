// What avatars cost the processor in each frame: three-vrm, and three-vrm moved by libvrm.
//
// usage: node bindings/web/bench/avatars.mjs [--package FOLDER] [--maker FILE] [--corpus FOLDER] [--runs N] [CASE…]
//   --package  the built package, which finds three and @pixiv/three-vrm in node_modules (build/web/package)
//   --maker    vrm-maker, which makes the avatar that is as large as those of VRoid Studio (build/release/vrm-maker)
//   --corpus   a folder that has godette/Godette_vrm_v4.vrm; without it, Godette is left out
//   --runs     processes for each figure (9)
//   CASE       part of the name of a case (all)
//
// A frame is vrm.update, updateMatrixWorld of the scene, and update of all skeletons; every bone is posed, the
// eyes follow a target, and three expressions change. Drawing is not counted. libvrm computes the world matrices
// of meshes when they are read: the column "meshes read" has the ratio with that, as a renderer does it for each. Each figure comes from a process
// of its own, as code that ran before makes three-vrm up to four times as slow, and the two sides take turns.
// The table has the median of the processes' medians, and of their lower tenths.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SAMPLES = fileURLToPath(new URL('../../../samples', import.meta.url));

function options(words) {
    const out = { package: 'build/web/package', maker: 'build/release/vrm-maker', corpus: '', runs: '9', names: [] };
    for (let i = 0; i < words.length; ++i) {
        const name = words[i].slice(2);
        if (words[i].startsWith('--') && name in out && i + 1 < words.length) out[name] = words[++i];
        else if (words[i].startsWith('--')) throw new Error(`there is no option ${words[i]}`);
        else out.names.push(words[i]);
    }
    return out;
}

// --- One process ---

async function modulesOf(folder) {
    const require = createRequire(path.resolve(folder, 'package.json'));
    const load = name => import(pathToFileURL(require.resolve(name)));
    globalThis.self ??= globalThis; // GLTFLoader asks for them
    globalThis.ProgressEvent ??= class extends Event {};
    const THREE = await import(pathToFileURL(path.join(path.dirname(require.resolve('three')), 'three.module.js')));
    const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
    const vrmFolder = path.dirname(require.resolve('@pixiv/three-vrm'));
    const plain = await import(pathToFileURL(path.join(vrmFolder, 'three-vrm.module.js')));
    return { THREE, GLTFLoader, plain };
}

async function loaderOf({ THREE, GLTFLoader, plain }, side, folder) {
    const { VRMLoaderPlugin } = side === 'libvrm' ? await import(pathToFileURL(path.resolve(folder, 'dist/three.js'))) : plain;
    const loader = new GLTFLoader();
    loader.register(parser => ({ // no picture is decoded
        name: 'WHITE',
        async loadTexture(index) {
            const texture = new THREE.DataTexture(new Uint8Array(4).fill(255), 1, 1);
            parser.associations.set(texture, { textures: index });
            return texture;
        },
    }));
    loader.register(parser => new VRMLoaderPlugin(parser));
    return loader;
}

async function makeAvatars(modules, side, folder, file, count) {
    const { THREE, plain } = modules, scene = new THREE.Scene(), avatars = [];
    const bytes = fs.readFileSync(file), loader = await loaderOf(modules, side, folder);
    for (let i = 0; i < count; ++i) {
        const { vrm } = (await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '')).userData;
        if (side === 'libvrm' && !vrm.isAccelerated) throw new Error('libvrm does not move this avatar');
        const target = new THREE.Object3D(), skeletons = new Set();
        scene.add(vrm.scene, target);
        plain.VRMUtils.rotateVRM0(vrm);
        scene.updateMatrixWorld(true);
        vrm.springBoneManager?.reset();
        if (vrm.lookAt) vrm.lookAt.target = target;
        const meshes = [];
        vrm.scene.traverse(object => {
            if (object.isMesh) meshes.push(object);
            if (object.isSkinnedMesh) skeletons.add(object.skeleton);
        });
        const bones = Object.keys(vrm.humanoid.humanBones).map(name => vrm.humanoid.getNormalizedBoneNode(name));
        avatars.push({ vrm, target, skeletons, meshes, bones });
    }
    return { scene, avatars };
}

function pose(THREE, { vrm, target, bones }, k) {
    const angles = new THREE.Euler(), faces = vrm.expressionManager;
    bones.forEach((bone, i) => bone.quaternion.setFromEuler(angles.set(0.1 * Math.sin(k * 0.07 + i), 0.1 * Math.sin(k * 0.1 + i), 0)));
    vrm.scene.position.x = 0.3 * Math.sin(k * 0.05);
    target.position.set(Math.sin(k * 0.03), 1.4, 2);
    faces?.setValue('happy', 0.5 + 0.5 * Math.sin(k * 0.02));
    faces?.setValue('aa', 0.5 + 0.5 * Math.sin(k * 0.2));
    faces?.setValue('blink', k % 60 < 6 ? 1 : 0);
}

async function measure(side, folder, file, count) {
    console.warn = () => {};
    const modules = await modulesOf(folder), { scene, avatars } = await makeAvatars(modules, side, folder, file, count);
    const frames = Math.max(300, Math.floor(6000 / count)), times = [], read = [];
    let sum = 0;
    for (let k = 0; k < frames; ++k) {
        for (const avatar of avatars) pose(modules.THREE, avatar, k);
        const start = performance.now();
        for (const { vrm } of avatars) vrm.update(1 / 60);
        scene.updateMatrixWorld();
        for (const { skeletons } of avatars) for (const skeleton of skeletons) skeleton.update();
        const end = performance.now();
        for (const { meshes } of avatars) {
            for (const mesh of meshes) sum += mesh.matrixWorld.elements[12] + (mesh.bindMatrixInverse?.elements[12] ?? 0);
        }
        if (k <= frames / 3) continue;
        times.push((end - start) * 1000 / count);
        read.push((performance.now() - start) * 1000 / count);
    }
    if (!Number.isFinite(sum)) throw new Error('a matrix is not finite');
    for (const list of [times, read]) list.sort((a, b) => a - b);
    console.log(times[Math.floor(times.length / 10)], times[Math.floor(times.length / 2)], read[Math.floor(read.length / 2)]);
}

// --- All of them ---

function cases({ maker, corpus }) {
    const vroid = path.join(os.tmpdir(), `libvrm-bench-${process.pid}.vrm`);
    const out = [];
    if (fs.existsSync(maker)) {
        execFileSync(maker, ['vroid', '-o', vroid]);
        process.on('exit', () => fs.rmSync(vroid, { force: true }));
        out.push({ name: 'VRoid-sized', file: vroid, count: 1, least: 9 });
    }
    const ame = path.join(SAMPLES, 'character-1.0.vrm'), godette = path.join(corpus, 'godette/Godette_vrm_v4.vrm');
    out.push({ name: 'Ame', file: ame, count: 1, least: 6 });
    if (corpus && fs.existsSync(godette)) out.push({ name: 'Godette', file: godette, count: 1, least: 6 });
    out.push({ name: '50 Ames', file: ame, count: 50, least: 5 });
    if (fs.existsSync(maker)) out.push({ name: '20 VRoid-sized', file: vroid, count: 20, least: 7 });
    return out;
}

const medianOf = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function compare(one, { package: folder, runs }) {
    const figures = { 'three-vrm': [], libvrm: [] };
    for (let run = 0; run < +runs; ++run) {
        for (const side in figures) {
            const { stdout, stderr, status } = spawnSync(process.execPath,
                [fileURLToPath(import.meta.url), '--measure', side, folder, one.file, String(one.count)], { encoding: 'utf8' });
            if (status !== 0) throw new Error(stderr);
            figures[side].push(stdout.trim().split(' ').map(Number));
        }
    }
    const [theirs, ours] = Object.values(figures).map(list => [0, 1, 2].map(i => medianOf(list.map(figure => figure[i]))));
    return { theirs, ours, ratios: [1, 0, 2].map(i => theirs[i] / ours[i]) };
}

function main() {
    const chosen = options(process.argv.slice(2));
    console.log(`microseconds for an avatar and frame; medians of ${chosen.runs} processes each: median of frames / lower tenth`);
    console.log('case               three-vrm              libvrm       ratio  lower tenth  meshes read  wanted');
    for (const one of cases(chosen)) {
        if (chosen.names.length && !chosen.names.some(name => one.name.includes(name))) continue;
        const { theirs, ours, ratios } = compare(one, chosen);
        const pair = ([low, middle]) => `${middle.toFixed(1)} / ${low.toFixed(1)}`;
        console.log(`${one.name.padEnd(16)}${pair(theirs).padStart(16)}${pair(ours).padStart(20)}`
            + `${ratios.map((ratio, i) => ratio.toFixed(1).padStart([12, 13, 13][i])).join('')}${String(one.least).padStart(8)}`);
    }
}

if (process.argv[2] === '--measure') await measure(process.argv[3], process.argv[4], process.argv[5], +process.argv[6]);
else main();
