#include "author/text/vrm_text.h"

#include "base/text.h"

#include <string.h>

/* --- Losses --- */

typedef struct loss_text {
    const char *code, *subject, *words;
} loss_text;

static const loss_text losses[VRMI_LOSS_COUNT] = {
    [VRMI_LOSS_META] = {"meta-field", "", "The VRM version has no field for a part of the meta"},
    [VRMI_LOSS_PERMISSION] = {"meta-permission", "",
                              "A permission has no equivalent; the written one permits less"},
    [VRMI_LOSS_EXPRESSION_NAME] = {"expression-name", "expression",
                                   "A custom expression has a name with another meaning"},
    [VRMI_LOSS_OVERRIDE] = {"expression-override", "expression",
                            "An override of an expression is left out"},
    [VRMI_LOSS_BINARY_THRESHOLD] = {"expression-threshold", "expression",
                                    "A binary expression switches at another weight"},
    [VRMI_LOSS_BIND] = {"expression-bind", "expression", "A bind of an expression is left out"},
    [VRMI_LOSS_BIND_COMPONENTS] = {"expression-bind-parts", "expression",
                                   "A bind names all parts of a transform, and not those alone "
                                   "that it moves"},
    [VRMI_LOSS_BIND_MATERIALS] = {"expression-bind-materials", "expression",
                                  "A bind changes all materials with one name"},
    [VRMI_LOSS_BIND_WEIGHT] = {"expression-weight", "expression",
                               "A bind weight is clamped to the largest value of the VRM version"},
    [VRMI_LOSS_SHARED_MESH] = {"shared-mesh", "node", "Nodes that share a mesh cannot differ"},
    [VRMI_LOSS_CURVE] = {"look-at-curve", "map", "A curve of lookAt becomes a straight line"},
    [VRMI_LOSS_CONSTRAINT] = {"constraint", "constraint", "A node constraint is left out"},
    [VRMI_LOSS_COLLIDER] = {"collider", "collider", "A collider is left out"},
    [VRMI_LOSS_COLLIDER_SHAPE] = {"collider-shape", "collider", "A collider becomes another shape"},
    [VRMI_LOSS_SPRING] = {"spring", "spring", "A spring is left out"},
    [VRMI_LOSS_JOINT] = {"spring-joint", "joint", "A joint does not sway"},
    [VRMI_LOSS_JOINT_VALUES] = {"spring-joint-values", "joint",
                                "A joint gets the values of the root of its chain"},
    [VRMI_LOSS_JOINT_LIMIT] = {"spring-limit", "joint", "The limit of a joint is left out"},
    [VRMI_LOSS_JOINT_ADDED] = {"spring-joint-added", "node", "A node sways that did not"},
    [VRMI_LOSS_TAIL] = {"spring-tail", "joint", "The tail of a joint is at another place"},
    [VRMI_LOSS_TEXTURE_ROTATION] = {"texture-rotation", "material",
                                    "The rotation of a texture is left out"},
    [VRMI_LOSS_TEXTURE_TRANSFORM] = {"texture-transform", "material",
                                     "All textures of a material are placed as the main one"},
    [VRMI_LOSS_TEXTURE] = {"texture", "material", "A texture of a material cannot be as it was"},
    [VRMI_LOSS_MATERIAL] = {"material-value", "material", "A material value cannot be expressed"},
};

static const loss_text no_loss = {"", "", ""};

static const loss_text *text_of(vrmi_loss loss) {
    return (unsigned)loss < VRMI_LOSS_COUNT ? &losses[loss] : &no_loss;
}

const char *vrmi_loss_code(vrmi_loss loss) { return text_of(loss)->code; }

const char *vrmi_loss_words(vrmi_loss loss) { return text_of(loss)->words; }

const char *vrmi_loss_subject(vrmi_loss loss) { return text_of(loss)->subject; }

void vrmi_note_loss(const vrmi_vrm_text *text, vrmi_loss loss, int32_t index) {
    if (text->lost != NULL) text->lost(text->lost_context, loss, index);
}

/* --- Extensions --- */

const char *vrmi_extension_name(unsigned n) {
    static const char *const names[VRMI_EXTENSION_COUNT] = {
        "KHR_texture_transform",
        "KHR_materials_unlit",
        "KHR_materials_emissive_strength",
        "VRMC_materials_hdr_emissiveMultiplier",
        "VRMC_materials_mtoon",
        "VRM",
        "VRMC_vrm",
        "VRMC_node_constraint",
        "VRMC_springBone",
        "VRMC_springBone_extended_collider",
        "VRMC_springBone_limit",
        "EXT_texture_webp",
        "KHR_mesh_quantization",
    };
    return n < VRMI_EXTENSION_COUNT ? names[n] : "";
}

