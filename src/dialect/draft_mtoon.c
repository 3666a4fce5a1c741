/*
 * VRMC_materials_mtoon as the draft of 2019 had it (MT-039, §4.10): the parameters of 0.x under new
 * names and in their old units, but for colors, which are linear. Textures are plain indices; in
 * drafts after it they are textureInfo already.
 */
#include "base/math.h"
#include "dialect/check.h"
#include "dialect/material.h"
#include "dialect/mtoon.h"

#include <float.h>
#include <string.h>

/* Keys that the draft alone has, and what they are now. */
static const char *const draft_keys[][2] = {
    {"renderMode", "alphaMode"},
    {"cullMode", "doubleSided"},
    {"litFactor", "baseColorFactor"},
    {"litMultiplyTexture", "baseColorTexture"},
    {"shadeFactor", "shadeColorFactor"},
    {"cutoutThresholdFactor", "alphaCutoff"},
    {"giIntensityFactor", "giEqualizationFactor"},
    {"normalScaleFactor", "normalTexture.scale"},
    {"emissionFactor", "emissiveFactor"},
    {"emissionMultiplyTexture", "emissiveTexture"},
    {"additiveTexture", "matcapTexture"},
    {"rimFactor", "parametricRimColorFactor"},
    {"rimFresnelPowerFactor", "parametricRimFresnelPowerFactor"},
    {"rimLiftFactor", "parametricRimLiftFactor"},
    {"outlineColorMode", "outlineLightingMixFactor"},
    {"outlineFactor", "outlineColorFactor"},
    {"mainTextureLeftBottomOriginScale", "KHR_texture_transform.scale"},
    {"mainTextureLeftBottomOriginOffset", "KHR_texture_transform.offset"},
};

enum { DRAFT_KEY_COUNT = sizeof draft_keys / sizeof draft_keys[0] };

/* What calls itself 1.0 or 1.0-beta is taken at its word, stray keys or not. */
bool vrmi_is_draft_mtoon(const vrmi_json *at) {
    yyjson_val *version = yyjson_obj_get(at->value, "specVersion");
    if (yyjson_equals_str(version, "1.0") || yyjson_equals_str(version, "1.0-beta")) return false;
    for (int i = 0; i < DRAFT_KEY_COUNT; ++i) {
        if (yyjson_obj_get(at->value, draft_keys[i][0]) != NULL) return true;
    }
    return false;
}

/* The draft's own names are reported in other files (DI-007). */
void vrmi_note_draft_mtoon(vrmi_build *build, const vrmi_json *at) {
    if (build->tables.dialect == VRM_DIALECT_1_DRAFT) return;
    for (int i = 0; i < DRAFT_KEY_COUNT; ++i) {
        if (yyjson_obj_get(at->value, draft_keys[i][0]) == NULL) continue;
        vrmi_note_alias(build, at, draft_keys[i][0], draft_keys[i][1]);
    }
}

/* --- Fields --- */

enum { RENDER_OPAQUE, RENDER_CUTOUT, RENDER_TRANSPARENT, RENDER_TRANSPARENT_Z_WRITE };

static const vrmi_json_choice render_modes[] = {
    {"opaque", RENDER_OPAQUE},
    {"cutout", RENDER_CUTOUT},
    {"transparent", RENDER_TRANSPARENT},
    {"transparentWithZWrite", RENDER_TRANSPARENT_Z_WRITE},
    {NULL, 0},
};

enum { CULL_OFF, CULL_FRONT, CULL_BACK };

static const vrmi_json_choice cull_modes[] = {
    {"off", CULL_OFF}, {"front", CULL_FRONT}, {"back", CULL_BACK}, {NULL, 0}};

static const vrmi_json_choice outline_modes[] = {
    {"none", VRM_OUTLINE_NONE},
    {"worldCoordinates", VRM_OUTLINE_WORLD_COORDINATES},
    {"screenCoordinates", VRM_OUTLINE_SCREEN_COORDINATES},
    {NULL, 0},
};

