#include "base/report.h"

#include "base/text.h"
#include "support/fixture.h"
#include "test.h"
#include "vrm/file.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const vrm_string nowhere = {"", 0};

/* Examples of each kind of entry, with the number of holes in their sentences. */
#define A_NOTE VRMI_JSON_BOM         /* 0 */
#define A_WARNING VRMI_IMAGE_SOURCE  /* 0 */
#define A_REPAIR VRMI_INDEX_NEGATIVE /* 1 */
#define A_FATAL VRMI_NOT_GLTF        /* 0 */
#define THREE_HOLES                                                                                \
    VRMI_INDEX_OUT_OF_RANGE           /* 3: index {} is out of range: the number of {} is {}; … */
#define QUOTES VRMI_ATTRIBUTE_UNKNOWN /* 1: the attribute {} is not known … */

static void add(vrm_report *report, vrmi_diagnostic_id id, const char *pointer) {
    vrmi_report_add(report, id, false, vrmi_string_from(pointer), VRM_NO_OFFSET,
                    VRMI_WITH(vrmi_integer(-1)));
}

/* The message of the one entry that these arguments make. */
static void check_message(vrmi_diagnostic_id id, const vrmi_argument *arguments,
                          const char *expected) {
    vrm_report *report = vrmi_report_create(NULL, 0);
    vrmi_report_add(report, id, false, nowhere, VRM_NO_OFFSET, arguments);
    if (CHECK_INT(vrm_report_count(report), 1)) {
        CHECK_TEXT(vrm_report_get(report, 0)->message, expected);
    }
    vrm_report_destroy(report);
}

/* --- The table --- */

static bool is_code(const char *code) {
    size_t length = strlen(code);
    return length > 0 && strspn(code, "abcdefghijklmnopqrstuvwxyz0123456789-") == length &&
           code[0] != '-' && code[length - 1] != '-';
}

static bool is_requirement(const char *id) {
    return id[0] == '\0' ||
           (strlen(id) == 6 && strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == 2 &&
            id[2] == '-' && strspn(id + 3, "0123456789") == 3);
}

/* The rules that the head of diagnostics.h states. */
TEST(er_010_the_table_of_messages_is_well_formed) {
    for (int i = 0; i < VRMI_DIAGNOSTIC_COUNT; ++i) {
        const vrmi_message *message = vrmi_message_get((vrmi_diagnostic_id)i);
        char first = message->sentence[0];
        size_t length = strlen(message->sentence);
        test_note("%s", message->code);
        CHECK(is_code(message->code));
        CHECK(is_requirement(message->requirement));
        CHECK(first == '{' || (first >= 'a' && first <= 'z') ||
              strncmp(message->sentence, "JSON", 4) == 0 ||
              strncmp(message->sentence, "VRMC_", 5) == 0);
        CHECK(length > 1 && length < 200 && message->sentence[length - 1] != '.');
        CHECK(message->remedy[0] == '\0' || message->remedy[strlen(message->remedy) - 1] != '.' ||
              strstr(message->remedy, " ..") != NULL); /* the way up, no full stop */
        /* What can make a call fail says with what. */
        CHECK_INT(message->result != VRM_OK,
                  message->kind == VRMI_FATAL || message->kind == VRMI_REPAIR);
        for (int k = 0; k < i; ++k) {
            CHECK(strcmp(message->code, vrmi_message_get((vrmi_diagnostic_id)k)->code) != 0);
            CHECK(strcmp(message->sentence, vrmi_message_get((vrmi_diagnostic_id)k)->sentence) !=
                  0);
        }
    }
}

/* --- Sentences --- */

TEST(er_010_arguments_fill_the_holes) {
    check_message(THREE_HOLES,
                  VRMI_WITH(vrmi_integer(-5), vrmi_unsigned(1234567), vrmi_number(0.5)),
                  "index -5 is out of range: the number of 1,234,567 is 0.5; it is ignored");
    check_message(THREE_HOLES,
                  VRMI_WITH(vrmi_integer(INT64_MIN), vrmi_unsigned(UINT64_MAX), vrmi_words("{}")),
                  "index -9223372036854775808 is out of range: the number of "
                  "18,446,744,073,709,551,615 is {}; it is ignored");
    /* Too few: nothing stands there. Too many: they are not used. */
    check_message(THREE_HOLES, VRMI_WITH(vrmi_integer(1)),
                  "index 1 is out of range: the number of  is ; it is ignored");
    check_message(THREE_HOLES, NULL, "index  is out of range: the number of  is ; it is ignored");
    check_message(A_WARNING, VRMI_WITH(vrmi_integer(1)), "the image has no source");
}

