/*
 * What loading costs, beside the one part of it that is not ours: a bare yyjson_read of the same
 * JSON chunk, in the same run.
 *
 *   document  container, JSON, all glTF tables, every index and range checked; and letting it go
 *   model     vrm_model_load with a report: the document, the dialect, checks and orders of
 *             constraints and springs, one packed block; and letting it go
 *
 * The payload (BIN) is not read by either. The three alternate, and medians are compared,
 * as machines are noisy.
 *
 *   load              a file of 5,000 spring joints made here, and the largest of the corpus
 *   load FILE…        others
 *   load --json …     one JSON object a line
 */
#include "clock.h"
#include "gltf/document.h"
#include "gltf/glb.h"
#include "vrm/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    unsigned char *data;
    size_t size;
    size_t capacity;
} bytes;

static void append(bytes *out, const char *format, ...) {
    va_list arguments;
    int length;
    if (out->capacity - out->size < 512) {
        out->capacity = out->capacity * 2 + 4096;
        out->data = realloc(out->data, out->capacity);
        if (out->data == NULL) exit(1);
    }
    va_start(arguments, format);
    length = vsnprintf((char *)out->data + out->size, out->capacity - out->size, format, arguments);
    va_end(arguments);
    out->size += (size_t)length;
}

static void put_u32(unsigned char *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (unsigned char)(value >> (8 * i));
}

/*
 * 1,000 chains of five joints and a tail, as an exporter would write them: 6,001 nodes with names,
 * translations and children, and a VRMC_springBone with all parameters. About 1 MB of JSON.
 */
static bytes make_joints(void) {
    enum { CHAINS = 1000, JOINTS = 5 };
    bytes out = {NULL, 0, 0};
    append(&out, "%20s", "");
    append(&out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"libvrm bench\"},\"scene\":0,"
                 "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"Root\",\"children\":[");
    for (int c = 0; c < CHAINS; ++c) append(&out, "%s%d", c ? "," : "", 1 + c * (JOINTS + 1));
    append(&out, "]}");
    for (int c = 0; c < CHAINS; ++c) {
        for (int j = 0; j <= JOINTS; ++j) {
            int node = 1 + c * (JOINTS + 1) + j;
            append(&out, ",{\"name\":\"s%d_%d\",\"translation\":[%.17g,%.17g,%.17g]", c, j,
                   j ? 0.0 : 0.1 + c * 0.0007, j ? -0.05 : 0.1, j ? 0.0 : c * 0.0003);
            if (j < JOINTS) append(&out, ",\"children\":[%d]", node + 1);
            append(&out, "}");
        }
    }
    append(&out, "],\"extensionsUsed\":[\"VRMC_vrm\",\"VRMC_springBone\"],\"extensions\":{"
                 "\"VRMC_vrm\":{\"specVersion\":\"1.0\"},\"VRMC_springBone\":{"
                 "\"specVersion\":\"1.0\",\"springs\":[");
    for (int c = 0; c < CHAINS; ++c) {
        append(&out, "%s{\"name\":\"spring%d\",\"joints\":[", c ? "," : "", c);
        for (int j = 0; j <= JOINTS; ++j) {
            int node = 1 + c * (JOINTS + 1) + j;
            append(&out, "%s{\"node\":%d", j ? "," : "", node);
            if (j < JOINTS) {
                append(&out,
                       ",\"hitRadius\":0.01,\"stiffness\":%.3f,\"gravityPower\":%.3f,"
                       "\"gravityDir\":[0,-1,0],\"dragForce\":%.3f",
                       0.5 + c * 0.0005, j * 0.1, 0.2 + c * 0.0004);
            }
            append(&out, "}");
        }
        append(&out, "]}");
    }
    append(&out, "]}}}");
    while (out.size % 4 != 0) append(&out, " ");
    memcpy(out.data, "glTF\2\0\0\0", 8);
    put_u32(out.data + 8, out.size);
    put_u32(out.data + 12, out.size - 20);
    memcpy(out.data + 16, "JSON", 4);
    return out;
}

