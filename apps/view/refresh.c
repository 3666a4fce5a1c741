/* The window anew: time passes, then everything is drawn. */
#include "apps/picture/overlay.h"
#include "apps/picture/scene.h"
#include "ui.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Time --- */

static vrm_vec3 point_under_cursor(const viewer *v) {
    const float scale = (float)v->pixel_height / (float)v->height;
    vrm_view view;
    viewer_look(v, &view);
    return vrm_view_look_at_point(&view, vrm_avatar_eye_position(v->who.avatar),
                                  (float)v->mouse_x * scale, (float)v->mouse_y * scale);
}

/* Takes the camera along with hips that a motion has moved; up and down they move before it. */
static void follow(viewer *v, vrm_vec3 from) {
    vrm_vec3 to = vrm_avatar_bone_position(v->who.avatar, VRM_BONE_HIPS);
    v->camera.target.x += to.x - from.x;
    v->camera.target.z += to.z - from.z;
}

static void live(viewer *v, float dt) {
    bool is_first_person = (v->flags & VRM_RENDER_FIRST_PERSON) != 0;
    double start = (double)SDL_GetPerformanceCounter();
    vrm_vec3 target, hips;
    bool has_target = !is_first_person && v->look_at != LOOK_AT_AHEAD;
    if (has_target && v->look_at == LOOK_AT_CURSOR && v->has_mouse) {
        target = point_under_cursor(v);
    } else {
        camera_place place;
        viewer_camera(v, &place);
        target = place.eye;
    }
    if (v->turning != 0.0f) actor_turn(&v->who, v->turning * dt);
    hips = vrm_avatar_bone_position(v->who.avatar, VRM_BONE_HIPS);
    actor_live(&v->who, &v->play, has_target ? &target : NULL, dt);
    if (playing_is_on(&v->play) && !v->stays) follow(v, hips);
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

void viewer_look(const viewer *v, vrm_view *view) {
    camera_place place;
    viewer_camera(v, &place);
    vrm_view_init(view);
    view->width = v->scene.width;
    view->height = v->scene.height;
    view->flags = v->flags;
    scene_light(&view->light);
    scene_turn_light(&view->light, v->camera.yaw_degrees + v->light_degrees);
    vrm_view_look_at_value(view, place.eye, place.target, place.up,
                           place.fov_degrees * 0.017453293f,
                           (float)view->width / (float)view->height, place.near, place.far);
}

static void say_problem(viewer *v) {
    const char *problem = vrm_renderer_problem(v->renderer);
    if (problem == NULL || v->has_said_problem) return;
    v->has_said_problem = true;
    fprintf(stderr, "vrm view: %s\n", problem);
    viewer_say(v, "Some parts are not drawn; the terminal shows why.");
}

/* In a colour that comes and goes, so that it is seen on any avatar. */
static void draw_mark(viewer *v, const vrm_view *view) {
    float share = 0.5f + 0.5f * (float)cos(6.283185307 * v->now);
    const mark_style style = {
        {1.0f, 0.35f + 0.45f * share, 0.1f, 0.95f}, 0.15f + 0.45f * share, true};
    mark_draw(v->renderer, view, v->who.avatar, v->marked, &style);
}

void viewer_draw_scene(viewer *v, bool is_transparent) {
    vrm_view view;
    vrm_draw draw;
    if (!is_transparent) backdrop_draw(&v->behind, v->background);
    if (v->who.model == NULL) return;
    viewer_look(v, &view);
    draw.model = v->who.gpu;
    draw.frame = vrm_avatar_frame(v->who.avatar);
    vrm_renderer_draw(v->renderer, &view, &draw, 1);
    if (!is_transparent && !v->hides_floor) draw_grid(v, &view);
    overlay_draw(v->renderer, &view, v->who.avatar, v->show);
    draw_mark(v, &view);
    say_problem(v);
}

/* --- All of it --- */

enum { SAMPLES = 4 };

/* A canvas of the scene's size: with samples, or without where GL has none. */
static bool fit_canvas(viewer *v, uint32_t width, uint32_t height) {
    canvas *c = &v->scene;
    if (c->width == width && c->height == height) return true;
    canvas_release(c);
    return canvas_make(c, width, height, SAMPLES) || canvas_make(c, width, height, 1);
}

bool viewer_fit(viewer *v) {
    int pixel_width, pixel_height;
    SDL_GetWindowSize(v->window, &v->width, &v->height);
    SDL_GL_GetDrawableSize(v->window, &pixel_width, &pixel_height);
    if (pixel_width <= 0 || pixel_height <= 0 || v->width <= 0 || v->height <= 0) return false;
    v->pixel_width = (uint32_t)pixel_width;
    v->pixel_height = (uint32_t)pixel_height;
    return true;
}

/* Points of the window as pixels. */
static uint32_t pixels_of(const viewer *v, int points) {
    return (uint32_t)((uint64_t)points * v->pixel_width / (uint64_t)v->width);
}

void viewer_refresh(viewer *v, float dt) {
    const scene_area *area = &v->area;
    if (area->width <= 0 || area->height <= 0) return;
    pass_time(v, dt);
    if (!fit_canvas(v, pixels_of(v, area->width), pixels_of(v, area->height))) return;
    canvas_begin(&v->scene);
    viewer_draw_scene(v, false);
    canvas_end(&v->scene);
    canvas_show(&v->scene, pixels_of(v, area->x),
                v->pixel_height - pixels_of(v, area->y) - v->scene.height);
    record_frame(v);
    viewer_take_shot(v);
}
