/* The diagnostics of making avatars. gltf/diagnostics.h describes an entry. */
#ifndef VRMI_MAKE_DIAGNOSTICS_H
#define VRMI_MAKE_DIAGNOSTICS_H

#include "base/report.h"

/* clang-format off */
#define VRMI_MAKE_DIAGNOSTICS(X)                                                                                       \
    X(MAKE_IS_AVATAR, "make-is-avatar", FATAL, VISIBLE, VRM_ERROR_VRM, "MK-015", 1,                                    \
      "this file is already an avatar: VRM {}",                                                                        \
      "use it as it is, or convert it with vrm migrate")                                                             \
    X(MAKE_BONE_MISSING, "make-bone-missing", FATAL, VISIBLE, VRM_ERROR_VRM, "MK-004", 2,                              \
      "required bones were not found: {}; candidate nodes: {}",                                          \
      "name their nodes in the guesses file and run again with it")                            \
    X(MAKE_GUESSES, "make-guesses", FATAL, VISIBLE, VRM_ERROR_JSON, "MK-014", 2,                                       \
      "the guesses file cannot be used: {} in {}",                                                                  \
      "correct it there; docs/guides/make.md describes the file")
/* clang-format on */

enum {
    VRMI_MAKE_FIRST = 6000,
    VRMI_MAKE_BEFORE = VRMI_MAKE_FIRST - 1,
#define X(name, ...) VRMI_##name,
    VRMI_MAKE_DIAGNOSTICS(X)
#undef X
        VRMI_MAKE_END
};

extern const vrmi_diagnostics vrmi_make_diagnostics;

#endif
