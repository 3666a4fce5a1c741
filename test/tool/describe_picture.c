/*
 * For tests that look at pictures.
 *
 *   vrm-describe-picture FILE    one line of JSON: its size; how much of it is not transparent
 *                                ("filled", 0 to 1), in the middle ninth ("middle") and at the
 *                                border, one pixel wide ("border"); the rectangle of that, as parts
 *                                of the size; how many colors there are, 4096 at most
 *   vrm-describe-picture FILE X Y    a pixel: "pixel", four numbers; X and Y below 1 are parts of
 *                                the size
 *   vrm-describe-picture A B     how far two pictures are apart: "mean" and "most", 0 to 255
 */
#include "apps/picture/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture {
    uint8_t *pixels;
    uint32_t width, height;
} picture;

static bool read_picture(const char *path, picture *out) {
    const char *problem = "";
    out->pixels = picture_read_png(path, &out->width, &out->height, &problem);
    if (out->pixels == NULL) fprintf(stderr, "%s: %s\n", path, problem);
    return out->pixels != NULL;
}

static unsigned count_colors(const picture *p) {
    static unsigned char seen[4096]; /* four bits of each channel */
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)p->width * p->height; ++i) {
        const uint8_t *c = p->pixels + i * 4;
        size_t color = (size_t)(c[0] >> 4) << 8 | (size_t)(c[1] >> 4) << 4 | (size_t)(c[2] >> 4);
        if (c[3] == 0 || seen[color]) continue;
        seen[color] = 1;
        ++count;
    }
    return count;
}

static void describe(const picture *p) {
    uint32_t w = p->width, h = p->height, left = w, right = 0, top = h, bottom = 0;
    size_t filled = 0, middle = 0, border = 0, middle_size = 0;
    for (uint32_t y = 0; y < h; ++y) {
        for (uint32_t x = 0; x < w; ++x) {
            bool is_filled = p->pixels[((size_t)y * w + x) * 4 + 3] != 0;
            bool is_middle = x * 3 >= w && x * 3 < 2 * w && y * 3 >= h && y * 3 < 2 * h;
            if (is_middle) ++middle_size;
            if (!is_filled) continue;
            ++filled;
            if (is_middle) ++middle;
            if (x == 0 || y == 0 || x + 1 == w || y + 1 == h) ++border;
            if (x < left) left = x;
            if (x + 1 > right) right = x + 1;
            if (y < top) top = y;
            if (y + 1 > bottom) bottom = y + 1;
        }
    }
    printf("{\"width\":%u,\"height\":%u,\"filled\":%.4f,\"middle\":%.4f,\"border\":%lu,"
           "\"left\":%.4f,\"right\":%.4f,\"top\":%.4f,\"bottom\":%.4f,\"colors\":%u}\n",
           (unsigned)w, (unsigned)h, (double)filled / ((double)w * h),
           middle_size > 0 ? (double)middle / (double)middle_size : 0.0, (unsigned long)border,
           (double)left / w, (double)right / w, (double)top / h, (double)bottom / h,
           count_colors(p));
}

static int compare(const picture *a, const picture *b) {
    double sum = 0.0;
    int most = 0;
    size_t count = (size_t)a->width * a->height * 4;
    if (a->width != b->width || a->height != b->height) {
        fprintf(stderr, "the pictures differ in size\n");
        return 1;
    }
    for (size_t i = 0; i < count; ++i) {
        int difference = abs(a->pixels[i] - b->pixels[i]);
        sum += difference;
        if (difference > most) most = difference;
    }
    printf("{\"mean\":%.4f,\"most\":%d}\n", sum / (double)count, most);
    return 0;
}

static uint32_t place(const char *text, uint32_t size) {
    double at = strtod(text, NULL);
    uint32_t pixel = (uint32_t)(at < 1.0 ? at * size : at);
    return pixel < size ? pixel : size - 1;
}

static void pick(const picture *p, const char *x, const char *y) {
    uint32_t column = place(x, p->width), row = place(y, p->height);
    const uint8_t *c = p->pixels + ((size_t)row * p->width + column) * 4;
    printf("{\"pixel\":[%d,%d,%d,%d]}\n", c[0], c[1], c[2], c[3]);
}

int main(int argc, char **argv) {
    picture a = {NULL, 0, 0}, b = {NULL, 0, 0};
    int result = 1;
    if (argc == 2 && read_picture(argv[1], &a)) {
        describe(&a);
        result = 0;
    } else if (argc == 4 && read_picture(argv[1], &a)) {
        pick(&a, argv[2], argv[3]);
        result = 0;
    } else if (argc == 3 && read_picture(argv[1], &a) && read_picture(argv[2], &b)) {
        result = compare(&a, &b);
    }
    free(a.pixels);
    free(b.pixels);
    return result;
}
