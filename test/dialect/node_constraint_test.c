/* VRMC_node_constraint: reading, circles, order (NC, GL-022). */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_WITH(nodes)                                                                           \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_node_constraint'],"             \
    "'extensions':{'VRMC_vrm':{'specVersion':'1.0'}},'nodes':[" nodes "]}"
#define EXTENSION(text) "'extensions':{'VRMC_node_constraint':{" text "}}"
#define CONSTRAINT(text) EXTENSION("'specVersion':'1.0','constraint':{" text "}")
#define ROLL(source) CONSTRAINT("'roll':{'source':" #source ",'rollAxis':'X'}")
#define AIM(source) CONSTRAINT("'aim':{'source':" #source ",'aimAxis':'PositiveX'}")
#define ROTATION(source) CONSTRAINT("'rotation':{'source':" #source "}")
#define POINTER(node) "/nodes/" #node "/extensions/VRMC_node_constraint"

/* Node 0 has the extension, node 1 is there to be its source. */
static loaded load_one(const char *extension) {
    char json[2048];
    snprintf(json, sizeof json, FILE_WITH("{%s},{}"), extension);
    return load_json(json);
}

static int count_found(const loaded *file, const char *code) {
    int count = 0;
    for (uint32_t i = 0; i < vrm_report_count(file->report); ++i) {
        count += strcmp(vrm_report_get(file->report, i)->code, code) == 0;
    }
    return count;
}

/* The nodes with constraints, in the order of evaluation. */
static void check_order(const loaded *file, const int32_t *nodes, uint32_t count) {
    if (!CHECK(file->tables != NULL)) return;
    if (!CHECK_INT(file->tables->constraint_count, count)) return;
    for (uint32_t i = 0; i < count; ++i) {
        test_note("place %u", (unsigned)i);
        CHECK_INT(file->tables->constraints[i].node, nodes[i]);
    }
    test_note(NULL);
}

#define CHECK_ORDER(file, ...)                                                                     \
    check_order(file, (const int32_t[]){__VA_ARGS__},                                              \
                sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

/* --- Reading --- */

TEST(nc_001_the_extension_is_on_the_node_that_it_turns) {
    loaded file = load_json(FILE_WITH("{},{" ROLL(0) "},{}"));
    const vrm_constraint *one;
    REQUIRE(file.tables != NULL && file.tables->constraint_count == 1);
    one = file.tables->constraints;
    CHECK_INT(one->node, 1);
    CHECK_INT(one->source, 0);
    CHECK_INT(one->kind, VRM_CONSTRAINT_ROLL);
    CHECK_INT(one->axis, VRM_AXIS_POSITIVE_X);
    CHECK_NEAR((double)one->weight, 1, 0);
    CHECK(!found(&file, "extension-undeclared", NULL));
    unload(&file);
}

TEST(nc_001_without_version_or_constraint_there_is_none) {
    static const struct {
        const char *extension, *code, *pointer;
    } cases[] = {
        {EXTENSION("'constraint':{'rotation':{'source':1}}"), "field-missing", POINTER(0)},
        {EXTENSION("'specVersion':'1.0'"), "field-missing", POINTER(0)},
        {EXTENSION("'specVersion':'1.0','constraint':3"), "field-type", POINTER(0) "/constraint"},
        {"'extensions':{'VRMC_node_constraint':3}", "field-type", POINTER(0)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        loaded file = load_one(cases[i].extension);
        test_note("case %d", (int)i);
        if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->constraint_count, 0);
        CHECK(found(&file, cases[i].code, cases[i].pointer));
        unload(&file);
    }
}

/* GL-030, DI-004, DI-005 */
TEST(nc_026_beta_is_read_as_1) {
    static const struct {
        const char *version;
        uint32_t count;
        const char *code;
    } cases[] = {
        {"'1.0'", 1, NULL},
        {"'1.0-beta'", 1, NULL},
        {"'1.0.1'", 1, "spec-version-other"},
        {"1", 1, "spec-version-other"},
        {"'2.0'", 0, "spec-version-unknown"},
        {"[]", 0, "spec-version-unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension,
                 EXTENSION("'specVersion':%s,'constraint':{'roll':"
                           "{'source':1,'rollAxis':'Y','weight':0.25}}"),
                 cases[i].version);
        file = load_one(extension);
        test_note("%s", cases[i].version);
        if (CHECK(file.tables != NULL) &&
            CHECK_INT(file.tables->constraint_count, cases[i].count) && cases[i].count == 1) {
            CHECK_INT(file.tables->constraints[0].axis, VRM_AXIS_POSITIVE_Y);
            CHECK_NEAR((double)file.tables->constraints[0].weight, 0.25, 0);
        }
        CHECK(found(&file, "spec-version-other", NULL) ==
              (cases[i].code != NULL && strcmp(cases[i].code, "spec-version-other") == 0));
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, POINTER(0) "/specVersion"));
        unload(&file);
    }
}

