/*
 * Soles on the ground.
 *
 * The way of a sole comes from the body that a motion was made for: what stands there stands here,
 * because places are only multiplied by the height of the hips. A hold then takes away what a
 * source has of sliding, and what a mix of two sources makes of it.
 */
#include "model/model.h"
#include "motion/limb.h"

#include <string.h>

#define SECOND 1e-9f         /* of a nanosecond */
#define FADE_SECONDS 0.2f    /* of what a hold leaves behind when it ends */
#define SETTLE_SECONDS 0.08f /* from the height of a sole to that of the ground */
#define MAX_HOLD 0.15f       /* of the height of the hips: a hold that pulls further ends */
#define LEAVE 1.5f    /* a hold ends at so many times the speed and height of its beginning */
#define REACH 0.9995f /* of a leg, so that knees do not snap */
#define LIFTED 0.1f   /* of the height of the hips: a foot up there lowers no hips */
/* Heights by which toes must be above the heel, in hips heights, for the heel to be what stands. */
#define HEEL_FROM 0.005f
#define HEEL_TO 0.03f

/* A leg of a body in a pose. */
typedef struct leg {
    vrmi_limb limb;
    vrm_vec3 heel; /* points of the sole, from the ankle, in the space of the model */
    vrm_vec3 ball;
} leg;

/* A body: places at rest, and the unit of hips. */
typedef struct body {
    vrm_leg_shape legs;
    vrm_vec3 hips;
    float height;
} body;

static bool body_of_model(const vrm_model *model, body *out) {
    out->hips = vrm_model_bone_rest_position(model, VRM_BONE_HIPS);
    out->height = out->hips.y;
    if (!(out->height > 1e-4f)) return false;
    for (int i = 0; i < 2; ++i) {
        const vrm_bone first = i == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
        for (int k = 0; k < 3; ++k) {
            if (vrm_model_bone_node(model, first + k) == VRM_NONE) return false;
        }
        out->legs.upper[i] = vrm_model_bone_rest_position(model, first);
        out->legs.lower[i] = vrm_model_bone_rest_position(model, first + 1);
        out->legs.foot[i] = vrm_model_bone_rest_position(model, first + 2);
        if (vrm_model_bone_node(model, first + 3) != VRM_NONE) {
            out->legs.toes[i] = vrm_model_bone_rest_position(model, first + 3);
        } else {
            out->legs.toes[i] = out->legs.foot[i];
            out->legs.toes[i].z += 0.13f * out->height;
        }
    }
    return true;
}

static body body_of_source(const vrm_leg_shape *legs) {
    body out;
    out.legs = *legs;
    out.hips = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    out.height = 1.0f;
    return out;
}

static vrm_vec3 turned(vrm_quat q, vrm_vec3 from, vrm_vec3 to) {
    return vrmi_quat_rotate(q, vrmi_vec3_sub(to, from));
}

static leg leg_of(const body *b, const vrm_pose *pose, vrm_vec3 hips, int side) {
    const vrm_bone first = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
    const vrm_vec3 foot = b->legs.foot[side], toes = b->legs.toes[side];
    vrmi_limb limb;
    leg out;
    limb.above = vrmi_pose_rotation(pose, VRM_BONE_HIPS);
    limb.upper =
        vrmi_quat_normalize(vrmi_quat_multiply(limb.above, vrmi_pose_rotation(pose, first)));
    limb.lower =
        vrmi_quat_normalize(vrmi_quat_multiply(limb.upper, vrmi_pose_rotation(pose, first + 1)));
    limb.tip =
        vrmi_quat_normalize(vrmi_quat_multiply(limb.lower, vrmi_pose_rotation(pose, first + 2)));
    limb.root = vrmi_vec3_add(hips, turned(limb.above, b->hips, b->legs.upper[side]));
    limb.middle =
        vrmi_vec3_add(limb.root, turned(limb.upper, b->legs.upper[side], b->legs.lower[side]));
    limb.end = vrmi_vec3_add(limb.middle, turned(limb.lower, b->legs.lower[side], foot));
    out.limb = limb;
    out.heel = vrmi_quat_rotate(limb.tip, vrm_vec3_make(0.0f, -foot.y, 0.0f));
    out.ball = vrmi_quat_rotate(limb.tip, vrm_vec3_make(toes.x - foot.x, -foot.y, toes.z - foot.z));
    return out;
}

