/*
 * materialProperties of 0.x: settings of Unity's shaders, converted to materials and MToon of 1.0
 * (§4.10, V0-042 … V0-045, V0-051 … V0-053).
 */
#include "base/math.h"
#include "base/text.h"
#include "dialect/material.h"
#include "dialect/vrm0.h"

#include <float.h>
#include <string.h>

/* --- What a set of properties can say --- */

enum {
    TEXTURE_MAIN,
    TEXTURE_SHADE,
    TEXTURE_BUMP,
    TEXTURE_EMISSION,
    TEXTURE_SPHERE_ADD,
    TEXTURE_RIM,
    TEXTURE_OUTLINE_WIDTH,
    TEXTURE_UV_MASK,
    TEXTURE_COUNT
};

typedef struct material_record {
    vrm_string shader;
    int32_t render_queue;
    yyjson_val *floats, *vectors, *textures, *keywords;
} material_record;

static const vrmi_json_field material_fields[] = {
    VRMI_FIELD(material_record, shader, "shader", STRING),
    VRMI_FIELD(material_record, render_queue, "renderQueue", INTEGER),
    VRMI_FIELD(material_record, floats, "floatProperties", OBJECT),
    VRMI_FIELD(material_record, vectors, "vectorProperties", OBJECT),
    VRMI_FIELD(material_record, textures, "textureProperties", OBJECT),
    VRMI_FIELD(material_record, keywords, "keywordMap", OBJECT),
};

typedef struct property_record {
    float cutoff, bump_scale;
    float shade_shift, shade_toony, indirect_light_intensity;
    float rim_lighting_mix, rim_fresnel_power, rim_lift;
    float outline_width, outline_lighting_mix;
    float scroll_x, scroll_y, rotation;
    float blend_mode, cull_mode, outline_width_mode, outline_color_mode, z_write;
    float color[4], shade_color[4], emission_color[4], rim_color[4], outline_color[4];
    float main_transform[4]; /* offset x, y, scale x, y; V counted from the bottom */
    int32_t textures[TEXTURE_COUNT];
    int32_t alpha_test, alpha_blend, outline_world, outline_screen, outline_mixed; /* keywords */
} property_record;

enum { FLOAT_BLEND_MODE, FLOAT_OUTLINE_WIDTH_MODE, FLOAT_OUTLINE_COLOR_MODE };

/* Values outside of their range are clamped and reported (MT-005). */
#define NUMBER(member, key) VRMI_FIELD(property_record, member, key, FLOAT)
#define NUMBER_IN(member, key, min, max)                                                           \
    VRMI_FIELD_RANGE(property_record, member, key, FLOAT, min, max)

static const vrmi_json_field float_fields[] = {
    [FLOAT_BLEND_MODE] = NUMBER(blend_mode, "_BlendMode"),
    [FLOAT_OUTLINE_WIDTH_MODE] = NUMBER(outline_width_mode, "_OutlineWidthMode"),
    [FLOAT_OUTLINE_COLOR_MODE] = NUMBER(outline_color_mode, "_OutlineColorMode"),
    NUMBER(cull_mode, "_CullMode"),
    NUMBER(z_write, "_ZWrite"),
    NUMBER_IN(cutoff, "_Cutoff", 0, 1),
    NUMBER(bump_scale, "_BumpScale"),
    NUMBER_IN(shade_shift, "_ShadeShift", -1, 1),
    NUMBER_IN(shade_toony, "_ShadeToony", 0, 1),
    NUMBER_IN(indirect_light_intensity, "_IndirectLightIntensity", 0, 1),
    NUMBER_IN(rim_lighting_mix, "_RimLightingMix", 0, 1),
    NUMBER_IN(rim_fresnel_power, "_RimFresnelPower", 0, FLT_MAX),
    NUMBER(rim_lift, "_RimLift"),
    NUMBER_IN(outline_width, "_OutlineWidth", 0, FLT_MAX),
    NUMBER_IN(outline_lighting_mix, "_OutlineLightingMix", 0, 1),
    NUMBER(scroll_x, "_UvAnimScrollX"),
    NUMBER(scroll_y, "_UvAnimScrollY"),
    NUMBER_IN(rotation, "_UvAnimRotation", -1e6f, 1e6f), /* turns a second */
};

