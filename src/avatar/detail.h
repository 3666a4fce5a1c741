/* The rule of detail by distance, once it has been read. */
#ifndef VRMI_AVATAR_DETAIL_H
#define VRMI_AVATAR_DETAIL_H

#include "vrm/crowd.h"

#include <stdbool.h>

/* The caller's rule, complete, or the defaults where it is NULL. False: it is refused. */
bool vrmi_detail_rule_read(vrm_detail_rule *out, const vrm_detail_rule *rule);

/* vrm_detail_for_distance with a rule that has been read. */
vrm_crowd_detail vrmi_detail_find(const vrm_detail_rule *rule, float distance,
                                  vrm_crowd_detail previous);

#endif
