// The tables themselves; see tools/corpus/corpus-check.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { NOT_CHECKED, ONLY_IN_CHECK } from '../compare/differences.mjs';
import { JUDGEMENTS } from './judgements.mjs';
import { corpusOf, filesBelow, findOurs, findReason, theirs } from '../compare/validator.mjs';
import { fail, readOptions } from '../node/options.mjs';

const ROWS = 'conformance/corpus-check.tsv';
const PAGE = 'docs/evidence/check-and-gltf-validator.md';
const SEVERITIES = ['error', 'warning', 'note'];

// What vrm check says: a list of { file, result, diagnostics }, file by its path in the corpus.
function checks(build, corpus) {
    const done = spawnSync(path.join(build, 'vrm'), ['check', '--json', '--ordered', '--lang', 'en', corpus],
        { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
    if (done.status !== 0 && done.status !== 1) fail(`corpus-check: vrm check ends with ${done.status}`);
    const lines = done.stdout.toString();
    return lines.trim().split('\n').map(line => JSON.parse(line))
        .map(record => ({ ...record, diagnostics: record.diagnostics ?? [], file: path.relative(corpus, record.file) }));
}

// --- The first table ---

const judgementOf = (file, code) => JUDGEMENTS.find(entry => entry[0] === code && entry[1].test(file));

function rowsOf(records, problems) {
    const used = new Set();
    const rows = records.flatMap(({ file, diagnostics }) => {
        const groups = new Map();
        for (const { severity, code, pointer } of diagnostics) {
            const row = groups.get(`${severity} ${code}`) ?? { file, severity, code, count: 0, pointer };
            groups.set(`${severity} ${code}`, row);
            row.count += 1;
        }
        return [...groups.values()].sort((a, b) =>
            SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (a.code < b.code ? -1 : 1));
    });
    for (const row of rows) {
        const judgement = judgementOf(row.file, row.code);
        row.judgement = judgement ? judgement[2] : 'NOT JUDGED';
        if (judgement) used.add(judgement);
        else problems.push(`${row.file}: ${row.severity} ${row.code} ${row.pointer} is not judged (tools/corpus/judgements.mjs)`);
    }
    for (const entry of JUDGEMENTS.filter(entry => !used.has(entry))) {
        problems.push(`${entry[0]} ${entry[1]} is judged, and does not occur`);
    }
    return rows;
}

function tableOf(rows) {
    const head = 'file\tseverity\tcode\tcount\tpointer of the first\tjudgement';
    const lines = rows.map(r => [r.file, r.severity, r.code, r.count, r.pointer, r.judgement].join('\t'));
    return `${[head, ...lines].join('\n')}\n`;
}

// --- The second table ---

// What the validator says, by severity and code: places, files, how a check says it, why it does not.
async function compare(corpus, records, problems) {
    const table = new Map();
    const alone = new Map();
    const used = new Set();
    const gaveUp = [];
    for (const record of records) {
        const issues = await theirs(path.join(corpus, record.file));
        if (issues === null) {
            gaveUp.push(record.file);
            continue;
        }
        const found = new Set();
        for (const issue of issues.filter(one => one.severity <= 1)) {
            const key = `${issue.severity} ${issue.code}`;
            const row = table.get(key) ?? { places: 0, files: new Set(), as: new Map(), not: new Map() };
            table.set(key, row);
            row.places += 1;
            row.files.add(record.file);
            const reason = findReason(NOT_CHECKED, issue);
            const ours = reason ? null : findOurs(issue, record);
            if (ours !== null) {
                found.add(ours);
                row.as.set(ours, (row.as.get(ours) ?? 0) + 1);
            } else if (reason) {
                used.add(reason);
                row.not.set(reason[2], (row.not.get(reason[2]) ?? 0) + 1);
            } else {
                problems.push(`${record.file}: gltf-validator says ${issue.code} ${issue.pointer}: ${issue.message}`);
            }
        }
        for (const { code, severity, requirement } of record.diagnostics.filter(d => !found.has(d.code))) {
            const row = alone.get(code) ?? { severities: new Set(), requirement, files: new Set() };
            alone.set(code, row);
            row.severities.add(severity);
            row.files.add(record.file);
        }
    }
    for (const entry of NOT_CHECKED.filter(entry => !used.has(entry))) {
        problems.push(`${entry[0]} is listed as not checked, and does not occur`);
    }
    return { table, alone, gaveUp };
}

const sorted = map => [...map].sort((a, b) => (a[0] < b[0] ? -1 : 1));

function whyAlone(code, requirement, problems) {
    if (ONLY_IN_CHECK[code]) return ONLY_IN_CHECK[code];
    if (requirement.startsWith('BH')) return 'how the avatar behaves, which no reader of the file alone can see';
    if (!requirement.startsWith('GL')) return 'a rule of VRM, which the validator does not know';
    problems.push(`${code} (${requirement}) is found by a check alone: say why in ONLY_IN_CHECK`);
    return 'NOT JUDGED';
}

function pageOf({ table, alone, gaveUp }, count, problems) {
    const lines = [
        '# A check and gltf-validator', '',
        'This page compares what `vrm check` and gltf-validator 2.0.0-dev.3.10, Khronos’s own validator of glTF, say of ' +
        `the ${count} files of the corpus (tools/corpus/fetch-corpus). \`tools/corpus/corpus-check\` writes it, and the gate compares ` +
        'it. What a check says of each file stands in conformance/corpus-check.tsv, with a judgement for each row. ' +
        '`tools/compare/compare-gltf-validator` compares the errors of some three hundred broken files of glTF, too.', '',
        '## What gltf-validator says', '',
        'Its errors and warnings, each at each place once. Its infos and hints are left out: they speak of objects that ' +
        'nothing uses, of extensions that it does not know, and of targets of buffer views.', '',
        '| severity | code of gltf-validator | places | files | what a check says, or why it says nothing |',
        '|---|---|---|---|---|',
    ];
    for (const [key, { places, files, as, not }] of sorted(table)) {
        const [severity, code] = key.split(' ');
        const says = sorted(as).map(([ours, n]) => (n === places ? `\`${ours}\`` : `\`${ours}\` (${n})`));
        const reasons = sorted(not).map(([reason, n]) => (n === places ? reason : `${reason} (${n})`));
        lines.push(`| ${SEVERITIES[severity]} | ${code} | ${places} | ${files.size} | ${[...says, ...reasons].join('; ')} |`);
    }
    lines.push('', ...(gaveUp.length > 0 ? [`It gives no answer for ${gaveUp.map(file => `${file}`).join(', ')}, which ` +
        'a check says is not glTF.', ''] : []),
    '## What a check says alone', '',
    'Codes of diagnostics in files in which gltf-validator does not say the same.', '',
    '| code | severity | files | why gltf-validator does not say it |', '|---|---|---|---|');
    for (const [code, { severities, requirement, files }] of sorted(alone)) {
        const words = SEVERITIES.filter(word => severities.has(word)).join(', ');
        lines.push(`| \`${code}\` | ${words} | ${files.size} | ${whyAlone(code, requirement, problems)} |`);
    }
    return `${lines.join('\n')}\n`;
}

// --- Both ---

function put(file, text, isCheck, problems) {
    if (!isCheck) fs.writeFileSync(file, text);
    else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
        problems.push(`${file} is not what a check says now: run tools/corpus/corpus-check, and read what has changed`);
    }
}

async function main() {
    const { build, check: isCheck } = readOptions({ build: 'build/release', check: false });
    const corpus = corpusOf(build);
    if (corpus === null) {
        console.log('corpus-check: this build knows no corpus; nothing is compared');
        return 0;
    }
    const problems = [];
    const records = checks(build, corpus);
    const rows = rowsOf(records, problems);
    put(ROWS, tableOf(rows), isCheck, problems);
    put(PAGE, pageOf(await compare(corpus, records, problems), records.length, problems), isCheck, problems);
    for (const problem of problems) console.log(`PROBLEM: ${problem}`);
    console.log(`corpus-check: ${records.length} files, ${rows.length} rows, ${problems.length} problems`);
    return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main();
