/*
 * Morph targets in numbers: 57 of them under 100 expressions, as files of avatar makers have them.
 * Pixels are where the processor has them (sketch.h); time and memory are bounded by what the mesh
 * needs without any.
 */
#include "render/builder.h"
#include "render/create.h"
#include "render/scene.h"
#include "render/sketch.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TARGETS = 57, EXPRESSIONS = 100 };

/* Builds that look for faults are slow, and say nothing about time. */
#ifdef NDEBUG
enum { STEP = 1, DRAWS = 40 };
#else
enum { STEP = 8, DRAWS = 2 };
#endif

/* An avatar on the stage. */
typedef struct exhibit {
    loaded file;
    vrm_renderer *renderer;
    vrm_render_model *on_gpu;
    vrm_avatar *avatar;
    vrm_frame frame;
    vrm_view view;
} exhibit;

static bool exhibit_open(exhibit *out, fixture file, vrm_renderer *renderer) {
    out->renderer = renderer;
    out->file = load_fixture(file, NULL);
    if (!CHECK_INT(out->file.result, VRM_OK)) return false;
    out->on_gpu = create_render_model(renderer, out->file.model, NULL);
    out->avatar = create_avatar(out->file.model, NULL);
    out->frame = *vrm_avatar_frame(out->avatar);
    vrm_view_init(&out->view);
    return CHECK(out->on_gpu != NULL);
}

static void exhibit_close(exhibit *e) {
    vrm_avatar_destroy(e->avatar);
    vrm_render_model_destroy(e->on_gpu);
    unload(&e->file);
    memset(e, 0, sizeof *e);
}

static picture exhibit_draw(exhibit *e) {
    static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    vrm_draw draw = {e->on_gpu, &e->frame};
    vrm_avatar_update(e->avatar, 0.0f);
    return stage_draw_by(e->renderer, &e->view, &draw, 1, black);
}

/* --- The maker's file: a target moves a tile of its own --- */

/* The tiles, and nothing else, are where the processor has them. */
static void check_tiles(exhibit *e, int32_t tiles, int *out_moved, const picture *rest) {
    sketch expected = sketch_make(&e->view);
    picture got = exhibit_draw(e);
    int wrong = 0, sure = 0, moved = 0;
    double color[3];
    sketch_add(&expected, e->file.model, &e->frame);
    for (int c = 0; c < 3; ++c) {
        color[c] = encode((double)e->frame.materials[tiles].base_color[c]);
    }
    for (int y = 0; y < got.height; ++y) {
        for (int x = 0; x < got.width; ++x) {
            const sketch_sample *sample = sketch_at(&expected, x, y);
            const uint8_t *pixel = picture_at(&got, x, y);
            bool is_tile = true;
            for (int c = 0; c < 3; ++c) is_tile = is_tile && fabs(pixel[c] - color[c]) <= 2.0;
            if (rest != NULL) moved += memcmp(pixel, picture_at(rest, x, y), 3) != 0;
            if (sample == NULL) continue;
            ++sure;
            wrong += is_tile != (sample->material == 1 + tiles);
        }
    }
    CHECK_INT(wrong, 0);
    CHECK(sure > 0.5 * got.width * got.height);
    if (wrong > 0) picture_leave(&got, "tiles");
    if (out_moved != NULL) *out_moved = moved;
    picture_free(&got);
    sketch_free(&expected);
}

/* Light from all around: surfaces have their base color, however they are turned. */
static void look_at_head(exhibit *e) {
    e->view.width = e->view.height = 128;
    vrm_view_look_at_value(&e->view, vrm_vec3_make(0.0f, 1.32f, 1.2f),
                           vrm_vec3_make(0.0f, 1.32f, 0.0f), vrm_vec3_make(0.0f, 1.0f, 0.0f), 0.3f,
                           1.0f, 0.1f, 10.0f);
    for (int c = 0; c < 3; ++c) {
        e->view.light.color[c] = 0.0f;
        e->view.light.sky[c] = e->view.light.ground[c] = 1.0f;
    }
}

