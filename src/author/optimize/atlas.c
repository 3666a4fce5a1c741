/* The stage of atlases: one set of textures for materials that differ in nothing else. */
#include "author/optimize/atlas.h"

#include "author/json/json_writer.h"
#include "author/optimize/image_scale.h"
#include "base/checked.h"
#include "base/math.h"

#include <string.h>

/* --- Positions --- */

/* The part of a cell that repeats the edge of its picture, on each side: a cell has 66 pixels for
 * 64 of its picture, which are then the same ones. */
static const float BORDER = 1.0f / 66.0f;

void vrmi_atlas_place(float uv[2], uint32_t cell, uint32_t side) {
    float size = 1.0f / (float)side;
    for (uint32_t i = 0; i < 2; ++i) {
        float at = vrmi_clamp(uv[i], 0.0f, 1.0f) * (1.0f - 2.0f * BORDER) + BORDER;
        uv[i] = ((float)(i == 0 ? cell % side : cell / side) + at) * size;
    }
}

/* The picture between its pixels, its edge repeated. */
static void sample(const vrm_pixels *picture, float u, float v, uint8_t *out) {
    float x = vrmi_clamp(u * (float)picture->width - 0.5f, 0.0f, (float)(picture->width - 1));
    float y = vrmi_clamp(v * (float)picture->height - 0.5f, 0.0f, (float)(picture->height - 1));
    uint32_t left = (uint32_t)x, top = (uint32_t)y;
    uint32_t right = left + 1 < picture->width ? left + 1 : left;
    uint32_t below = top + 1 < picture->height ? top + 1 : top;
    const uint8_t *rows[2] = {picture->bytes + (size_t)top * picture->width * 4,
                              picture->bytes + (size_t)below * picture->width * 4};
    x -= (float)left;
    y -= (float)top;
    for (uint32_t c = 0; c < 4; ++c) {
        float above = (float)rows[0][4 * left + c] * (1.0f - x) + (float)rows[0][4 * right + c] * x;
        float under = (float)rows[1][4 * left + c] * (1.0f - x) + (float)rows[1][4 * right + c] * x;
        out[c] = (uint8_t)(above * (1.0f - y) + under * y + 0.5f);
    }
}

void vrmi_atlas_draw(const vrm_pixels *picture, uint32_t cell, uint32_t side, vrm_pixels *atlas) {
    uint32_t width = atlas->width / side, height = atlas->height / side;
    for (uint32_t y = 0; y < height; ++y) {
        float v = (((float)y + 0.5f) / (float)height - BORDER) / (1.0f - 2.0f * BORDER);
        size_t row = (size_t)(cell / side) * height + y;
        uint8_t *out = atlas->bytes + (row * atlas->width + (size_t)(cell % side) * width) * 4;
        for (uint32_t x = 0; x < width; ++x) {
            float u = (((float)x + 0.5f) / (float)width - BORDER) / (1.0f - 2.0f * BORDER);
            sample(picture, u, v, out + (size_t)x * 4);
        }
    }
}

/* --- One texture of a group --- */

typedef struct atlas_job {
    vrmi_optimize *work;
    vrmi_atlas_material *all;
    uint32_t count;
    uint32_t first;                   /* material of the group */
    bool has_alpha;                   /* its alpha is seen */
    int32_t images[VRMI_ATLAS_SLOTS]; /* the new ones; VRM_NONE: the slot is empty */
} atlas_job;

/* Decodes the image of a material and draws it. */
static bool draw_one(atlas_job *job, uint32_t material, uint32_t slot, vrm_pixels *atlas) {
    vrmi_optimize *work = job->work;
    const vrmi_atlas_material *from = &job->all[material];
    vrm_pixels pixels = {NULL, 0, 0}, scaled = {NULL, 0, 0};
    vrm_image_header header;
    const uint8_t *bytes;
    size_t size, room;
    if (vrm_model_get_image_bytes(work->edit->model, from->images[slot], &bytes, &size) != VRM_OK ||
        vrm_model_get_image_header(work->edit->model, from->images[slot], &header) != VRM_OK ||
        !work->tools.decode_image(bytes, size, header.format, &pixels, work->tools.user)) {
        return false;
    }
    scaled.width = pixels.width;
    scaled.height = pixels.height;
    if (scaled.width > atlas->width / from->side) scaled.width = atlas->width / from->side;
    if (scaled.height > atlas->height / from->side) scaled.height = atlas->height / from->side;
    if (scaled.width == pixels.width && scaled.height == pixels.height) {
        vrmi_atlas_draw(&pixels, from->cell, from->side, atlas);
    } else {
        room = (size_t)scaled.width * scaled.height * 4;
        scaled.bytes = vrmi_memory_allocate(&work->memory, room);
        if (scaled.bytes != NULL) {
            vrmi_scale_pixels(&pixels, vrmi_atlas_slot_is_color(slot), job->has_alpha, &scaled);
            vrmi_atlas_draw(&scaled, from->cell, from->side, atlas);
            vrmi_memory_release(&work->memory, scaled.bytes, room);
        }
        work->is_refused |= scaled.bytes == NULL;
    }
    work->tools.release_pixels(&pixels, work->tools.user);
    return !work->is_refused;
}

