#include "clip/vmd.h"

#include "base/floats.h"
#include "base/math.h"
#include "clip/diagnostics.h"

#include <string.h>

enum { SIDES = 2 };

static uint32_t side_of(int side) {
    return side == 0 ? (uint32_t)VRMI_VMD_LEFT : (uint32_t)VRMI_VMD_RIGHT;
}

/* --- Joints --- */

static const int32_t middle_parents[VRMI_VMD_LEFT] = {
    VRM_NONE,        VRMI_VMD_ALL,   VRMI_VMD_CENTER, VRMI_VMD_GROOVE,
    VRMI_VMD_WAIST,  VRMI_VMD_WAIST, VRMI_VMD_UPPER,  VRMI_VMD_UPPER2,
    VRMI_VMD_UPPER3, VRMI_VMD_NECK,  VRM_NONE};

/* Of one side: a limb is a chain; fingers begin at the wrist. */
static int32_t parent_of_side(int32_t bone, int32_t first) {
    if (bone == VRMI_VMD_SHOULDER_P) return VRMI_VMD_UPPER3;
    if (bone == VRMI_VMD_LEG) return VRMI_VMD_LOWER;
    if (bone >= VRMI_VMD_EYE) return VRM_NONE; /* no joints */
    if (bone >= VRMI_VMD_THUMB && bone < VRMI_VMD_LEG && (bone - VRMI_VMD_THUMB) % 3 == 0) {
        return first + VRMI_VMD_WRIST;
    }
    return first + bone - 1;
}

/* Arms hang in the rest of MMD, and hands and fingers with them. */
static bool hangs(int32_t bone) { return bone >= VRMI_VMD_ARM && bone < VRMI_VMD_LEG; }

static void place_joint(vrmi_source_joint *joint, int32_t bone) {
    const int side = bone >= VRMI_VMD_RIGHT;
    joint->parent = bone < VRMI_VMD_LEFT
                        ? middle_parents[bone]
                        : parent_of_side(bone - (int32_t)side_of(side), (int32_t)side_of(side));
    if (bone >= VRMI_VMD_LEFT && hangs(bone - (int32_t)side_of(side))) {
        joint->rotation = vrmi_quat_from_axis_angle(
            vrm_vec3_make(0.0f, 0.0f, side == 0 ? 1.0f : -1.0f), vrmi_radians(VRMI_VMD_ARMS_DOWN));
    }
    if (bone == VRMI_VMD_CENTER) joint->rest.translation.y = VRMI_VMD_HIPS_HEIGHT;
}

/* An arm without keys is not part of the motion: it is in the T-pose, so that its bones turn from
 * there and not from where the arm of the stand-in hangs. */
static void raise_arm(const vrmi_vmd *vmd, int side, vrmi_source_motion *motion) {
    const uint32_t arm = side_of(side) + VRMI_VMD_ARM;
    if (vrmi_vmd_has(vmd, arm) || vrmi_vmd_has(vmd, side_of(side) + VRMI_VMD_ARM_TWIST)) return;
    motion->joints[arm].rest.rotation = motion->joints[arm].rotation;
}

static void fill_t_poses(vrmi_source_motion *motion) {
    for (uint32_t i = 0; i < motion->joint_count; ++i) {
        vrm_trs trs = {motion->hips_rest, motion->joints[i].rotation, {1.0f, 1.0f, 1.0f}};
        if (i == VRMI_VMD_ALL) trs.translation = vrm_vec3_make(0.0f, 0.0f, 0.0f);
        motion->joints[i].t_pose = vrmi_mat4_from_trs(&trs);
    }
}

/* --- Bones: joints with keys, or the last of several that are one bone --- */

static void name_bone(vrmi_source_motion *motion, uint32_t joint, vrm_bone bone, bool is_said) {
    if (is_said) motion->joints[joint].bone = bone;
}

