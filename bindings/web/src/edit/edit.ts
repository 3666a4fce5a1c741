import { C } from '../generated/layout.js';
import { bindKinds, springFields } from '../generated/full.js';
import type { BindKind, Change, SpringField } from '../generated/full.js';
import { colorBindTypes } from '../generated/tables.js';
import type { ColorBindType, Diagnostic } from '../generated/tables.js';
import { putCollider } from '../core/avatar.js';
import type { Collider } from '../core/avatar.js';
import { VrmError } from '../core/error.js';
import { Handle } from '../core/handle.js';
import { loadDesc } from '../core/model.js';
import type { LoadOptions } from '../core/model.js';
import type { Runtime } from '../core/runtime.js';
import { takeFile } from '../full/files.js';

/**
 * A file that is being edited: any value of its JSON, and what an avatar is made of. What is not touched is
 * written as it was, byte for byte.
 *
 * An operation that is refused throws a VrmError with the code `invalid-argument` and the reason, and changes nothing.
 * Indices are those of the file as the edit has made it. The file is not checked: `check` does that.
 */
export class Edit extends Handle {
    /** What the load found in the file. */
    readonly report: readonly Diagnostic[];

    /** Opens a file (.vrm, .glb, .vrma, .gltf), with an avatar or without. */
    constructor(runtime: Runtime, bytes: Uint8Array, options: LoadOptions = {}) {
        runtime.need('vrm_edit_create');
        const { exports } = runtime;
        const file = runtime.copyIn(bytes);
        let edit = 0;
        let desc = 0;
        let report: Diagnostic[] = [];
        try {
            desc = loadDesc(runtime, options);
            const out = runtime.scratch;
            const result = exports.vrm_edit_create(file, bytes.length, desc, out, out + 4);
            const [made, found] = runtime.u32.subarray(out >> 2, (out >> 2) + 2);
            report = runtime.takeReport(found!);
            runtime.check(result, report);
            edit = made!;
        } finally {
            if (desc) runtime.free(desc);
            if (!edit) runtime.free(file);
        }
        super(runtime, edit, 'Edit', (runtime) => {
            runtime.exports.vrm_edit_destroy(edit);
            runtime.free(file);
        });
        this.report = report;
    }

    /** The value at a JSON pointer, as it would be written now; undefined if there is none. */
    get(pointer: string): unknown {
        const { runtime } = this;
        const edit = this.alive;
        return runtime.withText(pointer, (at) => {
            const text = runtime.exports.vrm_edit_get(edit, at, runtime.scratch);
            return text ? JSON.parse(runtime.text(text, runtime.u32[runtime.scratch >> 2])) : undefined;
        });
    }

    /** Sets a value. Only the last step of the pointer may be new; "-" adds an element to an array. */
    set(pointer: string, value: unknown): this {
        return this.#withTexts(pointer, JSON.stringify(value), (edit, at, json) => this.runtime.exports.vrm_edit_set(edit, at, json));
    }

    /** Removes a value; elements of an array move up, and references to them are not rewritten. */
    remove(pointer: string): this {
        return this.#withText(pointer, (edit, at) => this.runtime.exports.vrm_edit_remove(edit, at));
    }

    /** Puts a PNG or JPEG file into the avatar as its thumbnail; null takes the thumbnail out. */
    setThumbnail(bytes: Uint8Array | null): this {
        const { exports } = this.runtime;
        if (!bytes) return this.#do((edit) => exports.vrm_edit_set_thumbnail(edit, 0, 0));
        return this.#do((edit) => this.runtime.withBytes(bytes, (at, size) => exports.vrm_edit_set_thumbnail(edit, at, size)));
    }

    /** Gives an image other bytes: a PNG, JPEG or WebP file. */
    setImage(image: number, bytes: Uint8Array): this {
        return this.#do((edit) => this.runtime.withBytes(bytes, (at, size) => this.runtime.exports.vrm_edit_set_image(edit, image, at, size)));
    }

    /** Embeds buffers and images of data URIs. The file is then written as a GLB. Call it before all other operations. */
    embed(): this {
        return this.#do((edit) => this.runtime.exports.vrm_edit_embed(edit));
    }

    /** Renames an expression. A name that is a preset's makes it that preset. */
    renameExpression(from: string, to: string): this {
        return this.#withTexts(from, to, (edit, old, made) => this.runtime.exports.vrm_edit_rename_expression(edit, old, made));
    }

    /** Binds a morph target of the mesh of a node to an expression, or gives such a bind another weight. */
    bindMorph(expression: string, node: number, morph: number, weight: number): this {
        return this.#withText(expression, (edit, name) => this.runtime.exports.vrm_edit_bind_morph(edit, name, node, morph, weight));
    }

