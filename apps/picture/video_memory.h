/* A file in memory, for FFmpeg's libraries to write to. */
#ifndef VRM_PICTURE_VIDEO_MEMORY_H
#define VRM_PICTURE_VIDEO_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libavformat/avformat.h>

typedef struct memory_file {
    uint8_t *bytes;
    size_t size, capacity;
    size_t at; /* where the next byte is written */
} memory_file;

/* Lets the format write into the file, and read it again (to put the index in front). False: there
 * is not enough memory. */
bool memory_file_open(memory_file *file, AVFormatContext *format);
/* The bytes are the caller's. */
void memory_file_close(AVFormatContext *format);

#endif
