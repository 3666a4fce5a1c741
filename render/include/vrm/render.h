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

#include <vrm/spring.h>
#include <vrm/model.h>
#include <vrm/tables.h>

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
 * Where GL runs on the processor, compiling a program takes longer than drawing a picture, so few
 * programs draw everything. If neither flag is set, the renderer chooses by the name of GL's
 * renderer. */
enum { VRM_RENDERER_FEW_PROGRAMS = 1, VRM_RENDERER_MANY_PROGRAMS = 2 };

/* How a renderer is made. Fill it with vrm_renderer_desc_init, then change what you need. */
typedef struct vrm_renderer_desc {
    uint32_t struct_size; /* set by vrm_renderer_desc_init */
    uint32_t flags;       /* VRM_RENDERER_…, or 0; a bit that is not known is refused */
    /* Finds a GL function by name, such as eglGetProcAddress or SDL_GL_GetProcAddress. Required. */
    void *(*get_proc)(const char *name, void *user);
    void *user;                     /* passed to get_proc */
    const vrm_allocator *allocator; /* NULL: malloc and free; both functions are required */
    /* How often one call of vrm_renderer_draw may fill the viewport. Triangles beyond that are not
     * drawn; vrm_renderer_left_out counts them. 0, the default: 48 where GL runs on the processor,
     * and no bound on a GPU. UINT32_MAX: no bound. The character of samples/ needs
     * less than 16. */
    uint32_t max_overdraw;
    uint32_t reserved; /* 0 */
} vrm_renderer_desc;

/* Sets all fields to their defaults. `struct_size` is the size that the caller was compiled with;
 * use the macro below, which passes it. Does nothing with NULL or a size without struct_size. */
VRM_RENDER_API void vrm_renderer_desc_init_sized(vrm_renderer_desc *desc, size_t struct_size);
#define vrm_renderer_desc_init(desc) vrm_renderer_desc_init_sized((desc), sizeof *(desc))

/* Creates a renderer for the context that is current. The caller destroys it with
 * vrm_renderer_destroy while that context is current. Returns NULL if the desc is not valid, if GL
 * is missing or too old, if the shaders do not compile, or if memory was refused; `out_problem`, if
 * it is not NULL, then points to a static message (and to NULL after success). */
VRM_RENDER_API vrm_renderer *vrm_renderer_create(const vrm_renderer_desc *desc,
                                                 const char **out_problem);

/* Destroys a renderer and its GL objects. Its render models must have been destroyed before. Does
 * nothing with NULL. */
VRM_RENDER_API void vrm_renderer_destroy(vrm_renderer *renderer);

/* The first thing that went wrong since the renderer was created: a program that a material needs
 * and that does not compile (what needs it is not drawn), or an error that GL reported at the end
 * of a call, which may also be one that the host caused before. NULL if nothing did. The text
 * belongs to the renderer. */
VRM_RENDER_API const char *vrm_renderer_problem(const vrm_renderer *renderer);

/* How many triangles the last vrm_renderer_draw left out because of `max_overdraw`; 0 for NULL. */
VRM_RENDER_API uint64_t vrm_renderer_left_out(const vrm_renderer *renderer);

/*
 * What a model may cost. 0 in any field means its default. The defaults hold the memory of a
 * process that draws any file with Mesa's llvmpipe below 400 MB. Fill it with
 * vrm_render_limits_init, then change what you need.
 */
