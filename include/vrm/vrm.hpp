/*
 * libvrm in C++17: models, avatars and crowds. Define VRM_EXPERIMENTAL for motions too, and
 * VRM_EXCEPTIONS for exceptions (docs/guides/cpp.md).
 *
 * An object owns what it stands for, and moves. An object is empty if it was moved from or could
 * not be created. Calls of an empty object do nothing, as those of NULL in C. Only what returns a
 * reference, or a slice of an avatar's arrays, needs an object that is not empty.
 */
#ifndef VRM_VRM_HPP
#define VRM_VRM_HPP
#include "vrm/cpp/runtime.hpp"
#endif

#ifdef VRM_EXPERIMENTAL // outside of the guard: the order of includes does not matter
#include "vrm/cpp/motion.hpp"
#endif
