/* The state of the window, and what keys and mouse do to it. */
#ifndef VRM_VIEW_VIEWER_H
#define VRM_VIEW_VIEWER_H

#include "actor.h"
#include "apps/picture/canvas.h"
#include "orbit.h"
#include "panel.h"

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

typedef struct viewer {
    SDL_Window *window;
    SDL_GLContext context;
    int width, height;                  /* of the window, as the mouse counts */
    uint32_t pixel_width, pixel_height; /* as GL counts */
    vrm_renderer *renderer;
    bool has_said_problem; /* the renderer's, which stays */
    canvas canvas;         /* the scene, without words */
    panel_painter painter;
    panel help, expressions, toast;
    /* What is shown. */
    char **files;
    int file_count, file; /* the one that is shown; -1: one that was dropped, or none */
    actor who;            /* model NULL: nobody is there */
    orbit camera;
    float first_person_yaw, first_person_pitch; /* degrees from straight ahead */
    uint32_t show;                              /* SHOW_… */
    uint32_t flags;                             /* VRM_RENDER_… */
    float light_degrees;
    look_at_kind look_at;
    bool is_paused, is_slow, shows_help, is_aside;
    bool wants_picture, wants_to_quit;
    int steps; /* frames to go while paused */
    /* The hand. */
    drag_kind drag;
    int mouse_x, mouse_y;
    bool has_mouse; /* within the window */
    float turning;  /* degrees a second, while a key is held */
    /* Words at the bottom, and until when. */
    char words[256];
    double words_until;
    double now; /* seconds */
    /* How fast it is: in words, twice a second. */
    double update_ms, speed_since;
    int speed_frames;
    char speed[80];
} viewer;

/* Words for a moment. */
void viewer_say(viewer *v, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Shows another file; on failure says so in the window, and all stays as it was. */
bool viewer_open_file(viewer *v, const char *path);
/* Frames the avatar as it stands now. */
void viewer_frame(viewer *v, camera_view view);

/* Where the camera is now; first person or not. */
void viewer_camera(const viewer *v, camera_place *out);

void viewer_event(viewer *v, const SDL_Event *event);

/* --- Keys (keys.c) --- */

void keys_press(viewer *v, const SDL_Keysym *key);
void keys_release(viewer *v, const SDL_Keysym *key);
/* All keys and what they do, for the help panel: lines with a tab. */
void keys_describe(const viewer *v, char *out, size_t size);
void keys_describe_expressions(const viewer *v, char *out, size_t size);

/* --- The window anew (refresh.c) --- */

void viewer_refresh(viewer *v, float dt);

#endif
