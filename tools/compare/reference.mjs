// Springs and gaze by the formulas of docs/evidence/requirements.md (6.1 to 6.4), in double precision. It
// shares no code with the library, nor with three-vrm: a third opinion, for what three-vrm gets
// wrong or does not have. Written to be read, not to be fast.
import fs from 'node:fs';

const EPSILON = 1e-6, STEP = 1 / 60;

// --- Vectors, quaternions [x, y, z, w], transforms {m: columns, p} ---

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = a => Math.sqrt(dot(a, a));
const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);
const safeNormalize = (a, otherwise) => (length(a) > EPSILON ? scale(a, 1 / length(a)) : otherwise);

const IDENTITY = [0, 0, 0, 1];
const conjugate = q => [-q[0], -q[1], -q[2], q[3]];
const normalize = q => q.map(v => v / Math.hypot(...q));
const multiply = (a, b) => [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
    a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0], a[3] * b[3] - dot(a, b)];
const rotate = (q, v) => {
    const t = scale(cross(q, v), 2);
    return add(add(v, scale(t, q[3])), cross(q, t));
};
const nlerp = (a, b, t) => normalize(mix(a, dot(a, b) + a[3] * b[3] < 0 ? b.map(v => -v) : b, t));
const aboutAxis = (axis, angle) => [...scale(axis, Math.sin(angle / 2)), Math.cos(angle / 2)];

// from_to of 6.1, of unit vectors
function fromTo(a, b) {
    const d = dot(a, b);
    if (d > -1 + 1e-9) return normalize([...cross(a, b), 1 + d]);
    const size = a.map(Math.abs), k = size.indexOf(Math.min(...size));
    return [...safeNormalize(cross(a, [0, 1, 2].map(i => (i === k ? 1 : 0)))), 0];
}

const transform = (p, q, s) => ({ p, q, m: [rotate(q, [s[0], 0, 0]), rotate(q, [0, s[1], 0]), rotate(q, [0, 0, s[2]])] });
const linear = (W, v) => add(add(scale(W.m[0], v[0]), scale(W.m[1], v[1])), scale(W.m[2], v[2]));
const point = (W, v) => add(linear(W, v), W.p);
const below = (P, L) => ({ p: point(P, L.p), q: normalize(multiply(P.q, L.q)), m: L.m.map(column => linear(P, column)) });
const uniformScale = W => Math.max(...W.m.map(length));
const determinant = W => dot(W.m[0], cross(W.m[1], W.m[2]));
// Rows of the inverse; they are also what normals are multiplied with.
const inverseRows = W => [0, 1, 2].map(i => scale(cross(W.m[(i + 1) % 3], W.m[(i + 2) % 3]), 1 / determinant(W)));
const pointInto = (W, v) => inverseRows(W).map(row => dot(row, sub(v, W.p)));

// --- The file ---

export function readJson(file) {
    const bytes = fs.readFileSync(file);
    return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)));
}

function readTree(json) {
    const parent = json.nodes.map(() => -1);
    json.nodes.forEach((node, i) => (node.children ?? []).forEach(child => { parent[child] = i; }));
    if (json.nodes.some(node => node.matrix)) throw new Error('the reference reads no matrices');
    const rest = json.nodes.map(node => ({
        p: node.translation ?? [0, 0, 0], q: normalize(node.rotation ?? IDENTITY), s: node.scale ?? [1, 1, 1],
    }));
    return { parent, rest, children: json.nodes.map(node => node.children ?? []) };
}

const ROOT = transform([0, 0, 0], IDENTITY, [1, 1, 1]);

function worldAtRest(tree, node) {
    const { p, q, s } = tree.rest[node], L = transform(p, q, s);
    return below(tree.parent[node] < 0 ? ROOT : worldAtRest(tree, tree.parent[node]), L);
}

// VRMC_springBone (SB-009, SB-016, SB-017, SB-028)
function readSprings1(json, tree) {
    const spring = json.extensions.VRMC_springBone;
    const shapes = (spring?.colliders ?? []).map(collider => {
        const extended = collider.extensions?.VRMC_springBone_extended_collider?.shape;
        const shape = extended ?? collider.shape;
        return { node: collider.node, offset: [0, 0, 0], tail: [0, 0, 0], radius: 0, inside: false,
            kind: Object.keys(shape)[0], ...Object.values(shape)[0] };
    });
    return (spring?.springs ?? []).map(({ joints, center, colliderGroups = [] }) => ({
        center: center ?? -1,
        shapes: colliderGroups.flatMap(group => spring.colliderGroups[group].colliders).map(i => shapes[i]),
        joints: joints.slice(0, -1).map((joint, i) => ({
            hitRadius: 0, stiffness: 1, gravityPower: 0, gravityDir: [0, -1, 0], dragForce: 0.5, ...joint,
            tail: pointInto(worldAtRest(tree, joint.node), worldAtRest(tree, joints[i + 1].node).p),
        })),
    }));
}

