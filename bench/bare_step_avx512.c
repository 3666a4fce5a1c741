/* The bare kernel on AVX-512, where there is such a thing. */
#include "bare.h"

#if defined(__AVX512F__)
#define VRMI_LANES_AVX512
#define BARE_STEP bare_step_avx512
#define VRMI_CROWDED_1 NULL
#define VRMI_CROWDED_4 NULL
#define BARE_ENGINE bare_engine_avx512
#include "bare_body.h"
#else
void bare_step_avx512(bare_springs *bare, float dt) {
    (void)bare;
    (void)dt;
}
#endif
