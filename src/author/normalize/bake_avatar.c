/* The avatar's data in the axes of its nodes other than springs: the position of the eyes. And the
 * whole bake in its order. */
#include "author/document/written.h"
#include "author/normalize/bake_parts.h"
#include "base/text.h"

#include <string.h>

/* --- lookAt --- */

static void say_eyes(vrmi_bake *bake, const char *place) {
    vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "look-at-offset", place,
                  "eye position kept, in the new axes of the bone", NULL);
}

/* 1.0 and its drafts, which had it at several locations under two names (§4.4). */
static void bake_look_at(vrmi_bake *bake) {
    static const char *const places[][2] = {{"lookAt", "offsetFromHeadBone"},
                                            {"lookAt", "firstPersonBoneOffset"},
                                            {"firstPerson", "firstPersonBoneOffset"}};
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *vrm = vrmi_bake_extension(bake, "VRMC_vrm");
    int32_t head = bake->tables->humanoid.nodes[VRM_BONE_HEAD];
    if (head == VRM_NONE || bake->nodes[head].is_same) return;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        vrmi_value *object = vrmi_value_get(tree, vrm, places[i][0]);
        vrm_vec3 before;
        if (!vrmi_bake_read_vec3(bake, object, places[i][1], &before)) continue;
        if (vrmi_bake_write_vec3(bake, object, places[i][1], before,
                                 vrmi_mat4_transform_point(&bake->nodes[head].change, before))) {
            say_eyes(bake, "/extensions/VRMC_vrm");
        }
    }
}

static void bake_first_person_of_0(vrmi_bake *bake) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *object = vrmi_value_get(tree, vrmi_bake_extension(bake, "VRM"), "firstPerson");
    int32_t node = vrmi_bake_node_index(bake, object, "firstPersonBone");
    vrm_vec3 before;
    if (node == VRM_NONE) node = bake->tables->humanoid.nodes[VRM_BONE_HEAD];
    if (node == VRM_NONE || bake->nodes[node].is_same ||
        !vrmi_bake_read_vec3_of_0(bake, object, "firstPersonBoneOffset", &before)) {
        return;
    }
    if (vrmi_bake_write_vec3_of_0(bake, object, "firstPersonBoneOffset", before,
                                  vrmi_mat4_transform_point(&bake->nodes[node].change, before))) {
        say_eyes(bake, "/extensions/VRM/firstPerson");
    }
}

void vrmi_bake_avatar(vrmi_bake *bake) {
    bake_look_at(bake);
    bake_first_person_of_0(bake);
    vrmi_bake_springs(bake);
    vrmi_bake_constraints(bake);
    vrmi_bake_expressions(bake);
}

/* --- The whole --- */

vrm_result vrmi_bake_run(vrmi_bake *bake) {
    uint32_t count = bake->gltf->accessor_count;
    uint32_t *references = VRMI_TAKE(&bake->arena, uint32_t, count);
    if (references == NULL) bake->is_refused = true;
    if (bake->is_refused) return vrmi_refusal_result(&bake->edit->memory);
    vrmi_references_count(&bake->edit->tree, VRMI_REFERENCE_ACCESSOR, references, count);
    vrmi_bake_meshes(bake);
    if (bake->result == VRM_OK && !bake->is_refused) {
        vrmi_bake_nodes(bake);
        vrmi_bake_avatar(bake);
        if (vrmi_tree_is_changed(&bake->edit->tree)) {
            vrmi_edit_drop_accessors(bake->edit, references, count);
            /* Constraints and animations may have gone, and their extensions with them. */
            if (bake->drops_extensions) vrmi_edit_complete_extensions(bake->edit);
            vrmi_edit_repack(bake->edit);
        }
    }
    if (bake->result != VRM_OK) return bake->result;
    return bake->is_refused ? vrmi_refusal_result(&bake->edit->memory) : VRM_OK;
}
