/* Repairs of the extensions of VRM. */
#include "author/fix/fix.h"
#include "author/fix/unit.h"
#include "base/text.h"

#include <math.h>

/* Where the version is absent, a load reads these as 1.0. It does not read the others, and would
 * begin to if they had one. */
void vrmi_repair_spec_version(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *extension = vrmi_fix_find(fix, at->pointer);
    if (fix->tables->dialect != VRM_DIALECT_1) return;
    if (vrmi_fix_is_member(fix, extension, "VRMC_vrm") ||
        vrmi_fix_is_member(fix, extension, "VRMC_springBone") ||
        vrmi_fix_is_member(fix, extension, "VRMC_springBone_extended_collider")) {
        vrmi_fix_set(fix, extension, "specVersion", "\"1.0\"");
    }
}

void vrmi_repair_palne(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *palne = vrmi_fix_find(fix, at->pointer), *shape = vrmi_value_parent(palne);
    if (vrmi_fix_is(shape, VRMI_VALUE_OBJECT) && vrmi_fix_member(fix, shape, "plane") == NULL) {
        vrmi_fix_rename(fix, palne, "plane");
    }
}

/* As the reader of extended colliders does it. */
static void normalize_normal(const float *input, float *out) {
    double x = (double)input[0], y = (double)input[1], z = (double)input[2];
    double length = sqrt(x * x + y * y + z * z);
    out[0] = (float)(x / length);
    out[1] = (float)(y / length);
    out[2] = (float)(z / length);
}

void vrmi_repair_collider_normal(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *value = vrmi_fix_find(fix, at->pointer);
    float normal[3], unit[4];
    if (vrmi_fix_read_floats(fix, value, 3, normal) &&
        vrmi_unit_that_reads_alike(normal, 3, normalize_normal, unit)) {
        vrmi_fix_replace(fix, value, vrmi_fix_floats(unit, 3).data);
    }
}

void vrmi_repair_axis_case(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *axis = vrmi_fix_find(fix, at->pointer);
    vrm_string text = vrmi_value_string(&fix->tree, axis);
    if (vrmi_string_equals(text, "x")) vrmi_fix_replace(fix, axis, "\"X\"");
    if (vrmi_string_equals(text, "y")) vrmi_fix_replace(fix, axis, "\"Y\"");
    if (vrmi_string_equals(text, "z")) vrmi_fix_replace(fix, axis, "\"Z\"");
}

void vrmi_repair_color_alpha(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_append(fix, vrmi_fix_find(fix, at->pointer), "1");
}

/* Whether an annotation is of a node that names no mesh. One whose mesh cannot be used may have its
 * effect back when that is fixed. */
static bool has_no_effect(vrmi_fix *fix, vrmi_value *annotation) {
    vrmi_value *index = vrmi_fix_member(fix, annotation, "node");
    vrmi_value *nodes = vrmi_fix_member(fix, fix->tree.root, "nodes"), *node;
    if (!vrmi_fix_is_integer(fix, index) || !vrmi_fix_is(nodes, VRMI_VALUE_ARRAY)) return false;
    node = vrmi_value_at(&fix->tree, nodes, (uint32_t)vrmi_value_to_index(&fix->tree, index));
    return vrmi_fix_is(node, VRMI_VALUE_OBJECT) && vrmi_fix_member(fix, node, "mesh") == NULL;
}

/* A list may not become empty: the only one goes with its list, and the first waits until it is the
 * only one, or one stays behind it. */
void vrmi_repair_annotation_no_mesh(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *annotation = vrmi_value_parent(vrmi_fix_find(fix, at->pointer));
    vrmi_value *list = vrmi_value_parent(annotation);
    uint32_t count = vrmi_value_count(&fix->tree, list);
    if (!vrmi_fix_is(list, VRMI_VALUE_ARRAY) || !has_no_effect(fix, annotation)) return;
    if (count == 1) {
        vrmi_fix_remove(fix, list);
    } else if (vrmi_value_index(annotation) > 0 ||
               !has_no_effect(fix, vrmi_value_at(&fix->tree, list, count - 1))) {
        vrmi_fix_remove(fix, annotation);
    }
}

void vrmi_repair_annotation_twice(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *annotation = vrmi_fix_find(fix, at->pointer);
    vrmi_value *list = vrmi_value_parent(annotation);
    if (!vrmi_fix_is(list, VRMI_VALUE_ARRAY)) return;
    for (uint32_t i = 0; i < vrmi_value_index(annotation) && fix->steps > 0; ++i) {
        if (vrmi_fix_are_equal(fix, vrmi_value_at(&fix->tree, list, i), annotation)) {
            vrmi_fix_remove(fix, annotation);
            return;
        }
    }
}

void vrmi_repair_render_queue(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_value *offset = vrmi_fix_find(fix, at->pointer);
    if (vrmi_fix_is_integer(fix, offset)) {
        vrmi_fix_replace(fix, offset, vrmi_fix_number(at->used_number).data);
    }
}
