/* Which dialect a file is written in (DI-001 … DI-009). */
#include "base/text.h"
#include "dialect/check.h"
#include "dialect/dialect.h"
#include "dialect/mtoon.h"
#include "dialect/spring_bone.h"
#include "dialect/vrm0.h"
#include "dialect/vrm1.h"

const char *const vrmi_dialect_extensions[] = {
    "VRM",
    "VRMC_materials_hdr_emissiveMultiplier",
    "VRMC_materials_mtoon",
    "VRMC_node_constraint",
    "VRMC_springBone",
    "VRMC_springBone_extended_collider",
    "VRMC_springBone_limit",
    "VRMC_vrm",
    "VRMC_vrm_animation",
    NULL,
};

static bool has_key(const vrmi_json *object, const char *key) {
    return yyjson_obj_get(object->value, key) != NULL;
}

static bool has_any(const vrmi_json *object, const char *const *keys) {
    for (; *keys != NULL; ++keys) {
        if (has_key(object, *keys)) return true;
    }
    return false;
}

static bool is_text(yyjson_val *value, const char *text) {
    return yyjson_is_str(value) && yyjson_equals_str(value, text);
}

/* §4.4: in any case, as its text and its change log differ. */
static bool has_look_at_type(const vrmi_json *look_at) {
    vrmi_json_each each = vrmi_json_begin(look_at);
    if (!yyjson_is_obj(look_at->value)) return false;
    while (vrmi_json_next(&each)) {
        if (vrmi_string_equals_no_case(vrmi_json_key(&each.item), "lookAtType")) return true;
    }
    return false;
}

/*
 * DI-003. The draft calls itself "1.0" too: it is detected by keys that the final text lacks.
 * licenseUrl is final's own, so that a stray key of a vendor does not make a draft of it.
 */
static bool has_draft_fingerprint(const vrmi_json *vrm) {
    static const char *const root_keys[] = {"blendShape", "blendshape", "springBone", "constraint",
                                            NULL};
    static const char *const meta_keys[] = {
        "title",       "author",  "allowedUser",        "reference", "violentUsage",
        "sexualUsage", "license", "otherPermissionUrl", NULL};
    static const char *const look_at_keys[] = {
        "horizontalInner",    "horizontalOuter",       "verticalDown",
        "verticalUp",         "lookAtHorizontalInner", "lookAtHorizontalOuter",
        "lookAtVerticalDown", "lookAtVerticalUp",      NULL};
    vrmi_json meta = vrmi_json_member(vrm, "meta");
    vrmi_json look_at = vrmi_json_member(vrm, "lookAt");
    vrmi_json first_person = vrmi_json_member(vrm, "firstPerson");
    vrmi_json annotations = vrmi_json_member(&first_person, "meshAnnotations");
    vrmi_json_each each = vrmi_json_begin(&annotations);
    yyjson_val *commercial = yyjson_obj_get(meta.value, "commercialUsage");
    if (has_key(&meta, "licenseUrl")) return false;
    if (has_any(vrm, root_keys) || has_any(&meta, meta_keys) || has_any(&look_at, look_at_keys) ||
        has_look_at_type(&look_at) || is_text(commercial, "Allow") ||
        is_text(commercial, "Disallow") ||
        yyjson_is_arr(yyjson_obj_get(vrm->value, "expressions"))) {
        return true;
    }
    while (vrmi_json_next(&each)) {
        if (has_key(&each.item, "mesh")) return true;
    }
    return false;
}

