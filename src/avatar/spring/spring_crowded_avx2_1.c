/* The wide solver for several avatars, of which each has one lane. See spring_wide_avx2.c. */
#if defined(__AVX2__)
#define VRMI_LANES_AVX2
#define VRMI_PART_LANES 1
#define VRMI_CROWDED_NAME vrmi_crowded_avx2_1
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_crowded_avx2_1_is_empty;
#endif
