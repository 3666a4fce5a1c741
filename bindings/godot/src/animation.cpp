/* Motions as animations of the engine, and back. */
#include "avatar.hpp"
#include "report.hpp"

#include <cmath>

namespace vrm_godot {

namespace {

enum { track_value = 0, track_position = 1, track_rotation = 2, loop_linear = 1 };

/* An avatar of its own, whose pose is read between the two forms. */
class stand_in {
  public:
    explicit stand_in(vrm_model *model) { vrm_avatar_create(model, nullptr, &avatar_, nullptr); }
    stand_in(const stand_in &) = delete;
    stand_in &operator=(const stand_in &) = delete;
    ~stand_in() { vrm_avatar_destroy(avatar_); }
    vrm_avatar *get() const { return avatar_; }

  private:
    vrm_avatar *avatar_ = nullptr;
};

double rate_of(double wanted) { return wanted >= 1.0 && wanted <= 240.0 ? wanted : 30.0; }

constexpr uint32_t most_frames = 1u << 18; /* over two hours at 30 */

/* The number of frames from 0 to the end, both included. */
uint32_t frame_count(double seconds, double rate) {
    const double wanted = std::ceil(seconds * rate - 1e-6) + 1.0;
    if (!(wanted >= 1.0)) return 1;
    return wanted < most_frames ? static_cast<uint32_t>(wanted) : most_frames;
}

int64_t add_track(const value &animation, int type, const std::string &path) {
    const int64_t track = call(animation, "add_track", type).as_int();
    call(animation, "track_set_path", track, path);
    return track;
}

/* A track of a bone: its node, and the keys of every frame. */
struct bone_track {
    int32_t node;
    int64_t track;
};

std::string bone_path(const value &skeleton, const std::string &skeleton_name, int32_t node) {
    return skeleton_name + ":" + call(skeleton, "get_bone_name", node).as_string();
}

} // namespace

/* Tracks of all bones, of the hips, and of its expressions. Its paths begin at the avatar, which is
 * the root node of the AnimationPlayer. Eyes follow lookAt, which has no track. */
value avatar::make_animation(const value &motion, double frames_per_second) {
    clip *shown = clip::of(motion);
    const value skeleton = get_skeleton();
    if (shown == nullptr || shown->get() == nullptr || skeleton.as_object() == nullptr) {
        return value();
    }
    const stand_in body(model_);
    if (body.get() == nullptr) return value();
    const vrm_clip_info info = info_of(shown->get());
    const std::string base = call(skeleton, "get_name").as_string();
    const value out = create("Animation");
    const vrm_tables *tables = vrm_model_tables(model_);
    std::vector<bone_track> turns;
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = tables->humanoid.nodes[bone];
        const bool is_eye = bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE;
        if (node == VRM_NONE || (is_eye && (info.bones & VRM_BONE_BIT(bone)) == 0)) continue;
        turns.push_back({node, add_track(out, track_rotation, bone_path(skeleton, base, node))});
    }
    const int32_t hips = tables->humanoid.nodes[VRM_BONE_HIPS];
    const int64_t moves = hips == VRM_NONE || (info.parts & VRM_POSE_HIPS) == 0
                              ? -1
                              : add_track(out, track_position, bone_path(skeleton, base, hips));
    /* Expressions of the motion, and their weights in the layer of motions. */
    std::vector<std::pair<int32_t, int64_t>> weights;
    std::vector<int32_t> bindings(info.custom_count);
    vrm_clip_bind(shown->get(), model_, bindings.data(), info.custom_count);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression &e = tables->expressions[i];
        bool is_set = e.preset >= 0 && (info.presets >> e.preset & 1u) != 0;
        for (const int32_t b : bindings) is_set = is_set || b == static_cast<int32_t>(i);
        if (!is_set) continue;
        const std::string path = ".:expressions/" + std::string(e.name.data, e.name.length);
        weights.emplace_back(static_cast<int32_t>(i), add_track(out, track_value, path));
    }
    const double seconds = shown->get_duration(), rate = rate_of(frames_per_second);
    const uint32_t frames = frame_count(seconds, rate);
    call(out, "set_length", seconds > 0.001 ? seconds : 0.001);
    call(out, "set_loop_mode", loop_linear);
    vrm_pose pose;
    vrm_pose_init(&pose);
    std::vector<vrm_custom_weight> customs(info.custom_count);
    pose.customs = customs.data();
    pose.custom_capacity = info.custom_count;
    const vrm_trs *locals = vrm_avatar_locals(body.get());
    for (uint32_t f = 0; f < frames; ++f) {
        const double time = std::fmin(f / rate, seconds);
        vrm_clip_sample(shown->get(), to_nanoseconds(time), &pose);
        vrm_avatar_apply_pose(body.get(), &pose, nullptr);
        for (const bone_track &t : turns) {
            const vrm_quat &q = locals[t.node].rotation;
            call(out, "rotation_track_insert_key", t.track, time, quat{q.x, q.y, q.z, q.w});
        }
        if (moves >= 0) {
            const vrm_vec3 &v = locals[hips].translation;
            call(out, "position_track_insert_key", moves, time, vec3{v.x, v.y, v.z});
        }
        for (const auto &w : weights) {
            const float weight =
                vrm_avatar_layer_expression(body.get(), VRM_EXPRESSION_LAYER_MOTION, w.first);
            call(out, "track_insert_key", w.second, time, weight);
        }
    }
    return out;
}

