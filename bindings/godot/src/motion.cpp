/* VRMClip: motions, and how an avatar shows and mixes them. */
#include "avatar.hpp"
#include "companion.hpp"

#include <vrm/author.h>

#include <cmath>

namespace vrm_godot {

const char *const clip_class = "VRMClip";

namespace {

constexpr double nanoseconds = 1e9;

/* Bindings under this address are instances of clip. */
const char token = 0;

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

void *new_clip_object(clip *instance) {
    void *object = engine.construct_object(name("RefCounted").get());
    engine.object_set_instance(any(object), name(clip_class).get(), any(instance));
    engine.object_set_binding(any(object), const_cast<char *>(&token), instance, &no_callbacks);
    return object;
}

GDExtensionObjectPtr create_clip(void *) { return any(new_clip_object(new clip(nullptr))); }

void free_clip(void *, GDExtensionClassInstancePtr instance) {
    clip *self = any(instance);
    delete self;
}

} // namespace

vrm_clip_info info_of(const vrm_clip *clip) {
    vrm_clip_info info{};
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    return info;
}

/* Numbers that are no time, or beyond the range, are 0. */
int64_t to_nanoseconds(double seconds) {
    constexpr double most = 9e9;
    return static_cast<int64_t>((std::fabs(seconds) <= most ? seconds : 0.0) * nanoseconds);
}

double to_seconds(int64_t time) { return static_cast<double>(time) / nanoseconds; }

value clip::make(vrm_clip *motion) { return value::object(new_clip_object(new clip(motion))); }

clip *clip::of(const value &object) {
    void *pointer = object.as_object();
    if (pointer == nullptr) return nullptr;
    return static_cast<clip *>(
        engine.object_get_binding(any(pointer), const_cast<char *>(&token), nullptr));
}

double clip::get_duration() { return to_seconds(info_of(clip_).duration); }

std::string clip::get_format() { return format_name(info_of(clip_).format); }

bytes clip::to_vrma() {
    vrm_written *file = nullptr;
    if (clip_ == nullptr || vrm_clip_write_vrma(clip_, nullptr, &file, nullptr) != VRM_OK) {
        report_error("VRMClip.to_vrma: the clip cannot be written");
        return bytes();
    }
    size_t size = 0;
    const void *data = vrm_written_bytes(file, &size);
    bytes out(packed_bytes(data, size));
    vrm_written_destroy(file);
    return out;
}

void register_clip() {
    register_with(clip_class, "RefCounted", create_clip, free_clip);
    bound<&clip::get_duration>::add(clip_class, "get_duration");
    bound<&clip::get_format>::add(clip_class, "get_format");
    bound<&clip::to_vrma>::add(clip_class, "to_vrma");
}

/* --- One motion at a time --- */

/* A loop unless `once`. */
void avatar::apply_clip(const value &motion, double seconds, bool once) {
    const clip *shown = clip::of(motion);
    if (shown == nullptr || shown->get() == nullptr || running() == nullptr) return;
    int64_t time = to_nanoseconds(seconds);
    if (!once) time = vrm_clip_wrap(shown->get(), time);
    vrm_pose pose;
    vrm_pose_init(&pose);
    customs_.resize(info_of(shown->get()).custom_count);
    pose.customs = customs_.data();
    pose.custom_capacity = static_cast<uint32_t>(customs_.size());
    vrm_clip_sample(shown->get(), time, &pose);
    vrm_avatar_apply_pose(avatar_, &pose, nullptr);
}

/* --- The mixer --- */

motion_mixer::motion_mixer(const vrm_model *model) {
    vrm_mixer_init(&mixer);
    vrm_pose_relaxed(model, &base);
    mixer.base = &base;
}

bool motion_mixer::plays() const {
    for (const vrm_mixer_slot &slot : mixer.slots) {
        if (slot.clip != nullptr) return true;
    }
    return false;
}

void motion_mixer::drop_silent() {
    for (size_t i = 0; i < clips.size(); ++i) {
        if (!fades_out[i] || mixer.slots[i].weight > 0.0f) continue;
        vrm_mixer_play(&mixer, static_cast<int32_t>(i), nullptr, 0, 0);
        clips[i] = value();
        fades_out[i] = false;
    }
}

namespace {

bool is_slot(int64_t slot) { return slot >= 0 && slot < VRM_MIXER_SLOTS; }

double number(const dictionary &options, const char *key, double otherwise) {
    const value found = call(options, "get", key, value());
    return found.is(GDEXTENSION_VARIANT_TYPE_NIL) ? otherwise : found.as_float();
}

bool flag(const dictionary &options, const char *key, bool otherwise) {
    const value found = call(options, "get", key, value());
    return found.is(GDEXTENSION_VARIANT_TYPE_NIL) ? otherwise : found.as_bool();
}

} // namespace

/* Without a slot, two of them alternate. Returns the slot, or -1. */
int64_t avatar::play(const value &motion, const dictionary &options) {
    const clip *shown = clip::of(motion);
    if (shown == nullptr || shown->get() == nullptr || running() == nullptr) return -1;
    if (!mixer_) mixer_ = std::make_unique<motion_mixer>(model_);
    const auto wanted = static_cast<int64_t>(number(options, "slot", -1.0));
    if (wanted != -1 && !is_slot(wanted)) return -1;
    const auto slot = wanted >= 0 ? static_cast<int32_t>(wanted) : 1 - mixer_->latest;
    if (wanted < 0) mixer_->latest = slot;
    vrm_mixer_slot &s = mixer_->mixer.slots[slot];
    s.speed = static_cast<float>(number(options, "speed", 1.0));
    s.layer = static_cast<int32_t>(number(options, "layer", 0.0));
    vrm_slot_flags flags = 0;
    if (flag(options, "loop", true)) flags |= VRM_SLOT_LOOP;
    if (flag(options, "additive", false)) flags |= VRM_SLOT_ADDITIVE;
    if (flag(options, "in_place", false)) flags |= VRM_SLOT_IN_PLACE;
    /* Those that this one replaces, in its layer. */
    for (size_t i = 0; i < mixer_->clips.size() && (flags & VRM_SLOT_ADDITIVE) == 0; ++i) {
        const bool is_same_layer = mixer_->mixer.slots[i].layer == s.layer;
        const bool is_additive = (mixer_->mixer.slots[i].flags & VRM_SLOT_ADDITIVE) != 0;
        if (is_same_layer && !is_additive) mixer_->fades_out[i] = true;
    }
    mixer_->fades_out[static_cast<size_t>(slot)] = false;
    mixer_->clips[static_cast<size_t>(slot)] = motion;
    vrm_mixer_play(&mixer_->mixer, slot, shown->get(), flags,
                   to_nanoseconds(number(options, "fade", 0.3)));
    return slot;
}

void avatar::fade(int64_t slot, double weight, double seconds) {
    if (!mixer_ || !is_slot(slot)) return;
    mixer_->fades_out[static_cast<size_t>(slot)] = !(weight > 0.0);
    vrm_mixer_fade(&mixer_->mixer, static_cast<int32_t>(slot), static_cast<float>(weight),
                   to_nanoseconds(seconds));
}

void avatar::stop(double seconds) {
    for (int64_t slot = 0; slot < VRM_MIXER_SLOTS; ++slot) fade(slot, 0.0, seconds);
}

double avatar::get_motion_time(int64_t slot) {
    if (!mixer_ || !is_slot(slot)) return 0.0;
    return to_seconds(mixer_->mixer.slots[slot].time);
}

/* A companion takes the motion as its body. */
void avatar::advance_motion(double delta) {
    if (!mixer_ || !mixer_->plays()) {
        if (companion_ != nullptr) companion_->drive(nullptr, delta);
        return;
    }
    vrm_custom_weight customs[VRM_MIXER_CUSTOMS];
    vrm_mixer_event events[VRM_MIXER_SLOTS * 2];
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.customs = customs;
    pose.custom_capacity = VRM_MIXER_CUSTOMS;
    constexpr uint32_t most = VRM_MIXER_SLOTS * 2;
    uint32_t count =
        vrm_mixer_update(&mixer_->mixer, to_nanoseconds(delta), &pose, nullptr, events, most);
    if (count > most) count = most;
    if (companion_ != nullptr) {
        companion_->drive(&pose, delta);
    } else {
        vrm_avatar_apply_pose(avatar_, &pose, nullptr);
    }
    mixer_->drop_silent();
    for (uint32_t i = 0; i < count; ++i) {
        const bool loop = events[i].kind == VRM_MIXER_EVENT_LOOP;
        const bool end = events[i].kind == VRM_MIXER_EVENT_END;
        const char *signal = loop ? "motion_looped" : end ? "motion_ended" : "motion_faded";
        note(signal, {events[i].slot});
    }
}

} // namespace vrm_godot
