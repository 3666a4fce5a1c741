/*
 * The same bits: 600 frames of each scene give the hashes of same_bits_hashes.h, whatever compiled
 * this, whatever computes the springs, and however many threads update the avatars.
 *
 *   --data update=FILE   writes the table again; for a change that alters motion on purpose
 *   --data trace=FILE    writes a hash of each node after each stage of each frame (with
 *                        `--data lanes=NAME`); tools/compare/compare-traces names the first
 * difference
 */
#include "avatar/avatar.h"
#include "same_bits/scenes.h"
#include "support/lanes.h"
#include "support/workers.h"
#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is hashed. STATE is what vrm_avatar_save writes behind its header, now and then. */
enum { POSE, LOOK_AT, EXPRESSION, CONSTRAINT, SPRING, STATE, STAGES };
static const char *const stage_names[STAGES] = {"pose",       "look_at", "expression",
                                                "constraint", "spring",  "state"};

typedef struct hashes {
    uint64_t stage[STAGES];
} hashes;

static const hashes expected[SAME_SCENES] = {
#define SCENE(name, pose, look_at, expression, constraint, spring, state)                          \
    {{pose, look_at, expression, constraint, spring, state}},
#include "same_bits/same_bits_hashes.h"
#undef SCENE
};

/* --- Hashes --- */

#define FIRST UINT64_C(0xCBF29CE484222325)

/* FNV-1a, of words instead of bytes. */
static uint64_t hash_words(uint64_t h, const void *words, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t word;
        memcpy(&word, (const unsigned char *)words + i * sizeof word, sizeof word);
        h = (h ^ word) * UINT64_C(0x100000001B3);
    }
    return h;
}

static uint64_t hash_node(uint64_t h, const vrm_frame *frame, uint32_t node) {
    h = hash_words(h, &frame->local[node], sizeof(vrm_trs) / 4);
    return hash_words(h, &frame->world[node], sizeof(vrm_mat4) / 4);
}

static uint64_t hash_transforms(uint64_t h, const vrm_frame *frame) {
    for (uint32_t i = 0; i < frame->node_count; ++i) h = hash_node(h, frame, i);
    return h;
}

static uint64_t hash_look_at(uint64_t h, const vrm_avatar *avatar) {
    vrm_look_at_state state;
    float degrees[2];
    vrm_look_at_state_init(&state);
    vrm_avatar_get_look_at(avatar, &state);
    degrees[0] = state.yaw_degrees;
    degrees[1] = state.pitch_degrees;
    return hash_words(h, degrees, 2);
}

static uint64_t hash_face(uint64_t h, const vrm_frame *frame) {
    h = hash_words(h, frame->expression_weights, frame->expression_count);
    h = hash_words(h, frame->morph_weights, frame->morph_weight_count);
    return hash_words(h, frame->materials,
                      frame->material_count * (sizeof(vrm_material_values) / 4));
}

enum { HEADER = 32 }; /* of a save */

static uint64_t hash_state(uint64_t h, const vrm_avatar *avatar) {
    size_t size = vrm_avatar_save_size(avatar);
    unsigned char *bytes = calloc(1, size + 4);
    CHECK_INT(vrm_avatar_save(avatar, bytes, size), VRM_OK);
    h = hash_words(h, bytes + HEADER, (size - HEADER + 3) / 4);
    free(bytes);
    return h;
}

static void hash_begin(hashes *h) {
    for (int i = 0; i < STAGES; ++i) h->stage[i] = FIRST;
}

/* --- Traces --- */

static void trace_nodes(FILE *trace, int scene, int frame, int stage, const vrm_frame *posed) {
    if (trace == NULL) return;
    fprintf(trace, "%s %d %s", same_scene_name(scene), frame, stage_names[stage]);
    for (uint32_t i = 0; i < posed->node_count; ++i) {
        uint64_t h = hash_node(FIRST, posed, i);
        fprintf(trace, " %08lx", (unsigned long)((h ^ h >> 32) & 0xFFFFFFFF));
    }
    fprintf(trace, "\n");
}

static void trace_value(FILE *trace, int scene, int frame, int stage, uint64_t h) {
    if (trace == NULL) return;
    fprintf(trace, "%s %d %s %08lx%08lx\n", same_scene_name(scene), frame, stage_names[stage],
            (unsigned long)(h >> 32), (unsigned long)(h & 0xFFFFFFFF));
}

