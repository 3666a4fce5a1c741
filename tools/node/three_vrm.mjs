// three-vrm in plain Node, as a web page would use it, but for pictures: they are not decoded.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const VRM = '@pixiv/three-vrm';
const ANIMATION = '@pixiv/three-vrm-animation';

const packageOf = (folder, name) =>
    JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'));

// The module of a package that does not stand above this file, where plain import would look.
async function importFrom(folder, name, file = packageOf(folder, name).exports['.'].import) {
    return import(pathToFileURL(path.resolve(folder, 'node_modules', name, file)).href);
}

// Answers for each texture with one white pixel, so that no picture is asked for.
const whitePixels = THREE => parser => ({
    name: 'WHITE_PIXELS',
    async loadTexture(index) {
        const texture = new THREE.DataTexture(new Uint8Array(4).fill(255), 1, 1);
        parser.associations.set(texture, { textures: index });
        return texture;
    },
});

// `folder` has the packages in its node_modules. null where they are not there; else the version,
// three itself, and a function from the bytes of a file (an ArrayBuffer) to three's object, with
// userData.vrm.
export async function threeVrm(folder) {
    const missing = ['three', VRM].find(name => !fs.existsSync(path.join(folder, 'node_modules', name)));
    if (missing) return null;
    globalThis.self ??= globalThis; // GLTFLoader asks for it
    const THREE = await importFrom(folder, 'three');
    const { GLTFLoader } = await importFrom(folder, 'three', 'examples/jsm/loaders/GLTFLoader.js');
    const { VRMLoaderPlugin } = await importFrom(folder, VRM);
    const { MeshoptDecoder } = await importFrom(folder, 'three', 'examples/jsm/libs/meshopt_decoder.module.js');
    const loader = new GLTFLoader();
    loader.setMeshoptDecoder(MeshoptDecoder);
    loader.register(whitePixels(THREE));
    loader.register(parser => new VRMLoaderPlugin(parser));
    return {
        version: packageOf(folder, VRM).version,
        THREE,
        parse: bytes => loader.parseAsync(bytes, ''),
    };
}

// What plays .vrma on avatars of threeVrm; null where its package is not there.
export async function threeVrmAnimation(folder) {
    const peer = await threeVrm(folder);
    if (!peer || !fs.existsSync(path.join(folder, 'node_modules', ANIMATION))) return null;
    const { GLTFLoader } = await importFrom(folder, 'three', 'examples/jsm/loaders/GLTFLoader.js');
    const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await importFrom(folder, ANIMATION);
    const loader = new GLTFLoader();
    loader.register(parser => new VRMAnimationLoaderPlugin(parser));
    return {
        ...peer,
        version: packageOf(folder, ANIMATION).version,
        createVRMAnimationClip,
        parseAnimation: async bytes => (await loader.parseAsync(bytes, '')).userData.vrmAnimations[0],
    };
}

export function readArrayBuffer(file) {
    const { buffer, byteOffset, byteLength } = fs.readFileSync(file);
    return buffer.slice(byteOffset, byteOffset + byteLength);
}
