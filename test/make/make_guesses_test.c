/* Guesses that a person corrects. */
#include "make/rigged_body.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(mk_014_a_person_corrects_guesses) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .missing = 10,
                    .head_children = "21",
                    .more_nodes = FACE_NODE ",{}",
                    .more = FACE("'one','two'", "{},{}")};
    made m = make_guessing(
        &b, GUESSES ",\"name\":\"Ann\",\"author\":\"me\",\"bones\":{\"rightHand\":\"x\","
                    "\"leftToes\":{\"node\":14},\"rightEye\":null},"
                    "\"stance\":{\"up\":[0,1,0],\"forward\":[0,0,1],\"metersPerUnit\":2,"
                    "\"poseFrom\":\"nodes\",\"tPose\":false},"
                    "\"expressions\":{\"aa\":{\"binds\":[{\"node\":\"Face\",\"target\":\"two\","
                    "\"weight\":0.5}]},\"wink\":{\"binds\":[{\"node\":21,\"target\":0}]}},"
                    "\"springs\":[{\"name\":\"s\",\"kind\":\"tail\",\"nodes\":[13,14],"
                    "\"stiffness\":3}]}");
    const vrm_tables *tables;
    CHECK_INT(m.result, VRM_OK);
    tables = vrm_model_tables(m.model);
    CHECK_TEXT(tables->meta.name.data, "Ann");
    CHECK_TEXT(tables->meta.authors[0].data, "me");
    CHECK_INT(tables->humanoid.nodes[VRM_BONE_RIGHT_HAND], 10);
    CHECK_INT(tables->humanoid.nodes[VRM_BONE_RIGHT_EYE], VRM_NONE);
    CHECK_INT(tables->humanoid.nodes[VRM_BONE_LEFT_EYE], 19);
    CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_HAND).x, 1.28, 1e-4);
    CHECK_INT(tables->expression_count, 2);
    CHECK_INT(tables->expressions[0].morph_binds[0].target, 1);
    CHECK_NEAR(tables->expressions[0].morph_binds[0].weight, 0.5, 0);
    CHECK_TEXT(tables->expressions[1].name.data, "wink");
    CHECK_INT(tables->spring_count, 1);
    CHECK_NEAR(tables->spring_joints[0].stiffness, 3, 0);
    made_release(&m);
}

TEST(mk_014_guesses_that_cannot_be_used_say_where) {
    static const struct {
        const char *guesses, *where;
    } cases[] = {
        {"", "the file"},
        {"{", "the file"},
        {"{}", "format"},
        {"{\"format\":\"vrm-make-guesses\",\"version\":2}", "version"},
        {GUESSES ",\"bones\":[]}", "bones"},
        {GUESSES ",\"bones\":{\"nose\":1}}", "bones/nose"},
        {GUESSES ",\"bones\":{\"hips\":99}}", "bones/hips"},
        {GUESSES ",\"bones\":{\"hips\":\"twin\"}}", "bones/hips"},
        {GUESSES ",\"bones\":{\"hips\":true}}", "bones/hips"},
        {GUESSES ",\"bones\":{\"hips\":1,\"spine\":1}}", "bones/spine"},
        {GUESSES ",\"stance\":{\"up\":[0,1]}}", "stance/up"},
        {GUESSES ",\"stance\":{\"up\":[0,1e99,0],\"forward\":[0,0,1]}}", "stance/up"},
        {GUESSES ",\"stance\":{\"up\":[0,1,0],\"forward\":[0,0,0]}}", "stance/forward"},
        {GUESSES ",\"stance\":{\"up\":[0,1,0],\"forward\":[0,1,0]}}", "stance"},
        {GUESSES ",\"stance\":{\"metersPerUnit\":0}}", "stance/metersPerUnit"},
        {GUESSES ",\"stance\":{\"poseFrom\":\"air\"}}", "stance/poseFrom"},
        {GUESSES ",\"stance\":{\"tPose\":1}}", "stance/tPose"},
        {GUESSES ",\"expressions\":1}", "expressions"},
        {GUESSES ",\"expressions\":{\"aa\":{}}}", "expressions/aa"},
        {GUESSES ",\"expressions\":{\"aa\":{\"binds\":[{\"node\":0,\"target\":0}]}}}",
         "expressions/aa"},
        {GUESSES ",\"expressions\":{\"aa\":{\"binds\":[{\"node\":21,\"target\":9}]}}}",
         "expressions/aa"},
        {GUESSES ",\"expressions\":{\"aa\":{\"binds\":[{\"node\":21,\"target\":0,\"weight\":2}]}}}",
         "expressions/aa"},
        {GUESSES ",\"springs\":{}}", "springs"},
        {GUESSES ",\"springs\":[{\"nodes\":[1]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[13,99]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[14,13]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[13,14]},{\"nodes\":[13,14]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[13,14],\"dragForce\":2}]}", "springs/dragForce"},
    };
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .head_children = "21",
                    .more_nodes = FACE_NODE ",{'name':'twin'},{'name':'twin'}",
                    .more = FACE("'one','two'", "{},{}")};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        made m = make_guessing(&b, cases[i].guesses);
        const vrm_diagnostic *d = made_find(&m, "make-guesses");
        char where[80];
        test_note("%s", cases[i].guesses);
        CHECK_INT(m.result, VRM_ERROR_JSON);
        REQUIRE(d != NULL);
        snprintf(where, sizeof where, " in \"%s\"", cases[i].where);
        CHECK(strstr(d->message, where) != NULL);
        made_release(&m);
    }
}

