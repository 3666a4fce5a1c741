/*
 * What is drawn before what, what hides what, and which sides are seen. Two squares, one behind the
 * other; half transparent ones are mixed in encoded bytes.
 */
#include "render/expect.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

enum { OPAQUE = 0, MASK = 1, BLEND_Z = 2, BLEND = 3 };

static const char *const mode_names[] = {"OPAQUE", "MASK", "BLEND", "BLEND"};

/* A material that shows its color whatever the light. */
static const char *material(int mode, const char *rgba, int offset) {
    return text("{'pbrMetallicRoughness':{'baseColorFactor':[%s]},'alphaMode':'%s',%s}", rgba,
                mode_names[mode],
                mtoon(text("'transparentWithZWrite':%s,'renderQueueOffsetNumber':%d",
                           mode == BLEND_Z ? "true" : "false", offset)));
}

/* Two squares; the first is nearer by 10 cm, and its material is the file's first too. */
static scene near_and_far(const char *near_material, const char *far_material) {
    scene s = scene_of("");
    s.materials = text("%s,%s", near_material, far_material);
    s.patches[0].z = 0.1f;
    add_patch(&s, -0.5f, 0.5f, 0.5f, 1.5f, 0.0f, 1);
    return s;
}

static void check_middle(const scene *s, double r, double g, double b) {
    const double rgb[3] = {r, g, b};
    shot taken = take(s);
    check_color(&taken, 32, 32, rgb, 2.0);
    drop(&taken);
}

#define RED "1,0,0,0.5"
#define GREEN "0,1,0,0.5"

/* Nearer ones of a later class, first in the file. */
TEST(mt_008_classes_are_drawn_in_order) {
    for (int near_mode = BLEND_Z; near_mode <= BLEND; ++near_mode) {
        for (int far_mode = OPAQUE; far_mode < near_mode; ++far_mode) {
            bool solid = far_mode <= MASK;
            scene s = near_and_far(material(near_mode, RED, 0), material(far_mode, GREEN, 0));
            test_note("%d before %d", near_mode, far_mode);
            /* half of red, over green that is whole or half itself */
            check_middle(&s, 127.5, solid ? 127.5 : 63.75, 0.0);
        }
    }
    test_note(NULL);
}

TEST(mt_007_depth_is_written_or_not) {
    /* With depth write, what comes later and lies behind is hidden … */
    scene s = near_and_far(material(BLEND_Z, RED, 0), material(BLEND, GREEN, 0));
    check_middle(&s, 127.5, 0.0, 0.0);
    /* … also by a surface of its own class that is drawn earlier … */
    s = near_and_far(material(BLEND_Z, RED, 0), material(BLEND_Z, GREEN, 1));
    check_middle(&s, 127.5, 0.0, 0.0);
    /* … and without it is mixed, though it lies behind. */
    s = near_and_far(material(BLEND, RED, -1), material(BLEND, GREEN, 0));
    check_middle(&s, 63.75, 127.5, 0.0);
}

TEST(mt_009_larger_offsets_are_drawn_later) {
    scene s = near_and_far(material(BLEND, RED, 0), material(BLEND, GREEN, -1));
    check_middle(&s, 127.5, 63.75, 0.0);
    s = near_and_far(material(BLEND, RED, -9), material(BLEND, GREEN, -8));
    check_middle(&s, 63.75, 127.5, 0.0);
    s = near_and_far(material(BLEND_Z, RED, 9), material(BLEND_Z, GREEN, 0));
    check_middle(&s, 127.5, 63.75, 0.0);
    /* The class counts more than any offset. */
    s = near_and_far(material(BLEND, RED, -9), material(BLEND_Z, GREEN, 9));
    check_middle(&s, 127.5, 63.75, 0.0);
    s = near_and_far(material(BLEND_Z, RED, 9), material(BLEND, GREEN, -9));
    check_middle(&s, 127.5, 0.0, 0.0);
}

/* Of the same queue, the one whose node is nearer is drawn later, whichever comes first in the
 * file; of nodes in one place, the file's order counts. */
TEST(mt_009_equal_offsets_go_by_depth) {
    scene s = near_and_far(material(BLEND, RED, 0), material(BLEND, GREEN, 0));
    check_middle(&s, 63.75, 127.5, 0.0);
    s.patches[0].node = "'translation':[0,0,0.1]";
    check_middle(&s, 127.5, 63.75, 0.0);
    s.patches[0].node = "'translation':[0,0,-0.1]"; /* now the second is nearer */
    s.patches[0].z = 0.0f;
    s.patches[1].node = "'translation':[0,0,0.1]";
    check_middle(&s, 63.75, 127.5, 0.0);
}

TEST(mt_010_opaque_knows_no_offset) {
    scene s = near_and_far(material(BLEND, RED, -9), material(OPAQUE, GREEN, 9));
    check_middle(&s, 127.5, 127.5, 0.0);
    s = near_and_far(material(BLEND_Z, RED, 0), material(MASK, GREEN, 9));
    check_middle(&s, 127.5, 127.5, 0.0);
}

/* Other materials count as offset 0. */
TEST(mt_012_other_materials_among_mtoon) {
    static const char unlit[] = "{'pbrMetallicRoughness':{'baseColorFactor':[%s]},'alphaMode':"
                                "'BLEND','extensions':{'KHR_materials_unlit':{}}}";
    scene s = near_and_far(material(BLEND, RED, -1), text(unlit, GREEN));
    check_middle(&s, 63.75, 127.5, 0.0);
    s = near_and_far(text(unlit, RED), material(BLEND, GREEN, -1));
    check_middle(&s, 127.5, 63.75, 0.0);
    s = near_and_far(text(unlit, RED), material(BLEND_Z, GREEN, 9));
    check_middle(&s, 127.5, 63.75, 0.0);
}

