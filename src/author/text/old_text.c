#include "author/text/old_text.h"

#include "base/math.h"
#include "base/sort.h"
#include "base/text.h"
#include "dialect/material.h"
#include "gltf/forest.h"

#include <string.h>

/* --- Springs: what sways --- */

static bool has_same_values(const vrm_spring_joint *a, const vrm_spring_joint *b) {
    return a->hit_radius == b->hit_radius && a->stiffness == b->stiffness &&
           a->gravity_power == b->gravity_power && a->drag_force == b->drag_force &&
           a->gravity_dir.x == b->gravity_dir.x && a->gravity_dir.y == b->gravity_dir.y &&
           a->gravity_dir.z == b->gravity_dir.z;
}

static bool is_gone(const vrmi_vrm_text *text, int32_t node) {
    return vrmi_mapped_node(text, node) == VRM_NONE;
}

/* The nodes of a root's subtree that no earlier root has: each node is taken once, as a reader does
 * it (V0-040). */
static void take_subtree(const vrmi_forest *forest, int32_t root, int32_t spring, int32_t *owners) {
    for (uint32_t place = forest->place[root]; place < forest->end[root];) {
        const int32_t node = forest->order[place];
        if (owners[node] != VRM_NONE) {
            place = forest->end[node];
        } else {
            owners[node] = spring;
            ++place;
        }
    }
}

/* A reader takes the first child as the tail of a node (V0-035), or a point behind a leaf. */
static bool has_old_tail(const vrm_gltf *gltf, const vrm_spring_joint *joint) {
    const vrm_node *node = &gltf->nodes[joint->node];
    return node->child_count != 0 ? joint->tail_node == node->children[0]
                                  : joint->tail_node == VRM_NONE;
}

static void report_joints(const vrmi_vrm_text *text, const int32_t *owners, uint8_t *is_head) {
    const vrm_tables *tables = text->tables;
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        const int32_t owner = owners[joint->node];
        is_head[joint->node] = 1;
        if (owner == VRM_NONE || is_gone(text, joint->node)) {
            vrmi_note_loss(text, VRMI_LOSS_JOINT, (int32_t)i);
            continue;
        }
        if (!has_same_values(joint, &tables->spring_joints[tables->springs[owner].first_joint])) {
            vrmi_note_loss(text, VRMI_LOSS_JOINT_VALUES, (int32_t)i);
        }
        if (joint->limit.kind != VRM_SPRING_LIMIT_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_JOINT_LIMIT, (int32_t)i);
        }
        if (!has_old_tail(text->gltf, joint)) vrmi_note_loss(text, VRMI_LOSS_TAIL, (int32_t)i);
    }
    for (uint32_t i = 0; i < text->gltf->node_count; ++i) {
        if (owners[i] != VRM_NONE && !is_head[i] && !is_gone(text, (int32_t)i)) {
            vrmi_note_loss(text, VRMI_LOSS_JOINT_ADDED, (int32_t)i);
        }
    }
}

static bool find_roots(vrmi_vrm_text *text, vrmi_old_text *old) {
    const vrm_tables *tables = text->tables;
    const uint32_t nodes = text->gltf->node_count;
    const vrmi_forest forest = {
        VRMI_TAKE(&old->arena, int32_t, nodes), VRMI_TAKE(&old->arena, uint32_t, nodes),
        VRMI_TAKE(&old->arena, uint32_t, nodes), VRMI_TAKE(&old->arena, int32_t, nodes)};
    int32_t *owners = VRMI_TAKE(&old->arena, int32_t, nodes);
    uint8_t *is_head = VRMI_TAKE(&old->arena, uint8_t, nodes);
    old->is_root = VRMI_TAKE(&old->arena, uint8_t, tables->spring_count);
    if (forest.order == NULL || forest.place == NULL || forest.end == NULL || forest.root == NULL ||
        owners == NULL || is_head == NULL || old->is_root == NULL) {
        return false;
    }
    vrmi_forest_walk(text->gltf->nodes, nodes, &forest);
    for (uint32_t i = 0; i < nodes; ++i) {
        owners[i] = VRM_NONE;
        is_head[i] = 0;
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        int32_t root = VRM_NONE;
        if (spring->joint_count != 0) root = tables->spring_joints[spring->first_joint].node;
        old->is_root[i] = root != VRM_NONE && owners[root] == VRM_NONE && !is_gone(text, root);
        if (old->is_root[i]) take_subtree(&forest, root, (int32_t)i, owners);
        if (root == VRM_NONE) vrmi_note_loss(text, VRMI_LOSS_SPRING, (int32_t)i);
    }
    report_joints(text, owners, is_head);
    return true;
}

