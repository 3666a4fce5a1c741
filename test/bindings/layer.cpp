/*
 * The C++ layer that tools/make/make-cpp writes: loads an avatar, updates it, and reads its
 * matrices.
 *
 * usage: layer FILE.vrm MOTION.vrma
 */
#include <vrm.hpp>

#include <vrm_author.hpp>
#include <vrm_layout.hpp>
#include <vrm_render.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

static_assert(sizeof(vrm::avatar) == sizeof(void *), "an object is one pointer");
static_assert(std::is_nothrow_move_constructible_v<vrm::model> &&
                  !std::is_copy_constructible_v<vrm::model>,
              "an object has one owner");
static_assert(std::is_trivially_copyable_v<vrm::avatar_ref>, "a reference is a plain value");

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

void refuses() {
    const unsigned char none[4] = {1, 2, 3, 4};
    auto loaded = vrm::model::load(vrm::bytes(none, sizeof none));
    expect(!loaded && loaded.code == vrm::result::error_container,
           "bytes that are no file are refused");
    expect(!loaded.value, "there is no model then");
    expect(loaded.report.count() > 0 && loaded.report.failure() != nullptr, "the report says why");
}

void dances(vrm::avatar &avatar, const char *path) {
    auto clip = vrm::clip::load_file(path);
    expect(bool(clip), "the motion is loaded");
    vrm::pose pose = vrm::pose_init();
    clip->sample(vrm_ns(0.5), pose);
    avatar.apply_pose(pose);
    avatar.update(1.0f / 60);
    expect(clip->get_info().duration > 0, "the motion has a duration");
}

void runs(const std::vector<unsigned char> &file, const char *motion) {
    auto desc = vrm::load_desc_init();
    desc.flags =
        static_cast<vrm_load_flags>(vrm::load_flags::strict | vrm::load_flags::copy_payload);
    auto loaded = vrm::model::load(file, &desc);
    expect(bool(loaded), "the file is loaded");
    const vrm::gltf &gltf = loaded->gltf();
    auto created = vrm::avatar::create(loaded.value);
    vrm::avatar &avatar = created.value;
    expect(bool(avatar) && avatar.model().raw() == loaded->raw(), "an avatar has its model");
    const vrm::slice<const vrm::mat4> world = vrm::views::world(avatar.frame());
    expect(world.size() == gltf.node_count && avatar.locals().size() == world.size(),
           "one matrix for each node");

    const auto before = avatar.get_bone_position(vrm::bone::head);
    avatar.set_root({{0, 0, 2}, {0, 0, 0, 1}, {1, 1, 1}});
    avatar.update(0);
    const auto node = static_cast<std::size_t>(loaded->bone_node(vrm::bone::head));
    expect(std::fabs(world[node].m[14] - before.z - 2) < 1e-5f, "the matrices follow the root");
    expect(loaded->first_person(0) != vrm::first_person_type::split, "enumerations are typed");
    expect(avatar.get_look_at().struct_size == sizeof(vrm::look_at_state),
           "structs with a size are prepared");
    std::vector<unsigned char> save(avatar.save_size());
    expect(avatar.save(save) == vrm::result::ok && avatar.restore(save) == vrm::result::ok,
           "buffers are one parameter");
    dances(avatar, motion);

    auto many = vrm::crowd::create();
    vrm::crowd &crowd = many.value;
    auto member = crowd.add(loaded.value);
    expect(member && crowd.get(0).raw() == member->raw(), "a crowd owns its avatars");
    expect(crowd.get(0).frame().node_count == gltf.node_count, "what a reference gives out stays");
    auto second = loaded->retain();
    loaded.value = vrm::model();
    expect(second && second.memory_size() > 0, "a reference keeps a model");
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 3) {
        std::printf("usage: layer FILE.vrm MOTION.vrma\n");
        return 2;
    }
    refuses();
    runs(read(argv[1]), argv[2]);
    std::printf("C++ layer: %d wrong\n", failures);
    return failures != 0;
}
