/*
 * Vectors as the floats that they consist of. A pointer to a vector is a pointer to all of it,
 * while one to its component x is a pointer to one float, behind which nothing may be read. So
 * whoever needs an array of floats asks here, and nowhere else.
 */
#ifndef VRMI_BASE_FLOATS_H
#define VRMI_BASE_FLOATS_H

#include "vrm/types.h"

#include <assert.h>

static_assert(sizeof(vrm_vec2) == 2 * sizeof(float), "vrm_vec2 has padding");
static_assert(sizeof(vrm_vec3) == 3 * sizeof(float), "vrm_vec3 has padding");
static_assert(sizeof(vrm_quat) == 4 * sizeof(float), "vrm_quat has padding");

/* Of one vector, or of an array of them. */
static inline const float *vrmi_vec2_floats(const vrm_vec2 *v) { return (const void *)v; }
static inline const float *vrmi_vec3_floats(const vrm_vec3 *v) { return (const void *)v; }
static inline const float *vrmi_quat_floats(const vrm_quat *q) { return (const void *)q; }

/* The same for writing. */
static inline float *vrmi_vec2_out(vrm_vec2 *v) { return (void *)v; }
static inline float *vrmi_vec3_out(vrm_vec3 *v) { return (void *)v; }
static inline float *vrmi_quat_out(vrm_quat *q) { return (void *)q; }

#endif
