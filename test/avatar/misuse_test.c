/* The misuse callback: each function says what it was given, and good calls say nothing. */
#include "avatar/avatar.h" /* before the type `avatar` */
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>

typedef struct told {
    int count;
    char function[64], problem[128];
} told;

static void hear(const char *function, const char *problem, void *user) {
    told *told = user;
    told->count += 1;
    strncpy(told->function, function, sizeof told->function - 1);
    strncpy(told->problem, problem, sizeof told->problem - 1);
}

typedef struct stage {
    loaded file;
    vrm_avatar *avatar;
    told to;
} stage;

static void open_stage(stage *s) {
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
}

static void close_stage(stage *s) {
    vrm_avatar_destroy(s->avatar);
    unload(&s->file);
}

/* Reports since the last call. */
static void check_told(stage *s, const char *function, const char *problem, int line) {
    test_note("line %d", line);
    CHECK_INT(s->to.count, 1);
    CHECK_TEXT(s->to.function, function);
    CHECK_TEXT(s->to.problem, problem);
    memset(&s->to, 0, sizeof s->to);
    test_note(NULL);
}
#define TOLD(call, function, problem)                                                              \
    do {                                                                                           \
        call;                                                                                      \
        check_told(&s, function, problem, __LINE__);                                               \
    } while (0)

