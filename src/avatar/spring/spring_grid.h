/*
 * Which of many shapes are near: the world cut into cubes, and the shapes sorted by the cube that
 * their middle is in. Cubes have no bounds; a hash says where their shapes lie.
 *
 *   items    sorted by bucket, within a bucket by index; then those that are larger than a cube
 *   firsts   by bucket, and one more: where its items begin
 *
 * Made anew before each update of a crowd by one pass that counts and one that writes, so that its
 * order depends on nothing but places and indices.
 */
#ifndef VRMI_AVATAR_SPRING_GRID_H
#define VRMI_AVATAR_SPRING_GRID_H

#include "avatar/avatar.h"

#define VRMI_GRID_CELL 1.0f /* meters */

typedef struct vrmi_cell {
    int32_t x, y, z;
} vrmi_cell;

typedef struct vrmi_grid_item {
    vrm_vec3 middle;
    float extent; /* from the middle to the farthest point of the shape */
    vrmi_cell cell;
    uint32_t index;
} vrmi_grid_item;

typedef struct vrmi_grid {
    vrmi_grid_item *items;
    uint32_t *firsts;
    uint32_t bucket_count; /* a power of two */
    uint32_t item_count;
    uint32_t small_count; /* of the items: those in buckets; the others are larger than a cube */
    float most_extent;    /* of those */
} vrmi_grid;

/* How many buckets a grid of so many shapes has; 0: more than there can be. */
uint32_t vrmi_grid_buckets(uint32_t capacity);

/* Sorts the shapes; those of kind VRM_COLLIDER_NONE are left out. `items` and `firsts` have room.
 */
void vrmi_grid_build(vrmi_grid *grid, const vrmi_shape *shapes, uint32_t count);

/*
 * Goes through the items that may touch a box, a run of them at a time; each at most once. Some do
 * not touch it.
 *
 *   vrmi_grid_search search = vrmi_grid_start(grid, low, high);
 *   while (vrmi_grid_next(&search))
 *       for (uint32_t i = search.first; i < search.end; ++i)
 *           if (vrmi_grid_has(&search, &grid->items[i])) …
 */
typedef struct vrmi_grid_search {
    const vrmi_grid *grid;
    uint32_t first, end; /* the run */
    vrmi_cell low, high, at;
    bool is_cube;  /* the run is that of the cube `at`; else all of its items are meant */
    int32_t state; /* what comes next: see spring_grid.c */
} vrmi_grid_search;

vrmi_grid_search vrmi_grid_start(const vrmi_grid *grid, vrm_vec3 low, vrm_vec3 high);
bool vrmi_grid_next(vrmi_grid_search *search);

/* Whether an item of the run is meant: several cubes may share a bucket. */
static inline bool vrmi_grid_has(const vrmi_grid_search *search, const vrmi_grid_item *item) {
    const vrmi_cell *at = &search->at, *own = &item->cell;
    return !search->is_cube || (own->x == at->x && own->y == at->y && own->z == at->z);
}

#endif
