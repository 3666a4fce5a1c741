/*
 * Outlines: how wide they are, in the world and on the screen, and their color. A square of one
 * meter with a back 1 mm behind it, its normals pointing outwards along the diagonals: the outline
 * is seen on all sides, by width / sqrt(2) each way.
 */
#include "render/expect.h"

#include "test.h"

#include <math.h>
#include <string.h>

#define BLUE "'pbrMetallicRoughness':{'baseColorFactor':[0,0,1,1]},"
/* Red where nothing lights it; mode, width. */
#define OUTLINE                                                                                    \
    "'shadeColorFactor':[0,0,1],'outlineWidthMode':'%s','outlineWidthFactor':%s,"                  \
    "'outlineColorFactor':[1,0,0],'outlineLightingMixFactor':0"

static const double half_field = 0.2679492; /* tan 15 degrees */

static scene scene_of_outline(const char *mode, const char *width, const char *more) {
    scene s = scene_of(text(BLUE "%s", mtoon(text(OUTLINE "%s", mode, width, more))));
    s.patches[0].is_thick = true;
    s.view.width = s.view.height = 512;
    return s;
}

/* Red and blue pixels of a row, or of a column. */
typedef struct widths {
    int before, surface, after; /* outline, blue, outline */
} widths;

static widths measure(const shot *taken, int line, bool is_column) {
    widths found = {0, 0, 0};
    int length = is_column ? taken->picture.height : taken->picture.width;
    if (taken->picture.rgba == NULL) return found;
    for (int i = 0; i < length; ++i) {
        const uint8_t *p = picture_at(&taken->picture, is_column ? line : i, is_column ? i : line);
        if (p[2] > 200)
            ++found.surface;
        else if (p[0] > 200 && found.surface == 0)
            ++found.before;
        else if (p[0] > 200)
            ++found.after;
    }
    return found;
}

/* Within a pixel on all four sides. */
static void check_widths(const shot *taken, double outline, double surface) {
    int width = taken->picture.width, height = taken->picture.height;
    for (int i = 0; i < 2 && taken->picture.rgba != NULL; ++i) {
        widths found = measure(taken, i ? width / 2 : height / 2, i != 0);
        CHECK_NEAR(found.before, outline, 1.0);
        CHECK_NEAR(found.after, outline, 1.0);
        CHECK_NEAR(found.surface, surface, 1.5);
    }
}

static void check_outline(const scene *s, double outline, double surface) {
    shot taken = take(s);
    check_widths(&taken, outline, surface);
    drop(&taken);
}

/* Pixels of a meter at a distance, at 512 rows. */
static double pixels(double metres, double distance) {
    return metres * 512.0 / (2.0 * distance * half_field);
}

TEST(mt_023_three_modes) {
    scene s = scene_of_outline("none", "0.05", "");
    check_outline(&s, 0.0, pixels(1.0, 3.0));
    s = scene_of_outline("worldCoordinates", "0.05", "");
    check_outline(&s, pixels(0.05 * sqrt(0.5), 3.0), pixels(1.0, 3.0)); /* 11.3 */
    s = scene_of_outline("screenCoordinates", "0.05", "");
    check_outline(&s, 0.05 * sqrt(0.5) * 512.0, pixels(1.0, 3.0)); /* 18.1 */
}

TEST(mt_023_without_indices) {
    scene s = scene_of_outline("worldCoordinates", "0.05", "");
    s.patches[0].is_strip = true;
    check_outline(&s, pixels(0.05 * sqrt(0.5), 3.0), pixels(1.0, 3.0));
}

/* Twice as far: half as wide in the world, the same on the screen; and under another field of view
 * and shape of the picture. */
TEST(mt_023_at_one_and_two_metres) {
    for (int i = 1; i <= 2; ++i) {
        for (int mode = 0; mode < 2; ++mode) {
            scene s = scene_of_outline(mode ? "screenCoordinates" : "worldCoordinates", "0.02", "");
            double outline = mode ? 0.02 * 512.0 : pixels(0.02, i);
            test_note("%d m, mode %d", i, mode);
            s.patches[0].x0 = -0.1f;
            s.patches[0].x1 = 0.1f;
            s.patches[0].y0 = 0.9f;
            s.patches[0].y1 = 1.1f;
            look_from(&s, vrm_vec3_make(0.0f, 1.0f, (float)i), vrm_vec3_make(0.0f, 1.0f, 0.0f),
                      vrm_vec3_make(0.0f, 1.0f, 0.0f));
            check_outline(&s, outline * sqrt(0.5), pixels(0.2, i));
        }
    }
    test_note(NULL);
}

