/*
 * Skins that ask for much: several sets of joints, skins larger than any block of uniforms or row
 * of a texture, weights that do not add up. Squares of many colors, each on joints of its own;
 * pictures of them as the processor has them (sketch.h).
 */
#include "render/builder.h"
#include "render/create.h"
#include "render/scene.h"
#include "render/sketch.h"
#include "test.h"
#include "testkit/create.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 7, SQUARES = ROWS * ROWS, VERTICES = SQUARES * 4, MOST_SETS = 5 };
enum { BYTES = 5121, SHORTS = 5123, FLOATS = 5126 };

typedef enum weight_kind {
    WHOLE,    /* they add up to 1 */
    HALVES,   /* to 0.5 */
    TWICE,    /* to 2 */
    TINY,     /* to a millionth */
    NOTHING,  /* every third square has none at all */
    NEGATIVE, /* some are below 0, and count as 0 */
    NOT_A_NUMBER,
    ALONE,   /* one joint has all of it, in the last place of the last set */
    REPEATED /* all places of a square name one joint, the weights differ */
} weight_kind;

typedef struct skin_case {
    const char *name;
    int sets, joints, joint_type, weight_type;
    weight_kind weights;
    bool has_inverse_binds;
} skin_case;

/* Chance that is the same everywhere. */
static uint32_t state;
static double chance(double least, double most) {
    state = state * 1664525u + 1013904223u;
    return least + (most - least) * (double)(state >> 8) / 16777216.0;
}

/* --- The file --- */

typedef struct skin_data {
    float positions[VERTICES][3], normals[VERTICES][3], colors[VERTICES][4];
    uint16_t indices[SQUARES * 6];
    uint16_t joints[MOST_SETS][VERTICES][4];
    float weights[MOST_SETS][VERTICES][4];
} skin_data;

static void make_squares(skin_data *out) {
    static const uint16_t corners[6] = {0, 1, 2, 0, 2, 3};
    for (int q = 0; q < SQUARES; ++q) {
        float x = -0.6f + 1.2f * (float)(q % ROWS) / (ROWS - 1);
        float y = 0.4f + 1.2f * (float)(q / ROWS) / (ROWS - 1);
        for (int c = 0; c < 4; ++c) {
            int v = q * 4 + c;
            out->positions[v][0] = x + (c == 1 || c == 2 ? 0.055f : -0.055f);
            out->positions[v][1] = y + (c >= 2 ? 0.055f : -0.055f);
            out->positions[v][2] = 0.004f * (float)q; /* no two in one plane */
            out->normals[v][2] = 1.0f;
            out->colors[v][0] = 0.1f + 0.9f * (float)(q % ROWS) / (ROWS - 1);
            out->colors[v][1] = 0.1f + 0.9f * (float)(q / ROWS) / (ROWS - 1);
            out->colors[v][2] = q % 2 ? 0.8f : 0.05f;
            out->colors[v][3] = 1.0f;
        }
        for (int i = 0; i < 6; ++i) out->indices[q * 6 + i] = (uint16_t)(q * 4 + corners[i]);
    }
}

/* Of one square: the same for its corners. The last joint of all is among them. */
static void choose(const skin_case *skin_case, int square, uint16_t *joints, float *weights) {
    int count = skin_case->sets * 4;
    double sum = 0.0, wanted = skin_case->weights == HALVES  ? 0.5
                               : skin_case->weights == TWICE ? 2.0
                                                             : 1.0;
    uint16_t first = (uint16_t)chance(0.0, skin_case->joints - 0.001);
    if (skin_case->weights == TINY) wanted = 1e-6;
    for (int i = 0; i < count; ++i) {
        joints[i] = (uint16_t)chance(0.0, skin_case->joints - 0.001);
        if (square == 0 || (square == 1 && i == 0)) joints[i] = (uint16_t)(skin_case->joints - 1);
        if (skin_case->weights == REPEATED) joints[i] = first;
        weights[i] = (float)chance(0.05, 1.0);
        sum += (double)weights[i];
    }
    for (int i = 0; i < count; ++i) {
        weights[i] = (float)((double)weights[i] * wanted / sum);
        if (skin_case->weights == NOTHING && square % 3 == 0) weights[i] = 0.0f;
        if (skin_case->weights == NEGATIVE && i % 4 == 1) weights[i] = -weights[i];
        if (skin_case->weights == NOT_A_NUMBER && i % 4 == 2) weights[i] = NAN;
        if (skin_case->weights == ALONE) weights[i] = i + 1 == count ? 1.0f : 0.0f;
    }
}

