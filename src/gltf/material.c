/* Core materials with the KHR extensions that VRM builds on. MToon is a dialect's business. */
#include "gltf/document.h"

#include <float.h>
#include <string.h>

typedef struct texture_info_record {
    vrm_texture_info info;
    yyjson_val *extensions;
} texture_info_record;

static const vrmi_json_field texture_info_fields[] = {
    VRMI_FIELD_INDEX(texture_info_record, info.texture, "index", VRMI_TABLE_TEXTURES, 1),
    VRMI_FIELD_RANGE(texture_info_record, info.tex_coord, "texCoord", INTEGER, 0, 65535),
    VRMI_FIELD(texture_info_record, extensions, "extensions", OBJECT),
};

/* rotation and texCoord are obsolete in VRM, and still applied (GL-016, GL-017). */
static const vrmi_json_field transform_fields[] = {
    VRMI_FIELD_FLOATS(vrm_texture_info, offset, "offset", 2, 0, 0),
    VRMI_FIELD_FLOATS(vrm_texture_info, scale, "scale", 2, 0, 0),
    VRMI_FIELD(vrm_texture_info, rotation, "rotation", FLOAT),
    VRMI_FIELD_RANGE(vrm_texture_info, tex_coord, "texCoord", INTEGER, 0, 65535),
};

/* normalTexture has a scale, occlusionTexture a strength, and the others neither. */
static const vrmi_json_field normal_field[] = {
    VRMI_FIELD(vrm_texture_info, strength, "scale", FLOAT),
};

static const vrmi_json_field occlusion_field[] = {
    VRMI_FIELD_RANGE(vrm_texture_info, strength, "strength", FLOAT, 0, 1),
};

static void read_strength(vrmi_load *load, const vrmi_json *at, const vrmi_json_field *field,
                          vrm_texture_info *info) {
    if (info->texture != VRM_NONE) vrmi_json_read(load, at, field, 1, info);
}

static const vrm_texture_info no_texture = VRMI_NO_TEXTURE;

void vrmi_read_texture_info(vrmi_load *load, const vrmi_json *at, vrm_texture_info *out) {
    texture_info_record record = {no_texture, NULL};
    uint64_t good;
    *out = no_texture;
    if (at->value == NULL) return;
    good = VRMI_JSON_READ(load, at, texture_info_fields, &record);
    if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) return;
    if (record.extensions != NULL) {
        vrmi_json extensions = vrmi_json_at(at, "extensions", record.extensions);
        vrmi_json transform = vrmi_json_member(&extensions, "KHR_texture_transform");
        if (transform.value != NULL) vrmi_use_extension(load, &transform);
        VRMI_JSON_READ(load, &transform, transform_fields, &record.info);
    }
    *out = record.info;
}

typedef struct material_record {
    vrm_material material;
    yyjson_val *pbr;
    yyjson_val *normal_texture;
    yyjson_val *occlusion_texture;
    yyjson_val *emissive_texture;
    yyjson_val *base_color_texture;
    yyjson_val *metallic_roughness_texture;
    yyjson_val *extensions;
} material_record;

static const vrmi_json_choice alpha_modes[] = {
    {"OPAQUE", VRM_ALPHA_OPAQUE}, {"MASK", VRM_ALPHA_MASK}, {"BLEND", VRM_ALPHA_BLEND}, {NULL, 0}};

