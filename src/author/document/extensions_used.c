/* extensionsUsed, from what stands in the file (GL-005). */
#include "author/document/compression_edit.h"
#include "author/document/reference_places.h"
#include "base/text.h"

#include <string.h>

/* A known extension is an object at each use: without an object, it is not used. This one is never
 * an object. */
static bool is_object_extension(vrm_string name) {
    return vrmi_reference_knows(name) && !vrmi_string_equals(name, "KHR_mesh_quantization");
}

/* Different names are few, unless a file is hostile: then the rest is not looked for. */
enum { MOST_NAMES = 256 };

typedef struct names {
    vrm_string list[MOST_NAMES];
    bool is_listed[MOST_NAMES];
    uint32_t count;
    bool is_full;
} names;

static int32_t find_name(const names *all, vrm_string name) {
    for (uint32_t i = 0; i < all->count; ++i) {
        if (all->list[i].length == name.length &&
            memcmp(all->list[i].data, name.data, name.length) == 0) {
            return (int32_t)i;
        }
    }
    return VRM_NONE;
}

static void add_name(names *all, vrm_string name) {
    if (find_name(all, name) != VRM_NONE) return;
    if (all->count == MOST_NAMES) {
        all->is_full = true;
        return;
    }
    all->is_listed[all->count] = false;
    all->list[all->count++] = name;
}

static void add_names(vrmi_tree *tree, vrmi_value *extensions, names *all) {
    uint32_t count = vrmi_value_count(tree, extensions);
    if (vrmi_value_get_kind(extensions) != VRMI_VALUE_OBJECT) return;
    for (uint32_t i = 0; i < count && !all->is_full; ++i) {
        add_name(all, vrmi_value_key(tree, vrmi_value_at(tree, extensions, i)));
    }
}

/* Whether the walk goes into a value. What is in extras means nothing to glTF. */
static bool is_entered(vrmi_tree *tree, vrmi_value *value) {
    vrmi_value *parent = vrmi_value_parent(value);
    vrmi_value_kind kind = vrmi_value_get_kind(value);
    if (kind != VRMI_VALUE_ARRAY && kind != VRMI_VALUE_OBJECT) return false;
    return vrmi_value_get_kind(parent) != VRMI_VALUE_OBJECT ||
           !vrmi_string_equals(vrmi_value_key(tree, value), "extras");
}

/* Goes over the tree along its parents: nothing recurses over a file. */
static void find_names(vrmi_tree *tree, names *all) {
    vrmi_value *at = tree->root;
    while (at != NULL && !tree->is_refused) {
        vrmi_value *next = NULL;
        if (at == tree->root || is_entered(tree, at)) {
            add_names(tree, vrmi_value_get(tree, at, "extensions"), all);
            next = vrmi_value_at(tree, at, 0);
        }
        while (next == NULL && at != tree->root) {
            next = vrmi_value_at(tree, vrmi_value_parent(at), vrmi_value_index(at) + 1);
            if (next == NULL) at = vrmi_value_parent(at);
        }
        at = next;
    }
}

/* Removes duplicates, and known extensions that are not used. */
static void filter_list(vrmi_tree *tree, vrmi_value *list, names *all, bool drops) {
    uint32_t count = vrmi_value_count(tree, list);
    uint8_t *keeps;
    if (vrmi_value_get_kind(list) != VRMI_VALUE_ARRAY) return;
    keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    if (keeps == NULL) {
        tree->is_refused = true;
        return;
    }
    memset(all->is_listed, 0, sizeof all->is_listed);
    for (uint32_t i = 0; i < count; ++i) {
        vrm_string name = vrmi_value_string(tree, vrmi_value_at(tree, list, i));
        int32_t index = find_name(all, name);
        keeps[i] =
            index != VRM_NONE ? !all->is_listed[index] : !(drops && is_object_extension(name));
        if (index != VRM_NONE) all->is_listed[index] = true;
    }
    vrmi_value_keep(tree, list, keeps);
    if (vrmi_value_count(tree, list) == 0) vrmi_value_remove(tree, list);
}

static void add_missing(vrmi_tree *tree, const names *all) {
    for (uint32_t i = 0; i < all->count; ++i) {
        vrmi_value *list;
        char json[512];
        vrmi_text text = vrmi_text_make(json, sizeof json);
        vrm_string value;
        if (all->is_listed[i]) continue;
        vrmi_text_append_json_string(&text, all->list[i]);
        if (text.truncated) continue; /* no name of an extension is so long */
        list = vrmi_value_make(tree, tree->root, "extensionsUsed", VRMI_VALUE_ARRAY);
        value.data = json;
        value.length = (uint32_t)text.length;
        vrmi_value_append(tree, list, value);
    }
}

/* NULL: memory was refused. */
static names *collect_names(vrmi_tree *tree) {
    names *all = VRMI_TAKE(&tree->arena, names, 1);
    if (all == NULL) {
        tree->is_refused = true;
        return NULL;
    }
    all->count = 0;
    all->is_full = false;
    find_names(tree, all);
    return all;
}

uint32_t vrmi_edit_count_unknown(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *list = vrmi_value_get(tree, tree->root, "extensionsUsed");
    names *all = collect_names(tree);
    uint32_t unknown = 0;
    if (all == NULL) return 0;
    for (uint32_t i = 0; i < vrmi_value_count(tree, list) && !all->is_full; ++i) {
        add_name(all, vrmi_value_string(tree, vrmi_value_at(tree, list, i)));
    }
    for (uint32_t i = 0; i < all->count; ++i) unknown += !vrmi_reference_knows(all->list[i]);
    return unknown;
}

void vrmi_edit_complete_extensions(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    names *all;
    vrmi_edit_drop_stand_ins(edit); /* they have extensions too */
    all = collect_names(tree);
    if (all == NULL) return;
    filter_list(tree, vrmi_value_get(tree, tree->root, "extensionsRequired"), all, !all->is_full);
    memset(all->is_listed, 0, sizeof all->is_listed);
    filter_list(tree, vrmi_value_get(tree, tree->root, "extensionsUsed"), all, !all->is_full);
    add_missing(tree, all);
}
