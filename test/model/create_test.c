/* Everything that creates gives a report, on success and on failure. */
#include "support/avatar.h"
#include "support/refusals.h"
#include "test.h"
#include "testkit/create.h"

#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

/* What a call gave: a report with this error (NULL: with none), and an object or not. */
static void check_report(vrm_report *report, const void *made, vrm_result result, const char *code,
                         int line) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    test_note("line %d", line);
    CHECK(report != NULL);
    CHECK((result == VRM_OK) == (code == NULL));
    CHECK((made != NULL) == (code == NULL));
    CHECK_TEXT(failure != NULL ? failure->code : "", code != NULL ? code : "");
    CHECK(failure == NULL || failure->message[0] != '\0');
    vrm_report_destroy(report);
    test_note(NULL);
}

/* Calls a function that creates `made`, and checks its report. */
#define CREATE(code, made, ...)                                                                    \
    do {                                                                                           \
        vrm_report *report = NULL;                                                                 \
        vrm_result result;                                                                         \
        (made) = NULL;                                                                             \
        result = __VA_ARGS__;                                                                      \
        check_report(report, made, result, code, __LINE__);                                        \
    } while (0)

#define BAD "invalid-argument"

static void *refuse(size_t size, size_t alignment, void *user) {
    (void)size;
    (void)alignment;
    (void)user;
    return NULL;
}

static void release_nothing(void *memory, size_t size, size_t alignment, void *user) {
    (void)memory;
    (void)size;
    (void)alignment;
    (void)user;
}

static const vrm_allocator no_memory = {refuse, release_nothing, NULL};

TEST(er_025_avatars_and_crowds_have_a_report) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_avatar_desc desc;
    vrm_crowd_desc crowd_desc;
    vrm_avatar *who, *member;
    vrm_crowd *crowd;
    size_t size = vrm_avatar_size(file.model, NULL);
    unsigned char *block = malloc(size + 32), *memory;
    REQUIRE(block != NULL);
    memory = block + (16 - (uintptr_t)block % 16); /* and a byte is left for memory + 1 */
    CREATE(NULL, who, vrm_avatar_create(file.model, NULL, &who, &report));
    vrm_avatar_destroy(who);
    CREATE(BAD, who, vrm_avatar_create(NULL, NULL, &who, &report));
    CREATE(BAD, who, vrm_avatar_create(file.model, NULL, NULL, &report));
    vrm_avatar_desc_init(&desc);
    desc.allocator = &no_memory;
    CREATE("out-of-memory", who, vrm_avatar_create(file.model, &desc, &who, &report));
    desc.allocator = NULL;
    desc.flags = 0x80000000u;
    CREATE(BAD, who, vrm_avatar_create(file.model, &desc, &who, &report));
    CREATE(BAD, who, vrm_avatar_init(memory, size, file.model, &desc, &who, &report));
    CREATE(BAD, who, vrm_avatar_init(NULL, size, file.model, NULL, &who, &report));
    CREATE("memory-too-small", who,
           vrm_avatar_init(memory, size - 1, file.model, NULL, &who, &report));
    CREATE("memory-too-small", who,
           vrm_avatar_init(memory + 1, size, file.model, NULL, &who, &report));
    CREATE(NULL, who, vrm_avatar_init(memory, size, file.model, NULL, &who, &report));
    vrm_avatar_destroy(who);
    CREATE(NULL, crowd, vrm_crowd_create(NULL, &crowd, &report));
    CREATE(BAD, member, vrm_crowd_add(crowd, file.model, &desc, &member, &report));
    CREATE(BAD, member, vrm_crowd_add(crowd, NULL, NULL, &member, &report));
    CREATE(BAD, member, vrm_crowd_add(NULL, file.model, NULL, &member, &report));
    CREATE(BAD, member, vrm_crowd_add(crowd, file.model, NULL, NULL, &report));
    CREATE(NULL, member, vrm_crowd_add(crowd, file.model, NULL, &member, &report));
    vrm_crowd_destroy(crowd);
    vrm_crowd_desc_init(&crowd_desc);
    crowd_desc.flags = 1;
    CREATE(BAD, crowd, vrm_crowd_create(&crowd_desc, &crowd, &report));
    CREATE(BAD, crowd, vrm_crowd_create(NULL, NULL, &report));
    crowd_desc.flags = 0;
    crowd_desc.allocator = &no_memory;
    CREATE("out-of-memory", crowd, vrm_crowd_create(&crowd_desc, &crowd, &report));
    free(block);
    unload(&file);
}

