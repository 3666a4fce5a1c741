/*
 * The diagnostics of VRM: dialects, meta, humanoid, expressions, lookAt, first person, springs,
 * constraints and materials. gltf/diagnostics.h says what an entry is.
 */
#ifndef VRMI_BUILD_DIAGNOSTICS_H
#define VRMI_BUILD_DIAGNOSTICS_H

#include "base/private_api.h"
#include "base/report.h"

/* clang-format off */
#define VRMI_BUILD_DIAGNOSTICS(X)                                                                                      \
    /* limits */                                                                                                       \
    X(LIMIT_AVATAR, "limit-avatar", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 2,                                      \
      "the avatar has more than the limit of {} {}",                                                                   \
      "use fewer, or raise their maximum in the limits of the load if you trust the file")                             \
    /* dialect and versions */                                                                                         \
    X(NO_VRM, "no-vrm", FATAL, VISIBLE, VRM_ERROR_VRM, "DI-001", 0,                                                    \
      "this is a glTF file without an avatar",                                                                   \
      "export the avatar as VRM; it then has the extension VRMC_vrm (1.0) or VRM (0.x)")                               \
    X(ONLY_ANIMATION, "only-animation", FATAL, VISIBLE, VRM_ERROR_VRM, "GL-036", 0,                                    \
      "this file contains an animation for avatars (.vrma), but no avatar", "choose the .vrm file of an avatar")           \
    X(VRM_NOT_OBJECT, "vrm-not-object", FATAL, VISIBLE, VRM_ERROR_VRM, "DI-001", 1,                                    \
      "the extension {} is not an object, so the file has no avatar",                                          \
      "export the file again with a current exporter")                                                                 \
    X(TWO_DIALECTS, "two-dialects", NOTE, ELSEWHERE, VRM_OK, "DI-002", 0,                                              \
      "the file has both VRMC_vrm and VRM; VRMC_vrm is used", "")                                                      \
    X(SPEC_VERSION_MISSING, "spec-version-missing", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "DI-004", 0,                     \
      "specVersion is missing", "the exporter should write specVersion \"1.0\"")                                       \
    X(SPEC_VERSION_OTHER, "spec-version-other", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "DI-005", 1,                         \
      "the specVersion {} is unknown; the extension is read as 1.0", "the exporter should write specVersion \"1.0\"")  \
    X(SPEC_VERSION_NEWER, "spec-version-newer", NOTE, ELSEWHERE, VRM_OK, "DI-005", 1,                                  \
      "the specVersion {} is newer than 1.0; the extension is read as 1.0",                                            \
      "check that the avatar looks as it should, or export it as VRM 1.0")                                             \
    X(SPEC_VERSION_UNKNOWN, "spec-version-unknown", REPAIR, VISIBLE, VRM_ERROR_VRM, "DI-005", 1,                       \
      "the specVersion {} cannot be read; the extension is ignored", "the exporter should write specVersion \"1.0\"")  \
    X(ALIAS_USED, "alias-used", NOTE, ELSEWHERE, VRM_OK, "DI-007", 2,                                                  \
      "{} is an older name for {}", "export with a current exporter")                                                  \
    /* meta */                                                                                                         \
    X(META_MISSING, "meta-missing", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "ME-001", 0,                                     \
      "meta is missing: author and permissions are unknown", "fill in the meta information in the exporter")  \
    X(META_NAME, "meta-name", WARNING, ELSEWHERE, VRM_OK, "ME-002", 0,                                                 \
      "the avatar has no name", "enter a name in the exporter")                                                        \
    X(META_AUTHORS, "meta-authors", WARNING, ELSEWHERE, VRM_OK, "ME-004", 0,                                           \
      "no author is named", "enter the author in the exporter")                                                        \
    X(META_AUTHOR_EMPTY, "meta-author-empty", WARNING, ELSEWHERE, VRM_OK, "ME-004", 0,                                 \
      "the name of an author is empty", "enter the name, or remove the author")                                        \
    X(META_LICENSE_URL, "meta-license-url", WARNING, ELSEWHERE, VRM_OK, "ME-014", 1,                                   \
      "licenseUrl is {}; VRM 1.0 requires https://vrm.dev/licenses/1.0/",\
"set it to that URL; the link to another license, such as CC BY, belongs in otherLicenseUrl")                   \
    /* humanoid */                                                                                                     \
    X(HUMANOID_MISSING, "humanoid-missing", REPAIR, VISIBLE, VRM_ERROR_VRM, "HU-001", 0,                               \
      "humanoid.humanBones is missing or unusable: the avatar has no bones",                                               \
      "set the avatar up as a humanoid in the exporter")                                                               \
    X(BONE_UNKNOWN, "bone-unknown", WARNING, VISIBLE, VRM_OK, "HU-004", 1,                                             \
      "{} is not a humanoid bone and is ignored", "assign it to one of the VRM bones")                        \
    X(BONE_TWICE, "bone-twice", REPAIR, VISIBLE, VRM_ERROR_VRM, "HU-006", 1,                                           \
      "the bone {} is assigned more than once; the first is used", "keep one of them")                                 \
    X(BONE_MISSING, "bone-missing", REPAIR, VISIBLE, VRM_ERROR_VRM, "HU-003", 1,                                       \
      "missing required bones: {}", "assign them in the exporter")                                            \
    X(BONE_NODE_TWICE, "bone-node-twice", WARNING, VISIBLE, VRM_OK, "HU-006", 3,                                       \
      "{} and {} are both assigned to node {}", "assign each bone to its own node")                                           \
    /* 0.x */                                                                                                          \
    X(LEGACY_KEY, "legacy-key", NOTE, EXPORTER, VRM_OK, "V0-007", 2,                                                   \
      "{} is read as {}, the spelling of VRM 0.x", "")                                                              \
    X(META_LICENSE_NAME, "meta-license-name", WARNING, ELSEWHERE, VRM_OK, "ME-025", 1,                                 \
      "{} is not a known license; it is kept as text and grants nothing",                                              \
      "choose one of the licenses in the exporter")                                                                    \
    X(LOOK_AT_CURVE, "look-at-curve", REPAIR, VISIBLE, VRM_ERROR_VRM, "V0-031", 1,                                     \
      "a curve needs 4 numbers for each of 2 or more keys, not {} numbers; a straight line is used",                   \
      "export the file again with a current exporter")                                                                 \
    X(MATERIAL_VALUE_NAME, "material-value-name", REPAIR, VISIBLE, VRM_ERROR_VRM, "V0-020", 1,                         \
      "no material has the name {}; the value is ignored",                                                             \
      "assign the material again in the expression, or remove the value")                                              \
    X(MATERIAL_VALUE_PROPERTY, "material-value-property", WARNING, VISIBLE, VRM_OK, "V0-021", 1,                       \
      "an expression cannot drive the property {}; the value is ignored", "remove the value from the expression")      \
    X(SPRING_ROOT_TWICE, "spring-root-twice", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "V0-040", 1,                           \
      "node {} already belongs to a spring, as a root or below a root; it is skipped", "keep one of them")            \
    X(SPRING_ROOT_ABOVE, "spring-root-above", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "V0-040", 1,                           \
      "descendants of node {} already belong to an earlier spring and stay there", "keep one of the roots")           \
    X(MATERIAL_PROPERTIES, "material-properties", WARNING, VISIBLE, VRM_OK, "V0-042", 2,                               \
      "there are {} sets of properties but {} materials; the rest is ignored",                         \
      "export the file again with a current exporter")                                                                 \
    X(MATERIAL_SHADER, "material-shader", WARNING, VISIBLE, VRM_OK, "V0-045", 1,                                       \
      "the shader {} is unknown; the glTF material is used as it is", "use MToon, Unlit or a standard shader")         \
    X(MATERIAL_EMISSION, "material-emission", NOTE, ELSEWHERE, VRM_OK, "V0-051", 0,                                    \
      "the exporter wrote gamma-encoded emission; it is converted to linear", "")                                  \
    X(MATERIAL_QUEUES, "material-queues", REPAIR, VISIBLE, VRM_ERROR_VRM, "V0-052", 1,                                 \
      "blended materials use more than {} render queues; the others are drawn together",                               \
      "use fewer render queues")                                                                             \
    /* springs, constraints */                                                                                         \
    X(COLLIDER_NO_SHAPE, "collider-no-shape", REPAIR, VISIBLE, VRM_ERROR_VRM, "SB-003", 0,                             \
      "the collider has no known shape; it does nothing", "give it a sphere or a capsule")                             \
    X(COLLIDER_SHAPES, "collider-shapes", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "SB-003", 1,                               \
      "the collider has more than one shape; the {} is used", "keep one of them")                                      \
    X(COLLIDER_NO_FALLBACK, "collider-no-fallback", WARNING, ELSEWHERE, VRM_OK, "SB-002", 0,                           \
      "the collider has only an extended shape, which not every application supports",                                        \
      "the exporter should write a base shape too")                                                                    \
    X(COLLIDER_EXTENDED_SHAPE, "collider-extended-shape", REPAIR, VISIBLE, VRM_ERROR_VRM, "EC-004", 0,                 \
      "the extended collider has no known shape; the base shape is used", "give it a sphere, capsule or plane")        \
    X(COLLIDER_EXTENDED_DRAFT, "collider-extended-draft", WARNING, ELSEWHERE, VRM_OK, "EC-003", 0,                     \
      "the extended collider has the specVersion 1.0-draft", "the exporter should write specVersion \"1.0\"")          \
    X(COLLIDER_PALNE, "collider-palne", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "EC-022", 0,                                 \
      "the shape palne is read as plane", "the exporter should write plane")                                           \
    X(COLLIDER_NORMAL, "collider-normal", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "EC-014", 1,                               \
      "the normal of the plane has length {} instead of 1; it is normalized",                                      \
      "the exporter should write a normal of length 1")                                                                \
    X(COLLIDER_NORMAL_ZERO, "collider-normal-zero", REPAIR, VISIBLE, VRM_ERROR_VRM, "EC-015", 0,                       \
      "the normal of the plane has length 0; the collider does nothing", "give it a direction")                       \
    X(SPRINGS_TWICE, "springs-twice", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "DI-006", 0,                                   \
      "both VRMC_vrm and VRMC_springBone contain springs; those in VRMC_vrm are ignored", "keep those of VRMC_springBone")         \
    X(SPRING_NO_JOINTS, "spring-no-joints", WARNING, ELSEWHERE, VRM_OK, "SB-054", 0,                                   \
      "the spring has no joints and does nothing", "add its joints, or remove it")                                     \
    X(SPRING_CHAIN, "spring-chain", REPAIR, VISIBLE, VRM_ERROR_VRM, "SB-011", 2,                                       \
      "node {} is not a descendant of node {}, the previous joint; the chain ends there", "order the joints from root to tip")  \
    X(SPRING_OVERLAP, "spring-overlap", REPAIR, VISIBLE, VRM_ERROR_VRM, "SB-014", 2,                                   \
      "nodes from node {} on already belong to an earlier spring; skipped joints: {}",                                \
      "keep each node in one chain")                                                                                   \
    X(SPRING_SHARED_NODE, "spring-shared-node", WARNING, ELSEWHERE, VRM_OK, "SB-014", 2,                               \
      "node {} is the end of this chain and a joint of spring {}", "join the two chains")                              \
    X(SPRING_CENTER, "spring-center", REPAIR, VISIBLE, VRM_ERROR_VRM, "SB-022", 1,                                     \
      "the center, node {}, is neither the first joint nor one of its ancestors; it is ignored", "choose a node above the chain")  \
    X(SPRING_CENTER_SWAYS, "spring-center-sways", WARNING, ELSEWHERE, VRM_OK, "SB-023", 1,                             \
      "the center, node {}, is moved by another spring", "choose a node that no spring moves")                         \
    X(SPRING_COLLIDER_CYCLE, "spring-collider-cycle", WARNING, ELSEWHERE, VRM_OK, "SB-040", 0,                         \
      "colliders of the spring are attached to joints that depend on it; their latest position is used",               \
      "attach them to a node that no spring moves")                                                                    \
    X(SPRING_COLLIDER_TESTS, "too-many-collider-tests", REPAIR, VISIBLE, VRM_ERROR_LIMIT, "ER-021", 4,                 \
      "spring {} keeps {} colliders; more of them for its {} joints would exceed the limit of {} tests per step",                                                                                                        \
      "use fewer colliders, or raise max_collider_tests in the limits of the load if you trust the file")              \
    X(SPRING_NO_LENGTH, "spring-no-length", NOTE, VISIBLE, VRM_OK, "SB-043", 1,                                        \
      "joints of the spring that cannot sway, because head and tail coincide: {}",                             \
      "move the end of the bone away from its head")                                                                   \
    X(SPRING_LIMIT_NO_KIND, "spring-limit-no-kind", REPAIR, VISIBLE, VRM_ERROR_VRM, "SL-002", 0,                       \
      "the limit is not a cone, hinge or spherical limit; it is skipped", "choose cone, hinge or spherical")             \
    X(SPRING_LIMIT_KINDS, "spring-limit-kinds", REPAIR, VISIBLE, VRM_ERROR_VRM, "SL-002", 1,                           \
      "the limit is more than one of cone, hinge and spherical; the {} is used", "keep one of them")                   \
    X(SPRING_LIMIT_ROTATION, "spring-limit-rotation", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "SL-004", 1,                   \
      "the rotation of the limit has length {} instead of 1; it is normalized",                                    \
      "the exporter should write a rotation of length 1")                                                              \
    X(SPRING_LIMIT_ROTATION_ZERO, "spring-limit-rotation-zero", REPAIR, VISIBLE, VRM_ERROR_VRM, "SL-004", 0,           \
      "the rotation of the limit has length 0; no rotation is used", "give the limit a rotation, or remove it")    \
    X(SPRING_LIMIT_LAST, "spring-limit-last", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "SL-005", 0,                           \
      "the last joint of a spring is only a tail, so its limit has no effect",                                         \
      "put the limit on the joint before it, or remove it")                                                            \
    X(CONSTRAINT_AT_ROOT, "constraint-at-root", WARNING, VISIBLE, VRM_OK, "GL-022", 0,                                 \
      "VRMC_node_constraint at the root of the file is ignored", "put it on the node that it rotates")      \
    X(CONSTRAINT_OF_2020, "constraint-of-2020", WARNING, VISIBLE, VRM_OK, "GL-031", 0,                                 \
      "VRMC_constraints is an early draft that is not supported; it is ignored",                                       \
      "export the file again with a current exporter")                                                                 \
    X(CONSTRAINT_NO_KIND, "constraint-no-kind", REPAIR, VISIBLE, VRM_ERROR_VRM, "NC-002", 0,                           \
      "the constraint is not a roll, aim or rotation constraint; it is skipped", "choose roll, aim or rotation")              \
    X(CONSTRAINT_KINDS, "constraint-kinds", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "NC-002", 1,                             \
      "the constraint is more than one of roll, aim and rotation; the {} is used", "keep one of them")                 \
    X(CONSTRAINT_SELF, "constraint-self", REPAIR, VISIBLE, VRM_ERROR_VRM, "NC-004", 0,                                 \
      "the source of the constraint is its own node; it is skipped", "choose another source")                        \
    X(CONSTRAINT_AXIS_CASE, "constraint-axis-case", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "NC-007", 1,                     \
      "the axis {} is read as a capital letter", "the exporter should write X, Y or Z")                                \
    X(CONSTRAINT_CYCLE, "constraint-cycle", REPAIR, VISIBLE, VRM_ERROR_VRM, "NC-005", 1,                               \
      "the constraint depends on its own result through its source, node {}; it is skipped",                          \
      "choose sources that do not form a cycle")                                                                            \
    X(CONSTRAINT_SOURCE_BELOW, "constraint-source-below", WARNING, ELSEWHERE, VRM_OK, "NC-006", 1,                     \
      "the source, node {}, is a descendant of the node that the constraint rotates: some applications refuse such a file",        \
      "choose a source that is not a descendant")                                                                          \
    X(CONSTRAINT_ON_BONE, "constraint-on-bone", WARNING, VISIBLE, VRM_OK, "NC-027", 1,                                 \
      "the constraint rotates the humanoid bone {}, so poses of the bone have no effect",                              \
      "put the constraint on a helper node")                                                                           \
    X(CONSTRAINT_ON_JOINT, "constraint-on-joint", WARNING, VISIBLE, VRM_OK, "NC-027", 1,                               \
      "the constraint rotates a joint of spring {}, and the spring overwrites it", "remove the node from one of them") \
    /* expressions, firstPerson, lookAt */                                                                             \
    X(PRESET_UNKNOWN, "preset-unknown", WARNING, VISIBLE, VRM_OK, "EX-002", 1,                                         \
      "{} is not a preset expression and is ignored", "make it a custom expression")                                   \
    X(CUSTOM_IS_PRESET, "custom-is-preset", REPAIR, VISIBLE, VRM_ERROR_VRM, "EX-004", 1,                               \
      "the custom expression {} has the name of a preset and is ignored", "rename it")                                 \
    X(EXPRESSION_TWICE, "expression-twice", REPAIR, VISIBLE, VRM_ERROR_VRM, "EX-042", 1,                               \
      "the expression {} appears more than once; the first is used", "rename or remove one of them")                   \
    X(BIND_NO_MESH, "bind-no-mesh", REPAIR, VISIBLE, VRM_ERROR_VRM, "EX-021", 1,                                       \
      "node {} has no mesh to morph; the bind is ignored", "choose a node with a mesh, or remove the bind")            \
    X(BIND_TARGET, "bind-target", REPAIR, VISIBLE, VRM_ERROR_VRM, "EX-021", 3,                                         \
      "morph target {} is out of range: mesh {} has {} morph targets; the bind is ignored",            \
      "assign the morph target again")                                                                                 \
    X(BIND_WEIGHT, "bind-weight", WARNING, ELSEWHERE, VRM_OK, "EX-022", 2,                                             \
      "the weight {} is outside the range 0 to {}", "choose a weight within the range")                                      \
    X(BIND_COLOR_ALPHA, "bind-color-alpha", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "EX-026", 0,                             \
      "the color has three numbers instead of four; an alpha of 1 is used",                                           \
      "the exporter should write four numbers")                                                                        \
    X(BIND_PERCENT, "bind-percent", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "EX-022", 0,                                     \
      "weights of binds exceed 10; all are read as percentages", "the exporter should write weights from 0 to 1")       \
    X(ANNOTATION_NO_MESH, "annotation-no-mesh", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "FP-001", 1,                         \
      "node {} has no mesh; the annotation is ignored", "remove the annotation")                                       \
    X(ANNOTATION_TWICE, "annotation-twice", REPAIR, ELSEWHERE, VRM_ERROR_VRM, "FP-014", 1,                             \
      "node {} is annotated more than once; the first is used", "keep one of them")                                    \
    X(LOOK_AT_RADIANS, "look-at-radians", NOTE, ELSEWHERE, VRM_OK, "LA-029", 0,                                        \
      "the lookAt angles are so small that they are read as radians", "")                                              \
    X(RENDER_QUEUE, "render-queue", REPAIR, VISIBLE, VRM_ERROR_VRM, "MT-011", 3,                                       \
      "renderQueueOffsetNumber {} is not allowed for this material; it is clamped to {} to {}",                        \
      "choose an offset in this range")                                                                                \
    X(LOOK_AT_WEIGHT, "look-at-weight", WARNING, ELSEWHERE, VRM_OK, "LA-031", 1,                                       \
      "outputScale {} is not a weight from 0 to 1; lookAt of type expression needs one",                             \
      "choose an output scale from 0 to 1")
/* clang-format on */

enum {
    VRMI_BUILD_FIRST = 1000,
    VRMI_BUILD_BEFORE = VRMI_BUILD_FIRST - 1,
#define X(name, ...) VRMI_##name,
    VRMI_BUILD_DIAGNOSTICS(X)
#undef X
        VRMI_BUILD_END
};

VRMI_API extern const vrmi_diagnostics vrmi_build_diagnostics;

#endif
