#include "support/long_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void append(long_text *text, const char *format, ...) {
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (text->length + (size_t)length + 1 > text->capacity) {
        text->capacity = (text->length + (size_t)length + 1) * 2;
        text->data = realloc(text->data, text->capacity);
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}
