/*
 * model.h: load a file, read its tables, read its payload.
 *
 * A model is immutable and reference-counted: any number of threads may read it at once.
 */
#ifndef VRM_MODEL_H
#define VRM_MODEL_H

#include "vrm/base.h"
#include "vrm/gltf.h"
#include "vrm/report.h"
#include "vrm/tables.h"
#include "vrm/types.h"

typedef struct vrm_model vrm_model;

/*
 * What a file may cost (ER-018). The defaults are safe for files from strangers; 0 in any field
 * means its default. At no time does a load hold more than max_file_bytes, max_memory_bytes and
 * max_external_bytes together.
 * A file that exceeds a limit is refused, but for max_collider_tests and
 * max_diagnostics, which leave the rest out.
 *
 * Most counts grow with the file, and their limits only keep it from growing without end. Some do
 * not: a few bytes can name everything again, so that the numbers multiply, or an empty element
 * stands for a large one. Their limits are much smaller, so that loading and running a file takes
 * no more than 40 times its bytes and 32 MB:
 *
 * max_materials        The three bytes of an empty material stand for 1.4 KB of defaults.
 * max_binds            0.x and the draft name a mesh or a material, and mean each node or material
 *                      that has it; each of these counts.
 * max_morph_weights    Each node has weights of its own for all morph targets of its mesh, and
 *                      nodes may share a mesh.
 * max_collider_tests   Joints times colliders of their spring, over all springs: what a step of the
 *                      springs costs at most. (A collider that a list of groups names again, and an
 *                      inert one, count once for each list.) Springs are served in the order of the
 *                      file. One whose colliders do not fit keeps as many of its first ones as do,
 *                      and so do those after it; one diagnostic names the first (ER-021).
 */
typedef struct vrm_limits {
    uint64_t max_file_bytes;     /* 2 GiB */
    uint64_t max_json_bytes;     /* 256 MiB */
    uint64_t max_memory_bytes;   /* 1 GiB at once; file, external files and report not counted */
    uint64_t max_allocations;    /* 1,000,000 over the whole load */
    uint64_t max_external_bytes; /* 1 GiB, of all external files together */
    uint32_t max_json_values;    /* 4 million */
    uint32_t max_json_depth;     /* 128; taken into 20 to 1,024 (ER-005) */
    uint32_t max_nodes;          /* 1 million */
    uint32_t max_elements;       /* 1 million, of any other table; see also max_materials */
    uint32_t max_diagnostics;    /* 256 held in the report; the rest is counted */
    uint32_t max_expressions;    /* 4,096; each is compared with all others */
    uint32_t max_binds;          /* 262,144, of all expressions together */
    uint32_t max_joints;         /* 1 million, of spring bones */
    uint32_t max_colliders;      /* 1 million */
    uint32_t max_collider_tests; /* 1,000,000 in one step of the springs */
    uint32_t max_morph_weights;  /* 1 million, of all nodes together */
    uint32_t max_materials;      /* 16,384 */
} vrm_limits;

enum {
    /* What would be repaired refuses the file instead. */
    VRM_LOAD_STRICT = 1,
    /* Keep the JSON, for writing the file back without loss. */
    VRM_LOAD_KEEP_DOCUMENT = 2,
    /* Copy the payload, so that the caller's bytes may go once the load returns. */
    VRM_LOAD_COPY_PAYLOAD = 4,
    /* Take any glTF file, also one without an avatar in it. */
    VRM_LOAD_ANY_GLTF = 8
};

/*
 * Finds the bytes of an external buffer or image (ER-019: without a resolver nothing is fetched).
 * `uri` is percent-decoded, relative, and free of ".." and of absolute paths: anything else is
 * refused before the resolver is asked. It is asked once for each URI of a load, however many
 * buffers and images name it.
 *
 * Never return more than `max_bytes`: it is what is left of max_external_bytes. Return
 * VRM_ERROR_LIMIT for a resource that is larger, without reading it. On VRM_OK the bytes stay valid
 * until `release`, which is called once, with the same pointer and size, when the model no longer
 * needs them. Any other result leaves the resource out; the report says so.
 */
typedef struct vrm_resolver {
    vrm_result (*resolve)(vrm_string uri, uint64_t max_bytes, const void **out_bytes,
                          size_t *out_size, void *user);
    void (*release)(const void *bytes, size_t size, void *user); /* may be NULL */
    void *user;
} vrm_resolver;

/* Fill with vrm_load_desc_init, then change what you need. */
typedef struct vrm_load_desc {
    uint32_t struct_size;
    uint32_t flags;                 /* VRM_LOAD_… */
    const vrm_allocator *allocator; /* NULL: malloc and free. Copied. */
    const vrm_resolver *resolver;   /* NULL: external resources are left out. Copied. */
    int32_t (*cancel)(void *user);  /* asked often; anything but 0 stops the load */
    void *cancel_user;
    vrm_limits limits;
} vrm_load_desc;

VRM_API void vrm_load_desc_init_sized(vrm_load_desc *desc, size_t struct_size);
#define vrm_load_desc_init(desc) vrm_load_desc_init_sized((desc), sizeof *(desc))

/*
 * Loads a GLB (.vrm, .glb, .vrma) or a plain .gltf from memory; which of the two is told by the
 * content (GL-001).
 *
 * `desc` may be NULL. `bytes` is borrowed for as long as the model lives, or until
 * vrm_model_drop_payload, or only for the call (VRM_LOAD_COPY_PAYLOAD). On success *out_model has
 * one reference, for vrm_model_release; on failure it is NULL. *out_report, where out_report is
 * not NULL, is a report in both cases, for vrm_report_destroy.
 */
