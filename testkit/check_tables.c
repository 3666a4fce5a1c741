#include "testkit/check_tables.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_finite(float value) { return value - value == 0; }

static bool are_finite(const float *values, int count) {
    for (int i = 0; i < count; ++i) {
        if (!is_finite(values[i])) return false;
    }
    return true;
}

static bool is_unit(const vrm_quat *q) {
    float square = q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w;
    return square > 0.9999f && square < 1.0001f;
}

static bool is_vec2_finite(vrm_vec2 v) { return is_finite(v.x) && is_finite(v.y); }

static bool is_vec3_finite(vrm_vec3 v) {
    return is_finite(v.x) && is_finite(v.y) && is_finite(v.z);
}

static bool is_index(int32_t index, uint32_t count) {
    return index >= 0 && (uint32_t)index < count;
}

static bool is_index_or_none(int32_t index, uint32_t count) {
    return index == VRM_NONE || is_index(index, count);
}

static bool is_text(vrm_string text) { return text.data != NULL && text.data[text.length] == '\0'; }

static const char *check_expression(const vrm_gltf *gltf, const vrm_expression *expression) {
    if (!is_text(expression->name)) return "the name of an expression is text";
    if (!is_index_or_none(expression->preset, VRM_PRESET_COUNT)) return "a preset is one";
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        int32_t mesh;
        if (!is_index(bind->node, gltf->node_count)) return "a morph bind has a node";
        mesh = gltf->nodes[bind->node].mesh;
        if (mesh == VRM_NONE) return "the node of a morph bind has a mesh";
        if (!is_index(bind->target, gltf->meshes[mesh].target_count)) {
            return "a morph bind has a target";
        }
        if (!is_finite(bind->weight)) return "the weight of a morph bind is finite";
    }
    for (uint32_t i = 0; i < expression->color_bind_count; ++i) {
        const vrm_color_bind *bind = &expression->color_binds[i];
        if (!is_index(bind->material, gltf->material_count)) return "a colour bind has a material";
        if (!is_index(bind->type, 6)) return "a colour bind has a type";
        if (!are_finite(bind->target, 4)) return "a colour is finite";
    }
    for (uint32_t i = 0; i < expression->uv_bind_count; ++i) {
        const vrm_uv_bind *bind = &expression->uv_binds[i];
        if (!is_index(bind->material, gltf->material_count)) return "a UV bind has a material";
        if (bind->components <= 0 || bind->components > 15) return "a UV bind drives something";
        if (!is_vec2_finite(bind->scale) || !is_vec2_finite(bind->offset)) {
            return "a UV bind is finite";
        }
    }
    return NULL;
}

static const char *check_joints(const vrm_gltf *gltf, const vrm_tables *tables) {
    unsigned char *is_ordered = calloc(tables->spring_joint_count + 1, 1);
    const char *problem = NULL;
    uint32_t next = 0;
    for (uint32_t i = 0; i < tables->spring_count && problem == NULL; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        if (spring->joint_count != 0 && spring->first_joint != next) {
            problem = "the joints of springs follow each other";
        }
        next += spring->joint_count;
        if (next > tables->spring_joint_count)
            problem = "a spring has no joints that are not there";
    }
    if (problem == NULL && next != tables->spring_joint_count)
        problem = "each joint has its spring";
    for (uint32_t i = 0; i < tables->spring_joint_count && problem == NULL; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        int32_t place = tables->spring_joint_order[i];
        if (!is_index(place, tables->spring_joint_count) || is_ordered[place]++ != 0) {
            problem = "the order has each joint once";
        } else if (!is_index(joint->node, gltf->node_count) ||
                   !is_index_or_none(joint->tail_node, gltf->node_count)) {
            problem = "a joint has its nodes";
        } else if (!is_index(joint->spring, tables->spring_count) ||
                   i < tables->springs[joint->spring].first_joint ||
                   i - tables->springs[joint->spring].first_joint >=
                       tables->springs[joint->spring].joint_count) {
            problem = "a joint knows its spring";
        } else if (!is_vec3_finite(joint->tail_offset) || !is_vec3_finite(joint->gravity_dir) ||
                   !is_finite(joint->stiffness) || !is_finite(joint->gravity_power)) {
            problem = "a joint is finite";
        } else if (!(joint->hit_radius >= 0) ||
                   !(joint->drag_force >= 0 && joint->drag_force <= 1)) {
            problem = "the parameters of a joint are in range";
        } else if (!(joint->limit.kind >= VRM_SPRING_LIMIT_NONE &&
                     joint->limit.kind <= VRM_SPRING_LIMIT_SPHERICAL) ||
                   !(joint->limit.angle >= 0 && joint->limit.angle <= 3.1415928f) ||
                   !(joint->limit.yaw >= 0 && joint->limit.yaw <= 1.5707964f) ||
                   !is_unit(&joint->limit.rotation)) {
            problem = "the limit of a joint is in range";
        }
    }
    free(is_ordered);
    return problem;
}

