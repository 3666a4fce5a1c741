/* What rules about looks measure: a square in front of a head, with morph targets, in files with
 * little else. Missing bones have their own diagnostics, which are ignored here. */
#include "support/fixture.h"
#include "support/refusals.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <vrm/author/check.h>

/* --- The file --- */

typedef struct square {
    float positions[4][3], up[4][3], sideways[4][3], weights[4][4], binds[2][16];
    uint8_t joints[4][4];
    uint16_t indices[6];
    float little[4][3];
} square;

_Static_assert(sizeof(square) == 412, "as the JSON has it");

static square make_square(void) {
    static const float corners[4][3] = {
        {-0.1f, 0, 0.1f}, {0.1f, 0, 0.1f}, {0.1f, 0.2f, 0.1f}, {-0.1f, 0.2f, 0.1f}};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    square bin;
    memset(&bin, 0, sizeof bin);
    memcpy(bin.positions, corners, sizeof corners);
    memcpy(bin.indices, indices, sizeof indices);
    for (int i = 0; i < 4; ++i) {
        bin.up[i][1] = 0.5f;
        bin.sideways[i][0] = bin.sideways[i][2] = 0.5f;
        bin.little[i][1] = -0.0001f;
        bin.weights[i][0] = 1;
        bin.joints[i][0] = 1;
    }
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 4; ++k) bin.binds[i][k * 5] = 1;
    }
    return bin;
}

/* Accessors, by what they have. Buffer 1 is a file that is not there. */
#define SQUARE "0"
#define UP "1"
#define SIDEWAYS "2"
#define WEIGHTS "3"
#define BINDS "4"
#define JOINTS "5"
#define INDICES "6"
#define LITTLE "7"
#define ZEROS "8"
#define ABSENT "9" /* three floats a vertex */
#define ABSENT_WEIGHTS "10"
#define ABSENT_JOINTS "11"
#define ABSENT_BINDS "12"
#define SQUARE_2 "13"
#define JOINTS_2 "14"
#define WEIGHTS_2 "15"
#define UP_2 "16"
#define PAD "17" /* zeros; the test sets their number */

#define VIEW(offset, length) "{'buffer':0,'byteOffset':" offset ",'byteLength':" length "}"
#define FLOATS(view, type)                                                                         \
    "{'bufferView':" view ",'componentType':5126,'count':4,'type':'" type "'}"
#define PAYLOAD                                                                                                                                                                                             \
    "'buffers':[{'byteLength':412},{'byteLength':412,'uri':'absent.bin'}],'bufferViews':[" VIEW("0", "48") "," VIEW("48", "48") "," VIEW("96", "48") "," VIEW("144", "64") "," VIEW("208", "128") "," VIEW( \
        "336",                                                                                                                                                                                              \
        "16") "," VIEW("352",                                                                                                                                                                               \
                       "12") "," VIEW("364",                                                                                                                                                                \
                                      "48") ","                                                                                                                                                             \
                                            "{'buffer':1,'byteLength':412}],'accessors':"                                                                                                                   \
                                            "[" FLOATS("0", "VEC3") "," FLOATS("1", "VEC3") "," FLOATS(                                                                                                     \
                                                "2",                                                                                                                                                        \
                                                "VE"                                                                                                                                                        \
                                                "C"                                                                                                                                                         \
                                                "3") "," FLOATS("3",                                                                                                                                        \
                                                                "VEC4") ","                                                                                                                                 \
                                                                        "{'bufferView':4,'"                                                                                                                 \
                                                                        "componentType':"                                                                                                                   \
                                                                        "5126,'count':2,'type':'"                                                                                                           \
                                                                        "MAT4'},"                                                                                                                           \
                                                                        "{'bufferView':5,'"                                                                                                                 \
                                                                        "componentType':"                                                                                                                   \
                                                                        "5121,'count':4,'type':'"                                                                                                           \
                                                                        "VEC4'},"                                                                                                                           \
                                                                        "{'bufferView':6,'"                                                                                                                 \
                                                                        "componentType':"                                                                                                                   \
                                                                        "5123,'count':6,'type':'"                                                                                                           \
                                                                        "SCALAR'}"                                                                                                                          \
                                                                        "," FLOATS(                                                                                                                         \
                                                                            "7",                                                                                                                            \
                                                                            "VEC3") ",{'"                                                                                                                   \
                                                                                    "componentTyp"                                                                                                          \
                                                                                    "e':"                                                                                                                   \
                                                                                    "5126,'count'"                                                                                                          \
                                                                                    ":4,'"                                                                                                                  \
                                                                                    "type':'VEC3'"                                                                                                          \
                                                                                    ",'min'"                                                                                                                \
                                                                                    ":[0,0,0],'"                                                                                                            \
                                                                                    "max':[0,"                                                                                                              \
                                                                                    "0,0]}"                                                                                                                 \
                                                                                    "," FLOATS("8", "VEC3") "," FLOATS(                                                                                     \
                                                                                        "8",                                                                                                                \
                                                                                        "VEC4") ","                                                                                                         \
                                                                                                "{'"                                                                                                        \
                                                                                                "buffer"                                                                                                    \
                                                                                                "View':"                                                                                                    \
                                                                                                "8,'"                                                                                                       \
                                                                                                "compon"                                                                                                    \
                                                                                                "entTyp"                                                                                                    \
                                                                                                "e':"                                                                                                       \
                                                                                                "5121,'"                                                                                                    \
                                                                                                "count'"                                                                                                    \
                                                                                                ":4,'"                                                                                                      \
                                                                                                "type':"                                                                                                    \
                                                                                                "'VEC4'"                                                                                                    \
                                                                                                "},"                                                                                                        \
                                                                                                "{'"                                                                                                        \
                                                                                                "buffer"                                                                                                    \
                                                                                                "View':"                                                                                                    \
                                                                                                "8,'"                                                                                                       \
                                                                                                "compon"                                                                                                    \
                                                                                                "entTyp"                                                                                                    \
                                                                                                "e':"                                                                                                       \
                                                                                                "5126,'"                                                                                                    \
                                                                                                "count'"                                                                                                    \
                                                                                                ":2,'"                                                                                                      \
                                                                                                "type':"                                                                                                    \
                                                                                                "'MAT4'"                                                                                                    \
                                                                                                "}"                                                                                                         \
                                                                                                "," FLOATS("0", "VEC3") ",{'bufferView':5,'componentType':5121,'count':4,'type':'VEC4'}," FLOATS(           \
                                                                                                    "3",                                                                                                    \
                                                                                                    "VE"                                                                                                    \
                                                                                                    "C"                                                                                                     \
                                                                                                    "4") "," FLOATS("1",                                                                                    \
                                                                                                                    "VEC3")

