/*
 * One callback for all wrong use: each function that takes an index, or a pointer that must not be
 * NULL, beside an avatar, crowd, clip, mixer, model or edit calls it exactly once, and changes
 * nothing. test/abi/check_misuse.py compares the WRONG entries with api.json.
 */
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>
#include <vrm/author.h>
#include <vrm/vrm.h>

typedef struct told {
    int count;
    char function[64], problem[256];
} told;

static void hear(const char *function, const char *problem, void *user) {
    told *told = user;
    told->count += 1;
    strncpy(told->function, function, sizeof told->function - 1);
    strncpy(told->problem, problem, sizeof told->problem - 1);
}

enum { MOST_BYTES = 16384 };

typedef struct stage {
    loaded file;
    vrm_avatar *avatar, *member;
    vrm_crowd *crowd;
    vrm_clip *clip;
    vrm_edit *edit;
    vrm_mixer mixer, mixer_before;
    vrm_pose pose, pose_before;
    unsigned char before[MOST_BYTES], after[MOST_BYTES];
    size_t size;
    char json[MOST_BYTES];
    told to;
} stage;

/* A clip of one pose, by way of a file. */
static vrm_clip *make_clip(const vrm_load_desc *load) {
    vrm_recorder *recorder = create_recorder(NULL);
    vrm_clip *recorded = NULL, *clip = NULL;
    vrm_written *written = NULL;
    vrm_clip_desc desc;
    vrm_pose pose;
    const void *bytes;
    size_t size;
    vrm_pose_init(&pose);
    vrm_pose_fill(&pose, NULL);
    CHECK_INT(vrm_recorder_add(recorder, 0, &pose), VRM_OK);
    CHECK_INT(vrm_recorder_add(recorder, vrm_ns(1.0), &pose), VRM_OK);
    CHECK_INT(vrm_recorder_make_clip(recorder, &recorded, NULL), VRM_OK);
    CHECK_INT(vrm_clip_write_vrma(recorded, NULL, &written, NULL), VRM_OK);
    vrm_clip_desc_init(&desc);
    desc.load = load;
    bytes = vrm_written_bytes(written, &size);
    CHECK_INT(vrm_clip_load(bytes, size, &desc, &clip, NULL), VRM_OK);
    vrm_written_destroy(written);
    vrm_clip_release(recorded);
    vrm_recorder_destroy(recorder);
    return clip;
}

static bool open_stage(stage *s) {
    const avatar from = {VRM_DIALECT_1, "'expressions':{'preset':{'happy':{}},'custom':{'x':{}}}",
                         NULL,
                         "'VRMC_springBone':{'specVersion':'1.0','springs':[{'name':'s',"
                         "'joints':[{'node':21},{'node':22},{'node':23}]}]}",
                         NULL};
    vrm_avatar_desc desc;
    vrm_load_desc load;
    memset(s, 0, sizeof *s);
    vrm_load_desc_init(&load);
    load.misuse = hear;
    load.misuse_user = &s->to;
    s->file = load_avatar(&from);
    load_again(&s->file, &load);
    vrm_avatar_desc_init(&desc);
    desc.collider_capacity = 1;
    s->avatar = create_avatar(s->file.model, &desc);
    s->crowd = create_crowd(NULL);
    s->member = add_avatar(s->crowd, s->file.model, NULL);
    s->clip = make_clip(&load);
    vrm_mixer_init(&s->mixer);
    vrm_mixer_play(&s->mixer, 0, s->clip, VRM_SLOT_LOOP, 0);
    vrm_pose_init(&s->pose);
    vrm_edit_create(s->file.file.bytes, s->file.file.size, &load, &s->edit, NULL);
    return s->avatar != NULL && s->member != NULL && s->clip != NULL && s->edit != NULL;
}

static void close_stage(stage *s) {
    vrm_edit_destroy(s->edit);
    vrm_clip_release(s->clip);
    vrm_crowd_destroy(s->crowd);
    vrm_avatar_destroy(s->avatar);
    unload(&s->file);
}

static void keep(stage *s) {
    size_t length;
    s->size = vrm_avatar_save_size(s->avatar);
    REQUIRE(s->size <= sizeof s->before);
    CHECK_INT(vrm_avatar_save(s->avatar, s->before, s->size), VRM_OK);
    s->mixer_before = s->mixer;
    s->pose_before = s->pose;
    strncpy(s->json, vrm_edit_get(s->edit, "", &length), sizeof s->json - 1);
    REQUIRE(length < sizeof s->json);
}

static void check_wrong(stage *s, const char *function) {
    test_note("%s: %s", function, s->to.problem);
    CHECK_INT(s->to.count, 1);
    CHECK_TEXT(s->to.function, function);
    CHECK(s->to.problem[0] != '\0');
    CHECK_INT(vrm_avatar_save(s->avatar, s->after, s->size), VRM_OK);
    CHECK(memcmp(s->before, s->after, s->size) == 0);
    CHECK(memcmp(&s->mixer, &s->mixer_before, sizeof s->mixer) == 0);
    CHECK(memcmp(&s->pose, &s->pose_before, sizeof s->pose) == 0);
    CHECK_INT(vrm_crowd_count(s->crowd), 1);
    memset(&s->to, 0, sizeof s->to);
    CHECK_TEXT(vrm_edit_get(s->edit, "", NULL), s->json);
    CHECK_INT(s->to.count, 0);
    test_note(NULL);
}

