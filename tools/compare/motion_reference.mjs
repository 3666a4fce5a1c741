// Motions as docs/evidence/requirements.md has them (6.8), in double precision: what a .vrma file does with an
// avatar. It knows nothing of the library, and of glTF only what these files have.

// --- Quaternions [x, y, z, w] and vectors ---

const IDENTITY = [0, 0, 0, 1];
const HALF_TURN = [0, 1, 0, 0]; // about Y: what a model that faces -Z is turned by

const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
    aw * bx + ax * bw + ay * bz - az * by, aw * by + ay * bw + az * bx - ax * bz,
    aw * bz + az * bw + ax * by - ay * bx, aw * bw - ax * bx - ay * by - az * bz];
const product = (...factors) => factors.reduce(multiply);
const inverse = ([x, y, z, w]) => [-x, -y, -z, w];
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const scale = (a, by) => a.map(x => x * by);
const add = (a, b) => a.map((x, i) => x + b[i]);
const subtract = (a, b) => a.map((x, i) => x - b[i]);
const normalize = a => scale(a, 1 / Math.sqrt(dot(a, a)));
const rotate = (q, v) => product(q, [...v, 0], inverse(q)).slice(0, 3);

export function degreesBetween(a, b) {
    const [x, y, z, w] = multiply(inverse(a), b);
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180 / Math.PI;
}

function slerp(a, b, t) {
    const d = subtract(b, a), half = Math.asin(Math.min(1, Math.sqrt(dot(d, d)) / 2)), angle = 2 * half;
    if (angle < 1e-12) return a;
    return add(scale(a, Math.sin((1 - t) * angle) / Math.sin(angle)), scale(b, Math.sin(t * angle) / Math.sin(angle)));
}

// --- Files ---

export function readGlb(bytes) {
    const length = new DataView(bytes).getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
    return { json, bin: new DataView(bytes, Math.min(28 + length, bytes.byteLength)) };
}

function rowsOf({ json, bin }, index) {
    const { bufferView, byteOffset = 0, count, type } = json.accessors[index];
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type], { byteOffset: begin = 0 } = json.bufferViews[bufferView];
    return Array.from({ length: count }, (_, i) =>
        Array.from({ length: width }, (_, k) => bin.getFloat32(begin + byteOffset + 4 * (i * width + k), true)));
}

// Nodes at rest: parents, and where they are in the space of the file.
class Skeleton {
    constructor(json) {
        this.parents = json.nodes.map(() => null);
        json.nodes.forEach(({ children = [] }, i) => children.forEach(child => { this.parents[child] = i; }));
        this.rest = json.nodes.map(({ translation = [0, 0, 0], rotation = IDENTITY, scale: size = [1, 1, 1] }) =>
            ({ translation, rotation: normalize(rotation), scale: size }));
    }

    // `local` gives a node its translation and rotation; without it, at rest.
    rotation(node, local = this.atRest) {
        return node === null ? IDENTITY : multiply(this.rotation(this.parents[node], local), local(node).rotation);
    }

    toFile(node, point, local = this.atRest) {
        if (node === null) return point;
        const { translation, rotation } = local(node), sized = point.map((x, i) => x * this.rest[node].scale[i]);
        return this.toFile(this.parents[node], add(translation, rotate(rotation, sized)), local);
    }

    place(node, local = this.atRest) {
        return this.toFile(node, [0, 0, 0], local);
    }

    atRest = node => this.rest[node];
}

// --- Bones ---

const CHAINS = ['hips spine chest upperChest neck head jaw', 'head leftEye', 'head rightEye',
    ...['left', 'right'].flatMap(side => [
        `hips ${side}UpperLeg ${side}LowerLeg ${side}Foot ${side}Toes`,
        `upperChest ${side}Shoulder ${side}UpperArm ${side}LowerArm ${side}Hand`,
        `${side}Hand ${side}ThumbMetacarpal ${side}ThumbProximal ${side}ThumbDistal`,
        ...['Index', 'Middle', 'Ring', 'Little'].map(finger => `${side}Hand ` + ['Proximal', 'Intermediate', 'Distal']
            .map(part => `${side}${finger}${part}`).join(' '))])];
const PARENTS = new Map(CHAINS.flatMap(chain => {
    const bones = chain.split(' ');
    return bones.slice(1).map((bone, i) => [bone, bones[i]]);
}));

// The nearest bone above this one, or itself, that `has` knows.
function nearest(bone, has) {
    while (bone !== undefined && !has(bone)) bone = PARENTS.get(bone);
    return bone;
}

