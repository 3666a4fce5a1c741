// Judges build/web/package as the registries' users will meet it: what is in it, and whether bundlers and
// all versions of TypeScript find its files and types. Programs of somebody who has installed it (types/)
// must compile with every check that TypeScript has, that of the declarations of libraries included.
//
// usage: node bindings/web/check-package.mjs
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

/** What is wrong with what was packed: every import has its files, who reads it finds licence, readme and changelog, and
 *  nothing tells of the machine that it was made on. */
function problemsOf(names) {
    const out = [];
    const targets = Object.values(manifest.exports).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)));
    const wanted = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', ...targets.map((one) => one.replace('./', ''))];
    for (const name of wanted) if (!names.includes(name)) out.push(`${name} is not packed`);
    for (const name of names) {
        if (!/^(dist\/|LICENSE$|README\.md$|CHANGELOG\.md$|package\.json$)/.test(name)) out.push(`${name} is packed`);
        if (/\.(js|map|ts|json)$/.test(name) && readFileSync(join(place, name), 'utf8').includes(root.replace(/\/$/, ''))) out.push(`${name} names a folder of this machine`);
    }
    const text = (folder, name) => readFileSync(join(folder, name), 'utf8');
    if (text(place, 'LICENSE') !== text(root, 'LICENSE') || manifest.license !== 'MIT') out.push('the licence is another one');
    for (const name of Object.keys(manifest.exports).filter((one) => !/\.(wasm|json)$/.test(one))) {
        if (!text(place, 'README.md').includes(`\`libvrm${name.slice(1)}\``)) out.push(`README.md does not name libvrm${name.slice(1)}`);
    }
    if (!new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')}\\b`, 'm').test(text(place, 'CHANGELOG.md'))) out.push('CHANGELOG.md does not have this version');
    if (!manifest.publishConfig?.provenance) out.push('it would be published without provenance');
    if (Object.keys(manifest.dependencies ?? {}).length > 0 || manifest.scripts) out.push('it has dependencies or scripts');
    return out;
}
const problems = problemsOf(packed.files.map(({ path }) => path));
for (const problem of problems) console.error(`${packed.filename}: ${problem}`);

// The package has modules of JavaScript alone: how a program of CommonJS is told so is no finding.
const { bin: attw } = JSON.parse(readFileSync(join(bin('@arethetypeswrong/cli'), 'package.json'), 'utf8'));
const wrong = spawnSync(process.execPath, [join(bin('@arethetypeswrong/cli'), attw.attw ?? attw), join(place, '..', packed.filename),
    '--profile', 'esm-only', '--exclude-entrypoints', 'core.wasm', 'full.wasm', 'edit.wasm', 'live.wasm', 'render.wasm'], { encoding: 'utf8' });
if (wrong.status !== 0) console.error(wrong.stdout, wrong.stderr);
console.log(`attw: ${wrong.status === 0 ? 'no findings' : 'findings'}`);

/** Installs what was packed, beside three and three-vrm. */
function install(folder) {
    const modules = join(folder, 'node_modules');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(modules, 'libvrm'), { recursive: true });
    for (const name of ['three', '@types', '@pixiv']) symlinkSync(bin(name), join(modules, name));
    spawnSync('tar', ['xzf', join(place, '..', packed.filename), '-C', join(modules, 'libvrm'), '--strip-components=1'], { stdio: 'inherit' });
}

/** Compiles the program without skipLibCheck. Returns what TypeScript says of it and of the package: those of WebGPU, which three's need, do not agree with TypeScript 7's own. */
function compile(folder, include, moduleResolution, module) {
    const compilerOptions = { module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'], types: [], noEmit: true, skipLibCheck: false,
        strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin('typescript/bin/tsc'), '-p', '.'], { cwd: folder, encoding: 'utf8' });
    if (![0, 1, 2].includes(status)) return [`TypeScript did not run: ${stderr}`];
    return stdout.split('\n').filter((line) => /^(\w+\.mts|node_modules\/libvrm\/|error)/.test(line));
}

const folder = join(place, '../types');
install(folder);
for (const name of ['program.mts', 'three.mts']) cpSync(join(root, 'bindings/web/types', name), join(folder, name));
const refusals = [[['program.mts'], 'node16', 'node16'], [['program.mts'], 'nodenext', 'nodenext'], [['*.mts'], 'bundler', 'esnext']].flatMap((one) => compile(folder, ...one));
for (const text of refusals) console.error(text);
console.log(`TypeScript: ${refusals.length ? 'errors' : 'strict programs compile'}`);
process.exit(messages.length || problems.length || wrong.status || refusals.length ? 1 : 0);