static const vrmi_json_field material_fields[] = {
    VRMI_FIELD(material_record, material.name, "name", STRING),
    VRMI_FIELD(material_record, pbr, "pbrMetallicRoughness", OBJECT),
    VRMI_FIELD(material_record, normal_texture, "normalTexture", OBJECT),
    VRMI_FIELD(material_record, occlusion_texture, "occlusionTexture", OBJECT),
    VRMI_FIELD(material_record, emissive_texture, "emissiveTexture", OBJECT),
    VRMI_FIELD_FLOATS(material_record, material.emissive_factor, "emissiveFactor", 3, 0, 1),
    VRMI_FIELD_CHOICE(material_record, material.alpha_mode, "alphaMode", TEXT, alpha_modes, 0),
    VRMI_FIELD_RANGE(material_record, material.alpha_cutoff, "alphaCutoff", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(material_record, material.is_double_sided, "doubleSided", BOOL),
    VRMI_FIELD(material_record, extensions, "extensions", OBJECT),
};

static const vrmi_json_field pbr_fields[] = {
    VRMI_FIELD_FLOATS(material_record, material.base_color_factor, "baseColorFactor", 4, 0, 1),
    VRMI_FIELD(material_record, base_color_texture, "baseColorTexture", OBJECT),
    VRMI_FIELD_RANGE(material_record, material.metallic_factor, "metallicFactor", FLOAT, 0, 1),
    VRMI_FIELD_RANGE(material_record, material.roughness_factor, "roughnessFactor", FLOAT, 0, 1),
    VRMI_FIELD(material_record, metallic_roughness_texture, "metallicRoughnessTexture", OBJECT),
};

typedef struct extensions_record {
    yyjson_val *unlit;
    yyjson_val *emissive_strength;
} extensions_record;

static const vrmi_json_field extension_fields[] = {
    VRMI_FIELD(extensions_record, unlit, "KHR_materials_unlit", OBJECT),
    VRMI_FIELD(extensions_record, emissive_strength, "KHR_materials_emissive_strength", OBJECT),
};

static const vrmi_json_field emissive_strength_fields[] = {
    VRMI_FIELD_RANGE(vrm_material, emissive_strength, "emissiveStrength", FLOAT, 0, FLT_MAX),
};

static void read_extensions(vrmi_load *load, const vrmi_json *at, vrm_material *material) {
    extensions_record record = {NULL, NULL};
    vrmi_json unlit, strength;
    VRMI_JSON_READ(load, at, extension_fields, &record);
    unlit = vrmi_json_at(at, "KHR_materials_unlit", record.unlit);
    strength = vrmi_json_at(at, "KHR_materials_emissive_strength", record.emissive_strength);
    if (unlit.value != NULL) vrmi_use_extension(load, &unlit);
    if (strength.value != NULL) vrmi_use_extension(load, &strength);
    material->is_unlit = record.unlit != NULL ? 1 : 0;
    VRMI_JSON_READ(load, &strength, emissive_strength_fields, material);
}

const vrm_material vrmi_default_material = {
    .name = {"", 0},
    .base_color_factor = {1, 1, 1, 1},
    .emissive_strength = 1,
    .metallic_factor = 1,
    .roughness_factor = 1,
    .alpha_cutoff = 0.5f,
    .base_color_texture = VRMI_NO_TEXTURE,
    .metallic_roughness_texture = VRMI_NO_TEXTURE,
    .normal_texture = VRMI_NO_TEXTURE,
    .occlusion_texture = VRMI_NO_TEXTURE,
    .emissive_texture = VRMI_NO_TEXTURE,
};

/* Returns its extensions; NULL: it has none. */
static yyjson_val *read_material(vrmi_load *load, const vrmi_json *at, vrm_material *out) {
    material_record record;
    vrm_material *material = &record.material;
    vrmi_json pbr, texture;
    memset(&record, 0, sizeof record);
    *material = vrmi_default_material;
    VRMI_JSON_READ(load, at, material_fields, &record);
    pbr = vrmi_json_at(at, "pbrMetallicRoughness", record.pbr);
    VRMI_JSON_READ(load, &pbr, pbr_fields, &record);
    texture = vrmi_json_at(&pbr, "baseColorTexture", record.base_color_texture);
    vrmi_read_texture_info(load, &texture, &material->base_color_texture);
    texture = vrmi_json_at(&pbr, "metallicRoughnessTexture", record.metallic_roughness_texture);
    vrmi_read_texture_info(load, &texture, &material->metallic_roughness_texture);
    texture = vrmi_json_at(at, "normalTexture", record.normal_texture);
    vrmi_read_texture_info(load, &texture, &material->normal_texture);
    read_strength(load, &texture, normal_field, &material->normal_texture);
    texture = vrmi_json_at(at, "occlusionTexture", record.occlusion_texture);
    vrmi_read_texture_info(load, &texture, &material->occlusion_texture);
    read_strength(load, &texture, occlusion_field, &material->occlusion_texture);
    texture = vrmi_json_at(at, "emissiveTexture", record.emissive_texture);
    vrmi_read_texture_info(load, &texture, &material->emissive_texture);
    if (record.extensions != NULL) {
        vrmi_json extensions = vrmi_json_at(at, "extensions", record.extensions);
        read_extensions(load, &extensions, material);
    }
    *out = *material;
    return record.extensions;
}

bool vrmi_read_materials(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_MATERIALS];
    vrm_material *materials = VRMI_TAKE(load->arena, vrm_material, count);
    vrmi_json_each each = vrmi_json_begin(array);
    document->material_extensions = VRMI_TAKE(&document->scratch, yyjson_val *, count);
    if (materials == NULL || document->material_extensions == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(load)) return false;
        document->material_extensions[each.item.index] =
            read_material(load, &each.item, &materials[each.item.index]);
    }
    document->gltf.materials = materials;
    document->gltf.material_count = count;
    return true;
}
