/* vrm_avatar_carry_over: a file that was exported again replaces the old one. */
#include "avatar/avatar.h" /* before the type `avatar` */
#include "avatar/reference.h"
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two exports of one avatar. In the second, the named nodes, the expressions and the springs stand
 * in another order, the hat sits higher at rest, and the tail is new. */
static loaded load_first(void) {
    const avatar from = {
        VRM_DIALECT_1,
        "'expressions':{'preset':{'happy':{},'blink':{}},"
        "'custom':{'wink':{},'pout':{},'gone':{}}}",
        NULL,
        "'VRMC_springBone':{'specVersion':'1.0','springs':["
        "{'name':'hair','joints':[{'node':21},{'node':22}]},"
        "{'name':'skirt','joints':[{'node':28},{'node':29}]},"
        "{'joints':[{'node':24},{'node':25}]}]}",
        "{'name':'hat','translation':[0,1,0],'children':[25]},"
        "{'name':'plume','translation':[0,1,0]},{'name':'gone'},{},{'children':[29]},"
        "{'translation':[0,-1,0]}"};
    return load_avatar(&from);
}

static loaded load_second(void) {
    const avatar from = {
        VRM_DIALECT_1,
        "'expressions':{'preset':{'blink':{},'aa':{},'happy':{}},"
        "'custom':{'pout':{},'wink':{}}}",
        NULL,
        "'VRMC_springBone':{'specVersion':'1.0','springs':["
        "{'name':'tail','joints':[{'node':26},{'node':27}]},"
        "{'name':'skirt','joints':[{'node':29},{'node':30}]},"
        "{'name':'hair','joints':[{'node':21},{'node':22}]}]}",
        "{'name':'plume','translation':[0,1,0]},"
        "{'name':'hat','translation':[0,2,0],'children':[24]},"
        "{'name':'tail','children':[27]},{'translation':[0,1,0]},{},{'children':[30]},"
        "{'translation':[0,-1,0]}"};
    return load_avatar(&from);
}

typedef struct exchange {
    loaded first, second;
    vrm_avatar *from, *to;
} exchange;

static void open_exchange(exchange *e) {
    memset(e, 0, sizeof *e);
    e->first = load_first();
    e->second = load_second();
    CHECK_INT(count_findings(&e->first), 0);
    CHECK_INT(count_findings(&e->second), 0);
    e->from = create_avatar(e->first.model, NULL);
    e->to = create_avatar(e->second.model, NULL);
    /* Earlier settings of the new one are replaced. */
    vrm_avatar_set_bone_rotation_value(e->to, VRM_BONE_SPINE, turn_float(turn_x(77)));
    vrm_avatar_look_at(e->to, vrm_vec3_make(9, 9, 9));
    vrm_avatar_set_expression_layer_weight(e->to, VRM_EXPRESSION_LAYER_VISEME, 0);
}

static void close_exchange(exchange *e) {
    vrm_avatar_destroy(e->from);
    vrm_avatar_destroy(e->to);
    unload(&e->first);
    unload(&e->second);
}

static int32_t find(const vrm_avatar *who, const char *name) {
    return vrm_model_find_expression(vrm_avatar_model(who), name);
}

static int32_t spring(const vrm_avatar *who, const char *name) {
    return vrm_model_find_spring(vrm_avatar_model(who), name);
}

