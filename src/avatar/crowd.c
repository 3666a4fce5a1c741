/* Many avatars: each is what it is alone; the crowd says when, on which thread, and which colliders
 * all of them may meet. */
#include "vrm/crowd.h"

#include "avatar/detail.h"
#include "avatar/spring/spring_world.h"
#include "base/checked.h"
#include "base/desc.h"

#include <string.h>

typedef struct member {
    vrm_avatar *avatar;
    size_t bytes;  /* of its block */
    float waiting; /* seconds that have passed since its last update (VRM_CROWD_DETAIL_HALF) */
    uint8_t detail;
    uint8_t is_thawing; /* it was frozen, and may have been moved since */
} member;

struct vrm_crowd {
    vrmi_memory memory;
    vrm_parallel_for *parallel_for;
    void *parallel_user;
    member *members;
    uint32_t count;
    uint32_t capacity;
    uint32_t near_capacity;
    vrmi_world *world; /* colliders that all share; NULL: the desc asked for none */
    float dt;
};

/* An avatar costs microseconds: fewer than this are not worth a thread's attention. */
enum { MIN_RANGE = 16 };

/* Colliders of the crowd that an avatar can meet, where the desc does not say. */
enum { MET_CAPACITY = 16 };

VRMI_DESC_CHECK(vrm_crowd_desc, flags);

