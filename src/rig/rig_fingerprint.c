/* The fingerprint of a rig: what a save and an avatar that restores it have to agree on. */
#include "rig/rig.h"

#include "base/floats.h"
#include "base/hash.h"
#include "base/math.h"

static uint64_t mix_index(uint64_t hash, int32_t index) {
    return vrmi_hash_mixed(hash, (uint32_t)index);
}

static uint64_t mix_indices(uint64_t hash, const int32_t *indices, uint32_t count) {
    hash = vrmi_hash_mixed(hash, count);
    for (uint32_t i = 0; i < count; ++i) hash = mix_index(hash, indices[i]);
    return hash;
}

static uint64_t mix_floats(uint64_t hash, const float *values, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) hash = vrmi_hash_mixed(hash, vrmi_float_bits(values[i]));
    return hash;
}

static uint64_t mix_string(uint64_t hash, vrm_string string) {
    hash = vrmi_hash_mixed(hash, string.length);
    for (uint32_t i = 0; i < string.length; ++i)
        hash = vrmi_hash_mixed(hash, (unsigned char)string.data[i]);
    return hash;
}

static uint64_t mix_nodes(uint64_t hash, const vrm_gltf *gltf, const vrm_tables *tables) {
    hash = vrmi_hash_mixed(hash, gltf->node_count);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        hash = mix_index(hash, gltf->nodes[i].parent);
        hash = mix_floats(hash, vrmi_vec3_floats(&gltf->nodes[i].rest.translation), 3);
        hash = mix_floats(hash, vrmi_quat_floats(&gltf->nodes[i].rest.rotation), 4);
        hash = mix_floats(hash, vrmi_vec3_floats(&gltf->nodes[i].rest.scale), 3);
    }
    hash = mix_indices(hash, tables->humanoid.nodes, VRM_BONE_COUNT);
    return mix_index(hash, tables->humanoid.faces_minus_z);
}

static uint64_t mix_binds(uint64_t hash, const vrm_expression *expression) {
    hash = vrmi_hash_mixed(hash, expression->morph_bind_count);
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        hash = mix_index(mix_index(hash, bind->node), bind->target);
        hash = mix_floats(hash, &bind->weight, 1);
    }
    hash = vrmi_hash_mixed(hash, expression->color_bind_count);
    for (uint32_t i = 0; i < expression->color_bind_count; ++i) {
        const vrm_color_bind *bind = &expression->color_binds[i];
        hash = mix_index(mix_index(hash, bind->material), bind->type);
        hash = mix_floats(hash, bind->target, 4);
    }
    hash = vrmi_hash_mixed(hash, expression->uv_bind_count);
    for (uint32_t i = 0; i < expression->uv_bind_count; ++i) {
        const vrm_uv_bind *bind = &expression->uv_binds[i];
        hash = mix_index(mix_index(hash, bind->material), bind->components);
        hash = mix_floats(mix_floats(hash, vrmi_vec2_floats(&bind->scale), 2),
                          vrmi_vec2_floats(&bind->offset), 2);
    }
    return hash;
}

static uint64_t mix_face(uint64_t hash, const vrmi_rig *rig, const vrm_gltf *gltf,
                         const vrm_tables *tables) {
    hash = vrmi_hash_mixed(hash, tables->expression_count);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        hash = mix_string(hash, expression->name);
        hash = mix_index(mix_index(hash, expression->preset), expression->is_binary);
        hash = mix_floats(hash, &expression->binary_threshold, 1);
        hash = mix_index(mix_index(hash, expression->override_blink), expression->override_look_at);
        hash = mix_index(hash, expression->override_mouth);
        hash = mix_binds(hash, expression);
    }
    hash =
        vrmi_hash_mixed(vrmi_hash_mixed(hash, rig->expressions.morph_count), gltf->material_count);
    for (uint32_t i = 0; i < rig->expressions.animated_material_count; ++i) {
        uint32_t material = rig->expressions.animated_materials[i];
        const vrm_mtoon *mtoon = &tables->mtoons[material];
        hash = vrmi_hash_mixed(hash, material);
        hash = mix_floats(hash, &mtoon->uv_animation_scroll_x_speed_factor, 1);
        hash = mix_floats(hash, &mtoon->uv_animation_scroll_y_speed_factor, 1);
        hash = mix_floats(hash, &mtoon->uv_animation_rotation_speed_factor, 1);
    }
    return hash;
}

