/* What an application may do to running springs. */
#include "avatar/sleep.h"
#include "avatar/spring/spring.h"

#include <string.h>

/* The springs that a verb is meant for: [first, end). */
static bool range_of(const vrm_avatar *avatar, const char *function, int32_t spring,
                     uint32_t *first, uint32_t *end) {
    if (avatar == NULL) return false;
    *first = 0;
    *end = avatar->tables->spring_count;
    if (spring == VRM_ALL) return true;
    if (!vrmi_is_index(spring, *end)) {
        vrmi_misuse_index(avatar, function, spring, "there is no such spring");
        return false;
    }
    *first = (uint32_t)spring;
    *end = *first + 1;
    return true;
}

static void reset_spring(vrm_avatar *avatar, uint32_t spring) {
    const vrm_spring *model_spring = &avatar->tables->springs[spring];
    for (uint32_t i = model_spring->first_joint;
         i < model_spring->first_joint + model_spring->joint_count; ++i) {
        vrm_quat rest = avatar->rig->springs.joints[i].rest;
        avatar->springs.is_new[i] = 1;
        vrmi_set_joint_quat(avatar, i, vrmi_row_rotation(avatar), rest);
        vrmi_set_joint_quat(avatar, i, vrmi_row_rotation_before(avatar), rest);
    }
}

void vrmi_springs_relax(vrm_avatar *avatar) {
    for (uint32_t i = 0; i < avatar->tables->spring_count; ++i) {
        if (avatar->springs.springs[i].mode != VRM_SPRING_MODE_HOLD) reset_spring(avatar, i);
    }
}

void vrm_avatar_reset_springs(vrm_avatar *avatar, int32_t spring) {
    uint32_t first, end;
    if (!range_of(avatar, __func__, spring, &first, &end)) return;
    vrmi_wake(avatar);
    if (spring == VRM_ALL)
        avatar->springs.has_started = 0; /* inputs of the past are forgotten too */
    for (uint32_t i = first; i < end; ++i) reset_spring(avatar, i);
}

/* One that was shown up to now and is not any more. Before time has passed it has shown nothing. */
static void note_hidden(vrm_avatar *avatar, uint32_t spring, bool was_shown) {
    vrmi_spring *it = &avatar->springs.springs[spring];
    if (!was_shown || vrmi_spring_is_shown(it) || !avatar->springs.has_started) return;
    it->was_shown = 1;
    avatar->springs.has_was_shown = 1;
}

void vrm_avatar_set_spring_mode(vrm_avatar *avatar, int32_t spring, int32_t mode) {
    uint32_t first, end;
    if (!range_of(avatar, __func__, spring, &first, &end)) return;
    if (mode < VRM_SPRING_MODE_RUN || mode > VRM_SPRING_MODE_OFF) {
        vrmi_misuse(avatar, __func__, "there is no such mode");
        return;
    }
    for (uint32_t i = first; i < end; ++i) {
        bool is_shown = vrmi_spring_is_shown(&avatar->springs.springs[i]);
        vrmi_set_input(avatar, &avatar->springs.springs[i].mode, &mode, sizeof mode);
        note_hidden(avatar, i, is_shown);
    }
    avatar->springs.traits = 0;
}

void vrm_avatar_set_spring_weight(vrm_avatar *avatar, int32_t spring, float weight) {
    uint32_t first, end;
    if (!range_of(avatar, __func__, spring, &first, &end)) return;
    weight = vrmi_saturate(weight);
    for (uint32_t i = first; i < end; ++i) {
        bool is_shown = vrmi_spring_is_shown(&avatar->springs.springs[i]);
        vrmi_set_input(avatar, &avatar->springs.springs[i].weight, &weight, sizeof weight);
        note_hidden(avatar, i, is_shown);
    }
    avatar->springs.traits = 0;
}

/* Whether a force can be used; if not, it is reported as misuse. */
static bool is_force(const vrm_avatar *avatar, const char *function, const vrm_vec3 *force) {
    if (avatar == NULL || !vrmi_is_given(avatar, function, force)) return false;
    if (vrmi_vec3_is_finite(*force)) return true;
    vrmi_misuse(avatar, function, "the force is not finite");
    return false;
}

