#include "number.h"

#include <stdlib.h>
#include <string.h>

bool read_number_in(const char *text, double least, double most, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= least && *out <= most;
}

bool read_whole(const char *text, uint32_t least, uint32_t most, uint32_t *out) {
    double number;
    if (!read_number_in(text, least, most, &number)) return false;
    *out = (uint32_t)number;
    return (double)*out == number;
}

bool read_size(char *text, uint32_t least, uint32_t most, uint32_t *out_width,
               uint32_t *out_height) {
    char *by = strchr(text, 'x');
    bool is_good;
    if (by != NULL) *by = '\0';
    is_good = read_whole(text, least, most, out_width) &&
              read_whole(by != NULL ? by + 1 : text, least, most, out_height);
    if (by != NULL) *by = 'x';
    return is_good;
}
