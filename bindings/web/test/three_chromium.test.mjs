// three draws an avatar that libvrm moves as it draws one of three-vrm, in a browser [WB-020]
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './data.mjs';
import { chromium, openPage, webgl } from './page.mjs';

const { ssim } = await import(pathToFileURL(join(root, 'tools/compare/oracle/ssim.mjs')));
const dist = dirname(fileURLToPath(import.meta.resolve('libvrm/three')));
const modules = join(root, 'build/node/node_modules');
const SIZE = 256;

const imports = {
    three: '/modules/three/build/three.module.js', 'three/': '/modules/three/',
    '@pixiv/three-vrm': '/modules/@pixiv/three-vrm/lib/three-vrm.module.js', 'libvrm/three': '/dist/three.js',
};
const page = { type: 'text/html', text: `<!doctype html><meta charset=utf-8>
    <script type=importmap>${JSON.stringify({ imports })}</script><script type=module src=/page.js></script>` };

// One avatar in each of two scenes, which move alike and are drawn by one renderer.
const program = { type: 'text/javascript', text: `
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import * as plain from '@pixiv/three-vrm';
import * as adapter from 'libvrm/three';

const head = new THREE.Vector3(), tail = new THREE.Vector3();
plain.VRMSpringBoneJoint.prototype._calcWorldSpaceBoneLength = function () { // as in three_pair.mjs
    head.setFromMatrixPosition(this.bone.matrixWorld);
    tail.copy(this._initialLocalChildPosition).applyMatrix4(this.bone.matrixWorld);
    this._worldSpaceBoneLength = head.distanceTo(tail);
};

async function show({ VRMLoaderPlugin }, file) {
    const loader = new GLTFLoader(), scene = new THREE.Scene(), light = new THREE.DirectionalLight(0xffffff, 3);
    loader.register((parser) => new VRMLoaderPlugin(parser));
    const { vrm } = (await loader.loadAsync(file)).userData;
    light.position.set(1, 1, 1);
    const prop = new THREE.Mesh(new THREE.BoxGeometry(0.1, 0.1, 0.1), new THREE.MeshBasicMaterial({ color: 0xff0000 }));
    vrm.humanoid.getRawBoneNode('leftHand').add(prop);
    plain.VRMUtils.rotateVRM0(vrm);
    scene.add(vrm.scene, light);
    return { vrm, scene };
}

function move({ vrm }, k) {
    const { humanoid, expressionManager: faces, scene } = vrm;
    humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = -0.02 * k;
    humanoid.getNormalizedBoneNode('head').rotation.y = 0.01 * k;
    humanoid.getNormalizedBoneNode('hips').position.x = 0.002 * k;
    faces.setValue('happy', k / 60);
    scene.position.z = 0.3 * Math.sin(k * 0.1);
    vrm.update(1 / 60);
}

const answer = (value) => fetch('/result', { method: 'POST', body: JSON.stringify(value) });
try {
    const pictures = [], camera = new THREE.PerspectiveCamera(30, 1, 0.1, 20), renderer = new THREE.WebGLRenderer({ antialias: true });
    const target = new THREE.WebGLRenderTarget(${SIZE}, ${SIZE}, { samples: 4 }), pixels = new Uint8Array(${SIZE * SIZE * 4});
    camera.position.set(0, 1.2, 3.2);
    camera.lookAt(0, 0.9, 0);
    renderer.setRenderTarget(target);
    for (const library of [plain, adapter]) {
        const shown = await show(library, new URLSearchParams(location.search).get('file'));
        for (let k = 0; k < 60; ++k) {
            move(shown, k);
            if (k % 10 === 9) renderer.render(shown.scene, camera);
        }
        renderer.readRenderTargetPixels(target, 0, 0, ${SIZE}, ${SIZE}, pixels);
        pictures.push({ isAccelerated: shown.vrm.isAccelerated, pixels: Array.from(pixels) });
    }
    await answer({ pictures });
} catch (error) {
    await answer({ problem: String(error), stack: error.stack });
}` };

function find(path) {
    if (path === '/') return page;
    if (path === '/page.js') return program;
    if (path.startsWith('/samples/')) return join(root, path);
    if (path.startsWith('/modules/')) return join(modules, path.slice('/modules/'.length));
    return path.startsWith('/dist/') ? join(dist, path.slice('/dist/'.length)) : undefined;
}

for (const name of ['character-1.0.vrm', 'character-0.x.vrm']) {
    test(`${name} in the same picture`, { skip: !chromium && 'there is no Chromium' }, async () => {
        const { pictures, problem, stack } = await openPage(find, `/?file=/samples/${name}`, {}, undefined, webgl);
        assert.equal(problem, undefined, stack);
        const [theirs, ours] = pictures.map(({ pixels }) => ({ width: SIZE, height: SIZE, rgba: Uint8Array.from(pixels) }));
        assert.ok(pictures[1].isAccelerated && !pictures[0].isAccelerated);
        assert.ok(theirs.rgba.filter((value, i) => i % 4 === 3 && value > 0).length > SIZE * SIZE / 20, 'there is an avatar');
        const value = ssim(ours, theirs);
        assert.ok((value.ssim ?? value) >= 0.99, `SSIM ${JSON.stringify(value)}`);
    });
}
