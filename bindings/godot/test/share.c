/* Prints the part of libvrm in what avatars cost: the microseconds of a frame in which COUNT
 * avatars sway as in frame_time.gd, and those of loading the file. The least of many rounds,
 * because other programs can only add time. usage: vrm-godot-share FILE COUNT */
#include <vrm/vrm.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 64, ROUNDS = 200, FRAMES = 10, LOADS = 5 };

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void update(vrm_avatar **avatars, int count, int frame) {
    vrm_trs root = vrm_trs_identity();
    root.translation.x = sinf((float)frame * 0.1f);
    for (int i = 0; i < count; ++i) {
        vrm_avatar_set_root(avatars[i], &root);
        vrm_avatar_update(avatars[i], 1.0f / 60.0f);
    }
}

static double least_frame(vrm_avatar **avatars, int count) {
    double least = 1e30;
    for (int round = 0; round < ROUNDS; ++round) {
        double start = now();
        for (int f = 0; f < FRAMES; ++f) update(avatars, count, round * FRAMES + f);
        double spent = (now() - start) / FRAMES;
        if (spent < least) least = spent;
    }
    return least;
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_avatar *avatars[MOST] = {NULL};
    double load = 1e30;
    if (argc != 3) return 2;
    int count = atoi(argv[2]), made = 0;
    if (count < 1 || count > MOST) return 2;
    for (int i = 0; i < LOADS; ++i) {
        vrm_model_release(model);
        double start = now();
        if (vrm_model_load_file(argv[1], NULL, &model, NULL) != VRM_OK) return 1;
        if (now() - start < load) load = now() - start;
    }
    while (made < count && vrm_avatar_create(model, NULL, &avatars[made], NULL) == VRM_OK) ++made;
    if (made == count) {
        printf("frame %.1f load %.0f joints %u\n", least_frame(avatars, count), load,
               vrm_model_tables(model)->spring_joint_count);
    }
    while (made > 0) vrm_avatar_destroy(avatars[--made]);
    vrm_model_release(model);
    return 0;
}
