#include "clip/clip_plan.h"
#include "base/hash.h"

#include "base/floats.h"
#include "clip/diagnostics.h"
#include "clip/quat64.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

typedef struct planner {
    vrmi_load *load;
    const vrmi_source_motion *motion;
    vrmi_plan *plan;
    uint8_t *rotations;                  /* by joint: of the clip, or VRMI_CLIP_NOWHERE */
    int32_t bone_joints[VRM_BONE_COUNT]; /* VRM_NONE: the motion does not have the bone */
    bool is_full;                        /* there were more joints than a clip has room for */
} planner;

static const vrmi_source_joint *joint_at(const planner *p, int32_t joint) {
    return &p->motion->joints[joint];
}

/* --- Tracks --- */

static uint64_t hash_of(const vrmi_source_track *track) {
    uint64_t hash = VRMI_HASH_START ^ (uint64_t)(uint32_t)track->interpolation;
    for (uint32_t i = 0; i < track->count; ++i) {
        hash = vrmi_hash_word(hash, vrmi_float_bits(track->times[i]));
    }
    return hash;
}

/* The values of one key of a spline are three. */
static uint32_t values_of(const vrmi_source_track *track) {
    return track->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
}

static vrmi_plan_track *add_track(planner *p, const vrmi_source_track *track, uint32_t width) {
    vrmi_plan_track *out = &p->plan->tracks[p->plan->track_count];
    size_t floats = (size_t)track->count * values_of(track) * width;
    memset(out, 0, sizeof *out);
    out->values = VRMI_TAKE(p->load->scratch, float, floats);
    if (out->values == NULL) return NULL;
    out->times = track->times;
    out->count = track->count;
    out->interpolation = track->interpolation;
    out->width = width;
    out->rotation = VRMI_CLIP_NOWHERE;
    out->hash = hash_of(track);
    p->plan->track_count += 1;
    return out;
}

bool vrmi_is_constant(const float *values, uint32_t count, uint32_t width, int32_t interpolation) {
    const bool is_spline = interpolation == VRM_INTERPOLATION_CUBIC_SPLINE;
    const uint32_t step = is_spline ? 3 * width : width;
    const float *first = values + (is_spline ? width : 0);
    for (uint32_t k = 0; k < count; ++k) {
        const float *key = first + (size_t)k * step;
        for (uint32_t i = 0; i < width; ++i) {
            if (key[i] != first[i]) return false;
            if (is_spline && count > 1 && ((key - width)[i] != 0.0f || (key + width)[i] != 0.0f)) {
                return false;
            }
        }
    }
    return true;
}

/* A track without change is a value; the clip has no track for it. */
static const float *constant_of(planner *p, const vrmi_plan_track *track) {
    if (!vrmi_is_constant(track->values, track->count, track->width, track->interpolation)) {
        return NULL;
    }
    p->plan->track_count -= 1;
    return track->values +
           (track->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE ? track->width : 0);
}

/* What takes the local rotation of a joint to a normalized one: T_parent q T_joint⁻¹ (AN-012). */
typedef struct sandwich {
    vrmi_quat64 before, behind;
    bool is_identity;
} sandwich;

static bool is_identity(vrm_quat q) {
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f;
}

static sandwich sandwich_of(const planner *p, int32_t joint) {
    const vrmi_source_joint *own = joint_at(p, joint);
    vrm_quat above =
        own->parent != VRM_NONE ? joint_at(p, own->parent)->rotation : vrmi_quat_identity();
    sandwich s;
    s.is_identity = is_identity(above) && is_identity(own->rotation);
    s.before = vrmi_quat64_normalize(vrmi_quat64_from(above));
    s.behind = vrmi_quat64_normalize(vrmi_quat64_from(vrmi_quat_conjugate(own->rotation)));
    return s;
}

static vrmi_quat64 normalise(const sandwich *s, vrmi_quat64 q) {
    return s->is_identity ? q : vrmi_quat64_multiply(vrmi_quat64_multiply(s->before, q), s->behind);
}

/* How far the square of a length may be from 1: floats can hold no better, and to normalize such a
 * quaternion would change its bits each time that a clip is written and read. */
#define UNIT_TOLERANCE 4e-7

/* A key as it is kept. One that goes through no product keeps the bits that the file has. Any other
 * is normalized, however near it is: rounding to floats could take it beyond the tolerance, and the
 * next reader would then change it. */