/* --- Colliders: groups of a node --- */

static bool is_collider_written(const vrmi_vrm_text *text, int32_t index) {
    const vrm_spring_collider *collider = &text->tables->spring_colliders[index];
    const bool is_known = collider->shape == VRM_COLLIDER_SPHERE ||
                          collider->shape == VRM_COLLIDER_CAPSULE ||
                          collider->shape == VRM_COLLIDER_PLANE;
    return is_known && !is_gone(text, collider->node);
}

/* Of a node that this group of the tables has a group for already, that one; in the order in which
 * nodes come. `groups_of` has, by node, the last group that was made for it. */
static void add_collider(vrmi_old_text *old, int32_t node, uint32_t first, uint32_t *groups_of) {
    if (groups_of[node] < first || groups_of[node] >= old->group_count) {
        groups_of[node] = old->group_count;
        old->groups[old->group_count++] = (vrmi_node_group){node, 0, 0};
    }
    old->groups[groups_of[node]].collider_count += 1;
}

static void place_colliders(vrmi_vrm_text *text, vrmi_old_text *old, uint32_t *groups_of) {
    const vrm_tables *tables = text->tables;
    uint32_t total = 0;
    for (uint32_t i = 0; i < old->group_count; ++i) {
        old->groups[i].first_collider = total;
        total += old->groups[i].collider_count;
        old->groups[i].collider_count = 0;
    }
    for (uint32_t g = 0; g < tables->spring_collider_group_count; ++g) {
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[g];
        for (uint32_t i = old->first_groups[g]; i < old->first_groups[g + 1]; ++i) {
            groups_of[old->groups[i].node] = i;
        }
        for (uint32_t i = 0; i < group->collider_count; ++i) {
            const int32_t collider = group->colliders[i];
            vrmi_node_group *spring_collider_group;
            if (!is_collider_written(text, collider)) continue;
            spring_collider_group =
                &old->groups[groups_of[tables->spring_colliders[collider].node]];
            old->colliders[spring_collider_group->first_collider +
                           spring_collider_group->collider_count++] = collider;
        }
    }
}

static bool find_groups(vrmi_vrm_text *text, vrmi_old_text *old) {
    const vrm_tables *tables = text->tables;
    const uint32_t nodes = text->gltf->node_count;
    uint32_t *groups_of = VRMI_TAKE(&old->arena, uint32_t, nodes);
    size_t total = 0;
    for (uint32_t g = 0; g < tables->spring_collider_group_count; ++g) {
        total += tables->spring_collider_groups[g].collider_count;
    }
    old->groups = VRMI_TAKE(&old->arena, vrmi_node_group, total);
    old->colliders = VRMI_TAKE(&old->arena, int32_t, total);
    old->first_groups =
        VRMI_TAKE(&old->arena, uint32_t, (size_t)tables->spring_collider_group_count + 1);
    if (groups_of == NULL || old->groups == NULL || old->colliders == NULL ||
        old->first_groups == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < nodes; ++i) groups_of[i] = UINT32_MAX;
    for (uint32_t g = 0; g < tables->spring_collider_group_count; ++g) {
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[g];
        const uint32_t first = old->group_count;
        old->first_groups[g] = first;
        for (uint32_t i = 0; i < group->collider_count; ++i) {
            const int32_t collider = group->colliders[i];
            if (!is_collider_written(text, collider)) continue;
            add_collider(old, tables->spring_colliders[collider].node, first, groups_of);
        }
    }
    old->first_groups[tables->spring_collider_group_count] = old->group_count;
    place_colliders(text, old, groups_of);
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        if (!is_collider_written(text, (int32_t)i)) {
            vrmi_note_loss(text, VRMI_LOSS_COLLIDER, (int32_t)i);
        }
    }
    return true;
}

