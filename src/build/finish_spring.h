/* What the files about springs share. */
#ifndef VRMI_MODEL_FINISH_SPRING_H
#define VRMI_MODEL_FINISH_SPRING_H

#include "build/finish.h"

/* Reports a diagnostic about a spring, at the element of the file that makes the spring. */
void vrmi_found_spring(const vrmi_build *build, uint32_t spring, vrmi_diagnostic_id id,
                       const vrmi_argument *arguments);

/* The different lists of groups that springs with joints have. */
typedef struct vrmi_group_lists {
    uint32_t *list_of;    /* by spring; only for springs with joints and groups */
    uint32_t *first_user; /* by list: the first spring that has it */
    uint32_t count;
} vrmi_group_lists;

/* Leaves out what groups and springs name again (SB-061), finds equal lists, and prepares the
 * colliders that each spring meets (ER-021). False: the load has failed. */
bool vrmi_finish_collider_lists(vrmi_build *build, vrmi_group_lists *out);

/* The order of updates, and levels (SB-040). `nearest` has, by node, the joint whose head is the
 * node or the nearest node above it; each node is the head of one joint at most. */
bool vrmi_order_joints(vrmi_build *build, const int32_t *nearest, const vrmi_group_lists *lists);

#endif
