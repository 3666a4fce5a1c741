/*
 * Textures that are far larger than what shows of them [BH-045, BH-046], and ones that nothing uses
 * [BH-047].
 */
#include "author/check/looks.h"
#include "base/math.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* More pixels on a millimeter than any camera shows; and of what size on an image is worth a word.
 */
static const double MOST_PIXELS_A_MILLIMETER = 64.0, LEAST_PART = 0.02;
enum { LARGE_SIDE = 1024 };

/* What the triangles show of an image, all uses together. */
typedef struct shown_image {
    double area, uv_area;
    int32_t material; /* the first that uses it; VRM_NONE: none does with triangles */
    bool is_unknown;  /* used in a way that is not measured */
} shown_image;

/* --- What shows --- */

static void add_use(const vrmi_check *check, shown_image *images, const vrm_texture_info *texture,
                    int32_t material, const double *areas) {
    int32_t image =
        texture->texture != VRM_NONE ? check->gltf->textures[texture->texture].image : VRM_NONE;
    double scale = fabs((double)texture->scale.x * (double)texture->scale.y);
    if (image == VRM_NONE) return;
    if (texture->tex_coord != 0) {
        images[image].is_unknown = true;
        return;
    }
    if (images[image].material == VRM_NONE) images[image].material = material;
    images[image].area += areas[0];
    images[image].uv_area += areas[1] * scale;
}

/* A slot of one image counts once for each material: a shade texture is the base texture's. */
static void add_uses(const vrmi_check *check, shown_image *images, int32_t material,
                     const double *areas) {
    const vrm_texture_info *textures[VRMI_UV_TEXTURES];
    size_t count = vrmi_find_uv_textures(check->tables, material, textures);
    for (size_t i = 0; i < count; ++i) {
        bool is_again = false;
        for (size_t k = 0; k < i; ++k) is_again |= textures[k]->texture == textures[i]->texture;
        if (!is_again) add_use(check, images, textures[i], material, areas);
    }
}

/* Expressions and animations move textures, so that more of them shows. */
static void forget_moving(const vrmi_check *check, double *areas) {
    const vrm_tables *tables = check->tables;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        for (uint32_t k = 0; k < tables->expressions[i].uv_bind_count; ++k) {
            areas[(size_t)tables->expressions[i].uv_binds[k].material * 2 + 1] = INFINITY;
        }
    }
    for (uint32_t i = 0; i < tables->material_count; ++i) {
        const vrm_mtoon *mtoon = &tables->mtoons[i];
        if (mtoon->uv_animation_scroll_x_speed_factor != 0.0f ||
            mtoon->uv_animation_scroll_y_speed_factor != 0.0f ||
            mtoon->uv_animation_rotation_speed_factor != 0.0f) {
            areas[(size_t)i * 2 + 1] = INFINITY;
        }
    }
}

static void report_image(vrmi_check *check, const shown_image *shown, int32_t index) {
    vrmi_check_place place =
        vrmi_at_element("images", "image", index, check->gltf->images[index].name, NULL);
    double pixels, density, part;
    vrm_image_header header;
    if (shown->material == VRM_NONE || shown->is_unknown || !(shown->area > 0.0) ||
        !(shown->uv_area < (double)FLT_MAX) ||
        vrm_model_get_image_header(check->model, index, &header) != VRM_OK ||
        (header.width < LARGE_SIDE && header.height < LARGE_SIDE)) {
        return;
    }
    pixels = (double)header.width * (double)header.height;
    density = sqrt(shown->uv_area * pixels / shown->area) / 1000.0;
    part = shown->uv_area;
    if (density > MOST_PIXELS_A_MILLIMETER) {
        vrmi_check_found(check, VRMI_TEXTURE_DENSE, &place,
                         VRMI_WITH(vrmi_unsigned(header.width), vrmi_unsigned(header.height),
                                   vrmi_whole(density)));
    } else if (part < LEAST_PART) {
        vrmi_check_found(check, VRMI_TEXTURE_PART, &place,
                         VRMI_WITH(vrmi_unsigned(header.width), vrmi_unsigned(header.height),
                                   vrmi_number((double)(int64_t)(part * 1000.0 + 0.5) / 10.0)));
    }
}

