// Runs three-vrm's own examples twice in Chromium: as they are, and with one line changed, the one that imports
// three-vrm, which then says libvrm/three. Both pictures must be alike.
//
// usage: node bindings/web/check-examples.mjs [--work FOLDER] [--model FILE] [NAME…]
//   --work    where the pictures go: NAME.K.theirs.png and NAME.K.ours.png; build/web/three-vrm-examples unless told
//   --model   the avatar that the examples show; samples/character-1.0.vrm unless told
//   NAME      the examples whose names contain it; all unless some are named
//
// The variable VRM_THREE_VRM names a folder with three-vrm's repository; without it, nothing is done. No file of it
// is changed: the line is changed on the way to the browser, and so are the import map, which names hosts of the
// internet, and the clock. Time stands still until everything is loaded, and then goes on by 1/60 s a frame. three
// and three-vrm are those of build/node. Examples show the avatar that --model names, and the motion of samples/.
//
// The structural similarity (SSIM) of what is not background must be 0.99 or more, text on the page the same, and
// libvrm must move the avatar. A picture of the avatar a quarter of a second later
// is compared too, to show what the limit sees.
//
// three-vrm measures a bone against where its child was a step ago (SB-028), so that hair that is flung gets longer
// there. An example that is not alike for that reason is run a third time, without libvrm and with that one function
// fixed, and then has to be alike; the table says so.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePng } from '../../tools/compare/oracle/png.mjs';
import { ssim } from '../../tools/compare/oracle/ssim.mjs';
import { chromium, openPage, webgl } from './test/page.mjs';

const LIMIT = 0.99, SIZE = 384;
/** In frames. The last is only there to be unlike the one before. Springs of three-vrm begin at rest, and those of libvrm
 *  with the first pose that is shown (SB-027): hair swings less in the first half second. */
