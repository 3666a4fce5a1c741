/*
 * One description of an avatar, from which every dialect is written.
 *
 * It thinks as VRM 1.0 does: the avatar faces +Z with its left at +X, meters, linear colors,
 * degrees for lookAt. Writers of other dialects turn and rename what they have to.
 */
#ifndef MAKER_AVATAR_H
#define MAKER_AVATAR_H

#include "list.h"
#include "number.h"

#include <stdbool.h>
#include <vrm/tables.h>

enum { NONE = -1, NAME_SIZE = 48, WEIGHTS = 4 };

/* --- Nodes and meshes --- */

typedef struct avatar_node {
    char name[NAME_SIZE];
    int parent;
    vec3 place; /* at rest, in the space of the root without its scale */
    quat turn;  /* likewise */
    double scale;
    int mesh;
    bool is_skinned;
    bool is_end; /* the tail of a chain: dialects whose chains have virtual tails leave it out */
} avatar_node;

typedef struct avatar_vertex {
    vec3 position; /* as `place` of nodes */
    vec3 normal;
    double u, v;
    int joints[WEIGHTS]; /* nodes */
    double weights[WEIGHTS];
} avatar_vertex;

/* A primitive. */
typedef struct avatar_part {
    int material;
    LIST(avatar_vertex) vertices;
    LIST(uint32_t) indices;
    LIST(vec3 *) targets; /* each as long as the vertices */
} avatar_part;

typedef struct avatar_mesh {
    char name[NAME_SIZE];
    LIST(avatar_part) parts;
    LIST(const char *) target_names; /* of constants */
} avatar_mesh;

/* --- Images and materials --- */

typedef struct avatar_image {
    char name[NAME_SIZE];
    bytes png;
} avatar_image;

enum { ALPHA_OPAQUE, ALPHA_MASK, ALPHA_BLEND };

typedef struct avatar_material {
    char name[NAME_SIZE];
    double base_color[4];
    int alpha_mode;
    double alpha_cutoff;
    bool is_double_sided;
    double emissive[3];
    double emissive_strength;
    double uv_scale[2], uv_offset[2]; /* KHR_texture_transform of all but the matcap */
    /* Indices of images: there is a texture for each. */
    int base_texture, emissive_texture, normal_texture;
    double normal_scale;
    /* MToon */
    bool is_mtoon;
    bool writes_depth; /* transparentWithZWrite */
    int queue_offset;
    double shade_color[3];
    int shade_texture;
    double shading_shift, shading_toony, gi_equalization;
    int matcap_texture; /* its factor is white, or black where there is none */
    double rim_color[3];
    int rim_texture;
    double rim_mix, rim_power, rim_lift;
    int outline_mode; /* VRM_OUTLINE_… */
    double outline_width;
    int outline_texture;
    double outline_color[3];
    double outline_mix;
    int uv_mask_texture;
    double uv_scroll_x, uv_scroll_y, uv_rotation;
} avatar_material;

/* --- Expressions --- */

typedef struct avatar_morph_bind {
    int node, target;
    double weight;
} avatar_morph_bind;

typedef struct avatar_color_bind {
    int material, type; /* VRM_COLOR_… */
    double target[4];
} avatar_color_bind;

typedef struct avatar_uv_bind {
    int material;
    double scale[2], offset[2];
} avatar_uv_bind;

typedef struct avatar_expression {
    int preset;           /* VRM_PRESET_…; NONE: custom */
    char name[NAME_SIZE]; /* of a custom one */
    bool is_binary;
    int override_blink, override_look_at, override_mouth; /* VRM_OVERRIDE_… */
    LIST(avatar_morph_bind) morphs;
    LIST(avatar_color_bind) colors;
    LIST(avatar_uv_bind) uvs;
} avatar_expression;

/* --- firstPerson, lookAt, constraints --- */

typedef struct avatar_annotation {
    int node, type; /* VRM_FIRST_PERSON_… */
} avatar_annotation;

typedef struct avatar_range_map {
    double input_max, output_scale;
} avatar_range_map;

typedef struct avatar_look_at {
    bool is_present;
    int type; /* VRM_LOOK_AT_… */
    vec3 offset;
    avatar_range_map maps[4]; /* inner, outer, down, up */
} avatar_look_at;

typedef struct avatar_constraint {
    int node, source, kind, axis; /* VRM_CONSTRAINT_…, VRM_AXIS_… */
    double weight;
} avatar_constraint;

/* --- Springs --- */

typedef struct avatar_collider {
    int node, shape; /* VRM_COLLIDER_… */
    vec3 offset, tail;
    double radius;
} avatar_collider;

typedef struct avatar_group {
    char name[NAME_SIZE];
    LIST(int) colliders;
} avatar_group;

typedef struct avatar_joint {
    int node;
    double hit_radius, stiffness, gravity_power, drag_force;
    int limit; /* VRM_SPRING_LIMIT_…: of half a radian, and a quarter aside */
    vec3 gravity_dir;
} avatar_joint;

typedef struct avatar_spring {
    char name[NAME_SIZE];
    LIST(avatar_joint) joints; /* the last one is a tail alone: its parameters are not written */
    LIST(int) groups;
    int center;
} avatar_spring;

/* --- All of it --- */

typedef struct avatar_meta {
    const char *name, *version, *author, *contact, *reference, *copyright;
    bool is_free;  /* everything is allowed, CC0; otherwise permissions are not stated */
    int thumbnail; /* image */
} avatar_meta;

typedef struct avatar {
    avatar_meta meta;
    LIST(avatar_node) nodes; /* parents before children; the root first */
    LIST(avatar_mesh) meshes;
    LIST(avatar_image) images;
    LIST(avatar_material) materials;
    int bones[VRM_BONE_COUNT]; /* nodes */
    LIST(avatar_expression) expressions;
    LIST(avatar_annotation) annotations;
    avatar_look_at look_at;
    LIST(avatar_constraint) constraints;
    LIST(avatar_collider) colliders;
    LIST(avatar_group) groups;
    LIST(avatar_spring) springs;
    /* How vertices are stored: small formats and sparse morph targets, or floats throughout. */
    bool is_compact;
    size_t ballast; /* this many vertices that nothing uses: dead weight for benchmarks */
} avatar;

void avatar_init(avatar *out, const char *name);
void avatar_release(avatar *a);

/* As snprintf. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void set_name(char name[NAME_SIZE], const char *format, ...);

int avatar_add_node(avatar *a, const char *name, int parent, vec3 place);
int avatar_find_node(const avatar *a, const char *name); /* NONE */
int avatar_add_mesh(avatar *a, const char *name, int parent);
int avatar_add_image(avatar *a, const char *name, bytes png);
int avatar_add_material(avatar *a, const char *name, double r, double g, double b);
avatar_expression *avatar_add_preset(avatar *a, int preset);
avatar_expression *avatar_add_custom(avatar *a, const char *name);
void expression_add_morph(avatar_expression *e, int node, int target, double weight);
int avatar_add_collider(avatar *a, int node, int shape, vec3 offset, vec3 tail, double radius);
void avatar_add_constraint(avatar *a, int node, int source, int kind, int axis, double weight);
bool avatar_is_below(const avatar *a, int node, int ancestor); /* or the same */

/* The part of a mesh that has this material; made where there is none. */
avatar_part *mesh_part(avatar *a, int mesh, int material);

/* One more morph target on all parts of a mesh, all zero. Call when its vertices are done. */
int mesh_add_target(avatar *a, int mesh, const char *name);

#endif
