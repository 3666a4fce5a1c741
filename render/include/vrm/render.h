/**
 * @file render.h
 * Draws avatars with OpenGL ES 3.0, OpenGL 3.3 core or WebGL 2.
 *
 * This is a separate static library (vrm::render), built only on the public headers of libvrm. It
 * links no GL: the application creates a context, makes it current, and passes the functions of GL.
 * The library draws into the bound framebuffer.
 *
 * - vrm_renderer has the programs and everything that models share. Create one for each context.
 * - vrm_render_model has the meshes and textures of a model on the GPU. Its avatars share it.
 * - Avatars have no state here: a draw reads the arrays of a frame.
 * - Destroy render models before their renderer.
 * - Threads: all calls that need GL come from the thread in which the context is current.
 *
 * Colors are linear in the shaders and are written as sRGB bytes. VRM_RENDER_LINEAR writes them
 * linear, for a framebuffer that does the conversion. Blending is that of the framebuffer: in one
 * that was cleared to transparent black (0, 0, 0, 0), the colors of the result are premultiplied
 * with alpha.
 *
 * Programs are compiled when a material needs them for the first time. The renderer changes GL
 * state; vrm_renderer_draw lists the state after a draw.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_RENDER_H
#define VRM_RENDER_H

#include <vrm/frame.h>
#include <vrm/image.h>
#include <vrm/model.h>
#include <vrm/spring.h>
#include <vrm/tables.h>

/** The prefix of every function of the renderer, which is a static library: on Windows its
 * functions never come from a DLL, while those of libvrm may. */
#if !defined(_WIN32)
#define VRM_RENDER_API VRM_API
#elif defined(__cplusplus)
#define VRM_RENDER_API extern "C"
#else
#define VRM_RENDER_API extern
#endif

/** The programs of a GL context, and everything that models share. */
typedef struct vrm_renderer vrm_renderer;

/** The meshes and textures of a model on the GPU. */
typedef struct vrm_render_model vrm_render_model;

/* --- Create and destroy a renderer --- */

/** Bits of the flags of a renderer: VRM_RENDERER_ constants. A GPU draws fastest with a program for
 * each kind of material. In software rendering, compiling a program takes longer than drawing a
 * picture, so few programs are faster. If neither flag is set, the renderer decides by the name
 * that GL gives its renderer. */
typedef uint32_t vrm_renderer_flags;

enum {
    VRM_RENDERER_FEW_PROGRAMS = 1,  /**< Few programs that draw every kind of material. */
    VRM_RENDERER_MANY_PROGRAMS = 2, /**< A program for each kind of material. */
    /** No image is decoded: the host decodes them, and passes their pixels to
     * vrm_render_model_set_image. For web pages, because browsers have decoders, and for hosts
     * that decode in their own threads. */
    VRM_RENDERER_HOST_IMAGES = 4,
    /** Take no shortcuts in software rendering: GL gets every triangle and every texture, and
     * shaders skin, as on a GPU. Pictures look the same and take longer. Set it only to find out
     * whether a shortcut causes a wrong picture. Overdraw has no bound then: a desc with this flag
     * and a bound is refused. On a GPU it changes nothing. */
    VRM_RENDERER_NO_SHORTCUTS = 8
};

/** Settings of a renderer. Fill them with vrm_renderer_desc_init, then change what you need. */
typedef struct vrm_renderer_desc {
    uint32_t struct_size;     /**< Set by vrm_renderer_desc_init. */
    vrm_renderer_flags flags; /**< VRM_RENDERER_ bits. Default: 0. Unknown bits are refused. */
    /** Returns the GL function of a name, such as eglGetProcAddress does. Required. */
    void *(*get_proc)(const char *name, void *user);
    void *user;                     /**< Passed to `get_proc` and `get_milliseconds`. */
    const vrm_allocator *allocator; /**< Copied. NULL: malloc and free. */
    /** How often one call of vrm_renderer_draw may fill the viewport. Triangles beyond that are not
     * drawn, and vrm_renderer_skipped counts them. 0, the default: 48 in software rendering, and
     * no bound on a GPU or with VRM_RENDERER_NO_SHORTCUTS. UINT32_MAX: no bound. The character of
     * samples/ needs less than 16. */
    uint32_t max_overdraw;
    uint32_t reserved; /**< 0. */
    /** Returns milliseconds of a clock that never goes back, for vrm_render_model_times. NULL, the
     * default: the wall clock; without one, as in a page's module, all times are 0. */
    double (*get_milliseconds)(void *user);
} vrm_renderer_desc;

