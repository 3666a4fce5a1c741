/* What writers of moving pictures have in common; for animation.c, and for vrm-video, which is
 * loaded when it is first needed. */
#ifndef VRM_PICTURE_ANIMATION_H
#define VRM_PICTURE_ANIMATION_H

#include "picture.h"

/* What can be done with one; `state` is what the writer began with. As picture_animation_… of
 * picture.h. */
typedef struct animation_writer {
    bool (*add)(void *state, const uint8_t *pixels, uint32_t milliseconds,
                const char **out_problem);
    uint8_t *(*encode)(void *state, size_t *out_size, const char **out_problem);
    void (*end)(void *state);
} animation_writer;

/* Begins: gives a state that `end` frees, or NULL and why not. */
typedef void *animation_begin_fn(const picture_animation_options *options,
                                 const animation_writer **out_writer, const char **out_problem);

animation_begin_fn animation_webp_begin, animation_gif_begin, animation_mp4_begin;

/* NULL, or what this build lacks. */
const char *animation_webp_problem(void);
const char *animation_gif_problem(void);
const char *animation_mp4_problem(void);

#endif