/* The number of pixels for the picture of a cell is that of the largest one, up to the limit. */
static uint32_t atlas_pixels(const atlas_job *job, uint32_t slot) {
    enum { MOST_PIXELS = 4096 };
    uint32_t side = job->all[job->first].side, cell = 1, most = job->work->desc.max_texture;
    if (most == 0) most = MOST_PIXELS;
    for (uint32_t i = job->first; i < job->count; ++i) {
        vrm_image_header header;
        if (job->all[i].side == 0 || job->all[i].first != job->first ||
            vrm_model_get_image_header(job->work->edit->model, job->all[i].images[slot], &header) !=
                VRM_OK) {
            continue;
        }
        if (header.width > cell) cell = header.width;
        if (header.height > cell) cell = header.height;
    }
    cell = (cell + 63) / 64 * 66;
    if (cell > most / side) cell = most / side;
    return cell > 0 ? cell * side : 0;
}

static int32_t add_image(vrmi_optimize *work, const vrm_encoded_image *encoded) {
    vrmi_json_writer json;
    int32_t view = vrmi_edit_add_view(work->edit, encoded->bytes, encoded->size, 0, 0), image;
    vrmi_json_writer_init(&json, &work->memory);
    vrmi_put_object(&json);
    vrmi_put_words_of(&json, "name", "atlas");
    vrmi_put_words_of(&json, "mimeType", encoded->mime_type);
    vrmi_put_integer_of(&json, "bufferView", view);
    vrmi_put_object_end(&json);
    work->is_refused |= json.is_refused;
    image = vrmi_edit_add_element(work->edit, VRMI_REFERENCE_IMAGE, vrmi_json_writer_text(&json));
    vrmi_json_writer_release(&json);
    return image;
}

static bool make_image(atlas_job *job, uint32_t slot) {
    vrmi_optimize *work = job->work;
    uint32_t pixels = atlas_pixels(job, slot);
    vrm_pixels atlas = {NULL, pixels, pixels};
    vrm_encoded_image encoded = {NULL, 0, NULL};
    size_t room = (size_t)pixels * pixels * 4;
    /* WebP stays what has to be asked for texture by texture: an atlas is PNG or JPEG. */
    int32_t use = VRM_IMAGE_USE_PICTURE |
                  (vrmi_atlas_slot_is_color(slot) ? VRM_IMAGE_USE_COLOR : VRM_IMAGE_USE_ALPHA) |
                  (slot == 0 && job->has_alpha ? VRM_IMAGE_USE_ALPHA : 0);
    bool is_good = pixels > 0;
    if (is_good) atlas.bytes = vrmi_memory_allocate(&work->memory, room);
    if (atlas.bytes == NULL) return false;
    memset(atlas.bytes, 0xFF, room);
    for (uint32_t i = job->first; i < job->count && is_good; ++i) {
        if (job->all[i].side != 0 && job->all[i].first == job->first) {
            is_good = draw_one(job, i, slot, &atlas);
        }
    }
    is_good = is_good && work->tools.encode_image(&atlas, use, &encoded, work->tools.user) != 0;
    if (is_good) job->images[slot] = add_image(work, &encoded);
    vrmi_memory_release(&work->memory, atlas.bytes, room);
    return is_good && job->images[slot] != VRM_NONE;
}

/* --- A group --- */

/* A texture like that of the first material, with the new image. */
static void set_texture(atlas_job *job, uint32_t slot) {
    vrmi_optimize *work = job->work;
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *index = job->all[job->first].indices[slot];
    int32_t old = vrmi_value_to_index(tree, index), texture;
    int32_t sampler = vrm_model_gltf(work->edit->model)->textures[old].sampler;
    vrmi_json_writer json;
    vrmi_json_writer_init(&json, &work->memory);
    vrmi_put_object(&json);
    if (sampler != VRM_NONE) vrmi_put_integer_of(&json, "sampler", sampler);
    vrmi_put_integer_of(&json, "source", job->images[slot]);
    vrmi_put_object_end(&json);
    work->is_refused |= json.is_refused;
    texture =
        vrmi_edit_add_element(work->edit, VRMI_REFERENCE_TEXTURE, vrmi_json_writer_text(&json));
    vrmi_json_writer_release(&json);
    if (texture >= 0) vrmi_value_replace_index(tree, index, (uint64_t)texture);
}