typedef struct vrm_render_limits {
    uint32_t struct_size; /* set by vrm_render_limits_init */
    uint32_t max_texture; /* pixels of the longer side; larger images are halved until they fit:
                             4,096, or GL's limit */
    /* Images. Pixels are charged as the header of an image states them, before it is decoded. */
    uint64_t max_image_pixels;  /* of one image: 64 Mi (8,192 x 8,192); no side above 16,384 */
    uint64_t max_images_pixels; /* of all images that are decoded: 256 Mi */
    uint64_t max_texture_bytes; /* of all textures with their mipmap levels; if they need more, all
                                   images are halved further: 96 MiB */
    /* Meshes. */
    uint64_t max_vertex_bytes;   /* of all vertices, on the GPU and beside it: 112 MiB */
    uint64_t max_morph_bytes;    /* of all morph targets: 64 MiB */
    uint64_t max_geometry_bytes; /* both, and triangles, also while they are built: 208 MiB */
    uint64_t max_morph_vertices; /* vertices times morph targets that are read: 64 Mi */
    /* Everything, also while it is built. An image that does not fit any more counts as too large.
     */
    uint64_t max_bytes; /* 256 MiB */
    /* Draws. An item is a primitive of a node; outlines draw the triangles of an item again. */
    uint32_t max_items;          /* 4,096 */
    uint32_t reserved;           /* 0 */
    uint64_t max_draw_triangles; /* of all items: 4 Mi */
    uint64_t max_draw_vertices;  /* of all items, and what their morph targets move: 8 Mi */
} vrm_render_limits;

/* Sets all fields to 0, their defaults. Use the macro, which passes the size that the caller was
 * compiled with. Does nothing with NULL or a size without struct_size. */
VRM_RENDER_API void vrm_render_limits_init_sized(vrm_render_limits *limits, size_t struct_size);
#define vrm_render_limits_init(limits) vrm_render_limits_init_sized((limits), sizeof *(limits))

/* What became of an image. */
enum {
    VRM_IMAGE_GOOD = 0,     /* decoded; or nothing shows it, and it was not decoded */
    VRM_IMAGE_MISSING = 1,  /* no bytes: external, dropped, or out of range */
    VRM_IMAGE_UNKNOWN = 2,  /* neither PNG, JPEG nor WebP, or built without that decoder */
    VRM_IMAGE_DAMAGED = 3,  /* cut short, or wrong inside */
    VRM_IMAGE_TOO_LARGE = 4 /* beyond a limit */
};

/*
 * Uploads what is drawn of a model; images that nothing shows are not decoded. Images that cannot
 * be shown become a placeholder (one grey pixel; flat blue for normal maps), and
 * vrm_render_model_image says why. What `limits` (NULL: the defaults) does not allow is left out,
 * the first of the file kept, and vrm_render_model_left_out counts it.
 *
 * The render model keeps a reference to the model; the model's payload may be dropped afterwards.
 * The caller destroys it with vrm_render_model_destroy, before its renderer. Returns NULL if an
 * argument or `limits` is not valid, or if memory was refused.
 */
VRM_RENDER_API vrm_render_model *vrm_render_model_create(vrm_renderer *renderer, vrm_model *model,
                                                         const vrm_render_limits *limits);

/* Destroys a render model and its GL objects, while the renderer's context is current. Does nothing
 * with NULL. */
VRM_RENDER_API void vrm_render_model_destroy(vrm_render_model *model);

/* What became of an image of the file (VRM_IMAGE_…). VRM_IMAGE_MISSING for NULL or an index out of
 * range. */
VRM_RENDER_API int32_t vrm_render_model_image(const vrm_render_model *model, int32_t image);

/* What the limits left out of a model. */
typedef struct vrm_left_out {
    uint32_t primitives;    /* whose vertices or triangles need too much memory */
    uint32_t items;         /* primitives of nodes that are not drawn, those included */
    uint32_t morph_targets; /* that move nothing */
    uint32_t halved_images; /* smaller than max_texture alone would have them */
} vrm_left_out;

/* What was left out of a model. The record belongs to the render model. NULL for NULL. */
VRM_RENDER_API const vrm_left_out *vrm_render_model_left_out(const vrm_render_model *model);

/* How long vrm_render_model_create took, in milliseconds. */
typedef struct vrm_render_times {
    double decode; /* images */
    double upload; /* everything else */
} vrm_render_times;

/* The times of a render model. The record belongs to it. NULL for NULL. */
VRM_RENDER_API const vrm_render_times *vrm_render_model_times(const vrm_render_model *model);

