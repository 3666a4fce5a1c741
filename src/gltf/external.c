#include "gltf/external.h"

#include <string.h>

/* The point at which two groups of paths differ: `byte` is the first byte in which they do, and
 * `others` has every bit set but the highest one that differs. */
typedef struct fork {
    void *child[2]; /* a file, or a fork: the lowest bit of the pointer tells */
    uint32_t byte;
    uint8_t others;
} fork;

/* A fork is marked by the lowest bit of its address, which alignment leaves free. */
static void *mark_fork(fork *branch) { return (unsigned char *)branch + 1; }
static bool is_fork(const void *at) { return ((uintptr_t)at & 1) != 0; }
static fork *as_fork(void *at) { return (fork *)(void *)((unsigned char *)at - 1); }

/* Bytes behind the end of a path read as 0; no path holds a 0. */
static uint8_t byte_at(vrm_string path, uint32_t index) {
    return index < path.length ? (uint8_t)path.data[index] : 0;
}

/* 1 where the deciding bit of the path is set, else 0. */
static int side_of(const fork *at, vrm_string path) {
    return (1 + (at->others | byte_at(path, at->byte))) >> 8;
}

/* The file whose path is the only one that can equal `path`. The tree is not empty. */
static vrmi_external_file *nearest(const vrmi_external *external, vrm_string path) {
    void *at = external->tree;
    while (is_fork(at)) {
        const fork *here = as_fork(at);
        at = here->child[side_of(here, path)];
    }
    return at;
}

/* The first byte in which the paths differ; the longer one's length where they are the same. */
static uint32_t first_difference(vrm_string a, vrm_string b) {
    uint32_t longer = a.length > b.length ? a.length : b.length, i = 0;
    while (i < longer && byte_at(a, i) == byte_at(b, i)) ++i;
    return i;
}

/* Every bit set but the highest set bit of `bits`, which is not 0. */
static uint8_t all_but_highest(uint8_t bits) {
    bits = (uint8_t)(bits | bits >> 1);
    bits = (uint8_t)(bits | bits >> 2);
    bits = (uint8_t)(bits | bits >> 4);
    return (uint8_t)((bits & ~(bits >> 1)) ^ 0xFF);
}

/* Puts a file into the tree; `other` is the one that differs from it latest. */
static void insert(vrmi_external *external, vrmi_external_file *file,
                   const vrmi_external_file *other, fork *added) {
    void **where = &external->tree;
    uint8_t mine, its;
    added->byte = first_difference(file->path, other->path);
    mine = byte_at(file->path, added->byte);
    its = byte_at(other->path, added->byte);
    added->others = all_but_highest((uint8_t)(mine ^ its));
    while (is_fork(*where)) {
        fork *at = as_fork(*where);
        if (at->byte > added->byte || (at->byte == added->byte && at->others > added->others)) {
            break;
        }
        where = &at->child[side_of(at, file->path)];
    }
    added->child[side_of(added, file->path)] = file;
    added->child[1 - side_of(added, file->path)] = *where;
    *where = mark_fork(added);
}

static void ask(vrmi_external *external, vrmi_external_file *file, vrmi_memory *memory) {
    const vrm_resolver *resolver = &external->resolver;
    const uint64_t most = external->left_bytes < SIZE_MAX ? external->left_bytes : SIZE_MAX;
    const void *bytes = NULL;
    size_t size = 0;
    file->result = VRM_ERROR_FILE;
    if (resolver->resolve == NULL) return;
    file->result = resolver->resolve(file->path.data, most, &bytes, &size, resolver->user);
    if (file->result != VRM_OK) return;
    if (bytes == NULL) {
        file->result = VRM_ERROR_FILE;
        return;
    }
    if (size > most) { /* a resolver that ignores the limit */
        if (resolver->release != NULL) resolver->release(bytes, size, resolver->user);
        file->result = VRM_ERROR_LIMIT;
        return;
    }
    external->left_bytes -= size;
    vrmi_memory_adopt(memory, size);
    file->data = bytes;
    file->size = size;
}

void vrmi_external_init(vrmi_external *external, const vrm_resolver *resolver, uint64_t max_bytes) {
    memset(external, 0, sizeof *external);
    if (resolver != NULL) external->resolver = *resolver;
    external->left_bytes = max_bytes;
}

const vrmi_external_file *vrmi_external_find(vrmi_external *external, vrm_string path,
                                             vrmi_arena *arena, vrmi_arena *scratch) {
    vrmi_external_file *file, *other = NULL;
    fork *added = NULL;
    if (external->tree != NULL) {
        other = nearest(external, path);
        if (other->path.length == path.length &&
            memcmp(other->path.data, path.data, path.length) == 0) {
            return other;
        }
        added = VRMI_TAKE(scratch, fork, 1);
        if (added == NULL) return NULL;
    }
    file = VRMI_TAKE(arena, vrmi_external_file, 1);
    if (file == NULL) return NULL;
    memset(file, 0, sizeof *file);
    file->path = vrmi_arena_copy_string(arena, path.data, path.length);
    if (file->path.data == NULL) return NULL;
    ask(external, file, arena->memory);
    file->older = external->newest;
    external->newest = file;
    if (added == NULL) {
        external->tree = file;
    } else {
        insert(external, file, other, added);
    }
    return file;
}

void vrmi_external_drop_tree(vrmi_external *external) { external->tree = NULL; }

void vrmi_external_release(vrmi_external *external, vrmi_memory *memory) {
    const vrm_resolver *resolver = &external->resolver;
    for (const vrmi_external_file *file = external->newest; file != NULL; file = file->older) {
        if (file->data == NULL) continue;
        vrmi_memory_give_back(memory, file->size);
        if (resolver->release != NULL) resolver->release(file->data, file->size, resolver->user);
    }
    external->newest = NULL;
    external->tree = NULL;
}