/* Node 0 is the hips, 1 the head, 2 hangs from it. */
typedef struct part_list {
    const char *face;        /* members of node 2 */
    const char *nodes;       /* from node 3 on, which hangs from the head too */
    const char *meshes;      /* each an object */
    const char *expressions; /* members of "preset" */
    const char *vrm;         /* further members of VRMC_vrm */
    int pad;                 /* vertices of the last accessor, in mesh 1 of the hips; 0: none */
    const char *springs;     /* members of VRMC_springBone; NULL: there is none */
    bool has_absent_binds;
    bool is_apart; /* node 3 hangs from nothing, and skin 1 has nodes 3 and 4 */
} part_list;

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *text_or(const char *text, const char *otherwise) {
    return text != NULL ? text : otherwise;
}

static fixture make_file(const part_list *parts) {
    char json[16384], pad[256] = "";
    square bin = make_square();
    int length;
    if (parts->pad > 0) {
        snprintf(pad, sizeof pad, ",{'componentType':5126,'count':%d,'type':'VEC3'}", parts->pad);
    }
    length = snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone'],'extensions':{'"
        "VRMC_vrm':{"
        "'specVersion':'1.0','humanoid':{'humanBones':{'hips':{'node':0},'head':{'node':1}}}"
        "%s%s,'expressions':{'preset':{%s}}}%s%s%s},"
        "'nodes':[{'translation':[0,1,0],'children':[1]%s},{'translation':[0,0.4,0],'children':[2%"
        "s]}"
        ","
        "{%s}%s%s],'skins':[{'joints':[0,1],'inverseBindMatrices':%s}%s],"
        "'materials':[{},{'alphaMode':'BLEND'}]," PAYLOAD "%s],'meshes':[%s]}",
        parts->vrm != NULL ? "," : "", text_or(parts->vrm, ""), text_or(parts->expressions, ""),
        parts->springs != NULL ? ",'VRMC_springBone':{'specVersion':'1.0'," : "",
        text_or(parts->springs, ""), parts->springs != NULL ? "}" : "",
        parts->pad > 0 ? ",'mesh':1" : "", parts->nodes != NULL && !parts->is_apart ? ",3" : "",
        text_or(parts->face, "'mesh':0"), parts->nodes != NULL ? "," : "",
        text_or(parts->nodes, ""), parts->has_absent_binds ? ABSENT_BINDS : BINDS,
        parts->is_apart ? ",{'joints':[3,4]}" : "", pad, parts->meshes);
    CHECK(length > 0 && (size_t)length < sizeof json);
    return fixture_glb(json, &bin, sizeof bin);
}

/* What missing bones, missing bounds and a missing file give, in all of these files. */
static bool is_expected_anyway(const char *code) {
    static const char *const codes[] = {"bone-missing", "position-no-bounds", "buffer-unresolved",
                                        "meta-missing"};
    for (size_t i = 0; i < COUNT(codes); ++i) {
        if (strcmp(code, codes[i]) == 0) return true;
    }
    return false;
}

