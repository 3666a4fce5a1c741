// three-vrm, as a web page uses it: one vrm.update for each frame, and matrices updated before and after it.
// --node FOLDER has node_modules with three, @pixiv/three-vrm and @pixiv/three-vrm-animation (build/node).
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { threeVrmAnimation } from '../../../tools/node/three_vrm.mjs';
import { Skipped } from '../run.mjs';

const COLORS = { color: ['color', 'opacity'], emissionColor: ['emissive'], shadeColor: ['shadeColorFactor'], matcapColor: ['matcapFactor'],
    rimColor: ['parametricRimColorFactor'], outlineColor: ['outlineColorFactor'] };

class Avatar {
    constructor(peer, gltf, nodes, animation) {
        const { THREE } = peer;
        Object.assign(this, { peer, THREE, nodes, vrm: gltf.userData.vrm, json: gltf.parser.json });
        if (!this.vrm) throw new Error('no avatar in the file');
        this.names = this.json.nodes.map(({ name }) => name);
        this.scene = new THREE.Scene();
        this.scene.add(this.vrm.scene);
        this.target = new THREE.Object3D();
        this.scene.add(this.target);
        this.rests = nodes.map(node => node.quaternion.clone());
        if (animation) {
            this.mixer = new THREE.AnimationMixer(this.vrm.scene);
            if (this.vrm.lookAt) {
                const proxy = new peer.VRMLookAtQuaternionProxy(this.vrm.lookAt);
                proxy.name = 'lookAtQuaternionProxy';
                this.vrm.scene.add(proxy);
            }
            this.action = this.mixer.clipAction(peer.createVRMAnimationClip(animation, this.vrm));
            this.action.play();
        }
        this.scene.updateMatrixWorld(true);
    }

    node(name) {
        return this.nodes[this.names.indexOf(name)];
    }

    set(kind, name, value) {
        const { vrm } = this;
        if (kind === 'root_position') vrm.scene.position.fromArray(value);
        else if (kind === 'root_rotation') vrm.scene.quaternion.fromArray(value);
        else if (kind === 'rotation') {
            vrm.humanoid.autoUpdateHumanBones = false; // it would overwrite the nodes with its own normalized pose
            const index = this.names.indexOf(name);
            this.nodes[index].quaternion.copy(this.rests[index]).multiply(new this.THREE.Quaternion().fromArray(value));
        } else if (kind === 'normalized') vrm.humanoid.getNormalizedBoneNode(name)?.quaternion.fromArray(value);
        else if (kind === 'expression') vrm.expressionManager?.setValue(name, value);
        else if (kind === 'look_at') {
            this.target.position.fromArray(value);
            if (vrm.lookAt) vrm.lookAt.target = this.target;
        } else if (kind === 'clip_seconds') {
            this.action.time = Math.min(value, this.action.getClip().duration);
            this.mixer.update(0);
        } else throw new Skipped(`no input ${kind}`);
    }

    reset() {
        this.scene.updateMatrixWorld(true);
        this.vrm.springBoneManager?.reset();
    }

    update(seconds) {
        this.scene.updateMatrixWorld(true);
        this.vrm.update(seconds);
        this.scene.updateMatrixWorld(true);
    }

    get(what, name, expected) {
        const { THREE } = this;
        if (what === 'bones') return this.names[this.nodes.indexOf(this.vrm.humanoid.getRawBoneNode(name))] ?? null;
        if (what === 'materials') return this.material(name, Object.keys(expected));
        const node = this.node(name);
        if (what === 'rotations') return node.getWorldQuaternion(new THREE.Quaternion()).toArray();
        if (what === 'positions') return node.getWorldPosition(new THREE.Vector3()).toArray();
        const meshes = [];
        node.traverse(object => object.isMesh && meshes.push(object));
        if (what === 'morphs') return [...meshes[0].morphTargetInfluences];
        return this.triangles(node, meshes);
    }

    material(name, keys) {
        let material;
        this.vrm.scene.traverse(object => {
            material ??= [object.material ?? []].flat().find(one => one.name === name && !one.isOutline);
        });
        const found = { scale: () => material.map.repeat.toArray(), offset: () => material.map.offset.toArray() };
        return Object.fromEntries(keys.map(key => [key, found[key]?.() ?? COLORS[key].flatMap(part => material[part]?.toArray?.() ?? material[part])]));
    }

    // Splitting a mesh puts another one beside it.
    triangles(node, meshes) {
        const { firstPerson, scene } = this.vrm;
        const before = new Set();
        scene.traverse(object => object.isMesh && before.add(object));
        firstPerson?.setup();
        const drawn = [...meshes];
        scene.traverse(object => object.isMesh && !before.has(object) && object.name.startsWith(node.name) && drawn.push(object));
        return [firstPerson?.firstPersonOnlyLayer, firstPerson?.thirdPersonOnlyLayer].map(layer => {
            const camera = new this.THREE.Layers();
            if (layer !== undefined) camera.enable(layer);
            return drawn.filter(mesh => mesh.layers.test(camera)).reduce((sum, mesh) => sum + this.count(mesh), 0);
        });
    }

    // Triangles that were taken out have equal corners.
    count({ geometry }) {
        const { array } = geometry.index;
        let sum = 0;
        for (let i = 0; i < array.length; i += 3) sum += array[i] !== array[i + 1] || array[i] !== array[i + 2] ? 1 : 0;
        return sum;
    }
}

/** `node`: a folder. */
export async function open({ node: folder = 'build/node' } = {}) {
    const peer = await threeVrmAnimation(folder);
    if (!peer) throw new Error(`${folder} has no three, @pixiv/three-vrm or @pixiv/three-vrm-animation`);
    const read = name => JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    const proxy = read('@pixiv/three-vrm-animation').exports['.'].import;
    const { VRMLookAtQuaternionProxy } = await import(pathToFileURL(path.resolve(folder, 'node_modules/@pixiv/three-vrm-animation', proxy)).href);
    console.warn = () => {}; // what it finds in broken files
    const bytesOf = ({ buffer, byteOffset, byteLength }) => buffer.slice(byteOffset, byteOffset + byteLength);
    return {
        name: 'three-vrm',
        version: `${read('@pixiv/three-vrm').version} (three ${read('three').version})`,
        load: async (bytes, clip) => {
            const gltf = await peer.parse(bytesOf(bytes));
            if (gltf.parser.json.extensionsUsed.includes('VRMC_springBone_limit')) throw new Skipped('it does not read VRMC_springBone_limit');
            const nodes = await gltf.parser.getDependencies('node');
            return new Avatar({ ...peer, VRMLookAtQuaternionProxy }, gltf, nodes, clip && await peer.parseAnimation(bytesOf(clip)));
        },
    };
}