/**
 * Creates a renderer for the GL context that is current.
 *
 * @param desc          The settings; `get_proc` is required.
 * @param out_renderer  Receives the renderer, or NULL on failure.
 * @param out_report    Receives the report; may be NULL. On failure it has the reason.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT if the desc is not valid; VRM_ERROR_UNSUPPORTED if GL
 * is missing or too old, or the shaders do not compile; VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the renderer with vrm_renderer_destroy and the report with
 * vrm_report_destroy.
 * @task Draw with OpenGL, OpenGL ES or WebGL
 * @threads one: the thread in which the GL context is current
 */
VRM_RENDER_API vrm_result vrm_renderer_create(const vrm_renderer_desc *desc,
                                              vrm_renderer **out_renderer, vrm_report **out_report);

/**
 * Destroys a renderer and its GL objects. Its render models must have been destroyed before.
 *
 * @param renderer  A renderer, or NULL.
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API void vrm_renderer_destroy(vrm_renderer *renderer);

/**
 * Returns the first problem since the renderer was created: a program of a material that does not
 * compile (such materials are not drawn), or an error that GL reported at the end of a call. The
 * application may have caused such an error before the call.
 *
 * @param renderer  A renderer.
 * @return A sentence; NULL if there was no problem.
 * @ownership The text belongs to the renderer.
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API const char *vrm_renderer_problem(const vrm_renderer *renderer);

/**
 * Returns how many triangles the last vrm_renderer_draw skipped because of `max_overdraw`.
 *
 * @param renderer  A renderer.
 * @return A number of triangles.
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API uint64_t vrm_renderer_skipped(const vrm_renderer *renderer);

/**
 * Returns how many triangles the last vrm_renderer_draw drew, also those outside of the camera's
 * view, but without outlines. 0 means that the avatars have nothing to draw.
 *
 * @param renderer  A renderer.
 * @return A number of triangles.
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API uint64_t vrm_renderer_drawn(const vrm_renderer *renderer);

/**
 * Fills in the default settings of a renderer. Call it through the macro vrm_renderer_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_RENDER_API void vrm_renderer_desc_init_sized(vrm_renderer_desc *desc, size_t struct_size);
/** Fills in the default settings of a renderer. */
#define vrm_renderer_desc_init(desc) vrm_renderer_desc_init_sized((desc), sizeof *(desc))

/* --- Upload models --- */

/**
 * Resource limits of a render model. 0 in any field means its default. With the defaults, a process
 * that draws with Mesa's llvmpipe stays below 400 MB for any file. Fill it with
 * vrm_render_limits_init, then change what you need.
 */
