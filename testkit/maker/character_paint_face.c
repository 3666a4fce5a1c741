/* The picture of the skin and what lies on it, and that of the eyes. */
#include "character.h"

#include <string.h>

const box skin_face = {0, 0, 0.5, 1}, skin_white = {0.5, 0, 0.75, 0.5},
          skin_mouth = {0.75, 0, 1, 0.5}, skin_lash = {0.5, 0.5, 0.75, 0.625},
          skin_brow = {0.75, 0.5, 0.875, 0.625}, skin_crease = {0.875, 0.5, 1, 0.625},
          skin_neck = {0.5, 0.625, 0.75, 1}, skin_hand = {0.75, 0.625, 1, 1};

#define SHADE 0xF2B6A6
#define LASH 0x2F2140

static double across(box b, double u) { return mix(b.left, b.right, u); }
static double down(box b, double v) { return mix(b.top, b.bottom, v); }

/* A square of 256 mm, around the face. */
static const double face_size = 0.256, face_top = 1.470;

void face_texture(double x, double y, double *u, double *v) {
    *u = across(skin_face, clamp(0.5 + x / face_size, 0.004, 0.996));
    *v = down(skin_face, clamp((face_top - y) / face_size, 0.004, 0.996));
}

/* --- The shadow of the fringe ---
 *
 * Light in a renderer of toons has no cast shadows; the one that hair throws on a forehead is what
 * makes the hair look like hair. It is painted from the same strands, moved down and back.
 */

enum { FACE_PIXELS = 256, SHADOW_SAMPLES = 3, SHADOW_SIZE = FACE_PIXELS * SHADOW_SAMPLES };

typedef struct shadow {
    unsigned char *is_dark;
} shadow;

static double side_of(point a, point b, double u, double v) {
    return (b.u - a.u) * (v - a.v) - (b.v - a.v) * (u - a.u);
}

static void darken_triangle(shadow *to, const point c[3]) {
    int low_x = (int)clamp(lower(c[0].u, lower(c[1].u, c[2].u)), 0, SHADOW_SIZE);
    int low_y = (int)clamp(lower(c[0].v, lower(c[1].v, c[2].v)), 0, SHADOW_SIZE);
    int high_x = (int)clamp(higher(c[0].u, higher(c[1].u, c[2].u)) + 1, 0, SHADOW_SIZE);
    int high_y = (int)clamp(higher(c[0].v, higher(c[1].v, c[2].v)) + 1, 0, SHADOW_SIZE);
    for (int y = low_y; y < high_y; ++y) {
        for (int x = low_x; x < high_x; ++x) {
            double a = side_of(c[0], c[1], x + 0.5, y + 0.5);
            double b = side_of(c[1], c[2], x + 0.5, y + 0.5);
            double d = side_of(c[2], c[0], x + 0.5, y + 0.5);
            if ((a >= 0 && b >= 0 && d >= 0) || (a <= 0 && b <= 0 && d <= 0)) {
                to->is_dark[y * SHADOW_SIZE + x] = 1;
            }
        }
    }
}

static void darken_hair(shadow *to, const avatar_part *hair) {
    for (size_t i = 0; i < hair->indices.count; i += 3) {
        point c[3];
        for (size_t k = 0; k < 3; ++k) {
            vec3 at = hair->vertices.items[hair->indices.items[i + k]].position;
            /* Narrower than the hair, as the face lies behind it. */
            c[k].u = (0.5 + at.x * 0.90 / face_size) * SHADOW_SIZE;
            c[k].v = (face_top - at.y + 0.0085) / face_size * SHADOW_SIZE;
        }
        darken_triangle(to, c);
    }
}

static color shadow_pixel(double u, double v, const void *user) {
    const shadow *s = user;
    int x = (int)(u * 2 * FACE_PIXELS) * SHADOW_SAMPLES,
        y = (int)(v * FACE_PIXELS) * SHADOW_SAMPLES;
    double eye_u = (absolute(u * 2 - 0.5) * face_size - 0.0440) / 0.0370;
    double eye_v = (face_top - v * face_size - 1.3190) / 0.0330;
    double from_eye = eye_u * eye_u + eye_v * eye_v;
    int hits = 0;
    for (int i = 0; i < SHADOW_SAMPLES * SHADOW_SAMPLES; ++i) {
        hits += s->is_dark[(y + i / SHADOW_SAMPLES) * SHADOW_SIZE + x + i % SHADOW_SAMPLES];
    }
    /* Not on the lids: it would be drawn out when they close. */
    return fade(hex(SHADE), 0.85 * hits / (SHADOW_SAMPLES * SHADOW_SAMPLES) *
                                smooth_step(0.94, 1.04, square_root(from_eye)));
}

static void paint_shadow(canvas *c, avatar *a) {
    const character_detail detail = {1, 1};
    avatar_part hair;
    shadow s = {take_memory((size_t)SHADOW_SIZE * SHADOW_SIZE)};
    memset(&hair, 0, sizeof hair);
    character_add_fringe(a, &hair, detail);
    darken_hair(&s, &hair);
    paint_pixels(c, skin_face, shadow_pixel, &s);
    LIST_FREE(&hair.vertices);
    LIST_FREE(&hair.indices);
    release_memory(s.is_dark);
}

/* --- Skin --- */

