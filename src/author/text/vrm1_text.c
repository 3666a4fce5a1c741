/* VRMC_vrm and VRMC_node_constraint. */
#include "author/text/vrm1_text.h"

#include "base/text.h"
#include "build/build.h"

static void put_version(vrmi_vrm_text *text) {
    vrmi_put_words_of(text->writer, "specVersion",
                      text->dialect == VRM_DIALECT_1_BETA ? "1.0-beta" : "1.0");
}

/* --- Meta --- */

static void put_strings(vrmi_json_writer *writer, const vrm_string *strings, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (strings[i].length != 0) vrmi_put_string(writer, strings[i]);
    }
}

static bool has_strings(const vrm_string *strings, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (strings[i].length != 0) return true;
    }
    return false;
}

const char *const vrmi_avatar_permissions[3] = {"onlyAuthor", "onlySeparatelyLicensedPerson",
                                                "everyone"};
const char *const vrmi_commercial_usages[3] = {"personalNonProfit", "personalProfit",
                                               "corporation"};
const char *const vrmi_credit_notations[2] = {"required", "unnecessary"};
const char *const vrmi_modifications[3] = {"prohibited", "allowModification",
                                           "allowModificationRedistribution"};

/* All of them, also those that are the default: what may be done is not a thing to guess. */
static void put_permissions(vrmi_json_writer *writer, const vrm_permissions *may) {
    vrmi_put_words_of(writer, "avatarPermission", vrmi_avatar_permissions[may->avatar_permission]);
    vrmi_put_bool_of(writer, "allowExcessivelyViolentUsage",
                     may->allow_excessively_violent_usage != 0);
    vrmi_put_bool_of(writer, "allowExcessivelySexualUsage",
                     may->allow_excessively_sexual_usage != 0);
    vrmi_put_words_of(writer, "commercialUsage", vrmi_commercial_usages[may->commercial_usage]);
    vrmi_put_bool_of(writer, "allowPoliticalOrReligiousUsage",
                     may->allow_political_or_religious_usage != 0);
    vrmi_put_bool_of(writer, "allowAntisocialOrHateUsage",
                     may->allow_antisocial_or_hate_usage != 0);
    vrmi_put_words_of(writer, "creditNotation", vrmi_credit_notations[may->credit_notation]);
    vrmi_put_bool_of(writer, "allowRedistribution", may->allow_redistribution != 0);
    vrmi_put_words_of(writer, "modification", vrmi_modifications[may->modification]);
}

/* The license is the caller's, and never made up (ME-014). */
void vrmi_put_vrm1_meta(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    const vrm_meta *meta = &text->tables->meta;
    const int32_t thumbnail =
        vrmi_mapped(text->maps != NULL ? text->maps->images : NULL, meta->thumbnail_image);
    vrmi_put_object(writer);
    vrmi_put_string_of(writer, "name", vrmi_avatar_name(meta));
    vrmi_put_given(writer, "version", meta->version);
    vrmi_put_array_of(writer, "authors");
    if (has_strings(meta->authors, meta->author_count)) {
        put_strings(writer, meta->authors, meta->author_count);
    } else {
        vrmi_put_string(writer, vrmi_unknown_author());
    }
    vrmi_put_array_end(writer);
    vrmi_put_given(writer, "copyrightInformation", meta->copyright_information);
    vrmi_put_given(writer, "contactInformation", meta->contact_information);
    if (has_strings(meta->references, meta->reference_count)) {
        vrmi_put_array_of(writer, "references");
        put_strings(writer, meta->references, meta->reference_count);
        vrmi_put_array_end(writer);
    }
    vrmi_put_given(writer, "thirdPartyLicenses", meta->third_party_licenses);
    if (thumbnail != VRM_NONE) vrmi_put_integer_of(writer, "thumbnailImage", thumbnail);
    vrmi_put_string_of(writer, "licenseUrl", meta->license_url);
    put_permissions(writer, &meta->permissions);
    vrmi_put_given(writer, "otherLicenseUrl", meta->other_license_url);
    vrmi_put_object_end(writer);
    if (meta->legacy_license_name.length != 0 || meta->legacy_other_permission_url.length != 0) {
        vrmi_note_loss(text, VRMI_LOSS_META, 0);
    }
}

/* --- Humanoid --- */

/* Only bones that there are, under their final names (HU-019). */
void vrmi_put_vrm1_humanoid(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_object_of(writer, "humanBones");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = vrmi_mapped_node(text, text->tables->humanoid.nodes[bone]);
        if (node == VRM_NONE) continue;
        vrmi_put_object_of(writer, vrm_bone_name(bone));
        vrmi_put_integer_of(writer, "node", node);
        vrmi_put_object_end(writer);
    }
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
}

/* --- firstPerson --- */

static bool is_drawn(const vrmi_vrm_text *text, uint32_t node) {
    return text->gltf->nodes[node].mesh != VRM_NONE &&
           vrmi_mapped_node(text, (int32_t)node) != VRM_NONE;
}

