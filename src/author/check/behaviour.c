#include "author/check/behaviour.h"

#include "model/model.h"

#include <string.h>

/*
 * The most that one step of a life may cost, in units of one collider test of one joint: a node has
 * its matrices made, a joint its step. An avatar of VRoid Studio takes 5,000 to 15,000.
 */
enum { MOST_WORK = 100000, NODE_WORK = 8, JOINT_WORK = 16 };

/* How long the avatar stands at most: two seconds and a half of the motion, and eight more. */
enum { SECOND_STEPS = 60, MOST_SECONDS = 9 };

/* The cancel callback is asked after so much work. */
enum { WORK_UNASKED = 200000 };

/* --- The avatar --- */

static uint64_t work_of_step(const vrmi_check *check) {
    const vrmi_prepared *prepared = check->model->prepared;
    const vrm_tables *tables = check->tables;
    uint64_t work = (uint64_t)check->gltf->node_count * NODE_WORK +
                    (uint64_t)tables->spring_joint_count * JOINT_WORK;
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        work += (uint64_t)tables->springs[i].joint_count * prepared->met[i].count;
    }
    return work;
}

/* Without springs and lookAt there is nothing to see. */
static bool has_life(const vrmi_check *check) {
    return check->tables->spring_joint_count != 0 || check->tables->look_at.is_present;
}

typedef struct life_memory {
    vrmi_memory *memory;
    void *block;
    size_t size;
} life_memory;

static vrm_avatar *create_avatar(const vrmi_check *check, life_memory *own) {
    /* An avatar takes a reference, and a rig is added to a model as if it had been there. */
    vrm_model *model = (vrm_model *)(uintptr_t)check->model;
    vrm_avatar_desc desc;
    vrm_avatar *avatar;
    vrm_avatar_desc_init(&desc);
    own->size = vrm_avatar_size(model, &desc);
    if (own->size == 0) { /* the model's allocator refused the rig */
        own->memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return NULL;
    }
    own->block = vrmi_memory_allocate(own->memory, own->size);
    if (own->block == NULL) return NULL;
    vrm_avatar_init(own->block, own->size, model, &desc, &avatar, NULL);
    if (avatar == NULL) vrmi_memory_release(own->memory, own->block, own->size);
    return avatar;
}

static void destroy_avatar(vrm_avatar *avatar, life_memory *own) {
    if (avatar == NULL) return;
    vrm_avatar_destroy(avatar);
    vrmi_memory_release(own->memory, own->block, own->size);
}

/* --- The motions --- */

/* By joint, where it was; and the least cosine of half the angle to there. */
typedef struct joint_watch {
    vrm_quat *from;
    float *nearest;
} joint_watch;

static bool take_watch(vrmi_check *check, joint_watch *out) {
    uint32_t count = check->tables->spring_joint_count;
    out->from = VRMI_TAKE(check->scratch, vrm_quat, count);
    out->nearest = VRMI_TAKE(check->scratch, float, count);
    return out->from != NULL && out->nearest != NULL;
}

static void begin_watch(const vrmi_life *life, joint_watch *watch) {
    const vrm_tables *tables = life->check->tables;
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        watch->from[i] = life->frame->local[tables->spring_joints[i].node].rotation;
        watch->nearest[i] = 1.0f;
    }
}

static void keep_watch(const vrmi_life *life, joint_watch *watch) {
    const vrm_tables *tables = life->check->tables;
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        vrm_quat now = life->frame->local[tables->spring_joints[i].node].rotation;
        watch->nearest[i] = vrmi_min(watch->nearest[i], fabsf(vrmi_quat_dot(watch->from[i], now)));
    }
}

/* Whether no joint was turned by more than a settled one may be. */
static bool is_settled(const vrmi_life *life, const joint_watch *watch) {
    float sine, cosine;
    vrmi_sincos(vrmi_radians(VRMI_RESTLESS_DEGREES) * 0.5f, &sine, &cosine);
    for (uint32_t i = 0; i < life->check->tables->spring_joint_count; ++i) {
        if (watch->nearest[i] < cosine) return false;
    }
    return true;
}

/* In place: cosines become degrees. */
static float *end_watch(const vrmi_life *life, joint_watch *watch) {
    for (uint32_t i = 0; i < life->check->tables->spring_joint_count; ++i) {
        watch->nearest[i] = vrmi_degrees(2.0f * vrmi_acos(watch->nearest[i]));
    }
    return watch->nearest;
}

/* The face takes no part: springs follow the pose and constraints. */
static void run_step(vrm_avatar *avatar, int motion, uint32_t step) {
    vrmi_life_pose(avatar, motion, step);
    vrmi_update_pose_before_springs(avatar);
    vrm_avatar_update_constraints(avatar);
    vrm_avatar_update_springs(avatar, 1.0f / 60.0f);
}

