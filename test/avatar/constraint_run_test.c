/* Constraints while an avatar runs: the formulas, their special cases, and their place in a frame
 * (NC, UO-006). Golden vectors are those of the requirements, section 7. */
#include "base/math.h"
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define TOLERANCE 1e-5 /* NC-028 asks for 1e-4 */

#define FILE_WITH                                                                                  \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_node_constraint'],"             \
    "'extensions':{'VRMC_vrm':{'specVersion':'1.0'}},'nodes':[%s]}"
#define CONSTRAINT(text)                                                                           \
    "'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{" text "}}}"
#define ROLL(source, axis) CONSTRAINT("'roll':{'source':" #source ",'rollAxis':'" #axis "'}")
#define AIM(source, axis) CONSTRAINT("'aim':{'source':" #source ",'aimAxis':'" #axis "'}")
#define ROTATION(source) CONSTRAINT("'rotation':{'source':" #source "}")

/* --- An avatar that is nothing but nodes --- */

typedef struct scene {
    loaded file;
    vrm_avatar *avatar;
    vrm_trs *pose;
    vrm_frame frame;
} scene;

static scene run_file(loaded file) {
    scene made;
    made.file = file;
    made.avatar = create_avatar(file.model, NULL);
    made.pose = vrm_avatar_locals(made.avatar);
    made.frame = *vrm_avatar_frame(made.avatar);
    CHECK(made.avatar != NULL);
    return made;
}

static scene run_nodes(const char *nodes) {
    return run_file(load_json(format_members(FILE_WITH, nodes)));
}

static void stop(scene *made) {
    vrm_avatar_destroy(made->avatar);
    unload(&made->file);
}

/* --- Rotations --- */

static vrm_quat turn(double x, double y, double z, double degrees) {
    double half = degrees * 3.14159265358979323846 / 360;
    return vrm_quat_make((float)(x * sin(half)), (float)(y * sin(half)), (float)(z * sin(half)),
                         (float)cos(half));
}

static vrm_quat about_x(double degrees) { return turn(1, 0, 0, degrees); }
static vrm_quat about_y(double degrees) { return turn(0, 1, 0, degrees); }
static vrm_quat about_z(double degrees) { return turn(0, 0, 1, degrees); }
static vrm_quat times(vrm_quat a, vrm_quat b) { return vrmi_quat_multiply(a, b); }

static const char *json_rotation(vrm_quat q) {
    return format_members("'rotation':[%.9g,%.9g,%.9g,%.9g]", (double)q.x, (double)q.y, (double)q.z,
                          (double)q.w);
}

/* q and -q are one rotation. */
static void check_rotation(vrm_quat got, vrm_quat expected) {
    double sign = vrmi_quat_dot(got, expected) < 0.0f ? -1 : 1;
    CHECK_NEAR(sign * (double)got.x, (double)expected.x, TOLERANCE);
    CHECK_NEAR(sign * (double)got.y, (double)expected.y, TOLERANCE);
    CHECK_NEAR(sign * (double)got.z, (double)expected.z, TOLERANCE);
    CHECK_NEAR(sign * (double)got.w, (double)expected.w, TOLERANCE);
}

/* Node 0 turned by node 1: `constraint` has a %g for its weight. */
static vrm_quat evaluate(const char *constraint, double weight, vrm_quat source_rest,
                         vrm_quat source, vrm_quat rest) {
    const char *extension = format_members(constraint, weight);
    scene made = run_nodes(
        format_members("{%s,%s},{%s}", json_rotation(rest), extension, json_rotation(source_rest)));
    vrm_quat result;
    CHECK_INT(made.file.tables->constraint_count, 1);
    made.pose[1].rotation = source;
    vrm_avatar_update(made.avatar, 0.0f);
    result = made.frame.local[0].rotation;
    stop(&made);
    return result;
}

#define WEIGHTED_ROLL(axis) CONSTRAINT("'roll':{'source':1,'rollAxis':'" #axis "','weight':%g}")
#define WEIGHTED_ROTATION CONSTRAINT("'rotation':{'source':1,'weight':%g}")

