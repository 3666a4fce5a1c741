/*
 * What the dialects share about meta: the values that 0.x and the draft have for permissions, the
 * fields of 1.0 and of the drafts after 2019, and what 1.0 requires and older files do not have.
 */
#include "dialect/meta.h"

#include "base/text.h"
#include "dialect/check.h"

#include <string.h>

/* --- Values of 0.x and the draft (§4.5) --- */

const vrmi_json_choice vrmi_allowed_users[] = {
    {"OnlyAuthor", VRM_AVATAR_PERMISSION_ONLY_AUTHOR},
    {"ExplicitlyLicensedPerson", VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON},
    {"Everyone", VRM_AVATAR_PERMISSION_EVERYONE},
    {NULL, 0},
};

const vrmi_json_choice vrmi_usages[] = {{"Disallow", 0}, {"Allow", 1}, {NULL, 0}};

const vrmi_json_choice vrmi_old_commercial_usages[] = {
    {"Disallow", VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT},
    {"Allow", VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT},
    {NULL, 0},
};

void vrmi_check_license_name(vrmi_build *build, const vrmi_json *at, const char *key,
                             vrm_string name) {
    vrmi_json field = vrmi_json_at(at, key, NULL);
    if (name.length == 0 || vrmi_is_license_name(name)) return;
    vrmi_load_found(build->load, VRMI_META_LICENSE_NAME, &field, VRMI_WITH(vrmi_quoted(name)));
}

static bool set_only_string(vrmi_build *build, vrm_string text, const vrm_string **out,
                            uint32_t *out_count) {
    vrm_string *list = VRMI_TAKE(build->load->arena, vrm_string, 1);
    if (list == NULL) return vrmi_load_refused(build->load);
    list[0] = text;
    *out = list;
    *out_count = 1;
    return true;
}

bool vrmi_set_legacy_names(vrmi_build *build, const vrmi_json *at, vrm_string title,
                           vrm_string author, vrm_string reference) {
    vrm_meta *meta = &build->tables.meta;
    if (meta->name.length == 0) {
        if (title.length == 0) {
            vrmi_json_found(build->load, VRMI_META_NAME, at, "title", NULL);
            title = vrmi_string_from("(untitled)");
        }
        meta->name = title;
    }
    if (meta->author_count == 0) {
        if (author.length == 0) {
            vrmi_json_found(build->load, VRMI_META_AUTHORS, at, "author", NULL);
            author = vrmi_string_from("(unknown)");
        }
        if (!set_only_string(build, author, &meta->authors, &meta->author_count)) return false;
    }
    if (reference.length != 0 && meta->reference_count == 0 &&
        !set_only_string(build, reference, &meta->references, &meta->reference_count)) {
        return false;
    }
    /* The draft has otherPermissionUrl; it stands in for an empty otherLicenseUrl (ME-032). */
    if (meta->other_license_url.length == 0) {
        meta->other_license_url = meta->legacy_other_permission_url;
    }
    return true;
}

/* --- 1.0, and drafts after 2019 (§3.4, §4.11) --- */

static const vrmi_json_choice avatar_permissions[] = {
    {"onlyAuthor", VRM_AVATAR_PERMISSION_ONLY_AUTHOR},
    {"onlySeparatelyLicensedPerson", VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON},
    {"explicitlyLicensedPerson", VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON}, /* §4.11 */
    {"everyone", VRM_AVATAR_PERMISSION_EVERYONE},
    {NULL, 0},
};

static const vrmi_json_choice commercial_usages[] = {
    {"personalNonProfit", VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT},
    {"personalProfit", VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT},
    {"corporation", VRM_COMMERCIAL_USAGE_CORPORATION},
    {NULL, 0},
};

static const vrmi_json_choice credit_notations[] = {
    {"required", VRM_CREDIT_NOTATION_REQUIRED},
    {"unnecessary", VRM_CREDIT_NOTATION_UNNECESSARY},
    {NULL, 0}};

static const vrmi_json_choice modifications[] = {
    {"prohibited", VRM_MODIFICATION_PROHIBITED},
    {"allowModification", VRM_MODIFICATION_ALLOWED},
    {"allowModificationRedistribution", VRM_MODIFICATION_REDISTRIBUTION},
    {NULL, 0},
};

typedef struct meta_record {
    vrm_meta meta;
    yyjson_val *authors;
    yyjson_val *references;
    int32_t old[3]; /* §4.11: violent, sexual, political */
} meta_record;

enum { META_OLD = 0, META_NEW = 3 };

