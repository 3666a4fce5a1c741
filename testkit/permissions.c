#include "testkit/permissions.h"

bool is_wider(const vrm_permissions *a, const vrm_permissions *b) {
    return a->avatar_permission > b->avatar_permission ||
           a->commercial_usage > b->commercial_usage || a->credit_notation > b->credit_notation ||
           a->modification > b->modification ||
           a->allow_excessively_violent_usage > b->allow_excessively_violent_usage ||
           a->allow_excessively_sexual_usage > b->allow_excessively_sexual_usage ||
           a->allow_political_or_religious_usage > b->allow_political_or_religious_usage ||
           a->allow_antisocial_or_hate_usage > b->allow_antisocial_or_hate_usage ||
           a->allow_redistribution > b->allow_redistribution;
}

vrm_permissions read_widely(const vrm_meta *meta, bool is_old) {
    vrm_permissions may;
    vrm_meta_map_license(meta, &may);
    if (is_old && may.commercial_usage == VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT) {
        may.commercial_usage = VRM_COMMERCIAL_USAGE_CORPORATION;
    }
    return may;
}
