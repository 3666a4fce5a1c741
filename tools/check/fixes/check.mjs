// The check itself; see tools/check/check-fixes.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { jsonOf } from '../../node/glb.mjs';
import { openValidator, schemaErrors, validatorErrors } from '../../node/judges.mjs';
import { fail, readOptions } from '../../node/options.mjs';
import { makeSchemas } from '../samples/schemas.mjs';
import { ERRORS } from './exceptions.mjs';

const NODE = path.resolve('build/node');
const WORK = path.resolve('build/fixes');
const PICTURES = 24; // of the short run: one takes half a second
const problems = [];

// --- Files ---

const isAvatar = name => /\.(vrm|glb|gltf)$/i.test(name);

function filesBelow(place) {
    if (!fs.statSync(place).isDirectory()) return [place];
    return fs.readdirSync(place, { recursive: true }).filter(isAvatar).map(name => path.join(place, name));
}

function makeFaults(maker) {
    const folder = path.join(WORK, 'faults');
    fs.mkdirSync(folder, { recursive: true });
    const rows = execFileSync(maker, ['fault', '--list'], { maxBuffer: 1 << 26 }).toString().trim().split('\n')
        .map(line => line.split('\t')).filter(([name, kind]) => kind === 'fault' && !name.startsWith('limit-'));
    return rows.map(([name, , dialect]) => {
        const file = path.join(folder, `${name}-${dialect}.vrm`);
        execFileSync(maker, ['fault', name, '--dialect', dialect, '-o', file]);
        return file;
    });
}

function chooseFiles({ build, files, full }) {
    if (files.length > 0) return files.flatMap(filesBelow);
    const cache = fs.readFileSync(path.join(build, 'CMakeCache.txt'), 'utf8');
    const corpus = process.env.VRM_CORPUS ?? cache.match(/^VRM_CORPUS:.*?=(.+)$/m)?.[1] ?? '';
    if (full && corpus === '') console.log('skipped: the corpus, which VRM_CORPUS does not name');
    return [...filesBelow('samples'), ...makeFaults(path.join(build, 'vrm-maker')),
        ...full && corpus !== '' ? filesBelow(corpus) : []];
}

// --- The program ---

function vrm(build, words, list) {
    const input = list.map(file => `${path.resolve(file)}\n`).join('');
    const done = spawnSync(path.resolve(build, 'vrm'), [...words, '--list', '-'],
        { input, maxBuffer: 1 << 30, env: { ...process.env, LC_ALL: 'C' } });
    if (done.status === null || done.status > 1) fail(`vrm ${words.join(' ')}: ${done.stderr}`);
    return done.stdout.toString().trim().split('\n').filter(line => line !== '');
}

// By path: the record of each file that can be loaded.
function fix(build, files, folder) {
    const words = ['check', '--fix', '--no-behaviour', '--json', '--out', folder, '--name', '{index}.vrm', '--ordered'];
    const records = vrm(build, words, files).map(line => JSON.parse(line));
    if (records.length !== files.length) fail(`${records.length} records of ${files.length} files`);
    return new Map(records.filter(({ fix }) => fix !== undefined).map(record => [record.file, record]));
}

const hashes = (build, files) => new Map(vrm(build, ['sim', '--hash', '--ordered'], files)
    .map((line, i) => [path.resolve(files[i]), line.replace(files[i], '').replace(/\S+\.(vrm|glb|gltf)/gi, '')]));

function portraits(build, files, folder) {
    const done = spawnSync(path.resolve(build, 'vrm'), ['thumb', '--size', '192', '--out', folder, '--name',
        '{index}.png', '--overwrite', '--list', '-'], { input: files.map(file => `${path.resolve(file)}\n`).join('') });
    if (done.status === null || done.status > 1) return null;
    return files.map((_, i) => path.join(folder, `${i + 1}.png`)).map(file => fs.existsSync(file) ? fs.readFileSync(file) : null);
}

// --- Judges ---

// What is removed moves what stands behind it: places are compared without their numbers.
const kindOf = ({ code, pointer }) => `${code} ${pointer.replace(/\/\d+/g, '/#')}`;

function countKinds(errors) {
    const counts = new Map();
    for (const error of errors) counts.set(kindOf(error), (counts.get(kindOf(error)) ?? 0) + 1);
    return counts;
}

function compareErrors(judge, file, fixes, before, after) {
    const had = countKinds(before);
    for (const [kind, count] of countKinds(after)) {
        const text = after.find(error => kindOf(error) === kind).text;
        if (count > (had.get(kind) ?? 0) && !ERRORS.some(([name, said]) => name.test(file) && said.test(text))) {
            problems.push(`${file}: ${judge} has a new error: ${text}`);
        }
    }
    const places = new Set(fixes.map(({ pointer }) => pointer).filter(pointer => pointer !== ''));
    for (const error of after.filter(({ pointer }) => places.has(pointer))) {
        if (!ERRORS.some(([name, said]) => name.test(file) && said.test(error.text))) {
            problems.push(`${file}: ${judge} has an error at a place that was fixed: ${error.text}`);
        }
    }
}

