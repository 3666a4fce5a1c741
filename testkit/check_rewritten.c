#include "testkit/check_rewritten.h"
#include "base/bytes.h"

#include <stdbool.h>
#include <string.h>

const void *only_buffer(const void *bytes, size_t size, const vrm_gltf *gltf) {
    const unsigned char *file = bytes;
    size_t bin, left;
    if (gltf == NULL || gltf->buffer_count > 1) return NULL;
    if (gltf->buffer_count == 0) return bytes; /* nothing of it is read */
    if (size < 28 || memcmp(file, "glTF", 4) != 0) return NULL;
    if (vrmi_load_u32(file + 12) > size - 28) return NULL;
    bin = 28 + (size_t)vrmi_load_u32(file + 12);
    left = size - bin;
    if (memcmp(file + bin - 4, "BIN", 4) != 0) return NULL;
    if (gltf->buffers[0].uri.length != 0 || gltf->buffers[0].byte_length > left) return NULL;
    return file + bin;
}

static vrm_written *write_avatar(const void *bytes, size_t size, const vrm_model *model,
                                 vrm_dialect dialect, vrm_result *out_result) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const void *buffer = only_buffer(bytes, size, gltf);
    vrm_write_avatar_desc desc;
    vrm_written *written;
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialect;
    *out_result = vrm_write_avatar(gltf, vrm_model_tables(model), &buffer, &desc, &written, NULL);
    return written;
}

/* What was written, loaded and written once more; NULL with a problem. */
static vrm_written *write_again(const vrm_written *first, vrm_dialect dialect,
                                const char **out_problem) {
    vrm_written *second = NULL;
    vrm_model *model = NULL;
    size_t size;
    const void *bytes = vrm_written_bytes(first, &size);
    vrm_result result = vrm_model_load(bytes, size, NULL, &model, NULL);
    if (result != VRM_OK) {
        *out_problem = "what is written loads";
    } else if (vrm_model_tables(model)->dialect != dialect) {
        *out_problem = "what is written has its dialect";
    } else {
        second = write_avatar(bytes, size, model, dialect, &result);
        if (second == NULL) *out_problem = "what is written can be written";
    }
    vrm_model_release(model);
    return second;
}

static bool is_same(const vrm_written *a, const vrm_written *b) {
    size_t a_size, b_size;
    const void *a_bytes = vrm_written_bytes(a, &a_size), *b_bytes = vrm_written_bytes(b, &b_size);
    return a_size == b_size && memcmp(a_bytes, b_bytes, a_size) == 0;
}

/* A reader gives unit length to rotations and normals, and each time their last digits may change.
 * The same is true of numbers that older dialects have in another form: shading, and angles of
 * capsules. */
static bool keeps_digits(const vrm_model *model, vrm_dialect dialect) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_quat *q = &gltf->nodes[i].rest.rotation;
        if (q->x != 0 || q->y != 0 || q->z != 0) return false;
    }
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        if (tables->spring_colliders[i].shape == VRM_COLLIDER_PLANE) return false;
    }
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        if (tables->spring_joints[i].limit.kind != VRM_SPRING_LIMIT_NONE) return false;
    }
    return dialect == VRM_DIALECT_1_BETA || dialect == VRM_DIALECT_1;
}

/* From another dialect, the first file may say things that a reader adds to: from the second on
 * they are the same. */
static const char *check_generations(const vrm_written *first, vrm_dialect dialect, bool is_exact) {
    const char *problem = NULL;
    vrm_written *second = write_again(first, dialect, &problem), *third = NULL;
    if (second != NULL) third = write_again(second, dialect, &problem);
    if (third != NULL && is_exact && !is_same(second, third)) {
        problem = "what is written again is the same";
    }
    if (third != NULL && vrm_written_change_count(second) != vrm_written_change_count(third)) {
        problem = "what is written again loses no more";
    }
    vrm_written_destroy(second);
    vrm_written_destroy(third);
    return problem;
}

const char *check_rewritten(const void *bytes, size_t size, const vrm_model *model) {
    static const vrm_dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1_DRAFT, VRM_DIALECT_1_BETA,
                                           VRM_DIALECT_1};
    const vrm_tables *tables = vrm_model_tables(model);
    const char *problem = NULL;
    if (tables->dialect < VRM_DIALECT_0 || tables->dialect > VRM_DIALECT_1) return NULL;
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0] && problem == NULL; ++i) {
        vrm_result result;
        vrm_written *written = write_avatar(bytes, size, model, dialects[i], &result);
        if (result == VRM_OK) {
            problem = check_generations(written, dialects[i], keeps_digits(model, dialects[i]));
        } else if (result != VRM_ERROR_NO_PAYLOAD) {
            problem = "tables of a loaded file can be written";
        }
        vrm_written_destroy(written);
    }
    return problem;
}
