#include "paint.h"

#include "png.h"

#include <string.h>

color hex(uint32_t rgb) {
    color c = {(rgb >> 16 & 0xFF) / 255.0, (rgb >> 8 & 0xFF) / 255.0, (rgb & 0xFF) / 255.0, 1};
    return c;
}

color fade(color c, double alpha) {
    c.a *= alpha;
    return c;
}

color color_mix(color a, color b, double t) {
    color c = {mix(a.r, b.r, t), mix(a.g, b.g, t), mix(a.b, b.b, t), mix(a.a, b.a, t)};
    return c;
}

void color_to_linear(color c, double out[3]) {
    out[0] = srgb_to_linear(c.r);
    out[1] = srgb_to_linear(c.g);
    out[2] = srgb_to_linear(c.b);
}

canvas canvas_make(int width, int height, color background) {
    canvas c = {width, height, take_memory((size_t)width * (size_t)height * sizeof(color))};
    for (int i = 0; i < width * height; ++i) c.pixels[i] = background;
    return c;
}

void canvas_free(canvas *c) { release_memory(c->pixels); }

void lay_over(color *under, color top) {
    double alpha = top.a + under->a * (1 - top.a);
    if (alpha <= 0) return;
    under->r = (top.r * top.a + under->r * under->a * (1 - top.a)) / alpha;
    under->g = (top.g * top.a + under->g * under->a * (1 - top.a)) / alpha;
    under->b = (top.b * top.a + under->b * under->a * (1 - top.a)) / alpha;
    under->a = alpha;
}

/* Whether (u, v) is inside of a shape. */
typedef bool shape_test(double u, double v, const void *shape);

/* Paints what is inside, which is nowhere outside of `around`; edges are smoothed. */
static void paint_shape(canvas *c, box around, shape_test *is_inside, const void *shape,
                        color with) {
    enum { SAMPLES = 4 };
    int left = (int)clamp(around.left * c->width, 0, c->width);
    int top = (int)clamp(around.top * c->height, 0, c->height);
    int right = (int)clamp(around.right * c->width + 1, 0, c->width);
    int bottom = (int)clamp(around.bottom * c->height + 1, 0, c->height);
    for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
            int hits = 0;
            for (int i = 0; i < SAMPLES * SAMPLES; ++i) {
                double u = (x + (i % SAMPLES + 0.5) / SAMPLES) / c->width;
                int line = i / SAMPLES;
                double v = (y + (line + 0.5) / SAMPLES) / c->height;
                hits += is_inside(u, v, shape);
            }
            if (hits == 0) continue;
            lay_over(&c->pixels[y * c->width + x], fade(with, (double)hits / (SAMPLES * SAMPLES)));
        }
    }
}

static box box_around(double u, double v, double radius_u, double radius_v) {
    box b = {u - radius_u, v - radius_v, u + radius_u, v + radius_v};
    return b;
}

static bool is_in_box(double u, double v, const void *shape) {
    const box *b = shape;
    return u >= b->left && u < b->right && v >= b->top && v < b->bottom;
}

void paint_box(canvas *c, box b, color with) { paint_shape(c, b, is_in_box, &b, with); }

void paint_gradient(canvas *c, box b, color top, color bottom) {
    for (int y = 0; y < c->height; ++y) {
        double v = (y + 0.5) / c->height, t = (v - b.top) / (b.bottom - b.top);
        color here = color_mix(top, bottom, t);
        for (int x = 0; x < c->width; ++x) {
            if (is_in_box((x + 0.5) / c->width, v, &b)) {
                lay_over(&c->pixels[y * c->width + x], here);
            }
        }
    }
}

typedef struct ellipse {
    double u, v, radius_u, radius_v;
} ellipse;

static double ellipse_distance(double u, double v, const ellipse *e) {
    double x = (u - e->u) / e->radius_u, y = (v - e->v) / e->radius_v;
    return x * x + y * y;
}

