#include "profile.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/options/options.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What may be limited --- */

static const struct {
    const char *key, *words;
} measures[MEASURE_COUNT] = {
#define X(name, key, words) {key, words},
    MEASURES(X)
#undef X
};

const char *measure_key(budget_measure which) { return measures[which].key; }

const char *measure_words(budget_measure which) { return measures[which].words; }

static int find_measure(const char *key) {
    for (int i = 0; i < MEASURE_COUNT; ++i) {
        if (strcmp(measures[i].key, key) == 0) return i;
    }
    return -1;
}

/* --- Those that are built in --- */

/* X(name of the file, name of the array): CMakeLists.txt embeds the files. */
#define PROFILES(X)                                                                                \
    X("cluster-vrm1", profile_cluster_vrm1)                                                        \
    X("mona-good", profile_mona_good)                                                              \
    X("mona-maximum", profile_mona_maximum)                                                        \
    X("unavi-good", profile_unavi_good)                                                            \
    X("vket-cloud", profile_vket_cloud)                                                            \
    X("vrchat-mobile-good", profile_vrchat_mobile_good)                                            \
    X("vrchat-mobile-medium", profile_vrchat_mobile_medium)                                        \
    X("vrchat-pc-good", profile_vrchat_pc_good)                                                    \
    X("vrchat-pc-medium", profile_vrchat_pc_medium)

#define X(name, array)                                                                             \
    extern const unsigned char(array)[];                                                           \
    extern const size_t array##_size;
PROFILES(X)
#undef X

static const struct {
    const char *name;
    const unsigned char *bytes;
    const size_t *size;
} built_in[] = {
#define X(name, array) {name, array, &array##_size},
    PROFILES(X)
#undef X
};

enum { BUILT_IN_COUNT = sizeof built_in / sizeof built_in[0] };

static int find_built_in(const char *name) {
    for (int i = 0; i < BUILT_IN_COUNT; ++i) {
        if (strcmp(built_in[i].name, name) == 0) return i;
    }
    return -1;
}

static const char *nearest_built_in(const char *text) {
    const char *best = NULL;
    int least = NAME_IS_FAR;
    for (int i = 0; i < BUILT_IN_COUNT; ++i) {
        int far = name_farness(text, strlen(text), built_in[i].name);
        if (far >= least) continue;
        least = far;
        best = built_in[i].name;
    }
    return best;
}

/* --- Reading --- */

static bool say_problem(char problem[PROFILE_PROBLEM], const char *english, const char *first,
                        const char *second) {
    char shown[2][96];
    const char *arguments[2] = {shown[0], shown[1]};
    vrm_string_printable(from_text(first), shown[0], sizeof shown[0]);
    vrm_string_printable(from_text(second), shown[1], sizeof shown[1]);
    say_into(problem, PROFILE_PROBLEM, english, arguments, 2);
    return false;
}

static bool read_limits(yyjson_val *limits, profile *out, char problem[PROFILE_PROBLEM]) {
    size_t index, count;
    yyjson_val *key, *value;
    yyjson_obj_foreach(limits, index, count, key, value) {
        int which = find_measure(yyjson_get_str(key));
        if (which < 0) {
            return say_problem(problem, SAY("the profile {1} has an unknown limit '{2}'"),
                               out->name, yyjson_get_str(key));
        }
        if (!yyjson_is_uint(value)) {
            return say_problem(problem,
                               SAY("the limit '{2}' of the profile {1} is not a whole number"),
                               out->name, yyjson_get_str(key));
        }
        out->has_limit[which] = true;
        out->limits[which] = yyjson_get_uint(value);
    }
    return true;
}

static const char *text_of(yyjson_val *root, const char *key) {
    const char *text = yyjson_get_str(yyjson_obj_get(root, key));
    return text != NULL ? text : "";
}

