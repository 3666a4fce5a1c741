/*
 * What loading costs, beside the one part of it that is not ours (a bare yyjson_read of the same
 * JSON chunk) and beside the peer (three-vrm's parse of the same file in Node), in the same run.
 *
 *   document   container, JSON, all glTF tables, every index and range checked; and letting it go
 *   model      vrm_model_load with a report: the document, the dialect, checks and orders of
 *              constraints and springs, one packed block; and letting it go
 *   heap/JSON  the most bytes that such a load and its report hold at once, for each byte of JSON.
 *              The payload (BIN) is neither read nor copied, or this would be far more.
 *   three-vrm  a parse by GLTFLoader and VRMLoaderPlugin, its pictures not decoded, after warm-up;
 *              beside it the best time of the model, and how many times as long three-vrm takes
 *
 * The first three alternate, and medians are compared, as machines are noisy. three-vrm runs in a
 * new process for each file and each run, and runs of both alternate; the best time of all runs is
 * compared with the best time of the model in all runs. On a busy machine the median of three-vrm
 * was up to 9 times its best, which also has no pause for garbage.
 *
 *   load [OPTION…]           a file of 5,000 spring joints made here, the maker's VRoid-sized
 * avatar, Ame, and the largest file of the corpus load [OPTION…] FILE…     others
 *     --json                 one JSON object a line
 *     --runs N               of three-vrm for each file, about four seconds each (3)
 *     --three-vrm FOLDER     where node_modules with three-vrm is (.ci/setup --full makes one,
 *                            which is the default); "" leaves it out
 */
#include "clock.h"
#include "figure.h"
#include "file.h"
#include "gltf/document.h"
#include "gltf/glb.h"
#include "testkit/joints.h"
#include "three_vrm.h"
#include "vrm/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_document(const bench_bytes *file, vrmi_glb *out_glb) {
    vrmi_memory memory;
    vrmi_load load;
    vrmi_load_settings settings;
    vrmi_document document;
    bool ok;
    memset(&load, 0, sizeof load);
    vrmi_memory_init(&memory, NULL);
    if (!vrmi_load_settings_read(&settings, NULL)) return false;
    load.desc = settings.desc;
    load.limits = settings.limits;
    load.memory = &memory;
    if (out_glb != NULL) return vrmi_glb_read(&load, file->data, file->size, out_glb);
    ok = vrmi_document_read(&document, &load, file->data, file->size, NULL);
    if (ok) vrmi_document_release(&document);
    return ok;
}

typedef void work(const bench_bytes *file, const vrmi_glb *glb);

static void read_bare(const bench_bytes *file, const vrmi_glb *glb) {
    (void)file;
    yyjson_doc_free(yyjson_read(glb->json, glb->json_length, YYJSON_READ_NOFLAG));
}

static void read_whole_document(const bench_bytes *file, const vrmi_glb *glb) {
    (void)glb;
    read_document(file, NULL);
}

