/* Skins: the matrices of their joints, and new inverse binds (requirements 6.9, steps 3 and 6). */
#include "author/normalize/bake_mesh.h"
#include "base/text.h"

/* Differences up to these are ignored: of the linear part, and of the position in meters. */
static const float SAME_LINEAR = 1e-5f, SAME_PLACE = 2e-5f;

static bool is_near_identity(const vrm_mat4 *m) {
    for (int i = 0; i < 15; ++i) {
        float most = i < 12 ? SAME_LINEAR : SAME_PLACE;
        if (i % 4 != 3 && !(fabsf(m->m[i] - (i % 5 == 0 ? 1.0f : 0.0f)) <= most)) return false;
    }
    return true;
}

/* The joint for vertices without weights: the skeleton of the skin, or else its first joint. It
 * becomes a joint if it is none (TP-019). */
static int32_t find_root(const vrm_skin *skin) {
    for (uint32_t i = 0; i < skin->joint_count && skin->skeleton != VRM_NONE; ++i) {
        if (skin->joints[i] == skin->skeleton) return (int32_t)i;
    }
    return skin->skeleton != VRM_NONE ? (int32_t)skin->joint_count : 0;
}

static bool read_skin(vrmi_meshes *meshes, int32_t index) {
    vrmi_bake *bake = meshes->bake;
    const vrm_skin *from = &bake->gltf->skins[index];
    vrmi_bake_skin *skin = &meshes->skins[index];
    const vrm_trs top = {bake->desc.move, bake->desc.turn, {1.0f, 1.0f, 1.0f}};
    vrm_mat4 *matrices = VRMI_TAKE(meshes->arena, vrm_mat4, from->joint_count);
    vrm_result result;
    if (matrices == NULL) return vrmi_bake_refuse(bake);
    if (!vrmi_bake_take_steps(meshes, from->joint_count)) return false;
    result = vrm_model_read_inverse_binds(bake->edit->model, index, matrices, from->joint_count);
    if (result != VRM_OK) return vrmi_bake_fail(bake, result);
    skin->is_same = true;
    for (uint32_t i = 0; i < from->joint_count; ++i) {
        const vrmi_bake_node *joint = &bake->nodes[from->joints[i]];
        matrices[i] = vrmi_mat4_multiply(&joint->before, &matrices[i]);
        skin->is_same = skin->is_same && joint->is_same && is_near_identity(&matrices[i]);
    }
    skin->matrices = matrices;
    skin->root = find_root(from);
    skin->without =
        (uint32_t)skin->root < from->joint_count ? matrices[skin->root] : vrmi_mat4_from_trs(&top);
    return true;
}

bool vrmi_bake_read_skins(vrmi_meshes *meshes) {
    for (uint32_t i = 0; i < meshes->bake->gltf->skin_count; ++i) {
        meshes->skins[i].gets_root = false;
        if (!read_skin(meshes, (int32_t)i)) return false;
    }
    return true;
}

/* --- Writing --- */

static vrm_mat4 inverse_bind(const vrmi_bake *bake, int32_t node) {
    vrm_mat4 inverse = vrmi_mat4_identity();
    const vrm_mat4 *after = &bake->nodes[node].after;
    if (bake->nodes[node].keeps_rotation) {
        vrmi_mat4_inverse(after, &inverse);
        return inverse;
    }
    for (int i = 12; i < 15; ++i) inverse.m[i] = 0.0f - vrmi_to_finite(after->m[i]);
    return inverse;
}

static void write_inverse_binds(vrmi_meshes *meshes, int32_t index, vrmi_value *value) {
    vrmi_bake *bake = meshes->bake;
    const vrm_skin *skin = &bake->gltf->skins[index];
    uint32_t count = skin->joint_count + (meshes->skins[index].gets_root ? 1 : 0);
    int32_t accessor;
    vrmi_arena arena;
    vrm_mat4 *binds;
    vrmi_arena_init(&arena, &bake->edit->memory, 0);
    binds = VRMI_TAKE(&arena, vrm_mat4, count);
    if (binds == NULL) {
        vrmi_bake_refuse(bake);
        vrmi_arena_release(&arena);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        binds[i] = inverse_bind(bake, i < skin->joint_count ? skin->joints[i] : skin->skeleton);
    }
    accessor = skin->inverse_binds != VRM_NONE
                   ? vrmi_bake_put_floats(meshes, skin->inverse_binds, binds->m, count, 16, false)
                   : vrmi_edit_add_accessor(bake->edit, VRM_COMPONENT_F32, VRM_ELEMENT_MAT4, false,
                                            count, binds, 0, false);
    if (accessor != skin->inverse_binds && accessor != VRM_NONE) {
        vrmi_value_set_index(&bake->edit->tree, value, "inverseBindMatrices", (uint64_t)accessor);
    }
    vrmi_arena_release(&arena);
}

static void add_root(vrmi_meshes *meshes, int32_t index, vrmi_value *value) {
    vrmi_tree *tree = &meshes->bake->edit->tree;
    char digits[16];
    vrmi_text text = vrmi_text_make(digits, sizeof digits);
    vrm_string json;
    vrmi_text_append_i64(&text, meshes->bake->gltf->skins[index].skeleton);
    json.data = digits;
    json.length = (uint32_t)text.length;
    vrmi_value_append(tree, vrmi_value_get(tree, value, "joints"), json);
}

/* The draft has no skeleton, or one at the origin (TP-017). */
static void write_skeleton(vrmi_meshes *meshes, int32_t index, vrmi_value *value,
                           const char *place) {
    vrmi_bake *bake = meshes->bake;
    int32_t skeleton = bake->gltf->skins[index].skeleton;
    vrmi_value *member = vrmi_value_get(&bake->edit->tree, value, "skeleton");
    if (bake->tables->dialect != VRM_DIALECT_1_DRAFT || skeleton == VRM_NONE || member == NULL ||
        vrmi_vec3_length(vrmi_mat4_translation(&bake->nodes[skeleton].after)) <= 1e-4f) {
        return;
    }
    vrmi_value_remove(&bake->edit->tree, member);
    vrmi_bake_say(bake->edit, VRM_CHANGE_REMOVED, "skin-skeleton", place,
                  "the skeleton of the skin was removed, because it is not at the origin", NULL);
}

static void write_skin(vrmi_meshes *meshes, int32_t index) {
    const vrmi_bake_skin *skin = &meshes->skins[index];
    vrmi_value *value = vrmi_bake_element(meshes->bake, "skins", index);
    char place[32];
    vrmi_text text = vrmi_text_make(place, sizeof place);
    vrmi_text_append(&text, "/skins/");
    vrmi_text_append_i64(&text, index);
    write_skeleton(meshes, index, value, place);
    if (skin->is_same && !skin->gets_root) return;
    if (skin->gets_root) {
        add_root(meshes, index, value);
        vrmi_bake_say(meshes->bake->edit, VRM_CHANGE_ADDED, "skin-root", place,
                      "the root of the skin becomes a joint, for vertices without weights", NULL);
    }
    write_inverse_binds(meshes, index, value);
    vrmi_bake_say(meshes->bake->edit, VRM_CHANGE_CONVERTED, "skin-binds", place,
                  "the inverse bind matrices of the skin are translations", NULL);
}

void vrmi_bake_write_skins(vrmi_meshes *meshes) {
    for (uint32_t i = 0; i < meshes->bake->gltf->skin_count; ++i) write_skin(meshes, (int32_t)i);
}
