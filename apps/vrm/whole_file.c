#include "whole_file.h"
#include "apps/kit/system/files.h"

#include <stdio.h>
#include <stdlib.h>

bool whole_file_read(const char *path, whole_file *out) {
    uint64_t size = 0;
    FILE *stream;
    bool is_read;
    out->bytes = NULL;
    out->size = 0;
    if (!file_size(path, &size) || size > UINT32_MAX) return false;
    stream = open_by_path(path, "rb");
    if (stream == NULL) return false;
    out->bytes = malloc((size_t)size + 1);
    if (out->bytes != NULL) out->size = fread(out->bytes, 1, (size_t)size, stream);
    is_read = out->bytes != NULL && ferror(stream) == 0 && out->size == size;
    fclose(stream);
    if (!is_read) whole_file_release(out);
    return is_read;
}

void whole_file_release(whole_file *file) {
    free(file->bytes);
    file->bytes = NULL;
    file->size = 0;
}
