/**
 * @file model.h
 * Load a file, read its tables, look things up, read its payload.
 *
 * A model is immutable and reference-counted: any number of threads may read it at the same time,
 * and any number of avatars may share it.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_MODEL_H
#define VRM_MODEL_H

#include "vrm/base.h"
#include "vrm/gltf.h"
#include "vrm/image.h"
#include "vrm/meshopt.h"
#include "vrm/report.h"
#include "vrm/tables.h"
#include "vrm/types.h"

/** An avatar as its file describes it. */
typedef struct vrm_model vrm_model;

/* --- Load and release --- */

/**
 * Resource limits of a load (ER-018). The defaults are safe for untrusted files; 0 in any field
 * means its default. A load refuses a file that exceeds a limit, except for max_collider_tests,
 * max_external_bytes and max_diagnostics: beyond these it skips the rest. With the defaults,
 * loading and running a file takes at most 40 times its bytes and 32 MB. A file of empty nodes
 * takes up to 100 times its bytes. Fill the struct with vrm_limits_init, then change what you need.
 */
typedef struct vrm_limits {
    uint32_t struct_size;        /**< Set by vrm_limits_init. */
    uint32_t max_json_values;    /**< Default: 4 million. */
    uint64_t max_file_bytes;     /**< Default: 2 GiB. */
    uint64_t max_json_bytes;     /**< Default: 256 MiB. */
    uint64_t max_memory_bytes;   /**< At once, not counting file and report. Default: 1 GiB. */
    uint64_t max_external_bytes; /**< Of all external files together. Default: 1 GiB. */
    uint64_t max_allocations;    /**< Over the whole load. Default: 1,000,000. */
    uint32_t max_json_depth;     /**< Clamped to 20 to 1,024 (ER-005). Default: 128. */
    uint32_t max_nodes;          /**< Default: 1 million. */
    uint32_t max_elements;       /**< Of any other glTF table. Default: 1 million. */
    uint32_t max_diagnostics;    /**< Held in the report; more are counted. Default: 256. */
    uint32_t max_expressions;    /**< Default: 4,096. Each is compared with all others. */
    /** Of all expressions together. In 0.x and the draft, a bind to a mesh or a material counts for
     * each node or material that has it. Default: 262,144. */
    uint32_t max_binds;
    uint32_t max_joints;    /**< Of all springs together. Default: 1 million. */
    uint32_t max_colliders; /**< Default: 1 million. */
    /** How many times an update may compare a joint with a collider: the sum over all joints of the
     * colliders of their spring. Beyond it, later colliders of a spring are skipped, and a
     * diagnostic reports this. Default: 1 million. */
    uint32_t max_collider_tests;
    /** Each node has its own weights for all morph targets of its mesh. Default: 1 million. */
    uint32_t max_morph_weights;
    uint32_t max_materials; /**< Default: 16,384. */
    uint32_t reserved;      /**< Always 0. */
    /** Of all compressed buffer views together, decoded. Default: 24 times the bytes of all
     * buffers, and 16 MiB. */
    uint64_t max_decoded_bytes;
} vrm_limits;

/** Bits of the flags of a load: VRM_LOAD_ constants. */
typedef uint32_t vrm_load_flags;

enum {
    /** Fail on anything that would otherwise be repaired. */
    VRM_LOAD_STRICT = 1,
    /** Copy the payload: the caller may free the bytes once the load returns. */
    VRM_LOAD_COPY_PAYLOAD = 4,
    /** Accept any glTF file, also one without an avatar. */
    VRM_LOAD_ANY_GLTF = 8
};

/**
 * Finds the bytes of an external buffer or image. Without a resolver no external resource is loaded
 * (ER-019).
 */
