/* VRMC_springBone, with extended colliders and limits. */
#include "author/text/vrm1_text.h"
#include "base/checked.h"
#include "base/math.h"

#include <math.h>

/* --- What is written --- */

/* The numbers of colliders and groups in the written file, or VRM_NONE. */
typedef struct plan {
    int32_t *colliders;
    int32_t *groups;
    int32_t collider_count; /* that are written */
    int32_t group_count;    /* likewise */
} plan;

static bool is_collider_written(const vrmi_vrm_text *text, const vrm_spring_collider *collider) {
    return collider->shape != VRM_COLLIDER_NONE &&
           vrmi_mapped_node(text, collider->node) != VRM_NONE;
}

static int32_t tail_of(const vrmi_vrm_text *text, uint32_t joint) {
    const vrm_spring_joint *own = &text->tables->spring_joints[joint];
    if (own->tail_node != VRM_NONE) return vrmi_mapped_node(text, own->tail_node);
    if (text->maps == NULL || text->maps->joint_tails == NULL) return VRM_NONE;
    return text->maps->joint_tails[joint];
}

static bool is_joint_written(const vrmi_vrm_text *text, uint32_t joint) {
    return vrmi_mapped_node(text, text->tables->spring_joints[joint].node) != VRM_NONE &&
           tail_of(text, joint) != VRM_NONE;
}

bool vrmi_has_spring_bone(const vrmi_vrm_text *text) {
    for (uint32_t i = 0; i < text->tables->spring_joint_count; ++i) {
        if (is_joint_written(text, i)) return true;
    }
    for (uint32_t i = 0; i < text->tables->spring_collider_count; ++i) {
        if (is_collider_written(text, &text->tables->spring_colliders[i])) return true;
    }
    return false;
}

static size_t plan_size(const vrm_tables *tables) {
    return ((size_t)tables->spring_collider_count + tables->spring_collider_group_count) *
           sizeof(int32_t);
}

static bool is_group_written(const vrm_spring_collider_group *group, const plan *numbers) {
    for (uint32_t i = 0; i < group->collider_count; ++i) {
        if (numbers->colliders[group->colliders[i]] != VRM_NONE) return true;
    }
    return false;
}

static bool make_plan(vrmi_vrm_text *text, plan *out) {
    const vrm_tables *tables = text->tables;
    out->collider_count = out->group_count = 0;
    out->colliders = vrmi_memory_allocate(text->writer->memory, plan_size(tables));
    if (out->colliders == NULL) {
        text->writer->is_refused = true;
        return false;
    }
    out->groups = out->colliders + tables->spring_collider_count;
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        const bool is_written = is_collider_written(text, &tables->spring_colliders[i]);
        out->colliders[i] = is_written ? out->collider_count++ : VRM_NONE;
        if (!is_written) vrmi_note_loss(text, VRMI_LOSS_COLLIDER, (int32_t)i);
    }
    for (uint32_t i = 0; i < tables->spring_collider_group_count; ++i) {
        const bool is_written = is_group_written(&tables->spring_collider_groups[i], out);
        out->groups[i] = is_written ? out->group_count++ : VRM_NONE;
    }
    return true;
}

/* --- Colliders --- */

static void put_sphere(vrmi_json_writer *writer, vrm_vec3 offset, float radius, bool is_inside) {
    vrmi_put_object_of(writer, "sphere");
    vrmi_put_vec3_of(writer, "offset", offset);
    vrmi_put_float_of(writer, "radius", radius);
    if (is_inside) vrmi_put_bool_of(writer, "inside", true);
    vrmi_put_object_end(writer);
}

static void put_capsule(vrmi_json_writer *writer, const vrm_spring_collider *c, bool is_inside) {
    vrmi_put_object_of(writer, "capsule");
    vrmi_put_vec3_of(writer, "offset", c->offset);
    vrmi_put_float_of(writer, "radius", c->radius);
    vrmi_put_vec3_of(writer, "tail", c->tail);
    if (is_inside) vrmi_put_bool_of(writer, "inside", true);
    vrmi_put_object_end(writer);
}

/* A normal of any length is written with the length 1 (EC-025); one of no length is that of a file
 * without it. In double, as a load does it: a normal that a load has made stays the same bits. */
static vrm_vec3 unit_normal(vrm_vec3 normal) {
    const double x = (double)normal.x, y = (double)normal.y, z = (double)normal.z;
    const double length = sqrt(x * x + y * y + z * z);
    if (length == 0) return vrm_vec3_make(0, 0, 1);
    if (fabs(length - 1) <= 1e-6) return normal;
    return vrm_vec3_make((float)(x / length), (float)(y / length), (float)(z / length));
}

/*
 * The shape that applications without extended colliders see, and that the schema requires: out of
 * the way in place of an inside (EC-020), and a huge sphere in place of a plane (EC-021).
 */
