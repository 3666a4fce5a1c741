/* The bare kernel; see bare.h. Compiled for AVX2, where there is such a thing. */
#include "bare.h"

#if defined(__AVX2__)

#define VRMI_LANES_AVX2
#define VRMI_WIDE_NAME bare_engine /* not used: the functions that it is made of are */
#include "avatar/spring/spring_wide_body.h"

/* Groups that are taken row by row in turns. 1: one after the other, as the engine does; 2 is
 * faster by some percent (docs/springs.md). */
#if !defined(TOGETHER)
#define TOGETHER 1
#endif

typedef struct bare_now {
    lanes_place parent, center;
    lanes_mask has_center;
    uint32_t center_bits;
    lanes_vec3 wind;
    lanes dt;
} bare_now;

static lanes_place load_place(const float lines[8][VRMI_LANES]) {
    return (lanes_place){lanes_vec3_load(lines[0]), lanes_load(lines[3]),
                         lanes_quat_load(lines[4])};
}

static void collide_with_all(const bare_springs *bare, const bare_group *group, row_now *row) {
    for (uint32_t i = group->first_shape; i < group->first_shape + group->shape_count; ++i) {
        if (group->is_shared) {
            collide_shared(row, &bare->shapes[i]);
        } else {
            collide_own(row, bare->colliders[i],
                        bare->lane_shapes + (size_t)i * VRMI_SHAPE_LINES * VRMI_LANES);
        }
    }
}

/* step_row of the engine, without its gathers, its publishing and its second state. */
static void step_bare_row(const bare_springs *bare, const bare_group *group, bare_now *now,
                          bare_row *state) {
    lanes_quat rest = lanes_quat_load(state->rig.rest[0]), turned;
    lanes_vec3 axis = lanes_vec3_load(state->rig.axis[0]), kept, before, current, previous, force;
    lanes_vec3 place;
    lanes_mask can_move, is_good;
    lanes time;
    row_now row;
    row.head = lanes_place_point(&now->parent, lanes_vec3_load(state->translation[0]));
    row.rotation = lanes_quat_multiply(now->parent.rotation, rest);
    row.rest = lanes_quat_rotate(row.rotation, axis);
    row.scale = lanes_mul(now->parent.scale,
                          largest_scale(lanes_load(state->scale[0]), lanes_load(state->scale[1]),
                                        lanes_load(state->scale[2])));
    row.length = lanes_mul(lanes_load(state->rig.length), row.scale);
    row.hit_radius = lanes_load(state->settings[0]);
    if (!bare->is_literal) row.hit_radius = lanes_mul(row.hit_radius, row.scale);
    can_move = lanes_and(lanes_less(lanes_set(VRMI_EPSILON_LENGTH), row.length),
                         lanes_at_most(row.length, lanes_set(FLT_MAX)));
    kept = lanes_vec3_load(state->current[0]);
    before = lanes_vec3_load(state->previous[0]);
    current = kept;
    previous = before;
    if (now->center_bits != 0) {
        current =
            lanes_vec3_select(now->has_center, lanes_place_point(&now->center, current), current);
        previous =
            lanes_vec3_select(now->has_center, lanes_place_point(&now->center, previous), previous);
    }
    time = bare->is_literal ? now->dt : lanes_mul(now->dt, row.scale);
    previous = lanes_vec3_scale(lanes_vec3_sub(current, previous),
                                lanes_sub(lanes_set(1.0f), lanes_load(state->settings[3])));
    force = lanes_vec3_scale(lanes_vec3_load(state->settings[4]), lanes_load(state->settings[2]));
    force = lanes_vec3_scale(lanes_vec3_add(force, now->wind), time);
    current = lanes_vec3_add(lanes_vec3_sub(current, row.head), previous);
    current = lanes_vec3_add(
        current, lanes_vec3_scale(row.rest, lanes_mul(time, lanes_load(state->settings[1]))));
    keep_length(&row, lanes_vec3_add(current, force), &row.tail, &row.direction);
    collide_with_all(bare, group, &row);
    place = lanes_vec3_add(row.head, row.tail);
    if (now->center_bits != 0) {
        place =
            lanes_vec3_select(now->has_center, lanes_place_point_into(&now->center, place), place);
    }
    lanes_vec3_store(state->previous[0], lanes_vec3_select(can_move, kept, before));
    lanes_vec3_store(state->current[0], lanes_vec3_select(can_move, place, kept));
    is_good = lanes_and(can_move, is_finite(place));
    turned = lanes_quat_select(is_good, aim_bones(&state->rig, &row, rest, axis), rest);
    lanes_quat_store(state->rotation[0], turned);
    now->parent.rotation = lanes_quat_normalize(lanes_quat_multiply(now->parent.rotation, turned));
    now->parent.position = row.head;
    now->parent.scale = row.scale;
}

static void begin_bare(bare_now *now, const bare_group *group, float dt) {
    now->parent = load_place(group->parent);
    now->center_bits = group->center_bits;
    now->center = load_place(group->center);
    now->has_center = lanes_less(lanes_set(0.0f), lanes_load(group->has_center));
    now->wind = lanes_vec3_load(group->wind[0]);
    now->dt = lanes_set(dt);
}

void bare_step(bare_springs *bare, float dt) {
    for (uint32_t i = 0; i < bare->group_count; i += TOGETHER) {
        bare_now now[TOGETHER];
        uint32_t count = bare->group_count - i < TOGETHER ? bare->group_count - i : TOGETHER,
                 rows = 0;
        for (uint32_t g = 0; g < count; ++g) {
            begin_bare(&now[g], &bare->groups[i + g], dt);
            rows = bare->groups[i + g].row_count > rows ? bare->groups[i + g].row_count : rows;
        }
        for (uint32_t k = 0; k < rows; ++k) {
            for (uint32_t g = 0; g < count; ++g) {
                const bare_group *group = &bare->groups[i + g];
                if (k < group->row_count) {
                    step_bare_row(bare, group, &now[g], &bare->rows[group->first_row + k]);
                }
            }
        }
    }
}

#else

void bare_step(bare_springs *bare, float dt) {
    (void)bare;
    (void)dt;
}

#endif