static bool is_in_ellipse(double u, double v, const void *shape) {
    return ellipse_distance(u, v, shape) < 1;
}

void paint_ellipse(canvas *c, double u, double v, double radius_u, double radius_v, color with) {
    const ellipse e = {u, v, radius_u, radius_v};
    paint_shape(c, box_around(u, v, radius_u, radius_v), is_in_ellipse, &e, with);
}

void paint_glow(canvas *c, double u, double v, double radius_u, double radius_v, color with) {
    const ellipse e = {u, v, radius_u, radius_v};
    for (int y = 0; y < c->height; ++y) {
        for (int x = 0; x < c->width; ++x) {
            double d = ellipse_distance((x + 0.5) / c->width, (y + 0.5) / c->height, &e);
            if (d < 1) lay_over(&c->pixels[y * c->width + x], fade(with, (1 - d) * (1 - d)));
        }
    }
}

typedef struct star {
    double u, v, radius_u, radius_v;
} star;

/* Five points: inside of the pentagram's edge in the fifth that the point lies in. */
static bool is_in_star(double u, double v, const void *shape) {
    const star *s = shape;
    double x = (u - s->u) / s->radius_u, y = (s->v - v) / s->radius_v;
    double angle = arc_tangent(x, y) * 5, radius = square_root(x * x + y * y), fold, edge;
    fold = absolute(angle - (double)(int64_t)(angle + (angle < 0 ? -0.5 : 0.5))) / 5;
    /* From the tip at radius 1 to the notch at 0.45, a tenth of a turn away. */
    edge = sine(0.1) * 0.45 /
           (sine(0.1) * 0.45 * cosine(fold) + sine(fold) * (1 - 0.45 * cosine(0.1)));
    return radius < edge;
}

void paint_star(canvas *c, double u, double v, double radius_u, double radius_v, color with) {
    const star s = {u, v, radius_u, radius_v};
    paint_shape(c, box_around(u, v, radius_u, radius_v), is_in_star, &s, with);
}

/* The square of the distance from a segment; one unit of v is `aspect` of u. */
static double segment_distance(double u, double v, point from, point to, double aspect) {
    double x = to.u - from.u, y = (to.v - from.v) * aspect;
    double px = u - from.u, py = (v - from.v) * aspect, square = x * x + y * y;
    double t = square > 0 ? clamp((px * x + py * y) / square, 0, 1) : 0;
    px -= x * t;
    py -= y * t;
    return px * px + py * py;
}

typedef struct polyline {
    const point *points;
    size_t count;
    double radius, aspect;
} polyline;

static bool is_in_polyline(double u, double v, const void *shape) {
    const polyline *l = shape;
    for (size_t i = 0; i + 1 < l->count; ++i) {
        double d = segment_distance(u, v, l->points[i], l->points[i + 1], l->aspect);
        if (d < l->radius * l->radius) return true;
    }
    return false;
}

void paint_line(canvas *c, const point *points, size_t count, double width, color with) {
    const polyline l = {points, count, width / 2, (double)c->height / c->width};
    box around = {points[0].u, points[0].v, points[0].u, points[0].v};
    for (size_t i = 1; i < count; ++i) {
        around.left = lower(around.left, points[i].u);
        around.top = lower(around.top, points[i].v);
        around.right = higher(around.right, points[i].u);
        around.bottom = higher(around.bottom, points[i].v);
    }
    around.left -= width / 2;
    around.right += width / 2;
    around.top -= width / 2 / l.aspect;
    around.bottom += width / 2 / l.aspect;
    paint_shape(c, around, is_in_polyline, &l, with);
}

void paint_pixels(canvas *c, box b, pixel_function *at, const void *user) {
    for (int y = 0; y < c->height; ++y) {
        for (int x = 0; x < c->width; ++x) {
            double u = (x + 0.5) / c->width, v = (y + 0.5) / c->height;
            if (is_in_box(u, v, &b)) lay_over(&c->pixels[y * c->width + x], at(u, v, user));
        }
    }
}

