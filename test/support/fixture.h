/*
 * Files made in memory, and the result of loading them.
 *
 *   loaded file = load_json("{'asset':{'version':'2.0'}, 'nodes':[{'mesh':7}]}");
 *   CHECK(found(&file, "index-out-of-range", "/nodes/0/mesh"));
 *   unload(&file);
 *
 * JSON is written with ' for ", so that it can be read in C.
 */
#ifndef VRM_TEST_FIXTURE_H
#define VRM_TEST_FIXTURE_H

#include <stdbool.h>
#include <vrm/vrm.h>

typedef struct fixture {
    unsigned char *bytes;
    size_t size;
} fixture;

/* A GLB with the JSON and, where `bin` is not NULL, a BIN chunk; both padded to 4 bytes. */
fixture fixture_glb(const char *json, const void *bin, size_t bin_size);
/* Any bytes: a copy, exactly as large, so that reading past the end is caught by ASan. */
fixture fixture_bytes(const void *bytes, size_t size);
/* A file of the corpus, by its path below it; bytes NULL where it is absent. */
fixture fixture_corpus(const char *path);
/* A file of samples/, likewise; where it is absent, the test is skipped. */
fixture fixture_sample(const char *path);
void fixture_free(fixture *file);

typedef struct loaded {
    vrm_model *model;
    vrm_report *report;
    vrm_result result;
    const vrm_gltf *gltf; /* NULL where the load failed, as are the tables */
    fixture file;
    const vrm_tables *tables;
} loaded;

/* Each takes the fixture, and a file without an avatar too: VRM_LOAD_ANY_GLTF is added to `desc`,
 * which may be NULL. load_avatar_file loads as the desc says. */
loaded load_fixture(fixture file, const vrm_load_desc *desc);
loaded load_avatar_file(fixture file, const vrm_load_desc *desc);
loaded load_json(const char *json);
loaded load_json_strict(const char *json);
loaded load_json_bin(const char *json, const void *bin, size_t bin_size);
/* Loads the bytes once more, and replaces the model and the report. */
void load_again(loaded *file, const vrm_load_desc *desc);
void unload(loaded *file);

/* Whether the report has this code, at this pointer (NULL: anywhere). */
bool found(const loaded *file, const char *code, const char *pointer);
/* The entry itself, or NULL. */
const vrm_diagnostic *find_diagnostic(const loaded *file, const char *code);

/* The number of diagnostics with this code; the sentence and the requirement of the first. */
int count_code(const loaded *file, const char *code);
const char *message_of(const loaded *file, const char *code);
const char *requirement_of(const loaded *file, const char *code);

/* Loads leniently with this finding and not strictly, and gives the lenient result. */
loaded load_repaired(const char *json, const char *code, const char *pointer);

/*
 * An allocator that counts, and that fails from one allocation on: `fail_at` n lets n allocations
 * pass (negative: all).
 */
typedef struct counting {
    vrm_allocator allocator; /* to put into a desc */
    int64_t fail_at;
    int64_t count;       /* allocations asked for */
    int64_t live;        /* not yet released */
    uint64_t live_bytes; /* of those */
    uint64_t peak_bytes;
    bool is_size_wrong; /* released with another size or alignment than it was asked with */
} counting;

void counting_init(counting *counter, int64_t fail_at);

#endif
