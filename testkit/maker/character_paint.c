/* Pictures of hair and clothes, and the materials of the character. */
#include "character.h"

#include <string.h>

const box outfit_coat = {0, 0, 0.75, 0.5}, outfit_sleeve = {0.75, 0, 1, 0.25},
          outfit_hood = {0.75, 0.25, 1, 0.5}, outfit_leg = {0, 0.5, 0.25, 1},
          outfit_boot = {0.25, 0.5, 0.5, 0.75}, outfit_sole = {0.25, 0.75, 0.5, 1},
          outfit_skirt = {0.5, 0.5, 0.75, 0.75}, outfit_bow = {0.5, 0.75, 0.625, 1},
          outfit_ribbon = {0.625, 0.75, 0.75, 1}, outfit_clip = {0.75, 0.5, 0.875, 0.75};

#define YELLOW 0xFFD04A
#define YELLOW_DARK 0xF2B02C
#define TEAL 0x2AA3A6
#define TEAL_DARK 0x1D7F88
#define NAVY 0x3B4276
#define CREAM 0xFFF7E8
#define HAIR 0x7A6FCB
#define HAIR_LIGHT 0xC3BCF7
#define HAIR_TIP 0x63C3DA

/* A place within a part of a texture. */
static double across(box b, double u) { return mix(b.left, b.right, u); }
static double down(box b, double v) { return mix(b.top, b.bottom, v); }

static box within(box b, double left, double top, double right, double bottom) {
    box part = {across(b, left), down(b, top), across(b, right), down(b, bottom)};
    return part;
}

static void paint_band(canvas *c, box b, double top, double bottom, uint32_t with) {
    paint_box(c, within(b, 0, top, 1, bottom), hex(with));
}

static void paint_seam(canvas *c, box b, double u0, double v0, double u1, double v1, double width,
                       uint32_t with) {
    const point ends[2] = {{across(b, u0), down(b, v0)}, {across(b, u1), down(b, v1)}};
    paint_line(c, ends, 2, width, hex(with));
}

/* --- Hair --- */

static canvas paint_blush(void) {
    canvas c = canvas_make(64, 64, fade(hex(0xFF6F7C), 0));
    paint_glow(&c, 0.5, 0.5, 0.5, 0.5, fade(hex(0xFF6F7C), 0.7));
    return c;
}

/* u: from the back of a strand to its ridge; v: from root to tip. */
static canvas paint_hair(void) {
    canvas c = canvas_make(128, 256, hex(HAIR));
    paint_gradient(&c, (box){0, 0, 1, 0.22}, hex(HAIR_DARK), fade(hex(HAIR), 0));
    paint_gradient(&c, (box){0, 0.52, 1, 1}, fade(hex(HAIR_TIP), 0), hex(HAIR_TIP));
    /* A ring of light, in teeth. */
    paint_box(&c, (box){0, 0.333, 1, 0.357}, fade(hex(HAIR_LIGHT), 0.55));
    for (int i = 0; i < 5; ++i) {
        static const double tall[] = {0.026, 0.050, 0.034, 0.060, 0.040};
        paint_ellipse(&c, (i + 0.5) / 5, 0.345, 0.084, tall[i], fade(hex(HAIR_LIGHT), 0.55));
    }
    for (int i = 0; i < 4; ++i) { /* strands */
        static const double top[] = {0.48, 0.42, 0.50, 0.45};
        const point ends[2] = {{(i + 0.55) / 4, top[i]}, {(i + 0.62) / 4, 1}};
        paint_line(&c, ends, 2, 0.020, fade(hex(HAIR_DARK), 0.28));
        paint_box(&c, (box){(i + 0.30) / 4, 0.04, (i + 0.36) / 4, 0.25},
                  fade(hex(HAIR_DARK), 0.25));
    }
    return c;
}

/* Light on a ball, from above. */
static canvas paint_sheen(void) {
    canvas c = canvas_make(64, 64, hex(0x000000));
    paint_glow(&c, 0.46, 0.20, 0.36, 0.22, hex(0x2A2838));
    return c;
}

/* Outlines of hair are thin at the root and thinner at the tip. */
static canvas paint_taper(void) {
    canvas c = canvas_make(8, 64, hex(0xFFFFFF));
    paint_gradient(&c, (box){0, 0, 1, 0.3}, hex(0x707070), hex(0xFFFFFF));
    paint_gradient(&c, (box){0, 0.55, 1, 1}, hex(0xFFFFFF), hex(0x404040));
    return c;
}

/* --- Clothes --- */

