/* What the wide solver works on: parts, their rows, and the lines of these. Included by
 * spring_wide_body.h alone, for each kind of lanes. */
#ifndef VRMI_AVATAR_SPRING_WIDE_ROWS_H
#define VRMI_AVATAR_SPRING_WIDE_ROWS_H

#include "avatar/spring/spring_wide.h"
#include "base/lanes.h"

typedef struct work {
    const vrmi_rig_lanes *rig;
    const vrmi_lane_limit *limits; /* of limits_of */
    lanes dt;
    bool is_literal; /* VRM_AVATAR_FLAG_LITERAL_SCALE */
    bool is_crowded; /* parts are of several avatars */
    uint32_t traits; /* VRMI_TRAIT_… of all avatars */
    bool shows;      /* the frame is written along with the step */
    bool hands_over; /* and shows just what the step computes: its matrices are the frame's */
    float t;         /* of the way from the last step to this one, that the frame shows */
} work;

/* What is taken together: a group of one avatar, or the same group of several. */
typedef struct parts_at {
    const vrmi_lane_group *group;
    vrm_avatar *avatar[LANES_PARTS];
    uint32_t count; /* the others are the first one once more, and nobody looks at them */
    uint32_t first; /* lane of the lines, where a number is half a line; see FIRST_LANE */
} parts_at;

/* Chains in this step. */
typedef struct group_now {
    parts_at parts;
    lanes_place parent;        /* of the row at work */
    const lanes_place *center; /* if there are bits */
    lanes_mask has_center;
    uint32_t center_bits;
    lanes_vec3 wind;
    bool is_exact; /* the matrices of the frame are those of `parent`, so far */
} group_now;

/* The n-th row of the group. */
typedef struct row_at {
    const vrmi_lane_row *rig;
    float *now[LANES_PARTS]; /* lines of the state: the tail and then the rotation, of this step */
    float *before[LANES_PARTS]; /* and of the last one */
    const float *settings[LANES_PARTS];
    uint32_t active, published, ends; /* bits of all lanes */
    uint32_t first;                   /* of the parts */
} row_at;

/* A row in this step; see joint_now of spring_step.c. */
typedef struct row_now {
    lanes_vec3 head;
    lanes_vec3 rest;
    lanes scale;
    lanes length;
    lanes hit_radius;
    lanes_vec3 tail; /* from the head */
    lanes_vec3 direction;
} row_now;

static inline row_at row_of(const parts_at *parts, uint32_t index) {
    const uint32_t lanes_of_part = (1u << PART_LANES) - 1u, first = FIRST_LANE(parts);
    const uint32_t row = parts->group->first_row + index;
    const vrmi_lane_row *rig = &parts->avatar[0]->rig->lanes.rows[row];
    row_at at;
    at.rig = rig;
    at.first = first;
    at.active = at.published = at.ends = 0;
    for (uint32_t i = 0; i < LANES_PARTS; ++i) {
        const vrm_avatar *avatar = parts->avatar[i];
        vrmi_row *state = &avatar->springs.rows[row];
        at.now[i] = state->v[avatar->springs.turn * VRMI_ROW_STATE] + first;
        at.before[i] = state->v[(1 - avatar->springs.turn) * VRMI_ROW_STATE] + first;
        at.settings[i] = state->v[VRMI_ROW_HIT_RADIUS] + first;
        if (i >= parts->count) continue;
        at.active |= (rig->active >> first & lanes_of_part) << i * PART_LANES;
        at.published |= (rig->published >> first & lanes_of_part) << i * PART_LANES;
        at.ends |= (rig->ends >> first & lanes_of_part) << i * PART_LANES;
    }
    return at;
}

/* Lines of the rig's rows, which all parts share. */
static inline lanes rig_line(const row_at *at, int line) {
    return lanes_spread(at->rig->v[line] + FIRST_LANE(at));
}
static inline lanes_vec3 rig_vec3(const row_at *at, int line) {
    return (lanes_vec3){rig_line(at, line), rig_line(at, line + 1), rig_line(at, line + 2)};
}
static inline lanes_quat rig_quat(const row_at *at, int line) {
    return (lanes_quat){rig_line(at, line), rig_line(at, line + 1), rig_line(at, line + 2),
                        rig_line(at, line + 3)};
}

