// The bytes of JavaScript that a page with an avatar loads: with three.js alone, with three-vrm, and with libvrm/three.
//
// usage: node bindings/web/bench/three-size.mjs
//
// esbuild of build/node bundles the same program three times, minified, as an application would. The package is
// build/web/package, which bindings/web/make.mjs makes; its three.js adapter has core.wasm inside. Chunks that a page
// imports later are not counted: the texts of errors. The last column compares gzip -9 with three-vrm.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { needPackages } from '../packages.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const adapter = join(root, 'build/web/package/dist/three.js');
needPackages('esbuild', 'three', '@pixiv/three-vrm');
if (!existsSync(adapter)) {
    console.error(`three-size.mjs: ${adapter} is missing. Make it: bindings/web/build && node bindings/web/make.mjs`);
    process.exit(1);
}
const require = createRequire(join(root, 'build/node/package.json'));
const versionOf = (name) => require(join(root, 'build/node/node_modules', name, 'package.json')).version;

const program = (plugin) => `
import { Clock, DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
${plugin ? `import { VRMLoaderPlugin, VRMUtils } from '${plugin}';` : ''}
const scene = new Scene(), camera = new PerspectiveCamera(), renderer = new WebGLRenderer(), clock = new Clock();
const loader = new GLTFLoader();
${plugin ? 'loader.register((parser) => new VRMLoaderPlugin(parser));' : ''}
const gltf = await loader.loadAsync('avatar.vrm');
${plugin ? 'VRMUtils.rotateVRM0(gltf.userData.vrm);' : ''}
scene.add(gltf.scene, new DirectionalLight());
renderer.setAnimationLoop(() => {
    const seconds = clock.getDelta();
    ${plugin ? 'gltf.userData.vrm.update(seconds);' : ''}
    renderer.render(scene, camera);
});
`;

async function sizeOf(plugin) {
    const { metafile, outputFiles } = await require('esbuild').build({
        absWorkingDir: root, stdin: { contents: program(plugin), resolveDir: 'build/node' }, outdir: 'build/web/size',
        alias: { 'libvrm/three': adapter }, nodePaths: [join(root, 'build/node/node_modules')],
        bundle: true, splitting: true, minify: true, write: false, metafile: true, format: 'esm', target: 'es2022', legalComments: 'none', logLevel: 'error',
    });
    const loaded = new Set(['build/web/size/stdin.js']);
    for (const path of loaded) {
        for (const { path: next, kind } of metafile.outputs[path].imports) if (kind === 'import-statement') loaded.add(next);
    }
    const files = outputFiles.filter(({ path }) => loaded.has(relative(root, path))).map(({ contents }) => contents);
    const total = (sizes) => sizes.reduce((sum, size) => sum + size, 0);
    return { minified: total(files.map((file) => file.length)), gzip: total(files.map((file) => gzipSync(file, { level: 9 }).length)) };
}

const rows = {
    [`three ${versionOf('three')} and its GLTFLoader`]: await sizeOf(''),
    [`with @pixiv/three-vrm ${versionOf('@pixiv/three-vrm')}`]: await sizeOf('@pixiv/three-vrm'),
    'with libvrm/three': await sizeOf('libvrm/three'),
};
const base = Object.values(rows)[1].gzip;
const number = (value) => value.toLocaleString('en-US');
console.log('| page | minified | gzip | compared with three-vrm |\n|---|---|---|---|');
for (const [name, { minified, gzip }] of Object.entries(rows)) {
    const change = gzip - base;
    console.log(`| ${name} | ${number(minified)} | ${number(gzip)} | ${change ? (change > 0 ? '+' : '−') + number(Math.abs(change)) : '–'} |`);
}
