/* Programs of GL, compiled when they are first needed, one for each set of features. */
#ifndef VRMR_PROGRAM_H
#define VRMR_PROGRAM_H

#include "gl.h"

#include <vrm/render.h>

/*
 * What shaders are compiled with; each is a #define of the same name. What costs little where it is
 * not needed is always there, and outlines are drawn with the program of their surface.
 */
#define VRMR_FEATURES(X)                                                                           \
    X(MTOON)                                                                                       \
    X(UNLIT)                                                                                       \
    X(MATRIX_TEXTURE)                                                                              \
    X(ALPHA_MASK)                                                                                  \
    X(FLAT)                                                                                        \
    X(LINEAR_OUTPUT)                                                                               \
    X(ENCODED_COLORS)                                                                              \
    X(ENVIRONMENT)                                                                                 \
    X(UV_ANIMATION_MASK)                                                                           \
    X(SLOT_UV)                                                                                     \
    X(BASE_TEXTURE)                                                                                \
    X(SHADE_TEXTURE)                                                                               \
    X(SHIFT_TEXTURE)                                                                               \
    X(NORMAL_TEXTURE)                                                                              \
    X(EMISSIVE_TEXTURE)                                                                            \
    X(MATCAP_TEXTURE)                                                                              \
    X(RIM_TEXTURE)                                                                                 \
    X(OUTLINE_TEXTURE)                                                                             \
    X(METALLIC_ROUGHNESS_TEXTURE)                                                                  \
    X(OCCLUSION_TEXTURE)

enum {
#define X(name) VRMR_BIT_##name,
    VRMR_FEATURES(X)
#undef X
        VRMR_FEATURE_COUNT
};
enum {
#define X(name) VRMR_##name = 1 << VRMR_BIT_##name,
    VRMR_FEATURES(X)
#undef X
        VRMR_SKIN_SETS = 1 << VRMR_FEATURE_COUNT /* times the sets of joints, 1 to 4; 0: vertices
                                                    are in the world */
};
enum { VRMR_MAX_SKIN_SETS = 4 };

/* Texture units. What a program does not use is not bound. */
enum {
    VRMR_UNIT_MATRICES = 0,
    VRMR_UNIT_BASE = 1,
    VRMR_UNIT_NORMAL = 2,
    VRMR_UNIT_EMISSIVE = 3,
    VRMR_UNIT_SHADE = 4, /* of MToon */
    VRMR_UNIT_SHIFT = 5,
    VRMR_UNIT_MATCAP = 6,
    VRMR_UNIT_RIM = 7,
    VRMR_UNIT_OUTLINE = 8,
    VRMR_UNIT_MASK = 9,
    VRMR_UNIT_METALLIC_ROUGHNESS = 10,
    VRMR_UNIT_OCCLUSION = 11,
    VRMR_UNIT_COUNT = 12
};

/* Bindings of uniform buffers, and attributes of vertices, as the shaders have them. */
enum { VRMR_BINDING_VIEW = 0, VRMR_BINDING_MATERIAL = 1, VRMR_BINDING_MATRICES = 2 };
/* Matrices: three rows of four floats each. As many as the smallest uniform block that GL must have
 * can hold; meshes with more take them from a texture. */
enum { VRMR_MATRIX_FLOATS = 12, VRMR_BLOCK_MATRICES = 341, VRMR_ROW_MATRICES = 512 };
enum {
    VRMR_ATTRIBUTE_POSITION = 0,
    VRMR_ATTRIBUTE_NORMAL = 1,
    VRMR_ATTRIBUTE_UV = 2,
    VRMR_ATTRIBUTE_COLOR = 3,
    VRMR_ATTRIBUTE_JOINTS = 4 /* and weights behind each: 4 to 11 */
};

typedef struct vrmr_program {
    uint32_t features;
    gl_uint program;  /* 0: does not compile; what needs it is not drawn */
    gl_uint pipeline; /* 0: the program has both stages; else this has two programs */
    gl_uint vertex;   /* the program that has the uniforms of vertices */
    gl_int matrix, outline, influences; /* their locations, where there are any */
} vrmr_program;

/* A program of one stage, which several pipelines share. */
typedef struct vrmr_stage {
    uint32_t features; /* that matter to it */
    gl_uint program;
} vrmr_stage;

/* The features of the program that draws what needs these; where GL runs on the processor, more
 * than these. */
uint32_t vrmr_program_features(const vrm_renderer *renderer, uint32_t needed);
/* NULL: memory was refused, or it does not compile (vrm_renderer_problem). Valid until the next
 * call. */
vrmr_program *vrmr_program_get(vrm_renderer *renderer, uint32_t features);
void vrmr_programs_release(vrm_renderer *renderer);
gl_uint vrmr_program_build(vrm_renderer *renderer, const char *const *vertex, gl_int vertex_count,
                           const char *const *fragment, gl_int fragment_count);
/* "#version …" and precisions. */
const char *vrmr_shader_header(const vrm_renderer *renderer);

#endif