/* --- All of it --- */

static bool count_mesh_nodes(vrmi_vrm_text *text, vrmi_old_text *old) {
    const vrm_gltf *gltf = text->gltf;
    old->mesh_node_counts = VRMI_TAKE(&old->arena, uint32_t, gltf->mesh_count);
    old->is_annotated = VRMI_TAKE(&old->arena, uint8_t, gltf->mesh_count);
    if (old->mesh_node_counts == NULL || old->is_annotated == NULL) return false;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        old->mesh_node_counts[i] = 0;
        old->is_annotated[i] = 0;
    }
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const int32_t mesh = gltf->nodes[i].mesh;
        if (mesh != VRM_NONE && !is_gone(text, (int32_t)i)) old->mesh_node_counts[mesh] += 1;
    }
    return true;
}

/* --- Names of expressions --- */

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_expression *expressions = context;
    return vrmi_string_compare_no_case(expressions[a].name, expressions[b].name) < 0;
}

static bool find_repeated_names(const vrmi_vrm_text *text, vrmi_old_text *old) {
    const vrm_expression *expressions = text->tables->expressions, *last = NULL;
    const uint32_t count = text->tables->expression_count;
    const uint32_t *order = vrmi_sort_order(&old->arena, count, comes_before, expressions);
    old->is_repeated = VRMI_TAKE(&old->arena, uint8_t, count);
    if (order == NULL || old->is_repeated == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_expression *e = &expressions[order[i]];
        old->is_repeated[order[i]] = 0;
        if (e->preset != VRM_NONE) continue;
        old->is_repeated[order[i]] =
            last != NULL && vrmi_string_compare_no_case(last->name, e->name) == 0;
        last = e;
    }
    return true;
}

/* --- Names of materials --- */

static int compare_material_names(const vrm_material *a, const vrm_material *b) {
    return vrmi_string_compare(a->name, b->name);
}

static bool material_comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_material *materials = context;
    return compare_material_names(&materials[a], &materials[b]) < 0;
}

static bool find_shared_names(const vrmi_vrm_text *text, vrmi_old_text *old) {
    const vrm_material *materials = text->tables->materials;
    const uint32_t count = text->tables->material_count;
    const uint32_t *order = vrmi_sort_order(&old->arena, count, material_comes_before, materials);
    old->material_names = VRMI_TAKE(&old->arena, uint32_t, count);
    old->material_name_counts = VRMI_TAKE(&old->arena, uint32_t, count);
    if (order == NULL || old->material_names == NULL || old->material_name_counts == NULL) {
        return false;
    }
    for (uint32_t i = 0, end; i < count; i = end) {
        uint32_t written = 0;
        for (end = i; end < count &&
                      compare_material_names(&materials[order[end]], &materials[order[i]]) == 0;
             ++end) {
            written += vrmi_mapped_material(text, (int32_t)order[end]) != VRM_NONE;
        }
        for (uint32_t k = i; k < end; ++k) {
            old->material_names[order[k]] = i;
            old->material_name_counts[order[k]] = written;
        }
    }
    return true;
}

bool vrmi_old_text_make(vrmi_vrm_text *text, vrmi_old_text *out) {
    memset(out, 0, sizeof *out);
    vrmi_arena_init(&out->arena, text->writer->memory, 0);
    if (count_mesh_nodes(text, out) && find_groups(text, out) && find_roots(text, out) &&
        find_repeated_names(text, out) && find_shared_names(text, out)) {
        return true;
    }
    text->writer->is_refused = true;
    return false;
}

