/* Rules about bones, nodes and skins of avatars that lack parts, or have them in odd places. */
#include "support/fixture.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author/check.h>

/* Whether a check of an avatar with these bones and members finds this: "code pointer". */
static bool finds(const char *dialect, const char *bones, const char *members, const char *wanted) {
    static char json[8192];
    vrm_report *report = NULL;
    bool is_found = false;
    fixture file;
    if (strcmp(dialect, "VRM") == 0) {
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'extensions':{'VRM':{"
                 "'humanoid':{'humanBones':[%s]}}}%s}",
                 bones, members);
    } else {
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{"
                 "'VRMC_vrm':{'specVersion':'1.0',%s'humanoid':{'humanBones':{%s}}}}%s}",
                 dialect, bones, members);
    }
    file = fixture_glb(json, NULL, 0);
    CHECK_INT(vrm_check(file.bytes, file.size, NULL, &report), VRM_OK);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        char text[256];
        snprintf(text, sizeof text, "%s %s", found->code, found->pointer);
        is_found = is_found || strcmp(text, wanted) == 0;
    }
    vrm_report_destroy(report);
    fixture_free(&file);
    return is_found;
}

#define DRAFT "'meta':{'title':'x'},"
#define LEGS "'hips':{'node':0},'leftUpperLeg':{'node':2},'rightUpperLeg':{'node':3}"
#define PELVIS "pelvis-inverted /nodes/1/translation"

TEST(hu_012_a_pelvis_above_both_legs) {
    /* hips, a pelvis below it, and both legs below that */
    CHECK(finds("", LEGS,
                ",'nodes':[{'children':[1]},{'translation':[0,-0.1,0],'children':[2,3]},{},{}]",
                PELVIS));
    /* one leg deeper than the other */
    CHECK(finds("", LEGS,
                ",'nodes':[{'children':[1]},{'translation':[0,-0.1,0],'children':[2,4]},{},{},"
                "{'children':[3]}]",
                PELVIS));
    CHECK(finds("", LEGS,
                ",'nodes':[{'children':[1]},{'translation':[0,-0.1,0],'children':[4,3]},{},{},"
                "{'children':[2]}]",
                PELVIS));
    /* the lowest of several nodes counts */
    CHECK(finds("", LEGS,
                ",'nodes':[{'children':[4]},{'translation':[0,-0.1,0],'children':[2,3]},{},{},"
                "{'translation':[0,-0.1,0],'children':[1]}]",
                PELVIS));
    CHECK(finds("", LEGS,
                ",'nodes':[{'children':[1]},{'translation':[0,-0.1,0],'children':[4]},{},{},"
                "{'translation':[0,0.1,0],'children':[2,3]}]",
                PELVIS));
}

TEST(hu_012_what_is_no_pelvis) {
    /* above hips; one leg alone; legs in other trees; a leg below the other; hips that are not
     * above */
    CHECK(!finds("", LEGS,
                 ",'nodes':[{'children':[1]},{'translation':[0,0.1,0],'children':[2,3]},{},{}]",
                 PELVIS));
    CHECK(!finds("", LEGS,
                 ",'nodes':[{'children':[1,3]},{'translation':[0,-0.1,0],'children':[2]},{},{}]",
                 PELVIS));
    CHECK(!finds("", LEGS, ",'nodes':[{},{},{},{}]", PELVIS));
    CHECK(!finds("", LEGS,
                 ",'nodes':[{'children':[2]},{},{'translation':[0,-0.1,0],'children':[3]},{}]",
                 "pelvis-inverted /nodes/2/translation"));
    CHECK(!finds("", LEGS,
                 ",'nodes':[{'children':[3]},{},{},{'translation':[0,-0.1,0],'children':[2]}]",
                 "pelvis-inverted /nodes/3/translation"));
    CHECK(!finds("", LEGS, ",'nodes':[{},{'translation':[0,-0.1,0],'children':[2,3]},{},{}]",
                 PELVIS));
    CHECK(!finds("", "'hips':{'node':0},'rightUpperLeg':{'node':1}",
                 ",'nodes':[{'children':[1]},{}]", PELVIS));
    CHECK(!finds("", "'hips':{'node':0},'leftUpperLeg':{'node':1}",
                 ",'nodes':[{'children':[1]},{}]", PELVIS));
}

