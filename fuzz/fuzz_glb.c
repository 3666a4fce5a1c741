/* Any bytes as a file: the container, and what is in it. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vrm_load_desc desc;
    vrm_limits limits;
    fuzz_desc_init(&desc, &limits);
    fuzz_load(data, size, &desc, -1);
    return 0;
}

#ifdef VRM_FUZZ_MUTATOR
#include "json_mutator.h"

/* Lengths that are right let the change behind them be seen. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    size_t json_end = 20;
    if (size >= 20) json_end = 20 + (data[12] | (size_t)data[13] << 8 | (size_t)data[14] << 16);
    if (size > 20 && json_end <= size && seed % 2 == 0) {
        size_t changed = mutator_change(data, size, max_size, 20, json_end, seed / 2);
        if (changed >= 20 && json_end + changed >= size + 20) {
            fuzz_put_u32(data + 12, json_end + changed - size - 20);
        }
        size = changed;
    } else {
        size = LLVMFuzzerMutate(data, size, max_size);
    }
    if (size >= 12 && seed % 8 != 1) fuzz_put_u32(data + 8, size);
    return size;
}
#endif
