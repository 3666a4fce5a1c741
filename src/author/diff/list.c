#include "author/diff/list.h"

#include "author/diff/number.h"
#include "base/checked.h"
#include "base/sort.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* More differences than these are counted and not kept. */
enum { MOST_KEPT = 100000, MOST_TEXT = 4096, MOST_NAME = 120 };

/* --- Blocks --- */

typedef struct block {
    alignas(VRMI_MEMORY_ALIGNMENT) size_t size;
} block;

void *vrmi_diff_take(vrmi_memory *memory, size_t count, size_t element_size) {
    size_t size;
    block *taken;
    if (!vrmi_multiply_size(count, element_size, &size) ||
        !vrmi_add_size(size, sizeof *taken, &size)) {
        memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return NULL;
    }
    taken = vrmi_memory_allocate(memory, size);
    if (taken == NULL) return NULL;
    taken->size = size;
    return taken + 1;
}

void vrmi_diff_drop(vrmi_memory *memory, void *allocated) {
    block *taken = allocated;
    if (taken != NULL) vrmi_memory_release(memory, taken - 1, taken[-1].size);
}

typedef struct sorting {
    const char *elements;
    size_t element_size;
    int (*compare)(const void *left, const void *right);
} sorting;

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const sorting *allocated = context;
    return allocated->compare(allocated->elements + a * allocated->element_size,
                              allocated->elements + b * allocated->element_size) < 0;
}

bool vrmi_diff_sort(vrmi_memory *memory, void *elements, size_t count, size_t element_size,
                    int (*compare)(const void *left, const void *right)) {
    char *sorted = count > 1 ? vrmi_diff_take(memory, count, element_size) : NULL;
    uint32_t *order = NULL;
    vrmi_arena arena;
    const sorting allocated = {elements, element_size, compare};
    if (count <= 1) return true;
    vrmi_arena_init(&arena, memory, 0);
    if (sorted != NULL && count <= UINT32_MAX) {
        order = vrmi_sort_order(&arena, (uint32_t)count, comes_before, &allocated);
    }
    for (size_t i = 0; order != NULL && i < count; ++i) {
        memcpy(sorted + i * element_size, allocated.elements + order[i] * element_size,
               element_size);
    }
    if (order != NULL) memcpy(elements, sorted, count * element_size);
    vrmi_arena_release(&arena);
    vrmi_diff_drop(memory, sorted);
    if (order == NULL && memory->refusal == VRMI_REFUSAL_NONE) {
        memory->refusal = VRMI_REFUSAL_ALLOCATOR;
    }
    return order != NULL;
}

/* --- Texts --- */

const char *vrmi_diff_copy(vrmi_diff_list *list, const char *text) {
    const size_t length = strlen(text);
    vrm_string copy;
    if (length == 0) return "";
    copy = vrmi_arena_copy_string(&list->texts, text, length);
    if (copy.data == NULL) list->is_refused = true;
    return copy.data != NULL ? copy.data : "";
}

/* The position to cut a text without cutting a character in two. */
static size_t cut_at(vrm_string string, size_t most) {
    size_t length = most;
    if (string.length <= most) return string.length;
    while (length > 0 && ((unsigned char)string.data[length] & 0xC0u) == 0x80u) --length;
    return length;
}

const char *vrmi_diff_quote(vrmi_diff_list *list, vrm_string string) {
    size_t length = cut_at(string, MOST_TEXT);
    const char *end = length < string.length ? "…\"" : "\"";
    char *text = VRMI_TAKE(&list->texts, char, length + 8);
    if (text == NULL) {
        list->is_refused = true;
        return "";
    }
    text[0] = '"';
    for (size_t i = 0; i < length; ++i) {
        text[i + 1] = string.data[i];
        if (string.data[i] == '\0') text[i + 1] = ' ';
    }
    memcpy(text + length + 1, end, strlen(end) + 1);
    return text;
}

/* --- Subjects --- */

/* Up to a NUL, at most `most` bytes. */
static void append(vrmi_diff_subject *subject, const char *bytes, size_t most) {
    size_t i = 0;
    for (; i < most && bytes[i] != '\0' && subject->length + 1 < sizeof subject->name; ++i) {
        subject->name[subject->length++] = bytes[i];
    }
    subject->name[subject->length] = '\0';
}

void vrmi_subject_add(vrmi_diff_subject *out, const char *words) { append(out, words, SIZE_MAX); }