typedef struct vrm_render_limits {
    uint32_t struct_size; /**< Set by vrm_render_limits_init. */
    /** Pixels of the longer side of a texture; larger images are halved until they fit. Default:
     * 4,096, or less if GL allows less. */
    uint32_t max_texture;
    /** Pixels of one image, as its header states them, before it is decoded. Default: 64 Mi, that
     * is 8,192 x 8,192. No side may be longer than 16,384, with any limit. */
    uint64_t max_image_pixels;
    /** Pixels of all images that are decoded, as work: pixels with 16 bits count twice, those of an
     * interlaced PNG twice, and scans of a JPEG count by the coefficients that they go over. Images
     * beyond it are VRM_IMAGE_STATE_TOO_LARGE. Default: 256 Mi. */
    uint64_t max_images_pixels;
    /** Bytes of all textures with their mipmap levels. If they need more, all images are halved
     * further. Default: 96 MiB. */
    uint64_t max_texture_bytes;
    /** Bytes of all vertices, on the GPU and beside it. Default: 112 MiB. */
    uint64_t max_vertex_bytes;
    uint64_t max_morph_bytes; /**< Bytes of all morph targets. Default: 64 MiB. */
    /** Bytes of vertices, morph targets and triangles, also while they are built. Default: 208 MiB.
     */
    uint64_t max_geometry_bytes;
    /** How many vertices of morph targets are read: vertices times targets. Default: 64 Mi. */
    uint64_t max_morph_vertices;
    /** Bytes of everything, also while it is built. An image that does not fit any more counts as
     * too large. Default: 256 MiB. */
    uint64_t max_bytes;
    /** Items that are drawn. An item is a primitive of a node. Default: 4,096. */
    uint32_t max_items;
    uint32_t reserved; /**< 0. */
    /** Triangles of all items; outlines draw the triangles of an item again. Default: 4 Mi. */
    uint64_t max_draw_triangles;
    /** Vertices of all items, and those that their morph targets move. Default: 8 Mi. */
    uint64_t max_draw_vertices;
} vrm_render_limits;

/**
 * Fills in the default limits. Call it through the macro vrm_render_limits_init.
 *
 * @param limits       Receives zeros, which mean the defaults, and its size.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_RENDER_API void vrm_render_limits_init_sized(vrm_render_limits *limits, size_t struct_size);
/** Fills in the default limits. */
#define vrm_render_limits_init(limits) vrm_render_limits_init_sized((limits), sizeof *(limits))

/* --- Decode images --- */

/** The state of an image of the file. */
typedef int32_t vrm_image_state;

enum {
    VRM_IMAGE_STATE_GOOD = 0, /**< It was decoded, or nothing shows it and it was not decoded. */
    /** There are no bytes: external, dropped, out of range, or with VRM_RENDERER_HOST_IMAGES not
     * set yet. */
    VRM_IMAGE_STATE_MISSING = 1,
    VRM_IMAGE_STATE_UNKNOWN = 2,  /**< Neither PNG, JPEG nor WebP, or built without that decoder. */
    VRM_IMAGE_STATE_DAMAGED = 3,  /**< The image is truncated or damaged. */
    VRM_IMAGE_STATE_TOO_LARGE = 4 /**< The image exceeds a limit. */
};

/**
 * Decodes an image, for programs that write it again. It needs no GL. Color profiles and gamma
 * values are ignored, as glTF requires.
 *
 * @param bytes      The image: PNG, JPEG or WebP.
 * @param size       Its size in bytes.
 * @param max_bytes  How many bytes decoding may hold at once; 0 means 1 GiB. The work of decoding
 *                   is bounded as by the default of `max_images_pixels` of vrm_render_limits.
 * @param allocator  Optional; NULL means malloc and free.
 * @param out        Receives the pixels; all 0 on failure.
 * @return VRM_IMAGE_STATE_GOOD, or why there are no pixels. If there is not enough memory, it is
 * VRM_IMAGE_STATE_TOO_LARGE.
 * @ownership The caller releases the pixels with vrm_image_release, with the same allocator.
 * @task Decode an image
 * @threads any
 */
VRM_RENDER_API vrm_image_state vrm_image_decode(const void *bytes, size_t size, uint64_t max_bytes,
                                                const vrm_allocator *allocator, vrm_pixels *out);

/**
 * Releases the pixels of vrm_image_decode.
 *
 * @param image      The image, which is all 0 afterwards; or NULL.
 * @param allocator  The allocator that vrm_image_decode was given.
 * @threads any
 */
VRM_RENDER_API void vrm_image_release(vrm_pixels *image, const vrm_allocator *allocator);

