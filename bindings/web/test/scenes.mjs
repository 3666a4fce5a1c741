// The scenes of test/same_bits/scenes.c, played through the classes of the package, in Node and in pages. Their hashes
// are those of test/same_bits/same_bits_hashes.h, which the native library has to give too.
//
// What is written into an avatar is computed in floats, step by step as there: Math.fround of each sum and product.
import { Hash } from './hash.mjs';

const f = Math.fround;
const FRAMES = 600;
const HEADER = 32; // of a save
const ALL = -2; // VRM_ALL: every spring

// --- Files ---

const LOOSE = { stiffness: 0.4, dragForce: 0.2, gravityPower: 0.6, hitRadius: 0.02 };
const STIFF = { stiffness: 1.7, dragForce: 0.5, gravityPower: 0.1, hitRadius: 0.015 };
const TURNS = [
    { rotation: [0.48, 0.6, 0, 0.64], scale: [1.25, 1.25, 1.25] }, { rotation: [0, 0.6, 0, 0.8] },
    { rotation: [-0.8, 0, 0.6, 0], scale: [0.75, 0.75, 0.75] }, { rotation: [0.5, -0.5, 0.5, 0.5], scale: [1, 1.5, 0.5] },
];
const [A, B, C] = [3, 8, 13].map((first) => [0, 1, 2, 3, 4].map((i) => first + i)); // the nodes of three strands

const joints = (nodes, ...settings) => ({ joints: nodes.map((node, i) => ({ node, ...settings[i] })) });
const chain = (nodes, all) => joints(nodes, all, all, all, all);
const sphere = (node, offset, radius) => ({ node, shape: { sphere: { offset, radius } } });
const extended = (node, shape) => ({
    node, shape: { sphere: { radius: 0.01 } }, extensions: { VRMC_springBone_extended_collider: { specVersion: '1.0', shape } },
});
const limited = (settings, limit) => ({ ...settings, extensions: { VRMC_springBone_limit: { specVersion: '1.0-draft', limit } } });
const cone = (angle, rotation) => ({ cone: { angle, rotation } });
const hinge = (angle) => ({ hinge: { angle, rotation: [0, 0.6, 0, 0.8] } });
const spherical = (pitch, yaw) => ({ spherical: { pitch, yaw, rotation: [0, -0.8, 0, 0.6] } });

const springs = {
    shapes: {
        colliders: [
            sphere(1, [0, -0.05, -0.1], 0.06),
            { node: 0, shape: { capsule: { offset: [0.08, 0.05, 0.05], tail: [0.12, -0.3, 0.09], radius: 0.04 } } },
            extended(2, { sphere: { offset: [0, -0.1, 0], radius: 0.4, inside: true } }),
            extended(0, { capsule: { offset: [0, 0.2, 0], tail: [0, -0.4, 0], radius: 0.3, inside: true } }),
            extended(1, { plane: { offset: [0, -0.25, 0], normal: [0, 0.8, 0.6] } }),
        ],
        colliderGroups: [{ colliders: [0, 2] }, { colliders: [1, 3] }, { colliders: [4, 0, 1, 2, 3] }],
        springs: [{ colliderGroups: [0], ...chain(A, LOOSE) }, { colliderGroups: [1], ...chain(B, STIFF) }, { colliderGroups: [2, 0], ...chain(C, LOOSE) }],
    },
    center: { springs: [{ center: 0, ...chain(A, LOOSE) }, { center: 2, ...chain(B, STIFF) }, chain(C, LOOSE)] },
    sparse: { springs: [joints([3, 5, 7], LOOSE, STIFF), joints([8, 9, 12], STIFF, LOOSE), joints([13, 17], LOOSE)] },
    nested: {
        colliders: [sphere(10, [0, 0, 0], 0.08), sphere(4, [0, 0, 0], 0.05)],
        colliderGroups: [{ colliders: [0] }, { colliders: [1] }],
        springs: [joints([5, 6, 7], LOOSE, LOOSE), joints([3, 4, 5], STIFF, STIFF), chain(B, LOOSE), { colliderGroups: [0, 1], ...chain(C, STIFF) }],
    },
    plain: {
        colliders: [sphere(0, [0, -0.05, 0], 0.09), sphere(2, [0, -0.2, 0], 0.05)],
        colliderGroups: [{ colliders: [0, 1] }],
        springs: [{ colliderGroups: [0], ...chain(A, LOOSE) }, { colliderGroups: [0], ...chain(B, STIFF) }, { center: 1, colliderGroups: [0], ...chain(C, LOOSE) }],
    },
    limits: {
        colliders: [sphere(0, [0, -0.05, 0], 0.09), sphere(2, [0, -0.2, 0], 0.12)],
        colliderGroups: [{ colliders: [0, 1] }],
        springs: [
            { colliderGroups: [0], ...joints(A, limited(LOOSE, cone(0.2)), limited(LOOSE, cone(1.5, [0.48, 0, 0.6, 0.64])), LOOSE, limited(STIFF, hinge(1))) },
            { colliderGroups: [0], ...joints(B, limited(LOOSE, hinge(0.6)), STIFF, limited(LOOSE, spherical(0.4, 0)), limited(LOOSE, cone(0))) },
            {
                center: 1, colliderGroups: [0],
                ...joints(C, limited(LOOSE, spherical(0.3, 0.1)), limited(LOOSE, spherical(2, 0.7)), limited(STIFF, cone(0.4)), LOOSE),
            },
        ],
    },
};

