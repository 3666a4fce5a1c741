#include "author/document/avatar_check.h"

#include "base/checked.h"
#include "base/text.h"

static bool is_index(int32_t index, uint32_t count) {
    return index >= 0 && (uint32_t)index < count;
}

static bool is_index_or_none(int32_t index, uint32_t count) {
    return index == VRM_NONE || is_index(index, count);
}

static bool is_one_of(int32_t value, int32_t count) { return value >= 0 && value < count; }

static bool are_indices(const int32_t *indices, uint32_t index_count, uint32_t count) {
    if (index_count != 0 && indices == NULL) return false;
    for (uint32_t i = 0; i < index_count; ++i) {
        if (!is_index(indices[i], count)) return false;
    }
    return true;
}

static bool is_list(const void *items, uint32_t count) { return count == 0 || items != NULL; }

/* --- glTF --- */

static bool has_lists(const vrm_gltf *gltf) {
    return is_list(gltf->buffers, gltf->buffer_count) &&
           is_list(gltf->buffer_views, gltf->buffer_view_count) &&
           is_list(gltf->accessors, gltf->accessor_count) &&
           is_list(gltf->images, gltf->image_count) &&
           is_list(gltf->samplers, gltf->sampler_count) &&
           is_list(gltf->textures, gltf->texture_count) &&
           is_list(gltf->materials, gltf->material_count) &&
           is_list(gltf->meshes, gltf->mesh_count) && is_list(gltf->skins, gltf->skin_count) &&
           is_list(gltf->nodes, gltf->node_count) && is_list(gltf->scenes, gltf->scene_count) &&
           is_list(gltf->extensions_required, gltf->extension_required_count) &&
           is_list(gltf->extensions_used, gltf->extension_used_count);
}

static bool check_payload(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->buffer_view_count; ++i) {
        const vrm_buffer_view *view = &gltf->buffer_views[i];
        if (view->buffer == VRM_NONE) continue; /* unusable elements keep their index */
        if (!is_index(view->buffer, gltf->buffer_count) ||
            !vrmi_range_fits(view->byte_offset, view->byte_length,
                             gltf->buffers[view->buffer].byte_length)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        const vrm_accessor *accessor = &gltf->accessors[i];
        if (!is_index_or_none(accessor->buffer_view, gltf->buffer_view_count) ||
            !is_one_of(accessor->element, VRM_ELEMENT_MAT4 + 1) ||
            accessor->byte_offset > INT64_MAX) {
            return false;
        }
        if (accessor->sparse_count != 0 &&
            (!is_index(accessor->sparse_index_view, gltf->buffer_view_count) ||
             !is_index(accessor->sparse_value_view, gltf->buffer_view_count))) {
            return false;
        }
    }
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        if (!is_index_or_none(gltf->images[i].buffer_view, gltf->buffer_view_count)) return false;
    }
    for (uint32_t i = 0; i < gltf->texture_count; ++i) {
        if (!is_index_or_none(gltf->textures[i].image, gltf->image_count) ||
            !is_index_or_none(gltf->textures[i].sampler, gltf->sampler_count)) {
            return false;
        }
    }
    return true;
}

static bool check_primitive(const vrm_gltf *gltf, const vrm_primitive *primitive) {
    if (!is_list(primitive->attributes, primitive->attribute_count) ||
        !is_list(primitive->targets, primitive->target_count) ||
        !is_index_or_none(primitive->indices, gltf->accessor_count) ||
        !is_index_or_none(primitive->material, gltf->material_count)) {
        return false;
    }
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        if (!is_one_of(primitive->attributes[i].semantic, VRM_ATTRIBUTE_WEIGHTS + 1) ||
            !is_index(primitive->attributes[i].accessor, gltf->accessor_count)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        if (!is_index_or_none(primitive->targets[i].position, gltf->accessor_count) ||
            !is_index_or_none(primitive->targets[i].normal, gltf->accessor_count)) {
            return false;
        }
    }
    return true;
}

static bool check_meshes(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        const vrm_mesh *mesh = &gltf->meshes[i];
        if (!is_list(mesh->primitives, mesh->primitive_count) ||
            !is_list(mesh->weights, mesh->weight_count) ||
            !is_list(mesh->target_names, mesh->target_name_count)) {
            return false;
        }
        for (uint32_t k = 0; k < mesh->primitive_count; ++k) {
            if (!check_primitive(gltf, &mesh->primitives[k])) return false;
        }
    }
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        const vrm_skin *skin = &gltf->skins[i];
        if (!are_indices(skin->joints, skin->joint_count, gltf->node_count) ||
            !is_index_or_none(skin->inverse_binds, gltf->accessor_count) ||
            !is_index_or_none(skin->skeleton, gltf->node_count)) {
            return false;
        }
    }
    return true;
}

