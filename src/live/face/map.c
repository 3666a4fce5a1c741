/* Faces become poses: what an avatar has, and what moves which part of it. */
#include "base/math.h"
#include "base/text.h"
#include "live/face/mouth.h"

#include <string.h>

#define PAIR(shape) (VRM_FACE_BIT(shape##_LEFT) | VRM_FACE_BIT(shape##_RIGHT))
#define LIDS PAIR(VRM_FACE_EYE_BLINK)
#define LOOKS                                                                                      \
    (PAIR(VRM_FACE_EYE_LOOK_DOWN) | PAIR(VRM_FACE_EYE_LOOK_IN) | PAIR(VRM_FACE_EYE_LOOK_OUT) |     \
     PAIR(VRM_FACE_EYE_LOOK_UP))
/* Without these, the mouth of Perfect Sync says no vowels. */
#define MOUTH                                                                                      \
    (VRM_FACE_BIT(VRM_FACE_JAW_OPEN) | VRM_FACE_BIT(VRM_FACE_MOUTH_FUNNEL) |                       \
     VRM_FACE_BIT(VRM_FACE_MOUTH_PUCKER))

static const float LOOK_AT_DEGREES = 35.0f, LID_FOLLOW = 0.4f, NECK_SHARE = 0.4f;

/* --- What an avatar has --- */

static bool has_effect(const vrm_expression *e) {
    return e->morph_bind_count > 0 || e->color_bind_count > 0 || e->uv_bind_count > 0;
}

static void find_expressions(vrm_face_map *map, const vrm_tables *tables) {
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *e = &tables->expressions[i];
        vrm_face_shape shape;
        if (!has_effect(e)) continue;
        if (e->preset != VRM_NONE) {
            map->presets |= 1u << e->preset;
            continue;
        }
        shape = vrm_face_find_shape(e->name.data, e->name.length);
        if (shape == VRM_NONE || (map->customs >> shape & 1) != 0) continue;
        map->customs |= VRM_FACE_BIT(shape);
        map->names[shape] = e->name;
    }
}

static vrm_face_look_at find_look_at(const vrm_face_map *map, const vrm_tables *tables) {
    if (tables->look_at.is_present) return VRM_FACE_LOOK_AT_POSE;
    return (map->customs & LOOKS) == LOOKS ? VRM_FACE_LOOK_AT_SHAPES : VRM_FACE_LOOK_AT_POSE;
}

void vrm_face_map_init(vrm_face_map *map, const vrm_model *model) {
    const vrm_tables *tables = model != NULL ? vrm_model_tables(model) : NULL;
    if (map == NULL) return;
    memset(map, 0, sizeof *map);
    map->look_at_degrees = LOOK_AT_DEGREES;
    map->lid_follow = LID_FOLLOW;
    map->neck_share = NECK_SHARE;
    map->emotions = 1.0f;
    map->presets = VRM_ALL_PRESETS;
    if (tables == NULL) return;
    map->presets = 0;
    find_expressions(map, tables);
    map->look_at = find_look_at(map, tables);
    map->has_lids = (map->customs & LIDS) == LIDS;
    map->has_mouth = (map->customs & MOUTH) == MOUTH;
    if (map->has_mouth) map->emotions = 0.0f; /* its own shapes say them */
    /* Eyes that turn by expressions take their lids along; bones do not. */
    if (tables->look_at.type == VRM_LOOK_AT_TYPE_BONE) map->lid_follow = 0.0f;
    if (tables->humanoid.nodes[VRM_BONE_NECK] == VRM_NONE) map->neck_share = 0.0f;
}

/* --- Weights --- */

/* A face as it is shown: every weight from 0 to 1, and 0 where the tracker says nothing. */
typedef struct shown {
    const vrm_face_map *map;
    const vrm_face *face;
    vrm_pose *out;
    float w[VRM_FACE_SHAPE_COUNT];
    uint64_t shapes;
} shown;

static void read_weights(shown *s) {
    for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        s->w[i] = 0.0f;
        if ((s->face->shapes >> i & 1) == 0 || !vrmi_is_finite(s->face->weights[i])) continue;
        s->w[i] = vrmi_saturate(s->face->weights[i]);
        s->shapes |= VRM_FACE_BIT(i);
    }
}

static float setting(float value, float low, float high) {
    return vrmi_clamp(vrmi_to_finite(value), low, high);
}

