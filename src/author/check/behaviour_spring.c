/* Springs: whether they sway, whether they settle, and who else wants to move their joints. */
#include "author/check/behaviour.h"
#include "base/text.h"
#include "model/model.h"

/* A spring that turns by less in six seconds of motion does not sway (BH-002). */
static const float STILL_DEGREES = 0.5f;
/* A direction whose length differs from 1 by less is one that was rounded (BH-057). */
static const float UNIT_TOLERANCE = 1e-3f;
/* Above, dragForce takes all motion away. */
static const float WHOLE_DRAG = 0.99f;

static float most_of(const float *degrees, const vrmi_chains *chains, uint32_t *out_joint) {
    float most = -1.0f;
    for (uint32_t i = chains->first_joint; i < chains->end_joint; ++i) {
        if (!(degrees[i] > most)) continue;
        most = degrees[i];
        *out_joint = i;
    }
    return most;
}

/* Reported in tenths of a degree. */
static vrmi_argument tenths(float degrees) { return vrmi_parts(degrees, 10.0); }

/* Which field it is that holds the joint: a drag that leaves no motion, or else a stiffness that
 * takes it back in one step. NULL: none of them. */
static const char *holding_field(const vrm_spring_joint *joint) {
    float length;
    if (joint->drag_force > WHOLE_DRAG) return "dragForce";
    length = vrmi_vec3_length(joint->tail_offset);
    return length > VRMI_EPSILON_LENGTH && joint->stiffness / 60.0f > length ? "stiffness" : NULL;
}

static void check_still(vrmi_life *life, const vrmi_chains *chains) {
    uint32_t joint = chains->first_joint;
    float turned = most_of(life->turned_degrees, chains, &joint);
    const char *field = holding_field(&life->check->tables->spring_joints[chains->first_joint]);
    vrmi_check_place place;
    if (!(turned < STILL_DEGREES)) return;
    place = field != NULL ? vrmi_at_joint(life, chains->first_joint, field)
                          : vrmi_at_spring(life, chains->spring, NULL);
    vrmi_check_found(life->check, VRMI_SPRING_STILL, &place,
                     VRMI_WITH(vrmi_spring_argument(life, chains->spring), tenths(turned)));
}

static void check_restless(vrmi_life *life, const vrmi_chains *chains) {
    uint32_t joint = chains->first_joint;
    float restless = most_of(life->restless_degrees, chains, &joint);
    int32_t node = life->check->tables->spring_joints[joint].node;
    vrmi_check_place place = vrmi_at_joint(life, joint, "dragForce");
    if (!(restless > VRMI_RESTLESS_DEGREES)) return;
    vrmi_check_found(life->check, VRMI_SPRING_RESTLESS, &place,
                     VRMI_WITH(vrmi_spring_argument(life, chains->spring),
                               vrmi_node_argument(life->check, node), tenths(restless)));
}

/* In 1.0 and beta the load says this (SB-023). */
static void check_center(vrmi_life *life, const vrmi_chains *chains) {
    int32_t center = life->check->tables->springs[chains->spring].center;
    vrmi_check_place place;
    if (center == VRM_NONE || !life->is_moved[center]) return;
    if (!vrmi_springs_have_groups(life->check)) return;
    place = vrmi_at_spring(life, chains->spring, "center");
    vrmi_check_found(life->check, VRMI_SPRING_CENTER_MOVES, &place,
                     VRMI_WITH(vrmi_spring_argument(life, chains->spring),
                               vrmi_node_argument(life->check, center)));
}

/* A pose of the bone is overwritten (SB-060). */
static void check_bones(vrmi_life *life) {
    const vrm_tables *tables = life->check->tables;
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        vrm_bone bone = vrm_model_bone_of_node(life->check->model, tables->spring_joints[i].node);
        vrmi_check_place place;
        if (bone == VRM_NONE) continue;
        place = vrmi_at_joint(life, i, NULL);
        vrmi_check_found(
            life->check, VRMI_SPRING_MOVES_BONE, &place,
            VRMI_WITH(vrmi_spring_argument(life, (uint32_t)tables->spring_joints[i].spring),
                      vrmi_words(vrm_bone_name(bone))));
    }
}

/* --- Gravity --- */

/* Of the joints on which gravity acts, the first whose direction has not this length. */
static uint32_t find_odd_gravity(const vrm_tables *tables, const vrmi_chains *chains) {
    uint32_t i = chains->first_joint;
    for (; i < chains->end_joint; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        if (joint->gravity_power > 0.0f &&
            !(fabsf(vrmi_vec3_length(joint->gravity_dir) - 1.0f) <= UNIT_TOLERANCE)) {
            break;
        }
    }
    return i;
}

static void check_gravity(vrmi_life *life, const vrmi_chains *chains) {
    uint32_t joint = find_odd_gravity(life->check->tables, chains);
    vrmi_argument spring = vrmi_spring_argument(life, chains->spring);
    vrmi_check_place place;
    float length;
    if (joint == chains->end_joint) return;
    place = vrmi_at_joint(life, joint, "gravityDir");
    length = vrmi_vec3_length(life->check->tables->spring_joints[joint].gravity_dir);
    if (!(length > VRMI_EPSILON_LENGTH)) {
        vrmi_check_found(life->check, VRMI_GRAVITY_NO_DIRECTION, &place, VRMI_WITH(spring));
    } else {
        vrmi_check_found(life->check, VRMI_GRAVITY_NOT_UNIT, &place,
                         VRMI_WITH(spring, vrmi_meters(length)));
    }
}

/* --- Lists that are too short --- */

static void check_lists(vrmi_life *life) {
    bool is_grouped = vrmi_springs_have_groups(life->check);
    bool is_old = life->check->tables->dialect == VRM_DIALECT_0;
    for (uint32_t i = 0; i < life->spring_value_count; ++i) {
        yyjson_val *spring = life->spring_values[i];
        yyjson_val *list = yyjson_obj_get(spring, is_grouped ? "bones" : "joints");
        vrm_string name = vrmi_name_of(spring, is_old ? "comment" : "name");
        vrmi_check_place place;
        if (!yyjson_is_arr(list) || yyjson_arr_size(list) != (is_grouped ? 0 : 1)) continue;
        place = vrmi_at_spring_source(life, i, name, is_grouped ? "bones" : "joints");
        vrmi_check_found(life->check, is_grouped ? VRMI_SPRING_NO_BONES : VRMI_SPRING_ONE_JOINT,
                         &place, VRMI_WITH(vrmi_reference("spring", i, name)));
    }
}

void vrmi_check_life_springs(vrmi_life *life) {
    vrmi_chains chains = {0, 0, 0, 0};
    check_lists(life);
    check_bones(life);
    while (vrmi_next_chains(life, &chains)) {
        check_gravity(life, &chains);
        if (!life->has_moved) continue;
        check_center(life, &chains);
        check_still(life, &chains);
        check_restless(life, &chains);
    }
}
