/* Materials with all that MToon adds, and images by content. */
#include "author/diff/diff.h"

#include "base/text.h"

#include <stddef.h>

/* --- Textures --- */

static void add_header(vrmi_diff_subject *text, const vrm_image_header *header) {
    vrmi_subject_add_number(text, header->width);
    vrmi_subject_add(text, "x");
    vrmi_subject_add_number(text, header->height);
    vrmi_subject_add(text, " ");
    vrmi_subject_add(text, vrm_image_format_name(header->format));
}

/* A field of a field, such as baseColorTexture.scale. */
static const char *field_of(const char *field, const char *name, char out[96]) {
    vrmi_text text = vrmi_text_make(out, 96);
    vrmi_text_append(&text, field);
    vrmi_text_append(&text, ".");
    vrmi_text_append(&text, name);
    return out;
}

/* An image as people identify it: name, size and format. */
static const char *image_text(vrmi_diff_list *list, const vrmi_diff_file *file, int32_t image) {
    vrm_image_header header = {0};
    vrm_string name;
    vrmi_diff_subject text;
    if (image == VRM_NONE) return "none";
    name = file->gltf->images[image].name;
    if (name.length == 0) name = file->gltf->images[image].uri;
    vrm_model_get_image_header(file->model, image, &header);
    if (name.length != 0) {
        vrmi_subject_words(&text, VRM_DIFF_PART_IMAGES, "\"");
        vrmi_subject_add_name(&text, name);
        vrmi_subject_add(&text, "\"");
    } else {
        vrmi_subject_number(&text, VRM_DIFF_PART_IMAGES, "image ", (uint32_t)image);
    }
    vrmi_subject_add(&text, " ");
    add_header(&text, &header);
    return vrmi_diff_copy(list, text.name);
}

static int32_t image_of(const vrmi_diff_file *file, const vrm_texture_info *info) {
    return info->texture != VRM_NONE ? file->gltf->textures[info->texture].image : VRM_NONE;
}

static void compare_samplers(vrm_diff *pair, const vrmi_diff_subject *subject, const char *field,
                             int32_t a, int32_t b) {
    static const vrm_sampler plain = {{"", 0}, 0, 0, 10497, 10497};
    const vrm_sampler *in_a = a != VRM_NONE ? &pair->a.gltf->samplers[a] : &plain;
    const vrm_sampler *in_b = b != VRM_NONE ? &pair->b.gltf->samplers[b] : &plain;
    const struct {
        const char *name;
        int32_t a, b;
    } rows[] = {
        {"magFilter", in_a->mag_filter, in_b->mag_filter},
        {"minFilter", in_a->min_filter, in_b->min_filter},
        {"wrapS", in_a->wrap_s != 0 ? in_a->wrap_s : 10497,
         in_b->wrap_s != 0 ? in_b->wrap_s : 10497},
        {"wrapT", in_a->wrap_t != 0 ? in_a->wrap_t : 10497,
         in_b->wrap_t != 0 ? in_b->wrap_t : 10497},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char name[96];
        vrmi_compare_wholes(&pair->list, subject, field_of(field, rows[i].name, name), rows[i].a,
                            rows[i].b);
    }
}

