#include "testkit/read_everything.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Not finite: all bits of the exponent are set. */
static bool is_finite(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x7F800000u) != 0x7F800000u;
}

static bool are_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!is_finite(values[i])) return false;
    }
    return true;
}

static bool is_string(vrm_string string) {
    return string.data != NULL && string.data[string.length] == '\0';
}

static bool is_index(int32_t index, uint32_t count) {
    return index == VRM_NONE || (index >= 0 && (uint32_t)index < count);
}

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) return #condition;                                                       \
    } while (0)

/* --- Tables --- */

static const char *check_buffers(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->buffer_count; ++i) {
        const vrm_buffer *buffer = &gltf->buffers[i];
        HOLDS(is_string(buffer->uri));
        HOLDS(buffer->is_available == 0 || buffer->is_available == 1);
    }
    for (uint32_t i = 0; i < gltf->buffer_view_count; ++i) {
        const vrm_buffer_view *view = &gltf->buffer_views[i];
        HOLDS(is_index(view->buffer, gltf->buffer_count));
        HOLDS(view->byte_stride == 0 ||
              (view->byte_stride >= 4 && view->byte_stride <= 252 && view->byte_stride % 4 == 0));
        HOLDS(view->target == 0 || view->target == 34962 || view->target == 34963);
        if (view->buffer == VRM_NONE) continue;
        HOLDS(view->byte_offset <= gltf->buffers[view->buffer].byte_length);
        HOLDS(view->byte_length <= gltf->buffers[view->buffer].byte_length - view->byte_offset);
    }
    return NULL;
}

static uint32_t component_size(int32_t component) {
    if (component == VRM_COMPONENT_I8 || component == VRM_COMPONENT_U8) return 1;
    return component == VRM_COMPONENT_I16 || component == VRM_COMPONENT_U16 ? 2 : 4;
}

static uint32_t element_components(int32_t element) {
    static const uint32_t counts[] = {1, 2, 3, 4, 4, 9, 16};
    return counts[element];
}

/* With the padding that starts each column of a matrix at a multiple of 4. */
static uint32_t element_size(const vrm_accessor *accessor) {
    uint32_t size = component_size(accessor->component);
    uint32_t rows = (uint32_t)accessor->element - VRM_ELEMENT_MAT2 + 2;
    if (accessor->element < VRM_ELEMENT_MAT2) return element_components(accessor->element) * size;
    return rows * ((rows * size + 3) / 4 * 4);
}

/* In arithmetic that cannot wrap around, as each of the numbers is below 2^63. */
static bool ends_within(const vrm_gltf *gltf, int32_t view, uint64_t offset, uint64_t stride,
                        uint64_t count, uint64_t size) {
    uint64_t total;
    if (view < 0 || (uint32_t)view >= gltf->buffer_view_count) return false;
    if (gltf->buffer_views[view].buffer == VRM_NONE) return false;
    total = gltf->buffer_views[view].byte_length;
    /* count is below 2^31 and stride at most 252: below 2^39 */
    return offset <= total && stride * (count - 1) + size <= total - offset;
}

