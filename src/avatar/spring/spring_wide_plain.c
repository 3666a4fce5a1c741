/* The wide solver on plain C, for comparison. */
#define VRMI_WIDE_NAME vrmi_wide_plain
#include "avatar/spring/spring_wide_body.h"
