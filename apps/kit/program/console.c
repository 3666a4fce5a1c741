#include "console.h"
#include "apps/kit/system/terminal.h"
#include "language.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void console_begin(void) { terminal_begin(); }

/* Why standard output could not be written. A stream keeps that it has failed, and not why; and
 * what it writes at once does not fail again when it is flushed. */
static atomic_int write_error;

void console_put(const char *text, size_t length) {
    errno = 0;
    if (fwrite(text, 1, length, stdout) != length) atomic_store(&write_error, errno);
}

int console_flush(void) {
    int error = atomic_load(&write_error);
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    if (errno != 0) atomic_store(&write_error, errno);
    return errno != 0 ? errno : error != 0 ? error : EIO;
}

void console_say_unwritten(int error) {
    fputs("vrm: ", stderr);
    say_to(stderr, "standard output cannot be written: {1}\n", strerror(error));
    clearerr(stdout);
}

int console_end(int code) {
    int error = console_flush();
    if (error == 0) return code;
    if (error != EPIPE) console_say_unwritten(error); /* nobody wants it any more */
    return code != 0 ? code : 1;
}

static int wants_colour(FILE *stream) {
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (no_color != NULL && no_color[0] != '\0') return 0;
    if (terminal != NULL && strcmp(terminal, "dumb") == 0) return 0;
    return is_terminal(stream);
}

const char *style_on(FILE *stream, console_style style) {
    static const char *const codes[] = {"", "\x1b[1m", "\x1b[36m", "\x1b[33m", "\x1b[1;31m"};
    return wants_colour(stream) ? codes[style] : "";
}

const char *style_off(FILE *stream, console_style style) {
    return style != STYLE_PLAIN && wants_colour(stream) ? "\x1b[0m" : "";
}

uint32_t next_character(const char **at) {
    const unsigned char *bytes = (const unsigned char *)*at;
    int length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    static const unsigned char masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = bytes[0] & masks[length];
    for (int i = 1; i < length; ++i) code = code << 6 | (bytes[i] & 0x3Fu);
    *at += length;
    return code;
}

/* Roughly Unicode's East Asian Width, and combining marks. */
static int character_columns(uint32_t code) {
    static const struct {
        uint32_t first, last;
        int columns;
    } ranges[] = {
        {0x0300, 0x036F, 0},   {0x200C, 0x200D, 0},   {0x1100, 0x115F, 2},   {0x2E80, 0x303E, 2},
        {0x3041, 0x4DBF, 2},   {0x4E00, 0xA4CF, 2},   {0xA960, 0xA97F, 2},   {0xAC00, 0xD7A3, 2},
        {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},
        {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1FAFF, 2},
        {0x20000, 0x3FFFD, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i) {
        if (code >= ranges[i].first && code <= ranges[i].last) return ranges[i].columns;
    }
    return 1;
}

int columns_of(const char *text, size_t length) {
    const char *end = text + length;
    int columns = 0;
    while (text < end) columns += character_columns(next_character(&text));
    return columns;
}

static int text_columns(const char *text) { return columns_of(text, strlen(text)); }

int cut_name(vrm_string name, int columns, char *out, size_t capacity) {
    char text[512];
    int used;
    vrm_string_printable(name, text, sizeof text);
    used = text_columns(text);
    if (used > columns) {
        const char *end = text, *next = text;
        used = 0;
        for (;;) {
            int wide = character_columns(next_character(&next));
            if (used + wide > columns - 1) break;
            used += wide;
            end = next;
        }
        snprintf(out, capacity, "%.*s…", (int)(end - text), text);
        return used + 1;
    }
    snprintf(out, capacity, "%s", text);
    return used;
}

void print_name(FILE *stream, vrm_string name, int columns, int pad) {
    char text[520];
    int used = cut_name(name, columns, text, sizeof text);
    fputs(text, stream);
    if (pad) fprintf(stream, "%*s", columns - used, "");
}

void print_columns(FILE *stream, const char *text, int columns, text_align align) {
    int left = columns - text_columns(text);
    if (align == ALIGN_RIGHT && left > 0) fprintf(stream, "%*s", left, "");
    fputs(text, stream);
    if (align == ALIGN_LEFT && left > 0) fprintf(stream, "%*s", left, "");
}

void print_label(const char *label) {
    printf("  %s", style_on(stdout, STYLE_LABEL));
    print_columns(stdout, label[0] != '\0' ? say(label) : "", 12, ALIGN_LEFT);
    fputs(style_off(stdout, STYLE_LABEL), stdout);
}

const char *with_commas(uint64_t number, char *out) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *at = out;
    for (int i = 0; i < length; ++i) {
        if (i > 0 && (length - i) % 3 == 0) *at++ = ',';
        *at++ = digits[i];
    }
    *at = '\0';
    return out;
}

void print_count(uint64_t number, const char *one, const char *many) {
    char text[32];
    say_to(stdout, number == 1 ? one : many, with_commas(number, text));
}
