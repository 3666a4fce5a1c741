/* Laying out for the bare kernel; the kernel itself is in bare_step.c. */
#include "bare.h"

#include "avatar/spring/spring.h"

#include <stdlib.h>
#include <string.h>

static void count(bare_springs *bare, const vrmi_rig_lanes *lanes) {
    for (uint32_t i = 0; i < lanes->group_count; ++i) {
        const vrmi_lane_group *from = &lanes->groups[i];
        bare_group *to = &bare->groups[i];
        to->first_row = from->first_row;
        to->row_count = from->row_count;
        to->is_shared = from->is_shared;
        to->shape_count = from->collider_count;
        to->first_shape = from->is_shared ? bare->shape_count : bare->lane_shape_count;
        *(from->is_shared ? &bare->shape_count : &bare->lane_shape_count) += from->collider_count;
    }
}

static void copy_rows(bare_springs *bare, const vrm_avatar *avatar) {
    for (uint32_t i = 0; i < bare->row_count; ++i) {
        bare_row *to = &bare->rows[i];
        const vrmi_row *from = &avatar->springs.rows[i];
        to->rig = avatar->rig->lanes.rows[i];
        to->state = *from;
    }
}

static void *take(size_t number, size_t size) {
    void *memory = calloc(number != 0 ? number : 1, size);
    if (memory == NULL) abort();
    return memory;
}

bool bare_create(bare_springs *bare, const vrm_avatar *avatar) {
    const vrmi_rig_lanes *lanes = &avatar->rig->lanes;
    memset(bare, 0, sizeof *bare);
    if (!lanes->is_wide || !vrm_lanes_supported(VRM_LANES_AVX2)) return false;
    bare->group_count = lanes->group_count;
    bare->row_count = lanes->row_count;
    bare->turn = avatar->springs.turn;
    bare->is_literal = (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) != 0;
    bare->groups = take(bare->group_count, sizeof *bare->groups);
    bare->rows = take(bare->row_count, sizeof *bare->rows);
    count(bare, lanes);
    bare->shapes = take(bare->shape_count, sizeof *bare->shapes);
    bare->lane_shapes = take(bare->lane_shape_count, sizeof *bare->lane_shapes);
    bare->colliders = take(bare->lane_shape_count, sizeof *bare->colliders);
    for (uint32_t i = 0; i < bare->lane_shape_count; ++i) {
        bare->colliders[i] = &lanes->lane_colliders[i];
    }
    copy_rows(bare, avatar);
    return true;
}

void bare_destroy(bare_springs *bare) {
    free(bare->groups);
    free(bare->rows);
    free(bare->shapes);
    free(bare->lane_shapes);
    free(bare->colliders);
    memset(bare, 0, sizeof *bare);
}

static void set_place(float lines[13][VRMI_LANES], uint32_t lane, const vrmi_spring_place *at) {
    const float numbers[13] = {at->x.x,        at->x.y,        at->x.z,  at->y.x, at->y.y,
                               at->y.z,        at->z.x,        at->z.y,  at->z.z, at->position.x,
                               at->position.y, at->position.z, at->scale};
    for (int i = 0; i < 13; ++i) lines[i][lane] = numbers[i];
}

static void set_center(bare_group *bare_group, uint32_t lane, const vrm_avatar *avatar,
                       int32_t index) {
    const vrmi_spring *spring = &avatar->springs.springs[index];
    const vrmi_rig_joint *first =
        &avatar->rig->springs.joints[avatar->tables->springs[index].first_joint];
    vrmi_spring_place at = avatar->springs.places[spring->center != VRM_NONE ? spring->center : 0];
    if (spring->center == first->place) {
        const vrm_trs *local = &avatar->local[first->node];
        at = vrmi_spring_place_below(&avatar->springs.places[first->parent_place],
                                     local->translation, first->rest, local->scale);
    }
    if (spring->center != VRM_NONE) bare_group->center_bits |= 1u << lane;
    bare_group->has_center[lane] = spring->center != VRM_NONE ? 1.0f : 0.0f;
    set_place(bare_group->center, lane, &at);
    bare_group->wind[0][lane] = avatar->springs.wind.x + spring->wind.x;
    bare_group->wind[1][lane] = avatar->springs.wind.y + spring->wind.y;
    bare_group->wind[2][lane] = avatar->springs.wind.z + spring->wind.z;
}