TEST(nc_002_one_kind_is_chosen) {
    static const struct {
        const char *constraint;
        int32_t kind;
        const char *code;
    } cases[] = {
        {"'rotation':{'source':1}", VRM_CONSTRAINT_ROTATION, NULL},
        {"", VRM_NONE, "constraint-no-kind"},
        {"'scale':{'source':1}", VRM_NONE, "constraint-no-kind"},
        {"'rotation':{'source':1},'aim':{'source':1,'aimAxis':'PositiveY'}", VRM_CONSTRAINT_AIM,
         "constraint-kinds"},
        {"'rotation':{'source':1},'aim':{'source':1,'aimAxis':'PositiveY'},"
         "'roll':{'source':1,'rollAxis':'Z'}",
         VRM_CONSTRAINT_ROLL, "constraint-kinds"},
        /* ER-011: what is no object is not there. */
        {"'roll':3,'rotation':{'source':1}", VRM_CONSTRAINT_ROTATION, "field-type"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[512];
        loaded file;
        snprintf(extension, sizeof extension, CONSTRAINT("%s"), cases[i].constraint);
        file = load_one(extension);
        test_note("%s", cases[i].constraint);
        if (CHECK(file.tables != NULL) &&
            CHECK_INT(file.tables->constraint_count, cases[i].kind != VRM_NONE) &&
            cases[i].kind != VRM_NONE) {
            CHECK_INT(file.tables->constraints[0].kind, cases[i].kind);
        }
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, NULL));
        unload(&file);
    }
}

TEST(nc_003_nc_004_the_source_is_another_node) {
    static const struct {
        const char *source, *code;
    } cases[] = {{"1", NULL},
                 {"1.0", NULL}, /* GL-034 */
                 {"2", "index-out-of-range"},
                 {"-1", "index-negative"},
                 {"0.5", "field-not-integer"},
                 {"'1'", "field-type"},
                 {"0", "constraint-self"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension, CONSTRAINT("'rotation':{'source':%s}"),
                 cases[i].source);
        file = load_one(extension);
        test_note("%s", cases[i].source);
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->constraint_count, cases[i].code == NULL);
        }
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, NULL));
        unload(&file);
    }
    {
        loaded file = load_one(CONSTRAINT("'rotation':{}"));
        if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->constraint_count, 0);
        CHECK(found(&file, "field-missing", POINTER(0) "/constraint/rotation"));
        unload(&file);
    }
}

