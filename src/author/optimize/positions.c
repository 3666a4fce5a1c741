/*
 * Positions as multiples of a power of two. They stay floats in the units of their mesh, so skins,
 * morph targets and bounds stay as they are. Their compressed form is short (compress.c).
 */
#include "author/optimize/vertices.h"

#include "base/bytes.h"
#include "gltf/forest.h"
#include "model/model.h"
#include "model/poser.h"
#include "model/skinning.h"

#include <math.h>
#include <string.h>

/* A step is at most 1.125 / 16384 m in the rest pose. A position moves by half of its diagonal. */
static const double most_step = 1.125 / 16384;

/* Nothing is taken to be shown in a smaller size: a host may enlarge what the file hides. */
static const double least_stretch = 1.0 / 128;

/* Of a grid whose numbers are integers of 24 bits. */
static const double most_steps = 8388607;

/* NaN counts as more than all numbers. */
static double larger(double a, double b) { return b <= a ? a : b >= a ? b : INFINITY; }

/* The most that a matrix lengthens a vector: exact for rotations with one scale, else a bound. */
static double stretch_of(const vrm_mat4 *matrix) {
    const float *m = matrix->m;
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int k = 0; k < 3; ++k) {
            double product = 0;
            for (int c = 0; c < 3; ++c) product += (double)m[4 * i + c] * m[4 * k + c];
            sum += fabs(product);
        }
        most = larger(most, sum);
    }
    return sqrt(most);
}

static bool place_nodes(vrmi_optimize *work, vrmi_poser *poser, vrmi_forest *forest) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrm_trs *rests = VRMI_OPTIMIZE_TAKE(work, vrm_trs, gltf->node_count);
    *poser = (vrmi_poser){.gltf = gltf, .forest = forest, .rests = rests, .top = {0, 0, 0, 1}};
    poser->world = VRMI_OPTIMIZE_TAKE(work, vrm_mat4, gltf->node_count);
    if (poser->world == NULL || rests == NULL ||
        !vrmi_forest_take(&work->arena, gltf->nodes, gltf->node_count, forest)) {
        work->is_refused = true;
        return false;
    }
    for (uint32_t i = 0; i < gltf->node_count; ++i) rests[i] = gltf->nodes[i].rest;
    vrmi_poser_place(poser);
    return true;
}

/* Of a vertex that any of the joints moves; 0: there are none. */
static double stretch_of_skin(vrmi_optimize *work, const vrmi_poser *poser, uint32_t index) {
    const vrm_skin *skin = &poser->gltf->skins[index];
    const vrmi_arena_mark mark = vrmi_arena_get_mark(&work->arena);
    vrm_mat4 *binds = VRMI_OPTIMIZE_TAKE(work, vrm_mat4, skin->joint_count);
    double most = 0;
    if (binds == NULL || vrm_model_read_inverse_binds(work->edit->model, (int32_t)index, binds,
                                                      skin->joint_count) != VRM_OK) {
        return INFINITY;
    }
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        const vrm_mat4 matrix = vrmi_mat4_multiply(&poser->world[skin->joints[i]], &binds[i]);
        most = larger(most, stretch_of(&matrix));
    }
    vrmi_arena_rewind(&work->arena, &mark);
    return most;
}

/* Meshes of which joints do not move all primitives. */
static void find_rigid(const vrm_gltf *gltf, uint8_t *is_rigid) {
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        const vrm_mesh *mesh = &gltf->meshes[i];
        for (uint32_t k = 0; k < mesh->primitive_count; ++k) {
            is_rigid[i] |=
                vrmi_attribute_accessor(&mesh->primitives[k], VRM_ATTRIBUTE_JOINTS, 0) == VRM_NONE;
        }
    }
}

static void set_step(vrmi_grid *grid) {
    if (!(grid->stretch > least_stretch)) grid->stretch = least_stretch;
    grid->step = 1.0 / 128;
    while (grid->step * grid->stretch > most_step) {
        grid->step /= 2;
    }
}

