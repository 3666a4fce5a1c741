/* A whole avatar as a GLB, out of its tables and the bytes of its buffers. */
#include "author/document/avatar_check.h"
#include "author/document/written.h"
#include "author/text/draft_text.h"
#include "author/text/gltf_text.h"
#include "author/text/vrm0_text.h"
#include "author/text/vrm1_text.h"
#include "base/checked.h"
#include "base/desc.h"
#include "base/text.h"
#include "gltf/session.h"

#include <string.h>

VRMI_LOAD_DESC_CHECK(vrm_write_avatar_desc, reserved);

void vrm_write_avatar_desc_init_sized(vrm_write_avatar_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

typedef struct writer {
    vrmi_json_writer json;   /* of the whole file */
    vrmi_json_writer blocks; /* parts that name extensions: they are written before the list of */
    vrmi_vrm_text text;      /* extensions, and stand behind it or before it in the file */
    vrm_written *file;
    const void *const *buffers;
    uint64_t *offsets; /* of buffers in the BIN chunk */
    uint64_t bin_size;
    vrmi_arena arena;
} writer;

/* --- Losses --- */

static vrm_change_kind kind_of(vrmi_loss loss) {
    switch (loss) {
    case VRMI_LOSS_PERMISSION:
        return VRM_CHANGE_NARROWED;
    case VRMI_LOSS_JOINT_ADDED:
        return VRM_CHANGE_ADDED;
    case VRMI_LOSS_EXPRESSION_NAME:
    case VRMI_LOSS_BINARY_THRESHOLD:
    case VRMI_LOSS_BIND_COMPONENTS:
    case VRMI_LOSS_BIND_MATERIALS:
    case VRMI_LOSS_BIND_WEIGHT:
    case VRMI_LOSS_SHARED_MESH:
    case VRMI_LOSS_CURVE:
    case VRMI_LOSS_COLLIDER_SHAPE:
    case VRMI_LOSS_JOINT_VALUES:
    case VRMI_LOSS_TAIL:
    case VRMI_LOSS_TEXTURE_TRANSFORM:
        return VRM_CHANGE_CONVERTED;
    default:
        return VRM_CHANGE_LOST;
    }
}

static void add_loss(void *context, vrmi_loss loss, int32_t index) {
    writer *w = context;
    const vrm_string nowhere = {"", 0};
    char sentence[256];
    vrmi_text text = vrmi_text_make(sentence, sizeof sentence);
    vrmi_text_append(&text, vrmi_loss_words(loss));
    if (vrmi_loss_subject(loss)[0] != '\0') {
        vrmi_text_append(&text, " (");
        vrmi_text_append(&text, vrmi_loss_subject(loss));
        vrmi_text_append(&text, " ");
        vrmi_text_append_i64(&text, index);
        vrmi_text_append(&text, ")");
    }
    vrmi_written_add_change(w->file, kind_of(loss), vrmi_loss_code(loss), nowhere, nowhere,
                            (vrm_string){sentence, (uint32_t)text.length});
}

/* --- Parts with extensions --- */

/* Appends to the blocks, and gives the text of what was appended. It is good until the next call.
 */
typedef void part(vrmi_vrm_text *text);

static void put_materials(vrmi_vrm_text *text) {
    vrmi_put_array(text->writer);
    for (uint32_t i = 0; i < text->tables->material_count; ++i) {
        if (text->dialect == VRM_DIALECT_0) {
            vrmi_put_vrm0_material(text, i);
        } else if (text->dialect == VRM_DIALECT_1_DRAFT) {
            vrmi_put_draft_material(text, i);
        } else {
            vrmi_put_vrm1_material(text, i);
        }
    }
    vrmi_put_array_end(text->writer);
}

static void put_extensions(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    if (text->dialect == VRM_DIALECT_0) {
        vrmi_put_key(writer, "VRM");
        vrmi_put_vrm0(text);
    } else if (text->dialect == VRM_DIALECT_1_DRAFT) {
        vrmi_put_key(writer, "VRMC_vrm");
        vrmi_put_draft(text);
    } else {
        vrmi_put_key(writer, "VRMC_vrm");
        vrmi_put_vrm1(text);
        if (vrmi_has_spring_bone(text)) {
            vrmi_put_key(writer, "VRMC_springBone");
            vrmi_put_spring_bone(text);
        }
    }
    vrmi_put_object_end(writer);
}

typedef struct part_range {
    size_t begin, end;
} part_range;

/* All parts that name extensions follow each other in `blocks`, until they are copied. */
static part_range put_block(writer *w, part *put) {
    part_range range = {w->blocks.length, 0};
    w->blocks.needs_comma = false;
    w->text.writer = &w->blocks;
    put(&w->text);
    range.end = w->blocks.length;
    w->text.writer = &w->json;
    return range;
}

static void copy_block(writer *w, const char *key, part_range range) {
    if (w->blocks.is_refused) {
        w->json.is_refused = true;
        return;
    }
    vrmi_put_key(&w->json, key);
    vrmi_put_raw(&w->json,
                 (vrm_string){w->blocks.data + range.begin, (uint32_t)(range.end - range.begin)});
}

/* --- The JSON --- */

static void put_part(writer *w, const char *key, uint32_t count, part *put) {
    if (count == 0) return;
    vrmi_put_key(&w->json, key);
    put(&w->text);
}

static bool lists_extension(const vrm_string *names, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; ++i) {
        if (vrmi_string_equals(names[i], name)) return true;
    }
    return false;
}