/**
 * Decodes an image and drops its pixels: for programs that check files. It needs no GL.
 *
 * @param bytes      The image: PNG, JPEG or WebP.
 * @param size       Its size in bytes.
 * @param max_bytes  How many bytes decoding may hold at once; 0 means 1 GiB. The work of decoding
 *                   is bounded as by the default of `max_images_pixels` of vrm_render_limits.
 * @param allocator  Optional; NULL means malloc and free.
 * @return VRM_IMAGE_STATE_GOOD if the whole image was decoded, else why not. If there is not enough
 * memory, it is VRM_IMAGE_STATE_TOO_LARGE.
 * @task Test whether an image is damaged
 * @threads any
 */
VRM_RENDER_API vrm_image_state vrm_image_try(const void *bytes, size_t size, uint64_t max_bytes,
                                             const vrm_allocator *allocator);

/* --- Upload models --- */

/**
 * Uploads the drawn parts of a model to the GPU. Images that nothing shows are not decoded. Images
 * that cannot be shown become a placeholder (one gray pixel; flat blue for normal maps), and
 * vrm_render_model_image returns the reason. Parts beyond the limits are skipped, in the order of
 * the file, and vrm_render_model_skipped counts them.
 *
 * @param renderer    A renderer. It must outlive the render model.
 * @param model       A model. The render model holds a reference to it; its payload may be dropped
 *                    afterwards.
 * @param limits      Optional limits; NULL means the defaults.
 * @param out_model   Receives the render model, or NULL on failure. Destroy it before the renderer.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the render model with vrm_render_model_destroy and the report with
 * vrm_report_destroy.
 * @task Upload a model to the GPU
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API vrm_result vrm_render_model_create(vrm_renderer *renderer, vrm_model *model,
                                                  const vrm_render_limits *limits,
                                                  vrm_render_model **out_model,
                                                  vrm_report **out_report);

/**
 * Destroys a render model and its GL objects.
 *
 * @param model  A render model, or NULL.
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API void vrm_render_model_destroy(vrm_render_model *model);

/**
 * Sets the pixels of an image that the host has decoded. They replace the placeholder or the pixels
 * before. Images with the same bytes share textures, and get the pixels too. An image that is
 * larger than `max_texture` is halved until it fits, and further until its textures fit the limits.
 *
 * @param model    A render model.
 * @param image    The index of an image in the tables of the model.
 * @param decoded  The pixels. They are not kept.
 * @return VRM_IMAGE_STATE_GOOD, also if nothing shows the image; VRM_IMAGE_STATE_DAMAGED if there
 * are no pixels; VRM_IMAGE_STATE_TOO_LARGE beyond a limit or if memory was refused;
 * VRM_IMAGE_STATE_MISSING if `model` is NULL or there is no such image; VRM_IMAGE_STATE_UNKNOWN
 * without VRM_RENDERER_HOST_IMAGES. Unless it is good, nothing changes.
 * @task Use my own image decoder
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API vrm_image_state vrm_render_model_set_image(vrm_render_model *model, int32_t image,
                                                          const vrm_pixels *decoded);

/**
 * Returns the state of an image of the file.
 *
 * @param model  A render model.
 * @param image  The index of an image in the tables of the model.
 * @return A VRM_IMAGE_STATE_ constant; VRM_IMAGE_STATE_MISSING for NULL or an index out of range.
 * @threads any
 */
VRM_RENDER_API vrm_image_state vrm_render_model_image(const vrm_render_model *model, int32_t image);

/**
 * Returns how much memory the textures of an image take on the GPU, with all mipmap levels, and
 * their size. Textures are smaller than the image if a limit requires it. An image of one color and
 * one that cannot be shown have one pixel, which is not counted. Images with the same bytes share
 * textures, which count for the first of them.
 *
 * @param model       A render model.
 * @param image       The index of an image in the tables of the model.
 * @param out_width   May be NULL. Receives the width in pixels; 0 if nothing shows the image.
 * @param out_height  May be NULL. Receives the height likewise.
 * @return The bytes; 0 for NULL or an index out of range.
 * @threads any
 */
