#include "base/math.h"
#include "base/text.h"
#include "build/finish.h"
#include "vrm/pose.h"

#include <string.h>

/* Adds the names of those that are missing to a text that lists them. Whether all are there. */
static bool has_bones(const vrmi_build *build, uint64_t bones, vrmi_text *missing) {
    const int32_t *nodes = build->tables.humanoid.nodes;
    bool has_all = true;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if ((bones & VRM_BONE_BIT(bone)) == 0 || nodes[bone] != VRM_NONE) continue;
        if (missing->length != 0) vrmi_text_append(missing, ", ");
        vrmi_text_append(missing, vrm_bone_name(bone));
        has_all = false;
    }
    return has_all;
}

/* At the second of the two in the file. */
static void found_node_twice(const vrmi_build *build, const vrmi_json *at, vrm_bone a, vrm_bone b) {
    int32_t node = build->tables.humanoid.nodes[a];
    vrmi_json second, field;
    if (vrmi_load_find_element(build->load, at, "node", node, node, &second)) {
        field = vrmi_json_at(&second, "node", NULL);
        at = &field;
    }
    vrmi_load_found(build->load, VRMI_BONE_NODE_TWICE, at,
                    VRMI_WITH(vrmi_words(vrm_bone_name(a)), vrmi_words(vrm_bone_name(b)),
                              vrmi_node_reference(build->gltf, node)));
}

static void check_bones(vrmi_build *build) {
    vrmi_json humanoid = vrmi_json_at(&build->vrm, "humanoid", NULL);
    vrmi_json at = vrmi_json_at(&humanoid, "humanBones", NULL);
    vrm_humanoid *bones = &build->tables.humanoid;
    char buffer[256]; /* the names of all 17 take 188 bytes */
    vrmi_text missing = vrmi_text_make(buffer, sizeof buffer);
    bones->is_complete = has_bones(build, VRM_REQUIRED_BONES, &missing);
    if (build->rules.requires_chest_and_neck) { /* (HU-020, V0-024) */
        has_bones(build, VRM_BONE_BIT(VRM_BONE_CHEST) | VRM_BONE_BIT(VRM_BONE_NECK), &missing);
    }
    if (missing.length != 0) { /* One for all: 17 lines would hide what else there is [HU-003]. */
        vrmi_load_found(build->load, VRMI_BONE_MISSING, &at, VRMI_WITH(vrmi_words(missing.data)));
    }
    /* A node is one bone only; of several, all are kept (HU-006). */
    for (int a = 0; a < VRM_BONE_COUNT; ++a) {
        int same = 0;
        if (bones->nodes[a] == VRM_NONE) continue;
        for (int b = a + 1; b < VRM_BONE_COUNT; ++b) same += bones->nodes[a] == bones->nodes[b];
        for (int b = a + 1; b < VRM_BONE_COUNT && same != 0; ++b) {
            if (bones->nodes[a] != bones->nodes[b]) continue;
            found_node_twice(build, &at, (vrm_bone)a, (vrm_bone)b);
        }
    }
}

/* From the right one to the left one of a pair; zero where one is missing. */
static vrm_vec3 from_right_to_left(const vrmi_build *build, vrm_bone left, vrm_bone right) {
    int32_t left_node = build->tables.humanoid.nodes[left];
    int32_t right_node = build->tables.humanoid.nodes[right];
    if (left_node == VRM_NONE || right_node == VRM_NONE) return vrm_vec3_make(0, 0, 0);
    return vrmi_vec3_sub(vrmi_build_rest_position(build, left_node),
                         vrmi_build_rest_position(build, right_node));
}

/* Measures which way the avatar faces. Where the measurement does not tell, the rule of the dialect
 * is used (TP-002, TP-022). */
static void measure_facing(vrmi_build *build) {
    vrm_humanoid *humanoid = &build->tables.humanoid;
    int32_t head = humanoid->nodes[VRM_BONE_HEAD], hips = humanoid->nodes[VRM_BONE_HIPS];
    const vrm_vec3 zero = {0, 0, 0};
    vrm_vec3 left = from_right_to_left(build, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG);
    vrm_vec3 up = zero, forward;
    if (vrmi_vec3_length(left) <= VRMI_EPSILON_LENGTH) {
        left = from_right_to_left(build, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM);
    }
    if (head != VRM_NONE && hips != VRM_NONE) {
        up = vrmi_vec3_sub(vrmi_build_rest_position(build, head),
                           vrmi_build_rest_position(build, hips));
    }
    forward = vrmi_vec3_safe_normalize(
        vrmi_vec3_cross(vrmi_vec3_safe_normalize(left, zero), vrmi_vec3_safe_normalize(up, zero)),
        zero);
    humanoid->faces_minus_z = build->rules.faces_minus_z;
    if (forward.z > 0.5f) humanoid->faces_minus_z = 0;
    if (forward.z < -0.5f) humanoid->faces_minus_z = 1;
}