void vrm_crowd_desc_init_sized(vrm_crowd_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

/* Room for the colliders that a desc asks for. */
static bool create_world(vrm_crowd *crowd, const vrm_crowd_desc *desc) {
    if (desc->collider_capacity == 0) return true;
    crowd->near_capacity = desc->near_capacity != 0 ? desc->near_capacity : MET_CAPACITY;
    if (crowd->near_capacity > desc->collider_capacity) {
        crowd->near_capacity = desc->collider_capacity;
    }
    crowd->world = vrmi_world_create(&crowd->memory, desc->collider_capacity);
    return crowd->world != NULL;
}

vrm_result vrm_crowd_create(const vrm_crowd_desc *desc, vrm_crowd **out_crowd,
                            vrm_report **out_report) {
    vrm_crowd_desc whole;
    vrmi_memory memory;
    vrm_crowd *crowd;
    if (out_crowd != NULL) *out_crowd = NULL;
    if (out_crowd == NULL ||
        !vrmi_desc_read(&whole, sizeof whole, sizeof(vrmi_desc_head), desc, 0)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_memory_init(&memory, whole.allocator);
    crowd = vrmi_memory_allocate(&memory, sizeof *crowd);
    if (crowd == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    memset(crowd, 0, sizeof *crowd);
    crowd->memory = memory;
    crowd->parallel_for = whole.parallel_for;
    crowd->parallel_user = whole.parallel_user;
    if (!create_world(crowd, &whole)) {
        vrm_crowd_destroy(crowd);
        return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    }
    *out_crowd = crowd;
    return vrmi_report_end(out_report, VRM_OK);
}

void vrm_crowd_destroy(vrm_crowd *crowd) {
    vrmi_memory memory;
    if (crowd == NULL) return;
    while (crowd->count != 0) vrm_avatar_destroy(crowd->members[crowd->count - 1].avatar);
    vrmi_memory_release(&crowd->memory, crowd->members, sizeof *crowd->members * crowd->capacity);
    vrmi_world_destroy(&crowd->memory, crowd->world);
    memory = crowd->memory;
    vrmi_memory_release(&memory, crowd, sizeof *crowd);
}

/* Room for one more. The avatars themselves stay where they are. */
static bool grow(vrm_crowd *crowd) {
    uint32_t capacity = crowd->capacity < 16 ? 16 : crowd->capacity * 2;
    size_t bytes;
    member *members;
    if (crowd->count < crowd->capacity) return true;
    if (crowd->capacity > INT32_MAX / 2) return false;
    if (!vrmi_multiply_size(capacity, sizeof *members, &bytes)) return false;
    members = vrmi_memory_allocate(&crowd->memory, bytes);
    if (members == NULL) return false;
    if (crowd->count != 0) {
        memcpy(members, crowd->members, sizeof *members * crowd->count);
        vrmi_memory_release(&crowd->memory, crowd->members,
                            sizeof *crowd->members * crowd->capacity);
    }
    crowd->members = members;
    crowd->capacity = capacity;
    return true;
}

vrm_result vrm_crowd_add(vrm_crowd *crowd, vrm_model *model, const vrm_avatar_desc *desc,
                         vrm_avatar **out_avatar, vrm_report **out_report) {
    vrm_avatar_desc own;
    vrm_avatar *avatar;
    vrm_result result;
    if (out_avatar != NULL) *out_avatar = NULL;
    if (out_avatar == NULL || crowd == NULL || !vrmi_avatar_desc_read(&own, desc)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    if (!grow(crowd)) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    own.allocator = &crowd->memory.allocator;
    result = vrmi_avatar_create(model, &own, crowd->near_capacity, &avatar);
    if (result != VRM_OK) return vrmi_report_end(out_report, result);
    memset(&crowd->members[crowd->count], 0, sizeof *crowd->members);
    crowd->members[crowd->count].avatar = avatar;
    crowd->members[crowd->count].bytes = avatar->allocated;
    avatar->crowd = crowd;
    avatar->crowd_index = crowd->count++;
    *out_avatar = avatar;
    return vrmi_report_end(out_report, VRM_OK);
}

/* Tells the host of wrong use: that of the model of the first member. */
static void tell(const vrm_crowd *crowd, const char *function, const char *problem) {
    if (crowd != NULL && crowd->count != 0) {
        vrmi_misuse(crowd->members[0].avatar, function, problem);
    }
}

/* NULL: there is no such member, which is reported as misuse. */
static member *find(const vrm_crowd *crowd, const vrm_avatar *avatar, const char *function) {
    if (crowd != NULL && avatar != NULL && avatar->crowd == crowd) {
        return &crowd->members[avatar->crowd_index];
    }
    if (avatar != NULL) {
        vrmi_misuse(avatar, function, "the avatar is not in this crowd");
    } else {
        tell(crowd, function, VRMI_MISUSE_NULL);
    }
    return NULL;
}

/* The last member takes the place of the one that goes. */
void vrmi_crowd_forget(vrm_avatar *avatar) {
    vrm_crowd *crowd = avatar->crowd;
    member *gap = &crowd->members[avatar->crowd_index];
    if (crowd->world != NULL) vrmi_world_forget(crowd->world, avatar);
    *gap = crowd->members[--crowd->count];
    gap->avatar->crowd_index = (uint32_t)(gap - crowd->members);
    avatar->crowd = NULL;
}

void vrm_crowd_remove(vrm_crowd *crowd, vrm_avatar *avatar) {
    if (find(crowd, avatar, __func__) != NULL) vrm_avatar_destroy(avatar);
}

uint32_t vrm_crowd_count(const vrm_crowd *crowd) { return crowd != NULL ? crowd->count : 0; }

vrm_avatar *vrm_crowd_get(const vrm_crowd *crowd, uint32_t index) {
    if (crowd != NULL && index < crowd->count) return crowd->members[index].avatar;
    tell(crowd, __func__, "there is no such avatar");
    return NULL;
}

void vrm_crowd_set_detail(vrm_crowd *crowd, vrm_avatar *avatar, int32_t detail) {
    member *one = find(crowd, avatar, __func__);
    if (one == NULL) return;
    if (detail < VRM_CROWD_DETAIL_FULL || detail > VRM_CROWD_DETAIL_RIGID) {
        vrmi_misuse(avatar, __func__, "there is no such detail");
        return;
    }
    if (one->detail == VRM_CROWD_DETAIL_FROZEN && detail != VRM_CROWD_DETAIL_FROZEN)
        one->is_thawing = 1;
    if (detail == VRM_CROWD_DETAIL_FROZEN) one->waiting = 0.0f;
    one->detail = (uint8_t)detail;
    avatar->springs.is_rigid = detail == VRM_CROWD_DETAIL_RIGID;
}

vrm_crowd_detail vrm_crowd_avatar_detail(const vrm_crowd *crowd, const vrm_avatar *avatar) {
    const member *one = find(crowd, avatar, __func__);
    return one != NULL ? one->detail : VRM_CROWD_DETAIL_FULL;
}

void vrm_crowd_set_detail_by_distance(vrm_crowd *crowd, const vrm_detail_rule *rule,
                                      const vrm_vec3 *eye) {
    vrm_detail_rule own;
    if (crowd == NULL) return;
    if (eye == NULL || !vrmi_detail_rule_read(&own, rule)) {
        tell(crowd, __func__, eye == NULL ? VRMI_MISUSE_NULL : "the rule cannot be used");
        return;
    }
    for (uint32_t i = 0; i < crowd->count; ++i) {
        vrm_avatar *avatar = crowd->members[i].avatar;
        vrm_vec3 way = vrmi_vec3_sub(avatar->root.translation, *eye);
        float distance = sqrtf(vrmi_vec3_dot(way, way));
        vrm_crowd_set_detail(crowd, avatar,
                             vrmi_detail_find(&own, distance, crowd->members[i].detail));
    }
}

/* --- Colliders that all share --- */

static bool is_usable(const vrm_crowd *crowd, const vrm_crowd_collider *collider) {
    if (collider->shape != VRM_COLLIDER_SPHERE && collider->shape != VRM_COLLIDER_CAPSULE) {
        return false;
    }
    if (collider->shape == VRM_COLLIDER_CAPSULE && !vrmi_vec3_is_finite(collider->tail)) {
        return false;
    }
    return vrmi_vec3_is_finite(collider->position) && vrmi_is_finite(collider->radius) &&
           (collider->owner == NULL || collider->owner->crowd == crowd);
}

void vrm_crowd_set_collider(vrm_crowd *crowd, uint32_t index, const vrm_crowd_collider *collider) {
    vrm_spring_collider own;
    if (crowd == NULL) return;
    if (crowd->world == NULL || index >= crowd->world->capacity) {
        tell(crowd, __func__, "the index is not below the collider_capacity of the desc");
        return;
    }
    if (collider == NULL || collider->shape == VRM_COLLIDER_NONE) {
        vrmi_world_set(crowd->world, index, NULL, NULL);
        return;
    }
    if (!is_usable(crowd, collider)) {
        tell(crowd, __func__, "the collider has no such shape or owner, or is not finite");
        return;
    }
    own.node = VRM_NONE;
    own.shape = collider->shape;
    own.offset = collider->position;
    own.tail = collider->shape == VRM_COLLIDER_CAPSULE ? collider->tail : collider->position;
    own.radius = vrmi_max(0.0f, collider->radius);
    vrmi_world_set(crowd->world, index, &own, collider->owner);
}

uint32_t vrm_crowd_near_count(const vrm_crowd *crowd, const vrm_avatar *avatar) {
    return find(crowd, avatar, __func__) != NULL ? avatar->springs.met_count : 0;
}

void vrm_crowd_shift_origin(vrm_crowd *crowd, const vrm_vec3 *shift) {
    if (crowd == NULL) return;
    if (shift == NULL || !vrmi_vec3_is_finite(*shift)) {
        tell(crowd, __func__, shift == NULL ? VRMI_MISUSE_NULL : "the shift is not finite");
        return;
    }
    for (uint32_t i = 0; i < crowd->count; ++i) {
        vrm_avatar_shift_origin(crowd->members[i].avatar, shift);
    }
    if (crowd->world != NULL) vrmi_world_shift(crowd->world, *shift);
}

/* --- Updates --- */

/* Whether an avatar is to be updated now, and with how much time. */
static bool is_due(const vrm_crowd *crowd, member *one, float *dt) {
    *dt = crowd->dt + one->waiting;
    if (one->detail == VRM_CROWD_DETAIL_FROZEN) return false;
    /* Half of those of half detail in each update; which half depends on nothing but the avatar's
     * own past, so that others coming and going do not disturb it. */
    if (one->detail == VRM_CROWD_DETAIL_HALF && !(one->waiting > 0.0f)) {
        if (crowd->dt > 0.0f && crowd->dt <= FLT_MAX) one->waiting = crowd->dt;
        return false;
    }
    one->waiting = 0.0f;
    if (one->is_thawing) {
        one->is_thawing = 0;
        vrmi_springs_carry(one->avatar);
    }
    return true;
}

/* Avatars that wait to be updated together, as long as the next ones can be so too. */
typedef struct batch {
    vrm_avatar *avatars[VRMI_MOST_TOGETHER];
    float dt[VRMI_MOST_TOGETHER];
    uint32_t count;
    const vrmi_world *world; /* colliders that they may meet; NULL: none */
} batch;

static void finish(batch *waiting) {
    if (waiting->count == 1) {
        vrm_avatar_update(waiting->avatars[0], waiting->dt[0]);
    } else if (waiting->count > 1) {
        vrmi_update_together(waiting->avatars, waiting->dt, waiting->count);
    }
    /* The crowd's colliders are met in no other update. */
    for (uint32_t i = 0; i < waiting->count; ++i) waiting->avatars[i]->springs.world = NULL;
    waiting->count = 0;
}

static void update(batch *waiting, vrm_avatar *avatar, float dt) {
    if (waiting->count == VRMI_MOST_TOGETHER ||
        (waiting->count != 0 && !vrmi_can_update_together(waiting->avatars[0], avatar))) {
        finish(waiting);
    }
    if (waiting->world != NULL) {
        avatar->springs.world = waiting->world;
        vrmi_world_wake(waiting->world, avatar);
    }
    waiting->avatars[waiting->count] = avatar;
    waiting->dt[waiting->count++] = dt;
    /* One that is never updated together with others does not wait. */
    if (!vrmi_can_update_together(avatar, avatar)) finish(waiting);
}

/* The next avatar is far away in memory. Once the processor has seen the first lines of a page
 * being asked for, it fetches the others by itself. */
static void announce(const member *next) {
#if defined(__GNUC__)
    enum { PAGE = 4096, LINE = 64, LINES = 4 };
    const char *block = (const char *)next->avatar;
    if (next->detail == VRM_CROWD_DETAIL_FROZEN) return;
    for (size_t page = 0; page + LINES * LINE <= next->bytes; page += PAGE) {
        for (size_t i = 0; i < LINES; ++i) __builtin_prefetch(block + page + i * LINE, 1, 2);
    }
#else
    (void)next;
#endif
}

static void update_range(int32_t begin, int32_t end, void *context) {
    const vrm_crowd *crowd = context;
    batch waiting;
    waiting.count = 0;
    waiting.world = crowd->world != NULL && crowd->world->count != 0 ? crowd->world : NULL;
    for (int32_t i = begin; i < end; ++i) {
        member *one = &crowd->members[i];
        float dt;
        /* Where one sleeps, the next probably does too, and will hardly be read. */
        if (i + 1 < end && !one->avatar->sleep.is_asleep) announce(one + 1);
        if (is_due(crowd, one, &dt)) update(&waiting, one->avatar, dt);
    }
    finish(&waiting);
}

void vrm_crowd_update(vrm_crowd *crowd, float dt) {
    if (crowd == NULL || crowd->count == 0) return;
    crowd->dt = dt;
    if (crowd->world != NULL) vrmi_world_prepare(crowd->world);
    if (crowd->parallel_for != NULL) {
        crowd->parallel_for((int32_t)crowd->count, MIN_RANGE, update_range, crowd,
                            crowd->parallel_user);
    } else {
        update_range(0, (int32_t)crowd->count, crowd);
    }
}
