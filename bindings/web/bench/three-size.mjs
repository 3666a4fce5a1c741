// The bytes of JavaScript that a page with an avatar loads: with three.js alone, with three-vrm, and with libvrm/three.
//
// usage: node bindings/web/bench/three-size.mjs
//
// Vite of build/node makes the same page three times for production, as an application would. The package is
// build/web/package, which bindings/web/make.mjs makes; its three.js adapter has the module rig.wasm inside. All files
// count, chunks that a page imports later too. The last column compares gzip -9 with three-vrm. Exits 1 if libvrm/three
// costs more than it may.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { needPackages } from '../packages.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const adapter = join(root, 'build/web/package/dist/three.js');
needPackages('vite', 'three', '@pixiv/three-vrm');
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

/** All files of Vite's production build, those too that a page imports later. */
async function sizeOf(plugin) {
    const folder = join(root, 'build/web/size', plugin.replace(/\W/g, '-') || 'three');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
    writeFileSync(join(folder, 'main.js'), program(plugin));
    const { build } = await import(pathToFileURL(join(root, 'build/node/node_modules/vite/dist/node/index.js')));
    const { output } = await build({
        root: folder, configFile: false, logLevel: 'error', resolve: { alias: { 'libvrm/three': adapter } },
        build: { write: false, target: 'es2022', chunkSizeWarningLimit: 2000, modulePreload: { polyfill: false } },
    });
    const files = output.map(({ code, source }) => Buffer.from(code ?? source));
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
const MOST = 70_000;
if (Object.values(rows)[2].gzip - base > MOST) {
    console.error(`three-size.mjs: libvrm/three costs more than ${MOST} bytes`);
    process.exitCode = 1;
}
