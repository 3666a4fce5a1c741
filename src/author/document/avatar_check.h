/* Whether tables that a program made can be written: every index and every value of an enumeration
 * is valid, and nodes are a forest. Those of a loaded model always can. */
#ifndef VRMI_WRITE_AVATAR_CHECK_H
#define VRMI_WRITE_AVATAR_CHECK_H

#include "base/memory.h"
#include "vrm/tables.h"

typedef enum vrmi_avatar_fault {
    VRMI_AVATAR_GOOD,
    VRMI_AVATAR_BAD,      /* an index, a count or a value is wrong */
    VRMI_AVATAR_NO_BYTES, /* an image or a primitive has bytes that the tables do not name */
    VRMI_AVATAR_REFUSED   /* memory was */
} vrmi_avatar_fault;

vrmi_avatar_fault vrmi_check_avatar(vrmi_memory *memory, const vrm_gltf *gltf,
                                    const vrm_tables *tables);

#endif
