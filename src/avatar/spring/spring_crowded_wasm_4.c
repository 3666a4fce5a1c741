/* The wide solver for several avatars, of which each has four lanes. See spring_wide_wasm.c. */
#if defined(__wasm_simd128__)
#define VRMI_LANES_WASM
#define VRMI_PART_LANES 4
#define VRMI_CROWDED_NAME vrmi_crowded_wasm_4
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_crowded_wasm_4_is_empty;
#endif
