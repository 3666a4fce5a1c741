/* What expressions change, and what it is without them. */
#include "rig/rig.h"

#include <string.h>

/* Each node has weights of its own, as nodes may share a mesh. The load has seen to it that there
 * are no more than max_morph_weights. */
static bool place_morphs(vrmi_rig_expressions *expressions, const vrm_gltf *gltf,
                         vrmi_arena *arena) {
    uint32_t *offsets = VRMI_TAKE(arena, uint32_t, (size_t)gltf->node_count + 1);
    uint32_t count = 0;
    if (offsets == NULL) return false;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t mesh = gltf->nodes[i].mesh;
        uint32_t targets = mesh != VRM_NONE ? gltf->meshes[mesh].target_count : 0;
        offsets[i] = count;
        count += targets;
    }
    offsets[gltf->node_count] = count;
    expressions->morph_offsets = offsets;
    expressions->morph_count = count;
    return true;
}

/* Morph weights without expressions: the node's, or else the mesh's, or else 0 (EX-019). Those that
 * expressions bind start from 0 (EX-018). */
static bool read_morphs(vrmi_rig_expressions *expressions, const vrm_gltf *gltf,
                        const uint8_t *is_bound, vrmi_arena *arena) {
    float *rest = VRMI_TAKE(arena, float, expressions->morph_count);
    if (rest == NULL) return false;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        const vrm_mesh *mesh = node->mesh != VRM_NONE ? &gltf->meshes[node->mesh] : NULL;
        uint32_t first = expressions->morph_offsets[i];
        uint32_t count = expressions->morph_offsets[i + 1] - first;
        if (mesh == NULL) continue;
        for (uint32_t k = 0; k < count; ++k) {
            float authored = k < node->weight_count   ? node->weights[k]
                             : k < mesh->weight_count ? mesh->weights[k]
                                                      : 0.0f;
            rest[first + k] = is_bound[first + k] ? 0.0f : authored;
        }
    }
    expressions->rest_morphs = rest;
    return true;
}

/* What has been marked, in its order. */
static bool list_marked(const uint8_t *marks, uint32_t count, vrmi_arena *arena,
                        const uint32_t **out, uint32_t *out_count) {
    uint32_t *list, found = 0;
    for (uint32_t i = 0; i < count; ++i) found += marks[i];
    list = VRMI_TAKE(arena, uint32_t, found);
    if (list == NULL) return false;
    *out = list;
    *out_count = found;
    for (uint32_t i = 0; i < count; ++i) {
        if (marks[i]) *list++ = i;
    }
    return true;
}

static uint8_t *take_marks(vrmi_arena *scratch, uint32_t count) {
    uint8_t *marks = VRMI_TAKE(scratch, uint8_t, count);
    if (marks != NULL && count != 0) memset(marks, 0, count);
    return marks;
}

static bool build_morphs(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                         vrmi_arena *scratch) {
    vrmi_rig_expressions *expressions = &rig->expressions;
    uint8_t *is_bound;
    if (!place_morphs(expressions, gltf, &rig->arena)) return false;
    is_bound = take_marks(scratch, expressions->morph_count);
    if (is_bound == NULL) return false;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        for (uint32_t k = 0; k < expression->morph_bind_count; ++k) {
            const vrm_morph_bind *bind = &expression->morph_binds[k];
            is_bound[expressions->morph_offsets[bind->node] + (uint32_t)bind->target] = 1;
        }
    }
    return list_marked(is_bound, expressions->morph_count, &rig->arena, &expressions->bound_morphs,
                       &expressions->bound_morph_count) &&
           read_morphs(expressions, gltf, is_bound, &rig->arena);
}

static vrm_material_values read_material(const vrm_material *material, const vrm_mtoon *mtoon) {
    const vrm_texture_info *slots[VRM_TEXTURE_SLOT_COUNT] = {
        [VRM_TEXTURE_SLOT_BASE_COLOR] = &material->base_color_texture,
        [VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS] = &material->metallic_roughness_texture,
        [VRM_TEXTURE_SLOT_NORMAL] = &material->normal_texture,
        [VRM_TEXTURE_SLOT_OCCLUSION] = &material->occlusion_texture,
        [VRM_TEXTURE_SLOT_EMISSIVE] = &material->emissive_texture,
        [VRM_TEXTURE_SLOT_SHADE_MULTIPLY] = &mtoon->shade_multiply_texture,
        [VRM_TEXTURE_SLOT_SHADING_SHIFT] = &mtoon->shading_shift_texture,
        [VRM_TEXTURE_SLOT_RIM_MULTIPLY] = &mtoon->rim_multiply_texture,
        [VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY] = &mtoon->outline_width_multiply_texture,
        [VRM_TEXTURE_SLOT_UV_ANIMATION_MASK] = &mtoon->uv_animation_mask_texture,
    };
    vrm_material_values out;
    memset(&out, 0, sizeof out);
    memcpy(out.base_color, material->base_color_factor, sizeof out.base_color);
    memcpy(out.emissive, material->emissive_factor, sizeof out.emissive);
    memcpy(out.shade_color, mtoon->shade_color_factor, sizeof out.shade_color);
    memcpy(out.matcap, mtoon->matcap_factor, sizeof out.matcap);
    memcpy(out.rim_color, mtoon->parametric_rim_color_factor, sizeof out.rim_color);
    memcpy(out.outline_color, mtoon->outline_color_factor, sizeof out.outline_color);
    for (int i = 0; i < VRM_TEXTURE_SLOT_COUNT; ++i) {
        out.uv_scale[i] = slots[i]->scale;
        out.uv_offset[i] = slots[i]->offset;
    }
    return out;
}

static bool is_animated(const vrm_mtoon *mtoon) {
    return mtoon->is_present && (mtoon->uv_animation_scroll_x_speed_factor != 0.0f ||
                                 mtoon->uv_animation_scroll_y_speed_factor != 0.0f ||
                                 mtoon->uv_animation_rotation_speed_factor != 0.0f);
}

static bool build_materials(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                            vrmi_arena *scratch) {
    vrmi_rig_expressions *expressions = &rig->expressions;
    uint32_t count = gltf->material_count;
    vrm_material_values *rest = VRMI_TAKE(&rig->arena, vrm_material_values, count);
    uint8_t *is_bound = take_marks(scratch, count), *moves = take_marks(scratch, count);
    if (rest == NULL || is_bound == NULL || moves == NULL) return false;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        for (uint32_t k = 0; k < expression->color_bind_count; ++k) {
            is_bound[expression->color_binds[k].material] = 1;
        }
        for (uint32_t k = 0; k < expression->uv_bind_count; ++k) {
            is_bound[expression->uv_binds[k].material] = 1;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        rest[i] = read_material(&tables->materials[i], &tables->mtoons[i]);
        moves[i] = is_animated(&tables->mtoons[i]);
    }
    expressions->rest_materials = rest;
    return list_marked(is_bound, count, &rig->arena, &expressions->bound_materials,
                       &expressions->bound_material_count) &&
           list_marked(moves, count, &rig->arena, &expressions->animated_materials,
                       &expressions->animated_material_count);
}

bool vrmi_rig_expressions_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                                vrmi_arena *scratch) {
    return build_morphs(rig, gltf, tables, scratch) && build_materials(rig, gltf, tables, scratch);
}
