/*
 * What the module of libvrm_render takes from this one, and what it gives to it. Both have the code
 * of libvrm inside, and pass objects of libvrm to each other: that works because both are compiled
 * from the same sources. The names of the capsules have the hash of these, so others are refused.
 */
#ifndef LIBVRM_PYTHON_SHARED_H
#define LIBVRM_PYTHON_SHARED_H

#include "build_key.h"
#include "core.h"

#define SHARED_CORE "libvrm._core " BUILD_KEY
#define SHARED_IMAGE_TOOLS "libvrm_render._pictures.image_tools " BUILD_KEY

typedef struct shared_core {
    /* The avatar of an object, which is busy until it is left; so is its crowd, and its model is
     * being read. NULL with an exception. `out_entered` receives what is left, and keeps the avatar
     * until then. */
    vrm_avatar *(*enter_avatar)(PyObject *object, PyObject **out_entered);
    void (*leave)(PyObject *entered);
    /* What keeps the model of an avatar and the bytes of its file. Borrowed. */
    PyObject *(*keeper_of_model)(PyObject *entered);
    PyObject *(*raise_result)(vrm_result result, vrm_report *report, const char *problem);
} shared_core;

/* Of a capsule. For one call at a time: it counts what decoding costs. */
typedef struct shared_image_tools {
    vrm_optimize_tools functions;
    vrm_decode_image_fn *check_image; /* of a check; with the `user` of the functions */
} shared_image_tools;

#endif
