#include "limits.h"

#include <stddef.h>
#include <string.h>

void vrm_render_limits_init_sized(vrm_render_limits *limits, size_t struct_size) {
    if (limits == NULL || struct_size < sizeof limits->struct_size || struct_size > UINT32_MAX) {
        return;
    }
    memset(limits, 0, struct_size);
    limits->struct_size = (uint32_t)struct_size;
}

static void set_default(uint64_t *limit, uint64_t value) {
    if (*limit == 0) *limit = value;
}

bool vrmr_limits_complete(vrm_render_limits *out, const vrm_render_limits *limits) {
    const uint64_t mebi = UINT64_C(1) << 20;
    memset(out, 0, sizeof *out);
    if (limits != NULL) {
        /* The record of an older caller is shorter and gets defaults for the rest; that of a newer
         * one is longer, and what is not known of it is not read. */
        if (limits->struct_size < sizeof limits->struct_size) return false;
        memcpy(out, limits, limits->struct_size < sizeof *out ? limits->struct_size : sizeof *out);
    }
    out->struct_size = sizeof *out;
    if (out->max_texture == 0) out->max_texture = 4096;
    if (out->max_items == 0) out->max_items = 4096;
    set_default(&out->max_image_pixels, 64 * mebi);
    set_default(&out->max_images_pixels, 256 * mebi);
    set_default(&out->max_texture_bytes, 96 * mebi);
    set_default(&out->max_vertex_bytes, 112 * mebi);
    set_default(&out->max_morph_bytes, 64 * mebi);
    set_default(&out->max_geometry_bytes, 208 * mebi);
    set_default(&out->max_morph_vertices, 64 * mebi);
    set_default(&out->max_bytes, 256 * mebi);
    set_default(&out->max_draw_triangles, 4 * mebi);
    set_default(&out->max_draw_vertices, 8 * mebi);
    return true;
}
