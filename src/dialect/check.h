/* Checks that all dialects make. */
#ifndef VRMI_DIALECT_CHECK_H
#define VRMI_DIALECT_CHECK_H

#include "build/build.h"

/* What a specVersion of its extension lets us do (DI-004, DI-005). */
typedef struct vrmi_versions {
    const char *const *accepted; /* ends with NULL */
    bool may_be_absent;          /* a missing version is not reported */
    bool absent_is_read;         /* absent is read as 1.0 */
} vrmi_versions;

/* Returns true if the extension is to be read (as 1.0), false if it is to be left out. Diagnostics
 * have been reported by then. */
bool vrmi_check_spec_version(vrmi_build *build, const vrmi_json *extension,
                             const vrmi_versions *versions);
/* The same for a version under another key. */
bool vrmi_check_version(vrmi_build *build, const vrmi_json *extension, const char *key,
                        const vrmi_versions *versions);

/* Reports that an older name was understood (DI-007). */
void vrmi_note_alias(vrmi_build *build, const vrmi_json *at, const char *old_name,
                     const char *name);

/* Whether this is an object; anything else is reported. */
bool vrmi_check_object(vrmi_build *build, const vrmi_json *at);
/* Reports that the required `key` is missing, unless it or its older name is present: what is wrong
 * with a value that is present has been reported already. */
void vrmi_report_absent(vrmi_build *build, const vrmi_json *at, const char *key,
                        const char *old_key);

#endif
