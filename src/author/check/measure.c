/* The vertices of the avatar at rest, and what its triangles cover. */
#include "author/check/measure.h"

#include "base/floats.h"
#include "base/math.h"
#include "gltf/forest.h"
#include "gltf/unpack.h"
#include "model/model.h"

#include <string.h>

enum { PRIMITIVE_STEPS = 32 };

bool vrmi_take_steps(vrmi_measure *measure, uint64_t count) {
    if (count > measure->steps_left) {
        measure->steps_left = 0;
        measure->is_complete = false;
        return false;
    }
    measure->steps_left -= count;
    return true;
}

/* --- Nodes --- */

static void place_nodes(vrmi_measure *measure, const int32_t *order) {
    const vrm_gltf *gltf = measure->check->gltf;
    vrm_mat4 top = vrmi_mat4_identity();
    if (measure->check->tables->humanoid.faces_minus_z) top.m[0] = top.m[10] = -1.0f;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[order[i]];
        bool is_root = node->parent == VRM_NONE;
        vrm_bone bone = vrm_model_bone_of_node(measure->check->model, order[i]);
        measure->world[order[i]] =
            vrmi_mat4_place(is_root ? &top : &measure->world[node->parent], &node->rest);
        measure->node_bones[order[i]] = bone != VRM_NONE ? (uint8_t)bone
                                        : is_root        ? (uint8_t)VRMI_NO_BONE
                                                         : measure->node_bones[node->parent];
    }
}

static void find_driven_targets(vrmi_measure *measure) {
    const vrm_tables *tables = measure->check->tables;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        for (uint32_t k = 0; k < expression->morph_bind_count; ++k) {
            const vrm_morph_bind *bind = &expression->morph_binds[k];
            measure->is_driven[measure->first_target[bind->node] + (uint32_t)bind->target] = 1;
        }
    }
}

static bool take_nodes(vrmi_measure *measure) {
    const vrm_gltf *gltf = measure->check->gltf;
    vrmi_arena *arena = measure->check->scratch;
    vrmi_forest forest;
    uint32_t targets = 0;
    measure->world = VRMI_TAKE(arena, vrm_mat4, gltf->node_count);
    measure->skin_matrices = VRMI_TAKE(arena, const vrm_mat4 *, gltf->skin_count);
    measure->node_bones = VRMI_TAKE(arena, uint8_t, gltf->node_count);
    measure->first_target = VRMI_TAKE(arena, uint32_t, (size_t)gltf->node_count + 1);
    if (!vrmi_forest_take(arena, gltf->nodes, gltf->node_count, &forest) ||
        measure->world == NULL || measure->skin_matrices == NULL || measure->node_bones == NULL ||
        measure->first_target == NULL) {
        return false;
    }
    /* A load has a limit for all of them together (max_morph_weights). */
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t mesh = gltf->nodes[i].mesh;
        measure->first_target[i] = targets;
        if (mesh != VRM_NONE) targets += gltf->meshes[mesh].target_count;
    }
    measure->first_target[gltf->node_count] = targets;
    measure->is_driven = VRMI_TAKE(arena, uint8_t, targets);
    measure->is_moving = VRMI_TAKE(arena, uint8_t, targets);
    if (measure->is_driven == NULL || measure->is_moving == NULL) return false;
    memset(measure->is_driven, 0, targets);
    memset(measure->is_moving, 0, targets);
    for (uint32_t i = 0; i < gltf->skin_count; ++i) measure->skin_matrices[i] = NULL;
    find_driven_targets(measure);
    place_nodes(measure, forest.order);
    return true;
}

/* --- Skinning --- */

/* Those of each skin are made once. */
static const vrm_mat4 *skin_matrices(vrmi_measure *measure, int32_t skin) {
    const vrm_skin *model_skin = &measure->check->gltf->skins[skin];
    vrm_mat4 *matrices;
    if (measure->skin_matrices[skin] != NULL) return measure->skin_matrices[skin];
    matrices = VRMI_TAKE(measure->check->scratch, vrm_mat4, model_skin->joint_count);
    if (matrices == NULL || !vrmi_take_steps(measure, model_skin->joint_count) ||
        vrm_model_read_inverse_binds(measure->check->model, skin, matrices,
                                     model_skin->joint_count) != VRM_OK) {
        return NULL;
    }
    for (uint32_t i = 0; i < model_skin->joint_count; ++i) {
        matrices[i] = vrmi_mat4_multiply(&measure->world[model_skin->joints[i]], &matrices[i]);
    }
    measure->skin_matrices[skin] = matrices;
    return matrices;
}