bool vrmi_has_first_person(const vrmi_vrm_text *text) {
    for (uint32_t i = 0; i < text->gltf->node_count; ++i) {
        if (text->tables->first_person.types[i] != VRM_FIRST_PERSON_AUTO && is_drawn(text, i)) {
            return true;
        }
    }
    return false;
}

/* Of every node with a mesh (FP-016): who reads the file need not know what is meant without. */
void vrmi_put_vrm1_first_person(vrmi_vrm_text *text) {
    static const char *const types[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_array_of(writer, "meshAnnotations");
    for (uint32_t i = 0; i < text->gltf->node_count; ++i) {
        if (!is_drawn(text, i)) continue;
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "node", vrmi_mapped_node(text, (int32_t)i));
        vrmi_put_words_of(writer, "type", types[text->tables->first_person.types[i]]);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
}

/* --- lookAt --- */

/* Final names, and degrees (LA-034). */
void vrmi_put_vrm1_look_at(vrmi_vrm_text *text) {
    static const char *const names[4] = {"rangeMapHorizontalInner", "rangeMapHorizontalOuter",
                                         "rangeMapVerticalDown", "rangeMapVerticalUp"};
    vrmi_json_writer *writer = text->writer;
    const vrm_look_at *look_at = &text->tables->look_at;
    vrmi_put_object(writer);
    vrmi_put_vec3_of(writer, "offsetFromHeadBone", look_at->offset_from_head_bone);
    vrmi_put_words_of(writer, "type",
                      look_at->type == VRM_LOOK_AT_TYPE_BONE ? "bone" : "expression");
    for (int i = 0; i < 4; ++i) {
        const vrm_range_map *map = vrmi_range_map(look_at, i);
        vrmi_put_object_of(writer, names[i]);
        vrmi_put_float_of(writer, "inputMaxValue", map->input_max_degrees);
        vrmi_put_float_of(writer, "outputScale", map->output_scale);
        vrmi_put_object_end(writer);
        if (map->curve_key_count != 0) vrmi_note_loss(text, VRMI_LOSS_CURVE, i);
    }
    vrmi_put_object_end(writer);
}

/* --- Expressions --- */

/* Opens a list with its first item: an empty one is not written (EX-038). */
static void open_list(vrmi_json_writer *writer, const char *key, bool *is_open) {
    if (!*is_open) vrmi_put_array_of(writer, key);
    *is_open = true;
}

static void close_list(vrmi_json_writer *writer, bool is_open) {
    if (is_open) vrmi_put_array_end(writer);
}

static void put_morph_binds(vrmi_vrm_text *text, const vrm_expression *e, int32_t index) {
    vrmi_json_writer *writer = text->writer;
    bool is_open = false;
    for (uint32_t i = 0; i < e->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &e->morph_binds[i];
        const int32_t node = vrmi_mapped_node(text, bind->node);
        if (node == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        open_list(writer, "morphTargetBinds", &is_open);
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "node", node);
        vrmi_put_integer_of(writer, "index", bind->target);
        vrmi_put_float_of(writer, "weight", bind->weight);
        vrmi_put_object_end(writer);
    }
    close_list(writer, is_open);
}

static void put_color_binds(vrmi_vrm_text *text, const vrm_expression *e, int32_t index) {
    static const char *const types[] = {"color",       "emissionColor", "shadeColor",
                                        "matcapColor", "rimColor",      "outlineColor"};
    vrmi_json_writer *writer = text->writer;
    bool is_open = false;
    for (uint32_t i = 0; i < e->color_bind_count; ++i) {
        const vrm_color_bind *bind = &e->color_binds[i];
        const int32_t material = vrmi_mapped_material(text, bind->material);
        if (material == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        open_list(writer, "materialColorBinds", &is_open);
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "material", material);
        vrmi_put_words_of(writer, "type", types[bind->type]);
        vrmi_put_floats_of(writer, "targetValue", bind->target, 4);
        vrmi_put_object_end(writer);
    }
    close_list(writer, is_open);
}

/* A component that the bind leaves alone has the value that it has at rest: weights then change
 * nothing of it, whereas what is not given would be a target of 1 or 0 (EX-030). */
static void put_uv_binds(vrmi_vrm_text *text, const vrm_expression *e, int32_t index) {
    vrmi_json_writer *writer = text->writer;
    bool is_open = false;
    for (uint32_t i = 0; i < e->uv_bind_count; ++i) {
        const vrm_uv_bind *bind = &e->uv_binds[i];
        const vrm_texture_info *rest = &text->tables->materials[bind->material].base_color_texture;
        const int32_t material = vrmi_mapped_material(text, bind->material);
        const int32_t moves = bind->components;
        const float scale[2] = {(moves & VRM_UV_SCALE_X) != 0 ? bind->scale.x : rest->scale.x,
                                (moves & VRM_UV_SCALE_Y) != 0 ? bind->scale.y : rest->scale.y};
        const float offset[2] = {(moves & VRM_UV_OFFSET_X) != 0 ? bind->offset.x : rest->offset.x,
                                 (moves & VRM_UV_OFFSET_Y) != 0 ? bind->offset.y : rest->offset.y};
        if (material == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        if (moves != (VRM_UV_SCALE_X | VRM_UV_SCALE_Y | VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y)) {
            vrmi_note_loss(text, VRMI_LOSS_BIND_COMPONENTS, index);
        }
        open_list(writer, "textureTransformBinds", &is_open);
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "material", material);
        vrmi_put_floats_of(writer, "scale", scale, 2);
        vrmi_put_floats_of(writer, "offset", offset, 2);
        vrmi_put_object_end(writer);
    }
    close_list(writer, is_open);
}

static void put_override(vrmi_json_writer *writer, const char *key, vrm_expression_override value) {
    static const char *const names[] = {"none", "block", "blend"};
    if (value != VRM_OVERRIDE_NONE) vrmi_put_words_of(writer, key, names[value]);
}

static void put_expression(vrmi_vrm_text *text, const vrm_expression *e, int32_t index) {
    vrmi_json_writer *writer = text->writer;
    if (e->preset != VRM_NONE) {
        vrmi_put_object_of(writer, vrm_preset_name(e->preset));
    } else {
        const bool is_preset = vrmi_preset_find(e->name, false) != VRM_NONE;
        char buffer[VRMI_CUSTOM_NAME];
        vrmi_put_key_string(writer, is_preset ? vrmi_renamed_custom(text, index, buffer) : e->name);
        vrmi_put_object(writer);
    }
    put_morph_binds(text, e, index);
    put_color_binds(text, e, index);
    put_uv_binds(text, e, index);
    if (e->is_binary) vrmi_put_bool_of(writer, "isBinary", true);
    put_override(writer, "overrideBlink", e->override_blink);
    put_override(writer, "overrideLookAt", e->override_look_at);
    put_override(writer, "overrideMouth", e->override_mouth);
    vrmi_put_object_end(writer);
    if (e->is_binary && e->binary_threshold != 0.5f) {
        vrmi_note_loss(text, VRMI_LOSS_BINARY_THRESHOLD, index);
    }
}

void vrmi_put_vrm1_expressions(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    for (int custom = 0; custom < 2; ++custom) {
        bool is_open = false;
        for (uint32_t i = 0; i < text->tables->expression_count; ++i) {
            const vrm_expression *e = &text->tables->expressions[i];
            if ((e->preset == VRM_NONE) != (custom != 0)) continue;
            if (!is_open) vrmi_put_object_of(writer, custom ? "custom" : "preset");
            is_open = true;
            put_expression(text, e, (int32_t)i);
        }
        if (is_open) vrmi_put_object_end(writer);
    }
    vrmi_put_object_end(writer);
}

/* --- Node constraints --- */

bool vrmi_can_put_constraint(const vrmi_vrm_text *text, const vrm_constraint *constraint) {
    return vrmi_mapped_node(text, constraint->node) != VRM_NONE &&
           vrmi_mapped_node(text, constraint->source) != VRM_NONE;
}

void vrmi_put_node_constraint(vrmi_vrm_text *text, const vrm_constraint *constraint) {
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    static const char *const rolls[] = {"X", "X", "Y", "Y", "Z", "Z"};
    static const char *const aims[] = {"PositiveX", "NegativeX", "PositiveY",
                                       "NegativeY", "PositiveZ", "NegativeZ"};
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    put_version(text);
    vrmi_put_object_of(writer, "constraint");
    vrmi_put_object_of(writer, kinds[constraint->kind]);
    vrmi_put_integer_of(writer, "source", vrmi_mapped_node(text, constraint->source));
    if (constraint->kind == VRM_CONSTRAINT_ROLL) {
        vrmi_put_words_of(writer, "rollAxis", rolls[constraint->axis]);
    } else if (constraint->kind == VRM_CONSTRAINT_AIM) {
        vrmi_put_words_of(writer, "aimAxis", aims[constraint->axis]);
    }
    vrmi_put_float_of(writer, "weight", constraint->weight);
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
    vrmi_put_object_end(writer);
    text->extensions |= VRMI_EXTENSION_NODE_CONSTRAINT;
}

/* --- All of it --- */

void vrmi_put_vrm1(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    put_version(text);
    vrmi_put_key(writer, "meta");
    vrmi_put_vrm1_meta(text);
    vrmi_put_key(writer, "humanoid");
    vrmi_put_vrm1_humanoid(text);
    if (vrmi_has_first_person(text)) {
        vrmi_put_key(writer, "firstPerson");
        vrmi_put_vrm1_first_person(text);
    }
    if (text->tables->look_at.is_present) {
        vrmi_put_key(writer, "lookAt");
        vrmi_put_vrm1_look_at(text);
    }
    /* Without expressions, even an empty list, three-vrm has no lookAt either (LA-035). */
    if (text->tables->expression_count != 0 || text->tables->look_at.is_present) {
        vrmi_put_key(writer, "expressions");
        vrmi_put_vrm1_expressions(text);
    }
    vrmi_put_object_end(writer);
    text->extensions |= VRMI_EXTENSION_VRM;
}
