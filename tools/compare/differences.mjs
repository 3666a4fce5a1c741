// Where the library and gltf-validator differ on purpose.

const payload = 'values of the payload: loading looks at ranges alone, and reading never trusts them';
const bounds = 'bounds are a hint, which nothing depends on';
const decoder = 'the bytes of images are the business of whoever decodes them';
const harmless = 'an empty list, or one entry twice, means what it says';
const cameras = 'cameras have no meaning in VRM (GL-009)';
const extensions = 'extensions are read where they belong, and ignored elsewhere (GL-031)';

// Errors of the validator that the library does not find: code, where (a pattern of the JSON
// pointer; any place without one), why.
export const NOT_FOUND = [
    ['ACCESSOR_ANIMATION_INPUT_NEGATIVE', null, payload],
    ['ACCESSOR_ANIMATION_INPUT_NON_INCREASING', null, payload],
    ['ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION', null, payload],
    ['ACCESSOR_INVALID_FLOAT', null, `${payload}: what is not finite reads as 0`],
    ['ACCESSOR_INVALID_IBM', null, payload],
    ['ACCESSOR_INVALID_SIGN', null, payload],
    ['ACCESSOR_JOINTS_INDEX_DUPLICATE', null, payload],
    ['ACCESSOR_NON_CLAMPED', null, payload],
    ['ACCESSOR_SPARSE_INDEX_OOB', null, `${payload}: such an entry replaces nothing`],
    ['ACCESSOR_SPARSE_INDICES_NON_INCREASING', null, payload],
    ['ACCESSOR_VECTOR3_NON_UNIT', null, payload],
    ['ACCESSOR_WEIGHTS_NEGATIVE', null, payload],
    ['ACCESSOR_WEIGHTS_NON_NORMALIZED', null, payload],

    ['ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND', null, bounds],
    ['ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND', null, bounds],
    ['ACCESSOR_MAX_MISMATCH', null, bounds],
    ['ACCESSOR_MIN_MISMATCH', null, bounds],
    ['ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS', null, bounds],
    ['ARRAY_LENGTH_NOT_IN_LIST', /^\/accessors\/\d+\/(min|max)$/, bounds],
    ['ARRAY_TYPE_MISMATCH', /^\/accessors\/\d+\/(min|max)$/, bounds],
    ['INVALID_GL_VALUE', null, bounds],
    ['MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS', null, bounds],

    ['IMAGE_DATA_INVALID', null, decoder],
    ['IMAGE_MIME_TYPE_INVALID', null, decoder],
    ['IMAGE_UNEXPECTED_EOS', null, decoder],
    ['IMAGE_NON_ENABLED_MIME_TYPE', null, 'WebP is read without its extension too'],
    ['TEXTURE_INVALID_IMAGE_MIME_TYPE', null, 'WebP is read without its extension too'],

    ['DUPLICATE_ELEMENTS', /^\/extensions(Used|Required)\//, harmless],
    ['EMPTY_ENTITY', /\/(children|nodes)$/, harmless],
    ['EMPTY_ENTITY', /\/targets\/\d+$/, 'an empty morph target is one that moves nothing'],

    ['CAMERA_XMAG_YMAG_ZERO', null, cameras],
    ['CAMERA_ZFAR_LEQUAL_ZNEAR', null, cameras],
    ['UNDEFINED_PROPERTY', /^\/cameras\//, cameras],
    ['UNRESOLVED_REFERENCE', /^\/nodes\/\d+\/camera$/, cameras],

    ['NON_REQUIRED_EXTENSION', null, 'quantised vertices are read whether or not they are required'],
    ['TYPE_MISMATCH', /^(\/nodes\/\d+)?\/extensions(\/VRMC_vrm)?$/, 'for the readers of VRM, which come next'],
    ['UNEXPECTED_EXTENSION_OBJECT', null, extensions],

    ['ANIMATION_CHANNEL_TARGET_NODE_MATRIX', null, 'a matrix is taken apart when it is read, and moves as well'],
    ['ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS', null, 'one key of a spline is a constant'],
    ['BUFFER_DATA_URI_MIME_TYPE_INVALID', null, 'a buffer is bytes, whatever its address calls them'],
    ['BUFFER_VIEW_TOO_BIG_BYTE_STRIDE', null, 'harmless where one element fits; where none does, that is found'],
    ['MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT', null, 'attributes of one’s own are not read'],
    ['MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY', null, 'sets are read by their number, with or without gaps'],
    ['MESH_PRIMITIVE_INVALID_ATTRIBUTE', /_0\d+$/, 'TEXCOORD_01 is read as TEXCOORD_1'],
    ['MESH_PRIMITIVE_INVALID_ATTRIBUTE', /\/targets\//, 'of morph targets, only POSITION and NORMAL are read'],
    ['MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR', null, 'changes nothing that is drawn'],
    ['MESH_PRIMITIVE_TOO_FEW_TEXCOORDS', /\/material$/, 'the validator stops at the gap; the set is there'],
    ['UNSATISFIED_DEPENDENCY', /^\/accessors\/\d+\/byteOffset$/, 'without a view there is nothing to be offset'],
    ['VALUE_NOT_IN_RANGE', /\/byteLength$/, 'no bytes are found missing by whatever needs some'],

    // One fault, two words of the validator for it; the library finds the fault elsewhere.
    ['ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS', null, 'follows from a morph target that the validator drops'],
    ['MESH_INVALID_WEIGHTS_COUNT', null, 'follows from a morph target that the validator drops'],
    ['NODE_WEIGHTS_INVALID', null, 'follows from a morph target that the validator drops'],
];

// Errors and warnings of the validator that a check does not have, in files of avatars. (Its infos and
// hints are left out, and what it says of the names of VRM's extensions.)
export const NOT_CHECKED = [
    ['ACCESSOR_WEIGHTS_NON_NORMALIZED', null, 'follows from joints out of range, whose weights the validator leaves ' +
        'out of the sum; the weights in the file add up to 1'],
    ['ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS', null, 'animations are no part of an avatar; those of .vrma ' +
        'files are checked with them'],
    ['IMAGE_FEATURES_UNSUPPORTED', null, 'a colour profile or a gamma in a PNG, which glTF tells readers to ignore'],
    ['INVALID_EXTENSION_NAME_FORMAT', /^\/extensionsUsed\//, 'the name VRM, which is that of 0.x'],
    ['MATERIAL_ALPHA_CUTOFF_INVALID_MODE', null, 'a number that nothing reads'],
    ['MESH_PRIMITIVE_GENERATED_TANGENT_SPACE', null, 'renderers of VRM make tangents, and exporters leave them out'],
    ['MULTIPLE_EXTENSIONS', null, 'KHR_materials_unlit beside MToon is the fallback for readers without MToon'],
    ['NODE_SKINNED_MESH_LOCAL_TRANSFORMS', null, 'true, and harmless: readers of glTF ignore this transform'],
    ['NODE_SKINNED_MESH_NON_ROOT', null, 'true, and harmless: readers of glTF ignore the parents of skinned meshes'],
];

// Diagnostics of a check about glTF that the validator does not have.
export const ONLY_IN_CHECK = {
    'array-empty': 'in an extension of VRM, whose schema the validator does not know',
    'extension-required': 'the validator knows the extension; most readers of VRM do not',
    'field-range': 'in an extension of VRM, whose schema the validator does not know',
    'index-out-of-range': 'in an extension of VRM, whose references the validator does not follow',
    'transform-obsolete': 'advice of VRM, which allows the offset and the scale of a texture alone',
    'primitive-compressed': 'the validator does not decode Draco either, and says so as an info',
};

// What the validator reports at one place, and the library at another: its code, or its code and the
// beginning of the pointer. (At the same object, any of our findings counts; and a file that is
// refused needs no more than one.)
export const FOUND_ELSEWHERE = {
    ACCESSOR_TOO_LONG: ['view-stride'], // a bad stride is ignored, and then the elements fit
    ACCESSOR_USAGE_OVERRIDE: ['skin-inverse-binds'],
    ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE: ['view-stride-use'],
    BUFFER_VIEW_INVALID_BYTE_STRIDE: ['view-stride-use', 'accessor-range'],
    BUFFER_VIEW_TARGET_OVERRIDE: ['view-mixed', 'view-target', 'skin-inverse-binds'],
    IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE: ['view-stride-use'],
    INVALID_JSON: ['field-not-finite'],
    MESH_PRIMITIVE_ACCESSOR_UNALIGNED: ['accessor-alignment'],
    MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE: ['view-stride-missing'],
    MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT: ['accessor-normalized'],
    MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE: ['view-stride-use', 'accessor-range'],
    MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS: ['position-no-bounds'], // at the accessor itself
    NODE_LOOP: ['node-cycle'], // one word for the ring, where the validator has one a node
    SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE: ['view-stride-use'],
    SKIN_SKELETON_INVALID: ['node-second-parent'],
    TEXTURE_INVALID_IMAGE_MIME_TYPE: ['image-mime'],
    UNDECLARED_EXTENSION: ['extension-undeclared', 'field-type /extensionsUsed'],
    UNDEFINED_PROPERTY: ['asset-version-missing'],
    UNRESOLVED_REFERENCE: ['field-type /samplers'], // to an element that is no object
};

// Errors that no file here has.
export const NOT_TRIED = {
    KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE: 'the extension is not read',
    KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH: 'the extension is not read',
    KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES: 'the extension is not read',
    KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT: 'the extension is not read',
    MESH_PRIMITIVE_NO_TANGENT_SPACE: 'of an extension that is not read (KHR_materials_anisotropy)',
};
