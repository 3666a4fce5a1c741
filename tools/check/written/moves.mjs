// How far two files move apart in three-vrm under the same motion: every bone, root, gaze and
// expression of the first. Compared is what the file's dialect, the rotations of its nodes at rest
// and the order of its nodes say nothing about: rotations of the world since rest, of avatars that
// face +Z (three-vrm turns those of 0.x).
const FRAMES = 180, DT = 1 / 60, TAU = 2 * Math.PI;

// Degrees; metres of bones from their place at rest; weights; parts of colours and textures, of which
// three-vrm takes those of 0.x at rest for powers of 2.2 and not for sRGB.
export const LIMITS = {
    bone: 0.05, place: 5e-4, spring: 0.05, constraint: 0.05, eye: 0.05, gaze: 1e-3, morph: 1e-4, material: 1e-2,
};

const EYES = ['leftEye', 'rightEye'];
const LOOKS = ['lookUp', 'lookDown', 'lookLeft', 'lookRight'];
const COLOURS = ['color', 'emissive', 'shadeColorFactor', 'matcapFactor', 'parametricRimColorFactor', 'outlineColorFactor'];

// --- The motion: sines of the time alone ---

// Each bone and each axis has a speed and a size of its own, so that none stands for another.
const angle = (i, axis, t) => (0.12 + 0.05 * ((i + axis) % 4)) * Math.sin(TAU * (0.4 + 0.13 * ((3 * i + 5 * axis) % 7)) * t);

// One expression after another; at the end all of them a little, where that shows what overrides what.
const weightOf = (i, { expressions, isTogether }, f) => (isTogether && f > FRAMES - 20 ? 0.3
    : (f + i) % Math.min(expressions.length, FRAMES - 20) === 0 ? 0.8 : 0);

// --- One avatar in three-vrm ---

class Runner {
    constructor(three, { vrm, nodes, json }) {
        Object.assign(this, { three, vrm, nodes, json, THREE: three.THREE });
        this.isTurned = vrm.meta.metaVersion === '0';
        this.index = new Map(nodes.map((node, i) => [node, i]));
        this.scene = new this.THREE.Scene();
        this.target = new this.THREE.Object3D();
        this.scene.add(vrm.scene, this.target);
        if (this.isTurned) this.turn();
        this.scene.updateMatrixWorld(true);
        vrm.springBoneManager?.reset();
        if (vrm.lookAt) vrm.lookAt.target = this.target;
        this.hips = vrm.humanoid.getNormalizedBoneNode('hips').position.clone();
        this.findParts();
        this.rest = new Map([...this.parts].map(node => [node, this.rotationOf(node).invert()]));
        this.places = new Map(Object.values(this.bones).map(node => [node, this.placeOf(node)]));
        this.materialsAtRest = this.materials.map(valuesOf);
    }

    // Gravity is a direction of the file's world, which turns with the avatar (V0-039).
    turn() {
        this.three.VRM.VRMUtils.rotateVRM0(this.vrm);
        const turned = new Set([...(this.vrm.springBoneManager?.joints ?? [])].map(joint => joint.settings.gravityDir));
        for (const gravity of turned) gravity.set(-gravity.x, gravity.y, -gravity.z);
    }

    findParts() {
        const { vrm } = this, here = node => this.index.has(node);
        const raw = Object.entries(vrm.humanoid.rawHumanBones).filter(([, bone]) => bone?.node);
        this.bones = Object.fromEntries(raw.map(([name, { node }]) => [name, node]));
        this.springs = [...new Set([...(vrm.springBoneManager?.joints ?? [])].map(joint => joint.bone))].filter(here);
        this.constraints = [...(vrm.nodeConstraintManager?.constraints ?? [])].map(({ destination }) => destination).filter(here);
        this.parts = new Set([...Object.values(this.bones), ...this.springs, ...this.constraints]);
        this.expressions = (vrm.expressionManager?.expressions ?? []).map(({ expressionName }) => expressionName);
        this.meshes = [];
        const materials = new Map();
        vrm.scene.traverse(object => {
            if (!object.isMesh) return;
            for (const material of [object.material].flat()) materials.set(material.name.replace(/ \(Outline\)$/, ''), material);
            if (object.morphTargetInfluences?.length) this.meshes.push(this.meshOf(object));
        });
        this.materials = [...materials.values()];
    }

    meshOf(object) {
        let at = object;
        while (at && !this.index.has(at)) at = at.parent;
        const node = this.index.get(at) ?? -1, weights = object.morphTargetInfluences;
        const mesh = this.json.meshes[this.json.nodes[node]?.mesh];
        const names = mesh?.extras?.targetNames ?? mesh?.primitives[0].extras?.targetNames ?? [];
        return { node, names: [...weights].map((_, i) => names[i] ?? `target ${i}`), weights };
    }

