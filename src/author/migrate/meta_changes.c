/* What became of each field of the meta (§4.5). */
#include "author/migrate/migration.h"
#include "base/text.h"

/* A field of the meta, as the three kinds of dialects call it. NULL: it has none. */
typedef struct field_names {
    const char *code;
    const char *vrm0, *draft, *vrm1;
} field_names;

enum {
    FIELD_NAME,
    FIELD_VERSION,
    FIELD_AUTHORS,
    FIELD_CONTACT,
    FIELD_REFERENCES,
    FIELD_THUMBNAIL,
    FIELD_USER,
    FIELD_VIOLENT,
    FIELD_SEXUAL,
    FIELD_COMMERCIAL,
    FIELD_OTHER_LICENSE,
    FIELD_OTHER_PERMISSION,
    FIELD_COPYRIGHT,
    FIELD_THIRD_PARTY,
    FIELD_LICENSE,
    FIELD_LICENSE_URL,
    FIELD_POLITICAL,
    FIELD_ANTISOCIAL,
    FIELD_CREDIT,
    FIELD_REDISTRIBUTION,
    FIELD_MODIFICATION,
    FIELD_COUNT
};

static const field_names fields[FIELD_COUNT] = {
    [FIELD_NAME] = {"meta-name", "title", "title", "name"},
    [FIELD_VERSION] = {"meta-version", "version", "version", "version"},
    [FIELD_AUTHORS] = {"meta-authors", "author", "author", "authors"},
    [FIELD_CONTACT] = {"meta-contact", "contactInformation", "contactInformation",
                       "contactInformation"},
    [FIELD_REFERENCES] = {"meta-references", "reference", "reference", "references"},
    [FIELD_THUMBNAIL] = {"meta-thumbnail", "texture", "thumbnailImage", "thumbnailImage"},
    [FIELD_USER] = {"meta-user", "allowedUserName", "allowedUser", "avatarPermission"},
    [FIELD_VIOLENT] = {"meta-violent", "violentUssageName", "violentUsage",
                       "allowExcessivelyViolentUsage"},
    [FIELD_SEXUAL] = {"meta-sexual", "sexualUssageName", "sexualUsage",
                      "allowExcessivelySexualUsage"},
    [FIELD_COMMERCIAL] = {"meta-commercial", "commercialUssageName", "commercialUsage",
                          "commercialUsage"},
    [FIELD_OTHER_LICENSE] = {"meta-other-license", "otherLicenseUrl", "otherLicenseUrl",
                             "otherLicenseUrl"},
    [FIELD_OTHER_PERMISSION] = {"meta-other-permission", "otherPermissionUrl", "otherPermissionUrl",
                                NULL},
    [FIELD_COPYRIGHT] = {"meta-copyright", NULL, NULL, "copyrightInformation"},
    [FIELD_THIRD_PARTY] = {"meta-third-party", NULL, NULL, "thirdPartyLicenses"},
    [FIELD_LICENSE] = {"meta-license", "licenseName", "license", NULL},
    [FIELD_LICENSE_URL] = {"meta-license-url", NULL, NULL, "licenseUrl"},
    [FIELD_POLITICAL] = {"meta-political", NULL, NULL, "allowPoliticalOrReligiousUsage"},
    [FIELD_ANTISOCIAL] = {"meta-antisocial", NULL, NULL, "allowAntisocialOrHateUsage"},
    [FIELD_CREDIT] = {"meta-credit", NULL, NULL, "creditNotation"},
    [FIELD_REDISTRIBUTION] = {"meta-redistribution", NULL, NULL, "allowRedistribution"},
    [FIELD_MODIFICATION] = {"meta-modification", NULL, NULL, "modification"},
};

static const char *name_in(int field, vrm_dialect dialect) {
    return dialect == VRM_DIALECT_0         ? fields[field].vrm0
           : dialect == VRM_DIALECT_1_DRAFT ? fields[field].draft
                                            : fields[field].vrm1;
}

