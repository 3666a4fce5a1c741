#include "base/math.h"

#define MATH_PI 3.141592653589793
#define MATH_HALF_PI 1.5707963267948966
#define MATH_QUARTER_PI 0.7853981633974483

/*
 * The polynomials interpolate their functions at Chebyshev nodes, solved with 60 digits and rounded
 * to double. The bound beside each is the largest relative error of the polynomial itself; float
 * rounding is 2^-24.
 */

/* sin(r) for |r| <= pi/4, 2^-35.6. As a product, so that the sign of zero survives. */
static double math_sin_near(double r) {
    double z = r * r;
    double p = 2.7249864655139585e-06;
    p = p * z - 0.00019840086263755443;
    p = p * z + 0.008333331873837089;
    p = p * z - 0.16666666663853044;
    return r * (1.0 + z * p);
}

/* cos(r) for |r| <= pi/4, 2^-41.5. */
static double math_cos_near(double r) {
    double z = r * r;
    double p = -2.7237076731325097e-07;
    p = p * z + 2.479986150250612e-05;
    p = p * z - 0.0013888885089126252;
    p = p * z + 0.041666666637372694;
    p = p * z - 0.49999999999963857;
    return 1.0 + z * p;
}

/* atan(t) for |t| <= tan(pi/8), 2^-38.3. */
static double math_atan_near(double t) {
    double z = t * t;
    double p = -0.04042842558364086;
    p = p * z + 0.07135144159715383;
    p = p * z - 0.09028951620001278;
    p = p * z + 0.11107492570710824;
    p = p * z - 0.14285612419143023;
    p = p * z + 0.19999998916092215;
    p = p * z - 0.33333333331438264;
    return t * (1.0 + z * p);
}

/* asin(s) for |s| <= 1/2, 2^-38.0. */
static double math_asin_near(double s) {
    double z = s * s;
    double p = 0.02930523970533579;
    p = p * z + 0.0054431851027481075;
    p = p * z + 0.019306260869368045;
    p = p * z + 0.022132443623426794;
    p = p * z + 0.030397634130580702;
    p = p * z + 0.044642358484883196;
    p = p * z + 0.07500000598829049;
    p = p * z + 0.16666666665495086;
    return s * (1.0 + z * p);
}

/* The nearest integer, for |x| < 2^51: adding 1.5 * 2^52 leaves no bits behind the point. */
static double math_round(double x) { return (x + 6755399441055744.0) - 6755399441055744.0; }

/*
 * The root of x in double: a Newton step doubles the bits of sqrtf. Sums of squares of floats lie
 * between 2^-298 and 2^258, and are brought into the range of float by even powers of 2. Anything
 * less is taken as 0.
 */
static double math_sqrt(double x) {
    double root, unscale = 1.0;
    if (x < 0x1p-299) return 0.0;
    if (x < 0x1p-100) {
        x *= 0x1p200;
        unscale = 0x1p-100;
    } else if (x > 0x1p100) {
        x *= 0x1p-200;
        unscale = 0x1p100;
    }
    root = (double)sqrtf((float)x);
    return 0.5 * (root + x / root) * unscale;
}

/* ------------------------------------------------------------------------------ sine, cosine */

/*
 * Writes r in about [-pi/4, pi/4] with x = k pi/2 + r, and returns k modulo 4, for finite x of at
 * least 2^20. There the product of k and pi/2 no longer fits a double. The integer x / 2^e is
 * multiplied with the 96 bits of 2/pi that matter: those above them contribute whole turns, those
 * below less than 2^-70 of a quarter turn. No float comes nearer to a multiple of pi/2 than 2^-29.3
 * (tried: all of them), so that r is good to 2^-32 relative at worst.
 */
