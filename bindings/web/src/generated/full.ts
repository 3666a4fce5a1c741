// Written by tools/make/make-web. Changes here are lost.

/** The kind of a change between a file and the file that was written from it: VRM_CHANGE_ constants. */
export type ChangeKind = 'kept' | 'converted' | 'narrowed' | 'lost' | 'added' | 'removed' | 'guessed' | 'set';

/** Properties of a written file. Fields may be added at the end. */
export interface WrittenInfo {
    /** VRM_WRITTEN_ bits. */
    changes: number;
    /** Bones, expressions and lookAt. */
    nodeCount: number;
    /** Of its animation. */
    channelCount: number;
    /** Lists of times; channels share them. */
    inputCount: number;
    /** The largest error of a bone, at the original keys. */
    errorDegrees: number;
    /** Of all channels together. */
    keyCount: number;
    /** The same before keys were removed. */
    clipKeyCount: number;
    /** The same of the hips. */
    errorMeters: number;
    /** The same of the weights. */
    errorWeight: number;
}

/** One change between a file and the file that was written from it. Fields may be added. */
export interface Change {
    /** VRM_CHANGE_… */
    kind: ChangeKind;
    /** Such as "meta-license": for programs, and never reworded. */
    code: string;
    /** JSON pointer in the old file; "" if there was nothing. */
    from: string;
    /** JSON pointer in the new file; "" if there is nothing. */
    to: string;
    /** One sentence in English, without a full stop. */
    text: string;
}

/** Words of enumerations, by value. See read.ts. */
export const fullWords = [
    'kept converted narrowed lost added removed guessed set',
];

/** Fields of structs, in their order. See read.ts. */
export const fullStructs = [
    ':u changes:i nodeCount:u channelCount:u inputCount:u errorDegrees:f keyCount:q clipKeyCount:q errorMeters:f errorWeight:f',
    'kind:e0 code:z from:z to:z text:z',
];

/** Places in the list of structs. */
export const enum FullStruct {
    WrittenInfo = 0,
    Change = 1,
}

/** Kinds of binds: VRM_BIND_ constants. */
export type BindKind = 'morph' | 'color' | 'uv';

export const bindKinds = /* @__PURE__ */ 'morph color uv'.split(' ') as readonly BindKind[];

/** Numbers of a spring joint that can be edited: VRM_SPRING_FIELD_ constants. */
export type SpringField = 'hitRadius' | 'stiffness' | 'gravityPower' | 'dragForce';

export const springFields = /* @__PURE__ */ 'hitRadius stiffness gravityPower dragForce'.split(' ') as readonly SpringField[];

/** Bits of the flags of a check: VRM_CHECK_ constants. */
export interface CheckFlags {
    /** Do not read the payload: vertices, indices, matrices and images are not checked. */
    noPayload?: boolean;
    /** Do not run the avatar: the behavior of springs, lookAt, expressions and materials is not checked. */
    noBehavior?: boolean;
}

export const checkFlags = { noPayload: 1, noBehavior: 2 };

/** Bits of the flags of vrm_write_desc: VRM_WRITE_ constants. */
export interface WriteFlags {
    /** Writes only bones that the clip sets. Without this flag, a file with bones has all 15 that the specification requires (AN-007): those that the clip does not set are at rest. */
    animatedBonesOnly?: boolean;
    /** Writes rotations with 16 bits per number: half of the bytes. The error is at most 0.0035 degrees. It has no effect on splines, or if max_degrees is smaller than that. */
    shortRotations?: boolean;
}

export const writeFlags = { animatedBonesOnly: 1, shortRotations: 2 };

/** Bits of the flags of vrm_migrate_desc: VRM_MIGRATE_ constants. */
export interface MigrateFlags {
    /** The caller accepts that the permissions of the file have no exact equivalent in the other version. For a file that becomes 1.0 the caller also accepts the license of `license_url`. Get the rights holder's consent first: a program cannot decide this. Without this flag, such a file is refused with VRM_ERROR_CONSENT (MI-011). */
    acceptLicenseMapping?: boolean;
    /** Uses the most restrictive permissions instead of those that the name of the old license implies. For example, "CC_BY" implies that redistribution is allowed (ME-031). */
    mostRestrictive?: boolean;
    /** First moves the avatar to the T-pose and its soles to the ground, if a check finds them elsewhere (vrm/author/normalize.h). 1.0 requires this, and many files of 0.x are a little off. If the vertices cannot be read, the pose stays. */
    tPose?: boolean;
}

export const migrateFlags = { acceptLicenseMapping: 1, mostRestrictive: 2, tPose: 4 };

/** Bits of the flags of vrm_normalize_desc: VRM_NORMALIZE_ constants. */
export interface NormalizeFlags {
    /** First turns arms, hands, fingers, legs, feet and spine to the T-pose, if they are off by more than a check allows. Turns the whole avatar upright and to the front of its VRM version (NO-010). */
    tPose?: boolean;
    /** Puts the soles on the ground, the hips in the middle and the root at the origin, if a check finds them elsewhere (NO-011). */
    ground?: boolean;
    /** Removes all rotations. A constraint that needs the rotations of its nodes is dropped; without this flag, such nodes keep them (NO-006). */
    loseConstraints?: boolean;
    /** Keeps radii, stiffness and gravity of springs if nodes lose their scale. The new file then moves as before in applications that ignore scales, like the pseudo-code of the specification (VRM_AVATAR_FLAG_LITERAL_SCALE). Without this flag, scales are multiplied into them, and the file moves as before in libvrm (NO-005). */
    literalScale?: boolean;
}

export const normalizeFlags = { tPose: 1, ground: 2, loseConstraints: 4, literalScale: 8 };

/** Bits of the flags of vrm_optimize_desc: VRM_OPTIMIZE_ constants. */
export interface OptimizeFlags {
    /** Elements that nothing refers to stay. */
    keepUnused?: boolean;
    /** Nodes that nothing needs stay. */
    keepNodes?: boolean;
    /** Equal elements stay apart. */
    keepDuplicates?: boolean;
    /** Morph targets that move nothing stay. */
    keepTargets?: boolean;
    /** The payload of meshes stays as it is. */
    keepVertices?: boolean;
    /** Parts of a mesh with one material are not joined. */
    keepPrimitives?: boolean;
    /** Images are not encoded again. */
    keepImages?: boolean;
    /** Stores normals and tangents in 8 bits, texture coordinates and weights in 16. Normals need the extension KHR_mesh_quantization, which the new file then requires. With VRM_OPTIMIZE_COMPRESS, positions are rounded by at most 0.06 mm (OP-016). */
    quantize?: boolean;
    /** Makes one set of textures for materials that differ in nothing else (OP-013). */
    atlas?: boolean;
    /** Compresses meshes and keyframes with EXT_meshopt_compression, which the new file then requires. Without VRM_OPTIMIZE_QUANTIZE, no number changes (OP-015). */
    compress?: boolean;
    /** Decodes compressed meshes and keyframes: the new file has no meshopt compression. */
    decompress?: boolean;
}

export const optimizeFlags = { keepUnused: 1, keepNodes: 2, keepDuplicates: 4, keepTargets: 8, keepVertices: 16, keepPrimitives: 32, keepImages: 64, quantize: 128, atlas: 256, compress: 512, decompress: 1024 };

/** Bits of the flags of vrm_make_desc: VRM_MAKE_ constants. */
export interface MakeFlags {
    /** Keeps the pose of the file: no T-pose is made. */
    keepPose?: boolean;
}

export const makeFlags = { keepPose: 1 };
