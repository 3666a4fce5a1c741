// Files with one fault each, made from the samples, and the judge that has to find it.
import fs from 'node:fs';
import path from 'node:path';
import { withChangedJson } from '../../node/glb.mjs';

const vrm1 = json => json.extensions.VRMC_vrm;
const springs1 = json => json.extensions.VRMC_springBone;
const nodeOf = (json, bone) => json.nodes[vrm1(json).humanoid.humanBones[bone].node];

// A name; the judge (null: nobody finds fault); what it says; the change.
const FAULTS = [
    ['nothing', null, null, () => {}],
    ['nodes-renumbered', null, null, renumber],
    ['accessor-beyond', 'validator', /ACCESSOR_TOO_LONG/, json => { json.accessors[0].count += 1000; }],
    ['unknown-key', 'schema', /misspelt/, json => { vrm1(json).humanoid.misspelt = 1; }],
    ['meta-without-authors', 'schema', /authors/, json => { delete vrm1(json).meta.authors; }],
    ['bone-missing', 'check', /hips/i, json => { delete vrm1(json).humanoid.humanBones.hips; }],
    ['licence', 'three-vrm', /license/, json => { vrm1(json).meta.licenseUrl = 'https://example.org'; }],
    ['joint-beyond', 'three-vrm', /./, json => { springs1(json).springs[0].joints[0].node = 100000; }],
    ['stiffness', 'motion', /^spring/, json => { for (const s of springs1(json).springs) for (const j of s.joints) j.stiffness = (j.stiffness ?? 1) * 1.1; }],
    ['collider', 'motion', /^spring/, json => { springs1(json).colliders.forEach(({ shape }) => { (shape.sphere ?? shape.capsule).radius *= 1.3; }); }],
    ['spring-gone', 'motion', /gone, of the spring joints/, json => { springs1(json).springs.pop(); }],
    ['turned-bone', 'motion', /^bone/, json => { Object.assign(vrm1(json).humanoid.humanBones, swapped(vrm1(json).humanoid.humanBones)); }],
    ['shorter-arm', 'motion', /^place/, json => { nodeOf(json, 'leftLowerArm').translation[0] *= 0.9; }],
    ['expression-gone', 'motion', /gone, of the expressions/, json => { delete vrm1(json).expressions.preset.happy; }],
    ['weight', 'motion', /^morph/, json => { vrm1(json).expressions.preset.aa.morphTargetBinds[0].weight *= 0.9; }],
    ['colour', 'motion', /^material/, json => { colourBinds(json)[0].targetValue = [0, 1, 0.5, 1]; }],
    ['gaze', 'motion', /^gaze/, json => { vrm1(json).lookAt.offsetFromHeadBone = [0, 0.2, 0]; }],
    ['gaze-range', 'motion', /^eye|^morph/, json => { vrm1(json).lookAt.rangeMapHorizontalOuter.outputScale *= 1.2; }],
];

const colourBinds = json => Object.values({ ...vrm1(json).expressions.preset, ...vrm1(json).expressions.custom })
    .flatMap(({ materialColorBinds = [] }) => materialColorBinds);

const swapped = bones => ({ leftUpperArm: bones.leftLowerArm, leftLowerArm: bones.leftUpperArm });

// The same avatar with its nodes in the opposite order.
function renumber(json) {
    const last = json.nodes.length - 1, turn = i => last - i;
    const each = (list, key) => { for (const object of list ?? []) if (object[key] !== undefined) object[key] = turn(object[key]); };
    json.nodes.reverse();
    for (const node of json.nodes) if (node.children) node.children = node.children.map(turn);
    for (const scene of json.scenes) scene.nodes = scene.nodes.map(turn);
    for (const skin of json.skins ?? []) skin.joints = skin.joints.map(turn);
    each(json.skins, 'skeleton');
    each(Object.values(vrm1(json).humanoid.humanBones), 'node');
    each(vrm1(json).firstPerson?.meshAnnotations, 'node');
    const { preset = {}, custom = {} } = vrm1(json).expressions;
    for (const { morphTargetBinds } of [...Object.values(preset), ...Object.values(custom)]) each(morphTargetBinds, 'node');
    each(springs1(json).colliders, 'node');
    for (const spring of springs1(json).springs) each(spring.joints, 'node');
    each(springs1(json).springs, 'center');
    const constraints = json.nodes.map(node => node.extensions?.VRMC_node_constraint?.constraint).filter(Boolean);
    for (const constraint of constraints) each(Object.values(constraint), 'source');
}

// { name, input, file, judge, says }, of which input is the sample.
export function plant(folder) {
    fs.mkdirSync(folder, { recursive: true });
    const input = path.resolve('samples/character-1.0.vrm');
    return FAULTS.map(([name, judge, says, change]) => {
        const file = path.join(folder, `${name}.vrm`);
        fs.writeFileSync(file, withChangedJson(fs.readFileSync(input), change));
        return { name, input, file, judge, says };
    });
}
