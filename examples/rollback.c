/*
 * rollback: a game that predicts. It keeps the state of the last eight frames. When an input of the
 * past arrives late, it goes back to the frame before it and plays the frames again with what it
 * now knows. The result is compared, byte for byte, with a run in which the input came in time.
 *
 * usage: rollback FILE.vrm
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

enum { FRAMES = 60, KEPT = 8, WIND_STARTS = 35, WIND_ARRIVES = 41 };

/* One frame with its input: a step to the side, and perhaps wind. */
static void play(vrm_avatar *avatar, int frame, int wind) {
    vrm_trs root = vrm_trs_identity();
    root.translation.x = 0.02f * (float)frame;
    vrm_avatar_set_root(avatar, &root);
    vrm_avatar_set_wind_value(avatar, vrm_vec3_make(0.0f, 0.0f, wind ? 0.5f : 0.0f));
    vrm_avatar_update(avatar, 1.0f / 60.0f);
}

/* Plays all frames. Returns how many were played again; -1 if a state could not be kept. */
static int predict(vrm_avatar *avatar, unsigned char *states, size_t size) {
    int frame, again = 0;
    for (frame = 0; frame < FRAMES; ++frame) {
        if (frame == WIND_ARRIVES) {
            int past = WIND_STARTS;
            if (vrm_avatar_restore(avatar, states + (size_t)(past % KEPT) * size, size) != VRM_OK) {
                return -1;
            }
            for (; past < frame; ++past, ++again) play(avatar, past, 1);
        }
        if (vrm_avatar_save(avatar, states + (size_t)(frame % KEPT) * size, size) != VRM_OK)
            return -1;
        play(avatar, frame, frame >= WIND_ARRIVES);
    }
    return again;
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *late, *in_time;
    unsigned char *states;
    size_t size;
    int frame, again, same;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_avatar_create(model, NULL, &late, NULL);
    vrm_avatar_create(model, NULL, &in_time, NULL);
    size = vrm_avatar_save_size(late);
    states = (unsigned char *)malloc(KEPT * size);
    if (late == NULL || in_time == NULL || states == NULL) return 1;

    again = predict(late, states, size);
    for (frame = 0; frame < FRAMES; ++frame) play(in_time, frame, frame >= WIND_STARTS);
    same = memcmp(vrm_avatar_frame(late)->world, vrm_avatar_frame(in_time)->world,
                  vrm_avatar_frame(late)->node_count * sizeof(vrm_mat4)) == 0;
    printf("%d frames played again, same bits as with the input in time: %s\n", again,
           same ? "yes" : "no");

    free(states);
    vrm_avatar_destroy(late);
    vrm_avatar_destroy(in_time);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return same ? 0 : 1;
}
