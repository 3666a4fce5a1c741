// Differences of a pair that the dialects force, each with its reason: [dialect of IN, dialect of OUT,
// what is said, the JSON of IN has it, reason]. tools/check/check-written counts them and lets them pass.
const firstPerson = json => json.extensions.VRM?.firstPerson ?? {};
const LINE = '[0,0,0,1,1,1,1,0]';
const hasCurve = json => Object.values(firstPerson(json)).some(map => map?.curve && JSON.stringify(map.curve) !== LINE);
const springs = json => json.extensions.VRMC_springBone?.springs ?? [];
const colliders = json => json.extensions.VRMC_springBone?.colliders ?? [];

const isOfOneValue = ({ joints }) => joints.slice(0, -1).every(joint =>
    ['stiffness', 'gravityPower', 'dragForce', 'hitRadius'].every(key => joint[key] === joints[0][key]) &&
    String(joint.gravityDir) === String(joints[0].gravityDir));

export const BY_RULE = [
    [/^(0|1.0-)/, /^1/, /^pose-/, () => true, '1.0 demands the T-pose, into which vrm migrate --t-pose brings it'],
    [/^0/, /^1/, /^(eye|morph) /, hasCurve, '1.0 has no curves of gaze, and three-vrm reads none'],
    [/^1/, /^0/, /^gone, of the constraints/, () => true, '0.x has no constraints'],
    [/^1/, /^0/, /^spring /, json => colliders(json).some(({ shape, extensions }) => extensions || shape.capsule),
        '0.x has spheres alone'],
    [/^1/, /^0/, /^spring /, json => springs(json).some(spring => !isOfOneValue(spring)),
        '0.x has one value for all joints of a group'],
    [/^1/, /^0/, /^spring /, json => springs(json).some(({ joints }) => joints.some(({ extensions }) => extensions)),
        '0.x has no limits of joints'],
];
