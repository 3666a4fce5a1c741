/*
 * The calls that people write, as C99 and as C++11: compiled, and not run
 * (tools/check/check-headers). A cast, or a name of a type that C++ does not have, would be an
 * error here first.
 */
#ifndef VRM_TEST_CALLS_H
#define VRM_TEST_CALLS_H

#include <vrm/author.h>
#include <vrm/lanes.h>

static inline const char *calls_names(const vrm_model *model) {
    const vrm_tables *tables = vrm_model_tables(model);
    vrm_bone bone;
    for (bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (vrm_model_bone_node(model, bone) != VRM_NONE) return vrm_bone_name(bone);
    }
    if (tables->expression_count != 0) return vrm_preset_name(tables->expressions[0].preset);
    if (tables->dialect == VRM_DIALECT_0) return vrm_dialect_name(tables->dialect);
    return vrm_bone_name(vrm_bone_find("head"));
}

static inline void calls_misuse(const char *function, const char *problem, void *user) {
    if (user != NULL) fprintf(stderr, "%s: %s\n", function, problem);
}

static inline vrm_result calls_load(const void *bytes, size_t size, vrm_model **out) {
    vrm_limits limits;
    vrm_load_desc desc;
    vrm_report *report;
    vrm_result result;
    vrm_limits_init(&limits);
    vrm_load_desc_init(&desc);
    desc.misuse = calls_misuse;
    limits.max_nodes = 1000;
    desc.limits = &limits;
    desc.flags = VRM_LOAD_STRICT | VRM_LOAD_COPY_PAYLOAD;
    result = vrm_model_load(bytes, size, &desc, out, &report);
    if (vrm_report_found(report, VRM_SEVERITY_WARNING) != 0) vrm_report_print(report, stderr);
    vrm_report_destroy(report);
    return result;
}

static inline vrm_result calls_check(const void *bytes, size_t size, const vrm_model *model) {
    vrm_check_desc desc;
    vrm_report *report;
    vrm_result result;
    vrm_check_desc_init(&desc);
    desc.flags = VRM_CHECK_NO_PAYLOAD | VRM_CHECK_NO_BEHAVIOR;
    result = vrm_check(bytes, size, &desc, &report);
    vrm_report_destroy(report);
    if (result != VRM_OK) return result;
    result = vrm_check_model(model, NULL, &report);
    vrm_report_destroy(report);
    return result;
}

static inline vrm_vec3 calls_avatar(vrm_model *model) {
    vrm_avatar_desc desc;
    vrm_avatar *avatar;
    vrm_look_at_state look_at;
    const vrm_frame *frame;
    vrm_vec3 head;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    desc.lanes = VRM_LANES_AUTO;
    vrm_avatar_create(model, &desc, &avatar, NULL);
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD, vrm_quat_identity());
    vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_BLINK,
                                    vrm_model_find_preset(model, VRM_PRESET_BLINK), 1.0f);
    vrm_avatar_set_spring_mode(avatar, VRM_ALL, VRM_SPRING_MODE_HOLD);
    vrm_avatar_look_at(avatar, vrm_vec3_make(0.0f, 1.4f, 2.0f));
    vrm_look_at_state_init(&look_at);
    vrm_avatar_get_look_at(avatar, &look_at);
    vrm_avatar_update(avatar, 1.0f / 60.0f);
    frame = vrm_avatar_frame(avatar);
    head = vrm_avatar_bone_position(avatar, VRM_BONE_HEAD);
    if (frame->node_count != 0) head.x += frame->world[0].m[12];
    vrm_avatar_destroy(avatar);
    return head;
}

static inline void *calls_allocate(size_t size, size_t alignment, void *user) {
    const vrm_allocator *own = (const vrm_allocator *)user;
    return own->allocate(size, alignment, own->user);
}

static inline void calls_release(void *memory, size_t size, size_t alignment, void *user) {
    const vrm_allocator *own = (const vrm_allocator *)user;
    own->release(memory, size, alignment, own->user);
}

static inline size_t calls_host(vrm_model *model, vrm_trs *nodes, uint32_t count) {
    vrm_allocator own, allocator;
    vrm_avatar_desc desc;
    vrm_node_array array;
    vrm_space space = vrm_space_unreal();
    vrm_avatar *avatar;
    vrm_vec3 least, most;
    vrm_default_allocator(&own);
    allocator.allocate = calls_allocate;
    allocator.release = calls_release;
    allocator.user = &own;
    vrm_avatar_desc_init(&desc);
    desc.allocator = &allocator;
    vrm_avatar_create(model, &desc, &avatar, NULL);
    vrm_node_array_init(&array);
    array.translation = &nodes[0].translation;
    array.rotation = &nodes[0].rotation;
    array.stride = sizeof nodes[0];
    array.count = count;
    array.space = &space;
    vrm_avatar_gather(avatar, &array);
    vrm_avatar_update(avatar, 0.0f);
    vrm_avatar_scatter(avatar, &array, VRM_WRITER_LOOK_AT | VRM_WRITER_SPRING);
    vrm_avatar_set_wind_value(avatar, vrm_vec3_make(1.0f, 0.0f, 0.0f));
    if (vrm_avatar_get_bounds(avatar, &least, &most) == 0) count = 0;
    vrm_avatar_destroy(avatar);
    return count;
}

static inline vrm_result calls_peek(const void *bytes, size_t size, char *text, size_t capacity) {
    vrm_peek peek;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    const vrm_diagnostic *failure;
    vrm_result result;
    vrm_peek_init(&peek);
    result = vrm_model_peek(bytes, size, NULL, &peek, &model, &report);
    failure = vrm_report_failure(report);
    if (failure != NULL && failure->severity == VRM_SEVERITY_ERROR) {
        vrm_diagnostic_text(failure, text, capacity);
    } else {
        vrm_report_text(report, text, capacity);
    }
    vrm_string_printable(vrm_model_tables(model)->meta.name, text, capacity);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return result;
}

#endif
