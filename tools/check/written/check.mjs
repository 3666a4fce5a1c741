// The check itself; see tools/check/check-written.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ThreeVrm } from '../../compare/three_vrm.mjs';
import { jsonOf } from '../../node/glb.mjs';
import { dialectOf, missingInThreeVrm, openValidator, schemaErrors, validatorErrors } from '../../node/judges.mjs';
import { fail, readOptions } from '../../node/options.mjs';
import { readArrayBuffer, threeVrm } from '../../node/three_vrm.mjs';
import { makeSchemas } from '../samples/schemas.mjs';
import { BY_RULE } from './exceptions.mjs';
import { compareMoves, LIMITS } from './moves.mjs';
import { plant } from './planted.mjs';

const FROM = process.env.CALLED_FROM ?? process.cwd();
const JUDGES = ['validator', 'schema', 'check', 'three-vrm', 'blender'];

// --- Words ---

function readList(file) {
    const lines = fs.readFileSync(path.resolve(FROM, file), 'utf8').split('\n').filter(line => line.trim() !== '');
    return lines.map(line => line.split('\t')).map(([first, second]) => (second ? { input: first, file: second } : { file: first }));
}

function pairsOf(words) {
    if (words.length % 2 !== 0) fail('--pairs takes an IN and an OUT for each pair');
    return words.flatMap((word, i) => (i % 2 === 0 ? [{ input: word, file: words[i + 1] }] : []));
}

function options() {
    const out = readOptions({
        build: 'build/release', node: 'build/node', schema: '', addon: '', list: '', pairs: false, 'no-motion': false,
        details: false, json: false, 'self-test': false, words: [],
    });
    const rows = out.list ? readList(out.list) : [];
    for (const key of ['schema', 'addon']) if (out[key]) out[key] = path.resolve(FROM, out[key]);
    out.schema ||= process.env.VRM_SCHEMA ?? '';
    rows.push(...out.pairs ? pairsOf(out.words) : out.words.map(file => ({ file })));
    for (const row of rows) {
        for (const key of ['input', 'file']) if (row[key]) row[key] = path.resolve(FROM, row[key]);
    }
    if (rows.length === 0 && !out['self-test']) fail('no files; --help says how to name them');
    const absent = rows.flatMap(({ file, input }) => [input, file]).find((name) => name && !fs.existsSync(name));
    if (absent) fail(`there is no file ${absent}`);
    return { ...out, rows };
}

// --- Judges: each gives { code, text } for every error of a file ---

function checkAll(build, files) {
    const input = files.map(file => `${file}\n`).join('');
    const done = spawnSync(path.join(build, 'vrm'), ['check', '--json', '--list', '-'], { input, maxBuffer: 1 << 30 });
    if (done.status === null || done.status > 1) fail(`vrm check: ${done.stderr}`);
    return new Map(done.stdout.toString().trim().split('\n').map(line => {
        const { file, result, diagnostics = [] } = JSON.parse(line);
        const errors = diagnostics.filter(({ severity }) => severity === 'error')
            .map(({ code, pointer, message }) => ({ code, text: `${code} ${pointer}: ${message}` }));
        return [file, errors.length > 0 || result === 'ok' ? errors : [{ code: result, text: `the file is ${result}` }]];
    }));
}

// What tools/check/check-blender says; null where the add-on was not given.
function blenderErrors(addon, files) {
    if (addon === '') return null;
    const list = path.resolve('build/written-blender.txt');
    fs.writeFileSync(list, files.map(file => `${file}\n`).join(''));
    const done = spawnSync('tools/check/check-blender', ['--addon', addon, '--json', '--list', list], { maxBuffer: 1 << 30 });
    if (done.status === null || done.status > 1) fail(`${done.stderr}`);
    return new Map(done.stdout.toString().trim().split('\n').map(line => JSON.parse(line)).map(({ file, problems }) =>
        [file, problems.map(text => ({ code: text.replace(/[\d.]+/g, '#').split(':')[0], text }))]));
}

// Extensions of glTF itself are judged by gltf-validator, which knows them.
const isOfGltf = text => /\/extensions\/(KHR|EXT)_\w+ has no schema here$/.test(text);

// A load that fails is said by its promise; three-vrm leaves others alone that fail with it.
process.on('unhandledRejection', () => {});

async function loadErrors(peer, file, json) {
    try {
        return (await missingInThreeVrm(peer, readArrayBuffer(file), json)).map(text => ({ code: text, text }));
    } catch ({ message }) {
        return [{ code: message, text: message }];
    }
}

