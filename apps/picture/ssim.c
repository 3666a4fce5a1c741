#include "ssim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 11, HALF = WINDOW / 2, GREY = 128 };

/* What the windows are computed of: averages of a, b, their squares and their product. */
enum { PLANE_A, PLANE_B, PLANE_AA, PLANE_BB, PLANE_AB, PLANE_COUNT };

double picture_over_grey(const uint8_t *pixel, int channel) {
    double alpha = pixel[3] / 255.0;
    return pixel[channel] * alpha + GREY * (1.0 - alpha);
}

static double luma(const uint8_t *pixel) {
    return 0.299 * picture_over_grey(pixel, 0) + 0.587 * picture_over_grey(pixel, 1) +
           0.114 * picture_over_grey(pixel, 2);
}

static void make_kernel(double out[WINDOW]) {
    double sum = 0.0;
    for (int i = 0; i < WINDOW; ++i) {
        out[i] = exp(-(double)((i - HALF) * (i - HALF)) / (2.0 * 1.5 * 1.5));
        sum += out[i];
    }
    for (int i = 0; i < WINDOW; ++i) out[i] /= sum;
}

/* A row of each plane, averaged along it: `inner` numbers each. */
static void blur_row(const uint8_t *a, const uint8_t *b, uint32_t width, const double *kernel,
                     double *luma_a, double *luma_b, double *const planes[PLANE_COUNT]) {
    uint32_t inner = width - (WINDOW - 1);
    for (uint32_t x = 0; x < width; ++x) {
        luma_a[x] = luma(a + (size_t)x * 4);
        luma_b[x] = luma(b + (size_t)x * 4);
    }
    for (uint32_t x = 0; x < inner; ++x) {
        double sums[PLANE_COUNT] = {0};
        for (int k = 0; k < WINDOW; ++k) {
            double from = luma_a[x + (uint32_t)k], to = luma_b[x + (uint32_t)k], w = kernel[k];
            sums[PLANE_A] += w * from;
            sums[PLANE_B] += w * to;
            sums[PLANE_AA] += w * from * from;
            sums[PLANE_BB] += w * to * to;
            sums[PLANE_AB] += w * from * to;
        }
        for (int i = 0; i < PLANE_COUNT; ++i) planes[i][x] = sums[i];
    }
}

/* The similarity of one window by its averages. */
static double similarity(const double means[PLANE_COUNT]) {
    const double c1 = (0.01 * 255.0) * (0.01 * 255.0), c2 = (0.03 * 255.0) * (0.03 * 255.0);
    double a = means[PLANE_A], b = means[PLANE_B];
    double in_a = means[PLANE_AA] - a * a, in_b = means[PLANE_BB] - b * b,
           both = means[PLANE_AB] - a * b;
    return (2.0 * a * b + c1) * (2.0 * both + c2) / ((a * a + b * b + c1) * (in_a + in_b + c2));
}

/* Averages the rows of the planes downwards, window by window. */
static void compare_windows(const double *blurred, const uint8_t *a, const uint8_t *b,
                            uint32_t width, uint32_t height, const double *kernel,
                            picture_difference *out) {
    uint32_t inner = width - (WINDOW - 1), rows = height - (WINDOW - 1);
    size_t plane = (size_t)inner * height;
    double sum = 0.0;
    uint64_t count = 0;
    for (uint32_t y = 0; y < rows; ++y) {
        for (uint32_t x = 0; x < inner; ++x) {
            size_t centre = ((size_t)(y + HALF) * width + x + HALF) * 4;
            double sums[PLANE_COUNT] = {0}, found;
            if (a[centre + 3] == 0 && b[centre + 3] == 0) continue;
            for (int i = 0; i < PLANE_COUNT; ++i) {
                for (int k = 0; k < WINDOW; ++k) {
                    sums[i] += kernel[k] *
                               blurred[(size_t)i * plane + (size_t)(y + (uint32_t)k) * inner + x];
                }
            }
            found = similarity(sums);
            if (found < out->lowest) out->lowest = found;
            sum += found;
            ++count;
        }
    }
    if (count > 0) out->ssim = sum / (double)count;
}

static void compare_pixels(const uint8_t *a, const uint8_t *b, size_t count,
                           picture_difference *out) {
    for (size_t i = 0; i < count; ++i, a += 4, b += 4) {
        bool is_same = true;
        if (memcmp(a, b, 4) == 0) continue;
        for (int c = 0; c < 3; ++c) {
            double apart = fabs(picture_over_grey(a, c) - picture_over_grey(b, c));
            uint32_t whole = (uint32_t)(apart + 0.5);
            if (whole > 0) is_same = false;
            if (whole > out->largest) out->largest = whole;
        }
        out->changed += !is_same;
    }
}

bool picture_compare(const uint8_t *a, const uint8_t *b, uint32_t width, uint32_t height,
                     picture_difference *out) {
    double kernel[WINDOW], *blurred, *lumas;
    uint32_t inner = width - (WINDOW - 1);
    size_t plane = (size_t)inner * height;
    memset(out, 0, sizeof *out);
    out->ssim = out->lowest = 1.0;
    if (width < WINDOW || height < WINDOW) return false;
    blurred = malloc(plane * PLANE_COUNT * sizeof *blurred);
    lumas = malloc((size_t)width * 2 * sizeof *lumas);
    if (blurred != NULL && lumas != NULL) {
        make_kernel(kernel);
        for (uint32_t y = 0; y < height; ++y) {
            size_t row = (size_t)y * width * 4;
            double *planes[PLANE_COUNT];
            for (int i = 0; i < PLANE_COUNT; ++i) {
                planes[i] = blurred + (size_t)i * plane + (size_t)y * inner;
            }
            blur_row(a + row, b + row, width, kernel, lumas, lumas + width, planes);
        }
        compare_windows(blurred, a, b, width, height, kernel, out);
        compare_pixels(a, b, (size_t)width * height, out);
    }
    free(lumas);
    free(blurred);
    return blurred != NULL && lumas != NULL;
}
