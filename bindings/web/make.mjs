// Makes the npm package: build/web/package, from bindings/web/src and the modules of build/web.
//
// usage: node bindings/web/make.mjs [--size]
//   --size   also prints how large each import is, minified and compressed, and exits 1 beyond its limit
//
// The modules are those of bindings/web/build. The variable VRM_WEB_MODULES names another folder of
// them. esbuild and TypeScript are those of build/node, where .ci/setup --full installs them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, gzipSync } from 'node:zlib';
import { needPackages } from './packages.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const node = join(root, 'build/node');
const modules = process.env.VRM_WEB_MODULES ?? join(root, 'build/web');
const out = join(root, 'build/web/package');
needPackages('esbuild', 'typescript', 'three', '@types/three', '@pixiv/three-vrm');
const { build } = createRequire(join(node, 'package.json'))('esbuild');

// What a page may load of JavaScript, in bytes of gzip: a few hundredths above what there is, as versions of zlib differ.
const LIMITS = { index: 11_800, three: 13_500 };

const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const wasm = {};
for (const name of ['core', 'rig', 'full', 'edit', 'live', 'render']) {
    const path = join(modules, `${name}.wasm`);
    if (!existsSync(path)) {
        console.error(`make.mjs: ${path} is not there. bindings/web/build builds it.`);
        process.exit(1);
    }
    wasm[name] = readFileSync(path);
}

// The files that import: one for each subpath, and one more where Node needs another.
const entries = readdirSync(join(here, 'src')).filter((name) => /\.ts$/.test(name) && !/\.d\.ts$/.test(name))
    .map((name) => name.slice(0, -3));

/** Puts modules and their hashes where the sources import them. */
const inlined = (withText) => ({
    name: 'inlined',
    setup(esbuild) {
        esbuild.onResolve({ filter: /^inlined:/ }, ({ path }) => ({ path, namespace: 'inlined' }));
        esbuild.onLoad({ filter: /./, namespace: 'inlined' }, async ({ path }) => {
            const name = path.slice('inlined:'.length);
            if (name === 'worker') {
                const made = await settings(['worker-thread'], { write: false, minify: true, format: 'iife' });
                return { contents: `export default ${JSON.stringify(made.outputFiles[0].text)};` };
            }
            if (name === 'integrity') {
                const hash = (one) => `sha384-${createHash('sha384').update(wasm[one]).digest('base64')}`;
                return { contents: Object.keys(wasm).map((one) => `export const ${one}Integrity = '${hash(one)}';`).join('\n') };
            }
            const text = withText ? deflateSync(wasm[name], { level: 9 }).toString('base64') : '';
            return { contents: `export default '${text}';` };
        });
    },
});

const settings = (names, extra) => build({
    entryPoints: names.map((name) => join(here, 'src', `${name}.ts`)),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    external: ['node:*', 'three', 'three/*', '@pixiv/*'],
    logLevel: 'warning',
    legalComments: 'none',
    ...extra,
});

/** A source map has the texts of all sources; that of a module would be there twice. */
function leaveOutModules(path) {
    const map = JSON.parse(readFileSync(path, 'utf8'));
    map.sourcesContent = map.sourcesContent.map((text, i) => (/inlined:(?!integrity)/.test(map.sources[i]) ? null : text));
    writeFileSync(path, JSON.stringify(map));
}

async function makePackage() {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(join(out, 'dist'), { recursive: true });
    await settings(entries, {
        outdir: join(out, 'dist'), splitting: true, chunkNames: 'shared/[name]-[hash]', sourcemap: true, plugins: [inlined(true)],
    });
    for (const name of readdirSync(join(out, 'dist'), { recursive: true }).filter((one) => one.endsWith('.map'))) leaveOutModules(join(out, 'dist', name));
    execFileSync(process.execPath, [join(node, 'node_modules/typescript/bin/tsc'), '-p', here], { stdio: 'inherit' });
    for (const [name, bytes] of Object.entries(wasm)) if (name !== 'rig') writeFileSync(join(out, 'dist', `${name}.wasm`), bytes);
    for (const file of ['package.json', 'README.md']) cpSync(join(here, file), join(out, file));
    for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(out, file));
}

/** The bytes of an import as a page would load it, without the module inside. */
async function sizeOf(name) {
    // Sentences of diagnostics are another file, which a page loads when it shows a report.
    const result = await settings([name], { write: false, outdir: out, splitting: true, minify: true,
        plugins: [inlined(false)] });
    const all = new Map(result.outputFiles.map((file) => [file.path, file]));
    const wanted = new Set([join(out, `${name}.js`)]);
    for (const path of wanted) {
        for (const [, next] of all.get(path).text.matchAll(/(?:from|import)"(\.[^"]+)"/g)) {
            if (all.has(join(out, next))) wanted.add(join(out, next));
        }
    }
    const text = Buffer.concat([...wanted].map((path) => all.get(path).contents));
    return { minified: text.length, gzip: gzipSync(text, { level: 9 }).length };
}

async function printSizes() {
    let isGood = true;
    for (const name of entries) {
        const { minified, gzip } = await sizeOf(name);
        const limit = LIMITS[name];
        console.log(`${name}.js: ${minified} bytes minified, ${gzip} with gzip${limit ? ` (at most ${limit})` : ''}`);
        if (limit && gzip > limit) isGood = false;
    }
    if (!isGood) {
        console.error('make.mjs: an import is larger than it may be');
        process.exitCode = 1;
    }
}

const version = /"version": "([^"]+)"/.exec(readFileSync(join(root, 'api.json'), 'utf8'))?.[1];
if (manifest.version !== version) {
    console.error(`make.mjs: bindings/web/package.json has the version ${manifest.version}, the library ${version}`);
    process.exit(1);
}
await makePackage();
console.log(`${out}: ${manifest.name} ${manifest.version}, ${entries.length} imports`);
if (process.argv.includes('--size')) await printSizes();
