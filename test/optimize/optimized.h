/* Optimizing fixtures, and an avatar of two meshes for it. */
#ifndef TEST_OPTIMIZE_OPTIMIZED_H
#define TEST_OPTIMIZE_OPTIMIZED_H

#include "support/fixture.h"
#include "test.h"
#include "vrm/author/optimize.h"

#include <string.h>

typedef struct optimized {
    loaded before, after;
    vrm_written *file;
    size_t size;
} optimized;

static inline optimized optimize(fixture file, const vrm_optimize_desc *desc) {
    optimized out;
    const void *bytes;
    memset(&out, 0, sizeof out);
    CHECK_INT(vrm_optimize(file.bytes, file.size, desc, &out.file, NULL), VRM_OK);
    bytes = vrm_written_bytes(out.file, &out.size);
    if (bytes != NULL) out.after = load_fixture(fixture_bytes(bytes, out.size), NULL);
    out.before = load_fixture(file, NULL);
    CHECK(out.before.gltf != NULL && out.after.gltf != NULL);
    return out;
}

static inline void done(optimized *optimized) {
    unload(&optimized->before);
    unload(&optimized->after);
    vrm_written_destroy(optimized->file);
}

/* The sentence of a change; "" where there is none of this code. */
static inline const char *said(const optimized *optimized, const char *code) {
    for (uint32_t i = 0; i < vrm_written_change_count(optimized->file); ++i) {
        const vrm_change *change = vrm_written_change(optimized->file, i);
        if (strcmp(change->code, code) == 0) return change->text;
    }
    return "";
}

static inline vrm_optimize_desc settings(vrm_optimize_flags flags) {
    vrm_optimize_desc desc;
    vrm_optimize_desc_init(&desc);
    desc.flags = flags;
    return desc;
}

static inline bool is_named(vrm_string name, const char *text) {
    return name.length == strlen(text) && memcmp(name.data, text, name.length) == 0;
}

/* --- A square of points --- */

enum { GRID = 24, GRID_VERTICES = GRID * GRID, GRID_INDICES = (GRID - 1) * (GRID - 1) * 6 };

/* `meshes`, `materials` and other members; nodes and the skin are those of the avatar. */
fixture grid_avatar(vrm_dialect dialect, const char *vrm, const char *meshes,
                    const char *materials);

#define ATTRIBUTES                                                                                 \
    "'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'JOINTS_0':3,'WEIGHTS_0':4},'indices':7"
#define TARGETS ",'targets':[{'POSITION':6},{'POSITION':5}]"
#define NAMES ",'extras':{'targetNames':['empty','moves']},'weights':[0.5,0.25]"
#define PLAIN_MESH "{'primitives':[{" ATTRIBUTES ",'material':0}]}"
#define MORPH_MESH "{'primitives':[{" ATTRIBUTES TARGETS ",'material':0}]" NAMES "}"
#define ONE_MATERIAL "{'name':'m'}"
#define VRM1 "'specVersion':'1.0'"

#endif
