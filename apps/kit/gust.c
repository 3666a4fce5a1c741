#include "gust.h"

#include <math.h>

vrm_vec3 gust_of(vrm_vec3 force, double seconds) {
    /* Two slow waves that meet now and then. They repeat after 4 and 1.2 seconds, so that moving
     * pictures of 12 seconds, or 4, hardly show where they start again. */
    double turn = 6.283185307179586 * seconds;
    float share = 0.6f + 0.25f * (float)sin(turn / 4.0) + 0.15f * (float)sin(turn / 1.2);
    return vrm_vec3_make(share * force.x, share * force.y, share * force.z);
}
