// Written by tools/make/make-web. Changes here are lost.

/** The type of the elements of an accessor. */
export type Element = 'scalar' | 'vec2' | 'vec3' | 'vec4' | 'mat2' | 'mat3' | 'mat4';

/** How the alpha of a material is used. */
export type AlphaMode = 'opaque' | 'mask' | 'blend';

/** What a vertex attribute means. */
export type AttributeSemantic = 'position' | 'normal' | 'tangent' | 'texcoord' | 'color' | 'joints' | 'weights';

/** What a channel of an animation changes. */
export type AnimationPath = 'translation' | 'rotation' | 'scale' | 'weights';

/** How a channel of an animation interpolates between keys. */
export type Interpolation = 'linear' | 'step' | 'cubicSpline';

/** How the width of an outline is measured: outlineWidthMode. */
export type OutlineWidthMode = 'none' | 'worldCoordinates' | 'screenCoordinates';

/** A buffer: the BIN chunk, a data URI, or a resource that the caller's resolver provided. */
export interface Buffer {
    /** Of an external resource; empty for the BIN chunk and data URIs. */
    uri: string;
    /** As the file declares it. */
    byteLength: number;
    /** 1: the load found at least `byte_length` bytes. */
    isAvailable: boolean;
}

/** A part of a buffer. */
export interface BufferView {
    /** Within the buffer. */
    byteOffset: number;
    /** In bytes. */
    byteLength: number;
    /** VRM_NONE: the view is out of range, and nothing can be read from it. */
    buffer: number;
    /** 0: elements follow each other. */
    byteStride: number;
    /** 34962 vertices, 34963 indices, 0 not specified. */
    target: number;
}

/** Elements of one type in a buffer view, with sparse replacements. */
export interface Accessor {
    /** The name in the file; may be empty. */
    name: string;
    /** Within the buffer view. */
    byteOffset: number;
    /** 0: the accessor could not be used. */
    count: number;
    /** VRM_NONE: zeros, before the sparse replacements. */
    bufferView: number;
    /** VRM_COMPONENT_… */
    component: number;
    /** VRM_ELEMENT_… */
    element: Element;
    /** 1: integers stand for 0 to 1, or -1 to 1. */
    isNormalized: boolean;
    /** 0: not sparse. */
    sparseCount: number;
    /** Of the indices of sparse replacements, in bytes. */
    sparseIndexOffset: number;
    /** Of the values of sparse replacements, in bytes. */
    sparseValueOffset: number;
    /** Buffer view of the indices. */
    sparseIndexView: number;
    /** VRM_COMPONENT_… of the indices. */
    sparseIndexComponent: number;
    /** Buffer view of the values. */
    sparseValueView: number;
    /** 1: min and max are given. */
    hasBounds: boolean;
    /** Of the first four components. */
    min: number[];
    /** Likewise. */
    max: number[];
}

/** An image: a part of a buffer, a data URI, or an external file. */
export interface Image {
    /** The name in the file; may be empty. */
    name: string;
    /** From the file; empty if it has none. */
    mimeType: string;
    /** Of an external image; empty for a buffer view or a data URI. */
    uri: string;
    /** VRM_NONE: external, a data URI, or no source at all. */
    bufferView: number;
    /** 1: the image is embedded in the JSON. */
    isDataUri: boolean;
}

/** Filters and wrap modes are OpenGL's numbers, as in the file; 0: not specified. */
export interface Sampler {
    /** The name in the file; may be empty. */
    name: string;
    /** For magnification. */
    magFilter: number;
    /** For minification. */
    minFilter: number;
    /** Along u. */
    wrapS: number;
    /** Along v. */
    wrapT: number;
}

/** An image together with a sampler. */
export interface Texture {
    /** The name in the file; may be empty. */
    name: string;
    /** Index of the image; that of EXT_texture_webp if the file has it, and that of KHR_texture_basisu if it has no other. */
    image: number;
    /** Index of the sampler, or VRM_NONE. */
    sampler: number;
}

/** A use of a texture, with KHR_texture_transform (GL-016). UV origin: top left. */
export interface TextureInfo {
    /** VRM_NONE: no texture. */
    texture: number;
    /** The UV set; that of KHR_texture_transform if it has one. */
    texCoord: number;
    /** Of the texture coordinates. */
    offset: number[];
    /** Of the texture coordinates. */
    scale: number[];
    /** Radians, counter-clockwise. */
    rotation: number;
    /** NormalTexture.scale, occlusionTexture.strength; else 1. */
    strength: number;
}

