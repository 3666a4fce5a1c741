/*
 * A GLB that grows: JSON, written with ' for ", and what its accessors and images lie in.
 *
 *   builder b;
 *   builder_begin(&b);
 *   builder_put(&b, "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{");
 *   builder_put(&b, "'POSITION':%d}}]}]", builder_floats(&b, positions, count, 3));
 *   loaded file = load_fixture(builder_end(&b), NULL);
 */
#ifndef VRM_TEST_RENDER_BUILDER_H
#define VRM_TEST_RENDER_BUILDER_H

#include "support/fixture.h"

typedef struct builder_bytes {
    char *data; /* with a NUL behind */
    size_t size, capacity;
} builder_bytes;

typedef struct builder {
    builder_bytes json, bin, views, accessors;
    int view_count, accessor_count;
} builder;

void builder_begin(builder *b);
/* As printf; the object is left open. */
void builder_put(builder *b, const char *format, ...);
/* Each gives its index. `type` is the component's. */
int builder_view(builder *b, const void *bytes, size_t size);
int builder_accessor(builder *b, const void *bytes, size_t size, int count, int type,
                     const char *shape);
int builder_normalized(builder *b, const void *bytes, size_t size, int count, int type,
                       const char *shape);
/* Floats without bytes in the file: `count` zeros. */
int builder_zeros(builder *b, int count, int components);
int builder_floats(builder *b, const float *numbers, int count, int components);
/* Puts accessors, bufferViews and buffers behind the rest, and closes the object. */
fixture builder_end(builder *b);

#endif
