/**
 * @file edit.h
 * Edit files: any JSON value, thumbnails, images, expressions, springs, colliders and nodes.
 * Everything else is preserved byte for byte, also unknown extensions.
 *
 * @code
 * vrm_edit *edit;
 * vrm_written *file;
 * if (vrm_edit_create(bytes, size, NULL, &edit, NULL) == VRM_OK) {
 *     vrm_edit_set(edit, "/extensions/VRMC_vrm/meta/name", "\"Ame\"");
 *     vrm_edit_rename_expression(edit, "smile", "happy");
 *     if (vrm_edit_write(edit, &file, NULL) == VRM_OK) {
 *         // store vrm_written_bytes(file, &size)
 *         vrm_written_destroy(file);
 *     }
 *     vrm_edit_destroy(edit);
 * }
 * @endcode
 *
 * - Every operation is checked. A refused operation returns VRM_ERROR_INVALID_ARGUMENT and changes
 *   nothing, and vrm_edit_problem returns the reason.
 * - Indices are those of the edited file: after you remove nodes, the others have new indices, and
 *   all references to them are rewritten.
 * - BIN stays as it is, unless an operation changes bytes in it. A plain .gltf stays plain, and its
 *   buffers and images stay where they are.
 * - If memory is refused, the edit ends: every further operation returns VRM_ERROR_OUT_OF_MEMORY or
 *   VRM_ERROR_LIMIT, and nothing is written.
 *
 * The file is not checked against the specification: vrm_check does that.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_EDIT_H
#define VRM_EDIT_H

#include "vrm/author/write.h"
#include "vrm/base.h"
#include "vrm/model.h"
#include "vrm/tables.h"

/** A file that is being edited. */
typedef struct vrm_edit vrm_edit;

/**
 * Opens a file to edit: GLB (.vrm, .glb, .vrma) or plain .gltf, with an avatar or without.
 *
 * @param bytes       The whole file. Borrowed until the edit is destroyed.
 * @param size        The size of the file in bytes.
 * @param desc        Settings of the load; NULL means the defaults.
 * @param out_edit    Receives the edit; NULL on failure.
 * @param out_report  Receives the report of the load; may be NULL.
 * @return VRM_OK, or why the file could not be loaded, as vrm_model_load returns it.
 * @ownership The caller destroys the edit with vrm_edit_destroy and the report with
 * vrm_report_destroy.
 * @task Open a file to edit it
 * @threads any
 */
VRM_AUTHOR_API vrm_result vrm_edit_create(const void *bytes, size_t size, const vrm_load_desc *desc,
                                          vrm_edit **out_edit, vrm_report **out_report);

/**
 * Destroys an edit. Files that it has written stay.
 *
 * @param edit  An edit, or NULL.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API void vrm_edit_destroy(vrm_edit *edit);

/**
 * Returns why the last operation was refused.
 *
 * @param edit  An edit, or NULL.
 * @return One English sentence without a full stop; "" if it was not refused. Never NULL.
 * @ownership The sentence belongs to the edit, until the next operation.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API const char *vrm_edit_problem(const vrm_edit *edit);

/* --- Change JSON values --- */

/**
 * Returns the JSON of a value, as it would be written now.
 *
 * @param edit        An edit.
 * @param pointer     A JSON pointer (RFC 6901); "" is the whole document.
 * @param out_length  Receives the number of bytes; may be NULL.
 * @return The text, without a NUL byte at its end; NULL if there is no such value.
 * @ownership The text belongs to the edit, until the next operation.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API const char *vrm_edit_get(vrm_edit *edit, const char *pointer, size_t *out_length);

/**
 * Sets a value. A new member is added after the others of its object; "-" instead of an index, or
 * the index after the last, adds an element to an array. Only the last step of the pointer may be
 * new.
 *
 * @param edit     An edit.
 * @param pointer  A JSON pointer (RFC 6901). The whole document cannot be set.
 * @param json     The new value, as JSON. It is written as it is.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT if the value is not JSON, or cannot be set there; or
 * VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_LIMIT.
 * @task Change a JSON value
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_set(vrm_edit *edit, const char *pointer, const char *json);

/**
 * Removes a value; elements of an array move up. References to elements are not rewritten: use
 * vrm_edit_remove_nodes and vrm_edit_remove_collider for nodes and colliders.
 *
 * @param edit     An edit.
 * @param pointer  A JSON pointer (RFC 6901). The whole document cannot be removed.
 * @return As vrm_edit_set.
 * @task Remove a JSON value
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_remove(vrm_edit *edit, const char *pointer);

/* --- Set the thumbnail --- */