static bool check_nodes(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        if (!are_indices(node->children, node->child_count, gltf->node_count) ||
            !is_list(node->weights, node->weight_count) ||
            !is_index_or_none(node->parent, gltf->node_count) ||
            !is_index_or_none(node->mesh, gltf->mesh_count) ||
            !is_index_or_none(node->skin, gltf->skin_count)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < gltf->scene_count; ++i) {
        if (!are_indices(gltf->scenes[i].roots, gltf->scenes[i].root_count, gltf->node_count)) {
            return false;
        }
    }
    return is_index_or_none(gltf->scene, gltf->scene_count);
}

/* Every node is reached once from the roots, by way of children that name it as their parent: there
 * are no rings, and no second parents (ER-006). */
static bool is_forest(const vrm_gltf *gltf, int32_t *stack, uint8_t *is_reached) {
    uint32_t reached = 0, depth = 0;
    for (uint32_t i = 0; i < gltf->node_count; ++i) is_reached[i] = 0;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        if (gltf->nodes[i].parent != VRM_NONE) continue;
        stack[depth++] = (int32_t)i;
        while (depth > 0) {
            const int32_t node = stack[--depth];
            ++reached;
            for (uint32_t k = 0; k < gltf->nodes[node].child_count; ++k) {
                const int32_t child = gltf->nodes[node].children[k];
                if (gltf->nodes[child].parent != node || is_reached[child]) return false;
                is_reached[child] = 1;
                stack[depth++] = child;
            }
        }
    }
    return reached == gltf->node_count;
}

/* Bytes that stand in a JSON text, or are compressed, are not among those of the buffers. */
static bool has_bytes(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        if (gltf->images[i].is_data_uri) return false;
    }
    for (uint32_t i = 0; i < gltf->extension_required_count; ++i) {
        if (vrmi_string_equals(gltf->extensions_required[i], "EXT_meshopt_compression") ||
            vrmi_string_equals(gltf->extensions_required[i], "KHR_meshopt_compression")) {
            return false;
        }
    }
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            if (gltf->meshes[i].primitives[k].is_compressed) return false;
        }
    }
    return true;
}

/* --- VRM --- */

