/*
 * VRMC_vrm of 1.0 and 1.0-beta: meta, humanoid, firstPerson. The names that drafts had for the same
 * are read too (DI-006). Expressions and lookAt have files of their own.
 */
#include "base/text.h"
#include "dialect/dialect.h"

#include <string.h>

/* --- Meta (§3.4) --- */

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

/* In the draft the values of 0.x under the key of 1.0: the value tells (ME-029). */
static const vrmi_json_choice draft_commercial_usages[] = {
    {"Disallow", VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT},
    {"Allow", VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT},
    {"personalNonProfit", VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT},
    {"personalProfit", VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT},
    {"corporation", VRM_COMMERCIAL_USAGE_CORPORATION},
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

static const vrmi_json_field draft_commercial_fields[] = {
    VRMI_FIELD_CHOICE(vrm_meta, permissions.commercial_usage, "commercialUsage", TEXT,
                      draft_commercial_usages, 0),
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

bool vrmi_read_meta(vrmi_build *build, const vrmi_json *at, int32_t *out_given) {
    bool is_draft = build->tables.dialect == VRM_DIALECT_1_DRAFT;
    vrmi_json authors, references;
    meta_record record;
    uint64_t found;
    int32_t usages;
    memset(&record, 0, sizeof record);
    record.meta = build->tables.meta;
    found = VRMI_JSON_READ(build->load, at, meta_fields, &record);
    vrmi_json_read(build->load, at, is_draft ? draft_commercial_fields : commercial_fields, 1,
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

static void check_authors(vrmi_build *build, const vrmi_json *at) {
    const vrm_meta *meta = &build->tables.meta;
    vrmi_json list = vrmi_json_at(at, "authors", NULL);
    uint32_t named = 0;
    for (uint32_t i = 0; i < meta->author_count; ++i) named += meta->authors[i].length != 0;
    if (named == 0) {
        vrmi_load_found(build->load, VRMI_META_AUTHORS, at, NULL);
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
    if (meta->name.length == 0) vrmi_load_found(build->load, VRMI_META_NAME, &at, NULL);
    if (!is_license_url(meta->license_url)) {
        vrmi_load_found(build->load, VRMI_META_LICENSE_URL, &at,
                        VRMI_WITH(vrmi_quoted(meta->license_url)));
    }
    check_authors(build, &at);
    return true;
}

/* --- Humanoid (§3.2) --- */

typedef struct bone_record {
    int32_t node;
} bone_record;

static const vrmi_json_field bone_fields[] = {
    VRMI_FIELD_INDEX(bone_record, node, "node", VRMI_TABLE_NODES, 1),
};

static bool ends_with(vrm_string text, const char *end) {
    size_t length = strlen(end);
    return text.length >= length && memcmp(text.data + text.length - length, end, length) == 0;
}

/* The thumb rule of §4.6: whether this file numbers thumbs as 0.x does. */
static bool has_old_thumbs(const vrmi_build *build, const vrmi_json *bones) {
    bool has_metacarpal = yyjson_obj_get(bones->value, "leftThumbMetacarpal") != NULL ||
                          yyjson_obj_get(bones->value, "rightThumbMetacarpal") != NULL;
    bool has_intermediate = yyjson_obj_get(bones->value, "leftThumbIntermediate") != NULL ||
                            yyjson_obj_get(bones->value, "rightThumbIntermediate") != NULL;
    bool has_proximal = yyjson_obj_get(bones->value, "leftThumbProximal") != NULL ||
                        yyjson_obj_get(bones->value, "rightThumbProximal") != NULL;
    if (has_intermediate) return true;
    if (has_metacarpal || !has_proximal) return false;
    return build->tables.dialect != VRM_DIALECT_1;
}

int32_t vrmi_find_bone_name(vrm_string name, bool old_thumbs) {
    static const struct {
        const char *name;
        vrm_bone bone;
    } thumbs[] = {
        {"leftThumbProximal", VRM_BONE_LEFT_THUMB_METACARPAL},
        {"leftThumbIntermediate", VRM_BONE_LEFT_THUMB_PROXIMAL},
        {"rightThumbProximal", VRM_BONE_RIGHT_THUMB_METACARPAL},
        {"rightThumbIntermediate", VRM_BONE_RIGHT_THUMB_PROXIMAL},
    };
    for (size_t i = 0; old_thumbs && i < sizeof thumbs / sizeof thumbs[0]; ++i) {
        if (vrmi_string_equals(name, thumbs[i].name)) return (int32_t)thumbs[i].bone;
    }
    return vrmi_bone_find(name);
}

void vrmi_set_bone(vrmi_build *build, const vrmi_json *at, int32_t bone, int32_t node) {
    int32_t *slot = &build->tables.humanoid.nodes[bone];
    if (*slot != VRM_NONE) { /* HU-021, V0-008: the first wins */
        vrmi_load_found(build->load, VRMI_BONE_TWICE, at,
                        VRMI_WITH(vrmi_words(vrm_bone_name((vrm_bone)bone))));
        return;
    }
    *slot = node;
}

/* And so on: ThumbIntermediate for ThumbProximal (§4.6). */
static void note_old_thumbs(vrmi_build *build, const vrmi_json *bones) {
    vrmi_note_alias(build, bones, "ThumbProximal", "ThumbMetacarpal");
}

void vrmi_read_bone_map(vrmi_build *build, const vrmi_json *bones) {
    bool old_thumbs = has_old_thumbs(build, bones);
    vrmi_json_each each = vrmi_json_begin(bones);
    if (old_thumbs) note_old_thumbs(build, bones);
    while (vrmi_json_next(&each)) {
        vrm_string key = vrmi_json_key(&each.item);
        bone_record record = {VRM_NONE};
        int32_t bone = vrmi_find_bone_name(key, old_thumbs);
        uint64_t found;
        if (bone == VRM_NONE) {
            /* HU-015: hints of an editor that the draft knew. */
            if (build->tables.dialect != VRM_DIALECT_1_DRAFT || !ends_with(key, "Tail")) {
                vrmi_load_found(build->load, VRMI_BONE_UNKNOWN, &each.item,
                                VRMI_WITH(vrmi_quoted(key)));
            }
            continue;
        }
        if (yyjson_is_null(each.item.value)) continue;
        found = VRMI_JSON_READ(build->load, &each.item, bone_fields, &record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        vrmi_set_bone(build, &each.item, bone, record.node);
    }
}

void vrmi_read_humanoid(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json at = vrmi_json_member(vrm, "humanoid");
    vrmi_json bones = vrmi_json_member(&at, "humanBones");
    if (yyjson_is_obj(bones.value)) {
        vrmi_read_bone_map(build, &bones);
    } else if (yyjson_is_arr(bones.value) && build->tables.dialect == VRM_DIALECT_1_DRAFT) {
        vrmi_read_bone_list(build, &bones); /* §4.4 */
        if (build->tables.humanoid.nodes[VRM_BONE_LEFT_THUMB_METACARPAL] != VRM_NONE ||
            build->tables.humanoid.nodes[VRM_BONE_RIGHT_THUMB_METACARPAL] != VRM_NONE) {
            note_old_thumbs(build, &bones);
        }
    } else {
        /* A file must have a humanoid with humanBones (HU-001, HU-002). */
        vrmi_load_found(build->load, VRMI_HUMANOID_MISSING, vrm, NULL);
    }
}

/* --- firstPerson (§3.6) --- */

static const vrmi_json_choice annotation_types[] = {
    {"auto", VRM_FIRST_PERSON_AUTO},
    {"both", VRM_FIRST_PERSON_BOTH},
    {"thirdPersonOnly", VRM_FIRST_PERSON_THIRD_PERSON_ONLY},
    {"firstPersonOnly", VRM_FIRST_PERSON_FIRST_PERSON_ONLY},
    {NULL, 0},
};

typedef struct annotation_record {
    int32_t node;
    int32_t mesh;     /* drafts name the mesh (FP-012) */
    int32_t types[3]; /* by the names below */
} annotation_record;

static const char *const type_names[3] = {"type", "firstPersonType", "firstPersonFlag"};

enum { ANNOTATION_NODE, ANNOTATION_MESH, ANNOTATION_TYPE };

#define ANNOTATION_CHOICE(index, key)                                                              \
    VRMI_FIELD_CHOICE(annotation_record, types[index], key, TEXT, annotation_types, 0)

static const vrmi_json_field annotation_fields[] = {
    [ANNOTATION_NODE] = VRMI_FIELD_INDEX(annotation_record, node, "node", VRMI_TABLE_NODES, 0),
    [ANNOTATION_MESH] = VRMI_FIELD_INDEX(annotation_record, mesh, "mesh", VRMI_TABLE_MESHES, 0),
    [ANNOTATION_TYPE] = ANNOTATION_CHOICE(0, "type"),
    [ANNOTATION_TYPE + 1] = ANNOTATION_CHOICE(1, "firstPersonType"),
    [ANNOTATION_TYPE + 2] = ANNOTATION_CHOICE(2, "firstPersonFlag"),
};

/* FP-011: the final name counts before older ones. VRM_NONE: there is none that can be used. */
static int32_t get_annotation_type(vrmi_build *build, const vrmi_json *at, uint64_t found,
                                   const annotation_record *record) {
    bool is_given = false;
    for (uint32_t i = 0; i < 3; ++i) {
        if (yyjson_obj_get(at->value, type_names[i]) != NULL) is_given = true;
        if (!vrmi_json_has(found, ANNOTATION_TYPE + i)) continue;
        if (i != 0 && build->tables.dialect != VRM_DIALECT_1_DRAFT) {
            vrmi_note_alias(build, at, type_names[i], type_names[0]);
        }
        return record->types[i];
    }
    if (!is_given) {
        vrmi_load_found(build->load, VRMI_FIELD_MISSING, at, VRMI_WITH(vrmi_words("type")));
    }
    return VRM_NONE;
}

typedef struct first_person_record {
    yyjson_val *annotations;
} first_person_record;

static const vrmi_json_field first_person_fields[] = {
    VRMI_FIELD(first_person_record, annotations, "meshAnnotations", ARRAY),
};

bool vrmi_read_first_person(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json at = vrmi_json_member(vrm, "firstPerson");
    first_person_record first_person = {NULL};
    vrmi_json array;
    vrmi_json_each each;
    VRMI_JSON_READ(build->load, &at, first_person_fields, &first_person);
    array = vrmi_json_at(&at, "meshAnnotations", first_person.annotations);
    each = vrmi_json_begin(&array);
    while (vrmi_json_next(&each)) {
        annotation_record record = {VRM_NONE, VRM_NONE, {0, 0, 0}};
        uint64_t found;
        int32_t type;
        if (!vrmi_load_goes_on(build->load)) return false;
        found = VRMI_JSON_READ(build->load, &each.item, annotation_fields, &record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        type = get_annotation_type(build, &each.item, found, &record);
        if (record.node == VRM_NONE && record.mesh == VRM_NONE) {
            vrmi_report_absent(build, &each.item, "node", "mesh");
        } else if (type != VRM_NONE && record.node != VRM_NONE) {
            vrmi_annotate(build, &each.item, record.node, type);
        } else if (type != VRM_NONE) {
            if (build->tables.dialect != VRM_DIALECT_1_DRAFT) {
                vrmi_note_alias(build, &each.item, "mesh", "node");
            }
            vrmi_annotate_mesh(build, &each.item, record.mesh, type);
        }
    }
    return true;
}

/* --- All of it --- */

static bool read_expressions(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json at = vrmi_json_member(vrm, "expressions");
    if (at.value == NULL) { /* AMB-089 */
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
