// The check itself; see tools/check/check-motions.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { openValidator, validatorErrors } from '../../node/judges.mjs';
import { readOptions } from '../../node/options.mjs';
import { readArrayBuffer, threeVrmAnimation } from '../../node/three_vrm.mjs';
import { makeSchemas } from '../samples/schemas.mjs';
import { MOTIONS } from './variants.mjs';
import { compareVmd, mmdParser } from './vmd.mjs';

const NODE = path.resolve('build/node');
const WORK = path.resolve('build/motions');

// What three-vrm-animation does otherwise, by file: why it is not compared.
const NOT_PLAYED = {
    'step.vrma': 'it plays STEP as LINEAR, and is right at keys alone',
    'cubic.vrma': 'it takes tangents for keys',
    'point.vrma': 'it throws at a translation of lookAt',
    'reduced.vrma': 'each channel has times of its own; the file with all keys is compared',
    'missing.vrma': 'bones hang elsewhere, so that their rotations are others',
};
const DEGREES = 1e-3;

function makeFiles(maker) {
    fs.rmSync(WORK, { recursive: true, force: true });
    fs.mkdirSync(WORK, { recursive: true });
    return MOTIONS.map(([name, words]) => {
        const file = path.join(WORK, name);
        execFileSync(maker, [...words.split(' '), '-o', file], { stdio: 'inherit' });
        return { name, words, file };
    });
}

function readGlb(bytes) {
    const length = new DataView(bytes).getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
    return { json, bin: bytes.slice(28 + length) };
}

const validate = async (validator, bytes) =>
    (await validatorErrors(validator, bytes, 1)).map(({ text }) => `gltf-validator: ${text}`);

// --- What `vrm motion convert` makes of each file ---

// Errors and warnings of gltf-validator and the schemas, and whether three-vrm-animation makes a clip of it.
async function checkConverted(vrm, file, validator, schemas, peer) {
    const out = `${file}.converted.vrma`;
    execFileSync(vrm, ['motion', 'convert', file, out], { stdio: ['ignore', 'ignore', 'inherit'] });
    const bytes = readArrayBuffer(out), found = [];
    if (validator) found.push(...await validate(validator, bytes));
    if (schemas) found.push(...schemas(readGlb(bytes).json, '1.0').map(text => `schema: ${text}`));
    if (peer) {
        const avatar = (await peer.parse(readArrayBuffer('samples/character-1.0.vrm'))).userData.vrm;
        const clip = peer.createVRMAnimationClip(await peer.parseAnimation(bytes), avatar);
        const bad = clip.tracks.filter(({ values }) => !values.every(Number.isFinite)).length;
        if (clip.tracks.length === 0 || bad > 0) found.push(`three-vrm-animation: ${clip.tracks.length} tracks, ${bad} bad`);
    }
    return found.map(text => `converted: ${text}`);
}

// --- What three-vrm-animation plays, against what stands in the file ---

// { node: { path: rows } }, and the times, which all channels share.
function tracksOf({ json, bin }) {
    const rows = index => {
        const { bufferView, count, type } = json.accessors[index];
        const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
        const numbers = new Float32Array(bin, json.bufferViews[bufferView].byteOffset, count * width);
        return Array.from({ length: count }, (_, i) => Array.from(numbers.subarray(i * width, (i + 1) * width)));
    };
    const { samplers, channels } = json.animations[0];
    const tracks = {};
    for (const { sampler, target } of channels) {
        (tracks[target.node] ??= {})[target.path] = rows(samplers[sampler].output);
    }
    return { tracks, times: rows(samplers[0].input).map(([time]) => time) };
}

function degreesBetween(THREE, a, b) {
    const q = new THREE.Quaternion(...a).invert().multiply(new THREE.Quaternion(...b));
    return 2 * Math.atan2(Math.hypot(q.x, q.y, q.z), Math.abs(q.w)) * 180 / Math.PI;
}

