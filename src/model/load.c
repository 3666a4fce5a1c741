/* From a document to a model: the dialect's reader, then what all dialects have in common. */
#include "build/finish.h"
#include "dialect/dialect.h"
#include "model/model.h"

/* Whether what was found is what the caller asked for. */
static bool check_dialect(vrmi_build *build) {
    if (vrmi_build_has_avatar(build) || (build->load->desc.flags & VRM_LOAD_ANY_GLTF) != 0) {
        return true;
    }
    if (build->load->has_stopped) return false; /* the reason has been reported */
    if (build->tables.dialect == VRM_DIALECT_ANIMATION) {
        vrmi_load_found(build->load, VRMI_ONLY_ANIMATION, NULL, NULL);
    } else {
        vrmi_load_found(build->load, VRMI_NO_VRM, NULL, NULL);
    }
    return false;
}

static bool read_tables(vrm_model *model, vrmi_load *load) {
    vrmi_build build;
    vrmi_packed *packed;
    if (!vrmi_build_begin(&build, load, &model->document) || !vrmi_read_dialect(&build) ||
        !check_dialect(&build) || !vrmi_finish_humanoid(&build) ||
        !vrmi_finish_constraints(&build) || !vrmi_finish_springs(&build) ||
        !vrmi_finish_prepared(&build)) {
        return false;
    }
    if (!vrmi_load_ok(load)) return false;
    packed = vrmi_pack_tables(&build, load->memory, &model->tables_bytes);
    if (packed == NULL) return vrmi_load_refused(load);
    model->tables = &packed->tables;
    model->prepared = &packed->prepared;
    return true;
}

bool vrmi_model_read_tables(vrm_model *model, vrmi_load *load) {
    vrmi_arena *document_arena = load->arena;
    bool ok;
    /* What grows while the file is read goes when the tables are packed. */
    load->arena = &model->document.scratch;
    ok = read_tables(model, load);
    /* A reader that stopped has run out of memory, unless it said something else. */
    if (!ok && vrmi_load_ok(load)) vrmi_load_refused(load);
    load->arena = document_arena;
    vrmi_document_drop_scratch(&model->document);
    return ok;
}
