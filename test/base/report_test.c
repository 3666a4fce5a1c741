#include "base/report.h"

#include "author/check/diagnostics.h"
#include "author/make/diagnostics.h"
#include "base/text.h"
#include "build/diagnostics.h"
#include "clip/diagnostics.h"
#include "gltf/diagnostics.h"
#include "support/fixture.h"
#include "test.h"
#include "vrm/author/check.h"
#include "vrm/file.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Examples of each kind of entry, with the number of holes in their sentences. */
#define A_NOTE VRMI_JSON_BOM         /* 0 */
#define A_WARNING VRMI_IMAGE_SOURCE  /* 0 */
#define A_REPAIR VRMI_INDEX_NEGATIVE /* 1 */
#define A_FATAL VRMI_NOT_GLTF        /* 0 */
#define THREE_HOLES                                                                                \
    VRMI_INDEX_OUT_OF_RANGE           /* 3: index {} is out of range: the number of {} is {}; … */
#define QUOTES VRMI_ATTRIBUTE_UNKNOWN /* 1: the attribute {} is not known … */

static const vrmi_message *message_of_id(vrmi_diagnostic_id id) {
    return &vrmi_gltf_diagnostics.messages[id];
}

static vrmi_place place_at(vrm_string pointer, uint64_t byte_offset) {
    vrmi_place place = {{"", 0}, VRM_NO_OFFSET, NULL, {"", 0}, VRM_NONE};
    place.pointer = pointer;
    place.byte_offset = byte_offset;
    return place;
}

static void add(vrm_report *report, vrmi_diagnostic_id id, const char *pointer) {
    vrmi_place place = place_at(vrmi_string_from(pointer), VRM_NO_OFFSET);
    vrmi_report_add(report, message_of_id(id), false, &place, VRMI_WITH(vrmi_integer(-1)));
}

/* The message of the one entry that these arguments make. */
static void check_message(vrmi_diagnostic_id id, const vrmi_argument *arguments,
                          const char *expected) {
    vrm_report *report = vrmi_report_create(NULL, 0);
    vrmi_report_add(report, message_of_id(id), false, NULL, arguments);
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

static uint32_t count_holes(const char *sentence) {
    uint32_t count = 0;
    for (const char *at = strstr(sentence, "{}"); at != NULL; at = strstr(at + 2, "{}")) ++count;
    return count;
}

/* The rules that the head of gltf/diagnostics.h states. */
static void check_info(const vrm_diagnostic_info *info) {
    char first = info->sentence[0];
    size_t length = strlen(info->sentence);
    CHECK(is_code(info->code));
    CHECK(is_requirement(info->requirement));
    CHECK(first == '{' || (first >= 'a' && first <= 'z') ||
          strncmp(info->sentence, "JSON", 4) == 0 || strncmp(info->sentence, "VRMC_", 5) == 0);
    CHECK(length > 1 && length < 200 && info->sentence[length - 1] != '.');
    CHECK(info->remedy[0] == '\0' || info->remedy[strlen(info->remedy) - 1] != '.' ||
          strstr(info->remedy, " ..") != NULL); /* the way up, no full stop */
    CHECK_INT(info->argument_count, count_holes(info->sentence));
    CHECK(info->impact >= VRM_IMPACT_VISIBLE && info->impact <= VRM_IMPACT_EXPORTER);
    /* Of a file that is refused there is nothing to see: that can be seen. */
    CHECK(info->severity != VRM_SEVERITY_ERROR || info->impact == VRM_IMPACT_VISIBLE);
    CHECK(!info->is_repair || info->severity == VRM_SEVERITY_WARNING);
}

TEST(er_010_the_table_of_messages_is_well_formed) {
    uint32_t count = vrm_author_diagnostic_info_count();
    CHECK(count > 150);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_diagnostic_info *info = vrm_author_diagnostic_info_get(i);
        REQUIRE(info != NULL);
        test_note("%s", info->code);
        check_info(info);
        for (uint32_t k = 0; k < i; ++k) {
            CHECK(strcmp(info->code, vrm_author_diagnostic_info_get(k)->code) != 0);
            CHECK(strcmp(info->sentence, vrm_author_diagnostic_info_get(k)->sentence) != 0);
        }
    }
    test_note(NULL);
    CHECK(vrm_author_diagnostic_info_get(count) == NULL);
    CHECK(vrm_author_diagnostic_info_get(UINT32_MAX) == NULL);
}

