/* Which element of the second file is which of the first: for each table, the surest ways come
 * first. */
#include "author/diff/diff.h"
#include "base/hash.h"
#include "base/measure.h"

#include <string.h>

/* A table of one side. */
static const vrmi_diff_file *file_of(const vrm_diff *pair, vrmi_diff_side side) {
    return side == VRMI_SIDE_A ? &pair->a : &pair->b;
}

static bool has_index_key(const void *context, vrmi_diff_side side, uint32_t index,
                          vrmi_match_key *out) {
    (void)context;
    (void)side;
    out->number = index;
    return true;
}

/* --- Nodes --- */

static int64_t hash_text(vrm_string text) {
    return (int64_t)(vrmi_hash_bytes(VRMI_HASH_START, text.data, text.length) >> 1);
}

/* Names repeat in many files; with the name of the parent they seldom do. */
static bool has_place_key(const void *context, vrmi_diff_side side, uint32_t index,
                          vrmi_match_key *out) {
    const vrm_gltf *gltf = file_of(context, side)->gltf;
    const vrm_node *node = &gltf->nodes[index];
    out->text = node->name;
    out->number = node->parent != VRM_NONE ? hash_text(gltf->nodes[node->parent].name) : -1;
    return node->name.length != 0;
}

static bool has_node_name(const void *context, vrmi_diff_side side, uint32_t index,
                          vrmi_match_key *out) {
    out->text = file_of(context, side)->gltf->nodes[index].name;
    return out->text.length != 0;
}

static bool has_bone(const void *context, vrmi_diff_side side, uint32_t index,
                     vrmi_match_key *out) {
    out->number = vrm_model_bone_of_node(file_of(context, side)->model, (int32_t)index);
    return out->number != VRM_NONE;
}

static bool is_same_rest(const vrm_diff *pair, const vrm_trs *a, const vrm_trs *b) {
    return vrmi_metres_between(vrmi_diff_turn(pair, a->translation), b->translation) < 1e-5 &&
           vrmi_diff_degrees(vrmi_diff_turn_rotation(pair, a->rotation), b->rotation) < 1e-2;
}

/* Nodes with the same index and the same rest transform have a new name. */
static void match_renamed_nodes(vrm_diff *pair) {
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    for (uint32_t i = 0; i < a->node_count && i < b->node_count; ++i) {
        if (pair->nodes.to_b[i] != VRM_NONE || pair->nodes.to_a[i] != VRM_NONE) continue;
        if (vrmi_diff_same_text(a->nodes[i].name, b->nodes[i].name) ||
            is_same_rest(pair, &a->nodes[i].rest, &b->nodes[i].rest)) {
            vrmi_match_set(&pair->nodes, i, i);
        }
    }
}

/* --- Meshes, materials, images --- */

static bool has_mesh_name(const void *context, vrmi_diff_side side, uint32_t index,
                          vrmi_match_key *out) {
    out->text = file_of(context, side)->gltf->meshes[index].name;
    return out->text.length != 0;
}

static bool has_material_name(const void *context, vrmi_diff_side side, uint32_t index,
                              vrmi_match_key *out) {
    out->text = file_of(context, side)->gltf->materials[index].name;
    return out->text.length != 0;
}

/* A material has a new name only if none was added or removed. */
static bool has_material_place(const void *context, vrmi_diff_side side, uint32_t index,
                               vrmi_match_key *out) {
    const vrm_diff *pair = context;
    (void)side;
    out->number = index;
    return pair->materials.a_count == pair->materials.b_count;
}

static void match_meshes_by_nodes(vrm_diff *pair) {
    for (uint32_t i = 0; i < pair->a.gltf->node_count; ++i) {
        int32_t other = pair->nodes.to_b[i], a = pair->a.gltf->nodes[i].mesh, b;
        if (other == VRM_NONE || a == VRM_NONE) continue;
        b = pair->b.gltf->nodes[other].mesh;
        if (b == VRM_NONE) continue;
        if (pair->meshes.to_b[a] == VRM_NONE && pair->meshes.to_a[b] == VRM_NONE) {
            vrmi_match_set(&pair->meshes, (uint32_t)a, (uint32_t)b);
        }
    }
}

static bool has_content_and_name(const void *context, vrmi_diff_side side, uint32_t index,
                                 vrmi_match_key *out) {
    const vrm_diff *pair = context;
    out->number = (side == VRMI_SIDE_A ? pair->content_a : pair->content_b)[index];
    out->text = file_of(context, side)->gltf->images[index].name;
    return out->number != VRM_NONE;
}

static bool has_content(const void *context, vrmi_diff_side side, uint32_t index,
                        vrmi_match_key *out) {
    bool is_there = has_content_and_name(context, side, index, out);
    out->text.length = 0;
    return is_there;
}

static bool has_image_name(const void *context, vrmi_diff_side side, uint32_t index,
                           vrmi_match_key *out) {
    const vrm_image *image = &file_of(context, side)->gltf->images[index];
    out->text = image->name.length != 0 ? image->name : image->uri;
    return out->text.length != 0;
}

static bool has_no_image_name(const void *context, vrmi_diff_side side, uint32_t index,
                              vrmi_match_key *out) {
    out->number = index;
    return !has_image_name(context, side, index, out);
}

