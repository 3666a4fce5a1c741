/*
 * Blinks that close an eye [BH-034, BH-035] and mouths that open [BH-036, BH-037], measured on the
 * vertices. Faces that change by textures, or by parts that come out of the head, are left alone.
 */
#include "author/check/looks.h"
#include "base/math.h"

#include <string.h>

/* Of an avatar 1.6 m high: the smallest eye that is seen to close, and mouth that is seen to open;
 * and how far a part of the face that comes out of the head goes. */
static const float LID_METERS = 0.004f, LIP_METERS = 0.001f, SWAP_METERS = 0.01f;
/* Of the farthest: what goes less is not the lid. */
static const float PART_OF_MOST = 0.1f;
/* Of a motion for one eye: more than this on the other side is seen. */
static const double OTHER_SIDE_PART = 0.25;

/* Vertices that go farther, all together, are broken: their sums would not be finite numbers. */
static const double MOST_METERS = 1e15;

/* --- Measuring --- */

typedef struct heights {
    float least_before, most_before, least_after, most_after;
    bool has_any;
} heights;

static void add_vertex(vrmi_motion *motion, vrm_vec3 at, vrm_vec3 delta) {
    float far = vrmi_vec3_length(delta);
    motion->count += 1;
    motion->amount += (double)far;
    if (at.x < 0.0f) motion->other_amount += (double)far;
    motion->middle = vrmi_vec3_add(motion->middle, vrmi_vec3_scale(at, far));
    motion->most = vrmi_max(motion->most, far);
    motion->up = vrmi_max(motion->up, delta.y);
    motion->down = vrmi_max(motion->down, -delta.y);
    motion->ahead = vrmi_max(motion->ahead, fabsf(delta.z));
}

static void add_height(heights *h, float before, float after) {
    h->least_before = h->has_any ? vrmi_min(h->least_before, before) : before;
    h->most_before = h->has_any ? vrmi_max(h->most_before, before) : before;
    h->least_after = h->has_any ? vrmi_min(h->least_after, after) : after;
    h->most_after = h->has_any ? vrmi_max(h->most_after, after) : after;
    h->has_any = true;
}

/* Visits what the expression moves: first all of it, then the heights of what goes far. */
static void visit(vrmi_measure *measure, const vrm_expression *expression, vrmi_motion *motion,
                  heights *far) {
    for (uint32_t i = 0; i < measure->cloud_count; ++i) {
        const vrmi_cloud *cloud = &measure->clouds[i];
        const vrmi_travel *travels;
        vrmi_arena arena;
        uint32_t count;
        vrmi_arena_init(&arena, measure->memory, 0);
        count = vrmi_measure_expression(measure, cloud, expression, &arena, &travels);
        for (uint32_t k = 0; k < count; ++k) {
            vrm_vec3 at = cloud->positions[travels[k].vertex], delta = travels[k].delta;
            if (!cloud->is_drawn[travels[k].vertex]) continue;
            if (far == NULL) {
                add_vertex(motion, at, delta);
            } else if (vrmi_vec3_length(delta) >= PART_OF_MOST * motion->most) {
                add_height(far, at.y, at.y + delta.y);
            }
        }
        vrmi_arena_release(&arena);
    }
}

vrmi_motion vrmi_measure_motion(vrmi_measure *measure, const vrm_expression *expression) {
    heights far = {0.0f, 0.0f, 0.0f, 0.0f, false};
    vrmi_motion motion;
    memset(&motion, 0, sizeof motion);
    visit(measure, expression, &motion, NULL);
    if (!(motion.amount > 0.0 && motion.amount <= MOST_METERS)) motion.count = 0;
    if (motion.count == 0) return motion;
    visit(measure, expression, &motion, &far);
    motion.middle = vrmi_vec3_scale(motion.middle, 1.0f / (float)motion.amount);
    motion.height_before = far.most_before - far.least_before;
    motion.height_after = far.most_after - far.least_after;
    return motion;
}

/* --- Eyes --- */

