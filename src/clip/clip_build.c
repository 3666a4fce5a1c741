/* The second half of making a clip: everything that was planned, in one block. */
#include "base/checked.h"
#include "base/sort.h"
#include "clip/clip_plan.h"

#include <string.h>

/* --- Sets of tracks with the same times --- */

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_plan_track *tracks = context;
    if (tracks[a].hash != tracks[b].hash) return tracks[a].hash < tracks[b].hash;
    if (tracks[a].count != tracks[b].count) return tracks[a].count < tracks[b].count;
    /* Rotations first, in the order of bones: their places in a pose then follow each other. */
    if ((tracks[a].width == 4) != (tracks[b].width == 4)) return tracks[a].width == 4;
    return tracks[a].rotation < tracks[b].rotation;
}

static bool is_same_set(const vrmi_plan_track *a, const vrmi_plan_track *b) {
    return a->hash == b->hash && a->count == b->count && a->interpolation == b->interpolation &&
           memcmp(a->times, b->times, a->count * sizeof *a->times) == 0;
}

/* Some tracks of the sorted list. */
typedef struct set_plan {
    uint32_t first, count;
    uint32_t rotation_count;
} set_plan;

typedef struct builder {
    vrmi_load *load;
    const vrmi_source_motion *motion;
    const vrmi_plan *plan;
    uint32_t *order;
    set_plan *sets;
    uint32_t set_count;
    /* The block: measured first, then filled by the same code. */
    vrmi_layout layout;
    unsigned char *block; /* NULL while it is measured */
} builder;

static const vrmi_plan_track *track_at(const builder *b, uint32_t place) {
    return &b->plan->tracks[b->order[place]];
}

static bool find_sets(builder *b) {
    uint32_t count = b->plan->track_count;
    b->order = vrmi_sort_order(b->load->scratch, count, comes_before, b->plan->tracks);
    b->sets = VRMI_TAKE(b->load->scratch, set_plan, count);
    if (b->order == NULL || b->sets == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        set_plan *set = b->set_count != 0 ? &b->sets[b->set_count - 1] : NULL;
        if (set == NULL || !is_same_set(track_at(b, set->first), track_at(b, i))) {
            set = &b->sets[b->set_count++];
            *set = (set_plan){i, 0, 0};
        }
        set->count += 1;
        if (track_at(b, i)->width == 4) set->rotation_count += 1;
    }
    return true;
}

/* --- The block --- */

static void *place(builder *b, size_t count, size_t element_size, size_t alignment) {
    size_t offset = vrmi_layout_add(&b->layout, count, element_size, alignment);
    return b->block != NULL ? b->block + offset : NULL;
}
#define PLACE(b, type, count) ((type *)place((b), (count), sizeof(type), alignof(type)))

static vrm_string place_string(builder *b, vrm_string from) {
    char *to = PLACE(b, char, (size_t)from.length + 1);
    if (to == NULL) return from;
    if (from.length != 0) memcpy(to, from.data, from.length);
    to[from.length] = '\0';
    return (vrm_string){to, from.length};
}

static void *place_copy(builder *b, const void *from, size_t count, size_t size, size_t alignment) {
    void *to = place(b, count, size, alignment);
    if (to != NULL && count != 0) memcpy(to, from, count * size);
    return to;
}

/* Beyond so many rotations a line of eight is worth its empty lanes. */
enum { NARROW = 4 };

/* How many floats a line of a set has. Splines are rare, and always wide. */
static uint32_t line_of(const builder *b, const set_plan *set) {
    const bool is_spline = track_at(b, set->first)->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE;
    return is_spline || set->rotation_count > NARROW ? VRMI_LANES : set->rotation_count;
}

/* By key and group: lines. Lanes without a track repeat the last one, so that they compute with
 * sound numbers, and go nowhere. */