/* "code pointer" of each, separated by "; ". */
static void write_report(const vrm_report *report, char *out, size_t capacity) {
    out[0] = '\0';
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        size_t length = strlen(out);
        if (is_expected_anyway(found->code)) continue;
        snprintf(out + length, capacity - length, "%s%s %s", length > 0 ? "; " : "", found->code,
                 found->pointer);
    }
}

static void expect_with(const part_list *parts, vrm_check_flags flags, const char *expected) {
    fixture file = make_file(parts);
    vrm_report *report = NULL;
    vrm_check_desc desc;
    char text[4096];
    vrm_check_desc_init(&desc);
    desc.flags = flags;
    CHECK_INT(vrm_check(file.bytes, file.size, &desc, &report), VRM_OK);
    write_report(report, text, sizeof text);
    CHECK_TEXT(text, expected);
    vrm_report_destroy(report);
    fixture_free(&file);
}

static void expect(const part_list *parts, const char *expected) {
    expect_with(parts, 0, expected);
}

/* A primitive that blends; `members` follow a comma. */
#define PRIMITIVE(position, members)                                                               \
    "{'indices':" INDICES ",'material':1,'attributes':{'POSITION':" position "}" members "}"
#define TARGETS(list) ",'targets':[" list "]"
#define MESH(targets) "{'primitives':[" PRIMITIVE(SQUARE, TARGETS(targets)) "]}"
#define MOVES(accessor) "{'POSITION':" accessor "}"
#define SHADES(accessor) "{'NORMAL':" accessor "}"
#define BIND(node, target) "{'node':" node ",'index':" target ",'weight':1}"
#define EXPRESSION(name, binds) "'" name "':{'morphTargetBinds':[" binds "]}"
#define PRESET "/extensions/VRMC_vrm/expressions/preset/"
#define ORDER "blend-order /materials/1/alphaMode"

TEST(a_square_in_front_of_a_head) {
    const part_list one = {.meshes = "{'primitives':[" PRIMITIVE(SQUARE, "") "]}"};
    expect(&one, "");
}

/* --- Weights at rest --- */

/* BH-044: two squares in one place blend, unless a weight at rest moves one of them away. */
TEST(bh_044_weights_at_rest_move_vertices) {
    static const char *const drives = EXPRESSION("happy", BIND("2", "0") "," BIND("3", "0"));
    static const struct {
        const char *face, *other, *meshes, *expressions, *expected;
    } cases[] = {
        /* Neither has weights. */
        {"'mesh':0", "'mesh':1", MESH(MOVES(UP)) "," MESH(MOVES(UP)), NULL, ORDER},
        /* Of the node. */
        {"'mesh':0", "'mesh':0,'weights':[1]", MESH(MOVES(UP)), NULL, ""},
        {"'mesh':0,'weights':[1]", "'mesh':0,'weights':[1]", MESH(MOVES(UP)), NULL, ORDER},
        /* Of the mesh, and of a node in place of them. */
        {"'mesh':0,'weights':[0]", "'mesh':0",
         "{'weights':[1],'primitives':[" PRIMITIVE(SQUARE, TARGETS(MOVES(UP))) "]}", NULL, ""},
        {"'mesh':0", "'mesh':0",
         "{'weights':[1],'primitives':[" PRIMITIVE(SQUARE, TARGETS(MOVES(UP))) "]}", NULL, ORDER},
        /* An expression sets it to 0. */
        {"'mesh':0", "'mesh':0,'weights':[1]", MESH(MOVES(UP)), drives, ORDER},
        /* A target without positions moves nothing. */
        {"'mesh':0", "'mesh':0,'weights':[1]", MESH(SHADES(SIDEWAYS)), NULL, ORDER},
        /* One that cannot be read: nothing is reported. */
        {"'mesh':0", "'mesh':0,'weights':[1]", MESH(MOVES(ABSENT)), NULL, ""},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char nodes[256];
        part_list parts = {.face = cases[i].face,
                           .nodes = nodes,
                           .meshes = cases[i].meshes,
                           .expressions = cases[i].expressions};
        snprintf(nodes, sizeof nodes, "{%s}", cases[i].other);
        test_note("case %d", (int)i);
        expect(&parts, cases[i].expected);
    }
    test_note(NULL);
}

/* --- Morph targets --- */