/* Lids that go down, or together. What goes up farther than down, and becomes taller, opens. */
static bool closes(const vrmi_motion *motion, float scale) {
    bool opens = motion->up > motion->down && motion->height_after > motion->height_before;
    /* A closed eye that comes out of the head, and no lid. */
    if (motion->ahead >= SWAP_METERS * scale &&
        motion->ahead >= 0.9f * (motion->up + motion->down)) {
        return true;
    }
    return motion->up + motion->down >= LID_METERS * scale && !opens;
}

static void check_blink(vrmi_check *check, vrmi_measure *measure, uint32_t index) {
    const vrm_expression *expression = &check->tables->expressions[index];
    vrmi_motion motion = vrmi_measure_motion(measure, expression);
    vrmi_check_place place;
    double other;
    if (motion.count == 0 || !measure->is_complete) return; /* a part of it tells nothing */
    place = vrmi_at_expression(check, index);
    if (!closes(&motion, measure->scale)) {
        vrmi_check_found(check, VRMI_BLINK_OPEN, &place,
                         VRMI_WITH(vrmi_quoted(expression->name), vrmi_meters(motion.down),
                                   vrmi_meters(motion.up)));
    }
    if (expression->preset == VRM_PRESET_BLINK) return;
    other = motion.other_amount / motion.amount;
    if (expression->preset == VRM_PRESET_BLINK_RIGHT) other = 1.0 - other;
    if (other <= OTHER_SIDE_PART) return;
    vrmi_check_found(check, VRMI_BLINK_SIDE, &place,
                     VRMI_WITH(vrmi_quoted(expression->name), vrmi_whole(other * 100.0)));
}

/* --- The mouth --- */

/* How high the eyes are; false: unknown. */
static bool find_eye_height(const vrmi_check *check, float *out) {
    const int32_t *nodes = check->tables->humanoid.nodes;
    if (nodes[VRM_BONE_LEFT_EYE] == VRM_NONE || nodes[VRM_BONE_RIGHT_EYE] == VRM_NONE) return false;
    *out = 0.5f * (vrm_model_bone_rest_position(check->model, VRM_BONE_LEFT_EYE).y +
                   vrm_model_bone_rest_position(check->model, VRM_BONE_RIGHT_EYE).y);
    return true;
}

static void check_mouth(vrmi_check *check, vrmi_measure *measure, uint32_t index) {
    const vrm_expression *expression = &check->tables->expressions[index];
    vrmi_motion motion = vrmi_measure_motion(measure, expression);
    vrmi_check_place place;
    float eyes;
    if (motion.count == 0 || !measure->is_complete) return; /* a part of it tells nothing */
    place = vrmi_at_expression(check, index);
    if (motion.most < LIP_METERS * measure->scale) {
        vrmi_check_found(
            check, VRMI_MOUTH_CLOSED, &place,
            VRMI_WITH(vrmi_quoted(expression->name), vrmi_number((double)motion.most)));
    }
    if (!find_eye_height(check, &eyes) || motion.middle.y <= eyes) return;
    vrmi_check_found(check, VRMI_MOUTH_ELSEWHERE, &place,
                     VRMI_WITH(vrmi_quoted(expression->name), vrmi_meters(motion.middle.y - eyes)));
}

void vrmi_look_at_face(vrmi_check *check, vrmi_measure *measure) {
    if (!measure->is_complete) return;
    for (uint32_t i = 0; i < check->tables->expression_count; ++i) {
        const vrm_expression *expression = &check->tables->expressions[i];
        /* Faces can also change by their textures, or their colors. */
        if (expression->color_bind_count != 0 || expression->uv_bind_count != 0) continue;
        if (expression->preset >= VRM_PRESET_BLINK &&
            expression->preset <= VRM_PRESET_BLINK_RIGHT) {
            check_blink(check, measure, i);
        } else if (expression->preset >= VRM_PRESET_AA && expression->preset <= VRM_PRESET_OH) {
            check_mouth(check, measure, i);
        }
    }
}
