/* The operations of a patch, taken apart and sorted, for the walk over the tree. */
#ifndef VRMI_WRITE_PATCH_STEPS_H
#define VRMI_WRITE_PATCH_STEPS_H

#include "author/json/json_patch.h"
#include "author/json/json_tree.h"

/* An operation, taken apart. */
typedef struct vrmi_patch_step {
    const vrm_string *tokens;
    uint32_t token_count;
    uint32_t operation;
    /* While its container is looked at: the first and the last member of the name, or the element.
     * NULL: nothing is there. Of several members of one name, the library reads the last. */
    vrmi_value *first, *last;
} vrmi_patch_step;

typedef struct vrmi_patch_steps {
    vrmi_patch_operation *operations;
    uint32_t operation_count;
    bool skips;             /* operations with a problem are left out, and the others are done */
    vrmi_patch_step *steps; /* sorted by their tokens: those below one place stand together */
    uint32_t count;
    uint32_t most_tokens;
    vrmi_arena arena;
    vrmi_patch_problem problem; /* of the whole patch */
} vrmi_patch_steps;

/* The patch as a whole cannot be done. Returns false. */
bool vrmi_patch_refuse(vrmi_patch_steps *p, vrmi_patch_problem problem);
/* An operation cannot be done. True: the others go on without it. */
bool vrmi_patch_skip(vrmi_patch_steps *p, uint32_t operation, vrmi_patch_problem problem);

/* Takes all operations apart. `p` has its arena, operations and `skips`. */
bool vrmi_patch_sort(vrmi_patch_steps *p);

int vrmi_patch_compare_tokens(vrm_string a, vrm_string b);
int vrmi_patch_compare_steps(const vrmi_patch_step *a, const vrmi_patch_step *b);
/* Whether it adds an element to an array. */
bool vrmi_patch_appends(const vrmi_patch_step *s);

#endif