typedef struct vrm_resolver {
    /**
     * Called at most once for each distinct URI of a load. `uri` is percent-decoded, relative, and
     * free of ".." and of absolute paths: anything else is refused before the resolver is called.
     * The resolver never returns more than `max_bytes`: it returns VRM_ERROR_LIMIT for a larger
     * resource. On VRM_OK the bytes must stay valid until `release`. On any other result the
     * resource is skipped, and a diagnostic reports this.
     */
    vrm_result (*resolve)(const char *uri, uint64_t max_bytes, const void **out_bytes,
                          size_t *out_size, void *user);
    /** Called with the same pointer when the model no longer needs the bytes; may be NULL. */
    void (*release)(const void *bytes, size_t size, void *user);
    void *user; /**< Passed to both functions. */
} vrm_resolver;

/**
 * Settings of a load. Fill them with vrm_load_desc_init, then change what you need. They have the
 * same meaning in every function that takes them (docs/reference/abi.md).
 */
typedef struct vrm_load_desc {
    uint32_t struct_size;           /**< Set by vrm_load_desc_init. */
    vrm_load_flags flags;           /**< VRM_LOAD_ bits. Default: 0. */
    const vrm_allocator *allocator; /**< Copied. NULL: malloc and free. */
    const vrm_resolver *resolver;   /**< Copied. NULL: external resources are skipped. */
    const vrm_limits *limits;       /**< Copied. NULL: the default limits. */
    /** Called often during the call; anything but 0 stops it. NULL: never called. */
    int32_t (*cancel)(void *user);
    void *cancel_user; /**< Passed to `cancel`. */
    void *user;        /**< Kept for vrm_model_user; the library does not use it. */
    /** Reports wrong use of a loaded object and of all objects made from it: avatars, crowds and
     * poses of a model, mixers that play a clip, and an edit. NULL: nothing is reported. */
    vrm_misuse_fn *misuse;
    void *misuse_user; /**< Passed to `misuse`. */
    /** Copied, for the call only. NULL: compressed buffer views are not decoded. */
    const vrm_meshopt_decoder *meshopt;
} vrm_load_desc;

/**
 * Loads a GLB file (.vrm, .glb) or a plain .gltf file from memory. The format is detected from the
 * contents (GL-001). The limits of `desc` bound the cost.
 *
 * @param bytes       The whole file. Borrowed until the model is released or its payload is
 *                    dropped; with VRM_LOAD_COPY_PAYLOAD for the call only.
 * @param size        The size of the file in bytes.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_model   Receives the model with one reference, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. There is a report on success and on failure,
 *                    also for a NULL argument or a bad desc.
 * @return VRM_OK, or why the file was refused.
 * @ownership The caller releases the model with vrm_model_release and destroys the report with
 * vrm_report_destroy.
 * @task Load an avatar from memory
 * @threads any
 */
VRM_API vrm_result vrm_model_load(const void *bytes, size_t size, const vrm_load_desc *desc,
                                  vrm_model **out_model, vrm_report **out_report);

/**
 * Adds a reference to a model.
 *
 * @param model  A model, or NULL.
 * @return The same model.
 * @ownership The caller releases the reference with vrm_model_release.
 * @threads any
 */
VRM_API vrm_model *vrm_model_retain(vrm_model *model);

/**
 * Releases a reference to a model. The last release frees it. Avatars hold their own references:
 * you may release a model as soon as you have created its avatars.
 *
 * @param model  A model, or NULL.
 * @threads any
 */
VRM_API void vrm_model_release(vrm_model *model);

/** What vrm_model_peek finds at the beginning of a file. */
typedef struct vrm_peek {
    uint32_t struct_size;      /**< Set by vrm_peek_init. */
    uint32_t reserved;         /**< Always 0. */
    uint64_t needed_bytes;     /**< With VRM_ERROR_INCOMPLETE: call again with this many bytes. */
    uint64_t thumbnail_offset; /**< Offset of the thumbnail's image file in the file. */
    uint64_t thumbnail_bytes;  /**< Its size; 0 if there is none within the file. */
} vrm_peek;

