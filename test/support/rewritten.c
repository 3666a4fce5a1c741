#include "support/rewritten.h"

#include "test.h"
#include "testkit/check_rewritten.h"

#include <string.h>

const void *file_buffer(const loaded *file) {
    return only_buffer(file->file.bytes, file->file.size, file->gltf);
}

loaded rewrite_avatar(const loaded *file, vrm_dialect dialect, uint32_t *out_losses) {
    const void *buffer = file_buffer(file);
    vrm_write_avatar_desc desc;
    vrm_written *written = NULL;
    loaded again;
    memset(&again, 0, sizeof again);
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialect;
    again.result = vrm_write_avatar(file->gltf, file->tables, &buffer, &desc, &written, NULL);
    if (out_losses != NULL) *out_losses = vrm_written_change_count(written);
    if (written != NULL) {
        size_t size;
        const void *bytes = vrm_written_bytes(written, &size);
        again = load_fixture(fixture_bytes(bytes, size), NULL);
        vrm_written_destroy(written);
    }
    return again;
}

uint32_t count_written_changes(const loaded *file, vrm_dialect dialect, const char *code) {
    const void *buffer = file_buffer(file);
    vrm_write_avatar_desc desc;
    vrm_written *written;
    uint32_t count = 0;
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = dialect;
    if (!CHECK_INT(vrm_write_avatar(file->gltf, file->tables, &buffer, &desc, &written, NULL),
                   VRM_OK)) {
        return 0;
    }
    for (uint32_t i = 0; i < vrm_written_change_count(written); ++i) {
        count += strcmp(vrm_written_change(written, i)->code, code) == 0;
    }
    vrm_written_destroy(written);
    return count;
}