TEST(nc_007_nc_008_axes) {
    static const struct {
        const char *constraint;
        int32_t axis;
        const char *code;
    } cases[] = {
        {"'roll':{'source':1,'rollAxis':'X'}", VRM_AXIS_POSITIVE_X, NULL},
        {"'roll':{'source':1,'rollAxis':'Y'}", VRM_AXIS_POSITIVE_Y, NULL},
        {"'roll':{'source':1,'rollAxis':'Z'}", VRM_AXIS_POSITIVE_Z, NULL},
        {"'roll':{'source':1,'rollAxis':'x'}", VRM_AXIS_POSITIVE_X, "constraint-axis-case"},
        {"'roll':{'source':1,'rollAxis':'z'}", VRM_AXIS_POSITIVE_Z, "constraint-axis-case"},
        {"'roll':{'source':1,'rollAxis':'W'}", VRM_NONE, "field-enum"},
        {"'roll':{'source':1}", VRM_NONE, "field-missing"},
        {"'roll':{'source':1,'rollAxis':2,'rollAxis':'y'}", VRM_AXIS_POSITIVE_Y,
         "constraint-axis-case"},
        {"'aim':{'source':1,'aimAxis':'PositiveX'}", VRM_AXIS_POSITIVE_X, NULL},
        {"'aim':{'source':1,'aimAxis':'NegativeX'}", VRM_AXIS_NEGATIVE_X, NULL},
        {"'aim':{'source':1,'aimAxis':'PositiveY'}", VRM_AXIS_POSITIVE_Y, NULL},
        {"'aim':{'source':1,'aimAxis':'NegativeY'}", VRM_AXIS_NEGATIVE_Y, NULL},
        {"'aim':{'source':1,'aimAxis':'PositiveZ'}", VRM_AXIS_POSITIVE_Z, NULL},
        {"'aim':{'source':1,'aimAxis':'NegativeZ'}", VRM_AXIS_NEGATIVE_Z, NULL},
        {"'aim':{'source':1,'aimAxis':'Z'}", VRM_NONE, "field-enum"},
        {"'aim':{'source':1,'aimAxis':'positiveZ'}", VRM_NONE, "field-enum"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension, CONSTRAINT("%s"), cases[i].constraint);
        file = load_one(extension);
        test_note("%s", cases[i].constraint);
        if (CHECK(file.tables != NULL) &&
            CHECK_INT(file.tables->constraint_count, cases[i].axis != VRM_NONE) &&
            cases[i].axis != VRM_NONE) {
            CHECK_INT(file.tables->constraints[0].axis, cases[i].axis);
        }
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, NULL));
        } else {
            CHECK(!found(&file, "constraint-axis-case", NULL));
        }
        unload(&file);
    }
}

TEST(nc_009_weight) {
    static const struct {
        const char *weight;
        double expected;
        const char *code;
    } cases[] = {{"0.5", 0.5, NULL},           {"0", 0, NULL},
                 {"-1", 0, "field-range"},     {"2", 1, "field-range"},
                 {"'heavy'", 1, "field-type"}, {"1e999", 1, "field-not-finite"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension, CONSTRAINT("'rotation':{'source':1,'weight':%s}"),
                 cases[i].weight);
        file = load_one(extension);
        test_note("%s", cases[i].weight);
        if (CHECK(file.tables != NULL) && CHECK_INT(file.tables->constraint_count, 1)) {
            CHECK_NEAR((double)file.tables->constraints[0].weight, cases[i].expected, 0);
        }
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, POINTER(0) "/constraint/rotation/weight"));
        }
        unload(&file);
    }
}

