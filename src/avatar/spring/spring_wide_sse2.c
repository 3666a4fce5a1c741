/* The wide solver on SSE2. */
#if defined(__SSE2__) || defined(_M_X64)
#define VRMI_LANES_SSE2
#define VRMI_WIDE_NAME vrmi_wide_sse2
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_sse2_is_empty;
#endif
