/*
 * Images of a model as textures: each image that a drawn material shows, once as it is, and once as
 * sRGB where it holds colors.
 *
 * First comes a list of all uses of images; then images are measured by their headers, charged and
 * decoded; then the uses are bound to the textures that came of it.
 */
#include "texture.h"
#include "model.h"
#include "problem.h"
#include "render/src/base/limits.h"
#include "render/src/image/image_codec.h"
#include "render/src/material/material.h"
#include "renderer.h"

#include <math.h>
#include <string.h>

/* How an image is used: bits. */
enum { USED_LINEAR = 1, USED_SRGB = 2, USED_NORMAL = 4, USED_MIPMAPS = 8 };

static bool needs_mipmaps(const vrm_sampler *sampler) {
    return sampler == NULL ||
           (sampler->min_filter != GL_NEAREST && sampler->min_filter != GL_LINEAR);
}

static const vrm_sampler *sampler_of(const vrm_gltf *gltf, int32_t texture) {
    int32_t sampler = gltf->textures[texture].sampler;
    return sampler < 0 ? NULL : &gltf->samplers[sampler];
}

/* --- Samplers --- */

static gl_int wrap(int32_t wanted) {
    return wanted == GL_CLAMP_TO_EDGE || wanted == GL_MIRRORED_REPEAT ? wanted : GL_REPEAT;
}

/* In software rendering, with several samples a pixel, the mean between two levels costs more than
 * it shows (vrm_render_model_create_for_view). */
static gl_int min_filter(const vrm_sampler *sampler, bool is_quick) {
    gl_int min = sampler != NULL ? sampler->min_filter : 0;
    bool is_known = min == GL_NEAREST || min == GL_LINEAR ||
                    (min >= GL_NEAREST_MIPMAP_NEAREST && min <= GL_LINEAR_MIPMAP_LINEAR);
    if (!is_known) min = GL_LINEAR_MIPMAP_LINEAR;
    return is_quick && min == GL_LINEAR_MIPMAP_LINEAR ? GL_LINEAR_MIPMAP_NEAREST : min;
}

static gl_uint make_sampler(const vrmr_gl *gl, const vrm_sampler *sampler, bool is_quick) {
    gl_uint name = 0;
    gl_int mag = sampler != NULL ? sampler->mag_filter : 0;
    gl->GenSamplers(1, &name);
    gl->SamplerParameteri(name, GL_TEXTURE_MIN_FILTER, min_filter(sampler, is_quick));
    gl->SamplerParameteri(name, GL_TEXTURE_MAG_FILTER, mag == GL_NEAREST ? mag : GL_LINEAR);
    gl->SamplerParameteri(name, GL_TEXTURE_WRAP_S, wrap(sampler != NULL ? sampler->wrap_s : 0));
    gl->SamplerParameteri(name, GL_TEXTURE_WRAP_T, wrap(sampler != NULL ? sampler->wrap_t : 0));
    return name;
}

static gl_uint sampler_for(vrm_render_model *model, int32_t texture) {
    int32_t index = model->gltf->textures[texture].sampler;
    gl_uint *place = &model->samplers[index < 0 ? model->gltf->sampler_count : (uint32_t)index];
    if (*place == 0) {
        *place = make_sampler(&model->renderer->gl, sampler_of(model->gltf, texture),
                              model->is_for_view);
    }
    return *place;
}

/* --- Images --- */

/* With all levels, where `mipmaps` says so. `levels` is memory for the second one; where it is the
 * image's own, the pixels are gone afterwards. */
static gl_uint upload(const vrm_renderer *renderer, vrmr_image image, bool is_srgb, gl_int format,
                      bool mipmaps, uint8_t *levels) {
    const vrmr_gl *gl = &renderer->gl;
    gl_uint name = 0;
    gl_int level = 0;
    gl->GenTextures(1, &name);
    gl->BindTexture(GL_TEXTURE_2D, name);
    for (;; ++level) {
        gl->TexImage2D(GL_TEXTURE_2D, level, format, (gl_int)image.width, (gl_int)image.height, 0,
                       GL_RGBA, GL_UNSIGNED_BYTE, image.pixels);
        if (!mipmaps || (image.width == 1 && image.height == 1)) break;
        vrmr_halve(is_srgb ? &renderer->srgb : NULL, image.pixels, image.width, image.height,
                   levels);
        image.pixels = levels;
        image.width = image.width > 1 ? image.width / 2 : 1;
        image.height = image.height > 1 ? image.height / 2 : 1;
    }
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level);
    return name;
}