/* --- Golden vectors --- */

/* GV-020, GV-021, GV-022, GV-023, GV-024, NC-010, NC-028 */
TEST(nc_011_nc_012_roll) {
    const vrm_quat none = vrmi_quat_identity();
    const struct {
        const char *name, *constraint;
        double weight;
        vrm_quat source_rest, source, rest, expected;
    } cases[] = {
        {"GV-020", WEIGHTED_ROLL(X), 1, none, about_x(90), none, {0.707107f, 0, 0, 0.707107f}},
        {"GV-020", WEIGHTED_ROLL(X), 0.5, none, about_x(90), none, {0.382683f, 0, 0, 0.923880f}},
        {"GV-020", WEIGHTED_ROLL(X), 0, none, about_x(90), none, {0, 0, 0, 1}},
        {"GV-021", WEIGHTED_ROLL(X), 1, none, about_z(45), none, {0, 0, 0, 1}},
        {"GV-022",
         WEIGHTED_ROLL(X),
         1,
         none,
         times(about_z(45), about_x(60)),
         none,
         {0.5f, 0, 0, 0.866025f}},
        {"GV-023",
         WEIGHTED_ROLL(Y),
         1,
         about_y(90),
         times(about_y(90), about_z(40)),
         about_z(30),
         {0.046340f, -0.172944f, 0.254637f, 0.950317f}},
        {"the other axes", WEIGHTED_ROLL(Z), 1, none, about_z(70), none, about_z(70)},
        {"the other axes", WEIGHTED_ROLL(Y), 1, none, about_y(-70), none, about_y(-70)},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        test_note("%s, weight %g", cases[i].name, cases[i].weight);
        check_rotation(evaluate(cases[i].constraint, cases[i].weight, cases[i].source_rest,
                                cases[i].source, cases[i].rest),
                       cases[i].expected);
    }
    test_note(NULL);
}

/* GV-024 */
TEST(nc_022_roll_whose_axis_is_turned_around) {
    const vrm_quat none = vrmi_quat_identity();
    check_rotation(evaluate(WEIGHTED_ROLL(X), 1, none, times(about_z(180), about_x(60)), none),
                   vrm_quat_make(0.5f, 0, 0, 0.866025f));
}

/* GV-025, GV-026, GV-027, NC-010, NC-028 */
TEST(nc_013_nc_014_nc_022_aim) {
    static const struct {
        const char *name, *nodes;
        int32_t node;
        vrm_quat expected;
    } cases[] = {
        {"GV-025",
         "{" AIM(1, PositiveX) "},{'translation':[0,1,0]}",
         0,
         {0, 0, 0.707107f, 0.707107f}},
        {"GV-025, half",
         "{" CONSTRAINT(
             "'aim':{'source':1,'aimAxis':'PositiveX','weight':0.5}") "},"
                                                                      "{'translation':[0,1,0]}",
         0,
         {0, 0, 0.382683f, 0.923880f}},
        {"GV-026",
         "{'rotation':[0,0.70710678,0,0.70710678],'children':[1]},{" AIM(
             2, NegativeZ) "},"
                           "{'translation':[0,2,0]}",
         1,
         {0.707107f, 0, 0, 0.707107f}},
        {"GV-027", "{" AIM(1, PositiveX) "},{'translation':[-1,0,0]}", 0, {0, 0, 1, 0}},
        /* The other axes, each at a source to its side. */
        {"-X", "{" AIM(1, NegativeX) "},{'translation':[0,1,0]}", 0, {0, 0, -0.707107f, 0.707107f}},
        {"+Y", "{" AIM(1, PositiveY) "},{'translation':[0,0,1]}", 0, {0.707107f, 0, 0, 0.707107f}},
        {"-Y", "{" AIM(1, NegativeY) "},{'translation':[0,0,1]}", 0, {-0.707107f, 0, 0, 0.707107f}},
        {"+Z", "{" AIM(1, PositiveZ) "},{'translation':[1,0,0]}", 0, {0, 0.707107f, 0, 0.707107f}},
        /* The destination is not at the origin. */
        {"place",
         "{'translation':[3,0,0]," AIM(1, PositiveX) "},{'translation':[3,5,0]}",
         0,
         {0, 0, 0.707107f, 0.707107f}},
        /* Its rest rotation: Rz(90) has its X up already; Z swings from where it is. */
        {"rest",
         "{'rotation':[0,0,0.70710678,0.70710678]," AIM(1, PositiveX) "},{'translation':[0,4,0]}",
         0,
         {0, 0, 0.707107f, 0.707107f}},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        scene made = run_nodes(cases[i].nodes);
        test_note("%s", cases[i].name);
        check_rotation(made.frame.local[cases[i].node].rotation, cases[i].expected);
        stop(&made);
    }
    test_note(NULL);
}

