/*
 * Skins that have a node as a joint, when the node is merged into its parent. The parent becomes
 * the joint, with an inverse bind that includes the node's own transform: vertices stay in
 * position, at rest and in every pose of the parent.
 *
 * If the parent is already a joint, a skin may not list it twice. The two joints become one if
 * their inverse binds are equivalent, as in a skin that was bound in the rest pose, and the
 * vertices get other joint indices.
 */
#include "author/document/edit_merge.h"
#include "base/floats.h"
#include "base/text.h"
#include "model/model.h"
#include "model/skinning.h"

#include <math.h>
#include <string.h>

/* How far a vertex may move, in meters. */
static const float MOST_APART = 8e-6f;

/* --- Inverse binds --- */

static vrm_mat4 world_of(const vrmi_merge *merge, int32_t node) {
    vrm_mat4 world = vrmi_mat4_identity();
    for (; node != VRM_NONE; node = merge->gltf->nodes[node].parent) {
        const vrm_mat4 local = vrmi_mat4_from_trs(&merge->gltf->nodes[node].rest);
        world = vrmi_mat4_multiply(&local, &world);
    }
    return world;
}

static const char *read_binds(vrmi_merge *merge, int32_t skin, vrm_mat4 **out) {
    const vrm_skin *model_skin = &merge->gltf->skins[skin];
    vrmi_value *object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_SKIN, skin);
    bool has_binds = vrmi_value_get(&merge->edit->tree, object, "inverseBindMatrices") != NULL;
    *out = VRMI_MERGE_TAKE(merge, vrm_mat4, model_skin->joint_count);
    if (*out == NULL) return "";
    if (has_binds != (model_skin->inverse_binds != VRM_NONE)) return "cannot be used";
    if (vrm_model_read_inverse_binds(merge->model, skin, *out, model_skin->joint_count) != VRM_OK) {
        return "cannot be read";
    }
    return NULL;
}

static vrm_result refuse_skin(vrmi_merge *merge, const char *before, int32_t skin,
                              const char *after) {
    return vrmi_operation_refuse_index(merge->edit, before, skin, after);
}

static vrm_result plan_skin(vrmi_merge *merge, int32_t skin, uint32_t joint, int32_t other) {
    vrmi_merge_skin *plan = &merge->skins[merge->skin_count];
    vrm_mat4 *binds;
    if (read_binds(merge, skin, &binds) != NULL) {
        return refuse_skin(merge, "the inverse bind matrices cannot be read of skin ", skin, "");
    }
    plan->skin = skin;
    plan->joint = joint;
    plan->other = other;
    plan->bind = vrmi_mat4_multiply(&merge->matrix, &binds[joint]);
    if (other != VRM_NONE) {
        const vrm_mat4 world = world_of(merge, merge->parent);
        vrm_mat4 apart;
        for (int i = 0; i < 16; ++i) apart.m[i] = plan->bind.m[i] - binds[other].m[i];
        plan->apart = vrmi_mat4_multiply(&world, &apart);
    }
    merge->skin_count += 1;
    return VRM_OK;
}

/* Joints as in the JSON: a load skips those that it cannot use. */
static vrm_result check_skin(vrmi_merge *merge, int32_t skin) {
    vrmi_tree *tree = &merge->edit->tree;
    vrmi_value *object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_SKIN, skin);
    vrmi_value *joints = vrmi_value_get(tree, object, "joints");
    const uint32_t count = vrmi_value_count(tree, joints);
    uint32_t node_count = 0, parent_count = 0, joint = 0;
    int32_t other = VRM_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t node = vrmi_value_to_index(tree, vrmi_value_at(tree, joints, i));
        if (node == merge->node) {
            joint = i;
            ++node_count;
        } else if (node == merge->parent) {
            other = (int32_t)i;
            ++parent_count;
        }
    }
    if (node_count == 0) return VRM_OK;
    if (node_count > 1 || parent_count > 1 || count != merge->gltf->skins[skin].joint_count) {
        return refuse_skin(merge, "joints cannot be used, or are named twice, in skin ", skin, "");
    }
    return plan_skin(merge, skin, joint, other);
}

/* --- Vertices --- */