static void make_influences(const skin_case *skin_case, skin_data *out) {
    for (int q = 0; q < SQUARES; ++q) {
        uint16_t joints[MOST_SETS * 4];
        float weights[MOST_SETS * 4];
        choose(skin_case, q, joints, weights);
        for (int i = 0; i < skin_case->sets * 4; ++i) {
            for (int v = q * 4; v < q * 4 + 4; ++v) {
                out->joints[i / 4][v][i % 4] = joints[i];
                out->weights[i / 4][v][i % 4] = weights[i];
            }
        }
    }
}

static int add_joints(builder *b, const skin_case *skin_case, uint16_t (*joints)[4]) {
    uint8_t narrow[VERTICES][4];
    if (skin_case->joint_type == SHORTS) {
        return builder_accessor(b, joints, sizeof(uint16_t) * VERTICES * 4, VERTICES, SHORTS,
                                "VEC4");
    }
    for (int i = 0; i < VERTICES * 4; ++i) narrow[i / 4][i % 4] = (uint8_t)joints[i / 4][i % 4];
    return builder_accessor(b, narrow, sizeof narrow, VERTICES, BYTES, "VEC4");
}

static int add_weights(builder *b, const skin_case *skin_case, float (*weights)[4]) {
    uint8_t bytes[VERTICES][4];
    uint16_t shorts[VERTICES][4];
    if (skin_case->weight_type == FLOATS) return builder_floats(b, weights[0], VERTICES, 4);
    for (int i = 0; i < VERTICES * 4; ++i) {
        float weight = weights[i / 4][i % 4];
        bytes[i / 4][i % 4] = (uint8_t)(weight * 255.0f + 0.5f);
        shorts[i / 4][i % 4] = (uint16_t)(weight * 65535.0f + 0.5f);
    }
    return skin_case->weight_type == BYTES
               ? builder_normalized(b, bytes, sizeof bytes, VERTICES, BYTES, "VEC4")
               : builder_normalized(b, shorts, sizeof shorts, VERTICES, SHORTS, "VEC4");
}

/* A place, a turn about Z and a size for each joint; bound somewhere else, where it says so. */
static int put_joint_nodes(builder *b, const skin_case *skin_case) {
    float *binds = calloc((size_t)skin_case->joints * 16, sizeof *binds);
    int accessor;
    for (int j = 0; j < skin_case->joints; ++j) {
        double turn = chance(-0.2, 0.2), size = chance(0.8, 1.2);
        double x = chance(-0.1, 0.1), y = chance(-0.1, 0.1);
        float *m = binds + (size_t)j * 16;
        builder_put(
            b, ",{'translation':[%.6f,%.6f,0],'rotation':[0,0,%.6f,%.6f],'scale':[%.6f,%.6f,1]}", x,
            y + 1.0, sin(turn / 2), cos(turn / 2), size, size);
        m[0] = m[5] = m[10] = m[15] = 1.0f;
        m[12] = (float)chance(-0.1, 0.1);
        m[13] = -1.0f + (float)chance(-0.1, 0.1);
        m[1] = (float)chance(-0.1, 0.1);
    }
    accessor = builder_accessor(b, binds, (size_t)skin_case->joints * 64, skin_case->joints, FLOATS,
                                "MAT4");
    free(binds);
    return accessor;
}