/* --- Alpha --- */

TEST(mt_006_alpha_modes) {
    static const struct {
        const char *mode, *alpha, *cutoff;
        double red; /* over nothing */
    } cases[] = {
        {"OPAQUE", "0", "", 255.0},
        {"OPAQUE", "0.3", "", 255.0},
        {"MASK", "0.49", "", 0.0}, /* the cutoff is 0.5 unless said otherwise */
        {"MASK", "0.51", "", 255.0},
        {"MASK", "0.5", "", 255.0},
        {"MASK", "0.51", "'alphaCutoff':0.52,", 0.0},
        {"MASK", "0.01", "'alphaCutoff':0,", 255.0},
        {"BLEND", "0.25", "", 63.75},
        {"BLEND", "0", "", 0.0},
        {"BLEND", "1", "", 255.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        for (int kind = 0; kind < 2; ++kind) { /* MToon, and what is not */
            scene s =
                scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,%s]},"
                              "'alphaMode':'%s',%s%s",
                              cases[i].alpha, cases[i].mode, cases[i].cutoff,
                              kind == 0 ? mtoon("") : "'extensions':{'KHR_materials_unlit':{}}"));
            test_note("%s %s %s", cases[i].mode, cases[i].alpha, cases[i].cutoff);
            check_middle(&s, cases[i].red, 0.0, 0.0);
        }
    }
    test_note(NULL);
}

/* The alpha of the texture counts too; it is not encoded. */
TEST(mt_006_alpha_of_the_texture) {
    for (int i = 0; i < 3; ++i) {
        static const double red[] = {63.75, 0.0, 255.0};
        scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,%s],"
                                "'baseColorTexture':{'index':0}},'alphaMode':'%s',%s",
                                i == 2 ? "1" : "0.5", i == 0 ? "BLEND" : "MASK", mtoon("")));
        add_texture(&s, 255, 255, 255, 128);
        check_middle(&s, red[i], 0.0, 0.0);
    }
}

/* What the framebuffer's own alpha becomes: all that is seen covers it. */
TEST(mt_006_alpha_that_is_written) {
    static const struct {
        const char *mode, *alpha;
        int written;
    } cases[] = {
        {"OPAQUE", "0.3", 255}, {"MASK", "0.6", 255}, {"BLEND", "0.5", 128}, {"BLEND", "1", 255}};
    for (size_t i = 0; i < 4; ++i) {
        scene s =
            scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,%s]},'alphaMode':'%s',"
                          "%s",
                          cases[i].alpha, cases[i].mode, mtoon("")));
        shot taken;
        test_note("%s %s", cases[i].mode, cases[i].alpha);
        s.background[3] = 0.0f;
        taken = take(&s);
        if (taken.picture.rgba != NULL) {
            CHECK_NEAR(picture_at(&taken.picture, 32, 32)[3], cases[i].written, 1.0);
            CHECK_INT(picture_at(&taken.picture, 2, 2)[3], 0);
        }
        drop(&taken);
    }
    test_note(NULL);
}

/* --- Sides --- */

TEST(mt_013_sides) {
    for (int kind = 0; kind < 3; ++kind) {
        for (int i = 0; i < 4; ++i) {
            bool is_back = i % 2 != 0, is_double = i / 2 != 0;
            scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},"
                                    "'doubleSided':%s,'extensions':{%s}",
                                    is_double ? "true" : "false",
                                    kind == 0   ? "'VRMC_materials_mtoon':{'specVersion':'1.0',"
                                                  "'shadeColorFactor':[1,0,0]}"
                                    : kind == 1 ? "'KHR_materials_unlit':{}"
                                                : ""));
            shot taken;
            const uint8_t *pixel;
            test_note("kind %d, %s, %s", kind, is_back ? "back" : "front",
                      is_double ? "two sides" : "one side");
            s.patches[0].is_back = is_back;
            if (is_back) s.patches[0].normal.z = -1.0f;
            taken = take(&s);
            if (taken.picture.rgba != NULL) {
                pixel = picture_at(&taken.picture, 32, 32);
                CHECK_INT(pixel[0] > 60, !is_back || is_double); /* dim: all metal */
                CHECK_INT(pixel[1], 0);
            }
            drop(&taken);
        }
    }
    test_note(NULL);
}

/* A mirrored node turns its triangles round, and they still face us (glTF: by the determinant). */
TEST(mt_013_mirrored_node) {
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    s.patches[0].node = "'scale':[-1,1,1]";
    check_middle(&s, 255.0, 0.0, 0.0);
}

TEST_SUITE(render_order, ENTRY(mt_008_classes_are_drawn_in_order),
           ENTRY(mt_007_depth_is_written_or_not), ENTRY(mt_009_larger_offsets_are_drawn_later),
           ENTRY(mt_009_equal_offsets_go_by_depth), ENTRY(mt_010_opaque_knows_no_offset),
           ENTRY(mt_012_other_materials_among_mtoon), ENTRY(mt_006_alpha_modes),
           ENTRY(mt_006_alpha_of_the_texture), ENTRY(mt_006_alpha_that_is_written),
           ENTRY(mt_013_sides), ENTRY(mt_013_mirrored_node));
