/*
 * Where textures are sampled: sets of coordinates, KHR_texture_transform, UV animation and its
 * mask, in every slot of MToon; against the processor's answer.
 */
#include "render/expect.h"

#include "test.h"

#include <string.h>

/* Four texels that no swap or turn maps onto themselves. */
static const uint8_t colors[16] = {255, 0,  0,   255, 40,  220, 60,  255,
                                   120, 30, 240, 255, 190, 200, 250, 255};
static const uint8_t normals[16] = {200, 128, 230, 255, 128, 200, 230, 255,
                                    60,  128, 230, 255, 128, 60,  230, 255};

/* `%s` is for members of the texture's use, and for members of MToon. */
static const struct {
    const char *name, *material, *mtoon;
    bool is_normal, is_lit_from_behind;
} slots[] = {
    {"base", "'pbrMetallicRoughness':{'baseColorTexture':{'index':0%s}}", "", false, false},
    {"emissive",
     "'pbrMetallicRoughness':{'baseColorFactor':[0,0,0,1]},'emissiveFactor':[0.9,0.9,0.9],"
     "'emissiveTexture':{'index':0%s}",
     "", false, false},
    {"normal", "'normalTexture':{'index':0%s}", "'shadingToonyFactor':0,", true, false},
    {"shade multiply", "'doubleSided':false",
     "'shadeColorFactor':[1,1,1],'shadeMultiplyTexture':{'index':0%s},", false, true},
    {"shading shift", "'doubleSided':false",
     "'shadingToonyFactor':0,'shadingShiftTexture':{'index':0,'scale':-1%s},", false, false},
    {"rim multiply", "'pbrMetallicRoughness':{'baseColorFactor':[0,0,0,1]}",
     "'parametricRimColorFactor':[0.9,0.9,0.9],'parametricRimLiftFactor':1,"
     "'rimMultiplyTexture':{'index':0%s},",
     false, false},
};

enum { SLOTS = sizeof slots / sizeof slots[0] };

static scene scene_of_slot(int slot, const char *use, const char *mtoon_members) {
    /* The format of a slot is a literal of the table above. */
    char material[2048], members[2048];
    const char *at = strstr(slots[slot].material, "%s"), *place = strstr(slots[slot].mtoon, "%s");
    scene s;
    size_t before = at != NULL ? (size_t)(at - slots[slot].material) : strlen(slots[slot].material);
    strcpy(material, text("%.*s%s%s", (int)before, slots[slot].material, at != NULL ? use : "",
                          at != NULL ? at + 2 : ""));
    before = place != NULL ? (size_t)(place - slots[slot].mtoon) : strlen(slots[slot].mtoon);
    strcpy(members, text("%.*s%s%s", (int)before, slots[slot].mtoon, place != NULL ? use : "",
                         place != NULL ? place + 2 : ""));
    s = scene_of(text("%s,'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',%s%s"
                      "'rimLightingMixFactor':0}}",
                      material, members, mtoon_members));
    add_texture_2x2(&s, slots[slot].is_normal ? normals : colors);
    s.view.light.direction = vrm_vec3_make(slots[slot].is_normal ? 3.0f : 0.0f, 0.3f,
                                           slots[slot].is_lit_from_behind ? -1.0f : 1.0f);
    return s;
}

/* The square covers 20 pixels either side of the middle. These lie within its four quarters, and
 * off the seams that the transforms of this file make. */
static const int places[][2] = {{20, 18}, {42, 20}, {24, 41}, {40, 38}, {27, 29}, {36, 26}};

enum { PLACES = sizeof places / sizeof places[0] };

static void check_places(const shot *taken) {
    for (size_t i = 0; i < PLACES; ++i) check_reference(taken, 0, places[i][0], places[i][1]);
}

/* In how many places two pictures differ by more than the tolerance. */
static int count_changes(const shot *a, const shot *b) {
    int count = 0;
    if (a->picture.rgba == NULL || b->picture.rgba == NULL) return -1;
    for (size_t i = 0; i < PLACES; ++i) {
        const uint8_t *p = picture_at(&a->picture, places[i][0], places[i][1]);
        const uint8_t *q = picture_at(&b->picture, places[i][0], places[i][1]);
        for (int c = 0; c < 3; ++c) {
            if (p[c] > q[c] + 8 || q[c] > p[c] + 8) {
                ++count;
                break;
            }
        }
    }
    return count;
}

/* Each slot with this use of its texture: as the reference says, and not as without. */
static void check_slots(const char *use, const char *mtoon_members, float seconds) {
    static const float elsewhere[2] = {0.55f, 0.1f};
    for (int i = 0; i < SLOTS; ++i) {
        scene plain = scene_of_slot(i, "", "");
        scene s = scene_of_slot(i, use, mtoon_members);
        shot before = take(&plain), after;
        test_note("%s, %s %s", slots[i].name, use, mtoon_members);
        check_places(&before);
        s.patches[0].uv1 = elsewhere;
        s.seconds = seconds;
        after = take(&s);
        check_places(&after);
        if (before.picture.rgba != NULL) CHECK(count_changes(&before, &after) > 0);
        drop(&before);
        drop(&after);
    }
    test_note(NULL);
}