static fixture file_of(const skin_case *skin_case) {
    skin_data *data = calloc(1, sizeof *data);
    builder b;
    int accessors[4], binds;
    state = 57;
    make_squares(data);
    make_influences(skin_case, data);
    builder_begin(&b);
    builder_put(&b, "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0'}},"
                    "'materials':[{'extensions':{'KHR_materials_unlit':{}}}],");
    accessors[0] = builder_floats(&b, data->positions[0], VERTICES, 3);
    accessors[1] = builder_floats(&b, data->normals[0], VERTICES, 3);
    accessors[2] = builder_floats(&b, data->colors[0], VERTICES, 4);
    accessors[3] =
        builder_accessor(&b, data->indices, sizeof data->indices, SQUARES * 6, SHORTS, "SCALAR");
    builder_put(&b,
                "'meshes':[{'primitives':[{'material':0,'indices':%d,'attributes':{'POSITION':%d,"
                "'NORMAL':%d,'COLOR_0':%d",
                accessors[3], accessors[0], accessors[1], accessors[2]);
    for (int s = 0; s < skin_case->sets; ++s) {
        builder_put(&b, ",'JOINTS_%d':%d", s, add_joints(&b, skin_case, data->joints[s]));
        builder_put(&b, ",'WEIGHTS_%d':%d", s, add_weights(&b, skin_case, data->weights[s]));
    }
    /* The place of the node with the mesh does not count. */
    builder_put(&b, "}}]}],'nodes':[{'mesh':0,'skin':0,'translation':[3,2,1]}");
    binds = put_joint_nodes(&b, skin_case);
    builder_put(&b, "],'skins':[{'joints':[");
    for (int j = 0; j < skin_case->joints; ++j) builder_put(&b, "%s%d", j ? "," : "", j + 1);
    if (skin_case->has_inverse_binds) {
        builder_put(&b, "],'inverseBindMatrices':%d}]", binds);
    } else {
        builder_put(&b, "]}]");
    }
    free(data);
    return builder_end(&b);
}

/* --- Pictures of it --- */

static vrm_view view_of(void) {
    vrm_view view;
    vrm_view_init(&view);
    view.width = view.height = 160;
    vrm_view_look_at_value(&view, vrm_vec3_make(0.0f, 1.0f, 3.4f), vrm_vec3_make(0.0f, 1.0f, 0.0f),
                           vrm_vec3_make(0.0f, 1.0f, 0.0f), 0.5f, 1.0f, 0.1f, 100.0f);
    return view;
}

/* Draws `count` avatars of the file, each in a place of its own. */
static void check_case(const skin_case *skin_case, int count) {
    static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    vrm_renderer *renderer = stage_renderer();
    vrm_view view = view_of();
    vrm_avatar *avatars[4];
    vrm_frame frames[4];
    vrm_draw draws[4];
    vrm_render_model *on_gpu;
    loaded file;
    sketch expected;
    picture got;
    if (renderer == NULL) return;
    test_note("%s", skin_case->name);
    file = load_fixture(file_of(skin_case), NULL);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    on_gpu = create_render_model(renderer, file.model, NULL);
    expected = sketch_make(&view);
    for (int i = 0; i < count; ++i) {
        vrm_trs root = {{0.05f * (float)i, -0.03f * (float)i, -0.4f * (float)i},
                        {0.0f, 0.0f, 0.0f, 1.0f},
                        {1.0f, 1.0f, 1.0f}};
        avatars[i] = create_avatar(file.model, NULL);
        vrm_avatar_set_root(avatars[i], &root);
        vrm_avatar_update(avatars[i], 0.0f);
        frames[i] = *vrm_avatar_frame(avatars[i]);
        sketch_add(&expected, file.model, &frames[i]);
        draws[i].model = on_gpu;
        draws[i].frame = &frames[i];
    }
    if (CHECK(on_gpu != NULL)) {
        glActiveTexture(GL_TEXTURE3); /* as a host may leave it: before, matrices went there */
        glPixelStorei(GL_UNPACK_SKIP_PIXELS, 2);
        got = stage_draw(&view, draws, (uint32_t)count, black);
        sketch_check(&expected, &got, 0.4);
        picture_free(&got);
    }
    CHECK(vrm_renderer_problem(renderer) == NULL);
    for (int i = 0; i < count; ++i) vrm_avatar_destroy(avatars[i]);
    vrm_render_model_destroy(on_gpu);
    sketch_free(&expected);
    unload(&file);
    test_note(NULL);
}

