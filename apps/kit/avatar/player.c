#include "player.h"

#include <stdlib.h>
#include <string.h>

/* Nobody sees less than this. */
#define LOOP_DEGREES 1.0f
#define LOOP_METRES 0.01f

bool clip_player_open(clip_player *player, vrm_clip *clip, const vrm_model *model) {
    size_t count;
    memset(player, 0, sizeof *player);
    vrm_clip_info_init(&player->info);
    vrm_clip_get_info(clip, &player->info);
    vrm_pose_init(&player->below);
    count = (size_t)player->info.custom_count + 1;
    player->customs = calloc(count, sizeof *player->customs);
    player->bindings = calloc(count, sizeof *player->bindings);
    if (player->customs == NULL || player->bindings == NULL) {
        clip_player_close(player);
        return false;
    }
    player->clip = vrm_clip_retain(clip);
    vrm_clip_bind(clip, model, player->bindings, player->info.custom_count);
    return true;
}

void clip_player_close(clip_player *player) {
    vrm_clip_release(player->clip);
    free(player->customs);
    free(player->bindings);
    memset(player, 0, sizeof *player);
}

/* A limb of which the motion moves a part keeps the T-pose for the rest: the two belong together.
 */
uint64_t clip_bones_left_out(uint64_t said) {
    static const vrm_bone_group groups[] = {
        VRM_BONE_GROUP_TRUNK,        VRM_BONE_GROUP_HEAD,         VRM_BONE_GROUP_LEFT_ARM,
        VRM_BONE_GROUP_RIGHT_ARM,    VRM_BONE_GROUP_LEFT_LEG,     VRM_BONE_GROUP_RIGHT_LEG,
        VRM_BONE_GROUP_LEFT_FINGERS, VRM_BONE_GROUP_RIGHT_FINGERS};
    uint64_t bones = 0;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; ++i) {
        uint64_t group = vrm_bone_group_bones(groups[i]);
        if ((group & said) == 0) bones |= group;
    }
    return bones;
}

void avatar_relax(vrm_avatar *avatar) {
    vrm_pose pose;
    vrm_pose_relaxed(vrm_avatar_model(avatar), &pose);
    vrm_avatar_apply_pose(avatar, &pose, NULL);
}

void clip_player_relax(clip_player *player, vrm_avatar *avatar) {
    vrm_pose_relaxed(vrm_avatar_model(avatar), &player->below);
    vrm_avatar_apply_pose(avatar, &player->below, NULL);
    vrm_pose_mask(&player->below, clip_bones_left_out(player->info.bones), 0, 0);
}

void clip_player_sample(clip_player *player, double seconds, vrm_pose *out) {
    vrm_pose_init(out);
    out->customs = player->customs;
    out->custom_capacity = player->info.custom_count;
    vrm_clip_sample(player->clip, (int64_t)(seconds * 1e9 + (seconds < 0 ? -0.5 : 0.5)), out);
    vrm_pose_fill(out, &player->below);
}

void clip_player_apply(clip_player *player, vrm_avatar *avatar, double seconds,
                       vrm_apply_flags flags) {
    vrm_apply_desc desc;
    vrm_pose pose;
    clip_player_sample(player, seconds, &pose);
    vrm_apply_desc_init(&desc);
    desc.flags = flags;
    desc.custom_bindings = player->bindings;
    desc.custom_binding_count = player->info.custom_count;
    vrm_avatar_apply_pose(avatar, &pose, &desc);
}

double clip_seconds(const vrm_clip_info *info) { return (double)info->duration * 1e-9; }

double clip_wrap_seconds(const vrm_clip *clip, double seconds) {
    return (double)vrm_clip_wrap(clip, (int64_t)(seconds * 1e9 + (seconds < 0 ? -0.5 : 0.5))) *
           1e-9;
}

float clip_seam_metres(const vrm_clip_info *info) { return info->seam_hips * info->hips_height; }

bool clip_loops(const vrm_clip_info *info) {
    return info->duration > 0 && info->seam_degrees < LOOP_DEGREES &&
           clip_seam_metres(info) < LOOP_METRES;
}