static bool is_listed(const vrm_diagnostic_info *info) {
    for (uint32_t i = 0; i < vrm_author_diagnostic_info_count(); ++i) {
        if (vrm_author_diagnostic_info_get(i) == info) return true;
    }
    return false;
}

/* Each room has a range of ids of its own, and the list of all of them goes through the rooms. */
TEST(er_010_rooms_have_ids_of_their_own) {
    static const vrmi_diagnostics *const rooms[] = {&vrmi_gltf_diagnostics, &vrmi_build_diagnostics,
                                                    &vrmi_check_diagnostics, &vrmi_clip_diagnostics,
                                                    &vrmi_make_diagnostics};
    uint32_t count = 0;
    int end = 0;
    for (size_t k = 0; k < COUNT(rooms); ++k) {
        const vrmi_diagnostics *room = rooms[k];
        CHECK(room->first >= end && room->end > room->first);
        end = room->end;
        count += (uint32_t)(end - room->first);
        for (int i = 0; i < end - room->first; ++i) {
            const vrmi_message *message = &room->messages[i];
            test_note("%s", message->info.code);
            CHECK(is_listed(&message->info));
            /* What can make a call fail says with what. */
            CHECK_INT(message->result != VRM_OK,
                      message->kind == VRMI_FATAL || message->kind == VRMI_REPAIR);
            CHECK_INT(message->info.is_repair, message->kind == VRMI_REPAIR);
            CHECK_INT(message->info.severity, message->kind == VRMI_FATAL  ? VRM_SEVERITY_ERROR
                                              : message->kind == VRMI_NOTE ? VRM_SEVERITY_NOTE
                                                                           : VRM_SEVERITY_WARNING);
        }
    }
    test_note(NULL);
    CHECK_INT(count, vrm_author_diagnostic_info_count());
    for (uint32_t i = 0; i < vrm_diagnostic_info_count(); ++i) {
        CHECK(vrm_author_diagnostic_info_get(i) == vrm_diagnostic_info_get(i));
    }
    CHECK(vrm_diagnostic_info_get(vrm_diagnostic_info_count()) == NULL);
    CHECK(vrm_diagnostic_info_get(UINT32_MAX) == NULL);
}

/* Some whose impact is not in doubt. */
TEST(er_010_impact_says_who_will_notice) {
    static const struct {
        const char *code;
        vrm_impact impact;
    } cases[] = {
        {"bone-missing", VRM_IMPACT_VISIBLE},
        {"limit-avatar", VRM_IMPACT_VISIBLE},
        {"field-not-finite", VRM_IMPACT_VISIBLE},
        {"index-out-of-range", VRM_IMPACT_VISIBLE},
        {"glb-json-padding", VRM_IMPACT_ELSEWHERE},
        {"extension-undeclared", VRM_IMPACT_ELSEWHERE},
        {"accessor-alignment", VRM_IMPACT_ELSEWHERE},
        {"legacy-key", VRM_IMPACT_EXPORTER},
        {"attribute-unknown", VRM_IMPACT_EXPORTER},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        uint32_t k = 0;
        test_note("%s", cases[i].code);
        while (k < vrm_author_diagnostic_info_count() &&
               strcmp(vrm_author_diagnostic_info_get(k)->code, cases[i].code) != 0) {
            ++k;
        }
        REQUIRE(k < vrm_author_diagnostic_info_count());
        CHECK_INT(vrm_author_diagnostic_info_get(k)->impact, cases[i].impact);
    }
    test_note(NULL);
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
        snprintf(expected, sizeof expected, "the unknown attribute %s is ignored",
                 cases[i].expected);
        check_message(QUOTES, VRMI_WITH(vrmi_quoted(text)), expected);
    }
}

TEST(er_010_long_text_is_cut) {
    char text[300];
    char expected[300];
    const vrm_string quoted = {text, sizeof text};
    memset(text, 'x', sizeof text);
    snprintf(expected, sizeof expected, "the unknown attribute \"%.77s\xE2\x80\xA6\" is ignored",
             text);
    check_message(QUOTES, VRMI_WITH(vrmi_quoted(quoted)), expected);
}

