/*
 * How many files a second a check manages, one after another on one thread: the library's side of
 * tools/compare/compare-check-speed, which runs gltf-validator beside it.
 *
 *   check [OPTION…] FILE…
 *     --no-behaviour   leave the behaviour out: static rules and payload alone
 *     --no-payload     leave the payload out too: the load and the rules of the JSON
 *     --seconds S      for at least so long, and at least twice (1)
 *
 * Files are read before the clock runs. Prints one line of JSON: the time of the processor for one
 * round over all files, of the first round and of the best.
 */
#include "vrm/author/check.h"
#include "clock.h"
#include "file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_files(bench_bytes *files, int count) {
    for (int i = 0; i < count; ++i) free(files[i].data);
    free(files);
}

/* NULL: one of them cannot be read. */
static bench_bytes *read_files(char **paths, int count) {
    bench_bytes *files = calloc((size_t)count, sizeof *files);
    for (int i = 0; files != NULL && i < count; ++i) {
        if (bench_read_file(paths[i], &files[i])) continue;
        fprintf(stderr, "check: %s cannot be read\n", paths[i]);
        free_files(files, i + 1);
        return NULL;
    }
    return files;
}

/* The number of diagnostics: something has to be done with the reports. */
static uint64_t check_all(const bench_bytes *files, int count, const vrm_check_desc *desc) {
    uint64_t diagnostics = 0;
    for (int i = 0; i < count; ++i) {
        vrm_report *report = NULL;
        vrm_check(files[i].data, files[i].size, desc, &report);
        diagnostics += vrm_report_count(report);
        vrm_report_destroy(report);
    }
    return diagnostics;
}

static int usage(void) {
    fprintf(stderr, "usage: check [--no-behaviour] [--no-payload] [--seconds S] FILE…\n");
    return 2;
}

int main(int argc, char **argv) {
    int first = 1, count;
    double seconds = 1.0, first_round = 0.0, best = 0.0, begin;
    unsigned rounds = 0;
    uint64_t diagnostics = 0, bytes = 0;
    bench_bytes *files;
    vrm_check_desc desc;
    vrm_check_desc_init(&desc);
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; ++first) {
        if (strcmp(argv[first], "--no-behaviour") == 0) {
            desc.flags |= VRM_CHECK_NO_BEHAVIOR;
        } else if (strcmp(argv[first], "--no-payload") == 0) {
            desc.flags |= VRM_CHECK_NO_PAYLOAD;
        } else if (strcmp(argv[first], "--seconds") == 0 && first + 1 < argc) {
            seconds = atof(argv[++first]);
        } else {
            return usage();
        }
    }
    count = argc - first;
    if (count <= 0) return usage();
    files = read_files(argv + first, count);
    if (files == NULL) return 1;
    for (int i = 0; i < count; ++i) bytes += files[i].size;
    begin = bench_now();
    while (rounds < 2 || bench_now() - begin < seconds * 1e9) {
        double start = bench_thread_now(), time;
        diagnostics = check_all(files, count, &desc);
        time = bench_thread_now() - start;
        if (rounds == 0) first_round = time;
        if (rounds == 0 || time < best) best = time;
        ++rounds;
    }
    printf("{\"files\":%d,\"bytes\":%llu,\"diagnostics\":%llu,\"rounds\":%u,\"first_ns\":%.0f,"
           "\"best_ns\":%.0f}\n",
           count, (unsigned long long)bytes, (unsigned long long)diagnostics, rounds, first_round,
           best);
    free_files(files, count);
    return 0;
}
