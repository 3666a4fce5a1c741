/*
 * Springs eight at a time: one source (spring_wide_body.h), compiled for each kind of lanes that a
 * target has. It takes the regular case, which is nearly every step of nearly every avatar; the
 * reference solver takes the rest. Both give the same bits.
 */
#ifndef VRMI_AVATAR_SPRING_WIDE_H
#define VRMI_AVATAR_SPRING_WIDE_H

#include "avatar/spring/spring.h"

/* Lanes of plain C are slower than the reference. They are there to be compared with it: on targets
 * without other lanes, and in the tests of all targets (src/CMakeLists.txt). */
#if defined(VRM_PLAIN_LANES) ||                                                                    \
    !(defined(__x86_64__) || defined(_M_X64) || defined(__aarch64__) || defined(_M_ARM64) ||       \
      defined(__wasm_simd128__))
#define VRMI_HAS_PLAIN_LANES 1
#else
#define VRMI_HAS_PLAIN_LANES 0
#endif

typedef struct vrmi_wide {
    /* `shows`: writes the frame along with it, as `write` would afterwards, in less time. */
    void (*step)(vrm_avatar *avatar, float dt, bool shows, float t);
    /* Rotations and world matrices into the frame; `t` of the way from the last step but one. */
    void (*write)(vrm_avatar *avatar, float t);
    /* World matrices alone, where no spring is shown. */
    void (*write_pose)(vrm_avatar *avatar);
    /* vrmi_is_frame_finite */
    bool (*is_finite)(const vrm_avatar *avatar);
} vrmi_wide;

extern const vrmi_wide vrmi_wide_avx2, vrmi_wide_sse2, vrmi_wide_neon, vrmi_wide_wasm,
    vrmi_wide_plain;

/* Avatars of one model that take the same step together. */
typedef struct vrmi_crowded {
    vrm_avatar *const *avatars;
    uint32_t count;
    float dt;
    uint32_t traits; /* VRMI_TRAIT_… of all of them */
    bool shows;      /* the frames of all of them show just what this step computes */
} vrmi_crowded;

/* One group of each of them: as many avatars at a time as lanes have room for. The number is how
 * many lanes an avatar has. No vrmi_wide has them, so that a linker can drop them from programs
 * without crowds. */
typedef void vrmi_step_crowded(const vrmi_crowded *crowd, uint32_t group);
vrmi_step_crowded vrmi_crowded_avx2_1, vrmi_crowded_avx2_4, vrmi_crowded_avx2_8,
    vrmi_crowded_neon_1, vrmi_crowded_neon_4, vrmi_crowded_neon_8, vrmi_crowded_wasm_1,
    vrmi_crowded_wasm_4, vrmi_crowded_wasm_8;

/* Whether several avatars can take a step together by these lanes. */
bool vrmi_can_step_crowded(const vrmi_wide *wide);

/* One step of several avatars that can step wide, by the lanes that all of them have. */
void vrmi_springs_step_crowded(vrm_avatar *const avatars[], uint32_t count, float dt, bool shows);

/* Whether this step, and this writing, is of the regular kind. */
bool vrmi_can_step_wide(vrm_avatar *avatar);
bool vrmi_can_write_wide(vrm_avatar *avatar);

#endif
