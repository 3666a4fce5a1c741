/* Reading a file for a load. */
#ifndef VRMI_FILE_FILE_H
#define VRMI_FILE_FILE_H

#include "base/private_api.h"
#include "model/model.h"
#include "vrm/file.h"

/* Whether a file may begin with these bytes. */
typedef bool vrmi_may_begin(const uint8_t *bytes, size_t size);

/* Reads a whole file into memory of the settings' allocator, after a look at its size and its first
 * bytes. On failure the report has the reason. */
VRMI_API vrm_result vrmi_read_source(const char *path, const vrmi_load_settings *settings,
                                     vrmi_may_begin *may_begin, vrm_report *report,
                                     vrmi_source *out);
VRMI_API void vrmi_release_source(const vrmi_load_settings *settings, const vrmi_source *source);

#endif
