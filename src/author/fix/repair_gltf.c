/* Repairs of the tables of glTF. */
#include "author/fix/fix.h"
#include "author/fix/unit.h"
#include "base/math.h"
#include "base/text.h"
#include "gltf/accessor.h"
#include "model/model.h"

#include <string.h>

/* The index in a pointer to an element of a table or below it: 3 of /nodes/3/rotation. */
static int32_t index_of(vrm_string pointer, uint32_t count) {
    uint32_t begin = 1, end;
    uint64_t index;
    vrm_string digits;
    while (begin < pointer.length && pointer.data[begin] != '/') ++begin;
    end = ++begin;
    while (end < pointer.length && pointer.data[end] != '/') ++end;
    if (begin >= end) return VRM_NONE;
    digits.data = pointer.data + begin;
    digits.length = end - begin;
    return vrmi_parse_u64(digits, &index) && index < count ? (int32_t)index : VRM_NONE;
}

/* The pointer of the element itself. */
static vrm_string element_of(vrm_string pointer) {
    uint32_t slashes = 0, end = 0;
    for (; end < pointer.length; ++end) {
        if (pointer.data[end] == '/' && ++slashes == 3) break;
    }
    pointer.length = end;
    return pointer;
}

/* --- Views, accessors, images --- */

void vrmi_repair_view_target(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *view = vrmi_fix_find(fix, element_of(at->pointer));
    vrmi_fix_remove(fix, vrmi_fix_member(fix, view, "target"));
}

void vrmi_repair_accessor_normalized(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *accessor = vrmi_fix_find(fix, at->pointer);
    vrmi_fix_remove(fix, vrmi_fix_member(fix, accessor, "normalized"));
}

static void find_bounds(const float *values, size_t count, uint32_t components, float *min,
                        float *max) {
    for (uint32_t k = 0; k < components; ++k) min[k] = max[k] = values[k];
    for (size_t i = 0; i < count; ++i, values += components) {
        for (uint32_t k = 0; k < components; ++k) {
            min[k] = vrmi_min(min[k], values[k]);
            max[k] = vrmi_max(max[k], values[k]);
        }
    }
}

/* Integers that are no floats have no place here. */
static bool are_exact(const vrm_accessor *accessor, const float *max, uint32_t components) {
    for (uint32_t k = 0; k < components; ++k) {
        if (accessor->component == VRM_COMPONENT_U32 && max[k] >= 16777216.0f) return false;
    }
    return true;
}

static void set_floats(vrmi_fix *fix, vrmi_value *object, const char *key, const float *values,
                       uint32_t count) {
    vrmi_fix_set(fix, object, key, vrmi_fix_floats(values, count).data);
}

/* Numbers that are not finite are read as 0, which is no bound of anything. */
static void write_bounds(vrmi_fix *fix, vrm_string pointer, bool writes_min, bool writes_max) {
    vrmi_value *element;
    int32_t index = index_of(pointer, fix->gltf->accessor_count);
    size_t total = vrm_model_accessor_floats(fix->model, index);
    const vrm_accessor *accessor;
    uint32_t components;
    float min[4], max[4], *values;
    if (total == 0 || (uint32_t)index >= fix->readable) return;
    if (vrm_model_accessor_not_finite(fix->model, index) != 0) return;
    accessor = &fix->gltf->accessors[index];
    components = vrmi_element_components(accessor->element);
    if (accessor->is_normalized || components > 4) return;
    values = vrmi_memory_allocate(fix->memory, total * sizeof *values);
    if (values == NULL) {
        fix->is_refused = true;
        return;
    }
    if (vrm_model_read_floats(fix->model, index, values, total) == VRM_OK) {
        find_bounds(values, accessor->count, components, min, max);
        if (!are_exact(accessor, max, components)) writes_min = writes_max = false;
        element = vrmi_fix_find(fix, element_of(pointer));
        if (writes_min) set_floats(fix, element, "min", min, components);
        if (writes_max) set_floats(fix, element, "max", max, components);
    }
    vrmi_memory_release(fix->memory, values, total * sizeof *values);
}

void vrmi_repair_accessor_bounds(vrmi_fix *fix, vrmi_finding *at) {
    bool is_min = at->pointer.data[at->pointer.length - 1] == 'n';
    write_bounds(fix, at->pointer, is_min, !is_min);
}

