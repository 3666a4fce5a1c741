// Every member of three-vrm that applications use does through libvrm what it does without [WB-020]
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { VRMAnimationLoaderPlugin, VRMLookAtQuaternionProxy, createVRMAnimationClip } from '@pixiv/three-vrm-animation';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { Pair, THREE, adapter, dance, near, parse, plain, warningsOf } from './three_pair.mjs';
import { createRuntime } from 'libvrm';
import { sample } from './data.mjs';

const turn = (x, y, z) => new THREE.Quaternion().setFromEuler(new THREE.Euler(x, y, z));

test('VRMLoaderPlugin gives gltf.userData.vrm, and everything else of three-vrm is there', async () => {
    const { gltf, vrm } = await parse(sample('character-1.0.vrm'), (parser) => new adapter.VRMLoaderPlugin(parser));
    assert.equal(gltf.userData.vrm, vrm);
    assert.ok(vrm instanceof plain.VRM && vrm instanceof adapter.LibVRM && vrm.isAccelerated);
    const ours = ['VRM', 'VRMLoaderPlugin'];
    for (const name of ours) assert.ok(adapter[name].prototype instanceof plain[name], name);
    assert.equal(adapter.VRM, adapter.LibVRM);
    for (const name in plain) {
        if (!ours.includes(name)) assert.equal(adapter[name], plain[name], name);
    }
});

for (const name of ['character-1.0.vrm', 'character-0.x.vrm', 'character-1.0-beta.vrm']) {
    test(`vrm.update moves body, springs, constraints and skeletons: ${name}`, async () => {
        (await Pair.load(name)).run(dance, 60).compare();
    });
}

test('expressionManager.setValue and getValue', async () => {
    const pair = (await Pair.load()).run(({ expressionManager: faces }, k) => {
        faces.setValue('happy', 0.3);
        faces.setValue('aa', 0.4 + 0.02 * k);
        faces.setValue('blink', k % 2);
        faces.setValue('sad', 7);
    });
    pair.compare();
    const [ours, theirs] = [pair.ours, pair.theirs].map(({ vrm }) => ['happy', 'aa', 'blink', 'sad', 'none'].map((name) => vrm.expressionManager.getValue(name)));
    assert.deepEqual(ours, theirs);
    assert.ok(Math.max(...pair.ours.state().morphs) > 0.1);
    pair.run(({ expressionManager: faces }) => faces.resetValues(), 1).compare();
    assert.equal(Math.max(...pair.ours.state().morphs), 0);
});

test('humanoid.getNormalizedBoneNode: rotations, and the place of the hips', async () => {
    for (const name of ['character-1.0.vrm', 'character-0.x.vrm']) {
        const pair = await Pair.load(name);
        pair.run(({ humanoid }, k) => {
            humanoid.getNormalizedBoneNode('leftUpperArm').quaternion.copy(turn(0.2, 0.1 * k, -1));
            humanoid.getNormalizedBoneNode('hips').position.set(0.1, 1 + 0.01 * k, 0.2);
        }).compare();
        const place = ({ vrm }) => vrm.humanoid.getNormalizedBoneNode('leftHand').getWorldPosition(new THREE.Vector3()).toArray();
        near(place(pair.ours), place(pair.theirs), 1e-5, 'hand');
        const matrix = ({ vrm }) => vrm.humanoid.getNormalizedBoneNode('leftHand').matrixWorld.elements;
        near(matrix(pair.ours), matrix(pair.theirs), 1e-5, 'matrix');
    }
});

test('humanoid.humanBones and the like', async () => {
    const pair = await Pair.load();
    for (const member of ['humanBones', 'rawHumanBones', 'normalizedHumanBones']) {
        const names = ({ vrm }) => Object.entries(vrm.humanoid[member]).map(([name, { node }]) => `${name} ${node.name}`);
        assert.deepEqual(names(pair.ours), names(pair.theirs));
    }
    assert.equal(pair.ours.vrm.humanoid.normalizedHumanBonesRoot.parent, pair.ours.vrm.scene);
});

