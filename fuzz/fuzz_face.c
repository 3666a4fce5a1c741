/* Any bytes as packets of face trackers, and what they do with a pose. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <vrm/live/face.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need_face(int holds) {
    if (!holds) abort();
}

static void check_weights(const float *weights, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) need_face(weights[i] >= 0.0f && weights[i] <= 1.0f);
}

static void check_turn(vrm_quat q) {
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    need_face(square > 0.99f && square < 1.01f);
}

static void check_face(const vrm_face *face) {
    need_face(face->shapes >> VRM_FACE_SHAPE_COUNT == 0 && face->parts <= 7);
    need_face(face->is_found == 0 || face->is_found == 1);
    check_weights(face->weights, VRM_FACE_SHAPE_COUNT);
    check_turn(face->head);
    need_face(isfinite(face->head_position.x) && isfinite(face->head_position.y) &&
              isfinite(face->head_position.z));
    for (int i = 0; i < 2; ++i) {
        need_face(isfinite(face->eye_yaw_degrees[i]) && isfinite(face->eye_pitch_degrees[i]));
    }
}

static void check_pose(const vrm_pose *pose) {
    check_weights(pose->weights, VRM_PRESET_COUNT);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) check_turn(pose->rotations[i]);
    need_face(pose->yaw_degrees >= -90.0f && pose->yaw_degrees <= 90.0f);
    need_face(pose->pitch_degrees >= -90.0f && pose->pitch_degrees <= 90.0f);
}

static void run_face(vrm_face *face) {
    vrm_face_calibration calibration;
    vrm_face_filter filter;
    vrm_face_map map;
    vrm_pose pose;
    check_face(face);
    vrm_face_calibration_init(&calibration);
    vrm_face_calibration_add(&calibration, face);
    vrm_face_filter_init(&filter);
    vrm_face_filter_update(&filter, face, 0.02f, face);
    vrm_face_calibrate(&calibration, face, face);
    vrm_face_filter_update(&filter, face, 0.02f, face);
    check_face(face);
    vrm_face_map_init(&map, NULL);
    vrm_pose_init(&pose);
    vrm_face_map_apply(&map, face, &pose);
    check_pose(&pose);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vrm_face face;
    if (vrm_face_read_ifacialmocap(data, size, &face) == 1) run_face(&face);
    if (vrm_face_read_vtube_studio(data, size, &face) == 1) run_face(&face);
    if (size > 0) vrm_face_find_shape((const char *)data, size);
    if (size > 0) vrm_face_find_viseme((const char *)data, size);
    return 0;
}
