/*
 * hello: the program of the README. It loads an avatar, makes it smile and look at a point, lets a
 * second pass, and prints where the head is. It compiles as C99 and as C++11.
 *
 * usage: hello FILE.vrm
 */
#include <stdio.h>
#include <vrm/vrm.h>

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    const char *path = argc > 1 ? argv[1] : "avatar.vrm";
    if (vrm_model_load_file(path, NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_avatar *avatar = NULL;
    vrm_avatar_create(model, NULL, &avatar, NULL);
    vrm_avatar_set_expression(avatar, vrm_model_find_expression(model, "happy"), 1.0f);
    vrm_avatar_look_at(avatar, vrm_vec3_make(0.0f, 1.4f, 2.0f));
    for (int i = 0; i < 60; ++i) vrm_avatar_update(avatar, 1.0f / 60.0f);
    vrm_vec3 head = vrm_avatar_bone_position(avatar, VRM_BONE_HEAD);
    printf("%s: head at %.3f %.3f %.3f\n", vrm_model_name(model), head.x, head.y, head.z);
    vrm_avatar_destroy(avatar);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return 0;
}
