/*
 * What no schema sees: the avatar runs for three seconds in each of three motions, and rules
 * measure what it did. One run serves all of them.
 *
 * Everything here is deterministic: motions are made by the library's own math, and the steps of
 * springs have the same bits everywhere.
 */
#ifndef VRMI_CHECK_BEHAVIOUR_H
#define VRMI_CHECK_BEHAVIOUR_H

#include "author/check/check.h"
#include "avatar/avatar.h"

/* The motions, one after the other, 180 steps of 1/60 s each. */
enum {
    VRMI_MOTION_SWAY,  /* the avatar turns and walks on the spot, from rest */
    VRMI_MOTION_SHAKE, /* it shakes its head and its arms */
    VRMI_MOTION_STAND, /* it comes to stand within half a second, and stays as it is */
    VRMI_MOTION_COUNT
};
enum { VRMI_MOTION_STEPS = 180, VRMI_STAND_STEPS = 30 };

/* A spring with a joint that turns by more in a second, when the avatar has stood for ten, does not
 * settle (BH-003). */
#define VRMI_RESTLESS_DEGREES 10.0f

/* Which collider of which group: where the file has it. VRM_NONE: it is in no group. */
typedef struct vrmi_collider_source {
    int32_t group;
    int32_t index; /* in the group */
} vrmi_collider_source;

typedef struct vrmi_life {
    vrmi_check *check;
    vrm_avatar *avatar;      /* NULL: nothing had to be measured, or it could not be */
    const vrm_frame *frame;  /* of the avatar */
    bool has_moved;          /* the motions are over, and the figures below are there */
    const uint8_t *is_moved; /* by node: springs turn it, or carry it along */
    /* By joint: how far it was turned from where it was at first, in the motions; and, while the
     * avatar stood, from where it was a second before the end. */
    float *turned_degrees;
    float *restless_degrees;
    /* Where the file has the elements, for pointers. */
    yyjson_val **spring_values; /* by the file's index; NULL without the JSON */
    uint32_t spring_value_count;
    vrmi_collider_source *collider_sources; /* by collider */
    uint32_t file_collider_count;           /* those after them came with nodes, as drafts had it */
} vrmi_life;

/* --- Motions --- */

/* Poses the avatar for one step of a motion. */
void vrmi_life_pose(vrm_avatar *avatar, int motion, uint32_t step);

/* --- Springs of the file --- */

/* The chains that one element of the file's list makes: in 1.0 one, and as many as a group of bones
 * has branches. Their joints follow each other. */
typedef struct vrmi_chains {
    uint32_t spring; /* the first */
    uint32_t end_spring;
    uint32_t first_joint;
    uint32_t end_joint;
} vrmi_chains;

/* Goes over all of them that have joints; begin with zeros. */
bool vrmi_next_chains(const vrmi_life *life, vrmi_chains *chains);

/* --- Places --- */

/* Prepares the map from the tables of the model to the JSON. False: memory was refused. */
bool vrmi_life_find_sources(vrmi_life *life);

/* Whether the springs are made of groups of root bones, which have all values. */
bool vrmi_springs_have_groups(const vrmi_check *check);

/* A spring, and one of its members; NULL: the spring itself. By the index of the model, and by that
 * of the file. */
vrmi_check_place vrmi_at_spring(const vrmi_life *life, uint32_t spring, const char *member);
vrmi_check_place vrmi_at_spring_source(const vrmi_life *life, uint32_t source, vrm_string name,
                                       const char *member);
/* A joint, and one of its members under the name that 1.0 has for it. Where joints share the values
 * of a group, the group's. */
vrmi_check_place vrmi_at_joint(const vrmi_life *life, uint32_t joint, const char *member);
vrmi_check_place vrmi_at_collider(const vrmi_life *life, uint32_t collider);
vrmi_check_place vrmi_at_collider_group(const vrmi_life *life, uint32_t group);
/* The range maps of lookAt, in the order of vrm_look_at. */
enum { VRMI_MAP_INNER, VRMI_MAP_OUTER, VRMI_MAP_DOWN, VRMI_MAP_UP, VRMI_MAP_COUNT };
/* A range map, and its input or its output. */
vrmi_check_place vrmi_at_range_map(const vrmi_check *check, int map, bool is_output);
vrmi_check_place vrmi_at_look_at_type(const vrmi_check *check);
vrmi_check_place vrmi_at_look_at_offset(const vrmi_check *check);

vrmi_argument vrmi_spring_argument(const vrmi_life *life, uint32_t spring);

/* --- Rules --- */

void vrmi_check_life_springs(vrmi_life *life);
void vrmi_check_life_colliders(vrmi_life *life);
void vrmi_check_life_look_at(vrmi_life *life);
void vrmi_check_life_constraints(vrmi_life *life);

#endif
