/**
 * @file diff.h
 * Compare two avatars by meaning: a list of differences, in the terms of VRM.
 *
 * @code
 * vrm_diff *diff;
 * if (vrm_diff_create(a, b, NULL, &diff, NULL) == VRM_OK) {
 *     const vrm_difference *found;
 *     uint32_t i;
 *     for (i = 0; (found = vrm_diff_get(diff, i)) != NULL; ++i) {
 *         printf("%s %s %s: %s -> %s\n", vrm_diff_kind_name(found->kind), found->name,
 *                found->field, found->from, found->to);
 *     }
 *     vrm_diff_destroy(diff);
 * }
 * @endcode
 *
 * White space, the order of keys, the spelling of numbers, defaults that are written out, and the
 * layout of the payload are ignored. Elements are matched by name, by attachment and by content,
 * and not only by index. If one avatar faces -Z and the other +Z, the first is turned around before
 * directions are compared. docs/reference/diff.md has the rules.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_DIFF_H
#define VRM_DIFF_H

#include "vrm/base.h"
#include "vrm/model.h"

/** A comparison of two models. */
typedef struct vrm_diff vrm_diff;

/** A part of an avatar: a VRM_DIFF_PART_ constant. */
typedef int32_t vrm_diff_part;

enum {
    VRM_DIFF_PART_FILE = 0,         /**< VRM version, exporter, copyright. */
    VRM_DIFF_PART_META = 1,         /**< Author, license and permissions. */
    VRM_DIFF_PART_BONES = 2,        /**< Humanoid bones and their rest positions. */
    VRM_DIFF_PART_EXPRESSIONS = 3,  /**< Expressions with their binds. */
    VRM_DIFF_PART_LOOK_AT = 4,      /**< lookAt. */
    VRM_DIFF_PART_FIRST_PERSON = 5, /**< First person. */
    VRM_DIFF_PART_SPRINGS = 6,      /**< Springs with their joints. */
    VRM_DIFF_PART_COLLIDERS = 7,    /**< Colliders and their groups. */
    VRM_DIFF_PART_CONSTRAINTS = 8,  /**< Constraints of nodes. */
    VRM_DIFF_PART_MATERIALS = 9,    /**< Materials with MToon and their textures. */
    VRM_DIFF_PART_IMAGES = 10,      /**< Images by their bytes. */
    VRM_DIFF_PART_MESHES = 11,      /**< Vertices, triangles and morph targets. */
    VRM_DIFF_PART_SKINS = 12,       /**< Joints and bind matrices. */
    VRM_DIFF_PART_NODES = 13,       /**< Nodes that are not bones of both, and the scene. */
    VRM_DIFF_PART_ANIMATIONS = 14,  /**< Animations with their keys. */
    VRM_DIFF_PART_EXTENSIONS = 15,  /**< extensionsUsed and extensionsRequired. */
    VRM_DIFF_PART_OTHER = 16,       /**< JSON that no table holds; needs the files. */
    VRM_DIFF_PART_COUNT = 17        /**< The number of parts. */
};

/** How something differs: a VRM_DIFF_ constant. */
typedef int32_t vrm_diff_kind;

enum {
    VRM_DIFF_ADDED = 0,   /**< Only the second model has it. */
    VRM_DIFF_REMOVED = 1, /**< Only the first model has it. */
    VRM_DIFF_RENAMED = 2, /**< It has another name. */
    VRM_DIFF_CHANGED = 3  /**< It has another value. */
};

/** A table whose elements are matched: a VRM_DIFF_TABLE_ constant. */
typedef int32_t vrm_diff_table;

enum {
    VRM_DIFF_TABLE_NODES = 0,       /**< Of vrm_gltf. */
    VRM_DIFF_TABLE_MESHES = 1,      /**< Of vrm_gltf. */
    VRM_DIFF_TABLE_MATERIALS = 2,   /**< Of vrm_gltf and vrm_tables. */
    VRM_DIFF_TABLE_IMAGES = 3,      /**< Of vrm_gltf. */
    VRM_DIFF_TABLE_EXPRESSIONS = 4, /**< Of vrm_tables. */
    VRM_DIFF_TABLE_SPRINGS = 5,     /**< Of vrm_tables. */
    VRM_DIFF_TABLE_COLLIDERS = 6,   /**< spring_colliders of vrm_tables. */
    VRM_DIFF_TABLE_GROUPS = 7       /**< spring_collider_groups of vrm_tables. */
};

/** One difference. Texts come from the files: they are untrusted, and may not be valid UTF-8. */
typedef struct vrm_difference {
    vrm_diff_part part; /**< VRM_DIFF_PART_ constant. */
    vrm_diff_kind kind; /**< VRM_DIFF_ constant. */
    /** The element, such as a spring or a bone; "": the whole part. For VRM_DIFF_PART_OTHER, the
     * JSON pointer in the first file, or in the second if only that has it. */
    const char *name;
    const char *field;  /**< As the specification spells it; "": the whole element. */
    const char *from;   /**< In the first model; strings are quoted. "": nothing. */
    const char *to;     /**< In the second model. */
    double amount;      /**< How far the values are apart; negative if that is not a number. */
    const char *unit;   /**< Of `amount`: "m", "degrees", "triangles", "channels" or "". */
    const char *effect; /**< Of a permission: "narrower", "wider" or "". */
} vrm_difference;

