#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bench_read_file(const char *path, bench_bytes *out) {
    FILE *file = fopen(path, "rb");
    long size;
    memset(out, 0, sizeof *out);
    if (file == NULL) return false;
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    fseek(file, 0, SEEK_SET);
    out->data = malloc(size > 0 ? (size_t)size : 1);
    out->size = size > 0 && out->data != NULL ? fread(out->data, 1, (size_t)size, file) : 0;
    fclose(file);
    return size >= 0 && out->data != NULL && out->size == (size_t)size;
}
