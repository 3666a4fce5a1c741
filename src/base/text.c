/* UTF-8, the text writer and its escapes. Numbers are made from integers alone, never by libc. */
#include "base/text.h"

#include <float.h>
#include <string.h>

_Static_assert(FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53, "IEEE 754 binary32 and binary64");

static size_t text_size(vrm_string string) { return string.data == NULL ? 0 : string.length; }

/* --- UTF-8 --- */

size_t vrmi_utf8_decode(const char *text, size_t length, uint32_t *out_code_point) {
    *out_code_point = VRMI_UTF8_INVALID;
    if (length == 0) return 0;
    unsigned lead = (unsigned char)text[0];
    if (lead < 0x80) {
        *out_code_point = lead;
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) return 1;
    size_t needed = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t code = lead & (0x7Fu >> needed);
    /* The range of the second byte alone keeps out overlong forms, surrogates and what is above
     * U+10FFFF (Unicode, table 3-7). */
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < needed; ++i) {
        unsigned byte = i < length ? (unsigned char)text[i] : 0;
        if (byte < low || byte > high) return i;
        code = code << 6 | (byte & 0x3F);
        low = 0x80;
        high = 0xBF;
    }
    *out_code_point = code;
    return needed;
}

size_t vrmi_utf8_step(const char *text, size_t length) {
    uint32_t code;
    size_t size = vrmi_utf8_decode(text, length, &code);
    return code == VRMI_UTF8_INVALID ? 0 : size;
}

bool vrmi_utf8_is_valid(const char *text, size_t length, size_t *out_error_offset) {
    size_t i = 0;
    while (i < length) {
        uint64_t eight;
        if (length - i >= sizeof eight) {
            memcpy(&eight, text + i, sizeof eight);
            if ((eight & UINT64_C(0x8080808080808080)) == 0) {
                i += sizeof eight;
                continue;
            }
        }
        size_t size = vrmi_utf8_step(text + i, length - i);
        if (size == 0) break;
        i += size;
    }
    if (out_error_offset != NULL) *out_error_offset = i;
    return i == length;
}

size_t vrmi_utf8_mend(const char *text, size_t length, char *out, size_t capacity) {
    const size_t replacement = sizeof VRMI_UTF8_REPLACEMENT - 1;
    size_t needed = 0;
    uint32_t code;
    for (size_t i = 0; i < length;) {
        size_t size = vrmi_utf8_decode(text + i, length - i, &code);
        size_t more = code == VRMI_UTF8_INVALID ? replacement : size;
        if (needed > SIZE_MAX - more) return SIZE_MAX;
        needed += more;
        i += size;
    }
    if (needed >= capacity) return needed;
    for (size_t i = 0; i < length;) {
        size_t size = vrmi_utf8_decode(text + i, length - i, &code);
        bool is_valid = code != VRMI_UTF8_INVALID;
        memcpy(out, is_valid ? text + i : VRMI_UTF8_REPLACEMENT, is_valid ? size : replacement);
        out += is_valid ? size : replacement;
        i += size;
    }
    *out = '\0';
    return needed;
}

/* The length without a sequence that has begun and lacks its end. */
static size_t utf8_without_incomplete(const char *text, size_t length) {
    for (size_t back = 1; back <= 3 && back <= length; ++back) {
        unsigned byte = (unsigned char)text[length - back];
        if (byte < 0x80) break;
        if (byte < 0xC0) continue;
        size_t needed = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        return needed > back ? length - back : length;
    }
    return length;
}

/* --- The writer --- */

static void text_cut(vrmi_text *text, size_t length) {
    text->length = length;
    if (text->capacity > 0) text->data[length] = '\0';
}

static size_t text_room(const vrmi_text *text) {
    if (text->truncated || text->capacity == 0) return 0;
    return text->capacity - 1 - text->length;
}

vrmi_text vrmi_text_make(char *data, size_t capacity) {
    vrmi_text text = {data, data == NULL ? 0 : capacity, 0, false};
    text_cut(&text, 0);
    return text;
}

