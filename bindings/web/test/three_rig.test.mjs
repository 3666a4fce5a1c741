// The small module of libvrm/three: the bits of the whole one, changes at run time, and who computes which stage [WB-026, WB-027, WB-028]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from 'libvrm';
import { sample } from './data.mjs';

// The functions of the small module's instance, and the tables that it was given.
let small;
const given = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...list) => {
    const made = await instantiate(...list);
    if (!made.exports?.vrm_web_rig_create) return made;
    const create = (at, count, flags) => {
        given.push(new Uint32Array(made.exports.memory.buffer, at, count).slice());
        return made.exports.vrm_web_rig_create(at, count, flags);
    };
    small = made.exports;
    return { exports: { ...made.exports, vrm_web_rig_create: create } };
};
const { Pair, Shown, THREE, adapter, dance, near, parse, plain, warningsOf } = await import('./three_pair.mjs');

const load = async (name = 'character-1.0.vrm', options = {}) =>
    new Shown(await parse(sample(name), (parser) => new adapter.VRMLoaderPlugin(parser, options)), true);
const LIBVRM = { pose: 'libvrm', lookAt: 'libvrm', expressions: 'libvrm', constraints: 'libvrm', springs: 'libvrm' };

for (const options of [{}, { literalTime: true, literalScale: true }, { sleep: true }]) {
    test(`the same bits as with the whole module: ${JSON.stringify(options)}`, async () => {
        const ours = await load('character-1.0.vrm', options), whole = await load('character-1.0.vrm', { ...options, runtime: createRuntime() });
        for (let k = 0; k < 90; ++k) {
            for (const one of [ours, whole]) {
                dance(one.vrm, k < 60 ? k : 60);
                one.vrm.expressionManager.setValue('happy', 0.01 * k);
                one.vrm.lookAt.target = one.target;
                one.target.position.set(Math.sin(k * 0.1), 1.4, 1);
                one.step(k % 7 ? 1 / 60 : 1 / 25);
            }
            assert.deepEqual(ours.state(), whole.state(), `frame ${k}`);
        }
    });
}

test('the same places as with the whole module, of 0.x and of a draft', async () => {
    for (const name of ['character-0.x.vrm', 'character-1.0-beta.vrm']) {
        const ours = await load(name), whole = await load(name, { runtime: createRuntime() });
        for (let k = 0; k < 60; ++k) for (const one of [ours, whole]) dance(one.vrm, k), one.step();
        near(ours.state().world, whole.state().world, 1e-5, name);
    }
});

const Sphere = plain.VRMSpringBoneColliderShapeSphere, Capsule = plain.VRMSpringBoneColliderShapeCapsule, Plane = plain.VRMSpringBoneColliderShapePlane;
/** Hangs a collider on the head, and lets all joints meet it. */
function add({ humanoid, springBoneManager }, shape) {
    const collider = new plain.VRMSpringBoneCollider(shape), group = { name: 'new', colliders: [collider] };
    humanoid.getRawBoneNode('head').add(collider);
    collider.updateWorldMatrix(true, false);
    for (const joint of springBoneManager.joints) {
        joint.colliderGroups = [...joint.colliderGroups, group];
        springBoneManager.addJoint(joint); // three-vrm then places what joints meet before they move
    }
    return collider;
}
const at = (x, y, z) => new THREE.Vector3(x, y, z);

