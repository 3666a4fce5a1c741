/* vrm index: a table of avatars, from the first bytes of their files. */
#ifndef VRM_INDEX_INDEX_H
#define VRM_INDEX_INDEX_H

#include "apps/kit/options/command.h"

extern const command command_index;

#endif