void vrmi_text_append_bytes(vrmi_text *text, const char *bytes, size_t length) {
    if (text->truncated || length == 0) return;
    size_t room = text_room(text);
    size_t fits = length < room ? length : room;
    if (fits > 0) memcpy(text->data + text->length, bytes, fits);
    text_cut(text, text->length + fits);
    if (fits == length) return;
    text->truncated = true;
    text_cut(text, utf8_without_incomplete(text->data, text->length));
}

/* All of it or nothing. */
static void text_append_whole(vrmi_text *text, const char *bytes, size_t length) {
    if (length > text_room(text)) {
        text->truncated = true;
        text_cut(text, utf8_without_incomplete(text->data, text->length));
    } else {
        vrmi_text_append_bytes(text, bytes, length);
    }
}

void vrmi_text_append(vrmi_text *text, const char *c_string) {
    if (c_string != NULL) vrmi_text_append_bytes(text, c_string, strlen(c_string));
}

void vrmi_text_append_string(vrmi_text *text, vrm_string string) {
    vrmi_text_append_bytes(text, string.data, text_size(string));
}

/* Digits from the last to the first; `group` is 0 or how many stand between two commas. */
static void text_append_digits(vrmi_text *text, bool is_negative, uint64_t value, unsigned base,
                               unsigned group, unsigned min_digits) {
    char digits[32]; /* 20 digits with 6 commas, or a sign */
    size_t first = sizeof digits;
    for (unsigned count = 0; count == 0 || value != 0 || count < min_digits; ++count) {
        if (group != 0 && count != 0 && count % group == 0) digits[--first] = ',';
        digits[--first] = "0123456789abcdef"[value % base];
        value /= base;
    }
    if (is_negative) digits[--first] = '-';
    text_append_whole(text, digits + first, sizeof digits - first);
}

void vrmi_text_append_i64(vrmi_text *text, int64_t value) {
    /* Unsigned negation: -INT64_MIN does not fit an int64_t. */
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    text_append_digits(text, value < 0, magnitude, 10, 0, 1);
}

void vrmi_text_append_u64(vrmi_text *text, uint64_t value) {
    text_append_digits(text, false, value, 10, 0, 1);
}

void vrmi_text_append_grouped(vrmi_text *text, uint64_t value) {
    text_append_digits(text, false, value, 10, 3, 1);
}

void vrmi_text_append_hex(vrmi_text *text, uint64_t value, unsigned min_digits) {
    text_append_digits(text, false, value, 16, 0, min_digits < 16 ? min_digits : 16);
}

/* --- Floating point --- */

/*
 * An unsigned integer as large as a double asks for: below, `unit` is 2^1075 for the smallest ones,
 * and all else stays below 16 units, which is 1080 bits or 34 limbs.
 */
typedef struct decimal_big {
    size_t count; /* limbs in use, the last of them not 0; those past it are 0 */
    uint32_t limb[34];
} decimal_big;

static void decimal_multiply(decimal_big *big, uint32_t factor) {
    uint64_t carry = 0;
    for (size_t i = 0; i < big->count; ++i) {
        carry += (uint64_t)big->limb[i] * factor;
        big->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) big->limb[big->count++] = (uint32_t)carry;
}

static decimal_big decimal_make(uint64_t value, int power_of_two) {
    decimal_big big = {0};
    for (; value != 0; value >>= 32) big.limb[big.count++] = (uint32_t)value;
    for (; power_of_two >= 16; power_of_two -= 16) decimal_multiply(&big, UINT32_C(1) << 16);
    if (power_of_two > 0) decimal_multiply(&big, UINT32_C(1) << power_of_two);
    return big;
}

static void decimal_multiply_power_of_ten(decimal_big *big, int power) {
    for (; power >= 9; power -= 9) decimal_multiply(big, 1000000000);
    for (; power > 0; --power) decimal_multiply(big, 10);
}

