/* The test program: runs every suite, or those named; prints what fails or is skipped, and a
 * closing line.
 *
 * usage: vrm-test [--data NAME=VALUE]… [--no-data] [SUITE or part of a test's name]…
 *        vrm-test --list
 *
 * It finds the project's own samples, seeds and vectors. With --no-data, what reads them is
 * skipped.
 */
#include "test.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if defined(VRM_TEST_SAME_BITS_ALONE)
extern const test_suite test_suite_same_bits, test_suite_threads;
static const test_suite *const suites[] = {&test_suite_same_bits, &test_suite_threads};
#else
/* Other programs of tests name their own list. */
#ifndef VRM_TEST_SUITES
#define VRM_TEST_SUITES "suites.h"
#endif

#define SUITE(name) extern const test_suite test_suite_##name;
#include VRM_TEST_SUITES
#undef SUITE

static const test_suite *const suites[] = {
#define SUITE(name) &test_suite_##name,
#include VRM_TEST_SUITES
#undef SUITE
};
#endif

static struct {
    int option_count;
    const char *options[16];
    bool has_own_folders;
    bool failed;
    const char *skip_reason;
    void (*after_each)(void);
    void (*at_end)(void);
    char note[256];
} state;

static void fail(const char *file, int line) {
    state.failed = true;
    printf("  %s:%d: ", file, line);
    if (state.note[0] != '\0') printf("[%s] ", state.note);
}

bool test_check(bool ok, const char *text, const char *file, int line) {
    if (ok) return true;
    fail(file, line);
    printf("%s\n", text);
    return false;
}

bool test_check_int(int64_t got, int64_t expected, const char *text, const char *file, int line) {
    if (got == expected) return true;
    fail(file, line);
    printf("%s: got %lld, expected %lld\n", text, (long long)got, (long long)expected);
    return false;
}

bool test_check_near(double got, double expected, double tolerance, const char *text,
                     const char *file, int line) {
    if (fabs(got - expected) <= tolerance) return true; /* false for NaN, as it must be */
    fail(file, line);
    printf("%s: got %.9g, expected %.9g within %g\n", text, got, expected, tolerance);
    return false;
}

bool test_check_text(const char *got, const char *expected, const char *text, const char *file,
                     int line) {
    if (got != NULL && expected != NULL && strcmp(got, expected) == 0) return true;
    fail(file, line);
    printf("%s: got \"%s\", expected \"%s\"\n", text, got ? got : "(null)",
           expected ? expected : "(null)");
    return false;
}

void test_after_each(void (*check)(void)) { state.after_each = check; }

void test_at_end(void (*check)(void)) { state.at_end = check; }

void test_skip(const char *reason) { state.skip_reason = reason; }

void test_note(const char *format, ...) {
    va_list arguments;
    if (format == NULL) {
        state.note[0] = '\0';
        return;
    }
    va_start(arguments, format);
    vsnprintf(state.note, sizeof state.note, format, arguments);
    va_end(arguments);
}

/* The folders that tests read in the project; other test programs, and builds that run elsewhere,
 * get them as arguments. */
static const char *own_folder(const char *name) {
#ifdef VRM_TEST_ROOT
    static const char *const folders[][2] = {{"samples", VRM_TEST_ROOT "/samples"},
                                             {"seeds", VRM_TEST_ROOT "/fuzz/seeds"},
                                             {"conformance", VRM_TEST_ROOT "/conformance"}};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
        if (strcmp(folders[i][0], name) == 0) return folders[i][1];
    }
#else
    (void)name;
#endif
    return NULL;
}

const char *test_option(const char *name) {
    size_t length = strlen(name);
    for (int i = 0; i < state.option_count; ++i) {
        if (strncmp(state.options[i], name, length) == 0 && state.options[i][length] == '=') {
            return state.options[i] + length + 1;
        }
    }
    return state.has_own_folders ? own_folder(name) : NULL;
}

static bool is_suite(const char *name) {
    for (size_t s = 0; s < sizeof suites / sizeof suites[0]; ++s) {
        if (strcmp(suites[s]->name, name) == 0) return true;
    }
    return false;
}

/* A suite is chosen by its name, a test by a part of its own. */
static bool is_chosen(const char *suite, const char *test, int count, char **names) {
    if (count == 0) return true;
    for (int i = 0; i < count; ++i) {
        if (is_suite(names[i]) ? strcmp(names[i], suite) == 0 : strstr(test, names[i]) != NULL) {
            return true;
        }
    }
    return false;
}

int main(int argc, char **argv) {
    int passed = 0, failed = 0, skipped = 0;
    int name_count = 0;
    char missing[128];
    char **names = argv + 1;
    state.has_own_folders = true;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--list") == 0) {
            for (size_t s = 0; s < sizeof suites / sizeof suites[0]; ++s) {
                for (size_t c = 0; c < suites[s]->case_count; ++c) {
                    printf("%s %s\n", suites[s]->name, suites[s]->cases[c].name);
                }
            }
            return 0;
        }
        if (strcmp(argv[i], "--no-data") == 0) {
            state.has_own_folders = false;
        } else if (strcmp(argv[i], "--data") == 0 && i + 1 < argc && state.option_count < 16) {
            state.options[state.option_count++] = argv[++i];
        } else {
            names[name_count++] = argv[i];
        }
    }
    for (size_t s = 0; s < sizeof suites / sizeof suites[0]; ++s) {
        for (size_t c = 0; c < suites[s]->case_count; ++c) {
            const test_case *test = &suites[s]->cases[c];
            if (!is_chosen(suites[s]->name, test->name, name_count, names)) continue;
            state.failed = false;
            state.skip_reason = NULL;
            state.note[0] = '\0';
            if (test->reads == NULL || test_option(test->reads) != NULL) {
                test->run();
            } else {
                snprintf(missing, sizeof missing, "no %s; name their folder with --data %s=FOLDER",
                         test->reads, test->reads);
                test_skip(missing);
            }
            if (state.after_each != NULL) state.after_each();
            if (state.failed) {
                printf("FAIL %s/%s\n", suites[s]->name, test->name);
                ++failed;
            } else if (state.skip_reason != NULL) {
                printf("skip %s/%s: %s\n", suites[s]->name, test->name, state.skip_reason);
                ++skipped;
            } else {
                ++passed;
            }
            fflush(stdout);
        }
    }
    state.failed = false;
    state.note[0] = '\0';
    if (state.at_end != NULL) state.at_end();
    if (state.failed) {
        printf("FAIL at the end\n");
        ++failed;
    }
    if (passed + failed + skipped == 0) {
        printf(
            "no suite has such a name, and no test such a part of its name: --list lists them\n");
    }
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed != 0 || passed + skipped == 0;
}