/**
 * Sets, replaces or removes the thumbnail of the avatar. An image that a material also uses stays
 * in the file.
 *
 * @param edit   An edit of an avatar.
 * @param bytes  A PNG or JPEG file, which is copied; NULL: the thumbnail is removed.
 * @param size   Its size in bytes.
 * @return As vrm_edit_set; VRM_OK if there is none to remove.
 * @task Set or remove the thumbnail
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_set_thumbnail(vrm_edit *edit, const void *bytes, size_t size);

/* --- Replace images and embed buffers --- */

/**
 * Replaces the bytes of an image, and embeds them in the file.
 *
 * @param edit   An edit.
 * @param image  Which of the file's images.
 * @param bytes  A PNG, JPEG or WebP file, which is copied.
 * @param size   Its size in bytes.
 * @return As vrm_edit_set.
 * @task Replace an image
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_set_image(vrm_edit *edit, int32_t image, const void *bytes,
                                             size_t size);

/**
 * Embeds buffers and images from data URIs and external files into BIN. The file is then written as
 * a GLB. Call it before all other operations.
 *
 * @param edit  An edit. The resolver of its load provides external files.
 * @return As vrm_edit_set. It is refused if a buffer could not be loaded, and after operations that
 * have changed bytes. Images that could not be loaded stay where they are.
 * @task Embed external files
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_embed(vrm_edit *edit);

/* --- Change expressions --- */

/**
 * Renames an expression. The name of a preset makes it that preset; any other name makes it a
 * custom expression.
 *
 * @param edit  An edit of an avatar of 0.x, 1.0-beta or 1.0.
 * @param from  Its name in the file.
 * @param to    Its new name, which no other expression may have.
 * @return As vrm_edit_set.
 * @task Rename an expression
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_rename_expression(vrm_edit *edit, const char *from,
                                                     const char *to);

/**
 * Binds a morph target to an expression, or changes the weight of such a bind.
 *
 * @param edit        An edit of an avatar of 0.x, 1.0-beta or 1.0.
 * @param expression  The name of the expression in the file.
 * @param node        A node with a mesh. In 0.x all nodes with that mesh are bound.
 * @param morph       Which of the morph targets of the mesh.
 * @param weight      Of the target at weight 1 of the expression, 0 to 1.
 * @return As vrm_edit_set.
 * @task Bind a morph target to an expression
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_bind_morph(vrm_edit *edit, const char *expression, int32_t node,
                                              int32_t morph, float weight);

/**
 * Binds a color of a material to an expression, or changes the value of such a bind.
 *
 * @param edit        An edit of an avatar of 0.x, 1.0-beta or 1.0.
 * @param expression  The name of the expression in the file.
 * @param material    A material. In 0.x its name must be unique.
 * @param type        VRM_COLOR_BIND_…; 0.x has none for the matcap.
 * @param color       Red, green, blue and alpha, linear.
 * @return As vrm_edit_set.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_bind_color(vrm_edit *edit, const char *expression,
                                              int32_t material, vrm_color_bind_type type,
                                              const float color[4]);

/**
 * Binds the texture transform of a material to an expression, or changes the values of such a bind.
 *
 * @param edit        An edit of an avatar of 0.x, 1.0-beta or 1.0.
 * @param expression  The name of the expression in the file.
 * @param material    A material. In 0.x its name must be unique.
 * @param scale       Of texture coordinates.
 * @param offset      Of texture coordinates, from the top left.
 * @return As vrm_edit_set.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_bind_uv(vrm_edit *edit, const char *expression, int32_t material,
                                           const vrm_vec2 *scale, const vrm_vec2 *offset);

/** Kinds of binds: VRM_BIND_ constants. */
typedef int32_t vrm_bind_kind;

enum { VRM_BIND_MORPH = 0, VRM_BIND_COLOR = 1, VRM_BIND_UV = 2 };

/**
 * Removes a bind of an expression.
 *
 * @param edit        An edit of an avatar of 0.x, 1.0-beta or 1.0.
 * @param expression  The name of the expression in the file.
 * @param kind        VRM_BIND_…
 * @param index       The index of the bind among those of its kind, from 0, as in the file. In 0.x
 *                    colors and texture transforms are one list. VRM_ALL removes all of them.
 * @return As vrm_edit_set.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_unbind(vrm_edit *edit, const char *expression,
                                          vrm_bind_kind kind, int32_t index);

/* --- Change springs and colliders --- */

/** Numbers of a spring joint that can be edited: VRM_SPRING_FIELD_ constants. */
typedef int32_t vrm_spring_field;

enum {
    VRM_SPRING_FIELD_HIT_RADIUS = 0,    /**< In meters, from 0 on. */
    VRM_SPRING_FIELD_STIFFNESS = 1,     /**< From 0 on. */
    VRM_SPRING_FIELD_GRAVITY_POWER = 2, /**< From 0 on. */
    VRM_SPRING_FIELD_DRAG_FORCE = 3     /**< 0 to 1. */
};