/* Entries of 0.x that are no objects, have no node, or come twice, are passed over. */
TEST(hu_007_the_place_of_a_bone_in_a_list) {
    CHECK(finds("VRM",
                "7,{'bone':'hips'},{'bone':'hips','node':'a'},{'bone':'hips','node':0},"
                "{'bone':'hips','node':0},{'bone':'head','node':1}",
                ",'nodes':[{},{}]", "bone-not-below /extensions/VRM/humanoid/humanBones/5"));
}

/* The rules of the pose do without bones that are not there, and without a length. */
TEST(tp_002_tp_003_tp_004_poses_of_few_bones) {
    static const char *const bones[] = {
        "'hips':{'node':0}",
        "'head':{'node':1}",
        "'hips':{'node':0},'head':{'node':1}",
        "'hips':{'node':0},'head':{'node':1},'leftUpperLeg':{'node':2}",
        "'hips':{'node':0},'head':{'node':1},'rightUpperLeg':{'node':2}",
        "'hips':{'node':0},'head':{'node':1},'leftUpperArm':{'node':2}",
        "'hips':{'node':0},'head':{'node':1},'leftFoot':{'node':2}",
        "'hips':{'node':0},'leftFoot':{'node':2},'rightFoot':{'node':3}",
        "'hips':{'node':0},'head':{'node':0},'leftUpperLeg':{'node':2},'rightUpperLeg':{'node':3}"};
    for (size_t i = 0; i < sizeof bones / sizeof bones[0]; ++i) {
        test_note("%s", bones[i]);
        CHECK(!finds("", bones[i], ",'nodes':[{'children':[1,2,3]},{'translation':[0,1,0]},{},{}]",
                     "pose-facing /nodes/0"));
    }
    test_note(NULL);
    /* Arms tell the front where legs do not: turned by 90 degrees. */
    CHECK(finds("",
                "'hips':{'node':0},'head':{'node':1},'leftUpperArm':{'node':2},"
                "'rightUpperArm':{'node':3}",
                ",'nodes':[{'children':[1,2,3]},{'translation':[0,1,0]},{'translation':[0,0.8,1]},"
                "{'translation':[0,0.8,-1]}]",
                "pose-facing /nodes/0"));
}

TEST(tp_015_each_axis_of_a_rotation) {
    static const char *const rotations[] = {"[0.1,0,0,0.995]", "[0,0.1,0,0.995]",
                                            "[0,0,0.1,0.995]"};
    for (size_t i = 0; i < 3; ++i) {
        char nodes[128];
        snprintf(nodes, sizeof nodes, ",'nodes':[{},{'rotation':%s},{'scale':[2,2,2]}]",
                 rotations[i]);
        CHECK(finds(DRAFT, "", nodes, "node-not-normalized /nodes/1"));
        CHECK(!finds("", "", nodes, "node-not-normalized /nodes/1"));
    }
}

/* Skins that share a part of their way up to the root. */
TEST(tp_017_skeletons_of_the_draft) {
    static const char *const nodes =
        ",'nodes':[{'children':[1]},{'children':[2],'translation':[0,1,0]},"
        "{'translation':[0,-1,0],'children':[3]},{'translation':[1,0,0]}],'skins':["
        "{'joints':[3],'skeleton':1},{'joints':[3],'skeleton':2},{'joints':[3],'skeleton':3},"
        "{'joints':[3],'skeleton':3},{'joints':[3]},{'joints':[3],'skeleton':0}]";
    CHECK(finds(DRAFT, "", nodes, "skeleton-not-at-origin /skins/0/skeleton"));
    CHECK(!finds(DRAFT, "", nodes, "skeleton-not-at-origin /skins/1/skeleton"));
    CHECK(finds(DRAFT, "", nodes, "skeleton-not-at-origin /skins/2/skeleton"));
    CHECK(finds(DRAFT, "", nodes, "skeleton-not-at-origin /skins/3/skeleton"));
    CHECK(!finds(DRAFT, "", nodes, "skeleton-not-at-origin /skins/5/skeleton"));
    CHECK(!finds("", "", nodes, "skeleton-not-at-origin /skins/0/skeleton"));
}

/* --- Thumbnails without a header --- */

