/*
 * Writes an avatar of 0.x, of the draft or of the beta as 1.0, and says what became of it.
 *
 * usage: migrate AVATAR.vrm [OUT.vrm]
 */
#include <stdio.h>
#include <stdlib.h>
#include <vrm/author.h>

static void *read_file(const char *path, size_t *out_size) {
    FILE *file = fopen(path, "rb");
    void *bytes = NULL;
    long size;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 &&
        fseek(file, 0, SEEK_SET) == 0 && (bytes = malloc((size_t)size)) != NULL) {
        *out_size = fread(bytes, 1, (size_t)size, file);
    }
    fclose(file);
    return bytes;
}

static int write_file(const char *path, const vrm_written *written) {
    size_t size;
    const void *bytes = vrm_written_bytes(written, &size);
    FILE *file = fopen(path, "wb");
    int is_good;
    if (file == NULL) return 0;
    is_good = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && is_good;
}

/* What a person has to know: everything but what is kept, and how much that is. */
static void print_changes(const vrm_written *file) {
    uint32_t i, kept = 0;
    for (i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        if (change->kind == VRM_CHANGE_NARROWED || change->kind == VRM_CHANGE_LOST) {
            printf("%s: %s\n", vrm_change_kind_name(change->kind), change->text);
        } else {
            ++kept;
        }
    }
    printf("kept, converted or added: %u\n", (unsigned)kept);
}

int main(int argc, char **argv) {
    vrm_migrate_desc desc;
    vrm_written *file = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    size_t size = 0;
    void *bytes = argc > 1 ? read_file(argv[1], &size) : NULL;
    if (bytes == NULL) {
        fprintf(stderr, "usage: migrate AVATAR.vrm [OUT.vrm]\n");
        return 2;
    }
    vrm_migrate_desc_init(&desc);
    result = vrm_migrate(bytes, size, &desc, &file, &report);
    if (result == VRM_ERROR_CONSENT) {
        /* An application shows these to a person, and goes on if that one accepts them. */
        uint32_t i;
        for (i = 0; i < vrm_written_change_count(file); ++i) {
            printf("to be accepted: %s\n", vrm_written_change(file, i)->text);
        }
        vrm_written_destroy(file);
        vrm_report_destroy(report);
        desc.flags |= VRM_MIGRATE_ACCEPT_LICENSE_MAPPING;
        result = vrm_migrate(bytes, size, &desc, &file, &report);
    }
    if (result == VRM_OK) {
        print_changes(file);
        if (argc > 2 && !write_file(argv[2], file)) result = VRM_ERROR_FILE;
    } else {
        printf("%s\n", vrm_result_name(result));
    }
    vrm_written_destroy(file);
    vrm_report_destroy(report);
    free(bytes);
    return result == VRM_OK ? 0 : 1;
}