static const vrmi_json_field vector_fields[] = {
    VRMI_FIELD_FLOATS(property_record, color, "_Color", 4, 0, 1),
    VRMI_FIELD_FLOATS(property_record, shade_color, "_ShadeColor", 4, 0, 1),
    VRMI_FIELD_FLOATS(property_record, emission_color, "_EmissionColor", 4, 0, FLT_MAX),
    VRMI_FIELD_FLOATS(property_record, rim_color, "_RimColor", 4, 0, 1),
    VRMI_FIELD_FLOATS(property_record, outline_color, "_OutlineColor", 4, 0, 1),
    VRMI_FIELD_FLOATS(property_record, main_transform, "_MainTex", 4, 0, 0),
};

#define TEXTURE(which, key)                                                                        \
    VRMI_FIELD_INDEX(property_record, textures[which], key, VRMI_TABLE_TEXTURES, 0)

static const vrmi_json_field texture_fields[] = {
    TEXTURE(TEXTURE_MAIN, "_MainTex"),
    TEXTURE(TEXTURE_SHADE, "_ShadeTexture"),
    TEXTURE(TEXTURE_BUMP, "_BumpMap"),
    TEXTURE(TEXTURE_EMISSION, "_EmissionMap"),
    TEXTURE(TEXTURE_SPHERE_ADD, "_SphereAdd"),
    TEXTURE(TEXTURE_RIM, "_RimTexture"),
    TEXTURE(TEXTURE_OUTLINE_WIDTH, "_OutlineWidthTexture"),
    TEXTURE(TEXTURE_UV_MASK, "_UvAnimMaskTexture"),
};

/* A keyword counts where it is true (V0-053). */
static const vrmi_json_field keyword_fields[] = {
    VRMI_FIELD(property_record, alpha_test, "_ALPHATEST_ON", BOOL),
    VRMI_FIELD(property_record, alpha_blend, "_ALPHABLEND_ON", BOOL),
    VRMI_FIELD(property_record, outline_world, "MTOON_OUTLINE_WIDTH_WORLD", BOOL),
    VRMI_FIELD(property_record, outline_screen, "MTOON_OUTLINE_WIDTH_SCREEN", BOOL),
    VRMI_FIELD(property_record, outline_mixed, "MTOON_OUTLINE_COLOR_MIXED", BOOL),
};

/* The defaults of the shader itself. */
static property_record default_properties(void) {
    static const float white[4] = {1, 1, 1, 1};
    static const float shade[4] = {0.97f, 0.81f, 0.86f, 1};
    static const float transform[4] = {0, 0, 1, 1};
    property_record record;
    memset(&record, 0, sizeof record);
    memcpy(record.color, white, sizeof white);
    memcpy(record.shade_color, shade, sizeof shade);
    memcpy(record.main_transform, transform, sizeof transform);
    record.cutoff = 0.5f;
    record.bump_scale = 1;
    record.shade_toony = 0.9f;
    record.indirect_light_intensity = 0.1f;
    record.rim_fresnel_power = 1;
    record.outline_width = 0.5f;
    record.outline_lighting_mix = 1;
    record.cull_mode = 2;
    for (int i = 0; i < TEXTURE_COUNT; ++i) record.textures[i] = VRM_NONE;
    return record;
}

/* --- Modes (V0-053) --- */

enum { BLEND_OPAQUE, BLEND_CUTOUT, BLEND_TRANSPARENT, BLEND_TRANSPARENT_Z_WRITE };
enum { CULL_OFF, CULL_FRONT, CULL_BACK };
enum { OUTLINE_COLOR_FIXED, OUTLINE_COLOR_MIXED };

/* Modes are floats in Unity. One that there is not is the first, which is "nothing special". */
static int32_t get_mode(float value, int32_t count) {
    return value > 0 && value < (float)count - 0.5f ? (int32_t)(value + 0.5f) : 0;
}

/* The float of a mode decides; only where it is absent do the keywords. */
static void settle_modes(uint64_t floats, property_record *record) {
    if (!vrmi_json_has(floats, FLOAT_BLEND_MODE)) {
        record->blend_mode =
            (float)(record->alpha_blend
                        ? (record->z_write > 0.5f ? BLEND_TRANSPARENT_Z_WRITE : BLEND_TRANSPARENT)
                    : record->alpha_test ? BLEND_CUTOUT
                                         : BLEND_OPAQUE);
    }
    if (!vrmi_json_has(floats, FLOAT_OUTLINE_WIDTH_MODE)) {
        record->outline_width_mode =
            (float)(record->outline_world    ? VRM_OUTLINE_WORLD_COORDINATES
                    : record->outline_screen ? VRM_OUTLINE_SCREEN_COORDINATES
                                             : VRM_OUTLINE_NONE);
    }
    if (!vrmi_json_has(floats, FLOAT_OUTLINE_COLOR_MODE)) {
        record->outline_color_mode =
            (float)(record->outline_mixed ? OUTLINE_COLOR_MIXED : OUTLINE_COLOR_FIXED);
    }
}

