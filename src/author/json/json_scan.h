/* Where values of a JSON text begin and end. Nothing is read of what they hold. */
#ifndef VRMI_WRITE_JSON_SCAN_H
#define VRMI_WRITE_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct vrmi_json_scan {
    const char *text;
    size_t length;
    size_t at;
} vrmi_json_scan;

void vrmi_scan_space(vrmi_json_scan *scan);

/* Goes on behind this character, if it is the next one behind white space. */
bool vrmi_scan_character(vrmi_json_scan *scan, char c);

/* Goes on behind the string, or behind any value, at the present place. False: there is none. */
bool vrmi_scan_string(vrmi_json_scan *scan);
bool vrmi_scan_value(vrmi_json_scan *scan);

#endif