const changes = {
    'a joint less': ({ springBoneManager: manager }) => manager.deleteJoint([...manager.joints].at(-1)),
    'a joint in the middle less': ({ springBoneManager: manager }) => manager.deleteJoint([...manager.joints][1]),
    'no colliders': ({ springBoneManager: manager }) => { for (const joint of manager.joints) joint.colliderGroups = []; },
    'a collider less': ({ springBoneManager: manager }) => { manager.colliderGroups[0].colliders.length = 0; },
    'a larger collider': ({ springBoneManager: manager }) => { manager.colliders[0].shape.radius *= 2; },
    'a collider in another place': ({ springBoneManager: manager }) => { manager.colliders[0].shape.offset.y += 0.03; },
    'a collider that is moved itself': ({ springBoneManager: manager }) => manager.colliders[0].position.set(0, 0.02, -0.02),
    'another sphere': (vrm) => add(vrm, new Sphere({ offset: at(0, 0.05, -0.1), radius: 0.08 })),
    'another capsule': (vrm) => add(vrm, new Capsule({ offset: at(0, 0.1, -0.1), tail: at(0, -0.2, -0.1), radius: 0.05 })),
    'another plane': (vrm) => add(vrm, new Plane({ offset: at(0, 0, -0.05), normal: at(0, 0, -2) })),
    'a hollow sphere': (vrm) => add(vrm, new Sphere({ offset: at(0, 0, 0), radius: 0.6, inside: true })),
    'another weight of a constraint': ({ nodeConstraintManager: manager }) => { [...manager.constraints][0].weight = 0.3; },
    'another axis of a constraint': ({ nodeConstraintManager: manager }) => { [...manager.constraints][2].aimAxis = 'NegativeX'; },
    'a constraint less': ({ nodeConstraintManager: manager }) => manager.deleteConstraint([...manager.constraints][4]),
};
for (const [name, change] of Object.entries(changes)) {
    test(`changed at run time, and still libvrm's: ${name}`, async () => {
        const pair = (await Pair.load()).run(dance, 10);
        const warnings = await warningsOf(() => {
            for (const { vrm } of [pair.theirs, pair.ours]) change(vrm);
            pair.run((vrm, k) => dance(vrm, k + 10), 30).compare();
        });
        assert.deepEqual(warnings, []);
        assert.deepEqual(pair.ours.vrm.stages, LIBVRM);
    });
}

test('a collider that changes in every frame makes no tables anew, and looks as with three-vrm', async () => {
    const pair = (await Pair.load()).run(dance, 5), tables = given.length;
    pair.run((vrm, k) => {
        dance(vrm, k + 5);
        vrm.springBoneManager.colliders.forEach(({ shape }, i) => { shape.radius = 0.06 + 0.03 * Math.sin(0.2 * k + i); });
    }, 60).compare();
    assert.equal(given.length, tables);
    assert.equal(pair.ours.vrm.stages.springs, 'libvrm');
});

test('an expression that is registered, and a collider that changes afterwards: the pose stays', async () => {
    const pair = (await Pair.load()).run(dance, 5);
    const warnings = await warningsOf(() => {
        for (const { vrm } of [pair.theirs, pair.ours]) {
            vrm.expressionManager.registerExpression(new plain.VRMExpression('new'));
            vrm.humanoid.getRawBoneNode('head').parent.quaternion.setFromEuler(new THREE.Euler(0, 0.1, 0));
            add(vrm, new Sphere({ offset: at(0, 0.05, -0.1), radius: 0.08 }));
        }
        pair.run((vrm, k) => dance(vrm, k + 5), 20).compare();
    });
    assert.equal(warnings.length, 1);
    assert.deepEqual(pair.ours.vrm.stages, { ...LIBVRM, expressions: 'three-vrm' });
});

test('a joint that is added is moved, on a node that nothing has moved', async () => {
    const pair = (await Pair.load()).run(dance, 5);
    for (const { vrm } of [pair.theirs, pair.ours]) {
        const bone = vrm.humanoid.getRawBoneNode('leftToes') ?? vrm.humanoid.getRawBoneNode('leftFoot'), manager = vrm.springBoneManager;
        const from = [...manager.joints].find(({ bone }) => /Hair/.test(bone.name));
        const joint = new plain.VRMSpringBoneJoint(bone, bone.children[0] ?? null, { ...from.settings, gravityPower: 2, gravityDir: at(1, 0, 0) });
        bone.updateMatrix();
        joint.setInitState();
        manager.addJoint(joint);
    }
    pair.run((vrm) => dance(vrm, 5), 90);
    const turned = ({ vrm }) => [...vrm.springBoneManager.joints].at(-1).bone.quaternion.toArray();
    near(turned(pair.ours), turned(pair.theirs), 0.02, 'turned');
    assert.deepEqual(pair.ours.vrm.stages, LIBVRM);
});

