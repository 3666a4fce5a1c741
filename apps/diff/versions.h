/* Differences between two files that come from their VRM versions alone. */
#ifndef VRM_DIFF_VERSIONS_H
#define VRM_DIFF_VERSIONS_H

#include "pair.h"

/* Sets a flag for each change that every avatar has in another VRM version: names of extensions,
 * the direction that it faces, ends of springs, settings of Unity. A change that loses or adds
 * something, such as a permission or a constraint, has no flag. Returns the number of flags. */
uint32_t find_version_changes(const diff_pair *pair, bool *flags);

#endif
