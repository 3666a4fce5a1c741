/* The model: what the file means, shared by reference. */
#ifndef VRMI_MODEL_MODEL_H
#define VRMI_MODEL_MODEL_H

#include "base/atomic.h"
#include "base/misuse.h"
#include "base/private_api.h"
#include "build/prepared.h"
#include "gltf/document.h"
#include "vrm/tables.h"

/* What the avatars of a model share (rig/rig.h). The model knows only how to let it go. */
typedef struct vrmi_shared {
    void (*release)(struct vrmi_shared *shared);
} vrmi_shared;

struct vrm_model {
    vrmi_memory memory;
    vrmi_document document;
    vrmi_bytes file;               /* the file's own bytes where we own them */
    void *user;                    /* the application's */
    vrmi_misuse_hook misuse;       /* of what is made from the model, too */
    vrm_tables *tables;            /* the beginning of one block of `tables_bytes` */
    const vrmi_prepared *prepared; /* in the same block */
    size_t tables_bytes;
    vrmi_atomic_count references;
    vrmi_atomic_pointer shared; /* a vrmi_shared: what its avatars share; NULL before the first */
};

/* Tells the host of wrong use of a model that may be NULL. */
static inline void vrmi_model_misuse(const vrm_model *model, const char *function,
                                     const char *problem) {
    if (model != NULL) vrmi_misuse_tell(model->misuse, function, problem);
}

/* The bone above this one in a humanoid that has all of them; VRM_NONE: the hips have none. */
VRMI_API vrm_bone vrmi_bone_parent(vrm_bone bone);

/* The bone of the other side; the bone itself where there is none. */
vrm_bone vrmi_bone_mirror(vrm_bone bone);

/* The custom expression of a name, which is compared exactly (AN-034); VRM_NONE: there is none. */
int32_t vrmi_find_custom(const vrm_tables *tables, vrm_string name);

/* The second half of a load: what the document means. False: the load has failed. */
bool vrmi_model_read_tables(vrm_model *model, vrmi_load *load);

/* The bytes of a file. `owned_bytes` 0: they are borrowed. Else they came from the desc's
 * allocator, in a block of that many bytes, and are the model's from now on, or released where a
 * load fails. */
typedef struct vrmi_source {
    const void *bytes;
    size_t size;
    size_t owned_bytes;
    const vrmi_glb *parts; /* instead of bytes: the JSON and BIN of a file; NULL: there are bytes */
} vrmi_source;

/* How every load begins: the outputs cleared, the desc completed, a report made where one is asked
 * for. `has_input`: the caller's other arguments can be used. */
VRMI_API vrm_result vrmi_model_load_begin(bool has_input, const vrm_load_desc *desc,
                                          vrmi_load_settings *settings, vrm_model **out_model,
                                          vrm_report **out_report);

/* The whole load. `report` may be NULL; the settings are complete; with `out_peek`, the bytes may
 * be only the beginning of the file. */
VRMI_API vrm_result vrmi_model_load(const vrmi_source *source, const vrmi_load_settings *settings,
                                    vrm_report *report, vrm_model **out, vrm_peek *out_peek);

#endif
