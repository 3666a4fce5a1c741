// The comparison itself; see tools/compare/compare-motions.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fail, readOptions } from '../node/options.mjs';
import { readArrayBuffer, threeVrmAnimation } from '../node/three_vrm.mjs';
import { Avatar, degreesBetween, Motion } from './motion_reference.mjs';

const WORK = path.resolve('build/compare/motions');

// What may be apart: degrees of rotations, the place of the hips by their height, weights, degrees
// of the gaze. three-vrm computes in single precision and does not make keys even.
const OURS = { turn: 2e-4, hips: 1e-6, weight: 1e-6, gaze: 1e-4 };
const THEIRS = { turn: 1e-3, hips: 1e-5, weight: 1e-5, gaze: 1e-3 };

const DIALECTS = ['1.0', '1.0-beta', '1.0-draft', '0.x'];

// Names, arguments of the maker, and why three-vrm-animation is not asked, where it is wrong.
const STEP = 'it plays STEP as LINEAR', CUBIC = 'it takes tangents for keys';
const BETWEEN = 'it ignores joints between bones and above the hips';
const MOTIONS = [
    ...['stand', 'walk', 'squat', 'dance', 'test'].map(name => [name, `motion --motion ${name}`]),
    ['fast', 'motion --motion walk --fps 60'],
    ['character', 'motion --motion dance --body character'],
    ['reduced', 'motion --motion dance --body character --reduce'],
    ['rests', 'motion --motion test --rest-rotations'],
    ['step', 'motion --motion test --interpolation step', STEP],
    ['step-rests', 'motion --motion test --interpolation step --rest-rotations', STEP],
    ['cubic', 'motion --motion test --interpolation cubicspline', CUBIC],
    ['cubic-rests', 'motion --motion dance --interpolation cubicspline --rest-rotations', CUBIC],
    ['point', 'motion --motion test --look-at point', 'it throws at a translation of the gaze'],
    ['missing', 'motion --motion test --missing upperChest,leftToes,rightToes,jaw'],
    ['no-scenes', 'motion-fault no-scenes', 'it needs a scene'],
    ['hips-and-spine', 'motion-fault hips-and-spine', 'it throws where required bones are missing'],
    ['between', 'motion-fault joint-between', BETWEEN],
    ['above', 'motion-fault node-above', BETWEEN],
    ['one-key', 'motion-fault single-key'],
    ['late', 'motion-fault times-late'],
    ['long', 'motion-fault rotation-long', 'it does not make keys even'],
    ['flips', 'motion-fault sign-flips'],
    ['on-the-ground', 'motion-fault hips-height-0', 'it divides by the height of the hips'],
    ['below-the-ground', 'motion-fault hips-height-negative', 'it turns the way of the hips around'],
    ['centimetres', 'motion-fault centimetres'],
    ['scaled', 'motion-fault node-scale'],
    ['version', 'motion-fault version-1.1', 'it throws at a version that it does not know'],
    ['beyond', 'motion-fault weights-beyond', 'it does not clamp weights'],
    ['other-channels', 'motion-fault other-channels'],
];

// Avatars beside the samples, which lack bones or have rests; three-vrm loses the rotations of bones
// that an avatar lacks.
const LACKS = 'it loses rotations of bones that the avatar lacks';
const AVATARS = [
    ...['1.0', '0.x'].flatMap(dialect => [
        [`basic-${dialect}`, `parametric --bones basic --dialect ${dialect}`, LACKS],
        [`turned-${dialect}`, `parametric --bones fingers --random-rest --dialect ${dialect}`],
    ]),
    ['scaled-1.0', 'parametric --bones body --root-scale 0.5', LACKS],
];

function make(maker, name, ending, words) {
    const file = path.join(WORK, name + ending);
    execFileSync(maker, [...words.split(' '), '-o', file], { stdio: 'inherit' });
    return file;
}

