/*
 * hello: loads an avatar, makes it smile and look at a point, lets a second pass, and prints where
 * the head is.
 *
 * usage: hello FILE.vrm
 */
#include <cstdio>
#include <vrm/vrm.hpp>

int main(int argc, char **argv) {
    auto model = vrm::model::load_file(argc > 1 ? argv[1] : "avatar.vrm");
    if (!model) {
        model.report().print(stderr);
        return 1;
    }
    auto avatar = vrm::avatar::create(*model);
    avatar->set_expression(model->find_expression("happy"), 1.0f);
    avatar->look_at({0.0f, 1.4f, 2.0f});
    for (int i = 0; i < 60; ++i) avatar->update(1.0f / 60.0f);
    const vrm::vec3 head = avatar->bone_position(vrm::bone::head);
    std::printf("%s: head at %.3f %.3f %.3f\n", model->name(), head.x, head.y, head.z);
}
