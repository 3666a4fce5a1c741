#include "migrate/migrated.h"

#include <stdlib.h>
#include <string.h>

static fixture copy_of(const vrm_written *file) {
    size_t size = 0;
    const void *bytes = vrm_written_bytes(file, &size);
    return fixture_bytes(bytes, size);
}

migrated migrate(fixture from, vrm_dialect to, vrm_migrate_flags flags) {
    migrated out;
    vrm_migrate_desc desc;
    memset(&out, 0, sizeof out);
    vrm_migrate_desc_init(&desc);
    desc.to = to;
    desc.flags = flags;
    out.from = from;
    out.result = vrm_migrate(from.bytes, from.size, &desc, &out.file, NULL);
    if (out.result == VRM_OK) out.now = load_avatar_file(copy_of(out.file), NULL);
    return out;
}

migrated migrate_again(const migrated *file, vrm_dialect to) {
    return migrate(copy_of(file->file), to, VRM_MIGRATE_ACCEPT_LICENSE_MAPPING);
}

void migrated_free(migrated *file) {
    if (file->result == VRM_OK) unload(&file->now);
    vrm_written_destroy(file->file);
    fixture_free(&file->from);
    memset(file, 0, sizeof *file);
}

char *json_of(const void *bytes, size_t size) {
    const unsigned char *glb = bytes;
    size_t length = size < 20 ? 0
                              : (size_t)glb[12] | (size_t)glb[13] << 8 | (size_t)glb[14] << 16 |
                                    (size_t)glb[15] << 24;
    char *text = calloc(length + 1, 1);
    if (text != NULL && length <= size - 20) memcpy(text, glb + 20, length);
    return text;
}

char *json_of_written(const vrm_written *file) {
    size_t size = 0;
    const void *bytes = vrm_written_bytes(file, &size);
    return json_of(bytes, size);
}

int count_changes(const migrated *file, vrm_change_kind kind, const char *code) {
    int count = 0;
    for (uint32_t i = 0; i < vrm_written_change_count(file->file); ++i) {
        const vrm_change *change = vrm_written_change(file->file, i);
        count += change->kind == kind && strcmp(change->code, code) == 0;
    }
    return count;
}
