/*
 * Fixes a file in memory, and says what was fixed and what is left.
 *
 * usage: fix AVATAR.vrm [OUT.vrm]
 */
#include <stdio.h>
#include <vrm/author.h>

/* What was done, a line for each diagnostic that is gone. */
static void print_fixes(const vrm_written *fixed) {
    uint32_t i;
    for (i = 0; i < vrm_written_change_count(fixed); ++i) {
        const vrm_change *change = vrm_written_change(fixed, i);
        printf("%s: %s\n", change->from, change->text);
    }
    printf("fixed: %u\n", (unsigned)vrm_written_change_count(fixed));
}

/* A program that replaces files writes beside them and renames; this one writes a new file. */
static int write_file(const char *path, const vrm_written *fixed) {
    size_t size;
    const void *bytes = vrm_written_bytes(fixed, &size);
    FILE *file = fopen(path, "wb");
    int is_good;
    if (file == NULL) return 0;
    is_good = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && is_good;
}

int main(int argc, char **argv) {
    vrm_written *fixed = NULL;
    vrm_report *left = NULL;
    int code = 1;
    if (argc < 2) {
        fprintf(stderr, "usage: fix AVATAR.vrm [OUT.vrm]\n");
        return 2;
    }
    if (vrm_fix_file(argv[1], NULL, &fixed, &left) != VRM_OK) {
        vrm_report_print(left, stderr);
    } else {
        print_fixes(fixed);
        printf("errors that are left: %u\n", (unsigned)vrm_report_found(left, VRM_SEVERITY_ERROR));
        code = argc > 2 && !write_file(argv[2], fixed) ? 1 : 0;
    }
    vrm_report_destroy(left);
    vrm_written_destroy(fixed);
    return code;
}
