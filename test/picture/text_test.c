/* Text in any script, with the fonts of the system that runs the tests. Fonts that .ci/setup
 * installs have every script that is named here; where one is missing, its test is skipped. */
#include "apps/picture/text.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <vrm/base.h>

#ifdef VRM_TEST_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

enum { SIZE = 32 };
static const uint8_t ink[4] = {20, 40, 60, 255};

/* --- What the system has --- */

/* Asks fontconfig itself, and not the code that is tested. */
static bool system_has(uint32_t character) {
#ifdef VRM_TEST_FONTCONFIG
    FcConfig *config = FcInitLoadConfigAndFonts();
    FcPattern *pattern = FcPatternCreate();
    FcCharSet *characters = FcCharSetCreate();
    FcObjectSet *objects = FcObjectSetBuild(FC_FILE, (char *)NULL);
    FcFontSet *found;
    bool has_one;
    FcCharSetAddChar(characters, character);
    FcPatternAddCharSet(pattern, FC_CHARSET, characters);
    found = FcFontList(config, pattern, objects);
    has_one = found != NULL && found->nfont > 0;
    if (found != NULL) FcFontSetDestroy(found);
    FcObjectSetDestroy(objects);
    FcCharSetDestroy(characters);
    FcPatternDestroy(pattern);
    FcConfigDestroy(config);
    return has_one;
#else
    (void)character;
    return false;
#endif
}

/* The fonts, or NULL with the test skipped. */
static text_fonts *fonts_with(uint32_t character, const char *reason) {
    if (system_has(character)) return text_fonts_open();
    test_skip(reason);
    return NULL;
}

static text_line make(text_fonts *fonts, const char *text, uint32_t most_width) {
    text_line line;
    CHECK(text_line_make(fonts, text, strlen(text), SIZE, most_width, ink, &line));
    return line;
}

static uint32_t width_of(text_fonts *fonts, const char *text) {
    return text_width(fonts, text, strlen(text), SIZE);
}

static uint64_t ink_of(const text_line *line) {
    uint64_t sum = 0;
    for (size_t i = 0; i < (size_t)line->width * line->height; ++i) sum += line->pixels[4 * i + 3];
    return sum;
}

/* Whether the columns of `part` are found in `line` from column `at` on. */
static bool is_at(const text_line *line, const text_line *part, uint32_t at, uint32_t columns) {
    for (uint32_t y = 0; y < line->height; ++y) {
        const uint8_t *a = line->pixels + ((size_t)y * line->width + at) * 4;
        const uint8_t *b = part->pixels + (size_t)y * part->width * 4;
        if (memcmp(a, b, (size_t)columns * 4) != 0) return false;
    }
    return true;
}

/* Whether a line starts, on the left, with what another consists of. */
static bool starts_with(text_fonts *fonts, const char *text, const char *first) {
    text_line whole = make(fonts, text, 0), part = make(fonts, first, 0);
    bool is_so = part.width > 2 && whole.width > part.width &&
                 is_at(&whole, &part, 0, part.width - 2) && ink_of(&part) > 0;
    text_line_release(&whole);
    text_line_release(&part);
    return is_so;
}

/* --- Scripts --- */

typedef struct script_case {
    const char *name, *text;
    uint32_t character; /* that a font must have */
} script_case;

static void check_script(const script_case *script) {
    text_fonts *fonts = fonts_with(script->character, script->name);
    text_line line;
    if (fonts == NULL) return;
    line = make(fonts, script->text, 0);
    CHECK_INT(line.missing, 0);
    CHECK_INT(line.width, width_of(fonts, script->text));
    CHECK_INT(line.height, text_line_height(SIZE));
    CHECK(!line.is_cut);
    CHECK(ink_of(&line) > 20000);
    text_line_release(&line);
    text_fonts_close(fonts);
}

