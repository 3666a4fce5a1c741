#include "images.h"

#include <string.h>

#define DECLARE(name)                                                                              \
    extern const unsigned char image_##name[];                                                     \
    extern const size_t image_##name##_size;
MAKER_IMAGES(DECLARE)

bytes image_png(const char *name) {
#define ROW(name) {#name, image_##name, &image_##name##_size},
    static const struct {
        const char *name;
        const unsigned char *data;
        const size_t *size;
    } images[] = {MAKER_IMAGES(ROW)};
    bytes copy = {NULL, 0, 0};
    for (size_t i = 0; i < sizeof images / sizeof images[0]; ++i) {
        if (strcmp(images[i].name, name) != 0) continue;
        bytes_append(&copy, images[i].data, *images[i].size);
        return copy;
    }
    die("there is no image", name);
}
