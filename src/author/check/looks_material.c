/*
 * Materials that applications of VRM 1.0 cannot show as 0.x and the draft have them [BH-043], and
 * transparent ones whose order changes with the camera [BH-044].
 */
#include "author/check/looks.h"
#include "base/math.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* --- What 1.0 does not have --- */

/* A value of the older dialects. It matters where it is a texture, or a number that is not the one
 * which changes nothing. */
typedef struct lost_value {
    const char *group; /* the object of 0.x that has it */
    const char *key, *draft_key;
    float harmless;
    vrmi_diagnostic_id id;
} lost_value;

static const lost_value lost_values[] = {
    {"textureProperties", "_ReceiveShadowTexture", "shadowReceiveMultiplyTexture", -1.0f,
     VRMI_MATERIAL_LOST},
    {"textureProperties", "_ShadingGradeTexture", "litAndShadeMixingMultiplyTexture", -1.0f,
     VRMI_MATERIAL_LOST},
    {"floatProperties", "_ReceiveShadowRate", "shadowReceiveMultiplyFactor", 1.0f,
     VRMI_MATERIAL_LIGHT},
    {"floatProperties", "_LightColorAttenuation", "lightColorAttenuationFactor", 0.0f,
     VRMI_MATERIAL_LIGHT},
};

static void found_at(vrmi_check *check, vrmi_diagnostic_id id, const vrmi_json *at,
                     int32_t material) {
    vrmi_check_place place;
    vrmi_text text;
    memset(&place, 0, sizeof place);
    place.subject = "material";
    place.index = material;
    place.name = check->gltf->materials[material].name;
    text = vrmi_text_make(place.pointer, sizeof place.pointer);
    vrmi_json_append_pointer(&text, at);
    vrmi_check_found(check, id, &place, VRMI_WITH(vrmi_quoted(vrmi_json_key(at))));
}

static bool is_lost(const vrmi_json *value, float harmless) {
    double number;
    if (!yyjson_is_num(value->value)) return false;
    number = yyjson_get_num(value->value);
    return harmless < 0.0f ? number >= 0.0 : fabs(number - (double)harmless) > 1e-3;
}

static void check_old_properties(vrmi_check *check, const vrmi_json *entry, int32_t material) {
    const vrmi_json floats = vrmi_json_member(entry, "floatProperties");
    const vrmi_json cull = vrmi_json_member(&floats, "_CullMode");
    if (!yyjson_equals_str(yyjson_obj_get(entry->value, "shader"), "VRM/MToon")) return;
    /* To cull the front has no equal in glTF. */
    if (yyjson_is_num(cull.value) && fabs(yyjson_get_num(cull.value) - 1.0) < 0.5) {
        found_at(check, VRMI_MATERIAL_LOST, &cull, material);
    }
    for (size_t i = 0; i < sizeof lost_values / sizeof lost_values[0]; ++i) {
        const vrmi_json group = vrmi_json_member(entry, lost_values[i].group);
        const vrmi_json value = vrmi_json_member(&group, lost_values[i].key);
        if (is_lost(&value, lost_values[i].harmless))
            found_at(check, lost_values[i].id, &value, material);
    }
}

static void check_draft_mtoon(vrmi_check *check, const vrmi_json *mtoon, int32_t material) {
    const vrmi_json cull = vrmi_json_member(mtoon, "cullMode");
    if (yyjson_equals_str(cull.value, "front"))
        found_at(check, VRMI_MATERIAL_LOST, &cull, material);
    for (size_t i = 0; i < sizeof lost_values / sizeof lost_values[0]; ++i) {
        const vrmi_json value = vrmi_json_member(mtoon, lost_values[i].draft_key);
        if (is_lost(&value, lost_values[i].harmless))
            found_at(check, lost_values[i].id, &value, material);
    }
}

static void check_old_materials(vrmi_check *check) {
    const vrmi_json extensions = vrmi_json_member(check->root, "extensions");
    const vrmi_json vrm = vrmi_json_member(&extensions, "VRM");
    const vrmi_json list = vrmi_json_member(&vrm, "materialProperties");
    vrmi_json_each each = vrmi_json_begin(&list);
    if (check->tables->dialect != VRM_DIALECT_0) return;
    while (vrmi_json_next(&each) && each.item.index < check->gltf->material_count) {
        check_old_properties(check, &each.item, (int32_t)each.item.index);
    }
}

