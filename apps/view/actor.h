/* The avatar in the window, and how it lives: idle motion, lookAt, expressions, wind, being moved.
 */
#ifndef VRM_VIEW_ACTOR_H
#define VRM_VIEW_ACTOR_H

#include "playing.h"
#include <vrm/camera.h>

#include <stdbool.h>
#include <vrm/idle.h>
#include <vrm/render.h>

enum { WIND_OFF, WIND_BREEZE, WIND_STRONG, WIND_COUNT };

typedef struct actor {
    vrm_model *model;
    vrm_report *report; /* the diagnostics of a check of the file */
    vrm_avatar *avatar;
    vrm_render_model *gpu;
    vrm_idle idle;
    bool is_idle;
    int32_t expression; /* the one that was asked for last, or VRM_NONE */
    float *wanted;      /* weights of all expressions */
    float *weights;     /* on their way there */
    int32_t wind;
    double wind_time;
    vrm_pose relaxed; /* without a motion */
    vrm_trs root;
    float head_yaw, head_pitch; /* degrees that the head has turned after its lookAt */
    float size;                 /* metres: its height, for what depends on it */
} actor;

/* Loads a file. False, with a sentence for people in `out_problem`; `out` is then as it was. */
bool actor_open(actor *out, vrm_renderer *renderer, const char *path, char *out_problem,
                size_t problem_size);
void actor_close(actor *a);

/* Does as another did that it takes the place of: pose, expressions, gaze, wind, place, and
 * settings of springs, all by their names. */
void actor_carry_over(actor *to, const actor *from);

/* The spring of `to` that is the one of `from`, or VRM_NONE. */
int32_t actor_same_spring(const actor *to, const actor *from, int32_t spring);
/* Has somebody changed a joint's settings? */
bool actor_joint_is_changed(const actor *a, int32_t joint);

/* How many images of the file cannot be drawn. */
uint32_t actor_bad_images(const actor *a);

/* Lets `dt` seconds pass. It looks at `target`; NULL: straight ahead. A motion that is on moves it.
 */
void actor_live(actor *a, playing *play, const vrm_vec3 *target, float dt);

/* Fades to an expression alone; VRM_NONE: to none. */
void actor_express(actor *a, int32_t expression);
/* Sets the weight of one expression, at once; the others stay. */
void actor_set_expression(actor *a, int32_t expression, float weight);

/* Moves the avatar with all that springs make of it; or puts it elsewhere, at rest as it was. */
void actor_move(actor *a, vrm_vec3 offset);
void actor_teleport(actor *a, vrm_vec3 to);
void actor_turn(actor *a, float degrees);
/* Back to the middle, springs at rest. */
void actor_reset(actor *a);

#endif
