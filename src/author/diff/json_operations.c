/* What turns the JSON of one file into that of another, as operations that `vrm edit --apply`
 * reads (docs/reference/diff.md). */
#include "author/diff/json_compare.h"

#include <string.h>

typedef struct operation_writer {
    vrmi_memory *memory;
    const vrm_diff_visitor *visitor; /* NULL: only counted */
    vrmi_diff_pointer at;
    uint64_t count;
} operation_writer;

static void add_set(operation_writer *writer, yyjson_val *value) {
    char *text;
    writer->count += 1;
    if (writer->visitor == NULL) return;
    text = vrmi_json_value_text(writer->memory, value);
    if (text == NULL) return;
    writer->visitor->operation(vrmi_pointer_text(&writer->at), text, writer->visitor->user);
    vrmi_diff_drop(writer->memory, text);
}

static void add_remove(operation_writer *writer) {
    writer->count += 1;
    if (writer->visitor == NULL) return;
    writer->visitor->operation(vrmi_pointer_text(&writer->at), NULL, writer->visitor->user);
}

static void compare_values(operation_writer *writer, yyjson_val *a, yyjson_val *b);

static void compare_objects(operation_writer *writer, yyjson_val *a, yyjson_val *b) {
    size_t count;
    vrmi_member_pair *members = vrmi_pair_members(writer->memory, a, b, &count);
    for (size_t i = 0; members != NULL && i < count; ++i) {
        size_t before = vrmi_pointer_add_key(&writer->at, members[i].key, members[i].key_length);
        if (members[i].b == NULL) {
            add_remove(writer);
        } else if (members[i].a == NULL) {
            add_set(writer, members[i].b);
        } else {
            compare_values(writer, members[i].a, members[i].b);
        }
        vrmi_pointer_cut(&writer->at, before);
    }
    vrmi_diff_drop(writer->memory, members);
}

static yyjson_val **list_elements(vrmi_memory *memory, yyjson_val *array, size_t *out_count) {
    size_t count = yyjson_arr_size(array), i = 0;
    yyjson_val **elements = vrmi_diff_take(memory, count, sizeof(yyjson_val *));
    yyjson_arr_iter iter;
    *out_count = count;
    if (elements == NULL) return NULL;
    yyjson_arr_iter_init(array, &iter);
    while (i < count) elements[i++] = yyjson_arr_iter_next(&iter);
    return elements;
}

static bool is_container(yyjson_val *value) { return yyjson_is_obj(value) || yyjson_is_arr(value); }

/* Colors, vectors and lists of indices are set as a whole: a part of them means nothing to a
 * reader, and is hardly shorter. */
static bool is_plain_list(yyjson_val **elements, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (is_container(elements[i])) return false;
    }
    return true;
}

/*
 * Equal elements at the beginning and at the end of the arrays stay. If the second array has fewer
 * elements, the extra ones are removed, the last one first, before the equal end. The rest is
 * compared one by one. If the second array has more, they are set at the end.
 */
static void compare_elements(operation_writer *writer, yyjson_val **a, size_t a_count,
                             yyjson_val **b, size_t b_count) {
    size_t first = 0, last = 0, shorter = a_count < b_count ? a_count : b_count, end;
    while (first < shorter && a_count != b_count &&
           vrmi_is_same_json(writer->memory, a[first], b[first]))
        ++first;
    while (last < shorter - first && a_count > b_count &&
           vrmi_is_same_json(writer->memory, a[a_count - 1 - last], b[b_count - 1 - last])) {
        ++last;
    }
    end = b_count - last; /* what follows is equal, once the extra ones are gone */
    for (size_t i = a_count - last; a_count > b_count && i > end; --i) {
        size_t before = vrmi_pointer_add_index(&writer->at, i - 1);
        add_remove(writer);
        vrmi_pointer_cut(&writer->at, before);
    }
    for (size_t i = first; i < end; ++i) {
        size_t before = vrmi_pointer_add_index(&writer->at, i);
        if (i < a_count) {
            compare_values(writer, a[i], b[i]);
        } else {
            add_set(writer, b[i]);
        }
        vrmi_pointer_cut(&writer->at, before);
    }
}

static void compare_arrays(operation_writer *writer, yyjson_val *a, yyjson_val *b) {
    size_t a_count, b_count;
    yyjson_val **in_a = list_elements(writer->memory, a, &a_count),
               **in_b = list_elements(writer->memory, b, &b_count);
    const bool is_good = in_a != NULL && in_b != NULL;
    if (is_good && is_plain_list(in_a, a_count) && is_plain_list(in_b, b_count)) {
        if (!vrmi_is_same_json(writer->memory, a, b)) add_set(writer, b);
    } else if (is_good) {
        compare_elements(writer, in_a, a_count, in_b, b_count);
    }
    vrmi_diff_drop(writer->memory, in_a);
    vrmi_diff_drop(writer->memory, in_b);
}

static void compare_values(operation_writer *writer, yyjson_val *a, yyjson_val *b) {
    if (yyjson_is_obj(a) && yyjson_is_obj(b)) {
        compare_objects(writer, a, b);
    } else if (yyjson_is_arr(a) && yyjson_is_arr(b)) {
        compare_arrays(writer, a, b);
    } else if (!vrmi_is_same_json(writer->memory, a, b)) {
        add_set(writer, b);
    }
}

void vrmi_list_operations(vrmi_memory *memory, yyjson_val *a, yyjson_val *b,
                          const vrm_diff_visitor *visitor, uint64_t *out_count) {
    operation_writer writer = {.memory = memory, .visitor = visitor, .at.memory = memory};
    compare_values(&writer, a, b);
    vrmi_pointer_release(&writer.at);
    *out_count = writer.count;
}
