// What one update of springs costs three-vrm. For bench/springs.
//
// usage: node bench/three_vrm_springs.mjs FOLDER FILE RATE     FOLDER has the packages in node_modules
//
// Prints "ok LOW-NS MEDIAN-NS VERSION", nanoseconds for one joint and one update at RATE updates a
// second, or one line that says why not.
//
// One process measures one file. three-vrm watches the matrix of a center node through a Proxy, and
// after one such avatar everything that reads matrices is slower: the springs of the VRoid-sized
// avatar took 1,879 ns a joint after an avatar with centers, 505 in a process of their own.
//
// Pose and humanoid.update come before the clock runs, then springBoneManager.update alone is timed.
// A sample is one update, or as many as take 0.1 ms. LOW is the lower tenth of them. Long updates
// are measured in the time of the processor, as others may have had the processor in between.
import { readArrayBuffer, threeVrm } from '../tools/node/three_vrm.mjs';

const WARM_UP = { seconds: 1.5, samples: 20 };
const MEASURE = { seconds: 2, samples: 40 };
const SAMPLE_SECONDS = 1e-4;
const LONG_MILLISECONDS = 0.5; // above this, the time of the processor counts if that is less

function makeUpdate(THREE, vrm, scene, dt) {
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

async function main(folder, file, rate) {
    const peer = await threeVrm(folder);
    if (peer === null) return 'not installed';
    console.warn = () => {};
    const { vrm } = (await peer.parse(readArrayBuffer(file))).userData;
    if (!vrm) return 'no avatar';
    const scene = new peer.THREE.Scene();
    scene.add(vrm.scene);
    scene.updateMatrixWorld(true);
    vrm.springBoneManager.reset();
    const update = makeUpdate(peer.THREE, vrm, scene, 1 / rate);
    const [usual] = repeat(update, 1, WARM_UP);
    const times = repeat(update, Math.ceil(SAMPLE_SECONDS * 1000 / usual), MEASURE);
    const perJoint = part => times[Math.floor(times.length * part)] * 1e6
        / vrm.springBoneManager.joints.size;
    return `ok ${perJoint(0.1).toFixed(2)} ${perJoint(0.5).toFixed(2)} ${peer.version}`;
}

try {
    console.log(await main(...process.argv.slice(2)));
} catch (error) {
    console.log('does not load');
    console.error(`three-vrm: ${error.message}`);
}
