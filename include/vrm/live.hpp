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
/** A shape of ARKit's faces. */
namespace face_shape_enum { enum face_shape : int32_t {
    eye_blink_left, eye_look_down_left, eye_look_in_left, eye_look_out_left, eye_look_up_left,
    eye_squint_left, eye_wide_left, eye_blink_right, eye_look_down_right, eye_look_in_right,
    eye_look_out_right, eye_look_up_right, eye_squint_right, eye_wide_right, jaw_forward, jaw_left,
    jaw_right, jaw_open, mouth_close, mouth_funnel, mouth_pucker, mouth_left, mouth_right,
    mouth_smile_left, mouth_smile_right, mouth_frown_left, mouth_frown_right, mouth_dimple_left,
    mouth_dimple_right, mouth_stretch_left, mouth_stretch_right, mouth_roll_lower, mouth_roll_upper,
    mouth_shrug_lower, mouth_shrug_upper, mouth_press_left, mouth_press_right,
    mouth_lower_down_left, mouth_lower_down_right, mouth_upper_up_left, mouth_upper_up_right,
    brow_down_left, brow_down_right, brow_inner_up, brow_outer_up_left, brow_outer_up_right,
    cheek_puff, cheek_squint_left, cheek_squint_right, nose_sneer_left, nose_sneer_right,
    tongue_out, shape_count
}; } using face_shape_enum::face_shape;
/** Parts of a face beside shapes: bits of vrm_face.parts. */
namespace face_parts_enum { using flags::operator|; enum face_parts : uint32_t {
    none, head, head_position, eyes = 4
}; } using face_parts_enum::face_parts;
/** What turns the eyes of an avatar. */
namespace face_look_at_enum { enum face_look_at : int32_t { pose, shapes, off }; }
using face_look_at_enum::face_look_at;
/** A viseme of OVR LipSync, in its order. */
namespace viseme_enum { enum viseme : int32_t {
    sil, pp, ff, th, dd, kk, ch, ss, nn, rr, aa, e, ih, oh, ou, count
}; } using viseme_enum::viseme;
/** Bits of the flags of a sender: VRM_VMC_SEND_ constants. */
namespace vmc_sender_flags_enum { using flags::operator|; enum vmc_sender_flags : uint32_t {
    none, single, new_names
}; } using vmc_sender_flags_enum::vmc_sender_flags;
/** How the symbols of phonemes are written. */
namespace alphabet_enum { enum alphabet : int32_t {
    ipa, arpabet, kana, azure, voicevox, espeak, rhubarb
}; } using alphabet_enum::alphabet;
/** What a tag asks for. */
namespace companion_tag_kind_enum { enum companion_tag_kind : int32_t {
    unknown, emotion, action
}; } using companion_tag_kind_enum::companion_tag_kind;
/** What a companion does while it does not speak. */
namespace companion_activity_enum { enum companion_activity : int32_t {
    waiting, listening, thinking
}; } using companion_activity_enum::companion_activity;

