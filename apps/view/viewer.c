#include "viewer.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "pick.h"
#include "ui.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void viewer_say(viewer *v, const char *english, ...) {
    char text[sizeof v->words];
    vrm_string string = {text, 0};
    va_list arguments;
    va_start(arguments, english);
    say_list_into(text, sizeof text, english, arguments);
    va_end(arguments);
    string.length = (uint32_t)strlen(text);
    vrm_string_printable(string, v->words, sizeof v->words);
    v->words_until = v->now + 2.0;
}

/* --- Files --- */

static const char *name_of(const char *path) {
    const char *name = path;
    for (; *path != '\0'; ++path) {
        if (*path == '/' || *path == '\\') name = path + 1;
    }
    return name;
}

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

/* "1 error, 3 warnings": what somebody should know of at once. */
static void say_what_is_wrong(viewer *v, const char *name) {
    char numbers[2][16];
    uint32_t errors = vrm_report_found(v->who.report, VRM_SEVERITY_ERROR);
    uint32_t warnings = vrm_report_found(v->who.report, VRM_SEVERITY_WARNING);
    warnings += actor_bad_images(&v->who);
    if (errors + warnings == 0) {
        viewer_say(v, "{1}", name);
        return;
    }
    snprintf(numbers[0], sizeof numbers[0], "%u", (unsigned)errors);
    snprintf(numbers[1], sizeof numbers[1], "%u", (unsigned)warnings);
    viewer_say(v, "{1}: errors: {2}, warnings: {3}. Press N to see them.", name, numbers[0],
               numbers[1]);
    v->words_until = v->now + 6.0;
}

uint32_t viewer_diagnostic_count(const viewer *v) {
    return vrm_report_count(v->who.report) + actor_bad_images(&v->who);
}

static void show_name(viewer *v) {
    char title[200], name[150];
    const char *avatar_name = vrm_model_name(v->who.model);
    if (avatar_name[0] == '\0') avatar_name = name_of(v->path);
    vrm_string_printable(from_text(avatar_name), name, sizeof name);
    snprintf(title, sizeof title, "%s - vrm view", name);
    SDL_SetWindowTitle(v->window, title);
    say_what_is_wrong(v, name);
}

void viewer_close_file(viewer *v) {
    release_groups(&v->diagnostics);
    actor_close(&v->who);
    v->marked.kind = MARK_NONE;
    v->marked_by = NULL;
    v->spring = VRM_NONE;
    v->joint = VRM_ALL;
}

/* Takes over the actor. */
static void show_actor(viewer *v, const actor *next) {
    viewer_close_file(v);
    v->who = *next;
    playing_set_body(&v->play, &next->relaxed);
    v->diagnostics = group_diagnostics(next->report);
}

static void say_failure(viewer *v, const char *path, const char *problem, const char *what_now) {
    viewer_say(v, what_now, name_of(path), problem);
    v->words_until = v->now + 8.0;
}

bool viewer_open_file(viewer *v, const char *path) {
    char problem[400] = "";
    char *kept = copy_of(path);
    file_watch watch;
    actor next;
    watch_begin(&watch, path);
    snprintf(problem, sizeof problem, "%s", say("there is not enough memory"));
    if (kept == NULL || !actor_open(&next, v->renderer, path, problem, sizeof problem)) {
        say_failure(v, path, problem, "{1}: {2}");
        free(kept);
        return false;
    }
    show_actor(v, &next);
    free(v->path);
    v->path = kept;
    v->watch = watch;
    v->is_aside = false;
    v->is_paused = false;
    v->flags = VRM_RENDER_ENVIRONMENT;
    v->camera.yaw_degrees = v->camera.pitch_degrees = 0.0f;
    viewer_frame(v, VIEW_FULL);
    show_name(v);
    return true;
}

/* --- Motions --- */

static vrm_result load_motion(const char *path, vrm_clip **out_clip, vrm_report **out_report) {
    vrm_clip_desc desc;
    vrm_clip_desc_init(&desc);
    return load_clip_with(path, &desc, out_clip, out_report);
}

static void play(viewer *v, vrm_clip *clip, const char *path) {
    playing_begin(&v->play, clip, name_of(path));
    viewer_say(v, "Motion: {1}", v->play.name);
}

bool viewer_play_file(viewer *v, const char *path) {
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    char problem[400];
    vrm_result result = load_motion(path, &clip, &report);
    const vrm_diagnostic *failure = vrm_report_failure(report);
    if (result == VRM_OK) {
        play(v, clip, path);
    } else {
        say_failure(v, path,
                    failure != NULL ? say_message(failure, problem, sizeof problem)
                                    : vrm_result_name(result),
                    "{1}: {2}");
    }
    vrm_clip_release(clip);
    vrm_report_destroy(report);
    return result == VRM_OK;
}

