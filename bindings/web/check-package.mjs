// Judges build/web/package as the registries' users will meet it: what is in it, and whether bundlers and
// all versions of TypeScript find its files and types.
//
// usage: node bindings/web/check-package.mjs
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(new URL('.', import.meta.url)), '../..');
const place = join(root, 'build/web/package');
const bin = (name) => join(root, 'build/node/node_modules', name);
const require = createRequire(join(root, 'build/node/package.json'));

const { publint } = await import(require.resolve('publint'));
const { formatMessage } = await import(require.resolve('publint/utils'));
const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
const { messages } = await publint({ pkgDir: place, strict: true });
for (const message of messages) console.error(`publint: ${formatMessage(message, manifest)}`);
console.log(`publint: ${messages.length} findings`);

const packed = JSON.parse(spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', '..'], { cwd: place, encoding: 'utf8' }).stdout)[0];
console.log(`${packed.filename}: ${packed.files.length} files, ${packed.size} bytes, ${packed.unpackedSize} unpacked`);

// The package has modules of JavaScript alone: how a program of CommonJS is told so is no finding.
const { bin: attw } = JSON.parse(readFileSync(join(bin('@arethetypeswrong/cli'), 'package.json'), 'utf8'));
const wrong = spawnSync(process.execPath, [join(bin('@arethetypeswrong/cli'), attw.attw ?? attw), join(place, '..', packed.filename),
    '--profile', 'esm-only', '--exclude-entrypoints', 'core.wasm', 'full.wasm', 'render.wasm'], { encoding: 'utf8' });
if (wrong.status !== 0) console.error(wrong.stdout, wrong.stderr);
console.log(`attw: ${wrong.status === 0 ? 'no findings' : 'findings'}`);
process.exit(messages.length || wrong.status ? 1 : 0);
