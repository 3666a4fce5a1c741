#include "video_memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 65536 };
static const size_t most_bytes = (size_t)1 << 31; /* an MP4 with offsets of 32 bits */

/* The type of the bytes changed with version 61. */
#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int write_bytes(void *opaque, const uint8_t *bytes, int count) {
#else
static int write_bytes(void *opaque, uint8_t *bytes, int count) {
#endif
    memory_file *file = opaque;
    size_t end;
    if (count < 0 || file->at > most_bytes) return AVERROR(EFBIG);
    end = file->at + (size_t)count;
    if (end > file->capacity) {
        size_t capacity = end + end / 2 + BUFFER_SIZE;
        uint8_t *larger = realloc(file->bytes, capacity);
        if (larger == NULL) return AVERROR(ENOMEM);
        file->bytes = larger;
        file->capacity = capacity;
    }
    if (file->at > file->size) memset(file->bytes + file->size, 0, file->at - file->size);
    memcpy(file->bytes + file->at, bytes, (size_t)count);
    file->at = end;
    if (end > file->size) file->size = end;
    return count;
}

static int64_t seek_in(memory_file *file, size_t *at, int64_t offset, int whence) {
    int64_t to = offset;
    if (whence & AVSEEK_SIZE) return (int64_t)file->size;
    if ((whence & 3) == SEEK_CUR) to += (int64_t)*at;
    if ((whence & 3) == SEEK_END) to += (int64_t)file->size;
    if (to < 0 || (uint64_t)to > most_bytes) return AVERROR(EINVAL);
    *at = (size_t)to;
    return to;
}

static int64_t seek_write(void *opaque, int64_t offset, int whence) {
    memory_file *file = opaque;
    return seek_in(file, &file->at, offset, whence);
}

/* --- Reading while it is written --- */

typedef struct memory_reader {
    memory_file *file;
    size_t at;
} memory_reader;

static int read_bytes(void *opaque, uint8_t *out, int count) {
    memory_reader *reader = opaque;
    size_t left = reader->file->size > reader->at ? reader->file->size - reader->at : 0;
    size_t size = left < (size_t)count ? left : (size_t)count;
    if (size == 0) return AVERROR_EOF;
    memcpy(out, reader->file->bytes + reader->at, size);
    reader->at += size;
    return (int)size;
}

static int64_t seek_read(void *opaque, int64_t offset, int whence) {
    memory_reader *reader = opaque;
    return seek_in(reader->file, &reader->at, offset, whence);
}

static int open_again(AVFormatContext *format, AVIOContext **out, const char *url, int flags,
                      AVDictionary **options) {
    memory_reader *reader = calloc(1, sizeof *reader);
    uint8_t *buffer = av_malloc(BUFFER_SIZE);
    (void)url, (void)flags, (void)options;
    *out = NULL;
    if (reader != NULL && buffer != NULL) {
        reader->file = format->opaque;
        *out = avio_alloc_context(buffer, BUFFER_SIZE, 0, reader, read_bytes, NULL, seek_read);
    }
    if (*out != NULL) return 0;
    free(reader);
    av_free(buffer);
    return AVERROR(ENOMEM);
}

static int close_again(AVFormatContext *format, AVIOContext *context) {
    (void)format;
    free(context->opaque);
    av_freep(&context->buffer);
    avio_context_free(&context);
    return 0;
}

/* --- Both --- */

bool memory_file_open(memory_file *file, AVFormatContext *format) {
    uint8_t *buffer = av_malloc(BUFFER_SIZE);
    if (buffer == NULL) return false;
    format->pb = avio_alloc_context(buffer, BUFFER_SIZE, 1, file, NULL, write_bytes, seek_write);
    if (format->pb == NULL) {
        av_free(buffer);
        return false;
    }
    format->flags |= AVFMT_FLAG_CUSTOM_IO;
    format->opaque = file;
    format->io_open = open_again;
    format->io_close2 = close_again;
    return true;
}

void memory_file_close(AVFormatContext *format) {
    if (format->pb == NULL) return;
    av_freep(&format->pb->buffer);
    avio_context_free(&format->pb);
}