    /** Binds a color of a material to an expression: red, green, blue and alpha, linear. */
    bindColor(expression: string, material: number, type: ColorBindType, color: ArrayLike<number>): this {
        const { runtime } = this;
        return this.#withText(expression, (edit, name) =>
            runtime.exports.vrm_edit_bind_color(edit, name, material, colorBindTypes.indexOf(type), runtime.put(color, 4)));
    }

    /** Binds the texture transform of a material to an expression. */
    bindUv(expression: string, material: number, scale: ArrayLike<number>, offset: ArrayLike<number>): this {
        const { runtime } = this;
        return this.#withText(expression, (edit, name) => {
            const at = runtime.put([scale[0]!, scale[1]!, offset[0]!, offset[1]!], 4);
            return runtime.exports.vrm_edit_bind_uv(edit, name, material, at, at + 8);
        });
    }

    /** Removes a bind of an expression; all of this kind unless an index is given. */
    unbind(expression: string, kind: BindKind, index: number = C.VRM_ALL): this {
        return this.#withText(expression, (edit, name) => this.runtime.exports.vrm_edit_unbind(edit, name, bindKinds.indexOf(kind), index));
    }

    /** Sets a number of a spring's joint; of all its joints unless one is given. 0.x has no single joints. */
    setSpring(spring: number, name: SpringField, value: number, joint: number = C.VRM_ALL): this {
        return this.#do((edit) => this.runtime.exports.vrm_edit_set_spring(edit, spring, joint, springFields.indexOf(name), value));
    }

    /** Sets the direction of gravity of a spring's joint; of all its joints unless one is given. */
    setGravityDir(spring: number, x: number, y: number, z: number, joint: number = C.VRM_ALL): this {
        return this.#do((edit) => this.runtime.exports.vrm_edit_set_gravity_dir(edit, spring, joint, this.runtime.put3(x, y, z)));
    }

    /** Adds a collider to a group of them, and returns its index; without a group it touches nothing. */
    addCollider(collider: Collider, group: number = C.VRM_NONE): number {
        const { runtime } = this;
        const out = runtime.scratch + 64;
        this.#do((edit) => runtime.exports.vrm_edit_add_collider(edit, putCollider(runtime, collider), group, out));
        return runtime.i32[out >> 2]!;
    }

    /** Gives a collider another node and another shape. */
    setCollider(index: number, collider: Collider): this {
        return this.#do((edit) => this.runtime.exports.vrm_edit_set_collider(edit, index, putCollider(this.runtime, collider)));
    }

    /** Removes a collider, also from groups; a group that has none left goes too. */
    removeCollider(index: number): this {
        return this.#do((edit) => this.runtime.exports.vrm_edit_remove_collider(edit, index));
    }

    /** Removes nodes, all that are below them, and what refers to them. Required bones and joints of skins are not removed. */
    removeNodes(nodes: readonly number[]): this {
        const list = new Uint8Array(Int32Array.from(nodes).buffer);
        return this.#do((edit) => this.runtime.withBytes(list, (at) => this.runtime.exports.vrm_edit_remove_nodes(edit, at, nodes.length)));
    }

    /** Merges a node into its parent. Nothing moves in the world. */
    mergeNode(node: number): this {
        return this.#do((edit) => this.runtime.exports.vrm_edit_merge_node(edit, node));
    }

    /** Leaves extensionsUsed and extensionsRequired as operations set them. */
    keepExtensionsUsed(): this {
        this.runtime.exports.vrm_edit_keep_extensions_used(this.alive);
        return this;
    }

    /** Writes the file as it is now, with a list of the operations. The edit goes on. */
    write(): { bytes: Uint8Array<ArrayBuffer>; changes: Change[] } {
        const { runtime } = this;
        const edit = this.alive;
        return takeFile(runtime, runtime.create('the file', (out) => runtime.exports.vrm_edit_write(edit, out, out + 4)));
    }

    #do(call: (edit: number) => number): this {
        const { runtime } = this;
        const edit = this.alive;
        const result = call(edit);
        const problem = result === C.VRM_ERROR_INVALID_ARGUMENT ? runtime.text(runtime.exports.vrm_edit_problem(edit)) : '';
        if (problem) throw new VrmError('invalid-argument', problem);
        runtime.check(result);
        return this;
    }

    #withText(text: string, call: (edit: number, at: number) => number): this {
        return this.#do((edit) => this.runtime.withText(text, (at) => call(edit, at)));
    }

    #withTexts(first: string, second: string, call: (edit: number, one: number, two: number) => number): this {
        return this.#withText(first, (edit, one) => this.runtime.withText(second, (two) => call(edit, one, two)));
    }
}
