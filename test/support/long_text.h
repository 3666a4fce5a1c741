/* A text that grows, for files that a test writes. */
#ifndef VRM_TEST_LONG_TEXT_H
#define VRM_TEST_LONG_TEXT_H

#include <stddef.h>

/* Begins as {NULL, 0, 0}; the test frees `data`. */
typedef struct long_text {
    char *data;
    size_t length, capacity;
} long_text;

/* As printf, behind what is there. */
void append(long_text *text, const char *format, ...);

#endif