/* The file by vrm-maker parametric --targets 57 --expressions 100. */
static fixture made_file(void) {
    const char *path = test_option("many");
    fixture file = {NULL, 0};
    FILE *stream = path != NULL ? fopen(path, "rb") : NULL;
    static unsigned char bytes[1 << 20];
    if (stream == NULL) return file;
    file = fixture_bytes(bytes, fread(bytes, 1, sizeof bytes, stream));
    fclose(stream);
    return file;
}

/* EX-018: each target by an expression of its own, the last one too; and each expression. */
TEST(ex_018_each_of_100_expressions_moves_its_target) {
    vrm_renderer *renderer = stage_renderer();
    fixture file = made_file();
    exhibit e = {0};
    picture rest;
    if (renderer == NULL || file.bytes == NULL) {
        fixture_free(&file);
        test_skip("no file of the maker; name one with --data many=FILE");
        return;
    }
    if (exhibit_open(&e, file, renderer)) {
        const vrm_gltf *gltf = vrm_model_gltf(e.file.model);
        int32_t face = 0;
        while (gltf->nodes[face].mesh < 0 ||
               gltf->meshes[gltf->nodes[face].mesh].target_count == 0) {
            ++face;
        }
        CHECK_INT(gltf->meshes[gltf->nodes[face].mesh].target_count, TARGETS);
        CHECK_INT(e.file.tables->expression_count, EXPRESSIONS);
        look_at_head(&e);
        rest = exhibit_draw(&e);
        check_tiles(&e, 1, NULL, NULL);
        for (int i = 9; i < EXPRESSIONS; i += i < 65 ? STEP : 11) {
            const float *weights = e.frame.morph_weights + e.frame.morph_offsets[face];
            int target = (i - 9) % TARGETS, moved = 0;
            int32_t expression = vrm_model_find_expression(e.file.model, text("e%d", i));
            test_note("e%d, target %d", i, target);
            vrm_avatar_set_expression(e.avatar, expression, 1.0f);
            check_tiles(&e, 1, &moved, &rest);
            CHECK(moved > 60); /* a tile is 9 by 11 pixels, swollen */
            CHECK_NEAR((double)weights[target], 1.0, 1e-6);
            for (int t = 0; t < TARGETS && i < 66; ++t) {
                if (t != target) CHECK_NEAR((double)weights[t], 0.0, 0.0);
            }
            vrm_avatar_set_expression(e.avatar, expression, 0.0f);
        }
        picture_free(&rest);
    }
    test_note(NULL);
    exhibit_close(&e);
}

/* --- A dense one: every target moves every vertex, every expression has every target --- */

enum { ROWS = 55, SQUARES = ROWS * ROWS, VERTICES = SQUARES * 4 };

static uint32_t state;
static double chance(double least, double most) {
    state = state * 1664525u + 1013904223u;
    return least + (most - least) * (double)(state >> 8) / 16777216.0;
}

/* A cloth of squares, colored in blocks of five by five; neighbors have corners in one place. */
static void make_cloth(float (*positions)[3], float (*normals)[3], float (*colors)[4],
                       uint32_t *indices) {
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    for (int q = 0; q < SQUARES; ++q) {
        int column = q % ROWS, row = q / ROWS;
        for (int c = 0; c < 4; ++c) {
            int v = q * 4 + c;
            positions[v][0] = -0.5f + (float)(column + (c == 1 || c == 2)) / ROWS;
            positions[v][1] = 0.5f + (float)(row + (c >= 2)) / ROWS;
            positions[v][2] = 0.0f;
            normals[v][0] = normals[v][1] = 0.0f;
            normals[v][2] = 1.0f;
            colors[v][0] = 0.1f + 0.08f * (float)(column / 5);
            colors[v][1] = 0.1f + 0.08f * (float)(row / 5);
            colors[v][2] = (column / 5 + row / 5) % 2 ? 0.7f : 0.2f;
            colors[v][3] = 1.0f;
        }
        for (int i = 0; i < 6; ++i) indices[q * 6 + i] = (uint32_t)(q * 4) + corners[i];
    }
}