/* Vertices in small numbers need an extension, which a reader has to support. */
static void put_used(writer *w) {
    static const char quantized[] = "KHR_mesh_quantization";
    const vrm_gltf *gltf = w->text.gltf;
    if (lists_extension(gltf->extensions_used, gltf->extension_used_count, quantized)) {
        w->text.extensions |= VRMI_EXTENSION_QUANTIZATION;
    }
    vrmi_put_key(&w->json, "extensionsUsed");
    vrmi_put_extensions_used(&w->json, w->text.extensions);
    if (lists_extension(gltf->extensions_required, gltf->extension_required_count, quantized)) {
        vrmi_put_array_of(&w->json, "extensionsRequired");
        vrmi_put_words(&w->json, quantized);
        vrmi_put_array_end(&w->json);
    }
}

static void put_asset(writer *w) {
    vrmi_put_object_of(&w->json, "asset");
    vrmi_put_words_of(&w->json, "version", "2.0");
    vrmi_put_string_of(&w->json, "generator", w->text.generator); /* GL-006 */
    vrmi_put_given(&w->json, "copyright", w->text.gltf->copyright);
    vrmi_put_object_end(&w->json);
}

static void put_json(writer *w) {
    const vrm_gltf *gltf = w->text.gltf;
    const part_range nodes = put_block(w, vrmi_put_nodes);
    const part_range materials = put_block(w, put_materials);
    const part_range textures = put_block(w, vrmi_put_textures);
    const uint32_t of_materials = w->text.extensions & ~(uint32_t)VRMI_EXTENSION_NODE_CONSTRAINT;
    const part_range extensions = put_block(w, put_extensions);
    vrmi_put_object(&w->json);
    put_asset(w);
    if (gltf->scene != VRM_NONE) vrmi_put_integer_of(&w->json, "scene", gltf->scene);
    put_part(w, "scenes", gltf->scene_count, vrmi_put_scenes);
    if (gltf->node_count != 0) copy_block(w, "nodes", nodes);
    put_part(w, "meshes", gltf->mesh_count, vrmi_put_meshes);
    if (gltf->buffer_view_count != 0) {
        vrmi_put_key(&w->json, "bufferViews");
        vrmi_put_buffer_views(&w->text, w->offsets);
    }
    put_part(w, "accessors", gltf->accessor_count, vrmi_put_accessors);
    put_part(w, "skins", gltf->skin_count, vrmi_put_skins);
    if (gltf->material_count != 0) copy_block(w, "materials", materials);
    if (of_materials != 0) put_used(w); /* after the first part that needs it */
    put_part(w, "images", gltf->image_count, vrmi_put_images);
    if (gltf->texture_count != 0) copy_block(w, "textures", textures);
    put_part(w, "samplers", gltf->sampler_count, vrmi_put_samplers);
    if (w->bin_size != 0) {
        vrmi_put_array_of(&w->json, "buffers");
        vrmi_put_object(&w->json);
        vrmi_put_integer_of(&w->json, "byteLength", (int64_t)w->bin_size);
        vrmi_put_object_end(&w->json);
        vrmi_put_array_end(&w->json);
    }
    copy_block(w, "extensions", extensions);
    if (of_materials == 0) put_used(w);
    vrmi_put_object_end(&w->json);
}

/* --- The file --- */

