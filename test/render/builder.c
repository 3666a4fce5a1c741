#include "render/builder.h"

#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *room(builder_bytes *out, size_t size) {
    if (out->size + size + 1 > out->capacity) {
        out->capacity = (out->size + size + 1) * 2;
        out->data = realloc(out->data, out->capacity);
        if (out->data == NULL) abort();
    }
    return out->data + out->size;
}

static void put_list(builder_bytes *out, const char *format, va_list arguments) {
    va_list again;
    int length;
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    vsnprintf(room(out, (size_t)length), (size_t)length + 1, format, arguments);
    out->size += (size_t)length;
}

static void put(builder_bytes *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_list(out, format, arguments);
    va_end(arguments);
}

void builder_begin(builder *b) { memset(b, 0, sizeof *b); }

void builder_put(builder *b, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_list(&b->json, format, arguments);
    va_end(arguments);
}

int builder_view(builder *b, const void *bytes, size_t size) {
    size_t padded = (size + 3) / 4 * 4;
    put(&b->views, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu}", b->view_count ? "," : "",
        b->bin.size, size);
    memset(room(&b->bin, padded), 0, padded);
    if (size > 0) memcpy(b->bin.data + b->bin.size, bytes, size);
    b->bin.size += padded;
    return b->view_count++;
}

static int add_accessor(builder *b, const void *bytes, size_t size, int count, int type,
                        const char *shape, bool is_normalized) {
    int view = builder_view(b, bytes, size);
    put(&b->accessors, "%s{'bufferView':%d,'count':%d,'componentType':%d,'type':'%s'%s}",
        b->accessor_count ? "," : "", view, count, type, shape,
        is_normalized ? ",'normalized':true" : "");
    return b->accessor_count++;
}

int builder_accessor(builder *b, const void *bytes, size_t size, int count, int type,
                     const char *shape) {
    return add_accessor(b, bytes, size, count, type, shape, false);
}

int builder_normalized(builder *b, const void *bytes, size_t size, int count, int type,
                       const char *shape) {
    return add_accessor(b, bytes, size, count, type, shape, true);
}

static const char *const shapes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};

int builder_zeros(builder *b, int count, int components) {
    put(&b->accessors, "%s{'count':%d,'componentType':5126,'type':'%s'}",
        b->accessor_count ? "," : "", count, shapes[components]);
    return b->accessor_count++;
}

int builder_floats(builder *b, const float *numbers, int count, int components) {
    return builder_accessor(b, numbers, (size_t)count * (size_t)components * 4, count, 5126,
                            shapes[components]);
}

fixture builder_end(builder *b) {
    fixture file;
    builder_put(b, ",'accessors':[%s],'bufferViews':[%s],'buffers':[{'byteLength':%zu}]}",
                b->accessors.data ? b->accessors.data : "", b->views.data ? b->views.data : "",
                b->bin.size);
    file = fixture_glb(b->json.data, b->bin.data, b->bin.size);
    free(b->json.data);
    free(b->bin.data);
    free(b->views.data);
    free(b->accessors.data);
    memset(b, 0, sizeof *b);
    return file;
}
