#include "support/compare_tables.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *const compare_skip_dialect[] = {
    "dialect", "spec_version", "meta.license_url", "meta.legacy_", NULL,
};

compared compared_model(const vrm_model *model) {
    compared result = {vrm_model_tables(model), 0, 0};
    if (model != NULL) {
        result.node_count = vrm_model_gltf(model)->node_count;
        result.material_count = vrm_model_gltf(model)->material_count;
    }
    return result;
}

/* --- What a struct has in it --- */

typedef enum kind { INT, FLOAT, VECTOR, TEXT, STRUCT } kind;

typedef struct field field;

typedef struct shape {
    size_t size;
    const field *fields;
    size_t field_count;
} shape;

struct field {
    const char *name;
    size_t offset;
    kind type;
    uint32_t count;      /* how many there are, one behind the other */
    const shape *shape;  /* of a STRUCT */
    size_t count_offset; /* SIZE_MAX: they stand in the struct itself; else a pointer to them does,
                            and here is the uint32_t that counts them */
};

#define IN(record, member, type, count)                                                            \
    { #member, offsetof(record, member), type, count, NULL, SIZE_MAX }
#define INTS(record, member) IN(record, member, INT, 1)
#define NUMBERS(record, member, count) IN(record, member, FLOAT, count)
#define VECTORS(record, member) IN(record, member, VECTOR, 1)
#define TEXTS(record, member) IN(record, member, TEXT, 1)
#define STRUCTS(record, member, shape)                                                             \
    { #member, offsetof(record, member), STRUCT, 1, shape, SIZE_MAX }
#define LIST(record, member, type, shape, counted_by)                                              \
    { #member, offsetof(record, member), type, 0, shape, offsetof(record, counted_by) }
#define SHAPE(record, fields)                                                                      \
    { sizeof(record), fields, sizeof(fields) / sizeof(fields)[0] }

static const field meta_fields[] = {
    TEXTS(vrm_meta, name),
    TEXTS(vrm_meta, version),
    LIST(vrm_meta, authors, TEXT, NULL, author_count),
    LIST(vrm_meta, references, TEXT, NULL, reference_count),
    TEXTS(vrm_meta, copyright_information),
    TEXTS(vrm_meta, contact_information),
    TEXTS(vrm_meta, third_party_licenses),
    TEXTS(vrm_meta, license_url),
    TEXTS(vrm_meta, other_license_url),
    TEXTS(vrm_meta, legacy_allowed_user),
    TEXTS(vrm_meta, legacy_violent_usage),
    TEXTS(vrm_meta, legacy_sexual_usage),
    TEXTS(vrm_meta, legacy_commercial_usage),
    TEXTS(vrm_meta, legacy_license_name),
    TEXTS(vrm_meta, legacy_other_permission_url),
    INTS(vrm_meta, thumbnail_image),
    INTS(vrm_meta, permissions.avatar_permission),
    INTS(vrm_meta, permissions.commercial_usage),
    INTS(vrm_meta, permissions.credit_notation),
    INTS(vrm_meta, permissions.modification),
    INTS(vrm_meta, permissions.allow_excessively_violent_usage),
    INTS(vrm_meta, permissions.allow_excessively_sexual_usage),
    INTS(vrm_meta, permissions.allow_political_or_religious_usage),
    INTS(vrm_meta, permissions.allow_antisocial_or_hate_usage),
    INTS(vrm_meta, permissions.allow_redistribution),
};
static const shape meta_shape = SHAPE(vrm_meta, meta_fields);

static const field humanoid_fields[] = {
    IN(vrm_humanoid, nodes, INT, VRM_BONE_COUNT),
    INTS(vrm_humanoid, is_complete),
    INTS(vrm_humanoid, faces_minus_z),
};
static const shape humanoid_shape = SHAPE(vrm_humanoid, humanoid_fields);

static const field key_fields[] = {
    NUMBERS(vrm_curve_key, time, 1),
    NUMBERS(vrm_curve_key, value, 1),
    NUMBERS(vrm_curve_key, in_tangent, 1),
    NUMBERS(vrm_curve_key, out_tangent, 1),
};
static const shape key_shape = SHAPE(vrm_curve_key, key_fields);

static const field map_fields[] = {
    NUMBERS(vrm_range_map, input_max_degrees, 1),
    NUMBERS(vrm_range_map, output_scale, 1),
    LIST(vrm_range_map, curve, STRUCT, &key_shape, curve_key_count),
};
static const shape map_shape = SHAPE(vrm_range_map, map_fields);

static const field look_at_fields[] = {
    INTS(vrm_look_at, is_present),
    INTS(vrm_look_at, type),
    VECTORS(vrm_look_at, offset_from_head_bone),
    STRUCTS(vrm_look_at, horizontal_inner, &map_shape),
    STRUCTS(vrm_look_at, horizontal_outer, &map_shape),
    STRUCTS(vrm_look_at, vertical_down, &map_shape),
    STRUCTS(vrm_look_at, vertical_up, &map_shape),
};
static const shape look_at_shape = SHAPE(vrm_look_at, look_at_fields);

static const field morph_fields[] = {
    INTS(vrm_morph_bind, node),
    INTS(vrm_morph_bind, target),
    NUMBERS(vrm_morph_bind, weight, 1),
};
static const shape morph_shape = SHAPE(vrm_morph_bind, morph_fields);

static const field color_fields[] = {
    INTS(vrm_color_bind, material),
    INTS(vrm_color_bind, type),
    NUMBERS(vrm_color_bind, target, 4),
};
static const shape color_shape = SHAPE(vrm_color_bind, color_fields);

static const field uv_fields[] = {
    INTS(vrm_uv_bind, material),
    INTS(vrm_uv_bind, components),
    NUMBERS(vrm_uv_bind, scale, 2),
    NUMBERS(vrm_uv_bind, offset, 2),
};
static const shape uv_shape = SHAPE(vrm_uv_bind, uv_fields);

static const field expression_fields[] = {
    TEXTS(vrm_expression, name),
    INTS(vrm_expression, preset),
    INTS(vrm_expression, is_binary),
    NUMBERS(vrm_expression, binary_threshold, 1),
    INTS(vrm_expression, override_blink),
    INTS(vrm_expression, override_look_at),
    INTS(vrm_expression, override_mouth),
    LIST(vrm_expression, morph_binds, STRUCT, &morph_shape, morph_bind_count),
    LIST(vrm_expression, color_binds, STRUCT, &color_shape, color_bind_count),
    LIST(vrm_expression, uv_binds, STRUCT, &uv_shape, uv_bind_count),
};
static const shape expression_shape = SHAPE(vrm_expression, expression_fields);

static const field constraint_fields[] = {
    INTS(vrm_constraint, node), INTS(vrm_constraint, source),       INTS(vrm_constraint, kind),
    INTS(vrm_constraint, axis), NUMBERS(vrm_constraint, weight, 1),
};
static const shape constraint_shape = SHAPE(vrm_constraint, constraint_fields);

static const field collider_fields[] = {
    INTS(vrm_spring_collider, node),         INTS(vrm_spring_collider, shape),
    VECTORS(vrm_spring_collider, offset),    VECTORS(vrm_spring_collider, tail),
    NUMBERS(vrm_spring_collider, radius, 1),
};
static const shape collider_shape = SHAPE(vrm_spring_collider, collider_fields);

static const field group_fields[] = {
    TEXTS(vrm_spring_collider_group, name),
    LIST(vrm_spring_collider_group, colliders, INT, NULL, collider_count),
};
static const shape group_shape = SHAPE(vrm_spring_collider_group, group_fields);

static const field spring_fields[] = {
    TEXTS(vrm_spring, name),
    INTS(vrm_spring, first_joint),
    INTS(vrm_spring, joint_count),
    INTS(vrm_spring, center),
    LIST(vrm_spring, collider_groups, INT, NULL, collider_group_count),
};
static const shape spring_shape = SHAPE(vrm_spring, spring_fields);

static const field joint_fields[] = {
    INTS(vrm_spring_joint, node),
    INTS(vrm_spring_joint, tail_node),
    VECTORS(vrm_spring_joint, tail_offset),
    NUMBERS(vrm_spring_joint, hit_radius, 1),
    NUMBERS(vrm_spring_joint, stiffness, 1),
    NUMBERS(vrm_spring_joint, gravity_power, 1),
    NUMBERS(vrm_spring_joint, drag_force, 1),
    VECTORS(vrm_spring_joint, gravity_dir),
    INTS(vrm_spring_joint, spring),
    INTS(vrm_spring_joint, limit.kind),
    NUMBERS(vrm_spring_joint, limit.angle, 1),
    NUMBERS(vrm_spring_joint, limit.yaw, 1),
    NUMBERS(vrm_spring_joint, limit.rotation, 4),
};
static const shape joint_shape = SHAPE(vrm_spring_joint, joint_fields);

static const field texture_fields[] = {
    INTS(vrm_texture_info, texture),        INTS(vrm_texture_info, tex_coord),
    NUMBERS(vrm_texture_info, offset, 2),   NUMBERS(vrm_texture_info, scale, 2),
    NUMBERS(vrm_texture_info, rotation, 1), NUMBERS(vrm_texture_info, strength, 1),
};
static const shape texture_shape = SHAPE(vrm_texture_info, texture_fields);

static const field material_fields[] = {
    TEXTS(vrm_material, name),
    NUMBERS(vrm_material, base_color_factor, 4),
    NUMBERS(vrm_material, emissive_factor, 3),
    NUMBERS(vrm_material, emissive_strength, 1),
    NUMBERS(vrm_material, metallic_factor, 1),
    NUMBERS(vrm_material, roughness_factor, 1),
    NUMBERS(vrm_material, alpha_cutoff, 1),
    INTS(vrm_material, alpha_mode),
    INTS(vrm_material, is_double_sided),
    INTS(vrm_material, is_unlit),
    STRUCTS(vrm_material, base_color_texture, &texture_shape),
    STRUCTS(vrm_material, metallic_roughness_texture, &texture_shape),
    STRUCTS(vrm_material, normal_texture, &texture_shape),
    STRUCTS(vrm_material, occlusion_texture, &texture_shape),
    STRUCTS(vrm_material, emissive_texture, &texture_shape),
};
static const shape material_shape = SHAPE(vrm_material, material_fields);

static const field mtoon_fields[] = {
    INTS(vrm_mtoon, is_present),
    INTS(vrm_mtoon, transparent_with_z_write),
    INTS(vrm_mtoon, render_queue_offset),
    INTS(vrm_mtoon, outline_width_mode),
    NUMBERS(vrm_mtoon, shade_color_factor, 3),
    NUMBERS(vrm_mtoon, shading_shift_factor, 1),
    NUMBERS(vrm_mtoon, shading_toony_factor, 1),
    NUMBERS(vrm_mtoon, gi_equalization_factor, 1),
    NUMBERS(vrm_mtoon, matcap_factor, 3),
    NUMBERS(vrm_mtoon, parametric_rim_color_factor, 3),
    NUMBERS(vrm_mtoon, rim_lighting_mix_factor, 1),
    NUMBERS(vrm_mtoon, parametric_rim_fresnel_power_factor, 1),
    NUMBERS(vrm_mtoon, parametric_rim_lift_factor, 1),
    NUMBERS(vrm_mtoon, outline_width_factor, 1),
    NUMBERS(vrm_mtoon, outline_color_factor, 3),
    NUMBERS(vrm_mtoon, outline_lighting_mix_factor, 1),
    NUMBERS(vrm_mtoon, uv_animation_scroll_x_speed_factor, 1),
    NUMBERS(vrm_mtoon, uv_animation_scroll_y_speed_factor, 1),
    NUMBERS(vrm_mtoon, uv_animation_rotation_speed_factor, 1),
    STRUCTS(vrm_mtoon, shade_multiply_texture, &texture_shape),
    STRUCTS(vrm_mtoon, shading_shift_texture, &texture_shape),
    STRUCTS(vrm_mtoon, matcap_texture, &texture_shape),
    STRUCTS(vrm_mtoon, rim_multiply_texture, &texture_shape),
    STRUCTS(vrm_mtoon, outline_width_multiply_texture, &texture_shape),
    STRUCTS(vrm_mtoon, uv_animation_mask_texture, &texture_shape),
};
static const shape mtoon_shape = SHAPE(vrm_mtoon, mtoon_fields);

/* What is counted by the file is compared apart. */
static const field tables_fields[] = {
    INTS(vrm_tables, dialect),
    TEXTS(vrm_tables, spec_version),
    STRUCTS(vrm_tables, meta, &meta_shape),
    STRUCTS(vrm_tables, humanoid, &humanoid_shape),
    INTS(vrm_tables, first_person.head_node),
    STRUCTS(vrm_tables, look_at, &look_at_shape),
    LIST(vrm_tables, expressions, STRUCT, &expression_shape, expression_count),
    LIST(vrm_tables, constraints, STRUCT, &constraint_shape, constraint_count),
    LIST(vrm_tables, spring_colliders, STRUCT, &collider_shape, spring_collider_count),
    LIST(vrm_tables, spring_collider_groups, STRUCT, &group_shape, spring_collider_group_count),
    LIST(vrm_tables, springs, STRUCT, &spring_shape, spring_count),
    LIST(vrm_tables, spring_joints, STRUCT, &joint_shape, spring_joint_count),
    LIST(vrm_tables, spring_joint_order, INT, NULL, spring_joint_count),
};
static const shape tables_shape = SHAPE(vrm_tables, tables_fields);

/* --- The comparison --- */

typedef struct comparison {
    compare_options options;
    char *out;
    size_t capacity, length;
    int differences;
    char path[256];    /* "spring_joints[3].node" */
    char pattern[256]; /* "spring_joints[].node" */
} comparison;

typedef struct place {
    size_t path, pattern;
} place;

/* Goes down by one name or index; the place is for the way back. */
static place enter(comparison *comparison, const char *name, uint32_t index) {
    place before = {strlen(comparison->path), strlen(comparison->pattern)};
    char *path = comparison->path + before.path, *pattern = comparison->pattern + before.pattern;
    size_t path_room = sizeof comparison->path - before.path;
    size_t pattern_room = sizeof comparison->pattern - before.pattern;
    if (name == NULL) {
        snprintf(path, path_room, "[%u]", index);
        snprintf(pattern, pattern_room, "[]");
    } else {
        snprintf(path, path_room, "%s%s", before.path == 0 ? "" : ".", name);
        snprintf(pattern, pattern_room, "%s%s", before.pattern == 0 ? "" : ".", name);
    }
    return before;
}

static void leave(comparison *comparison, place before) {
    comparison->path[before.path] = '\0';
    comparison->pattern[before.pattern] = '\0';
}

static bool is_skipped(const comparison *comparison) {
    const char *const *skip = comparison->options.skip;
    for (; skip != NULL && *skip != NULL; ++skip) {
        if (strncmp(comparison->pattern, *skip, strlen(*skip)) == 0) return true;
    }
    return false;
}

static void differ(comparison *comparison, const char *format, ...) {
    va_list arguments;
    char line[512];
    int length;
    comparison->differences += 1;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (comparison->capacity == 0) return;
    length =
        snprintf(comparison->out + comparison->length, comparison->capacity - comparison->length,
                 "%s: %s\n", comparison->path, line);
    if (length > 0 && (size_t)length < comparison->capacity - comparison->length) {
        comparison->length += (size_t)length;
    } else {
        comparison->out[comparison->length] = '\0'; /* only whole lines */
        comparison->capacity = comparison->length + 1;
    }
}

static void compare_struct(comparison *comparison, const shape *shape, const void *a,
                           const void *b);

static size_t size_of(kind type, const shape *shape) {
    switch (type) {
    case INT:
        return sizeof(int32_t);
    case FLOAT:
        return sizeof(float);
    case VECTOR:
        return sizeof(vrm_vec3);
    case TEXT:
        return sizeof(vrm_string);
    case STRUCT:
        return shape->size;
    }
    return 0;
}

/* Turned, x and z are on the other side; what has no side has no sign either. */
static void compare_vector(comparison *comparison, const vrm_vec3 *x, const vrm_vec3 *y) {
    double turn = comparison->options.is_turned ? -1 : 1;
    double far = comparison->options.tolerance;
    if (!(fabs((double)x->x - turn * (double)y->x) <= far &&
          fabs((double)x->y - (double)y->y) <= far &&
          fabs((double)x->z - turn * (double)y->z) <= far)) {
        differ(comparison, "(%.9g, %.9g, %.9g) and (%.9g, %.9g, %.9g)", (double)x->x, (double)x->y,
               (double)x->z, (double)y->x, (double)y->y, (double)y->z);
    }
}

static void compare_value(comparison *comparison, kind type, const shape *shape, const void *a,
                          const void *b) {
    if (type == INT) {
        const int32_t *x = a, *y = b;
        if (*x != *y) differ(comparison, "%d and %d", *x, *y);
    } else if (type == FLOAT) {
        const float *x = a, *y = b;
        if (!(fabs((double)*x - (double)*y) <= comparison->options.tolerance)) {
            differ(comparison, "%.9g and %.9g", (double)*x, (double)*y);
        }
    } else if (type == VECTOR) {
        compare_vector(comparison, a, b);
    } else if (type == TEXT) {
        const vrm_string *x = a, *y = b;
        if (x->length != y->length || memcmp(x->data, y->data, x->length) != 0) {
            differ(comparison, "\"%s\" and \"%s\"", x->data, y->data);
        }
    } else {
        compare_struct(comparison, shape, a, b);
    }
}

static void compare_array(comparison *comparison, kind type, const shape *shape, const void *a,
                          uint32_t count_a, const void *b, uint32_t count_b) {
    size_t size = size_of(type, shape);
    if (count_a != count_b) {
        differ(comparison, "%u and %u elements", count_a, count_b);
        return;
    }
    for (uint32_t i = 0; i < count_a; ++i) {
        place before = enter(comparison, NULL, i);
        if (!is_skipped(comparison)) {
            compare_value(comparison, type, shape, (const char *)a + i * size,
                          (const char *)b + i * size);
        }
        leave(comparison, before);
    }
}

static void compare_field(comparison *comparison, const field *what, const char *a, const char *b) {
    if (what->count_offset == SIZE_MAX) {
        a += what->offset;
        b += what->offset;
        if (what->count == 1) {
            compare_value(comparison, what->type, what->shape, a, b);
        } else {
            compare_array(comparison, what->type, what->shape, a, what->count, b, what->count);
        }
    } else {
        const void *items_a, *items_b;
        uint32_t count_a, count_b;
        memcpy(&items_a, a + what->offset, sizeof items_a);
        memcpy(&items_b, b + what->offset, sizeof items_b);
        memcpy(&count_a, a + what->count_offset, sizeof count_a);
        memcpy(&count_b, b + what->count_offset, sizeof count_b);
        compare_array(comparison, what->type, what->shape, items_a, count_a, items_b, count_b);
    }
}

static void compare_struct(comparison *comparison, const shape *shape, const void *a,
                           const void *b) {
    for (size_t i = 0; i < shape->field_count; ++i) {
        place before = enter(comparison, shape->fields[i].name, 0);
        if (!is_skipped(comparison)) compare_field(comparison, &shape->fields[i], a, b);
        leave(comparison, before);
    }
}

static void compare_counted(comparison *comparison, const char *name, kind type, const shape *shape,
                            const void *a, uint32_t count_a, const void *b, uint32_t count_b) {
    place before = enter(comparison, name, 0);
    if (!is_skipped(comparison)) compare_array(comparison, type, shape, a, count_a, b, count_b);
    leave(comparison, before);
}

int compare_tables(const compared *a, const compared *b, const compare_options *options, char *out,
                   size_t capacity) {
    const vrm_tables *x = a->tables, *y = b->tables;
    comparison to;
    memset(&to, 0, sizeof to);
    to.out = out;
    to.capacity = capacity;
    if (capacity != 0) out[0] = '\0';
    if (options != NULL) to.options = *options;
    if (x == NULL || y == NULL) {
        if (x != y) differ(&to, "one of the two is not there");
        return to.differences;
    }
    compare_struct(&to, &tables_shape, x, y);
    compare_counted(&to, "first_person.types", INT, NULL, x->first_person.types, a->node_count,
                    y->first_person.types, b->node_count);
    compare_counted(&to, "materials", STRUCT, &material_shape, x->materials, a->material_count,
                    y->materials, b->material_count);
    compare_counted(&to, "mtoons", STRUCT, &mtoon_shape, x->mtoons, a->material_count, y->mtoons,
                    b->material_count);
    return to.differences;
}
