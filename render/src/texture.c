/* Images of a model as textures: each image that a drawn material shows, once as it is, and once as
 * sRGB where it holds colours. */
#include "image.h"
#include "renderer.h"

#include <string.h>

/* How an image is used: bits. */
enum { USED_LINEAR = 1, USED_SRGB = 2, USED_NORMAL = 4, USED_MIPMAPS = 8 };

static bool needs_mipmaps(const vrm_sampler *sampler) {
    return !sampler || (sampler->min_filter != GL_NEAREST && sampler->min_filter != GL_LINEAR);
}

static const vrm_sampler *sampler_of(const vrm_gltf *gltf, int32_t texture) {
    int32_t sampler = gltf->textures[texture].sampler;
    return sampler < 0 ? NULL : &gltf->samplers[sampler];
}

/* --- Samplers --- */

static gl_int wrap(int32_t wanted) {
    return wanted == GL_CLAMP_TO_EDGE || wanted == GL_MIRRORED_REPEAT ? wanted : GL_REPEAT;
}

static gl_uint make_sampler(const vrmr_gl *gl, const vrm_sampler *sampler) {
    gl_uint name = 0;
    gl_int min = sampler ? sampler->min_filter : 0, mag = sampler ? sampler->mag_filter : 0;
    bool is_known = min == GL_NEAREST || min == GL_LINEAR ||
                    (min >= GL_NEAREST_MIPMAP_NEAREST && min <= GL_LINEAR_MIPMAP_LINEAR);
    gl->GenSamplers(1, &name);
    gl->SamplerParameteri(name, GL_TEXTURE_MIN_FILTER, is_known ? min : GL_LINEAR_MIPMAP_LINEAR);
    gl->SamplerParameteri(name, GL_TEXTURE_MAG_FILTER, mag == GL_NEAREST ? mag : GL_LINEAR);
    gl->SamplerParameteri(name, GL_TEXTURE_WRAP_S, wrap(sampler ? sampler->wrap_s : 0));
    gl->SamplerParameteri(name, GL_TEXTURE_WRAP_T, wrap(sampler ? sampler->wrap_t : 0));
    return name;
}

static gl_uint sampler_for(vrm_render_model *model, int32_t texture) {
    int32_t index = model->gltf->textures[texture].sampler;
    gl_uint *place = &model->samplers[index < 0 ? model->gltf->sampler_count : (uint32_t)index];
    if (!*place) *place = make_sampler(&model->renderer->gl, sampler_of(model->gltf, texture));
    return *place;
}

/* --- Images --- */

/* Each level takes the place of the one before: the pixels are gone afterwards. */
static gl_uint upload(const vrm_renderer *renderer, vrmr_image image, bool is_srgb, bool mipmaps) {
    const vrmr_gl *gl = &renderer->gl;
    gl_uint name = 0;
    gl_int level = 0;
    gl->GenTextures(1, &name);
    gl->BindTexture(GL_TEXTURE_2D, name);
    for (;; ++level) {
        gl->TexImage2D(GL_TEXTURE_2D, level, is_srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8,
                       (gl_int)image.width, (gl_int)image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                       image.pixels);
        if (!mipmaps || (image.width == 1 && image.height == 1)) break;
        vrmr_halve(is_srgb ? &renderer->srgb : NULL, image.pixels, image.width, image.height,
                   image.pixels);
        image.width = image.width > 1 ? image.width / 2 : 1;
        image.height = image.height > 1 ? image.height / 2 : 1;
    }
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level);
    return name;
}

/* As one image may be shown both ways, the first of two uploads needs pixels of its own. */
static bool upload_both(vrm_render_model *model, int32_t index, const vrmr_image *image,
                        bool mipmaps) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t size = (size_t)vrmr_image_bytes(image);
    vrmr_image copy = *image;
    copy.pixels = vrmr_allocate(allocator, size, 1);
    if (!copy.pixels) return false;
    memcpy(copy.pixels, image->pixels, size);
    model->textures[0][index] = upload(model->renderer, copy, false, mipmaps);
    model->textures[1][index] = upload(model->renderer, *image, true, mipmaps);
    vrmr_release(allocator, copy.pixels, size, 1);
    return true;
}

