// The comparison itself; see tools/compare/compare-pictures.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, readOptions } from '../node/options.mjs';
import { cases, faults } from './picture_cases.mjs';

// Structural similarity, and the mean difference of luma in bytes over the whole picture.
const LIMIT = 0.98, MEAN_LIMIT = 0.5, SIZE = 512, SAMPLES = 4;
const DEFAULT_LIMIT = 0.975; // of four samples a pixel beside many; every fault is below it

const given = readOptions({ build: 'build/release', work: 'build/pictures', chromium: undefined, names: [] });
const of = async (name) => import(pathToFileURL(path.resolve(given.work, 'oracle', name)));
const { open } = await of('render.mjs');
const { ssim } = await of('ssim.mjs');
const { decodePng, encodePng } = await of('png.mjs');
const cache = fs.readFileSync(path.join(given.build, 'CMakeCache.txt'), 'utf8');
const corpus = cache.match(/^VRM_CORPUS:PATH=(.*)$/m)?.[1] ?? '';
const tool = ['vrm', 'vrm.exe'].map((f) => path.join(given.build, f)).find((f) => fs.existsSync(f));
if (!tool) fail(`${given.build} has no vrm`);

const fileOf = (one) => (one.sample ? path.join('samples', one.sample) : path.join(corpus, one.file));
const inWork = (one, what) => path.join(given.work, `${one.name.replace(/[^\w.-]+/g, '-')}.${what}.png`);

async function drawTheirs(oracle, one) {
    const { light, camera = 'auto', expression = {}, time = 0 } = one;
    const drawn = await oracle.render(fs.readFileSync(fileOf(one)), {
        width: SIZE, height: SIZE, ss: SAMPLES, background: null, fixes: 'spec', light, camera, expression, time,
    });
    if (!drawn.rgba) throw new Error(drawn.info.error);
    fs.writeFileSync(inWork(one, 'theirs'), encodePng(drawn.width, drawn.height, drawn.rgba));
    return { camera: drawn.info.camera, image: { width: SIZE, height: SIZE, rgba: drawn.rgba } };
}

// `samples`: the options that say how a pixel is made; none: as the tool does it by itself.
function drawOurs(one, camera, out, samples = ['--samples', '1', '--supersample', String(SAMPLES)]) {
    const { light, expression = {}, time = 0, outline = true } = one;
    const list = (numbers) => numbers.join(',');
    const words = ['render', fileOf(one), '-o', out, '--size', `${SIZE}x${SIZE}`, ...samples,
        '--background', 'transparent', '--pose', 'rest', '--look', 'off', '--springs', 'off', '--uv-time', String(time),
        '--eye', list(camera.eye), '--target', list(camera.target), '--up', list(camera.up), '--fov', String(camera.fov),
        '--near', String(camera.near), '--far', String(camera.far), '--light', list(light.dir),
        '--light-color', list(light.color.map((c) => c * light.intensity)), '--ambient', list(light.ambient), '--environment', 'off',
        ...Object.entries(expression).flatMap(([name, weight]) => ['--expression', `${name}=${weight}`]),
        ...(outline ? [] : ['--no-outline'])];
    execFileSync(tool, words, { stdio: ['ignore', 'ignore', 'inherit'] });
    return decodePng(fs.readFileSync(out));
}

// Where they differ, eight times as bright, on black.
function writeDifference(a, b, file) {
    const out = Buffer.alloc(SIZE * SIZE * 4);
    for (let i = 0; i < SIZE * SIZE; ++i) {
        for (let c = 0; c < 3; ++c) {
            const on = (p) => (p.rgba[i * 4 + c] * p.rgba[i * 4 + 3]) / 255;
            out[i * 4 + c] = Math.min(255, 8 * Math.abs(on(a) - on(b)));
        }
        out[i * 4 + 3] = 255;
    }
    fs.writeFileSync(file, encodePng(SIZE, SIZE, out));
}

const measure = (ours, theirs) => ssim(ours, theirs, { mask: true, background: [0, 0, 0] });

const isAlike = (found) => found.ssim >= LIMIT && found.meanAbsLuma <= MEAN_LIMIT;

// The light about the vertical.
function turned(light, degrees) {
    const a = (degrees * Math.PI) / 180, [x, y, z] = light.dir;
    return { ...light, dir: [x * Math.cos(a) + z * Math.sin(a), y, z * Math.cos(a) - x * Math.sin(a)] };
}

function blank() {
    return { width: SIZE, height: SIZE, rgba: Buffer.alloc(SIZE * SIZE * 4) };
}

const chosen = cases.filter((one) => given.names.length === 0 || given.names.some((name) => one.name.includes(name)));
const absent = chosen.filter((one) => !fs.existsSync(fileOf(one)));
if (absent.length) console.log(`skip, not there: ${absent.map((one) => one.name).join(', ')}`);
const oracle = await open({ executablePath: given.chromium });
const theirs = new Map(), departures = [];
let problems = 0, compared = 0;
try {
    console.log(`${'picture'.padEnd(28)}   SSIM  lowest  mean difference  SSIM by default`);
    for (const one of chosen.filter((c) => !absent.includes(c))) {
        const drawn = await drawTheirs(oracle, one);
        theirs.set(one.name, drawn);
        const image = drawOurs(one, drawn.camera, inWork(one, 'ours'));
        const found = measure(image, drawn.image);
        const byDefault = measure(drawOurs(one, drawn.camera, inWork(one, 'default'), []), drawn.image);
        const good = (isAlike(found) && byDefault.ssim >= DEFAULT_LIMIT) || one.departs !== undefined;
        writeDifference(image, drawn.image, inWork(one, 'difference'));
        const verdict = good ? (one.departs ? '  departs' : '') : '  NOT ALIKE';
        console.log(`${one.name.padEnd(28)} ${found.ssim.toFixed(4)} ${found.min.toFixed(3).padStart(7)} ${found.meanAbsLuma.toFixed(3).padEnd(16)} ${byDefault.ssim.toFixed(4)}${verdict}`);
        if (one.departs) departures.push(`${one.name}: ${one.departs}`);
        if (!good || found.windows === 0) ++problems;
        ++compared;
    }
} finally { await oracle.close(); }

console.log(`\n${'with a fault'.padEnd(56)}   SSIM`);
for (const fault of faults) {
    const one = cases.find((c) => c.name === fault.name), drawn = theirs.get(fault.name);
    if (!drawn) continue;
    const changed = { ...one, ...fault.change, ...(fault.turn && { light: turned(one.light, fault.turn) }) };
    const image = fault.blank ? blank() : drawOurs(changed, drawn.camera, inWork(one, 'fault'));
    const found = measure(image, drawn.image);
    const good = !isAlike(found);
    console.log(`${`${fault.name}, ${fault.fault}`.padEnd(56)} ${found.ssim.toFixed(4)}${good ? '' : '  NOT SEEN'}`);
    if (!good) ++problems;
}
if (departures.length) console.log(`\nthree-vrm departs from the specification:\n${departures.map((d) => `  ${d}`).join('\n')}`);
if (compared === 0) console.log('nothing was compared');
console.log(`pictures: ${compared} compared, ${problems} problem${problems === 1 ? '' : 's'}`);
process.exitCode = problems > 0 ? 1 : 0;