/* Three long texts do not fit into one sentence: it is cut, at a whole character. */
TEST(er_010_a_sentence_has_an_end) {
    static char words[600];
    vrm_report *report = vrmi_report_create(NULL, 0);
    const vrm_diagnostic *entry;
    for (size_t i = 0; i + 3 < sizeof words; i += 3) memcpy(words + i, "\xE3\x81\x82", 3);
    vrmi_report_add(report, message_of_id(QUOTES), false, NULL, VRMI_WITH(vrmi_words(words)));
    entry = vrm_report_get(report, 0);
    REQUIRE(entry != NULL);
    CHECK_INT(strlen(entry->message), 22 + (511 - 22) / 3 * 3); /* "the unknown attribute " */
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
    const vrmi_place place = place_at(vrmi_string_from("/a/0"), 1234);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        vrm_report *report = vrmi_report_create(NULL, 0);
        const vrm_diagnostic_info *info = &message_of_id(cases[i].id)->info;
        const vrm_diagnostic *entry;
        test_note("%zu", i);
        vrmi_report_add(report, message_of_id(cases[i].id), cases[i].as_error, &place,
                        VRMI_WITH(vrmi_integer(-1)));
        entry = vrm_report_get(report, 0);
        REQUIRE(entry != NULL);
        CHECK_TEXT(entry->code, info->code);
        CHECK_TEXT(entry->requirement, info->requirement);
        CHECK_TEXT(entry->remedy, info->remedy);
        CHECK_TEXT(entry->sentence, info->sentence);
        CHECK_INT(entry->impact, info->impact);
        CHECK_TEXT(entry->subject, "");
        CHECK_TEXT(entry->subject_name, "");
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
    vrmi_place place = place_at(text, VRM_NO_OFFSET);
    vrmi_report_add(report, message_of_id(A_WARNING), false, &place, NULL);
    CHECK_TEXT(vrm_report_get(report, 0)->pointer, "/a\\x1b\\x00/\\xff");
    memset(pointer, 'p', sizeof pointer);
    place.pointer.data = pointer;
    place.pointer.length = sizeof pointer;
    vrmi_report_add(report, message_of_id(A_FATAL), false, &place, NULL);
    vrmi_report_add(report, message_of_id(A_WARNING), false, &place, NULL);
    for (uint32_t i = 1; i < 3; ++i) {
        const char *cut = vrm_report_get(report, i)->pointer;
        CHECK_INT(strlen(cut), 511);
        CHECK_TEXT(cut + 506, "pp\xE2\x80\xA6");
    }
    vrm_report_destroy(report);
}

/* Names of elements are kept as text of the file is: printable, and cut when they are long. */
TEST(er_010_names_of_subjects_are_harmless_too) {
    static char name[1000];
    const vrm_diagnostic *entry;
    vrm_report *report = vrmi_report_create(NULL, 0);
    vrmi_place place = place_at(vrmi_string_from("/materials/3"), VRM_NO_OFFSET);
    place.subject = "material";
    place.subject_name.data = "Fa\x1b\0ce";
    place.subject_name.length = 6;
    vrmi_report_add(report, message_of_id(A_WARNING), false, &place, NULL);
    entry = vrm_report_get(report, 0);
    REQUIRE(entry != NULL);
    CHECK_TEXT(entry->subject, "material");
    CHECK_TEXT(entry->subject_name, "Fa\\x1b\\x00ce");
    memset(name, 'n', sizeof name);
    place.subject_name.data = name;
    place.subject_name.length = sizeof name;
    vrmi_report_add(report, message_of_id(A_FATAL), false, &place, NULL);
    vrmi_report_add(report, message_of_id(A_WARNING), false, &place, NULL);
    for (uint32_t i = 1; i < 3; ++i) {
        const char *cut = vrm_report_get(report, i)->subject_name;
        CHECK_INT(strlen(cut), 80);
        CHECK_TEXT(cut + 75, "nn\xE2\x80\xA6");
    }
    vrm_report_destroy(report);
}

