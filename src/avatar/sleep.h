/*
 * Sleep (VRM_AVATAR_FLAG_SLEEP): when springs have come to rest and no input changes, the next
 * frame would be this one again, and is not computed.
 *
 * Inputs are written through vrmi_set_input, which notices a change; the pose alone may be written
 * behind our back by whoever asked for its array, and is then compared with a copy.
 */
#ifndef VRMI_AVATAR_SLEEP_H
#define VRMI_AVATAR_SLEEP_H

#include "avatar/avatar.h"

#include <string.h>

/* Steps in which no tail moves by more than this, until an avatar sleeps. */
#define VRMI_SLEEP_STEPS 30
#define VRMI_SLEEP_MOTION 1e-5f /* meters, at scale 1 */

static inline void vrmi_wake(vrm_avatar *avatar) { avatar->sleep.is_changed = 1; }

/* The pose may have been written. */
static inline void vrmi_touch_pose(vrm_avatar *avatar) { avatar->sleep.is_pose_touched = 1; }

/* Bits, not values: -0 is another input than 0. */
static inline bool vrmi_is_same(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

static inline void vrmi_set_input(vrm_avatar *avatar, void *to, const void *from, size_t size) {
    if (vrmi_is_same(to, from, size)) return;
    memcpy(to, from, size);
    vrmi_wake(avatar);
}

/* Whether the pose is another than that of the last update; false without VRM_AVATAR_FLAG_SLEEP. */
bool vrmi_is_pose_changed(const vrm_avatar *avatar);

/* After a restore: what was saved goes on sleeping or waking as it would have; the frame is stale,
 * so that the next update shows it even in its sleep. */
void vrmi_sleep_restored(vrm_avatar *avatar);

/* The frame of a restored avatar, as the next update without time would show it; nothing else
 * changes. For the few functions that read the frame and may come before that update. */
void vrmi_refresh_frame(vrm_avatar *avatar);

/* At the beginning of an update: whether the avatar may go on sleeping. */
bool vrmi_sleep_check(vrm_avatar *avatar);

/* After the springs: whether they moved, in how many steps. */
void vrmi_sleep_count(vrm_avatar *avatar, uint32_t steps);

#endif
