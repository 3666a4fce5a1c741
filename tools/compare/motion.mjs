// The comparison itself; see tools/compare/compare-three-vrm.
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withChangedJson } from '../node/glb.mjs';
import { fail, readOptions } from '../node/options.mjs';
import { cases } from './motion_cases.mjs';
import { makeVrm } from './oracle/synth.mjs';
import { Gaze, readJson, Springs } from './reference.mjs';
import { ThreeVrm } from './three_vrm.mjs';

const execute = promisify(execFile);
const FRAMES = 120;
// Degrees; weights, and degrees of yaw and pitch, without a unit.
const LIMITS = {
    spring: { max: 0.05, rms: 0.005 }, constraint: { max: 0.01, rms: 0.01 }, eye: { max: 0.01, rms: 0.01 },
    gaze: { max: 1e-4, rms: 1e-4 }, morph: { max: 1e-4, rms: 1e-4 },
};
// Springs against colliders enlarge the smallest difference. Beyond the limits, what counts is how far the reference
// moves when its state and the places of nodes are floats: the library may be this many times as far off.
const NOISE = 2;
const KINDS = ['sphere', 'capsule', 'inside sphere', 'inside capsule', 'plane'];

function corpusOf(build) {
    const cache = fs.readFileSync(path.join(build, 'CMakeCache.txt'), 'utf8');
    return cache.match(/^VRM_CORPUS:PATH=(.*)$/m)?.[1] ?? '';
}

// --- Files ---

function makeFile(one, { build, work }) {
    if (one.file) return one.file;
    const file = path.join(work, `${one.name}.vrm`);
    if (one.synth) fs.writeFileSync(file, makeVrm(one.synth));
    else execFileSync(path.join(build, 'vrm-maker'), ['parametric', ...one.make, '-o', file]);
    if (one.change) fs.writeFileSync(file, withChangedJson(fs.readFileSync(file), one.change));
    return file;
}

// --- Runs ---

// Inputs as the library takes them: floats.
function toFloats(frame) {
    const rounded = ({ r, t }) => ({ r: r.map(Math.fround), t: t.map(Math.fround) });
    return { f: frame.f, root: frame.root.map(Math.fround), look: frame.look?.map(Math.fround), expression: frame.expression,
        in: Object.fromEntries(Object.entries(frame.in).map(([node, trs]) => [node, rounded(trs)])), constraint: frame.constraint };
}

// Without `adapter`, the command line; with it, three-vrm as the adapter of bindings/web moves it.
async function runOurs(one, file, motion, { build, adapter }) {
    if (adapter) {
        const literal = one.sim?.includes('--literal') ?? false;
        const dt = 1 / (one.fps ?? 60), options = { literalTime: literal, literalScale: literal };
        return adapter.run(file, { frames: FRAMES, dt, motion: one.motion ?? {}, options });
    }
    const words = ['sim', '--json', '--as-file', '--motion', motion, ...(one.sim ?? []), file];
    const { stdout } = await execute(path.join(build, 'vrm'), words, { encoding: 'utf8', maxBuffer: 1 << 28 });
    return JSON.parse(stdout);
}

function runReference(one, file, inputs, floats = false) {
    const springs = new Springs(file, { literal: one.sim?.includes('--literal'), floats });
    return { pushes: springs.pushes, frames: inputs.frames.map(frame => ({ f: frame.f, spring: springs.frame(frame, inputs.dt) })) };
}

function runGaze(file, inputs) {
    const gaze = new Gaze(file);
    return { frames: inputs.frames.map(frame => ({ f: frame.f, ...gaze.frame(frame) })) };
}

async function runSpecref(file, motion) {
    const out = motion.replace(/\.json$/, '-specref.json');
    await execute('node', ['tools/compare/oracle/specref.mjs', file, motion, out]);
    return JSON.parse(fs.readFileSync(out));
}

// --- Differences ---

function angle(a, b) {
    const dot = a.reduce((sum, v, i) => sum + v * b[i], 0), sign = dot < 0 ? -1 : 1;
    const chord = Math.hypot(...a.map((v, i) => v - sign * b[i]));
    return 4 * Math.asin(Math.min(1, chord / 2)) * 180 / Math.PI;
}