/** A file of a head with three strands of five nodes. */
function strands(name, isTurned = false) {
    const turn = (i) => (isTurned ? TURNS[i] : {});
    const strand = ([, a, b, c, d], x, z, i) => [
        { translation: [x, 0.1, z], children: [a] }, { translation: [0, -0.11, 0.01], children: [b], ...turn(i) },
        { translation: [0.01, -0.1, 0], children: [c] }, { translation: [0, -0.09, -0.02], children: [d] }, { translation: [0, -0.1, 0] },
    ];
    return new TextEncoder().encode(JSON.stringify({
        asset: { version: '2.0' },
        extensionsUsed: ['VRMC_vrm', 'VRMC_springBone', 'VRMC_springBone_extended_collider', 'VRMC_springBone_limit'],
        nodes: [
            { translation: [0, 1.5, 0], children: [1, 2, 3, 8, 13], ...turn(0) }, { translation: [0.02, -0.1, 0.01] }, { translation: [-0.05, 0, 0.03] },
            ...strand(A, 0, -0.1, 1), ...strand(B, 0.1, 0.05, 2), ...strand(C, -0.1, 0.02, 3),
        ],
        extensions: { VRMC_vrm: { specVersion: '1.0' }, VRMC_springBone: { specVersion: '1.0', ...springs[name] } },
    }));
}

// --- Motion ---

const dtOf = (frame) => {
    if (frame % 50 === 49) return 0.2;
    if (frame % 31 === 30) return 0;
    if (frame % 7 === 5) return 0.011;
    return frame % 7 === 6 ? 0.03 : 1 / 60;
};

function wave(frame, period) {
    const t = f(f(f(frame % period) / f(period)) * 2);
    return t < 1 ? f(f(4 * t) * f(1 - t)) : f(f(-4 * f(t - 1)) * f(2 - t));
}
const times = (factor, frame, period) => f(f(factor) * wave(frame, period));
const plus = (start, factor, frame, period) => f(f(start) + times(factor, frame, period));

function normalize(q) {
    const square = f(f(f(f(q[0] * q[0]) + f(q[1] * q[1])) + f(q[2] * q[2])) + f(q[3] * q[3]));
    const inverse = f(1 / f(Math.sqrt(square)));
    return q.map((value) => f(value * inverse));
}
const turned = (x, y, z) => normalize([x, y, z, 1].map(f));

function multiply([ax, ay, az, aw], [bx, by, bz, bw]) {
    const sum = (a, b, c, d) => f(f(f(f(a) + f(b)) + f(c)) - f(d));
    return [sum(aw * bx, ax * bw, ay * bz, az * by), sum(aw * by, ay * bw, az * bx, ax * bz), sum(aw * bz, az * bw, ax * by, ay * bx),
        f(f(f(f(aw * bw) - f(ax * bx)) - f(ay * by)) - f(az * bz))];
}

