// What springs cost in WebAssembly, in nanoseconds for a joint and an update: beside the same engine as a native
// program on lanes that are as wide (SSE2), and beside three-vrm.
//
// usage: node bindings/web/bench/springs.mjs [--module FILE] [--native FILE] [--maker FILE] [--packages FOLDER] [--runs N] [CASE…]
//   --module    the module (build/web/core.wasm)
//   --native    bench/springs (build/release/bench/springs)
//   --maker     vrm-maker, which makes the avatars (build/release/vrm-maker)
//   --packages  where node_modules with three-vrm is (build/node)
//   --runs      processes for each figure (9)
//   CASE        part of the name of a case (all)
//
// Each figure of each run comes from a process of its own, and the three take turns: what another avatar left
// behind in a process makes three-vrm slower. A figure is the lower tenth of the updates of a process, and
// the table has the medians of the processes. The motion is the same for all: the head turns, the root goes to and
// fro. Pose and constraints are outside of the clock. Exits 1 where a ratio is not as wanted.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const many = '--joints 5 --chains 1000';
const cases = [ // named as in bench/springs.c
    { name: 'VRoid-sized', maker: 'vroid', least: 14 },
    { name: '24x5, 8 shared colliders', maker: 'parametric --joints 5 --chains 24 --colliders 8 --shared-colliders' },
    { name: '1000x5, no colliders', maker: `parametric ${many}`, least: 20 },
    { name: '1000x5, 4 colliders each', maker: `parametric ${many} --colliders 4` },
    { name: '1000x5, 16 colliders each', maker: `parametric ${many} --colliders 16`, least: 29 },
    { name: '1000x5, center', maker: `parametric ${many} --center head`, least: 87 },
];
const MOST_TO_NATIVE = 1.9;

function options(words) {
    const out = { module: 'build/web/core.wasm', native: 'build/release/bench/springs', maker: 'build/release/vrm-maker', packages: 'build/node', runs: '9', names: [] };
    for (let i = 0; i < words.length; ++i) {
        const name = words[i].slice(2);
        if (words[i].startsWith('--') && name in out && i + 1 < words.length) out[name] = words[++i];
        else if (words[i].startsWith('--')) throw new Error(`there is no option ${words[i]}`);
        else out.names.push(words[i]);
    }
    return out;
}

// --- One process ---

const WARM_UP = 1000; // milliseconds
const MEASURE = 1000;
const JOINTS = 400; // at least: small avatars are measured several at a time, as in bench/springs.c
const MOST_AVATARS = 16;

/** Loads a file, and returns as many avatars of it as are measured together. */
function makeAvatars(x, file, joints) {
    const out = x.malloc(16), bytes = x.malloc(file.length);
    new Uint8Array(x.memory.buffer).set(file, bytes);
    if (x.vrm_model_load(bytes, file.length, 0, out, 0) !== 0) throw new Error('the file cannot be loaded');
    const model = new Uint32Array(x.memory.buffer)[out >> 2];
    const count = Math.min(Math.ceil(JOINTS / joints), MOST_AVATARS);
    return Array.from({ length: count }, () => {
        x.vrm_avatar_create(model, 0, out, 0);
        return new Uint32Array(x.memory.buffer)[out >> 2];
    });
}

