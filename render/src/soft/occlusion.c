#include "occlusion.h"

#include <math.h>

enum {
    BLOCK = 4,          /* pixels */
    MOST_BLOCKS = 4096, /* of one question: a file may have many triangles that are long and thin */
    MOST_PIXELS = 4096 * 4096 /* 64 MiB */
};

/* GL may have as little as 16 bits for depths, and draws what is as near. */
#define DEPTH_MARGIN (2.0f / 65535.0f)
/* In pixels: GL rounds positions to a 256th, and other sums round otherwise. */
#define POSITION_MARGIN 0.02f

static uint32_t blocks_of(uint32_t pixels) { return (pixels + BLOCK - 1) / BLOCK; }

bool vrmr_occlusion_begin(vrmr_occlusion *occlusion, uint32_t width, uint32_t height,
                          vrmr_scratch *memory, const vrm_allocator *allocator) {
    size_t pixels = (size_t)width * height, blocks;
    if (width == 0 || height == 0 || (uint64_t)width * height > MOST_PIXELS) return false;
    occlusion->width = width;
    occlusion->height = height;
    occlusion->columns = blocks_of(width);
    blocks = (size_t)occlusion->columns * blocks_of(height);
    occlusion->depths =
        vrmr_scratch_need(memory, allocator, (pixels + blocks) * sizeof *occlusion->depths, 0);
    if (occlusion->depths == NULL) return false;
    occlusion->block_depth = occlusion->depths + pixels;
    for (size_t i = 0; i < pixels; ++i) occlusion->depths[i] = 1.0f; /* the far plane */
    return true;
}

/* A corner in pixels. */
typedef struct place {
    float x, y, z;
} place;

static float to_pixels(float at, uint32_t size) { return (at * 0.5f + 0.5f) * (float)size; }

static place place_of(const vrmr_occlusion *occlusion, const vrmr_corner *corner) {
    place out = {to_pixels(corner->x, occlusion->width), to_pixels(corner->y, occlusion->height),
                 corner->z};
    return out;
}

/* The first pixel whose center is not before `at`, from 0 to `end`. */
static int32_t first_from(float at, uint32_t end) {
    float before = at - 0.5f;
    int32_t pixel;
    if (!(before > 0.0f)) return 0;
    if (!(before < (float)end)) return (int32_t)end;
    pixel = (int32_t)before;
    return (float)pixel < before ? pixel + 1 : pixel;
}

/* An edge from a corner to one that is not above it; `step` is how X grows with Y. Both triangles
 * of an edge compute the same, so that no pixel between them is left out or hidden twice. */
typedef struct edge {
    const place *from;
    float step;
} edge;

static edge make_edge(const place *from, const place *to) {
    edge out = {from, (to->x - from->x) / (to->y - from->y)};
    return out;
}

static float cross_at(const edge *edge, float y) {
    return edge->from->x + (y - edge->from->y) * edge->step;
}

/* Depths of a plane: those of a triangle, and how they grow with X and Y. */
typedef struct plane {
    const place *from;
    float by_x, by_y;
} plane;

static void fill_row(const vrmr_occlusion *occlusion, int32_t row, int32_t first, int32_t end,
                     const plane *plane) {
    float *depths = occlusion->depths + (size_t)row * occlusion->width;
    float depth = plane->from->z + ((float)row + 0.5f - plane->from->y) * plane->by_y +
                  ((float)first + 0.5f - plane->from->x) * plane->by_x;
    /* Rows of a triangle are short: vectors of them are not faster. */
    for (int32_t x = first; x < end; ++x, depth += plane->by_x) {
        if (depth < depths[x]) depths[x] = depth;
    }
}

/* Rows between two edges. */
static void fill_rows(const vrmr_occlusion *occlusion, float from, float to, const edge *left,
                      const edge *right, const plane *plane) {
    int32_t end = first_from(to, occlusion->height);
    for (int32_t row = first_from(from, occlusion->height); row < end; ++row) {
        float y = (float)row + 0.5f;
        fill_row(occlusion, row, first_from(cross_at(left, y), occlusion->width),
                 first_from(cross_at(right, y), occlusion->width), plane);
    }
}

static void swap(const place **a, const place **b) {
    const place *keep = *a;
    *a = *b;
    *b = keep;
}

/* Where GL cuts a triangle at the near or the far plane, it hides less; and far beside the picture
 * floats are too coarse for pixels. */
static bool is_whole(const vrmr_corner *corner) {
    const float most = 3.0f; /* halves of the viewport */
    return corner->w > VRMR_LEAST_W && corner->z >= -1.0f && corner->z <= 1.0f &&
           fabsf(corner->x) < most && fabsf(corner->y) < most;
}

