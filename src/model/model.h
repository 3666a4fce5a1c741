/* The model: what the file means, shared by reference. */
#ifndef VRMI_MODEL_MODEL_H
#define VRMI_MODEL_MODEL_H

#include "gltf/document.h"

#include <stdatomic.h>

struct vrm_model {
    vrmi_memory memory;
    vrmi_document document;
    vrmi_bytes file; /* the file's own bytes where we own them */
    atomic_int references;
};

/*
 * The whole load. `owned_bytes` 0: the bytes are borrowed. Else they came from the desc's
 * allocator, in a block of that many bytes, and are the model's from now on, or released where the
 * load fails. `report` may be NULL; `desc` is complete.
 */
vrm_result vrmi_model_load(const void *bytes, size_t size, size_t owned_bytes,
                           const vrm_load_desc *desc, vrm_report *report, vrm_model **out);

#endif