#define TRANSFORM(members) ",'extensions':{'KHR_texture_transform':{" members "}}"

TEST(gl_016_offset_and_scale_in_every_slot) {
    check_slots(TRANSFORM("'offset':[0.5,0]"), "", 0.0f);
    check_slots(TRANSFORM("'scale':[0.5,2]"), "", 0.0f);
    check_slots(TRANSFORM("'offset':[0.1,-0.35],'scale':[-1,0.7]"), "", 0.0f);
}

TEST(gl_017_rotation_and_tex_coord_in_every_slot) {
    check_slots(TRANSFORM("'rotation':1.5707963"), "", 0.0f);
    check_slots(TRANSFORM("'rotation':0.6,'offset':[0.2,0.1],'scale':[0.8,0.6]"), "", 0.0f);
    check_slots(",'texCoord':1", "", 0.0f);
    check_slots(TRANSFORM("'texCoord':1"), "", 0.0f);
}

/* The example of the extension's text: the lower left quarter, rotated clockwise. */
TEST(gl_017_example_of_the_extension) {
    static const char use[] =
        TRANSFORM("'offset':[0,1],'rotation':1.57079632679,'scale':[0.5,0.5]");
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorTexture':{'index':0%s}},"
                            "'extensions':{'KHR_materials_unlit':{}}",
                            use));
    static const double blue[3] = {120.0, 30.0, 240.0};
    shot taken;
    add_texture_2x2(&s, colors);
    taken = take(&s);
    for (size_t i = 0; i < PLACES; ++i) check_color(&taken, places[i][0], places[i][1], blue, 1.0);
    drop(&taken);
}

/* MT-027, MT-028, MT-029 and MT-033: seconds pass, and each slot moves. */
TEST(mt_027_mt_028_mt_029_mt_033_animation_in_every_slot) {
    check_slots("", "'uvAnimationScrollXSpeedFactor':0.5,", 1.0f);
    check_slots("", "'uvAnimationScrollYSpeedFactor':-0.25,", 2.0f);
    check_slots("", "'uvAnimationRotationSpeedFactor':0.78539816,", 2.0f);
    check_slots("",
                "'uvAnimationRotationSpeedFactor':0.3,'uvAnimationScrollXSpeedFactor':0.1,"
                "'uvAnimationScrollYSpeedFactor':0.2,",
                1.5f);
}

/* A quarter of a turn, in colors: counter-clockwise with V down, the sample at the top left comes
 * from the top right … and so on round. */
TEST(mt_028_quarter_turn) {
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},%s",
                            mtoon("'uvAnimationRotationSpeedFactor':1.57079632679")));
    shot taken;
    add_texture_2x2(&s, colors);
    s.seconds = 1.0f;
    taken = take(&s);
    /* top left (x, y) = (-.25, -.25): sampled at (c x + s y, -s x + c y) = (-.25, .25), below it */
    check_color(&taken, 20, 20, (const double[3]){120.0, 30.0, 240.0}, 2.0);
    check_color(&taken, 44, 20, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    check_color(&taken, 44, 44, (const double[3]){40.0, 220.0, 60.0}, 2.0);
    check_color(&taken, 20, 44, (const double[3]){190.0, 200.0, 250.0}, 2.0);
    drop(&taken);
}

TEST(mt_030_coordinates_are_not_clamped) {
    static const float far_away[2] = {7.3f, -2.8f};
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},%s",
                            mtoon("'uvAnimationScrollXSpeedFactor':1.5")));
    shot taken;
    add_texture_2x2(&s, colors);
    s.patches[0].uv = far_away;
    taken = take(&s); /* 7.3 is 0.3, -2.8 is 0.2: the top left */
    check_color(&taken, 32, 32, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    drop(&taken);
    s.seconds = 7.0f; /* 10.5 further */
    taken = take(&s);
    check_color(&taken, 32, 32, (const double[3]){40.0, 220.0, 60.0}, 2.0);
    check_reference(&taken, 0, 32, 32);
    drop(&taken);
}

/* MT-031: animation first, then the slot's own transform. */
TEST(mt_031_animation_before_the_transform) {
    check_slots(TRANSFORM("'offset':[0.1,0],'scale':[2,0.5]"),
                "'uvAnimationRotationSpeedFactor':0.7,'uvAnimationScrollXSpeedFactor':0.15,", 1.0f);
    check_slots(TRANSFORM("'rotation':0.5,'scale':[0.5,2],'texCoord':1"),
                "'uvAnimationRotationSpeedFactor':1.1,'uvAnimationScrollYSpeedFactor':0.3,", 1.0f);
}

