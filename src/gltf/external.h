/*
 * External files of a document: each is asked of the resolver once, whoever names it, and is
 * released once.
 */
#ifndef VRMI_GLTF_EXTERNAL_H
#define VRMI_GLTF_EXTERNAL_H

#include "base/memory.h"
#include "vrm/model.h"

typedef struct vrmi_external_file {
    struct vrmi_external_file *older;
    vrm_string path;
    const uint8_t *data; /* NULL: it could not be had, and `result` says why */
    size_t size;
    vrm_result result; /* VRM_OK, VRM_ERROR_LIMIT, or another failure of the resolver */
} vrmi_external_file;

/*
 * The files are found by a crit-bit tree over their paths: a lookup walks at most eight steps for
 * each byte of its path, whatever other paths there are. (A hash table would be shorter, but its
 * worst case can be written into a file on purpose.)
 */
typedef struct vrmi_external {
    vrm_resolver resolver; /* resolve NULL: there is none */
    vrmi_external_file *newest;
    void *tree; /* a file, or a fork; NULL: empty. It lies in the scratch arena of the load. */
    uint64_t left_bytes; /* of max_external_bytes */
} vrmi_external;

/* `resolver` may be NULL. */
void vrmi_external_init(vrmi_external *external, const vrm_resolver *resolver, uint64_t max_bytes);

/*
 * The file at `path`, which is terminated with a NUL: asked of the resolver the first time, the
 * same answer from then on. The record and its path come from `arena`; what only lookups need comes
 * from `scratch`. NULL: memory was refused.
 */
const vrmi_external_file *vrmi_external_find(vrmi_external *external, vrm_string path,
                                             vrmi_arena *arena, vrmi_arena *scratch);

/* Forgets the tree, which lies in scratch memory; the files stay. */
void vrmi_external_drop_tree(vrmi_external *external);

/* Releases all files. `memory` is what the arena takes its blocks from. */
void vrmi_external_release(vrmi_external *external, vrmi_memory *memory);

#endif
