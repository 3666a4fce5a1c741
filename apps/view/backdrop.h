/* What is behind the avatar: a gradient, or one colour. */
#ifndef VRM_VIEW_BACKDROP_H
#define VRM_VIEW_BACKDROP_H

#include <stdbool.h>
#include <stdint.h>

typedef enum backdrop_kind {
    BACKDROP_LIGHT, /* as pictures of `vrm render` have it */
    BACKDROP_DARK,
    BACKDROP_WHITE,
    BACKDROP_GREEN, /* to be replaced in a film */
    BACKDROP_COUNT
} backdrop_kind;

/* What draws it: one program of GL, and a texture for each kind. */
typedef struct backdrop {
    uint32_t program, vertices;
    uint32_t textures[BACKDROP_COUNT];
} backdrop;

/* False: GL does not compile the shaders. */
bool backdrop_open(backdrop *b);
void backdrop_close(backdrop *b);

/* Fills the viewport. */
void backdrop_draw(const backdrop *b, backdrop_kind kind);

#endif