// secondaryAnimation of 0.x (V0-033 to V0-041); z changes its sign (V0-010)
function readSprings0(json, tree) {
    const { boneGroups = [], colliderGroups = [] } = json.extensions.VRM.secondaryAnimation ?? {};
    const vector = ({ x = 0, y = 0, z = 0 }) => [x, y, -z], taken = new Set(), springs = [];
    const tailOf = node => {
        if (tree.children[node].length) return tree.rest[tree.children[node][0]].p;
        const W = worldAtRest(tree, node), P = tree.parent[node];
        const way = P < 0 ? [0, -1, 0] : safeNormalize(sub(W.p, worldAtRest(tree, P).p), [0, -1, 0]);
        return inverseRows(W).map(row => dot(row, scale(way, 0.07 * uniformScale(W))));
    };
    for (const group of boneGroups) {
        const shapes = (group.colliderGroups ?? []).flatMap(i => colliderGroups[i].colliders.map(
            ({ offset, radius }) => ({ node: colliderGroups[i].node, kind: 'sphere', inside: false, radius, offset: vector(offset) })));
        const take = (node, chain) => {
            if (taken.has(node)) return;
            taken.add(node);
            if (!chain) springs.push({ center: group.center ?? -1, shapes, joints: chain = [] });
            chain.push({ node, tail: tailOf(node), hitRadius: group.hitRadius ?? 0.02, stiffness: group.stiffiness ?? 1,
                gravityPower: group.gravityPower ?? 0, dragForce: group.dragForce ?? 0.4,
                gravityDir: group.gravityDir ? vector(group.gravityDir) : [0, -1, 0] });
            tree.children[node].forEach((child, i) => take(child, i === 0 ? chain : null));
        };
        for (const root of group.bones ?? []) take(root, null);
    }
    return springs;
}

// --- Springs ---

export class Springs {
    // `literal`: radii and forces do not grow with the avatar, and a frame is one step (SB-042, SB-046). `floats`: state
    // and places of nodes are rounded to single precision, to see how much that alone moves.
    constructor(file, { literal = false, floats = false } = {}) {
        const json = readJson(file);
        this.literal = literal;
        this.keep = floats ? numbers => numbers.map(Math.fround) : numbers => numbers;
        this.tree = readTree(json);
        this.local = this.tree.rest.map(rest => ({ ...rest }));
        this.springs = json.extensions.VRM ? readSprings0(json, this.tree) : readSprings1(json, this.tree);
        this.joints = this.springs.flatMap((spring, s) => spring.joints.map((joint, j) => ({
            ...joint, spring, s, j, axis: safeNormalize(joint.tail), length: length(joint.tail),
            rest: this.tree.rest[joint.node].q, rotation: this.tree.rest[joint.node].q,
        })));
        this.heads = new Set(this.joints.map(joint => joint.node));
        for (const joint of this.joints) joint.below = this.below(joint.node);
        this.sort();
        this.ahead = 0;
        this.pushes = {}; // how often a shape of each kind was touched
    }

    above(node) {
        const out = [];
        for (let at = node; at >= 0; at = this.tree.parent[at]) out.push(at);
        return out;
    }

    below(node) { return [node, ...this.tree.children[node].flatMap(child => this.below(child))]; }

    // After heads above it, and above its colliders; ties by depth, spring, joint (SB-040).
    sort() {
        const waiting = this.joints.map(joint => ({ joint, depth: this.above(joint.node).length,
            needs: new Set([...this.above(joint.node).slice(1), ...joint.spring.shapes.flatMap(shape => this.above(shape.node))]
                .filter(node => this.heads.has(node) && node !== joint.node)) }));
        waiting.sort((a, b) => a.depth - b.depth || a.joint.s - b.joint.s || a.joint.j - b.joint.j);
        this.joints = [];
        while (waiting.length) {
            const next = waiting.findIndex(({ needs }) => needs.size === 0);
            if (next < 0) throw new Error('the reference knows no circles');
            const [{ joint }] = waiting.splice(next, 1);
            this.joints.push(joint);
            for (const { needs } of waiting) needs.delete(joint.node);
        }
    }