/**
 * Loads a model without its payload from the first bytes of a file. A catalog of avatars needs only
 * their JSON and their thumbnails. A plain .gltf file must be complete, because it does not contain
 * its length. The bytes are not kept.
 *
 * @param bytes       The beginning of the file.
 * @param size        How many bytes are given.
 * @param desc        Optional settings; NULL means the defaults.
 * @param peek        Prepared with vrm_peek_init; receives the position of the thumbnail, or, with
 *                    VRM_ERROR_INCOMPLETE, how many bytes are needed. May be NULL.
 * @param out_model   Receives the model, or NULL on failure.
 * @param out_report  Receives the report; may be NULL.
 * @return VRM_OK; VRM_ERROR_INCOMPLETE if more bytes are needed; else as vrm_model_load.
 * @ownership As for vrm_model_load.
 * @task Read metadata and thumbnail from the start of a file
 * @threads any
 */
VRM_API vrm_result vrm_model_peek(const void *bytes, size_t size, const vrm_load_desc *desc,
                                  vrm_peek *peek, vrm_model **out_model, vrm_report **out_report);

/**
 * Drops the payload (meshes, images, keyframes). Afterwards vrm_model_read_ functions that need it
 * return VRM_ERROR_NO_PAYLOAD, and you may free the bytes that you passed to vrm_model_load.
 * Running avatars never need the payload.
 *
 * @param model  A model, or NULL.
 * @task Free meshes and images after the upload
 * @threads one; no other thread may read the payload meanwhile
 */
VRM_API void vrm_model_drop_payload(vrm_model *model);

/**
 * Fills in the default limits. Call it through the macro vrm_limits_init.
 *
 * @param limits       Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @task Limit the memory and time that a file may take
 * @threads any
 */
VRM_API void vrm_limits_init_sized(vrm_limits *limits, size_t struct_size);
/** Fills in the default limits. */
#define vrm_limits_init(limits) vrm_limits_init_sized((limits), sizeof *(limits))

/**
 * Fills in the default settings of a load. Call it through the macro vrm_load_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_API void vrm_load_desc_init_sized(vrm_load_desc *desc, size_t struct_size);
/** Fills in the default settings of a load. */
#define vrm_load_desc_init(desc) vrm_load_desc_init_sized((desc), sizeof *(desc))

/**
 * Prepares a vrm_peek. Call it through the macro vrm_peek_init.
 *
 * @param peek         Receives zeros and its size.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_API void vrm_peek_init_sized(vrm_peek *peek, size_t struct_size);
/** Prepares a vrm_peek. */
#define vrm_peek_init(peek) vrm_peek_init_sized((peek), sizeof *(peek))

/* --- Read the tables --- */

/**
 * Returns the glTF tables: the contents of the file.
 *
 * @param model  A model.
 * @return The tables; NULL only if `model` is NULL.
 * @ownership The tables belong to the model.
 * @task Read nodes, meshes, skins and textures
 * @threads any
 */
VRM_API const vrm_gltf *vrm_model_gltf(const vrm_model *model);

/**
 * Returns the VRM tables: the meaning of the file, in one form for all VRM versions.
 *
 * @param model  A model.
 * @return The tables; NULL only if `model` is NULL.
 * @ownership The tables belong to the model.
 * @task Read license, bones, expressions and springs
 * @threads any
 */
VRM_API const vrm_tables *vrm_model_tables(const vrm_model *model);

/**
 * Returns a material as it is drawn: an element of `materials` of the tables. A primitive without a
 * material (vrm_primitive.material is VRM_NONE) has glTF's default material: white, metallic 1,
 * roughness 1.
 *
 * @param model  A model.
 * @param index  The index of a material, or VRM_NONE.
 * @return The material; the default material for VRM_NONE, an index out of range or NULL. Never
 * NULL.
 * @ownership The material belongs to the model; the default material is static.
 * @task Get the material of a primitive
 * @threads any
 */
VRM_API const vrm_material *vrm_model_material(const vrm_model *model, int32_t index);