static void name_fingers(const vrmi_vmd *vmd, int side, vrmi_source_motion *motion) {
    const uint32_t first = side_of(side);
    const vrm_bone thumb =
        side == 0 ? VRM_BONE_LEFT_THUMB_METACARPAL : VRM_BONE_RIGHT_THUMB_METACARPAL;
    /* Models without 親指０ begin with 親指１. */
    const bool has_first = vrmi_vmd_has(vmd, first + VRMI_VMD_THUMB);
    for (uint32_t i = 0; i < 15; ++i) {
        uint32_t joint = first + VRMI_VMD_THUMB + i;
        vrm_bone bone = thumb + (vrm_bone)i;
        if (i < 3 && !has_first) bone -= 1;
        if (i == 0 && !has_first) continue;
        name_bone(motion, joint, bone, vrmi_vmd_has(vmd, joint));
    }
}

static bool has_leg(const vrmi_vmd *vmd, int side) {
    for (uint32_t bone = VRMI_VMD_LEG; bone <= VRMI_VMD_ANKLE_D; ++bone) {
        if (vrmi_vmd_has(vmd, side_of(side) + bone)) return true;
    }
    return vrmi_vmd_leg_is_led(vmd, side);
}

static void name_side(const vrmi_vmd *vmd, int side, vrmi_source_motion *motion) {
    const uint32_t first = side_of(side);
    const vrm_bone shoulder = side == 0 ? VRM_BONE_LEFT_SHOULDER : VRM_BONE_RIGHT_SHOULDER;
    const vrm_bone leg = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
    const bool moves = has_leg(vmd, side);
#define HAS(bone) vrmi_vmd_has(vmd, first + VRMI_VMD_##bone)
    name_bone(motion, first + VRMI_VMD_SHOULDER, shoulder, HAS(SHOULDER) || HAS(SHOULDER_P));
    name_bone(motion, first + VRMI_VMD_ARM_TWIST, shoulder + 1, HAS(ARM) || HAS(ARM_TWIST));
    name_bone(motion, first + VRMI_VMD_HAND_TWIST, shoulder + 2, HAS(ELBOW) || HAS(HAND_TWIST));
    name_bone(motion, first + VRMI_VMD_WRIST, shoulder + 3, HAS(WRIST));
    name_bone(motion, first + VRMI_VMD_LEG_D, leg, moves);
    name_bone(motion, first + VRMI_VMD_KNEE_D, leg + 1, moves);
    name_bone(motion, first + VRMI_VMD_ANKLE_D, leg + 2, moves);
    name_bone(motion, first + VRMI_VMD_TOE_EX, leg + 3, HAS(TOE) || HAS(TOE_EX));
#undef HAS
    name_fingers(vmd, side, motion);
}

static void name_bones(const vrmi_vmd *vmd, vrmi_source_motion *motion) {
    static const vrm_bone trunk[] = {VRM_BONE_SPINE, VRM_BONE_CHEST, VRM_BONE_UPPER_CHEST,
                                     VRM_BONE_NECK, VRM_BONE_HEAD};
    name_bone(motion, VRMI_VMD_LOWER, VRM_BONE_HIPS, true);
    for (uint32_t i = 0; i < sizeof trunk / sizeof trunk[0]; ++i) {
        name_bone(motion, VRMI_VMD_UPPER + i, trunk[i], vrmi_vmd_has(vmd, VRMI_VMD_UPPER + i));
    }
    for (int side = 0; side < SIDES; ++side) name_side(vmd, side, motion);
}

/* --- Tracks --- */

static bool add_rotations(vrmi_load *load, vrmi_source_motion *motion, const vrmi_vmd *vmd,
                          uint32_t bone, const vrmi_vmd_frames *frames, int32_t *out) {
    vrm_quat *values = VRMI_TAKE(load->scratch, vrm_quat, frames->count);
    if (values == NULL) return vrmi_load_refused(load);
    for (uint32_t i = 0; i < frames->count; ++i) {
        values[i] = vrmi_vmd_sample(vmd, bone, (double)frames->frames[i]).rotation;
    }
    *out = vrmi_vmd_add_track(load, motion, frames, vrmi_quat_floats(values));
    return *out != VRM_NONE;
}

