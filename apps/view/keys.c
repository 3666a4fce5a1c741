/* What keys do: one table, from which the help panel is made too. */
#include "apps/picture/overlay.h"
#include "viewer.h"

#include <stdio.h>
#include <string.h>

typedef void key_action(viewer *v);

static const char *on_off(bool is_on) { return is_on ? "on" : "off"; }

/* --- Expressions --- */

static void express(viewer *v, int32_t expression) {
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    if (expression < 0 || (uint32_t)expression >= tables->expression_count) {
        viewer_say(v, "there is no such expression");
    } else if (v->who.expression == expression) {
        actor_express(&v->who, VRM_NONE);
        viewer_say(v, "no expression");
    } else {
        actor_express(&v->who, expression);
        viewer_say(v, "%s", tables->expressions[expression].name.data);
    }
}

/* Through all of them, and none. */
static void step_expression(viewer *v, int32_t step) {
    int32_t count = (int32_t)vrm_model_tables(v->who.model)->expression_count;
    int32_t next = (v->who.expression + 1 + step + count + 1) % (count + 1) - 1;
    actor_express(&v->who, VRM_NONE);
    if (next >= 0) {
        express(v, next);
    } else {
        viewer_say(v, "no expression");
    }
}

static void next_expression(viewer *v) { step_expression(v, 1); }
static void last_expression(viewer *v) { step_expression(v, -1); }

/* --- Time and motion --- */

static void pause_time(viewer *v) {
    v->is_paused = !v->is_paused;
    viewer_say(v, v->is_paused ? "paused" : "running");
}

static void step_time(viewer *v) {
    v->is_paused = true;
    ++v->steps;
    viewer_say(v, "paused: one frame forward");
}

static void slow_time(viewer *v) {
    v->is_slow = !v->is_slow;
    viewer_say(v, "slow motion %s", on_off(v->is_slow));
}

static void idle(viewer *v) {
    v->who.is_idle = !v->who.is_idle;
    viewer_say(v, "idle life %s", on_off(v->who.is_idle));
}

static void look_at(viewer *v) {
    static const char *const names[LOOK_AT_COUNT] = {"the cursor", "the camera", "straight ahead"};
    v->look_at = (look_at_kind)((v->look_at + 1) % LOOK_AT_COUNT);
    viewer_say(v, "looks at %s", names[v->look_at]);
}

static void wind(viewer *v) {
    static const char *const names[WIND_COUNT] = {"off", "a breeze", "strong"};
    v->who.wind = (v->who.wind + 1) % WIND_COUNT;
    viewer_say(v, "wind: %s", names[v->who.wind]);
}

/* To the side, or back: far enough that hair would fly. */
static vrm_vec3 other_place(viewer *v) {
    vrm_vec3 place = v->who.root.translation;
    v->is_aside = !v->is_aside;
    place.x += (v->is_aside ? 0.35f : -0.35f) * v->who.size;
    return place;
}

static void teleport(viewer *v) {
    actor_teleport(&v->who, other_place(v));
    viewer_say(v, "teleported: hair keeps its shape");
}

static void jump(viewer *v) {
    vrm_vec3 from = v->who.root.translation, to = other_place(v);
    actor_move(&v->who, vrm_vec3_make(to.x - from.x, to.y - from.y, to.z - from.z));
    viewer_say(v, "moved without teleport: hair swings");
}

static void put_back(viewer *v) {
    actor_reset(&v->who);
    v->is_aside = false;
    v->camera.yaw_degrees = v->camera.pitch_degrees = 0.0f;
    viewer_frame(v, VIEW_FULL);
    viewer_say(v, "back at the origin");
}

/* --- What is seen --- */

static void toggle_show(viewer *v, uint32_t what, const char *name) {
    v->show ^= what;
    viewer_say(v, "%s %s", name, on_off((v->show & what) != 0));
}

static void skeleton(viewer *v) { toggle_show(v, SHOW_SKELETON, "skeleton"); }
static void colliders(viewer *v) { toggle_show(v, SHOW_COLLIDERS, "colliders"); }
static void joints(viewer *v) { toggle_show(v, SHOW_JOINTS, "spring joints"); }

static void outline(viewer *v) {
    v->flags ^= VRM_RENDER_NO_OUTLINE;
    viewer_say(v, "outlines %s", on_off((v->flags & VRM_RENDER_NO_OUTLINE) == 0));
}

static void first_person(viewer *v) {
    v->flags ^= VRM_RENDER_FIRST_PERSON;
    v->first_person_yaw = 0.0f;
    v->first_person_pitch = 50.0f;
    viewer_say(v, (v->flags & VRM_RENDER_FIRST_PERSON) != 0 ? "first person" : "third person");
}

static void light(viewer *v) {
    v->light_degrees = v->light_degrees >= 180.0f ? -135.0f : v->light_degrees + 45.0f;
    viewer_say(v, "light turned by %.0f degrees", (double)v->light_degrees);
}

static void view_full(viewer *v) { viewer_frame(v, VIEW_FULL); }
static void view_upper(viewer *v) { viewer_frame(v, VIEW_UPPER); }
static void view_face(viewer *v) { viewer_frame(v, VIEW_FACE); }

static void take_picture(viewer *v) { v->wants_picture = true; }

/* --- The window --- */

