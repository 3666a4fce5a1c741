// Written by tools/make/make-web. Changes here are lost.

/** A humanoid bone. */
export type BoneName = 'hips' | 'spine' | 'chest' | 'upperChest' | 'neck' | 'head' | 'leftEye' | 'rightEye' | 'jaw' | 'leftUpperLeg' | 'leftLowerLeg' | 'leftFoot' | 'leftToes' | 'rightUpperLeg' | 'rightLowerLeg' | 'rightFoot' | 'rightToes' | 'leftShoulder' | 'leftUpperArm' | 'leftLowerArm' | 'leftHand' | 'rightShoulder' | 'rightUpperArm' | 'rightLowerArm' | 'rightHand' | 'leftThumbMetacarpal' | 'leftThumbProximal' | 'leftThumbDistal' | 'leftIndexProximal' | 'leftIndexIntermediate' | 'leftIndexDistal' | 'leftMiddleProximal' | 'leftMiddleIntermediate' | 'leftMiddleDistal' | 'leftRingProximal' | 'leftRingIntermediate' | 'leftRingDistal' | 'leftLittleProximal' | 'leftLittleIntermediate' | 'leftLittleDistal' | 'rightThumbMetacarpal' | 'rightThumbProximal' | 'rightThumbDistal' | 'rightIndexProximal' | 'rightIndexIntermediate' | 'rightIndexDistal' | 'rightMiddleProximal' | 'rightMiddleIntermediate' | 'rightMiddleDistal' | 'rightRingProximal' | 'rightRingIntermediate' | 'rightRingDistal' | 'rightLittleProximal' | 'rightLittleIntermediate' | 'rightLittleDistal';

/** What an argument of a diagnostic holds. */
export type ArgumentKind = 'integer' | 'number' | 'text' | 'word' | 'reference';

/** The severity of a diagnostic. */
export type Severity = 'note' | 'warning' | 'error';

/** Who will notice the problem of a diagnostic. */
export type Impact = 'visible' | 'elsewhere' | 'exporter';

/** The VRM version of a file. */
export type Dialect = 'none' | '0.x' | '1.0-draft' | '1.0-beta' | '1.0' | 'animation';

/** Who may act with the avatar: avatarPermission. */
export type AvatarPermission = 'onlyAuthor' | 'onlyLicensedPerson' | 'everyone';

/** Which commercial use is allowed: commercialUsage. */
export type CommercialUsage = 'personalNonProfit' | 'personalProfit' | 'corporation';

/** Whether the author must be credited: creditNotation. */
export type CreditNotation = 'required' | 'unnecessary';

/** Whether the avatar may be modified: modification. */
export type Modification = 'prohibited' | 'allowed' | 'redistribution';

/** Which camera draws a mesh: meshAnnotations[].type, and what vrm_model_first_person returns. */
export type FirstPersonType = 'auto' | 'both' | 'thirdPersonOnly' | 'firstPersonOnly' | 'split';

/** How lookAt moves the eyes: lookAt.type. */
export type LookAtType = 'bone' | 'expression';

/** Which color of a material an expression changes: materialColorBinds[].type. */
export type ColorBindType = 'color' | 'emission' | 'shade' | 'matcap' | 'rim' | 'outline';

/** A preset expression. */
export type PresetName = 'happy' | 'angry' | 'sad' | 'relaxed' | 'surprised' | 'aa' | 'ih' | 'ou' | 'ee' | 'oh' | 'blink' | 'blinkLeft' | 'blinkRight' | 'lookUp' | 'lookDown' | 'lookLeft' | 'lookRight' | 'neutral';

/** How an expression overrides a class of expressions: overrideBlink and so on. */
export type ExpressionOverride = 'none' | 'block' | 'blend';

/** The kind of a node constraint. */
export type ConstraintKind = 'roll' | 'aim' | 'rotation';

/** A signed axis. */
export type Axis = 'positiveX' | 'negativeX' | 'positiveY' | 'negativeY' | 'positiveZ' | 'negativeZ';

