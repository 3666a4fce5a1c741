/* Where the tails of an avatar can be in an update: balls around the nodes that its springs hang
 * from (rig_reach.c has their radii). */
#include "avatar/spring/spring_world.h"

#include <string.h>

/* Rounding of the places of heads, for each head of a chain: a few units of the last digit of the
 * largest number on the way. */
#define ROUNDING 1e-6f

/* Rotations of a pose are unit quaternions, up to as much as this: matrices stretch by it. */
#define NEARLY_UNIT 1.001f

/* Bits that differ. Loads of eight and of four bytes, which compilers keep in registers. */
static inline uint64_t difference(const vrm_vec3 *a, const vrm_vec3 *b) {
    uint64_t xy[2];
    uint32_t z[2];
    memcpy(&xy[0], a, sizeof xy[0]);
    memcpy(&xy[1], b, sizeof xy[1]);
    memcpy(&z[0], &a->z, sizeof z[0]);
    memcpy(&z[1], &b->z, sizeof z[1]);
    return (xy[0] ^ xy[1]) | (z[0] ^ z[1]);
}

/* Whether the pose moves or stretches no node of the springs themselves, as most poses do. Bits are
 * compared, as that is quick. */
static bool is_at_rest(const vrm_avatar *avatar, const vrm_trs *local) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    const vrmi_reach_rest *rest = avatar->rig->reach.rest;
    uint32_t count = rig->place_count - rig->input_count;
    uint64_t differs = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_trs *own = &local[rest[i].node];
        differs |= difference(&own->translation, &rest[i].translation) |
                   difference(&own->scale, &rest[i].scale);
    }
    return differs == 0;
}

static float most_hit(vrm_avatar *avatar) {
    vrmi_springs *springs = &avatar->springs;
    if (springs->most_hit >= 0.0f) return springs->most_hit;
    springs->most_hit = 0.0f;
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        springs->most_hit =
            vrmi_max(springs->most_hit, *vrmi_joint_number(avatar, i, VRMI_ROW_HIT_RADIUS));
    }
    return springs->most_hit;
}

static vrmi_ball ball_of(const vrmi_spring_place *before, const vrmi_spring_place *now, float reach,
                         float hit, float rounding) {
    vrm_vec3 way = vrmi_vec3_scale(vrmi_vec3_sub(now->position, before->position), 0.5f);
    vrmi_ball ball;
    float far;
    ball.centre = vrmi_vec3_add(before->position, way);
    ball.radius = vrmi_max(before->scale, now->scale) * reach * NEARLY_UNIT + hit;
    ball.radius = ball.radius + vrmi_vec3_length(way);
    far = fabsf(ball.centre.x) + fabsf(ball.centre.y) + fabsf(ball.centre.z) + ball.radius;
    ball.radius = ball.radius + far * rounding;
    return ball;
}

void vrmi_reach_balls(vrm_avatar *avatar, const vrm_trs *local, const vrmi_spring_place *inputs,
                      vrm_vec3 *low, vrm_vec3 *high) {
    const vrmi_rig_reach *rig = &avatar->rig->reach;
    bool is_literal = (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) != 0;
    const vrmi_reach *reach = rig->at_rest;
    float hit = most_hit(avatar), rounding = ROUNDING * (float)(rig->depth + 8);
    bool is_finite = true;
    *low = vrm_vec3_make(FLT_MAX, FLT_MAX, FLT_MAX);
    *high = vrmi_vec3_negate(*low);
    if (!is_at_rest(avatar, local)) {
        vrmi_reach_measure(avatar->rig, avatar->tables->spring_joint_count, local,
                           avatar->springs.links, avatar->springs.reach);
        reach = avatar->springs.reach;
    }
    for (uint32_t i = 0; i < rig->count; ++i) {
        const vrmi_spring_place *before = &avatar->springs.inputs_before[reach[i].place];
        float tail = is_literal ? reach[i].radius : reach[i].radius + reach[i].scale * hit;
        vrmi_ball ball =
            ball_of(before, &inputs[reach[i].place], tail, is_literal ? hit : 0.0f, rounding);
        vrm_vec3 size = vrm_vec3_make(ball.radius, ball.radius, ball.radius);
        *low = vrmi_vec3_min(*low, vrmi_vec3_sub(ball.centre, size));
        *high = vrmi_vec3_max(*high, vrmi_vec3_add(ball.centre, size));
        is_finite = is_finite && vrmi_vec3_is_finite(ball.centre) && vrmi_is_finite(ball.radius);
        avatar->springs.balls[i] = ball;
    }
    if (!is_finite) low->x = -INFINITY; /* minima forget what is not a number */
}