/* Calls a function in a wrong way. */
#define WRONG(function, ...)                                                                       \
    do {                                                                                           \
        (void)function(__VA_ARGS__);                                                               \
        check_wrong(s, #function);                                                                 \
    } while (0)

static void use_avatar(stage *s) {
    const vrm_quat turn = {0, 0, 0, 1};
    vrm_vec3 point;
    vrm_quat rotation;
    vrm_mat4 matrix;
    vrm_spring_joint_settings settings;
    vrm_idle idle;
    vrm_idle_init(&idle, 1);
    WRONG(vrm_avatar_set_root, s->avatar, NULL);
    WRONG(vrm_avatar_get_root, s->avatar, NULL);
    WRONG(vrm_avatar_teleport, s->avatar, NULL, 1);
    WRONG(vrm_avatar_shift_origin, s->avatar, NULL);
    WRONG(vrm_avatar_set_bone_rotation, s->avatar, 99, &turn);
    WRONG(vrm_avatar_get_bone_rotation, s->avatar, 99, &rotation);
    WRONG(vrm_avatar_set_bone_local_rotation, s->avatar, 0, NULL);
    WRONG(vrm_avatar_set_hips_position, s->avatar, NULL);
    WRONG(vrm_avatar_get_hips_position, s->avatar, NULL);
    WRONG(vrm_avatar_set_look_at_target, s->avatar, NULL);
    WRONG(vrm_avatar_get_look_at, s->avatar, NULL);
    WRONG(vrm_avatar_get_eye_position, s->avatar, NULL);
    WRONG(vrm_avatar_set_expression, s->avatar, 99, 1.0f);
    WRONG(vrm_avatar_set_layer_expression, s->avatar, 99, 0, 1.0f);
    WRONG(vrm_avatar_layer_expression, s->avatar, 0, 99);
    WRONG(vrm_avatar_set_expression_layer_weight, s->avatar, 99, 1.0f);
    WRONG(vrm_avatar_expression_layer_weight, s->avatar, 99);
    WRONG(vrm_avatar_clear_expression_layer, s->avatar, 99);
    WRONG(vrm_avatar_expression_weight, s->avatar, 99);
    WRONG(vrm_avatar_set_expression_class, s->avatar, 99, 0);
    WRONG(vrm_avatar_material_values, s->avatar, 99);
    WRONG(vrm_avatar_get_bone_position, s->avatar, 99, &point);
    WRONG(vrm_avatar_get_bone_matrix, s->avatar, 99, &matrix);
    WRONG(vrm_avatar_get_node_in_model, s->avatar, 99, &matrix);
    WRONG(vrm_avatar_get_skin_matrices, s->avatar, 99, &matrix, &matrix, 1);
    WRONG(vrm_avatar_get_bounds, s->avatar, &point, NULL);
    WRONG(vrm_avatar_save, s->avatar, NULL, s->size);
    WRONG(vrm_avatar_restore, s->avatar, NULL, s->size);
    WRONG(vrm_avatar_carry_over, s->avatar, NULL);
    WRONG(vrm_avatar_reset_springs, s->avatar, 99);
    WRONG(vrm_avatar_set_spring_mode, s->avatar, 99, VRM_SPRING_MODE_OFF);
    WRONG(vrm_avatar_spring_mode, s->avatar, 99);
    WRONG(vrm_avatar_set_spring_weight, s->avatar, 99, 0.0f);
    WRONG(vrm_avatar_spring_weight, s->avatar, 99);
    WRONG(vrm_avatar_set_wind, s->avatar, NULL);
    WRONG(vrm_avatar_get_wind, s->avatar, NULL);
    WRONG(vrm_avatar_set_spring_wind, s->avatar, 0, NULL);
    WRONG(vrm_avatar_get_spring_wind, s->avatar, 99, &point);
    WRONG(vrm_avatar_set_spring_center, s->avatar, 99, 0);
    WRONG(vrm_avatar_spring_center, s->avatar, 99);
    WRONG(vrm_avatar_get_spring_joint, s->avatar, 99, &settings);
    WRONG(vrm_avatar_set_spring_joint, s->avatar, 99, NULL);
    WRONG(vrm_avatar_set_collider, s->avatar, 99, NULL);
    WRONG(vrm_avatar_gather, s->avatar, NULL);
    WRONG(vrm_avatar_scatter, s->avatar, NULL, VRM_WRITER_ALL);
    WRONG(vrm_avatar_apply_pose, s->avatar, NULL, NULL);
    WRONG(vrm_avatar_read_pose, s->avatar, NULL);
    WRONG(vrm_idle_update, NULL, s->avatar, 0.1f);
}

static void use_others(stage *s) {
    const vrm_vec3 far = {NAN, 0, 0};
    vrm_ground ground;
    int32_t binding;
    vrm_ground_init(&ground);
    WRONG(vrm_crowd_remove, s->crowd, s->avatar);
    WRONG(vrm_crowd_get, s->crowd, 99);
    WRONG(vrm_crowd_set_collider, s->crowd, 99, NULL);
    WRONG(vrm_crowd_near_count, s->crowd, s->avatar);
    WRONG(vrm_crowd_shift_origin, s->crowd, &far);
    WRONG(vrm_crowd_set_detail, s->crowd, s->member, 99);
    WRONG(vrm_crowd_avatar_detail, s->crowd, NULL);
    WRONG(vrm_crowd_set_detail_by_distance, s->crowd, NULL, NULL);
    WRONG(vrm_clip_get_info, s->clip, NULL);
    WRONG(vrm_clip_custom_name, s->clip, 99);
    WRONG(vrm_clip_sample, s->clip, 0, NULL);
    WRONG(vrm_clip_bind, NULL, s->file.model, &binding, 1);
    WRONG(vrm_clip_get_legs, s->clip, NULL);
    WRONG(vrm_mixer_play, &s->mixer, 99, s->clip, 0, 0);
    WRONG(vrm_mixer_fade, &s->mixer, 99, 1.0f, 0);
    WRONG(vrm_mixer_fade, &s->mixer, 0, NAN, 0);
    WRONG(vrm_mixer_crossfade, &s->mixer, 99, 0);
    WRONG(vrm_mixer_update, &s->mixer, 1, NULL, NULL, NULL, 0);
    WRONG(vrm_pose_relaxed, s->file.model, NULL);
    WRONG(vrm_pose_get_bone_transform, &s->pose, s->file.model, 99, NULL, NULL);
    WRONG(vrm_pose_reach, &s->pose, s->file.model, VRM_LIMB_LEFT_ARM, &far, NULL, NULL, 1.0f);
    WRONG(vrm_ground_update, &ground, s->file.model, NULL, NULL, 0);
}

static void use_edit(stage *s) {
    static const int32_t nodes[] = {999};
    const vrm_spring_collider ball = {999, VRM_COLLIDER_SPHERE, {0, 0, 0}, {0, 0, 0}, 1};
    const float color[4] = {0, 0, 0, 1};
    const vrm_vec2 one = {1, 1};
    const vrm_vec3 zero = {0, 0, 0};
    int32_t index;
    WRONG(vrm_edit_get, s->edit, NULL, NULL);
    WRONG(vrm_edit_set, s->edit, "/no/where/at/all", "1");
    WRONG(vrm_edit_remove, s->edit, "/nothing");
    WRONG(vrm_edit_set_image, s->edit, 99, "", 0);
    WRONG(vrm_edit_rename_expression, s->edit, "nothing", "x");
    WRONG(vrm_edit_bind_morph, s->edit, "x", 999, 0, 1.0f);
    WRONG(vrm_edit_bind_color, s->edit, "x", 999, VRM_COLOR_BIND_COLOR, color);
    WRONG(vrm_edit_bind_uv, s->edit, "x", 999, &one, &one);
    WRONG(vrm_edit_unbind, s->edit, "x", VRM_BIND_MORPH, 99);
    WRONG(vrm_edit_set_spring, s->edit, 99, 0, VRM_SPRING_FIELD_STIFFNESS, 1.0f);
    WRONG(vrm_edit_set_gravity_dir, s->edit, 0, 0, &zero);
    WRONG(vrm_edit_add_collider, s->edit, &ball, 0, &index);
    WRONG(vrm_edit_set_collider, s->edit, 99, &ball);
    WRONG(vrm_edit_remove_collider, s->edit, 99);
    WRONG(vrm_edit_remove_nodes, s->edit, nodes, 1);
    WRONG(vrm_edit_merge_node, s->edit, 999);
}

TEST(er_027_wrong_use_is_reported_once_and_changes_nothing) {
    static stage all;
    if (CHECK(open_stage(&all))) {
        memset(&all.to, 0, sizeof all.to);
        keep(&all);
        use_avatar(&all);
        use_others(&all);
        use_edit(&all);
    }
    close_stage(&all);
}

/* What cannot be created is not misuse: the report says why. */
TEST(er_027_creating_reports_instead) {
    static stage s;
    vrm_avatar *none;
    if (CHECK(open_stage(&s))) {
        memset(&s.to, 0, sizeof s.to);
        CHECK_INT(vrm_crowd_add(s.crowd, NULL, NULL, &none, NULL), VRM_ERROR_INVALID_ARGUMENT);
        CHECK_INT(s.to.count, 0);
    }
    close_stage(&s);
}

TEST_SUITE(misuse_all, ENTRY(er_027_wrong_use_is_reported_once_and_changes_nothing),
           ENTRY(er_027_creating_reports_instead));
