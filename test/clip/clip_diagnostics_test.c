/*
 * Every message that the load of a motion can give, once: the least change to a motion without
 * fault that brings it about. The table is held against the one of clip/diagnostics.h, so that no
 * entry of glTF goes without.
 */
#include "clip/diagnostics.h"

#include "clip/motion_fixture.h"
#include "support/avatar.h"
#include "support/check_message.h"
#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- What is changed --- */

#define BONES(more) "'humanoid':{'humanBones':{" MOTION_BODY more "}}"
#define HIPS "'humanoid':{'humanBones':{'hips':{'node':1}}}"
#define PRESET(name) MOTION_HUMANOID ",'expressions':{'preset':{'" name "':{'node':16}}}"

/* --- The table --- */

static const struct {
    const char *code;
    motion_file from; /* its tracks are made below: `path` of `node` from one key to another */
    const char *path;
    int32_t node;
} cases[] = {
    {"no-motion", {NULL, NULL, "", NULL, 0}, "rotation", 2},
    {"recorder-empty", {NULL, NULL, NULL, NULL, 0}, NULL, 0},
    {"motion-animation", {NULL, NULL, NULL, NULL, 0}, "rotation", 2},
    {"motion-no-animation", {NULL, NULL, NULL, NULL, 0}, NULL, 0},
    {"motion-times", {NULL, NULL, NULL, NULL, 0}, "rotation", 2},
    {"motion-keys", {NULL, NULL, NULL, NULL, 0}, NULL, 0},
    {"motion-joints", {NULL, NULL, NULL, NULL, 0}, NULL, 0},
    {"motion-hips-height",
     {"{'children':[1]},{'children':[2]},{'translation':[0,-1,0]}", NULL,
      "'humanoid':{'humanBones':{'hips':{'node':1},'leftFoot':{'node':2}}}", NULL, 0},
     "rotation",
     1},
    {"motion-centimetres",
     {"{'children':[1]},{'translation':[0,90,0]}", NULL, HIPS, NULL, 0},
     "rotation",
     1},
    {"motion-between", {NULL, NULL, NULL, NULL, 0}, "rotation", 0},
    {"motion-unused", {NULL, "{}", NULL, NULL, 0}, "rotation", 16},
    {"motion-with-avatar", {NULL, NULL, NULL, NULL, 0}, NULL, 0},
    {"motion-eyes", {NULL, "{}", BONES(",'leftEye':{'node':16}"), NULL, 0}, "rotation", 2},
    {"motion-bone-unknown", {NULL, "{}", BONES(",'nose':{'node':16}"), NULL, 0}, "rotation", 2},
    {"motion-bone-missing",
     {"{'children':[1]},{'translation':[0,1,0]}", NULL, HIPS, NULL, 0},
     "rotation",
     1},
    {"motion-no-bones",
     {NULL, "{}", "'expressions':{'preset':{'happy':{'node':16}}}", NULL, 0},
     "translation",
     16},
    {"motion-scale", {NULL, NULL, NULL, NULL, 0}, "scale", 2},
    {"motion-translation", {NULL, NULL, NULL, NULL, 0}, "translation", 2},
    {"motion-rest-scale",
     {"{'scale':[2,2,2],'children':[1]},{'translation':[0,1,0]}", NULL, HIPS, NULL, 0},
     "rotation",
     1},
    {"motion-look-preset", {NULL, "{}", PRESET("lookUp"), NULL, 0}, "rotation", 2},
    {"motion-preset-unknown", {NULL, "{}", PRESET("joy"), NULL, 0}, "rotation", 2},
    {"motion-custom-preset",
     {NULL, "{}", MOTION_HUMANOID ",'expressions':{'custom':{'happy':{'node':16}}}", NULL, 0},
     "rotation",
     2},
    {"motion-shared-node", {NULL, NULL, BONES(",'chest':{'node':2}"), NULL, 0}, "rotation", 2},
    {"motion-other-channel", {NULL, "{}", PRESET("happy"), NULL, 0}, "scale", 16},
    {"motion-look-at-point",
     {NULL, "{}", MOTION_HUMANOID ",'lookAt':{'node':16}", NULL, 0},
     "translation",
     16},
};

