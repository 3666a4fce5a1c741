/*
 * GIF by giflib. Each frame has a palette of its own, of the colours that are new in it: what has
 * not changed since it was drawn stays as it is, which makes files small and does not flicker.
 * Between colours, an ordered pattern is drawn, which stands still while things move.
 */
#include "animation.h"
#include "apps/kit/program/language.h"

#ifdef VRM_HAVE_GIF

#include "palette.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_SIDE = 65535,
    TRANSPARENT = PALETTE_MOST, /* the index behind all colours */
    SAME = 2                    /* bytes by which a channel may differ and count as the same */
};

typedef struct gif_animation {
    GifFileType *gif;
    palette colors;
    uint32_t width, height, repeat;
    bool is_transparent, has_frame, is_ended;
    uint64_t at;      /* milliseconds: when the next frame begins */
    uint64_t shown;   /* hundredths of a second that frames have been given */
    uint8_t *drawn;   /* red, green, blue of each pixel when it was last drawn */
    uint8_t *indices; /* of the frame that is being made */
    uint8_t *bytes;
    size_t size, capacity;
} gif_animation;

const char *animation_gif_problem(void) { return NULL; }

/* --- Bytes --- */

static int append(GifFileType *gif, const GifByteType *bytes, int count) {
    gif_animation *animation = gif->UserData;
    size_t size = (size_t)count;
    if (size > animation->capacity - animation->size) {
        size_t capacity = (animation->size + size) * 2 + 4096;
        uint8_t *larger = realloc(animation->bytes, capacity);
        if (larger == NULL) return 0;
        animation->bytes = larger;
        animation->capacity = capacity;
    }
    memcpy(animation->bytes + animation->size, bytes, size);
    animation->size += size;
    return count;
}