void vrm_avatar_set_wind(vrm_avatar *avatar, const vrm_vec3 *force) {
    if (!is_force(avatar, __func__, force)) return;
    vrmi_set_input(avatar, &avatar->springs.wind, force, sizeof *force);
    avatar->springs.traits = 0;
}

void vrm_avatar_set_spring_wind(vrm_avatar *avatar, int32_t spring, const vrm_vec3 *force) {
    uint32_t first, end;
    if (!range_of(avatar, __func__, spring, &first, &end)) return;
    if (!is_force(avatar, __func__, force)) return;
    for (uint32_t i = first; i < end; ++i) {
        vrmi_set_input(avatar, &avatar->springs.springs[i].wind, force, sizeof *force);
    }
    avatar->springs.traits = 0;
}

/* --- What was set --- */

/* A spring of an avatar that may be NULL; NULL if there is none (misuse). */
static const vrmi_spring *spring_of(const vrm_avatar *avatar, const char *function,
                                    int32_t spring) {
    if (avatar == NULL) return NULL;
    if (vrmi_is_index(spring, avatar->tables->spring_count)) {
        return &avatar->springs.springs[spring];
    }
    vrmi_misuse_index(avatar, function, spring, "there is no such spring");
    return NULL;
}

vrm_spring_mode vrm_avatar_spring_mode(const vrm_avatar *avatar, int32_t spring) {
    const vrmi_spring *found = spring_of(avatar, __func__, spring);
    return found != NULL ? found->mode : VRM_SPRING_MODE_OFF;
}

float vrm_avatar_spring_weight(const vrm_avatar *avatar, int32_t spring) {
    const vrmi_spring *found = spring_of(avatar, __func__, spring);
    return found != NULL ? found->weight : 0.0f;
}

void vrm_avatar_get_wind(const vrm_avatar *avatar, vrm_vec3 *out) {
    if (vrmi_is_given(avatar, __func__, out)) {
        *out = avatar != NULL ? avatar->springs.wind : vrm_vec3_make(0.0f, 0.0f, 0.0f);
    }
}

void vrm_avatar_get_spring_wind(const vrm_avatar *avatar, int32_t spring, vrm_vec3 *out) {
    const vrmi_spring *found = spring_of(avatar, __func__, spring);
    if (out != NULL) *out = found != NULL ? found->wind : vrm_vec3_make(0.0f, 0.0f, 0.0f);
}

int32_t vrm_avatar_spring_center(const vrm_avatar *avatar, int32_t spring) {
    const vrmi_spring *found = spring_of(avatar, __func__, spring);
    if (found == NULL || found->center == VRM_NONE) return VRM_NONE;
    return avatar->rig->springs.places[found->center].node;
}

/* --- Centers, joints, colliders --- */

/* A place of the rig as it was at the last update. */
static vrmi_spring_place place_before(const vrm_avatar *avatar, int32_t place) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    if ((uint32_t)place < rig->input_count) return avatar->springs.inputs_before[place];
    return vrmi_spring_place_from(&avatar->world[rig->places[place].node]);
}

/* The same of a center; the world where there is none. */
static vrmi_spring_place center_before(const vrm_avatar *avatar, const vrm_spring *spring,
                                       int32_t place) {
    const vrmi_rig_joint *first = &avatar->rig->springs.joints[spring->first_joint];
    const vrm_trs *local = &avatar->pose[first->node]; /* but for the rotation, as in the frame */
    vrmi_spring_place parent;
    if (place == VRM_NONE) return vrmi_spring_place_identity();
    if (place != first->place) return place_before(avatar, place);
    parent = place_before(avatar, first->parent_place);
    return vrmi_spring_place_below(&parent, local->translation, first->rest, local->scale);
}

static bool is_usable(const vrmi_spring_place *s) {
    return s->scale > VRMI_EPSILON_LENGTH && s->scale <= FLT_MAX;
}