const largest = (a, b) => Math.max(...a.map((v, i) => Math.abs(v - b[i])));

// Every value of a channel in both runs: [frame, key, difference].
function* pairs(channel, ours, theirs) {
    for (const [i, frame] of theirs.frames.entries()) {
        const mine = ours.frames[i];
        if (channel === 'gaze') {
            if (!frame.lookAt) continue;
            yield [frame.f, 'yaw', Math.abs(mine.lookAt.yaw - frame.lookAt.yaw)];
            yield [frame.f, 'pitch', Math.abs(mine.lookAt.pitch - frame.lookAt.pitch)];
            continue;
        }
        for (const key in frame[channel]) {
            if (!mine[channel][key]) throw new Error(`${channel} ${key} is missing`);
            yield [frame.f, key, (channel === 'morph' ? largest : angle)(mine[channel][key], frame[channel][key])];
        }
    }
}

function measure(channel, ours, theirs) {
    const out = { max: 0, sum: 0, count: 0, keys: new Set(), at: '', first: '' }, limit = LIMITS[channel].max;
    for (const [frame, key, difference] of pairs(channel, ours, theirs)) {
        out.sum += difference * difference;
        out.count += 1;
        out.keys.add(key);
        if (!(difference <= limit)) out.first ||= `frame ${frame}, node ${key}`;
        if (!(difference <= out.max)) [out.max, out.at] = [difference, `frame ${frame}, node ${key}`];
    }
    out.rms = Math.sqrt(out.sum / out.count);
    return out;
}

// --- The table ---

const CHANNELS = ['spring', 'constraint', 'eye', 'gaze', 'morph'];
const WIDTHS = [-43, 6, 9, 9, 12, 9, 9, 9];
const line = values => console.log(values.map((value, i) => {
    const width = WIDTHS[i] ?? 0, text = String(value);
    return i >= WIDTHS.length ? `  ${text}` : width < 0 ? text.padEnd(-width) : text.padStart(width);
}).join('').trimEnd());
const short = number => (number === undefined ? '' : number.toExponential(1));

class Table {
    failures = 0;
    comparisons = 0;
    worst = {};
    pushes = Object.fromEntries(KINDS.map(kind => [kind, 0]));

    constructor(details) {
        this.details = details;
        line(['case', 'joints', 'spring', 'rms', 'constraint', 'eye', 'gaze', 'morph', 'verdict, and who was asked about springs']);
        line(['limit', '', LIMITS.spring.max, LIMITS.spring.rms, ...CHANNELS.slice(1).map(channel => LIMITS[channel].max)]);
        this.begin('');
    }

    begin(name) {
        this.name = name;
        this.case = { joints: 0, rms: 0, witnesses: new Set(), notes: [], failures: 0 };
    }

    // `noise`: how far the reference itself is moved by places and state in single precision
    add(channel, witness, ours, theirs, noise) {
        const found = measure(channel, ours, theirs), limit = LIMITS[channel], one = this.case;
        if (found.count === 0) return;
        const isWithin = ({ max, rms }) => found.max <= max && found.rms <= rms;
        const say = text => one.notes.push(`    ${channel} against ${witness}: ${short(found.max)}, rms ${short(found.rms)}; ${text}`);
        this.comparisons += 1;
        if (channel === 'spring') {
            one.witnesses.add(witness);
            one.joints = found.keys.size;
            one.rms = Math.max(one.rms, found.rms);
        }
        if (!(found.max <= one[channel])) one[channel] = found.max;
        if (!(found.max <= this.worst[channel]?.max)) this.worst[channel] = { max: found.max, name: this.name };
        const where = `largest at ${found.at}${found.first && `, beyond the limit from ${found.first}`}`;
        if (isWithin(limit)) {
            if (this.details) say(where);
            return;
        }
        const floor = channel === 'spring' ? noise() : { max: 0, rms: 0 };
        const isGood = isWithin({ max: floor.max * NOISE, rms: floor.rms * NOISE });
        say(`${where}; rounding to floats alone makes ${short(floor.max)}, rms ${short(floor.rms)}`);
        if (!isGood) one.failures += 1;
    }