static void fill_keys(const builder *b, const set_plan *plan, const vrmi_clip_set *set, float *keys,
                      vrmi_clip_group *groups) {
    const uint32_t values = set->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
    const size_t group_floats = (size_t)values * 4 * set->line;
    const size_t key_floats = set->group_count * group_floats;
    for (uint32_t i = 0; i < set->group_count; ++i) {
        memset(groups[i].targets, VRMI_CLIP_NOWHERE, sizeof groups[i].targets);
    }
    for (uint32_t lane = 0; lane < set->group_count * set->line; ++lane) {
        const bool is_there = lane < plan->rotation_count;
        const vrmi_plan_track *track =
            track_at(b, plan->first + (is_there ? lane : plan->rotation_count - 1));
        float *to = keys + lane / set->line * group_floats + lane % set->line;
        if (is_there) groups[lane / set->line].targets[lane % set->line] = (uint8_t)track->rotation;
        for (uint32_t k = 0; k < track->count; ++k, to += key_floats) {
            const float *from = track->values + (size_t)k * values * 4;
            for (uint32_t i = 0; i < values * 4; ++i) to[(size_t)i * set->line] = from[i];
        }
    }
}

/* Keys at equal distances, within what floats can say: the key of a time can be computed. */
static double regular_rate(const float *times, uint32_t count) {
    double span, step;
    if (count < 3) return 0;
    span = (double)times[count - 1] - (double)times[0];
    step = span / (count - 1);
    for (uint32_t i = 0; i < count; ++i) {
        double expected = (double)times[0] + step * i, off = (double)times[i] - expected;
        if (off > step * 0.5 || off < -step * 0.5) return 0;
    }
    return 1 / step;
}

static void place_set(builder *b, const set_plan *plan, vrmi_clip_set *set) {
    const vrmi_plan_track *first = track_at(b, plan->first);
    const uint32_t values = first->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
    const uint32_t group_count = (plan->rotation_count + VRMI_LANES - 1) / VRMI_LANES;
    const uint32_t curve_count = plan->count - plan->rotation_count;
    const float *times = place_copy(b, first->times, first->count, sizeof *times, alignof(float));
    const uint32_t line = line_of(b, plan);
    size_t key_count = first->count, floats = (size_t)group_count * values * 4 * line;
    float *keys = place(b, key_count, floats * sizeof *keys, 64);
    vrmi_clip_group *groups = PLACE(b, vrmi_clip_group, group_count);
    vrmi_curve *curves = PLACE(b, vrmi_curve, curve_count);
    for (uint32_t i = 0; i < curve_count; ++i) {
        const vrmi_plan_track *track = track_at(b, plan->first + plan->rotation_count + i);
        const float *curve = place_copy(b, track->values, (size_t)track->count * values,
                                        track->width * sizeof *curve, alignof(float));
        if (curves == NULL) continue;
        curves[i] = (vrmi_curve){curve, track->kind, track->index, track->width};
    }
    if (set == NULL) return;
    set->times = times;
    set->keys = keys;
    set->groups = groups;
    set->curves = curves;
    set->key_count = first->count;
    set->group_count = group_count;
    set->line = line;
    set->curve_count = curve_count;
    set->interpolation = first->interpolation;
    set->keys_per_second = regular_rate(first->times, first->count);
    fill_keys(b, plan, set, keys, groups);
}

static void place_strings(builder *b, vrm_clip *clip) {
    const uint32_t count = b->plan->custom_count;
    vrm_string *customs = PLACE(b, vrm_string, count);
    const float *weights =
        place_copy(b, b->plan->custom_weights, count, sizeof *weights, alignof(float));
    vrm_string name = place_string(b, b->motion->name);
    vrm_string skeleton = place_string(b, b->motion->skeleton);
    for (uint32_t i = 0; i < count; ++i) {
        vrm_string custom = place_string(b, b->plan->customs[i]);
        if (customs != NULL) customs[i] = custom;
    }
    if (clip == NULL) return;
    clip->customs = customs;
    clip->custom_weights = weights;
    clip->info.name = name;
    clip->info.skeleton = skeleton;
}

