/* Numbers as printf's %g writes them, and angles: without stdio, a locale or a libm. */
#ifndef VRMI_DIFF_NUMBER_H
#define VRMI_DIFF_NUMBER_H

#include <stddef.h>

enum { VRMI_DIFF_NUMBER_BYTES = 32, VRMI_DIFF_MOST_DIGITS = 9 };

/* Writes a number with 1 to VRMI_DIFF_MOST_DIGITS significant digits, correctly rounded, as %g
 * does. Returns its length. */
size_t vrmi_diff_write_number(float number, int digits, char out[VRMI_DIFF_NUMBER_BYTES]);

/* atan2(y, x) of numbers from 0 up, not both 0, within 0.51 units of the last digit. */
double vrmi_diff_angle(double y, double x);

#endif
