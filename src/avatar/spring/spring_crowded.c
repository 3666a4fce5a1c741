/*
 * Several avatars of one model that take a step together, because each of them leaves most lanes
 * empty. A group of one chain takes lanes from as many avatars as there are lanes; one of up to
 * four chains from a quarter as many. What a lane computes does not depend on its neighbours, so
 * that each avatar has the bits that it has alone.
 */
#include "avatar/spring/spring_wide.h"

/* Which of `crowded` is for a group. */
static uint32_t width_of(const vrmi_lane_group *group) {
    if (group->lane_count == 1) return 0;
    return group->lane_count <= 4 ? 1 : 2;
}

void vrmi_springs_step_crowded(vrm_avatar *const avatars[], uint32_t count, float dt, bool shows) {
    const vrmi_rig_lanes *rig = &avatars[0]->rig->lanes;
    vrmi_crowded crowd = {avatars, count, dt, 0, shows};
    for (uint32_t i = 0; i < count; ++i) {
        crowd.traits |= avatars[i]->springs.traits;
        avatars[i]->springs.turn = 1 - avatars[i]->springs.turn;
    }
    for (uint32_t i = 0; i < rig->level_count; ++i) {
        const vrmi_lane_level *level = &rig->levels[i];
        for (uint32_t k = level->first_group; k < level->first_group + level->group_count; ++k) {
            avatars[0]->wide->crowded[width_of(&rig->groups[k])](&crowd, k);
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
