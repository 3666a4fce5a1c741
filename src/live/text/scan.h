/* Text, read character by character. Nothing is copied. */
#ifndef VRMI_LIVE_TEXT_SCAN_H
#define VRMI_LIVE_TEXT_SCAN_H

#include "base/math.h"

#include <stdbool.h>

/* A small letter of ASCII; what is none stays. */
static inline char vrmi_lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/* What is left of a text. */
typedef struct vrmi_scan {
    const char *at, *end;
} vrmi_scan;

/* Takes a character if it is the next one. */
static inline bool vrmi_scan_take(vrmi_scan *scan, char c) {
    if (scan->at == scan->end || *scan->at != c) return false;
    ++scan->at;
    return true;
}

/* Takes a decimal number, also with an exponent. False: there is none, or it is no finite float. */
bool vrmi_scan_number(vrmi_scan *scan, float *out);

#endif
