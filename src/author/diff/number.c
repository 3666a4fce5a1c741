#include "author/diff/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* --- Decimal digits --- */

/* The smallest float has 112 digits, which are 13 groups of nine. */
enum { GROUPS = 14, GROUP_DIGITS = 9, MOST_DIGITS = GROUPS * GROUP_DIGITS };
#define GROUP 1000000000u

/* A whole number, the lowest group first. */
typedef struct whole {
    uint32_t groups[GROUPS];
    uint32_t count;
} whole;

static void multiply(whole *number, uint32_t factor) {
    uint64_t carry = 0;
    for (uint32_t i = 0; i < number->count; ++i) {
        carry += (uint64_t)number->groups[i] * factor;
        number->groups[i] = (uint32_t)(carry % GROUP);
        carry /= GROUP;
    }
    while (carry > 0 && number->count < GROUPS) {
        number->groups[number->count++] = (uint32_t)(carry % GROUP);
        carry /= GROUP;
    }
}

static void multiply_power(whole *number, uint32_t base, int exponent) {
    while (exponent > 0) {
        uint32_t factor = 1;
        for (int i = 0; i < 12 && exponent > 0; ++i, --exponent) factor *= base;
        multiply(number, factor);
    }
}

/* All digits of a number above 0 as text, the first of them not 0. Returns the number of digits,
 * and the decimal point: before the first digit, or this many digits after it. */
static int list_digits(float number, char out[MOST_DIGITS], int *out_point) {
    char reversed[MOST_DIGITS] = "0";
    uint32_t bits;
    int exponent, count = 0;
    whole value = {.count = 1};
    memcpy(&bits, &number, sizeof bits);
    exponent = (int)(bits >> 23 & 0xFFu);
    value.groups[0] = (bits & 0x7FFFFFu) | (exponent > 0 ? 0x800000u : 0);
    exponent = (exponent > 0 ? exponent : 1) - 150;
    /* A half is five tenths. */
    multiply_power(&value, exponent > 0 ? 2 : 5, exponent > 0 ? exponent : -exponent);
    for (uint32_t i = 0; i < value.count; ++i) {
        uint32_t group = value.groups[i];
        for (int k = 0; k < GROUP_DIGITS; ++k, group /= 10) {
            reversed[count++] = (char)('0' + group % 10);
        }
    }
    while (count > 1 && reversed[count - 1] == '0') --count;
    for (int i = 0; i < count; ++i) out[i] = reversed[count - 1 - i];
    *out_point = count + (exponent < 0 ? exponent : 0);
    return count;
}

/* Whether the digits after the first `kept` round them up; halves go to the even digit. */
static bool rounds_up(const char *digits, int count, int kept) {
    if (kept >= count || digits[kept] != '5') return kept < count && digits[kept] > '5';
    for (int i = kept + 1; i < count; ++i) {
        if (digits[i] != '0') return true;
    }
    return (digits[kept - 1] - '0') % 2 != 0;
}

/* Leaves no more than `most` digits, and no zeros at the end. Returns how many. */
static int round_digits(char *digits, int count, int most, int *point) {
    const bool is_up = rounds_up(digits, count, most);
    int at = count < most ? count : most;
    count = at;
    while (is_up && at > 0 && digits[at - 1] == '9') digits[--at] = '0';
    if (is_up && at > 0) {
        digits[at - 1] += 1;
    } else if (is_up) {
        digits[0] = '1'; /* 9.99 is 10 */
        *point += 1;
    }
    while (count > 1 && digits[count - 1] == '0') --count;
    return count;
}

static size_t write_plain(const char *digits, int count, int point, char *out) {
    size_t used = 0;
    if (point <= 0) {
        out[used++] = '0';
        out[used++] = '.';
        for (int i = point; i < 0; ++i) out[used++] = '0';
    }
    for (int i = 0; i < count || i < point; ++i) {
        if (i == point && i > 0) out[used++] = '.';
        out[used++] = (char)(i < count ? digits[i] : '0');
    }
    return used;
}