TEST(mt_023_any_shape_and_field) {
    scene s = scene_of_outline("screenCoordinates", "0.05", "");
    s.view.width = 640;
    s.view.height = 320;
    vrm_view_look_at_value(&s.view, vrm_vec3_make(0.0f, 1.0f, 3.0f),
                           vrm_vec3_make(0.0f, 1.0f, 0.0f), vrm_vec3_make(0.0f, 1.0f, 0.0f),
                           1.0471976f, 2.0f, 0.1f, 100.0f);
    check_outline(&s, 0.05 * sqrt(0.5) * 320.0, 320.0 / (2.0 * 3.0 * tan(0.5235988)));
}

TEST(mt_023_scale_of_the_node_does_not_count) {
    scene s = scene_of_outline("worldCoordinates", "0.05", "");
    s.patches[0].node = "'scale':[2,2,2],'translation':[0,-1,0]";
    s.patches[0].x0 = -0.25f;
    s.patches[0].x1 = 0.25f;
    s.patches[0].y0 = 0.75f;
    s.patches[0].y1 = 1.25f;
    check_outline(&s, pixels(0.05 * sqrt(0.5), 3.0), pixels(1.0, 3.0));
}

TEST(mt_024_mask_and_skin) {
    static const uint8_t joints[4] = {0, 0, 1, 1};
    for (int skinned = 0; skinned < 2; ++skinned) {
        scene s = scene_of_outline("worldCoordinates", "0.1",
                                   ",'outlineWidthMultiplyTexture':{'index':0}");
        add_texture(&s, 255, 128, 0, 255); /* green counts, and it is linear */
        s.nodes = "{'translation':[0.2,0,0]},{'translation':[-0.2,0.1,0]}";
        if (skinned) { /* moved by 5 cm up in the mean */
            s.patches[0].joints = joints;
            s.patches[0].node = "'skin':0";
            s.members = "'skins':[{'joints':[8,9]}]";
            s.patches[0].y0 -= 0.05f;
            s.patches[0].y1 -= 0.05f;
        }
        test_note(skinned ? "skinned" : "not skinned");
        check_outline(&s, pixels(0.1 * 128.0 / 255.0 * sqrt(0.5), 3.0), pixels(1.0, 3.0));
    }
    test_note(NULL);
}