/* Of colors: shaders decode them, or the units of textures do (color.glsl). */
static gl_int format_of(const vrm_render_model *model, bool is_srgb) {
    return is_srgb && !model->decodes_colors ? GL_SRGB8_ALPHA8 : GL_RGBA8;
}

/* As one image may be shown both ways, the first of two uploads leaves the pixels as they are. */
static bool upload_both(vrm_render_model *model, vrmr_image_slot *slot, const vrmr_image *image,
                        bool mipmaps) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t width = image->width > 1 ? image->width / 2 : 1;
    size_t height = image->height > 1 ? image->height / 2 : 1;
    uint8_t *levels = vrmr_allocate(allocator, width * height, 4);
    if (levels == NULL) return false;
    slot->textures[0] = upload(model->renderer, *image, false, GL_RGBA8, mipmaps, levels);
    slot->textures[1] =
        upload(model->renderer, *image, true, format_of(model, true), mipmaps, image->pixels);
    vrmr_release(allocator, levels, width * height, 4);
    return true;
}

/* One gray pixel; or one of a normal that points out. */
static vrmr_image placeholder(bool is_normal, uint8_t pixel[4]) {
    vrmr_image image = {pixel, 1, 1};
    memset(pixel, 128, 2);
    pixel[2] = is_normal ? 255 : 128;
    pixel[3] = 255;
    return image;
}

/* One color is the same however it is filtered: one pixel does, and the cheapest sampler. Drivers
 * that compile for each kind of sampler have less to do; and files have many such images. */
static bool is_plain(const vrmr_image *image) {
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 1; i < count; ++i) {
        if (memcmp(image->pixels, image->pixels + 4 * i, 4) != 0) return false;
    }
    return true;
}

/* An image to be decoded: its bytes, and what its header says. */
typedef struct job {
    const uint8_t *bytes;
    size_t size;
    vrmr_image_size shape;
} job;

/*
 * The longer side of an image as a picture shows it, where that is known, and no more than `most`:
 * halved while more than four texels would fall on a pixel. Between one and four of them, two by
 * two texels that are filtered hold what a pixel covers, and no other level would be read.
 */
static uint32_t side_of(const vrmr_image_slot *slot, const job *one, uint32_t most) {
    uint32_t side = one->shape.width > one->shape.height ? one->shape.width : one->shape.height;
    float texels = slot->uv_per_pixel * (float)one->shape.width * (float)one->shape.height;
    while (texels >= 4.0f && side > 1) {
        texels *= 0.25f;
        side = (side + 1) / 2;
    }
    return side < most ? side : most;
}

/* Bytes of GL for all forms and levels of an image. */
static uint64_t texture_bytes(const job *one, uint32_t use, uint32_t max_texture) {
    uint32_t halvings = vrmr_image_halvings(one->shape.width, one->shape.height, max_texture);
    uint64_t pixels = (uint64_t)vrmr_halved(one->shape.width, halvings) *
                      vrmr_halved(one->shape.height, halvings);
    uint64_t bytes = pixels * 4;
    if ((use & USED_MIPMAPS) != 0) bytes += bytes / 3;
    return (use & USED_LINEAR) != 0 && (use & USED_SRGB) != 0 ? 2 * bytes : bytes;
}

/* What the image may take while it is decoded: what geometry and the textures before it left. */
static uint64_t bytes_left(const vrm_render_model *model) {
    uint64_t taken = model->costs.geometry_bytes + model->costs.texture_bytes;
    return taken < model->limits.max_bytes ? model->limits.max_bytes - taken : 0;
}

static int32_t decode(vrm_render_model *model, const job *one, uint32_t use, uint32_t max_texture,
                      vrmr_image *out) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    uint64_t bytes = texture_bytes(one, use, max_texture), left = bytes_left(model);
    vrmr_image_limits limits = {0, max_texture, 0};
    if (bytes >= left) return VRM_IMAGE_STATE_TOO_LARGE;
    limits.max_bytes = left - bytes;
    if ((use & USED_LINEAR) != 0 && (use & USED_SRGB) != 0) {
        limits.max_bytes -= bytes / 8 < limits.max_bytes ? bytes / 8 : limits.max_bytes - 1;
    }
    return vrmr_image_decode_charged(one->bytes, one->size, &limits, &model->image_work, allocator,
                                     out);
}

