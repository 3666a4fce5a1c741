/* Repairs of the container, of fields of any object, and of the lists of extensions. */
#include "author/document/glb_write.h"
#include "author/fix/fix.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

enum { MOST_SURPLUS = 16, NAME_CAPACITY = 256, CHUNK_HEADER_BYTES = 8, JSON_CHUNK_OFFSET = 12 };

/* --- The container --- */

void vrmi_repair_trailing_bytes(vrmi_fix *fix, vrmi_finding *at) {
    if (!vrmi_ends_in_zeros(fix->bytes, fix->size)) return; /* somebody may know what they are */
    fix->container_changes |= VRMI_WRITE_CUT_END;
    at->changes_container = true;
}

/* A chunk that nobody knows stays as it is. */
void vrmi_repair_chunk_alignment(vrmi_fix *fix, vrmi_finding *at) {
    bool is_bin = at->byte_offset + CHUNK_HEADER_BYTES == fix->model->document.bin_offset;
    if (!is_bin && at->byte_offset != JSON_CHUNK_OFFSET) return;
    if (is_bin) fix->container_changes |= VRMI_WRITE_PAD_BIN;
    at->changes_container = true; /* JSON that is written is padded */
}

void vrmi_repair_json_padding(vrmi_fix *fix, vrmi_finding *at) {
    (void)fix;
    at->changes_container = true;
}

void vrmi_repair_json_bom(vrmi_fix *fix, vrmi_finding *at) {
    fix->drops_bom = true;
    at->changes_container = true;
}

/* --- Fields --- */

/* Whether a value is a member that has one of these keys. */
static bool is_one_of(vrmi_fix *fix, const vrmi_value *value, const char *const *keys) {
    for (; *keys != NULL; ++keys) {
        if (vrmi_fix_is_member(fix, value, *keys)) return true;
    }
    return false;
}

void vrmi_repair_duplicate_key(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *last = vrmi_fix_find(fix, at->pointer), *object = vrmi_value_parent(last);
    vrm_string key;
    if (!vrmi_fix_is(object, VRMI_VALUE_OBJECT) ||
        !vrmi_fix_steps(fix, vrmi_value_count(&fix->tree, object))) {
        return;
    }
    key = vrmi_value_key(&fix->tree, last);
    for (uint32_t i = 0; i < vrmi_value_index(last); ++i) {
        const vrmi_value *member = vrmi_value_at(&fix->tree, object, i);
        if (vrmi_value_has_key(&fix->tree, member, key) && !vrmi_fix_are_equal(fix, member, last)) {
            return;
        }
    }
    vrmi_fix_keep_last(fix, last);
}

/* Numbers that are elements are those of colors: some applications show more than 1 as brighter.
 */
void vrmi_repair_field_range(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *number = vrmi_fix_find(fix, at->pointer);
    if (vrmi_fix_is(vrmi_value_parent(number), VRMI_VALUE_OBJECT) &&
        vrmi_fix_is(number, VRMI_VALUE_NUMBER)) {
        vrmi_fix_replace(fix, number, vrmi_fix_number(at->used_number).data);
    }
}

/* A 0 or a 1 behind a vector fills it up; other numbers may mean something to somebody. */
void vrmi_repair_vector_long(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *vector = vrmi_fix_find(fix, at->pointer);
    uint32_t count = (uint32_t)at->used_number, size;
    if (!vrmi_fix_is(vector, VRMI_VALUE_ARRAY)) return;
    size = vrmi_value_count(&fix->tree, vector);
    if (size > count + MOST_SURPLUS || !vrmi_fix_steps(fix, size)) return;
    for (uint32_t i = count; i < size; ++i) {
        double number = vrmi_value_number(&fix->tree, vrmi_value_at(&fix->tree, vector, i), 2);
        if (number != 0 && number != 1) return;
    }
    for (uint32_t i = count; i < size; ++i) {
        vrmi_fix_remove(fix, vrmi_value_at(&fix->tree, vector, i));
    }
}