static vrm_result refuse_mesh(vrmi_merge *merge, int32_t mesh, const char *before) {
    return vrmi_operation_refuse_index(merge->edit, before, mesh, "");
}

/* The skins that the vertices of each mesh have to follow, if two joints become one. */
static vrm_result find_meshes(vrmi_merge *merge) {
    const vrm_gltf *gltf = merge->gltf;
    int32_t *plan_of = VRMI_MERGE_TAKE(merge, int32_t, gltf->skin_count);
    int32_t *skin_of = VRMI_MERGE_TAKE(merge, int32_t, gltf->mesh_count);
    merge->skin_of_mesh = VRMI_MERGE_TAKE(merge, int32_t, gltf->mesh_count);
    if (plan_of == NULL || skin_of == NULL || merge->skin_of_mesh == NULL) return VRM_OK;
    for (uint32_t i = 0; i < gltf->skin_count; ++i) plan_of[i] = VRM_NONE;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) skin_of[i] = merge->skin_of_mesh[i] = VRM_NONE;
    for (uint32_t i = 0; i < merge->skin_count; ++i) {
        if (merge->skins[i].other != VRM_NONE) plan_of[merge->skins[i].skin] = (int32_t)i;
    }
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        if (node->mesh == VRM_NONE || node->skin == VRM_NONE) continue;
        if (skin_of[node->mesh] == VRM_NONE) {
            skin_of[node->mesh] = node->skin;
            merge->skin_of_mesh[node->mesh] = plan_of[node->skin];
        } else if (skin_of[node->mesh] != node->skin &&
                   (plan_of[node->skin] != VRM_NONE ||
                    merge->skin_of_mesh[node->mesh] != VRM_NONE)) {
            return refuse_mesh(merge, node->mesh, "several skins move mesh ");
        }
    }
    return VRM_OK;
}

/* Files that name the same bytes again and again cost no more than their size allows. */
static void limit_steps(vrmi_merge *merge) {
    merge->steps_left = (uint64_t)merge->edit->size * 16 + ((uint64_t)1 << 20);
}

/* False: there are vertices that cannot be read. Without joints there is nothing to be read. */
static bool read_vertices(vrmi_merge *merge, const vrm_primitive *primitive, vrmi_skinning *out) {
    *out = (vrmi_skinning){.set_count = 0};
    if (primitive->is_compressed || primitive->vertex_count > merge->steps_left) return false;
    merge->steps_left -= primitive->vertex_count;
    while (vrmi_skinning_has_next(out, primitive)) {
        if (!vrmi_skinning_read_next(out, &merge->model->document, primitive, &merge->arena)) {
            return false;
        }
    }
    return true;
}

/* The weight of a joint of a vertex, of all sets together. */
static float weight_of(const vrmi_skinning *skinning, uint32_t vertex, uint32_t joint) {
    float sum = 0.0f;
    for (int32_t set = 0; set < skinning->set_count; ++set) {
        for (size_t i = (size_t)vertex * 4; i < (size_t)vertex * 4 + 4; ++i) {
            if (skinning->joints[set][i] == joint) sum += skinning->weights[set][i];
        }
    }
    return sum;
}

static bool stays(const vrmi_merge_skin *plan, const vrmi_skinning *skinning,
                  const vrm_vec3 *positions, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const float weight = weight_of(skinning, i, plan->joint);
        vrm_vec3 apart;
        if (!(weight > 0.0f)) continue;
        apart = vrmi_mat4_transform_point(&plan->apart, positions[i]);
        if (!(vrmi_vec3_length(apart) * weight <= MOST_APART)) return false;
    }
    return true;
}

