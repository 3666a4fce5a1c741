/*
 * Changes values in the text of a JSON document and leaves every other byte as it is: white space,
 * the order of members, how numbers and strings are spelled, and what nobody knows the meaning of.
 *
 * All operations speak of the text before any of them: removing an element of an array does not
 * move the others for the operations that follow. The containers of its tree that operations reach
 * into are gone over twice, so that the cost grows with the text and the operations, not with their
 * product.
 */
#ifndef VRMI_WRITE_JSON_PATCH_H
#define VRMI_WRITE_JSON_PATCH_H

#include "base/memory.h"

typedef enum vrmi_patch_kind {
    VRMI_PATCH_SET,      /* a new value; a member that an object lacks is added behind the others */
    VRMI_PATCH_REMOVE,   /* of an object, every member of that name */
    VRMI_PATCH_RENAME,   /* the key of every member of that name; the values stay as they are */
    VRMI_PATCH_KEEP_LAST /* of several members of that name, the last, which is the one we read */
} vrmi_patch_kind;

typedef enum vrmi_patch_problem {
    VRMI_PATCH_DONE,
    VRMI_PATCH_DONE_ONCE, /* no problem: another operation has asked for the same thing */
    VRMI_PATCH_NO_MEMORY,
    VRMI_PATCH_BAD_POINTER, /* not a JSON pointer, too deep, or the whole document */
    VRMI_PATCH_NOT_THERE,   /* nothing is at that place, or nothing can be added there */
    VRMI_PATCH_OVERLAP,     /* another operation means the same place, or one around it */
    VRMI_PATCH_NOT_JSON     /* the text is no JSON */
} vrmi_patch_problem;

typedef struct vrmi_patch_operation {
    vrmi_patch_kind kind;
    /* A JSON pointer (RFC 6901). The whole document cannot be meant. Where the last token is "-"
     * in an array, SET adds an element behind the others. */
    vrm_string pointer;
    vrm_string value;           /* of SET: JSON, written as it is; of RENAME: the new key */
    vrmi_patch_problem problem; /* set by the patch */
} vrmi_patch_operation;

typedef struct vrmi_patched {
    char *text; /* of the memory, `length` bytes; NULL where there is a problem */
    size_t length;
} vrmi_patched;

/*
 * The text must have been parsed before (json_tree.h): what is wrong in parts that no operation
 * reaches is copied and not found.
 *
 * `skips` false: all operations are done, or none where one of them has a problem. True: those that
 * have a problem are left out, and say so; the result is a problem only where the text cannot be
 * patched at all.
 */
vrmi_patch_problem vrmi_json_patch(vrmi_memory *memory, const char *text, size_t length,
                                   vrmi_patch_operation *operations, uint32_t count, bool skips,
                                   vrmi_patched *out);

#endif
