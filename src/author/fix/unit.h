/* Unit vectors that are written and then read again. */
#ifndef VRMI_FIX_UNIT_H
#define VRMI_FIX_UNIT_H

#include <stdbool.h>
#include <stdint.h>

/* What a load does with a vector of three or four numbers. */
typedef void vrmi_normalizer(const float *input, float *out);

/*
 * Finds the unit vector that a load makes into the same numbers, bit for bit, as it makes `input`.
 * A load normalizes what it reads, also where it has the length 1 but for rounding: the vector that
 * came out once may not stay the same. False: there is none near.
 */
bool vrmi_unit_that_reads_alike(const float *input, uint32_t count, vrmi_normalizer *normalize,
                                float *out);

#endif
