/*
 * play: an avatar dances. Loads a model and a motion, and plays the motion on the model. Prints
 * where hands and feet are at some moments.
 *
 * usage: play FILE.vrm MOTION        the motion is a .vrma, .bvh, .vmd or .glb file
 */
#define VRM_EXPERIMENTAL // for clips and poses, which may change in any minor release
#include <cstdio>
#include <vrm/vrm.hpp>

static const int frames_per_second = 60;

static void show(const vrm::avatar &avatar, double seconds) {
    const vrm::vec3 hand = avatar.bone_position(vrm::bone::right_hand);
    const vrm::vec3 foot = avatar.bone_position(vrm::bone::left_foot);
    std::printf("%4.1f s  right hand %5.2f %5.2f %5.2f   left foot %5.2f %5.2f %5.2f\n", seconds,
                hand.x, hand.y, hand.z, foot.x, foot.y, foot.z);
}

// A clip has no state: the application keeps the time. Whole nanoseconds do not drift, and a clip
// of one avatar moves every other.
static void play(vrm::avatar &avatar, const vrm::clip &clip, const vrm::apply_desc &settings) {
    vrm::custom_weight customs[16]; // of expressions that are no presets; there may be none
    vrm::pose pose;
    pose.customs = customs;
    pose.custom_capacity = 16;
    const vrm::clip_info info = clip.info();
    std::printf("%s: %.1f s\n", info.name.data, double(info.duration) * 1e-9);
    for (int64_t frame = 0; frame <= 4 * frames_per_second; ++frame) {
        const int64_t time = frame * VRM_SECOND / frames_per_second;
        clip.sample(clip.wrap(time), pose);
        avatar.apply_pose(pose, settings); // bones, hips, face and eyes
        avatar.update(1.0f / float(frames_per_second));
        if (frame % frames_per_second == 0) show(avatar, double(time) * 1e-9);
    }
}

int main(int argc, char **argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: play FILE.vrm MOTION\n");
        return 1;
    }
    auto model = vrm::model::load_file(argv[1]);
    auto clip = vrm::clip::load_file(argv[2]);
    if (!model || !clip) {
        (model ? clip.report() : model.report()).print(stderr);
        return 1;
    }
    auto avatar = vrm::avatar::create(*model);
    // The names of custom expressions are looked up once, and not in every frame.
    int32_t bindings[16];
    vrm::apply_desc settings;
    settings.custom_bindings = bindings;
    settings.custom_binding_count = clip->bind(*model, bindings);
    if (settings.custom_binding_count > 16) settings.custom_binding_count = 16;
    play(*avatar, *clip, settings);
}