static const char *point_at_field(vrm_dialect dialect, int field, char out[VRMI_SENTENCE]) {
    char base[VRMI_SENTENCE];
    const char *name = name_in(field, dialect);
    out[0] = '\0';
    if (name == NULL) return out;
    vrmi_point_at(base, vrmi_block_pointer(dialect), VRM_NONE, "meta");
    return vrmi_point_at(out, base, VRM_NONE, name);
}

static void say(vrmi_migration *m, vrm_change_kind kind, int field, const char *sentence) {
    char from[VRMI_SENTENCE], to[VRMI_SENTENCE];
    vrmi_say_change(m, kind, fields[field].code, point_at_field(m->from, field, from),
                    point_at_field(m->to, field, to), sentence);
}

static bool has_field(vrmi_migration *m, int field) {
    char from[VRMI_SENTENCE];
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *value =
        vrmi_tree_find(tree, vrmi_string_from(point_at_field(m->from, field, from)));
    if (name_in(field, m->from) == NULL) return false;
    if (vrmi_value_get_kind(value) == VRMI_VALUE_STRING) {
        return vrmi_value_string(tree, value).length != 0;
    }
    return value != NULL && vrmi_value_get_kind(value) != VRMI_VALUE_NULL;
}

/* --- What needs consent (MI-011) --- */

static void say_license_of_vrm0(vrmi_migration *m) {
    const vrm_permissions *may = &m->tables.meta.permissions;
    if (!has_field(m, FIELD_LICENSE)) return;
    say(m, VRM_CHANGE_CONVERTED, FIELD_LICENSE,
        may->allow_redistribution
            ? "license mapped to allowRedistribution, modification and creditNotation; uses with "
              "conditions that VRM 1.0 cannot express are not allowed"
            : "license without an equivalent: redistribution and modification are not allowed, "
              "credit is required");
}

static void say_to_vrm1(vrmi_migration *m, const vrm_permissions *before) {
    const vrm_permissions *may = &m->tables.meta.permissions;
    say_license_of_vrm0(m);
    say(m, VRM_CHANGE_ADDED, FIELD_LICENSE_URL,
        "VRM 1.0 requires licenseUrl: set to the VRM Public License unless another was given");
    if (may->commercial_usage < before->commercial_usage) {
        say(m, VRM_CHANGE_NARROWED, FIELD_COMMERCIAL,
            "the license excludes commercial use, so the field does not allow it either");
    } else if (before->commercial_usage != VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT) {
        say(m, VRM_CHANGE_NARROWED, FIELD_COMMERCIAL,
            "commercial use: still allowed for individuals, no longer for companies");
    }
    say(m, VRM_CHANGE_ADDED, FIELD_POLITICAL,
        "political or religious use was unspecified: set to not allowed");
    say(m, VRM_CHANGE_ADDED, FIELD_ANTISOCIAL,
        "antisocial or hateful use was unspecified: set to not allowed");
}

static void say_to_vrm0(vrmi_migration *m, const vrm_permissions *before) {
    say(m, VRM_CHANGE_CONVERTED, FIELD_LICENSE_URL,
        "license link moved to otherLicenseUrl or otherPermissionUrl: VRM 0.x has no name for it");
    if (before->commercial_usage == VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT) {
        say(m, VRM_CHANGE_NARROWED, FIELD_COMMERCIAL,
            "VRM 0.x cannot allow commercial use only for individuals: set to not allowed");
    }
    if (before->allow_redistribution) {
        say(m, VRM_CHANGE_NARROWED, FIELD_REDISTRIBUTION,
            "VRM 0.x licenses that allow redistribution allow more: only the link grants it");
    }
    if (before->modification != VRM_MODIFICATION_PROHIBITED) {
        say(m, VRM_CHANGE_NARROWED, FIELD_MODIFICATION,
            "VRM 0.x has no field for modification: only the link allows it");
    }
    if (before->credit_notation != VRM_CREDIT_NOTATION_REQUIRED) {
        say(m, VRM_CHANGE_NARROWED, FIELD_CREDIT,
            "VRM 0.x has no field for credit: only the link waives it");
    }
    say(m, before->allow_political_or_religious_usage ? VRM_CHANGE_NARROWED : VRM_CHANGE_LOST,
        FIELD_POLITICAL,
        "VRM 0.x has no field for political or religious use: only the link covers it");
    say(m, before->allow_antisocial_or_hate_usage ? VRM_CHANGE_NARROWED : VRM_CHANGE_LOST,
        FIELD_ANTISOCIAL,
        "VRM 0.x has no field for antisocial or hateful use: only the link covers it");
}