/* The sign of a + b - c. */
static int decimal_compare_sum(const decimal_big *a, const decimal_big *b, const decimal_big *c) {
    decimal_big sum = {0};
    uint64_t carry = 0;
    for (size_t i = 0; i < a->count || i < b->count || carry != 0; ++i) {
        carry += (uint64_t)a->limb[i] + b->limb[i];
        sum.limb[sum.count++] = (uint32_t)carry;
        carry >>= 32;
    }
    if (sum.count != c->count) return sum.count < c->count ? -1 : 1;
    for (size_t i = sum.count; i-- > 0;) {
        if (sum.limb[i] != c->limb[i]) return sum.limb[i] < c->limb[i] ? -1 : 1;
    }
    return 0;
}

/* a -= b, where a >= b. */
static void decimal_subtract(decimal_big *a, const decimal_big *b) {
    uint64_t borrow = 0;
    for (size_t i = 0; i < a->count; ++i) {
        uint64_t difference = (uint64_t)a->limb[i] - b->limb[i] - borrow;
        a->limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    while (a->count > 0 && a->limb[a->count - 1] == 0) --a->count;
}

/*
 * The shortest digits of mantissa * 2^exponent, as 0.DIGITS * 10^point; mantissa > 0. Returns their
 * count, 17 at most. This is the free-format algorithm of Steele and White, and Burger and Dybvig
 * ("Printing Floating-Point Numbers Quickly and Accurately"): exact integers, hence slow next to
 * Ryu and the like, but short, without tables, and plainly right; nothing here is written by the
 * million. `is_lowest` says that the next float below is only half as far away as the one above.
 */
static size_t decimal_shortest(uint64_t mantissa, int exponent, bool is_lowest, char digits[17],
                               int *out_point) {
    static const decimal_big zero = {0};
    int extra = is_lowest ? 2 : 1;
    int up = exponent > 0 ? exponent : 0;
    /* The value is rest / unit; half the way to its neighbors is above / unit and below / unit. */
    decimal_big rest = decimal_make(mantissa, up + extra);
    decimal_big unit = decimal_make(1, up - exponent + extra);
    decimal_big above = decimal_make(1, up + extra - 1);
    decimal_big below = decimal_make(1, up);
    /* A reader rounds a number halfway between two floats to the even one. */
    int inclusive = mantissa % 2 == 0 ? 0 : 1;

    int log_two = exponent - 1;
    for (uint64_t bits = mantissa; bits != 0; bits >>= 1) ++log_two;
    /* floor(log_two * log10(2)) + 1: what is wanted, or up to 1 too small. */
    int64_t scaled = log_two * INT64_C(1292913986) + (INT64_C(1024) << 32);
    int point = (int)(scaled >> 32) - 1024 + 1;
    decimal_multiply_power_of_ten(&unit, point);
    decimal_multiply_power_of_ten(&rest, -point);
    decimal_multiply_power_of_ten(&above, -point);
    decimal_multiply_power_of_ten(&below, -point);
    for (; decimal_compare_sum(&rest, &above, &unit) >= inclusive; ++point) {
        decimal_multiply(&unit, 10);
    }
    *out_point = point;

    for (size_t count = 0;;) {
        decimal_multiply(&rest, 10);
        decimal_multiply(&above, 10);
        decimal_multiply(&below, 10);
        unsigned digit = 0;
        for (; decimal_compare_sum(&rest, &zero, &unit) >= 0; ++digit) {
            decimal_subtract(&rest, &unit);
        }
        bool can_stop = decimal_compare_sum(&rest, &zero, &below) <= -inclusive;
        bool can_step = decimal_compare_sum(&rest, &above, &unit) >= inclusive;
        if (can_step && can_stop) {
            int half = decimal_compare_sum(&rest, &rest, &unit);
            can_step = half > 0 || (half == 0 && digit % 2 != 0);
        }
        if (can_step) ++digit;
        digits[count++] = (char)('0' + digit);
        if (can_step || can_stop || count == 17) return count;
    }
}

/* `fraction_bits` is 23 or 52; above them in `bits` are the exponent and the sign. */
static void text_append_ieee(vrmi_text *text, uint64_t bits, int fraction_bits, int exponent_bits) {
    uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    int exponent = (int)(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    bool is_finite = exponent != (1 << exponent_bits) - 1;
    char buffer[40], digits[17];
    vrmi_text number = vrmi_text_make(buffer, sizeof buffer);
    /* Which NaNs are negative depends on the processor. */
    bool is_nan = !is_finite && fraction != 0;
    if (bits >> (fraction_bits + exponent_bits) != 0 && !is_nan) vrmi_text_append(&number, "-");
    if (!is_finite) {
        vrmi_text_append(&number, is_nan ? "nan" : "inf");
    } else if (exponent == 0 && fraction == 0) {
        vrmi_text_append(&number, "0");
    } else {
        uint64_t mantissa = exponent == 0 ? fraction : fraction | UINT64_C(1) << fraction_bits;
        int bias = (1 << (exponent_bits - 1)) - 1 + fraction_bits;
        int point;
        size_t count = decimal_shortest(mantissa, (exponent == 0 ? 1 : exponent) - bias,
                                        fraction == 0 && exponent > 1, digits, &point);
        bool is_plain = point > -6 && point <= 21;
        int shown = is_plain ? point : 1; /* the digits before the point */
        if (shown <= 0) vrmi_text_append(&number, "0.");
        for (int i = shown; i < 0; ++i) vrmi_text_append(&number, "0");
        for (int i = 0; i < (int)count || i < shown; ++i) {
            if (i == shown && i > 0) vrmi_text_append(&number, ".");
            vrmi_text_append_bytes(&number, i < (int)count ? &digits[i] : "0", 1);
        }
        if (!is_plain) {
            vrmi_text_append(&number, point > 0 ? "e+" : "e");
            vrmi_text_append_i64(&number, point - 1);
        }
    }
    text_append_whole(text, number.data, number.length);
}

void vrmi_text_append_float(vrmi_text *text, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    text_append_ieee(text, bits, 23, 8);
}

void vrmi_text_append_double(vrmi_text *text, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    text_append_ieee(text, bits, 52, 11);
}

/* --- Escapes --- */

/* Controls, noncharacters, and what cannot be seen or disturbs what can; text.h says why. */
static bool text_is_hidden(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x7F, 0x9F},       /* DEL, C1 */
        {0xAD, 0xAD},       /* soft hyphen */
        {0x61C, 0x61C},     /* Arabic letter mark */
        {0x180E, 0x180E},   /* Mongolian vowel separator */
        {0x200B, 0x200B},   /* zero-width space; U+200C and U+200D are kept */
        {0x200E, 0x200F},   /* left-to-right and right-to-left marks */
        {0x2028, 0x202E},   /* separators, embeddings, overrides */
        {0x2060, 0x206F},   /* word joiner, invisible operators, isolates, deprecated ones */
        {0xFDD0, 0xFDEF},   /* noncharacters */
        {0xFEFF, 0xFEFF},   /* byte order mark */
        {0xFFF9, 0xFFFB},   /* interlinear annotation */
        {0x1BCA0, 0x1BCA3}, /* shorthand format controls */
        {0x1D173, 0x1D17A}, /* musical format controls */
        {0xE0000, 0xE00FF}, /* tags */
        {0xE01F0, 0xE0FFF}, /* reserved for more such; before them, variation selectors */
    };
    if (code < 0x7F) return code < 0x20;
    if ((code & 0xFFFE) == 0xFFFE) return true;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i) {
        if (code <= ranges[i].last) return code >= ranges[i].first;
    }
    return false;
}

