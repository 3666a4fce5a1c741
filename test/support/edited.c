#include "support/edited.h"

#include "author/fix/patch_list.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <vrm/author/check.h>

static vrm_string text_of(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

fixture edited(const fixture *file, const edit *edits, uint32_t count) {
    fixture out = {0};
    vrmi_memory memory;
    vrmi_patch_list changes;
    vrmi_written written;
    vrmi_memory_init(&memory, NULL);
    vrmi_patch_list_init(&changes, &memory);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_patch_list_add(&changes, edits[i].value != NULL ? VRMI_PATCH_SET : VRMI_PATCH_REMOVE,
                            text_of(edits[i].pointer),
                            text_of(edits[i].value != NULL ? edits[i].value : ""));
    }
    if (CHECK(vrmi_patch_list_apply(&changes, &memory, file->bytes, file->size, false, &written) ==
              VRMI_PATCH_DONE)) {
        out = fixture_bytes(written.bytes, written.size);
        vrmi_memory_release(&memory, written.bytes, written.size);
    }
    vrmi_patch_list_release(&changes);
    return out;
}

static void compare(const vrm_report *report, const char *expected) {
    static const char *const severities[] = {"note", "warning", "error"};
    char text[4096] = "";
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%s %s %s", i > 0 ? "; " : "",
                 severities[found->severity], found->code, found->pointer);
    }
    CHECK_TEXT(text, expected);
}

void check_edited(const char *sample, const edit *edits, uint32_t count, const char *expected) {
    fixture original = fixture_sample(sample), file = edited(&original, edits, count);
    vrm_report *report = NULL;
    vrm_model *model = NULL;
    REQUIRE(file.bytes != NULL);
    REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK);
    CHECK_INT(vrm_check_model(model, NULL, &report), VRM_OK);
    compare(report, expected);
    vrm_model_release(model);
    vrm_report_destroy(report);
    fixture_free(&original);
    fixture_free(&file);
}

void check_edited_file(const char *sample, const edit *edits, uint32_t count,
                       const char *expected) {
    fixture original = fixture_sample(sample), file = edited(&original, edits, count);
    vrm_report *report = NULL;
    REQUIRE(file.bytes != NULL);
    CHECK_INT(vrm_check(file.bytes, file.size, NULL, &report), VRM_OK);
    compare(report, expected);
    vrm_report_destroy(report);
    fixture_free(&original);
    fixture_free(&file);
}
