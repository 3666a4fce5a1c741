// Runs the tests of the package against build/web/package, as a program that has installed it.
//
// usage: node bindings/web/run-tests.mjs [NAME…]
//   NAME   the tests whose names contain it; all unless some are named
//
// The tests say `using`, which Node has from version 24 on: esbuild writes it in older words.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const place = join(root, 'build/web/try');
const { transformSync } = createRequire(join(root, 'build/node/package.json'))('esbuild');

rmSync(place, { recursive: true, force: true });
mkdirSync(join(place, 'node_modules'), { recursive: true });
symlinkSync('../../package', join(place, 'node_modules/libvrm'));
// three and three-vrm are found from the tests and from the package alike.
rmSync(join(place, '../node_modules'), { force: true });
symlinkSync('../node/node_modules', join(place, '../node_modules'));
for (const folder of ['test', 'examples']) {
    mkdirSync(join(place, folder));
    for (const name of readdirSync(join(here, folder)).filter((one) => one.endsWith('.mjs'))) {
        const text = readFileSync(join(here, folder, name), 'utf8');
        writeFileSync(join(place, folder, name), transformSync(text, { target: 'es2022', format: 'esm' }).code);
    }
}
const wanted = process.argv.slice(2);
const tests = readdirSync(join(place, 'test')).filter((name) => name.endsWith('.test.mjs'))
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (tests.length === 0) { // node --test would run all of them
    console.error(`run-tests.mjs: no test has a name with ${wanted.join(' or ')}`);
    process.exit(1);
}
const run = spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...tests.map((name) => join(place, 'test', name))], {
    stdio: 'inherit', cwd: place, env: { ...process.env, VRM_ROOT: root },
});
process.exit(run.status ?? 1);
