/*
 * Files with one fault each, for what the library says about them. A fault has the name of the
 * diagnostic that it is to bring about.
 */
#ifndef MAKER_FAULTS_H
#define MAKER_FAULTS_H

#include "glb.h"
#include "write.h"

typedef enum edit_kind {
    EDIT_NONE,   /* the end of the edits */
    EDIT_SET,    /* the JSON at the pointer; "/-" at its end: one more in an array */
    EDIT_REMOVE, /* likewise */
    EDIT_TEXT    /* in the written JSON: replaces the first `where` by `what` */
} edit_kind;

/* In pointers and values, $name stands for the index of the node of that name. */
typedef struct edit {
    edit_kind kind;
    const char *where;
    const char *what;
} edit;

enum { MAX_EDITS = 4 };

typedef struct fault {
    const char *code;
    dialect base; /* of the valid avatar that is broken */
    edit edits[MAX_EDITS];
    void (*prepare)(glb *file);  /* for what edits cannot say; NULL */
    void (*change)(bytes *file); /* of the assembled GLB; NULL */
} fault;

/* The next JSON text of this length in place of the one in the GLB; all lengths are set anew. */
void replace_json(bytes *file, const void *text, size_t length);

/* Tables, each with an end whose code is NULL. */
extern const fault container_faults[];
extern const fault gltf_faults[];
extern const fault vrm_faults[];

const fault *fault_find(const char *code);
void fault_list(void); /* to the standard output: code and dialect, one a line */
bytes fault_make(const fault *f);

#endif