/** The shape of a collider. */
export type ColliderShape = 'none' | 'sphere' | 'capsule' | 'insideSphere' | 'insideCapsule' | 'plane';

/** How the direction of a joint's tail is limited: the member of `limit`. */
export type SpringLimitKind = 'none' | 'cone' | 'hinge' | 'spherical';

/** The source format of a clip. */
export type ClipFormat = 'vrma' | 'gltf' | 'bvh' | 'vmd' | 'poses';

/** The value that replaces one {} of a diagnostic's sentence. */
export interface DiagnosticArgument {
    /** What it holds. */
    kind: ArgumentKind;
    /** For VRM_ARGUMENT_INTEGER; for VRM_ARGUMENT_REFERENCE the index of the element in the list of the file; else 0. */
    integer: number;
    /** For VRM_ARGUMENT_NUMBER; else 0. */
    number: number;
    /** For all kinds: the argument as the message shows it, but without the quotes around VRM_ARGUMENT_TEXT. A reference is shown with its name: 22 "hair_03". */
    text: string;
    /** For VRM_ARGUMENT_REFERENCE: what it is, such as "node", in the words of vrm_diagnostic.subject; else "". */
    subject: string;
    /** For VRM_ARGUMENT_REFERENCE: its name, made printable; else, and if it has none, "". */
    name: string;
}

/** One diagnostic. All strings end in a NUL byte, are never NULL, and hold no control characters, so they can be printed as they are. Fields may be added at the end. */
export interface Diagnostic {
    /** Stable and unique, such as "index-out-of-range". */
    code: string;
    /** A requirement ID of docs/evidence/requirements.md, such as "GL-033"; "" if none applies. */
    requirement: string;
    /** JSON pointer (RFC 6901) to the element; "" is the whole file. */
    pointer: string;
    /** The kind of the element: "node", "material", "expression", "spring", "bone", "mesh" …; "" if unknown. */
    subject: string;
    /** Its name in the file, made printable; "" if it has none. */
    subjectName: string;
    /** One sentence in English, without a full stop. */
    message: string;
    /** What to do about it; may be empty. */
    remedy: string;
    /** The message before its arguments were filled in: each {} stands for one argument. Together with `code` and `arguments` it is all that a translation needs. */
    sentence: string;
    /** `argument_count` of them. */
    arguments: DiagnosticArgument[];
    /** Position in the file, in bytes; VRM_NO_OFFSET if unknown. */
    byteOffset: number;
    /** A VRM_SEVERITY_ constant. */
    severity: Severity;
    /** Who will notice it. */
    impact: Impact;
    /** 1: the load changed or skipped something to go on. */
    isRepair: boolean;
    /** Of the subject in its list of the file, such as 22 of /nodes/22; VRM_NONE if unknown, or if the subject has a key instead. */
    subjectIndex: number;
}

/** The permissions of an avatar, in the terms of 1.0 for all VRM versions. A permission that a file does not give, or gives as an unknown value, is the most restrictive one (ME-025). */
export interface Permissions {
    /** VRM_AVATAR_PERMISSION_… */
    avatarPermission: AvatarPermission;
    /** VRM_COMMERCIAL_USAGE_… */
    commercialUsage: CommercialUsage;
    /** VRM_CREDIT_NOTATION_… */
    creditNotation: CreditNotation;
    /** VRM_MODIFICATION_… */
    modification: Modification;
    /** 1: allowed. */
    allowExcessivelyViolentUsage: boolean;
    /** 1: allowed. */
    allowExcessivelySexualUsage: boolean;
    /** 1: allowed. */
    allowPoliticalOrReligiousUsage: boolean;
    /** 1: allowed. */
    allowAntisocialOrHateUsage: boolean;
    /** 1: allowed. */
    allowRedistribution: boolean;
}

