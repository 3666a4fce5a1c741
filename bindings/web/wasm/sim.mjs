// `vrm sim --hash --motion sway` on a module: the same inputs, frame by frame, and the same hashes of
// what each stage makes (apps/vrm/sim_motion.c and sim_hash.c).
import { readFileSync } from 'node:fs';
import { Hash } from '../test/hash.mjs';

const api = JSON.parse(readFileSync(new URL('../../../api.json', import.meta.url), 'utf8'));
const structs = new Map(api.headers.flatMap(header => header.structs).map(one => [one.name, one]));

// Where a member is, of a struct whose members all take 4 bytes in the module: pointers and numbers.
const place = (struct, member) => 4 * structs.get(struct).fields.findIndex(field => field.name === member);

function sineOfTurns(turns) {
  const factors = [1, -1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800, 1 / 6227020800, -1 / 1307674368000];
  let part = turns - Math.trunc(turns), sum = 0;
  if (part > 0.5) part -= 1;
  if (part < -0.5) part += 1;
  if (part > 0.25) part = 0.5 - part;
  if (part < -0.25) part = -0.5 - part;
  const x = 6.283185307179586 * part, square = x * x;
  let power = x;
  for (const factor of factors) {
    sum += factor * power;
    power *= square;
  }
  return sum;
}

function fromEuler(x, y, z) {
  const half = 0.5 / 6.283185307179586;
  const sx = sineOfTurns(x * half), cx = sineOfTurns(x * half + 0.25);
  const sy = sineOfTurns(y * half), cy = sineOfTurns(y * half + 0.25);
  const sz = sineOfTurns(z * half), cz = sineOfTurns(z * half + 0.25);
  return [cy * sx * cz + sy * cx * sz, sy * cx * cz - cy * sx * sz, cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz];
}

// The functions of GL are never called: nothing is drawn.
function instantiate(module) {
  const gl = Object.fromEntries(WebAssembly.Module.imports(module).map(one => [one.name, () => 0]));
  return new WebAssembly.Instance(module, { gl }).exports;
}

function text(x, at) {
  const bytes = new Uint8Array(x.memory.buffer);
  let end = at;
  while (bytes[end] !== 0) end += 1;
  return new TextDecoder().decode(bytes.subarray(at, end));
}

// Hashes as the native program prints them, or why the file is refused.
export function simulate(module, file) {
  const x = instantiate(module), scratch = x.malloc(256), bytes = x.malloc(file.length);
  new Uint8Array(x.memory.buffer).set(file, bytes);
  const words = () => new Uint32Array(x.memory.buffer);
  const result = x.vrm_model_load(bytes, file.length, 0, scratch, scratch + 4);
  const model = words()[scratch / 4], report = words()[scratch / 4 + 1];
  if (result !== 0) return `refused: ${text(x, words()[x.vrm_report_failure(report) / 4])}`;
  x.vrm_avatar_create(model, 0, scratch, 0);
  const avatar = words()[scratch / 4], frame = x.vrm_avatar_frame(avatar);
  const write = values => {
    new Float32Array(x.memory.buffer, scratch, values.length).set(values);
    return scratch;
  };
  const writeText = name => {
    new Uint8Array(x.memory.buffer, scratch, 64).set(new TextEncoder().encode(`${name}\0`));
    return scratch;
  };
  const names = ['aa', 'happy', 'blink'].map(name => x.vrm_model_find_expression(model, writeText(name)));
  const bones = Object.fromEntries(['hips', 'head', 'leftUpperArm', 'leftLowerArm'].map(name =>
    [name, x.vrm_bone_find(writeText(name))]));
  x.vrm_model_get_bone_rest_position(model, bones.hips, scratch);
  const hips = [...new Float32Array(x.memory.buffer, scratch, 3)];
  const hashes = Array.from({ length: 5 }, () => new Hash());
  const member = name => words()[(frame + place('vrm_frame', name)) / 4];
  const addFloats = (hash, at, count) => hash.add(new Uint8Array(x.memory.buffer, at, 4 * count));
  const addTransforms = hash => {
    addFloats(hash, member('local'), 10 * member('node_count'));
    addFloats(hash, member('world'), 16 * member('node_count'));
  };
  const set = (name, weight) => { if (names[name] >= 0) x.vrm_avatar_set_expression(avatar, names[name], weight); };
  const dt = 1 / 60;
  for (let i = 1; i <= 120; i++) {
    const t = i * dt, turn = (bone, rotation) => x.vrm_avatar_set_bone_rotation(avatar, bone, write(rotation));
    x.vrm_avatar_set_root(avatar, write([0.5 * sineOfTurns(0.5 * t), 0, 0, 0, 0, 0, 1, 1, 1, 1]));
    x.vrm_avatar_set_hips_position(avatar, write([hips[0], hips[1] + 0.05 * sineOfTurns(t), hips[2]]));
    turn(bones.hips, fromEuler(0, 0.4 * sineOfTurns(0.5 * t), 0));
    turn(bones.head, fromEuler(0.3 * sineOfTurns(0.7 * t), 0.5 * sineOfTurns(t), 0));
    turn(bones.leftUpperArm, fromEuler(0, 0, -0.8 * sineOfTurns(0.8 * t)));
    turn(bones.leftLowerArm, fromEuler(0.6 * sineOfTurns(1.1 * t), 0.5 * sineOfTurns(0.9 * t), 0));
    x.vrm_avatar_set_look_at_target(avatar, write([2 * sineOfTurns(0.3 * t), 1.5 + sineOfTurns(0.45 * t), 2]));
    set(0, 0.5 + 0.5 * sineOfTurns(1.3 * t));
    set(1, Math.max(sineOfTurns(0.4 * t), 0));
    set(2, i % 40 < 6 ? 1 : 0);
    x.vrm_avatar_update_pose(avatar);
    addTransforms(hashes[0]);
    x.vrm_avatar_update_look_at(avatar);
    addTransforms(hashes[1]);
    words()[scratch / 4] = structs.get('vrm_look_at_state').size;
    x.vrm_avatar_get_look_at(avatar, scratch);
    addFloats(hashes[1], scratch + structs.get('vrm_look_at_state').fields.find(f => f.name === 'yaw_degrees').offset, 2);
    x.vrm_avatar_update_expressions(avatar, dt);
    addFloats(hashes[2], member('expression_weights'), member('expression_count'));
    addFloats(hashes[2], member('morph_weights'), member('morph_weight_count'));
    addFloats(hashes[2], member('materials'), structs.get('vrm_material_values').size / 4 * member('material_count'));
    x.vrm_avatar_update_constraints(avatar);
    addTransforms(hashes[3]);
    x.vrm_avatar_update_springs(avatar, dt);
    addTransforms(hashes[4]);
  }
  return ['pose', 'look_at', 'expression', 'constraint', 'spring'].map((name, i) => `${name}=${hashes[i]}`).join(' ');
}
