// The avatars that tools/compare/compare-three-vrm runs, and who is asked about each.
//
//   make       options of `vrm-maker parametric`; or `file`, a path; or `synth`, options of tools/compare/oracle/synth.mjs
//   change     changes the JSON of the file
//   sim        options of `vrm sim`
//   fps        60
//   skip       witnesses that are wrong about this file, each with the reason
//   motion     of ThreeVrm.move
//
// Witnesses: three (three-vrm), reference (reference.mjs), specref (tools/compare/oracle/specref.mjs). All that are not
// skipped have to agree with the library.
import fs from 'node:fs';
import path from 'node:path';

const SPARSE = 'three-vrm and specref take the tail from its parent, not from the head (SB-028)';
const ORDER = 'specref takes joints in the order of the file (SB-040)';
const EXTENDED = 'specref knows spheres and capsules alone';
const STRETCHED = 'specref knows uniform scale alone';
const SCALED = 'three-vrm and specref do not scale radii and forces (SB-046)';
const RATE = 'three-vrm and specref step with the frame (SB-042)';
const VRM0 = 'specref reads 1.0 alone';
const NORMALISED = 'three-vrm normalises gravityDir (SB-050)';
const FEEDBACK = 'three-vrm and specref turn the center with the joint itself (AMB-040)';
const CURVES = 'three-vrm ignores the curves of 0.x (LA-032)';
const EYES = 'three-vrm swaps the ranges of up and down (LA-015)';

const both = reason => ({ three: reason, specref: reason });
const EVEN_MAPS = ['--range-maps', '90,10,90,20,90,15,90,15'];

function conformance(corpus) {
    const folder = path.join(corpus, 'conformance');
    if (!corpus || !fs.existsSync(folder)) return [];
    return fs.readdirSync(folder).filter(name => /spring/.test(name)).sort().map(name => ({
        name: name.replace(/\.vrm$/, ''), file: path.join(folder, name),
        skip: /extended/.test(name) ? { specref: EXTENDED } : {},
    }));
}

function synthetic() {
    const list = {
        plain: {}, capsules: { collidersPerChain: 4, shape: 'capsule' }, mix: { collidersPerChain: 4, seed: 2 },
        'mix-rest': { collidersPerChain: 4, randomRest: true, constraints: true, seed: 3 },
        center: { center: 'hips', collidersPerChain: 2, seed: 4 }, holders: { sparseParent: true, randomRest: true, seed: 5 },
        shared: { chains: 24, joints: 6, sharedColliders: 6, seed: 6 },
    };
    return Object.entries(list).map(([name, options]) => ({
        name: `synth-${name}`, synth: options, skip: { eye: EYES },
    }));
}