/** Returns the root as the avatar has it: with its rotation normalised once more. */
function actStrands({ avatar, rest }, k) {
    const root = [times(0.3, k, 97), times(0.1, k, 53), times(0.2, k, 71), ...turned(0, times(0.5, k, 131), times(0.1, k, 37)), 1, 1, 1];
    const { locals } = avatar;
    avatar.setRoot(root);
    locals.set(multiply(turned(times(0.3, k, 61), times(0.6, k, 83), 0), rest), 3);
    locals[11] = plus(-0.1, 0.05, k, 43);
    locals.set(turned(0, 0, wave(k, 29)), 23);
    return [...root.slice(0, 3), ...normalize(root.slice(3, 7)), ...root.slice(7)];
}

function actScaledRoot(play, k) {
    const root = actStrands(play, k);
    play.avatar.setRoot([...root.slice(0, 7), ...Array(3).fill(k < 100 ? 2.5 : plus(1, 0.5, k, 199))]);
}

function actBody({ avatar, hips }, k) {
    const smile = wave(k, 150), turn = (bone, x, y, z) => avatar.setBoneRotation(bone, ...turned(x, y, z));
    avatar.setRoot([times(0.4, k, 120), 0, times(0.2, k, 90), ...turned(0, times(0.4, k, 170), 0), 1, 1, 1]);
    avatar.setHipsPosition(hips[0], f(hips[1] + times(0.04, k, 60)), hips[2]);
    turn('hips', 0, times(0.2, k, 110), 0);
    turn('spine', times(0.1, k, 77), 0, 0.05);
    turn('head', times(0.2, k, 85), times(0.3, k, 63), 0);
    turn('leftUpperArm', 0, 0, times(-0.5, k, 75));
    turn('leftLowerArm', times(0.4, k, 55), times(0.3, k, 67), 0);
    turn('rightUpperLeg', times(0.3, k, 95), 0, 0.1);
    if (k % 200 < 150) avatar.lookAt(times(2, k, 180), f(f(1.4) + wave(k, 130)), 1.5);
    else if (k % 200 < 180) avatar.setLookAtDegrees(times(40, k, 40), times(20, k, 33));
    else avatar.setLookAtOff();
    avatar.setExpression('aa', plus(0.5, 0.5, k, 46), 'viseme');
    avatar.setExpression('happy', Math.max(smile, 0), 'application');
    avatar.setExpression('blush', f(f(0.3) - f(f(0.3) * smile)), 'application');
    avatar.setExpression('surprised', Math.max(-smile, 0), 'emotion');
    avatar.setExpression('blink', k % 40 < 6 ? 1 : 0, 'blink');
}

function actIdle({ avatar, idle }, k) {
    if (k === 0) avatar.relax();
    if (k === 300) avatar.setLookAtDegrees(10, 5);
    idle.update(avatar, dtOf(k));
}

const ball = { shape: 'sphere', offset: [0.1, 1.2, 0], tail: [0, 0, 0], radius: 0.12 };
const verbs = {
    20: (avatar) => avatar.resetSprings(1),
    40(avatar) {
        avatar.setWind(0.5, 0, -0.25);
        avatar.setWind(0, 0.3, 0.1, 2);
    },
    60: (avatar, root) => avatar.teleport([f(root[0] + 5), ...root.slice(1)], true),
    90: (avatar, root) => avatar.teleport([root[0], root[1], f(root[2] - 3), ...root.slice(3)], false),
    110: (avatar) => ['hold', 'track', 'off'].forEach((mode, i) => avatar.setSpringMode(i, mode)),
    140: (avatar) => avatar.setSpringMode(ALL, 'run'),
    160: (avatar) => avatar.setSpringWeight(1, 0.4),
    200: (avatar) => avatar.setSpringWeight(ALL, 1),
    210(avatar) {
        avatar.setCollider(0, ball);
        avatar.setCollider(1, { ...ball, node: 2 });
    },
    260: (avatar) => avatar.setCollider(0, null),
    280: (avatar) => avatar.setSpringJoint(2, { ...avatar.model.tables.springJoints[2], stiffness: 2.5, gravityDir: [0.6, -0.8, 0] }),
    320(avatar) {
        avatar.setSpringCenter(0, 2);
        avatar.setSpringCenter(2, -1);
    },
    360: (avatar) => avatar.shiftOrigin(100, -20, 3),
    400: (avatar) => avatar.warmUp(1.5),
    450: (avatar) => avatar.restore(avatar.save()),
    480: (avatar) => avatar.locals.set([1, 1, 2], 47),
    500: (avatar) => avatar.locals.set([0, 0, 0], 97),
    520: (avatar) => avatar.resetPose(),
};