void vrmi_repair_position_no_bounds(vrmi_fix *fix, vrmi_finding *at) {
    write_bounds(fix, at->pointer, true, true);
}

static bool uses_extension(const vrm_gltf *gltf, const char *name) {
    for (uint32_t i = 0; i < gltf->extension_used_count; ++i) {
        if (vrmi_string_equals(gltf->extensions_used[i], name)) return true;
    }
    return false;
}

/* A type that needs an extension which the file does not list is not written. */
void vrmi_repair_image_type(vrmi_fix *fix, vrmi_finding *at) {
    int32_t index = index_of(at->pointer, fix->gltf->image_count);
    vrm_image_header header;
    const char *type = NULL;
    if (index == VRM_NONE || vrm_model_get_image_header(fix->model, index, &header) != VRM_OK) {
        return;
    }
    if (header.format == VRM_IMAGE_FORMAT_PNG) type = "\"image/png\"";
    if (header.format == VRM_IMAGE_FORMAT_JPEG) type = "\"image/jpeg\"";
    if (header.format == VRM_IMAGE_FORMAT_WEBP && uses_extension(fix->gltf, "EXT_texture_webp")) {
        type = "\"image/webp\"";
    }
    if (type != NULL) {
        vrmi_fix_set(fix, vrmi_fix_find(fix, element_of(at->pointer)), "mimeType", type);
    }
}

/* --- Scenes --- */

/* The node of an element of a list; VRM_NONE where it is none. */
static int32_t node_of(vrmi_fix *fix, vrmi_value *list, uint32_t index) {
    int32_t node = vrmi_value_to_index(&fix->tree, vrmi_value_at(&fix->tree, list, index));
    return node != VRM_NONE && (uint32_t)node < fix->gltf->node_count ? node : VRM_NONE;
}

static int32_t root_of(vrmi_fix *fix, int32_t node) {
    while (node != VRM_NONE && fix->gltf->nodes[node].parent != VRM_NONE) {
        node = vrmi_fix_steps(fix, 1) ? fix->gltf->nodes[node].parent : VRM_NONE;
    }
    return node;
}

/* A list of nodes, and a fresh mark for the nodes in it. False: it cannot be read. */
static bool begin_list(vrmi_fix *fix, vrmi_value *list, uint32_t *out_count, uint32_t *out_listed) {
    if (!vrmi_fix_is(list, VRMI_VALUE_ARRAY)) return false;
    *out_count = vrmi_value_count(&fix->tree, list);
    if (!vrmi_fix_steps(fix, 2 * (uint64_t)*out_count)) return false;
    if (fix->stamps == NULL) {
        fix->stamps = VRMI_TAKE(&fix->arena, uint32_t, fix->gltf->node_count);
        if (fix->stamps == NULL) {
            fix->is_refused = true;
            return false;
        }
        memset(fix->stamps, 0, fix->gltf->node_count * sizeof fix->stamps[0]);
    }
    *out_listed = ++fix->stamp;
    return true;
}

/* One diagnostic stands for each element that is removed. */
static void remove_listed(vrmi_fix *fix, vrmi_finding *at, vrmi_value *list, uint32_t index) {
    vrmi_fix_remove(fix, vrmi_value_at(&fix->tree, list, index));
    ++at->fixed_count;
}

/* A root that has a parent is shown with it, if the root above both is in the list. */
void vrmi_repair_root_has_parent(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *list = vrmi_fix_find(fix, at->pointer);
    uint32_t count, listed;
    if (!begin_list(fix, list, &count, &listed)) return;
    at->fixed_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t node = node_of(fix, list, i);
        if (node != VRM_NONE) fix->stamps[node] = listed;
    }
    for (uint32_t i = 0; i < count; ++i) {
        int32_t node = node_of(fix, list, i), root = root_of(fix, node);
        if (root != VRM_NONE && root != node && fix->stamps[root] == listed) {
            remove_listed(fix, at, list, i);
        }
    }
}

/* Removes what is in a list of nodes a second time. Nodes that have a parent are left out where
 * `roots_alone` is set. */