TEST(mt_027_mt_029_mt_031_mask) {
    static const char *const uses[] = {"", TRANSFORM("'offset':[0.5,0.5]"), ",'texCoord':1"};
    /* blue: 0, a half, and 1 */
    static const uint8_t mask[16] = {255, 255, 0,   255, 0,   0,   128, 255,
                                     0,   0,   255, 255, 255, 255, 64,  255};
    static const float elsewhere[2] = {0.1f, 0.55f};
    for (size_t i = 0; i < 3; ++i) {
        scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},%s",
                                mtoon(text("'uvAnimationScrollXSpeedFactor':0.5,"
                                           "'uvAnimationRotationSpeedFactor':0.4,"
                                           "'uvAnimationMaskTexture':{'index':1%s}",
                                           uses[i]))));
        shot taken;
        test_note("%s", uses[i]);
        add_texture_2x2(&s, colors);
        add_texture_2x2(&s, mask);
        s.patches[0].uv1 = elsewhere;
        s.seconds = 1.0f;
        taken = take(&s);
        check_places(&taken);
        if (i == 0) /* the top left does not move at all: green of the mask does not count */
            check_color(&taken, 20, 18, (const double[3]){255.0, 0.0, 0.0}, 2.0);
        drop(&taken);
    }
    test_note(NULL);
}

/* MT-032: after an hour, still the phase of an hour. */
TEST(mt_032_an_hour_of_animation) {
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},%s",
                            mtoon("'uvAnimationScrollXSpeedFactor':0.25,"
                                  "'uvAnimationRotationSpeedFactor':0.39269908")));
    shot taken;
    add_texture_2x2(&s, colors);
    taken = take(&s);
    if (taken.avatar != NULL) {
        for (int i = 0; i < 60 * 600; ++i) vrm_avatar_update(taken.avatar, 1.0f / 60.0f);
        /* 600 s: 37.5 turns and 150 units: half a turn, and no scroll that is seen */
        take_again(&taken, 0.0f);
        check_color(&taken, 20, 20, (const double[3]){190.0, 200.0, 250.0}, 2.0);
        check_color(&taken, 44, 20, (const double[3]){120.0, 30.0, 240.0}, 2.0);
    }
    drop(&taken);
}

/* MT-003: masks are linear, colors are not. Half a byte is half a shift, and not half a base. */
TEST(mt_003_which_textures_are_encoded) {
    for (int i = 0; i < SLOTS; ++i) {
        scene s = scene_of_slot(i, "", "");
        shot taken;
        test_note("%s", slots[i].name);
        s.texture_count = 0;
        add_texture(&s, 128, slots[i].is_normal ? 178 : 128, slots[i].is_normal ? 230 : 128, 255);
        taken = take(&s);
        check_places(&taken);
        drop(&taken);
    }
    test_note(NULL);
}

/* MT-003: a color that shines alone is in the picture as it is in the file, whoever decodes it:
 * where GL runs on the processor, the shader does in a model that is made for a view. Of 64
 * textures, four texels and three channels each show all bytes, three times. */
TEST(mt_003_each_byte_of_a_colour_comes_back) {
    static const int at[4][2] = {{20, 20}, {44, 20}, {20, 44}, {44, 44}};
    for (int i = 0; i < 2 * 64; ++i) {
        scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[0,0,0,1]},"
                                "'emissiveFactor':[1,1,1],'emissiveTexture':{'index':0},%s",
                                mtoon("")));
        uint8_t rgba[16];
        shot taken;
        test_note("texture %d", i);
        s.is_for_view = i >= 64;
        for (int k = 0; k < 4; ++k) {
            int byte = 4 * (i % 64) + k;
            rgba[4 * k] = (uint8_t)byte;
            rgba[4 * k + 1] = (uint8_t)(255 - byte);
            rgba[4 * k + 2] = (uint8_t)((byte + 128) % 256);
            rgba[4 * k + 3] = 255;
        }
        add_texture_2x2(&s, rgba);
        taken = take(&s);
        for (int k = 0; k < 4; ++k) {
            const uint8_t *texel = rgba + 4 * k;
            check_color(&taken, at[k][0], at[k][1], (const double[3]){texel[0], texel[1], texel[2]},
                        1.0);
        }
        drop(&taken);
    }
    test_note(NULL);
}

TEST_SUITE(render_texture, ENTRY(gl_016_offset_and_scale_in_every_slot),
           ENTRY(gl_017_rotation_and_tex_coord_in_every_slot),
           ENTRY(gl_017_example_of_the_extension),
           ENTRY(mt_027_mt_028_mt_029_mt_033_animation_in_every_slot), ENTRY(mt_028_quarter_turn),
           ENTRY(mt_030_coordinates_are_not_clamped), ENTRY(mt_031_animation_before_the_transform),
           ENTRY(mt_027_mt_029_mt_031_mask), ENTRY(mt_032_an_hour_of_animation),
           ENTRY(mt_003_which_textures_are_encoded),
           ENTRY(mt_003_each_byte_of_a_colour_comes_back));
