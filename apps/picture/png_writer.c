/* Errors of libpng come by longjmp: the function that calls setjmp has no variables of its own, and
 * what is taken is in a record that outlives the jump. */
#include "png_writer.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct png_writing {
    png_telling *tell;
    void *context;
    png_structp png;
    png_infop info;
    uint8_t *bytes;
    size_t size, capacity;
    jmp_buf failed;
} png_writing;

static _Noreturn void on_error(png_structp png, png_const_charp message) {
    png_writing *writing = png_get_error_ptr(png);
    (void)message;
    longjmp(writing->failed, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void append(png_structp png, png_bytep bytes, size_t size) {
    png_writing *writing = png_get_io_ptr(png);
    if (size > writing->capacity - writing->size) {
        size_t capacity = (writing->size + size) * 2;
        uint8_t *larger = realloc(writing->bytes, capacity);
        if (larger == NULL) png_error(png, "memory");
        writing->bytes = larger;
        writing->capacity = capacity;
    }
    memcpy(writing->bytes + writing->size, bytes, size);
    writing->size += size;
}

static void flush(png_structp png) { (void)png; }

static void write_png(png_writing *writing) {
    writing->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writing, on_error, ignore);
    if (writing->png == NULL) longjmp(writing->failed, 1);
    writing->info = png_create_info_struct(writing->png);
    if (writing->info == NULL) png_error(writing->png, "memory");
    png_set_write_fn(writing->png, writing, append, flush);
    writing->tell(writing->png, writing->info, writing->context);
}

static bool run_write(png_writing *writing) {
    if (setjmp(writing->failed) != 0) return false;
    write_png(writing);
    return true;
}

uint8_t *png_write_bytes(png_telling *tell, void *context, size_t *out_size) {
    png_writing writing;
    bool is_written;
    memset(&writing, 0, sizeof writing);
    writing.tell = tell;
    writing.context = context;
    is_written = run_write(&writing);
    png_destroy_write_struct(&writing.png, &writing.info);
    if (is_written) {
        *out_size = writing.size;
        return writing.bytes;
    }
    free(writing.bytes);
    return NULL;
}