static bool same_name(vrm_string a, vrm_string b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static void set_preset(vrm_pose *out, vrm_preset preset, float weight) {
    out->weights[preset] = weight;
    out->presets |= 1u << preset;
}

/* `guess`: where the custom stands if a face was written before. */
static void set_custom(vrm_pose *out, vrm_string name, float weight, uint32_t guess) {
    uint32_t i = guess;
    if (out->customs == NULL) return;
    if (i >= out->custom_count || !same_name(out->customs[i].name, name)) {
        for (i = 0; i < out->custom_count && !same_name(out->customs[i].name, name); ++i) continue;
    }
    if (i >= out->custom_capacity) return;
    if (i == out->custom_count) ++out->custom_count;
    out->customs[i] = (vrm_custom_weight){name, weight, VRM_NONE};
}

/* --- Head --- */

/* The part of a rotation about its own axis, nearly: within 0.2 degrees up to 60. */
static vrm_quat part_of(vrm_quat q, float part) {
    const float sign = q.w < 0.0f ? -1.0f : 1.0f;
    return vrmi_quat_normalize(vrm_quat_make(q.x * sign * part, q.y * sign * part,
                                             q.z * sign * part, vrmi_lerp(1.0f, q.w * sign, part)));
}

static void set_bone(vrm_pose *out, vrm_bone bone, vrm_quat rotation) {
    out->rotations[bone] = rotation;
    out->bones |= VRM_BONE_BIT(bone);
}

/* Neck and head together turn as the head of the person does. */
static void apply_head(shown *s) {
    const float share = setting(s->map->neck_share, 0.0f, 1.0f);
    vrm_quat head = s->face->head, neck;
    if ((s->face->parts & VRM_FACE_HEAD) == 0) return;
    if (!vrmi_quat_is_finite(head) || vrmi_quat_dot(head, head) == 0.0f) return;
    head = vrmi_quat_normalize(head);
    if (share > 0.0f) {
        neck = part_of(head, share);
        set_bone(s->out, VRM_BONE_NECK, neck);
        head = vrmi_quat_multiply(vrmi_quat_conjugate(neck), head);
    }
    set_bone(s->out, VRM_BONE_HEAD, vrmi_quat_normalize(head));
}

/* --- Eyes --- */

/* The angles of the tracker, or those of its shapes: not both. False: it has neither. */
static bool look_at_of(const shown *s, float *yaw, float *pitch) {
    const vrm_face *face = s->face;
    const float *w = s->w, half = 0.5f * setting(s->map->look_at_degrees, 0.0f, 90.0f);
    if ((face->parts & VRM_FACE_EYES) != 0) {
        *yaw = 0.5f * (face->eye_yaw_degrees[0] + face->eye_yaw_degrees[1]);
        *pitch = 0.5f * (face->eye_pitch_degrees[0] + face->eye_pitch_degrees[1]);
        return vrmi_is_finite(*yaw) && vrmi_is_finite(*pitch);
    }
    *yaw = half * (w[VRM_FACE_EYE_LOOK_OUT_LEFT] - w[VRM_FACE_EYE_LOOK_IN_LEFT] +
                   w[VRM_FACE_EYE_LOOK_IN_RIGHT] - w[VRM_FACE_EYE_LOOK_OUT_RIGHT]);
    *pitch = half * (w[VRM_FACE_EYE_LOOK_DOWN_LEFT] - w[VRM_FACE_EYE_LOOK_UP_LEFT] +
                     w[VRM_FACE_EYE_LOOK_DOWN_RIGHT] - w[VRM_FACE_EYE_LOOK_UP_RIGHT]);
    return (s->shapes & LOOKS) != 0;
}

static void apply_look_at(shown *s) {
    float yaw, pitch;
    if (s->map->look_at != VRM_FACE_LOOK_AT_POSE || !look_at_of(s, &yaw, &pitch)) return;
    s->out->yaw_degrees = vrmi_clamp(yaw, -90.0f, 90.0f);
    s->out->pitch_degrees = vrmi_clamp(pitch, -90.0f, 90.0f);
    s->out->parts &= ~(vrm_pose_parts)VRM_POSE_LOOK_AT_POINT;
    s->out->parts |= VRM_POSE_LOOK_AT_DEGREES;
}

/* Lids that follow eyes downwards are no blink. A squint closes half of an eye. */
static float lid_of(const shown *s, float blink, float down, float squint) {
    const float follow = setting(s->map->lid_follow, 0.0f, 1.0f);
    const float closed = vrmi_saturate((blink - follow * down - 0.2f) / 0.6f);
    return vrmi_max(closed, 0.5f * squint);
}

/* Without presets of sides, both eyes close together: a wink is half a blink. */
static void apply_lids(shown *s) {
    static const uint32_t sides = 1u << VRM_PRESET_BLINK_LEFT | 1u << VRM_PRESET_BLINK_RIGHT;
    const float *w = s->w;
    const bool has_sides = (s->map->presets & sides) == sides;
    float left, right;
    if ((s->shapes & LIDS) == 0) return;
    left = lid_of(s, w[VRM_FACE_EYE_BLINK_LEFT], w[VRM_FACE_EYE_LOOK_DOWN_LEFT],
                  w[VRM_FACE_EYE_SQUINT_LEFT]);
    right = lid_of(s, w[VRM_FACE_EYE_BLINK_RIGHT], w[VRM_FACE_EYE_LOOK_DOWN_RIGHT],
                   w[VRM_FACE_EYE_SQUINT_RIGHT]);
    if (s->map->has_lids) left = right = 0.0f;
    set_preset(s->out, VRM_PRESET_BLINK, has_sides ? 0.0f : 0.5f * (left + right));
    set_preset(s->out, VRM_PRESET_BLINK_LEFT, has_sides ? left : 0.0f);
    set_preset(s->out, VRM_PRESET_BLINK_RIGHT, has_sides ? right : 0.0f);
}

/* --- Mouth and emotions --- */

static void apply_mouth(shown *s) {
    float vowels[VRMI_VOWELS] = {0};
    if ((s->shapes & VRM_FACE_BIT(VRM_FACE_JAW_OPEN)) == 0) return;
    if (!s->map->has_mouth) vrmi_mouth_fit(s->w, vowels);
    vrmi_mouth_set(s->out, vowels);
}

static float mean(const shown *s, vrm_face_shape left, vrm_face_shape right) {
    return 0.5f * (s->w[left] + s->w[right]);
}

/* Faces move a little all the time: an emotion begins at a third of the way. */
static float ramp(float x) { return vrmi_saturate((x - 0.35f) / 0.5f); }

static void apply_emotions(shown *s) {
    static const vrm_preset presets[] = {VRM_PRESET_HAPPY, VRM_PRESET_ANGRY, VRM_PRESET_SAD,
                                         VRM_PRESET_SURPRISED};
    const float part = setting(s->map->emotions, 0.0f, 1.0f);
    const float smile = mean(s, VRM_FACE_MOUTH_SMILE_LEFT, VRM_FACE_MOUTH_SMILE_RIGHT);
    const float frown = mean(s, VRM_FACE_MOUTH_FROWN_LEFT, VRM_FACE_MOUTH_FROWN_RIGHT);
    const float down = mean(s, VRM_FACE_BROW_DOWN_LEFT, VRM_FACE_BROW_DOWN_RIGHT);
    const float outer = mean(s, VRM_FACE_BROW_OUTER_UP_LEFT, VRM_FACE_BROW_OUTER_UP_RIGHT);
    const float inner = s->w[VRM_FACE_BROW_INNER_UP];
    float weights[4], sum = 0.0f;
    if (part == 0.0f || (s->shapes & PAIR(VRM_FACE_MOUTH_SMILE)) == 0) return;
    weights[0] = ramp(smile);
    weights[1] = ramp(down - smile);
    weights[2] = ramp(frown + 0.5f * vrmi_max(inner - outer, 0.0f) - smile);
    weights[3] = ramp(0.25f * (inner + 2.0f * outer + s->w[VRM_FACE_JAW_OPEN]));
    for (int i = 0; i < 4; ++i) sum += weights[i];
    for (int i = 0; i < 4; ++i) {
        const float weight = weights[i] * part;
        set_preset(s->out, presets[i], sum > 1.0f ? weight / sum : weight);
    }
}

/* --- Perfect Sync --- */

/* Custom expressions of looking stay at 0 where lookAt turns the eyes; half a mouth and one lid of
 * an avatar do nothing beside presets. */
static uint64_t shapes_at_rest(const vrm_face_map *map) {
    uint64_t rest = 0;
    if (map->look_at != VRM_FACE_LOOK_AT_SHAPES) rest |= LOOKS;
    if (!map->has_lids) rest |= LIDS;
    if (!map->has_mouth) rest |= MOUTH;
    return rest;
}

static void apply_customs(shown *s) {
    const uint64_t rest = shapes_at_rest(s->map);
    uint32_t guess = 0;
    for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        if ((s->map->customs & s->shapes & VRM_FACE_BIT(i)) == 0) continue;
        set_custom(s->out, s->map->names[i], (rest >> i & 1) != 0 ? 0.0f : s->w[i], guess++);
    }
}

void vrm_face_map_apply(const vrm_face_map *map, const vrm_face *face, vrm_pose *out) {
    shown s = {.map = map, .face = face, .out = out};
    if (map == NULL || face == NULL || out == NULL || face->is_found == 0) return;
    read_weights(&s);
    apply_head(&s);
    apply_look_at(&s);
    apply_lids(&s);
    apply_mouth(&s);
    apply_emotions(&s);
    apply_customs(&s);
}