static uint32_t math_reduce_large(float x, double *r) {
    /* The binary digits of 2/pi, after 32 zeros. */
    static const uint32_t digits[8] = {0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                       0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};
    uint32_t bits = vrmi_float_bits(x);
    uint64_t mantissa = (bits & 0x007fffffu) | 0x00800000u;
    int32_t exponent = (int32_t)((bits >> 23) & 0xffu) - 150;
    uint32_t first = (uint32_t)(exponent + 30); /* of the digits; it weighs two quarter turns */
    uint32_t word = first / 32u, shift = first % 32u;
    uint64_t a = ((uint64_t)digits[word] << 32) | digits[word + 1];
    uint64_t b = ((uint64_t)digits[word + 2] << 32) | digits[word + 3];
    uint64_t high = shift == 0 ? a : (a << shift) | (b >> (64u - shift));
    uint64_t low = (b << shift) >> 32;
    uint64_t turn = mantissa * high + ((mantissa * low) >> 32); /* 2^62 is a quarter turn */
    uint64_t quarter = (turn + ((uint64_t)1 << 61)) >> 62;
    int64_t rest = (int64_t)(turn - (quarter << 62)); /* in [-2^61, 2^61) */
    *r = (double)rest * (MATH_HALF_PI / 4611686018427387904.0);
    return (uint32_t)quarter;
}

/*
 * Writes r in about [-pi/4, pi/4] with x = k pi/2 + r, and returns k modulo 4. Up to 2^20, pi/2 is
 * subtracted in two parts, the first of 33 bits: k times that, and the difference, are exact.
 */
static uint32_t math_reduce(float x, double *r) {
    if (fabsf(x) < 1048576.0f) {
        double k = math_round((double)x * 0.6366197723675814);
        *r = ((double)x - k * 1.5707963267341256) - k * 6.077100506506192e-11;
        return (uint32_t)(int32_t)k & 3u;
    }
    if (x < 0.0f) {
        uint32_t quarter = math_reduce_large(-x, r);
        *r = -*r;
        return (4u - quarter) & 3u;
    }
    return math_reduce_large(x, r) & 3u;
}

void vrmi_sincos(float x, float *sine, float *cosine) {
    double r, s, c;
    uint32_t quarter;
    if (!vrmi_is_finite(x)) {
        *sine = 0.0f;
        *cosine = 1.0f;
        return;
    }
    quarter = math_reduce(x, &r);
    s = (quarter & 1u) != 0 ? math_cos_near(r) : math_sin_near(r);
    c = (quarter & 1u) != 0 ? math_sin_near(r) : math_cos_near(r);
    *sine = (float)((quarter & 2u) != 0 ? -s : s);
    *cosine = (float)(quarter == 1u || quarter == 2u ? -c : c);
}

float vrmi_sin(float x) {
    double r, s;
    uint32_t quarter;
    if (!vrmi_is_finite(x)) return 0.0f;
    quarter = math_reduce(x, &r);
    s = (quarter & 1u) != 0 ? math_cos_near(r) : math_sin_near(r);
    return (float)((quarter & 2u) != 0 ? -s : s);
}

float vrmi_cos(float x) {
    double r, c;
    uint32_t quarter;
    if (!vrmi_is_finite(x)) return 1.0f;
    quarter = math_reduce(x, &r);
    c = (quarter & 1u) != 0 ? math_sin_near(r) : math_cos_near(r);
    return (float)(quarter == 1u || quarter == 2u ? -c : c);
}

/* ------------------------------------------------------------------------------ arc functions */

float vrmi_atan2(float y, float x) {
    const double tan_eighth = 0.41421356237309503; /* tan(pi/8) */
    double ay = (double)fabsf(y), ax = (double)fabsf(x);
    double angle;
    if (y != y || x != x) return 0.0f;
    if (!vrmi_is_finite(y) || !vrmi_is_finite(x)) {
        ay = vrmi_is_finite(y) ? 0.0 : 1.0;
        ax = vrmi_is_finite(x) ? 0.0 : 1.0;
    }
    /* In double no quotient of two floats over- or underflows. */
    if (ay == 0.0) {
        angle = 0.0;
    } else if (ay <= tan_eighth * ax) {
        angle = math_atan_near(ay / ax);
    } else if (ax <= tan_eighth * ay) {
        angle = MATH_HALF_PI - math_atan_near(ax / ay);
    } else {
        angle = MATH_QUARTER_PI + math_atan_near((ay - ax) / (ay + ax));
    }
    if ((vrmi_float_bits(x) >> 31) != 0) angle = MATH_PI - angle;
    return (float)((vrmi_float_bits(y) >> 31) != 0 ? -angle : angle);
}

