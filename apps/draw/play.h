/* A motion on the avatar before the camera. */
#ifndef VRM_DRAW_PLAY_H
#define VRM_DRAW_PLAY_H

#include "studio.h"

/* Readies the motion of a shot for a subject that has an avatar. False: there is not enough memory.
 */
bool play_begin(photo_subject *subject, const shot_settings *shot);

/* Poses the avatar as the motion has it at the subject's moment. */
void play_apply(photo_subject *subject, const shot_settings *shot);

/* Measures the avatar where it is in the picture: at the moment of a still, or in all moments of
 * what moves. False: there is not enough memory. */
bool play_measure(photo_subject *subject, const shot_settings *shot);

/* Lets the avatar come into its first picture: a moment earlier hair hangs still, and then follows.
 */
void play_run_up(photo_subject *subject, const shot_settings *shot);

/* Takes a camera along, where it follows the avatar. */
void play_follow(const photo_subject *subject, const shot_settings *shot, camera_place *camera);

/* What idle life does beside a motion: eyes that the motion does not close blink. */
void play_set_idle(photo_subject *subject, const shot_settings *shot);

#endif