/* GV-028, NC-010, NC-028 */
TEST(nc_015_nc_016_rotation) {
    vrm_quat source_rest = about_x(10), source = times(about_x(10), about_y(60));
    vrm_quat rest = about_z(20);
    check_rotation(evaluate(WEIGHTED_ROTATION, 1, source_rest, source, rest),
                   vrm_quat_make(-0.086824f, 0.492404f, 0.150384f, 0.852869f));
    check_rotation(evaluate(WEIGHTED_ROTATION, 0.25, source_rest, source, rest),
                   vrm_quat_make(-0.022666f, 0.128543f, 0.172163f, 0.976383f));
    check_rotation(evaluate(WEIGHTED_ROTATION, 0, source_rest, source, rest), rest);
}

/* NC-010: the shorter way, of 10 degrees and not of 350. */
TEST(nc_024_weight_takes_the_shorter_way) {
    const vrm_quat none = vrmi_quat_identity();
    check_rotation(evaluate(WEIGHTED_ROLL(X), 0.5, none, about_x(350), none), about_x(-5));
    check_rotation(evaluate(WEIGHTED_ROTATION, 0.5, none, about_x(350), none), about_x(-5));
    check_rotation(evaluate(WEIGHTED_ROTATION, 0.75, none, about_y(240), none), about_y(-90));
}

/* ER-014: a source that is not of unit length, which no application should write, turns as its
 * direction says. */
TEST(nc_012_nc_016_sources_of_any_length) {
    const vrm_quat none = vrmi_quat_identity();
    static const float lengths[] = {0.125f, 3, 1e12f};
    for (size_t i = 0; i < COUNT(lengths); ++i) {
        vrm_quat source = times(about_z(45), about_x(60));
        float k = lengths[i];
        source = vrm_quat_make(source.x * k, source.y * k, source.z * k, source.w * k);
        test_note("%g", (double)k);
        check_rotation(evaluate(WEIGHTED_ROLL(X), 1, none, source, none), about_x(60));
        check_rotation(evaluate(WEIGHTED_ROLL(X), 0.5, none, source, none), about_x(30));
        check_rotation(evaluate(WEIGHTED_ROTATION, 1, none, source, none),
                       times(about_z(45), about_x(60)));
    }
    test_note(NULL);
}

/* --- What is read, and what is written --- */

TEST(nc_017_only_the_rotation_is_written) {
    scene made = run_nodes("{'translation':[1,2,3],'scale':[2,2,2]," ROTATION(1) "},{}");
    vrm_trs before;
    made.pose[0].translation = vrm_vec3_make(-4, 5, 0.1f);
    made.pose[0].scale = vrm_vec3_make(0.5f, 0.5f, 0.5f);
    made.pose[1].rotation = about_y(30);
    before = made.pose[0];
    vrm_avatar_update(made.avatar, 0.0f);
    CHECK(memcmp(&made.frame.local[0].translation, &before.translation, sizeof(vrm_vec3)) == 0);
    CHECK(memcmp(&made.frame.local[0].scale, &before.scale, sizeof(vrm_vec3)) == 0);
    check_rotation(made.frame.local[0].rotation, about_y(30));
    CHECK(memcmp(&made.pose[0], &before, sizeof before) == 0); /* and the pose not at all */
    check_rotation(made.frame.local[1].rotation, about_y(30));
    stop(&made);
}

