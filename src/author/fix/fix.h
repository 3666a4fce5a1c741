/* One pass of a fix: what was found in a file, and the changes of its JSON that fix it. */
#ifndef VRMI_FIX_FIX_H
#define VRMI_FIX_FIX_H

#include "author/check/check.h"
#include "author/fix/repairs.h"
#include "author/json/json_tree.h"
#include "vrm/author/fix.h"

/* A diagnostic that may be fixed. */
typedef struct vrmi_finding {
    vrmi_diagnostic_id id;
    vrm_string pointer;
    uint64_t byte_offset;
    double used_number;    /* what a load uses instead; see vrmi_load */
    uint32_t report_index; /* of its entry, if the report has kept it */
    uint32_t first_operation, operation_count;
    /* How many diagnostics of this code at this place the operations fix. */
    uint32_t fixed_count;
    bool changes_container;
} vrmi_finding;

typedef enum vrmi_fix_kind {
    VRMI_FIX_REPLACE,   /* the value by another one */
    VRMI_FIX_REMOVE,    /* the value; of an object, every member of its name */
    VRMI_FIX_RENAME,    /* every member of its name */
    VRMI_FIX_KEEP_LAST, /* every other member of its name goes */
    VRMI_FIX_ADD        /* a member to an object, or an element to an array */
} vrmi_fix_kind;

typedef enum vrmi_fix_state {
    VRMI_FIX_WAITS,
    VRMI_FIX_DONE,
    VRMI_FIX_DONE_ONCE, /* another operation has asked for the same thing */
    VRMI_FIX_SKIPPED    /* another one changes the same value, or one around it */
} vrmi_fix_state;

/* A change that a repair asks for. */
typedef struct vrmi_fix_operation {
    vrmi_fix_kind kind;
    vrmi_fix_state state;
    /* What is changed; of several members of one name, the last. Of ADD the container. Once it is
     * done, the value that is there now. */
    vrmi_value *value;
    const char *key;           /* of a new member of an object, or the new name; else "" */
    vrm_string json;           /* the new value */
    const vrmi_value *removed; /* one of the values that go with it; NULL: there is none */
} vrmi_fix_operation;

enum { VRMI_FIX_MOST_NAMES = 64 };

typedef struct vrmi_fix {
    const uint8_t *bytes;
    size_t size;
    const vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    uint32_t readable;   /* the first accessors, whose elements together are not too much to read */
    vrmi_memory *memory; /* for one repair at a time */
    vrmi_arena arena;    /* of the diagnostics and the operations */
    vrmi_finding *findings;
    uint32_t count, capacity;
    bool is_refused;  /* memory was */
    bool is_not_utf8; /* the text of the JSON is not what was parsed: pointers may not meet it */
    vrmi_tree tree;   /* as the load has read it, until the operations are applied */
    vrmi_fix_operation *operations;
    uint32_t operation_count, operation_capacity;
    bool drops_bom;             /* the byte order mark before the JSON goes */
    unsigned container_changes; /* VRMI_WRITE_ bits */
    uint64_t steps;             /* that may still be taken through the JSON */
    uint32_t *stamps;           /* by node: the last list that had it */
    uint32_t stamp;
    /* Extensions that this pass lists. */
    vrm_string names[VRMI_FIX_MOST_NAMES];
    uint32_t name_count;
} vrmi_fix;

/* Room for one more item of a list that grows in an arena. NULL: memory was refused. */
void *vrmi_fix_reserve(vrmi_arena *arena, void *items, uint32_t count, uint32_t *capacity,
                       size_t item_bytes);

/* --- Looking --- */

/* Takes so many steps. False: there are none left. */
bool vrmi_fix_steps(vrmi_fix *fix, uint64_t count);
/* The value at a pointer. NULL: there is none, or too many steps have been taken to find values. */
vrmi_value *vrmi_fix_find(vrmi_fix *fix, vrm_string pointer);
/* The member of an object; of several of one name, the last. */
vrmi_value *vrmi_fix_member(vrmi_fix *fix, vrmi_value *object, const char *key);
bool vrmi_fix_is(const vrmi_value *value, vrmi_value_kind kind);
/* Whether this is the key of a value in its object. */
bool vrmi_fix_is_member(vrmi_fix *fix, const vrmi_value *value, const char *key);
/* Whether two values say the same: equal members in equal order. */
bool vrmi_fix_are_equal(vrmi_fix *fix, const vrmi_value *a, const vrmi_value *b);
/* Whether it is an integer as it is written: without a fraction or an exponent. */
bool vrmi_fix_is_integer(vrmi_fix *fix, const vrmi_value *value);
/* Reads exactly so many finite numbers, as a load reads them. */
bool vrmi_fix_read_floats(vrmi_fix *fix, vrmi_value *array, uint32_t count, float *out);

/* --- Operations --- */

/*
 * They wait until all repairs have looked at the tree: each of them speaks of the JSON before any
 * of them. NULL for a value stands for a place where nothing is, and asks for nothing.
 */
void vrmi_fix_set(vrmi_fix *fix, vrmi_value *object, const char *key, const char *json);
void vrmi_fix_append(vrmi_fix *fix, vrmi_value *array, const char *json);
void vrmi_fix_replace(vrmi_fix *fix, vrmi_value *value, const char *json);
void vrmi_fix_remove(vrmi_fix *fix, vrmi_value *value);
void vrmi_fix_rename(vrmi_fix *fix, vrmi_value *member, const char *key);
void vrmi_fix_keep_last(vrmi_fix *fix, vrmi_value *member);

/* JSON of a list of at most four numbers, and of a number: the shortest that reads back as the same
 * floats. */
typedef struct vrmi_fix_text {
    char data[128];
} vrmi_fix_text;
vrmi_fix_text vrmi_fix_floats(const float *values, uint32_t count);
vrmi_fix_text vrmi_fix_number(double number);

/* Adds the operations that fix a diagnostic. If the steps end meanwhile, it adds none: what was
 * not found may be there. */
void vrmi_fix_repair(vrmi_fix *fix, vrmi_finding *at);

/*
 * Changes the tree. Operations that ask for the same thing are done once. Of others that change one
 * value the first is done, and none that changes something in a value that another one changes.
 */
void vrmi_fix_apply(vrmi_fix *fix);

typedef void vrmi_repair(vrmi_fix *fix, vrmi_finding *at);
#define X(id, name, sentence) vrmi_repair vrmi_repair_##name;
VRMI_REPAIRS(X)
#undef X

#endif