TEST(mk_014_the_guesses_of_a_file_make_it_again) {
    const body b = {.names = NAMES_WORDS,
                    .unit = 100,
                    .is_turned = true,
                    .has_arms_down = true,
                    .head_children = "21,22",
                    .more_nodes =
                        FACE_NODE ",{'name':'hair \\\"1\\\"','children':[23]},{'name':'e'}",
                    .more = FACE("'aa','Blink'", "{},{}")};
    made first = make_of(&b), second;
    size_t size, first_size, second_size;
    const char *guesses = vrm_written_bytes(first.guesses, &size);
    char *text = calloc(1, size + 1);
    const void *first_bytes = vrm_written_bytes(first.file, &first_size), *second_bytes;
    REQUIRE(text != NULL && first_bytes != NULL);
    memcpy(text, guesses, size);
    second = make_guessing(&b, text);
    second_bytes = vrm_written_bytes(second.file, &second_size);
    REQUIRE(second_bytes != NULL);
    CHECK_INT(first_size, second_size);
    CHECK(memcmp(first_bytes, second_bytes, first_size) == 0);
    made_release(&first);
    made_release(&second);
    free(text);
}

/* Two joints are named as the left hand, and the one that the names tell hangs on the head. It
 * is moved to the arm, and it is the hand from then on, although the other one is found first
 * there.
 */
TEST(mk_014_mk_017_a_bone_that_was_moved_stays_that_bone) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .head_children = "21",
                    .more_nodes = ",{'name':'mixamorig:LeftHand'}"};
    made first = make_of(&b), second;
    size_t first_size, second_size, guesses_size;
    const char *guesses = vrm_written_bytes(first.guesses, &guesses_size);
    char *text = calloc(1, guesses_size + 1);
    const void *first_bytes = vrm_written_bytes(first.file, &first_size), *second_bytes;
    REQUIRE(first.result == VRM_OK && text != NULL);
    CHECK_INT(vrm_model_tables(first.model)->humanoid.nodes[VRM_BONE_LEFT_HAND], 21);
    CHECK_INT(vrm_model_gltf(first.model)->nodes[21].parent, 6);
    memcpy(text, guesses, guesses_size);
    second = make_guessing(&b, text);
    second_bytes = vrm_written_bytes(second.file, &second_size);
    REQUIRE(second_bytes != NULL);
    CHECK_INT(second_size, first_size);
    CHECK(second_size == first_size && memcmp(first_bytes, second_bytes, first_size) == 0);
    made_release(&first);
    made_release(&second);
    free(text);
}

TEST_SUITE(make_guesses, ENTRY(mk_014_a_person_corrects_guesses),
           ENTRY(mk_014_guesses_that_cannot_be_used_say_where),
           ENTRY(mk_014_the_guesses_of_a_file_make_it_again),
           ENTRY(mk_014_mk_017_a_bone_that_was_moved_stays_that_bone));