    // Of a node that no spring moves: its place among the inputs of this step; of others: from above. `places` has what
    // is known since a head last turned.
    world(node) {
        const known = this.inputs.get(node) ?? this.places.get(node);
        if (known) return known;
        const { p, q, s } = this.local[node];
        const W = this.placed(below(this.world(this.tree.parent[node]), transform(p, q, s)));
        this.places.set(node, W);
        return W;
    }

    placed(W) { return { ...W, p: this.keep(W.p) }; }

    // All nodes that no spring moves, and the root (-1).
    readInputs(root) {
        this.places = new Map();
        this.inputs = new Map([[-1, transform(root, IDENTITY, [1, 1, 1])]]);
        const visit = node => {
            if (this.heads.has(node)) return;
            this.inputs.set(node, this.world(node));
            this.tree.children[node].forEach(visit);
        };
        this.tree.parent.forEach((parent, node) => { if (parent < 0) visit(node); });
        return this.inputs;
    }

    // SB-042: positions and scales linear, rotations nlerp. Scales are uniform here.
    static between(before, now, t) {
        if (t >= 1) return now;
        return new Map([...now].map(([node, W]) => {
            const V = before.get(node), s = uniformScale(V) + (uniformScale(W) - uniformScale(V)) * t;
            return [node, transform(mix(V.p, W.p, t), nlerp(V.q, W.q, t), [s, s, s])];
        }));
    }

    // The local rotations of the heads after a frame of `in` (raw local transforms) and `root`.
    frame({ root, in: moved, constraint = {} }, dt) {
        for (const node in moved) Object.assign(this.local[node], { q: moved[node].r, p: moved[node].t });
        for (const node in constraint) this.local[node].q = constraint[node];
        const now = this.readInputs(root), before = this.before ?? now;
        if (!this.before) this.start();
        this.before = now;
        if (this.literal) {
            this.step(now, Math.min(dt, 0.05));
            this.ahead = 0;
        } else {
            let left = dt - this.ahead, time = this.ahead, steps = Math.ceil((left - 1e-6) / STEP);
            if (steps > 8) throw new Error('the reference drops no time');
            for (; steps > 0; --steps) {
                time += STEP;
                left -= STEP;
                this.step(Springs.between(before, now, time < dt - 1e-6 ? time / dt : 1), STEP);
            }
            this.ahead = left < -1e-6 ? -left : 0;
        }
        const t = 1 - this.ahead / STEP;
        return Object.fromEntries(this.joints.map(({ node, rotationBefore, rotation }) =>
            [node, t < 1 ? nlerp(rotationBefore, rotation, t) : rotation]));
    }

    // SB-027: tails of the whole tree at rest, under the inputs of the first frame
    start() {
        for (const joint of this.joints) {
            joint.current = joint.previous = pointInto(this.center(joint), point(this.world(joint.node), joint.tail));
        }
    }

    step(inputs, dt) {
        this.inputs = inputs;
        this.places.clear();
        for (const joint of this.joints) {
            joint.rotationBefore = joint.rotation;
            this.stepJoint(joint, dt);
            this.local[joint.node].q = joint.rotation;
            for (const node of joint.below) this.places.delete(node);
        }
    }

    center({ spring }) {
        if (spring.center < 0) return ROOT;
        if (spring.center !== spring.joints[0].node) return this.world(spring.center);
        const { p, s } = this.local[spring.center]; // AMB-040
        return below(this.world(this.tree.parent[spring.center]), transform(p, this.tree.rest[spring.center].q, s));
    }

