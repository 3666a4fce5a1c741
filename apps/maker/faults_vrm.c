/* Faults of the VRM part, in the dialect that each belongs to. */
#include "faults.h"

#include <stdio.h>

#define SET(pointer, value)                                                                        \
    { EDIT_SET, pointer, value }
#define REMOVE(pointer)                                                                            \
    { EDIT_REMOVE, pointer, NULL }
#define FAULT(code, dialect, ...)                                                                  \
    { code, dialect, {__VA_ARGS__}, NULL, NULL }
#define FAULT_BY(code, dialect, prepare)                                                           \
    { code, dialect, {{0}}, prepare, NULL }

#define VRM1 "/extensions/VRMC_vrm"
#define VRM0 "/extensions/VRM"
#define SPRINGS "/extensions/VRMC_springBone"
#define EXTENDED SPRINGS "/colliders/0/extensions/VRMC_springBone_extended_collider"
#define CONSTRAINT "/extensions/VRMC_node_constraint/constraint"
#define DRAFT_MAP "{\"inputMaxValue\":90,\"outputScale\":0.2}"

/* More than 4,096. */
static void add_expressions(glb *file) {
    json *custom = yyjson_mut_doc_ptr_get(file->doc, VRM1 "/expressions/custom");
    for (int i = 0; i <= 4096; ++i) {
        char name[16];
        snprintf(name, sizeof name, "e%d", i);
        yyjson_mut_obj_add(custom, yyjson_mut_strcpy(file->doc, name), yyjson_mut_obj(file->doc));
    }
}

/* A chain of 1,001 joints, each of which meets 1,000 colliders: more than a million tests. */
static void add_collider_tests(glb *file) {
    json *nodes = yyjson_mut_obj_get(file->root, "nodes");
    json *springs = yyjson_mut_doc_ptr_get(file->doc, SPRINGS "/springs");
    json *colliders = yyjson_mut_doc_ptr_get(file->doc, SPRINGS "/colliders");
    json *groups = yyjson_mut_doc_ptr_get(file->doc, SPRINGS "/colliderGroups");
    json *spring = append_object(file, springs), *joints = put_array(file, spring, "joints");
    json *members = put_array(file, append_object(file, groups), "colliders");
    int first = (int)yyjson_mut_arr_size(nodes);
    append_index(file, put_array(file, spring, "colliderGroups"),
                 (int)yyjson_mut_arr_size(groups) - 1);
    append_index(file, yyjson_mut_doc_ptr_get(file->doc, "/scenes/0/nodes"), first);
    for (int i = 0; i < 1002; ++i) {
        const double below[3] = {0, -0.001, 0};
        json *node = append_object(file, nodes);
        put_numbers(file, node, "translation", below, 3);
        if (i < 1001) append_index(file, put_array(file, node, "children"), first + i + 1);
        put_index(file, append_object(file, joints), "node", first + i);
    }
    for (int i = 0; i < 1000; ++i) {
        json *collider = append_object(file, colliders);
        append_index(file, members, (int)yyjson_mut_arr_size(colliders) - 1);
        put_index(file, collider, "node", 0);
        put_number(file, put_object(file, put_object(file, collider, "shape"), "sphere"), "radius",
                   0.01);
    }
}

/* Twelve materials that blend, each with a render queue of its own. */
static void add_queues(glb *file) {
    json *materials = yyjson_mut_obj_get(file->root, "materials");
    json *properties = yyjson_mut_doc_ptr_get(file->doc, VRM0 "/materialProperties");
    for (int i = 0; i < 12; ++i) {
        json *added = append_object(file, properties);
        put_text(file, append_object(file, materials), "alphaMode", "BLEND");
        put_text(file, added, "shader", "VRM/MToon");
        put_index(file, added, "renderQueue", 2900 + i);
        put_index(file, put_object(file, added, "floatProperties"), "_BlendMode", 2);
    }
}

