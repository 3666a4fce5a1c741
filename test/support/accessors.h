/* A file that is made of accessors: each call adds bytes, a view and an accessor. */
#ifndef VRM_TEST_SUPPORT_ACCESSORS_H
#define VRM_TEST_SUPPORT_ACCESSORS_H

#include "support/fixture.h"

typedef struct accessor_maker {
    unsigned char bin[8192];
    size_t size;
    char views[4096];
    char accessors[4096];
    int count;
} accessor_maker;

/* `total` numbers as `count` elements of a type; returns the accessor. `extra` is JSON. */
int add_accessor(accessor_maker *make, int component, const char *type, unsigned count,
                 unsigned total, const double *values, const char *extra);
int add_floats(accessor_maker *make, const char *type, unsigned count, unsigned total,
               const double *values);

/* The file, and the same with the first `bin_size` bytes of the BIN alone. `rest` is JSON. */
fixture finish_accessors(const accessor_maker *make, const char *rest);
fixture finish_cut(const accessor_maker *make, const char *rest, size_t bin_size);
loaded load_made(const accessor_maker *make, const char *rest);

#endif
