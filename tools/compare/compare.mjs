// The comparison itself; see tools/compare/compare-gltf-validator.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fail, readOptions } from '../node/options.mjs';
import { brokenFiles } from './broken.mjs';
import { NOT_FOUND, NOT_TRIED } from './differences.mjs';
import { corpusOf, filesBelow, findOurs, findReason, NODE, theirs } from './validator.mjs';

const BROKEN = path.resolve('build/compare/broken');

function makeBroken() {
    const out = [];
    fs.rmSync(BROKEN, { recursive: true, force: true });
    fs.mkdirSync(BROKEN, { recursive: true });
    for (const [name, bytes] of brokenFiles()) {
        out.push(path.join(BROKEN, `${name}.glb`));
        fs.writeFileSync(out.at(-1), bytes);
    }
    return out;
}

// What the library finds: a map from the file to { result, diagnostics }.
function ours(build, files) {
    const out = new Map();
    const program = path.join(build, 'test/vrm-list-diagnostics');
    if (!fs.existsSync(program)) fail(`${program} is not built`);
    for (let i = 0; i < files.length; i += 200) {
        const lines = execFileSync(program, files.slice(i, i + 200), { maxBuffer: 1 << 30 }).toString();
        for (const line of lines.trim().split('\n')) {
            const entry = JSON.parse(line);
            out.set(entry.file, entry);
        }
    }
    return out;
}

function errorCodes() {
    const text = fs.readFileSync(path.join(NODE, 'node_modules/gltf-validator/ISSUES.md'), 'utf8');
    return [...text.matchAll(/^\|(\w+)\|.*\|Error\|$/gm)].map(match => match[1]);
}

const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

async function main() {
    const { build, details, paths } = readOptions({ build: 'build/release', details: false, paths: [] });
    const isWhole = paths.length === 0;
    const folder = isWhole ? corpusOf(build) : null;
    const corpus = (isWhole ? [folder].filter(Boolean) : paths).flatMap(place => filesBelow(place));
    const files = isWhole ? [...corpus, ...makeBroken()] : corpus;
    const results = ours(build, files);
    const table = new Map(); // code -> { places, as: Map, not: Map, unlisted: [] }
    const alone = new Map(); // our code -> files that the validator has nothing against
    const used = new Set();
    const notes = [];
    let unlisted = 0;

    for (const file of files) {
        const name = path.relative(process.cwd(), file);
        const mine = results.get(file);
        const other = await theirs(file);
        if (other === null) {
            notes.push(`the validator gives no answer for ${path.basename(file)}`);
            continue;
        }
        const errors = other.filter(issue => issue.severity === 0);
        if (!other.some(issue => issue.severity <= 1)) {
            for (const code of new Set(mine.diagnostics.map(d => d.code))) {
                alone.set(code, (alone.get(code) ?? 0) + 1);
            }
        }
        for (const error of errors) {
            const row = table.get(error.code) ?? { places: 0, as: new Map(), not: new Map(), unlisted: [] };
            table.set(error.code, row);
            row.places += 1;
            const code = findOurs(error, mine);
            const reason = code === null ? findReason(NOT_FOUND, error) : null;
            if (code !== null) {
                row.as.set(code, (row.as.get(code) ?? 0) + 1);
            } else if (reason) {
                used.add(reason);
                row.not.set(reason[2], (row.not.get(reason[2]) ?? 0) + 1);
            } else {
                row.unlisted.push(`${name}: ${error.pointer}: ${error.message}`);
                ++unlisted;
            }
            if (details) {
                console.log(`${name}: ${error.code} ${error.pointer} -> ${code ?? reason?.[2] ?? 'NOT FOUND'}`);
            }
        }
    }

    for (const [code, row] of [...table].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
        console.log(`${code} (${row.places})`);
        const as = [...row.as].sort((a, b) => b[1] - a[1]).map(([ours, n]) => `${ours} ${n}`);
        if (as.length > 0) console.log(`    found as ${as.join(', ')}`);
        for (const [reason, n] of row.not) console.log(`    not found ${n}: ${reason}`);
        for (const place of row.unlisted) console.log(`    NOT FOUND ${place}`);
    }
    if (alone.size > 0) {
        console.log('\nfound by the library alone, in files that the validator passes without a warning:');
        console.log(`    ${[...alone].sort().map(([code, n]) => `${code} ${n}`).join(', ')}`);
    }
    for (const note of notes) console.log(`note: ${note}`);

    const problems = [];
    if (unlisted > 0) problems.push(`${count(unlisted, 'error')} of the validator not found, and not listed`);
    if (isWhole) {
        const codes = errorCodes();
        for (const code of codes.filter(code => !table.has(code) && !(code in NOT_TRIED))) {
            problems.push(`no file has ${code}: make one, or list it in NOT_TRIED`);
        }
        for (const code of Object.keys(NOT_TRIED).filter(code => table.has(code))) {
            problems.push(`${code} occurs: take it from NOT_TRIED`);
        }
        // Where there is no corpus, what only occurs there cannot be told from what never does.
        for (const entry of corpus.length > 0 ? NOT_FOUND.filter(entry => !used.has(entry)) : []) {
            problems.push(`${entry[0]} ${entry[1] ?? ''} is listed as not found, and does not occur`);
        }
        const rows = [...table.values()];
        const whole = rows.filter(row => row.not.size + row.unlisted.length === 0).length;
        const part = rows.filter(row => row.as.size > 0 && row.not.size + row.unlisted.length > 0).length;
        console.log(`\n${count(files.length, 'file')} (${corpus.length} of the corpus); the validator has ` +
            `${codes.length} codes of errors, ${table.size} occur: ${whole} always found, ${part} in part, ` +
            `${table.size - whole - part} left aside with a reason`);
    }
    for (const problem of problems) console.log(`PROBLEM: ${problem}`);
    return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main();