TEST(the_root_and_the_pose_are_carried_over) {
    exchange e;
    vrm_trs root = vrm_trs_identity(), got, *pose;
    int32_t hat, plume, new_hat, new_plume;
    open_exchange(&e);
    REQUIRE(e.from != NULL && e.to != NULL);
    root.translation = vrm_vec3_make(1, 2, 3);
    root.rotation = turn_float(turn_y(20));
    root.scale = vrm_vec3_make(2, 2, 2);
    vrm_avatar_set_root(e.from, &root);
    vrm_avatar_set_bone_rotation_value(e.from, VRM_BONE_HEAD, turn_float(turn_y(40)));
    vrm_avatar_set_bone_rotation_value(e.from, VRM_BONE_LEFT_UPPER_ARM, turn_float(turn_z(-70)));
    vrm_avatar_set_hips_position_value(e.from, vrm_vec3_make(0.5f, 0.75f, 0.25f));
    hat = vrm_model_find_node(e.first.model, "hat");
    plume = vrm_model_find_node(e.first.model, "plume");
    new_hat = vrm_model_find_node(e.second.model, "hat");
    new_plume = vrm_model_find_node(e.second.model, "plume");
    REQUIRE(hat == 24 && plume == 25 && new_hat == 25 && new_plume == 24);
    pose = vrm_avatar_locals(e.from);
    pose[hat].translation = vrm_vec3_make(0.5f, 1.5f, 0);
    pose[hat].rotation = turn_float(turn_x(30));
    pose[plume].scale = vrm_vec3_make(3, 3, 3);
    pose[27].translation = vrm_vec3_make(7, 7, 7); /* has no name */
    vrm_avatar_carry_over(e.to, e.from);
    vrm_avatar_get_root(e.to, &got);
    for (int i = 0; i < 10; ++i) {
        CHECK_NEAR((double)((float *)&got)[i], (double)((float *)&root)[i], 1e-6);
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        turn expected = turn_of(vrm_avatar_bone_rotation(e.from, bone));
        turn now = turn_of(vrm_avatar_bone_rotation(e.to, bone));
        test_note("%s", vrm_bone_name(bone));
        CHECK_NEAR(turn_difference(now, expected), 0, 1e-6);
    }
    test_note(NULL);
    CHECK_NEAR(turn_difference(turn_of(vrm_avatar_bone_rotation(e.to, VRM_BONE_HEAD)), turn_y(40)),
               0, 1e-6);
    {
        vrm_vec3 hips = vrm_avatar_hips_position(e.to);
        CHECK_NEAR(hips.x, 0.5, 1e-6);
        CHECK_NEAR(hips.y, 0.75, 1e-6);
        CHECK_NEAR(hips.z, 0.25, 1e-6);
    }
    /* Half a meter to the side and up from where the hat is at rest now. */
    pose = vrm_avatar_locals(e.to);
    CHECK_NEAR(pose[new_hat].translation.x, 0.5, 1e-6);
    CHECK_NEAR(pose[new_hat].translation.y, 2.5, 1e-6);
    CHECK_NEAR(turn_difference(turn_of(pose[new_hat].rotation), turn_x(30)), 0, 1e-6);
    CHECK_NEAR(pose[new_hat].scale.x, 1, 0);
    CHECK_NEAR(pose[new_plume].scale.x, 3, 0);
    CHECK_NEAR(pose[new_plume].translation.y, 1, 0);
    CHECK(memcmp(&pose[27], &e.second.gltf->nodes[27].rest, sizeof pose[27]) == 0);
    CHECK(memcmp(&pose[28], &e.second.gltf->nodes[28].rest, sizeof pose[28]) == 0);
    close_exchange(&e);
}