void vrm_avatar_set_spring_center(vrm_avatar *avatar, int32_t spring, int32_t node) {
    const vrm_spring *model_spring;
    vrmi_spring_place from, to;
    int32_t place = VRM_NONE;
    if (avatar == NULL) return;
    if (!vrmi_is_index(spring, avatar->tables->spring_count)) {
        vrmi_misuse_index(avatar, __func__, spring, "there is no such spring");
        return;
    }
    model_spring = &avatar->tables->springs[spring];
    if (model_spring->joint_count == 0) return;
    if (node != VRM_NONE) {
        if (!vrmi_is_index(node, avatar->gltf->node_count) ||
            /* A center is an ancestor of the spring's first joint, or that joint itself (SB-022).
             */
            !vrmi_forest_is_within(&avatar->rig->forest,
                                   avatar->tables->spring_joints[model_spring->first_joint].node,
                                   node)) {
            vrmi_misuse(avatar, __func__, "the node is not above the first joint of the spring");
            return;
        }
        place = avatar->rig->springs.node_places[node];
    }
    if (avatar->springs.springs[spring].center == place) return;
    vrmi_wake(avatar);
    from = center_before(avatar, model_spring, avatar->springs.springs[spring].center);
    to = center_before(avatar, model_spring, place);
    avatar->springs.springs[spring].center = place;
    avatar->springs.traits = 0;
    for (uint32_t i = model_spring->first_joint;
         i < model_spring->first_joint + model_spring->joint_count; ++i) {
        vrmi_tail tail = vrmi_joint_tail(avatar, i);
        if (avatar->springs.is_new[i]) continue;
        if (!is_usable(&from) || !is_usable(&to)) {
            avatar->springs.is_new[i] = 1;
            continue;
        }
        tail.current =
            vrmi_spring_place_point_into(&to, vrmi_spring_place_point(&from, tail.current));
        tail.previous =
            vrmi_spring_place_point_into(&to, vrmi_spring_place_point(&from, tail.previous));
        vrmi_set_joint_tail(avatar, i, tail);
    }
}

void vrm_avatar_get_spring_joint(const vrm_avatar *avatar, int32_t joint,
                                 vrm_spring_joint_settings *out) {
    if (!vrmi_is_given(avatar, __func__, out)) return;
    memset(out, 0, sizeof *out);
    if (avatar == NULL) return;
    if (!vrmi_is_index(joint, avatar->tables->spring_joint_count)) {
        vrmi_misuse_index(avatar, __func__, joint, "there is no such joint");
    } else {
        uint32_t own = (uint32_t)joint;
        out->hit_radius = *vrmi_joint_number(avatar, own, VRMI_ROW_HIT_RADIUS);
        out->stiffness = *vrmi_joint_number(avatar, own, VRMI_ROW_STIFFNESS);
        out->gravity_power = *vrmi_joint_number(avatar, own, VRMI_ROW_GRAVITY_POWER);
        out->drag_force = *vrmi_joint_number(avatar, own, VRMI_ROW_DRAG_FORCE);
        out->gravity_dir = vrmi_joint_vec3(avatar, own, VRMI_ROW_GRAVITY_DIR);
    }
}

vrm_spring_joint_settings vrmi_joint_settings_of(const vrm_avatar *avatar, uint32_t joint) {
    const vrm_spring_joint *it = &avatar->tables->spring_joints[joint];
    return (vrm_spring_joint_settings){
        it->hit_radius, it->stiffness, it->gravity_power, it->drag_force,
        vrmi_has_half_turn(avatar) ? vrmi_half_turn(it->gravity_dir) : it->gravity_dir};
}

void vrmi_set_joint_settings(vrm_avatar *avatar, uint32_t joint,
                             const vrm_spring_joint_settings *settings) {
    *vrmi_joint_number(avatar, joint, VRMI_ROW_HIT_RADIUS) = settings->hit_radius;
    *vrmi_joint_number(avatar, joint, VRMI_ROW_STIFFNESS) = settings->stiffness;
    *vrmi_joint_number(avatar, joint, VRMI_ROW_GRAVITY_POWER) = settings->gravity_power;
    *vrmi_joint_number(avatar, joint, VRMI_ROW_DRAG_FORCE) = settings->drag_force;
    vrmi_set_joint_vec3(avatar, joint, VRMI_ROW_GRAVITY_DIR, settings->gravity_dir);
    avatar->springs.most_hit = -1.0f;
}

