/* Springs, constraints, expressions and bones of VRM in great numbers. */
#include "hostile.h"

#include <stdio.h>
#include <string.h>

#define UNUSED(x) ((void)(x))

static int square_root_of(int count) {
    int root = 1;
    while ((root + 1) * (root + 1) <= count) ++root;
    return root;
}

/* --- Springs of 1.0 --- */

static json *add_springs(glb *file) {
    json *extension = put_object(file, hostile_at(file, "/extensions"), "VRMC_springBone");
    use_extension(file, "VRMC_springBone");
    put_text(file, extension, "specVersion", "1.0");
    return extension;
}

/* Each at the head. */
static void add_colliders(glb *file, json *springs, int count) {
    json *colliders = put_array(file, springs, "colliders");
    int head = hostile_node(file, "head");
    for (int i = 0; i < count; ++i) {
        json *collider = append_object(file, colliders);
        put_index(file, collider, "node", head);
        put_number(file, put_object(file, put_object(file, collider, "shape"), "sphere"), "radius",
                   0.1);
    }
}

/* One group with the colliders 0, step, 2 step … (0: one collider again and again). */
static void add_group(glb *file, json *groups, int count, int step) {
    json *members = put_array(file, append_object(file, groups), "colliders");
    for (int i = 0; i < count; ++i) append_index(file, members, i * step);
}

static json *add_spring(glb *file, json *list, int first, int second) {
    json *spring = append_object(file, list), *joints = put_array(file, spring, "joints"), *joint;
    joint = append_object(file, joints);
    put_index(file, joint, "node", first);
    put_number(file, joint, "hitRadius", 0.02);
    joint = append_object(file, joints);
    put_index(file, joint, "node", second);
    return spring;
}

/* Chains of two nodes below the root of the scene; the first of each. */
static int add_pairs(glb *file, int count) {
    json *nodes = hostile_at(file, "/nodes"), *roots = hostile_at(file, "/scenes/0/nodes");
    int start = (int)yyjson_mut_arr_size(nodes);
    for (int i = 0; i < count; ++i) {
        json *node = append_object(file, nodes);
        put_vec3(file, node, "translation", vec3_make(0, 1, 0));
        append_index(file, put_array(file, node, "children"), start + 2 * i + 1);
        append_index(file, roots, start + 2 * i);
        put_vec3(file, append_object(file, nodes), "translation", vec3_make(0, -0.1, 0));
    }
    return start;
}

/* One joint. Its spring names one group again and again, and that names one collider so. */
static void repeat_group(glb *file, int count, const char *name) {
    json *springs = add_springs(file), *groups;
    int node = add_pairs(file, 1);
    UNUSED(name);
    add_colliders(file, springs, 1);
    add_group(file, put_array(file, springs, "colliderGroups"), count, 0);
    groups = put_array(file, add_spring(file, put_array(file, springs, "springs"), node, node + 1),
                       "colliderGroups");
    for (int i = 0; i < count; ++i) append_index(file, groups, 0);
}

/* Springs that share one group with the same number of colliders: the square of the count. */
static void share_colliders(glb *file, int count, const char *name) {
    json *springs = add_springs(file), *list;
    int node = add_pairs(file, count);
    UNUSED(name);
    add_colliders(file, springs, count);
    add_group(file, put_array(file, springs, "colliderGroups"), count, 1);
    list = put_array(file, springs, "springs");
    for (int i = 0; i < count; ++i) {
        json *spring = add_spring(file, list, node + 2 * i, node + 2 * i + 1);
        append_index(file, put_array(file, spring, "colliderGroups"), 0);
    }
}

/* With k the square root of the count: k springs, each with k groups, each with k colliders. */
static void multiply_groups(glb *file, int count, const char *name) {
    int k = square_root_of(count), node = add_pairs(file, k);
    json *springs = add_springs(file), *groups, *list;
    UNUSED(name);
    add_colliders(file, springs, k);
    groups = put_array(file, springs, "colliderGroups");
    for (int i = 0; i < k; ++i) add_group(file, groups, k, 1);
    list = put_array(file, springs, "springs");
    for (int i = 0; i < k; ++i) {
        json *own = put_array(file, add_spring(file, list, node + 2 * i, node + 2 * i + 1),
                              "colliderGroups");
        for (int j = 0; j < k; ++j) append_index(file, own, j);
    }
}