TEST(expressions_are_carried_over_by_name) {
    exchange e;
    open_exchange(&e);
    REQUIRE(e.from != NULL && e.to != NULL);
    REQUIRE(find(e.from, "wink") != find(e.to, "wink"));
    vrm_avatar_set_expression(e.from, find(e.from, "wink"), 0.25f);
    vrm_avatar_set_expression(e.from, find(e.from, "gone"), 1);
    vrm_avatar_set_layer_expression(e.from, VRM_EXPRESSION_LAYER_EMOTION, find(e.from, "happy"),
                                    0.5f);
    vrm_avatar_set_layer_expression(e.from, VRM_EXPRESSION_LAYER_BLINK, find(e.from, "blink"),
                                    0.75f);
    vrm_avatar_set_expression_layer_weight(e.from, VRM_EXPRESSION_LAYER_EMOTION, 0.5f);
    vrm_avatar_set_expression_layer_weight(e.from, VRM_EXPRESSION_LAYER_LOOK_AT, 0.125f);
    vrm_avatar_set_expression_class(e.from, find(e.from, "pout"), VRM_EXPRESSION_CLASS_MOUTH);
    vrm_avatar_set_expression(e.to, find(e.to, "pout"), 1); /* gives way */
    vrm_avatar_carry_over(e.to, e.from);
    for (uint32_t i = 0; i < e.second.tables->expression_count; ++i) {
        const char *name = e.second.tables->expressions[i].name.data;
        test_note("%s", name);
        for (vrm_expression_layer layer = 0; layer < VRM_EXPRESSION_LAYER_COUNT; ++layer) {
            double expected =
                strcmp(name, "wink") == 0 && layer == VRM_EXPRESSION_LAYER_APPLICATION ? 0.25
                : strcmp(name, "happy") == 0 && layer == VRM_EXPRESSION_LAYER_EMOTION  ? 0.5
                : strcmp(name, "blink") == 0 && layer == VRM_EXPRESSION_LAYER_BLINK    ? 0.75
                                                                                       : 0;
            CHECK_NEAR(vrm_avatar_layer_expression(e.to, layer, (int32_t)i), expected, 0);
        }
    }
    test_note(NULL);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(e.to, VRM_EXPRESSION_LAYER_APPLICATION), 1, 0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(e.to, VRM_EXPRESSION_LAYER_EMOTION), 0.5, 0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(e.to, VRM_EXPRESSION_LAYER_VISEME), 1, 0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(e.to, VRM_EXPRESSION_LAYER_BLINK), 1, 0);
    CHECK_NEAR(vrm_avatar_expression_layer_weight(e.to, VRM_EXPRESSION_LAYER_LOOK_AT), 0.125, 0);
    CHECK_INT(e.to->face.classes[find(e.to, "pout")], VRM_EXPRESSION_CLASS_MOUTH);
    CHECK_INT(e.to->face.classes[find(e.to, "wink")], VRM_EXPRESSION_CLASS_NONE);
    close_exchange(&e);
}

TEST(look_at_is_carried_over) {
    exchange e;
    vrm_look_at_state state;
    open_exchange(&e);
    REQUIRE(e.from != NULL && e.to != NULL);
    vrm_look_at_state_init(&state);
    vrm_avatar_carry_over(e.to, e.from);
    vrm_avatar_get_look_at(e.to, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_OFF);
    vrm_avatar_look_at(e.from, vrm_vec3_make(1, 2, 3));
    vrm_avatar_carry_over(e.to, e.from);
    vrm_avatar_get_look_at(e.to, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_TARGET);
    CHECK(state.target.x == 1 && state.target.y == 2 && state.target.z == 3);
    vrm_avatar_set_look_at_degrees(e.from, 12, -7);
    vrm_avatar_carry_over(e.to, e.from);
    vrm_avatar_get_look_at(e.to, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_DEGREES);
    CHECK(state.set_yaw_degrees == 12 && state.set_pitch_degrees == -7);
    close_exchange(&e);
}

TEST(springs_are_carried_over_by_name) {
    exchange e;
    vrm_vec3 force;
    open_exchange(&e);
    REQUIRE(e.from != NULL && e.to != NULL);
    REQUIRE(spring(e.from, "hair") == 0 && spring(e.to, "hair") == 2);
    vrm_avatar_set_wind_value(e.from, vrm_vec3_make(1, 0, 0));
    vrm_avatar_set_spring_mode(e.from, spring(e.from, "hair"), VRM_SPRING_MODE_HOLD);
    vrm_avatar_set_spring_weight(e.from, spring(e.from, "skirt"), 0.5f);
    vrm_avatar_set_spring_wind_value(e.from, spring(e.from, "hair"), vrm_vec3_make(0, 2, 0));
    vrm_avatar_set_spring_mode(e.from, 2, VRM_SPRING_MODE_OFF); /* has no name */
    vrm_avatar_set_spring_mode(e.to, spring(e.to, "tail"), VRM_SPRING_MODE_TRACK);
    vrm_avatar_carry_over(e.to, e.from);
    CHECK_INT(vrm_avatar_spring_mode(e.to, spring(e.to, "hair")), VRM_SPRING_MODE_HOLD);
    CHECK_INT(vrm_avatar_spring_mode(e.to, spring(e.to, "skirt")), VRM_SPRING_MODE_RUN);
    CHECK_INT(vrm_avatar_spring_mode(e.to, spring(e.to, "tail")), VRM_SPRING_MODE_TRACK);
    CHECK_NEAR(vrm_avatar_spring_weight(e.to, spring(e.to, "hair")), 1, 0);
    CHECK_NEAR(vrm_avatar_spring_weight(e.to, spring(e.to, "skirt")), 0.5, 0);
    vrm_avatar_get_wind(e.to, &force);
    CHECK(force.x == 1 && force.y == 0);
    vrm_avatar_get_spring_wind(e.to, spring(e.to, "hair"), &force);
    CHECK(force.x == 0 && force.y == 2);
    vrm_avatar_get_spring_wind(e.to, spring(e.to, "skirt"), &force);
    CHECK(force.x == 0 && force.y == 0);
    close_exchange(&e);
}

