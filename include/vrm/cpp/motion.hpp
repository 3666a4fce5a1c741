/* Written by tools/make/make-cpp from api.json: do not edit. */
// clang-format off
/*
 * Motions: poses, clips, mixers, and limbs that reach. <vrm/vrm.hpp> includes it if VRM_EXPERIMENTAL is
 * defined. Experimental: may change in any minor release.
 */
#ifndef VRM_CPP_MOTION_HPP
#define VRM_CPP_MOTION_HPP

#include "vrm/cpp/runtime.hpp"
#include "vrm/cpp/prefix.hpp"

namespace vrm {

// --- Enumerations ---
/** Parts of a pose beside bones: bits of vrm_pose.parts. */
namespace pose_parts_enum { using flags::operator|; enum pose_parts : uint32_t {
    none, hips, look_at_degrees, look_at_point = 4, all_parts = 7
}; } using pose_parts_enum::pose_parts;
/** Groups of bones, for masks. */
namespace bone_group_enum { enum bone_group : int32_t {
    hips, trunk, head, left_arm, right_arm, left_leg, right_leg, left_fingers, right_fingers,
    upper_body, lower_body, count
}; } using bone_group_enum::bone_group;
/** Bits of the flags of vrm_apply_desc: VRM_APPLY_ constants. */
namespace apply_flags_enum { using flags::operator|; enum apply_flags : uint32_t {
    none, keep, in_place, no_expressions = 4, no_look_at = 8, all = 15
}; } using apply_flags_enum::apply_flags;
/** The source format of a clip. */
namespace clip_format_enum { enum clip_format : int32_t { vrma, gltf, bvh, vmd, poses }; }
using clip_format_enum::clip_format;
/** Bits of the flags of vrm_clip_desc: VRM_CLIP_ constants. */
namespace clip_flags_enum { using flags::operator|; enum clip_flags : uint32_t {
    none, mapped_joints_only
}; } using clip_flags_enum::clip_flags;
/** Bits of the flags of a slot: VRM_SLOT_ constants. */
namespace slot_flags_enum { using flags::operator|; enum slot_flags : uint32_t {
    none, loop, additive, in_place = 4, root_motion = 8
}; } using slot_flags_enum::slot_flags;
/** The kind of an event in an update. */
namespace mixer_event_kind_enum { enum mixer_event_kind : int32_t { loop, end, marker, fade }; }
using mixer_event_kind_enum::mixer_event_kind;
/** An arm or a leg. */
namespace limb_enum { enum limb : int32_t { left_arm, right_arm, left_leg, right_leg, count }; }
using limb_enum::limb;

// --- Values ---
class any_clip; class clip; using clip_ref = ref<any_clip>;
using custom_weight = ::vrm_custom_weight; using leg_shape = ::vrm_leg_shape;
using marker = ::vrm_marker; using mixer_slot = ::vrm_mixer_slot;
using mixer_event = ::vrm_mixer_event; using ground_foot = ::vrm_ground_foot;
/** Settings of vrm_avatar_apply_pose. */
struct apply_desc : ::vrm_apply_desc {
    apply_desc() noexcept { vrm_apply_desc_init_sized(this, sizeof(vrm_apply_desc)); }
};
/** Settings of a load. */
struct clip_desc : ::vrm_clip_desc {
    clip_desc() noexcept { vrm_clip_desc_init_sized(this, sizeof(vrm_clip_desc)); }
};
/** Properties of a clip. */
struct clip_info : ::vrm_clip_info {
    clip_info() noexcept : vrm_clip_info() { struct_size = sizeof(vrm_clip_info); }
};
/** Settings of a recorder. */
struct recorder_desc : ::vrm_recorder_desc {
    recorder_desc() noexcept { vrm_recorder_desc_init_sized(this, sizeof(vrm_recorder_desc)); }
};

// --- Objects ---

/** What clip and clip_ref can do. */
class any_clip : public handle<vrm_clip> {
  public:
    /** Adds a reference to a clip. */
    inline vrm::clip retain();
    /** Returns the properties of a clip. */
    vrm::clip_info info() const & {
        vrm::clip_info out; vrm_clip_get_info(raw(), &out); return out;
    }
    /** Returns the name of a custom expression of a clip. */
    const char *custom_name(uint32_t custom) const & { return vrm_clip_custom_name(raw(), custom); }
    /** Samples a clip: returns its pose at a time. */
    void sample(int64_t time, vrm_pose &out) const { vrm_clip_sample(raw(), time, &out); }
    /** Wraps a time into the loop of a clip. */
    int64_t wrap(int64_t time) const { return vrm_clip_wrap(raw(), time); }
    /** Finds the custom expressions of a clip in a model, once for many frames. */
    uint32_t bind(const any_model &model, slice<int32_t> bindings) const {
        return vrm_clip_bind(raw(), model.raw(), bindings.data(),
            static_cast<uint32_t>(bindings.size()));
    }
    /** Returns the legs of the body that a motion was made for. */
    int32_t legs(vrm::leg_shape &out) const { return vrm_clip_get_legs(raw(), &out); }
  protected: using handle::handle;
};
/** A motion, immutable and reference-counted. */
class clip : public owner<any_clip, &vrm_clip_release> {
  public: using owner::owner;
    /** Loads a clip from a file in memory. */
    static expected<vrm::clip> load(argument<vrm::bytes> bytes,
        maybe<const vrm_clip_desc> desc = {}) {
        expected<vrm::clip> made{detail::unfilled()};
        made.set_code(vrm_clip_load(bytes.data(), bytes.size(), desc.get(), made->out(),
            made.report_out())); return made;
    }
    using any_clip::info; name_the_object_first info() const && = delete;
    using any_clip::custom_name; name_the_object_first custom_name(uint32_t) const && = delete;
#ifndef VRM_NO_STDIO
    /** Reads a file and loads a clip from it, like vrm_clip_load. */
    static expected<vrm::clip> load_file(zstring path, maybe<const vrm_clip_desc> desc = {}) {
        expected<vrm::clip> made{detail::unfilled()};
        made.set_code(vrm_clip_load_file(path.c_str(), desc.get(), made->out(), made.report_out()));
        return made;
    }
#endif
};

/** Records poses and makes a clip from them. */
class recorder : public owner<handle<vrm_recorder>, &vrm_recorder_destroy> {
  public: using owner::owner;
    /** Creates an empty recorder. */
    static expected<vrm::recorder> create(maybe<const vrm_recorder_desc> desc = {}) {
        expected<vrm::recorder> made{detail::unfilled()};
        made.set_code(vrm_recorder_create(desc.get(), made->out(), made.report_out())); return made;
    }
    /** Appends a pose. */
    vrm::result add(int64_t time, const vrm_pose &pose) {
        return vrm::result{vrm_recorder_add(raw(), time, &pose)};
    }
    /** Returns how many poses a recorder has. */
    uint32_t count() const { return vrm_recorder_count(raw()); }
    /** Removes all poses and the names of customs. */
    void clear() { vrm_recorder_clear(raw()); }
    /** Makes a clip from the recorded poses. */
    expected<vrm::clip> make_clip() const {
        expected<vrm::clip> made{detail::unfilled()};
        made.set_code(vrm_recorder_make_clip(raw(), made->out(), made.report_out())); return made;
    }
};

/** A pose. */
struct pose : ::vrm_pose {
    pose() noexcept { vrm_pose_init(this); }
    /** Fills unset entries from `base`: bones, hips, weights, customs and lookAt. */
    void fill(maybe<const vrm_pose> base = {}) { vrm_pose_fill(this, base.get()); }
    /** Keeps only some bones, presets and parts of a pose. */
    void mask(uint64_t bones_, uint32_t presets_, vrm::pose_parts parts_) {
        vrm_pose_mask(this, bones_, presets_, parts_);
    }
    /** Blends two poses. */
    void blend(const vrm_pose &a, const vrm_pose &b, float weight) {
        vrm_pose_blend(&a, &b, weight, this);
    }
    /** Adds a difference to a pose. */
    void add(const vrm_pose &base, const vrm_pose &difference, float weight) {
        vrm_pose_add(&base, &difference, weight, this);
    }
    /** Returns the difference between two poses. */
    void subtract(const vrm_pose &pose, const vrm_pose &reference) {
        vrm_pose_subtract(&pose, &reference, this);
    }
    /** Swaps left and right, as a mirror does. */
    void mirror() { vrm_pose_mirror(this); }
    /** Makes a relaxed standing pose. */
    void relaxed(const any_model &model = vrm::model_ref()) { vrm_pose_relaxed(model.raw(), this); }
    /** Returns the position and rotation of a model's bone in a pose. */
    int32_t bone_transform(const any_model &model, vrm::bone bone,
        maybe<vrm::vec3> out_position = {}, maybe<vrm::quat> out_rotation = {}) const {
        return vrm_pose_get_bone_transform(this, model.raw(), bone, out_position.get(),
            out_rotation.get());
    }
    /** Bends an arm or a leg to move its hand or foot to a point, as far as it reaches. */
    float reach(const any_model &model, vrm::limb limb, const vrm::vec3 &target,
        maybe<const vrm::vec3> bend, maybe<const vrm::quat> end, float weight) {
        return vrm_pose_reach(this, model.raw(), limb, &target, bend.get(), end.get(), weight);
    }
};
/** A mixer. */
struct mixer : ::vrm_mixer {
    mixer() noexcept { vrm_mixer_init(this); }
    /** Advances the time and returns the pose of the frame. */
    uint32_t update(int64_t elapsed, vrm_pose &out, maybe<vrm::trs> out_root = {},
        slice<vrm::mixer_event> events = {}) {
        return vrm_mixer_update(this, elapsed, &out, out_root.get(), events.data(),
            static_cast<uint32_t>(events.size()));
    }
    /** Plays a clip in a slot from its beginning (from its end if the speed is less than 0). */
    void play(int32_t slot, vrm::clip_ref clip, vrm::slot_flags flags, int64_t fade) {
        vrm_mixer_play(this, slot, clip.raw(), flags, fade);
    }
    /** Fades a slot to a weight, with a smooth start and end. */
    void fade(int32_t slot, float weight, int64_t fade) {
        vrm_mixer_fade(this, slot, weight, fade);
    }
    /** Fades a slot to 1, and all others of its layer that are not additive to 0. */
    void crossfade(int32_t slot, int64_t fade) { vrm_mixer_crossfade(this, slot, fade); }
};
/** Settings and state that keep feet on the ground. */
struct ground : ::vrm_ground {
    ground() noexcept { vrm_ground_init(this); }
    /** Moves the soles of a pose to their positions in the motion, and holds feet that stand. */
    void update(const any_model &model, vrm_pose &pose, maybe<const vrm::trs> root,
        int64_t elapsed) {
        vrm_ground_update(this, model.raw(), &pose, root.get(), elapsed);
    }
};
/** Idle animation of one avatar, in memory that the caller provides. */
struct idle : ::vrm_idle {
    explicit idle(uint32_t seed) noexcept { vrm_idle_init(this, seed); }
    /** Advances the time and writes the inputs of the next vrm_avatar_update. */
    void update(vrm::avatar_ref avatar, float dt) { vrm_idle_update(this, avatar.raw(), dt); }
    /** Blinks now, unless a blink is under way. */
    void blink() { vrm_idle_blink(this); }
};

inline void any_avatar::apply_pose(const vrm_pose &pose, maybe<const vrm_apply_desc> desc) {
    vrm_avatar_apply_pose(raw(), &pose, desc.get());
}
inline void any_avatar::read_pose(vrm_pose &out) const { vrm_avatar_read_pose(raw(), &out); }
inline vrm::clip any_clip::retain() { return vrm::clip(vrm_clip_retain(raw())); }

// --- Arrays of structs: vrm::views::world(avatar.frame()) ---
namespace views {
inline slice<custom_weight> customs(const vrm_pose &s)
{ return {s.customs, s.customs ? s.custom_count : 0}; }
inline slice<const marker> markers(const vrm_mixer_slot &s)
{ return {s.markers, s.markers ? s.marker_count : 0}; }
} // namespace views

} // namespace vrm

#include "vrm/cpp/suffix.hpp"
#endif
