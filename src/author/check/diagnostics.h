/*
 * The rules that `vrm check` has beside the diagnostics of a load. gltf/diagnostics.h says what an
 * entry is. All of them are WARNING or NOTE here: a rule whose requirement is a MUST becomes an
 * error when it is reported (check/levels.h), unless the rule itself says otherwise.
 */
#ifndef VRMI_CHECK_DIAGNOSTICS_H
#define VRMI_CHECK_DIAGNOSTICS_H

#include "base/report.h"

/* clang-format off */
#define VRMI_CHECK_DIAGNOSTICS(X)                                                                                      \
    /* humanoid */                                                                                                     \
    X(BONE_NOT_BELOW, "bone-not-below", WARNING, VISIBLE, VRM_OK, "HU-007", 2,                                         \
      "the bone {} is not a descendant of the bone {}", "make its node a descendant of the other bone's node")                   \
    X(BONE_NEEDS_PARENT, "bone-needs-parent", WARNING, ELSEWHERE, VRM_OK, "HU-009", 2,                                 \
      "the avatar has the bone {} but not {}, which it requires",                                      \
      "assign the other bone too, or remove this one")                                                                 \
    X(BONE_SCALE, "bone-scale", WARNING, VISIBLE, VRM_OK, "HU-011", 1,                                                 \
      "the scale of the bone {} has a component that is zero or negative", "apply the scale in your modeling program")     \
    X(PELVIS_INVERTED, "pelvis-inverted", WARNING, ELSEWHERE, VRM_OK, "HU-012", 1,                                     \
      "{} is between hips and both upper legs, and lower than hips",                                                      \
      "make both upper legs children of hips")                                                                           \
    X(BONES_COINCIDE, "bones-coincide", WARNING, VISIBLE, VRM_OK, "HU-014", 2,                                         \
      "the bones {} and {} are at the same position", "move one of them")                                                 \
    /* the T-pose */                                                                                                   \
    X(POSE_FACING, "pose-facing", WARNING, VISIBLE, VRM_OK, "TP-002", 1,                                               \
      "the rest pose faces {}° away from the front",                                                       \
      "turn the avatar to face +Z (VRM 1.0) or -Z (VRM 0.x), and apply rotations")                                     \
    X(POSE_OFF_CENTER, "pose-off-center", WARNING, VISIBLE, VRM_OK, "TP-003", 2,                                       \
      "in the rest pose, the bone {} is {} m off the center of the body", "move it to X = 0")                                    \
    X(POSE_ASYMMETRIC, "pose-asymmetric", WARNING, VISIBLE, VRM_OK, "TP-003", 3,                                       \
      "in the rest pose, the bones {} and {} are not symmetric: they differ by {} m", "mirror the pose of one side")              \
    X(POSE_LEANS, "pose-leans", WARNING, VISIBLE, VRM_OK, "TP-004", 1,                                                 \
      "the rest pose leans: feet and head are {} m apart in Z", "stand the avatar upright in the T-pose")       \
    X(POSE_TRUNK, "pose-trunk", WARNING, VISIBLE, VRM_OK, "TP-027", 2,                                                 \
      "the trunk is bent in the rest pose: {} is {}° off vertical",                                         \
      "straighten the back and the neck in the T-pose")                                                                \
    X(POSE_LEG, "pose-leg", WARNING, VISIBLE, VRM_OK, "TP-026", 2,                                                     \
      "{} is {}° off its T-pose direction (straight down)", "straighten the legs in the T-pose")                     \
    X(POSE_FEET, "pose-feet", WARNING, VISIBLE, VRM_OK, "TP-005", 2,                                                   \
      "{} is {}° off its T-pose direction (straight ahead)", "turn the foot straight ahead in the T-pose")           \
    X(POSE_ARM, "pose-arm", WARNING, VISIBLE, VRM_OK, "TP-007", 2,                                                     \
      "the arm {} is {}° off its T-pose direction (straight sideways)", "raise the arms to a T-pose before exporting")   \
    X(POSE_HAND, "pose-hand", WARNING, VISIBLE, VRM_OK, "TP-009", 2,                                                   \
      "the hand {} is {}° off its T-pose direction (straight sideways)", "straighten the hands in the T-pose")             \
    X(POSE_FINGER, "pose-finger", WARNING, VISIBLE, VRM_OK, "TP-010", 2,                                               \
      "the finger {} is {}° off its T-pose direction (straight sideways)", "straighten the fingers in the T-pose")           \
    X(POSE_THUMB, "pose-thumb", WARNING, VISIBLE, VRM_OK, "TP-011", 2,                                                 \
      "{} is {}° off its T-pose direction (45° forward and outward)",                                       \
      "turn the thumbs to 45°, level with the ground, in the T-pose")                                           \
    X(POSE_ROOT, "pose-root", WARNING, VISIBLE, VRM_OK, "TP-021", 1,                                                   \
      "the root of the avatar is {} m away from the origin", "move the root to the origin and apply the translation")  \
    /* the avatar as a whole */                                                                                        \
    X(NO_TRIANGLES, "no-triangles", WARNING, VISIBLE, VRM_OK, "BH-052", 0,                                             \
      "the avatar has no triangles: it is invisible",                                                        \
      "export the meshes together with the skeleton")                                                                  \
    X(AVATAR_HEIGHT, "avatar-height", WARNING, VISIBLE, VRM_OK, "BH-053", 1,                                           \
      "the avatar is about {} m tall: is the unit wrong?",                                                         \
      "scale the avatar to its height in meters, apply the scale, and export again")                                   \
    /* springs, lookAt and constraints, in a life of three motions */                                                  \
    X(BEHAVIOUR_NOT_MEASURED, "behaviour-not-measured", NOTE, ELSEWHERE, VRM_OK, "BH-001", 2,                          \
      "the avatar is too complex for behavior tests: a step costs {} units; the limit is {}",            \
      "use fewer nodes, joints or colliders")                                                                          \
    X(SPRING_STILL, "spring-still", WARNING, VISIBLE, VRM_OK, "BH-002", 2,                                             \
      "spring {} does not sway: its joints never turn by more than {}° in any test motion",                            \
      "lower its stiffness or its drag, or remove the spring")                                                         \
    X(SPRING_RESTLESS, "spring-restless", WARNING, VISIBLE, VRM_OK, "BH-003", 3,                                       \
      "spring {} does not settle: after ten seconds of standing, node {} still turns by {}° per second",                                                                                                      \
      "raise its drag, or move the colliders that trap it")                                                  \
    X(JOINT_IN_COLLIDER, "joint-in-collider", WARNING, VISIBLE, VRM_OK, "BH-004", 5,                                   \
      "joints whose tail is inside collider {} at rest and is pushed out at once: {}; the deepest is node {} of spring {}, by {} cm",                                                                                      \
      "shrink or move the collider, or remove its group from the spring")                                    \
    X(COLLIDER_HOLDS_SPRING, "collider-holds-spring", WARNING, VISIBLE, VRM_OK, "BH-005", 4,                           \
      "collider {} contains whole springs at rest: {}; the deepest is spring {}, by {} cm",                            \
      "shrink the collider, or remove its group from the spring")                                                \
    X(HIT_RADIUS_LARGE, "hit-radius-large", WARNING, VISIBLE, VRM_OK, "BH-006", 5,                                     \
      "joints of spring {} whose hitRadius exceeds their bone length: {}; node {} has {} cm for a bone of {} cm",                                                                                                \
      "make hitRadius smaller than the distance to the next joint")                                                    \
    X(COLLIDER_UNUSED, "collider-unused", NOTE, ELSEWHERE, VRM_OK, "BH-007", 1,                                        \
      "collider {} is in no collider group and does nothing", "add it to a group, or remove it")                      \
    X(COLLIDER_GROUP_UNUSED, "collider-group-unused", NOTE, ELSEWHERE, VRM_OK, "BH-008", 1,                            \
      "no spring uses the collider group {}", "add it to the springs that it should push, or remove it")               \
    X(SPRING_ONE_JOINT, "spring-one-joint", WARNING, VISIBLE, VRM_OK, "BH-009", 1,                                     \
      "spring {} has only one joint and needs a second one to sway",                                                       \
      "add the end of the bone as a joint, or remove the spring")                                                      \
    X(SPRING_NO_BONES, "spring-no-bones", NOTE, ELSEWHERE, VRM_OK, "BH-010", 1,                                        \
      "spring {} has no bones and does nothing", "add its root bones, or remove it")                                  \
    X(SPRING_CENTER_MOVES, "spring-center-moves", WARNING, VISIBLE, VRM_OK, "BH-011", 2,                               \
      "the center of spring {}, node {}, is itself moved by a spring", "choose a node that no spring moves")           \
    X(GRAVITY_NO_DIRECTION, "gravity-no-direction", WARNING, VISIBLE, VRM_OK, "BH-056", 1,                             \
      "gravityDir of spring {} is zero, so its gravityPower has no effect",                                            \
      "set gravityDir to a direction, such as 0, -1, 0, or gravityPower to 0")                                         \
    X(GRAVITY_NOT_UNIT, "gravity-not-unit", NOTE, ELSEWHERE, VRM_OK, "BH-057", 2,                                      \
      "gravityDir of spring {} has length {}: some applications normalize it, so gravity differs there",          \
      "scale gravityDir to length 1, and multiply gravityPower by the old length")                                 \
    X(SPRING_MOVES_BONE, "spring-moves-bone", WARNING, VISIBLE, VRM_OK, "BH-012", 2,                                   \
      "spring {} rotates the bone {}, so poses of the bone have no effect", "start the spring below the bone")      \
    X(LOOK_AT_SATURATES, "look-at-saturates", WARNING, VISIBLE, VRM_OK, "BH-013", 3,                                   \
      "an input range of {}° is too small: the eyes reach their limit when the avatar looks {} by {}°",                   \
      "choose a larger input range, such as 90°")                                                               \
    X(LOOK_AT_STILL, "look-at-still", WARNING, VISIBLE, VRM_OK, "BH-014", 1,                                           \
      "the eyes do not move when the avatar looks {}", "choose an output range above 0, such as 10°")           \
    X(LOOK_AT_WRONG_WAY, "look-at-wrong-way", WARNING, VISIBLE, VRM_OK, "BH-015", 2,                                   \
      "when the avatar looks {}, its eyes turn the other way by {}°", "choose a positive output range")         \
    X(LOOK_AT_VERTICES, "look-at-vertices", WARNING, VISIBLE, VRM_OK, "BH-016", 3,                                     \
      "the expression {} should move the eyes {}, but moves vertices the other way, by {} mm on average",              \
      "swap the expression with its opposite")                                                                     \
    X(EYES_SWAPPED, "eyes-swapped", WARNING, VISIBLE, VRM_OK, "BH-017", 1,                                             \
      "the bone leftEye is {} m to the right of rightEye", "swap the two bones")                                   \
    X(LOOK_AT_NO_EYES, "look-at-no-eyes", NOTE, VISIBLE, VRM_OK, "BH-018", 0,                                          \
      "lookAt has the type bone, but the avatar has no eye bones: lookAt has no visible effect",                     \
      "assign leftEye and rightEye, or use look expressions")                                                          \
    X(LOOK_AT_ONE_EYE, "look-at-one-eye", WARNING, VISIBLE, VRM_OK, "BH-019", 1,                                       \
      "lookAt has the type bone, but the avatar lacks the bone {}: only the other eye moves",                \
      "assign the bone")                                                                                               \
    X(LOOK_AT_EXPRESSION_MISSING, "look-at-expression-missing", WARNING, VISIBLE, VRM_OK, "BH-020", 1,                 \
      "lookAt has the type expression, but the avatar has no working expression {}",                     \
      "create the expression, or use eye bones")                                                                         \
    X(LOOK_AT_NO_EXPRESSIONS, "look-at-no-expressions", NOTE, VISIBLE, VRM_OK, "BH-024", 0,                            \
      "lookAt has the type expression, but no look expression works: lookAt has no visible effect",         \
      "create lookUp, lookDown, lookLeft and lookRight, or use eye bones")                                               \
    X(LOOK_AT_OFFSET_FAR, "look-at-offset-far", WARNING, VISIBLE, VRM_OK, "BH-021", 1,                                 \
      "offsetFromHeadBone is {} m away from the eyes", "choose the point between the eyes")                            \
    X(CONSTRAINT_NO_EFFECT, "constraint-no-effect", NOTE, ELSEWHERE, VRM_OK, "BH-022", 1,                              \
      "the constraint of node {} has weight 0 and does nothing", "choose a weight above 0, or remove it")         \
    X(CONSTRAINT_SOURCE_SWAYS, "constraint-source-sways", WARNING, VISIBLE, VRM_OK, "BH-023", 2,                       \
      "the constraint of node {} follows node {}, which springs move after constraints: it misses that motion",                                                                                                        \
      "choose a source that no spring moves")                                                                          \
    /* nodes and skins */                                                                                              \
    X(NODE_SCALE, "node-scale", WARNING, VISIBLE, VRM_OK, "TP-013", 0,                                                 \
      "the scale of the node is not three equal positive numbers", "apply the scale in your modeling program")             \
    X(NODE_NOT_NORMALIZED, "node-not-normalized", WARNING, ELSEWHERE, VRM_OK, "TP-015", 1,                             \
      "nodes with a rotation or scale at rest, which VRM 0.x does not allow: {}",                          \
      "run vrm normalize, or apply rotations and scales in your modeling program, or export with normalization")                             \
    X(BIND_NOT_TRANSLATION, "bind-not-translation", WARNING, ELSEWHERE, VRM_OK, "TP-016", 1,                           \
      "inverse bind matrices that are not pure translations, which VRM 0.x requires: {}",                              \
      "run vrm normalize, or export with normalization")                                                                                     \
    X(SKELETON_NOT_AT_ORIGIN, "skeleton-not-at-origin", WARNING, ELSEWHERE, VRM_OK, "TP-017", 1,                       \
      "the skeleton of the skin is {} m away from the origin", "move its root to the origin")                          \
    /* glTF */                                                                                                         \
    X(TRANSFORM_OBSOLETE, "transform-obsolete", WARNING, ELSEWHERE, VRM_OK, "GL-017", 1,                               \
      "the texture transform has {}, which other applications may ignore",                                             \
      "apply it to the texture coordinates in your modeling program")                                                  \
    X(NAME_TWICE, "name-twice", WARNING, ELSEWHERE, VRM_OK, "GL-024", 2,                                               \
      "{} and an earlier {} have the same name", "rename one of them")                                                 \
    X(NAME_CHARACTER, "name-character", WARNING, ELSEWHERE, VRM_OK, "GL-025", 1,                                       \
      "the name of {} has a character that is not allowed in file names", "rename it")                                       \
    X(TARGETS_DIFFER, "targets-differ", WARNING, ELSEWHERE, VRM_OK, "GL-027", 1,                                       \
      "morph target {} lacks attributes that it has in the first primitive of the mesh",                   \
      "export the same attributes for every primitive of a mesh")                                                      \
    /* meta */                                                                                                         \
    X(THUMBNAIL_NOT_SQUARE, "thumbnail-not-square", WARNING, ELSEWHERE, VRM_OK, "ME-011", 2,                           \
      "the thumbnail is {} x {} pixels, which is not square", "choose a square picture, such as 1024 x 1024")               \
    X(THUMBNAIL_FORMAT, "thumbnail-format", WARNING, ELSEWHERE, VRM_OK, "ME-012", 1,                                   \
      "the thumbnail has the format {}", "use PNG or JPEG")                                                          \
    /* the payload */                                                                                                  \
    X(ACCESSOR_NOT_FINITE, "accessor-not-finite", WARNING, VISIBLE, VRM_OK, "GL-037", 1,                               \
      "numbers that are infinite or NaN: {}", "repair the mesh in your modeling program and export again")     \
    X(ACCESSOR_BOUNDS, "accessor-bounds", WARNING, ELSEWHERE, VRM_OK, "GL-038", 3,                                     \
      "{} is {}, but the values give {}", "the exporter should write min and max of the values")                     \
    X(POSITION_NO_BOUNDS, "position-no-bounds", WARNING, ELSEWHERE, VRM_OK, "GL-038", 0,                               \
      "positions have no min and max", "the exporter should write min and max of positions")                           \
    X(INDICES_OUT_OF_RANGE, "indices-out-of-range", WARNING, VISIBLE, VRM_OK, "GL-039", 2,                             \
      "indices that are out of range for {} vertices: {}",                                                     \
      "repair the mesh in your modeling program and export again")                                                    \
    X(INDICES_RESTART, "indices-restart", WARNING, ELSEWHERE, VRM_OK, "GL-039", 1,                                     \
      "indices that have the value reserved for primitive restart: {}", "the exporter should use a larger type")       \
    X(JOINTS_NOT_IN_SKIN, "joints-not-in-skin", WARNING, VISIBLE, VRM_OK, "GL-040", 3,                               \
      "joints that are not among the {} joints of skin {}: {}", "assign the weights again and export again")          \
    X(WEIGHTS_NEGATIVE, "weights-negative", WARNING, VISIBLE, VRM_OK, "GL-041", 1,                                     \
      "negative weights: {}", "normalize the weights in your modeling program")                               \
    X(WEIGHTS_SUM, "weights-sum", WARNING, VISIBLE, VRM_OK, "GL-041", 2,                                               \
      "vertices whose weights do not add up to 1: {}; the first is vertex {}",                                         \
      "normalize the weights in your modeling program")                                                                \
    X(JOINTS_REPEAT, "joints-repeat", WARNING, ELSEWHERE, VRM_OK, "GL-042", 1,                                         \
      "vertices that have the same joint more than once: {}", "the exporter should add up the weights of a joint")     \
    X(NORMALS_LENGTH, "normals-length", WARNING, VISIBLE, VRM_OK, "GL-043", 2,                                         \
      "{} whose length is not 1: {}", "recalculate the normals in your modeling program and export again")                \
    X(BIND_LAST_ROW, "bind-last-row", WARNING, ELSEWHERE, VRM_OK, "GL-044", 1,                                         \
      "inverse bind matrices whose fourth row is not 0, 0, 0, 1: {}", "the exporter should write affine matrices")     \
    X(PAYLOAD_SHARED, "payload-shared", WARNING, ELSEWHERE, VRM_OK, "ER-018", 1,                                       \
      "accessors share bytes so often that each byte would be read more than {} times; the rest of the payload was not checked", \
      "the exporter should give each mesh its own accessors")                                                         \
    X(IMAGE_FORMAT, "image-format", WARNING, VISIBLE, VRM_OK, "GL-045", 0,                                           \
      "the format of the image is unknown", "use PNG or JPEG")                                                    \
    X(IMAGE_NOT_MIME_TYPE, "image-not-mime-type", WARNING, ELSEWHERE, VRM_OK, "GL-045", 2,                             \
      "mimeType is {}, but the image has the format {}", "the exporter should write the mimeType of the image")    \
    X(IMAGE_SIZE_UNKNOWN, "image-size-unknown", WARNING, VISIBLE, VRM_OK, "GL-045", 1,                                 \
      "the size cannot be read from the header of the {} image", "export the image again")                              \
    X(IMAGE_NOT_DECODED, "image-not-decoded", WARNING, VISIBLE, VRM_OK, "GL-045", 0,                                   \
      "the image cannot be decoded", "export the image again as PNG or JPEG")                                          \
    /* looks: measured on vertices, materials and textures */                                                          \
    X(POSE_SOLES, "pose-soles", WARNING, VISIBLE, VRM_OK, "TP-006", 1,                                                 \
      "in the rest pose, the soles are at Y = {} m, not on the ground",                                                      \
      "move the soles to Y = 0 and apply the translation")                                     \
    X(EXPRESSION_EMPTY, "expression-empty", NOTE, VISIBLE, VRM_OK, "BH-030", 1,                                        \
      "the expression {} changes nothing: it has no binds", "add binds to it, or remove it")                           \
    X(EXPRESSION_NO_EFFECT, "expression-no-effect", WARNING, VISIBLE, VRM_OK, "BH-031", 2,                             \
      "the expression {} has no visible effect, although it has binds: {}",                                 \
      "choose morph targets that move vertices, weights other than 0, and colors that differ from those at rest")   \
    X(EXPRESSIONS_EQUAL, "expressions-equal", WARNING, VISIBLE, VRM_OK, "BH-032", 2,                                   \
      "the expressions {} and {} differ only in name", "change the binds of one of them, or remove it")                \
    X(OVERRIDE_OWN_KIND, "override-own-kind", WARNING, ELSEWHERE, VRM_OK, "BH-054", 1,                                 \
      "the expression {} overrides its own kind, which is invalid: in some applications it then hides itself",                                                                                             \
      "set the override of its own kind to none")                                                                      \
    X(BIND_TWICE, "bind-twice", WARNING, VISIBLE, VRM_OK, "BH-055", 3,                                                 \
      "the expression {} binds morph target {} of node {} more than once: the weights add up",                         \
      "keep one of the binds")                                                                                         \
    X(EXPRESSIONS_ADD_UP, "expressions-add-up", WARNING, VISIBLE, VRM_OK, "BH-033", 5,                                 \
      "the expressions {} and {} together drive morph target {} of node {} to {}",                                     \
      "let one of them override the other, or use separate morph targets")                                         \
    X(BLINK_OPEN, "blink-open", WARNING, VISIBLE, VRM_OK, "BH-034", 3,                                                 \
      "the expression {} does not close an eye: its vertices move at most {} m down and {} m up",                        \
      "make the lids meet at weight 1")                                                                                \
    X(BLINK_SIDE, "blink-side", WARNING, VISIBLE, VRM_OK, "BH-035", 2,                                                 \
      "of the vertices that the expression {} moves, {} % are on the other side of the face",                                        \
      "swap the two expressions, or choose the morph target of the other eye")                                     \
    X(MOUTH_CLOSED, "mouth-closed", WARNING, VISIBLE, VRM_OK, "BH-036", 2,                                             \
      "the expression {} moves no vertex more than {} m: the mouth does not visibly move",                         \
      "make the shape of the mouth larger, or raise the weight of its bind")                                           \
    X(MOUTH_ELSEWHERE, "mouth-elsewhere", WARNING, VISIBLE, VRM_OK, "BH-037", 2,                                       \
      "the vertices that the expression {} moves are {} m above the eyes, not at the mouth", "choose the morph target of the mouth")  \
    X(WEIGHTS_OTHER_SIDE, "weights-other-side", WARNING, VISIBLE, VRM_OK, "BH-038", 3,                                 \
      "vertices on one side of the body that follow {}, which is on the other side: {}; the first is vertex {}",       \
      "assign the weights of these vertices to the limb of their own side")                                            \
    X(VERTICES_FOLLOW_NOTHING, "vertices-follow-nothing", WARNING, VISIBLE, VRM_OK, "BH-039", 1,                       \
      "vertices that no humanoid bone moves and that stay behind: {}",                                            \
      "weight them to bones of the avatar, or make their node a descendant of a bone")                                      \
    X(FIRST_PERSON_HEAD, "first-person-head", WARNING, VISIBLE, VRM_OK, "BH-040", 1,                                   \
      "the first-person camera is inside the visible head: nothing is hidden from it, and vertices at the head are {}", \
      "choose auto or thirdPersonOnly for the parts of the head, and weight them to the head")                  \
    X(FIRST_PERSON_EMPTY, "first-person-empty", WARNING, VISIBLE, VRM_OK, "BH-041", 1,                                 \
      "the first-person camera draws nothing: all nodes with a mesh are hidden from it ({})",                          \
      "choose auto or both for everything but the head")                                                                  \
    X(THIRD_PERSON_EMPTY, "third-person-empty", WARNING, VISIBLE, VRM_OK, "BH-042", 1,                                 \
      "only the first-person camera shows the avatar: all nodes with a mesh are first-person only ({})",                    \
      "choose auto or both")                                                                                           \
    X(MATERIAL_LOST, "material-lost", WARNING, ELSEWHERE, VRM_OK, "BH-043", 1,                                         \
      "the value {} has no equivalent in VRM 1.0: the material looks different in applications that convert it",        \
      "avoid it if the material must look the same everywhere")                                                 \
    X(MATERIAL_LIGHT, "material-light", NOTE, ELSEWHERE, VRM_OK, "BH-051", 1,                                          \
      "the value {} has no equivalent in VRM 1.0: the material is lit differently in applications that convert it",  \
      "set it to its neutral value if the material must look the same everywhere")                      \
    X(BLEND_ORDER, "blend-order", WARNING, VISIBLE, VRM_OK, "BH-044", 5,                                               \
      "the transparent materials {} and {}, of the nodes {} and {}, have the same render order and share {} % of their volume: which one is in front changes with the camera", \
      "give them different render queue offsets, or put them into one mesh")                                           \
    X(TEXTURE_DENSE, "texture-dense", NOTE, ELSEWHERE, VRM_OK, "BH-045", 3,                                            \
      "the image of {} x {} pixels has {} pixels per millimeter of the avatar", "make the image smaller")             \
    X(TEXTURE_PART, "texture-part", NOTE, ELSEWHERE, VRM_OK, "BH-046", 3,                                              \
      "of the image of {} x {} pixels, only {} % is used on the avatar", "crop the image to the used part")               \
    X(TEXTURE_UNUSED, "texture-unused", NOTE, EXPORTER, VRM_OK, "BH-047", 0,                                           \
      "no material uses the texture", "remove the texture and its image")                                              \
    X(MESH_ARM, "mesh-arm", WARNING, VISIBLE, VRM_OK, "BH-048", 2,                                                     \
      "in the rest pose, the vertices of {} are {}° off horizontal, although the arm bones are level", \
      "raise the arms of the mesh to a T-pose and bind it to the bones again")                                        \
    X(MESH_ASYMMETRIC, "mesh-asymmetric", WARNING, VISIBLE, VRM_OK, "BH-049", 3,                                       \
      "in the rest pose, the vertices of {} and {} are not symmetric, although the bones are: they differ by {} m",               \
      "mirror the mesh of one side, or its weights")                                                                   \
    X(MESH_FACING, "mesh-facing", WARNING, VISIBLE, VRM_OK, "BH-050", 1,                                               \
      "in the rest pose, the eyes are {} m behind the head bone, although the bones face the front",                      \
      "turn the mesh to face the same way as the bones")
/* clang-format on */

enum {
    VRMI_CHECK_FIRST = 2000,
    VRMI_CHECK_BEFORE = VRMI_CHECK_FIRST - 1,
#define X(name, ...) VRMI_##name,
    VRMI_CHECK_DIAGNOSTICS(X)
#undef X
        VRMI_CHECK_END
};

extern const vrmi_diagnostics vrmi_check_diagnostics;

#endif
