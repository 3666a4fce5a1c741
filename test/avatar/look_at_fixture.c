#include "avatar/look_at_fixture.h"

#include "test.h"

const point between_eyes = {0, 1.56, 0.07};

bool open_plain(figure *out, const char *vrm, uint32_t flags) {
    body from = body_plain();
    from.vrm = vrm;
    return open_figure(out, &from, flags);
}

/* The eyes' place is written in the head's own axes (LA-002). */
bool open_look_at(figure *out, stance s, const char *members, const char *more) {
    body from = body_in(s);
    point offset = point_sub(between_eyes, body_position(VRM_BONE_HEAD));
    if (s.faces_minus_z) offset = point_make(-offset.x, offset.y, -offset.z);
    offset = turn_point(turn_inverse(body_rotation(&from, VRM_BONE_HEAD)), offset);
    offset = point_scale(offset, 1 / (double)from.root.scale.x);
    from.vrm = format_members("'lookAt':{%s,'offsetFromHeadBone':[%.9g,%.9g,%.9g]}%s", members,
                              offset.x, offset.y, offset.z, more);
    return open_figure(out, &from, stance_flags(s));
}

bool open_old(figure *out, const char *first_person) {
    body from = body_plain();
    from.is_old = true;
    from.faces_minus_z = true;
    from.vrm = format_members("'firstPerson':{'firstPersonBone':6,%s}", first_person);
    return open_figure(out, &from, 0);
}

void look_at(figure *s, point target) {
    vrm_avatar_look_at(s->avatar, point_float(target));
    vrm_avatar_update(s->avatar, 0);
}

void look_degrees(figure *s, double yaw, double pitch) {
    vrm_avatar_set_look_at_degrees(s->avatar, (float)yaw, (float)pitch);
    vrm_avatar_update(s->avatar, 0);
}

void check_degrees(const figure *s, double yaw, double pitch, double tolerance) {
    vrm_look_at_state got;
    vrm_look_at_state_init(&got);
    vrm_avatar_get_look_at(s->avatar, &got);
    if (yaw == 180) got.yaw_degrees = fabsf(got.yaw_degrees); /* behind: either side */
    CHECK_NEAR((double)got.yaw_degrees, yaw, tolerance);
    CHECK_NEAR((double)got.pitch_degrees, pitch, tolerance);
}

/* The eye's turn in the axes of an avatar that faces +Z: from 6.4.3, solved for E. */
turn eye_turn(const figure *s, vrm_bone eye) {
    turn rest = body_rotation(&s->from, eye);
    turn now = turn_of(s->frame.local[1 + eye].rotation);
    turn e = turn_times(turn_inverse(s->from.rest[1 + eye]), now);
    e = turn_times(turn_times(rest, e), turn_inverse(rest));
    return s->from.faces_minus_z ? turn_mirrored(e) : e;
}

void check_eye(const figure *s, vrm_bone eye, double yaw, double pitch) {
    turn expected = turn_times(turn_y(yaw), turn_x(pitch));
    CHECK_TURN(turn_float(eye_turn(s, eye)), expected, 2e-6);
}

void check_eyes(const figure *s, double left_yaw, double right_yaw, double pitch) {
    check_eye(s, VRM_BONE_LEFT_EYE, left_yaw, pitch);
    check_eye(s, VRM_BONE_RIGHT_EYE, right_yaw, pitch);
}

static void check_weight(const figure *s, const char *name, double expected) {
    int32_t index = vrm_model_find_expression(s->file.model, name);
    CHECK(index != VRM_NONE);
    CHECK_NEAR((double)vrm_avatar_expression_weight(s->avatar, index), expected, 1e-6);
}

void check_weights(const figure *s, double left, double right, double down, double up) {
    check_weight(s, "lookLeft", left);
    check_weight(s, "lookRight", right);
    check_weight(s, "lookDown", down);
    check_weight(s, "lookUp", up);
}

bool is_sound(const figure *s) {
    for (int i = 0; i < BODY_NODE_COUNT; ++i) {
        turn q = turn_of(s->frame.local[i].rotation);
        double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        if (!(fabs(length - 1) < 1e-5)) return false;
        for (int k = 0; k < 16; ++k) {
            if (!isfinite(s->frame.world[i].m[k])) return false;
        }
    }
    return true;
}
