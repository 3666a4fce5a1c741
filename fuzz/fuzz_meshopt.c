/*
 * Compressed views, with the decoder of meshoptimizer. The first bytes are the fields of the
 * extension, as small numbers and as any; the rest is what the decoder gets:
 *
 *   0     bits: KHR, INDICES, TRIANGLES, a fallback with bytes, a bad range, checked, optimised
 *   1     the filter; 2 the stride, as an index or as it is; 3 and 4 the count
 *   5     which allocation fails (0: none)
 *
 * Whatever the bytes are, the memory of a load stays within the rule of ER-018, two loads give the
 * same, and what is compressed again decodes to the same.
 */
#include "apps/kit/avatar/meshopt.h"
#include "fuzz.h"

#include <vrm/author.h>

enum {
    MESHOPT_HEADER = 6,
    MESHOPT_KHR = 1,
    MESHOPT_INDICES = 2,
    MESHOPT_TRIANGLES = 4,
    MESHOPT_FALLBACK = 8,
    MESHOPT_RANGE = 16,
    MESHOPT_CHECK = 32,
    MESHOPT_OPTIMIZE = 64,
    MESHOPT_ODD = 128
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *meshopt_mode(uint8_t bits) {
    if ((bits & MESHOPT_TRIANGLES) != 0) return "TRIANGLES";
    return (bits & MESHOPT_INDICES) != 0 ? "INDICES" : "ATTRIBUTES";
}

static size_t meshopt_json(const uint8_t *data, size_t size, char *out, size_t capacity) {
    static const char *const filters[] = {"NONE",        "OCTAHEDRAL", "QUATERNION",
                                          "EXPONENTIAL", "COLOR",      "GAUSS"};
    static const unsigned strides[] = {4, 8, 12, 16, 2, 64, 256, 20};
    const bool is_index = (data[0] & (MESHOPT_INDICES | MESHOPT_TRIANGLES)) != 0;
    const unsigned count = data[3] + 256u * data[4];
    const unsigned stride =
        (data[0] & MESHOPT_ODD) != 0 ? data[2] : strides[data[2] % (is_index ? 5 : 8)];
    const unsigned bytes = count * stride;
    const char *name = (data[0] & MESHOPT_KHR) != 0 ? "KHR" : "EXT";
    const int length = snprintf(
        out, capacity,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"%s_meshopt_compression\"],"
        "\"buffers\":[{\"byteLength\":%zu},{\"byteLength\":%u%s}],\"bufferViews\":[{\"buffer\":%u,"
        "\"byteLength\":%u,\"extensions\":{\"%s_meshopt_compression\":{\"buffer\":0,"
        "\"byteOffset\":%u,\"byteLength\":%zu,\"byteStride\":%u,\"count\":%u,\"mode\":\"%s\","
        "\"filter\":\"%s\"}}}],\"accessors\":[{\"bufferView\":0,\"componentType\":%u,"
        "\"count\":%u,\"type\":\"SCALAR\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{"
        "\"POSITION\":1},\"indices\":0}]}],\"nodes\":[{\"mesh\":0}]}",
        name, size, bytes,
        (data[0] & MESHOPT_FALLBACK) != 0 ? ",\"uri\":\"data:,abcdefghijkl\"" : "",
        (data[0] & MESHOPT_ODD) != 0 ? data[3] % 3u : 1u, bytes, name,
        (data[0] & MESHOPT_RANGE) != 0 ? data[4] : 0u, size, stride, count, meshopt_mode(data[0]),
        filters[data[1] % 6], is_index && stride == 2 ? 5123u : 5125u,
        bytes / (is_index && stride == 2 ? 2 : 4));
    return (size_t)length;
}

/* The memory that a load holds at once, by the rule of ER-018. */
static void meshopt_check_cost(const uint8_t *glb, size_t size, const vrm_load_desc *given) {
    vrm_load_desc desc = *given;
    vrm_limits limits;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_limits_init(&limits);
    limits.max_memory_bytes = 40 * (uint64_t)size + (32 << 20);
    desc.limits = &limits;
    vrm_model_load(glb, size, &desc, &model, &report);
    if (vrm_report_failure(report) != NULL &&
        strcmp(vrm_report_failure(report)->code, "limit-memory-bytes") == 0) {
        fuzz_fail("a load holds 40 times the bytes of its file and 32 MB");
    }
    vrm_model_release(model);
    vrm_report_destroy(report);
}

static void meshopt_check(const uint8_t *glb, size_t size, const vrm_load_desc *load) {
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_check_desc_init(&desc);
    desc.load = load;
    vrm_check(glb, size, &desc, &report);
    if (report == NULL) fuzz_fail("there is a report");
    vrm_report_destroy(report);
}

/* Without its compression, a file has the same numbers. */
static void meshopt_decompress(const uint8_t *glb, size_t size, const vrm_load_desc *load) {
    vrm_optimize_desc desc;
    vrm_written *file = NULL;
    vrm_model *before = NULL, *after = NULL;
    vrm_optimize_desc_init(&desc);
    desc.load = load;
    desc.flags = VRM_OPTIMIZE_DECOMPRESS | (VRM_OPTIMIZE_QUANTIZE - 1); /* keeps everything */
    if (vrm_optimize(glb, size, &desc, &file, NULL) == VRM_OK &&
        vrm_model_load(glb, size, load, &before, NULL) == VRM_OK) {
        size_t written_size;
        const void *written = vrm_written_bytes(file, &written_size);
        vrm_load_desc plain;
        uint64_t first = 0, second = 0;
        vrm_load_desc_init(&plain);
        plain.flags = VRM_LOAD_ANY_GLTF;
        if (vrm_model_load(written, written_size, &plain, &after, NULL) != VRM_OK) {
            fuzz_fail("a file without its compression loads");
        }
        read_everything(before, FUZZ_READ_BUDGET, &first);
        read_everything(after, FUZZ_READ_BUDGET, &second);
        if (vrm_written_change_count(file) > 0 && first != second) {
            fuzz_fail("decoded numbers stay");
        }
    }
    vrm_model_release(before);
    vrm_model_release(after);
    vrm_written_destroy(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char json[1500];
    vrm_load_desc desc;
    vrm_limits limits;
    size_t length, glb_size;
    uint8_t *glb;
    if (size < MESHOPT_HEADER) return 0;
    length = meshopt_json(data, size - MESHOPT_HEADER, json, sizeof json);
    glb = fuzz_glb((const uint8_t *)json, length, data + MESHOPT_HEADER, size - MESHOPT_HEADER,
                   &glb_size);
    fuzz_desc_init(&desc, &limits);
    desc.meshopt = meshopt_decoder();
    fuzz_load(glb, glb_size, &desc, data[5] != 0 ? data[5] - 1 : -1);
    meshopt_check_cost(glb, glb_size, &desc);
    if ((data[0] & MESHOPT_CHECK) != 0) meshopt_check(glb, glb_size, &desc);
    if ((data[0] & MESHOPT_OPTIMIZE) != 0) meshopt_decompress(glb, glb_size, &desc);
    free(glb);
    return 0;
}
