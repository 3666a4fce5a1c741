/* Which materials can share one set of textures. */
#include "author/optimize/atlas.h"

#include "base/sort.h"
#include "base/text.h"

#include <string.h>

static const struct {
    const char *holder; /* NULL: the material itself */
    const char *key;
    bool is_color;
} slots[VRMI_ATLAS_SLOTS] = {
    {"pbrMetallicRoughness", "baseColorTexture", true},
    {"pbrMetallicRoughness", "metallicRoughnessTexture", false},
    {NULL, "normalTexture", false},
    {NULL, "occlusionTexture", false},
    {NULL, "emissiveTexture", true},
    {"VRMC_materials_mtoon", "shadeMultiplyTexture", true},
    {"VRMC_materials_mtoon", "shadingShiftTexture", false},
    {"VRMC_materials_mtoon", "rimMultiplyTexture", true},
    {"VRMC_materials_mtoon", "outlineWidthMultiplyTexture", false},
};

bool vrmi_atlas_slot_is_color(uint32_t slot) { return slots[slot].is_color; }

/* --- One material --- */

static vrmi_value *holder_of(vrmi_tree *tree, vrmi_value *material, uint32_t slot) {
    vrmi_value *extensions;
    if (slots[slot].holder == NULL) return material;
    if (strcmp(slots[slot].holder, "pbrMetallicRoughness") == 0) {
        return vrmi_value_get(tree, material, slots[slot].holder);
    }
    extensions = vrmi_value_get(tree, material, "extensions");
    return vrmi_value_get(tree, extensions, slots[slot].holder);
}

/* False: the texture has its own coordinates, or no picture. */
static bool read_slot(vrmi_optimize *work, vrmi_value *material, uint32_t slot,
                      vrmi_atlas_material *out) {
    vrmi_tree *tree = &work->edit->tree;
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrmi_value *info = vrmi_value_get(tree, holder_of(tree, material, slot), slots[slot].key);
    enum { SMALLEST = 64 };
    vrm_image_header header;
    int32_t texture;
    out->images[slot] = VRM_NONE;
    if (info == NULL) return true;
    out->indices[slot] = vrmi_value_get(tree, info, "index");
    texture = vrmi_value_to_index(tree, out->indices[slot]);
    if (texture < 0 || (uint32_t)texture >= gltf->texture_count ||
        vrmi_value_get(tree, info, "extensions") != NULL ||
        vrmi_value_number(tree, vrmi_value_get(tree, info, "texCoord"), 0.0) != 0.0) {
        return false;
    }
    out->images[slot] = gltf->textures[texture].image;
    /* Of a small picture, what is between its pixels is seen, and that is otherwise in an atlas. */
    return out->images[slot] != VRM_NONE &&
           vrm_model_get_image_header(work->edit->model, out->images[slot], &header) == VRM_OK &&
           header.width >= SMALLEST && header.height >= SMALLEST;
}

/* Extensions that have textures at other locations, or use coordinates for something else. */
static bool has_strange_extension(vrmi_tree *tree, vrmi_value *material) {
    static const char *const known[] = {"VRMC_materials_mtoon", "KHR_materials_unlit",
                                        "KHR_materials_emissive_strength",
                                        "VRMC_materials_hdr_emissiveMultiplier"};
    vrmi_value *extensions = vrmi_value_get(tree, material, "extensions");
    for (uint32_t i = 0; i < vrmi_value_count(tree, extensions); ++i) {
        vrm_string name = vrmi_value_key(tree, vrmi_value_at(tree, extensions, i));
        bool is_known = false;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; ++k) {
            is_known |= vrmi_string_equals(name, known[k]);
        }
        if (!is_known) return true;
    }
    return false;
}

static bool is_moving(const vrm_mtoon *mtoon) {
    return mtoon->is_present && (mtoon->uv_animation_scroll_x_speed_factor != 0.0f ||
                                 mtoon->uv_animation_scroll_y_speed_factor != 0.0f ||
                                 mtoon->uv_animation_rotation_speed_factor != 0.0f ||
                                 mtoon->uv_animation_mask_texture.texture != VRM_NONE);
}

/* The text of the material without some parts of it, which lie in it. */
static vrm_string text_without(vrmi_optimize *work, vrm_string whole, const vrm_string *parts,
                               uint32_t count) {
    vrm_string out = {"", 0};
    char *text = VRMI_OPTIMIZE_TAKE(work, char, (size_t)whole.length + 1);
    uint32_t length = 0;
    if (text == NULL) return out;
    for (uint32_t i = 0; i < whole.length; ++i) {
        bool is_left_out = false;
        for (uint32_t k = 0; k < count; ++k) {
            is_left_out |=
                whole.data + i >= parts[k].data && whole.data + i < parts[k].data + parts[k].length;
        }
        if (!is_left_out) text[length++] = whole.data[i];
    }
    out.data = text;
    out.length = length;
    return out;
}