class Judges {
    known = new Map();

    static async open({ build, node, schema, addon }, rows) {
        const files = [...new Set(rows.flatMap(({ file, input }) => (input ? [input, file] : [file])))];
        const self = new Judges();
        self.validator = openValidator(node);
        self.schemas = makeSchemas(node, schema);
        self.peer = await threeVrm(node);
        self.three = self.peer ? await ThreeVrm.open(node) : null;
        self.checked = checkAll(build, files);
        self.imported = blenderErrors(addon, [...new Set(rows.map(({ file }) => file))]);
        // An import takes seconds: those of inputs are made where they can excuse something.
        const doubtful = rows.filter(({ file, input }) => input && self.imported?.get(file).length > 0).map(({ input }) => input);
        const missing = [...new Set(doubtful)].filter(file => !self.imported.has(file));
        for (const [file, errors] of missing.length > 0 ? blenderErrors(addon, missing) : []) self.imported.set(file, errors);
        return self;
    }

    // By judge, null where it is absent; and the JSON of the file. A file is judged once.
    async of(file) {
        if (!this.known.has(file)) this.known.set(file, await this.ask(file));
        return this.known.get(file);
    }

    async ask(file) {
        const bytes = fs.readFileSync(file), found = { check: this.checked.get(file), blender: this.imported?.get(file) };
        try {
            found.json = jsonOf(bytes);
        } catch (error) {
            const broken = [{ code: 'no JSON', text: `its JSON cannot be read: ${error.message}` }];
            return { ...found, json: null, validator: broken, schema: broken, 'three-vrm': broken };
        }
        const { json } = found;
        found.validator = this.validator && await validatorErrors(this.validator, bytes);
        found.schema = this.schemas && schemaErrors(this.schemas, json).filter(({ text }) => !isOfGltf(text));
        found['three-vrm'] = this.peer && await loadErrors(this.peer, file, json);
        return found;
    }

    skipped() {
        const all = [['gltf-validator', this.validator], ['the official schemas (VRM_SCHEMA)', this.schemas], ['three-vrm', this.three]];
        return all.filter(([, judge]) => !judge).map(([name]) => name);
    }

    // Whether a judge of a planted fault is here; null stands for all of them.
    has(judge) {
        return { validator: this.validator, schema: this.schemas, 'three-vrm': this.three, motion: this.three }[judge] !== null;
    }
}

// --- The table ---

const CHANNELS = Object.keys(LIMITS);
const WIDTHS = [-44, ...JUDGES.map(() => 10), ...CHANNELS.map(name => Math.max(9, name.length + 1))];
const line = values => console.log(values.map((value, i) => {
    const width = WIDTHS[i] ?? 0, text = String(value ?? '');
    return width < 0 ? text.slice(0, -width - 1).padEnd(-width) : width > 0 ? text.padStart(width) : `  ${text}`;
}).join('').trimEnd());

// --- Files ---

// What a judge says of OUT and not of IN.
function newErrors(said, before) {
    const had = new Set((before ?? []).map(({ code }) => code));
    return said.filter(({ code }) => !had.has(code));
}

// Why the dialects force what is said of OUT; undefined where they do not.
function reasonFor(text, json, other) {
    if (!json || !other) return undefined;
    const from = dialectOf(json), to = dialectOf(other);
    return BY_RULE.find(([mine, theirs, says, has]) =>
        mine.test(from) && theirs.test(to) && says.test(text) && has(json))?.[4];
}

// null where three-vrm makes no avatar of one of them
async function moves(judges, row, json) {
    if (!json || dialectOf(json) === '1.0-draft') return null;
    const [input, output] = await Promise.all([row.input, row.file].map(file => judges.three.load(file).catch(() => ({}))));
    if (!input.vrm || !output.vrm) return null;
    return compareMoves(judges.three, input, output);
}

