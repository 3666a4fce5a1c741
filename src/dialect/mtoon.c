/* VRMC_materials_mtoon of 1.0 and 1.0-beta, and emission beyond 1. */
#include "dialect/mtoon.h"

#include "dialect/check.h"
#include "dialect/material.h"

#include <float.h>
#include <string.h>

static const vrmi_json_choice outline_modes[] = {
    {"none", VRM_OUTLINE_NONE},
    {"worldCoordinates", VRM_OUTLINE_WORLD_COORDINATES},
    {"screenCoordinates", VRM_OUTLINE_SCREEN_COORDINATES},
    {NULL, 0},
};

typedef struct mtoon_record {
    vrm_mtoon mtoon;
    yyjson_val *shade, *shift, *matcap, *rim, *outline, *mask;
} mtoon_record;

/* Values outside of their range are clamped and reported (MT-005). */
static const vrmi_json_field mtoon_fields[] = {
    VRMI_FIELD(mtoon_record, mtoon.transparent_with_z_write, "transparentWithZWrite", BOOL),
    VRMI_FIELD(mtoon_record, mtoon.render_queue_offset, "renderQueueOffsetNumber", INTEGER),
    VRMI_FIELD_FLOATS(mtoon_record, mtoon.shade_color_factor, "shadeColorFactor", 3, 0, 1),
    VRMI_FIELD(mtoon_record, shade, "shadeMultiplyTexture", OBJECT),
    VRMI_FIELD(mtoon_record, mtoon.shading_shift_factor, "shadingShiftFactor", FLOAT),
    VRMI_FIELD(mtoon_record, shift, "shadingShiftTexture", OBJECT),
    VRMI_FIELD_RANGE(mtoon_record, mtoon.shading_toony_factor, "shadingToonyFactor", FLOAT, 0, 1),
    VRMI_FIELD_RANGE(mtoon_record, mtoon.gi_equalization_factor, "giEqualizationFactor", FLOAT, 0,
                     1),
    VRMI_FIELD_FLOATS(mtoon_record, mtoon.matcap_factor, "matcapFactor", 3, 0, 1),
    VRMI_FIELD(mtoon_record, matcap, "matcapTexture", OBJECT),
    VRMI_FIELD_FLOATS(mtoon_record, mtoon.parametric_rim_color_factor, "parametricRimColorFactor",
                      3, 0, 1),
    VRMI_FIELD(mtoon_record, rim, "rimMultiplyTexture", OBJECT),
    VRMI_FIELD_RANGE(mtoon_record, mtoon.rim_lighting_mix_factor, "rimLightingMixFactor", FLOAT, 0,
                     1),
    VRMI_FIELD_RANGE(mtoon_record, mtoon.parametric_rim_fresnel_power_factor,
                     "parametricRimFresnelPowerFactor", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(mtoon_record, mtoon.parametric_rim_lift_factor, "parametricRimLiftFactor", FLOAT),
    VRMI_FIELD_CHOICE(mtoon_record, mtoon.outline_width_mode, "outlineWidthMode", TEXT,
                      outline_modes, 0),
    VRMI_FIELD_RANGE(mtoon_record, mtoon.outline_width_factor, "outlineWidthFactor", FLOAT, 0,
                     FLT_MAX),
    VRMI_FIELD(mtoon_record, outline, "outlineWidthMultiplyTexture", OBJECT),
    VRMI_FIELD_FLOATS(mtoon_record, mtoon.outline_color_factor, "outlineColorFactor", 3, 0, 1),
    VRMI_FIELD_RANGE(mtoon_record, mtoon.outline_lighting_mix_factor, "outlineLightingMixFactor",
                     FLOAT, 0, 1),
    VRMI_FIELD(mtoon_record, mask, "uvAnimationMaskTexture", OBJECT),
    VRMI_FIELD(mtoon_record, mtoon.uv_animation_scroll_x_speed_factor,
               "uvAnimationScrollXSpeedFactor", FLOAT),
    VRMI_FIELD(mtoon_record, mtoon.uv_animation_scroll_y_speed_factor,
               "uvAnimationScrollYSpeedFactor", FLOAT),
    VRMI_FIELD(mtoon_record, mtoon.uv_animation_rotation_speed_factor,
               "uvAnimationRotationSpeedFactor", FLOAT),
};

/* The one texture of MToon that has a scale (MT-034). */
static const vrmi_json_field shift_texture_field[] = {
    VRMI_FIELD(vrm_texture_info, strength, "scale", FLOAT),
};

static void read_mtoon(vrmi_build *build, const vrmi_json *at, uint32_t material) {
    mtoon_record record;
    vrm_mtoon *mtoon = &record.mtoon;
    const struct {
        const char *key;
        yyjson_val **value;
        vrm_texture_info *info;
    } textures[] = {
        {"shadeMultiplyTexture", &record.shade, &mtoon->shade_multiply_texture},
        {"shadingShiftTexture", &record.shift, &mtoon->shading_shift_texture},
        {"matcapTexture", &record.matcap, &mtoon->matcap_texture},
        {"rimMultiplyTexture", &record.rim, &mtoon->rim_multiply_texture},
        {"outlineWidthMultiplyTexture", &record.outline, &mtoon->outline_width_multiply_texture},
        {"uvAnimationMaskTexture", &record.mask, &mtoon->uv_animation_mask_texture},
    };
    memset(&record, 0, sizeof record);
    record.mtoon = build->mtoons[material];
    VRMI_JSON_READ(build->load, at, mtoon_fields, &record);
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; ++i) {
        vrmi_json texture = vrmi_json_at(at, textures[i].key, *textures[i].value);
        vrmi_read_texture_info(build->load, &texture, textures[i].info);
    }
    if (mtoon->shading_shift_texture.texture != VRM_NONE) {
        vrmi_json texture = vrmi_json_at(at, "shadingShiftTexture", record.shift);
        VRMI_JSON_READ(build->load, &texture, shift_texture_field, &mtoon->shading_shift_texture);
    }
    vrmi_limit_render_queue(build, at, build->materials[material].alpha_mode, mtoon);
    mtoon->is_present = 1;
    build->mtoons[material] = *mtoon;
}