/** Author, license and permissions of an avatar. The text is untrusted: make it safe before you show it or use it as a file name (vrm_string_printable, vrm_string_file_name). A permission that a file does not give, or gives as an unknown value, is the most restrictive one (ME-025). Licenses of 0.x and the draft are kept as text in `legacy_…` and grant nothing by themselves (ME-031); vrm_meta_map_license maps them to the terms of 1.0. */
export interface Meta {
    /** The name of the avatar. */
    name: string;
    /** The version of the avatar. */
    version: string;
    /** In the order of the file. */
    authors: string[];
    /** Works that the avatar is derived from. */
    references: string[];
    /** Free text. */
    copyrightInformation: string;
    /** Free text. */
    contactInformation: string;
    /** Free text. */
    thirdPartyLicenses: string;
    /** The license of the file. */
    licenseUrl: string;
    /** A further license; may be empty. */
    otherLicenseUrl: string;
    /** As the file writes them; empty in 1.0. */
    legacyAllowedUser: string;
    /** Likewise. */
    legacyViolentUsage: string;
    /** Likewise. */
    legacySexualUsage: string;
    /** Likewise. */
    legacyCommercialUsage: string;
    /** Likewise. */
    legacyLicenseName: string;
    /** Likewise. */
    legacyOtherPermissionUrl: string;
    /** Index into images. */
    thumbnailImage: number;
    /** The permissions of the avatar. */
    permissions: Permissions;
}

/** The humanoid bones of an avatar. */
export interface Humanoid {
    /** By vrm_bone; VRM_NONE: the avatar does not have it. */
    nodes: number[];
    /** 1: it has all 15 required bones (HU-003). */
    isComplete: boolean;
    /** 1: at rest it looks along -Z, as 0.x models do (TP-022). */
    facesMinusZ: boolean;
}

/** What the first-person camera draws. */
export interface FirstPerson {
    /** One for each node of vrm_gltf; meaningful for nodes with a mesh. */
    types: FirstPersonType[];
    /** What AUTO hides, with all nodes below it; VRM_NONE if there is no head. */
    headNode: number;
}

/** A key of a 0.x curve; cubic Hermite between keys. */
export interface CurveKey {
    /** Of the input, 0 to 1. */
    time: number;
    /** Of the output, 0 to 1. */
    value: number;
    /** Slope before the key. */
    inTangent: number;
    /** Slope after the key. */
    outTangent: number;
}

/** How an angle of lookAt becomes a rotation of an eye or a weight of an expression. */
export interface RangeMap {
    /** Of 0.x, if it is not a straight line. */
    curve: CurveKey[];
    /** Angles above it count as this angle. */
    inputMaxDegrees: number;
    /** Degrees (bone) or weight (expression). */
    outputScale: number;
}

/** How the avatar looks at things. */
export interface LookAt {
    /** 0: the file has no lookAt; the fields have their defaults. */
    isPresent: boolean;
    /** VRM_LOOK_AT_TYPE_… */
    type: LookAtType;
    /** The position of the eyes, in meters, in the space of the head bone. */
    offsetFromHeadBone: number[];
    /** For an eye that turns towards the nose. */
    horizontalInner: RangeMap;
    /** For an eye that turns away from the nose. */
    horizontalOuter: RangeMap;
    /** For looking down. */
    verticalDown: RangeMap;
    /** For looking up. */
    verticalUp: RangeMap;
}

/** How an expression changes the weight of a morph target. */
export interface MorphBind {
    /** Index of the node with the mesh. */
    node: number;
    /** Of the node's mesh. */
    target: number;
    /** The weight of the target at weight 1 of the expression. */
    weight: number;
}

/** How an expression changes a color of a material. */
export interface ColorBind {
    /** Index of the material. */
    material: number;
    /** VRM_COLOR_BIND_… */
    type: ColorBindType;
    /** The color at weight 1: red, green, blue, alpha. */
    target: number[];
}