VRM_RENDER_API uint64_t vrm_render_model_image_bytes(const vrm_render_model *model, int32_t image,
                                                     uint32_t *out_width, uint32_t *out_height);

/**
 * Limits the width of outlines, for pictures of very small avatars: MToon's widths in meters fit
 * people, and would cover a figurine of 14 cm. Widths that are a part of the screen do not change.
 *
 * @param model   A render model.
 * @param meters  The widest outline in meters. 0, the default: no limit.
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API void vrm_render_model_limit_outlines(vrm_render_model *model, float meters);

/** What the limits skipped of a model. Fields may be added at the end. */
typedef struct vrm_render_skipped {
    uint32_t primitives;    /**< Primitives whose vertices or triangles need too much memory. */
    uint32_t items;         /**< Primitives of nodes that are not drawn, those above included. */
    uint32_t morph_targets; /**< Morph targets that move nothing. */
    uint32_t halved_images; /**< Images that are smaller than `max_texture` alone requires. */
} vrm_render_skipped;

/**
 * Returns what the limits skipped of a model.
 *
 * @param model  A render model.
 * @return The counts; NULL only if `model` is NULL.
 * @ownership The counts belong to the render model.
 * @threads any
 */
VRM_RENDER_API const vrm_render_skipped *vrm_render_model_skipped(const vrm_render_model *model);

/** How long vrm_render_model_create took, in milliseconds. Fields may be added at the end. */
typedef struct vrm_render_times {
    double decode; /**< Decoding images. */
    double upload; /**< Everything else. */
} vrm_render_times;

/**
 * Returns how long vrm_render_model_create took.
 *
 * @param model  A render model.
 * @return The times; NULL only if `model` is NULL.
 * @ownership The times belong to the render model.
 * @threads any
 */
VRM_RENDER_API const vrm_render_times *vrm_render_model_times(const vrm_render_model *model);

/* --- Draw --- */

/** Bits of the flags of a view: VRM_RENDER_ constants. */
typedef uint32_t vrm_render_flags;

enum {
    VRM_RENDER_FIRST_PERSON = 1, /**< What the first-person camera sees (FP-002 to FP-005). */
    VRM_RENDER_NO_OUTLINE = 2,   /**< No outlines. */
    VRM_RENDER_LINEAR = 4,       /**< Linear colors are written into the framebuffer. */
    /** Metals reflect surroundings that are made from the light: a soft room in its colors.
     * Without the flag, metals reflect the one light alone: they are bright where they mirror it
     * and black elsewhere. Materials without metal, MToon and unlit materials do not change. */
    VRM_RENDER_ENVIRONMENT = 8
};

/** One distant light, and light from all around. Frozen. */
typedef struct vrm_light {
    /** From the surface to the light, in world space. It need not have unit length. */
    vrm_vec3 direction;
    /** Linear. 1 gives exactly the base color on a fully lit point (MT-042). */
    float color[3];
    float sky[3];    /**< Light from above. Linear. */
    float ground[3]; /**< Light from below; the same as `sky` for ambient light. Linear. */
} vrm_light;

/** The camera and the light. Fill it with vrm_view_init, then change what you need. */
typedef struct vrm_view {
    uint32_t struct_size;   /**< Set by vrm_view_init. */
    vrm_render_flags flags; /**< VRM_RENDER_ bits. Default: 0. */
    uint32_t width;         /**< Width of the viewport in pixels. Default: 1. */
    uint32_t height;        /**< Height of the viewport in pixels. Default: 1. */
    vrm_mat4 view;          /**< From the world to the eye. Default: the identity. */
    vrm_mat4 projection;    /**< From the eye to clip space, as GL has it. Default: the identity. */
    vrm_light light;        /**< Default: white from the front, and nothing from all around. */
} vrm_view;

