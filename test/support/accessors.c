#include "support/accessors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(char *text, size_t capacity, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, capacity - length, format, arguments);
    va_end(arguments);
}

static void put(accessor_maker *make, uint32_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) {
        make->bin[make->size++] = (unsigned char)(value >> (8 * i));
    }
}

/* `total` numbers as `count` elements of a type; returns the accessor. `extra` is JSON. */
int add_accessor(accessor_maker *make, int component, const char *type, unsigned count,
                 unsigned total, const double *values, const char *extra) {
    const char *comma = make->count != 0 ? "," : "";
    size_t start;
    while (make->size % 4 != 0) put(make, 0xEE, 1);
    start = make->size;
    for (unsigned i = 0; i < total; ++i) {
        if (component == VRM_COMPONENT_F32) {
            float value = (float)values[i];
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            put(make, bits, 4);
        } else if (component == VRM_COMPONENT_I8 || component == VRM_COMPONENT_U8) {
            put(make, (uint32_t)(int64_t)values[i], 1);
        } else if (component == VRM_COMPONENT_I16 || component == VRM_COMPONENT_U16) {
            put(make, (uint32_t)(int64_t)values[i], 2);
        } else {
            put(make, (uint32_t)(int64_t)values[i], 4);
        }
    }
    append(make->views, sizeof make->views, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu}",
           comma, start, make->size - start);
    append(make->accessors, sizeof make->accessors,
           "%s{'bufferView':%d,'componentType':%d,'count':%u,'type':'%s'%s}", comma, make->count,
           component, count, type, extra);
    return make->count++;
}

int add_floats(accessor_maker *make, const char *type, unsigned count, unsigned total,
               const double *values) {
    return add_accessor(make, VRM_COMPONENT_F32, type, count, total, values, "");
}

/* With the first `bin_size` bytes of the BIN alone. */
fixture finish_cut(const accessor_maker *make, const char *rest, size_t bin_size) {
    char *json = malloc(16384);
    fixture file;
    snprintf(json, 16384,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],'bufferViews':[%s],"
             "'accessors':[%s]%s}",
             make->size, make->views, make->accessors, rest);
    file = fixture_glb(json, make->bin, bin_size);
    free(json);
    return file;
}

fixture finish_accessors(const accessor_maker *make, const char *rest) {
    return finish_cut(make, rest, make->size);
}

loaded load_made(const accessor_maker *make, const char *rest) {
    return load_fixture(finish_accessors(make, rest), NULL);
}
