#include "json_compare.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Members --- */

typedef struct member {
    const char *key;
    size_t length, place;
    yyjson_val *value;
} member;

static int compare_text(const char *a, size_t a_length, const char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    if (order != 0) return order;
    return a_length < b_length ? -1 : a_length > b_length;
}

static int compare_members(const void *left, const void *right) {
    const member *a = left, *b = right;
    int order = compare_text(a->key, a->length, b->key, b->length);
    if (order != 0) return order;
    return a->place < b->place ? -1 : a->place > b->place;
}

/* Sorted, each key once. */
static member *sort_members(yyjson_val *object, size_t *out_count) {
    size_t count = 0, kept = 0, size = yyjson_is_obj(object) ? yyjson_obj_size(object) : 0;
    member *members = malloc((size + 1) * sizeof *members);
    yyjson_obj_iter iter;
    yyjson_val *key;
    *out_count = 0;
    if (members == NULL || size == 0) return members;
    yyjson_obj_iter_init(object, &iter);
    while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
        members[count].key = yyjson_get_str(key);
        members[count].length = yyjson_get_len(key);
        members[count].place = count;
        members[count].value = yyjson_obj_iter_get_val(key);
        ++count;
    }
    qsort(members, count, sizeof *members, compare_members);
    for (size_t i = 0; i < count; ++i) {
        if (i + 1 < count && compare_text(members[i].key, members[i].length, members[i + 1].key,
                                          members[i + 1].length) == 0) {
            continue;
        }
        members[kept++] = members[i];
    }
    *out_count = kept;
    return members;
}

member_pair *pair_members(yyjson_val *a, yyjson_val *b, size_t *out_count) {
    size_t a_count, b_count, i = 0, j = 0;
    member *in_a = sort_members(a, &a_count), *in_b = sort_members(b, &b_count);
    member_pair *pairs = malloc((a_count + b_count + 1) * sizeof *pairs);
    *out_count = 0;
    while (in_a != NULL && in_b != NULL && pairs != NULL && (i < a_count || j < b_count)) {
        int order = i == a_count ? 1
                    : j == b_count
                        ? -1
                        : compare_text(in_a[i].key, in_a[i].length, in_b[j].key, in_b[j].length);
        member_pair *next = &pairs[(*out_count)++];
        next->key = order <= 0 ? in_a[i].key : in_b[j].key;
        next->key_length = order <= 0 ? in_a[i].length : in_b[j].length;
        next->a = order <= 0 ? in_a[i].value : NULL;
        next->b = order >= 0 ? in_b[j].value : NULL;
        i += order <= 0;
        j += order >= 0;
    }
    if (in_a == NULL || in_b == NULL) {
        free(pairs);
        pairs = NULL;
    }
    free(in_a);
    free(in_b);
    return pairs;
}

/* --- Equality --- */

/* 1, 1.0 and 1e0 are one number. Whole numbers are compared as such, however large they are. */
static bool is_same_raw(yyjson_val *a, yyjson_val *b) {
    const char *from = yyjson_get_raw(a), *to = yyjson_get_raw(b);
    yyjson_val x = {0}, y = {0};
    if (yyjson_get_len(a) == yyjson_get_len(b) && memcmp(from, to, yyjson_get_len(a)) == 0) {
        return true;
    }
    if (yyjson_read_number(from, &x, YYJSON_READ_ALLOW_INF_AND_NAN, NULL, NULL) == NULL ||
        yyjson_read_number(to, &y, YYJSON_READ_ALLOW_INF_AND_NAN, NULL, NULL) == NULL) {
        return false;
    }
    if (yyjson_is_int(&x) && yyjson_is_int(&y)) {
        return yyjson_is_sint(&x) == yyjson_is_sint(&y) &&
               yyjson_get_uint(&x) == yyjson_get_uint(&y);
    }
    return yyjson_get_num(&x) == yyjson_get_num(&y);
}

static bool is_same_object(yyjson_val *a, yyjson_val *b) {
    size_t count;
    member_pair *members = pair_members(a, b, &count);
    bool is_same = members != NULL;
    for (size_t i = 0; is_same && i < count; ++i)
        is_same = is_same_json(members[i].a, members[i].b);
    free(members);
    return is_same;
}

static bool is_same_array(yyjson_val *a, yyjson_val *b) {
    yyjson_arr_iter in_a, in_b;
    yyjson_val *x;
    if (yyjson_arr_size(a) != yyjson_arr_size(b)) return false;
    yyjson_arr_iter_init(a, &in_a);
    yyjson_arr_iter_init(b, &in_b);
    while ((x = yyjson_arr_iter_next(&in_a)) != NULL) {
        if (!is_same_json(x, yyjson_arr_iter_next(&in_b))) return false;
    }
    return true;
}

bool is_same_json(yyjson_val *a, yyjson_val *b) {
    if (a == NULL || b == NULL) return a == b;
    if (yyjson_get_type(a) != yyjson_get_type(b)) return false;
    if (yyjson_is_obj(a)) return is_same_object(a, b);
    if (yyjson_is_arr(a)) return is_same_array(a, b);
    if (yyjson_is_raw(a)) return is_same_raw(a, b);
    if (yyjson_is_str(a)) {
        return compare_text(yyjson_get_str(a), yyjson_get_len(a), yyjson_get_str(b),
                            yyjson_get_len(b)) == 0;
    }
    return yyjson_get_tag(a) == yyjson_get_tag(b); /* null, true, false */
}

char *json_value_text(yyjson_val *value) {
    return yyjson_val_write_opts(
        value, YYJSON_WRITE_ESCAPE_UNICODE | YYJSON_WRITE_ALLOW_INVALID_UNICODE, NULL, NULL, NULL);
}

/* --- Pointers --- */

static void pointer_append(json_pointer *pointer, const char *bytes, size_t count) {
    if (pointer->capacity - pointer->length <= count) {
        size_t capacity = (pointer->length + count + 64) * 2;
        char *grown = realloc(pointer->text, capacity);
        if (grown == NULL) {
            pointer->has_no_memory = true;
            return;
        }
        pointer->text = grown;
        pointer->capacity = capacity;
    }
    memcpy(pointer->text + pointer->length, bytes, count);
    pointer->length += count;
    pointer->text[pointer->length] = '\0';
}

size_t pointer_add_key(json_pointer *pointer, const char *key, size_t length) {
    size_t before = pointer->length, done = 0;
    pointer_append(pointer, "/", 1);
    for (size_t i = 0; i < length; ++i) {
        if (key[i] != '~' && key[i] != '/') continue;
        pointer_append(pointer, key + done, i - done);
        pointer_append(pointer, key[i] == '~' ? "~0" : "~1", 2);
        done = i + 1;
    }
    pointer_append(pointer, key + done, length - done);
    return before;
}

size_t pointer_add_index(json_pointer *pointer, size_t index) {
    char number[32];
    size_t before = pointer->length;
    int length = snprintf(number, sizeof number, "/%llu", (unsigned long long)index);
    pointer_append(pointer, number, (size_t)length);
    return before;
}

void pointer_cut(json_pointer *pointer, size_t length) {
    if (pointer->text == NULL || length > pointer->length) return;
    pointer->length = length;
    pointer->text[length] = '\0';
}

const char *pointer_text(const json_pointer *pointer) {
    return pointer->text != NULL ? pointer->text : "";
}

void pointer_release(json_pointer *pointer) {
    free(pointer->text);
    memset(pointer, 0, sizeof *pointer);
}