static const char *get_code(size_t i) { return cases[i].code; }

static bool is_case(size_t i, const char *code) { return strcmp(cases[i].code, code) == 0; }

/* --- The files --- */

static const float rising[] = {0, 1}, falling[] = {1, 0};
static const float turns[] = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f}, places[] = {0, 1, 0, 0.5f, 1, 0};

/* More joints than a clip has room for, each with a track, between the hips and the spine. */
static fixture many_joints(void) {
    enum { JOINTS = 70 };
    motion_track tracks[JOINTS];
    motion_file from = {NULL, NULL, NULL, tracks, JOINTS};
    char nodes[JOINTS * 20 + 100], extension[100];
    size_t length = (size_t)snprintf(nodes, sizeof nodes, "{'translation':[0,1,0],'children':[1]}");
    for (int i = 0; i < JOINTS; ++i) {
        length +=
            (size_t)snprintf(nodes + length, sizeof nodes - length, ",{'children':[%d]}", i + 2);
        tracks[i] = (motion_track){i + 1, "rotation", NULL, 2, rising, turns};
    }
    snprintf(nodes + length, sizeof nodes - length, ",{}");
    snprintf(extension, sizeof extension,
             "'humanoid':{'humanBones':{'hips':{'node':0},'spine':{'node':%d}}}", JOINTS + 1);
    from.nodes = nodes;
    from.extension = extension;
    return motion_bytes(&from);
}

/* All bones share one list of keys, which is long: together they are more than a file of this size
 * may ask for. An accessor without bytes has zeros. */
static fixture many_keys(void) {
    enum { KEYS = 80000, TRACKS = 15 };
    float *times = calloc(KEYS, sizeof *times);
    char json[4096];
    size_t length;
    fixture made;
    if (times == NULL) return (fixture){NULL, 0};
    for (int i = 0; i < KEYS; ++i) times[i] = (float)i;
    length = (size_t)snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm_animation'],'extensions':{"
        "'VRMC_vrm_animation':{'specVersion':'1.0'," MOTION_HUMANOID "}},'nodes':[{'children':[1]},"
        "{'translation':[0,1,0],'children':[2,3,4,5,6,7,8,9,10,11,12,13,14,15]}"
        ",{},{},{},{},{},{},{},{},{},{},{},{},{},{}],"
        "'buffers':[{'byteLength':%d}],'bufferViews':[{'buffer':0,'byteLength':%d}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'type':'SCALAR','count':%d,'min':[0],"
        "'max':[%d]},{'componentType':5126,'type':'VEC4','count':%d}],"
        "'animations':[{'samplers':[{'input':0,'output':1}],'channels':[",
        4 * KEYS, 4 * KEYS, KEYS, KEYS - 1, KEYS);
    for (int i = 1; i <= TRACKS; ++i) {
        length += (size_t)snprintf(json + length, sizeof json - length,
                                   "%s{'sampler':0,'target':{'node':%d,'path':'rotation'}}",
                                   i == 1 ? "" : ",", i);
    }
    snprintf(json + length, sizeof json - length, "]}]}");
    made = fixture_glb(json, times, KEYS * sizeof *times);
    free(times);
    return made;
}

static fixture make_file(size_t i) {
    const motion_track track = {
        cases[i].node,
        cases[i].path,
        NULL,
        2,
        is_case(i, "motion-times") ? falling : rising,
        cases[i].path != NULL && strcmp(cases[i].path, "rotation") == 0 ? turns : places};
    motion_file from = cases[i].from;
    const avatar beside = {VRM_DIALECT_1, NULL,
                           "'extensionsUsed':['VRMC_vrm','VRMC_vrm_animation']",
                           "'VRMC_vrm_animation':{'specVersion':'1.0'," MOTION_HUMANOID "}", NULL};
    if (is_case(i, "motion-keys")) return many_keys();
    if (is_case(i, "motion-joints")) return many_joints();
    if (is_case(i, "motion-with-avatar")) return avatar_file(&beside);
    if (cases[i].path != NULL) {
        from.tracks = &track;
        from.track_count = 1;
    }
    return motion_bytes(&from);
}

