/*
 * render.h: draws avatars with OpenGL ES 3.0, OpenGL 3.3 core or WebGL 2.
 *
 * A library of its own (vrm::render), on the public face of libvrm alone. The host has made the
 * context and made it current; all calls come from that thread. The renderer changes GL state and
 * says below what it leaves behind. It draws into whatever framebuffer is bound.
 *
 *   vrm_renderer        the programs and what all models share; one for each context
 *   vrm_render_model    meshes and textures of a model on the GPU; shared by its avatars
 *
 * Nothing is kept of an avatar: a draw reads the arrays of its frame.
 *
 * Colours are linear in the shaders and written as sRGB bytes (VRM_RENDER_LINEAR leaves them
 * linear, for a host with a framebuffer of its own kind). Blending is that of the framebuffer: in
 * one that was cleared to nothing (0, 0, 0, 0), colours are then multiplied with alpha.
 *
 * Programs are compiled when a material first needs them. Render models go before their renderer.
 */
#ifndef VRM_RENDER_H
#define VRM_RENDER_H

#include <vrm/vrm.h>

/* The renderer is a static library: on Windows its functions are never those of a DLL, as libvrm's
 * may be. */
#if !defined(_WIN32)
#define VRM_RENDER_API VRM_API
#elif defined(__cplusplus)
#define VRM_RENDER_API extern "C"
#else
#define VRM_RENDER_API extern
#endif

typedef struct vrm_renderer vrm_renderer;
typedef struct vrm_render_model vrm_render_model;

/* How many programs are compiled. A GPU draws fastest with a program for each kind of material.
 * Where GL runs on the processor, to compile a program takes longer than to draw a picture, and few
 * programs draw all. Neither flag: as the name of GL's renderer says. */
enum { VRM_RENDERER_FEW_PROGRAMS = 1, VRM_RENDERER_MANY_PROGRAMS = 2 };

/* Fill with vrm_renderer_desc_init, then change what you need. */
typedef struct vrm_renderer_desc {
    uint32_t struct_size;
    uint32_t flags; /* VRM_RENDERER_…; 0 */
    /* Finds a GL function by name, such as eglGetProcAddress or SDL_GL_GetProcAddress. Required. */
    void *(*get_proc)(const char *name, void *user);
    void *user;
    const vrm_allocator *allocator; /* NULL: malloc and free */
} vrm_renderer_desc;

VRM_RENDER_API void vrm_renderer_desc_init_sized(vrm_renderer_desc *desc, size_t struct_size);
#define vrm_renderer_desc_init(desc) vrm_renderer_desc_init_sized((desc), sizeof *(desc))

/* NULL: no GL, too old a GL, a program that does not compile, or memory was refused;
 * `out_problem`, where it is not NULL, then points at a sentence, static or owned by nobody. */
VRM_RENDER_API vrm_renderer *vrm_renderer_create(const vrm_renderer_desc *desc,
                                                 const char **out_problem);
VRM_RENDER_API void vrm_renderer_destroy(vrm_renderer *renderer);
/* The first thing that went wrong since: a program that a material needs and that does not compile
 * (what needs it is not drawn), or, in debug builds, a GL error. NULL: nothing. */
VRM_RENDER_API const char *vrm_renderer_problem(const vrm_renderer *renderer);

/* What images of a file may cost; 0 in any field means its default. */
typedef struct vrm_image_limits {
    uint32_t max_size;    /* pixels of the longer side as decoded: 16,384 */
    uint32_t max_texture; /* larger ones are halved until they fit: 4,096, or the GL's limit */
    uint64_t max_bytes;   /* of all decoded images of a model together: 1 GiB */
} vrm_image_limits;

/* What became of an image. */
enum {
    VRM_IMAGE_GOOD = 0,
    VRM_IMAGE_MISSING = 1,  /* no bytes: external, dropped, or out of range */
    VRM_IMAGE_UNKNOWN = 2,  /* neither PNG, JPEG nor WebP, or built without that decoder */
    VRM_IMAGE_DAMAGED = 3,  /* cut short, or wrong inside */
    VRM_IMAGE_TOO_LARGE = 4 /* beyond a limit */
};

/*
 * Uploads what is drawn of a model; images that nothing shows are not decoded. Images that cannot
 * be shown become a placeholder (one grey pixel; flat blue for normal maps), and
 * `vrm_render_model_image` says why. NULL: memory was refused. The model's payload may be dropped
 * afterwards.
 */
VRM_RENDER_API vrm_render_model *vrm_render_model_create(vrm_renderer *renderer, vrm_model *model,
                                                         const vrm_image_limits *limits);
VRM_RENDER_API void vrm_render_model_destroy(vrm_render_model *model);
VRM_RENDER_API int32_t vrm_render_model_image(const vrm_render_model *model,
                                              int32_t image); /* VRM_IMAGE_… */

/* Where it was spent, in milliseconds; of the last vrm_render_model_create. */
typedef struct vrm_render_times {
    double decode, upload;
} vrm_render_times;
VRM_RENDER_API void vrm_render_model_times(const vrm_render_model *model, vrm_render_times *out);