static const char *check_accessors(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        const vrm_accessor *accessor = &gltf->accessors[i];
        HOLDS(is_string(accessor->name));
        HOLDS(is_index(accessor->buffer_view, gltf->buffer_view_count));
        HOLDS(is_index(accessor->sparse_index_view, gltf->buffer_view_count));
        HOLDS(is_index(accessor->sparse_value_view, gltf->buffer_view_count));
        HOLDS(accessor->component >= VRM_COMPONENT_I8 && accessor->component <= VRM_COMPONENT_F32 &&
              accessor->component != 5124);
        HOLDS(accessor->element >= VRM_ELEMENT_SCALAR && accessor->element <= VRM_ELEMENT_MAT4);
        HOLDS(accessor->is_normalized == 0 || accessor->is_normalized == 1);
        HOLDS(accessor->has_bounds == 0 || accessor->has_bounds == 1);
        if (accessor->has_bounds) {
            HOLDS(are_finite(accessor->min, 4));
            HOLDS(are_finite(accessor->max, 4));
        }
        if (accessor->is_normalized) HOLDS(component_size(accessor->component) < 4);
        if (accessor->count == 0) {
            HOLDS(accessor->sparse_count == 0);
            continue;
        }
        HOLDS(accessor->count <= INT32_MAX);
        if (accessor->buffer_view != VRM_NONE) {
            uint64_t size = element_size(accessor);
            uint64_t stride = gltf->buffer_views[accessor->buffer_view].byte_stride;
            HOLDS(stride == 0 || stride >= size);
            HOLDS(ends_within(gltf, accessor->buffer_view, accessor->byte_offset,
                              stride != 0 ? stride : size, accessor->count, size));
        }
        HOLDS(accessor->sparse_count <= accessor->count);
        if (accessor->sparse_count != 0) {
            uint64_t index_size = component_size(accessor->sparse_index_component);
            uint64_t size = element_size(accessor);
            HOLDS(accessor->sparse_index_component == VRM_COMPONENT_U8 ||
                  accessor->sparse_index_component == VRM_COMPONENT_U16 ||
                  accessor->sparse_index_component == VRM_COMPONENT_U32);
            HOLDS(ends_within(gltf, accessor->sparse_index_view, accessor->sparse_index_offset,
                              index_size, accessor->sparse_count, index_size));
            HOLDS(ends_within(gltf, accessor->sparse_value_view, accessor->sparse_value_offset,
                              size, accessor->sparse_count, size));
        }
    }
    return NULL;
}

static const char *check_texture_info(const vrm_gltf *gltf, const vrm_texture_info *info) {
    HOLDS(is_index(info->texture, gltf->texture_count));
    HOLDS(info->tex_coord >= 0 && info->tex_coord <= 65535);
    HOLDS(is_finite(info->offset.x) && is_finite(info->offset.y));
    HOLDS(is_finite(info->scale.x) && is_finite(info->scale.y));
    HOLDS(is_finite(info->rotation) && is_finite(info->strength));
    return NULL;
}

static bool are_within(const float *values, size_t count, float low, float high) {
    for (size_t i = 0; i < count; ++i) {
        if (!(values[i] >= low && values[i] <= high)) return false;
    }
    return true;
}

static const char *check_materials(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const vrm_image *image = &gltf->images[i];
        HOLDS(is_string(image->name) && is_string(image->mime_type) && is_string(image->uri));
        HOLDS(is_index(image->buffer_view, gltf->buffer_view_count));
    }
    for (uint32_t i = 0; i < gltf->sampler_count; ++i) HOLDS(is_string(gltf->samplers[i].name));
    for (uint32_t i = 0; i < gltf->texture_count; ++i) {
        HOLDS(is_string(gltf->textures[i].name));
        HOLDS(is_index(gltf->textures[i].image, gltf->image_count));
        HOLDS(is_index(gltf->textures[i].sampler, gltf->sampler_count));
    }
    for (uint32_t i = 0; i < gltf->material_count; ++i) {
        const vrm_material *material = &gltf->materials[i];
        const vrm_texture_info *infos[5];
        infos[0] = &material->base_color_texture;
        infos[1] = &material->metallic_roughness_texture;
        infos[2] = &material->normal_texture;
        infos[3] = &material->occlusion_texture;
        infos[4] = &material->emissive_texture;
        HOLDS(is_string(material->name));
        HOLDS(are_within(material->base_color_factor, 4, 0, 1));
        HOLDS(are_within(material->emissive_factor, 3, 0, 1));
        HOLDS(are_within(&material->metallic_factor, 1, 0, 1));
        HOLDS(are_within(&material->roughness_factor, 1, 0, 1));
        HOLDS(is_finite(material->alpha_cutoff) && material->alpha_cutoff >= 0);
        HOLDS(is_finite(material->emissive_strength) && material->emissive_strength >= 0);
        HOLDS(material->alpha_mode >= VRM_ALPHA_OPAQUE && material->alpha_mode <= VRM_ALPHA_BLEND);
        for (int k = 0; k < 5; ++k) {
            const char *problem = check_texture_info(gltf, infos[k]);
            if (problem != NULL) return problem;
        }
    }
    return NULL;
}

static uint32_t usable_count(const vrm_gltf *gltf, int32_t accessor) {
    if (accessor < 0 || (uint32_t)accessor >= gltf->accessor_count) return 0;
    return gltf->accessors[accessor].count;
}

