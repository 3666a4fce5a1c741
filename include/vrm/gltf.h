/**
 * @file gltf.h
 * The glTF tables of a file, as plain arrays.
 *
 * Every index is the file's own glTF index and has been checked: it is VRM_NONE, or within the
 * table that it points into. Elements that cannot be used keep their index: the indices of the file
 * stay valid. Strings and arrays belong to the model.
 *
 * Nothing here points into the file's bytes: vertices, indices, images and keyframes are ranges
 * that the functions of model.h read.
 *
 * The structs of elements are frozen within a major version, because they are elements of arrays.
 * New data is added as further arrays at the end of vrm_gltf.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_GLTF_H
#define VRM_GLTF_H

#include "vrm/base.h"
#include "vrm/types.h"

/** A buffer: the BIN chunk, a data URI, or a resource that the caller's resolver provided. */
typedef struct vrm_buffer {
    vrm_string uri;       /**< Of an external resource; empty for the BIN chunk and data URIs. */
    uint64_t byte_length; /**< As the file declares it. */
    int32_t is_available; /**< 1: the load found at least `byte_length` bytes. */
} vrm_buffer;

/** A part of a buffer. */
typedef struct vrm_buffer_view {
    uint64_t byte_offset; /**< Within the buffer. */
    uint64_t byte_length; /**< In bytes. */
    int32_t buffer; /**< VRM_NONE: the view is out of range, and nothing can be read from it. */
    uint32_t byte_stride; /**< 0: elements follow each other. */
    int32_t target;       /**< 34962 vertices, 34963 indices, 0 not specified. */
} vrm_buffer_view;

/** The type of the components of an accessor; the numbers are those of glTF. */
typedef int32_t vrm_component;

enum {
    VRM_COMPONENT_I8 = 5120,
    VRM_COMPONENT_U8 = 5121,
    VRM_COMPONENT_I16 = 5122,
    VRM_COMPONENT_U16 = 5123,
    VRM_COMPONENT_U32 = 5125,
    VRM_COMPONENT_F32 = 5126
};

/** The type of the elements of an accessor. */
typedef int32_t vrm_element;

enum {
    VRM_ELEMENT_SCALAR = 0,
    VRM_ELEMENT_VEC2 = 1,
    VRM_ELEMENT_VEC3 = 2,
    VRM_ELEMENT_VEC4 = 3,
    VRM_ELEMENT_MAT2 = 4,
    VRM_ELEMENT_MAT3 = 5,
    VRM_ELEMENT_MAT4 = 6
};

/** Elements of one type in a buffer view, with sparse replacements. */
typedef struct vrm_accessor {
    vrm_string name;                      /**< The name in the file; may be empty. */
    uint64_t byte_offset;                 /**< Within the buffer view. */
    uint32_t count;                       /**< 0: the accessor could not be used. */
    int32_t buffer_view;                  /**< VRM_NONE: zeros, before the sparse replacements. */
    vrm_component component;              /**< VRM_COMPONENT_… */
    vrm_element element;                  /**< VRM_ELEMENT_… */
    int32_t is_normalized;                /**< 1: integers stand for 0 to 1, or -1 to 1. */
    uint32_t sparse_count;                /**< 0: not sparse. */
    uint64_t sparse_index_offset;         /**< Of the indices of sparse replacements, in bytes. */
    uint64_t sparse_value_offset;         /**< Of the values of sparse replacements, in bytes. */
    int32_t sparse_index_view;            /**< Buffer view of the indices. */
    vrm_component sparse_index_component; /**< VRM_COMPONENT_… of the indices. */
    int32_t sparse_value_view;            /**< Buffer view of the values. */
    int32_t has_bounds;                   /**< 1: min and max are given. */
    float min[4];                         /**< Of the first four components. */
    float max[4];                         /**< Likewise. */
} vrm_accessor;

