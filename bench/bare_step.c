/* The bare kernel on AVX2, if the compiler has it; see bare.h. */
#include "bare.h"

#if defined(__AVX2__)
#define VRMI_LANES_AVX2
#define VRMI_WIDE_NAME bare_engine /* not used: the functions that it is made of are */
#include "avatar/spring/spring_wide_body.h"

static lanes_place load_place(const float *lines) {
    lanes_place place;
    place.x = lanes_vec3_load(lines);
    place.y = lanes_vec3_load(lines + 3 * VRMI_LANES);
    place.z = lanes_vec3_load(lines + 6 * VRMI_LANES);
    place.position = lanes_vec3_load(lines + 9 * VRMI_LANES);
    place.scale = lanes_load(lines + 12 * VRMI_LANES);
    place.inverse = lanes_div(lanes_set(1.0f), place.scale);
    return place;
}

static void collide_with_all(const bare_springs *bare, const bare_group *group, row_now *row) {
    for (uint32_t i = group->first_shape; i < group->first_shape + group->shape_count; ++i) {
        if (group->is_shared) {
            collide_shared(row, NULL, &bare->shapes[i]);
        } else {
            const colliders_at own = {bare->colliders[i], 0};
            collide_own(row, NULL, &own, bare->lane_shapes[i][0]);
        }
    }
}

/* step_row of the engine, without its gathers, and its publishing. */
static void step_bare_row(const bare_springs *bare, const bare_group *group, group_now *now,
                          lanes dt, bare_row *from) {
    row_at at;
    row_settings settings;
    row_locals locals;
    lanes_vec3 kept, before, place;
    lanes_quat turned;
    lanes_mask moves;
    row_now row;
    at.rig = &from->rig;
    at.now[0] = from->state.v[bare->turn * VRMI_ROW_STATE];
    at.before[0] = from->state.v[(1 - bare->turn) * VRMI_ROW_STATE];
    at.settings[0] = from->state.v[VRMI_ROW_HIT_RADIUS];
    settings = load_settings(&at);
    locals.translation = lanes_vec3_load(from->translation[0]);
    locals.scale = lanes_vec3_load(from->scale[0]);
    begin_row(&row, &now->parent, &at, &locals, settings.hit_radius, bare->is_literal);
    moves = can_move(&row);
    kept = load_tails(at.before);
    before = load_tails(at.now);
    place = integrate(&row, &settings, from_center(now, kept), from_center(now, before), now->wind,
                      bare->is_literal ? dt : lanes_mul(dt, row.scale));
    keep_length(&row, place);
    collide_with_all(bare, group, &row);
    place = into_center(now, lanes_vec3_add(row.head, row.tail));
    store_tails(at.now, lanes_vec3_select(moves, place, kept));
    turned = aim_bones(&at, &now->parent, &row, lanes_and(moves, is_finite(place)));
    store_rotations(at.now, turned);
    move_parent(&now->parent, &row, &locals, turned);
}

void bare_step(bare_springs *bare, float dt) {
    bare->turn = 1 - bare->turn;
    for (uint32_t i = 0; i < bare->group_count; ++i) {
        const bare_group *group = &bare->groups[i];
        const lanes_place center = load_place(group->center[0]);
        group_now now;
        now.parent = load_place(group->parent[0]);
        now.center = &center;
        now.center_bits = group->center_bits;
        now.has_center = lanes_less(lanes_set(0.0f), lanes_load(group->has_center));
        now.wind = lanes_vec3_load(group->wind[0]);
        for (uint32_t k = 0; k < group->row_count; ++k) {
            step_bare_row(bare, group, &now, lanes_set(dt), &bare->rows[group->first_row + k]);
        }
    }
}
#else
void bare_step(bare_springs *bare, float dt) {
    (void)bare;
    (void)dt;
}
#endif
