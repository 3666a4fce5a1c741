/*
 * What the files of the renderer share.
 *
 *   program.c    programs, compiled when they are first needed, one for each set of features
 *   material.c   what a material needs: features, textures, uniforms
 *   texture.c    images of a model as textures
 *   mesh.c       vertices, triangles and morph targets of a model
 *   model.c      a model on the GPU: the above, put together
 *   draw.c       draws them
 */
#ifndef VRMR_RENDERER_H
#define VRMR_RENDERER_H

#include "gl.h"
#include "mipmap.h"

#include <stdbool.h>
#include <vrm/render.h>

/* --- Memory --- */

void *vrmr_allocate(const vrm_allocator *allocator, size_t count, size_t size); /* zeroed */
void vrmr_release(const vrm_allocator *allocator, void *memory, size_t count, size_t size);

/* Memory that only grows. */
typedef struct vrmr_scratch {
    void *data;
    size_t size;
} vrmr_scratch;

/* At least `size` bytes; `keep` of the old ones are kept. NULL: refused, and nothing has changed.
 */
void *vrmr_scratch_need(vrmr_scratch *scratch, const vrm_allocator *allocator, size_t size,
                        size_t keep);
/* Gives back what lies behind `size` bytes, where there is memory to do so. */
void vrmr_scratch_trim(vrmr_scratch *scratch, const vrm_allocator *allocator, size_t size);
void vrmr_scratch_release(vrmr_scratch *scratch, const vrm_allocator *allocator);

/* --- Programs --- */

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
        VRMR_SKIN_SETS = 1 << VRMR_FEATURE_COUNT /* times the number of sets of joints, 1 to 4 */
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

/* --- Textures --- */

typedef struct vrmr_texture {
    gl_uint texture, sampler; /* 0: none */
} vrmr_texture;

/* --- Materials --- */

enum { VRMR_CLASS_OPAQUE = 0, VRMR_CLASS_MASK = 1, VRMR_CLASS_BLEND_Z = 2, VRMR_CLASS_BLEND = 3 };

/* The block Material of common.glsl. What is named twice is the second for materials that are not
 * MToon. */
typedef struct vrmr_material_block {
    float base_color[4];
    float shade_color[3], shading_shift; /* metallic, roughness, occlusion */
    float emissive[3], shading_toony;
    float matcap[3], gi_equalization;
    float rim_color[3], rim_power;
    float outline_color[3], outline_mix;
    float rim_lift, rim_mix, shift_scale, normal_scale;
    float outline_width, alpha_cutoff, opaque, shade_base;
    float vertex_color, uv_rotation, uv_scroll[2];
    float uv_matrix[VRM_SLOT_COUNT][4];
    float uv_offset[VRM_SLOT_COUNT][4];
} vrmr_material_block;

/* A material that something is drawn with. */
typedef struct vrmr_material {
    int32_t index;     /* in the tables; VRM_NONE: the default material of glTF */
    uint32_t features; /* what it needs; the mesh's come on top */
    uint32_t program;  /* the features of its program: those, and perhaps more */
    uint32_t plain;    /* features of textures of one colour, which uniforms have in them instead */
    float colors[VRMR_UNIT_COUNT][4]; /* of those, linear; else 1 */
    int32_t uv_slot;                  /* whose UV all textures share; without VRMR_SLOT_UV */
    int32_t shade_is_base;
    int32_t outline; /* VRM_OUTLINE_… */
    int32_t draw_class;
    int32_t queue_offset;
    int32_t is_double_sided;
    vrmr_texture textures[VRMR_UNIT_COUNT];
} vrmr_material;

const vrm_material *vrmr_material_of(const vrm_tables *tables, int32_t index);
void vrmr_material_init(vrmr_material *material, const vrm_renderer *renderer,
                        const vrm_model *model, int32_t index);
/* The unit shows one colour: takes it into the uniforms, where that can be. */
void vrmr_material_take_color(vrmr_material *material, int32_t unit, const uint8_t rgba[4]);
/* What follows from its features; after they have changed. */
void vrmr_material_settle(vrmr_material *material, const vrm_renderer *renderer,
                          const vrm_tables *tables);
/* The use of a texture that a unit shows, or NULL where the material has none there; and whether
 * its image holds colours, encoded as sRGB. */
const vrm_texture_info *vrmr_material_texture(const vrm_tables *tables, int32_t index,
                                              int32_t unit);
bool vrmr_unit_is_srgb(int32_t unit);
/* The feature of programs that show a unit. */
uint32_t vrmr_unit_feature(int32_t unit);
/* `values` NULL: those of the file. */
void vrmr_material_fill(const vrm_tables *tables, const vrmr_material *material,
                        const vrm_material_values *values, vrmr_material_block *out);

/* --- Meshes --- */

/* What one morph target does to one vertex. */
typedef struct vrmr_delta {
    uint32_t vertex;
    float change[6]; /* of position and normal */
} vrmr_delta;

/* Vertices, which several primitives of a mesh may share. */
typedef struct vrmr_geometry {
    gl_uint array, indices;
    gl_uint vertices[2]; /* positions and normals; the rest */
    uint32_t vertex_count;
    uint32_t index_size; /* bytes: 2 or 4 */
    uint32_t skin_sets;
    uint32_t influences;  /* the most joints of a vertex */
    uint32_t joint_count; /* of its skin */
    int32_t is_flat;      /* 1: the file has no normals */
    float *base;          /* positions and normals, six floats a vertex; where there are targets */
    vrmr_scratch deltas;  /* vrmr_delta, target after target */
    uint32_t *delta_ends; /* one past the last of each target */
    uint32_t target_count;
    uint32_t index_count;
    vrmr_scratch triangles; /* uint32_t, until the geometry is finished */
} vrmr_geometry;

