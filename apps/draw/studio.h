/* Pictures of avatars: what `vrm render` and `vrm thumb` share. */
#ifndef VRM_CLI_STUDIO_H
#define VRM_CLI_STUDIO_H

#include "act.h"
#include "apps/kit/avatar/notes.h"
#include "apps/kit/avatar/player.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/batch/progress.h"
#include "apps/picture/camera.h"
#include "apps/picture/overlay.h"
#include "apps/picture/scene.h"
#include "surface.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/idle.h>
#include <vrm/render.h>
#include <vrm/vrm.h>

enum { STUDIO_EXPRESSIONS = 64 };

typedef enum background_kind {
    BACKGROUND_SOFT, /* a light grey, brighter above */
    BACKGROUND_COLOR,
    BACKGROUND_TRANSPARENT
} background_kind;

typedef enum look_kind { LOOK_CAMERA, LOOK_POINT, LOOK_OFF } look_kind;

/* How a picture is taken. Fill with shot_init. */
typedef struct shot_settings {
    uint32_t width, height; /* 0: as the view has it */
    uint32_t samples;       /* 0: 4, or 1 with supersampling */
    uint32_t supersample;
    background_kind background;
    bool has_background;
    uint8_t color[3];
    /* The camera: framed, unless it is told where it stands. */
    camera_view view;
    bool has_view, has_eye, has_target, has_up, has_yaw, has_light;
    float yaw_degrees, pitch_degrees;
    float fov_degrees, near, far; /* 0: as the view has it */
    vrm_vec3 eye, target, up;
    vrm_light light;
    /* The avatar. */
    bool is_rest_pose;
    bool has_springs;
    look_kind look;
    vrm_vec3 look_at;
    const char *names[STUDIO_EXPRESSIONS];
    float weights[STUDIO_EXPRESSIONS];
    uint32_t expression_count;
    double seconds; /* of idle life before the picture */
    act_kind act;   /* what it does all the while */
    vrm_vec3 wind;
    vrm_clip *clip;                    /* what is played; NULL: nothing */
    double at;                         /* the moment of it, in seconds */
    bool in_place;                     /* it carries the avatar nowhere */
    bool follows;                      /* the camera goes along with the avatar */
    bool is_moving;                    /* more than one moment is shown: the avatar blinks */
    double uv_seconds;                 /* of UV animation alone */
    uint32_t flags;                    /* VRM_RENDER_… */
    vrm_renderer_flags renderer_flags; /* --shortcuts */
    uint32_t show;                     /* SHOW_… */
    bool is_alone;    /* no other picture is taken of the avatar, nor from elsewhere */
    bool takes_any;   /* also a picture in which there is nothing */
    bool is_portrait; /* outlines do not swallow an avatar that is very small */
    /* Draws something over the avatar; NULL: nothing. */
    void (*draw_over)(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar,
                      void *user);
    void *draw_over_user;
} shot_settings;

void shot_init(shot_settings *shot);

/* Where time goes, in milliseconds. */
typedef struct shot_times {
    double load, decode, upload, pose, draw, encode;
} shot_times;

/* A renderer, for as long as the studio or an avatar that it has drawn needs it. */
typedef struct shared_renderer {
    vrm_renderer *renderer;
    vrm_renderer_flags flags;
    uint32_t users;
} shared_renderer;

/* One context for all files; of one thread. */
typedef struct photo_studio {
    draw_surface surface;
    shared_renderer *renderer;
    progress *bar;         /* taken away before something is said; NULL: none */
    memory_budget *budget; /* of the renderer and of what is drawn */
    double start_ms;       /* it took to make them */
    char problem[256];     /* why there is no renderer */
} photo_studio;

/* `few_pictures` as in surface.h. The budget outlives the studio, and the studio `*out_problem`. */
bool studio_open(photo_studio *studio, bool few_pictures, memory_budget *budget,
                 const char **out_problem);
void studio_close(photo_studio *studio);

/* An avatar before the camera. */
typedef struct photo_subject {
    const char *path;
    /* Stops the decoding of images with anything but 0; NULL: nothing does. */
    int32_t (*cancel)(void *user);
    void *cancel_user;
    vrm_model *model;
    vrm_avatar *avatar;
    vrm_render_model *gpu;
    shared_renderer *renderer; /* of the gpu model; NULL: there is none */
    vrm_idle idle;
    double age;         /* seconds that it has lived before the camera */
    clip_player player; /* of the shot's clip; its clip is NULL where there is none */
    double moment;      /* of the motion, in seconds */
    vrm_vec3 anchor;    /* where the camera has seen the bone that it follows */
    vrm_extent *extent; /* of the pose that the camera was placed for */
    shot_times times;
    file_notes notes;  /* what has been said of it */
    char problem[240]; /* room for a sentence of the renderer */
    bool has_left_out; /* triangles, which has been said */
} photo_subject;

/* Poses the avatar of a subject that has a path, a model and notes, lets its springs come to rest,
 * and hands it to the renderer. False: it has been said on standard error why, and stands in the
 * notes; close it all the same. */
bool subject_prepare(photo_studio *studio, const shot_settings *shot, const file_limits *limits,
                     photo_subject *subject);
/* Says why there is no picture, unless that has been said. */
void subject_fail(photo_subject *subject, progress *bar, const char *problem);
void subject_close(photo_subject *subject);

/* Lets time pass as idle life has it, in steps of 1/60 s. */
void subject_live(photo_subject *subject, const shot_settings *shot, double seconds);

/* The camera of a shot, `turn_degrees` further about the avatar; `for_all_sides` as in camera.h. */
void shot_camera(const shot_settings *shot, const photo_subject *subject, float turn_degrees,
                 bool for_all_sides, camera_place *out);

/*
 * Takes a picture into `out_pixels`: width * height times red, green, blue and straight alpha. The
 * shot has its size. `turn_degrees` turns the light too where the shot does not say whence it
 * comes. False, with one sentence.
 */
bool studio_take(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                 const camera_place *camera, float turn_degrees, uint8_t *out_pixels,
                 const char **out_problem);

/* The same in two steps: `before` reads the picture before the one that was drawn last. */
bool studio_draw(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                 const camera_place *camera, float turn_degrees, const char **out_problem);
bool studio_read(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                 bool before, uint8_t *out_pixels, const char **out_problem);

/* Sets lookAt as the shot has it; called by subject_prepare for the camera of the first picture. */
void subject_look(photo_subject *subject, const shot_settings *shot, const camera_place *camera);

#endif