/* `*out_at` is set to the dialect's object. */
static vrm_dialect detect_dialect(vrmi_build *build, vrmi_json *out_at) {
    vrmi_json vrm1 = vrmi_json_member(&build->extensions, "VRMC_vrm");
    vrmi_json vrm0 = vrmi_json_member(&build->extensions, "VRM");
    vrmi_json animation = vrmi_json_member(&build->extensions, "VRMC_vrm_animation");
    if (yyjson_is_obj(vrm1.value)) {
        vrmi_json version = vrmi_json_member(&vrm1, "specVersion");
        if (yyjson_is_obj(vrm0.value)) vrmi_load_found(build->load, VRMI_TWO_DIALECTS, &vrm0, NULL);
        *out_at = vrm1;
        /* The extension is read even if extensionsUsed does not list it (GL-004). */
        vrmi_use_extension(build->load, &vrm1);
        if (has_draft_fingerprint(&vrm1)) return VRM_DIALECT_1_DRAFT;
        return is_text(version.value, "1.0-beta") || is_text(version.value, "1.0-draft")
                   ? VRM_DIALECT_1_BETA
                   : VRM_DIALECT_1;
    }
    if (yyjson_is_obj(vrm0.value)) {
        *out_at = vrm0;
        /* The extension is read even if extensionsUsed does not list it (V0-001). */
        vrmi_use_extension(build->load, &vrm0);
        return VRM_DIALECT_0;
    }
    *out_at = animation;
    if (yyjson_is_obj(animation.value)) {
        vrmi_use_extension(build->load, &animation);
        return VRM_DIALECT_ANIMATION;
    }
    if (vrm1.value != NULL || vrm0.value != NULL) {
        const vrmi_json *wrong = vrm1.value != NULL ? &vrm1 : &vrm0;
        vrmi_load_found(build->load, VRMI_VRM_NOT_OBJECT, wrong,
                        VRMI_WITH(vrmi_quoted(vrmi_json_key(wrong))));
    }
    return VRM_DIALECT_NONE;
}

/* Whether the version can be read (DI-004, DI-005). False: no avatar, or no animation, is left. */
static bool check_version(vrmi_build *build, const vrmi_json *at) {
    static const char *const avatar[] = {"1.0", "1.0-beta", "1.0-draft", NULL};
    static const char *const animation[] = {"1.0", "1.0-draft", NULL};
    vrmi_versions versions = {avatar, false, true};
    vrmi_json version = vrmi_json_member(at, "specVersion");
    if (yyjson_is_str(version.value)) {
        build->tables.spec_version.data = yyjson_get_str(version.value);
        build->tables.spec_version.length = (uint32_t)yyjson_get_len(version.value);
    }
    if (build->tables.dialect == VRM_DIALECT_NONE || build->tables.dialect == VRM_DIALECT_0) {
        return true;
    }
    versions.may_be_absent = build->tables.dialect == VRM_DIALECT_1_DRAFT;
    if (build->tables.dialect == VRM_DIALECT_ANIMATION) versions.accepted = animation;
    return vrmi_check_spec_version(build, at, &versions);
}

static vrmi_rules rules_of(vrm_dialect dialect) {
    vrmi_rules rules = {false, false, false, false, 0.5f};
    bool is_1 = dialect == VRM_DIALECT_1 || dialect == VRM_DIALECT_1_BETA;
    rules.requires_chest_and_neck = dialect == VRM_DIALECT_0;
    rules.faces_minus_z = dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_1_DRAFT;
    rules.checks_centers = rules.reports_sharing = is_1;
    if (dialect == VRM_DIALECT_1_DRAFT) rules.binary_threshold = 0;
    return rules;
}

bool vrmi_read_dialect(vrmi_build *build) {
    const vrmi_json *at = &build->vrm;
    build->extensions = vrmi_json_member(&build->root, "extensions");
    build->tables.dialect = (int32_t)detect_dialect(build, &build->vrm);
    if (!check_version(build, at)) build->tables.dialect = VRM_DIALECT_NONE;
    build->rules = rules_of(build->tables.dialect);
    switch ((vrm_dialect)build->tables.dialect) {
    case VRM_DIALECT_0:
        /* Materials as glTF first: 0.x builds on them where it has no word of its own (V0-042). */
        return vrmi_read_mtoon(build) && vrmi_read_hdr_emissive(build) && vrmi_read_vrm0(build, at);
    case VRM_DIALECT_1_DRAFT:
    case VRM_DIALECT_1_BETA:
    case VRM_DIALECT_1:
        return (build->tables.dialect == VRM_DIALECT_1_DRAFT ? vrmi_read_draft(build, at)
                                                             : vrmi_read_vrm1(build, at)) &&
               vrmi_read_spring_bone(build) && vrmi_read_node_constraints(build) &&
               vrmi_read_mtoon(build) && vrmi_read_hdr_emissive(build);
    case VRM_DIALECT_NONE:
    case VRM_DIALECT_ANIMATION:
        return true;
    }
    return true;
}
