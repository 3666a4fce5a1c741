#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/base.h>

int usage_error(const char *command_name, const char *problem, const char *argument) {
    char printable[128];
    vrm_string text = {argument != NULL ? argument : "", 0};
    text.length = (uint32_t)strlen(text.data);
    vrm_string_printable(text, printable, sizeof printable);
    fprintf(stderr, "vrm: %s%s%s%s\n", problem, argument != NULL ? " '" : "", printable,
            argument != NULL ? "'" : "");
    if (command_name != NULL) {
        fprintf(stderr, "Run 'vrm help %s' to see the usage and all options.\n", command_name);
    } else {
        fprintf(stderr, "Run 'vrm --help' to see all commands.\n");
    }
    return EXIT_USAGE;
}

int read_arguments(const char *command_name, int argc, char **argv, bool needs_file,
                   option_reader *read, void *settings) {
    int file_count = 0;
    bool only_files = false;
    for (int i = 0; i < argc; ++i) {
        char *value = i + 1 < argc ? argv[i + 1] : NULL;
        option_result found;
        if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[file_count++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_files = true;
            continue;
        }
        found = read(argv[i], value, settings);
        if (found == NOT_AN_OPTION) usage_error(command_name, "unknown option", argv[i]);
        if (found == WRONG_VALUE && value == NULL) {
            usage_error(command_name, "a value must follow the option", argv[i]);
        } else if (found == WRONG_VALUE) {
            char problem[64];
            snprintf(problem, sizeof problem, "invalid value for %s:", argv[i]);
            usage_error(command_name, problem, value);
        }
        if (found == NOT_AN_OPTION || found == WRONG_VALUE) return -1;
        if (found == VALUE_TAKEN) ++i;
    }
    if (file_count > 0 || !needs_file) return file_count;
    usage_error(command_name, "no file was given", NULL);
    return -1;
}

/* --- Values --- */

bool read_number_in(const char *text, double least, double most, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= least && *out <= most;
}

bool read_whole(const char *text, uint32_t least, uint32_t most, uint32_t *out) {
    double number;
    if (!read_number_in(text, least, most, &number)) return false;
    *out = (uint32_t)number;
    return (double)*out == number;
}

int read_list(const char *text, float *out, int most) {
    for (int i = 0; i < most; ++i) {
        char *end;
        out[i] = strtof(text, &end);
        if (end == text || !(out[i] >= -1e6f) || !(out[i] <= 1e6f)) return 0;
        if (*end == '\0') return i + 1;
        if (*end != ',') return 0;
        text = end + 1;
    }
    return 0;
}

bool read_vec3(const char *text, vrm_vec3 *out) {
    float n[3];
    if (read_list(text, n, 3) != 3) return false;
    *out = vrm_vec3_make(n[0], n[1], n[2]);
    return true;
}

bool read_size(char *text, uint32_t least, uint32_t most, uint32_t *out_width,
               uint32_t *out_height) {
    char *by = strchr(text, 'x');
    bool is_good;
    if (by != NULL) *by = '\0';
    is_good = read_whole(text, least, most, out_width) &&
              read_whole(by != NULL ? by + 1 : text, least, most, out_height);
    if (by != NULL) *by = 'x';
    return is_good;
}

bool read_weight(char *text, float *out_weight) {
    char *equals = strrchr(text, '=');
    double weight;
    if (equals == NULL || equals == text || !read_number_in(equals + 1, 0.0, 1.0, &weight)) {
        return false;
    }
    *equals = '\0';
    *out_weight = (float)weight;
    return true;
}