void vrmi_put_extensions_used(vrmi_json_writer *writer, uint32_t extensions) {
    vrmi_put_array(writer);
    for (unsigned i = 0; i < VRMI_EXTENSION_COUNT; ++i) {
        if ((extensions >> i & 1) != 0) vrmi_put_words(writer, vrmi_extension_name(i));
    }
    vrmi_put_array_end(writer);
}

/* --- Numbers of elements --- */

int32_t vrmi_mapped(const int32_t *map, int32_t index) {
    return index == VRM_NONE || map == NULL ? index : map[index];
}

int32_t vrmi_mapped_node(const vrmi_vrm_text *text, int32_t node) {
    return vrmi_mapped(text->maps != NULL ? text->maps->nodes : NULL, node);
}

int32_t vrmi_mapped_material(const vrmi_vrm_text *text, int32_t material) {
    return vrmi_mapped(text->maps != NULL ? text->maps->materials : NULL, material);
}

/* --- Shared by dialects --- */

const char *vrmi_old_bone_name(vrm_bone bone) {
    switch (bone) {
    case VRM_BONE_LEFT_THUMB_METACARPAL:
        return "leftThumbProximal";
    case VRM_BONE_LEFT_THUMB_PROXIMAL:
        return "leftThumbIntermediate";
    case VRM_BONE_RIGHT_THUMB_METACARPAL:
        return "rightThumbProximal";
    case VRM_BONE_RIGHT_THUMB_PROXIMAL:
        return "rightThumbIntermediate";
    default:
        return vrm_bone_name(bone);
    }
}

vrm_string vrmi_avatar_name(const vrm_meta *meta) {
    return meta->name.length != 0 ? meta->name : vrmi_string_from("(untitled)");
}

vrm_string vrmi_unknown_author(void) { return vrmi_string_from("(unknown)"); }

static bool has_custom(const vrm_tables *tables, vrm_string name) {
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *e = &tables->expressions[i];
        if (e->preset == VRM_NONE && vrmi_string_compare_no_case(e->name, name) == 0) return true;
    }
    return false;
}

vrm_string vrmi_renamed_custom(const vrmi_vrm_text *text, int32_t expression,
                               char buffer[VRMI_CUSTOM_NAME]) {
    vrm_string name = {buffer, 0};
    for (uint64_t number = 1; number == 1 || has_custom(text->tables, name); ++number) {
        vrmi_text out = vrmi_text_make(buffer, VRMI_CUSTOM_NAME);
        vrmi_text_append_string(&out, text->tables->expressions[expression].name);
        vrmi_text_append(&out, "_custom");
        if (number > 1) vrmi_text_append_u64(&out, number);
        name.length = (uint32_t)out.length;
    }
    vrmi_note_loss(text, VRMI_LOSS_EXPRESSION_NAME, expression);
    return name;
}

void vrmi_put_given(vrmi_json_writer *writer, const char *key, vrm_string value) {
    if (value.length != 0) vrmi_put_string_of(writer, key, value);
}

const vrm_range_map *vrmi_range_map(const vrm_look_at *look_at, int which) {
    const vrm_range_map *const maps[4] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                                          &look_at->vertical_down, &look_at->vertical_up};
    return maps[which];
}

/* --- Core materials --- */

/* The rotation of KHR_texture_transform is obsolete in VRM, and its texCoord is written where glTF
 * has it (GL-017). */
void vrmi_put_texture_info(vrmi_vrm_text *text, const char *key, const vrm_texture_info *info,
                           const char *strength_key, uint32_t material) {
    vrmi_json_writer *writer = text->writer;
    const int32_t texture =
        vrmi_mapped(text->maps != NULL ? text->maps->textures : NULL, info->texture);
    if (texture == VRM_NONE) return;
    vrmi_put_object_of(writer, key);
    vrmi_put_integer_of(writer, "index", texture);
    if (info->tex_coord != 0) vrmi_put_integer_of(writer, "texCoord", info->tex_coord);
    if (info->rotation != 0.0f) {
        vrmi_note_loss(text, VRMI_LOSS_TEXTURE_ROTATION, (int32_t)material);
    }
    if (info->offset.x != 0.0f || info->offset.y != 0.0f || info->scale.x != 1.0f ||
        info->scale.y != 1.0f) {
        const float offset[2] = {info->offset.x, info->offset.y};
        const float scale[2] = {info->scale.x, info->scale.y};
        vrmi_put_object_of(writer, "extensions");
        vrmi_put_object_of(writer, "KHR_texture_transform");
        vrmi_put_floats_of(writer, "offset", offset, 2);
        vrmi_put_floats_of(writer, "scale", scale, 2);
        vrmi_put_object_end(writer);
        vrmi_put_object_end(writer);
        text->extensions |= VRMI_EXTENSION_TEXTURE_TRANSFORM;
    }
    if (strength_key != NULL && info->strength != 1.0f) {
        vrmi_put_float_of(writer, strength_key, info->strength);
    }
    vrmi_put_object_end(writer);
}

