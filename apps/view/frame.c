/* One frame: time passes, then all is drawn. */
#include "kit/overlay.h"
#include "kit/picture.h"
#include "kit/scenery.h"
#include "viewer.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Time --- */

/* The avatar looks at a point on the way from its eyes to the camera's: near to them, so that the
 * edge of the window is far to the side. */
static vrm_vec3 point_under_cursor(const viewer *v) {
    vrm_vec3 eyes = vrm_avatar_eye_position(v->who.avatar), near;
    float x = (float)(2 * v->mouse_x - v->width) / (float)v->height;
    float y = (float)(v->height - 2 * v->mouse_y) / (float)v->height;
    const float share = 0.25f;
    camera_place place;
    viewer_camera(v, &place);
    near = vrm_vec3_make(eyes.x + share * (place.eye.x - eyes.x),
                         eyes.y + share * (place.eye.y - eyes.y),
                         eyes.z + share * (place.eye.z - eyes.z));
    return orbit_under(&place, near, x, y);
}

static void live(viewer *v, float dt) {
    bool is_first_person = (v->flags & VRM_RENDER_FIRST_PERSON) != 0;
    double start = (double)SDL_GetPerformanceCounter();
    vrm_vec3 target;
    bool has_target = !is_first_person && v->gaze != GAZE_AHEAD;
    if (has_target && v->gaze == GAZE_CURSOR && v->has_mouse) {
        target = point_under_cursor(v);
    } else {
        camera_place place;
        viewer_camera(v, &place);
        target = place.eye;
    }
    if (v->turning != 0.0f) actor_turn(&v->who, v->turning * dt);
    actor_live(&v->who, has_target ? &target : NULL, dt);
    v->update_ms += 0.05 * (1000.0 * ((double)SDL_GetPerformanceCounter() - start) /
                                (double)SDL_GetPerformanceFrequency() -
                            v->update_ms);
}

static void pass_time(viewer *v, float dt) {
    if (v->who.model == NULL) return;
    if (v->is_slow) dt *= 0.2f;
    if (!v->is_paused) live(v, dt);
    for (; v->steps > 0; --v->steps) live(v, 1.0f / 60.0f);
}

/* --- The scene --- */

enum { GRID_LINES = 2 * 9 };

/* A floor, so that it can be seen how an avatar moves. */
static void draw_grid(viewer *v, const vrm_view *view) {
    vrm_line lines[GRID_LINES];
    float colors[GRID_LINES][4];
    float cell = 0.25f * v->who.size, end = 4.0f * cell;
    for (int i = 0; i < GRID_LINES; ++i) {
        float at = (float)(i / 2 - 4) * cell;
        memset(&lines[i], 0, sizeof lines[i]);
        lines[i].from = i % 2 ? vrm_vec3_make(at, 0.0f, -end) : vrm_vec3_make(-end, 0.0f, at);
        lines[i].to = i % 2 ? vrm_vec3_make(at, 0.0f, end) : vrm_vec3_make(end, 0.0f, at);
        for (int c = 0; c < 3; ++c) colors[i][c] = 0.45f;
        colors[i][3] = 0.35f;
    }
    vrm_renderer_draw_lines(v->renderer, view, lines, (const float(*)[4])colors, GRID_LINES, 1);
}

static void draw_avatar(viewer *v) {
    camera_place place;
    vrm_view view;
    vrm_frame frame;
    vrm_draw draw;
    viewer_camera(v, &place);
    vrm_view_init(&view);
    view.width = v->pixel_width;
    view.height = v->pixel_height;
    view.flags = v->flags;
    scenery_light(&view.light);
    scenery_turn_light(&view.light, v->camera.yaw_degrees + v->light_degrees);
    vrm_view_look(&view, place.eye, place.target, place.up, place.fov_degrees * 0.017453293f,
                  (float)v->pixel_width / (float)v->pixel_height, place.near, place.far);
    vrm_avatar_frame(v->who.avatar, &frame);
    draw.model = v->who.gpu;
    draw.frame = &frame;
    vrm_renderer_draw(v->renderer, &view, &draw, 1);
    draw_grid(v, &view);
    overlay_draw(v->renderer, &view, v->who.avatar, v->show);
}

/* --- Words --- */