/* acos(x) for x in [1/2, 1], as twice the arc sine of half the chord. Above 1, as for 1. */
static double math_acos_near_one(float x) {
    return 2.0 * math_asin_near(math_sqrt((1.0 - (double)vrmi_min(x, 1.0f)) * 0.5));
}

float vrmi_acos(float x) {
    if (x != x) return 0.0f;
    if (x >= 0.5f) return (float)math_acos_near_one(x);
    if (x <= -0.5f) return (float)(MATH_PI - math_acos_near_one(-x));
    return (float)(MATH_HALF_PI - math_asin_near((double)x));
}

float vrmi_asin(float x) {
    if (x != x) return 0.0f;
    if (x >= 0.5f) return (float)(MATH_HALF_PI - math_acos_near_one(x));
    if (x <= -0.5f) return (float)(math_acos_near_one(-x) - MATH_HALF_PI);
    return (float)math_asin_near((double)x);
}

/* ------------------------------------------------------------------------------------- powers */

/* log2(x) for a normal positive x. The polynomial is that of atanh, 2^-45.1. */
static double math_log2(double x) {
    uint64_t bits;
    int32_t exponent;
    double m, s, z, p;
    memcpy(&bits, &x, sizeof bits);
    exponent = (int32_t)(bits >> 52) - 1023;
    bits = (bits & 0x000fffffffffffffu) | 0x3ff0000000000000u;
    memcpy(&m, &bits, sizeof m);
    /* m in [sqrt(1/2), sqrt(2)): x just below 1 must not become -1 + nearly 1. */
    if (m > 1.4142135623730951) {
        m *= 0.5;
        ++exponent;
    }
    s = (m - 1.0) / (m + 1.0);
    z = s * s;
    p = 0.28288934209103966;
    p = p * z + 0.31990651794130825;
    p = p * z + 0.41220923060095693;
    p = p * z + 0.5770779426002068;
    p = p * z + 0.9617966941124542;
    p = p * z + 2.8853900817778504;
    return (double)exponent + s * p;
}

/* 2 to the power t for |t| <= 1000, 2^-44.6. */
static double math_exp2(double t) {
    double whole = math_round(t);
    double f = t - whole;
    double p = 1.0203121063391729e-07;
    double power;
    uint64_t bits = (uint64_t)((int64_t)whole + 1023) << 52;
    p = p * f + 1.3255224878668817e-06;
    p = p * f + 1.525268684626772e-05;
    p = p * f + 0.00015403455852453838;
    p = p * f + 0.0013333558179043112;
    p = p * f + 0.009618129159402558;
    p = p * f + 0.055504108664760424;
    p = p * f + 0.2402265069581299;
    p = p * f + 0.6931471805599453;
    memcpy(&power, &bits, sizeof power);
    return power * (1.0 + f * p);
}

/* base to the exponent for a normal base > 0 that is not infinite. */
static double math_power(double base, double exponent) {
    double t = exponent * math_log2(base);
    return math_exp2(t > 1000.0 ? 1000.0 : t > -1000.0 ? t : -1000.0);
}

/* To float without infinities. */
static float math_narrow(double x) {
    if (x > (double)FLT_MAX) return FLT_MAX;
    if (x < -(double)FLT_MAX) return -FLT_MAX;
    return (float)x;
}

float vrmi_pow(float base, float exponent) {
    if (exponent == 0.0f) return 1.0f;
    if (!(base > 0.0f) || exponent != exponent) return 0.0f;
    base = vrmi_min(base, FLT_MAX);
    exponent = vrmi_clamp(exponent, -FLT_MAX, FLT_MAX); /* 1 to the infinity: 0 times it is NaN */
    return math_narrow(math_power((double)base, (double)exponent));
}

