/* Colliders as shapes of the world, and how they push (6.3). */
#include "avatar/spring/spring.h"

/*
 * The node's own scale over its largest axis: 1 on all axes where it is uniform. Offsets and
 * normals on a node that is stretched along one axis are stretched with it (EC-013); how nodes
 * above it are stretched is not seen.
 */
static vrm_vec3 stretch_of(vrm_vec3 scale) {
    float largest = vrmi_largest_scale(scale);
    if (!(largest > 0.0f)) return vrm_vec3_make(1.0f, 1.0f, 1.0f);
    return vrm_vec3_make(scale.x / largest, scale.y / largest, scale.z / largest);
}

static vrm_vec3 multiply(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.x * b.x, a.y * b.y, a.z * b.z);
}

/* By the inverse transpose of the stretch; (0, 0, 0) where there is none. */
static vrm_vec3 stretch_normal(vrm_vec3 normal, vrm_vec3 stretch) {
    const vrm_vec3 none = {0.0f, 0.0f, 0.0f};
    if (stretch.x == 1.0f && stretch.y == 1.0f && stretch.z == 1.0f) return normal;
    if (stretch.x == 0.0f || stretch.y == 0.0f || stretch.z == 0.0f) return none;
    return vrmi_vec3_safe_normalize(
        vrm_vec3_make(normal.x / stretch.x, normal.y / stretch.y, normal.z / stretch.z), none);
}

static bool is_inside(int32_t kind) {
    return kind == VRM_COLLIDER_INSIDE_SPHERE || kind == VRM_COLLIDER_INSIDE_CAPSULE;
}

vrmi_shape vrmi_shape_of(const vrm_spring_collider *collider, const vrmi_spring_place *at,
                         vrm_vec3 node_scale, bool scales) {
    vrm_vec3 stretch = stretch_of(node_scale), normal;
    vrmi_shape shape;
    shape.kind = collider->shape;
    shape.radius = scales ? collider->radius * at->scale : collider->radius;
    shape.a = vrmi_spring_place_point(at, multiply(collider->offset, stretch));
    if (collider->shape == VRM_COLLIDER_PLANE) {
        normal = stretch_normal(collider->tail, stretch);
        shape.b = vrmi_spring_place_direction(at, normal);
        if (normal.x == 0.0f && normal.y == 0.0f && normal.z == 0.0f) {
            shape.kind = VRM_COLLIDER_NONE;
        }
    } else {
        shape.b =
            vrmi_vec3_sub(vrmi_spring_place_point(at, multiply(collider->tail, stretch)), shape.a);
    }
    if (!(at->scale > 0.0f)) {
        /* A point. There is no normal, and an inside would pull every tail into it (SB-047). */
        shape.radius = 0.0f;
        if (is_inside(shape.kind) || shape.kind == VRM_COLLIDER_PLANE) {
            shape.kind = VRM_COLLIDER_NONE;
        }
    }
    return shape;
}

/* From the nearest point of the segment to the tail. A segment without length is its one end
 * (SB-034). */
static vrm_vec3 from_segment(const vrmi_shape *shape, vrm_vec3 tail) {
    vrm_vec3 delta = vrmi_vec3_sub(tail, shape->a);
    float square = vrmi_vec3_dot(shape->b, shape->b);
    float along = vrmi_vec3_dot(shape->b, delta);
    if (!(square > VRMI_EPSILON_LENGTH * VRMI_EPSILON_LENGTH) || !(along > 0.0f)) return delta;
    if (along >= square) return vrmi_vec3_sub(delta, shape->b);
    return vrmi_vec3_sub(delta, vrmi_vec3_scale(shape->b, along / square));
}

vrm_vec3 vrmi_shape_way(const vrmi_shape *shape, vrm_vec3 point) {
    if (shape->kind == VRM_COLLIDER_SPHERE || shape->kind == VRM_COLLIDER_INSIDE_SPHERE) {
        return vrmi_vec3_sub(point, shape->a);
    }
    return from_segment(shape, point);
}

static bool push_plane(const vrmi_shape *shape, float tail_radius, vrm_vec3 *tail) {
    float distance = vrmi_vec3_dot(vrmi_vec3_sub(*tail, shape->a), shape->b) - tail_radius;
    if (!(distance < 0.0f)) return false;
    *tail = vrmi_vec3_sub(*tail, vrmi_vec3_scale(shape->b, distance));
    return true;
}

bool vrmi_shape_push(const vrmi_shape *shape, float tail_radius, vrm_vec3 *tail) {
    vrm_vec3 delta, direction;
    float length, distance;
    if (shape->kind == VRM_COLLIDER_NONE) return false;
    if (shape->kind == VRM_COLLIDER_PLANE) return push_plane(shape, tail_radius, tail);
    delta = vrmi_shape_way(shape, *tail);
    length = vrmi_vec3_length(delta);
    if (!(length > VRMI_EPSILON_LENGTH)) return false; /* no direction to push (SB-035, EC-018) */
    direction = vrmi_vec3_scale(delta, 1.0f / length);
    if (!is_inside(shape->kind)) {
        distance = length - shape->radius - tail_radius;
    } else {
        /* A tail that is larger than the shape is drawn to its middle (EC-017). */
        distance = vrmi_max(0.0f, shape->radius - tail_radius) - length;
        direction = vrmi_vec3_negate(direction);
    }
    if (!(distance < 0.0f)) return false; /* touching is no collision */
    *tail = vrmi_vec3_sub(*tail, vrmi_vec3_scale(direction, distance));
    return true;
}

float vrmi_collider_depth(const vrm_avatar *avatar, int32_t collider, vrm_vec3 point) {
    const vrm_spring_collider *own = &avatar->tables->spring_colliders[collider];
    vrmi_spring_place at;
    vrmi_shape shape;
    vrm_vec3 pushed;
    if (own->shape == VRM_COLLIDER_NONE || is_inside(own->shape)) return 0.0f;
    at = vrmi_spring_place_from(&avatar->world[own->node]);
    shape = vrmi_shape_of(own, &at, avatar->local[own->node].scale, true);
    pushed = point;
    if (!vrmi_shape_push(&shape, 0.0f, &pushed)) {
        /* In the very middle there is no way out, and a little beside it there is. */
        point.y += 1e-4f;
        pushed = point;
        if (!vrmi_shape_push(&shape, 0.0f, &pushed)) return 0.0f;
    }
    return vrmi_vec3_length(vrmi_vec3_sub(pushed, point));
}
