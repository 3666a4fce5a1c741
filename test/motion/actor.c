#include "motion/actor.h"

#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const actor_dialects[4] = {"1.0", "1.0-beta", "1.0-draft", "0.x"};

actor actor_of(loaded file) {
    actor a;
    a.file = file;
    a.avatar = create_avatar(file.model, NULL);
    CHECK(a.avatar != NULL);
    return a;
}

actor actor_of_sample(const char *dialect) {
    const char *folder = test_option("samples");
    fixture bytes = {NULL, 0};
    actor a;
    char path[1024];
    FILE *stream = NULL;
    memset(&a, 0, sizeof a);
    if (folder != NULL) {
        snprintf(path, sizeof path, "%s/character-%s.vrm", folder, dialect);
        stream = fopen(path, "rb");
    }
    if (stream == NULL) {
        test_skip(NO_SAMPLES);
        return a;
    }
    bytes.bytes = malloc(1 << 20);
    if (bytes.bytes != NULL) bytes.size = fread(bytes.bytes, 1, 1 << 20, stream);
    fclose(stream);
    return actor_of(load_avatar_file(bytes, NULL));
}

vrmi_idle_state laid_open(const vrm_idle *idle) {
    vrmi_idle open;
    memcpy(&open, idle, sizeof open);
    return open.state;
}

void actor_free(actor *a) {
    vrm_avatar_destroy(a->avatar);
    unload(&a->file);
    a->avatar = NULL;
}

void relax(vrm_avatar *avatar) {
    vrm_pose pose;
    vrm_pose_relaxed(vrm_avatar_model(avatar), &pose);
    vrm_avatar_apply_pose(avatar, &pose, NULL);
}

point actor_place(const actor *a, vrm_bone bone) {
    return point_of(vrm_avatar_bone_position(a->avatar, bone));
}

turn actor_turn(const actor *a, vrm_bone bone) {
    return turn_of(vrm_avatar_bone_rotation(a->avatar, bone));
}

double degrees_between(turn a, turn b) {
    return 4 * asin(0.5 * fmin(turn_difference(a, b), 1.5)) * 57.29577951308232;
}

double distance_between(point a, point b) {
    point d = point_sub(a, b);
    return sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

double actor_weight(const actor *a, const char *expression) {
    int32_t index = vrm_model_find_expression(a->file.model, expression);
    CHECK(index != VRM_NONE);
    return (double)vrm_avatar_expression_weight(a->avatar, index);
}
