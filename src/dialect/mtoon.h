/* Extensions of materials that stand beside VRMC_vrm. */
#ifndef VRMI_DIALECT_MTOON_H
#define VRMI_DIALECT_MTOON_H

#include "build/build.h"

/* VRMC_materials_mtoon and VRMC_materials_hdr_emissiveMultiplier of all materials. False: the load
 * has failed. */
bool vrmi_read_mtoon(vrmi_build *build);
bool vrmi_read_hdr_emissive(vrmi_build *build);

/* --- MToon under the names of the draft of 2019 --- */

bool vrmi_is_draft_mtoon(const vrmi_json *at);
void vrmi_note_draft_mtoon(vrmi_build *build, const vrmi_json *at);
void vrmi_read_draft_mtoon(vrmi_build *build, const vrmi_json *at, uint32_t material);

#endif
