/* Finding places of the JSON by their pointers, and asking for changes there. */
#include "author/fix/fix.h"
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { POINTER_CAPACITY = 640, VALUE_CAPACITY = 512 };

bool vrmi_fix_steps(vrmi_fix *fix, uint64_t count) {
    if (fix->steps < count) {
        fix->steps = 0;
        return false;
    }
    fix->steps -= count;
    return true;
}

/* Whether a token of a pointer, with its escapes, means this key. */
static bool means_key(vrm_string token, const char *key, size_t length) {
    size_t at = 0;
    for (uint32_t i = 0; i < token.length; ++i, ++at) {
        char c = token.data[i];
        if (c == '~' && i + 1 < token.length) c = token.data[++i] == '0' ? '~' : '/';
        if (at >= length || key[at] != c) return false;
    }
    return at == length;
}

static yyjson_val *member_by_token(vrmi_fix *fix, yyjson_val *object, vrm_string token) {
    yyjson_obj_iter each = yyjson_obj_iter_with(object);
    yyjson_val *key, *value = NULL;
    if (!vrmi_fix_steps(fix, yyjson_obj_size(object))) return NULL;
    while ((key = yyjson_obj_iter_next(&each)) != NULL) {
        if (means_key(token, yyjson_get_str(key), yyjson_get_len(key))) {
            value = yyjson_obj_iter_get_val(key);
        }
    }
    return value;
}

yyjson_val *vrmi_fix_member(vrmi_fix *fix, yyjson_val *object, const char *key) {
    yyjson_obj_iter each;
    yyjson_val *at, *value = NULL;
    if (!yyjson_is_obj(object) || !vrmi_fix_steps(fix, yyjson_obj_size(object))) return NULL;
    each = yyjson_obj_iter_with(object);
    while ((at = yyjson_obj_iter_next(&each)) != NULL) {
        if (yyjson_equals_str(at, key)) value = yyjson_obj_iter_get_val(at);
    }
    return value;
}

static yyjson_val *value_by_token(vrmi_fix *fix, yyjson_val *parent, vrm_string token,
                                  uint32_t *out_index) {
    uint64_t index;
    if (yyjson_is_obj(parent)) return member_by_token(fix, parent, token);
    if (!yyjson_is_arr(parent) || !vrmi_parse_u64(token, &index) ||
        index >= yyjson_arr_size(parent) || !vrmi_fix_steps(fix, index)) {
        return NULL;
    }
    *out_index = (uint32_t)index;
    return yyjson_arr_get(parent, (size_t)index);
}

bool vrmi_fix_find(vrmi_fix *fix, vrm_string pointer, vrmi_fix_place *out) {
    yyjson_val *value = fix->root;
    uint32_t begin = 1;
    memset(out, 0, sizeof *out);
    if (pointer.length == 0) return false;
    for (uint32_t i = 1; i <= pointer.length; ++i) {
        if (i < pointer.length && pointer.data[i] != '/') continue;
        if (!yyjson_is_ctn(value)) return false;
        out->parent = value;
        out->token.data = pointer.data + begin;
        out->token.length = i - begin;
        out->parent_pointer.data = pointer.data;
        out->parent_pointer.length = begin - 1;
        value = value_by_token(fix, value, out->token, &out->index);
        begin = i + 1;
    }
    out->value = value;
    return fix->steps > 0;
}

/* Not recursive: the file says how deep values are. Both trees lie in memory in the order of their
 * text, so that equal ones can be compared value by value. A tag has the type and the length of a
 * string, array or object: the walk never goes beyond the end of either tree. */
bool vrmi_fix_are_equal(vrmi_fix *fix, yyjson_val *a, yyjson_val *b) {
    const yyjson_val *end = unsafe_yyjson_get_next(a);
    for (; a < end; ++a, ++b) {
        if (!vrmi_fix_steps(fix, 1) || a->tag != b->tag) return false;
        if (unsafe_yyjson_is_ctn(a)) continue;
        if (unsafe_yyjson_is_str(a)) {
            if (memcmp(a->uni.str, b->uni.str, unsafe_yyjson_get_len(a)) != 0) return false;
        } else if (unsafe_yyjson_is_num(a) && a->uni.u64 != b->uni.u64) {
            return false;
        }
    }
    return true;
}

/* --- Operations --- */

static void add(vrmi_fix *fix, vrmi_patch_kind kind, vrm_string pointer, const char *member,
                const char *json) {
    char buffer[POINTER_CAPACITY];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    vrm_string whole;
    vrmi_text_append_string(&text, pointer);
    if (member != NULL) {
        vrmi_text_append(&text, "/");
        vrmi_text_append(&text, member);
    }
    if (text.truncated) return;
    whole.data = text.data;
    whole.length = (uint32_t)text.length;
    vrmi_patch_list_add(&fix->edit, kind, whole, vrmi_string_from(json));
}

void vrmi_fix_set(vrmi_fix *fix, vrm_string pointer, const char *member, const char *json) {
    add(fix, VRMI_PATCH_SET, pointer, member, json);
}

void vrmi_fix_remove(vrmi_fix *fix, vrm_string pointer, const char *member) {
    add(fix, VRMI_PATCH_REMOVE, pointer, member, "");
}

void vrmi_fix_remove_element(vrmi_fix *fix, vrm_string pointer, uint32_t index) {
    char digits[16];
    vrmi_text text = vrmi_text_make(digits, sizeof digits);
    vrmi_text_append_u64(&text, index);
    vrmi_fix_remove(fix, pointer, digits);
}

void vrmi_fix_rename(vrmi_fix *fix, vrm_string pointer, const char *key) {
    add(fix, VRMI_PATCH_RENAME, pointer, NULL, key);
}

void vrmi_fix_keep_last(vrmi_fix *fix, vrm_string pointer) {
    add(fix, VRMI_PATCH_KEEP_LAST, pointer, NULL, "");
}

void vrmi_fix_set_floats(vrmi_fix *fix, vrm_string pointer, const char *member, const float *values,
                         uint32_t count) {
    char buffer[VALUE_CAPACITY];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    vrmi_text_append(&text, "[");
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0) vrmi_text_append(&text, ",");
        vrmi_text_append_float(&text, values[i]);
    }
    vrmi_text_append(&text, "]");
    if (!text.truncated) vrmi_fix_set(fix, pointer, member, text.data);
}

void vrmi_fix_set_number(vrmi_fix *fix, vrm_string pointer, const char *member, double number) {
    char buffer[VALUE_CAPACITY];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    if (fabs(number) < 1e15 && number == (double)(int64_t)number) {
        vrmi_text_append_i64(&text, (int64_t)number);
    } else {
        vrmi_text_append_float(&text, (float)number);
    }
    vrmi_fix_set(fix, pointer, member, text.data);
}

bool vrmi_fix_read_floats(vrmi_fix *fix, yyjson_val *array, uint32_t count, float *out) {
    yyjson_arr_iter each;
    if (!yyjson_is_arr(array) || yyjson_arr_size(array) != count || !vrmi_fix_steps(fix, count)) {
        return false;
    }
    each = yyjson_arr_iter_with(array);
    for (uint32_t i = 0; i < count; ++i) {
        yyjson_val *value = yyjson_arr_iter_next(&each);
        double number = yyjson_get_num(value);
        if (!yyjson_is_num(value) || !(number >= -(double)FLT_MAX && number <= (double)FLT_MAX)) {
            return false;
        }
        out[i] = (float)number;
    }
    return true;
}