static void paint_coat(canvas *c) {
    box coat = outfit_coat; /* u 0.5 is the front */
    paint_gradient(c, within(coat, 0, 0.55, 1, 1), fade(hex(0xF7B832), 0),
                   fade(hex(0xF7B832), 0.8));
    paint_gradient(c, within(coat, 0, 0.0, 1, 0.12), hex(0xE79B2C), fade(hex(YELLOW), 0));
    for (int i = 0; i < 6; ++i) { /* in the folds */
        paint_glow(c, across(coat, (i + 0.5) / 6), down(coat, 0.80), 0.024, 0.100,
                   fade(hex(0xE08E20), 0.55));
    }
    /* Hem: a broad band with a line of piping above it. */
    paint_band(c, coat, 0.880, 0.895, CREAM);
    paint_band(c, coat, 0.915, 1, TEAL);
    /* The front: a flap with buttons, and a seam at its edge. */
    paint_box(c, within(coat, 0.466, 0.06, 0.534, 0.915), hex(0xFFDA66));
    paint_seam(c, coat, 0.466, 0.06, 0.466, 0.915, 0.004, 0xD98F22);
    paint_seam(c, coat, 0.534, 0.06, 0.534, 0.915, 0.003, 0xE6A52C);
    for (int i = 0; i < 4; ++i) {
        double u = across(coat, 0.5), v = down(coat, 0.235 + 0.155 * i);
        paint_ellipse(c, u, v + 0.003, 0.0125, 0.0135, hex(0xD98F22));
        paint_ellipse(c, u, v, 0.0120, 0.0125, hex(TEAL));
        paint_ellipse(c, u, v, 0.0085, 0.0088, hex(0x49C3C0));
        paint_ellipse(c, u - 0.003, v - 0.003, 0.0028, 0.0028, hex(0xE9FFFB));
    }
    for (int i = 0; i < 2; ++i) { /* pockets */
        double m = i == 0 ? 0.385 : 0.615, half = 0.043;
        paint_box(c, within(coat, m - half, 0.625, m + half, 0.765), hex(0xF9C23C));
        paint_seam(c, coat, m - half, 0.640, m - half, 0.765, 0.003, 0xD98F22);
        paint_seam(c, coat, m + half, 0.640, m + half, 0.765, 0.003, 0xD98F22);
        paint_seam(c, coat, m - half, 0.765, m + half, 0.765, 0.003, 0xD98F22);
        paint_box(c, within(coat, m - half - 0.004, 0.612, m + half + 0.004, 0.655), hex(CREAM));
        paint_seam(c, coat, m - half - 0.004, 0.655, m + half + 0.004, 0.655, 0.003, 0xD98F22);
    }
    /* A waist that is taken in. */
    paint_seam(c, coat, 0.0, 0.395, 0.455, 0.395, 0.003, 0xE0A030);
    paint_seam(c, coat, 0.545, 0.395, 1.0, 0.395, 0.003, 0xE0A030);
}

static void paint_small_parts(canvas *c) {
    box boot = outfit_boot, sole = outfit_sole, leg = outfit_leg, clip = outfit_clip;
    paint_band(c, outfit_sleeve, 0.80, 0.83, CREAM);
    paint_band(c, outfit_sleeve, 0.86, 1, TEAL);
    paint_box(c, outfit_hood, hex(0xFAC63E));
    /* The hood's inside looks out at its upper edge: u 0.5 is the top. */
    paint_box(c, within(outfit_hood, 0.40, 0, 0.60, 1), hex(TEAL));
    paint_box(c, leg, hex(NAVY));
    for (int i = 0; i < 4; ++i) paint_band(c, leg, 0.655 + 0.07 * i, 0.690 + 0.07 * i, 0xEDE9FA);
    paint_box(c, boot, hex(TEAL));
    paint_gradient(c, boot, fade(hex(TEAL_DARK), 0), fade(hex(TEAL_DARK), 0.8));
    paint_band(c, boot, 0, 0.12, CREAM);
    paint_band(c, boot, 0.16, 0.20, YELLOW);
    paint_box(c, sole, hex(CREAM));
    paint_band(c, sole, 0.62, 1, 0xE6D9C4);
    paint_box(c, outfit_skirt, hex(NAVY));
    paint_band(c, outfit_skirt, 0.72, 0.80, 0xEDE9FA);
    paint_box(c, outfit_bow, hex(YELLOW));
    paint_gradient(c, within(outfit_bow, 0, 0, 1, 0.45), hex(0xE39A28), fade(hex(YELLOW), 0));
    paint_box(c, outfit_ribbon, hex(TEAL));
    paint_gradient(c, within(outfit_ribbon, 0, 0, 1, 0.40), hex(TEAL_DARK), fade(hex(TEAL), 0));
    paint_band(c, outfit_ribbon, 0.86, 0.91, CREAM);
    paint_gradient(c, clip, hex(0x3FA8E0), hex(0x9BE8F5));
    paint_ellipse(c, across(clip, 1.0), down(clip, 0.58), 0.030, 0.034, hex(0xFFFFFF));
}

