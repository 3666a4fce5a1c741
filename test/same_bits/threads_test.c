/* What threads may do at once: make, run and destroy avatars of one model, and ask the model. Run
 * with ThreadSanitizer, this shows that they do not disturb each other. */
#include "same_bits/scenes.h"
#include "support/workers.h"
#include "test.h"
#include "testkit/create.h"

#include <stdlib.h>
#include <string.h>

enum { TASKS = 28, FRAMES = 30 };

typedef struct shared {
    vrm_model *model;
    int scene;
    size_t size;
    unsigned char *states[TASKS];
    int32_t first_person[TASKS];
} shared;

static void one_life(int32_t begin, int32_t end, void *context) {
    shared *all = context;
    for (int32_t i = begin; i < end; ++i) {
        vrm_avatar_desc desc;
        same_play play;
        vrm_model *model = vrm_model_retain(all->model);
        memset(&play, 0, sizeof play);
        same_scene_desc(all->scene, &desc);
        play.scene = all->scene;
        play.avatar = create_avatar(model, &desc);
        vrm_model_release(model);
        for (int frame = 0; frame < FRAMES; ++frame) {
            same_scene_act(&play, frame);
            vrm_avatar_update(play.avatar, same_scene_dt(frame));
        }
        all->first_person[i] = 0;
        for (int32_t node = 0; node < 100; ++node) {
            all->first_person[i] += vrm_model_first_person(model, node);
            all->first_person[i] += vrm_model_node_writers(model, node);
        }
        if (vrm_avatar_save_size(play.avatar) == all->size) {
            vrm_avatar_save(play.avatar, all->states[i], all->size);
        }
        vrm_avatar_destroy(play.avatar);
    }
}

static size_t state_size(int scene) {
    loaded file = same_scene_load(scene);
    vrm_avatar_desc desc;
    vrm_avatar *avatar;
    size_t size;
    same_scene_desc(scene, &desc);
    avatar = create_avatar(file.model, &desc);
    size = vrm_avatar_save_size(avatar);
    vrm_avatar_destroy(avatar);
    unload(&file);
    return size;
}

/* The first of them makes what they share; which that is, is up to the threads. */
TEST(avatars_of_one_model_live_on_seven_threads) {
    workers *threads = workers_start(7);
    for (int scene = 0; scene < SAME_SCENES; ++scene) {
        loaded file = same_scene_load(scene);
        shared all;
        memset(&all, 0, sizeof all);
        if (file.model == NULL) {
            test_skip(NO_SAMPLES);
            continue;
        }
        test_note("scene %s", same_scene_name(scene));
        all.model = file.model;
        all.scene = scene;
        all.size = state_size(scene);
        for (int i = 0; i < TASKS; ++i) all.states[i] = calloc(1, all.size);
        workers_parallel_for(TASKS, 1, one_life, &all, threads);
        CHECK(all.states[0][0] != 0);
        for (int i = 1; i < TASKS; ++i) {
            CHECK(memcmp(all.states[0], all.states[i], all.size) == 0);
            CHECK_INT(all.first_person[i], all.first_person[0]);
        }
        for (int i = 0; i < TASKS; ++i) free(all.states[i]);
        unload(&file);
    }
    test_note(NULL);
    workers_stop(threads);
}

TEST_SUITE(threads, ENTRY(avatars_of_one_model_live_on_seven_threads));
