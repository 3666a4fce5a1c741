/* Wind that comes in gusts. */
#ifndef VRM_KIT_GUST_H
#define VRM_KIT_GUST_H

#include <vrm/types.h>

/* What is felt of a wind of this force, in the unit of vrm_avatar_set_wind, after so many seconds:
 * 0.2 to 1 times as strong. */
vrm_vec3 gust_of(vrm_vec3 force, double seconds);

#endif