// Files that others made, where the build knows some. What is wrong with them is not known to
// three-vrm-animation, so it is not asked.
function corpusMotions(build) {
    const cache = fs.readFileSync(path.join(build, 'CMakeCache.txt'), 'utf8');
    const folder = path.join(cache.match(/^VRM_CORPUS:PATH=(.*)$/m)?.[1] ?? '', 'vrma');
    if (!fs.existsSync(folder)) {
        console.log('skipped: files of the corpus, as this build was given none (-DVRM_CORPUS=FOLDER)');
        return [];
    }
    return fs.readdirSync(folder).filter(name => name.endsWith('.vrma')).sort()
        .map(name => ({ name, file: path.join(folder, name), reason: 'it is a file of others' }));
}

// The frames of the library, at times that are seldom those of keys.
function dump(tool, avatar, motion, duration) {
    const fps = duration > 0 ? Math.max(0.5, 41 / duration) : 1;
    const words = ['motion', 'dump', avatar, motion, '--json', '--fps', fps.toFixed(4), '--to', (duration + 0.5).toFixed(3)];
    return JSON.parse(execFileSync(tool, words, { maxBuffer: 1 << 30 }).toString()).frames;
}

// --- Differences ---

class Differences {
    constructor(limits) {
        this.limits = limits;
        this.most = { turn: 0, hips: 0, weight: 0, gaze: 0 };
        this.problems = [];
        this.count = 0;
    }

    note(kind, away, where) {
        ++this.count;
        if (!(away <= this.most[kind])) this.most[kind] = away; // NaN too
        if (!(away <= this.limits[kind])) this.problems.push(`${where}: ${kind} is ${away} off`);
    }

    // Both have frames of the same shape; `place` is where the hips of `got` should be.
    frame(got, expected, height, place = expected.hips) {
        const at = `${expected.t.toFixed(3)} s`;
        for (const key of ['N', 'q']) {
            for (const [bone, rotation] of Object.entries(expected[key])) {
                if (bone.endsWith('Eye')) continue; // lookAt turns these
                this.note('turn', got[key][bone] ? degreesBetween(rotation, got[key][bone]) : NaN, `${at}: ${key} of ${bone}`);
            }
        }
        this.note('hips', Math.hypot(...place.map((x, i) => x - got.hips[i])) / height, at);
        for (const [name, weight] of Object.entries(expected.expr)) {
            if (name in got.expr) this.note('weight', Math.abs(weight - got.expr[name]), `${at}: ${name}`);
        }
        if (expected.yaw === undefined) return;
        const turns = Math.abs(expected.yaw - got.yaw) % 360;
        this.note('gaze', Math.max(Math.min(turns, 360 - turns), Math.abs(expected.pitch - got.pitch)), at);
    }
}

// --- three-vrm ---

async function playThree(peer, avatarFile, motionFile, times) {
    const { THREE } = peer, { vrm } = (await peer.parse(readArrayBuffer(avatarFile))).userData;
    const animation = await peer.parseAnimation(readArrayBuffer(motionFile));
    const mixer = new THREE.AnimationMixer(vrm.scene);
    const action = mixer.clipAction(peer.createVRMAnimationClip(animation, vrm));
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    const rotations = bones => Object.fromEntries(Object.entries(bones).map(([name, { node }]) => [name, node.quaternion.toArray()]));
    return times.map(t => {
        action.reset().play();
        mixer.setTime(t);
        vrm.humanoid.update();
        vrm.scene.updateMatrixWorld(true);
        return {
            N: rotations(vrm.humanoid.normalizedHumanBones),
            q: rotations(vrm.humanoid.rawHumanBones),
            hips: vrm.humanoid.rawHumanBones.hips.node.getWorldPosition(new THREE.Vector3()).toArray(),
            expr: Object.fromEntries((vrm.expressionManager?.expressions ?? []).map(e => [e.expressionName, e.weight])),
            yaw: vrm.lookAt?.yaw,
            pitch: vrm.lookAt?.pitch,
        };
    });
}

