/*
 * Writes the bytes of all accessors as a load gives them: one line each, with the number of its
 * elements and a hash of their bytes.
 *
 * usage: vrm-dump-accessors FILE
 *
 * Built with meshoptimizer, it reads compressed files.
 */
#include "apps/kit/avatar/meshopt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

/* FNV-1a. */
static uint64_t hash_floats(const float *values, size_t count) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; ++k) {
            hash = (hash ^ (bits >> (8 * k) & 0xFF)) * UINT64_C(1099511628211);
        }
    }
    return hash;
}

/* Integers of up to 24 bits are exact as floats; larger indices there are none. */
static int print_accessor(const vrm_model *model, uint32_t index) {
    const vrm_accessor *accessor = &vrm_model_gltf(model)->accessors[index];
    const size_t count = vrm_model_accessor_floats(model, (int32_t)index);
    float *values = malloc(count != 0 ? count * sizeof *values : 1);
    const vrm_result result = values != NULL
                                  ? vrm_model_read_floats(model, (int32_t)index, values, count)
                                  : VRM_ERROR_OUT_OF_MEMORY;
    if (result == VRM_OK) {
        printf("%u %d %d %u %016llx\n", index, accessor->component, accessor->element,
               accessor->count, (unsigned long long)hash_floats(values, count));
    } else {
        fprintf(stderr, "accessor %u: %s\n", index, vrm_result_name(result));
    }
    free(values);
    return result == VRM_OK;
}

int main(int argc, char **argv) {
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    int is_good;
    load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (argc != 2) {
        fputs("usage: vrm-dump-accessors FILE\n", stderr);
        return 2;
    }
    is_good = vrm_model_load_file(argv[1], &desc, &model, &report) == VRM_OK;
    if (!is_good) vrm_report_print(report, stderr);
    for (uint32_t i = 0; is_good && i < vrm_model_gltf(model)->accessor_count; ++i) {
        is_good = print_accessor(model, i);
    }
    vrm_model_release(model);
    vrm_report_destroy(report);
    return is_good ? 0 : 1;
}
