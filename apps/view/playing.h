/* The motion that is played in the window, and the one that it takes the place of. */
#ifndef VRM_VIEW_PLAYING_H
#define VRM_VIEW_PLAYING_H

#include <stdbool.h>
#include <vrm/vrm.h>

/* Slots of the mixer: two motions in turn, the relaxed pose without one, and a tracker over them.
 */
enum { PLAYING_MOTIONS = 2, PLAYING_RELAXED = PLAYING_MOTIONS, PLAYING_TRACKER };

typedef struct playing {
    vrm_mixer mixer;
    vrm_clip *clips[PLAYING_MOTIONS];
    int slot; /* that is heard of last: a motion, or PLAYING_RELAXED */
    vrm_clip_info info;
    char name[160];
    vrm_pose relaxed;
    vrm_pose below; /* what stands where the motion says nothing */
    vrm_pose shown; /* of the last frame */
    vrm_custom_weight customs[VRM_MIXER_CUSTOMS];
    bool is_paused, is_held; /* held: by a hand on the time line */
    bool plays_once, is_in_place;
    float speed;
} playing;

void playing_init(playing *p);
void playing_close(playing *p);

/* Whether a motion or a tracker is seen, or still fades away. */
bool playing_is_on(const playing *p);
/* Whether one has been chosen: a time line is shown. */
bool playing_has_motion(const playing *p);

/* Fades to a motion, of which it takes a reference. */
void playing_begin(playing *p, vrm_clip *clip, const char *name);
/* Fades to the relaxed pose. */
void playing_end(playing *p);

/* Fades to a tracker, whose pose lies over the motion. It is borrowed, and may change in every
 * frame. */
void playing_track(playing *p, const vrm_pose *pose);
/* Whether the tracker moves a bone. */
bool playing_tracks(const playing *p, vrm_bone bone);

/* How the avatar that it is played on stands without a motion. */
void playing_set_body(playing *p, const vrm_pose *relaxed);

/* Lets `dt` seconds pass, and poses the avatar. */
void playing_apply(playing *p, vrm_avatar *avatar, float dt);

/* Where the motion is, in seconds. */
double playing_time(const playing *p);
void playing_seek(playing *p, double seconds);
void playing_set_speed(playing *p, float speed);
void playing_set_repeats(playing *p, bool repeats);
void playing_set_in_place(playing *p, bool in_place);

#endif
