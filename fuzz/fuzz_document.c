/*
 * JSON text with a small BIN behind it. The first byte chooses how it is loaded, the second which
 * allocation fails (0: none).
 */
#include "fuzz.h"

enum {
    DOCUMENT_HEADER = 2,
    /* bits of the first byte, above those of the load desc */
    DOCUMENT_PLAIN = 8,
    DOCUMENT_RESOLVER = 16,
    DOCUMENT_LIMITS = 32,
    DOCUMENT_CANCEL = 64
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t document_bin[64] = {
    0,   0, 128, 63,  0,   0, 0, 64,  0,   0, 64, 64, 1, 0, 2, 0, 255, 255, 0, 128, 0, 0,
    128, 0, 0,   128, 255, 0, 0, 192, 127, 1, 2,  3,  4, 5, 6, 7, 0,   1,   0, 2,   0,
};

/* No part of the path is "..", and it is not absolute. */
static int document_stays_below(const char *path) {
    if (path[0] == '/') return 0;
    for (const char *part = path; part != NULL;) {
        if (strcmp(part, "..") == 0 || strncmp(part, "../", 3) == 0) return 0;
        part = strchr(part, '/');
        if (part != NULL) ++part;
    }
    return strpbrk(path, ":\\") == NULL;
}

static vrm_result document_resolve(const char *uri, uint64_t max_bytes, const void **out_bytes,
                                   size_t *out_size, void *user) {
    const size_t length = strlen(uri);
    (void)user;
    if (!document_stays_below(uri)) fuzz_fail("an address stays below");
    if (length % 3 == 0) return VRM_ERROR_FILE;
    if (length % sizeof document_bin > max_bytes && length % 2 == 0) return VRM_ERROR_LIMIT;
    *out_bytes = document_bin;
    *out_size = length % sizeof document_bin;
    return VRM_OK;
}

/* Stops at the second question. */
static int32_t document_cancel(void *user) {
    int *asked = user;
    return ++*asked == 2;
}

static void document_desc(vrm_load_desc *desc, vrm_limits *limits, uint8_t how,
                          const vrm_resolver *resolver, int *asked) {
    const uint32_t known = VRM_LOAD_STRICT | VRM_LOAD_COPY_PAYLOAD;
    fuzz_desc_init(desc, limits);
    desc->flags = VRM_LOAD_ANY_GLTF | (how & known);
    if ((how & DOCUMENT_RESOLVER) != 0) desc->resolver = resolver;
    if ((how & DOCUMENT_CANCEL) != 0) {
        desc->cancel = document_cancel;
        desc->cancel_user = asked;
    }
    if ((how & DOCUMENT_LIMITS) != 0) {
        limits->max_json_bytes = 2000;
        limits->max_json_values = 200;
        limits->max_json_depth = 20;
        limits->max_memory_bytes = 20000;
        limits->max_allocations = 12;
        limits->max_external_bytes = 20;
        limits->max_nodes = 5;
        limits->max_elements = 20;
        limits->max_diagnostics = 3;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const vrm_resolver resolver = {document_resolve, NULL, NULL};
    vrm_load_desc desc;
    vrm_limits limits;
    int asked = 0;
    uint8_t *file;
    size_t file_size;
    if (size < DOCUMENT_HEADER) return 0;
    document_desc(&desc, &limits, data[0], &resolver, &asked);
    if ((data[0] & DOCUMENT_PLAIN) != 0) {
        file_size = size - DOCUMENT_HEADER;
        file = malloc(file_size != 0 ? file_size : 1);
        if (file == NULL) abort();
        memcpy(file, data + DOCUMENT_HEADER, file_size);
    } else {
        file = fuzz_glb(data + DOCUMENT_HEADER, size - DOCUMENT_HEADER, document_bin,
                        sizeof document_bin, &file_size);
    }
    fuzz_load(file, file_size, &desc, data[1] != 0 ? data[1] - 1 : -1);
    free(file);
    return 0;
}

#ifdef VRM_FUZZ_MUTATOR
#include "json_mutator.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    if (size <= DOCUMENT_HEADER) return LLVMFuzzerMutate(data, size, max_size);
    return mutator_change(data, size, max_size, DOCUMENT_HEADER, size, seed);
}
#endif
