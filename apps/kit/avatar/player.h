/* A motion that is played on an avatar: what is kept for the two of them between frames. */
#ifndef VRM_KIT_PLAYER_H
#define VRM_KIT_PLAYER_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

typedef struct clip_player {
    vrm_clip *clip; /* a reference of its own; NULL: there is no motion */
    vrm_clip_info info;
    vrm_pose below; /* what stands where the motion says nothing */
    vrm_custom_weight *customs;
    int32_t *bindings; /* of the custom expressions, to those of the avatar */
} clip_player;

/* Begins to play a clip on avatars of a model. False: there is not enough memory. */
bool clip_player_open(clip_player *player, vrm_clip *clip, const vrm_model *model);
void clip_player_close(clip_player *player);

/* Puts an avatar into the relaxed pose. */
void avatar_relax(vrm_avatar *avatar);

/* Parts of the body of which the motion says nothing, such as fingers, stand as in the relaxed
 * pose, and not as in the T-pose. The avatar is left in that pose. */
void clip_player_relax(clip_player *player, vrm_avatar *avatar);

/* Bones of the parts of the body of which a motion that says some bones says nothing at all. */
uint64_t clip_bones_left_out(uint64_t said);

/* The pose at a time in seconds, and what the player puts below it. Its customs are the player's,
 * until the next call. */
void clip_player_sample(clip_player *player, double seconds, vrm_pose *out);

/* Applies that pose. `flags`: VRM_APPLY_… */
void clip_player_apply(clip_player *player, vrm_avatar *avatar, double seconds,
                       vrm_apply_flags flags);

/* The length of a clip in seconds. */
double clip_seconds(const vrm_clip_info *info);

/* A time within the loop of a clip. */
double clip_wrap_seconds(const vrm_clip *clip, double seconds);

/* How far the hips jump from the end of a motion to its beginning, in metres. */
float clip_seam_metres(const vrm_clip_info *info);

/* Whether the end of a motion meets its beginning: nobody sees it jump where it is repeated. */
bool clip_loops(const vrm_clip_info *info);

#endif