float vrmi_srgb_to_linear(float encoded) {
    double x = (double)vrmi_min(encoded, FLT_MAX);
    if (encoded != encoded) return 0.0f;
    if (encoded <= 0.04045f) return math_narrow(x / 12.92);
    return math_narrow(math_power((x + 0.055) / 1.055, 2.4));
}

float vrmi_linear_to_srgb(float linear) {
    double x = (double)vrmi_min(linear, FLT_MAX);
    if (linear != linear) return 0.0f;
    if (linear <= 0.0031308f) return math_narrow(x * 12.92);
    return math_narrow(1.055 * math_power(x, 1.0 / 2.4) - 0.055);
}

/* -------------------------------------------------------------------------------- quaternions */

vrm_quat vrmi_quat_normalize_extreme(vrm_quat q) {
    float largest, square, inverse;
    if (!vrmi_quat_is_finite(q)) return vrmi_quat_identity();
    largest = vrmi_max(vrmi_max(fabsf(q.x), fabsf(q.y)), vrmi_max(fabsf(q.z), fabsf(q.w)));
    if (largest == 0.0f) return vrmi_quat_identity();
    q = vrm_quat_make(q.x / largest, q.y / largest, q.z / largest, q.w / largest);
    square = vrmi_quat_dot(q, q);
    inverse = 1.0f / sqrtf(square);
    return vrm_quat_make(q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse);
}

vrm_quat vrmi_quat_from_axis_angle(vrm_vec3 axis, float angle) {
    float sine, cosine, length = vrmi_vec3_length(axis);
    if (!(length > VRMI_EPSILON_LENGTH && length <= FLT_MAX)) return vrmi_quat_identity();
    vrmi_sincos(angle * 0.5f, &sine, &cosine);
    axis = vrmi_vec3_scale(axis, 1.0f / length);
    return vrm_quat_make(axis.x * sine, axis.y * sine, axis.z * sine, cosine);
}

/* A unit vector at right angles to the unit vector a: a x e_k, |a_k| smallest, lowest k first. */
static vrm_vec3 math_perpendicular(vrm_vec3 a) {
    float x = fabsf(a.x), y = fabsf(a.y), z = fabsf(a.z);
    vrm_vec3 n;
    if (x <= y && x <= z) {
        n = vrm_vec3_make(0.0f, a.z, -a.y);
    } else if (y <= z) {
        n = vrm_vec3_make(-a.z, 0.0f, a.x);
    } else {
        n = vrm_vec3_make(a.y, -a.x, 0.0f);
    }
    return vrmi_vec3_scale(n, 1.0f / vrmi_vec3_length(n));
}

vrm_quat vrmi_quat_from_to(vrm_vec3 a, vrm_vec3 b) {
    vrm_vec3 from, to, axis;
    float d, length_a = vrmi_vec3_length(a), length_b = vrmi_vec3_length(b);
    if (!(length_a > VRMI_EPSILON_LENGTH && length_a <= FLT_MAX)) return vrmi_quat_identity();
    if (!(length_b > VRMI_EPSILON_LENGTH && length_b <= FLT_MAX)) return vrmi_quat_identity();
    from = vrmi_vec3_scale(a, 1.0f / length_a);
    to = vrmi_vec3_scale(b, 1.0f / length_b);
    d = vrmi_vec3_dot(from, to);
    if (d <= -1.0f + VRMI_EPSILON_DOT) {
        axis = math_perpendicular(from);
        return vrm_quat_make(axis.x, axis.y, axis.z, 0.0f);
    }
    /* No snapping of small angles to the identity: springs would show a dead zone of 0.08 deg. */
    axis = vrmi_vec3_cross(from, to);
    return vrmi_quat_normalize(vrm_quat_make(axis.x, axis.y, axis.z, 1.0f + d));
}

