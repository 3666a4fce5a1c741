/*
 * The JSON text of VRM blocks, out of the tables of an avatar: what the writers of all dialects
 * share.
 *
 * Each block has a function of its own, which appends one value: a program that keeps a document
 * puts blocks into it one by one, and the writer of whole files uses all of them. The tables are
 * those of a loaded model, or made by a program; every index in them is good.
 */
#ifndef VRMI_WRITE_VRM_TEXT_H
#define VRMI_WRITE_VRM_TEXT_H

#include "author/json/json_writer.h"
#include "vrm/tables.h"

/*
 * The numbers that elements have in the written file, by their index in the tables. A map that is
 * NULL leaves them as they are. Where a map says VRM_NONE the element is not written: what hangs on
 * it is left out.
 */
typedef struct vrmi_index_maps {
    const int32_t *nodes;
    const int32_t *meshes;
    const int32_t *materials;
    const int32_t *textures;
    const int32_t *images;
    /* By joint of the tables: the node, as the written file numbers it, that stands at a tail which
     * is only a point in the tables (0.x). NULL or VRM_NONE: there is none, and the joint does not
     * sway. */
    const int32_t *joint_tails;
} vrmi_index_maps;

/* What a dialect cannot say of the tables. */
typedef enum vrmi_loss {
    VRMI_LOSS_META,              /* index: 0 */
    VRMI_LOSS_PERMISSION,        /* index: 0; what is written permits less */
    VRMI_LOSS_EXPRESSION_NAME,   /* index: expression; it becomes a preset, or gets a new name */
    VRMI_LOSS_OVERRIDE,          /* index: expression */
    VRMI_LOSS_BINARY_THRESHOLD,  /* index: expression */
    VRMI_LOSS_BIND,              /* index: expression */
    VRMI_LOSS_BIND_COMPONENTS,   /* index: expression */
    VRMI_LOSS_BIND_MATERIALS,    /* index: expression; other materials get the bind too */
    VRMI_LOSS_BIND_WEIGHT,       /* index: expression; written as the greatest weight */
    VRMI_LOSS_SHARED_MESH,       /* index: node */
    VRMI_LOSS_CURVE,             /* index: 0 to 3, in the order of vrm_look_at */
    VRMI_LOSS_CONSTRAINT,        /* index: constraint */
    VRMI_LOSS_COLLIDER,          /* index: collider; left out */
    VRMI_LOSS_COLLIDER_SHAPE,    /* index: collider; written as another shape */
    VRMI_LOSS_SPRING,            /* index: spring; left out */
    VRMI_LOSS_JOINT,             /* index: joint; left out */
    VRMI_LOSS_JOINT_VALUES,      /* index: joint; it gets those of its root */
    VRMI_LOSS_JOINT_LIMIT,       /* index: joint */
    VRMI_LOSS_JOINT_ADDED,       /* index: node that sways and did not */
    VRMI_LOSS_TAIL,              /* index: joint; its tail is elsewhere */
    VRMI_LOSS_TEXTURE_ROTATION,  /* index: material */
    VRMI_LOSS_TEXTURE_TRANSFORM, /* index: material; one for all textures */
    VRMI_LOSS_TEXTURE,           /* index: material; a texture, or its UV set, is left out */
    VRMI_LOSS_MATERIAL,          /* index: material; another value */
    VRMI_LOSS_COUNT
} vrmi_loss;

/* A code for programs: "expression-override". */
const char *vrmi_loss_code(vrmi_loss loss);
/* A sentence about it, without a full stop: "An override of an expression is left out". */
const char *vrmi_loss_words(vrmi_loss loss);
/* What kind of element its index is, "expression"; "" where it has none. */
const char *vrmi_loss_subject(vrmi_loss loss);

