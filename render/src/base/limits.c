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

bool vrmr_read_desc(void *out, size_t size, const void *desc) {
    const uint32_t own_size = (uint32_t)size;
    const unsigned char *bytes = desc;
    uint32_t given;
    memcpy(&given, desc, sizeof given);
    if (given < sizeof given) return false;
    for (size_t i = size; i < given; ++i) {
        if (bytes[i] != 0) return false;
    }
    memset(out, 0, size);
    memcpy(out, desc, given < size ? given : size);
    memcpy(out, &own_size, sizeof own_size);
    return true;
}

bool vrmr_limits_complete(vrm_render_limits *out, const vrm_render_limits *limits) {
    const uint64_t mebi = UINT64_C(1) << 20;
    memset(out, 0, sizeof *out);
    if (limits != NULL && !vrmr_read_desc(out, sizeof *out, limits)) return false;
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