/**
 * Writes both matrices of a view for a camera with perspective.
 *
 * @param view    Prepared with vrm_view_init; receives the matrices.
 * @param eye     The position of the camera in the world, in meters.
 * @param target  The point that it looks at.
 * @param up      The up direction. It need not have unit length, nor be at a right angle.
 * @param fov     The vertical field of view in radians, between 0 and pi.
 * @param aspect  Width of the viewport divided by its height.
 * @param z_near  Distance of the near plane, above 0.
 * @param z_far   Distance of the far plane, above `z_near`.
 * @task Set the camera
 * @threads any
 */
VRM_RENDER_API void vrm_view_look_at(vrm_view *view, const vrm_vec3 *eye, const vrm_vec3 *target,
                                     const vrm_vec3 *up, float fov, float aspect, float z_near,
                                     float z_far);

/** Calls vrm_view_look_at with values. */
static inline void vrm_view_look_at_value(vrm_view *view, vrm_vec3 eye, vrm_vec3 target,
                                          vrm_vec3 up, float fov, float aspect, float z_near,
                                          float z_far) {
    vrm_view_look_at(view, &eye, &target, &up, fov, aspect, z_near, z_far);
}

/**
 * Like vrm_render_model_create, but optimized for pictures of one view. In software rendering,
 * images that the view does not show are not decoded, and the others are no larger than it shows
 * them. A picture of another view or pose may then lack textures, or show them blurred. On a GPU,
 * and with VRM_RENDERER_NO_SHORTCUTS, the result is the same as of vrm_render_model_create.
 *
 * @param renderer    A renderer. It must outlive the render model.
 * @param model       A model. The render model holds a reference to it; its payload may be dropped
 *                    afterwards.
 * @param limits      Optional limits; NULL means the defaults.
 * @param view        The camera, and the size of the viewport in pixels. NULL: any.
 * @param frame       The frame of an avatar of the model, as it is drawn. NULL: any.
 * @param out_model   Receives the render model, or NULL on failure. Destroy it before the renderer.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the render model with vrm_render_model_destroy and the report with
 * vrm_report_destroy.
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API vrm_result vrm_render_model_create_for_view(
    vrm_renderer *renderer, vrm_model *model, const vrm_render_limits *limits, const vrm_view *view,
    const vrm_frame *frame, vrm_render_model **out_model, vrm_report **out_report);

/** One avatar to draw. Frozen. */
typedef struct vrm_draw {
    const vrm_render_model *model; /**< The avatar's model on the GPU. */
    const vrm_frame *frame;        /**< The frame of an avatar of the same model. */
} vrm_draw;

/**
 * Draws avatars into the bound framebuffer and viewport. It does not clear.
 *
 * The order is opaque, masked, blended with depth write, blended, each in the order of MT-008 and
 * MT-009, over all avatars together; among equals those farther away come first, then the order of
 * the file counts. A frame whose counts are not those of its model is skipped. If memory is
 * refused, nothing is drawn, or a mesh is drawn without its morph targets.
 *
 * GL state after the call: depth test (less or equal) and depth write on, cull face off,
 * counter-clockwise front faces, blending off, no program or pipeline, vertex array 0, texture unit
 * 0 active with nothing bound there or in the units that were used.
 *
 * @param renderer  A renderer.
 * @param view      The camera and the light. Nothing is drawn if it was not initialized.
 * @param draws     The avatars.
 * @param count     How many there are.
 * @task Draw avatars
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API void vrm_renderer_draw(vrm_renderer *renderer, const vrm_view *view,
                                      const vrm_draw *draws, uint32_t count);

/**
 * Draws lines, such as those of vrm_avatar_debug_lines. The GL state after the call is that of
 * vrm_renderer_draw.
 *
 * @param renderer    A renderer.
 * @param view        The camera; its light does not matter.
 * @param lines       The lines, in world space.
 * @param colors      Four floats for each line: red, green, blue and straight alpha, from 0 to 1.
 *                    They are written as they are.
 * @param count       How many lines there are, in `lines` and `colors`.
 * @param depth_test  1: nearer surfaces hide the lines. 0: the lines are over everything.
 * @task Draw debug lines
 * @threads one: the thread in which the renderer's GL context is current
 */