void vrmi_subject_add_name(vrmi_diff_subject *out, vrm_string name) {
    append(out, name.data, name.length < MOST_NAME ? name.length : MOST_NAME);
}

void vrmi_subject_add_number(vrmi_diff_subject *out, uint32_t number) {
    char text[16];
    vrmi_text to = vrmi_text_make(text, sizeof text);
    vrmi_text_append_u64(&to, number);
    vrmi_subject_add(out, text);
}

void vrmi_subject_words(vrmi_diff_subject *out, vrm_diff_part part, const char *words) {
    out->part = part;
    out->length = 0;
    vrmi_subject_add(out, words);
}

void vrmi_subject_name(vrmi_diff_subject *out, vrm_diff_part part, vrm_string name) {
    vrmi_subject_words(out, part, "");
    vrmi_subject_add_name(out, name);
}

void vrmi_subject_number(vrmi_diff_subject *out, vrm_diff_part part, const char *words,
                         uint32_t number) {
    vrmi_subject_words(out, part, words);
    vrmi_subject_add_number(out, number);
}

/* --- The list --- */

void vrmi_diff_list_init(vrmi_diff_list *list, vrmi_memory *memory) {
    memset(list, 0, sizeof *list);
    list->memory = memory;
    vrmi_arena_init(&list->texts, memory, 0);
}

void vrmi_diff_list_release(vrmi_diff_list *list) {
    vrmi_arena_release(&list->texts);
    vrmi_diff_drop(list->memory, list->items);
    list->items = NULL;
    list->count = list->capacity = 0;
}

static vrm_difference *take_item(vrmi_diff_list *list) {
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity > 0 ? list->capacity * 2 : 64;
        vrm_difference *grown = vrmi_diff_take(list->memory, capacity, sizeof *grown);
        if (grown == NULL) {
            list->is_refused = true;
            return NULL;
        }
        if (list->count > 0) memcpy(grown, list->items, list->count * sizeof *grown);
        vrmi_diff_drop(list->memory, list->items);
        list->items = grown;
        list->capacity = capacity;
    }
    return &list->items[list->count++];
}

static vrm_difference *add(vrmi_diff_list *list, const vrmi_diff_subject *allocated,
                           vrm_diff_kind kind, const char *field) {
    vrm_difference *item;
    if ((list->left_out & (uint32_t)1 << allocated->part) != 0) return NULL;
    list->found += 1;
    list->part_counts[allocated->part] += 1;
    item = list->count < MOST_KEPT ? take_item(list) : NULL;
    if (item == NULL) return NULL;
    item->part = allocated->part;
    item->kind = kind;
    item->name = vrmi_diff_copy(list, allocated->name);
    item->field = vrmi_diff_copy(list, field);
    item->from = item->to = item->unit = item->effect = "";
    item->amount = -1.0;
    return item;
}

void vrmi_diff_add(vrmi_diff_list *list, const vrmi_diff_subject *allocated, vrm_diff_kind kind,
                   const char *field, const char *from, const char *to) {
    vrm_difference *item = add(list, allocated, kind, field);
    if (item == NULL) return;
    item->from = vrmi_diff_copy(list, from);
    item->to = vrmi_diff_copy(list, to);
}

void vrmi_diff_add_permission(vrmi_diff_list *list, const vrmi_diff_subject *allocated,
                              const char *field, const char *from, const char *to, int width) {
    vrm_difference *item = add(list, allocated, VRM_DIFF_CHANGED, field);
    if (item == NULL) return;
    item->from = vrmi_diff_copy(list, from);
    item->to = vrmi_diff_copy(list, to);
    item->effect = width < 0   ? VRMI_DIFF_TEXT("narrower")
                   : width > 0 ? VRMI_DIFF_TEXT("wider")
                               : "";
}

void vrmi_diff_added(vrmi_diff_list *list, const vrmi_diff_subject *allocated) {
    add(list, allocated, VRM_DIFF_ADDED, "");
}

void vrmi_diff_removed(vrmi_diff_list *list, const vrmi_diff_subject *allocated) {
    add(list, allocated, VRM_DIFF_REMOVED, "");
}

void vrmi_diff_add_amount(vrmi_diff_list *list, const vrmi_diff_subject *allocated,
                          const char *field, double amount, const char *unit) {
    vrm_difference *item = add(list, allocated, VRM_DIFF_CHANGED, field);
    if (item == NULL) return;
    item->amount = amount;
    item->unit = unit;
}