TEST(er_010_text_of_the_file_is_quoted_and_harmless) {
    static const struct {
        const char *text;
        uint32_t length;
        const char *expected;
    } cases[] = {
        {"a", 1, "\"a\""},
        {"", 0, "\"\""},
        {"a\x1b[2Jb\n", 7, "\"a\\x1b[2Jb\\x0a\""},
        {"a\0b", 3, "\"a\\x00b\""},
        {"\xE3\x81\x82", 3, "\"\xE3\x81\x82\""},
        {"\xFF", 1, "\"\\xff\""},
        {"\xE2\x80\xAEgpj.exe", 10, "\"\\u{202e}gpj.exe\""},
        {"{}", 2, "\"{}\""},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const vrm_string text = {cases[i].text, cases[i].length};
        char expected[128];
        test_note("%zu", i);
        snprintf(expected, sizeof expected, "the attribute %s is not known and is ignored",
                 cases[i].expected);
        check_message(QUOTES, VRMI_WITH(vrmi_quoted(text)), expected);
    }
}

TEST(er_010_long_text_is_cut) {
    char text[300];
    char expected[300];
    const vrm_string quoted = {text, sizeof text};
    memset(text, 'x', sizeof text);
    snprintf(expected, sizeof expected,
             "the attribute \"%.77s\xE2\x80\xA6\" is not known and is ignored", text);
    check_message(QUOTES, VRMI_WITH(vrmi_quoted(quoted)), expected);
}

/* Three long texts do not fit into one sentence: it is cut, at a whole character. */
TEST(er_010_a_sentence_has_an_end) {
    static char words[600];
    vrm_report *report = vrmi_report_create(NULL, 0);
    const vrm_diagnostic *entry;
    for (size_t i = 0; i + 3 < sizeof words; i += 3) memcpy(words + i, "\xE3\x81\x82", 3);
    vrmi_report_add(report, QUOTES, false, nowhere, 0, VRMI_WITH(vrmi_words(words)));
    entry = vrm_report_get(report, 0);
    REQUIRE(entry != NULL);
    CHECK_INT(strlen(entry->message), 14 + (511 - 14) / 3 * 3); /* "the attribute " */
    CHECK(vrmi_utf8_is_valid(entry->message, strlen(entry->message), NULL));
    vrm_report_destroy(report);
}

/* --- Entries --- */