/** An image: a part of a buffer, a data URI, or an external file. */
typedef struct vrm_image {
    vrm_string name;      /**< The name in the file; may be empty. */
    vrm_string mime_type; /**< From the file; empty if it has none. */
    vrm_string uri;       /**< Of an external image; empty for a buffer view or a data URI. */
    int32_t buffer_view;  /**< VRM_NONE: external, a data URI, or no source at all. */
    int32_t is_data_uri;  /**< 1: the image is embedded in the JSON. */
} vrm_image;

/** Filters and wrap modes are OpenGL's numbers, as in the file; 0: not specified. */
typedef struct vrm_sampler {
    vrm_string name;    /**< The name in the file; may be empty. */
    int32_t mag_filter; /**< For magnification. */
    int32_t min_filter; /**< For minification. */
    int32_t wrap_s;     /**< Along u. */
    int32_t wrap_t;     /**< Along v. */
} vrm_sampler;

/** An image together with a sampler. */
typedef struct vrm_texture {
    vrm_string name; /**< The name in the file; may be empty. */
    /** Index of the image; that of EXT_texture_webp if the file has it, and that of
     * KHR_texture_basisu if it has no other. */
    int32_t image;
    int32_t sampler; /**< Index of the sampler, or VRM_NONE. */
} vrm_texture;

/** A use of a texture, with KHR_texture_transform (GL-016). UV origin: top left. */
typedef struct vrm_texture_info {
    int32_t texture;   /**< VRM_NONE: no texture. */
    int32_t tex_coord; /**< The UV set; that of KHR_texture_transform if it has one. */
    vrm_vec2 offset;   /**< Of the texture coordinates. */
    vrm_vec2 scale;    /**< Of the texture coordinates. */
    float rotation;    /**< Radians, counter-clockwise. */
    float strength;    /**< NormalTexture.scale, occlusionTexture.strength; else 1. */
} vrm_texture_info;

/** How the alpha of a material is used. */
typedef int32_t vrm_alpha_mode;

enum { VRM_ALPHA_OPAQUE = 0, VRM_ALPHA_MASK = 1, VRM_ALPHA_BLEND = 2 };

/** Colors are linear. */
typedef struct vrm_material {
    vrm_string name;                     /**< The name in the file; may be empty. */
    float base_color_factor[4];          /**< Red, green, blue, alpha. */
    float emissive_factor[3];            /**< Before `emissive_strength`. */
    float emissive_strength;             /**< KHR_materials_emissive_strength; 1. */
    float metallic_factor;               /**< 0 to 1. */
    float roughness_factor;              /**< 0 to 1. */
    float alpha_cutoff;                  /**< With VRM_ALPHA_MASK: lower alpha is not drawn. */
    vrm_alpha_mode alpha_mode;           /**< VRM_ALPHA_… */
    int32_t is_double_sided;             /**< 1: back faces are drawn too. */
    int32_t is_unlit;                    /**< KHR_materials_unlit. */
    vrm_texture_info base_color_texture; /**< sRGB. */
    vrm_texture_info metallic_roughness_texture; /**< Linear. */
    vrm_texture_info normal_texture;             /**< Linear; its scale is `strength`. */
    vrm_texture_info occlusion_texture;          /**< Linear. */
    vrm_texture_info emissive_texture;           /**< sRGB. */
} vrm_material;

/** What a vertex attribute means. */
typedef int32_t vrm_attribute_semantic;

enum {
    VRM_ATTRIBUTE_POSITION = 0,
    VRM_ATTRIBUTE_NORMAL = 1,
    VRM_ATTRIBUTE_TANGENT = 2,
    VRM_ATTRIBUTE_TEXCOORD = 3,
    VRM_ATTRIBUTE_COLOR = 4,
    VRM_ATTRIBUTE_JOINTS = 5,
    VRM_ATTRIBUTE_WEIGHTS = 6
};

/** A vertex attribute of a primitive. */
typedef struct vrm_attribute {
    vrm_attribute_semantic semantic; /**< VRM_ATTRIBUTE_… */
    int32_t set;      /**< The n of TEXCOORD_n, COLOR_n, JOINTS_n and WEIGHTS_n; else 0. */
    int32_t accessor; /**< Index of the accessor with the values. */
} vrm_attribute;

