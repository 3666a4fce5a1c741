// Writes small avatars of VRM 1.0 with chains, colliders, constraints, gaze and expressions, from a seed.
//
// It shares nothing with the avatar maker of this project, so that a mistake of the one is not in the other.
// tools/compare/compare-three-vrm and bench/springs use it.

// Name, parent, translation: a T-pose that faces +Z.
const BONES = [
    ['hips', null, [0, 1, 0]], ['spine', 'hips', [0, 0.1, 0]], ['chest', 'spine', [0, 0.15, 0]],
    ['neck', 'chest', [0, 0.2, 0]], ['head', 'neck', [0, 0.1, 0]],
    ['leftEye', 'head', [0.03, 0.06, 0.05]], ['rightEye', 'head', [-0.03, 0.06, 0.05]],
    ['leftUpperArm', 'chest', [0.15, 0.15, 0]], ['leftLowerArm', 'leftUpperArm', [0.25, 0, 0]],
    ['leftHand', 'leftLowerArm', [0.25, 0, 0]],
    ['rightUpperArm', 'chest', [-0.15, 0.15, 0]], ['rightLowerArm', 'rightUpperArm', [-0.25, 0, 0]],
    ['rightHand', 'rightLowerArm', [-0.25, 0, 0]],
    ['leftUpperLeg', 'hips', [0.1, -0.05, 0]], ['leftLowerLeg', 'leftUpperLeg', [0, -0.4, 0]],
    ['leftFoot', 'leftLowerLeg', [0, -0.45, 0]],
    ['rightUpperLeg', 'hips', [-0.1, -0.05, 0]], ['rightLowerLeg', 'rightUpperLeg', [0, -0.4, 0]],
    ['rightFoot', 'rightLowerLeg', [0, -0.45, 0]],
];
const COLLIDER_BONES = ['head', 'neck', 'chest', 'spine', 'hips', 'leftUpperArm', 'rightUpperArm'];
const LOOK_AT = {
    type: 'bone', offsetFromHeadBone: [0, 0.06, 0],
    rangeMapHorizontalInner: { inputMaxValue: 90, outputScale: 10 },
    rangeMapHorizontalOuter: { inputMaxValue: 90, outputScale: 20 },
    rangeMapVerticalDown: { inputMaxValue: 90, outputScale: 15 },
    rangeMapVerticalUp: { inputMaxValue: 90, outputScale: 30 },
};

