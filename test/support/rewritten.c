#include "support/rewritten.h"

#include <string.h>

static uint32_t read_u32(const unsigned char *in) {
    return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

const void *only_buffer(const loaded *file) {
    const unsigned char *bytes = file->file.bytes;
    size_t bin;
    if (file->gltf == NULL || file->gltf->buffer_count > 1 || file->file.size < 28 ||
        memcmp(bytes, "glTF", 4) != 0) {
        return NULL;
    }
    bin = 20 + (size_t)read_u32(bytes + 12) + 8;
    if (bin > file->file.size || (file->gltf->buffer_count == 1 &&
                                  file->gltf->buffers[0].byte_length > file->file.size - bin)) {
        return NULL;
    }
    return bytes + bin;
}

loaded rewrite_avatar(const loaded *file, vrm_dialect dialect, uint32_t *out_losses) {
    const void *buffer = only_buffer(file);
    vrm_write_avatar_desc desc;
    vrm_written *written = NULL;
    loaded again;
    memset(&again, 0, sizeof again);
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialect;
    again.result = vrm_write_avatar(file->gltf, file->tables, &buffer, &desc, &written);
    if (out_losses != NULL) *out_losses = vrm_written_change_count(written);
    if (written != NULL) {
        size_t size;
        const void *bytes = vrm_written_bytes(written, &size);
        again = load_fixture(fixture_bytes(bytes, size), NULL);
        vrm_written_destroy(written);
    }
    return again;
}