/* What replaces each {}, with its kind, for translations. */
TEST(er_010_an_entry_has_its_arguments) {
    vrm_report *report = vrmi_report_create(NULL, 0);
    const vrm_diagnostic_argument *arguments;
    vrmi_report_add(report, message_of_id(THREE_HOLES), false, NULL,
                    VRMI_WITH(vrmi_integer(-5), vrmi_unsigned(1234567), vrmi_number(0.5)));
    vrmi_report_add(report, message_of_id(THREE_HOLES), false, NULL,
                    VRMI_WITH(vrmi_unsigned(UINT64_MAX), vrmi_words("nodes"),
                              vrmi_quoted(vrmi_string_from("a\nb"))));
    REQUIRE(vrm_report_count(report) == 2);
    REQUIRE(vrm_report_get(report, 0)->argument_count == 3);
    arguments = vrm_report_get(report, 0)->arguments;
    CHECK_INT(arguments[0].kind, VRM_ARGUMENT_INTEGER);
    CHECK_INT(arguments[0].integer, -5);
    CHECK_TEXT(arguments[0].text, "-5");
    CHECK_INT(arguments[1].kind, VRM_ARGUMENT_INTEGER);
    CHECK_INT(arguments[1].integer, 1234567);
    CHECK_TEXT(arguments[1].text, "1,234,567");
    CHECK_INT(arguments[2].kind, VRM_ARGUMENT_NUMBER);
    CHECK_NEAR(arguments[2].number, 0.5, 0);
    CHECK_TEXT(arguments[2].text, "0.5");
    REQUIRE(vrm_report_get(report, 1)->argument_count == 3);
    arguments = vrm_report_get(report, 1)->arguments;
    CHECK(arguments[0].integer == INT64_MAX); /* the largest that it can be */
    CHECK_INT(arguments[1].kind, VRM_ARGUMENT_WORD);
    CHECK_TEXT(arguments[1].text, "nodes");
    CHECK_INT(arguments[2].kind, VRM_ARGUMENT_TEXT);
    CHECK_TEXT(arguments[2].text, "a\\x0ab");
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
    vrmi_place place = place_at(vrmi_string_from("/the/error"), 99);
    place.subject = "node";
    place.subject_name = vrmi_string_from("Root");
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
            vrmi_report_add(report, message_of_id(A_REPAIR), true, &place,
                            VRMI_WITH(vrmi_integer(-7)));
            for (int i = 0; i < 100; ++i) add(report, A_WARNING, "/later");
            add(report, A_FATAL, "/another");
            failure = vrm_report_failure(report);
            if (CHECK(failure != NULL)) {
                CHECK_TEXT(failure->code, "index-negative");
                CHECK_TEXT(failure->message, "-7 is not an index; it is ignored");
                CHECK_TEXT(failure->pointer, "/the/error");
                CHECK_TEXT(failure->subject, "node");
                CHECK_TEXT(failure->subject_name, "Root");
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

/* Constant reports are in base, which does not know the tables: they say the same. */
static void check_constant(const vrm_report *report, vrmi_diagnostic_id id) {
    const vrm_diagnostic *entry = vrm_report_get(report, 0);
    const vrm_diagnostic_info *info = &message_of_id(id)->info;
    test_note("%s", info->code);
    CHECK_TEXT(entry->code, info->code);
    CHECK_TEXT(entry->requirement, info->requirement);
    CHECK_TEXT(entry->message, info->sentence);
    CHECK_TEXT(entry->sentence, info->sentence);
    CHECK_TEXT(entry->remedy, info->remedy);
    CHECK_TEXT(entry->pointer, "");
    CHECK_TEXT(entry->subject, "");
    CHECK_TEXT(entry->subject_name, "");
    CHECK_INT(entry->argument_count, 0);
    CHECK_INT(entry->severity, info->severity);
    CHECK_INT(entry->impact, info->impact);
    test_note(NULL);
}

static vrm_report *constant_report(vrm_result result) {
    vrm_report *report = NULL;
    CHECK_INT(vrmi_report_end(&report, result), result);
    return report;
}

TEST(er_020_the_report_for_when_there_is_no_report) {
    vrm_report *report = constant_report(VRM_ERROR_OUT_OF_MEMORY);
    const vrm_diagnostic *entry = vrm_report_get(report, 0);
    CHECK_INT(vrm_report_count(report), 1);
    REQUIRE(entry != NULL);
    CHECK(vrm_report_failure(report) == entry);
    CHECK_TEXT(entry->code, "out-of-memory");
    CHECK_TEXT(entry->requirement, "ER-020");
    check_constant(report, VRMI_OUT_OF_MEMORY);
    check_constant(constant_report(VRM_ERROR_INVALID_ARGUMENT), VRMI_INVALID_ARGUMENT);
    check_constant(constant_report(VRM_ERROR_CANCELLED), VRMI_CANCELLED);
    check_constant(constant_report(VRM_ERROR_LIMIT), VRMI_LIMIT_EXCEEDED);
    check_constant(constant_report(VRM_ERROR_CAPACITY), VRMI_MEMORY_TOO_SMALL);
    check_constant(constant_report(VRM_ERROR_NO_PAYLOAD), VRMI_BYTES_MISSING);
    CHECK_INT(vrm_report_count(constant_report(VRM_OK)), 0);
    CHECK(vrm_report_failure(constant_report(VRM_OK)) == NULL);
    CHECK_INT(vrmi_report_end(NULL, VRM_ERROR_LIMIT), VRM_ERROR_LIMIT);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_ERROR), 1);
    CHECK_INT(vrm_report_found(report, VRM_SEVERITY_WARNING), 0);
    CHECK(vrm_report_get(report, 1) == NULL);
    /* It is constant: neither adding nor destroying does anything. */
    add(report, A_FATAL, "/x");
    vrm_report_destroy(report);
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_count(report), 1);
    CHECK(constant_report(VRM_ERROR_OUT_OF_MEMORY) == report);
}