test('what tables have no place for is three-vrm\'s: that stage alone, and the console says why', async () => {
    class Own extends Sphere {}
    for (const [change, reason] of [
        [(vrm) => add(vrm, new Own({ radius: 0.05 })), /springs .*collider of another class/],
        [(vrm) => vrm.scene.add(add(vrm, new Sphere({ offset: at(0, 1.4, -0.1), radius: 0.05 }))), /springs .*not on a node/],
    ]) {
        const pair = (await Pair.load()).run(dance, 5);
        const warnings = await warningsOf(() => {
            for (const { vrm } of [pair.theirs, pair.ours]) change(vrm), vrm.springBoneManager.reset();
            pair.run((vrm, k) => dance(vrm, k + 5), 30).run((vrm) => dance(vrm, 34), 60).compare(5e-3);
        });
        assert.equal(warnings.length, 1);
        assert.match(warnings[0], reason);
        assert.deepEqual(pair.ours.vrm.stages, { ...LIBVRM, springs: 'three-vrm' });
    }
});

test('stages of an avatar that libvrm lets go, and of one that has no springs', async () => {
    const one = await load();
    one.vrm.dispose();
    assert.deepEqual(new Set(Object.values(one.vrm.stages)), new Set(['three-vrm']));
    const other = await load('character-1.0.vrm', { runtime: Promise.reject(new Error('none')) });
    assert.deepEqual(new Set(Object.values(other.vrm.stages)), new Set(['three-vrm']));
});

test('renewed tables change nothing, and leave no memory behind', async () => {
    const [ours, still] = [await load(), await load()];
    for (const one of [ours, still]) for (let k = 0; k < 20; ++k) dance(one.vrm, k), one.step();
    ours.vrm.setSleep(false);
    const used = small.vrm_web_memory_used();
    for (let k = 20; k < 60; ++k) {
        ours.vrm.setSleep(false);
        for (const one of [ours, still]) dance(one.vrm, k), one.step();
        assert.deepEqual(ours.state(), still.state(), `frame ${k}`);
    }
    assert.equal(small.vrm_web_memory_used(), used);
});

test('numbers that are no tables give no avatar, no trap and no memory away', async () => {
    await load();
    const words = given.at(-1), room = small.malloc(words.length * 4 + 64), flags = 1;
    const create = (list, count = list.length) => {
        new Uint32Array(small.memory.buffer, room, list.length).set(list);
        return small.vrm_web_rig_create(room, count, flags);
    };
    const used = small.vrm_web_memory_used();
    for (const list of [[], [0], [0, 0], [7, 0], [0, 0xffffffff], [0, 1, 1, 0], [0, 2, 1, 1], new Array(4000).fill(0xffffffff)]) assert.equal(create(list.slice(0, words.length)), 0);
    for (let count = 0; count < words.length; count += 1 + (count >> 3)) assert.equal(create(words, count), 0);
    assert.equal(create([...words, 0], words.length + 1), 0);
    const values = [0xffffffff, 0x7fffffff, 0x80000000, 0x7fc00000, 0x7f800000, 0xff7fffff, 1, 0, words.length];
    let state = 1, made = 0;
    const random = (end) => ((state = Math.imul(state, 1664525) + 1013904223 >>> 0) >>> 8) % end;
    for (let i = 0; i < 3000; ++i) {
        const list = words.slice();
        for (let k = 0; k <= random(3); ++k) list[random(list.length)] = random(2) ? values[random(values.length)] : random(300);
        const avatar = create(list);
        if (!avatar) continue;
        made += 1;
        for (let k = 0; k < 3; ++k) small.vrm_avatar_update(avatar, 1 / 60);
        small.vrm_avatar_destroy(avatar);
    }
    assert.ok(made > 500 && made < 3000, String(made));
    assert.equal(small.vrm_web_memory_used(), used);
    small.free(room);
});
