/* Avatars whose springs are computed as `--data lanes=NAME` says; without it, as the desc says. */
#ifndef VRM_TEST_LANES_H
#define VRM_TEST_LANES_H

#include <vrm/lanes.h>
#include <vrm/vrm.h>

/* As vrm_avatar_create. What the desc asks for itself counts. The test is skipped where the machine
 * does not have them. */
vrm_avatar *create_with_lanes(vrm_model *model, const vrm_avatar_desc *desc);

/* VRM_LANES_… by name; AUTO for NULL, VRM_NONE for a name that is none. */
vrm_lanes lanes_by_name(const char *name);

#endif
