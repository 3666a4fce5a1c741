/* The wide solver on AVX-512: two groups at a time. */
#if defined(__AVX512F__)
#define VRMI_LANES_AVX512
#define VRMI_WIDE_NAME vrmi_wide_avx512
#define VRMI_CROWDED_1 vrmi_crowded_avx512_1
#define VRMI_CROWDED_4 vrmi_crowded_avx512_4
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_avx512_is_empty;
#endif
