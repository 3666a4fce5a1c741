/* The stage of images: shrinks those that are larger than the limit, and encodes all again. */
#include "author/optimize/image_scale.h"
#include "author/optimize/optimize.h"

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

static void add_material(uses *all, const vrm_material *material) {
    int32_t alpha = material->alpha_mode != VRM_ALPHA_OPAQUE ? VRM_IMAGE_USE_ALPHA : 0;
    add_use(all, &material->base_color_texture, alpha);
    add_use(all, &material->emissive_texture, 0);
    add_use(all, &material->metallic_roughness_texture, IS_DATA);
    add_use(all, &material->normal_texture, IS_DATA);
    add_use(all, &material->occlusion_texture, IS_DATA);
}

static void add_mtoon(uses *all, const vrm_mtoon *mtoon) {
    if (!mtoon->is_present) return;
    add_use(all, &mtoon->shade_multiply_texture, 0);
    add_use(all, &mtoon->matcap_texture, 0);
    add_use(all, &mtoon->rim_multiply_texture, 0);
    add_use(all, &mtoon->shading_shift_texture, IS_DATA);
    add_use(all, &mtoon->outline_width_multiply_texture, IS_DATA);
    add_use(all, &mtoon->uv_animation_mask_texture, IS_DATA);
}

/* The use of each image. One without a known use is data with alpha: nothing of it may be lost. */
static int32_t *find_uses(vrmi_optimize *work) {
    const vrm_tables *tables = vrm_model_tables(work->edit->model);
    uses all = {vrm_model_gltf(work->edit->model), NULL};
    int32_t thumbnail = tables->meta.thumbnail_image;
    all.by_image = VRMI_OPTIMIZE_TAKE(work, int32_t, all.gltf->image_count);
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

/* What became of an image. Others with the same buffer view and the same use become the same. */
typedef struct image_outcome {
    int32_t view;          /* of the new bytes; VRM_NONE: it stays */
    const char *mime_type; /* of them */
    bool is_capped, is_undecoded;
} image_outcome;

static bool has_transparency(const vrm_pixels *pixels) {
    size_t count = (size_t)pixels->width * pixels->height;
    for (size_t i = 0; i < count; ++i) {
        if (pixels->bytes[4 * i + 3] != 0xFF) return true;
    }
    return false;
}

/* Adds the bytes of an image and returns their view. */
static int32_t put_bytes(vrmi_optimize *work, uint32_t image, const vrm_encoded_image *encoded,
                         const uint32_t *view_uses) {
    int32_t view = vrm_model_gltf(work->edit->model)->images[image].buffer_view;
    if (view == VRM_NONE || view_uses[view] != 1) {
        return vrmi_edit_add_view(work->edit, encoded->bytes, encoded->size, 0, 0);
    }
    vrmi_edit_replace_view(work->edit, view, encoded->bytes, encoded->size);
    return view;
}

static void set_image(vrmi_optimize *work, uint32_t image, int32_t view, const char *mime_type) {
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *value =
        vrmi_value_at(tree, vrmi_reference_table(tree, VRMI_REFERENCE_IMAGE), image);
    if (view != vrm_model_gltf(work->edit->model)->images[image].buffer_view) {
        vrmi_value_remove(tree, vrmi_value_get(tree, value, "uri"));
        vrmi_value_set_index(tree, value, "bufferView", (uint64_t)view);
    }
    vrmi_value_set_words(tree, value, "mimeType", vrmi_string_from(mime_type));
}

static bool is_webp(const image_outcome *outcome) {
    return outcome->view != VRM_NONE && strcmp(outcome->mime_type, "image/webp") == 0;
}

/* glTF itself supports PNG and JPEG: textures with a WebP refer to it in an extension. */
static void use_webp(vrmi_optimize *work, const image_outcome *outcomes, uint32_t image_count) {
    static const vrm_string name = {"\"EXT_texture_webp\"", 18};
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *textures = vrmi_reference_table(tree, VRMI_REFERENCE_TEXTURE);
    bool is_used = false;
    for (uint32_t i = 0; i < image_count; ++i) is_used |= is_webp(&outcomes[i]);
    if (!is_used) return;
    for (uint32_t i = 0; i < vrmi_value_count(tree, textures); ++i) {
        vrmi_value *texture = vrmi_value_at(tree, textures, i), *own;
        int32_t image = vrmi_value_to_index(tree, vrmi_value_get(tree, texture, "source"));
        if (image < 0 || (uint32_t)image >= image_count || !is_webp(&outcomes[image])) continue;
        vrmi_value_remove(tree, vrmi_value_get(tree, texture, "source"));
        own = vrmi_value_make(tree, texture, "extensions", VRMI_VALUE_OBJECT);
        own = vrmi_value_make(tree, own, "EXT_texture_webp", VRMI_VALUE_OBJECT);
        vrmi_value_set_index(tree, own, "source", (uint64_t)image);
    }
    vrmi_optimize_require(work, name);
}

/* Encodes pixels that may have become smaller. */
static void encode(vrmi_optimize *work, uint32_t image, const vrm_pixels *pixels, int32_t use,
                   size_t old_size, const uint32_t *view_uses, bool is_capped, image_outcome *out) {
    vrm_encoded_image encoded = {NULL, 0, NULL};
    if (!has_transparency(pixels)) use &= ~VRM_IMAGE_USE_ALPHA;
    if (!work->tools.encode_image(pixels, use, &encoded, work->tools.user) || encoded.size == 0 ||
        (!is_capped && encoded.size >= old_size)) {
        return;
    }
    out->view = put_bytes(work, image, &encoded, view_uses);
    out->mime_type = encoded.mime_type;
    out->is_capped = is_capped;
}

static void recode(vrmi_optimize *work, uint32_t image, int32_t use, const uint32_t *view_uses,
                   image_outcome *out) {
    vrm_pixels pixels = {NULL, 0, 0}, scaled = {NULL, 0, 0};
    vrm_image_header header;
    const uint8_t *bytes;
    size_t size, rows, room;
    if (vrm_model_get_image_bytes(work->edit->model, (int32_t)image, &bytes, &size) != VRM_OK ||
        vrm_model_get_image_header(work->edit->model, (int32_t)image, &header) != VRM_OK ||
        header.width == 0) {
        return;
    }
    vrmi_scaled_size(header.width, header.height, work->desc.max_texture, &scaled.width,
                     &scaled.height);
    if (scaled.width == header.width && scaled.height == header.height) {
        /* What has lost something already would lose more each time. */
        if (header.format != VRM_IMAGE_FORMAT_PNG) return;
    }
    out->is_undecoded =
        !work->tools.decode_image(bytes, size, header.format, &pixels, work->tools.user);
    if (out->is_undecoded) return;
    if (pixels.width != header.width || pixels.height != header.height) {
        work->tools.release_pixels(&pixels, work->tools.user);
        return;
    }
    if (scaled.width == pixels.width && scaled.height == pixels.height) {
        encode(work, image, &pixels, use, size, view_uses, false, out);
    } else if (vrmi_multiply_size(scaled.width, 4, &rows) &&
               vrmi_multiply_size(rows, scaled.height, &room)) {
        scaled.bytes = vrmi_memory_allocate(&work->memory, room);
        if (scaled.bytes != NULL) {
            vrmi_scale_pixels(&pixels, (use & VRM_IMAGE_USE_COLOR) != 0,
                              (use & VRM_IMAGE_USE_ALPHA) != 0, &scaled);
            encode(work, image, &scaled, use, size, view_uses, true, out);
            vrmi_memory_release(&work->memory, scaled.bytes, room);
        }
        work->is_refused |= scaled.bytes == NULL;
    }
    work->tools.release_pixels(&pixels, work->tools.user);
}

/* --- The stage --- */

/* Images whose bytes would move stay: those of external files, and those of a plain .gltf. */
static bool is_inside(const vrm_image *image) {
    return image->buffer_view != VRM_NONE || image->is_data_uri;
}

/* Uses differ by few bits: each view has room for one outcome of each. */
enum { USES = (VRM_IMAGE_USE_COLOR | VRM_IMAGE_USE_ALPHA | VRM_IMAGE_USE_PICTURE) + 1 };

/* The first image with the same buffer view and use, which may be this one. `firsts` has USES
 * numbers for each view, which are 1 higher; 0: there was none. */
static uint32_t first_alike(const vrm_gltf *gltf, uint32_t image, int32_t use, uint32_t *firsts) {
    int32_t view = gltf->images[image].buffer_view;
    uint32_t *first;
    if (view == VRM_NONE) return image;
    first = &firsts[(size_t)view * USES + (size_t)use];
    if (*first == 0) *first = image + 1;
    return *first - 1;
}

static void count_outcome(vrmi_optimize *work, const image_outcome *outcome, image_counts *counts) {
    if (outcome->is_undecoded) work->undecoded += 1;
    if (outcome->view == VRM_NONE) return;
    *(outcome->is_capped ? &counts->capped : &counts->encoded) += 1;
}

void vrmi_optimize_images(vrmi_optimize *work) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    image_counts counts = {0, 0};
    uint32_t *view_uses, *firsts;
    image_outcome *outcomes;
    int32_t *use;
    if (work->tools.decode_image == NULL || work->tools.encode_image == NULL ||
        work->tools.release_pixels == NULL) {
        return;
    }
    use = find_uses(work);
    view_uses = VRMI_OPTIMIZE_TAKE(work, uint32_t, gltf->buffer_view_count);
    firsts = VRMI_OPTIMIZE_TAKE(work, uint32_t, (size_t)gltf->buffer_view_count * USES);
    outcomes = VRMI_OPTIMIZE_TAKE(work, image_outcome, gltf->image_count);
    if (work->is_refused) return;
    vrmi_references_count(&work->edit->tree, VRMI_REFERENCE_BUFFER_VIEW, view_uses,
                          gltf->buffer_view_count);
    for (uint32_t i = 0; i < gltf->image_count && !work->is_refused; ++i) {
        uint32_t first = first_alike(gltf, i, use[i], firsts);
        image_outcome *outcome = &outcomes[i];
        outcome->view = VRM_NONE;
        if (first != i) {
            *outcome = outcomes[first];
        } else if (is_inside(&gltf->images[i])) {
            recode(work, i, use[i], view_uses, outcome);
        }
        if (outcome->view != VRM_NONE) set_image(work, i, outcome->view, outcome->mime_type);
        count_outcome(work, outcome, &counts);
    }
    use_webp(work, outcomes, gltf->image_count);
    work->is_asked = counts.capped > 0;
    vrmi_optimize_note_count(work, VRM_CHANGE_CONVERTED, "images-capped", counts.capped,
                             "image was larger than asked for and is smaller now",
                             "images were larger than asked for and are smaller now");
    vrmi_optimize_note_count(work, VRM_CHANGE_KEPT, "images-encoded", counts.encoded,
                             "image was encoded anew in fewer bytes",
                             "images were encoded anew in fewer bytes");
}
