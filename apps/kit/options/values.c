/* What the text of a value means. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

bool read_number_in(const char *text, double least, double most, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= least && *out <= most;
}

/* A whole number of the row's range. `*at` moves behind it. */
static bool read_whole(const option *row, const char **at, uint32_t *out) {
    char *end;
    double number = strtod(*at, &end);
    if (end == *at || !(number >= row->least) || !(number <= row->most)) return false;
    *at = end;
    *out = (uint32_t)number;
    return (double)*out == number;
}

/* "1,2,3", or fewer if the name of the value has brackets: "YAW[,PITCH]". */
static bool read_numbers(option_value *value) {
    const option *row = value->option;
    const char *at = value->text;
    int most = 1, least;
    for (const char *name = row->value; *name != '\0'; ++name) most += *name == ',';
    least = strchr(row->value, '[') != NULL ? 1 : most;
    for (value->number_count = 0; value->number_count < most;) {
        char *end;
        float number = strtof(at, &end);
        if (end == at || !((double)number >= row->least) || !((double)number <= row->most)) {
            return false;
        }
        value->numbers[value->number_count++] = number;
        if (*end == '\0') return value->number_count >= least;
        if (*end != ',') return false;
        at = end + 1;
    }
    return false;
}

/* WxH in pixels; N means NxN. */
static bool read_size(option_value *value) {
    const char *at = value->text;
    if (!read_whole(value->option, &at, &value->width)) return false;
    value->height = value->width;
    if (*at == 'x') {
        ++at;
        if (!read_whole(value->option, &at, &value->height)) return false;
    }
    return *at == '\0';
}

/* 4096, 64K, 1.5M, 2G: powers of 1024. */
static bool read_bytes(option_value *value) {
    static const char units[] = "KMG";
    char *end;
    const char *unit;
    double number = strtod(value->text, &end), factor = 1.0;
    if (end == value->text) return false;
    unit = *end != '\0' ? strchr(units, *end) : NULL;
    if (unit != NULL) {
        for (++end; unit >= units; --unit) factor *= 1024.0;
    }
    number *= factor;
    if (*end != '\0' || !(number >= value->option->least) || !(number <= value->option->most)) {
        return false;
    }
    value->bytes = (uint64_t)number;
    return true;
}

/* 10, 10s, 500ms, 2m, 1h, 30d: in seconds. */
static bool read_seconds(option_value *value) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1.0}, {"s", 1.0}, {"ms", 0.001}, {"m", 60.0}, {"h", 3600.0}, {"d", 86400.0}};
    char *end;
    double number = strtod(value->text, &end);
    for (size_t i = 0; end != value->text && i < sizeof units / sizeof units[0]; ++i) {
        if (strcmp(end, units[i].name) != 0) continue;
        value->number = number * units[i].seconds;
        return value->number >= value->option->least && value->number <= value->option->most;
    }
    return false;
}

/* "happy=0.5". The name may contain an equals sign of its own, and ends at the last one. The NUL
 * byte goes into the argument of the program: a weight has no default. */
static bool read_weight(option_value *value) {
    const char *equals = strrchr(value->text, '=');
    double weight;
    if (equals == NULL || equals == value->text || !read_number_in(equals + 1, 0.0, 1.0, &weight)) {
        return false;
    }
    *(char *)(uintptr_t)equals = '\0';
    value->weight = (float)weight;
    return true;
}

/* "skeleton,joints" */
static bool read_words(option_value *value) {
    const char *at = value->text;
    for (;;) {
        size_t length = strcspn(at, ",");
        int word = words_find(value->option->words, at, length);
        if (word < 0) return false;
        value->word_set |= 1u << word;
        if (at[length] == '\0') return true;
        at += length + 1;
    }
}

bool value_read(option_value *value) {
    const option *row = value->option;
    const char *at = value->text;
    value->word = words_find(row->words, value->text, strlen(value->text));
    if (value->word >= 0 && row->kind != VALUE_WORDS) return true;
    switch (row->kind) {
    case VALUE_NONE:
        return true;
    case VALUE_WORD:
        return false;
    case VALUE_WORDS:
        return read_words(value);
    case VALUE_WHOLE:
        return read_whole(row, &at, &value->whole) && *at == '\0';
    case VALUE_NUMBER:
        return read_number_in(value->text, row->least, row->most, &value->number);
    case VALUE_NUMBERS:
        return read_numbers(value);
    case VALUE_SIZE:
        return read_size(value);
    case VALUE_BYTES:
        return read_bytes(value);
    case VALUE_SECONDS:
        return read_seconds(value);
    case VALUE_WEIGHT:
        return read_weight(value);
    case VALUE_FILE:
    case VALUE_FOLDER:
    case VALUE_OUTPUT:
    case VALUE_TEXT:
        break;
    }
    return value->text[0] != '\0';
}