VRM_API vrm_result vrm_model_load(const void *bytes, size_t size, const vrm_load_desc *desc,
                                  vrm_model **out_model, vrm_report **out_report);

/*
 * What the beginning of a file tells, without the rest of it: a catalogue of avatars needs no more
 * than their JSON and their thumbnails.
 */
typedef struct vrm_peek {
    uint64_t needed_bytes; /* VRM_ERROR_INCOMPLETE: ask again with this much of the file; else 0 */
    uint64_t thumbnail_offset; /* of the image file in the file; where the avatar has one */
    uint64_t thumbnail_bytes;  /* 0: it has none, or not as a part of the file */
} vrm_peek;

/*
 * Loads a model from the first `size` bytes of a file: everything but the payload. `out_peek` says
 * where the thumbnail is, or, with VRM_ERROR_INCOMPLETE, how much of the file is needed. A plain
 * .gltf, which does not say how long it is, has to be whole. The bytes are not kept. Otherwise as
 * vrm_model_load.
 */
VRM_API vrm_result vrm_model_peek(const void *bytes, size_t size, const vrm_load_desc *desc,
                                  vrm_peek *out_peek, vrm_model **out_model,
                                  vrm_report **out_report);

VRM_API vrm_model *vrm_model_retain(vrm_model *model);
VRM_API void vrm_model_release(vrm_model *model);

/*
 * Lets the payload go (meshes, images, keyframes): afterwards the vrm_model_read_ functions return
 * VRM_ERROR_NO_PAYLOAD wherever they would need it, and the bytes given to vrm_model_load may be
 * freed. Not thread-safe: no other thread may be reading the payload.
 */
VRM_API void vrm_model_drop_payload(vrm_model *model);

/* The tables: what the file says, and what it means. Never NULL for a model; they live as long as
 * it does. */
VRM_API const vrm_gltf *vrm_model_gltf(const vrm_model *model);
VRM_API const vrm_tables *vrm_model_tables(const vrm_model *model);

/* The avatar's name; and the index of an expression, preset or custom, or VRM_NONE. */
VRM_API const char *vrm_model_name(const vrm_model *model);
VRM_API int32_t vrm_model_find_expression(const vrm_model *model, const char *name);

/* Bytes of memory that the model holds, external files included, and the bytes that were given to
 * vrm_model_load not counted. */
VRM_API uint64_t vrm_model_memory(const vrm_model *model);

/*
 * Reading the payload. All of these unpack into the caller's memory, check every range and every
 * index, and are thread-safe. `capacity` counts elements of `out`; too small a capacity is
 * VRM_ERROR_CAPACITY, and nothing is written. Numbers that are not finite read as 0.
 */

/* How many floats an accessor holds: count times components. 0 for one that cannot be used. */
VRM_API uint64_t vrm_model_accessor_floats(const vrm_model *model, int32_t accessor);

/* Any accessor as floats: integers converted, normalised ones scaled to [0, 1] or [-1, 1], sparse
 * replacements made, matrices column by column without padding. */
VRM_API vrm_result vrm_model_read_floats(const vrm_model *model, int32_t accessor, float *out,
                                         size_t capacity);

/*
 * The triangles of a primitive, three vertex indices each, whatever its mode; strips and fans are
 * unrolled with their winding kept. `out` needs triangle_count * 3 elements. Triangles with an
 * index that is out of range are left out: *out_count (may be NULL) says how many indices were
 * written. Points and lines give none.
 */
VRM_API vrm_result vrm_model_read_triangles(const vrm_model *model, int32_t mesh, int32_t primitive,
                                            uint32_t *out, size_t capacity, size_t *out_count);

/*
 * A vertex attribute as floats, `components` for each vertex (2 to 4). Where the file has more
 * components they are left out; where it has fewer they are filled with 0, and a fourth with 1.
 * Normals of zero length become (0, 1, 0) (ER-002). VRM_ERROR_NO_PAYLOAD where the primitive does
 * not have the attribute. For JOINTS use vrm_model_read_joints.
 */
VRM_API vrm_result vrm_model_read_vertices(const vrm_model *model, int32_t mesh, int32_t primitive,
                                           int32_t semantic, int32_t set, int32_t components,
                                           float *out, size_t capacity);

/*
 * JOINTS_set, four for each vertex: indices into the joints of `skin`. One that is out of range
 * becomes 0; *out_invalid (may be NULL) says how many there were.
 */
VRM_API vrm_result vrm_model_read_joints(const vrm_model *model, int32_t mesh, int32_t primitive,
                                         int32_t set, int32_t skin, uint16_t *out, size_t capacity,
                                         size_t *out_invalid);

/* Differences of a morph target, three floats for each vertex; zeros where the target has none.
 * `semantic` is VRM_ATTRIBUTE_POSITION or VRM_ATTRIBUTE_NORMAL. */
VRM_API vrm_result vrm_model_read_morph_target(const vrm_model *model, int32_t mesh,
                                               int32_t primitive, int32_t target, int32_t semantic,
                                               float *out, size_t capacity);

/* Inverse bind matrices, one for each joint of the skin; identity where the file has none. */
VRM_API vrm_result vrm_model_read_inverse_binds(const vrm_model *model, int32_t skin, vrm_mat4 *out,
                                                size_t capacity);

/* The bytes of an image file (PNG, JPEG …), undecoded. They live as long as the payload. */
VRM_API vrm_result vrm_model_image_bytes(const vrm_model *model, int32_t image,
                                         const uint8_t **out_bytes, size_t *out_size);

#endif