void vrmr_occlusion_add(vrmr_occlusion *occlusion, const vrmr_corner *const triangle[3],
                        int facing) {
    const float least_area = 0.05f; /* twice that of a triangle: GL may turn smaller ones */
    place places[3];
    const place *a = &places[0], *b = &places[1], *c = &places[2];
    float twice, by_x, by_y;
    plane surface;
    edge whole, upper, lower;
    for (int i = 0; i < 3; ++i) {
        if (!is_whole(triangle[i])) return;
        places[i] = place_of(occlusion, triangle[i]);
    }
    twice = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    if (!((float)facing * twice > least_area) || !isfinite(twice)) return;
    by_x = (b->z - a->z) * (c->y - a->y) - (c->z - a->z) * (b->y - a->y);
    by_y = (c->z - a->z) * (b->x - a->x) - (b->z - a->z) * (c->x - a->x);
    surface = (plane){a, by_x / twice, by_y / twice};
    if (b->y < a->y) swap(&a, &b);
    if (c->y < a->y) swap(&a, &c);
    if (c->y < b->y) swap(&b, &c);
    whole = make_edge(a, c);
    upper = make_edge(a, b);
    lower = make_edge(b, c);
    if (cross_at(&whole, b->y) < b->x) {
        if (b->y > a->y) fill_rows(occlusion, a->y, b->y, &whole, &upper, &surface);
        if (c->y > b->y) fill_rows(occlusion, b->y, c->y, &whole, &lower, &surface);
    } else {
        if (b->y > a->y) fill_rows(occlusion, a->y, b->y, &upper, &whole, &surface);
        if (c->y > b->y) fill_rows(occlusion, b->y, c->y, &lower, &whole, &surface);
    }
}

static float nearer(float a, float b) { return a < b ? a : b; }

static float farther(float a, float b) { return a > b ? a : b; }

void vrmr_occlusion_finish(vrmr_occlusion *occlusion) {
    float *block = occlusion->block_depth;
    for (uint32_t top = 0; top < occlusion->height; top += BLOCK) {
        uint32_t rows = occlusion->height - top < BLOCK ? occlusion->height - top : BLOCK;
        for (uint32_t left = 0; left < occlusion->width; left += BLOCK) {
            uint32_t width = occlusion->width - left < BLOCK ? occlusion->width - left : BLOCK;
            float most = -1.0f;
            for (uint32_t y = 0; y < rows; ++y) {
                const float *depths = occlusion->depths + (size_t)(top + y) * occlusion->width;
                for (uint32_t x = 0; x < width; ++x) most = farther(most, depths[left + x]);
            }
            *block++ = most;
        }
    }
}

/* Pixels from `first` up to `end` whose centers may be between two positions. A pixel more on each
 * side is asked about: at the silhouette of what hides, GL may round another way. */
typedef struct range {
    int32_t first, end;
} range;

static range between(float least, float most, uint32_t size) {
    range out = {first_from(least - POSITION_MARGIN, size),
                 first_from(most + POSITION_MARGIN, size)};
    if (out.first >= out.end) return out;
    if (out.first > 0) --out.first;
    if (out.end < (int32_t)size) ++out.end;
    return out;
}

bool vrmr_occlusion_hides(const vrmr_occlusion *occlusion, const vrmr_triangle *triangle) {
    float least_x = INFINITY, least_y = INFINITY, least_z = INFINITY;
    float most_x = -INFINITY, most_y = -INFINITY;
    range x, y;
    for (int i = 0; i < triangle->count; ++i) {
        const vrmr_corner *at = triangle->at[i];
        if (!(at->w > VRMR_LEAST_W)) return false;
        least_x = nearer(least_x, at->x);
        least_y = nearer(least_y, at->y);
        least_z = nearer(least_z, at->z);
        most_x = farther(most_x, at->x);
        most_y = farther(most_y, at->y);
    }
    /* Not in what is no number. */
    if (!(most_x - least_x < INFINITY) || !(most_y - least_y < INFINITY)) return false;
    x = between(to_pixels(least_x, occlusion->width), to_pixels(most_x, occlusion->width),
                occlusion->width);
    y = between(to_pixels(least_y, occlusion->height), to_pixels(most_y, occlusion->height),
                occlusion->height);
    if (x.first >= x.end || y.first >= y.end) return true;
    if ((int64_t)(x.end - x.first) * (y.end - y.first) > MOST_BLOCKS * BLOCK * BLOCK) return false;
    least_z -= DEPTH_MARGIN;
    for (int32_t row = y.first / BLOCK; row <= (y.end - 1) / BLOCK; ++row) {
        const float *blocks = occlusion->block_depth + (size_t)row * occlusion->columns;
        for (int32_t column = x.first / BLOCK; column <= (x.end - 1) / BLOCK; ++column) {
            if (!(least_z > blocks[column])) return false;
        }
    }
    return true;
}