static void add_long_chain(glb *file, int count, const char *name) {
    int first = hostile_add_chain(file, count);
    json *list = put_array(file, add_springs(file), "springs");
    json *joints = put_array(file, append_object(file, list), "joints");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        put_index(file, append_object(file, joints), "node", first + i);
    }
}

/* Springs of two joints, each below the one before; `has_center`: in the space of the node above.
 */
static void nest(glb *file, int count, bool has_center) {
    int first = hostile_add_chain(file, count);
    json *list = put_array(file, add_springs(file), "springs");
    for (int i = 1; i + 1 < count; i += 2) {
        json *spring = add_spring(file, list, first + i, first + i + 1);
        if (has_center) put_index(file, spring, "center", first + i - 1);
    }
}

static void nest_springs(glb *file, int count, const char *name) {
    UNUSED(name);
    nest(file, count, false);
}

static void nest_centers(glb *file, int count, const char *name) {
    UNUSED(name);
    nest(file, count, true);
}

/* From each node of the upper half of a chain to one half a chain below. */
static void span_chain(glb *file, int count, const char *name) {
    int first = hostile_add_chain(file, count), half = count / 2;
    json *list = put_array(file, add_springs(file), "springs");
    UNUSED(name);
    for (int i = 0; i < half; ++i) add_spring(file, list, first + i, first + half + i);
}

/* With k the square root of the count: k springs on one chain, each with every k-th node of it. */
static void interleave_springs(glb *file, int count, const char *name) {
    int k = square_root_of(count), first = hostile_add_chain(file, count);
    json *list = put_array(file, add_springs(file), "springs");
    UNUSED(name);
    for (int start = 0; start < k; ++start) {
        json *joints = put_array(file, append_object(file, list), "joints");
        for (int i = start; i < count; i += k) {
            put_index(file, append_object(file, joints), "node", first + i);
        }
    }
}

/* Springs that all move the same two bones. */
static void repeat_joints(glb *file, int count, const char *name) {
    json *list = put_array(file, add_springs(file), "springs");
    int neck = hostile_node(file, "neck"), head = hostile_node(file, "head");
    UNUSED(name);
    for (int i = 0; i < count; ++i) add_spring(file, list, neck, head);
}

/* --- Constraints --- */

static void constrain(glb *file, json *node, const char *kind, int source) {
    json *extension =
        put_object(file, put_object(file, node, "extensions"), "VRMC_node_constraint");
    json *constraint;
    put_text(file, extension, "specVersion", "1.0");
    constraint = put_object(file, put_object(file, extension, "constraint"), kind);
    put_index(file, constraint, "source", source);
    if (strcmp(kind, "aim") == 0) put_text(file, constraint, "aimAxis", "PositiveY");
}

/* Each turns as the next one does, the last as the hips do. */
static void chain_constraints(glb *file, int count, const char *name) {
    json *nodes = hostile_at(file, "/nodes"), *roots = hostile_at(file, "/scenes/0/nodes");
    int first = (int)yyjson_mut_arr_size(nodes), hips = hostile_node(file, "hips");
    UNUSED(name);
    use_extension(file, "VRMC_node_constraint");
    for (int i = 0; i < count; ++i) {
        constrain(file, append_object(file, nodes), "rotation",
                  i + 1 < count ? first + i + 1 : hips);
        append_index(file, roots, first + i);
    }
}

/* Each node of a chain aims at the last one below all of them. */
static void aim_below(glb *file, int count, const char *name) {
    json *nodes = hostile_at(file, "/nodes"), *node;
    int first = hostile_add_chain(file, count + 1);
    size_t index, most;
    UNUSED(name);
    use_extension(file, "VRMC_node_constraint");
    yyjson_mut_arr_foreach(nodes, index, most, node) {
        if ((int)index < first || (int)index == first + count) continue;
        constrain(file, node, "aim", first + count);
    }
}

/* --- Face and meta --- */

static json *vrm(const glb *file) { return hostile_at(file, "/extensions/VRMC_vrm"); }

static void add_binds(glb *file, int count, const char *name) {
    json *preset = put_object(file, put_object(file, vrm(file), "expressions"), "preset");
    json *binds = put_array(file, put_object(file, preset, "happy"), "morphTargetBinds");
    int face = hostile_node(file, "Face");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        json *bind = append_object(file, binds);
        put_index(file, bind, "node", face);
        put_index(file, bind, "index", 0);
        put_index(file, bind, "weight", 1);
    }
}