TEST(er_010_severity_follows_the_kind) {
    static const struct {
        vrmi_diagnostic_id id;
        bool as_error;
        int severity, is_repair;
    } cases[] = {
        {A_NOTE, false, VRM_SEVERITY_NOTE, 0},      {A_WARNING, false, VRM_SEVERITY_WARNING, 0},
        {A_REPAIR, false, VRM_SEVERITY_WARNING, 1}, {A_REPAIR, true, VRM_SEVERITY_ERROR, 0},
        {A_FATAL, false, VRM_SEVERITY_ERROR, 0},    {A_FATAL, true, VRM_SEVERITY_ERROR, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        vrm_report *report = vrmi_report_create(NULL, 0);
        const vrm_diagnostic *entry;
        test_note("%zu", i);
        vrmi_report_add(report, cases[i].id, cases[i].as_error, vrmi_string_from("/a/0"), 1234,
                        VRMI_WITH(vrmi_integer(-1)));
        entry = vrm_report_get(report, 0);
        REQUIRE(entry != NULL);
        CHECK_TEXT(entry->code, vrmi_message_get(cases[i].id)->code);
        CHECK_TEXT(entry->requirement, vrmi_message_get(cases[i].id)->requirement);
        CHECK_TEXT(entry->remedy, vrmi_message_get(cases[i].id)->remedy);
        CHECK_TEXT(entry->pointer, "/a/0");
        CHECK_INT(entry->byte_offset, 1234);
        CHECK_INT(entry->severity, cases[i].severity);
        CHECK_INT(entry->is_repair, cases[i].is_repair);
        CHECK((vrm_report_failure(report) == entry) == (cases[i].severity == VRM_SEVERITY_ERROR));
        for (int severity = 0; severity < 3; ++severity) {
            CHECK_INT(vrm_report_found(report, (vrm_severity)severity),
                      severity == cases[i].severity);
        }
        vrm_report_destroy(report);
    }
}

TEST(er_010_pointers_are_harmless_too) {
    vrm_report *report = vrmi_report_create(NULL, 0);
    static char pointer[1000];
    vrm_string text = {"/a\x1b\0/\xFF", 6};
    vrmi_report_add(report, A_WARNING, false, text, VRM_NO_OFFSET, NULL);
    CHECK_TEXT(vrm_report_get(report, 0)->pointer, "/a\\x1b\\x00/\\xff");
    memset(pointer, 'p', sizeof pointer);
    text.data = pointer;
    text.length = sizeof pointer;
    vrmi_report_add(report, A_FATAL, false, text, VRM_NO_OFFSET, NULL);
    vrmi_report_add(report, A_WARNING, false, text, VRM_NO_OFFSET, NULL);
    for (uint32_t i = 1; i < 3; ++i) {
        const char *cut = vrm_report_get(report, i)->pointer;
        CHECK_INT(strlen(cut), 511);
        CHECK_TEXT(cut + 506, "pp\xE2\x80\xA6");
    }
    vrm_report_destroy(report);
}

TEST(er_018_a_report_holds_so_many_and_counts_the_rest) {
    vrm_report *report = vrmi_report_create(NULL, 40);
    for (int i = 0; i < 100; ++i) {
        char pointer[16];
        snprintf(pointer, sizeof pointer, "/%d", i);
        add(report, i % 4 == 0 ? A_NOTE : A_WARNING, pointer);
    }
    CHECK_INT(vrm_report_count(report), 40);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_NOTE), 25);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_WARNING), 75);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_ERROR), 0);
    CHECK_TEXT(vrm_report_get(report, 39)->pointer, "/39"); /* the first ones, in order */
    CHECK(vrm_report_get(report, 40) == NULL);
    CHECK(vrm_report_get(report, UINT32_MAX) == NULL);
    CHECK(vrm_report_failure(report) == NULL);
    CHECK(!vrmi_report_keeps(report, false));
    CHECK(vrmi_report_keeps(report, true));
    /* The first error is kept beyond the limit, and only that. */
    add(report, A_FATAL, "/error");
    add(report, A_FATAL, "/second");
    CHECK_INT(vrm_report_count(report), 41);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_ERROR), 2);
    REQUIRE(vrm_report_failure(report) != NULL);
    CHECK_TEXT(vrm_report_failure(report)->pointer, "/error");
    CHECK(vrm_report_failure(report) == vrm_report_get(report, 40));
    CHECK(!vrmi_report_keeps(report, false) && !vrmi_report_keeps(report, true));
    vrm_report_destroy(report);
}

TEST(er_018_the_smallest_report_and_the_default) {
    vrm_report *report = vrmi_report_create(NULL, 1);
    for (int i = 0; i < 3; ++i) add(report, A_WARNING, "");
    CHECK_INT(vrm_report_count(report), 1);
    vrm_report_destroy(report);
    report = vrmi_report_create(NULL, 0);
    for (int i = 0; i < 300; ++i) add(report, A_WARNING, "");
    CHECK_INT(vrm_report_count(report), 256);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_WARNING), 300);
    vrm_report_destroy(report);
}

/* --- Without memory --- */

/*
 * Warnings, an error, more warnings, with memory gone from one allocation on: whatever else is
 * lost, the error is there, whole, and everything is counted.
 */
