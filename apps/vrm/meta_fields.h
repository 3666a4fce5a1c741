/* The fields of meta, and what they may be, in the words of the specification. */
#ifndef VRM_TOOL_META_FIELDS_H
#define VRM_TOOL_META_FIELDS_H

#include <stdbool.h>
#include <vrm/author/edit.h>

#define META_0 "/extensions/VRM/meta"
#define META_1 "/extensions/VRMC_vrm/meta"

/* Where the meta of the file is: META_0 or META_1. NULL: it has none. */
const char *meta_pointer(vrm_edit *edit);

typedef enum meta_kind { META_TEXT, META_LIST, META_BOOL, META_WORDS } meta_kind;

typedef struct meta_field {
    const char *key;
    meta_kind kind;
    const char *words;   /* of META_WORDS: those that are allowed, with | between them */
    const char *allowed; /* what a sentence says of it */
    bool is_required;
} meta_field;

/* NULL: the dialect has no such field. */
const meta_field *meta_field_find(bool is_0, const char *key);

/* The key of the field that a wrong key was meant to be; NULL: none is near. */
const char *meta_field_nearest(bool is_0, const char *key);

/* A value as JSON, to be freed; NULL: there is no memory. False: the field cannot be this. */
bool meta_field_json(const meta_field *field, const char *value, char **out_json);

/* Names as JSON, to be freed: a list, or one text. NULL: there is no memory. */
char *meta_authors_list(const char *const *names, int count);
char *meta_authors_joined(const char *const *names, int count);

#endif
