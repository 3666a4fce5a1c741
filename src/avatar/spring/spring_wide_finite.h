/* vrmi_is_frame_finite in lanes: a part of spring_wide_body.h. */
#ifndef VRMI_AVATAR_SPRING_WIDE_FINITE_H
#define VRMI_AVATAR_SPRING_WIDE_FINITE_H

#include "avatar/avatar.h"
#include "base/lanes.h"

/* vrmi_is_frame_finite. Which numbers are added up to which does not matter. */
static bool is_frame_finite(const vrm_avatar *avatar) {
    enum { STEPS = 16 / LANES_COUNT }; /* a matrix is so many of our numbers */
    const vrmi_rig *rig = avatar->rig;
    lanes total[STEPS];
    float sums[LANES_COUNT], sum = 0.0f;
    for (int i = 0; i < STEPS; ++i) total[i] = lanes_set(0.0f);
    for (uint32_t i = 0; i < rig->leaf_count; ++i) {
        const float *m = avatar->world[rig->leaf_nodes[i]].m;
        for (int k = 0; k < STEPS; ++k) {
            total[k] = lanes_add(total[k], lanes_load(m + k * LANES_COUNT));
        }
    }
    for (int i = 1; i < STEPS; ++i) total[0] = lanes_add(total[0], total[i]);
    lanes_store(sums, total[0]);
    for (int i = 0; i < LANES_COUNT; ++i) sum += sums[i];
    return vrmi_is_finite(sum);
}

#endif
