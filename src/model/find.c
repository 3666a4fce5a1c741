/* Finding parts of a model by name. */
#include "base/text.h"
#include "build/build.h"
#include "model/model.h"

#include <string.h>

/* The first of `count` records whose name is the wanted one. The names lie `stride` bytes apart. */
static int32_t find_named(const vrm_string *first, size_t stride, uint32_t count,
                          const char *wanted) {
    const unsigned char *at = (const unsigned char *)first;
    if (wanted == NULL) return VRM_NONE;
    for (uint32_t i = 0; i < count; ++i, at += stride) {
        vrm_string found;
        memcpy(&found, at, sizeof found);
        if (vrmi_string_equals(found, wanted)) return (int32_t)i;
    }
    return VRM_NONE;
}

int32_t vrm_model_find_preset(const vrm_model *model, vrm_preset preset) {
    if (model == NULL || preset < 0 || preset >= VRM_PRESET_COUNT) return VRM_NONE;
    for (uint32_t i = 0; i < model->tables->expression_count; ++i) {
        if (model->tables->expressions[i].preset == preset) return (int32_t)i;
    }
    return VRM_NONE;
}

int32_t vrmi_find_custom(const vrm_tables *tables, vrm_string name) {
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        if (expression->preset == VRM_NONE && expression->name.length == name.length &&
            memcmp(expression->name.data, name.data, name.length) == 0) {
            return (int32_t)i;
        }
    }
    return VRM_NONE;
}

int32_t vrm_model_find_expression(const vrm_model *model, const char *name) {
    const vrm_tables *tables;
    int32_t found;
    if (model == NULL || name == NULL) return VRM_NONE;
    tables = model->tables;
    if (tables->expression_count == 0) return VRM_NONE;
    found = find_named(&tables->expressions[0].name, sizeof tables->expressions[0],
                       tables->expression_count, name);
    if (found != VRM_NONE) return found;
    return vrm_model_find_preset(model, vrmi_preset_find_old(vrmi_string_from(name)));
}

int32_t vrm_model_find_node(const vrm_model *model, const char *name) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    if (gltf == NULL || gltf->node_count == 0) return VRM_NONE;
    return find_named(&gltf->nodes[0].name, sizeof gltf->nodes[0], gltf->node_count, name);
}

int32_t vrm_model_find_spring(const vrm_model *model, const char *name) {
    const vrm_tables *tables = vrm_model_tables(model);
    if (tables == NULL || tables->spring_count == 0) return VRM_NONE;
    return find_named(&tables->springs[0].name, sizeof tables->springs[0], tables->spring_count,
                      name);
}

int32_t vrm_model_find_material(const vrm_model *model, const char *name) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    if (gltf == NULL || gltf->material_count == 0) return VRM_NONE;
    return find_named(&gltf->materials[0].name, sizeof gltf->materials[0], gltf->material_count,
                      name);
}

int32_t vrm_model_bone_node(const vrm_model *model, vrm_bone bone) {
    if (model == NULL || bone < 0 || bone >= VRM_BONE_COUNT) return VRM_NONE;
    return model->tables->humanoid.nodes[bone];
}

vrm_bone vrm_model_bone_of_node(const vrm_model *model, int32_t node) {
    if (model == NULL || node < 0) return VRM_NONE;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (model->tables->humanoid.nodes[bone] == node) return bone;
    }
    return VRM_NONE;
}