static property_record read_properties(vrmi_build *build, const vrmi_json *at,
                                       const material_record *material) {
    property_record record = default_properties();
    vrmi_json floats = vrmi_json_at(at, "floatProperties", material->floats);
    vrmi_json vectors = vrmi_json_at(at, "vectorProperties", material->vectors);
    vrmi_json textures = vrmi_json_at(at, "textureProperties", material->textures);
    vrmi_json keywords = vrmi_json_at(at, "keywordMap", material->keywords);
    uint64_t found = VRMI_JSON_READ(build->load, &floats, float_fields, &record);
    VRMI_JSON_READ(build->load, &vectors, vector_fields, &record);
    VRMI_JSON_READ(build->load, &textures, texture_fields, &record);
    VRMI_JSON_READ(build->load, &keywords, keyword_fields, &record);
    settle_modes(found, &record);
    return record;
}

/* --- Conversion --- */

static void convert_color(const float encoded[4], float out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = vrmi_srgb_to_linear(encoded[i]);
}

/* All textures lie as the main one does, but for the sphere map (which has no UV). */
static vrm_texture_info convert_texture(const property_record *record, int which) {
    const float *transform = record->main_transform;
    vrm_texture_info info = {record->textures[which], 0, {0, 0}, {1, 1}, 0, 1};
    if (info.texture == VRM_NONE || which == TEXTURE_SPHERE_ADD) return info;
    info.scale.x = transform[2];
    info.scale.y = transform[3];
    info.offset.x = transform[0];
    info.offset.y = vrmi_flip_v(transform[1], transform[3]);
    return info;
}

static void set_blending(const property_record *record, vrm_material *material, vrm_mtoon *mtoon) {
    int32_t mode = get_mode(record->blend_mode, BLEND_TRANSPARENT_Z_WRITE + 1);
    material->alpha_mode = mode == BLEND_OPAQUE   ? VRM_ALPHA_OPAQUE
                           : mode == BLEND_CUTOUT ? VRM_ALPHA_MASK
                                                  : VRM_ALPHA_BLEND;
    material->alpha_cutoff = record->cutoff;
    /* To cull the front has no equal in glTF: both sides are drawn. */
    material->is_double_sided = get_mode(record->cull_mode, CULL_BACK + 1) != CULL_BACK;
    mtoon->transparent_with_z_write = mode == BLEND_TRANSPARENT_Z_WRITE;
}

/* Centimeters become meters; percent of half the screen's height, parts of the height (GV-088). */
static void set_outline(const property_record *record, vrm_mtoon *mtoon) {
    mtoon->outline_width_mode =
        get_mode(record->outline_width_mode, VRM_OUTLINE_SCREEN_COORDINATES + 1);
    mtoon->outline_width_factor =
        mtoon->outline_width_mode == VRM_OUTLINE_NONE
            ? 0
            : record->outline_width *
                  (mtoon->outline_width_mode == VRM_OUTLINE_WORLD_COORDINATES ? 0.01f : 0.005f);
    mtoon->outline_width_multiply_texture = convert_texture(record, TEXTURE_OUTLINE_WIDTH);
    convert_color(record->outline_color, mtoon->outline_color_factor);
    mtoon->outline_lighting_mix_factor =
        get_mode(record->outline_color_mode, OUTLINE_COLOR_MIXED + 1) == OUTLINE_COLOR_MIXED
            ? record->outline_lighting_mix
            : 0;
}

static vrm_mtoon blank_mtoon(void) {
    const vrm_texture_info none = {VRM_NONE, 0, {0, 0}, {1, 1}, 0, 1};
    vrm_mtoon mtoon;
    memset(&mtoon, 0, sizeof mtoon);
    mtoon.is_present = 1;
    mtoon.shade_multiply_texture = none;
    mtoon.shading_shift_texture = none;
    mtoon.matcap_texture = none;
    mtoon.rim_multiply_texture = none;
    mtoon.outline_width_multiply_texture = none;
    mtoon.uv_animation_mask_texture = none;
    return mtoon;
}

