#include "avatar/spring/spring_grid.h"

#include <string.h>

/* What a search does next: cubes, then the large items; or all items in one run. */
enum { IN_CUBES, LARGE_ONES, ALL, NOTHING };

/* A search in more cubes than this, and than there are items, looks at all items instead. */
enum { MOST_CUBES = 64, MOST_CELL = 1 << 20 };

uint32_t vrmi_grid_buckets(uint32_t capacity) {
    uint32_t count = 16;
    if (capacity > UINT32_MAX / 4) return 0;
    while (count < capacity * 2) count *= 2;
    return count;
}

/* Never decreases with `x`, so that what is between two places is between their cubes. Far out,
 * everything is in the last cube; what is not a number is there too. */
static int32_t cell_of(float x) {
    float cell = floorf(x / VRMI_GRID_CELL);
    if (!(cell < (float)MOST_CELL)) return MOST_CELL;
    return cell > -(float)MOST_CELL ? (int32_t)cell : -MOST_CELL;
}

static vrmi_cell cells_of(vrm_vec3 place) {
    return (vrmi_cell){cell_of(place.x), cell_of(place.y), cell_of(place.z)};
}

static uint32_t bucket_of(const vrmi_grid *grid, const vrmi_cell *cell) {
    uint32_t hash = (uint32_t)cell->x * 0x8da6b343u ^ (uint32_t)cell->y * 0xd8163841u ^
                    (uint32_t)cell->z * 0xcb1ab31fu;
    return (hash ^ hash >> 15) & (grid->bucket_count - 1);
}

static vrmi_grid_item item_of(const vrmi_shape *shape, uint32_t index) {
    vrmi_grid_item item;
    vrm_vec3 half = {0.0f, 0.0f, 0.0f};
    if (shape->kind == VRM_COLLIDER_CAPSULE) half = vrmi_vec3_scale(shape->b, 0.5f);
    item.middle = vrmi_vec3_add(shape->a, half);
    item.extent = vrmi_vec3_length(half) + shape->radius;
    item.cell = cells_of(item.middle);
    item.index = index;
    return item;
}

static bool is_small(const vrmi_grid_item *item) { return item->extent <= VRMI_GRID_CELL * 0.5f; }

/* Counts are kept one place behind, so that adding them up leaves the firsts; writing then moves
 * each first to its end, which is the next one's first. */
void vrmi_grid_build(vrmi_grid *grid, const vrmi_shape *shapes, uint32_t count) {
    uint32_t *firsts = grid->firsts, small = 0, large;
    memset(firsts, 0, sizeof *firsts * (grid->bucket_count + 1));
    grid->item_count = 0;
    grid->most_extent = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_grid_item item;
        if (shapes[i].kind == VRM_COLLIDER_NONE) continue;
        item = item_of(&shapes[i], i);
        ++grid->item_count;
        if (!is_small(&item)) continue;
        ++firsts[bucket_of(grid, &item.cell)];
        grid->most_extent = vrmi_max(grid->most_extent, item.extent);
    }
    for (uint32_t i = 0; i <= grid->bucket_count; ++i) {
        uint32_t own = firsts[i];
        firsts[i] = small;
        small += own;
    }
    grid->small_count = small;
    large = small;
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_grid_item item;
        if (shapes[i].kind == VRM_COLLIDER_NONE) continue;
        item = item_of(&shapes[i], i);
        grid->items[is_small(&item) ? firsts[bucket_of(grid, &item.cell)]++ : large++] = item;
    }
    for (uint32_t i = grid->bucket_count; i > 0; --i) firsts[i] = firsts[i - 1];
    firsts[0] = 0;
}

vrmi_grid_search vrmi_grid_start(const vrmi_grid *grid, vrm_vec3 low, vrm_vec3 high) {
    vrmi_grid_search search;
    float more = grid->most_extent;
    double cubes;
    search.grid = grid;
    search.first = search.end = 0;
    search.is_cube = true;
    search.low = cells_of(vrmi_vec3_sub(low, vrm_vec3_make(more, more, more)));
    search.high = cells_of(vrmi_vec3_add(high, vrm_vec3_make(more, more, more)));
    cubes = ((double)search.high.x - search.low.x + 1.0) *
            ((double)search.high.y - search.low.y + 1.0) *
            ((double)search.high.z - search.low.z + 1.0);
    search.state = IN_CUBES;
    if (cubes > (double)MOST_CUBES && cubes > grid->item_count) search.state = ALL;
    if (!vrmi_vec3_is_finite(low) || !vrmi_vec3_is_finite(high)) search.state = ALL;
    search.at = search.low;
    --search.at.x; /* the next one is the first */
    return search;
}

static bool next_cube(vrmi_grid_search *search) {
    vrmi_cell *at = &search->at;
    if (++at->x <= search->high.x) return true;
    at->x = search->low.x;
    if (++at->y <= search->high.y) return true;
    at->y = search->low.y;
    return ++at->z <= search->high.z;
}

bool vrmi_grid_next(vrmi_grid_search *search) {
    const vrmi_grid *grid = search->grid;
    while (search->state == IN_CUBES) {
        uint32_t bucket;
        if (!next_cube(search)) {
            search->state = LARGE_ONES;
            break;
        }
        bucket = bucket_of(grid, &search->at);
        search->first = grid->firsts[bucket];
        search->end = grid->firsts[bucket + 1];
        if (search->first != search->end) return true;
    }
    if (search->state == NOTHING) return false;
    search->first = search->state == ALL ? 0 : grid->small_count;
    search->end = grid->item_count;
    search->is_cube = false;
    search->state = NOTHING;
    return search->first != search->end;
}