canvas character_paint_outfit(void) {
    canvas c = canvas_make(512, 512, hex(YELLOW));
    paint_coat(&c);
    paint_small_parts(&c);
    return c;
}

/* --- Materials --- */

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order of the table below */
typedef struct look {
    const char *name;
    int texture;
    uint32_t shade; /* the colour of shadow that the texture is multiplied with */
    uint32_t outline;
    double outline_width;
    uint32_t rim;
    double toony, shift;
} look;

static const look looks[CHARACTER_MATERIALS] = {
    [CHARACTER_SKIN] = {"Skin", TEXTURE_SKIN, 0xF8BFB2, 0x8A4A48, 0.0011, 0x1C1210, 0.90, -0.10},
    [CHARACTER_FACE] = {"Face", TEXTURE_SKIN, 0xF8BFB2, 0, 0, 0, 0.90, -0.10},
    [CHARACTER_EYES] = {"Eyes", TEXTURE_EYES, 0xDCD8F2, 0, 0, 0, 0.90, -0.10},
    [CHARACTER_BLUSH] = {"Blush", TEXTURE_BLUSH, 0xF8BFB2, 0, 0, 0, 0.90, -0.10},
    [CHARACTER_HAIR] = {"Hair", TEXTURE_HAIR, 0xB4A2E0, 0x2A2258, 0.0015, 0x3A3660, 0.90, -0.05},
    [CHARACTER_OUTFIT] = {"Outfit", TEXTURE_OUTFIT, 0xDFAE9C, 0x5A3A34, 0.0014, 0x2A2418, 0.90,
                          -0.05},
};

void character_add_materials(avatar *a, int materials[CHARACTER_MATERIALS],
                             canvas pictures[CHARACTER_TEXTURES]) {
    static const char *const names[] = {"skin",   "eyes",  "blush", "hair",
                                        "outfit", "sheen", "taper"};
    int images[CHARACTER_TEXTURES];
    avatar_material *m;
    pictures[TEXTURE_SKIN] = character_paint_skin(a);
    pictures[TEXTURE_EYES] = character_paint_eyes();
    pictures[TEXTURE_BLUSH] = paint_blush();
    pictures[TEXTURE_HAIR] = paint_hair();
    pictures[TEXTURE_OUTFIT] = character_paint_outfit();
    pictures[TEXTURE_SHEEN] = paint_sheen();
    pictures[TEXTURE_TAPER] = paint_taper();
    for (int i = 0; i < CHARACTER_TEXTURES; ++i) {
        images[i] = avatar_add_image(a, names[i],
                                     i == TEXTURE_BLUSH ? canvas_png(&pictures[i], true)
                                                        : canvas_png_indexed(&pictures[i], 85));
    }
    for (int i = 0; i < CHARACTER_MATERIALS; ++i) {
        const look *l = &looks[i];
        materials[i] = avatar_add_material(a, l->name, 1, 1, 1);
        m = &a->materials.items[materials[i]];
        m->base_texture = m->shade_texture = images[l->texture];
        color_to_linear(hex(l->shade), m->shade_color);
        color_to_linear(hex(l->outline), m->outline_color);
        color_to_linear(hex(l->rim), m->rim_color);
        m->shading_toony = l->toony;
        m->shading_shift = l->shift;
        m->rim_mix = 1;
        m->rim_power = 4;
        m->rim_lift = 0.05;
        if (l->outline_width > 0) {
            m->outline_mode = VRM_OUTLINE_WORLD_COORDINATES;
            m->outline_width = l->outline_width;
        }
        m->outline_mix = 0.5;
    }
    m = &a->materials.items[materials[CHARACTER_HAIR]];
    m->is_double_sided = true;
    m->matcap_texture = images[TEXTURE_SHEEN];
    m->outline_texture = images[TEXTURE_TAPER];
    m = &a->materials.items[materials[CHARACTER_BLUSH]];
    m->alpha_mode = ALPHA_BLEND;
    m->base_color[3] = 0;
}