/** How an expression moves the textures of a material. */
export interface UvBind {
    /** Index of the material. */
    material: number;
    /** VRM_UV_… bits that it drives; all four in 1.0. */
    components: number;
    /** Of the texture coordinates at weight 1. */
    scale: number[];
    /** Of the texture coordinates at weight 1. */
    offset: number[];
}

/** An expression. */
export interface Expression {
    /** Of a preset: the specification's. */
    name: string;
    /** Morph targets that it moves. */
    morphBinds: MorphBind[];
    /** Colors that it changes. */
    colorBinds: ColorBind[];
    /** Textures that it moves. */
    uvBinds: UvBind[];
    /** A vrm_preset; VRM_NONE: custom. */
    preset: PresetName | null;
    /** 1: on above the threshold, else off. */
    isBinary: boolean;
    /** 0.5; 0 in the draft (EX-007). */
    binaryThreshold: number;
    /** VRM_OVERRIDE_… */
    overrideBlink: ExpressionOverride;
    /** VRM_OVERRIDE_… */
    overrideLookAt: ExpressionOverride;
    /** VRM_OVERRIDE_… */
    overrideMouth: ExpressionOverride;
}

/** A node constraint. */
export interface Constraint {
    /** The destination. */
    node: number;
    /** Index of the node that is followed. */
    source: number;
    /** VRM_CONSTRAINT_… */
    kind: ConstraintKind;
    /** VRM_AXIS_…; of roll and aim. */
    axis: Axis;
    /** 0 to 1. */
    weight: number;
}

/** A collider of springs. */
export interface SpringCollider {
    /** Index of the node that it is fixed to. */
    node: number;
    /** VRM_COLLIDER_… */
    shape: ColliderShape;
    /** In the space of the node. */
    offset: number[];
    /** Of a capsule: its other end; of a plane: its unit normal. */
    tail: number[];
    /** In meters; 0 for a plane. */
    radius: number;
}

/** A group of colliders. Lists of colliders and of groups contain each element once, at its first position in the file (SB-061). */
export interface SpringColliderGroup {
    /** The name in the file; may be empty. */
    name: string;
    /** Indices of its colliders. */
    colliders: number[];
}

/** A spring: a chain of simulated joints. */
export interface Spring {
    /** The name in the file; may be empty. */
    name: string;
    /** Indices of its collider groups. */
    colliderGroups: number[];
    /** Its joints follow each other in the joints of the model. */
    firstJoint: number;
    /** How many joints it has. */
    jointCount: number;
    /** Node; VRM_NONE: the world. */
    center: number;
}

/** How far the tail of a joint may turn from its bone at rest: VRMC_springBone_limit (SL). */
export interface SpringLimit {
    /** VRM_SPRING_LIMIT_… */
    kind: SpringLimitKind;
    /** Of a cone or hinge, or the pitch; in radians, 0 to pi. */
    angle: number;
    /** Of a spherical limit, in radians, 0 to pi / 2; else 0. */
    yaw: number;
    /** From the limit's space to the space in which the bone at rest points along +Y; unit. */
    rotation: number[];
}

/** A head and its tail, which moves. A chain of n joints in a file makes n - 1 of these (SB-009). The tail is a node, or, if `tail_node` is VRM_NONE, a point in the space of the head (0.x). */
export interface SpringJoint {
    /** Index of the node at its head, which it turns. */
    node: number;
    /** Index of the node at its tail, or VRM_NONE. */
    tailNode: number;
    /** Of the tail in the head's space, at rest, in both cases. */
    tailOffset: number[];
    /** Of the sphere around the tail that colliders push, in meters. */
    hitRadius: number;
    /** How strongly it returns to its rest pose. */
    stiffness: number;
    /** The strength of gravity. */
    gravityPower: number;
    /** How much motion is lost, 0 to 1. */
    dragForce: number;
    /** The direction of gravity, in world space. */
    gravityDir: number[];
    /** Index of its spring. */
    spring: number;
    /** Where its tail may point (SL). */
    limit: SpringLimit;
}