// --- The source ---

// Keys of length 1, each with the sign that is nearer to the one before; tangents go with them.
function evenRotations(rows, perKey) {
    let before = null;
    return rows.map((_, i) => rows[i - i % perKey + (perKey - 1) / 2]).map((key, i) => {
        const factor = 1 / Math.sqrt(dot(key, key));
        if (i % perKey === 0) {
            const unit = scale(key, factor), sign = before && dot(before, unit) < 0 ? -1 : 1;
            before = scale(unit, sign);
        }
        return scale(rows[i], dot(before, key) < 0 ? -factor : factor);
    });
}

class Track {
    constructor(file, { input, output, interpolation = 'LINEAR' }, path) {
        this.times = rowsOf(file, input).map(([time]) => time);
        this.kind = interpolation;
        this.perKey = interpolation === 'CUBICSPLINE' ? 3 : 1;
        this.isRotation = path === 'rotation';
        this.rows = rowsOf(file, output);
        if (this.isRotation) this.rows = evenRotations(this.rows, this.perKey);
    }

    at(seconds) {
        const { times, rows, perKey } = this, value = key => rows[key * perKey + (perKey - 1) / 2];
        const last = times.length - 1;
        if (seconds <= times[0]) return value(0);
        if (seconds >= times[last]) return value(last);
        let key = 0;
        while (times[key + 1] <= seconds) ++key;
        const span = times[key + 1] - times[key], t = (seconds - times[key]) / span;
        if (this.kind === 'STEP') return value(key);
        if (this.kind === 'LINEAR') {
            if (this.isRotation) return slerp(value(key), value(key + 1), t);
            return add(scale(value(key), 1 - t), scale(value(key + 1), t));
        }
        const weights = [2 * t ** 3 - 3 * t ** 2 + 1, (t ** 3 - 2 * t ** 2 + t) * span, 3 * t ** 2 - 2 * t ** 3, (t ** 3 - t ** 2) * span];
        const parts = [value(key), rows[3 * key + 2], value(key + 1), rows[3 * key + 3]];
        const sum = parts.map((part, i) => scale(part, weights[i])).reduce(add);
        return this.isRotation ? normalize(sum) : sum;
    }
}

// How high the hips are at rest: what one hips height is (AN-016).
function hipsHeight(skeleton, bones) {
    const height = skeleton.place(bones.hips)[1];
    if (height >= 1e-3) return height;
    const feet = ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'].filter(foot => bones[foot] !== undefined);
    const above = Math.max(0, ...feet.map(foot => height - skeleton.place(bones[foot])[1]));
    return above >= 1e-3 ? above : 1;
}

const nodesOf = map => Object.fromEntries(Object.entries(map ?? {}).map(([name, { node }]) => [name, node]));

export class Motion {
    constructor(bytes) {
        const file = readGlb(bytes), { humanoid, expressions, lookAt } = file.json.extensions.VRMC_vrm_animation;
        const { channels = [], samplers = [] } = file.json.animations?.[0] ?? {};
        this.skeleton = new Skeleton(file.json);
        this.tracks = new Map(channels.map(({ sampler, target: { node, path } }) =>
            [`${node} ${path}`, new Track(file, samplers[sampler], path)]));
        this.bones = nodesOf(humanoid?.humanBones);
        this.weights = { ...nodesOf(expressions?.preset), ...nodesOf(expressions?.custom) };
        this.lookAt = lookAt?.node;
        this.duration = Math.max(0, ...[...this.tracks.values()].map(track => track.times.at(-1)));
        this.height = hipsHeight(this.skeleton, this.bones);
    }

    local(seconds) {
        return node => {
            const { translation, rotation } = this.skeleton.rest[node];
            return {
                translation: this.tracks.get(`${node} translation`)?.at(seconds) ?? translation,
                rotation: this.tracks.get(`${node} rotation`)?.at(seconds) ?? rotation,
            };
        };
    }

    // G: how far a bone has turned from the T-pose; of one that the motion lacks, the one above it.
    turned(bone, seconds) {
        const mapped = nearest(bone, name => this.bones[name] !== undefined);
        if (mapped === undefined) return IDENTITY;
        const node = this.bones[mapped];
        return multiply(this.skeleton.rotation(node, this.local(seconds)), inverse(this.skeleton.rotation(node)));
    }

