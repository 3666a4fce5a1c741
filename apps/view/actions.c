#include "actions.h"
#include "apps/kit/program/language.h"
#include "apps/picture/overlay.h"
#include "viewer.h"

#include <stdio.h>
#include <string.h>

static const char *on_off(bool is_on) { return is_on ? say("on") : say("off"); }

/* --- Files --- */

static void open_file(viewer *v, int value) {
    (void)value;
    v->shows_open = true;
}

static void next_file(viewer *v, int value) {
    (void)value;
    if (v->file_count > 1) viewer_open_file(v, v->files[v->file = (v->file + 1) % v->file_count]);
}

static void reload(viewer *v, int value) {
    (void)value;
    viewer_reload(v);
}

static bool is_watching(const viewer *v, int value) {
    (void)value;
    return !v->ignores_changes;
}

static void toggle_watching(viewer *v, int value) {
    (void)value;
    v->ignores_changes = !v->ignores_changes;
}

static void take_shot(viewer *v, int kind) { v->wants_shot = (shot_kind)kind; }

static bool is_recording(const viewer *v, int value) {
    (void)value;
    return v->film.animation != NULL;
}

static void record(viewer *v, int format) { record_toggle(v, (picture_format)format); }

static void record_best(viewer *v, int value) {
    (void)value;
    record_toggle(v, record_default_format());
}

static void quit(viewer *v, int value) {
    (void)value;
    v->wants_to_quit = true;
}

/* --- What is seen --- */

static void frame(viewer *v, int view) { viewer_frame(v, (camera_view)view); }

static bool is_first_person(const viewer *v, int value) {
    (void)value;
    return (v->flags & VRM_RENDER_FIRST_PERSON) != 0;
}

static void first_person(viewer *v, int value) {
    v->flags ^= VRM_RENDER_FIRST_PERSON;
    v->first_person_yaw = 0.0f;
    v->first_person_pitch = 50.0f;
    viewer_say(v, is_first_person(v, value) ? SAY("First person") : SAY("Third person"));
}

static bool is_shown(const viewer *v, int what) { return (v->show & (uint32_t)what) != 0; }

static void toggle_show(viewer *v, int what) {
    const char *name = what == SHOW_SKELETON    ? say("Bones")
                       : what == SHOW_COLLIDERS ? say("Colliders")
                                                : say("Spring joints");
    v->show ^= (uint32_t)what;
    viewer_say(v, "{1}: {2}", name, on_off(is_shown(v, what)));
}

static bool has_outlines(const viewer *v, int value) {
    (void)value;
    return (v->flags & VRM_RENDER_NO_OUTLINE) == 0;
}

static void toggle_outlines(viewer *v, int value) {
    v->flags ^= VRM_RENDER_NO_OUTLINE;
    viewer_say(v, "Outlines: {1}", on_off(has_outlines(v, value)));
}

static bool has_floor(const viewer *v, int value) {
    (void)value;
    return !v->hides_floor;
}

static void toggle_floor(viewer *v, int value) {
    (void)value;
    v->hides_floor = !v->hides_floor;
}

static void turn_light(viewer *v, int degrees) {
    char text[16];
    v->light_degrees = degrees == 0                 ? 0.0f
                       : v->light_degrees >= 180.0f ? -135.0f
                                                    : v->light_degrees + (float)degrees;
    snprintf(text, sizeof text, "%.0f", (double)v->light_degrees);
    viewer_say(v, "Light turned by {1}°", text);
}

static bool is_background(const viewer *v, int kind) { return (int)v->background == kind; }
static void set_background(viewer *v, int kind) { v->background = (backdrop_kind)kind; }
static void next_background(viewer *v, int value) {
    (void)value;
    v->background = (backdrop_kind)((v->background + 1) % BACKDROP_COUNT);
}

static bool is_page(const viewer *v, int page) { return v->shows_panel && (int)v->page == page; }

static void toggle_page(viewer *v, int page) {
    v->shows_panel = !is_page(v, page);
    v->page = (page_kind)page;
}

static bool has_panel(const viewer *v, int value) {
    (void)value;
    return v->shows_panel;
}

static void toggle_panel(viewer *v, int value) {
    (void)value;
    v->shows_panel = !v->shows_panel;
}

