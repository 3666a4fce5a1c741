import { vrm_frame, vrm_material_values } from '../generated/layout.js';
import type { Runtime } from './runtime.js';

/** Floats of a transform: translation x y z, rotation x y z w, scale x y z. */
export const TRS_FLOATS = 10;
const MATERIAL_FLOATS = vrm_material_values.SIZE / 4;

/**
 * What the last update of an avatar computed.
 *
 * The arrays are views of the memory of the instance, without a copy. They are emptied when the memory
 * grows, which loading and creating can do and updating never does: read the property in each frame
 * rather than keep the array.
 */
export class Frame {
    readonly #runtime: Runtime;
    #at: number;
    #local!: Float32Array;
    #world!: Float32Array;
    #morphs!: Float32Array;
    #offsets!: Uint32Array;
    #values!: Float32Array;
    #weights!: Float32Array;

    /** Use `avatar.frame`. */
    constructor(runtime: Runtime, pointer: number) {
        this.#runtime = runtime;
        this.#at = pointer >> 2;
        this.#view();
    }

    /** Makes the views: the frame has the same addresses and counts as long as its avatar exists. */
    #view(): this {
        const { u32, exports: { memory: { buffer } } } = this.#runtime;
        const at = this.#at;
        const nodes = u32[at + vrm_frame.node_count / 4]!;
        const floats = (field: vrm_frame, count: number): Float32Array => new Float32Array(buffer, u32[at + field / 4], count);
        this.#local = floats(vrm_frame.local, nodes * TRS_FLOATS);
        this.#world = floats(vrm_frame.world, nodes * 16);
        this.#morphs = floats(vrm_frame.morph_weights, u32[at + vrm_frame.morph_weight_count / 4]!);
        this.#offsets = new Uint32Array(buffer, u32[at + vrm_frame.morph_offsets / 4], nodes + 1);
        this.#values = floats(vrm_frame.materials, u32[at + vrm_frame.material_count / 4]! * MATERIAL_FLOATS);
        this.#weights = floats(vrm_frame.expression_weights, u32[at + vrm_frame.expression_count / 4]!);
        return this;
    }

    /** Itself, with views that are of the memory as it is now: of none, once its avatar was disposed of. */
    get #viewed(): this {
        // Every frame has offsets: their absence means that the memory has grown.
        return this.#offsets.length || !this.#at ? this : this.#view();
    }

    /** The local transform of each node: 10 floats, translation, rotation and scale. */
    get local(): Float32Array {
        return this.#viewed.#local;
    }
    /** The matrix of each node to the world, 16 floats, column by column. */
    get world(): Float32Array {
        return this.#viewed.#world;
    }
    /** Weights of morph targets. Those of node n are from morphOffsets[n] to morphOffsets[n + 1]. */
    get morphWeights(): Float32Array {
        return this.#viewed.#morphs;
    }
    /** The first weight of each node: one number more than there are nodes. */
    get morphOffsets(): Uint32Array {
        return this.#viewed.#offsets;
    }
    /** 62 floats for each material, in the order of vrm_material_values of vrm/frame.h. */
    get materials(): Float32Array {
        return this.#viewed.#values;
    }
    /** The weight of each expression, after isBinary and overrides. */
    get expressionWeights(): Float32Array {
        return this.#viewed.#weights;
    }

    /** Empties the arrays: the avatar was disposed of. */
    end(): void {
        this.#at = 0;
        this.#local = this.#world = this.#morphs = this.#values = this.#weights = new Float32Array(0);
        this.#offsets = new Uint32Array(0);
    }
}
