/* What an avatar costs before and after an optimisation. */
#ifndef VRM_OPTIMIZE_FIGURES_H
#define VRM_OPTIMIZE_FIGURES_H

#include "apps/check/budget.h"
#include "apps/kit/json/json_line.h"

typedef struct figures {
    uint64_t bytes, triangles, vertices, draw_calls, texture_bytes, materials, images, nodes;
    uint64_t morph_targets;
} figures;

/* False: the file cannot be loaded, or there is not enough memory. With a profile, `out_budget`
 * receives how the file compares with it. */
bool figures_take(const void *bytes, size_t size, const vrm_load_desc *settings,
                  const profile *profile, figures *out, budget *out_budget);

/* A table of both, and the same as a member of a record. */
void figures_print(const figures *before, const figures *after);
void figures_add_json(json_line *line, const char *key, const figures *figures);

#endif
