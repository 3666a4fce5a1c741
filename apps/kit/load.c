#include "load.h"
#include "console.h"

#include <stdlib.h>
#include <string.h>

vrm_string from_text(const char *text) {
    vrm_string string;
    string.data = text;
    string.length = (uint32_t)strlen(text);
    return string;
}

/* The folder of a path, for the files beside a .gltf. */
static char *folder_of(const char *path) {
    const char *end = path;
    char *folder;
    for (const char *at = path; *at != '\0'; ++at) {
        if (*at == '/' || *at == '\\') end = at + 1;
    }
    folder = malloc((size_t)(end - path) + 2);
    if (folder == NULL) return NULL;
    memcpy(folder, path, (size_t)(end - path));
    folder[end - path] = '\0';
    return folder;
}

vrm_result load_path(const char *path, uint32_t flags, vrm_model **out_model,
                     vrm_report **out_report) {
    vrm_load_desc desc;
    vrm_resolver resolver;
    char *folder = folder_of(path);
    vrm_result result;
    *out_model = NULL;
    *out_report = NULL;
    vrm_load_desc_init(&desc);
    if (folder != NULL) {
        vrm_folder_resolver_init(&resolver, folder);
        desc.resolver = &resolver;
    }
    desc.flags |= flags;
    result = vrm_model_load_file(path, &desc, out_model, out_report);
    free(folder);
    return result;
}

static void print_path(const char *path) {
    fflush(stdout);
    fputs(style_on(stderr, STYLE_ERROR), stderr);
    print_name(stderr, from_text(path), 400, 0);
    fprintf(stderr, "%s: ", style_off(stderr, STYLE_ERROR));
}

void print_problem(const char *path, const char *problem) {
    print_path(path);
    fprintf(stderr, "%s\n", problem);
}

void print_failure(const char *path, vrm_result result, const vrm_report *report) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    if (failure == NULL) {
        print_problem(path, vrm_result_name(result));
        return;
    }
    print_path(path);
    if (failure->pointer.length != 0) fprintf(stderr, "%s: ", failure->pointer.data);
    fputs(failure->message.data, stderr);
    if (failure->remedy.length != 0) fprintf(stderr, "; %s", failure->remedy.data);
    fputs("\n", stderr);
}
