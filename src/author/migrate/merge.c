/*
 * Merges two texts of a writer into the document. One text is what the document has now, and the
 * other what it should have: if they differ, the document is changed. So members that are equal in
 * both, and unknown members, stay as they are. Texts of writers are a few levels deep, and so is
 * this recursion.
 */
#include "author/migrate/migration.h"
#include "base/text.h"

#include <string.h>

/* Removes a member that is no longer wanted. In `extensions`, only those that the writer supports.
 * */
static void remove_member(vrmi_tree *tree, vrmi_value *value, vrm_string key, vrmi_tree *before,
                          vrmi_value *old) {
    vrmi_value *now = vrmi_value_get_string(tree, value, key);
    if (vrmi_string_equals(key, "extensions")) {
        for (uint32_t i = 0; i < vrmi_value_count(before, old); ++i) {
            vrm_string name = vrmi_value_key(before, vrmi_value_at(before, old, i));
            vrmi_value_remove(tree, vrmi_value_get_string(tree, now, name));
        }
        if (vrmi_value_count(tree, now) != 0) return;
    }
    vrmi_value_remove(tree, now);
}

void vrmi_merge_json(vrmi_tree *tree, vrmi_value *to, vrmi_tree *before, vrmi_value *from,
                     vrmi_tree *after, vrmi_value *wanted) {
    for (uint32_t i = 0; i < vrmi_value_count(before, from); ++i) {
        vrmi_value *old = vrmi_value_at(before, from, i);
        vrm_string key = vrmi_value_key(before, old);
        if (vrmi_value_get_string(after, wanted, key) == NULL) {
            remove_member(tree, to, key, before, old);
        }
    }
    for (uint32_t i = 0; i < vrmi_value_count(after, wanted); ++i) {
        vrmi_value *value = vrmi_value_at(after, wanted, i);
        vrm_string key = vrmi_value_key(after, value), text = vrmi_value_text(after, value);
        vrmi_value *old = vrmi_value_get_string(before, from, key);
        vrmi_value *now = vrmi_value_get_string(tree, to, key);
        vrm_string old_text = vrmi_value_text(before, old);
        if (old != NULL && old_text.length == text.length &&
            memcmp(old_text.data, text.data, text.length) == 0) {
            continue;
        }
        if (vrmi_value_get_kind(value) == VRMI_VALUE_OBJECT &&
            vrmi_value_get_kind(now) == VRMI_VALUE_OBJECT) {
            vrmi_merge_json(tree, now, before, old, after, value);
        } else {
            vrmi_value_set_string(tree, to, key, text);
        }
    }
}

bool vrmi_merge_texts(vrmi_migration *m, vrmi_value *value, vrm_string before, vrm_string after) {
    vrmi_tree old, wanted;
    bool is_good = vrmi_tree_open(&old, &m->edit.memory, before.data, before.length);
    is_good = vrmi_tree_open(&wanted, &m->edit.memory, after.data, after.length) && is_good;
    if (is_good) vrmi_merge_json(&m->edit.tree, value, &old, old.root, &wanted, wanted.root);
    is_good = is_good && !old.is_refused && !wanted.is_refused;
    vrmi_tree_release(&wanted);
    vrmi_tree_release(&old);
    return is_good;
}