/* Emission as glTF has it: a factor of at most 1, and a strength (HE-003). */
static float split_emission(const vrm_material *material, float factor[3]) {
    float most = 1.0f;
    for (int i = 0; i < 3; ++i) {
        factor[i] = material->emissive_factor[i];
        if (factor[i] > most) most = factor[i];
    }
    for (int i = 0; i < 3 && most > 1.0f; ++i) factor[i] /= most;
    return most > 1.0f ? material->emissive_strength * most : material->emissive_strength;
}

void vrmi_put_core_material(vrmi_vrm_text *text, const vrm_material *material, uint32_t index) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    vrmi_json_writer *writer = text->writer;
    float emission[3];
    split_emission(material, emission);
    vrmi_put_given(writer, "name", material->name);
    vrmi_put_object_of(writer, "pbrMetallicRoughness");
    vrmi_put_floats_of(writer, "baseColorFactor", material->base_color_factor, 4);
    vrmi_put_texture_info(text, "baseColorTexture", &material->base_color_texture, NULL, index);
    vrmi_put_float_of(writer, "metallicFactor", material->metallic_factor);
    vrmi_put_float_of(writer, "roughnessFactor", material->roughness_factor);
    vrmi_put_texture_info(text, "metallicRoughnessTexture", &material->metallic_roughness_texture,
                          NULL, index);
    vrmi_put_object_end(writer);
    vrmi_put_texture_info(text, "normalTexture", &material->normal_texture, "scale", index);
    vrmi_put_texture_info(text, "occlusionTexture", &material->occlusion_texture, "strength",
                          index);
    vrmi_put_texture_info(text, "emissiveTexture", &material->emissive_texture, NULL, index);
    if (emission[0] != 0.0f || emission[1] != 0.0f || emission[2] != 0.0f) {
        vrmi_put_floats_of(writer, "emissiveFactor", emission, 3);
    }
    if (material->alpha_mode != VRM_ALPHA_OPAQUE) {
        vrmi_put_words_of(writer, "alphaMode", modes[material->alpha_mode]);
    }
    if (material->alpha_mode == VRM_ALPHA_MASK) {
        vrmi_put_float_of(writer, "alphaCutoff", material->alpha_cutoff);
    }
    if (material->is_double_sided) vrmi_put_bool_of(writer, "doubleSided", true);
}

bool vrmi_has_core_extensions(const vrm_material *material) {
    float emission[3];
    return material->is_unlit || split_emission(material, emission) != 1.0f;
}

/* The beta has an extension of its own for emission (HE-001); later files have that of Khronos
 * alone (HE-002). */
void vrmi_put_core_extensions(vrmi_vrm_text *text, const vrm_material *material) {
    const bool is_beta = text->dialect == VRM_DIALECT_1_BETA;
    float emission[3];
    const float strength = split_emission(material, emission);
    if (material->is_unlit) {
        vrmi_put_object_of(text->writer, "KHR_materials_unlit");
        vrmi_put_object_end(text->writer);
        text->extensions |= VRMI_EXTENSION_UNLIT;
    }
    if (strength == 1.0f) return;
    vrmi_put_object_of(text->writer, is_beta ? "VRMC_materials_hdr_emissiveMultiplier"
                                             : "KHR_materials_emissive_strength");
    vrmi_put_float_of(text->writer, is_beta ? "emissiveMultiplier" : "emissiveStrength", strength);
    vrmi_put_object_end(text->writer);
    text->extensions |=
        is_beta ? VRMI_EXTENSION_EMISSIVE_MULTIPLIER : VRMI_EXTENSION_EMISSIVE_STRENGTH;
}

void vrmi_put_extended_material(vrmi_vrm_text *text, uint32_t material,
                                void (*put_mtoon)(vrmi_vrm_text *text, uint32_t material)) {
    const vrm_material *core = &text->tables->materials[material];
    const bool is_mtoon = text->tables->mtoons[material].is_present != 0;
    vrmi_put_object(text->writer);
    vrmi_put_core_material(text, core, material);
    if (is_mtoon || vrmi_has_core_extensions(core)) {
        vrmi_put_object_of(text->writer, "extensions");
        vrmi_put_core_extensions(text, core);
        if (is_mtoon) {
            vrmi_put_key(text->writer, "VRMC_materials_mtoon");
            put_mtoon(text, material);
        }
        vrmi_put_object_end(text->writer);
    }
    vrmi_put_object_end(text->writer);
}
