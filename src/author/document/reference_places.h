/* The table of places, which are the locations of references, and the walk over one of them. */
#ifndef VRMI_WRITE_REFERENCE_PLACES_H
#define VRMI_WRITE_REFERENCE_PLACES_H

#include "author/document/references.h"

/* No kind: nothing else is removed through a table. */
enum { VRMI_NO_CASCADE = VRMI_REFERENCE_KINDS };

enum {
    VRMI_PLACE_STAYS = 1, /* what it refers to is not removed */
    VRMI_PLACE_SKIN = 2,  /* the skin and the weights of the node go with it */
    VRMI_PLACE_POINTER =
        4,                /* no number, but a JSON pointer that begins with a table and an index */
    VRMI_PLACE_NAME = 8,  /* no number, but the name of a material (0.x) */
    VRMI_PLACE_TREE = 16, /* of a node: its index among the others, which merging handles */
    VRMI_PLACE_SHOWN = 32 /* of a node: it means the mesh that the node has, and follows it */
};

typedef struct vrmi_reference_place {
    /* Keys from the root on. "*" stands for all elements or members, "*Texture" for all members
     * whose key ends so. */
    const char *path;
    uint8_t kind; /* a vrmi_reference_kind; of a pointer: any */
    /* How far above the index lies what has to go with the element: 0 is the index itself. */
    uint8_t up;
    /* If that was the last element of its array: how many levels above it are removed too. 1 is the
     * array; 0: an empty array is valid. */
    uint8_t empty;
    /* That which goes, or which goes with the array, is an element of this table itself. */
    uint8_t cascade;
    uint8_t flags; /* VRMI_PLACE_ bits */
} vrmi_reference_place;

extern const vrmi_reference_place vrmi_reference_places[];
extern const uint32_t vrmi_reference_place_count;

/* Whether the table has every reference of this extension: it has a place there, or no references.
 * In a file with another extension, elements may not move. */
bool vrmi_reference_knows(vrm_string extension);

/* Calls `found` for every value that refers to an element of a table, with its place. Pointers are
 * among them, names are not. The structure of the tree may not change meanwhile. */
typedef void vrmi_place_reference(vrmi_tree *tree, const vrmi_reference_place *place,
                                  vrmi_value *value, int32_t index, void *user);
void vrmi_places_find(vrmi_tree *tree, vrmi_reference_kind kind, vrmi_place_reference *found,
                      void *user);

/* Calls `found` for every value at a place. The structure of the tree may not change meanwhile. */
typedef void vrmi_place_found(vrmi_tree *tree, const vrmi_reference_place *place, vrmi_value *value,
                              void *user);
void vrmi_place_walk(vrmi_tree *tree, const vrmi_reference_place *place, vrmi_place_found *found,
                     void *user);

#endif