static void check_cases(const skin_case *cases, size_t count) {
    for (size_t i = 0; i < count; ++i) check_case(&cases[i], 1);
}
#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof(cases)[0])

/* glTF 2.0, 3.7.3.1: any number of sets. */
TEST(sets_of_joints) {
    static const skin_case cases[] = {
        {"one set", 1, 20, BYTES, FLOATS, WHOLE, false},
        {"one set, bound elsewhere", 1, 20, BYTES, FLOATS, WHOLE, true},
        {"two sets: 8 joints", 2, 20, BYTES, FLOATS, WHOLE, true},
        {"three sets: 12 joints", 3, 20, SHORTS, FLOATS, WHOLE, true},
        {"four sets: 16 joints", 4, 60, SHORTS, FLOATS, WHOLE, true},
        {"five sets: the strongest 16", 5, 60, SHORTS, FLOATS, WHOLE, true},
        {"weights of a byte", 2, 20, BYTES, BYTES, WHOLE, true},
        {"weights of two bytes", 3, 20, BYTES, SHORTS, WHOLE, true},
        {"the last place of the last set alone", 3, 20, BYTES, FLOATS, ALONE, true},
        {"the last place of the fifth set alone", 5, 20, BYTES, FLOATS, ALONE, true},
        {"one joint many times", 2, 20, BYTES, FLOATS, REPEATED, true},
    };
    CHECK_CASES(cases);
}

/* 341 fit a block of uniforms, 512 a row of the texture. */
TEST(skins_of_many_joints) {
    static const skin_case cases[] = {
        {"one joint", 1, 1, BYTES, FLOATS, WHOLE, true},
        {"341 joints", 1, 341, SHORTS, FLOATS, WHOLE, true},
        {"342 joints", 1, 342, SHORTS, FLOATS, WHOLE, true},
        {"512 joints", 1, 512, SHORTS, FLOATS, WHOLE, true},
        {"513 joints", 2, 513, SHORTS, FLOATS, WHOLE, true},
        {"1024 joints", 3, 1024, SHORTS, FLOATS, WHOLE, true},
        {"1025 joints", 1, 1025, SHORTS, FLOATS, WHOLE, true},
        {"4000 joints", 4, 4000, SHORTS, FLOATS, WHOLE, false},
    };
    CHECK_CASES(cases);
}

/* ER-002 and what else exporters do: what has no meaning counts as 0, the rest adds up to 1. */
TEST(weights_that_do_not_add_up) {
    static const skin_case cases[] = {
        {"0.5 in all", 1, 20, BYTES, FLOATS, HALVES, true},
        {"2 in all", 2, 20, BYTES, FLOATS, TWICE, true},
        {"a millionth in all", 1, 20, BYTES, FLOATS, TINY, true},
        {"none", 1, 20, BYTES, FLOATS, NOTHING, true},
        {"none, in two sets, of 400 joints", 2, 400, SHORTS, FLOATS, NOTHING, true},
        {"none, as bytes", 1, 20, BYTES, BYTES, NOTHING, true},
        {"below 0", 1, 20, BYTES, FLOATS, NEGATIVE, true},
        {"not numbers", 2, 20, BYTES, FLOATS, NOT_A_NUMBER, true},
    };
    CHECK_CASES(cases);
}

/* Their matrices lie behind each other, in rows that they share. */
TEST(several_avatars_of_many_joints) {
    static const skin_case few = {"four of 100 joints", 2, 100, BYTES, FLOATS, WHOLE, true};
    static const skin_case many = {"four of 1025 joints", 2, 1025, SHORTS, FLOATS, WHOLE, true};
    check_case(&few, 4);
    check_case(&many, 4);
}

TEST_SUITE(render_skin, ENTRY(sets_of_joints), ENTRY(skins_of_many_joints),
           ENTRY(weights_that_do_not_add_up), ENTRY(several_avatars_of_many_joints));
