/* What morph targets and expressions move. */
#include "author/check/measure.h"
#include "base/math.h"
#include "gltf/unpack.h"
#include "model/model.h"

#include <string.h>

/* Below this, in meters, nothing is seen to move. */
static const float STILL_METERS = 1e-6f;

static const vrm_primitive *primitive_of(const vrmi_measure *measure, const vrmi_cloud *cloud) {
    return &measure->check->gltf->meshes[cloud->mesh].primitives[cloud->primitive];
}

/* The differences of an accessor; NULL: they cannot be read. Released by the caller. */
static float *read_deltas(vrmi_measure *measure, const vrmi_cloud *cloud, int32_t accessor) {
    size_t bytes = (size_t)cloud->count * 3 * sizeof(float);
    float *deltas;
    if (!vrmi_take_steps(measure, cloud->count)) return NULL;
    deltas = vrmi_memory_allocate(measure->memory, bytes);
    if (deltas == NULL) return NULL;
    if (vrmi_unpack_floats(&measure->check->model->document, accessor, cloud->count, 3, deltas) ==
        VRM_OK) {
        return deltas;
    }
    vrmi_memory_release(measure->memory, deltas, bytes);
    return NULL;
}

static void release_deltas(vrmi_measure *measure, const vrmi_cloud *cloud, float *deltas) {
    vrmi_memory_release(measure->memory, deltas, (size_t)cloud->count * 3 * sizeof *deltas);
}

static vrm_vec3 delta_at(const float *deltas, uint32_t vertex) {
    const float *delta = deltas + (size_t)vertex * 3;
    return vrm_vec3_make(delta[0], delta[1], delta[2]);
}

static bool is_still(vrm_vec3 delta) { return !(vrmi_vec3_length(delta) > STILL_METERS); }

static uint32_t count_moved(const float *deltas, uint32_t count) {
    uint32_t moved = 0;
    for (uint32_t i = 0; i < count; ++i) moved += !is_still(delta_at(deltas, i));
    return moved;
}

/* Keeps what is moved alone: of a face, a few hundred vertices of many thousand. */
static bool keep_moved(vrmi_measure *measure, const vrmi_skinning *skinning, vrmi_cloud *cloud,
                       const float *deltas, vrmi_moved *out) {
    uint32_t count = count_moved(deltas, cloud->count), kept = 0;
    uint32_t *vertices = VRMI_TAKE(measure->check->scratch, uint32_t, count);
    vrm_vec3 *moved = VRMI_TAKE(measure->check->scratch, vrm_vec3, count);
    if (vertices == NULL || moved == NULL) return false;
    for (uint32_t i = 0; i < cloud->count; ++i) {
        vrm_mat4 room;
        int32_t joint;
        const vrm_mat4 *matrix;
        if (is_still(delta_at(deltas, i))) continue;
        matrix = vrmi_skinning_matrix(skinning, i, &room, &joint);
        vertices[kept] = i;
        moved[kept++] =
            vrmi_vec3_to_finite(vrmi_mat4_transform_vector(matrix, delta_at(deltas, i)));
    }
    out->count = count;
    out->vertices = vertices;
    out->deltas = moved;
    return true;
}

static bool read_target(vrmi_measure *measure, const vrmi_skinning *skinning, vrmi_cloud *cloud,
                        vrmi_moved *out) {
    const vrm_morph_target *target = &primitive_of(measure, cloud)->targets[out->target];
    float *deltas;
    bool is_read = true;
    if (target->position != VRM_NONE) {
        deltas = read_deltas(measure, cloud, target->position);
        if (deltas == NULL) return false;
        is_read = keep_moved(measure, skinning, cloud, deltas, out);
        release_deltas(measure, cloud, deltas);
    }
    if (!is_read || out->count != 0 || target->normal == VRM_NONE) return is_read;
    /* A target may change shading alone. */
    deltas = read_deltas(measure, cloud, target->normal);
    if (deltas == NULL) return false;
    out->changes_normals = count_moved(deltas, cloud->count) != 0;
    release_deltas(measure, cloud, deltas);
    return true;
}

