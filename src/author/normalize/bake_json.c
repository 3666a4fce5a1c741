/* Values of the JSON that a bake reads and writes, and the changes that it lists. */
#include "author/normalize/bake_parts.h"
#include "base/text.h"

vrmi_value *vrmi_bake_element(vrmi_bake *bake, const char *table, int32_t index) {
    vrmi_tree *tree = &bake->edit->tree;
    if (index < 0) return NULL;
    return vrmi_value_at(tree, vrmi_value_get(tree, tree->root, table), (uint32_t)index);
}

vrmi_value *vrmi_bake_extension(vrmi_bake *bake, const char *name) {
    vrmi_tree *tree = &bake->edit->tree;
    return vrmi_value_get(tree, vrmi_value_get(tree, tree->root, "extensions"), name);
}

vrmi_value *vrmi_bake_node_extension(vrmi_bake *bake, int32_t node, const char *name) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *element = vrmi_bake_element(bake, "nodes", node);
    return vrmi_value_get(tree, vrmi_value_get(tree, element, "extensions"), name);
}

int32_t vrmi_bake_node_index(vrmi_bake *bake, vrmi_value *object, const char *key) {
    vrmi_tree *tree = &bake->edit->tree;
    int32_t index = vrmi_value_to_index(tree, vrmi_value_get(tree, object, key));
    return vrmi_is_index(index, bake->gltf->node_count) ? index : VRM_NONE;
}

bool vrmi_bake_read_vec3(vrmi_bake *bake, vrmi_value *object, const char *key, vrm_vec3 *out) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *array = vrmi_value_get(tree, object, key);
    float numbers[3];
    if (vrmi_value_get_kind(array) != VRMI_VALUE_ARRAY || vrmi_value_count(tree, array) != 3) {
        return false;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        numbers[i] = (float)vrmi_value_number(tree, vrmi_value_at(tree, array, i), 0.0);
    }
    *out = vrmi_vec3_to_finite(vrm_vec3_make(numbers[0], numbers[1], numbers[2]));
    return true;
}

bool vrmi_bake_write_vec3(vrmi_bake *bake, vrmi_value *object, const char *key, vrm_vec3 before,
                          vrm_vec3 after) {
    float numbers[3];
    after = vrmi_vec3_to_finite(after);
    if (after.x == before.x && after.y == before.y && after.z == before.z) return false;
    numbers[0] = after.x;
    numbers[1] = after.y;
    numbers[2] = after.z;
    vrmi_value_set_floats(&bake->edit->tree, object, key, numbers, 3);
    return true;
}

static const char *const letters[] = {"x", "y", "z"};

bool vrmi_bake_read_vec3_of_0(vrmi_bake *bake, vrmi_value *object, const char *key, vrm_vec3 *out) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *vector = vrmi_value_get(tree, object, key);
    float numbers[3];
    if (vrmi_value_get_kind(vector) == VRMI_VALUE_ARRAY) {
        if (!vrmi_bake_read_vec3(bake, object, key, out)) return false;
        out->z = 0.0f - out->z;
        return true;
    }
    if (vrmi_value_get_kind(vector) != VRMI_VALUE_OBJECT) return false;
    for (int i = 0; i < 3; ++i) {
        numbers[i] = (float)vrmi_value_number(tree, vrmi_value_get(tree, vector, letters[i]), 0.0);
    }
    *out = vrmi_vec3_to_finite(vrm_vec3_make(numbers[0], numbers[1], 0.0f - numbers[2]));
    return true;
}

bool vrmi_bake_write_vec3_of_0(vrmi_bake *bake, vrmi_value *object, const char *key,
                               vrm_vec3 before, vrm_vec3 after) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *vector = vrmi_value_get(tree, object, key);
    float numbers[3];
    before.z = 0.0f - before.z;
    after.z = 0.0f - after.z;
    after = vrmi_vec3_to_finite(after);
    if (vrmi_value_get_kind(vector) == VRMI_VALUE_ARRAY) {
        return vrmi_bake_write_vec3(bake, object, key, before, after);
    }
    if (after.x == before.x && after.y == before.y && after.z == before.z) return false;
    vector = vrmi_value_make(tree, object, key, VRMI_VALUE_OBJECT);
    numbers[0] = after.x;
    numbers[1] = after.y;
    numbers[2] = after.z;
    for (int i = 0; i < 3; ++i) vrmi_value_set_float(tree, vector, letters[i], numbers[i]);
    return true;
}

bool vrmi_bake_scale(vrmi_bake *bake, vrmi_value *object, const char *key, float missing,
                     float factor) {
    vrmi_tree *tree = &bake->edit->tree;
    float before =
        (float)vrmi_value_number(tree, vrmi_value_get(tree, object, key), (double)missing);
    float after = vrmi_to_finite(before * factor);
    if (after == before || vrmi_value_get_kind(object) != VRMI_VALUE_OBJECT) return false;
    vrmi_value_set_float(tree, object, key, after);
    return true;
}

/* --- The list of changes --- */

enum { SENTENCE_BYTES = 320 };

static void append_argument(vrmi_text *text, const vrmi_argument *argument) {
    switch (argument->kind) {
    case VRMI_ARGUMENT_INTEGER:
        vrmi_text_append_i64(text, argument->as.integer);
        break;
    case VRMI_ARGUMENT_UNSIGNED:
        vrmi_text_append_u64(text, argument->as.whole);
        break;
    case VRMI_ARGUMENT_NUMBER:
        vrmi_text_append_float(text, (float)argument->as.number);
        break;
    default:
        vrmi_text_append_string(text, argument->as.text);
        break;
    }
}

void vrmi_bake_say(vrm_edit *edit, vrm_change_kind kind, const char *code, const char *place,
                   const char *sentence, const vrmi_argument *arguments) {
    char data[SENTENCE_BYTES];
    vrmi_text text = vrmi_text_make(data, sizeof data);
    vrm_string at = vrmi_string_from(place), whole;
    for (const char *c = sentence; *c != '\0'; ++c) {
        if (c[0] == '{' && c[1] == '}' && arguments != NULL) {
            append_argument(&text, arguments++);
            ++c;
        } else {
            vrmi_text_append_bytes(&text, c, 1);
        }
    }
    whole.data = text.data;
    whole.length = (uint32_t)text.length;
    vrmi_edit_changed(edit, kind, code, at, at, whole);
}