/* All of the cloth goes one way, most of all around a place. */
static void make_target(int number, float (*positions)[3], float (*deltas)[3]) {
    double angle = number * 2.4, x = chance(-0.3, 0.3), y = chance(0.7, 1.3);
    for (int v = 0; v < VERTICES; ++v) {
        double dx = ((double)positions[v][0] - x) / 0.35, dy = ((double)positions[v][1] - y) / 0.35;
        double near = 1.0 - dx * dx - dy * dy;
        double height = 0.1 * (0.3 + (near > 0.0 ? near * near : 0.0));
        deltas[v][0] = (float)(height * cos(angle));
        deltas[v][1] = (float)(height * sin(angle));
        deltas[v][2] = (float)(0.2 * height);
    }
}

static void put_expressions(builder *b) {
    builder_put(b, "'expressions':{'custom':{");
    for (int e = 0; e < EXPRESSIONS; ++e) {
        builder_put(b, "%s'e%d':{'morphTargetBinds':[", e ? "," : "", e);
        for (int t = 0; t < TARGETS; ++t) {
            double weight = t == e % TARGETS ? 0.8 : chance(0.001, 0.02);
            builder_put(b, "%s{'node':0,'index':%d,'weight':%.4f}", t ? "," : "", t, weight);
        }
        builder_put(b, "]}");
    }
    builder_put(b, "}}");
}

static fixture make_dense(int targets) {
    static float positions[VERTICES][3], normals[VERTICES][3], colors[VERTICES][4];
    static float deltas[VERTICES][3];
    static uint32_t indices[SQUARES * 6];
    builder b;
    int first[4];
    state = 100;
    make_cloth(positions, normals, colors, indices);
    builder_begin(&b);
    builder_put(&b, "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0'");
    if (targets > 0) {
        builder_put(&b, ",");
        put_expressions(&b);
    }
    first[0] = builder_floats(&b, positions[0], VERTICES, 3);
    first[1] = builder_floats(&b, normals[0], VERTICES, 3);
    first[2] = builder_floats(&b, colors[0], VERTICES, 4);
    first[3] = builder_accessor(&b, indices, sizeof indices, SQUARES * 6, 5125, "SCALAR");
    builder_put(&b,
                "}},'materials':[{'extensions':{'KHR_materials_unlit':{}}}],"
                "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'material':0,'indices':%d,"
                "'attributes':{'POSITION':%d,'NORMAL':%d,'COLOR_0':%d}",
                first[3], first[0], first[1], first[2]);
    for (int t = 0; t < targets; ++t) {
        make_target(t, positions, deltas);
        builder_put(&b, t ? "," : ",'targets':[");
        builder_put(&b, "{'POSITION':%d,'NORMAL':%d}", builder_floats(&b, deltas[0], VERTICES, 3),
                    first[1]);
    }
    builder_put(&b, targets > 0 ? "]}]}]" : "}]}]");
    return builder_end(&b);
}

static void look_at_cloth(exhibit *e) {
    e->view.width = e->view.height = 160;
    vrm_view_look_at_value(&e->view, vrm_vec3_make(0.0f, 1.0f, 3.0f),
                           vrm_vec3_make(0.0f, 1.0f, 0.0f), vrm_vec3_make(0.0f, 1.0f, 0.0f), 0.5f,
                           1.0f, 0.1f, 10.0f);
}

static void set(exhibit *e, int number, float weight) {
    vrm_avatar_set_expression(
        e->avatar, vrm_model_find_expression(e->file.model, text("e%d", number)), weight);
}

