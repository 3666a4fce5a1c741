#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define FFFD VRMI_UTF8_REPLACEMENT
#define FOUR FFFD FFFD FFFD FFFD
#define EIGHT FOUR FOUR

/* A string literal with its length, as it may hold NULs; the first is for tables. */
#define LITERAL(literal)                                                                           \
    { (literal), (uint32_t)(sizeof(literal) - 1) }
#define STRING(literal) ((vrm_string)LITERAL(literal))

static uint64_t random_next(uint64_t *state) { /* xorshift64* */
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* Bytes that reach every branch: controls, unsafe characters, parts of UTF-8, and a few at will. */
static uint32_t random_bytes(uint64_t *state, char *bytes, uint32_t max_length) {
    static const char *const parts[] = {"\x80", "\xBF", "\xC3", "\xE2\x80", "\xF0\x9F", "\xED\xA0",
                                        "é",    "…",    "😀",    "con",      "com1",     ".",
                                        " ",    "/",    "\x1b", "\"",       "\\",       "~",
                                        "あ",   "\x7f", "\n",   "\u202e",   "\u200d",   "a"};
    uint32_t wanted = (uint32_t)(random_next(state) >> 32) % (max_length - 4), length = 0;
    while (length < wanted) {
        uint64_t number = random_next(state) >> 20;
        if (number % 4 == 0) {
            bytes[length++] = (char)(unsigned char)(number >> 8);
        } else {
            const char *part = parts[(number >> 8) % COUNT(parts)];
            memcpy(bytes + length, part, strlen(part));
            length += (uint32_t)strlen(part);
        }
    }
    return length;
}

/* Most functions here append a string in some form. */
typedef void append_function(vrmi_text *text, vrm_string string);

typedef struct append_case {
    vrm_string text;
    const char *expected;
} append_case;

static void check_append(append_function *append, vrm_string string, const char *expected) {
    char data[300];
    vrmi_text text = vrmi_text_make(data, sizeof data);
    append(&text, string);
    CHECK_TEXT(data, expected);
    CHECK(text.length == strlen(expected) && !text.truncated);
}

static void check_cases(append_function *append, const append_case *cases, size_t count) {
    for (size_t i = 0; i < count; ++i) check_append(append, cases[i].text, cases[i].expected);
}

/* Written apart from the library's: bits first, then arithmetic on the code point; 0 if invalid. */
static size_t plain_decode(const unsigned char *bytes, size_t length, uint32_t *out_code) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = 0;
    while (size < 5 && (bytes[0] << size & 0x80) != 0) ++size;
    if (size == 1 || size == 5 || size > length) return 0;
    uint32_t code = bytes[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; ++i) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
        code = code * 64 + (bytes[i] - 0x80u);
    }
    if (code < smallest[size] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
    *out_code = code;
    return size == 0 ? 1 : size;
}

static int utf8_mismatches(const unsigned char *bytes, size_t length) {
    const char *text = (const char *)bytes;
    uint32_t code = 0, plain_code = VRMI_UTF8_INVALID;
    size_t plain = length == 0 ? 0 : plain_decode(bytes, length, &plain_code);
    size_t size = vrmi_utf8_decode(text, length, &code), end = 0, offset = 99;
    int wrong = code != plain_code || vrmi_utf8_step(text, length) != plain;
    wrong += plain != 0 ? size != plain : (size < 1 || size > 3) && length > 0;
    for (; end < length; end += plain) {
        plain = plain_decode(bytes + end, length - end, &plain_code);
        if (plain == 0) break;
    }
    wrong += vrmi_utf8_is_valid(text, length, &offset) != (end == length) || offset != end;
    return wrong;
}

TEST(er_017_utf8_of_one_to_three_bytes_all) {
    unsigned char bytes[3] = {0};
    int wrong = 0;
    for (size_t length = 0; length <= 3; ++length) {
        for (uint32_t i = 0; i < UINT32_C(1) << (8 * length); ++i) {
            for (size_t k = 0; k < length; ++k) bytes[k] = (unsigned char)(i >> (8 * k));
            wrong += utf8_mismatches(bytes, length);
        }
    }
    CHECK_INT(wrong, 0);
}

