/* Expressions against each other: isBinary and overrides (EX-006 to EX-016). */
#ifndef VRMI_AVATAR_OVERRIDE_H
#define VRMI_AVATAR_OVERRIDE_H

#include "avatar/avatar.h"

/* The input of an expression: the greatest of all layers; and what isBinary makes of it. */
float vrmi_expression_input(const vrm_avatar *avatar, int32_t expression);
float vrmi_expression_output(const vrm_avatar *avatar, int32_t expression);

/*
 * How much of a class (VRM_EXPRESSION_CLASS_…) overrides take away, 0 to 1 (6.6), from the inputs
 * as they are. lookAt by bones asks for it before expressions are applied (LA-027): expressions of
 * a class never override their own, so the inputs of lookAt do not matter to it.
 */
float vrmi_override_rate(const vrm_avatar *avatar, int32_t expression_class);

/* The weights of all expressions, after isBinary and overrides: the first half of 6.6. */
void vrmi_expressions_weigh(const vrm_avatar *avatar, float *weights);

#endif
