// What `vrm check --sarif` prints is valid by the schema of SARIF 2.1.0, which the package schemastore
// has, and says the same as `vrm check --json`.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const SCHEMA = 'schemastore/schemas/json/sarif-2.1.0.json';

export const hasSarifSchema = folder => fs.existsSync(path.join(folder, 'node_modules', SCHEMA));

function validator(folder) {
    const require = createRequire(path.resolve(folder, '_'));
    const Ajv = require('ajv').default, formats = require('ajv-formats').default;
    const ajv = new Ajv({ strict: false, unicodeRegExp: false }); // a pattern of the schema has a bracket too many
    formats(ajv);
    return ajv.compile(JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', SCHEMA), 'utf8')));
}

// Standard output of a command. `stopAfter`: it is interrupted as soon as it has printed so many bytes. Once: a second
// signal would end it at once, in the middle of a line.
async function output(vrm, words, { cwd, stopAfter = Infinity }) {
    const child = spawn(vrm, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', (code, signal) => resolve(signal ?? code)));
    const pieces = [];
    let size = 0, isStopped = false;
    for await (const piece of child.stdout) {
        pieces.push(piece);
        size += piece.length;
        if (size >= stopAfter && !isStopped) isStopped = child.kill('SIGINT');
    }
    return { text: Buffer.concat(pieces).toString('utf8'), ended: await ended };
}

// A path in bytes, of a URI or of a record.
function pathOfUri(uri) {
    const text = uri.replace(/^file:\/\//, '');
    if (!/^([A-Za-z0-9\-._~/]|%[0-9A-F]{2})*$/.test(text)) return `no URI: ${uri}`;
    return Buffer.from(text.replace(/%([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))), 'latin1').toString('hex');
}

const pathOfRecord = record => (record.file_base64 ? Buffer.from(record.file_base64, 'base64') : Buffer.from(record.file)).toString('hex');

const resultKey = ({ ruleId, level, locations: [{ physicalLocation, logicalLocations }] }) =>
    [pathOfUri(physicalLocation.artifactLocation.uri), ruleId, level, logicalLocations[0].fullyQualifiedName].join('\t');

const recordKeys = record => record.diagnostics.map(({ code, severity, pointer }) => [pathOfRecord(record), code, severity, pointer].join('\t'));

// Documents that are wrong must be refused.
const CHANGES = [
    ['another version', d => { d.version = '2.0.0'; }], ['no runs', d => { delete d.runs; }], ['no tool', d => { delete d.runs[0].tool; }],
    ['a key that SARIF does not have', d => { d.runs[0].nonsense = 1; }], ['a result without a message', d => { delete d.runs[0].results[0].message; }],
    ['an unknown level', d => { d.runs[0].results[0].level = 'fatal'; }], ['a rule without an id', d => { delete d.runs[0].tool.driver.rules[0].id; }],
    ['an index below -1', d => { d.runs[0].results[0].ruleIndex = -2; }], ['no word on success', d => { delete d.runs[0].invocations[0].executionSuccessful; }],
    ['a URI with a space', d => { d.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = 'a b'; }],
];

export async function checkSarif({ vrm, node, work, files, list, say }) {
    const valid = validator(node), words = ['--list', list, '--', ...files];
    const parse = (text, what) => {
        try {
            const document = JSON.parse(text);
            if (!valid(document)) say(`vrm check --sarif: ${what}: ${JSON.stringify(valid.errors.slice(0, 3))}`);
            return document;
        } catch (error) {
            say(`vrm check --sarif: ${what}: no JSON: ${error.message}`);
            return null;
        }
    };
    const document = parse((await output(vrm, ['check', '--sarif', '--jobs', '2', ...words], { cwd: work })).text, 'all files');
    if (document === null) return 0;
    const [run] = document.runs, rules = run.tool.driver.rules;
    const records = (await output(vrm, ['check', '--json', ...words], { cwd: work })).text.trimEnd().split('\n').map(line => JSON.parse(line));
    const wanted = records.flatMap(recordKeys).sort(), found = run.results.map(resultKey).sort();
    if (wanted.join('\n') !== found.join('\n')) say(`vrm check --sarif has ${found.length} results, and --json ${wanted.length} diagnostics, or they differ`);
    for (const result of run.results) {
        if (rules[result.ruleIndex]?.id !== result.ruleId) say(`vrm check --sarif: ${result.ruleId}: ruleIndex ${result.ruleIndex} is another rule`);
    }
    for (const rule of rules) if (!rule.help?.text || !rule.fullDescription?.text) say(`vrm check --sarif: the rule ${rule.id} has no help`);
    if (run.invocations[0].executionSuccessful !== records.every(record => record.result === 'ok')) say('vrm check --sarif: executionSuccessful is wrong');
    for (const [what, edit] of CHANGES) {
        const copy = structuredClone(document);
        edit(copy);
        if (valid(copy)) say(`a document of SARIF that was made wrong is not refused: ${what}`);
    }
    parse((await output(vrm, ['check', '--sarif', '--list', '/dev/null'], { cwd: work })).text, 'no files');
    const many = Array.from({ length: 200 }, () => files).flat();
    fs.writeFileSync(path.join(work, 'many'), many.map(file => `${file}\0`).join(''));
    const cut = await output(vrm, ['check', '--sarif', '--jobs', '2', '--list', 'many'], { cwd: work, stopAfter: 100000 });
    const part = parse(cut.text, 'interrupted');
    if (cut.ended !== 'SIGINT') say(`vrm check --sarif: interrupted, it ends with ${cut.ended}`);
    if (part !== null && part.runs[0].invocations[0].executionSuccessful !== false) say('vrm check --sarif: interrupted, and successful');
    return run.results.length;
}
