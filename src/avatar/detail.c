/* Which detail an avatar has at which distance. */
#include "avatar/detail.h"

#include "base/desc.h"
#include "base/math.h"

/* From the finest to the coarsest. */
enum { RANK_FULL, RANK_HALF, RANK_RIGID, RANK_FROZEN, RANK_COUNT };

static const vrm_crowd_detail details[RANK_COUNT] = {
    VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_HALF, VRM_CROWD_DETAIL_RIGID, VRM_CROWD_DETAIL_FROZEN};

void vrm_detail_rule_init_sized(vrm_detail_rule *rule, size_t struct_size) {
    vrm_detail_rule defaults;
    if (rule == NULL || struct_size < sizeof rule->struct_size) return;
    vrmi_desc_init(&defaults, sizeof defaults);
    defaults.half_distance = 8.0f;
    defaults.rigid_distance = 20.0f;
    defaults.frozen_distance = 100.0f;
    defaults.margin = 0.1f;
    vrmi_desc_init(rule, struct_size);
    vrmi_sized_write(rule, sizeof rule->struct_size, &defaults, sizeof defaults);
}

bool vrmi_detail_rule_read(vrm_detail_rule *out, const vrm_detail_rule *rule) {
    if (rule == NULL) {
        vrm_detail_rule_init(out);
        return true;
    }
    return vrmi_sized_read(out, sizeof *out, VRMI_SIZE_UP_TO(vrm_detail_rule, margin), rule);
}

/* Where a detail begins; 0: it is not used. */
static float begin_of(const vrm_detail_rule *rule, int rank) {
    const float begins[RANK_COUNT] = {0.0f, rule->half_distance, rule->rigid_distance,
                                      rule->frozen_distance};
    return begins[rank] > 0.0f ? begins[rank] : 0.0f;
}

/* The coarsest that has begun, where each begins at `part` of its distance. */
static int rank_at(const vrm_detail_rule *rule, float distance, float part) {
    for (int rank = RANK_FROZEN; rank > RANK_FULL; --rank) {
        float begin = begin_of(rule, rank);
        if (begin > 0.0f && distance >= begin * part) return rank;
    }
    return RANK_FULL;
}

static int rank_of(vrm_crowd_detail detail) {
    for (int rank = RANK_FROZEN; rank > RANK_FULL; --rank) {
        if (details[rank] == detail) return rank;
    }
    return RANK_FULL;
}

vrm_crowd_detail vrmi_detail_find(const vrm_detail_rule *rule, float distance,
                                  vrm_crowd_detail previous) {
    int finest, coarsest, before = rank_of(previous);
    if (distance != distance) return previous;
    /* Within a margin both would do, and the one that is nearest to that of before is taken. */
    finest = rank_at(rule, distance, 1.0f);
    coarsest = rank_at(rule, distance, 1.0f - vrmi_saturate(rule->margin));
    for (int rank = coarsest; rank > finest; --rank) {
        if (rank <= before && begin_of(rule, rank) > 0.0f) return details[rank];
    }
    return details[finest];
}

vrm_crowd_detail vrm_detail_for_distance(const vrm_detail_rule *rule, float distance,
                                         vrm_crowd_detail previous) {
    vrm_detail_rule own;
    return vrmi_detail_rule_read(&own, rule) ? vrmi_detail_find(&own, distance, previous)
                                             : previous;
}
