/**
 * @file optimize.h
 * Make the file of an avatar smaller. Appearance and motion stay the same.
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
 * By default nothing visible changes: unused elements are removed, duplicates are merged, and
 * numbers take no more bytes than they need. Everything else is optional. All indices of the file
 * are updated, in all VRM versions.
 *
 * The library itself decodes no images and simplifies no meshes. Pass functions that do
 * (vrm_optimize_tools), as `vrm optimize` does.
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

/** How an image of the file is used: bits. */
typedef int32_t vrm_image_use;

enum {
    VRM_IMAGE_USE_COLOR = 1,  /**< It contains only visible colors. */
    VRM_IMAGE_USE_ALPHA = 2,  /**< Its alpha is visible, in a masked or blended material. */
    VRM_IMAGE_USE_PICTURE = 4 /**< Applications show it beside the avatar: only PNG or JPEG. */
};

/** An image that an encoder has written. */
typedef struct vrm_encoded_image {
    const void *bytes;     /**< Memory of the tool, valid until its next call. */
    size_t size;           /**< Of `bytes`. */
    const char *mime_type; /**< "image/png", "image/jpeg" or "image/webp". Static. */
} vrm_encoded_image;

/** A primitive to simplify. Its vertices stay. */
typedef struct vrm_simplify_task {
    const uint32_t *indices;        /**< Of triangles; all below `vertex_count`. */
    const float *positions;         /**< Three for each vertex, in meters. */
    const float *attributes;        /**< To preserve: vertex_count * attribute_count of them. */
    const float *attribute_weights; /**< The weight of each attribute relative to a position. */
    uint32_t index_count;           /**< Of `indices`. */
    uint32_t vertex_count;          /**< Of `positions`. */
    uint32_t attribute_count;       /**< Of `attribute_weights`, and of each vertex. */
    uint32_t target_index_count;    /**< The wanted number of indices. */
} vrm_simplify_task;

/** How the elements of a buffer view are compressed (EXT_meshopt_compression). */
typedef int32_t vrm_meshopt_mode;

enum {
    VRM_MESHOPT_MODE_ATTRIBUTES = 0, /**< Vertices, keyframes and matrices. */
    VRM_MESHOPT_MODE_TRIANGLES = 1,  /**< Indices of triangles. */
    VRM_MESHOPT_MODE_INDICES = 2     /**< Any other indices. */
};

/** Elements of a buffer view to compress. */
typedef struct vrm_meshopt_task {
    const void *elements;  /**< count * stride bytes. */
    size_t count;          /**< Of elements. */
    size_t stride;         /**< Bytes from one element to the next, without gaps. */
    vrm_meshopt_mode mode; /**< VRM_MESHOPT_MODE_… */
} vrm_meshopt_task;

/**
 * Functions for work that the library does not do itself. Each function may be NULL: steps that
 * need it are then skipped. The pointers that a function gets are valid during the call.
 */
typedef struct vrm_optimize_tools {
    void *user; /**< Passed to each function. */
    /** Decodes an image file into pixels, which `release_pixels` frees. */
    vrm_decode_image_fn *decode_image;
    /** Frees the pixels of `decode_image`. */
    void (*release_pixels)(vrm_pixels *pixels, void *user);
    /** Encodes pixels for their use. Returns 1 on success, 0 on failure. */
    int32_t (*encode_image)(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                            void *user);
    /** Writes the simplified triangles of a task to `out_indices`, which has room for all. Returns
     * the number of indices. */
    uint32_t (*simplify)(const vrm_simplify_task *task, uint32_t *out_indices, void *user);
    /** Orders triangles for faster drawing on a GPU. */
    void (*order_triangles)(uint32_t *indices, uint32_t index_count, uint32_t vertex_count,
                            void *user);
    /** Compresses a task without loss, as format version 0, into `capacity` bytes. Returns the
     * number of bytes; 0 if they are not enough. VRM_OPTIMIZE_COMPRESS needs it, and the decoder of
     * `load`. */
    size_t (*compress)(const vrm_meshopt_task *task, uint8_t *out, size_t capacity, void *user);
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
    VRM_OPTIMIZE_KEEP_IMAGES = 64,     /**< Images are not encoded again. */
    /** Stores normals and tangents in 8 bits, texture coordinates and weights in 16. Normals need
     * the extension KHR_mesh_quantization, which the new file then requires. With
     * VRM_OPTIMIZE_COMPRESS, positions are rounded by at most 0.06 mm (OP-016). */
    VRM_OPTIMIZE_QUANTIZE = 128,
    /** Makes one set of textures for materials that differ in nothing else (OP-013). */
    VRM_OPTIMIZE_ATLAS = 256,
    /** Compresses meshes and keyframes with EXT_meshopt_compression, which the new file then
     * requires. Without VRM_OPTIMIZE_QUANTIZE, no number changes (OP-015). */
    VRM_OPTIMIZE_COMPRESS = 512,
    /** Decodes compressed meshes and keyframes: the new file has no meshopt compression. */
    VRM_OPTIMIZE_DECOMPRESS = 1024
};

/** Settings of an optimization. Fill them with vrm_optimize_desc_init. */
typedef struct vrm_optimize_desc {
    uint32_t struct_size;     /**< Set by vrm_optimize_desc_init. */
    vrm_optimize_flags flags; /**< VRM_OPTIMIZE_ bits. Default: 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    const vrm_optimize_tools *tools; /**< Functions for images and meshes. NULL: none. */
    uint32_t max_texture; /**< Images with a longer side are reduced. Default: 0, no limit. */
    uint32_t triangles;   /**< The wanted number of triangles. Default: 0, all of them. */
} vrm_optimize_desc;

/**
 * Optimizes a GLB file (.vrm, .glb) or a plain .gltf file in memory.
 *
 * The changes of the result list what was done, with counts; their codes are listed in
 * docs/guides/optimize.md. An unknown extension may refer to elements by index. If extensionsUsed
 * or any object `extensions` contains one, all elements keep their indices.
 *
 * @param bytes       The file. It is not changed, and not needed after the call.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_file    Receives the new file; NULL on failure.
 * @param out_report  Receives the report of the load of the old file. May be NULL.
 * @return VRM_OK, also if nothing could be made smaller; else why the file could not be loaded, as
 * vrm_model_load returns it, or VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @ownership The caller destroys the new file with vrm_written_destroy, and the report with
 * vrm_report_destroy.
 * @task Make a file smaller
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_optimize(const void *bytes, size_t size,
                                       const vrm_optimize_desc *desc, vrm_written **out_file,
                                       vrm_report **out_report);

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

#endif
