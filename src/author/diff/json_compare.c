#include "author/diff/json_compare.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

/* --- Memory --- */

static void *take_bytes(void *memory, size_t size) { return vrmi_diff_take(memory, size, 1); }

static void *take_more(void *memory, void *block, size_t old_size, size_t size) {
    void *grown = vrmi_diff_take(memory, size, 1);
    if (grown == NULL) return NULL;
    memcpy(grown, block, old_size < size ? old_size : size);
    vrmi_diff_drop(memory, block);
    return grown;
}

static void drop_bytes(void *memory, void *block) { vrmi_diff_drop(memory, block); }

yyjson_alc vrmi_diff_yyjson(vrmi_memory *memory) {
    return (yyjson_alc){take_bytes, take_more, drop_bytes, memory};
}

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
static member *sort_members(vrmi_memory *memory, yyjson_val *object, size_t *out_count) {
    size_t count = 0, kept = 0, size = yyjson_is_obj(object) ? yyjson_obj_size(object) : 0;
    member *members = vrmi_diff_take(memory, size, sizeof *members);
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
    if (!vrmi_diff_sort(memory, members, count, sizeof *members, compare_members)) {
        vrmi_diff_drop(memory, members);
        return NULL;
    }
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

vrmi_member_pair *vrmi_pair_members(vrmi_memory *memory, yyjson_val *a, yyjson_val *b,
                                    size_t *out_count) {
    size_t a_count, b_count, i = 0, j = 0;
    member *in_a = sort_members(memory, a, &a_count), *in_b = sort_members(memory, b, &b_count);
    vrmi_member_pair *pairs = vrmi_diff_take(memory, a_count + b_count, sizeof *pairs);
    *out_count = 0;
    while (in_a != NULL && in_b != NULL && pairs != NULL && (i < a_count || j < b_count)) {
        int order = i == a_count ? 1
                    : j == b_count
                        ? -1
                        : compare_text(in_a[i].key, in_a[i].length, in_b[j].key, in_b[j].length);
        vrmi_member_pair *next = &pairs[(*out_count)++];
        next->key = order <= 0 ? in_a[i].key : in_b[j].key;
        next->key_length = order <= 0 ? in_a[i].length : in_b[j].length;
        next->a = order <= 0 ? in_a[i].value : NULL;
        next->b = order >= 0 ? in_b[j].value : NULL;
        i += order <= 0;
        j += order >= 0;
    }
    if (in_a == NULL || in_b == NULL) {
        vrmi_diff_drop(memory, pairs);
        pairs = NULL;
    }
    vrmi_diff_drop(memory, in_a);
    vrmi_diff_drop(memory, in_b);
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

static bool is_same_object(vrmi_memory *memory, yyjson_val *a, yyjson_val *b) {
    size_t count;
    vrmi_member_pair *members = vrmi_pair_members(memory, a, b, &count);
    bool is_same = members != NULL;
    for (size_t i = 0; is_same && i < count; ++i)
        is_same = vrmi_is_same_json(memory, members[i].a, members[i].b);
    vrmi_diff_drop(memory, members);
    return is_same;
}

static bool is_same_array(vrmi_memory *memory, yyjson_val *a, yyjson_val *b) {
    yyjson_arr_iter in_a, in_b;
    yyjson_val *x;
    if (yyjson_arr_size(a) != yyjson_arr_size(b)) return false;
    yyjson_arr_iter_init(a, &in_a);
    yyjson_arr_iter_init(b, &in_b);
    while ((x = yyjson_arr_iter_next(&in_a)) != NULL) {
        if (!vrmi_is_same_json(memory, x, yyjson_arr_iter_next(&in_b))) return false;
    }
    return true;
}

bool vrmi_is_same_json(vrmi_memory *memory, yyjson_val *a, yyjson_val *b) {
    if (a == NULL || b == NULL) return a == b;
    if (yyjson_get_type(a) != yyjson_get_type(b)) return false;
    if (yyjson_is_obj(a)) return is_same_object(memory, a, b);
    if (yyjson_is_arr(a)) return is_same_array(memory, a, b);
    if (yyjson_is_raw(a)) return is_same_raw(a, b);
    if (yyjson_is_str(a)) {
        return compare_text(yyjson_get_str(a), yyjson_get_len(a), yyjson_get_str(b),
                            yyjson_get_len(b)) == 0;
    }
    return yyjson_get_tag(a) == yyjson_get_tag(b); /* null, true, false */
}

char *vrmi_json_value_text(vrmi_memory *memory, yyjson_val *value) {
    const yyjson_alc allocator = vrmi_diff_yyjson(memory);
    return yyjson_val_write_opts(value,
                                 YYJSON_WRITE_ESCAPE_UNICODE | YYJSON_WRITE_ALLOW_INVALID_UNICODE,
                                 &allocator, NULL, NULL);
}

/* --- Pointers --- */

static void pointer_append(vrmi_diff_pointer *pointer, const char *bytes, size_t count) {
    if (pointer->capacity - pointer->length <= count) {
        size_t capacity = (pointer->length + count + 64) * 2;
        char *grown = vrmi_diff_take(pointer->memory, capacity, 1);
        if (grown == NULL) return;
        if (pointer->text != NULL) memcpy(grown, pointer->text, pointer->length);
        vrmi_diff_drop(pointer->memory, pointer->text);
        pointer->text = grown;
        pointer->capacity = capacity;
    }
    memcpy(pointer->text + pointer->length, bytes, count);
    pointer->length += count;
    pointer->text[pointer->length] = '\0';
}

size_t vrmi_pointer_add_key(vrmi_diff_pointer *pointer, const char *key, size_t length) {
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

size_t vrmi_pointer_add_index(vrmi_diff_pointer *pointer, size_t index) {
    char number[32];
    size_t before = pointer->length;
    vrmi_text text = vrmi_text_make(number, sizeof number);
    vrmi_text_append(&text, "/");
    vrmi_text_append_u64(&text, index);
    pointer_append(pointer, number, text.length);
    return before;
}

void vrmi_pointer_cut(vrmi_diff_pointer *pointer, size_t length) {
    if (pointer->text == NULL || length > pointer->length) return;
    pointer->length = length;
    pointer->text[length] = '\0';
}

const char *vrmi_pointer_text(const vrmi_diff_pointer *pointer) {
    return pointer->text != NULL ? pointer->text : "";
}

void vrmi_pointer_release(vrmi_diff_pointer *pointer) {
    vrmi_diff_drop(pointer->memory, pointer->text);
    pointer->text = NULL;
    pointer->length = pointer->capacity = 0;
}
