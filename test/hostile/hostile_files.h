/* Small files to be damaged: between them they reach every reader of the document layer. */
#ifndef VRM_TEST_HOSTILE_FILES_H
#define VRM_TEST_HOSTILE_FILES_H

#include "support/fixture.h"

typedef struct hostile_file {
    const char *name;
    fixture file;      /* bytes NULL: not there (a file of the corpus) */
    size_t json_begin; /* the JSON in the file */
    size_t json_end;
    bool is_glb;
} hostile_file;

/* The first ones are made here; those of the corpus come behind, and avatars: with
 * those of the corpus three of each dialect. */
enum {
    HOSTILE_MADE = 3,
    HOSTILE_AVATARS = HOSTILE_MADE + 8,
    HOSTILE_FILE_COUNT = HOSTILE_AVATARS + 8
};

hostile_file hostile_file_make(int index);
void hostile_file_free(hostile_file *file);

/* The file with bytes [begin, end) of it, which lie in its JSON, replaced by `text`; its chunks and
 * its header say the new lengths. */
fixture hostile_file_replace(const hostile_file *file, size_t begin, size_t end, const char *text);

/*
 * Where the value or the key that begins at byte `at` of the file's JSON ends; `at` itself where
 * none begins there.
 */
size_t hostile_value_end(const hostile_file *file, size_t at);

/* Processor seconds of this program. */
double hostile_seconds(void);

/* How many times slower than an optimized build on a machine of 2020 this one is; 1 or more. It is
 * measured, so that the bounds on time hold under sanitizers, emulators and valgrind. */
double hostile_slowness(void);

/* A sequence of numbers that is the same everywhere. */
uint32_t hostile_random(uint64_t *state);

#endif