/* EX-018, EX-021: 5,700 binds. One expression, and several together. */
TEST(ex_018_dense_targets_are_where_they_belong) {
    static const int numbers[] = {0, 56, 57, 99};
    vrm_renderer *renderer = stage_renderer();
    exhibit e = {0};
    picture rest;
    if (renderer == NULL) return;
    if (exhibit_open(&e, make_dense(TARGETS), renderer)) {
        CHECK_INT(e.file.tables->expression_count, EXPRESSIONS);
        CHECK_INT(e.file.tables->expressions[99].morph_bind_count, TARGETS);
        look_at_cloth(&e);
        rest = exhibit_draw(&e);
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] + 1; ++i) {
            sketch expected = sketch_make(&e.view);
            bool is_several = i == sizeof numbers / sizeof numbers[0];
            picture got;
            test_note(is_several ? "several" : "e%d", is_several ? 0 : numbers[i]);
            for (int k = 0; is_several && k < EXPRESSIONS; k += 9) set(&e, k, 0.1f);
            if (!is_several) set(&e, numbers[i], 1.0f);
            got = exhibit_draw(&e);
            sketch_add(&expected, e.file.model, &e.frame);
            sketch_check(&expected, &got, 0.5);
            CHECK(picture_difference(&got, &rest) > 2.0);
            for (int k = 0; k < EXPRESSIONS; ++k) set(&e, k, 0.0f);
            picture_free(&got);
            sketch_free(&expected);
        }
        picture_free(&rest);
    }
    test_note(NULL);
    exhibit_close(&e);
}

/* --- What it costs --- */

static double milliseconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* The shortest of many: other programs only make it longer. */
static double time_of(exhibit *e) {
    double shortest = 1e9;
    for (int i = 0; i < DRAWS; ++i) {
        double start = milliseconds(), took;
        picture got = exhibit_draw(e);
        took = milliseconds() - start;
        if (took < shortest) shortest = took;
        picture_free(&got);
    }
    return shortest;
}

static vrm_renderer *counted_renderer(counting *counter) {
    vrm_renderer_desc desc;
    const char *problem = NULL;
    vrm_renderer *out;
    counting_init(counter, -1);
    vrm_renderer_desc_init(&desc);
    desc.get_proc = stage_get_proc;
    desc.allocator = &counter->allocator;
    out = create_renderer(&desc, &problem);
    CHECK(out != NULL);
    return out;
}

TEST(what_57_targets_cost) {
    counting counter;
    vrm_renderer *renderer = stage_renderer() != NULL ? counted_renderer(&counter) : NULL;
    exhibit plain = {0}, many = {0};
    double without, all, deltas = (double)VERTICES * TARGETS * 28.0;
    uint64_t before;
    if (renderer == NULL) return;
    if (exhibit_open(&plain, make_dense(0), renderer)) {
        look_at_cloth(&plain);
        without = time_of(&plain);
        exhibit_close(&plain);
        before = counter.live_bytes;
        counter.peak_bytes = 0;
        if (exhibit_open(&many, make_dense(TARGETS), renderer)) {
            look_at_cloth(&many);
            /* 24 bytes of differences and 4 of a vertex's number, for each vertex that a target
             * moves; little besides. */
            CHECK_NEAR((double)(counter.live_bytes - before), deltas, 0.1 * deltas);
            CHECK((double)counter.peak_bytes < 3.5 * deltas);
            set(&many, 56, 1.0f); /* all 57 have a weight */
            all = time_of(&many);
            printf("  %d vertices, %d targets: %.2f ms with all of them, %.2f ms without (%.1f "
                   "times); %.1f MB, at most %.1f MB while they are read\n",
                   VERTICES, TARGETS, all, without, all / without,
                   (double)(counter.live_bytes - before) / 1e6, (double)counter.peak_bytes / 1e6);
#ifdef NDEBUG
            CHECK(all < 12.0 * without);
            set(&many, 56, 0.0f);
            CHECK(time_of(&many) < 2.0 * without); /* unmoved, they cost nothing */
#endif
        }
        exhibit_close(&many);
    }
    vrm_renderer_destroy(renderer);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
}

TEST_SUITE(render_morph, ENTRY(ex_018_each_of_100_expressions_moves_its_target),
           ENTRY(ex_018_dense_targets_are_where_they_belong), ENTRY(what_57_targets_cost));
