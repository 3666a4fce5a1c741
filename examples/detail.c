/*
 * detail: a camera goes past a row of avatars, and those far away cost less. The rule of the
 * library chooses by distance: full, half rate, rigid hair, frozen. At the end the largest turn of
 * a hair between two updates is printed, to show that nobody's hair jumps when the detail changes.
 *
 * usage: detail FILE.vrm
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <vrm/vrm.h>

enum { AVATARS = 60, UPDATES = 600, MOST_NODES = 1024 };

/* One avatar every two metres; each nods at its own pace. */
static void steer(vrm_avatar *avatar, int number, int frame) {
    const float nod = 0.2f * sinf(0.08f * (float)(frame + 7 * number));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD, vrm_quat_make(nod, 0.0f, 0.0f, 1.0f));
}

/* How many have which detail. */
static void print_details(const vrm_crowd *crowd, float eye) {
    unsigned counts[4] = {0, 0, 0, 0};
    uint32_t i;
    for (i = 0; i < vrm_crowd_count(crowd); ++i) {
        ++counts[vrm_crowd_avatar_detail(crowd, vrm_crowd_get(crowd, i)) & 3];
    }
    printf("eye at %3.0f m: %2u full, %2u half, %2u rigid, %2u frozen\n", (double)eye,
           counts[VRM_CROWD_DETAIL_FULL], counts[VRM_CROWD_DETAIL_HALF],
           counts[VRM_CROWD_DETAIL_RIGID], counts[VRM_CROWD_DETAIL_FROZEN]);
}

/* The largest turn of a spring joint since the last call, in degrees. */
static float largest_turn(const vrm_avatar *avatar, vrm_quat *before) {
    const vrm_tables *tables = vrm_model_tables(vrm_avatar_model(avatar));
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    float largest = 0.0f;
    uint32_t i;
    for (i = 0; i < tables->spring_joint_count && i < MOST_NODES; ++i) {
        const vrm_quat a = frame->local[tables->spring_joints[i].node].rotation, b = before[i];
        const float half = fabsf(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
        const float turn = half < 1.0f ? 2.0f * acosf(half) * 57.29578f : 0.0f;
        if (turn > largest) largest = turn;
        before[i] = a;
    }
    return largest;
}

int main(int argc, char **argv) {
    static vrm_quat before[MOST_NODES];
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *members[AVATARS];
    vrm_crowd *crowd;
    vrm_detail_rule rule;
    float largest = 0.0f;
    int i, frame;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_crowd_create(NULL, &crowd, NULL);
    for (i = 0; i < AVATARS; ++i) {
        vrm_trs root = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
        root.translation.x = 2.0f * (float)i;
        vrm_crowd_add(crowd, model, NULL, &members[i], NULL);
        vrm_avatar_set_root(members[i], &root);
    }
    vrm_detail_rule_init(&rule);
    rule.frozen_distance = 80.0f; /* the others are as the library has them */
    for (frame = 0; frame < UPDATES; ++frame) {
        const float eye = 120.0f * (float)frame / (float)UPDATES; /* 12 m in a second */
        for (i = 0; i < AVATARS; ++i) steer(members[i], i, frame);
        vrm_crowd_set_detail_by_distance_value(crowd, &rule, vrm_vec3_make(eye, 1.5f, 3.0f));
        vrm_crowd_update(crowd, 1.0f / 60.0f);
        if (frame % 150 == 0) print_details(crowd, eye);
        if (frame == 0) {
            largest_turn(members[AVATARS / 2], before);
        } else {
            const float turn = largest_turn(members[AVATARS / 2], before);
            if (turn > largest) largest = turn;
        }
    }
    printf("hair turns by less than 10 degrees between two updates: %s\n",
           largest < 10.0f ? "yes" : "no");
    vrm_crowd_destroy(crowd);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return largest < 10.0f ? 0 : 1;
}
