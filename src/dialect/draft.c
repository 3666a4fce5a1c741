/*
 * VRMC_vrm as the draft of December 2019 had it. Its prose and its schema contradict each other in
 * their keys: both are read (§4.4).
 */
#include "base/text.h"
#include "dialect/check.h"
#include "dialect/expression.h"
#include "dialect/first_person.h"
#include "dialect/humanoid.h"
#include "dialect/meta.h"
#include "dialect/vrm1.h"

/* --- Meta (ME-026 … ME-032) --- */

typedef struct permission_record {
    int32_t allowed_user, violent, sexual;
} permission_record;

enum { PERMISSION_ALLOWED_USER, PERMISSION_VIOLENT, PERMISSION_SEXUAL };

static const vrmi_json_field permission_fields[] = {
    [PERMISSION_ALLOWED_USER] = VRMI_FIELD_CHOICE(permission_record, allowed_user, "allowedUser",
                                                  TEXT, vrmi_allowed_users, 0),
    [PERMISSION_VIOLENT] =
        VRMI_FIELD_CHOICE(permission_record, violent, "violentUsage", TEXT, vrmi_usages, 0),
    [PERMISSION_SEXUAL] =
        VRMI_FIELD_CHOICE(permission_record, sexual, "sexualUsage", TEXT, vrmi_usages, 0),
};

typedef struct text_record {
    vrm_string title, author, reference, license, other_permission_url;
} text_record;

static const vrmi_json_field text_fields[] = {
    VRMI_FIELD(text_record, title, "title", STRING),
    VRMI_FIELD(text_record, author, "author", STRING),
    VRMI_FIELD(text_record, reference, "reference", STRING),
    VRMI_FIELD(text_record, license, "license", STRING),
    VRMI_FIELD(text_record, other_permission_url, "otherPermissionUrl", STRING),
};

/* A value as the file writes it; other forms were reported where it is read. */
static vrm_string get_text(const vrmi_json *at, const char *key) {
    yyjson_val *value = yyjson_obj_get(at->value, key);
    vrm_string text = {"", 0};
    if (yyjson_is_str(value)) {
        text.data = yyjson_get_str(value);
        text.length = (uint32_t)yyjson_get_len(value);
    }
    return text;
}

/* Names of 1.0 count before the draft's own (DI-006). */
static void set_permissions(vrmi_build *build, const vrmi_json *at, int32_t given) {
    vrm_meta *meta = &build->tables.meta;
    permission_record record = {VRM_AVATAR_PERMISSION_ONLY_AUTHOR, 0, 0};
    VRMI_JSON_READ(build->load, at, permission_fields, &record);
    if ((given & VRMI_META_AVATAR) == 0) meta->permissions.avatar_permission = record.allowed_user;
    if ((given & VRMI_META_VIOLENT) == 0)
        meta->permissions.allow_excessively_violent_usage = record.violent;
    if ((given & VRMI_META_SEXUAL) == 0)
        meta->permissions.allow_excessively_sexual_usage = record.sexual;
    meta->legacy_allowed_user = get_text(at, "allowedUser");
    meta->legacy_violent_usage = get_text(at, "violentUsage");
    meta->legacy_sexual_usage = get_text(at, "sexualUsage");
    meta->legacy_commercial_usage = get_text(at, "commercialUsage");
}

static bool read_meta(vrmi_build *build, const vrmi_json *vrm) {
    const vrm_string empty = {"", 0};
    text_record texts = {empty, empty, empty, empty, empty};
    vrmi_json at = vrmi_json_member(vrm, "meta");
    int32_t given;
    if (!yyjson_is_obj(at.value)) {
        vrmi_load_found(build->load, VRMI_META_MISSING, vrm, NULL);
        return true;
    }
    if (!vrmi_read_meta(build, &at, &given)) return false;
    set_permissions(build, &at, given);
    VRMI_JSON_READ(build->load, &at, text_fields, &texts);
    vrmi_check_license_name(build, &at, "license", texts.license);
    build->tables.meta.legacy_license_name = texts.license;
    build->tables.meta.legacy_other_permission_url = texts.other_permission_url;
    return vrmi_set_legacy_names(build, &at, texts.title, texts.author, texts.reference);
}

/* --- Expressions --- */

typedef struct blend_shape_record {
    yyjson_val *groups;
} blend_shape_record;

static const vrmi_json_field blend_shape_fields[] = {
    VRMI_FIELD(blend_shape_record, groups, "blendShapeGroups", ARRAY),
};

/* §4.4: an object with a list, or the list itself; and what later drafts have. */
static bool read_expressions(vrmi_build *build, const vrmi_json *vrm) {
    static const char *const names[] = {"expressions", "expression", "blendShape", "blendshape"};
    vrmi_json at = {NULL, NULL, NULL, 0, 0}, groups;
    blend_shape_record record = {NULL};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && at.value == NULL; ++i) {
        at = vrmi_json_member(vrm, names[i]);
        if (i == 1 && at.value != NULL) vrmi_note_alias(build, &at, names[1], names[0]);
        if (i < 2 && yyjson_is_obj(at.value)) return vrmi_read_expressions(build, &at);
    }
    if (yyjson_is_arr(at.value)) return vrmi_read_expression_list(build, &at);
    VRMI_JSON_READ(build->load, &at, blend_shape_fields, &record);
    groups = vrmi_json_at(&at, "blendShapeGroups", record.groups);
    return vrmi_read_expression_list(build, &groups);
}

bool vrmi_read_draft(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json springs = vrmi_json_member(vrm, "springBone");
    if (!read_meta(build, vrm) || !read_expressions(build, vrm) ||
        !vrmi_read_first_person(build, vrm)) {
        return false;
    }
    vrmi_read_humanoid(build, vrm);
    vrmi_read_look_at(build, vrm);
    return springs.value == NULL || vrmi_read_draft_springs(build, &springs);
}