test('humanoid.getRawBoneNode: quaternions, angles and places that an update leaves', async () => {
    const pair = (await Pair.load()).run(dance, 10);
    for (const name of Object.keys(pair.ours.vrm.humanoid.humanBones)) {
        const [ours, theirs] = [pair.ours, pair.theirs].map(({ vrm }) => vrm.humanoid.getRawBoneNode(name));
        near(ours.quaternion.toArray(), theirs.quaternion.toArray(), 1e-5, name);
        near(ours.rotation.toArray().slice(0, 3), theirs.rotation.toArray().slice(0, 3), 1e-5, `${name}.rotation`);
        near(ours.position.toArray(), theirs.position.toArray(), 1e-5, `${name}.position`);
        near(ours.getWorldPosition(new THREE.Vector3()).toArray(), theirs.getWorldPosition(new THREE.Vector3()).toArray(), 1e-5, `${name} in the world`);
    }
});

test('raw nodes: scales and places before an update, rotations after it', async () => {
    const pair = await Pair.load('character-1.0.vrm', {}, { literalScale: true });
    pair.run((vrm, k, { nodes }) => {
        dance(vrm, k);
        vrm.humanoid.getRawBoneNode('head').scale.setScalar(k > 5 ? 0.5 : 1);
        nodes.find((node) => node.isMesh).position.y = 0.01 * k;
    }).compare();
    for (const one of [pair.ours, pair.theirs]) {
        one.vrm.humanoid.getRawBoneNode('neck').quaternion.multiply(turn(0, 0.5, 0));
        one.vrm.humanoid.getRawBoneNode('leftHand').rotation.x += 0.3;
        one.vrm.humanoid.getRawBoneNode('rightHand').position.y += 0.1;
        one.draw();
    }
    pair.compare();
    pair.run(dance, 5).compare();
});

test('vrm.scene that is moved, after the update too, and below parents', async () => {
    const pair = await Pair.load('character-0.x.vrm');
    for (const one of [pair.theirs, pair.ours]) {
        const group = new THREE.Group();
        group.position.set(1, 2, 3);
        group.rotation.y = 0.7;
        group.scale.setScalar(1.5);
        one.scene.add(group);
        group.add(one.vrm.scene);
        one.scene.updateMatrixWorld(true);
        one.vrm.springBoneManager.reset();
        plain.VRMUtils.rotateVRM0(one.vrm);
    }
    // Radii and forces grow with the avatar in libvrm alone (SB-046): only the body is compared.
    const body = ({ vrm }) => Object.values(vrm.humanoid.humanBones).flatMap(({ node }) => [...node.matrixWorld.elements]);
    pair.run(dance, 10);
    near(body(pair.ours), body(pair.theirs), 1e-3, 'below a parent');
    for (const one of [pair.theirs, pair.ours]) {
        one.vrm.scene.parent.position.x += 5;
        one.vrm.scene.rotation.y += 1;
        one.draw();
    }
    near(body(pair.ours), body(pair.theirs), 1e-3, 'after the update');
});

test('VRMUtils.rotateVRM0', async () => {
    const pair = await Pair.load('character-0.x.vrm');
    for (const { vrm } of [pair.theirs, pair.ours]) adapter.VRMUtils.rotateVRM0(vrm);
    pair.run(dance, 30).compare();
    assert.equal(pair.ours.vrm.scene.rotation.y, Math.PI);
});

test('springBoneManager: update alone, as applications do that call the stages themselves', async () => {
    const pair = await Pair.load();
    for (let k = 0; k < 30; ++k) {
        for (const one of [pair.theirs, pair.ours]) {
            dance(one.vrm, k);
            one.vrm.humanoid.update();
            one.vrm.nodeConstraintManager?.update();
            one.scene.updateMatrixWorld(true);
            one.vrm.springBoneManager.update(1 / 60);
            one.draw();
        }
    }
    pair.compare();
    const tails = [...pair.ours.vrm.springBoneManager.joints].map(({ bone }) => bone.quaternion.angleTo(new THREE.Quaternion()));
    assert.ok(Math.max(...tails) > 0.01);
});

