/* What an avatar does before the camera, beside living: movements of the whole body, so that hair
 * and clothes have something to follow. */
#ifndef VRM_CLI_ACT_H
#define VRM_CLI_ACT_H

#include <vrm/spring.h>

typedef enum act_kind {
    ACT_STAND,
    ACT_TURN, /* to its left and right on the spot, and back to the front, within 4 seconds */
    ACT_STEP  /* from side to side, within 2 seconds */
} act_kind;

/* Writes the root of the moment. `size`: how tall the avatar is, in metres. */
void act_apply(act_kind act, vrm_avatar *avatar, float size, double seconds);

#endif