/**
 * Returns the MToon values of a material: an element of `mtoons` of the tables.
 *
 * @param model  A model.
 * @param index  The index of a material, or VRM_NONE.
 * @return MToon's values, whose `is_present` is 0 if the material is not MToon, for VRM_NONE, an
 * index out of range or NULL. Never NULL.
 * @ownership The values belong to the model; those of the default material are static.
 * @threads any
 */
VRM_API const vrm_mtoon *vrm_model_mtoon(const vrm_model *model, int32_t index);

/**
 * Returns the avatar's name. The text is untrusted: use vrm_text_to_printable before you show it on
 * a terminal.
 *
 * @param model  A model.
 * @return The name; "" if the avatar has none. Never NULL.
 * @ownership The string belongs to the model.
 * @threads any
 */
VRM_API const char *vrm_model_name(const vrm_model *model);

/**
 * Returns the user pointer of the load desc.
 *
 * @param model  A model.
 * @return The pointer; NULL if none was given.
 * @ownership The pointer is the caller's.
 * @threads any
 */
VRM_API void *vrm_model_user(const vrm_model *model);

/**
 * Returns how much memory a model uses, without a borrowed payload.
 *
 * @param model  A model.
 * @return Bytes.
 * @threads any
 */
VRM_API size_t vrm_model_memory_size(const vrm_model *model);

/* --- Find by name --- */

/**
 * Finds an expression by name. Preset names are those of 1.0 ("happy", "aa", "blink") for files of
 * all VRM versions. If no expression has the name, the preset names of 0.x ("joy", "a", "blink_l")
 * are accepted too.
 *
 * @param model  A model.
 * @param name   The name; upper and lower case differ, but not in preset names of 0.x.
 * @return The index into the expressions of vrm_tables; VRM_NONE if there is none.
 * @task Find an expression by name
 * @threads any
 */
VRM_API int32_t vrm_model_find_expression(const vrm_model *model, const char *name);

/**
 * Finds the expression of a preset.
 *
 * @param model   A model.
 * @param preset  A VRM_PRESET_ constant.
 * @return The index into the expressions of vrm_tables; VRM_NONE if the avatar does not have it.
 * @threads any
 */
VRM_API int32_t vrm_model_find_preset(const vrm_model *model, vrm_preset preset);

/**
 * Finds a node by name.
 *
 * @param model  A model.
 * @param name   The name; upper and lower case differ.
 * @return The index of the first node with that name; VRM_NONE if there is none.
 * @task Find a node by name
 * @threads any
 */
VRM_API int32_t vrm_model_find_node(const vrm_model *model, const char *name);

/**
 * Finds a spring by name.
 *
 * @param model  A model.
 * @param name   The name; upper and lower case differ.
 * @return The index of the first spring with that name; VRM_NONE if there is none.
 * @threads any
 */
VRM_API int32_t vrm_model_find_spring(const vrm_model *model, const char *name);

/**
 * Finds a material by name.
 *
 * @param model  A model.
 * @param name   The name; upper and lower case differ.
 * @return The index of the first material with that name; VRM_NONE if there is none.
 * @threads any
 */
VRM_API int32_t vrm_model_find_material(const vrm_model *model, const char *name);

/* --- Look up bones --- */

/**
 * Returns the node of a humanoid bone.
 *
 * @param model  A model.
 * @param bone   A VRM_BONE_ constant.
 * @return The index of the node; VRM_NONE if the avatar does not have the bone.
 * @task Find the node of a bone
 * @threads any
 */
VRM_API int32_t vrm_model_bone_node(const vrm_model *model, vrm_bone bone);

/**
 * Returns the humanoid bone of a node.
 *
 * @param model  A model.
 * @param node   The index of a node.
 * @return A VRM_BONE_ constant; VRM_NONE if the node is not a humanoid bone.
 * @threads any
 */