/** All VRM tables of a file. Fields may be added at the end. */
export interface Tables {
    /** A vrm_dialect constant. */
    dialect: Dialect;
    /** As the file writes it. */
    specVersion: string;
    /** Author, license and permissions. */
    meta: Meta;
    /** Its bones. */
    humanoid: Humanoid;
    /** What the first-person camera draws. */
    firstPerson: FirstPerson;
    /** How it looks at things. */
    lookAt: LookAt;
    /** Presets first, in their order; then custom ones. */
    expressions: Expression[];
    /** In the order of evaluation (NC-020). */
    constraints: Constraint[];
    /** Colliders of springs. */
    springColliders: SpringCollider[];
    /** Groups of colliders. */
    springColliderGroups: SpringColliderGroup[];
    /** Chains of simulated joints. */
    springs: Spring[];
    /** Joints of all springs, one spring after the other. */
    springJoints: SpringJoint[];
    /** Indices of joints in the order of updates (SB-040). */
    springJointOrder: number[];
}

/** Properties of a clip. Fields may be added at the end. */
export interface ClipInfo {
    /** A VRM_CLIP_FORMAT_ constant. */
    format: ClipFormat;
    /** From 0 to the last key, in nanoseconds. */
    duration: number;
    /** VRM_BONE_BIT of the bones that the clip sets. */
    bones: BoneName[];
    /** Of those: bones whose rotation changes. */
    movingBones: BoneName[];
    /** 1 << VRM_PRESET_ of the presets that it sets. */
    presets: number;
    /** VRM_POSE_ bits. */
    parts: number;
    /** Custom expressions. */
    customCount: number;
    /** Of all tracks together. */
    keyCount: number;
    /** Tracks that change. */
    trackCount: number;
    /** Animations of the file. */
    animationCount: number;
    /** Of its densest track; 0 if there is no second key. */
    keysPerSecond: number;
    /** Of the source at rest, in meters: 1 hips height. */
    hipsHeight: number;
    /** Meters for each unit of the file. */
    unit: number;
    /** The largest turn of a bone from the last key to the first. */
    seamDegrees: number;
    /** How far the hips jump there, in hips heights. */
    seamHips: number;
    /** Of the animation; valid until the clip is released. */
    name: string;
    /** The family of skeletons, such as "mixamo"; "" for .vrma. */
    skeleton: string;
    /** Bytes of memory that the clip uses. */
    memory: number;
    /** Of the source's eyes from its head, in meters (AN-023). */
    eyeOffset: number[];
    /** 1: the file defines it. */
    hasEyeOffset: boolean;
}

/** Words of enumerations, by value. See read.ts. */
export const coreWords = [
    'integer number text word reference',
    'note warning error',
    'visible elsewhere exporter',
    'none 0.x 1.0-draft 1.0-beta 1.0 animation',
    'onlyAuthor onlyLicensedPerson everyone',
    'personalNonProfit personalProfit corporation',
    'required unnecessary',
    'prohibited allowed redistribution',
    'auto both thirdPersonOnly firstPersonOnly split',
    'bone expression',
    'color emission shade matcap rim outline',
    'happy angry sad relaxed surprised aa ih ou ee oh blink blinkLeft blinkRight lookUp lookDown lookLeft lookRight neutral',
    'none block blend',
    'roll aim rotation',
    'positiveX negativeX positiveY negativeY positiveZ negativeZ',
    'none sphere capsule insideSphere insideCapsule plane',
    'none cone hinge spherical',
    'vrma gltf bvh vmd poses',
];