TEST(each_function_says_what_it_was_given) {
    const vrm_quat bad_turn = {0, NAN, 0, 1};
    const vrm_vec3 bad_point = {0, INFINITY, 0};
    const vrm_vec3 zero = {0, 0, 0};
    vrm_trs bad_root = vrm_trs_identity();
    vrm_spring_collider collider;
    vrm_node_array array;
    size_t size;
    unsigned char before[8192], after[8192];
    stage s;
    open_stage(&s);
    REQUIRE(s.avatar != NULL);
    size = vrm_avatar_save_size(s.avatar);
    REQUIRE(size <= sizeof before);
    vrm_avatar_update(s.avatar, 0.1f);
    CHECK_INT(vrm_avatar_save(s.avatar, before, size), VRM_OK);
    bad_root.scale.y = NAN;
    TOLD(vrm_avatar_set_root(s.avatar, &bad_root), "vrm_avatar_set_root", "the root is not finite");
    TOLD(vrm_avatar_teleport(s.avatar, &bad_root, 0), "vrm_avatar_teleport",
         "the root is not finite");
    TOLD(vrm_avatar_teleport(s.avatar, &bad_root, 1), "vrm_avatar_teleport",
         "the root is not finite");
    TOLD(vrm_avatar_shift_origin(s.avatar, &bad_point), "vrm_avatar_shift_origin",
         "the shift is not finite");
    TOLD(vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_COUNT, vrm_quat_identity()),
         "vrm_avatar_set_bone_rotation", "there is no such bone");
    TOLD(vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_HEAD, &bad_turn),
         "vrm_avatar_set_bone_rotation", "the rotation is not finite");
    TOLD(vrm_avatar_set_bone_local_rotation_value(s.avatar, VRM_ALL, vrm_quat_identity()),
         "vrm_avatar_set_bone_local_rotation", "there is no such bone");
    TOLD(vrm_avatar_set_bone_local_rotation(s.avatar, VRM_BONE_HEAD, &bad_turn),
         "vrm_avatar_set_bone_local_rotation", "the rotation is not finite");
    TOLD(vrm_avatar_set_hips_position(s.avatar, &bad_point), "vrm_avatar_set_hips_position",
         "the position is not finite");
    TOLD(vrm_avatar_set_look_at_target(s.avatar, &bad_point), "vrm_avatar_set_look_at_target",
         "the target is not finite");
    TOLD(vrm_avatar_set_look_at_degrees(s.avatar, 0, NAN), "vrm_avatar_set_look_at_degrees",
         "the angles are not finite");
    TOLD(vrm_avatar_set_expression(s.avatar, 2, 1), "vrm_avatar_set_expression",
         "there is no such expression");
    TOLD(vrm_avatar_set_layer_expression(s.avatar, VRM_EXPRESSION_LAYER_BLINK, -7, 1),
         "vrm_avatar_set_layer_expression", "there is no such expression");
    TOLD(vrm_avatar_set_layer_expression(s.avatar, VRM_EXPRESSION_LAYER_COUNT, 0, 1),
         "vrm_avatar_set_layer_expression", "there is no such layer");
    TOLD(vrm_avatar_set_layer_expression(s.avatar, VRM_EXPRESSION_LAYER_LOOK_AT, 0, 1),
         "vrm_avatar_set_layer_expression",
         "only the lookAt stage writes the layer VRM_EXPRESSION_LAYER_LOOK_AT");
    TOLD(vrm_avatar_set_expression_layer_weight(s.avatar, -1, 1),
         "vrm_avatar_set_expression_layer_weight", "there is no such layer");
    TOLD(vrm_avatar_set_expression_layer_weight(s.avatar, 0, NAN),
         "vrm_avatar_set_expression_layer_weight", "the weight is not finite");
    TOLD(vrm_avatar_clear_expression_layer(s.avatar, 99), "vrm_avatar_clear_expression_layer",
         "there is no such layer");
    TOLD(vrm_avatar_clear_expression_layer(s.avatar, VRM_EXPRESSION_LAYER_LOOK_AT),
         "vrm_avatar_clear_expression_layer",
         "only the lookAt stage writes the layer VRM_EXPRESSION_LAYER_LOOK_AT");
    TOLD(vrm_avatar_set_expression_class(s.avatar, 9, VRM_EXPRESSION_CLASS_MOUTH),
         "vrm_avatar_set_expression_class", "there is no such expression");
    TOLD(vrm_avatar_set_expression_class(s.avatar, 1, 4), "vrm_avatar_set_expression_class",
         "there is no such class");
    TOLD(vrm_avatar_reset_springs(s.avatar, 1), "vrm_avatar_reset_springs",
         "there is no such spring");
    TOLD(vrm_avatar_set_spring_mode(s.avatar, 1, VRM_SPRING_MODE_RUN), "vrm_avatar_set_spring_mode",
         "there is no such spring");
    TOLD(vrm_avatar_set_spring_mode(s.avatar, 0, 4), "vrm_avatar_set_spring_mode",
         "there is no such mode");
    TOLD(vrm_avatar_set_spring_weight(s.avatar, 1, 1), "vrm_avatar_set_spring_weight",
         "there is no such spring");
    TOLD(vrm_avatar_set_wind(s.avatar, &bad_point), "vrm_avatar_set_wind",
         "the force is not finite");
    TOLD(vrm_avatar_set_spring_wind(s.avatar, 1, &zero), "vrm_avatar_set_spring_wind",
         "there is no such spring");
    TOLD(vrm_avatar_set_spring_wind(s.avatar, 0, &bad_point), "vrm_avatar_set_spring_wind",
         "the force is not finite");
    TOLD(vrm_avatar_set_spring_center(s.avatar, VRM_ALL, VRM_NONE), "vrm_avatar_set_spring_center",
         "there is no such spring");
    TOLD(vrm_avatar_set_spring_center(s.avatar, 0, AVATAR_HEAD), "vrm_avatar_set_spring_center",
         "the node is not above the first joint of the spring");
    TOLD(vrm_avatar_set_spring_center(s.avatar, 0, AVATAR_NODE_COUNT),
         "vrm_avatar_set_spring_center", "the node is not above the first joint of the spring");
    TOLD(vrm_avatar_set_spring_joint(s.avatar, 2, NULL), "vrm_avatar_set_spring_joint",
         "there is no such joint");
    TOLD(vrm_avatar_set_collider(s.avatar, 1, NULL), "vrm_avatar_set_collider",
         "the index is not below the collider_capacity of the desc");
    memset(&collider, 0, sizeof collider);
    collider.shape = 6;
    TOLD(vrm_avatar_set_collider(s.avatar, 0, &collider), "vrm_avatar_set_collider",
         "the collider has no such shape or node, or is not finite");
    memset(&array, 0, sizeof array);
    TOLD(vrm_avatar_gather(s.avatar, &array), "vrm_avatar_gather",
         "the array was not prepared with vrm_node_array_init");
    TOLD(vrm_avatar_scatter(s.avatar, &array, VRM_WRITER_ALL), "vrm_avatar_scatter",
         "the array was not prepared with vrm_node_array_init");
    vrm_node_array_init(&array);
    TOLD(vrm_avatar_scatter(s.avatar, &array, VRM_ALL), "vrm_avatar_scatter",
         "the writers have bits that are no VRM_WRITER_ constants");
    /* And nothing has come of it. */
    CHECK_INT(vrm_avatar_save(s.avatar, after, size), VRM_OK);
    CHECK(memcmp(before, after, size) == 0);
    close_stage(&s);
}

