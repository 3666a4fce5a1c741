/* Repairs of the extensions of VRM. */
#include "author/fix/fix.h"
#include "author/fix/unit.h"
#include "base/text.h"

#include <math.h>

/* Where the version is absent, a load reads these as 1.0. It does not read the others, and would
 * begin to if they had one. */
void vrmi_repair_spec_version(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    if (fix->tables->dialect != VRM_DIALECT_1 || !vrmi_fix_find(fix, at->pointer, &place) ||
        !yyjson_is_obj(place.value)) {
        return;
    }
    if (vrmi_string_equals(place.token, "VRMC_vrm") ||
        vrmi_string_equals(place.token, "VRMC_springBone") ||
        vrmi_string_equals(place.token, "VRMC_springBone_extended_collider")) {
        vrmi_fix_set(fix, at->pointer, "specVersion", "\"1.0\"");
    }
}

void vrmi_repair_palne(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    if (vrmi_fix_find(fix, at->pointer, &place) &&
        vrmi_fix_member(fix, place.parent, "plane") == NULL) {
        vrmi_fix_rename(fix, at->pointer, "plane");
    }
}

/* As the reader of extended colliders does it. */
static void normalize_normal(const float *in, float *out) {
    double x = (double)in[0], y = (double)in[1], z = (double)in[2];
    double length = sqrt(x * x + y * y + z * z);
    out[0] = (float)(x / length);
    out[1] = (float)(y / length);
    out[2] = (float)(z / length);
}

void vrmi_repair_collider_normal(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    float normal[3], unit[4];
    if (vrmi_fix_find(fix, at->pointer, &place) &&
        vrmi_fix_read_floats(fix, place.value, 3, normal) &&
        vrmi_unit_that_reads_alike(normal, 3, normalize_normal, unit)) {
        vrmi_fix_set_floats(fix, at->pointer, NULL, unit, 3);
    }
}

void vrmi_repair_axis_case(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    if (!vrmi_fix_find(fix, at->pointer, &place)) return;
    if (yyjson_equals_str(place.value, "x")) vrmi_fix_set(fix, at->pointer, NULL, "\"X\"");
    if (yyjson_equals_str(place.value, "y")) vrmi_fix_set(fix, at->pointer, NULL, "\"Y\"");
    if (yyjson_equals_str(place.value, "z")) vrmi_fix_set(fix, at->pointer, NULL, "\"Z\"");
}

void vrmi_repair_color_alpha(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    if (vrmi_fix_find(fix, at->pointer, &place) && yyjson_is_arr(place.value)) {
        vrmi_fix_set(fix, at->pointer, "-", "1");
    }
}

/* Whether an annotation is of a node that names no mesh. One whose mesh cannot be used may have its
 * effect back when that is mended. */
static bool has_no_effect(vrmi_fix *fix, yyjson_val *annotation) {
    yyjson_val *node = vrmi_fix_member(fix, annotation, "node");
    char buffer[64];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    vrmi_fix_place mesh;
    vrm_string pointer;
    if (!yyjson_is_uint(node)) return false;
    vrmi_text_append(&text, "/nodes/");
    vrmi_text_append_u64(&text, yyjson_get_uint(node));
    vrmi_text_append(&text, "/mesh");
    pointer.data = text.data;
    pointer.length = (uint32_t)text.length;
    return vrmi_fix_find(fix, pointer, &mesh) && mesh.value == NULL;
}

/* A list may not become empty: the only one goes with its list, and the first waits until it is the
 * only one, or one stays behind it. */
void vrmi_repair_annotation_no_mesh(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place field, annotation;
    size_t size;
    if (!vrmi_fix_find(fix, at->pointer, &field) ||
        !vrmi_fix_find(fix, field.parent_pointer, &annotation) ||
        !yyjson_is_arr(annotation.parent) || !has_no_effect(fix, annotation.value)) {
        return;
    }
    size = yyjson_arr_size(annotation.parent);
    if (size == 1) {
        vrmi_fix_remove(fix, annotation.parent_pointer, NULL);
    } else if (annotation.index > 0 ||
               !has_no_effect(fix, yyjson_arr_get_last(annotation.parent))) {
        vrmi_fix_remove(fix, field.parent_pointer, NULL);
    }
}

void vrmi_repair_annotation_twice(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    yyjson_val *earlier;
    size_t i, size;
    if (!vrmi_fix_find(fix, at->pointer, &place) || !yyjson_is_arr(place.parent) ||
        place.value == NULL) {
        return;
    }
    yyjson_arr_foreach(place.parent, i, size, earlier) {
        if (earlier == place.value || fix->steps == 0) return;
        if (vrmi_fix_are_equal(fix, earlier, place.value)) {
            vrmi_fix_remove(fix, at->pointer, NULL);
            return;
        }
    }
}

void vrmi_repair_render_queue(vrmi_fix *fix, vrmi_finding *at) {
    vrmi_fix_place place;
    if (vrmi_fix_find(fix, at->pointer, &place) && yyjson_is_int(place.value)) {
        vrmi_fix_set_number(fix, at->pointer, NULL, at->used_number);
    }
}
