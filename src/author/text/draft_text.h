/*
 * The draft of December 2019: VRMC_vrm with blendShape and springBone in it, and MToon under its
 * older names. Its text and its schema contradict each other in their keys (§4.4); those of the
 * schema are written.
 */
#ifndef VRMI_WRITE_DRAFT_TEXT_H
#define VRMI_WRITE_DRAFT_TEXT_H

#include "author/text/old_text.h"

/* VRMC_vrm. */
void vrmi_put_draft(vrmi_vrm_text *text);

/* VRMC_materials_mtoon of a material that has it, and a whole material. */
void vrmi_put_draft_mtoon(vrmi_vrm_text *text, uint32_t material);
void vrmi_put_draft_material(vrmi_vrm_text *text, uint32_t material);

#endif
