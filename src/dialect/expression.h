/* What the dialects share about expressions. */
#ifndef VRMI_DIALECT_EXPRESSION_H
#define VRMI_DIALECT_EXPRESSION_H

#include "build/build.h"

/* Binds collect here until their expression is complete. */
typedef struct vrmi_binds {
    vrmi_list morphs; /* vrm_morph_bind */
    vrmi_list colors; /* vrm_color_bind */
    vrmi_list uvs;    /* vrm_uv_bind */
} vrmi_binds;

void vrmi_binds_begin(vrmi_build *build, vrmi_binds *binds);
void vrmi_binds_store(const vrmi_binds *binds, vrm_expression *expression);

/* Reads morph binds by node, or by mesh; their weights are divided by `divisor`. False: the load
 * has failed. */
bool vrmi_read_morph_binds(vrmi_build *build, const vrmi_json *array, float divisor,
                           vrmi_list *binds);
/* Reports a weight outside of 0 to 1, which is kept (EX-022). */
void vrmi_check_bind_weight(vrmi_build *build, const vrmi_json *at, float weight, uint32_t most);
/* The array targetValue; one of three is opaque (EX-026). False: it cannot be used. */
bool vrmi_read_bind_color(vrmi_build *build, const vrmi_json *at, float out[4]);

/* --- 1.x --- */

/* What an expression of 1.0 has beside its name, and its binds. `at` is an object. False: the load
 * has failed. */
bool vrmi_read_expression_body(vrmi_build *build, const vrmi_json *at, vrm_expression *out,
                               vrmi_binds *binds);
/* The object `expressions`; and a list of groups as drafts have (§4.4, §4.11). */
bool vrmi_read_expressions(vrmi_build *build, const vrmi_json *at);
bool vrmi_read_expression_list(vrmi_build *build, const vrmi_json *list);

#endif
