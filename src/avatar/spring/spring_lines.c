/* Lines that show joints and colliders, for a host to draw. */
#include "avatar/spring/spring_limit.h"

typedef struct pen {
    vrm_line *out;
    size_t capacity;
    size_t count; /* also of those that did not fit */
    int32_t kind;
    int32_t index;
} pen;

static void draw(pen *to, vrm_vec3 from, vrm_vec3 end) {
    if (to->count < to->capacity) {
        vrm_line *line = &to->out[to->count];
        line->from = from;
        line->to = end;
        line->kind = to->kind;
        line->index = to->index;
    }
    ++to->count;
}

/* Of a full turn in 36 parts, a quarter: the rest is the same again. */
static float cosine_of(uint32_t part) {
    static const float quarter[10] = {1.0f,        0.98480775f, 0.93969262f, 0.8660254f,
                                      0.76604444f, 0.64278761f, 0.5f,        0.34202014f,
                                      0.17364818f, 0.0f};
    part %= 36;
    if (part > 18) part = 36 - part;
    return part <= 9 ? quarter[part] : -quarter[18 - part];
}

/* A circle around `center`, in the plane of two unit vectors. Colliders may be as large as a body:
 * they have 36 lines. Tails are small and many: they have 12. */
static void draw_circle(pen *pen, vrm_vec3 centre, vrm_vec3 x, vrm_vec3 y, float radius) {
    const uint32_t step = pen->kind == VRM_LINE_KIND_TAIL ? 3 : 1;
    for (uint32_t i = 0; i < 36; i += step) {
        vrm_vec3 ends[2];
        for (uint32_t k = 0; k < 2; ++k) {
            float cosine = cosine_of(i + k * step), sine = cosine_of(i + k * step + 27);
            vrm_vec3 spoke = vrmi_vec3_add(vrmi_vec3_scale(x, cosine * radius),
                                           vrmi_vec3_scale(y, sine * radius));
            ends[k] = vrmi_vec3_add(centre, spoke);
        }
        draw(pen, ends[0], ends[1]);
    }
}

/* Two unit vectors across a third, and across each other. */
static void find_across(vrm_vec3 axis, vrm_vec3 *x, vrm_vec3 *y) {
    vrm_vec3 base =
        fabsf(axis.x) < 0.7f ? vrm_vec3_make(1.0f, 0.0f, 0.0f) : vrm_vec3_make(0.0f, 1.0f, 0.0f);
    *x = vrmi_vec3_safe_normalize(vrmi_vec3_cross(base, axis), vrm_vec3_make(0.0f, 0.0f, 1.0f));
    *y = vrmi_vec3_cross(axis, *x);
}

static void draw_sphere(pen *pen, vrm_vec3 centre, vrm_vec3 axis, float radius) {
    vrm_vec3 x, y;
    if (!(radius > 0.0f)) return;
    find_across(axis, &x, &y);
    draw_circle(pen, centre, x, y, radius);
    draw_circle(pen, centre, x, axis, radius);
    draw_circle(pen, centre, y, axis, radius);
}

static void draw_capsule(pen *pen, const vrmi_shape *shape) {
    vrm_vec3 axis = vrmi_vec3_safe_normalize(shape->b, vrm_vec3_make(0.0f, 1.0f, 0.0f)), x, y;
    vrm_vec3 end = vrmi_vec3_add(shape->a, shape->b);
    find_across(axis, &x, &y);
    draw_sphere(pen, shape->a, axis, shape->radius);
    draw_sphere(pen, end, axis, shape->radius);
    for (uint32_t i = 0; i < 4; ++i) {
        float radius = i % 2 == 0 ? shape->radius : -shape->radius;
        vrm_vec3 side = vrmi_vec3_scale(i < 2 ? x : y, radius);
        draw(pen, vrmi_vec3_add(shape->a, side), vrmi_vec3_add(end, side));
    }
}