static const char *check_springs(const vrm_gltf *gltf, const vrm_tables *tables) {
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        const vrm_spring_collider *collider = &tables->spring_colliders[i];
        if (!is_index(collider->shape, 6)) return "a collider has a shape";
        if (collider->shape != VRM_COLLIDER_NONE && !is_index(collider->node, gltf->node_count)) {
            return "a collider has a node";
        }
        if (!is_vec3_finite(collider->offset) || !is_vec3_finite(collider->tail) ||
            !(collider->radius >= 0)) {
            return "a collider is finite";
        }
    }
    for (uint32_t i = 0; i < tables->spring_collider_group_count; ++i) {
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[i];
        if (!is_text(group->name)) return "the name of a collider group is text";
        for (uint32_t k = 0; k < group->collider_count; ++k) {
            if (!is_index(group->colliders[k], tables->spring_collider_count)) {
                return "a collider group has its colliders";
            }
        }
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        if (!is_text(spring->name)) return "the name of a spring is text";
        if (!is_index_or_none(spring->center, gltf->node_count)) return "a center is a node";
        for (uint32_t k = 0; k < spring->collider_group_count; ++k) {
            if (!is_index(spring->collider_groups[k], tables->spring_collider_group_count)) {
                return "a spring has its collider groups";
            }
        }
    }
    return check_joints(gltf, tables);
}

static const char *check_rest(const vrm_gltf *gltf, const vrm_tables *tables) {
    if (!is_text(tables->meta.name)) return "the name of an avatar is text";
    if (!is_index_or_none(tables->meta.thumbnail_image, gltf->image_count)) {
        return "a thumbnail is an image";
    }
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (!is_index_or_none(tables->humanoid.nodes[i], gltf->node_count)) {
            return "a bone is a node";
        }
    }
    if (!is_index_or_none(tables->first_person.head_node, gltf->node_count)) {
        return "the head of firstPerson is a node";
    }
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        if (!is_index(tables->first_person.types[i], 4)) return "an annotation is one of four";
    }
    if (!is_vec3_finite(tables->look_at.offset_from_head_bone)) return "eyes are somewhere";
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        const vrm_constraint *constraint = &tables->constraints[i];
        if (!is_index(constraint->node, gltf->node_count) ||
            !is_index(constraint->source, gltf->node_count) ||
            constraint->node == constraint->source) {
            return "a constraint has its nodes";
        }
        if (!is_index(constraint->kind, 3) || !is_index(constraint->axis, 6) ||
            !(constraint->weight >= 0 && constraint->weight <= 1)) {
            return "a constraint is one";
        }
    }
    return NULL;
}

const char *check_tables(const vrm_gltf *gltf, const vrm_tables *tables) {
    const char *problem = check_rest(gltf, tables);
    if (tables->material_count != gltf->material_count) return "each material of the file is there";
    for (uint32_t i = 0; i < tables->expression_count && problem == NULL; ++i) {
        problem = check_expression(gltf, &tables->expressions[i]);
    }
    return problem != NULL ? problem : check_springs(gltf, tables);
}
