/*
 * Takes rotations and scales out of the nodes of an avatar, and says what was changed.
 *
 * usage: normalize AVATAR.vrm [OUT.vrm]
 */
#include <stdio.h>
#include <stdlib.h>
#include <vrm/author.h>

static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    void *bytes = NULL;
    long length;
    *size = 0;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) > 0) {
        rewind(file);
        bytes = malloc((size_t)length);
        if (bytes != NULL) *size = fread(bytes, 1, (size_t)length, file);
    }
    fclose(file);
    return bytes;
}

/* A program that replaces files writes beside them and renames; this one writes a new file. */
static int write_file(const char *path, const vrm_written *written) {
    size_t size;
    const void *bytes = vrm_written_bytes(written, &size);
    FILE *file = fopen(path, "wb");
    int is_good;
    if (file == NULL) return 0;
    is_good = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && is_good;
}

static void print_changes(const vrm_written *written) {
    uint32_t i;
    for (i = 0; i < vrm_written_change_count(written); ++i) {
        const vrm_change *change = vrm_written_change(written, i);
        printf("%s: %s\n", vrm_change_kind_name(change->kind), change->text);
    }
    printf("changes: %u\n", (unsigned)vrm_written_change_count(written));
}

int main(int argc, char **argv) {
    vrm_normalize_desc desc;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    void *bytes;
    size_t size;
    int code = 1;
    if (argc < 2) {
        fprintf(stderr, "usage: normalize AVATAR.vrm [OUT.vrm]\n");
        return 2;
    }
    bytes = read_file(argv[1], &size);
    vrm_normalize_desc_init(&desc);
    desc.flags = VRM_NORMALIZE_T_POSE | VRM_NORMALIZE_GROUND;
    if (vrm_normalize(bytes, size, &desc, &written, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
    } else {
        print_changes(written);
        code = argc > 2 && !write_file(argv[2], written) ? 1 : 0;
    }
    vrm_report_destroy(report);
    vrm_written_destroy(written);
    free(bytes);
    return code;
}
