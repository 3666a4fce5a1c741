#include "support/long_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void append(long_text *to, const char *format, ...) {
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (to->length + (size_t)length + 1 > to->capacity) {
        to->capacity = (to->length + (size_t)length + 1) * 2;
        to->data = realloc(to->data, to->capacity);
    }
    va_start(arguments, format);
    vsnprintf(to->data + to->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    to->length += (size_t)length;
}