TEST(er_020_the_failure_is_kept_when_memory_is_gone) {
    static const int before_counts[] = {0, 1, 15, 16, 17, 40, 300};
    for (size_t b = 0; b < COUNT(before_counts); ++b) {
        for (int64_t fail_at = 0; fail_at < 40; ++fail_at) {
            counting counter;
            vrm_report *report;
            const vrm_diagnostic *failure;
            uint32_t count;
            test_note("%d before, memory for %d", before_counts[b], (int)fail_at);
            counting_init(&counter, fail_at);
            report = vrmi_report_create(&counter.allocator, 1000);
            if (report == NULL) {
                CHECK(fail_at < 2); /* the report itself, and its first entries */
                CHECK_INT(counter.live, 0);
                continue;
            }
            for (int i = 0; i < before_counts[b]; ++i) add(report, A_WARNING, "/warning");
            vrmi_report_add(report, A_REPAIR, true, vrmi_string_from("/the/error"), 99,
                            VRMI_WITH(vrmi_integer(-7)));
            for (int i = 0; i < 100; ++i) add(report, A_WARNING, "/later");
            add(report, A_FATAL, "/another");
            failure = vrm_report_failure(report);
            if (CHECK(failure != NULL)) {
                CHECK_TEXT(failure->code, "index-negative");
                CHECK_TEXT(failure->message, "-7 is not an index; it is ignored");
                CHECK_TEXT(failure->pointer, "/the/error");
                CHECK_INT(failure->byte_offset, 99);
                CHECK_INT(failure->severity, VRM_SEVERITY_ERROR);
            }
            CHECK_INT(vrm_report_found(report, VRM_SEVERITY_WARNING), before_counts[b] + 100);
            CHECK_INT(vrm_report_found(report, VRM_SEVERITY_ERROR), 2);
            count = vrm_report_count(report);
            for (uint32_t i = 0; i < count; ++i) { /* what is held is whole */
                const vrm_diagnostic *entry = vrm_report_get(report, i);
                CHECK(entry->message != NULL && entry->message[0] != '\0');
                CHECK(entry->pointer != NULL && entry->pointer[0] == '/');
            }
            if (fail_at == 39) CHECK_INT(count, before_counts[b] + 102);
            vrm_report_destroy(report);
            CHECK_INT(counter.live, 0);
            CHECK(!counter.is_size_wrong);
        }
    }
}

TEST(er_020_the_report_for_when_there_is_no_report) {
    vrm_report *report = vrmi_report_out_of_memory();
    const vrm_diagnostic *entry = vrm_report_get(report, 0);
    CHECK_INT(vrm_report_count(report), 1);
    REQUIRE(entry != NULL);
    CHECK(vrm_report_failure(report) == entry);
    CHECK_TEXT(entry->code, "out-of-memory");
    CHECK_TEXT(entry->code, vrmi_message_get(VRMI_OUT_OF_MEMORY)->code);
    CHECK_TEXT(entry->requirement, "ER-020");
    CHECK_TEXT(entry->message, vrmi_message_get(VRMI_OUT_OF_MEMORY)->sentence);
    CHECK_TEXT(entry->pointer, "");
    CHECK_TEXT(entry->remedy, "");
    CHECK_INT(entry->severity, VRM_SEVERITY_ERROR);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_ERROR), 1);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_WARNING), 0);
    CHECK(vrm_report_get(report, 1) == NULL);
    /* It is constant: neither adding nor destroying does anything. */
    add(report, A_FATAL, "/x");
    vrm_report_destroy(report);
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_count(report), 1);
    CHECK(vrmi_report_out_of_memory() == report);
}

TEST(null_is_harmless) {
    CHECK_INT(vrm_report_count(NULL), 0);
    CHECK(vrm_report_get(NULL, 0) == NULL);
    CHECK_INT(vrm_report_found(NULL, VRM_SEVERITY_ERROR), 0);
    CHECK(vrm_report_failure(NULL) == NULL);
    CHECK(!vrmi_report_keeps(NULL, true));
    vrmi_report_add(NULL, A_FATAL, true, nowhere, 0, NULL);
    vrm_report_destroy(NULL);
    vrm_report_print(NULL, NULL);
    {
        vrm_report *report = vrmi_report_create(NULL, 0);
        vrm_report_print(report, NULL);
        CHECK_INT(vrm_report_found(report, (vrm_severity)3), 0);
        vrm_report_destroy(report);
    }
}

