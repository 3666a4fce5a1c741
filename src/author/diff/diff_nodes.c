/* Humanoid bones, nodes, skins. */
#include "author/diff/diff.h"
#include "base/measure.h"

#include <math.h>

/* --- Bones --- */

static vrm_string name_of(const vrmi_diff_file *file, int32_t node) {
    return file->gltf->nodes[node].name;
}

static void diff_bones(vrm_diff *pair) {
    vrmi_diff_list *list = &pair->list;
    const vrm_humanoid *a = &pair->a.tables->humanoid, *b = &pair->b.tables->humanoid;
    vrmi_diff_subject subject;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        vrmi_subject_words(&subject, VRM_DIFF_PART_BONES, vrm_bone_name(i));
        if (vrmi_diff_same_index(&pair->nodes, a->nodes[i], b->nodes[i])) continue;
        vrmi_diff_add(
            list, &subject,
            a->nodes[i] == VRM_NONE   ? VRM_DIFF_ADDED
            : b->nodes[i] == VRM_NONE ? VRM_DIFF_REMOVED
                                      : VRM_DIFF_CHANGED,
            "node", a->nodes[i] != VRM_NONE ? vrmi_diff_node_text(list, &pair->a, a->nodes[i]) : "",
            b->nodes[i] != VRM_NONE ? vrmi_diff_node_text(list, &pair->b, b->nodes[i]) : "");
    }
    vrmi_subject_words(&subject, VRM_DIFF_PART_BONES, "");
    if (pair->a.tables->dialect == VRM_DIALECT_NONE ||
        pair->b.tables->dialect == VRM_DIALECT_NONE) {
        return;
    }
    vrmi_compare_words(list, &subject, "front", a->faces_minus_z ? "-Z" : "+Z",
                       b->faces_minus_z ? "-Z" : "+Z");
}

/* --- Nodes --- */

/* A node is named after its bone, if it is one in both files. */
static void set_subject(const vrm_diff *pair, uint32_t a, int32_t b, vrmi_diff_subject *out) {
    vrm_bone bone = vrm_model_bone_of_node(pair->a.model, (int32_t)a);
    vrm_string name = name_of(&pair->a, (int32_t)a);
    if (bone != VRM_NONE && bone == vrm_model_bone_of_node(pair->b.model, b)) {
        vrmi_subject_words(out, VRM_DIFF_PART_BONES, vrm_bone_name(bone));
    } else if (name.length != 0) {
        vrmi_subject_name(out, VRM_DIFF_PART_NODES, name);
    } else {
        vrmi_subject_number(out, VRM_DIFF_PART_NODES, "node ", a);
    }
}

static void compare_rest(vrm_diff *pair, const vrmi_diff_subject *subject, const vrm_trs *a,
                         const vrm_trs *b) {
    vrmi_diff_list *list = &pair->list;
    vrm_vec3 place = vrmi_diff_turn(pair, a->translation);
    vrm_quat turned = vrmi_diff_turn_rotation(pair, a->rotation);
    const float from[3] = {a->scale.x, a->scale.y, a->scale.z};
    const float to[3] = {b->scale.x, b->scale.y, b->scale.z};
    double metres = vrmi_metres_between(place, b->translation);
    double degrees = vrmi_diff_degrees(turned, b->rotation);
    /* Rotations are made unit when they are loaded: the last bit of four numbers is 1e-5 degrees.
     */
    if (metres > list->tolerance) vrmi_diff_add_amount(list, subject, "translation", metres, "m");
    if (degrees > 2e-5 + list->tolerance * 100.0) {
        vrmi_diff_add_amount(list, subject, "rotation", degrees, "degrees");
    }
    vrmi_compare_numbers(list, subject, "scale", from, to, 3);
}