/* Not below 0; NaN is 0. */
static float at_least_zero(float value) { return vrmi_clamp(value, 0.0f, FLT_MAX); }

void vrm_avatar_set_spring_joint(vrm_avatar *avatar, int32_t joint,
                                 const vrm_spring_joint_settings *settings) {
    vrm_spring_joint_settings to, before, of_file;
    if (avatar == NULL) return;
    if (!vrmi_is_index(joint, avatar->tables->spring_joint_count)) {
        vrmi_misuse_index(avatar, __func__, joint, "there is no such joint");
        return;
    }
    if (settings == NULL) {
        of_file = vrmi_joint_settings_of(avatar, (uint32_t)joint);
        settings = &of_file;
    }
    vrm_avatar_get_spring_joint(avatar, joint, &to);
    to.hit_radius = at_least_zero(settings->hit_radius);
    to.stiffness = at_least_zero(settings->stiffness);
    to.gravity_power = at_least_zero(settings->gravity_power);
    to.drag_force = vrmi_saturate(settings->drag_force);
    if (vrmi_vec3_is_finite(settings->gravity_dir)) to.gravity_dir = settings->gravity_dir;
    vrm_avatar_get_spring_joint(avatar, joint, &before);
    if (vrmi_is_same(&before, &to, sizeof to)) return;
    vrmi_set_joint_settings(avatar, (uint32_t)joint, &to);
    vrmi_wake(avatar);
}

void vrm_avatar_set_collider(vrm_avatar *avatar, uint32_t index,
                             const vrm_spring_collider *collider) {
    vrm_spring_collider *spring_collider;
    if (avatar == NULL) return;
    if (index >= avatar->collider_capacity) {
        vrmi_misuse(avatar, __func__, "the index is not below the collider_capacity of the desc");
        return;
    }
    spring_collider = &avatar->springs.colliders[index];
    if (collider == NULL) {
        vrmi_wake(avatar);
        memset(spring_collider, 0, sizeof *spring_collider);
        return;
    }
    if (collider->shape < VRM_COLLIDER_NONE || collider->shape > VRM_COLLIDER_PLANE ||
        (collider->node != VRM_NONE && !vrmi_is_index(collider->node, avatar->gltf->node_count)) ||
        !vrmi_vec3_is_finite(collider->offset) || !vrmi_vec3_is_finite(collider->tail)) {
        vrmi_misuse(avatar, __func__, "the collider has no such shape or node, or is not finite");
        return;
    }
    vrmi_wake(avatar);
    *spring_collider = *collider;
    spring_collider->radius = at_least_zero(collider->radius);
    if (collider->shape != VRM_COLLIDER_PLANE) return;
    spring_collider->tail =
        vrmi_vec3_safe_normalize(collider->tail, vrm_vec3_make(0.0f, 0.0f, 0.0f));
    if (spring_collider->tail.x == 0.0f && spring_collider->tail.y == 0.0f &&
        spring_collider->tail.z == 0.0f) {
        spring_collider->shape =
            VRM_COLLIDER_NONE; /* a plane without a normal does nothing (EC-015) */
    }
}

/* Moves what springs remember of the world: `move` is applied to every place in it. */
typedef struct movement {
    vrmi_spring_place from; /* the old root, and the new one */
    vrmi_spring_place to;
} movement;

static vrm_vec3 move_point(const movement *move, vrm_vec3 point) {
    return vrmi_spring_place_point(&move->to, vrmi_spring_place_point_into(&move->from, point));
}

static vrm_vec3 move_column(const movement *move, vrm_vec3 column) {
    vrm_vec3 own = vrmi_vec3_scale(vrmi_spring_place_direction_into(&move->from, column),
                                   1.0f / move->from.scale);
    return vrmi_spring_place_vector(&move->to, own);
}

