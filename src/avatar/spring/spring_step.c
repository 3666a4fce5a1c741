/*
 * One step of the springs: the formula of the specification (6.2), joint by joint, in plain scalar
 * code. This is the reference that any faster solver has to equal bit for bit.
 */
#include "avatar/spring/spring_limit.h"

/*
 * A joint at its turn: what the formula calls H, P, R, L and so on.
 *
 * While it moves, its tail is reckoned from the head: such numbers are a tenth the size of places
 * in the world or less, and lose that much less to rounding, which colliders enlarge.
 */
typedef struct joint_now {
    const vrmi_rig_joint *rig;
    vrm_spring_joint_settings settings;
    const vrmi_spring *spring;
    const vrm_trs *local;
    const vrmi_spring_place *parent;
    vrm_vec3 head;           /* in the world */
    vrm_vec3 rest;           /* from head to tail in the world, at rest; unit length */
    float scale;             /* of the head */
    float length;            /* of the bone in the world */
    const vrmi_limit *limit; /* NULL: it may point anywhere */
} joint_now;

static const vrmi_limit *limit_of(const vrm_avatar *avatar, int32_t index) {
    const vrmi_limit *limits = vrmi_avatar_limits(avatar);
    return limits != NULL && limits[index].kind != VRM_SPRING_LIMIT_NONE ? &limits[index] : NULL;
}

static joint_now joint_begin(const vrm_avatar *avatar, int32_t index) {
    joint_now joint;
    joint.rig = &avatar->rig->springs.joints[index];
    vrm_avatar_get_spring_joint(avatar, index, &joint.settings);
    joint.spring = &avatar->springs.springs[joint.rig->spring];
    joint.local = &avatar->local[joint.rig->node];
    joint.parent = &avatar->springs.places[joint.rig->parent_place];
    joint.head = vrmi_spring_place_point(joint.parent, joint.local->translation);
    joint.rest = vrmi_spring_place_direction(joint.parent, joint.rig->rest_axis);
    joint.scale = joint.parent->scale * vrmi_largest_scale(joint.local->scale);
    joint.length = joint.rig->length * joint.scale;
    joint.limit = limit_of(avatar, index);
    return joint;
}

/*
 * The center space; false: there is none, and positions are the world's (SB-020). Where the center
 * is the chain's own first joint, which the springs turn, it is taken with its rest rotation
 * (AMB-040).
 */
static bool center_of(const vrm_avatar *avatar, const joint_now *joint, vrmi_spring_place *out) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    const vrm_spring *spring = &avatar->tables->springs[joint->rig->spring];
    const vrmi_rig_joint *first = &rig->joints[spring->first_joint];
    const vrm_trs *local;
    if (joint->spring->center == VRM_NONE) return false;
    if (joint->spring->center != first->place) {
        *out = avatar->springs.places[joint->spring->center];
        return true;
    }
    local = &avatar->local[first->node];
    *out = vrmi_spring_place_below(&avatar->springs.places[first->parent_place], local->translation,
                                   first->rest, local->scale);
    return true;
}

/* Onto the sphere of the bone's length around the head (SB-030), and to where the limit of the
 * joint lets it be (SL-007). */
static vrm_vec3 keep_length(const joint_now *joint, vrm_vec3 tail, vrm_vec3 *direction) {
    *direction = vrmi_vec3_safe_normalize(tail, joint->rest);
    if (joint->limit != NULL) {
        *direction = vrmi_limit_direction(joint->limit, joint->parent, *direction);
    }
    return vrmi_vec3_scale(*direction, joint->length);
}

/* Inertia, stiffness, and gravity with wind (SB-029). From the world to the head. */
static vrm_vec3 integrate(const vrm_avatar *avatar, const joint_now *joint, vrm_vec3 current,
                          vrm_vec3 previous, float dt) {
    const vrm_spring_joint_settings *settings = &joint->settings;
    bool is_literal = (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) != 0;
    /* By default forces grow with the avatar (SB-046). */
    float time = is_literal ? dt : dt * joint->scale;
    vrm_vec3 inertia =
        vrmi_vec3_scale(vrmi_vec3_sub(current, previous), 1.0f - settings->drag_force);
    vrm_vec3 stiffness = vrmi_vec3_scale(joint->rest, time * settings->stiffness);
    vrm_vec3 force = vrmi_vec3_scale(settings->gravity_dir, settings->gravity_power);
    force = vrmi_vec3_add(force, vrmi_vec3_add(avatar->springs.wind, joint->spring->wind));
    force = vrmi_vec3_scale(force, time);
    current = vrmi_vec3_sub(current, joint->head);
    return vrmi_vec3_add(vrmi_vec3_add(vrmi_vec3_add(current, inertia), stiffness), force);
}