/* The textures of pixels. Those of an image are gone afterwards where mipmaps are made. False:
 * memory was refused. */
static bool upload_slot(vrm_render_model *model, vrmr_image_slot *slot, const vrmr_image *shown,
                        bool mipmaps) {
    bool is_srgb = (slot->use & USED_SRGB) != 0;
    slot->width = shown->width;
    slot->height = shown->height;
    if (is_srgb && (slot->use & USED_LINEAR) != 0) return upload_both(model, slot, shown, mipmaps);
    slot->textures[is_srgb] =
        upload(model->renderer, *shown, is_srgb, format_of(model, is_srgb), mipmaps, shown->pixels);
    return true;
}

/* False: memory was refused. */
static bool make_image(vrm_render_model *model, vrmr_image_slot *slot, const job *one,
                       uint32_t max_texture) {
    vrmr_image image = {0}, shown;
    uint8_t pixel[4];
    double start = vrmr_milliseconds(model->renderer), decoded;
    bool mipmaps = (slot->use & USED_MIPMAPS) != 0, good = true;
    if (slot->status == VRM_IMAGE_STATE_GOOD) {
        slot->status = decode(model, one, slot->use, max_texture, &image);
    }
    if (slot->status == VRMR_IMAGE_NO_MEMORY) return false;
    decoded = vrmr_milliseconds(model->renderer);
    shown = image;
    if (slot->status != VRM_IMAGE_STATE_GOOD) {
        shown = placeholder((slot->use & USED_NORMAL) != 0, pixel);
    } else if (is_plain(&image)) {
        slot->is_plain = 1;
        memcpy(slot->color, image.pixels, 4);
        shown.width = shown.height = 1;
        mipmaps = false;
    } else {
        slot->bytes = texture_bytes(one, slot->use, max_texture);
        model->costs.texture_bytes += slot->bytes;
    }
    good = upload_slot(model, slot, &shown, mipmaps);
    vrmr_image_free(&image, &model->renderer->allocator);
    model->times.decode += decoded - start;
    model->times.upload += vrmr_milliseconds(model->renderer) - decoded;
    return good;
}

/* --- Uses --- */

/* A texture that a material shows in a unit. */
typedef struct texture_use {
    uint32_t material;
    int32_t unit;
    const vrm_texture_info *info;
    int32_t image; /* the first that has the same bytes; VRM_NONE: the texture has none */
} texture_use;

static bool is_used(const vrmr_material *material, int32_t unit) {
    return (material->features & vrmr_unit_feature(unit)) != 0 && !material->is_unseen;
}

/* How much of the image falls on a pixel; 0: it is not known, or the texture is not read by its
 * place on a pixel. */
static float uv_per_pixel(const vrm_render_model *model, const texture_use *use) {
    const float matcap = 1.0f / (256.0f * 256.0f); /* over a whole sphere, and smooth */
    const vrm_texture_info *info = use->info;
    float known = model->materials[use->material].uv_per_pixel;
    if (known <= 0.0f || use->unit == VRMR_UNIT_OUTLINE || use->unit == VRMR_UNIT_MASK) return 0.0f;
    if (use->unit == VRMR_UNIT_MATCAP) return matcap;
    if (info->tex_coord != 0) return 0.0f;
    return known * fabsf(info->scale.x * info->scale.y);
}

/* The least of two, where 0 is not known and counts as least. */
static void take_least(float *out, bool is_first, float other) {
    if (is_first || other < *out) *out = other;
}

/* All uses of a model, material after material; NULL: only counts them. */
static size_t list_uses(const vrm_render_model *model, texture_use *out) {
    size_t count = 0;
    for (uint32_t m = 0; m < model->material_count; ++m) {
        const vrmr_material *material = &model->materials[m];
        for (int32_t unit = 1; unit < VRMR_UNIT_COUNT; ++unit) {
            const vrm_texture_info *info;
            texture_use use = {m, unit, NULL, VRM_NONE};
            if (!is_used(material, unit)) continue;
            info = vrmr_material_texture(model->tables, material->index, unit);
            if (info == NULL) continue;
            use.info = info;
            use.image = model->gltf->textures[info->texture].image;
            if (out != NULL) out[count] = use;
            ++count;
        }
    }
    return count;
}

