/*
 * Whole files for targets that check or fix them. The first byte says how, the second which
 * allocation fails (0: none), the next two how many of the last bytes are the BIN. What is between
 * is JSON; or, where the first byte says so, all of it is the file.
 */
#ifndef VRM_FUZZ_FILE_H
#define VRM_FUZZ_FILE_H

#include "fuzz.h"

#include <stdbool.h>

enum {
    FILE_HEADER = 4,
    /* bits of the first byte, above those of the check desc */
    FILE_RAW = 4,
    FILE_LIMITS = 8,
    FILE_CANCEL = 16
};

typedef struct fuzz_file {
    uint8_t *bytes;
    size_t size;
    int64_t fail_at;
    vrm_limits limits;
    vrm_load_desc load;
    vrm_check_desc desc;
    int asked; /* of the cancel callback */
} fuzz_file;

static inline size_t fuzz_file_bin(const uint8_t *data, size_t size) {
    size_t bin_size = data[2] | (size_t)data[3] << 8;
    return bin_size < size - FILE_HEADER ? bin_size : size - FILE_HEADER;
}

/* Stops at the second question. */
static inline int32_t fuzz_file_cancel(void *user) {
    int *asked = user;
    return ++*asked == 2;
}

static inline void fuzz_file_settings(fuzz_file *out, uint8_t how) {
    vrm_load_desc_init(&out->load);
    vrm_check_desc_init(&out->desc);
    vrm_limits_init(&out->limits);
    out->load.limits = &out->limits;
    out->desc.load = &out->load;
    out->desc.flags = how & (VRM_CHECK_NO_PAYLOAD | VRM_CHECK_NO_BEHAVIOR);
    out->limits.max_memory_bytes = UINT64_C(256) << 20;
    out->limits.max_elements = 100000;
    if ((how & FILE_CANCEL) != 0) {
        out->load.cancel = fuzz_file_cancel;
        out->load.cancel_user = &out->asked;
    }
    if ((how & FILE_LIMITS) != 0) {
        out->limits.max_memory_bytes = 100000;
        out->limits.max_elements = 50;
        out->limits.max_diagnostics = 3;
    }
}

/* False: there is too little. The bytes are the caller's to free. */
static inline bool fuzz_file_read(const uint8_t *data, size_t size, fuzz_file *out) {
    size_t bin_size;
    memset(out, 0, sizeof *out);
    if (size < FILE_HEADER) return false;
    fuzz_file_settings(out, data[0]);
    out->fail_at = data[1] != 0 ? data[1] - 1 : -1;
    if ((data[0] & FILE_RAW) != 0) {
        out->size = size - FILE_HEADER;
        out->bytes = malloc(out->size != 0 ? out->size : 1);
        if (out->bytes == NULL) abort();
        memcpy(out->bytes, data + FILE_HEADER, out->size);
        return true;
    }
    bin_size = fuzz_file_bin(data, size);
    out->bytes = fuzz_glb(data + FILE_HEADER, size - FILE_HEADER - bin_size, data + size - bin_size,
                          bin_size, &out->size);
    return true;
}

#ifdef VRM_FUZZ_MUTATOR
#include "json_mutator.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    if (size <= FILE_HEADER || (data[0] & FILE_RAW) != 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    return mutator_change(data, size, max_size, FILE_HEADER, size - fuzz_file_bin(data, size),
                          seed);
}
#endif

#endif
