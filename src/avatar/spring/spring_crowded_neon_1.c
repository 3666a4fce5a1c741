/* The wide solver for several avatars, of which each has one lane. See spring_wide_neon.c. */
#if defined(__aarch64__) || defined(_M_ARM64)
#define VRMI_LANES_NEON
#define VRMI_PART_LANES 1
#define VRMI_CROWDED_NAME vrmi_crowded_neon_1
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_crowded_neon_1_is_empty;
#endif
