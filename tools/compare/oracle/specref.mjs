// Evaluates the published formula of VRMC_springBone 1.0, and nothing else: no three, no three-vrm, no library of ours.
//
// usage: node specref.mjs FILE.vrm INPUTS.json OUT.json
//
// INPUTS has { dt, frames: [{ f, root, in: { node: { r, t } }, constraint: { node: r } }] }; OUT gets { frames: [{ f,
// spring: { node: rotation } }] }. It is as plain as the text is: one step a frame, joints in the order of the file,
// spheres and capsules alone, uniform scale, no scaling of radii. tools/compare/motion_cases.mjs says which files that
// is not enough for.
import fs from 'node:fs';

// --- Vectors, quaternions [x, y, z, w], and transforms { p, q, s } with one scale ---

const add = (a, b) => a.map((v, i) => v + b[i]);
const subtract = (a, b) => a.map((v, i) => v - b[i]);
const scale = (a, s) => a.map(v => v * s);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = a => Math.sqrt(dot(a, a));
const normalize = a => scale(a, 1 / (length(a) || 1));
const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];

function multiply(a, b) {
    return [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ];
}

const rotate = (q, v) => multiply(multiply(q, [...v, 0]), conjugate(q)).slice(0, 3);

function fromTo(a, b) {
    const w = dot(a, b) + 1;
    let q = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], w];
    if (w < 1e-8) q = Math.abs(a[0]) > Math.abs(a[2]) ? [-a[1], a[0], 0, 0] : [0, -a[2], a[1], 0];
    const size = Math.hypot(...q);
    return q.map(v => v / size);
}

const toParent = (t, v) => add(t.p, rotate(t.q, scale(v, t.s)));
const fromParent = (t, v) => scale(rotate(conjugate(t.q), subtract(v, t.p)), 1 / t.s);
const compose = (a, b) => ({ p: toParent(a, b.p), q: multiply(a.q, b.q), s: a.s * b.s });

// --- The scene ---

class Scene {
    constructor(json) {
        this.root = { p: [0, 0, 0], q: [0, 0, 0, 1], s: 1 };
        this.parent = {};
        json.nodes.forEach((node, i) => (node.children ?? []).forEach(child => (this.parent[child] = i)));
        this.rest = json.nodes.map(node => ({
            p: node.translation ?? [0, 0, 0],
            q: node.rotation ?? [0, 0, 0, 1],
            s: node.scale?.[0] ?? 1,
        }));
        this.local = this.rest.map(trs => ({ ...trs }));
    }

    pose(frame) {
        this.root.p = frame.root;
        for (const [node, { r, t }] of Object.entries(frame.in)) Object.assign(this.local[node], { q: r, p: t });
        for (const [node, r] of Object.entries(frame.constraint ?? {})) this.local[node].q = r;
    }

    above(node) {
        return this.parent[node] === undefined ? this.root : this.world(this.parent[node]);
    }

    world(node) {
        return compose(this.above(node), this.local[node]);
    }
}

// --- Springs ---

function readJoints({ springs, colliders, colliderGroups }, scene) {
    return springs.flatMap(spring =>
        spring.joints.slice(0, -1).map((joint, k) => {
            const tail = scene.rest[spring.joints[k + 1].node].p;
            const groups = (spring.colliderGroups ?? []).map(group => colliderGroups[group]);
            return {
                node: joint.node,
                tail,
                axis: normalize(tail),
                hitRadius: joint.hitRadius ?? 0,
                stiffness: joint.stiffness ?? 1,
                drag: joint.dragForce ?? 0.5,
                gravity: scale(joint.gravityDir ?? [0, -1, 0], joint.gravityPower ?? 0),
                center: spring.center,
                colliders: groups.flatMap(group => group.colliders.map(index => colliders[index])),
            };
        }),
    );
}

// From the nearest point of a collider's sphere or segment to the tail.
function fromCollider(collider, scene, tail) {
    const at = scene.world(collider.node);
    const { offset, tail: end } = collider.shape.sphere ?? collider.shape.capsule;
    const begin = toParent(at, offset);
    const delta = subtract(tail, begin);
    if (!end) return delta;
    const segment = subtract(toParent(at, end), begin);
    const along = dot(segment, delta);
    const square = dot(segment, segment);
    if (along <= 0) return delta;
    return subtract(delta, along > square ? segment : scale(segment, along / square));
}

function step(joint, scene, dt) {
    const hasCenter = joint.center !== undefined && joint.center !== null;
    const center = hasCenter ? scene.world(joint.center) : { p: [0, 0, 0], q: [0, 0, 0, 1], s: 1 };
    const head = compose(scene.above(joint.node), scene.rest[joint.node]);
    const reach = length(scale(joint.tail, head.s));
    const keepLength = v => add(head.p, scale(normalize(subtract(v, head.p)), reach));
    const inertia = add(joint.current, scale(subtract(joint.current, joint.previous), 1 - joint.drag));
    const stiffness = scale(rotate(head.q, joint.axis), joint.stiffness * dt);
    let next = keepLength(add(add(toParent(center, inertia), stiffness), scale(joint.gravity, dt)));
    for (const collider of joint.colliders) {
        const delta = fromCollider(collider, scene, next);
        const { radius } = collider.shape.sphere ?? collider.shape.capsule;
        const distance = length(delta) - radius - joint.hitRadius;
        if (distance < 0) next = keepLength(subtract(next, scale(normalize(delta), distance)));
    }
    joint.previous = joint.current;
    joint.current = fromParent(center, next);
    const turn = fromTo(joint.axis, normalize(fromParent(head, next)));
    scene.local[joint.node].q = multiply(scene.rest[joint.node].q, turn);
    return scene.local[joint.node].q;
}

// Springs start at rest in the pose of the first update (SB-027).
function start(joint, scene) {
    const tail = toParent(scene.world(joint.node), joint.tail);
    const hasCenter = joint.center !== undefined && joint.center !== null;
    joint.current = hasCenter ? fromParent(scene.world(joint.center), tail) : tail;
    joint.previous = joint.current;
}

const [file, inputsFile, outFile] = process.argv.slice(2);
const bytes = fs.readFileSync(file);
const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)));
const inputs = JSON.parse(fs.readFileSync(inputsFile));
const scene = new Scene(json);
const joints = readJoints(json.extensions.VRMC_springBone, scene);
scene.pose(inputs.frames[0]);
for (const joint of joints) start(joint, scene);
const frames = inputs.frames.map(frame => {
    scene.pose(frame);
    return { f: frame.f, spring: Object.fromEntries(joints.map(joint => [joint.node, step(joint, scene, inputs.dt)])) };
});
fs.writeFileSync(outFile, JSON.stringify({ frames }));
