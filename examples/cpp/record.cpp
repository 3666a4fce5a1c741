/*
 * record: lets an avatar live for some seconds, records its poses, and writes them as a .vrma file
 * that moves any other avatar.
 *
 * usage: record AVATAR.vrm [OUT.vrma]
 */
#define VRM_EXPERIMENTAL // for motions and libvrm-author, which may change in any minor release
#include "files.hpp"

#include <cstdio>
#include <vrm/author.hpp>

static const int frames = 300, frames_a_second = 60;

// Five seconds of idle life, with a smile that comes and goes.
static vrm::expected<vrm::clip> record(const vrm::model &model, vrm::avatar &avatar) {
    const int32_t happy = model.find_expression("happy");
    avatar.update(0.0f);
    vrm::recorder_desc desc;
    desc.pose_capacity = frames;
    desc.hips_height = avatar.bone_position(vrm::bone::hips).y;
    auto recorder = vrm::recorder::create(desc);
    vrm::pose relaxed;
    relaxed.relaxed(model);
    avatar.apply_pose(relaxed);
    vrm::idle idle(1);
    for (int i = 0; i < frames; ++i) {
        const int64_t now = i * VRM_SECOND / frames_a_second;
        avatar.set_expression(happy, i < frames / 2 ? float(i) / (frames / 2) : 0.0f);
        idle.update(avatar, 1.0f / float(frames_a_second));
        vrm::pose pose;
        avatar.read_pose(pose); // before the update: what the update shows
        if (recorder->add(now, pose) != vrm::result::ok) break;
        avatar.update(1.0f / float(frames_a_second));
    }
    return recorder->make_clip();
}

// Writes the clip with fewer keys: none of the differences can be seen.
static bool write_clip(const vrm::clip &clip, const char *path) {
    vrm::write_desc desc;
    desc.max_degrees = 0.1f;
    desc.max_meters = 0.0005f;
    desc.max_weight = 0.01f;
    auto written = vrm::write_vrma(clip, desc);
    if (!written) return false;
    const vrm::written_info info = written->info();
    std::printf("keys: %u of %u\n", unsigned(info.key_count), unsigned(info.clip_key_count));
    std::printf("off by: %.2f degrees, %.2f mm\n", double(info.error_degrees),
                double(info.error_meters) * 1000.0);
    return path == nullptr || write_file(path, written->bytes());
}

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: record AVATAR.vrm [OUT.vrma]\n");
        return 2;
    }
    auto model = vrm::model::load_file(argv[1]);
    if (!model) {
        model.report().print(stderr);
        return 1;
    }
    auto avatar = vrm::avatar::create(*model);
    auto clip = record(*model, *avatar);
    if (!clip) return 1;
    const vrm::clip_info info = clip->info();
    std::printf("recorded: %.2f s, hips at %.2f m, %u tracks\n", double(info.duration) * 1e-9,
                double(info.hips_height), info.track_count);
    return write_clip(*clip, argc > 2 ? argv[2] : nullptr) ? 0 : 1;
}
