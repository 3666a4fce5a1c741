/* The vrm_model_read_ functions: which accessor, how much of it, and every index checked. */
#include "base/checked.h"
#include "base/math.h"
#include "gltf/accessor.h"
#include "gltf/image_header.h"
#include "gltf/unpack.h"
#include "model/model.h"

#include <string.h>

static const vrm_primitive *find_primitive(const vrm_model *model, int32_t mesh,
                                           int32_t primitive) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    if (gltf == NULL || mesh < 0 || (uint32_t)mesh >= gltf->mesh_count || primitive < 0 ||
        (uint32_t)primitive >= gltf->meshes[mesh].primitive_count) {
        return NULL;
    }
    return &gltf->meshes[mesh].primitives[primitive];
}

static int32_t find_attribute(const vrm_primitive *primitive, int32_t semantic, int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == semantic && attribute->set == set) return attribute->accessor;
    }
    return VRM_NONE;
}

static bool has_room(uint64_t count, uint64_t components, size_t capacity) {
    return count <= UINT64_MAX / components && count * components <= capacity;
}

size_t vrm_model_accessor_floats(const vrm_model *model, int32_t accessor) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    size_t floats;
    if (gltf == NULL || !vrmi_accessor_is_usable(gltf, accessor)) return 0;
    /* Where size_t has 32 bits, more than it can count fits no memory of the caller's. */
    if (!vrmi_multiply_size(gltf->accessors[accessor].count,
                            vrmi_element_components(gltf->accessors[accessor].element), &floats)) {
        return SIZE_MAX;
    }
    return floats;
}

size_t vrm_model_accessor_not_finite(const vrm_model *model, int32_t accessor) {
    return model != NULL ? vrmi_count_not_finite(&model->document, accessor) : 0;
}

vrm_result vrm_model_read_floats(const vrm_model *model, int32_t accessor, float *out,
                                 size_t capacity) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_accessor *found;
    if (gltf == NULL || out == NULL || accessor < 0 || (uint32_t)accessor >= gltf->accessor_count) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    found = &gltf->accessors[accessor];
    if (vrm_model_accessor_floats(model, accessor) > capacity) return VRM_ERROR_CAPACITY;
    return vrmi_unpack_floats(&model->document, accessor, found->count,
                              vrmi_element_components(found->element), out);
}

/* --- Triangles --- */

/* Copies the triangle (a, b, c) if all of its vertices exist. */
static size_t keep_triangle(uint32_t *out, size_t written, uint32_t a, uint32_t b, uint32_t c,
                            uint32_t vertex_count) {
    if (a >= vertex_count || b >= vertex_count || c >= vertex_count) return written;
    out[written] = a;
    out[written + 1] = b;
    out[written + 2] = c;
    return written + 3;
}

/*
 * Strips and fans need two indices more than they have triangles. Those are unpacked at the end of
 * `out` and read towards its end while triangles are written from its start: the writing end stays
 * behind what is still to be read.
 */
static size_t unroll(uint32_t *out, const uint32_t *indices, const vrm_primitive *primitive) {
    uint32_t first = indices[0];
    size_t written = 0;
    for (uint32_t i = 0; i < primitive->triangle_count; ++i) {
        uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
        if (primitive->mode == VRM_PRIMITIVE_MODE_TRIANGLE_FAN) {
            a = b;
            b = c;
            c = first;
        } else if (i % 2 == 1) {
            uint32_t swapped = b;
            b = c;
            c = swapped;
        }
        written = keep_triangle(out, written, a, b, c, primitive->vertex_count);
    }
    return written;
}

