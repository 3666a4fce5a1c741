/* The version of what libvrm-author and libvrm-live use of libvrm. */
#ifndef VRMI_BASE_PRIVATE_VERSION_H
#define VRMI_BASE_PRIVATE_VERSION_H

#include "base/private_api.h"

#define VRMI_JOIN_VERSION(major, minor, patch) vrmi_private_##major##_##minor##_##patch
#define VRMI_EXPAND_VERSION(major, minor, patch) VRMI_JOIN_VERSION(major, minor, patch)

/* vrmi_private_1_0_0 in version 1.0.0. A libvrm of another version does not have it, so a
 * library that refers to it does not load with one. */
#define VRMI_PRIVATE_VERSION                                                                       \
    VRMI_EXPAND_VERSION(VRM_VERSION_MAJOR, VRM_VERSION_MINOR, VRM_VERSION_PATCH)

VRMI_API extern const char VRMI_PRIVATE_VERSION[];

#endif
