/*
 * mix: an avatar walks, fades to a dance while it nods, and keeps its soles on the ground. Prints
 * what is seen five times a second.
 *
 * usage: mix FILE.vrm WALK.vrma DANCE.vrma
 */
#define VRM_EXPERIMENTAL // for motions, which may change in any minor release
#include <cstdio>
#include <vrm/vrm.hpp>

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    auto model = vrm::model::load_file(argv[1]);
    auto walk = vrm::clip::load_file(argv[2]), dance = vrm::clip::load_file(argv[3]);
    if (!model || !walk || !dance) {
        model.report().print(stderr);
        walk.report().print(stderr);
        dance.report().print(stderr);
        return 1;
    }
    auto avatar = vrm::avatar::create(*model);
    const float height = model->bone_rest_position(vrm::bone::hips).y;

    // A pose of our own: 20 degrees down, added to whatever the head does.
    vrm::pose nod;
    nod.bones = VRM_BONE_BIT(vrm::bone::head);
    nod.rotations[vrm::bone::head] = {0.17364818f, 0.0f, 0.0f, 0.98480775f};

    vrm::mixer mixer;
    mixer.play(0, *walk, vrm::slot_flags::loop | vrm::slot_flags::root_motion, 0);
    mixer.slots[2].pose = &nod;
    mixer.slots[2].flags = vrm::slot_flags::additive;
    vrm::ground ground;
    ground.has_source = walk->legs(ground.source);

    vrm::pose pose;
    vrm::trs root = vrm_trs_identity(), moved;
    const int64_t elapsed = VRM_SECOND / 60;
    for (int frame = 0; frame < 120; ++frame) {
        vrm::mixer_event events[8];
        if (frame == 60) mixer.play(1, *dance, vrm::slot_flags::loop, vrm_ns(0.5));
        if (frame == 60) mixer.fade(2, 1.0f, vrm_ns(0.5));

        // One pose of all that moves the body …
        const uint32_t count = mixer.update(elapsed, pose, moved, events);
        root.translation.x += height * moved.translation.x;
        root.translation.z += height * moved.translation.z;
        ground.update(*model, pose, root, elapsed);
        // … is applied once.
        avatar->apply_pose(pose);
        avatar->set_root(root);
        avatar->update(1.0f / 60.0f);

        for (uint32_t i = 0; i < count && i < 8; ++i) {
            static const char *const kinds[] = {"began anew", "ended", "passed a marker", "faded"};
            std::printf("            slot %d %s\n", events[i].slot, kinds[events[i].kind]);
        }
        if (frame % 12 == 11) {
            const vrm::vec3 foot = avatar->bone_position(vrm::bone::left_foot);
            std::printf(
                "%.1f s       walk %.2f  dance %.2f  nod %.2f  root %.2f m  ankle %.2f m high\n",
                (frame + 1) / 60.0, mixer.slots[0].weight, mixer.slots[1].weight,
                mixer.slots[2].weight, root.translation.z, foot.y);
        }
    }
}
