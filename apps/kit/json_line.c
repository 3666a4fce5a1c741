#include "json_line.h"
#include "open.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

/* How many bytes the first one promises. */
static size_t sequence_length(unsigned char first) {
    return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

static void print_escape(unsigned long code) {
    if (code < 0x10000) {
        printf("\\u%04lx", code);
    } else {
        code -= 0x10000;
        printf("\\u%04lx\\u%04lx", 0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF));
    }
}

/*
 * Prints what stands at the beginning of the text, which is not plain ASCII, and returns how many
 * bytes that was. What is not harmless is not listed here again: vrm_string_printable knows it, and
 * shows such a character as \u{…} and a byte that is not UTF-8 as \x….
 */
static size_t print_character(const char *text, size_t length) {
    char shown[32];
    size_t size = sequence_length((unsigned char)text[0]);
    vrm_string character = {text, (uint32_t)(size < length ? size : length)};
    vrm_string_printable(character, shown, sizeof shown);
    if (strlen(shown) == character.length && memcmp(shown, text, character.length) == 0) {
        fwrite(text, 1, character.length, stdout);
        return character.length;
    }
    if (strncmp(shown, "\\u{", 3) == 0) {
        print_escape(strtoul(shown + 3, NULL, 16));
        return character.length;
    }
    fputs("\xEF\xBF\xBD", stdout); /* U+FFFD: no UTF-8 */
    return 1;
}

/* Prints JSON, whose strings alone can hold other characters than ASCII. */
static void print_harmless(const char *json) {
    size_t length = strlen(json), done = 0;
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)json[i];
        if (c < 0x7F) {
            ++i;
            continue;
        }
        fwrite(json + done, 1, i - done, stdout);
        if (c == 0x7F) {
            print_escape(c);
            ++i;
        } else {
            i += print_character(json + i, length - i);
        }
        done = i;
    }
    fwrite(json + done, 1, length - done, stdout);
}

/* NULL: there is not enough memory. */
static char *write_document(const yyjson_mut_doc *document) {
    return yyjson_mut_write(
        document, YYJSON_WRITE_ALLOW_INVALID_UNICODE | YYJSON_WRITE_INF_AND_NAN_AS_NULL, NULL);
}

/* Whether all of the text is UTF-8: yyjson refuses to write anything else, unless it is told to. */
static bool is_utf8(const char *text) {
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    char *written;
    yyjson_mut_doc_set_root(document, yyjson_mut_str(document, text));
    written = yyjson_mut_write(document, YYJSON_WRITE_NOFLAG, NULL);
    free(written);
    yyjson_mut_doc_free(document);
    return written != NULL;
}

/* The path, or `printable` with what is shown of it. */
static const char *path_text(const char *path, char printable[1024]) {
    if (is_utf8(path)) return path;
    vrm_string_printable(from_text(path), printable, 1024);
    return printable;
}

void json_add_path(yyjson_mut_doc *document, yyjson_mut_val *object, const char *key,
                   const char *path) {
    char printable[1024];
    yyjson_mut_obj_add_strcpy(document, object, key, path_text(path, printable));
}

bool json_print(yyjson_mut_doc *document) {
    char *text = write_document(document);
    yyjson_mut_doc_free(document);
    if (text != NULL) {
        print_harmless(text);
        putchar('\n');
    } else {
        fprintf(stderr, "vrm: there is not enough memory for a line of JSON\n");
    }
    free(text);
    return text != NULL;
}

void json_print_text(const char *text, size_t length) {
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    char *written;
    yyjson_mut_doc_set_root(document, yyjson_mut_strn(document, text, length));
    written = write_document(document);
    if (written != NULL) {
        print_harmless(written);
    } else {
        fputs("null", stdout);
    }
    free(written);
    yyjson_mut_doc_free(document);
}

void json_print_path(const char *path) {
    char printable[1024];
    path = path_text(path, printable);
    json_print_text(path, strlen(path));
}

bool json_has_number(double number) { return number >= -DBL_MAX && number <= DBL_MAX; }

void json_print_float(float number) {
    if (json_has_number((double)number)) {
        printf("%.9g", (double)number);
    } else {
        fputs("null", stdout);
    }
}

void json_print_double(double number) {
    if (json_has_number(number)) {
        printf("%.17g", number);
    } else {
        fputs("null", stdout);
    }
}