TEST(results_have_names) {
    for (int i = VRM_OK; i <= VRM_ERROR_NO_ATTRIBUTE; ++i) {
        const char *name = vrm_result_name((vrm_result)i);
        test_note("%d", i);
        CHECK(name[0] != '\0' && strcmp(name, "unknown result") != 0);
        for (int k = VRM_OK; k < i; ++k) CHECK(strcmp(name, vrm_result_name((vrm_result)k)) != 0);
    }
    CHECK_TEXT(vrm_result_name((vrm_result)(VRM_ERROR_NO_ATTRIBUTE + 1)), "unknown result");
    CHECK_TEXT(vrm_result_name((vrm_result)1000), "unknown result");
}

/* The number, the text and the headers agree. */
TEST(versions_agree) {
    int32_t number = vrm_version_number();
    char text[32];
    CHECK_INT(number, VRM_VERSION);
    CHECK_INT(VRM_VERSION, VRM_VERSION_MAJOR * 10000 + VRM_VERSION_MINOR * 100 + VRM_VERSION_PATCH);
    snprintf(text, sizeof text, "%d.%d.%d", (int)number / 10000, (int)number / 100 % 100,
             (int)number % 100);
    CHECK_TEXT(vrm_version(), text);
}

/* --- Printing --- */

TEST(er_010_a_report_is_printed_line_by_line) {
    vrm_report *report = vrmi_report_create(NULL, 2);
#if defined(__wasi__) /* warns of a function that it does not have */
    FILE *stream = NULL;
#else
    FILE *stream = tmpfile();
#endif
    char text[1024];
    size_t length;
    if (stream == NULL) {
        vrm_report_destroy(report);
        test_skip("no temporary file");
        return;
    }
    vrmi_report_add(report, QUOTES, false, vrmi_string_from("/meshes/0"), VRM_NO_OFFSET,
                    VRMI_WITH(vrmi_quoted(vrmi_string_from("A\nB"))));
    add(report, A_WARNING, "");
    add(report, A_WARNING, "/not/held");
    add(report, A_FATAL, "");
    vrm_report_print(report, stream);
    rewind(stream);
    length = fread(text, 1, sizeof text - 1, stream);
    text[length] = '\0';
    fclose(stream);
    CHECK_TEXT(text, "note: /meshes/0: the attribute \"A\\x0aB\" is not known and is ignored "
                     "[attribute-unknown]\n"
                     "    an exporter should begin names of its own with _\n"
                     "warning: the image has no source [image-source]\n"
                     "    assign the image again and export the file\n"
                     "error: this is not a VRM or glTF file [not-gltf]\n"
                     "    choose a VRM file; it begins with the letters glTF\n"
                     "diagnostics that are not shown: 1\n");
    vrm_report_destroy(report);
}

/* --- As text --- */

static vrm_report *make_report(void) {
    vrm_report *report = vrmi_report_create(NULL, 2);
    vrmi_report_add(report, QUOTES, false, vrmi_string_from("/meshes/0"), VRM_NO_OFFSET,
                    VRMI_WITH(vrmi_quoted(vrmi_string_from("A\nB"))));
    add(report, A_REPAIR, "");
    add(report, A_WARNING, "/not/held");
    add(report, A_FATAL, "");
    return report;
}

#define FIRST_TEXT                                                                                 \
    "note: /meshes/0: the attribute \"A\\x0aB\" is not known and is ignored "                      \
    "[attribute-unknown]\n"                                                                        \
    "    an exporter should begin names of its own with _\n"
#define FAILURE_TEXT                                                                               \
    "error: this is not a VRM or glTF file [not-gltf]\n"                                           \
    "    choose a VRM file; it begins with the letters glTF\n"

TEST(er_010_a_diagnostic_as_text) {
    static const char expected[] = FIRST_TEXT;
    vrm_report *report = make_report();
    const vrm_diagnostic *first = vrm_report_get(report, 0);
    const size_t length = sizeof expected - 1;
    char text[256];
    REQUIRE(first != NULL);
    CHECK_INT(vrm_diagnostic_text(first, text, sizeof text), length);
    CHECK_TEXT(text, expected);
    CHECK_INT(vrm_diagnostic_text(vrm_report_failure(report), text, sizeof text),
              strlen(FAILURE_TEXT));
    CHECK_TEXT(text, FAILURE_TEXT);
    /* What does not fit is cut; nothing is written behind the end, and the length is that of all.
     */
    for (size_t capacity = 0; capacity <= length + 2; ++capacity) {
        const size_t held = capacity == 0 ? 0 : capacity <= length ? capacity - 1 : length;
        memset(text, '#', sizeof text);
        test_note("%d bytes", (int)capacity);
        CHECK_INT(vrm_diagnostic_text(first, text, capacity), length);
        CHECK(memcmp(text, expected, held) == 0);
        if (capacity != 0) CHECK_INT(text[held], '\0');
        CHECK_INT(text[capacity == 0 ? 0 : held + 1], '#');
    }
    test_note(NULL);
    CHECK_INT(vrm_diagnostic_text(first, NULL, 0), length);
    CHECK_INT(vrm_diagnostic_text(NULL, text, sizeof text), 0);
    CHECK_TEXT(text, "");
    vrm_report_destroy(report);
}

