/* A companion with an avatar and a clock, for its tests. */
#ifndef VRM_TEST_COMPANION_STAGE_H
#define VRM_TEST_COMPANION_STAGE_H

#include "clip/motion_fixture.h"
#include "motion/actor.h"
#include "vrm/live.h"

#define STAGE_FRAME INT64_C(16666667) /* of 60 per second */
#define STAGE_SECOND INT64_C(1000000000)

/* The actions of its companion. */
enum { STAGE_DANCE, STAGE_BLUSH, STAGE_SURPRISE, STAGE_ACTIONS };

typedef struct stage {
    actor actor;
    clip_file dance; /* an upper body clip */
    vrm_companion *companion;
    vrm_companion_params params; /* for stage_open_with */
    int64_t now;
    vrm_companion_status status;
} stage;

/* False: the test is skipped, or has failed. Closed again in both cases. */
bool stage_open(stage *s, const char *dialect, uint32_t seed);
bool stage_open_with(stage *s, const char *dialect, uint32_t seed, const vrm_companion_params *p);
void stage_close(stage *s);

/* One frame, or frames up to a time. */
void stage_step(stage *s, const vrm_pose *body);
void stage_run(stage *s, double seconds);

/* "[happy 0.7 3s]" at a time. */
void stage_cue(stage *s, const char *tags, int64_t time);

/* A speech in IPA: a symbol each, so many milliseconds long; "_" is silence. */
vrm_speech *stage_speech(const char *const *symbols, int count, int64_t milliseconds);

/* A sentence of about two seconds, with stress and closed lips. */
vrm_speech *stage_sentence(void);

/* What the layer of an avatar has, and what it shows. */
float stage_layer(const stage *s, vrm_expression_layer layer, const char *name);
float stage_sum(const vrm_mouth *mouth);
/* The sum of the mouth's weights that the frame shows. */
float stage_shown_mouth(const stage *s);

/* All that a frame shows, as a number. */
uint64_t stage_hash(const stage *s, uint64_t hash);

#endif