enum {
    VRM_RENDER_FIRST_PERSON = 1, /* what the first-person camera sees (FP-002 to FP-005) */
    VRM_RENDER_NO_OUTLINE = 2,
    VRM_RENDER_LINEAR = 4 /* linear colours into the framebuffer */
};

/* One light from afar, and light from all around. */
typedef struct vrm_light {
    vrm_vec3 direction; /* from the surface to the light, world space; need not be unit length */
    float color[3];     /* linear; 1 on a fully lit point gives exactly the base colour (MT-042) */
    float sky[3];       /* gi from above … */
    float ground[3];    /* … and from below; equal for ambient light */
} vrm_light;

/* Fill with vrm_view_init: identity, light from the front, no gi. */
typedef struct vrm_view {
    vrm_mat4 view;       /* world to eye */
    vrm_mat4 projection; /* eye to clip, GL convention */
    vrm_light light;
    uint32_t width, height; /* of the viewport, in pixels (outlines in screen space) */
    uint32_t flags;         /* VRM_RENDER_… */
    uint32_t reserved;
} vrm_view;

VRM_RENDER_API void vrm_view_init(vrm_view *view);
/* An eye at `eye` that looks at `target`; fov is vertical, in radians. Writes both matrices. */
VRM_RENDER_API void vrm_view_look(vrm_view *view, vrm_vec3 eye, vrm_vec3 target, vrm_vec3 up,
                                  float fov, float aspect, float near, float far);

/* One avatar to draw: a model on the GPU and a frame of the same model. */
typedef struct vrm_draw {
    const vrm_render_model *model;
    const vrm_frame *frame;
} vrm_draw;

/*
 * Draws avatars into the bound framebuffer and viewport: opaque, masked, blended with depth write,
 * blended, each in the order of MT-008 and MT-009, of all avatars together; among equals those
 * farther away first, then in the order of the file. Does not clear. A frame that is not of its
 * model's size is left out. Leaves behind: depth test (less or equal) and depth write on, cull face
 * off, counter-clockwise front faces, blending off, no program or pipeline, vertex array 0, texture
 * unit 0 active with nothing bound there or in the units that were used.
 */
VRM_RENDER_API void vrm_renderer_draw(vrm_renderer *renderer, const vrm_view *view,
                                      const vrm_draw *draws, uint32_t count);

/* Lines over the picture or within it (`depth_test` 1); colours by kind and index are the
 * caller's: one RGBA, straight alpha, for each line, written as they are. Leaves behind what
 * vrm_renderer_draw does. */
VRM_RENDER_API void vrm_renderer_draw_lines(vrm_renderer *renderer, const vrm_view *view,
                                            const vrm_line *lines, const float (*colors)[4],
                                            size_t count, int32_t depth_test);

/*
 * MToon on the processor (MT-036), as requirements 6.11 has it: what a pixel should be. For tests,
 * and for authors of other renderers.
 */
typedef struct vrm_mtoon_input {
    vrm_vec3 normal;   /* N: shading normal, unit length */
    vrm_vec3 to_eye;   /* V */
    vrm_vec3 to_light; /* L */
    float light[3];
    float shadow;     /* 1: none */
    float gi[3];      /* rawGi(N) */
    float gi_up[3];   /* rawGi(+Y) */
    float gi_down[3]; /* rawGi(-Y) */
    float base[3];    /* factor times texel, linear; likewise below */
    float shade[3];
    float emissive[3]; /* factor times strength times texel */
    float matcap[3];   /* factor times texel at vrm_mtoon_matcap_uv */
    float rim_multiply[3];
    float shading_shift; /* factor plus texel times scale */
    float shading_toony;
    float gi_equalization;
    float rim_color[3];
    float rim_fresnel_power;
    float rim_lift;
    float rim_lighting_mix;
} vrm_mtoon_input;

VRM_RENDER_API void vrm_mtoon_shade(const vrm_mtoon_input *input, float out[3]);
VRM_RENDER_API vrm_vec2 vrm_mtoon_matcap_uv(vrm_vec3 normal, vrm_vec3 to_eye);
VRM_RENDER_API void vrm_mtoon_outline(const float shaded[3], const float outline_color[3],
                                      float lighting_mix, float out[3]);
/* Where the outline of a vertex is: in the world (worldCoordinates), or in clip space
 * (screenCoordinates); the normal may have any length. `width` is the factor times the mask
 * (MT-023, MT-024). */
VRM_RENDER_API vrm_vec3 vrm_mtoon_outline_position(vrm_vec3 position, vrm_vec3 normal, float width);
VRM_RENDER_API vrm_vec4 vrm_mtoon_outline_clip(const vrm_mat4 *projection, vrm_vec4 clip,
                                               vrm_vec3 view_normal, float width);
/* Rotation and scroll phases times the mask, about (0.5, 0.5), before KHR_texture_transform
 * (MT-027, MT-028, MT-031). */
VRM_RENDER_API vrm_vec2 vrm_mtoon_animate_uv(vrm_vec2 uv, float rotation, vrm_vec2 scroll,
                                             float mask);
/* KHR_texture_transform with the scale and offset of a frame: `info` gives the rotation. */
VRM_RENDER_API vrm_vec2 vrm_texture_transform(const vrm_texture_info *info, vrm_vec2 scale,
                                              vrm_vec2 offset, vrm_vec2 uv);

#endif