/* BH-031: targets that move nothing, and those that change the shading alone. */
TEST(bh_031_targets_that_move_nothing) {
    static const struct {
        const char *targets;
        bool has_effect;
    } cases[] = {
        {MOVES(UP), true},
        {MOVES(ZEROS), false},
        {SHADES(SIDEWAYS), true},
        {SHADES(ZEROS), false},
        {"{'POSITION':" ZEROS ",'NORMAL':" SIDEWAYS "}", true},
        {"{'POSITION':" ZEROS ",'NORMAL':" ZEROS "}", false},
        {MOVES(ABSENT), true}, /* nobody knows */
        {SHADES(ABSENT), true},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char mesh[512];
        const part_list parts = {.meshes = mesh,
                                 .expressions = EXPRESSION("happy", BIND("2", "0"))};
        snprintf(mesh, sizeof mesh, MESH("%s"), cases[i].targets);
        test_note("%s", cases[i].targets);
        expect(&parts, cases[i].has_effect ? "" : "expression-no-effect " PRESET "happy");
    }
    test_note(NULL);
}

/* BH-036: what a mouth moves is the sum of its binds, on all nodes. */
TEST(bh_036_a_mouth_of_several_binds) {
    static const char *const meshes = MESH(MOVES(LITTLE) "," MOVES(ZEROS) "," MOVES(UP));
    static const struct {
        const char *binds, *expected;
    } cases[] = {
        {BIND("2", "0"), "mouth-closed " PRESET "aa"},
        {BIND("2", "2"), ""},
        /* One that moves nothing beside one that moves little. */
        {BIND("2", "1") "," BIND("2", "0"), "mouth-closed " PRESET "aa"},
        /* On another node. */
        {BIND("3", "0") "," BIND("2", "0"), "mouth-closed " PRESET "aa"},
        {BIND("3", "2") "," BIND("2", "0"), ""},
        {BIND("3", "1") "," BIND("2", "0"), "mouth-closed " PRESET "aa"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char expressions[512];
        const part_list parts = {.nodes = "{'mesh':0,'translation':[0,1,0]}",
                                 .meshes = meshes,
                                 .expressions = expressions};
        snprintf(expressions, sizeof expressions, EXPRESSION("aa", "%s"), cases[i].binds);
        test_note("%s", cases[i].binds);
        expect(&parts, cases[i].expected);
    }
    test_note(NULL);
}

/* BH-033: a target that moves nothing may go beyond 1. */
TEST(bh_033_weights_of_a_target_that_moves_nothing) {
    const part_list parts = {
        .meshes = MESH(MOVES(ZEROS) "," MOVES(UP)),
        .expressions = EXPRESSION("happy", BIND("2", "0") "," BIND("2", "1")) "," EXPRESSION(
            "aa", BIND("2", "0") ",{'node':2,'index':1,'weight':0.5}")};
    expect(&parts, "expressions-add-up " PRESET "happy");
}

/* BH-034, BH-036: vertices that no triangle has are not seen, and parts that come ahead. */
TEST(bh_034_bh_036_what_is_not_drawn_and_what_comes_ahead) {
    part_list parts = {.meshes = MESH(MOVES(LITTLE)),
                       .expressions = EXPRESSION("aa", BIND("2", "0"))};
    expect(&parts, "mouth-closed " PRESET "aa");
    parts.meshes =
        "{'primitives':[{'mode':0,'attributes':{'POSITION':0},'targets':[" MOVES(LITTLE) "]}]}";
    expect(&parts, "no-triangles /meshes");
    parts.meshes = MESH(MOVES(SIDEWAYS) "," MOVES(LITTLE));
    parts.expressions = EXPRESSION("blink", BIND("2", "0"));
    expect(&parts, ""); /* a closed eye that comes out of the head */
    parts.expressions = EXPRESSION("blink", BIND("2", "1"));
    expect(&parts, "blink-open " PRESET "blink");
    /* Ahead by a little less than it goes up. */
    parts.meshes = MESH(MOVES(SIDEWAYS) "," MOVES(UP));
    parts.expressions = EXPRESSION("blink", "{'node':2,'index':0,'weight':0.5}," BIND("2", "1"));
    expect(&parts, "");
}

/* --- Squares that blend --- */

TEST(bh_044_boxes_that_share_half_of_the_smaller_one) {
    static const struct {
        const char *other, *expected;
    } cases[] = {
        {"'mesh':0", ORDER},
        {"'mesh':0,'scale':[0.5,0.5,0.5],'translation':[0,0,0.05]", ORDER},
        {"'mesh':0,'scale':[2,2,2],'translation':[0,0,-0.1]", ORDER},
        {"'mesh':0,'translation':[0.05,0,0]", ORDER},
        {"'mesh':0,'translation':[0.15,0,0]", ""},
        {"'mesh':0,'translation':[0.3,0,0]", ""},
        {"'mesh':0,'translation':[0,0.3,0]", ""},
        {"'mesh':0,'translation':[0,0,0.3]", ""},
    };
    part_list parts = {.meshes = "{'primitives':[" PRIMITIVE(SQUARE, "") "]}"};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char nodes[128];
        snprintf(nodes, sizeof nodes, "{%s}", cases[i].other);
        parts.nodes = nodes;
        test_note("%s", cases[i].other);
        expect(&parts, cases[i].expected);
    }
    test_note(NULL);
    /* What one node shows keeps its order. */
    parts.nodes = NULL;
    parts.meshes = "{'primitives':[" PRIMITIVE(SQUARE, "") "," PRIMITIVE(SQUARE_2, "") "]}";
    expect(&parts, "view-stride-missing /bufferViews/0"); /* nor has the view a stride */
}