/* False: it cannot be read. */
static bool read_sets(vrmi_measure *measure, const vrm_primitive *primitive, vrmi_arena *arena,
                      vrmi_skinning *out) {
    while (vrmi_skinning_has_next(out, primitive)) {
        if (!vrmi_take_steps(measure, (uint64_t)primitive->vertex_count * 2) ||
            !vrmi_skinning_read_next(out, &measure->check->model->document, primitive, arena)) {
            return false;
        }
    }
    return true;
}

static bool read_skinning(vrmi_measure *measure, const vrmi_cloud *cloud,
                          const vrm_primitive *primitive, vrmi_arena *arena, vrmi_skinning *out) {
    const vrm_node *node = &measure->check->gltf->nodes[cloud->node];
    memset(out, 0, sizeof *out);
    out->matrices = &measure->world[cloud->node];
    if (node->skin == VRM_NONE) return true;
    if (!read_sets(measure, primitive, arena, out)) return false;
    if (out->set_count == 0) return true;
    out->skin = &measure->check->gltf->skins[node->skin];
    out->matrices = skin_matrices(measure, node->skin);
    return out->matrices != NULL;
}

/* --- Clouds --- */

static bool take_cloud(vrmi_measure *measure, const vrm_primitive *primitive, vrmi_cloud *cloud) {
    vrmi_arena *arena = measure->check->scratch;
    int32_t uvs = vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_TEXCOORD, 0);
    cloud->count = primitive->vertex_count;
    cloud->positions = VRMI_TAKE(arena, vrm_vec3, cloud->count);
    cloud->bones = VRMI_TAKE(arena, uint8_t, cloud->count);
    cloud->is_drawn = VRMI_TAKE(arena, uint8_t, cloud->count);
    cloud->uvs = uvs != VRM_NONE ? VRMI_TAKE(arena, vrm_vec2, cloud->count) : NULL;
    if (cloud->positions == NULL || cloud->bones == NULL || cloud->is_drawn == NULL ||
        (uvs != VRM_NONE && cloud->uvs == NULL)) {
        return false;
    }
    memset(cloud->is_drawn, 0, cloud->count);
    return uvs == VRM_NONE ||
           vrmi_unpack_floats(&measure->check->model->document, uvs, cloud->count, 2,
                              vrmi_vec2_out(cloud->uvs)) == VRM_OK;
}

static bool read_positions(vrmi_measure *measure, const vrm_primitive *primitive,
                           const vrmi_skinning *skinning, vrmi_cloud *cloud) {
    int32_t accessor = vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_POSITION, 0);
    uint8_t node_bone = measure->node_bones[cloud->node];
    if (vrmi_unpack_floats(&measure->check->model->document, accessor, cloud->count, 3,
                           vrmi_vec3_out(cloud->positions)) != VRM_OK ||
        !vrmi_add_rest_morphs(measure, cloud, vrmi_vec3_out(cloud->positions))) {
        return false;
    }
    for (uint32_t i = 0; i < cloud->count; ++i) {
        vrm_mat4 room;
        int32_t joint;
        const vrm_mat4 *matrix = vrmi_skinning_matrix(skinning, i, &room, &joint);
        cloud->positions[i] =
            vrmi_vec3_to_finite(vrmi_mat4_transform_point(matrix, cloud->positions[i]));
        cloud->bones[i] = skinning->set_count == 0 ? node_bone
                          : joint == VRM_NONE      ? (uint8_t)VRMI_NO_JOINT
                                              : measure->node_bones[skinning->skin->joints[joint]];
    }
    return true;
}

