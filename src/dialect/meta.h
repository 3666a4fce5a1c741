/* What the dialects share about meta. */
#ifndef VRMI_DIALECT_META_H
#define VRMI_DIALECT_META_H

#include "build/build.h"

/* --- 0.x and the draft --- */

extern const vrmi_json_choice vrmi_allowed_users[];
extern const vrmi_json_choice vrmi_usages[];
extern const vrmi_json_choice vrmi_old_commercial_usages[];

/* Whether a license is one of those that 0.x and the draft name (ME-030). */
bool vrmi_is_license_name(vrm_string name);
/* Reports a license, the value of `key`, that is none of those that 0.x and the draft name. */
void vrmi_check_license_name(vrmi_build *build, const vrmi_json *at, const char *key,
                             vrm_string name);

/* Sets name, author and reference where the meta does not have them yet, with what §4.5 puts where
 * there is none. The rest of the meta has been read. False: the load has failed. */
bool vrmi_set_legacy_names(vrmi_build *build, const vrmi_json *at, vrm_string title,
                           vrm_string author, vrm_string reference);

/* --- 1.0 and the drafts after 2019 (§4.11) --- */

enum { VRMI_META_AVATAR = 1, VRMI_META_VIOLENT = 2, VRMI_META_SEXUAL = 4 };

/* Reads `meta` into the tables. What is missing is not reported here: `*out_given` has the
 * VRMI_META_… bits of what is there. False: the load has failed. */
bool vrmi_read_meta(vrmi_build *build, const vrmi_json *at, int32_t *out_given);

#endif
