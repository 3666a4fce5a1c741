// What one parse of a file costs three-vrm, once the JIT has seen it often enough. For bench/load.
//
// usage: node bench/three_vrm_load.mjs FOLDER FILE      FOLDER has the packages in node_modules
//
// Prints "ok BEST-NS MEDIAN-NS VERSION", or one line that says why not. The file is read
// before the clock runs, and pictures are not decoded.
import { readArrayBuffer, threeVrm } from '../tools/node/three_vrm.mjs';

const WARM_UP = { rounds: 8, maxRounds: 200, seconds: 1 };
const MEASURE = { rounds: 15, maxRounds: 1000, seconds: 2 };

async function repeat(parse, { rounds, maxRounds, seconds }) {
    const times = [];
    const end = performance.now() + seconds * 1000;
    while (times.length < rounds || (times.length < maxRounds && performance.now() < end)) {
        const start = performance.now();
        await parse();
        times.push((performance.now() - start) * 1e6);
    }
    return times.sort((a, b) => a - b);
}

async function main(folder, file) {
    const peer = await threeVrm(folder);
    if (peer === null) return 'not installed';
    const bytes = readArrayBuffer(file);
    console.warn = () => {};
    const { userData } = await peer.parse(bytes);
    if (!userData.vrm) return 'no avatar';
    await repeat(() => peer.parse(bytes), WARM_UP);
    const times = await repeat(() => peer.parse(bytes), MEASURE);
    const median = times[Math.floor(times.length / 2)];
    return `ok ${times[0].toFixed(0)} ${median.toFixed(0)} ${peer.version}`;
}

try {
    console.log(await main(...process.argv.slice(2)));
} catch (error) {
    console.log('does not load');
    console.error(`three-vrm: ${error.message}`);
}
