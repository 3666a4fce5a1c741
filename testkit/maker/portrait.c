/* The thumbnail: a small picture of the head, drawn here, so that it shows what is in the file. */
#include "character.h"

#include <string.h>

/* What is seen: a square around the head, from the front and a little from the side. */
static const double view_y = 1.345, view_half = 0.215, view_turns = -0.045;

typedef struct picture {
    canvas image;
    double *depths;
} picture;

typedef struct corner {
    vec3 place; /* x and y in pixels, z towards the eye */
    vec3 normal;
    double u, v;
} corner;

typedef struct shader {
    const avatar_material *material;
    const canvas *texture;
    color shade, outline;
    bool is_outline;
} shader;

static color multiply(color a, color b) {
    color c = {a.r * b.r, a.g * b.g, a.b * b.b, a.a * b.a};
    return c;
}

/* MToon's light and shade, from the front, above, and her left. */
static color shade_pixel(const shader *s, vec3 normal, double u, double v) {
    const vec3 light = vec3_normalize(vec3_make(0.45, 0.6, 0.9));
    const avatar_material *m = s->material;
    double soft = 1 - m->shading_toony, lit;
    color base = canvas_sample(s->texture, u, v);
    if (s->is_outline) return s->outline;
    lit = clamp((vec3_dot(vec3_normalize(normal), light) + m->shading_shift + soft) / (2 * soft), 0,
                1);
    base.a *= m->base_color[3];
    return color_mix(multiply(base, s->shade), base, lit);
}

static double edge(const corner *a, const corner *b, double x, double y) {
    return (b->place.x - a->place.x) * (y - a->place.y) -
           (b->place.y - a->place.y) * (x - a->place.x);
}

static double blend(const double weights[3], double a, double b, double c) {
    return weights[0] * a + weights[1] * b + weights[2] * c;
}

/* Faces turned to the eye; of outlines, the others. */
static void draw_triangle(picture *to, const corner c[3], const shader *s) {
    double area = edge(&c[0], &c[1], c[2].place.x, c[2].place.y);
    int size = to->image.width;
    int low_x = (int)clamp(lower(c[0].place.x, lower(c[1].place.x, c[2].place.x)), 0, size);
    int low_y = (int)clamp(lower(c[0].place.y, lower(c[1].place.y, c[2].place.y)), 0, size);
    int high_x = (int)clamp(higher(c[0].place.x, higher(c[1].place.x, c[2].place.x)) + 1, 0, size);
    int high_y = (int)clamp(higher(c[0].place.y, higher(c[1].place.y, c[2].place.y)) + 1, 0, size);
    bool is_front = area < 0; /* y grows downwards in pictures */
    if (area == 0) return;
    if (s->is_outline ? is_front : !is_front && !s->material->is_double_sided) return;
    for (int y = low_y; y < high_y; ++y) {
        for (int x = low_x; x < high_x; ++x) {
            size_t at = (size_t)y * (size_t)size + (size_t)x;
            double px = x + 0.5, py = y + 0.5, depth;
            const double w[3] = {edge(&c[1], &c[2], px, py) / area,
                                 edge(&c[2], &c[0], px, py) / area,
                                 edge(&c[0], &c[1], px, py) / area};
            vec3 normal;
            if (w[0] < 0 || w[1] < 0 || w[2] < 0) continue;
            depth = blend(w, c[0].place.z, c[1].place.z, c[2].place.z);
            if (depth <= to->depths[at]) continue;
            normal.x = blend(w, c[0].normal.x, c[1].normal.x, c[2].normal.x);
            normal.y = blend(w, c[0].normal.y, c[1].normal.y, c[2].normal.y);
            normal.z = blend(w, c[0].normal.z, c[1].normal.z, c[2].normal.z);
            lay_over(&to->image.pixels[at], shade_pixel(s, normal, blend(w, c[0].u, c[1].u, c[2].u),
                                                        blend(w, c[0].v, c[1].v, c[2].v)));
            if (s->material->alpha_mode != ALPHA_BLEND) to->depths[at] = depth;
        }
    }
}

static corner project(const picture *to, const avatar_vertex *v, double extrusion) {
    quat turn = quat_about(vec3_make(0, 1, 0), view_turns);
    vec3 place = vec3_add(v->position, vec3_scale(v->normal, extrusion));
    double scale = to->image.width / (2 * view_half);
    corner c;
    place = quat_rotate(turn, place);
    c.place.x = to->image.width * 0.5 + place.x * scale;
    c.place.y = to->image.height * 0.5 - (place.y - view_y) * scale;
    c.place.z = place.z;
    c.normal = v->normal;
    c.u = v->u;
    c.v = v->v;
    return c;
}

static void draw_part(picture *to, const avatar_part *p, const shader *s) {
    double extrusion = s->is_outline ? s->material->outline_width : 0;
    for (size_t i = 0; i < p->indices.count; i += 3) {
        corner c[3];
        for (size_t k = 0; k < 3; ++k) {
            c[k] = project(to, &p->vertices.items[p->indices.items[i + k]], extrusion);
        }
        draw_triangle(to, c, s);
    }
}

static color encoded(const double linear[3]) {
    color c = {linear_to_srgb(linear[0]), linear_to_srgb(linear[1]), linear_to_srgb(linear[2]), 1};
    return c;
}

static void draw_all(picture *to, const avatar *a, const canvas *pictures, bool is_blended) {
    for (size_t m = 0; m < a->meshes.count; ++m) {
        for (size_t i = 0; i < a->meshes.items[m].parts.count; ++i) {
            const avatar_part *p = &a->meshes.items[m].parts.items[i];
            const avatar_material *look = &a->materials.items[p->material];
            shader s = {look, &pictures[look->base_texture], encoded(look->shade_color),
                        encoded(look->outline_color), false};
            if ((look->alpha_mode == ALPHA_BLEND) != is_blended) continue;
            draw_part(to, p, &s);
            s.is_outline = true;
            if (look->outline_mode != VRM_OUTLINE_NONE) draw_part(to, p, &s);
        }
    }
}

bytes portrait_png(const avatar *a, const canvas *pictures, int size) {
    enum { SAMPLES = 3 };
    picture drawn;
    canvas small = canvas_make(size, size, hex(0));
    size_t count = (size_t)(size * SAMPLES) * (size_t)(size * SAMPLES);
    bytes png;
    drawn.image = canvas_make(size * SAMPLES, size * SAMPLES, hex(0xBFE6EE));
    drawn.depths = take_memory(count * sizeof *drawn.depths);
    for (size_t i = 0; i < count; ++i) drawn.depths[i] = -10;
    draw_all(&drawn, a, pictures, false);
    draw_all(&drawn, a, pictures, true);
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            double sums[3] = {0, 0, 0};
            color *pixel = &small.pixels[y * size + x];
            for (int i = 0; i < SAMPLES * SAMPLES; ++i) {
                const color *from =
                    &drawn.image.pixels[(y * SAMPLES + i / SAMPLES) * size * SAMPLES + x * SAMPLES +
                                        i % SAMPLES];
                sums[0] += from->r;
                sums[1] += from->g;
                sums[2] += from->b;
            }
            pixel->r = sums[0] / (SAMPLES * SAMPLES);
            pixel->g = sums[1] / (SAMPLES * SAMPLES);
            pixel->b = sums[2] / (SAMPLES * SAMPLES);
        }
    }
    png = canvas_png_indexed(&small, 31);
    canvas_free(&small);
    canvas_free(&drawn.image);
    release_memory(drawn.depths);
    return png;
}