static void put_base_shape(vrmi_json_writer *writer, const vrm_spring_collider *c) {
    vrmi_put_object_of(writer, "shape");
    switch (c->shape) {
    case VRM_COLLIDER_SPHERE:
        put_sphere(writer, c->offset, c->radius, false);
        break;
    case VRM_COLLIDER_CAPSULE:
        put_capsule(writer, c, false);
        break;
    case VRM_COLLIDER_PLANE:
        put_sphere(writer, vrmi_vec3_sub(c->offset, vrmi_vec3_scale(unit_normal(c->tail), 1000.0f)),
                   1000.0f, false);
        break;
    default:
        put_sphere(writer, vrm_vec3_make(0, -10000.0f, 0), 0.0f, false);
        break;
    }
    vrmi_put_object_end(writer);
}

/* EC-025 */
static void put_extended_shape(vrmi_vrm_text *text, const vrm_spring_collider *c) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object_of(writer, "extensions");
    vrmi_put_object_of(writer, "VRMC_springBone_extended_collider");
    vrmi_put_words_of(writer, "specVersion", "1.0");
    vrmi_put_object_of(writer, "shape");
    if (c->shape == VRM_COLLIDER_INSIDE_SPHERE) {
        put_sphere(writer, c->offset, c->radius, true);
    } else if (c->shape == VRM_COLLIDER_INSIDE_CAPSULE) {
        put_capsule(writer, c, true);
    } else {
        vrmi_put_object_of(writer, "plane");
        vrmi_put_vec3_of(writer, "offset", c->offset);
        vrmi_put_vec3_of(writer, "normal", unit_normal(c->tail));
        vrmi_put_object_end(writer);
    }
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
    text->extensions |= VRMI_EXTENSION_EXTENDED_COLLIDER;
}

void vrmi_put_collider(vrmi_vrm_text *text, const vrm_spring_collider *c) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_integer_of(writer, "node", vrmi_mapped_node(text, c->node));
    put_base_shape(writer, c);
    if (c->shape > VRM_COLLIDER_CAPSULE) put_extended_shape(text, c);
    vrmi_put_object_end(writer);
}

static void put_colliders(vrmi_vrm_text *text, const plan *numbers) {
    vrmi_json_writer *writer = text->writer;
    if (numbers->collider_count == 0) return;
    vrmi_put_array_of(writer, "colliders");
    for (uint32_t i = 0; i < text->tables->spring_collider_count; ++i) {
        const vrm_spring_collider *c = &text->tables->spring_colliders[i];
        if (numbers->colliders[i] == VRM_NONE) continue;
        vrmi_put_collider(text, c);
    }
    vrmi_put_array_end(writer);
}

