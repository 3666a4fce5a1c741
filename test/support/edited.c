#include "support/edited.h"

#include "author/document/glb_write.h"
#include "author/json/json_tree.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <vrm/author/check.h>

static vrm_string text_of(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

/* Sets the value at a pointer. A member that an object lacks is added, and "-" is an element behind
 * the others. */
static bool set_value(vrmi_tree *tree, const char *pointer, const char *json) {
    const char *token = strrchr(pointer, '/') + 1;
    vrmi_value *value = vrmi_tree_find(tree, text_of(pointer));
    vrmi_value *parent =
        vrmi_tree_find(tree, (vrm_string){pointer, (uint32_t)(token - 1 - pointer)});
    if (value != NULL) {
        vrmi_value_replace(tree, value, text_of(json));
        return true;
    }
    if (strcmp(token, "-") == 0) return vrmi_value_append(tree, parent, text_of(json)) != NULL;
    return vrmi_value_set(tree, parent, token, text_of(json)) != NULL;
}

/* All pointers are those of the file: what is removed goes last. */
static bool change(vrmi_tree *tree, const edit *edits, uint32_t count) {
    vrmi_value *removed[64];
    uint32_t removed_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (edits[i].value == NULL) {
            vrmi_value *value = vrmi_tree_find(tree, text_of(edits[i].pointer));
            if (value == NULL || removed_count == 64) return false;
            removed[removed_count++] = value;
        } else if (!set_value(tree, edits[i].pointer, edits[i].value)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < removed_count; ++i) vrmi_value_remove(tree, removed[i]);
    return true;
}

fixture edited(const fixture *file, const edit *edits, uint32_t count) {
    const vrm_string json = vrmi_written_json(file->bytes, file->size);
    fixture out = {0};
    vrmi_memory memory;
    vrmi_tree tree;
    vrmi_written written;
    char *text;
    size_t length;
    vrmi_memory_init(&memory, NULL);
    if (CHECK(vrmi_tree_open(&tree, &memory, json.data, json.length) &&
              change(&tree, edits, count) && vrmi_tree_write(&tree, &memory, &text, &length))) {
        CHECK(vrmi_glb_write(&memory, file->bytes, file->size, text, length, 0, &written));
        out = fixture_bytes(written.bytes, written.size);
        vrmi_memory_release(&memory, written.bytes, written.size);
        vrmi_memory_release(&memory, text, length);
    }
    vrmi_tree_release(&tree);
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