static vrm_result place_buffers(writer *w) {
    const vrm_gltf *gltf = w->text.gltf;
    uint64_t size = 0;
    w->offsets = VRMI_TAKE(&w->arena, uint64_t, gltf->buffer_count);
    if (w->offsets == NULL) return vrmi_refusal_result(&w->file->memory);
    for (uint32_t i = 0; i < gltf->buffer_count; ++i) {
        const uint64_t length = gltf->buffers[i].byte_length;
        if (length != 0 && (w->buffers == NULL || w->buffers[i] == NULL)) {
            return VRM_ERROR_NO_PAYLOAD;
        }
        size += (4 - size % 4) % 4;
        if (length > UINT32_MAX || size > UINT32_MAX - length) return VRM_ERROR_LIMIT;
        w->offsets[i] = size;
        size += length;
    }
    w->bin_size = size;
    return VRM_OK;
}

static vrm_result write_file(writer *w) {
    const vrm_gltf *gltf = w->text.gltf;
    vrm_result result = place_buffers(w);
    uint8_t *bin;
    if (result != VRM_OK) return result;
    put_json(w);
    if (w->json.is_refused || w->file->is_refused) return vrmi_refusal_result(&w->file->memory);
    if (!vrmi_glb_create(&w->file->memory, w->json.data, w->json.length, (size_t)w->bin_size,
                         &w->file->file, &bin)) {
        return w->file->memory.refusal == VRMI_REFUSAL_NONE ? VRM_ERROR_LIMIT
                                                            : vrmi_refusal_result(&w->file->memory);
    }
    for (uint32_t i = 0; i < gltf->buffer_count; ++i) {
        if (gltf->buffers[i].byte_length == 0) continue;
        memcpy(bin + w->offsets[i], w->buffers[i], (size_t)gltf->buffers[i].byte_length);
    }
    return VRM_OK;
}

static bool read_desc(const vrm_write_avatar_desc *desc, vrm_write_avatar_desc *own,
                      vrmi_load_settings *load) {
    if (!vrmi_flagged_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_write_avatar_desc, generator),
                           desc, 0) ||
        !vrmi_load_settings_read(load, own->load)) {
        return false;
    }
    if (own->dialect == VRM_DIALECT_NONE) own->dialect = VRM_DIALECT_1;
    return own->dialect >= VRM_DIALECT_0 && own->dialect <= VRM_DIALECT_1;
}

static vrm_result write_checked(const vrm_gltf *gltf, const vrm_tables *tables,
                                const void *const *buffers, const vrm_write_avatar_desc *desc,
                                vrm_written *file) {
    char generator[64];
    vrmi_text name = vrmi_text_make(generator, sizeof generator);
    vrm_result result;
    writer w;
    switch (vrmi_check_avatar(&file->memory, gltf, tables)) {
    case VRMI_AVATAR_BAD:
        return VRM_ERROR_INVALID_ARGUMENT;
    case VRMI_AVATAR_NO_BYTES:
        return VRM_ERROR_NO_PAYLOAD;
    case VRMI_AVATAR_REFUSED:
        return vrmi_refusal_result(&file->memory);
    case VRMI_AVATAR_GOOD:
        break;
    }
    vrmi_text_append(&name, "libvrm ");
    vrmi_text_append(&name, vrm_version());
    memset(&w, 0, sizeof w);
    w.file = file;
    w.buffers = buffers;
    vrmi_json_writer_init(&w.json, &file->memory);
    vrmi_json_writer_init(&w.blocks, &file->memory);
    vrmi_arena_init(&w.arena, &file->memory, 0);
    w.text.writer = &w.json;
    w.text.gltf = gltf;
    w.text.tables = tables;
    w.text.dialect = desc->dialect;
    w.text.generator = vrmi_string_from(desc->generator != NULL ? desc->generator : generator);
    w.text.lost = add_loss;
    w.text.lost_context = &w;
    result = write_file(&w);
    vrmi_arena_release(&w.arena);
    vrmi_json_writer_release(&w.json);
    vrmi_json_writer_release(&w.blocks);
    return result;
}

vrm_result vrm_write_avatar(const vrm_gltf *gltf, const vrm_tables *tables,
                            const void *const *buffers, const vrm_write_avatar_desc *desc,
                            vrm_written **out_file, vrm_report **out_report) {
    vrm_write_avatar_desc own;
    vrmi_load_settings load;
    vrm_written *file;
    vrm_result result;
    if (out_file != NULL) *out_file = NULL;
    if (gltf == NULL || tables == NULL || out_file == NULL || !read_desc(desc, &own, &load)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    if (vrmi_load_settings_cancelled(&load))
        return vrmi_report_end(out_report, VRM_ERROR_CANCELLED);
    file = vrmi_written_create(load.desc.allocator, &load.limits);
    if (file == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    result = write_checked(gltf, tables, buffers, &own, file);
    if (result == VRM_OK) {
        *out_file = file;
    } else {
        vrm_written_destroy(file);
    }
    return vrmi_report_end(out_report, result);
}
