// The check itself; see tools/check/check-samples.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { jsonOf } from '../../node/glb.mjs';
import { missingInThreeVrm, openValidator, validatorErrors } from '../../node/judges.mjs';
import { fail, readOptions } from '../../node/options.mjs';
import { readArrayBuffer, threeVrm } from '../../node/three_vrm.mjs';
import { SCHEMA, THREE_VRM, WARNINGS } from './exceptions.mjs';
import { makeSchemas } from './schemas.mjs';
import { unusedOptions, variants } from './variants.mjs';

const NODE = path.resolve('build/node');
const WORK = path.resolve('build/samples');

// The samples that are committed, and the file of each variant.
function makeFiles(maker) {
    fs.rmSync(WORK, { recursive: true, force: true });
    fs.mkdirSync(WORK, { recursive: true });
    const committed = fs.readdirSync('samples').filter(name => name.endsWith('.vrm')).map(name =>
        ({ name, dialect: name.match(/-([01]\..*)\.vrm$/)?.[1] ?? '1.0', file: path.join('samples', name) }));
    const made = variants().map(({ name, dialect, words }) => {
        const file = path.join(WORK, `${name}.vrm`);
        execFileSync(maker, [...words, '-o', file], { stdio: 'inherit' });
        return { name, dialect, file };
    });
    return [...committed, ...made];
}

// Whether an exception covers what is said of a file; then it is of use.
const used = new Set();
function isExcepted(exceptions, name, text) {
    const exception = exceptions.find(([file, said]) => file.test(name) && said.test(text));
    if (exception) used.add(exception);
    return exception !== undefined;
}

// --- The three judges: each gives the problems of a file, a line each ---

async function validate(validator, name, bytes) {
    const found = await validatorErrors(validator, bytes, 1);
    return found.filter(({ severity, text }) => !(severity === 1 && isExcepted(WARNINGS, name, text)))
        .map(({ text }) => `gltf-validator: ${text}`);
}

const checkSchemas = (schemas, name, json, dialect) => schemas(json, dialect)
    .filter(text => !isExcepted(SCHEMA, name, text)).map(text => `schema: ${text}`);

async function load(peer, name, bytes, json) {
    try {
        return (await missingInThreeVrm(peer, bytes, json)).map(text => `three-vrm: ${text}`);
    } catch ({ message }) {
        return isExcepted(THREE_VRM, name, message) ? [] : [`three-vrm: ${message}`];
    }
}

async function main() {
    const { build, schema, details } = readOptions({ build: 'build/release', schema: process.env.VRM_SCHEMA ?? '', details: false });
    const maker = path.join(build, 'vrm-maker');
    if (!fs.existsSync(maker)) fail(`${maker} is not built`);
    const validator = openValidator(NODE);
    const schemas = makeSchemas(NODE, schema);
    const peer = await threeVrm(NODE);
    const problems = unusedOptions(execFileSync(maker, ['help']).toString())
        .map(option => `no file is made with ${option}: tools/check/samples/variants.mjs`);
    const files = makeFiles(maker);
    let bytesChecked = 0;
    console.warn = () => {}; // three-vrm's

    for (const { name, dialect, file } of files) {
        const bytes = readArrayBuffer(file);
        const json = jsonOf(bytes);
        const found = [
            ...validator ? await validate(validator, name, bytes) : [],
            ...schemas ? checkSchemas(schemas, name, json, dialect) : [],
            ...peer ? await load(peer, name, bytes, json) : [],
        ];
        bytesChecked += bytes.byteLength;
        if (details) console.log(`${name}: ${found.length === 0 ? 'good' : 'BAD'}, ${bytes.byteLength} bytes`);
        problems.push(...found.map(text => `${name}: ${text}`));
    }

    const judges = [
        ['gltf-validator', validator, WARNINGS, 'build/node'],
        ['the official schemas', schemas, SCHEMA, 'build/node or the folder of schemas'],
        [`three-vrm ${peer?.version ?? ''}`, peer, THREE_VRM, 'build/node'],
    ];
    for (const [name, judge, exceptions, where] of judges) {
        if (!judge) console.log(`skipped: ${name.trim()}, which is not in ${where} (.ci/setup --full)`);
        for (const entry of judge ? exceptions.filter(entry => !used.has(entry)) : []) {
            problems.push(`an exception that nothing needs: ${entry.join(', ')}`);
        }
    }
    for (const problem of problems) console.log(`PROBLEM: ${problem}`);
    const good = judges.filter(([, judge]) => judge).map(([name]) => name).join(', ');
    if (problems.length === 0 && good !== '') {
        console.log(`samples: ${files.length} files, ${(bytesChecked / 1e6).toFixed(0)} MB: valid by ${good}; ` +
            `${used.size} exceptions, all with a reason`);
    }
    return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main();