const TAKEN = [40, 70, 85];
const root = join(fileURLToPath(new URL('.', import.meta.url)), '../..');
const modules = join(root, 'build/node/node_modules');
const LINE = /^.*\bfrom ['"]@pixiv\/three-vrm['"];?\s*$/gm;

function fail(text) {
    console.error(`check-examples.mjs: ${text}`);
    process.exit(2);
}

function readOptions() {
    const out = { work: join(root, 'build/web/three-vrm-examples'), model: join(root, 'samples/character-1.0.vrm'), names: [] };
    const words = process.argv.slice(2);
    for (let i = 0; i < words.length; ++i) {
        if (/^--(work|model)$/.test(words[i]) && i + 1 < words.length) out[words[i].slice(2)] = resolve(words[++i]);
        else if (words[i].startsWith('--')) fail(`there is no option ${words[i]}`);
        else out.names.push(words[i]);
    }
    return out;
}

const given = readOptions();
const folder = process.env.VRM_THREE_VRM;
if (!folder) {
    console.log('skip: VRM_THREE_VRM names no folder of three-vrm');
    process.exit(77);
}
if (!existsSync(join(folder, 'packages/three-vrm/examples'))) fail(`${folder} has no packages/three-vrm/examples`);
if (!chromium) fail('there is no Chromium');
if (!existsSync(join(root, 'build/web/package/dist/three.js'))) fail('there is no package. bindings/web/build and bindings/web/make.mjs make it.');
mkdirSync(given.work, { recursive: true });

/** The pages that import three-vrm, in them or in a script beside them. */
function findExamples() {
    const out = [];
    for (const part of ['three-vrm', 'three-vrm-animation']) {
        const place = join(folder, 'packages', part, 'examples');
        if (!existsSync(place)) continue;
        for (const name of readdirSync(place, { recursive: true }).filter((one) => one.endsWith('.html')).sort()) {
            const path = join(place, name);
            const files = [path, ...readdirSync(join(path, '..')).filter((one) => one.endsWith('.js')).map((one) => join(path, '..', one))]
                .filter((one, i) => i === 0 || relative(place, join(one, '..')) !== '');
            const changed = files.filter((one) => readFileSync(one, 'utf8').match(LINE));
            if (changed.length > 0) out.push({ name: `${part}/${name.replace(/(\/index)?\.html$/, '')}`, path, files: changed });
        }
    }
    return out;
}

/** What people do in the examples that ask for it. The mouse goes around in all of them. */
const DEEDS = {
    'three-vrm/firstperson': { 50: 'key' },
    'three-vrm/materials-debug': { 20: 'key', 50: 'key' },
    'three-vrm/dnd': { 2: 'drop /samples/character-0.x.vrm' },
    'three-vrm/webgpu-dnd': { 2: 'drop /samples/character-0.x.vrm' },
    'three-vrm-animation/dnd': { 1: 'drop /samples/character-0.x.vrm', 2: 'drop /samples/walk.vrma' },
};

/** Before anything else of the page: a clock that stands still, a window of one size, what the console is told, and
 *  nothing on the screen but in the frames that are taken, because a processor is slow at drawing. */
const before = `
window.harness = { now: 0, frames: [], said: [], later: window.setTimeout.bind(window) };
performance.now = () => harness.now;
Date.now = () => harness.now;
let seed = 1;
Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
window.requestAnimationFrame = (call) => harness.frames.push(call);
for (const kind of ['drawElements', 'drawArrays']) {
    const draw = WebGL2RenderingContext.prototype[kind];
    WebGL2RenderingContext.prototype[kind] = function (...words) { if (harness.isTaken) draw.apply(this, words); };
}
for (const side of ['innerWidth', 'innerHeight']) Object.defineProperty(window, side, { value: ${SIZE} });
for (const kind of ['warn', 'error']) {
    const say = console[kind].bind(console);
    console[kind] = (...words) => { harness.said.push(words.map(String).join(' ')); say(...words); };
}
addEventListener('error', (event) => harness.said.push('uncaught: ' + event.message));
addEventListener('unhandledrejection', (event) => harness.said.push('uncaught: ' + event.reason));`;

/** What three-vrm does, with matrices of this frame. */
const mending = `
import { VRMSpringBoneJoint } from '@pixiv/three-vrm';
import { Vector3 } from 'three';
const head = new Vector3(), tail = new Vector3();
VRMSpringBoneJoint.prototype._calcWorldSpaceBoneLength = function () {
    head.setFromMatrixPosition(this.bone.matrixWorld);
    tail.copy(this._initialLocalChildPosition).applyMatrix4(this.bone.matrixWorld);
    this._worldSpaceBoneLength = head.distanceTo(tail);
};`;

/** The program that stands before the example's own: counts loads, then lets time pass, and takes the pictures. */
const driver = (deeds, isMended) => `${isMended ? mending : ''}
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
const deeds = ${JSON.stringify(deeds)};
const vrms = [];
let pending = 0;
const load = GLTFLoader.prototype.load;
GLTFLoader.prototype.load = function (url, onLoad, onProgress, onError) {
    ++pending;
    return load.call(this, url, (gltf) => {
        if (gltf.userData.vrm) vrms.push(gltf.userData.vrm);
        try { onLoad(gltf); } finally { --pending; }
    }, onProgress, (error) => { --pending; harness.said.push('not loaded: ' + error); onError?.(error); });
};
const wait = (milliseconds) => new Promise((resolve) => { harness.later(resolve, milliseconds); });
async function loaded() {
    for (let quiet = 0; quiet < 6;) {
        await wait(50);
        quiet = pending === 0 ? quiet + 1 : 0;
    }
}
async function perform([what, ...words]) {
    if (what === 'key') dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    if (what === 'drop') {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([await (await fetch(words[0])).blob()], words[0].split('/').pop()));
        dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
        await wait(100);
        await loaded();
    }
}
function isBlank() {
    const paper = Object.assign(document.createElement('canvas'), { width: ${SIZE}, height: ${SIZE} }).getContext('2d');
    paper.drawImage(document.querySelector('canvas'), 0, 0);
    return paper.getImageData(0, 0, ${SIZE}, ${SIZE}).data.every((value) => value === 0);
}
function runFrame() {
    for (const call of harness.frames.splice(0)) call(harness.now);
}
async function run() {
    await new Promise((resolve) => { addEventListener('load', resolve); });
    await loaded();
    const pictures = [];
    harness.isTaken = true;
    runFrame();
    for (let tries = 0; tries < 200 && isBlank(); ++tries) { // renderers of WebGPU begin late
        await wait(100);
        runFrame();
    }
    for (let k = 1; k <= ${TAKEN.at(-1)}; ++k) {
        if (deeds[k]) await perform(deeds[k].split(' '));
        harness.now += 1000 / 60;
        dispatchEvent(new MouseEvent('mousemove', { clientX: ${SIZE / 2} + 30 * Math.sin(k / 20), clientY: ${SIZE / 2} + 30 * Math.cos(k / 20) }));
        harness.isTaken = ${JSON.stringify(TAKEN)}.includes(k);
        runFrame();
        if (harness.isTaken) pictures.push(document.querySelector('canvas').toDataURL('image/png'));
        await wait(0);
    }
    const text = document.body.innerText;
    return { pictures, text, said: harness.said, isMoved: vrms.at(-1)?.isAccelerated === true };
}
run().catch((error) => ({ problem: String(error.stack ?? error), said: harness.said }))
    .then((value) => fetch('/result', { method: 'POST', body: JSON.stringify(value) }));`;

const importMap = (isGpu) => ({
    imports: {
        three: `/modules/three/build/three.${isGpu ? 'webgpu' : 'module'}.js`,
        'three/webgpu': '/modules/three/build/three.webgpu.js', 'three/tsl': '/modules/three/build/three.tsl.js',
        'three/addons/': '/modules/three/examples/jsm/',
        '@pixiv/three-vrm': '/modules/@pixiv/three-vrm/lib/three-vrm.module.js',
        '@pixiv/three-vrm/nodes': '/modules/@pixiv/three-vrm/lib/nodes/index.module.js',
        '@pixiv/three-vrm-animation': '/modules/@pixiv/three-vrm-animation/lib/three-vrm-animation.module.js',
        'libvrm/three': '/dist/three.js',
    },
});

/** A page of three-vrm's as the browser gets it. */
function prepare(text, deeds, isOurs, isMended) {
    const map = /<script type="importmap">([\s\S]*?)<\/script>/;
    const isGpu = /three\.webgpu/.test(map.exec(text)?.[1] ?? '');
    return change(text, isOurs).replace(map, () => `<script>${before}</script>
        <script type="importmap">${JSON.stringify(importMap(isGpu))}</script><script type="module">${driver(deeds, isMended)}</script>`);
}

const change = (text, isOurs) => (isOurs ? text.replace(LINE, (line) => line.replace('@pixiv/three-vrm', 'libvrm/three')) : text);

async function open(example, isOurs, isMended = false) {
    const find = (path) => {
        if (path.endsWith('.vrma') && !path.startsWith('/samples/')) return join(root, 'samples/dance.vrma');
        if (path.endsWith('.vrm') && !path.startsWith('/samples/')) return given.model;
        if (path.startsWith('/samples/')) return join(root, path);
        if (path.startsWith('/modules/')) return join(modules, path.slice('/modules/'.length));
        if (path.startsWith('/dist/')) return join(root, 'build/web/package', path);
        const file = join(folder, path);
        if (!/\.(html|js)$/.test(path) || !existsSync(file)) return file;
        const text = readFileSync(file, 'utf8');
        if (path.endsWith('.js')) return { type: 'text/javascript', text: change(text, isOurs) };
        return { type: 'text/html', text: prepare(text, DEEDS[example.name] ?? {}, isOurs, isMended) };
    };
    const result = await openPage(find, `/${relative(folder, example.path)}`, {}, undefined, webgl);
    const pictures = (result.pictures ?? []).map((url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
    return { ...result, pictures };
}

/** Keeps the pictures, and returns them as pixels. */
function keep(example, side, pictures) {
    return pictures.map((png, i) => {
        writeFileSync(join(given.work, `${example.name.replace(/\W+/g, '-')}.${i}.${side}.png`), png);
        return decodePng(png);
    });
}

const measure = (a, b) => ssim(a, b, { mask: true, background: [0, 0, 0] });

const measureAll = (a, b) => a.slice(0, -1).map((image, i) => measure(image, b[i]));
const areAlike = (found) => found.every(({ ssim: similarity, windows }) => similarity >= LIMIT && windows > 0);

async function compare(example) {
    const lines = example.files.flatMap((file) => readFileSync(file, 'utf8').match(LINE));
    const theirs = await open(example, false);
    const ours = await open(example, true);
    const problems = [...[theirs, ours].map(({ problem }) => problem), ...ours.said.filter((text) => /uncaught|not loaded/.test(text))].filter(Boolean);
    if (problems.length > 0) return { problems };
    const [a, b] = [keep(example, 'theirs', theirs.pictures), keep(example, 'ours', ours.pictures)];
    const found = measureAll(a, b);
    let fixed;
    if (!areAlike(found)) {
        fixed = measureAll(keep(example, 'fixed', (await open(example, false, true)).pictures), b);
        if (fixed.length < found.length || !areAlike(fixed)) problems.push('not alike');
    }
    if (lines.length !== 1) problems.push(`${lines.length} lines`);
    if (theirs.text !== ours.text) problems.push('other text');
    if (!ours.isMoved || theirs.isMoved) problems.push(`moved by ${ours.isMoved ? 'libvrm on both sides' : 'three-vrm'}`);
    const said = ours.said.filter((text) => !theirs.said.includes(text));
    return { problems, found, fixed, later: measure(a.at(-2), b.at(-1)).ssim, said };
}

const examples = findExamples().filter(({ name }) => given.names.length === 0 || given.names.some((part) => name.includes(part)));
let bad = 0;
console.log(`${'example'.padEnd(36)} ${TAKEN.slice(0, -1).map((k) => `frame ${k}`.padStart(8)).join(' ')}   and ${TAKEN.at(-1)}`);
for (const example of examples) {
    const { problems, found = [], fixed, later = 0, said = [] } = await compare(example);
    console.log(`${example.name.padEnd(36)} ${found.map((one) => one.ssim.toFixed(4).padStart(8)).join(' ')} ${later.toFixed(4).padStart(8)}${problems.length ? `  ${problems.join(', ')}` : ''}`);
    if (fixed) console.log(`${'    with its springs fixed'.padEnd(36)} ${fixed.map((one) => one.ssim.toFixed(4).padStart(8)).join(' ')}`);
    for (const text of new Set(said)) console.log(`    ${text.slice(0, 200)}`);
    if (problems.length > 0) ++bad;
}
console.log(`${examples.length} examples of three-vrm with one line changed, ${bad} problem${bad === 1 ? '' : 's'}`);
process.exit(bad > 0 || examples.length === 0 ? 1 : 0);
