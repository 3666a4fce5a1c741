/* What the two ways of showing a file share. */
#ifndef VRM_CLI_INFO_H
#define VRM_CLI_INFO_H

#include "apps/kit/avatar/notes.h"
#include "apps/kit/avatar/totals.h"
#include "apps/kit/batch/batch_options.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <vrm/vrm.h>

typedef struct info_options {
    bool is_json;
    bool is_brief;
    bool shows_nodes;
    bool is_strict;
    bool takes_any;
    bool maps_license; /* licences of 0.x are mapped to permissions (ME-031) */
    file_options files;
} info_options;

/* From the lowest to the highest vertex at rest, in metres, as far as the boxes of the meshes tell.
 * False: nothing tells. */
bool avatar_height(const vrm_model *model, float *out);

/* The avatar: name, permissions, bones, expressions, springs. */
void print_avatar(const vrm_tables *tables, bool maps_license);

/* After a count, how many there are of each kind, where there are some: (3 spheres, 1 capsule).
 * `words` are for one and for many. */
void print_kinds(const uint32_t *counts, const char *const (*words)[2], int kind_count);

/* The whole text of a file, or one line of it. */
void print_file(const char *path, const vrm_model *model, const file_notes *notes,
                const info_options *chosen);
void print_brief(const char *path, const vrm_model *model, const vrm_report *report);

/* Says what is wrong with vertices. */
void tell_of_vertices(const char *path, const vrm_model *model, file_notes *notes);

/* One line of JSON; `model` is NULL where the file could not be loaded. False: standard error says
 * why there is no line. */
bool print_json(const batch_file *file, const vrm_model *model, const file_notes *notes,
                const info_options *chosen);

#endif
