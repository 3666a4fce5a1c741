#include "changes.h"
#include "apps/kit/language.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More changes than these are counted and not kept. */
enum { MOST_CHANGES = 100000, BLOCK_BYTES = 1 << 16, MOST_TEXT = 4096 };

typedef struct text_block {
    struct text_block *next;
    size_t used, size;
    char bytes[];
} text_block;

const char *part_word(diff_part part) {
    static const char *const words[] = {
#define X(constant, word) word,
        DIFF_PARTS(X)
#undef X
    };
    return words[part];
}

const char *part_heading(diff_part part) {
    static const char *const headings[PART_COUNT] = {
        SAY("file"),        SAY("meta"),         SAY("bones"),      SAY("expressions"),
        SAY("lookAt"),      SAY("first person"), SAY("springs"),    SAY("colliders"),
        SAY("constraints"), SAY("materials"),    SAY("images"),     SAY("meshes"),
        SAY("skins"),       SAY("nodes"),        SAY("animations"), SAY("extensions"),
        SAY("other JSON"),  SAY("motion"),       SAY("pictures"),
    };
    return headings[part];
}

const char *change_kind_word(change_kind kind) {
    static const char *const words[] = {"added", "removed", "renamed", "changed"};
    return words[kind];
}

/* --- Texts --- */

static char *take_text(diff_changes *list, size_t size) {
    text_block *block = list->texts;
    if (block == NULL || block->size - block->used < size) {
        size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        block = malloc(sizeof *block + room);
        if (block == NULL) {
            list->has_no_memory = true;
            return NULL;
        }
        block->next = list->texts;
        block->used = 0;
        block->size = room;
        list->texts = block;
    }
    block->used += size;
    return block->bytes + block->used - size;
}

const char *changes_copy(diff_changes *list, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = size > 1 ? take_text(list, size) : NULL;
    if (copy == NULL) return "";
    memcpy(copy, text, size);
    return copy;
}

/* Where to cut a text, so that no character is cut in two. */
static size_t cut_at(vrm_string string, size_t most) {
    size_t length = most;
    if (string.length <= most) return string.length;
    while (length > 0 && ((unsigned char)string.data[length] & 0xC0u) == 0x80u) --length;
    return length;
}

const char *changes_quote(diff_changes *list, vrm_string string) {
    size_t length = cut_at(string, MOST_TEXT);
    const char *end = length < string.length ? "…\"" : "\"";
    char *text = take_text(list, length + 8);
    if (text == NULL) return "";
    text[0] = '"';
    for (size_t i = 0; i < length; ++i) {
        text[i + 1] = string.data[i];
        if (string.data[i] == '\0') text[i + 1] = ' ';
    }
    memcpy(text + length + 1, end, strlen(end) + 1);
    return text;
}

void subject_set(diff_subject *out, diff_part part, const char *form, ...) {
    va_list arguments;
    out->part = part;
    va_start(arguments, form);
    vsnprintf(out->name, sizeof out->name, form, arguments);
    va_end(arguments);
}

/* --- The list --- */

void changes_release(diff_changes *list) {
    while (list->texts != NULL) {
        text_block *next = list->texts->next;
        free(list->texts);
        list->texts = next;
    }
    free(list->items);
    list->items = NULL;
    list->count = 0;
}

static diff_change *take_change(diff_changes *list) {
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity > 0 ? list->capacity * 2 : 64;
        diff_change *grown = realloc(list->items, capacity * sizeof *grown);
        if (grown == NULL) {
            list->has_no_memory = true;
            return NULL;
        }
        list->items = grown;
        list->capacity = capacity;
    }
    return &list->items[list->count++];
}

static diff_change *add(diff_changes *list, const diff_subject *of, change_kind kind,
                        const char *field) {
    diff_change *change;
    if ((list->left_out & (uint32_t)1 << of->part) != 0) return NULL;
    list->found += 1;
    list->by_part[of->part] += 1;
    change = list->count < MOST_CHANGES ? take_change(list) : NULL;
    if (change == NULL) return NULL;
    change->part = of->part;
    change->kind = kind;
    change->name = changes_copy(list, of->name);
    change->field = changes_copy(list, field);
    change->from = change->to = change->unit = change->effect = "";
    change->amount = -1.0;
    return change;
}