    stepJoint(joint, dt) {
        const P = this.world(this.tree.parent[joint.node]), { p, s } = this.local[joint.node];
        const W = this.placed(below(P, transform(p, joint.rest, s))), C = this.center(joint), grown = uniformScale(W);
        const forces = this.literal ? 1 : grown, H = W.p, rest = rotate(W.q, joint.axis), L = joint.length * grown;
        const current = point(C, joint.current), previous = point(C, joint.previous);
        const keepLength = tail => add(H, scale(safeNormalize(sub(tail, H), rest), L));
        let tail = add(current, scale(sub(current, previous), 1 - joint.dragForce)); // SB-029
        tail = add(tail, scale(rest, dt * joint.stiffness * forces));
        tail = add(tail, scale(joint.gravityDir, dt * joint.gravityPower * forces));
        tail = keepLength(tail);
        for (const shape of joint.spring.shapes) {
            const [distance, way] = this.collide(shape, tail, joint.hitRadius * forces);
            if (!(distance < 0)) continue;
            tail = keepLength(sub(tail, scale(way, distance)));
            const kind = `${shape.inside ? 'inside ' : ''}${shape.kind}`;
            this.pushes[kind] = (this.pushes[kind] ?? 0) + 1;
        }
        joint.previous = joint.current;
        joint.current = this.keep(pointInto(C, tail));
        joint.rotation = this.keep(normalize(multiply(joint.rest,
            fromTo(joint.axis, rotate(conjugate(W.q), safeNormalize(sub(tail, H), rest))))));
    }

    // 6.3: the signed distance, and the way out
    collide(shape, tail, radius) {
        const W = this.world(shape.node), at = point(W, shape.offset), none = [0, [0, 0, 0]];
        if (shape.kind === 'plane') {
            const [x, y, z] = shape.normal ?? [0, 0, 1], [a, b, c] = inverseRows(W);
            const normal = safeNormalize(add(add(scale(a, x), scale(b, y)), scale(c, z)));
            return [dot(sub(tail, at), normal) - radius, normal];
        }
        const R = shape.radius * (this.literal ? 1 : uniformScale(W));
        let away = sub(tail, at);
        if (shape.kind === 'capsule') {
            const along = sub(point(W, shape.tail), at), square = dot(along, along), t = dot(along, away);
            if (square > EPSILON * EPSILON && t > 0) away = sub(away, scale(along, Math.min(1, t / square)));
        }
        const far = length(away);
        if (far <= EPSILON) return none;
        if (shape.inside) return [Math.max(0, R - radius) - far, scale(away, -1 / far)];
        return [far - R - radius, scale(away, 1 / far)];
    }
}

// --- Gaze ---

// 1.0, of the type bone, with the ranges of up and down where they belong (LA-015).
export class Gaze {
    constructor(file) {
        const json = readJson(file), { lookAt, humanoid } = json.extensions.VRMC_vrm;
        this.tree = readTree(json);
        this.local = this.tree.rest.map(rest => ({ ...rest }));
        this.lookAt = lookAt;
        this.bones = Object.fromEntries(['head', 'leftEye', 'rightEye'].map(name => [name, humanoid.humanBones[name]?.node]));
        this.headAtRest = worldAtRest(this.tree, this.bones.head).q;
    }

    world(node, root) {
        const { p, q, s } = this.local[node], above = this.tree.parent[node];
        return below(above < 0 ? transform(root, IDENTITY, [1, 1, 1]) : this.world(above, root), transform(p, q, s));
    }

    // {yaw, pitch} in degrees, and the local rotations of the eyes by node
    frame({ root, in: moved, look }) {
        for (const node in moved) Object.assign(this.local[node], { q: moved[node].r, p: moved[node].t });
        const W = this.world(this.bones.head, root), degrees = 180 / Math.PI;
        const Q = multiply(W.q, conjugate(this.headAtRest));
        const [x, y, z] = rotate(conjugate(Q), sub(look, point(W, this.lookAt.offsetFromHeadBone)));
        const yaw = Math.atan2(x, z) * degrees, pitch = Math.atan2(-y, Math.hypot(x, z)) * degrees;
        const map = (value, name) => {
            const { inputMaxValue, outputScale } = this.lookAt[`rangeMap${name}`];
            return outputScale * Math.min(Math.abs(value), inputMaxValue) / inputMaxValue;
        };
        const down = pitch > 0 ? map(pitch, 'VerticalDown') : -map(pitch, 'VerticalUp'), eye = {};
        for (const [name, left, right] of [['leftEye', 'Outer', 'Inner'], ['rightEye', 'Inner', 'Outer']]) {
            const node = this.bones[name];
            if (node === undefined) continue;
            const side = yaw > 0 ? map(yaw, `Horizontal${left}`) : -map(yaw, `Horizontal${right}`);
            const E = multiply(aboutAxis([0, 1, 0], side / degrees), aboutAxis([1, 0, 0], down / degrees));
            const W0 = worldAtRest(this.tree, node).q, L0 = this.tree.rest[node].q;
            eye[node] = multiply(multiply(multiply(L0, conjugate(W0)), E), W0); // LA-017
        }
        return { lookAt: { yaw, pitch }, eye };
    }
}
