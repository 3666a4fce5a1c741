/* The wide solver on NEON. */
#if defined(__aarch64__) || defined(_M_ARM64)
#define VRMI_LANES_NEON
#define VRMI_WIDE_NAME vrmi_wide_neon
#define VRMI_CROWDED_NAME vrmi_crowded_neon_8
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_neon_is_empty;
#endif
