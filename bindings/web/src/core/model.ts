import { vrm_avatar_desc, vrm_gltf, vrm_limits, vrm_load_desc, vrm_meshopt_decoder, vrm_peek } from '../generated/layout.js';
import { CoreStruct, avatarFlags, limitsFields, loadFlags } from '../generated/tables.js';
import type { AvatarFlags, BoneName, Diagnostic, Limits, LoadFlags, Tables } from '../generated/tables.js';
import { Avatar } from './avatar.js';
import { Handle } from './handle.js';
import { writeDecoder } from './meshopt.js';
import type { MeshoptDecoder } from './meshopt.js';
import { bits, reader, write } from './read.js';
import type { Runtime } from './runtime.js';

/** Settings of a load. */
export interface LoadOptions extends LoadFlags {
    /** Resource limits; the defaults are safe for untrusted files. */
    limits?: Limits;
    /**
     * `MeshoptDecoder` of the npm package `meshoptimizer`, after `await MeshoptDecoder.ready`. Without it,
     * compressed meshes are not read, and a diagnostic reports this. Not for workers.
     */
    meshopt?: MeshoptDecoder;
}

/** Settings of an avatar. */
export interface AvatarOptions extends AvatarFlags {
    /** How many colliders of the application's own `setCollider` takes. Default: 0. */
    colliderCapacity?: number;
}

const JSON_CHUNK = 0x4e4f534a;

/** Writes the settings of a load behind one another: a desc, and limits and a decoder if there are some. */
export function loadDesc(runtime: Runtime, options: LoadOptions): number {
    const { exports } = runtime;
    const desc = runtime.alloc(vrm_load_desc.SIZE + vrm_limits.SIZE + vrm_meshopt_decoder.SIZE + 16);
    const limits = (desc + vrm_load_desc.SIZE + 7) & -8;
    exports.vrm_load_desc_init_sized(desc, vrm_load_desc.SIZE);
    runtime.u32[(desc + vrm_load_desc.flags) >> 2] = bits(loadFlags, options);
    if (options.limits) {
        writeLimits(runtime, limits, options.limits);
        runtime.u32[(desc + vrm_load_desc.limits) >> 2] = limits;
    }
    if (options.meshopt) {
        const decoder = (limits + vrm_limits.SIZE + 7) & -8;
        writeDecoder(runtime, decoder, options.meshopt);
        runtime.u32[(desc + vrm_load_desc.meshopt) >> 2] = decoder;
    }
    return desc;
}

/** Fills in the limits of C at an address. */
function writeLimits(runtime: Runtime, pointer: number, limits: Limits): void {
    runtime.exports.vrm_limits_init_sized(pointer, vrm_limits.SIZE);
    write(runtime, reader.parse(limitsFields), pointer, limits);
}

/** The beginning of a GLB file with its header and its JSON; all bytes of any other file. */
export function headOf(bytes: Uint8Array): Uint8Array {
    if (bytes.length < 20) return bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 20);
    const isGlb = view.getUint32(0, true) === 0x46546c67 && view.getUint32(16, true) === JSON_CHUNK;
    return isGlb ? bytes.subarray(0, 20 + view.getUint32(12, true)) : bytes;
}

/** Loads a file. Without its payload, only its JSON comes into the memory of the instance. */
export function loadModel(runtime: Runtime, bytes: Uint8Array, options: LoadOptions, withPayload: boolean): Model {
    const { exports } = runtime;
    const desc = loadDesc(runtime, options);
    const given = withPayload ? bytes : headOf(bytes);
    let file = 0;
    try {
        file = runtime.copyIn(given);
        const out = runtime.scratch;
        const peek = out + 16;
        exports.vrm_peek_init_sized(peek, vrm_peek.SIZE);
        const result = withPayload
            ? exports.vrm_model_load(file, given.length, desc, out, out + 4)
            : exports.vrm_model_peek(file, given.length, desc, peek, out, out + 4);
        const [model, report] = runtime.u32.subarray(out >> 2, (out >> 2) + 2);
        const found = runtime.takeReport(report!);
        runtime.check(result, found);
        const kept = withPayload ? file : 0;
        if (kept) file = 0;
        return new Model(runtime, model!, kept, found);
    } finally {
        if (file) runtime.free(file);
        runtime.free(desc);
    }
}

/** An avatar as its file describes it. Any number of avatars can be made of it. */
export class Model extends Handle {
    /** What the load found in the file. */
    readonly report: readonly Diagnostic[];
    readonly #indices = new Map<string, number>();
    #readTables: Tables | undefined;

    /** Lets go of the payload: meshes and images. Avatars never need it. */
    readonly dropPayload: () => void;

