/* The wide solver on AVX2. */
#if defined(__AVX2__)
#define VRMI_LANES_AVX2
#define VRMI_WIDE_NAME vrmi_wide_avx2
#define VRMI_CROWDED_NAME vrmi_crowded_avx2_8
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_avx2_is_empty;
#endif
