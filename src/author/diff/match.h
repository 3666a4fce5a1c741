/* Which element of the second file is which element of the first: by names and the like, and not
 * only by index. */
#ifndef VRMI_DIFF_MATCH_H
#define VRMI_DIFF_MATCH_H

#include "author/diff/list.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct vrmi_diff_match {
    int32_t *to_b; /* by index in the first file; VRM_NONE: it is gone */
    int32_t *to_a; /* by index in the second file; VRM_NONE: it is new */
    uint32_t a_count, b_count;
    vrmi_memory *memory;
} vrmi_diff_match;

/* Nothing is matched at first. False: there is not enough memory. */
bool vrmi_match_open(vrmi_diff_match *match, vrmi_memory *memory, uint32_t a_count,
                     uint32_t b_count);
void vrmi_match_close(vrmi_diff_match *match);
void vrmi_match_set(vrmi_diff_match *match, uint32_t a, uint32_t b);

typedef enum vrmi_diff_side { VRMI_SIDE_A, VRMI_SIDE_B } vrmi_diff_side;

/* What an element is matched by. */
typedef struct vrmi_match_key {
    vrm_string text;
    int64_t number;
} vrmi_match_key;

/* The key of an element; false: it has none of this kind. */
typedef bool vrmi_match_key_of(const void *context, vrmi_diff_side side, uint32_t index,
                               vrmi_match_key *out);

/* Matches elements with equal keys that are not matched yet: the first with the first, the second
 * with the second. It takes n log n steps. False: there is not enough memory. */
bool vrmi_match_by(vrmi_diff_match *match, vrmi_match_key_of *key_of, const void *context);

/* An index of either side as one of the second file, for keys that refer to other elements; those
 * that only the first file has are negative. */
int64_t vrmi_match_in_second(const vrmi_diff_match *match, vrmi_diff_side side, int32_t index);

#endif