// `plain` is the same motion without rest rotations: its rotations are normalised ones.
async function play(peer, bytes, plain) {
    const { THREE } = peer;
    const { json } = plain;
    const { tracks, times } = tracksOf(plain);
    const { humanoid, expressions } = json.extensions.VRMC_vrm_animation;
    const { vrm } = (await peer.parse(readArrayBuffer('samples/character-1.0.vrm'))).userData;
    const animation = await peer.parseAnimation(bytes);
    const mixer = new THREE.AnimationMixer(vrm.scene);
    const action = mixer.clipAction(peer.createVRMAnimationClip(animation, vrm));
    const problems = [];
    let compared = 0;
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    for (let key = 0; key < times.length; key += 11) {
        action.reset().play();
        mixer.setTime(times[key]);
        for (const [bone, { node }] of Object.entries(humanoid.humanBones)) {
            const shown = vrm.humanoid.getNormalizedBoneNode(bone);
            if (!shown) continue; // the avatar has no jaw
            const away = degreesBetween(THREE, shown.quaternion.toArray(), tracks[node].rotation[key]);
            if (!(away <= DEGREES)) problems.push(`three-vrm-animation: ${bone} is ${away} degrees off at ${times[key]} s`);
            ++compared;
        }
        for (const [name, { node }] of Object.entries({ ...expressions?.preset, ...expressions?.custom })) {
            const shown = vrm.expressionManager.getValue(name), wanted = tracks[node].translation[key][0];
            if (!(Math.abs(shown - wanted) < 1e-5)) problems.push(`three-vrm-animation: ${name} is ${shown}, not ${wanted}`);
        }
    }
    return compared > 0 ? problems.slice(0, 5) : ['three-vrm-animation: nothing to compare'];
}

// `fk.vmd` has the rotations of `mmd.vrma`; of the other, that it is read to its end.
function readVmd(parse, THREE, name, bytes) {
    try {
        const vmd = parse(bytes);
        if (name !== 'fk.vmd') return vmd.motions.length > 0 && vmd.morphs.length > 0 ? [] : ['mmd-parser: nothing'];
        const plain = readGlb(readArrayBuffer(path.join(WORK, 'mmd.vrma')));
        return compareVmd(THREE, vmd, { json: plain.json, ...tracksOf(plain) }, DEGREES);
    } catch (error) {
        return [`mmd-parser: ${error}`];
    }
}

async function main() {
    const { build, schema, details } = readOptions({ build: 'build/release', schema: process.env.VRM_SCHEMA ?? '', details: false });
    const maker = path.join(build, 'vrm-maker'), vrm = path.join(build, 'vrm');
    const validator = openValidator(NODE);
    const schemas = makeSchemas(NODE, schema);
    const peer = await threeVrmAnimation(NODE);
    const parseVmd = peer && mmdParser(NODE); // its rotations are compared with three's
    const problems = [], files = makeFiles(maker);
    let played = 0;
    console.warn = () => {}; // three's

    for (const { name, file } of files) {
        const bytes = readArrayBuffer(file);
        const found = [];
        if (/\.(vrma|glb)$/.test(name)) {
            const { json } = readGlb(bytes);
            if (validator) found.push(...await validate(validator, bytes));
            if (schemas) found.push(...schemas(json, '1.0').map(text => `schema: ${text}`));
            if (peer && name.endsWith('.vrma') && !(name in NOT_PLAYED)) {
                const plain = name === 'rests.vrma' ? path.join(WORK, 'test.vrma') : file;
                found.push(...await play(peer, bytes, readGlb(readArrayBuffer(plain))));
                ++played;
            }
        }
        if (parseVmd && name.endsWith('.vmd')) found.push(...readVmd(parseVmd, peer.THREE, name, bytes));
        found.push(...await checkConverted(vrm, file, validator, schemas, peer));
        if (details) console.log(`${name}: ${found.length === 0 ? 'good' : 'BAD'}, ${bytes.byteLength} bytes`);
        problems.push(...found.map(text => `${name}: ${text}`));
    }
    const judges = [['gltf-validator', validator], ['the official schemas', schemas],
        [`three-vrm-animation ${peer?.version ?? ''}`.trim(), peer], ['mmd-parser', parseVmd]];
    for (const [name, judge] of judges) {
        if (!judge) console.log(`skipped: ${name}, which is not there (.ci/setup --full)`);
    }
    for (const problem of problems) console.log(`PROBLEM: ${problem}`);
    const good = judges.filter(([, judge]) => judge).map(([name]) => name).join(', ');
    if (problems.length === 0 && good !== '') {
        console.log(`motions: ${files.length} files: right by ${good}; ${played} played`);
    }
    return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main();
