/*
 * What it costs to write a file back after an edit of one value, beside what it is made of: a copy
 * of its BIN chunk and yyjson's own writing of its JSON.
 *
 *   write FILE…
 *
 * Times are medians of one run, of the processor. The file that is written is a new block of memory
 * each time, and so is the copy that it is compared with.
 */
#include "author/document/glb_write.h"
#include "clock.h"
#include "file.h"
#include "vrm/author/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

enum { ROUNDS = 41 };

typedef struct figures {
    double open, write, copy, json;
} figures;

/* The vrm_edit_write of an edit of one value, which is another one each time. */
static bool time_edit(const bench_bytes *file, figures *out) {
    static double opens[ROUNDS], writes[ROUNDS];
    for (int i = 0; i < ROUNDS; ++i) {
        vrm_edit *edit = NULL;
        vrm_written *written = NULL;
        char value[32];
        double begin = bench_thread_now();
        snprintf(value, sizeof value, "\"%d\"", i);
        if (vrm_edit_create(file->data, file->size, NULL, &edit, NULL) != VRM_OK) return false;
        opens[i] = bench_thread_now() - begin;
        begin = bench_thread_now();
        if (vrm_edit_set(edit, "/asset/generator", value) != VRM_OK ||
            vrm_edit_write(edit, &written, NULL) != VRM_OK) {
            return false;
        }
        writes[i] = bench_thread_now() - begin;
        vrm_written_destroy(written);
        vrm_edit_destroy(edit);
    }
    out->open = bench_median(opens, ROUNDS);
    out->write = bench_median(writes, ROUNDS);
    return true;
}

static double time_copy(const uint8_t *bin, size_t size) {
    static double times[ROUNDS];
    for (int i = 0; i < ROUNDS; ++i) {
        double begin = bench_thread_now();
        volatile uint8_t *seen;
        uint8_t *copy = malloc(size + 1);
        if (copy == NULL) return 0;
        memcpy(copy, bin, size);
        seen = copy; /* so that the copy is made */
        (void)seen[size / 2];
        times[i] = bench_thread_now() - begin;
        free(copy);
    }
    return bench_median(times, ROUNDS);
}

static double time_json(vrm_string text) {
    static double times[ROUNDS];
    yyjson_doc *document = yyjson_read(text.data, text.length, YYJSON_READ_NOFLAG);
    for (int i = 0; i < ROUNDS && document != NULL; ++i) {
        double begin = bench_thread_now();
        char *written = yyjson_write(document, YYJSON_WRITE_NOFLAG, NULL);
        times[i] = bench_thread_now() - begin;
        free(written);
    }
    yyjson_doc_free(document);
    return bench_median(times, ROUNDS);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: write FILE…\n");
        return 2;
    }
    printf("| file | bytes | JSON | open ms | set and write ms | copy of BIN ms | yyjson ms | "
           "of 2 copies and yyjson |\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 1; i < argc; ++i) {
        bench_bytes file;
        figures f = {0};
        size_t bin_size;
        const uint8_t *bin;
        vrm_string json;
        if (!bench_read_file(argv[i], &file) || !time_edit(&file, &f)) {
            fprintf(stderr, "write: %s cannot be edited\n", argv[i]);
            return 1;
        }
        bin = vrmi_written_bin((const uint8_t *)file.data, file.size, &bin_size);
        json = vrmi_written_json((const uint8_t *)file.data, file.size);
        f.copy = time_copy(bin, bin_size);
        f.json = time_json(json);
        printf("| %s | %zu | %u | %.3f | %.3f | %.3f | %.3f | %.0f %% |\n", argv[i], file.size,
               json.length, f.open / 1e6, f.write / 1e6, f.copy / 1e6, f.json / 1e6,
               100 * f.write / (2 * f.copy + f.json));
        free(file.data);
    }
    return 0;
}