static bool begin_file(gif_animation *animation) {
    GifByteType loop[3];
    loop[0] = 1;
    loop[1] = (GifByteType)(animation->repeat & 255);
    loop[2] = (GifByteType)(animation->repeat >> 8 & 255);
    EGifSetGifVersion(animation->gif, true);
    return EGifPutScreenDesc(animation->gif, (int)animation->width, (int)animation->height, 8, 0,
                             NULL) == GIF_OK &&
           (animation->repeat == 1 ||
            (EGifPutExtensionLeader(animation->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
             EGifPutExtensionBlock(animation->gif, 11, "NETSCAPE2.0") == GIF_OK &&
             EGifPutExtensionBlock(animation->gif, 3, loop) == GIF_OK &&
             EGifPutExtensionTrailer(animation->gif) == GIF_OK));
}

/* --- A frame --- */

typedef struct area {
    uint32_t left, top, right, bottom; /* right and bottom are outside */
} area;

static bool is_same(const uint8_t *a, const uint8_t *b) {
    for (int c = 0; c < 3; ++c) {
        if (abs(a[c] - b[c]) > SAME) return false;
    }
    return true;
}

/* Whether a pixel has to be drawn: it is seen, and not there yet. */
static bool is_new(const gif_animation *animation, const uint8_t *pixels, size_t index) {
    if (animation->is_transparent) return pixels[4 * index + 3] >= 128;
    return !animation->has_frame || !is_same(pixels + 4 * index, animation->drawn + 3 * index);
}

/* Counts the colours of what is new, and finds where it is. At least one pixel, for a frame cannot
 * be empty. */
static area find_new(gif_animation *animation, const uint8_t *pixels) {
    area found = {animation->width, animation->height, 0, 0};
    palette_begin(&animation->colors);
    for (uint32_t y = 0; y < animation->height; ++y) {
        for (uint32_t x = 0; x < animation->width; ++x) {
            size_t index = (size_t)y * animation->width + x;
            if (!is_new(animation, pixels, index)) continue;
            palette_count(&animation->colors, pixels + 4 * index);
            if (x < found.left) found.left = x;
            if (x >= found.right) found.right = x + 1;
            if (y < found.top) found.top = y;
            found.bottom = y + 1;
        }
    }
    if (found.right == 0) {
        found.left = found.top = 0;
        found.right = found.bottom = 1;
    }
    palette_make(&animation->colors);
    return found;
}

/* From -0.5 to 0.5, in a pattern of eight by eight. */
static float pattern(uint32_t x, uint32_t y) {
    uint32_t value = 0, mixed = x ^ y;
    for (int bit = 0; bit < 3; ++bit) {
        value |= (mixed >> bit & 1u) << (5 - 2 * bit) | (y >> bit & 1u) << (4 - 2 * bit);
    }
    return ((float)value + 0.5f) / 64.0f - 0.5f;
}

/* The index of a colour: the nearest to it after the pattern has moved it. */
static uint8_t index_of(gif_animation *animation, const uint8_t *rgb, uint32_t x, uint32_t y) {
    float move = 10.0f * pattern(x, y);
    uint8_t moved[3];
    for (int c = 0; c < 3; ++c) {
        float value = (float)rgb[c] + move;
        moved[c] = (uint8_t)(value < 0.0f ? 0.0f : value > 255.0f ? 255.0f : value + 0.5f);
    }
    return palette_find(&animation->colors, moved);
}

static void find_indices(gif_animation *animation, const uint8_t *pixels, area area) {
    uint8_t *out = animation->indices;
    for (uint32_t y = area.top; y < area.bottom; ++y) {
        for (uint32_t x = area.left; x < area.right; ++x) {
            size_t index = (size_t)y * animation->width + x;
            bool draws = is_new(animation, pixels, index);
            *out++ = draws ? index_of(animation, pixels + 4 * index, x, y) : TRANSPARENT;
            if (draws) memcpy(animation->drawn + 3 * index, pixels + 4 * index, 3);
        }
    }
    animation->has_frame = true;
}

/* --- Writing it --- */

static bool put_control(gif_animation *animation, int delay) {
    GraphicsControlBlock block = {0};
    GifByteType bytes[4];
    block.DisposalMode = animation->is_transparent ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT;
    block.DelayTime = delay;
    block.TransparentColor = TRANSPARENT;
    EGifGCBToExtension(&block, bytes);
    return EGifPutExtension(animation->gif, GRAPHICS_EXT_FUNC_CODE, 4, bytes) == GIF_OK;
}

static bool put_image(gif_animation *animation, area area) {
    ColorMapObject *map = GifMakeMapObject(256, NULL);
    int width = (int)(area.right - area.left);
    bool is_good;
    if (map == NULL) return false;
    for (uint32_t i = 0; i < animation->colors.color_count; ++i) {
        map->Colors[i].Red = animation->colors.colors[i][0];
        map->Colors[i].Green = animation->colors.colors[i][1];
        map->Colors[i].Blue = animation->colors.colors[i][2];
    }
    is_good = EGifPutImageDesc(animation->gif, (int)area.left, (int)area.top, width,
                               (int)(area.bottom - area.top), false, map) == GIF_OK;
    for (uint32_t row = 0; row < area.bottom - area.top && is_good; ++row) {
        is_good = EGifPutLine(animation->gif, animation->indices + (size_t)row * (uint32_t)width,
                              width) == GIF_OK;
    }
    GifFreeMapObject(map);
    return is_good;
}

/* Hundredths of a second, so that the sum of all is as near as it can be. */
static int next_delay(gif_animation *animation, uint32_t milliseconds) {
    uint64_t until, delay;
    animation->at += milliseconds;
    until = (animation->at + 5) / 10;
    delay = until > animation->shown + 2 ? until - animation->shown : 2;
    if (delay > 65535) delay = 65535;
    animation->shown += delay;
    return (int)delay;
}

static bool add(void *state, const uint8_t *pixels, uint32_t milliseconds,
                const char **out_problem) {
    gif_animation *animation = state;
    area area;
    *out_problem = WORDS("a frame could not be added to the animation");
    if (animation->is_ended || milliseconds >= 1u << 24) return false;
    area = find_new(animation, pixels);
    find_indices(animation, pixels, area);
    return put_control(animation, next_delay(animation, milliseconds)) &&
           put_image(animation, area);
}

static uint8_t *encode(void *state, size_t *out_size, const char **out_problem) {
    gif_animation *animation = state;
    uint8_t *bytes = NULL;
    *out_problem =
        WORDS("the animation could not be encoded: it has no frames, or memory is short");
    if (!animation->is_ended && animation->has_frame) {
        animation->is_ended = EGifCloseFile(animation->gif, NULL) == GIF_OK;
        animation->gif = NULL;
    }
    if (!animation->is_ended) return NULL;
    bytes = malloc(animation->size);
    if (bytes == NULL) return NULL;
    memcpy(bytes, animation->bytes, animation->size);
    *out_size = animation->size;
    return bytes;
}

static void end(void *state) {
    gif_animation *animation = state;
    if (animation->gif != NULL) EGifCloseFile(animation->gif, NULL);
    free(animation->drawn);
    free(animation->indices);
    free(animation->bytes);
    free(animation);
}

static bool set_up(gif_animation *animation, const picture_animation_options *options) {
    if (options->width == 0 || options->width > MOST_SIDE || options->height == 0 ||
        options->height > MOST_SIDE) {
        return false;
    }
    animation->width = options->width;
    animation->height = options->height;
    animation->repeat = options->repeat;
    animation->is_transparent = options->is_transparent;
    animation->indices = malloc((size_t)options->width * options->height);
    animation->drawn = malloc((size_t)options->width * options->height * 3);
    animation->gif = EGifOpen(animation, append, NULL);
    return animation->indices != NULL && animation->drawn != NULL && animation->gif != NULL &&
           begin_file(animation);
}

void *animation_gif_begin(const picture_animation_options *options,
                          const animation_writer **out_writer, const char **out_problem) {
    static const animation_writer writer = {add, encode, end};
    gif_animation *animation = calloc(1, sizeof *animation);
    *out_writer = &writer;
    if (animation != NULL && set_up(animation, options)) return animation;
    if (animation != NULL) end(animation);
    *out_problem =
        WORDS("the animation cannot be started: GIF allows at most 65,535 pixels per side");
    return NULL;
}

#else

const char *animation_gif_problem(void) {
    return WORDS("this program was built without giflib and cannot write .gif files");
}

void *animation_gif_begin(const picture_animation_options *options,
                          const animation_writer **out_writer, const char **out_problem) {
    (void)options, (void)out_writer;
    *out_problem = animation_gif_problem();
    return NULL;
}

#endif