test('every stage alone, without vrm.update', async () => {
    const pair = await Pair.load();
    for (let k = 0; k < 20; ++k) {
        for (const one of [pair.theirs, pair.ours]) {
            const { vrm } = one;
            dance(vrm, k);
            vrm.lookAt.yaw = k;
            vrm.expressionManager.setValue('happy', k / 40);
            vrm.humanoid.update();
            vrm.lookAt.update(1 / 60);
            vrm.expressionManager.update();
            vrm.nodeConstraintManager?.update();
            one.scene.updateMatrixWorld(true);
            vrm.springBoneManager.update(1 / 60);
            for (const material of vrm.materials ?? []) material.update?.(1 / 60);
            one.draw();
        }
    }
    pair.compare();
    assert.ok(Math.max(...pair.ours.state().morphs) > 0.1);
});

test('a page that throttles: updates of several frames, scene matrices by hand, bones walked by the application', async () => {
    const pair = await Pair.load();
    for (const { vrm } of [pair.theirs, pair.ours]) vrm.scene.matrixAutoUpdate = false;
    for (let k = 0; k < 40; ++k) {
        for (const one of [pair.theirs, pair.ours]) {
            const { vrm } = one;
            vrm.scene.matrix.makeRotationY(0.02 * k).setPosition(0.01 * k, 0, 0);
            vrm.scene.matrixWorldNeedsUpdate = true;
            if (k % 4 === 3) {
                dance(vrm, 0);
                vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = -0.02 * k;
                vrm.update(4 / 60);
            }
            for (const skeleton of one.skeletons()) {
                for (const bone of skeleton.bones) bone.updateMatrixWorld();
                skeleton.update();
            }
            one.draw();
        }
    }
    // Springs take four steps where three-vrm takes a long one: all else is the same.
    const bodies = [pair.ours, pair.theirs].map(({ vrm }) => ['hips', 'head', 'leftHand', 'rightFoot']
        .flatMap((name) => [...vrm.humanoid.getRawBoneNode(name).matrixWorld.elements]));
    near(bodies[0], bodies[1], 1e-4, 'bones');
    assert.ok(bodies[0][12] > 0.3);
});

test('lookAt.target', async () => {
    const pair = await Pair.load();
    pair.run(({ lookAt }, k, one) => {
        lookAt.target = one.target;
        one.target.position.set(Math.sin(k * 0.3), 1.3 + 0.02 * k, 2);
    });
    const gaze = ({ vrm }) => [vrm.lookAt.yaw, vrm.lookAt.pitch];
    near(gaze(pair.ours), gaze(pair.theirs), 1e-3, 'gaze');
    assert.ok(Math.abs(pair.ours.vrm.lookAt.yaw) > 5);
    const eye = pair.ours.vrm.humanoid.getRawBoneNode('leftEye').quaternion.toArray();
    pair.run(({ lookAt }) => { lookAt.target = null; }, 3); // the eyes stay where they looked
    near(pair.ours.vrm.humanoid.getRawBoneNode('leftEye').quaternion.toArray(), eye, 1e-6, 'eye');
});

test('lookAt: yaw, pitch, autoUpdate, reset, applier', async () => {
    const pair = await Pair.load();
    const eyes = ({ vrm }) => ['leftEye', 'rightEye'].flatMap((name) => vrm.humanoid.getRawBoneNode(name).quaternion.toArray());
    const alike = (what) => near(eyes(pair.ours), eyes(pair.theirs), 1e-5, what);
    pair.run(({ lookAt }, k, one) => {
        lookAt.target = one.target;
        lookAt.autoUpdate = false;
        lookAt.yaw = 20;
    }, 2);
    alike('yaw');
    assert.equal(pair.ours.vrm.lookAt.yaw, 20);
    pair.run(({ humanoid }) => humanoid.getNormalizedBoneNode('leftEye').quaternion.copy(turn(0.1, 0.2, 0)), 2);
    alike('eyes that the application turns');
    pair.run(({ lookAt }) => lookAt.reset(), 1);
    alike('reset');
    const warnings = await warningsOf(() => {
        pair.run(({ lookAt }) => {
            lookAt.applier = { applyYawPitch: (yaw) => lookAt.humanoid.getNormalizedBoneNode('leftEye').quaternion.copy(turn(0, yaw / 100, 0)) };
            lookAt.yaw = 30;
        }, 2);
    });
    alike('an applier of the application');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /eyes.*three-vrm/);
});