static bool add_places(vrmi_load *load, vrmi_source_motion *motion, const vrmi_vmd *vmd,
                       uint32_t bone, const vrmi_vmd_frames *frames) {
    vrmi_source_joint *joint = &motion->joints[bone];
    vrm_vec3 *values = VRMI_TAKE(load->scratch, vrm_vec3, frames->count);
    if (values == NULL) return vrmi_load_refused(load);
    for (uint32_t i = 0; i < frames->count; ++i) {
        values[i] = vrmi_vec3_add(joint->rest.translation,
                                  vrmi_vmd_sample(vmd, bone, (double)frames->frames[i]).place);
    }
    joint->translation_track = vrmi_vmd_add_track(load, motion, frames, vrmi_vec3_floats(values));
    return joint->translation_track != VRM_NONE;
}

/* The keys of one bone. Down to the hips, bones move as well as turn. */
static bool add_bone(vrmi_load *load, vrmi_source_motion *motion, vrmi_vmd *vmd, uint32_t bone) {
    const uint8_t alone = (uint8_t)bone;
    vrmi_vmd_frames frames;
    if (!vrmi_vmd_has(vmd, bone)) return true;
    if (!vrmi_load_goes_on(load) || !vrmi_vmd_list_frames(load, vmd, &alone, 1, &frames)) {
        return false;
    }
    if (bone <= VRMI_VMD_LOWER && !add_places(load, motion, vmd, bone, &frames)) return false;
    return add_rotations(load, motion, vmd, bone, &frames, &motion->joints[bone].rotation_track);
}

/* Legs that follow targets: everything that moves the hips or the target moves them. */
static bool add_led_leg(vrmi_load *load, vrmi_source_motion *motion, vrmi_vmd *vmd, int side) {
    static const uint8_t own[] = {VRMI_VMD_LEG,       VRMI_VMD_KNEE,    VRMI_VMD_ANKLE,
                                  VRMI_VMD_IK_PARENT, VRMI_VMD_FOOT_IK, VRMI_VMD_TOE_IK};
    enum { OWN = sizeof own / sizeof own[0], ABOVE = VRMI_VMD_LOWER + 1 };
    const uint32_t first = side_of(side);
    uint8_t bones[OWN + ABOVE];
    vrmi_vmd_frames frames;
    vrm_quat *values[3];
    for (uint32_t i = 0; i < ABOVE; ++i) bones[i] = (uint8_t)i;
    for (uint32_t i = 0; i < OWN; ++i) bones[ABOVE + i] = (uint8_t)(first + own[i]);
    if (!vrmi_vmd_list_frames(load, vmd, bones, OWN + ABOVE, &frames)) return false;
    for (int i = 0; i < 3; ++i) {
        values[i] = VRMI_TAKE(load->scratch, vrm_quat, frames.count);
        if (values[i] == NULL) return vrmi_load_refused(load);
    }
    for (uint32_t i = 0; i < frames.count; ++i) {
        vrmi_vmd_leg leg = vrmi_vmd_pose_leg(vmd, side, (double)frames.frames[i]);
        values[0][i] = leg.upper;
        values[1][i] = leg.lower;
        values[2][i] = leg.foot;
        if (!vrmi_load_goes_on(load)) return false;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        int32_t track = vrmi_vmd_add_track(load, motion, &frames, vrmi_quat_floats(values[i]));
        if (track == VRM_NONE) return false;
        motion->joints[first + own[i]].rotation_track = track;
    }
    return true;
}