const fault vrm_faults[] = {
    /* dialect and versions */
    FAULT("no-vrm", DIALECT_1, REMOVE("/extensions/VRMC_vrm")),
    FAULT("only-animation", DIALECT_1, REMOVE("/extensions/VRMC_vrm"),
          SET("/extensions/VRMC_vrm_animation", "{\"specVersion\":\"1.0\"}"),
          SET("/extensionsUsed/-", "\"VRMC_vrm_animation\"")),
    FAULT("vrm-not-object", DIALECT_1, SET("/extensions/VRMC_vrm", "[]")),
    FAULT("two-dialects", DIALECT_1, SET("/extensions/VRM", "{}"),
          SET("/extensionsUsed/-", "\"VRM\"")),
    FAULT("spec-version-missing", DIALECT_1, REMOVE(VRM1 "/specVersion")),
    FAULT("spec-version-other", DIALECT_1, SET(VRM1 "/specVersion", "\"1.1\"")),
    FAULT("spec-version-unknown", DIALECT_1, SET(SPRINGS "/specVersion", "\"2.0\"")),
    FAULT("alias-used", DIALECT_BETA, SET(VRM1 "/expressions/preset/aa/ignoreBlink", "true")),
    FAULT_BY("limit-avatar", DIALECT_1, add_expressions),
    /* meta */
    FAULT("meta-missing", DIALECT_1, REMOVE(VRM1 "/meta")),
    FAULT("meta-name", DIALECT_1, SET(VRM1 "/meta/name", "\"\"")),
    FAULT("meta-authors", DIALECT_1, SET(VRM1 "/meta/authors", "[\"\"]")),
    FAULT("meta-author-empty", DIALECT_1, SET(VRM1 "/meta/authors", "[\"libvrm\",\"\"]")),
    FAULT("meta-license-url", DIALECT_1, SET(VRM1 "/meta/licenseUrl", "\"https://example.com/\"")),
    FAULT("meta-license-name", DIALECT_0, SET(VRM0 "/meta/licenseName", "\"MIT\"")),
    FAULT("legacy-key", DIALECT_0, SET(VRM0 "/meta/violentUsageName", "\"Disallow\"")),
    /* humanoid */
    FAULT("humanoid-missing", DIALECT_1, REMOVE(VRM1 "/humanoid")),
    FAULT("bone-unknown", DIALECT_1, SET(VRM1 "/humanoid/humanBones/wing", "{\"node\":$chest}")),
    FAULT("bone-twice", DIALECT_0,
          SET(VRM0 "/humanoid/humanBones/-", "{\"bone\":\"hips\",\"node\":$spine}")),
    FAULT("bone-missing", DIALECT_1, REMOVE(VRM1 "/humanoid/humanBones/leftFoot")),
    FAULT("bone-node-twice", DIALECT_1,
          SET(VRM1 "/humanoid/humanBones/leftFoot/node", "$leftLowerLeg")),
    /* expressions */
    FAULT("preset-unknown", DIALECT_1, SET(VRM1 "/expressions/preset/wink", "{}")),
    FAULT("custom-is-preset", DIALECT_1, SET(VRM1 "/expressions/custom/happy", "{}")),
    FAULT("expression-twice", DIALECT_0,
          SET(VRM0 "/blendShapeMaster/blendShapeGroups/-",
              "{\"name\":\"Joy2\",\"presetName\":\"joy\",\"binds\":[],\"materialValues\":[]}")),
    FAULT("bind-no-mesh", DIALECT_1,
          SET(VRM1 "/expressions/preset/aa/morphTargetBinds/0/node", "$hips")),
    FAULT("bind-target", DIALECT_1,
          SET(VRM1 "/expressions/preset/aa/morphTargetBinds/0/index", "99")),
    FAULT("bind-weight", DIALECT_1,
          SET(VRM1 "/expressions/preset/aa/morphTargetBinds/0/weight", "1.5")),
    FAULT("bind-color-alpha", DIALECT_1,
          SET(VRM1 "/expressions/custom/tint/materialColorBinds/0/targetValue", "[1,0,0]")),
    FAULT("bind-percent", DIALECT_DRAFT,
          SET(VRM1 "/blendShape/blendShapeGroups/1/binds/0/weight", "100")),
    FAULT("material-value-name", DIALECT_0,
          SET(VRM0 "/blendShapeMaster/blendShapeGroups/8/materialValues/0/materialName",
              "\"Nobody\"")),
    FAULT("material-value-property", DIALECT_0,
          SET(VRM0 "/blendShapeMaster/blendShapeGroups/8/materialValues/0/propertyName",
              "\"_Gloss\"")),
    /* firstPerson and lookAt */
    FAULT("annotation-no-mesh", DIALECT_1,
          SET(VRM1 "/firstPerson", "{\"meshAnnotations\":[{\"node\":$hips,\"type\":\"both\"}]}")),
    FAULT("annotation-twice", DIALECT_1,
          SET(VRM1 "/firstPerson", "{\"meshAnnotations\":[{\"node\":$Body,\"type\":\"both\"},"
                                   "{\"node\":$Body,\"type\":\"auto\"}]}")),
    FAULT("look-at-radians", DIALECT_DRAFT, SET(VRM1 "/lookAt/lookAtHorizontalInner", DRAFT_MAP),
          SET(VRM1 "/lookAt/lookAtHorizontalOuter", DRAFT_MAP),
          SET(VRM1 "/lookAt/lookAtVerticalDown", DRAFT_MAP),
          SET(VRM1 "/lookAt/lookAtVerticalUp", DRAFT_MAP)),
    FAULT("look-at-weight", DIALECT_1, SET(VRM1 "/lookAt/type", "\"expression\"")),
    FAULT("look-at-curve", DIALECT_0,
          SET(VRM0 "/firstPerson/lookAtHorizontalInner/curve", "[0,0,0,1,1]")),
    /* materials */
    FAULT("render-queue", DIALECT_1,
          SET("/materials/0/extensions/VRMC_materials_mtoon/renderQueueOffsetNumber", "5")),
    FAULT("material-properties", DIALECT_0,
          SET(VRM0 "/materialProperties/-",
              "{\"name\":\"Nobody\",\"shader\":\"VRM_USE_GLTFSHADER\"}")),
    FAULT("material-shader", DIALECT_0, SET(VRM0 "/materialProperties/0/shader", "\"Foo/Bar\"")),
    FAULT("material-emission", DIALECT_0, SET(VRM0 "/exporterVersion", "\"UniVRM-0.100.0\""),
          SET(VRM0 "/materialProperties/0/shader", "\"VRM_USE_GLTFSHADER\""),
          SET("/materials/0/emissiveFactor", "[0.5,0.5,0.5]")),
    FAULT_BY("material-queues", DIALECT_0, add_queues),
    /* colliders */
    FAULT("collider-no-shape", DIALECT_1, SET(SPRINGS "/colliders/0/shape", "{}")),
    FAULT("collider-shapes", DIALECT_1,
          SET(SPRINGS "/colliders/0/shape/capsule", "{\"radius\":0.1}")),
    FAULT("collider-no-fallback", DIALECT_1, REMOVE(SPRINGS "/colliders/0/shape"),
          SET(EXTENDED, "{\"specVersion\":\"1.0\",\"shape\":{\"sphere\":{\"radius\":0.1}}}"),
          SET("/extensionsUsed/-", "\"VRMC_springBone_extended_collider\"")),
    FAULT("collider-extended-shape", DIALECT_1,
          SET(EXTENDED, "{\"specVersion\":\"1.0\",\"shape\":{\"box\":{}}}"),
          SET("/extensionsUsed/-", "\"VRMC_springBone_extended_collider\"")),
    FAULT("collider-extended-draft", DIALECT_1,
          SET(EXTENDED, "{\"specVersion\":\"1.0-draft\",\"shape\":{\"sphere\":{\"radius\":0.1}}}"),
          SET("/extensionsUsed/-", "\"VRMC_springBone_extended_collider\"")),
    FAULT("collider-palne", DIALECT_1,
          SET(EXTENDED, "{\"specVersion\":\"1.0\",\"shape\":{\"palne\":{\"normal\":[0,1,0]}}}"),
          SET("/extensionsUsed/-", "\"VRMC_springBone_extended_collider\"")),
    FAULT("collider-normal", DIALECT_1,
          SET(EXTENDED, "{\"specVersion\":\"1.0\",\"shape\":{\"plane\":{\"normal\":[0,2,0]}}}"),
          SET("/extensionsUsed/-", "\"VRMC_springBone_extended_collider\"")),
    FAULT("collider-normal-zero", DIALECT_1,
          SET(EXTENDED, "{\"specVersion\":\"1.0\",\"shape\":{\"plane\":{\"normal\":[0,0,0]}}}"),
          SET("/extensionsUsed/-", "\"VRMC_springBone_extended_collider\"")),
    /* springs */
    FAULT("springs-twice", DIALECT_DRAFT,
          SET(SPRINGS, "{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":[{\"node\":$s0_0},"
                       "{\"node\":$s0_1}]}]}"),
          SET("/extensionsUsed/-", "\"VRMC_springBone\"")),
    FAULT("spring-no-joints", DIALECT_1, SET(SPRINGS "/springs/0/joints", "[]")),
    FAULT("spring-chain", DIALECT_1, SET(SPRINGS "/springs/0/joints/1/node", "$s0_3"),
          SET(SPRINGS "/springs/0/joints/3/node", "$s0_1")),
    FAULT("spring-overlap", DIALECT_1,
          SET(SPRINGS "/springs/1/joints", "[{\"node\":$s0_0},{\"node\":$s0_1},{\"node\":$s0_2}]")),
    FAULT("spring-shared-node", DIALECT_1,
          SET(SPRINGS "/springs/0/joints", "[{\"node\":$s0_0},{\"node\":$s0_1},{\"node\":$s0_2}]"),
          SET(SPRINGS "/springs/1/joints", "[{\"node\":$s0_2},{\"node\":$s0_3},{\"node\":$s0_4}]")),
    FAULT("spring-center", DIALECT_1, SET(SPRINGS "/springs/0/center", "$leftHand")),
    FAULT("spring-center-sways", DIALECT_1,
          SET(SPRINGS "/springs/0/joints", "[{\"node\":$s0_0},{\"node\":$s0_1}]"),
          SET(SPRINGS "/springs/1/joints", "[{\"node\":$s0_2},{\"node\":$s0_3}]"),
          SET(SPRINGS "/springs/1/center", "$s0_1")),
    FAULT("spring-collider-cycle", DIALECT_1, SET(SPRINGS "/colliders/0/node", "$s1_1"),
          SET(SPRINGS "/colliders/3/node", "$s0_1")),
    FAULT_BY("too-many-collider-tests", DIALECT_1, add_collider_tests),
    FAULT("spring-no-length", DIALECT_1, SET("/nodes/$s0_1/translation", "[0,0,0]")),
    FAULT("spring-root-twice", DIALECT_0,
          SET(VRM0 "/secondaryAnimation/boneGroups/1/bones/-", "$s0_0")),
    FAULT("spring-root-above", DIALECT_0,
          SET(VRM0 "/secondaryAnimation/boneGroups/0/bones", "[$s0_2]"),
          SET(VRM0 "/secondaryAnimation/boneGroups/1/bones", "[$s0_0]")),
    /* constraints */
    FAULT("constraint-at-root", DIALECT_1,
          SET("/extensions/VRMC_node_constraint",
              "{\"specVersion\":\"1.0\",\"constraint\":{\"rotation\":{\"source\":1}}}")),
    FAULT("constraint-of-2020", DIALECT_1, SET("/extensions/VRMC_constraints", "{}"),
          SET("/extensionsUsed/-", "\"VRMC_constraints\"")),
    FAULT("constraint-no-kind", DIALECT_1, SET("/nodes/$cRoll" CONSTRAINT, "{}")),
    FAULT("constraint-kinds", DIALECT_1,
          SET("/nodes/$cRoll" CONSTRAINT "/rotation", "{\"source\":$head}")),
    FAULT("constraint-self", DIALECT_1, SET("/nodes/$cRoll" CONSTRAINT "/roll/source", "$cRoll")),
    FAULT("constraint-axis-case", DIALECT_1,
          SET("/nodes/$cRoll" CONSTRAINT "/roll/rollAxis", "\"x\"")),
    FAULT("constraint-cycle", DIALECT_1,
          SET("/nodes/$cRotation" CONSTRAINT "/rotation/source", "$cChain")),
    FAULT("constraint-source-below", DIALECT_1,
          SET("/nodes/-", "{\"name\":\"below\",\"translation\":[0,0,0.1]}"),
          SET("/nodes/$cAim/children", "[$below]"),
          SET("/nodes/$cAim" CONSTRAINT "/aim/source", "$below")),
    FAULT("constraint-on-bone", DIALECT_1,
          SET("/nodes/$neck/extensions",
              "{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":"
              "{\"rotation\":{\"source\":$head}}}}")),
    FAULT("constraint-on-joint", DIALECT_1,
          SET("/nodes/$s0_1/extensions",
              "{\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":"
              "{\"rotation\":{\"source\":$head}}}}")),
    {NULL, DIALECT_1, {{0}}, NULL, NULL},
};