enum {
    VRM_RENDER_FIRST_PERSON = 1, /* what the first-person camera sees (FP-002 to FP-005) */
    VRM_RENDER_NO_OUTLINE = 2,
    VRM_RENDER_LINEAR = 4 /* linear colours into the framebuffer */
};

/* One light from afar, and light from all around. This struct will not change: vrm_view has it. */
typedef struct vrm_light {
    vrm_vec3 direction; /* from the surface to the light, world space; need not be unit length */
    float color[3];     /* linear; 1 on a fully lit point gives exactly the base colour (MT-042) */
    float sky[3];       /* light from above … */
    float ground[3];    /* … and from below; equal for ambient light */
} vrm_light;

/* Where the camera is, and how it is lit. Fill it with vrm_view_init, then change what you need. */
typedef struct vrm_view {
    uint32_t struct_size;   /* set by vrm_view_init */
    uint32_t flags;         /* VRM_RENDER_… */
    uint32_t width, height; /* of the viewport, in pixels */
    vrm_mat4 view;          /* world to eye */
    vrm_mat4 projection;    /* eye to clip, GL convention */
    vrm_light light;
} vrm_view;

/* Sets identity matrices, white light from the front, no light from around, a viewport of 1 by 1.
 * Use the macro, which passes the size that the caller was compiled with. Does nothing with NULL or
 * a size that does not hold all fields of this version. */
VRM_RENDER_API void vrm_view_init_sized(vrm_view *view, size_t struct_size);
#define vrm_view_init(view) vrm_view_init_sized((view), sizeof *(view))

/* Writes both matrices of a view: an eye at `eye` that looks at `target`, in metres of the world.
 * `up` need not be unit length or at a right angle. `fov` is the vertical angle in radians, between
 * 0 and pi; `aspect` is width divided by height; `z_near` and `z_far` are distances, both above 0.
 * Does nothing if a pointer is NULL. */
VRM_RENDER_API void vrm_view_look_from(vrm_view *view, const vrm_vec3 *eye, const vrm_vec3 *target,
                                       const vrm_vec3 *up, float fov, float aspect, float z_near,
                                       float z_far);

/* vrm_view_look_from, with values. */
static inline void vrm_view_look(vrm_view *view, vrm_vec3 eye, vrm_vec3 target, vrm_vec3 up,
                                 float fov, float aspect, float z_near, float z_far) {
    vrm_view_look_from(view, &eye, &target, &up, fov, aspect, z_near, z_far);
}

/* One avatar to draw: a model on the GPU and a frame of the same model. Arrays are made of it, so
 * this struct will not change. */
typedef struct vrm_draw {
    const vrm_render_model *model;
    const vrm_frame *frame;
} vrm_draw;

/*
 * Draws avatars into the bound framebuffer and viewport: opaque, masked, blended with depth write,
 * blended, each in the order of MT-008 and MT-009, of all avatars together; among equals those
 * farther away first, then in the order of the file. Does not clear. A frame that is not of its
 * model's size is left out. Does nothing if a pointer is NULL or the view is not initialised. If
 * memory is refused, nothing is drawn, or a mesh stands without its morph targets.
 *
 * Leaves behind: depth test (less or equal) and depth write on, cull face off, counter-clockwise
 * front faces, blending off, no program or pipeline, vertex array 0, texture unit 0 active with
 * nothing bound there or in the units that were used.
 */
VRM_RENDER_API void vrm_renderer_draw(vrm_renderer *renderer, const vrm_view *view,
                                      const vrm_draw *draws, uint32_t count);

/* Draws `count` lines over the picture, or within it if `depth_test` is 1. `colors` has four floats
 * for each line: red, green, blue and straight alpha, from 0 to 1, written as they are. Does
 * nothing if a pointer is NULL. Leaves behind what vrm_renderer_draw does. */
VRM_RENDER_API void vrm_renderer_draw_lines(vrm_renderer *renderer, const vrm_view *view,
                                            const vrm_line *lines, const float *colors,
                                            size_t count, int32_t depth_test);