static bool add_legs(vrmi_load *load, vrmi_source_motion *motion, vrmi_vmd *vmd, int side) {
    if (vrmi_vmd_leg_is_led(vmd, side)) return add_led_leg(load, motion, vmd, side);
    for (uint32_t bone = VRMI_VMD_LEG; bone <= VRMI_VMD_ANKLE; bone += 2) {
        if (!add_bone(load, motion, vmd, side_of(side) + bone)) return false;
    }
    return true;
}

static bool is_leg(uint32_t bone) {
    return bone == VRMI_VMD_LEG || bone == VRMI_VMD_KNEE || bone == VRMI_VMD_ANKLE;
}

static bool add_bones(vrmi_load *load, vrmi_source_motion *motion, vrmi_vmd *vmd) {
    for (uint32_t bone = 0; bone < VRMI_VMD_EYES; ++bone) {
        if (!add_bone(load, motion, vmd, bone)) return false;
    }
    for (int side = 0; side < SIDES; ++side) {
        for (uint32_t bone = 0; bone < VRMI_VMD_EYE; ++bone) {
            if (!is_leg(bone) && !add_bone(load, motion, vmd, side_of(side) + bone)) return false;
        }
        if (!add_legs(load, motion, vmd, side)) return false;
    }
    if (vrmi_vmd_leg_is_led(vmd, 0) || vrmi_vmd_leg_is_led(vmd, 1)) {
        vrmi_load_found(load, VRMI_VMD_LEGS, NULL, NULL);
    }
    return true;
}

/* The eyes turn together; some files have one of them alone. */
static bool add_gaze(vrmi_load *load, vrmi_source_motion *motion, vrmi_vmd *vmd) {
    uint8_t eyes = VRMI_VMD_EYES;
    vrmi_vmd_frames frames;
    if (!vrmi_vmd_has(vmd, eyes)) eyes = (uint8_t)VRMI_VMD_LEFT + (uint8_t)VRMI_VMD_EYE;
    if (!vrmi_vmd_has(vmd, eyes)) return true;
    if (!vrmi_vmd_list_frames(load, vmd, &eyes, 1, &frames)) return false;
    return add_rotations(load, motion, vmd, eyes, &frames, &motion->look_at_rotation);
}

/* --- Expressions --- */

