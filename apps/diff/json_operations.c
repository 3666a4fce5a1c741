/* What turns the JSON of one file into that of another, as operations that `vrm edit --apply`
 * reads (docs/diff.md). */
#include "json_compare.h"

#include <stdlib.h>
#include <string.h>

typedef struct operation_writer {
    json_line *line; /* NULL: only counted */
    json_pointer at;
    operation_counts counts;
    bool has_no_memory;
} operation_writer;

static void add_set(operation_writer *writer, yyjson_val *value) {
    char *text;
    writer->counts.set += 1;
    if (writer->line == NULL) return;
    text = json_value_text(value);
    if (text == NULL) {
        writer->has_no_memory = true;
        return;
    }
    json_object(writer->line, NULL);
    json_word(writer->line, "op", "set");
    json_word(writer->line, "path", pointer_text(&writer->at));
    json_raw(writer->line, "value", text);
    json_close(writer->line);
    free(text);
}

static void add_remove(operation_writer *writer) {
    writer->counts.removed += 1;
    if (writer->line == NULL) return;
    json_object(writer->line, NULL);
    json_word(writer->line, "op", "remove");
    json_word(writer->line, "path", pointer_text(&writer->at));
    json_close(writer->line);
}

static void compare_values(operation_writer *writer, yyjson_val *a, yyjson_val *b);

static void compare_objects(operation_writer *writer, yyjson_val *a, yyjson_val *b) {
    size_t count;
    member_pair *members = pair_members(a, b, &count);
    if (members == NULL) writer->has_no_memory = true;
    for (size_t i = 0; members != NULL && i < count; ++i) {
        size_t before = pointer_add_key(&writer->at, members[i].key, members[i].key_length);
        if (members[i].b == NULL) {
            add_remove(writer);
        } else if (members[i].a == NULL) {
            add_set(writer, members[i].b);
        } else {
            compare_values(writer, members[i].a, members[i].b);
        }
        pointer_cut(&writer->at, before);
    }
    free(members);
}

static yyjson_val **list_elements(yyjson_val *array, size_t *out_count) {
    size_t count = yyjson_arr_size(array), i = 0;
    yyjson_val **elements = malloc((count + 1) * sizeof(yyjson_val *));
    yyjson_arr_iter iter;
    *out_count = count;
    if (elements == NULL) return NULL;
    yyjson_arr_iter_init(array, &iter);
    while (i < count) elements[i++] = yyjson_arr_iter_next(&iter);
    return elements;
}

static bool is_container(yyjson_val *value) { return yyjson_is_obj(value) || yyjson_is_arr(value); }

/* Colours, vectors and lists of indices are set as a whole: a part of them says nothing to a
 * reader, and is hardly shorter. */
static bool is_plain_list(yyjson_val **elements, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (is_container(elements[i])) return false;
    }
    return true;
}

/*
 * Elements in which the arrays agree at their beginnings and ends stay. Where the second has fewer,
 * the ones too many are removed, the last one first, behind those that agree; what is left of the
 * two is compared one by one; and where the second has more, they are set at the end.
 */
static void compare_elements(operation_writer *writer, yyjson_val **a, size_t a_count,
                             yyjson_val **b, size_t b_count) {
    size_t first = 0, last = 0, shorter = a_count < b_count ? a_count : b_count, end;
    while (first < shorter && a_count != b_count && is_same_json(a[first], b[first])) ++first;
    while (last < shorter - first && a_count > b_count &&
           is_same_json(a[a_count - 1 - last], b[b_count - 1 - last])) {
        ++last;
    }
    end = b_count - last; /* what is behind agrees, once those too many are gone */
    for (size_t i = a_count - last; a_count > b_count && i > end; --i) {
        size_t before = pointer_add_index(&writer->at, i - 1);
        add_remove(writer);
        pointer_cut(&writer->at, before);
    }
    for (size_t i = first; i < end; ++i) {
        size_t before = pointer_add_index(&writer->at, i);
        if (i < a_count) {
            compare_values(writer, a[i], b[i]);
        } else {
            add_set(writer, b[i]);
        }
        pointer_cut(&writer->at, before);
    }
}

static void compare_arrays(operation_writer *writer, yyjson_val *a, yyjson_val *b) {
    size_t a_count, b_count;
    yyjson_val **in_a = list_elements(a, &a_count), **in_b = list_elements(b, &b_count);
    if (in_a == NULL || in_b == NULL) {
        writer->has_no_memory = true;
    } else if (is_plain_list(in_a, a_count) && is_plain_list(in_b, b_count)) {
        if (!is_same_json(a, b)) add_set(writer, b);
    } else {
        compare_elements(writer, in_a, a_count, in_b, b_count);
    }
    free(in_a);
    free(in_b);
}

static void compare_values(operation_writer *writer, yyjson_val *a, yyjson_val *b) {
    if (yyjson_is_obj(a) && yyjson_is_obj(b)) {
        compare_objects(writer, a, b);
    } else if (yyjson_is_arr(a) && yyjson_is_arr(b)) {
        compare_arrays(writer, a, b);
    } else if (!is_same_json(a, b)) {
        add_set(writer, b);
    }
}

bool write_operations(yyjson_val *a, yyjson_val *b, json_line *line, operation_counts *out_counts) {
    operation_writer writer = {.line = line};
    compare_values(&writer, a, b);
    writer.has_no_memory |= writer.at.has_no_memory;
    pointer_release(&writer.at);
    *out_counts = writer.counts;
    return !writer.has_no_memory;
}