static vrmi_quat64 make_key(const sandwich *s, vrmi_quat64 raw, double factor) {
    const vrmi_quat64 key = vrmi_quat64_scale(raw, factor);
    return s->is_identity ? key : vrmi_quat64_normalize(normalise(s, key));
}

static vrmi_quat64 read_quat(const float *v) {
    return (vrmi_quat64){(double)v[0], (double)v[1], (double)v[2], (double)v[3]};
}

static void write_quat(float *v, vrmi_quat64 q) {
    v[0] = vrmi_narrow_component(q.x), v[1] = vrmi_narrow_component(q.y),
    v[2] = vrmi_narrow_component(q.z), v[3] = vrmi_narrow_component(q.w);
}

/* Each key takes the sign that is nearer to the key before it, so that a spline and a slerp go the
 * shorter way without a look at signs. The sign is that of the floats that are kept: half a turn
 * apart it depends on rounding, and whoever reads the written floats again has to choose the same.
 * Tangents go through the same product: it is linear. */
static void normalise_keys(const vrmi_source_track *track, const sandwich *s, float *out) {
    uint32_t values = values_of(track);
    vrmi_quat64 last = {0, 0, 0, 0};
    for (uint32_t k = 0; k < track->count; ++k) {
        const float *from = track->values + (size_t)k * values * 4;
        float *to = out + (size_t)k * values * 4;
        uint32_t middle = values == 3 ? 4 : 0;
        vrmi_quat64 raw = read_quat(from + middle);
        double square = vrmi_quat64_dot(raw, raw);
        double factor = square > 0 && fabs(square - 1) > UNIT_TOLERANCE ? 1 / sqrt(square) : 1;
        vrmi_quat64 key = square > 0 ? make_key(s, raw, factor) : (vrmi_quat64){0, 0, 0, 1};
        double sign;
        write_quat(to + middle, key);
        key = read_quat(to + middle);
        sign = vrmi_quat64_dot(key, last) < 0 ? -1 : 1;
        last = vrmi_quat64_scale(key, sign);
        write_quat(to + middle, last);
        if (values != 3) continue;
        write_quat(to, normalise(s, vrmi_quat64_scale(read_quat(from), sign * factor)));
        write_quat(to + 8, normalise(s, vrmi_quat64_scale(read_quat(from + 8), sign * factor)));
    }
}

static vrm_quat *value_of_rotation(planner *p, uint32_t rotation) {
    if (rotation == VRMI_CLIP_LOOK_AT) return &p->plan->look_at;
    return rotation < VRMI_CLIP_FIRST_JOINT ? &p->plan->base.rotations[rotation]
                                            : &p->plan->joints[rotation - VRMI_CLIP_FIRST_JOINT];
}

static bool add_rotation(planner *p, int32_t track, const sandwich *s, uint32_t rotation) {
    const vrmi_source_track *source = &p->motion->tracks[track];
    vrmi_plan_track *added = add_track(p, source, 4);
    const float *constant;
    if (added == NULL) return false;
    normalise_keys(source, s, added->values);
    added->rotation = rotation;
    constant = constant_of(p, added);
    if (constant != NULL) {
        *value_of_rotation(p, rotation) =
            vrm_quat_make(constant[0], constant[1], constant[2], constant[3]);
    } else if (rotation < VRMI_CLIP_FIRST_JOINT) {
        p->plan->moving_bones |= VRM_BONE_BIT(rotation);
    }
    return true;
}

/* Where a local position comes to lie: columns of the space above it, and an offset, divided by
 * `height`. Tangents take no offset. */
typedef struct affine {
    double m[9], offset[3];
} affine;

static void transform(const affine *a, const float *from, bool is_tangent, float *to) {
    for (int i = 0; i < 3; ++i) {
        double sum = a->m[i] * (double)from[0] + a->m[3 + i] * (double)from[1] +
                     a->m[6 + i] * (double)from[2];
        to[i] = vrmi_narrow(is_tangent ? sum : sum + a->offset[i]);
    }
}

/* The space above a joint, in the T-pose. `from` is where the result is measured from. */
static affine space_above(const planner *p, int32_t parent, bool with_place, const double from[3]) {
    const double factor = 1 / (double)p->motion->hips_height;
    const vrm_mat4 space = parent != VRM_NONE ? joint_at(p, parent)->t_pose : vrmi_mat4_identity();
    affine a;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            a.m[3 * column + row] = (double)space.m[4 * column + row] * factor;
        }
    }
    for (int row = 0; row < 3; ++row) {
        a.offset[row] = ((with_place ? (double)space.m[12 + row] : 0) - from[row]) * factor;
    }
    return a;
}

