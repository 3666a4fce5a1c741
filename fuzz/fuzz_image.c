/*
 * Images of all formats. The first byte: how small they become (bits 0 and 1), whether checksums of
 * a PNG are mended (4; bytes that change at random rarely have the right ones), whether little
 * memory is allowed (8), and which allocation fails (the high bits; 0: none). The rest is the file.
 * Both decoders of PNG have to agree.
 */
#include "fuzz.h"
#include "render/png_same.h"
#include "render/src/image/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_SIDE = 2048, MOST_BYTES = 16 << 20, FEW_BYTES = 1 << 14, MOST_WORK = 64 << 20 };

static uint32_t read_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t crc_of(const uint8_t *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static void mend_png(uint8_t *bytes, size_t size) {
    size_t at = 8;
    if (size < 8 || memcmp(bytes, "\x89PNG", 4) != 0) return;
    while (size - at >= 12) {
        size_t length = read_u32(bytes + at);
        uint32_t crc;
        if (length > size - at - 12) return;
        crc = crc_of(bytes + at + 4, length + 4);
        for (size_t i = 0; i < 4; ++i) bytes[at + 8 + length + i] = (uint8_t)(crc >> (24 - 8 * i));
        at += 12 + length;
    }
}

static void check_image(const vrmr_image *image, const vrmr_image_limits *limits, int32_t result) {
    uint64_t sum = 0;
    if (result < VRMR_IMAGE_NO_MEMORY || result > VRM_IMAGE_STATE_TOO_LARGE)
        fuzz_fail("a known result");
    if (result != VRM_IMAGE_STATE_GOOD) {
        if (image->pixels != NULL || image->width != 0 || image->height != 0) {
            fuzz_fail("nothing without success");
        }
        return;
    }
    if (image->pixels == NULL || image->width == 0 || image->height == 0) fuzz_fail("an image");
    if (image->width > limits->max_texture || image->height > limits->max_texture ||
        vrmr_image_bytes(image) > limits->max_bytes) {
        fuzz_fail("an image within the limits");
    }
    for (uint64_t i = 0; i < vrmr_image_bytes(image); ++i) sum += image->pixels[i];
    if (sum > vrmr_image_bytes(image) * 255) fuzz_fail("bytes"); /* all were read */
}

static void check_png(const uint8_t *file, size_t size, uint32_t max_texture) {
    bool is_whole;
    const char *difference = png_difference(file, size, max_texture, &is_whole);
    if (difference != NULL) fuzz_fail(difference);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint32_t sizes[4] = {MOST_SIDE, 100, 7, 1};
    fuzz_memory memory = {-1, 0, 0};
    vrm_allocator allocator = {fuzz_allocate, fuzz_release, NULL};
    vrmr_image_limits limits = {MOST_SIDE, 0, MOST_BYTES};
    vrmr_image_work work = {MOST_WORK, 0, NULL, NULL};
    vrmr_image image;
    uint8_t *file;
    int32_t result;
    if (size < 2) return 0;
    limits.max_texture = sizes[data[0] & 3];
    if ((data[0] & 8) != 0) limits.max_bytes = FEW_BYTES;
    memory.fail_at = (data[0] >> 4) - 1;
    allocator.user = &memory;
    file = malloc(size - 1); /* of exactly its size */
    if (file == NULL) abort();
    memcpy(file, data + 1, size - 1);
    if ((data[0] & 4) != 0) mend_png(file, size - 1);
    result = vrmr_image_decode_charged(file, size - 1, &limits, &work, &allocator, &image);
    if (work.spent > work.most) fuzz_fail("work within the budget");
    if (size > 9 && memcmp(file, "\x89PNG", 4) == 0) check_png(file, size - 1, limits.max_texture);
    free(file);
    check_image(&image, &limits, result);
    vrmr_image_free(&image, &allocator);
    if (memory.live != 0) fuzz_fail("all memory is released");
    return 0;
}