enum { OUTLINE_FIXED, OUTLINE_MIXED };

static const vrmi_json_choice outline_color_modes[] = {
    {"fixedColor", OUTLINE_FIXED}, {"mixedLighting", OUTLINE_MIXED}, {NULL, 0}};

enum {
    TEXTURE_LIT,
    TEXTURE_SHADE,
    TEXTURE_NORMAL,
    TEXTURE_EMISSION,
    TEXTURE_MATCAP,
    TEXTURE_RIM,
    TEXTURE_OUTLINE,
    TEXTURE_MASK,
    TEXTURE_COUNT
};

static const char *const texture_keys[TEXTURE_COUNT] = {
    "litMultiplyTexture",          "shadeMultiplyTexture",   "normalTexture",
    "emissionMultiplyTexture",     "additiveTexture",        "rimMultiplyTexture",
    "outlineWidthMultiplyTexture", "uvAnimationMaskTexture",
};

typedef struct draft_record {
    vrm_mtoon mtoon;
    float cutoff;
    float toony, shift, gi_intensity, normal_scale;
    float outline_width, outline_lighting_mix, rotation, scroll_y;
    float uv_scale[2], uv_offset[2]; /* V counted from the bottom */
    int32_t render_mode, cull_mode, outline_color_mode;
} draft_record;

enum { DRAFT_RENDER_MODE, DRAFT_UV_SCALE, DRAFT_UV_OFFSET, DRAFT_NORMAL_SCALE };

