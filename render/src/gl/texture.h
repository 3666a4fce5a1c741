/* Images of a model as textures. */
#ifndef VRMR_TEXTURE_H
#define VRMR_TEXTURE_H

#include "gl.h"
#include "render/src/image/image.h"

#include <stdbool.h>
#include <vrm/render.h>

/* An image of the file. */
typedef struct vrmr_image_slot {
    gl_uint textures[2]; /* as it is, and as sRGB; 0: not needed */
    int32_t status;      /* VRM_IMAGE_STATE_… */
    int32_t first;       /* the first image that has the same bytes: its textures are shown */
    uint8_t color[4];    /* where it has only one … */
    uint8_t is_plain;    /* … which is 1 here */
    uint8_t use;         /* bits of texture.c; 0: nothing shows it */
    /* Of its uses, the least of what vrmr_material says; 0: at least one use does not know. */
    float uv_per_pixel;
    uint32_t width, height; /* of its textures */
    uint64_t bytes;         /* of all of them, with their levels */
} vrmr_image_slot;

/* What takes the place of textures. */
void vrmr_placeholders_create(vrm_renderer *renderer);
void vrmr_placeholders_release(vrm_renderer *renderer);
/* Makes the textures of all materials. False: memory was refused. */
bool vrmr_textures_create(vrm_render_model *model);
void vrmr_textures_release(vrm_render_model *model);

#endif
