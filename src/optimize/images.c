/* The stage of images: smaller where they are larger than asked for, and encoded anew. */
#include "optimize/image_scale.h"
#include "optimize/optimize.h"

#include "base/checked.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

/* --- What images are for --- */

/* Bits beside VRM_IMAGE_USE_: it was met at all, and it was met as data. */
enum { IS_USED = 1 << 8, IS_DATA = 1 << 9 };
enum { IS_PICTURE = VRM_IMAGE_USE_PICTURE | VRM_IMAGE_USE_ALPHA | IS_USED };

typedef struct uses {
    const vrm_gltf *gltf;
    int32_t *by_image;
} uses;

static void add_use(uses *all, const vrm_texture_info *info, int32_t use) {
    int32_t image = VRM_NONE;
    if (info->texture != VRM_NONE) image = all->gltf->textures[info->texture].image;
    if (image != VRM_NONE) all->by_image[image] |= use | IS_USED;
}

static void add_material(uses *all, const vrm_material *of) {
    int32_t alpha = of->alpha_mode != VRM_ALPHA_OPAQUE ? VRM_IMAGE_USE_ALPHA : 0;
    add_use(all, &of->base_color_texture, alpha);
    add_use(all, &of->emissive_texture, 0);
    add_use(all, &of->metallic_roughness_texture, IS_DATA);
    add_use(all, &of->normal_texture, IS_DATA);
    add_use(all, &of->occlusion_texture, IS_DATA);
}

static void add_mtoon(uses *all, const vrm_mtoon *of) {
    if (!of->is_present) return;
    add_use(all, &of->shade_multiply_texture, 0);
    add_use(all, &of->matcap_texture, 0);
    add_use(all, &of->rim_multiply_texture, 0);
    add_use(all, &of->shading_shift_texture, IS_DATA);
    add_use(all, &of->outline_width_multiply_texture, IS_DATA);
    add_use(all, &of->uv_animation_mask_texture, IS_DATA);
}

/* What each image is for. One that no known place uses is data with alpha: nothing of it may be
 * lost. */
static int32_t *find_uses(vrmi_optimize *of) {
    const vrm_tables *tables = vrm_model_tables(of->edit->model);
    uses all = {vrm_model_gltf(of->edit->model), NULL};
    int32_t thumbnail = tables->meta.thumbnail_image;
    all.by_image = VRMI_OPTIMIZE_TAKE(of, int32_t, all.gltf->image_count);
    if (all.by_image == NULL) return NULL;
    for (uint32_t i = 0; i < tables->material_count; ++i) {
        add_material(&all, &tables->materials[i]);
        add_mtoon(&all, &tables->mtoons[i]);
    }
    if (thumbnail != VRM_NONE) all.by_image[thumbnail] |= IS_PICTURE;
    for (uint32_t i = 0; i < all.gltf->image_count; ++i) {
        int32_t *use = &all.by_image[i];
        if ((*use & IS_USED) == 0 || (*use & IS_DATA) != 0) {
            *use = VRM_IMAGE_USE_ALPHA | VRM_IMAGE_USE_PICTURE;
        } else {
            *use = (*use & (VRM_IMAGE_USE_ALPHA | VRM_IMAGE_USE_PICTURE)) | VRM_IMAGE_USE_COLOR;
        }
    }
    return all.by_image;
}

/* --- One image --- */

typedef struct image_counts {
    uint32_t capped, encoded;
} image_counts;

static bool has_transparency(const vrm_pixels *pixels) {
    size_t count = (size_t)pixels->width * pixels->height;
    for (size_t i = 0; i < count; ++i) {
        if (pixels->bytes[4 * i + 3] != 0xFF) return true;
    }
    return false;
}

static void set_image(vrmi_optimize *of, uint32_t image, const vrm_encoded_image *encoded,
                      const uint32_t *view_uses) {
    vrmi_tree *tree = &of->edit->tree;
    vrmi_value *value =
        vrmi_value_at(tree, vrmi_reference_table(tree, VRMI_REFERENCE_IMAGE), image);
    int32_t view = vrm_model_gltf(of->edit->model)->images[image].buffer_view;
    vrm_string mime = vrmi_string_from(encoded->mime_type);
    if (view != VRM_NONE && view_uses[view] == 1) {
        vrmi_edit_replace_view(of->edit, view, encoded->bytes, encoded->size);
    } else {
        view = vrmi_edit_add_view(of->edit, encoded->bytes, encoded->size, 0, 0);
        vrmi_value_remove(tree, vrmi_value_get(tree, value, "uri"));
        vrmi_value_set_index(tree, value, "bufferView", (uint64_t)view);
    }
    vrmi_value_set_words(tree, value, "mimeType", mime);
}