vrm_quat vrmi_quat_from_up(vrm_vec3 axis) {
    const float opposite = 1e-6f; /* below it, 1 + y is nothing but rounding */
    float w = 1.0f + axis.y;
    /* Near -Y, 1 + y has lost its digits, and the part across has not. */
    if (axis.y < 0.0f) w = (axis.x * axis.x + axis.z * axis.z) / (1.0f - axis.y);
    if (!(vrmi_max(fabsf(axis.x), fabsf(axis.z)) > opposite || axis.y > 0.0f)) {
        return vrm_quat_make(1.0f, 0.0f, 0.0f, 0.0f);
    }
    return vrmi_quat_normalize(vrm_quat_make(axis.z, 0.0f, -axis.x, w));
}

vrm_quat vrmi_quat_slerp(vrm_quat p, vrm_quat q, float t) {
    float c = vrmi_quat_dot(p, q);
    float angle, sine, wp, wq;
    t = vrmi_saturate(t);
    if (c < 0.0f) {
        q = vrmi_quat_negate(q);
        c = -c;
    }
    if (c > 0.9995f) {
        return vrmi_quat_normalize(vrm_quat_make(vrmi_lerp(p.x, q.x, t), vrmi_lerp(p.y, q.y, t),
                                                 vrmi_lerp(p.z, q.z, t), vrmi_lerp(p.w, q.w, t)));
    }
    angle = vrmi_acos(c);
    sine = vrmi_sin(angle); /* at least 0.03 */
    wp = vrmi_sin((1.0f - t) * angle) / sine;
    wq = vrmi_sin(t * angle) / sine;
    return vrm_quat_make(wp * p.x + wq * q.x, wp * p.y + wq * q.y, wp * p.z + wq * q.z,
                         wp * p.w + wq * q.w);
}

/* ----------------------------------------------------------------------------------- matrices */

vrm_mat4 vrmi_mat4_identity(void) {
    return (vrm_mat4){{1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, /* columns 0, 1 */
                       0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f}};
}

vrm_mat4 vrmi_mat4_multiply(const vrm_mat4 *a, const vrm_mat4 *b) {
    vrm_mat4 out;
    for (int column = 0; column < 4; ++column) {
        const float *v = b->m + 4 * column;
        for (int row = 0; row < 4; ++row) {
            out.m[4 * column + row] = a->m[row] * v[0] + a->m[4 + row] * v[1] +
                                      a->m[8 + row] * v[2] + a->m[12 + row] * v[3];
        }
    }
    return out;
}

float vrmi_mat4_uniform_scale(const vrm_mat4 *m) {
    float squares[3];
    for (int i = 0; i < 3; ++i) {
        const float *c = m->m + 4 * i;
        squares[i] = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    }
    return sqrtf(vrmi_max(vrmi_max(squares[0], squares[1]), squares[2]));
}

/*
 * What follows works on the upper 3x3 in double: products of floats are exact there, and neither
 * huge nor tiny matrices leave its range.
 */
typedef struct math_columns {
    double c[3][3]; /* [column][row] */
} math_columns;

static double math_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void math_cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Returns false if an element is not finite. */
static bool math_get_columns(const vrm_mat4 *m, math_columns *out) {
    bool finite = true;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            float element = m->m[4 * column + row];
            finite = finite && vrmi_is_finite(element);
            out->c[column][row] = (double)element;
        }
    }
    return finite;
}

/* Divides v by its length and returns that; leaves a zero vector as it is. */
static double math_normalize(double v[3]) {
    double length = math_sqrt(math_dot(v, v));
    double inverse = length > 0.0 ? 1.0 / length : 0.0;
    for (int i = 0; i < 3; ++i) v[i] *= inverse;
    return length;
}

float vrmi_mat4_determinant(const vrm_mat4 *m) {
    math_columns columns;
    double cross[3];
    if (!math_get_columns(m, &columns)) return 0.0f;
    math_cross(columns.c[1], columns.c[2], cross);
    return math_narrow(math_dot(columns.c[0], cross));
}