    end() {
        const { joints, rms, witnesses, notes, failures } = this.case;
        const verdict = failures ? 'FAILED' : notes.length && !this.details ? 'ok, as far as floats go' : 'ok';
        this.failures += failures;
        line([this.name, joints || '', short(this.case.spring), joints ? short(rms) : '',
            ...CHANNELS.slice(1).map(channel => short(this.case[channel])), `${verdict}${joints ? ': ' : ''}${[...witnesses].join(', ')}`]);
        for (const note of notes) console.log(note);
    }

    fail(name, message) {
        this.failures += 1;
        console.log(`${name}: FAILED: ${message}`);
    }

    count(pushes) {
        for (const kind in pushes) this.pushes[kind] += pushes[kind];
    }

    summary() {
        const worst = Object.entries(this.worst).map(([channel, { max, name }]) => `${channel} ${short(max)} (${name})`);
        return `${this.comparisons} comparisons, ${this.failures} failed; largest differences: ${worst.join(', ')}`;
    }
}

async function compare(one, tools, table) {
    table.begin(one.name);
    const file = makeFile(one, tools), dt = 1 / (one.fps ?? 60), skip = one.skip ?? {};
    const motion = path.join(tools.work, `${one.name}.json`);
    const theirs = await tools.three.run(file, { frames: FRAMES, dt, motion: one.motion ?? {} });
    const inputs = { dt, frames: theirs.frames.map(toFloats) };
    fs.writeFileSync(motion, JSON.stringify(inputs));
    const hasSprings = Object.keys(theirs.frames[0].spring).length > 0;
    const started = [runOurs(one, file, motion, tools)]; // while the reference computes
    if (hasSprings && !skip.specref) started.push(runSpecref(file, motion));
    const reference = runReference(one, file, inputs);
    const [ours, specref] = await Promise.all(started);
    const noise = () => measure('spring', runReference(one, file, inputs, true), reference);
    const row = (channel, witness, other) => table.add(channel, witness, ours, other, noise);
    row('spring', 'reference', reference);
    table.count(reference.pushes);
    if (specref) row('spring', 'specref', specref);
    if (!skip.three) row('spring', 'three-vrm', theirs);
    row('constraint', 'three-vrm', theirs);
    if (inputs.frames[0].look && !skip.eye) row('eye', 'three-vrm', theirs);
    row('gaze', 'three-vrm', theirs);
    if (!skip.morph) row('morph', 'three-vrm', theirs);
    const lookAt = readJson(file).extensions.VRMC_vrm?.lookAt;
    if (lookAt?.type === 'bone' && lookAt.rangeMapVerticalUp) {
        const gaze = runGaze(file, inputs);
        row('eye', 'reference', gaze);
        row('gaze', 'reference', gaze);
    }
    table.end();
}

async function main() {
    const chosen = readOptions({ build: 'build/release', node: 'build/node', adapter: '', details: false, names: [] }), start = Date.now();
    const corpus = corpusOf(chosen.build);
    const tools = { ...chosen, work: path.resolve('build/compare', chosen.adapter ? 'motion-adapter' : 'motion'), three: await ThreeVrm.open(chosen.node) };
    if (chosen.adapter) tools.adapter = await ThreeVrm.open(chosen.node, chosen.adapter);
    fs.rmSync(tools.work, { recursive: true, force: true });
    fs.mkdirSync(tools.work, { recursive: true });
    if (!corpus) console.log('skipped: files of the corpus, as this build was given none (-DVRM_CORPUS=FOLDER)');
    const table = new Table(chosen.details);
    for (const one of cases({ samples: 'samples', corpus })) {
        if (chosen.names.length && !chosen.names.some(name => one.name.includes(name))) continue;
        try {
            await compare(one, tools, table);
        } catch (error) {
            table.fail(one.name, error.message);
        }
    }
    console.log(`pushes by colliders: ${KINDS.map(kind => `${kind} ${table.pushes[kind]}`).join(', ')}`);
    const untouched = KINDS.filter(kind => table.pushes[kind] === 0);
    if (!chosen.names.length && untouched.length) table.fail('colliders', `nothing touched a ${untouched.join(', a ')}`);
    console.log(`${table.summary()}; ${((Date.now() - start) / 1000).toFixed(0)} s`);
    process.exit(table.failures || !table.comparisons ? 1 : 0);
}

await main();
