/*
 * JSON and BIN: the first two bytes say how many of the last ones are the BIN. What is between is
 * JSON.
 */
#include "fuzz.h"

enum { PAYLOAD_HEADER = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t payload_bin_size(const uint8_t *data, size_t size) {
    size_t bin_size = data[0] | (size_t)data[1] << 8;
    return bin_size < size - PAYLOAD_HEADER ? bin_size : size - PAYLOAD_HEADER;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vrm_load_desc desc;
    vrm_limits limits;
    uint8_t *file;
    size_t file_size, bin_size;
    if (size < PAYLOAD_HEADER) return 0;
    bin_size = payload_bin_size(data, size);
    file = fuzz_glb(data + PAYLOAD_HEADER, size - PAYLOAD_HEADER - bin_size, data + size - bin_size,
                    bin_size, &file_size);
    fuzz_desc_init(&desc, &limits);
    fuzz_load(file, file_size, &desc, -1);
    free(file);
    return 0;
}

#ifdef VRM_FUZZ_MUTATOR
#include "json_mutator.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    size_t bin_size;
    if (size <= PAYLOAD_HEADER) return LLVMFuzzerMutate(data, size, max_size);
    bin_size = payload_bin_size(data, size);
    if (seed % 4 == 0 && bin_size > 0) { /* the BIN alone, and its size */
        size_t begin = size - bin_size;
        size_t changed = LLVMFuzzerMutate(data + begin, bin_size, max_size - begin);
        if (changed <= 0xFFFF) {
            data[0] = (uint8_t)changed;
            data[1] = (uint8_t)(changed >> 8);
        }
        return begin + changed;
    }
    return mutator_change(data, size, max_size, PAYLOAD_HEADER, size - bin_size, seed / 4);
}
#endif
