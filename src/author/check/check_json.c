/* What the JSON of a file shows and its tables do not: members that should not be there. */
#include "author/check/check.h"
#include "base/text.h"

/* Members of a textureInfo's transform that were taken out of the specification; loading still
 * applies them [GL-017]. */
static void check_transform(vrmi_check *check, const vrmi_json *owner, const char *member) {
    static const char *const obsolete[] = {"rotation", "texCoord"};
    const vrmi_json info = vrmi_json_member(owner, member);
    const vrmi_json extensions = vrmi_json_member(&info, "extensions");
    const vrmi_json transform = vrmi_json_member(&extensions, "KHR_texture_transform");
    for (size_t i = 0; i < sizeof obsolete / sizeof obsolete[0]; ++i) {
        const vrmi_json at = vrmi_json_member(&transform, obsolete[i]);
        if (at.value == NULL) continue;
        vrmi_load_found(check->load, VRMI_TRANSFORM_OBSOLETE, &at,
                        VRMI_WITH(vrmi_quoted(vrmi_string_from(obsolete[i]))));
    }
}

static void check_transforms(vrmi_check *check, const vrmi_json *owner, const char *const *members,
                             size_t count) {
    if (owner->value == NULL) return;
    for (size_t i = 0; i < count; ++i) check_transform(check, owner, members[i]);
}

static void check_material(vrmi_check *check, const vrmi_json *material) {
    static const char *const own[] = {"normalTexture", "occlusionTexture", "emissiveTexture"};
    static const char *const pbr[] = {"baseColorTexture", "metallicRoughnessTexture"};
    static const char *const mtoon[] = {
        "shadeMultiplyTexture", "shadingShiftTexture",         "matcapTexture",
        "rimMultiplyTexture",   "outlineWidthMultiplyTexture", "uvAnimationMaskTexture"};
    const vrmi_json base = vrmi_json_member(material, "pbrMetallicRoughness");
    const vrmi_json extensions = vrmi_json_member(material, "extensions");
    const vrmi_json toon = vrmi_json_member(&extensions, "VRMC_materials_mtoon");
    check_transforms(check, material, own, sizeof own / sizeof own[0]);
    check_transforms(check, &base, pbr, sizeof pbr / sizeof pbr[0]);
    check_transforms(check, &toon, mtoon, sizeof mtoon / sizeof mtoon[0]);
}

static void check_materials(vrmi_check *check, const vrmi_json *root) {
    const vrmi_json materials = vrmi_json_member(root, "materials");
    vrmi_json_each each = vrmi_json_begin(&materials);
    while (vrmi_json_next(&each) && vrmi_check_goes_on(check)) check_material(check, &each.item);
}

void vrmi_check_json(vrmi_check *check) {
    if (check->root != NULL) check_materials(check, check->root);
}
