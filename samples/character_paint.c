/* Textures and materials of the character. */
#include "character.h"

#include <string.h>

const box face_white = {0, 0, 0.5, 0.5}, face_lash = {0.5, 0, 0.75, 0.25},
          face_brow = {0.75, 0, 1, 0.25}, face_skin = {0.5, 0.25, 1, 0.5},
          face_mouth = {0, 0.5, 0.5, 1}, face_nose = {0.5, 0.5, 1, 1};

const box outfit_coat = {0, 0, 0.5, 0.5}, outfit_sleeve = {0.5, 0, 1, 0.25},
          outfit_hood = {0.5, 0.25, 1, 0.5}, outfit_leg = {0, 0.5, 0.5, 0.75},
          outfit_boot = {0.5, 0.5, 1, 0.75}, outfit_bobble = {0, 0.75, 0.25, 1};

#define SKIN 0xFFE0CB
#define YELLOW 0xFFCF4A
#define TEAL 0x2E9E9B
#define NAVY 0x3A4468
#define CREAM 0xFFF6E3
#define HAIR_DARK 0x5B4A93
#define HAIR 0x8570C4
#define HAIR_LIGHT 0xB5A4EA

/* A place within a part of a texture. */
static double across(box b, double u) { return mix(b.left, b.right, u); }
static double down(box b, double v) { return mix(b.top, b.bottom, v); }

static void paint_band(canvas *c, box b, double top, double bottom, uint32_t with) {
    paint_box(c, (box){b.left, down(b, top), b.right, down(b, bottom)}, hex(with));
}

static canvas paint_skin(void) { return canvas_make(8, 8, hex(SKIN)); }

static canvas paint_face(void) {
    canvas c = canvas_make(256, 256, hex(SKIN));
    box m = face_mouth, w = face_white;
    paint_box(&c, w, hex(0xFDFBFA));
    paint_gradient(&c, (box){w.left, w.top, w.right, down(w, 0.5)}, hex(0xAFA6C8),
                   fade(hex(0xFDFBFA), 0));
    paint_box(&c, face_lash, hex(0x3B2A45));
    paint_box(&c, face_brow, hex(HAIR_DARK));
    paint_box(&c, face_nose, hex(0xEDB09A));
    paint_box(&c, m, hex(0xA23B46));
    paint_ellipse(&c, across(m, 0.5), down(m, 1.0), 0.19, 0.22, hex(0xEE8A86));
    paint_band(&c, m, 0, 0.10, 0x6E2731);
    paint_band(&c, m, 0.92, 1, 0x6E2731);
    return c;
}

/* The left half is the iris; the right one has a star in it, for an expression. */
static canvas paint_eyes(void) {
    canvas c = canvas_make(256, 128, hex(0x155A5E));
    for (int i = 0; i < 2; ++i) {
        double u = 0.25 + 0.5 * i;
        paint_ellipse(&c, u, 0.5, 0.225, 0.45, hex(0x1F7F80));
        paint_gradient(&c, (box){u - 0.25, 0, u + 0.25, 1}, fade(hex(0x0E3F4A), 0.9),
                       fade(hex(0x7FF0D8), 0.75));
        paint_glow(&c, u, 0.86, 0.17, 0.26, hex(0xB9FFE9));
        if (i == 0) {
            paint_ellipse(&c, u, 0.50, 0.085, 0.19, hex(0x0B2A35));
        } else {
            paint_star(&c, u, 0.52, 0.185, 0.29, hex(0xFFE36B));
        }
        paint_ellipse(&c, u - 0.075, 0.27, 0.062, 0.125, hex(0xFFFFFF));
        paint_ellipse(&c, u + 0.085, 0.70, 0.030, 0.062, hex(0xFFFFFF));
    }
    return c;
}

static canvas paint_blush(void) {
    canvas c = canvas_make(64, 64, fade(hex(0xFF7F86), 0));
    paint_glow(&c, 0.5, 0.5, 0.5, 0.5, hex(0xFF7F86));
    return c;
}

static canvas paint_hair(void) {
    canvas c = canvas_make(128, 128, hex(HAIR));
    paint_gradient(&c, (box){0, 0.55, 1, 1}, fade(hex(HAIR_DARK), 0), fade(hex(HAIR_DARK), 0.55));
    /* A ring of light, in teeth. */
    for (int i = 0; i < 16; ++i) {
        double u = (i + 0.5) / 16, height = i % 2 ? 0.050 : 0.075;
        paint_ellipse(&c, u, 0.40, 0.034, height, fade(hex(HAIR_LIGHT), 0.8));
    }
    for (int i = 0; i < 9; ++i) {
        double u = (i + 0.3) / 9;
        paint_box(&c, (box){u, 0.5, u + 0.010, 1}, fade(hex(HAIR_DARK), 0.35));
    }
    return c;
}

