#include "budget.h"
#include "apps/kit/avatar/totals.h"

#include <string.h>

/* With all smaller levels of detail, which take a third more. */
static uint64_t with_levels(uint64_t bytes) { return bytes + bytes / 3; }

/* Four bytes a pixel, as a PNG or JPEG is decoded; one where it is compressed for the GPU, at the
 * 8 bits a pixel of BC7, BC3 and ASTC 4x4. */
static void measure_textures(const costs *costs, uint64_t values[MEASURE_COUNT]) {
    values[MEASURE_IMAGE_SIDE] = costs->image_side;
    values[MEASURE_TEXTURE_BYTES] = with_levels(costs->texture_pixels * 4);
    values[MEASURE_COMPRESSED_TEXTURE_BYTES] = with_levels(costs->texture_pixels);
}

static bool measure_model(const vrm_model *model, uint64_t values[MEASURE_COUNT]) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    totals sum = count_totals(model);
    costs cost;
    if (!count_costs(model, &cost)) return false;
    values[MEASURE_TRIANGLES] = sum.triangles;
    values[MEASURE_VERTICES] = sum.vertices;
    values[MEASURE_MESHES] = gltf->mesh_count;
    values[MEASURE_PRIMITIVES] = sum.primitives;
    values[MEASURE_DRAW_CALLS] = cost.draw_calls;
    values[MEASURE_SKINNED_MESHES] = cost.skinned_meshes;
    values[MEASURE_RIGID_MESHES] = cost.rigid_meshes;
    values[MEASURE_MATERIALS] = gltf->material_count;
    values[MEASURE_TEXTURES] = gltf->texture_count;
    values[MEASURE_IMAGES] = gltf->image_count;
    measure_textures(&cost, values);
    values[MEASURE_NODES] = gltf->node_count;
    values[MEASURE_SKINS] = gltf->skin_count;
    values[MEASURE_BONES] = cost.bones;
    values[MEASURE_MORPH_TARGETS] = sum.targets;
    values[MEASURE_EXPRESSIONS] = tables->expression_count;
    values[MEASURE_SPRINGS] = tables->spring_count;
    values[MEASURE_SPRING_JOINTS] = cost.spring_nodes;
    values[MEASURE_COLLIDERS] = tables->spring_collider_count;
    values[MEASURE_COLLISION_CHECKS] = cost.collision_checks;
    values[MEASURE_CONSTRAINTS] = tables->constraint_count;
    return true;
}

bool budget_compare(const profile *profile, const vrm_model *model, uint64_t file_bytes,
                    budget *out) {
    uint64_t values[MEASURE_COUNT] = {0};
    memset(out, 0, sizeof *out);
    if (!measure_model(model, values)) return false;
    values[MEASURE_FILE_BYTES] = file_bytes;
    out->profile = profile;
    for (int i = 0; i < MEASURE_COUNT; ++i) {
        if (!profile->has_limit[i]) continue;
        out->rows[out->count++] = (budget_row){(budget_measure)i, values[i], profile->limits[i]};
    }
    return true;
}

bool budget_is_over(const budget_row *row) { return row->value > row->limit; }