static void compare_node(vrm_diff *pair, uint32_t index, int32_t other) {
    vrmi_diff_list *list = &pair->list;
    const vrm_node *a = &pair->a.gltf->nodes[index], *b = &pair->b.gltf->nodes[other];
    vrmi_diff_subject subject;
    set_subject(pair, index, other, &subject);
    vrmi_compare_names(list, &subject, a->name, b->name);
    if (!vrmi_diff_same_index(&pair->nodes, a->parent, b->parent)) {
        vrmi_diff_add(list, &subject, VRM_DIFF_CHANGED, "parent",
                      vrmi_diff_node_text(list, &pair->a, a->parent),
                      vrmi_diff_node_text(list, &pair->b, b->parent));
    }
    compare_rest(pair, &subject, &a->rest, &b->rest);
    if (!vrmi_diff_same_index(&pair->meshes, a->mesh, b->mesh)) {
        vrmi_diff_add(
            list, &subject, VRM_DIFF_CHANGED, "mesh",
            a->mesh != VRM_NONE ? vrmi_diff_quote(list, pair->a.gltf->meshes[a->mesh].name)
                                : "none",
            b->mesh != VRM_NONE ? vrmi_diff_quote(list, pair->b.gltf->meshes[b->mesh].name)
                                : "none");
    }
    if (a->weight_count != b->weight_count) {
        vrmi_compare_wholes(list, &subject, "weights", a->weight_count, b->weight_count);
    } else {
        vrmi_compare_numbers(list, &subject, "weights", a->weights, b->weights, a->weight_count);
    }
}

static void list_unmatched(vrm_diff *pair) {
    vrmi_diff_subject subject;
    for (uint32_t i = 0; i < pair->a.gltf->node_count; ++i) {
        if (pair->nodes.to_b[i] != VRM_NONE) continue;
        vrmi_subject_name(&subject, VRM_DIFF_PART_NODES, pair->a.gltf->nodes[i].name);
        vrmi_diff_removed(&pair->list, &subject);
    }
    for (uint32_t i = 0; i < pair->b.gltf->node_count; ++i) {
        if (pair->nodes.to_a[i] != VRM_NONE) continue;
        vrmi_subject_name(&subject, VRM_DIFF_PART_NODES, pair->b.gltf->nodes[i].name);
        vrmi_diff_added(&pair->list, &subject);
    }
}

/* Which nodes the scene shows. The order of roots means nothing. */
static void compare_scenes(vrm_diff *pair) {
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    vrmi_diff_subject subject;
    vrmi_subject_words(&subject, VRM_DIFF_PART_NODES, "scene");
    vrmi_compare_wholes(&pair->list, &subject, "scenes", a->scene_count, b->scene_count);
    if (a->scene == VRM_NONE || b->scene == VRM_NONE) {
        vrmi_compare_flags(&pair->list, &subject, "scene", a->scene != VRM_NONE,
                           b->scene != VRM_NONE);
        return;
    }
    vrmi_compare_names(&pair->list, &subject, a->scenes[a->scene].name, b->scenes[b->scene].name);
    vrmi_compare_wholes(&pair->list, &subject, "nodes", a->scenes[a->scene].root_count,
                        b->scenes[b->scene].root_count);
}

void vrmi_diff_nodes(vrm_diff *pair) {
    diff_bones(pair);
    for (uint32_t i = 0; i < pair->a.gltf->node_count; ++i) {
        if (pair->nodes.to_b[i] != VRM_NONE) compare_node(pair, i, pair->nodes.to_b[i]);
    }
    list_unmatched(pair);
    compare_scenes(pair);
}

/* --- Skins --- */

/* The largest difference between the numbers of two lists of matrices, after the first was turned
 * around. */
static double matrices_apart(const vrm_diff *pair, const vrm_mat4 *a, const vrm_mat4 *b,
                             uint32_t count) {
    static const float turned[4] = {-1.0f, 1.0f, -1.0f, 1.0f};
    double most = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 16; ++k) {
            float sign = pair->turns ? turned[k / 4] * turned[k % 4] : 1.0f;
            double apart = fabs((double)(a[i].m[k] * sign) - (double)b[i].m[k]);
            if (apart > most) most = apart;
        }
    }
    return most;
}

