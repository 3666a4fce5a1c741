/* What the files of the spring stage share. */
#ifndef VRMI_AVATAR_SPRING_H
#define VRMI_AVATAR_SPRING_H

#include "avatar/avatar.h"

/* What the file says of a joint. A direction of the file's world turns with the avatar, as it does
 * where a model is rewritten to face +Z (4.3). */
vrm_spring_joint_settings vrmi_joint_settings_of(const vrm_avatar *avatar, uint32_t joint);

/* As they are; they have been checked. */
void vrmi_set_joint_settings(vrm_avatar *avatar, uint32_t joint,
                             const vrm_spring_joint_settings *settings);

/* One step of all joints, in their order (6.2). The input places and the application's shapes are
 * those of the step's time. */
void vrmi_springs_step(vrm_avatar *avatar, float dt);

/* All joints at rest, as those are that start, except of springs that are held in a shape. */
void vrmi_springs_relax(vrm_avatar *avatar);

/* Parts of a step: a collider of the model as a shape, from the place of its node; and the place of
 * a node that hangs rigidly below a head, from that of its parent. */
void vrmi_springs_place_shape(vrm_avatar *avatar, int32_t collider);
void vrmi_springs_place_follower(vrm_avatar *avatar, int32_t place);

/* A collider as a shape of the world, from the place of its node and the node's own scale.
 * `scales`: its radius grows with the node (SB-046). */
vrmi_shape vrmi_shape_of(const vrm_spring_collider *collider, const vrmi_spring_place *at,
                         vrm_vec3 node_scale, bool scales);

/* The application's root: the first of the input places. */
vrmi_spring_place vrmi_springs_root_place(const vrm_avatar *avatar);

/* Shapes behind those of the model: the application's, and those that are met of the crowd. */
static inline uint32_t vrmi_host_shapes(const vrm_avatar *avatar) {
    return avatar->collider_capacity + avatar->springs.met_count;
}

/* From the nearest point of a sphere's center or a capsule's segment to `point`. */
vrm_vec3 vrmi_shape_way(const vrmi_shape *shape, vrm_vec3 point);

/* Moves `tail` out of the shape (6.3). False: they do not touch, and nothing is changed. */
bool vrmi_shape_push(const vrmi_shape *shape, float tail_radius, vrm_vec3 *tail);

#endif