test('VRMUtils.deepDispose gives the memory of libvrm back', async () => {
    const { vrm } = await parse(sample('character-1.0.vrm'), (parser) => new adapter.VRMLoaderPlugin(parser));
    adapter.VRMUtils.deepDispose(vrm.scene);
    assert.equal(vrm.isAccelerated, false);
    vrm.update(1 / 60); // three-vrm's own
});

for (const name of ['removeUnnecessaryVertices', 'removeUnnecessaryJoints', 'combineSkeletons']) {
    test(`VRMUtils.${name}`, async () => {
        const pair = await Pair.load();
        pair.run(dance, 3);
        for (const { vrm } of [pair.theirs, pair.ours]) adapter.VRMUtils[name](vrm.scene);
        pair.run(dance, 10).compare();
    });
}

test('VRMUtils.combineMorphs', async () => {
    const pair = await Pair.load();
    for (const { vrm } of [pair.theirs, pair.ours]) adapter.VRMUtils.combineMorphs(vrm);
    pair.run(({ expressionManager: faces }, k) => {
        faces.setValue('happy', 0.5);
        faces.setValue('oh', 0.03 * k);
    }, 5).compare();
    assert.ok(Math.max(...pair.ours.state().morphs) > 0.1);
});

test('expressionMap and getExpression', async () => {
    const pair = await Pair.load();
    for (const member of ['expressionMap', 'presetExpressionMap', 'customExpressionMap']) {
        assert.deepEqual(Object.keys(pair.ours.vrm.expressionManager[member]), Object.keys(pair.theirs.vrm.expressionManager[member]));
    }
    pair.run(({ expressionManager: faces }) => { faces.getExpression('happy').weight = 0.7; }, 1).compare();
});

test('meta.metaVersion', async () => {
    assert.equal((await Pair.load('character-1.0.vrm')).ours.vrm.meta.metaVersion, '1');
    assert.equal((await Pair.load('character-0.x.vrm')).ours.vrm.meta.metaVersion, '0');
});

test('MToonMaterial: its own update, where something has changed', async () => {
    const pair = await Pair.load();
    const values = ({ vrm }) => vrm.materials.flatMap(({ uniforms }) => [uniforms.opacity.value, uniforms.uvAnimationScrollXOffset.value,
        uniforms.alphaTest.value, ...uniforms.mapUvTransform.value.elements]);
    assert.ok(pair.ours.vrm.materials.every((material) => material instanceof adapter.MToonMaterial));
    pair.run(undefined, 3);
    near(values(pair.ours), values(pair.theirs), 1e-6, 'at rest');
    pair.run(({ materials }, k) => {
        materials[0].opacity = 0.5 + 0.01 * k;
        materials[1].uvAnimationScrollXSpeedFactor = 1;
        if (materials[2].map) materials[2].map.offset.x = 0.1 * k;
        materials[3].alphaTest = 0.25;
    }, 5);
    near(values(pair.ours), values(pair.theirs), 1e-6, 'changed');
    assert.ok(pair.ours.vrm.materials.every(({ uniformsNeedUpdate }) => uniformsNeedUpdate));
});