/* Extensions that a text has used, bit by bit (GL-005). */
typedef enum vrmi_extension {
    VRMI_EXTENSION_TEXTURE_TRANSFORM = 1,
    VRMI_EXTENSION_UNLIT = 2,
    VRMI_EXTENSION_EMISSIVE_STRENGTH = 4,
    VRMI_EXTENSION_EMISSIVE_MULTIPLIER = 8,
    VRMI_EXTENSION_MTOON = 16,
    VRMI_EXTENSION_VRM0 = 32,
    VRMI_EXTENSION_VRM = 64,
    VRMI_EXTENSION_NODE_CONSTRAINT = 128,
    VRMI_EXTENSION_SPRING_BONE = 256,
    VRMI_EXTENSION_EXTENDED_COLLIDER = 512,
    VRMI_EXTENSION_SPRING_LIMIT = 1024,
    VRMI_EXTENSION_WEBP = 2048,
    VRMI_EXTENSION_QUANTIZATION = 4096
} vrmi_extension;

enum { VRMI_EXTENSION_COUNT = 13 };

/* The name of the n-th of them. */
const char *vrmi_extension_name(unsigned n);

typedef struct vrmi_vrm_text {
    vrmi_json_writer *writer;
    const vrm_gltf *gltf; /* of the tables: its nodes, meshes, materials and textures are read */
    const vrm_tables *tables;
    const vrmi_index_maps *maps; /* may be NULL */
    vrm_dialect dialect;         /* that is written */
    vrm_string generator;        /* exporterVersion of 0.x */
    uint32_t extensions;         /* that were used: VRMI_EXTENSION_ bits */
    /* Called for each value without an equivalent; may be NULL. */
    void (*lost)(void *context, vrmi_loss loss, int32_t index);
    void *lost_context;
} vrmi_vrm_text;

/* Appends the list of the extensions that were used, each once (GL-005). */
void vrmi_put_extensions_used(vrmi_json_writer *writer, uint32_t extensions);

/* --- For the writers of dialects --- */

void vrmi_note_loss(const vrmi_vrm_text *text, vrmi_loss loss, int32_t index);

/* The number of an element in the written file; VRM_NONE: it has none. */
int32_t vrmi_mapped(const int32_t *map, int32_t index);
int32_t vrmi_mapped_node(const vrmi_vrm_text *text, int32_t node);
int32_t vrmi_mapped_material(const vrmi_vrm_text *text, int32_t material);

/* The name of a bone as dialects before June 2022 had it: the thumb's bones are called otherwise
 * (§4.6). */
const char *vrmi_old_bone_name(vrm_bone bone);

/* Every file has a name and an author (ME-002, ME-004): those that a load gives to files of 0.x
 * that do not say them. */
vrm_string vrmi_avatar_name(const vrm_meta *meta);
vrm_string vrmi_unknown_author(void);

/* Another name for a custom expression whose own is "", or that of a preset: _custom is appended,
 * and a number if that is taken. Reports the change. */
enum { VRMI_CUSTOM_NAME = 64 };
vrm_string vrmi_renamed_custom(const vrmi_vrm_text *text, int32_t expression,
                               char buffer[VRMI_CUSTOM_NAME]);

/* A member of an object, where the text is not empty. */
void vrmi_put_given(vrmi_json_writer *writer, const char *key, vrm_string value);

/* The four maps of lookAt: horizontal inner and outer, vertical down and up. */
const vrm_range_map *vrmi_range_map(const vrm_look_at *look_at, int which);

/*
 * A textureInfo, with KHR_texture_transform where it moves anything, as a member; nothing where
 * there is no texture. `strength_key` is the key of its strength, or NULL: it is written where it
 * is not 1. `material` is the one that a rotation is lost of (GL-017).
 */
void vrmi_put_texture_info(vrmi_vrm_text *text, const char *key, const vrm_texture_info *info,
                           const char *strength_key, uint32_t material);

/* The members of a core material, without its extensions and extras. */
void vrmi_put_core_material(vrmi_vrm_text *text, const vrm_material *material, uint32_t index);

/* KHR_materials_unlit, and what dialects have for emission beyond 1: members of its extensions. */
void vrmi_put_core_extensions(vrmi_vrm_text *text, const vrm_material *material);
bool vrmi_has_core_extensions(const vrm_material *material);

/* A material of a dialect whose MToon is an extension, which `put_mtoon` appends as an object. */
void vrmi_put_extended_material(vrmi_vrm_text *text, uint32_t material,
                                void (*put_mtoon)(vrmi_vrm_text *text, uint32_t material));

#endif