#define SCRIPT(test_name, text, character)                                                         \
    TEST(test_name##_has_no_boxes) {                                                               \
        static const script_case script = {"there is no font for " #test_name, text, character};   \
        check_script(&script);                                                                     \
    }

SCRIPT(latin, u8"très_fâché Ωμέγα грустно", 0x103)
SCRIPT(japanese, u8"びっくりジト目", 0x3073)
SCRIPT(korean, u8"한국어", 0xD55C)
SCRIPT(arabic, u8"العربية", 0x639)
SCRIPT(hebrew, u8"עברית", 0x5D0)
SCRIPT(devanagari, u8"हिन्दी", 0x939)
SCRIPT(emoji, u8"😑", 0x1F611)
SCRIPT(mixed, u8"abc 目 العربية हिन्दी 한 123", 0xD55C)

TEST(what_no_font_has_is_counted) {
    text_fonts *fonts = fonts_with('a', "there are no fonts");
    text_line line;
    if (fonts == NULL) return;
    if (system_has(0xF1234)) {
        test_skip("a font has U+F1234");
    } else {
        line = make(fonts, u8"a\U000F1234b\U000F1234", 0);
        CHECK_INT(line.missing, 2);
        text_line_release(&line);
    }
    text_fonts_close(fonts);
}

/* --- Shaping --- */

TEST(letters_of_arabic_are_joined) {
    text_fonts *fonts = fonts_with(0x628, "there is no font for Arabic");
    if (fonts == NULL) return;
    /* The same letter alone, first, in the middle and last has four forms. */
    CHECK(width_of(fonts, u8"ببب") < 3 * width_of(fonts, u8"ب"));
    CHECK(width_of(fonts, u8"ببب") + SIZE / 8 < width_of(fonts, u8"ب\u200cب\u200cب"));
    text_fonts_close(fonts);
}

TEST(marks_are_on_their_letters) {
    text_fonts *fonts = fonts_with(0x301, "there is no font with combining marks");
    if (fonts == NULL) return;
    CHECK_INT(width_of(fonts, u8"e\u0301"), width_of(fonts, u8"\u00e9"));
    text_fonts_close(fonts);
}

TEST(text_is_read_from_the_right_where_it_is_written_so) {
    text_fonts *fonts = fonts_with(0x5D0, "there is no font for Hebrew");
    if (fonts == NULL) return;
    CHECK(starts_with(fonts, "ab", "a"));
    CHECK(starts_with(fonts, u8"שי", u8"י"));
    CHECK(!starts_with(fonts, u8"שי", u8"ש"));
    CHECK(starts_with(fonts, u8"אב 12", "12")); /* but numbers from the left */
    CHECK(starts_with(fonts, u8"ab שי", "ab"));
    CHECK(starts_with(fonts, u8"(שי", u8"י")); /* the line starts on the right, with the bracket */
    text_fonts_close(fonts);
}

/* --- Cutting --- */

TEST(what_is_too_wide_ends_in_an_ellipsis) {
    text_fonts *fonts = fonts_with('a', "there are no fonts");
    text_line line, ellipsis;
    if (fonts == NULL) return;
    line = make(fonts, "a name that is too long for this place", 200);
    ellipsis = make(fonts, u8"…", 0);
    CHECK(line.is_cut);
    CHECK(line.width <= 200 && line.width > 160);
    CHECK(starts_with(fonts, "a name that is too long", "a nam"));
    text_line_release(&line);
    line = make(fonts, "a", width_of(fonts, "a"));
    CHECK(!line.is_cut);
    text_line_release(&line);
    line = make(fonts, "abc", 1); /* nothing fits: the ellipsis alone */
    CHECK(line.is_cut);
    CHECK_INT(line.width, ellipsis.width);
    text_line_release(&line);
    text_line_release(&ellipsis);
    text_fonts_close(fonts);
}

TEST(cuts_do_not_part_letters_from_their_marks) {
    text_fonts *fonts = fonts_with(0x301, "there is no font with combining marks");
    text_line cut, plain;
    if (fonts == NULL) return;
    /* Room for three letters and the ellipsis; the third has its mark or is not there. */
    plain = make(fonts, u8"aaá…", 0);
    cut = make(fonts, u8"aaa\u0301aaaaaaaa", plain.width);
    CHECK_INT(cut.width, plain.width);
    CHECK(cut.width == plain.width && is_at(&cut, &plain, 0, plain.width));
    text_line_release(&cut);
    text_line_release(&plain);
    text_fonts_close(fonts);
}

/* --- Hostile text --- */

static char *repeat(const char *text, size_t length, size_t times) {
    char *all = malloc(length * times);
    if (all == NULL) abort();
    for (size_t i = 0; i < times; ++i) memcpy(all + i * length, text, length);
    return all;
}

/* All of it as in an untrusted file; only the first TEXT_MOST_BYTES are looked at. */
static void check_long(text_fonts *fonts, const char *text, size_t length) {
    size_t times = 10000000 / length;
    char *all = repeat(text, length, times);
    text_line line, start;
    CHECK(text_line_make(fonts, all, length * times, SIZE, 0, ink, &line));
    CHECK(text_line_make(fonts, all, 2 * TEXT_MOST_BYTES, SIZE, 0, ink, &start));
    CHECK(line.width > 0 && line.width <= TEXT_MOST_WIDTH);
    CHECK_INT(line.width, start.width);
    text_line_release(&line);
    text_line_release(&start);
    free(all);
}

TEST(ten_megabytes_cost_what_a_kilobyte_costs) {
    text_fonts *fonts = fonts_with('a', "there are no fonts");
    if (fonts == NULL) return;
    check_long(fonts, "name ", 5);
    check_long(fonts, u8"\u0301", 2);
    check_long(fonts, u8"e\u0301\u0302\u0303", 7);
    check_long(fonts, u8"\uFDFD", 3); /* one of the widest characters that there are */
    check_long(fonts, u8"👩\u200d👩\u200d👧", 18);
    check_long(fonts, u8"ا(ب[", 6);
    check_long(fonts, "\xFF\xC0\x80", 3);
    check_long(fonts, "\0", 1);
    text_fonts_close(fonts);
}

TEST(what_cannot_be_shown_is_escaped) {
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"a\nb", 3},     {"a\0b", 3},         {"\x1B[31m", 5},
                 {"\xFF\xFE", 2}, {u8"a\u202Ebcd", 7}, {"\xED\xA0\x80", 3}};
    text_fonts *fonts = fonts_with('a', "there are no fonts");
    if (fonts == NULL) return;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char printable[64];
        text_line line, same;
        test_note("case %u", (unsigned)i);
        vrm_text_to_printable(cases[i].text, cases[i].length, printable, sizeof printable);
        CHECK(text_line_make(fonts, cases[i].text, cases[i].length, SIZE, 0, ink, &line));
        same = make(fonts, printable, 0);
        CHECK_INT(line.width, same.width);
        CHECK(line.width == same.width && is_at(&line, &same, 0, same.width));
        CHECK_INT(line.missing, 0);
        text_line_release(&line);
        text_line_release(&same);
    }
    test_note(NULL);
    text_fonts_close(fonts);
}