/** Differences from the base mesh. TANGENT is not imported (GL-012). */
typedef struct vrm_morph_target {
    int32_t position; /**< Accessor, or VRM_NONE. */
    int32_t normal;   /**< Accessor, or VRM_NONE. */
} vrm_morph_target;

/** How the vertices of a primitive form points, lines or triangles. */
typedef int32_t vrm_primitive_mode;

enum {
    VRM_PRIMITIVE_MODE_POINTS = 0,
    VRM_PRIMITIVE_MODE_LINES = 1,
    VRM_PRIMITIVE_MODE_LINE_LOOP = 2,
    VRM_PRIMITIVE_MODE_LINE_STRIP = 3,
    VRM_PRIMITIVE_MODE_TRIANGLES = 4,
    VRM_PRIMITIVE_MODE_TRIANGLE_STRIP = 5,
    VRM_PRIMITIVE_MODE_TRIANGLE_FAN = 6
};

/** A part of a mesh with one material. */
typedef struct vrm_primitive {
    const vrm_attribute *attributes; /**< Its vertex attributes. */
    const vrm_morph_target *targets; /**< Its morph targets. */
    uint32_t attribute_count;        /**< Of `attributes`. */
    uint32_t target_count;           /**< Of `targets`. */
    uint32_t vertex_count;           /**< 0: nothing can be drawn. */
    uint32_t triangle_count;         /**< 0 for points and lines. */
    vrm_primitive_mode mode;         /**< VRM_PRIMITIVE_MODE_… */
    int32_t indices;                 /**< Accessor; VRM_NONE: vertices in their order. */
    int32_t material;                /**< Index of its material, or VRM_NONE. */
    int32_t is_compressed; /**< 1: KHR_draco_mesh_compression; its payload cannot be read. */
} vrm_primitive;

/** A mesh. */
typedef struct vrm_mesh {
    vrm_string name;                 /**< The name in the file; may be empty. */
    const vrm_primitive *primitives; /**< Its parts. */
    const float *weights;            /**< Morph weights at rest. */
    const vrm_string *target_names;  /**< Names of the morph targets. */
    uint32_t primitive_count;        /**< Of `primitives`. */
    uint32_t weight_count;           /**< Of `weights`. */
    uint32_t target_name_count;      /**< Of `target_names`; 0: unnamed (GL-014, GL-015). */
    uint32_t target_count; /**< Of morph targets: the most that any primitive has (GL-027). */
} vrm_mesh;

/** A skin: the nodes that move the vertices of a mesh. */
typedef struct vrm_skin {
    vrm_string name;       /**< The name in the file; may be empty. */
    const int32_t *joints; /**< Nodes, none of them VRM_NONE. */
    uint32_t joint_count;  /**< Of `joints`. */
    int32_t inverse_binds; /**< Accessor; VRM_NONE: identity. */
    int32_t skeleton;      /**< Index of the common root, or VRM_NONE. */
} vrm_skin;

/** The node graph is a forest: no cycles, no second parents (ER-006). */
typedef struct vrm_node {
    vrm_string name;         /**< The name in the file; may be empty. */
    const int32_t *children; /**< Indices of its child nodes. */
    const float *weights;    /**< Morph weights at rest, instead of the mesh's. */
    uint32_t child_count;    /**< Of `children`. */
    uint32_t weight_count;   /**< Of `weights`. */
    vrm_trs rest;            /**< Relative to the parent; a matrix is decomposed (ER-016). */
    int32_t parent;          /**< Index of its parent; VRM_NONE: a root. */
    int32_t mesh;            /**< Index of its mesh, or VRM_NONE. */
    int32_t skin;            /**< Index of its skin, or VRM_NONE. */
    int32_t is_hidden;       /**< 1: KHR_node_visibility hides it, or a node above it. */
} vrm_node;

