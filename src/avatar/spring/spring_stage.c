/*
 * The last stage: time in steps, inputs between updates, and what the frame shows (SB-042).
 *
 *      last update            this update
 *   ───────┼──────────────────────┼───────────►  time
 *        ▲      ▲        ▲           ▲           steps, 1/60 s apart
 *     the last one       each with the inputs    the last may lie ahead of the present;
 *     that was taken     of its own time         the frame shows the last two, mixed
 */
#include "avatar/sleep.h"
#include "avatar/spring/spring_wide.h"
#include "avatar/spring/spring_world.h"

#include <string.h>

#define STEP (1.0 / 60.0)
#define NO_TIME 1e-6 /* a remainder below this counts as none */
#define MAX_STEPS 8
#define LITERAL_MAX 0.05f
#define BLEND_SECONDS 0.5 /* in which springs are blended out and in */

void vrmi_springs_start(vrm_avatar *avatar) {
    const vrm_tables *tables = avatar->tables;
    vrmi_springs *springs = &avatar->springs;
    springs->sway = 1.0;
    /* Lanes without a joint hold what the wide solver writes into them, so that the bytes of a save
     * do not tell who computed. */
    for (uint32_t i = 0; i < avatar->rig->lanes.row_count; ++i) {
        for (int lane = 0; lane < VRMI_LANES; ++lane) {
            springs->rows[i].v[VRMI_ROW_ROTATION + 3][lane] = 1.0f;
            springs->rows[i].v[VRMI_ROW_STATE + VRMI_ROW_ROTATION + 3][lane] = 1.0f;
        }
    }
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        const vrm_spring_joint_settings settings = vrmi_joint_settings_of(avatar, i);
        vrmi_set_joint_settings(avatar, i, &settings);
        vrmi_set_joint_quat(avatar, i, vrmi_row_rotation(avatar),
                            avatar->rig->springs.joints[i].rest);
        vrmi_set_joint_quat(avatar, i, vrmi_row_rotation_before(avatar),
                            avatar->rig->springs.joints[i].rest);
        springs->is_new[i] = 1;
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        int32_t center = tables->springs[i].center;
        springs->springs[i].weight = 1.0f;
        springs->springs[i].center =
            center != VRM_NONE ? avatar->rig->springs.node_places[center] : VRM_NONE;
    }
}

vrmi_spring_place vrmi_springs_root_place(const vrm_avatar *avatar) {
    if (vrmi_is_uniform_scale(avatar->root.scale)) {
        return vrmi_spring_place_exactly(&avatar->root_world, avatar->root.scale.x);
    }
    return vrmi_spring_place_make(vrmi_mat4_translation(&avatar->root_world), avatar->root_rotation,
                                  vrmi_mat4_uniform_scale(&avatar->root_world));
}

/* Below something that is stretched: turned as the local rotations say, and as large as the longest
 * column of the matrix. */
static vrmi_spring_place stretched_place(const vrmi_spring_place *parent, const vrm_trs *local,
                                         const vrm_mat4 *world) {
    const vrm_vec3 one = {1.0f, 1.0f, 1.0f};
    vrmi_spring_place p = vrmi_spring_place_below(parent, local->translation, local->rotation, one);
    return vrmi_spring_place_make(vrmi_mat4_translation(world), vrmi_spring_place_rotation(&p),
                                  vrmi_mat4_uniform_scale(world));
}

/* Where the nodes are that no spring moves. As long as scales are uniform, that is the frame's
 * matrices and a product of scales: no square roots, and nothing to take apart. */
