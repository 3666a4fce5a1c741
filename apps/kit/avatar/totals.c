#include "totals.h"

#include <stdlib.h>
#include <string.h>

/* --- Counts --- */

static void add_mesh(const vrm_mesh *mesh, totals *sum) {
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        sum->triangles += mesh->primitives[i].triangle_count;
        sum->vertices += mesh->primitives[i].vertex_count;
    }
    sum->primitives += mesh->primitive_count;
    sum->targets += mesh->target_count;
}

/* The longest way from a root to a leaf. Each node's depth is known once its parent's is; walking
 * up until a known one is met makes that linear. */
static uint32_t tree_depth(const vrm_gltf *gltf) {
    uint32_t *depths = calloc(gltf->node_count + 1, sizeof *depths);
    uint32_t deepest = 0;
    if (depths == NULL) return 0;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        uint32_t steps = 0, depth;
        int32_t at = (int32_t)i;
        while (at != VRM_NONE && depths[at] == 0) {
            at = gltf->nodes[at].parent;
            ++steps;
        }
        depth = steps + (at != VRM_NONE ? depths[at] : 0);
        if (depth > deepest) deepest = depth;
        for (at = (int32_t)i; at != VRM_NONE && depths[at] == 0; at = gltf->nodes[at].parent) {
            depths[at] = depth--;
        }
    }
    free(depths);
    return deepest;
}

totals count_mesh(const vrm_mesh *mesh) {
    totals sum;
    memset(&sum, 0, sizeof sum);
    add_mesh(mesh, &sum);
    return sum;
}

totals count_totals(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    totals sum;
    memset(&sum, 0, sizeof sum);
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) add_mesh(&gltf->meshes[i], &sum);
    for (uint32_t i = 0; i < gltf->skin_count; ++i) sum.joints += gltf->skins[i].joint_count;
    for (uint32_t i = 0; i < gltf->animation_count; ++i) {
        sum.channels += gltf->animations[i].channel_count;
    }
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const uint8_t *bytes;
        size_t size;
        if (vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size) == VRM_OK) {
            sum.image_bytes += size;
        }
    }
    for (uint32_t i = 0; i < gltf->buffer_count; ++i) {
        if (gltf->buffers[i].is_available) sum.payload_bytes += gltf->buffers[i].byte_length;
    }
    sum.depth = tree_depth(gltf);
    return sum;
}

limit_counts count_limits(const vrm_spring_joint *joints, uint32_t joint_count) {
    limit_counts counts = {0, 0, 0, 0};
    for (uint32_t i = 0; i < joint_count; ++i) {
        counts.cone += joints[i].limit.kind == VRM_SPRING_LIMIT_CONE;
        counts.hinge += joints[i].limit.kind == VRM_SPRING_LIMIT_HINGE;
        counts.spherical += joints[i].limit.kind == VRM_SPRING_LIMIT_SPHERICAL;
    }
    counts.all = counts.cone + counts.hinge + counts.spherical;
    return counts;
}

/* --- What an avatar costs --- */

static bool moves_vertices(const vrm_gltf *gltf, const vrm_node *node) {
    return node->skin != VRM_NONE || gltf->meshes[node->mesh].target_count > 0;
}

static void add_nodes(const vrm_gltf *gltf, costs *out) {
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        if (node->mesh == VRM_NONE) continue;
        out->draw_calls += gltf->meshes[node->mesh].primitive_count;
        *(moves_vertices(gltf, node) ? &out->skinned_meshes : &out->rigid_meshes) += 1;
    }
}

/* Counts a node that was not counted before. */
static void count_once(bool *is_counted, int32_t node, uint64_t *count) {
    if (node == VRM_NONE || is_counted[node]) return;
    is_counted[node] = true;
    *count += 1;
}