static void compare_binds(vrm_diff *pair, const vrmi_diff_subject *subject, int32_t a, int32_t b) {
    uint32_t count = pair->a.gltf->skins[a].joint_count;
    vrm_mat4 *in_a = vrmi_diff_take(pair->list.memory, count, sizeof *in_a);
    vrm_mat4 *in_b = vrmi_diff_take(pair->list.memory, count, sizeof *in_b);
    if (in_a == NULL || in_b == NULL) {
        pair->list.is_refused = true;
    } else if (vrm_model_read_inverse_binds(pair->a.model, a, in_a, count) == VRM_OK &&
               vrm_model_read_inverse_binds(pair->b.model, b, in_b, count) == VRM_OK) {
        double apart = matrices_apart(pair, in_a, in_b, count);
        if (apart > pair->list.tolerance) {
            vrmi_diff_add_amount(&pair->list, subject, "inverseBindMatrices", apart, "");
        }
    }
    vrmi_diff_drop(pair->list.memory, in_a);
    vrmi_diff_drop(pair->list.memory, in_b);
}

static void compare_skins(vrm_diff *pair, const vrmi_diff_subject *subject, int32_t a, int32_t b) {
    const vrm_skin *in_a = &pair->a.gltf->skins[a], *in_b = &pair->b.gltf->skins[b];
    uint32_t same = 0;
    vrmi_compare_wholes(&pair->list, subject, "joints", in_a->joint_count, in_b->joint_count);
    if (in_a->joint_count != in_b->joint_count) return;
    while (same < in_a->joint_count &&
           vrmi_diff_same_index(&pair->nodes, in_a->joints[same], in_b->joints[same])) {
        ++same;
    }
    if (same < in_a->joint_count) {
        vrmi_diff_add(&pair->list, subject, VRM_DIFF_CHANGED, "joints",
                      vrmi_diff_node_text(&pair->list, &pair->a, in_a->joints[same]),
                      vrmi_diff_node_text(&pair->list, &pair->b, in_b->joints[same]));
    } else {
        compare_binds(pair, subject, a, b);
    }
    if (!vrmi_diff_same_index(&pair->nodes, in_a->skeleton, in_b->skeleton)) {
        vrmi_diff_add(&pair->list, subject, VRM_DIFF_CHANGED, "skeleton",
                      vrmi_diff_node_text(&pair->list, &pair->a, in_a->skeleton),
                      vrmi_diff_node_text(&pair->list, &pair->b, in_b->skeleton));
    }
}

/* Skins rarely have names: they are named after the nodes that use them. Each pair of skins is
 * compared once. */
void vrmi_diff_skins(vrm_diff *pair) {
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    int32_t *seen = vrmi_diff_take(pair->list.memory, a->skin_count, sizeof *seen);
    if (seen == NULL) {
        pair->list.is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < a->skin_count; ++i) seen[i] = VRM_NONE;
    for (uint32_t i = 0; i < a->node_count; ++i) {
        int32_t other = pair->nodes.to_b[i], skin = a->nodes[i].skin;
        vrmi_diff_subject subject;
        if (other == VRM_NONE) continue;
        vrmi_subject_name(&subject, VRM_DIFF_PART_SKINS, a->nodes[i].name);
        if ((skin == VRM_NONE) != (b->nodes[other].skin == VRM_NONE)) {
            (skin == VRM_NONE ? vrmi_diff_added : vrmi_diff_removed)(&pair->list, &subject);
        } else if (skin != VRM_NONE && seen[skin] != b->nodes[other].skin) {
            seen[skin] = b->nodes[other].skin;
            compare_skins(pair, &subject, skin, b->nodes[other].skin);
        }
    }
    vrmi_diff_drop(pair->list.memory, seen);
}
