// Makes the page that shows and checks avatars: build/web/viewer.html, one file that needs no other.
//
// usage: node bindings/web/make-page.mjs
//
// It is made of bindings/web/page and of build/web/viewer.wasm, which bindings/web/build builds. esbuild is that of
// build/node, where .ci/setup --full installs it. Texts of the page must be there in Japanese too. Where zopfli is
// installed, it packs the module by a few hundredths smaller.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, gzipSync, inflateSync } from 'node:zlib';
import { needPackages } from './packages.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const page = join(here, 'page');
const wasm = join(root, 'build/web/viewer.wasm');
const out = join(root, 'build/web/viewer.html');
needPackages('esbuild');
const { build, transformSync } = createRequire(join(root, 'build/node/package.json'))('esbuild');

// What the page may take in bytes of gzip -9.
const LIMIT = 375_000;

const fail = (message) => {
    console.error(`make-page.mjs: ${message}`);
    process.exit(1);
};
if (!existsSync(wasm)) fail(`${wasm} is not there. bindings/web/build viewer builds it.`);

/** Every text of the page: what say is called with, and what index.html says. */
function textsOf(html) {
    const texts = new Set();
    for (const name of readdirSync(page).filter((one) => one.endsWith('.ts'))) {
        const source = readFileSync(join(page, name), 'utf8');
        for (const [, single, double] of source.matchAll(/\bsay\((?:'([^']*)'|"([^"]*)")/g)) texts.add(single ?? double);
    }
    for (const [, text] of html.matchAll(/ data-say>([^<]+)</g)) texts.add(text);
    for (const [, text] of html.matchAll(/data-say-label="([^"]+)"/g)) texts.add(text);
    return texts;
}

/** The Japanese of the page: its texts, which tools/check/check-languages checks, and of the command line what diagnostics need. */
function japanese(texts) {
    const all = JSON.parse(readFileSync(join(root, 'apps/kit/lang/ja.json'), 'utf8'));
    const own = JSON.parse(readFileSync(join(page, 'ja.json'), 'utf8'));
    const { library } = JSON.parse(readFileSync(join(root, 'apps/kit/lang/words.json'), 'utf8'));
    return {
        texts: { ...all.changes, ...Object.fromEntries([...texts].map((text) => [text, own[text] ?? all.texts[text]])) },
        words: Object.fromEntries(library.map((word) => [word, all.words[word]])), quotes: all.quotes,
        // Those of the command line alone are never said here.
        diagnostics: Object.fromEntries(Object.keys(english()).map((code) => [code, { sentence: all.diagnostics[code].sentence, remedy: all.diagnostics[code].remedy }])),
    };
}

/** The sentences of diagnostics: the table of the package, as data. */
function english() {
    const source = readFileSync(join(here, 'src/generated/texts.ts'), 'utf8');
    const module = { exports: {} };
    new Function('module', 'exports', transformSync(source, { loader: 'ts', format: 'cjs' }).code)(module, module.exports);
    return module.exports.texts;
}

/** What deflate makes of bytes, as base64. */
function pack(bytes) {
    const plain = deflateSync(bytes, { level: 9 });
    const packed = zopfli(bytes);
    return (packed && packed.length < plain.length ? packed : plain).toString('base64');
}

let hasZopfli = true;
function zopfli(bytes) {
    const folder = mkdtempSync(join(tmpdir(), 'libvrm-page-'));
    writeFileSync(join(folder, 'bytes'), bytes);
    const { status } = spawnSync('zopfli', ['--zlib', '--i5', join(folder, 'bytes')]);
    const packed = status === 0 ? readFileSync(join(folder, 'bytes.zlib')) : undefined;
    rmSync(folder, { recursive: true });
    hasZopfli &&= packed !== undefined;
    if (packed && !inflateSync(packed).equals(Buffer.from(bytes))) fail('zopfli has not packed what it was given');
    return packed;
}

const inlined = (contents) => ({
    name: 'inlined',
    setup(esbuild) {
        esbuild.onResolve({ filter: /^inlined:/ }, ({ path }) => ({ path, namespace: 'inlined' }));
        esbuild.onLoad({ filter: /./, namespace: 'inlined' }, ({ path }) => ({ contents: `export default '${contents[path.slice('inlined:'.length)]}';` }));
    },
});

/** The page has no crowds, mixes no motions and does not watch its calls; what the package names of these gets empty ones. */
const without = {
    name: 'without',
    setup(esbuild) {
        esbuild.onResolve({ filter: /\/(crowd|mixer|misuse)\.js$/ }, ({ path }) => ({ path, namespace: 'without' }));
        esbuild.onLoad({ filter: /./, namespace: 'without' }, () => ({ contents: 'export class Crowd {} export class Mixer {} export const reportMisuse = () => {};' }));
    },
};

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const html = readFileSync(join(page, 'index.html'), 'utf8');
const json = (value) => Buffer.from(JSON.stringify(value));
const contents = { render: pack(readFileSync(wasm)), english: pack(json(english())), ja: pack(json(japanese(textsOf(html)))) };
const bundle = await build({
    entryPoints: [join(page, 'entry.ts')], bundle: true, format: 'iife', target: 'es2022', minify: true, write: false, legalComments: 'none',
    plugins: [inlined(contents), without], logLevel: 'warning',
});
const script = bundle.outputFiles[0].text.replaceAll('</script', '<\\/script');
const style = transformSync(readFileSync(join(page, 'style.css'), 'utf8'), { loader: 'css', minify: true }).code;
// Nothing may be fetched, sent or framed; images and films are those that the page makes itself.
const policy = ["default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`, 'img-src blob:', 'media-src blob:', 'worker-src blob:',
    "connect-src 'none'", "form-action 'none'", "base-uri 'none'"].join('; ');
const put = { POLICY: `<meta http-equiv="Content-Security-Policy" content="${policy}">`, STYLE: `<style>${style}</style>`, SCRIPT: `<script>${script}</script>` };
const text = html.replace(/<!-- (POLICY|STYLE|SCRIPT) -->/g, (_, name) => put[name]).replace(/>\n\s+</g, '>\n<');
writeFileSync(out, text);

const size = gzipSync(text, { level: 9 }).length;
console.log(`${out}: ${Buffer.byteLength(text)} bytes, ${size} with gzip (at most ${LIMIT}): module ${contents.render.length}, `
    + `texts ${contents.english.length + contents.ja.length}, program ${script.length - Object.values(contents).join('').length}`);
if (size > LIMIT) fail(`the page is larger than it may be${hasZopfli ? '' : '; zopfli, which packs it smaller, is not installed'}`);
