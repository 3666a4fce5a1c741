/* JSON pointers (RFC 6901) into a tree, and of its values. */
#include "author/json/json_tree.h"
#include "base/text.h"

#include <string.h>

/* An index of an array in a pointer: digits without a leading zero. */
static bool read_array_index(vrm_string token, uint32_t *out) {
    uint64_t index = 0;
    if (token.length == 0 || token.length > 10) return false;
    if (token.data[0] == '0' && token.length > 1) return false;
    for (uint32_t i = 0; i < token.length; ++i) {
        if (token.data[i] < '0' || token.data[i] > '9') return false;
        index = index * 10 + (uint64_t)(token.data[i] - '0');
    }
    *out = (uint32_t)index;
    return index <= UINT32_MAX;
}

/* Undoes ~0 and ~1, in the arena where there are any. */
static bool read_token(vrmi_tree *tree, vrm_string *token) {
    char *own;
    uint32_t length = 0;
    if (memchr(token->data, '~', token->length) == NULL) return true;
    own = VRMI_TAKE(&tree->arena, char, token->length);
    if (own == NULL) {
        tree->is_refused = true;
        return false;
    }
    for (uint32_t i = 0; i < token->length; ++i) {
        char c = token->data[i];
        if (c == '~') {
            if (++i == token->length || (token->data[i] != '0' && token->data[i] != '1')) {
                return false;
            }
            c = token->data[i] == '0' ? '~' : '/';
        }
        own[length++] = c;
    }
    token->data = own;
    token->length = length;
    return true;
}

vrmi_value *vrmi_value_step(vrmi_tree *tree, vrmi_value *from, vrm_string token) {
    uint32_t index;
    if (!read_token(tree, &token)) return NULL;
    if (vrmi_value_get_kind(from) == VRMI_VALUE_OBJECT) {
        return vrmi_value_get_string(tree, from, token);
    }
    return read_array_index(token, &index) ? vrmi_value_at(tree, from, index) : NULL;
}

vrmi_value *vrmi_tree_find(vrmi_tree *tree, vrm_string pointer) {
    vrmi_value *at = tree->root;
    uint32_t begin = 0;
    while (begin < pointer.length && at != NULL) {
        uint32_t end = begin + 1;
        if (pointer.data[begin] != '/') return NULL;
        while (end < pointer.length && pointer.data[end] != '/') ++end;
        at = vrmi_value_step(tree, at, (vrm_string){pointer.data + begin + 1, end - begin - 1});
        begin = end;
    }
    return at;
}

/* The way up is as long as the JSON is deep, which is bounded. */
vrm_string vrmi_value_pointer(vrmi_tree *tree, const vrmi_value *value) {
    const vrmi_value *way[1024];
    uint32_t depth = 0;
    size_t capacity = 1;
    vrmi_text text;
    vrm_string pointer = {"", 0};
    char *data;
    for (; vrmi_value_parent(value) != NULL && depth < 1024; value = vrmi_value_parent(value)) {
        capacity += 2 * (size_t)vrmi_value_key(tree, value).length + 16;
        way[depth++] = value;
    }
    data = VRMI_TAKE(&tree->arena, char, capacity);
    if (data == NULL) {
        tree->is_refused = true;
        return pointer;
    }
    text = vrmi_text_make(data, capacity);
    while (depth > 0) {
        value = way[--depth];
        vrmi_text_append(&text, "/");
        if (vrmi_value_get_kind(vrmi_value_parent(value)) == VRMI_VALUE_OBJECT) {
            vrmi_text_append_pointer_token(&text, vrmi_value_key(tree, value));
        } else {
            vrmi_text_append_u64(&text, vrmi_value_index(value));
        }
    }
    pointer.data = data;
    pointer.length = (uint32_t)text.length;
    return pointer;
}
