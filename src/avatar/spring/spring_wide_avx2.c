/* The wide solver on AVX2. */
#if defined(__AVX2__)
#define VRMI_LANES_AVX2
#define VRMI_WIDE_NAME vrmi_wide_avx2
#define VRMI_CROWDED_1 vrmi_crowded_avx2_1
#define VRMI_CROWDED_4 vrmi_crowded_avx2_4
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_avx2_is_empty;
#endif