vrm_result vrm_model_read_triangles(const vrm_model *model, int32_t mesh, int32_t primitive,
                                    uint32_t *out, size_t capacity, size_t *out_count) {
    const vrm_primitive *found = find_primitive(model, mesh, primitive);
    uint32_t index_count;
    uint32_t *indices = out;
    size_t written = 0;
    if (out_count != NULL) *out_count = 0;
    if (found == NULL || (out == NULL && found->triangle_count != 0)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (found->is_compressed) return VRM_ERROR_UNSUPPORTED;
    if (found->triangle_count == 0) return VRM_OK;
    if (!has_room(found->triangle_count, 3, capacity)) return VRM_ERROR_CAPACITY;
    if (found->mode == VRM_PRIMITIVE_MODE_TRIANGLES) {
        index_count = found->triangle_count * 3;
    } else {
        index_count = found->triangle_count + 2;
        indices = out + ((size_t)found->triangle_count * 3 - index_count);
    }
    if (found->indices == VRM_NONE) {
        for (uint32_t i = 0; i < index_count; ++i) indices[i] = i;
    } else {
        vrm_result result =
            vrmi_unpack_indices(&model->document, found->indices, index_count, indices);
        if (result != VRM_OK) return result;
    }
    if (found->mode == VRM_PRIMITIVE_MODE_TRIANGLES) {
        for (uint32_t i = 0; i < index_count; i += 3) {
            written = keep_triangle(out, written, indices[i], indices[i + 1], indices[i + 2],
                                    found->vertex_count);
        }
    } else {
        written = unroll(out, indices, found);
    }
    if (out_count != NULL) *out_count = written;
    return VRM_OK;
}

/* --- Vertices --- */

/* Replaces zero normals by the Y axis, so that none becomes NaN (ER-002). */
static void mend_normals(float *normals, uint32_t count, int32_t components) {
    for (uint32_t i = 0; i < count; ++i, normals += components) {
        if (normals[0] == 0 && normals[1] == 0 && normals[2] == 0) normals[1] = 1;
    }
}

vrm_result vrm_model_read_vertices(const vrm_model *model, int32_t mesh, int32_t primitive,
                                   int32_t semantic, int32_t set, int32_t components, float *out,
                                   size_t capacity) {
    const vrm_primitive *found = find_primitive(model, mesh, primitive);
    int32_t accessor;
    vrm_result result;
    if (found == NULL || out == NULL || components < 2 || components > 4 ||
        semantic < VRM_ATTRIBUTE_POSITION || semantic > VRM_ATTRIBUTE_WEIGHTS ||
        semantic == VRM_ATTRIBUTE_JOINTS) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (found->is_compressed) return VRM_ERROR_UNSUPPORTED;
    accessor = find_attribute(found, semantic, set);
    if (accessor == VRM_NONE) return VRM_ERROR_NO_ATTRIBUTE;
    if (found->vertex_count == 0) return VRM_ERROR_NO_PAYLOAD;
    if (!has_room(found->vertex_count, (uint64_t)components, capacity)) return VRM_ERROR_CAPACITY;
    result = vrmi_unpack_floats(&model->document, accessor, found->vertex_count,
                                (uint32_t)components, out);
    if (result == VRM_OK && semantic == VRM_ATTRIBUTE_NORMAL && components >= 3) {
        mend_normals(out, found->vertex_count, components);
    }
    return result;
}

vrm_result vrm_model_read_joints(const vrm_model *model, int32_t mesh, int32_t primitive,
                                 int32_t set, int32_t skin, uint16_t *out, size_t capacity,
                                 size_t *out_invalid) {
    const vrm_primitive *found = find_primitive(model, mesh, primitive);
    const vrm_gltf *gltf = vrm_model_gltf(model);
    int32_t accessor;
    size_t invalid = 0, total;
    uint32_t joint_count;
    vrm_result result;
    if (out_invalid != NULL) *out_invalid = 0;
    if (found == NULL || out == NULL || skin < 0 || (uint32_t)skin >= gltf->skin_count) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (found->is_compressed) return VRM_ERROR_UNSUPPORTED;
    accessor = find_attribute(found, VRM_ATTRIBUTE_JOINTS, set);
    if (accessor == VRM_NONE) return VRM_ERROR_NO_ATTRIBUTE;
    if (found->vertex_count == 0) return VRM_ERROR_NO_PAYLOAD;
    if (!has_room(found->vertex_count, 4, capacity)) return VRM_ERROR_CAPACITY;
    joint_count = gltf->skins[skin].joint_count;
    total = (size_t)found->vertex_count * 4;
    result = vrmi_unpack_joints(&model->document, accessor, found->vertex_count, out);
    if (result != VRM_OK) return result;
    for (size_t i = 0; i < total; ++i) {
        if (out[i] < joint_count) continue;
        out[i] = 0;
        ++invalid;
    }
    if (out_invalid != NULL) *out_invalid = invalid;
    return VRM_OK;
}

vrm_result vrm_model_read_morph_target(const vrm_model *model, int32_t mesh, int32_t primitive,
                                       int32_t target, int32_t semantic, float *out,
                                       size_t capacity) {
    const vrm_primitive *found = find_primitive(model, mesh, primitive);
    int32_t accessor;
    if (found == NULL || out == NULL || target < 0 || (uint32_t)target >= found->target_count ||
        (semantic != VRM_ATTRIBUTE_POSITION && semantic != VRM_ATTRIBUTE_NORMAL)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (found->is_compressed) return VRM_ERROR_UNSUPPORTED;
    if (!has_room(found->vertex_count, 3, capacity)) return VRM_ERROR_CAPACITY;
    accessor = semantic == VRM_ATTRIBUTE_POSITION ? found->targets[target].position
                                                  : found->targets[target].normal;
    if (accessor == VRM_NONE) {
        memset(out, 0, (size_t)found->vertex_count * 3 * sizeof out[0]);
        return VRM_OK;
    }
    return vrmi_unpack_floats(&model->document, accessor, found->vertex_count, 3, out);
}

vrm_result vrm_model_read_inverse_binds(const vrm_model *model, int32_t skin, vrm_mat4 *out,
                                        size_t capacity) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_skin *found;
    if (gltf == NULL || out == NULL || skin < 0 || (uint32_t)skin >= gltf->skin_count) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    found = &gltf->skins[skin];
    if (found->joint_count > capacity) return VRM_ERROR_CAPACITY;
    if (found->inverse_binds == VRM_NONE) {
        for (uint32_t i = 0; i < found->joint_count; ++i) out[i] = vrmi_mat4_identity();
        return VRM_OK;
    }
    return vrmi_unpack_floats(&model->document, found->inverse_binds, found->joint_count, 16,
                              out->m);
}

vrm_result vrm_model_get_image_bytes(const vrm_model *model, int32_t image,
                                     const uint8_t **out_bytes, size_t *out_size) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrmi_bytes *bytes;
    if (gltf == NULL || out_bytes == NULL || out_size == NULL || image < 0 ||
        (uint32_t)image >= gltf->image_count) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    *out_bytes = NULL;
    *out_size = 0;
    bytes = &model->document.image_bytes[image];
    if (bytes->data != NULL) {
        *out_bytes = bytes->data;
        *out_size = bytes->size;
        return VRM_OK;
    }
    if (gltf->images[image].buffer_view == VRM_NONE) return VRM_ERROR_NO_PAYLOAD;
    return vrmi_view_bytes(&model->document, gltf->images[image].buffer_view, out_bytes, out_size);
}

vrm_result vrm_model_get_image_header(const vrm_model *model, int32_t image,
                                      vrm_image_header *out) {
    const uint8_t *bytes;
    size_t size;
    vrm_result result;
    if (out == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    result = vrm_model_get_image_bytes(model, image, &bytes, &size);
    if (result == VRM_OK) *out = vrmi_image_header_read(bytes, size);
    return result;
}

const char *vrm_image_format_name(vrm_image_format format) {
    static const char *const names[] = {"unknown", "PNG", "JPEG", "WebP", "KTX2"};
    bool is_known = format >= 0 && (size_t)format < sizeof names / sizeof names[0];
    return names[is_known ? format : 0];
}
