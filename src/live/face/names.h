/* The names of faces: shapes of ARKit and visemes of OVR, in their spellings. */
#ifndef VRMI_LIVE_FACE_NAMES_H
#define VRMI_LIVE_FACE_NAMES_H

#include "vrm/live/face.h"

/* A name in ARKit's spelling, with its length. */
typedef struct vrmi_face_name {
    uint32_t length;
    char text[20];
} vrmi_face_name;

extern const vrmi_face_name vrmi_face_names[VRM_FACE_SHAPE_COUNT];

#endif