static const vrmi_json_field draft_fields[] = {
    [DRAFT_RENDER_MODE] =
        VRMI_FIELD_CHOICE(draft_record, render_mode, "renderMode", TEXT, render_modes, 0),
    [DRAFT_UV_SCALE] =
        VRMI_FIELD_FLOATS(draft_record, uv_scale, "mainTextureLeftBottomOriginScale", 2, 0, 0),
    [DRAFT_UV_OFFSET] =
        VRMI_FIELD_FLOATS(draft_record, uv_offset, "mainTextureLeftBottomOriginOffset", 2, 0, 0),
    [DRAFT_NORMAL_SCALE] = VRMI_FIELD(draft_record, normal_scale, "normalScaleFactor", FLOAT),
    VRMI_FIELD_CHOICE(draft_record, cull_mode, "cullMode", TEXT, cull_modes, 0),
    VRMI_FIELD(draft_record, mtoon.transparent_with_z_write, "transparentWithZWrite", BOOL),
    VRMI_FIELD(draft_record, mtoon.render_queue_offset, "renderQueueOffsetNumber", INTEGER),
    VRMI_FIELD_RANGE(draft_record, cutoff, "cutoutThresholdFactor", FLOAT, 0, 1),
    VRMI_FIELD_RANGE(draft_record, shift, "shadingShiftFactor", FLOAT, -1, 1),
    VRMI_FIELD_RANGE(draft_record, toony, "shadingToonyFactor", FLOAT, 0, 1),
    VRMI_FIELD_RANGE(draft_record, gi_intensity, "giIntensityFactor", FLOAT, 0, 1),
    VRMI_FIELD_RANGE(draft_record, mtoon.rim_lighting_mix_factor, "rimLightingMixFactor", FLOAT, 0,
                     1),
    VRMI_FIELD_RANGE(draft_record, mtoon.parametric_rim_fresnel_power_factor,
                     "rimFresnelPowerFactor", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(draft_record, mtoon.parametric_rim_lift_factor, "rimLiftFactor", FLOAT),
    VRMI_FIELD_CHOICE(draft_record, mtoon.outline_width_mode, "outlineWidthMode", TEXT,
                      outline_modes, 0),
    VRMI_FIELD_RANGE(draft_record, outline_width, "outlineWidthFactor", FLOAT, 0, FLT_MAX),
    VRMI_FIELD_CHOICE(draft_record, outline_color_mode, "outlineColorMode", TEXT,
                      outline_color_modes, 0),
    VRMI_FIELD_RANGE(draft_record, outline_lighting_mix, "outlineLightingMixFactor", FLOAT, 0, 1),
    VRMI_FIELD(draft_record, mtoon.uv_animation_scroll_x_speed_factor,
               "uvAnimationScrollXSpeedFactor", FLOAT),
    VRMI_FIELD(draft_record, scroll_y, "uvAnimationScrollYSpeedFactor", FLOAT),
    VRMI_FIELD(draft_record, rotation, "uvAnimationRotationSpeedFactor", FLOAT),
};

/* Three numbers or four: the draft does not say. `out` has as many as `count`, and keeps what is
 * not given. */
static bool read_color(vrmi_build *build, const vrmi_json *at, const char *key, float max,
                       uint32_t count, float *out) {
    size_t size = yyjson_arr_size(yyjson_obj_get(at->value, key));
    uint8_t wanted = size == 3 || size == 4 ? (uint8_t)size : (uint8_t)count;
    vrmi_json_field field = {key, (uint8_t)strlen(key), VRMI_JSON_FLOATS, wanted, 0, 0, 1, 0, max,
                             NULL};
    float color[4] = {0, 0, 0, 0};
    uint64_t found = vrmi_json_read(build->load, at, &field, 1, color);
    if (!vrmi_json_has(found, 0)) return false;
    memcpy(out, color, (wanted < count ? wanted : count) * sizeof color[0]);
    return true;
}

/* An index, or a textureInfo. */
static void read_texture(vrmi_build *build, const vrmi_json *at, const char *key,
                         vrm_texture_info *info) {
    vrmi_json from = vrmi_json_member(at, key);
    if (from.value == NULL) return;
    if (yyjson_is_obj(from.value)) {
        vrmi_read_texture_info(build->load, &from, info);
    } else {
        vrmi_json_index(build->load, &from, VRMI_TABLE_TEXTURES, &info->texture);
    }
}

/* All textures lie as the main one does, but for the matcap, which has no UV. */
static void place_textures(const draft_record *record, vrm_texture_info *const *infos) {
    for (int i = 0; i < TEXTURE_COUNT; ++i) {
        if (infos[i]->texture == VRM_NONE || i == TEXTURE_MATCAP) continue;
        infos[i]->scale.x = record->uv_scale[0];
        infos[i]->scale.y = record->uv_scale[1];
        infos[i]->offset.x = record->uv_offset[0];
        infos[i]->offset.y = 1 - record->uv_offset[1] - record->uv_scale[1]; /* from the top */
    }
}

static void read_textures(vrmi_build *build, const vrmi_json *at, uint64_t found,
                          const draft_record *record, vrm_material *material, vrm_mtoon *mtoon) {
    vrm_texture_info *const infos[TEXTURE_COUNT] = {
        &material->base_color_texture,
        &mtoon->shade_multiply_texture,
        &material->normal_texture,
        &material->emissive_texture,
        &mtoon->matcap_texture,
        &mtoon->rim_multiply_texture,
        &mtoon->outline_width_multiply_texture,
        &mtoon->uv_animation_mask_texture,
    };
    for (int i = 0; i < TEXTURE_COUNT; ++i) read_texture(build, at, texture_keys[i], infos[i]);
    if (mtoon->shade_multiply_texture.texture == VRM_NONE) {
        mtoon->shade_multiply_texture = material->base_color_texture;
    }
    if (vrmi_json_has(found, DRAFT_UV_SCALE) || vrmi_json_has(found, DRAFT_UV_OFFSET)) {
        place_textures(record, infos);
    }
    if (vrmi_json_has(found, DRAFT_NORMAL_SCALE)) {
        material->normal_texture.strength = record->normal_scale;
    }
    for (int i = 0; i < 3; ++i) {
        mtoon->matcap_factor[i] = mtoon->matcap_texture.texture != VRM_NONE ? 1.0f : 0.0f;
    }
}

static void read_colors(vrmi_build *build, const vrmi_json *at, vrm_material *material,
                        vrm_mtoon *mtoon) {
    /* The default of the draft, sRGB 0.97, 0.81, 0.86, as linear numbers (GV-083). */
    static const float shade[3] = {0.933107f, 0.620916f, 0.710566f};
    float emission[3];
    memcpy(mtoon->shade_color_factor, shade, sizeof shade);
    read_color(build, at, "litFactor", 1, 4, material->base_color_factor);
    read_color(build, at, "shadeFactor", 1, 3, mtoon->shade_color_factor);
    read_color(build, at, "rimFactor", 1, 3, mtoon->parametric_rim_color_factor);
    read_color(build, at, "outlineFactor", 1, 3, mtoon->outline_color_factor);
    if (read_color(build, at, "emissionFactor", FLT_MAX, 3, emission)) {
        vrmi_set_emission(material, emission);
    }
}

/* Centimeters become meters; percent of half the screen's height, parts of the height; turns,
 * radians; upwards is the other way (GV-088). */
static void convert_units(const draft_record *record, vrm_mtoon *mtoon) {
    float unit = mtoon->outline_width_mode == VRM_OUTLINE_WORLD_COORDINATES    ? 0.01f
                 : mtoon->outline_width_mode == VRM_OUTLINE_SCREEN_COORDINATES ? 0.005f
                                                                               : 0;
    mtoon->outline_width_factor = record->outline_width * unit;
    mtoon->outline_lighting_mix_factor =
        record->outline_color_mode == OUTLINE_MIXED ? record->outline_lighting_mix : 0;
    mtoon->uv_animation_scroll_y_speed_factor = 0.0f - record->scroll_y;
    mtoon->uv_animation_rotation_speed_factor =
        (float)((double)record->rotation * 6.283185307179586);
    vrmi_convert_shading(record->toony, record->shift, mtoon);
    mtoon->gi_equalization_factor = vrmi_saturate(1 - record->gi_intensity);
}

/* Defaults of 0.x, but for what the glTF material says already. */
static draft_record default_record(const vrm_material *material, const vrm_mtoon *mtoon) {
    draft_record record;
    memset(&record, 0, sizeof record);
    record.mtoon = *mtoon;
    record.mtoon.rim_lighting_mix_factor = 0;
    record.mtoon.parametric_rim_fresnel_power_factor = 1;
    record.cutoff = material->alpha_cutoff;
    record.toony = 0.9f;
    record.gi_intensity = 0.1f;
    record.outline_width = 0.5f;
    record.outline_lighting_mix = 1;
    record.uv_scale[0] = record.uv_scale[1] = 1;
    record.outline_color_mode = OUTLINE_FIXED;
    record.cull_mode = material->is_double_sided ? CULL_OFF : CULL_BACK;
    return record;
}

void vrmi_read_draft_mtoon(vrmi_build *build, const vrmi_json *at, uint32_t index) {
    vrm_material *material = &build->materials[index];
    draft_record record = default_record(material, &build->mtoons[index]);
    vrm_mtoon *mtoon = &record.mtoon;
    uint64_t found = VRMI_JSON_READ(build->load, at, draft_fields, &record);
    if (vrmi_json_has(found, DRAFT_RENDER_MODE)) {
        material->alpha_mode = record.render_mode == RENDER_OPAQUE   ? VRM_ALPHA_OPAQUE
                               : record.render_mode == RENDER_CUTOUT ? VRM_ALPHA_MASK
                                                                     : VRM_ALPHA_BLEND;
        mtoon->transparent_with_z_write = record.render_mode == RENDER_TRANSPARENT_Z_WRITE;
    }
    material->alpha_cutoff = record.cutoff;
    material->is_double_sided = record.cull_mode != CULL_BACK;
    read_colors(build, at, material, mtoon);
    read_textures(build, at, found, &record, material, mtoon);
    convert_units(&record, mtoon);
    vrmi_limit_render_queue(build, at, material->alpha_mode, mtoon);
    mtoon->is_present = 1;
    build->mtoons[index] = *mtoon;
}