TEST(good_calls_say_nothing) {
    const vrm_trs root = vrm_trs_identity();
    const vrm_vec3 zero = {0, 0, 0};
    const vrm_spring_collider ball = {VRM_NONE, VRM_COLLIDER_SPHERE, {0, 0, 0}, {0, 0, 0}, 1};
    vrm_spring_joint_settings settings;
    vrm_node_array array;
    vrm_mat4 matrix;
    vrm_vec3 out;
    vrm_quat turn;
    stage s;
    open_stage(&s);
    REQUIRE(s.avatar != NULL);
    for (int frame = 0; frame < 3; ++frame) {
        vrm_avatar_set_root(s.avatar, &root);
        vrm_avatar_teleport(s.avatar, &root, frame % 2);
        vrm_avatar_shift_origin_value(s.avatar, zero);
        for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) { /* most of them are not there */
            vrm_avatar_set_bone_rotation_value(s.avatar, bone, vrm_quat_identity());
            vrm_avatar_set_bone_local_rotation_value(s.avatar, bone, vrm_quat_identity());
        }
        vrm_avatar_set_hips_position_value(s.avatar, zero);
        vrm_avatar_look_at(s.avatar, zero);
        vrm_avatar_set_look_at_degrees(s.avatar, 1e6f, -1e6f);
        vrm_avatar_set_look_at_off(s.avatar);
        vrm_avatar_set_expression(s.avatar, 0, NAN); /* counts as 0 (EX-005) */
        vrm_avatar_set_layer_expression(s.avatar, VRM_EXPRESSION_LAYER_BLINK, 1, 7);
        vrm_avatar_set_expression_layer_weight(s.avatar, VRM_EXPRESSION_LAYER_LOOK_AT, 0.5f);
        vrm_avatar_clear_expression_layer(s.avatar, VRM_EXPRESSION_LAYER_BLINK);
        vrm_avatar_set_expression_class(s.avatar, 0, VRM_EXPRESSION_CLASS_MOUTH);
        vrm_avatar_set_expression_class(s.avatar, 1, VRM_EXPRESSION_CLASS_MOUTH);
        vrm_avatar_reset_springs(s.avatar, VRM_ALL);
        vrm_avatar_set_spring_mode(s.avatar, VRM_ALL, VRM_SPRING_MODE_HOLD);
        vrm_avatar_set_spring_mode(s.avatar, 0, VRM_SPRING_MODE_RUN);
        vrm_avatar_set_spring_weight(s.avatar, VRM_ALL, 2);
        vrm_avatar_set_wind(s.avatar, &zero);
        vrm_avatar_set_spring_wind(s.avatar, VRM_ALL, &zero);
        vrm_avatar_set_spring_center(s.avatar, 0, AVATAR_ROOT);
        vrm_avatar_set_spring_center(s.avatar, 0, VRM_NONE);
        vrm_avatar_get_spring_joint(s.avatar, 0, &settings);
        vrm_avatar_set_spring_joint(s.avatar, 0, &settings);
        vrm_avatar_set_spring_joint(s.avatar, 1, NULL);
        vrm_avatar_set_collider(s.avatar, 0, &ball);
        vrm_avatar_set_collider(s.avatar, 0, NULL);
        vrm_avatar_warm_up(s.avatar, 0.1f);
        vrm_node_array_init(&array);
        vrm_avatar_gather(s.avatar, &array);
        vrm_avatar_scatter(s.avatar, &array, VRM_WRITER_ALL);
        vrm_avatar_reset_pose(s.avatar);
        vrm_avatar_update(s.avatar, NAN);
        vrm_avatar_update(s.avatar, 0.01f);
        /* Questions about what is not there have an answer of their own. */
        vrm_avatar_get_bone_matrix(s.avatar, VRM_NONE, &matrix);
        vrm_avatar_get_node_in_model(s.avatar, VRM_NONE, &matrix);
        vrm_avatar_get_bone_position(s.avatar, VRM_NONE, &out);
        vrm_avatar_get_bone_rotation(s.avatar, VRM_NONE, &turn);
        vrm_avatar_get_spring_wind(s.avatar, VRM_NONE, &out);
        CHECK_INT(vrm_avatar_spring_mode(s.avatar, VRM_NONE), VRM_SPRING_MODE_OFF);
    }
    if (!CHECK_INT(s.to.count, 0)) CHECK_TEXT(s.to.function, "");
    close_stage(&s);
}

