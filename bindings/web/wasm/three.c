/* What the adapter for three.js asks in each frame, and the public functions do not give in one
 * call: matrices of bones by any list of nodes, a frame that is moved after its update, and what
 * the eyes do. Only public functions are used. */
#include "vrm/avatar.h"
#include "vrm/frame.h"
#include "vrm/tables.h"

#include <stddef.h>

typedef struct vrm_web_gaze {
    float yaw_degrees;
    float pitch_degrees;
    vrm_quat left_eye; /* normalised; of lookAt by bones */
    vrm_quat right_eye;
    float looks[4]; /* of lookAt by expressions: up, down, left, right */
} vrm_web_gaze;

void vrm_web_bone_matrices(const vrm_avatar *avatar, const int32_t *nodes,
                           const vrm_mat4 *inverse_binds, vrm_mat4 *out, uint32_t count);
void vrm_web_move_frame(vrm_avatar *avatar, const vrm_mat4 *motion);
void vrm_web_read_gaze(vrm_avatar *avatar, vrm_web_gaze *out);

typedef float column __attribute__((vector_size(16), aligned(4)));

/* out = a * b; `out` may be `b`. */
static void multiply(const vrm_mat4 *a, const vrm_mat4 *b, vrm_mat4 *out) {
    const column *left = (const void *)a->m;
    const column x = left[0], y = left[1], z = left[2], w = left[3];
    for (int i = 0; i < 4; ++i) {
        const float *right = &b->m[i * 4];
        const column sum = x * right[0] + y * right[1] + z * right[2] + w * right[3];
        *(column *)(void *)&out->m[i * 4] = sum;
    }
}

/* World matrices of nodes times their inverse bind matrices. Skins of the file have
 * vrm_avatar_get_skin_matrices; here joints are those of three's own skeletons, which an
 * application may have joined from several skins. Every node has to be one of the avatar's. */
void vrm_web_bone_matrices(const vrm_avatar *avatar, const int32_t *nodes,
                           const vrm_mat4 *inverse_binds, vrm_mat4 *out, uint32_t count) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    for (uint32_t i = 0; i < count; ++i) {
        multiply(&frame->world[nodes[i]], &inverse_binds[i], &out[i]);
    }
}

/* Moves all world matrices of the last frame as `motion` says. three draws an object where it is
 * when it is drawn, and an application may move it after the update. The next update, which starts
 * from the root that it is given, makes all of them anew. */
void vrm_web_move_frame(vrm_avatar *avatar, const vrm_mat4 *motion) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    /* The frame is for reading; the memory behind it is the avatar's, and not constant. */
    vrm_mat4 *world = (vrm_mat4 *)(uintptr_t)frame->world;
    for (uint32_t i = 0; i < frame->node_count; ++i) multiply(motion, &world[i], &world[i]);
}

/* The normalised rotation that an eye has in the frame. It becomes that of the pose: so it is with
 * three-vrm, whose eyes stay where they looked when the gaze is switched off. */
static vrm_quat keep_eye(vrm_avatar *avatar, vrm_bone bone) {
    const int32_t node = vrm_model_tables(vrm_avatar_model(avatar))->humanoid.nodes[bone];
    if (node != VRM_NONE) {
        const vrm_trs *local = &vrm_avatar_frame(avatar)->local[node];
        vrm_avatar_set_bone_local_rotation(avatar, bone, &local->rotation);
    }
    return vrm_avatar_bone_rotation(avatar, bone);
}

static void read_looks(const vrm_avatar *avatar, float looks[4]) {
    const vrm_tables *tables = vrm_model_tables(vrm_avatar_model(avatar));
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const int32_t look = tables->expressions[i].preset - VRM_PRESET_LOOK_UP;
        if (look < 0 || look > VRM_PRESET_LOOK_RIGHT - VRM_PRESET_LOOK_UP) continue;
        looks[look] = vrm_avatar_layer_expression(avatar, VRM_EXPRESSION_LAYER_LOOK_AT, (int32_t)i);
    }
}

/* Where the eyes look after an update in which lookAt was on. */
void vrm_web_read_gaze(vrm_avatar *avatar, vrm_web_gaze *out) {
    vrm_look_at_state state;
    vrm_look_at_state_init(&state);
    vrm_avatar_get_look_at(avatar, &state);
    out->yaw_degrees = state.yaw_degrees;
    out->pitch_degrees = state.pitch_degrees;
    if (vrm_model_tables(vrm_avatar_model(avatar))->look_at.type == VRM_LOOK_AT_TYPE_EXPRESSION) {
        read_looks(avatar, out->looks);
        return;
    }
    out->left_eye = keep_eye(avatar, VRM_BONE_LEFT_EYE);
    out->right_eye = keep_eye(avatar, VRM_BONE_RIGHT_EYE);
}