static const char *check_primitive(const vrm_gltf *gltf, const vrm_primitive *primitive) {
    bool has_position = false;
    HOLDS(primitive->mode >= VRM_PRIMITIVE_MODE_POINTS &&
          primitive->mode <= VRM_PRIMITIVE_MODE_TRIANGLE_FAN);
    HOLDS(is_index(primitive->indices, gltf->accessor_count));
    HOLDS(is_index(primitive->material, gltf->material_count));
    HOLDS(primitive->is_compressed == 0 || primitive->is_compressed == 1);
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        HOLDS(attribute->semantic >= VRM_ATTRIBUTE_POSITION &&
              attribute->semantic <= VRM_ATTRIBUTE_WEIGHTS);
        HOLDS(attribute->set >= 0 && attribute->set <= 15);
        HOLDS(usable_count(gltf, attribute->accessor) > 0);
        has_position |= attribute->semantic == VRM_ATTRIBUTE_POSITION;
        if (primitive->vertex_count != 0) {
            HOLDS(usable_count(gltf, attribute->accessor) == primitive->vertex_count);
        }
        for (uint32_t k = 0; k < i; ++k) {
            HOLDS(primitive->attributes[k].semantic != attribute->semantic ||
                  primitive->attributes[k].set != attribute->set);
        }
    }
    HOLDS(has_position || primitive->vertex_count == 0);
    HOLDS(!primitive->is_compressed || primitive->vertex_count == 0);
    HOLDS(primitive->vertex_count != 0 || primitive->triangle_count == 0);
    HOLDS(primitive->mode >= VRM_PRIMITIVE_MODE_TRIANGLES || primitive->triangle_count == 0);
    if (primitive->triangle_count != 0) {
        uint64_t count = primitive->indices == VRM_NONE ? primitive->vertex_count
                                                        : usable_count(gltf, primitive->indices);
        uint64_t needed = primitive->mode == VRM_PRIMITIVE_MODE_TRIANGLES
                              ? (uint64_t)primitive->triangle_count * 3
                              : (uint64_t)primitive->triangle_count + 2;
        HOLDS(needed <= count);
    }
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        int32_t accessors[2];
        accessors[0] = primitive->targets[i].position;
        accessors[1] = primitive->targets[i].normal;
        for (int k = 0; k < 2; ++k) {
            HOLDS(is_index(accessors[k], gltf->accessor_count));
            if (accessors[k] == VRM_NONE) continue;
            HOLDS(usable_count(gltf, accessors[k]) >= primitive->vertex_count);
        }
    }
    return NULL;
}

static const char *check_meshes(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        const vrm_mesh *mesh = &gltf->meshes[i];
        uint32_t most = 0;
        HOLDS(is_string(mesh->name));
        for (uint32_t k = 0; k < mesh->primitive_count; ++k) {
            const char *problem = check_primitive(gltf, &mesh->primitives[k]);
            if (problem != NULL) return problem;
            if (mesh->primitives[k].target_count > most) most = mesh->primitives[k].target_count;
        }
        HOLDS(mesh->target_count == most);
        HOLDS(mesh->weight_count == 0 || mesh->weight_count == most);
        HOLDS(mesh->target_name_count == 0 || mesh->target_name_count == most);
        HOLDS(are_finite(mesh->weights, mesh->weight_count));
        for (uint32_t k = 0; k < mesh->target_name_count; ++k) {
            HOLDS(is_string(mesh->target_names[k]));
        }
    }
    return NULL;
}

static const char *check_skins(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        const vrm_skin *skin = &gltf->skins[i];
        HOLDS(is_string(skin->name));
        HOLDS(is_index(skin->skeleton, gltf->node_count));
        HOLDS(is_index(skin->inverse_binds, gltf->accessor_count));
        if (skin->inverse_binds != VRM_NONE) {
            const vrm_accessor *binds = &gltf->accessors[skin->inverse_binds];
            HOLDS(binds->count > 0 && binds->count >= skin->joint_count);
            HOLDS(binds->element == VRM_ELEMENT_MAT4 && binds->component == VRM_COMPONENT_F32);
        }
        for (uint32_t k = 0; k < skin->joint_count; ++k) {
            HOLDS(skin->joints[k] >= 0 && (uint32_t)skin->joints[k] < gltf->node_count);
        }
    }
    return NULL;
}