// { cells, problems, byRule, isMoved, at } of a file
async function judge(judges, row, { motion }) {
    const after = await judges.of(row.file), before = row.input ? await judges.of(row.input) : {};
    const out = { cells: [], problems: [], byRule: [], isMoved: false };
    const note = (name, text) => {
        const reason = reasonFor(text, before.json, after.json);
        if (reason === undefined) out.problems.push({ judge: name, text });
        else out.byRule.push({ judge: name, text, reason });
    };
    for (const name of JUDGES) {
        const said = after[name];
        const fresh = said && newErrors(said, before[name]);
        out.cells.push(!said ? '-' : said.length === fresh.length ? said.length : `${fresh.length} (of ${said.length})`);
        for (const { text } of fresh ?? []) note(name, text);
    }
    if (!motion || !row.input || !judges.three || out.problems.some(problem => problem.judge === 'three-vrm')) return out;
    const found = await moves(judges, row, before.json);
    if (!found) return out;
    Object.assign(out, { isMoved: true, at: found.at, most: found.most });
    out.cells.push(...CHANNELS.map(channel => found.most[channel]?.toExponential(1) ?? '-'));
    for (const text of found.problems) note('motion', text);
    return out;
}

const SHOWN = 5; // problems of one judge and file

function show(problems) {
    for (const name of [...JUDGES, 'motion']) {
        const mine = problems.filter(({ judge }) => judge === name);
        for (const { text } of mine.slice(0, SHOWN)) console.log(`    ${name}: ${text}`);
        if (mine.length > SHOWN) console.log(`    ${name}: ${mine.length - SHOWN} more`);
    }
}

function showRow(row, { cells, problems, byRule, at }, details) {
    line([path.basename(row.file), ...cells, ...Array(JUDGES.length + CHANNELS.length - cells.length).fill(''),
        problems.length > 0 ? 'BAD' : 'good']);
    show(problems);
    for (const { text, reason } of byRule) console.log(`    by rule: ${text} (${reason})`);
    if (details && at) for (const [channel, where] of Object.entries(at)) console.log(`    ${channel}: largest at ${where}`);
}

async function checkRows(chosen, rows) {
    const judges = await Judges.open(chosen, rows);
    const skipped = judges.skipped(), motion = !chosen['no-motion'];
    let bad = 0, moved = 0, pairs = 0, forced = 0;
    if (!chosen.json) {
        line(['file', ...JUDGES, ...CHANNELS]);
        line(['limit', ...JUDGES.map(() => 0), ...Object.values(LIMITS)]);
    }
    for (const row of rows) {
        const found = await judge(judges, row, { motion }), { problems, byRule, isMoved } = found;
        bad += problems.length > 0 ? 1 : 0;
        pairs += row.input ? 1 : 0;
        moved += isMoved ? 1 : 0;
        forced += byRule.length > 0 ? 1 : 0;
        if (chosen.json) console.log(JSON.stringify({ ...row, problems, byRule, isMoved, most: found.most ?? {} }));
        else showRow(row, found, chosen.details);
    }
    if (chosen.json) return bad;
    for (const name of skipped) console.log(`skipped: ${name}, which is not there (.ci/setup --full)`);
    const still = motion && pairs > moved ? `, ${pairs - moved} not, as three-vrm does not read IN or OUT` : '';
    console.log(`written: ${rows.length} files, ${bad} bad; ${moved} of ${pairs} pairs moved${still}` +
        `${forced > 0 ? `, ${forced} with differences by rule` : ''}` +
        `${skipped.length > 0 ? `; not asked: ${skipped.join(', ')}` : ''}`);
    return bad;
}

// --- The check of the check ---

async function selfTest(chosen) {
    const planted = plant(path.resolve('build/written'));
    const judges = await Judges.open({ ...chosen, addon: '' }, planted); // which has a self-test of its own
    const skipped = judges.skipped();
    let wrong = 0, tried = 0;
    for (const row of planted.filter(({ judge }) => judges.has(judge))) {
        const { problems } = await judge(judges, row, { motion: true });
        const isFound = row.judge === null ? problems.length === 0 : problems.some(({ judge, text }) => judge === row.judge && row.says.test(text));
        console.log(`${isFound ? 'as it should be' : 'WRONG'}: ${row.name}: ${problems.map(({ judge, text }) => `${judge}: ${text}`).join('; ').slice(0, 160) || 'good'}`);
        wrong += isFound ? 0 : 1;
        tried += 1;
    }
    if (skipped.length > 0) console.log(`skipped: ${skipped.join(', ')}`);
    console.log(`self-test of written: ${tried} files, ${wrong} judged wrongly`);
    return wrong;
}

const chosen = options();
// process.exit would cut off what a pipe has not taken yet.
process.exitCode = await (chosen['self-test'] ? selfTest(chosen) : checkRows(chosen, chosen.rows)) > 0 ? 1 : 0;