/* The shape that one lane meets, as the reference solver has it. */
static void set_lane_shape(float lines[VRMI_SHAPE_LINES][VRMI_LANES], uint32_t lane,
                           const vrm_avatar *avatar, int32_t spring, uint32_t number) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    const vrm_spring_collider *collider;
    vrmi_shape shape;
    if (number >= rig->met[spring].count) { /* others of the group have more */
        for (uint32_t i = 0; i < VRMI_SHAPE_LINES; ++i) lines[i][lane] = 0.0f;
        lines[1][lane] = 1e18f;
        return;
    }
    collider =
        &avatar->tables->spring_colliders[rig->met_colliders[rig->met[spring].first + number]];
    shape = vrmi_shape_of(collider, &avatar->springs.places[rig->node_places[collider->node]],
                          avatar->local[collider->node].scale,
                          (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) == 0);
    lines[0][lane] = shape.a.x;
    lines[1][lane] = shape.a.y;
    lines[2][lane] = shape.a.z;
    lines[3][lane] = shape.b.x;
    lines[4][lane] = shape.b.y;
    lines[5][lane] = shape.b.z;
    lines[6][lane] = shape.radius;
    lines[7][lane] = shape.kind != VRM_COLLIDER_NONE ? 1.0f : 0.0f;
    lines[8][lane] = vrmi_vec3_length(shape.b) + shape.radius;
}

static void read_group(bare_springs *bare, const vrm_avatar *avatar, uint32_t index) {
    const vrmi_rig_lanes *lanes = &avatar->rig->lanes;
    const vrmi_lane_group *from = &lanes->groups[index];
    bare_group *to = &bare->groups[index];
    to->center_bits = 0;
    for (uint32_t i = 0; i < VRMI_LANES; ++i) {
        set_place(to->parent, i, &avatar->springs.places[from->parent_places[i]]);
        set_center(to, i, avatar, from->springs[i]);
    }
    for (uint32_t i = 0; i < from->collider_count; ++i) {
        if (from->is_shared) {
            bare->shapes[to->first_shape + i] =
                avatar->springs.shapes[lanes->shared_colliders[from->first_collider + i]];
            continue;
        }
        for (uint32_t k = 0; k < VRMI_LANES; ++k) {
            set_lane_shape(bare->lane_shapes[to->first_shape + i], k, avatar, from->springs[k], i);
        }
    }
}

void bare_read_inputs(bare_springs *bare, const vrm_avatar *avatar) {
    for (uint32_t i = 0; i < bare->group_count; ++i) read_group(bare, avatar, i);
    for (uint32_t i = 0; i < bare->row_count; ++i) {
        bare_row *row = &bare->rows[i];
        for (uint32_t k = 0; k < VRMI_LANES; ++k) {
            const vrm_trs *local = &avatar->local[row->rig.nodes[k]];
            const float numbers[6] = {local->translation.x, local->translation.y,
                                      local->translation.z, local->scale.x,
                                      local->scale.y,       local->scale.z};
            for (int n = 0; n < 3; ++n) row->translation[n][k] = numbers[n];
            for (int n = 0; n < 3; ++n) row->scale[n][k] = numbers[3 + n];
        }
    }
}

static float touch(const void *data, size_t size) {
    const float *numbers = data;
    float sum = 0.0f;
    for (size_t i = 0; i < size / sizeof *numbers; i += 8) sum += numbers[i];
    return sum;
}

float bare_touch(const bare_springs *bare) {
    return touch(bare->groups, sizeof *bare->groups * bare->group_count) +
           touch(bare->rows, sizeof *bare->rows * bare->row_count) +
           touch(bare->shapes, sizeof *bare->shapes * bare->shape_count) +
           touch(bare->lane_shapes, sizeof *bare->lane_shapes * bare->lane_shape_count);
}

bool bare_is_equal(const bare_springs *bare, const vrm_avatar *avatar) {
    for (uint32_t i = 0; i < bare->row_count; ++i) {
        const bare_row *row = &bare->rows[i];
        const vrmi_row *other = &avatar->springs.rows[i];
        for (uint32_t lane = 0; lane < VRMI_LANES; ++lane) {
            if ((row->rig.active >> lane & 1) == 0) continue;
            for (int k = 0; k < 4; ++k) {
                if (memcmp(&row->state.v[VRMI_ROW_STATE * bare->turn + VRMI_ROW_ROTATION + k][lane],
                           &other->v[vrmi_row_rotation(avatar) + k][lane], sizeof(float)) != 0) {
                    return false;
                }
            }
        }
    }
    return true;
}
