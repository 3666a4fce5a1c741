/* Avatars as files: an avatar becomes the tables of a model, which the library writes in any
 * dialect. */
#ifndef MAKER_WRITE_H
#define MAKER_WRITE_H

#include "avatar.h"
#include "glb.h"

#include <vrm/tables.h>

typedef enum dialect { DIALECT_1, DIALECT_BETA, DIALECT_DRAFT, DIALECT_0 } dialect;

typedef struct write_options {
    dialect dialect;
    bool uses_prose;     /* the draft: keys of its text where its schema has others (§4.4) */
    bool has_old_thumbs; /* 1.0-beta before June 2022 (§4.6) */
} write_options;

/* The bytes of a file. Free with LIST_FREE. */
bytes avatar_file(const avatar *a, const write_options *options);

/* The same as a document that can be changed further. Fills `out`, which glb_release frees. */
void avatar_write(const avatar *a, const write_options *options, glb *out);

bool dialect_find(const char *name, dialect *out);
const char *dialect_name(dialect d);

/* Whether avatars of this dialect face -Z, have chains of root bones, spheres alone, and so on:
 * what 0.x and the draft have in common. */
bool dialect_is_old(dialect d);

/* --- For the makers of tables --- */

typedef struct writer {
    const avatar *a;
    dialect dialect;
    int *indices; /* of nodes in the file, by node of the avatar; NONE: not written */
    vrm_gltf gltf;
    vrm_tables tables;
    LIST(vrm_buffer_view) views;
    LIST(vrm_accessor) accessors;
    bytes bin;
    LIST(void *) owned; /* memory of the tables */
} writer;

void fill_gltf(writer *w);      /* nodes, meshes, images, and the payload; fills `indices` */
void fill_materials(writer *w); /* with MToon */
void fill_vrm(writer *w);       /* what makes an avatar of it */

/* Zeroed memory for `count` elements of a type; it exists as long as the writer. */
void *take_items(writer *w, size_t count, size_t size);
#define TAKE(w, type, count) ((type *)take_items((w), (count), sizeof(type)))

/* A number as files have it: rounded to six decimals. */
float to_float(double value);
vrm_string to_string(const char *text);

/* A vector or a rotation of the description in the axes of the file: 0.x and the draft face -Z,
 * half a turn about Y away (§4.3). */
vec3 file_vector(const writer *w, vec3 v);
quat file_rotation(const writer *w, quat q);
vrm_vec3 to_vec3(vec3 v);

/* --- For tests: what older files have --- */

/* Renames keys of a draft to those of its text, and thumbs of a beta to their old names. */
void use_prose(glb *file);
void use_old_thumbs(glb *file);

#endif