/* The table of §4.10, row by row (V0-043). */
static void convert_mtoon(const property_record *record, vrm_material *material, vrm_mtoon *out) {
    vrm_mtoon mtoon = blank_mtoon();
    bool has_shade = record->textures[TEXTURE_SHADE] != VRM_NONE;
    set_blending(record, material, &mtoon);
    convert_color(record->color, material->base_color_factor);
    material->base_color_factor[3] = record->color[3];
    material->base_color_texture = convert_texture(record, TEXTURE_MAIN);
    convert_color(record->shade_color, mtoon.shade_color_factor);
    mtoon.shade_multiply_texture =
        convert_texture(record, has_shade ? TEXTURE_SHADE : TEXTURE_MAIN);
    material->normal_texture = convert_texture(record, TEXTURE_BUMP);
    material->normal_texture.strength = record->bump_scale;
    vrmi_convert_shading(record->shade_toony, record->shade_shift, &mtoon);
    mtoon.gi_equalization_factor = vrmi_saturate(1 - record->indirect_light_intensity);
    vrmi_set_emission(material, record->emission_color);
    material->emissive_texture = convert_texture(record, TEXTURE_EMISSION);
    mtoon.matcap_texture = convert_texture(record, TEXTURE_SPHERE_ADD);
    for (int i = 0; i < 3; ++i) {
        mtoon.matcap_factor[i] = mtoon.matcap_texture.texture != VRM_NONE ? 1.0f : 0.0f;
    }
    convert_color(record->rim_color, mtoon.parametric_rim_color_factor);
    mtoon.parametric_rim_fresnel_power_factor = record->rim_fresnel_power;
    mtoon.parametric_rim_lift_factor = record->rim_lift;
    mtoon.rim_multiply_texture = convert_texture(record, TEXTURE_RIM);
    mtoon.rim_lighting_mix_factor = record->rim_lighting_mix;
    set_outline(record, &mtoon);
    mtoon.uv_animation_mask_texture = convert_texture(record, TEXTURE_UV_MASK);
    mtoon.uv_animation_scroll_x_speed_factor = record->scroll_x;
    mtoon.uv_animation_scroll_y_speed_factor = 0.0f - record->scroll_y;
    mtoon.uv_animation_rotation_speed_factor = record->rotation * (2 * VRMI_PI);
    *out = mtoon;
}

/* V0-044: as MToon that nothing lights; what is seen is its emission, which is the texture. Toony 1
 * and no shift leave black on both sides. */
static void convert_unlit_z_write(const property_record *record, vrm_material *material,
                                  vrm_mtoon *out) {
    vrm_mtoon mtoon = blank_mtoon();
    float emission[3];
    convert_color(record->color, emission);
    memset(material->base_color_factor, 0, sizeof material->base_color_factor);
    material->base_color_factor[3] = record->color[3];
    material->base_color_texture = convert_texture(record, TEXTURE_MAIN);
    vrmi_set_emission(material, emission);
    material->emissive_texture = material->base_color_texture;
    material->alpha_mode = VRM_ALPHA_BLEND;
    mtoon.transparent_with_z_write = 1;
    mtoon.shading_toony_factor = 1;
    mtoon.parametric_rim_fresnel_power_factor = 1;
    *out = mtoon;
}

static void convert_unlit(const property_record *record, int32_t alpha_mode, bool has_texture,
                          vrm_material *material) {
    static const float black[3] = {0, 0, 0};
    for (int i = 0; i < 4; ++i) material->base_color_factor[i] = 1;
    if (has_texture) {
        material->base_color_texture = convert_texture(record, TEXTURE_MAIN);
    } else {
        material->base_color_texture.texture = VRM_NONE;
        convert_color(record->color, material->base_color_factor);
        material->base_color_factor[3] = record->color[3];
    }
    vrmi_set_emission(material, black);
    material->emissive_texture.texture = VRM_NONE;
    material->alpha_mode = alpha_mode;
    if (alpha_mode == VRM_ALPHA_MASK) material->alpha_cutoff = record->cutoff;
    material->is_unlit = 1;
}

/* --- Emission of older exporters (V0-051) --- */

/* Whether UniVRM before 0.107 wrote the file: "UniVRM-0.106.0". */
static bool has_gamma_emission(vrm_string exporter) {
    static const char prefix[] = "UniVRM-0.";
    const uint32_t start = sizeof prefix - 1;
    vrm_string minor;
    uint64_t number;
    if (exporter.length < start || memcmp(exporter.data, prefix, start) != 0) return false;
    minor.data = exporter.data + start;
    minor.length = 0;
    while (minor.data[minor.length] >= '0' && minor.data[minor.length] <= '9') ++minor.length;
    return vrmi_parse_u64(minor, &number) && number < 107;
}

