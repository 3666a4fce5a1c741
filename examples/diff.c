/*
 * Prints what differs between two avatars.
 *
 * usage: diff A.vrm B.vrm
 */
#include <stdio.h>
#include <vrm/author.h>

static vrm_model *load(const char *path) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    if (vrm_model_load_file(path, NULL, &model, &report) != VRM_OK)
        vrm_report_print(report, stderr);
    vrm_report_destroy(report);
    return model;
}

static void print_differences(const vrm_diff *diff) {
    const vrm_difference *found;
    vrm_diff_info info;
    uint32_t i;
    for (i = 0; (found = vrm_diff_get(diff, i)) != NULL; ++i) {
        printf("%s: %s %s %s", vrm_diff_part_name(found->part), vrm_diff_kind_name(found->kind),
               found->name, found->field);
        if (found->amount >= 0.0) {
            printf(" by %.3g %s\n", found->amount, found->unit);
        } else {
            printf(" %s -> %s\n", found->from, found->to);
        }
    }
    vrm_diff_info_init(&info);
    vrm_diff_get_info(diff, &info);
    printf("differences: %lu\n", (unsigned long)info.found);
}

int main(int argc, char **argv) {
    vrm_diff *diff = NULL;
    vrm_model *a, *b;
    int code = 1;
    if (argc < 3) {
        fprintf(stderr, "usage: diff A.vrm B.vrm\n");
        return 2;
    }
    a = load(argv[1]);
    b = load(argv[2]);
    if (a != NULL && b != NULL && vrm_diff_create(a, b, NULL, &diff, NULL) == VRM_OK) {
        print_differences(diff);
        code = 0;
    }
    vrm_diff_destroy(diff);
    vrm_model_release(b);
    vrm_model_release(a);
    return code;
}
