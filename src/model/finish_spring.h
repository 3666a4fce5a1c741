/* What the files about springs share. */
#ifndef VRMI_MODEL_FINISH_SPRING_H
#define VRMI_MODEL_FINISH_SPRING_H

#include "model/finish.h"

/* Says something about a spring, with the best place in the file that is known. */
void vrmi_found_spring(const vrmi_build *build, uint32_t spring, vrmi_diagnostic_id id,
                       const vrmi_argument *arguments);

/* The order of updates (SB-040). `nearest` has, by node, the joint whose head is the node or the
 * nearest node above it; each node is the head of one joint at most. */
bool vrmi_order_joints(vrmi_build *build, const int32_t *nearest);

#endif
