/*
 * Changes values in the text of a JSON document and leaves every other byte as it is: white space,
 * the order of members, how numbers and strings are spelled, and what nobody knows the meaning of.
 *
 * All operations speak of the text before any of them: removing an element of an array does not
 * move the others for the operations that follow. The text is walked once, so that the cost grows
 * with the text and the operations, not with their product.
 */
#ifndef VRMI_WRITE_JSON_PATCH_H
#define VRMI_WRITE_JSON_PATCH_H

#include "base/memory.h"

typedef enum vrmi_patch_kind {
    VRMI_PATCH_SET,   /* a new value; a member that an object lacks is added behind the others */
    VRMI_PATCH_REMOVE /* of an object, every member of that name */
} vrmi_patch_kind;

typedef struct vrmi_patch_operation {
    vrmi_patch_kind kind;
    /* A JSON pointer (RFC 6901). The whole document cannot be meant. Where the last token is "-"
     * in an array, SET adds an element behind the others. */
    vrm_string pointer;
    vrm_string value; /* of SET: JSON, written as it is */
} vrmi_patch_operation;

typedef enum vrmi_patch_problem {
    VRMI_PATCH_DONE,
    VRMI_PATCH_NO_MEMORY,
    VRMI_PATCH_BAD_POINTER, /* not a JSON pointer, too deep, or the whole document */
    VRMI_PATCH_NOT_THERE,   /* nothing is at that place, or nothing can be added there */
    VRMI_PATCH_OVERLAP,     /* another operation means the same place, or one around it */
    VRMI_PATCH_NOT_JSON     /* the text is no JSON, or deeper operations meet no container */
} vrmi_patch_problem;

typedef struct vrmi_patched {
    char *text; /* of the memory, `length` bytes; NULL where there is a problem */
    size_t length;
    uint32_t operation; /* that has the problem; `count` where it is none's */
} vrmi_patched;

/* The text must have been parsed before: what is wrong in parts that no operation reaches is copied
 * and not found. */
vrmi_patch_problem vrmi_json_patch(vrmi_memory *memory, const char *text, size_t length,
                                   const vrmi_patch_operation *operations, uint32_t count,
                                   vrmi_patched *out);

#endif
