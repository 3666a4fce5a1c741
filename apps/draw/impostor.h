/*
 * An impostor: the avatar from many directions in one picture, for engines that draw those far away
 * as flat cards. All cells have the same size, scale and centre, so that a card does not jump when
 * it changes from one cell to the next.
 */
#ifndef VRM_CLI_IMPOSTOR_H
#define VRM_CLI_IMPOSTOR_H

#include "apps/kit/json/json_line.h"
#include "studio.h"

typedef struct impostor_layout {
    uint32_t columns, rows; /* directions around, from the front to the avatar's left; elevations */
    uint32_t cell_width, cell_height; /* pixels */
    vrm_vec3 center;                  /* what the middle of each cell shows */
    float metres_wide, metres_high;   /* of a cell, at the centre */
} impostor_layout;

/* The direction of a cell, counted along the rows. */
float impostor_yaw(const impostor_layout *layout, uint32_t cell);
float impostor_pitch(const impostor_layout *layout, uint32_t cell);

/*
 * Draws all cells. `layout` has columns and rows, and receives the rest; `out_camera` is that of
 * the first cell. `cell_pixels` is room for one cell. Returns red, green, blue and straight alpha
 * of the whole sheet, which the caller frees; NULL, with one sentence.
 */
uint8_t *impostor_draw(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                       impostor_layout *layout, uint8_t *cell_pixels, camera_place *out_camera,
                       const char **out_problem);

/* The key "impostor" of a record. */
void impostor_add_json(json_line *line, const impostor_layout *layout);

#endif
