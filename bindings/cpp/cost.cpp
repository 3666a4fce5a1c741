/*
 * What the C++ headers cost: pairs of functions that do the same, layer_NAME with them and
 * plain_NAME with the functions of C. check_cpp.py compares their instructions.
 */
#define VRM_EXPERIMENTAL
#include <vrm/vrm.hpp>
#if __cplusplus >= 202002L
#include <span>
#endif

void use(float);

extern "C" {

// What an engine does in a frame.
float layer_frame(vrm::avatar &avatar, float dt, size_t node) {
    avatar.update(dt);
    return vrm::views::world(avatar.frame())[node].m[14];
}
float plain_frame(vrm_avatar *&avatar, float dt, size_t node) {
    vrm_avatar_update(avatar, dt);
    return vrm_avatar_frame(avatar)->world[node].m[14];
}

// References, enumerations, vectors and names as parameters and results.
float layer_calls(vrm::avatar_ref avatar, const vrm::model &model) {
    avatar.set_expression(model.find_expression("happy"), 1.0f);
    avatar.look_at({0, 1, 2});
    avatar.set_spring_mode(0, vrm::spring_mode::hold);
    return avatar.bone_position(vrm::bone::head).y;
}
float plain_calls(vrm_avatar *avatar, vrm_model *const &model) {
    vrm_avatar_set_expression(avatar, vrm_model_find_expression(model, "happy"), 1.0f);
    vrm_avatar_look_at(avatar, vrm_vec3_make(0, 1, 2));
    vrm_avatar_set_spring_mode(avatar, 0, VRM_SPRING_MODE_HOLD);
    return vrm_avatar_bone_position(avatar, VRM_BONE_HEAD).y;
}

// A loop over a slice.
float layer_slice(const vrm::avatar &avatar) {
    float sum = 0;
    for (const vrm::mat4 &matrix : vrm::views::world(avatar.frame())) sum += matrix.m[13];
    return sum;
}
float plain_slice(vrm_avatar *const &avatar) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    const vrm_mat4 *end = frame->world + frame->node_count;
    float sum = 0;
    for (const vrm_mat4 *matrix = frame->world; matrix != end; ++matrix) sum += matrix->m[13];
    return sum;
}

// A list of diagnostics.
uint32_t layer_list(const vrm::report &report) {
    uint32_t errors = 0;
    for (const vrm::diagnostic &found : report.diagnostics()) {
        errors += found.severity == vrm::severity::error;
    }
    return errors;
}
uint32_t plain_list(vrm_report *const &report) {
    const vrm_report *list = report;
    const uint32_t count = vrm_report_count(list);
    uint32_t errors = 0;
    for (uint32_t i = 0; i != count; ++i) {
        errors += vrm_report_get(list, i)->severity == VRM_SEVERITY_ERROR;
    }
    return errors;
}

// Creating, checking and releasing, with the report.
float layer_create(vrm_model *model) {
    auto avatar = vrm::avatar::create(model);
    if (!avatar) return 0;
    avatar->update(0);
    return avatar->bone_position(vrm::bone::head).y;
}
float plain_create(vrm_model *model) {
    vrm_avatar *avatar = nullptr;
    vrm_report *report = nullptr;
    float y = 0;
    if (vrm_avatar_create(model, nullptr, &avatar, &report) == VRM_OK) {
        vrm_avatar_update(avatar, 0);
        y = vrm_avatar_bone_position(avatar, VRM_BONE_HEAD).y;
    }
    vrm_avatar_destroy(avatar);
    vrm_report_destroy(report);
    return y;
}

// A result that is checked in the end: an empty value does no harm.
vrm_result layer_load(const void *bytes, size_t size) {
    auto model = vrm::model::load(vrm::bytes(bytes, size));
    use(static_cast<float>(model->find_expression("happy")));
    return static_cast<vrm_result>(model.code());
}
vrm_result plain_load(const void *bytes, size_t size) {
    vrm_model *model = nullptr;
    vrm_report *report = nullptr;
    const vrm_result code = vrm_model_load(bytes, size, nullptr, &model, &report);
    use(static_cast<float>(vrm_model_find_expression(model, "happy")));
    vrm_report_destroy(report);
    vrm_model_release(model);
    return code;
}

// Owners that are members, moved into and released.
struct layer_pair {
    vrm::model model;
    vrm::avatar avatar;
};
struct plain_pair {
    vrm_model *model;
    vrm_avatar *avatar;
};
void layer_move(layer_pair &into, vrm::model &model) {
    into.model = static_cast<vrm::model &&>(model);
}
void plain_move(plain_pair &into, vrm_model *&model) {
    vrm_model *moved = model, *old = into.model;
    model = nullptr;
    into.model = moved;
    vrm_model_release(old);
}
void layer_release(layer_pair &pair) {
    pair.avatar.reset();
    pair.model.reset();
}
void plain_release(plain_pair &pair) {
    vrm_avatar *avatar = pair.avatar;
    pair.avatar = nullptr;
    vrm_avatar_destroy(avatar);
    vrm_model *model = pair.model;
    pair.model = nullptr;
    vrm_model_release(model);
}

// Settings, optional ones too.
void layer_settings(vrm::avatar &avatar, const vrm::clip &clip) {
    vrm::pose pose;
    clip.sample(clip.wrap(VRM_SECOND), pose);
    avatar.apply_pose(pose);
}
void plain_settings(vrm_avatar *&avatar, vrm_clip *const &clip) {
    const vrm_clip *motion = clip;
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_clip_sample(motion, vrm_clip_wrap(motion, VRM_SECOND), &pose);
    vrm_avatar_apply_pose(avatar, &pose, nullptr);
}

#if __cplusplus >= 202002L
// A slice that becomes a std::span.
float layer_span(const vrm::avatar &avatar, size_t node) {
    const std::span<const vrm::mat4> world = vrm::views::world(avatar.frame());
    return node < world.size() ? world[node].m[12] : 0.0f;
}
float plain_span(vrm_avatar *const &avatar, size_t node) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    const std::span<const vrm_mat4> world(frame->world, frame->node_count);
    return node < world.size() ? world[node].m[12] : 0.0f;
}
#endif
}