static const char *check_node(const vrm_gltf *gltf, uint32_t index) {
    const vrm_node *node = &gltf->nodes[index];
    const vrm_quat q = node->rest.rotation;
    float length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    float numbers[6];
    memcpy(numbers, &node->rest.translation, 3 * sizeof numbers[0]);
    memcpy(numbers + 3, &node->rest.scale, 3 * sizeof numbers[0]);
    HOLDS(is_string(node->name));
    HOLDS(is_index(node->parent, gltf->node_count));
    HOLDS(is_index(node->mesh, gltf->mesh_count));
    HOLDS(is_index(node->skin, gltf->skin_count));
    HOLDS(node->skin == VRM_NONE || gltf->skins[node->skin].joint_count > 0);
    HOLDS(node->is_hidden == 0 || node->is_hidden == 1);
    HOLDS(are_finite(numbers, 6));
    HOLDS(length > 0.999f && length < 1.001f);
    HOLDS(node->weight_count == 0 ||
          (node->mesh != VRM_NONE && node->weight_count == gltf->meshes[node->mesh].target_count));
    HOLDS(are_finite(node->weights, node->weight_count));
    for (uint32_t i = 0; i < node->child_count; ++i) {
        HOLDS(node->children[i] >= 0 && (uint32_t)node->children[i] < gltf->node_count);
        HOLDS(gltf->nodes[node->children[i]].parent == (int32_t)index);
    }
    return NULL;
}

/*
 * A forest: every child names its parent (checked for each node), every node with a parent is a
 * child exactly once, so the number of children is the number of parents; and a walk over all
 * children from the nodes without a parent meets every node, which leaves no ring.
 */
static const char *check_forest(const vrm_gltf *gltf) {
    uint64_t children = 0, parents = 0;
    uint32_t *queue = malloc((gltf->node_count + (size_t)1) * sizeof *queue);
    uint32_t reached = 0;
    HOLDS(queue != NULL);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        children += gltf->nodes[i].child_count;
        parents += gltf->nodes[i].parent != VRM_NONE;
        if (gltf->nodes[i].parent == VRM_NONE) queue[reached++] = i;
    }
    for (uint32_t i = 0; i < reached && children == parents; ++i) {
        const vrm_node *node = &gltf->nodes[queue[i]];
        for (uint32_t k = 0; k < node->child_count && reached < gltf->node_count; ++k) {
            queue[reached++] = (uint32_t)node->children[k];
        }
    }
    free(queue);
    HOLDS(children == parents);
    HOLDS(reached == gltf->node_count);
    return NULL;
}

static const char *check_scenes(const vrm_gltf *gltf) {
    HOLDS(is_index(gltf->scene, gltf->scene_count));
    HOLDS(gltf->scene != VRM_NONE || gltf->scene_count == 0);
    for (uint32_t i = 0; i < gltf->scene_count; ++i) {
        const vrm_scene *scene = &gltf->scenes[i];
        HOLDS(is_string(scene->name));
        for (uint32_t k = 0; k < scene->root_count; ++k) {
            HOLDS(scene->roots[k] >= 0 && (uint32_t)scene->roots[k] < gltf->node_count);
            HOLDS(gltf->nodes[scene->roots[k]].parent == VRM_NONE);
        }
    }
    return NULL;
}

static const char *check_animations(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->animation_count; ++i) {
        const vrm_animation *animation = &gltf->animations[i];
        HOLDS(is_string(animation->name));
        for (uint32_t k = 0; k < animation->channel_count; ++k) {
            const vrm_channel *channel = &animation->channels[k];
            uint64_t values;
            HOLDS(channel->node >= 0 && (uint32_t)channel->node < gltf->node_count);
            HOLDS(channel->path >= VRM_ANIMATION_PATH_TRANSLATION &&
                  channel->path <= VRM_ANIMATION_PATH_WEIGHTS);
            HOLDS(channel->interpolation >= VRM_INTERPOLATION_LINEAR &&
                  channel->interpolation <= VRM_INTERPOLATION_CUBIC_SPLINE);
            HOLDS(usable_count(gltf, channel->input) > 0);
            HOLDS(usable_count(gltf, channel->output) > 0);
            values = usable_count(gltf, channel->input);
            if (channel->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE) values *= 3;
            if (channel->path == VRM_ANIMATION_PATH_WEIGHTS) {
                int32_t mesh = gltf->nodes[channel->node].mesh;
                HOLDS(mesh != VRM_NONE);
                values *= gltf->meshes[mesh].target_count;
            }
            HOLDS(usable_count(gltf, channel->output) == values);
        }
    }
    return NULL;
}

