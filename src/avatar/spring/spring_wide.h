/*
 * Springs eight at a time: one source (spring_wide_body.h), compiled for each kind of lanes that a
 * target has. It takes the regular case, which is nearly every step of nearly every avatar; the
 * reference solver takes the rest. Both give the same bits.
 */
#ifndef VRMI_AVATAR_SPRING_WIDE_H
#define VRMI_AVATAR_SPRING_WIDE_H

#include "avatar/spring/spring.h"

typedef struct vrmi_wide {
    /* `shows`: writes the frame along with it, as `write` would afterwards, in less time. */
    void (*step)(vrm_avatar *avatar, float dt, bool shows, float t);
    /* Rotations and world matrices into the frame; `t` of the way from the last step but one. */
    void (*write)(vrm_avatar *avatar, float t);
    /* vrmi_is_frame_finite */
    bool (*is_finite)(const vrm_avatar *avatar);
} vrmi_wide;

extern const vrmi_wide vrmi_wide_avx512, vrmi_wide_avx2, vrmi_wide_sse2, vrmi_wide_neon,
    vrmi_wide_wasm, vrmi_wide_plain;

/* Whether this step, and this writing, is of the regular kind. */
bool vrmi_can_step_wide(vrm_avatar *avatar);
bool vrmi_can_write_wide(vrm_avatar *avatar);

#endif