void vrmi_old_text_release(vrmi_old_text *old) { vrmi_arena_release(&old->arena); }

/* --- Groups of bones --- */

static bool says_the_same(const vrm_tables *tables, const vrm_spring *a, const vrm_spring *b) {
    return a->name.length == b->name.length &&
           (a->name.length == 0 || memcmp(a->name.data, b->name.data, a->name.length) == 0) &&
           a->center == b->center && a->collider_group_count == b->collider_group_count &&
           (a->collider_group_count == 0 ||
            memcmp(a->collider_groups, b->collider_groups,
                   a->collider_group_count * sizeof *a->collider_groups) == 0) &&
           has_same_values(&tables->spring_joints[a->first_joint],
                           &tables->spring_joints[b->first_joint]);
}

/* The next root that belongs into the group of bones of this one; VRM_NONE: there is none. */
static int32_t next_in_group(const vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring) {
    uint32_t next = spring + 1;
    while (next < text->tables->spring_count && !old->is_root[next]) ++next;
    if (next == text->tables->spring_count) return VRM_NONE;
    return says_the_same(text->tables, &text->tables->springs[spring], &text->tables->springs[next])
               ? (int32_t)next
               : VRM_NONE;
}

bool vrmi_begins_bone_group(const vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring) {
    uint32_t before = spring;
    if (!old->is_root[spring]) return false;
    while (before > 0 && !old->is_root[before - 1]) --before;
    return before == 0 || next_in_group(text, old, before - 1) == VRM_NONE;
}

void vrmi_put_bone_roots(vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring) {
    const vrm_tables *tables = text->tables;
    vrmi_put_array_of(text->writer, "bones");
    for (int32_t i = (int32_t)spring; i != VRM_NONE; i = next_in_group(text, old, (uint32_t)i)) {
        const int32_t root = tables->spring_joints[tables->springs[i].first_joint].node;
        vrmi_put_integer(text->writer, vrmi_mapped_node(text, root));
    }
    vrmi_put_array_end(text->writer);
}

void vrmi_put_bone_collider_groups(vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring) {
    const vrm_spring *own = &text->tables->springs[spring];
    vrmi_put_array_of(text->writer, "colliderGroups");
    for (uint32_t i = 0; i < own->collider_group_count; ++i) {
        const int32_t group = own->collider_groups[i];
        for (uint32_t k = old->first_groups[group]; k < old->first_groups[group + 1]; ++k) {
            vrmi_put_integer(text->writer, k);
        }
    }
    vrmi_put_array_end(text->writer);
}

/* --- Expressions and annotations by mesh --- */

static bool is_same_bind(const vrm_gltf *gltf, const vrm_morph_bind *a, const vrm_morph_bind *b) {
    return gltf->nodes[a->node].mesh == gltf->nodes[b->node].mesh && a->target == b->target &&
           a->weight == b->weight;
}

uint32_t vrmi_mesh_bind_end(const vrmi_vrm_text *text, const vrmi_old_text *old,
                            const vrm_expression *expression, uint32_t first) {
    const vrm_morph_bind *binds = expression->morph_binds;
    uint32_t end = first, kept = 0;
    do {
        kept += !is_gone(text, binds[end].node);
        ++end;
    } while (end < expression->morph_bind_count && binds[end].node != binds[first].node &&
             is_same_bind(text->gltf, &binds[end], &binds[first]));
    if (kept != old->mesh_node_counts[text->gltf->nodes[binds[first].node].mesh]) {
        vrmi_note_loss(text, VRMI_LOSS_SHARED_MESH, binds[first].node);
    }
    return end;
}