static void move_place(const movement *move, vrmi_spring_place *place) {
    place->position = move_point(move, place->position);
    place->x = move_column(move, place->x);
    place->y = move_column(move, place->y);
    place->z = move_column(move, place->z);
    place->scale = place->scale / move->from.scale * move->to.scale;
}

static void move_springs(vrm_avatar *avatar, const movement *move) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    vrmi_springs *springs = &avatar->springs;
    for (uint32_t i = 0; i < rig->input_count; ++i) move_place(move, &springs->inputs_before[i]);
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        vrmi_tail tail;
        if (springs->springs[rig->joints[i].spring].center != VRM_NONE) continue;
        tail = vrmi_joint_tail(avatar, i);
        tail.current = move_point(move, tail.current);
        tail.previous = move_point(move, tail.previous);
        vrmi_set_joint_tail(avatar, i, tail);
    }
}

void vrm_avatar_teleport(vrm_avatar *avatar, const vrm_trs *root, int32_t keep_shape) {
    movement move;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, root)) return;
    if (!vrmi_trs_is_finite(root)) {
        vrmi_misuse(avatar, __func__, "the root is not finite");
        return;
    }
    vrm_avatar_set_root(avatar, root);
    if (!keep_shape) {
        vrm_avatar_reset_springs(avatar, VRM_ALL);
        return;
    }
    vrmi_wake(avatar);
    if (!avatar->springs.has_started || avatar->tables->spring_joint_count == 0) return;
    move.from = avatar->springs.inputs_before[0];
    move.to = vrmi_springs_root_place(avatar);
    if (is_usable(&move.from) && is_usable(&move.to)) {
        move_springs(avatar, &move);
    } else {
        vrm_avatar_reset_springs(avatar, VRM_ALL);
    }
}

/* What would go beyond the range of floats stops at its end. */
static void shift_point(vrm_vec3 *point, vrm_vec3 shift) {
    *point = vrmi_vec3_to_finite(vrmi_vec3_add(*point, shift));
}

void vrm_avatar_shift_origin(vrm_avatar *avatar, const vrm_vec3 *offset) {
    const vrmi_rig_springs *rig;
    vrmi_springs *springs;
    vrm_vec3 shift;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, offset)) return;
    if (!vrmi_vec3_is_finite(*offset)) {
        vrmi_misuse(avatar, __func__, "the shift is not finite");
        return;
    }
    shift = *offset;
    rig = &avatar->rig->springs;
    springs = &avatar->springs;
    vrmi_wake(avatar);
    shift_point(&avatar->root.translation, shift);
    vrmi_place_root(avatar);
    shift_point(&avatar->look_at.target, shift);
    for (uint32_t i = 0; i < avatar->gltf->node_count; ++i) {
        vrm_vec3 place = vrmi_mat4_translation(&avatar->world[i]);
        shift_point(&place, shift);
        memcpy(&avatar->world[i].m[12], &place, sizeof place);
    }
    for (uint32_t i = 0; i < rig->input_count; ++i) {
        shift_point(&springs->inputs_before[i].position, shift);
    }
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        vrmi_tail tail;
        if (springs->springs[rig->joints[i].spring].center != VRM_NONE) continue;
        tail = vrmi_joint_tail(avatar, i);
        shift_point(&tail.current, shift);
        shift_point(&tail.previous, shift);
        vrmi_set_joint_tail(avatar, i, tail);
    }
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        vrm_spring_collider *collider = &springs->colliders[i];
        shift_point(&springs->shapes_before[i].a, shift);
        if (collider->node != VRM_NONE || collider->shape == VRM_COLLIDER_NONE) continue;
        shift_point(&collider->offset, shift);
        if (collider->shape != VRM_COLLIDER_PLANE) shift_point(&collider->tail, shift);
    }
}

void vrmi_springs_carry(vrm_avatar *avatar) {
    avatar->springs.is_carried = 1;
    vrmi_wake(avatar);
}