/** Colors are linear. */
export interface Material {
    /** The name in the file; may be empty. */
    name: string;
    /** Red, green, blue, alpha. */
    baseColorFactor: number[];
    /** Before `emissive_strength`. */
    emissiveFactor: number[];
    /** KHR_materials_emissive_strength; 1. */
    emissiveStrength: number;
    /** 0 to 1. */
    metallicFactor: number;
    /** 0 to 1. */
    roughnessFactor: number;
    /** With VRM_ALPHA_MASK: lower alpha is not drawn. */
    alphaCutoff: number;
    /** VRM_ALPHA_… */
    alphaMode: AlphaMode;
    /** 1: back faces are drawn too. */
    isDoubleSided: boolean;
    /** KHR_materials_unlit. */
    isUnlit: boolean;
    /** sRGB. */
    baseColorTexture: TextureInfo;
    /** Linear. */
    metallicRoughnessTexture: TextureInfo;
    /** Linear; its scale is `strength`. */
    normalTexture: TextureInfo;
    /** Linear. */
    occlusionTexture: TextureInfo;
    /** sRGB. */
    emissiveTexture: TextureInfo;
}

/** A vertex attribute of a primitive. */
export interface Attribute {
    /** VRM_ATTRIBUTE_… */
    semantic: AttributeSemantic;
    /** The n of TEXCOORD_n, COLOR_n, JOINTS_n and WEIGHTS_n; else 0. */
    set: number;
    /** Index of the accessor with the values. */
    accessor: number;
}

/** Differences from the base mesh. TANGENT is not imported (GL-012). */
export interface MorphTarget {
    /** Accessor, or VRM_NONE. */
    position: number;
    /** Accessor, or VRM_NONE. */
    normal: number;
}

/** A part of a mesh with one material. */
export interface Primitive {
    /** Its vertex attributes. */
    attributes: Attribute[];
    /** Its morph targets. */
    targets: MorphTarget[];
    /** 0: nothing can be drawn. */
    vertexCount: number;
    /** 0 for points and lines. */
    triangleCount: number;
    /** VRM_PRIMITIVE_MODE_… */
    mode: number;
    /** Accessor; VRM_NONE: vertices in their order. */
    indices: number;
    /** Index of its material, or VRM_NONE. */
    material: number;
    /** 1: KHR_draco_mesh_compression; its payload cannot be read. */
    isCompressed: boolean;
}

/** A mesh. */
export interface Mesh {
    /** The name in the file; may be empty. */
    name: string;
    /** Its parts. */
    primitives: Primitive[];
    /** Morph weights at rest. */
    weights: number[];
    /** Names of the morph targets. */
    targetNames: string[];
    /** Of morph targets: the most that any primitive has (GL-027). */
    targetCount: number;
}

/** A skin: the nodes that move the vertices of a mesh. */
export interface Skin {
    /** The name in the file; may be empty. */
    name: string;
    /** Nodes, none of them VRM_NONE. */
    joints: number[];
    /** Accessor; VRM_NONE: identity. */
    inverseBinds: number;
    /** Index of the common root, or VRM_NONE. */
    skeleton: number;
}

/** A transform: scale first, then rotation, then translation. */
export interface Trs {
    /** In meters. */
    translation: number[];
    /** A unit quaternion. */
    rotation: number[];
    /** 1 keeps the size. */
    scale: number[];
}

/** The node graph is a forest: no cycles, no second parents (ER-006). */
export interface Node {
    /** The name in the file; may be empty. */
    name: string;
    /** Indices of its child nodes. */
    children: number[];
    /** Morph weights at rest, instead of the mesh's. */
    weights: number[];
    /** Relative to the parent; a matrix is decomposed (ER-016). */
    rest: Trs;
    /** Index of its parent; VRM_NONE: a root. */
    parent: number;
    /** Index of its mesh, or VRM_NONE. */
    mesh: number;
    /** Index of its skin, or VRM_NONE. */
    skin: number;
    /** 1: KHR_node_visibility hides it, or a node above it. */
    isHidden: boolean;
}