/* GL-016, MT-029: the mask's texture moves too: its left half is 0, its right half 1. */
TEST(gl_016_mt_029_mt_031_mask_moves) {
    static const uint8_t mask[16] = {0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 255, 0, 255, 0, 255};
    static const float at[2] = {0.25f, 0.5f};
    static const struct {
        const char *use, *animation;
        double share;
    } cases[] = {
        {"", "", 0.0},
        {",'extensions':{'KHR_texture_transform':{'offset':[0.5,0]}}", "", 1.0},
        {",'extensions':{'KHR_texture_transform':{'scale':[3,1]}}", "", 1.0},
        {"", ",'uvAnimationScrollXSpeedFactor':0.5", 1.0},
        {"", ",'uvAnimationRotationSpeedFactor':3.14159265", 1.0},
        {",'extensions':{'KHR_texture_transform':{'offset':[0.5,0]}}",
         ",'uvAnimationScrollXSpeedFactor':0.5", 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene s = scene_of_outline("worldCoordinates", "0.05",
                                   text(",'outlineWidthMultiplyTexture':{'index':0%s}%s",
                                        cases[i].use, cases[i].animation));
        test_note("%s %s", cases[i].use, cases[i].animation);
        add_texture_2x2(&s, mask);
        s.patches[0].uv = at;
        s.seconds = 1.0f;
        check_outline(&s, cases[i].share * pixels(0.05 * sqrt(0.5), 3.0), pixels(1.0, 3.0));
    }
    test_note(NULL);
}

/* --- Color --- */

#define SURFACE "'pbrMetallicRoughness':{'baseColorFactor':[0.5,0.25,0.125,1]},"

/* The outline at the left of the middle row, 5 pixels from the surface. */
static void check_left(const scene *s, float r, float g, float b) {
    shot taken = take(s);
    check_linear(&taken, 256 - (int)pixels(0.5, 3.0) - 5, 256, r, g, b);
    drop(&taken);
}

TEST(mt_025_mt_040_lighting_of_the_outline) {
    static const float mixes[] = {0.0f, 0.5f, 1.0f};
    for (int lit = 0; lit < 2; ++lit) {
        for (size_t i = 0; i < 3; ++i) {
            scene s =
                scene_of(text(SURFACE "'emissiveFactor':[0,0,0.25],%s",
                              mtoon(text("'shadeColorFactor':[0.1,0.2,0.3],'outlineWidthMode':'"
                                         "worldCoordinates','outlineWidthFactor':0.05,"
                                         "'outlineColorFactor':[0.8,0.6,0.4],"
                                         "'outlineLightingMixFactor':%g",
                                         (double)mixes[i]))));
            float color[3], surface[3] = {0.5f, 0.25f, 0.375f}, out[3] = {0.8f, 0.6f, 0.4f};
            test_note("%s, mix %g", lit ? "lit" : "in the shade", (double)mixes[i]);
            if (!lit) {
                surface[0] = 0.1f;
                surface[1] = 0.2f;
                surface[2] = 0.55f;
            }
            s.patches[0].is_thick = true;
            s.view.width = s.view.height = 512;
            /* MT-040: the outward normal, which points left here, though a back face is seen */
            s.view.light.direction = vrm_vec3_make(lit ? -1.0f : 1.0f, 0.0f, 0.0f);
            vrm_mtoon_outline(surface, out, mixes[i], color);
            check_left(&s, color[0], color[1], color[2]);
        }
    }
    test_note(NULL);
}

TEST(mt_025_gi_and_rim_light_the_outline) {
    scene s = scene_of(text(
        SURFACE "%s",
        mtoon("'shadeColorFactor':[0,0,0],'outlineWidthMode':'worldCoordinates',"
              "'outlineWidthFactor':0.05,'outlineColorFactor':[1,1,1],'parametricRimColorFactor':["
              "0.1,0.2,0.3],'parametricRimLiftFactor':1,'rimLightingMixFactor':0")));
    s.patches[0].is_thick = true;
    s.view.width = s.view.height = 512;
    for (int i = 0; i < 3; ++i) {
        s.view.light.color[i] = 0.0f;
        s.view.light.sky[i] = s.view.light.ground[i] = 0.4f;
    }
    check_left(&s, 0.3f, 0.3f, 0.35f);
}

TEST(mt_026_outlines_can_be_left_out) {
    scene s = scene_of_outline("worldCoordinates", "0.05", "");
    s.view.flags |= VRM_RENDER_NO_OUTLINE;
    check_outline(&s, 0.0, pixels(1.0, 3.0));
}

TEST(mt_013_front_faces_of_outlines_are_not_drawn) {
    for (int both = 0; both < 2; ++both) {
        scene s = scene_of(text(BLUE "'doubleSided':%s,%s", both ? "true" : "false",
                                mtoon(text(OUTLINE, "worldCoordinates", "0.05"))));
        shot taken;
        s.view.width = s.view.height = 512;
        taken = take(&s); /* its outline would lie 5 cm before the surface */
        check_linear(&taken, 256, 256, 0.0f, 0.0f, 1.0f);
        drop(&taken);
    }
}

TEST(mt_040_extrusion_knows_no_normal_map) {
    scene s = scene_of(text(BLUE "'normalTexture':{'index':0},%s",
                            mtoon(text(OUTLINE, "worldCoordinates", "0.05"))));
    s.patches[0].is_thick = true;
    s.view.width = s.view.height = 512;
    add_texture(&s, 250, 200, 140, 255);
    check_outline(&s, pixels(0.05 * sqrt(0.5), 3.0), pixels(1.0, 3.0));
}

/* Above the square the outward normal is (0, 1, 0); the map would turn it to the right, into the
 * light. */
TEST(mt_040_shading_of_the_outline_knows_no_normal_map) {
    scene s = scene_of(
        text(SURFACE "'normalTexture':{'index':0},%s",
             mtoon("'shadeColorFactor':[0.1,0.2,0.3],'outlineWidthMode':'worldCoordinates',"
                   "'outlineWidthFactor':0.05,'outlineColorFactor':[1,1,1]")));
    shot taken;
    s.patches[0].is_thick = true;
    s.view.width = s.view.height = 512;
    s.view.light.direction = vrm_vec3_make(0.7f, -0.7f, 0.0f);
    add_texture(&s, 255, 128, 128, 255);
    taken = take(&s);
    check_linear(&taken, 256, 256 - (int)pixels(0.5, 3.0) - 5, 0.1f, 0.2f, 0.3f);
    drop(&taken);
}

/* A hole in the surface is a hole in its outline: the top left quarter is not there. */
TEST(mt_040_mask_cuts_the_outline) {
    static const uint8_t holes[16] = {255, 255, 255, 0,   255, 255, 255, 255,
                                      255, 255, 255, 255, 255, 255, 255, 255};
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[0,0,1,1],"
                            "'baseColorTexture':{'index':0}},'alphaMode':'MASK',%s",
                            mtoon(text(OUTLINE, "worldCoordinates", "0.05"))));
    shot taken;
    int left = 256 - (int)pixels(0.5, 3.0) - 5, right = 511 - left;
    s.patches[0].is_thick = true;
    s.view.width = s.view.height = 512;
    add_texture_2x2(&s, holes);
    taken = take(&s);
    check_linear(&taken, left, 160, 0.0f, 0.0f, 0.0f);
    check_linear(&taken, left, 352, 1.0f, 0.0f, 0.0f);
    check_linear(&taken, right, 160, 1.0f, 0.0f, 0.0f);
    check_linear(&taken, 180, 180, 0.0f, 0.0f, 0.0f);
    drop(&taken);
}