/* TP-001: what the pose, or the frame before, has at the destination makes no difference. */
TEST(nc_023_rest_rotations_are_the_files) {
    scene made = run_nodes("{'children':[1]},{'rotation':[0,0,0.38268343,0.92387953]," ROTATION(
        2) "},{'rotation':[0.70710678,0,0,0.70710678]}");
    made.pose[1].rotation = about_x(77);
    made.pose[2].rotation = times(about_x(90), about_y(20));
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[1].rotation, times(about_z(45), about_y(20)));
    made.pose[2].rotation = about_x(90);
    for (int i = 0; i < 3; ++i) vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[1].rotation, about_z(45));
    stop(&made);
}

/* Chains: each sees what the one before it did in the same frame. */
TEST(nc_019_nc_018_three_in_a_row) {
    /* 3 turns 1, 1 turns 4, 4 turns 0; node 2 aims at 5, which hangs from 0. */
    scene made = run_nodes("{'children':[5]," ROTATION(4) "},{" ROTATION(
        3) "},"
           "{" AIM(5, PositiveX) "},{},{" ROLL(1, Z) "},{'translation':[1,0,0]}");
    static const int32_t order[] = {1, 4, 0, 2};
    CHECK_INT(made.file.tables->constraint_count, 4);
    for (size_t i = 0; i < COUNT(order); ++i) {
        CHECK_INT(made.file.tables->constraints[i].node, order[i]);
    }
    made.pose[3].rotation = about_z(50);
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[1].rotation, about_z(50));
    check_rotation(made.frame.local[4].rotation, about_z(50));
    check_rotation(made.frame.local[0].rotation, about_z(50));
    check_rotation(made.frame.local[2].rotation, about_z(50));
    CHECK_NEAR((double)made.frame.world[5].m[12], cos(50 * 3.14159265358979 / 180), TOLERANCE);
    CHECK_NEAR((double)made.frame.world[5].m[13], sin(50 * 3.14159265358979 / 180), TOLERANCE);
    stop(&made);
}

TEST(nc_018_nc_013_an_aim_sees_what_turns_its_parents) {
    /* 2 lies below 1 below 0, which turns as 3 does; it aims at 4. */
    scene made = run_nodes("{'children':[1]," ROTATION(3) "},{'children':[2]},{" AIM(
        4, PositiveX) "},{},{'translation':[0,7,0]}");
    made.pose[3].rotation = about_z(30);
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[0].rotation, about_z(30));
    check_rotation(made.frame.local[2].rotation, about_z(60)); /* 90 in the world */
    CHECK_NEAR((double)made.frame.world[2].m[0], 0, TOLERANCE);
    CHECK_NEAR((double)made.frame.world[2].m[1], 1, TOLERANCE);
    stop(&made);
}

/* UO-008: nodes below a destination move with it, and are placed when the stage is done. */
TEST(nc_017_what_hangs_below_moves_along) {
    scene made =
        run_nodes("{'children':[1]," ROTATION(3) "},{'translation':[1,0,0],'children':[2]"
                                                 "," ROTATION(3) "},{'translation':[1,0,0]},{}");
    made.pose[3].rotation = about_y(90);
    vrm_avatar_update(made.avatar, 0.0f);
    CHECK_NEAR((double)made.frame.world[1].m[14], -1, TOLERANCE);
    CHECK_NEAR((double)made.frame.world[2].m[12], -1, TOLERANCE);
    CHECK_NEAR((double)made.frame.world[2].m[14], -1, TOLERANCE);
    stop(&made);
}

/* --- Special cases --- */

