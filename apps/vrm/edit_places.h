/* Pointers and numbers of a command line mean the input file: where their values are now, after the
 * operations before them (ED-005). */
#ifndef VRM_TOOL_EDIT_PLACES_H
#define VRM_TOOL_EDIT_PLACES_H

#include "apps/kit/avatar/change_details.h"

#include <vrm/author/edit.h>

/* An element of an array that was removed. */
typedef struct gone_element {
    char *array; /* its pointer in the input */
    uint32_t index;
} gone_element;

typedef struct edit_places {
    vrm_edit *edit;
    change_details *details;
    char *problem;
    size_t capacity;
    gone_element *gone;
    size_t gone_count, gone_capacity;
    int32_t *nodes; /* where each node of the input is now; VRM_NONE: it has gone */
    uint32_t node_count, nodes_left;
} edit_places;

void edit_places_release(edit_places *places);

/* Refuses the operation, with a sentence. */
vrm_result edit_places_refuse(edit_places *places, const char *sentence);

/* Sets or removes a value. `pointer` is one of the input. */
vrm_result edit_places_set(edit_places *places, const char *pointer, const char *json);
vrm_result edit_places_remove(edit_places *places, const char *pointer);

/* The node of a number or a name, by the input. VRM_NONE: a problem is said. */
int32_t edit_places_find_node(edit_places *places, const char *text);

/* Removes nodes of the input with all that are below them. One that has gone already, with a node
 * above it, is passed over. */
vrm_result edit_places_remove_nodes(edit_places *places, const int32_t *nodes, uint32_t count);
vrm_result edit_places_merge_node(edit_places *places, int32_t node);

#endif