static void read_inputs(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    vrmi_spring_place *inputs = avatar->springs.places;
    avatar->springs.are_places_present = true;
    inputs[0] = vrmi_springs_root_place(avatar);
    for (uint32_t i = 1; i < rig->input_count; ++i) {
        int32_t node = rig->places[i].node;
        const vrmi_spring_place *parent = &inputs[rig->places[i].parent];
        const vrm_trs *local = &avatar->local[node];
        if (parent->is_exact != 0.0f && vrmi_is_uniform_scale(local->scale)) {
            inputs[i] =
                vrmi_spring_place_exactly(&avatar->world[node], parent->scale * local->scale.x);
        } else {
            inputs[i] = stretched_place(parent, local, &avatar->world[node]);
        }
    }
}

/* The application's colliders as shapes of the world. */
static void read_shapes(vrm_avatar *avatar) {
    bool scales = (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) == 0;
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        const vrm_spring_collider *collider = &avatar->springs.colliders[i];
        vrmi_spring_place at = vrmi_spring_place_identity();
        vrm_vec3 scale = {1.0f, 1.0f, 1.0f};
        if (collider->shape == VRM_COLLIDER_NONE) {
            memset(&avatar->springs.shapes_now[i], 0, sizeof avatar->springs.shapes_now[i]);
            continue;
        }
        if (collider->node != VRM_NONE) {
            at = vrmi_spring_place_from(&avatar->world[collider->node]);
            scale = avatar->local[collider->node].scale;
        }
        avatar->springs.shapes_now[i] = vrmi_shape_of(collider, &at, scale, scales);
    }
}

/* The inputs of a step, `t` of the way from the last update to this one. */
static void mix_inputs(vrm_avatar *avatar, float t) {
    vrmi_springs *springs = &avatar->springs;
    vrmi_shape *shapes = springs->shapes + avatar->tables->spring_collider_count;
    const uint32_t input_count = avatar->rig->springs.input_count;
    const size_t input_bytes = sizeof *springs->inputs * input_count;
    if (t < 1.0f) {
        if (springs->are_places_present) memcpy(springs->inputs, springs->places, input_bytes);
        for (uint32_t i = 0; i < input_count; ++i) {
            springs->places[i] =
                vrmi_spring_place_between(&springs->inputs_before[i], &springs->inputs[i], t);
        }
    } else if (!springs->are_places_present) {
        memcpy(springs->places, springs->inputs, input_bytes);
    }
    springs->are_places_present = !(t < 1.0f);
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        const vrmi_shape *before = &springs->shapes_before[i], *now = &springs->shapes_now[i];
        shapes[i] = *now;
        if (!(t < 1.0f) || before->kind != now->kind) continue;
        shapes[i].a = vrmi_vec3_lerp(before->a, now->a, t);
        shapes[i].b = vrmi_vec3_lerp(before->b, now->b, t);
        shapes[i].radius = vrmi_lerp(before->radius, now->radius, t);
        if (now->kind == VRM_COLLIDER_PLANE) {
            shapes[i].b = vrmi_vec3_safe_normalize(shapes[i].b, now->b);
        }
    }
}

/* What the frame shows: so much of the last step, and the rest of the one before it. */
static float shown_part(const vrm_avatar *avatar) {
    return 1.0f - (float)(avatar->springs.ahead / STEP);
}

/* One step; the last of an update may write the frame too. Whether it did. */
static bool step(vrm_avatar *avatar, float dt, bool is_last) {
    bool shows;
    if (avatar->wide == NULL || !vrmi_can_step_wide(avatar)) {
        vrmi_springs_step(avatar, dt);
        return false;
    }
    shows = is_last && vrmi_can_write_wide(avatar);
    avatar->wide->step(avatar, dt, shows, shown_part(avatar));
    return shows;
}

/* The inputs now are those of the last update for the next one. */
static void keep_inputs(vrm_avatar *avatar) {
    vrmi_springs *springs = &avatar->springs;
    memcpy(springs->inputs_before, springs->are_places_present ? springs->places : springs->inputs,
           sizeof *springs->inputs * avatar->rig->springs.input_count);
    if (avatar->collider_capacity != 0) {
        memcpy(springs->shapes_before, springs->shapes_now,
               sizeof *springs->shapes_now * avatar->collider_capacity);
    }
}