static void add_color_binds(glb *file, int count, const char *name) {
    static const double red[4] = {1, 0, 0, 1};
    json *preset = put_object(file, put_object(file, vrm(file), "expressions"), "preset");
    json *binds = put_array(file, put_object(file, preset, "happy"), "materialColorBinds");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        json *bind = append_object(file, binds);
        put_index(file, bind, "material", 0);
        put_text(file, bind, "type", "color");
        put_numbers(file, bind, "targetValue", red, 4);
    }
}

static void add_expressions(glb *file, int count, const char *name) {
    json *custom = put_object(file, put_object(file, vrm(file), "expressions"), "custom");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        char text[32];
        snprintf(text, sizeof text, "e%d", i);
        yyjson_mut_obj_add(custom, yyjson_mut_strcpy(file->doc, text), yyjson_mut_obj(file->doc));
    }
}

static void add_annotations(glb *file, int count, const char *name) {
    json *list = put_array(file, put_object(file, vrm(file), "firstPerson"), "meshAnnotations");
    int body = hostile_node(file, "Body");
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        json *annotation = append_object(file, list);
        put_index(file, annotation, "node", body);
        put_text(file, annotation, "type", "auto");
    }
}

static void add_authors(glb *file, int count, const char *name) {
    json *authors = hostile_at(file, "/extensions/VRMC_vrm/meta/authors");
    UNUSED(name);
    for (int i = 0; i < count; ++i) append_text(file, authors, "a");
}

static void lengthen_name(glb *file, int count, const char *name) {
    bytes text = {NULL, 0, 0};
    UNUSED(name);
    for (int i = 0; i < count; ++i) bytes_u8(&text, 'A');
    yyjson_mut_obj_put(hostile_at(file, "/extensions/VRMC_vrm/meta"),
                       yyjson_mut_str(file->doc, "name"),
                       yyjson_mut_strncpy(file->doc, (const char *)text.items, text.count));
    LIST_FREE(&text);
}

/* Each of the four is finite, and the product of all is not, as a float. The count is not used. */
static void nest_scales(glb *file, int count, const char *name) {
    static const char *const bones[] = {"hips", "spine", "chest", "neck"};
    static const double scale[3] = {1e12, 1e12, 1e12};
    UNUSED(count);
    UNUSED(name);
    for (size_t i = 0; i < sizeof bones / sizeof bones[0]; ++i) {
        json *nodes = hostile_at(file, "/nodes");
        put_numbers(file, yyjson_mut_arr_get(nodes, (size_t)hostile_node(file, bones[i])), "scale",
                    scale, 3);
    }
}

/* --- 0.x --- */

static json *secondary(glb *file, const char *key) {
    json *found = hostile_at(file, "/extensions/VRM/secondaryAnimation");
    json *array = yyjson_mut_obj_get(found, key);
    return array != NULL ? array : put_array(file, found, key);
}

static json *add_bone_group(glb *file) {
    json *group = append_object(file, secondary(file, "boneGroups"));
    put_number(file, group, "stiffiness", 1);
    put_number(file, group, "hitRadius", 0.02);
    return group;
}

/* Each node of a chain is a root of springs, and all below it are too. */
static void root_everywhere(glb *file, int count, const char *name) {
    int first = hostile_add_chain(file, count);
    json *group = add_bone_group(file), *bones = put_array(file, group, "bones");
    UNUSED(name);
    put_array(file, group, "colliderGroups");
    for (int i = 0; i < count; ++i) append_index(file, bones, first + i);
}

/* One group for each node of the chain, all with the same root. */
static void repeat_root(glb *file, int count, const char *name) {
    int first = hostile_add_chain(file, count);
    UNUSED(name);
    for (int i = 0; i < count; ++i) {
        json *group = add_bone_group(file);
        append_index(file, put_array(file, group, "bones"), first);
        put_array(file, group, "colliderGroups");
    }
}

/* A chain with a leaf on each node, in one group. */
static void add_comb(glb *file, int count, const char *name) {
    json *nodes = hostile_at(file, "/nodes"), *group;
    int first = (int)yyjson_mut_arr_size(nodes);
    UNUSED(name);
    append_index(file, hostile_at(file, "/scenes/0/nodes"), first);
    for (int i = 0; i < count; ++i) {
        json *node = append_object(file, nodes), *children = put_array(file, node, "children");
        put_vec3(file, node, "translation", vec3_make(0, -0.01, 0));
        append_index(file, children, first + 2 * i + 1);
        if (i + 1 < count) append_index(file, children, first + 2 * i + 2);
        put_vec3(file, append_object(file, nodes), "translation", vec3_make(0.01, 0, 0));
    }
    group = add_bone_group(file);
    append_index(file, put_array(file, group, "bones"), first);
    put_array(file, group, "colliderGroups");
}