VRM_API vrm_bone vrm_model_bone_of_node(const vrm_model *model, int32_t node);

/**
 * Returns the nearest humanoid bone above a bone that the avatar has (HU-017).
 *
 * @param model  A model.
 * @param bone   A VRM_BONE_ constant.
 * @return A VRM_BONE_ constant; VRM_NONE for the hips.
 * @threads any
 */
VRM_API vrm_bone vrm_model_bone_parent(const vrm_model *model, vrm_bone bone);

/**
 * Returns the rest position of a bone, in meters, in the space of the model turned to face +Z.
 *
 * @param model  A model.
 * @param bone   A VRM_BONE_ constant.
 * @param out    Receives the position; the origin if the avatar does not have the bone.
 * @threads any
 */
VRM_API void vrm_model_get_bone_rest_position(const vrm_model *model, vrm_bone bone, vrm_vec3 *out);

/** Returns the result of vrm_model_get_bone_rest_position by value. */
static inline vrm_vec3 vrm_model_bone_rest_position(const vrm_model *model, vrm_bone bone) {
    vrm_vec3 out = {0.0f, 0.0f, 0.0f};
    vrm_model_get_bone_rest_position(model, bone, &out);
    return out;
}

/**
 * Returns the axes of a bone at rest (HU-016), in the space of the model: x along the bone, y the
 * fixed axis of the specification's table, z across.
 *
 * @param model     A model.
 * @param bone      A VRM_BONE_ constant.
 * @param out_axes  Receives three unit vectors.
 * @return 1; 0 if the bone has no length or no axis is specified for it. Nothing is written then.
 * @threads any
 */
VRM_API int32_t vrm_model_get_bone_axes(const vrm_model *model, vrm_bone bone,
                                        vrm_vec3 out_axes[3]);

/** Bits of the stages that may write the rotation of a node: VRM_WRITER_ constants. */
typedef int32_t vrm_writers;

enum {
    VRM_WRITER_LOOK_AT = 1,
    VRM_WRITER_CONSTRAINT = 2,
    VRM_WRITER_SPRING = 4,
    VRM_WRITER_APPLICATION = 8, /**< In a mask: nodes that no stage writes. */
    VRM_WRITER_ALL = 15         /**< A mask of all nodes. */
};

/**
 * Returns which stages of an update may write the rotation of a node.
 *
 * @param model  A model.
 * @param node   The index of a node.
 * @return VRM_WRITER_ bits; 0: only the application writes it.
 * @threads any
 */
VRM_API vrm_writers vrm_model_node_writers(const vrm_model *model, int32_t node);

/* --- First person --- */

/**
 * Returns what the first-person camera draws of a node with a mesh; `auto` is resolved by FP-005 to
 * FP-009. For `auto` it reads the payload. This takes time in proportion to the mesh, and during
 * the call memory of the model's allocator: call it once for each node and keep the result.
 *
 * @param model  A model.
 * @param node   The index of a node with a mesh.
 * @return A VRM_FIRST_PERSON_ constant, never VRM_FIRST_PERSON_AUTO; VRM_FIRST_PERSON_SPLIT if the
 * payload cannot be read.
 * @task Hide the head in first person
 * @threads any
 */
VRM_API vrm_first_person_type vrm_model_first_person(const vrm_model *model, int32_t node);

/* --- Read the payload ---
 *
 * These functions unpack into memory that the caller provides, check every range and every index,
 * and may be called from any thread. `capacity` counts elements of `out`. If it is too small they
 * return VRM_ERROR_CAPACITY and write nothing. Numbers that are not finite are read as 0.
 */

/**
 * Returns how many floats an accessor holds: its count times its components.
 *
 * @param model     A model.
 * @param accessor  The index of an accessor.
 * @return The count; 0 for an accessor that cannot be used.
 * @threads any
 */
VRM_API size_t vrm_model_accessor_floats(const vrm_model *model, int32_t accessor);

