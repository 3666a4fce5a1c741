#include "language.h"

#include <stdarg.h>
#include <string.h>

const char *say(const char *english) { return english; }

/* --- Filling places --- */

enum { MAX_PLACES = 9 };

/* The number of a place such as {3} that `text` begins with; 0: it begins with none. */
static size_t place_at(const char *text) {
    if (text[0] != '{' || text[1] < '1' || text[1] > '9' || text[2] != '}') return 0;
    return (size_t)(text[1] - '0');
}

static size_t count_places(const char *text) {
    size_t most = 0;
    for (; *text != '\0'; ++text) {
        size_t place = place_at(text);
        if (place > most) most = place;
    }
    return most;
}

/* Appends what fits, and never half a character. */
static void append(char *out, size_t capacity, size_t *length, const char *text, size_t size) {
    size_t room = capacity - 1 - *length;
    if (size > room) {
        size = room;
        while (size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80) --size;
    }
    memcpy(out + *length, text, size);
    *length += size;
    out[*length] = '\0';
}

const char *say_into(char *out, size_t capacity, const char *english, const char *const *arguments,
                     size_t argument_count) {
    size_t length = 0;
    out[0] = '\0';
    for (const char *text = say(english); *text != '\0';) {
        size_t place = place_at(text);
        if (place == 0 || place > argument_count) {
            append(out, capacity, &length, text, 1);
            ++text;
        } else {
            const char *argument = arguments[place - 1];
            append(out, capacity, &length, argument, strlen(argument));
            text += 3;
        }
    }
    return out;
}

void say_to(FILE *stream, const char *english, ...) {
    const char *arguments[MAX_PLACES];
    size_t count = count_places(english);
    va_list list;
    va_start(list, english);
    for (size_t i = 0; i < count; ++i) arguments[i] = va_arg(list, const char *);
    va_end(list);
    for (const char *text = say(english); *text != '\0';) {
        size_t place = place_at(text);
        if (place == 0 || place > count) {
            fputc(*text++, stream);
        } else {
            fputs(arguments[place - 1], stream);
            text += 3;
        }
    }
}

/* --- Diagnostics --- */

const char *say_message(const vrm_diagnostic *diagnostic, char *out, size_t capacity) {
    size_t length = 0;
    out[0] = '\0';
    append(out, capacity, &length, diagnostic->message, strlen(diagnostic->message));
    return out;
}

const char *say_remedy(const vrm_diagnostic *diagnostic) { return diagnostic->remedy; }