bool vrmi_mat4_inverse(const vrm_mat4 *m, vrm_mat4 *out) {
    math_columns columns;
    double rows[3][3]; /* of the adjugate, then of the inverse */
    double determinant, reciprocal, bound;
    vrm_mat4 result = vrmi_mat4_identity();
    bool finite = math_get_columns(m, &columns);
    double(*c)[3] = columns.c;
    math_cross(c[1], c[2], rows[0]);
    math_cross(c[2], c[0], rows[1]);
    math_cross(c[0], c[1], rows[2]);
    determinant = math_dot(c[0], rows[0]);
    /* Squares, to do without roots. If not 0 they lie between 1e-283 and 1e236. */
    bound = math_dot(c[0], c[0]) * math_dot(c[1], c[1]) * math_dot(c[2], c[2]);
    bound *= (double)VRMI_EPSILON_DOT * (double)VRMI_EPSILON_DOT;
    if (finite && determinant * determinant > bound) {
        double t[3] = {(double)m->m[12], (double)m->m[13], (double)m->m[14]};
        reciprocal = 1.0 / determinant;
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                rows[row][column] *= reciprocal;
                result.m[4 * column + row] = (float)rows[row][column];
                finite = finite && vrmi_is_finite(result.m[4 * column + row]);
            }
            result.m[12 + row] = (float)(0.0 - math_dot(rows[row], t));
            finite = finite && vrmi_is_finite(result.m[12 + row]);
        }
        *out = finite ? result : vrmi_mat4_identity();
        return finite;
    }
    *out = result;
    return false;
}

/*
 * Plain matrices, which are nearly all, are detected in floats: if columns are between a thousandth
 * and a thousand long, their directions have a determinant above a thousandth, and the origin is
 * within a million, every bound of vrmi_mat4_inverse is so far away that rounding does not matter.
 */
bool vrmi_mat4_has_inverse(const vrm_mat4 *m) {
    const float *a = m->m, *b = m->m + 4, *c = m->m + 8, *t = m->m + 12;
    float aa = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    float bb = b[0] * b[0] + b[1] * b[1] + b[2] * b[2];
    float cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    float tt = t[0] * t[0] + t[1] * t[1] + t[2] * t[2];
    float determinant = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                        a[2] * (b[0] * c[1] - b[1] * c[0]);
    vrm_mat4 inverse;
    if (aa > 1e-6f && aa < 1e6f && bb > 1e-6f && bb < 1e6f && cc > 1e-6f && cc < 1e6f &&
        tt < 1e12f && determinant * determinant > 1e-6f * (aa * bb * cc)) {
        return true;
    }
    return vrmi_mat4_inverse(m, &inverse);
}

/*
 * The quaternion of three unit columns. Each branch is a multiple of it. In the one that is chosen
 * the component on the diagonal is at least 1, whatever the unit columns are, so that the length to
 * divide by is not small. Columns that are not at right angles need the division anyway.
 */
static vrm_quat math_rotation_of(const math_columns *columns) {
    const double *x = columns->c[0], *y = columns->c[1], *z = columns->c[2];
    double trace = x[0] + y[1] + z[2];
    double q[4], inverse;
    if (trace > 0.0) {
        q[0] = y[2] - z[1];
        q[1] = z[0] - x[2];
        q[2] = x[1] - y[0];
        q[3] = 1.0 + trace;
    } else if (x[0] >= y[1] && x[0] >= z[2]) {
        q[0] = 1.0 + x[0] - y[1] - z[2];
        q[1] = x[1] + y[0];
        q[2] = z[0] + x[2];
        q[3] = y[2] - z[1];
    } else if (y[1] >= z[2]) {
        q[0] = x[1] + y[0];
        q[1] = 1.0 + y[1] - x[0] - z[2];
        q[2] = y[2] + z[1];
        q[3] = z[0] - x[2];
    } else {
        q[0] = z[0] + x[2];
        q[1] = y[2] + z[1];
        q[2] = 1.0 + z[2] - x[0] - y[1];
        q[3] = x[1] - y[0];
    }
    inverse = 1.0 / math_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return vrm_quat_make((float)(q[0] * inverse), (float)(q[1] * inverse), (float)(q[2] * inverse),
                         (float)(q[3] * inverse));
}

