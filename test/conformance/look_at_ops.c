/* LookAt (6.4), through small heads. */
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "base/math.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum { HEAD = 0, LEFT_EYE = 1, RIGHT_EYE = 2 };

#define DEGREES 57.29577951308232

/* A head with eyes. `look_at` is the lookAt object of the dialect. */
static living live_head(bool is_old, const char *look_at, const char *head, const char *left,
                        const char *right, const char *more, uint32_t flags) {
    const char *nodes =
        format_members("'nodes':[{%s,'children':[%d,%d]},{'rotation':%s},{'rotation':%s}]", head,
                       LEFT_EYE, RIGHT_EYE, left, right);
    const char *extension =
        is_old ? format_members("'VRM':{'humanoid':{'humanBones':[{'bone':'head','node':0},"
                                "{'bone':'leftEye','node':1},{'bone':'rightEye','node':2}]},"
                                "'firstPerson':{%s}%s}",
                                look_at, more)
               : format_members("'VRMC_vrm':{'specVersion':'1.0','humanoid':{'humanBones':"
                                "{'head':{'node':0},'leftEye':{'node':1},'rightEye':{'node':2}}},"
                                "'lookAt':{%s}%s}",
                                look_at, more);
    return live(extension, nodes, flags);
}

/* --- From a target to angles --- */

static void look(const living *one, vrm_vec3 target, float *yaw, float *pitch) {
    vrm_look_at_state state;
    vrm_look_at_state_init(&state);
    vrm_avatar_look_at(one->avatar, target);
    vrm_avatar_update(one->avatar, 0.0f);
    vrm_avatar_get_look_at(one->avatar, &state);
    *yaw = state.yaw_degrees;
    *pitch = state.pitch_degrees;
}

/* The rotation of the lookAt space, found by looking along the axes of the world. */
static vrm_quat probe_rotation(const living *one, vrm_vec3 origin) {
    vrm_mat4 m = vrmi_mat4_identity();
    for (int axis = 0; axis < 3; ++axis) {
        const vrm_vec3 target = vrm_vec3_make(origin.x + (axis == 0 ? 1.0f : 0.0f),
                                              origin.y + (axis == 1 ? 1.0f : 0.0f),
                                              origin.z + (axis == 2 ? 1.0f : 0.0f));
        float yaw, pitch;
        double flat;
        look(one, target, &yaw, &pitch);
        flat = cos((double)pitch / DEGREES);
        m.m[axis] = (float)(sin((double)yaw / DEGREES) * flat);
        m.m[4 + axis] = (float)-sin((double)pitch / DEGREES);
        m.m[8 + axis] = (float)(cos((double)yaw / DEGREES) * flat);
    }
    return vrmi_mat4_rotation(&m);
}

void op_gaze(yyjson_val *input, answers *answers) {
    const char *faces = input_text(input, "faces");
    bool is_old = faces != NULL && strcmp(faces, "-Z") == 0; /* 0.x faces -Z where none can tell */
    vrm_vec3 offset = input_vec3(input, "offset_from_head_bone"), origin;
    const char *look_at =
        is_old
            ? format_members("'firstPersonBoneOffset':{'x':%.9g,'y':%.9g,'z':%.9g}",
                             (double)offset.x, (double)offset.y, -(double)offset.z)
            : format_members("'offsetFromHeadBone':%s", input_json(input, "offset_from_head_bone"));
    const char *head =
        format_members("'translation':%s,'rotation':%s", input_json(input, "head_position"),
                       input_json(input, "head_rest_rotation"));
    living one =
        live_head(is_old, look_at, head, "[0,0,0,1]", "[0,0,0,1]", "", VRM_AVATAR_FLAG_AS_FILE);
    if (one.avatar != NULL && CHECK_INT(one.file.tables->humanoid.faces_minus_z, is_old)) {
        float yaw, pitch;
        vrm_avatar_locals(one.avatar)[HEAD].rotation = input_quat(input, "head_rotation");
        look(&one, input_vec3(input, "target"), &yaw, &pitch);
        answer_number(answers, "yaw_degrees", (double)yaw);
        answer_number(answers, "pitch_degrees", (double)pitch);
        origin = vrm_avatar_eye_position(one.avatar);
        answer_vec3(answers, "origin", origin);
        answer_quat(answers, "rotation", probe_rotation(&one, origin));
    }
    end_life(&one);
}

/* --- From angles to eyes --- */

static const char *map_json(yyjson_val *maps, const char *name) {
    yyjson_val *map = input_object(maps, name);
    return format_members("{'inputMaxValue':%s,'outputScale':%s}",
                          input_json(map, "input_max_degrees"), input_json(map, "output_scale"));
}

static const char *maps_json(const char *type, yyjson_val *maps) {
    return format_members("'type':'%s','rangeMapHorizontalOuter':%s,'rangeMapHorizontalInner':%s,"
                          "'rangeMapVerticalDown':%s,'rangeMapVerticalUp':%s",
                          type, map_json(maps, "horizontal_outer"),
                          map_json(maps, "horizontal_inner"), map_json(maps, "vertical_down"),
                          map_json(maps, "vertical_up"));
}

