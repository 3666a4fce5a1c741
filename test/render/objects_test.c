/*
 * What is left behind: nothing, whatever happens. GL objects are counted (objects.h), and so is
 * memory, over models that come and go, memory that is refused at every place, and a GL that lacks
 * functions or does not compile.
 */
#include "render/create.h"
#include "render/objects.h"
#include "render/scene.h"
#include "test.h"
#include "testkit/create.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Memory that is refused once, or from some time on --- */

typedef struct refusing {
    vrm_allocator allocator;
    int refuse_at;   /* -1: never */
    bool is_forever; /* from there on; else once */
    int count;
    int live;
    bool was_refused;
} refusing;

static void *refusing_allocate(size_t size, size_t alignment, void *user) {
    refusing *r = user;
    int number = r->count++;
    void *memory;
    (void)alignment; /* malloc aligns to 16 where there is GL */
    if (r->refuse_at >= 0 && (r->is_forever ? number >= r->refuse_at : number == r->refuse_at)) {
        r->was_refused = true;
        return NULL;
    }
    memory = malloc(size);
    if (memory != NULL) ++r->live;
    return memory;
}

static void refusing_release(void *memory, size_t size, size_t alignment, void *user) {
    refusing *r = user;
    (void)size;
    (void)alignment;
    --r->live;
    free(memory);
}

static void refusing_init(refusing *r) {
    memset(r, 0, sizeof *r);
    r->allocator.allocate = refusing_allocate;
    r->allocator.release = refusing_release;
    r->allocator.user = r;
    r->refuse_at = -1;
}

static void refuse(refusing *r, int at, bool is_forever) {
    r->count = 0;
    r->refuse_at = at;
    r->is_forever = is_forever;
    r->was_refused = false;
}

/* --- Renderers and models of their own --- */

static vrm_renderer *make_renderer(refusing *memory, objects_faults *faults,
                                   const char **out_problem) {
    vrm_renderer_desc desc;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = objects_get_proc;
    desc.user = faults;
    desc.flags = stage_flags();
    desc.max_overdraw = stage_overdraw();
    desc.allocator = memory ? &memory->allocator : NULL;
    return create_renderer(&desc, out_problem);
}

/* Little of everything: colors, data and normals as textures, one image as both, samplers, a skin
 * with two sets of joints, morph targets, primitives with and without common vertices, a part that
 * only others see, outlines, lines. */
static fixture small_file(void) {
    static const uint8_t joints[8] = {0, 1, 0, 1, 1, 0, 1, 0};
    static const vrm_vec3 right = {0.1f, 0.0f, 0.0f};
    static const uint8_t texels_2x2[16] = {255, 0, 0, 255, 0, 255, 0, 255,
                                           0,   0, 0, 255, 9, 9,   9, 255};
    scene s = scene_of("");
    add_texture_2x2(&s, texels_2x2);
    add_texture(&s, 128, 128, 255, 255);
    s.materials =
        text("{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},'normalTexture':{'index':1},"
             "%s},{'pbrMetallicRoughness':{'baseColorTexture':{'index':0},"
             "'metallicRoughnessTexture':{'index':0}},'alphaMode':'BLEND'}",
             mtoon("'shadeMultiplyTexture':{'index':0},'shadingShiftTexture':{'index':0},"
                   "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.05,"
                   "'outlineWidthMultiplyTexture':{'index':1}"));
    s.patches[0].joints = joints;
    s.patches[0].has_eight = true;
    s.patches[0].morph = &right;
    s.patches[0].morph_count = 5;
    s.patches[0].node = "'skin':0";
    add_patch(&s, -0.2f, 0.4f, 0.4f, 1.0f, 0.1f, 1);
    s.nodes = "{},{'translation':[0.1,0,0]}";
    s.members = "'skins':[{'joints':[8,9]}]";
    s.vrm = "'humanoid':{'humanBones':{'head':{'node':9}}},"
            "'expressions':{'custom':{'x':{'morphTargetBinds':[{'node':0,'index':4,'weight':1}]}}}";
    return scene_file(&s);
}

/* Draws what there is, lines too. */
static void draw_all(vrm_renderer *renderer, vrm_model *model, const vrm_render_model *on_gpu) {
    static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f}, white[4] = {1, 1, 1, 1};
    vrm_avatar *avatar = create_avatar(model, NULL);
    vrm_frame frame;
    vrm_draw draw;
    vrm_line line;
    vrm_view view;
    picture got;
    memset(&line, 0, sizeof line);
    line.to = vrm_vec3_make(1.0f, 1.0f, 0.0f);
    vrm_avatar_set_expression(avatar, 0, 1.0f);
    vrm_avatar_update(avatar, 0.0f);
    frame = *vrm_avatar_frame(avatar);
    vrm_view_init(&view);
    view.width = view.height = 32;
    vrm_view_look_at_value(&view, vrm_vec3_make(0.0f, 1.0f, 3.0f), vrm_vec3_make(0.0f, 1.0f, 0.0f),
                           vrm_vec3_make(0.0f, 1.0f, 0.0f), 0.6f, 1.0f, 0.1f, 10.0f);
    draw.model = on_gpu;
    draw.frame = &frame;
    got = stage_draw_by(renderer, &view, &draw, on_gpu ? 1 : 0, black);
    vrm_renderer_draw_lines(renderer, &view, &line, white, 1, 1);
    CHECK_INT(glGetError(), GL_NO_ERROR);
    picture_free(&got);
    vrm_avatar_destroy(avatar);
}