static void collide(const vrm_avatar *avatar, const joint_now *joint, const vrmi_shape *shape,
                    vrm_vec3 *tail, vrm_vec3 *direction) {
    bool is_literal = (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) != 0;
    float radius = joint->settings.hit_radius;
    vrmi_shape from_head = *shape;
    from_head.a = vrmi_vec3_sub(shape->a, joint->head);
    if (!is_literal) radius = radius * joint->scale;
    if (vrmi_shape_push(&from_head, radius, tail)) *tail = keep_length(joint, *tail, direction);
}

/* All colliders of the spring in the order of its lists, each once (SB-031, SB-061), then the
 * application's, then those that are met of the crowd (SB-062). */
static void collide_all(const vrm_avatar *avatar, const joint_now *joint, vrm_vec3 *tail,
                        vrm_vec3 *direction) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    const vrmi_met *met = &rig->met[joint->rig->spring];
    const vrmi_shape *shapes = avatar->springs.shapes;
    for (uint32_t i = 0; i < met->count; ++i) {
        collide(avatar, joint, &shapes[rig->met_colliders[met->first + i]], tail, direction);
    }
    for (uint32_t i = 0; i < vrmi_host_shapes(avatar); ++i) {
        collide(avatar, joint, &shapes[avatar->tables->spring_collider_count + i], tail, direction);
    }
}

/* The local rotation that points the bone along `direction` of the world (SB-036). */
static vrm_quat aim_bone(const joint_now *joint, vrm_vec3 direction) {
    vrm_vec3 axis = joint->rig->rest_axis;
    vrm_vec3 to = vrmi_spring_place_direction_into(joint->parent, direction);
    float dot = vrmi_vec3_dot(axis, to);
    vrm_vec3 across = vrmi_vec3_cross(axis, to);
    vrm_quat turn = vrm_quat_make(across.x, across.y, across.z, 1.0f + dot);
    if (dot <= -1.0f + VRMI_EPSILON_DOT) {
        across = joint->rig->turn_axis;
        turn = vrm_quat_make(across.x, across.y, across.z, 0.0f);
    }
    return vrmi_quat_normalize(vrmi_quat_multiply(turn, joint->rig->rest));
}

/* A joint that does not move of itself in this step keeps `rotation`; its tail goes with it. */
static vrm_vec3 carry(const joint_now *joint, vrm_quat rotation) {
    vrm_vec3 direction =
        vrmi_spring_place_direction(joint->parent, vrmi_quat_rotate(rotation, joint->rig->axis));
    return vrmi_vec3_add(joint->head, vrmi_vec3_scale(direction, joint->length));
}

static vrmi_tail still_tail(bool has_center, const vrmi_spring_place *center, vrm_vec3 world) {
    vrmi_tail tail;
    tail.current = has_center ? vrmi_spring_place_point_into(center, world) : world;
    tail.previous = tail.current;
    return tail;
}

/* Whether the joint has a length and a center at present, and is not off (SB-043, SB-047). One
 * whose spring is off, or whose center is flattened, starts anew when that is over. */
static bool can_move(vrm_avatar *avatar, int32_t index, const joint_now *joint, bool has_center,
                     const vrmi_spring_place *center) {
    if (!(joint->length > VRMI_EPSILON_LENGTH && joint->length <= FLT_MAX)) return false;
    if (joint->spring->mode == VRM_SPRING_MODE_OFF ||
        (has_center && !(center->scale > VRMI_EPSILON_LENGTH && center->scale <= FLT_MAX))) {
        avatar->springs.is_new[index] = 1;
        return false;
    }
    return true;
}

/* At rest, with the tail where that puts it (SB-027). */
static void start_joint(vrm_avatar *avatar, int32_t index, const joint_now *joint) {
    uint8_t *is_new = &avatar->springs.is_new[index];
    vrmi_spring_place center;
    bool has_center = center_of(avatar, joint, &center);
    if (!*is_new || !can_move(avatar, index, joint, has_center, &center)) return;
    *is_new = 0;
    vrmi_set_joint_quat(avatar, (uint32_t)index, vrmi_row_rotation(avatar), joint->rig->rest);
    vrmi_set_joint_tail(avatar, (uint32_t)index,
                        still_tail(has_center, &center, carry(joint, joint->rig->rest)));
}

/* The tail of the last step, which is the older one by now. One that does not move keeps it. */
static vrmi_tail last_tail(vrm_avatar *avatar, uint32_t joint) {
    vrmi_tail tail;
    tail.current = vrmi_joint_vec3(avatar, joint, vrmi_row_previous(avatar));
    tail.previous = vrmi_joint_vec3(avatar, joint, vrmi_row_current(avatar));
    vrmi_set_joint_vec3(avatar, joint, vrmi_row_current(avatar), tail.current);
    return tail;
}