static void start(vrm_avatar *avatar) {
    if (avatar->tables->spring_joint_count != 0) {
        memset(avatar->springs.is_new, 1, avatar->tables->spring_joint_count);
    }
    avatar->springs.ahead = 0.0;
    avatar->springs.has_started = 1;
    keep_inputs(avatar);
}

/* The steps of one update. */
typedef struct steps {
    double span; /* of the update; 0: there is more of it than the steps may take */
    double time; /* of the last step that was taken, since the last update */
    uint32_t count;
    uint32_t taken;
    float dt;      /* of a step */
    bool has_time; /* else no state changes (SB-041) */
    bool is_shown; /* the frame has been written */
} steps;

static steps plan_fixed_steps(vrm_avatar *avatar, float dt) {
    vrmi_springs *springs = &avatar->springs;
    double left = (double)dt - springs->ahead; /* from the last step to the present */
    steps plan = {(double)dt, springs->ahead, 0, 0, (float)STEP, true, false};
    while (left > NO_TIME && plan.count <= MAX_STEPS) {
        left -= STEP;
        ++plan.count;
    }
    springs->ahead = left < -NO_TIME ? -left : 0.0;
    if (plan.count > MAX_STEPS) {
        /* What is left over is dropped, and the inputs are spread over the steps. */
        springs->ahead = 0.0;
        plan.count = MAX_STEPS;
        plan.span = 0.0;
    }
    return plan;
}

/* The inputs of the next step. */
static void begin_step(vrm_avatar *avatar, steps *plan) {
    ++plan->taken;
    plan->time += STEP;
    if (plan->span == 0.0) {
        mix_inputs(avatar, (float)plan->taken / (float)plan->count);
    } else {
        mix_inputs(avatar,
                   plan->time < plan->span - NO_TIME ? (float)(plan->time / plan->span) : 1.0f);
    }
}

/* One step, with the inputs of now, in which nothing moves of itself: tails go where the rotations
 * of the last step put them, and the past is forgotten. */
static void carry(vrm_avatar *avatar) {
    vrmi_springs *springs = &avatar->springs;
    mix_inputs(avatar, 1.0f);
    vrmi_springs_step(avatar, (float)STEP);
    springs->is_carried = 0;
    springs->ahead = 0.0;
    keep_inputs(avatar);
}

/*
 * Springs go out and come back within a fixed time (VRM_CROWD_DETAIL_RIGID). An update counts for
 * no more of it than the steps that it may take, so that a pause does not end it at once. Springs
 * that have not started have shown nothing, and are out at once.
 *
 * Once they are out, the past is forgotten: where they come back they start from rest, which is
 * what is shown then, wherever the avatar has gone.
 */
static void blend(vrm_avatar *avatar, float dt) {
    vrmi_springs *springs = &avatar->springs;
    double seconds = (double)dt < MAX_STEPS * STEP ? (double)dt : MAX_STEPS * STEP;
    double part = seconds / BLEND_SECONDS;
    if (!vrmi_is_blending(avatar)) return;
    if (!springs->is_rigid) {
        springs->sway = springs->sway + part < 1.0 - NO_TIME ? springs->sway + part : 1.0;
    } else if (springs->has_started && springs->sway - part > NO_TIME) {
        springs->sway -= part;
    } else {
        springs->sway = 0.0;
        vrmi_springs_relax(avatar);
    }
}

/* How much of the springs is shown: it begins and ends gently. */
static float shown_sway(const vrm_avatar *avatar) {
    float sway = (float)avatar->springs.sway;
    return sway * sway * (3.0f - 2.0f * sway);
}