VRM_RENDER_API void vrm_renderer_draw_lines(vrm_renderer *renderer, const vrm_view *view,
                                            const vrm_line *lines, const float *colors,
                                            size_t count, int32_t depth_test);

/**
 * Fills in the default settings of a view. Call it through the macro vrm_view_init.
 *
 * @param view         Receives the defaults.
 * @param struct_size  The size of the caller's struct. Nothing is written if it does not hold all
 * fields of this version.
 * @threads any
 */
VRM_RENDER_API void vrm_view_init_sized(vrm_view *view, size_t struct_size);
/** Fills in the default settings of a view. */
#define vrm_view_init(view) vrm_view_init_sized((view), sizeof *(view))

/* --- Compute MToon on the CPU --- */

/**
 * The inputs of MToon 1.0 to shade one point (MT-036): for tests, and for authors of other
 * renderers. The functions below compute what a pixel should be. They need no renderer and no GL.
 * The names in brackets are those of the equations in docs/evidence/requirements.md, section 6.11.
 * Frozen.
 */
typedef struct vrm_mtoon_input {
    vrm_vec3 normal;       /**< The shading normal, unit length (N). */
    vrm_vec3 to_eye;       /**< From the point to the eye, unit length (V). */
    vrm_vec3 to_light;     /**< From the point to the light, unit length (L). */
    float light[3];        /**< The light's color, linear. */
    float shadow;          /**< 1: no shadow falls on the point. 0: full shadow. */
    float gi[3];           /**< Light from all around in the direction of the normal (rawGi(N)). */
    float gi_up[3];        /**< Likewise from above (rawGi(+Y)). */
    float gi_down[3];      /**< Likewise from below (rawGi(-Y)). */
    float base[3];         /**< Base color: factor times texel, linear. */
    float shade[3];        /**< Shade color: factor times texel, linear. */
    float emissive[3];     /**< Emission: factor times strength times texel, linear. */
    float matcap[3];       /**< Matcap: factor times texel at vrm_mtoon_matcap_uv, linear. */
    float rim_multiply[3]; /**< Texel of the rim multiply texture, linear. */
    float shading_shift;   /**< Shading shift: factor plus texel times scale. */
    float shading_toony;   /**< Shading toony factor. */
    float gi_equalization; /**< GI equalization factor. */
    float rim_color[3];    /**< Parametric rim color, linear. */
    float rim_fresnel_power; /**< Parametric rim fresnel power. */
    float rim_lift;          /**< Parametric rim lift. */
    float rim_lighting_mix;  /**< Rim lighting mix, 0 to 1. */
} vrm_mtoon_input;

/**
 * Computes the color of a surface.
 *
 * @param input  What MToon reads.
 * @param out    Receives the color, linear and before alpha.
 * @task Test my own MToon shader
 * @threads any
 */
VRM_RENDER_API void vrm_mtoon_shade(const vrm_mtoon_input *input, float out[3]);

/**
 * Computes the color of an outline (MT-025).
 *
 * @param shaded         The result of vrm_mtoon_shade for the point.
 * @param outline_color  The outline color of the material, linear.
 * @param lighting_mix   How far it is lit like the surface, 0 to 1.
 * @param out            Receives the color, linear.
 * @threads any
 */
VRM_RENDER_API void vrm_mtoon_outline(const float shaded[3], const float outline_color[3],
                                      float lighting_mix, float out[3]);

/**
 * Computes the texture coordinates of a matcap.
 *
 * @param normal  The shading normal in world space, unit length.
 * @param to_eye  From the point to the eye in world space, unit length.
 * @param out     Receives the texture coordinates.
 * @threads any
 */
VRM_RENDER_API void vrm_mtoon_get_matcap_uv(const vrm_vec3 *normal, const vrm_vec3 *to_eye,
                                            vrm_vec2 *out);

/** Returns the result of vrm_mtoon_get_matcap_uv by value. */
static inline vrm_vec2 vrm_mtoon_matcap_uv(vrm_vec3 normal, vrm_vec3 to_eye) {
    vrm_vec2 out;
    vrm_mtoon_get_matcap_uv(&normal, &to_eye, &out);
    return out;
}

