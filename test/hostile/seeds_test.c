/*
 * The fuzz targets as plain functions: every seed, and every input that a fuzzer once broke
 * something with, in every build. `--data seeds=FOLDER` runs other files.
 */
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#define HAS_FOLDERS 1
#else
#define HAS_FOLDERS 0
#endif

#include "test.h"

#define LLVMFuzzerTestOneInput run_fuzz_glb
#include "fuzz/fuzz_glb.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_document
#include "fuzz/fuzz_document.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_payload
#include "fuzz/fuzz_payload.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_avatar
#include "fuzz/fuzz_avatar.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_check
#include "fuzz/fuzz_check.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_clip
#include "fuzz/fuzz_clip.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_companion
#include "fuzz/fuzz_companion.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_face
#include "fuzz/fuzz_face.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_fix
#include "fuzz/fuzz_fix.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_bvh
#include "fuzz/fuzz_bvh.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_optimize
#include "fuzz/fuzz_optimize.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_write
#include "fuzz/fuzz_write.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_make
#include "fuzz/fuzz_make.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_normalize
#include "fuzz/fuzz_normalize.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_migrate
#include "fuzz/fuzz_migrate.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_edit
#include "fuzz/fuzz_edit.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_diff
#include "fuzz/fuzz_diff.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_sound
#include "fuzz/fuzz_sound.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_vmc
#include "fuzz/fuzz_vmc.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput run_fuzz_voice
#include "fuzz/fuzz_voice.c"
#undef LLVMFuzzerTestOneInput

#if HAS_FOLDERS
typedef int target(const uint8_t *data, size_t size);

/* A copy of exactly the file's size, so that reading past its end is seen. */
static void run_file(target *run, const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes, *exact;
    size_t size;
    if (!CHECK(file != NULL)) return;
    bytes = malloc(1 << 20);
    size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    exact = malloc(size != 0 ? size : 1);
    memcpy(exact, bytes, size);
    free(bytes);
    CHECK_INT(run(exact, size), 0); /* what does not hold aborts */
    free(exact);
}

/* The seeds lie beside this source. */
static void seeds_folder(char *out, size_t capacity) {
    const char *given = test_option("seeds");
    const char *end = strstr(__FILE__, "test/hostile/seeds_test.c");
    if (given != NULL) {
        snprintf(out, capacity, "%s", given);
    } else {
        snprintf(out, capacity, "%.*sfuzz/seeds", end != NULL ? (int)(end - __FILE__) : 0,
                 __FILE__);
    }
}

