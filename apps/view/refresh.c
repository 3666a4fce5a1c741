/* The window anew: time passes, then everything is drawn. */
#include "apps/picture/overlay.h"
#include "apps/picture/picture.h"
#include "apps/picture/scene.h"
#include "viewer.h"

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
    bool has_target = !is_first_person && v->look_at != LOOK_AT_AHEAD;
    if (has_target && v->look_at == LOOK_AT_CURSOR && v->has_mouse) {
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
        int step = i / 2 - GRID_LINES / 4;
        float at = (float)step * cell;
        memset(&lines[i], 0, sizeof lines[i]);
        lines[i].from = i % 2 ? vrm_vec3_make(at, 0.0f, -end) : vrm_vec3_make(-end, 0.0f, at);
        lines[i].to = i % 2 ? vrm_vec3_make(at, 0.0f, end) : vrm_vec3_make(end, 0.0f, at);
        for (int c = 0; c < 3; ++c) colors[i][c] = 0.45f;
        colors[i][3] = 0.35f;
    }
    vrm_renderer_draw_lines(v->renderer, view, lines, colors[0], GRID_LINES, 1);
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
    scene_light(&view.light);
    scene_turn_light(&view.light, v->camera.yaw_degrees + v->light_degrees);
    vrm_view_look(&view, place.eye, place.target, place.up, place.fov_degrees * 0.017453293f,
                  (float)v->pixel_width / (float)v->pixel_height, place.near, place.far);
    frame = *vrm_avatar_frame(v->who.avatar);
    draw.model = v->who.gpu;
    draw.frame = &frame;
    vrm_renderer_draw(v->renderer, &view, &draw, 1);
    draw_grid(v, &view);
    overlay_draw(v->renderer, &view, v->who.avatar, v->show);
    if (vrm_renderer_problem(v->renderer) != NULL && !v->has_said_problem) {
        v->has_said_problem = true;
        fprintf(stderr, "vrm view: %s\n", vrm_renderer_problem(v->renderer));
        viewer_say(v, "not all is drawn: see standard error");
    }
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

static void save_picture(viewer *v) {
    const canvas *c = &v->canvas;
    uint8_t *pixels = malloc((size_t)c->width * c->height * 4);
    const char *problem = "there is not enough memory";
    char name[32];
    v->wants_picture = false;
    if (pixels != NULL) {
        canvas_read(c, pixels);
        canvas_turn_over(pixels, c->width, c->height);
        /* Blending has left holes in the alpha of the background. */
        for (size_t i = 0; i < (size_t)c->width * c->height; ++i) pixels[4 * i + 3] = 255;
        problem = "there are too many pictures";
        if (free_name(name, sizeof name) &&
            picture_write_png(name, pixels, c->width, c->height, PICTURE_SMALL, &problem)) {
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

enum { SAMPLES = 4 };

/* A canvas of the window's size: with samples, or without where GL has none. */
static bool fit_canvas(viewer *v) {
    canvas *c = &v->canvas;
    if (c->width == v->pixel_width && c->height == v->pixel_height) return true;
    canvas_release(c);
    return canvas_make(c, v->pixel_width, v->pixel_height, SAMPLES) ||
           canvas_make(c, v->pixel_width, v->pixel_height, 1);
}

void viewer_refresh(viewer *v, float dt) {
    int pixel_width, pixel_height;
    SDL_GetWindowSize(v->window, &v->width, &v->height);
    SDL_GL_GetDrawableSize(v->window, &pixel_width, &pixel_height);
    if (pixel_width <= 0 || pixel_height <= 0 || v->height <= 0) return;
    v->pixel_width = (uint32_t)pixel_width;
    v->pixel_height = (uint32_t)pixel_height;
    pass_time(v, dt);
    if (!fit_canvas(v)) return;
    canvas_begin(&v->canvas);
    panels_background(&v->painter);
    if (v->who.model != NULL) draw_avatar(v);
    canvas_end(&v->canvas);
    if (v->wants_picture) save_picture(v);
    canvas_show(&v->canvas);
    draw_panels(v);
    SDL_GL_SwapWindow(v->window);
}