static uint32_t bits_of(const vrm_render_model *model, const texture_use *use) {
    uint32_t bits = vrmr_unit_is_srgb(use->unit) ? USED_SRGB : USED_LINEAR;
    if (use->unit == VRMR_UNIT_NORMAL) bits |= USED_NORMAL;
    if (needs_mipmaps(sampler_of(model->gltf, use->info->texture))) bits |= USED_MIPMAPS;
    return bits;
}

/* --- All images --- */

static size_t hash_job(const job *one) {
    uint64_t hash = ((uint64_t)(uintptr_t)one->bytes ^ ((uint64_t)one->size << 32)) *
                    UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(hash >> 32);
}

/* Finds the bytes of all images that are shown. Those with the bytes of another one are shown by
 * it: files may name one bufferView in many images. `places` has room for twice as many. */
static void find_bytes(vrm_render_model *model, job *jobs, int32_t *places) {
    uint32_t count = model->gltf->image_count;
    size_t room = (size_t)count * 2;
    for (size_t i = 0; i < room; ++i) places[i] = VRM_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        vrmr_image_slot *slot = &model->images[i];
        size_t at;
        slot->first = (int32_t)i;
        if (slot->use == 0) continue;
        if (model->renderer->has_host_images) slot->status = VRM_IMAGE_STATE_MISSING;
        if (vrm_model_get_image_bytes(model->model, (int32_t)i, &jobs[i].bytes, &jobs[i].size) !=
            VRM_OK) {
            slot->status = VRM_IMAGE_STATE_MISSING;
            continue;
        }
        at = hash_job(&jobs[i]) % room;
        while (places[at] >= 0 &&
               (jobs[places[at]].bytes != jobs[i].bytes || jobs[places[at]].size != jobs[i].size)) {
            at = at + 1 < room ? at + 1 : 0;
        }
        if (places[at] < 0) {
            places[at] = (int32_t)i;
        } else {
            slot->first = places[at];
            model->images[slot->first].use |= slot->use;
            take_least(&model->images[slot->first].uv_per_pixel, false, slot->uv_per_pixel);
        }
    }
}

static bool is_to_decode(const vrm_render_model *model, uint32_t image) {
    const vrmr_image_slot *slot = &model->images[image];
    return slot->use != 0 && slot->first == (int32_t)image && slot->status == VRM_IMAGE_STATE_GOOD;
}

/* Pixels of the limit have 4 bytes and are passed over once. */
static void begin_work(vrm_render_model *model) {
    const vrmr_image_work work = {.most = model->limits.max_images_pixels < UINT64_MAX / 4
                                              ? model->limits.max_images_pixels * 4
                                              : UINT64_MAX,
                                  .cancel = model->renderer->cancel,
                                  .cancel_user = model->renderer->cancel_user};
    model->image_work = work;
}

/* Reads the headers and charges what they state, whatever becomes of the rest. False: memory was
 * refused. */
static bool charge_images(vrm_render_model *model, job *jobs) {
    begin_work(model);
    for (uint32_t i = 0; i < model->gltf->image_count; ++i) {
        vrmr_image_slot *slot = &model->images[i];
        job *one = &jobs[i];
        if (!is_to_decode(model, i)) continue;
        slot->status =
            vrmr_image_measure(one->bytes, one->size, &model->renderer->allocator, &one->shape);
        if (slot->status == VRMR_IMAGE_NO_MEMORY) return false;
        if (slot->status != VRM_IMAGE_STATE_GOOD) continue;
        if ((uint64_t)one->shape.width * one->shape.height > model->limits.max_image_pixels ||
            !vrmr_image_work_spend(&model->image_work, vrmr_image_cost(&one->shape, one->size))) {
            slot->status = VRM_IMAGE_STATE_TOO_LARGE;
        }
    }
    return true;
}

/* The largest size of textures with which all fit their budget. */
static uint32_t choose_size(vrm_render_model *model, const job *jobs) {
    uint32_t most = (uint32_t)model->renderer->gl.max_texture_size, size;
    uint64_t bytes;
    if (most > model->limits.max_texture) most = model->limits.max_texture;
    for (size = most;; size = (size + 1) / 2) {
        bytes = 0;
        for (uint32_t i = 0; i < model->gltf->image_count; ++i) {
            if (is_to_decode(model, i)) {
                bytes += texture_bytes(&jobs[i], model->images[i].use,
                                       side_of(&model->images[i], &jobs[i], size));
            }
        }
        if (bytes <= model->limits.max_texture_bytes || size <= 1) break;
    }
    for (uint32_t i = 0; i < model->gltf->image_count; ++i) {
        if (is_to_decode(model, i) &&
            vrmr_image_halvings(jobs[i].shape.width, jobs[i].shape.height, size) >
                vrmr_image_halvings(jobs[i].shape.width, jobs[i].shape.height, most)) {
            ++model->left_out.halved_images;
        }
    }
    return size;
}

