/* vrm_normalize: the pose and the ground if they are requested, then the bake. */
#include "vrm/author/normalize.h"

#include "author/document/compression_edit.h"
#include "author/document/written.h"
#include "author/normalize/bake_parts.h"
#include "base/desc.h"
#include "base/text.h"
#include "model/t_pose.h"
#include "vrm/pose.h"

#include <string.h>

enum {
    KNOWN_FLAGS = VRM_NORMALIZE_T_POSE | VRM_NORMALIZE_GROUND | VRM_NORMALIZE_LOSE_CONSTRAINTS |
                  VRM_NORMALIZE_LITERAL_SCALE
};

VRMI_LOAD_DESC_CHECK(vrm_normalize_desc, flags);

/* Of the first version of the desc. */
enum { FIRST_BYTES = offsetof(vrm_normalize_desc, load) + sizeof(void *) };

void vrm_normalize_desc_init_sized(vrm_normalize_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

/* --- T-pose --- */

static void say_turned(vrm_edit *edit, uint64_t turned, vrm_quat turn) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if ((turned & VRM_BONE_BIT(bone)) == 0) continue;
        vrmi_bake_say(edit, VRM_CHANGE_CONVERTED, "pose-bone", "/nodes", "{} turned to the T-pose",
                      VRMI_WITH(vrmi_words(vrm_bone_name(bone))));
    }
    if (turn.x != 0.0f || turn.z != 0.0f) {
        vrmi_bake_say(edit, VRM_CHANGE_CONVERTED, "pose-upright", "/nodes",
                      "avatar turned to stand upright and to face the front of its VRM version",
                      NULL);
    } else if (turn.y != 0.0f) {
        vrmi_bake_say(edit, VRM_CHANGE_CONVERTED, "pose-facing", "/nodes",
                      "avatar turned to face the front of its VRM version", NULL);
    }
}

static bool find_pose(vrm_edit *edit, vrmi_arena *arena, vrmi_bake_desc *desc) {
    const vrm_gltf *gltf = vrm_model_gltf(edit->model);
    const vrm_tables *tables = vrm_model_tables(edit->model);
    vrm_trs *rests = VRMI_TAKE(arena, vrm_trs, gltf->node_count);
    uint64_t turned;
    if (rests == NULL) return false;
    for (uint32_t i = 0; i < gltf->node_count; ++i) rests[i] = gltf->nodes[i].rest;
    if (!vrmi_pose_to_t(arena, gltf, tables->humanoid.nodes,
                        vrmi_should_face_minus_z(tables->dialect), rests, &turned, &desc->turn)) {
        return false;
    }
    if (turned != 0) desc->pose = rests;
    say_turned(edit, turned, desc->turn);
    return true;
}

/* --- Ground --- */

/* The topmost ancestor of the hips is at the origin, unless a check reports that it is not. */
static bool is_root_away(vrm_edit *edit) {
    const vrm_gltf *gltf = vrm_model_gltf(edit->model);
    int32_t node = vrm_model_bone_node(edit->model, VRM_BONE_HIPS);
    if (node == VRM_NONE || gltf->nodes[node].parent == VRM_NONE) return false;
    while (gltf->nodes[node].parent != VRM_NONE) node = gltf->nodes[node].parent;
    return vrmi_vec3_length(gltf->nodes[node].rest.translation) > VRMI_POSE_ROOT_METERS;
}

/* How high an avatar is that is moved up by so much, for rules that go by it (TP-003, TP-004). */
static float height_of(const vrmi_bake *bake, float up) {
    int32_t head = bake->tables->humanoid.nodes[VRM_BONE_HEAD];
    float y = head != VRM_NONE ? vrmi_mat4_translation(&bake->nodes[head].before).y + up : 0.0f;
    return y > 0.0f ? y * 1.1f : VRMI_POSE_NORMAL_HEIGHT;
}

/* Hips that are off center, or far in front of or behind it, belong to a body that was moved as a
 * whole (TP-003). */