/* --- One avatar --- */

/* vrm_avatar_update, with a look at what each stage has made. */
static void update_and_hash(same_play *play, int frame, hashes *h, FILE *trace) {
    vrm_avatar *avatar = play->avatar;
    float dt = same_scene_dt(frame);
    vrm_frame out;
    int scene = play->scene;
    out = *vrm_avatar_frame(avatar);
    vrm_avatar_update_pose(avatar);
    h->stage[POSE] = hash_transforms(h->stage[POSE], &out);
    trace_nodes(trace, scene, frame, POSE, &out);
    vrm_avatar_update_look_at(avatar);
    h->stage[LOOK_AT] = hash_look_at(hash_transforms(h->stage[LOOK_AT], &out), avatar);
    trace_nodes(trace, scene, frame, LOOK_AT, &out);
    vrm_avatar_update_expressions(avatar, dt);
    h->stage[EXPRESSION] = hash_face(h->stage[EXPRESSION], &out);
    trace_value(trace, scene, frame, EXPRESSION, hash_face(FIRST, &out));
    vrm_avatar_update_constraints(avatar);
    h->stage[CONSTRAINT] = hash_transforms(h->stage[CONSTRAINT], &out);
    trace_nodes(trace, scene, frame, CONSTRAINT, &out);
    vrm_avatar_update_springs(avatar, dt);
    h->stage[SPRING] = hash_transforms(h->stage[SPRING], &out);
    trace_nodes(trace, scene, frame, SPRING, &out);
    if (frame % 60 == 59) {
        h->stage[STATE] = hash_state(h->stage[STATE], avatar);
        trace_value(trace, scene, frame, STATE, hash_state(FIRST, avatar));
    }
}

/* False: the scene needs files that are not there. */
static bool run_scene(int scene, vrm_lanes lanes, hashes *out, FILE *trace) {
    loaded file = same_scene_load(scene);
    vrm_avatar_desc desc;
    same_play play;
    hash_begin(out);
    if (file.model == NULL) {
        unload(&file);
        return false;
    }
    memset(&play, 0, sizeof play);
    same_scene_desc(scene, &desc);
    desc.lanes = lanes;
    play.scene = scene;
    play.avatar = create_avatar(file.model, &desc);
    CHECK(play.avatar != NULL && file.tables->spring_joint_count != 0);
    CHECK(play.avatar->rig->lanes.is_wide); /* else lanes would compare the reference to itself */
    for (int frame = 0; frame < SAME_FRAMES; ++frame) {
        same_scene_act(&play, frame);
        update_and_hash(&play, frame, out, trace);
    }
    vrm_avatar_destroy(play.avatar);
    unload(&file);
    return true;
}

static void check_hash(const hashes *got, int scene, int stage) {
    test_note("scene %s, stage %s: %016llx, expected %016llx", same_scene_name(scene),
              stage_names[stage], (unsigned long long)got->stage[stage],
              (unsigned long long)expected[scene].stage[stage]);
    CHECK(got->stage[stage] == expected[scene].stage[stage]);
}

static void check_lanes(vrm_lanes lanes) {
    if (!vrm_lanes_supported(lanes)) {
        test_skip("this machine has no such lanes");
        return;
    }
    for (int scene = 0; scene < SAME_SCENES; ++scene) {
        hashes got;
        if (!run_scene(scene, lanes, &got, NULL)) {
            test_skip(NO_SAMPLES);
            continue;
        }
        for (int stage = 0; stage < STAGES; ++stage) check_hash(&got, scene, stage);
    }
    test_note(NULL);
}

TEST(same_bits_scalar) { check_lanes(VRM_LANES_SCALAR); }
TEST(same_bits_plain) { check_lanes(VRM_LANES_PLAIN); }
TEST(same_bits_sse2) { check_lanes(VRM_LANES_SSE2); }
TEST(same_bits_avx2) { check_lanes(VRM_LANES_AVX2); }
TEST(same_bits_neon) { check_lanes(VRM_LANES_NEON); }
TEST(same_bits_wasm) { check_lanes(VRM_LANES_WASM); }

/* --- Limits --- */

/* In how many frames the first joint of each spring is turned otherwise where limits are off.
 * Nothing above these joints sways, so that it is their own limits that turn them. */
