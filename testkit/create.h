/* Functions that create, in a form for tests: they return what was created, or NULL. */
#ifndef VRM_TESTKIT_CREATE_H
#define VRM_TESTKIT_CREATE_H

#include "vrm/clip.h"
#include "vrm/crowd.h"

static inline vrm_avatar *create_avatar(vrm_model *model, const vrm_avatar_desc *desc) {
    vrm_avatar *made;
    vrm_avatar_create(model, desc, &made, NULL);
    return made;
}

static inline vrm_crowd *create_crowd(const vrm_crowd_desc *desc) {
    vrm_crowd *made;
    vrm_crowd_create(desc, &made, NULL);
    return made;
}

static inline vrm_avatar *add_avatar(vrm_crowd *crowd, vrm_model *model,
                                     const vrm_avatar_desc *desc) {
    vrm_avatar *made;
    vrm_crowd_add(crowd, model, desc, &made, NULL);
    return made;
}

static inline vrm_recorder *create_recorder(const vrm_recorder_desc *desc) {
    vrm_recorder *made;
    vrm_recorder_create(desc, &made, NULL);
    return made;
}

#endif
