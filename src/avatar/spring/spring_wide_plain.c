/* The wide solver on plain C, for comparison. */
#define VRMI_WIDE_NAME vrmi_wide_plain
#define VRMI_CROWDED_1 NULL
#define VRMI_CROWDED_4 NULL
#include "avatar/spring/spring_wide_body.h"
