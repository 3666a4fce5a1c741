#include "space.hpp"

#include <cmath>

namespace vrm_godot {

namespace {

/* The rotation of an orthonormal basis by rows, from its greatest component. */
vrm_quat rotation_of(const float m[9]) {
    const float trace = m[0] + m[4] + m[8];
    if (trace > 0.0f) {
        const float s = std::sqrt(trace + 1.0f), k = 0.5f / s;
        return vrm_quat_make((m[7] - m[5]) * k, (m[2] - m[6]) * k, (m[3] - m[1]) * k, s * 0.5f);
    }
    int i = m[4] > m[0] ? 1 : 0;
    if (m[8] > m[i * 4]) i = 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const float s = std::sqrt(m[i * 4] - m[j * 4] - m[k * 4] + 1.0f), half = 0.5f / s;
    float q[3];
    q[i] = s * 0.5f;
    q[j] = (m[j * 3 + i] + m[i * 3 + j]) * half;
    q[k] = (m[k * 3 + i] + m[i * 3 + k]) * half;
    return vrm_quat_make(q[0], q[1], q[2], (m[k * 3 + j] - m[j * 3 + k]) * half);
}

} // namespace

vrm_trs decompose(const transform &place) {
    vrm_trs out = vrm_trs_identity();
    out.translation = vrm_vec3_make(place.origin.x, place.origin.y, place.origin.z);
    float basis[9], scale[3];
    for (int c = 0; c < 3; ++c) {
        const float x = place.rows[c], y = place.rows[3 + c], z = place.rows[6 + c];
        scale[c] = std::sqrt(x * x + y * y + z * z);
        if (!(scale[c] > 0.0f) || !std::isfinite(scale[c])) return out;
        for (int r = 0; r < 3; ++r) basis[r * 3 + c] = place.rows[r * 3 + c] / scale[c];
    }
    out.rotation = rotation_of(basis);
    out.scale = vrm_vec3_make(scale[0], scale[1], scale[2]);
    return out;
}

transform to_transform(const vrm_mat4 &matrix) {
    const float *m = matrix.m;
    return {{m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]}, {m[12], m[13], m[14]}};
}

} // namespace vrm_godot
