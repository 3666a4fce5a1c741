// What one update of springs costs three-vrm, for each configuration of bench/springs; and the files
// of those that the oracle's generator makes, which the engine then loads too.
//
// usage: node bench/three_vrm_springs.mjs PACKAGES ORACLE CONFIGS
//
// PACKAGES has node_modules with three-vrm, ORACLE is the folder with lib/synth.mjs and
// lib/headless.mjs, CONFIGS a JSON array of { file, synth?, rate }: where there are `synth` options,
// the file is made. Prints one JSON object: { version, rows: [{ joints, median, low } | { problem }]
// } with nanoseconds for a joint; or { problem }.
//
// The loop is that of the oracle's bench.mjs: pose and humanoid.update before the clock runs, then
// springBoneManager.update alone. A sample is one update, or so many that they take 0.1 ms. `low` is
// the lower tenth of them. Long updates are measured in the processor's time, as others may have had
// the processor in between.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const WARM_UP = { seconds: 1.5, samples: 20 };
const MEASURE = { seconds: 3, samples: 40 };
const SAMPLE_SECONDS = 1e-4;
const LONG_MILLISECONDS = 0.5; // above this, the time of the processor counts if that is less

const load = file => import(pathToFileURL(path.resolve(file)).href);

// The oracle imports its packages by name, so a copy of it has to stand where they are found.
function copyOracle(packages, oracle, work) {
    const lib = path.join(work, 'oracle', 'lib');
    const modules = path.join(work, 'oracle', 'node_modules');
    fs.rmSync(path.join(work, 'oracle'), { recursive: true, force: true });
    fs.mkdirSync(lib, { recursive: true });
    for (const name of ['synth.mjs', 'headless.mjs']) {
        fs.writeFileSync(path.join(lib, name), fs.readFileSync(path.join(oracle, 'lib', name)));
    }
    fs.symlinkSync(path.resolve(packages, 'node_modules'), modules, 'junction');
    return lib;
}

function makeUpdate({ THREE }, vrm, scene, dt) {
    const { humanoid, springBoneManager } = vrm;
    const head = humanoid.getNormalizedBoneNode('head');
    const euler = new THREE.Euler();
    let isLong = false;
    let k = 0;
    return () => {
        k += 1;
        head.quaternion.setFromEuler(
            euler.set(0.3 * Math.sin(k * 0.07), 0.5 * Math.sin(k * 0.1), 0));
        vrm.scene.position.x = 0.3 * Math.sin(k * 0.05);
        humanoid.update();
        const start = performance.now();
        const before = isLong ? process.cpuUsage() : null;
        springBoneManager.update(dt);
        const used = isLong ? process.cpuUsage(before) : null;
        const time = performance.now() - start;
        scene.updateMatrixWorld();
        isLong = time > LONG_MILLISECONDS;
        return used ? Math.min(time, (used.user + used.system) / 1000) : time;
    };
}

function sample(update, count) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += update();
    return sum / count;
}

function repeat(update, count, { seconds, samples }) {
    const times = [];
    const end = performance.now() + seconds * 1000;
    while (times.length < samples || performance.now() < end) {
        times.push(sample(update, count));
    }
    return times.sort((a, b) => a - b);
}

async function measure(headless, config) {
    const { THREE } = headless;
    const { vrm } = await headless.loadVRM(config.file);
    const scene = new THREE.Scene();
    scene.add(vrm.scene);
    scene.updateMatrixWorld(true);
    vrm.springBoneManager.reset();
    const joints = vrm.springBoneManager.joints.size;
    const update = makeUpdate(headless, vrm, scene, 1 / config.rate);
    const [usual] = repeat(update, 1, WARM_UP);
    const count = Math.ceil(SAMPLE_SECONDS * 1000 / usual);
    const times = repeat(update, count, MEASURE);
    const perJoint = milliseconds => milliseconds * 1e6 / joints;
    return {
        joints,
        median: perJoint(times[Math.floor(times.length / 2)]),
        low: perJoint(times[Math.floor(times.length / 10)]),
    };
}

async function main(packages, oracle, configsFile) {
    if (!fs.existsSync(path.join(oracle, 'lib', 'synth.mjs'))) return { problem: 'no oracle' };
    const configs = JSON.parse(fs.readFileSync(configsFile, 'utf8'));
    const work = path.dirname(path.resolve(configsFile));
    const lib = copyOracle(packages, oracle, work);
    const { makeVRM } = await load(path.join(lib, 'synth.mjs'));
    for (const { file, synth } of configs) {
        if (synth) fs.writeFileSync(file, makeVRM(synth).glb);
    }
    const peer = path.join(packages, 'node_modules', '@pixiv', 'three-vrm', 'package.json');
    if (!fs.existsSync(peer)) return { problem: 'not installed' };
    const headless = await load(path.join(lib, 'headless.mjs'));
    headless.captureWarnings();
    const rows = [];
    for (const config of configs) {
        const row = await measure(headless, config).catch(error => ({ problem: error.message }));
        process.stderr.write('.');
        rows.push(row);
    }
    process.stderr.write('\n');
    const { version } = JSON.parse(fs.readFileSync(peer, 'utf8'));
    return { version: `${version}, three r${headless.THREE.REVISION}, node ${process.version}`, rows };
}

try {
    console.log(JSON.stringify(await main(...process.argv.slice(2))));
} catch (error) {
    console.log(JSON.stringify({ problem: 'does not run' }));
    process.stderr.write(`three-vrm: ${error.stack}\n`);
}