/* The rotation where at least one column is zero; the others have been normalized. */
static vrm_quat math_rotation_completed(math_columns *columns, const double lengths[3]) {
    for (int missing = 0; missing < 3; ++missing) {
        int i = (missing + 1) % 3, j = (missing + 2) % 3;
        if (lengths[missing] == 0.0 && lengths[i] > 0.0 && lengths[j] > 0.0) {
            math_cross(columns->c[i], columns->c[j], columns->c[missing]);
            if (math_normalize(columns->c[missing]) > (double)VRMI_EPSILON_DOT) {
                return math_rotation_of(columns);
            }
        }
    }
    for (int i = 0; i < 3; ++i) {
        if (lengths[i] > 0.0) {
            const double *c = columns->c[i];
            vrm_vec3 axis = {i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f};
            return vrmi_quat_from_to(axis, vrm_vec3_make((float)c[0], (float)c[1], (float)c[2]));
        }
    }
    return vrmi_quat_identity();
}

/* The part of vrmi_trs_from_mat4 that has to do with the upper 3x3. */
static uint32_t math_decompose(const vrm_mat4 *m, vrm_quat *rotation, vrm_vec3 *scale) {
    const double shear = 1e-4, dependent = (double)VRMI_EPSILON_DOT;
    math_columns columns;
    double lengths[3], cross[3], determinant;
    uint32_t flags = 0;
    if (!math_get_columns(m, &columns)) {
        *rotation = vrmi_quat_identity();
        *scale = vrm_vec3_make(1.0f, 1.0f, 1.0f);
        return VRMI_TRS_NOT_FINITE;
    }
    for (int i = 0; i < 3; ++i) lengths[i] = math_normalize(columns.c[i]);
    for (int i = 0; i < 3; ++i) {
        double cosine = math_dot(columns.c[i], columns.c[(i + 1) % 3]);
        if (cosine > shear || cosine < -shear) flags |= VRMI_TRS_SHEARED;
    }
    math_cross(columns.c[1], columns.c[2], cross);
    determinant = math_dot(columns.c[0], cross);
    if (determinant <= dependent && determinant >= -dependent) {
        flags |= VRMI_TRS_SINGULAR;
    } else if (determinant < 0.0) {
        flags |= VRMI_TRS_MIRRORED;
        for (int i = 0; i < 3; ++i) columns.c[0][i] = -columns.c[0][i];
        lengths[0] = -lengths[0];
    }
    *scale =
        vrm_vec3_make(math_narrow(lengths[0]), math_narrow(lengths[1]), math_narrow(lengths[2]));
    if (lengths[0] == 0.0 || lengths[1] == 0.0 || lengths[2] == 0.0) {
        *rotation = math_rotation_completed(&columns, lengths);
    } else {
        *rotation = math_rotation_of(&columns);
    }
    return flags;
}

uint32_t vrmi_trs_from_mat4(const vrm_mat4 *m, vrm_trs *out) {
    uint32_t flags = math_decompose(m, &out->rotation, &out->scale);
    float t[3];
    for (int i = 0; i < 3; ++i) {
        bool finite = vrmi_is_finite(m->m[12 + i]);
        t[i] = finite ? m->m[12 + i] : 0.0f;
        if (!finite) flags |= VRMI_TRS_NOT_FINITE;
    }
    out->translation = vrm_vec3_make(t[0], t[1], t[2]);
    if (m->m[3] != 0.0f || m->m[7] != 0.0f || m->m[11] != 0.0f || m->m[15] != 1.0f) {
        flags |= VRMI_TRS_NOT_AFFINE;
    }
    return flags;
}

vrm_quat vrmi_mat4_rotation(const vrm_mat4 *m) {
    vrm_quat rotation;
    vrm_vec3 scale;
    (void)math_decompose(m, &rotation, &scale);
    return rotation;
}
