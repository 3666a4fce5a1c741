#include "model/model.h"

#include "base/desc.h"
#include "base/text.h"
#include "dialect/dialect.h"
#include "model/diagnostics.h"

#include <string.h>

static void release_file(vrm_model *model) {
    if (model->file.owner == VRMI_OWNER_MEMORY) {
        vrmi_memory_release(&model->memory, (void *)(uintptr_t)model->file.data, model->file.size);
    }
    memset(&model->file, 0, sizeof model->file);
}

static void destroy(vrm_model *model) {
    vrmi_memory memory;
    vrmi_shared *shared = vrmi_atomic_pointer_get(&model->shared);
    if (shared != NULL) shared->release(shared);
    vrmi_memory_release(&model->memory, model->tables, model->tables_bytes);
    vrmi_document_release(&model->document);
    release_file(model);
    memory = model->memory;
    vrmi_memory_release(&memory, model, sizeof *model);
}

/* The model itself comes out of the budget that it then holds. `memory` says why it is NULL. */
static vrm_model *create(const vrmi_load_settings *settings, vrmi_memory *memory) {
    vrm_model *model;
    vrmi_load_memory_init(memory, settings);
    model = vrmi_memory_allocate(memory, sizeof *model);
    if (model == NULL) return NULL;
    memset(model, 0, sizeof *model);
    model->memory = *memory;
    vrmi_atomic_count_init(&model->references, 1);
    vrmi_atomic_pointer_init(&model->shared);
    return model;
}

static void inspect(vrmi_load *load, const vrm_model *model) {
    const vrmi_json root = vrmi_json_root(yyjson_doc_get_root(model->document.json.tree));
    load->inspection->inspect(load, model, &root, load->inspection->user);
}

vrm_result vrmi_model_load(const vrmi_source *source, const vrmi_load_settings *settings,
                           vrm_report *report, vrm_model **out, vrm_peek *out_peek) {
    vrmi_load load;
    vrmi_memory memory;
    vrm_model *model = create(settings, &memory);
    size_t owned = source->owned_bytes;
    vrmi_load_init(&load, settings, model != NULL ? &model->memory : &memory, report,
                   vrmi_model_diagnostics);
    load.extensions = vrmi_dialect_extensions;
    load.is_prefix = out_peek != NULL;
    if (model == NULL) {
        vrmi_load_refused(&load);
        if (owned != 0) vrmi_memory_adopt(&memory, owned);
        if (owned != 0) vrmi_memory_release(&memory, (void *)(uintptr_t)source->bytes, owned);
        return load.result;
    }
    if (owned != 0) {
        model->file.data = source->bytes;
        model->file.size = owned;
        model->file.owner = VRMI_OWNER_MEMORY;
        vrmi_memory_adopt(&model->memory, owned);
    }
    if (!vrmi_document_read(&model->document, &load, source->bytes, source->size, source->parts) ||
        !vrmi_model_read_tables(model, &load)) {
        if (out_peek != NULL) out_peek->needed_bytes = load.needed_bytes;
        destroy(model);
        return load.result;
    }
    if (load.inspection != NULL) inspect(&load, model);
    if (!vrmi_load_ok(&load)) {
        destroy(model);
        return load.result;
    }
    vrmi_document_drop_json(&model->document);
    model->user = settings->desc.user;
    model->misuse = vrmi_misuse_hook_of(settings);
    *out = model;
    return VRM_OK;
}