static void paint_mouth(canvas *c) {
    box m = skin_mouth;
    paint_box(c, m, hex(0xA2404A));
    paint_gradient(c, (box){m.left, m.top, m.right, down(m, 0.5)}, hex(0x7A2A3A),
                   fade(hex(0xA2404A), 0));
    paint_ellipse(c, across(m, 0.5), down(m, 0.98), 0.085, 0.19, hex(0xF08C86));
    /* Teeth, and lines where lips meet. */
    paint_box(c, (box){across(m, 0.16), down(m, 0.09), across(m, 0.84), down(m, 0.25)},
              hex(0xFFF8F2));
    paint_box(c, (box){m.left, m.top, m.right, down(m, 0.09)}, hex(0x7E3440));
    paint_box(c, (box){m.left, down(m, 0.93), m.right, m.bottom}, hex(0x9C4A50));
}

static void paint_cheek(canvas *c, double side) {
    double u, v;
    face_texture(0.060 * side, 1.2805, &u, &v);
    paint_glow(c, u, v, 0.048, 0.064, fade(hex(0xFF8F88), 0.34));
}

canvas character_paint_skin(avatar *a) {
    canvas c = canvas_make(2 * FACE_PIXELS, FACE_PIXELS, hex(SKIN));
    box w = skin_white, n = skin_neck, h = skin_hand;
    double u, v;
    paint_cheek(&c, 1);
    paint_cheek(&c, -1);
    face_texture(0, 1.2395, &u, &v); /* under the lower lip */
    paint_glow(&c, u, v, 0.014, 0.010, fade(hex(0xF0A896), 0.30));
    face_texture(0, 1.2165, &u, &v); /* under the chin */
    paint_glow(&c, u, v, 0.10, 0.024, fade(hex(SHADE), 0.4));
    paint_shadow(&c, a);

    paint_box(&c, w, hex(0xFDFBFC));
    paint_gradient(&c, (box){w.left, w.top, w.right, down(w, 0.46)}, hex(0x9E98C6),
                   fade(hex(0xF4F1FA), 0));
    paint_mouth(&c);
    paint_gradient(&c, skin_lash, hex(LASH), hex(LASH));
    paint_box(&c, (box){skin_lash.left, skin_lash.top, across(skin_lash, 0.25), skin_lash.bottom},
              hex(0x5A3048));
    paint_gradient(&c, skin_brow, hex(HAIR_DARK), hex(HAIR_DARK));
    paint_box(&c, skin_crease, hex(0xB9756E));
    /* The head's shadow on the neck has an edge. */
    paint_box(&c, (box){n.left, n.top, n.right, down(n, 0.62)}, hex(SHADE));
    paint_gradient(&c, (box){h.left, down(h, 0.70), h.right, h.bottom}, fade(hex(0xFFB9A6), 0),
                   fade(hex(0xFFB0A0), 0.6));
    return c;
}

/* --- Eyes --- */

typedef struct iris_paint {
    double middle; /* on u */
    bool is_star;
} iris_paint;

static color iris_pixel(double u, double v, const void *user) {
    const iris_paint *p = user;
    double x = (u - p->middle) / 0.25, y = (0.5 - v) / 0.5, r = square_root(x * x + y * y);
    double angle = arc_tangent(y, x), ray = 0.5 + 0.5 * cosine(angle * 26), low;
    color c = color_mix(hex(0x1C5F9E), hex(0x25B4BE), smooth_step(0.55, -0.25, y));
    c = color_mix(c, hex(0x86F5DE), smooth_step(-0.20, -0.85, y));
    /* Rays, between the pupil and the rim. */
    c = color_mix(c, hex(0x0F4E86),
                  0.30 * ray * smooth_step(0.30, 0.50, r) * smooth_step(0.92, 0.70, r) *
                      smooth_step(-0.8, 0.2, y));
    /* Light that has come through the eye, below. */
    low = (x * x / 0.42 + (y + 0.56) * (y + 0.56) / 0.085);
    c = color_mix(c, hex(0xD6FFF2), 0.75 * smooth_step(1, 0, low));
    /* The rim, and what the lid throws on it from above. */
    c = color_mix(c, hex(0x132A5C), smooth_step(0.80, 0.95, r));
    c = color_mix(c, hex(0x111E4A), 0.85 * smooth_step(0.10, 0.85, y));
    if (!p->is_star) {
        double pupil = square_root(x * x / 0.105 + (y - 0.02) * (y - 0.02) / 0.165);
        c = color_mix(c, hex(0x0C1A3C), smooth_step(1.06, 0.90, pupil));
    }
    return c;
}

/* The left half is the iris; the right one has a star in it, for an expression. */
canvas character_paint_eyes(void) {
    canvas c = canvas_make(256, 128, hex(0x132A5C));
    for (int i = 0; i < 2; ++i) {
        const iris_paint p = {0.25 + 0.5 * i, i == 1};
        double u = p.middle;
        paint_pixels(&c, (box){u - 0.25, 0, u + 0.25, 1}, iris_pixel, &p);
        if (p.is_star) paint_star(&c, u, 0.52, 0.165, 0.31, hex(0xFFE36B));
        paint_ellipse(&c, u - 0.072, 0.275, 0.064, 0.125, hex(0xFFFFFF));
        paint_ellipse(&c, u + 0.088, 0.690, 0.028, 0.056, hex(0xFFFFFF));
        paint_ellipse(&c, u + 0.060, 0.330, 0.018, 0.034, fade(hex(0xDFF6FF), 0.85));
    }
    return c;
}
