/* The wide solver for several avatars, of which each has four lanes. See spring_wide_neon.c. */
#if defined(__aarch64__) || defined(_M_ARM64)
#define VRMI_LANES_NEON
#define VRMI_PART_LANES 4
#define VRMI_CROWDED_NAME vrmi_crowded_neon_4
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_crowded_neon_4_is_empty;
#endif
