/*
 * gltf.h: the glTF tables of a file, as plain arrays.
 *
 * Every index is the file's own glTF index, and has been checked: it is VRM_NONE, or within the
 * table that it points into. Elements that could not be used keep their place, so that indices
 * stay true. Strings and arrays belong to the model.
 *
 * Nothing here points into the file's bytes: vertices, indices, images and keyframes are ranges,
 * read with the functions of model.h.
 */
#ifndef VRM_GLTF_H
#define VRM_GLTF_H

#include "vrm/base.h"
#include "vrm/types.h"

/* Bytes: the BIN chunk, a data URI, or a resource that the caller's resolver gave. */
typedef struct vrm_buffer {
    vrm_string uri;       /* of an external resource; empty for the BIN chunk and data URIs */
    uint64_t byte_length; /* as the file declares it */
    int32_t is_available; /* 1: at least `byte_length` bytes were there at load */
} vrm_buffer;

typedef struct vrm_buffer_view {
    uint64_t byte_offset; /* within the buffer */
    uint64_t byte_length;
    int32_t buffer;       /* VRM_NONE: the view is out of range, and nothing can be read from it */
    uint32_t byte_stride; /* 0: elements follow each other */
    int32_t target;       /* 34962 vertices, 34963 indices, 0 unsaid */
} vrm_buffer_view;

enum {
    VRM_COMPONENT_I8 = 5120,
    VRM_COMPONENT_U8 = 5121,
    VRM_COMPONENT_I16 = 5122,
    VRM_COMPONENT_U16 = 5123,
    VRM_COMPONENT_U32 = 5125,
    VRM_COMPONENT_F32 = 5126
};

enum {
    VRM_ELEMENT_SCALAR = 0,
    VRM_ELEMENT_VEC2 = 1,
    VRM_ELEMENT_VEC3 = 2,
    VRM_ELEMENT_VEC4 = 3,
    VRM_ELEMENT_MAT2 = 4,
    VRM_ELEMENT_MAT3 = 5,
    VRM_ELEMENT_MAT4 = 6
};

/* Elements of one type in a buffer view, with sparse replacements. */
typedef struct vrm_accessor {
    vrm_string name;
    uint64_t byte_offset; /* within the buffer view */
    uint32_t count;       /* 0: the accessor could not be used */
    int32_t buffer_view;  /* VRM_NONE: zeros, before the sparse replacements */
    int32_t component;    /* VRM_COMPONENT_… */
    int32_t element;      /* VRM_ELEMENT_… */
    int32_t is_normalized;
    uint32_t sparse_count; /* 0: not sparse */
    uint64_t sparse_index_offset;
    uint64_t sparse_value_offset;
    int32_t sparse_index_view;
    int32_t sparse_index_component;
    int32_t sparse_value_view;
    int32_t has_bounds; /* 1: min and max are given */
    float min[4];       /* of the first four components */
    float max[4];
} vrm_accessor;

typedef struct vrm_image {
    vrm_string name;
    vrm_string mime_type; /* as the file says; empty where it does not */
    vrm_string uri;       /* of an external image; empty for a buffer view or a data URI */
    int32_t buffer_view;  /* VRM_NONE: external, a data URI, or no source at all */
    int32_t is_data_uri;
} vrm_image;

/* Filters and wrap modes are OpenGL's numbers, as in the file; 0: unsaid. */
typedef struct vrm_sampler {
    vrm_string name;
    int32_t mag_filter;
    int32_t min_filter;
    int32_t wrap_s;
    int32_t wrap_t;
} vrm_sampler;

typedef struct vrm_texture {
    vrm_string name;
    int32_t image; /* EXT_texture_webp's where the file has it */
    int32_t sampler;
} vrm_texture;

/* A use of a texture, with KHR_texture_transform (GL-016). UV origin: top left. */
typedef struct vrm_texture_info {
    int32_t texture;   /* VRM_NONE: no texture */
    int32_t tex_coord; /* the UV set, KHR_texture_transform's where it overrides */
    vrm_vec2 offset;
    vrm_vec2 scale;
    float rotation; /* radians, counter-clockwise */
    float strength; /* normalTexture.scale, occlusionTexture.strength; else 1 */
} vrm_texture_info;

enum { VRM_ALPHA_OPAQUE = 0, VRM_ALPHA_MASK = 1, VRM_ALPHA_BLEND = 2 };

/* Colours are linear. */
typedef struct vrm_material {
    vrm_string name;
    float base_color_factor[4];
    float emissive_factor[3];
    float emissive_strength; /* KHR_materials_emissive_strength; 1 */
    float metallic_factor;
    float roughness_factor;
    float alpha_cutoff;
    int32_t alpha_mode; /* VRM_ALPHA_… */
    int32_t is_double_sided;
    int32_t is_unlit; /* KHR_materials_unlit */
    vrm_texture_info base_color_texture;
    vrm_texture_info metallic_roughness_texture;
    vrm_texture_info normal_texture;
    vrm_texture_info occlusion_texture;
    vrm_texture_info emissive_texture;
} vrm_material;

enum {
    VRM_ATTRIBUTE_POSITION = 0,
    VRM_ATTRIBUTE_NORMAL = 1,
    VRM_ATTRIBUTE_TANGENT = 2,
    VRM_ATTRIBUTE_TEXCOORD = 3,
    VRM_ATTRIBUTE_COLOR = 4,
    VRM_ATTRIBUTE_JOINTS = 5,
    VRM_ATTRIBUTE_WEIGHTS = 6
};

