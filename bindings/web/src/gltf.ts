/**
 * The glTF side of a model: its tables, and its payload as arrays that a renderer uploads. Takes models of
 * any import of the package. What reads the payload needs a model of `loadModel`.
 */
import { vrm_gltf, vrm_tables } from './generated/layout.js';
import { GltfStruct, attributeSemantics, gltfStructs, gltfWords } from './generated/gltf.js';
import type { AttributeSemantic, Gltf, Material, Mtoon } from './generated/gltf.js';
import { firstPersonTypes } from './generated/tables.js';
import type { FirstPersonType } from './generated/tables.js';
import type { Model } from './core/model.js';
import { Reader, reader } from './core/read.js';
import type { Runtime } from './core/runtime.js';

export type * from './generated/gltf.js';
export type { FirstPersonType };

const gltfReader = /* @__PURE__ */ new Reader(gltfStructs, gltfWords, reader);

/** Reads the glTF tables of a model: the contents of the file. */
export function readGltf(model: Model): Gltf {
    const { runtime } = model;
    return gltfReader.struct(runtime, GltfStruct.Gltf, runtime.exports.vrm_model_gltf(model.pointer)) as Gltf;
}

/** What is to be drawn: the materials of a model as a 1.0 file would have them, and what MToon adds to each. */
export function readMaterials(model: Model): { material: Material; mtoon: Mtoon }[] {
    const { runtime } = model;
    const { u32 } = runtime;
    const tables = runtime.exports.vrm_model_tables(model.pointer);
    if (!tables) return [];
    const at = (field: vrm_tables, kind: GltfStruct, i: number): number => u32[(tables + field) >> 2]! + i * gltfReader.sizeOf(kind);
    return Array.from({ length: u32[(tables + vrm_tables.material_count) >> 2]! }, (_, i) => ({
        material: gltfReader.struct(runtime, GltfStruct.Material, at(vrm_tables.materials, GltfStruct.Material, i)) as Material,
        mtoon: gltfReader.struct(runtime, GltfStruct.Mtoon, at(vrm_tables.mtoons, GltfStruct.Mtoon, i)) as Mtoon,
    }));
}

/** Reads an accessor as floats. */
export function readFloats(model: Model, accessor: number): Float32Array<ArrayBuffer> {
    const { exports } = model.runtime;
    const count = exports.vrm_model_accessor_floats(model.pointer, accessor);
    return take(model.runtime, count, (out) => exports.vrm_model_read_floats(model.pointer, accessor, out, count));
}

/** Reads a vertex attribute as floats, with 2 to 4 components for each vertex. `set` is the n of TEXCOORD_n and so on. */
export function readVertices(model: Model, mesh: number, primitive: number, semantic: AttributeSemantic, components: number,
    set = 0): Float32Array<ArrayBuffer> {
    const count = primitiveOf(model, mesh, primitive).vertexCount * components;
    return take(model.runtime, count, (out) => model.runtime.exports.vrm_model_read_vertices(model.pointer, mesh, primitive,
        attributeSemantics.indexOf(semantic), set, components, out, count));
}

/** Reads the differences of a morph target: three floats for each vertex. */
export function readMorphTarget(model: Model, mesh: number, primitive: number, target: number,
    semantic: 'position' | 'normal'): Float32Array<ArrayBuffer> {
    const count = primitiveOf(model, mesh, primitive).vertexCount * 3;
    return take(model.runtime, count, (out) => model.runtime.exports.vrm_model_read_morph_target(model.pointer, mesh, primitive,
        target, attributeSemantics.indexOf(semantic), out, count));
}

/** Reads the triangles of a primitive, three indices each, for all modes. */
export function readTriangles(model: Model, mesh: number, primitive: number): Uint32Array<ArrayBuffer> {
    return takeIndices(model, primitiveOf(model, mesh, primitive).triangleCount * 3, (out, count, written) =>
        model.runtime.exports.vrm_model_read_triangles(model.pointer, mesh, primitive, out, count, written));
}

/** Reads the triangles that the first-person camera draws of a node with a mesh. */
export function readFirstPersonTriangles(model: Model, node: number, primitive: number): Uint32Array<ArrayBuffer> {
    const mesh = readGltf(model).nodes[node]!.mesh;
    return takeIndices(model, primitiveOf(model, mesh, primitive).triangleCount * 3, (out, count, written) =>
        model.runtime.exports.vrm_model_read_first_person_triangles(model.pointer, node, primitive, out, count, written));
}

/** Reads JOINTS_n: four indices into the joints of a skin for each vertex. */
export function readJoints(model: Model, mesh: number, primitive: number, skin: number, set = 0): Uint16Array<ArrayBuffer> {
    const { runtime } = model;
    const count = primitiveOf(model, mesh, primitive).vertexCount * 4;
    const out = runtime.alloc(count * 2 || 2);
    try {
        runtime.check(runtime.exports.vrm_model_read_joints(model.pointer, mesh, primitive, set, skin, out, count, 0));
        return new Uint16Array(runtime.exports.memory.buffer, out, count).slice() as Uint16Array<ArrayBuffer>;
    } finally {
        runtime.free(out);
    }
}

/** Reads the inverse bind matrices of a skin: 16 floats for each joint. */
export function readInverseBinds(model: Model, skin: number): Float32Array<ArrayBuffer> {
    const joints = readGltf(model).skins[skin]?.joints.length ?? 0;
    return take(model.runtime, joints * 16, (out) =>
        model.runtime.exports.vrm_model_read_inverse_binds(model.pointer, skin, out, joints));
}

/** Which camera draws a node with a mesh; never 'auto'. */
export function firstPerson(model: Model, node: number): FirstPersonType {
    return firstPersonTypes[model.runtime.exports.vrm_model_first_person(model.pointer, node)]!;
}

/** The counts of a primitive, from the tables of C. */
function primitiveOf(model: Model, mesh: number, primitive: number): { vertexCount: number; triangleCount: number } {
    const { u32, exports } = model.runtime;
    const gltf = exports.vrm_model_gltf(model.pointer);
    const none = { vertexCount: 0, triangleCount: 0 };
    if (!(mesh >= 0 && mesh < u32[(gltf + vrm_gltf.mesh_count) >> 2]!)) return none;
    return readMesh(model.runtime, u32[(gltf + vrm_gltf.meshes) >> 2]!, mesh)[primitive] ?? none;
}

function readMesh(runtime: Runtime, meshes: number, mesh: number): { vertexCount: number; triangleCount: number }[] {
    const at = meshes + mesh * gltfReader.sizeOf(GltfStruct.Mesh);
    return (gltfReader.struct(runtime, GltfStruct.Mesh, at) as Gltf['meshes'][number]).primitives;
}

function take(runtime: Runtime, count: number, read: (out: number) => number): Float32Array<ArrayBuffer> {
    const out = runtime.alloc(count * 4 || 4);
    try {
        runtime.check(read(out));
        return runtime.f32.slice(out >> 2, (out >> 2) + count) as Float32Array<ArrayBuffer>;
    } finally {
        runtime.free(out);
    }
}

function takeIndices(model: Model, count: number, read: (out: number, count: number, written: number) => number): Uint32Array<ArrayBuffer> {
    const { runtime } = model;
    const out = runtime.alloc(count * 4 || 4);
    try {
        runtime.check(read(out, count, runtime.scratch));
        return runtime.u32.slice(out >> 2, (out >> 2) + runtime.u32[runtime.scratch >> 2]!) as Uint32Array<ArrayBuffer>;
    } finally {
        runtime.free(out);
    }
}
