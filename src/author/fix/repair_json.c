/* Repairs of the container, of fields of any object, and of the lists of extensions. */
#include "author/fix/fix.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

enum { MOST_SURPLUS = 16, NAME_CAPACITY = 256, CHUNK_HEADER_BYTES = 8, JSON_CHUNK_OFFSET = 12 };

/* --- The container --- */

void vrmi_repair_trailing_bytes(vrmi_fix *fix, vrmi_finding *at) {
    if (!vrmi_ends_in_zeros(fix->bytes, fix->size)) return; /* somebody may know what they are */
    fix->edit.changes |= VRMI_WRITE_CUT_END;
    at->changes_container = true;
}

/* A chunk that nobody knows stays as it is. */
void vrmi_repair_chunk_alignment(vrmi_fix *fix, vrmi_finding *at) {
    bool is_bin = at->byte_offset + CHUNK_HEADER_BYTES == fix->model->document.bin_offset;
    if (!is_bin && at->byte_offset != JSON_CHUNK_OFFSET) return;
    if (is_bin) fix->edit.changes |= VRMI_WRITE_PAD_BIN;
    at->changes_container = true; /* JSON that is written is padded */
}

void vrmi_repair_json_padding(vrmi_fix *fix, vrmi_finding *at) {
    (void)fix;
    at->changes_container = true;
}

void vrmi_repair_json_bom(vrmi_fix *fix, vrmi_finding *at) {
    fix->edit.drops_bom = true;
    at->changes_container = true;
}

/* --- Fields --- */

static bool is_one_of(vrm_string text, const char *const *list) {
    for (; *list != NULL; ++list) {
        if (vrmi_string_equals(text, *list)) return true;
    }
    return false;
}

void vrmi_repair_duplicate_key(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    yyjson_obj_iter each;
    yyjson_val *key, *last_key = NULL;
    if (!vrmi_fix_find(fix, at->pointer, &place) || !yyjson_is_obj(place.parent) ||
        place.value == NULL || !vrmi_fix_steps(fix, yyjson_obj_size(place.parent))) {
        return;
    }
    each = yyjson_obj_iter_with(place.parent);
    while ((key = yyjson_obj_iter_next(&each)) != NULL) {
        if (yyjson_obj_iter_get_val(key) == place.value) last_key = key;
    }
    each = yyjson_obj_iter_with(place.parent);
    while ((key = yyjson_obj_iter_next(&each)) != NULL) {
        if (yyjson_get_len(key) == yyjson_get_len(last_key) &&
            memcmp(yyjson_get_str(key), yyjson_get_str(last_key), yyjson_get_len(key)) == 0 &&
            !vrmi_fix_are_equal(fix, yyjson_obj_iter_get_val(key), place.value)) {
            return;
        }
    }
    vrmi_fix_keep_last(fix, at->pointer);
}

/* Numbers that are elements are those of colours: some applications show more than 1 as brighter.
 */
void vrmi_repair_field_range(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    if (!vrmi_fix_find(fix, at->pointer, &place) || !yyjson_is_obj(place.parent) ||
        !yyjson_is_num(place.value)) {
        return;
    }
    vrmi_fix_set_number(fix, at->pointer, NULL, at->used_number);
}

/* A 0 or a 1 behind a vector fills it up; other numbers may mean something to somebody. */
void vrmi_repair_vector_long(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    uint32_t count = (uint32_t)at->used_number, size;
    if (!vrmi_fix_find(fix, at->pointer, &place) || !yyjson_is_arr(place.value)) return;
    size = (uint32_t)yyjson_arr_size(place.value);
    if (size > count + MOST_SURPLUS || !vrmi_fix_steps(fix, size)) return;
    for (uint32_t i = count; i < size; ++i) {
        yyjson_val *number = yyjson_arr_get(place.value, i);
        if (!yyjson_is_num(number) ||
            (yyjson_get_num(number) != 0 && yyjson_get_num(number) != 1)) {
            return;
        }
    }
    for (uint32_t i = count; i < size; ++i) vrmi_fix_remove_element(fix, at->pointer, i);
}

/* Whether a list has an index that can stay: it may not become empty. */
static bool has_index(vrmi_fix *fix, yyjson_val *list) {
    yyjson_val *value;
    size_t i, size;
    if (!vrmi_fix_steps(fix, yyjson_arr_size(list))) return false;
    yyjson_arr_foreach(list, i, size, value) {
        if (yyjson_is_uint(value)) return true;
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
    vrmi_fix_place place, list;
    if (!vrmi_fix_find(fix, at->pointer, &place) || place.value == NULL) return;
    if (yyjson_is_obj(place.parent)) {
        if (is_one_of(place.token, optional)) vrmi_fix_remove(fix, at->pointer, NULL);
    } else if (vrmi_fix_find(fix, place.parent_pointer, &list) && is_one_of(list.token, lists) &&
               has_index(fix, place.parent)) {
        vrmi_fix_remove(fix, at->pointer, NULL);
    }
}

void vrmi_repair_array_empty(vrmi_fix *fix, vrmi_finding *at) {
    static const char *const optional[] = {"colliderGroups", "springs", "targets", "weights", NULL};
    vrmi_fix_place place, parent;
    bool is_optional;
    if (!vrmi_fix_find(fix, at->pointer, &place) || !yyjson_is_arr(place.value)) return;
    is_optional = place.parent_pointer.length == 0 || is_one_of(place.token, optional);
    if (!is_optional && vrmi_string_equals(place.token, "colliders")) { /* groups need theirs */
        is_optional = vrmi_fix_find(fix, place.parent_pointer, &parent) &&
                      vrmi_string_equals(parent.token, "VRMC_springBone");
    }
    /* Of several members of one name, another one may be the empty one. */
    if (is_optional && yyjson_arr_size(place.value) == 0) vrmi_fix_remove(fix, at->pointer, NULL);
}

/* --- Asset and extensions --- */

void vrmi_repair_asset_version(vrmi_fix *fix, vrmi_finding *at) {
    yyjson_val *asset = vrmi_fix_member(fix, fix->root, "asset");
    yyjson_val *version = vrmi_fix_member(fix, asset, "version");
    if (asset == NULL) {
        vrmi_fix_set(fix, at->pointer, NULL, "{\"version\":\"2.0\"}");
    } else if (yyjson_is_obj(asset) && (version == NULL || yyjson_equals_str(version, "") ||
                                        (yyjson_is_num(version) && yyjson_get_num(version) == 2))) {
        vrmi_fix_set(fix, at->pointer, "version", "\"2.0\"");
    }
}

static void list_extension(vrmi_fix *fix, vrm_string name) {
    static const vrm_string used = {"/extensionsUsed", 15};
    yyjson_val *list = vrmi_fix_member(fix, fix->root, "extensionsUsed");
    char buffer[NAME_CAPACITY];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    if (fix->name_count == VRMI_FIX_MOST_NAMES || (list != NULL && !yyjson_is_arr(list))) return;
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
    if (!text.truncated) vrmi_fix_set(fix, used, list != NULL ? "-" : NULL, text.data);
}

void vrmi_repair_extension_unlisted(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    vrm_string name;
    if (!vrmi_fix_find(fix, at->pointer, &place) || !yyjson_is_str(place.value)) return;
    name.data = yyjson_get_str(place.value);
    name.length = (uint32_t)yyjson_get_len(place.value);
    list_extension(fix, name);
}

/* Names of extensions that are read have no escapes. */
void vrmi_repair_extension_undeclared(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    if (vrmi_fix_find(fix, at->pointer, &place)) list_extension(fix, place.token);
}
