/* The state of the window, and what the mouse does to it. */
#ifndef VRM_VIEW_VIEWER_H
#define VRM_VIEW_VIEWER_H

#include "actions.h"
#include "actor.h"
#include "apps/kit/avatar/diagnostics.h"
#include "apps/picture/canvas.h"
#include "apps/picture/mark.h"
#include "backdrop.h"
#include "orbit.h"
#include "record.h"
#include "tracker.h"
#include "watch.h"

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum look_at_kind {
    LOOK_AT_CURSOR,
    LOOK_AT_CAMERA,
    LOOK_AT_AHEAD,
    LOOK_AT_COUNT
} look_at_kind;
typedef enum drag_kind { DRAG_NONE, DRAG_TURN, DRAG_PAN, DRAG_AVATAR } drag_kind;
typedef enum shot_kind { SHOT_NONE, SHOT_AS_SEEN, SHOT_TRANSPARENT } shot_kind;

/* The pages of the side panel. */
typedef enum page_kind {
    PAGE_DIAGNOSTICS,
    PAGE_EXPRESSIONS,
    PAGE_SPRINGS,
    PAGE_MATERIALS,
    PAGE_AVATAR,
    PAGE_TRACKER,
    PAGE_COUNT
} page_kind;

/* Where the scene is in the window: what menus and panels leave of it. In points, as the mouse
 * counts; from the upper left. */
typedef struct scene_area {
    int x, y, width, height;
} scene_area;

typedef struct viewer {
    SDL_Window *window;
    SDL_GLContext context;
    int width, height;                  /* of the window, in points */
    uint32_t pixel_width, pixel_height; /* in pixels, as GL counts */
    scene_area area;
    struct ui *ui; /* menus and panels (ui.h) */
    vrm_renderer *renderer;
    bool has_said_problem; /* the renderer's, which stays */
    canvas scene;          /* the scene, without words */
    backdrop behind;
    /* What is shown. */
    char **files;
    int file_count, file; /* the one that is shown; -1: one that was dropped, or none */
    char *path;           /* of the file that is shown, or NULL */
    file_watch watch;     /* of that file */
    bool ignores_changes; /* the file is not loaded again when it changes */
    actor who;            /* model NULL: nobody is there */
    playing play;         /* the motion */
    tracker tracked;      /* and what moves the avatar over it */
    bool stays;           /* the camera does not go along with a motion */
    diagnostic_groups diagnostics;
    mark marked;
    const void *marked_by; /* the diagnostic, or what else was clicked */
    int32_t spring;        /* the one whose settings are shown, or VRM_NONE */
    int32_t joint;         /* the one of them that sliders move, or VRM_ALL */
    orbit camera;
    float first_person_yaw, first_person_pitch; /* degrees from straight ahead */
    uint32_t show;                              /* SHOW_… */
    uint32_t flags;                             /* VRM_RENDER_… */
    float light_degrees;
    backdrop_kind background;
    look_at_kind look_at;
    bool is_paused, is_slow, is_aside, hides_floor;
    bool shows_help, shows_about, shows_open, shows_panel;
    page_kind page; /* of the panel */
    shot_kind wants_shot;
    recording film;
    bool wants_to_quit;
    const action *wanted;  /* chosen in a menu; done once all menus are drawn */
    int wanted_expression; /* likewise, or VRM_NONE */
    int steps;             /* frames to go while paused */
    /* The hand. */
    drag_kind drag;
    int mouse_x, mouse_y; /* in the scene */
    int press_x, press_y; /* where a button was pressed */
    bool has_mouse;       /* within the window */
    float turning;        /* degrees a second, while a key is held */
    /* Words at the bottom, and until when. */
    char words[512];
    double words_until;
    double now; /* seconds */
    /* How fast it is: in words, twice a second. */
    double update_ms, speed_since;
    int speed_frames;
    char speed[80];
} viewer;

/* Shows a text for a moment, in the language of the process: say_to of the window (language.h). */
void viewer_say(viewer *v, const char *english, ...);

/* Shows another file; on failure says so in the window, and all stays as it was. */
bool viewer_open_file(viewer *v, const char *path);
/* Plays a motion; on failure says so in the window. */
bool viewer_play_file(viewer *v, const char *path);
/* Shows an avatar, or plays a motion: the file is told by its content. */
void viewer_take_file(viewer *v, const char *path);
/* Loads the same file anew, with pose, expressions, gaze and camera as they are; likewise. */
bool viewer_reload(viewer *v);
/* Loads it anew if it has changed. */
void viewer_watch(viewer *v);
/* Reads what a tracker has sent. */
void viewer_track(viewer *v);
/* Forgets the avatar. */
void viewer_close_file(viewer *v);
/* Marks a part of the avatar, or nothing. */
void viewer_mark(viewer *v, mark m);
/* How many diagnostics the page of diagnostics shows. */
uint32_t viewer_diagnostic_count(const viewer *v);
/* Marks a part for something that was clicked; if it was so already, takes the mark away. */
void viewer_toggle_mark(viewer *v, const void *what, mark m);
/* Chooses the spring whose settings are shown, and marks it; VRM_NONE: none. */
void viewer_choose_spring(viewer *v, int32_t spring);
/* Frames the avatar as it stands now. */
void viewer_frame(viewer *v, camera_view view);
/* Shows an expression, or none if it is the one that is shown. */
void viewer_express(viewer *v, int32_t expression);

/* Where the camera is now; first person or not. */
void viewer_camera(const viewer *v, camera_place *out);

/* A key, the mouse, a file that is dropped. Keys and mouse are not for the scene while menus and
 * panels want them. */
void viewer_event(viewer *v, const SDL_Event *event);

/* --- The window anew (refresh.c) --- */

/* Where the scene is, and its canvas: before anything is drawn. False: the window has no size. */
bool viewer_fit(viewer *v);
void viewer_refresh(viewer *v, float dt);
/* The camera and the light of the scene. */
void viewer_look(const viewer *v, vrm_view *out);
/* What is drawn into the canvas. */
void viewer_draw_scene(viewer *v, bool is_transparent);

/* --- Pictures (shot.c) --- */

/* Saves what is in the canvas, or the avatar alone, if that is wanted. */
void viewer_take_shot(viewer *v);
/* The first name that is free, "vrm-view-001.png": a picture never takes the place of another. */
bool shot_free_name(const char *ending, char *out, size_t size);
/* The canvas as pixels of a file; or the avatar alone. */
void shot_read_pixels(viewer *v, bool is_transparent, uint8_t *out);

#endif
