// The npm packages of build/node, in the versions of .ci/setup, and what to do if they are not there.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(new URL('.', import.meta.url)), '../..');

/** Ends the program with a sentence if packages are missing: which they are, and how they are installed. */
export function needPackages(...names) {
    if (names.every((name) => existsSync(join(root, 'build/node/node_modules', name, 'package.json')))) return;
    const pinned = readFileSync(join(root, '.ci/setup'), 'utf8');
    const versions = names.map((name) => new RegExp(`^ *(${name}@\\S+)$`, 'm').exec(pinned)?.[1] ?? name);
    console.error(`${basename(process.argv[1])}: npm packages are missing. Install them:\n  npm install --prefix build/node ${versions.join(' ')}\n`
        + '.ci/setup --full installs them too, with all that the checks need.');
    process.exit(1);
}