static vrm_vec3 hips_of(const body *b, const vrm_pose *pose) {
    if ((pose->parts & VRM_POSE_HIPS) == 0) return b->hips;
    return vrmi_vec3_add(b->hips, vrmi_vec3_scale(vrmi_vec3_to_finite(pose->hips), b->height));
}

/* --- The way of a sole --- */

/* How much of a foot stands on its heel: 1 where its toes are up. */
static float heel_part(const leg *leg, float height) {
    float up = (leg->ball.y - leg->heel.y) / height;
    return vrmi_smooth_step(HEEL_FROM, HEEL_TO, up);
}

/* The point of the sole that stands, at rest and in the pose, as one of heel and ball. */
static vrm_vec3 rest_point(const body *b, int side, float heel) {
    vrm_vec3 ball = b->legs.toes[side], below = b->legs.foot[side];
    ball.y = below.y = 0.0f;
    return vrmi_vec3_lerp(ball, below, heel);
}

static vrm_vec3 point_of(const leg *leg, float heel) {
    return vrmi_vec3_lerp(leg->ball, leg->heel, heel); /* from the ankle */
}

/* Where that point goes: moved from rest as the source's is, in proportion. */
static vrm_vec3 wanted_point(const body *own, const body *source, const leg *in_source, float heel,
                             int side) {
    vrm_vec3 now = vrmi_vec3_add(in_source->limb.end, point_of(in_source, heel));
    vrm_vec3 moved = vrmi_vec3_sub(now, rest_point(source, side, heel));
    return vrmi_vec3_add(rest_point(own, side, heel),
                         vrmi_vec3_scale(moved, own->height / source->height));
}

/* --- Holding it --- */

static vrm_vec3 to_world(const vrm_trs *root, vrm_vec3 v) {
    v = vrm_vec3_make(v.x * root->scale.x, v.y * root->scale.y, v.z * root->scale.z);
    return vrmi_vec3_add(root->translation, vrmi_quat_rotate(root->rotation, v));
}

static vrm_vec3 from_world(const vrm_trs *root, vrm_vec3 v) {
    v = vrmi_quat_rotate(vrmi_quat_conjugate(root->rotation), vrmi_vec3_sub(v, root->translation));
    return vrm_vec3_make(v.x / root->scale.x, v.y / root->scale.y, v.z / root->scale.z);
}

static float flat_length(vrm_vec3 v) { return sqrtf(v.x * v.x + v.z * v.z); }

static bool should_hold(const vrm_ground *ground, const vrm_ground_foot *foot, vrm_vec3 point,
                        float seconds) {
    float limit = foot->is_held != 0 ? LEAVE : 1.0f;
    float speed;
    if (!(seconds > 0.0f)) return foot->is_held != 0;
    speed = vrmi_vec3_length(vrmi_vec3_sub(point, foot->last)) / seconds;
    return foot->has_last != 0 && speed < limit * ground->hold_speed &&
           point.y - ground->height < limit * ground->hold_height;
}

/* A point with what is left of an earlier hold. */
static vrm_vec3 with_offset(const vrm_ground_foot *foot, vrm_vec3 point) {
    float left = vrmi_smooth_step(0.0f, 1.0f, foot->fade);
    return vrmi_vec3_add(point, vrmi_vec3_scale(foot->offset, left));
}

/*
 * A sole is never below the ground, and one that is almost on it comes nearer: it touches down
 * before it is slow enough to be held, without a jump.
 */
static float pressed(float height, float low) {
    if (!(height > 0.0f)) return 0.0f;
    return low > 0.0f ? height * vrmi_smooth_step(0.0f, low, height) : height;
}

/* Moves a point of the world to where it is held, or back from there little by little. */
static vrm_vec3 hold(vrm_ground *ground, vrm_ground_foot *foot, vrm_vec3 point, float seconds,
                     float most) {
    bool holds = should_hold(ground, foot, point, seconds);
    float step = seconds / SETTLE_SECONDS;
    vrm_vec3 out;
    foot->fade = vrmi_max(foot->fade - seconds / FADE_SECONDS, 0.0f);
    if (holds && foot->is_held == 0) foot->held = with_offset(foot, point);
    if (holds) {
        foot->offset = vrmi_vec3_sub(foot->held, point);
        foot->offset.y = 0.0f;
        foot->fade = 1.0f;
        if (flat_length(foot->offset) > most) holds = false; /* and the rest fades out */
    }
    foot->is_held = holds;
    foot->settled = vrmi_saturate(foot->settled + (holds ? step : -step));
    foot->last = point;
    foot->has_last = 1;
    out = with_offset(foot, point);
    out.y = ground->height + pressed(point.y - ground->height, ground->hold_height) *
                                 (1.0f - vrmi_smooth_step(0.0f, 1.0f, foot->settled));
    return out;
}