/** Fields of structs, in their order. See read.ts. */
export const coreStructs = [
    'kind:e0 :u integer:q number:d text:z subject:z name:z',
    'code:z requirement:z pointer:z subject:z subjectName:z message:z remedy:z sentence:z arguments:*10@0 byteOffset:q :u severity:e1 impact:e2 isRepair:b subjectIndex:i',
    'avatarPermission:e4 commercialUsage:e5 creditNotation:e6 modification:e7 allowExcessivelyViolentUsage:b allowExcessivelySexualUsage:b allowPoliticalOrReligiousUsage:b allowAntisocialOrHateUsage:b allowRedistribution:b',
    'name:s version:s authors:*15s references:*16s copyrightInformation:s contactInformation:s thirdPartyLicenses:s licenseUrl:s otherLicenseUrl:s legacyAllowedUser:s legacyViolentUsage:s legacySexualUsage:s legacyCommercialUsage:s legacyLicenseName:s legacyOtherPermissionUrl:s :u :u thumbnailImage:i permissions:@2',
    'nodes:i55 isComplete:b facesMinusZ:b',
    'types:*ne8 headNode:i',
    'time:f value:f inTangent:f outTangent:f',
    'curve:*1@6 :u inputMaxDegrees:f outputScale:f',
    'isPresent:b type:e9 offsetFromHeadBone:f3 horizontalInner:@7 horizontalOuter:@7 verticalDown:@7 verticalUp:@7',
    'node:i target:i weight:f',
    'material:i type:e10 target:f4',
    'material:i components:i scale:f2 offset:f2',
    'name:s morphBinds:*4@9 colorBinds:*5@10 uvBinds:*6@11 :u :u :u preset:e11 isBinary:b binaryThreshold:f overrideBlink:e12 overrideLookAt:e12 overrideMouth:e12',
    'node:i source:i kind:e13 axis:e14 weight:f',
    'node:i shape:e15 offset:f3 tail:f3 radius:f',
    'name:s colliders:*2i :u',
    'name:s colliderGroups:*2i :u firstJoint:u jointCount:u center:i',
    'kind:e16 angle:f yaw:f rotation:f4',
    'node:i tailNode:i tailOffset:f3 hitRadius:f stiffness:f gravityPower:f dragForce:f gravityDir:f3 spring:i limit:@17',
    'dialect:e3 specVersion:s meta:@3 humanoid:@4 firstPerson:@5 lookAt:@8 expressions:*15@12 constraints:*16@13 springColliders:*17@14 springColliderGroups:*18@15 springs:*19@16 springJoints:*20@18 springJointOrder:*20i :u :u :u :u :u :u :u :u :u :u',
    ':u format:e17 duration:q bones:m movingBones:m presets:u parts:i customCount:u keyCount:u trackCount:u animationCount:u keysPerSecond:f hipsHeight:f unit:f seamDegrees:f seamHips:f name:s skeleton:s memory:u eyeOffset:f3 hasEyeOffset:b',
];

/** Places in the list of structs. */
export const enum CoreStruct {
    Diagnostic = 1,
    Tables = 19,
    ClipInfo = 20,
}

export const presets = /* @__PURE__ */ 'happy angry sad relaxed surprised aa ih ou ee oh blink blinkLeft blinkRight lookUp lookDown lookLeft lookRight neutral'.split(' ') as readonly PresetName[];

/** A layer of expression inputs. Parts of an application that move the same face, such as lip sync and blinking, each write their own layer. The input of an expression is the largest value of all layers, each multiplied by the weight of its layer. Overrides and isBinary apply after that. Only the lookAt stage writes the layer VRM_EXPRESSION_LAYER_LOOK_AT. */
export type ExpressionLayer = 'application' | 'emotion' | 'viseme' | 'blink' | 'lookAt' | 'motion';

export const expressionLayers = /* @__PURE__ */ 'application emotion viseme blink lookAt motion'.split(' ') as readonly ExpressionLayer[];

/** The mode of a spring. */
export type SpringMode = 'run' | 'hold' | 'track' | 'off';

export const springModes = /* @__PURE__ */ 'run hold track off'.split(' ') as readonly SpringMode[];

export const colliderShapes = /* @__PURE__ */ 'none sphere capsule insideSphere insideCapsule plane'.split(' ') as readonly ColliderShape[];

