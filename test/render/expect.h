/*
 * What a pixel of a scene should be: requirements 6.11 on the processor, with the functions of
 * render.h, of the loaded tables and the frame. Textures are sampled at the nearest texel.
 */
#ifndef VRM_TEST_RENDER_EXPECT_H
#define VRM_TEST_RENDER_EXPECT_H

#include "render/scene.h"

/* The point of a patch that the middle of a pixel shows. */
typedef struct point {
    vrm_vec3 normal; /* with back face and normal map */
    vrm_vec3 to_eye;
    vrm_vec2 uv[2];
} point;

/* The shading of MToon, linear, and the alpha, of a patch's surface at a pixel. */
void expect_mtoon(const shot *taken, int which, int x, int y, float out[4]);

/* Fails unless the pixel is what expect_mtoon says, within 2/255, on the opaque patch. */
bool check_reference(const shot *taken, int which, int x, int y);

/* The texel of a texture that a slot of a patch's material shows, after UV animation and transform;
 * white where there is no texture. `slot` is VRM_TEXTURE_SLOT_… */
void expect_texel(const shot *taken, int which, const point *at, int slot, float out[4]);

#endif
