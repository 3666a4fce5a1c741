/*
 * Materials that share one set of textures: which can, the positions of their pictures, and their
 * new texture coordinates. All textures of a group have the same grid, so one set of coordinates
 * fits all of them.
 */
#ifndef VRMI_OPTIMIZE_ATLAS_H
#define VRMI_OPTIMIZE_ATLAS_H

#include "author/optimize/optimize.h"

/* The textures of a material that follow its coordinates. */
enum { VRMI_ATLAS_SLOTS = 9 };

/* Whether the texture of a slot is colors. */
bool vrmi_atlas_slot_is_color(uint32_t slot);

typedef struct vrmi_atlas_material {
    vrmi_value *indices[VRMI_ATLAS_SLOTS]; /* numbers of textures in the JSON; NULL: none */
    int32_t images[VRMI_ATLAS_SLOTS];
    vrm_string key; /* what must be equal: its JSON without its name and these numbers */
    bool is_alone;  /* it cannot share */
    bool is_used;   /* by a primitive */
    uint32_t first; /* of its group; itself: it is the first, or alone */
    uint32_t cell;  /* in the grid of the group */
    uint32_t side;  /* of that grid, in cells; 0: it is in no group */
} vrmi_atlas_material;

/* All materials, with their groups. NULL: there are none that could share, or memory was refused.
 */
vrmi_atlas_material *vrmi_atlas_find(vrmi_optimize *work, uint32_t *out_count);

/* The position of a picture's coordinate in the grid. The edge of each picture is repeated around
 * it, which keeps its neighbors from bleeding in. */
void vrmi_atlas_place(float uv[2], uint32_t cell, uint32_t side);

/* Draws a picture into its cell of an atlas of `side` cells a side. */
void vrmi_atlas_draw(const vrm_pixels *picture, uint32_t cell, uint32_t side, vrm_pixels *atlas);

#endif