/* --- Where the eyes look --- */

#define MISSING "look-at-expression-missing /extensions/VRMC_vrm/lookAt/type"
#define COLORS(name)                                                                               \
    "'" name "':{'materialColorBinds':[{'material':0,'type':'color','targetValue':[0,0,0,1]}]}"
#define OFFSETS(name) "'" name "':{'textureTransformBinds':[{'material':0,'offset':[0.5,0]}]}"
#define DOWN(node, target) "{'node':" node ",'index':" target ",'weight':-1}"

#define EMPTY                                                                                      \
    "expression-no-effect " PRESET "lookDown; expression-empty " PRESET "lookLeft; " MISSING       \
    "; " MISSING

/* BH-020: expressions of colors and textures show where it looks too; empty ones do not. */
TEST(bh_020_what_look_expressions_have) {
    part_list parts = {.meshes = MESH(MOVES(UP)),
                       .vrm = "'lookAt':{'type':'expression'}",
                       .expressions = COLORS("lookUp") "," OFFSETS("lookDown") ",'lookLeft':{}"};
    expect(&parts, EMPTY);
    /* A weight of more than 1 has a diagnostic of the load. */
    parts.vrm = "'lookAt':{'type':'expression','rangeMapVerticalUp':{'outputScale':2},"
                "'rangeMapVerticalDown':{'outputScale':0}}";
    expect(&parts,
           "look-at-weight /extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/outputScale; " EMPTY
           "; look-at-still "
           "/extensions/VRMC_vrm/lookAt/rangeMapVerticalDown/outputScale");
}

#define NEGATIVE(name) "bind-weight " PRESET name "/morphTargetBinds/0/weight; "
#define WRONG "; look-at-vertices " PRESET "lookUp; look-at-vertices " PRESET "lookDown"

/* BH-016: both expressions of a pair have to go the wrong way. */
TEST(bh_016_vertices_that_look_the_other_way) {
    static const char *const wrong =
        EXPRESSION("lookDown", BIND("2", "0")) "," EXPRESSION("lookUp", DOWN("2", "0"));
    static const struct {
        const char *meshes, *expressions, *expected;
    } cases[] = {
        {MESH(MOVES(UP)), NULL, NEGATIVE("lookUp") MISSING "; " MISSING WRONG},
        /* Lids go down whichever way one looks. */
        {MESH(MOVES(UP)),
         EXPRESSION("lookDown", DOWN("2", "0")) "," EXPRESSION("lookUp", DOWN("2", "0")),
         NEGATIVE("lookDown") NEGATIVE("lookUp") "expressions-equal " PRESET "lookDown; " MISSING
                                                 "; " MISSING},
        {MESH(MOVES(ZEROS)), NULL,
         NEGATIVE("lookUp") "expression-no-effect " PRESET "lookUp; expression-no-effect " PRESET
                            "lookDown; " MISSING "; " MISSING},
        {MESH(MOVES(ABSENT)), NULL, NEGATIVE("lookUp") MISSING "; " MISSING},
        /* A primitive that has fewer targets. */
        {"{'primitives':[" PRIMITIVE(SQUARE, TARGETS(MOVES(UP))) "," PRIMITIVE(SQUARE, "") "]}",
         NULL,
         "morph-count /meshes/0/primitives/1; " NEGATIVE("lookUp") MISSING "; " MISSING WRONG},
        /* More vertices than are read. */
        {"{'primitives':[" PRIMITIVE(
             SQUARE, TARGETS(MOVES(UP))) ",{'mode':0,'attributes':{'POSITION':" PAD
                                         "},'targets':[" MOVES(PAD) "]}]},{'primitives':[]}",
         NULL, "array-empty /meshes/1/primitives; " NEGATIVE("lookUp") MISSING "; " MISSING},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const part_list parts = {.meshes = cases[i].meshes,
                                 .vrm = "'lookAt':{'type':'expression'}",
                                 .expressions = text_or(cases[i].expressions, wrong),
                                 .pad = i == COUNT(cases) - 1 ? 500001 : 0};
        test_note("case %d", (int)i);
        expect(&parts, cases[i].expected);
        if (i == 0)
            expect_with(&parts, VRM_CHECK_NO_PAYLOAD, NEGATIVE("lookUp") MISSING "; " MISSING);
    }
    test_note(NULL);
}

/* --- Primitives that share vertices --- */

