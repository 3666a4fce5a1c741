// Runs the whole-file vectors in an engine, and reports its score. README.md has the format and the interface of an engine.
//
// usage: node run.mjs ENGINE.mjs [--group NAME] [--case ID] [--json] [--engine-option VALUE …]
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const GROUPS = ['control', 'springs', 'colliders', 'limits', 'constraints', 'look_at', 'expressions', 'first_person', 'humanoid', 'motions',
    'vrm0', 'broken'];
const TOLERANCE = { rotations: 0.01, positions: 1e-4, morphs: 1e-4, materials: 1e-4, triangles: 0 };

/** What an engine throws if it lacks something that a case needs. */
export class Skipped extends Error {}

// --- Inputs ---

const lerp = (a, b, t) => (Array.isArray(a) ? a.map((x, i) => x + (b[i] - x) * t) : a + (b - a) * t);

function valueAt({ frames, values }, frame) {
    if (frame <= frames[0]) return values[0];
    const next = frames.findIndex(key => frame <= key);
    if (next < 0) return values.at(-1);
    return lerp(values[next - 1], values[next], (frame - frames[next - 1]) / (frames[next] - frames[next - 1]));
}

function turn(axis, degrees) {
    const half = degrees * Math.PI / 360, size = Math.sin(half) / Math.hypot(...axis);
    return [...axis.map(x => x * size), Math.cos(half)];
}

/** The value of an input: a number, a point, or a quaternion. */
function inputAt(track, frame) {
    const value = valueAt(track, frame);
    return track.axis ? turn(track.axis, value) : value;
}

// --- Results ---

/** In degrees; from the distance of the quaternions, which is exact for small angles too. */
function angleBetween(a, b) {
    const size = Math.hypot(...a), apart = sign => Math.hypot(...a.map((x, i) => x / size - sign * b[i]));
    return 4 * Math.asin(Math.min(Math.min(apart(1), apart(-1)) / 2, 1)) * 180 / Math.PI;
}

/** By how much a result is off: 0 for equal texts, Infinity for others. */
function difference(what, got, expected) {
    if (expected === null || typeof expected === 'string') return (got ?? null) === expected ? 0 : Infinity;
    if (!Array.isArray(expected)) return Math.max(...Object.keys(expected).map(key => difference(what, got[key], expected[key])));
    if (!got || got.length !== expected.length) return Infinity;
    const apart = what === 'rotations' ? angleBetween(got, expected) : Math.max(...expected.map((x, i) => Math.abs(got[i] - x)), 0);
    return Number.isNaN(apart) ? Infinity : apart;
}

function compare(avatar, one, expected) {
    for (const what of Object.keys(expected).filter(key => key !== 'frame')) {
        const most = what === 'rotations' ? Math.max(TOLERANCE.rotations, 10 * one.noise_degrees) : TOLERANCE[what] ?? 0;
        for (const [name, value] of Object.entries(expected[what])) {
            const apart = difference(what, avatar.get(what, name, value), value);
            if (!(apart <= most)) return { frame: expected.frame, what, name, apart };
        }
    }
    return null;
}

async function runCase(engine, one) {
    const read = name => new Uint8Array(fs.readFileSync(path.join(folder, 'models', name)));
    const steps = [one.seconds].flat();
    let avatar;
    try {
        avatar = await engine.load(read(one.file), one.clip ? read(one.clip) : null, one.settings ?? []);
    } catch (error) {
        if (error instanceof Skipped) return { skipped: error.message };
        return one.may_refuse ? { passed: true, refused: true } : { failed: { frame: 0, what: 'load', name: String(error.message ?? error) } };
    }
    try {
        let frame = 0;
        for (const expected of one.expected) {
            while (frame < expected.frame) {
                frame += 1;
                for (const track of one.inputs) {
                    const value = inputAt(track, frame);
                    if (track.input !== 'reset') avatar.set(track.input, track.name, value);
                }
                if (one.inputs.some(track => track.input === 'reset' && inputAt(track, frame) > 0.5)) avatar.reset();
                avatar.update(steps[(frame - 1) % steps.length]);
            }
            const failed = compare(avatar, one, expected);
            if (failed) return { failed };
        }
        return { passed: true };
    } catch (error) {
        if (error instanceof Skipped) return { skipped: error.message };
        return { failed: { frame: -1, what: 'error', name: String(error.message ?? error) } };
    } finally {
        avatar.dispose?.();
    }
}

// --- The report ---

function summary(results, open) {
    const mine = results.filter(({ one }) => (one.status !== 'clear') === open);
    const counted = mine.filter(({ skipped }) => !skipped);
    return counted.length ? `${counted.filter(({ passed }) => passed).length} / ${counted.length}` : '–';
}

const shown = ({ frame, what, name, apart }) =>
    `frame ${frame}: ${what} ${name}${apart === undefined ? '' : apart === Infinity ? ' differs' : ` off by ${apart.toPrecision(3)}`}`;

function print(engine, version, groups) {
    console.log(`${engine.name} ${engine.version}, whole-file vectors ${version}\n`);
    console.log('| group | clear | open | skipped |\n|---|---|---|---|');
    for (const [group, results] of groups) {
        console.log(`| ${group} | ${summary(results, false)} | ${summary(results, true)} | ${results.filter(r => r.skipped).length} |`);
    }
    for (const [, results] of groups) {
        for (const { one, failed, skipped } of results) {
            if (failed) console.log(`\n${one.id} (${one.status}): ${shown(failed)}`);
            if (skipped) console.log(`\n${one.id}: skipped, ${skipped}`);
        }
    }
}

/** Runs all groups, or some; the control cases first, without which there is no score. */
export async function score(engine, { group, id } = {}) {
    const groups = new Map();
    let version;
    for (const name of GROUPS) {
        if (group && name !== group && name !== 'control') continue;
        const file = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'));
        const results = [];
        version = file.version;
        for (const one of file.cases) {
            if (id && one.id !== id && name !== 'control') continue;
            results.push({ one, ...await runCase(engine, one) });
        }
        groups.set(name, results);
        if (name === 'control' && results.some(({ passed }) => !passed)) break;
    }
    const isControlled = groups.get('control').every(({ passed }) => passed);
    return { version, groups, isControlled };
}

async function main() {
    const [file, ...rest] = process.argv.slice(2);
    if (!file || file === '--help' || file === '-h') {
        console.log('usage: node run.mjs ENGINE.mjs [--group NAME] [--case ID] [--json] [--engine-option VALUE …]');
        process.exit(file ? 0 : 2);
    }
    const options = {};
    for (let i = 0; i < rest.length; i += 1) {
        if (rest[i] === '--json') options.json = true;
        else options[rest[i].replace(/^--/, '')] = rest[i += 1];
    }
    const { open } = await import(pathToFileURL(path.resolve(file)).href);
    const engine = await open(options);
    const { version, groups, isControlled } = await score(engine, { group: options.group, id: options.case });
    if (options.json) {
        const results = [...groups.values()].flat().map(({ one, ...result }) => ({ id: one.id, status: one.status, ...result }));
        console.log(JSON.stringify({ engine: engine.name, engineVersion: engine.version, version, isControlled, results }));
    } else {
        print(engine, version, groups);
    }
    if (!isControlled) console.error('\nA control case failed: there is no score.');
    process.exit(isControlled && [...groups.values()].flat().every(({ failed }) => !failed) ? 0 : 1);
}

// Not awaited here: an engine imports this module.
if (process.argv[1] && pathToFileURL(fs.realpathSync(process.argv[1])).href === import.meta.url) {
    main().catch(error => {
        console.error(error.message);
        process.exit(2);
    });
}