function actVerbs(play, k) {
    const root = actStrands(play, k);
    verbs[k]?.(play.avatar, root);
}

const scenes = {
    shapes: { spring: 'shapes' },
    center: { spring: 'center', avatar: { literalTime: true } },
    sparse: { spring: 'sparse' },
    nested: { spring: 'nested' },
    rest_rotations: { spring: 'plain', isTurned: true },
    scaled_root: { spring: 'plain', act: actScaledRoot },
    old: { sample: 'character-0.x.vrm', act: actBody },
    character: { sample: 'character-1.0.vrm', act: actBody },
    idle: { sample: 'character-1.0-beta.vrm', act: actIdle },
    verbs: { spring: 'plain', act: actVerbs, avatar: { colliderCapacity: 2 } },
    limits: { spring: 'limits', isTurned: true },
};

/** The names of all scenes, and the samples that some of them need. */
export const sceneNames = Object.keys(scenes);
export const sceneSamples = Object.values(scenes).map(({ sample }) => sample).filter(Boolean);

// --- Hashes ---

const wordsOf = (floats) => new Uint32Array(floats.buffer, floats.byteOffset, floats.length);

function addTransforms(hash, { frame: { local, world }, nodeCount }) {
    const [locals, worlds] = [wordsOf(local), wordsOf(world)];
    for (let i = 0; i < nodeCount; ++i) {
        hash.add(locals.subarray(i * 10, i * 10 + 10));
        hash.add(worlds.subarray(i * 16, i * 16 + 16));
    }
}

function addState(hash, avatar) {
    const saved = avatar.save().subarray(HEADER), whole = new Uint8Array(Math.ceil(saved.length / 4) * 4);
    whole.set(saved);
    hash.add(new Uint32Array(whole.buffer));
}

/**
 * Plays a scene, and returns the hashes of its stages: pose, lookAt, expressions, constraints, springs, saves.
 *
 * @param runtime  an instance
 * @param name     of the scene
 * @param samples  the bytes of sceneSamples, by name
 * @param Idle     the class of libvrm/full; without it, 'idle' cannot be played
 */
export function play(runtime, name, samples, Idle) {
    const scene = scenes[name], act = scene.act ?? actStrands;
    const model = runtime.loadModel(scene.sample ? samples[scene.sample] : strands(scene.spring, scene.isTurned));
    const avatar = model.createAvatar(scene.avatar), stages = Array.from({ length: 6 }, () => new Hash());
    runtime.exports.vrm_model_get_bone_rest_position(model.pointer, runtime.boneIndex('hips'), runtime.scratch);
    const hips = [...runtime.f32.subarray(runtime.scratch >> 2, (runtime.scratch >> 2) + 3)];
    const playing = { avatar, hips, rest: [...avatar.locals.subarray(3, 7)], idle: name === 'idle' ? new Idle(runtime, 7) : undefined };
    for (let k = 0; k < FRAMES; ++k) {
        const dt = dtOf(k);
        act(playing, k);
        avatar.updatePose();
        addTransforms(stages[0], avatar);
        avatar.updateLookAt();
        addTransforms(stages[1], avatar);
        const { yawDegrees, pitchDegrees } = avatar.lookAtState();
        stages[1].add(wordsOf(Float32Array.of(yawDegrees, pitchDegrees)));
        avatar.updateExpressions(dt);
        for (const floats of [avatar.frame.expressionWeights, avatar.frame.morphWeights, avatar.frame.materials]) stages[2].add(wordsOf(floats));
        avatar.updateConstraints();
        addTransforms(stages[3], avatar);
        avatar.updateSprings(dt);
        addTransforms(stages[4], avatar);
        if (k % 60 === 59) addState(stages[5], avatar);
    }
    playing.idle?.dispose();
    avatar.dispose();
    model.dispose();
    return stages.map(String);
}
