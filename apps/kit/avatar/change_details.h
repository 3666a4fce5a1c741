/* What a command tells of its operations beside the changes that the library lists: places by the
 * numbers of the input, names of nodes, old and new values. */
#ifndef VRM_KIT_CHANGE_DETAILS_H
#define VRM_KIT_CHANGE_DETAILS_H

#include <stdbool.h>
#include <stddef.h>
#include <vrm/author/write.h>

/* Owned texts; NULL: there is none. */
typedef struct change_detail {
    char *pointer; /* in the input */
    char *name;    /* of a node */
    char *before;  /* JSON; long ones are left out */
    char *after;
} change_detail;

/* One for each operation that sets or removes a value or a node, in their order. */
typedef struct change_details {
    change_detail *items;
    size_t count, capacity;
} change_details;

/* Adds an empty one, to be filled. NULL: there is not enough memory. */
change_detail *change_details_add(change_details *list);
void change_details_release(change_details *list);

/* A copy of a short text, to be freed. NULL: it is long, or there is not enough memory. */
char *change_text(const char *text, size_t length);

/* The detail of a change, asked for in the order of changes; `next` begins with 0. NULL: none. */
const change_detail *change_details_next(const change_details *list, const vrm_change *change,
                                         size_t *next);

#endif