/* An outline of a transparent surface is as transparent. */
TEST(mt_040_alpha_of_the_outline) {
    scene s = scene_of(
        text("'pbrMetallicRoughness':{'baseColorFactor':[0,0,1,0.5]},"
             "'alphaMode':'BLEND',%s",
             mtoon(text(OUTLINE ",'transparentWithZWrite':true", "worldCoordinates", "0.05"))));
    shot taken;
    int left = 256 - (int)pixels(0.5, 3.0) - 5;
    s.patches[0].is_thick = true;
    s.view.width = s.view.height = 512;
    taken = take(&s);
    check_color(&taken, left, 256, (const double[3]){127.5, 0.0, 0.0}, 2.0);
    check_color(&taken, 256, 256, (const double[3]){0.0, 0.0, 127.5}, 2.0);
    drop(&taken);
}

/* Where the surface faces us, an outline of the screen fades: a normal at 45 degrees gets half. */
TEST(mt_023_screen_outline_fades_towards_the_eye) {
    scene s = scene_of_outline("screenCoordinates", "0.05", "");
    vrm_vec4 clip = {0.0f, 0.0f, 0.0f, 3.0f}, moved;
    s.patches[0].lean = 1.0f;
    check_outline(&s, 0.5 * 0.05 * sqrt(0.5) * 512.0, pixels(1.0, 3.0));
    moved =
        vrm_mtoon_outline_clip(&s.view.projection, clip, vrm_vec3_make(1.0f, 0.0f, 1.0f), 0.05f);
    CHECK_NEAR((double)moved.x, 0.5 * 2.0 * 0.05 * 3.0, 1e-6);
    moved =
        vrm_mtoon_outline_clip(&s.view.projection, clip, vrm_vec3_make(0.0f, 0.0f, 1.0f), 0.05f);
    CHECK_NEAR((double)moved.x, 0.0, 0.0);
}

TEST_SUITE(render_outline, ENTRY(mt_023_three_modes), ENTRY(mt_023_without_indices),
           ENTRY(mt_023_at_one_and_two_metres), ENTRY(mt_023_any_shape_and_field),
           ENTRY(mt_023_scale_of_the_node_does_not_count), ENTRY(mt_024_mask_and_skin),
           ENTRY(gl_016_mt_029_mt_031_mask_moves), ENTRY(mt_025_mt_040_lighting_of_the_outline),
           ENTRY(mt_025_gi_and_rim_light_the_outline), ENTRY(mt_026_outlines_can_be_left_out),
           ENTRY(mt_013_front_faces_of_outlines_are_not_drawn),
           ENTRY(mt_040_extrusion_knows_no_normal_map),
           ENTRY(mt_040_shading_of_the_outline_knows_no_normal_map),
           ENTRY(mt_040_mask_cuts_the_outline), ENTRY(mt_040_alpha_of_the_outline),
           ENTRY(mt_023_screen_outline_fades_towards_the_eye));