TEST(er_010_a_report_as_text) {
    static const char expected[] = FIRST_TEXT
        "warning: -1 is not an index; it is ignored [index-negative]\n"
        "    the exporter should leave the field out if it refers to nothing\n" FAILURE_TEXT
        "diagnostics that are not shown: 1\n";
    vrm_report *report = make_report();
    const size_t length = sizeof expected - 1;
    char text[1024];
    CHECK_INT(vrm_report_text(report, text, sizeof text), length);
    CHECK_TEXT(text, expected);
    CHECK_INT(vrm_report_text(report, NULL, 0), length);
    for (size_t capacity = 1; capacity <= length + 1; capacity += 7) {
        const size_t held = capacity <= length ? capacity - 1 : length;
        memset(text, '#', sizeof text);
        CHECK_INT(vrm_report_text(report, text, capacity), length);
        CHECK(memcmp(text, expected, held) == 0 && text[held] == '\0' && text[held + 1] == '#');
    }
    CHECK_INT(vrm_report_text(NULL, text, sizeof text), 0);
    CHECK_TEXT(text, "");
    vrm_report_destroy(report);
    report = vrmi_report_create(NULL, 0);
    CHECK_INT(vrm_report_text(report, text, sizeof text), 0);
    CHECK_TEXT(text, "");
    vrm_report_destroy(report);
}

/* --- Arguments --- */

TEST(er_010_arguments_are_kept_beside_the_sentence) {
    vrm_report *report = vrmi_report_create(NULL, 0);
    const vrm_diagnostic *entry;
    const vrm_diagnostic_argument *arguments;
    vrmi_report_add(report, THREE_HOLES, false, nowhere, VRM_NO_OFFSET,
                    VRMI_WITH(vrmi_integer(-70000), vrmi_words("meshes"), vrmi_unsigned(12345)));
    entry = vrm_report_get(report, 0);
    REQUIRE(entry != NULL && entry->argument_count == 3);
    CHECK_TEXT(entry->sentence, vrmi_message_get(THREE_HOLES)->sentence);
    CHECK(strstr(entry->sentence, "{}") != NULL);
    CHECK_TEXT(entry->message,
               "index -70000 is out of range: the number of meshes is 12,345; it is ignored");
    arguments = entry->arguments;
    CHECK_INT(arguments[0].kind, VRM_ARGUMENT_INTEGER);
    CHECK_INT(arguments[0].integer, -70000);
    CHECK_TEXT(arguments[0].text, "-70000");
    CHECK_INT(arguments[1].kind, VRM_ARGUMENT_WORD);
    CHECK_TEXT(arguments[1].text, "meshes");
    CHECK_INT(arguments[2].kind, VRM_ARGUMENT_INTEGER);
    CHECK_INT(arguments[2].integer, 12345);
    CHECK_TEXT(arguments[2].text, "12,345");
    for (int i = 0; i < 3; ++i) {
        CHECK_INT(arguments[i].reserved, 0);
        CHECK(arguments[i].number == 0);
    }
    CHECK_INT(arguments[1].integer, 0);
    /* Numbers, text of the file, and more than an int64_t holds. */
    vrmi_report_add(report, THREE_HOLES, false, nowhere, VRM_NO_OFFSET,
                    VRMI_WITH(vrmi_number(0.5), vrmi_quoted(vrmi_string_from("A\nB")),
                              vrmi_unsigned(UINT64_MAX)));
    entry = vrm_report_get(report, 1);
    REQUIRE(entry != NULL && entry->argument_count == 3);
    arguments = entry->arguments;
    CHECK_INT(arguments[0].kind, VRM_ARGUMENT_NUMBER);
    CHECK(arguments[0].number == 0.5 && arguments[0].integer == 0);
    CHECK_TEXT(arguments[0].text, "0.5");
    CHECK_INT(arguments[1].kind, VRM_ARGUMENT_TEXT);
    CHECK_TEXT(arguments[1].text, "A\\x0aB"); /* harmless, and without the quotes */
    CHECK_INT(arguments[2].integer, INT64_MAX);
    CHECK_TEXT(arguments[2].text, "18,446,744,073,709,551,615");
    add(report, A_NOTE, "");
    vrmi_report_add(report, A_WARNING, false, nowhere, VRM_NO_OFFSET, NULL);
    entry = vrm_report_get(report, 3);
    REQUIRE(entry != NULL);
    CHECK_INT(entry->argument_count, 0);
    CHECK_TEXT(entry->sentence, entry->message);
    vrm_report_destroy(report);
}