/** The k-th frame of the motion: the same as that of bench/figure.c. */
function pose(x, avatars, place, head, k) {
    const [nod, turn] = [0.15 * Math.sin(k * 0.07), 0.25 * Math.sin(k * 0.1)];
    const [sx, cx, sy, cy] = [Math.sin(nod), Math.cos(nod), Math.sin(turn), Math.cos(turn)];
    const floats = new Float32Array(x.memory.buffer, place, 14);
    floats.set([sx * cy, cx * sy, sx * sy, cx * cy, 0.3 * Math.sin(k * 0.05), 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    for (const avatar of avatars) {
        x.vrm_avatar_set_bone_rotation(avatar, head, place);
        x.vrm_avatar_set_root(avatar, place + 16);
        x.vrm_avatar_update_pose(avatar);
        x.vrm_avatar_update_constraints(avatar);
    }
}

function measure(wasm, file, joints) {
    const x = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(wasm)), {}).exports;
    const avatars = makeAvatars(x, fs.readFileSync(file), joints);
    const place = x.malloc(64), times = [];
    new Uint8Array(x.memory.buffer).set(new TextEncoder().encode('head\0'), place);
    const head = x.vrm_bone_find(place), begin = performance.now();
    for (let k = 1; performance.now() - begin < WARM_UP + MEASURE; ++k) {
        pose(x, avatars, place, head, k);
        const start = performance.now();
        for (const avatar of avatars) x.vrm_avatar_update_springs(avatar, 1 / 60);
        const end = performance.now();
        if (start - begin > WARM_UP) times.push(end - start);
    }
    times.sort((a, b) => a - b);
    console.log(times[Math.floor(times.length / 10)] * 1e6 / (joints * avatars.length));
}

// --- All of them ---

const medianOf = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function run(program, words) {
    const { stdout, stderr, status } = spawnSync(program, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
    return stdout;
}

const sides = {
    'three-vrm': ({ packages }, { file }) => {
        const words = run(process.execPath, [path.join(root, 'bench/three_vrm_springs.mjs'), path.resolve(packages), file, '60']).split(' ');
        if (words[0] !== 'ok') throw new Error(`three-vrm: ${words.join(' ')}`);
        return +words[1];
    },
    native: ({ native }, one) => {
        const rows = JSON.parse(run(native, ['--json', '--runs', '1', '--lanes', 'sse2', '--three-vrm', '', '--only', one.name]));
        const { joints, engine } = rows.find(({ config }) => config === one.name);
        one.joints = joints;
        return engine;
    },
    wasm: ({ module }, { file, joints }) => +run(process.execPath, [fileURLToPath(import.meta.url), '--measure', module, file, String(joints)]),
};

function compare(one, chosen) {
    const figures = { 'three-vrm': [], native: [], wasm: [] };
    for (let i = 0; i < +chosen.runs; ++i) {
        for (const side in figures) figures[side].push(sides[side](chosen, one));
    }
    return Object.fromEntries(Object.entries(figures).map(([side, list]) => [side, medianOf(list)]));
}

function main() {
    const chosen = options(process.argv.slice(2));
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'libvrm-springs-'));
    process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    console.log(`nanoseconds for a joint and an update; medians of ${chosen.runs} processes each`);
    console.log('case                         three-vrm   native SSE2   wasm   wasm/native   at most   three-vrm/wasm   at least');
    for (const one of cases) {
        if (chosen.names.length && !chosen.names.some((name) => one.name.includes(name))) continue;
        one.file = path.join(folder, 'avatar.vrm');
        execFileSync(chosen.maker, [...one.maker.split(' '), '-o', one.file]);
        const { native, wasm, 'three-vrm': theirs } = compare(one, chosen);
        const isGood = wasm / native <= MOST_TO_NATIVE && theirs / wasm >= (one.least ?? 0);
        console.log(`${one.name.padEnd(28)}${theirs.toFixed(0).padStart(10)}${native.toFixed(1).padStart(14)}${wasm.toFixed(1).padStart(7)}`
            + `${(wasm / native).toFixed(2).padStart(14)}${MOST_TO_NATIVE.toFixed(1).padStart(10)}${(theirs / wasm).toFixed(1).padStart(17)}`
            + `${String(one.least ?? '').padStart(11)}${isGood ? '' : '  SHORT'}`);
        if (!isGood) process.exitCode = 1;
    }
}

if (process.argv[2] === '--measure') measure(process.argv[3], process.argv[4], +process.argv[5]);
else main();