/* --- All fields --- */

static void say_text_fields(vrmi_migration *m) {
    static const int kept[] = {FIELD_NAME,    FIELD_VERSION,   FIELD_CONTACT, FIELD_THUMBNAIL,
                               FIELD_USER,    FIELD_VIOLENT,   FIELD_SEXUAL,  FIELD_OTHER_LICENSE,
                               FIELD_AUTHORS, FIELD_REFERENCES};
    const vrm_meta *meta = &m->tables.meta;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i) {
        if (has_field(m, kept[i])) say(m, VRM_CHANGE_KEPT, kept[i], "field kept as is");
    }
    if (has_field(m, FIELD_COMMERCIAL) &&
        meta->permissions.commercial_usage ==
            vrm_model_tables(m->edit.model)->meta.permissions.commercial_usage) {
        say(m, VRM_CHANGE_KEPT, FIELD_COMMERCIAL, "field kept as is");
    }
    if (m->to != VRM_DIALECT_0 && meta->other_license_url.length != 0 &&
        vrm_model_tables(m->edit.model)->meta.other_license_url.length == 0) {
        say(m, VRM_CHANGE_ADDED, FIELD_OTHER_LICENSE,
            "otherLicenseUrl set to the Creative Commons license");
    }
    if (m->to != VRM_DIALECT_0 && !has_field(m, FIELD_NAME)) {
        say(m, VRM_CHANGE_ADDED, FIELD_NAME, "VRM 1.0 requires a name");
    }
    if (m->to != VRM_DIALECT_0 && !has_field(m, FIELD_AUTHORS)) {
        say(m, VRM_CHANGE_ADDED, FIELD_AUTHORS, "VRM 1.0 requires an author");
    }
    if (has_field(m, FIELD_OTHER_PERMISSION) && m->to != VRM_DIALECT_0) {
        say(m, VRM_CHANGE_CONVERTED, FIELD_OTHER_PERMISSION,
            "link copied to otherLicenseUrl if that was empty, and to extras");
    }
    if (m->to == VRM_DIALECT_0 && meta->author_count > 1) {
        say(m, VRM_CHANGE_CONVERTED, FIELD_AUTHORS,
            "VRM 0.x has one author field: the names were joined");
    }
    if (m->to == VRM_DIALECT_0 && has_field(m, FIELD_COPYRIGHT)) {
        say(m, VRM_CHANGE_LOST, FIELD_COPYRIGHT, "field that VRM 0.x lacks: kept only in extras");
    }
    if (m->to == VRM_DIALECT_0 && has_field(m, FIELD_THIRD_PARTY)) {
        say(m, VRM_CHANGE_LOST, FIELD_THIRD_PARTY, "field that VRM 0.x lacks: kept only in extras");
    }
}

void vrmi_say_meta(vrmi_migration *m, const vrm_permissions *before, bool consent_alone) {
    if (m->to == VRM_DIALECT_0) {
        say_to_vrm0(m, before);
    } else {
        say_to_vrm1(m, before);
    }
    if (!consent_alone) say_text_fields(m);
}