/* glTF itself knows PNG and JPEG: textures of a WebP name it in an extension. */
static void use_webp(vrmi_optimize *of, uint32_t image) {
    static const vrm_string name = {"\"EXT_texture_webp\"", 18};
    vrmi_tree *tree = &of->edit->tree;
    vrmi_value *textures = vrmi_reference_table(tree, VRMI_REFERENCE_TEXTURE);
    for (uint32_t i = 0; i < vrmi_value_count(tree, textures); ++i) {
        vrmi_value *texture = vrmi_value_at(tree, textures, i), *own;
        if (vrmi_value_to_index(tree, vrmi_value_get(tree, texture, "source")) != (int32_t)image) {
            continue;
        }
        vrmi_value_remove(tree, vrmi_value_get(tree, texture, "source"));
        own = vrmi_value_make(tree, texture, "extensions", VRMI_VALUE_OBJECT);
        own = vrmi_value_make(tree, own, "EXT_texture_webp", VRMI_VALUE_OBJECT);
        vrmi_value_set_index(tree, own, "source", image);
    }
    vrmi_optimize_require(of, name);
}

/* Encodes pixels that may have become smaller. */
static void encode(vrmi_optimize *of, uint32_t image, const vrm_pixels *pixels, int32_t use,
                   size_t old_size, const uint32_t *view_uses, bool is_capped,
                   image_counts *counts) {
    vrm_encoded_image encoded = {NULL, 0, NULL};
    if (!has_transparency(pixels)) use &= ~VRM_IMAGE_USE_ALPHA;
    if (!of->tools.encode_image(pixels, use, &encoded, of->tools.user) || encoded.size == 0 ||
        (!is_capped && encoded.size >= old_size)) {
        return;
    }
    set_image(of, image, &encoded, view_uses);
    if (strcmp(encoded.mime_type, "image/webp") == 0) use_webp(of, image);
    *(is_capped ? &counts->capped : &counts->encoded) += 1;
}

static void recode(vrmi_optimize *of, uint32_t image, int32_t use, const uint32_t *view_uses,
                   image_counts *counts) {
    vrm_pixels pixels = {NULL, 0, 0}, scaled = {NULL, 0, 0};
    vrm_image_header header;
    const uint8_t *bytes;
    size_t size, rows, room;
    if (vrm_model_get_image_bytes(of->edit->model, (int32_t)image, &bytes, &size) != VRM_OK ||
        vrm_model_get_image_header(of->edit->model, (int32_t)image, &header) != VRM_OK ||
        header.width == 0) {
        return;
    }
    vrmi_scaled_size(header.width, header.height, of->desc.max_texture, &scaled.width,
                     &scaled.height);
    if (scaled.width == header.width && scaled.height == header.height) {
        /* What has lost something already would lose more each time. */
        if (header.format != VRM_IMAGE_FORMAT_PNG) return;
    }
    if (!of->tools.decode_image(bytes, size, &pixels, of->tools.user)) return;
    if (pixels.width != header.width || pixels.height != header.height) {
        of->tools.release_pixels(&pixels, of->tools.user);
        return;
    }
    if (scaled.width == pixels.width && scaled.height == pixels.height) {
        encode(of, image, &pixels, use, size, view_uses, false, counts);
    } else if (vrmi_multiply_size(scaled.width, 4, &rows) &&
               vrmi_multiply_size(rows, scaled.height, &room)) {
        scaled.bytes = vrmi_memory_allocate(&of->memory, room);
        if (scaled.bytes != NULL) {
            vrmi_scale_pixels(&pixels, (use & VRM_IMAGE_USE_COLOR) != 0,
                              (use & VRM_IMAGE_USE_ALPHA) != 0, &scaled);
            encode(of, image, &scaled, use, size, view_uses, true, counts);
            vrmi_memory_release(&of->memory, scaled.bytes, room);
        }
        of->is_refused |= scaled.bytes == NULL;
    }
    of->tools.release_pixels(&pixels, of->tools.user);
}

/* --- The stage --- */

/* Images whose bytes the new file would have in another place stay: those of files beside it, and
 * those of a plain .gltf. */
static bool is_inside(const vrm_image *image) {
    return image->buffer_view != VRM_NONE || image->is_data_uri;
}

void vrmi_optimize_images(vrmi_optimize *of) {
    const vrm_gltf *gltf = vrm_model_gltf(of->edit->model);
    image_counts counts = {0, 0};
    uint32_t *view_uses;
    int32_t *use;
    if (of->tools.decode_image == NULL || of->tools.encode_image == NULL ||
        of->tools.release_pixels == NULL) {
        return;
    }
    use = find_uses(of);
    view_uses = VRMI_OPTIMIZE_TAKE(of, uint32_t, gltf->buffer_view_count);
    if (use == NULL || view_uses == NULL) return;
    vrmi_references_count(&of->edit->tree, VRMI_REFERENCE_BUFFER_VIEW, view_uses,
                          gltf->buffer_view_count);
    for (uint32_t i = 0; i < gltf->image_count && !of->is_refused; ++i) {
        if (is_inside(&gltf->images[i])) recode(of, i, use[i], view_uses, &counts);
    }
    of->is_asked = counts.capped > 0;
    vrmi_optimize_note_count(of, VRM_CHANGE_CONVERTED, "images-capped", counts.capped,
                             "image was larger than asked for and is smaller now",
                             "images were larger than asked for and are smaller now");
    vrmi_optimize_note_count(of, VRM_CHANGE_KEPT, "images-encoded", counts.encoded,
                             "image was encoded anew in fewer bytes",
                             "images were encoded anew in fewer bytes");
}