vrm_result vrmi_model_load_begin(bool has_input, const vrm_load_desc *desc,
                                 vrmi_load_settings *settings, vrm_model **out_model,
                                 vrm_report **out_report) {
    if (out_model != NULL) *out_model = NULL;
    if (out_model == NULL || !has_input || !vrmi_load_settings_read(settings, desc)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_complete_avatar_limits(&settings->limits);
    if (out_report == NULL) return VRM_OK;
    *out_report = vrmi_report_create(settings->desc.allocator, settings->limits.max_diagnostics);
    if (*out_report != NULL) return VRM_OK;
    return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
}

vrm_result vrm_model_load(const void *bytes, size_t size, const vrm_load_desc *desc,
                          vrm_model **out_model, vrm_report **out_report) {
    const vrmi_source source = {.bytes = bytes, .size = size};
    vrmi_load_settings settings;
    vrm_result result;
    result =
        vrmi_model_load_begin(bytes != NULL || size == 0, desc, &settings, out_model, out_report);
    if (result != VRM_OK) return result;
    return vrmi_model_load(&source, &settings, out_report != NULL ? *out_report : NULL, out_model,
                           NULL);
}

/* Where the avatar's picture stands in the file: in a view of the BIN chunk, which is the first
 * buffer unless that one has an address. */
static void find_thumbnail(const vrm_model *model, vrm_peek *out) {
    const vrmi_document *document = &model->document;
    const vrm_gltf *gltf = &document->gltf;
    int32_t image = model->tables->meta.thumbnail_image, view;
    if (image == VRM_NONE || document->bin_offset == 0) return;
    view = gltf->images[image].buffer_view;
    if (view == VRM_NONE || gltf->buffer_views[view].buffer != 0) return;
    if (gltf->buffers[0].uri.length != 0 || document->buffer_bytes[0].data != NULL) return;
    out->thumbnail_offset = document->bin_offset + gltf->buffer_views[view].byte_offset;
    out->thumbnail_bytes = gltf->buffer_views[view].byte_length;
}

void vrm_limits_init_sized(vrm_limits *limits, size_t struct_size) {
    vrm_limits defaults;
    if (limits == NULL || struct_size < sizeof limits->struct_size) return;
    vrmi_desc_init(&defaults, sizeof defaults);
    vrmi_complete_gltf_limits(&defaults);
    vrmi_complete_avatar_limits(&defaults);
    vrmi_desc_init(limits, struct_size);
    vrmi_sized_write(limits, sizeof limits->struct_size, &defaults, sizeof defaults);
}

void vrm_peek_init_sized(vrm_peek *peek, size_t struct_size) { vrmi_desc_init(peek, struct_size); }

vrm_result vrm_model_peek(const void *bytes, size_t size, const vrm_load_desc *desc, vrm_peek *peek,
                          vrm_model **out_model, vrm_report **out_report) {
    const vrmi_source source = {.bytes = bytes, .size = size};
    const size_t least = VRMI_SIZE_UP_TO(vrm_peek, thumbnail_bytes);
    vrmi_load_settings settings;
    vrm_peek found;
    vrm_result result;
    bool has_input = bytes != NULL || size == 0;
    vrm_peek_init(&found);
    if (peek != NULL && !vrmi_sized_write(peek, least, &found, sizeof found)) {
        has_input = false;
    }
    result = vrmi_model_load_begin(has_input, desc, &settings, out_model, out_report);
    if (result != VRM_OK) return result;
    result = vrmi_model_load(&source, &settings, out_report != NULL ? *out_report : NULL, out_model,
                             &found);
    if (*out_model != NULL) {
        find_thumbnail(*out_model, &found);
        vrmi_document_drop_payload(&(*out_model)->document); /* the bytes are the caller's again */
    }
    if (peek != NULL) vrmi_sized_write(peek, least, &found, sizeof found);
    return result;
}

vrm_model *vrm_model_retain(vrm_model *model) {
    if (model != NULL) vrmi_atomic_count_up(&model->references);
    return model;
}

void vrm_model_release(vrm_model *model) {
    if (model != NULL && vrmi_atomic_count_down(&model->references)) destroy(model);
}

void vrm_model_drop_payload(vrm_model *model) {
    if (model == NULL) return;
    vrmi_document_drop_payload(&model->document);
    release_file(model);
}

const vrm_gltf *vrm_model_gltf(const vrm_model *model) {
    return model != NULL ? &model->document.gltf : NULL;
}

const vrm_tables *vrm_model_tables(const vrm_model *model) {
    return model != NULL ? model->tables : NULL;
}

const char *vrm_model_name(const vrm_model *model) {
    return model != NULL ? model->tables->meta.name.data : "";
}

static bool has_material(const vrm_model *model, int32_t index) {
    return model != NULL && index >= 0 && (uint32_t)index < model->tables->material_count;
}

const vrm_material *vrm_model_material(const vrm_model *model, int32_t index) {
    return has_material(model, index) ? &model->tables->materials[index] : &vrmi_default_material;
}

const vrm_mtoon *vrm_model_mtoon(const vrm_model *model, int32_t index) {
    return has_material(model, index) ? &model->tables->mtoons[index] : &vrmi_default_mtoon;
}

size_t vrm_model_memory_size(const vrm_model *model) {
    return model != NULL ? (size_t)model->memory.used_bytes : 0;
}

void *vrm_model_user(const vrm_model *model) { return model != NULL ? model->user : NULL; }