bool vrmi_is_mesh_annotation(const vrmi_vrm_text *text, vrmi_old_text *old, uint32_t node) {
    const vrm_first_person_type *types = text->tables->first_person.types;
    const int32_t mesh = text->gltf->nodes[node].mesh;
    if (mesh == VRM_NONE || is_gone(text, (int32_t)node)) return false;
    if (old->is_annotated[mesh] == 0) {
        old->is_annotated[mesh] = (uint8_t)(types[node] + 1);
        return true;
    }
    if (types[node] != old->is_annotated[mesh] - 1) {
        vrmi_note_loss(text, VRMI_LOSS_SHARED_MESH, (int32_t)node);
    }
    return false;
}

void vrmi_put_groups(vrmi_vrm_text *text, const vrmi_old_text *old,
                     vrmi_put_old_bone_group *put_bone_group, vrmi_put_old_collider *put_collider) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array_of(writer, "boneGroups");
    for (uint32_t i = 0; i < text->tables->spring_count; ++i) {
        if (vrmi_begins_bone_group(text, old, i)) put_bone_group(text, old, i);
    }
    vrmi_put_array_end(writer);
    vrmi_put_array_of(writer, "colliderGroups");
    for (uint32_t i = 0; i < old->group_count; ++i) {
        const vrmi_node_group *group = &old->groups[i];
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "node", vrmi_mapped_node(text, group->node));
        vrmi_put_array_of(writer, "colliders");
        for (uint32_t k = 0; k < group->collider_count; ++k) {
            put_collider(text, old->colliders[group->first_collider + k]);
        }
        vrmi_put_array_end(writer);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

/* --- Numbers --- */

static float rounded(double value, double decimals) {
    const double scaled = value * decimals;
    if (scaled > 9e15 || scaled < -9e15) return (float)value; /* it has no decimals */
    return (float)((double)(int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5) / decimals);
}

float vrmi_invert(double guess, float wanted, vrmi_conversion *convert) {
    double decimals = 1;
    for (int i = 0; i <= 9; ++i) {
        const float value = rounded(guess, decimals);
        if (convert(value) == wanted) return value;
        decimals *= 10;
    }
    return (float)guess;
}

/* The inverse of vrmi_convert_shading. With the fewest decimals that give both numbers back. */
void vrmi_old_shading(const vrm_mtoon *mtoon, float *out_toony, float *out_shift) {
    const double half_width = 1 - (double)mtoon->shading_toony_factor;
    double shift = -(double)mtoon->shading_shift_factor - half_width, toony = 1, decimals = 1;
    if (shift < -1) shift = -1;
    if (shift > 1) shift = 1;
    if (shift < 1) toony = 1 - 2 * half_width / (1 - shift);
    if (toony < 0) toony = 0;
    for (int i = 0; i <= 9; ++i) {
        vrm_mtoon back;
        *out_toony = rounded(toony, decimals);
        *out_shift = rounded(shift, decimals);
        vrmi_convert_shading(*out_toony, *out_shift, &back);
        if (back.shading_toony_factor == mtoon->shading_toony_factor &&
            back.shading_shift_factor == mtoon->shading_shift_factor) {
            return;
        }
        decimals *= 10;
    }
    *out_toony = (float)toony;
    *out_shift = (float)shift;
}

static float from_centimetres(float value) { return value * 0.01f; }
static float from_half_percent(float value) { return value * 0.005f; }
static float from_intensity(float value) { return vrmi_saturate(1 - value); }

/* The readers of the two dialects round differently. */
static float from_turns(float value) { return value * (2 * VRMI_PI); }
static float from_draft_turns(float value) { return (float)((double)value * 6.283185307179586); }

float vrmi_old_outline_width(const vrm_mtoon *mtoon) {
    const double width = (double)mtoon->outline_width_factor;
    if (mtoon->outline_width_mode == VRM_OUTLINE_NONE) return mtoon->outline_width_factor;
    return mtoon->outline_width_mode == VRM_OUTLINE_WORLD_COORDINATES
               ? vrmi_invert(width / 0.01, mtoon->outline_width_factor, from_centimetres)
               : vrmi_invert(width / 0.005, mtoon->outline_width_factor, from_half_percent);
}

