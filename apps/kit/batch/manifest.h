/*
 * The outputs of jobs in a folder, by what they were made of:
 *
 *     OUT/ab/cd/SHA-256/RECIPE/manifest.json    and the files that verbs made beside it
 *
 * SHA-256 is the hash of the input, with its first digits in front, and RECIPE the hash of
 * everything else that decides the outputs (job.h). All outputs of one input are below one folder,
 * and can be deleted by its hash alone. The manifest is written last: if it exists, all outputs
 * exist.
 */
#ifndef VRM_KIT_MANIFEST_H
#define VRM_KIT_MANIFEST_H

#include "job.h"

#define MANIFEST_NAME "manifest.json"

enum { MOST_MANIFEST_FOLDER = 256 };

/* The folder of a manifest, seen from OUT. Without a recipe (""), the folder of all outputs of an
 * input, with a slash at its end. */
void manifest_folder(const char *sha256, const char *recipe, char out[MOST_MANIFEST_FOLDER]);

/* A step, as its manifest has it. */
typedef struct manifest_step {
    int exit_code;
    char result[64]; /* of its record: "ok", or why the file could not be used */
    bool has_file;
    uint64_t file_bytes;
    char file_sha256[HASH_DIGITS + 1];
} manifest_step;

/* Reads the steps of a manifest. Records in it may be as dense as their writer likes, so no tree is
 * built. Returns the number of steps, or -1 if the manifest is damaged. */
int manifest_read(const char *text, size_t length, manifest_step out[MOST_STEPS]);

#endif