static bool make_images(vrm_render_model *model) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    uint32_t count = model->gltf->image_count, size;
    job *jobs = vrmr_allocate(allocator, count, sizeof *jobs);
    int32_t *places = vrmr_allocate(allocator, (size_t)count * 2, sizeof *places);
    bool good = jobs != NULL && places != NULL;
    if (good) find_bytes(model, jobs, places);
    vrmr_release(allocator, places, (size_t)count * 2, sizeof *places);
    good = good && charge_images(model, jobs);
    size = good ? choose_size(model, jobs) : 0;
    for (uint32_t i = 0; good && i < count; ++i) {
        vrmr_image_slot *slot = &model->images[i];
        if (slot->use == 0) continue;
        if (slot->first == (int32_t)i) {
            good = make_image(model, slot, &jobs[i], side_of(slot, &jobs[i], size));
        } else {
            slot->status = model->images[slot->first].status;
            slot->width = model->images[slot->first].width;
            slot->height = model->images[slot->first].height;
        }
    }
    vrmr_release(allocator, jobs, count, sizeof *jobs);
    return good;
}

/* --- Binding --- */

/* Materials take images of one color into their uniforms: fewer textures are fewer programs. On a
 * GPU, neither costs much. */
static void take_colors(vrm_render_model *model, const texture_use *uses, size_t count) {
    if (!model->renderer->few_programs) return;
    for (size_t i = 0; i < count; ++i) {
        const vrmr_image_slot *image = uses[i].image >= 0 ? &model->images[uses[i].image] : NULL;
        if (image != NULL && image->is_plain) {
            vrmr_material_take_color(&model->materials[uses[i].material], uses[i].unit,
                                     image->color);
        }
    }
    for (uint32_t m = 0; m < model->material_count; ++m) {
        vrmr_material_settle(&model->materials[m], model->tables, true);
    }
}

/* What a program has and a material has not is white. */
static void bind_white(vrm_render_model *model) {
    const vrm_renderer *renderer = model->renderer;
    for (uint32_t m = 0; m < model->material_count; ++m) {
        vrmr_material *material = &model->materials[m];
        for (int32_t unit = 1; unit < VRMR_UNIT_COUNT; ++unit) {
            if ((material->program & vrmr_unit_feature(unit)) == 0) continue;
            material->textures[unit].sampler = renderer->plain_sampler;
            material->textures[unit].texture = renderer->white[vrmr_unit_is_srgb(unit)];
        }
    }
}

static void bind(vrm_render_model *model, const texture_use *uses, size_t count) {
    const vrm_renderer *renderer = model->renderer;
    for (size_t i = 0; i < count; ++i) {
        const texture_use *use = &uses[i];
        const vrmr_image_slot *image = use->image >= 0 ? &model->images[use->image] : NULL;
        vrmr_texture *texture = &model->materials[use->material].textures[use->unit];
        if (!is_used(&model->materials[use->material], use->unit)) continue; /* now a color */
        texture->sampler = image != NULL && image->is_plain
                               ? renderer->plain_sampler
                               : sampler_for(model, use->info->texture);
        texture->texture = image != NULL ? image->textures[vrmr_unit_is_srgb(use->unit)]
                                         : renderer->placeholders[use->unit == VRMR_UNIT_NORMAL];
    }
}

static void add_use(vrm_render_model *model, const texture_use *use) {
    vrmr_image_slot *slot = &model->images[use->image];
    take_least(&slot->uv_per_pixel, slot->use == 0, uv_per_pixel(model, use));
    slot->use |= (uint8_t)bits_of(model, use);
}