TEST(null_is_harmless) {
    CHECK_INT(vrm_report_count(NULL), 0);
    CHECK(vrm_report_get(NULL, 0) == NULL);
    CHECK_INT(vrm_report_found(NULL, VRM_SEVERITY_ERROR), 0);
    CHECK(vrm_report_failure(NULL) == NULL);
    CHECK(!vrmi_report_keeps(NULL, true));
    vrmi_report_add(NULL, message_of_id(A_FATAL), true, NULL, NULL);
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
    for (int i = VRM_OK; i <= VRM_ERROR_CONSENT; ++i) {
        const char *name = vrm_result_name((vrm_result)i);
        test_note("%d", i);
        CHECK(name[0] != '\0' && strcmp(name, "unknown result") != 0);
        for (int k = VRM_OK; k < i; ++k) CHECK(strcmp(name, vrm_result_name((vrm_result)k)) != 0);
    }
    CHECK_TEXT(vrm_result_name((vrm_result)(VRM_ERROR_CONSENT + 1)), "unknown result");
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
    vrmi_place place = place_at(vrmi_string_from("/meshes/0"), VRM_NO_OFFSET);
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
    place.subject = "mesh";
    place.subject_name = vrmi_string_from("Face");
    vrmi_report_add(report, message_of_id(QUOTES), false, &place,
                    VRMI_WITH(vrmi_quoted(vrmi_string_from("A\nB"))));
    add(report, A_WARNING, "");
    add(report, A_WARNING, "/not/held");
    add(report, A_FATAL, "");
    vrm_report_print(report, stream);
    rewind(stream);
    length = fread(text, 1, sizeof text - 1, stream);
    text[length] = '\0';
    fclose(stream);
    CHECK_TEXT(text, "note: /meshes/0: mesh \"Face\": the unknown attribute \"A\\x0aB\" is ignored "
                     "[attribute-unknown]\n"
                     "    an exporter should start custom names with _\n"
                     "warning: the image has no source [image-source]\n"
                     "    assign the image again and export the file\n"
                     "error: this is not a VRM or glTF file [not-gltf]\n"
                     "    choose a VRM file; it starts with the letters glTF\n"
                     "diagnostics that are not shown: 1\n");
    vrm_report_destroy(report);
}

/* --- As text --- */

static vrm_report *make_report(void) {
    vrm_report *report = vrmi_report_create(NULL, 2);
    const vrmi_place place = place_at(vrmi_string_from("/meshes/0"), VRM_NO_OFFSET);
    vrmi_report_add(report, message_of_id(QUOTES), false, &place,
                    VRMI_WITH(vrmi_quoted(vrmi_string_from("A\nB"))));
    add(report, A_REPAIR, "");
    add(report, A_WARNING, "/not/held");
    add(report, A_FATAL, "");
    return report;
}

#define FIRST_TEXT                                                                                 \
    "note: /meshes/0: the unknown attribute \"A\\x0aB\" is ignored "                               \
    "[attribute-unknown]\n"                                                                        \
    "    an exporter should start custom names with _\n"