TEST(me_011_me_012_thumbnails_that_cannot_be_read) {
    static const char *const images[] = {"{'uri':'missing.png'}",
                                         "{'uri':'data:image/png;base64,AAAA'}"};
    for (size_t i = 0; i < 2; ++i) {
        char members[128];
        snprintf(members, sizeof members, ",'images':[%s]", images[i]);
        CHECK(
            !finds("'meta':{'thumbnailImage':0},", "", members, "thumbnail-not-square /images/0"));
        CHECK(!finds("'meta':{'thumbnailImage':0},", "", members, "thumbnail-format /images/0"));
    }
    CHECK(finds("'meta':{'thumbnailImage':0},", "",
                ",'images':[{'uri':'data:image/jpeg;base64,/9j/wAAJCAAAABABAAAA'}]",
                "image-size-unknown /images/0"));
}

/* --- Hostile files --- */

typedef struct text_buffer {
    char *data;
    size_t length, capacity;
} text_buffer;

static void append(text_buffer *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    out->length +=
        (size_t)vsnprintf(out->data + out->length, out->capacity - out->length, format, arguments);
    va_end(arguments);
}

/* A chain of nodes, whose ends are both legs, and skins whose skeletons lie along it. */
static fixture long_chain(uint32_t count, uint32_t skin_count) {
    text_buffer text = {NULL, 0, (size_t)(count + skin_count) * 64 + 1024};
    fixture file;
    text.data = malloc(text.capacity);
    if (text.data == NULL) abort();
    append(&text,
           "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{"
           "'VRMC_vrm':{'specVersion':'1.0',%s'humanoid':{'humanBones':{'hips':{'node':0},"
           "'leftUpperLeg':{'node':%u},'rightUpperLeg':{'node':%u}}}}},'nodes':[",
           DRAFT, (unsigned)count, (unsigned)count + 1);
    for (uint32_t i = 0; i + 1 < count; ++i) append(&text, "{'children':[%u]},", (unsigned)i + 1);
    append(&text, "{'children':[%u,%u]},{},{}],'skins':[", (unsigned)count, (unsigned)count + 1);
    for (uint32_t i = 0; i < skin_count; ++i) {
        append(&text, "%s{'joints':[%u],'skeleton':%u}", i != 0 ? "," : "", (unsigned)count,
               (unsigned)(count - 1 - i % count));
    }
    append(&text, "]}");
    file = fixture_glb(text.data, NULL, 0);
    free(text.data);
    return file;
}

/* The square of 60,000 would take minutes. */
TEST(er_018_long_chains_are_walked_once) {
    fixture file = long_chain(60000, 60000);
    vrm_report *report = NULL;
    CHECK_INT(vrm_check(file.bytes, file.size, NULL, &report), VRM_OK);
    CHECK(vrm_report_found(report, VRM_SEVERITY_ERROR) != 0);
    vrm_report_destroy(report);
    fixture_free(&file);
}

/* Large tables take separate blocks, and each allocation can fail. */
TEST(er_020_memory_of_large_tables) {
    fixture file = long_chain(3000, 1);
    vrm_model *model = NULL;
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    REQUIRE(vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK);
    for (int64_t n = 0; result != VRM_OK && n < 100; ++n) {
        counting counter;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_report *report = NULL;
        counting_init(&counter, n);
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        desc.flags = VRM_CHECK_NO_BEHAVIOR;
        load.allocator = &counter.allocator;
        result = vrm_check_model(model, &desc, &report);
        CHECK(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY);
        vrm_report_destroy(report);
        CHECK_INT(counter.live, 0);
    }
    CHECK_INT(result, VRM_OK);
    vrm_model_release(model);
    fixture_free(&file);
}

TEST_SUITE(check_parts, ENTRY(hu_012_a_pelvis_above_both_legs), ENTRY(hu_012_what_is_no_pelvis),
           ENTRY(hu_007_the_place_of_a_bone_in_a_list),
           ENTRY(tp_002_tp_003_tp_004_poses_of_few_bones), ENTRY(tp_015_each_axis_of_a_rotation),
           ENTRY(tp_017_skeletons_of_the_draft),
           ENTRY(me_011_me_012_thumbnails_that_cannot_be_read),
           ENTRY(er_018_long_chains_are_walked_once), ENTRY(er_020_memory_of_large_tables));