static void run_folder(target *run, const char *name) {
    char folder[1024], path[2048];
    DIR *entries;
    struct dirent *entry;
    int count = 0;
    seeds_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    entries = opendir(path);
    if (entries == NULL) {
        test_skip(NO_SEEDS);
        return;
    }
    while ((entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s/%s", folder, name, entry->d_name);
        test_note("%s", entry->d_name);
        run_file(run, path);
        ++count;
    }
    closedir(entries);
    CHECK(count > 0);
}

/* ER-008 */
TEST(seeds_of_fuzz_glb) { run_folder(run_fuzz_glb, "fuzz_glb"); }
TEST(seeds_of_fuzz_document) { run_folder(run_fuzz_document, "fuzz_document"); }
TEST(seeds_of_fuzz_payload) { run_folder(run_fuzz_payload, "fuzz_payload"); }
TEST(er_014_seeds_of_fuzz_avatar) { run_folder(run_fuzz_avatar, "fuzz_avatar"); }
TEST(seeds_of_fuzz_check) { run_folder(run_fuzz_check, "fuzz_check"); }
TEST(er_014_seeds_of_fuzz_clip) { run_folder(run_fuzz_clip, "fuzz_clip"); }
TEST(er_022_seeds_of_fuzz_fix) { run_folder(run_fuzz_fix, "fuzz_fix"); }
TEST(an_040_seeds_of_fuzz_bvh) { run_folder(run_fuzz_bvh, "fuzz_bvh"); }
TEST(lv_077_seeds_of_fuzz_companion) { run_folder(run_fuzz_companion, "fuzz_companion"); }
TEST(lv_022_seeds_of_fuzz_face) { run_folder(run_fuzz_face, "fuzz_face"); }
TEST(seeds_of_fuzz_write) { run_folder(run_fuzz_write, "fuzz_write"); }
/* Inputs of one form serve both targets. */
TEST(op_001_seeds_of_fuzz_fix) { run_folder(run_fuzz_optimize, "fuzz_fix"); }
TEST(gl_032_seeds_of_fuzz_fix) { run_folder(run_fuzz_edit, "fuzz_fix"); }
TEST(mk_018_seeds_of_fuzz_make) { run_folder(run_fuzz_make, "fuzz_make"); }
TEST(no_013_seeds_of_fuzz_normalize) { run_folder(run_fuzz_normalize, "fuzz_normalize"); }
TEST(mi_023_seeds_of_fuzz_migrate) { run_folder(run_fuzz_migrate, "fuzz_migrate"); }
TEST(seeds_of_fuzz_diff) { run_folder(run_fuzz_diff, "fuzz_diff"); }
TEST(lv_034_seeds_of_fuzz_voice) { run_folder(run_fuzz_voice, "fuzz_voice"); }
TEST(lv_043_seeds_of_fuzz_sound) { run_folder(run_fuzz_sound, "fuzz_sound"); }
TEST(lv_005_seeds_of_fuzz_vmc) { run_folder(run_fuzz_vmc, "fuzz_vmc"); }
#else
TEST(op_001_seeds_of_fuzz_fix) {
    (void)run_fuzz_optimize;
    test_skip("folders cannot be listed here");
}
TEST(gl_032_seeds_of_fuzz_fix) {
    (void)run_fuzz_edit;
    test_skip("folders cannot be listed here");
}
TEST(mk_018_seeds_of_fuzz_make) {
    (void)run_fuzz_make;
    test_skip("folders cannot be listed here");
}
TEST(seeds_of_fuzz_glb) {
    (void)run_fuzz_glb;
    test_skip("folders cannot be listed here");
}
TEST(seeds_of_fuzz_document) {
    (void)run_fuzz_document;
    test_skip("folders cannot be listed here");
}
TEST(seeds_of_fuzz_payload) {
    (void)run_fuzz_payload;
    test_skip("folders cannot be listed here");
}
TEST(er_014_seeds_of_fuzz_avatar) {
    (void)run_fuzz_avatar;
    test_skip("folders cannot be listed here");
}
TEST(seeds_of_fuzz_check) {
    (void)run_fuzz_check;
    test_skip("folders cannot be listed here");
}
TEST(er_014_seeds_of_fuzz_clip) {
    (void)run_fuzz_clip;
    test_skip("folders cannot be listed here");
}
TEST(er_022_seeds_of_fuzz_fix) {
    (void)run_fuzz_fix;
    test_skip("folders cannot be listed here");
}
TEST(lv_077_seeds_of_fuzz_companion) {
    (void)run_fuzz_companion;
    test_skip("folders cannot be listed here");
}
TEST(lv_022_seeds_of_fuzz_face) {
    (void)run_fuzz_face;
    test_skip("folders cannot be listed here");
}
TEST(an_040_seeds_of_fuzz_bvh) {
    (void)run_fuzz_bvh;
    test_skip("folders cannot be listed here");
}
TEST(seeds_of_fuzz_write) {
    (void)run_fuzz_write;
    test_skip("folders cannot be listed here");
}
TEST(seeds_of_fuzz_diff) {
    (void)run_fuzz_diff;
    test_skip("folders cannot be listed here");
}
TEST(lv_043_seeds_of_fuzz_sound) {
    (void)run_fuzz_sound;
    test_skip("folders cannot be listed here");
}
TEST(lv_005_seeds_of_fuzz_vmc) {
    (void)run_fuzz_vmc;
    test_skip("folders cannot be listed here");
}
TEST(lv_034_seeds_of_fuzz_voice) {
    (void)run_fuzz_voice;
    test_skip("folders cannot be listed here");
}
TEST(no_013_seeds_of_fuzz_normalize) {
    (void)run_fuzz_normalize;
    test_skip("folders cannot be listed here");
}
TEST(mi_023_seeds_of_fuzz_migrate) {
    (void)run_fuzz_migrate;
    test_skip("folders cannot be listed here");
}
#endif

TEST_SUITE(seeds, ENTRY(lv_043_seeds_of_fuzz_sound), ENTRY(seeds_of_fuzz_glb),
           ENTRY(seeds_of_fuzz_document), ENTRY(seeds_of_fuzz_payload),
           ENTRY(er_014_seeds_of_fuzz_avatar), ENTRY(seeds_of_fuzz_check),
           ENTRY(er_014_seeds_of_fuzz_clip), ENTRY(mk_018_seeds_of_fuzz_make),
           ENTRY(er_022_seeds_of_fuzz_fix), ENTRY(op_001_seeds_of_fuzz_fix),
           ENTRY(gl_032_seeds_of_fuzz_fix), ENTRY(an_040_seeds_of_fuzz_bvh),
           ENTRY(lv_077_seeds_of_fuzz_companion), ENTRY(lv_022_seeds_of_fuzz_face),
           ENTRY(seeds_of_fuzz_write), ENTRY(no_013_seeds_of_fuzz_normalize),
           ENTRY(mi_023_seeds_of_fuzz_migrate), ENTRY(seeds_of_fuzz_diff),
           ENTRY(lv_005_seeds_of_fuzz_vmc), ENTRY(lv_034_seeds_of_fuzz_voice));
