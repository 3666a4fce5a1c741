/*
 * What is wrong with the vertices of a model. Loading does not look at them, and reading fixes them
 * in silence: this is for people who want to know.
 */
#ifndef VRM_KIT_PAYLOAD_H
#define VRM_KIT_PAYLOAD_H

#include "notes.h"

/*
 * Looks at numbers that are not finite, joints that the skin does not have, and triangles of
 * vertices that do not exist, and hands each fault to `tell`: one for each kind and primitive.
 * It looks at a few million vertices and tells 16 faults at most, so that no file can make it take
 * long.
 */
typedef void payload_teller(void *user, tool_diagnostic which, const note_place *place,
                            const vrm_diagnostic_argument *count);
void payload_look(const vrm_model *model, payload_teller *tell, void *user);

#endif