/* The same map for all four: the turn of the left eye is the answer, whatever its way. */
void op_range_map(yyjson_val *input, answers *answers) {
    bool has_curve = input_list(input, "curve") != NULL;
    const char *look_at;
    living one;
    if (has_curve) {
        const char *map = format_members(
            "{'curve':%s,'xRange':%s,'yRange':%s}", input_json(input, "curve"),
            input_json(input, "input_max_degrees"), input_json(input, "output_scale"));
        look_at = format_members("'lookAtTypeName':'Bone','lookAtHorizontalOuter':%s,"
                                 "'lookAtHorizontalInner':%s,'lookAtVerticalDown':%s,"
                                 "'lookAtVerticalUp':%s",
                                 map, map, map, map);
    } else {
        const char *map = format_members("{'inputMaxValue':%s,'outputScale':%s}",
                                         input_json(input, "input_max_degrees"),
                                         input_json(input, "output_scale"));
        look_at = format_members("'type':'bone','rangeMapHorizontalOuter':%s,"
                                 "'rangeMapHorizontalInner':%s,'rangeMapVerticalDown':%s,"
                                 "'rangeMapVerticalUp':%s",
                                 map, map, map, map);
    }
    one = live_head(has_curve, look_at, "'name':'head'", "[0,0,0,1]", "[0,0,0,1]", "", 0);
    if (one.avatar != NULL) {
        const vrm_quat *eye = &one.frame.local[LEFT_EYE].rotation;
        vrm_avatar_set_look_at_degrees(one.avatar, (float)input_number(input, "angle_degrees"),
                                       0.0f);
        vrm_avatar_update(one.avatar, 0.0f);
        answer_number(answers, "output",
                      2.0 * DEGREES * atan2(fabs((double)eye->y), fabs((double)eye->w)));
    }
    end_life(&one);
}

/* The eye's turn as a rotation of the model, without its rest: L0 and W0 of 6.4.3 undone. */
static void answer_eye(answers *answers, const char *yaw, const char *pitch, vrm_quat parent,
                       vrm_quat rest, vrm_quat eye) {
    vrm_quat world = vrmi_quat_multiply(parent, rest), turn;
    turn = vrmi_quat_multiply(world, vrmi_quat_conjugate(rest));
    turn = vrmi_quat_multiply(turn, eye);
    turn = vrmi_quat_multiply(turn, vrmi_quat_conjugate(world));
    if (turn.w < 0.0f) turn = vrmi_quat_negate(turn);
    answer_number(answers, yaw, 2.0 * DEGREES * atan2((double)turn.y, (double)turn.w));
    answer_number(answers, pitch, 2.0 * DEGREES * atan2((double)turn.x, (double)turn.w));
}

void op_eye_bones(yyjson_val *input, answers *answers) {
    const char *look_at = maps_json("bone", input_object(input, "maps"));
    const char *head = format_members("'rotation':%s", input_json(input, "parent_rest_rotation"));
    living one = live_head(false, look_at, head, input_json(input, "left_rest_rotation"),
                           input_json(input, "right_rest_rotation"), "", 0);
    if (one.avatar != NULL) {
        vrm_quat parent = input_quat(input, "parent_rest_rotation"), left, right;
        vrm_avatar_set_look_at_degrees(one.avatar, (float)input_number(input, "yaw_degrees"),
                                       (float)input_number(input, "pitch_degrees"));
        vrm_avatar_update(one.avatar, 0.0f);
        left = one.frame.local[LEFT_EYE].rotation;
        right = one.frame.local[RIGHT_EYE].rotation;
        answer_quat(answers, "left_rotation", left);
        answer_quat(answers, "right_rotation", right);
        answer_eye(answers, "left_yaw_degrees", "left_pitch_degrees", parent,
                   input_quat(input, "left_rest_rotation"), left);
        answer_eye(answers, "right_yaw_degrees", "right_pitch_degrees", parent,
                   input_quat(input, "right_rest_rotation"), right);
    }
    end_life(&one);
}

void op_look_expressions(yyjson_val *input, answers *answers) {
    static const struct {
        const char *answer, *expression;
    } looks[] = {{"look_left", "lookLeft"},
                 {"look_right", "lookRight"},
                 {"look_down", "lookDown"},
                 {"look_up", "lookUp"}};
    living one = live_head(false, maps_json("expression", input_object(input, "maps")),
                           "'name':'head'", "[0,0,0,1]", "[0,0,0,1]",
                           ",'expressions':{'preset':{'lookUp':{},'lookDown':{},'lookLeft':{},"
                           "'lookRight':{}}}",
                           0);
    if (one.avatar != NULL) {
        vrm_avatar_set_look_at_degrees(one.avatar, (float)input_number(input, "yaw_degrees"),
                                       (float)input_number(input, "pitch_degrees"));
        vrm_avatar_update(one.avatar, 0.0f);
        for (size_t i = 0; i < sizeof looks / sizeof looks[0]; ++i) {
            int32_t index = vrm_model_find_expression(one.file.model, looks[i].expression);
            CHECK(index >= 0);
            answer_number(answers, looks[i].answer,
                          (double)vrm_avatar_expression_weight(one.avatar, index));
        }
    }
    end_life(&one);
}