static void remove_repeated(vrmi_fix *fix, vrmi_finding *at, vrmi_value *list, bool roots_alone) {
    uint32_t count, listed;
    if (!begin_list(fix, list, &count, &listed)) return;
    at->fixed_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t node = node_of(fix, list, i);
        if (node == VRM_NONE || (roots_alone && fix->gltf->nodes[node].parent != VRM_NONE)) {
            continue;
        }
        if (fix->stamps[node] == listed) remove_listed(fix, at, list, i);
        fix->stamps[node] = listed;
    }
}

void vrmi_repair_root_twice(vrmi_fix *fix, vrmi_finding *at) {
    remove_repeated(fix, at, vrmi_fix_find(fix, at->pointer), true);
}

/* The roots of a group of springs of 0.x. One that another group has too is left. */
void vrmi_repair_spring_roots(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *group = vrmi_fix_find(fix, at->pointer);
    remove_repeated(fix, at, vrmi_fix_member(fix, group, "bones"), false);
}

/* --- Nodes --- */

void vrmi_repair_rotation_zero(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_remove(fix, vrmi_fix_find(fix, at->pointer));
}

static void normalize_rotation(const float *input, float *out) {
    vrm_quat unit = vrmi_quat_normalize(vrm_quat_make(input[0], input[1], input[2], input[3]));
    out[0] = unit.x;
    out[1] = unit.y;
    out[2] = unit.z;
    out[3] = unit.w;
}

void vrmi_repair_rotation_unit(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *value = vrmi_fix_find(fix, at->pointer);
    float rotation[4], unit[4];
    if (vrmi_fix_read_floats(fix, value, 4, rotation) &&
        vrmi_unit_that_reads_alike(rotation, 4, normalize_rotation, unit)) {
        vrmi_fix_replace(fix, value, vrmi_fix_floats(unit, 4).data);
    }
}

/* Whether a member is absent, or says what its absence says. */
static bool says_nothing(vrmi_fix *fix, vrmi_value *member, const float *nothing, uint32_t count) {
    float values[4];
    return member == NULL || (vrmi_fix_read_floats(fix, member, count, values) &&
                              memcmp(values, nothing, count * sizeof values[0]) == 0);
}

void vrmi_repair_matrix_and_trs(vrmi_fix *fix, vrmi_finding *at) {
    static const struct {
        const char *key;
        float nothing[4];
        uint32_t count;
    } parts[] = {{"translation", {0, 0, 0, 0}, 3},
                 {"rotation", {0, 0, 0, 1}, 4},
                 {"scale", {1, 1, 1, 0}, 3}};
    vrmi_value *node = vrmi_fix_find(fix, at->pointer), *members[3];
    for (int i = 0; i < 3; ++i) {
        members[i] = vrmi_fix_member(fix, node, parts[i].key);
        if (!says_nothing(fix, members[i], parts[i].nothing, parts[i].count)) return;
    }
    for (int i = 0; i < 3; ++i) vrmi_fix_remove(fix, members[i]);
}

/* What is more than an error of rounding may be a projection. */
void vrmi_repair_matrix_row(vrmi_fix *fix, vrmi_finding *at) {
    static const float tolerance = 1e-3f;
    vrmi_value *matrix = vrmi_fix_find(fix, at->pointer);
    float m[16];
    if (!vrmi_fix_read_floats(fix, matrix, 16, m) || fabsf(m[3]) > tolerance ||
        fabsf(m[7]) > tolerance || fabsf(m[11]) > tolerance || fabsf(m[15] - 1) > tolerance) {
        return;
    }
    for (uint32_t i = 3; i < 16; i += 4) {
        const bool is_last = i == 15;
        if (m[i] == (is_last ? 1.0f : 0.0f)) continue;
        vrmi_fix_replace(fix, vrmi_value_at(&fix->tree, matrix, i), is_last ? "1" : "0");
    }
}

/* A mesh that cannot be used is a loss that a person should see. */
void vrmi_repair_skin_without_mesh(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *node = vrmi_fix_find(fix, at->pointer);
    if (vrmi_fix_member(fix, node, "mesh") == NULL) {
        vrmi_fix_remove(fix, vrmi_fix_member(fix, node, "skin"));
    }
}