static void read_material(vrmi_optimize *work, vrmi_value *value, const vrm_mtoon *mtoon,
                          vrmi_atlas_material *out) {
    vrmi_tree *tree = &work->edit->tree;
    vrm_string parts[VRMI_ATLAS_SLOTS + 1];
    vrmi_value *name = vrmi_value_get(tree, value, "name");
    uint32_t count = 0, used = 0;
    out->is_alone = has_strange_extension(tree, value) || is_moving(mtoon);
    for (uint32_t i = 0; i < VRMI_ATLAS_SLOTS && !out->is_alone; ++i) {
        out->is_alone = !read_slot(work, value, i, out);
        if (out->indices[i] == NULL) continue;
        parts[count++] = vrmi_value_text(tree, out->indices[i]);
        used += 1;
    }
    if (used == 0) out->is_alone = true;
    if (out->is_alone) return;
    if (name != NULL) parts[count++] = vrmi_value_text(tree, name);
    out->key = text_without(work, vrmi_value_text(tree, value), parts, count);
}

/* --- What keeps materials alone --- */

static void leave_bound(const vrm_tables *tables, vrmi_atlas_material *all, uint32_t count) {
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        for (uint32_t k = 0; k < expression->color_bind_count; ++k) {
            uint32_t material = (uint32_t)expression->color_binds[k].material;
            if (material < count) all[material].is_alone = true;
        }
        for (uint32_t k = 0; k < expression->uv_bind_count; ++k) {
            uint32_t material = (uint32_t)expression->uv_binds[k].material;
            if (material < count) all[material].is_alone = true;
        }
    }
}

/* Coordinates outside of the picture repeat it, which a cell cannot. */
static bool is_within(vrmi_optimize *work, uint32_t mesh, uint32_t primitive,
                      uint32_t vertex_count) {
    float *uvs = NULL;
    if (vrmi_optimize_spend(work, (uint64_t)vertex_count * 2 * sizeof *uvs)) {
        uvs = VRMI_OPTIMIZE_TAKE(work, float, (size_t)vertex_count * 2);
    }
    if (uvs == NULL || vrm_model_read_vertices(work->edit->model, (int32_t)mesh, (int32_t)primitive,
                                               VRM_ATTRIBUTE_TEXCOORD, 0, 2, uvs,
                                               (size_t)vertex_count * 2) != VRM_OK) {
        return false;
    }
    for (size_t i = 0; i < (size_t)vertex_count * 2; ++i) {
        if (!(uvs[i] >= -1e-4f && uvs[i] <= 1.0001f)) return false;
    }
    return true;
}

static void look_at_primitives(vrmi_optimize *work, vrmi_atlas_material *all, uint32_t count) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *meshes = vrmi_reference_table(tree, VRMI_REFERENCE_MESH);
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        vrmi_value *list = vrmi_value_get(tree, vrmi_value_at(tree, meshes, i), "primitives");
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            const vrm_primitive *primitive = &gltf->meshes[i].primitives[k];
            vrmi_atlas_material *of_it;
            if ((uint32_t)primitive->material >= count) continue;
            of_it = &all[primitive->material];
            of_it->is_used = true;
            if (of_it->is_alone) continue;
            of_it->is_alone =
                vrmi_value_get(tree, vrmi_value_at(tree, list, k), "extensions") != NULL ||
                !is_within(work, i, k, primitive->vertex_count);
        }
    }
}

/* --- Groups --- */

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_atlas_material *all = context;
    const vrm_string x = all[a].key, y = all[b].key;
    uint32_t length = x.length < y.length ? x.length : y.length;
    int order = length > 0 ? memcmp(x.data, y.data, length) : 0;
    return order != 0 ? order < 0 : x.length < y.length;
}

static bool can_share(const vrmi_atlas_material *a, const vrmi_atlas_material *b) {
    return !a->is_alone && !b->is_alone && a->is_used && b->is_used &&
           a->key.length == b->key.length && memcmp(a->key.data, b->key.data, a->key.length) == 0;
}

static uint32_t make_group(vrmi_atlas_material *all, const uint32_t *order, uint32_t count) {
    uint32_t side = 1;
    while (side * side < count) side += 1;
    for (uint32_t i = 0; i < count && count > 1; ++i) {
        all[order[i]].first = order[0];
        all[order[i]].cell = i;
        all[order[i]].side = side;
    }
    return count > 1 ? 1 : 0;
}

vrmi_atlas_material *vrmi_atlas_find(vrmi_optimize *work, uint32_t *out_count) {
    enum { MOST_CELLS = 64 };
    const vrm_tables *tables = vrm_model_tables(work->edit->model);
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *table = vrmi_reference_table(tree, VRMI_REFERENCE_MATERIAL);
    uint32_t count = vrmi_value_count(tree, table), groups = 0, *order;
    vrmi_atlas_material *all = VRMI_OPTIMIZE_TAKE(work, vrmi_atlas_material, count);
    *out_count = count;
    if (all == NULL || count < 2 || count != tables->material_count) return NULL;
    for (uint32_t i = 0; i < count; ++i) {
        all[i].first = i;
        read_material(work, vrmi_value_at(tree, table, i), &tables->mtoons[i], &all[i]);
    }
    leave_bound(tables, all, count);
    look_at_primitives(work, all, count);
    order = vrmi_sort_order(&work->arena, count, comes_before, all);
    if (order == NULL) work->is_refused = true;
    for (uint32_t i = 0; order != NULL && i < count;) {
        uint32_t end = i + 1;
        while (end < count && end - i < MOST_CELLS && can_share(&all[order[i]], &all[order[end]])) {
            end += 1;
        }
        groups += make_group(all, order + i, end - i);
        i = end;
    }
    return groups > 0 && !work->is_refused ? all : NULL;
}
