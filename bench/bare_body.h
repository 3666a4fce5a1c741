/* The bare kernel; see bare.h. Included once by each bare_step_….c, which chooses the lanes. */
#define VRMI_WIDE_NAME BARE_ENGINE /* not used: the functions that it is made of are */
#include "avatar/spring/spring_wide_body.h"

static lanes load_lines(bare_group *const groups[LANES_PARTS], size_t offset) {
    const float *lines[LANES_PARTS];
    for (int i = 0; i < LANES_PARTS; ++i) {
        lines[i] = (const float *)(const void *)((const unsigned char *)groups[i] + offset);
    }
    return lanes_load_parts(lines);
}
#define LINE(member, index)                                                                        \
    load_lines(groups, offsetof(bare_group, member) + (index)*VRMI_LANES * sizeof(float))
#define VEC3(member, index)                                                                        \
    (lanes_vec3) { LINE(member, index), LINE(member, (index) + 1), LINE(member, (index) + 2) }
#define PLACE(out, member)                                                                         \
    do {                                                                                           \
        (out).x = VEC3(member, 0);                                                                 \
        (out).y = VEC3(member, 3);                                                                 \
        (out).z = VEC3(member, 6);                                                                 \
        (out).position = VEC3(member, 9);                                                          \
        (out).scale = LINE(member, 12);                                                            \
        (out).inverse = lanes_div(lanes_set(1.0f), (out).scale);                                   \
    } while (0)

static lanes_vec3 load_vec3(bare_row *const rows[LANES_PARTS], size_t offset) {
    lanes number[3];
    for (size_t k = 0; k < 3; ++k) {
        const float *lines[LANES_PARTS];
        for (int i = 0; i < LANES_PARTS; ++i) {
            lines[i] = (const float *)(const void *)((const unsigned char *)rows[i] + offset) +
                       k * VRMI_LANES;
        }
        number[k] = lanes_load_parts(lines);
    }
    return (lanes_vec3){number[0], number[1], number[2]};
}

static void begin_bare(group_now *now, bare_group *const groups[LANES_PARTS],
                       lanes_place *center_place) {
    PLACE(now->parent, parent);
    PLACE(*center_place, center);
    now->center = center_place;
    now->center_bits = groups[0]->center_bits;
    if (LANES_PARTS == 2) now->center_bits |= groups[LANES_PARTS - 1]->center_bits << VRMI_LANES;
    now->has_center = lanes_less(lanes_set(0.0f), LINE(has_center, 0));
    now->wind = VEC3(wind, 0);
}

static void collide_with_all(const bare_springs *bare, bare_group *const groups[LANES_PARTS],
                             row_now *row) {
    for (uint32_t i = 0; i < groups[0]->shape_count; ++i) {
        colliders_at own;
        if (groups[0]->is_shared) {
            collide_shared(row, NULL, &bare->shapes[groups[0]->first_shape + i]);
            continue;
        }
        own.has_plane = own.has_capsule = own.has_inside = false;
        for (uint32_t k = 0; k < LANES_PARTS; ++k) {
            own.part[k] = bare->colliders[groups[k]->first_shape + i];
            own.has_plane = own.has_plane || own.part[k]->has_plane != 0;
            own.has_capsule = own.has_capsule || own.part[k]->has_capsule != 0;
            own.has_inside = own.has_inside || own.part[k]->has_inside != 0;
        }
        collide_own(row, NULL, &own,
                    bare->lane_shapes + (size_t)(groups[0]->first_lane_shape + i * LANES_PARTS) *
                                            VRMI_SHAPE_LINES * VRMI_LANES);
    }
}

/* step_row of the engine, of the same parts, without its gathers, and its publishing. */
static void step_bare_row(const bare_springs *bare, bare_group *const groups[LANES_PARTS],
                          group_now *now, lanes dt, bare_row *const rows[LANES_PARTS]) {
    row_at at;
    row_settings settings;
    row_locals locals;
    lanes_vec3 kept, before, place;
    lanes_quat turned;
    lanes_mask moves;
    row_now row;
    for (uint32_t i = 0; i < LANES_PARTS; ++i) {
        at.rig[i] = &rows[i]->rig;
        at.now[i] = rows[i]->state.v[bare->turn * VRMI_ROW_STATE];
        at.before[i] = rows[i]->state.v[(1 - bare->turn) * VRMI_ROW_STATE];
        at.settings[i] = rows[i]->state.v[VRMI_ROW_HIT_RADIUS];
    }
    settings = load_settings(&at);
    locals.translation = load_vec3(rows, offsetof(bare_row, translation));
    locals.scale = load_vec3(rows, offsetof(bare_row, scale));
    begin_row(&row, &now->parent, &at, &locals, settings.hit_radius, bare->is_literal);
    moves = can_move(&row);
    kept = load_tails(at.before);
    before = load_tails(at.now);
    place = integrate(&row, &settings, from_center(now, kept), from_center(now, before), now->wind,
                      bare->is_literal ? dt : lanes_mul(dt, row.scale));
    keep_length(&row, place);
    collide_with_all(bare, groups, &row);
    place = into_center(now, lanes_vec3_add(row.head, row.tail));
    store_tails(at.now, lanes_vec3_select(moves, place, kept));
    turned = aim_bones(&at, &now->parent, &row, lanes_and(moves, is_finite(place)));
    store_rotations(at.now, turned);
    move_parent(&now->parent, &row, &locals, turned);
}

static void step_bare_groups(bare_springs *bare, bare_group *const groups[LANES_PARTS], lanes dt) {
    group_now now;
    lanes_place center;
    begin_bare(&now, groups, &center);
    for (uint32_t i = 0; i < groups[0]->row_count; ++i) {
        bare_row *rows[LANES_PARTS];
        for (uint32_t k = 0; k < LANES_PARTS; ++k) {
            const bare_group *group = groups[i < groups[k]->row_count ? k : 0];
            rows[k] = &bare->rows[group->first_row + i];
        }
        step_bare_row(bare, groups, &now, dt, rows);
    }
}

void BARE_STEP(bare_springs *bare, float dt) {
    const vrmi_rig_lanes *lanes_of = bare->lanes;
    bare->turn = 1 - bare->turn;
    for (uint32_t i = 0; i < lanes_of->level_count; ++i) {
        const vrmi_lane_level *level = &lanes_of->levels[i];
        for (uint32_t k = 0; k < count_of(level); ++k) {
            bare_group *groups[LANES_PARTS];
#if defined(VRMI_LANES_AVX512)
            groups[0] = &bare->groups[lanes_of->pairs[level->first_pair + k].first];
            groups[1] = &bare->groups[lanes_of->pairs[level->first_pair + k].second];
#else
            groups[0] = &bare->groups[level->first_group + k];
#endif
            step_bare_groups(bare, groups, lanes_set(dt));
        }
    }
}
