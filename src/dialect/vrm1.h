/* VRMC_vrm of 1.0 and its drafts, and what stands beside it. */
#ifndef VRMI_DIALECT_VRM1_H
#define VRMI_DIALECT_VRM1_H

#include "build/build.h"

/* `vrm` is the object VRMC_vrm. False: the load has failed. */
bool vrmi_read_vrm1(vrmi_build *build, const vrmi_json *vrm);
bool vrmi_read_draft(vrmi_build *build, const vrmi_json *vrm);

/* lookAt of 1.x and its drafts. */
void vrmi_read_look_at(vrmi_build *build, const vrmi_json *vrm);

/* An object with boneGroups and colliderGroups: of the draft, and VRMC_springBone of 2020 (§4.11).
 */
bool vrmi_read_draft_springs(vrmi_build *build, const vrmi_json *at);

/* VRMC_node_constraint of all nodes. */
bool vrmi_read_node_constraints(vrmi_build *build);

#endif