value avatar::make_animation_library(const dictionary &motions, double frames_per_second) {
    const value out = create("AnimationLibrary");
    const value keys = call(motions, "keys");
    const int64_t count = call(keys, "size").as_int();
    for (int64_t i = 0; i < count; ++i) {
        const value key = call(keys, "get", i);
        const value made = make_animation(call(motions, "get", key), frames_per_second);
        if (made.as_object() == nullptr) continue;
        call(out, "add_animation", key, made);
    }
    return out;
}

namespace {

/* What a track of an animation moves. */
struct source_track {
    int64_t track;
    int32_t node, expression; /* VRM_NONE: the other */
    bool is_rotation;
};

std::vector<source_track> find_tracks(const value &animation, const value &skeleton,
                                      const vrm_model *model) {
    std::vector<source_track> out;
    const int64_t count = call(animation, "get_track_count").as_int();
    for (int64_t t = 0; t < count; ++t) {
        const int64_t type = call(animation, "track_get_type", t).as_int();
        const value path = call(animation, "track_get_path", t);
        const std::string last = call(path, "get_concatenated_subnames").as_string();
        if (type == track_rotation || type == track_position) {
            const int64_t bone = call(skeleton, "find_bone", last).as_int();
            if (bone < 0) continue;
            out.push_back({t, static_cast<int32_t>(bone), VRM_NONE, type == track_rotation});
        } else if (type == track_value && last.rfind("expressions/", 0) == 0) {
            const int32_t found = vrm_model_find_expression(model, last.c_str() + 12);
            if (found != VRM_NONE) out.push_back({t, VRM_NONE, found, false});
        }
    }
    return out;
}

void apply_track(const value &animation, const source_track &t, double time, vrm_avatar *target) {
    vrm_trs *locals = vrm_avatar_locals(target);
    if (t.expression != VRM_NONE) {
        const double w = call(animation, "value_track_interpolate", t.track, time).as_float();
        vrm_avatar_set_layer_expression(target, VRM_EXPRESSION_LAYER_MOTION, t.expression,
                                        static_cast<float>(w));
    } else if (t.is_rotation) {
        const quat q = call(animation, "rotation_track_interpolate", t.track, time).as_quat();
        const float size = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        if (!(size > 0.0f) || !std::isfinite(size)) return;
        locals[t.node].rotation = vrm_quat_make(q.x / size, q.y / size, q.z / size, q.w / size);
    } else {
        const vec3 v = call(animation, "position_track_interpolate", t.track, time).as_vec3();
        if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) return;
        locals[t.node].translation = vrm_vec3_make(v.x, v.y, v.z);
    }
}

} // namespace

/* A clip of what an animation does to this avatar: bones by their names, and expressions. */
value avatar::make_clip(const value &animation, double frames_per_second) {
    const value skeleton = get_skeleton();
    const bool is_animation =
        animation.as_object() != nullptr && call(animation, "is_class", "Animation").as_bool();
    if (!is_animation || skeleton.as_object() == nullptr) return value();
    const stand_in body(model_);
    const double seconds = call(animation, "get_length").as_float();
    const double rate = rate_of(frames_per_second);
    const uint32_t frames = frame_count(seconds, rate);
    vrm_vec3 hips = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    vrm_avatar_get_hips_position(body.get(), &hips);
    vrm_recorder_desc desc;
    vrm_recorder_desc_init(&desc);
    desc.pose_capacity = frames;
    if (hips.y > 0.0f) desc.hips_height = hips.y;
    vrm_recorder *recorder = nullptr;
    if (body.get() == nullptr || vrm_recorder_create(&desc, &recorder, nullptr) != VRM_OK) {
        return value();
    }
    const std::vector<source_track> tracks = find_tracks(animation, skeleton, model_);
    std::vector<vrm_custom_weight> customs(vrm_model_tables(model_)->expression_count);
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.customs = customs.data();
    pose.custom_capacity = static_cast<uint32_t>(customs.size());
    for (uint32_t f = 0; f < frames; ++f) {
        const double time = std::fmin(f / rate, seconds);
        for (const source_track &t : tracks) apply_track(animation, t, time, body.get());
        vrm_avatar_read_pose(body.get(), &pose);
        vrm_recorder_add(recorder, to_nanoseconds(time), &pose);
    }
    vrm_clip *made = nullptr;
    report found;
    const vrm_result result = vrm_recorder_make_clip(recorder, &made, found.receive());
    vrm_recorder_destroy(recorder);
    if (result != VRM_OK) {
        report_error("VRMAvatar.make_clip: " + found.reason());
        return value();
    }
    return clip::make(made);
}

} // namespace vrm_godot
