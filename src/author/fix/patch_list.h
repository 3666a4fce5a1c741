/*
 * An edit: a list of operations on the JSON of a file, by JSON pointers, and what changes of its
 * container. Applied, it gives a new file in which everything else is as it was, byte for byte.
 */
#ifndef VRMI_WRITE_PATCH_LIST_H
#define VRMI_WRITE_PATCH_LIST_H

#include "author/document/glb_write.h"
#include "author/json/json_patch.h"

typedef struct vrmi_patch_list {
    vrmi_arena arena; /* of pointers and values */
    vrmi_patch_operation *operations;
    uint32_t count, capacity;
    bool drops_bom;   /* the byte order mark before the JSON goes */
    unsigned changes; /* of the container: VRMI_WRITE_ bits */
    bool is_refused;  /* memory was, and the edit is not whole */
} vrmi_patch_list;

void vrmi_patch_list_init(vrmi_patch_list *edit, vrmi_memory *memory);
void vrmi_patch_list_release(vrmi_patch_list *edit);

/* Adds an operation. Pointer and value are copied. */
void vrmi_patch_list_add(vrmi_patch_list *edit, vrmi_patch_kind kind, vrm_string pointer,
                         vrm_string value);

/*
 * Makes the new file, in `memory`. Operations that have a problem are left out where `skips` says
 * so, and else nothing is made; each says which problem it has.
 */
vrmi_patch_problem vrmi_patch_list_apply(vrmi_patch_list *edit, vrmi_memory *memory,
                                         const uint8_t *bytes, size_t size, bool skips,
                                         vrmi_written *out);

#endif
