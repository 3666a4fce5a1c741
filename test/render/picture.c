#include "render/picture.h"

#include "test.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

picture picture_make(int width, int height) {
    picture image = {width, height, NULL};
    image.rgba = calloc((size_t)width * (size_t)height, 4);
    return image;
}

void picture_free(picture *image) {
    free(image->rgba);
    memset(image, 0, sizeof *image);
}

const uint8_t *picture_at(const picture *image, int x, int y) {
    return image->rgba + ((size_t)y * (size_t)image->width + (size_t)x) * 4;
}

static png_image header(const picture *image) {
    png_image png;
    memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    png.width = (png_uint_32)image->width;
    png.height = (png_uint_32)image->height;
    png.format = PNG_FORMAT_RGBA;
    return png;
}

uint8_t *picture_encode(const picture *image, size_t *out_size) {
    png_image png = header(image);
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    uint8_t *bytes = malloc(size);
    if (!png_image_write_to_memory(&png, bytes, &size, 0, image->rgba, 0, NULL)) size = 0;
    *out_size = size;
    return bytes;
}

bool picture_write(const picture *image, const char *path) {
    png_image png = header(image);
    return png_image_write_to_file(&png, path, 0, image->rgba, 0, NULL) != 0;
}

picture picture_read(const char *path) {
    picture image = {0, 0, NULL};
    png_image png;
    memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&png, path)) return image;
    png.format = PNG_FORMAT_RGBA;
    image = picture_make((int)png.width, (int)png.height);
    if (!png_image_finish_read(&png, NULL, image.rgba, 0, NULL)) picture_free(&image);
    return image;
}

picture picture_shrink(const picture *image, int factor) {
    picture small = picture_make(image->width / factor, image->height / factor);
    for (int y = 0; y < small.height; ++y) {
        for (int x = 0; x < small.width; ++x) {
            double sum[4] = {0.0, 0.0, 0.0, 0.0};
            uint8_t *out = small.rgba + ((size_t)y * (size_t)small.width + (size_t)x) * 4;
            for (int i = 0; i < factor * factor; ++i) {
                const uint8_t *bytes =
                    picture_at(image, x * factor + i % factor, y * factor + i / factor);
                for (int c = 0; c < 4; ++c) sum[c] += bytes[c];
            }
            for (int c = 0; c < 3; ++c) {
                double straight = sum[3] > 0.0 ? sum[c] / sum[3] * 255.0 : 0.0;
                out[c] = (uint8_t)(straight < 255.0 ? straight + 0.5 : 255.0);
            }
            out[3] = (uint8_t)(sum[3] / (factor * factor) + 0.5);
        }
    }
    return small;
}

static void path_of(const char *folder, const char *name, const char *end, char out[1024]) {
    snprintf(out, 1024, "%s/%s%s.png", folder, name, end);
}

void picture_leave(const picture *image, const char *name) {
    char path[1024];
    if (test_option("out") == NULL || image->rgba == NULL) return;
    path_of(test_option("out"), name, "", path);
    if (picture_write(image, path)) printf("  left %s\n", path);
}

/* How far two pixels are apart, each laid on black. */
static void apart(const uint8_t *a, const uint8_t *b, int out[3]) {
    for (int c = 0; c < 3; ++c) out[c] = abs(a[c] * a[3] / 255 - b[c] * b[3] / 255);
}

double picture_difference(const picture *a, const picture *b) {
    double sum = 0.0;
    for (int i = 0; i < a->width * a->height; ++i) {
        int factor[3];
        apart(a->rgba + (size_t)i * 4, b->rgba + (size_t)i * 4, factor);
        sum += factor[0] + factor[1] + factor[2];
    }
    return sum / (3.0 * a->width * a->height);
}

static void leave_difference(const picture *image, const picture *golden, const char *name) {
    picture difference = picture_make(image->width, image->height);
    char text[256];
    for (int i = 0; i < image->width * image->height; ++i) {
        int factor[3];
        apart(image->rgba + (size_t)i * 4, golden->rgba + (size_t)i * 4, factor);
        for (int c = 0; c < 3; ++c) {
            difference.rgba[(size_t)i * 4 + (size_t)c] =
                (uint8_t)(factor[c] < 32 ? factor[c] * 8 : 255);
        }
        difference.rgba[(size_t)i * 4 + 3] = 255;
    }
    picture_leave(image, name);
    snprintf(text, sizeof text, "%s.golden", name);
    picture_leave(golden, text);
    snprintf(text, sizeof text, "%s.difference", name);
    picture_leave(&difference, text);
    picture_free(&difference);
}

bool check_same(const picture *image, const picture *wanted, const char *name, double mean,
                double share) {
    double pixels = image->width * image->height;
    int far_apart = 0;
    bool ok;
    if (!CHECK(wanted->width == image->width && wanted->height == image->height)) return false;
    for (int i = 0; i < image->width * image->height; ++i) {
        int factor[3];
        apart(image->rgba + (size_t)i * 4, wanted->rgba + (size_t)i * 4, factor);
        if (factor[0] > 16 || factor[1] > 16 || factor[2] > 16) ++far_apart;
    }
    ok = CHECK_NEAR(picture_difference(image, wanted), 0.0, mean);
    ok = CHECK_NEAR(far_apart / pixels, 0.0, share) && ok;
    if (!ok) leave_difference(image, wanted, name);
    return ok;
}

bool check_golden(const picture *image, const char *name, double mean, double share) {
    const char *folder = test_option("golden");
    picture golden;
    char path[1024];
    bool ok;
    if (folder == NULL) {
        test_skip("no golden pictures; name their folder with --data golden=FOLDER");
        return true;
    }
    path_of(folder, name, "", path);
    if (test_option("update") != NULL) return CHECK(picture_write(image, path));
    golden = picture_read(path);
    if (golden.rgba == NULL) picture_leave(image, name);
    test_note("%s", path);
    if (!CHECK(golden.rgba != NULL)) return false;
    ok = check_same(image, &golden, name, mean, share);
    test_note(NULL);
    picture_free(&golden);
    return ok;
}
