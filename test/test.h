/*
 * test.h: the whole test framework.
 *
 * Plain functions and macros, with no setjmp, signals or threads, so that the same tests run
 * natively, under qemu and as WebAssembly.
 *
 *   TEST(gl_003_bad_magic_is_refused) { CHECK_INT(load("x"), VRM_ERROR_CONTAINER); }
 *   TEST_SUITE(glb, ENTRY(gl_003_bad_magic_is_refused))
 *
 * CHECK… records a failure and goes on; REQUIRE… records it and returns from the test function.
 * A test names the requirement that it covers in its own name (gl_003_…) or in a comment beside the
 * assertion; tools/check/requirement-coverage lists them.
 */
#ifndef VRM_TEST_H
#define VRM_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
    const char *reads; /* a folder of --data without which the test is skipped; NULL: none */
} test_case;

typedef struct test_suite {
    const char *name;
    const test_case *cases;
    size_t case_count;
} test_suite;

#define TEST(test_name) static void test_name(void)
#define ENTRY(test_name)                                                                           \
    { #test_name, test_name, NULL }
/* A test that is skipped without a folder of --data: ENTRY_READS(samples, looks_up) */
#define ENTRY_READS(data_name, test_name)                                                          \
    { #test_name, test_name, #data_name }
#define TEST_SUITE(suite_name, ...)                                                                \
    static const test_case suite_name##_cases[] = {__VA_ARGS__};                                   \
    extern const test_suite test_suite_##suite_name;                                               \
    const test_suite test_suite_##suite_name = {                                                   \
        #suite_name, suite_name##_cases, sizeof suite_name##_cases / sizeof suite_name##_cases[0]}

/* Each returns whether the check held. `file` and `line` are the caller's. */
bool test_check(bool ok, const char *text, const char *file, int line);
bool test_check_int(int64_t got, int64_t expected, const char *text, const char *file, int line);
bool test_check_near(double got, double expected, double tolerance, const char *text,
                     const char *file, int line);
bool test_check_text(const char *got, const char *expected, const char *text, const char *file,
                     int line);

/* The test cannot run here (a file is absent …): counted apart, with the reason shown. */
void test_skip(const char *reason);
#define NO_CORPUS "no corpus; name its folder with --data corpus=FOLDER (tools/corpus/fetch-corpus)"
#define NO_SAMPLES "no samples; name their folder with --data samples=FOLDER"
#define NO_SEEDS "no seeds; name their folder with --data seeds=FOLDER"

/* Names the case of a table-driven test in any failure that follows; NULL ends it. */
void test_note(const char *format, ...);

/* Functions to be called at the end of each test from this one on, whose checks count as the
 * test's; and after the last one. */
void test_after_each(void (*check)(void));
void test_at_end(void (*check)(void));

/* `--data NAME=VALUE` of the command line, or NULL; `corpus` is the folder of real avatars. The
 * folders of the project itself (samples, seeds, conformance) are found without it, unless the
 * command line has --no-data. */
const char *test_option(const char *name);

#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_INT(got, expected)                                                                   \
    test_check_int((int64_t)(got), (int64_t)(expected), #got " == " #expected, __FILE__, __LINE__)
#define CHECK_NEAR(got, expected, tolerance)                                                       \
    test_check_near((got), (expected), (tolerance), #got " ~ " #expected, __FILE__, __LINE__)
#define CHECK_TEXT(got, expected)                                                                  \
    test_check_text((got), (expected), #got " == " #expected, __FILE__, __LINE__)
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!CHECK(condition)) return;                                                             \
    } while (0)

#endif