/* A recorder without a file. */
static loaded record_nothing(void) {
    vrm_recorder *recorder = create_recorder(NULL);
    vrm_clip *clip;
    loaded out;
    memset(&out, 0, sizeof out);
    out.result = vrm_recorder_make_clip(recorder, &clip, &out.report);
    CHECK(clip == NULL);
    vrm_recorder_destroy(recorder);
    return out;
}

/* What a table of messages asks for is a model: that of the same file stands for the clip. */
static loaded load_case(size_t i, uint32_t flags) {
    fixture file;
    vrm_load_desc load;
    vrm_clip_desc desc;
    vrm_clip *clip;
    loaded out;
    if (is_case(i, "recorder-empty")) return record_nothing();
    file = make_file(i);
    memset(&out, 0, sizeof out);
    out.file = file;
    vrm_load_desc_init(&load);
    load.flags = flags & VRM_LOAD_STRICT;
    vrm_clip_desc_init(&desc);
    desc.load = &load;
    if (is_case(i, "motion-animation")) desc.animation = 9;
    out.result = vrm_clip_load(file.bytes, file.size, &desc, &clip, &out.report);
    if (clip != NULL) {
        vrm_load_desc of_model;
        vrm_load_desc_init(&of_model);
        of_model.flags = VRM_LOAD_ANY_GLTF;
        vrm_model_load(file.bytes, file.size, &of_model, &out.model, NULL);
    }
    vrm_clip_release(clip);
    return out;
}

static const char *const followers[][2] = {
    {"motion-joints", "motion-between"},           {"motion-joints", "motion-bone-missing"},
    {"motion-hips-height", "motion-bone-missing"}, {"motion-centimetres", "motion-bone-missing"},
    {"motion-rest-scale", "motion-bone-missing"},  {"motion-with-avatar", "motion-no-animation"},
};

/* The messages of glTF; those of BVH and VMD are in bvh_text_test.c, bvh_pose_test.c, vmd_test.c.
 */
static vrmi_diagnostics messages_of_gltf(void) {
    vrmi_diagnostics room = vrmi_clip_diagnostics;
    room.end = VRMI_BVH_SYNTAX;
    return room;
}

static message_fixtures fixtures_of(const vrmi_diagnostics *room) {
    return (message_fixtures){room,
                              COUNT(cases),
                              get_code,
                              load_case,
                              followers,
                              COUNT(followers),
                              "test/clip/clip_diagnostics_test.c",
                              "testkit/maker/motion_faults.json"};
}

TEST(er_010_every_message_of_motions_has_a_fixture) {
    const vrmi_diagnostics room = messages_of_gltf();
    const message_fixtures fixtures = fixtures_of(&room);
    check_messages_have_fixtures(&fixtures);
}

TEST(er_010_messages_of_motions_are_reported_as_their_kind_says) {
    const vrmi_diagnostics room = messages_of_gltf();
    const message_fixtures fixtures = fixtures_of(&room);
    check_messages_are_reported(&fixtures);
}

TEST(er_010_fixtures_of_motions_say_nothing_else) {
    const vrmi_diagnostics room = messages_of_gltf();
    const message_fixtures fixtures = fixtures_of(&room);
    check_messages_stand_alone(&fixtures);
}

TEST_SUITE(clip_diagnostics, ENTRY(er_010_every_message_of_motions_has_a_fixture),
           ENTRY(er_010_messages_of_motions_are_reported_as_their_kind_says),
           ENTRY(er_010_fixtures_of_motions_say_nothing_else));