/* One grey pixel; or one of a normal that points out. */
static vrmr_image placeholder(bool is_normal, uint8_t pixel[4]) {
    vrmr_image image = {pixel, 1, 1};
    memset(pixel, 128, 2);
    pixel[2] = is_normal ? 255 : 128;
    pixel[3] = 255;
    return image;
}

/* One colour is the same however it is filtered: one pixel does, and the cheapest sampler. Drivers
 * that compile for each kind of sampler have less to do; and files have many such images. */
static bool is_plain(const vrmr_image *image) {
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 1; i < count; ++i) {
        if (memcmp(image->pixels, image->pixels + 4 * i, 4) != 0) return false;
    }
    return true;
}

/* False: memory was refused. `left` is what the images to come may take. */
static bool make_image(vrm_render_model *model, int32_t index, uint32_t use,
                       const vrm_image_limits *limits, uint64_t *left) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    const uint8_t *bytes = NULL;
    size_t size = 0;
    vrmr_image image = {0}, shown;
    uint8_t pixel[4];
    vrm_image_limits mine = *limits;
    double start = vrmr_milliseconds(), decoded;
    int32_t status = VRM_IMAGE_MISSING;
    bool mipmaps = (use & USED_MIPMAPS) != 0, good = true;
    mine.max_bytes = *left;
    if (vrm_model_image_bytes(model->model, index, &bytes, &size) == VRM_OK) {
        status =
            *left ? vrmr_image_decode(bytes, size, &mine, allocator, &image) : VRM_IMAGE_TOO_LARGE;
    }
    if (status == VRMR_IMAGE_NO_MEMORY) return false;
    decoded = vrmr_milliseconds();
    model->image_status[index] = status;
    shown = image;
    if (status != VRM_IMAGE_GOOD) {
        shown = placeholder((use & USED_NORMAL) != 0, pixel);
    } else {
        uint64_t taken = vrmr_image_bytes(&image);
        *left -= taken < *left ? taken : *left;
        if (is_plain(&image)) {
            model->image_is_plain[index] = 1;
            memcpy(model->image_colors[index], image.pixels, 4);
            shown.width = shown.height = 1;
            mipmaps = false;
        }
    }
    if ((use & USED_SRGB) && (use & USED_LINEAR)) {
        good = upload_both(model, index, &shown, mipmaps);
    } else {
        bool is_srgb = (use & USED_SRGB) != 0;
        model->textures[is_srgb][index] = upload(model->renderer, shown, is_srgb, mipmaps);
    }
    vrmr_image_free(&image, allocator);
    model->times.decode += decoded - start;
    model->times.upload += vrmr_milliseconds() - decoded;
    return good;
}

/* --- All of a model --- */

static bool is_used(const vrmr_material *material, int32_t unit) {
    return (material->features & vrmr_unit_feature(unit)) != 0;
}

/* Calls for the texture of every unit that a drawn material shows. */
static void note_uses(const vrm_render_model *model, uint8_t *uses) {
    for (uint32_t m = 0; m < model->material_count; ++m) {
        const vrmr_material *material = &model->materials[m];
        for (int32_t unit = 1; unit < VRMR_UNIT_COUNT; ++unit) {
            const vrm_texture_info *info =
                is_used(material, unit)
                    ? vrmr_material_texture(model->tables, material->index, unit)
                    : NULL;
            int32_t image = info ? model->gltf->textures[info->texture].image : VRM_NONE;
            if (image < 0) continue;
            uses[image] |= vrmr_unit_is_srgb(unit) ? USED_SRGB : USED_LINEAR;
            if (unit == VRMR_UNIT_NORMAL) uses[image] |= USED_NORMAL;
            if (needs_mipmaps(sampler_of(model->gltf, info->texture))) {
                uses[image] |= USED_MIPMAPS;
            }
        }
    }
}

/* Fewer textures are fewer programs. On a GPU, neither costs much. */
static void take_colors(const vrm_render_model *model, vrmr_material *material) {
    if (!model->renderer->few_programs) return;
    for (int32_t unit = 1; unit < VRMR_UNIT_COUNT; ++unit) {
        const vrm_texture_info *info =
            is_used(material, unit) ? vrmr_material_texture(model->tables, material->index, unit)
                                    : NULL;
        int32_t image = info ? model->gltf->textures[info->texture].image : VRM_NONE;
        if (image >= 0 && model->image_is_plain[image]) {
            vrmr_material_take_color(material, unit, model->image_colors[image]);
        }
    }
    vrmr_material_settle(material, model->renderer, model->tables);
}

