/* Written by tools/make/make-cpp from api.json: do not edit. */
// clang-format off
/*
 * libvrm-live: receive and send motion, and connect avatars to faces and voices. Experimental: may
 * change in any minor release.
 */
#ifndef VRM_LIVE_HPP
#define VRM_LIVE_HPP

#ifndef VRM_EXPERIMENTAL
#error "<vrm/live.hpp> is experimental (docs/reference/abi.md): define VRM_EXPERIMENTAL to use it"
#endif
#include "vrm/vrm.hpp"
#include "vrm/cpp/prefix.hpp"
#include "vrm/live.h"

namespace vrm {

// --- Enumerations ---
/** Bits of the flags of a sender: VRM_VMC_SEND_ constants. */
namespace vmc_sender_flags_enum { using flags::operator|; enum vmc_sender_flags : uint32_t {
    none, single, new_names
}; } using vmc_sender_flags_enum::vmc_sender_flags;

// --- Values ---
using vmc_counts = ::vrm_vmc_counts; using vmc_frame = ::vrm_vmc_frame;
/** Settings of a receiver. */
struct vmc_receiver_desc : ::vrm_vmc_receiver_desc {
    vmc_receiver_desc() noexcept {
        vrm_vmc_receiver_desc_init_sized(this, sizeof(vrm_vmc_receiver_desc));
    }
};
/** Settings of a sender. */
struct vmc_sender_desc : ::vrm_vmc_sender_desc {
    vmc_sender_desc() noexcept {
        vrm_vmc_sender_desc_init_sized(this, sizeof(vrm_vmc_sender_desc));
    }
};

// --- Objects ---

/** Makes poses of datagrams. */
class vmc_receiver : public owner<handle<vrm_vmc_receiver>, &vrm_vmc_receiver_destroy> {
  public: using owner::owner;
    /** Creates a receiver. */
    static expected<vrm::vmc_receiver> create(maybe<const vrm_vmc_receiver_desc> desc = {}) {
        expected<vrm::vmc_receiver> made{detail::unfilled()};
        made.set_code(vrm_vmc_receiver_create(desc.get(), made->out(), made.report_out()));
        return made;
    }
    /** Reads one datagram. */
    uint32_t add(argument<vrm::bytes> bytes, int64_t time) {
        return vrm_vmc_receiver_add(raw(), bytes.data(), bytes.size(), time);
    }
    /** Ends the frame that has begun, if there is one. */
    uint32_t end_frame() { return vrm_vmc_receiver_end_frame(raw()); }
    /** Returns the newest values. */
    void read_pose(vrm_pose &out) const { vrm_vmc_receiver_read_pose(raw(), &out); }
    /** Returns the pose of the last frame that ended. */
    void read_frame(vrm_pose &out) const { vrm_vmc_receiver_read_frame(raw(), &out); }
    /** Returns the facts of the last frame that ended. */
    const vrm::vmc_frame &frame() const & { return *vrm_vmc_receiver_frame(raw()); }
    name_the_object_first frame() const && = delete;
    /** Returns what a receiver has counted. */
    const vrm::vmc_counts &counts() const & { return *vrm_vmc_receiver_counts(raw()); }
    name_the_object_first counts() const && = delete;
    /** Forgets everything that a receiver has read, as after its creation: for another sender. */
    void reset() { vrm_vmc_receiver_reset(raw()); }
};

/** Makes datagrams of poses. */
class vmc_sender : public owner<handle<vrm_vmc_sender>, &vrm_vmc_sender_destroy> {
  public: using owner::owner;
    /** Creates a sender. */
    static expected<vrm::vmc_sender> create(maybe<const vrm_vmc_sender_desc> desc = {}) {
        expected<vrm::vmc_sender> made{detail::unfilled()};
        made.set_code(vrm_vmc_sender_create(desc.get(), made->out(), made.report_out()));
        return made;
    }
    /** Makes the datagrams of one frame. */
    uint32_t write(const vrm_pose &pose, maybe<const vrm::trs> root, float clock) {
        return vrm_vmc_sender_write(raw(), &pose, root.get(), clock);
    }
    /** Returns a datagram of the last frame. */
    vrm::bytes datagram(uint32_t index) const & {
        size_t out_size = 0; const auto data = vrm_vmc_sender_datagram(raw(), index, &out_size);
        return {data, out_size};
    }
    name_the_object_first datagram(uint32_t) const && = delete;
};

} // namespace vrm

#include "vrm/cpp/suffix.hpp"
#endif