/* A curve of positions. `constant` receives its value where it does not change. */
static bool add_positions(planner *p, int32_t track, const affine *a, vrmi_curve_kind kind,
                          uint32_t index, vrm_vec3 *constant) {
    const vrmi_source_track *source = &p->motion->tracks[track];
    uint32_t values = values_of(source);
    vrmi_plan_track *added = add_track(p, source, 3);
    const float *value;
    if (added == NULL) return false;
    added->kind = kind;
    added->index = index;
    for (uint32_t i = 0; i < source->count * values; ++i) {
        transform(a, source->values + 3 * (size_t)i, values == 3 && i % 3 != 1,
                  added->values + 3 * (size_t)i);
    }
    value = constant_of(p, added);
    if (value != NULL) *constant = vrm_vec3_make(value[0], value[1], value[2]);
    return true;
}

/* --- Joints and bones --- */

/* The normalized rotation of a joint that no track turns: the identity, unless its T-pose is not
 * its rest. */
static vrm_quat still_rotation(const planner *p, int32_t joint) {
    const sandwich s = sandwich_of(p, joint);
    vrmi_quat64 q = vrmi_quat64_normalize(
        normalise(&s, vrmi_quat64_normalize(vrmi_quat64_from(joint_at(p, joint)->rest.rotation))));
    if (q.w < 0) q = vrmi_quat64_scale(q, -1);
    if (fabs(q.x) + fabs(q.y) + fabs(q.z) < 1e-6) q = (vrmi_quat64){0, 0, 0, 1};
    return vrmi_quat64_narrow(q);
}

/* The clip's rotation of a joint; VRMI_CLIP_NOWHERE: it turns nothing. */
static bool find_rotation(planner *p, int32_t joint, uint32_t *out) {
    const vrmi_source_joint *own = joint_at(p, joint);
    const sandwich s = sandwich_of(p, joint);
    vrm_quat still;
    uint32_t rotation;
    *out = p->rotations[joint];
    if (*out != VRMI_CLIP_NOWHERE) return true;
    still = still_rotation(p, joint);
    if (own->rotation_track == VRM_NONE && is_identity(still)) return true;
    if (p->plan->joint_count == VRMI_CLIP_MAX_JOINTS) {
        if (!p->is_full) {
            vrmi_load_found(p->load, VRMI_MOTION_JOINTS, NULL,
                            VRMI_WITH(vrmi_unsigned(VRMI_CLIP_MAX_JOINTS)));
        }
        p->is_full = true;
        return true;
    }
    rotation = VRMI_CLIP_FIRST_JOINT + p->plan->joint_count++;
    p->plan->joints[rotation - VRMI_CLIP_FIRST_JOINT] = still;
    p->rotations[joint] = (uint8_t)rotation;
    *out = rotation;
    return own->rotation_track == VRM_NONE || add_rotation(p, own->rotation_track, &s, rotation);
}

/* The parent bone that the motion has. */
static int32_t parent_joint(const planner *p, vrm_bone bone) {
    vrm_bone parent = vrmi_bone_parent(bone);
    while (parent != VRM_NONE && p->bone_joints[parent] == VRM_NONE) {
        parent = vrmi_bone_parent(parent);
    }
    return parent != VRM_NONE ? p->bone_joints[parent] : VRM_NONE;
}

/* So many turns has a clip at most, and so long is the way that a bone takes: a bound for files
 * that have nothing but joints. */
enum { MAX_TURNS = 256 };

static bool add_turn(planner *p, int32_t joint, vrm_bone bone, bool is_inverse) {
    vrmi_clip_turn *turn = &p->plan->turns[p->plan->turn_count];
    uint32_t rotation;
    if (!find_rotation(p, joint, &rotation)) return false;
    if (rotation == VRMI_CLIP_NOWHERE || p->plan->turn_count == MAX_TURNS) return true;
    turn->rotation = (uint8_t)rotation;
    turn->bone = (uint8_t)bone;
    turn->is_inverse = is_inverse;
    p->plan->turn_count += 1;
    return true;
}