/*
 * MToon on the processor (MT-036), as requirements 6.11 has it: what a pixel should be. For tests,
 * and for authors of other renderers. These functions need no renderer and no GL, and may be called
 * from any thread. The struct holds what MToon 1.0 reads, and will not change.
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

/* The colour of a surface, linear and before alpha; does nothing if a pointer is NULL. */
VRM_RENDER_API void vrm_mtoon_shade(const vrm_mtoon_input *input, float out[3]);

/* The colour of an outline (MT-025): `outline_color`, lit like the surface by `lighting_mix`, 0 to
 * 1. `shaded` is what vrm_mtoon_shade gave. */
VRM_RENDER_API void vrm_mtoon_outline(const float shaded[3], const float outline_color[3],
                                      float lighting_mix, float out[3]);

/* Where a matcap texture is read, for unit vectors in world space. */
VRM_RENDER_API void vrm_mtoon_get_matcap_uv(const vrm_vec3 *normal, const vrm_vec3 *to_eye,
                                            vrm_vec2 *out);

/* Where the outline of a vertex is in the world (worldCoordinates, MT-023). The normal may have any
 * length; `width` is the factor times the mask, in metres. */
VRM_RENDER_API void vrm_mtoon_get_outline_position(const vrm_vec3 *position, const vrm_vec3 *normal,
                                                   float width, vrm_vec3 *out);

/* Where the outline of a vertex is in clip space (screenCoordinates, MT-024). The normal, in eye
 * space, may have any length; `width` is the factor times the mask, as a part of the height of the
 * picture. */
VRM_RENDER_API void vrm_mtoon_get_outline_clip(const vrm_mat4 *projection, const vrm_vec4 *clip,
                                               const vrm_vec3 *view_normal, float width,
                                               vrm_vec4 *out);

/* Rotation (radians) and scroll phases times the mask, about (0.5, 0.5), before
 * KHR_texture_transform (MT-027, MT-028, MT-031). */
VRM_RENDER_API void vrm_mtoon_get_animated_uv(const vrm_vec2 *uv, float rotation,
                                              const vrm_vec2 *scroll, float mask, vrm_vec2 *out);

/* KHR_texture_transform with the scale and offset of a frame; `info` gives the rotation. */
VRM_RENDER_API void vrm_texture_get_transformed(const vrm_texture_info *info, const vrm_vec2 *scale,
                                                const vrm_vec2 *offset, const vrm_vec2 *uv,
                                                vrm_vec2 *out);

/* The five functions above, with values. */
static inline vrm_vec2 vrm_mtoon_matcap_uv(vrm_vec3 normal, vrm_vec3 to_eye) {
    vrm_vec2 out;
    vrm_mtoon_get_matcap_uv(&normal, &to_eye, &out);
    return out;
}

static inline vrm_vec3 vrm_mtoon_outline_position(vrm_vec3 position, vrm_vec3 normal, float width) {
    vrm_vec3 out;
    vrm_mtoon_get_outline_position(&position, &normal, width, &out);
    return out;
}

static inline vrm_vec4 vrm_mtoon_outline_clip(const vrm_mat4 *projection, vrm_vec4 clip,
                                              vrm_vec3 view_normal, float width) {
    vrm_vec4 out;
    vrm_mtoon_get_outline_clip(projection, &clip, &view_normal, width, &out);
    return out;
}

static inline vrm_vec2 vrm_mtoon_animate_uv(vrm_vec2 uv, float rotation, vrm_vec2 scroll,
                                            float mask) {
    vrm_vec2 out;
    vrm_mtoon_get_animated_uv(&uv, rotation, &scroll, mask, &out);
    return out;
}

static inline vrm_vec2 vrm_texture_transform(const vrm_texture_info *info, vrm_vec2 scale,
                                             vrm_vec2 offset, vrm_vec2 uv) {
    vrm_vec2 out;
    vrm_texture_get_transformed(info, &scale, &offset, &uv, &out);
    return out;
}

#endif