static void compare_textures(vrm_diff *pair, const vrmi_diff_subject *subject, const char *field,
                             const vrm_texture_info *a, const vrm_texture_info *b) {
    vrmi_diff_list *list = &pair->list;
    int32_t from = image_of(&pair->a, a), to = image_of(&pair->b, b);
    int32_t in_a = from != VRM_NONE ? pair->content_a[from] : VRM_NONE;
    int32_t in_b = to != VRM_NONE ? pair->content_b[to] : VRM_NONE;
    const float transform_a[] = {a->offset.x, a->offset.y, a->scale.x, a->scale.y, a->rotation};
    const float transform_b[] = {b->offset.x, b->offset.y, b->scale.x, b->scale.y, b->rotation};
    char name[96];
    if ((a->texture == VRM_NONE) != (b->texture == VRM_NONE)) {
        vrmi_diff_add(list, subject, a->texture == VRM_NONE ? VRM_DIFF_ADDED : VRM_DIFF_REMOVED,
                      field, a->texture == VRM_NONE ? "" : image_text(list, &pair->a, from),
                      b->texture == VRM_NONE ? "" : image_text(list, &pair->b, to));
        return;
    }
    if (a->texture == VRM_NONE) return;
    /* An image that has changed itself is reported once, among the images. */
    if (in_a != in_b && !vrmi_diff_same_index(&pair->images, from, to)) {
        vrmi_diff_add(list, subject, VRM_DIFF_CHANGED, field, image_text(list, &pair->a, from),
                      image_text(list, &pair->b, to));
    }
    vrmi_compare_wholes(list, subject, field_of(field, "texCoord", name), a->tex_coord,
                        b->tex_coord);
    vrmi_compare_numbers(list, subject, field_of(field, "transform", name), transform_a,
                         transform_b, 5);
    vrmi_compare_number(list, subject, field_of(field, "scale", name), a->strength, b->strength);
    compare_samplers(pair, subject, field, pair->a.gltf->textures[a->texture].sampler,
                     pair->b.gltf->textures[b->texture].sampler);
}

/* --- Materials --- */

/* The rows of a struct: the name of a field, its offset, and its number of floats. A texture has
 * none. */
typedef struct material_row {
    const char *field;
    size_t offset;
    uint32_t floats;
} material_row;

static const material_row material_rows[] = {
    {"baseColorFactor", offsetof(vrm_material, base_color_factor), 4},
    {"emissiveFactor", offsetof(vrm_material, emissive_factor), 3},
    {"emissiveStrength", offsetof(vrm_material, emissive_strength), 1},
    {"metallicFactor", offsetof(vrm_material, metallic_factor), 1},
    {"roughnessFactor", offsetof(vrm_material, roughness_factor), 1},
    {"baseColorTexture", offsetof(vrm_material, base_color_texture), 0},
    {"metallicRoughnessTexture", offsetof(vrm_material, metallic_roughness_texture), 0},
    {"normalTexture", offsetof(vrm_material, normal_texture), 0},
    {"occlusionTexture", offsetof(vrm_material, occlusion_texture), 0},
    {"emissiveTexture", offsetof(vrm_material, emissive_texture), 0},
};

static const material_row mtoon_rows[] = {
    {"shadeColorFactor", offsetof(vrm_mtoon, shade_color_factor), 3},
    {"shadingShiftFactor", offsetof(vrm_mtoon, shading_shift_factor), 1},
    {"shadingToonyFactor", offsetof(vrm_mtoon, shading_toony_factor), 1},
    {"giEqualizationFactor", offsetof(vrm_mtoon, gi_equalization_factor), 1},
    {"matcapFactor", offsetof(vrm_mtoon, matcap_factor), 3},
    {"parametricRimColorFactor", offsetof(vrm_mtoon, parametric_rim_color_factor), 3},
    {"rimLightingMixFactor", offsetof(vrm_mtoon, rim_lighting_mix_factor), 1},
    {"parametricRimFresnelPowerFactor", offsetof(vrm_mtoon, parametric_rim_fresnel_power_factor),
     1},
    {"parametricRimLiftFactor", offsetof(vrm_mtoon, parametric_rim_lift_factor), 1},
    {"outlineWidthFactor", offsetof(vrm_mtoon, outline_width_factor), 1},
    {"outlineColorFactor", offsetof(vrm_mtoon, outline_color_factor), 3},
    {"outlineLightingMixFactor", offsetof(vrm_mtoon, outline_lighting_mix_factor), 1},
    {"uvAnimationScrollXSpeedFactor", offsetof(vrm_mtoon, uv_animation_scroll_x_speed_factor), 1},
    {"uvAnimationScrollYSpeedFactor", offsetof(vrm_mtoon, uv_animation_scroll_y_speed_factor), 1},
    {"uvAnimationRotationSpeedFactor", offsetof(vrm_mtoon, uv_animation_rotation_speed_factor), 1},
    {"shadeMultiplyTexture", offsetof(vrm_mtoon, shade_multiply_texture), 0},
    {"shadingShiftTexture", offsetof(vrm_mtoon, shading_shift_texture), 0},
    {"matcapTexture", offsetof(vrm_mtoon, matcap_texture), 0},
    {"rimMultiplyTexture", offsetof(vrm_mtoon, rim_multiply_texture), 0},
    {"outlineWidthMultiplyTexture", offsetof(vrm_mtoon, outline_width_multiply_texture), 0},
    {"uvAnimationMaskTexture", offsetof(vrm_mtoon, uv_animation_mask_texture), 0},
};

