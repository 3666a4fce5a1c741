/*
 * The extension VRM of 0.x: the inverse of §4 of docs/evidence/requirements.md. What 0.x cannot say
 * is left out or said in the nearest way, and reported. Vectors are left-handed in it (V0-010).
 */
#ifndef VRMI_WRITE_VRM0_TEXT_H
#define VRMI_WRITE_VRM0_TEXT_H

#include "author/text/old_text.h"

/* VRM, with all of the blocks below. */
void vrmi_put_vrm0(vrmi_vrm_text *text);

/* Its members. */
void vrmi_put_vrm0_meta(vrmi_vrm_text *text);
void vrmi_put_vrm0_humanoid(vrmi_vrm_text *text);
void vrmi_put_vrm0_first_person(vrmi_vrm_text *text, vrmi_old_text *old);
void vrmi_put_vrm0_blend_shapes(vrmi_vrm_text *text, const vrmi_old_text *old);
void vrmi_put_vrm0_springs(vrmi_vrm_text *text, const vrmi_old_text *old);
/* Of all materials that are written, in their order: the n-th is that of the n-th material. */
void vrmi_put_vrm0_materials(vrmi_vrm_text *text);

/* A whole material of the file: the core alone, which is what applications without 0.x see. */
void vrmi_put_vrm0_material(vrmi_vrm_text *text, uint32_t material);

#endif