static bool read_cloud(vrmi_measure *measure, vrmi_cloud *cloud) {
    const vrm_mesh *mesh = &measure->check->gltf->meshes[cloud->mesh];
    const vrm_primitive *primitive = &mesh->primitives[cloud->primitive];
    vrmi_skinning skinning;
    vrmi_arena arena;
    bool is_read;
    if (!vrmi_take_steps(measure, (uint64_t)primitive->vertex_count * 2) ||
        !take_cloud(measure, primitive, cloud)) {
        return false;
    }
    vrmi_arena_init(&arena, measure->memory, 0);
    is_read = read_skinning(measure, cloud, primitive, &arena, &skinning) &&
              read_positions(measure, primitive, &skinning, cloud) &&
              vrmi_measure_morphs(measure, &skinning, cloud);
    cloud->lacks_joints =
        measure->check->gltf->nodes[cloud->node].skin != VRM_NONE && skinning.set_count == 0;
    if (is_read) vrmi_measure_sides(measure, &skinning, cloud);
    vrmi_arena_release(&arena);
    return is_read;
}

static bool shares_attribute(const vrm_primitive *a, const vrm_primitive *b,
                             vrm_attribute_semantic semantic) {
    return vrmi_attribute_accessor(a, semantic, 0) == vrmi_attribute_accessor(b, semantic, 0);
}

/* Exporters write one vertex buffer for all primitives of a mesh, or one for each. */
static bool shares_vertices(const vrm_primitive *a, const vrm_primitive *b) {
    return a->vertex_count == b->vertex_count && a->target_count == b->target_count &&
           shares_attribute(a, b, VRM_ATTRIBUTE_POSITION) &&
           shares_attribute(a, b, VRM_ATTRIBUTE_TEXCOORD) &&
           shares_attribute(a, b, VRM_ATTRIBUTE_JOINTS) &&
           shares_attribute(a, b, VRM_ATTRIBUTE_WEIGHTS) &&
           (a->target_count == 0 || a->targets[0].position == b->targets[0].position);
}

/* --- Triangles --- */

static float uv_area(const vrm_vec2 *uvs, const uint32_t *corners) {
    vrm_vec2 a = vrmi_vec2_sub(uvs[corners[1]], uvs[corners[0]]);
    vrm_vec2 b = vrmi_vec2_sub(uvs[corners[2]], uvs[corners[0]]);
    return 0.5f * fabsf(a.x * b.y - a.y * b.x);
}

static float area(const vrm_vec3 *positions, const uint32_t *corners) {
    vrm_vec3 a = vrmi_vec3_sub(positions[corners[1]], positions[corners[0]]);
    vrm_vec3 b = vrmi_vec3_sub(positions[corners[2]], positions[corners[0]]);
    return 0.5f * vrmi_vec3_length(vrmi_vec3_cross(a, b));
}

static void cover(vrmi_shown *shown, vrmi_cloud *cloud, const uint32_t *indices, size_t count) {
    for (size_t i = 0; i < count; i += 3) {
        for (size_t k = i; k < i + 3; ++k) {
            vrm_vec3 at = cloud->positions[indices[k]];
            cloud->is_drawn[indices[k]] = 1;
            shown->least = i + k == 0 ? at : vrmi_vec3_min(shown->least, at);
            shown->most = i + k == 0 ? at : vrmi_vec3_max(shown->most, at);
        }
        shown->area += (double)area(cloud->positions, indices + i);
        if (cloud->uvs != NULL) shown->uv_area += (double)uv_area(cloud->uvs, indices + i);
    }
    shown->triangle_count = (uint32_t)(count / 3);
}

static bool read_triangles(vrmi_measure *measure, vrmi_cloud *cloud, vrmi_shown *shown) {
    const vrm_primitive *primitive =
        &measure->check->gltf->meshes[cloud->mesh].primitives[shown->primitive];
    size_t capacity = (size_t)primitive->triangle_count * 3, count = 0;
    uint32_t *indices;
    bool is_read;
    if (primitive->triangle_count == 0) return true;
    if (!vrmi_take_steps(measure, capacity)) return false;
    indices = vrmi_memory_allocate(measure->memory, capacity * sizeof *indices);
    if (indices == NULL) return false;
    is_read = vrm_model_read_triangles(measure->check->model, cloud->mesh, shown->primitive,
                                       indices, capacity, &count) == VRM_OK;
    cover(shown, cloud, indices, count);
    vrmi_memory_release(measure->memory, indices, capacity * sizeof *indices);
    return is_read;
}

/* --- All of it --- */

/* One primitive of a node. `before` is that of the primitive before it in the same mesh, or NULL.
 */
