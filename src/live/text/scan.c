#include "live/text/scan.h"

/* Beyond these, digits and powers of ten change no float. */
enum { MOST_DIGITS = 17, MOST_POWER = 60 };

static bool is_digit(const vrmi_scan *s) {
    return s->at != s->end && *s->at >= '0' && *s->at <= '9';
}

/* A number without its sign: digits times a power of ten. */
typedef struct decimal {
    double digits;
    int count; /* of digits that are in it */
    int power;
} decimal;

/* False: there is no digit. */
static bool take_digits(vrmi_scan *s, decimal *d, bool is_fraction) {
    const char *begin = s->at;
    for (; is_digit(s); ++s->at) {
        const bool counts = d->count < MOST_DIGITS;
        if (counts) d->digits = d->digits * 10.0 + (*s->at - '0');
        if (counts && d->digits > 0.0) ++d->count;
        if (counts == is_fraction && d->power > -MOST_POWER * 8 && d->power < MOST_POWER * 8) {
            d->power += is_fraction ? -1 : 1;
        }
    }
    return s->at != begin;
}

static bool take_exponent(vrmi_scan *s, decimal *d) {
    int power = 0;
    bool is_negative;
    if (!vrmi_scan_take(s, 'e') && !vrmi_scan_take(s, 'E')) return true;
    is_negative = vrmi_scan_take(s, '-');
    if (!is_negative) vrmi_scan_take(s, '+');
    if (!is_digit(s)) return false;
    for (; is_digit(s); ++s->at) {
        if (power < MOST_POWER * 8) power = power * 10 + (*s->at - '0');
    }
    d->power += is_negative ? -power : power;
    return true;
}

/* Powers of ten that doubles have exactly; larger ones are steps of them. */
static double scaled(const decimal *d) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { STEP = sizeof powers / sizeof powers[0] - 1 };
    double value = d->digits;
    int power = d->power < 0 ? -d->power : d->power;
    if (power > MOST_POWER) return d->power < 0 ? 0.0 : (value > 0.0 ? 1e300 : 0.0);
    for (; power > STEP; power -= STEP) {
        value = d->power < 0 ? value / powers[STEP] : value * powers[STEP];
    }
    return d->power < 0 ? value / powers[power] : value * powers[power];
}

bool vrmi_scan_number(vrmi_scan *s, float *out) {
    decimal d = {0};
    const bool is_negative = vrmi_scan_take(s, '-');
    if (!is_negative) vrmi_scan_take(s, '+');
    if (!take_digits(s, &d, false)) return false;
    if (vrmi_scan_take(s, '.') && !take_digits(s, &d, true)) return false;
    if (!take_exponent(s, &d)) return false;
    d.digits = scaled(&d);
    if (d.digits > 3.4e38) return false;
    *out = (float)(is_negative ? -d.digits : d.digits);
    return true;
}