bool vrmr_textures_create(vrm_render_model *model) {
    vrm_renderer *renderer = model->renderer;
    size_t count = list_uses(model, NULL);
    texture_use *uses = vrmr_allocate(&renderer->allocator, count, sizeof *uses);
    bool good = uses != NULL;
    vrmr_gl_prepare_pixels(&renderer->gl);
    if (good) list_uses(model, uses);
    for (size_t i = 0; good && i < count; ++i) {
        if (uses[i].image >= 0) {
            add_use(model, &uses[i]);
        }
    }
    good = good && make_images(model);
    for (size_t i = 0; good && i < count; ++i) {
        if (uses[i].image >= 0) uses[i].image = model->images[uses[i].image].first;
    }
    if (good) {
        take_colors(model, uses, count);
        bind_white(model);
        bind(model, uses, count);
    }
    renderer->gl.BindTexture(GL_TEXTURE_2D, 0);
    vrmr_release(&renderer->allocator, uses, count, sizeof *uses);
    return good;
}

/* --- Images of the host --- */

/* The largest size with which an image that is given later fits what is left. */
static uint32_t choose_given_size(const vrm_render_model *model, const vrmr_image_slot *slot,
                                  const job *one) {
    const uint64_t left = bytes_left(model) + slot->bytes;
    const uint64_t others = model->costs.texture_bytes - slot->bytes;
    uint32_t size = (uint32_t)model->renderer->gl.max_texture_size;
    if (size > model->limits.max_texture) size = model->limits.max_texture;
    for (; size > 1; size = (size + 1) / 2) {
        uint64_t bytes = texture_bytes(one, slot->use, size);
        if (bytes <= left / 2 && vrmr_fits(others, bytes, model->limits.max_texture_bytes)) break;
    }
    return size;
}

/* A copy that fits `size`; its own, because making levels overwrites pixels. */
static bool copy_given(const vrm_pixels *given, uint32_t size, const vrm_allocator *allocator,
                       vrmr_image *out) {
    uint32_t halvings = vrmr_image_halvings(given->width, given->height, size);
    size_t row = (size_t)given->width * 4;
    vrmr_shrink shrink;
    bool good;
    if (!vrmr_image_take(out, vrmr_halved(given->width, halvings),
                         vrmr_halved(given->height, halvings), allocator)) {
        return false;
    }
    if (halvings == 0) {
        memcpy(out->pixels, given->bytes, (size_t)vrmr_image_bytes(out));
        return true;
    }
    good = vrmr_shrink_begin(&shrink, given->width, given->height, out, allocator);
    for (uint32_t y = 0; good && y < given->height; ++y) {
        vrmr_shrink_add(&shrink, given->bytes + y * row);
    }
    vrmr_shrink_end(&shrink, allocator);
    if (!good) vrmr_image_free(out, allocator);
    return good;
}

/* The image that shows what others with the same bytes show too. All of them have its state. */
static void share_state(vrm_render_model *model, int32_t first) {
    const vrmr_image_slot *from = &model->images[first];
    for (uint32_t i = 0; i < model->gltf->image_count; ++i) {
        vrmr_image_slot *slot = &model->images[i];
        if (slot->first != first || (int32_t)i == first) continue;
        slot->status = from->status;
        slot->width = from->width;
        slot->height = from->height;
    }
}

/* Binds what materials show once more: an image has other textures now. */
static bool bind_again(vrm_render_model *model) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t count = list_uses(model, NULL);
    texture_use *uses = vrmr_allocate(allocator, count, sizeof *uses);
    if (uses == NULL) return false;
    list_uses(model, uses);
    for (size_t i = 0; i < count; ++i) {
        if (uses[i].image >= 0) uses[i].image = model->images[uses[i].image].first;
    }
    bind(model, uses, count);
    vrmr_release(allocator, uses, count, sizeof *uses);
    return true;
}

/* Replaces the textures of an image. False: memory was refused, and nothing has changed. */
static bool replace_image(vrm_render_model *model, int32_t first, const vrmr_image *image,
                          uint64_t bytes) {
    const vrmr_gl *gl = &model->renderer->gl;
    vrmr_image_slot *slot = &model->images[first], old = *slot;
    bool mipmaps = (slot->use & USED_MIPMAPS) != 0;
    vrmr_image shown = *image;
    slot->textures[0] = slot->textures[1] = 0;
    slot->is_plain = is_plain(image);
    if (slot->is_plain) {
        memcpy(slot->color, image->pixels, 4);
        shown.width = shown.height = 1;
        mipmaps = false;
        bytes = 0;
    }
    if (!upload_slot(model, slot, &shown, mipmaps) || !bind_again(model)) {
        for (int i = 0; i < 2; ++i) {
            if (slot->textures[i] != 0) gl->DeleteTextures(1, &slot->textures[i]);
        }
        *slot = old;
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        if (old.textures[i] != 0) gl->DeleteTextures(1, &old.textures[i]);
    }
    slot->status = VRM_IMAGE_STATE_GOOD;
    slot->bytes = bytes;
    model->costs.texture_bytes += bytes;
    model->costs.texture_bytes -= old.bytes;
    share_state(model, first);
    return true;
}