/* As large as fits: letters of two pixels, or of one in a small window. */
static void set_fitting(viewer *v, panel *p, const char *text) {
    uint32_t letter = 2 * v->pixel_height / (uint32_t)v->height;
    panel_set(p, text, letter);
    while (letter > 1 && (p->height > v->pixel_height || 2 * p->width > v->pixel_width)) {
        panel_set(p, text, --letter);
    }
}

static void draw_help(viewer *v, int32_t margin) {
    char text[4096];
    size_t length;
    keys_describe(v, text, sizeof text);
    length = strlen(text);
    snprintf(text + length, sizeof text - length, "\t%s\n", v->speed);
    set_fitting(v, &v->help, text);
    panel_draw(&v->painter, &v->help, margin, margin, v->pixel_width, v->pixel_height);
    if (v->who.model == NULL) return;
    keys_describe_expressions(v, text, sizeof text);
    set_fitting(v, &v->expressions, text);
    panel_draw(&v->painter, &v->expressions, -margin, margin, v->pixel_width, v->pixel_height);
}

static void draw_panels(viewer *v) {
    int32_t letter = (int32_t)(2 * v->pixel_height / (uint32_t)v->height), margin = 5 * letter;
    if (v->shows_help) draw_help(v, margin);
    if (v->who.model == NULL && v->now >= v->words_until) {
        viewer_say(v, "drop a .vrm file here");
    }
    if (v->now < v->words_until) {
        panel_set(&v->toast, v->words, (uint32_t)letter);
        panel_draw(&v->painter, &v->toast, margin, -margin, v->pixel_width, v->pixel_height);
    }
}

/* --- Pictures --- */

/* The first name that is free: a picture never takes the place of another. */
static bool free_name(char *out, size_t size) {
    for (int i = 1; i < 10000; ++i) {
        FILE *file;
        snprintf(out, size, "vrm-view-%03d.png", i);
        file = fopen(out, "rb");
        if (file == NULL) return true;
        fclose(file);
    }
    return false;
}

static void flip(uint8_t *pixels, size_t row_bytes, uint32_t rows) {
    for (uint32_t y = 0; y < rows / 2; ++y) {
        uint8_t *a = pixels + y * row_bytes, *b = pixels + (rows - 1 - y) * row_bytes;
        for (size_t i = 0; i < row_bytes; ++i) {
            uint8_t kept = a[i];
            a[i] = b[i];
            b[i] = kept;
        }
    }
}

static void save_picture(viewer *v) {
    size_t row_bytes = (size_t)v->pixel_width * 4;
    uint8_t *pixels = malloc(row_bytes * v->pixel_height);
    const char *problem = "there is not enough memory";
    char name[32];
    v->wants_picture = false;
    if (pixels != NULL) {
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glReadPixels(0, 0, (GLsizei)v->pixel_width, (GLsizei)v->pixel_height, GL_RGBA,
                     GL_UNSIGNED_BYTE, pixels);
        flip(pixels, row_bytes, v->pixel_height);
        for (size_t i = 3; i < row_bytes * v->pixel_height; i += 4) pixels[i] = 255;
        problem = "there are too many pictures";
        if (free_name(name, sizeof name) &&
            picture_write_png(name, pixels, v->pixel_width, v->pixel_height, PICTURE_SMALL,
                              &problem)) {
            problem = NULL;
        }
    }
    free(pixels);
    if (problem == NULL) {
        viewer_say(v, "saved as %s", name);
    } else {
        viewer_say(v, "not saved: %s", problem);
    }
}

/* --- All of it --- */

void frame_draw(viewer *v, float dt) {
    int pixel_width, pixel_height;
    SDL_GetWindowSize(v->window, &v->width, &v->height);
    SDL_GL_GetDrawableSize(v->window, &pixel_width, &pixel_height);
    if (pixel_width <= 0 || pixel_height <= 0 || v->height <= 0) return;
    v->pixel_width = (uint32_t)pixel_width;
    v->pixel_height = (uint32_t)pixel_height;
    pass_time(v, dt);
    glViewport(0, 0, pixel_width, pixel_height);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    panels_background(&v->painter);
    if (v->who.model != NULL) draw_avatar(v);
    if (v->wants_picture) save_picture(v);
    draw_panels(v);
    SDL_GL_SwapWindow(v->window);
}