/* One meter square around the plane's point, and its normal. */
static void draw_plane(pen *pen, const vrmi_shape *shape) {
    static const float corners[5][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 1}};
    vrm_vec3 x, y, before = shape->a;
    find_across(shape->b, &x, &y);
    for (uint32_t i = 0; i < 5; ++i) {
        vrm_vec3 corner = vrmi_vec3_add(vrmi_vec3_scale(x, 0.5f * corners[i][0]),
                                        vrmi_vec3_scale(y, 0.5f * corners[i][1]));
        corner = vrmi_vec3_add(shape->a, corner);
        if (i != 0) draw(pen, before, corner);
        before = corner;
    }
    draw(pen, shape->a, vrmi_vec3_add(shape->a, vrmi_vec3_scale(shape->b, 0.25f)));
}

static void draw_shape(pen *pen, const vrmi_shape *shape) {
    const vrm_vec3 up = {0.0f, 1.0f, 0.0f};
    switch (shape->kind) {
    case VRM_COLLIDER_SPHERE:
    case VRM_COLLIDER_INSIDE_SPHERE:
        draw_sphere(pen, shape->a, up, shape->radius);
        break;
    case VRM_COLLIDER_CAPSULE:
    case VRM_COLLIDER_INSIDE_CAPSULE:
        draw_capsule(pen, shape);
        break;
    case VRM_COLLIDER_PLANE:
        draw_plane(pen, shape);
        break;
    default:
        break;
    }
}

/* What the lines of a limit are made from. */
typedef struct limit_pen {
    pen *pen;
    const vrmi_limit *limit;
    vrmi_spring_place above; /* the node above the head */
    vrm_vec3 head;
    float length; /* to the tail */
} limit_pen;

/* Where a direction of the limit's space meets the sphere on which the tail moves. */
static vrm_vec3 limit_point(const limit_pen *p, vrm_vec3 d) {
    vrm_vec3 direction = vrmi_spring_place_direction(&p->above, vrmi_limit_out(p->limit, d));
    return vrmi_vec3_add(p->head, vrmi_vec3_scale(direction, p->length));
}

/* By a pitch and a yaw (SL-010). */
static vrm_vec3 limit_corner(const limit_pen *p, float pitch, float yaw) {
    float sin_pitch, cos_pitch, sin_yaw, cos_yaw;
    vrmi_sincos(pitch, &sin_pitch, &cos_pitch);
    vrmi_sincos(yaw, &sin_yaw, &cos_yaw);
    return limit_point(p, vrm_vec3_make(sin_yaw, cos_yaw * cos_pitch, cos_yaw * sin_pitch));
}

/* From one pair of angles to another; both of them are joined to the head. */
static void draw_edge(const limit_pen *p, const float from[2], const float end[2]) {
    enum { PARTS = 12 };
    vrm_vec3 before = limit_corner(p, from[0], from[1]);
    draw(p->pen, p->head, before);
    for (uint32_t i = 1; i <= PARTS; ++i) {
        float t = (float)i / (float)PARTS;
        vrm_vec3 next =
            limit_corner(p, vrmi_lerp(from[0], end[0], t), vrmi_lerp(from[1], end[1], t));
        draw(p->pen, before, next);
        before = next;
    }
    draw(p->pen, p->head, before);
}

/* The rim, and four lines to it. */
static void draw_cone(const limit_pen *p) {
    float cosine = p->limit->cos_angle, sine = p->limit->sin_angle;
    for (uint32_t i = 0; i < 36; ++i) {
        vrm_vec3 ends[2];
        for (uint32_t k = 0; k < 2; ++k) {
            ends[k] = limit_point(
                p, vrm_vec3_make(sine * cosine_of(i + k), cosine, sine * cosine_of(i + k + 27)));
        }
        draw(p->pen, ends[0], ends[1]);
        if (i % 9 == 0) draw(p->pen, p->head, ends[0]);
    }
}

/* Where the limit of a joint ends: the rim of a cone, the arc of a hinge, and the four edges of
 * what a spherical limit allows. */
