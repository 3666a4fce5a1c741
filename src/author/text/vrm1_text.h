/*
 * The blocks of 1.0, and of 1.0-beta, which differ in their versions and in HDR emission. Each
 * function appends one value; what it uses of extensions is added to `text->extensions`.
 */
#ifndef VRMI_WRITE_VRM1_TEXT_H
#define VRMI_WRITE_VRM1_TEXT_H

#include "author/text/vrm_text.h"

/* The values of permissions, by their constants: what allows less comes first. */
extern const char *const vrmi_avatar_permissions[3];
extern const char *const vrmi_commercial_usages[3];
extern const char *const vrmi_credit_notations[2];
extern const char *const vrmi_modifications[3];

/* VRMC_vrm, with all of the blocks below that the avatar has. */
void vrmi_put_vrm1(vrmi_vrm_text *text);

/* Its members. */
void vrmi_put_vrm1_meta(vrmi_vrm_text *text);
void vrmi_put_vrm1_humanoid(vrmi_vrm_text *text);
bool vrmi_has_first_person(const vrmi_vrm_text *text); /* an annotation that is not auto */
void vrmi_put_vrm1_first_person(vrmi_vrm_text *text);
void vrmi_put_vrm1_look_at(vrmi_vrm_text *text); /* where look_at.is_present */
void vrmi_put_vrm1_expressions(vrmi_vrm_text *text);

/* VRMC_springBone. Colliders, groups and springs that say nothing are left out, and the others
 * numbered anew. */
bool vrmi_has_spring_bone(const vrmi_vrm_text *text);
void vrmi_put_spring_bone(vrmi_vrm_text *text);

/* One collider, with what others see in the place of an extended one (EC-020, EC-021). */
void vrmi_put_collider(vrmi_vrm_text *text, const vrm_spring_collider *collider);

/* VRMC_node_constraint of one node. It can be written where its source is. */
bool vrmi_can_put_constraint(const vrmi_vrm_text *text, const vrm_constraint *constraint);
void vrmi_put_node_constraint(vrmi_vrm_text *text, const vrm_constraint *constraint);

/* VRMC_materials_mtoon of a material that has it. */
void vrmi_put_mtoon(vrmi_vrm_text *text, uint32_t material);

/* A whole material: the core, and its extensions. */
void vrmi_put_vrm1_material(vrmi_vrm_text *text, uint32_t material);

#endif
