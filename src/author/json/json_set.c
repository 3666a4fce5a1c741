/* Plain values for a tree: numbers, lists of them, and strings. */
#include "author/json/json_tree.h"
#include "base/checked.h"
#include "base/text.h"

static vrm_string as_string(const vrmi_text *text) {
    vrm_string string = {text->data, (uint32_t)text->length};
    return string;
}

enum { NUMBER_BYTES = 32 };

void vrmi_value_set_index(vrmi_tree *tree, vrmi_value *object, const char *key, uint64_t number) {
    char digits[NUMBER_BYTES];
    vrmi_text text = vrmi_text_make(digits, sizeof digits);
    vrmi_text_append_u64(&text, number);
    vrmi_value_set(tree, object, key, as_string(&text));
}

void vrmi_value_replace_index(vrmi_tree *tree, vrmi_value *value, uint64_t number) {
    char digits[NUMBER_BYTES];
    vrmi_text text = vrmi_text_make(digits, sizeof digits);
    vrmi_text_append_u64(&text, number);
    vrmi_value_replace(tree, value, as_string(&text));
}

void vrmi_value_set_float(vrmi_tree *tree, vrmi_value *object, const char *key, float number) {
    char digits[NUMBER_BYTES];
    vrmi_text text = vrmi_text_make(digits, sizeof digits);
    vrmi_text_append_float(&text, number);
    vrmi_value_set(tree, object, key, as_string(&text));
}

void vrmi_value_set_floats(vrmi_tree *tree, vrmi_value *object, const char *key,
                           const float *numbers, uint32_t count) {
    const size_t capacity = (size_t)count * NUMBER_BYTES + 3;
    char *json;
    vrmi_text text;
    if (count > UINT32_MAX / NUMBER_BYTES - 1) {
        tree->is_refused = tree->is_too_large = true;
        return;
    }
    json = VRMI_TAKE(&tree->arena, char, capacity);
    if (json == NULL) {
        tree->is_refused = true;
        return;
    }
    text = vrmi_text_make(json, capacity);
    vrmi_text_append(&text, "[");
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0) vrmi_text_append(&text, ",");
        vrmi_text_append_float(&text, numbers[i]);
    }
    vrmi_text_append(&text, "]");
    vrmi_value_set(tree, object, key, as_string(&text));
}

void vrmi_value_set_words(vrmi_tree *tree, vrmi_value *object, const char *key, vrm_string string) {
    size_t capacity;
    char *json;
    vrmi_text text;
    /* An escape takes six bytes for each byte at most. */
    if (!vrmi_multiply_size(string.length, 6, &capacity) || capacity > UINT32_MAX - 3) {
        tree->is_refused = tree->is_too_large = true;
        return;
    }
    json = VRMI_TAKE(&tree->arena, char, capacity + 3);
    if (json == NULL) {
        tree->is_refused = true;
        return;
    }
    text = vrmi_text_make(json, capacity + 3);
    vrmi_text_append_json_string(&text, string);
    vrmi_value_set(tree, object, key, as_string(&text));
}