static void mend_emission(vrmi_build *build, const vrmi_json *at, vrm_material *material) {
    float linear[3];
    bool is_black = true;
    for (int i = 0; i < 3; ++i) {
        float encoded = material->emissive_factor[i] * material->emissive_strength;
        linear[i] = encoded < 1 ? vrmi_srgb_to_linear(encoded) : vrmi_pow(encoded, 2.2f);
        if (encoded > 0) is_black = false;
    }
    if (is_black) return;
    vrmi_set_emission(material, linear);
    vrmi_load_found(build->load, VRMI_MATERIAL_EMISSION, at, NULL);
}

/* --- Shaders --- */

typedef enum shader_kind {
    SHADER_GLTF,     /* the glTF material counts: VRM_USE_GLTFSHADER */
    SHADER_STANDARD, /* likewise; old names of it */
    SHADER_MTOON,
    SHADER_UNLIT_OPAQUE,
    SHADER_UNLIT_MASK,
    SHADER_UNLIT_BLEND,
    SHADER_UNLIT_COLOR,
    SHADER_UNLIT_Z_WRITE
} shader_kind;

static const vrmi_json_choice shaders[] = {
    {"VRM/MToon", SHADER_MTOON},
    {"VRM_USE_GLTFSHADER", SHADER_GLTF},
    {"Standard", SHADER_STANDARD},
    {"UniGLTF/UniUnlit", SHADER_STANDARD},
    {"VRM/UnlitTexture", SHADER_UNLIT_OPAQUE},
    {"Unlit/Texture", SHADER_UNLIT_OPAQUE},
    {"VRM/UnlitCutout", SHADER_UNLIT_MASK},
    {"Unlit/Transparent Cutout", SHADER_UNLIT_MASK},
    {"VRM/UnlitTransparent", SHADER_UNLIT_BLEND},
    {"Unlit/Transparent", SHADER_UNLIT_BLEND},
    {"Unlit/Color", SHADER_UNLIT_COLOR},
    {"VRM/UnlitTransparentZWrite", SHADER_UNLIT_Z_WRITE},
    {NULL, 0},
};

static shader_kind find_shader(vrmi_build *build, const vrmi_json *at, vrm_string name) {
    vrmi_json shader = vrmi_json_at(at, "shader", NULL);
    for (const vrmi_json_choice *choice = shaders; choice->name != NULL; ++choice) {
        if (vrmi_string_equals(name, choice->name)) return (shader_kind)choice->value;
    }
    /* An unknown shader leaves the glTF material as it is (V0-045). */
    if (name.length != 0) {
        vrmi_load_found(build->load, VRMI_MATERIAL_SHADER, &shader, VRMI_WITH(vrmi_quoted(name)));
    }
    return SHADER_STANDARD;
}

/* Instead of a render queue: the material has an offset already, from VRMC_materials_mtoon. */
#define HAS_OFFSET INT32_MIN

/* Returns the render queue; -1: the default of the material's class. */
static int32_t read_material(vrmi_build *build, const vrmi_json *at, bool is_emission_gamma,
                             vrm_material *material, vrm_mtoon *mtoon) {
    material_record record;
    property_record properties;
    shader_kind kind;
    memset(&record, 0, sizeof record);
    record.shader = vrmi_string_from("");
    record.render_queue = -1;
    VRMI_JSON_READ(build->load, at, material_fields, &record);
    kind = find_shader(build, at, record.shader);
    if (kind == SHADER_GLTF && is_emission_gamma && !material->is_unlit) {
        mend_emission(build, at, material);
    }
    if (record.render_queue < 0) record.render_queue = -1;
    if (kind == SHADER_GLTF || kind == SHADER_STANDARD) {
        return mtoon->is_present ? HAS_OFFSET : record.render_queue;
    }
    properties = read_properties(build, at, &record);
    if (kind == SHADER_MTOON) {
        convert_mtoon(&properties, material, mtoon);
    } else if (kind == SHADER_UNLIT_Z_WRITE) {
        convert_unlit_z_write(&properties, material, mtoon);
    } else {
        convert_unlit(&properties,
                      kind == SHADER_UNLIT_MASK    ? VRM_ALPHA_MASK
                      : kind == SHADER_UNLIT_BLEND ? VRM_ALPHA_BLEND
                                                   : VRM_ALPHA_OPAQUE,
                      kind != SHADER_UNLIT_COLOR, material);
        mtoon->is_present = 0;
        mtoon->transparent_with_z_write = 0;
    }
    return record.render_queue;
}

