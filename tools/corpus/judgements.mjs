// Each diagnostic that a check has for files of the corpus, read and judged: code, files (a pattern of
// the path in the corpus), and what a reader of the file finds. "True" means that the file is so.
const fixture = 'true: a file of usd-vrm-plugins made by hand';
export const JUDGEMENTS = [
    // Files that exist to be broken.
    ['bind-target', /^usd\/malformed\/oob_expression_morph/, 'true: the file is made for this fault'],
    ['bone-twice', /^usd\/malformed\/duplicate_humanoid_bone/, 'true: the file is made for this fault'],
    ['field-not-finite', /^usd\/malformed\/nonfinite_transform/, 'true: the file is made for this fault (NaN in the JSON)'],
    ['index-out-of-range', /^usd\/malformed\//, 'true: the file is made for this fault'],
    ['joints-not-in-skin', /^usd\/malformed\/out_of_range_joints/, 'true: the file is made for this fault'],
    ['json-syntax', /^usd\/malformed\/malformed_glb_json/, 'true: the file is made for this fault'],
    ['vrm-not-object', /^usd\/malformed\/nonobject_vrm_extension/, 'true: the file is made for this fault'],
    ['bone-unknown', /^blender-addon\/broken\/human_bone/, 'true: the file is made for this fault'],
    ['index-out-of-range', /^blender-addon\/broken\/human_bone/, 'true: the file is made for this fault (node 12345)'],
    ['bone-missing', /^blender-addon\/broken\/human_bone/, 'true: both bones that it assigns are bad'],
    ['no-vrm', /^blender-addon\/broken\/empty/, 'true: glTF without an avatar'],
    ['not-gltf', /^usd\/fixtures\/invalid/, 'true: a file of text'],
    ['extension-required', /^blender-addon\/broken\/draco/, 'true: Draco, which VRM does not allow for'],
    ['primitive-compressed', /^blender-addon\/broken\/draco/, 'true: Draco'],
    ['material-properties', /^blender-addon\/broken\/draco/, 'true: one set of properties, no material'],
    ['node-not-normalized', /^blender-addon\/broken\/draco/, 'true: eight nodes have rotations in a file of 0.x'],
    ['pose-facing', /^blender-addon\/broken\/draco/, 'true: the avatar looks along +Z in a file of 0.x'],

    // Small files made by hand, without what an avatar must have.
    ['bone-missing', /^usd\//, `${fixture} with the bones that its test needs`],
    ['index-out-of-range', /^usd\/fixtures\/badext/, `${fixture} (node 999)`],
    ['meta-license-url', /^usd\//, `${fixture} under another licence; 1.0 has one address for all`],
    ['meta-missing', /^usd\/fixtures\/badext/, fixture],
    ['constraint-on-bone', /^usd\/fixtures\/constraints/, `${fixture}: the constraint turns the head`],
    ['position-no-bounds', /^usd\//, `${fixture}: positions of the morph target have no min and max`],
    ['spring-center', /^usd\/fixtures\/springbone/, `${fixture}: the center is beside the chain`],
    ['transform-obsolete', /^usd\/fixtures\/materials/, `${fixture}: a rotation of a texture`],

    // Extended colliders of VRMMetalKit, as the note of the corpus says.
    ['collider-no-fallback', /^conformance\/springbone_extended/, 'true: shape is required, and these have the extended one alone'],
    ['spec-version-missing', /^conformance\/springbone_extended/, 'true: specVersion is required'],

    // Tests of the Blender add-on with values that were set on purpose.
    ['render-queue', /^blender-addon\/(2\.93|5\.2)\/blend_(image_node_traverse|mtoon1_2_20_61_vrm1)/,
        'true: the offset was typed in, and is outside of what the alpha mode allows'],
    ['field-range', /^blender-addon\/(2\.93|5\.2)\/blend_mtoon1_2_20_61_vrm1/, 'true: rimLightingMixFactor 2 was typed in'],
    ['pose-arm', /^blender-addon\/(2\.93|5\.2)\/blend_(armature_transform|rest_a_pose_t_position_rest)/,
        'true: the armature is in an A-pose at rest'],
    ['pose-asymmetric', /^blender-addon\/(2\.93|5\.2)\/blend_armature_transform/, 'true: the armature is turned and moved'],
    ['pose-facing', /^blender-addon\/(2\.93|5\.2)\/blend_armature_transform/, 'true: the armature is turned by 40 degrees'],
    ['pose-leans', /^blender-addon\/(2\.93|5\.2)\/blend_armature_transform/, 'true: the armature is turned about all axes'],
    ['pose-off-center', /^blender-addon\/(2\.93|5\.2)\/blend_armature_transform/, 'true: the armature is moved'],
    ['pose-trunk', /^blender-addon\/(2\.93|5\.2)\/blend_armature_transform/, 'true: the armature is turned about all axes'],
    ['no-triangles', /^blender-addon\/(2\.93|5\.2|in)\/(blend_)?(basic_armature|empty_mesh|minimal|multi_root_armature|thumbnail)/,
        'true: an armature without a mesh'],
    ['bind-twice', /^blender-addon\/(2\.93|5\.2)\/blend_expression_migration/, 'true: custom_e has the same target in two binds'],
    ['normals-length', /^blender-addon\/in\/sphere/, 'true: normals of length 100, written by UniVRM 0.53; gltf-validator says it too'],

    // Avatars.
    ['array-empty', /^official\//, 'true: the schema wants no references or at least one'],
    ['node-scale', /^official\//, 'true: flat boards beside the avatar have other scales in Z; 1.0 allows equal scales alone'],
    ['bones-coincide', /^godette\//, 'true: spine has no distance to hips'],
    ['look-at-weight', /^godette\//, 'true: weights of expressions are written as degrees, so that the gaze is at its end at once'],
    ['pose-root', /^godette\//, 'true: the root stands 5 cm above the ground'],
    ['pose-thumb', /^godette\//, 'true: the last joints of the thumbs point aside and down'],
    ['material-emission', /^univrm\/EmissionMigration_v0\.106/, 'true: what the file is made to show'],

    // How the avatars behave.
    ['collider-group-unused', /^(blender-addon\/2\.93\/blend_non_deform_referenced_bone_vrm0|usd\/malformed\/missing_spring_collider_group)/,
        'true: no spring names the group'],
    ['expression-empty', /^blender-addon\//, 'true: the exporter writes all presets, and most have no binds'],
    ['expression-no-effect', /^blender-addon\/(2\.93|5\.2)\/blend_expression_migration/,
        'true: the bind moves the texture of a material without one, or moves it by nothing'],
    ['expressions-add-up', /^godette\//, 'true: morph targets of the eyes and the mouth are in several expressions, with no override'],
    ['joint-in-collider', /^conformance\/springbone_/, 'true: the collider is put into the chain on purpose'],
    ['look-at-no-expressions', /^official\//, 'true: expressions of the test have no look expressions'],
    ['look-at-no-eyes', /^(blender-addon|conformance|univrm)\//, 'true: a test avatar without eye bones'],
    ['material-light', /^(blender-addon|godette)\//, 'true: values of MToon 0.x that 1.0 does not have'],
    ['material-lost', /^blender-addon\/(2\.93)\/blend_mtoon1_2_20_61_vrm0/, 'true: values of MToon 0.x that 1.0 does not have'],
    ['pose-soles', /^blender-addon\//, 'true: the mesh of the test reaches below the ground'],
    ['spring-moves-bone', /^usd\/fixtures\/vrm0_frontbake/, `${fixture}: the spring has the bone spine`],
    ['spring-no-bones', /^blender-addon\/(2\.93|5\.2)\/blend_material/, 'true: an empty group of springs'],
    ['spring-still', /^usd\/malformed\/missing_spring_collider_group/, 'true: the center is the first joint itself, and there is no gravity'],
    ['vertices-follow-nothing', /^(blender-addon|univrm|usd)\//, 'true: the mesh of the test hangs on no bone'],

    // Motions.
    ['motion-bone-missing', /^vrma\/canonical_walk/, 'true: a walk with the hips and a few bones alone'],
    ['motion-eyes', /^vrma\/nop/, 'true: both eyes are among the bones, which the Blender add-on writes'],
    ['motion-hips-height', /^vrma\/hips_spine_twisting/, 'true: the hips rest at the height 0'],
];
