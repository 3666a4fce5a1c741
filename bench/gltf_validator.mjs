// How many files a second gltf-validator manages: its side of tools/compare/compare-check-speed.
//
// usage: node bench/gltf_validator.mjs FOLDER SECONDS FILE…   FOLDER has the package in node_modules
//
// Files are read before the clock runs. Validates all of them one after another, again and again for
// so many seconds, and at least so often that the engine has compiled all of it well. Prints one line of JSON: the time of the processor for one
// round over all files, of all threads of the process, of the first round and of the best.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const LEAST_ROUNDS = 12;
const [folder, seconds, ...paths] = process.argv.slice(2);
const validator = createRequire(`${folder}/`)('gltf-validator');

// The validator now and then throws once more when it has already answered.
process.on('uncaughtException', error => {
    if (!String(error).includes('already completed')) throw error;
});

const files = paths.map(path => new Uint8Array(fs.readFileSync(path)));
// No issue is left out, as in our reports; nothing but the file is read, as we read nothing else.
const options = {
    maxIssues: 0,
    writeTimestamp: false,
    externalResourceFunction: async uri => { throw new Error(`${uri} is not read`); },
};

async function round() {
    let issues = 0;
    const start = process.cpuUsage();
    for (const bytes of files) {
        try {
            issues += (await validator.validateBytes(bytes, options)).issues.messages.length;
        } catch {
            ++issues; // it gives up on a file that is no glTF at all
        }
    }
    const { user, system } = process.cpuUsage(start);
    return { issues, ns: (user + system) * 1000 };
}

const times = [];
let issues = 0;
const end = performance.now() + Number(seconds) * 1000;
while (times.length < LEAST_ROUNDS || performance.now() < end) {
    const done = await round();
    times.push(done.ns);
    issues = done.issues;
}
console.log(JSON.stringify({
    files: files.length, diagnostics: issues, rounds: times.length, first_ns: times[0],
    best_ns: Math.min(...times),
}));