/* The key `version` of the beta, for specVersion (DI-004). The draft of 2019 has it too, with the
 * version of a shader in it, and is detected by its keys. */
static bool check_version(vrmi_build *build, const vrmi_json *at) {
    static const char *const accepted[] = {"1.0", "1.0-beta", "1.0-draft", NULL};
    static const vrmi_versions versions = {accepted, false, false};
    if (yyjson_obj_get(at->value, "specVersion") == NULL &&
        yyjson_obj_get(at->value, "version") != NULL) {
        vrmi_note_alias(build, at, "version", "specVersion");
        return vrmi_check_version(build, at, "version", &versions);
    }
    return vrmi_check_spec_version(build, at, &versions);
}

bool vrmi_read_mtoon(vrmi_build *build) {
    for (uint32_t i = 0; i < build->gltf->material_count; ++i) {
        vrmi_element material;
        const vrmi_json *extensions = vrmi_build_material(build, i, &material);
        vrmi_json at = vrmi_json_member(extensions, "VRMC_materials_mtoon");
        if (!vrmi_load_goes_on(build->load)) return false;
        if (at.value == NULL) continue;
        vrmi_use_extension(build->load, &at);
        if (!vrmi_check_object(build, &at)) continue;
        if (vrmi_is_draft_mtoon(&at)) {
            vrmi_note_draft_mtoon(build, &at);
            vrmi_read_draft_mtoon(build, &at, i);
        } else if (check_version(build, &at)) {
            read_mtoon(build, &at, i);
        }
    }
    return true;
}

/* --- VRMC_materials_hdr_emissiveMultiplier (HE) --- */

typedef struct emissive_record {
    float multiplier;
} emissive_record;

static const vrmi_json_field emissive_fields[] = {
    VRMI_FIELD_RANGE(emissive_record, multiplier, "emissiveMultiplier", FLOAT, 0, FLT_MAX),
};

bool vrmi_read_hdr_emissive(vrmi_build *build) {
    for (uint32_t i = 0; i < build->gltf->material_count; ++i) {
        vrmi_element material;
        const vrmi_json *extensions = vrmi_build_material(build, i, &material);
        vrmi_json at = vrmi_json_member(extensions, "VRMC_materials_hdr_emissiveMultiplier");
        emissive_record record = {1};
        uint64_t found;
        if (!vrmi_load_goes_on(build->load)) return false;
        if (at.value == NULL) { /* §4.11: a misspelt name that was written for a while */
            at = vrmi_json_member(extensions, "VRMC_materials_hdr_emissiveMultiplyer");
            if (at.value == NULL) continue;
            vrmi_note_alias(build, &at, "VRMC_materials_hdr_emissiveMultiplyer",
                            "VRMC_materials_hdr_emissiveMultiplier");
        }
        vrmi_use_extension(build->load, &at);
        found = VRMI_JSON_READ(build->load, &at, emissive_fields, &record);
        /* emissiveMultiplier is required (HE-004). */
        if (!vrmi_json_has(found, 0)) {
            if (yyjson_is_obj(at.value)) {
                vrmi_report_absent(build, &at, "emissiveMultiplier", "emissiveMultiplier");
            }
            continue;
        }
        /* KHR_materials_emissive_strength is used where both are there (HE-002). */
        if (yyjson_obj_get(extensions->value, "KHR_materials_emissive_strength") == NULL) {
            build->materials[i].emissive_strength = record.multiplier;
        }
    }
    return true;
}
