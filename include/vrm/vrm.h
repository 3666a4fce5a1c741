/* vrm.h: everything. */
#ifndef VRM_VRM_H
#define VRM_VRM_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/file.h"
#include "vrm/gltf.h"
#include "vrm/model.h"
#include "vrm/motion.h"
#include "vrm/report.h"
#include "vrm/tables.h"
#include "vrm/types.h"

#endif
