/*
 * A small animated scene for tests of springs: nodes, an extension, an avatar.
 *
 *   scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("'stiffness':0") "}]", NULL);
 *   scene_update(&s, 60, 1.0f / 60.0f);
 *   CHECK_VEC3(scene_tail(&s, 0), 0, -1, 0, 1e-5);
 *   scene_free(&s);
 */
#ifndef VRM_TEST_SPRING_SCENE_H
#define VRM_TEST_SPRING_SCENE_H

#include "avatar/avatar.h"
#include "support/fixture.h"

typedef struct scene {
    loaded file;
    vrm_avatar *avatar;
    vrm_frame frame;
} scene;

/* `nodes` is the list, `spring_bone` the members of VRMC_springBone behind specVersion. The avatar
 * is NULL where the test has failed already. */
scene scene_make(const char *nodes, const char *spring_bone, const vrm_avatar_desc *desc);
void scene_free(scene *s);
void scene_update(scene *s, int count, float dt);

/* Head and tail of a joint in the world, by the frame's matrices. */
vrm_vec3 scene_head(const scene *s, int32_t joint);
vrm_vec3 scene_tail(const scene *s, int32_t joint);
/* The angle of a node's rotation from its rest, degrees. */
double scene_swing(const scene *s, int32_t node);

void scene_set_root(scene *s, float x, float y, float z);
vrm_trs trs_at(float x, float y, float z);
vrm_quat turn_about(float x, float y, float z, double degrees);
double distance_of(vrm_vec3 a, vrm_vec3 b);
double angle_of(vrm_quat a, vrm_quat b); /* degrees */

bool check_vec3_near(vrm_vec3 got, double x, double y, double z, double tolerance, const char *text,
                     const char *file, int line);
#define CHECK_VEC3(got, x, y, z, tolerance)                                                        \
    check_vec3_near((got), (x), (y), (z), (tolerance), #got, __FILE__, __LINE__)

/* Whether every number of the frame is finite. */
bool scene_is_finite(const scene *s);

/* One bone of 1 m: node 0, a joint (its tail node 1 hangs 1 m below), at the origin under the root;
 * node 2 is a place for colliders, and does not move. */
#define SCENE_BONE "{'children':[1]},{'translation':[0,-1,0]},{}"
#define SCENE_JOINT(members) "'joints':[{'node':0" members "},{'node':1}]"

/* Four bones of 10 cm on a head that turns: node 0 the head, 1 to 5 the chain, 6 another place
 * below the head. */
#define SCENE_HAIR                                                                                 \
    "{'translation':[0,1.5,0],'children':[1,6]},{'translation':[0,0.1,-0.1],'children':[2]},"      \
    "{'translation':[0,-0.1,0],'children':[3]},{'translation':[0,-0.1,0],'children':[4]},"         \
    "{'translation':[0,-0.1,0],'children':[5]},{'translation':[0,-0.1,0]},{}"
#define SCENE_CHAIN(members)                                                                       \
    "'joints':[{'node':1" members "},{'node':2" members "},{'node':3" members                      \
    "},{'node':4" members "},{'node':5}]"

#endif