static bool check_expression(const vrm_gltf *gltf, const vrm_expression *e) {
    if (!is_list(e->morph_binds, e->morph_bind_count) ||
        !is_list(e->color_binds, e->color_bind_count) || !is_list(e->uv_binds, e->uv_bind_count) ||
        !is_index_or_none(e->preset, VRM_PRESET_COUNT) || !is_one_of(e->override_blink, 3) ||
        !is_one_of(e->override_look_at, 3) || !is_one_of(e->override_mouth, 3)) {
        return false;
    }
    for (uint32_t i = 0; i < e->morph_bind_count; ++i) {
        if (!is_index(e->morph_binds[i].node, gltf->node_count) ||
            gltf->nodes[e->morph_binds[i].node].mesh == VRM_NONE) {
            return false;
        }
    }
    for (uint32_t i = 0; i < e->color_bind_count; ++i) {
        if (!is_index(e->color_binds[i].material, gltf->material_count) ||
            !is_one_of(e->color_binds[i].type, VRM_COLOR_BIND_OUTLINE + 1)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < e->uv_bind_count; ++i) {
        if (!is_index(e->uv_binds[i].material, gltf->material_count)) return false;
    }
    return true;
}

static bool check_springs(const vrm_gltf *gltf, const vrm_tables *tables) {
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        const vrm_spring_collider *collider = &tables->spring_colliders[i];
        if (!is_one_of(collider->shape, VRM_COLLIDER_PLANE + 1) ||
            !is_index_or_none(collider->node, gltf->node_count)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < tables->spring_collider_group_count; ++i) {
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[i];
        if (!are_indices(group->colliders, group->collider_count, tables->spring_collider_count)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        if (!are_indices(spring->collider_groups, spring->collider_group_count,
                         tables->spring_collider_group_count) ||
            !vrmi_range_fits(spring->first_joint, spring->joint_count,
                             tables->spring_joint_count) ||
            !is_index_or_none(spring->center, gltf->node_count)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        if (!is_index(joint->node, gltf->node_count) ||
            !is_index_or_none(joint->tail_node, gltf->node_count) ||
            !is_one_of(joint->limit.kind, VRM_SPRING_LIMIT_SPHERICAL + 1)) {
            return false;
        }
    }
    return true;
}

static bool is_texture(const vrm_gltf *gltf, const vrm_texture_info *info) {
    return is_index_or_none(info->texture, gltf->texture_count);
}

static bool check_material(const vrm_gltf *gltf, const vrm_material *material,
                           const vrm_mtoon *mtoon) {
    return is_one_of(material->alpha_mode, VRM_ALPHA_BLEND + 1) &&
           is_one_of(mtoon->outline_width_mode, VRM_OUTLINE_SCREEN_COORDINATES + 1) &&
           is_texture(gltf, &material->base_color_texture) &&
           is_texture(gltf, &material->metallic_roughness_texture) &&
           is_texture(gltf, &material->normal_texture) &&
           is_texture(gltf, &material->occlusion_texture) &&
           is_texture(gltf, &material->emissive_texture) &&
           is_texture(gltf, &mtoon->shade_multiply_texture) &&
           is_texture(gltf, &mtoon->shading_shift_texture) &&
           is_texture(gltf, &mtoon->matcap_texture) &&
           is_texture(gltf, &mtoon->rim_multiply_texture) &&
           is_texture(gltf, &mtoon->outline_width_multiply_texture) &&
           is_texture(gltf, &mtoon->uv_animation_mask_texture);
}

static bool check_meta(const vrm_gltf *gltf, const vrm_meta *meta) {
    const vrm_permissions *may = &meta->permissions;
    return is_list(meta->authors, meta->author_count) &&
           is_list(meta->references, meta->reference_count) &&
           is_index_or_none(meta->thumbnail_image, gltf->image_count) &&
           is_one_of(may->avatar_permission, VRM_AVATAR_PERMISSION_EVERYONE + 1) &&
           is_one_of(may->commercial_usage, VRM_COMMERCIAL_USAGE_CORPORATION + 1) &&
           is_one_of(may->credit_notation, VRM_CREDIT_NOTATION_UNNECESSARY + 1) &&
           is_one_of(may->modification, VRM_MODIFICATION_REDISTRIBUTION + 1);
}

static bool check_tables(const vrm_gltf *gltf, const vrm_tables *tables) {
    const vrm_look_at *look_at = &tables->look_at;
    if (!check_meta(gltf, &tables->meta) || tables->material_count != gltf->material_count ||
        !is_list(tables->expressions, tables->expression_count) ||
        !is_list(tables->constraints, tables->constraint_count) ||
        !is_list(tables->spring_colliders, tables->spring_collider_count) ||
        !is_list(tables->spring_collider_groups, tables->spring_collider_group_count) ||
        !is_list(tables->springs, tables->spring_count) ||
        !is_list(tables->spring_joints, tables->spring_joint_count) ||
        !is_list(tables->materials, tables->material_count) ||
        !is_list(tables->mtoons, tables->material_count) ||
        !is_list(tables->first_person.types, gltf->node_count) ||
        !is_index_or_none(tables->first_person.head_node, gltf->node_count) ||
        !is_list(look_at->horizontal_inner.curve, look_at->horizontal_inner.curve_key_count) ||
        !is_list(look_at->horizontal_outer.curve, look_at->horizontal_outer.curve_key_count) ||
        !is_list(look_at->vertical_down.curve, look_at->vertical_down.curve_key_count) ||
        !is_list(look_at->vertical_up.curve, look_at->vertical_up.curve_key_count)) {
        return false;
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (!is_index_or_none(tables->humanoid.nodes[bone], gltf->node_count)) return false;
    }
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        if (!is_one_of(tables->first_person.types[i], VRM_FIRST_PERSON_SPLIT)) return false;
    }
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        if (!check_expression(gltf, &tables->expressions[i])) return false;
    }
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        const vrm_constraint *constraint = &tables->constraints[i];
        if (!is_index(constraint->node, gltf->node_count) ||
            !is_index(constraint->source, gltf->node_count) || !is_one_of(constraint->kind, 3) ||
            !is_one_of(constraint->axis, VRM_AXIS_NEGATIVE_Z + 1)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < tables->material_count; ++i) {
        if (!check_material(gltf, &tables->materials[i], &tables->mtoons[i])) return false;
    }
    return check_springs(gltf, tables);
}

vrmi_avatar_fault vrmi_check_avatar(vrmi_memory *memory, const vrm_gltf *gltf,
                                    const vrm_tables *tables) {
    vrmi_avatar_fault fault = VRMI_AVATAR_REFUSED;
    vrmi_arena arena;
    int32_t *stack;
    uint8_t *is_reached;
    if (!has_lists(gltf) || !check_payload(gltf) || !check_meshes(gltf) || !check_nodes(gltf)) {
        return VRMI_AVATAR_BAD;
    }
    vrmi_arena_init(&arena, memory, 0);
    stack = VRMI_TAKE(&arena, int32_t, gltf->node_count);
    is_reached = VRMI_TAKE(&arena, uint8_t, gltf->node_count);
    if (stack != NULL && is_reached != NULL) {
        fault = !is_forest(gltf, stack, is_reached) || !check_tables(gltf, tables) ? VRMI_AVATAR_BAD
                : has_bytes(gltf) ? VRMI_AVATAR_GOOD
                                  : VRMI_AVATAR_NO_BYTES;
    }
    vrmi_arena_release(&arena);
    return fault;
}