// --- Values ---
class any_speech; class speech; using speech_ref = ref<any_speech>;
class any_voice; class voice; using voice_ref = ref<any_voice>;
using vmc_counts = ::vrm_vmc_counts; using vmc_frame = ::vrm_vmc_frame;
using phoneme = ::vrm_phoneme; using speech_info = ::vrm_speech_info; using mouth = ::vrm_mouth;
using voice_calibration = ::vrm_voice_calibration; using phonemes_info = ::vrm_phonemes_info;
using companion_action = ::vrm_companion_action; using companion_tag = ::vrm_companion_tag;
using companion_status = ::vrm_companion_status;
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
/** Settings of a speech. */
struct speech_desc : ::vrm_speech_desc {
    speech_desc() noexcept { vrm_speech_desc_init_sized(this, sizeof(vrm_speech_desc)); }
};
/** Settings of a voice. */
struct voice_desc : ::vrm_voice_desc {
    voice_desc() noexcept { vrm_voice_desc_init_sized(this, sizeof(vrm_voice_desc)); }
};
/** Settings of a companion. */
struct companion_desc : ::vrm_companion_desc {
    companion_desc() noexcept { vrm_companion_desc_init_sized(this, sizeof(vrm_companion_desc)); }
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

/** What speech and speech_ref can do. */
class any_speech : public handle<vrm_speech> {
  public:
    /** Returns the mouth at a time. */
    vrm::mouth sample(int64_t time) const {
        vrm::mouth out{}; vrm_speech_sample(raw(), time, &out); return out;
    }
    /** Returns the facts of a speech. */
    const vrm::speech_info &info() const & { return *vrm_speech_get_info(raw()); }
  protected: using handle::handle;
};
/** The mouth that belongs to timed phonemes. */
class speech : public owner<any_speech, &vrm_speech_destroy> {
  public: using owner::owner;
    /** Creates a speech. */
    static expected<vrm::speech> create(maybe<const vrm_speech_desc> desc = {}) {
        expected<vrm::speech> made{detail::unfilled()};
        made.set_code(vrm_speech_create(desc.get(), made->out(), made.report_out())); return made;
    }
    using any_speech::info; name_the_object_first info() const && = delete;
};

/** What voice and voice_ref can do. */
class any_voice : public handle<vrm_voice> {
  public:
    /** Adds samples. */
    void add(argument<slice<const float>> samples) {
        vrm_voice_add(raw(), samples.data(), static_cast<uint32_t>(samples.size()));
    }
    /** Returns the mouth of the sound that was added VRM_VOICE_DELAY ago. */
    vrm::mouth mouth() const { vrm::mouth out{}; vrm_voice_get_mouth(raw(), &out); return out; }
    /** Forgets the sound, but not what was learned about the speaker. */
    void reset() { vrm_voice_reset(raw()); }
    /** Sets the vowel that the samples added from now on have. */
    void set_vowel(vrm::preset vowel) { vrm_voice_set_vowel(raw(), vowel); }
    /** Returns what a voice has learned about its speaker. */
    vrm::voice_calibration calibration() const {
        vrm::voice_calibration out{}; vrm_voice_get_calibration(raw(), &out); return out;
    }
    /** Replaces what a voice has learned about its speaker. */
    int32_t set_calibration(maybe<const vrm::voice_calibration> calibration = {}) {
        return vrm_voice_set_calibration(raw(), calibration.get());
    }
  protected: using handle::handle;
};
/** Listens to the samples of a voice. */
class voice : public owner<any_voice, &vrm_voice_destroy> {
  public: using owner::owner;
    /** Creates a voice that has heard nothing. */
    static expected<vrm::voice> create(maybe<const vrm_voice_desc> desc = {}) {
        expected<vrm::voice> made{detail::unfilled()};
        made.set_code(vrm_voice_create(desc.get(), made->out(), made.report_out())); return made;
    }
};

/** Drives one avatar in a conversation. */
class companion : public owner<handle<vrm_companion>, &vrm_companion_destroy> {
  public: using owner::owner;
    /** Creates a companion. */
    static expected<vrm::companion> create(vrm::model_ref model,
        maybe<const vrm_companion_desc> desc = {}) {
        expected<vrm::companion> made{detail::unfilled()};
        made.set_code(vrm_companion_create(model.raw(), desc.get(), made->out(),
            made.report_out())); return made;
    }
    /** Advances the time, and writes pose, expressions and lookAt of the avatar. */
    void update(vrm::avatar_ref avatar, maybe<const vrm_pose> body, int64_t now) {
        vrm_companion_update(raw(), avatar.raw(), body.get(), now);
    }
    /** Reads a piece of a text, in any chunks, and removes its tags. */
    size_t read_text(argument<slice<const char>> text, slice<char> out,
        slice<vrm::companion_tag> tags = {}, uint32_t *out_tag_count = nullptr) {
        return vrm_companion_read_text(raw(), text.data(), text.size(), out.data(), out.size(),
            tags.data(), static_cast<uint32_t>(tags.size()), out_tag_count);
    }
    /** Shows the emotion of a tag, or does its action, at a time. */
    int32_t cue(const vrm::companion_tag &tag, int64_t time) {
        return vrm_companion_cue(raw(), &tag, time);
    }
    /** Overlays a pose on the upper body, such as the result of a motion generator. */
    void set_gesture(maybe<const vrm_pose> pose = {}) {
        vrm_companion_set_gesture(raw(), pose.get());
    }
    /** Speaks a sentence at a time: moves the mouth, and nods at stressed syllables. */
    int32_t say(vrm::speech_ref speech, int64_t start) {
        return vrm_companion_say(raw(), speech.raw(), start);
    }
    /** Sets the mouth, for speech with neither phonemes nor samples: from visemes or a tracker. */
    void set_mouth(maybe<const vrm::mouth> mouth = {}) {
        vrm_companion_set_mouth(raw(), mouth.get());
    }
    /** Speaks with samples: adds them to a voice, and sets the mouth to that of the voice. */
    void say_samples(vrm::voice_ref voice, argument<slice<const float>> samples) {
        vrm_companion_say_samples(raw(), voice.raw(), samples.data(),
            static_cast<uint32_t>(samples.size()));
    }
    /** Stops speaking: forgets all sentences and cues, and closes the mouth. */
    void be_silent() { vrm_companion_be_silent(raw()); }
    /** Sets what the companion does while it does not speak. */
    void set_activity(vrm::companion_activity activity) {
        vrm_companion_set_activity(raw(), activity);
    }
    /** Sets where the user is: the camera, for example. */
    void set_user(maybe<const vrm::vec3> position = {}) {
        vrm_companion_set_user(raw(), position.get());
    }
    /** Looks at a point for a while, and then at the user again. */
    void attend(maybe<const vrm::vec3> target, int64_t until) {
        vrm_companion_attend(raw(), target.get(), until);
    }
    /** Returns what a companion is doing. */
    vrm::companion_status status() const {
        vrm::companion_status out{}; vrm_companion_get_status(raw(), &out); return out;
    }
    /** Changes the params of a companion. */
    void set_params(const vrm_companion_params &params) {
        vrm_companion_set_params(raw(), &params);
    }
    /** Returns how many bytes vrm_companion_save writes. */
    size_t save_size() const { return vrm_companion_save_size(raw()); }
    /** Saves everything that the next updates depend on, except for sentences. */
    vrm::result save(writable_bytes out) const {
        return vrm::result{vrm_companion_save(raw(), out.data(), out.size())};
    }
    /** Restores a saved state. */
    vrm::result restore(argument<vrm::bytes> bytes) {
        return vrm::result{vrm_companion_restore(raw(), bytes.data(), bytes.size())};
    }
};

/** What a tracker sees. */
struct face : ::vrm_face {
    face() noexcept { vrm_face_init(this); }
    /** Returns the name of a shape as ARKit spells it, such as "eyeBlinkLeft". */
    static const char *shape_name(vrm::face_shape shape) { return vrm_face_shape_name(shape); }
    /** Finds a shape by its name, in any spelling. */
    static vrm::face_shape find_shape(argument<slice<const char>> name) {
        return static_cast<vrm::face_shape>(vrm_face_find_shape(name.data(), name.size()));
    }
    /** Sets a shape by its name in any spelling. */
    int32_t set(argument<slice<const char>> name, float weight) {
        return vrm_face_set(this, name.data(), name.size(), weight);
    }
    /** Sets the head by a matrix, such as the facial transformation matrix of MediaPipe. */
    int32_t set_head(const vrm::mat4 &matrix) { return vrm_face_set_head(this, &matrix); }
    /** Reads a packet of iFacialMocap. */
    int32_t read_ifacialmocap(argument<vrm::bytes> bytes) {
        return vrm_face_read_ifacialmocap(bytes.data(), bytes.size(), this);
    }
    /** Reads a packet of VTube Studio on a phone. */
    int32_t read_vtube_studio(argument<vrm::bytes> bytes) {
        return vrm_face_read_vtube_studio(bytes.data(), bytes.size(), this);
    }
    /** Applies a calibration. */
    void calibrate(const vrm_face_calibration &calibration, const vrm_face &face) {
        vrm_face_calibrate(&calibration, &face, this);
    }
    /** Finds a viseme by its name in any case, also with the prefixes "viseme_" and "vrc.v_". */
    static vrm::viseme find_viseme(argument<slice<const char>> name) {
        return static_cast<vrm::viseme>(vrm_face_find_viseme(name.data(), name.size()));
    }
};
/** What a person's face has at rest and at most. */
struct face_calibration : ::vrm_face_calibration {
    face_calibration() noexcept { vrm_face_calibration_init(this); }
    /** Adds a face at rest: the calibration has the mean of all that were added. */
    void add(const vrm_face &face) { vrm_face_calibration_add(this, &face); }
};
/** Smooths faces, and holds what a packet does not have. */
struct face_filter : ::vrm_face_filter {
    face_filter() noexcept { vrm_face_filter_init(this); }
    /** Smooths a face. */
    vrm::face update(const vrm_face &face, float dt) {
        vrm::face out; vrm_face_filter_update(this, &face, dt, &out); return out;
    }
};
/** How a face is shown on an avatar. */
struct face_map : ::vrm_face_map {
    explicit face_map(const vrm_model * model) noexcept { vrm_face_map_init(this, model); }
    /** Writes a face into a pose: neck and head, lookAt, presets and custom expressions. */
    void apply(const vrm_face &face, vrm_pose &out) const { vrm_face_map_apply(this, &face, &out); }
};
/** How a companion behaves. */
struct companion_params : ::vrm_companion_params {
    companion_params() noexcept {
        vrm_companion_params_init_sized(this, sizeof(vrm_companion_params));
    }
    /** Reads params from JSON: an object whose keys are the names of fields. */
    vrm::result read(argument<vrm::bytes> json) {
        return vrm::result{vrm_companion_params_read(json.data(), json.size(), this)};
    }
    /** Writes params as JSON that vrm_companion_params_read reads back, bit for bit. */
    size_t write(slice<char> out = {}) const {
        return vrm_companion_params_write(this, out.data(), out.size());
    }
};

// --- Functions ---
/** Writes the weights of visemes into the five presets of the mouth. */
inline void viseme_apply(argument<slice<const float>> weights, vrm_pose &out) {
    vrm_viseme_apply(weights.data(), static_cast<uint32_t>(weights.size()), &out);
}
/** Reads phonemes from text in UTF-8. */
inline expected<vrm::phonemes_info> phonemes_read(argument<vrm::bytes> bytes,
    slice<vrm::phoneme> out = {}) {
    expected<vrm::phonemes_info> made{detail::unfilled()};
    made.set_code(vrm_phonemes_read(bytes.data(), bytes.size(), out.data(),
        static_cast<uint32_t>(out.size()), &*made)); return made;
}

} // namespace vrm

#include "vrm/cpp/suffix.hpp"
#endif