    rotationOf(node) {
        const rotation = new this.THREE.Quaternion();
        node.matrixWorld.decompose(new this.THREE.Vector3(), rotation, new this.THREE.Vector3());
        return rotation;
    }

    placeOf(node) {
        return new this.THREE.Vector3().setFromMatrixPosition(node.matrixWorld).sub(this.vrm.scene.position);
    }

    // A name of 0.x that became a preset is in small letters.
    expressionOf(name) {
        const isSame = other => other.toLowerCase() === name.toLowerCase();
        return this.expressions.includes(name) ? name : this.expressions.find(isSame);
    }

    // The inputs of a frame. `plan`: the bones and expressions that are moved, in their order.
    move(f, plan) {
        const t = (f - 1) * DT, { vrm } = this, sign = this.isTurned ? -1 : 1;
        const wave = (size, speed) => size * Math.sin(TAU * speed * t);
        plan.bones.forEach((name, i) => {
            const bone = vrm.humanoid.getNormalizedBoneNode(name);
            if (!bone || EYES.includes(name)) return;
            const { x, y, z, w } = new this.THREE.Quaternion().setFromEuler(
                new this.THREE.Euler(angle(i, 0, t), angle(i, 1, t), angle(i, 2, t), 'YXZ'));
            bone.quaternion.set(sign * x, y, sign * z, w);
        });
        vrm.scene.position.set(wave(0.5, 0.5), 0, wave(0.2, 0.7));
        vrm.humanoid.getNormalizedBoneNode('hips').position.copy(this.hips).add(
            new this.THREE.Vector3(sign * wave(0.03, 0.6), wave(0.05, 1), sign * wave(0.04, 0.9)));
        this.target.position.set(wave(2, 0.3), 1.5 + wave(1, 0.45), 2);
        plan.expressions.forEach((name, i) => {
            const mine = this.expressionOf(name);
            if (mine) vrm.expressionManager.setValue(mine, weightOf(i, plan, f));
        });
        // The head's matrix is that of this frame, not of the last one.
        vrm.humanoid.update();
        this.scene.updateMatrixWorld(true);
        vrm.update(DT);
        this.scene.updateMatrixWorld(true);
    }

    turned(node) { return this.rotationOf(node).multiply(this.rest.get(node)); }

    moved(node) { return this.placeOf(node).sub(this.places.get(node)); }
}

function valuesOf(material) {
    const out = {};
    for (const key of COLOURS) if (material[key]?.isColor) out[key] = material[key].toArray();
    out.opacity = [material.opacity];
    if (material.map) out.map = [...material.map.offset.toArray(), ...material.map.repeat.toArray()];
    return out;
}

// --- What of the one file is what of the other ---

// Nodes by names that only one node has in both files; then the children of what is matched, by their
// names, and at last by their places.
export function matchNodes(from, to) {
    const out = new Map();
    const single = nodes => {
        const at = new Map();
        nodes.forEach(({ name }, i) => at.set(name, at.has(name) ? -1 : i));
        return at;
    };
    const before = single(from), after = single(to);
    for (const [name, i] of before) if (name !== undefined && i >= 0 && after.get(name) >= 0) out.set(i, after.get(name));
    const taken = new Set(out.values());
    const pair = (i, o) => { out.set(i, o); taken.add(o); };
    const visit = (mine, theirs) => {
        for (const isSame of [(a, b) => a.name === b.name, () => true]) {
            for (const i of mine.filter(i => !out.has(i))) {
                const o = theirs.find(o => !taken.has(o) && isSame(from[i], to[o]));
                if (o !== undefined) pair(i, o);
            }
        }
        for (const i of mine) if (out.has(i)) visit(from[i].children ?? [], to[out.get(i)].children ?? []);
    };
    visit(rootsOf(from), rootsOf(to));
    return out;
}

function rootsOf(nodes) {
    const children = new Set(nodes.flatMap(({ children = [] }) => children));
    return nodes.map((_, i) => i).filter(i => !children.has(i));
}

// Pairs of arrays of weights, and of names that are looked for where arrays are not the same.
function matchMeshes(before, after, nodes) {
    return before.meshes.flatMap(mesh => {
        const same = after.meshes.filter(({ node }) => node === nodes.get(mesh.node));
        const isNameless = ({ names }) => names.every(name => name.startsWith('target '));
        const whole = same.find(other => other.names.join('\n') === mesh.names.join('\n') ||
            (other.names.length === mesh.names.length && (isNameless(other) || isNameless(mesh))));
        if (whole) return mesh.names.map((name, i) => ({ name, mine: mesh.weights, i, theirs: whole.weights, o: i }));
        return mesh.names.map((name, i) => {
            const other = [...same, ...after.meshes].find(({ names }) => names.includes(name));
            return { name, mine: mesh.weights, i, theirs: other?.weights, o: other?.names.indexOf(name) };
        });
    });
}

// --- The comparison ---