/** A scene: the nodes at its roots. */
export interface Scene {
    /** The name in the file; may be empty. */
    name: string;
    /** Indices of the nodes at the top. */
    roots: number[];
}

/** One track: times in seconds and values, as accessors (read with vrm_model_read_floats). */
export interface Channel {
    /** Index of the animated node. */
    node: number;
    /** VRM_ANIMATION_PATH_… */
    path: AnimationPath;
    /** VRM_INTERPOLATION_… */
    interpolation: Interpolation;
    /** Accessor: times, SCALAR F32. */
    input: number;
    /** Accessor: values; three per key for cubic splines. */
    output: number;
}

/** An animation. VRM gives it no meaning in an avatar. */
export interface Animation {
    /** The name in the file; may be empty. */
    name: string;
    /** The usable channels. */
    channels: Channel[];
}

/** All glTF tables of a file. Fields may be added at the end. */
export interface Gltf {
    /** Asset.version, "2.0". */
    version: string;
    /** asset.generator: the program that wrote the file. */
    generator: string;
    /** asset.copyright. */
    copyright: string;
    /** extensionsUsed. */
    extensionsUsed: string[];
    /** extensionsRequired. */
    extensionsRequired: string[];
    /** The buffers of the file. */
    buffers: Buffer[];
    /** The buffer views of the file. */
    bufferViews: BufferView[];
    /** The accessors of the file. */
    accessors: Accessor[];
    /** The images of the file. */
    images: Image[];
    /** The samplers of the file. */
    samplers: Sampler[];
    /** The textures of the file. */
    textures: Texture[];
    /** The materials of the file. */
    materials: Material[];
    /** The meshes of the file. */
    meshes: Mesh[];
    /** The skins of the file. */
    skins: Skin[];
    /** The nodes of the file. */
    nodes: Node[];
    /** The scenes of the file. */
    scenes: Scene[];
    /** The animations of the file. */
    animations: Animation[];
    /** Cameras have no meaning in VRM (GL-009) and are only counted. */
    cameraCount: number;
    /** The scene to show; VRM_NONE: the file has no scene. */
    scene: number;
}

/** The MToon values of a material. Base color, emission, alpha, normal map and sides are in the material of the same index in vrm_tables. */
export interface Mtoon {
    /** 0: the material is not MToon. */
    isPresent: boolean;
    /** transparentWithZWrite. */
    transparentWithZWrite: boolean;
    /** renderQueueOffsetNumber, -9 to 9. */
    renderQueueOffset: number;
    /** VRM_OUTLINE_… */
    outlineWidthMode: OutlineWidthMode;
    /** shadeColorFactor. */
    shadeColorFactor: number[];
    /** shadingShiftFactor, -1 to 1. */
    shadingShiftFactor: number;
    /** shadingToonyFactor, 0 to 1. */
    shadingToonyFactor: number;
    /** giEqualizationFactor, 0 to 1. */
    giEqualizationFactor: number;
    /** matcapFactor. */
    matcapFactor: number[];
    /** parametricRimColorFactor. */
    parametricRimColorFactor: number[];
    /** rimLightingMixFactor, 0 to 1. */
    rimLightingMixFactor: number;
    /** parametricRimFresnelPowerFactor. */
    parametricRimFresnelPowerFactor: number;
    /** parametricRimLiftFactor. */
    parametricRimLiftFactor: number;
    /** outlineWidthFactor: meters, or a part of the screen's height. */
    outlineWidthFactor: number;
    /** outlineColorFactor. */
    outlineColorFactor: number[];
    /** outlineLightingMixFactor, 0 to 1. */
    outlineLightingMixFactor: number;
    /** UV units a second. */
    uvAnimationScrollXSpeedFactor: number;
    /** UV units a second. */
    uvAnimationScrollYSpeedFactor: number;
    /** Radians a second. */
    uvAnimationRotationSpeedFactor: number;
    /** sRGB. */
    shadeMultiplyTexture: TextureInfo;
    /** Its scale is `strength`. */
    shadingShiftTexture: TextureInfo;
    /** sRGB. */
    matcapTexture: TextureInfo;
    /** sRGB. */
    rimMultiplyTexture: TextureInfo;
    /** Linear; its green channel counts. */
    outlineWidthMultiplyTexture: TextureInfo;
    /** Linear; its blue channel counts. */
    uvAnimationMaskTexture: TextureInfo;
}