bool vrmi_measure_morphs(vrmi_measure *measure, const vrmi_skinning *skinning, vrmi_cloud *cloud) {
    const vrm_primitive *primitive = primitive_of(measure, cloud);
    const uint8_t *is_driven = measure->is_driven + measure->first_target[cloud->node];
    uint32_t driven = 0;
    for (uint32_t i = 0; i < primitive->target_count; ++i) driven += is_driven[i];
    cloud->moved = VRMI_TAKE(measure->check->scratch, vrmi_moved, driven);
    if (cloud->moved == NULL) return false;
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        vrmi_moved *moved = &cloud->moved[cloud->moved_count];
        if (!is_driven[i]) continue;
        memset(moved, 0, sizeof *moved);
        moved->target = (int32_t)i;
        if (!read_target(measure, skinning, cloud, moved)) return false;
        if (moved->count != 0 || moved->changes_normals) {
            measure->is_moving[measure->first_target[cloud->node] + i] = 1;
        }
        cloud->moved_count += 1;
    }
    return true;
}

bool vrmi_add_rest_morphs(vrmi_measure *measure, const vrmi_cloud *cloud, float *positions) {
    const vrm_node *node = &measure->check->gltf->nodes[cloud->node];
    const vrm_mesh *mesh = &measure->check->gltf->meshes[cloud->mesh];
    const vrm_primitive *primitive = primitive_of(measure, cloud);
    const uint8_t *is_driven = measure->is_driven + measure->first_target[cloud->node];
    const float *weights = node->weight_count != 0 ? node->weights : mesh->weights;
    uint32_t count = node->weight_count != 0 ? node->weight_count : mesh->weight_count;
    for (uint32_t i = 0; i < count && i < primitive->target_count; ++i) {
        int32_t accessor = primitive->targets[i].position;
        float *deltas;
        if (weights[i] == 0.0f || is_driven[i] || accessor == VRM_NONE) continue;
        deltas = read_deltas(measure, cloud, accessor);
        if (deltas == NULL) return false;
        for (size_t k = 0; k < (size_t)cloud->count * 3; ++k)
            positions[k] += weights[i] * deltas[k];
        release_deltas(measure, cloud, deltas);
    }
    return true;
}

/* --- Expressions --- */

/* Of what expressions drive, the primitive has all targets but those behind its last. */
static const vrmi_moved *find_moved(const vrmi_cloud *cloud, int32_t target) {
    uint32_t low = 0, high = cloud->moved_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cloud->moved[middle].target < target) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < cloud->moved_count ? &cloud->moved[low] : NULL;
}

/* Adds what one bind moves to the sums of all vertices. */
static void add_bind(const vrmi_moved *moved, float weight, vrm_vec3 *sums) {
    for (uint32_t i = 0; i < moved->count; ++i) {
        vrm_vec3 *sum = &sums[moved->vertices[i]];
        *sum = vrmi_vec3_add(*sum, vrmi_vec3_scale(moved->deltas[i], weight));
    }
}

static bool add_binds(vrmi_measure *measure, const vrmi_cloud *cloud,
                      const vrm_expression *expression, vrm_vec3 *sums) {
    bool any = false;
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        const vrmi_moved *moved =
            bind->node == cloud->node ? find_moved(cloud, bind->target) : NULL;
        if (moved == NULL || moved->count == 0 || !vrmi_take_steps(measure, moved->count)) continue;
        add_bind(moved, bind->weight, sums);
        any = true;
    }
    return any;
}

static bool drives(const vrmi_cloud *cloud, const vrm_expression *expression) {
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        if (expression->morph_binds[i].node == cloud->node) return cloud->moved_count != 0;
    }
    return false;
}

uint32_t vrmi_measure_expression(vrmi_measure *measure, const vrmi_cloud *cloud,
                                 const vrm_expression *expression, vrmi_arena *arena,
                                 const vrmi_travel **out) {
    vrm_vec3 *sums;
    vrmi_travel *travels;
    uint32_t count = 0;
    *out = NULL;
    if (!vrmi_take_steps(measure, expression->morph_bind_count) || !drives(cloud, expression) ||
        !vrmi_take_steps(measure, cloud->count)) {
        return 0;
    }
    sums = VRMI_TAKE(arena, vrm_vec3, cloud->count);
    if (sums == NULL) return 0;
    memset(sums, 0, (size_t)cloud->count * sizeof *sums);
    if (!add_binds(measure, cloud, expression, sums)) return 0;
    for (uint32_t i = 0; i < cloud->count; ++i) count += !is_still(sums[i]);
    travels = VRMI_TAKE(arena, vrmi_travel, count);
    if (travels == NULL) return 0;
    count = 0;
    for (uint32_t i = 0; i < cloud->count; ++i) {
        if (is_still(sums[i])) continue;
        travels[count].vertex = i;
        travels[count++].delta = sums[i];
    }
    *out = travels;
    return count;
}
