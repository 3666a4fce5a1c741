// Draws the scenes of tools/compare/compare-pictures with libvrm/render in Chromium, and compares each with the picture
// that the native program draws of it.
//
// usage: node bindings/web/check-pictures.mjs [--build FOLDER] [--work FOLDER] [--corpus FOLDER] [NAME…]
//   --build    where vrm and vrm-draw are; build/release unless told
//   --work     where the pictures go: NAME.native.png, NAME.web.png and NAME.difference.png; build/web/pictures
//   --corpus   files that are not in the repository; VRM_CORPUS unless told
//   NAME       the scenes whose names contain it; all unless some are named
//
// Both draw four times as wide and high as the picture, with one sample for each pixel, and average: the edges of
// triangles fall on other samples in another rasteriser. The structural similarity (SSIM) of what is not background
// must be 0.995 or more. Scenes that are drawn with a fault must fall below it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cases, faults } from '../../tools/compare/picture_cases.mjs';
import { decodePng, encodePng } from '../../tools/compare/oracle/png.mjs';
import { ssim } from '../../tools/compare/oracle/ssim.mjs';
import { chromium, openPage, webgl } from './test/page.mjs';

const LIMIT = 0.995, SIZE = 512, SAMPLES = 4;
const root = join(fileURLToPath(new URL('.', import.meta.url)), '../..');

function readOptions() {
    const out = { build: join(root, 'build/release'), work: join(root, 'build/web/pictures'), corpus: process.env.VRM_CORPUS ?? '', names: [] };
    const words = process.argv.slice(2);
    for (let i = 0; i < words.length; ++i) {
        if (/^--(build|work|corpus)$/.test(words[i]) && i + 1 < words.length) out[words[i].slice(2)] = words[++i];
        else if (words[i].startsWith('--')) fail(`there is no option ${words[i]}`);
        else out.names.push(words[i]);
    }
    return out;
}

function fail(text) {
    console.error(`check-pictures.mjs: ${text}`);
    process.exit(2);
}

const given = readOptions();
if (!chromium) fail('there is no Chromium');
if (!existsSync(join(root, 'build/web/package/dist/render.js'))) fail('there is no package. bindings/web/build and bindings/web/make.mjs make it.');
if (!existsSync(join(given.build, 'vrm-draw')) && !existsSync(join(given.build, 'vrm-draw.exe'))) fail(`${given.build} has no vrm-draw`);
mkdirSync(given.work, { recursive: true });

// The scenes of the comparison, and one with what those leave out: a relaxed pose, hair at rest and surroundings.
const all = [...cases, { ...cases.find(({ name }) => name === 'character 1.0'), name: 'character 1.0 as it is', asItIs: true }];
const fileOf = (one) => (one.sample ? join(root, 'samples', one.sample) : join(given.corpus, one.file));
const inWork = (one, what) => join(given.work, `${one.name.replace(/[^\w.-]+/g, '-')}.${what}.png`);

/** The light about the vertical. */
function turned(light, degrees) {
    const a = (degrees * Math.PI) / 180, [x, y, z] = light.dir;
    return { ...light, dir: [x * Math.cos(a) + z * Math.sin(a), y, z * Math.cos(a) - x * Math.sin(a)] };
}