/* BH-039: vertices that follow nothing are counted once where primitives share them. */
TEST(bh_039_primitives_share_vertices_where_all_attributes_are_the_same) {
    static const struct {
        const char *attributes[2], *targets[2];
        uint32_t vertices;
    } cases[] = {
        {{"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3", "'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3"},
         {MOVES(UP), MOVES(UP)},
         4},
        {{"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3", "'POSITION':13,'JOINTS_0':5,'WEIGHTS_0':3"},
         {MOVES(UP), MOVES(UP)},
         8},
        {{"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3", "'POSITION':0,'JOINTS_0':14,'WEIGHTS_0':3"},
         {MOVES(UP), MOVES(UP)},
         8},
        {{"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3", "'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':15"},
         {MOVES(UP), MOVES(UP)},
         8},
        {{"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3", "'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3"},
         {MOVES(UP), MOVES(UP_2)},
         8},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char mesh[1024], expected[64];
        const part_list parts = {.face = "'mesh':0,'skin':0",
                                 .nodes = "{'mesh':0,'skin':1},{}",
                                 .meshes = mesh,
                                 .is_apart = true};
        fixture file;
        vrm_report *report = NULL;
        const vrm_diagnostic *last;
        snprintf(mesh, sizeof mesh,
                 "{'primitives':[{'indices':6,'attributes':{%s},'targets':[%s]},"
                 "{'indices':6,'attributes':{%s},'targets':[%s]}]}",
                 cases[i].attributes[0], cases[i].targets[0], cases[i].attributes[1],
                 cases[i].targets[1]);
        snprintf(expected, sizeof expected, "%u", (unsigned)cases[i].vertices);
        file = make_file(&parts);
        CHECK_INT(vrm_check(file.bytes, file.size, NULL, &report), VRM_OK);
        last = vrm_report_get(report, vrm_report_count(report) - 1);
        test_note("case %d", (int)i);
        CHECK_TEXT(last->code, "vertices-follow-nothing");
        CHECK_TEXT(last->pointer, "/meshes/0/primitives/0/attributes/JOINTS_0");
        CHECK(strstr(last->message, expected) != NULL);
        if (strstr(last->message, expected) == NULL) CHECK_TEXT(last->message, expected);
        vrm_report_destroy(report);
        fixture_free(&file);
    }
    test_note(NULL);
}

/* --- What cannot be read --- */

/* Nothing is reported for an expression with unknown vertices. */
TEST(vertices_that_cannot_be_measured) {
    static const struct {
        const char *attributes;
        bool has_absent_binds, is_measured;
    } cases[] = {
        {"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3", false, true},
        {"'POSITION':0", false, true},
        {"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3", true, false},
        {"'POSITION':" ABSENT, false, false},
        {"'POSITION':0,'JOINTS_0':" ABSENT_JOINTS ",'WEIGHTS_0':3", false, false},
        {"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':" ABSENT_WEIGHTS, false, false},
        {"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3,'JOINTS_1':5,'WEIGHTS_1':3,'JOINTS_2':5,"
         "'WEIGHTS_2':3,'JOINTS_3':5,'WEIGHTS_3':3",
         false, true},
        /* More than sixteen joints a vertex. */
        {"'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3,'JOINTS_1':5,'WEIGHTS_1':3,'JOINTS_2':5,"
         "'WEIGHTS_2':3,'JOINTS_3':5,'WEIGHTS_3':3,'JOINTS_4':5,'WEIGHTS_4':3",
         false, false},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char mesh[1024], text[4096];
        const part_list parts = {.face = "'mesh':0,'skin':0",
                                 .meshes = mesh,
                                 .expressions = EXPRESSION("happy", BIND("2", "0")),
                                 .has_absent_binds = cases[i].has_absent_binds};
        fixture file;
        vrm_report *report = NULL;
        snprintf(mesh, sizeof mesh,
                 "{'primitives':[{'indices':6,'attributes':{%s},'targets':[" MOVES(ZEROS) "]}]}",
                 cases[i].attributes);
        file = make_file(&parts);
        CHECK_INT(vrm_check(file.bytes, file.size, NULL, &report), VRM_OK);
        write_report(report, text, sizeof text);
        test_note("case %d: %s", (int)i, text);
        CHECK((strstr(text, "expression-no-effect " PRESET "happy") != NULL) ==
              cases[i].is_measured);
        vrm_report_destroy(report);
        fixture_free(&file);
    }
    test_note(NULL);
}

/* --- How much is measured --- */

/* Two blended squares in one place, a mouth that stays closed, one that does nothing, a blink that
 * closes nothing and eyes that look the wrong way; and points, whose number says how much is left
 * for the rest. */