static canvas paint_outfit(void) {
    canvas c = canvas_make(256, 256, hex(YELLOW));
    box coat = outfit_coat, boot = outfit_boot;
    /* The coat: u 0.5 is the front. */
    paint_band(&c, coat, 0.86, 0.90, TEAL);
    paint_band(&c, coat, 0.93, 1, TEAL);
    paint_box(&c, (box){across(coat, 0.475), coat.top, across(coat, 0.525), down(coat, 0.86)},
              hex(0xF0B52E));
    for (int i = 0; i < 4; ++i) {
        paint_ellipse(&c, across(coat, 0.5), down(coat, 0.17 + 0.17 * i), 0.0095, 0.0115,
                      hex(CREAM));
    }
    for (int i = 0; i < 2; ++i) { /* pockets */
        double u = across(coat, i == 0 ? 0.405 : 0.595);
        paint_box(&c, (box){u - 0.026, down(coat, 0.56), u + 0.026, down(coat, 0.70)},
                  hex(0xF0B52E));
        paint_box(&c, (box){u - 0.029, down(coat, 0.555), u + 0.029, down(coat, 0.585)},
                  hex(CREAM));
    }
    paint_star(&c, across(coat, 0.60), down(coat, 0.22), 0.017, 0.021, hex(TEAL));
    paint_band(&c, outfit_sleeve, 0.70, 1, TEAL);
    paint_band(&c, outfit_sleeve, 0.64, 0.67, TEAL);
    paint_box(&c, outfit_hood, hex(0xF7BE36));
    paint_box(&c, outfit_leg, hex(NAVY));
    paint_box(&c, boot, hex(TEAL));
    paint_band(&c, boot, 0, 0.05, CREAM);
    /* Soles: of the foot, u 0 is the ground. */
    paint_box(&c, (box){boot.left, down(boot, 0.5), across(boot, 0.17), boot.bottom}, hex(CREAM));
    paint_box(&c, (box){across(boot, 0.83), down(boot, 0.5), boot.right, boot.bottom}, hex(CREAM));
    paint_box(&c, outfit_bobble, hex(YELLOW));
    return c;
}

typedef struct look {
    const char *name, *texture;
    uint32_t shade; /* the colour of shadow that the texture is multiplied with */
    uint32_t outline;
    double outline_width;
    uint32_t rim;
} look;

static const look looks[CHARACTER_MATERIALS] = {
    [CHARACTER_SKIN] = {"Skin", "skin", 0xF6BFB0, 0x7A4A4A, 0.0011, 0},
    [CHARACTER_FACE] = {"Face", "face", 0xF6BFB0, 0, 0, 0},
    [CHARACTER_EYES] = {"Eyes", "eyes", 0xD8D4EA, 0, 0, 0},
    [CHARACTER_BLUSH] = {"Blush", "blush", 0xF6BFB0, 0, 0, 0},
    [CHARACTER_HAIR] = {"Hair", "hair", 0xA79AD6, 0x2E2450, 0.0013, 0x40385C},
    [CHARACTER_OUTFIT] = {"Outfit", "outfit", 0xD9A98F, 0x4A3A3A, 0.0013, 0x302A20},
};

void character_add_materials(avatar *a, int materials[CHARACTER_MATERIALS],
                             canvas pictures[CHARACTER_MATERIALS]) {
    pictures[CHARACTER_SKIN] = paint_skin();
    pictures[CHARACTER_FACE] = paint_face();
    pictures[CHARACTER_EYES] = paint_eyes();
    pictures[CHARACTER_BLUSH] = paint_blush();
    pictures[CHARACTER_HAIR] = paint_hair();
    pictures[CHARACTER_OUTFIT] = paint_outfit();
    for (int i = 0; i < CHARACTER_MATERIALS; ++i) {
        int texture = avatar_add_image(a, looks[i].texture,
                                       i == CHARACTER_BLUSH ? canvas_png(&pictures[i], true)
                                                            : canvas_png_indexed(&pictures[i], 51));
        avatar_material *m;
        materials[i] = avatar_add_material(a, looks[i].name, 1, 1, 1);
        m = &a->materials.items[materials[i]];
        m->base_texture = m->shade_texture = texture;
        color_to_linear(hex(looks[i].shade), m->shade_color);
        color_to_linear(hex(looks[i].outline), m->outline_color);
        color_to_linear(hex(looks[i].rim), m->rim_color);
        m->rim_mix = 1;
        m->rim_power = 4;
        m->rim_lift = 0.05;
        if (looks[i].outline_width > 0) {
            m->outline_mode = VRM_OUTLINE_WORLD_COORDINATES;
            m->outline_width = looks[i].outline_width;
        }
        m->outline_mix = 0.5;
        m->is_double_sided = i == CHARACTER_HAIR;
    }
    a->materials.items[materials[CHARACTER_BLUSH]].alpha_mode = ALPHA_BLEND;
    a->materials.items[materials[CHARACTER_BLUSH]].base_color[3] = 0.45;
}