static void move_to_middle(vrmi_bake *bake, vrmi_bake_desc *desc) {
    int32_t hips = bake->tables->humanoid.nodes[VRM_BONE_HIPS];
    float height = height_of(bake, desc->move.y) / VRMI_POSE_NORMAL_HEIGHT;
    vrm_vec3 place;
    float way;
    if (hips == VRM_NONE) return;
    place = vrmi_mat4_translation(&bake->nodes[hips].before);
    if (fabsf(place.x) > VRMI_POSE_EVEN_METERS * height) desc->move.x = -place.x;
    if (fabsf(place.z) > VRMI_POSE_LEAN_METERS * height) desc->move.z = -place.z;
    way = vrmi_vec3_length(vrm_vec3_make(desc->move.x, 0.0f, desc->move.z));
    if (way == 0.0f) return;
    vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "pose-middle", "/nodes",
                  "avatar moved sideways by {} mm to center its hips",
                  VRMI_WITH(vrmi_integer((int32_t)vrmi_min(way * 1e3f, 1e9f))));
}

/* Either the soles or the lowest vertex of all are to be on the ground (TP-006). */
static void move_to_ground(vrmi_bake *bake, vrmi_bake_desc *desc) {
    float soles, lowest;
    if (!vrmi_bake_find_soles(bake, &soles, &lowest) || fabsf(soles) <= VRMI_POSE_SOLE_METERS ||
        fabsf(lowest) <= VRMI_POSE_SOLE_METERS) {
        return;
    }
    desc->move.y = -soles;
    vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "pose-ground", "/nodes",
                  "avatar moved by {} mm to put its soles on the ground",
                  VRMI_WITH(vrmi_integer((int32_t)vrmi_clamp(-soles * 1e3f, -1e9f, 1e9f))));
}

static vrm_result find_ground(vrm_edit *edit, vrmi_bake_desc *desc) {
    vrmi_bake bake;
    vrm_result result;
    if (vrmi_bake_begin(&bake, edit, desc)) {
        move_to_ground(&bake, desc);
        move_to_middle(&bake, desc);
    }
    result = bake.is_refused ? vrmi_refusal_result(&edit->memory) : bake.result;
    desc->root_to_origin = vrmi_vec3_length(desc->move) != 0.0f || is_root_away(edit);
    vrmi_bake_release(&bake);
    return result;
}

/* --- All of it --- */

vrm_result vrmi_normalize_edit(vrm_edit *edit, vrm_normalize_flags flags) {
    vrmi_bake_desc desc;
    vrmi_bake bake;
    vrmi_arena arena;
    vrm_result result = VRM_OK;
    vrmi_bake_desc_init(&desc);
    desc.is_literal = (flags & VRM_NORMALIZE_LITERAL_SCALE) != 0;
    desc.loses_constraints = (flags & VRM_NORMALIZE_LOSE_CONSTRAINTS) != 0;
    vrmi_arena_init(&arena, &edit->memory, 0);
    if ((flags & VRM_NORMALIZE_T_POSE) != 0 && !find_pose(edit, &arena, &desc)) {
        result = vrmi_refusal_result(&edit->memory);
    }
    if (result == VRM_OK && (flags & VRM_NORMALIZE_GROUND) != 0) result = find_ground(edit, &desc);
    if (result == VRM_OK) {
        result = vrmi_bake_begin(&bake, edit, &desc) ? vrmi_bake_run(&bake)
                                                     : vrmi_refusal_result(&edit->memory);
        vrmi_bake_release(&bake);
    }
    vrmi_arena_release(&arena);
    return result;
}

static bool has_avatar(const vrm_edit *edit) {
    vrm_dialect dialect = vrm_model_tables(edit->model)->dialect;
    return dialect != VRM_DIALECT_NONE && dialect != VRM_DIALECT_ANIMATION;
}

vrm_result vrm_normalize(const void *bytes, size_t size, const vrm_normalize_desc *desc,
                         vrm_written **out_file, vrm_report **out_report) {
    vrm_normalize_desc own;
    vrm_edit edit;
    vrm_result result;
    bool is_good =
        out_file != NULL && vrmi_flagged_read(&own, sizeof own, FIRST_BYTES, desc, KNOWN_FLAGS);
    if (out_file != NULL) *out_file = NULL;
    /* A load without bytes reports that the arguments are invalid. */
    if (!is_good) return vrmi_edit_open(&edit, NULL, 1, NULL, out_report);
    result = vrmi_edit_open(&edit, bytes, size, own.load, out_report);
    if (result != VRM_OK) return result;
    result = has_avatar(&edit) ? vrmi_normalize_edit(&edit, own.flags) : VRM_ERROR_VRM;
    if (result == VRM_OK) {
        vrmi_edit_note_decoded(&edit);
        result = vrmi_edit_write(&edit, out_file);
    }
    vrmi_edit_close(&edit);
    return result;
}