static vrm_result check_primitive(vrmi_merge *merge, int32_t mesh, int32_t index) {
    const vrmi_merge_skin *plan = &merge->skins[merge->skin_of_mesh[mesh]];
    const vrm_primitive *primitive = &merge->gltf->meshes[mesh].primitives[index];
    const uint32_t count = primitive->vertex_count;
    vrmi_skinning skinning;
    vrm_vec3 *positions;
    vrm_result result = VRM_OK;
    const vrmi_arena_mark mark = vrmi_arena_get_mark(&merge->arena);
    if (!read_vertices(merge, primitive, &skinning)) {
        merge->edit->tree.is_refused |= merge->edit->memory.refusal != VRMI_REFUSAL_NONE;
        result = refuse_mesh(merge, mesh, "vertices cannot be read of mesh ");
    } else if (skinning.set_count > 0) {
        positions = VRMI_MERGE_TAKE(merge, vrm_vec3, count);
        if (positions != NULL &&
            vrm_model_read_vertices(merge->model, mesh, index, VRM_ATTRIBUTE_POSITION, 0, 3,
                                    vrmi_vec3_out(positions), (size_t)count * 3) != VRM_OK) {
            result = refuse_mesh(merge, mesh, "vertices cannot be read of mesh ");
        } else if (positions != NULL && !stays(plan, &skinning, positions, count)) {
            result = refuse_mesh(merge, mesh,
                                 "the node and its parent are bound in different poses, and "
                                 "vertices would move of mesh ");
        }
    }
    vrmi_arena_rewind(&merge->arena, &mark);
    return result;
}

static vrm_result check_meshes(vrmi_merge *merge) {
    vrm_result result = find_meshes(merge);
    for (uint32_t i = 0; i < merge->gltf->mesh_count && result == VRM_OK; ++i) {
        if (merge->edit->tree.is_refused) return VRM_OK;
        if (merge->skin_of_mesh[i] == VRM_NONE) continue;
        for (uint32_t k = 0; k < merge->gltf->meshes[i].primitive_count && result == VRM_OK; ++k) {
            result = check_primitive(merge, (int32_t)i, (int32_t)k);
        }
    }
    return result;
}

vrm_result vrmi_merge_check_skins(vrmi_merge *merge) {
    vrm_result result = VRM_OK;
    merge->skins = VRMI_MERGE_TAKE(merge, vrmi_merge_skin, merge->gltf->skin_count);
    if (merge->skins == NULL) return VRM_OK;
    limit_steps(merge);
    for (uint32_t i = 0; i < merge->gltf->skin_count && result == VRM_OK; ++i) {
        result = check_skin(merge, (int32_t)i);
    }
    return result == VRM_OK ? check_meshes(merge) : result;
}

/* --- Writing vertices --- */

/* One vertex with one joint less: `from` becomes `into`, and later ones move up. A weight that
 * would refer to `into` twice is added to the other. True: weights have changed. */
static bool fold(uint16_t *const *joints, float *const *weights, int32_t set_count, uint32_t vertex,
                 uint32_t from, uint32_t into) {
    const size_t first = (size_t)vertex * 4;
    float *kept = NULL;
    bool is_changed = false;
    for (int32_t set = 0; set < set_count; ++set) {
        for (size_t i = first; i < first + 4; ++i) {
            uint16_t *joint = &joints[set][i];
            float *weight = &weights[set][i];
            if (*joint != from && *joint != into) {
                if (*joint > from) *joint = (uint16_t)(*joint - 1);
            } else if (!(*weight > 0.0f)) {
                /* Without a weight, the index of a joint means nothing. */
                *joint = 0;
            } else if (kept == NULL) {
                *joint = (uint16_t)(into > from ? into - 1 : into);
                kept = weight;
            } else {
                *kept += *weight;
                *weight = 0.0f;
                *joint = 0;
                is_changed = true;
            }
        }
    }
    return is_changed;
}

static int32_t add_joints(vrmi_merge *merge, const vrm_accessor *old, const uint16_t *joints,
                          uint32_t count) {
    const size_t numbers = (size_t)count * 4;
    uint8_t *bytes;
    if (old->component != VRM_COMPONENT_U8) {
        return vrmi_edit_add_accessor(merge->edit, VRM_COMPONENT_U16, VRM_ELEMENT_VEC4, false,
                                      count, joints, 34962, false);
    }
    bytes = VRMI_MERGE_TAKE(merge, uint8_t, numbers);
    if (bytes == NULL) return VRM_NONE;
    for (size_t i = 0; i < numbers; ++i) bytes[i] = (uint8_t)joints[i];
    return vrmi_edit_add_accessor(merge->edit, VRM_COMPONENT_U8, VRM_ELEMENT_VEC4, false, count,
                                  bytes, 34962, false);
}

