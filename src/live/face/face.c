/* Faces of trackers, calibrated and smoothed. */
#include "base/math.h"
#include "live/face/scan.h"

#include <string.h>

/* Less range than this between rest and peak would only show noise. */
static const float LEAST_RANGE = 0.05f;

void vrm_face_init(vrm_face *face) {
    if (face == NULL) return;
    memset(face, 0, sizeof *face);
    face->is_found = 1;
    face->head = vrmi_quat_identity();
}

int32_t vrm_face_set(vrm_face *face, const char *name, size_t length, float weight) {
    const vrm_face_shape shape = vrm_face_find_shape(name, length);
    if (face == NULL || shape == VRM_NONE || !vrmi_is_finite(weight)) return 0;
    vrmi_face_set_shape(face, shape, weight);
    return 1;
}

int32_t vrm_face_set_head(vrm_face *face, const vrm_mat4 *matrix) {
    static const uint32_t wrong = VRMI_TRS_SINGULAR | VRMI_TRS_NOT_FINITE | VRMI_TRS_MIRRORED;
    vrm_trs trs;
    if (face == NULL || matrix == NULL) return 0;
    if ((vrmi_trs_from_mat4(matrix, &trs) & wrong) != 0) return 0;
    face->head = trs.rotation;
    face->head_position = vrmi_vec3_scale(trs.translation, 0.01f);
    face->parts |= VRM_FACE_HEAD | VRM_FACE_HEAD_POSITION;
    return 1;
}

/* Rotations of the caller may be of any length. */
static vrm_quat unit(vrm_quat q) {
    if (!vrmi_quat_is_finite(q) || vrmi_quat_dot(q, q) == 0.0f) return vrmi_quat_identity();
    return vrmi_quat_normalize(q);
}

/* From one rotation to another by the shorter way. */
static vrm_quat toward(vrm_quat from, vrm_quat to, float part) {
    if (part >= 1.0f) return to;
    if (vrmi_quat_dot(from, to) < 0.0f) to = vrmi_quat_negate(to);
    return vrmi_quat_normalize(
        vrm_quat_make(vrmi_lerp(from.x, to.x, part), vrmi_lerp(from.y, to.y, part),
                      vrmi_lerp(from.z, to.z, part), vrmi_lerp(from.w, to.w, part)));
}

static void move(float *value, float to, float part) {
    const float target = vrmi_to_finite(to);
    *value = part >= 1.0f ? target : vrmi_to_finite(vrmi_lerp(*value, target, part));
}

static void move_position(vrm_vec3 *value, vrm_vec3 to, float part) {
    move(&value->x, to.x, part);
    move(&value->y, to.y, part);
    move(&value->z, to.z, part);
}

static bool has(const vrm_face *face, vrm_face_shape shape) {
    return (face->shapes >> shape & 1) != 0 && vrmi_is_finite(face->weights[shape]);
}

/* --- Calibration --- */

void vrm_face_calibration_init(vrm_face_calibration *calibration) {
    if (calibration == NULL) return;
    memset(calibration, 0, sizeof *calibration);
    calibration->head = vrmi_quat_identity();
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) calibration->peak[i] = 1.0f;
}

void vrm_face_calibration_add(vrm_face_calibration *c, const vrm_face *face) {
    float part;
    if (c == NULL || face == NULL || face->is_found == 0 || c->count == UINT32_MAX) return;
    part = 1.0f / (float)++c->count;
    for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        if (has(face, i)) move(&c->rest[i], face->weights[i], part);
    }
    if ((face->parts & VRM_FACE_HEAD) != 0) c->head = toward(unit(c->head), unit(face->head), part);
    if ((face->parts & VRM_FACE_HEAD_POSITION) != 0) {
        move_position(&c->head_position, face->head_position, part);
    }
    for (int i = 0; i < 2 && (face->parts & VRM_FACE_EYES) != 0; ++i) {
        move(&c->eye_yaw_degrees[i], face->eye_yaw_degrees[i], part);
        move(&c->eye_pitch_degrees[i], face->eye_pitch_degrees[i], part);
    }
}