/* --- Render queues (V0-052) --- */

enum { MAX_RANKS = 10 };

/* The queues of one class, the one that gets offset 0 first. More than the ten that an offset can
 * tell apart are not kept, so that a million of materials costs no more than a million steps. */
typedef struct queue_ranks {
    int32_t keys[MAX_RANKS]; /* ascending */
    uint32_t count;
    bool has_more;
} queue_ranks;

static void add_queue(queue_ranks *ranks, int32_t key) {
    uint32_t place = 0;
    while (place < ranks->count && ranks->keys[place] < key) ++place;
    if (place < ranks->count && ranks->keys[place] == key) return;
    if (ranks->count == MAX_RANKS) {
        ranks->has_more = true;
        if (place == MAX_RANKS) return;
    } else {
        ranks->count += 1;
    }
    for (uint32_t i = ranks->count - 1; i > place; --i) ranks->keys[i] = ranks->keys[i - 1];
    ranks->keys[place] = key;
}

static int32_t rank_of(const queue_ranks *ranks, int32_t key) {
    uint32_t place = 0;
    while (place < MAX_RANKS - 1 && place < ranks->count && ranks->keys[place] < key) ++place;
    return (int32_t)place;
}

/* Opaque and masked materials have no order. Of those that blend and write depth the lowest queue
 * has offset 0, of the others the highest: their keys are negative. Queues are 0 or more. */
static bool get_queue_key(const vrm_material *material, const vrm_mtoon *mtoon, int32_t queue,
                          int32_t *out) {
    if (material->alpha_mode != VRM_ALPHA_BLEND || queue == HAS_OFFSET) return false;
    if (queue < 0) queue = mtoon->transparent_with_z_write ? 2501 : 3000;
    *out = mtoon->transparent_with_z_write ? queue : -queue;
    return true;
}

static void rank_queues(vrmi_build *build, const vrmi_json *at, const int32_t *queues) {
    queue_ranks ranks[2]; /* without and with depth */
    int32_t key;
    memset(ranks, 0, sizeof ranks);
    for (uint32_t i = 0; i < build->gltf->material_count; ++i) {
        const vrm_mtoon *mtoon = &build->mtoons[i];
        if (get_queue_key(&build->materials[i], mtoon, queues[i], &key)) {
            add_queue(&ranks[mtoon->transparent_with_z_write], key);
        }
    }
    for (uint32_t i = 0; i < build->gltf->material_count; ++i) {
        vrm_mtoon *mtoon = &build->mtoons[i];
        if (!get_queue_key(&build->materials[i], mtoon, queues[i], &key)) continue;
        mtoon->render_queue_offset = rank_of(&ranks[mtoon->transparent_with_z_write], key);
        if (!mtoon->transparent_with_z_write) {
            mtoon->render_queue_offset = -mtoon->render_queue_offset;
        }
    }
    if (ranks[0].has_more || ranks[1].has_more) {
        vrmi_load_found(build->load, VRMI_MATERIAL_QUEUES, at, VRMI_WITH(vrmi_unsigned(MAX_RANKS)));
    }
}

bool vrmi_read_vrm0_materials(vrmi_build *build, const vrmi_json *array, vrm_string exporter) {
    uint32_t count = build->gltf->material_count;
    bool is_emission_gamma = has_gamma_emission(exporter);
    int32_t *queues = VRMI_TAKE(build->load->arena, int32_t, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (queues == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < count; ++i) queues[i] = build->mtoons[i].is_present ? HAS_OFFSET : -1;
    while (vrmi_json_next(&each) && each.item.index < count) {
        uint32_t i = each.item.index;
        if (!vrmi_load_goes_on(build->load)) return false;
        queues[i] = read_material(build, &each.item, is_emission_gamma, &build->materials[i],
                                  &build->mtoons[i]);
    }
    /* The n-th properties belong to the n-th material; the rest is ignored (V0-042). */
    if (vrmi_json_size(array) > count) {
        vrmi_load_found(build->load, VRMI_MATERIAL_PROPERTIES, array,
                        VRMI_WITH(vrmi_unsigned(vrmi_json_size(array)), vrmi_unsigned(count)));
    }
    rank_queues(build, array, queues);
    return true;
}
