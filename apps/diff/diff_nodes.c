/* Humanoid bones, nodes, skins. */
#include "pair.h"

#include <math.h>
#include <stdlib.h>

/* --- Bones --- */

static vrm_string name_of(const diff_file *file, int32_t node) {
    return file->gltf->nodes[node].name;
}

static void diff_bones(diff_pair *pair) {
    diff_changes *list = &pair->changes;
    const vrm_humanoid *a = &pair->a.tables->humanoid, *b = &pair->b.tables->humanoid;
    diff_subject subject;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        subject_set(&subject, PART_BONES, "%s", vrm_bone_name(i));
        if (is_same_index(&pair->nodes, a->nodes[i], b->nodes[i])) continue;
        change_add(list, &subject,
                   a->nodes[i] == VRM_NONE   ? CHANGE_ADDED
                   : b->nodes[i] == VRM_NONE ? CHANGE_REMOVED
                                             : CHANGE_CHANGED,
                   "node", a->nodes[i] != VRM_NONE ? node_text(list, &pair->a, a->nodes[i]) : "",
                   b->nodes[i] != VRM_NONE ? node_text(list, &pair->b, b->nodes[i]) : "");
    }
    subject_set(&subject, PART_BONES, "%s", "");
    if (pair->a.tables->dialect == VRM_DIALECT_NONE ||
        pair->b.tables->dialect == VRM_DIALECT_NONE) {
        return;
    }
    compare_words(list, &subject, "front", a->faces_minus_z ? "-Z" : "+Z",
                  b->faces_minus_z ? "-Z" : "+Z");
}

/* --- Nodes --- */

/* A node is called by its bone, where it is one in both files. */
static void set_subject(const diff_pair *pair, uint32_t a, int32_t b, diff_subject *out) {
    vrm_bone bone = vrm_model_bone_of_node(pair->a.model, (int32_t)a);
    vrm_string name = name_of(&pair->a, (int32_t)a);
    if (bone != VRM_NONE && bone == vrm_model_bone_of_node(pair->b.model, b)) {
        subject_set(out, PART_BONES, "%s", vrm_bone_name(bone));
    } else if (name.length != 0) {
        subject_set(out, PART_NODES, "%.*s", SUBJECT_NAME(name));
    } else {
        subject_set(out, PART_NODES, "node %u", (unsigned)a);
    }
}

static void compare_rest(diff_pair *pair, const diff_subject *subject, const vrm_trs *a,
                         const vrm_trs *b) {
    diff_changes *list = &pair->changes;
    vrm_vec3 place = pair_turn(pair, a->translation);
    vrm_quat turned = pair_turn_rotation(pair, a->rotation);
    const float from[3] = {a->scale.x, a->scale.y, a->scale.z};
    const float to[3] = {b->scale.x, b->scale.y, b->scale.z};
    double metres = distance_between(place, b->translation);
    double degrees = degrees_between(turned, b->rotation);
    /* Rotations are made unit when they are loaded: the last bit of four numbers is 1e-5 degrees.
     */
    if (metres > list->tolerance) change_by(list, subject, "translation", metres, "m");
    if (degrees > 2e-5 + list->tolerance * 100.0) {
        change_by(list, subject, "rotation", degrees, "degrees");
    }
    compare_numbers(list, subject, "scale", from, to, 3);
}

static void compare_node(diff_pair *pair, uint32_t index, int32_t other) {
    diff_changes *list = &pair->changes;
    const vrm_node *a = &pair->a.gltf->nodes[index], *b = &pair->b.gltf->nodes[other];
    diff_subject subject;
    set_subject(pair, index, other, &subject);
    compare_names(list, &subject, a->name, b->name);
    if (!is_same_index(&pair->nodes, a->parent, b->parent)) {
        change_add(list, &subject, CHANGE_CHANGED, "parent", node_text(list, &pair->a, a->parent),
                   node_text(list, &pair->b, b->parent));
    }
    compare_rest(pair, &subject, &a->rest, &b->rest);
    if (!is_same_index(&pair->meshes, a->mesh, b->mesh)) {
        change_add(
            list, &subject, CHANGE_CHANGED, "mesh",
            a->mesh != VRM_NONE ? changes_quote(list, pair->a.gltf->meshes[a->mesh].name) : "none",
            b->mesh != VRM_NONE ? changes_quote(list, pair->b.gltf->meshes[b->mesh].name) : "none");
    }
    if (a->weight_count != b->weight_count) {
        compare_wholes(list, &subject, "weights", a->weight_count, b->weight_count);
    } else {
        compare_numbers(list, &subject, "weights", a->weights, b->weights, a->weight_count);
    }
}

