#include "mark.h"

#include <string.h>

/* --- What a diagnostic speaks of --- */

/* Elements that stand in lists which the tables of the model keep in the order of the file. */
static mark by_index(const vrm_model *model, const char *subject, int64_t index) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    const struct {
        const char *subject;
        mark_kind kind;
        uint32_t count;
    } lists[] = {
        {"node", MARK_NODE, gltf->node_count},
        {"mesh", MARK_MESH, gltf->mesh_count},
        {"material", MARK_MATERIAL, tables->material_count},
        {"texture", MARK_TEXTURE, gltf->texture_count},
        {"image", MARK_IMAGE, gltf->image_count},
        {"skin", MARK_SKIN, gltf->skin_count},
        {"spring", MARK_SPRING, tables->spring_count},
        {"collider", MARK_COLLIDER, tables->spring_collider_count},
        {"collider group", MARK_COLLIDER_GROUP, tables->spring_collider_group_count},
    };
    mark none = {MARK_NONE, VRM_NONE};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
        if (strcmp(lists[i].subject, subject) == 0 && index >= 0 && index < lists[i].count) {
            return (mark){lists[i].kind, (int32_t)index};
        }
    }
    return none;
}

/* Elements of VRM that are known by their names; those of 0.x stand in other lists than ours. */
static mark by_name(const vrm_model *model, const char *subject, const char *name) {
    mark found = {MARK_NONE, VRM_NONE};
    if (name[0] == '\0') return found;
    if (strcmp(subject, "bone") == 0) {
        vrm_bone bone = vrm_bone_find(name);
        found.index = bone != VRM_NONE ? vrm_model_bone_node(model, bone) : VRM_NONE;
        found.kind = MARK_NODE;
    } else if (strcmp(subject, "expression") == 0) {
        found.index = vrm_model_find_expression(model, name);
        found.kind = MARK_EXPRESSION;
    } else if (strcmp(subject, "spring") == 0) {
        found.index = vrm_model_find_spring(model, name);
        found.kind = MARK_SPRING;
    }
    if (found.index == VRM_NONE) found.kind = MARK_NONE;
    return found;
}

static mark find(const vrm_model *model, const char *subject, const char *name, int64_t index) {
    mark found = by_name(model, subject, name);
    return found.kind != MARK_NONE ? found : by_index(model, subject, index);
}

mark mark_of_diagnostic(const vrm_model *model, const vrm_diagnostic *diagnostic) {
    mark found =
        find(model, diagnostic->subject, diagnostic->subject_name, diagnostic->subject_index);
    for (uint32_t i = 0; i < diagnostic->argument_count && found.kind == MARK_NONE; ++i) {
        const vrm_diagnostic_argument *a = &diagnostic->arguments[i];
        if (a->kind != VRM_ARGUMENT_REFERENCE) continue;
        found = find(model, a->subject, a->name, a->integer);
    }
    return found;
}