static void draw_limit(const vrm_avatar *avatar, pen *pen, int32_t index, vrm_vec3 head,
                       float length) {
    const vrmi_limit *limits = vrmi_avatar_limits(avatar);
    const vrm_spring_joint *joint = &avatar->tables->spring_joints[index];
    const vrm_spring_limit *limit = &joint->limit;
    int32_t parent = avatar->gltf->nodes[joint->node].parent;
    limit_pen p;
    if (limits == NULL || limit->kind == VRM_SPRING_LIMIT_NONE) return;
    p.pen = pen;
    p.limit = &limits[index];
    p.above =
        vrmi_spring_place_from(parent != VRM_NONE ? &avatar->world[parent] : &avatar->root_world);
    p.head = head;
    p.length = length;
    if (!(p.above.scale > VRMI_EPSILON_LENGTH)) return;
    pen->kind = VRM_LINE_KIND_LIMIT;
    if (limit->kind == VRM_SPRING_LIMIT_CONE) {
        draw_cone(&p);
    } else {
        const float corners[4][2] = {{-limit->angle, -limit->yaw},
                                     {limit->angle, -limit->yaw},
                                     {limit->angle, limit->yaw},
                                     {-limit->angle, limit->yaw}};
        uint32_t count = limit->kind == VRM_SPRING_LIMIT_HINGE ? 1 : 4;
        for (uint32_t i = 0; i < count; ++i) draw_edge(&p, corners[i], corners[(i + 1) % 4]);
    }
}

static void draw_joint(const vrm_avatar *avatar, pen *pen, int32_t index) {
    const vrm_spring_joint *joint = &avatar->tables->spring_joints[index];
    const vrm_mat4 *world = &avatar->world[joint->node];
    vrm_vec3 head = vrmi_mat4_translation(world);
    vrm_vec3 tail = vrmi_mat4_transform_point(world, joint->tail_offset);
    float radius = *vrmi_joint_number(avatar, (uint32_t)index, VRMI_ROW_HIT_RADIUS);
    if ((avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) == 0) {
        radius = radius * vrmi_mat4_uniform_scale(world);
    }
    pen->index = index;
    pen->kind = VRM_LINE_KIND_JOINT;
    draw(pen, head, tail);
    pen->kind = VRM_LINE_KIND_TAIL;
    draw_sphere(pen, tail,
                vrmi_vec3_safe_normalize(vrmi_vec3_sub(tail, head), vrm_vec3_make(0, 1, 0)),
                radius);
    draw_limit(avatar, pen, index, head, vrmi_vec3_length(vrmi_vec3_sub(tail, head)));
}

/* A collider as the frame has it; the application's own may be in world space. */
static void draw_collider(const vrm_avatar *avatar, pen *pen, const vrm_spring_collider *collider) {
    vrmi_spring_place at = vrmi_spring_place_identity();
    vrm_vec3 scale = {1.0f, 1.0f, 1.0f};
    vrmi_shape shape;
    if (collider->shape == VRM_COLLIDER_NONE) return;
    if (collider->node != VRM_NONE) {
        at = vrmi_spring_place_from(&avatar->world[collider->node]);
        scale = avatar->local[collider->node].scale;
    }
    shape =
        vrmi_shape_of(collider, &at, scale, (avatar->flags & VRM_AVATAR_FLAG_LITERAL_SCALE) == 0);
    draw_shape(pen, &shape);
}

size_t vrm_avatar_debug_lines(const vrm_avatar *avatar, vrm_line *out, size_t capacity) {
    pen to = {out, out != NULL ? capacity : 0, 0, VRM_LINE_KIND_COLLIDER, 0};
    if (avatar == NULL) return 0;
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i)
        draw_joint(avatar, &to, (int32_t)i);
    to.kind = VRM_LINE_KIND_COLLIDER;
    for (uint32_t i = 0; i < avatar->tables->spring_collider_count; ++i) {
        to.index = (int32_t)i;
        draw_collider(avatar, &to, &avatar->tables->spring_colliders[i]);
    }
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        to.index = (int32_t)(avatar->tables->spring_collider_count + i);
        draw_collider(avatar, &to, &avatar->springs.colliders[i]);
    }
    for (uint32_t i = 0; i < avatar->springs.met_count; ++i) {
        uint32_t others = avatar->tables->spring_collider_count + avatar->collider_capacity;
        to.index = (int32_t)(others + avatar->springs.met[i]);
        draw_shape(&to, &avatar->springs.shapes[others + i]);
    }
    return to.count;
}