TEST(sizes_are_bounded) {
    text_fonts *fonts = fonts_with('a', "there are no fonts");
    text_line line;
    if (fonts == NULL) return;
    CHECK(text_line_make(fonts, "a", 1, 0, 0, ink, &line));
    CHECK_INT(line.height, text_line_height(1));
    text_line_release(&line);
    CHECK(text_line_make(fonts, "a", 1, UINT32_MAX, 0, ink, &line));
    CHECK_INT(line.height, text_line_height(TEXT_MOST_SIZE));
    text_line_release(&line);
    CHECK(text_line_make(fonts, "", 0, SIZE, 0, ink, &line));
    CHECK(line.width == 0 && line.pixels == NULL);
    text_line_release(&line);
    text_fonts_close(fonts);
}

/* --- Laying it over a picture --- */

TEST(lines_are_clipped_and_blended) {
    uint8_t drop[2][4] = {{200, 100, 50, 255}, {200, 100, 50, 51}};
    uint8_t picture[3][4] = {{0, 0, 0, 0}, {100, 200, 100, 255}, {0, 0, 0, 0}};
    text_line line = {drop[0], 2, 1, 1, 0, false};
    text_line_put(&line, picture[0], 3, 1, -2, 0);
    text_line_put(&line, picture[0], 3, 1, 3, 0);
    text_line_put(&line, picture[0], 3, 1, 0, 1);
    text_line_put(&line, picture[0], 3, 1, 0, -1);
    CHECK_INT(picture[0][3], 0);
    CHECK_INT(picture[2][3], 0);
    text_line_put(&line, picture[0], 3, 1, 0, 0);
    CHECK(picture[0][0] == 200 && picture[0][1] == 100 && picture[0][2] == 50);
    CHECK_INT(picture[0][3], 255);
    CHECK_INT(picture[1][0], 120); /* a fifth of the way */
    CHECK_INT(picture[1][1], 180);
    CHECK_INT(picture[1][2], 90);
    CHECK_INT(picture[1][3], 255);
    text_line_put(&line, picture[0], 3, 1, 1, 0);
    CHECK(picture[2][0] == 200 && picture[2][3] == 51);
}