void vrmi_text_append_printable(vrmi_text *text, vrm_string string, size_t max_bytes) {
    static const char ellipsis[] = "\xE2\x80\xA6";
    const size_t ellipsis_size = sizeof ellipsis - 1;
    size_t room = text_room(text);
    size_t limit = max_bytes < room ? max_bytes : room;
    size_t start = text->length;
    size_t keep = start; /* the last end of a character after which the ellipsis fits */
    size_t length = text->truncated ? 0 : text_size(string);
    for (size_t i = 0; i < length;) {
        char buffer[16];
        vrmi_text escape = vrmi_text_make(buffer, sizeof buffer);
        uint32_t code;
        size_t size = vrmi_utf8_decode(string.data + i, length - i, &code);
        if (code == VRMI_UTF8_INVALID) size = 1; /* a byte at a time, to show its value */
        if (code < 0x80 ? text_is_hidden(code) : code == VRMI_UTF8_INVALID) {
            vrmi_text_append(&escape, "\\x");
            vrmi_text_append_hex(&escape, (unsigned char)string.data[i], 2);
        } else if (text_is_hidden(code)) {
            vrmi_text_append(&escape, "\\u{");
            vrmi_text_append_hex(&escape, code, 1);
            vrmi_text_append(&escape, "}");
        } else {
            vrmi_text_append_bytes(&escape, string.data + i, size);
        }
        if (escape.length > limit - (text->length - start)) {
            text_cut(text, keep);
            if (ellipsis_size <= limit) vrmi_text_append_bytes(text, ellipsis, ellipsis_size);
            text->truncated = limit < max_bytes;
            return;
        }
        vrmi_text_append_bytes(text, escape.data, escape.length);
        i += size;
        if (text->length - start + ellipsis_size <= limit) keep = text->length;
    }
}