static void show(vrm_avatar *avatar, uint32_t index, float t, float sway) {
    const vrmi_springs *springs = &avatar->springs;
    const vrmi_rig_joint *joint = &avatar->rig->springs.joints[index];
    const vrmi_spring *spring = &springs->springs[joint->spring];
    vrm_quat *out = &avatar->local[joint->node].rotation;
    vrm_quat rotation = vrmi_joint_quat(avatar, index, vrmi_row_rotation(avatar));
    float weight = sway < 1.0f ? spring->weight * sway : spring->weight;
    if (!vrmi_spring_is_shown(spring)) return;
    if (t < 1.0f) {
        rotation = vrmi_quat_nlerp(vrmi_joint_quat(avatar, index, vrmi_row_rotation_before(avatar)),
                                   rotation, t);
    }
    *out = weight < 1.0f ? vrmi_quat_nlerp(*out, rotation, weight) : rotation;
}

void vrmi_springs_write(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    float t = shown_part(avatar), sway = shown_sway(avatar);
    uint32_t shown_count = sway > 0.0f ? avatar->tables->spring_joint_count : 0;
    if (avatar->wide != NULL && shown_count == 0) {
        avatar->wide->write_pose(avatar);
        return;
    }
    if (avatar->wide != NULL && vrmi_can_write_wide(avatar)) {
        avatar->wide->write(avatar, t);
        return;
    }
    for (uint32_t i = 0; i < shown_count; ++i) show(avatar, i, t, sway);
    vrmi_place_nodes(avatar, rig->moved_nodes, rig->moved_count);
}

static void keep_finite(vrm_avatar *avatar) {
    bool is_finite =
        avatar->wide != NULL ? avatar->wide->is_finite(avatar) : vrmi_is_frame_finite(avatar);
    if (!is_finite) vrmi_make_frame_finite(avatar);
}

/* The frame shows the pose now where springs are not shown. */
static void forget_shown(vrm_avatar *avatar) {
    for (uint32_t i = 0; i < avatar->tables->spring_count; ++i) {
        avatar->springs.springs[i].was_shown = 0;
    }
    avatar->springs.has_was_shown = 0;
}

/* What comes before the steps. False: there is nothing more to do. */
static bool begin_update(vrm_avatar *avatar, float dt, steps *plan) {
    memset(plan, 0, sizeof *plan);
    if (avatar->sleep.is_asleep) return false;
    plan->has_time = dt > 0.0f && dt <= FLT_MAX;
    if (avatar->sleep.is_shown) { /* no time passes for one that sleeps */
        avatar->sleep.is_shown = 0;
        avatar->sleep.is_asleep = 1;
        plan->has_time = false;
    }
    if (avatar->tables->spring_joint_count == 0) {
        vrmi_sleep_count(avatar, VRMI_SLEEP_STEPS);
        keep_finite(avatar);
        return false;
    }
    if (!plan->has_time) return true;
    avatar->springs.met_count = 0;
    blend(avatar, dt);
    if (avatar->springs.sway == 0.0) {
        avatar->springs.is_carried = 1; /* once they come back */
        return true;
    }
    read_inputs(avatar);
    read_shapes(avatar);
    if (!avatar->springs.has_started) start(avatar);
    if (avatar->springs.is_carried) carry(avatar);
    if (avatar->springs.world != NULL) {
        vrmi_world_meet(avatar->springs.world, avatar, avatar->local, avatar->springs.places);
    }
    if ((avatar->flags & VRM_AVATAR_FLAG_LITERAL_TIME) != 0) {
        *plan = (steps){0.0, 0.0, 1, 0, vrmi_min(dt, LITERAL_MAX), true, false};
        avatar->springs.ahead = 0.0;
    } else {
        *plan = plan_fixed_steps(avatar, dt);
    }
    return true;
}

static void end_update(vrm_avatar *avatar, const steps *plan) {
    if (plan->has_time && avatar->springs.sway == 0.0) {
        vrmi_sleep_count(avatar, VRMI_SLEEP_STEPS);
    } else if (plan->has_time) {
        keep_inputs(avatar);
        vrmi_sleep_count(avatar, plan->count);
    }
    if (!plan->is_shown) vrmi_springs_write(avatar);
    if (avatar->springs.has_was_shown) forget_shown(avatar);
    keep_finite(avatar);
}

