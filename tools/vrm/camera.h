/* Where the camera stands, told from the avatar itself: tiny and huge ones fill the picture alike.
 */
#ifndef VRM_CLI_CAMERA_H
#define VRM_CLI_CAMERA_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

typedef struct camera_place {
    vrm_vec3 eye, target, up;
    float fov_degrees; /* vertical */
    float near, far;
} camera_place;

/* An avatar in its present frame, vertex by vertex. */
typedef struct measure {
    vrm_vec3 *points;
    uint32_t point_count;
    vrm_vec3 least, most; /* of all points */
    bool has_head;        /* a head bone, and vertices on it */
    vrm_vec3 head;        /* the bone: at the chin, or a little below */
    float head_height;    /* from there to the crown, with hair, ears and hats within reason */
    float head_width;     /* half of it */
    float head_depth;     /* how far the face is in front of the bone */
    bool has_hips;
    vrm_vec3 hips;
} measure;

/* Skins on the processor; morph targets are left out. False: there is not enough memory. An avatar
 * without a mesh is measured by its nodes. */
bool measure_avatar(const vrm_avatar *avatar, measure *out);
void measure_release(measure *measured);

typedef enum camera_view {
    VIEW_FULL,     /* all of it */
    VIEW_UPPER,    /* from the hips up */
    VIEW_PORTRAIT, /* head and shoulders */
    VIEW_FACE      /* the head */
} camera_view;

/* How to look: turned about the avatar, `yaw_degrees` to its left, and from above. */
typedef struct camera_angle {
    float yaw_degrees, pitch_degrees;
    float fov_degrees;
    float aspect;       /* width by height */
    bool for_all_sides; /* far enough for any yaw */
} camera_angle;

/* A file without the bones that a view is told from is shown in full. */
void camera_frame(const measure *measured, camera_view view, const camera_angle *angle,
                  camera_place *out);

/* Through the avatar's eyes, ahead and down at its hands and feet. */
void camera_first_person(const vrm_avatar *avatar, camera_place *out);

#endif