/* Whether a list has an index that can stay: it may not become empty. */
static bool has_index(vrmi_fix *fix, vrmi_value *list) {
    const uint32_t count = vrmi_value_count(&fix->tree, list);
    if (!vrmi_fix_steps(fix, count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *value = vrmi_value_at(&fix->tree, list, i);
        if (vrmi_fix_is_integer(fix, value) && vrmi_value_text(&fix->tree, value).data[0] != '-') {
            return true;
        }
    }
    return false;
}

/* Members that may be absent, and lists in which no position means anything. */
void vrmi_repair_index_negative(vrmi_fix *fix, vrmi_finding *at) {
    static const char *const optional[] = {"camera",         "inverseBindMatrices",
                                           "material",       "mesh",
                                           "sampler",        "scene",
                                           "skin",           "skeleton",
                                           "source",         "center",
                                           "thumbnailImage", NULL};
    static const char *const lists[] = {"children", "nodes", "colliders", "colliderGroups", NULL};
    vrmi_value *index = vrmi_fix_find(fix, at->pointer), *parent = vrmi_value_parent(index);
    if (is_one_of(fix, index, optional) ||
        (vrmi_fix_is(parent, VRMI_VALUE_ARRAY) && is_one_of(fix, parent, lists) &&
         has_index(fix, parent))) {
        vrmi_fix_remove(fix, index);
    }
}

void vrmi_repair_array_empty(vrmi_fix *fix, vrmi_finding *at) {
    static const char *const optional[] = {"colliderGroups", "springs", "targets", "weights", NULL};
    vrmi_value *array = vrmi_fix_find(fix, at->pointer), *parent = vrmi_value_parent(array);
    bool is_optional = parent == fix->tree.root || is_one_of(fix, array, optional);
    if (!is_optional && vrmi_fix_is_member(fix, array, "colliders")) { /* groups need theirs */
        is_optional = vrmi_fix_is_member(fix, parent, "VRMC_springBone");
    }
    /* Of several members of one name, another one may be the empty one. */
    if (is_optional && vrmi_fix_is(array, VRMI_VALUE_ARRAY) &&
        vrmi_value_count(&fix->tree, array) == 0) {
        vrmi_fix_remove(fix, array);
    }
}

/* --- Asset and extensions --- */

static bool is_text(vrmi_fix *fix, const vrmi_value *value, const char *text) {
    return vrmi_fix_is(value, VRMI_VALUE_STRING) &&
           vrmi_string_equals(vrmi_value_string(&fix->tree, value), text);
}

void vrmi_repair_asset_version(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *asset = vrmi_fix_member(fix, fix->tree.root, "asset");
    vrmi_value *version = vrmi_fix_member(fix, asset, "version");
    (void)at;
    if (asset == NULL) {
        vrmi_fix_set(fix, fix->tree.root, "asset", "{\"version\":\"2.0\"}");
    } else if (version == NULL || is_text(fix, version, "") ||
               vrmi_value_number(&fix->tree, version, 0) == 2) {
        vrmi_fix_set(fix, asset, "version", "\"2.0\"");
    }
}

static void list_extension(vrmi_fix *fix, vrm_string name) {
    vrmi_value *list = vrmi_fix_member(fix, fix->tree.root, "extensionsUsed");
    char buffer[NAME_CAPACITY];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    if (fix->name_count == VRMI_FIX_MOST_NAMES ||
        (list != NULL && !vrmi_fix_is(list, VRMI_VALUE_ARRAY))) {
        return;
    }
    for (uint32_t i = 0; i < fix->name_count; ++i) {
        if (fix->names[i].length == name.length &&
            memcmp(fix->names[i].data, name.data, name.length) == 0) {
            return;
        }
    }
    fix->names[fix->name_count++] = name;
    if (list == NULL) vrmi_text_append(&text, "[");
    vrmi_text_append_json_string(&text, name);
    if (list == NULL) vrmi_text_append(&text, "]");
    if (text.truncated) return;
    if (list != NULL) {
        vrmi_fix_append(fix, list, text.data);
    } else {
        vrmi_fix_set(fix, fix->tree.root, "extensionsUsed", text.data);
    }
}

void vrmi_repair_extension_unlisted(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *name = vrmi_fix_find(fix, at->pointer);
    if (vrmi_fix_is(name, VRMI_VALUE_STRING)) {
        list_extension(fix, vrmi_value_string(&fix->tree, name));
    }
}

void vrmi_repair_extension_undeclared(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *extension = vrmi_fix_find(fix, at->pointer);
    if (extension != NULL) list_extension(fix, vrmi_value_key(&fix->tree, extension));
}
