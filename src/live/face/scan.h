/* Text of trackers, read character by character. Nothing is copied. */
#ifndef VRMI_LIVE_FACE_SCAN_H
#define VRMI_LIVE_FACE_SCAN_H

#include "base/math.h"
#include "vrm/live/face.h"

#include <stdbool.h>

/* What is left of a text. */
typedef struct vrmi_scan {
    const char *at, *end;
} vrmi_scan;

/* Takes a character if it is the next one. */
static inline bool vrmi_scan_take(vrmi_scan *scan, char c) {
    if (scan->at == scan->end || *scan->at != c) return false;
    ++scan->at;
    return true;
}

/* Takes a decimal number, also with an exponent. False: there is none, or it is no finite float. */
bool vrmi_scan_number(vrmi_scan *scan, float *out);

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