TEST_SUITE(picture_text, ENTRY(latin_has_no_boxes), ENTRY(japanese_has_no_boxes),
           ENTRY(korean_has_no_boxes), ENTRY(arabic_has_no_boxes), ENTRY(hebrew_has_no_boxes),
           ENTRY(devanagari_has_no_boxes), ENTRY(emoji_has_no_boxes), ENTRY(mixed_has_no_boxes),
           ENTRY(what_no_font_has_is_counted), ENTRY(letters_of_arabic_are_joined),
           ENTRY(marks_are_on_their_letters),
           ENTRY(text_is_read_from_the_right_where_it_is_written_so),
           ENTRY(what_is_too_wide_ends_in_an_ellipsis),
           ENTRY(cuts_do_not_part_letters_from_their_marks),
           ENTRY(ten_megabytes_cost_what_a_kilobyte_costs), ENTRY(what_cannot_be_shown_is_escaped),
           ENTRY(sizes_are_bounded), ENTRY(lines_are_clipped_and_blended));

/* --- Without fonts --- */

TEST(without_fonts_there_are_letters_of_ascii_and_boxes) {
    text_fonts *fonts = text_fonts_open();
    text_line line;
    CHECK(text_fonts_problem(fonts) != NULL &&
          strstr(text_fonts_problem(fonts), "only ASCII letters") != NULL);
    line = make(fonts, "abc", 0);
    CHECK_INT(line.missing, 0);
    CHECK_INT(line.width, 42); /* three times four and the gaps between, each pixel three wide */
    CHECK_INT(line.width, width_of(fonts, "abc"));
    CHECK_INT(line.height, text_line_height(SIZE));
    CHECK(ink_of(&line) > 0);
    text_line_release(&line);
    line = make(fonts, u8"びっくり", 0);
    CHECK_INT(line.missing, 4);
    text_line_release(&line);
    line = make(fonts, "abcdefghijklmnop", 100);
    CHECK(line.is_cut && line.width <= 100 && line.width > 80);
    CHECK_INT(line.missing, 0); /* the ellipsis is no box */
    text_line_release(&line);
    line = make(fonts, "abc", 1);
    CHECK(line.is_cut && line.width == 15);
    text_line_release(&line);
    check_long(fonts, u8"e\u0301", 3);
    check_long(fonts, "name ", 5);
    text_fonts_close(fonts);
}

TEST_SUITE(picture_text_plain, ENTRY(without_fonts_there_are_letters_of_ascii_and_boxes));
