/*
 * What the C++ headers promise: objects have one owner, views show what is theirs, results say why,
 * and another source of the program (other.cpp) may use less of the headers.
 *
 * usage: use FILE.vrm MOTION.vrma
 */
#define VRM_EXPERIMENTAL
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <algorithm>
#include <ranges>
#include <span>
#endif
#include <vrm/author.hpp>

static_assert(sizeof(vrm::avatar) == sizeof(void *) && sizeof(vrm::avatar_ref) == sizeof(void *),
              "an object is one pointer");
static_assert(std::is_nothrow_move_constructible_v<vrm::model> &&
                  std::is_nothrow_move_assignable_v<vrm::model> &&
                  !std::is_copy_constructible_v<vrm::model> &&
                  !std::is_copy_assignable_v<vrm::model>,
              "an object has one owner");
static_assert(std::is_trivially_copyable_v<vrm::avatar_ref> &&
                  std::is_trivially_copyable_v<vrm::slice<float>> &&
                  std::is_trivially_copyable_v<vrm::bytes>,
              "references and views are plain values");
static_assert(std::is_nothrow_move_constructible_v<vrm::expected<vrm::model>> &&
                  std::is_nothrow_move_assignable_v<vrm::expected<vrm::model>>,
              "results move");
static_assert(std::is_convertible_v<vrm::bone, int32_t> &&
                  !std::is_convertible_v<int32_t, vrm::bone> &&
                  !std::is_convertible_v<vrm::preset, vrm::bone> &&
                  !std::is_convertible_v<vrm::result, int> &&
                  !std::is_convertible_v<vrm::result, bool>,
              "enumerations are types, and become numbers; a result does not");
static_assert(
    std::is_same_v<decltype(vrm::load_flags::strict | vrm::load_flags::any_gltf), vrm::load_flags>,
    "flags stay flags");

bool other_source_loads(const char *path);
vrm::avatar other_source_creates(vrm::model &model);