static void load_model(const bench_bytes *file, const vrmi_glb *glb) {
    vrm_model *loaded = NULL;
    vrm_report *report = NULL;
    (void)glb;
    if (vrm_model_load(file->data, file->size, NULL, &loaded, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        exit(1);
    }
    vrm_model_release(loaded);
    vrm_report_destroy(report);
}

/* Each is done twice, and the second is timed: what the allocator has at hand is then what the same
 * work left. (Timed at once, the bare parse paid for pages that the model's release gave back to
 * the system, and the document found them: a ratio of 0.8.) */
static double time_second(work *run, const bench_bytes *file, const vrmi_glb *glb) {
    double start;
    run(file, glb);
    start = bench_now();
    run(file, glb);
    return bench_now() - start;
}

/* --- Memory --- */

typedef struct heap {
    size_t live, peak, count;
} heap;

static void *heap_allocate(size_t size, size_t alignment, void *user) {
    heap *counted = user;
    void *memory = malloc(size);
    (void)alignment; /* malloc aligns to 16 on the machines that are timed */
    if (memory == NULL) return NULL;
    ++counted->count;
    counted->live += size;
    if (counted->live > counted->peak) counted->peak = counted->live;
    return memory;
}

static void heap_release(void *memory, size_t size, size_t alignment, void *user) {
    (void)alignment;
    ((heap *)user)->live -= size;
    free(memory);
}

/* Of a load as it is timed, until all of it is gone again. */
static heap measure_heap(const bench_bytes *file) {
    heap counted = {0, 0, 0};
    const vrm_allocator allocator = {heap_allocate, heap_release, &counted};
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.allocator = &allocator;
    vrm_model_load(file->data, file->size, &desc, &model, &report);
    vrm_model_release(model);
    vrm_report_destroy(report);
    return counted;
}

/* --- One file --- */

typedef struct options {
    bool as_json;
    const char *three_vrm; /* a folder */
    int runs;              /* of three-vrm */
} options;

static void print_table_head(void) {
    printf("%-28s %11s %11s %11s %11s %7s %11s %7s %9s %13s %13s %7s\n", "file", "bytes",
           "JSON bytes", "yyjson us", "document us", "ratio", "model us", "ratio", "heap/JSON",
           "three-vrm us", "model best us", "ratio");
}

/* `path` is where the same bytes stand as a file. */
static bool measure(const char *name, const char *path, const bench_bytes *file,
                    const options *chosen) {
    enum { MAX_ROUNDS = 2001 };
    static double bare[MAX_ROUNDS], document[MAX_ROUNDS], model[MAX_ROUNDS];
    three_vrm_times peer = {false, 0.0, 0.0, "", "left out"};
    heap used;
    size_t rounds;
    double a, b, c, best, heap_ratio;
    vrmi_glb glb;
    if (!read_document(file, &glb) || !read_document(file, NULL)) {
        fprintf(stderr, "load: %s cannot be loaded\n", name);
        return false;
    }
    /* About a second a file. */
    rounds = 200000000 / (glb.json_length * 4 + 20000);
    rounds = rounds < 51 ? 51 : rounds > MAX_ROUNDS ? MAX_ROUNDS : rounds;
    for (size_t i = 0; i < rounds; ++i) {
        bare[i] = time_second(read_bare, file, &glb);
        document[i] = time_second(read_whole_document, file, &glb);
        model[i] = time_second(load_model, file, &glb);
    }
    a = bench_median(bare, rounds);
    b = bench_median(document, rounds);
    c = bench_median(model, rounds);
    best = model[0]; /* sorted */
    used = measure_heap(file);
    heap_ratio = (double)used.peak / (double)glb.json_length;
    for (int run = 0; chosen->three_vrm[0] != '\0' && run < chosen->runs; ++run) {
        three_vrm_times times = three_vrm_load(chosen->three_vrm, path);
        three_vrm_keep_best(&peer, &times);
        if (!times.is_measured) break;
        for (size_t i = 0; i < rounds; ++i) {
            double time = time_second(load_model, file, &glb);
            if (time < best) best = time;
        }
    }
    if (chosen->as_json) {
        printf("{\"file\":\"%s\",\"file_bytes\":%zu,\"json_bytes\":%zu,\"yyjson_us\":%.2f,"
               "\"document_us\":%.2f,\"model_us\":%.2f,\"model_best_us\":%.2f,"
               "\"document_ratio\":%.3f,\"model_ratio\":%.3f,\"peak_heap_bytes\":%zu,"
               "\"allocations\":%zu,\"heap_ratio\":%.3f",
               name, file->size, glb.json_length, a / 1e3, b / 1e3, c / 1e3, best / 1e3, b / a,
               c / a, used.peak, used.count, heap_ratio);
        if (peer.is_measured) {
            printf(",\"three_vrm\":\"%s\",\"three_vrm_us\":%.2f,\"three_vrm_best_us\":%.2f,"
                   "\"three_vrm_runs\":%d,\"three_vrm_ratio\":%.3f}\n",
                   peer.version, peer.median / 1e3, peer.best / 1e3, chosen->runs,
                   peer.best / best);
        } else {
            printf(",\"three_vrm\":null,\"three_vrm_problem\":\"%s\"}\n", peer.problem);
        }
    } else {
        printf("%-28.28s %11zu %11zu %11.1f %11.1f %7.2f %11.1f %7.2f %9.2f ", name, file->size,
               glb.json_length, a / 1e3, b / 1e3, b / a, c / 1e3, c / a, heap_ratio);
        if (peer.is_measured) {
            printf("%13.1f %13.1f %7.1f\n", peer.best / 1e3, best / 1e3, peer.best / best);
        } else {
            printf("%13s %13.1f %7s\n", peer.problem, best / 1e3, "-");
        }
    }
    return true;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool measure_file(const char *path, const options *chosen) {
    bench_bytes file;
    bool ok;
    if (!bench_read_file(path, &file) || file.size == 0) {
        fprintf(stderr, "load: %s cannot be read\n", path);
        return false;
    }
    ok = measure(base_name(path), path, &file, chosen);
    free(file.data);
    return ok;
}

static bool write_bytes(const char *path, const bench_bytes *data) {
    FILE *file = fopen(path, "wb");
    bool ok;
    if (file == NULL) return false;
    ok = fwrite(data->data, 1, data->size, file) == data->size;
    return fclose(file) == 0 && ok;
}

static bool measure_joints(const options *chosen) {
    const char *path = VRM_BENCH_MADE "/joints.vrm";
    bench_bytes file = make_joints();
    bool ok = write_bytes(path, &file);
    if (!ok) fprintf(stderr, "load: %s cannot be written\n", path);
    ok = ok && measure("5,000 joints (made here)", path, &file, chosen);
    free(file.data);
    return ok;
}

int main(int argc, char **argv) {
    const char *largest = VRM_CORPUS "/blender-addon/5.2/blend_custom_normal.vrm";
    options chosen = {false, VRM_NODE_PACKAGES, 3};
    int first = 1, failures = 0;
    FILE *corpus;
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; ++first) {
        if (strcmp(argv[first], "--json") == 0) {
            chosen.as_json = true;
        } else if (strcmp(argv[first], "--three-vrm") == 0 && first + 1 < argc) {
            chosen.three_vrm = argv[++first];
        } else if (strcmp(argv[first], "--runs") == 0 && first + 1 < argc) {
            chosen.runs = atoi(argv[++first]);
        } else {
            fprintf(stderr, "usage: load [--json] [--runs N] [--three-vrm FOLDER] [FILE…]\n");
            return 2;
        }
    }
    if (!chosen.as_json) print_table_head();
    for (int i = first; i < argc; ++i) failures += !measure_file(argv[i], &chosen);
    if (first == argc) {
        failures += !measure_joints(&chosen);
        if (figure_make("vroid", VRM_BENCH_MADE "/vroid.vrm")) {
            failures += !measure_file(VRM_BENCH_MADE "/vroid.vrm", &chosen);
        } else {
            fprintf(stderr, "load: the maker does not make the VRoid-sized avatar; skipped\n");
        }
        failures += !measure_file(VRM_BENCH_SOURCE "/../samples/character-1.0.vrm", &chosen);
        corpus = fopen(largest, "rb");
        if (corpus != NULL) {
            fclose(corpus);
            failures += !measure_file(largest, &chosen);
        } else {
            fprintf(stderr, "load: the corpus is not here; skipped\n");
        }
    }
    return failures != 0;
}