/* Where the joint points after this step. */
static vrm_quat step_joint(vrm_avatar *avatar, int32_t index, const joint_now *joint, float dt) {
    uint32_t own = (uint32_t)index;
    vrmi_tail state = last_tail(avatar, own);
    vrmi_spring_place center;
    vrm_vec3 current = state.current, previous = state.previous, tail, direction;
    bool has_center = center_of(avatar, joint, &center);
    if (!can_move(avatar, index, joint, has_center, &center)) return joint->rig->rest;
    if (joint->spring->mode == VRM_SPRING_MODE_HOLD || avatar->springs.is_carried) {
        vrm_quat held = vrmi_joint_quat(avatar, own, vrmi_row_rotation_before(avatar));
        vrmi_set_joint_tail(avatar, own, still_tail(has_center, &center, carry(joint, held)));
        return held;
    }
    if (has_center) {
        current = vrmi_spring_place_point(&center, current);
        previous = vrmi_spring_place_point(&center, previous);
    }
    tail = integrate(avatar, joint, current, previous, dt);
    tail = keep_length(joint, tail, &direction);
    collide_all(avatar, joint, &tail, &direction);
    tail = vrmi_vec3_add(joint->head, tail);
    if (has_center) tail = vrmi_spring_place_point_into(&center, tail);
    vrmi_set_joint_vec3(avatar, own, vrmi_row_current(avatar), tail);
    /* A joint whose state is not finite starts anew from rest (SB-048). */
    if (!vrmi_vec3_is_finite(tail)) {
        avatar->springs.is_new[index] = 1;
        return joint->rig->rest;
    }
    return aim_bone(joint, direction);
}

void vrmi_springs_place_shape(vrm_avatar *avatar, int32_t collider) {
    const vrm_spring_collider *from = &avatar->tables->spring_colliders[collider];
    bool scales = (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) == 0;
    int32_t place = avatar->rig->springs.node_places[from->node];
    avatar->springs.shapes[collider] = vrmi_shape_of(from, &avatar->springs.places[place],
                                                     avatar->local[from->node].scale, scales);
}

/* The shapes of the colliders at a place. */
static void place_shapes(vrm_avatar *avatar, int32_t place) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    const vrmi_rig_place *at = &rig->places[place];
    for (uint32_t i = 0; i < at->collider_count; ++i) {
        vrmi_springs_place_shape(avatar, rig->place_colliders[at->first_collider + i]);
    }
}

void vrmi_springs_place_follower(vrm_avatar *avatar, int32_t place) {
    const vrmi_rig_place *at = &avatar->rig->springs.places[place];
    const vrm_trs *local = &avatar->local[at->node];
    avatar->springs.places[place] = vrmi_spring_place_below(
        &avatar->springs.places[at->parent], local->translation, local->rotation, local->scale);
}

/* The places of a head and of all that hangs rigidly below it. */
static void move_places(vrm_avatar *avatar, int32_t index, const joint_now *joint,
                        vrm_quat rotation) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    avatar->springs.places[joint->rig->place] = vrmi_spring_place_below(
        joint->parent, joint->local->translation, rotation, joint->local->scale);
    place_shapes(avatar, joint->rig->place);
    for (uint32_t i = 0; i < rig->joints[index].follower_count; ++i) {
        int32_t place = rig->followers[joint->rig->first_follower + i];
        vrmi_springs_place_follower(avatar, place);
        place_shapes(avatar, place);
    }
}

/*
 * All heads where the last step left them, new ones at rest: before any of them moves in this step.
 * So the tails of a chain that starts are those of the whole chain at rest, and what a circle reads
 * before its own turn is that of the last step (SB-040).
 */
static void place_all(vrm_avatar *avatar) {
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        int32_t index = avatar->tables->spring_joint_order[i];
        joint_now joint = joint_begin(avatar, index);
        bool is_new = avatar->springs.is_new[index] != 0;
        move_places(avatar, index, &joint,
                    is_new ? joint.rig->rest
                           : vrmi_joint_quat(avatar, (uint32_t)index, vrmi_row_rotation(avatar)));
        start_joint(avatar, index, &joint);
    }
}

/* Whether a joint waits to be started, other than those of springs that are off. */
static bool has_new_joints(const vrm_avatar *avatar) {
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        const vrmi_rig_joint *joint = &avatar->rig->springs.joints[i];
        if (avatar->springs.is_new[i] && joint->length > 0.0f &&
            avatar->springs.springs[joint->spring].mode != VRM_SPRING_MODE_OFF) {
            return true;
        }
    }
    return false;
}

void vrmi_springs_step(vrm_avatar *avatar, float dt) {
    const vrm_tables *tables = avatar->tables;
    for (uint32_t i = 0; i < avatar->rig->springs.input_count; ++i) {
        place_shapes(avatar, (int32_t)i);
    }
    if (avatar->rig->springs.has_circle || has_new_joints(avatar)) place_all(avatar);
    avatar->springs.turn = 1 - avatar->springs.turn;
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        int32_t index = tables->spring_joint_order[i];
        joint_now joint = joint_begin(avatar, index);
        vrm_quat rotation = step_joint(avatar, index, &joint, dt);
        vrmi_set_joint_quat(avatar, (uint32_t)index, vrmi_row_rotation(avatar), rotation);
        move_places(avatar, index, &joint, rotation);
    }
}