/* Everything that a clip has behind its own struct. */
static vrm_clip *place_clip(builder *b) {
    vrm_clip *clip = PLACE(b, vrm_clip, 1);
    const vrmi_plan *plan = b->plan;
    vrmi_clip_set *sets = PLACE(b, vrmi_clip_set, b->set_count);
    const vrm_quat *joints = place_copy(b, plan->joints, plan->joint_count, sizeof *joints, 16);
    const vrmi_clip_turn *turns = place_copy(b, plan->turns, plan->turn_count, sizeof *turns, 1);
    const vrmi_clip_way *way =
        place_copy(b, plan->way, plan->way_count, sizeof *way, alignof(vrmi_clip_way));
    for (uint32_t i = 0; i < b->set_count; ++i) {
        place_set(b, &b->sets[i], sets != NULL ? &sets[i] : NULL);
    }
    if (clip != NULL) memset(clip, 0, sizeof *clip);
    place_strings(b, clip);
    if (clip == NULL) return NULL;
    clip->base = plan->base;
    clip->sets = sets;
    clip->joints = joints;
    clip->turns = turns;
    clip->way = way;
    clip->set_count = b->set_count;
    clip->joint_count = plan->joint_count;
    clip->turn_count = plan->turn_count;
    clip->way_count = plan->way_count;
    clip->way_rest = plan->way_rest;
    clip->look_at = plan->look_at;
    return clip;
}

/* --- What is worth knowing of it --- */

static int64_t nanoseconds(float seconds) {
    double whole = (double)seconds * 1e9;
    return whole < (double)VRMI_CLIP_MAX_DURATION ? (int64_t)(whole + 0.5) : VRMI_CLIP_MAX_DURATION;
}

static void describe_tracks(const builder *b, vrm_clip_info *info) {
    const vrmi_source_motion *motion = b->motion;
    float last = 0.0f;
    uint64_t keys = 0;
    for (uint32_t i = 0; i < motion->track_count; ++i) {
        const vrmi_source_track *track = &motion->tracks[i];
        float end = track->times[track->count - 1], span = end - track->times[0];
        if (end > last) last = end;
        if (track->count > 1 && span > 0.0f) {
            info->keys_per_second =
                vrmi_max(info->keys_per_second, vrmi_to_finite((float)(track->count - 1) / span));
        }
    }
    for (uint32_t i = 0; i < b->plan->track_count; ++i) keys += b->plan->tracks[i].count;
    info->duration = nanoseconds(last);
    info->key_count = keys < UINT32_MAX ? (uint32_t)keys : UINT32_MAX;
    info->track_count = b->plan->track_count;
}

static float angle_degrees(vrm_quat a, vrm_quat b) {
    vrm_quat d = vrmi_quat_multiply(vrmi_quat_conjugate(a), b);
    float sine = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    return vrmi_degrees(2.0f * vrmi_atan2(sine, fabsf(d.w)));
}

/* How far the last pose is from the first: what one sees where the clip begins again. */
static void describe_seam(const vrm_clip *clip, vrm_clip_info *info) {
    vrm_pose first, last;
    vrm_vec3 jump;
    vrm_pose_init(&first);
    vrm_pose_init(&last);
    vrm_clip_sample(clip, 0, &first);
    vrm_clip_sample(clip, info->duration, &last);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        info->seam_degrees = vrmi_max(info->seam_degrees,
                                      angle_degrees(first.rotations[bone], last.rotations[bone]));
    }
    jump = vrmi_vec3_sub(last.hips, first.hips);
    info->seam_hips = vrmi_to_finite(vrmi_vec3_length(jump));
}

/* A bone also moves where a joint above it does. */
static uint64_t moving_bones(const builder *b) {
    uint64_t bones = b->plan->moving_bones;
    for (uint32_t i = 0; i < b->plan->turn_count; ++i) {
        bones |= VRM_BONE_BIT(b->plan->turns[i].bone);
    }
    return bones;
}