static void count_held(int scene, const loaded *file, int *held) {
    same_play plays[2];
    vrm_avatar_desc desc;
    memset(plays, 0, sizeof plays);
    same_scene_desc(scene, &desc);
    for (int i = 0; i < 2; ++i) {
        plays[i].scene = scene;
        plays[i].avatar = create_avatar(file->model, &desc);
        desc.flags |= VRM_AVATAR_FLAG_NO_SPRING_LIMITS;
    }
    for (int frame = 0; frame < SAME_FRAMES; ++frame) {
        const vrm_trs *local[2];
        for (int i = 0; i < 2; ++i) {
            same_scene_act(&plays[i], frame);
            vrm_avatar_update(plays[i].avatar, same_scene_dt(frame));
            local[i] = vrm_avatar_frame(plays[i].avatar)->local;
        }
        for (uint32_t s = 0; s < file->tables->spring_count; ++s) {
            int32_t node = file->tables->spring_joints[file->tables->springs[s].first_joint].node;
            held[s] +=
                memcmp(&local[0][node].rotation, &local[1][node].rotation, sizeof(vrm_quat)) != 0;
        }
    }
    for (int i = 0; i < 2; ++i) vrm_avatar_destroy(plays[i].avatar);
}

/* SL-008, SL-009, SL-010: the hashes would say nothing of limits that no tail reaches. */
TEST(same_bits_of_tails_that_limits_hold) {
    static const vrm_spring_limit_kind kinds[] = {VRM_SPRING_LIMIT_CONE, VRM_SPRING_LIMIT_HINGE,
                                                  VRM_SPRING_LIMIT_SPHERICAL};
    int scene = SAME_SCENES - 1;
    loaded file = same_scene_load(scene);
    int held[3] = {0, 0, 0};
    REQUIRE(file.model != NULL && file.tables->spring_count == 3);
    count_held(scene, &file, held);
    for (int i = 0; i < 3; ++i) {
        uint32_t first = file.tables->springs[i].first_joint;
        CHECK_INT(file.tables->spring_joints[first].limit.kind, kinds[i]);
        test_note("kind %u: %d frames", kinds[i], held[i]);
        CHECK(held[i] > SAME_FRAMES / 2);
    }
    test_note(NULL);
    unload(&file);
}

/* --- Crowds --- */

/* Enough for seven workers, whose ranges hold sixteen or more; characters are dear. */
enum { COPIES = 14, CHARACTERS = 5, MOST = SAME_SCENES * COPIES };

typedef struct member {
    same_play play;
    bool is_hashed; /* the first of its scene */
    hashes got;
} member;

/* In which order they are added: one after the other, backwards, or jumping about. */
static size_t place_in_order(size_t i, size_t count, int worker_count) {
    if (worker_count == 1) return i;
    return worker_count == 2 ? count - 1 - i : i * 37 % count;
}

static size_t cast_members(member *members, const loaded *files) {
    size_t count = 0;
    for (int scene = 0; scene < SAME_SCENES; ++scene) {
        int copies =
            files[scene].gltf != NULL && files[scene].gltf->node_count > 40 ? CHARACTERS : COPIES;
        for (int i = 0; files[scene].model != NULL && i < copies; ++i) {
            memset(&members[count], 0, sizeof members[count]);
            members[count].play.scene = scene;
            members[count].is_hashed = i == 0;
            hash_begin(&members[count].got);
            ++count;
        }
    }
    return count;
}

static void run_crowd(vrm_crowd *crowd, member *members, size_t count) {
    for (int frame = 0; frame < SAME_FRAMES; ++frame) {
        for (size_t i = 0; i < count; ++i) same_scene_act(&members[i].play, frame);
        vrm_crowd_update(crowd, same_scene_dt(frame));
        for (size_t i = 0; i < count; ++i) {
            hashes *h = &members[i].got;
            vrm_frame out;
            if (frame % 60 == 59)
                h->stage[STATE] = hash_state(h->stage[STATE], members[i].play.avatar);
            if (!members[i].is_hashed) continue;
            out = *vrm_avatar_frame(members[i].play.avatar);
            h->stage[EXPRESSION] = hash_face(h->stage[EXPRESSION], &out);
            h->stage[SPRING] = hash_transforms(h->stage[SPRING], &out);
        }
    }
}

