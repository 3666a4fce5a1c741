/**
 * @file vrm.h
 * Includes all headers of the runtime except vrm/lanes.h, which is for tests and measurements.
 * Define VRM_NO_STDIO first to skip vrm/file.h, and with it stdio.
 */
#ifndef VRM_VRM_H
#define VRM_VRM_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/clip.h"
#include "vrm/crowd.h"
#include "vrm/frame.h"
#include "vrm/gltf.h"
#include "vrm/idle.h"
#include "vrm/image.h"
#include "vrm/limb.h"
#include "vrm/meshopt.h"
#include "vrm/mixer.h"
#include "vrm/model.h"
#include "vrm/pose.h"
#include "vrm/report.h"
#include "vrm/scene_graph.h"
#include "vrm/spring.h"
#include "vrm/tables.h"
#include "vrm/types.h"
#ifndef VRM_NO_STDIO
#include "vrm/file.h"
#endif

#endif
