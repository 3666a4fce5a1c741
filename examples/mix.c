/*
 * mix: an avatar walks, fades to a dance while it nods, and keeps its soles on the ground. Prints
 * what is seen five times a second.
 *
 * usage: mix FILE.vrm WALK.vrma DANCE.vrma
 */
#include <stdio.h>
#include <vrm/vrm.h>

#define FRAME (VRM_SECOND / 60)

static vrm_clip *load(const char *path) {
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    if (vrm_clip_load_file(path, NULL, &clip, &report) != VRM_OK) vrm_report_print(report, stderr);
    vrm_report_destroy(report);
    return clip;
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_avatar *avatar;
    vrm_clip *walk, *dance;
    vrm_mixer mixer;
    vrm_ground ground;
    vrm_trs root = vrm_trs_identity();
    vrm_pose pose, nod;
    float height;
    if (argc < 4 || vrm_model_load_file(argv[1], NULL, &model, NULL) != VRM_OK) return 1;
    walk = load(argv[2]);
    dance = load(argv[3]);
    if (walk == NULL || dance == NULL) return 1;
    vrm_avatar_create(model, NULL, &avatar, NULL);
    height = vrm_model_bone_rest_position(model, VRM_BONE_HIPS).y;

    /* A pose of our own: 20 degrees down, added to whatever the head does. */
    vrm_pose_init(&nod);
    nod.bones = VRM_BONE_BIT(VRM_BONE_HEAD);
    nod.rotations[VRM_BONE_HEAD] = vrm_quat_make(0.17364818f, 0.0f, 0.0f, 0.98480775f);

    vrm_pose_init(&pose);
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, walk, VRM_SLOT_LOOP | VRM_SLOT_ROOT_MOTION, 0);
    mixer.slots[2].pose = &nod;
    mixer.slots[2].flags = VRM_SLOT_ADDITIVE;
    vrm_ground_init(&ground);
    ground.has_source = vrm_clip_get_legs(walk, &ground.source);

    for (int frame = 0; frame < 120; ++frame) {
        vrm_mixer_event events[8];
        vrm_trs moved;
        uint32_t count;
        if (frame == 60) vrm_mixer_play(&mixer, 1, dance, VRM_SLOT_LOOP, vrm_ns(0.5));
        if (frame == 60) vrm_mixer_fade(&mixer, 2, 1.0f, vrm_ns(0.5));

        /* One pose of all that moves the body … */
        count = vrm_mixer_update(&mixer, FRAME, &pose, &moved, events, 8);
        root.translation.x += height * moved.translation.x;
        root.translation.z += height * moved.translation.z;
        vrm_ground_update(&ground, model, &pose, &root, FRAME);
        /* … is applied once. */
        vrm_avatar_apply_pose(avatar, &pose, NULL);
        vrm_avatar_set_root(avatar, &root);
        vrm_avatar_update(avatar, 1.0f / 60.0f);

        for (uint32_t i = 0; i < count && i < 8; ++i) {
            static const char *const kinds[] = {"began anew", "ended", "passed a marker", "faded"};
            printf("            slot %d %s\n", events[i].slot, kinds[events[i].kind]);
        }
        if (frame % 12 == 11) {
            vrm_vec3 foot = vrm_avatar_bone_position(avatar, VRM_BONE_LEFT_FOOT);
            printf("%.1f s       walk %.2f  dance %.2f  nod %.2f  root %.2f m  ankle %.2f m high\n",
                   (frame + 1) / 60.0, mixer.slots[0].weight, mixer.slots[1].weight,
                   mixer.slots[2].weight, root.translation.z, foot.y);
        }
    }
    vrm_avatar_destroy(avatar);
    vrm_clip_release(walk);
    vrm_clip_release(dance);
    vrm_model_release(model);
    return 0;
}
