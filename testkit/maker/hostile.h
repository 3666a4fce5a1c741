/*
 * Files that cost more than they weigh: small avatars with one thing repeated, so that whoever
 * reads them carelessly takes time or memory beyond all proportion. For tools/check/hostile-sweep.
 */
#ifndef MAKER_HOSTILE_H
#define MAKER_HOSTILE_H

#include "glb.h"
#include "write.h"

typedef struct hostile {
    const char *kind;
    dialect base; /* of the small valid avatar that it is added to */
    /* `name` is the file's own name, for files that refer to themselves. */
    void (*add)(glb *file, int count, const char *name);
} hostile;

/* Tables, each with an end whose kind is NULL. */
extern const hostile gltf_hostiles[];
extern const hostile vrm_hostiles[];

const hostile *hostile_find(const char *kind);
void hostile_list(void); /* to the standard output: kind and dialect, one a line */
bytes hostile_make(const hostile *h, int count, const char *name);

/* --- For the tables --- */

/* The index of the node with this name. */
int hostile_node(const glb *file, const char *name);

/* One more node, with this parent (NONE: it is a root of the scene). Its index. */
int hostile_add_node(glb *file, int parent, double x, double y);

/* `count` nodes, each the child of the one before, from a root of the scene. The first index. */
int hostile_add_chain(glb *file, int count);

/* The array or object at a JSON pointer. */
json *hostile_at(const glb *file, const char *pointer);

/* A black image of `size` x `size` pixels, about 900 of them in a byte. */
bytes hostile_black_png(uint32_t size);

#endif