/* Lines of the state. */
static inline lanes load_line(float *const from[LANES_PARTS], int line) {
    const float *lines[LANES_PARTS];
    for (int i = 0; i < LANES_PARTS; ++i) lines[i] = from[i] + line * VRMI_LANES;
    return lanes_load_parts(lines);
}
static inline void store_line(float *const to[LANES_PARTS], int line, lanes value) {
    float *lines[LANES_PARTS];
    for (int i = 0; i < LANES_PARTS; ++i) lines[i] = to[i] + line * VRMI_LANES;
    lanes_store_parts(lines, value);
}
static inline lanes_vec3 load_tails(float *const from[LANES_PARTS]) {
    return (lanes_vec3){load_line(from, VRMI_ROW_TAIL), load_line(from, VRMI_ROW_TAIL + 1),
                        load_line(from, VRMI_ROW_TAIL + 2)};
}
static inline void store_tails(float *const to[LANES_PARTS], lanes_vec3 v) {
    store_line(to, VRMI_ROW_TAIL, v.x);
    store_line(to, VRMI_ROW_TAIL + 1, v.y);
    store_line(to, VRMI_ROW_TAIL + 2, v.z);
}
static inline lanes_quat load_rotations(float *const from[LANES_PARTS]) {
    return (lanes_quat){load_line(from, VRMI_ROW_ROTATION), load_line(from, VRMI_ROW_ROTATION + 1),
                        load_line(from, VRMI_ROW_ROTATION + 2),
                        load_line(from, VRMI_ROW_ROTATION + 3)};
}
static inline void store_rotations(float *const to[LANES_PARTS], lanes_quat q) {
    store_line(to, VRMI_ROW_ROTATION, q.x);
    store_line(to, VRMI_ROW_ROTATION + 1, q.y);
    store_line(to, VRMI_ROW_ROTATION + 2, q.z);
    store_line(to, VRMI_ROW_ROTATION + 3, q.w);
}
static inline lanes load_setting(const row_at *at, int line) {
    const float *lines[LANES_PARTS];
    for (int i = 0; i < LANES_PARTS; ++i) {
        lines[i] = at->settings[i] + (line - VRMI_ROW_HIT_RADIUS) * VRMI_LANES;
    }
    return lanes_load_parts(lines);
}

/* `out_is_exact`: whether all of them have the matrices of their nodes. */
static inline lanes_place load_places(const vrmi_spring_place *const at[LANES_COUNT],
                                      bool *out_is_exact) {
    const float *from[LANES_COUNT];
    lanes c[4][4];
    lanes_place p;
    for (int i = 0; i < LANES_COUNT; ++i) from[i] = vrmi_spring_place_floats(at[i]);
    for (size_t i = 0; i < 4; ++i) lanes_gather4(from, 4 * i, c[i]);
    p.x = (lanes_vec3){c[0][0], c[0][1], c[0][2]};
    p.y = (lanes_vec3){c[1][0], c[1][1], c[1][2]};
    p.z = (lanes_vec3){c[2][0], c[2][1], c[2][2]};
    p.position = (lanes_vec3){c[3][0], c[3][1], c[3][2]};
    p.scale = c[0][3];
    p.inverse = lanes_div(lanes_set(1.0f), p.scale);
    *out_is_exact = lanes_bits(lanes_less(lanes_set(0.0f), c[1][3])) == LANES_ALL;
    return p;
}

static lanes_place load_parents(const parts_at *parts, bool *out_is_exact) {
    const vrmi_spring_place *at[LANES_COUNT];
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        int32_t place = parts->group->parent_places[FIRST_LANE(parts) + i % PART_LANES];
        at[i] = &parts->avatar[i / PART_LANES]->springs.places[place];
    }
    return load_places(at, out_is_exact);
}

/* The centers; lanes without one get any place, and are masked. */
static void load_centers(const work *w, group_now *now, lanes_place *center_place) {
    const vrmi_spring_place *at[LANES_COUNT];
    vrmi_spring_place own[LANES_COUNT];
    float has[LANES_COUNT];
    bool is_exact;
    now->center_bits = 0;
    now->center = center_place;
    now->has_center = lanes_less(lanes_set(0.0f), lanes_set(0.0f));
    if ((w->traits & VRMI_TRAIT_HAS_CENTER) == 0) return;
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        const vrm_avatar *avatar = now->parts.avatar[i / PART_LANES];
        int32_t index = now->parts.group->springs[FIRST_LANE(&now->parts) + i % PART_LANES];
        int32_t center = avatar->springs.springs[index].center;
        const vrm_spring *spring = &avatar->tables->springs[index];
        const vrmi_rig_joint *first = &avatar->rig->springs.joints[spring->first_joint];
        has[i] = center != VRM_NONE ? 1.0f : 0.0f;
        at[i] = &avatar->springs.places[center != VRM_NONE ? center : 0];
        if (center == VRM_NONE) continue;
        now->center_bits |= 1u << i;
        if (center == first->place) { /* the first joint, with its rest rotation (AMB-040) */
            const vrm_trs *local = &avatar->local[first->node];
            own[i] = vrmi_spring_place_below(&avatar->springs.places[first->parent_place],
                                             local->translation, first->rest, local->scale);
            at[i] = &own[i];
        }
    }
    if (now->center_bits == 0) return;
    now->has_center = lanes_less(lanes_set(0.0f), lanes_load(has));
    *center_place = load_places(at, &is_exact);
}

static lanes_vec3 load_wind(const work *w, const parts_at *parts) {
    float wind[3][LANES_COUNT];
    /* Then it is +0. */
    if ((w->traits & VRMI_TRAIT_HAS_WIND) == 0) {
        return lanes_vec3_set(parts->avatar[0]->springs.wind);
    }
    for (uint32_t i = 0; i < LANES_COUNT; ++i) {
        const vrmi_springs *springs = &parts->avatar[i / PART_LANES]->springs;
        int32_t spring = parts->group->springs[FIRST_LANE(parts) + i % PART_LANES];
        vrm_vec3 both = vrmi_vec3_add(springs->wind, springs->springs[spring].wind);
        wind[0][i] = both.x;
        wind[1][i] = both.y;
        wind[2][i] = both.z;
    }
    return (lanes_vec3){lanes_load(wind[0]), lanes_load(wind[1]), lanes_load(wind[2])};
}

#endif