void viewer_track(viewer *v) {
    if (tracker_update(&v->tracked)) playing_track(&v->play, &v->tracked.pose);
}

/* Avatars may have animations too, and are shown all the same. */
static bool is_motion(const char *path) {
    vrm_clip *clip = NULL;
    vrm_clip_info info;
    bool is_one;
    if (has_ending(path, ".bvh") || has_ending(path, ".vmd")) return true;
    if (has_ending(path, ".vrm")) return false;
    is_one = load_motion(path, &clip, NULL) == VRM_OK;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    vrm_clip_release(clip);
    return is_one && (info.format == VRM_CLIP_FORMAT_VRMA || info.animation_count > 0);
}

void viewer_take_file(viewer *v, const char *path) {
    if (is_motion(path)) {
        viewer_play_file(v, path);
    } else if (viewer_open_file(v, path)) {
        v->file = -1;
    }
}

/* --- The file again --- */

bool viewer_reload(viewer *v) {
    char problem[400];
    int32_t spring;
    actor next;
    if (v->path == NULL) return false;
    watch_begin(&v->watch, v->path);
    if (!actor_open(&next, v->renderer, v->path, problem, sizeof problem)) {
        say_failure(v, v->path, problem, SAY("{1}: {2}. The avatar on screen is unchanged."));
        return false;
    }
    actor_carry_over(&next, &v->who);
    spring = v->spring != VRM_NONE ? actor_same_spring(&next, &v->who, v->spring) : VRM_NONE;
    show_actor(v, &next);
    viewer_choose_spring(v, spring);
    say_what_is_wrong(v, say("Reloaded"));
    return true;
}

void viewer_watch(viewer *v) {
    if (v->path == NULL || v->ignores_changes) return;
    if (watch_has_changed(&v->watch, v->path, v->now)) viewer_reload(v);
}

/* --- Marks --- */

void viewer_mark(viewer *v, mark m) {
    v->marked = m;
    if (m.kind == MARK_EXPRESSION && v->who.expression != m.index) viewer_express(v, m.index);
}

void viewer_toggle_mark(viewer *v, const void *what, mark m) {
    const mark none = {MARK_NONE, VRM_NONE};
    bool was_marked = v->marked_by == what;
    v->spring = VRM_NONE;
    v->marked_by = was_marked ? NULL : what;
    viewer_mark(v, was_marked ? none : m);
    if (!was_marked && m.kind == MARK_NONE)
        viewer_say(v, "This diagnostic has no part that can be marked.");
}

void viewer_choose_spring(viewer *v, int32_t spring) {
    const mark m = {spring != VRM_NONE ? MARK_SPRING : MARK_NONE, spring};
    v->marked_by = NULL;
    v->spring = spring;
    viewer_mark(v, m);
}

/* --- Expressions --- */

void viewer_express(viewer *v, int32_t expression) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    if (expression == VRM_NONE || expression == v->who.expression) {
        actor_express(&v->who, VRM_NONE);
        viewer_say(v, "No expression");
    } else if (expression < 0 || (uint32_t)expression >= tables->expression_count) {
        viewer_say(v, "The avatar has no such expression");
    } else {
        actor_express(&v->who, expression);
        viewer_say(v, "{1}", tables->expressions[expression].name.data);
    }
}

/* --- The camera --- */

void viewer_frame(viewer *v, camera_view view) {
    vrm_extent *extent;
    if (v->area.width <= 0 || v->area.height <= 0) return;
    if (vrm_extent_create(v->who.avatar, NULL, &extent, NULL) != VRM_OK) return;
    orbit_frame(&v->camera, extent, view, (float)v->area.width / (float)v->area.height);
    vrm_extent_destroy(extent);
}

static void first_person_camera(const viewer *v, camera_place *out) {
    const float degree = 0.017453293f;
    vrm_quat turn = v->who.root.rotation;
    float yaw = v->first_person_yaw * degree + 2.0f * atan2f(turn.y, turn.w);
    float pitch = v->first_person_pitch * degree;
    camera_first_person(v->who.avatar, out);
    out->target = vrm_vec3_make(out->eye.x + sinf(yaw) * cosf(pitch), out->eye.y - sinf(pitch),
                                out->eye.z + cosf(yaw) * cosf(pitch));
}

void viewer_camera(const viewer *v, camera_place *out) {
    if ((v->flags & VRM_RENDER_FIRST_PERSON) != 0) {
        first_person_camera(v, out);
    } else {
        orbit_place(&v->camera, out);
    }
}

/* --- The mouse --- */