/** Groups of bones, for masks. Shoulders belong to the arms, and the feet and toes to the legs. */
export type BoneGroup = 'hips' | 'trunk' | 'head' | 'leftArm' | 'rightArm' | 'leftLeg' | 'rightLeg' | 'leftFingers' | 'rightFingers' | 'upperBody' | 'lowerBody';

export const boneGroups = /* @__PURE__ */ 'hips trunk head leftArm rightArm leftLeg rightLeg leftFingers rightFingers upperBody lowerBody'.split(' ') as readonly BoneGroup[];

/** An arm or a leg. */
export type Limb = 'leftArm' | 'rightArm' | 'leftLeg' | 'rightLeg';

export const limbs = /* @__PURE__ */ 'leftArm rightArm leftLeg rightLeg'.split(' ') as readonly Limb[];

/** How much of an avatar a crowd updates, and how often. Set it for each avatar, or for all by distance with vrm_crowd_set_detail_by_distance. It belongs to the crowd: vrm_avatar_save does not contain it, except how far springs are blended out. */
export type CrowdDetail = 'full' | 'half' | 'frozen' | 'rigid';

export const crowdDetails = /* @__PURE__ */ 'full half frozen rigid'.split(' ') as readonly CrowdDetail[];

/** The kind of an event in an update. */
export type MixerEventKind = 'loop' | 'end' | 'marker' | 'fade';

export const mixerEventKinds = /* @__PURE__ */ 'loop end marker fade'.split(' ') as readonly MixerEventKind[];

export const colorBindTypes = /* @__PURE__ */ 'color emission shade matcap rim outline'.split(' ') as readonly ColorBindType[];

export const firstPersonTypes = /* @__PURE__ */ 'auto both thirdPersonOnly firstPersonOnly split'.split(' ') as readonly FirstPersonType[];

/** The codes of results, by value. */
export const results = 'ok invalid-argument out-of-memory limit cancelled file container json gltf unsupported no-payload payload capacity vrm incomplete mismatch no-attribute consent';

/** Resource limits of a load (ER-018). The defaults are safe for untrusted files; 0 in any field means its default. A load refuses a file that exceeds a limit, except for max_collider_tests, max_external_bytes and max_diagnostics: beyond these it skips the rest. With the defaults, loading and running a file takes at most 40 times its bytes and 32 MB. A file of empty nodes takes up to 100 times its bytes. Fill the struct with vrm_limits_init, then change what you need. */
export interface Limits {
    /** Default: 4 million. */
    maxJsonValues?: number;
    /** Default: 2 GiB. */
    maxFileBytes?: number;
    /** Default: 256 MiB. */
    maxJsonBytes?: number;
    /** At once, not counting file and report. Default: 1 GiB. */
    maxMemoryBytes?: number;
    /** Of all external files together. Default: 1 GiB. */
    maxExternalBytes?: number;
    /** Over the whole load. Default: 1,000,000. */
    maxAllocations?: number;
    /** Clamped to 20 to 1,024 (ER-005). Default: 128. */
    maxJsonDepth?: number;
    /** Default: 1 million. */
    maxNodes?: number;
    /** Of any other glTF table. Default: 1 million. */
    maxElements?: number;
    /** Held in the report; more are counted. Default: 256. */
    maxDiagnostics?: number;
    /** Default: 4,096. Each is compared with all others. */
    maxExpressions?: number;
    /** Of all expressions together. In 0.x and the draft, a bind to a mesh or a material counts for each node or material that has it. Default: 262,144. */
    maxBinds?: number;
    /** Of all springs together. Default: 1 million. */
    maxJoints?: number;
    /** Default: 1 million. */
    maxColliders?: number;
    /** How many times an update may compare a joint with a collider: the sum over all joints of the colliders of their spring. Beyond it, later colliders of a spring are skipped, and a diagnostic reports this. Default: 1 million. */
    maxColliderTests?: number;
    /** Each node has its own weights for all morph targets of its mesh. Default: 1 million. */
    maxMorphWeights?: number;
    /** Default: 16,384. */
    maxMaterials?: number;
    /** Of all compressed buffer views together, decoded. Default: 24 times the bytes of all buffers, and 16 MiB. */
    maxDecodedBytes?: number;
}