/* An avatar without the callback, and no avatar: nothing to tell, and nobody to tell it to. */
TEST(without_a_callback_nothing_is_told) {
    loaded file = load_vrm1(NULL, NULL);
    vrm_avatar *plain = create_avatar(file.model, NULL);
    vrm_trs bad_root = vrm_trs_identity();
    REQUIRE(plain != NULL);
    bad_root.translation.x = NAN;
    for (int i = 0; i < 2; ++i) {
        vrm_avatar *who = i == 0 ? plain : NULL;
        const vrm_vec3 bad_point = {NAN, 0, 0};
        vrm_node_array array;
        memset(&array, 0, sizeof array);
        vrm_avatar_set_root(who, &bad_root);
        vrm_avatar_set_root(who, NULL);
        vrm_avatar_teleport(who, &bad_root, 1);
        vrm_avatar_teleport(who, NULL, 1);
        vrm_avatar_shift_origin(who, &bad_point);
        vrm_avatar_shift_origin(who, NULL);
        vrm_avatar_set_bone_rotation(who, 99, NULL);
        vrm_avatar_set_bone_rotation_value(who, 99, vrm_quat_identity());
        vrm_avatar_set_bone_local_rotation_value(who, 99, vrm_quat_identity());
        vrm_avatar_set_hips_position(who, &bad_point);
        vrm_avatar_set_hips_position(who, NULL);
        vrm_avatar_set_look_at_target(who, &bad_point);
        vrm_avatar_set_look_at_target(who, NULL);
        vrm_avatar_set_look_at_degrees(who, NAN, 0);
        vrm_avatar_set_expression(who, 99, 1);
        vrm_avatar_set_layer_expression(who, 99, 99, 1);
        vrm_avatar_set_expression_layer_weight(who, 99, 1);
        vrm_avatar_clear_expression_layer(who, 99);
        vrm_avatar_set_expression_class(who, 99, 1);
        vrm_avatar_reset_springs(who, 99);
        vrm_avatar_set_spring_mode(who, 99, 1);
        vrm_avatar_set_spring_weight(who, 99, 1);
        vrm_avatar_set_wind(who, &bad_point);
        vrm_avatar_set_wind(who, NULL);
        vrm_avatar_set_spring_wind(who, 99, &bad_point);
        vrm_avatar_set_spring_wind(who, VRM_ALL, NULL);
        vrm_avatar_set_spring_center(who, 99, 0);
        vrm_avatar_set_spring_joint(who, 99, NULL);
        vrm_avatar_set_collider(who, 99, NULL);
        vrm_avatar_gather(who, &array);
        vrm_avatar_gather(who, NULL);
        vrm_avatar_scatter(who, &array, VRM_WRITER_ALL);
        vrm_avatar_scatter(who, NULL, VRM_WRITER_ALL);
    }
    {
        vrm_trs root;
        const vrm_trs identity = vrm_trs_identity();
        vrm_avatar_get_root(plain, &root);
        CHECK(memcmp(&root, &identity, sizeof root) == 0);
    }
    vrm_avatar_destroy(plain);
    unload(&file);
}

/* VRM_NONE is what a search gives that finds nothing: handing it on does nothing, and is no
 * mistake. */
TEST(none_is_no_mistake) {
    stage s;
    open_stage(&s);
    if (CHECK(s.avatar != NULL)) {
        vrm_avatar_set_expression(s.avatar, vrm_model_find_expression(s.file.model, "nothing"), 1);
        vrm_avatar_set_bone_rotation_value(s.avatar, vrm_bone_find("nothing"), vrm_quat_identity());
        vrm_avatar_set_spring_mode(s.avatar, vrm_model_find_spring(s.file.model, "nothing"),
                                   VRM_SPRING_MODE_OFF);
        vrm_avatar_set_spring_center(s.avatar, VRM_NONE, VRM_NONE);
        vrm_avatar_set_spring_joint(s.avatar, VRM_NONE, NULL);
        CHECK_INT(s.to.count, 0);
        CHECK_INT(vrm_avatar_spring_mode(s.avatar, 0), VRM_SPRING_MODE_RUN);
    }
    close_stage(&s);
}

TEST_SUITE(misuse, ENTRY(each_function_says_what_it_was_given), ENTRY(good_calls_say_nothing),
           ENTRY(none_is_no_mistake), ENTRY(without_a_callback_nothing_is_told));
