/* Prints what the skeleton of the engine must have: the local rotations of all nodes in each frame,
 * as bytes. The inputs are those of frames.gd; all of them are exact in binary. usage:
 * vrm-godot-frames FILE FRAMES OUT */
#include <vrm/vrm.h>

#include <stdio.h>
#include <stdlib.h>

static void set_inputs(vrm_avatar *avatar, const vrm_model *model, int frame) {
    float turn = (float)(frame % 60 - 30) / 64.0f;
    vrm_quat head = vrm_quat_make(0.0f, turn, 0.0f, 1.0f),
             arm = vrm_quat_make(0.0f, 0.0f, turn, 1.0f);
    vrm_trs root = vrm_trs_identity();
    vrm_vec3 target = vrm_vec3_make(turn * 4.0f, 1.5f, 2.0f);
    vrm_avatar_set_bone_rotation(avatar, VRM_BONE_HEAD, &head);
    vrm_avatar_set_bone_rotation(avatar, VRM_BONE_LEFT_UPPER_ARM, &arm);
    vrm_avatar_set_look_at_target(avatar, &target);
    vrm_avatar_set_expression(avatar, vrm_model_find_expression(model, "happy"),
                              (float)(frame % 32) / 32.0f);
    root.translation.x = (float)frame / 64.0f + (frame < 300 ? 0.0f : 10.0f);
    if (frame == 300) vrm_avatar_teleport(avatar, &root, 0);
    vrm_avatar_set_root(avatar, &root);
}

static int write_frames(vrm_model *model, int frames, FILE *out) {
    vrm_avatar *avatar = NULL;
    if (vrm_avatar_create(model, NULL, &avatar, NULL) != VRM_OK) return 1;
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    vrm_avatar_update(avatar, 0.0f); /* a load shows the avatar at rest */
    int bad = 0;
    for (int f = 0; f < frames && !bad; ++f) {
        set_inputs(avatar, model, f);
        vrm_avatar_update(avatar, (float)(1.0 / 60.0));
        for (uint32_t n = 0; n < frame->node_count; ++n) {
            if (fwrite(&frame->local[n].rotation, sizeof(vrm_quat), 1, out) != 1) bad = 1;
        }
    }
    vrm_avatar_destroy(avatar);
    return bad;
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    if (argc != 4) return 2;
    if (vrm_model_load_file(argv[1], NULL, &model, NULL) != VRM_OK) return 1;
    FILE *out = fopen(argv[3], "wb");
    int bad = out == NULL || write_frames(model, atoi(argv[2]), out);
    if (out != NULL && fclose(out) != 0) bad = 1;
    vrm_model_release(model);
    return bad;
}
