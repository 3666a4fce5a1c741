/* The bare kernel on AVX2, where there is such a thing. */
#include "bare.h"

#if defined(__AVX2__)
#define VRMI_LANES_AVX2
#define BARE_STEP bare_step_avx2
#define VRMI_CROWDED_1 NULL
#define VRMI_CROWDED_4 NULL
#define BARE_ENGINE bare_engine_avx2
#include "bare_body.h"
#else
void bare_step_avx2(bare_springs *bare, float dt) {
    (void)bare;
    (void)dt;
}
#endif