/* Where a joint of the body is in the T-pose, from the ground below the hips, in hips heights. */
static bool place_of(const vrmi_source_motion *motion, vrm_bone bone, vrm_vec3 *out) {
    int32_t joint = vrmi_source_find_bone(motion, bone);
    int32_t hips = vrmi_source_find_bone(motion, VRM_BONE_HIPS);
    if (joint == VRM_NONE || hips == VRM_NONE || !(motion->hips_height > 0.0f)) return false;
    *out = vrmi_vec3_sub(vrmi_mat4_translation(&motion->joints[joint].t_pose),
                         vrmi_mat4_translation(&motion->joints[hips].t_pose));
    *out = vrmi_vec3_scale(*out, 1.0f / motion->hips_height);
    out->y += 1.0f;
    return vrmi_vec3_is_finite(*out);
}

/* A body without toes has the balls of its feet before the ankles, as far as people's are. */
#define BALL_DISTANCE 0.13f
#define MAX_ANKLE 0.4f

static bool find_legs(const vrmi_source_motion *motion, vrm_leg_shape *out) {
    for (int i = 0; i < 2; ++i) {
        const vrm_bone first = i == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
        if (!place_of(motion, first, &out->upper[i]) ||
            !place_of(motion, first + 1, &out->lower[i]) ||
            !place_of(motion, first + 2, &out->foot[i])) {
            return false;
        }
        if (!place_of(motion, first + 3, &out->toes[i])) {
            out->toes[i] = out->foot[i];
            out->toes[i].z += BALL_DISTANCE;
        }
        if (!(out->upper[i].y > out->lower[i].y && out->lower[i].y > out->foot[i].y &&
              fabsf(out->foot[i].y) < MAX_ANKLE)) {
            return false;
        }
    }
    return out->upper[0].x > out->upper[1].x; /* it faces +Z */
}

static void describe(const builder *b, vrm_clip *clip) {
    const vrmi_source_motion *motion = b->motion;
    vrm_clip_info *info = &clip->info;
    info->format = motion->format;
    info->bones = b->plan->base.bones;
    info->moving_bones = moving_bones(b);
    info->presets = b->plan->base.presets;
    info->parts = b->plan->base.parts;
    info->custom_count = b->plan->custom_count;
    info->animation_count = motion->animation_count;
    info->unit = motion->unit;
    info->hips_height = vrmi_to_finite(motion->hips_height * motion->unit);
    info->eye_offset = motion->eye_offset;
    info->has_eye_offset = motion->has_eye_offset;
    info->memory = clip->bytes;
    info->eye_offset = vrmi_vec3_to_finite(vrmi_vec3_scale(motion->eye_offset, motion->unit));
    info->has_eye_offset = motion->has_eye_offset;
    clip->has_legs = find_legs(motion, &clip->legs);
    describe_tracks(b, info);
    describe_seam(clip, info);
}

vrm_clip *vrmi_clip_build(vrmi_load *load, vrmi_memory *memory, const vrmi_source_motion *motion) {
    vrmi_plan *plan = VRMI_TAKE(load->scratch, vrmi_plan, 1);
    builder b;
    vrm_clip *clip;
    size_t bytes;
    memset(&b, 0, sizeof b);
    b.load = load;
    b.motion = motion;
    b.plan = plan;
    if (plan == NULL || !vrmi_clip_plan(load, motion, plan) || !find_sets(&b)) {
        if (vrmi_load_ok(load)) vrmi_load_refused(load);
        return NULL;
    }
    place_clip(&b);
    bytes = b.layout.size;
    b.block = b.layout.overflow ? NULL : vrmi_memory_allocate(memory, bytes);
    if (b.block == NULL) {
        load->memory->refusal =
            memory->refusal != VRMI_REFUSAL_NONE ? memory->refusal : VRMI_REFUSAL_BYTES;
        vrmi_load_refused(load);
        return NULL;
    }
    memset(&b.layout, 0, sizeof b.layout);
    clip = place_clip(&b);
    clip->bytes = bytes;
    clip->memory = *memory;
    vrmi_atomic_count_init(&clip->references, 1);
    describe(&b, clip);
    return clip;
}