static uint16_t to_integer(float weight, float most) {
    return (uint16_t)floorf(vrmi_clamp(weight, 0.0f, 1.0f) * most + 0.5f);
}

static int32_t add_weights(vrmi_merge *merge, const vrm_accessor *old, const float *weights,
                           uint32_t count) {
    const size_t numbers = (size_t)count * 4;
    uint16_t *words;
    uint8_t *bytes;
    if (old->component != VRM_COMPONENT_U8 && old->component != VRM_COMPONENT_U16) {
        return vrmi_edit_add_accessor(merge->edit, VRM_COMPONENT_F32, VRM_ELEMENT_VEC4, false,
                                      count, weights, 34962, false);
    }
    words = VRMI_MERGE_TAKE(merge, uint16_t, numbers);
    bytes = VRMI_MERGE_TAKE(merge, uint8_t, numbers);
    if (words == NULL || bytes == NULL) return VRM_NONE;
    for (size_t i = 0; i < numbers; ++i) {
        words[i] = to_integer(weights[i], 65535.0f);
        bytes[i] = (uint8_t)to_integer(weights[i], 255.0f);
    }
    return vrmi_edit_add_accessor(
        merge->edit, old->component, VRM_ELEMENT_VEC4, true, count,
        old->component == VRM_COMPONENT_U8 ? (void *)bytes : (void *)words, 34962, false);
}

static vrmi_value *attributes_of(vrmi_merge *merge, int32_t mesh, uint32_t primitive) {
    vrmi_tree *tree = &merge->edit->tree;
    vrmi_value *object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_MESH, mesh);
    vrmi_value *list = vrmi_value_get(tree, object, "primitives");
    return vrmi_value_get(tree, vrmi_value_at(tree, list, primitive), "attributes");
}

static void set_attribute(vrmi_merge *merge, vrmi_value *attributes, const char *name, int32_t set,
                          int32_t old, int32_t accessor) {
    char key[32];
    vrmi_text text = vrmi_text_make(key, sizeof key);
    vrmi_text_append(&text, name);
    vrmi_text_append_i64(&text, set);
    if (accessor == VRM_NONE) return;
    vrmi_value_set_index(&merge->edit->tree, attributes, key, (uint64_t)accessor);
    merge->is_replaced[old] = 1;
}

/* The vertices of a primitive, in memory that may be changed. */
typedef struct vertices {
    uint16_t *joints[VRMI_MOST_SETS];
    float *weights[VRMI_MOST_SETS];
    int32_t set_count;
} vertices;

static bool copy_vertices(vrmi_merge *merge, const vrmi_skinning *from, uint32_t count,
                          vertices *out) {
    const size_t numbers = (size_t)count * 4;
    out->set_count = from->set_count;
    for (int32_t set = 0; set < from->set_count; ++set) {
        out->joints[set] = VRMI_MERGE_TAKE(merge, uint16_t, numbers);
        out->weights[set] = VRMI_MERGE_TAKE(merge, float, numbers);
        if (out->joints[set] == NULL || out->weights[set] == NULL) return false;
        memcpy(out->joints[set], from->joints[set], numbers * sizeof(uint16_t));
        memcpy(out->weights[set], from->weights[set], numbers * sizeof(float));
    }
    return true;
}

/* What became of the arrays of a primitive, for others that have the same. */
typedef struct folded {
    int32_t old_joints[VRMI_MOST_SETS], old_weights[VRMI_MOST_SETS];
    int32_t joints[VRMI_MOST_SETS], weights[VRMI_MOST_SETS]; /* VRM_NONE: as they were */
    int32_t set_count;
    const vrmi_merge_skin *plan;
} folded;

static void read_accessors(const vrm_primitive *primitive, folded *out) {
    memset(out, 0, sizeof *out);
    for (int32_t set = 0; set < VRMI_MOST_SETS; ++set) {
        out->old_joints[set] = vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_JOINTS, set);
        out->old_weights[set] = vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_WEIGHTS, set);
        if (out->old_joints[set] == VRM_NONE || out->old_weights[set] == VRM_NONE) break;
        out->set_count += 1;
    }
}

static bool has_same_arrays(const folded *a, const folded *b) {
    return a->plan == b->plan && a->set_count == b->set_count &&
           memcmp(a->old_joints, b->old_joints, sizeof a->old_joints) == 0 &&
           memcmp(a->old_weights, b->old_weights, sizeof a->old_weights) == 0;
}

