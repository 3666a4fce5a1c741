/*
 * The last stage: time in steps, inputs between updates, and what the frame shows (SB-042).
 *
 *      last update            this update
 *   ───────┼──────────────────────┼───────────►  time
 *        ▲      ▲        ▲           ▲           steps, 1/60 s apart
 *     the last one       each with the inputs    the last may lie ahead of the present;
 *     that was taken     of its own time         the frame shows the last two, mixed
 */
#include "avatar/spring.h"

#include <string.h>

#define STEP (1.0 / 60.0)
#define NO_TIME 1e-6 /* a remainder below this counts as none */
#define MAX_STEPS 8
#define LITERAL_MAX 0.05f

void vrmi_springs_start(vrm_avatar *avatar) {
    const vrm_tables *tables = avatar->tables;
    vrmi_springs *springs = &avatar->springs;
    /* A direction of the file's world turns with the avatar, as it does where a model is rewritten
     * to face +Z (4.3). */
    bool is_turned = vrmi_is_turned(avatar) && (avatar->flags & VRM_RUN_AS_FILE) == 0;
    for (uint32_t i = 0; i < tables->joint_count; ++i) {
        const vrm_joint *joint = &tables->joints[i];
        vrm_joint_settings *settings = &springs->settings[i];
        settings->hit_radius = joint->hit_radius;
        settings->stiffness = joint->stiffness;
        settings->gravity_power = joint->gravity_power;
        settings->drag_force = joint->drag_force;
        settings->gravity_dir = is_turned ? vrmi_half_turn(joint->gravity_dir) : joint->gravity_dir;
        springs->rotations[i] = avatar->rig->springs.joints[i].rest;
        springs->rotations_before[i] = springs->rotations[i];
        springs->is_new[i] = 1;
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        int32_t center = tables->springs[i].center;
        springs->springs[i].weight = 1.0f;
        springs->springs[i].center =
            center != VRM_NONE ? avatar->rig->springs.node_frames[center] : VRM_NONE;
    }
}

/* Where the nodes are now that no spring moves. Positions are those of the world matrices;
 * rotations are multiplied down from the root, which costs less than taking matrices apart. */
static void read_inputs(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    vrmi_similarity *inputs = avatar->springs.inputs;
    inputs[0].position = vrmi_mat4_translation(&avatar->root_world);
    inputs[0].scale = vrmi_mat4_uniform_scale(&avatar->root_world);
    inputs[0].rotation = avatar->root_rotation;
    for (uint32_t i = 1; i < rig->input_count; ++i) {
        int32_t node = rig->frames[i].node;
        const vrmi_similarity *parent = &inputs[rig->frames[i].parent];
        inputs[i].position = vrmi_mat4_translation(&avatar->world[node]);
        inputs[i].scale = vrmi_mat4_uniform_scale(&avatar->world[node]);
        inputs[i].rotation =
            vrmi_quat_normalize(vrmi_quat_multiply(parent->rotation, avatar->local[node].rotation));
    }
}

/* The application's colliders as shapes of the world. */
static void read_shapes(vrm_avatar *avatar) {
    bool scales = (avatar->flags & VRM_RUN_LITERAL_SCALE) == 0;
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        const vrm_collider *collider = &avatar->springs.colliders[i];
        vrmi_similarity at = vrmi_similarity_identity();
        vrm_vec3 scale = {1.0f, 1.0f, 1.0f};
        if (collider->shape == VRM_COLLIDER_NONE) {
            memset(&avatar->springs.shapes_now[i], 0, sizeof avatar->springs.shapes_now[i]);
            continue;
        }
        if (collider->node != VRM_NONE) {
            at = vrmi_similarity_from(&avatar->world[collider->node]);
            scale = avatar->local[collider->node].scale;
        }
        avatar->springs.shapes_now[i] = vrmi_shape_of(collider, &at, scale, scales);
    }
}