void change_add(diff_changes *list, const diff_subject *of, change_kind kind, const char *field,
                const char *from, const char *to) {
    diff_change *change = add(list, of, kind, field);
    if (change == NULL) return;
    change->from = changes_copy(list, from);
    change->to = changes_copy(list, to);
}

void change_permission(diff_changes *list, const diff_subject *of, const char *field,
                       const char *from, const char *to, int width) {
    diff_change *change = add(list, of, CHANGE_CHANGED, field);
    if (change == NULL) return;
    change->from = changes_copy(list, from);
    change->to = changes_copy(list, to);
    change->effect = width < 0 ? SAY("narrower") : width > 0 ? SAY("wider") : "";
}

void change_added(diff_changes *list, const diff_subject *of) { add(list, of, CHANGE_ADDED, ""); }

void change_removed(diff_changes *list, const diff_subject *of) {
    add(list, of, CHANGE_REMOVED, "");
}

void change_by(diff_changes *list, const diff_subject *of, const char *field, double amount,
               const char *unit) {
    diff_change *change = add(list, of, CHANGE_CHANGED, field);
    if (change == NULL) return;
    change->amount = amount;
    change->unit = unit;
}

/* --- Comparing --- */

bool is_same_text(vrm_string a, vrm_string b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool is_same_number(const diff_changes *list, double a, double b) {
    double larger = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    if (a == b) return true;
    /* What stands for 0 after a change of units is not exactly 0. */
    return fabs(a - b) <= list->tolerance * (larger > 1.0 ? larger : 1.0);
}

void compare_texts(diff_changes *list, const diff_subject *of, const char *field, vrm_string a,
                   vrm_string b) {
    if (is_same_text(a, b)) return;
    change_add(list, of, CHANGE_CHANGED, field, changes_quote(list, a), changes_quote(list, b));
}

void compare_names(diff_changes *list, const diff_subject *of, vrm_string a, vrm_string b) {
    if (is_same_text(a, b)) return;
    change_add(list, of, CHANGE_RENAMED, "", changes_quote(list, a), changes_quote(list, b));
}

void compare_words(diff_changes *list, const diff_subject *of, const char *field, const char *a,
                   const char *b) {
    if (strcmp(a, b) != 0) change_add(list, of, CHANGE_CHANGED, field, a, b);
}

void compare_flags(diff_changes *list, const diff_subject *of, const char *field, bool a, bool b) {
    if (a != b) {
        change_add(list, of, CHANGE_CHANGED, field, a ? "true" : "false", b ? "true" : "false");
    }
}

void compare_wholes(diff_changes *list, const diff_subject *of, const char *field, int64_t a,
                    int64_t b) {
    char from[32], to[32];
    if (a == b) return;
    snprintf(from, sizeof from, "%lld", (long long)a);
    snprintf(to, sizeof to, "%lld", (long long)b);
    change_add(list, of, CHANGE_CHANGED, field, from, to);
}

/* As few digits as are needed to see the difference. */
static int digits_between(const float *a, const float *b, uint32_t count) {
    for (int digits = 4; digits < 9; ++digits) {
        for (uint32_t i = 0; i < count; ++i) {
            char from[32], to[32];
            snprintf(from, sizeof from, "%.*g", digits, (double)a[i]);
            snprintf(to, sizeof to, "%.*g", digits, (double)b[i]);
            if (strcmp(from, to) != 0) return digits;
        }
    }
    return 9;
}

static void write_numbers(const float *numbers, uint32_t count, int digits, char *out,
                          size_t capacity) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < count && used < capacity; ++i) {
        int wrote = snprintf(out + used, capacity - used, "%s%.*g", i == 0 ? "" : ", ", digits,
                             (double)numbers[i]);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}

void compare_numbers(diff_changes *list, const diff_subject *of, const char *field, const float *a,
                     const float *b, uint32_t count) {
    char from[256], to[256];
    uint32_t same = 0;
    int digits;
    while (same < count && is_same_number(list, (double)a[same], (double)b[same])) ++same;
    if (same == count) return;
    digits = digits_between(a, b, count);
    write_numbers(a, count, digits, from, sizeof from);
    write_numbers(b, count, digits, to, sizeof to);
    change_add(list, of, CHANGE_CHANGED, field, from, to);
}

void compare_number(diff_changes *list, const diff_subject *of, const char *field, float a,
                    float b) {
    compare_numbers(list, of, field, &a, &b, 1);
}
