/* The wide solver on plain C, for comparison. */
#define VRMI_WIDE_NAME vrmi_wide_plain
#include "avatar/spring_wide_body.h"