/* A life while it is run. */
typedef struct running {
    vrmi_life *life;
    uint64_t work;    /* of a step */
    uint64_t unasked; /* work since the cancel callback was asked */
} running;

/* False: the check was cancelled. */
static bool run_steps(running *run, int motion, uint32_t first, uint32_t end, joint_watch *seen) {
    for (uint32_t step = first; step < end; ++step) {
        run->unasked += run->work;
        if (run->unasked >= WORK_UNASKED) {
            run->unasked = 0;
            run->life->check->load->cancel_clock = 0; /* ask now: a step is no element of many */
            if (!vrmi_check_goes_on(run->life->check)) return false;
        }
        run_step(run->life->avatar, motion, step);
        if (seen != NULL && step % 4 == 3) keep_watch(run->life, seen);
    }
    return true;
}

/* Long soft hair needs some seconds to settle, and only a spring that does not settle at all is a
 * fault. So the avatar goes on standing while something moves, a second at a time. */
static bool run_until_settled(running *run, joint_watch *restless) {
    const vrmi_life *life = run->life;
    uint32_t step = VRMI_MOTION_STEPS - SECOND_STEPS;
    for (uint32_t second = 0; second < MOST_SECONDS; ++second, step += SECOND_STEPS) {
        begin_watch(life, restless);
        if (!run_steps(run, VRMI_MOTION_STAND, step, step + SECOND_STEPS, restless)) return false;
        if (is_settled(life, restless)) break;
    }
    return true;
}

/* False: memory was refused, or the check was cancelled. */
static bool run_motions(vrmi_life *life, uint64_t work) {
    running run = {life, work, 0};
    joint_watch turned, restless;
    if (!take_watch(life->check, &turned) || !take_watch(life->check, &restless)) return false;
    begin_watch(life, &turned);
    if (!run_steps(&run, VRMI_MOTION_SWAY, 0, VRMI_MOTION_STEPS, &turned) ||
        !run_steps(&run, VRMI_MOTION_SHAKE, 0, VRMI_MOTION_STEPS, &turned) ||
        !run_steps(&run, VRMI_MOTION_STAND, 0, VRMI_MOTION_STEPS - SECOND_STEPS, NULL) ||
        !run_until_settled(&run, &restless)) {
        return false;
    }
    life->turned_degrees = end_watch(life, &turned);
    life->restless_degrees = end_watch(life, &restless);
    life->has_moved = true;
    return true;
}

/* --- The whole --- */

/* By node: 1 where springs turn it or carry it along. NULL: memory was refused. */
static const uint8_t *mark_moved(const vrmi_life *life) {
    const vrmi_rig_springs *springs = &life->avatar->rig->springs;
    uint8_t *is_moved = VRMI_TAKE(life->check->scratch, uint8_t, life->check->gltf->node_count);
    if (is_moved == NULL) return NULL;
    memset(is_moved, 0, life->check->gltf->node_count);
    for (uint32_t i = 0; i < springs->moved_count; ++i) is_moved[springs->moved_nodes[i]] = 1;
    return is_moved;
}

/* False: too much work, which is reported; true: it can be measured. */
static bool is_bearable(vrmi_check *check, uint64_t work) {
    vrmi_check_place place;
    if (work <= MOST_WORK) return true;
    memset(&place, 0, sizeof place);
    place.index = VRM_NONE;
    vrmi_check_found(check, VRMI_BEHAVIOUR_NOT_MEASURED, &place,
                     VRMI_WITH(vrmi_unsigned(work), vrmi_unsigned(MOST_WORK)));
    return false;
}

static void live(vrmi_life *life, life_memory *own) {
    vrmi_check *check = life->check;
    uint64_t work = work_of_step(check);
    if (!vrmi_life_find_sources(life)) return;
    if (has_life(check) && is_bearable(check, work)) {
        life->avatar = create_avatar(check, own);
        if (life->avatar == NULL) return;
        life->frame = vrm_avatar_frame(life->avatar);
        life->is_moved = mark_moved(life);
        if (life->is_moved == NULL) return;
        vrmi_check_life_look_at(life);
        vrmi_check_life_colliders(life);
        if (check->tables->spring_joint_count != 0 && !run_motions(life, work)) return;
    } else {
        vrmi_check_life_colliders(life);
    }
    vrmi_check_life_springs(life);
    vrmi_check_life_constraints(life);
}

void vrmi_check_behaviour(vrmi_check *check) {
    life_memory own = {check->scratch->memory, NULL, 0};
    vrmi_life life;
    if (check->tables->dialect == VRM_DIALECT_NONE ||
        check->tables->dialect == VRM_DIALECT_ANIMATION) {
        return;
    }
    memset(&life, 0, sizeof life);
    life.check = check;
    live(&life, &own);
    destroy_avatar(life.avatar, &own);
}