static vrmi_cloud *measure_primitive(vrmi_measure *measure, int32_t node, int32_t index,
                                     vrmi_cloud *before) {
    int32_t mesh = measure->check->gltf->nodes[node].mesh;
    const vrm_primitive *primitive = &measure->check->gltf->meshes[mesh].primitives[index];
    vrmi_shown *shown = &measure->shown[measure->shown_count];
    vrmi_cloud *cloud = before;
    if (primitive->is_compressed || primitive->vertex_count == 0) {
        measure->is_complete = false;
        return before;
    }
    if (before == NULL ||
        !shares_vertices(&measure->check->gltf->meshes[mesh].primitives[before->primitive],
                         primitive)) {
        cloud = &measure->clouds[measure->cloud_count];
        memset(cloud, 0, sizeof *cloud);
        cloud->node = node;
        cloud->mesh = mesh;
        cloud->primitive = index;
        if (!read_cloud(measure, cloud)) {
            measure->is_complete = false;
            return before;
        }
        measure->cloud_count += 1;
    }
    memset(shown, 0, sizeof *shown);
    shown->cloud = cloud;
    shown->primitive = index;
    shown->material = primitive->material;
    if (!read_triangles(measure, cloud, shown)) measure->is_complete = false;
    measure->shown_count += 1;
    return cloud;
}

static void include(vrmi_extent *extent, vrm_vec3 at) {
    extent->least = extent->count == 0 ? at : vrmi_vec3_min(extent->least, at);
    extent->most = extent->count == 0 ? at : vrmi_vec3_max(extent->most, at);
    extent->middle = vrmi_vec3_add(extent->middle, at);
    extent->count += 1;
}

static void finish(vrmi_extent *extent) {
    if (extent->count == 0) return;
    extent->middle = vrmi_vec3_scale(extent->middle, 1.0f / (float)extent->count);
}

static void measure_extents(vrmi_measure *measure) {
    for (uint32_t i = 0; i < measure->cloud_count; ++i) {
        const vrmi_cloud *cloud = &measure->clouds[i];
        for (uint32_t k = 0; k < cloud->count; ++k) {
            if (!cloud->is_drawn[k]) continue;
            include(&measure->whole, cloud->positions[k]);
            if (cloud->bones[k] >= VRM_BONE_COUNT) continue;
            include(&measure->extents[cloud->bones[k]], cloud->positions[k]);
        }
    }
    finish(&measure->whole);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) finish(&measure->extents[i]);
}

/* How many elements may be read: each byte of the file a few times, as primitives share them, and
 * a fixed number for what sparse accessors leave out. */
static uint64_t step_limit(const vrm_gltf *gltf) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < gltf->buffer_count; ++i) {
        if (gltf->buffers[i].is_available) bytes += gltf->buffers[i].byte_length;
    }
    return bytes * 4 + ((uint64_t)1 << 18);
}

bool vrmi_measure_avatar(vrmi_check *check, vrmi_measure *out) {
    const vrm_gltf *gltf = check->gltf;
    uint64_t primitives = 0;
    memset(out, 0, sizeof *out);
    out->check = check;
    out->memory = check->load->memory;
    out->steps_left = step_limit(gltf);
    out->is_complete = true;
    out->scale = vrmi_check_height(check) / 1.6f;
    if (!take_nodes(out)) return false;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        if (gltf->nodes[i].mesh == VRM_NONE) continue;
        primitives += gltf->meshes[gltf->nodes[i].mesh].primitive_count;
    }
    /* They take separate memory, and nodes can share one mesh. */
    if (!vrmi_take_steps(out, primitives * PRIMITIVE_STEPS)) return false;
    out->clouds = VRMI_TAKE(check->scratch, vrmi_cloud, (size_t)primitives);
    out->shown = VRMI_TAKE(check->scratch, vrmi_shown, (size_t)primitives);
    if (out->clouds == NULL || out->shown == NULL) return false;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t mesh = gltf->nodes[i].mesh;
        vrmi_cloud *before = NULL;
        for (uint32_t k = 0; mesh != VRM_NONE && k < gltf->meshes[mesh].primitive_count; ++k) {
            if (!vrmi_check_goes_on(check)) return false;
            before = measure_primitive(out, (int32_t)i, (int32_t)k, before);
        }
    }
    measure_extents(out);
    return true;
}
