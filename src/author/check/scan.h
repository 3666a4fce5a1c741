/*
 * Fast looks at the numbers of the payload, where they lie in the file. Each reads every number
 * once and without a branch, so that compilers make vectors of it. What a rule then reports may
 * read again: a good file costs one pass.
 */
#ifndef VRMI_CHECK_SCAN_H
#define VRMI_CHECK_SCAN_H

#include "gltf/unpack.h"

/* Of the first four components. Of elements with more, all components count as the first. */
typedef struct vrmi_range {
    float least[4], most[4];
    bool is_finite; /* where it is false, least and most mean nothing */
} vrmi_range;

/* Elements are floats. */
vrmi_range vrmi_scan_floats(const vrmi_elements *elements);
/* Elements are integers, which are not scaled. */
vrmi_range vrmi_scan_integers(const vrmi_elements *elements);

/* The largest of unsigned integers, of all components. */
uint32_t vrmi_scan_largest(const vrmi_elements *elements);
/* How many unsigned integers are at least `least` and at most `most`, of all components. */
uint64_t vrmi_count_between(const vrmi_elements *elements, uint32_t least, uint32_t most);

#endif