/* `name` is what it is called where the data does not say it. */
static bool read_profile(const char *name, profile *out, char problem[PROFILE_PROBLEM]) {
    yyjson_val *root = yyjson_doc_get_root(out->data);
    yyjson_val *limits = yyjson_obj_get(root, "limits");
    const char *severity = text_of(root, "severity");
    out->name = text_of(root, "name");
    if (out->name[0] == '\0') out->name = name;
    out->title = text_of(root, "title");
    out->source = text_of(root, "source");
    out->read = text_of(root, "read");
    if (strcmp(text_of(root, "format"), "vrm-profile/1") != 0 || !yyjson_is_obj(limits)) {
        return say_problem(problem,
                           SAY("{1} is not a profile: it needs \"format\": "
                               "\"vrm-profile/1\" and an object \"limits\""),
                           name, "");
    }
    out->severity = VRM_SEVERITY_WARNING;
    if (strcmp(severity, "error") == 0) {
        out->severity = VRM_SEVERITY_ERROR;
    } else if (severity[0] != '\0' && strcmp(severity, "warning") != 0) {
        return say_problem(
            problem, SAY("the severity of the profile {1} is '{2}', not 'warning' or 'error'"),
            out->name, severity);
    }
    return read_limits(limits, out, problem);
}

static yyjson_doc *read_file(const char *path, char problem[PROFILE_PROBLEM]) {
    enum { MOST_BYTES = 1 << 20 };
    char *text = malloc(MOST_BYTES);
    FILE *file = open_by_path(path, "rb");
    yyjson_doc *data = NULL;
    size_t size;
    if (file == NULL) {
        const char *nearest = nearest_built_in(path);
        say_problem(
            problem,
            nearest != NULL
                ? SAY("unknown profile '{1}'. Did you mean {2}?")
                : SAY("'{1}' is neither a profile nor a file; --profile help lists the profiles"),
            path, nearest != NULL ? nearest : "");
    } else if (text != NULL) {
        size = fread(text, 1, MOST_BYTES, file);
        if (size < MOST_BYTES) data = yyjson_read(text, size, YYJSON_READ_NOFLAG);
        if (data == NULL) say_problem(problem, SAY("the profile {1} is not JSON"), path, "");
    } else {
        say_problem(problem, SAY("there is not enough memory"), "", "");
    }
    if (file != NULL) fclose(file);
    free(text);
    return data;
}

bool profile_load(const char *name, profile *out, char problem[PROFILE_PROBLEM]) {
    int found = find_built_in(name);
    memset(out, 0, sizeof *out);
    if (found >= 0) {
        out->data = yyjson_read((const char *)built_in[found].bytes, *built_in[found].size,
                                YYJSON_READ_NOFLAG);
        if (out->data == NULL) say_problem(problem, SAY("there is not enough memory"), "", "");
    } else {
        out->data = read_file(name, problem);
    }
    if (out->data == NULL) return false;
    if (read_profile(name, out, problem)) return true;
    profile_release(out);
    return false;
}

void profile_release(profile *profile) {
    yyjson_doc_free(profile->data);
    memset(profile, 0, sizeof *profile);
}

/* --- The list --- */

static void print_one(const profile *profile) {
    printf("%s%s%s\n", style_on(stdout, STYLE_TITLE), profile->name,
           style_off(stdout, STYLE_TITLE));
    printf("  %s\n  ", profile->title);
    say_to(stdout, "source: {1}, as of {2}", profile->source, profile->read);
    fputs("\n", stdout);
    for (int i = 0; i < MEASURE_COUNT; ++i) {
        char number[32];
        if (!profile->has_limit[i]) continue;
        fputs("  ", stdout);
        print_columns(stdout, with_commas(profile->limits[i], number), 14, ALIGN_RIGHT);
        printf("  %s\n", say_words(measures[i].words));
    }
}

void profiles_print(void) {
    char problem[PROFILE_PROBLEM];
    for (int i = 0; i < BUILT_IN_COUNT; ++i) {
        profile profile;
        if (!profile_load(built_in[i].name, &profile, problem)) continue;
        print_one(&profile);
        profile_release(&profile);
    }
}
