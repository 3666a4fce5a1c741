// Bundles the package with what people bundle with, and opens the result in Chromium.
//
// usage: node bindings/web/check-bundlers.mjs [NAME…]
//   NAME   esbuild, rollup, webpack, vite or vite-dev; all unless some are named
//
// The variable VRM_VITE names the folder of another version of Vite than that of build/node.
//
// Each bundler makes two pages. One imports `libvrm`, with the module inside, and has to work everywhere. The
// other imports `libvrm/wasm`: a bundler that does not carry the file along must at least say so in words. Bundlers
// that bundle workers make a third page, with a worker of its own that imports `libvrm/worker-thread`; where a folder
// comes of it, its policy allows neither blob: nor anything inline.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, openPage } from './test/page.mjs';

const root = join(fileURLToPath(new URL('.', import.meta.url)), '../..');
const place = join(root, 'build/web/bundlers');
const require = createRequire(join(root, 'build/node/package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const loadVite = async () => (process.env.VRM_VITE ? import(pathToFileURL(join(process.env.VRM_VITE, 'dist/node/index.js'))) : load('vite'));

const program = (from, settings) => `
import { explain, loadModel } from '${from}';
${settings ? "import { compileInWorker } from 'libvrm/worker';" : ''}
async function run() {
    const file = new Uint8Array(await (await fetch('/samples/character-1.0.vrm')).arrayBuffer());
    ${settings ? `const { module, problem } = await compileInWorker(${settings}); if (problem || !module) throw new Error(problem);` : ''}
    const model = await loadModel(file);
    const avatar = model.createAvatar();
    for (let i = 0; i < 10; ++i) avatar.update(1 / 60);
    let said = '';
    await loadModel(new Uint8Array(4)).catch((error) => { said = error.message; });
    return { nodes: avatar.frame.world.length / 16, said, found: (await explain(model.report)).length };
}
run().catch((error) => ({ code: error.code, problem: String(error), remedy: error.remedy }))
    .then((value) => fetch('/result', { method: 'POST', body: JSON.stringify(value) }));
`;

rmSync(place, { recursive: true, force: true });
mkdirSync(join(place, 'node_modules'), { recursive: true });
// A copy, as npm makes it: Vite treats a link as a part of the application.
cpSync(join(root, 'build/web/package'), join(place, 'node_modules/libvrm'), { recursive: true });
writeFileSync(join(place, 'package.json'), '{ "type": "module", "private": true }\n');
const PAGES = {
    inside: program('libvrm', '{ file, timeout: 60000 }'), beside: program('libvrm/wasm'),
    worker: program('libvrm', "{ file, timeout: 60000, worker: new Worker(new URL('./compile.js', import.meta.url), { type: 'module' }) }"),
};
writeFileSync(join(place, 'compile.js'), "import 'libvrm/worker-thread';\n");
const STRICT = { 'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'" };
for (const [name, text] of Object.entries(PAGES)) {
    writeFileSync(join(place, `${name}.js`), text);
    writeFileSync(join(place, `${name}.html`), `<!doctype html><meta charset="utf-8"><script type="module" src="/${name}.js"></script>\n`);
}

/** Bundles both programs into a folder: each function returns a handler for what only a server of its own can give. */
const BUNDLERS = {
    async esbuild(out) {
        const { build } = require('esbuild');
        await build({ absWorkingDir: place, entryPoints: ['inside.js', 'beside.js'], bundle: true, minify: true, format: 'esm', outdir: out, logLevel: 'error' });
    },
    async rollup(out) {
        const { rollup } = await load('rollup');
        const { nodeResolve } = await load('@rollup/plugin-node-resolve');
        const bundle = await rollup({ input: [join(place, 'inside.js'), join(place, 'beside.js')], plugins: [nodeResolve({ browser: true })] });
        await bundle.write({ dir: out, format: 'es' });
        await bundle.close();
    },
    async webpack(out) {
        const webpack = require('webpack');
        const compiler = webpack({
            mode: 'production', context: place, entry: { inside: './inside.js', beside: './beside.js', worker: './worker.js' },
            output: { path: out, filename: '[name].js', publicPath: '/' }, performance: { hints: false },
        });
        const stats = await new Promise((resolve, reject) => compiler.run((error, result) => (error ? reject(error) : resolve(result))));
        if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'));
    },
    async vite(out) {
        const { build } = await loadVite();
        await build({
            root: place, configFile: false, logLevel: 'error',
            build: { outDir: out, rollupOptions: { input: Object.keys(PAGES).map((name) => join(place, `${name}.html`)) } },
            worker: { format: 'es' },
        });
    },
    async 'vite-dev'() {
        const { createServer } = await loadVite();
        const server = await createServer({
            root: place, configFile: false, logLevel: 'error', appType: 'mpa', server: { middlewareMode: true, hmr: false, fs: { strict: false } },
            // What a worker imports is found late, and Vite then reloads the page, which it cannot do here.
            optimizeDeps: { include: ['libvrm/worker-thread'] },
        });
        return { handler: server.middlewares, close: () => server.close() };
    },
};
// Who carries core.wasm along. The development server of Vite does so from version 8 on.
const BUNDLES_WORKERS = new Set(['webpack', 'vite', 'vite-dev']);
const CARRIES = new Set(['webpack', 'vite', ...(process.env.VRM_VITE ? [] : ['vite-dev'])]);

const wanted = process.argv.slice(2);
let isGood = true;
if (!chromium) {
    console.error('check-bundlers.mjs: there is no Chromium');
    process.exit(1);
}
for (const [name, bundle] of Object.entries(BUNDLERS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const out = join(place, 'out', name);
    const own = await bundle(out);
    for (const page of Object.keys(PAGES)) {
        if (page === 'worker' && !BUNDLES_WORKERS.has(name)) continue;
        const find = (path) => {
            if (path.startsWith('/samples/')) return join(root, path);
            if (own) return undefined;
            return path.endsWith('.html') && name !== 'vite' ? join(place, path) : join(out, path);
        };
        const result = await openPage(find, `/${page}.html`, page === 'worker' ? STRICT : {}, own?.handler);
        const works = result.nodes > 0 && result.said !== '';
        const isSaid = result.code === 'wasm-not-found' && /libvrm/.test(result.remedy);
        const isExpected = page !== 'beside' || CARRIES.has(name) ? works : works || isSaid;
        console.log(`${name}, ${page === 'worker' ? 'a worker of its own' : `module ${page}`}: ${works ? 'works' : isExpected ? `does not carry it along, and says so` : JSON.stringify(result)}`);
        isGood &&= isExpected;
    }
    await own?.close();
}
process.exit(isGood ? 0 : 1);
