#include "pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What parts share --- */

bool is_same_index(const diff_match *match, int32_t a, int32_t b) {
    if (a == VRM_NONE || b == VRM_NONE) return a == b;
    return match->to_b[a] == b;
}

vrm_vec3 pair_turn(const diff_pair *pair, vrm_vec3 v) {
    return pair->turns ? vrm_vec3_make(-v.x, v.y, -v.z) : v;
}

vrm_quat pair_turn_rotation(const diff_pair *pair, vrm_quat q) {
    return pair->turns ? vrm_quat_make(-q.x, q.y, -q.z, q.w) : q;
}

double distance_between(vrm_vec3 a, vrm_vec3 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

double degrees_between(vrm_quat a, vrm_quat b) {
    double x, y, z, w;
    if (a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w) return 0.0;
    /* By the sine of half the angle: the cosine of a small angle has no digits left. */
    x = (double)a.w * (double)b.x - (double)a.x * (double)b.w - (double)a.y * (double)b.z +
        (double)a.z * (double)b.y;
    y = (double)a.w * (double)b.y + (double)a.x * (double)b.z - (double)a.y * (double)b.w -
        (double)a.z * (double)b.x;
    z = (double)a.w * (double)b.z - (double)a.x * (double)b.y + (double)a.y * (double)b.x -
        (double)a.z * (double)b.w;
    w = (double)a.w * (double)b.w + (double)a.x * (double)b.x + (double)a.y * (double)b.y +
        (double)a.z * (double)b.z;
    return 2.0 * atan2(sqrt(x * x + y * y + z * z), fabs(w)) * (180.0 / 3.14159265358979323846);
}

const char *node_text(diff_changes *list, const diff_file *file, int32_t node) {
    char number[32];
    if (node == VRM_NONE) return "none";
    if (file->gltf->nodes[node].name.length != 0) {
        return changes_quote(list, file->gltf->nodes[node].name);
    }
    snprintf(number, sizeof number, "node %d", (int)node);
    return changes_copy(list, number);
}

/* --- Images with the same bytes --- */

typedef struct image_bytes {
    const uint8_t *bytes;
    size_t size;
    int32_t *content; /* where its number goes */
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
static bool number_contents(diff_pair *pair) {
    uint32_t a_count = pair->a.gltf->image_count, b_count = pair->b.gltf->image_count, count;
    image_bytes *all = malloc(((size_t)a_count + b_count + 1) * sizeof *all);
    int32_t number = 0;
    pair->content_a = malloc(((size_t)a_count + 1) * sizeof *pair->content_a);
    pair->content_b = malloc(((size_t)b_count + 1) * sizeof *pair->content_b);
    if (all == NULL || pair->content_a == NULL || pair->content_b == NULL) {
        free(all);
        return false;
    }
    count = list_images(pair->a.model, pair->content_a, all);
    count += list_images(pair->b.model, pair->content_b, all + count);
    qsort(all, count, sizeof *all, compare_images);
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0 && compare_images(&all[i - 1], &all[i]) != 0) ++number;
        *all[i].content = number;
    }
    free(all);
    return true;
}

/* --- Opening --- */

static bool is_avatar(const diff_file *file) {
    return file->tables->dialect != VRM_DIALECT_NONE &&
           file->tables->dialect != VRM_DIALECT_ANIMATION;
}

bool pair_open(diff_pair *pair, const char *a, const char *b, const diff_bounds *bounds,
               const diff_file **out_failed) {
    memset(pair, 0, sizeof *pair);
    pair->bounds = bounds;
    *out_failed = &pair->a;
    if (!diff_file_open(&pair->a, a, bounds)) return false;
    *out_failed = &pair->b;
    if (!diff_file_open(&pair->b, b, bounds)) return false;
    *out_failed = NULL;
    pair->turns = is_avatar(&pair->a) && is_avatar(&pair->b) &&
                  pair->a.tables->humanoid.faces_minus_z != pair->b.tables->humanoid.faces_minus_z;
    if (pair->a.tables->dialect != pair->b.tables->dialect) pair->changes.tolerance = 1e-5;
    return number_contents(pair) && pair_match(pair);
}

void pair_close(diff_pair *pair) {
    diff_match *matches[] = {&pair->nodes,       &pair->meshes,  &pair->materials, &pair->images,
                             &pair->expressions, &pair->springs, &pair->colliders, &pair->groups};
    for (size_t i = 0; i < sizeof matches / sizeof matches[0]; ++i) match_close(matches[i]);
    free(pair->content_a);
    free(pair->content_b);
    changes_release(&pair->changes);
    diff_file_close(&pair->a);
    diff_file_close(&pair->b);
}