TEST(er_025_recorders_have_a_report) {
    vrm_recorder_desc desc;
    vrm_recorder *recorder;
    vrm_clip *clip;
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_recorder_desc_init(&desc);
    desc.allocator = &no_memory;
    CREATE("out-of-memory", recorder, vrm_recorder_create(&desc, &recorder, &report));
    desc.allocator = NULL;
    desc.hips_height = -1.0f;
    CREATE(BAD, recorder, vrm_recorder_create(&desc, &recorder, &report));
    CREATE(BAD, recorder, vrm_recorder_create(NULL, NULL, &report));
    CREATE(NULL, recorder, vrm_recorder_create(NULL, &recorder, &report));
    CREATE(BAD, clip, vrm_recorder_make_clip(NULL, &clip, &report));
    CREATE(BAD, clip, vrm_recorder_make_clip(recorder, NULL, &report));
    CHECK_INT(vrm_recorder_add(recorder, 0, &pose), VRM_OK);
    CREATE("recorder-empty", clip, vrm_recorder_make_clip(recorder, &clip, &report));
    vrm_pose_fill(&pose, NULL);
    CHECK_INT(vrm_recorder_add(recorder, 1, &pose), VRM_OK);
    CREATE(NULL, clip, vrm_recorder_make_clip(recorder, &clip, &report));
    vrm_clip_release(clip);
    vrm_recorder_destroy(recorder);
}

TEST(er_025_comparisons_have_a_report) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_diff_desc desc;
    vrm_diff *diff;
    CREATE(NULL, diff, vrm_diff_create(file.model, file.model, NULL, &diff, &report));
    vrm_diff_destroy(diff);
    CREATE(BAD, diff, vrm_diff_create(file.model, NULL, NULL, &diff, &report));
    CREATE(BAD, diff, vrm_diff_create(file.model, file.model, NULL, NULL, &report));
    vrm_diff_desc_init(&desc);
    desc.parts = 0x80000000u;
    CREATE(BAD, diff, vrm_diff_create(file.model, file.model, &desc, &diff, &report));
    unload(&file);
}

TEST(er_025_files_have_a_report) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_written *written;
    vrm_edit *edit;
    const void *no_bytes = NULL;
    CREATE(BAD, written, vrm_clip_write_vrma(NULL, NULL, &written, &report));
    CREATE(BAD, written, vrm_write_avatar(NULL, file.tables, NULL, NULL, &written, &report));
    CREATE(BAD, written, vrm_write_avatar(file.gltf, file.tables, &no_bytes, NULL, NULL, &report));
    CREATE(NULL, edit, vrm_edit_create(file.file.bytes, file.file.size, NULL, &edit, &report));
    CREATE(BAD, written, vrm_edit_write(edit, NULL, &report));
    CREATE(BAD, written, vrm_edit_write(NULL, &written, &report));
    CREATE(NULL, written, vrm_edit_write(edit, &written, &report));
    vrm_written_destroy(written);
    vrm_edit_destroy(edit);
    unload(&file);
}

TEST(er_025_other_libraries_make_reports) {
    vrm_report *report = NULL;
    CHECK_INT(vrm_report_create("gl-unsupported", "GL is too old", NULL, &report),
              VRM_ERROR_UNSUPPORTED);
    CHECK_TEXT(vrm_report_failure(report)->message,
               "the renderer cannot use this GL: GL is too old");
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_create("recorder-empty", NULL, NULL, &report), VRM_ERROR_UNSUPPORTED);
    CHECK_TEXT(vrm_report_failure(report)->code, "recorder-empty");
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_create(NULL, NULL, NULL, &report), VRM_OK);
    CHECK_INT(vrm_report_count(report), 0);
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_create("no-such-code", NULL, NULL, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_create("out-of-memory", NULL, &no_memory, &report),
              VRM_ERROR_OUT_OF_MEMORY);
    CHECK_TEXT(vrm_report_failure(report)->code, "out-of-memory");
    vrm_report_destroy(report);
    CHECK_INT(vrm_report_create("gl-unsupported", NULL, NULL, NULL), VRM_ERROR_UNSUPPORTED);
}

TEST_SUITE(create, ENTRY(er_025_other_libraries_make_reports),
           ENTRY(er_025_avatars_and_crowds_have_a_report), ENTRY(er_025_recorders_have_a_report),
           ENTRY(er_025_comparisons_have_a_report), ENTRY(er_025_files_have_a_report));