const char *check_invariants(const vrm_gltf *gltf) {
    typedef const char *check(const vrm_gltf *gltf);
    static check *const checks[] = {check_buffers, check_accessors, check_materials, check_meshes,
                                    check_skins,   check_scenes,    check_animations};
    HOLDS(gltf != NULL);
    HOLDS(is_string(gltf->version) && gltf->version.length > 0);
    HOLDS(is_string(gltf->generator) && is_string(gltf->copyright));
    for (uint32_t i = 0; i < gltf->extension_used_count; ++i) {
        HOLDS(is_string(gltf->extensions_used[i]));
    }
    for (uint32_t i = 0; i < gltf->extension_required_count; ++i) {
        HOLDS(is_string(gltf->extensions_required[i]));
    }
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const char *problem = check_node(gltf, i);
        if (problem != NULL) return problem;
    }
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; ++i) {
        const char *problem = checks[i](gltf);
        if (problem != NULL) return problem;
    }
    return check_forest(gltf);
}

/* --- Payload --- */

typedef struct reader {
    const vrm_model *model;
    const vrm_gltf *gltf;
    uint64_t budget; /* of elements that are still to be read */
    uint64_t sum;
    void *memory; /* of the call that is being made */
    size_t count;
} reader;

static void mix(reader *read, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        read->sum = (read->sum ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001B3);
    }
}

/* Memory for `count` elements, and not a byte more. False: it is not to be read. */
static bool take(reader *read, uint64_t count, size_t size) {
    read->memory = NULL;
    if (count > read->budget) return false;
    read->budget -= count;
    read->count = (size_t)count;
    read->memory = malloc(read->count != 0 ? read->count * size : 1);
    /* Values that no read gives, so that elements which were not written are seen. */
    if (read->memory != NULL) memset(read->memory, 0xFF, read->count * size);
    return read->memory != NULL;
}

static const char *finish(reader *read, size_t size, const char *problem) {
    mix(read, read->memory, read->count * size);
    free(read->memory);
    return problem;
}

/* What a read of the payload may say about a valid request. */
static bool is_payload_result(vrm_result result) {
    return result == VRM_OK || result == VRM_ERROR_NO_PAYLOAD || result == VRM_ERROR_PAYLOAD ||
           result == VRM_ERROR_NO_ATTRIBUTE || result == VRM_ERROR_UNSUPPORTED;
}

static const char *check_floats(const reader *read, vrm_result result) {
    HOLDS(is_payload_result(result));
    /* 0xFF is NaN: elements that were not written are found too. */
    if (result == VRM_OK) HOLDS(are_finite(read->memory, read->count));
    return NULL;
}

static const char *read_accessors(reader *read) {
    for (uint32_t i = 0; i < read->gltf->accessor_count; ++i) {
        uint64_t count = vrm_model_accessor_floats(read->model, (int32_t)i);
        const char *problem;
        vrm_result result;
        if (!take(read, count, sizeof(float))) continue;
        result = vrm_model_read_floats(read->model, (int32_t)i, read->memory, read->count);
        problem = check_floats(read, result);
        if (problem == NULL && count == 0 && result != VRM_ERROR_PAYLOAD) {
            problem = "an accessor that cannot be used was read";
        }
        if (problem == NULL && count != 0 &&
            vrm_model_read_floats(read->model, (int32_t)i, read->memory, read->count - 1) !=
                VRM_ERROR_CAPACITY) {
            problem = "a capacity that is too small was accepted";
        }
        problem = finish(read, sizeof(float), problem);
        if (problem != NULL) return problem;
    }
    return NULL;
}

static const char *check_triangles(const reader *read, const vrm_primitive *primitive,
                                   vrm_result result, size_t written) {
    const uint32_t *indices = read->memory;
    HOLDS(is_payload_result(result));
    HOLDS(written <= read->count && written % 3 == 0);
    HOLDS(result == VRM_OK || written == 0);
    for (size_t i = 0; i < written; ++i) HOLDS(indices[i] < primitive->vertex_count);
    return NULL;
}

