/* What the dialects share about expressions: their binds. */
#include "dialect/expression.h"

#include "dialect/check.h"

#include <string.h>

void vrmi_binds_begin(vrmi_build *build, vrmi_binds *binds) {
    memset(binds, 0, sizeof *binds);
    binds->morphs.budget = &build->bind_budget;
    binds->colors.budget = &build->bind_budget;
    binds->uvs.budget = &build->bind_budget;
}

void vrmi_binds_store(const vrmi_binds *binds, vrm_expression *expression) {
    expression->morph_binds = binds->morphs.items;
    expression->morph_bind_count = binds->morphs.count;
    expression->color_binds = binds->colors.items;
    expression->color_bind_count = binds->colors.count;
    expression->uv_binds = binds->uvs.items;
    expression->uv_bind_count = binds->uvs.count;
}

void vrmi_check_bind_weight(vrmi_build *build, const vrmi_json *at, float weight, uint32_t most) {
    if (weight >= 0 && weight <= (float)most) return;
    vrmi_json_found(build->load, VRMI_BIND_WEIGHT, at, "weight",
                    VRMI_WITH(vrmi_number((double)weight), vrmi_unsigned(most)));
}

typedef struct morph_record {
    int32_t index;
    float weight;
    int32_t node;
    int32_t mesh;
} morph_record;

enum { MORPH_INDEX, MORPH_WEIGHT, MORPH_NODE, MORPH_MESH };

/* Drafts name the mesh. */
static const vrmi_json_field morph_fields[] = {
    [MORPH_INDEX] = VRMI_FIELD_REQUIRED(morph_record, index, "index", INTEGER),
    [MORPH_WEIGHT] = VRMI_FIELD_REQUIRED(morph_record, weight, "weight", FLOAT),
    [MORPH_NODE] = VRMI_FIELD_INDEX(morph_record, node, "node", VRMI_TABLE_NODES, 0),
    [MORPH_MESH] = VRMI_FIELD_INDEX(morph_record, mesh, "mesh", VRMI_TABLE_MESHES, 0),
};

static bool read_morph_bind(vrmi_build *build, const vrmi_json *at, float divisor,
                            vrmi_list *binds) {
    morph_record record = {VRM_NONE, 0, VRM_NONE, VRM_NONE};
    uint64_t found = VRMI_JSON_READ(build->load, at, morph_fields, &record);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return true;
    record.weight /= divisor;
    if (vrmi_json_has(found, MORPH_NODE)) {
        vrmi_check_bind_weight(build, at, record.weight, 1);
        return vrmi_build_morph_bind(build, at, binds, record.node, record.index, record.weight);
    }
    if (vrmi_json_has(found, MORPH_MESH)) {
        if (build->tables.dialect != VRM_DIALECT_1_DRAFT) {
            vrmi_note_alias(build, at, "mesh", "node");
        }
        vrmi_check_bind_weight(build, at, record.weight, 1);
        return vrmi_build_mesh_bind(build, at, binds, record.mesh, record.index, record.weight);
    }
    vrmi_report_absent(build, at, "node", "mesh");
    return true;
}

bool vrmi_read_morph_binds(vrmi_build *build, const vrmi_json *array, float divisor,
                           vrmi_list *binds) {
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) ||
            !read_morph_bind(build, &each.item, divisor, binds)) {
            return false;
        }
    }
    return true;
}

bool vrmi_read_bind_color(vrmi_build *build, const vrmi_json *at, float out[4]) {
    out[3] = 1;
    if (vrmi_json_size(at) != 3) return vrmi_json_vector(build->load, at, 4, out);
    /* A color needs four numbers; a missing alpha is 1 (EX-026). */
    vrmi_load_found(build->load, VRMI_BIND_COLOR_ALPHA, at, NULL);
    return vrmi_json_vector(build->load, at, 3, out);
}
