#include "avatar/space.h"

#include "base/floats.h"
#include "base/math.h"

bool vrmi_space_read(vrmi_space *out, const vrm_space *space) {
    const vrm_space own = vrm_space_gltf();
    int seen = 0, swaps;
    if (space == NULL) space = &own;
    {
        const vrm_axis axes[3] = {space->x, space->y, space->z};
        for (int i = 0; i < 3; ++i) {
            if (axes[i] < VRM_AXIS_POSITIVE_X || axes[i] > VRM_AXIS_NEGATIVE_Z) return false;
            out->axes[i] = axes[i] / 2;
            out->signs[i] = axes[i] % 2 == 0 ? 1.0f : -1.0f;
            seen |= 1 << out->axes[i];
        }
    }
    out->units = space->units_per_meter;
    if (seen != 7 || !vrmi_is_finite(out->units) || !(out->units > 0.0f)) return false;
    /* The sign of the permutation: 0 or 2 of the three axes out of place in a cycle make +1. */
    swaps = (out->axes[0] > out->axes[1]) + (out->axes[0] > out->axes[2]) +
            (out->axes[1] > out->axes[2]);
    out->turn = out->signs[0] * out->signs[1] * out->signs[2] * (swaps % 2 == 0 ? 1.0f : -1.0f);
    return true;
}

/* The axis of a rotation is a pseudovector: in a mirrored space it points the other way. */
vrm_trs vrmi_space_to_host(const vrmi_space *space, const vrm_trs *trs) {
    const float *translation = vrmi_vec3_floats(&trs->translation);
    const float *rotation = vrmi_quat_floats(&trs->rotation);
    const float *scale = vrmi_vec3_floats(&trs->scale);
    float t[3], r[3], s[3];
    for (int i = 0; i < 3; ++i) {
        int axis = space->axes[i];
        t[i] = space->signs[i] * translation[axis] * space->units;
        r[i] = space->turn * space->signs[i] * rotation[axis];
        s[i] = scale[axis];
    }
    return (vrm_trs){{t[0], t[1], t[2]}, {r[0], r[1], r[2], trs->rotation.w}, {s[0], s[1], s[2]}};
}

vrm_trs vrmi_space_from_host(const vrmi_space *space, const vrm_trs *trs) {
    const float *translation = vrmi_vec3_floats(&trs->translation);
    const float *rotation = vrmi_quat_floats(&trs->rotation);
    const float *scale = vrmi_vec3_floats(&trs->scale);
    float t[3], r[3], s[3];
    for (int i = 0; i < 3; ++i) {
        int axis = space->axes[i];
        t[axis] = space->signs[i] * translation[i] / space->units;
        r[axis] = space->turn * space->signs[i] * rotation[i];
        s[axis] = scale[i];
    }
    return (vrm_trs){{t[0], t[1], t[2]}, {r[0], r[1], r[2], trs->rotation.w}, {s[0], s[1], s[2]}};
}
