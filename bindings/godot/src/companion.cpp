#include "companion.hpp"

#include "avatar.hpp"
#include "report.hpp"
#include "space.hpp"

#include <algorithm>
#include <cmath>

namespace vrm_godot {

const char *const companion_class = "VRMCompanion";

namespace {

/* A driver uses a sentence for at most this long after its end. */
constexpr int64_t sentence_rest = VRM_SECOND / 2;
const char *const emotion_names[] = {"happy", "angry", "sad", "relaxed", "surprised", "neutral"};

/* --- Params --- */

/* Numbers by name, as libvrm writes and reads them: names, defaults and ranges are its own. */
dictionary numbers_of(const vrm_companion_params &params) {
    std::string json(vrm_companion_params_write(&params, nullptr, 0) + 1, '\0');
    vrm_companion_params_write(&params, json.data(), json.size());
    const value parser = create("JSON");
    call(parser, "parse", json.c_str());
    return dictionary(call(parser, "get_data"));
}

void read_number(const std::string &param, double number, vrm_companion_params *out) {
    const dictionary numbers;
    call(numbers, "set", param, number);
    const std::string json = call(create("JSON"), "stringify", numbers).as_string();
    vrm_companion_params_read(json.data(), json.size(), out);
}

vrm_companion_params default_params() {
    vrm_companion_params out;
    vrm_companion_params_init(&out);
    return out;
}

const std::vector<std::string> &param_names() {
    static const std::vector<std::string> found = [] {
        std::vector<std::string> out;
        const value keys = call(numbers_of(default_params()), "keys");
        const int64_t count = call(keys, "size").as_int();
        for (int64_t i = 0; i < count; ++i) out.push_back(call(keys, "get", i).as_string());
        return out;
    }();
    return found;
}

bool is_param(int64_t index) {
    return index >= 0 && index < static_cast<int64_t>(param_names().size());
}

/* A time of the clock, which sums of two do not overflow. */
int64_t later(int64_t time, double seconds) {
    constexpr int64_t most = INT64_MAX / 2;
    return std::clamp(time + std::clamp(to_nanoseconds(seconds), -most, most), -most, most);
}

/* Where a node is; false if the object is no node in the tree. */
bool read_position(const value &node, vrm_vec3 *out) {
    if (node.as_object() == nullptr || !call(node, "is_class", "Node3D").as_bool() ||
        !call(node, "is_inside_tree").as_bool()) {
        return false;
    }
    *out = to_vrm(call(node, "get_global_position").as_vec3());
    return true;
}

} // namespace

companion::companion(void *object) : object_(object), params_(default_params()) { drop(); }

companion::~companion() {
    set_bound(nullptr);
    be_silent();
    drop();
}

/* --- The avatar --- */

void companion::notify(int32_t what) {
    if (what == notification_enter_tree) bind();
    if (what == notification_exit_tree) set_bound(nullptr);
}

void companion::bind() {
    const value self = value::object(object_);
    const bool inside = call(self, "is_inside_tree").as_bool();
    set_bound(inside ? avatar::at(self, avatar_path_) : nullptr);
}

void companion::set_bound(avatar *found) {
    if (found == avatar_) return;
    if (avatar_ != nullptr) avatar_->set_companion(nullptr);
    avatar_ = found != nullptr && found->set_companion(this) ? found : nullptr;
    if (avatar_ != nullptr) drop(); /* a driver belongs to one avatar */
}

void companion::forget() { avatar_ = nullptr; }

void companion::set_avatar(const value &path) {
    avatar_path_ = path;
    bind();
}

/* --- The driver --- */

void companion::drop() {
    vrm_companion_destroy(driver_);
    driver_ = nullptr;
    model_ = nullptr;
    status_ = {};
    status_.action = VRM_NONE;
}

vrm_companion_action companion::read_action(const std::string &action,
                                            const dictionary &options) const {
    vrm_companion_action out{};
    const clip *motion = clip::of(option(options, "clip", value()));
    const std::string expression = option(options, "expression", "").as_string();
    out.name = {action.c_str(), static_cast<uint32_t>(action.size())};
    out.clip = motion != nullptr ? motion->get() : nullptr;
    out.hold = to_nanoseconds(option(options, "seconds", 0.0).as_float());
    out.bones = option(options, "whole_body", false).as_bool() ? ~UINT64_C(0) : 0;
    out.expression = VRM_NONE;
    if (!expression.empty()) {
        out.expression = vrm_model_find_expression(model_, expression.c_str());
        if (out.expression == VRM_NONE) {
            report_warning("VRMCompanion: the avatar has no expression '" + expression +
                           "' for the action '" + action + "'");
        }
    }
    out.weight = static_cast<float>(option(options, "weight", 1.0).as_float());
    return out;
}

void companion::make_driver() {
    const value keys = call(actions_, "keys");
    const int64_t count = call(keys, "size").as_int();
    std::vector<vrm_companion_action> actions;
    action_names_.clear();
    for (int64_t i = 0; i < count; ++i) {
        action_names_.push_back(call(keys, "get", i).as_string());
    }
    for (const std::string &action : action_names_) {
        const value options = call(actions_, "get", action);
        const bool given = options.is(GDEXTENSION_VARIANT_TYPE_DICTIONARY);
        actions.push_back(read_action(action, given ? dictionary(options) : dictionary()));
    }
    vrm_companion_desc desc;
    vrm_companion_desc_init(&desc);
    desc.actions = actions.data();
    desc.action_count = static_cast<uint32_t>(actions.size());
    desc.params = &params_;
    const GDObjectInstanceID own = engine.object_get_instance_id(any(object_));
    desc.seed = static_cast<uint32_t>(seed_ != 0 ? static_cast<uint64_t>(seed_) : own ^ own >> 32);
    const vrm_result result = vrm_companion_create(avatar_->tables(), &desc, &driver_, nullptr);
    if (result != VRM_OK) {
        report_error("VRMCompanion: the actions are refused. A name begins with a letter, and has "
                     "at most 44 letters, digits, '_' and '-'. A weight is a number from 0 to 1, "
                     "and there are at most 256 actions.");
    }
}

/* Returns false without an avatar that has a model. */
bool companion::make() {
    if (avatar_ == nullptr || avatar_->running() == nullptr) return false;
    if (model_ == avatar_->tables()) return driver_ != nullptr;
    drop();
    model_ = avatar_->tables();
    make_driver();
    vrm_companion_set_activity(driver_, static_cast<vrm_companion_activity>(activity_));
    for (const sentence &s : sentences_) vrm_companion_say(driver_, s.speech, s.start);
    return driver_ != nullptr;
}

void companion::set_actions(const dictionary &actions) {
    actions_ = actions;
    drop();
}

void companion::set_seed(int64_t seed) {
    seed_ = seed;
    drop();
}

void companion::set_activity(int64_t activity) {
    activity_ = activity;
    vrm_companion_set_activity(driver_, static_cast<vrm_companion_activity>(activity));
}

void companion::set_param(int64_t index, double number) {
    if (!is_param(index) || !std::isfinite(number)) return;
    read_number(param_names()[static_cast<size_t>(index)], number, &params_);
    vrm_companion_set_params(driver_, &params_);
}

double companion::get_param(int64_t index) {
    if (!is_param(index)) return 0.0;
    return call(numbers_of(params_), "get", param_names()[static_cast<size_t>(index)]).as_float();
}

/* --- An update --- */

/* The user is the node of `user`, or else the camera. */
void companion::look() {
    const value self = value::object(object_);
    value user;
    if (user_path_.is(GDEXTENSION_VARIANT_TYPE_NODE_PATH)) {
        user = call(self, "get_node_or_null", user_path_);
    }
    if (user.as_object() == nullptr) {
        user = call(call(self, "get_viewport"), "get_camera_3d");
    }
    vrm_vec3 position;
    vrm_companion_set_user(driver_, read_position(user, &position) ? &position : nullptr);
    const void *target = target_ != 0 ? engine.object_get_instance_from_id(target_) : nullptr;
    if (target == nullptr || now_ >= target_end_) {
        target_ = 0;
    } else if (read_position(value::object(target), &position)) {
        vrm_companion_attend(driver_, &position, target_end_);
    }
}

void companion::drive(const vrm_pose *body, double delta) {
    now_ = later(now_, std::fmax(delta, 0.0));
    if (!make()) return;
    const int32_t action_before = status_.action;
    look();
    vrm_companion_update(driver_, avatar_->running(), body, now_);
    vrm_companion_get_status(driver_, &status_);
    note_speech();
    note_action(action_before);
}

void companion::note(const char *signal, const value &argument) {
    avatar_->note_of(object_, signal, {argument});
}

void companion::note_speech() {
    for (size_t i = 0; i < sentences_.size();) {
        sentence &s = sentences_[i];
        const vrm_speech_info *info = vrm_speech_get_info(s.speech);
        if (!s.is_heard && now_ >= s.start + info->start) {
            s.is_heard = true;
            note("speech_started", s.id);
        }
        if (s.is_heard && !s.is_over && now_ >= s.start + info->end) {
            s.is_over = true;
            note("speech_ended", s.id);
        }
        if (now_ - s.start > info->end + sentence_rest) {
            vrm_speech_destroy(s.speech);
            sentences_.erase(sentences_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
}

void companion::note_action(int32_t before) {
    const auto name_at = [this](int32_t index) {
        return action_names_[static_cast<size_t>(index)];
    };
    if (status_.action == before) return;
    if (before != VRM_NONE) note("action_ended", name_at(before));
    if (status_.action != VRM_NONE) note("action_started", name_at(status_.action));
}

/* --- Emotions and actions --- */

namespace {

bool equals(const std::string &a, const std::string &b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [lower](char c, char d) { return lower(c) == lower(d); });
}

/* Characters are counted as the engine does: by their first bytes. */
int64_t characters(const std::string &utf8, size_t size) {
    return std::count_if(utf8.begin(), utf8.begin() + static_cast<std::ptrdiff_t>(size),
                         [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

} // namespace

/* An action hides an emotion of the same name, as in a text. */
vrm_companion_tag companion::find_tag(const std::string &tag_name) const {
    vrm_companion_tag out{};
    out.strength = -1.0f;
    for (size_t i = 0; i < action_names_.size(); ++i) {
        if (!equals(action_names_[i], tag_name)) continue;
        out.kind = VRM_COMPANION_TAG_ACTION;
        out.index = static_cast<int32_t>(i);
        return out;
    }
    for (const char *emotion : emotion_names) {
        if (!equals(emotion, tag_name)) continue;
        out.kind = VRM_COMPANION_TAG_EMOTION;
        out.index = vrm_preset_find(emotion);
    }
    return out;
}

std::string companion::name_of(const vrm_companion_tag &tag) const {
    if (tag.kind == VRM_COMPANION_TAG_ACTION) return action_names_[static_cast<size_t>(tag.index)];
    return tag.kind == VRM_COMPANION_TAG_EMOTION ? vrm_preset_name(tag.index) : "";
}

/* An empty text ends it. */
dictionary companion::read_text(const std::string &text) {
    dictionary out;
    array tags;
    std::string plain;
    bind();
    if (make()) {
        std::vector<vrm_companion_tag> found((text.size() + VRM_COMPANION_TAG_BYTES) / 3 + 1);
        uint32_t count = 0;
        plain.resize(text.size() + VRM_COMPANION_TAG_BYTES);
        plain.resize(vrm_companion_read_text(driver_, text.data(), text.size(), plain.data(),
                                             plain.size(), found.data(),
                                             static_cast<uint32_t>(found.size()), &count));
        for (uint32_t i = 0; i < count; ++i) {
            const dictionary tag;
            call(tag, "set", "name", name_of(found[i]));
            call(tag, "set", "strength", found[i].strength);
            call(tag, "set", "seconds", to_seconds(found[i].hold));
            call(tag, "set", "position", characters(plain, found[i].position));
            call(tags, "append", tag);
        }
    }
    call(out, "set", "text", plain);
    call(out, "set", "tags", tags);
    return out;
}

bool companion::cue(const dictionary &tag, double delay) {
    bind();
    if (!make()) return false;
    vrm_companion_tag wanted = find_tag(option(tag, "name", "").as_string());
    wanted.strength = static_cast<float>(option(tag, "strength", -1.0).as_float());
    wanted.hold = to_nanoseconds(option(tag, "seconds", 0.0).as_float());
    return vrm_companion_cue(driver_, &wanted, later(now_, delay)) != 0;
}

bool companion::show(const std::string &tag_name, double strength, double seconds) {
    const dictionary tag;
    call(tag, "set", "name", tag_name);
    call(tag, "set", "strength", strength);
    call(tag, "set", "seconds", seconds);
    return cue(tag, 0.0);
}

/* --- Speech --- */

namespace {

/* NULL if the text is wrong, which is reported. */
vrm_speech *make_speech(const std::string &text) {
    vrm_phonemes_info info{};
    vrm_speech *out = nullptr;
    vrm_phonemes_read(text.data(), text.size(), nullptr, 0, &info);
    std::vector<vrm_phoneme> phonemes(info.count);
    vrm_speech_desc desc;
    vrm_speech_desc_init(&desc);
    if (vrm_phonemes_read(text.data(), text.size(), phonemes.data(), info.count, &info) != VRM_OK) {
        report_error("VRMCompanion.say: line " + std::to_string(info.line) +
                     " of the phonemes is wrong. Write a start and an end in seconds, and a "
                     "symbol: \"0.0 0.1 h\".");
        return nullptr;
    }
    desc.phonemes = phonemes.data();
    desc.phoneme_count = info.count;
    if (info.alphabet != VRM_NONE) desc.alphabet = info.alphabet;
    report found;
    if (vrm_speech_create(&desc, &out, found.receive()) != VRM_OK) {
        report_error("VRMCompanion.say: " + found.reason());
    }
    return out;
}

} // namespace

/* Returns the number of the sentence, or -1. */
int64_t companion::say(const std::string &phonemes, double delay) {
    bind();
    if (!make()) return -1;
    vrm_speech *speech = make_speech(phonemes);
    const int64_t start = later(now_, delay);
    if (speech == nullptr || vrm_companion_say(driver_, speech, start) == 0) {
        vrm_speech_destroy(speech);
        return -1;
    }
    sentences_.push_back({next_sentence_, speech, start, false, false});
    return next_sentence_++;
}

void companion::set_mouth(const dictionary &weights) {
    const auto weight = [&weights](const char *vowel) {
        return static_cast<float>(option(weights, vowel, 0.0).as_float());
    };
    const vrm_mouth mouth = {weight("aa"), weight("ih"), weight("ou"), weight("ee"), weight("oh")};
    bind();
    if (make()) vrm_companion_set_mouth(driver_, &mouth);
}

void companion::be_silent() {
    vrm_companion_be_silent(driver_);
    for (const sentence &s : sentences_) {
        if (s.is_heard && !s.is_over && avatar_ != nullptr) note("speech_ended", s.id);
        vrm_speech_destroy(s.speech);
    }
    sentences_.clear();
}

/* --- Attention --- */

/* A point, or a node that may move; anything else: the user again. */
void companion::attend(const value &target, double seconds) {
    bind();
    if (!make()) return;
    target_ = 0;
    target_end_ = later(now_, seconds);
    vrm_companion_attend(driver_, nullptr, now_);
    if (target.is(GDEXTENSION_VARIANT_TYPE_VECTOR3)) {
        const vrm_vec3 point = to_vrm(target.as_vec3());
        vrm_companion_attend(driver_, &point, target_end_);
    } else if (target.as_object() != nullptr) {
        target_ = engine.object_get_instance_id(any(target.as_object()));
    }
}

/* --- What it does --- */

double companion::get_time() { return to_seconds(now_); }

dictionary companion::get_status() {
    dictionary out;
    const dictionary emotions, mouth;
    for (size_t i = 0; i < 6; ++i) call(emotions, "set", emotion_names[i], status_.emotions[i]);
    call(mouth, "set", "aa", status_.mouth.aa);
    call(mouth, "set", "ih", status_.mouth.ih);
    call(mouth, "set", "ou", status_.mouth.ou);
    call(mouth, "set", "ee", status_.mouth.ee);
    call(mouth, "set", "oh", status_.mouth.oh);
    const bool acts = status_.action != VRM_NONE;
    call(out, "set", "emotions", emotions);
    call(out, "set", "mouth", mouth);
    call(out, "set", "speaking", status_.speaking);
    call(out, "set", "action",
         acts ? action_names_[static_cast<size_t>(status_.action)] : std::string());
    call(out, "set", "looks_away", status_.looks_away != 0);
    call(out, "set", "blinks", status_.blinks);
    return out;
}

/* --- The class --- */

namespace {

GDExtensionObjectPtr create_companion(void *) {
    void *object = engine.construct_object(name("Node").get());
    engine.object_set_instance(any(object), name(companion_class).get(),
                               any(new companion(object)));
    constexpr int before_avatars = 900;
    call(value::object(object), "set_process_priority", before_avatars);
    return any(object);
}

void free_companion(void *, GDExtensionClassInstancePtr instance) {
    companion *self = any(instance);
    delete self;
}

void call_process(GDExtensionClassInstancePtr instance, const GDExtensionConstTypePtr *,
                  GDExtensionTypePtr) {
    companion *self = any(instance);
    self->bind();
}

GDExtensionClassCallVirtual find_virtual(void *, GDExtensionConstStringNamePtr method) {
    return is_name(method, "_process") ? call_process : nullptr;
}

void notify(GDExtensionClassInstancePtr instance, int32_t what, GDExtensionBool) {
    companion *self = any(instance);
    self->notify(what);
}

/* As the engine writes numbers. */
std::string text_of(const value &number) {
    return call(create("JSON"), "stringify", number).as_string();
}

/* The params are properties, with the ranges to which libvrm clamps them. */
void register_params() {
    const char *c = companion_class;
    bound<&companion::set_param>::add(c, "set_param", {"index", "number"});
    bound<&companion::get_param>::add(c, "get_param", {"index"});
    register_group(c, "Behavior");
    vrm_companion_params least = default_params(), most = default_params();
    for (const std::string &param : param_names()) {
        constexpr double beyond = 1e9;
        read_number(param, -beyond, &least);
        read_number(param, beyond, &most);
    }
    const dictionary lowest = numbers_of(least), highest = numbers_of(most);
    int64_t index = 0;
    for (const std::string &param : param_names()) {
        const std::string range = text_of(call(lowest, "get", param)) + "," +
                                  text_of(call(highest, "get", param)) + ",0.01";
        register_indexed_property(c, param.c_str(), GDEXTENSION_VARIANT_TYPE_FLOAT, "set_param",
                                  "get_param", index++, {hint_range, range.c_str()});
    }
}

} // namespace

void register_companion() {
    const char *c = companion_class;
    GDExtensionClassCreationInfo3 info{};
    info.get_virtual_func = find_virtual;
    info.notification_func = notify;
    register_with(c, "Node", create_companion, free_companion, info);
    register_constant(c, "Activity", "WAITING", VRM_COMPANION_WAITING);
    register_constant(c, "Activity", "LISTENING", VRM_COMPANION_LISTENING);
    register_constant(c, "Activity", "THINKING", VRM_COMPANION_THINKING);
    bound<&companion::set_avatar>::add(c, "set_avatar", {"path"});
    bound<&companion::get_avatar>::add(c, "get_avatar");
    bound<&companion::set_user>::add(c, "set_user", {"path"});
    bound<&companion::get_user>::add(c, "get_user");
    bound<&companion::set_activity>::add(c, "set_activity", {"activity"});
    bound<&companion::get_activity>::add(c, "get_activity");
    bound<&companion::set_actions>::add(c, "set_actions", {"actions"});
    bound<&companion::get_actions>::add(c, "get_actions");
    bound<&companion::set_seed>::add(c, "set_seed", {"seed"});
    bound<&companion::get_seed>::add(c, "get_seed");
    const GDExtensionVariantType path = GDEXTENSION_VARIANT_TYPE_NODE_PATH;
    register_property(c, "avatar", path, "set_avatar", "get_avatar",
                      {hint_node_path_types, "VRMAvatar"});
    register_property(c, "user", path, "set_user", "get_user", {hint_node_path_types, "Node3D"});
    register_property(c, "activity", GDEXTENSION_VARIANT_TYPE_INT, "set_activity", "get_activity",
                      {hint_enum, "Waiting,Listening,Thinking"});
    register_property(c, "actions", GDEXTENSION_VARIANT_TYPE_DICTIONARY, "set_actions",
                      "get_actions");
    register_property(c, "seed", GDEXTENSION_VARIANT_TYPE_INT, "set_seed", "get_seed");
    register_params();
    bound<&companion::read_text>::add(c, "read_text", {"text"});
    bound<&companion::cue>::add(c, "cue", {"tag", "delay"}, {0.0});
    bound<&companion::show>::add(c, "show", {"name", "strength", "seconds"}, {-1.0, 0.0});
    bound<&companion::say>::add(c, "say", {"phonemes", "delay"}, {0.0});
    bound<&companion::set_mouth>::add(c, "set_mouth", {"weights"});
    bound<&companion::be_silent>::add(c, "be_silent");
    bound<&companion::attend>::add(c, "attend", {"target", "seconds"}, {2.0});
    bound<&companion::get_time>::add(c, "get_time");
    bound<&companion::get_status>::add(c, "get_status");
    for (const char *signal : {"speech_started", "speech_ended"}) {
        register_signal(c, signal, {{"sentence", GDEXTENSION_VARIANT_TYPE_INT}});
    }
    for (const char *signal : {"action_started", "action_ended"}) {
        register_signal(c, signal, {{"action", GDEXTENSION_VARIANT_TYPE_STRING}});
    }
}

} // namespace vrm_godot
