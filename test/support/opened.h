/* Files made in memory that are opened to be edited. */
#ifndef VRM_TEST_OPENED_H
#define VRM_TEST_OPENED_H

#include "support/fixture.h"
#include "vrm/author.h"

typedef struct opened {
    fixture file;
    vrm_edit *edit;
} opened;

/* A GLB, as of fixture_glb. */
opened open_json(const char *json, const void *bin, size_t bin_size);
void close_json(opened *o);
/* The JSON at a pointer, with ' for "; "nothing" where there is none. */
void check_json(vrm_edit *edit, const char *pointer, const char *expected);

#endif