static uint64_t mix_range_map(uint64_t hash, const vrm_range_map *map) {
    hash = mix_floats(mix_floats(hash, &map->input_max_degrees, 1), &map->output_scale, 1);
    hash = vrmi_hash_mixed(hash, map->curve_key_count);
    for (uint32_t i = 0; i < map->curve_key_count; ++i) {
        hash = mix_floats(hash, &map->curve[i].time, 4);
    }
    return hash;
}

static uint64_t mix_look_at(uint64_t hash, const vrm_look_at *look_at) {
    hash = mix_index(mix_index(hash, look_at->is_present), look_at->type);
    hash = mix_floats(hash, vrmi_vec3_floats(&look_at->offset_from_head_bone), 3);
    hash = mix_range_map(hash, &look_at->horizontal_inner);
    hash = mix_range_map(hash, &look_at->horizontal_outer);
    hash = mix_range_map(hash, &look_at->vertical_down);
    return mix_range_map(hash, &look_at->vertical_up);
}

static uint64_t mix_constraints(uint64_t hash, const vrm_tables *tables) {
    hash = vrmi_hash_mixed(hash, tables->constraint_count);
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        const vrm_constraint *constraint = &tables->constraints[i];
        hash = mix_index(mix_index(hash, constraint->node), constraint->source);
        hash = mix_index(mix_index(hash, constraint->kind), constraint->axis);
        hash = mix_floats(hash, &constraint->weight, 1);
    }
    return hash;
}

static uint64_t mix_colliders(uint64_t hash, const vrm_tables *tables) {
    hash = vrmi_hash_mixed(hash, tables->spring_collider_count);
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        const vrm_spring_collider *collider = &tables->spring_colliders[i];
        hash = mix_index(mix_index(hash, collider->node), collider->shape);
        hash = mix_floats(mix_floats(hash, vrmi_vec3_floats(&collider->offset), 3),
                          vrmi_vec3_floats(&collider->tail), 3);
        hash = mix_floats(hash, &collider->radius, 1);
    }
    hash = vrmi_hash_mixed(hash, tables->spring_collider_group_count);
    for (uint32_t i = 0; i < tables->spring_collider_group_count; ++i) {
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[i];
        hash = mix_indices(hash, group->colliders, group->collider_count);
    }
    return hash;
}

static uint64_t mix_springs(uint64_t hash, const vrmi_rig *rig, const vrm_tables *tables) {
    hash = vrmi_hash_mixed(hash, tables->spring_count);
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        hash = mix_indices(hash, spring->collider_groups, spring->collider_group_count);
        hash = vrmi_hash_mixed(vrmi_hash_mixed(hash, spring->first_joint), spring->joint_count);
        hash = mix_index(hash, spring->center);
    }
    hash = mix_indices(hash, tables->spring_joint_order, tables->spring_joint_count);
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        hash = mix_index(mix_index(hash, joint->node), joint->tail_node);
        hash = mix_floats(mix_floats(hash, vrmi_vec3_floats(&joint->tail_offset), 3),
                          &joint->hit_radius, 1);
        hash = mix_floats(mix_floats(hash, &joint->stiffness, 1), &joint->gravity_power, 1);
        hash = mix_floats(mix_floats(hash, &joint->drag_force, 1),
                          vrmi_vec3_floats(&joint->gravity_dir), 3);
        hash = mix_floats(mix_index(hash, joint->limit.kind), &joint->limit.angle, 1);
        hash = mix_floats(mix_floats(hash, &joint->limit.yaw, 1),
                          vrmi_quat_floats(&joint->limit.rotation), 4);
        /* Where its state lies in the bytes of a save. */
        hash = vrmi_hash_mixed(mix_index(hash, joint->spring), rig->lanes.slots[i]);
    }
    return vrmi_hash_mixed(hash, rig->lanes.row_count);
}

uint64_t vrmi_rig_fingerprint(const vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables) {
    uint64_t hash = mix_nodes(VRMI_HASH_START, gltf, tables);
    hash = mix_face(hash, rig, gltf, tables);
    hash = mix_look_at(hash, &tables->look_at);
    hash = mix_constraints(hash, tables);
    hash = mix_colliders(hash, tables);
    return mix_springs(hash, rig, tables);
}
