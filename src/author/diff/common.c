/* What the parts of a comparison share. */
#include "author/diff/diff.h"
#include "author/diff/number.h"
#include "base/measure.h"

#include <string.h>

/* --- What parts share --- */

bool vrmi_diff_same_index(const vrmi_diff_match *match, int32_t a, int32_t b) {
    if (a == VRM_NONE || b == VRM_NONE) return a == b;
    return match->to_b[a] == b;
}

vrm_vec3 vrmi_diff_turn(const vrm_diff *pair, vrm_vec3 v) {
    return pair->turns ? vrm_vec3_make(-v.x, v.y, -v.z) : v;
}

vrm_quat vrmi_diff_turn_rotation(const vrm_diff *pair, vrm_quat q) {
    return pair->turns ? vrm_quat_make(-q.x, q.y, -q.z, q.w) : q;
}

double vrmi_diff_degrees(vrm_quat a, vrm_quat b) {
    double sine, cosine;
    if (a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w) return 0.0;
    vrmi_half_angle(a, b, &sine, &cosine);
    return 2.0 * vrmi_diff_angle(sine, cosine) * (180.0 / 3.14159265358979323846);
}

const char *vrmi_diff_node_text(vrmi_diff_list *list, const vrmi_diff_file *file, int32_t node) {
    vrmi_diff_subject number;
    if (node == VRM_NONE) return "none";
    if (file->gltf->nodes[node].name.length != 0) {
        return vrmi_diff_quote(list, file->gltf->nodes[node].name);
    }
    vrmi_subject_number(&number, VRM_DIFF_PART_NODES, "node ", (uint32_t)node);
    return vrmi_diff_copy(list, number.name);
}

/* --- Images with the same bytes --- */

typedef struct image_bytes {
    const uint8_t *bytes;
    size_t size;
    int32_t *content; /* receives its number */
} image_bytes;

static int compare_images(const void *left, const void *right) {
    const image_bytes *a = left, *b = right;
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    return a->bytes == b->bytes ? 0 : memcmp(a->bytes, b->bytes, a->size);
}

static uint32_t list_images(const vrm_model *model, int32_t *contents, image_bytes *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < vrm_model_gltf(model)->image_count; ++i) {
        image_bytes *next = &out[count];
        contents[i] = VRM_NONE;
        next->content = &contents[i];
        if (vrm_model_get_image_bytes(model, (int32_t)i, &next->bytes, &next->size) == VRM_OK &&
            next->size > 0) {
            ++count;
        }
    }
    return count;
}

/* Bytes are compared, and not hashed: no library is needed, and equal sizes are rare. */
bool vrmi_diff_number_contents(vrm_diff *pair) {
    uint32_t a_count = pair->a.gltf->image_count, b_count = pair->b.gltf->image_count, count;
    image_bytes *all = vrmi_diff_take(&pair->memory, (size_t)a_count + b_count, sizeof *all);
    int32_t number = 0;
    bool is_sorted;
    pair->content_a = vrmi_diff_take(&pair->memory, a_count, sizeof *pair->content_a);
    pair->content_b = vrmi_diff_take(&pair->memory, b_count, sizeof *pair->content_b);
    if (all == NULL || pair->content_a == NULL || pair->content_b == NULL) {
        vrmi_diff_drop(&pair->memory, all);
        return false;
    }
    count = list_images(pair->a.model, pair->content_a, all);
    count += list_images(pair->b.model, pair->content_b, all + count);
    is_sorted = vrmi_diff_sort(&pair->memory, all, count, sizeof *all, compare_images);
    for (uint32_t i = 0; is_sorted && i < count; ++i) {
        if (i > 0 && compare_images(&all[i - 1], &all[i]) != 0) ++number;
        *all[i].content = number;
    }
    vrmi_diff_drop(&pair->memory, all);
    return is_sorted;
}
