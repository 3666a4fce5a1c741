/* What packets of trackers set in a face. */
#ifndef VRMI_LIVE_FACE_SCAN_H
#define VRMI_LIVE_FACE_SCAN_H

#include "base/math.h"
#include "live/text/scan.h"
#include "vrm/live/face.h"

/* Sets the weight of a shape. */
static inline void vrmi_face_set_shape(vrm_face *face, vrm_face_shape shape, float weight) {
    face->shapes |= VRM_FACE_BIT(shape);
    face->weights[shape] = vrmi_saturate(weight);
}

/* Sets the rotation of the head: degrees about x, y and z, of which z comes first and y last. */
void vrmi_face_set_head_degrees(vrm_face *face, const float degrees[3]);

/* Sets the angles of an eye, 0 left and 1 right, by degrees about x and y. */
void vrmi_face_set_eye_degrees(vrm_face *face, int side, const float degrees[3]);

#endif
