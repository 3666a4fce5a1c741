/* The wide solver on plain C. */
#include "avatar/spring/spring_wide.h"

#if VRMI_HAS_PLAIN_LANES
#define VRMI_WIDE_NAME vrmi_wide_plain
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_plain_is_empty;
#endif
