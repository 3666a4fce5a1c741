/* Checks that all dialects make: versions, older names, objects. */
#include "dialect/check.h"

#include "base/text.h"

#include <string.h>

/* The number before the first dot; -1 where there is none. */
static int major_version(vrm_string version) {
    return version.length >= 1 && version.data[0] >= '0' && version.data[0] <= '9' &&
                   (version.length == 1 || version.data[1] == '.' || version.data[1] == '-')
               ? version.data[0] - '0'
               : -1;
}

/* "1.1", "1.2" and so on: versions that add to 1.0. */
static bool is_newer_minor(vrm_string version) {
    bool is_newer = false;
    if (version.length < 3 || version.length > 5 || memcmp(version.data, "1.", 2) != 0) {
        return false;
    }
    for (uint32_t i = 2; i < version.length; ++i) {
        if (version.data[i] < '0' || version.data[i] > '9') return false;
        is_newer |= version.data[i] != '0';
    }
    return is_newer;
}

bool vrmi_check_spec_version(vrmi_build *build, const vrmi_json *extension,
                             const vrmi_versions *versions) {
    return vrmi_check_version(build, extension, "specVersion", versions);
}

bool vrmi_check_version(vrmi_build *build, const vrmi_json *extension, const char *key,
                        const vrmi_versions *versions) {
    vrmi_json at = vrmi_json_member(extension, key);
    vrm_string version = {"", 0};
    vrmi_argument shown;
    if (at.value == NULL) {
        if (!versions->may_be_absent) {
            vrmi_load_found(build->load, VRMI_SPEC_VERSION_MISSING, extension, NULL);
        }
        return versions->absent_is_read;
    }
    if (yyjson_is_str(at.value)) {
        version.data = yyjson_get_str(at.value);
        version.length = (uint32_t)yyjson_get_len(at.value);
        for (const char *const *accepted = versions->accepted; *accepted != NULL; ++accepted) {
            if (vrmi_string_equals(version, *accepted)) return true;
        }
    } else if (yyjson_is_num(at.value) && yyjson_get_num(at.value) >= 1 &&
               yyjson_get_num(at.value) < 2) {
        version = vrmi_string_from("1"); /* a number where a string should be */
    }
    shown = yyjson_is_num(at.value) ? vrmi_number(yyjson_get_num(at.value)) : vrmi_quoted(version);
    if (is_newer_minor(version)) {
        vrmi_load_found(build->load, VRMI_SPEC_VERSION_NEWER, &at, VRMI_WITH(shown));
        return true;
    }
    if (major_version(version) == 1) {
        vrmi_load_found(build->load, VRMI_SPEC_VERSION_OTHER, &at, VRMI_WITH(shown));
        return true;
    }
    vrmi_load_found(build->load, VRMI_SPEC_VERSION_UNKNOWN, &at, VRMI_WITH(shown));
    return false;
}

void vrmi_note_alias(vrmi_build *build, const vrmi_json *at, const char *old_name,
                     const char *name) {
    vrmi_load_found(build->load, VRMI_ALIAS_USED, at,
                    VRMI_WITH(vrmi_words(old_name), vrmi_words(name)));
}

bool vrmi_check_object(vrmi_build *build, const vrmi_json *at) {
    if (yyjson_is_obj(at->value)) return true;
    vrmi_json_read(build->load, at, NULL, 0, NULL);
    return false;
}

void vrmi_report_absent(vrmi_build *build, const vrmi_json *at, const char *key,
                        const char *old_key) {
    if (yyjson_obj_get(at->value, key) != NULL || yyjson_obj_get(at->value, old_key) != NULL) {
        return;
    }
    vrmi_load_found(build->load, VRMI_FIELD_MISSING, at, VRMI_WITH(vrmi_words(key)));
}