    /** Use `loadModel` or `peekModel`. The file is what the model borrows its payload from, or 0. */
    constructor(runtime: Runtime, pointer: number, file: number, report: Diagnostic[]) {
        // Avatars may still hold the model when it is released: its payload has to go first.
        const drop = (): void => {
            if (!file || runtime.isDead) return;
            runtime.exports.vrm_model_drop_payload(pointer);
            runtime.free(file);
            file = 0;
        };
        super(runtime, pointer, 'Model', (runtime) => {
            drop();
            runtime.exports.vrm_model_release(pointer);
        });
        this.dropPayload = drop;
        this.report = report;
    }

    /** The avatar's name. It is untrusted: show it as text, never as HTML. */
    get name(): string {
        return this.runtime.text(this.runtime.exports.vrm_model_name(this.pointer));
    }

    /** The meaning of the file, in one form for all VRM versions. Made at first use; it stays after `dispose`. */
    get tables(): Tables {
        return this.#readTables ?? this.readTables(this.alive);
    }

    /** The same with the pointer that an avatar holds: it is valid after `dispose` too. */
    readTables(model: number): Tables {
        return (this.#readTables ??= this.#makeTables(model));
    }

    /** How many bytes the model holds, not counting the payload. */
    get memorySize(): number {
        return this.runtime.exports.vrm_model_memory_size(this.pointer);
    }

    /** The index of an expression by its name, in 1.0 or 0.x; -1: there is none. */
    findExpression(name: string): number {
        return this.findExpressionIn(this.pointer, name);
    }

    /** The same with the pointer that an avatar holds: it is valid after `dispose` too. */
    findExpressionIn(model: number, name: string): number {
        let index = this.#indices.get(name);
        if (index === undefined) {
            index = this.runtime.withText(name, (text) => this.runtime.exports.vrm_model_find_expression(model, text));
            if (model) this.#indices.set(name, index);
        }
        return index;
    }

    /** The index of the first node of a name; -1: there is none. */
    findNode(name: string): number {
        return this.#find(name, this.runtime.exports.vrm_model_find_node);
    }

    /** The index of the first spring of a name; -1: there is none. */
    findSpring(name: string): number {
        return this.#find(name, this.runtime.exports.vrm_model_find_spring);
    }

    /** The index of the first material of a name; -1: there is none. */
    findMaterial(name: string): number {
        return this.#find(name, this.runtime.exports.vrm_model_find_material);
    }

    /** The index of the node of a bone; -1: the avatar does not have it. */
    boneNode(bone: BoneName | number): number {
        return this.runtime.exports.vrm_model_bone_node(this.pointer, this.runtime.boneIndex(bone));
    }

    /** Which stages of an update may write the rotation of a node: 1 lookAt, 2 constraints, 4 springs. */
    nodeWriters(node: number): number {
        return this.runtime.exports.vrm_model_node_writers(this.pointer, node);
    }

    /** Creates an avatar at rest, at the origin. */
    createAvatar(options: AvatarOptions = {}): Avatar {
        return this.addAvatar(options, (model, desc, out) => this.runtime.exports.vrm_avatar_create(model, desc, out, out + 4));
    }

    /** Makes an avatar in a way that the caller gives: alone, or in a crowd. */
    addAvatar(options: AvatarOptions, create: (model: number, desc: number, out: number) => number): Avatar {
        const { runtime } = this;
        const model = this.alive;
        const desc = runtime.scratch;
        runtime.exports.vrm_avatar_desc_init_sized(desc, vrm_avatar_desc.SIZE);
        runtime.u32[(desc + vrm_avatar_desc.flags) >> 2] = bits(avatarFlags, options);
        runtime.u32[(desc + vrm_avatar_desc.collider_capacity) >> 2] = options.colliderCapacity ?? 0;
        return new Avatar(this, runtime.create('another avatar', (out) => create(model, desc, out)));
    }

    /** The bytes of an image file, not decoded, such as `tables.meta.thumbnailImage`. Needs the payload: see `loadModel`. */
    image(index: number): Uint8Array<ArrayBuffer> {
        const { runtime } = this;
        const out = runtime.scratch;
        runtime.check(runtime.exports.vrm_model_get_image_bytes(this.pointer, index, out, out + 4));
        const [at, size] = runtime.u32.subarray(out >> 2, (out >> 2) + 2);
        return runtime.u8.slice(at, at! + size!) as Uint8Array<ArrayBuffer>;
    }

    #find(name: string, search: (model: number, name: number) => number): number {
        return this.runtime.withText(name, (text) => search(this.pointer, text));
    }

    #makeTables(model: number): Tables {
        const { runtime } = this;
        const { exports } = runtime;
        const nodeCount = runtime.u32[(exports.vrm_model_gltf(model) + vrm_gltf.node_count) >> 2];
        return reader.struct(runtime, CoreStruct.Tables, exports.vrm_model_tables(model), nodeCount) as Tables;
    }
}
