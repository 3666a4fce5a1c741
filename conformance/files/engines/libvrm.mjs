// libvrm, by its npm package. --package FOLDER is the built package, unless it is installed.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Skipped } from '../run.mjs';

const COLORS = { color: [0, 4], emissionColor: [4, 3], shadeColor: [7, 3], matcapColor: [10, 3], rimColor: [13, 3], outlineColor: [16, 3] };

/** The rotation of a matrix without shear. */
function rotationOf(m) {
    const [x, y, z] = [0, 4, 8].map(at => {
        const size = Math.hypot(m[at], m[at + 1], m[at + 2]);
        return [m[at] / size, m[at + 1] / size, m[at + 2] / size];
    });
    const w = 1 + x[0] + y[1] + z[2];
    if (w > 1) return unit([y[2] - z[1], z[0] - x[2], x[1] - y[0], w]);
    if (x[0] > y[1] && x[0] > z[2]) return unit([1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]]);
    if (y[1] > z[2]) return unit([y[0] + x[1], 1 + y[1] - x[0] - z[2], z[1] + y[2], z[0] - x[2]]);
    return unit([z[0] + x[2], z[1] + y[2], 1 + z[2] - x[0] - y[1], x[1] - y[0]]);
}

const unit = q => q.map(x => x / Math.hypot(...q));

const times = ([ax, ay, az, aw], [bx, by, bz, bw]) => [aw * bx + ax * bw + ay * bz - az * by, aw * by + ay * bw + az * bx - ax * bz,
    aw * bz + az * bw + ax * by - ay * bx, aw * bw - ax * bx - ay * by - az * bz];

class Avatar {
    constructor(libvrm, gltf, model, clip, settings) {
        Object.assign(this, { libvrm, gltf, model, clip });
        this.avatar = model.createAvatar({ asFile: true, literalTime: settings.includes('literal-time'), literalScale: settings.includes('literal-scale') });
        this.root = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
        this.pose = clip && libvrm.pose;
        this.rest = Float32Array.from(this.avatar.locals);
    }

    node(name) {
        const found = this.model.findNode(name);
        if (found < 0) throw new Error(`no node ${name}`);
        return found;
    }

    set(kind, name, value) {
        const { avatar } = this;
        if (kind === 'root_position') this.root.splice(0, 3, ...value);
        else if (kind === 'root_rotation') this.root.splice(3, 4, ...value);
        else if (kind === 'rotation') {
            const at = this.node(name) * 10 + 3;
            avatar.locals.set(times([...this.rest.subarray(at, at + 4)], value), at);
        } else if (kind === 'normalized') avatar.setBoneRotation(name, ...value);
        else if (kind === 'expression') avatar.setExpression(name, value);
        else if (kind === 'look_at') avatar.lookAt(...value);
        else if (kind === 'clip_seconds') avatar.applyPose(this.clip.sample(value, this.pose));
        else throw new Skipped(`no input ${kind}`);
    }

    reset() {
        this.avatar.resetSprings();
    }

    update(seconds) {
        this.avatar.setRoot(this.root);
        this.avatar.update(seconds);
    }

    get(what, name, expected) {
        const { world, morphWeights, morphOffsets, materials } = this.avatar.frame;
        if (what === 'bones') {
            const node = this.model.boneNode(name);
            return node < 0 ? null : this.gltf.readGltf(this.model).nodes[node].name;
        }
        if (what === 'materials') return Object.fromEntries(Object.keys(expected).map(key => [key, this.material(materials, name, key)]));
        const node = this.node(name), matrix = world.subarray(node * 16, node * 16 + 16);
        if (what === 'rotations') return rotationOf(matrix);
        if (what === 'positions') return [...matrix.subarray(12, 15)];
        if (what === 'morphs') return [...morphWeights.subarray(morphOffsets[node], morphOffsets[node + 1])];
        if (what === 'triangles') {
            const { mesh } = this.gltf.readGltf(this.model).nodes[node];
            const isFirst = this.gltf.firstPerson(this.model, node) === 'firstPersonOnly';
            return [this.gltf.readFirstPersonTriangles(this.model, node, 0).length / 3,
                isFirst ? 0 : this.gltf.readTriangles(this.model, mesh, 0).length / 3];
        }
        throw new Skipped(`no result ${what}`);
    }

    material(values, name, key) {
        const size = 62, at = this.model.findMaterial(name) * size, uvScale = 22, slots = (size - uvScale) / 4;
        if (key === 'scale') return [...values.subarray(at + uvScale, at + uvScale + 2)];
        if (key === 'offset') return [...values.subarray(at + uvScale + slots * 2, at + uvScale + slots * 2 + 2)];
        return [...values.subarray(at + COLORS[key][0], at + COLORS[key][0] + COLORS[key][1])];
    }

    dispose() {
        this.avatar.dispose();
        this.model.dispose();
        this.clip?.dispose();
    }
}

/** `package`: a folder. */
export async function open({ package: folder } = {}) {
    const from = (name, file) => import(folder ? pathToFileURL(path.resolve(folder, 'dist', file)).href : name);
    const core = await from('libvrm', 'index.js'), gltf = await from('libvrm/gltf', 'gltf.js');
    const runtime = await core.load();
    return {
        name: 'libvrm (npm)',
        version: runtime.version ?? '',
        load: async (bytes, clip, settings) => new Avatar({ pose: clip && runtime.createPose() }, gltf, runtime.loadModel(bytes),
            clip && runtime.loadClip(clip), settings),
    };
}
