/* The wide solver on NEON. */
#if defined(__aarch64__) || defined(_M_ARM64)
#define VRMI_LANES_NEON
#define VRMI_WIDE_NAME vrmi_wide_neon
#define VRMI_CROWDED_1 vrmi_crowded_neon_1
#define VRMI_CROWDED_4 vrmi_crowded_neon_4
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_neon_is_empty;
#endif
