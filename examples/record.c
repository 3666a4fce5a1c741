/*
 * record: lets an avatar live for some seconds, records its poses, and writes them as a .vrma file
 * that moves any other avatar.
 *
 * usage: record AVATAR.vrm [OUT.vrma]
 */
#include <stdio.h>
#include <vrm/author.h>

enum { FRAMES = 300, FRAMES_A_SECOND = 60 };

/* Five seconds of idle life, with a smile that comes and goes. */
static vrm_clip *record(const vrm_model *model, vrm_avatar *avatar) {
    const int32_t happy = vrm_model_find_expression(model, "happy");
    vrm_recorder_desc desc;
    vrm_recorder *recorder;
    vrm_clip *clip = NULL;
    vrm_idle idle;
    vrm_pose relaxed;
    int i;
    vrm_avatar_update(avatar, 0.0f);
    vrm_recorder_desc_init(&desc);
    desc.pose_capacity = FRAMES;
    desc.hips_height = vrm_avatar_bone_position(avatar, VRM_BONE_HIPS).y;
    vrm_recorder_create(&desc, &recorder, NULL);
    vrm_pose_relaxed(model, &relaxed);
    vrm_avatar_apply_pose(avatar, &relaxed, NULL);
    vrm_idle_init(&idle, 1);
    for (i = 0; i < FRAMES; ++i) {
        const int64_t now = i * VRM_SECOND / FRAMES_A_SECOND;
        vrm_pose pose;
        vrm_avatar_set_expression(avatar, happy, i < FRAMES / 2 ? (float)i / (FRAMES / 2) : 0.0f);
        vrm_idle_update(&idle, avatar, 1.0f / (float)FRAMES_A_SECOND);
        vrm_pose_init(&pose);
        vrm_avatar_read_pose(avatar, &pose); /* before the update: what the update shows */
        vrm_recorder_add(recorder, now, &pose);
        vrm_avatar_update(avatar, 1.0f / (float)FRAMES_A_SECOND);
    }
    vrm_recorder_make_clip(recorder, &clip, NULL);
    vrm_recorder_destroy(recorder);
    return clip;
}

static int store(const char *path, const vrm_written *written) {
    size_t size;
    const void *bytes = vrm_written_bytes(written, &size);
    FILE *file = fopen(path, "wb");
    int is_good;
    if (file == NULL) return 0;
    is_good = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && is_good;
}

/* Writes the clip with fewer keys: none of the differences can be seen. */
static int write_clip(const vrm_clip *clip, const char *path) {
    vrm_write_desc desc;
    vrm_written_info info;
    vrm_written *written = NULL;
    int is_good = 1;
    vrm_write_desc_init(&desc);
    desc.max_degrees = 0.1f;
    desc.max_meters = 0.0005f;
    desc.max_weight = 0.01f;
    if (vrm_clip_write_vrma(clip, &desc, &written, NULL) != VRM_OK) return 0;
    vrm_written_info_init(&info);
    vrm_written_get_info(written, &info);
    printf("keys: %u of %u\n", (unsigned)info.key_count, (unsigned)info.clip_key_count);
    printf("off by: %.2f degrees, %.2f mm\n", (double)info.error_degrees,
           (double)info.error_meters * 1000.0);
    if (path != NULL) is_good = store(path, written);
    vrm_written_destroy(written);
    return is_good;
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *avatar;
    vrm_clip *clip;
    vrm_clip_info info;
    int code = 1;
    if (argc < 2) {
        fprintf(stderr, "usage: record AVATAR.vrm [OUT.vrma]\n");
        return 2;
    }
    if (vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_avatar_create(model, NULL, &avatar, NULL);
    clip = record(model, avatar);
    if (clip != NULL) {
        vrm_clip_info_init(&info);
        vrm_clip_get_info(clip, &info);
        printf("recorded: %.2f s, hips at %.2f m, %u tracks\n", (double)info.duration * 1e-9,
               (double)info.hips_height, (unsigned)info.track_count);
        code = write_clip(clip, argc > 2 ? argv[2] : NULL) ? 0 : 1;
    }
    vrm_clip_release(clip);
    vrm_avatar_destroy(avatar);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return code;
}
