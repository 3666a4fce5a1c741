#include "avatar/spring/spring_world.h"

#include "avatar/sleep.h"

/* A test of two balls may be wrong by the rounding of its own numbers: they count as touching when
 * they are as near as this, for each meter of size. */
#define ROUNDING 1e-5f

/* --- The colliders --- */

static void lay_out(vrmi_world *world, vrmi_layout *layout, unsigned char *base) {
#define PLACE(pointer, count)                                                                      \
    do {                                                                                           \
        size_t offset =                                                                            \
            vrmi_layout_add(layout, (count), sizeof *(pointer), VRMI_MEMORY_ALIGNMENT);            \
        if (base != NULL) (pointer) = (void *)(base + offset);                                     \
    } while (0)
    PLACE(world->shapes, world->capacity);
    PLACE(world->owners, world->capacity); /* NOLINT(bugprone-sizeof-expression): of pointers */
    PLACE(world->colliders, world->capacity);
    PLACE(world->grid.items, world->capacity);
    PLACE(world->grid.firsts, (size_t)world->grid.bucket_count + 1);
#undef PLACE
}

vrmi_world *vrmi_world_create(vrmi_memory *memory, uint32_t capacity) {
    vrmi_layout layout = {0, false};
    vrmi_world plan, *world;
    memset(&plan, 0, sizeof plan);
    plan.capacity = capacity;
    plan.grid.bucket_count = vrmi_grid_buckets(capacity);
    vrmi_layout_add(&layout, 1, sizeof plan, VRMI_MEMORY_ALIGNMENT);
    lay_out(&plan, &layout, NULL);
    if (plan.grid.bucket_count == 0 || layout.overflow) return NULL;
    plan.bytes = layout.size;
    world = vrmi_memory_allocate(memory, plan.bytes);
    if (world == NULL) return NULL;
    memset(world, 0, plan.bytes);
    *world = plan;
    layout = (vrmi_layout){0, false};
    vrmi_layout_add(&layout, 1, sizeof plan, VRMI_MEMORY_ALIGNMENT);
    lay_out(world, &layout, (unsigned char *)world);
    return world;
}

void vrmi_world_destroy(vrmi_memory *memory, vrmi_world *world) {
    if (world != NULL) vrmi_memory_release(memory, world, world->bytes);
}

/* As a collider of the application that is on no node: the same bits. */
static void place(vrmi_world *world, uint32_t index) {
    const vrmi_spring_place at = vrmi_spring_place_identity();
    world->shapes[index] =
        vrmi_shape_of(&world->colliders[index], &at, vrm_vec3_make(1.0f, 1.0f, 1.0f), true);
    world->is_stale = 1;
}

void vrmi_world_set(vrmi_world *world, uint32_t index, const vrm_spring_collider *collider,
                    const vrm_avatar *owner) {
    bool was_there = world->shapes[index].kind != VRM_COLLIDER_NONE;
    world->count = world->count + (collider != NULL) - was_there;
    world->owners[index] = owner;
    if (collider != NULL) {
        world->colliders[index] = *collider;
        place(world, index);
    } else if (was_there) {
        memset(&world->shapes[index], 0, sizeof world->shapes[index]);
        world->is_stale = 1;
    }
}

void vrmi_world_forget(vrmi_world *world, const vrm_avatar *owner) {
    for (uint32_t i = 0; i < world->capacity; ++i) {
        if (world->owners[i] == owner) vrmi_world_set(world, i, NULL, NULL);
    }
}

void vrmi_world_shift(vrmi_world *world, vrm_vec3 shift) {
    for (uint32_t i = 0; i < world->capacity; ++i) {
        vrm_spring_collider *collider = &world->colliders[i];
        if (world->shapes[i].kind == VRM_COLLIDER_NONE) continue;
        collider->offset = vrmi_vec3_to_finite(vrmi_vec3_add(collider->offset, shift));
        collider->tail = vrmi_vec3_to_finite(vrmi_vec3_add(collider->tail, shift));
        place(world, i);
    }
}

void vrmi_world_prepare(vrmi_world *world) {
    if (world->is_stale) vrmi_grid_build(&world->grid, world->shapes, world->capacity);
    world->is_stale = 0;
}

/* --- What an avatar meets --- */

/* Whether a shape is within a ball, or so near that rounding cannot tell. Numbers that are none
 * count as within: the step itself knows what to do with them. */
static bool is_within(const vrmi_ball *ball, const vrmi_grid_item *item, const vrmi_shape *shape) {
    vrm_vec3 way = vrmi_vec3_sub(ball->centre, item->middle);
    float reach = ball->radius + item->extent + item->extent * ROUNDING;
    if (vrmi_vec3_dot(way, way) > reach * reach) return false;
    if (shape->kind != VRM_COLLIDER_CAPSULE) return true;
    way = vrmi_shape_way(shape, ball->centre);
    reach = ball->radius + shape->radius + item->extent * ROUNDING;
    return !(vrmi_vec3_dot(way, way) > reach * reach);
}

static bool is_reached(const vrmi_world *world, const vrm_avatar *avatar,
                       const vrmi_grid_item *item) {
    const vrmi_ball *balls = avatar->springs.balls;
    if (world->owners[item->index] == avatar) return false;
    for (uint32_t i = 0; i < avatar->rig->reach.count; ++i) {
        if (is_within(&balls[i], item, &world->shapes[item->index])) return true;
    }
    return false;
}

/* Keeps the list sorted; where it is full, the highest index goes. */
static void add(vrm_avatar *avatar, uint32_t index) {
    uint32_t *met = avatar->springs.met, at = avatar->springs.met_count;
    if (at == avatar->near_capacity) {
        if (met[at - 1] < index) return;
        --at;
    } else {
        ++avatar->springs.met_count;
    }
    for (; at > 0 && met[at - 1] > index; --at) met[at] = met[at - 1];
    met[at] = index;
}

void vrmi_world_meet(const vrmi_world *world, vrm_avatar *avatar, const vrm_trs *local,
                     const vrmi_spring_place *inputs) {
    vrmi_springs *springs = &avatar->springs;
    vrmi_shape *out =
        springs->shapes + avatar->tables->spring_collider_count + avatar->collider_capacity;
    vrmi_grid_search search;
    vrm_vec3 low, high;
    springs->met_count = 0;
    vrmi_reach_balls(avatar, local, inputs, &low, &high);
    search = vrmi_grid_start(&world->grid, low, high);
    while (vrmi_grid_next(&search)) {
        for (uint32_t i = search.first; i < search.end; ++i) {
            const vrmi_grid_item *item = &world->grid.items[i];
            if (vrmi_grid_has(&search, item) && is_reached(world, avatar, item)) {
                add(avatar, item->index);
            }
        }
    }
    for (uint32_t i = 0; i < springs->met_count; ++i) out[i] = world->shapes[springs->met[i]];
}

void vrmi_world_wake(const vrmi_world *world, vrm_avatar *avatar) {
    if ((avatar->flags & VRM_AVATAR_FLAG_SLEEP) == 0 || avatar->tables->spring_joint_count == 0 ||
        avatar->springs.sway == 0.0 || avatar->sleep.still_steps < VRMI_SLEEP_STEPS) {
        return;
    }
    vrmi_world_meet(world, avatar, avatar->pose, avatar->springs.inputs_before);
    if (avatar->springs.met_count != 0) vrmi_wake(avatar);
}
