/* An avatar that is made to move, and questions to it. */
#ifndef VRM_TEST_ACTOR_H
#define VRM_TEST_ACTOR_H

#include "avatar/reference.h"
#include "motion/idle.h"
#include "support/fixture.h"

typedef struct actor {
    loaded file;
    vrm_avatar *avatar; /* NULL: the test was skipped, or has failed */
} actor;

/* The sample of a dialect, "1.0" and so on; the test is skipped where there are no samples. */
actor actor_of_sample(const char *dialect);
/* Of any file, which it takes. */
actor actor_of(loaded file);
void actor_free(actor *a);

/* Puts an avatar into the relaxed pose. */
void relax(vrm_avatar *avatar);

/* All dialects of the samples. */
extern const char *const actor_dialects[4];

/* Where a bone is in the frame; its normalized rotation in the pose. */
point actor_place(const actor *a, vrm_bone bone);
turn actor_turn(const actor *a, vrm_bone bone);
/* By how many degrees two rotations differ; how far two points are apart. */
double degrees_between(turn a, turn b);
double distance_between(point a, point b);

/* What idle life remembers, which is opaque to applications. */
vrmi_idle_state laid_open(const vrm_idle *idle);

/* The result of an expression in the last update. */
double actor_weight(const actor *a, const char *expression);

#endif
