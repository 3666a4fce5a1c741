// What one update of springs costs three-vrm, for each configuration of bench/springs; and the files
// of those that tools/oracle/synth.mjs makes, which the engine then loads too.
//
// usage: node bench/three_vrm_springs.mjs PACKAGES CONFIGS
//
// PACKAGES has node_modules with three-vrm, CONFIGS is a JSON array of { file, synth?, rate }: where
// there are `synth` options, the file is made. Prints one JSON object: { version, rows: [{ joints,
// median, low } | { problem }] } with nanoseconds for a joint; or { problem }.
//
// Pose and humanoid.update come before the clock runs, then springBoneManager.update alone. A sample is one update, or so many that they take 0.1 ms. `low` is
// the lower tenth of them. Long updates are measured in the processor's time, as others may have had
// the processor in between.
import fs from 'node:fs';
import { readArrayBuffer, threeVrm } from '../tools/node/three_vrm.mjs';
import { makeVrm } from '../tools/oracle/synth.mjs';

const WARM_UP = { seconds: 1.5, samples: 20 };
const MEASURE = { seconds: 3, samples: 40 };
const SAMPLE_SECONDS = 1e-4;
const LONG_MILLISECONDS = 0.5; // above this, the time of the processor counts if that is less

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

async function measure(peer, config) {
    const { THREE } = peer;
    const { vrm } = (await peer.parse(readArrayBuffer(config.file))).userData;
    const scene = new THREE.Scene();
    scene.add(vrm.scene);
    scene.updateMatrixWorld(true);
    vrm.springBoneManager.reset();
    const joints = vrm.springBoneManager.joints.size;
    const update = makeUpdate(peer, vrm, scene, 1 / config.rate);
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

async function main(packages, configsFile) {
    const configs = JSON.parse(fs.readFileSync(configsFile, 'utf8'));
    for (const { file, synth } of configs) {
        if (synth) fs.writeFileSync(file, makeVrm(synth));
    }
    const peer = await threeVrm(packages);
    if (!peer) return { problem: 'not installed' };
    console.warn = console.error = () => {};
    const rows = [];
    for (const config of configs) {
        const row = await measure(peer, config).catch(error => ({ problem: error.message }));
        process.stderr.write('.');
        rows.push(row);
    }
    process.stderr.write('\n');
    return { version: `${peer.version}, three r${peer.THREE.REVISION}, node ${process.version}`, rows };
}

try {
    console.log(JSON.stringify(await main(...process.argv.slice(2))));
} catch (error) {
    console.log(JSON.stringify({ problem: 'does not run' }));
    process.stderr.write(`three-vrm: ${error.stack}\n`);
}