float vrmi_old_gi_intensity(const vrm_mtoon *mtoon) {
    return vrmi_invert(1 - (double)mtoon->gi_equalization_factor, mtoon->gi_equalization_factor,
                       from_intensity);
}

float vrmi_old_uv_rotation(const vrm_mtoon *mtoon, vrm_dialect dialect) {
    return vrmi_invert((double)mtoon->uv_animation_rotation_speed_factor / 6.283185307179586,
                       mtoon->uv_animation_rotation_speed_factor,
                       dialect == VRM_DIALECT_0 ? from_turns : from_draft_turns);
}

float vrmi_old_offset_y(float offset, float scale) { return vrmi_flip_v(offset, scale); }

void vrmi_old_emission(const vrm_material *material, float out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = vrmi_to_finite(material->emissive_factor[i] * material->emissive_strength);
    }
}

/* --- Textures --- */

int32_t vrmi_mapped_texture(const vrmi_vrm_text *text, const vrm_texture_info *info) {
    return vrmi_mapped(text->maps != NULL ? text->maps->textures : NULL, info->texture);
}

static bool is_placed_alike(const vrm_texture_info *a, const vrm_texture_info *b) {
    return a->offset.x == b->offset.x && a->offset.y == b->offset.y && a->scale.x == b->scale.x &&
           a->scale.y == b->scale.y;
}

static void report_mtoon(const vrmi_vrm_text *text, uint32_t material) {
    const vrm_mtoon *mtoon = &text->tables->mtoons[material];
    const vrm_material *core = &text->tables->materials[material];
    const float matcap = mtoon->matcap_texture.texture != VRM_NONE ? 1.0f : 0.0f;
    /* Without a texture of its own, shade is that of the main one (§4.10). */
    const bool gains_shade = mtoon->shade_multiply_texture.texture == VRM_NONE &&
                             core->base_color_texture.texture != VRM_NONE;
    if (mtoon->shading_shift_texture.texture != VRM_NONE || gains_shade) {
        vrmi_note_loss(text, VRMI_LOSS_TEXTURE, (int32_t)material);
    }
    for (int i = 0; i < 3; ++i) {
        if (mtoon->matcap_factor[i] == matcap) continue;
        vrmi_note_loss(text, VRMI_LOSS_MATERIAL, (int32_t)material);
        break;
    }
}

vrmi_old_transform vrmi_find_old_transform(const vrmi_vrm_text *text, uint32_t material) {
    const vrm_mtoon *mtoon = &text->tables->mtoons[material];
    const vrm_material *core = &text->tables->materials[material];
    const vrm_texture_info *const infos[] = {&core->base_color_texture,
                                             &mtoon->shade_multiply_texture,
                                             &core->normal_texture,
                                             &core->emissive_texture,
                                             &mtoon->rim_multiply_texture,
                                             &mtoon->outline_width_multiply_texture,
                                             &mtoon->uv_animation_mask_texture};
    const vrm_texture_info *main = NULL;
    vrmi_old_transform out = {{1, 1}, {0, 0}};
    for (size_t i = 0; i < sizeof infos / sizeof infos[0]; ++i) {
        if (infos[i]->texture == VRM_NONE) continue;
        if (main == NULL) main = infos[i];
        if (!is_placed_alike(main, infos[i])) {
            vrmi_note_loss(text, VRMI_LOSS_TEXTURE_TRANSFORM, (int32_t)material);
        }
        if (infos[i]->tex_coord != 0) vrmi_note_loss(text, VRMI_LOSS_TEXTURE, (int32_t)material);
        if (infos[i]->rotation != 0) {
            vrmi_note_loss(text, VRMI_LOSS_TEXTURE_ROTATION, (int32_t)material);
        }
    }
    report_mtoon(text, material);
    if (main == NULL) return out;
    out.scale[0] = main->scale.x;
    out.scale[1] = main->scale.y;
    out.offset[0] = main->offset.x;
    out.offset[1] = vrmi_old_offset_y(main->offset.y, main->scale.y);
    return out;
}