/** Settings of a comparison. Fill them with vrm_diff_desc_init, then change what you need. */
typedef struct vrm_diff_desc {
    uint32_t struct_size; /**< Set by vrm_diff_desc_init. */
    uint32_t reserved;    /**< Always 0. */
    /** Allocator, limits, cancellation and flags of the whole call. NULL: the defaults. */
    const vrm_load_desc *load;
    /** The files that the models were loaded from, GLB or JSON. If both are given, JSON that no
     * table holds is compared, and vrm_diff_operations lists how the JSON differs. Not needed
     * after the call. NULL: only the models are compared. */
    const void *a_file;
    size_t a_size;      /**< The size of `a_file` in bytes. */
    const void *b_file; /**< The second file. */
    size_t b_size;      /**< The size of `b_file` in bytes. */
    /** The parts to report, as bits (1 << VRM_DIFF_PART_META). Default: 0, all parts. */
    uint32_t parts;
} vrm_diff_desc;

/**
 * Compares two models. Meshes, images, skins and animations are compared only if the models still
 * have their payload (vrm_model_drop_payload).
 *
 * @param a           The first model: the one before.
 * @param b           The second model: the one after.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_diff    Receives the comparison; NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK, whether or not the models differ; VRM_ERROR_INVALID_ARGUMENT,
 * VRM_ERROR_OUT_OF_MEMORY, VRM_ERROR_LIMIT or VRM_ERROR_CANCELLED.
 * @ownership The caller destroys the comparison with vrm_diff_destroy and the report with
 * vrm_report_destroy. It retains neither model and does not need them after the call.
 * @task Compare two avatars
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_diff_create(const vrm_model *a, const vrm_model *b,
                                          const vrm_diff_desc *desc, vrm_diff **out_diff,
                                          vrm_report **out_report);

/**
 * Destroys a comparison with all its texts.
 *
 * @param diff  A comparison, or NULL.
 * @threads one at a time for each comparison
 */
VRM_AUTHOR_API void vrm_diff_destroy(vrm_diff *diff);

/** The result of a comparison in numbers. Fields may be added at the end. */
typedef struct vrm_diff_info {
    uint32_t struct_size;      /**< Set by vrm_diff_info_init. */
    uint32_t count;            /**< Differences that vrm_diff_get returns: at most 100,000. */
    uint64_t found;            /**< All differences, also those that were not kept. */
    uint64_t operation_count;  /**< Operations that turn the JSON of the first file into that of
                                  the second. */
    int32_t has_json;          /**< 1 if the JSON of both files was compared. */
    int32_t has_other_payload; /**< 1 if the BIN chunks of the files differ. */
    uint32_t part_counts[VRM_DIFF_PART_COUNT]; /**< `found`, for each part. */
} vrm_diff_info;

/** Prepares a vrm_diff_info. */
#define vrm_diff_info_init(info) ((info)->struct_size = (uint32_t)sizeof *(info))

/**
 * Returns the numbers of a comparison.
 *
 * @param diff  A comparison; NULL writes nothing.
 * @param info  Prepared with vrm_diff_info_init; receives the numbers.
 * @threads any
 */
VRM_AUTHOR_API void vrm_diff_get_info(const vrm_diff *diff, vrm_diff_info *info);

/**
 * Returns a difference. They are sorted neither by part nor by name.
 *
 * @param diff   A comparison, or NULL.
 * @param index  From 0 to below `count` of vrm_diff_info.
 * @return The difference; NULL if there is none.
 * @ownership The difference and its texts belong to `diff`.
 * @threads any
 */
VRM_AUTHOR_API const vrm_difference *vrm_diff_get(const vrm_diff *diff, uint32_t index);

/**
 * Returns which element of the second model an element of the first was compared with.
 *
 * @param diff   A comparison, or NULL.
 * @param table  A VRM_DIFF_TABLE_ constant.
 * @param index  An index of the first model.
 * @return An index of the second model; VRM_NONE if it has no such element.
 * @threads any
 */
VRM_AUTHOR_API int32_t vrm_diff_match(const vrm_diff *diff, vrm_diff_table table, int32_t index);

/** Receives the operations of vrm_diff_operations. */
typedef struct vrm_diff_visitor {
    void *user; /**< Passed to `operation`. */
    /** Called for each operation, with a JSON pointer and the new value as JSON in ASCII. A value
     * of NULL removes the element. Both texts are valid during the call. */
    void (*operation)(const char *path, const char *value, void *user);
} vrm_diff_visitor;

/**
 * Lists the operations that turn the JSON of the first file into that of the second, in order.
 * vrm_edit_set and vrm_edit_remove apply them.
 *
 * @param diff     A comparison.
 * @param visitor  Called with the operations.
 * @return VRM_OK, also if the comparison has no JSON; VRM_ERROR_INVALID_ARGUMENT,
 * VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @task Get the differences as edits of the JSON
 * @threads one at a time for each comparison
 */
VRM_AUTHOR_API vrm_result vrm_diff_operations(vrm_diff *diff, const vrm_diff_visitor *visitor);

/**
 * Returns the name of a part.
 *
 * @param part  A VRM_DIFF_PART_ constant.
 * @return Such as "lookAt", which is static; "" for any other number.
 * @threads any
 */
VRM_AUTHOR_API const char *vrm_diff_part_name(vrm_diff_part part);

/**
 * Returns the name of a kind of difference.
 *
 * @param kind  A VRM_DIFF_ constant.
 * @return "added", "removed", "renamed" or "changed", which is static; "" for any other number.
 * @threads any
 */
VRM_AUTHOR_API const char *vrm_diff_kind_name(vrm_diff_kind kind);

/**
 * Fills in the default settings of a comparison. Call it through the macro vrm_diff_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_AUTHOR_API void vrm_diff_desc_init_sized(vrm_diff_desc *desc, size_t struct_size);
/** Fills in the default settings of a comparison. */
#define vrm_diff_desc_init(desc) vrm_diff_desc_init_sized((desc), sizeof *(desc))

#endif
