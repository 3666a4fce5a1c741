/**
 * @file optimize.h
 * Makes a smaller file of an avatar that looks and moves as before.
 *
 * @code
 * vrm_written *file;
 * if (vrm_optimize(bytes, size, NULL, &file, NULL) == VRM_OK) {
 *     size_t smaller;
 *     const void *out = vrm_written_bytes(file, &smaller);
 *     // store them
 *     vrm_written_destroy(file);
 * }
 * @endcode
 *
 * Without settings nothing that can be seen changes: what nothing uses is left out, what is there
 * twice is kept once, and numbers take no more bytes than they need. Everything else has to be
 * asked for. Every index of the file follows, in all dialects of VRM.
 *
 * The library itself reads no images and simplifies no meshes. An application that has libraries
 * for this passes functions that call them (vrm_optimize_tools); `vrm optimize` does so.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_OPTIMIZE_H
#define VRM_OPTIMIZE_H

#include "vrm/author/write.h"
#include "vrm/base.h"
#include "vrm/image.h"
#include "vrm/model.h"
#include "vrm/report.h"

/** What an image of the file is for: bits. */
typedef int32_t vrm_image_use;

enum {
    VRM_IMAGE_USE_COLOR = 1,  /**< It holds colours that are seen, and nothing else. */
    VRM_IMAGE_USE_ALPHA = 2,  /**< Its alpha is seen: that of a masked or blended material. */
    VRM_IMAGE_USE_PICTURE = 4 /**< Applications show it beside the avatar: PNG or JPEG alone. */
};

/** An image that an encoder has written. */
typedef struct vrm_encoded_image {
    const void *bytes;     /**< The tool's, until it is called again. */
    size_t size;           /**< Of `bytes`. */
    const char *mime_type; /**< "image/png", "image/jpeg" or "image/webp". Static. */
} vrm_encoded_image;

/** A primitive whose triangles are to become fewer. Vertices stay as they are. */
typedef struct vrm_simplify_task {
    const uint32_t *indices;        /**< Of triangles; all below `vertex_count`. */
    const float *positions;         /**< Three for each vertex, in metres. */
    const float *attributes;        /**< Kept alike: vertex_count * attribute_count of them. */
    const float *attribute_weights; /**< How much each of them counts against a position. */
    uint32_t index_count;           /**< Of `indices`. */
    uint32_t vertex_count;          /**< Of `positions`. */
    uint32_t attribute_count;       /**< Of `attribute_weights`, and of each vertex. */
    uint32_t target_index_count;    /**< How many indices are wanted. */
} vrm_simplify_task;

/**
 * What the library does not do itself. Each function may be NULL: then what needs it is left alone.
 * The pointers that it is given are valid during the call.
 */
typedef struct vrm_optimize_tools {
    void *user; /**< Passed to each function. */
    /** Decodes an image file into pixels, which `release_pixels` gives back. */
    vrm_decode_image_fn *decode_image;
    /** Gives back what `decode_image` gave. */
    void (*release_pixels)(vrm_pixels *pixels, void *user);
    /** Encodes pixels for what they are used for. 1: `out` has the image; 0: it cannot be. */
    int32_t (*encode_image)(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                            void *user);
    /** Writes fewer triangles of a task to `out_indices`, which has room for all; returns how many
     * indices they have. */
    uint32_t (*simplify)(const vrm_simplify_task *task, uint32_t *out_indices, void *user);
    /** Puts triangles into an order that a GPU draws faster. */
    void (*order_triangles)(uint32_t *indices, uint32_t index_count, uint32_t vertex_count,
                            void *user);
} vrm_optimize_tools;

/** Bits of the flags of vrm_optimize_desc: VRM_OPTIMIZE_ constants. */
typedef uint32_t vrm_optimize_flags;

enum {
    VRM_OPTIMIZE_KEEP_UNUSED = 1,      /**< Elements that nothing refers to stay. */
    VRM_OPTIMIZE_KEEP_NODES = 2,       /**< Nodes that nothing needs stay. */
    VRM_OPTIMIZE_KEEP_DUPLICATES = 4,  /**< Equal elements stay apart. */
    VRM_OPTIMIZE_KEEP_TARGETS = 8,     /**< Morph targets that move nothing stay. */
    VRM_OPTIMIZE_KEEP_VERTICES = 16,   /**< The payload of meshes stays as it is. */
    VRM_OPTIMIZE_KEEP_PRIMITIVES = 32, /**< Parts of a mesh with one material are not joined. */
    VRM_OPTIMIZE_KEEP_IMAGES = 64,     /**< Images are not encoded anew. */
    /** Asks for normals and tangents in 8 bits, texture coordinates and weights in 16. Normals
     * need the extension KHR_mesh_quantization, which the new file then requires. */
    VRM_OPTIMIZE_QUANTIZE = 128,
    /** Asks for one set of textures for materials that differ in nothing else (OP-013). */
    VRM_OPTIMIZE_ATLAS = 256
};

/** Settings of an optimisation. Fill them with vrm_optimize_desc_init. */
typedef struct vrm_optimize_desc {
    uint32_t struct_size;     /**< Set by vrm_optimize_desc_init. */
    vrm_optimize_flags flags; /**< VRM_OPTIMIZE_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    const vrm_optimize_tools *tools; /**< What the library does not do itself. NULL: nothing. */
    uint32_t max_texture; /**< Images with a longer side become smaller. Default: 0, none do. */
    uint32_t triangles; /**< How many triangles the file shall have. Default: 0, all that it has. */
} vrm_optimize_desc;

/**
 * Fills in the default settings. Call it through the macro vrm_optimize_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_optimize_desc.
 * @threads any
 */
VRM_AUTHOR_API void vrm_optimize_desc_init_sized(vrm_optimize_desc *desc, size_t struct_size);
/** Calls vrm_optimize_desc_init_sized with the size of the struct. */
#define vrm_optimize_desc_init(desc) vrm_optimize_desc_init_sized((desc), sizeof *(desc))

/**
 * Makes a smaller file of a GLB file (.vrm, .glb) or a plain .gltf file in memory.
 *
 * The changes of the result say what was done, with counts; their codes are listed in
 * docs/guides/optimize.md. An extension that the library does not know may refer to elements by
 * number. If one is listed in extensionsUsed, or stands in any object `extensions`, listed or not,
 * all elements keep their positions.
 *
 * @param bytes       The file. Nothing keeps or changes them.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_file    Receives the new file; NULL on failure.
 * @param out_report  Receives the diagnostics of loading the given file. May be NULL.
 * @return VRM_OK, also where nothing could be made smaller; else why the file could not be loaded,
 * as vrm_model_load returns it, or VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @ownership The caller destroys the new file with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_optimize(const void *bytes, size_t size,
                                       const vrm_optimize_desc *desc, vrm_written **out_file,
                                       vrm_report **out_report);

#endif
