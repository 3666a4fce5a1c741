/*
 * Several avatars of one model that take a step together, because each of them leaves most lanes
 * empty. A group of one chain takes lanes from as many avatars as there are lanes; one of up to
 * four chains from a quarter as many. What a lane computes does not depend on its neighbors, so
 * that each avatar has the bits that it has alone.
 */
#include "avatar/spring/spring_wide.h"

/* The crowded step of some lanes, for groups of one chain, of up to four, and of more. */
typedef struct crowded_steps {
    const vrmi_wide *wide;
    vrmi_step_crowded *steps[3];
} crowded_steps;

/* Without an entry, each avatar takes its steps alone, with the same bits. */
static const crowded_steps all_steps[] = {
#if defined(VRM_NO_CROWDED_LANES)
#elif defined(__x86_64__) || defined(_M_X64)
    {&vrmi_wide_avx2, {vrmi_crowded_avx2_1, vrmi_crowded_avx2_4, vrmi_crowded_avx2_8}},
#elif defined(__aarch64__) || defined(_M_ARM64)
    {&vrmi_wide_neon, {vrmi_crowded_neon_1, vrmi_crowded_neon_4, vrmi_crowded_neon_8}},
#elif defined(__wasm_simd128__)
    {&vrmi_wide_wasm, {vrmi_crowded_wasm_1, vrmi_crowded_wasm_4, vrmi_crowded_wasm_8}},
#endif
    {NULL, {NULL, NULL, NULL}}};

static const crowded_steps *find_steps(const vrmi_wide *wide) {
    const crowded_steps *found = all_steps;
    while (found->wide != NULL && found->wide != wide) ++found;
    return found;
}

bool vrmi_can_step_crowded(const vrmi_wide *wide) { return find_steps(wide)->wide != NULL; }

/* Which of `steps` is for a group. */
static uint32_t width_of(const vrmi_lane_group *group) {
    if (group->lane_count == 1) return 0;
    return group->lane_count <= 4 ? 1 : 2;
}

void vrmi_springs_step_crowded(vrm_avatar *const avatars[], uint32_t count, float dt, bool shows) {
    const vrmi_rig_lanes *rig = &avatars[0]->rig->lanes;
    vrmi_step_crowded *const *steps = find_steps(avatars[0]->wide)->steps;
    vrmi_crowded crowd = {avatars, count, dt, 0, shows};
    for (uint32_t i = 0; i < count; ++i) {
        crowd.traits |= avatars[i]->springs.traits;
        avatars[i]->springs.turn = 1 - avatars[i]->springs.turn;
    }
    for (uint32_t i = 0; i < rig->level_count; ++i) {
        const vrmi_lane_level *level = &rig->levels[i];
        for (uint32_t k = level->first_group; k < level->first_group + level->group_count; ++k) {
            steps[width_of(&rig->groups[k])](&crowd, k);
        }
        for (uint32_t k = 0; k < count; ++k) {
            for (uint32_t n = 0; n < level->follower_count; ++n) {
                vrmi_springs_place_follower(avatars[k], rig->followers[level->first_follower + n]);
            }
            if (!shows) continue;
            vrmi_place_nodes(avatars[k], rig->nodes + level->first_node, level->node_count);
        }
    }
}