static void text_append_json_unit(vrmi_text *text, uint32_t unit) {
    vrmi_text_append(text, "\\u");
    vrmi_text_append_hex(text, unit, 4);
}

void vrmi_text_append_json_string(vrmi_text *text, vrm_string string) {
    size_t length = text_size(string);
    text_append_whole(text, "\"", 1);
    for (size_t i = 0; i < length && !text->truncated;) {
        static const char short_codes[] = "\b\f\n\r\t\"\\", short_names[] = "bfnrt\"\\";
        char buffer[16];
        vrmi_text escape = vrmi_text_make(buffer, sizeof buffer);
        uint32_t code;
        size_t size = vrmi_utf8_decode(string.data + i, length - i, &code);
        const char *found =
            code < 0x80 ? memchr(short_codes, (int)code, sizeof short_codes - 1) : NULL;
        if (code == VRMI_UTF8_INVALID) {
            vrmi_text_append(&escape, VRMI_UTF8_REPLACEMENT);
        } else if (found != NULL) {
            vrmi_text_append(&escape, "\\");
            vrmi_text_append_bytes(&escape, short_names + (found - short_codes), 1);
        } else if (!text_is_hidden(code)) {
            vrmi_text_append_bytes(&escape, string.data + i, size);
        } else if (code < 0x10000) {
            text_append_json_unit(&escape, code);
        } else { /* JSON escapes are UTF-16: a surrogate pair */
            text_append_json_unit(&escape, 0xD800 + ((code - 0x10000) >> 10));
            text_append_json_unit(&escape, 0xDC00 + (code & 0x3FF));
        }
        text_append_whole(text, escape.data, escape.length);
        i += size;
    }
    text_append_whole(text, "\"", 1);
}

void vrmi_text_append_pointer_token(vrmi_text *text, vrm_string token) {
    size_t length = text_size(token);
    for (size_t i = 0; i < length && !text->truncated; ++i) {
        if (token.data[i] == '~') {
            text_append_whole(text, "~0", 2);
        } else if (token.data[i] == '/') {
            text_append_whole(text, "~1", 2);
        } else {
            vrmi_text_append_bytes(text, token.data + i, 1);
        }
    }
}

/* --- File names --- */

/* Trailing dots and spaces: Windows drops them, so that two names would be one file. */
static void text_trim_file_name(vrmi_text *text) {
    size_t length = text->length;
    while (length > 0 && (text->data[length - 1] == '.' || text->data[length - 1] == ' ')) --length;
    text_cut(text, length);
}