export function cases({ samples, corpus }) {
    const spring = (name, make, rest = {}) => ({ name, make: [...EVEN_MAPS, ...make], ...rest });
    const godette = path.join(corpus, 'godette/Godette_vrm_v4.vrm');
    const out = [
        spring('chains', []),
        spring('sphere', ['--colliders', '4', '--shape', 'sphere']),
        spring('capsule', ['--colliders', '4', '--shape', 'capsule']),
        spring('inside-sphere', ['--colliders', '1', '--shape', 'inside-sphere'], { change: tighten, skip: { specref: EXTENDED } }),
        spring('inside-capsule', ['--colliders', '1', '--shape', 'inside-capsule'], { change: tighten, skip: { specref: EXTENDED } }),
        spring('plane', ['--colliders', '1', '--shape', 'plane'], { change: tighten, skip: { specref: EXTENDED } }),
        spring('plane-rest', ['--colliders', '1', '--shape', 'plane', '--random-rest', '--seed', '19'], {
            change: tighten, skip: { specref: EXTENDED },
        }),
        spring('all-shapes', ['--chains', '8', '--colliders', '9', '--seed', '2'], { change: tighten, skip: { specref: EXTENDED } }),
        spring('stretched', ['--colliders', '9', '--seed', '20'], { change: stretch, sim: ['--literal'], skip: { specref: STRETCHED } }),
        spring('shared', ['--chains', '24', '--colliders', '10', '--shared-colliders', '--seed', '3'], { skip: { specref: EXTENDED } }),
        spring('rest-rotations', ['--random-rest', '--colliders', '4', '--shape', 'sphere', '--seed', '4']),
        spring('rest-capsules', ['--random-rest', '--colliders', '4', '--shape', 'capsule', '--seed', '5']),
        spring('center', ['--center', 'hips', '--colliders', '2', '--shape', 'sphere']),
        spring('center-near', ['--center', 'head', '--random-rest', '--seed', '6']),
        spring('center-joint-0', ['--colliders', '2', '--shape', 'capsule'], {
            change: json => { for (const s of json.extensions.VRMC_springBone.springs) s.center = s.joints[0].node; },
            skip: both(FEEDBACK),
        }),
        spring('sparse', ['--sparse'], { skip: both(SPARSE) }),
        spring('sparse-all', ['--sparse', '--random-rest', '--colliders', '5', '--seed', '7'], { skip: both(SPARSE) }),
        spring('holders', ['--holders', '--random-rest', '--colliders', '2', '--shape', 'sphere', '--seed', '8']),
        spring('chains-on-chains', ['--chains', '6', '--chains-on-chains']),
        spring('chains-on-chains-rest', ['--chains', '6', '--chains-on-chains', '--random-rest', '--colliders', '3',
            '--shape', 'capsule', '--seed', '9']),
        spring('later-first', ['--chains', '6', '--chains-on-chains', '--colliders', '2', '--shape', 'sphere'], {
            change: json => { json.extensions.VRMC_springBone.springs.reverse(); }, skip: { specref: ORDER },
        }),
        spring('collider-on-chain', ['--chains', '4', '--colliders', '2', '--shape', 'sphere', '--seed', '10'], {
            change: colliderOnChain, skip: { specref: ORDER },
        }),
        spring('gravity', ['--gravity', '0.6,-2,0.3', '--colliders', '2', '--shape', 'sphere'], { skip: { three: NORMALISED } }),
        spring('scale-0.5-literal', ['--root-scale', '0.5', '--colliders', '2', '--shape', 'sphere'], { sim: ['--literal'] }),
        spring('scale-2-literal', ['--root-scale', '2', '--colliders', '2', '--shape', 'capsule'], { sim: ['--literal'] }),
        spring('scale-0.1', ['--root-scale', '0.1', '--colliders', '5', '--seed', '11'], { motion: { look: 0.1 }, skip: both(SCALED) }),
        spring('scale-10', ['--root-scale', '10', '--colliders', '5', '--random-rest', '--seed', '12'], {
            motion: { look: 10 }, skip: both(SCALED),
        }),
        spring('constraints', ['--constraints', 'all', '--random-rest', '--colliders', '2', '--shape', 'sphere', '--seed', '13']),
        spring('constraints-plain', ['--constraints', 'all', '--seed', '14']),
        spring('literal', ['--colliders', '4', '--shape', 'sphere'], { sim: ['--literal'] }),
        spring('literal-144', ['--colliders', '4', '--shape', 'capsule'], { sim: ['--literal'], fps: 144 }),
        spring('fps-30', ['--colliders', '4', '--random-rest', '--seed', '15'], { fps: 30, skip: both(RATE) }),
        spring('fps-50', ['--center', 'hips', '--colliders', '3', '--seed', '16'], { fps: 50, skip: both(RATE) }),
        spring('fps-144', ['--colliders', '4', '--sparse', '--seed', '17'], { fps: 144, skip: both(RATE) }),
        spring('bones-all', ['--bones', 'all', '--colliders', '2', '--shape', 'sphere']),
        spring('beta', ['--dialect', '1.0-beta', '--colliders', '2', '--shape', 'capsule']),
        spring('0.x', ['--dialect', '0.x', '--colliders', '4', '--segment', '0.07', '--uniform'], { skip: { specref: VRM0 } }),
        spring('0.x-center', ['--dialect', '0.x', '--center', 'hips', '--segment', '0.07', '--uniform'], { skip: { specref: VRM0 } }),
        spring('0.x-chains-on-chains', ['--dialect', '0.x', '--chains', '6', '--chains-on-chains', '--uniform'], { skip: { specref: VRM0 } }),
        { name: 'gaze-ranges', make: ['--range-maps', '80,10,70,20,60,15,50,30', '--random-rest', '--seed', '18'], skip: { eye: EYES } },
        { name: 'gaze-expression', make: ['--look-at', 'expression', '--range-maps', '90,1,80,1,70,1,60,1'] },
        { name: 'character-1.0', file: path.join(samples, 'character-1.0.vrm'), skip: { eye: EYES } },
        { name: 'character-0.x', file: path.join(samples, 'character-0.x.vrm'), skip: { specref: VRM0, eye: EYES } },
    ];
    if (corpus && fs.existsSync(godette)) {
        out.push({ name: 'godette', file: godette, skip: { specref: VRM0, eye: EYES, morph: CURVES } });
        out.push({ name: 'godette-no-gaze', file: godette, motion: { look: null }, skip: { specref: VRM0 } });
    }
    out.push(...conformance(corpus), ...synthetic());
    return out;
}

// The maker's extended shapes are wide; these are touched.
function tighten(json) {
    for (const { extensions } of json.extensions.VRMC_springBone.colliders) {
        const shape = extensions?.VRMC_springBone_extended_collider.shape ?? {};
        if (shape.sphere?.inside) Object.assign(shape.sphere, { offset: [0.01, -0.02, 0], radius: 0.16 });
        if (shape.capsule?.inside) Object.assign(shape.capsule, { offset: [0, 0.03, 0.01], tail: [0.01, -0.05, 0], radius: 0.13 });
        if (shape.plane) shape.plane.offset = [0, -0.12, 0];
    }
}

// All colliders on a node of the head that is turned, and stretched along its axes (EC-013).
function stretch(json) {
    const head = json.extensions.VRMC_vrm.humanoid.humanBones.head.node;
    json.nodes.push({ name: 'stretched', translation: [0, 0.02, 0], rotation: [0.2, 0.1, 0.2, Math.sqrt(0.91)], scale: [1, 1.5, 0.7] });
    json.nodes[head].children.push(json.nodes.length - 1);
    tighten(json);
    for (const collider of json.extensions.VRMC_springBone.colliders) collider.node = json.nodes.length - 1;
}

// The first collider of each later chain hangs on a joint of the chain before it.
function colliderOnChain(json) {
    const { springs, colliders, colliderGroups } = json.extensions.VRMC_springBone;
    for (let i = 1; i < springs.length; ++i) {
        const collider = colliders[colliderGroups[springs[i].colliderGroups[0]].colliders[0]];
        collider.node = springs[i - 1].joints[2].node;
        collider.shape.sphere.offset = [0.02, -0.02, 0.01];
    }
}
