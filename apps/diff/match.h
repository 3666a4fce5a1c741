/* Which element of the second file is which element of the first: by names and the like, and not
 * only by index. */
#ifndef VRM_DIFF_MATCH_H
#define VRM_DIFF_MATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

typedef struct diff_match {
    int32_t *to_b; /* by index in the first file; VRM_NONE: it is gone */
    int32_t *to_a; /* by index in the second file; VRM_NONE: it is new */
    uint32_t a_count, b_count;
} diff_match;

/* Nothing is matched at first. False: there is not enough memory. */
bool match_open(diff_match *match, uint32_t a_count, uint32_t b_count);
void match_close(diff_match *match);
void match_set(diff_match *match, uint32_t a, uint32_t b);

typedef enum diff_side { SIDE_A, SIDE_B } diff_side;

/* What an element is known by. */
typedef struct match_key {
    vrm_string text;
    int64_t number;
} match_key;

/* The key of an element; false: it has none of this kind. */
typedef bool match_key_of(const void *context, diff_side side, uint32_t index, match_key *out);

/* Matches elements with equal keys that are not matched yet: the first with the first, the second
 * with the second. It takes n log n steps. False: there is not enough memory. */
bool match_by(diff_match *match, match_key_of *key_of, const void *context);

/* An index of either side as one of the second file, for keys that refer to other elements; those
 * that only the first file has are negative. */
int64_t match_in_second(const diff_match *match, diff_side side, int32_t index);

#endif