test('createVRMAnimationClip with an AnimationMixer', async () => {
    const loader = new GLTFLoader();
    loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
    const gltf = await loader.parseAsync(sample('dance.vrma').slice().buffer, '');
    for (const name of ['character-1.0.vrm', 'character-0.x.vrm']) {
        const pair = await Pair.load(name);
        for (const one of [pair.theirs, pair.ours]) {
            one.mixer = new THREE.AnimationMixer(one.vrm.scene);
            one.mixer.clipAction(createVRMAnimationClip(gltf.userData.vrmAnimations[0], one.vrm)).play();
        }
        pair.run((vrm, k, { mixer }) => mixer.update(1 / 60), 90).compare(5e-3);
    }
});

test('getExpressionTrackName', async () => {
    const pair = await Pair.load();
    for (const one of [pair.theirs, pair.ours]) {
        const name = one.vrm.expressionManager.getExpressionTrackName('happy');
        one.mixer = new THREE.AnimationMixer(one.vrm.scene);
        one.mixer.clipAction(new THREE.AnimationClip('face', 1, [new THREE.NumberKeyframeTrack(name, [0, 1], [0, 1])])).play();
    }
    pair.run((vrm, k, { mixer }) => mixer.update(1 / 30), 10).compare();
    assert.ok(pair.ours.vrm.expressionManager.getValue('happy') > 0.2);
});

test('the option helperRoot', async () => {
    const pair = await Pair.load('character-1.0.vrm', () => ({ helperRoot: new THREE.Group() }));
    const roots = [pair.theirs, pair.ours].map(({ gltf, scene }) => {
        const root = gltf.parser.plugins.VRMLoaderPlugin.humanoidPlugin.helperRoot;
        scene.add(root);
        return root;
    });
    pair.run(dance, 5).compare();
    assert.equal(roots[1].children.length, roots[0].children.length);
    assert.ok(roots[1].children.length > 10);
    const places = roots.map((root) => root.children.flatMap(({ matrix }) => [...matrix.elements]));
    near(places[1], places[0], 1e-3, 'helpers');
});

test('registerExpression at run time: the stage is three-vrm\'s own from then on, and says so once', async () => {
    const pair = await Pair.load();
    const warnings = await warningsOf(() => {
        for (const { vrm } of [pair.theirs, pair.ours]) {
            const added = new adapter.VRMExpression('wink'), mesh = vrm.expressionManager.getExpression('blink').binds[0].primitives[0];
            added.addBind(new adapter.VRMExpressionMorphTargetBind({ primitives: [mesh], index: 0, weight: 1 }));
            vrm.expressionManager.registerExpression(added);
        }
        pair.run(({ expressionManager: faces }, k) => {
            faces.setValue('wink', 0.5);
            faces.setValue('happy', 0.1 * k);
        }, 5);
    });
    pair.compare();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /expressions.*three-vrm/);
});

test('springBoneManager.joints and .settings.*: what is changed is handed on', async () => {
    const pair = await Pair.load();
    const warnings = await warningsOf(() => {
        pair.run(dance, 5);
        pair.run((vrm, k) => {
            dance(vrm, k + 5);
            for (const { settings } of vrm.springBoneManager.joints) {
                settings.stiffness = 0.2;
                settings.gravityPower = 0.5;
                settings.dragForce = 0.9;
                settings.hitRadius = 0.01;
                settings.gravityDir.set(0.6, -0.8, 0);
            }
        }, 40);
    });
    pair.compare();
    assert.deepEqual(warnings, []);
});

test('springBoneManager.reset and setInitState', async () => {
    const pair = (await Pair.load()).run(dance, 20);
    const stay = (vrm) => dance(vrm, 19);
    for (const { vrm } of [pair.theirs, pair.ours]) vrm.springBoneManager.reset();
    pair.run(stay, 10).compare();
});

test('nodeConstraintManager: constraints of the file, and others by three-vrm with the whole module', async () => {
    const pair = (await Pair.load('character-1.0.vrm', {}, { runtime: createRuntime() })).run(dance, 5).compare();
    assert.equal(pair.ours.vrm.nodeConstraintManager.constraints.size, pair.theirs.vrm.nodeConstraintManager.constraints.size);
    assert.ok(pair.ours.vrm.nodeConstraintManager.constraints.size > 0);
    const warnings = await warningsOf(() => {
        for (const { vrm } of [pair.theirs, pair.ours]) [...vrm.nodeConstraintManager.constraints][0].weight = 0.3;
        pair.run(dance, 10).compare();
    });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /constraints.*three-vrm/);
});

