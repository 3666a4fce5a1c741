/* Hair at rest: how an avatar stands before its picture is taken. */
#ifndef VRM_KIT_SETTLE_H
#define VRM_KIT_SETTLE_H

#include <vrm/avatar.h>

/* Updates the frame, then lets the springs run until hair hangs still. */
void settle_springs(vrm_avatar *avatar);

#endif