color canvas_sample(const canvas *c, double u, double v) {
    double x = u * c->width - 0.5, y = v * c->height - 0.5;
    int left = (int)(x + 65536) - 65536, top = (int)(y + 65536) - 65536;
    color rows[2];
    for (int i = 0; i < 2; ++i) {
        const color *row = &c->pixels[((top + i) % c->height + c->height) % c->height * c->width];
        rows[i] = color_mix(row[(left % c->width + c->width) % c->width],
                            row[((left + 1) % c->width + c->width) % c->width], x - left);
    }
    return color_mix(rows[0], rows[1], y - top);
}

bytes canvas_png(const canvas *c, bool has_alpha) {
    int channels = has_alpha ? 4 : 3;
    bytes pixels = {NULL, 0, 0}, png;
    for (int i = 0; i < c->width * c->height; ++i) {
        const color *p = &c->pixels[i];
        const double values[4] = {p->r, p->g, p->b, p->a};
        for (int k = 0; k < channels; ++k) {
            bytes_u8(&pixels, (unsigned)(clamp(values[k], 0, 1) * 255 + 0.5));
        }
    }
    png = png_encode(pixels.items, c->width, c->height, channels, PACK_SMALL);
    LIST_FREE(&pixels);
    return png;
}

/* --- Palettes --- */

typedef struct palette_entry {
    unsigned char rgb[3];
    uint32_t count;
} palette_entry;

typedef LIST(palette_entry) palette_list;

static void quantize(const color *from, int levels, unsigned char rgb[3]) {
    const double values[3] = {from->r, from->g, from->b};
    for (int i = 0; i < 3; ++i) {
        double level = round_to(clamp(values[i], 0, 1) * levels, 0);
        rgb[i] = (unsigned char)round_to(level * 255 / levels, 0);
    }
}

static size_t find_nearest(const palette_list *palette, const unsigned char rgb[3]) {
    size_t nearest = 0;
    int best = INT32_MAX;
    for (size_t i = 0; i < palette->count; ++i) {
        int distance = 0;
        for (int k = 0; k < 3; ++k) {
            int d = palette->items[i].rgb[k] - rgb[k];
            distance += d * d;
        }
        if (distance < best) {
            best = distance;
            nearest = i;
        }
        if (distance == 0) break;
    }
    return nearest;
}

/* The most frequent ones first; of equals, the one that came first. */
static void sort_palette(palette_list *palette) {
    for (size_t i = 1; i < palette->count; ++i) {
        palette_entry held = palette->items[i];
        size_t at = i;
        for (; at > 0 && palette->items[at - 1].count < held.count; --at) {
            palette->items[at] = palette->items[at - 1];
        }
        palette->items[at] = held;
    }
}

bytes canvas_png_indexed(const canvas *c, int levels) {
    size_t count = (size_t)c->width * (size_t)c->height;
    unsigned char *places = take_memory(count), colors[256 * 3], rgb[3];
    palette_list palette = {NULL, 0, 0};
    bytes png;
    for (size_t i = 0; i < count; ++i) {
        size_t at;
        quantize(&c->pixels[i], levels, rgb);
        at = find_nearest(&palette, rgb);
        if (palette.count == 0 || memcmp(palette.items[at].rgb, rgb, 3) != 0) {
            memcpy(LIST_ADD(&palette)->rgb, rgb, 3);
            at = palette.count - 1;
        }
        ++palette.items[at].count;
    }
    sort_palette(&palette);
    if (palette.count > 256) palette.count = 256;
    for (size_t i = 0; i < count; ++i) {
        quantize(&c->pixels[i], levels, rgb);
        places[i] = (unsigned char)find_nearest(&palette, rgb);
    }
    for (size_t i = 0; i < palette.count; ++i) memcpy(&colors[i * 3], palette.items[i].rgb, 3);
    png = png_encode_indexed(places, colors, palette.count, c->width, c->height);
    LIST_FREE(&palette);
    release_memory(places);
    return png;
}