static const unsigned char edges[] = {0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                      0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF};

TEST(er_017_utf8_of_four_bytes_at_the_edges) {
    int wrong = 0;
    for (uint32_t i = 0; i < 0x2000; ++i) { /* leads from 0xE0, any second byte */
        for (size_t k = 0; k < COUNT(edges) * COUNT(edges); ++k) {
            unsigned char bytes[5] = {(unsigned char)(0xE0 | i >> 8), (unsigned char)i,
                                      edges[k % COUNT(edges)], edges[k / COUNT(edges)], 'a'};
            for (size_t length = 3; length <= 5; ++length) wrong += utf8_mismatches(bytes, length);
        }
    }
    for (uint32_t code = 0x10000; code < 0x110000; ++code) {
        unsigned char bytes[4] = {(unsigned char)(0xF0 | code >> 18)};
        for (int k = 1; k < 4; ++k)
            bytes[k] = (unsigned char)(0x80 | (code >> (18 - 6 * k) & 0x3F));
        wrong += utf8_mismatches(bytes, 4);
    }
    CHECK_INT(wrong, 0);
}

TEST(er_017_utf8_error_offset_anywhere) {
    /* Every position and length, so that the step of eight bytes has no seam. */
    for (size_t length = 1; length <= 40; ++length) {
        for (size_t bad = 0; bad < length; ++bad) {
            char text[40];
            size_t offset = 99;
            memset(text, 'a', sizeof text);
            CHECK(vrmi_utf8_is_valid(text, length, &offset) && offset == length);
            text[bad] = '\xC3';
            CHECK(!vrmi_utf8_is_valid(text, length, &offset) && offset == bad);
            if (bad + 1 < length) text[bad + 1] = '\xA9';
            CHECK_INT(vrmi_utf8_is_valid(text, length, NULL), bad + 1 < length);
        }
    }
    CHECK(vrmi_utf8_is_valid(NULL, 0, NULL) && vrmi_utf8_is_valid("a\0b", 3, NULL));
}

static bool can_be_completed(const unsigned char *prefix, size_t length) {
    static const unsigned char tails[] = {0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF};
    unsigned char bytes[4];
    uint32_t code;
    memcpy(bytes, prefix, length);
    if (plain_decode(bytes, length, &code) == length) return true;
    for (size_t i = 0; length < 4 && i < COUNT(tails); ++i) {
        bytes[length] = tails[i];
        if (can_be_completed(bytes, length + 1)) return true;
    }
    return false;
}

TEST(utf8_maximal_subparts) {
    int wrong = 0;
    for (uint32_t i = 0; i < 0x8000 * COUNT(edges); ++i) {
        unsigned char bytes[3] = {(unsigned char)(0x80 | i), (unsigned char)(i >> 7),
                                  edges[i >> 15]};
        uint32_t code;
        size_t expected = 1;
        if (plain_decode(bytes, 3, &code) != 0) continue;
        while (expected < 3 && can_be_completed(bytes, expected + 1)) ++expected;
        wrong += vrmi_utf8_decode((char *)bytes, 3, &code) != expected;
    }
    CHECK_INT(wrong, 0);
}

static void append_mended(vrmi_text *text, vrm_string string) {
    size_t size = vrmi_utf8_mend(string.data, string.length, NULL, 0);
    memset(text->data, '!', text->capacity);
    CHECK_INT(vrmi_utf8_mend(string.data, string.length, text->data, size), size);
    CHECK_INT(text->data[0], '!'); /* one byte too small: nothing is written */
    text->length = vrmi_utf8_mend(string.data, string.length, text->data, size + 1);
    CHECK(text->length == size && text->data[size + 1] == '!');
}