namespace {

int failures = 0;

void expect(bool holds, const char *what) {
    if (holds) return;
    std::printf("wrong: %s\n", what);
    ++failures;
}

std::vector<unsigned char> read(const char *path) {
    std::vector<unsigned char> bytes;
    if (std::FILE *file = std::fopen(path, "rb")) {
        int byte;
        while ((byte = std::fgetc(file)) != EOF) bytes.push_back(static_cast<unsigned char>(byte));
        std::fclose(file);
    }
    return bytes;
}

// --- Owners ---

void moves(vrm::model &model) {
    auto created = vrm::avatar::create(model);
    expect(created && created->raw() != nullptr, "an avatar is created");
    vrm_avatar *raw = created->raw();
    vrm::avatar a = std::move(*created);
    expect(a.raw() == raw && !*created && created->raw() == nullptr,
           "a move leaves nothing behind");
    vrm::avatar b(std::move(a));
    expect(!a && b.raw() == raw, "so does the next");
    vrm::avatar &same = b;
    b = std::move(same);
    expect(b.raw() == raw, "an object that is moved to itself stays");
    std::swap(a, b);
    expect(a.raw() == raw && !b, "objects can be swapped");
    a = vrm::avatar();
    expect(!a, "an empty object may be assigned: the other one is released");
    vrm::avatar nothing;
    nothing.reset();
    nothing = vrm::avatar(nullptr);
    expect(nothing.take() == nullptr, "nothing may be released, assigned and taken");
    vrm::avatar taken(other_source_creates(model).take());
    expect(bool(taken), "an object is given away and taken");
    taken.reset(other_source_creates(model).take());
    expect(bool(taken), "and replaced");
}

void after_a_move(vrm::model &model) {
    vrm::avatar avatar = *vrm::avatar::create(model);
    const vrm::avatar next = std::move(avatar);
    avatar.update(1.0f);
    avatar.set_expression(0, 1.0f);
    expect(avatar.bone_position(vrm::bone::head).y == 0.0f && avatar.save_size() == 0 &&
               !avatar.model(),
           "calls of an object that was moved from do nothing");
    vrm::crowd crowd;
    expect(crowd.avatars().empty() && !crowd.add(model), "nor do those of a crowd");
    const vrm::report report;
    expect(report.diagnostics().size() == 0 && !report.failure(),
           "an empty report has no diagnostics");
}

void containers(vrm::model &model) {
    std::vector<vrm::avatar> avatars;
    for (int i = 0; i < 5; ++i) avatars.push_back(*vrm::avatar::create(model));
    avatars.erase(avatars.begin() + 1);
    avatars.insert(avatars.begin(), *vrm::avatar::create(model));
    avatars.emplace_back();
    std::swap(avatars.front(), avatars.back());
    int count = 0;
    for (vrm::avatar &avatar : avatars) count += bool(avatar);
    expect(avatars.size() == 6 && count == 5, "a vector has objects");
    std::map<std::string, vrm::model> models;
    models.emplace("one", model.retain());
    models["two"] = model.retain();
    expect(models.at("one") == models.at("two") && models.at("one") == model, "and a map");
    std::vector<vrm::avatar_ref> refs(avatars.begin() + 1, avatars.end());
    refs.erase(refs.begin());
    refs[0] = refs[1];
    expect(refs[0] == refs[1], "references are copied and assigned");
}

// --- Results ---

void refuses() {
    const std::vector<unsigned char> none = {1, 2, 3, 4};
    auto loaded = vrm::model::load(none);
    expect(!loaded && loaded.code() == vrm::result::error_container,
           "bytes that are no file are refused");
    expect(!*loaded && loaded->raw() == nullptr, "there is no model then");
    expect(loaded.report().failure() != nullptr && loaded.report().diagnostics().size() > 0 &&
               loaded.report().diagnostics()[0].severity == vrm::severity::error,
           "the report says why");
    char text[64];
    expect(loaded.report().text(text) >= 63 || std::strlen(text) > 0, "and is text");
    const vrm::report report = loaded.take_report();
    expect(report && !loaded.report(), "the report is given away");
    auto checked = vrm::check(none);
    expect(!checked && checked->failure() != nullptr && &checked.report() == &*checked,
           "the report of a check is its value");
    auto created = vrm::avatar::create(*loaded);
    expect(!created && created.report().failure() != nullptr, "nothing is made of nothing");
    expect(!vrm::avatar::create(nullptr), "nor of NULL");
    auto missing = vrm::model::load_file(std::string("nowhere.vrm"));
    expect(missing.code() == vrm::result::error_file, "paths may be strings");
}

#ifdef VRM_EXCEPTIONS
void throws(const char *path) {
    vrm::model model = vrm::model::load_file(path).value();
    vrm::avatar avatar = vrm::avatar::create(model).value();
    expect(avatar && model, "value() is the value");
    std::string what;
    try {
        vrm::model none = vrm::model::load_file("nowhere.vrm").value();
        what = "nothing was thrown";
    } catch (const std::exception &error) {
        what = error.what();
    }
    expect(what.find("no such file") != std::string::npos, what.c_str());
    auto code = vrm::result::ok;
    try {
        vrm::require(avatar.restore(vrm::bytes()));
    } catch (const vrm::error &error) {
        const vrm::error copy = error;
        code = copy.code();
    }
    expect(code != vrm::result::ok, "require() throws the result");
}
#endif

// --- Views ---

void slices(const vrm::avatar &avatar) {
    const auto world = vrm::views::world(avatar.frame());
    expect(world.size() == avatar.frame().node_count && world.data() == avatar.frame().world,
           "a slice is what the struct has");
    float sum = 0;
    for (const vrm::mat4 &matrix : world) sum += matrix.m[13];
    expect(std::isfinite(sum), "a slice is a range");
    const vrm::slice<const float> nothing, also_nothing = {nullptr, 0};
    for (float value : nothing) expect(value > 0, "there is nothing in it");
    expect(nothing.empty() && also_nothing.begin() == also_nothing.end(),
           "an empty slice has no elements");
    std::vector<float> values = {1, 2, 3};
    const std::vector<float> constants = {1, 2, 3};
    vrm::slice<float> writable = values;
    vrm::slice<const float> readable = values, of_constants = constants, of_slice = writable;
    writable[1] = 5;
    expect(readable[1] == 5.0f && of_slice[1] == 5.0f && of_constants[1] == 2.0f,
           "slices are made of containers and of slices");
}

void texts(const vrm::model &model) {
    const vrm::node &node = model.gltf().nodes[0];
    const vrm::text name = node.name;
    const std::string_view view = name;
    const std::string string = name;
    expect(view == node.name.data && string == view && name.c_str() == node.name.data,
           "a text becomes a string_view and a string");
    expect(model.find_node(string) == 0 && model.find_node(name) == 0 &&
               model.find_node(name.c_str()) == 0,
           "names are strings, texts and literals");
    char printable[32];
    expect(vrm::text_to_printable(view, printable) > 0 && view.substr(0, 31) == printable,
           "a string_view is a slice");
}

#if __cplusplus >= 202002L
void spans(vrm::avatar &avatar) {
    std::span<const vrm::mat4> world = vrm::views::world(avatar.frame());
    const auto kept = vrm::views::world(avatar.frame());
    std::span<const vrm::mat4> of_const = kept;
    std::span<vrm::trs> locals = avatar.locals();
    auto writable = avatar.locals();
    std::span<vrm::trs> of_lvalue = writable;
    std::span<const vrm::trs> constant = avatar.locals();
    expect(world.data() == of_const.data() && locals.data() == of_lvalue.data() &&
               constant.size() == world.size(),
           "a slice becomes a span");
    vrm::slice<const vrm::mat4> back = std::span<const vrm::mat4>(world.first(2));
    vrm::slice<vrm::trs> writable_back = locals;
    expect(back.size() == 2 && writable_back.size() == locals.size(), "and a span a slice");
    static_assert(std::ranges::contiguous_range<decltype(kept)> &&
                  std::ranges::sized_range<decltype(kept)>);
    expect(std::ranges::count_if(kept, [](const vrm::mat4 &m) { return m.m[13] > 1.0f; }) > 0,
           "algorithms take slices");
    std::vector<std::byte> save(avatar.save_size());
    expect(avatar.save(save) == vrm::result::ok &&
               avatar.restore(std::span(save)) == vrm::result::ok,
           "bytes are spans of std::byte");
}
#endif

// --- Tasks ---

void runs(const char *path, const char *motion) {
    const std::vector<unsigned char> file = read(path);
    int misuses = 0;
    auto count_misuse = [&](const char *, const char *) { ++misuses; };
    vrm::load_desc desc;
    desc.flags = vrm::load_flags::strict | vrm::load_flags::copy_payload;
    desc.set_misuse(count_misuse);
    auto loaded = vrm::model::load(file, desc);
    expect(bool(loaded), "the file is loaded");
    vrm::model &model = *loaded;
    auto created = vrm::avatar::create(model);
    vrm::avatar &avatar = *created;
    expect(avatar.model() == model, "an avatar has its model");
    avatar.set_bone_rotation(vrm::bone(1000), {0, 0, 0, 1});
    expect(misuses == 1, "a lambda is called for a wrong call");

    const vrm::vec3 before = avatar.bone_position(vrm::bone::head);
    avatar.set_root({{0, 0, 2}, {0, 0, 0, 1}, {1, 1, 1}});
    avatar.update(0);
    const auto head = static_cast<size_t>(model.bone_node(vrm::bone::head));
    expect(std::fabs(vrm::views::world(avatar.frame())[head].m[14] - before.z - 2) < 1e-5f,
           "the matrices follow the root");
    avatar.locals()[head].scale.x = 2;
    expect(avatar.locals()[head].scale.x == 2.0f, "the pose is written in place");
    expect(avatar.look_at_state().struct_size == sizeof(vrm_look_at_state),
           "structs prepare themselves");
    std::vector<unsigned char> save(avatar.save_size());
    expect(avatar.save(save) == vrm::result::ok && avatar.restore(save) == vrm::result::ok,
           "buffers are one parameter");
    slices(avatar);
    texts(model);
#if __cplusplus >= 202002L
    spans(avatar);
#endif

    auto clip = vrm::clip::load(read(motion)); // not needed after the call, so it may be temporary
    vrm::pose pose;
    clip->sample(vrm_ns(0.5), pose);
    avatar.apply_pose(pose);
    avatar.update(1.0f / 60);
    expect(clip && clip->info().duration > 0, "a motion is sampled");
    vrm::mixer mixer;
    mixer.play(0, *clip, vrm::slot_flags::loop, 0);
    expect(mixer.update(VRM_SECOND / 60, pose) == 0 && pose.bones != 0, "and mixed");
    vrm::clip second = clip->retain();
    clip->reset();
    expect(second.wrap(-1) >= 0, "a reference keeps a clip");

    auto crowd = vrm::crowd::create();
    auto member = crowd->add(model);
    expect(member && crowd->avatars()[0] == *member && crowd->avatars().size() == 1,
           "a crowd has avatars");
    expect(crowd->avatars()[0].frame().node_count == model.gltf().node_count,
           "what a reference gives out stays");
    for (vrm::avatar_ref one : crowd->avatars()) one.update(0);
    vrm::model kept = avatar.model().retain();
    loaded->reset();
    expect(kept && kept.memory_size() > 0, "a reference keeps a model");
    moves(kept);
    after_a_move(kept);
    containers(kept);
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    refuses();
    runs(argv[1], argv[2]);
    expect(other_source_loads(argv[1]), "another source uses the headers in another way");
#ifdef VRM_EXCEPTIONS
    throws(argv[1]);
#endif
    std::printf("C++ headers: %d wrong\n", failures);
    return failures != 0;
}
