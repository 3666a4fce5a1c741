/* PNG in one piece by libdeflate, which takes a fifth of zlib's time for as few bytes. Only where
 * VRM_HAVE_PNG is defined. */
#ifndef VRM_PICTURE_PNG_WHOLE_H
#define VRM_PICTURE_PNG_WHOLE_H

#include "png_writer.h"

/* A picture of 8 bits a channel. */
typedef struct png_whole {
    uint32_t width, height, channels;
    int filters; /* PNG_FILTER_NONE, PNG_FILTER_UP, or PNG_ALL_FILTERS: the best for each row */
    int level;   /* of libdeflate */
    png_telling *tell_header; /* ends with png_write_info */
    void (*fill_row)(void *context, uint32_t y, uint8_t *row);
    int32_t (*cancel)(void *user); /* asked for each row, but not by libdeflate; NULL: never */
    void *cancel_user;
    void *context; /* of tell_header and fill_row */
} png_whole;

/* The bytes, to be freed with free. NULL: this build lacks libdeflate, the picture is too large for
 * one piece, it was stopped, or memory is short. */
uint8_t *png_whole_encode(const png_whole *whole, size_t *out_size);

#endif