/* A lookAt without an offset is measured from between the eyes, in the head's space (LA-003). */
static void place_eyes(vrmi_build *build) {
    const vrm_humanoid *humanoid = &build->tables.humanoid;
    int32_t head = humanoid->nodes[VRM_BONE_HEAD];
    int32_t left = humanoid->nodes[VRM_BONE_LEFT_EYE], right = humanoid->nodes[VRM_BONE_RIGHT_EYE];
    vrm_mat4 to_head;
    vrm_vec3 middle;
    if (build->has_look_at_offset || head == VRM_NONE || left == VRM_NONE || right == VRM_NONE ||
        !vrmi_mat4_inverse(&build->rest_world[head], &to_head)) {
        return;
    }
    middle = vrmi_vec3_lerp(vrmi_build_rest_position(build, left),
                            vrmi_build_rest_position(build, right), 0.5f);
    build->tables.look_at.offset_from_head_bone = vrmi_mat4_transform_point(&to_head, middle);
}

/* Presets in their order, then custom ones in the file's; insertion sort would be quadratic. */
static void order_expressions(const vrmi_build *build, uint32_t *order) {
    const vrm_expression *found = build->expressions.items;
    uint32_t count = build->expressions.count, placed = 0;
    for (int32_t preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
        for (uint32_t i = 0; i < count; ++i) {
            if (found[i].preset == preset) order[placed++] = i;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (found[i].preset == VRM_NONE) order[placed++] = i;
    }
}

static bool sort_expressions(vrmi_build *build) {
    const vrm_expression *found = build->expressions.items;
    const vrm_string *pointers = build->expression_pointers.items;
    uint32_t count = build->expressions.count;
    uint32_t pointer_count = pointers != NULL ? count : 0;
    vrm_expression *sorted = VRMI_TAKE(build->load->arena, vrm_expression, count);
    vrm_string *sorted_pointers = VRMI_TAKE(build->load->arena, vrm_string, pointer_count);
    uint32_t *order = VRMI_TAKE(build->load->arena, uint32_t, count);
    if (sorted == NULL || sorted_pointers == NULL || order == NULL) {
        return vrmi_load_refused(build->load);
    }
    order_expressions(build, order);
    for (uint32_t i = 0; i < count; ++i) sorted[i] = found[order[i]];
    for (uint32_t i = 0; i < pointer_count; ++i) sorted_pointers[i] = pointers[order[i]];
    build->expressions.items = sorted;
    build->expressions.capacity = count;
    if (pointers != NULL) build->prepared.expression_pointers = sorted_pointers;
    return true;
}

/* Completes a lookAt that the file does not have. The file may still have its offset. */
static void complete_look_at(vrmi_build *build) {
    vrm_look_at *look_at = &build->tables.look_at;
    vrm_vec3 offset = look_at->offset_from_head_bone;
    if (look_at->is_present) return;
    vrmi_default_look_at(look_at, VRM_LOOK_AT_TYPE_BONE);
    if (build->has_look_at_offset) look_at->offset_from_head_bone = offset;
}

bool vrmi_finish_humanoid(vrmi_build *build) {
    vrm_first_person *first_person = &build->tables.first_person;
    if (vrmi_build_has_avatar(build)) check_bones(build);
    measure_facing(build);
    complete_look_at(build);
    place_eyes(build);
    /* Without a firstPersonBone, the head is hidden in first person (V0-025). */
    if (first_person->head_node == VRM_NONE) {
        first_person->head_node = build->tables.humanoid.nodes[VRM_BONE_HEAD];
    }
    /* Nodes without an annotation are `auto` (FP-006, FP-007). */
    for (uint32_t i = 0; i < build->gltf->node_count; ++i) {
        if (build->first_person[i] == VRM_NONE) build->first_person[i] = VRM_FIRST_PERSON_AUTO;
    }
    return sort_expressions(build);
}