/*
 * N of a bone is relative to its parent bone: G_parent⁻¹ G_bone. What its tracks say is relative to
 * the joint above it in the file. So it goes up to where both meet, past each joint, and from there
 * down to the parent bone, with the inverse of each: (a b)⁻¹ = b⁻¹ a⁻¹, the upper one first.
 */
static bool add_turns(planner *p, vrm_bone bone) {
    int32_t at = joint_at(p, p->bone_joints[bone])->parent, parent = parent_joint(p, bone);
    int32_t down[MAX_TURNS];
    uint32_t down_count = 0;
    while (at != parent) { /* joints come after their parents */
        if (at > parent) {
            if (!add_turn(p, at, bone, false)) return false;
            at = joint_at(p, at)->parent;
        } else {
            if (down_count < MAX_TURNS) down[down_count++] = parent;
            parent = joint_at(p, parent)->parent;
        }
    }
    while (down_count-- > 0) {
        if (!add_turn(p, down[down_count], bone, true)) return false;
    }
    return true;
}

static bool plan_bones(planner *p) {
    for (uint32_t i = 0; i < p->motion->joint_count; ++i) {
        vrm_bone bone = joint_at(p, (int32_t)i)->bone;
        if (bone == VRM_NONE || p->bone_joints[bone] != VRM_NONE) continue;
        p->bone_joints[bone] = (int32_t)i;
        p->rotations[i] = (uint8_t)bone;
        p->plan->base.bones |= VRM_BONE_BIT(bone);
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int32_t joint = p->bone_joints[bone];
        sandwich s;
        if (joint == VRM_NONE) continue;
        s = sandwich_of(p, joint);
        p->plan->base.rotations[bone] = still_rotation(p, joint);
        if (joint_at(p, joint)->rotation_track != VRM_NONE &&
            !add_rotation(p, joint_at(p, joint)->rotation_track, &s, (uint32_t)bone)) {
            return false;
        }
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (p->bone_joints[bone] != VRM_NONE && !add_turns(p, bone)) return false;
    }
    return true;
}

/* --- Hips --- */

static bool moves(const planner *p, int32_t joint) {
    const vrmi_source_joint *own = joint_at(p, joint);
    return own->translation_track != VRM_NONE || p->rotations[joint] != VRMI_CLIP_NOWHERE;
}

/* The hips alone move: one curve says how far they are from rest (AN-015). */
static bool plan_hips_alone(planner *p, const vrmi_source_joint *hips) {
    const vrm_vec3 rest = p->motion->hips_rest;
    const double from[3] = {(double)rest.x, (double)rest.y, (double)rest.z};
    const affine a = space_above(p, hips->parent, true, from);
    if (hips->translation_track == VRM_NONE) return true;
    p->plan->base.parts |= VRM_POSE_HIPS;
    return add_positions(p, hips->translation_track, &a, VRMI_CURVE_HIPS, 0, &p->plan->base.hips);
}

/* Joints above them move too: root motion (AMB-099). */
static bool plan_hips_way(planner *p, int32_t hips, uint32_t count) {
    static const double nothing[3] = {0, 0, 0};
    const double factor = 1 / (double)p->motion->hips_height;
    vrmi_plan *plan = p->plan;
    int32_t joint = hips;
    plan->base.parts |= VRM_POSE_HIPS;
    plan->way_count = count;
    plan->way_rest = vrm_vec3_make(vrmi_narrow((double)p->motion->hips_rest.x * factor),
                                   vrmi_narrow((double)p->motion->hips_rest.y * factor),
                                   vrmi_narrow((double)p->motion->hips_rest.z * factor));
    for (uint32_t i = count; i-- > 0; joint = joint_at(p, joint)->parent) {
        const vrmi_source_joint *own = joint_at(p, joint);
        /* Where the way is cut short, the rest of it counts as one place that does not move. */
        const bool is_first = i == 0;
        const affine a = space_above(p, own->parent, is_first, nothing);
        float place[3];
        transform(&a, vrmi_vec3_floats(&own->rest.translation), false, place);
        plan->way[i].place = vrm_vec3_make(place[0], place[1], place[2]);
        plan->way[i].rotation = p->rotations[joint];
        if (own->translation_track != VRM_NONE &&
            !add_positions(p, own->translation_track, &a, VRMI_CURVE_PLACE, i,
                           &plan->way[i].place)) {
            return false;
        }
    }
    return true;
}

