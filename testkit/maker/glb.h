/* A glTF file that is changed: its JSON, its binary buffer, and both as a GLB. Avatars come from
 * the library (write.h); faults, hostile files and motions are made with what is here. */
#ifndef MAKER_GLB_H
#define MAKER_GLB_H

#include "list.h"
#include "number.h"

#include <stdbool.h>
#include <yyjson.h>

typedef yyjson_mut_val json;

typedef struct glb {
    yyjson_mut_doc *doc;
    json *root;
    bytes bin;
} glb;

void glb_init(glb *out);
/* The parts of a GLB with one buffer that the library has written. */
void glb_read(const bytes *file, glb *out);
void glb_release(glb *file);

/* The GLB: header, JSON padded with spaces, BIN padded with zeros. Free with LIST_FREE. */
bytes glb_assemble(const glb *file);

/* --- Payload --- */

enum { ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };
enum { COMPONENT_U8 = 5121, COMPONENT_U16 = 5123, COMPONENT_U32 = 5125, COMPONENT_F32 = 5126 };

/* A buffer view of these bytes, aligned to 4; `target` 0: none, `stride` 0: none. Its index. */
int glb_add_view(glb *file, const bytes *data, int target, int stride);

typedef struct accessor {
    int view; /* -1: zeros */
    int component;
    const char *type; /* "VEC3" */
    size_t count;
    bool is_normalized;
    const double *min, *max; /* of a VEC3; NULL: not written */
} accessor;

int glb_add_accessor(glb *file, const accessor *described);

/* The accessor's object, for what is not above (sparse). */
json *glb_accessor(const glb *file, int index);

/* --- JSON --- */

/* Each adds a member to an object. Numbers are rounded to six decimals, whole ones written
 * without a point. Strings are not copied: they live as long as the avatar. */
json *put_object(glb *file, json *parent, const char *key);
json *put_array(glb *file, json *parent, const char *key);
void put_text(glb *file, json *parent, const char *key, const char *text);
void put_number(glb *file, json *parent, const char *key, double value);
void put_index(glb *file, json *parent, const char *key, int value);
void put_bool(glb *file, json *parent, const char *key, bool value);
void put_numbers(glb *file, json *parent, const char *key, const double *values, size_t count);
void put_vec3(glb *file, json *parent, const char *key, vec3 value);

/* Each adds an item to an array. */
json *append_object(glb *file, json *parent);
void append_number(glb *file, json *parent, double value);
void append_index(glb *file, json *parent, int value);
void append_text(glb *file, json *parent, const char *text);

/* `root[key]`, made where it is absent. */
json *root_array(glb *file, const char *key);
json *root_object(glb *file, const char *key);

/* Lists it in extensionsUsed, once (GL-005). */
void use_extension(glb *file, const char *name);

#endif
