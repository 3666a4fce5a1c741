// Marks what a diagnostic speaks of: joints, colliders, springs and the edges of meshes, as lines over the avatar.
import type { Avatar } from '../src/core/avatar.js';
import type { Model } from '../src/core/model.js';
import type { Diagnostic } from '../src/generated/tables.js';
import type { Gltf } from '../src/generated/gltf.js';
import { vrm_line, vrm_view } from '../src/generated/layout.js';
import { readGltf, readInverseBinds, readJoints, readMaterials, readTriangles, readVertices } from '../src/gltf.js';
import type { Renderer, View } from '../src/render.js';
import { writeView } from '../src/render/view.js';
import { distance } from './camera.js';
import type { Vec3 } from './camera.js';
import type { Shown } from './stage.js';

type Kind = 'node' | 'mesh' | 'material' | 'texture' | 'image' | 'skin' | 'spring' | 'collider' | 'collider group' | 'expression';
interface Mark {
    kind: Kind;
    index: number;
}

const LINE = vrm_line.SIZE / 4;
const MOST_LINES = 12_000;
const MOST_NODES = 512;
const CIRCLE = 24;
const COLORS: Record<string, readonly number[]> = { error: [0.85, 0.12, 0.16, 0.95], warning: [0.88, 0.48, 0.02, 0.95], note: [0.13, 0.42, 0.8, 0.95] };
const SPRING_COLORS = [[0.1, 0.5, 0.9, 0.9], [0.1, 0.7, 0.4, 0.6], [0.9, 0.35, 0.1, 0.6]];

const read = new WeakMap<Model, Gltf>();

/** The glTF tables of a model, which are read once: a report asks for each of its lines. */
function gltfOf(model: Model): Gltf {
    const gltf = read.get(model) ?? readGltf(model);
    read.set(model, gltf);
    return gltf;
}

/** What a diagnostic speaks of; undefined where it is no part of the avatar, such as its licence. */
export function markOf(model: Model, { subject, subjectName, subjectIndex, arguments: values }: Diagnostic): Mark | undefined {
    const places = [{ subject, name: subjectName, index: subjectIndex },
        ...values.filter(({ kind }) => kind === 'reference').map((value) => ({ subject: value.subject, name: value.name, index: value.integer }))];
    for (const place of places) {
        const found = byName(model, place.subject, place.name) ?? byIndex(model, place.subject, place.index);
        if (found) return found;
    }
    return undefined;
}

/** Elements of VRM are known by their names; those of 0.x stand in other lists than ours. */
function byName(model: Model, subject: string, name: string): Mark | undefined {
    const find: Record<string, () => Mark> = {
        bone: () => ({ kind: 'node', index: model.boneNode(name as never) }),
        expression: () => ({ kind: 'expression', index: model.findExpression(name) }),
        spring: () => ({ kind: 'spring', index: model.findSpring(name) }),
    };
    const found = name ? find[subject]?.() : undefined;
    return found && found.index >= 0 ? found : undefined;
}

function byIndex(model: Model, subject: string, index: number): Mark | undefined {
    const { tables } = model;
    const gltf = gltfOf(model);
    const lists: Record<string, { length: number }> = {
        node: gltf.nodes, mesh: gltf.meshes, material: gltf.materials, texture: gltf.textures, image: gltf.images, skin: gltf.skins,
        spring: tables.springs, collider: tables.springColliders, 'collider group': tables.springColliderGroups,
    };
    const list = lists[subject];
    return list && index >= 0 && index < list.length ? { kind: subject as Kind, index } : undefined;
}

/** Lines of the world, whose ends are computed anew in each frame. */
class Lines {
    readonly ends: number[] = [];

    add(from: ArrayLike<number>, to: ArrayLike<number>): void {
        if (this.ends.length < MOST_LINES * 6) this.ends.push(from[0]!, from[1]!, from[2]!, to[0]!, to[1]!, to[2]!);
    }

    /** Three circles. */
    ball(middle: ArrayLike<number>, radius: number): void {
        for (let axis = 0; axis < 3; ++axis) {
            let last: number[] | undefined;
            for (let i = 0; i <= CIRCLE; ++i) {
                const angle = (2 * Math.PI * i) / CIRCLE;
                const point = [middle[0]!, middle[1]!, middle[2]!];
                point[axis]! += radius * Math.cos(angle);
                point[(axis + 1) % 3]! += radius * Math.sin(angle);
                if (last) this.add(last, point);
                last = point;
            }
        }
    }

    /** The end of a line that is nearest to the middle of all: the middle itself may lie between two eyes. */
    get middle(): Vec3 | undefined {
        const { ends } = this;
        const count = ends.length / 3;
        if (!count) return undefined;
        const sum = [0, 0, 0];
        for (let i = 0; i < ends.length; ++i) sum[i % 3]! += ends[i]! / count;
        let nearest: Vec3 | undefined;
        for (let i = 0; i < ends.length; i += 3) {
            const point: Vec3 = [ends[i]!, ends[i + 1]!, ends[i + 2]!];
            if (!nearest || distance(point, sum) < distance(nearest, sum)) nearest = point;
        }
        return nearest;
    }
}

