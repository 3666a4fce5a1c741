/* One pass of a fix: what was found in a file, and the edit that mends it. */
#ifndef VRMI_FIX_FIX_H
#define VRMI_FIX_FIX_H

#include "author/check/check.h"
#include "author/fix/patch_list.h"
#include "author/fix/repairs.h"
#include "vrm/author/fix.h"

#include <yyjson.h>

/* A diagnostic that may be mended. */
typedef struct vrmi_finding {
    vrmi_diagnostic_id id;
    vrm_string pointer;
    uint64_t byte_offset;
    double used_number;    /* what a load uses instead; see vrmi_load */
    uint32_t report_index; /* of its entry, if the report has kept it */
    uint32_t first_operation, operation_count;
    /* How many diagnostics of this code at this place the operations mend. */
    uint32_t mended_count;
    bool changes_container;
} vrmi_finding;

enum { VRMI_FIX_MOST_NAMES = 64 };

typedef struct vrmi_fix {
    const uint8_t *bytes;
    size_t size;
    const vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    uint32_t readable; /* the first accessors, whose elements together are not too much to read */
    yyjson_val *root;
    vrmi_memory *memory; /* for one repair at a time */
    vrmi_arena arena;    /* of the findings */
    vrmi_finding *findings;
    uint32_t count, capacity;
    bool is_refused;  /* memory was */
    bool is_not_utf8; /* the text of the JSON is not what was parsed: pointers may not meet it */
    vrmi_patch_list edit;
    uint64_t steps;   /* that may still be taken through the JSON */
    uint32_t *stamps; /* by node: the last list that had it */
    uint32_t stamp;
    /* Extensions that this pass lists. */
    vrm_string names[VRMI_FIX_MOST_NAMES];
    uint32_t name_count;
} vrmi_fix;

/* What stands at a pointer. */
typedef struct vrmi_fix_place {
    yyjson_val *parent; /* an object or an array */
    yyjson_val *value;  /* NULL: the parent lacks it */
    vrm_string token;   /* the last of the pointer, as the pointer has it */
    uint32_t index;     /* in an array */
    vrm_string parent_pointer;
} vrmi_fix_place;

/* False: there is no such place, or too many steps have been taken to find places. */
bool vrmi_fix_find(vrmi_fix *fix, vrm_string pointer, vrmi_fix_place *out);
/* The member of an object; of several of one name, the last. */
yyjson_val *vrmi_fix_member(vrmi_fix *fix, yyjson_val *object, const char *key);
/* Takes so many steps. False: there are none left. */
bool vrmi_fix_steps(vrmi_fix *fix, uint64_t count);
/* Whether two values say the same: equal members in equal order. */
bool vrmi_fix_are_equal(vrmi_fix *fix, yyjson_val *a, yyjson_val *b);

/* Operations. A member or an element of what is at the pointer; NULL: that itself. */
void vrmi_fix_set(vrmi_fix *fix, vrm_string pointer, const char *member, const char *json);
void vrmi_fix_remove(vrmi_fix *fix, vrm_string pointer, const char *member);
void vrmi_fix_remove_element(vrmi_fix *fix, vrm_string pointer, uint32_t index);
void vrmi_fix_rename(vrmi_fix *fix, vrm_string pointer, const char *key);
void vrmi_fix_keep_last(vrmi_fix *fix, vrm_string pointer);
/* A list of numbers, as the shortest JSON that reads back as the same floats. */
void vrmi_fix_set_floats(vrmi_fix *fix, vrm_string pointer, const char *member, const float *values,
                         uint32_t count);

/* Writes a number that reads back as this float. */
void vrmi_fix_set_number(vrmi_fix *fix, vrm_string pointer, const char *member, double number);

/* Reads exactly so many finite numbers, as a load reads them. */
bool vrmi_fix_read_floats(vrmi_fix *fix, yyjson_val *array, uint32_t count, float *out);

/* Adds to the edit what mends a finding. Where the steps end meanwhile, it adds nothing: what was
 * not found may be there. */
void vrmi_fix_repair(vrmi_fix *fix, vrmi_finding *at);

typedef void vrmi_repair(vrmi_fix *fix, vrmi_finding *at);
#define X(id, name, sentence) vrmi_repair vrmi_repair_##name;
VRMI_REPAIRS(X)
#undef X

#endif
