/* Rules about bones, the T-pose and nodes: samples with one thing changed. */
#include "check/check.h"
#include "support/fixture.h"
#include "test.h"
#include "write/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

static vrm_string text_of(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

typedef struct edit {
    const char *pointer, *value; /* NULL: removed */
} edit;

/* A file with some values of its JSON changed. */
static fixture edited(const fixture *file, const edit *edits, uint32_t count) {
    fixture out = {0};
    vrmi_memory memory;
    vrmi_edit changes;
    vrmi_written written;
    vrmi_memory_init(&memory, NULL);
    vrmi_edit_init(&changes, &memory);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_edit_add(&changes, edits[i].value != NULL ? VRMI_PATCH_SET : VRMI_PATCH_REMOVE,
                      text_of(edits[i].pointer),
                      text_of(edits[i].value != NULL ? edits[i].value : ""));
    }
    if (CHECK(vrmi_edit_apply(&changes, &memory, file->bytes, file->size, false, &written) ==
              VRMI_PATCH_DONE)) {
        out = fixture_bytes(written.bytes, written.size);
        vrmi_memory_release(&memory, written.bytes, written.size);
    }
    vrmi_edit_release(&changes);
    return out;
}

/* All diagnostics of the rules as text: "severity code pointer", separated by "; ". */
static void check_rules(const char *sample, const edit *edits, uint32_t count,
                        const char *expected) {
    static const char *const severities[] = {"note", "warning", "error"};
    fixture original = fixture_sample(sample), file = edited(&original, edits, count);
    vrm_report *report = NULL;
    vrm_model *model = NULL;
    char text[4096] = "";
    REQUIRE(file.bytes != NULL);
    REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK);
    CHECK_INT(vrm_check_model(model, NULL, &report), VRM_OK);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        size_t length = strlen(text);
        if (i > 0) strncat(text, "; ", sizeof text - length - 1);
        strncat(text, severities[found->severity], sizeof text - strlen(text) - 1);
        strncat(text, " ", sizeof text - strlen(text) - 1);
        strncat(text, found->code, sizeof text - strlen(text) - 1);
        strncat(text, " ", sizeof text - strlen(text) - 1);
        strncat(text, found->pointer, sizeof text - strlen(text) - 1);
    }
    CHECK_TEXT(text, expected);
    vrm_model_release(model);
    vrm_report_destroy(report);
    fixture_free(&original);
    fixture_free(&file);
}

TEST(samples_are_clean) {
    check_rules("character-1.0.vrm", NULL, 0, "");
    check_rules("character-0.x.vrm", NULL, 0, "");
    check_rules("character-1.0-draft.vrm", NULL, 0, "");
    check_rules("character-1.0-beta.vrm", NULL, 0, "");
}

/* Ame of 1.0: the node of a bone, as text for a pointer. */
static int32_t node_of(const char *bone) {
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_model *model = NULL;
    int32_t node = VRM_NONE;
    if (vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK) {
        node = vrm_model_bone_node(model, vrm_bone_find(bone));
    }
    vrm_model_release(model);
    fixture_free(&file);
    return node;
}

/* Changes a member of the node of a bone, and expects `severity code` there. */
static void check_bone(const char *bone, const char *member, const char *value,
                       const char *expected) {
    char pointer[64], wanted[256];
    edit one = {pointer, value};
    snprintf(pointer, sizeof pointer, "/nodes/%d/%s", (int)node_of(bone), member);
    snprintf(wanted, sizeof wanted, expected, (int)node_of(bone), (int)node_of(bone));
    check_rules("character-1.0.vrm", &one, 1, wanted);
}

TEST(a_scale_that_is_not_positive_HU_011) {
    check_bone("leftToes", "scale", "[1,1,0]", "error bone-scale /nodes/%d/scale");
    check_bone("leftToes", "scale", "[1,-1,1]", "error bone-scale /nodes/%d/scale");
    check_bone("leftToes", "scale", "[2,2,2]", "");
}

TEST(a_scale_that_is_not_uniform_TP_013) {
    check_bone("leftToes", "scale", "[1,1,2]", "error node-scale /nodes/%d/scale");
    check_bone("leftToes", "scale", "[1,1,1.00001]", "");
}

TEST_SUITE(check_pose, ENTRY(samples_are_clean), ENTRY(a_scale_that_is_not_positive_HU_011),
           ENTRY(a_scale_that_is_not_uniform_TP_013));
