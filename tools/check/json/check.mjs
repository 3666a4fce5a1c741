// The check itself; see tools/check/check-json.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import readline from 'node:readline';
import { close } from '../../node/close_schema.mjs';
import { readOptions } from '../../node/options.mjs';
import { makeFiles } from './files.mjs';
import { plantedRecords } from './planted.mjs';
import { checkSarif, hasSarifSchema } from './sarif.mjs';

const SCHEMA = 'docs/vrm-output.schema.json';
const WORK = path.resolve('build/json');
const MOST_SHOWN = 20;

// The schema as readers use it, and one that also refuses keys which it does not have.
function validators(folder) {
    const require = createRequire(path.resolve(folder, '_'));
    const Ajv = require('ajv/dist/2020').default, formats = require('ajv-formats').default;
    const compile = schema => {
        const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false });
        formats(ajv);
        return ajv.compile(schema);
    };
    const read = () => JSON.parse(fs.readFileSync(SCHEMA, 'utf8'));
    const strict = read();
    close(strict);
    strict.$id += ':strict';
    return { open: compile(read()), strict: compile(strict), schema: read() };
}

// --- The words of `result`, in three places ---

function checkWords(schema, say) {
    const listed = new Set(schema.$defs.result.oneOf.map(word => word.const));
    const header = fs.readFileSync('apps/kit/avatar/notes.h', 'utf8').replace(/\\\n\s*/g, ' ');
    const source = fs.readFileSync('apps/kit/avatar/notes.c', 'utf8');
    const report = fs.readFileSync('apps/draw/shot_report.c', 'utf8');
    const used = new Set(['ok', 'failed',
        ...[...header.matchAll(/X\(\w+, "([a-z-]+)", ERROR/g)].map(match => match[1]),
        ...[...source.matchAll(/\[VRM_ERROR_\w+\] = "([a-z-]+)"/g)].map(match => match[1]),
        ...[...report.matchAll(/"result", "([a-z-]+)"/g)].map(match => match[1])]);
    const section = fs.readFileSync('docs/reference/json.md', 'utf8').match(/^## Results$(.*?)^## /ms)?.[1] ?? '';
    const page = new Set([...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(match => match[1]));
    for (const word of used) if (!listed.has(word)) say(`${SCHEMA}: \`result\` lacks '${word}', which the tool can print`);
    for (const word of listed) if (!used.has(word)) say(`${SCHEMA}: '${word}' is a result that the tool cannot print`);
    for (const word of listed) if (!page.has(word)) say(`docs/reference/json.md: the result '${word}' is missing`);
    for (const word of page) if (!listed.has(word)) say(`docs/reference/json.md: '${word}' is no result of ${SCHEMA}`);
}

// --- Real records ---

// Runs a command; calls `each` for each line that it prints. Lines may be long: one is held at a time.
async function run(vrm, words, each) {
    const child = spawn(vrm, words, { cwd: WORK, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    for await (const line of readline.createInterface({ input: child.stdout, crlfDelay: Infinity })) each(line);
    return ended;
}

const describe = errors => errors.slice(0, 3).map(({ instancePath, message, params }) =>
    `${instancePath || '/'} ${message} ${JSON.stringify(params)}`).join('; ');

class Check {
    records = 0;
    failures = 0;
    withBytes = 0; // records of paths that are not UTF-8
    seen = new Map(); // command and result: how many
    kept = new Map(); // command and result: a record

    constructor(validators) {
        this.validators = validators;
    }

    say(text) {
        if (++this.failures <= MOST_SHOWN) console.log(text);
    }

    line(words, line) {
        let record;
        try {
            record = JSON.parse(line);
        } catch (error) {
            this.say(`vrm ${words.slice(0, 3).join(' ')} …: no JSON: ${error.message}`);
            return;
        }
        const key = `${record.command} ${record.result ?? ''}`.trim();
        ++this.records;
        this.withBytes += 'file_base64' in record;
        this.seen.set(key, (this.seen.get(key) ?? 0) + 1);
        if (!this.kept.has(key)) this.kept.set(key, record);
        const { strict } = this.validators;
        if (!strict(record)) this.say(`vrm ${record.command}: ${record.file}: ${describe(strict.errors)}`);
    }

    async command(vrm, words, count, details) {
        let lines = 0;
        const code = await run(vrm, words, line => {
            ++lines;
            this.line(words, line);
        });
        if (code !== 0 && code !== 1 && !(words[0] === 'diff' && code === 2)) this.say(`vrm ${words.slice(0, 4).join(' ')} …: exit code ${code}`);
        if (count !== null && lines !== count) this.say(`vrm ${words.slice(0, 4).join(' ')} …: ${lines} records of ${count} files`);
        if (details) console.log(`vrm ${words.slice(0, 6).join(' ')} …: ${lines} records`);
    }
}

// --- All commands ---

function commandsOf({ files, few, motions, hasPictures }) {
    const all = [
        [['info', '--json'], files], [['info', '--json', '--any', '--nodes'], files], [['info', '--json', '--strict'], files], [['info', '--json', '--map-licence'], few],
        [['sim', '--json', '--frames', '2'], files], [['sim', '--json', '--frames', '2', '--motion', 'idle', '--expression', 'happy=1'], few],
    ];
    all.push([['motion', 'info', '--json'], motions], [['motion', 'info', '--json', '--strict'], few]);
    // First, so that the record that is kept of a check has a budget.
    all.push([['check', '--json', '--profile', 'vrchat-mobile-good'], few]);
    all.push([['check', '--json'], files], [['check', '--json', '--no-payload', '--fail-on', 'never', '--ignore', 'bone-missing', '--jobs', '2'], files]);
    all.push([['check', '--json', '--max-memory', '20000', '--timeout', '0.05'], few]);
    all.push([['info', '--json', '--max-bytes', '1000'], few], [['info', '--json', '--max-memory', '20000', '--jobs', '2'], few],
        [['sim', '--json', '--frames', '1000000', '--timeout', '0.05', '--ordered'], few.slice(0, 1)]);
    if (!hasPictures) return all;
    for (const more of [[], [], ['--skip-existing'], ['--overwrite', '--format', 'webp', '--timeout', '0.001']]) {
        all.push([['thumb', '--json', '--size', '16', '--out', 'again', ...more], few]);
    }
    const draw = (words, list) => all.push([[...words, '--json', '--size', '16', '--out', `out-${all.length}`], list]);
    draw(['thumb'], files);
    draw(['thumb', '--any', '--jobs', '2'], few);
    draw(['render', '--any'], few);
    draw(['render', '--first-person', '--show', 'skeleton'], few);
    draw(['render', '--turntable', '2'], few);
    draw(['render', '--sheet', 'expressions'], few);
    draw(['render', '--impostor', '3x2'], few);
    draw(['render', '--animate', '0.1'], few);
    draw(['render', '--expression', 'happy=1'], few);
    return all;
}

async function main() {
    const { build, node, details } = readOptions({ build: 'build/release', node: 'build/node', details: false }), start = Date.now();
    if (!['ajv', 'ajv-formats'].every(name => fs.existsSync(path.join(node, 'node_modules', name)))) {
        console.log(`json: skipped, as ajv and ajv-formats are not in ${node} (.ci/setup --full installs them)`);
        return 0;
    }
    const check = new Check(validators(node)), vrm = path.resolve(build, 'vrm');
    checkWords(check.validators.schema, text => check.say(text));
    fs.rmSync(WORK, { recursive: true, force: true });
    fs.mkdirSync(WORK, { recursive: true });
    const made = makeFiles(build, WORK);
    if (!made.hasCorpus) console.log('skipped: files of the corpus, as this build was given none (-DVRM_CORPUS=FOLDER)');
    if (!made.hasPictures) console.log('skipped: vrm thumb and vrm render, as this build does not draw');
    for (const [words, files] of commandsOf(made)) {
        await check.command(vrm, [...words, '--', ...files], files.length, details);
    }
    for (const words of [['info'], ['check'], ['sim', '--frames', '1'], ...made.hasPictures ? [['thumb', '--size', '16', '--out', 'bytes\n']] : []]) {
        await check.command(vrm, [...words, '--json', '--list', made.list.path], made.list.count, details);
    }
    if (check.withBytes === 0) check.say('no record has a path that is not UTF-8');
    for (const avatar of ['samples/character-1.0.vrm', 'samples/character-0.x.vrm', 'absent.vrm']) {
        await check.command(vrm, ['motion', 'dump', avatar, made.motions[0], '--fps', '2'], 1, details);
    }
    for (const motion of made.motions) {
        await check.command(vrm, ['motion', 'convert', '--json', motion, path.join(WORK, 'converted.vrma')], 1, details);
    }
    // Each of a few files with the next: most pairs have nothing in common.
    for (let i = 0; i < made.few.length; ++i) {
        await check.command(vrm, ['diff', '--json', '--', made.few[i], made.few[(i + 1) % made.few.length]], 1, details);
    }
    await check.command(vrm, ['diff', '--json', '--motion', 'samples/character-0.x.vrm', 'samples/character-1.0.vrm', made.motions[0]], 1, details);
    if (made.hasPictures) await check.command(vrm, ['diff', '--json', '--pixels', 'samples/character-0.x.vrm', 'samples/character-1.0.vrm'], 1, details);
    await check.command(vrm, ['normalize', '--json', '--overwrite', '--out', path.join(WORK, 'normalised'), '--', ...made.few], made.few.length, details);
    await check.command(vrm, ['optimize', '--json', '--profile', 'unavi-good', '--overwrite', '--out', path.join(WORK, 'smaller'), '--', ...made.few], made.few.length, details);
    await check.command(vrm, ['make', '--json', '--overwrite', '--out', path.join(WORK, 'made'), '--', ...made.rigs], made.rigs.length, details);
    await check.command(vrm, ['migrate', '--json', '--overwrite', '--out', path.join(WORK, 'migrated'), '--', ...made.few], made.few.length, details);
    await check.command(vrm, ['migrate', '--json', '--to', '0.x', '--accept-license-mapping', '--overwrite', '--out', path.join(WORK, 'migrated'), '--', ...made.few], made.few.length, details);
    for (const file of [...made.few, 'absent.vrm']) {
        await check.command(vrm, ['edit', '--json', file, '--overwrite', '--out', path.join(WORK, 'edited'), '--set', '/asset/extras={"a":[1]}', '--remove', '/asset/extras/a/0'], 1, details);
        await check.command(vrm, ['meta', '--json', '--', file], 1, details);
        await check.command(vrm, ['meta', '--json', file, '--overwrite', '--out', path.join(WORK, 'meta'), '--thumbnail', 'none'], 1, details);
        await check.command(vrm, ['extract', '--json', '--overwrite', '--out', path.join(WORK, 'parts'), '--', file], 1, details);
        await check.command(vrm, ['pack', '--json', path.join(WORK, 'parts'), path.join(WORK, 'packed.vrm')], 1, details);
    }
    await check.command(vrm, ['pack', '--json', 'absent', path.join(WORK, 'packed.vrm')], 1, details);
    for (const words of [['--version', '--json'], ['help', '--json'], ['explain', '--json', 'GL-033']]) {
        await check.command(vrm, words, 1, details);
    }
    await check.command(vrm, ['explain', '--json'], null, details); // all codes
    // A check that cannot fail proves nothing.
    let planted = 0;
    for (const { what, record, isOpen } of plantedRecords(check.kept)) {
        ++planted;
        if (check.validators.strict(record)) check.say(`a record that was made wrong is not refused: ${what}`);
        if (check.validators.open(record) !== isOpen) check.say(`readers ${isOpen ? 'refuse' : 'accept'}: ${what}`);
    }
    let results = 0;
    if (hasSarifSchema(node)) {
        results = await checkSarif({ vrm, node, work: WORK, files: made.few, list: made.list.path, say: text => check.say(text) });
    } else {
        console.log(`skipped: vrm check --sarif, as schemastore is not in ${node} (.ci/setup --full installs it)`);
    }
    const seen = [...check.seen].sort().map(([key, count]) => `${key} ${count}`).join(', ');
    if (details) console.log(seen);
    console.log(`json: ${check.records} records of ${made.files.length} files, ${check.seen.size} kinds of results, ` +
        `${planted} wrong ones; ${results} results of SARIF; ${check.failures} problems; ${((Date.now() - start) / 1000).toFixed(0)} s`);
    fs.rmSync(WORK, { recursive: true, force: true });
    return check.failures ? 1 : 0;
}

process.exitCode = await main();