vrmi_grid *vrmi_grids_find(vrmi_optimize *work) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrmi_grid *grids = VRMI_OPTIMIZE_TAKE(work, vrmi_grid, gltf->mesh_count);
    double *of_skins = VRMI_OPTIMIZE_TAKE(work, double, gltf->skin_count);
    uint8_t *is_rigid = VRMI_OPTIMIZE_TAKE(work, uint8_t, gltf->mesh_count);
    vrmi_forest forest;
    vrmi_poser poser;
    if (grids == NULL || of_skins == NULL || is_rigid == NULL ||
        !place_nodes(work, &poser, &forest))
        return NULL;
    for (uint32_t i = 0; i < gltf->skin_count && !work->is_refused; ++i) {
        of_skins[i] = stretch_of_skin(work, &poser, i);
    }
    find_rigid(gltf, is_rigid);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        double stretch = 0;
        if (node->mesh == VRM_NONE) continue;
        if (node->skin != VRM_NONE) stretch = of_skins[node->skin];
        if (node->skin == VRM_NONE || is_rigid[node->mesh]) {
            stretch = larger(stretch, stretch_of(&poser.world[i]));
        }
        grids[node->mesh].stretch = larger(grids[node->mesh].stretch, stretch);
    }
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        if (grids[i].stretch < 1e6) set_step(&grids[i]);
    }
    return grids;
}

vrmi_grid vrmi_grid_of_group(const vrmi_vertices *all, const vrmi_group *group) {
    vrmi_grid grid = {0, 0};
    if (all->grids == NULL) return grid;
    grid = all->grids[all->parts[group->part].mesh];
    for (int32_t i = group->part; i != VRM_NONE; i = all->parts[i].next) {
        const vrmi_grid *other = &all->grids[all->parts[i].mesh];
        if (other->step < grid.step) grid.step = other->step;
        if (other->stretch > grid.stretch) grid.stretch = other->stretch;
    }
    return grid;
}

static double to_steps(const vrmi_grid *grid, double value) {
    return floor(value / grid->step + 0.5);
}

bool vrmi_grid_round(const vrmi_grid *grid, const float *base, const float *move, float *out,
                     double *error) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        const double value = (double)base[i] + (move != NULL ? (double)move[i] : 0);
        const double steps = to_steps(grid, value);
        const double from = move != NULL ? to_steps(grid, base[i]) : 0;
        if (!(fabs(steps - from) <= most_steps)) return false;
        out[i] = (float)((steps - from) * grid->step);
        sum += (steps * grid->step - value) * (steps * grid->step - value);
    }
    sum = sqrt(sum) * grid->stretch;
    if (sum > *error) *error = sum;
    return true;
}

/* --- The filter EXPONENTIAL --- */

/* The exponent of the lowest bit that is set: the float is an odd multiple of two to it. False: it
 * is 0 or not normal. */
static bool find_lowest(uint32_t bits, int *out) {
    uint32_t fraction = bits & 0x7FFFFF;
    int exponent = (int)(bits >> 23 & 0xFF) - 150;
    if (exponent == -150 || exponent == 255 - 150) return false;
    for (fraction |= 0x800000; (fraction & 1) == 0; fraction >>= 1) exponent += 1;
    *out = exponent;
    return true;
}

/* Two to `exponent`, which is that of a normal float. */
static float power_of_two(int exponent) {
    uint8_t bytes[4];
    vrmi_store_u32(bytes, (uint32_t)(exponent + 127) << 23);
    return vrmi_load_f32(bytes);
}

bool vrmi_filter_exponential(const uint8_t *floats, size_t count, uint8_t *out) {
    enum { LEAST = -100, MOST = 100 };
    int exponent = MOST, lowest;
    double step;
    for (size_t i = 0; i < count; ++i) {
        if (find_lowest(vrmi_load_u32(floats + 4 * i), &lowest) && lowest < exponent) {
            exponent = lowest;
        }
    }
    if (exponent < LEAST) return false;
    step = power_of_two(exponent);
    for (size_t i = 0; i < count; ++i) {
        const double steps = (double)vrmi_load_f32(floats + 4 * i) / step;
        if (!(fabs(steps) <= most_steps) || steps != floor(steps)) return false;
        vrmi_store_u32(out + 4 * i,
                       ((uint32_t)(int32_t)steps & 0xFFFFFF) | (uint32_t)exponent << 24);
    }
    return true;
}
