// Written by tools/make/make-web. Changes here are lost.

/** What became of something when a file was written from another one: VRM_CHANGE_ constants. */
export type ChangeKind = 'kept' | 'converted' | 'narrowed' | 'lost' | 'added' | 'removed' | 'guessed' | 'set';

/** What a written file has. Fields may be added at the end. */
export interface WrittenInfo {
    /** VRM_WRITTEN_ bits. */
    changes: number;
    /** Bones, expressions and lookAt. */
    nodeCount: number;
    /** Of its animation. */
    channelCount: number;
    /** Lists of times; channels share them. */
    inputCount: number;
    /** How far a bone is off at most, at the keys that there were. */
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
    /** JSON pointer in the old file; "" where there was nothing. */
    from: string;
    /** JSON pointer in the new file; "" where there is nothing. */
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
    /** Do not let the avatar live: what springs, gaze, expressions and materials do is not checked. */
    noBehavior?: boolean;
}

export const checkFlags = { noPayload: 1, noBehavior: 2 };

/** Bits of the flags of vrm_write_desc: VRM_WRITE_ constants. */
export interface WriteFlags {
    /** Writes no bones but those that the clip says. Without it, a file with bones has all 15 that the specification requires (AN-007): those that the clip does not say are at rest. */
    animatedBonesOnly?: boolean;
    /** Writes rotations in 16 bits a number, which is half of the bytes. They are off by 0.0035 degrees at most. Where max_degrees is smaller than that, and for splines, nothing changes. */
    shortRotations?: boolean;
}

export const writeFlags = { animatedBonesOnly: 1, shortRotations: 2 };

/** Bits of the flags of vrm_migrate_desc: VRM_MIGRATE_ constants. */
export interface MigrateFlags {
    /** The caller accepts that the permissions of the file are said in the words of the other dialect, where these are not the same. For a file that becomes 1.0 this says, too, that the avatar may be put under the licence of `license_url`. Ask the person who may decide that: a program cannot. Without it, such a file is refused with VRM_ERROR_CONSENT (MI-011). */
    acceptLicenseMapping?: boolean;
    /** Takes the most restrictive permissions instead of what the name of the old licence means, as "CC_BY" means that redistribution is allowed (ME-031). */
    mostRestrictive?: boolean;
    /** Brings the avatar to the T-pose and its soles to the ground first, where a check says that they are not (vrm/author/normalize.h). 1.0 demands that, and many files of 0.x are a little off. Where the vertices cannot be read, the pose stays. */
    tPose?: boolean;
}

export const migrateFlags = { acceptLicenseMapping: 1, mostRestrictive: 2, tPose: 4 };

/** Bits of the flags of vrm_normalize_desc: VRM_NORMALIZE_ constants. */
export interface NormalizeFlags {
    /** Turns arms, hands, fingers, legs, feet and spine to the T-pose first, where they are off by more than a check allows, and the whole avatar upright and to where its dialect faces (NO-010). */
    tPose?: boolean;
    /** Puts the soles on the ground, the hips in the middle and the root at the origin, where a check says that they are not (NO-011). */
    ground?: boolean;
    /** Leaves no rotation at all. A constraint that cannot be said without the rotations of its nodes is left out; without this flag, such nodes keep them (NO-006). */
    loseConstraints?: boolean;
    /** Leaves radii, stiffness and gravity of springs as they are where nodes lose their scale. The new file then moves as before where springs are computed as the pseudo-code of the specification does, without regard to scales (VRM_AVATAR_FLAG_LITERAL_SCALE). Without this flag, scales are multiplied into them, and it moves as before in this library (NO-005). */
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
    /** Images are not encoded anew. */
    keepImages?: boolean;
    /** Asks for normals and tangents in 8 bits, texture coordinates and weights in 16. Normals need the extension KHR_mesh_quantization, which the new file then requires. */
    quantize?: boolean;
    /** Asks for one set of textures for materials that differ in nothing else (OP-013). */
    atlas?: boolean;
}

export const optimizeFlags = { keepUnused: 1, keepNodes: 2, keepDuplicates: 4, keepTargets: 8, keepVertices: 16, keepPrimitives: 32, keepImages: 64, quantize: 128, atlas: 256 };

/** Bits of the flags of vrm_make_desc: VRM_MAKE_ constants. */
export interface MakeFlags {
    /** Leaves the pose of the file as it is: no T-pose is made. */
    keepPose?: boolean;
}

export const makeFlags = { keepPose: 1 };
