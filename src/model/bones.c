/*
 * Questions about the bones of a model. They need no rig and make none: a model that nobody runs
 * answers them too.
 */
#include "base/math.h"
#include "model/model.h"

/* A bone in the specification's hierarchy, and in the draft's table of fixed axes (6.10). */
typedef struct bone_row {
    int32_t parent;
    int32_t tail;           /* the bone that it leads to; VRM_NONE: the table has none */
    vrm_vec3 axis;          /* zero: none */
    int32_t left_is_plus_x; /* which side the row takes for the left: 1, or 0; -1: it has no side */
} bone_row;

#define ROW(name, parent, tail, x, y, z, left)                                                     \
    [VRM_BONE_##name] = {VRM_BONE_##parent, VRM_BONE_##tail, {x, y, z}, left}
#define LAST_ROW(name, parent, x, y, z, left)                                                      \
    [VRM_BONE_##name] = {VRM_BONE_##parent, VRM_NONE, {x, y, z}, left}
#define LEG(side)                                                                                  \
    ROW(side##_UPPER_LEG, HIPS, side##_LOWER_LEG, -1, 0, 0, 1),                                    \
        ROW(side##_LOWER_LEG, side##_UPPER_LEG, side##_FOOT, -1, 0, 0, 1),                         \
        ROW(side##_FOOT, side##_LOWER_LEG, side##_TOES, -1, 0, 0, 1),                              \
        LAST_ROW(side##_TOES, side##_FOOT, -1, 0, 0, 1)
#define ARM(side, hand_z)                                                                          \
    ROW(side##_SHOULDER, UPPER_CHEST, side##_UPPER_ARM, 0, 1, 0, 0),                               \
        ROW(side##_UPPER_ARM, side##_SHOULDER, side##_LOWER_ARM, 0, 1, 0, 0),                      \
        ROW(side##_LOWER_ARM, side##_UPPER_ARM, side##_HAND, 0, 1, 0, 0),                          \
        ROW(side##_HAND, side##_LOWER_ARM, side##_MIDDLE_PROXIMAL, 0, 0, hand_z, 0)
#define FINGER(side, finger, first, second, third, y, z)                                           \
    ROW(side##_##finger##_##first, side##_HAND, side##_##finger##_##second, 0, y, z, 1),           \
        ROW(side##_##finger##_##second, side##_##finger##_##first, side##_##finger##_##third, 0,   \
            y, z, 1),                                                                              \
        LAST_ROW(side##_##finger##_##third, side##_##finger##_##second, 0, y, z, 1)
#define LONG_FINGER(side, finger, z) FINGER(side, finger, PROXIMAL, INTERMEDIATE, DISTAL, 0, z)
#define FINGERS(side, sign)                                                                        \
    FINGER(side, THUMB, METACARPAL, PROXIMAL, DISTAL, sign, 0), LONG_FINGER(side, INDEX, sign),    \
        LONG_FINGER(side, MIDDLE, sign), LONG_FINGER(side, RING, sign),                            \
        LONG_FINGER(side, LITTLE, sign)

static const bone_row rows[VRM_BONE_COUNT] = {
    [VRM_BONE_HIPS] = {VRM_NONE, VRM_BONE_SPINE, {1, 0, 0}, -1},
    ROW(SPINE, HIPS, CHEST, 1, 0, 0, -1),
    ROW(CHEST, SPINE, UPPER_CHEST, 1, 0, 0, -1),
    ROW(UPPER_CHEST, CHEST, NECK, 1, 0, 0, -1),
    ROW(NECK, UPPER_CHEST, HEAD, 1, 0, 0, -1),
    LAST_ROW(HEAD, NECK, 1, 0, 0, -1),
    LAST_ROW(LEFT_EYE, HEAD, 0, 0, 0, -1),
    LAST_ROW(RIGHT_EYE, HEAD, 0, 0, 0, -1),
    LAST_ROW(JAW, HEAD, 0, 0, 0, -1),
    LEG(LEFT),
    LEG(RIGHT),
    ARM(LEFT, -1),
    ARM(RIGHT, 1),
    FINGERS(LEFT, 1),
    FINGERS(RIGHT, -1),
};

static bool is_bone(const vrm_model *model, vrm_bone bone) {
    return model != NULL && vrmi_is_index((int32_t)bone, VRM_BONE_COUNT);
}

static bool has_bone(const vrm_model *model, int32_t bone) {
    return model->tables->humanoid.nodes[bone] != VRM_NONE;
}

vrm_bone vrmi_bone_parent(vrm_bone bone) { return rows[bone].parent; }

int32_t vrm_model_bone_parent(const vrm_model *model, vrm_bone bone) {
    int32_t parent;
    if (!is_bone(model, bone)) return VRM_NONE;
    parent = rows[bone].parent;
    while (parent != VRM_NONE && !has_bone(model, parent)) parent = rows[parent].parent;
    return parent;
}

/* --- Places at rest --- */

void vrm_model_get_bone_rest_position(const vrm_model *model, vrm_bone bone, vrm_vec3 *out) {
    if (out == NULL) return;
    *out = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (!is_bone(model, bone) || !has_bone(model, (int32_t)bone)) return;
    *out = model->prepared->bone_positions[bone];
    if (model->tables->humanoid.faces_minus_z) *out = vrmi_half_turn(*out);
}

/* --- Axes (HU-016) --- */

/* From a bone to the next that the model has on its way; zero where there is none. */
static vrm_vec3 direction_of(const vrm_model *model, int32_t bone) {
    const vrm_vec3 *positions = model->prepared->bone_positions;
    const vrm_vec3 zero = {0.0f, 0.0f, 0.0f};
    int32_t tail = rows[bone].tail;
    while (tail != VRM_NONE && !has_bone(model, tail)) tail = rows[tail].tail;
    if (tail == VRM_NONE || !has_bone(model, bone)) return zero;
    return vrmi_vec3_safe_normalize(vrmi_vec3_sub(positions[tail], positions[bone]), zero);
}

/* The row's axis. The draft is at odds with itself about the side of the left arm: rows that have
 * it on the other side than the model are turned (AMB-042). */
static vrm_vec3 axis_of(const vrm_model *model, int32_t bone) {
    int32_t left_is_plus_x = model->tables->humanoid.faces_minus_z == 0;
    if (rows[bone].left_is_plus_x == -1 || rows[bone].left_is_plus_x == left_is_plus_x) {
        return rows[bone].axis;
    }
    return vrmi_half_turn(rows[bone].axis);
}

int32_t vrm_model_get_bone_axes(const vrm_model *model, vrm_bone bone, vrm_vec3 out_axes[3]) {
    const vrm_vec3 zero = {0.0f, 0.0f, 0.0f};
    vrm_vec3 forward;
    int32_t ancestor;
    if (!is_bone(model, bone) || out_axes == NULL) return 0;
    forward = direction_of(model, (int32_t)bone);
    if (vrmi_vec3_dot(forward, forward) == 0.0f) return 0;
    /* A bone along its own axis takes its parent's (6.10). */
    for (ancestor = (int32_t)bone; ancestor != VRM_NONE;
         ancestor = vrm_model_bone_parent(model, (vrm_bone)ancestor)) {
        vrm_vec3 axis = axis_of(model, ancestor);
        if (fabsf(vrmi_vec3_dot(forward, axis)) > 0.999f) continue;
        out_axes[0] = forward;
        out_axes[2] = vrmi_vec3_safe_normalize(vrmi_vec3_cross(forward, axis), zero);
        out_axes[1] = vrmi_vec3_cross(out_axes[2], forward);
        return 1;
    }
    return 0;
}

/* --- Who writes a node --- */

int32_t vrm_model_node_writers(const vrm_model *model, int32_t node) {
    if (model == NULL || !vrmi_is_index(node, model->document.gltf.node_count)) return 0;
    return model->prepared->writers[node];
}

/* Bones of the left side that follow each other; those of the right side come behind them in the
 * same order. */
typedef struct side {
    int32_t first;
    int32_t count;
} side;

static const side sides[] = {{VRM_BONE_LEFT_EYE, 1},
                             {VRM_BONE_LEFT_UPPER_LEG, 4},
                             {VRM_BONE_LEFT_SHOULDER, 4},
                             {VRM_BONE_LEFT_THUMB_METACARPAL, 15}};

vrm_bone vrmi_bone_mirror(vrm_bone bone) {
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; ++i) {
        int32_t place = bone - sides[i].first;
        if (place < 0 || place >= 2 * sides[i].count) continue;
        return place < sides[i].count ? bone + sides[i].count : bone - sides[i].count;
    }
    return bone;
}
