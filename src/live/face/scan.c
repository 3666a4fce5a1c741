#include "live/face/scan.h"

#include "base/math.h"

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

bool vrmi_scan_number(vrmi_scan *s, float *out) {
    decimal d = {0};
    const bool is_negative = vrmi_scan_take(s, '-');
    if (!is_negative) vrmi_scan_take(s, '+');
    if (!take_digits(s, &d, false)) return false;
    if (vrmi_scan_take(s, '.') && !take_digits(s, &d, true)) return false;
    if (!take_exponent(s, &d)) return false;
    if (d.power > MOST_POWER && d.digits > 0.0) return false;
    for (; d.power > 0; --d.power) d.digits *= 10.0;
    for (int i = 0; d.power < 0 && i < MOST_POWER; ++d.power, ++i) d.digits /= 10.0;
    if (d.power < 0) d.digits = 0.0;
    if (d.digits > 3.4e38) return false;
    *out = (float)(is_negative ? -d.digits : d.digits);
    return true;
}

static vrm_quat turn(int axis, float degrees) {
    vrm_quat q = {0.0f, 0.0f, 0.0f, 1.0f};
    float sine;
    vrmi_sincos(vrmi_radians(degrees) * 0.5f, &sine, &q.w);
    if (axis == 0) q.x = sine;
    if (axis == 1) q.y = sine;
    if (axis == 2) q.z = sine;
    return q;
}

void vrmi_face_set_head_degrees(vrm_face *face, const float degrees[3]) {
    const vrm_quat yx = vrmi_quat_multiply(turn(1, degrees[1]), turn(0, degrees[0]));
    face->head = vrmi_quat_normalize(vrmi_quat_multiply(yx, turn(2, degrees[2])));
    face->parts |= VRM_FACE_HEAD;
}

/* The axes of both trackers are ARKit's, those of avatars: in packets that were published, eyes
 * that converge and look down have positive angles about y and x. */
void vrmi_face_set_eye_degrees(vrm_face *face, int side, const float degrees[3]) {
    face->eye_pitch_degrees[side] = vrmi_clamp(degrees[0], -90.0f, 90.0f);
    face->eye_yaw_degrees[side] = vrmi_clamp(degrees[1], -90.0f, 90.0f);
}