static void check_draft_materials(vrmi_check *check) {
    const vrmi_json list = vrmi_json_member(check->root, "materials");
    vrmi_json_each each = vrmi_json_begin(&list);
    if (check->tables->dialect != VRM_DIALECT_1_DRAFT) return;
    while (vrmi_json_next(&each)) {
        const vrmi_json extensions = vrmi_json_member(&each.item, "extensions");
        const vrmi_json mtoon = vrmi_json_member(&extensions, "VRMC_materials_mtoon");
        check_draft_mtoon(check, &mtoon, (int32_t)each.item.index);
    }
}

/* --- The order of what is transparent --- */

/* Renderers sort nodes by distance. What one node shows keeps its order. */
static bool share_order(const vrm_tables *tables, const vrmi_shown *a, const vrmi_shown *b) {
    const vrm_mtoon *first = &tables->mtoons[a->material], *second = &tables->mtoons[b->material];
    return a->cloud->node != b->cloud->node &&
           first->transparent_with_z_write == second->transparent_with_z_write &&
           first->render_queue_offset == second->render_queue_offset;
}

static double volume(vrm_vec3 least, vrm_vec3 most, double thin) {
    return ((double)most.x - (double)least.x + thin) * ((double)most.y - (double)least.y + thin) *
           ((double)most.z - (double)least.z + thin);
}

/* Whether boxes share half of the smaller one. Flat ones count as a millimeter thick. */
static double shared_part(const vrmi_shown *a, const vrmi_shown *b) {
    const double thin = 1e-3;
    vrm_vec3 least = vrmi_vec3_max(a->least, b->least), most = vrmi_vec3_min(a->most, b->most);
    double first = volume(a->least, a->most, thin), second = volume(b->least, b->most, thin);
    if (least.x > most.x || least.y > most.y || least.z > most.z) return 0.0;
    return volume(least, most, thin) / (first < second ? first : second);
}

static bool is_blended(const vrm_tables *tables, const vrmi_shown *shown) {
    return shown->material != VRM_NONE && shown->triangle_count != 0 &&
           tables->materials[shown->material].alpha_mode == VRM_ALPHA_BLEND;
}

static void check_order_of(vrmi_check *check, vrmi_measure *measure, uint32_t index) {
    const vrm_tables *tables = check->tables;
    const vrmi_shown *shown = &measure->shown[index];
    for (uint32_t i = 0; i < index; ++i) {
        const vrmi_shown *other = &measure->shown[i];
        vrmi_check_place place;
        double part;
        if (!is_blended(tables, other) || !share_order(tables, shown, other)) continue;
        if (!vrmi_take_steps(measure, 1)) return;
        part = shared_part(shown, other);
        if (!(part >= 0.5)) continue; /* or is not a number: boxes that are too large */
        place = vrmi_at_element("materials", "material", shown->material,
                                check->gltf->materials[shown->material].name, "alphaMode");
        vrmi_check_found(check, VRMI_BLEND_ORDER, &place,
                         VRMI_WITH(vrmi_reference("material", shown->material,
                                                  check->gltf->materials[shown->material].name),
                                   vrmi_reference("material", other->material,
                                                  check->gltf->materials[other->material].name),
                                   vrmi_node_argument(check, shown->cloud->node),
                                   vrmi_node_argument(check, other->cloud->node),
                                   vrmi_whole(part * 100.0)));
        return;
    }
}

void vrmi_look_at_materials(vrmi_check *check, vrmi_measure *measure) {
    if (check->root != NULL) {
        check_old_materials(check);
        check_draft_materials(check);
    }
    for (uint32_t i = 0; i < measure->shown_count; ++i) {
        if (!is_blended(check->tables, &measure->shown[i])) continue;
        if (!vrmi_take_steps(measure, i)) return;
        check_order_of(check, measure, i);
    }
}