TEST(nc_021_aim_at_where_one_is) {
    static const struct {
        float distance;
        bool aims;
    } cases[] = {{0.0f, false}, {1e-30f, false}, {9e-7f, false}, {2e-6f, true}, {-2e-6f, true}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        scene made = run_nodes("{'rotation':[0,0.38268343,0,0.92387953]," AIM(1, PositiveX) "},{}");
        vrm_quat expected = about_y(45);
        test_note("%g m", (double)cases[i].distance);
        /* To its Z, which lies along the world's X and Z in equal parts. */
        made.pose[1].translation =
            vrm_vec3_make(cases[i].distance * 0.70710678f, 0, cases[i].distance * 0.70710678f);
        vrm_avatar_update(made.avatar, 0.0f);
        if (cases[i].aims) expected = about_y(cases[i].distance > 0 ? -45 : 135);
        check_rotation(made.frame.local[0].rotation, expected);
        stop(&made);
    }
    test_note(NULL);
}

TEST(nc_006_nc_023_a_source_below_its_destination) {
    /* Nodes 0, 1, 2 hang from each other; 0 aims at the child, 3 at its grandchild 5. */
    scene made = run_nodes("{'children':[1]," AIM(
        1, PositiveX) "},{'translation':[0,1,0],"
                      "'children':[2]},{},"
                      "{'children':[4]," AIM(5, PositiveX) "},{'children':[5]},"
                                                           "{'translation':[0,2,0]}");
    vrm_trs first[6];
    vrm_mat4 world[6];
    CHECK_INT(made.file.tables->constraint_count, 2);
    made.pose[4].rotation = about_z(-60); /* the grandchild is 30 degrees above X */
    made.pose[0].rotation = about_x(123);
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[0].rotation, about_z(90));
    check_rotation(made.frame.local[3].rotation, about_z(30));
    CHECK_NEAR((double)made.frame.world[1].m[12], -1, TOLERANCE); /* away it went */
    memcpy(first, made.frame.local, sizeof first);
    memcpy(world, made.frame.world, sizeof world);
    vrm_avatar_update_constraints(made.avatar);
    vrm_avatar_update_constraints(NULL);
    CHECK(memcmp(first, made.frame.local, sizeof first) == 0);
    CHECK(memcmp(world, made.frame.world, sizeof world) == 0);
    stop(&made);
}

TEST(nc_013_the_root_takes_no_part) {
    /* Destinations with a parent and without: where the avatar stands does not turn them. */
    scene made = run_nodes("{'children':[1]},{'translation':[0,1,0]," AIM(
        3, PositiveZ) "},"
                      "{" AIM(3, NegativeY) "},{'translation':[0.3,0.5,2]}");
    vrm_quat expected[2] = {made.frame.local[1].rotation, made.frame.local[2].rotation};
    vrm_trs root = {{5, -3, 8}, {0.5f, 0.5f, -0.5f, 0.5f}, {2, 2, 2}};
    CHECK(fabs((double)expected[0].w) < 0.99);
    vrm_avatar_set_root(made.avatar, &root);
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[1].rotation, expected[0]);
    check_rotation(made.frame.local[2].rotation, expected[1]);
    stop(&made);
}

/* --- Its place among the stages --- */

/* UO-006: a constraint whose source is an eye follows the lookAt of this frame. */
TEST(uo_006_nc_025_gaze_comes_first) {
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL, "{'name':'lid'," ROTATION(19) "}"};
    scene made;
    from.vrm = format_members(
        "%s,'lookAt':{'type':'bone','rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':90}"
        ",'rangeMapHorizontalOuter':{'inputMaxValue':90,'outputScale':90}}",
        humanoid_members(NULL, "'leftEye':{'node':19},'rightEye':{'node':20}"));
    made = run_file(load_avatar(&from));
    CHECK_INT(made.file.tables->constraint_count, 1);
    vrm_avatar_set_look_at_degrees(made.avatar, 20.0f, 0.0f);
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[AVATAR_LEFT_EYE].rotation, about_y(20));
    check_rotation(made.frame.local[AVATAR_NODE_COUNT].rotation, about_y(20));
    vrm_avatar_set_look_at_degrees(made.avatar, -35.0f, 0.0f);
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(made.frame.local[AVATAR_NODE_COUNT].rotation, about_y(-35));
    stop(&made);
}