static void next_file(viewer *v) {
    if (v->file_count > 1) viewer_open_file(v, v->files[v->file = (v->file + 1) % v->file_count]);
}

static void full_screen(viewer *v) {
    bool is_full = (SDL_GetWindowFlags(v->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(v->window, is_full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void help(viewer *v) { v->shows_help = !v->shows_help; }
static void quit(viewer *v) { v->wants_to_quit = true; }

typedef struct key_entry {
    SDL_Keycode key;
    bool with_shift;
    bool needs_avatar;
    const char *label; /* NULL: another key for the entry above */
    const char *text;
    key_action *act;
} key_entry;

static const key_entry entries[] = {
    {SDLK_PAGEDOWN, false, true, "Page Down, Up", "next, previous expression", next_expression},
    {SDLK_PAGEUP, false, true, NULL, NULL, last_expression},
    {SDLK_SPACE, false, true, "Space", "pause", pause_time},
    {SDLK_PERIOD, false, true, ".", "one frame forward", step_time},
    {SDLK_m, false, true, "M", "slow motion", slow_time},
    {SDLK_i, false, true, "I", "idle life", idle},
    {SDLK_g, false, true, "G", "look at cursor, camera, ahead", look_at},
    {SDLK_w, false, true, "W", "wind", wind},
    {SDLK_t, false, true, "T", "teleport", teleport},
    {SDLK_t, true, true, "Shift T", "the same, but hair swings", jump},
    {SDLK_r, false, true, "R", "back to the origin", put_back},
    {SDLK_f, false, true, "F, U, V", "frame all, upper body, face", view_full},
    {SDLK_u, false, true, NULL, NULL, view_upper},
    {SDLK_v, false, true, NULL, NULL, view_face},
    {SDLK_p, false, true, "P", "first person", first_person},
    {SDLK_b, false, true, "B, C, J", "bones, colliders, spring joints", skeleton},
    {SDLK_c, false, true, NULL, NULL, colliders},
    {SDLK_j, false, true, NULL, NULL, joints},
    {SDLK_o, false, true, "O", "outlines", outline},
    {SDLK_l, false, true, "L", "turn the light", light},
    {SDLK_s, false, true, "S", "save a picture", take_picture},
    {SDLK_TAB, false, false, "Tab", "next file", next_file},
    {SDLK_F11, false, false, "F11", "full screen", full_screen},
    {SDLK_h, false, false, "H", "this help", help},
    {SDLK_F1, false, false, NULL, NULL, help},
    {SDLK_q, false, false, "Q, Esc", "quit", quit},
    {SDLK_ESCAPE, false, false, NULL, NULL, quit},
};

enum { ENTRY_COUNT = sizeof entries / sizeof entries[0], DIGITS = 10 };

/* 1 to 9 and 0, as they lie on the keyboard. */
static int32_t digit_of(SDL_Keycode key) {
    return key == SDLK_0 ? 9 : key >= SDLK_1 && key <= SDLK_9 ? key - SDLK_1 : -1;
}

void keys_press(viewer *v, const SDL_Keysym *key) {
    bool has_shift = (key->mod & KMOD_SHIFT) != 0, is_there = v->who.model != NULL;
    const key_entry *found = NULL;
    if (is_there && digit_of(key->sym) >= 0) {
        express(v, digit_of(key->sym));
        return;
    }
    if (key->sym == SDLK_LEFT) v->turning = -120.0f;
    if (key->sym == SDLK_RIGHT) v->turning = 120.0f;
    for (size_t i = 0; i < ENTRY_COUNT; ++i) {
        if (entries[i].key != key->sym) continue;
        if (found == NULL || entries[i].with_shift == has_shift) found = &entries[i];
    }
    if (found != NULL && (is_there || !found->needs_avatar)) found->act(v);
}

void keys_release(viewer *v, const SDL_Keysym *key) {
    if (key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT) v->turning = 0.0f;
}

static void append(char *out, size_t size, const char *key, const char *text) {
    size_t length = strlen(out);
    snprintf(out + length, size - length, "%s\t%s\n", key, text);
}

/* Those that have a key, and the one that is shown. */
void keys_describe_expressions(const viewer *v, char *out, size_t size) {
    static const char *const digits[DIGITS] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"};
    const vrm_tables *tables = vrm_model_tables(v->who.model);
    out[0] = '\0';
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        bool is_shown = v->who.expression == (int32_t)i;
        char key[8], name[40];
        if (i >= DIGITS && !is_shown) continue;
        snprintf(key, sizeof key, "%s%s", i < DIGITS ? digits[i] : "", is_shown ? "*" : "");
        vrm_string_printable(tables->expressions[i].name, name, sizeof name);
        append(out, size, key, name);
    }
}

void keys_describe(const viewer *v, char *out, size_t size) {
    out[0] = '\0';
    append(out, size, "drag, wheel", "turn the view, zoom");
    append(out, size, "right drag", "move the avatar");
    append(out, size, "middle drag", "move the view");
    append(out, size, "Left, Right", "turn the avatar");
    append(out, size, "1 to 9, 0", "expressions");
    for (size_t i = 0; i < ENTRY_COUNT; ++i) {
        if (entries[i].label == NULL) continue;
        if (entries[i].key == SDLK_TAB && v->file_count < 2) continue;
        append(out, size, entries[i].label, entries[i].text);
    }
}