static void move_coordinates(vrmi_optimize *work, vrmi_value *primitive, uint32_t mesh,
                             uint32_t index, const vrmi_atlas_material *from) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrmi_tree *tree = &work->edit->tree;
    uint32_t count = gltf->meshes[mesh].primitives[index].vertex_count;
    vrmi_value *attributes = vrmi_value_get(tree, primitive, "attributes");
    float *uvs = VRMI_OPTIMIZE_TAKE(work, float, (size_t)count * 2);
    int32_t accessor;
    if (uvs == NULL ||
        vrm_model_read_vertices(work->edit->model, (int32_t)mesh, (int32_t)index,
                                VRM_ATTRIBUTE_TEXCOORD, 0, 2, uvs, (size_t)count * 2) != VRM_OK) {
        return;
    }
    for (uint32_t i = 0; i < count; ++i)
        vrmi_atlas_place(uvs + 2 * (size_t)i, from->cell, from->side);
    accessor = vrmi_edit_add_accessor(work->edit, VRM_COMPONENT_F32, VRM_ELEMENT_VEC2, false, count,
                                      uvs, 34962, false);
    if (accessor < 0) return;
    vrmi_value_replace_index(tree, vrmi_value_get(tree, attributes, "TEXCOORD_0"),
                             (uint64_t)accessor);
    vrmi_value_set_index(tree, primitive, "material", from->first);
}

static void move_primitives(atlas_job *job) {
    vrmi_optimize *work = job->work;
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *meshes = vrmi_reference_table(tree, VRMI_REFERENCE_MESH);
    for (uint32_t i = 0; i < gltf->mesh_count && !work->is_refused; ++i) {
        vrmi_value *list = vrmi_value_get(tree, vrmi_value_at(tree, meshes, i), "primitives");
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            uint32_t material = (uint32_t)gltf->meshes[i].primitives[k].material;
            if (material >= job->count || job->all[material].side == 0 ||
                job->all[material].first != job->first) {
                continue;
            }
            move_coordinates(work, vrmi_value_at(tree, list, k), i, k, &job->all[material]);
        }
    }
}

/* All pictures first: if one of them cannot be made, nothing has changed. Returns the number of
 * materials that are no longer needed. */
static uint32_t make_group(atlas_job *job) {
    uint32_t shared = 0;
    for (uint32_t i = 0; i < VRMI_ATLAS_SLOTS; ++i) {
        job->images[i] = VRM_NONE;
        if (job->all[job->first].indices[i] != NULL && !make_image(job, i)) return 0;
    }
    for (uint32_t i = 0; i < VRMI_ATLAS_SLOTS; ++i) {
        if (job->images[i] != VRM_NONE) set_texture(job, i);
    }
    move_primitives(job);
    for (uint32_t i = 0; i < job->count; ++i) {
        shared += i != job->first && job->all[i].side != 0 && job->all[i].first == job->first;
    }
    return shared;
}

void vrmi_optimize_atlas(vrmi_optimize *work) {
    const vrm_tables *tables = vrm_model_tables(work->edit->model);
    atlas_job job = {.work = work};
    uint32_t shared = 0;
    /* Materials of 0.x stand in the file twice, in two languages: it is migrated first. */
    if ((work->desc.flags & VRM_OPTIMIZE_ATLAS) == 0 || work->tools.decode_image == NULL ||
        work->tools.encode_image == NULL || work->tools.release_pixels == NULL ||
        tables->dialect == VRM_DIALECT_0 || tables->dialect == VRM_DIALECT_1_DRAFT) {
        return;
    }
    job.all = vrmi_atlas_find(work, &job.count);
    for (uint32_t i = 0; job.all != NULL && i < job.count && !work->is_refused; ++i) {
        if (job.all[i].side == 0 || job.all[i].first != i) continue;
        job.first = i;
        job.has_alpha = tables->materials[i].alpha_mode != VRM_ALPHA_OPAQUE;
        shared += make_group(&job);
    }
    work->is_asked = shared > 0;
    vrmi_optimize_note_count(work, VRM_CHANGE_CONVERTED, "materials-shared", shared,
                             "material shares the textures of another in an atlas now",
                             "materials share the textures of others in atlases now");
}