/* --- Hips --- */

/* By how much a hip joint has to come down for its leg to reach. */
static float drop_of(const leg *leg, vrm_vec3 ankle) {
    const vrmi_limb *limb = &leg->limb;
    float reach = REACH * (vrmi_vec3_length(vrmi_vec3_sub(limb->middle, limb->root)) +
                           vrmi_vec3_length(vrmi_vec3_sub(limb->end, limb->middle)));
    float flat = flat_length(vrmi_vec3_sub(limb->root, ankle));
    float room = reach * reach - flat * flat;
    return room > 0.0f ? vrmi_max(limb->root.y - ankle.y - sqrtf(room), 0.0f) : 0.0f;
}

/* --- The whole --- */

void vrm_ground_init(vrm_ground *ground) {
    if (ground == NULL) return;
    memset(ground, 0, sizeof *ground);
    ground->weight = 1.0f;
    ground->hold_speed = 0.1f;
    ground->hold_height = 0.03f;
}

/* A root that cannot be turned back stays where it is. */
static vrm_trs root_of(const vrm_trs *given) {
    vrm_trs root = vrmi_trs_identity();
    if (given == NULL || !vrmi_trs_is_finite(given)) return root;
    if (fabsf(given->scale.x) < 1e-4f || fabsf(given->scale.y) < 1e-4f ||
        fabsf(given->scale.z) < 1e-4f) {
        return root;
    }
    root = *given;
    root.rotation = vrmi_quat_normalize(root.rotation);
    return root;
}

void vrm_ground_update(vrm_ground *ground, const vrm_model *model, vrm_pose *pose,
                       const vrm_trs *root, int64_t elapsed) {
    body own, source;
    vrm_trs at = root_of(root);
    vrm_vec3 ankles[2], hips;
    leg legs[2];
    float seconds = elapsed > 0 ? (float)elapsed * SECOND : 0.0f, drop = 0.0f, weight;
    if (ground == NULL || pose == NULL) vrmi_model_misuse(model, __func__, VRMI_MISUSE_NULL);
    if (ground == NULL || model == NULL || pose == NULL || !body_of_model(model, &own)) return;
    weight = vrmi_saturate(ground->weight);
    source = ground->has_source != 0 ? body_of_source(&ground->source) : own;
    hips = hips_of(&own, pose);
    for (int i = 0; i < 2; ++i) {
        const leg in_source = leg_of(&source, pose, hips_of(&source, pose), i);
        const float heel = heel_part(&in_source, source.height);
        vrm_vec3 point = wanted_point(&own, &source, &in_source, heel, i);
        float lifted;
        point = from_world(&at, hold(ground, &ground->feet[i], to_world(&at, point), seconds,
                                     MAX_HOLD * own.height));
        legs[i] = leg_of(&own, pose, hips, i);
        ankles[i] = vrmi_vec3_sub(point, point_of(&legs[i], heel));
        lifted =
            vrmi_smooth_step(0.0f, LIFTED * own.height, to_world(&at, point).y - ground->height);
        drop = vrmi_max(drop, (1.0f - lifted) * drop_of(&legs[i], ankles[i]));
    }
    if (weight <= 0.0f) return;
    drop *= weight;
    for (int i = 0; i < 2; ++i) {
        const vrm_bone first = i == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
        vrmi_limb *limb = &legs[i].limb;
        limb->root.y -= drop;
        limb->middle.y -= drop;
        limb->end.y -= drop;
        if (vrmi_limb_reach(limb, ankles[i], NULL,
                            vrmi_quat_rotate(limb->upper, vrm_vec3_make(0.0f, 0.0f, 1.0f))) <
            0.0f) {
            continue;
        }
        vrmi_limb_write(limb, first, weight, pose);
    }
    if (drop > 0.0f) {
        pose->hips = (pose->parts & VRM_POSE_HIPS) != 0 ? vrmi_vec3_to_finite(pose->hips)
                                                        : vrm_vec3_make(0.0f, 0.0f, 0.0f);
        pose->hips.y -= drop / own.height;
        pose->parts |= VRM_POSE_HIPS;
    }
}
