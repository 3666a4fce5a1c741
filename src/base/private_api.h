/*
 * What libvrm-author and libvrm-live use of libvrm: the shared library exports these functions and
 * tables too, and no installed header declares them (src/private.txt lists them). They may change
 * in every version, so both load with the libvrm of exactly their own version:
 * base/private_version.h.
 */
#ifndef VRMI_BASE_PRIVATE_API_H
#define VRMI_BASE_PRIVATE_API_H

#include "vrm/base.h"

#define VRMI_API VRM_EXPORT

#endif