TEST(gl_022_constraints_at_the_root_are_ignored) {
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'nodes':[{},{}],'extensions':{"
        "'VRMC_vrm':{'specVersion':'1.0'},'VRMC_node_constraint':{'specVersion':'1.0',"
        "'constraint':{'rotation':{'source':1}}},'VRMC_constraints':{'constraints':[]}}}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->constraint_count, 0);
    CHECK(found(&file, "constraint-at-root", "/extensions/VRMC_node_constraint"));
    CHECK(found(&file, "constraint-of-2020", "/extensions/VRMC_constraints"));
    unload(&file);
}

/* --- Circles --- */

TEST(nc_005_circles_are_left_out) {
    /* 0 and 1 wait for each other, 2 for 1, and 4, 5, 6 go round; 3 and 7 are free. */
    loaded file = load_json(FILE_WITH("{" ROLL(1) "},{" ROTATION(0) "},{" ROLL(1) "},{" ROLL(
        2) "},{" ROLL(5) "},"
                         "{" ROTATION(6) "},{" ROLL(4) "},{" ROLL(8) "},{}"));
    CHECK_ORDER(&file, 2, 3, 7);
    CHECK_INT(count_found(&file, "constraint-cycle"), 5);
    CHECK(found(&file, "constraint-cycle", POINTER(0)));
    CHECK(found(&file, "constraint-cycle", POINTER(1)));
    CHECK(found(&file, "constraint-cycle", POINTER(4)));
    CHECK(found(&file, "constraint-cycle", POINTER(5)));
    CHECK(found(&file, "constraint-cycle", POINTER(6)));
    unload(&file);
}

TEST(nc_005_aims_can_go_round_by_way_of_nodes_above) {
    /* Node 0 aims at 3, below 2. Node 2 turns as 1 does, and 1 lies below 0: as its parent turns,
     * that is no circle. Node 2 that aims at 1 is one: where 1 is depends on 0. */
    loaded file =
        load_json(FILE_WITH("{'children':[1]," AIM(3) "},{},{'children':[3]," ROLL(1) "},"
                                                                                      "{}"));
    CHECK_ORDER(&file, 2, 0);
    CHECK_INT(count_found(&file, "constraint-cycle"), 0);
    unload(&file);
    file = load_json(FILE_WITH("{'children':[1]," AIM(3) "},{},{'children':[3]," AIM(1) "},{}"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->constraint_count, 0);
    CHECK_INT(count_found(&file, "constraint-cycle"), 2);
    unload(&file);
}

TEST(nc_006_a_source_below_its_node_is_said) {
    /* Nodes 0, 1, 2 follow each other; 3 and 4 as well. */
    loaded file = load_json(FILE_WITH("{'children':[1]," AIM(2) "},{'children':[2]},{},"
                                                                "{'children':[4]," AIM(4) "},{}"));
    CHECK_ORDER(&file, 0, 3);
    CHECK_INT(count_found(&file, "constraint-source-below"), 2);
    CHECK(found(&file, "constraint-source-below", POINTER(0)));
    CHECK(found(&file, "constraint-source-below", POINTER(3)));
    CHECK(!found(&file, "constraint-cycle", NULL));
    unload(&file);
    /* A roll of a child has one meaning, but other applications refuse the file. */
    file = load_json(FILE_WITH("{'children':[1]," ROLL(1) "},{}"));
    CHECK_ORDER(&file, 0);
    CHECK(found(&file, "constraint-source-below", POINTER(0)));
    unload(&file);
}

TEST(nc_006_what_lies_between_comes_first) {
    /* 0 aims at 3, below it; 1 and 2 on the way turn as 4 does. 2 goes by 5, which aims at 4. */
    loaded file = load_json(FILE_WITH("{'children':[1]," AIM(3) "},{'children':[2]," ROLL(
        4) "},"
           "{'children':[3]," ROLL(5) "},{},{},{" AIM(4) "}"));
    CHECK_ORDER(&file, 1, 5, 2, 0);
    CHECK(!found(&file, "constraint-cycle", NULL));
    unload(&file);
    /* An aim on the way waits for the one above it, which waits for it. */
    file = load_json(FILE_WITH("{'children':[1]," AIM(2) "},{'children':[2]," AIM(3) "},{},{}"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->constraint_count, 0);
    CHECK_INT(count_found(&file, "constraint-cycle"), 2);
    unload(&file);
}

/* --- Order --- */

TEST(nc_018_nc_020_sources_first_then_by_node) {
    /* 3 -> 1 -> 4 -> 0: each turns as the one before it. 2 and 6 are free: ties go by node. */
    loaded file = load_json(FILE_WITH("{" ROTATION(4) "},{" ROTATION(3) "},{" ROTATION(
        5) "},"
           "{" ROTATION(5) "},{" ROTATION(1) "},{},{" ROTATION(5) "}"));
    CHECK_ORDER(&file, 2, 3, 1, 4, 0, 6);
    unload(&file);
}

TEST(nc_018_a_roll_waits_for_its_source_alone) {
    /* Node 1 is the parent of the source 2: a roll of 2 does not wait for it, an aim does. */
    loaded file = load_json(FILE_WITH("{" ROLL(2) "},{'children':[2]," ROLL(3) "},{},{}"));
    CHECK_ORDER(&file, 0, 1);
    unload(&file);
    file = load_json(FILE_WITH("{" AIM(2) "},{'children':[2]," ROLL(3) "},{},{}"));
    CHECK_ORDER(&file, 1, 0);
    unload(&file);
}

TEST(nc_018_an_aim_waits_for_all_above_it) {
    /* 0 below 1 below 2; 1 turns as 3 does, 2 as 4 does, 4 as 5 does. */
    loaded file = load_json(FILE_WITH("{" AIM(6) "},{'children':[0]," ROLL(
        3) "},{'children':[1]," ROLL(4) "},{},{" ROLL(5) "},{},{}"));
    CHECK_ORDER(&file, 1, 4, 2, 0);
    unload(&file);
}

/* ER-007: a chain of 20,000 nodes; each aims at the one above it or below it. */
static loaded load_chain(int count, int step) {
    char *json = malloc((size_t)count * 200 + 1000);
    size_t length = 0;
    loaded file;
    length += (size_t)sprintf(json, "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':"
                                    "{'specVersion':'1.0'}},'nodes':[{'children':[1]}");
    for (int i = 1; i < count; ++i) {
        length += (size_t)sprintf(json + length, ",{");
        if (i + 1 < count) length += (size_t)sprintf(json + length, "'children':[%d],", i + 1);
        length += (size_t)sprintf(json + length,
                                  CONSTRAINT("'aim':{'source':%d,'aimAxis':"
                                             "'PositiveX'}") "}",
                                  i + step < count ? i + step : i - 1);
    }
    sprintf(json + length, "]}");
    file = load_json(json);
    free(json);
    return file;
}

TEST(er_007_nc_020_deep_chains_of_aims) {
    enum { COUNT = 20000 };
    loaded file = load_chain(COUNT, -1);
    REQUIRE(file.tables != NULL && file.tables->constraint_count == COUNT - 1);
    for (uint32_t i = 0; i < COUNT - 1; ++i) {
        if (file.tables->constraints[i].node != (int32_t)i + 1) {
            CHECK_INT(file.tables->constraints[i].node, i + 1);
            break;
        }
    }
    unload(&file);
    /* Each that aims at the node below it waits for that one, which waits for all above it. */
    file = load_chain(COUNT, 1);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->constraint_count, 0);
    unload(&file);
}

/* --- Other parts of the avatar --- */

TEST(nc_027_bones_and_joints_that_are_turned_by_others_too) {
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
        "'VRMC_node_constraint'],'extensions':{'VRMC_vrm':{'specVersion':'1.0','humanoid':{"
        "'humanBones':{'head':{'node':0}}}},'VRMC_springBone':{'specVersion':'1.0','springs':[{"
        "'joints':[{'node':1},{'node':2}]}]}},'nodes':[{" ROLL(3) "},{'children':[2]," ROLL(
            3) "},"
               "{" ROLL(3) "},{}]}");
    CHECK_ORDER(&file, 0, 1, 2);
    CHECK_INT(count_found(&file, "constraint-on-bone"), 1);
    CHECK(found(&file, "constraint-on-bone", POINTER(0)));
    CHECK_INT(count_found(&file, "constraint-on-joint"), 1); /* a tail is not turned */
    CHECK(found(&file, "constraint-on-joint", POINTER(1)));
    unload(&file);
}

TEST(nc_001_corpus) {
    loaded file = load_fixture(fixture_corpus("usd/fixtures/constraints.vrm"), NULL);
    const vrm_constraint *one;
    if (file.file.bytes == NULL) {
        test_skip(NO_CORPUS);
        unload(&file);
        return;
    }
    REQUIRE(file.tables != NULL && file.tables->constraint_count == 1);
    one = file.tables->constraints;
    CHECK_INT(one->node, 3);
    CHECK_INT(one->source, 2);
    CHECK_INT(one->kind, VRM_CONSTRAINT_ROLL);
    CHECK_INT(one->axis, VRM_AXIS_POSITIVE_X);
    CHECK_NEAR((double)one->weight, 0.8, 1e-7);
    unload(&file);
}

TEST_SUITE(node_constraint, ENTRY(nc_001_the_extension_is_on_the_node_that_it_turns),
           ENTRY(nc_001_without_version_or_constraint_there_is_none),
           ENTRY(nc_026_beta_is_read_as_1), ENTRY(nc_002_one_kind_is_chosen),
           ENTRY(nc_003_nc_004_the_source_is_another_node), ENTRY(nc_007_nc_008_axes),
           ENTRY(nc_009_weight), ENTRY(gl_022_constraints_at_the_root_are_ignored),
           ENTRY(nc_005_circles_are_left_out),
           ENTRY(nc_005_aims_can_go_round_by_way_of_nodes_above),
           ENTRY(nc_006_a_source_below_its_node_is_said),
           ENTRY(nc_006_what_lies_between_comes_first),
           ENTRY(nc_018_nc_020_sources_first_then_by_node),
           ENTRY(nc_018_a_roll_waits_for_its_source_alone),
           ENTRY(nc_018_an_aim_waits_for_all_above_it), ENTRY(er_007_nc_020_deep_chains_of_aims),
           ENTRY(nc_027_bones_and_joints_that_are_turned_by_others_too), ENTRY(nc_001_corpus));
