/* Motions (6.8), through small .vrma files and small avatars. */
#include "clip/motion_fixture.h"
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRACKS = 8, MOST_NUMBERS = 256 };

/* The numbers of lists in lists, one behind the other. */
static size_t flatten(yyjson_val *from, float *out, size_t count) {
    yyjson_val *one;
    size_t i, n;
    yyjson_arr_foreach(from, i, n, one) {
        if (yyjson_is_arr(one)) {
            count = flatten(one, out, count);
        } else if (CHECK(yyjson_is_num(one) && count < MOST_NUMBERS)) {
            out[count++] = (float)yyjson_get_num(one);
        }
    }
    return count;
}

static vrm_pose sample(const clip_file *file, double seconds) {
    CHECK_INT(file->result, VRM_OK);
    return pose_at(file, seconds);
}

/* --- Single steps --- */

static const char *bones_json(yyjson_val *bones, const char **out_nodes) {
    const char *members = "", *nodes = "";
    yyjson_val *one;
    size_t i, n;
    yyjson_arr_foreach(bones, i, n, one) {
        members = format_members("%s%s'%s':{'node':%zu}", members, i == 0 ? "" : ",",
                                 yyjson_get_str(one), i);
        nodes = format_members("%s%s{}", nodes, i == 0 ? "" : ",");
    }
    *out_nodes = format_members("'nodes':[%s]", nodes);
    return format_members("'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':{%s}}}",
                          members);
}

void op_retarget_missing(yyjson_val *input, answers *answers) {
    const char *nodes, *extensions = bones_json(input_list(input, "target_bones"), &nodes);
    living one = live(extensions, nodes, 0);
    yyjson_val *name, *rotation;
    size_t i, n;
    vrm_pose pose;
    vrm_pose_init(&pose);
    yyjson_obj_foreach(input_object(input, "source"), i, n, name, rotation) {
        vrm_bone bone = vrm_bone_find(yyjson_get_str(name));
        float numbers[MOST_NUMBERS];
        if (!CHECK(bone != VRM_NONE) || !CHECK(flatten(rotation, numbers, 0) == 4)) continue;
        pose.bones |= VRM_BONE_BIT(bone);
        memcpy(&pose.rotations[bone], numbers, 4 * sizeof *numbers);
    }
    vrm_avatar_apply_pose(one.avatar, &pose, NULL);
    answer_quat(answers, "normalized",
                vrm_avatar_bone_rotation(one.avatar, vrm_bone_find(input_text(input, "bone"))));
    end_life(&one);
}

