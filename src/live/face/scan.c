#include "live/face/scan.h"

static vrm_quat turn(int axis, float degrees) {
    vrm_quat q = {0.0f, 0.0f, 0.0f, 1.0f};
    float sine;
    vrmi_sincos(vrmi_radians(degrees) * 0.5f, &sine, &q.w);
    if (axis == 0) q.x = sine;
    if (axis == 1) q.y = sine;
    if (axis == 2) q.z = sine;
    return q;
}

void vrmi_face_set_head_degrees(vrm_face *face, const float degrees[3]) {
    const vrm_quat yx = vrmi_quat_multiply(turn(1, degrees[1]), turn(0, degrees[0]));
    face->head = vrmi_quat_normalize(vrmi_quat_multiply(yx, turn(2, degrees[2])));
    face->parts |= VRM_FACE_HEAD;
}

/* The axes of both trackers are ARKit's, those of avatars: in packets that were published, eyes
 * that converge and look down have positive angles about y and x. */
void vrmi_face_set_eye_degrees(vrm_face *face, int side, const float degrees[3]) {
    face->eye_pitch_degrees[side] = vrmi_clamp(degrees[0], -90.0f, 90.0f);
    face->eye_yaw_degrees[side] = vrmi_clamp(degrees[1], -90.0f, 90.0f);
}