static bool read_bytes(const char *path, bytes *out) {
    FILE *file = fopen(path, "rb");
    long size;
    memset(out, 0, sizeof *out);
    if (file == NULL) return false;
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    fseek(file, 0, SEEK_SET);
    out->data = malloc(size > 0 ? (size_t)size : 1);
    out->size = size > 0 && out->data != NULL ? fread(out->data, 1, (size_t)size, file) : 0;
    fclose(file);
    return out->size != 0;
}

static bool read_document(const bytes *file, vrmi_glb *out_glb) {
    vrmi_memory memory;
    vrmi_load load;
    vrmi_document document;
    bool ok;
    memset(&load, 0, sizeof load);
    vrmi_memory_init(&memory, NULL);
    vrmi_load_desc_complete(&load.desc, NULL);
    load.memory = &memory;
    if (out_glb != NULL) return vrmi_glb_read(&load, file->data, file->size, out_glb);
    ok = vrmi_document_read(&document, &load, file->data, file->size);
    if (ok) vrmi_document_release(&document);
    return ok;
}

typedef void work(const bytes *file, const vrmi_glb *glb);

static void read_bare(const bytes *file, const vrmi_glb *glb) {
    (void)file;
    yyjson_doc_free(yyjson_read(glb->json, glb->json_length, YYJSON_READ_NOFLAG));
}

static void read_whole_document(const bytes *file, const vrmi_glb *glb) {
    (void)glb;
    read_document(file, NULL);
}

static void load_model(const bytes *file, const vrmi_glb *glb) {
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
static double time_second(work *run, const bytes *file, const vrmi_glb *glb) {
    double start;
    run(file, glb);
    start = bench_now();
    run(file, glb);
    return bench_now() - start;
}

static bool measure(const char *name, const bytes *file, bool as_json) {
    enum { MAX_ROUNDS = 2001 };
    static double bare[MAX_ROUNDS], document[MAX_ROUNDS], model[MAX_ROUNDS];
    size_t rounds;
    double a, b, c;
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
    if (as_json) {
        printf("{\"file\":\"%s\",\"file_bytes\":%zu,\"json_bytes\":%zu,\"yyjson_us\":%.2f,"
               "\"document_us\":%.2f,\"model_us\":%.2f,\"document_ratio\":%.3f,"
               "\"model_ratio\":%.3f}\n",
               name, file->size, glb.json_length, a / 1e3, b / 1e3, c / 1e3, b / a, c / a);
    } else {
        printf("%-28.28s %11zu %11zu %11.1f %11.1f %7.2f %11.1f %7.2f\n", name, file->size,
               glb.json_length, a / 1e3, b / 1e3, b / a, c / 1e3, c / a);
    }
    return true;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

int main(int argc, char **argv) {
    bool as_json = argc > 1 && strcmp(argv[1], "--json") == 0;
    int first = as_json ? 2 : 1, failures = 0;
    bytes file;
    if (!as_json) {
        printf("%-28s %11s %11s %11s %11s %7s %11s %7s\n", "file", "bytes", "JSON bytes",
               "yyjson us", "document us", "ratio", "model us", "ratio");
    }
    for (int i = first; i < argc; ++i) {
        if (!read_bytes(argv[i], &file)) {
            fprintf(stderr, "load: %s cannot be read\n", argv[i]);
            ++failures;
            continue;
        }
        if (!measure(base_name(argv[i]), &file, as_json)) ++failures;
        free(file.data);
    }
    if (first == argc) {
        const char *largest = VRM_CORPUS "/blender-addon/5.2/blend_custom_normal.vrm";
        file = make_joints();
        if (!measure("5,000 joints (made here)", &file, as_json)) ++failures;
        free(file.data);
        if (read_bytes(largest, &file)) {
            if (!measure(base_name(largest), &file, as_json)) ++failures;
            free(file.data);
        } else {
            fprintf(stderr, "load: the corpus is not here; skipped\n");
        }
    }
    return failures != 0;
}