/**
 * Sets a number of a spring's joints.
 *
 * @param edit    An edit of an avatar of 0.x, 1.0-beta or 1.0.
 * @param spring  Which of the file's springs; in 0.x, of its boneGroups.
 * @param joint   Which of the spring's joints; VRM_ALL: all of them. In 0.x VRM_ALL alone.
 * @param field   Which number: a VRM_SPRING_FIELD_ constant.
 * @param value   Its new value.
 * @return As vrm_edit_set.
 * @task Change a spring
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_set_spring(vrm_edit *edit, int32_t spring, int32_t joint,
                                              vrm_spring_field field, float value);

/**
 * Sets the direction of gravity of a spring's joints.
 *
 * @param edit       An edit of an avatar of 0.x, 1.0-beta or 1.0.
 * @param spring     As in vrm_edit_set_spring.
 * @param joint      As in vrm_edit_set_spring.
 * @param direction  In world space; of any length but 0.
 * @return As vrm_edit_set.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_set_gravity_dir(vrm_edit *edit, int32_t spring, int32_t joint,
                                                   const vrm_vec3 *direction);

/**
 * Adds a collider. Inside colliders and planes are written with a fallback for other applications
 * (EC-020, EC-021).
 *
 * @param edit       An edit of an avatar of 1.0-beta or 1.0; the file may have no springs yet.
 * @param collider   Its node, shape, offset, tail and radius.
 * @param group      The group of colliders that gets it; VRM_NONE: none, and it touches nothing.
 * @param out_index  Receives its index; may be NULL.
 * @return As vrm_edit_set.
 * @task Add a collider
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_add_collider(vrm_edit *edit, const vrm_spring_collider *collider,
                                                int32_t group, int32_t *out_index);

/**
 * Changes the node and the shape of a collider. Its other members stay.
 *
 * @param edit      An edit of an avatar of 1.0-beta or 1.0.
 * @param index     Which of the file's colliders.
 * @param collider  Its node, shape, offset, tail and radius.
 * @return As vrm_edit_set.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_set_collider(vrm_edit *edit, int32_t index,
                                                const vrm_spring_collider *collider);

/**
 * Removes a collider, also from groups. A group without colliders is removed too.
 *
 * @param edit   An edit of an avatar of 1.0-beta or 1.0.
 * @param index  Which of the file's colliders.
 * @return As vrm_edit_set.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_remove_collider(vrm_edit *edit, int32_t index);

/* --- Remove and merge nodes --- */

/**
 * Removes nodes and all nodes below them. It also removes what refers to them: bones that are not
 * required, binds, annotations, constraints, colliders, joints of springs.
 *
 * @param edit   An edit.
 * @param nodes  Indices of nodes.
 * @param count  How many.
 * @return As vrm_edit_set. Required bones, and joints of skins, are not removed: the operation is
 * refused.
 * @task Remove nodes
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_remove_nodes(vrm_edit *edit, const int32_t *nodes,
                                                uint32_t count);

/**
 * Merges a node into its parent. Its children become children of the parent, at the node's position
 * in the list, with transforms that include the node's. Its mesh and its camera move to the parent.
 * Skins that have it as a joint have the parent instead, with equivalent inverse bind matrices.
 * Nothing moves in the world, at rest or when the parent moves. Its name and its extras are lost.
 *
 * @param edit  An edit.
 * @param node  Index of the node.
 * @return As vrm_edit_set. It is refused if something needs the node itself (a bone, a spring, a
 * collider, a constraint, an animation, an extension), and if the result would not be the same:
 * nonuniform scales, a mesh that would move, joints that were bound in different poses.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_merge_node(vrm_edit *edit, int32_t node);

/* --- Write the file --- */

/**
 * Keeps extensionsUsed and extensionsRequired as operations set them. Without this call they are
 * updated to match the file (GL-005) if an operation has added or removed an extension.
 *
 * @param edit  An edit.
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API void vrm_edit_keep_extensions_used(vrm_edit *edit);

/**
 * Writes the edited file. You may continue the edit, and write it again.
 *
 * @param edit        An edit.
 * @param out_file    Receives the file, with a list of the operations; NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument.
 * @return VRM_OK; VRM_ERROR_INVALID_ARGUMENT; VRM_ERROR_OUT_OF_MEMORY; or VRM_ERROR_LIMIT if the
 * file would need more memory than the limit, or be larger than a GLB can be.
 * @ownership The caller destroys the file with vrm_written_destroy and the report with
 * vrm_report_destroy.
 * @task Write the edited file
 * @threads one at a time for each edit
 */
VRM_AUTHOR_API vrm_result vrm_edit_write(vrm_edit *edit, vrm_written **out_file,
                                         vrm_report **out_report);

#endif
