/*
 * meet: two avatars of a crowd stand beside each other, and the hand of one goes through the hair
 * of the other. The hand is a collider that the crowd shares; its owner does not meet it. A third
 * avatar stands where the hand does not get.
 *
 * usage: meet FILE.vrm
 */
#include <stdio.h>
#include <string.h>
#include <vrm/vrm.h>

enum { AVATARS = 3, UPDATES = 120 };

/* The place of a hand is in the frame, as the last update has put it. */
static void show_hand(vrm_crowd *crowd, vrm_avatar *owner) {
    vrm_crowd_collider hand = {VRM_COLLIDER_SPHERE, {0, 0, 0}, {0, 0, 0}, 0.1f, NULL};
    hand.owner = owner;
    vrm_avatar_get_bone_position(owner, VRM_BONE_LEFT_HAND, &hand.position);
    vrm_crowd_set_collider(crowd, 0, &hand);
}

static void stand_at(vrm_avatar *avatar, float x) {
    vrm_trs root = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    root.translation.x = x;
    vrm_avatar_set_root(avatar, &root);
}

int main(int argc, char **argv) {
    static const char *const names[AVATARS] = {"whose hand it is", "who walks by", "far away"};
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *avatars[AVATARS], *alone;
    vrm_crowd_desc desc;
    vrm_crowd *crowd;
    unsigned met[AVATARS] = {0, 0, 0};
    int i, frame, moved = 0;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_crowd_desc_init(&desc);
    desc.collider_capacity = 1;
    vrm_crowd_create(&desc, &crowd, NULL);
    vrm_avatar_create(model, NULL, &alone, NULL); /* walks along where there is no hand */
    for (i = 0; i < AVATARS; ++i) vrm_crowd_add(crowd, model, NULL, &avatars[i], NULL);
    stand_at(avatars[2], 5.0f);
    for (frame = 0; frame < UPDATES; ++frame) {
        const float x = 1.5f - 1.5f * (float)frame / (float)UPDATES;
        stand_at(avatars[1], x);
        stand_at(alone, x);
        show_hand(crowd, avatars[0]);
        vrm_crowd_update(crowd, 1.0f / 60.0f);
        vrm_avatar_update(alone, 1.0f / 60.0f);
        for (i = 0; i < AVATARS; ++i) met[i] += vrm_crowd_near_count(crowd, avatars[i]) != 0;
        moved += memcmp(vrm_avatar_frame(alone)->world, vrm_avatar_frame(avatars[1])->world,
                        vrm_avatar_frame(alone)->node_count * sizeof(vrm_mat4)) != 0;
    }
    for (i = 0; i < AVATARS; ++i) {
        printf("the one %s: the hand was within reach in %u of %d updates\n", names[i], met[i],
               UPDATES);
    }
    printf("hair of the one who walks by was moved by the hand: %s\n", moved > 0 ? "yes" : "no");
    vrm_avatar_destroy(alone);
    vrm_crowd_destroy(crowd);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return 0;
}