static void check_sizes(vrmi_check *check, const vrmi_measure *measure) {
    const vrm_gltf *gltf = check->gltf;
    shown_image *images = VRMI_TAKE(check->scratch, shown_image, gltf->image_count);
    double *areas = VRMI_TAKE(check->scratch, double, (size_t)gltf->material_count * 2);
    if (images == NULL || areas == NULL) return;
    memset(images, 0, gltf->image_count * sizeof *images);
    memset(areas, 0, (size_t)gltf->material_count * 2 * sizeof *areas);
    for (uint32_t i = 0; i < gltf->image_count; ++i) images[i].material = VRM_NONE;
    for (uint32_t i = 0; i < measure->shown_count; ++i) {
        const vrmi_shown *shown = &measure->shown[i];
        if (shown->material == VRM_NONE) continue;
        areas[(size_t)shown->material * 2] += shown->area;
        areas[(size_t)shown->material * 2 + 1] += shown->uv_area;
    }
    forget_moving(check, areas);
    for (uint32_t i = 0; i < gltf->material_count; ++i) {
        add_uses(check, images, (int32_t)i, areas + (size_t)i * 2);
    }
    for (uint32_t i = 0; i < gltf->image_count; ++i) report_image(check, &images[i], (int32_t)i);
}

/* --- What is not used --- */

/* Every number of a key that can name a texture counts as a use: extensions have textures too. */
static bool names_texture(yyjson_val *key, bool is_old) {
    static const char word[] = "Texture";
    const char *text = yyjson_get_str(key);
    size_t length = yyjson_get_len(key);
    return is_old || yyjson_equals_str(key, "index") ||
           (length >= sizeof word - 1 &&
            memcmp(text + length - (sizeof word - 1), word, sizeof word - 1) == 0);
}

/* The values of a container follow each other, with all below them. */
static void mark_numbers(yyjson_val *container, bool is_old, uint8_t *is_used, uint32_t count) {
    const yyjson_val *end = unsafe_yyjson_get_next(container);
    for (yyjson_val *at = container + 1; at < end; ++at) {
        /* A key is a string, and its value stands behind it. */
        if (!yyjson_is_str(at) || at + 1 >= end || !yyjson_is_int(at + 1)) continue;
        if (names_texture(at, is_old) && yyjson_get_sint(at + 1) >= 0 &&
            (uint64_t)yyjson_get_sint(at + 1) < count) {
            is_used[yyjson_get_sint(at + 1)] = 1;
        }
    }
}

static void check_unused(vrmi_check *check) {
    const vrm_gltf *gltf = check->gltf;
    const vrmi_json materials = vrmi_json_member(check->root, "materials");
    const vrmi_json extensions = vrmi_json_member(check->root, "extensions");
    const vrmi_json vrm = vrmi_json_member(&extensions, "VRM");
    const vrmi_json properties = vrmi_json_member(&vrm, "materialProperties");
    const vrmi_json meta = vrmi_json_member(&vrm, "meta");
    uint8_t *is_used = VRMI_TAKE(check->scratch, uint8_t, gltf->texture_count);
    if (is_used == NULL) return;
    memset(is_used, 0, gltf->texture_count);
    if (yyjson_is_ctn(materials.value)) {
        mark_numbers(materials.value, false, is_used, gltf->texture_count);
    }
    if (yyjson_is_ctn(properties.value)) {
        mark_numbers(properties.value, true, is_used, gltf->texture_count);
    }
    if (yyjson_is_ctn(meta.value)) mark_numbers(meta.value, true, is_used, gltf->texture_count);
    for (uint32_t i = 0; i < gltf->texture_count; ++i) {
        int32_t image = gltf->textures[i].image;
        vrmi_check_place place;
        if (is_used[i] || image == VRM_NONE || image == check->tables->meta.thumbnail_image)
            continue;
        place = vrmi_at_element("textures", "texture", (int32_t)i, gltf->textures[i].name, NULL);
        vrmi_check_found(check, VRMI_TEXTURE_UNUSED, &place, NULL);
    }
}

void vrmi_look_at_textures(vrmi_check *check, const vrmi_measure *measure) {
    if (measure->is_complete) check_sizes(check, measure);
    if (check->root != NULL) check_unused(check);
}
