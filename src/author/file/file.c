/* Files that are read to be checked and fixed. */
#include "file/file.h"
#include "author/check/check.h"
#include "gltf/glb.h"
#include "vrm/author/file.h"

#include <assert.h>

vrm_result vrm_check_file(const char *path, const vrm_check_desc *desc, vrm_report **out_report) {
    vrmi_load_settings settings;
    vrmi_source source;
    vrm_check_desc own;
    vrm_result result = vrmi_check_begin(path != NULL, desc, &own, &settings, out_report);
    if (result != VRM_OK) return result;
    assert(path != NULL);
    result = vrmi_read_source(path, &settings, vrmi_glb_may_begin, *out_report, &source);
    if (result != VRM_OK) return result;
    return vrmi_check_source(&source, &own, &settings, *out_report);
}

vrm_result vrm_fix_file(const char *path, const vrm_check_desc *desc, vrm_written **out_file,
                        vrm_report **out_report) {
    vrmi_load_settings settings;
    vrmi_source source;
    vrm_check_desc own;
    vrm_report *report = NULL;
    vrm_result result =
        vrmi_check_begin(path != NULL && out_file != NULL, desc, &own, &settings, &report);
    if (out_file != NULL) *out_file = NULL;
    assert(result != VRM_OK || path != NULL); /* vrmi_check_begin has seen to it */
    if (result == VRM_OK)
        result = vrmi_read_source(path, &settings, vrmi_glb_may_begin, report, &source);
    if (result == VRM_OK) {
        vrm_report_destroy(report);
        result = vrm_fix(source.bytes, source.size, desc, out_file, &report);
        vrmi_release_source(&settings, &source);
    }
    if (out_report != NULL) {
        *out_report = report;
    } else {
        vrm_report_destroy(report);
    }
    return result;
}