/** Draws a scene with the native program, which also says where its camera was. */
function drawNative(one) {
    const { light, expression = {}, time = 0, camera = 'full' } = one;
    const out = inWork(one, 'native');
    const text = execFileSync(join(given.build, 'vrm'), ['render', fileOf(one), '-o', out, '--json',
        '--size', `${SIZE}x${SIZE}`, '--samples', '1', '--supersample', String(SAMPLES), '--background', 'transparent',
        '--view', camera, '--look', 'off', '--uv-time', String(time),
        ...(one.asItIs ? [] : ['--pose', 'rest', '--springs', 'off', '--environment', 'off']),
        '--light', light.dir.join(','), '--light-color', light.color.map((c) => c * light.intensity).join(','), '--ambient', light.ambient.join(','),
        ...Object.entries(expression).flatMap(([name, weight]) => ['--expression', `${name}=${weight}`])],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return { image: decodePng(readFileSync(out)), camera: JSON.parse(text).camera };
}

/** What the page is told of a scene. */
function sceneOf(one, camera) {
    const { light, expression = {}, time = 0, outline = true, asItIs = false } = one;
    return {
        file: `/file/${all.findIndex(({ name }) => name === one.name)}`, expression, time, asItIs,
        view: {
            ...camera, fov: Math.fround(camera.fov * Math.fround(0.017453293)), outline, environment: asItIs,
            light: { direction: light.dir, color: light.color.map((c) => c * light.intensity), sky: light.ambient, ground: light.ambient },
        },
    };
}

/** The program of the page: draws a scene into a framebuffer, averages, and takes the picture out of alpha. */
const program = `
import { createRenderer } from '/dist/render.js';
const SIZE = ${SIZE}, SAMPLES = ${SAMPLES}, WIDE = SIZE * SAMPLES;
const renderer = await createRenderer(Object.assign(document.createElement('canvas'), { width: 16, height: 16 }));
const { gl, runtime } = renderer;

function makeFramebuffer() {
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    for (const [format, place] of [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
        const buffer = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
        gl.renderbufferStorage(gl.RENDERBUFFER, format, WIDE, WIDE);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    }
    if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE) throw new Error('no framebuffer');
}

function readPicture() {
    const raw = new Uint8Array(WIDE * WIDE * 4), out = new Uint8Array(SIZE * SIZE * 4), count = SAMPLES * SAMPLES;
    gl.readPixels(0, 0, WIDE, WIDE, gl.RGBA, gl.UNSIGNED_BYTE, raw);
    for (let y = 0; y < SIZE; ++y) for (let x = 0; x < SIZE; ++x) {
        const sums = [0, 0, 0, 0], to = (y * SIZE + x) * 4;
        for (let i = 0; i < SAMPLES; ++i) {
            const from = (((SIZE - 1 - y) * SAMPLES + i) * WIDE + x * SAMPLES) * 4;
            for (let j = 0; j < SAMPLES * 4; ++j) sums[j & 3] += raw[from + j];
        }
        for (let c = 0; c < 4; ++c) out[to + c] = Math.floor((sums[c] + count / 2) / count);
        const alpha = out[to + 3];
        if (alpha === 0 || alpha === 255) continue;
        for (let c = 0; c < 3; ++c) out[to + c] = Math.min(255, Math.floor((out[to + c] * 255 + (alpha >> 1)) / alpha));
    }
    return out;
}

async function draw({ file, expression, time, asItIs, view }) {
    const model = runtime.loadModel(new Uint8Array(await (await fetch(file)).arrayBuffer()));
    const meshes = await renderer.add(model);
    const avatar = model.createAvatar();
    for (const [name, weight] of Object.entries(expression)) avatar.setExpression(name, weight);
    if (asItIs) {
        avatar.relax();
        avatar.update(0);
        avatar.warmUp(3);
    } else {
        avatar.setSpringMode(-2, 'off');
    }
    avatar.update(0);
    if (time > 0) avatar.updateExpressions(time);
    renderer.clear();
    renderer.draw({ ...view, width: WIDE, height: WIDE }, [[meshes, avatar]]);
    const said = [renderer.problem, ...meshes.images.filter((state) => state !== 'good')].filter(Boolean);
    const pixels = readPicture();
    if (gl.getError()) said.push('GL error');
    avatar.dispose();
    meshes.dispose();
    model.dispose();
    let text = '';
    for (let i = 0; i < pixels.length; i += 32768) text += String.fromCharCode(...pixels.subarray(i, i + 32768));
    return { said, pixels: btoa(text) };
}

const post = (value) => fetch('/result', { method: 'POST', body: JSON.stringify(value) });
try {
    makeFramebuffer();
    const pictures = [];
    for (const scene of await (await fetch('/scenes.json')).json()) pictures.push(await draw(scene));
    await post({ pictures });
} catch (error) {
    await post({ problem: String(error), stack: error.stack });
}`;

/** Draws scenes in one page. */
async function drawWeb(scenes) {
    const find = (path) => {
        if (path === '/') return { type: 'text/html', text: '<!doctype html><meta charset=utf-8><script type=module src=/page.js></script>' };
        if (path === '/page.js') return { type: 'text/javascript', text: program };
        if (path === '/scenes.json') return { type: 'application/json', text: JSON.stringify(scenes) };
        if (path.startsWith('/file/')) return fileOf(all[+path.slice('/file/'.length)]);
        return path.startsWith('/dist/') ? join(root, 'build/web/package', path) : undefined;
    };
    const { pictures, problem } = await openPage(find, '/', {}, undefined, webgl);
    if (problem) fail(problem);
    return pictures.map(({ pixels, said }) => ({ said, image: { width: SIZE, height: SIZE, rgba: Buffer.from(pixels, 'base64') } }));
}

/** Where they differ, eight times as bright, on black. */
function writeDifference(a, b, file) {
    const out = Buffer.alloc(SIZE * SIZE * 4, 255);
    const on = ({ rgba }, i, c) => (rgba[i * 4 + c] * rgba[i * 4 + 3]) / 255;
    for (let i = 0; i < SIZE * SIZE; ++i) {
        for (let c = 0; c < 3; ++c) out[i * 4 + c] = Math.min(255, 8 * Math.abs(on(a, i, c) - on(b, i, c)));
    }
    writeFileSync(file, encodePng(SIZE, SIZE, out));
}

const measure = (a, b) => ssim(a, b, { mask: true, background: [0, 0, 0] });

const chosen = all.filter(({ name }) => given.names.length === 0 || given.names.some((part) => name.includes(part)));
const present = chosen.filter((one) => existsSync(fileOf(one)));
if (present.length < chosen.length) console.log(`skip, not there: ${chosen.filter((one) => !present.includes(one)).map(({ name }) => name).join(', ')}`);
const natives = new Map(present.map((one) => [one.name, drawNative(one)]));
const wrong = faults.filter(({ name, blank }) => natives.has(name) && !blank).map((fault) => {
    const one = cases.find(({ name }) => name === fault.name);
    return { ...one, ...fault.change, ...(fault.turn && { light: turned(one.light, fault.turn) }), fault: fault.fault };
});
const pictures = await drawWeb([...present, ...wrong].map((one) => sceneOf(one, natives.get(one.name).camera)));

let problems = 0;
console.log(`${'scene'.padEnd(28)}   SSIM  lowest  mean difference`);
present.forEach((one, i) => {
    const { image, said } = pictures[i];
    const native = natives.get(one.name).image;
    const { ssim: similarity, min, meanAbsLuma, windows } = measure(image, native);
    writeFileSync(inWork(one, 'web'), encodePng(SIZE, SIZE, image.rgba));
    writeDifference(image, native, inWork(one, 'difference'));
    const isGood = similarity >= LIMIT && windows > 0 && said.length === 0;
    console.log(`${one.name.padEnd(28)} ${similarity.toFixed(4)} ${min.toFixed(3).padStart(7)} ${meanAbsLuma.toFixed(3)}${isGood ? '' : `  NOT ALIKE ${said.join(', ')}`}`);
    if (!isGood) ++problems;
});
console.log(`\n${'with a fault'.padEnd(56)}   SSIM`);
wrong.forEach((one, i) => {
    const { ssim: similarity } = measure(pictures[present.length + i].image, natives.get(one.name).image);
    console.log(`${`${one.name}, ${one.fault}`.padEnd(56)} ${similarity.toFixed(4)}${similarity < LIMIT ? '' : '  NOT SEEN'}`);
    if (similarity >= LIMIT) ++problems;
});
if (present.length === 0) console.log('nothing was compared');
console.log(`pictures: ${present.length} drawn in WebGL 2 and natively, ${problems} problem${problems === 1 ? '' : 's'}`);
process.exit(problems > 0 || present.length === 0 ? 1 : 0);