async function judge({ validator, schemas }, file, out, fixes) {
    const before = fs.readFileSync(file), after = fs.readFileSync(out);
    if (validator) {
        compareErrors('gltf-validator', file, fixes, await validatorErrors(validator, before),
            await validatorErrors(validator, after));
    }
    if (schemas) {
        compareErrors('a schema', file, fixes, schemaErrors(schemas, jsonOf(before)), schemaErrors(schemas, jsonOf(after)));
    }
}

// --- All of it ---

function checkAgain(build, outs) {
    const again = fix(build, outs, path.join(WORK, 'again'));
    for (const out of outs) {
        const record = again.get(path.resolve(out));
        if (!record) problems.push(`${out}: a fixed file cannot be loaded`);
        else if (record.fix.fixes.length > 0) problems.push(`${out}: fixed twice: ${record.fix.fixes[0].code}`);
        else if (!fs.readFileSync(out).equals(fs.readFileSync(record.fix.out))) problems.push(`${out}: changed twice`);
    }
}

function compareRuns(build, pairs) {
    const before = hashes(build, pairs.map(([file]) => file)), after = hashes(build, pairs.map(([, out]) => out));
    for (const [file, out] of pairs) {
        if (before.get(path.resolve(file)) !== after.get(path.resolve(out))) problems.push(`${file}: the hash of a run differs`);
    }
}

function comparePictures(build, pairs) {
    const before = portraits(build, pairs.map(([file]) => file), path.join(WORK, 'before'));
    const after = before && portraits(build, pairs.map(([, out]) => out), path.join(WORK, 'after'));
    if (!after) {
        console.log('skipped: pictures, because nothing can be drawn here');
        return 0;
    }
    pairs.forEach(([file], i) => {
        const isSame = before[i] === null ? after[i] === null : after[i] !== null && before[i].equals(after[i]);
        if (!isSame) problems.push(`${file}: the picture differs`);
    });
    const count = before.filter(picture => picture !== null).length;
    if (pairs.length > 0 && count === 0) problems.push('not one picture could be drawn');
    return count;
}

// Evenly among all, so that a short run sees each kind.
const some = (list, count) => (list.length <= count ? list : list.filter((_, i) => i * count % list.length < count));

async function main() {
    const chosen = readOptions({ build: 'build/release', schema: process.env.VRM_SCHEMA ?? '', details: false, full: false, files: [] });
    fs.rmSync(WORK, { recursive: true, force: true });
    fs.mkdirSync(WORK, { recursive: true });
    const judges = { validator: openValidator(NODE), schemas: makeSchemas(NODE, chosen.schema) };
    const files = chooseFiles(chosen).map(file => path.resolve(file));
    const records = fix(chosen.build, files, path.join(WORK, 'fixed'));
    const pairs = [];
    const codes = new Map();
    for (const [file, { fix: { out, fixes } }] of records) {
        const isSame = fs.readFileSync(file).equals(fs.readFileSync(out));
        if ((fixes.length === 0) !== isSame) problems.push(`${file}: ${fixes.length} fixed, and the bytes are ${isSame ? 'equal' : 'not equal'}`);
        if (isSame) continue;
        pairs.push([file, out, fixes]);
        for (const { code } of fixes) codes.set(code, (codes.get(code) ?? 0) + 1);
        if (chosen.details) console.log(`${path.basename(file)}: ${fixes.map(({ code }) => code).join(' ')}`);
    }
    checkAgain(chosen.build, pairs.map(([, out]) => out));
    compareRuns(chosen.build, pairs);
    const drawn = comparePictures(chosen.build, chosen.full ? pairs : some(pairs, PICTURES));
    for (const [file, out, fixes] of pairs) await judge(judges, file, out, fixes);
    for (const [name, present] of [['gltf-validator', judges.validator], ['the official schemas', judges.schemas]]) {
        if (!present) console.log(`skipped: ${name} (.ci/setup --full, VRM_SCHEMA)`);
    }
    for (const problem of problems) console.log(`PROBLEM: ${problem}`);
    const total = [...codes.values()].reduce((sum, count) => sum + count, 0);
    console.log(`fixes: ${files.length} files, ${records.size} that load, ${pairs.length} fixed in ${total} places of ` +
        `${codes.size} codes; ${drawn} pictures; ${problems.length} problems`);
    return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main();