/* Triangles of a primitive, with the skin of the nodes that show it. */
typedef struct vrmr_part {
    int32_t mesh, primitive, skin;
    uint32_t geometry;
    uint32_t first, count; /* indices */
    int32_t next;          /* part of the same mesh */
} vrmr_part;

/* Something to draw: a primitive of a node. */
typedef struct vrmr_item {
    int32_t node;
    uint32_t geometry;
    uint32_t material; /* of the render model */
    uint32_t matrix;   /* the first of its matrices, among those of the model */
    uint32_t first, count;
    int32_t show; /* VRM_SHOW_… */
    uint32_t first_person_first, first_person_count;
} vrmr_item;

/* Files of strangers may ask for more; the rest is not drawn. */
enum {
    VRMR_MAX_ITEMS = 16384,
    VRMR_MAX_VERTICES = 1 << 22, /* of a primitive */
    VRMR_MAX_TRIANGLES = 1 << 22,
    VRMR_MAX_MORPHED = 1 << 28 /* vertices times targets, of a model */
};

typedef struct vrmr_skin {
    vrm_mat4 *inverse_binds; /* NULL: not used */
    uint32_t matrix;
} vrmr_skin;

struct vrm_render_model {
    vrm_renderer *renderer;
    vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    vrmr_geometry *geometries;
    vrmr_part *parts;
    vrmr_item *items;
    vrmr_material *materials;
    int32_t *mesh_parts;        /* by mesh: its first part, or VRM_NONE */
    uint32_t *material_slots;   /* by material: 1 + its place in `materials`; the last: without */
    uint32_t *node_matrices;    /* by node: 1 + the matrix of an unskinned mesh; 0: none */
    vrmr_skin *skins;           /* by skin */
    gl_uint *textures[2];       /* by image: as they are, and as sRGB */
    gl_uint *samplers;          /* by sampler; the last one for textures without */
    int32_t *image_status;      /* VRM_IMAGE_… by image */
    uint8_t (*image_colors)[4]; /* by image, where it has only one … */
    uint8_t *image_is_plain;    /* … which is 1 here */
    uint32_t geometry_count, part_count, item_count, material_count, matrix_count;
    uint32_t item_capacity; /* of items, parts and geometries */
    uint64_t morphed;
    vrm_render_times times;
};

typedef enum vrmr_made { VRMR_MADE, VRMR_NOTHING, VRMR_NO_MEMORY } vrmr_made;

/* Reads the vertices of a primitive. VRMR_NOTHING: they cannot be read. */
vrmr_made vrmr_geometry_create(vrm_render_model *model, int32_t mesh, int32_t primitive,
                               int32_t skin, vrmr_geometry *out);
/* Appends triangles of a primitive; or, with a node, what the first-person camera sees of them. */
vrmr_made vrmr_geometry_add(vrm_render_model *model, vrmr_geometry *geometry, int32_t mesh,
                            int32_t primitive, int32_t node, uint32_t *out_first,
                            uint32_t *out_count);
bool vrmr_geometry_finish(vrm_render_model *model, vrmr_geometry *geometry);
void vrmr_geometry_release(vrm_render_model *model, vrmr_geometry *geometry);
/* Whether any target has a weight. And the vertices: six floats each, moved by all targets. */
bool vrmr_geometry_moves(const vrmr_geometry *geometry, const float *weights, uint32_t count);
void vrmr_geometry_morph(const vrmr_geometry *geometry, const float *weights, uint32_t count,
                         float *out);
/* Where the vertex array that is bound finds positions and normals. */
void vrmr_geometry_point_base(const vrmr_gl *gl, gl_uint buffer, size_t offset);

/* What takes the place of textures. */
void vrmr_placeholders_create(vrm_renderer *renderer);
void vrmr_placeholders_release(vrm_renderer *renderer);
/* Makes the textures of all materials. False: memory was refused. */
bool vrmr_textures_create(vrm_render_model *model, const vrm_image_limits *limits);
void vrmr_textures_release(vrm_render_model *model);

double vrmr_milliseconds(void);

/* --- The renderer --- */

struct vrm_renderer {
    vrmr_gl gl;
    vrm_allocator allocator;
    vrmr_srgb srgb;
    vrmr_scratch programs;  /* vrmr_program */
    vrmr_scratch stages[2]; /* vrmr_stage: of vertices, of fragments */
    uint32_t program_count, stage_counts[2];
    int32_t few_programs;    /* 1: a program draws more than what asks for it */
    gl_uint placeholders[2]; /* for textures without an image: of colours, of normals */
    gl_uint white[2];        /* for textures that a program has and a material has not: also sRGB */
    gl_uint plain_sampler;   /* of those, and of images of one colour: the cheapest */
    gl_uint matrix_texture;
    uint32_t matrix_rows;
    gl_uint uniform_buffer, matrix_buffer, morph_buffer;
    gl_uint line_program, line_array, line_buffer;
    vrmr_scratch matrices, uniforms, morphs, calls, line_vertices;
    char problem[512];
    int32_t has_problem;
};

/* Keeps the first problem. */
void vrmr_problem(vrm_renderer *renderer, const char *what, const char *detail);
/* In debug builds: asks GL for errors. */
void vrmr_check(vrm_renderer *renderer, const char *where);

/* The View of common.glsl. */
typedef struct vrmr_view_block {
    float view_projection[16];
    float eye[4];
    float light[4];
    float light_color[4];
    float sky[4];
    float ground[4];
    float right[4];
    float up[4];
} vrmr_view_block;

void vrmr_view_fill(const vrm_view *view, vrmr_view_block *out);
vrm_mat4 vrmr_multiply(const vrm_mat4 *a, const vrm_mat4 *b);

#endif