static void put_groups(vrmi_vrm_text *text, const plan *numbers) {
    vrmi_json_writer *writer = text->writer;
    if (numbers->group_count == 0) return;
    vrmi_put_array_of(writer, "colliderGroups");
    for (uint32_t i = 0; i < text->tables->spring_collider_group_count; ++i) {
        const vrm_spring_collider_group *group = &text->tables->spring_collider_groups[i];
        if (numbers->groups[i] == VRM_NONE) continue;
        vrmi_put_object(writer);
        vrmi_put_given(writer, "name", group->name);
        vrmi_put_array_of(writer, "colliders");
        for (uint32_t k = 0; k < group->collider_count; ++k) {
            const int32_t collider = numbers->colliders[group->colliders[k]];
            if (collider != VRM_NONE) vrmi_put_integer(writer, collider);
        }
        vrmi_put_array_end(writer);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

/* --- Springs --- */

static void put_limit(vrmi_vrm_text *text, const vrm_spring_limit *limit) {
    static const char *const kinds[] = {"", "cone", "hinge", "spherical"};
    const float rotation[4] = {limit->rotation.x, limit->rotation.y, limit->rotation.z,
                               limit->rotation.w};
    vrmi_json_writer *writer = text->writer;
    if (limit->kind == VRM_SPRING_LIMIT_NONE) return;
    vrmi_put_object_of(writer, "extensions");
    vrmi_put_object_of(writer, "VRMC_springBone_limit");
    vrmi_put_words_of(writer, "specVersion", "1.0-draft");
    vrmi_put_object_of(writer, "limit");
    vrmi_put_object_of(writer, kinds[limit->kind]);
    vrmi_put_float_of(writer, limit->kind == VRM_SPRING_LIMIT_SPHERICAL ? "pitch" : "angle",
                      limit->angle);
    if (limit->kind == VRM_SPRING_LIMIT_SPHERICAL) vrmi_put_float_of(writer, "yaw", limit->yaw);
    if (rotation[0] != 0 || rotation[1] != 0 || rotation[2] != 0 || rotation[3] != 1) {
        vrmi_put_floats_of(writer, "rotation", rotation, 4);
    }
    for (int i = 0; i < 4; ++i) vrmi_put_object_end(writer);
    text->extensions |= VRMI_EXTENSION_SPRING_LIMIT;
}

static void put_joint(vrmi_vrm_text *text, const vrm_spring_joint *joint) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_integer_of(writer, "node", vrmi_mapped_node(text, joint->node));
    vrmi_put_float_of(writer, "hitRadius", joint->hit_radius);
    vrmi_put_float_of(writer, "stiffness", joint->stiffness);
    vrmi_put_float_of(writer, "gravityPower", joint->gravity_power);
    vrmi_put_vec3_of(writer, "gravityDir", joint->gravity_dir);
    vrmi_put_float_of(writer, "dragForce", joint->drag_force);
    put_limit(text, &joint->limit);
    vrmi_put_object_end(writer);
}

static void put_spring_groups(vrmi_vrm_text *text, const vrm_spring *spring, const plan *numbers) {
    bool is_open = false;
    for (uint32_t i = 0; i < spring->collider_group_count; ++i) {
        const int32_t group = numbers->groups[spring->collider_groups[i]];
        if (group == VRM_NONE) continue;
        if (!is_open) vrmi_put_array_of(text->writer, "colliderGroups");
        is_open = true;
        vrmi_put_integer(text->writer, group);
    }
    if (is_open) vrmi_put_array_end(text->writer);
}

static void begin_spring(vrmi_vrm_text *text, const vrm_spring *spring) {
    vrmi_put_object(text->writer);
    vrmi_put_given(text->writer, "name", spring->name);
    vrmi_put_array_of(text->writer, "joints");
}

/* The last joint of a spring is only a tail: it has no values (SB-010), and no limit (SL-005). */
static void end_spring(vrmi_vrm_text *text, const vrm_spring *spring, const plan *numbers,
                       int32_t tail) {
    const int32_t center = vrmi_mapped_node(text, spring->center);
    vrmi_put_object(text->writer);
    vrmi_put_integer_of(text->writer, "node", tail);
    vrmi_put_object_end(text->writer);
    vrmi_put_array_end(text->writer);
    if (center != VRM_NONE) vrmi_put_integer_of(text->writer, "center", center);
    put_spring_groups(text, spring, numbers);
    vrmi_put_object_end(text->writer);
}

/* A spring of the tables is a chain in which each tail is the next head. Where one that a program
 * made is not, it becomes several. */
static void put_spring(vrmi_vrm_text *text, uint32_t index, const plan *numbers) {
    const vrm_spring *spring = &text->tables->springs[index];
    int32_t tail = VRM_NONE; /* of the joint before; VRM_NONE: no spring is open */
    bool is_written = false;
    for (uint32_t i = spring->first_joint; i < spring->first_joint + spring->joint_count; ++i) {
        const vrm_spring_joint *joint = &text->tables->spring_joints[i];
        if (!is_joint_written(text, i)) {
            vrmi_note_loss(text, VRMI_LOSS_JOINT, (int32_t)i);
            continue;
        }
        if (tail != vrmi_mapped_node(text, joint->node)) {
            if (tail != VRM_NONE) end_spring(text, spring, numbers, tail);
            begin_spring(text, spring);
        }
        put_joint(text, joint);
        tail = tail_of(text, i);
        is_written = true;
    }
    if (tail != VRM_NONE) end_spring(text, spring, numbers, tail);
    if (!is_written) vrmi_note_loss(text, VRMI_LOSS_SPRING, (int32_t)index);
}

static bool has_springs(const vrmi_vrm_text *text) {
    for (uint32_t i = 0; i < text->tables->spring_joint_count; ++i) {
        if (is_joint_written(text, i)) return true;
    }
    return false;
}

/* Values of each joint, no empty arrays, and a center only where there is one (SB-058). */
void vrmi_put_spring_bone(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    plan numbers;
    if (!make_plan(text, &numbers)) return;
    vrmi_put_object(writer);
    vrmi_put_words_of(writer, "specVersion",
                      text->dialect == VRM_DIALECT_1_BETA ? "1.0-beta" : "1.0");
    put_colliders(text, &numbers);
    put_groups(text, &numbers);
    if (has_springs(text)) {
        vrmi_put_array_of(writer, "springs");
        for (uint32_t i = 0; i < text->tables->spring_count; ++i) put_spring(text, i, &numbers);
        vrmi_put_array_end(writer);
    }
    vrmi_put_object_end(writer);
    text->extensions |= VRMI_EXTENSION_SPRING_BONE;
    vrmi_memory_release(writer->memory, numbers.colliders, plan_size(text->tables));
}