static void check_crowd(int worker_count) {
    static member members[MOST];
    loaded files[SAME_SCENES];
    workers *threads = workers_start(worker_count);
    vrm_crowd_desc desc;
    vrm_crowd *crowd;
    size_t count;
    bool taken[MOST] = {false};
    vrm_crowd_desc_init(&desc);
    desc.parallel_for = workers_parallel_for;
    desc.parallel_user = threads;
    crowd = create_crowd(&desc);
    for (int scene = 0; scene < SAME_SCENES; ++scene) files[scene] = same_scene_load(scene);
    count = cast_members(members, files);
    for (size_t i = 0; i < count; ++i) {
        size_t k = place_in_order(i, count, worker_count);
        vrm_avatar_desc own;
        while (taken[k]) k = (k + 1) % count;
        taken[k] = true;
        same_scene_desc(members[k].play.scene, &own);
        members[k].play.avatar = add_avatar(crowd, files[members[k].play.scene].model, &own);
    }
    run_crowd(crowd, members, count);
    for (size_t i = 0; i < count; ++i) {
        check_hash(&members[i].got, members[i].play.scene, STATE);
        if (!members[i].is_hashed) continue;
        check_hash(&members[i].got, members[i].play.scene, EXPRESSION);
        check_hash(&members[i].got, members[i].play.scene, SPRING);
    }
    test_note(NULL);
    vrm_crowd_destroy(crowd);
    for (int scene = 0; scene < SAME_SCENES; ++scene) {
        if (files[scene].model == NULL) test_skip(NO_SAMPLES);
        unload(&files[scene]);
    }
    workers_stop(threads);
}

TEST(same_bits_in_a_crowd_with_one_worker) { check_crowd(1); }
TEST(same_bits_in_a_crowd_with_two_workers) { check_crowd(2); }
TEST(same_bits_in_a_crowd_with_seven_workers) { check_crowd(7); }

/* --- Options --- */

static void write_table(FILE *table) {
    fprintf(table,
            "/* Made by `vrm-test same_bits_table --data update=FILE --data samples=…`: the "
            "name of a scene, and\n * the hashes of its stages over %d frames. */\n"
            "/* clang-format off */\n",
            SAME_FRAMES);
    for (int scene = 0; scene < SAME_SCENES; ++scene) {
        hashes got;
        REQUIRE(run_scene(scene, VRM_LANES_SCALAR, &got, NULL));
        fprintf(table, "SCENE(%s", same_scene_name(scene));
        for (int stage = 0; stage < STAGES; ++stage) {
            fprintf(table, ",%sUINT64_C(0x%08lX%08lX)", stage % 3 == 0 ? "\n      " : " ",
                    (unsigned long)(got.stage[stage] >> 32),
                    (unsigned long)(got.stage[stage] & 0xFFFFFFFF));
        }
        fprintf(table, ")\n");
    }
    fprintf(table, "/* clang-format on */\n");
}

TEST(same_bits_table) {
    FILE *table;
    if (test_option("update") == NULL) return;
    table = fopen(test_option("update"), "w");
    REQUIRE(table != NULL);
    write_table(table);
    fclose(table);
}

TEST(same_bits_trace) {
    FILE *trace;
    vrm_lanes lanes = lanes_by_name(test_option("lanes"));
    if (test_option("trace") == NULL) return;
    trace = fopen(test_option("trace"), "w");
    REQUIRE(trace != NULL && vrm_lanes_supported(lanes));
    for (int scene = 0; scene < SAME_SCENES; ++scene) {
        hashes got;
        CHECK(run_scene(scene, lanes, &got, trace));
    }
    fclose(trace);
}

TEST_SUITE(same_bits, ENTRY(same_bits_table), ENTRY(same_bits_trace), ENTRY(same_bits_scalar),
           ENTRY(same_bits_plain), ENTRY(same_bits_sse2), ENTRY(same_bits_avx2),
           ENTRY(same_bits_neon), ENTRY(same_bits_wasm), ENTRY(same_bits_of_tails_that_limits_hold),
           ENTRY(same_bits_in_a_crowd_with_one_worker),
           ENTRY(same_bits_in_a_crowd_with_two_workers),
           ENTRY(same_bits_in_a_crowd_with_seven_workers));