/* Springs begin at rest where the new avatar stands, and do not fly there. */
TEST(springs_restart_from_rest) {
    exchange e;
    vrm_trs root = vrm_trs_identity();
    const vrm_frame *frame;
    open_exchange(&e);
    REQUIRE(e.from != NULL && e.to != NULL);
    for (int i = 0; i < 30; ++i) vrm_avatar_update(e.to, 1.0f / 60);
    root.translation = vrm_vec3_make(50, 0, 0);
    vrm_avatar_set_root(e.from, &root);
    vrm_avatar_carry_over(e.to, e.from);
    vrm_avatar_update(e.to, 1.0f / 60);
    frame = vrm_avatar_frame(e.to);
    CHECK_NEAR(turn_difference(turn_of(frame->local[AVATAR_CHAIN].rotation), turn_none()), 0, 0.01);
    close_exchange(&e);
}

TEST(the_pointer_of_the_application_is_carried_over) {
    exchange e;
    int mine = 0;
    open_exchange(&e);
    REQUIRE(e.from != NULL && e.to != NULL);
    vrm_avatar_set_user(e.from, &mine);
    vrm_avatar_carry_over(e.to, e.from);
    CHECK(vrm_avatar_user(e.to) == &mine);
    vrm_avatar_carry_over(NULL, e.from);
    vrm_avatar_carry_over(e.to, NULL);
    vrm_avatar_carry_over(e.to, e.to);
    CHECK(vrm_avatar_user(e.to) == &mine);
    close_exchange(&e);
}

/* Onto an avatar of the same model the next frames agree. */
TEST(onto_the_same_model_the_frames_agree) {
    loaded file = load_first();
    vrm_avatar *from = create_avatar(file.model, NULL);
    vrm_avatar *to = create_avatar(file.model, NULL);
    REQUIRE(from != NULL && to != NULL);
    vrm_avatar_set_bone_rotation_value(from, VRM_BONE_HEAD, turn_float(turn_y(40)));
    vrm_avatar_set_expression(from, 0, 0.5f);
    vrm_avatar_set_wind_value(from, vrm_vec3_make(1, 0, 0));
    vrm_avatar_carry_over(to, from);
    vrm_avatar_reset_springs(from, VRM_ALL);
    for (int i = 0; i < 10; ++i) {
        vrm_avatar_update(from, 1.0f / 60);
        vrm_avatar_update(to, 1.0f / 60);
    }
    for (uint32_t i = 0; i < file.gltf->node_count; ++i) {
        CHECK_NEAR(turn_difference(turn_of(vrm_avatar_frame(from)->local[i].rotation),
                                   turn_of(vrm_avatar_frame(to)->local[i].rotation)),
                   0, 1e-5);
    }
    CHECK_NEAR(vrm_avatar_expression_weight(to, 0), 0.5, 0);
    vrm_avatar_destroy(from);
    vrm_avatar_destroy(to);
    unload(&file);
}

