#include "clip/bvh.h"

#include "base/floats.h"
#include "base/math.h"
#include "base/text.h"
#include "clip/bvh_body.h"
#include "clip/diagnostics.h"

#include <string.h>

/* --- The body among the skeletons of a file --- */

static vrmi_source_joint *make_joints(vrmi_load *load, const vrmi_bvh *bvh) {
    vrmi_source_joint *joints = VRMI_TAKE(load->scratch, vrmi_source_joint, bvh->joint_count);
    if (joints == NULL) {
        vrmi_load_refused(load);
        return NULL;
    }
    for (uint32_t i = 0; i < bvh->joint_count; ++i) {
        vrmi_source_joint_init(&joints[i]);
        joints[i].name = bvh->joints[i].name;
        joints[i].parent = bvh->joints[i].parent;
        joints[i].rest.translation = bvh->joints[i].offset;
    }
    return joints;
}

/* Names for a message: as many as a line has room for. */
static void list_names(const vrmi_source_joint *joints, uint32_t count, vrmi_text *out) {
    for (uint32_t i = 0; i < count && !out->truncated; ++i) {
        if (joints[i].bone != VRM_NONE) continue;
        if (out->length != 0) vrmi_text_append(out, ", ");
        vrmi_text_append_string(out, joints[i].name);
    }
}

static bool refuse(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_source_joint *joints,
                   uint32_t count) {
    char buffer[120];
    vrmi_text names = vrmi_text_make(buffer, sizeof buffer);
    list_names(joints, count, &names);
    vrmi_load_found(load, id, NULL,
                    VRMI_WITH(vrmi_unsigned(count),
                              vrmi_quoted((vrm_string){names.data, (uint32_t)names.length})));
    return false;
}

/* Leaves the joints of one skeleton of a file. */
static void keep_skeleton(vrmi_bvh *bvh, uint32_t first, uint32_t count) {
    bvh->joints += first;
    bvh->joint_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        if (bvh->joints[i].parent != VRM_NONE) bvh->joints[i].parent -= (int32_t)first;
    }
}

/* Things and other bodies have roots of their own. The first skeleton that is a body is taken. */
static const vrmi_skeleton_family *choose_skeleton(vrmi_load *load, vrmi_bvh *bvh,
                                                   vrmi_source_joint **joints) {
    const vrmi_skeleton_family *family = NULL;
    uint32_t first = 0, end = 0;
    while (family == NULL && end < bvh->joint_count && vrmi_load_goes_on(load)) {
        first = end++;
        while (end < bvh->joint_count && bvh->joints[end].parent != VRM_NONE) ++end;
        family = vrmi_find_skeleton(*joints + first, end - first);
    }
    if (!vrmi_load_ok(load)) return NULL;
    if (family == NULL) {
        refuse(load, VRMI_BVH_SKELETON, *joints, bvh->joint_count);
        return NULL;
    }
    if (bvh->root_count > 1) {
        vrmi_load_found(
            load, VRMI_BVH_ROOTS, NULL,
            VRMI_WITH(vrmi_unsigned(bvh->root_count), vrmi_quoted((*joints)[first].name)));
    }
    *joints += first;
    keep_skeleton(bvh, first, end - first);
    return family;
}

/* --- The body --- */

static bool make_body(vrmi_load *load, const vrmi_bvh *bvh, const vrmi_source_joint *joints,
                      vrmi_bvh_body *out) {
    uint32_t count = bvh->joint_count;
    out->load = load;
    out->bvh = bvh;
    out->is_needed = VRMI_TAKE(load->scratch, bool, count);
    out->is_above_hips = VRMI_TAKE(load->scratch, bool, count);
    out->scratch.rotations = VRMI_TAKE(load->scratch, vrm_quat, count);
    out->scratch.places = VRMI_TAKE(load->scratch, vrm_vec3, count);
    out->t_pose = VRMI_TAKE(load->scratch, vrm_quat, count);
    out->places = VRMI_TAKE(load->scratch, vrm_vec3, count);
    if (out->is_needed == NULL || out->is_above_hips == NULL || out->scratch.rotations == NULL ||
        out->scratch.places == NULL || out->t_pose == NULL || out->places == NULL) {
        return vrmi_load_refused(load);
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) out->joints[bone] = VRM_NONE;
    memset(out->is_needed, 0, count * sizeof *out->is_needed);
    memset(out->is_above_hips, 0, count * sizeof *out->is_above_hips);
    for (uint32_t i = count; i-- > 0;) {
        int32_t parent = bvh->joints[i].parent;
        if (joints[i].bone != VRM_NONE) {
            out->joints[joints[i].bone] = (int32_t)i;
            out->is_needed[i] = true;
        }
        if (joints[i].bone == VRM_BONE_HIPS) out->is_above_hips[i] = true;
        if (parent == VRM_NONE) continue;
        out->is_needed[parent] = out->is_needed[parent] || out->is_needed[i];
        out->is_above_hips[parent] = out->is_above_hips[parent] || out->is_above_hips[i];
    }
    return true;
}