static bool is_full_screen(const viewer *v, int value) {
    (void)value;
    return (SDL_GetWindowFlags(v->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}

static void full_screen(viewer *v, int value) {
    SDL_SetWindowFullscreen(v->window,
                            is_full_screen(v, value) ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

/* --- The avatar --- */

/* Through all of them, and none. */
static void step_expression(viewer *v, int step) {
    int32_t count = (int32_t)vrm_model_tables(v->who.model)->expression_count;
    int32_t next = (v->who.expression + 1 + step + count + 1) % (count + 1) - 1;
    if (next >= 0) {
        viewer_express(v, next);
    } else {
        viewer_express(v, VRM_NONE);
    }
}

static void no_expression(viewer *v, int value) {
    (void)value;
    viewer_express(v, VRM_NONE);
}

static bool is_look_at(const viewer *v, int kind) { return (int)v->look_at == kind; }

static void set_look_at(viewer *v, int kind) {
    static const char *const names[LOOK_AT_COUNT] = {SAY("LookAt: cursor"), SAY("LookAt: camera"),
                                                     SAY("LookAt: straight ahead")};
    v->look_at = (look_at_kind)kind;
    viewer_say(v, names[v->look_at]);
}

static void next_look_at(viewer *v, int value) {
    (void)value;
    set_look_at(v, (int)(v->look_at + 1) % LOOK_AT_COUNT);
}

static bool is_wind(const viewer *v, int kind) { return v->who.wind == kind; }

static void set_wind(viewer *v, int kind) {
    static const char *const names[WIND_COUNT] = {SAY("Wind: off"), SAY("Wind: breeze"),
                                                  SAY("Wind: strong")};
    v->who.wind = kind;
    viewer_say(v, names[v->who.wind]);
}

static void next_wind(viewer *v, int value) {
    (void)value;
    set_wind(v, (v->who.wind + 1) % WIND_COUNT);
}

static bool is_idle(const viewer *v, int value) {
    (void)value;
    return v->who.is_idle;
}

static void toggle_idle(viewer *v, int value) {
    (void)value;
    v->who.is_idle = !v->who.is_idle;
    viewer_say(v, "Idle animation: {1}", on_off(v->who.is_idle));
}

static bool is_paused(const viewer *v, int value) {
    (void)value;
    return v->is_paused;
}

static void toggle_pause(viewer *v, int value) {
    (void)value;
    v->is_paused = !v->is_paused;
    viewer_say(v, v->is_paused ? SAY("Paused") : SAY("Running"));
}

static void step_time(viewer *v, int value) {
    (void)value;
    v->is_paused = true;
    ++v->steps;
    viewer_say(v, "Paused: one frame forward");
}

static bool is_slow(const viewer *v, int value) {
    (void)value;
    return v->is_slow;
}

static void toggle_slow(viewer *v, int value) {
    (void)value;
    v->is_slow = !v->is_slow;
    viewer_say(v, "Slow motion: {1}", on_off(v->is_slow));
}

/* To the side, or back: far enough that hair would fly. */
static vrm_vec3 other_place(viewer *v) {
    vrm_vec3 place = v->who.root.translation;
    v->is_aside = !v->is_aside;
    place.x += (v->is_aside ? 0.35f : -0.35f) * v->who.size;
    return place;
}

static void teleport(viewer *v, int value) {
    (void)value;
    actor_teleport(&v->who, other_place(v));
    viewer_say(v, "Teleported: hair stays in place");
}

static void jump(viewer *v, int value) {
    vrm_vec3 from = v->who.root.translation, to = other_place(v);
    (void)value;
    actor_move(&v->who, vrm_vec3_make(to.x - from.x, to.y - from.y, to.z - from.z));
    viewer_say(v, "Moved without a teleport: hair swings");
}

static void put_back(viewer *v, int value) {
    (void)value;
    actor_reset(&v->who);
    v->is_aside = false;
    v->camera.yaw_degrees = v->camera.pitch_degrees = 0.0f;
    viewer_frame(v, VIEW_FULL);
    viewer_say(v, "Position and camera reset");
}

/* --- The motion --- */

static bool is_motion_paused(const viewer *v, int value) {
    (void)value;
    return v->play.is_paused;
}

static void toggle_motion(viewer *v, int value) {
    v->play.is_paused = !v->play.is_paused;
    viewer_say(v, is_motion_paused(v, value) ? SAY("Motion paused") : SAY("Motion continues"));
}

static void stop_motion(viewer *v, int value) {
    (void)value;
    playing_end(&v->play);
    viewer_say(v, "Motion stopped");
}

/* Tenths of the speed, or 0 for that of the file. */
static void change_speed(viewer *v, int tenths) {
    char text[16];
    float speed = tenths == 0 ? 1.0f : v->play.speed + 0.1f * (float)tenths;
    playing_set_speed(&v->play, speed < 0.1f ? 0.1f : speed > 2.0f ? 2.0f : speed);
    snprintf(text, sizeof text, "%.1f", (double)v->play.speed);
    viewer_say(v, "Motion speed: {1} ×", text);
}

static void go_to_start(viewer *v, int value) {
    (void)value;
    playing_seek(&v->play, 0.0);
}

static bool repeats(const viewer *v, int value) {
    (void)value;
    return !v->play.plays_once;
}

static void toggle_repeat(viewer *v, int value) {
    playing_set_repeats(&v->play, !repeats(v, value));
    viewer_say(v, "Loop: {1}", on_off(repeats(v, value)));
}

static bool is_in_place(const viewer *v, int value) {
    (void)value;
    return v->play.is_in_place;
}

static void toggle_in_place(viewer *v, int value) {
    playing_set_in_place(&v->play, !is_in_place(v, value));
    viewer_say(v, "In place: {1}", on_off(is_in_place(v, value)));
}

static bool camera_follows(const viewer *v, int value) {
    (void)value;
    return !v->stays;
}

static void toggle_follow(viewer *v, int value) {
    v->stays = camera_follows(v, value);
    viewer_say(v, "Camera follows: {1}", on_off(camera_follows(v, value)));
}

/* --- Help --- */

static bool has_help(const viewer *v, int value) {
    (void)value;
    return v->shows_help;
}

static void toggle_help(viewer *v, int value) {
    (void)value;
    v->shows_help = !v->shows_help;
}

static void about(viewer *v, int value) {
    (void)value;
    v->shows_about = true;
}

/* --- The table --- */

#define LINE(menu)                                                                                 \
    { menu, NULL, 0, 0, 0, false, 0, NULL, NULL }

static const action actions[] = {
    {"File", "Open…", SDLK_o, 0, KMOD_CTRL, false, 0, open_file, NULL},
    {"File", "Next file", SDLK_TAB, 0, 0, false, 0, next_file, NULL},
    {"File", "Reload", SDLK_F5, 0, 0, true, 0, reload, NULL},
    {"File", "Reload when the file changes", 0, 0, 0, false, 0, toggle_watching, is_watching},
    LINE("File"),
    {"File", "Save picture", SDLK_s, 0, 0, true, SHOT_AS_SEEN, take_shot, NULL},
    {"File", "Save picture without background", SDLK_s, 0, KMOD_SHIFT, true, SHOT_TRANSPARENT,
     take_shot, NULL},
    {"File/Record", "Start or stop recording", SDLK_F8, 0, 0, true, 0, record_best, is_recording},
    LINE("File/Record"),
    {"File/Record", "Record MP4", 0, 0, 0, true, PICTURE_MP4, record, NULL},
    {"File/Record", "Record GIF", 0, 0, 0, true, PICTURE_GIF, record, NULL},
    {"File/Record", "Record WebP", 0, 0, 0, true, PICTURE_WEBP, record, NULL},
    LINE("File"),
    {"File", "Quit", SDLK_q, SDLK_ESCAPE, 0, false, 0, quit, NULL},

    {"View", "Show full body", SDLK_f, 0, 0, true, VIEW_FULL, frame, NULL},
    {"View", "Show upper body", SDLK_u, 0, 0, true, VIEW_UPPER, frame, NULL},
    {"View", "Show face", SDLK_v, 0, 0, true, VIEW_FACE, frame, NULL},
    {"View", "First person", SDLK_p, 0, 0, true, 0, first_person, is_first_person},
    LINE("View"),
    {"View", "Bones", SDLK_b, 0, 0, true, SHOW_SKELETON, toggle_show, is_shown},
    {"View", "Colliders", SDLK_c, 0, 0, true, SHOW_COLLIDERS, toggle_show, is_shown},
    {"View", "Spring joints", SDLK_j, 0, 0, true, SHOW_JOINTS, toggle_show, is_shown},
    {"View", "Outlines", SDLK_o, 0, 0, true, 0, toggle_outlines, has_outlines},
    {"View", "Floor", 0, 0, 0, true, 0, toggle_floor, has_floor},
    LINE("View"),
    {"View/Lighting", "Turn light by 45°", SDLK_l, 0, 0, true, 45, turn_light, NULL},
    {"View/Lighting", "Light from the front", 0, 0, 0, true, 0, turn_light, NULL},
    {"View/Background", "Next background", SDLK_d, 0, 0, false, 0, next_background, NULL},
    LINE("View/Background"),
    {"View/Background", "Light", 0, 0, 0, false, BACKDROP_LIGHT, set_background, is_background},
    {"View/Background", "Dark", 0, 0, 0, false, BACKDROP_DARK, set_background, is_background},
    {"View/Background", "White", 0, 0, 0, false, BACKDROP_WHITE, set_background, is_background},
    {"View/Background", "Green", 0, 0, 0, false, BACKDROP_GREEN, set_background, is_background},
    LINE("View"),
    {"View", "Full screen", SDLK_F11, 0, 0, false, 0, full_screen, is_full_screen},

    {"Avatar/Expression", "Next expression", SDLK_PAGEDOWN, 0, 0, true, 1, step_expression, NULL},
    {"Avatar/Expression", "Previous expression", SDLK_PAGEUP, 0, 0, true, -1, step_expression,
     NULL},
    {"Avatar/Expression", "No expression", 0, 0, 0, true, 0, no_expression, NULL},
    {"Avatar/LookAt", "Next lookAt target", SDLK_g, 0, 0, true, 0, next_look_at, NULL},
    LINE("Avatar/LookAt"),
    {"Avatar/LookAt", "At the cursor", 0, 0, 0, true, LOOK_AT_CURSOR, set_look_at, is_look_at},
    {"Avatar/LookAt", "At the camera", 0, 0, 0, true, LOOK_AT_CAMERA, set_look_at, is_look_at},
    {"Avatar/LookAt", "Straight ahead", 0, 0, 0, true, LOOK_AT_AHEAD, set_look_at, is_look_at},
    {"Avatar/Wind", "Next wind", SDLK_w, 0, 0, true, 0, next_wind, NULL},
    LINE("Avatar/Wind"),
    {"Avatar/Wind", "Off", 0, 0, 0, true, WIND_OFF, set_wind, is_wind},
    {"Avatar/Wind", "Breeze", 0, 0, 0, true, WIND_BREEZE, set_wind, is_wind},
    {"Avatar/Wind", "Strong", 0, 0, 0, true, WIND_STRONG, set_wind, is_wind},
    {"Avatar", "Idle animation", SDLK_i, 0, 0, true, 0, toggle_idle, is_idle},
    LINE("Avatar"),
    {"Avatar", "Pause", SDLK_SPACE, 0, 0, true, 0, toggle_pause, is_paused},
    {"Avatar", "Step one frame", SDLK_PERIOD, 0, 0, true, 0, step_time, NULL},
    {"Avatar", "Slow motion", SDLK_m, 0, 0, true, 0, toggle_slow, is_slow},
    LINE("Avatar"),
    {"Avatar", "Teleport to the side", SDLK_t, 0, 0, true, 0, teleport, NULL},
    {"Avatar", "Move to the side (hair swings)", SDLK_t, 0, KMOD_SHIFT, true, 0, jump, NULL},
    {"Avatar", "Reset position and camera", SDLK_r, 0, 0, true, 0, put_back, NULL},

    {"Motion", "Pause motion", SDLK_RETURN, 0, 0, true, 0, toggle_motion, is_motion_paused},
    {"Motion", "Play from the start", SDLK_HOME, 0, 0, true, 0, go_to_start, NULL},
    {"Motion", "Stop motion", SDLK_BACKSPACE, 0, 0, true, 0, stop_motion, NULL},
    LINE("Motion"),
    {"Motion", "Slower", SDLK_LEFTBRACKET, 0, 0, true, -1, change_speed, NULL},
    {"Motion", "Faster", SDLK_RIGHTBRACKET, 0, 0, true, 1, change_speed, NULL},
    {"Motion", "Original speed", 0, 0, 0, true, 0, change_speed, NULL},
    LINE("Motion"),
    {"Motion", "Loop", 0, 0, 0, true, 0, toggle_repeat, repeats},
    {"Motion", "In place", 0, 0, 0, true, 0, toggle_in_place, is_in_place},
    {"Motion", "Camera follows", 0, 0, 0, true, 0, toggle_follow, camera_follows},

    {"Panels", "Diagnostics", SDLK_n, 0, 0, true, PAGE_DIAGNOSTICS, toggle_page, is_page},
    {"Panels", "Expressions", SDLK_e, 0, 0, true, PAGE_EXPRESSIONS, toggle_page, is_page},

    {"Panels", "Springs and colliders", SDLK_k, 0, 0, true, PAGE_SPRINGS, toggle_page, is_page},
    {"Panels", "Materials and textures", SDLK_x, 0, 0, true, PAGE_MATERIALS, toggle_page, is_page},
    {"Panels", "Avatar and permissions", SDLK_a, 0, 0, true, PAGE_AVATAR, toggle_page, is_page},
    {"Panels", "Tracker", SDLK_y, 0, 0, false, PAGE_TRACKER, toggle_page, is_page},
    LINE("Panels"),
    {"Panels", "Side panel", SDLK_F9, 0, 0, false, 0, toggle_panel, has_panel},

    {"Help", "Keys and mouse", SDLK_h, SDLK_F1, 0, false, 0, toggle_help, has_help},
    {"Help", "About", 0, 0, 0, false, 0, about, NULL},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

const action *action_at(size_t index) { return index < ACTION_COUNT ? &actions[index] : NULL; }

bool action_is_possible(const action *c, const viewer *v) {
    if (c->act == next_file) return v->file_count > 1;
    if (c->act == record && picture_format_problem((picture_format)c->value) != NULL) return false;
    if (c->act == toggle_page && c->value == PAGE_TRACKER && !tracker_listens(&v->tracked))
        return false;
    if (c->act == toggle_follow && playing_is_on(&v->play)) return true;
    if (strcmp(c->menu, "Motion") == 0 && !playing_has_motion(&v->play)) return false;
    return v->who.model != NULL || !c->needs_avatar;
}

void action_key_name(const action *c, char *out, size_t size) {
    const char *other = c->other_key != 0 ? SDL_GetKeyName(c->other_key) : "";
    char other_name[24];
    out[0] = '\0';
    if (c->key == 0) return;
    snprintf(other_name, sizeof other_name, "%s", other); /* SDL has one buffer for names */
    snprintf(out, size, "%s%s%s%s",
             c->modifiers == KMOD_CTRL    ? "Ctrl+"
             : c->modifiers == KMOD_SHIFT ? "Shift+"
                                          : "",
             SDL_GetKeyName(c->key), other_name[0] != '\0' ? ", " : "", other_name);
}

/* --- Keys --- */

enum { DIGITS = 10 };

/* 1 to 9 and 0, as they lie on the keyboard. */
static int32_t digit_of(SDL_Keycode key) {
    return key == SDLK_0 ? 9 : key >= SDLK_1 && key <= SDLK_9 ? key - SDLK_1 : -1;
}

const char *action_expression_key(size_t expression) {
    static const char *const digits[DIGITS] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"};
    return expression < DIGITS ? digits[expression] : "";
}

/* The one with these modifiers, or else the one without: Shift+B is B. Ctrl is never left out. */
static const action *action_of(SDL_Keycode key, int modifiers) {
    const action *found = NULL;
    for (size_t i = 0; i < ACTION_COUNT; ++i) {
        const action *c = &actions[i];
        bool is_same = c->key == key || c->other_key == key;
        if (key == 0 || !is_same) continue;
        if (c->modifiers == modifiers) return c;
        if (c->modifiers == 0 && modifiers != KMOD_CTRL) found = c;
    }
    return found;
}

/* What lies over the scene goes first. */
static bool close_windows(viewer *v) {
    bool was_open = v->shows_help || v->shows_about || v->shows_open;
    v->shows_help = v->shows_about = v->shows_open = false;
    return was_open;
}

void actions_press(viewer *v, const SDL_Keysym *key) {
    int modifiers = (key->mod & KMOD_CTRL) != 0    ? KMOD_CTRL
                    : (key->mod & KMOD_SHIFT) != 0 ? KMOD_SHIFT
                                                   : 0;
    const action *found = action_of(key->sym, modifiers);
    if (v->who.model != NULL && digit_of(key->sym) >= 0) {
        viewer_express(v, digit_of(key->sym));
        return;
    }
    if (key->sym == SDLK_ESCAPE && close_windows(v)) return;
    if (key->sym == SDLK_LEFT) v->turning = -120.0f;
    if (key->sym == SDLK_RIGHT) v->turning = 120.0f;
    if (found != NULL && action_is_possible(found, v)) found->act(v, found->value);
}

void actions_release(viewer *v, const SDL_Keysym *key) {
    if (key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT) v->turning = 0.0f;
}