static void list_unmatched(diff_pair *pair) {
    diff_subject subject;
    for (uint32_t i = 0; i < pair->a.gltf->node_count; ++i) {
        if (pair->nodes.to_b[i] != VRM_NONE) continue;
        subject_set(&subject, PART_NODES, "%.*s", SUBJECT_NAME(pair->a.gltf->nodes[i].name));
        change_removed(&pair->changes, &subject);
    }
    for (uint32_t i = 0; i < pair->b.gltf->node_count; ++i) {
        if (pair->nodes.to_a[i] != VRM_NONE) continue;
        subject_set(&subject, PART_NODES, "%.*s", SUBJECT_NAME(pair->b.gltf->nodes[i].name));
        change_added(&pair->changes, &subject);
    }
}

/* Which nodes the scene shows. The order of roots means nothing. */
static void compare_scenes(diff_pair *pair) {
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    diff_subject subject;
    subject_set(&subject, PART_NODES, "scene");
    compare_wholes(&pair->changes, &subject, "scenes", a->scene_count, b->scene_count);
    if (a->scene == VRM_NONE || b->scene == VRM_NONE) {
        compare_flags(&pair->changes, &subject, "scene", a->scene != VRM_NONE,
                      b->scene != VRM_NONE);
        return;
    }
    compare_names(&pair->changes, &subject, a->scenes[a->scene].name, b->scenes[b->scene].name);
    compare_wholes(&pair->changes, &subject, "nodes", a->scenes[a->scene].root_count,
                   b->scenes[b->scene].root_count);
}

void diff_nodes(diff_pair *pair) {
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
static double matrices_apart(const diff_pair *pair, const vrm_mat4 *a, const vrm_mat4 *b,
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

static void compare_binds(diff_pair *pair, const diff_subject *subject, int32_t a, int32_t b) {
    uint32_t count = pair->a.gltf->skins[a].joint_count;
    vrm_mat4 *in_a = malloc(((size_t)count + 1) * sizeof *in_a);
    vrm_mat4 *in_b = malloc(((size_t)count + 1) * sizeof *in_b);
    if (in_a == NULL || in_b == NULL) {
        pair->changes.has_no_memory = true;
    } else if (vrm_model_read_inverse_binds(pair->a.model, a, in_a, count) == VRM_OK &&
               vrm_model_read_inverse_binds(pair->b.model, b, in_b, count) == VRM_OK) {
        double apart = matrices_apart(pair, in_a, in_b, count);
        if (apart > pair->changes.tolerance) {
            change_by(&pair->changes, subject, "inverseBindMatrices", apart, "");
        }
    }
    free(in_a);
    free(in_b);
}

static void compare_skins(diff_pair *pair, const diff_subject *subject, int32_t a, int32_t b) {
    const vrm_skin *in_a = &pair->a.gltf->skins[a], *in_b = &pair->b.gltf->skins[b];
    uint32_t same = 0;
    compare_wholes(&pair->changes, subject, "joints", in_a->joint_count, in_b->joint_count);
    if (in_a->joint_count != in_b->joint_count) return;
    while (same < in_a->joint_count &&
           is_same_index(&pair->nodes, in_a->joints[same], in_b->joints[same])) {
        ++same;
    }
    if (same < in_a->joint_count) {
        change_add(&pair->changes, subject, CHANGE_CHANGED, "joints",
                   node_text(&pair->changes, &pair->a, in_a->joints[same]),
                   node_text(&pair->changes, &pair->b, in_b->joints[same]));
    } else {
        compare_binds(pair, subject, a, b);
    }
    if (!is_same_index(&pair->nodes, in_a->skeleton, in_b->skeleton)) {
        change_add(&pair->changes, subject, CHANGE_CHANGED, "skeleton",
                   node_text(&pair->changes, &pair->a, in_a->skeleton),
                   node_text(&pair->changes, &pair->b, in_b->skeleton));
    }
}

/* Skins have seldom names of their own: they are those of the nodes that wear them. Each pair of
 * skins is compared once. */
void diff_skins(diff_pair *pair) {
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    int32_t *seen = malloc(((size_t)a->skin_count + 1) * sizeof *seen);
    if (seen == NULL) {
        pair->changes.has_no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < a->skin_count; ++i) seen[i] = VRM_NONE;
    for (uint32_t i = 0; i < a->node_count; ++i) {
        int32_t other = pair->nodes.to_b[i], skin = a->nodes[i].skin;
        diff_subject subject;
        if (other == VRM_NONE) continue;
        subject_set(&subject, PART_SKINS, "%.*s", SUBJECT_NAME(a->nodes[i].name));
        if ((skin == VRM_NONE) != (b->nodes[other].skin == VRM_NONE)) {
            (skin == VRM_NONE ? change_added : change_removed)(&pair->changes, &subject);
        } else if (skin != VRM_NONE && seen[skin] != b->nodes[other].skin) {
            seen[skin] = b->nodes[other].skin;
            compare_skins(pair, &subject, skin, b->nodes[other].skin);
        }
    }
    free(seen);
}