/* --- Comparing --- */

bool vrmi_diff_same_text(vrm_string a, vrm_string b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static bool is_same_number(const vrmi_diff_list *list, double a, double b) {
    double larger = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    if (a == b) return true;
    /* What stands for 0 after a change of units is not exactly 0. */
    return fabs(a - b) <= list->tolerance * (larger > 1.0 ? larger : 1.0);
}

void vrmi_compare_texts(vrmi_diff_list *list, const vrmi_diff_subject *allocated, const char *field,
                        vrm_string a, vrm_string b) {
    if (vrmi_diff_same_text(a, b)) return;
    vrmi_diff_add(list, allocated, VRM_DIFF_CHANGED, field, vrmi_diff_quote(list, a),
                  vrmi_diff_quote(list, b));
}

void vrmi_compare_names(vrmi_diff_list *list, const vrmi_diff_subject *allocated, vrm_string a,
                        vrm_string b) {
    if (vrmi_diff_same_text(a, b)) return;
    vrmi_diff_add(list, allocated, VRM_DIFF_RENAMED, "", vrmi_diff_quote(list, a),
                  vrmi_diff_quote(list, b));
}

void vrmi_compare_words(vrmi_diff_list *list, const vrmi_diff_subject *allocated, const char *field,
                        const char *a, const char *b) {
    if (strcmp(a, b) != 0) vrmi_diff_add(list, allocated, VRM_DIFF_CHANGED, field, a, b);
}

void vrmi_compare_flags(vrmi_diff_list *list, const vrmi_diff_subject *allocated, const char *field,
                        bool a, bool b) {
    vrmi_compare_words(list, allocated, field, a ? "true" : "false", b ? "true" : "false");
}

void vrmi_compare_wholes(vrmi_diff_list *list, const vrmi_diff_subject *allocated,
                         const char *field, int64_t a, int64_t b) {
    char from[32], to[32];
    vrmi_text from_text = vrmi_text_make(from, sizeof from),
              to_text = vrmi_text_make(to, sizeof to);
    if (a == b) return;
    vrmi_text_append_i64(&from_text, a);
    vrmi_text_append_i64(&to_text, b);
    vrmi_diff_add(list, allocated, VRM_DIFF_CHANGED, field, from, to);
}

/* As few digits as are needed to see the difference. */
static int digits_between(const float *a, const float *b, uint32_t count) {
    for (int digits = 4; digits < VRMI_DIFF_MOST_DIGITS; ++digits) {
        for (uint32_t i = 0; i < count; ++i) {
            char from[VRMI_DIFF_NUMBER_BYTES], to[VRMI_DIFF_NUMBER_BYTES];
            vrmi_diff_write_number(a[i], digits, from);
            vrmi_diff_write_number(b[i], digits, to);
            if (strcmp(from, to) != 0) return digits;
        }
    }
    return VRMI_DIFF_MOST_DIGITS;
}

void vrmi_diff_write_numbers(const float *numbers, uint32_t count, int digits, char *out,
                             size_t capacity) {
    vrmi_text text = vrmi_text_make(out, capacity);
    for (uint32_t i = 0; i < count && !text.truncated; ++i) {
        char number[VRMI_DIFF_NUMBER_BYTES];
        vrmi_diff_write_number(numbers[i], digits, number);
        if (i > 0) vrmi_text_append(&text, ", ");
        vrmi_text_append(&text, number);
    }
}

void vrmi_compare_numbers(vrmi_diff_list *list, const vrmi_diff_subject *allocated,
                          const char *field, const float *a, const float *b, uint32_t count) {
    char from[256], to[256];
    uint32_t same = 0;
    int digits;
    while (same < count && is_same_number(list, (double)a[same], (double)b[same])) ++same;
    if (same == count) return;
    digits = digits_between(a, b, count);
    vrmi_diff_write_numbers(a, count, digits, from, sizeof from);
    vrmi_diff_write_numbers(b, count, digits, to, sizeof to);
    vrmi_diff_add(list, allocated, VRM_DIFF_CHANGED, field, from, to);
}

void vrmi_compare_number(vrmi_diff_list *list, const vrmi_diff_subject *allocated,
                         const char *field, float a, float b) {
    vrmi_compare_numbers(list, allocated, field, &a, &b, 1);
}