/* UO-007: springs below a destination sway as if the pose had turned it. */
TEST(nc_025_uo_007_springs_come_after) {
    static const char spring[] = "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':["
                                 "{'node':25,'stiffness':1,'gravityPower':0.5},{'node':26}]}]}";
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL, NULL};
    scene constrained, posed;
    vrm_frame a, b;
    from.extensions = spring;
    from.nodes = "{'children':[25]," ROTATION(27) "},{'children':[26]},{'translation':[0,-0.2,0]},"
                                                  "{}";
    constrained = run_file(load_avatar(&from));
    from.nodes = "{'children':[25]},{'children':[26]},{'translation':[0,-0.2,0]},{}";
    posed = run_file(load_avatar(&from));
    for (int i = 0; i < 40; ++i) {
        vrm_quat turned = about_x(4.0 * i);
        constrained.pose[27].rotation = turned;
        vrm_avatar_update(constrained.avatar, 1.0f / 60.0f);
        posed.pose[27].rotation = turned;
        posed.pose[24].rotation = constrained.frame.local[24].rotation;
        vrm_avatar_update(posed.avatar, 1.0f / 60.0f);
    }
    a = *vrm_avatar_frame(constrained.avatar);
    b = *vrm_avatar_frame(posed.avatar);
    check_rotation(a.local[24].rotation, about_x(156));
    CHECK(fabs((double)a.local[25].rotation.x) > 0.01); /* it does sway */
    CHECK(memcmp(&a.local[25], &b.local[25], sizeof a.local[25]) == 0);
    CHECK(memcmp(&a.world[26], &b.world[26], sizeof a.world[26]) == 0);
    stop(&constrained);
    stop(&posed);
}

TEST(nc_012_corpus) {
    loaded file = load_fixture(fixture_corpus("usd/fixtures/constraints.vrm"), NULL);
    scene made;
    const vrm_constraint *one;
    vrm_quat rest;
    if (file.file.bytes == NULL) {
        test_skip(NO_CORPUS);
        unload(&file);
        return;
    }
    made = run_file(file);
    one = made.file.tables->constraints;
    rest = made.file.gltf->nodes[one->node].rest.rotation;
    made.pose[one->source].rotation = times(made.pose[one->source].rotation, about_x(50));
    vrm_avatar_update(made.avatar, 0.0f);
    check_rotation(times(vrmi_quat_conjugate(rest), made.frame.local[one->node].rotation),
                   about_x(40)); /* weight 0.8 */
    stop(&made);
}

TEST_SUITE(constraint_run, ENTRY(nc_011_nc_012_roll),
           ENTRY(nc_022_roll_whose_axis_is_turned_around), ENTRY(nc_013_nc_014_nc_022_aim),
           ENTRY(nc_015_nc_016_rotation), ENTRY(nc_024_weight_takes_the_shorter_way),
           ENTRY(nc_012_nc_016_sources_of_any_length), ENTRY(nc_017_only_the_rotation_is_written),
           ENTRY(nc_023_rest_rotations_are_the_files), ENTRY(nc_019_nc_018_three_in_a_row),
           ENTRY(nc_018_nc_013_an_aim_sees_what_turns_its_parents),
           ENTRY(nc_017_what_hangs_below_moves_along), ENTRY(nc_021_aim_at_where_one_is),
           ENTRY(nc_006_nc_023_a_source_below_its_destination),
           ENTRY(nc_013_the_root_takes_no_part), ENTRY(uo_006_nc_025_gaze_comes_first),
           ENTRY(nc_025_uo_007_springs_come_after), ENTRY(nc_012_corpus));
