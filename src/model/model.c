#include "model/model.h"

#include <string.h>

static void release_file(vrm_model *model) {
    if (model->file.owner == VRMI_OWNER_MEMORY) {
        vrmi_memory_release(&model->memory, (void *)(uintptr_t)model->file.data, model->file.size);
    }
    memset(&model->file, 0, sizeof model->file);
}

static void destroy(vrm_model *model) {
    vrmi_memory memory;
    vrmi_document_release(&model->document);
    release_file(model);
    memory = model->memory;
    vrmi_memory_release(&memory, model, sizeof *model);
}

/* The model itself comes out of the budget that it then holds. `memory` says why it is NULL. */
static vrm_model *create(const vrm_load_desc *desc, vrmi_memory *memory) {
    vrm_model *model;
    vrmi_memory_init(memory, desc->allocator);
    memory->max_bytes = desc->limits.max_memory_bytes;
    memory->max_allocations = desc->limits.max_allocations;
    model = vrmi_memory_allocate(memory, sizeof *model);
    if (model == NULL) return NULL;
    memset(model, 0, sizeof *model);
    model->memory = *memory;
    atomic_init(&model->references, 1);
    return model;
}

vrm_result vrmi_model_load(const void *bytes, size_t size, size_t owned_bytes,
                           const vrm_load_desc *desc, vrm_report *report, vrm_model **out) {
    vrmi_load load;
    vrmi_memory memory;
    vrm_model *model = create(desc, &memory);
    memset(&load, 0, sizeof load);
    load.report = report;
    load.desc = *desc;
    if (model == NULL) {
        load.memory = &memory;
        vrmi_load_refused(&load);
        if (owned_bytes != 0) vrmi_memory_adopt(&memory, owned_bytes);
        if (owned_bytes != 0) vrmi_memory_release(&memory, (void *)(uintptr_t)bytes, owned_bytes);
        return load.result;
    }
    load.memory = &model->memory;
    if (owned_bytes != 0) {
        model->file.data = bytes;
        model->file.size = owned_bytes;
        model->file.owner = VRMI_OWNER_MEMORY;
        vrmi_memory_adopt(&model->memory, owned_bytes);
    }
    if (!vrmi_document_read(&model->document, &load, bytes, size)) {
        destroy(model);
        return load.result;
    }
    if ((desc->flags & VRM_LOAD_KEEP_DOCUMENT) == 0) vrmi_document_drop_json(&model->document);
    *out = model;
    return VRM_OK;
}

vrm_result vrm_model_load(const void *bytes, size_t size, const vrm_load_desc *desc,
                          vrm_model **out_model, vrm_report **out_report) {
    vrm_load_desc complete;
    vrm_report *report = NULL;
    if (out_report != NULL) *out_report = NULL;
    if (out_model == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    *out_model = NULL;
    if ((bytes == NULL && size != 0) || !vrmi_load_desc_complete(&complete, desc)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (out_report != NULL) {
        report = vrmi_report_create(complete.allocator, complete.limits.max_diagnostics);
        if (report == NULL) {
            *out_report = vrmi_report_out_of_memory();
            return VRM_ERROR_OUT_OF_MEMORY;
        }
        *out_report = report;
    }
    return vrmi_model_load(bytes, size, 0, &complete, report, out_model);
}

vrm_model *vrm_model_retain(vrm_model *model) {
    if (model != NULL) atomic_fetch_add_explicit(&model->references, 1, memory_order_relaxed);
    return model;
}

void vrm_model_release(vrm_model *model) {
    if (model == NULL) return;
    if (atomic_fetch_sub_explicit(&model->references, 1, memory_order_acq_rel) == 1) destroy(model);
}

void vrm_model_drop_payload(vrm_model *model) {
    if (model == NULL) return;
    vrmi_document_drop_payload(&model->document);
    release_file(model);
}

const vrm_gltf *vrm_model_gltf(const vrm_model *model) {
    return model != NULL ? &model->document.gltf : NULL;
}

uint64_t vrm_model_memory(const vrm_model *model) {
    return model != NULL ? model->memory.used_bytes : 0;
}