/* Windows looks at what stands before the first dot, without the spaces before that dot. */
static bool text_is_device_name(const vrmi_text *name) {
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    size_t length = 0;
    while (length < name->length && name->data[length] != '.') ++length;
    while (length > 0 && name->data[length - 1] == ' ') --length;
    if (length < 3 || length > sizeof "conout$" - 1) return false;
    vrm_string stem = {name->data, (uint32_t)length};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        if (vrmi_string_equals_no_case(stem, devices[i])) return true;
    }
    vrm_string port = {name->data, 3};
    if (!vrmi_string_equals_no_case(port, "com") && !vrmi_string_equals_no_case(port, "lpt")) {
        return false;
    }
    vrm_string number = {name->data + port.length, stem.length - port.length};
    return (number.length == 1 && number.data[0] >= '0' && number.data[0] <= '9') ||
           vrmi_string_equals(number, "\xC2\xB9") || vrmi_string_equals(number, "\xC2\xB2") ||
           vrmi_string_equals(number, "\xC2\xB3");
}

size_t vrmi_text_file_name(vrm_string name, char *out, size_t capacity) {
    size_t length = text_size(name);
    vrmi_text text = vrmi_text_make(out, capacity);
    for (size_t i = 0; i < length && !text.truncated;) {
        uint32_t code;
        size_t size = vrmi_utf8_decode(name.data + i, length - i, &code);
        if (code == VRMI_UTF8_INVALID) {
            text_append_whole(&text, VRMI_UTF8_REPLACEMENT, sizeof VRMI_UTF8_REPLACEMENT - 1);
        } else if (!text_is_hidden(code)) {
            bool is_unsafe = code < 0x80 && strchr("\\/:*?\"<>|", (int)code) != NULL;
            text_append_whole(&text, is_unsafe ? "+" : name.data + i, size);
        }
        i += size;
    }
    text_trim_file_name(&text);
    if (text.length == 0) {
        text = vrmi_text_make(out, capacity);
        vrmi_text_append(&text, "unnamed");
    } else if (text_is_device_name(&text)) {
        size_t keep = text.length;
        if (keep + 2 > text.capacity) keep = utf8_without_incomplete(text.data, keep - 1);
        memmove(text.data + 1, text.data, keep);
        text.data[0] = '+';
        text_cut(&text, keep + 1);
        text_trim_file_name(&text);
    }
    return text.length;
}

/* --- Small string helpers --- */

vrm_string vrmi_string_from(const char *c_string) {
    vrm_string string = {c_string == NULL ? "" : c_string, 0};
    size_t length = strlen(string.data);
    string.length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
    return string;
}

bool vrmi_string_equals(vrm_string string, const char *c_string) {
    /* Names are compared with many others, most of which differ at once: calls would take longer
     * than the bytes. The string may have NULs of its own. */
    const char *other = c_string != NULL ? c_string : "";
    size_t size = text_size(string), i = 0;
    while (i < size && string.data[i] == other[i] && other[i] != '\0') ++i;
    return i == size && other[i] == '\0';
}

bool vrmi_string_equals_no_case(vrm_string string, const char *c_string) {
    return vrmi_string_compare_no_case(string, vrmi_string_from(c_string)) == 0;
}

static int text_fold(char character) {
    int byte = (unsigned char)character;
    return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

int vrmi_string_compare(vrm_string a, vrm_string b) {
    const uint32_t length = a.length < b.length ? a.length : b.length;
    const int order = length == 0 ? 0 : memcmp(a.data, b.data, length);
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

int vrmi_string_compare_no_case(vrm_string a, vrm_string b) {
    size_t a_size = text_size(a), b_size = text_size(b);
    for (size_t i = 0; i < a_size && i < b_size; ++i) {
        int difference = text_fold(a.data[i]) - text_fold(b.data[i]);
        if (difference != 0) return difference;
    }
    return a_size < b_size ? -1 : a_size > b_size ? 1 : 0;
}

bool vrmi_parse_u64(vrm_string string, uint64_t *out) {
    size_t size = text_size(string);
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) {
        if (string.data[i] < '0' || string.data[i] > '9') return false;
        unsigned digit = (unsigned)(string.data[i] - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (size == 0) return false;
    *out = value;
    return true;
}