const degrees = (a, b) => 2 * Math.asin(Math.min(1, Math.hypot(...(() => {
    const sign = a.dot(b) < 0 ? -1 : 1;
    return [a.x - sign * b.x, a.y - sign * b.y, a.z - sign * b.z, a.w - sign * b.w];
})()) / 2)) * 360 / Math.PI;

class Differences {
    most = {};
    at = {};
    problems = [];

    note(channel, apart, what, f) {
        if (apart <= (this.most[channel] ?? -1) || Number.isNaN(this.most[channel])) return;
        this.most[channel] = apart; // NaN too, which then stays
        this.at[channel] = `${what}, frame ${f}`;
    }

    lost(what, names) {
        if (names.length === 0) return;
        const some = names.slice(0, 3).join(', ');
        this.problems.push(`gone, of the ${what} of the input: ${some}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`);
    }
}

function compareFrame(f, before, after, links, found) {
    for (const name of links.bones) {
        const mine = before.bones[name], theirs = after.bones[name];
        found.note(EYES.includes(name) ? 'eye' : 'bone', degrees(before.turned(mine), after.turned(theirs)), name, f);
        found.note('place', before.moved(mine).distanceTo(after.moved(theirs)), name, f);
    }
    for (const channel of ['spring', 'constraint']) {
        for (const [mine, theirs] of links[channel]) {
            found.note(channel, degrees(before.turned(mine), after.turned(theirs)), mine.name, f);
        }
    }
    if (before.vrm.lookAt && after.vrm.lookAt) {
        for (const key of ['yaw', 'pitch']) found.note('gaze', Math.abs(before.vrm.lookAt[key] - after.vrm.lookAt[key]), key, f);
    }
    for (const { name, mine, i, theirs, o } of links.morphs) {
        if (theirs) found.note('morph', Math.abs(mine[i] - theirs[o]), name, f);
        else if (mine[i] !== 0) links.lostMorphs.add(name);
    }
    for (const [i, o] of links.materials) compareMaterial(f, [before, i], [after, o], links, found);
}

// By how much an expression has changed it.
function compareMaterial(f, [before, i], [after, o], links, found) {
    const mine = valuesOf(before.materials[i]), theirs = valuesOf(after.materials[o]);
    for (const [key, values] of Object.entries(mine)) {
        const rest = before.materialsAtRest[i][key], other = after.materialsAtRest[o][key];
        values.forEach((value, k) => {
            const way = other ? theirs[key][k] - other[k] : 0;
            found.note('material', Math.abs(value - rest[k] - way), `${before.materials[i].name} ${key}`, f);
        });
    }
}

function link(before, after, found) {
    const nodes = matchNodes(before.json.nodes, after.json.nodes);
    const linked = (what, mine, theirs) => {
        const pairs = mine.map(node => [node, after.nodes[nodes.get(before.index.get(node))]]);
        found.lost(what, pairs.filter(([, other]) => !theirs.includes(other)).map(([node]) => node.name));
        return pairs.filter(([, other]) => theirs.includes(other));
    };
    const bones = Object.keys(before.bones);
    found.lost('bones', bones.filter(name => !after.bones[name]));
    found.lost('expressions', before.expressions.filter(name => !after.expressionOf(name)));
    if (before.vrm.lookAt && !after.vrm.lookAt) found.lost('gazes', ['lookAt']);
    const name = material => material.name.replace(/ \(Outline\)$/, '');
    const materials = before.materials.map((material, i) => [i, after.materials.findIndex(other => name(other) === name(material))]);
    return {
        bones: bones.filter(bone => after.bones[bone]),
        spring: linked('spring joints', before.springs, after.springs),
        constraint: linked('constraints', before.constraints, after.constraints),
        morphs: matchMeshes(before, after, nodes),
        lostMorphs: new Set(),
        materials: materials.filter(([, o]) => o >= 0),
    };
}

// { most, at, problems }: the largest difference of each channel, where it is, and what is missing.
// `three`: ThreeVrm of tools/compare/three_vrm.mjs; the two are what its load gives.
export function compareMoves(three, input, output) {
    const before = new Runner(three, input), after = new Runner(three, output), found = new Differences();
    const links = link(before, after, found);
    const plan = {
        bones: Object.keys(before.bones),
        expressions: before.expressions.filter(name => !LOOKS.includes(name)),
        isTogether: before.isTurned || !after.isTurned, // 0.x knows no overrides
    };
    for (let f = 1; f <= FRAMES; ++f) {
        before.move(f, plan);
        after.move(f, plan);
        compareFrame(f, before, after, links, found);
    }
    found.lost('morph targets', [...links.lostMorphs]);
    for (const [channel, most] of Object.entries(found.most)) {
        if (!(most <= LIMITS[channel])) found.problems.push(`${channel} ${most.toPrecision(2)} apart: ${found.at[channel]}`);
    }
    return found;
}