/* The inputs of a step, `t` of the way from the last update to this one. */
static void mix_inputs(vrm_avatar *avatar, float t) {
    vrmi_springs *springs = &avatar->springs;
    vrmi_shape *shapes = springs->shapes + avatar->tables->collider_count;
    for (uint32_t i = 0; i < avatar->rig->springs.input_count; ++i) {
        springs->frames[i] =
            t < 1.0f ? vrmi_similarity_between(&springs->inputs_before[i], &springs->inputs[i], t)
                     : springs->inputs[i];
    }
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

/* The inputs now are those of the last update for the next one. */
static void keep_inputs(vrm_avatar *avatar) {
    vrmi_springs *springs = &avatar->springs;
    memcpy(springs->inputs_before, springs->inputs,
           sizeof *springs->inputs * avatar->rig->springs.input_count);
    if (avatar->collider_capacity != 0) {
        memcpy(springs->shapes_before, springs->shapes_now,
               sizeof *springs->shapes_now * avatar->collider_capacity);
    }
}

static void start(vrm_avatar *avatar) {
    if (avatar->tables->joint_count != 0) {
        memset(avatar->springs.is_new, 1, avatar->tables->joint_count);
    }
    avatar->springs.ahead = 0.0;
    avatar->springs.has_started = 1;
    keep_inputs(avatar);
}

static void take_fixed_steps(vrm_avatar *avatar, float dt) {
    vrmi_springs *springs = &avatar->springs;
    double left = (double)dt - springs->ahead; /* from the last step to the present */
    double time = springs->ahead;              /* of a step, since the last update */
    uint32_t count = 0;
    while (left > NO_TIME && count <= MAX_STEPS) {
        left -= STEP;
        ++count;
    }
    if (count > MAX_STEPS) {
        /* More time than the steps may take: what is left over is dropped, and the inputs are
         * spread over the steps. */
        for (uint32_t i = 1; i <= MAX_STEPS; ++i) {
            mix_inputs(avatar, (float)i / (float)MAX_STEPS);
            vrmi_springs_step(avatar, (float)STEP);
        }
        springs->ahead = 0.0;
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        time += STEP;
        mix_inputs(avatar, time < (double)dt - NO_TIME ? (float)(time / (double)dt) : 1.0f);
        vrmi_springs_step(avatar, (float)STEP);
    }
    springs->ahead = left < -NO_TIME ? -left : 0.0;
}

static void show(vrm_avatar *avatar, uint32_t index, float t) {
    const vrmi_springs *springs = &avatar->springs;
    const vrmi_rig_joint *joint = &avatar->rig->springs.joints[index];
    const vrmi_spring *spring = &springs->springs[joint->spring];
    vrm_quat *out = &avatar->local[joint->node].rotation;
    vrm_quat rotation = springs->rotations[index];
    if (spring->mode == VRM_SPRING_TRACK || spring->mode == VRM_SPRING_OFF) return;
    if (!(spring->weight > 0.0f)) return;
    if (t < 1.0f) rotation = vrmi_quat_nlerp(springs->rotations_before[index], rotation, t);
    *out = spring->weight < 1.0f ? vrmi_quat_nlerp(*out, rotation, spring->weight) : rotation;
}

void vrmi_springs_write(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    float t = 1.0f - (float)(avatar->springs.ahead / STEP);
    for (uint32_t i = 0; i < avatar->tables->joint_count; ++i) show(avatar, i, t);
    vrmi_place_nodes(avatar, rig->moved_nodes, rig->moved_count);
}

void vrm_avatar_update_springs(vrm_avatar *avatar, float dt) {
    bool has_time = dt > 0.0f && dt <= FLT_MAX; /* SB-041 */
    if (avatar == NULL || avatar->tables->joint_count == 0) return;
    if (has_time) {
        read_inputs(avatar);
        read_shapes(avatar);
        if (!avatar->springs.has_started) start(avatar);
        if ((avatar->flags & VRM_RUN_LITERAL_TIME) != 0) {
            mix_inputs(avatar, 1.0f);
            vrmi_springs_step(avatar, vrmi_min(dt, LITERAL_MAX));
            avatar->springs.ahead = 0.0;
        } else {
            take_fixed_steps(avatar, dt);
        }
        keep_inputs(avatar);
    }
    vrmi_springs_write(avatar);
}

void vrm_avatar_warm_up(vrm_avatar *avatar, float seconds) {
    uint32_t count;
    if (avatar == NULL || avatar->tables->joint_count == 0) return;
    count = (uint32_t)(vrmi_clamp(seconds, 0.0f, 10.0f) / (float)STEP + 0.5f);
    read_inputs(avatar);
    read_shapes(avatar);
    start(avatar);
    mix_inputs(avatar, 1.0f);
    for (uint32_t i = 0; i < count; ++i) vrmi_springs_step(avatar, (float)STEP);
    vrmi_springs_write(avatar);
}
