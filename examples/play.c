/*
 * play: an avatar dances. Loads a model and a motion, and plays the motion on the model. Prints
 * where hands and feet are at some moments.
 *
 * usage: play FILE.vrm MOTION        the motion is a .vrma, .bvh, .vmd or .glb file
 */
#include <stdio.h>
#include <vrm/vrm.h>

enum { FRAMES_PER_SECOND = 60 };

static void show(const vrm_avatar *avatar, double seconds) {
    vrm_vec3 hand = vrm_avatar_bone_position(avatar, VRM_BONE_RIGHT_HAND);
    vrm_vec3 foot = vrm_avatar_bone_position(avatar, VRM_BONE_LEFT_FOOT);
    printf("%4.1f s  right hand %5.2f %5.2f %5.2f   left foot %5.2f %5.2f %5.2f\n", seconds, hand.x,
           hand.y, hand.z, foot.x, foot.y, foot.z);
}

/* A clip has no state: the application keeps the time. Whole nanoseconds do not drift, and a clip
 * of one avatar moves every other. */
static void play(vrm_avatar *avatar, const vrm_clip *clip, const vrm_apply_desc *settings) {
    vrm_custom_weight customs[16]; /* of expressions that are no presets; there may be none */
    vrm_clip_info info;
    vrm_pose pose;
    int64_t frame;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    vrm_pose_init(&pose);
    pose.customs = customs;
    pose.custom_capacity = 16;
    printf("%s: %.1f s\n", info.name.data, (double)info.duration * 1e-9);
    for (frame = 0; frame <= 4 * FRAMES_PER_SECOND; ++frame) {
        int64_t time = frame * VRM_SECOND / FRAMES_PER_SECOND;
        vrm_clip_sample(clip, vrm_clip_wrap(clip, time), &pose);
        vrm_avatar_apply_pose(avatar, &pose, settings); /* bones, hips, face and eyes */
        vrm_avatar_update(avatar, 1.0f / (float)FRAMES_PER_SECOND);
        if (frame % FRAMES_PER_SECOND == 0) show(avatar, (double)time * 1e-9);
    }
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    vrm_apply_desc settings;
    vrm_avatar *avatar;
    int32_t bindings[16];
    if (argc < 3 || vrm_model_load_file(argv[1], NULL, &model, NULL) != VRM_OK ||
        vrm_clip_load_file(argv[2], NULL, &clip, &report) != VRM_OK) {
        fprintf(stderr, "usage: play FILE.vrm MOTION\n");
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        vrm_model_release(model);
        return 1;
    }
    vrm_avatar_create(model, NULL, &avatar, NULL);
    /* The names of custom expressions are looked up once, and not in every frame. */
    vrm_apply_desc_init(&settings);
    settings.custom_bindings = bindings;
    settings.custom_binding_count = vrm_clip_bind(clip, model, bindings, 16);
    if (settings.custom_binding_count > 16) settings.custom_binding_count = 16;
    play(avatar, clip, &settings);
    vrm_avatar_destroy(avatar);
    vrm_clip_release(clip);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return 0;
}
