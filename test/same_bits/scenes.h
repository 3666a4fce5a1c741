/*
 * Eleven scenes that between them use all that an avatar can do, for comparing bits between
 * compilers, processors, lanes and threads.
 *
 * Inputs are made with + - * / and whole numbers alone, so that they are the same everywhere.
 */
#ifndef VRM_TEST_SAME_BITS_SCENES_H
#define VRM_TEST_SAME_BITS_SCENES_H

#include "support/fixture.h"

#include <vrm/idle.h>
#include <vrm/vrm.h>

enum { SAME_SCENES = 11, SAME_FRAMES = 600 };

/* One avatar's play. */
typedef struct same_play {
    int scene;
    vrm_avatar *avatar;
    vrm_idle idle;
} same_play;

const char *same_scene_name(int scene);
/* Nothing is loaded where the samples are absent: `file.model` is NULL. */
loaded same_scene_load(int scene);
/* With lanes AUTO. */
void same_scene_desc(int scene, vrm_avatar_desc *out);

/* Writes the inputs of a frame, 0 and up; and how long each frame of every scene takes. */
void same_scene_act(same_play *play, int frame);
float same_scene_dt(int frame);

#endif