export const limitsFields = ':u maxJsonValues:u maxFileBytes:q maxJsonBytes:q maxMemoryBytes:q maxExternalBytes:q maxAllocations:q maxJsonDepth:u maxNodes:u maxElements:u maxDiagnostics:u maxExpressions:u maxBinds:u maxJoints:u maxColliders:u maxColliderTests:u maxMorphWeights:u maxMaterials:u :u maxDecodedBytes:q';

/** Bits of the flags of an avatar: VRM_AVATAR_FLAG_ constants. */
export interface AvatarFlags {
    /** No half turn: a model that faces -Z (0.x) faces -Z in the world too. */
    asFile?: boolean;
    /** Springs take one step of the frame's own dt, at most 1/20 s, exactly like the specification's pseudo-code. Their motion then depends on the frame rate (SB-042). */
    literalTime?: boolean;
    /** Springs do not scale radii and forces with the avatar (SB-046). */
    literalScale?: boolean;
    /** Morph weights are clamped to 0…1 after they have been added up (EX-040). */
    clampMorphs?: boolean;
    /** overrideLookAt weakens lookAt of type bone too, as UniVRM does (LA-027). */
    overrideBoneLookAt?: boolean;
    /** LookAt of type bone in a model without eye bones moves its look expressions (LA-025). */
    lookAtByExpression?: boolean;
    /** Once its springs have come to rest, an avatar sleeps: updates cost almost nothing until an input changes. Call vrm_avatar_locals again in every frame in which you write the pose. */
    sleep?: boolean;
    /** Springs ignore the limits of their joints (SL-012). */
    noSpringLimits?: boolean;
}

export const avatarFlags = { asFile: 1, literalTime: 2, literalScale: 4, clampMorphs: 8, overrideBoneLookAt: 16, lookAtByExpression: 32, sleep: 64, noSpringLimits: 128 };

/** Bits of the flags of a load: VRM_LOAD_ constants. */
export interface LoadFlags {
    /** Fail on anything that would otherwise be repaired. */
    strict?: boolean;
    /** Accept any glTF file, also one without an avatar. */
    anyGltf?: boolean;
}

export const loadFlags = { strict: 1, anyGltf: 8 };

/** Bits of the flags of vrm_clip_desc: VRM_CLIP_ constants. */
export interface ClipFlags {
    /** Joints between mapped bones do not move, exactly as .vrma specifies (AN-026). */
    mappedJointsOnly?: boolean;
}

export const clipFlags = { mappedJointsOnly: 1 };

/** Bits of the flags of vrm_apply_desc: VRM_APPLY_ constants. */
export interface ApplyFlags {
    /** Bones and hips that the pose does not set stay as they are. Without this flag, they go to rest. */
    keep?: boolean;
    /** The hips stay at their rest position in x and z: the body moves in place. */
    inPlace?: boolean;
    /** Expressions do not change. */
    noExpressions?: boolean;
    /** LookAt does not change. */
    noLookAt?: boolean;
}

export const applyFlags = { keep: 1, inPlace: 2, noExpressions: 4, noLookAt: 8 };

/** Bits of the flags of a slot: VRM_SLOT_ constants. */
export interface SlotFlags {
    /** The clip restarts at its end. Without this flag, it stays at its last pose. */
    loop?: boolean;
    /** The difference of the clip from its reference pose is added to the other slots. */
    additive?: boolean;
    /** The hips stay at their first position in x and z: the body moves in place. */
    inPlace?: boolean;
    /** Likewise, and the motion of the hips in x and z is returned as motion of the root. */
    rootMotion?: boolean;
}

export const slotFlags = { loop: 1, additive: 2, inPlace: 4, rootMotion: 8 };