#define FAILURE_TEXT                                                                               \
    "error: this is not a VRM or glTF file [not-gltf]\n"                                           \
    "    choose a VRM file; it starts with the letters glTF\n"

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
    static const char expected[] =
        FIRST_TEXT "warning: -1 is not an index; it is ignored [index-negative]\n"
                   "    the exporter should omit the field if it refers to nothing\n" FAILURE_TEXT
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
    vrmi_report_add(report, message_of_id(THREE_HOLES), false, NULL,
                    VRMI_WITH(vrmi_integer(-70000), vrmi_words("meshes"), vrmi_unsigned(12345)));
    entry = vrm_report_get(report, 0);
    REQUIRE(entry != NULL && entry->argument_count == 3);
    CHECK_TEXT(entry->sentence, message_of_id(THREE_HOLES)->info.sentence);
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
    vrmi_report_add(report, message_of_id(THREE_HOLES), false, NULL,
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
    vrmi_report_add(report, message_of_id(A_WARNING), false, NULL, NULL);
    entry = vrm_report_get(report, 3);
    REQUIRE(entry != NULL);
    CHECK_INT(entry->argument_count, 0);
    CHECK_TEXT(entry->sentence, entry->message);
    vrm_report_destroy(report);
}

/* An element of the file is its index and its name, made printable and cut when it is long. */
TEST(er_010_a_reference_has_index_and_name) {
    static char name[1000];
    const vrm_string odd = {"ha\nir", 5}, none = {"", 0}, lengthy = {name, sizeof name};
    vrm_report *report = vrmi_report_create(NULL, 0);
    const vrm_diagnostic *entry;
    const vrm_diagnostic_argument *arguments;
    memset(name, 'n', sizeof name);
    vrmi_report_add(report, message_of_id(THREE_HOLES), false, NULL,
                    VRMI_WITH(vrmi_reference("node", 22, odd), vrmi_reference("spring", 3, none),
                              vrmi_reference("mesh", 4, lengthy)));
    entry = vrm_report_get(report, 0);
    REQUIRE(entry != NULL && entry->argument_count == 3);
    CHECK(strstr(entry->message, "index 22 \"ha\\x0air\" is out of range: the number of 3 is 4 "
                                 "\"nnn") == entry->message);
    arguments = entry->arguments;
    for (int i = 0; i < 3; ++i) CHECK_INT(arguments[i].kind, VRM_ARGUMENT_REFERENCE);
    CHECK_INT(arguments[0].integer, 22);
    CHECK_TEXT(arguments[0].subject, "node");
    CHECK_TEXT(arguments[0].name, "ha\\x0air");
    CHECK_TEXT(arguments[0].text, "22 \"ha\\x0air\"");
    CHECK_INT(arguments[1].integer, 3);
    CHECK_TEXT(arguments[1].subject, "spring");
    CHECK_TEXT(arguments[1].name, "");
    CHECK_TEXT(arguments[1].text, "3");
    CHECK_INT(strlen(arguments[2].name), 80);
    CHECK_INT(entry->subject_index, VRM_NONE);
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
    vrm_report *report = constant_report(VRM_ERROR_INVALID_ARGUMENT);
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

TEST_SUITE(report, ENTRY(er_010_a_reference_has_index_and_name),
           ENTRY(er_010_the_table_of_messages_is_well_formed),
           ENTRY(er_010_arguments_fill_the_holes),
           ENTRY(er_010_text_of_the_file_is_quoted_and_harmless), ENTRY(er_010_long_text_is_cut),
           ENTRY(er_010_a_sentence_has_an_end), ENTRY(er_010_severity_follows_the_kind),
           ENTRY(er_010_rooms_have_ids_of_their_own), ENTRY(er_010_impact_says_who_will_notice),
           ENTRY(er_010_pointers_are_harmless_too),
           ENTRY(er_010_names_of_subjects_are_harmless_too),
           ENTRY(er_010_an_entry_has_its_arguments),
           ENTRY(er_018_a_report_holds_so_many_and_counts_the_rest),
           ENTRY(er_018_the_smallest_report_and_the_default),
           ENTRY(er_020_the_failure_is_kept_when_memory_is_gone),
           ENTRY(er_020_the_report_for_when_there_is_no_report), ENTRY(null_is_harmless),
           ENTRY(results_have_names), ENTRY(versions_agree), ENTRY(er_010_a_diagnostic_as_text),
           ENTRY(er_010_a_report_as_text), ENTRY(er_010_arguments_are_kept_beside_the_sentence),
           ENTRY(er_010_sentence_and_arguments_make_the_message),
           ENTRY(a_wrong_call_has_a_report_too), ENTRY(er_010_a_report_is_printed_line_by_line));