void vrm_face_calibrate(const vrm_face_calibration *c, const vrm_face *face, vrm_face *out) {
    if (c == NULL || face == NULL || out == NULL) return;
    if (out != face) *out = *face;
    for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        const float rest = vrmi_to_finite(c->rest[i]);
        const float range = vrmi_max(vrmi_to_finite(c->peak[i]) - rest, LEAST_RANGE);
        if (has(face, i)) out->weights[i] = vrmi_saturate((face->weights[i] - rest) / range);
    }
    /* The axes of the head at rest become those of the avatar. */
    if ((face->parts & VRM_FACE_HEAD) != 0) {
        out->head = vrmi_quat_multiply(vrmi_quat_conjugate(unit(c->head)), unit(face->head));
    }
    if ((face->parts & VRM_FACE_HEAD_POSITION) != 0) {
        out->head_position =
            vrmi_vec3_to_finite(vrmi_vec3_sub(face->head_position, c->head_position));
    }
    for (int i = 0; i < 2 && (face->parts & VRM_FACE_EYES) != 0; ++i) {
        out->eye_yaw_degrees[i] = vrmi_to_finite(face->eye_yaw_degrees[i] - c->eye_yaw_degrees[i]);
        out->eye_pitch_degrees[i] =
            vrmi_to_finite(face->eye_pitch_degrees[i] - c->eye_pitch_degrees[i]);
    }
}

/* --- Filter --- */

void vrm_face_filter_init(vrm_face_filter *filter) {
    if (filter == NULL) return;
    memset(filter, 0, sizeof *filter);
    filter->shape_seconds = 0.03f;
    filter->eye_seconds = 0.03f;
    filter->head_seconds = 0.05f;
    vrm_face_init(&filter->last);
}

/* How far a value goes in `dt`. A steady movement is then late by `seconds`, whatever dt is:
 * dt * (1 - part) / part. */
static float part_of(float seconds, float dt) {
    if (!vrmi_is_finite(dt) || dt <= 0.0f) return 0.0f;
    return seconds > 0.0f && vrmi_is_finite(seconds) ? dt / (seconds + dt) : 1.0f;
}

/* What a face has for the first time is taken as it is. */
static float first(bool is_known, float part) { return is_known ? part : 1.0f; }

static float shape_part(const vrm_face_filter *f, vrm_face_shape shape, float dt) {
    const bool is_left = shape >= VRM_FACE_EYE_LOOK_DOWN_LEFT && shape <= VRM_FACE_EYE_LOOK_UP_LEFT;
    const bool is_right =
        shape >= VRM_FACE_EYE_LOOK_DOWN_RIGHT && shape <= VRM_FACE_EYE_LOOK_UP_RIGHT;
    if (shape == VRM_FACE_EYE_BLINK_LEFT || shape == VRM_FACE_EYE_BLINK_RIGHT) {
        return part_of(f->lid_seconds, dt);
    }
    return part_of(is_left || is_right ? f->eye_seconds : f->shape_seconds, dt);
}

static void update_parts(const vrm_face_filter *f, const vrm_face *face, float dt, vrm_face *last) {
    const vrm_face_parts known = f->has_last != 0 ? last->parts : 0;
    const float head = part_of(f->head_seconds, dt), eyes = part_of(f->eye_seconds, dt);
    if ((face->parts & VRM_FACE_HEAD) != 0) {
        last->head =
            toward(unit(last->head), unit(face->head), first((known & VRM_FACE_HEAD) != 0, head));
    }
    if ((face->parts & VRM_FACE_HEAD_POSITION) != 0) {
        move_position(&last->head_position, face->head_position,
                      first((known & VRM_FACE_HEAD_POSITION) != 0, head));
    }
    for (int i = 0; i < 2 && (face->parts & VRM_FACE_EYES) != 0; ++i) {
        const float part = first((known & VRM_FACE_EYES) != 0, eyes);
        move(&last->eye_yaw_degrees[i], face->eye_yaw_degrees[i], part);
        move(&last->eye_pitch_degrees[i], face->eye_pitch_degrees[i], part);
    }
    last->parts |= face->parts;
}

void vrm_face_filter_update(vrm_face_filter *f, const vrm_face *face, float dt, vrm_face *out) {
    vrm_face *last;
    if (f == NULL || face == NULL || out == NULL) return;
    last = &f->last;
    if (f->has_last == 0) vrm_face_init(last);
    if (face->is_found != 0) {
        for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
            const bool is_known = (last->shapes >> i & 1) != 0;
            if (!has(face, i)) continue;
            move(&last->weights[i], face->weights[i], first(is_known, shape_part(f, i, dt)));
            last->shapes |= VRM_FACE_BIT(i);
        }
        update_parts(f, face, dt, last);
        f->has_last = 1;
    }
    last->is_found = f->has_last;
    *out = *last;
}
