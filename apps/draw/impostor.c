#include "impostor.h"
#include "apps/kit/program/language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 16384 };

float impostor_yaw(const impostor_layout *layout, uint32_t cell) {
    return 360.0f * (float)(cell % layout->columns) / (float)layout->columns;
}

/* From level upwards; straight down would show nothing but hair. */
float impostor_pitch(const impostor_layout *layout, uint32_t cell) {
    uint32_t row = cell / layout->columns;
    return 90.0f * (float)row / (float)layout->rows;
}

static float distance_of(const camera_place *camera) {
    float x = camera->eye.x - camera->target.x, y = camera->eye.y - camera->target.y;
    float z = camera->eye.z - camera->target.z;
    return sqrtf(x * x + y * y + z * z);
}

static void frame_cell(const shot_settings *shot, const photo_subject *subject,
                       const impostor_layout *layout, uint32_t cell, camera_place *out) {
    shot_settings raised = *shot;
    raised.pitch_degrees = impostor_pitch(layout, cell);
    shot_camera(&raised, subject, impostor_yaw(layout, cell), true, out);
}

/* The camera that stands farthest away has all of the avatar in its picture, and so has each other
 * one from there. */
static camera_place find_farthest(const shot_settings *shot, const photo_subject *subject,
                                  const impostor_layout *layout) {
    camera_place farthest, camera;
    frame_cell(shot, subject, layout, 0, &farthest);
    for (uint32_t i = 1; i < layout->columns * layout->rows; ++i) {
        frame_cell(shot, subject, layout, i, &camera);
        if (distance_of(&camera) > distance_of(&farthest)) farthest = camera;
    }
    return farthest;
}

static void place_cell(const shot_settings *shot, const photo_subject *subject,
                       const impostor_layout *layout, uint32_t cell, const camera_place *farthest,
                       camera_place *out) {
    float times;
    frame_cell(shot, subject, layout, cell, out);
    times = distance_of(farthest) / distance_of(out);
    out->eye.x = out->target.x + times * (out->eye.x - out->target.x);
    out->eye.y = out->target.y + times * (out->eye.y - out->target.y);
    out->eye.z = out->target.z + times * (out->eye.z - out->target.z);
    out->near = farthest->near;
    out->far = farthest->far;
}

static void put_cell(const impostor_layout *layout, uint32_t cell, const uint8_t *pixels,
                     uint8_t *sheet) {
    size_t row_bytes = (size_t)layout->cell_width * 4, sheet_row = row_bytes * layout->columns;
    uint8_t *out = sheet + (size_t)(cell / layout->columns) * layout->cell_height * sheet_row +
                   (size_t)(cell % layout->columns) * row_bytes;
    for (uint32_t y = 0; y < layout->cell_height; ++y) {
        memcpy(out + y * sheet_row, pixels + y * row_bytes, row_bytes);
    }
}

uint8_t *impostor_draw(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                       impostor_layout *layout, uint8_t *cell_pixels, camera_place *out_camera,
                       const char **out_problem) {
    uint64_t width = (uint64_t)layout->columns * shot->width;
    uint64_t height = (uint64_t)layout->rows * shot->height;
    camera_place farthest, camera;
    uint8_t *sheet = NULL;
    *out_problem = WORDS("the sheet is too large: no side may have more than 16384 pixels");
    if (width <= MOST_SIDE && height <= MOST_SIDE) {
        *out_problem = WORDS("there is not enough memory");
        sheet = malloc((size_t)width * (size_t)height * 4);
    }
    if (sheet == NULL) return NULL;
    layout->cell_width = shot->width;
    layout->cell_height = shot->height;
    farthest = find_farthest(shot, subject, layout);
    layout->center = farthest.target;
    layout->metres_high =
        2.0f * distance_of(&farthest) * tanf(0.5f * 0.017453293f * farthest.fov_degrees);
    layout->metres_wide = layout->metres_high * (float)shot->width / (float)shot->height;
    for (uint32_t i = 0; i < layout->columns * layout->rows; ++i) {
        place_cell(shot, subject, layout, i, &farthest, &camera);
        if (i == 0) *out_camera = camera;
        if (!studio_take(studio, shot, subject, &camera, impostor_yaw(layout, i), cell_pixels,
                         out_problem)) {
            free(sheet);
            return NULL;
        }
        put_cell(layout, i, cell_pixels, sheet);
    }
    return sheet;
}

void impostor_add_json(json_line *line, const impostor_layout *layout) {
    const float center[3] = {layout->center.x, layout->center.y, layout->center.z};
    json_object(line, "impostor");
    json_unsigned(line, "columns", layout->columns);
    json_unsigned(line, "rows", layout->rows);
    json_unsigned(line, "cell_width", layout->cell_width);
    json_unsigned(line, "cell_height", layout->cell_height);
    json_floats(line, "center", center, 3);
    json_float(line, "metres_wide", layout->metres_wide);
    json_float(line, "metres_high", layout->metres_high);
    json_array(line, "cells");
    for (uint32_t i = 0; i < layout->columns * layout->rows; ++i) {
        json_object(line, NULL);
        json_unsigned(line, "x", i % layout->columns * layout->cell_width);
        json_unsigned(line, "y", i / layout->columns * layout->cell_height);
        json_float(line, "yaw", impostor_yaw(layout, i));
        json_float(line, "pitch", impostor_pitch(layout, i));
        json_close(line);
    }
    json_close(line);
    json_close(line);
}
