/* Making an avatar, and reading its frame. */
#include "avatar/sleep.h"
#include "base/desc.h"

#include <string.h>

VRMI_DESC_CHECK(vrm_avatar_desc, flags);

void vrm_avatar_desc_init_sized(vrm_avatar_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

bool vrmi_avatar_desc_read(vrm_avatar_desc *out, const vrm_avatar_desc *desc) {
    const uint32_t known = VRM_AVATAR_FLAG_AS_FILE | VRM_AVATAR_FLAG_LITERAL_TIME |
                           VRM_AVATAR_FLAG_LITERAL_SCALE | VRM_AVATAR_FLAG_CLAMP_MORPHS |
                           VRM_AVATAR_FLAG_OVERRIDE_BONE_LOOK_AT |
                           VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION | VRM_AVATAR_FLAG_SLEEP |
                           VRM_AVATAR_FLAG_NO_SPRING_LIMITS;
    return vrmi_desc_read(out, sizeof *out, sizeof(vrmi_desc_head), desc, known);
}

/* Places the arrays behind the struct; `base` NULL only measures. */
static void lay_out(vrm_avatar *avatar, vrmi_layout *layout, unsigned char *base) {
    uint32_t nodes = avatar->gltf->node_count;
#define PLACE(pointer, count)                                                                      \
    do {                                                                                           \
        size_t offset = vrmi_layout_add(layout, (count), sizeof *(pointer), VRMI_AVATAR_LINE);     \
        if (base != NULL) (pointer) = (void *)(base + offset);                                     \
    } while (0)
    const vrm_tables *tables = avatar->tables;
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    vrmi_face *face = &avatar->face;
    vrmi_springs *springs = &avatar->springs;
    PLACE(avatar->pose, nodes);
    PLACE(avatar->local, nodes);
    PLACE(avatar->world, nodes);
    PLACE(avatar->writers_now, nodes);
    PLACE(avatar->sleep.pose_seen, (avatar->flags & VRM_AVATAR_FLAG_SLEEP) != 0 ? nodes : 0);
    PLACE(face->inputs, (size_t)tables->expression_count * VRM_EXPRESSION_LAYER_COUNT);
    PLACE(face->classes, tables->expression_count);
    PLACE(face->uv_phases, (size_t)avatar->gltf->material_count * 3);
    PLACE(face->weights, tables->expression_count);
    PLACE(face->morphs, avatar->rig->expressions.morph_count);
    PLACE(face->materials, avatar->gltf->material_count);
    PLACE(springs->rows, avatar->rig->lanes.row_count);
    PLACE(springs->springs, tables->spring_count);
    PLACE(springs->colliders, avatar->collider_capacity);
    PLACE(springs->is_new, tables->spring_joint_count);
    PLACE(springs->inputs_before, rig->input_count);
    PLACE(springs->shapes_before, avatar->collider_capacity);
    PLACE(springs->inputs, rig->input_count);
    PLACE(springs->places, rig->place_count);
    PLACE(springs->shapes, (size_t)tables->spring_collider_count + avatar->collider_capacity +
                               avatar->near_capacity);
    PLACE(springs->shapes_now, avatar->collider_capacity);
    PLACE(springs->lane_shapes,
          (size_t)avatar->rig->lanes.most_lane_colliders * VRMI_SHAPE_LINES * VRMI_LANES);
    PLACE(springs->met, avatar->near_capacity);
    PLACE(springs->reach, avatar->near_capacity != 0 ? avatar->rig->reach.count : 0);
    PLACE(springs->balls, avatar->near_capacity != 0 ? avatar->rig->reach.count : 0);
    PLACE(springs->links, avatar->near_capacity != 0 ? rig->place_count - rig->input_count : 0);
#undef PLACE
}

/* What an avatar of the model would be; `out` has everything but its arrays. */
static vrm_result measure(vrm_model *model, const vrm_avatar_desc *desc, uint32_t near_capacity,
                          vrm_avatar *out, size_t *out_size) {
    vrmi_layout layout = {0, false};
    vrm_avatar_desc whole;
    *out_size = 0;
    if (model == NULL || !vrmi_avatar_desc_read(&whole, desc)) return VRM_ERROR_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->rig = vrmi_model_rig(model);
    if (out->rig == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    out->model = model;
    out->gltf = &model->document.gltf;
    out->tables = model->tables;
    out->flags = whole.flags;
    out->collider_capacity = whole.collider_capacity;
    out->near_capacity = near_capacity;
    out->user = whole.user;
    out->wide = out->rig->lanes.is_wide ? vrmi_wide_choose(whole.lanes) : NULL;
    if (whole.allocator != NULL) out->allocator = *whole.allocator;
    vrmi_layout_add(&layout, 1, sizeof *out, VRMI_AVATAR_ALIGNMENT);
    lay_out(out, &layout, NULL);
    /* For arrays that begin at a line of the cache, wherever the block begins. */
    vrmi_layout_add(&layout, VRMI_AVATAR_LINE - VRMI_AVATAR_ALIGNMENT, 1, 1);
    if (layout.overflow) return VRM_ERROR_OUT_OF_MEMORY;
    *out_size = layout.size;
    return VRM_OK;
}

size_t vrm_avatar_size(vrm_model *model, const vrm_avatar_desc *desc) {
    vrm_avatar avatar;
    size_t size;
    measure(model, desc, 0, &avatar, &size);
    return size;
}

static void fill_frame(vrm_avatar *avatar) {
    vrm_frame *out = &avatar->frame;
    out->local = avatar->local;
    out->world = avatar->world;
    out->morph_weights = avatar->face.morphs;
    out->morph_offsets = avatar->rig->expressions.morph_offsets;
    out->materials = avatar->face.materials;
    out->expression_weights = avatar->face.weights;
    out->node_count = avatar->gltf->node_count;
    out->morph_weight_count = avatar->rig->expressions.morph_count;
    out->material_count = avatar->gltf->material_count;
    out->expression_count = avatar->tables->expression_count;
}

/* Makes an avatar in memory that is large enough and aligned. */
static vrm_avatar *init(void *memory, size_t needed, const vrm_avatar *plan) {
    vrmi_layout layout = {0, false};
    vrm_avatar *avatar = memory;
    uintptr_t beyond = (uintptr_t)memory % VRMI_AVATAR_LINE; /* a line of the cache */
    memset(memory, 0, needed);
    *avatar = *plan;
    vrmi_layout_add(&layout, 1, sizeof *avatar, VRMI_AVATAR_ALIGNMENT);
    lay_out(avatar, &layout,
            (unsigned char *)memory + (beyond != 0 ? VRMI_AVATAR_LINE - beyond : 0));
    fill_frame(avatar);
    vrm_model_retain(avatar->model);
    avatar->root = vrmi_trs_identity();
    vrmi_place_root(avatar);
    vrm_avatar_reset_pose(avatar);
    vrmi_expressions_start(avatar);
    vrmi_springs_start(avatar);
    vrmi_touch_pose(avatar);
    vrmi_wake(avatar);
    vrm_avatar_update(avatar, 0.0f); /* a frame to read before the first update */
    return avatar;
}

static bool is_aligned(const void *memory) {
    return (uintptr_t)memory % VRMI_AVATAR_ALIGNMENT == 0;
}

vrm_result vrm_avatar_init(void *memory, size_t size, vrm_model *model, const vrm_avatar_desc *desc,
                           vrm_avatar **out_avatar, vrm_report **out_report) {
    vrm_avatar plan;
    size_t needed;
    vrm_result result;
    if (out_avatar != NULL) *out_avatar = NULL;
    if (memory == NULL || out_avatar == NULL) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    result = measure(model, desc, 0, &plan, &needed);
    if (result == VRM_OK && (size < needed || !is_aligned(memory))) result = VRM_ERROR_CAPACITY;
    if (result == VRM_OK) *out_avatar = init(memory, needed, &plan);
    return vrmi_report_end(out_report, result);
}

vrm_result vrm_avatar_create(vrm_model *model, const vrm_avatar_desc *desc, vrm_avatar **out_avatar,
                             vrm_report **out_report) {
    if (out_avatar == NULL) return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    return vrmi_report_end(out_report, vrmi_avatar_create(model, desc, 0, out_avatar));
}

vrm_result vrmi_avatar_create(vrm_model *model, const vrm_avatar_desc *desc, uint32_t near_capacity,
                              vrm_avatar **out) {
    vrmi_memory memory;
    vrm_avatar plan;
    size_t size;
    void *block;
    vrm_result result = measure(model, desc, near_capacity, &plan, &size);
    *out = NULL;
    if (result != VRM_OK) return result;
    vrmi_memory_init(&memory, plan.allocator.allocate != NULL ? &plan.allocator : NULL);
    block = vrmi_memory_allocate(&memory, size); /* aligned, as an avatar has to be */
    if (block == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    if (!is_aligned(block)) { /* an allocator that does not align */
        vrmi_memory_release(&memory, block, size);
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    *out = init(block, size, &plan);
    (*out)->allocator = memory.allocator;
    (*out)->allocated = size;
    return VRM_OK;
}

void vrm_avatar_destroy(vrm_avatar *avatar) {
    vrmi_memory memory;
    if (avatar == NULL) return;
    if (avatar->crowd != NULL) vrmi_crowd_forget(avatar);
    vrm_model_release(avatar->model);
    if (avatar->allocated == 0) return;
    vrmi_memory_init(&memory, &avatar->allocator);
    vrmi_memory_adopt(&memory, avatar->allocated);
    vrmi_memory_release(&memory, avatar, avatar->allocated);
}

vrm_model *vrm_avatar_model(const vrm_avatar *avatar) {
    return avatar != NULL ? avatar->model : NULL;
}

const vrm_frame *vrm_avatar_frame(const vrm_avatar *avatar) {
    static const vrm_frame empty = {0};
    return avatar != NULL ? &avatar->frame : &empty;
}

const vrm_material_values *vrm_avatar_material_values(const vrm_avatar *avatar, int32_t index) {
    static const vrm_material_values standard = {
        .base_color = {1, 1, 1, 1},
        .matcap = {1, 1, 1},
        .uv_scale =
            {{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}},
    };
    const bool is_there =
        avatar != NULL && index >= 0 && (uint32_t)index < avatar->frame.material_count;
    if (!is_there) vrmi_misuse_index(avatar, __func__, index, "there is no such material");
    return is_there ? &avatar->frame.materials[index] : &standard;
}

void vrm_avatar_set_user(vrm_avatar *avatar, void *user) {
    if (avatar != NULL) avatar->user = user;
}

void *vrm_avatar_user(const vrm_avatar *avatar) { return avatar != NULL ? avatar->user : NULL; }

void vrm_avatar_get_bone_position(const vrm_avatar *avatar, vrm_bone bone, vrm_vec3 *out) {
    int32_t node = avatar != NULL ? vrmi_bone_node(avatar, bone) : VRM_NONE;
    if (!vrmi_is_given(avatar, __func__, out)) return;
    vrmi_is_bone(avatar, __func__, bone);
    *out = node != VRM_NONE ? vrmi_mat4_translation(&avatar->world[node])
                            : vrm_vec3_make(0.0f, 0.0f, 0.0f);
}

/* Worked out from the local transforms, so that the root takes no part in it, not even by
 * rounding. */
void vrm_avatar_get_node_in_model(const vrm_avatar *avatar, int32_t node, vrm_mat4 *out) {
    if (!vrmi_is_given(avatar, __func__, out)) return;
    *out = vrmi_mat4_identity();
    if (avatar == NULL) return;
    if (!vrmi_is_index(node, avatar->gltf->node_count)) {
        vrmi_misuse_index(avatar, __func__, node, "there is no such node");
        return;
    }
    for (; node != VRM_NONE; node = avatar->gltf->nodes[node].parent) {
        vrm_mat4 local = vrmi_mat4_from_trs(&avatar->local[node]);
        *out = vrmi_mat4_multiply(&local, out);
    }
    for (int i = 0; i < 16; ++i) out->m[i] = vrmi_to_finite(out->m[i]);
}