static const char *read_triangles(reader *read, int32_t mesh, int32_t index,
                                  const vrm_primitive *primitive) {
    size_t written = 0;
    vrm_result result;
    if (!take(read, (uint64_t)primitive->triangle_count * 3, sizeof(uint32_t))) return NULL;
    result =
        vrm_model_read_triangles(read->model, mesh, index, read->memory, read->count, &written);
    return finish(read, sizeof(uint32_t), check_triangles(read, primitive, result, written));
}

static const char *read_attribute(reader *read, int32_t mesh, int32_t index,
                                  const vrm_primitive *primitive, const vrm_attribute *attribute) {
    for (int32_t components = 2; components <= 4; ++components) {
        const char *problem;
        vrm_result result;
        if (!take(read, (uint64_t)primitive->vertex_count * (uint32_t)components, sizeof(float))) {
            continue;
        }
        result = vrm_model_read_vertices(read->model, mesh, index, attribute->semantic,
                                         attribute->set, components, read->memory, read->count);
        problem = finish(read, sizeof(float), check_floats(read, result));
        if (problem != NULL) return problem;
    }
    return NULL;
}

static const char *check_joints(const reader *read, vrm_result result, uint32_t joint_count,
                                size_t invalid) {
    const uint16_t *joints = read->memory;
    HOLDS(is_payload_result(result));
    HOLDS(invalid <= read->count);
    if (result != VRM_OK) return NULL;
    for (size_t i = 0; i < read->count; ++i) HOLDS(joints[i] == 0 || joints[i] < joint_count);
    return NULL;
}

static const char *read_joints(reader *read, int32_t mesh, int32_t index,
                               const vrm_primitive *primitive, int32_t set) {
    for (uint32_t skin = 0; skin < read->gltf->skin_count; ++skin) {
        const char *problem;
        size_t invalid = 0;
        vrm_result result;
        if (!take(read, (uint64_t)primitive->vertex_count * 4, sizeof(uint16_t))) return NULL;
        result = vrm_model_read_joints(read->model, mesh, index, set, (int32_t)skin, read->memory,
                                       read->count, &invalid);
        problem = check_joints(read, result, read->gltf->skins[skin].joint_count, invalid);
        problem = finish(read, sizeof(uint16_t), problem);
        if (problem != NULL) return problem;
    }
    return NULL;
}

static const char *read_targets(reader *read, int32_t mesh, int32_t index,
                                const vrm_primitive *primitive) {
    static const int32_t semantics[] = {VRM_ATTRIBUTE_POSITION, VRM_ATTRIBUTE_NORMAL};
    for (uint32_t i = 0; i < primitive->target_count * 2; ++i) {
        const char *problem;
        vrm_result result;
        if (!take(read, (uint64_t)primitive->vertex_count * 3, sizeof(float))) return NULL;
        result = vrm_model_read_morph_target(read->model, mesh, index, (int32_t)(i / 2),
                                             semantics[i % 2], read->memory, read->count);
        problem = finish(read, sizeof(float), check_floats(read, result));
        if (problem != NULL) return problem;
    }
    return NULL;
}

static const char *read_primitive(reader *read, int32_t mesh, int32_t index) {
    const vrm_primitive *primitive = &read->gltf->meshes[mesh].primitives[index];
    const char *problem = read_triangles(read, mesh, index, primitive);
    for (uint32_t i = 0; i < primitive->attribute_count && problem == NULL; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        problem = attribute->semantic == VRM_ATTRIBUTE_JOINTS
                      ? read_joints(read, mesh, index, primitive, attribute->set)
                      : read_attribute(read, mesh, index, primitive, attribute);
    }
    return problem != NULL ? problem : read_targets(read, mesh, index, primitive);
}

static const char *read_meshes(reader *read) {
    for (uint32_t i = 0; i < read->gltf->mesh_count; ++i) {
        for (uint32_t k = 0; k < read->gltf->meshes[i].primitive_count; ++k) {
            const char *problem = read_primitive(read, (int32_t)i, (int32_t)k);
            if (problem != NULL) return problem;
        }
    }
    return NULL;
}

