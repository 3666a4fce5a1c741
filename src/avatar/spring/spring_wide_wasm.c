/* The wide solver on WASM. */
#if defined(__wasm_simd128__)
#define VRMI_LANES_WASM
#define VRMI_NUMBER_LANES 4
#define VRMI_WIDE_NAME vrmi_wide_wasm
#define VRMI_CROWDED_NAME vrmi_crowded_wasm_8
#include "avatar/spring/spring_wide_body.h"
#else
typedef int vrmi_wide_wasm_is_empty;
#endif