static part_list crowded(int pad) {
    const part_list parts = {
        .face = "'mesh':0,'skin':0",
        .nodes = "{'mesh':0,'weights':[0,0,0,1,0],'children':[4]},{'translation':[0,-0.1,0]}",
        .meshes =
            "{'primitives':[{'indices':6,'material':1,'attributes':{'POSITION':0,"
            "'JOINTS_0':5,'WEIGHTS_0':3},'targets':[" MOVES(LITTLE) "," MOVES(ZEROS) "," SHADES(
                SIDEWAYS) "," MOVES(ZEROS) "," MOVES(UP) "]}]},"
                                                         "{'primitives':[{'mode':0,'attributes':{'"
                                                         "POSITION':" PAD "}}]}",
        .expressions =
            EXPRESSION("aa", BIND("2", "0") "," BIND("3", "0")) "," EXPRESSION("ih", BIND("2", "1")) "," EXPRESSION(
                "happy",
                BIND("2", "0") "," BIND(
                    "2",
                    "2")) "," EXPRESSION("blink",
                                         BIND(
                                             "2",
                                             "0")) "," EXPRESSION("lookDown",
                                                                  BIND(
                                                                      "2",
                                                                      "4")) "," EXPRESSION("lookUp",
                                                                                           "{'node'"
                                                                                           ":2,'"
                                                                                           "index':"
                                                                                           "4,'"
                                                                                           "weight'"
                                                                                           ":-1}"),
        .vrm = "'lookAt':{'type':'expression'}",
        .springs = "'springs':[{'joints':[{'node':3},{'node':4}]}]",
        .pad = pad};
    return parts;
}

#define LOADED                                                                                     \
    "bind-weight /extensions/VRMC_vrm/expressions/preset/lookUp/morphTargetBinds/0/weight"
#define LOOKS                                                                                      \
    "expression-no-effect " PRESET "ih; expressions-add-up " PRESET                                \
    "happy; expressions-add-up " PRESET "happy; expressions-add-up " PRESET                        \
    "aa; mouth-closed " PRESET "aa; blink-open " PRESET "blink; " ORDER
#define LOOK_AT                                                                                    \
    "look-at-expression-missing /extensions/VRMC_vrm/lookAt/type; look-at-expression-missing "     \
    "/extensions/VRMC_vrm/lookAt/type; look-at-vertices " PRESET                                   \
    "lookUp; look-at-vertices " PRESET "lookDown"

static vrm_result check_with(const fixture *file, const vrm_check_desc *desc, char *text,
                             size_t capacity) {
    vrm_report *report = NULL;
    vrm_result result = vrm_check(file->bytes, file->size, desc, &report);
    write_report(report, text, capacity);
    vrm_report_destroy(report);
    return result;
}

/* ER-018: elements of four times the 412 bytes and 2^18 more are read. Each primitive takes 32 of
 * them, and each point 2. With any budget for the squares, reports are true, and a larger budget
 * reports everything that a smaller one does. */
TEST(er_018_what_may_be_measured_ends_anywhere) {
    enum { STEPS = 412 * 4 + (1 << 18) - 3 * 32, MOST_LEFT = 240 };
    size_t last = 0;
    char text[4096];
    for (int left = 0; left <= MOST_LEFT; left += 2) {
        const part_list parts = crowded((STEPS - left) / 2);
        fixture file = make_file(&parts);
        vrm_check_desc desc;
        size_t length;
        vrm_check_desc_init(&desc);
        CHECK_INT(check_with(&file, &desc, text, sizeof text), VRM_OK);
        length = strlen(text);
        test_note("%d left", left);
        if (left == 0) CHECK_TEXT(text, LOADED "; " LOOK_AT);
        CHECK(length >= last);
        last = length;
        fixture_free(&file);
    }
    test_note(NULL);
    CHECK_TEXT(text, LOADED "; " LOOKS "; " LOOK_AT);
}

/* Nodes that show one mesh of many primitives ask for more than the whole file may. */
TEST(er_018_primitives_that_many_nodes_show) {
    enum { PRIMITIVES = 100, NODES = 90 };
    static char mesh[PRIMITIVES * 72], nodes[NODES * 16], text[4096];
    const part_list parts = {
        .meshes = mesh, .nodes = nodes, .expressions = EXPRESSION("happy", BIND("2", "0"))};
    size_t length = (size_t)snprintf(mesh, sizeof mesh, "{'primitives':[");
    fixture file;
    for (int i = 0; i < PRIMITIVES; ++i) {
        length += (size_t)snprintf(
            mesh + length, sizeof mesh - length,
            "%s{'indices':6,'attributes':{'POSITION':0},'targets':[" MOVES(ZEROS) "]}",
            i > 0 ? "," : "");
    }
    snprintf(mesh + length, sizeof mesh - length, "]}");
    nodes[0] = '\0';
    for (int i = 0; i < NODES; ++i) strcat(nodes, i > 0 ? ",{'mesh':0}" : "{'mesh':0}");
    file = make_file(&parts);
    CHECK_INT(check_with(&file, NULL, text, sizeof text), VRM_OK);
    CHECK_TEXT(text, "");
    fixture_free(&file);
}