    // In hips heights.
    hips(seconds) {
        const { skeleton, bones: { hips } } = this;
        return scale(subtract(skeleton.place(hips, this.local(seconds)), skeleton.place(hips)), 1 / this.height);
    }

    weight(name, seconds) {
        const track = this.tracks.get(`${this.weights[name]} translation`);
        return track && Math.min(1, Math.max(0, track.at(seconds)[0]));
    }

    gaze(seconds) {
        return this.tracks.get(`${this.lookAt} rotation`)?.at(seconds);
    }

    // The point that the eyes look at, in hips heights.
    point(seconds) {
        const track = this.tracks.get(`${this.lookAt} translation`);
        if (!track || this.tracks.has(`${this.lookAt} rotation`)) return undefined;
        return scale(this.skeleton.toFile(this.skeleton.parents[this.lookAt], track.at(seconds)), 1 / this.height);
    }
}

// --- The avatar ---

// 0.x and the draft call the bones of thumbs otherwise.
const newName = bone => bone.replace('ThumbProximal', 'ThumbMetacarpal').replace('ThumbIntermediate', 'ThumbProximal');

export class Avatar {
    constructor(bytes) {
        const { json } = readGlb(bytes), { VRM: old, VRMC_vrm: vrm = old } = json.extensions;
        const isDraft = vrm.blendShape !== undefined;
        const bones = old ? Object.fromEntries(old.humanoid.humanBones.map(({ bone, node }) => [bone, node]))
            : nodesOf(vrm.humanoid.humanBones);
        const rename = old || isDraft ? newName : bone => bone;
        const { x, y, z } = old?.firstPerson.firstPersonBoneOffset ?? {};
        this.skeleton = new Skeleton(json);
        this.bones = Object.fromEntries(Object.entries(bones).map(([bone, node]) => [rename(bone), node]));
        this.facing = old || isDraft ? HALF_TURN : IDENTITY;
        this.offset = old ? [x, y, -z] : vrm.lookAt?.offsetFromHeadBone ?? [0, 0, 0];
        this.hipsRest = this.skeleton.place(this.bones.hips);
    }

    // What a motion makes of it: N and q by bone, the place of the hips, weights, yaw and pitch.
    frame(motion, seconds) {
        const { skeleton, bones, facing } = this, N = {}, q = {}, expr = {};
        for (const [bone, node] of Object.entries(bones)) {
            const above = nearest(PARENTS.get(bone), name => bones[name] !== undefined);
            const isEye = bone.endsWith('Eye'); // lookAt turns these
            const parent = above === undefined ? IDENTITY : motion.turned(above, seconds);
            const turn = isEye ? IDENTITY : multiply(inverse(parent), motion.turned(bone, seconds));
            const world = skeleton.rotation(node);
            N[bone] = product(facing, turn, inverse(facing));
            q[bone] = product(skeleton.rest[node].rotation, inverse(world), N[bone], world);
        }
        for (const name of Object.keys(motion.weights)) {
            const weight = motion.weight(name, seconds);
            if (weight !== undefined) expr[name] = weight;
        }
        const hips = add(this.hipsRest, scale(rotate(facing, motion.hips(seconds)), this.hipsRest[1]));
        return { t: seconds, N, q, hips, expr, ...this.gaze(motion, seconds, q, hips) };
    }

    gaze(motion, seconds, q, hips) {
        const rotation = motion.gaze(seconds), point = motion.point(seconds);
        if (rotation) return anglesOf(rotate(rotation, [0, 0, 1]));
        if (!point) return {};
        return anglesOf(this.toEyes(rotate(this.facing, scale(point, this.hipsRest[1])), q, hips));
    }

    // A point of the model in the space of the eyes (6.4.1), in the pose q.
    toEyes(point, q, hips) {
        const { skeleton, bones, facing } = this, names = new Map(Object.entries(bones).map(([name, node]) => [node, name]));
        const moved = skeleton.place(bones.hips);
        const local = node => ({ ...skeleton.rest[node], rotation: q[names.get(node)] ?? skeleton.rest[node].rotation });
        const head = skeleton.rotation(bones.head, local);
        const eyes = add(skeleton.toFile(bones.head, this.offset, local), subtract(hips, moved));
        return rotate(inverse(product(head, inverse(skeleton.rotation(bones.head)), facing)), subtract(point, eyes));
    }
}

function anglesOf([x, y, z]) {
    return { yaw: Math.atan2(x, z) * 180 / Math.PI, pitch: Math.atan2(-y, Math.hypot(x, z)) * 180 / Math.PI };
}