static drag_kind drag_of(const SDL_MouseButtonEvent *button) {
    SDL_Keymod held = SDL_GetModState();
    if (button->button == SDL_BUTTON_MIDDLE) return DRAG_PAN;
    if (button->button == SDL_BUTTON_RIGHT) return DRAG_AVATAR;
    if (button->button != SDL_BUTTON_LEFT) return DRAG_NONE;
    return (held & KMOD_CTRL) != 0 ? DRAG_AVATAR : (held & KMOD_SHIFT) != 0 ? DRAG_PAN : DRAG_TURN;
}

static void drag_avatar(viewer *v, float x, float y) {
    vrm_vec3 hips = vrm_avatar_bone_position(v->who.avatar, VRM_BONE_HIPS);
    camera_place place;
    viewer_camera(v, &place);
    actor_move(&v->who, orbit_follow(&place, hips, x, y, (float)v->area.height));
}

static void drag_first_person(viewer *v, float x, float y) {
    v->first_person_yaw = fminf(fmaxf(v->first_person_yaw + 0.2f * x, -100.0f), 100.0f);
    v->first_person_pitch = fminf(fmaxf(v->first_person_pitch - 0.2f * y, -80.0f), 85.0f);
}

static void mouse_moved(viewer *v, const SDL_MouseMotionEvent *motion) {
    int to_x = motion->x - v->area.x, to_y = motion->y - v->area.y;
    float x = (float)(to_x - v->mouse_x), y = (float)(to_y - v->mouse_y);
    v->mouse_x = to_x;
    v->mouse_y = to_y;
    v->has_mouse = true;
    if (v->who.model == NULL) return;
    if (v->drag == DRAG_TURN && (v->flags & VRM_RENDER_FIRST_PERSON) != 0) {
        drag_first_person(v, x, y);
    } else if (v->drag == DRAG_TURN) {
        orbit_turn(&v->camera, x, y);
    } else if (v->drag == DRAG_PAN) {
        orbit_pan(&v->camera, x, y, (float)v->area.height);
    } else if (v->drag == DRAG_AVATAR) {
        drag_avatar(v, x, y);
    }
}

/* A click without a drag chooses the chain under the cursor. */
static void choose_under_cursor(viewer *v) {
    const vrm_string *name;
    char number[16];
    float scale = (float)v->pixel_height / (float)v->height;
    vrm_view view;
    int32_t spring;
    if (v->who.model == NULL) return;
    viewer_look(v, &view);
    spring = pick_spring(&view, v->who.avatar, (float)v->mouse_x * scale, (float)v->mouse_y * scale,
                         14.0f * scale);
    viewer_choose_spring(v, spring);
    if (spring == VRM_NONE) return;
    name = &vrm_model_tables(v->who.model)->springs[spring].name;
    snprintf(number, sizeof number, "%d", (int)spring);
    viewer_say(v, "Spring {1} {2}. Press K for its settings.", number, name->data);
    if (v->shows_panel) v->page = PAGE_SPRINGS;
}

static void drag_begin(viewer *v, const SDL_MouseButtonEvent *button) {
    v->drag = drag_of(button);
    v->mouse_x = button->x - v->area.x;
    v->mouse_y = button->y - v->area.y;
    v->press_x = v->mouse_x;
    v->press_y = v->mouse_y;
    SDL_CaptureMouse(SDL_TRUE); /* a drag may leave the window */
}

static void drag_end(viewer *v) {
    bool is_click = v->drag == DRAG_TURN && abs(v->mouse_x - v->press_x) < 4 &&
                    abs(v->mouse_y - v->press_y) < 4;
    v->drag = DRAG_NONE;
    SDL_CaptureMouse(SDL_FALSE);
    if (is_click) choose_under_cursor(v);
}

/* --- Events --- */

static void window_event(viewer *v, const SDL_WindowEvent *event) {
    if (event->event == SDL_WINDOWEVENT_LEAVE) v->has_mouse = false;
}

void viewer_event(viewer *v, const SDL_Event *event) {
    switch (event->type) {
    case SDL_QUIT:
        v->wants_to_quit = true;
        break;
    case SDL_WINDOWEVENT:
        window_event(v, &event->window);
        break;
    case SDL_KEYDOWN:
        if (!ui_wants_keys(v->ui)) actions_press(v, &event->key.keysym);
        break;
    case SDL_KEYUP:
        actions_release(v, &event->key.keysym);
        break;
    case SDL_MOUSEMOTION:
        mouse_moved(v, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
        if (!ui_wants_mouse(v->ui)) drag_begin(v, &event->button);
        break;
    case SDL_MOUSEBUTTONUP:
        drag_end(v);
        break;
    case SDL_MOUSEWHEEL:
        if (!ui_wants_mouse(v->ui)) orbit_zoom(&v->camera, event->wheel.preciseY);
        break;
    case SDL_DROPFILE:
        viewer_take_file(v, event->drop.file);
        SDL_free(event->drop.file);
        break;
    default:
        break;
    }
}