/** A scene: the nodes at its roots. */
typedef struct vrm_scene {
    vrm_string name;      /**< The name in the file; may be empty. */
    const int32_t *roots; /**< Indices of the nodes at the top. */
    uint32_t root_count;  /**< Of `roots`. */
} vrm_scene;

/** What a channel of an animation changes. */
typedef int32_t vrm_animation_path;

enum {
    VRM_ANIMATION_PATH_TRANSLATION = 0,
    VRM_ANIMATION_PATH_ROTATION = 1,
    VRM_ANIMATION_PATH_SCALE = 2,
    VRM_ANIMATION_PATH_WEIGHTS = 3
};

/** How a channel of an animation interpolates between keys. */
typedef int32_t vrm_interpolation;

enum {
    VRM_INTERPOLATION_LINEAR = 0,
    VRM_INTERPOLATION_STEP = 1,
    VRM_INTERPOLATION_CUBIC_SPLINE = 2
};

/** One track: times in seconds and values, as accessors (read with vrm_model_read_floats). */
typedef struct vrm_channel {
    int32_t node;                    /**< Index of the animated node. */
    vrm_animation_path path;         /**< VRM_ANIMATION_PATH_… */
    vrm_interpolation interpolation; /**< VRM_INTERPOLATION_… */
    int32_t input;                   /**< Accessor: times, SCALAR F32. */
    int32_t output;                  /**< Accessor: values; three per key for cubic splines. */
} vrm_channel;

/** An animation. VRM gives it no meaning in an avatar. */
typedef struct vrm_animation {
    vrm_string name;             /**< The name in the file; may be empty. */
    const vrm_channel *channels; /**< The usable channels. */
    uint32_t channel_count;      /**< Of `channels`. */
} vrm_animation;

/** All glTF tables of a file. Fields may be added at the end. */
typedef struct vrm_gltf {
    vrm_string version;                    /**< Asset.version, "2.0". */
    vrm_string generator;                  /**< asset.generator: the program that wrote the file. */
    vrm_string copyright;                  /**< asset.copyright. */
    const vrm_string *extensions_used;     /**< extensionsUsed. */
    const vrm_string *extensions_required; /**< extensionsRequired. */
    const vrm_buffer *buffers;             /**< The buffers of the file. */
    const vrm_buffer_view *buffer_views;   /**< The buffer views of the file. */
    const vrm_accessor *accessors;         /**< The accessors of the file. */
    const vrm_image *images;               /**< The images of the file. */
    const vrm_sampler *samplers;           /**< The samplers of the file. */
    const vrm_texture *textures;           /**< The textures of the file. */
    const vrm_material *materials;         /**< The materials of the file. */
    const vrm_mesh *meshes;                /**< The meshes of the file. */
    const vrm_skin *skins;                 /**< The skins of the file. */
    const vrm_node *nodes;                 /**< The nodes of the file. */
    const vrm_scene *scenes;               /**< The scenes of the file. */
    const vrm_animation *animations;       /**< The animations of the file. */
    uint32_t extension_used_count;         /**< Of `extensions_used`. */
    uint32_t extension_required_count;     /**< Of `extensions_required`. */
    uint32_t buffer_count;                 /**< Of `buffers`. */
    uint32_t buffer_view_count;            /**< Of `buffer_views`. */
    uint32_t accessor_count;               /**< Of `accessors`. */
    uint32_t image_count;                  /**< Of `images`. */
    uint32_t sampler_count;                /**< Of `samplers`. */
    uint32_t texture_count;                /**< Of `textures`. */
    uint32_t material_count;               /**< Of `materials`. */
    uint32_t mesh_count;                   /**< Of `meshes`. */
    uint32_t skin_count;                   /**< Of `skins`. */
    uint32_t node_count;                   /**< Of `nodes`. */
    uint32_t scene_count;                  /**< Of `scenes`. */
    uint32_t animation_count;              /**< Of `animations`. */
    uint32_t camera_count; /**< Cameras have no meaning in VRM (GL-009) and are only counted. */
    int32_t scene;         /**< The scene to show; VRM_NONE: the file has no scene. */
} vrm_gltf;

#endif