/* A file of one track; its node is the second one. */
static clip_file load_track(const char *rest, const char *extension, const char *path,
                            const float *values, uint32_t count) {
    static const float times[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const motion_track track = {1, path, NULL, count, times, values};
    const motion_file from = {format_members("{'children':[1]},{'translation':%s}", rest), NULL,
                              extension, &track, 1};
    CHECK(count <= sizeof times / sizeof times[0]);
    return load_motion(&from, NULL);
}

void op_hips_motion(yyjson_val *input, answers *answers) {
    const char *rest = input_json(input, "target_rest"), *faces = input_text(input, "faces");
    const bool is_minus_z = faces != NULL && strcmp(faces, "-Z") == 0;
    living one = live(is_minus_z ? "'VRM':{'humanoid':{'humanBones':[{'bone':'hips','node':0}]}}"
                                 : "'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':"
                                   "{'hips':{'node':0}}}}",
                      format_members("'nodes':[{'translation':%s}]", rest), 0);
    vrm_vec3 place = input_vec3(input, "source");
    clip_file file = load_track(input_json(input, "source_rest"),
                                "'humanoid':{'humanBones':{'hips':{'node':1}}}", "translation",
                                (const void *)&place, 1);
    vrm_pose pose = sample(&file, 0);
    vrm_avatar_apply_pose(one.avatar, &pose, NULL);
    if (one.avatar != NULL)
        answer_vec3(answers, "position", vrm_avatar_locals(one.avatar)[0].translation);
    unload_motion(&file);
    end_life(&one);
}

void op_expression_track(yyjson_val *input, answers *answers) {
    float values[MOST_NUMBERS];
    const size_t count = flatten(yyjson_obj_get(input, "translations"), values, 0) / 3;
    clip_file file = load_track("[0,0,0]", "'expressions':{'preset':{'happy':{'node':1}}}",
                                "translation", values, (uint32_t)count);
    for (size_t i = 0; i < count; ++i) {
        vrm_pose pose = sample(&file, (double)i);
        answer_floats(answers, "weights", &pose.weights[VRM_PRESET_HAPPY], 1);
    }
    unload_motion(&file);
}

static void answer_gaze(answers *answers, const vrm_pose *pose) {
    answer_number(answers, "yaw_degrees", (double)pose->yaw_degrees);
    answer_number(answers, "pitch_degrees", (double)pose->pitch_degrees);
}

void op_gaze_of_rotation(yyjson_val *input, answers *answers) {
    vrm_quat rotation = input_quat(input, "rotation");
    clip_file file =
        load_track("[0,0,0]", "'lookAt':{'node':1}", "rotation", (const void *)&rotation, 1);
    vrm_pose pose = sample(&file, 0);
    answer_gaze(answers, &pose);
    unload_motion(&file);
}

/* --- Whole files --- */

/* All nodes as JSON, with the children that they have by their parents. */
static const char *nodes_json(yyjson_val *nodes) {
    const char *out = "";
    yyjson_val *one, *other;
    size_t i, n, k, m;
    yyjson_arr_foreach(nodes, i, n, one) {
        const char *children = "";
        yyjson_arr_foreach(nodes, k, m, other) {
            yyjson_val *parent = yyjson_obj_get(other, "parent");
            if (!yyjson_is_num(parent) || (size_t)yyjson_get_num(parent) != i) continue;
            children = format_members("%s%s%zu", children, children[0] == '\0' ? "" : ",", k);
        }
        out = format_members("%s%s{'translation':%s,'rotation':%s%s%s%s}", out, i == 0 ? "" : ",",
                             input_json(one, "translation"), input_json(one, "rotation"),
                             children[0] == '\0' ? "" : ",'children':[", children,
                             children[0] == '\0' ? "" : "]");
    }
    return out;
}

static const char *extension_json(yyjson_val *input) {
    yyjson_val *nodes = yyjson_obj_get(input, "nodes"), *one;
    yyjson_val *expression = yyjson_obj_get(input, "expression_node"),
               *look_at = yyjson_obj_get(input, "look_at_node");
    const char *out = "";
    size_t i, n;
    yyjson_arr_foreach(nodes, i, n, one) {
        const char *bone = input_text(one, "bone");
        if (bone == NULL) continue;
        out = format_members("%s%s'%s':{'node':%zu}", out, out[0] == '\0' ? "" : ",", bone, i);
    }
    out = format_members("'humanoid':{'humanBones':{%s}}", out);
    if (yyjson_is_num(expression)) {
        out = format_members("%s,'expressions':{'preset':{'happy':{'node':%d}}}", out,
                             (int)yyjson_get_num(expression));
    }
    if (yyjson_is_num(look_at)) {
        out = format_members("%s,'lookAt':{'node':%d}", out, (int)yyjson_get_num(look_at));
    }
    return out;
}

static clip_file load_input(yyjson_val *input) {
    static float times[MOST_TRACKS][MOST_NUMBERS], values[MOST_TRACKS][MOST_NUMBERS];
    motion_track tracks[MOST_TRACKS];
    motion_file from = {nodes_json(yyjson_obj_get(input, "nodes")), NULL, extension_json(input),
                        tracks, 0};
    yyjson_val *one;
    size_t i, n;
    yyjson_arr_foreach(yyjson_obj_get(input, "tracks"), i, n, one) {
        if (!CHECK(i < MOST_TRACKS)) break;
        tracks[i].node = (int32_t)input_number(one, "node");
        tracks[i].path = input_text(one, "path");
        tracks[i].interpolation = input_text(one, "interpolation");
        tracks[i].times = times[i];
        tracks[i].values = values[i];
        tracks[i].count = (uint32_t)flatten(yyjson_obj_get(one, "times"), times[i], 0);
        flatten(yyjson_obj_get(one, "values"), values[i], 0);
        from.track_count = i + 1;
    }
    return load_motion(&from, NULL);
}

void op_motion_sample(yyjson_val *input, answers *answers) {
    clip_file file = load_input(input);
    const char *name = input_text(input, "bone");
    const vrm_bone bone = name != NULL ? vrm_bone_find(name) : VRM_BONE_HIPS;
    yyjson_val *seconds;
    size_t i, n;
    if (!CHECK(bone != VRM_NONE)) return;
    yyjson_arr_foreach(yyjson_obj_get(input, "seconds"), i, n, seconds) {
        vrm_pose pose = sample(&file, yyjson_get_num(seconds));
        answer_quat(answers, "normalized", pose.rotations[bone]);
        answer_vec3(answers, "hips", pose.hips);
        answer_floats(answers, "weights", &pose.weights[VRM_PRESET_HAPPY], 1);
        answer_gaze(answers, &pose);
        answer_vec3(answers, "look_at", pose.look_at);
    }
    unload_motion(&file);
}
