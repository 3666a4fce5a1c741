/* What the files of a bake share. */
#ifndef VRMI_NORMALIZE_BAKE_PARTS_H
#define VRMI_NORMALIZE_BAKE_PARTS_H

#include "author/normalize/bake.h"
#include "base/report.h"

/* Marks the nodes whose rotation a constraint needs (NO-006). */
void vrmi_bake_keep_rotations(vrmi_bake *bake);
/* Writes the axes of constraints, and removes those that cannot be expressed. */
void vrmi_bake_constraints(vrmi_bake *bake);

/* Node transforms of expressions, which a load does not read (EX-043). */
void vrmi_bake_expressions(vrmi_bake *bake);

/* Colliders, springs and limits of the file's dialect (NO-003 to NO-005). */
void vrmi_bake_springs(vrmi_bake *bake);
/* Bone groups of 0.x and of the draft, and their colliders, in an object with both arrays. */
void vrmi_bake_bone_groups(vrmi_bake *bake, vrmi_value *springs, const char *pointer, bool is_0);

/* What radii and forces in the space of a node are multiplied by (SB-046). */
static inline float vrmi_bake_spring_scale(const vrmi_bake *bake, int32_t node) {
    return bake->desc.is_literal ? 1.0f : bake->nodes[node].scale;
}

/* The turn of directions that are those of the world and not of the avatar, as gravity is: an
 * avatar that is stood upright falls down as before, and one that looks elsewhere takes them along.
 */
static inline vrm_quat vrmi_bake_heading(const vrmi_bake *bake) {
    vrm_quat turn = bake->desc.turn;
    if (turn.x == 0.0f && turn.z == 0.0f) return turn;
    return vrmi_quat_normalize(vrm_quat_make(0.0f, turn.y, 0.0f, turn.w));
}

/* Multiplies the scale of their node into the values of joints. `hit_radius` is the default if the
 * file does not have it. Returns whether something changes. */
bool vrmi_bake_joint_values(vrmi_bake *bake, vrmi_value *values, const char *stiffness,
                            float hit_radius, float factor);

/* A normal under the linear part of a matrix, not normalized: by its cofactors, which are the
 * transposed inverse times the determinant and exist for a flattened matrix too (6.9, step 2). */
vrm_vec3 vrmi_bake_normal(const vrm_mat4 *m, vrm_vec3 normal);

/* --- JSON --- */

/* The element of a table of glTF; NULL: it is not there. */
vrmi_value *vrmi_bake_element(vrmi_bake *bake, const char *table, int32_t index);
/* A value of the extensions of the file. */
vrmi_value *vrmi_bake_extension(vrmi_bake *bake, const char *name);
/* A node's own extension. */
vrmi_value *vrmi_bake_node_extension(vrmi_bake *bake, int32_t node, const char *name);

/* The index in a member, if it is one of a node; else VRM_NONE. */
int32_t vrmi_bake_node_index(vrmi_bake *bake, vrmi_value *object, const char *key);

/* A vector of 0.x: an object with x, y and z, or an array, with z the other way round. False: it is
 * not there. */
bool vrmi_bake_read_vec3_of_0(vrmi_bake *bake, vrmi_value *object, const char *key, vrm_vec3 *out);
bool vrmi_bake_write_vec3_of_0(vrmi_bake *bake, vrmi_value *object, const char *key,
                               vrm_vec3 before, vrm_vec3 after);

/* Three numbers of a member; false: they are not there, and `out` has not been changed. */
bool vrmi_bake_read_vec3(vrmi_bake *bake, vrmi_value *object, const char *key, vrm_vec3 *out);
/* Sets them if they differ from `before`. Returns whether they do. */
bool vrmi_bake_write_vec3(vrmi_bake *bake, vrmi_value *object, const char *key, vrm_vec3 before,
                          vrm_vec3 after);
/* Multiplies a number, or its default if it is missing. Returns whether it changes. */
bool vrmi_bake_scale(vrmi_bake *bake, vrmi_value *object, const char *key, float missing,
                     float factor);

/* --- The list of changes --- */

/* Adds to the list of changes. `place` is a JSON pointer that is the same before and after. The
 * arguments of the sentence, one for each {}, are whole numbers or words; NULL: it has none. */
void vrmi_bake_say(vrm_edit *edit, vrm_change_kind kind, const char *code, const char *place,
                   const char *sentence, const vrmi_argument *arguments);

#endif