/* --- Expressions --- */

static bool has_expression(const void *context, vrmi_diff_side side, uint32_t index,
                           vrmi_match_key *out) {
    const vrm_expression *expression = &file_of(context, side)->tables->expressions[index];
    out->number = expression->preset;
    if (expression->preset == VRM_NONE) out->text = expression->name;
    return true;
}

/* --- Springs and colliders --- */

static int64_t first_node(const vrm_diff *pair, vrmi_diff_side side, uint32_t index) {
    const vrm_tables *tables = file_of(pair, side)->tables;
    const vrm_spring *spring = &tables->springs[index];
    if (spring->joint_count == 0) return -1;
    return vrmi_match_in_second(&pair->nodes, side,
                                tables->spring_joints[spring->first_joint].node);
}

static bool has_spring_and_node(const void *context, vrmi_diff_side side, uint32_t index,
                                vrmi_match_key *out) {
    out->text = file_of(context, side)->tables->springs[index].name;
    out->number = first_node(context, side, index);
    return true;
}

static bool has_first_node(const void *context, vrmi_diff_side side, uint32_t index,
                           vrmi_match_key *out) {
    out->number = first_node(context, side, index);
    return out->number >= 0;
}

static bool has_spring_name(const void *context, vrmi_diff_side side, uint32_t index,
                            vrmi_match_key *out) {
    out->text = file_of(context, side)->tables->springs[index].name;
    return out->text.length != 0;
}

static bool has_collider_node(const void *context, vrmi_diff_side side, uint32_t index,
                              vrmi_match_key *out) {
    const vrm_diff *pair = context;
    out->number = vrmi_match_in_second(&pair->nodes, side,
                                       file_of(pair, side)->tables->spring_colliders[index].node);
    return true;
}

static bool has_group_and_collider(const void *context, vrmi_diff_side side, uint32_t index,
                                   vrmi_match_key *out) {
    const vrm_diff *pair = context;
    const vrm_spring_collider_group *group =
        &file_of(pair, side)->tables->spring_collider_groups[index];
    out->text = group->name;
    out->number = group->collider_count > 0
                      ? vrmi_match_in_second(&pair->colliders, side, group->colliders[0])
                      : -1;
    return true;
}

static bool has_group_name(const void *context, vrmi_diff_side side, uint32_t index,
                           vrmi_match_key *out) {
    out->text = file_of(context, side)->tables->spring_collider_groups[index].name;
    return out->text.length != 0;
}

static bool has_first_collider(const void *context, vrmi_diff_side side, uint32_t index,
                               vrmi_match_key *out) {
    bool is_there = has_group_and_collider(context, side, index, out);
    out->text.length = 0;
    return is_there && out->number >= 0;
}

/* --- All of it --- */

static bool match_all(vrm_diff *pair, vrmi_diff_match *match, uint32_t a_count, uint32_t b_count,
                      vrmi_match_key_of *const *ways) {
    bool is_good = vrmi_match_open(match, &pair->memory, a_count, b_count);
    for (; is_good && *ways != NULL; ++ways) is_good = vrmi_match_by(match, *ways, pair);
    return is_good;
}

static bool match_gltf(vrm_diff *pair) {
    static vrmi_match_key_of *const by_node[] = {has_place_key, has_node_name, has_bone, NULL};
    static vrmi_match_key_of *const by_mesh[] = {has_mesh_name, NULL};
    static vrmi_match_key_of *const by_material[] = {has_material_name, has_material_place, NULL};
    static vrmi_match_key_of *const by_image[] = {has_content_and_name, has_content, has_image_name,
                                                  has_no_image_name, NULL};
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    if (!match_all(pair, &pair->nodes, a->node_count, b->node_count, by_node)) return false;
    match_renamed_nodes(pair);
    if (!match_all(pair, &pair->meshes, a->mesh_count, b->mesh_count, by_mesh)) return false;
    match_meshes_by_nodes(pair);
    return vrmi_match_by(&pair->meshes, has_index_key, pair) &&
           match_all(pair, &pair->materials, a->material_count, b->material_count, by_material) &&
           match_all(pair, &pair->images, a->image_count, b->image_count, by_image);
}

bool vrmi_diff_match_all(vrm_diff *pair) {
    static vrmi_match_key_of *const by_expression[] = {has_expression, NULL};
    static vrmi_match_key_of *const by_spring[] = {has_spring_and_node, has_first_node,
                                                   has_spring_name, NULL};
    static vrmi_match_key_of *const by_collider[] = {has_collider_node, NULL};
    static vrmi_match_key_of *const by_group[] = {has_group_and_collider, has_group_name,
                                                  has_first_collider, NULL};
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    return match_gltf(pair) &&
           match_all(pair, &pair->expressions, a->expression_count, b->expression_count,
                     by_expression) &&
           match_all(pair, &pair->springs, a->spring_count, b->spring_count, by_spring) &&
           match_all(pair, &pair->colliders, a->spring_collider_count, b->spring_collider_count,
                     by_collider) &&
           match_all(pair, &pair->groups, a->spring_collider_group_count,
                     b->spring_collider_group_count, by_group);
}