/**
 * Computes the position of a vertex's outline in the world (worldCoordinates, MT-023).
 *
 * @param position  The vertex in the world.
 * @param normal    Its normal in the world, of any length.
 * @param width     The width factor times the mask, in meters.
 * @param out       Receives the position.
 * @threads any
 */
VRM_RENDER_API void vrm_mtoon_get_outline_position(const vrm_vec3 *position, const vrm_vec3 *normal,
                                                   float width, vrm_vec3 *out);

/** Returns the result of vrm_mtoon_get_outline_position by value. */
static inline vrm_vec3 vrm_mtoon_outline_position(vrm_vec3 position, vrm_vec3 normal, float width) {
    vrm_vec3 out;
    vrm_mtoon_get_outline_position(&position, &normal, width, &out);
    return out;
}

/**
 * Computes the position of a vertex's outline in clip space (screenCoordinates, MT-024).
 *
 * @param projection   The projection of the view.
 * @param clip         The vertex in clip space.
 * @param view_normal  Its normal in eye space, of any length.
 * @param width        The width factor times the mask, as a part of the height of the picture.
 * @param out          Receives the position in clip space.
 * @threads any
 */
VRM_RENDER_API void vrm_mtoon_get_outline_clip(const vrm_mat4 *projection, const vrm_vec4 *clip,
                                               const vrm_vec3 *view_normal, float width,
                                               vrm_vec4 *out);

/** Returns the result of vrm_mtoon_get_outline_clip by value. */
static inline vrm_vec4 vrm_mtoon_outline_clip(const vrm_mat4 *projection, vrm_vec4 clip,
                                              vrm_vec3 view_normal, float width) {
    vrm_vec4 out;
    vrm_mtoon_get_outline_clip(projection, &clip, &view_normal, width, &out);
    return out;
}

/**
 * Moves texture coordinates as MToon's UV animation does: about (0.5, 0.5), before
 * KHR_texture_transform (MT-027, MT-028, MT-031).
 *
 * @param uv        The coordinates of the vertex.
 * @param rotation  uv_rotation of the frame's material, in radians.
 * @param scroll    uv_scroll of the frame's material.
 * @param mask      The texel of the animation mask, 0 to 1; 1 without a mask.
 * @param out       Receives the coordinates.
 * @threads any
 */
VRM_RENDER_API void vrm_mtoon_get_animated_uv(const vrm_vec2 *uv, float rotation,
                                              const vrm_vec2 *scroll, float mask, vrm_vec2 *out);

/** Returns the result of vrm_mtoon_get_animated_uv by value. */
static inline vrm_vec2 vrm_mtoon_animated_uv(vrm_vec2 uv, float rotation, vrm_vec2 scroll,
                                             float mask) {
    vrm_vec2 out;
    vrm_mtoon_get_animated_uv(&uv, rotation, &scroll, mask, &out);
    return out;
}

/**
 * Applies KHR_texture_transform with the scale and offset of a frame.
 *
 * @param info    The use of the texture in the tables of the model; it has the rotation.
 * @param scale   uv_scale of the frame's material, for the slot of this texture.
 * @param offset  Likewise uv_offset.
 * @param uv      The coordinates.
 * @param out     Receives the coordinates.
 * @threads any
 */
VRM_RENDER_API void vrm_texture_get_transformed(const vrm_texture_info *info, const vrm_vec2 *scale,
                                                const vrm_vec2 *offset, const vrm_vec2 *uv,
                                                vrm_vec2 *out);

/** Returns the result of vrm_texture_get_transformed by value. */
static inline vrm_vec2 vrm_texture_transformed(const vrm_texture_info *info, vrm_vec2 scale,
                                               vrm_vec2 offset, vrm_vec2 uv) {
    vrm_vec2 out;
    vrm_texture_get_transformed(info, &scale, &offset, &uv, &out);
    return out;
}

#endif
