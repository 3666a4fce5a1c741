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

/* step_row of the engine, of the same parts, without its gathers, its publishing and its second
 * state. */
static void step_bare_row(const bare_springs *bare, const bare_group *group, group_now *now,
                          lanes dt, bare_row *state) {
    const float *settings = state->settings[0];
    lanes_vec3 kept, before, place;
    lanes_quat turned;
    lanes_mask moves;
    row_now row;
    begin_row(&row, &now->parent, &state->rig, lanes_vec3_load(state->translation[0]),
              lanes_vec3_load(state->scale[0]), settings, bare->is_literal);
    moves = can_move(&row);
    kept = lanes_vec3_load(state->current[0]);
    before = lanes_vec3_load(state->previous[0]);
    place = integrate(&row, settings, from_center(now, kept), from_center(now, before), now->wind,
                      bare->is_literal ? dt : lanes_mul(dt, row.scale));
    keep_length(&row, place, &row.tail, &row.direction);
    collide_with_all(bare, group, &row);
    place = into_center(now, lanes_vec3_add(row.head, row.tail));
    lanes_vec3_store(state->previous[0], lanes_vec3_select(moves, kept, before));
    lanes_vec3_store(state->current[0], lanes_vec3_select(moves, place, kept));
    turned = aim_bones(&state->rig, &row, lanes_and(moves, is_finite(place)));
    lanes_quat_store(state->rotation[0], turned);
    move_parent(&now->parent, &row, turned);
}

static void begin_bare(group_now *now, const bare_group *group) {
    now->group = NULL; /* the engine's */
    now->parent = load_place(group->parent);
    now->center_bits = group->center_bits;
    now->center = load_place(group->center);
    now->has_center = lanes_less(lanes_set(0.0f), lanes_load(group->has_center));
    now->wind = lanes_vec3_load(group->wind[0]);
}

void bare_step(bare_springs *bare, float dt) {
    for (uint32_t i = 0; i < bare->group_count; i += TOGETHER) {
        group_now now[TOGETHER];
        uint32_t count = bare->group_count - i < TOGETHER ? bare->group_count - i : TOGETHER,
                 rows = 0;
        for (uint32_t g = 0; g < count; ++g) {
            begin_bare(&now[g], &bare->groups[i + g]);
            rows = bare->groups[i + g].row_count > rows ? bare->groups[i + g].row_count : rows;
        }
        for (uint32_t k = 0; k < rows; ++k) {
            for (uint32_t g = 0; g < count; ++g) {
                const bare_group *group = &bare->groups[i + g];
                if (k < group->row_count) {
                    step_bare_row(bare, group, &now[g], lanes_set(dt),
                                  &bare->rows[group->first_row + k]);
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