/** Words of enumerations, by value. See read.ts. */
export const gltfWords = [
    'scalar vec2 vec3 vec4 mat2 mat3 mat4',
    'opaque mask blend',
    'position normal tangent texcoord color joints weights',
    'translation rotation scale weights',
    'linear step cubicSpline',
    'none worldCoordinates screenCoordinates',
];

/** Fields of structs, in their order. See read.ts. */
export const gltfStructs = [
    'uri:s byteLength:q isAvailable:b',
    'byteOffset:q byteLength:q buffer:i byteStride:u target:i',
    'name:s byteOffset:q count:u bufferView:i component:i element:e18 isNormalized:b sparseCount:u sparseIndexOffset:q sparseValueOffset:q sparseIndexView:i sparseIndexComponent:i sparseValueView:i hasBounds:b min:f4 max:f4',
    'name:s mimeType:s uri:s bufferView:i isDataUri:b',
    'name:s magFilter:i minFilter:i wrapS:i wrapT:i',
    'name:s image:i sampler:i',
    'texture:i texCoord:i offset:f2 scale:f2 rotation:f strength:f',
    'name:s baseColorFactor:f4 emissiveFactor:f3 emissiveStrength:f metallicFactor:f roughnessFactor:f alphaCutoff:f alphaMode:e19 isDoubleSided:b isUnlit:b baseColorTexture:@27 metallicRoughnessTexture:@27 normalTexture:@27 occlusionTexture:@27 emissiveTexture:@27',
    'semantic:e20 set:i accessor:i',
    'position:i normal:i',
    'attributes:*2@29 targets:*3@30 :u :u vertexCount:u triangleCount:u mode:i indices:i material:i isCompressed:b',
    'name:s primitives:*4@31 weights:*5f targetNames:*6s :u :u :u targetCount:u',
    'name:s joints:*2i :u inverseBinds:i skeleton:i',
    'translation:f3 rotation:f4 scale:f3',
    'name:s children:*3i weights:*4f :u :u rest:@34 parent:i mesh:i skin:i isHidden:b',
    'name:s roots:*2i :u',
    'node:i path:e21 interpolation:e22 input:i output:i',
    'name:s channels:*2@37 :u',
    'version:s generator:s copyright:s extensionsUsed:*17s extensionsRequired:*18s buffers:*19@21 bufferViews:*20@22 accessors:*21@23 images:*22@24 samplers:*23@25 textures:*24@26 materials:*25@28 meshes:*26@32 skins:*27@33 nodes:*28@35 scenes:*29@36 animations:*30@38 :u :u :u :u :u :u :u :u :u :u :u :u :u :u cameraCount:u scene:i',
    'isPresent:b transparentWithZWrite:b renderQueueOffset:i outlineWidthMode:e23 shadeColorFactor:f3 shadingShiftFactor:f shadingToonyFactor:f giEqualizationFactor:f matcapFactor:f3 parametricRimColorFactor:f3 rimLightingMixFactor:f parametricRimFresnelPowerFactor:f parametricRimLiftFactor:f outlineWidthFactor:f outlineColorFactor:f3 outlineLightingMixFactor:f uvAnimationScrollXSpeedFactor:f uvAnimationScrollYSpeedFactor:f uvAnimationRotationSpeedFactor:f shadeMultiplyTexture:@27 shadingShiftTexture:@27 matcapTexture:@27 rimMultiplyTexture:@27 outlineWidthMultiplyTexture:@27 uvAnimationMaskTexture:@27',
];

/** Places in the list of structs. */
export const enum GltfStruct {
    Gltf = 39,
    Mesh = 32,
    Material = 28,
    Mtoon = 40,
}

export const attributeSemantics = /* @__PURE__ */ 'position normal tangent texcoord color joints weights'.split(' ') as readonly AttributeSemantic[];

/** The state of an image of the file. */
export type ImageState = 'good' | 'missing' | 'unknown' | 'damaged' | 'tooLarge';

export const imageStates = /* @__PURE__ */ 'good missing unknown damaged tooLarge'.split(' ') as readonly ImageState[];