/* A chain with one joint for each collider of its one group: the square of half the count. */
static void multiply_colliders(glb *file, int count, const char *name) {
    int first = hostile_add_chain(file, count / 2);
    json *group = add_bone_group(file), *spheres, *collider_group;
    UNUSED(name);
    append_index(file, put_array(file, group, "bones"), first);
    append_index(file, put_array(file, group, "colliderGroups"), 0);
    collider_group = append_object(file, secondary(file, "colliderGroups"));
    put_index(file, collider_group, "node", hostile_node(file, "head"));
    spheres = put_array(file, collider_group, "colliders");
    for (int i = 0; i < count / 2; ++i) {
        json *sphere = append_object(file, spheres), *offset = put_object(file, sphere, "offset");
        put_number(file, offset, "x", 0);
        put_number(file, offset, "y", 0.000001 * (i % 1000));
        put_number(file, offset, "z", 0);
        put_number(file, sphere, "radius", 0.1);
    }
}

/* One bind for each node that has the mesh: the square of half the count. */
static void multiply_binds(glb *file, int count, const char *name) {
    json *groups = hostile_at(file, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    json *group = append_object(file, groups), *binds, *nodes = hostile_at(file, "/nodes");
    json *roots = hostile_at(file, "/scenes/0/nodes");
    UNUSED(name);
    put_text(file, group, "name", "x");
    put_text(file, group, "presetName", "joy");
    binds = put_array(file, group, "binds");
    for (int i = 0; i < count / 2; ++i) {
        json *bind = append_object(file, binds);
        put_index(file, bind, "mesh", 1);
        put_index(file, bind, "index", 0);
        put_index(file, bind, "weight", 100);
        append_index(file, roots, (int)yyjson_mut_arr_size(nodes));
        put_index(file, append_object(file, nodes), "mesh", 1);
    }
}

/* One value for each material of the same name: the square of half the count. */
static void multiply_materials(glb *file, int count, const char *name) {
    static const double red[4] = {1, 0, 0, 1};
    json *groups = hostile_at(file, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    json *group = append_object(file, groups), *values;
    json *materials = hostile_at(file, "/materials");
    json *properties = hostile_at(file, "/extensions/VRM/materialProperties");
    UNUSED(name);
    put_text(file, group, "name", "x");
    put_text(file, group, "presetName", "joy");
    values = put_array(file, group, "materialValues");
    for (int i = 0; i < count / 2; ++i) {
        json *value = append_object(file, values), *property = append_object(file, properties);
        put_text(file, append_object(file, materials), "name", "m");
        put_text(file, property, "name", "m");
        put_text(file, property, "shader", "VRM/MToon");
        put_text(file, value, "materialName", "m");
        put_text(file, value, "propertyName", "_Color");
        put_numbers(file, value, "targetValue", red, 4);
    }
}

const hostile vrm_hostiles[] = {
    {"spring-group-refs", DIALECT_1, repeat_group},
    {"springs-same-collider", DIALECT_1, share_colliders},
    {"spring-groups", DIALECT_1, multiply_groups},
    {"spring-chain", DIALECT_1, add_long_chain},
    {"nested-springs", DIALECT_1, nest_springs},
    {"nested-centers", DIALECT_1, nest_centers},
    {"springs-far", DIALECT_1, span_chain},
    {"springs-interleaved", DIALECT_1, interleave_springs},
    {"springs-same-joints", DIALECT_1, repeat_joints},
    {"constraint-chain", DIALECT_1, chain_constraints},
    {"constraints-below", DIALECT_1, aim_below},
    {"expression-binds", DIALECT_1, add_binds},
    {"expression-colors", DIALECT_1, add_color_binds},
    {"expressions", DIALECT_1, add_expressions},
    {"annotations", DIALECT_1, add_annotations},
    {"authors", DIALECT_1, add_authors},
    {"long-name", DIALECT_1, lengthen_name},
    {"nested-scale", DIALECT_1, nest_scales},
    {"old-roots", DIALECT_0, root_everywhere},
    {"old-same-root", DIALECT_0, repeat_root},
    {"old-comb", DIALECT_0, add_comb},
    {"old-colliders", DIALECT_0, multiply_colliders},
    {"old-binds", DIALECT_0, multiply_binds},
    {"old-materials", DIALECT_0, multiply_materials},
    {NULL, DIALECT_1, NULL},
};
