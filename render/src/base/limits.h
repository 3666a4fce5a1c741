/* What a model may cost, and what it has cost so far. */
#ifndef VRMR_LIMITS_H
#define VRMR_LIMITS_H

#include <stdbool.h>
#include <vrm/render.h>

/* Copies the desc of a caller into one of this version, by the rule of docs/reference/abi.md: what
 * a shorter one lacks is 0, and a longer one is refused (false) unless all that is not known of it
 * is 0. Both begin with struct_size; the copy gets its own. */
bool vrmr_read_desc(void *out, size_t size, const void *desc);

/* The limits of the caller (NULL: none) with defaults where a field is 0 or missing. False: they
 * are not initialized, or ask for something that is not known. */
bool vrmr_limits_complete(vrm_render_limits *out, const vrm_render_limits *limits);

/* What was taken of the limits. What could not be read in the end stays taken: it had its cost. */
typedef struct vrmr_costs {
    uint64_t vertex_bytes, morph_bytes, geometry_bytes;
    uint64_t morph_vertices;
    uint64_t texture_bytes;
    uint64_t items, draw_triangles, draw_vertices;
} vrmr_costs;

/* Takes `amount` where it fits. */
static inline bool vrmr_take(uint64_t *taken, uint64_t amount, uint64_t limit) {
    if (*taken > limit || amount > limit - *taken) return false;
    *taken += amount;
    return true;
}

/* Whether `amount` would fit. */
static inline bool vrmr_fits(uint64_t taken, uint64_t amount, uint64_t limit) {
    return taken <= limit && amount <= limit - taken;
}

#endif
