/* New bytes for images, of files that have many. */
#include "support/opened.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

static const uint8_t png[] = "\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0.";
enum { PNG_BYTES = sizeof png };

enum { IMAGES = 60, MARKED_BYTES = PNG_BYTES + 4 };

static void marked_png(uint32_t mark, uint8_t out[MARKED_BYTES]) {
    memcpy(out, png, PNG_BYTES);
    memcpy(out + PNG_BYTES, &mark, 4);
}

/* Each image has the bytes of its number; several share a view, and an accessor shares some. */
static opened open_images(uint32_t count) {
    const size_t capacity = (size_t)count * 128 + 1000;
    char *json = malloc(capacity), *end = json;
    uint8_t *bin = malloc((size_t)count * MARKED_BYTES);
    opened o;
    end += snprintf(end, capacity,
                    "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u}],'bufferViews':[{}",
                    count * MARKED_BYTES);
    for (uint32_t i = 0; i < count; ++i) {
        marked_png(i, bin + (size_t)i * MARKED_BYTES);
        end += snprintf(end, 64, ",{'buffer':0,'byteOffset':%u,'byteLength':%d}", i * MARKED_BYTES,
                        MARKED_BYTES);
    }
    end += snprintf(end, 64, "],'accessors':[{},{'bufferView':3}],'images':[{}");
    for (uint32_t i = 0; i < count; ++i) {
        end += snprintf(end, 64, ",{'bufferView':%u,'mimeType':'image/png'}", i / 3 * 3 + 1);
    }
    strcpy(end, "]}");
    o = open_json(json, bin, (size_t)count * MARKED_BYTES);
    free(json);
    free(bin);
    return o;
}

static void check_images(vrm_edit *edit, const uint32_t *marks, uint32_t count) {
    vrm_load_desc desc;
    vrm_written *file = NULL;
    vrm_model *model = NULL;
    const uint8_t *bytes;
    size_t size;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    REQUIRE(CHECK_INT(vrm_edit_write(edit, &file, NULL), VRM_OK));
    bytes = vrm_written_bytes(file, &size);
    CHECK_INT(vrm_model_load(bytes, size, &desc, &model, NULL), VRM_OK);
    for (uint32_t i = 0; i < count && model != NULL; ++i) {
        uint8_t expected[MARKED_BYTES];
        marked_png(marks[i], expected);
        CHECK_INT(vrm_model_get_image_bytes(model, (int32_t)i + 1, &bytes, &size), VRM_OK);
        CHECK(size == MARKED_BYTES && memcmp(bytes, expected, size) == 0);
    }
    vrm_model_release(model);
    vrm_written_destroy(file);
}

/* An image gets the view of another one, which then has two uses. */
static void share_view(vrm_edit *edit, uint32_t from, uint32_t to) {
    char at[32], view[16];
    size_t length;
    const char *text;
    snprintf(at, sizeof at, "/images/%u/bufferView", from + 1);
    text = vrm_edit_get(edit, at, &length);
    REQUIRE(text != NULL && length < sizeof view);
    memcpy(view, text, length);
    view[length] = '\0';
    snprintf(at, sizeof at, "/images/%u/bufferView", to + 1);
    CHECK_INT(vrm_edit_set(edit, at, view), VRM_OK);
}

/* In any order, and with other operations between: an image that gets new bytes changes no other.
 */
TEST(gl_032_images_that_share_bytes_keep_them) {
    opened o = open_images(IMAGES);
    uint32_t marks[IMAGES], state = 1;
    uint8_t bytes[MARKED_BYTES];
    for (uint32_t i = 0; i < IMAGES; ++i) marks[i] = i / 3 * 3;
    for (uint32_t i = 0; i < 400; ++i) {
        uint32_t image, other;
        state = state * 1664525u + 1013904223u;
        image = (state >> 16) % IMAGES;
        other = (state >> 8) % IMAGES;
        if (i % 5 == 4) {
            share_view(o.edit, other, image);
            marks[image] = marks[other];
        } else {
            marks[image] = 1000 + i;
            marked_png(marks[image], bytes);
            CHECK_INT(vrm_edit_set_image(o.edit, (int32_t)image + 1, bytes, sizeof bytes), VRM_OK);
        }
        if (i % 100 == 99) check_images(o.edit, marks, IMAGES);
    }
    close_json(&o);
}

/* Uses were counted for each image, in memory of their own: 4,000 images took 72 MB. */
TEST(er_018_many_images_take_memory_in_proportion) {
    enum { COUNT = 4000 };
    opened o = open_images(COUNT);
    vrm_limits limits;
    vrm_load_desc desc;
    vrm_limits_init(&limits);
    vrm_load_desc_init(&desc);
    limits.max_memory_bytes = 16 << 20;
    desc.limits = &limits;
    vrm_edit_destroy(o.edit);
    o.edit = NULL;
    REQUIRE(CHECK_INT(vrm_edit_create(o.file.bytes, o.file.size, &desc, &o.edit, NULL), VRM_OK));
    for (int32_t i = 1; i <= COUNT; ++i) {
        if (!CHECK_INT(vrm_edit_set_image(o.edit, i, png, PNG_BYTES), VRM_OK)) break;
    }
    close_json(&o);
}

TEST_SUITE(edit_image, ENTRY(gl_032_images_that_share_bytes_keep_them),
           ENTRY(er_018_many_images_take_memory_in_proportion));