vrm_image_state vrm_render_model_set_image(vrm_render_model *model, int32_t image,
                                           const vrm_pixels *decoded) {
    const vrm_allocator *allocator;
    vrmr_image copy;
    job one = {NULL, 0, {0, 0, 0}};
    uint32_t size;
    int32_t first;
    bool good;
    if (model == NULL || image < 0 || (uint32_t)image >= model->gltf->image_count) {
        return VRM_IMAGE_STATE_MISSING;
    }
    if (!model->renderer->has_host_images) return VRM_IMAGE_STATE_UNKNOWN;
    if (decoded == NULL || decoded->bytes == NULL || decoded->width == 0 || decoded->height == 0) {
        return VRM_IMAGE_STATE_DAMAGED;
    }
    one.shape.width = decoded->width;
    one.shape.height = decoded->height;
    first = model->images[image].first;
    if (model->images[image].use == 0) return VRM_IMAGE_STATE_GOOD;
    if (one.shape.width > VRMR_LARGEST_SIDE || one.shape.height > VRMR_LARGEST_SIDE ||
        (uint64_t)one.shape.width * one.shape.height > model->limits.max_image_pixels) {
        return VRM_IMAGE_STATE_TOO_LARGE;
    }
    allocator = &model->renderer->allocator;
    size = choose_given_size(model, &model->images[first], &one);
    if (!copy_given(decoded, size, allocator, &copy)) return VRM_IMAGE_STATE_TOO_LARGE;
    vrmr_gl_prepare_pixels(&model->renderer->gl);
    good = replace_image(model, first, &copy, texture_bytes(&one, model->images[first].use, size));
    model->renderer->gl.BindTexture(GL_TEXTURE_2D, 0);
    vrmr_image_free(&copy, allocator);
    vrmr_check(model->renderer, "vrm_render_model_set_image");
    return good ? VRM_IMAGE_STATE_GOOD : VRM_IMAGE_STATE_TOO_LARGE;
}

void vrmr_placeholders_create(vrm_renderer *renderer) {
    uint8_t pixel[4];
    const vrm_sampler plain = {.min_filter = GL_NEAREST, .mag_filter = GL_NEAREST};
    const vrmr_image white = {pixel, 1, 1};
    for (int i = 0; i < 2; ++i) {
        renderer->placeholders[i] =
            upload(renderer, placeholder(i != 0, pixel), false, GL_RGBA8, false, NULL);
        memset(pixel, 255, sizeof pixel);
        renderer->white[i] =
            upload(renderer, white, i != 0, i != 0 ? GL_SRGB8_ALPHA8 : GL_RGBA8, false, NULL);
    }
    renderer->plain_sampler = make_sampler(&renderer->gl, &plain, false);
}

void vrmr_placeholders_release(vrm_renderer *renderer) {
    const vrmr_gl *gl = &renderer->gl;
    if (renderer->placeholders[0] != 0) gl->DeleteTextures(2, renderer->placeholders);
    if (renderer->white[0] != 0) gl->DeleteTextures(2, renderer->white);
    if (renderer->plain_sampler != 0) gl->DeleteSamplers(1, &renderer->plain_sampler);
}

void vrmr_textures_release(vrm_render_model *model) {
    const vrmr_gl *gl = &model->renderer->gl;
    for (uint32_t i = 0; model->images != NULL && i < model->gltf->image_count; ++i) {
        for (int k = 0; k < 2; ++k) {
            gl_uint *texture = &model->images[i].textures[k];
            if (*texture != 0) gl->DeleteTextures(1, texture);
        }
    }
    for (uint32_t i = 0; model->samplers != NULL && i < model->gltf->sampler_count + 1; ++i) {
        if (model->samplers[i] != 0) gl->DeleteSamplers(1, &model->samplers[i]);
    }
}
