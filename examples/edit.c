/*
 * Gives an avatar another name, calms its springs, and writes a new file. Everything else stays as
 * it was, byte for byte.
 *
 *   edit avatar.vrm new.vrm
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

static void *read_file(const char *path, size_t *out_size) {
    FILE *stream = fopen(path, "rb");
    void *bytes = NULL;
    long size;
    if (stream == NULL) return NULL;
    if (fseek(stream, 0, SEEK_END) == 0 && (size = ftell(stream)) >= 0) {
        rewind(stream);
        bytes = malloc((size_t)size + 1);
        *out_size = bytes != NULL ? fread(bytes, 1, (size_t)size, stream) : 0;
    }
    fclose(stream);
    return bytes;
}

static int write_file(const char *path, const void *bytes, size_t size) {
    FILE *stream = fopen(path, "wb");
    int is_written;
    if (stream == NULL) return 0;
    is_written = fwrite(bytes, 1, size, stream) == size;
    return fclose(stream) == 0 && is_written;
}

/* A refused operation changes nothing, and says why. */
static void check(vrm_edit *edit, vrm_result result, const char *what) {
    if (result != VRM_OK) printf("%s was refused: %s\n", what, vrm_edit_problem(edit));
}

static void change(vrm_edit *edit) {
    check(edit, vrm_edit_set(edit, "/extensions/VRMC_vrm/meta/name", "\"Rain\""), "name");
    /* All joints of the first spring. */
    check(edit, vrm_edit_set_spring(edit, 0, VRM_ALL, VRM_SPRING_FIELD_DRAG_FORCE, 0.8f), "spring");
    check(edit, vrm_edit_set_thumbnail(edit, NULL, 0), "thumbnail");
    /* The drag of a spring is 0 to 1: this is refused. */
    check(edit, vrm_edit_set_spring(edit, 0, VRM_ALL, VRM_SPRING_FIELD_DRAG_FORCE, 2.0f), "spring");
}

static void list_changes(const vrm_written *file) {
    uint32_t count = vrm_written_change_count(file);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_change *one = vrm_written_change(file, i);
        printf("%s: %s\n", vrm_change_kind_name(one->kind),
               one->to[0] != '\0' ? one->to : one->from);
    }
}

int main(int argc, char **argv) {
    size_t size = 0;
    vrm_edit *edit = NULL;
    vrm_report *report = NULL;
    vrm_written *file = NULL;
    int code = 1;
    void *bytes = argc > 1 ? read_file(argv[1], &size) : NULL;
    if (bytes == NULL) {
        fprintf(stderr, "usage: edit AVATAR [OUT]\n");
        return 2;
    }
    /* The bytes are borrowed until the edit is destroyed. */
    if (vrm_edit_create(bytes, size, NULL, &edit, &report) == VRM_OK) {
        change(edit);
        if (vrm_edit_write(edit, &file, NULL) == VRM_OK) {
            const void *out = vrm_written_bytes(file, &size);
            list_changes(file);
            code = argc < 3 || write_file(argv[2], out, size) ? 0 : 1;
        }
    } else {
        vrm_report_print(report, stderr);
    }
    vrm_written_destroy(file);
    vrm_edit_destroy(edit);
    vrm_report_destroy(report);
    free(bytes);
    return code;
}