static const vrmi_json_field meta_fields[] = {
    [META_OLD] = VRMI_FIELD(meta_record, old[0], "excessivelyViolentUsage", BOOL),
    [META_OLD + 1] = VRMI_FIELD(meta_record, old[1], "excessivelySexualUsage", BOOL),
    [META_OLD + 2] = VRMI_FIELD(meta_record, old[2], "politicalOrReligiousUsage", BOOL),
    [META_NEW] = VRMI_FIELD(meta_record, meta.permissions.allow_excessively_violent_usage,
                            "allowExcessivelyViolentUsage", BOOL),
    [META_NEW + 1] = VRMI_FIELD(meta_record, meta.permissions.allow_excessively_sexual_usage,
                                "allowExcessivelySexualUsage", BOOL),
    [META_NEW + 2] = VRMI_FIELD(meta_record, meta.permissions.allow_political_or_religious_usage,
                                "allowPoliticalOrReligiousUsage", BOOL),
    VRMI_FIELD_CHOICE(meta_record, meta.permissions.avatar_permission, "avatarPermission", TEXT,
                      avatar_permissions, 0),
    VRMI_FIELD(meta_record, meta.permissions.allow_antisocial_or_hate_usage,
               "allowAntisocialOrHateUsage", BOOL),
    VRMI_FIELD(meta_record, meta.permissions.allow_redistribution, "allowRedistribution", BOOL),
    VRMI_FIELD(meta_record, meta.name, "name", STRING),
    VRMI_FIELD(meta_record, meta.version, "version", STRING),
    VRMI_FIELD(meta_record, authors, "authors", ARRAY),
    VRMI_FIELD(meta_record, references, "references", ARRAY),
    VRMI_FIELD(meta_record, meta.copyright_information, "copyrightInformation", STRING),
    VRMI_FIELD(meta_record, meta.contact_information, "contactInformation", STRING),
    VRMI_FIELD(meta_record, meta.third_party_licenses, "thirdPartyLicenses", STRING),
    VRMI_FIELD_INDEX(meta_record, meta.thumbnail_image, "thumbnailImage", VRMI_TABLE_IMAGES, 0),
    VRMI_FIELD(meta_record, meta.license_url, "licenseUrl", STRING),
    VRMI_FIELD_CHOICE(meta_record, meta.permissions.credit_notation, "creditNotation", TEXT,
                      credit_notations, 0),
    VRMI_FIELD_CHOICE(meta_record, meta.permissions.modification, "modification", TEXT,
                      modifications, 0),
    VRMI_FIELD(meta_record, meta.other_license_url, "otherLicenseUrl", STRING),
};

static const vrmi_json_field commercial_fields[] = {
    VRMI_FIELD_CHOICE(vrm_meta, permissions.commercial_usage, "commercialUsage", TEXT,
                      commercial_usages, 0),
};

static const vrmi_json_field old_commercial_fields[] = {
    VRMI_FIELD_CHOICE(vrm_meta, permissions.commercial_usage, "commercialUsage", TEXT,
                      vrmi_old_commercial_usages, 0),
};

static bool has_key(const vrmi_json *object, const char *key) {
    return yyjson_obj_get(object->value, key) != NULL;
}

/* Old names and values of §4.11, where the final ones are absent (DI-006): one that is there and
 * not understood is no reason to believe an old one that grants more (ME-025). Returns which of the
 * usages are given, bit i for the i-th. */
static int32_t use_old_usages(vrmi_build *build, const vrmi_json *at, uint64_t found,
                              meta_record *record) {
    static const char *const names[][2] = {
        {"excessivelyViolentUsage", "allowExcessivelyViolentUsage"},
        {"excessivelySexualUsage", "allowExcessivelySexualUsage"},
        {"politicalOrReligiousUsage", "allowPoliticalOrReligiousUsage"},
    };
    int32_t *usages[] = {&record->meta.permissions.allow_excessively_violent_usage,
                         &record->meta.permissions.allow_excessively_sexual_usage,
                         &record->meta.permissions.allow_political_or_religious_usage};
    yyjson_val *permission = yyjson_obj_get(at->value, "avatarPermission");
    int32_t given = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        bool has_old = vrmi_json_has(found, META_OLD + i);
        bool has_new = has_key(at, names[i][1]);
        if (has_old) vrmi_note_alias(build, at, names[i][0], names[i][1]);
        if (has_old && !has_new) *usages[i] = record->old[i];
        if (has_old || has_new) given |= 1 << i;
    }
    if (yyjson_equals_str(permission, "explicitlyLicensedPerson")) {
        vrmi_note_alias(build, at, "explicitlyLicensedPerson", "onlySeparatelyLicensedPerson");
    }
    return given;
}

/* The draft has the values of 0.x under the key of 1.0, and those of 1.0 too: the value tells which
 * list it is from (ME-029). */
static bool has_old_commercial_usage(const vrmi_json *at) {
    yyjson_val *value = yyjson_obj_get(at->value, "commercialUsage");
    for (const vrmi_json_choice *old = vrmi_old_commercial_usages; old->name != NULL; ++old) {
        if (yyjson_equals_str(value, old->name)) return true;
    }
    return false;
}

bool vrmi_read_meta(vrmi_build *build, const vrmi_json *at, int32_t *out_given) {
    bool is_old = build->tables.dialect == VRM_DIALECT_1_DRAFT && has_old_commercial_usage(at);
    vrmi_json authors, references;
    meta_record record;
    uint64_t found;
    int32_t usages;
    memset(&record, 0, sizeof record);
    record.meta = build->tables.meta;
    found = VRMI_JSON_READ(build->load, at, meta_fields, &record);
    vrmi_json_read(build->load, at, is_old ? old_commercial_fields : commercial_fields, 1,
                   &record.meta);
    usages = use_old_usages(build, at, found, &record);
    *out_given = (has_key(at, "avatarPermission") ? VRMI_META_AVATAR : 0) |
                 ((usages & 1) != 0 ? VRMI_META_VIOLENT : 0) |
                 ((usages & 2) != 0 ? VRMI_META_SEXUAL : 0);
    authors = vrmi_json_at(at, "authors", record.authors);
    references = vrmi_json_at(at, "references", record.references);
    /* References are optional, but an empty array is not allowed (ME-008). */
    if (record.references != NULL && vrmi_json_size(&references) == 0) {
        vrmi_load_found(build->load, VRMI_ARRAY_EMPTY, &references, NULL);
    }
    if (!vrmi_json_read_strings(build->load, &authors, &record.meta.authors,
                                &record.meta.author_count) ||
        !vrmi_json_read_strings(build->load, &references, &record.meta.references,
                                &record.meta.reference_count)) {
        return false;
    }
    build->tables.meta = record.meta;
    return true;
}
