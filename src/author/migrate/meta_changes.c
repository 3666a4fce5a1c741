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
            ? "the licence becomes allowRedistribution, modification and creditNotation, and its "
              "conditions that 1.0 cannot say are not allowed"
            : "the licence has no counterpart: neither redistribution nor modification is allowed, "
              "and credit is required");
}

static void say_to_vrm1(vrmi_migration *m, const vrm_permissions *before) {
    const vrm_permissions *may = &m->tables.meta.permissions;
    say_license_of_vrm0(m);
    say(m, VRM_CHANGE_ADDED, FIELD_LICENSE_URL,
        "1.0 requires licenseUrl: it is the VRM Public License, unless another was given");
    if (may->commercial_usage < before->commercial_usage) {
        say(m, VRM_CHANGE_NARROWED, FIELD_COMMERCIAL,
            "the licence excludes commercial usage, so that the field does not allow it either");
    } else if (before->commercial_usage != VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT) {
        say(m, VRM_CHANGE_NARROWED, FIELD_COMMERCIAL,
            "commercial usage is allowed to persons, and to companies no longer");
    }
    say(m, VRM_CHANGE_ADDED, FIELD_POLITICAL,
        "nothing was said of political or religious usage: it is not allowed");
    say(m, VRM_CHANGE_ADDED, FIELD_ANTISOCIAL,
        "nothing was said of antisocial or hateful usage: it is not allowed");
}

static void say_to_vrm0(vrmi_migration *m, const vrm_permissions *before) {
    say(m, VRM_CHANGE_CONVERTED, FIELD_LICENSE_URL,
        "the link to the licence stands in otherLicenseUrl or otherPermissionUrl, because 0.x has "
        "no name for it");
    if (before->commercial_usage == VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT) {
        say(m, VRM_CHANGE_NARROWED, FIELD_COMMERCIAL,
            "0.x cannot allow commercial usage to persons alone: it is not allowed");
    }
    if (before->allow_redistribution) {
        say(m, VRM_CHANGE_NARROWED, FIELD_REDISTRIBUTION,
            "the licences of 0.x that allow redistribution allow more: only the link says it");
    }
    if (before->modification != VRM_MODIFICATION_PROHIBITED) {
        say(m, VRM_CHANGE_NARROWED, FIELD_MODIFICATION,
            "0.x has no field for modification: only the link says that it is allowed");
    }
    if (before->credit_notation != VRM_CREDIT_NOTATION_REQUIRED) {
        say(m, VRM_CHANGE_NARROWED, FIELD_CREDIT,
            "0.x has no field for credit: only the link says that it is unnecessary");
    }
    say(m, before->allow_political_or_religious_usage ? VRM_CHANGE_NARROWED : VRM_CHANGE_LOST,
        FIELD_POLITICAL, "0.x has no field for political or religious usage: the link says it");
    say(m, before->allow_antisocial_or_hate_usage ? VRM_CHANGE_NARROWED : VRM_CHANGE_LOST,
        FIELD_ANTISOCIAL, "0.x has no field for antisocial or hateful usage: the link says it");
}

/* --- All fields --- */

static void say_text_fields(vrmi_migration *m) {
    static const int kept[] = {FIELD_NAME,    FIELD_VERSION,   FIELD_CONTACT, FIELD_THUMBNAIL,
                               FIELD_USER,    FIELD_VIOLENT,   FIELD_SEXUAL,  FIELD_OTHER_LICENSE,
                               FIELD_AUTHORS, FIELD_REFERENCES};
    const vrm_meta *meta = &m->tables.meta;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i) {
        if (has_field(m, kept[i])) say(m, VRM_CHANGE_KEPT, kept[i], "the field is kept");
    }
    if (has_field(m, FIELD_COMMERCIAL) &&
        meta->permissions.commercial_usage ==
            vrm_model_tables(m->edit.model)->meta.permissions.commercial_usage) {
        say(m, VRM_CHANGE_KEPT, FIELD_COMMERCIAL, "the field is kept");
    }
    if (m->to != VRM_DIALECT_0 && meta->other_license_url.length != 0 &&
        vrm_model_tables(m->edit.model)->meta.other_license_url.length == 0) {
        say(m, VRM_CHANGE_ADDED, FIELD_OTHER_LICENSE,
            "otherLicenseUrl has the address of the Creative Commons licence");
    }
    if (m->to != VRM_DIALECT_0 && !has_field(m, FIELD_NAME)) {
        say(m, VRM_CHANGE_ADDED, FIELD_NAME, "1.0 demands a name");
    }
    if (m->to != VRM_DIALECT_0 && !has_field(m, FIELD_AUTHORS)) {
        say(m, VRM_CHANGE_ADDED, FIELD_AUTHORS, "1.0 demands an author");
    }
    if (has_field(m, FIELD_OTHER_PERMISSION) && m->to != VRM_DIALECT_0) {
        say(m, VRM_CHANGE_CONVERTED, FIELD_OTHER_PERMISSION,
            "the link stands in otherLicenseUrl where that was empty, and in any case in extras");
    }
    if (m->to == VRM_DIALECT_0 && meta->author_count > 1) {
        say(m, VRM_CHANGE_CONVERTED, FIELD_AUTHORS, "0.x has one author: the names are one text");
    }
    if (m->to == VRM_DIALECT_0 && has_field(m, FIELD_COPYRIGHT)) {
        say(m, VRM_CHANGE_LOST, FIELD_COPYRIGHT, "0.x has no such field: only extras keep it");
    }
    if (m->to == VRM_DIALECT_0 && has_field(m, FIELD_THIRD_PARTY)) {
        say(m, VRM_CHANGE_LOST, FIELD_THIRD_PARTY, "0.x has no such field: only extras keep it");
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
