/*
 * Colliders that all avatars of a crowd share (SB-062 to SB-066): hands of others, props.
 *
 * The crowd has them as shapes of the world and a grid over them, which is made before its avatars
 * are updated and only read by them. Each avatar asks for what is within the reach of its springs
 * (spring_reach.c), and its solver takes what was found behind the application's own colliders.
 * Leaving out what no tail can reach changes no bit.
 */
#ifndef VRMI_AVATAR_SPRING_WORLD_H
#define VRMI_AVATAR_SPRING_WORLD_H

#include "avatar/spring/spring.h"
#include "avatar/spring/spring_grid.h"

typedef struct vrmi_world {
    vrmi_shape *shapes;             /* by index */
    const vrm_avatar **owners;      /* by index; NULL: nobody's */
    vrm_spring_collider *colliders; /* by index: what was set, as an avatar's own would be */
    uint32_t capacity;
    uint32_t count;    /* of those that are there */
    uint32_t is_stale; /* 1: the grid is not that of the shapes */
    vrmi_grid grid;
    size_t bytes; /* of this block */
} vrmi_world;

/* NULL: memory was refused, or there is no such number of colliders. */
vrmi_world *vrmi_world_create(vrmi_memory *memory, uint32_t capacity);
void vrmi_world_destroy(vrmi_memory *memory, vrmi_world *world);

/* `collider` has been checked; NULL removes it. */
void vrmi_world_set(vrmi_world *world, uint32_t index, const vrm_spring_collider *collider,
                    const vrm_avatar *owner);
/* Removes what an avatar owns. */
void vrmi_world_forget(vrmi_world *world, const vrm_avatar *owner);
void vrmi_world_shift(vrmi_world *world, vrm_vec3 shift);

/* Makes the grid anew if need be, before avatars ask. */
void vrmi_world_prepare(vrmi_world *world);

/* Finds what the springs of an avatar can touch while its inputs go from those of its last update
 * to `inputs`, and places it behind the application's colliders. Of more than the avatar has room
 * for, those of the lowest indices. `local` are its nodes, of which rotations do not matter: the
 * frame, or the pose where there is no frame. */
void vrmi_world_meet(const vrmi_world *world, vrm_avatar *avatar, const vrm_trs *local,
                     const vrmi_spring_place *inputs);

/* Wakes an avatar that sleeps where a collider is within its reach. */
void vrmi_world_wake(const vrmi_world *world, vrm_avatar *avatar);

/* The balls that tails do not leave while the inputs go from those of the last update to `inputs`,
 * by base of the rig's reach (spring_reach.c). `*low` and `*high`: the box around them all. */
void vrmi_reach_balls(vrm_avatar *avatar, const vrm_trs *local, const vrmi_spring_place *inputs,
                      vrm_vec3 *low, vrm_vec3 *high);

#endif