static void compare_rows(vrm_diff *pair, const vrmi_diff_subject *subject, const void *a,
                         const void *b, const material_row *rows, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const void *in_a = (const char *)a + rows[i].offset;
        const void *in_b = (const char *)b + rows[i].offset;
        if (rows[i].floats == 0) {
            compare_textures(pair, subject, rows[i].field, in_a, in_b);
        } else {
            vrmi_compare_numbers(&pair->list, subject, rows[i].field, in_a, in_b, rows[i].floats);
        }
    }
}

static void compare_mtoons(vrm_diff *pair, const vrmi_diff_subject *subject, const vrm_mtoon *a,
                           const vrm_mtoon *b) {
    static const char *const modes[] = {"none", "worldCoordinates", "screenCoordinates"};
    vrmi_diff_list *list = &pair->list;
    if (a->is_present != b->is_present) {
        vrmi_diff_add(list, subject, VRM_DIFF_CHANGED, "shader", a->is_present ? "MToon" : "glTF",
                      b->is_present ? "MToon" : "glTF");
        return;
    }
    if (!a->is_present) return;
    vrmi_compare_flags(list, subject, "transparentWithZWrite", a->transparent_with_z_write != 0,
                       b->transparent_with_z_write != 0);
    vrmi_compare_wholes(list, subject, "renderQueueOffsetNumber", a->render_queue_offset,
                        b->render_queue_offset);
    vrmi_compare_words(list, subject, "outlineWidthMode", modes[a->outline_width_mode],
                       modes[b->outline_width_mode]);
    compare_rows(pair, subject, a, b, mtoon_rows, sizeof mtoon_rows / sizeof mtoon_rows[0]);
}

static void compare_materials(vrm_diff *pair, uint32_t index, int32_t other) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    const vrm_tables *in_a = pair->a.tables, *in_b = pair->b.tables;
    const vrm_material *a = &in_a->materials[index], *b = &in_b->materials[other];
    vrmi_diff_list *list = &pair->list;
    vrmi_diff_subject subject;
    vrmi_subject_name(&subject, VRM_DIFF_PART_MATERIALS, a->name);
    vrmi_compare_names(list, &subject, a->name, b->name);
    vrmi_compare_words(list, &subject, "alphaMode", modes[a->alpha_mode], modes[b->alpha_mode]);
    if (a->alpha_mode == VRM_ALPHA_MASK && b->alpha_mode == VRM_ALPHA_MASK) {
        vrmi_compare_number(list, &subject, "alphaCutoff", a->alpha_cutoff, b->alpha_cutoff);
    }
    vrmi_compare_flags(list, &subject, "doubleSided", a->is_double_sided != 0,
                       b->is_double_sided != 0);
    vrmi_compare_flags(list, &subject, "KHR_materials_unlit", a->is_unlit != 0, b->is_unlit != 0);
    compare_rows(pair, &subject, a, b, material_rows,
                 sizeof material_rows / sizeof material_rows[0]);
    compare_mtoons(pair, &subject, &in_a->mtoons[index], &in_b->mtoons[other]);
}