static bool plan_hips(planner *p) {
    const int32_t hips = p->bone_joints[VRM_BONE_HIPS];
    uint32_t count = 0;
    bool way_moves = false;
    if (hips == VRM_NONE) return true;
    for (int32_t at = hips; at != VRM_NONE && count < VRMI_CLIP_MAX_WAY;
         at = joint_at(p, at)->parent) {
        if (at != hips && moves(p, at)) way_moves = true;
        count += 1;
    }
    return way_moves ? plan_hips_way(p, hips, count) : plan_hips_alone(p, joint_at(p, hips));
}

/* --- Face --- */

static bool plan_weight(planner *p, const vrmi_source_expression *expression) {
    const vrmi_source_track *source = &p->motion->tracks[expression->track];
    vrmi_plan *plan = p->plan;
    const bool is_custom = expression->preset == VRM_NONE;
    const uint32_t index = is_custom ? plan->custom_count : (uint32_t)expression->preset;
    vrmi_plan_track *added;
    const float *constant;
    if (!is_custom && (plan->base.presets >> index & 1) != 0)
        return true; /* the first one counts */
    added = add_track(p, source, 1);
    if (added == NULL) return false;
    memcpy(added->values, source->values,
           (size_t)source->count * values_of(source) * sizeof *added->values);
    added->kind = is_custom ? VRMI_CURVE_CUSTOM : VRMI_CURVE_PRESET;
    added->index = index;
    constant = constant_of(p, added);
    if (is_custom) {
        plan->customs[index] = expression->name;
        plan->custom_weights[index] = constant != NULL ? vrmi_saturate(*constant) : 0.0f;
        plan->custom_count += 1;
    } else {
        plan->base.presets |= UINT32_C(1) << index;
        if (constant != NULL) plan->base.weights[index] = vrmi_saturate(*constant);
    }
    return true;
}

static bool plan_look_at(planner *p) {
    static const double nothing[3] = {0, 0, 0};
    const sandwich none = {{0, 0, 0, 1}, {0, 0, 0, 1}, true};
    if (p->motion->look_at_rotation != VRM_NONE) {
        p->plan->base.parts |= VRM_POSE_LOOK_AT_DEGREES;
        return add_rotation(p, p->motion->look_at_rotation, &none, VRMI_CLIP_LOOK_AT);
    }
    if (p->motion->look_at_point != VRM_NONE) {
        const affine a = space_above(p, p->motion->look_at_parent, true, nothing);
        p->plan->base.parts |= VRM_POSE_LOOK_AT_POINT;
        return add_positions(p, p->motion->look_at_point, &a, VRMI_CURVE_LOOK_AT_POINT, 0,
                             &p->plan->base.look_at);
    }
    return true;
}

bool vrmi_clip_plan(vrmi_load *load, const vrmi_source_motion *motion, vrmi_plan *out) {
    const size_t tracks = (size_t)motion->joint_count * 2 + motion->expression_count + 2;
    planner p;
    memset(&p, 0, sizeof p);
    memset(out, 0, sizeof *out);
    p.load = load;
    p.motion = motion;
    p.plan = out;
    vrm_pose_init(&out->base);
    out->look_at = vrmi_quat_identity();
    out->tracks = VRMI_TAKE(load->scratch, vrmi_plan_track, tracks);
    out->customs = VRMI_TAKE(load->scratch, vrm_string, motion->expression_count);
    out->custom_weights = VRMI_TAKE(load->scratch, float, motion->expression_count);
    out->turns = VRMI_TAKE(load->scratch, vrmi_clip_turn, MAX_TURNS);
    p.rotations = VRMI_TAKE(load->scratch, uint8_t, motion->joint_count);
    if (out->tracks == NULL || out->customs == NULL || out->custom_weights == NULL ||
        out->turns == NULL || p.rotations == NULL) {
        return false;
    }
    memset(p.rotations, VRMI_CLIP_NOWHERE, motion->joint_count);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) p.bone_joints[bone] = VRM_NONE;
    if (!plan_bones(&p) || !plan_hips(&p) || !plan_look_at(&p)) return false;
    for (uint32_t i = 0; i < motion->expression_count; ++i) {
        if (!vrmi_load_goes_on(load) || !plan_weight(&p, &motion->expressions[i])) return false;
    }
    return true;
}
