#include "support/check_message.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

/* Says what a person who adds a message has to do besides. */
static void check_has_fixture(const message_fixtures *fixtures, size_t count) {
    char text[320];
    if (count == 0) {
        snprintf(text, sizeof text,
                 "the diagnostic has no case: add one to %s, add a fault to %s, and run "
                 "tools/make/make-diagnostics (CONTRIBUTING.md, \"A diagnostic\")",
                 fixtures->file, fixtures->faults);
    } else {
        snprintf(text, sizeof text, "the diagnostic has %zu cases in %s: one is enough", count,
                 fixtures->file);
    }
    test_check(count == 1, text, __FILE__, __LINE__);
}

void check_messages_have_fixtures(const message_fixtures *fixtures) {
    size_t found_count = 0;
    for (int i = 0; i < fixtures->room->end - fixtures->room->first; ++i) {
        const char *code = fixtures->room->messages[i].info.code;
        size_t count = 0;
        for (size_t k = 0; k < fixtures->count; ++k)
            count += strcmp(fixtures->get_code(k), code) == 0;
        test_note("%s", code);
        check_has_fixture(fixtures, count);
        found_count += count;
    }
    test_note(NULL);
    CHECK_INT(found_count, fixtures->count); /* each fixture is of one of them */
}

static const vrmi_message *message_with(const vrmi_diagnostics *room, const char *code) {
    for (int i = 0; i < room->end - room->first; ++i) {
        const vrmi_message *message = &room->messages[i];
        if (strcmp(message->info.code, code) == 0) return message;
    }
    return NULL;
}

/* The message is the sentence with the arguments in it: there is one for each {}. */
static void check_arguments(const vrm_diagnostic *entry, uint32_t count) {
    const char *sentence = entry->sentence, *message = entry->message;
    if (!CHECK_INT(entry->argument_count, count)) return;
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_diagnostic_argument *argument = &entry->arguments[i];
        size_t before = (size_t)(strstr(sentence, "{}") - sentence),
               length = strlen(argument->text);
        bool is_quoted = argument->kind == VRM_ARGUMENT_TEXT;
        CHECK(strncmp(message, sentence, before) == 0);
        message += before + (is_quoted ? 1 : 0);
        CHECK(length > 0 && strncmp(message, argument->text, length) == 0);
        message += length + (is_quoted ? 1 : 0);
        sentence += before + 2;
        CHECK(argument->kind >= VRM_ARGUMENT_INTEGER && argument->kind <= VRM_ARGUMENT_REFERENCE);
        CHECK_INT(argument->reserved, 0);
    }
    CHECK_TEXT(message, sentence);
}

/* The message of an entry does not depend on its severity. */
static void check_entry(const vrm_diagnostic *entry, const vrmi_message *message, bool is_strict) {
    bool is_error = message->kind == VRMI_FATAL || (message->kind == VRMI_REPAIR && is_strict);
    const char *text = entry->message;
    CHECK_INT(entry->severity, is_error                     ? VRM_SEVERITY_ERROR
                               : message->kind == VRMI_NOTE ? VRM_SEVERITY_NOTE
                                                            : VRM_SEVERITY_WARNING);
    CHECK_INT(entry->is_repair, message->kind == VRMI_REPAIR && !is_strict);
    CHECK_TEXT(entry->requirement, message->info.requirement);
    CHECK_TEXT(entry->remedy, message->info.remedy);
    CHECK_TEXT(entry->sentence, message->info.sentence);
    CHECK_INT(entry->impact, message->info.impact);
    check_arguments(entry, message->info.argument_count);
    CHECK(text[0] != '\0');
    /* Every hole was filled with something. */
    CHECK(strstr(text, "{}") == NULL);
    CHECK(text[0] != ' ' && strstr(text, "  ") == NULL && strstr(text, " ;") == NULL &&
          strstr(text, " ,") == NULL && text[strlen(text) - 1] != ' ');
}

void check_messages_are_reported(const message_fixtures *fixtures) {
    for (size_t i = 0; i < fixtures->count; ++i) {
        const char *code = fixtures->get_code(i);
        const vrmi_message *message = message_with(fixtures->room, code);
        bool is_fatal, is_repair;
        loaded file, strict;
        test_note("%s", code);
        if (!CHECK(message != NULL)) continue;
        is_fatal = message->kind == VRMI_FATAL;
        is_repair = message->kind == VRMI_REPAIR;
        file = fixtures->load(i, 0);
        strict = fixtures->load(i, VRM_LOAD_STRICT);
        CHECK_INT(file.result, is_fatal ? message->result : VRM_OK);
        CHECK_INT(strict.result, is_fatal || is_repair ? message->result : VRM_OK);
        CHECK((file.model == NULL) == is_fatal);
        CHECK((strict.model == NULL) == (is_fatal || is_repair));
        if (CHECK(find_diagnostic(&file, code) != NULL)) {
            check_entry(find_diagnostic(&file, code), message, false);
        }
        if (CHECK(find_diagnostic(&strict, code) != NULL)) {
            check_entry(find_diagnostic(&strict, code), message, true);
        }
        if (is_fatal && CHECK(vrm_report_failure(file.report) != NULL)) {
            CHECK_TEXT(vrm_report_failure(file.report)->code, code);
        }
        unload(&strict);
        unload(&file);
    }
    test_note(NULL);
}

static bool is_follower(const message_fixtures *fixtures, const char *code, const char *follower) {
    for (size_t i = 0; i < fixtures->follower_count; ++i) {
        if (strcmp(fixtures->followers[i][0], code) == 0 &&
            strcmp(fixtures->followers[i][1], follower) == 0) {
            return true;
        }
    }
    return false;
}

void check_messages_stand_alone(const message_fixtures *fixtures) {
    for (size_t i = 0; i < fixtures->count; ++i) {
        const char *code = fixtures->get_code(i);
        loaded file = fixtures->load(i, 0);
        for (uint32_t k = 0; k < vrm_report_count(file.report); ++k) {
            const char *said = vrm_report_get(file.report, k)->code;
            test_note("%s says %s", code, said);
            CHECK(strcmp(said, code) == 0 || is_follower(fixtures, code, said));
        }
        unload(&file);
    }
    test_note(NULL);
}