static void give_textures(vrm_render_model *model) {
    for (uint32_t m = 0; m < model->material_count; ++m) {
        vrmr_material *material = &model->materials[m];
        take_colors(model, material);
        for (int32_t unit = 1; unit < VRMR_UNIT_COUNT; ++unit) {
            const vrm_texture_info *info =
                is_used(material, unit)
                    ? vrmr_material_texture(model->tables, material->index, unit)
                    : NULL;
            int32_t image = info ? model->gltf->textures[info->texture].image : VRM_NONE;
            if (!info) {
                if (!(material->program & vrmr_unit_feature(unit))) continue;
                material->textures[unit].sampler = model->renderer->plain_sampler;
                material->textures[unit].texture = model->renderer->white[vrmr_unit_is_srgb(unit)];
                continue;
            }
            material->textures[unit].sampler = image >= 0 && model->image_is_plain[image]
                                                   ? model->renderer->plain_sampler
                                                   : sampler_for(model, info->texture);
            material->textures[unit].texture =
                image >= 0 ? model->textures[vrmr_unit_is_srgb(unit)][image]
                           : model->renderer->placeholders[unit == VRMR_UNIT_NORMAL];
        }
    }
}

bool vrmr_textures_create(vrm_render_model *model, const vrm_image_limits *limits) {
    vrm_renderer *renderer = model->renderer;
    const vrmr_gl *gl = &renderer->gl;
    uint32_t image_count = model->gltf->image_count;
    vrm_image_limits mine = {0};
    uint64_t left;
    uint8_t *uses = vrmr_allocate(&renderer->allocator, image_count, 1);
    bool good = uses != NULL;
    if (limits) mine = *limits;
    vrmr_image_limits_fill(&mine);
    if (mine.max_texture > (uint32_t)gl->max_texture_size) {
        mine.max_texture = (uint32_t)gl->max_texture_size;
    }
    left = mine.max_bytes;
    vrmr_gl_prepare_pixels(gl);
    if (good) note_uses(model, uses);
    for (uint32_t i = 0; good && i < image_count; ++i) {
        if (uses[i]) good = make_image(model, (int32_t)i, uses[i], &mine, &left);
    }
    if (good) give_textures(model);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    vrmr_release(&renderer->allocator, uses, image_count, 1);
    return good;
}

void vrmr_placeholders_create(vrm_renderer *renderer) {
    uint8_t pixel[4];
    const vrm_sampler plain = {.min_filter = GL_NEAREST, .mag_filter = GL_NEAREST};
    const vrmr_image white = {pixel, 1, 1};
    for (int i = 0; i < 2; ++i) {
        renderer->placeholders[i] = upload(renderer, placeholder(i != 0, pixel), false, false);
        memset(pixel, 255, sizeof pixel);
        renderer->white[i] = upload(renderer, white, i != 0, false);
    }
    renderer->plain_sampler = make_sampler(&renderer->gl, &plain);
}

void vrmr_placeholders_release(vrm_renderer *renderer) {
    const vrmr_gl *gl = &renderer->gl;
    if (renderer->placeholders[0]) gl->DeleteTextures(2, renderer->placeholders);
    if (renderer->white[0]) gl->DeleteTextures(2, renderer->white);
    if (renderer->plain_sampler) gl->DeleteSamplers(1, &renderer->plain_sampler);
}

void vrmr_textures_release(vrm_render_model *model) {
    const vrmr_gl *gl = &model->renderer->gl;
    for (uint32_t srgb = 0; srgb < 2; ++srgb) {
        for (uint32_t i = 0; model->textures[srgb] && i < model->gltf->image_count; ++i) {
            if (model->textures[srgb][i]) gl->DeleteTextures(1, &model->textures[srgb][i]);
        }
    }
    for (uint32_t i = 0; model->samplers && i < model->gltf->sampler_count + 1; ++i) {
        if (model->samplers[i]) gl->DeleteSamplers(1, &model->samplers[i]);
    }
}