/* A file of 0.x that was exported as 1.0: bones mean the same, whichever way the file faces. */
TEST(tp_020_bones_are_carried_over_from_0x) {
    loaded old = load_old_vrm(NULL, NULL), new = load_vrm1(NULL, NULL);
    vrm_avatar *from = create_avatar(old.model, NULL);
    vrm_avatar *to = create_avatar(new.model, NULL);
    vrm_vec3 a, b;
    REQUIRE(from != NULL && to != NULL);
    vrm_avatar_set_bone_rotation_value(from, VRM_BONE_LEFT_UPPER_ARM, turn_float(turn_z(-70)));
    vrm_avatar_carry_over(to, from);
    vrm_avatar_update(from, 0);
    vrm_avatar_update(to, 0);
    a = vrm_avatar_bone_position(from, VRM_BONE_LEFT_HAND);
    b = vrm_avatar_bone_position(to, VRM_BONE_LEFT_HAND);
    CHECK_NEAR((double)a.x, (double)b.x, 1e-5);
    CHECK_NEAR((double)a.y, (double)b.y, 1e-5);
    CHECK_NEAR((double)a.z, (double)b.z, 1e-5);
    vrm_avatar_destroy(from);
    vrm_avatar_destroy(to);
    unload(&old);
    unload(&new);
}

/* To an empty file, and from one. A node that has the name of a bone there is skipped. */
TEST(files_that_have_nothing_in_common) {
    loaded whole = load_vrm1("'expressions':{'preset':{'happy':{}}}", NULL),
           none = load_json("{'asset':{'version':'2.0'}}");
    loaded other = load_json("{'asset':{'version':'2.0'},'nodes':[{'name':'head'},{'name':'x'}]}");
    vrm_avatar *a = create_avatar(whole.model, NULL), *b = create_avatar(none.model, NULL),
               *c = create_avatar(other.model, NULL);
    vrm_vec3 hips;
    REQUIRE(a != NULL && b != NULL && c != NULL);
    vrm_avatar_carry_over(b, a);
    vrm_avatar_update(b, 1.0f / 60.0f);
    vrm_avatar_carry_over(a, b);
    vrm_avatar_locals(c)[0].translation.y = 5;
    vrm_avatar_locals(c)[1].translation.y = 5;
    vrm_avatar_carry_over(a, c);
    vrm_avatar_update(a, 1.0f / 60.0f);
    vrm_avatar_get_hips_position(a, &hips);
    CHECK_NEAR(hips.y, 1, 1e-6);
    CHECK_NEAR(vrm_avatar_locals(a)[AVATAR_HEAD].translation.y, 0.5, 0);
    vrm_avatar_destroy(a);
    vrm_avatar_destroy(b);
    vrm_avatar_destroy(c);
    unload(&whole);
    unload(&none);
    unload(&other);
}

/* Names of two large files are compared a bounded number of times. */
TEST(names_of_large_files_cost_little) {
    enum { NODES = 3000 };
    char *json = malloc(NODES * 32 + 64);
    loaded a, b;
    vrm_avatar *from, *to;
    for (int k = 0; k < 2; ++k) {
        size_t size = (size_t)sprintf(json, "{'asset':{'version':'2.0'},'nodes':[{}");
        for (int i = 0; i < NODES; ++i) {
            size += (size_t)sprintf(json + size, ",{'name':'%c%06d'}", k == 0 ? 'a' : 'b', i);
        }
        strcpy(json + size, "]}");
        if (k == 0) a = load_json(json);
        if (k == 1) b = load_json(json);
    }
    free(json);
    from = create_avatar(a.model, NULL);
    to = create_avatar(b.model, NULL);
    REQUIRE(from != NULL && to != NULL);
    for (uint32_t i = 0; i <= NODES; ++i) vrm_avatar_locals(from)[i].translation.x = 1;
    vrm_avatar_carry_over(to, from);
    for (uint32_t i = 0; i <= NODES; ++i) {
        if (!CHECK_NEAR(vrm_avatar_locals(to)[i].translation.x, 0, 0)) break;
    }
    vrm_avatar_destroy(from);
    vrm_avatar_destroy(to);
    unload(&a);
    unload(&b);
}

TEST_SUITE(carry_over, ENTRY(the_root_and_the_pose_are_carried_over),
           ENTRY(expressions_are_carried_over_by_name), ENTRY(look_at_is_carried_over),
           ENTRY(springs_are_carried_over_by_name), ENTRY(springs_restart_from_rest),
           ENTRY(the_pointer_of_the_application_is_carried_over),
           ENTRY(onto_the_same_model_the_frames_agree),
           ENTRY(tp_020_bones_are_carried_over_from_0x), ENTRY(files_that_have_nothing_in_common),
           ENTRY(names_of_large_files_cost_little));