/* --- Memory and cancelling --- */

/* ER-020: the check does not take a single piece of an arena for granted, nor a block. */
TEST(er_020_any_piece_of_a_check_may_be_refused) {
    const part_list parts = crowded(10);
    fixture file = make_file(&parts);
    int64_t failures = 0, pieces = INT64_MAX;
    char text[4096];
    if (!refusals_work()) {
        test_skip("this linker does not wrap symbols");
        fixture_free(&file);
        return;
    }
    for (int64_t refused = 0; refused < pieces; ++refused) {
        counting counter;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_result result;
        counting_init(&counter, -1);
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        load.allocator = &counter.allocator;
        refuse_piece(refused);
        result = check_with(&file, &desc, text, sizeof text);
        pieces = result == VRM_OK ? pieces_asked() : INT64_MAX;
        refuse_piece(-1);
        test_note("piece %d", (int)refused);
        if (result != VRM_OK) {
            CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
            CHECK(strstr(text, "out-of-memory ") != NULL);
            ++failures;
        }
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    test_note(NULL);
    /* Only the texts of the report can be done without. */
    CHECK(failures > 150 && pieces < 2000);
    fixture_free(&file);
}

TEST(er_020_any_block_of_a_check_may_be_refused) {
    const part_list parts = crowded(10);
    fixture file = make_file(&parts);
    int64_t allowed = 0;
    bool is_whole = false;
    char text[4096];
    for (; !is_whole && allowed < 1000; ++allowed) {
        counting counter;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_result result;
        counting_init(&counter, allowed);
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        load.allocator = &counter.allocator;
        result = check_with(&file, &desc, text, sizeof text);
        is_whole = counter.count <= allowed;
        /* The report can do without blocks, and has less then. */
        if (result != VRM_OK) CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    CHECK(allowed > 10);
    CHECK_TEXT(text, LOADED "; " LOOKS "; " LOOK_AT);
    fixture_free(&file);
}

static int32_t cancel_after(void *user) {
    int64_t *left = user;
    return --*left < 0;
}

/* ER-018: nodes make a step of the avatar cost so much that the callback is asked in each motion.
 */
TEST(er_018_a_check_can_be_cancelled_while_the_avatar_moves) {
    enum { NODES = 1000 };
    static char nodes[128 + NODES * 4];
    part_list parts = crowded(10);
    vrm_result result = VRM_ERROR_CANCELLED;
    int64_t asked = 0;
    char text[4096];
    fixture file;
    snprintf(nodes, sizeof nodes, "%s", parts.nodes);
    for (int i = 0; i < NODES; ++i) strcat(nodes, ",{}");
    parts.nodes = nodes;
    file = make_file(&parts);
    for (; result != VRM_OK && asked < 1000; ++asked) {
        int64_t left = asked;
        vrm_load_desc load;
        vrm_check_desc desc;
        vrm_load_desc_init(&load);
        vrm_check_desc_init(&desc);
        desc.load = &load;
        load.cancel = cancel_after;
        load.cancel_user = &left;
        result = check_with(&file, &desc, text, sizeof text);
        if (result != VRM_OK) {
            CHECK_INT(result, VRM_ERROR_CANCELLED);
            CHECK(strstr(text, "cancelled ") != NULL);
        }
    }
    CHECK(asked > 40);
    CHECK_TEXT(text, LOADED "; " LOOKS "; " LOOK_AT);
    fixture_free(&file);
}

TEST_SUITE(measure, ENTRY(a_square_in_front_of_a_head), ENTRY(bh_044_weights_at_rest_move_vertices),
           ENTRY(bh_031_targets_that_move_nothing), ENTRY(bh_036_a_mouth_of_several_binds),
           ENTRY(bh_033_weights_of_a_target_that_moves_nothing),
           ENTRY(bh_034_bh_036_what_is_not_drawn_and_what_comes_ahead),
           ENTRY(bh_044_boxes_that_share_half_of_the_smaller_one),
           ENTRY(bh_020_what_look_expressions_have), ENTRY(bh_016_vertices_that_look_the_other_way),
           ENTRY(bh_039_primitives_share_vertices_where_all_attributes_are_the_same),
           ENTRY(vertices_that_cannot_be_measured),
           ENTRY(er_018_what_may_be_measured_ends_anywhere),
           ENTRY(er_018_primitives_that_many_nodes_show),
           ENTRY(er_020_any_piece_of_a_check_may_be_refused),
           ENTRY(er_020_any_block_of_a_check_may_be_refused),
           ENTRY(er_018_a_check_can_be_cancelled_while_the_avatar_moves));