/** A part of a mesh as its file has it: it is put where the avatar is in each frame. */
interface Part {
    node: number;
    skin: number;
    positions: Float32Array;
    joints: Uint16Array | undefined;
    weights: Float32Array | undefined;
    inverseBinds: Float32Array | undefined;
    skinJoints: number[];
    triangles: Uint32Array;
}

/** out = m * point, with m column by column at a place of an array. */
function transform(m: Float32Array, at: number, x: number, y: number, z: number): Vec3 {
    return [m[at]! * x + m[at + 4]! * y + m[at + 8]! * z + m[at + 12]!, m[at + 1]! * x + m[at + 5]! * y + m[at + 9]! * z + m[at + 13]!,
        m[at + 2]! * x + m[at + 6]! * y + m[at + 10]! * z + m[at + 14]!];
}

function placeOf({ node, positions, joints, weights, inverseBinds, skinJoints }: Part, world: Float32Array, vertex: number): Vec3 {
    const [x, y, z] = [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
    if (!joints || !weights || !inverseBinds) return transform(world, node * 16, x, y, z);
    const out: Vec3 = [0, 0, 0];
    for (let i = 0; i < 4; ++i) {
        const weight = weights[vertex * 4 + i]!;
        const joint = joints[vertex * 4 + i]!;
        if (!weight || skinJoints[joint] === undefined) continue;
        const bound = transform(inverseBinds, joint * 16, x, y, z);
        const placed = transform(world, skinJoints[joint] * 16, ...bound);
        for (let axis = 0; axis < 3; ++axis) out[axis]! += weight * placed[axis]!;
    }
    return out;
}

function readPart(model: Model, gltf: Gltf, node: number, primitive: number): Part | undefined {
    const { mesh, skin } = gltf.nodes[node]!;
    try {
        const isSkinned = skin >= 0;
        return {
            node, skin,
            positions: readVertices(model, mesh, primitive, 'position', 3),
            joints: isSkinned ? readJoints(model, mesh, primitive, skin) : undefined,
            weights: isSkinned ? readVertices(model, mesh, primitive, 'weights', 4) : undefined,
            inverseBinds: isSkinned ? readInverseBinds(model, skin) : undefined,
            skinJoints: gltf.skins[skin]?.joints ?? [],
            triangles: readTriangles(model, mesh, primitive),
        };
    } catch {
        return undefined; // what cannot be read cannot be shown either
    }
}

/** Whether an object of a material names a texture, or one with an image. */
function usesTexture(things: object[], gltf: Gltf, { kind, index }: Mark): boolean {
    return things.some((thing) => Object.values(thing).some((value: unknown) => {
        const texture = (value as { texture?: number } | null)?.texture;
        if (typeof texture !== 'number' || texture < 0) return false;
        return kind === 'texture' ? texture === index : gltf.textures[texture]?.image === index;
    }));
}

function partsOf(model: Model, gltf: Gltf, mark: Mark): Part[] {
    const materials = mark.kind === 'texture' || mark.kind === 'image' ? readMaterials(model) : [];
    const isOf = (node: number, mesh: number, material: number): boolean => {
        if (mark.kind === 'node') return node === mark.index;
        if (mark.kind === 'mesh') return mesh === mark.index;
        if (mark.kind === 'material') return material === mark.index;
        const one = materials[material];
        return one !== undefined && usesTexture([one.material, one.mtoon], gltf, mark);
    };
    const parts: Part[] = [];
    gltf.nodes.forEach(({ mesh }, node) => gltf.meshes[mesh]?.primitives.forEach(({ material }, primitive) => {
        const part = isOf(node, mesh, material) && parts.length < MOST_NODES ? readPart(model, gltf, node, primitive) : undefined;
        if (part) parts.push(part);
    }));
    return parts;
}

export class Marks {
    /** The middle of what is marked, in the world. */
    place: Vec3 | undefined;
    label = '';
    #mark: Mark | undefined;
    #gltf: Gltf | undefined;
    #parts: Part[] = [];
    #color: readonly number[] = [];
    #room = 0;

    clear(): void {
        this.#mark = this.#gltf = this.place = undefined;
        this.#parts = [];
        this.#room = 0; // it was in the memory of an instance that may be gone
    }

    /** Marks what a diagnostic speaks of. An expression is shown on the face. */
    set({ model, avatar }: Shown, diagnostic: Diagnostic | undefined): boolean {
        if (this.#mark?.kind === 'expression') avatar.setExpression(this.#mark.index, 0);
        const room = this.#room;
        this.clear();
        this.#room = room;
        const mark = diagnostic && markOf(model, diagnostic);
        if (!mark) return false;
        this.#mark = mark;
        this.#gltf = gltfOf(model);
        this.#color = COLORS[diagnostic.severity]!;
        this.label = diagnostic.subjectName || `${mark.kind} ${mark.index}`;
        if (mark.kind === 'expression') avatar.setExpression(mark.index, 1);
        if (['node', 'mesh', 'material', 'texture', 'image'].includes(mark.kind)) this.#parts = partsOf(model, this.#gltf, mark);
        this.#follow(model, avatar);
        return true;
    }

    /** Draws the marks over the avatar, and the springs if wanted. */
    draw(renderer: Renderer, view: View, { model, avatar }: Shown, hasSprings: boolean): void {
        if (hasSprings) {
            const { lines, kinds } = springLines(avatar, () => true);
            this.#drawLines(renderer, view, lines, (i) => SPRING_COLORS[kinds[i]!] ?? SPRING_COLORS[0]!);
        }
        if (!this.#mark) return;
        const isMesh = this.#parts.length > 0 && this.#mark.kind !== 'node';
        const color = isMesh ? [...this.#color.slice(0, 3), 0.35] : this.#color;
        this.#drawLines(renderer, view, this.#follow(model, avatar), () => color);
    }

    /** The lines of this frame. */
    #follow(model: Model, avatar: Avatar): Lines {
        const { kind, index } = this.#mark!;
        const gltf = this.#gltf!;
        const at = (node: number): Float32Array => avatar.frame.world.subarray(node * 16 + 12, node * 16 + 15);
        let lines = new Lines();
        if (kind === 'expression') {
            this.place = model.boneNode('head') >= 0 ? avatar.eyePosition() : undefined;
            return lines;
        }
        if (kind === 'node') {
            lines.ball(at(index), 0.025);
            const waiting = [index];
            for (let i = 0; i < waiting.length && waiting.length < MOST_NODES; ++i) {
                for (const child of gltf.nodes[waiting[i]!]!.children) {
                    lines.add(at(waiting[i]!), at(child));
                    waiting.push(child);
                }
            }
            this.place = [...at(index)] as Vec3;
        } else if (kind === 'skin') {
            for (const joint of gltf.skins[index]!.joints.slice(0, MOST_NODES)) lines.ball(at(joint), 0.01);
        } else if (kind === 'spring' || kind === 'collider' || kind === 'collider group') {
            lines = springLines(avatar, isOfSpring(model, this.#mark!)).lines;
        }
        this.#addEdges(lines, avatar.frame.world);
        if (kind !== 'node') this.place = lines.middle;
        return lines;
    }

    /** The edges of the triangles; of too many, some. */
    #addEdges(lines: Lines, world: Float32Array): void {
        const all = this.#parts.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
        const step = 3 * (1 + Math.floor((all * 3) / MOST_LINES));
        for (const part of this.#parts) {
            for (let i = 0; i + 2 < part.triangles.length; i += step) {
                const corners = [0, 1, 2].map((corner) => placeOf(part, world, part.triangles[i + corner]!));
                for (let corner = 0; corner < 3; ++corner) lines.add(corners[corner]!, corners[(corner + 1) % 3]!);
            }
        }
    }

    #drawLines(renderer: Renderer, view: View, { ends }: Lines, color: (line: number) => readonly number[]): void {
        const { runtime, gl } = renderer;
        const count = ends.length / 6;
        if (!count) return;
        this.#room ||= runtime.alloc(vrm_view.SIZE + MOST_LINES * (vrm_line.SIZE + 16));
        const lines = this.#room + vrm_view.SIZE;
        const colors = lines + MOST_LINES * vrm_line.SIZE;
        const { f32 } = runtime;
        for (let i = 0; i < count; ++i) {
            for (let j = 0; j < 6; ++j) f32[(lines >> 2) + i * LINE + j] = ends[i * 6 + j]!;
            f32.set(color(i), (colors >> 2) + i * 4);
        }
        writeView(runtime, this.#room, view, gl.drawingBufferWidth, gl.drawingBufferHeight);
        runtime.exports.vrm_renderer_draw_lines(renderer.pointer, this.#room, lines, colors, count, 0);
    }
}

/** The lines of springs and colliders that are wanted, and the kind of each. */
function springLines({ runtime, pointer }: Avatar, isWanted: (kind: number, index: number) => boolean): { lines: Lines; kinds: number[] } {
    const count = Math.min(runtime.exports.vrm_avatar_debug_lines(pointer, 0, 0), MOST_LINES);
    const lines = new Lines();
    const kinds: number[] = [];
    const memory = runtime.alloc(count * vrm_line.SIZE || 4);
    runtime.exports.vrm_avatar_debug_lines(pointer, memory, count);
    for (let i = 0; i < count; ++i) {
        const at = (memory >> 2) + i * LINE;
        const kind = runtime.i32[at + vrm_line.kind / 4]!;
        if (!isWanted(kind, runtime.i32[at + vrm_line.index / 4]!)) continue;
        kinds.push(kind);
        lines.add(runtime.f32.subarray(at, at + 3), runtime.f32.subarray(at + 3, at + 6));
    }
    runtime.free(memory);
    return { lines, kinds };
}

const COLLIDER = 2;

function isOfSpring({ tables }: Model, { kind: wanted, index: of }: Mark): (kind: number, index: number) => boolean {
    const colliders = wanted === 'collider' ? [of] : tables.springColliderGroups[of]?.colliders ?? [];
    return (kind, index) => (wanted === 'spring' ? kind !== COLLIDER && tables.springJoints[index]?.spring === of
        : kind === COLLIDER && colliders.includes(index));
}
