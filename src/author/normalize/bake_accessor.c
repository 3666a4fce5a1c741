/* Accessors with other values. Other members of the file's accessors (names, extras) stay. */
#include "author/normalize/bake_mesh.h"
#include "base/hash.h"
#include "base/text.h"
#include "gltf/unpack.h"

#include <string.h>

/* --- Claims --- */

static uint32_t hash_key(const vrmi_bake_key *key) {
    uint64_t hash = VRMI_HASH_START;
    for (size_t i = 0; i < sizeof key->words / sizeof key->words[0]; ++i) {
        hash = vrmi_hash_mixed(hash, (uint32_t)key->words[i]);
    }
    return (uint32_t)hash;
}

bool vrmi_bake_find_claim(vrmi_meshes *meshes, const vrmi_bake_key *key, uint32_t *out) {
    uint32_t mask = meshes->claim_capacity - 1, place = hash_key(key) & mask;
    while (meshes->claims[place].accessor != VRM_NONE) {
        if (memcmp(&meshes->claims[place].key, key, sizeof *key) == 0) {
            *out = (uint32_t)meshes->claims[place].accessor;
            return true;
        }
        place = (place + 1) & mask;
    }
    meshes->claims[place].key = *key;
    *out = place;
    return false;
}

/* --- Writing --- */

static void remove_member(vrmi_tree *tree, vrmi_value *object, const char *key) {
    vrmi_value *member = vrmi_value_get(tree, object, key);
    if (member != NULL) vrmi_value_remove(tree, member);
}

/* The first who asks gets the accessor itself, unless others need its old values. */
static int32_t take_place(vrmi_meshes *meshes, int32_t accessor, vrmi_value **out) {
    vrm_edit *edit = meshes->bake->edit;
    int32_t index = accessor;
    vrmi_value *value = vrmi_bake_element(meshes->bake, "accessors", accessor);
    if (meshes->is_taken[accessor]) {
        index = vrmi_edit_add_element(edit, VRMI_REFERENCE_ACCESSOR,
                                      vrmi_value_text(&edit->tree, value));
        value = vrmi_bake_element(meshes->bake, "accessors", index);
    }
    meshes->is_taken[accessor] = 1;
    *out = value;
    return index;
}

static void write_bounds(vrmi_meshes *meshes, vrmi_value *accessor, const float *values,
                         uint32_t count, uint32_t components) {
    float least[4], most[4];
    for (uint32_t k = 0; k < components; ++k) {
        least[k] = most[k] = values[k];
        for (uint32_t i = 1; i < count; ++i) {
            least[k] = vrmi_min(least[k], values[(size_t)i * components + k]);
            most[k] = vrmi_max(most[k], values[(size_t)i * components + k]);
        }
    }
    vrmi_value_set_floats(&meshes->bake->edit->tree, accessor, "min", least, components);
    vrmi_value_set_floats(&meshes->bake->edit->tree, accessor, "max", most, components);
}

static void set_view(vrmi_meshes *meshes, vrmi_value *object, const void *bytes, size_t size,
                     int32_t target) {
    vrm_edit *edit = meshes->bake->edit;
    int32_t view = vrmi_edit_add_view(edit, bytes, size, 0, target);
    if (view == VRM_NONE) return;
    vrmi_value_set_index(&edit->tree, object, "bufferView", (uint64_t)view);
    remove_member(&edit->tree, object, "byteOffset");
}

static void set_component(vrmi_meshes *meshes, vrmi_value *accessor, vrm_component component) {
    vrmi_tree *tree = &meshes->bake->edit->tree;
    int32_t before = vrmi_value_to_index(tree, vrmi_value_get(tree, accessor, "componentType"));
    if (before != component) {
        vrmi_value_set_index(tree, accessor, "componentType", (uint64_t)component);
    }
    remove_member(tree, accessor, "normalized");
}

static void set_dense(vrmi_meshes *meshes, vrmi_value *accessor, vrm_component component,
                      uint32_t count, const void *bytes, size_t size, int32_t target) {
    vrmi_tree *tree = &meshes->bake->edit->tree;
    set_view(meshes, accessor, bytes, size, target);
    set_component(meshes, accessor, component);
    remove_member(tree, accessor, "sparse");
    if (vrmi_value_to_index(tree, vrmi_value_get(tree, accessor, "count")) != (int32_t)count) {
        vrmi_value_set_index(tree, accessor, "count", count);
    }
}

/* Zeros but for a few elements, as in many morph targets: zeros stay zeros, and only the values of
 * the others are written. False: the accessor is not like that, or an allocation failed. */
static bool set_sparse(vrmi_meshes *meshes, int32_t index, vrmi_value *accessor,
                       const float *values, uint32_t count, uint32_t components) {
    const vrm_accessor *old = &meshes->bake->gltf->accessors[index];
    vrmi_tree *tree = &meshes->bake->edit->tree;
    size_t size = (size_t)old->sparse_count * components * sizeof(float);
    vrmi_arena arena;
    uint32_t *places;
    float *own;
    bool is_done;
    if (old->sparse_count == 0 || old->buffer_view != VRM_NONE || old->count != count) return false;
    vrmi_arena_init(&arena, &meshes->bake->edit->memory, 0);
    places = VRMI_TAKE(&arena, uint32_t, old->sparse_count);
    own = VRMI_TAKE(&arena, float, (size_t)old->sparse_count *components);
    is_done = places != NULL && own != NULL &&
              vrmi_unpack_sparse_indices(meshes->document, index, places);
    for (uint32_t i = 0; is_done && i < old->sparse_count; ++i) {
        memcpy(own + (size_t)i * components, values + (size_t)places[i] * components,
               components * sizeof(float));
    }
    if (is_done) {
        set_view(meshes, vrmi_value_get(tree, vrmi_value_get(tree, accessor, "sparse"), "values"),
                 own, size, 0);
        set_component(meshes, accessor, VRM_COMPONENT_F32);
    }
    vrmi_arena_release(&arena);
    return is_done;
}

int32_t vrmi_bake_put_floats(vrmi_meshes *meshes, int32_t accessor, const float *values,
                             uint32_t count, uint32_t components, bool has_bounds) {
    vrmi_value *value;
    int32_t index = take_place(meshes, accessor, &value);
    int32_t target = components <= 4 ? 34962 : 0; /* matrices are no attributes */
    if (index == VRM_NONE) return VRM_NONE;
    if (!set_sparse(meshes, accessor, value, values, count, components)) {
        set_dense(meshes, value, VRM_COMPONENT_F32, count, values,
                  (size_t)count * components * sizeof(float), target);
    }
    if (components <= 4 && (has_bounds || meshes->bake->gltf->accessors[accessor].has_bounds)) {
        write_bounds(meshes, value, values, count, components);
    } else {
        remove_member(&meshes->bake->edit->tree, value, "min");
        remove_member(&meshes->bake->edit->tree, value, "max");
    }
    return index;
}

int32_t vrmi_bake_put_joints(vrmi_meshes *meshes, int32_t accessor, const uint16_t *values,
                             uint32_t count) {
    vrmi_value *value;
    int32_t index = take_place(meshes, accessor, &value);
    if (index == VRM_NONE) return VRM_NONE;
    set_dense(meshes, value, VRM_COMPONENT_U16, count, values, (size_t)count * 4 * sizeof(uint16_t),
              34962);
    remove_member(&meshes->bake->edit->tree, value, "min");
    remove_member(&meshes->bake->edit->tree, value, "max");
    return index;
}
