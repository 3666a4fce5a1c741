/*
 * check: what is wrong with a file, the errors first, and whether an upload should be refused. The
 * callback looks at the images: here it only counts them, where a program would decode them.
 *
 * usage: check FILE.vrm
 */
#include <stdio.h>
#include <vrm/author.h>

static int32_t look_at_image(const void *bytes, size_t size, vrm_image_format format,
                             vrm_pixels *out, void *user) {
    int *count = (int *)user;
    (void)bytes;
    (void)format;
    (void)out;
    *count += 1;
    return size != 0; /* 0: the image cannot be decoded */
}

static void print_all(const vrm_report *report, vrm_severity severity, const char *word) {
    uint32_t i;
    for (i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        if (found->severity != severity) continue;
        printf("%s %s: %s\n", word, found->code, found->message);
        if (found->pointer[0] != '\0') printf("  at %s\n", found->pointer);
        if (found->remedy[0] != '\0') printf("  %s\n", found->remedy);
    }
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "avatar.vrm";
    int image_count = 0, is_good;
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_check_desc_init(&desc);
    desc.decode_image = look_at_image;
    desc.decode_image_user = &image_count;
    result = vrm_check_file(path, &desc, &report);
    print_all(report, VRM_SEVERITY_ERROR, "error");
    print_all(report, VRM_SEVERITY_WARNING, "warning");
    printf("%s; errors: %u, warnings: %u, images: %d\n",
           result == VRM_OK ? "checked" : vrm_result_name(result),
           (unsigned)vrm_report_found(report, VRM_SEVERITY_ERROR),
           (unsigned)vrm_report_found(report, VRM_SEVERITY_WARNING), image_count);
    is_good = result == VRM_OK && vrm_report_found(report, VRM_SEVERITY_ERROR) == 0;
    vrm_report_destroy(report);
    return is_good ? 0 : 1;
}