void vrm_avatar_update_springs(vrm_avatar *avatar, float dt) {
    steps plan;
    if (avatar == NULL || !begin_update(avatar, dt, &plan)) return;
    while (plan.taken < plan.count) {
        begin_step(avatar, &plan);
        plan.is_shown = step(avatar, plan.dt, plan.taken == plan.count);
    }
    end_update(avatar, &plan);
}

/* --- Several avatars --- */

bool vrmi_can_update_together(const vrm_avatar *a, const vrm_avatar *b) {
    return a->rig == b->rig && a->wide == b->wide && a->rig->lanes.is_crowdable &&
           a->wide != NULL && vrmi_can_step_crowded(a->wide) && a->flags == b->flags &&
           a->collider_capacity == 0 && b->collider_capacity == 0;
}

/* The next step of each of them that has one. Those that are regular take it together; which of
 * them do so changes no bit of any. */
static bool step_together(vrm_avatar *const avatars[], steps plans[], uint32_t count) {
    vrm_avatar *together[2][VRMI_MOST_TOGETHER];
    uint32_t counts[2] = {0, 0};
    float dt[2] = {0.0f, 0.0f};
    bool is_any = false;
    for (uint32_t i = 0; i < count; ++i) {
        vrm_avatar *avatar = avatars[i];
        bool is_last, shows;
        if (plans[i].taken == plans[i].count) continue;
        is_any = true;
        begin_step(avatar, &plans[i]);
        is_last = plans[i].taken == plans[i].count;
        if (avatar->springs.met_count == 0 && vrmi_can_step_wide(avatar)) {
            shows = is_last && vrmi_can_write_wide(avatar) && !(shown_part(avatar) < 1.0f) &&
                    avatar->springs.are_places_present;
            if (counts[shows] == 0 || dt[shows] == plans[i].dt) {
                dt[shows] = plans[i].dt;
                together[shows][counts[shows]++] = avatar;
                plans[i].is_shown = shows;
                continue;
            }
        }
        plans[i].is_shown = step(avatar, plans[i].dt, is_last);
    }
    for (int shows = 0; shows < 2; ++shows) {
        if (counts[shows] == 0) continue;
        vrmi_springs_step_crowded(together[shows], counts[shows], dt[shows], shows != 0);
    }
    return is_any;
}

void vrmi_update_springs_together(vrm_avatar *const avatars[], const float dt[], uint32_t count) {
    vrm_avatar *awake[VRMI_MOST_TOGETHER];
    steps plans[VRMI_MOST_TOGETHER];
    uint32_t awake_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (begin_update(avatars[i], dt[i], &plans[awake_count])) awake[awake_count++] = avatars[i];
    }
    while (step_together(awake, plans, awake_count)) continue;
    for (uint32_t i = 0; i < awake_count; ++i) end_update(awake[i], &plans[i]);
}

void vrm_avatar_warm_up(vrm_avatar *avatar, float seconds) {
    uint32_t count;
    if (avatar == NULL || avatar->tables->spring_joint_count == 0) return;
    vrmi_refresh_frame(avatar);
    vrmi_wake(avatar);
    count = (uint32_t)(vrmi_clamp(seconds, 0.0f, 10.0f) / (float)STEP + 0.5f);
    read_inputs(avatar);
    read_shapes(avatar);
    start(avatar);
    avatar->springs.met_count = 0;
    avatar->springs.is_carried = 0; /* they have no shape to be carried in */
    mix_inputs(avatar, 1.0f);
    for (uint32_t i = 0; i < count; ++i) step(avatar, (float)STEP, false);
    vrmi_springs_write(avatar);
    keep_finite(avatar);
}