/* As it was before, but for the kinds of a mask that the renderer keeps. */
static void check_as_before(object_counts before, const char *what) {
    object_counts now = objects_now();
    for (int i = 0; i < OBJECT_KINDS; ++i) {
        if (now.live[i] != before.live[i]) {
            printf("  %s: %d %s are left\n", what, now.live[i] - before.live[i],
                   object_name((object_kind)i));
        }
        CHECK_INT(now.live[i], before.live[i]);
    }
    CHECK_INT(now.wrong, 0);
}

/* --- Tests --- */

TEST(models_that_come_and_go_leave_nothing) {
    static const char *const names[] = {"character-1.0.vrm", "character-0.x.vrm",
                                        "character-1.0-draft.vrm", "character-1.0-beta.vrm"};
    object_counts before;
    vrm_renderer *renderer;
    refusing memory;
    if (stage_renderer() == NULL) return;
    before = objects_now();
    refusing_init(&memory);
    renderer = make_renderer(&memory, NULL, NULL);
    if (!CHECK(renderer != NULL)) return;
    for (int i = 0; i < 6; ++i) {
        object_counts here = objects_now();
        fixture bytes = i < 4 ? fixture_sample(names[i]) : small_file();
        loaded file = load_fixture(bytes, NULL);
        vrm_render_model *on_gpu = create_render_model(renderer, file.model, NULL);
        object_counts with = objects_now();
        if (CHECK(on_gpu != NULL)) {
            /* Else nothing was counted at all. */
            CHECK(with.live[OBJECT_TEXTURE] >= here.live[OBJECT_TEXTURE] + 2);
            CHECK(with.live[OBJECT_BUFFER] >= here.live[OBJECT_BUFFER] + 3);
            CHECK(with.live[OBJECT_ARRAY] >= here.live[OBJECT_ARRAY] + 1);
            CHECK(with.live[OBJECT_SAMPLER] >= here.live[OBJECT_SAMPLER] + 1);
            draw_all(renderer, file.model, on_gpu);
        }
        vrm_render_model_destroy(on_gpu);
        if (i > 0) { /* the first made programs, and what lines need */
            CHECK_INT(objects_now().live[OBJECT_TEXTURE], here.live[OBJECT_TEXTURE]);
            CHECK_INT(objects_now().live[OBJECT_BUFFER], here.live[OBJECT_BUFFER]);
            CHECK_INT(objects_now().live[OBJECT_ARRAY], here.live[OBJECT_ARRAY]);
            CHECK_INT(objects_now().live[OBJECT_SAMPLER], here.live[OBJECT_SAMPLER]);
        }
        unload(&file);
    }
    CHECK(vrm_renderer_problem(renderer) == NULL);
    CHECK(objects_live() > 0);
    vrm_renderer_destroy(renderer);
    check_as_before(before, "at the end");
    CHECK_INT(memory.live, 0);
}

/* With one renderer: its programs are compiled once. */
TEST(memory_refused_while_a_model_is_made_leaves_nothing) {
    loaded file;
    refusing memory;
    vrm_renderer *renderer;
    object_counts before;
    int made = 0, live;
    if (stage_renderer() == NULL) return;
    refusing_init(&memory);
    renderer = make_renderer(&memory, NULL, NULL);
    file = load_fixture(small_file(), NULL);
    if (!CHECK_INT(file.result, VRM_OK) || !CHECK(renderer != NULL)) return;
    before = objects_now();
    live = memory.live;
    for (int mode = 0; mode < 2; ++mode) {
        for (int n = 0;; ++n) {
            vrm_render_model *on_gpu;
            refuse(&memory, n, mode == 1);
            on_gpu = create_render_model(renderer, file.model, NULL);
            test_note("allocation %d of %s", n, mode ? "all that follow" : "one");
            if (!memory.was_refused) {
                CHECK(on_gpu != NULL);
                made = n;
            } else if (mode == 1) {
                CHECK(on_gpu == NULL);
            }
            refuse(&memory, -1, false);
            vrm_render_model_destroy(on_gpu);
            check_as_before(before, "a model");
            CHECK_INT(memory.live, live);
            CHECK_INT(glGetError(), GL_NO_ERROR);
            if (made == n && n > 0) break;
        }
        CHECK(made > 30); /* else it was not the whole of it */
        made = 0;
    }
    test_note(NULL);
    vrm_renderer_destroy(renderer);
    CHECK_INT(memory.live, 0);
    unload(&file);
}