static bool add_bones(const vrm_gltf *gltf, costs *out) {
    bool *is_counted = calloc((size_t)gltf->node_count + 1, sizeof *is_counted);
    if (is_counted == NULL) return false;
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        const vrm_skin *skin = &gltf->skins[i];
        for (uint32_t j = 0; j < skin->joint_count; ++j) {
            count_once(is_counted, skin->joints[j], &out->bones);
        }
    }
    free(is_counted);
    return true;
}

static bool add_spring_nodes(const vrm_model *model, costs *out) {
    const vrm_tables *tables = vrm_model_tables(model);
    bool *is_counted = calloc((size_t)vrm_model_gltf(model)->node_count + 1, sizeof *is_counted);
    if (is_counted == NULL) return false;
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        count_once(is_counted, tables->spring_joints[i].node, &out->spring_nodes);
        count_once(is_counted, tables->spring_joints[i].tail_node, &out->spring_nodes);
    }
    free(is_counted);
    return true;
}

/* Marks the image of a texture as used. */
static void use(const vrm_gltf *gltf, const vrm_texture_info *info, bool *is_used) {
    int32_t image = info->texture != VRM_NONE ? gltf->textures[info->texture].image : VRM_NONE;
    if (image != VRM_NONE) is_used[image] = true;
}

/* As materials are drawn: a thumbnail is no texture. */
static void use_images(const vrm_model *model, bool *is_used) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    for (uint32_t i = 0; i < tables->material_count; ++i) {
        const vrm_material *material = &tables->materials[i];
        const vrm_mtoon *mtoon = &tables->mtoons[i];
        use(gltf, &material->base_color_texture, is_used);
        use(gltf, &material->metallic_roughness_texture, is_used);
        use(gltf, &material->normal_texture, is_used);
        use(gltf, &material->occlusion_texture, is_used);
        use(gltf, &material->emissive_texture, is_used);
        if (!mtoon->is_present) continue;
        use(gltf, &mtoon->shade_multiply_texture, is_used);
        use(gltf, &mtoon->shading_shift_texture, is_used);
        use(gltf, &mtoon->matcap_texture, is_used);
        use(gltf, &mtoon->rim_multiply_texture, is_used);
        use(gltf, &mtoon->outline_width_multiply_texture, is_used);
        use(gltf, &mtoon->uv_animation_mask_texture, is_used);
    }
}

static bool add_images(const vrm_model *model, costs *out) {
    uint32_t count = vrm_model_gltf(model)->image_count;
    bool *is_used = calloc((size_t)count + 1, sizeof *is_used);
    if (is_used == NULL) return false;
    use_images(model, is_used);
    for (uint32_t i = 0; i < count; ++i) {
        vrm_image_header header;
        if (!is_used[i] || vrm_model_get_image_header(model, (int32_t)i, &header) != VRM_OK) {
            continue;
        }
        /* Sides are of a header that a stranger wrote: the sum stops where it would overflow. */
        uint64_t pixels = (uint64_t)header.width * header.height;
        out->texture_pixels += pixels < UINT64_MAX / 16 - out->texture_pixels
                                   ? pixels
                                   : UINT64_MAX / 16 - out->texture_pixels;
        if (header.width > out->image_side) out->image_side = header.width;
        if (header.height > out->image_side) out->image_side = header.height;
    }
    free(is_used);
    return true;
}

static void add_collision_checks(const vrm_tables *tables, costs *out) {
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        uint64_t colliders = 0;
        for (uint32_t g = 0; g < spring->collider_group_count; ++g) {
            int32_t group = spring->collider_groups[g];
            if (group == VRM_NONE) continue;
            colliders += tables->spring_collider_groups[group].collider_count;
        }
        out->collision_checks += spring->joint_count * colliders;
    }
}

bool count_costs(const vrm_model *model, costs *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    memset(out, 0, sizeof *out);
    add_nodes(gltf, out);
    add_collision_checks(vrm_model_tables(model), out);
    return add_bones(gltf, out) && add_spring_nodes(model, out) && add_images(model, out);
}