static bool fold_vertices(vrmi_merge *merge, const vrm_primitive *primitive, folded *folded) {
    const vrm_accessor *accessors = merge->gltf->accessors;
    const uint32_t count = primitive->vertex_count;
    vrmi_skinning skinning;
    vertices now = {.set_count = 0};
    bool has_weights = false;
    if (!read_vertices(merge, primitive, &skinning) ||
        !copy_vertices(merge, &skinning, count, &now)) {
        merge->edit->tree.is_refused = true;
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        has_weights |= fold(now.joints, now.weights, now.set_count, i, folded->plan->joint,
                            (uint32_t)folded->plan->other);
    }
    for (int32_t set = 0; set < now.set_count; ++set) {
        folded->joints[set] =
            add_joints(merge, &accessors[folded->old_joints[set]], now.joints[set], count);
        folded->weights[set] =
            has_weights
                ? add_weights(merge, &accessors[folded->old_weights[set]], now.weights[set], count)
                : VRM_NONE;
    }
    return true;
}

/* Primitives often share their arrays, and go on to do so. */
static void write_primitive(vrmi_merge *merge, int32_t mesh, uint32_t index, folded **last) {
    const vrm_primitive *primitive = &merge->gltf->meshes[mesh].primitives[index];
    vrmi_value *attributes = attributes_of(merge, mesh, index);
    folded *fold = VRMI_MERGE_TAKE(merge, folded, 1);
    const folded *before;
    if (fold == NULL) return;
    read_accessors(primitive, fold);
    fold->plan = &merge->skins[merge->skin_of_mesh[mesh]];
    if (fold->set_count == 0) return;
    before = last[fold->old_joints[0]];
    if (before != NULL && has_same_arrays(before, fold)) {
        memcpy(fold, before, sizeof *fold);
    } else {
        const vrmi_arena_mark mark = vrmi_arena_get_mark(&merge->arena);
        const bool is_good = fold_vertices(merge, primitive, fold);
        vrmi_arena_rewind(&merge->arena, &mark);
        if (!is_good) return;
        last[fold->old_joints[0]] = fold;
    }
    for (int32_t set = 0; set < fold->set_count; ++set) {
        set_attribute(merge, attributes, "JOINTS_", set, fold->old_joints[set], fold->joints[set]);
        set_attribute(merge, attributes, "WEIGHTS_", set, fold->old_weights[set],
                      fold->weights[set]);
    }
}

static void write_meshes(vrmi_merge *merge) {
    const vrm_gltf *gltf = merge->gltf;
    folded **last = VRMI_MERGE_TAKE(merge, folded *, gltf->accessor_count);
    if (last == NULL) return;
    limit_steps(merge);
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) last[i] = NULL;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        if (merge->skin_of_mesh[i] == VRM_NONE) continue;
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            if (merge->edit->tree.is_refused) return;
            write_primitive(merge, (int32_t)i, k, last);
        }
    }
}

/* --- Writing skins --- */

static void write_binds(vrmi_merge *merge, const vrmi_merge_skin *plan, vrmi_value *object) {
    const vrm_skin *skin = &merge->gltf->skins[plan->skin];
    const bool goes = plan->other != VRM_NONE;
    const uint32_t count = skin->joint_count - (goes ? 1 : 0);
    vrm_mat4 *binds;
    int32_t accessor;
    /* Identities stay identities. */
    if (skin->inverse_binds == VRM_NONE && (goes || merge->is_identity)) return;
    if (!goes && merge->is_identity) return;
    if (read_binds(merge, plan->skin, &binds) != NULL) {
        merge->edit->tree.is_refused = true;
        return;
    }
    if (goes) {
        memmove(binds + plan->joint, binds + plan->joint + 1,
                (count - plan->joint) * sizeof binds[0]);
    } else {
        binds[plan->joint] = plan->bind;
    }
    accessor = vrmi_edit_add_accessor(merge->edit, VRM_COMPONENT_F32, VRM_ELEMENT_MAT4, false,
                                      count, binds, 0, false);
    if (accessor == VRM_NONE) return;
    vrmi_value_set_index(&merge->edit->tree, object, "inverseBindMatrices", (uint64_t)accessor);
    if (skin->inverse_binds != VRM_NONE) merge->is_replaced[skin->inverse_binds] = 1;
}