void vrmi_diff_materials(vrm_diff *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    vrmi_diff_subject subject;
    for (uint32_t i = 0; i < a->material_count; ++i) {
        if (pair->materials.to_b[i] != VRM_NONE) {
            compare_materials(pair, i, pair->materials.to_b[i]);
        } else {
            vrmi_subject_name(&subject, VRM_DIFF_PART_MATERIALS, a->materials[i].name);
            vrmi_diff_removed(&pair->list, &subject);
        }
    }
    for (uint32_t i = 0; i < b->material_count; ++i) {
        if (pair->materials.to_a[i] != VRM_NONE) continue;
        vrmi_subject_name(&subject, VRM_DIFF_PART_MATERIALS, b->materials[i].name);
        vrmi_diff_added(&pair->list, &subject);
    }
}

/* --- Images --- */

static void image_subject(const vrmi_diff_file *file, uint32_t index, vrmi_diff_subject *out) {
    const vrm_image *image = &file->gltf->images[index];
    vrm_string name = image->name.length != 0 ? image->name : image->uri;
    if (name.length != 0) {
        vrmi_subject_name(out, VRM_DIFF_PART_IMAGES, name);
    } else {
        vrmi_subject_number(out, VRM_DIFF_PART_IMAGES, "image ", index);
    }
}

/* Size and format, and how many bytes. */
static const char *content_text(vrmi_diff_list *list, const vrmi_diff_file *file, uint32_t image) {
    vrm_image_header header = {0};
    const uint8_t *bytes;
    size_t size = 0;
    vrmi_diff_subject text;
    char number[32];
    vrmi_text bytes_text = vrmi_text_make(number, sizeof number);
    if (vrm_model_get_image_bytes(file->model, (int32_t)image, &bytes, &size) != VRM_OK) {
        return "none";
    }
    vrm_model_get_image_header(file->model, (int32_t)image, &header);
    vrmi_subject_words(&text, VRM_DIFF_PART_IMAGES, "");
    add_header(&text, &header);
    vrmi_text_append_u64(&bytes_text, size);
    vrmi_subject_add(&text, ", ");
    vrmi_subject_add(&text, number);
    vrmi_subject_add(&text, " bytes");
    return vrmi_diff_copy(list, text.name);
}

static void compare_images(vrm_diff *pair, uint32_t index, int32_t other) {
    const vrm_image *a = &pair->a.gltf->images[index], *b = &pair->b.gltf->images[other];
    vrmi_diff_subject subject;
    image_subject(&pair->a, index, &subject);
    vrmi_compare_names(&pair->list, &subject, a->name, b->name);
    vrmi_compare_texts(&pair->list, &subject, "uri", a->uri, b->uri);
    if (pair->content_a[index] == pair->content_b[other]) return;
    vrmi_diff_add(&pair->list, &subject, VRM_DIFF_CHANGED, "content",
                  content_text(&pair->list, &pair->a, index),
                  content_text(&pair->list, &pair->b, (uint32_t)other));
}

void vrmi_diff_images(vrm_diff *pair) {
    vrmi_diff_subject subject;
    for (uint32_t i = 0; i < pair->a.gltf->image_count; ++i) {
        image_subject(&pair->a, i, &subject);
        if (pair->images.to_b[i] == VRM_NONE) {
            vrmi_diff_removed(&pair->list, &subject);
        } else {
            compare_images(pair, i, pair->images.to_b[i]);
        }
    }
    for (uint32_t i = 0; i < pair->b.gltf->image_count; ++i) {
        if (pair->images.to_a[i] != VRM_NONE) continue;
        image_subject(&pair->b, i, &subject);
        vrmi_diff_added(&pair->list, &subject);
    }
}
