/* VRMClip: motions, and how an avatar shows them. */
#include "avatar.hpp"

#include <cmath>

namespace vrm_godot {

const char *const clip_class = "VRMClip";

namespace {

constexpr double nanoseconds = 1e9;

const char *format_name(vrm_clip_format format) {
    switch (format) {
    case VRM_CLIP_FORMAT_VRMA:
        return "vrma";
    case VRM_CLIP_FORMAT_GLTF:
        return "gltf";
    case VRM_CLIP_FORMAT_BVH:
        return "bvh";
    case VRM_CLIP_FORMAT_VMD:
        return "vmd";
    default:
        return "poses";
    }
}

vrm_clip_info info_of(const vrm_clip *clip) {
    vrm_clip_info info{};
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    return info;
}

} // namespace

double clip::get_duration() { return static_cast<double>(info_of(clip_).duration) / nanoseconds; }

std::string clip::get_format() { return format_name(info_of(clip_).format); }

/* A loop unless `once`. Times that are no numbers, or beyond the range, show the first pose. */
void avatar::apply_clip(const value &motion, double seconds, bool once) {
    const clip *of = clip::of(motion);
    if (avatar_ == nullptr || of == nullptr) return;
    constexpr double most = 9e9;
    const double within = std::fabs(seconds) <= most ? seconds : 0.0;
    auto time = static_cast<int64_t>(within * nanoseconds);
    if (!once) time = vrm_clip_wrap(of->get(), time);
    vrm_pose pose;
    vrm_pose_init(&pose);
    customs_.resize(info_of(of->get()).custom_count);
    pose.customs = customs_.data();
    pose.custom_capacity = static_cast<uint32_t>(customs_.size());
    vrm_clip_sample(of->get(), time, &pose);
    vrm_avatar_apply_pose(avatar_, &pose, nullptr);
}

} // namespace vrm_godot