TEST(utf8_mend_as_unicode_recommends) {
    static const append_case cases[] = {
        {{NULL, 0}, ""},
        {LITERAL("plain é あ 😀 " FFFD), "plain é あ 😀 " FFFD},
        /* The Unicode Standard 15, section 3.9: the tables of this practice. */
        {LITERAL("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64"),
         "a" FFFD FFFD FFFD "b" FFFD "c" FFFD FFFD "d"},
        {LITERAL("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"), EIGHT "A"},
        {LITERAL("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"), EIGHT "A"},
        {LITERAL("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"), FOUR FFFD "A" FFFD FFFD "B"},
        {LITERAL("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), FOUR "A"},
    };
    check_cases(append_mended, cases, COUNT(cases));
}

static void write_everything(vrmi_text *text) {
    vrmi_text_append(text, "né");
    vrmi_text_append(text, NULL);
    vrmi_text_append(text, "");
    vrmi_text_append_bytes(text, "\xE3\x81", 2); /* one character in two calls */
    vrmi_text_append_bytes(text, "\x82", 1);
    vrmi_text_append_string(text, STRING("😀"));
    vrmi_text_append_i64(text, -45);
    vrmi_text_append_grouped(text, 12345);
    vrmi_text_append_printable(text, STRING("\u202e"), SIZE_MAX);
    vrmi_text_append_json_string(text, STRING("\n"));
    vrmi_text_append_float(text, 0.5f);
    vrmi_text_append_pointer_token(text, STRING("é/"));
}

TEST(writer_every_capacity) {
    static const char whole[] = "néあ😀-4512,345\\u{202e}\"\\n\"0.5é~1";
    /* Where a cut may fall. An escape that had no room left has "…" for its sign. */
    static const size_t ends[] = {0, 1, 3, 6, 10, 13, 19, 27, 28, 30, 31, 34, 36, 38};
    for (size_t capacity = 0; capacity <= sizeof whole + 1; ++capacity) {
        char data[64], expected[64];
        vrmi_text text = vrmi_text_make(data, capacity);
        size_t end = 0;
        test_note("capacity %zu", capacity);
        data[capacity] = '!';
        write_everything(&text);
        for (size_t i = 0; i < COUNT(ends) && ends[i] < capacity; ++i) end = ends[i];
        memcpy(expected, whole, end);
        strcpy(expected + end, end == 19 && capacity > 22 ? "…" : "");
        CHECK_INT(text.truncated, capacity < sizeof whole);
        if (text.truncated) vrmi_text_append(&text, "x"); /* nothing more after a cut */
        if (capacity > 0) CHECK_TEXT(data, expected);
        CHECK_INT(text.length, strlen(expected));
        CHECK_INT(data[capacity], '!');
    }
    vrmi_text nothing = vrmi_text_make(NULL, 100);
    write_everything(&nothing);
    CHECK(nothing.truncated && nothing.length == 0);
}

TEST(writer_random_bytes) {
    uint64_t state = 1;
    for (int round = 0; round < 20000; ++round) {
        char bytes[48], mended[160], data[48];
        vrm_string string = {bytes, random_bytes(&state, bytes, sizeof bytes)};
        size_t capacity = random_next(&state) % sizeof data + 1;
        vrmi_text text = vrmi_text_make(data, capacity);
        test_note("round %d", round);
        vrmi_text_append_string(&text, string);
        CHECK(memcmp(data, bytes, text.length) == 0 && data[text.length] == '\0');
        CHECK_INT(text.truncated, string.length >= capacity);
        /* Valid text stays valid when it is cut, and loses less than one character. */
        size_t size = vrmi_utf8_mend(bytes, string.length, mended, sizeof mended);
        CHECK(vrmi_utf8_is_valid(mended, size, NULL));
        text = vrmi_text_make(data, capacity);
        vrmi_text_append_bytes(&text, mended, size);
        CHECK(vrmi_utf8_is_valid(data, text.length, NULL));
        CHECK(text.length == size || (text.truncated && text.length + 4 >= capacity));
    }
}

TEST(writer_integers) {
    static const int64_t numbers[] = {INT64_MIN, INT64_MAX, -1, 0, 10};
    static const uint64_t groups[] = {0, 999, 1000, 1234567, UINT64_MAX};
    static const unsigned digits[] = {0, 1, 4, 16, 99};
    char data[300];
    vrmi_text text = vrmi_text_make(data, sizeof data);
    vrmi_text_append_u64(&text, UINT64_MAX);
    for (size_t i = 0; i < COUNT(numbers); ++i) {
        vrmi_text_append(&text, " ");
        vrmi_text_append_i64(&text, numbers[i]);
        vrmi_text_append(&text, " ");
        vrmi_text_append_grouped(&text, groups[i]);
        vrmi_text_append(&text, " ");
        vrmi_text_append_hex(&text, 0xABC, digits[i]);
    }
    CHECK_TEXT(data, "18446744073709551615 -9223372036854775808 0 abc 9223372036854775807 999 abc "
                     "-1 1,000 0abc 0 1,234,567 0000000000000abc 10 18,446,744,073,709,551,615 "
                     "0000000000000abc");
}

static void append_number(vrmi_text *text, double value, bool is_float) {
    is_float ? vrmi_text_append_float(text, (float)value) : vrmi_text_append_double(text, value);
}

/* Reads numbers with the C library and writes each as it was. */
static void check_numbers(const char *numbers, bool is_float) {
    char data[512], *rest = NULL;
    vrmi_text text = vrmi_text_make(data, sizeof data);
    for (const char *next = numbers; *next != '\0' && !text.truncated; next = rest) {
        append_number(&text, is_float ? (double)strtof(next, &rest) : strtod(next, &rest),
                      is_float);
        if (*rest == ' ') vrmi_text_append(&text, " ");
    }
    CHECK_TEXT(data, numbers);
}

TEST(writer_floating_point_examples) {
    /* 1e+23 is enough only because ties go to even; 8589973000 and 8589974000 both read back as one
     * float, and the second is nearer. */
    check_numbers("0 -0 1 -2.5 0.1 0.3333333333333333 100 123456789 9007199254740992 0.000001 "
                  "0.0000015 1e-7 1.5e-7 100000000000000000000 1e+21 1.5e+21 5e-324 "
                  "2.2250738585072014e-308 2.225073858507201e-308 1.7976931348623157e+308 "
                  "9.5367431640625e-7 1e+23 1.0000000000000001e+23 -0.0000012345678901234567 "
                  "inf -inf nan",
                  false);
    check_numbers("0 -0 1 -2.5 0.1 0.33333334 100 123456790 16777216 0.000001 1e-7 "
                  "100000000000000000000 1e+21 9.536743e-7 1e-45 1.1754944e-38 3.4028235e+38 "
                  "8589974000 inf -inf nan",
                  true);
}

static int digit_count(const char *text) { /* from the first that is not 0 to the last such */
    int count = 0, last = 0;
    for (; *text != '\0' && *text != 'e'; ++text) {
        if (*text >= '0' && *text <= '9') count += count > 0 || *text != '0';
        if (*text >= '1' && *text <= '9') last = count;
    }
    return last;
}

/* The compiler reads numbers exactly; the C library of mingw-w64 does not always, so that it takes
 * too few digits for enough. */
static bool reads_exactly(void) {
    return strtod("5.690262398681798e-160", NULL) == 5.690262398681798e-160 &&
           strtod("8.24467042508433e-230", NULL) == 8.24467042508433e-230;
}

/* The C library says how many digits are enough, and whether they read back. */
static void check_double(double value, bool is_float) {
    char data[64], printed[64];
    int precision = 0;
    vrmi_text text = vrmi_text_make(data, sizeof data);
    append_number(&text, value, is_float);
    double back = is_float ? (double)strtof(data, NULL) : strtod(data, NULL);
    test_note("%.17g as %s", value, data);
    CHECK(back == value && copysign(1, back) == copysign(1, value));
    do {
        snprintf(printed, sizeof printed, "%.*e", precision++, value);
        back = is_float ? (double)strtof(printed, NULL) : strtod(printed, NULL);
    } while (back != value);
    /* Fewer only where the float below is nearer than the one above: printf looks at neither. */
    CHECK(digit_count(data) <= precision);
    if (digit_count(data) < precision) return;
    CHECK(fabs(strtod(data, NULL) - value) <= fabs(strtod(printed, NULL) - value));
}

TEST(writer_floating_point_reads_back) {
    uint64_t state = 3;
    if (!reads_exactly()) {
        test_skip("this C library does not read numbers exactly");
        return;
    }
    for (int round = 0; round < 10000; ++round) {
        uint64_t bits = random_next(&state);
        if (round % 4 == 0) bits &= UINT64_C(0xFFFF000000000000);             /* few digits */
        if (round % 4 == 1) bits = bits >> 10 | UINT64_C(0x3FC0000000000000); /* near 1 */
        uint32_t half = (uint32_t)(bits >> 32);
        double value;
        float single;
        memcpy(&value, &bits, sizeof value);
        memcpy(&single, &half, sizeof single);
        if (fabs(value) <= DBL_MAX) check_double(value, false);
        if (isfinite(single)) check_double((double)single, true);
    }
    for (int exponent = -1074; exponent <= 1023; ++exponent) { /* all powers, and beside them */
        double value = ldexp(1.0, exponent);
        bool is_float = exponent >= -149 && exponent <= 127;
        check_double(value, false);
        check_double(nextafter(value, 0.0), false);
        check_double(nextafter(value, 1e300), false);
        if (is_float) check_double(value, true);
        if (is_float) check_double((double)nextafterf((float)value, 0.0f), true);
    }
}

static void append_printable(vrmi_text *text, vrm_string string) {
    vrmi_text_append_printable(text, string, SIZE_MAX);
}

TEST(printable_keeps_ordinary_text) {
    static const char *const kept[] = {
        "", "Alicia Solid 1.0 ~!@#$%^&*()\\n", "\u200c\u200d\ufe0f\U000E0100",
        "می‌خواهم 👩‍🚀 葛 עברית ไทย हिन्दी",
        /* The neighbors of what is escaped. */
        "\u00a0\u00ac\u00ae\u061b\u061d\u180d\u180f\u200a\u2010\u2027\u202f\u205f\u2070",
        "\ufdcf\ufdf0\ufefe\uff00\ufff8\ufffc\ufffd\U0001BC9F\U0001BCA4\U0001D172\U0001D17B",
        "\U000DFFFD\U000E01EF\U000E1000\U0010FFFD"};
    for (size_t i = 0; i < COUNT(kept); ++i) {
        check_append(append_printable, vrmi_string_from(kept[i]), kept[i]);
    }
}

TEST(printable_escapes) {
    static const append_case cases[] = {
        {{NULL, 0}, ""},
        {LITERAL("\x1b[31mred\x1b]0;x\x07"), "\\x1b[31mred\\x1b]0;x\\x07"},
        {LITERAL("a\0b\tc\r\n\x1f \x7f"), "a\\x00b\\x09c\\x0d\\x0a\\x1f \\x7f"},
        {LITERAL("\xC2\x80\xC2\x9B\xC2\x9F"), "\\u{80}\\u{9b}\\u{9f}"},
        {LITERAL("\x9b\x80\xC3"), "\\x9b\\x80\\xc3"},
        {LITERAL("\xE2\x80z\xF0\x9F\x98\xED\xA0\x80"), "\\xe2\\x80z\\xf0\\x9f\\x98\\xed\\xa0\\x80"},
        {LITERAL("\u202a\u202b\u202c\u202d\u202e"),
         "\\u{202a}\\u{202b}\\u{202c}\\u{202d}\\u{202e}"},
        {LITERAL("\u2066\u2067\u2068\u2069"), "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"},
        {LITERAL("\u200e\u200f\u061c\u2028\u2029"), "\\u{200e}\\u{200f}\\u{61c}\\u{2028}\\u{2029}"},
        {LITERAL("\u200b\u2060\ufeff\u00ad\u180e"), "\\u{200b}\\u{2060}\\u{feff}\\u{ad}\\u{180e}"},
        {LITERAL("\ufff9\ufffb\U0001BCA3\U0001D173"), "\\u{fff9}\\u{fffb}\\u{1bca3}\\u{1d173}"},
        {LITERAL("\U000E0041\U000E007F"), "\\u{e0041}\\u{e007f}"},
        {LITERAL("\uFDD0\uFFFE\uFFFF\U0010FFFF"), "\\u{fdd0}\\u{fffe}\\u{ffff}\\u{10ffff}"},
    };
    check_cases(append_printable, cases, COUNT(cases));
}

TEST(printable_limit) {
    static const char *const all[] = {"",    "",    "",    "…",   "a…",       "a…",
                                      "aé…", "aé…", "aé…", "aé…", "aé\\x1bあ"};
    /* The room of the writer is such a limit too, and says so. */
    for (size_t i = 0; i < 2 * COUNT(all); ++i) {
        char data[64];
        size_t limit = i / 2;
        bool by_room = i % 2 != 0;
        vrmi_text text = vrmi_text_make(data, by_room ? limit + 2 : sizeof data);
        test_note("limit %zu", limit);
        vrmi_text_append(&text, "<");
        vrmi_text_append_printable(&text, STRING("aé\x1bあ"), by_room ? SIZE_MAX : limit);
        CHECK_INT(text.truncated, by_room && limit + 1 < COUNT(all));
        CHECK_TEXT(data + 1, all[limit]);
    }
}

TEST(printable_random_bytes) {
    uint64_t state = 5;
    for (int round = 0; round < 20000; ++round) {
        char bytes[48], data[256];
        vrm_string string = {bytes, random_bytes(&state, bytes, sizeof bytes)};
        size_t limit = random_next(&state) % 64;
        vrmi_text text = vrmi_text_make(data, sizeof data);
        test_note("round %d", round);
        vrmi_text_append_printable(&text, string, limit);
        CHECK(text.length <= limit && vrmi_utf8_is_valid(data, text.length, NULL));
        for (size_t i = 0; i < text.length; ++i) CHECK((unsigned char)data[i] >= 0x20);
        CHECK(strstr(data, "\u202e") == NULL && strchr(data, 0x7F) == NULL);
    }
}

TEST(json_escapes) {
    static const append_case cases[] = {
        {{NULL, 0}, "\"\""},
        {LITERAL("a/b é あ 😀"), "\"a/b é あ 😀\""},
        {LITERAL("\"\\"), "\"\\\"\\\\\""},
        {LITERAL("\b\f\n\r\t"), "\"\\b\\f\\n\\r\\t\""},
        {LITERAL("\0\x1b\x1f\x7f"), "\"\\u0000\\u001b\\u001f\\u007f\""},
        {LITERAL("\xC2\x85\u2028\u202e"), "\"\\u0085\\u2028\\u202e\""},
        {LITERAL("\U000E0041\U0010FFFF"), "\"\\udb40\\udc41\\udbff\\udfff\""},
        {LITERAL("x\xE2\x80y\xFF\x80"), "\"x" FFFD "y" FFFD FFFD "\""},
    };
    check_cases(vrmi_text_append_json_string, cases, COUNT(cases));
    check_append(vrmi_text_append_pointer_token, STRING("a/b~c~1é\"\\"), "a~1b~0c~01é\"\\");
}

static void append_file_name(vrmi_text *text, vrm_string name) {
    text->length = vrmi_text_file_name(name, text->data, VRMI_TEXT_FILE_NAME_CAPACITY);
}

TEST(er_003_file_name_characters) {
    static const append_case cases[] = {
        {LITERAL("\\/:*?\"<>|"), "+++++++++"},
        {LITERAL("../../etc/passwd"), "..+..+etc+passwd"},
        {LITERAL("C:\\a"), "C++a"},
        {LITERAL("a\0b\x01\x1f\x7f\nz"), "abz"},
        {LITERAL("photo\u202egpj.exe\xC2\x85\u200b"), "photogpj.exe"},
        {LITERAL("name. . ."), "name"},
        {LITERAL("name.\x01"), "name"},
        {LITERAL("a/ "), "a+"},
        {LITERAL("x\xFF\xE2\x80.png"), "x" FFFD FFFD ".png"},
        {LITERAL("  .a-#%&{}$!'@`=~^;,[]()"), "  .a-#%&{}$!'@`=~^;,[]()"},
        {LITERAL("アリシア 1.2 می‌خواهم"), "アリシア 1.2 می‌خواهم"},
        {{NULL, 0}, "unnamed"},
    };
    static const char *const emptied[] = {"", ".", "..", " . ", "\x1b\x7f", "\u202e."};
    check_cases(append_file_name, cases, COUNT(cases));
    for (size_t i = 0; i < COUNT(emptied); ++i) {
        check_append(append_file_name, vrmi_string_from(emptied[i]), "unnamed");
    }
}

TEST(er_003_file_name_devices) {
    static const char *const stems[] = {"con",  "PRN",  "aUx",    "nul",    "COM0", "com1",
                                        "lpt9", "COM¹", "com²",   "Com³",   "LPT¹", "lpt²",
                                        "lpt³", "LPT0", "conin$", "ConOut$"};
    static const char *const ends[] = {"", ".txt", " .txt", ".tar.gz", "              .x"};
    static const char *const others[] = {"console", "co",   "com",      "com10", "com⁴",
                                         "comé",    "coma", "my.con",   "conin", "conin$$",
                                         "lpt 1",   ".con", "con\u200c"};
    char name[64];
    for (size_t i = 0; i < COUNT(stems) * COUNT(ends); ++i) {
        name[0] = '+';
        strcpy(name + 1, stems[i / COUNT(ends)]);
        strcat(name, ends[i % COUNT(ends)]);
        check_append(append_file_name, vrmi_string_from(name + 1), name);
    }
    for (size_t i = 0; i < COUNT(others); ++i) {
        check_append(append_file_name, vrmi_string_from(others[i]), others[i]);
    }
    check_append(append_file_name, STRING("con             x"), "con             x");
    check_append(append_file_name, STRING("lpt1:"), "lpt1+");
    check_append(append_file_name, STRING("nul. "), "+nul");
    check_append(append_file_name, STRING("c\x01on"), "+con"); /* once the control is gone */
}

TEST(er_003_file_name_is_cut) {
    static const struct {
        const char *text;
        size_t capacity;
        const char *expected;
    } cases[] = {
        /* clang-format off */
        {"abc", 0, "!"}, {"abc", 1, ""}, {"abc", 2, "a"}, {"abc", 4, "abc"}, {"éé", 4, "é"},
        {"あ", 3, "un"}, {"", 4, "unn"}, {"😀😀", 8, "😀"}, {"a. b", 4, "a"},
        {"console", 4, "+co"}, {"console", 5, "cons"}, {"con", 5, "+con"}, {"com¹", 6, "+com"},
        {"com¹", 7, "+com¹"}, {"con .x", 7, "+con"}, {"con.あ", 8, "+con"}, {"nul...x", 8, "+nul"},
        /* clang-format on */
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char out[16] = "!";
        size_t length =
            vrmi_text_file_name(vrmi_string_from(cases[i].text), out, cases[i].capacity);
        CHECK_INT(length, cases[i].capacity == 0 ? 0 : strlen(out));
        CHECK_TEXT(out, cases[i].expected);
    }
    char long_name[600], out[VRMI_TEXT_FILE_NAME_CAPACITY];
    for (size_t i = 0; i < sizeof long_name; i += 2) memcpy(long_name + i, "é", 2);
    CHECK_INT(vrmi_text_file_name((vrm_string){long_name, 600}, out, sizeof out), 254);
    memset(long_name, 'a', sizeof long_name);
    CHECK_INT(vrmi_text_file_name((vrm_string){long_name, 600}, out, sizeof out), 255);
}

TEST(er_003_file_name_of_random_bytes) {
    uint64_t state = 7;
    for (int round = 0; round < 50000; ++round) {
        char bytes[48], before[48], out[64], again[64];
        vrm_string string = {bytes, random_bytes(&state, bytes, sizeof bytes)};
        size_t capacity = random_next(&state) % (sizeof out - 1) + 2;
        test_note("round %d", round);
        memcpy(before, bytes, string.length);
        size_t length = vrmi_text_file_name(string, out, capacity);
        CHECK(memcmp(before, bytes, string.length) == 0); /* ER-004 */
        CHECK(length > 0 && length < capacity && strlen(out) == length);
        CHECK(vrmi_utf8_is_valid(out, length, NULL));
        CHECK(strpbrk(out, "\\/:*?\"<>|\x01\x1b\n\x7f") == NULL);
        CHECK(out[length - 1] != '.' && out[length - 1] != ' ');
        CHECK(strcmp(out, "con") != 0 && strncmp(out, "con.", 4) != 0);
        vrmi_text_file_name(vrmi_string_from(out), again, capacity);
        CHECK_TEXT(again, out);
    }
}

TEST(er_004_the_name_itself_stays) {
    char name[] = "a/b:c. \x01";
    check_append(append_file_name, vrmi_string_from(name), "a+b+c");
    CHECK_TEXT(name, "a/b:c. \x01");
}

TEST(string_equality) {
    vrm_string none = {NULL, 0};
    CHECK(vrmi_string_from("abc").length == 3 && vrmi_string_from(NULL).data[0] == '\0');
    CHECK(vrmi_string_equals(STRING("abc"), "abc") && !vrmi_string_equals(STRING("abc"), "ab"));
    CHECK(!vrmi_string_equals(STRING("ab"), "abc") && !vrmi_string_equals(STRING("Abc"), "abc"));
    CHECK(vrmi_string_equals(none, "") && vrmi_string_equals(none, NULL));
    CHECK(!vrmi_string_equals(STRING("a\0"), "a"));
    CHECK(!vrmi_string_equals_no_case(STRING("a\0"), "a"));
    CHECK(vrmi_string_equals_no_case(STRING("BlinK_L"), "bLINk_l"));
    CHECK(!vrmi_string_equals_no_case(STRING("É"), "é")); /* ASCII alone */
}

TEST(string_order_without_case) {
    static const char *const ordered[] = {"",   "0", "@",  "[", "`",   "A",
                                          "ab", "B", "Za", "{", "\xFF"};
    for (int i = 0; i < (int)COUNT(ordered); ++i) {
        for (int k = 0; k < (int)COUNT(ordered); ++k) {
            int order = vrmi_string_compare_no_case(vrmi_string_from(ordered[i]),
                                                    vrmi_string_from(ordered[k]));
            CHECK_INT((order > 0) - (order < 0), (i > k) - (i < k));
        }
    }
}

TEST(parse_u64) {
    static const char *const refused[] = {"", "-1", "+1", " 1", "1 ", "1a", "0x1", "1.0", "٣"};
    uint64_t value = 42;
    for (size_t i = 0; i < COUNT(refused); ++i) {
        CHECK(!vrmi_parse_u64(vrmi_string_from(refused[i]), &value));
    }
    CHECK(!vrmi_parse_u64(STRING("18446744073709551616"), &value));
    CHECK(!vrmi_parse_u64(STRING("18446744073709551620"), &value));
    CHECK(!vrmi_parse_u64(STRING("99999999999999999999"), &value));
    CHECK(!vrmi_parse_u64(STRING("1\0"), &value));
    CHECK(!vrmi_parse_u64((vrm_string){NULL, 0}, &value) && value == 42);
    CHECK(vrmi_parse_u64(STRING("0"), &value) && value == 0);
    CHECK(vrmi_parse_u64(STRING("0012345678901"), &value) && value == 12345678901);
    CHECK(vrmi_parse_u64(STRING("000018446744073709551615"), &value) && value == UINT64_MAX);
}

TEST_SUITE(text, ENTRY(er_017_utf8_of_one_to_three_bytes_all),
           ENTRY(er_017_utf8_of_four_bytes_at_the_edges), ENTRY(er_017_utf8_error_offset_anywhere),
           ENTRY(utf8_maximal_subparts), ENTRY(utf8_mend_as_unicode_recommends),
           ENTRY(writer_every_capacity), ENTRY(writer_random_bytes), ENTRY(writer_integers),
           ENTRY(writer_floating_point_examples), ENTRY(writer_floating_point_reads_back),
           ENTRY(printable_keeps_ordinary_text), ENTRY(printable_escapes), ENTRY(printable_limit),
           ENTRY(printable_random_bytes), ENTRY(json_escapes), ENTRY(er_003_file_name_characters),
           ENTRY(er_003_file_name_devices), ENTRY(er_003_file_name_is_cut),
           ENTRY(er_003_file_name_of_random_bytes), ENTRY(er_004_the_name_itself_stays),
           ENTRY(string_equality), ENTRY(string_order_without_case), ENTRY(parse_u64));