/* A renderer, its first draw and its first lines: what cannot be drawn is not, and the next draw
 * is whole. */
TEST(memory_refused_while_drawing_leaves_nothing) {
    object_counts before;
    loaded file;
    bool was_refused = true;
    int n;
    if (stage_renderer() == NULL) return;
    file = load_fixture(small_file(), NULL);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    before = objects_now();
    for (n = 0; was_refused && n < 200; ++n) {
        const char *problem = NULL;
        vrm_renderer *renderer;
        vrm_render_model *on_gpu = NULL;
        refusing memory;
        refusing_init(&memory);
        test_note("allocation %d", n);
        refuse(&memory, n, false);
        renderer = make_renderer(&memory, NULL, &problem);
        if (renderer == NULL) {
            CHECK(memory.was_refused && problem != NULL);
        } else {
            int taken = memory.count;
            refuse(&memory, -1, false);
            on_gpu = create_render_model(renderer, file.model, NULL);
            refuse(&memory, n - taken, false);
            draw_all(renderer, file.model, on_gpu);
            was_refused = memory.was_refused;
            refuse(&memory, -1, false);
            draw_all(renderer, file.model, on_gpu);
            CHECK(vrm_renderer_problem(renderer) == NULL);
        }
        vrm_render_model_destroy(on_gpu);
        vrm_renderer_destroy(renderer);
        check_as_before(before, "a renderer");
        CHECK_INT(memory.live, 0);
    }
    CHECK(n > 6);
    test_note(NULL);
    unload(&file);
}

TEST(a_gl_without_a_function_is_refused) {
    objects_faults faults;
    object_counts before;
    int count;
    if (stage_renderer() == NULL) return;
    before = objects_now();
    objects_faults_init(&faults);
    vrm_renderer_destroy(make_renderer(NULL, &faults, NULL));
    count = faults.asked;
    CHECK(count > 50);
    for (int i = 0; i < count; ++i) {
        const char *problem = NULL;
        vrm_renderer *renderer;
        objects_faults_init(&faults);
        faults.missing = i;
        renderer = make_renderer(NULL, &faults, &problem);
        /* The last are those of programs with one stage, and can be done without. */
        CHECK((renderer == NULL) == (i < count - 6));
        CHECK((renderer == NULL) == (problem != NULL));
        vrm_renderer_destroy(renderer);
        check_as_before(before, "a GL without a function");
    }
    objects_end_faults();
}

/* The first program is the renderer's; later ones are those of materials, which are not drawn. */
TEST(programs_that_do_not_compile_leave_nothing) {
    object_counts before;
    loaded file;
    vrm_renderer *first;
    int first_programs;
    if (stage_renderer() == NULL) return;
    file = load_fixture(small_file(), NULL);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    before = objects_now();
    first = make_renderer(NULL, NULL, NULL);
    first_programs = objects_now().live[OBJECT_PROGRAM] - before.live[OBJECT_PROGRAM];
    CHECK(first_programs == 1 || first_programs == 2); /* two of one stage each */
    vrm_renderer_destroy(first);
    for (int i = 0; i < 8; ++i) {
        objects_faults faults;
        const char *problem = NULL;
        vrm_renderer *renderer;
        objects_faults_init(&faults);
        if (i < 5) {
            faults.fail_shader = i;
        } else {
            faults.fail_program = i - 5;
        }
        test_note("%s %d", i < 5 ? "shader" : "program", i % 5);
        renderer = make_renderer(NULL, &faults, &problem);
        CHECK((renderer == NULL) == (i < 2 || (i >= 5 && i < 5 + first_programs)));
        if (renderer == NULL) {
            CHECK(problem != NULL);
        } else {
            vrm_render_model *on_gpu = create_render_model(renderer, file.model, NULL);
            draw_all(renderer, file.model, on_gpu);
            problem = vrm_renderer_problem(renderer);
            CHECK(problem != NULL && strstr(problem, i < 5 ? "compile" : "link") != NULL);
            draw_all(renderer, file.model, on_gpu);
            vrm_render_model_destroy(on_gpu);
            vrm_renderer_destroy(renderer);
        }
        check_as_before(before, "a program");
    }
    objects_end_faults();
    test_note(NULL);
    unload(&file);
}

TEST_SUITE(render_objects, ENTRY(models_that_come_and_go_leave_nothing),
           ENTRY(memory_refused_while_a_model_is_made_leaves_nothing),
           ENTRY(memory_refused_while_drawing_leaves_nothing),
           ENTRY(a_gl_without_a_function_is_refused),
           ENTRY(programs_that_do_not_compile_leave_nothing));
