// What the checks of samples let pass, each with its reason: which files (by name), what is said of
// them, why. An entry that no file needs is a problem.

// Warnings of gltf-validator.
export const WARNINGS = [
    [/-0\.x/, /^INVALID_EXTENSION_NAME_FORMAT \/extensionsUsed\//, 'the extension of 0.x is called VRM, without a ' +
        'prefix of its vendor'],
];

// Errors of the schemas.
export const SCHEMA = [
    [/^old-thumbs-1\.0-beta/, /\/humanBones .*"(left|right)ThumbIntermediate"/, 'thumbs as before June 2022; the ' +
        'schemas are those of 1.0'],
    [/-1\.0-draft/, /\/colliders\/\d+ .*"(shapeType|rotation|size)"/, 'capsules: the text of the draft has them, its ' +
        'schema has spheres without a type'],
    [/prose/, /"(blendshape|firstPersonFlag|comment|(horizontal|vertical)(Inner|Outer|Down|Up))"/, 'keys of the text ' +
        'of the draft, where its schema has others (requirements.md §4.4)'],
];

// What three-vrm throws.
export const THREE_VRM = [
    [/-1\.0-draft/, /The license url "undefined" is not accepted/, 'it takes every VRMC_vrm for 1.0; the draft of ' +
        '2019 has no licenseUrl'],
];