static size_t write_scientific(const char *digits, int count, int exponent, char *out) {
    size_t used = 0;
    out[used++] = digits[0];
    if (count > 1) out[used++] = '.';
    for (int i = 1; i < count; ++i) out[used++] = digits[i];
    out[used++] = 'e';
    out[used++] = exponent < 0 ? '-' : '+';
    if (exponent < 0) exponent = -exponent;
    out[used++] = (char)('0' + exponent / 10); /* a float's has two digits */
    out[used++] = (char)('0' + exponent % 10);
    return used;
}

size_t vrmi_diff_write_number(float number, int digits, char out[VRMI_DIFF_NUMBER_BYTES]) {
    char all[MOST_DIGITS] = {0};
    size_t used = 0;
    int count, point;
    if (signbit(number)) out[used++] = '-';
    if (!isfinite(number)) {
        memcpy(out + used, isnan(number) ? "nan" : "inf", 3);
        used += 3;
    } else if (number == 0.0f) {
        out[used++] = '0';
    } else {
        count = list_digits(number, all, &point);
        count = round_digits(all, count, digits, &point);
        used += point > digits || point < -3 ? write_scientific(all, count, point - 1, out + used)
                                             : write_plain(all, count, point, out + used);
    }
    out[used] = '\0';
    return used;
}

/* --- Angles, with numbers of twice the digits --- */

typedef struct twice {
    double high, low;
} twice;

static twice sum_of(double a, double b) {
    double sum = a + b, part = sum - a;
    return (twice){sum, (a - (sum - part)) + (b - part)};
}

static twice split(double a) {
    double factor = a * 134217729.0, high = factor - (factor - a); /* 2^27 + 1 */
    return (twice){high, a - high};
}

static twice product_of(double a, double b) {
    double product = a * b;
    twice x = split(a), y = split(b);
    return (twice){product,
                   ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

static twice add(twice a, twice b) {
    twice sum = sum_of(a.high, b.high);
    return sum_of(sum.high, sum.low + a.low + b.low);
}

static twice times(twice a, twice b) {
    twice product = product_of(a.high, b.high);
    return sum_of(product.high, product.low + a.high * b.low + a.low * b.high);
}

static twice minus(twice a) { return (twice){-a.high, -a.low}; }

static twice over(twice a, twice b) {
    double first = a.high / b.high;
    twice left = add(a, minus(times(b, (twice){first, 0.0})));
    double second = left.high / b.high;
    left = add(left, minus(times(b, (twice){second, 0.0})));
    return add(sum_of(first, second), (twice){left.high / b.high, 0.0});
}

static twice root_of(twice a) {
    double first = sqrt(a.high);
    twice left = add(a, minus(product_of(first, first)));
    return sum_of(first, left.high / (2.0 * first));
}

double vrmi_diff_angle(double y, double x) {
    static const twice one = {1.0, 0.0}, quarter_turn = {1.5707963267948966, 6.123233995736766e-17};
    const bool is_steep = y > x;
    twice t =
        is_steep ? over((twice){x, 0.0}, (twice){y, 0.0}) : over((twice){y, 0.0}, (twice){x, 0.0});
    twice square, angle;
    /* Three times the tangent of half the angle: at most that of 5.6 degrees. */
    for (int i = 0; i < 3; ++i) t = over(t, add(one, root_of(add(one, times(t, t)))));
    square = times(t, t);
    angle = over(one, (twice){33.0, 0.0});
    for (int n = 31; n > 0; n -= 2) {
        angle = add(over(one, (twice){n, 0.0}), minus(times(square, angle)));
    }
    angle = times(angle, t);
    angle = (twice){angle.high * 8.0, angle.low * 8.0};
    if (is_steep) angle = add(quarter_turn, minus(angle));
    return angle.high + angle.low;
}
