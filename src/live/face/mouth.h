/* Mouths: shapes of ARKit and visemes become the five presets. */
#ifndef VRMI_LIVE_FACE_MOUTH_H
#define VRMI_LIVE_FACE_MOUTH_H

#include "vrm/live/face.h"

/* The presets of the mouth, in the order of VRM_PRESET_. */
enum { VRMI_VOWELS = 5 };

/* Sets the presets of the mouth. */
void vrmi_mouth_set(vrm_pose *pose, const float vowels[VRMI_VOWELS]);

/* The vowels of a face, whose weights are all from 0 to 1: those whose direction among how open,
 * spread, puckered and rounded the mouth is is nearest. */
void vrmi_mouth_fit(const float weights[VRM_FACE_SHAPE_COUNT], float vowels[VRMI_VOWELS]);

#endif