typedef struct vrm_attribute {
    int32_t semantic; /* VRM_ATTRIBUTE_… */
    int32_t set;      /* the n of TEXCOORD_n, COLOR_n, JOINTS_n and WEIGHTS_n; else 0 */
    int32_t accessor;
} vrm_attribute;

/* Differences from the base mesh. TANGENT is not imported (GL-012). */
typedef struct vrm_morph_target {
    int32_t position; /* accessor, or VRM_NONE */
    int32_t normal;
} vrm_morph_target;

enum {
    VRM_MODE_POINTS = 0,
    VRM_MODE_LINES = 1,
    VRM_MODE_LINE_LOOP = 2,
    VRM_MODE_LINE_STRIP = 3,
    VRM_MODE_TRIANGLES = 4,
    VRM_MODE_TRIANGLE_STRIP = 5,
    VRM_MODE_TRIANGLE_FAN = 6
};

typedef struct vrm_primitive {
    const vrm_attribute *attributes;
    const vrm_morph_target *targets;
    uint32_t attribute_count;
    uint32_t target_count;
    uint32_t vertex_count;   /* 0: nothing can be drawn */
    uint32_t triangle_count; /* 0 for points and lines */
    int32_t mode;            /* VRM_MODE_… */
    int32_t indices;         /* accessor; VRM_NONE: vertices in their order */
    int32_t material;
    int32_t is_compressed; /* 1: KHR_draco_mesh_compression; its payload cannot be read */
} vrm_primitive;

typedef struct vrm_mesh {
    vrm_string name;
    const vrm_primitive *primitives;
    const float *weights; /* morph weights at rest */
    const vrm_string *target_names;
    uint32_t primitive_count;
    uint32_t weight_count;
    uint32_t target_name_count; /* 0: unnamed; else target_count (GL-014, GL-015) */
    uint32_t target_count;      /* of morph targets: the most that any primitive has (GL-027) */
} vrm_mesh;

typedef struct vrm_skin {
    vrm_string name;
    const int32_t *joints; /* nodes, none of them VRM_NONE */
    uint32_t joint_count;
    int32_t inverse_binds; /* accessor; VRM_NONE: identity */
    int32_t skeleton;
} vrm_skin;

/* The node graph is a forest: no cycles, no second parents (ER-006). */
typedef struct vrm_node {
    vrm_string name;
    const int32_t *children;
    const float *weights; /* morph weights at rest, instead of the mesh's */
    uint32_t child_count;
    uint32_t weight_count;
    vrm_trs rest; /* relative to the parent; a matrix is decomposed (ER-016) */
    int32_t parent;
    int32_t mesh;
    int32_t skin;
    int32_t reserved;
} vrm_node;

typedef struct vrm_scene {
    vrm_string name;
    const int32_t *roots;
    uint32_t root_count;
} vrm_scene;

enum { VRM_PATH_TRANSLATION = 0, VRM_PATH_ROTATION = 1, VRM_PATH_SCALE = 2, VRM_PATH_WEIGHTS = 3 };

enum {
    VRM_INTERPOLATION_LINEAR = 0,
    VRM_INTERPOLATION_STEP = 1,
    VRM_INTERPOLATION_CUBIC_SPLINE = 2
};

/* One track: times in seconds and values, as accessors (read with vrm_model_read_floats). */
typedef struct vrm_channel {
    int32_t node;
    int32_t path;          /* VRM_PATH_… */
    int32_t interpolation; /* VRM_INTERPOLATION_… */
    int32_t input;         /* accessor: times, SCALAR F32 */
    int32_t output;        /* accessor: values; three per key for cubic splines */
} vrm_channel;

typedef struct vrm_animation {
    vrm_string name;
    const vrm_channel *channels; /* those that could be used */
    uint32_t channel_count;
} vrm_animation;

typedef struct vrm_gltf {
    vrm_string version; /* asset.version, "2.0" */
    vrm_string generator;
    vrm_string copyright;
    const vrm_string *extensions_used;
    const vrm_string *extensions_required;
    const vrm_buffer *buffers;
    const vrm_buffer_view *buffer_views;
    const vrm_accessor *accessors;
    const vrm_image *images;
    const vrm_sampler *samplers;
    const vrm_texture *textures;
    const vrm_material *materials;
    const vrm_mesh *meshes;
    const vrm_skin *skins;
    const vrm_node *nodes;
    const vrm_scene *scenes;
    const vrm_animation *animations;
    uint32_t extension_used_count;
    uint32_t extension_required_count;
    uint32_t buffer_count;
    uint32_t buffer_view_count;
    uint32_t accessor_count;
    uint32_t image_count;
    uint32_t sampler_count;
    uint32_t texture_count;
    uint32_t material_count;
    uint32_t mesh_count;
    uint32_t skin_count;
    uint32_t node_count;
    uint32_t scene_count;
    uint32_t animation_count;
    uint32_t camera_count; /* cameras have no meaning in VRM (GL-009) and are only counted */
    int32_t scene;         /* the scene to show; VRM_NONE: none is named and there is none */
} vrm_gltf;

#endif