// mulberry32: numbers from 0 to 1.
function random(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

const normalize = q => q.map(v => v / Math.hypot(...q));
const rounded = (value, digits) => Number(value.toFixed(digits));

class Figure {
    nodes = [];
    bones = {};
    colliders = [];
    colliderGroups = [];
    springs = [];

    constructor(options) {
        this.options = options;
        this.roll = random(options.seed);
        this.root = this.add({ name: 'Root' });
        for (const [name, parent, translation] of BONES) {
            this.bones[name] = this.add({ name, translation, ...this.rest(2) }, parent ? this.bones[parent] : this.root);
        }
    }

    add(node, parent) {
        const index = this.nodes.push(node) - 1;
        if (parent !== undefined) (this.nodes[parent].children ??= []).push(index);
        return index;
    }

    // The larger w is, the smaller the turn.
    rest(w) {
        const { roll } = this;
        return this.options.randomRest ? { rotation: normalize([roll() - 0.5, roll() - 0.5, roll() - 0.5, w]) } : {};
    }

    addCollider(number, isCapsule) {
        const { roll } = this;
        const offset = [(roll() - 0.5) * 0.2, (roll() - 0.5) * 0.2, (roll() - 0.5) * 0.2].map(v => rounded(v, 4));
        const radius = rounded(0.02 + 0.05 * roll(), 4);
        const shape = isCapsule
            ? { capsule: { offset, radius, tail: offset.map(v => rounded(v + 0.05, 4)) } }
            : { sphere: { offset, radius } };
        return this.colliders.push({ node: this.bones[COLLIDER_BONES[number % COLLIDER_BONES.length]], shape }) - 1;
    }

    addGroup(name, count, isCapsule) {
        if (count === 0) return undefined;
        const colliders = Array.from({ length: count }, (_, k) => this.addCollider(k, isCapsule(k)));
        return this.colliderGroups.push({ name, colliders }) - 1;
    }

    addJoint(node) {
        const { roll } = this;
        return { node, hitRadius: 0.01, stiffness: rounded(0.5 + roll(), 3), gravityPower: rounded(roll() * 0.5, 3),
            gravityDir: [0, -1, 0], dragForce: rounded(0.2 + 0.4 * roll(), 3) };
    }

    addChain(number, sharedGroup) {
        const { chains, joints: count, collidersPerChain, shape, sparseParent, center } = this.options;
        const angle = (2 * Math.PI * number) / Math.max(1, chains), joints = [];
        let node = this.bones.head;
        if (sparseParent) node = this.add({ name: `holder_${number}`, translation: [0, 0.02, 0] }, node);
        for (let k = 0; k <= count; ++k) { // the last one is a tail alone
            const translation = k ? [0, -0.05, 0] : [0.1 * Math.cos(angle), 0.1, 0.1 * Math.sin(angle)];
            node = this.add({ name: `s${number}_${k}`, translation, ...this.rest(3) }, node);
            joints.push(k < count ? this.addJoint(node) : { node });
        }
        const own = this.addGroup(`g${number}`, collidersPerChain, k => shape === 'capsule' || (shape === 'mix' && k % 2 === 1));
        const group = sharedGroup ?? own;
        this.springs.push({ name: `spring${number}`, joints, ...(group === undefined ? {} : { colliderGroups: [group] }),
            ...(center ? { center: this.bones[center] } : {}) });
    }

    // The last one depends on another constraint.
    addConstraints() {
        const { bones } = this;
        const constrained = (name, translation, parent, constraint) => this.add({ name, translation, ...this.rest(2),
            extensions: { VRMC_node_constraint: { specVersion: '1.0', constraint } } }, parent);
        constrained('cRoll', [0.1, 0, 0], bones.leftUpperArm, { roll: { source: bones.leftLowerArm, rollAxis: 'X', weight: 0.5 } });
        const turned = constrained('cRot', [0, 0.1, 0.1], bones.chest, { rotation: { source: bones.head, weight: 0.7 } });
        constrained('cAim', [0, 0.2, 0.1], bones.chest, { aim: { source: bones.leftHand, aimAxis: 'PositiveZ', weight: 0.8 } });
        constrained('cChain', [0, 0.05, 0], bones.spine, { rotation: { source: turned, weight: 1 } });
    }
}

// One triangle with six morph targets.
class Mesh {
    chunks = [];
    size = 0;
    bufferViews = [];
    accessors = [];

    constructor() {
        const bytes = array => Buffer.from(array.buffer);
        this.positions = this.add(bytes(new Float32Array([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0])), 'VEC3', 5126,
            { min: [0, 0, 0], max: [0.1, 0.1, 0] });
        this.indices = this.add(bytes(new Uint16Array([0, 1, 2, 0])).subarray(0, 6), 'SCALAR', 5123, {});
        this.targets = Array.from({ length: 6 }, (_, k) => {
            const bound = Array(3).fill(Math.fround(0.01 * (k + 1)));
            const moved = bytes(new Float32Array(9).fill(0.01 * (k + 1)));
            return { POSITION: this.add(moved, 'VEC3', 5126, { min: bound, max: bound }) };
        });
    }

    add(bytes, type, componentType, bounds) {
        const padding = (4 - (this.size % 4)) % 4;
        this.chunks.push(Buffer.alloc(padding), bytes);
        this.bufferViews.push({ buffer: 0, byteOffset: this.size + padding, byteLength: bytes.length });
        this.size += padding + bytes.length;
        return this.accessors.push({ bufferView: this.bufferViews.length - 1, componentType, count: 3, type, ...bounds }) - 1;
    }
}

function expressionsOf(node) {
    const bind = (index, weight = 1) => [{ node, index, weight }];
    return {
        preset: {
            aa: { morphTargetBinds: bind(0) },
            happy: { morphTargetBinds: bind(1), overrideBlink: 'blend', overrideMouth: 'block' },
            blink: { morphTargetBinds: bind(2), isBinary: false },
            lookUp: { morphTargetBinds: bind(3) }, lookDown: { morphTargetBinds: bind(3, 0.5) },
            lookLeft: { morphTargetBinds: bind(4) }, lookRight: { morphTargetBinds: bind(4, 0.5) },
        },
        custom: { bin: { isBinary: true, morphTargetBinds: bind(5), overrideBlink: 'block' } },
    };
}

function toGlb(json, bin) {
    const padded = (bytes, fill) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, fill)]);
    const words = (...values) => Buffer.from(new Uint32Array(values).buffer); // little-endian machines
    const text = padded(Buffer.from(JSON.stringify(json)), 0x20), data = padded(bin, 0);
    return Buffer.concat([words(0x46546c67, 2, 12 + 8 + text.length + 8 + data.length),
        words(text.length, 0x4e4f534a), text, words(data.length, 0x004e4942), data]);
}

const DEFAULTS = { chains: 4, joints: 5, collidersPerChain: 0, sharedColliders: 0, shape: 'mix', seed: 1,
    sparseParent: false, randomRest: false, constraints: false, center: null };

// The bytes of a GLB. Options are those of DEFAULTS: `shape` is sphere, capsule or mix; `center` names a bone.
export function makeVrm(options = {}) {
    const figure = new Figure({ ...DEFAULTS, ...options }), { bones, colliders, colliderGroups, springs } = figure;
    const { chains, sharedColliders, constraints } = figure.options;
    const shared = figure.addGroup('shared', sharedColliders, k => k % 2 === 1);
    for (let i = 0; i < chains; ++i) figure.addChain(i, shared);
    if (constraints) figure.addConstraints();
    const face = figure.add({ name: 'face', mesh: 0 }, figure.root), mesh = new Mesh();
    return toGlb({
        asset: { version: '2.0', generator: 'synth' },
        extensionsUsed: [...(constraints ? ['VRMC_node_constraint'] : []), 'VRMC_vrm', ...(chains ? ['VRMC_springBone'] : [])],
        scene: 0, scenes: [{ nodes: [figure.root] }], nodes: figure.nodes,
        meshes: [{ name: 'face', primitives: [{ attributes: { POSITION: mesh.positions }, indices: mesh.indices, targets: mesh.targets }] }],
        accessors: mesh.accessors, bufferViews: mesh.bufferViews, buffers: [{ byteLength: mesh.size }],
        extensions: {
            VRMC_vrm: {
                specVersion: '1.0',
                meta: { name: 'synth', version: '1', authors: ['synth'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
                humanoid: { humanBones: Object.fromEntries(BONES.map(([name]) => [name, { node: bones[name] }])) },
                lookAt: LOOK_AT, expressions: expressionsOf(face),
            },
            ...(chains ? { VRMC_springBone: { specVersion: '1.0', colliders, colliderGroups, springs } } : {}),
        },
    }, Buffer.concat(mesh.chunks));
}