// three-vrm scales the place of the hips and not their way from rest (AMB-097).
function placeOfThree(avatar, motion, expected) {
    const by = avatar.hipsRest[1] / motion.height, rest = motion.skeleton.place(motion.bones.hips);
    const sign = avatar.facing[1] === 1 ? -1 : 1; // of x and z, for a model that faces -Z
    return expected.hips.map((x, i) => x - avatar.hipsRest[i] + (i === 1 ? 1 : sign) * rest[i] * by);
}

// --- All of it ---

const text = most => Object.entries(most).map(([kind, away]) => `${kind} ${away.toExponential(1)}`).join(', ');

async function main() {
    const { build, node, details, names } = readOptions({ build: 'build/release', node: 'build/node', details: false, names: [] });
    const maker = path.join(build, 'vrm-maker'), tool = path.join(build, 'vrm');
    const peer = await threeVrmAnimation(node);
    const wanted = name => names.length === 0 || names.some(part => name.includes(part));
    fs.mkdirSync(WORK, { recursive: true });
    console.warn = () => {}; // three's
    const avatars = [
        ...DIALECTS.map(dialect => ({ name: dialect, file: `samples/character-${dialect}.vrm` })),
        ...AVATARS.map(([name, words, reason]) => ({ name, file: make(maker, name, '.vrm', words), reason })),
    ].map(avatar => ({ ...avatar, body: new Avatar(readArrayBuffer(avatar.file)) }));
    const problems = [], most = { ...new Differences(OURS).most }, mostOfThree = { ...most };
    const raise = (of, by) => Object.keys(of).forEach(kind => { if (!(by[kind] <= of[kind])) of[kind] = by[kind]; });
    let pairs = 0, asked = 0, numbers = 0;

    const motions = [
        ...MOTIONS.map(([name, words, reason]) => ({ name, words, reason })), ...corpusMotions(build),
    ].filter(({ name }) => wanted(name));
    for (const { name, words, reason, file: known } of motions) {
        const file = known ?? make(maker, name, '.vrma', words), motion = new Motion(readArrayBuffer(file));
        for (const { name: who, file: avatarFile, body, reason: otherReason } of avatars) {
            const ours = dump(tool, avatarFile, file, motion.duration);
            const expected = ours.map(({ t }) => body.frame(motion, t));
            const found = new Differences(OURS), pair = `${name} on ${who}`;
            expected.forEach((frame, i) => found.frame(ours[i], frame, body.hipsRest[1]));
            raise(most, found.most);
            problems.push(...found.problems.slice(0, 3).map(problem => `${pair}: ${problem}`));
            ++pairs;
            numbers += found.count;
            if (details) console.log(`${pair}: ${text(found.most)}`);
            // three-vrm reads neither the draft nor the beta.
            if (!peer || reason || otherReason || who.includes('draft') || who.includes('beta')) continue;
            const theirs = await playThree(peer, avatarFile, file, expected.map(({ t }) => t));
            const apart = new Differences(THEIRS);
            expected.forEach((frame, i) => apart.frame(theirs[i], frame, body.hipsRest[1], placeOfThree(body, motion, frame)));
            raise(mostOfThree, apart.most);
            problems.push(...apart.problems.slice(0, 3).map(problem => `${pair}, three-vrm-animation: ${problem}`));
            ++asked;
            if (details) console.log(`${pair}, three-vrm-animation: ${text(apart.most)}`);
        }
    }
    if (!peer) console.log('skipped: three-vrm-animation, which is not there (.ci/setup --full)');
    for (const problem of problems) console.log(`PROBLEM: ${problem}`);
    if (pairs === 0) fail('no motion has such a name');
    console.log(`motions: ${pairs} pairs, ${numbers} numbers: at most ${text(most)} from the evaluation in double`);
    if (asked > 0) console.log(`three-vrm-animation ${peer.version}: ${asked} pairs: at most ${text(mostOfThree)} from the evaluation`);
    return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main();