/* A T-pose that flashes up before a motion is what viewers complain of. */
static void drop_t_pose(vrmi_bvh_body *body, vrmi_bvh *bvh) {
    if (!vrmi_bvh_jumps_from_t_pose(body)) return;
    bvh->values += bvh->channel_count;
    bvh->frame_count -= 1;
    vrmi_load_found(body->load, VRMI_BVH_T_FRAME, NULL, NULL);
}

/* Whether the positions of a joint say what its offset says, in all frames. */
static bool restates_offset(const vrmi_bvh_body *body, uint32_t joint) {
    const float tolerance = 2e-4f * body->hips_height; /* 1e-4 of the height of the body */
    for (uint32_t frame = 0; frame < body->bvh->frame_count; ++frame) {
        vrm_vec3 place = vrmi_bvh_place(body->bvh, joint, frame);
        vrm_vec3 off = vrmi_vec3_sub(place, body->bvh->joints[joint].offset);
        if (vrmi_vec3_length(off) > tolerance) return false;
    }
    return true;
}

/* Below the hips a position can only stretch a bone, and an avatar has bones of its own. */
static void report_positions(const vrmi_bvh_body *body) {
    uint32_t restated = 0, dropped = 0;
    for (uint32_t i = 0; i < body->bvh->joint_count; ++i) {
        if (body->is_above_hips[i] || !vrmi_bvh_has_position(&body->bvh->joints[i])) continue;
        if (!vrmi_load_goes_on(body->load)) return;
        if (restates_offset(body, i)) {
            ++restated;
        } else {
            ++dropped;
        }
    }
    if (restated != 0) {
        vrmi_load_found(body->load, VRMI_BVH_POSITIONS_RESTATED, NULL,
                        VRMI_WITH(vrmi_unsigned(restated)));
    }
    if (dropped != 0) {
        vrmi_load_found(body->load, VRMI_BVH_POSITIONS_DROPPED, NULL,
                        VRMI_WITH(vrmi_unsigned(dropped)));
    }
}

/* --- The motion --- */

typedef struct bvh_tracks {
    const vrmi_bvh_body *body;
    const float *times;
    vrmi_source_motion *motion;
} bvh_tracks;

static int32_t add_track(const bvh_tracks *tracks, const float *values) {
    vrmi_source_track *track = &tracks->motion->tracks[tracks->motion->track_count];
    track->times = tracks->times;
    track->values = values;
    track->count = tracks->body->bvh->frame_count;
    track->interpolation = VRM_INTERPOLATION_LINEAR;
    return (int32_t)tracks->motion->track_count++;
}

/* Of two quaternions that are one rotation, the one nearer to that of the frame before. */
static bool read_rotations(const bvh_tracks *tracks, uint32_t joint, int32_t *out_track) {
    const vrmi_bvh_body *body = tracks->body;
    const vrmi_bvh *bvh = body->bvh;
    bool is_root = bvh->joints[joint].parent == VRM_NONE;
    vrm_quat *values = VRMI_TAKE(body->load->scratch, vrm_quat, bvh->frame_count);
    if (values == NULL) return vrmi_load_refused(body->load);
    for (uint32_t frame = 0; frame < bvh->frame_count; ++frame) {
        vrm_quat q = vrmi_bvh_rotation(bvh, joint, frame);
        if (is_root) q = vrmi_quat_multiply(body->turn, q);
        if (frame != 0 && vrmi_quat_dot(q, values[frame - 1]) < 0.0f) q = vrmi_quat_negate(q);
        values[frame] = q;
    }
    *out_track = add_track(tracks, vrmi_quat_floats(values));
    return vrmi_load_goes_on(body->load);
}

static bool read_places(const bvh_tracks *tracks, uint32_t joint, int32_t *out_track) {
    const vrmi_bvh_body *body = tracks->body;
    const vrmi_bvh *bvh = body->bvh;
    bool is_root = bvh->joints[joint].parent == VRM_NONE;
    vrm_vec3 *values = VRMI_TAKE(body->load->scratch, vrm_vec3, bvh->frame_count);
    if (values == NULL) return vrmi_load_refused(body->load);
    for (uint32_t frame = 0; frame < bvh->frame_count; ++frame) {
        vrm_vec3 place = vrmi_bvh_place(bvh, joint, frame);
        values[frame] = is_root ? vrmi_quat_rotate(body->turn, place) : place;
    }
    *out_track = add_track(tracks, vrmi_vec3_floats(values));
    return vrmi_load_goes_on(body->load);
}

