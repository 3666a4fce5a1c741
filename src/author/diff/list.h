/* The list of differences, and comparing single values into it. */
#ifndef VRMI_DIFF_LIST_H
#define VRMI_DIFF_LIST_H

#include "base/memory.h"
#include "vrm/author/diff.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that people read: programs translate it. Everything else comes from files and
 * specifications. */
#define VRMI_DIFF_TEXT(text) (text)

/* --- Blocks with their size --- */

/* `count` elements; NULL: memory was refused. */
void *vrmi_diff_take(vrmi_memory *memory, size_t count, size_t element_size);
void vrmi_diff_drop(vrmi_memory *memory, void *block); /* NULL does nothing */

/* Sorts elements as qsort does; equal ones keep their order. False: memory was refused. */
bool vrmi_diff_sort(vrmi_memory *memory, void *elements, size_t count, size_t element_size,
                    int (*compare)(const void *left, const void *right));

/* --- The list --- */

typedef struct vrmi_diff_list {
    vrmi_memory *memory;
    vrmi_arena texts;
    vrm_difference *items;
    uint32_t count, capacity;
    uint64_t found; /* also those that were not kept: a file can have millions */
    uint32_t part_counts[VRM_DIFF_PART_COUNT];
    uint32_t left_out; /* a bit for each part that is not reported */
    /* Numbers are equal if they differ by no more than this part of the larger one. 0 within a
     * dialect. Between dialects, numbers have gone through other units. */
    double tolerance;
    bool is_refused; /* memory was */
} vrmi_diff_list;

void vrmi_diff_list_init(vrmi_diff_list *list, vrmi_memory *memory);
void vrmi_diff_list_release(vrmi_diff_list *list);

/* What a difference is about: a part, and a name in it. */
typedef struct vrmi_diff_subject {
    vrm_diff_part part;
    uint32_t length;
    char name[256]; /* cut to this */
} vrmi_diff_subject;

/* Names of files are cut to 120 bytes. */
void vrmi_subject_words(vrmi_diff_subject *out, vrm_diff_part part, const char *words);
void vrmi_subject_name(vrmi_diff_subject *out, vrm_diff_part part, vrm_string name);
void vrmi_subject_number(vrmi_diff_subject *out, vrm_diff_part part, const char *words,
                         uint32_t number);
void vrmi_subject_add(vrmi_diff_subject *out, const char *words);
void vrmi_subject_add_name(vrmi_diff_subject *out, vrm_string name);
void vrmi_subject_add_number(vrmi_diff_subject *out, uint32_t number);

/* A text of the list: `string` in quotes, or as it is. */
const char *vrmi_diff_quote(vrmi_diff_list *list, vrm_string string);
const char *vrmi_diff_copy(vrmi_diff_list *list, const char *text);

void vrmi_diff_add(vrmi_diff_list *list, const vrmi_diff_subject *subject, vrm_diff_kind kind,
                   const char *field, const char *from, const char *to);
/* Of a permission: `width` below 0 is narrower, above 0 wider. */
void vrmi_diff_add_permission(vrmi_diff_list *list, const vrmi_diff_subject *subject,
                              const char *field, const char *from, const char *to, int width);
void vrmi_diff_added(vrmi_diff_list *list, const vrmi_diff_subject *subject);
void vrmi_diff_removed(vrmi_diff_list *list, const vrmi_diff_subject *subject);
/* With how far the values are apart. */
void vrmi_diff_add_amount(vrmi_diff_list *list, const vrmi_diff_subject *subject, const char *field,
                          double amount, const char *unit);

/* --- Comparing: each adds a difference if the two differ --- */

bool vrmi_diff_same_text(vrm_string a, vrm_string b);

void vrmi_compare_texts(vrmi_diff_list *list, const vrmi_diff_subject *subject, const char *field,
                        vrm_string a, vrm_string b);
void vrmi_compare_names(vrmi_diff_list *list, const vrmi_diff_subject *subject, vrm_string a,
                        vrm_string b);
void vrmi_compare_words(vrmi_diff_list *list, const vrmi_diff_subject *subject, const char *field,
                        const char *a, const char *b);
void vrmi_compare_flags(vrmi_diff_list *list, const vrmi_diff_subject *subject, const char *field,
                        bool a, bool b);
void vrmi_compare_wholes(vrmi_diff_list *list, const vrmi_diff_subject *subject, const char *field,
                         int64_t a, int64_t b);
void vrmi_compare_number(vrmi_diff_list *list, const vrmi_diff_subject *subject, const char *field,
                         float a, float b);
void vrmi_compare_numbers(vrmi_diff_list *list, const vrmi_diff_subject *subject, const char *field,
                          const float *a, const float *b, uint32_t count);

/* Numbers with commas between them, with `digits` significant digits, cut to `capacity`. */
void vrmi_diff_write_numbers(const float *numbers, uint32_t count, int digits, char *out,
                             size_t capacity);

#endif