test('humanoid.autoUpdateHumanBones off: raw bones are the application\'s', async () => {
    const pair = await Pair.load('character-1.0.vrm', { autoUpdateHumanBones: false });
    pair.run(({ humanoid }, k) => {
        humanoid.getRawBoneNode('leftUpperArm').quaternion.copy(turn(0, 0.02 * k, -0.5));
        humanoid.getRawBoneNode('spine').rotation.x = 0.01 * k;
        humanoid.getRawBoneNode('hips').position.y += 0.01;
    }).compare();
    pair.run((vrm) => { vrm.humanoid.autoUpdateHumanBones = true; }, 5).compare();
    pair.run((vrm) => {
        vrm.humanoid.autoUpdateHumanBones = false;
        vrm.humanoid.getRawBoneNode('head').quaternion.copy(turn(0.2, 0, 0));
    }, 5).compare();
});

test('poses: normalised and raw, set, got and reset', async () => {
    const pair = await Pair.load();
    pair.run(({ humanoid }) => humanoid.setNormalizedPose({ leftUpperArm: { rotation: turn(0, 0, -1).toArray() }, hips: { position: [0, 0.1, 0] } }), 2).compare();
    const poses = ({ vrm }) => [vrm.humanoid.getNormalizedPose(), vrm.humanoid.getRawPose(), vrm.humanoid.getRawAbsolutePose()]
        .flatMap((pose) => Object.values(pose).flatMap(({ position, rotation }) => [...position, ...rotation]));
    near(poses(pair.ours), poses(pair.theirs), 1e-5, 'poses');
    pair.run(({ humanoid }) => humanoid.resetNormalizedPose(), 2).compare();
});

test('VRMLookAtQuaternionProxy', async () => {
    const pair = await Pair.load();
    for (const one of [pair.theirs, pair.ours]) {
        one.proxy = new VRMLookAtQuaternionProxy(one.vrm.lookAt);
        one.vrm.scene.add(one.proxy);
    }
    pair.run((vrm, k, { proxy }) => proxy.quaternion.copy(turn(0, 0.01 * k, 0)), 10);
    near([pair.ours.vrm.lookAt.yaw], [pair.theirs.vrm.lookAt.yaw], 1e-4, 'yaw');
    pair.compare();
});

test('firstPerson.setup', async () => {
    const pair = await Pair.load();
    for (const { vrm } of [pair.theirs, pair.ours]) vrm.firstPerson.setup();
    pair.run(dance, 5).compare();
    assert.equal(pair.ours.skeletons().length, pair.theirs.skeletons().length);
});

test('avatars that are collected after their instance has trapped end no program', () => {
    const run = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', `
        import { createRuntime } from 'libvrm';
        import { adapter, parse } from './three_pair.mjs';
        import { sample } from './data.mjs';
        const runtime = await createRuntime();
        const collected = [];
        const registry = new FinalizationRegistry((name) => collected.push(name));
        for (let i = 0; i < 3; ++i) {
            const { vrm } = await parse(sample('character-1.0.vrm'), (parser) => new adapter.VRMLoaderPlugin(parser, { runtime }));
            if (!vrm.isAccelerated) throw new Error('three-vrm moves it');
            registry.register(vrm, i);
        }
        try { runtime.exports.vrm_web_trap(); } catch {}
        for (let i = 0; i < 20; ++i) {
            gc();
            await new Promise((done) => setTimeout(done, 5));
        }
        console.log(collected.length > 0 ? 'collected' : 'kept');`], { cwd: import.meta.dirname ?? process.cwd(), encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    assert.equal(run.stdout.trim(), 'collected');
});
