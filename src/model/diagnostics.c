#include "model/diagnostics.h"

#include "build/diagnostics.h"
#include "author/check/diagnostics.h"
#include "clip/diagnostics.h"
#include "gltf/diagnostics.h"
#include "author/make/diagnostics.h"

/* A room that comes after this one adds its own here as well: its diagnostics.h includes nothing
 * but base/report.h, so it may be included from here (tools/check-structure has to know). */
const vrmi_diagnostics *const vrmi_all_diagnostics[] = {&vrmi_gltf_diagnostics,
                                                        &vrmi_build_diagnostics,
#if !defined(VRM_RUNTIME_ONLY)
                                                        &vrmi_check_diagnostics,
#endif
                                                        &vrmi_clip_diagnostics,
#if !defined(VRM_RUNTIME_ONLY)
                                                        &vrmi_make_diagnostics,
#endif
                                                        NULL};

uint32_t vrm_diagnostic_info_count(void) {
    uint32_t count = 0;
    for (const vrmi_diagnostics *const *room = vrmi_all_diagnostics; *room != NULL; ++room) {
        count += (uint32_t)((*room)->end - (*room)->first);
    }
    return count;
}

const vrm_diagnostic_info *vrm_diagnostic_info_get(uint32_t index) {
    for (const vrmi_diagnostics *const *room = vrmi_all_diagnostics; *room != NULL; ++room) {
        uint32_t count = (uint32_t)((*room)->end - (*room)->first);
        if (index < count) return &(*room)->messages[index].info;
        index -= count;
    }
    return NULL;
}