static float weight_at(const vrmi_vmd_weights *morph, double frame) {
    uint32_t low = 0, high = morph->count;
    const vrmi_vmd_weight *from, *to;
    while (low < high) { /* the first behind the frame */
        uint32_t middle = low + (high - low) / 2;
        if ((double)morph->keys[middle].frame <= frame) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (morph->count == 0) return 0.0f;
    if (low == 0) return morph->keys[0].weight;
    from = &morph->keys[low - 1];
    if (low == morph->count) return from->weight;
    to = &morph->keys[low];
    return vrmi_lerp(from->weight, to->weight,
                     (float)((frame - (double)from->frame) / (double)(to->frame - from->frame)));
}

/* All frames of morphs that are one preset, in order. */
static bool list_weights(vrmi_load *load, const vrmi_vmd *vmd, vrm_preset preset,
                         vrmi_vmd_frames *out) {
    uint32_t next[VRMI_VMD_MORPH_COUNT] = {0};
    size_t total = 0;
    for (uint32_t i = 0; i < VRMI_VMD_MORPH_COUNT; ++i) {
        if (vmd->morphs[i].preset == preset) total += vmd->morphs[i].count;
    }
    out->count = 0;
    out->frames = VRMI_TAKE(load->scratch, float, total);
    if (out->frames == NULL) return vrmi_load_refused(load);
    for (;;) {
        uint32_t first = UINT32_MAX;
        for (uint32_t i = 0; i < VRMI_VMD_MORPH_COUNT; ++i) {
            const vrmi_vmd_weights *morph = &vmd->morphs[i];
            if (morph->preset != preset || next[i] == morph->count) continue;
            if (morph->keys[next[i]].frame < first) first = morph->keys[next[i]].frame;
        }
        if (first == UINT32_MAX) return true;
        for (uint32_t i = 0; i < VRMI_VMD_MORPH_COUNT; ++i) {
            const vrmi_vmd_weights *morph = &vmd->morphs[i];
            if (morph->preset != preset || next[i] == morph->count) continue;
            if (morph->keys[next[i]].frame == first) next[i] += 1;
        }
        out->frames[out->count++] = (float)first;
    }
}

/* The greatest of the morphs that are one preset. */
static bool add_expression(vrmi_load *load, vrmi_source_motion *motion, const vrmi_vmd *vmd,
                           vrm_preset preset) {
    vrmi_source_expression *expression = &motion->expressions[motion->expression_count];
    vrmi_vmd_frames frames;
    float *values;
    if (!list_weights(load, vmd, preset, &frames)) return false;
    if (frames.count == 0) return true;
    values = VRMI_TAKE(load->scratch, float, frames.count);
    if (values == NULL) return vrmi_load_refused(load);
    for (uint32_t i = 0; i < frames.count; ++i) {
        values[i] = 0.0f;
        for (uint32_t k = 0; k < VRMI_VMD_MORPH_COUNT; ++k) {
            if (vmd->morphs[k].preset != preset) continue;
            values[i] = vrmi_max(values[i], weight_at(&vmd->morphs[k], (double)frames.frames[i]));
        }
    }
    *expression = (vrmi_source_expression){preset, {"", 0}, VRM_NONE};
    expression->track = vrmi_vmd_add_track(load, motion, &frames, values);
    motion->expression_count += 1;
    return expression->track != VRM_NONE;
}

/* --- The whole --- */

static bool make_room(vrmi_load *load, vrmi_source_motion *motion) {
    motion->joints = VRMI_TAKE(load->scratch, vrmi_source_joint, VRMI_VMD_BONE_COUNT);
    motion->tracks =
        VRMI_TAKE(load->scratch, vrmi_source_track, VRMI_VMD_BONE_COUNT * 2 + VRM_PRESET_COUNT + 1);
    motion->expressions = VRMI_TAKE(load->scratch, vrmi_source_expression, VRM_PRESET_COUNT);
    return motion->joints != NULL && motion->tracks != NULL && motion->expressions != NULL
               ? true
               : vrmi_load_refused(load);
}

static void fill_joints(const vrmi_vmd *vmd, vrmi_source_motion *motion) {
    motion->joint_count = VRMI_VMD_BONE_COUNT;
    for (int32_t i = 0; i < VRMI_VMD_BONE_COUNT; ++i) {
        vrmi_source_joint_init(&motion->joints[i]);
        place_joint(&motion->joints[i], i);
    }
    for (int side = 0; side < SIDES; ++side) raise_arm(vmd, side, motion);
    motion->unit = VRMI_VMD_UNIT;
    motion->hips_height = VRMI_VMD_HIPS_HEIGHT;
    motion->hips_rest = vrm_vec3_make(0.0f, VRMI_VMD_HIPS_HEIGHT, 0.0f);
    fill_t_poses(motion);
}

bool vrmi_read_vmd(vrmi_load *load, const uint8_t *bytes, size_t size, vrmi_source_motion *out) {
    vrmi_vmd vmd;
    memset(&vmd, 0, sizeof vmd);
    vrmi_source_init(out, VRM_CLIP_FORMAT_VMD);
    if (!vrmi_vmd_read_keys(load, bytes, size, &vmd) || !make_room(load, out)) return false;
    fill_joints(&vmd, out);
    if (!add_bones(load, out, &vmd) || !add_gaze(load, out, &vmd)) return false;
    for (vrm_preset preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
        if (!add_expression(load, out, &vmd, preset)) return false;
    }
    if (out->track_count == 0) {
        vrmi_load_found(load, VRMI_VMD_NO_KEYS, NULL, NULL);
        return false;
    }
    name_bones(&vmd, out);
    out->skeleton = (vrm_string){"mmd", 3};
    out->animation_count = 1;
    return vrmi_load_ok(load);
}
