#include "figures.h"

#include "apps/kit/avatar/totals.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    size_t offset;
    const char *key, *words;
} rows[] = {
    {offsetof(figures, bytes), "bytes", SAY("file size in bytes")},
    {offsetof(figures, triangles), "triangles", SAY("triangles")},
    {offsetof(figures, vertices), "vertices", SAY("vertices")},
    {offsetof(figures, draw_calls), "draw_calls", SAY("draw calls")},
    {offsetof(figures, texture_bytes), "texture_bytes", SAY("texture memory in bytes")},
    {offsetof(figures, materials), "materials", SAY("materials")},
    {offsetof(figures, images), "images", SAY("images")},
    {offsetof(figures, nodes), "nodes", SAY("nodes")},
    {offsetof(figures, morph_targets), "morph_targets", SAY("morph targets")},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static uint64_t figure(const figures *figures, size_t row) {
    uint64_t value;
    memcpy(&value, (const char *)figures + rows[row].offset, sizeof value);
    return value;
}

static bool count(const vrm_model *model, figures *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    totals sum = count_totals(model);
    costs cost;
    if (!count_costs(model, &cost)) return false;
    out->triangles = sum.triangles;
    out->vertices = sum.vertices;
    out->draw_calls = cost.draw_calls;
    out->texture_bytes = cost.texture_pixels * 4 + cost.texture_pixels * 4 / 3; /* all levels */
    out->materials = gltf->material_count;
    out->images = gltf->image_count;
    out->nodes = gltf->node_count;
    out->morph_targets = sum.targets;
    return true;
}

bool figures_take(const void *bytes, size_t size, const vrm_load_desc *settings,
                  const profile *profile, figures *out, budget *out_budget) {
    vrm_load_desc desc = *settings;
    vrm_model *model = NULL;
    bool is_good;
    desc.flags = VRM_LOAD_ANY_GLTF;
    memset(out, 0, sizeof *out);
    if (vrm_model_load(bytes, size, &desc, &model, NULL) != VRM_OK) return false;
    out->bytes = size;
    is_good =
        count(model, out) && (profile == NULL || budget_compare(profile, model, size, out_budget));
    vrm_model_release(model);
    return is_good;
}

void figures_print(const figures *before, const figures *after) {
    enum { NAME = 30, NUMBER = 14 };
    char number[32];
    for (size_t i = 0; i < ROWS; ++i) {
        uint64_t was = figure(before, i), is = figure(after, i);
        fputs("  ", stdout);
        print_columns(stdout, say(rows[i].words), NAME, ALIGN_LEFT);
        print_columns(stdout, with_commas(was, number), NUMBER, ALIGN_RIGHT);
        fputs(" →", stdout);
        print_columns(stdout, with_commas(is, number), NUMBER, ALIGN_RIGHT);
        if (was > 0 && is != was) {
            printf("  %+.1f %%", 100.0 * ((double)is - (double)was) / (double)was);
        }
        fputs("\n", stdout);
    }
}

void figures_add_json(json_line *line, const char *key, const figures *figures) {
    json_object(line, key);
    for (size_t i = 0; i < ROWS; ++i) json_unsigned(line, rows[i].key, figure(figures, i));
    json_close(line);
}
