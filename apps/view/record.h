/* The scene as a film: frames of the window while it goes on. */
#ifndef VRM_VIEW_RECORD_H
#define VRM_VIEW_RECORD_H

#include "apps/picture/picture.h"

#include <stdbool.h>
#include <stdint.h>

struct viewer;

/* Zero-initialised is none. */
typedef struct recording {
    picture_animation *animation; /* NULL: nothing is recorded */
    char name[32];                /* of the file, once it is written */
    uint32_t width, height;
    uint8_t *pixels; /* of one frame */
    double start, last_frame;
} recording;

/* Begins, or ends and writes the file; says so in the window. A format that this build cannot write
 * is said too. */
void record_toggle(struct viewer *v, picture_format format);
/* The best that this build can write: MP4, GIF or WebP. */
picture_format record_default_format(void);

/* After each frame: adds what the canvas shows, at most 30 times a second. Ends by itself after a
 * minute, and when the scene changes its size. */
void record_frame(struct viewer *v);

/* Without writing anything. */
void record_drop(struct viewer *v);

#endif