/* A translation puts the arguments into a sentence of its own: with the English one, it gives the
 * message. */
TEST(er_010_sentence_and_arguments_make_the_message) {
    loaded file = load_json("{'asset':{'version':'2.0'},'nodes':[{'mesh':7},{'mesh':-3},{}],"
                            "'meshes':[{'primitives':[{'attributes':{'odd':0}}]}],'images':[{}]}");
    const uint32_t count = vrm_report_count(file.report);
    CHECK(count >= 4);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_diagnostic *entry = vrm_report_get(file.report, i);
        const char *rest = entry->sentence;
        char made[512] = "";
        uint32_t next = 0;
        test_note("%s", entry->code);
        for (const char *hole = strstr(rest, "{}"); hole != NULL; hole = strstr(rest, "{}")) {
            const vrm_diagnostic_argument *argument = &entry->arguments[next++];
            const char *quote = argument->kind == VRM_ARGUMENT_TEXT ? "\"" : "";
            REQUIRE(next <= entry->argument_count);
            strncat(made, rest, (size_t)(hole - rest));
            strcat(strcat(strcat(made, quote), argument->text), quote);
            rest = hole + 2;
        }
        strcat(made, rest);
        CHECK_INT(next, entry->argument_count);
        CHECK_TEXT(made, entry->message);
    }
    test_note(NULL);
    unload(&file);
}

TEST(a_wrong_call_has_a_report_too) {
    vrm_report *report = vrmi_report_invalid_argument();
    const vrm_diagnostic *entry = vrm_report_failure(report);
    CHECK_INT(vrm_report_count(report), 1);
    REQUIRE(entry != NULL);
    CHECK_TEXT(entry->code, "invalid-argument");
    CHECK_TEXT(entry->sentence, entry->message);
    CHECK_INT(entry->severity, VRM_SEVERITY_ERROR);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_ERROR), 1);
    add(report, A_FATAL, "/x"); /* it is constant */
    vrm_report_destroy(report);
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_count(report), 1);
}

TEST_SUITE(report, ENTRY(er_010_the_table_of_messages_is_well_formed),
           ENTRY(er_010_arguments_fill_the_holes),
           ENTRY(er_010_text_of_the_file_is_quoted_and_harmless), ENTRY(er_010_long_text_is_cut),
           ENTRY(er_010_a_sentence_has_an_end), ENTRY(er_010_severity_follows_the_kind),
           ENTRY(er_010_pointers_are_harmless_too),
           ENTRY(er_018_a_report_holds_so_many_and_counts_the_rest),
           ENTRY(er_018_the_smallest_report_and_the_default),
           ENTRY(er_020_the_failure_is_kept_when_memory_is_gone),
           ENTRY(er_020_the_report_for_when_there_is_no_report), ENTRY(null_is_harmless),
           ENTRY(results_have_names), ENTRY(versions_agree), ENTRY(er_010_a_diagnostic_as_text),
           ENTRY(er_010_a_report_as_text), ENTRY(er_010_arguments_are_kept_beside_the_sentence),
           ENTRY(er_010_sentence_and_arguments_make_the_message),
           ENTRY(a_wrong_call_has_a_report_too), ENTRY(er_010_a_report_is_printed_line_by_line));