/**
 * Returns how many numbers of an accessor are not finite in the file: NaN or infinite. The
 * functions that read return 0 for them. It reads all of the accessor's bytes.
 *
 * @param model     A model.
 * @param accessor  The index of an accessor.
 * @return The count; 0 for an accessor that cannot be used, and for one of integers.
 * @threads any
 */
VRM_API size_t vrm_model_accessor_not_finite(const vrm_model *model, int32_t accessor);

/**
 * Reads any accessor as floats: integers are converted, normalized ones are scaled to 0…1 or -1…1,
 * sparse replacements are applied, and matrices are read column by column without padding.
 *
 * @param model     A model.
 * @param accessor  The index of an accessor.
 * @param out       Receives vrm_model_accessor_floats floats.
 * @param capacity  How many floats `out` can hold.
 * @return VRM_OK, VRM_ERROR_CAPACITY, VRM_ERROR_NO_PAYLOAD or VRM_ERROR_INVALID_ARGUMENT.
 * @threads any
 */
VRM_API vrm_result vrm_model_read_floats(const vrm_model *model, int32_t accessor, float *out,
                                         size_t capacity);

/**
 * Reads the triangles of a primitive: three vertex indices each, for all modes. Strips and fans are
 * unrolled and keep their winding. Triangles with an index out of range are skipped. Points and
 * lines give no triangles.
 *
 * @param model      A model.
 * @param mesh       The index of a mesh.
 * @param primitive  The index of a primitive of that mesh.
 * @param out        Receives the indices.
 * @param capacity   How many indices `out` can hold; the primitive's triangle_count * 3 is enough.
 * @param out_count  Receives how many indices were written; may be NULL.
 * @return VRM_OK, VRM_ERROR_CAPACITY, VRM_ERROR_NO_PAYLOAD or VRM_ERROR_INVALID_ARGUMENT.
 * @task Read triangles for my own renderer
 * @threads any
 */
VRM_API vrm_result vrm_model_read_triangles(const vrm_model *model, int32_t mesh, int32_t primitive,
                                            uint32_t *out, size_t capacity, size_t *out_count);

/**
 * Reads the triangles of a primitive that the first-person camera draws, in the order of the file.
 * The vertices are shared with the whole mesh. All triangles are read for VRM_FIRST_PERSON_BOTH and
 * VRM_FIRST_PERSON_FIRST_PERSON_ONLY, and none for VRM_FIRST_PERSON_THIRD_PERSON_ONLY.
 *
 * @param model      A model.
 * @param node       The index of a node with a mesh.
 * @param primitive  The index of a primitive of that mesh.
 * @param out        Receives the indices.
 * @param capacity   How many indices `out` can hold; the primitive's triangle_count * 3 is enough.
 * @param out_count  Receives how many indices were written; may be NULL.
 * @return As vrm_model_read_triangles.
 * @threads any
 */
VRM_API vrm_result vrm_model_read_first_person_triangles(const vrm_model *model, int32_t node,
                                                         int32_t primitive, uint32_t *out,
                                                         size_t capacity, size_t *out_count);

/**
 * Reads a vertex attribute as floats. Components beyond `components` are skipped; missing ones are
 * filled with 0, and a fourth with 1. Normals of zero length become (0, 1, 0) (ER-002). For JOINTS
 * use vrm_model_read_joints.
 *
 * @param model       A model.
 * @param mesh        The index of a mesh.
 * @param primitive   The index of a primitive of that mesh.
 * @param semantic    A VRM_ATTRIBUTE_ constant.
 * @param set         The n of TEXCOORD_n, COLOR_n or WEIGHTS_n; else 0.
 * @param components  How many floats to write for each vertex: 2 to 4.
 * @param out         Receives vertex_count * components floats.
 * @param capacity    How many floats `out` can hold.
 * @return VRM_OK, VRM_ERROR_NO_ATTRIBUTE, VRM_ERROR_CAPACITY, VRM_ERROR_NO_PAYLOAD or
 * VRM_ERROR_INVALID_ARGUMENT.
 * @task Read vertices for my own renderer
 * @threads any
 */