static void write_skin(vrmi_merge *merge, const vrmi_merge_skin *plan) {
    vrmi_tree *tree = &merge->edit->tree;
    vrmi_value *object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_SKIN, plan->skin);
    vrmi_value *joint = vrmi_value_at(tree, vrmi_value_get(tree, object, "joints"), plan->joint);
    write_binds(merge, plan, object);
    if (plan->other != VRM_NONE) {
        vrmi_value_remove(tree, joint);
        vrmi_operation_end(merge->edit, VRM_CHANGE_CONVERTED, "skin-joint", object,
                           "Two joints of a skin became one");
    } else {
        vrmi_value_replace_index(tree, joint, (uint64_t)merge->parent);
        vrmi_operation_end(merge->edit, VRM_CHANGE_CONVERTED, "skin-joint", object,
                           "A skin has the parent as its joint, with another inverse bind");
    }
}

/* The root of a skin is a hint, and what is above the root is one too. */
static void write_skeletons(vrmi_merge *merge) {
    vrmi_tree *tree = &merge->edit->tree;
    for (uint32_t i = 0; i < merge->gltf->skin_count; ++i) {
        vrmi_value *object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_SKIN, (int32_t)i);
        vrmi_value *skeleton = vrmi_value_get(tree, object, "skeleton");
        if (skeleton != NULL && vrmi_value_to_index(tree, skeleton) == merge->node) {
            vrmi_value_replace_index(tree, skeleton, (uint64_t)merge->parent);
        }
    }
}

/* Replaced accessors, and their views, are removed if nothing refers to them any longer. */
static void drop_replaced(vrmi_merge *merge) {
    vrmi_tree *tree = &merge->edit->tree;
    const vrm_gltf *gltf = merge->gltf;
    const uint32_t count =
        vrmi_value_count(tree, vrmi_reference_table(tree, VRMI_REFERENCE_ACCESSOR));
    const uint32_t view_count =
        vrmi_value_count(tree, vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER_VIEW));
    uint32_t *uses = VRMI_MERGE_TAKE(merge, uint32_t, count > view_count ? count : view_count);
    uint8_t *keeps = VRMI_MERGE_TAKE(merge, uint8_t, count);
    uint8_t *keeps_view = VRMI_MERGE_TAKE(merge, uint8_t, view_count);
    if (uses == NULL || keeps == NULL || keeps_view == NULL) return;
    memset(keeps, 1, count);
    memset(keeps_view, 1, view_count);
    vrmi_references_count(tree, VRMI_REFERENCE_ACCESSOR, uses, count);
    for (uint32_t i = 0; i < gltf->accessor_count && i < count; ++i) {
        const int32_t view = gltf->accessors[i].buffer_view;
        if (merge->is_replaced[i] == 0 || uses[i] != 0) continue;
        keeps[i] = 0;
        if (view != VRM_NONE && (uint32_t)view < view_count) keeps_view[view] = 0;
    }
    vrmi_references_keep(tree, VRMI_REFERENCE_ACCESSOR, keeps, NULL);
    vrmi_references_count(tree, VRMI_REFERENCE_BUFFER_VIEW, uses, view_count);
    for (uint32_t i = 0; i < view_count; ++i) keeps_view[i] |= uses[i] != 0;
    vrmi_edit_drop_views(merge->edit, keeps_view);
}

void vrmi_merge_write_skins(vrmi_merge *merge) {
    merge->is_replaced = VRMI_MERGE_TAKE(merge, uint8_t, merge->gltf->accessor_count);
    if (merge->is_replaced == NULL) return;
    memset(merge->is_replaced, 0, merge->gltf->accessor_count);
    write_skeletons(merge);
    if (merge->skin_count == 0) return;
    write_meshes(merge);
    for (uint32_t i = 0; i < merge->skin_count && !merge->edit->tree.is_refused; ++i) {
        write_skin(merge, &merge->skins[i]);
    }
    if (!merge->edit->tree.is_refused) drop_replaced(merge);
}
