#include "author/fix/unit.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* So many lengths near 1 are tried. Rounding makes each of them work by chance, about one in ten;
 * the farthest is 0.4 % away, which is a unit length for every reader. */
enum { MOST_LENGTHS = 4096 };
static const double LENGTH_STEP = 1e-6;

bool vrmi_unit_that_reads_alike(const float *input, uint32_t count, vrmi_normalizer *normalize,
                                float *out) {
    size_t bytes = count * sizeof *input;
    float unit[4], again[4];
    double length = 0;
    normalize(input, unit);
    for (uint32_t i = 0; i < count; ++i) length += (double)input[i] * (double)input[i];
    length = sqrt(length);
    for (int k = 0; k < MOST_LENGTHS; ++k) { /* 1, a little more, a little less, and so on */
        double factor = (1 + (k % 2 != 0 ? k + 1 : -k) * (LENGTH_STEP / 2)) / length;
        for (uint32_t i = 0; i < count; ++i) out[i] = (float)((double)input[i] * factor);
        normalize(out, again);
        if (memcmp(again, unit, bytes) == 0) return true;
    }
    return false;
}