VRM_API vrm_result vrm_model_read_vertices(const vrm_model *model, int32_t mesh, int32_t primitive,
                                           vrm_attribute_semantic semantic, int32_t set,
                                           int32_t components, float *out, size_t capacity);

/**
 * Reads JOINTS_n: four indices into the joints of a skin for each vertex. An index that is out of
 * range is read as 0.
 *
 * @param model        A model.
 * @param mesh         The index of a mesh.
 * @param primitive    The index of a primitive of that mesh.
 * @param set          The n of JOINTS_n.
 * @param skin         The index of the skin that the node uses.
 * @param out          Receives vertex_count * 4 indices.
 * @param capacity     How many indices `out` can hold.
 * @param out_invalid  Receives how many indices were out of range; may be NULL.
 * @return As vrm_model_read_vertices.
 * @task Read joints for skinning
 * @threads any
 */
VRM_API vrm_result vrm_model_read_joints(const vrm_model *model, int32_t mesh, int32_t primitive,
                                         int32_t set, int32_t skin, uint16_t *out, size_t capacity,
                                         size_t *out_invalid);

/**
 * Reads the differences of a morph target: three floats for each vertex, zeros if the target has
 * none.
 *
 * @param model      A model.
 * @param mesh       The index of a mesh.
 * @param primitive  The index of a primitive of that mesh.
 * @param target     The index of a morph target.
 * @param semantic   VRM_ATTRIBUTE_POSITION or VRM_ATTRIBUTE_NORMAL.
 * @param out        Receives vertex_count * 3 floats.
 * @param capacity   How many floats `out` can hold.
 * @return As vrm_model_read_vertices.
 * @task Read morph targets
 * @threads any
 */
VRM_API vrm_result vrm_model_read_morph_target(const vrm_model *model, int32_t mesh,
                                               int32_t primitive, int32_t target,
                                               vrm_attribute_semantic semantic, float *out,
                                               size_t capacity);

/**
 * Reads the inverse bind matrices of a skin, one for each joint; the identity if the file has none.
 *
 * @param model     A model.
 * @param skin      The index of a skin.
 * @param out       Receives joint_count matrices.
 * @param capacity  How many matrices `out` can hold.
 * @return VRM_OK, VRM_ERROR_CAPACITY, VRM_ERROR_NO_PAYLOAD or VRM_ERROR_INVALID_ARGUMENT.
 * @threads any
 */
VRM_API vrm_result vrm_model_read_inverse_binds(const vrm_model *model, int32_t skin, vrm_mat4 *out,
                                                size_t capacity);

/**
 * Returns the bytes of an image file (PNG, JPEG and so on), not decoded.
 *
 * @param model      A model.
 * @param image      The index of an image.
 * @param out_bytes  Receives the address of the bytes.
 * @param out_size   Receives their number.
 * @return VRM_OK, VRM_ERROR_NO_PAYLOAD or VRM_ERROR_INVALID_ARGUMENT.
 * @ownership The bytes belong to the model, until vrm_model_drop_payload.
 * @task Read the bytes of a texture
 * @threads any
 */
VRM_API vrm_result vrm_model_get_image_bytes(const vrm_model *model, int32_t image,
                                             const uint8_t **out_bytes, size_t *out_size);

/**
 * Reads the format and the size of an image from its first bytes. It decodes nothing: the rest of
 * the image may be damaged.
 *
 * @param model  A model.
 * @param image  The index of an image.
 * @param out    Receives the format and the size.
 * @return VRM_OK, also for an unknown format; VRM_ERROR_NO_PAYLOAD or VRM_ERROR_INVALID_ARGUMENT.
 * @threads any
 */
VRM_API vrm_result vrm_model_get_image_header(const vrm_model *model, int32_t image,
                                              vrm_image_header *out);

#endif