static bool read_tracks(const bvh_tracks *tracks) {
    const vrmi_bvh_body *body = tracks->body;
    for (uint32_t i = 0; i < body->bvh->joint_count; ++i) {
        vrmi_source_joint *joint = &tracks->motion->joints[i];
        if (body->is_needed[i] && vrmi_bvh_has_rotation(&body->bvh->joints[i]) &&
            !read_rotations(tracks, i, &joint->rotation_track)) {
            return false;
        }
        if (body->is_above_hips[i] && vrmi_bvh_has_position(&body->bvh->joints[i]) &&
            !read_places(tracks, i, &joint->translation_track)) {
            return false;
        }
    }
    return true;
}

static const float *make_times(vrmi_load *load, const vrmi_bvh *bvh) {
    float *times = VRMI_TAKE(load->scratch, float, bvh->frame_count);
    if (times == NULL) {
        vrmi_load_refused(load);
        return NULL;
    }
    for (uint32_t i = 0; i < bvh->frame_count; ++i) {
        times[i] = (float)((double)i * (double)bvh->frame_time);
    }
    return times;
}

/* The T-pose, with the hips where they are when the body stands. */
static void fill_joints(const vrmi_bvh_body *body, vrmi_source_joint *joints) {
    const vrm_vec3 shift =
        vrmi_vec3_sub(body->hips_rest, body->places[body->joints[VRM_BONE_HIPS]]);
    for (uint32_t i = 0; i < body->bvh->joint_count; ++i) {
        vrm_trs trs = {vrmi_vec3_add(body->places[i], shift), body->t_pose[i], {1.0f, 1.0f, 1.0f}};
        joints[i].bone = VRM_NONE;
        joints[i].parent = body->bvh->joints[i].parent;
        joints[i].t_pose = vrmi_mat4_from_trs(&trs);
        joints[i].rotation = body->t_pose[i];
        if (joints[i].parent != VRM_NONE) continue;
        joints[i].rest.rotation = body->turn;
        joints[i].rest.translation = vrmi_quat_rotate(body->turn, joints[i].rest.translation);
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (body->joints[bone] != VRM_NONE) joints[body->joints[bone]].bone = bone;
    }
}

static bool make_motion(const vrmi_bvh_body *body, vrmi_source_joint *joints,
                        vrmi_source_motion *out) {
    vrmi_load *load = body->load;
    bvh_tracks tracks = {body, make_times(load, body->bvh), out};
    if (tracks.times == NULL) return false;
    fill_joints(body, joints);
    out->joints = joints;
    out->joint_count = body->bvh->joint_count;
    out->skeleton.data = body->family->name;
    out->skeleton.length = (uint32_t)strlen(body->family->name);
    out->animation_count = 1;
    out->unit = body->unit;
    out->hips_height = body->hips_height;
    out->hips_rest = body->hips_rest;
    out->tracks = VRMI_TAKE(load->scratch, vrmi_source_track, (size_t)out->joint_count * 2);
    if (out->tracks == NULL) return vrmi_load_refused(load);
    return read_tracks(&tracks);
}

bool vrmi_read_bvh(vrmi_load *load, const char *text, size_t size, vrmi_source_motion *out) {
    vrmi_bvh_text rest = {text, text, text + size};
    vrmi_bvh bvh;
    vrmi_bvh_body body;
    vrmi_source_joint *joints;
    vrmi_source_init(out, VRM_CLIP_FORMAT_BVH);
    if (!vrmi_bvh_read_joints(load, &rest, &bvh)) return false;
    if (!vrmi_bvh_read_frames(load, &rest, &bvh)) return false;
    joints = make_joints(load, &bvh);
    if (joints == NULL) return false;
    body.family = choose_skeleton(load, &bvh, &joints);
    if (body.family == NULL || !make_body(load, &bvh, joints, &body)) return false;
    if (!vrmi_bvh_find_t_pose(&body)) {
        return refuse(load, VRMI_BVH_NO_T_POSE, joints, bvh.joint_count);
    }
    drop_t_pose(&body, &bvh);
    if (!vrmi_bvh_measure(&body)) return false;
    report_positions(&body);
    return vrmi_load_ok(load) && make_motion(&body, joints, out);
}
