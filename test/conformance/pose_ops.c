/* Constraints (6.5) and the normalized pose (6.8), through small models. */
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "test.h"

#include <string.h>

/* --- Constraints --- */

enum { PARENT = 0, DESTINATION = 1, SOURCE = 2 };

static const char *constraint_json(yyjson_val *input) {
    const char *kind = input_text(input, "kind"), *axis = input_text(input, "axis");
    const char *member = "";
    if (axis != NULL) {
        member =
            format_members("'%s':'%s',", strcmp(kind, "roll") == 0 ? "rollAxis" : "aimAxis", axis);
    }
    return format_members("'VRMC_node_constraint':{'specVersion':'1.0','constraint':"
                          "{'%s':{'source':%d,%s'weight':%s}}}",
                          kind, SOURCE, member, input_json(input, "weight"));
}

/* The parent's rotation comes with the pose: at rest it has none, which must not matter. */
void op_constraint(yyjson_val *input, answers *answers) {
    yyjson_val *source = input_object(input, "source");
    yyjson_val *destination = input_object(input, "destination");
    const char *nodes = format_members(
        "'nodes':[{'translation':%s,'children':[%d]},{'rotation':%s,'extensions':{%s}},"
        "{'translation':%s,'rotation':%s}]",
        input_json(destination, "position"), DESTINATION, input_json(destination, "rest_rotation"),
        constraint_json(input), input_json(source, "position"),
        input_json(source, "rest_rotation"));
    living one = live("'VRMC_vrm':{'specVersion':'1.0'}", nodes, 0);
    if (one.avatar != NULL && CHECK_INT(one.file.tables->constraint_count, 1)) {
        vrm_trs *pose = vrm_avatar_locals(one.avatar);
        pose[PARENT].rotation = input_quat(destination, "parent_rotation");
        pose[SOURCE].rotation = input_quat(source, "rotation");
        vrm_avatar_update(one.avatar, 0.0f);
        answer_quat(answers, "rotation", one.frame.local[DESTINATION].rotation);
    }
    end_life(&one);
}

/* --- The normalized pose --- */

enum { BONE = 1 };

/* A spine below a node that is no bone. What there is of the body says nothing of the way it faces,
 * so that the dialect does: 0.x faces -Z. */
static living live_bone(yyjson_val *from) {
    const char *faces = input_text(from, "faces");
    const char *nodes = format_members("'nodes':[{'rotation':%s,'children':[%d]},{'rotation':%s}]",
                                       input_json(from, "parent_rest_rotation"), BONE,
                                       input_json(from, "rest_rotation"));
    bool is_minus_z = faces != NULL && strcmp(faces, "-Z") == 0;
    living one = live(is_minus_z ? "'VRM':{'humanoid':{'humanBones':[{'bone':'spine','node':1}]}}"
                                 : "'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':"
                                   "{'spine':{'node':1}}}}",
                      nodes, 0);
    if (one.file.tables != NULL) {
        CHECK_INT(one.file.tables->humanoid.nodes[VRM_BONE_SPINE], BONE);
        CHECK_INT(one.file.tables->humanoid.faces_minus_z, is_minus_z);
    }
    return one;
}

static vrm_quat normalize_rotation(yyjson_val *from) {
    living one = live_bone(from);
    vrm_quat normalized;
    vrm_avatar_set_bone_local_rotation_value(one.avatar, VRM_BONE_SPINE,
                                             input_quat(from, "rotation"));
    normalized = vrm_avatar_bone_rotation(one.avatar, VRM_BONE_SPINE);
    end_life(&one);
    return normalized;
}

static vrm_quat local_rotation(yyjson_val *target, vrm_quat normalized) {
    living one = live_bone(target);
    vrm_quat rotation = {0.0f, 0.0f, 0.0f, 0.0f};
    vrm_avatar_set_bone_rotation_value(one.avatar, VRM_BONE_SPINE, normalized);
    vrm_avatar_update(one.avatar, 0.0f);
    if (one.avatar != NULL) rotation = one.frame.local[BONE].rotation;
    end_life(&one);
    return rotation;
}

void op_to_normalized(yyjson_val *input, answers *answers) {
    answer_quat(answers, "normalized", normalize_rotation(input));
}

void op_from_normalized(yyjson_val *input, answers *answers) {
    answer_quat(answers, "rotation", local_rotation(input, input_quat(input, "normalized")));
}

void op_retarget(yyjson_val *input, answers *answers) {
    vrm_quat normalized = normalize_rotation(input_object(input, "source"));
    answer_quat(answers, "rotation", local_rotation(input_object(input, "target"), normalized));
}
