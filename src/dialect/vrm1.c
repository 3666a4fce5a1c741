/* VRMC_vrm of 1.0 and 1.0-beta. The names that drafts had for the same are read too (DI-006). */
#include "dialect/vrm1.h"

#include "base/text.h"
#include "dialect/check.h"
#include "dialect/expression.h"
#include "dialect/first_person.h"
#include "dialect/humanoid.h"
#include "dialect/meta.h"

/* --- Meta (§3.4) --- */

static void check_authors(vrmi_build *build, const vrmi_json *at) {
    const vrm_meta *meta = &build->tables.meta;
    vrmi_json list = vrmi_json_at(at, "authors", NULL);
    uint32_t named = 0;
    for (uint32_t i = 0; i < meta->author_count; ++i) named += meta->authors[i].length != 0;
    if (named == 0) {
        vrmi_json_found(build->load, VRMI_META_AUTHORS, at, "authors", NULL);
    } else if (named != meta->author_count) {
        vrmi_load_found(build->load, VRMI_META_AUTHOR_EMPTY, &list, NULL);
    }
}

static bool is_license_url(vrm_string url) {
    return vrmi_string_equals(url, "https://vrm.dev/licenses/1.0/") ||
           vrmi_string_equals(url, "https://vrm.dev/licenses/1.0");
}

static bool read_meta(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json at = vrmi_json_member(vrm, "meta");
    const vrm_meta *meta = &build->tables.meta;
    int32_t given;
    if (!yyjson_is_obj(at.value)) {
        /* A file must have meta (ME-001). */
        vrmi_load_found(build->load, VRMI_META_MISSING, vrm, NULL);
        return true;
    }
    if (!vrmi_read_meta(build, &at, &given)) return false;
    if (meta->name.length == 0) {
        vrmi_json_found(build->load, VRMI_META_NAME, &at, "name", NULL);
    }
    if (!is_license_url(meta->license_url)) {
        vrmi_json_found(build->load, VRMI_META_LICENSE_URL, &at, "licenseUrl",
                        VRMI_WITH(meta->license_url.length != 0 ? vrmi_quoted(meta->license_url)
                                                                : vrmi_words("missing")));
    }
    check_authors(build, &at);
    return true;
}

/* --- All of it --- */

static bool read_expressions(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json at = vrmi_json_member(vrm, "expressions");
    if (at.value == NULL) { /* an older name (AMB-089) */
        at = vrmi_json_member(vrm, "expression");
        if (at.value != NULL) vrmi_note_alias(build, &at, "expression", "expressions");
    }
    if (!yyjson_is_arr(at.value)) return vrmi_read_expressions(build, &at);
    vrmi_note_alias(build, &at, "a list of expressions", "preset and custom"); /* §4.11 */
    return vrmi_read_expression_list(build, &at);
}

bool vrmi_read_vrm1(vrmi_build *build, const vrmi_json *vrm) {
    if (!read_meta(build, vrm) || !read_expressions(build, vrm) ||
        !vrmi_read_first_person(build, vrm)) {
        return false;
    }
    vrmi_read_humanoid(build, vrm);
    vrmi_read_look_at(build, vrm);
    return true;
}
