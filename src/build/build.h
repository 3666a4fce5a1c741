/*
 * What dialects fill: the tables of a model while they grow.
 *
 * A dialect reads the file's JSON and writes canonical values here (requirements.md §2), whatever
 * is local to its own fields checked. What concerns several parts (bones and the node tree, chains
 * against each other, order of evaluation) is checked and computed for all dialects alike when the
 * model is finished (finish.h).
 */
#ifndef VRMI_MODEL_BUILD_H
#define VRMI_MODEL_BUILD_H

#include "base/private_api.h"
#include "build/diagnostics.h"
#include "build/prepared.h"
#include "gltf/document.h"
#include "gltf/forest.h"
#include "vrm/tables.h"

/* How many of something a file may have, in all lists that count together (ER-018). */
typedef struct vrmi_budget {
    const char *what; /* "joints", for the message */
    uint32_t limit;
    uint32_t used;
} vrmi_budget;

/* Counts one more. False: that is one too many, and the load has failed. */
bool vrmi_budget_take(vrmi_load *load, vrmi_budget *budget);

/* A growing array in the arena of the load. */
typedef struct vrmi_list {
    void *items;
    uint32_t count;
    uint32_t capacity;
    vrmi_budget *budget; /* NULL: none but memory */
} vrmi_list;

/* A new element at the end, not initialized. NULL: memory was refused, or the budget is used up,
 * and the load has failed. */
void *vrmi_list_add(vrmi_load *load, vrmi_list *list, size_t element_size);
#define VRMI_ADD(load, list, type) ((type *)vrmi_list_add((load), (list), sizeof(type)))

/* Room for `count` more, or for as many as the budget has left. Nothing depends on it: it saves
 * growing. False: the load has failed. */
bool vrmi_list_reserve(vrmi_load *load, vrmi_list *list, uint64_t count, size_t element_size);
#define VRMI_RESERVE(load, list, type, count)                                                      \
    vrmi_list_reserve((load), (list), (count), sizeof(type))

/* What dialects do differently, where what is read is checked and completed for all of them. The
 * dialect sets it before anything is read. */
typedef struct vrmi_rules {
    bool requires_chest_and_neck; /* beside the bones that all dialects require (HU-020, V0-024) */
    bool faces_minus_z;           /* where the bones do not tell (TP-002) */
    bool checks_centers;    /* a center is at the first joint or above it, and nothing moves it */
    bool reports_sharing;   /* a last tail that is the head of another spring is reported */
    float binary_threshold; /* of expressions (EX-007) */
} vrmi_rules;

/* The deepest list of springs that a file has is /extensions/VRMC_vrm/springBone/boneGroups. */
enum { VRMI_SPRING_PATH = 4 };

/* The name of an expression, in a table of hashes. */
typedef struct vrmi_hashed_name {
    uint64_t hash;
    uint32_t next; /* in its bucket; UINT32_MAX: none */
} vrmi_hashed_name;

typedef struct vrmi_build {
    vrmi_load *load;
    const vrmi_document *document;
    const vrm_gltf *gltf;
    vrmi_json root;       /* of the file's JSON */
    vrmi_json extensions; /* of the root */
    vrmi_json vrm;        /* the dialect's own object, among those */
    vrmi_rules rules;

    vrm_tables tables; /* dialect, spec_version, meta, humanoid, look_at are written in place */

    vrmi_prepared prepared; /* what avatars need beside the tables */

    bool has_look_at_offset; /* else the place of the eyes is worked out from the bones (LA-003) */

    vrmi_list expressions;         /* vrm_expression; presets and custom ones in any order */
    vrmi_list expression_names;    /* vrmi_hashed_name, one for each of them */
    vrmi_list expression_pointers; /* vrm_string, likewise; none where no check goes along */
    vrmi_list constraints;         /* vrm_constraint */
    vrmi_list colliders;           /* vrm_spring_collider, by the file's index */
    vrmi_list collider_groups;     /* vrm_spring_collider_group, by the file's index */
    vrmi_list springs;             /* vrm_spring; vrmi_build_spring adds one */
    vrmi_list spring_sources;      /* uint32_t, one for each: its index in the list of the file */
    vrmi_list joints;              /* vrm_spring_joint */

    uint32_t *name_buckets;     /* the latest of `expression_names` with a hash; UINT32_MAX: none */
    uint32_t name_bucket_count; /* 0 or a power of two */

    vrmi_budget expression_budget; /* counts also those that are left out: each is compared */
    vrmi_budget bind_budget;       /* of all expressions together */
    vrmi_budget constraint_budget;
    vrmi_budget collider_budget;
    vrmi_budget group_budget;
    vrmi_budget spring_budget;
    vrmi_budget joint_budget;

    vrmi_json spring_path[VRMI_SPRING_PATH]; /* from the file's list of springs upwards */

    int32_t *mesh_nodes;     /* by mesh: the first node that has it, or VRM_NONE */
    int32_t *next_mesh_node; /* by node: the next node that has the same mesh, or VRM_NONE */
    uint8_t *is_annotated;   /* by mesh: vrmi_annotate_mesh has been there */

    int32_t *first_person;   /* by node; VRM_NONE: not annotated */
    vrm_material *materials; /* by material; the file's own to begin with */
    vrm_mtoon *mtoons;       /* by material; defaults to begin with */

    vrmi_forest forest;   /* what is above what */
    vrm_mat4 *rest_world; /* by node: from its space to the model's, at rest */
} vrmi_build;

