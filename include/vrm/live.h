/**
 * @file live.h
 * Includes all headers of libvrm-live, which connects avatars to trackers, faces, voices and
 * conversations, and those of the runtime. Define VRM_NO_STDIO first to skip the header that reads
 * files, and with it stdio.
 */
#ifndef VRM_LIVE_H
#define VRM_LIVE_H

#include "vrm/live/companion.h"
#include "vrm/live/face.h"
#include "vrm/live/vmc.h"
#include "vrm/live/voice.h"
#include "vrm/vrm.h"

#endif