static const char *read_skins(reader *read) {
    for (uint32_t i = 0; i < read->gltf->skin_count; ++i) {
        const char *problem;
        uint32_t joints = read->gltf->skins[i].joint_count;
        vrm_result result;
        if (!take(read, (uint64_t)joints * 16, sizeof(float))) continue;
        result = vrm_model_read_inverse_binds(read->model, (int32_t)i, read->memory, joints);
        problem = finish(read, sizeof(float), check_floats(read, result));
        if (problem != NULL) return problem;
    }
    return NULL;
}

static const char *read_images(reader *read) {
    for (uint32_t i = 0; i < read->gltf->image_count; ++i) {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        vrm_result result = vrm_model_get_image_bytes(read->model, (int32_t)i, &bytes, &size);
        HOLDS(is_payload_result(result));
        HOLDS(result != VRM_OK || bytes != NULL);
        HOLDS(result == VRM_OK || (bytes == NULL && size == 0));
        if (size > read->budget) continue;
        read->budget -= size;
        mix(read, bytes, size);
    }
    return NULL;
}

const char *read_everything(const vrm_model *model, uint64_t budget, uint64_t *checksum) {
    reader read = {NULL, NULL, 0, UINT64_C(0xCBF29CE484222325), NULL, 0};
    const char *problem;
    read.model = model;
    read.gltf = vrm_model_gltf(model);
    read.budget = budget;
    problem = read_accessors(&read);
    if (problem == NULL) problem = read_meshes(&read);
    if (problem == NULL) problem = read_skins(&read);
    if (problem == NULL) problem = read_images(&read);
    if (checksum != NULL) *checksum = read.sum;
    return problem;
}

/* --- Reports --- */

static bool is_harmless(const char *text) {
    vrm_string string = {text, 0};
    if (text == NULL) return false;
    for (; text[string.length] != '\0'; ++string.length) {
        unsigned char c = (unsigned char)text[string.length];
        if (c < 0x20 || c == 0x7F) return false;
    }
    return is_string(string);
}

const char *check_report(const vrm_report *report, vrm_result result) {
    uint64_t found = 0, errors = 0;
    HOLDS(report != NULL);
    for (int severity = VRM_SEVERITY_NOTE; severity <= VRM_SEVERITY_ERROR; ++severity) {
        found += vrm_report_found(report, (vrm_severity)severity);
    }
    HOLDS(vrm_report_count(report) <= found);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        HOLDS(entry != NULL && entry->code != NULL && entry->code[0] != '\0');
        HOLDS(entry->requirement != NULL);
        HOLDS(is_harmless(entry->pointer));
        HOLDS(is_harmless(entry->message) && entry->message[0] != '\0');
        HOLDS(is_harmless(entry->remedy));
        HOLDS(is_harmless(entry->subject) && is_harmless(entry->subject_name));
        HOLDS(is_harmless(entry->sentence) && entry->sentence[0] != '\0');
        for (uint32_t k = 0; k < entry->argument_count; ++k) {
            HOLDS(is_harmless(entry->arguments[k].text));
            HOLDS(is_harmless(entry->arguments[k].subject) &&
                  is_harmless(entry->arguments[k].name));
            HOLDS(entry->arguments[k].kind >= VRM_ARGUMENT_INTEGER &&
                  entry->arguments[k].kind <= VRM_ARGUMENT_REFERENCE);
        }
        HOLDS(entry->impact >= VRM_IMPACT_VISIBLE && entry->impact <= VRM_IMPACT_EXPORTER);
        HOLDS(entry->severity >= VRM_SEVERITY_NOTE && entry->severity <= VRM_SEVERITY_ERROR);
        errors += entry->severity == VRM_SEVERITY_ERROR;
    }
    HOLDS(vrm_report_get(report, vrm_report_count(report)) == NULL);
    HOLDS(errors <= vrm_report_found(report, VRM_SEVERITY_ERROR));
    if (result == VRM_OK) {
        HOLDS(vrm_report_failure(report) == NULL);
        HOLDS(vrm_report_found(report, VRM_SEVERITY_ERROR) == 0);
    } else {
        HOLDS(vrm_report_failure(report) != NULL);
        HOLDS(vrm_report_failure(report)->severity == VRM_SEVERITY_ERROR);
    }
    return NULL;
}
