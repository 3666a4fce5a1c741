#include "open.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "diagnostics.h"
#include "meshopt.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

vrm_string from_text(const char *text) {
    vrm_string string;
    string.data = text;
    string.length = (uint32_t)strlen(text);
    return string;
}

/* Only a plain .gltf may have files beside it. A GLB holds what it needs, and one from a stranger
 * has no business with the folder that it was put into: a folder of uploads has the pictures of
 * others. */
static bool may_have_files_beside(const char *path) {
    static const char ending[] = ".gltf";
    size_t length = strlen(path), count = sizeof ending - 1;
    if (length < count) return false;
    for (size_t i = 0; i < count; ++i) {
        char c = path[length - count + i];
        if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != ending[i]) return false;
    }
    return true;
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

char *folder_beside(const char *path) {
    return may_have_files_beside(path) ? folder_of(path) : NULL;
}

/* Settings that also read the files beside a path, until they are released. */
typedef struct path_settings {
    vrm_load_desc load;
    vrm_resolver resolver;
    char *folder;
} path_settings;

static const vrm_load_desc *settings_for(const char *path, const vrm_load_desc *given,
                                         path_settings *out) {
    if (given != NULL) {
        out->load = *given;
    } else {
        load_desc_init(&out->load);
    }
    out->folder = folder_beside(path);
    if (out->folder != NULL) {
        vrm_folder_resolver_init(&out->resolver, out->folder);
        out->load.resolver = &out->resolver;
    }
    return &out->load;
}

vrm_result load_with(const char *path, const vrm_load_desc *settings, vrm_model **out_model,
                     vrm_report **out_report) {
    path_settings own;
    vrm_result result;
    *out_model = NULL;
    *out_report = NULL;
    result = vrm_model_load_file(path, settings_for(path, settings, &own), out_model, out_report);
    free(own.folder);
    return result;
}

vrm_result check_path(const char *path, const vrm_check_desc *settings, vrm_written **out_fixed,
                      vrm_report **out_report) {
    vrm_check_desc desc = *settings;
    path_settings own;
    vrm_result result;
    desc.load = settings_for(path, settings->load, &own);
    result = out_fixed != NULL ? vrm_fix_file(path, &desc, out_fixed, out_report)
                               : vrm_check_file(path, &desc, out_report);
    free(own.folder);
    return result;
}

vrm_result load_clip_with(const char *path, const vrm_clip_desc *settings, vrm_clip **out_clip,
                          vrm_report **out_report) {
    vrm_clip_desc desc = *settings;
    path_settings own;
    vrm_result result;
    desc.load = settings_for(path, settings->load, &own);
    result = vrm_clip_load_file(path, &desc, out_clip, out_report);
    free(own.folder);
    return result;
}

vrm_result load_path(const char *path, uint32_t flags, vrm_model **out_model,
                     vrm_report **out_report) {
    vrm_load_desc desc;
    load_desc_init(&desc);
    desc.flags |= flags;
    return load_with(path, &desc, out_model, out_report);
}

/* Whether only a strict load refuses the file. The sentence says what is done otherwise. */
static bool is_refused_repair(const vrm_diagnostic *said) {
    for (uint32_t i = 0; i < vrm_diagnostic_info_count(); ++i) {
        const vrm_diagnostic_info *info = vrm_diagnostic_info_get(i);
        if (strcmp(info->code, said->code) == 0) {
            return info->is_repair && said->severity == VRM_SEVERITY_ERROR;
        }
    }
    return false;
}

/* In one call: threads that print at the same time do not mix their lines. */
void print_diagnostic(const char *path, const vrm_diagnostic *said) {
    const char *remedy = say_remedy(said), *code = said->code;
    char name[1024], line[1024];
    vrm_string_printable(from_text(path), name, sizeof name);
    fflush(stdout);
    fprintf(stderr, "%s%s%s: %s%s%s%s%s%s%s%s%s\n", style_on(stderr, STYLE_ERROR), name,
            style_off(stderr, STYLE_ERROR), said->pointer, said->pointer[0] != '\0' ? ": " : "",
            diagnostic_line(said, line, sizeof line), remedy[0] != '\0' ? "; " : "", remedy,
            is_refused_repair(said) ? say("; --strict refuses files that need repair") : "",
            code[0] != '\0' ? " [" : "", code, code[0] != '\0' ? "]" : "");
}

void print_problem(const char *path, const char *problem) {
    const vrm_diagnostic said = {.code = "",
                                 .pointer = "",
                                 .subject = "",
                                 .subject_name = "",
                                 .message = say_words(problem),
                                 .remedy = "",
                                 .subject_index = VRM_NONE};
    print_diagnostic(path, &said);
}

/* The load was good, and a command could not go on without vertices: which ones the load said. */
static const vrm_diagnostic *find_cause(vrm_result result, const vrm_report *report) {
    static const char *const codes[] = {"primitive-compressed", "buffer-compressed",
                                        "buffer-fallback", "buffer-missing", "buffer-unresolved"};
    if (result != VRM_ERROR_UNSUPPORTED && result != VRM_ERROR_NO_PAYLOAD) return NULL;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; ++i) {
        for (uint32_t k = 0; k < vrm_report_count(report); ++k) {
            if (strcmp(vrm_report_get(report, k)->code, codes[i]) == 0) {
                return vrm_report_get(report, k);
            }
        }
    }
    return NULL;
}

void print_unread_parts(const char *path, const vrm_report *report) {
    static const char *const codes[] = {"extension-required", "primitive-compressed",
                                        "buffer-compressed",  "buffer-fallback",
                                        "view-decoder",       "texture-compressed"};
    for (size_t k = 0; k < sizeof codes / sizeof codes[0]; ++k) {
        for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
            const vrm_diagnostic *found = vrm_report_get(report, i);
            if (strcmp(found->code, codes[k]) != 0) continue;
            print_diagnostic(path, found);
            break;
        }
    }
}

void print_failure(const char *path, vrm_result result, const vrm_report *report) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    if (failure == NULL) failure = find_cause(result, report);
    if (failure == NULL) {
        print_problem(path, vrm_result_name(result));
    } else {
        print_diagnostic(path, failure);
    }
}
