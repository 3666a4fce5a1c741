/* How large an avatar is, and where its head is: what a camera wants to know. */
#ifndef VRM_KIT_MEASURE_H
#define VRM_KIT_MEASURE_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

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
    bool has_portrait;    /* the head is near its bone, and not all there is */
    bool has_hips;
    vrm_vec3 hips;
} measure;

/* Skins on the processor; morph targets are left out. False: there is not enough memory. An avatar
 * without a mesh is measured by its nodes. */
bool measure_avatar(const vrm_avatar *avatar, measure *out);
/* Lets a measure reach as far as another one too: what a camera must see of an avatar that moves.
 * Head and hips stay as they are. False: there is not enough memory. */
bool measure_include(measure *measured, const measure *other);
void measure_release(measure *measured);

#endif
