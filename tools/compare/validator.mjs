// gltf-validator, and how its issues are found again among the diagnostics of the library.
import fs from 'node:fs';
import path from 'node:path';
import { openValidator } from '../node/judges.mjs';
import { FOUND_ELSEWHERE } from './differences.mjs';

export const NODE = path.resolve('build/node');
const validator = openValidator(NODE);

export function filesBelow(place, pattern = /\.(vrma?|glb|gltf)$/) {
    if (!fs.statSync(place).isDirectory()) return [place];
    return fs.readdirSync(place).sort().map(name => path.join(place, name))
        .filter(name => pattern.test(name) || fs.statSync(name).isDirectory())
        .flatMap(name => filesBelow(name, pattern));
}

// The folder of real files that a build knows; null where it is not there.
export function corpusOf(build) {
    const cache = fs.readFileSync(path.join(build, 'CMakeCache.txt'), 'utf8');
    const folder = cache.match(/^VRM_CORPUS:PATH=(.*)$/m)?.[1];
    return folder && fs.existsSync(folder) ? folder : null;
}

// All that the validator says of a file; null where it gives up. Severity 0 is an error, 1 a warning.
export async function theirs(file) {
    const folder = path.dirname(file);
    try {
        const { issues } = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
            maxIssues: 0,
            writeTimestamp: false,
            // We load without a resolver; it sees nothing but the file either.
            externalResourceFunction: async uri => { throw new Error(`${path.join(folder, uri)} is not read`); },
        });
        return unique(issues.messages);
    } catch {
        return null;
    }
}

// The same issue at the same place counts once.
function unique(messages) {
    const seen = new Map();
    for (const { code, severity, pointer = '', message } of messages) {
        seen.set(`${code} ${pointer}`, { code, severity, pointer, message });
    }
    return [...seen.values()];
}

// "/meshes/3" of "/meshes/3/primitives/0"; "/asset" of "/asset/version"; "" of the file itself.
const objectOf = pointer => pointer.split('/').slice(0, /^\/\w+\/\d+/.test(pointer) ? 3 : 2).join('/');

// The code by which the library finds an error of the validator, or null.
export function findOurs(error, { result, diagnostics }) {
    const elsewhere = (FOUND_ELSEWHERE[error.code] ?? []).map(text => text.split(' '));
    const isElsewhere = d => elsewhere.some(([code, at = '']) => code === d.code && d.pointer.startsWith(at));
    const near = diagnostics.filter(d => objectOf(d.pointer) === objectOf(error.pointer));
    const best = near.find(d => d.pointer === error.pointer) ??
        near.find(d => error.pointer.startsWith(d.pointer) || d.pointer.startsWith(error.pointer)) ?? near[0] ??
        diagnostics.find(isElsewhere);
    if (best) return best.code;
    return result === 'ok' ? null : diagnostics.find(d => d.severity === 'error').code;
}

// The entry of a list of reasons (code, pattern of the pointer or null, reason) for an issue.
export function findReason(list, { code, pointer }) {
    return list.find(entry => entry[0] === code && (entry[1] === null || entry[1].test(pointer)));
}