/* Completes the limits of what avatars have, with defaults and bounds. */
void vrmi_complete_avatar_limits(vrm_limits *limits);

/* What a material has of MToon that is not MToon. */
extern const vrm_mtoon vrmi_default_mtoon;

/* Takes the arrays and fills in defaults. False: the load has failed. */
bool vrmi_build_begin(vrmi_build *build, vrmi_load *load, const vrmi_document *document);

/* --- For dialects --- */

/* The way to the extensions of an element of a top-level array, such as /nodes/3/extensions. */
typedef struct vrmi_element {
    vrmi_json table, element, extensions;
} vrmi_element;

/* The extensions of a node or a material. The value is NULL where it has none. The cursor is in
 * `out`, which must outlive it. */
const vrmi_json *vrmi_build_node(const vrmi_build *build, uint32_t node, vrmi_element *out);
const vrmi_json *vrmi_build_material(const vrmi_build *build, uint32_t material, vrmi_element *out);

/* An expression with the dialect's defaults, for a preset (its own name) or a custom name. A preset
 * or a custom name that is there already is reported, and NULL returned: the first wins. NULL also
 * when the load has failed. */
vrm_expression *vrmi_build_expression(vrmi_build *build, const vrmi_json *at, int32_t preset,
                                      vrm_string name);

/* The file's list of springs, or of bone groups of which springs are made. Call this before springs
 * of the list are added: diagnostics about them name it. */
void vrmi_build_spring_list(vrmi_build *build, const vrmi_json *list);
/* A spring without joints, which the element `at` of that list makes. NULL: the load has failed. */
vrm_spring *vrmi_build_spring(vrmi_build *build, const vrmi_json *at);
/* A spring as an argument: its index in the list of the file, and its name. */
vrmi_argument vrmi_spring_reference(const vrmi_build *build, uint32_t spring);
/* Removes all springs, their joints and their colliders. */
void vrmi_build_forget_springs(vrmi_build *build);

/* VRM_NONE for no such preset; names compare exactly, or without regard to case. */
VRMI_API int32_t vrmi_preset_find(vrm_string name, bool any_case);
/* A preset by its name in 0.x, such as "joy", in any case. */
VRMI_API int32_t vrmi_preset_find_old(vrm_string name);
/* A preset by its name in the draft, where happy is "joy", or in 1.0; in any case. */
VRMI_API int32_t vrmi_preset_find_draft(vrm_string name);
/* Greater weights of binds in a draft are percentages, and then all of them are (EX-022). */
#define VRMI_DRAFT_MAX_WEIGHT 10.0f
int32_t vrmi_bone_find(vrm_string name);

/* Adds a morph bind after checking node, mesh and target (EX-021). `at` is the bind. */
bool vrmi_build_morph_bind(vrmi_build *build, const vrmi_json *at, vrmi_list *binds, int32_t node,
                           int32_t target, float weight);
/* The same for every node that has the mesh (V0-017); what is wrong with it is reported once. */
bool vrmi_build_mesh_bind(vrmi_build *build, const vrmi_json *at, vrmi_list *binds, int32_t mesh,
                          int32_t target, float weight);

/* The fallbacks of requirements.md §3.7 for what a file leaves out. */
void vrmi_default_look_at(vrm_look_at *look_at, int32_t type);

/* Whether there is an avatar in the file: it may also be plain glTF, or an animation. */
static inline bool vrmi_build_has_avatar(const vrmi_build *build) {
    return build->tables.dialect != VRM_DIALECT_NONE &&
           build->tables.dialect != VRM_DIALECT_ANIMATION;
}

/* Where a node is at rest, in the model's space. */
vrm_vec3 vrmi_build_rest_position(const vrmi_build *build, int32_t node);

/* Whether `node` is `ancestor` or lies below it. */
static inline bool vrmi_build_is_within(const vrmi_build *build, int32_t node, int32_t ancestor) {
    return vrmi_forest_is_within(&build->forest, node, ancestor);
}

#endif
