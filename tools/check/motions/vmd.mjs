// What mmd-parser reads from a VMD of the maker, against the same motion as VRM animation.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// The bones of testkit/maker/motion_vmd.c, legs without IK: above each, and its bone of VRM.
const SIDES = [['左', 'left'], ['右', 'right']];
const FINGERS = [['人指', 'Index'], ['中指', 'Middle'], ['薬指', 'Ring'], ['小指', 'Little']];
const LIMBS = [
    ['肩', '上半身3', 'Shoulder'], ['腕', '肩'], ['腕捩', '腕', 'UpperArm'], ['ひじ', '腕捩'], ['手捩', 'ひじ', 'LowerArm'],
    ['手首', '手捩', 'Hand'], ['足', '下半身', 'UpperLeg'], ['ひざ', '足', 'LowerLeg'], ['足首', 'ひざ', 'Foot'],
    ['足先EX', '足首', 'Toes'],
    ['親指０', '手首', 'ThumbMetacarpal'], ['親指１', '親指０', 'ThumbProximal'], ['親指２', '親指１', 'ThumbDistal'],
    ...FINGERS.flatMap(([word, finger]) => [[`${word}１`, '手首', `${finger}Proximal`],
        [`${word}２`, `${word}１`, `${finger}Intermediate`], [`${word}３`, `${word}２`, `${finger}Distal`]]),
];
const TRUNK = [
    ['全ての親', null], ['センター', '全ての親'], ['グルーブ', 'センター'], ['腰', 'グルーブ'], ['下半身', '腰', 'hips'],
    ['上半身', '腰', 'spine'], ['上半身2', '上半身', 'chest'], ['上半身3', '上半身2', 'upperChest'],
    ['首', '上半身3', 'neck'], ['頭', '首', 'head'],
];
const BONES = [...TRUNK, ...SIDES.flatMap(([word, side]) => LIMBS.map(([name, above, bone]) =>
    [word + name, TRUNK.some(([trunk]) => trunk === above) ? above : word + above, bone && side + bone]))];
const MORPHS = { にこり: 'happy', なごみ: 'relaxed', あ: 'aa', お: 'oh', まばたき: 'blink', 照れ: 'blush' };
const ARMS_DOWN = 35;

// null where the package is not there; else a function from the bytes of a file to what it reads.
export function mmdParser(folder) {
    if (!fs.existsSync(path.join(folder, 'node_modules/mmd-parser'))) return null;
    const { Parser } = createRequire(path.join(folder, '_'))('mmd-parser');
    return bytes => new Parser().parseVmd(bytes);
}

// Rotations in the space of the model, from a list of [name, parent, rotation].
function compose(joints) {
    const turns = {};
    for (const [name, above, own] of joints) {
        turns[name] = above != null ? turns[above].clone().multiply(own) : own;
    }
    return turns;
}

const angle = (a, b) => {
    const q = a.clone().invert().multiply(b);
    return 2 * Math.atan2(Math.hypot(q.x, q.y, q.z), Math.abs(q.w)) * 180 / Math.PI;
};

// What raises an arm of the model to the T-pose.
function raised(THREE, bone) {
    const isArm = /(UpperArm|LowerArm|Hand|Thumb|Index|Middle|Ring|Little)/.test(bone);
    const degrees = !isArm ? 0 : bone.startsWith('left') ? -ARMS_DOWN : ARMS_DOWN;
    return new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(0, 0, 1), degrees * Math.PI / 180);
}

// `json` and `tracks` are those of the VRM animation, whose rests are not rotated.
export function compareVmd(THREE, vmd, { json, tracks, times }, limit) {
    const { humanoid, expressions } = json.extensions.VRMC_vrm_animation;
    const keys = {}, weights = {}, problems = [];
    for (const { boneName, frameNum, rotation: [x, y, z, w] } of vmd.motions) {
        (keys[frameNum] ??= {})[boneName] = new THREE.Quaternion(-x, -y, z, w);
    }
    for (const { morphName, frameNum, weight } of vmd.morphs) (weights[frameNum] ??= {})[morphName] = weight;
    if (Object.keys(keys).length !== times.length) problems.push(`mmd-parser: ${Object.keys(keys).length} frames`);
    const parents = json.nodes.flatMap((node, i) => (node.children ?? []).map(child => [child, i]));
    const above = Object.fromEntries(parents);
    for (let frame = 0; frame < times.length; frame += 17) {
        const lacking = BONES.filter(([name]) => !keys[frame][name]).map(([name]) => name);
        if (lacking.length > 0) return [`mmd-parser: no ${lacking.join(', ')}`];
        const found = compose(BONES.map(([name, parent]) => [name, parent, keys[frame][name]]));
        const wanted = compose(Object.values(humanoid.humanBones).map(({ node }) =>
            [node, above[node], new THREE.Quaternion(...tracks[node].rotation[frame])]));
        for (const [name, , bone] of BONES) {
            if (!bone) continue;
            const away = angle(found[name].clone().multiply(raised(THREE, bone)), wanted[humanoid.humanBones[bone].node]);
            if (!(away <= limit)) problems.push(`mmd-parser: ${name} is ${away} degrees off in frame ${frame}`);
        }
        for (const [name, expression] of Object.entries(MORPHS)) {
            const { node } = expressions.preset[expression] ?? expressions.custom[expression];
            const away = Math.abs(weights[frame][name] - tracks[node].translation[frame][0]);
            if (!(away <= 1e-6)) problems.push(`mmd-parser: ${name} is ${away} off in frame ${frame}`);
        }
    }
    return problems.slice(0, 5);
}
